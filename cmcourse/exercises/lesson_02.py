"""Lesson 2: more than two classes, and their averages."""

from __future__ import annotations

from fractions import Fraction
from statistics import harmonic_mean

import numpy as np

from cmcourse.exercises.lesson_01 import too_few
from cmcourse.exercises.registry import Exercise, cells, own, place, quick, slip, text
from cmcourse.exercises.variants import asks_for, exact
from cmlib.by_hand.explanation import explain
from cmlib.matrix import ConfusionMatrix

_VEHICLES = ConfusionMatrix([[62, 1, 0], [6, 39, 13], [8, 17, 48]])
_FOLDED = [_VEHICLES.one_vs_rest(label).counts for label in _VEHICLES.labels]
_RIGHT = _VEHICLES.counts.diagonal().tolist()
(_TP, _FN), (_FP, _TN) = _FOLDED[1].tolist()
_ROW, _COLUMN = np.indices((3, 3))
_BECOMES_TN = (_ROW != 1) & (_COLUMN != 1)
_TRAY = ConfusionMatrix(
    [[9, 2, 1, 0], [1, 5, 3, 2], [3, 1, 9, 0], [1, 4, 2, 6]],
    labels=["apple", "orange", "pear", "other"],
)
_QUINCES = ConfusionMatrix([[860, 40], [70, 30]], labels=["apple", "quince"])
_TEXT = ConfusionMatrix([[890, 10], [90, 10]])
_BLOOD = ConfusionMatrix(
    [[19, 2, 4, 3], [1, 22, 3, 2], [0, 5, 30, 1], [5, 2, 13, 8]],
    labels=["lymphocyte", "monocyte", "neutrophil", "debris"],
)
_LOST, _CALLED_DEBRIS = int(_BLOOD.support[-1]), int(_BLOOD.predicted[-1])
_DEBRIS = int(_BLOOD.counts[-1, -1])
# Exercise 10: the photos of each kind, and the macro recall.
_EACH, _MEAN_RECALL = 1000, 0.724
_RARE = "ten"  # cells of a rare class, of thousands
_HEARD = ConfusionMatrix([[16, 3, 0], [2, 6, 0], [0, 1, 2]], labels=["car", "truck", "motorcycle"])

_OF_THE_TEXT = (
    f"That is right for the matrix before the exercises, {_TEXT.counts.tolist()}. Here the counts "
    "are different."
)
_AVERAGE_OF = "Three kinds of vehicle gave `{counts}`. What is the "


def _macro(cm: ConfusionMatrix) -> tuple[Fraction, Fraction]:
    """Return macro precision and macro recall."""
    return exact("precision", cm, average="macro"), exact("recall", cm, average="macro")


_MACRO_PRECISION, _MACRO_RECALL = _macro(_QUINCES)
_OF_MEANS = harmonic_mean([_MACRO_PRECISION, _MACRO_RECALL])


def _without_other(average: str) -> Exercise:
    prompt = "From `{counts}`, with *other* last: what is the "
    prompt += f"{average} precision without *other*?"
    return asks_for(prompt, "precision", _TRAY, average=average, exclude=["other"])


def _lacks(own: ConfusionMatrix) -> str:
    if np.count_nonzero(own.support) < 3:
        return "Give a sample or more of at least three classes: with two, an average hides little."
    return too_few(own)


EXERCISES = {
    "2.0a": quick(
        answer="b",
        reason="It is a false negative of pear and a false positive of orange. For the other "
        "classes it is a true negative.",
        mistakes={
            "a": "For pear it is a miss. But the oranges also have something in their column that "
            "is not an orange.",
            "c": "Folded for apple, the pear is not an apple and was not predicted as one: a true "
            "negative, though it was put with the wrong fruit.",
        },
        next_step="in whose row does the pear stand, and in whose column?",
    ),
    "2.0b": quick(
        answer="b",
        reason="In macro recall the rare class weighs as much as any other; in the other two it "
        f"weighs {_RARE} in thousands.",
        mistakes={
            "a": "Micro recall gives each sample the same weight. A few more cells found, "
            "of thousands, hardly change it.",
            "c": "In weighted recall the rare class counts only for its "
            f"{_RARE} cells among thousands.",
        },
        next_step=f"in which average does a class of {_RARE} cells weigh as much as the others?",
    ),
    "2.0c": quick(
        answer="c",
        reason="An image in the matrix counts in the row of its truth; those missing in the sums "
        "were left out of the matrix.",
        mistakes={
            "a": "Supports are counts, and counts need no rounding.",
            "b": "A class that was never predicted has an empty column. Its row is there, and so "
            "is its support.",
        },
        next_step="a support is a row sum. How can a sample be in no row?",
    ),
    "2.1": Exercise(
        answer=ConfusionMatrix.from_labels(
            ["cat", "cat", "dog", "emu", "emu", "emu"], ["cat", "dog", "dog", "emu", "emu", "cat"]
        ),
        next_step="put one stroke for each animal: its truth chooses the row, its prediction the "
        "column.",
    ),
    "2.2a": place(
        answer=_BECOMES_TN * 1,
        mistakes={
            cells(_BECOMES_TN * _VEHICLES.counts): "Those are the counts in the right cells, "
            "which add up to TN. Mark each of these cells with 1, the empty one too.",
            cells((_ROW != 1) | (_COLUMN != 1)): "Those are all cells but TP. The rest of the row "
            "of class 1 becomes FN, and the rest of its column FP.",
            cells(_BECOMES_TN & (_ROW == _COLUMN)): "Those are the other right decisions. A 0 "
            "predicted as 2, or a 2 as 0, is rightly not class 1, too.",
            cells((_ROW == 1) & (_COLUMN == 1)): "That is the cell that becomes TP.",
            cells((_ROW == 1) != (_COLUMN == 1)): "Those become FN and FP: the rest of the row "
            "and of the column of class 1.",
            cells(_ROW == _COLUMN): "That is the diagonal, what was right. TN is everything that "
            "has nothing to do with class 1.",
            cells((_ROW != 0) & (_COLUMN != 0)): "That is folded for class 0, the first one. The "
            "classes are numbered from 0; class 1 is in the middle.",
        },
        next_step="cross out the row and the column of class 1. What is left becomes TN.",
    ),
    "2.2b": Exercise(
        answer=ConfusionMatrix(_FOLDED[1], labels=["class 1", "not class 1"]),
        mistakes={
            ((_TP, _FN), (_FP, _RIGHT[0] + _RIGHT[2])): f"TN is more than {_RIGHT[0]} + "
            f"{_RIGHT[2]}: a 0 predicted as 2, or a 2 as 0, is wrong, but it is rightly not "
            "class 1.",
            ((_TP, int(_VEHICLES.counts[1, 2])), (_FP, _TN)): "FN is the rest of the row of class "
            "1, all of it.",
            ((_TP, _FN), (int(_VEHICLES.counts[2, 1]), _TN)): "FP is the rest of the column of "
            "class 1, all of it.",
            cells(_FOLDED[1][::-1, ::-1]): "The counts are right, but 'not class 1' stands first.",
            ((_TP, _TP + _FN), (_TP + _FP, _TN)): f"{_TP + _FN} is the whole row of class 1, and "
            f"{_TP + _FP} the whole column. The {_TP} on the diagonal belong to neither FN nor FP: "
            "take them away.",
            cells(_FOLDED[0]): "That is the matrix folded for class 0.",
            cells(_FOLDED[2]): "That is the matrix folded for class 2.",
        },
        next_step="FN is the rest of the row of class 1, FP the rest of its column, and TN is "
        "everything else.",
    ),
    "2.2c": asks_for(_AVERAGE_OF + "precision of class 1?", "precision", _VEHICLES, 1),
    "2.2d": asks_for(_AVERAGE_OF + "recall of class 1?", "recall", _VEHICLES, 1),
    "2.3a": asks_for(_AVERAGE_OF + "macro recall?", "recall", _VEHICLES, average="macro"),
    "2.3b": asks_for(_AVERAGE_OF + "micro recall?", "recall", _VEHICLES, average="micro"),
    "2.3c": asks_for(_AVERAGE_OF + "weighted recall?", "recall", _VEHICLES, average="weighted"),
    "2.4a": _without_other("micro"),
    "2.4b": _without_other("macro"),
    "2.5a": asks_for(
        "Apples and quinces gave `{counts}`. What is the mean of their F1s?",
        "f_score",
        _QUINCES,
        average="macro",
        mistakes={exact("f_score", _TEXT, average="macro"): _OF_THE_TEXT},
    ),
    "2.5b": Exercise(
        answer=_OF_MEANS,
        mistakes={
            exact("f_score", _QUINCES, average="macro"): "That is the mean of the two F1s. Here "
            "the means come first: macro precision and macro recall, then one F1 of the two.",
            (_MACRO_PRECISION + _MACRO_RECALL) / 2: "That is the plain mean of macro precision and "
            "macro recall. Take their harmonic mean: twice their product, over their sum.",
            harmonic_mean(_macro(_TEXT)): _OF_THE_TEXT,
            _OF_MEANS / 2: "That is their product over their sum: take it twice.",
            _MACRO_PRECISION: "That is macro precision alone. Combine it with macro recall.",
            _MACRO_RECALL: "That is macro recall alone. Combine it with macro precision.",
            exact("accuracy", _QUINCES): "That is the accuracy. Work out macro precision and macro "
            "recall.",
        },
        next_step="work out macro precision and macro recall first, then one F1 of the two.",
    ),
    "2.6": slip(
        points=1,
        answer="a class excluded",
        reason="Over all classes the three numbers are one and the same, and no rounding turns "
        "0.4 into 0.6.",
        choices=("rounding", "all classes", "a class excluded"),
        synonyms={
            f"{which}{verb}{how}": "a class excluded"
            for which in ("one class", "other", "other class", "")
            for verb in (" ", " is ", " was ")
            for how in ("excluded", "left out", "missing")
        }
        | {"rounded": "rounding"},
        mistakes={
            "all classes": "Over all classes micro precision, micro recall and accuracy are one "
            "and the same number.",
            "rounding": "Rounding to one decimal moves a number by at most half a unit of that "
            "decimal. Over all classes the three would be equal before rounding.",
        },
        next_step="when are micro precision and micro recall different at all?",
    ),
    "2.7a": slip(
        points=1,
        answer="other definition",
        reason="Both numbers can be right: each is a macro-F1, by its own definition.",
        choices=("they made a mistake", "I made a mistake", "other definition"),
        synonyms=dict.fromkeys(
            ("another definition", "different definitions", "two definitions"), "other definition"
        ),
        mistakes={
            "they made a mistake": "Take the harmonic mean of their precision and recall before "
            "you write that.",
            "I made a mistake": "Perhaps not: your number is a mean of F1s, and a mean of F1s is "
            "never above the F1 of the means.",
        },
        next_step="take the harmonic mean of their precision and recall.",
    ),
    "2.7b": text(
        points=2,
        answer=f"The printed F1, {harmonic_mean([0.2731, 0.3027]):.4f}, is the harmonic mean of "
        "the printed precision and recall. I took the mean of the classes' F1s, which is another "
        "definition, and got 0.2310; it is never the larger one. Please say in the paper which of "
        "the two you print.",
        rubric=(
            "that there are two definitions",
            "how you know which one they use",
            "what you ask of the authors",
        ),
        next_step="say what the two numbers are, how you know, and what the authors should add.",
    ),
    "2.8a": slip(
        answer=_LOST + _CALLED_DEBRIS - _DEBRIS,
        whole=int(_BLOOD.total),
        mistakes={
            _LOST: "That is the debris, its row. Blood cells predicted as debris are lost, too.",
            _CALLED_DEBRIS: "That is what was predicted as debris, its column. Debris predicted as "
            "something else is lost, too.",
            _CALLED_DEBRIS - _DEBRIS: "Those are the blood cells predicted as debris. The debris "
            "itself is lost, too.",
            _LOST + _CALLED_DEBRIS - 2 * _DEBRIS: "Those are the mistakes about debris. The debris "
            "predicted as debris has vanished, too.",
            _LOST + _CALLED_DEBRIS: "The row and the column of debris share a cell: you counted "
            f"its {_DEBRIS} twice.",
            int(_BLOOD.counts[:-1, :-1].sum()): "That is how many are left. How many are not?",
            int(_BLOOD["debris", "neutrophil"]): "That is the debris predicted as neutrophil. All "
            "debris is lost, and more.",
        },
        next_step="cross out the row and the column of debris, and add up what is crossed out.",
    ),
    "2.8b": asks_for(
        "From `{counts}`, with *debris* last: what is the precision of *neutrophil*?",
        "precision",
        _BLOOD,
        "neutrophil",
        mistakes={
            exact("precision", _BLOOD.counts[:-1, :-1], 2): "That is what the report says, without "
            "the debris in the column of neutrophil."
        },
    ),
    "2.9a": own(
        answer=_HEARD,
        of_own=lambda own: explain("recall", own, average="macro"),
        needs=_lacks,
        next_step="work out the recall of each class, row by row, then take their plain mean.",
    ),
    "2.9b": own(
        answer=_HEARD,
        of_own=lambda own: explain("f_score", own, average="weighted"),
        needs=_lacks,
        next_step="work out the F1 of each class, multiply each by its support, add up, and divide "
        "by all samples.",
    ),
    "2.10": text(
        answer=f"No: of {_EACH} deer it finds none, and it never says deer or cat at all. 856 of "
        "the deer are called horse and 847 of the cats dog, so the names that it learned from were "
        f"probably mixed up. Each kind has {_EACH} photos, so accuracy and macro recall are the "
        f"same number, {_MEAN_RECALL}, and neither shows that two kinds are lost. Macro precision, "
        "0.790, leaves both out, because they are never predicted: it must not go on a poster. "
        "Print macro recall with its name, and the table per class beside it.",
        rubric=(
            "deer and cat are never predicted: recall 0, precision undefined",
            "where they go: deer to horse, cats to dog",
            f"accuracy and macro recall are equal here, {_MEAN_RECALL}, and hide it",
            "macro precision leaves the two kinds out, so it looks better",
            "a decision, and a named average with the table per class",
        ),
        next_step="look at the rows of deer and cat first, then at what each average does with "
        "them.",
    ),
}
