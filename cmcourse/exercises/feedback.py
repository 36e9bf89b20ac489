"""What is said to an answer, and the verdict behind it."""

from __future__ import annotations

from functools import partial
from typing import Literal, NamedTuple


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


def right(text: str) -> Feedback:
    """Say that an answer is right."""
    return Feedback("right", f"Correct: {text}")
