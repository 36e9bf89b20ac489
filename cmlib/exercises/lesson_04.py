"""Lesson 4: G-mean and MCC."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np

from cmlib.exercises.registry import Draw, Exercise
from cmlib.exercises.variants import asks_for
from cmlib.matrix import ConfusionMatrix

_SHAPES = ConfusionMatrix([[8, 2, 0], [4, 5, 1], [1, 1, 3]], labels=["circle", "square", "star"])
_SPAM = ConfusionMatrix([[30, 10], [20, 40]], labels=["spam", "ham"])
_ZOO = ConfusionMatrix([[4, 1, 0], [1, 3, 0], [2, 1, 3]], labels=["cat", "dog", "emu"])
_FIVE = ConfusionMatrix(np.ones((5, 5), dtype=int) + 15 * np.eye(5, dtype=int))
_THREE = ConfusionMatrix([[84, 8, 8], [8, 84, 8], [8, 8, 84]])
_SHAPES_GAVE = "Three shapes gave `{counts}`. What is the "


def _enough(random: Random) -> Draw:
    classes, tenths = random.randint(3, 12), random.randint(6, 9)
    needed = -(-1000 * tenths**classes // 10**classes)  # rounded up
    return Draw(
        f"{classes} classes of 1000 samples each; all but one are found without an error. How many "
        f"samples of the last must be found for a G-mean of at least 0.{tenths}?",
        needed,
    )


EXERCISES = (
    asks_for("4.1a", _SHAPES_GAVE + "G-mean?", "g_mean", _SHAPES),
    asks_for("4.1b", _SHAPES_GAVE + "balanced accuracy?", "balanced_accuracy", _SHAPES),
    Exercise(
        id="4.2",
        answer=349,
        mistakes={
            900: "With 900 found, balanced accuracy is 0.99 and the G-mean is higher than 0.9. "
            "Solve (m/1000)^(1/10) = 0.9 for m.",
            348: "348 give a G-mean just below 0.9. Round up.",
            "348.6784401": "A number of samples is whole. Round up: at least 0.9 is asked for.",
            350: "350 are enough, but so are fewer.",
            0.3486784401: "That is the recall that is needed. How many of 1000 samples are that?",
            "349/1000": "That is the recall that is needed. How many of 1000 samples are that?",
            388: "The ninth power of 0.9 gives that. There are ten recalls, nine of them are 1.",
            1000: "With all of them found the G-mean is 1. Fewer are enough for 0.9.",
            0.9: "That is the G-mean asked for. Which recall of the tenth class gives it?",
            0: "With none found the product is 0, and so is the G-mean.",
        },
        next_step="the nine recalls of 1 drop out of the product: which recall m/1000 has a tenth "
        "root of 0.9?",
        whole=1000,
        draw=_enough,
    ),
    asks_for("4.3", "A filter gave `{counts}`, *spam* first. What is its MCC?", "mcc", _SPAM),
    Exercise(
        id="4.4a",
        points=1,
        answer={"A", "B"},
        choices=("A", "B", "C", "D"),
        next_step="the MCC is undefined where a row sum or a column sum is 0.",
    ),
    Exercise(
        id="4.4b",
        points=1,
        answer={"D"},
        choices=("A", "B", "C", "D"),
        mistakes={frozenset("C"): "In C everything is wrong: that is -1, as low as the MCC gets."},
        next_step="the MCC is 0 where TP × TN equals FP × FN, and no sum is 0.",
    ),
    asks_for("4.5", "Three animals gave `{counts}`. What is R_K?", "mcc", _ZOO, points=3),
    Exercise(
        id="4.6a",
        # The mean of 0.95, 0.90 and 0.60.
        answer=Fraction(49, 60),
        mistakes={
            0.6: "A G-mean lies above the smallest recall, unless all are equal. It is the other "
            "bound that is broken here.",
            0.95: "0.83 is below the largest recall. There is a closer bound: what is the G-mean "
            "never above?",
            0.83: "That is the G-mean as printed. The question asks for the bound that it exceeds.",
            0.8005204946165835: "That is the right G-mean, asked for next. Which mean of the same "
            "recalls is it never above?",
            0.9: "0.83 is below that recall. The bound asked for is made of all three.",
            "49/20": "That is the sum of the three recalls. Divide it by 3.",
        },
        next_step="a G-mean is never above another mean of the same recalls: work that one out.",
    ),
    Exercise(
        id="4.6b",
        # The third root of 0.95 x 0.90 x 0.60 = 0.513.
        answer=0.8005204946165835,
        mistakes={
            0.7162: "That is the square root of the product. Three recalls: the third root.",
            0.513: "That is the product. Its third root is due.",
            0.171: "That is the product divided by 3. The third root of the product is due.",
            "49/60": "That is the plain mean, balanced accuracy.",
            0.83: "That is what is printed.",
        },
        next_step="multiply the three recalls, and take the third root.",
    ),
    asks_for("4.7a", "Five classes gave `{counts}`. What is R_K?", "mcc", _FIVE),
    asks_for(
        "4.7b",
        "Five classes gave `{counts}`. What is the product form of the MCC?",
        "mcc_product",
        _FIVE,
        points=3,
    ),
    Exercise(
        id="4.8a",
        points=1,
        answer="product form",
        choices=("R_K", "product form", "neither"),
        synonyms={"product": "product form", "product-form MCC": "product form", "none": "neither"},
        mistakes={
            "R_K": "With three equal classes R_K = (pK - 1)/(K - 1), and p is 0.84 here.",
            "neither": "Try six factors 84/92, less six factors 8/92.",
        },
        next_step="work both of them out; with equal classes each is one line.",
    ),
    asks_for("4.8b", "Three classes gave `{counts}`. What is R_K?", "mcc", _THREE),
)
