"""Answers of the lessons' exercises whose right answer is no metric of a matrix.

They stand here, not in the lessons, so that a reader who looks at an exercise does not see its
answer. Exercises about a metric need no entry: `cmlib.explain` gives both answer and diagnosis.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from cmlib.matrix import ConfusionMatrix

__all__ = ["answer_key"]

_ANSWERS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "1.1": {"expected": ConfusionMatrix([[24, 16], [6, 74]], labels=["spam", "ham"])},
        "1.4a": {
            "expected": 0.95,
            "mistakes": {
                0.945: "That is the detector's own accuracy. How often is 'always fine' right?",
                0.05: "That is the share of the days with a fault, on which 'always fine' is "
                "wrong. How often is it right?",
            },
        },
        "1.4b": {"expected": False},
        "1.5": {
            "expected": 0.5,
            "mistakes": {
                0.9: "That is the precision where half are ill. In the town there are nine "
                "healthy people for each ill one, and they cause more false alarms.",
                0.09: "That is TP over all 1000 people. Divide by the people with an alarm, ill "
                "or not.",
                0.1: "That is the prevalence: the share of the ill among all people, not among "
                "those with an alarm.",
                0.18: "That is the share of people with an alarm. How many of those are ill?",
            },
        },
        "1.6": {
            "expected": "F1/2",
            "mistakes": {
                "F2": "F2 makes misses (FN) expensive: it leans towards recall. A real letter in "
                "the spam folder is a false positive, so precision counts.",
            },
        },
        "1.7a": {
            "expected": 0.89,
            "mistakes": {
                0.93: "That is what the paper prints. Rebuild the matrix: TP first, from the "
                "recall and the 200 positives.",
                0.12: "That counts only the true positives as right. True negatives are right, "
                "too.",
                0.85: "That takes the 150 alarms for mistakes. Most alarms are true; only FN and "
                "FP are mistakes.",
                0.84: "That takes FP for 80, the misses. FP follows from the precision: 120 are "
                "80 % of all alarms.",
            },
        },
        "1.7b": {"expected": False},
        "2.1": {
            "expected": ConfusionMatrix(
                [[1, 1, 0], [0, 1, 0], [1, 0, 2]], labels=["cat", "dog", "emu"]
            )
        },
        "2.2": {
            "expected": ConfusionMatrix([[42, 20], [17, 116]], labels=["class 1", "not class 1"])
        },
        "2.5": {
            # P = (890/980 + 10/20) / 2, R = (890/900 + 10/100) / 2, then 2PR / (P + R).
            "expected": Fraction(3381, 5506),
            "mistakes": {
                "157/282": "That is the mean of the two F1s. Here the means come first: macro "
                "precision and macro recall, then one F1 of the two.",
                "2753/4410": "That is the plain mean of macro precision and macro recall. Take "
                "their harmonic mean, 2PR / (P + R).",
            },
        },
        "2.6": {
            "expected": "a class excluded",
            "mistakes": {
                "all classes": "Over all classes micro precision, micro recall and accuracy are "
                "one and the same number.",
                "rounding": "Rounding to one decimal moves a number by at most 0.05. Over all "
                "classes the three would be equal before rounding.",
            },
        },
        "2.7": {
            "expected": "other definition",
            "mistakes": {
                "they made a mistake": "Put their precision and recall into 2PR / (P + R) before "
                "you write that.",
                "I made a mistake": "Perhaps not: your number is a mean of F1s, and a mean of F1s "
                "is never above the F1 of the means.",
            },
        },
    }
)


def answer_key(exercise: str) -> dict[str, Any]:
    """Return what `cmlib.exercises.check` needs to know about an exercise.

    Parameters
    ----------
    exercise : str
        Lesson and number, such as ``"1.5"``.

    Returns
    -------
    dict
        The keyword arguments ``expected`` and, where the author foresaw wrong answers,
        ``mistakes``.

    Raises
    ------
    ValueError
        If there is no such exercise.

    Examples
    --------
    >>> from cmlib.answers import answer_key
    >>> from cmlib.exercises import check
    >>> check(..., **answer_key("1.5"))
    Not answered yet: replace the dots with your answer.
    """
    if exercise not in _ANSWERS:
        raise ValueError(
            f"exercise {exercise!r} has no answer here; there are {', '.join(_ANSWERS)}"
        )
    return dict(_ANSWERS[exercise])
