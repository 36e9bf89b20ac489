"""The feedback to an answer: a verdict and a text."""

from __future__ import annotations

from functools import partial
from typing import Literal, NamedTuple

# WORDS[3] is "three"; 0 is as in "no defect is missed".
WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
WORDS += ["eleven", "twelve", "thirteen", "fourteen", "fifteen"]
WORDS += ["sixteen", "seventeen", "eighteen", "nineteen", "twenty"]


class Feedback(NamedTuple):
    """A verdict and one paragraph of words.

    Attributes
    ----------
    verdict : {"right", "almost", "wrong", "unclear", "open", "read"}
        "almost" is the right value in a form that was not asked for (a percentage
        without its sign, too few digits); "unclear" is an answer that cannot be judged (text where
        a number belongs); "open" is no answer yet; "read" is a text, which only a reader can judge.
    text : str
    """

    verdict: Literal["right", "almost", "wrong", "unclear", "open", "read"]
    text: str


almost = partial(Feedback, "almost")
wrong = partial(Feedback, "wrong")
unclear = partial(Feedback, "unclear")


def right(text: str, reason: str = "") -> Feedback:
    """Return the feedback to a right answer."""
    return Feedback("right", f"Correct: {text} {reason}".rstrip())
