"""Lesson 4: its exercises."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from cmlib.exercises.registry import Exercise
from cmlib.explain import explain
from cmlib.matrix import ConfusionMatrix

__all__ = ["EXERCISES"]

_SHAPES = ConfusionMatrix([[8, 2, 0], [3, 5, 2], [1, 1, 2]], labels=["circle", "square", "star"])
_SPAM = ConfusionMatrix([[30, 10], [20, 40]], labels=["spam", "ham"])
_ZOO = ConfusionMatrix([[2, 1, 1], [0, 3, 1], [1, 0, 3]], labels=["cat", "dog", "emu"])
_FIVE = ConfusionMatrix(np.ones((5, 5), dtype=int) + 15 * np.eye(5, dtype=int))

EXERCISES = (
    Exercise(
        id="4.1a",
        points=2,
        answer=explain("g_mean", _SHAPES),
    ),
    Exercise(
        id="4.1b",
        points=2,
        answer=explain("balanced_accuracy", _SHAPES),
    ),
    Exercise(
        id="4.2",
        points=2,
        answer=349,
        mistakes={
            900: "With 900 found, balanced accuracy is 0.99 and the G-mean is higher than 0.9. "
            "Solve (m/1000)^(1/10) = 0.9 for m.",
            348: "Almost: 348 gives a G-mean just below 0.9.",
            350: "350 is enough, but so is one fewer.",
            0.349: "That is the recall. How many of 1000 samples are that?",
            0.9: "That is the G-mean asked for. Which recall of the tenth class gives it?",
            0: "With none found the product is 0, and so is the G-mean.",
        },
    ),
    Exercise(
        id="4.3",
        points=2,
        answer=explain("mcc", _SPAM),
    ),
    Exercise(
        id="4.4a",
        points=1,
        answer={"A", "B"},
    ),
    Exercise(
        id="4.4b",
        points=1,
        answer={"D"},
    ),
    Exercise(
        id="4.5",
        points=2,
        answer=explain("mcc", _ZOO),
    ),
    Exercise(
        id="4.6a",
        points=2,
        answer=Fraction(49, 60),
        mistakes={
            0.6: "A G-mean lies above the smallest recall, unless all are equal. It is the "
            "other bound that is broken here.",
            0.95: "0.83 is below the largest recall. There is a closer bound: what is the "
            "G-mean never above?",
        },
    ),
    Exercise(
        id="4.6b",
        points=2,
        answer=0.8005204946165835,
        mistakes={
            0.7162: "That is the square root of the product. Three recalls: the third root.",
            0.513: "That is the product. Its third root is due.",
            "49/60": "That is the plain mean, balanced accuracy.",
        },
    ),
    Exercise(
        id="4.7a",
        points=2,
        answer=explain("mcc", _FIVE),
    ),
    Exercise(
        id="4.7b",
        points=2,
        answer=explain("mcc_product", _FIVE),
    ),
    Exercise(
        id="4.8a",
        points=1,
        answer="product form",
        mistakes={
            "R_K": "With three equal classes R_K = (pK - 1)/(K - 1), and p is 0.9 here.",
            "neither": "Try six factors 90/95, less six factors 5/95.",
        },
    ),
    Exercise(
        id="4.8b",
        points=2,
        answer=explain("mcc", [[90, 5, 5], [5, 90, 5], [5, 5, 90]]),
    ),
)
