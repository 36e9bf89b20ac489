"""Lesson 2: its exercises."""

from __future__ import annotations

from fractions import Fraction

from cmlib.exercises.registry import Exercise
from cmlib.explain import explain
from cmlib.matrix import ConfusionMatrix

__all__ = ["EXERCISES"]

_VEHICLES = ConfusionMatrix([[64, 0, 0], [3, 42, 17], [5, 17, 47]])
_UNLUCKY = ConfusionMatrix(
    [[1, 2, 1, 0], [1, 1, 1, 2], [1, 0, 2, 0], [0, 0, 1, 2]],
    labels=["apple", "orange", "pear", "other"],
)
_QUINCES = ConfusionMatrix([[890, 10], [90, 10]], labels=["apple", "quince"])

EXERCISES = (
    Exercise(
        id="2.1",
        points=2,
        answer=ConfusionMatrix([[1, 1, 0], [0, 1, 0], [1, 0, 2]], labels=["cat", "dog", "emu"]),
    ),
    Exercise(
        id="2.2a",
        points=2,
        answer=ConfusionMatrix([[42, 20], [17, 116]], labels=["class 1", "not class 1"]),
    ),
    Exercise(
        id="2.2b",
        points=2,
        answer=explain("precision", _VEHICLES, 1),
    ),
    Exercise(
        id="2.2c",
        points=2,
        answer=explain("recall", _VEHICLES, 1),
    ),
    Exercise(
        id="2.3a",
        points=2,
        answer=explain("recall", _VEHICLES, average="macro"),
    ),
    Exercise(
        id="2.3b",
        points=2,
        answer=explain("recall", _VEHICLES, average="micro"),
    ),
    Exercise(
        id="2.3c",
        points=2,
        answer=explain("recall", _VEHICLES, average="weighted"),
    ),
    Exercise(
        id="2.4a",
        points=2,
        answer=explain("precision", _UNLUCKY, average="micro", exclude=["other"]),
    ),
    Exercise(
        id="2.4b",
        points=2,
        answer=explain("precision", _UNLUCKY, average="macro", exclude=["other"]),
    ),
    Exercise(
        id="2.5a",
        points=2,
        answer=explain("f_score", _QUINCES, average="macro"),
    ),
    Exercise(
        id="2.5b",
        points=2,
        answer=Fraction(3381, 5506),
        mistakes={
            "157/282": "That is the mean of the two F1s. Here the means come first: macro "
            "precision and macro recall, then one F1 of the two.",
            "2753/4410": "That is the plain mean of macro precision and macro recall. Take "
            "their harmonic mean, 2PR / (P + R).",
        },
    ),
    Exercise(
        id="2.6",
        points=1,
        answer="a class excluded",
        mistakes={
            "all classes": "Over all classes micro precision, micro recall and accuracy are "
            "one and the same number.",
            "rounding": "Rounding to one decimal moves a number by at most 0.05. Over all "
            "classes the three would be equal before rounding.",
        },
    ),
    Exercise(
        id="2.7",
        points=1,
        answer="other definition",
        mistakes={
            "they made a mistake": "Put their precision and recall into 2PR / (P + R) before "
            "you write that.",
            "I made a mistake": "Perhaps not: your number is a mean of F1s, and a mean of F1s "
            "is never above the F1 of the means.",
        },
    ),
)
