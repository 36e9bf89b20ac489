"""Lesson 4: G-mean and MCC."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, prod
from random import Random

from cmcourse.exercises.feedback import WORDS
from cmcourse.exercises.registry import Draw, Exercise, own, place, quick, slip, text
from cmcourse.exercises.variants import asks_for, exact
from cmlib.by_hand.explanation import explain
from cmlib.matrix import ConfusionMatrix

_SHAPES = ConfusionMatrix([[8, 2, 0], [4, 5, 1], [1, 1, 3]], labels=["circle", "square", "star"])
_LETTER_BOX = ConfusionMatrix([[20, 5], [25, 50]], labels=["junk", "letter"])
_ZOO = ConfusionMatrix([[4, 1, 0], [1, 3, 0], [2, 1, 3]], labels=["cat", "dog", "emu"])
_CELLS = ConfusionMatrix([[95, 3, 2], [4, 54, 2], [9, 7, 24]], labels=["round", "flat", "torn"])
_GUESSES = ConfusionMatrix(
    [[2, 2, 3, 1], [1, 3, 2, 2], [3, 1, 2, 2], [2, 3, 2, 1]],
    labels=["clubs", "diamonds", "hearts", "spades"],
)
_KINDS, _NTH = len(_SHAPES.labels), {3: "third", 9: "ninth", 10: "tenth"}  # in words
_PRINTED = ("accuracy", "balanced accuracy", "G-mean", "MCC")
_VINES, _TIMES = ConfusionMatrix([[90, 10], [40, 360]]), "ten"  # as many healthy elsewhere
_SHAPES_GAVE = "Three shapes gave `{counts}`. What is the "
_FROM_ROWS = "That is the {}. R_K takes the column sums into account, too."
# Ten samples, the first four positive.
_POSITIVE, _REST, _HALF = 4, 6, 5
_ALL = WORDS[_POSITIVE + _REST]
# Exercise 2: classes, samples of each, the G-mean to be reached, and the recall that gives it.
_CLASSES, _EACH, _GOAL = 10, 1000, Fraction(9, 10)
_AIM, _RECALL, _NINTH = float(_GOAL), _GOAL**_CLASSES, _GOAL ** (_CLASSES - 1)
_NEEDED = ceil(_EACH * _RECALL)


def _enough(random: Random) -> Draw:
    classes, tenths = random.randint(3, 12), random.randint(6, 9)
    return Draw(
        f"{classes} classes of {_EACH} samples each; all but one are found without an error. How "
        f"many samples of the last must be found for a G-mean of at least 0.{tenths}?",
        ceil(_EACH * Fraction(tenths, 10) ** classes),
    )


def _still_correlated(predicted: list[int]) -> str:
    """Say why the MCC of ten samples is not 0, or how many are positive if not five."""
    if set(predicted) - {0, 1}:
        return "The strip holds zeros and ones only."
    if (ones := sum(predicted)) != _HALF:
        return f"You predict {ones} of the {_ALL} samples as positive; it should be {WORDS[_HALF]}."
    found, alarms = sum(predicted[:_POSITIVE]), sum(predicted[_POSITIVE:])
    if found * _REST == alarms * _POSITIVE:
        return ""
    side = "above" if found * _REST > alarms * _POSITIVE else "below"
    return (
        f"You predict {found} of the {_POSITIVE} positives as positive, and {alarms} of the other "
        f"{_REST}: the MCC is {side} 0. It is 0 if the same share of both is predicted as positive."
    )


def _too_few(own: ConfusionMatrix) -> str:
    if len(own.labels) < 3:
        return "Take at least three classes: with two, R_K is the MCC that you know."
    return "" if own.total >= 30 else "Take at least thirty samples; fewer say little."


EXERCISES = {
    "4.0a": quick(
        answer="b",
        reason="A product is 0 if, and only if, one of its factors is: some kind has a recall of "
        "0.",
        mistakes={
            "a": "Guessing finds some photos of each kind, so its G-mean is above 0. This network "
            "may be very good at all kinds but one.",
            "c": "A product with a factor of 0 is 0, whatever its other factors are: the recalls "
            "that are not 0 leave no trace in it.",
        },
        next_step="which factors can a product of 0 have?",
    ),
    "4.0b": quick(
        answer="a",
        reason="Both recalls stay, and the G-mean with them; but more healthy people bring more "
        "false alarms.",
        mistakes={
            "b": "The G-mean stays, yes. But more healthy people bring more false alarms, while "
            "the number of ill people is the same.",
            "c": "The share falls, yes. But both recalls stay, and the G-mean depends on nothing "
            "else.",
        },
        next_step="for the G-mean look at the rows, for the share at the first column.",
    ),
    "4.0c": quick(
        answer="b",
        reason="Reverse each of its answers, and its MCC is 0.8.",
        mistakes={
            "a": "It helps, but another one helps more. What happens to an MCC if each answer is "
            "reversed?",
            "c": "Its answers are unrelated to the truth, so they cannot help, reversed or not.",
        },
        next_step="reverse each answer of the second one.",
    ),
    "4.1a": asks_for(
        _SHAPES_GAVE + "G-mean?",
        "g_mean",
        _SHAPES,
        mistakes={
            prod(exact("recall", _SHAPES, label) for label in _SHAPES.labels) / _KINDS: "That is "
            f"the product divided by {_KINDS}. Take the {_NTH[_KINDS]} root of the product."
        },
    ),
    "4.1b": asks_for(_SHAPES_GAVE + "balanced accuracy?", "balanced_accuracy", _SHAPES),
    "4.2": Exercise(
        answer=_NEEDED,
        mistakes={
            _GOAL * _EACH: f"With {_GOAL * _EACH} found, balanced accuracy is "
            f"{(_CLASSES - 1 + _AIM) / _CLASSES} and the G-mean is higher than {_AIM}. Solve "
            f"(m/{_EACH})^(1/{_CLASSES}) = {_AIM} for m.",
            floor(_EACH * _RECALL): f"{_NEEDED - 1} give a G-mean just below {_AIM}.",
            _EACH * _RECALL: "A number of samples is whole. Round up: the G-mean must be at least "
            f"{_AIM}.",
            _NEEDED + 1: f"{_NEEDED + 1} are enough, but fewer are enough, too.",
            _RECALL: f"That is the recall that is needed. How many of {_EACH} samples is that?",
            **dict.fromkeys(
                (_EACH * _NINTH, _NINTH, ceil(_EACH * _NINTH), floor(_EACH * _NINTH)),
                f"That comes from the {_NTH[_CLASSES - 1]} power of {_AIM}. With {WORDS[_CLASSES]} "
                f"recalls, take the {_NTH[_CLASSES]}.",
            ),
            _GOAL * _CLASSES * _EACH: f"That is {_AIM} of all {_CLASSES * _EACH:,} "
            f"samples. The question is about the {_NTH[_CLASSES]} class.",
            _EACH: f"With all of them found the G-mean is 1. Fewer are enough for {_AIM}.",
            _GOAL * _EACH / _CLASSES: f"With {_GOAL * _EACH / _CLASSES} found the recall is "
            f"{_AIM / _CLASSES}, and the G-mean is only {(_AIM / _CLASSES) ** (1 / _CLASSES):.2f}.",
            _GOAL: f"That is the G-mean. Which recall of the {_NTH[_CLASSES]} class gives it?",
            0: "With none found the product is 0, and so is the G-mean.",
        },
        next_step=f"the recalls of 1 drop out of the product: which recall m/{_EACH} of the last "
        "class has a root that is large enough?",
        whole=_EACH,
        draw=_enough,
    ),
    "4.3": asks_for("A filter gave `{counts}`, *junk* first. What is its MCC?", "mcc", _LETTER_BOX),
    "4.4a": Exercise(
        points=1,
        answer={"A", "B"},
        reason="A has an empty column and B an empty row, so the formula divides by 0.",
        choices=("A", "B", "C", "D"),
        next_step="the MCC is undefined where a row sum or a column sum is 0.",
    ),
    "4.4b": Exercise(
        points=1,
        answer={"D"},
        reason="Its two rows have the same proportion, so a prediction tells nothing about the "
        "truth.",
        choices=("A", "B", "C", "D"),
        mistakes={frozenset("C"): "In C everything is wrong: that is -1, as low as the MCC gets."},
        next_step="the MCC is 0 where TP × TN equals FP × FN, and no sum is 0.",
    ),
    "4.5": place(
        answer=[1, 1, 0, 0, 1, 1, 1, 0, 0, 0],
        objection=_still_correlated,
        next_step="predict the same share of the positives and of the others as positive.",
    ),
    "4.6": asks_for("Three animals gave `{counts}`. What is $R_K$?", "mcc", _ZOO, points=3),
    "4.7a": slip(
        answer={"G-mean", "MCC"},
        reason="Accuracy and balanced accuracy fit the matrix. A G-mean is never above the "
        "balanced accuracy, and the MCC is another.",
        choices=_PRINTED,
        mistakes={
            frozenset({"G-mean"}): "Not only that. Recompute each number that you left out.",
            frozenset({"MCC"}): "Not only that. Compare the printed numbers with each other: is "
            "one of them larger than it can be?",
            frozenset({"balanced accuracy", "G-mean"}): "These two can't both be right, but which "
            f"is wrong? Recompute each of the {WORDS[len(_PRINTED)]}.",
        },
        next_step="first compare the printed numbers with each other, then recompute them.",
    ),
    "4.7b": slip(
        answer=explain("g_mean", _CELLS),
        mistakes={
            0.83: "That is the printed number. Multiply the recalls, and take the "
            f"{_NTH[len(_CELLS.labels)]} root.",
        },
    ),
    "4.7c": slip(
        answer=explain("mcc", _CELLS),
        mistakes={
            round(exact("mcc_product", _CELLS), 3): "That is the printed number, the product form. "
            "Compute R_K."
        },
    ),
    "4.8": text(
        answer="The camera is as good as before: in both vineyards it finds "
        f"{100 * exact('recall', _VINES, 0)} % of the sick vines and leaves "
        f"{100 * exact('specificity', _VINES, 0)} % of the healthy ones alone. The second vineyard "
        f"has {_TIMES} times as many healthy vines, so there are more false alarms, and most "
        "alarms are false. Compare the recalls.",
        rubric=(
            "the camera finds sick vines, and clears healthy ones, as well as before",
            f"the class sizes have changed: {_TIMES} times as many healthy vines",
            "so there are more false alarms, and most alarms are now false",
            "the recalls (or a mean of them) are what to compare",
        ),
        next_step="compare the two rows of each matrix, then the first columns.",
    ),
    "4.9": own(
        points=3,
        answer=_GUESSES,
        of_own=lambda own: (
            explain("mcc", own),
            {
                explain("g_mean", own).exact: _FROM_ROWS.format("G-mean"),
                explain("balanced_accuracy", own).exact: _FROM_ROWS.format("balanced accuracy"),
            },
        ),
        needs=_too_few,
        next_step="count the diagonal, the row sums and the column sums. It takes no more.",
    ),
}
