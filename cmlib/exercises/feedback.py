"""What is said to an answer, and the verdict behind it."""

from __future__ import annotations

from typing import Literal, NamedTuple

__all__ = ["Feedback", "almost", "right", "unclear", "wrong"]


class Feedback(NamedTuple):
    """A verdict and one paragraph of words.

    Attributes
    ----------
    verdict : {"right", "almost", "wrong", "unclear", "open"}
        "almost" is the right value in a form that was not asked for (a percentage
        without its sign, too few digits); "unclear" is an answer that cannot be judged (text where
        a number is due); "open" is no answer yet.
    text : str
    """

    verdict: Literal["right", "almost", "wrong", "unclear", "open"]
    text: str


def right(text: str) -> Feedback:
    """Say that an answer is right."""
    return Feedback("right", f"Correct: {text}")


def almost(text: str) -> Feedback:
    """Say what an answer lacks that is the right value in another form."""
    return Feedback("almost", text)


def wrong(text: str) -> Feedback:
    """Say that an answer is wrong, and what may have gone wrong."""
    return Feedback("wrong", text)


def unclear(text: str) -> Feedback:
    """Say what kind of answer is due."""
    return Feedback("unclear", text)
