"""Lesson 9: how to check a paper."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import numpy as np

from cmcourse.exercises.lesson_03 import agreement
from cmcourse.exercises.registry import Draw, Exercise, cells, own, place, quick, slip, text
from cmlib.by_hand.explanation import Explanation, explain
from cmlib.matrix import ConfusionMatrix

_TREES = ("oak", "elm", "fir", "ash", "yew")
_SIPS = ConfusionMatrix([[12, 3], [6, 9]], labels=["tap", "bottle"])
_ONE_POINT = "A matrix is one point of the ROC curve; the area needs the scores."
# Exercise 3: the right counts, the wrong one that is printed, and where it stands.
_INSECTS = np.array([[18, 1, 0, 1], [2, 25, 3, 0], [0, 4, 19, 2], [1, 0, 2, 22]])
_FLY_AS_BEE, _TYPED = int(_INSECTS[2, 1]), 7
_ROW, _COLUMN = np.indices(_INSECTS.shape)
# Exercise 5: the shares of the first class in the rows and in the columns, and the accuracy.
_IN_ROWS, _IN_COLUMNS, _P_O = Fraction(70, 100), Fraction(65, 100), Fraction(85, 100)
_P_E = _IN_ROWS * _IN_COLUMNS + (1 - _IN_ROWS) * (1 - _IN_COLUMNS)
_P_E_FIRST = "p_e first: row share times column share of each class, added up."
_WERE_RIGHT = round(Fraction("0.742") * 31)  # exercise 2
_SOLVE = "solve (0.85 - x) / (1 - x) = 0.70 for x."


def _f1(precision: str, recall: str) -> Fraction:
    p, r = Fraction(precision), Fraction(recall)
    return 2 * p * r / (p + r)


_OF_ASH = (
    f"2 × 0.600 × 0.720 / 1.320 = {float(_f1('0.6', '0.72')):.5f}, which rounds to the printed "
    "0.655: ash fits."
)
_OF_ELM = f"{float(_f1('0.3685', '0.6835')):.4f}"


def _kappa(p_e: Fraction, p_o: Fraction = _P_O) -> Fraction:
    return (p_o - p_e) / (1 - p_e)


def _product(row: Fraction, column: Fraction) -> str:
    return f"{float(row):.2f} × {float(column):.2f}"


def _on_the_way(p_o: Fraction, p_e: Fraction) -> dict[Fraction, str]:
    return {
        p_e: "That is p_e. Now (p_o - p_e) / (1 - p_e).",
        p_o - p_e: "That is the numerator, p_o - p_e. Divide by 1 - p_e.",
        (p_o - p_e) / p_e: "You divided by p_e. Divide by 1 - p_e.",
    }


def _possible(photos: int) -> dict[Fraction, str]:
    """Return the accuracies below 1 of so many photos as they are printed, and where from."""
    return {
        round(Fraction(hits, photos), 3): f"{hits} of {photos} is {hits / photos:.4f}: possible."
        for hits in range(photos)
    }


def _not_a_witness(counts: list[int]) -> str:
    """Return why counts do not show that TN / (TN + FP) and TN / (TN + FN) differ."""
    _, false_negatives, false_positives, true_negatives = counts
    if 0 in (true_negatives + false_positives, true_negatives + false_negatives):
        return (
            "A denominator is 0: then nothing is compared. Give counts for which both formulas "
            "have a value."
        )
    if not true_negatives:
        return "With TN = 0 both formulas give 0. Choose a TN above 0."
    if false_negatives == false_positives:
        return (
            "Your FN and FP are the same number, so exchanging the letters changes nothing. "
            "Make them different."
        )
    return ""


def lacks(own: ConfusionMatrix) -> str:
    """Return what one's own matrix lacks for its Kappa."""
    if own.total < 20:
        return "Use at least twenty samples: with fewer, Kappa says little."
    if 0 in own.support:
        return "One of your classes has no samples: leave it out, or count some."
    return ""


def own_kappa(own: ConfusionMatrix) -> tuple[Explanation, dict[Fraction, str]]:
    """Return Kappa of one's own matrix, and the numbers on the way to it."""
    p_o, p_e = agreement(own)
    divide = "Divide it by 1 - p_e."
    mistakes = {
        p_o: "That is p_o, the agreement itself. Now (p_o - p_e) / (1 - p_e).",
        p_e: "That is p_e, the agreement by chance. Now (p_o - p_e) / (1 - p_e).",
        p_o - p_e: f"That is the numerator, p_o - p_e. {divide}",
    }
    if p_e:
        mistakes[(p_o - p_e) / p_e] = f"You divided p_o - p_e by p_e. {divide}"
    return explain("cohen_kappa", own), mistakes


def _impossible_accuracy(random: Random) -> Draw:
    photos = random.randint(40, 90)
    possible = _possible(photos)
    answer = Fraction(random.randint(700, 950), 1000)
    mistakes = {near: possible[near] for near in random.sample([*possible][photos // 2 :], 3)}
    if answer in possible:
        raise ValueError("it is possible")
    printed = ", ".join(f"{float(it):.3f}" for it in sorted([answer, *mistakes]))
    return Draw(
        f"Four networks are tested on the same {photos} photos. Their printed accuracies are "
        f"{printed}. One of them is impossible. Which?",
        answer,
        mistakes,
    )


def _kappa_of_margins(random: Random) -> Draw:
    hits, missed, false = random.randint(40, 60), random.randint(3, 14), random.randint(3, 14)
    rows, columns = hits + missed, hits + false
    p_o = Fraction(100 - missed - false, 100)
    terms = [Fraction(rows * columns, 10000), Fraction((100 - rows) * (100 - columns), 10000)]
    p_e = sum(terms, Fraction())
    return Draw(
        f"Of 100 samples in two classes a paper prints the row sums {rows} and {100 - rows}, the "
        f"column sums {columns} and {100 - columns}, and the accuracy {float(p_o):.2f}. What is "
        "Kappa?",
        _kappa(p_e, p_o),
        _on_the_way(p_o, p_e)
        | {_kappa(term, p_o): "p_e has a term for each class: add the other." for term in terms},
    )


def _mark(row: int, column: int, mark: int = 1) -> Any:
    """Return a table of four classes with a mark in one cell."""
    return cells(mark * ((row == _ROW) & (column == _COLUMN)))


def _other_cell(row: int, column: int) -> str:
    """Return a hint for a cell other than the one where row fly and column bee cross."""
    if row == 2:
        return "Your cell is in the row that is too large. Which column is too large, too?"
    if column == 1:
        return "Your cell is in the column that is too large. Which row is too large, too?"
    return "The row and the column of your cell add up to their sums. Which ones don't?"


_verdict = partial(
    Exercise, points=1, choices=("reproduced", "misprint", "wrong", "not recomputable")
)

EXERCISES = {
    "9.0a": quick(
        answer="b",
        mistakes={
            "a": "With 50 photos every second number of two decimals is possible: 0.02, 0.04, "
            "0.06. About half of all wrong last digits would pass.",
            "c": "With 5,000 photos every second number of four decimals is possible: 0.0002, "
            "0.0004. About half of all wrong last digits would pass.",
        },
        next_step="how many of the numbers with that many decimals are possible for that many "
        "photos?",
    ),
    "9.0b": quick(
        answer="c",
        mistakes={
            "a": "Predictions decide the column. Row sums stay the same whatever the network "
            "predicts.",
            "b": "A row holds all samples of its class by their labels. A label that is changed "
            "moves a sample to another row.",
        },
        next_step="what happens to the two rows if the label of one test sample is changed?",
    ),
    "9.0c": quick(
        answer="c",
        mistakes={
            "a": "Picking each kind equally often is right about once in five times, not twice.",
            "b": "It can. Accuracy counts photos, macro recall counts kinds: think of one large "
            "kind that is found completely, and of others that are not found at all.",
        },
        next_step="which share of the photos, and which share of the kinds, does it get right?",
    ),
    "9.1a": place(
        answer=[float(_f1("0.75", "0.45")), float(_f1("0.85", "0.55"))],
        mistakes={
            (_f1("0.8", "0.5"),) * 2: "That is F1 of the printed numbers themselves. Each of them "
            "stands for an interval: take the two smallest values, then the two largest.",
            ((0.75 + 0.45) / 2, (0.85 + 0.55) / 2): "These are plain means of precision and "
            "recall. F1 is their harmonic mean.",
            (_f1("0.85", "0.45"), _f1("0.75", "0.55")): "You combined the smallest of one with the "
            "largest of the other. F1 grows with both: the two smallest belong together.",
            (_f1("0.75", "0.55"), _f1("0.85", "0.45")): "You combined the smallest of one with the "
            "largest of the other, and the smaller end comes first. The two smallest belong "
            "together.",
            (0.67 - 0.005, 0.67 + 0.005): "That is the interval of the printed F1. Which one "
            "follows from precision and recall?",
            (_f1("0.85", "0.55"), _f1("0.75", "0.45")): "The smaller end comes first.",
        },
        next_step="F1 of the two smallest values, then F1 of the two largest.",
    ),
    "9.1b": place(
        points=1,
        answer=True,
        mistakes={
            False: "0.67 is indeed not F1 of exactly 0.8 and 0.5. But both were rounded. Do the "
            "two bars meet?",
        },
    ),
    "9.2a": Exercise(
        next_step="multiply each accuracy by the number of photos, take the nearest whole number "
        "and divide it by the number of photos.",
        answer=Fraction("0.742"),
        mistakes={near: _possible(60)[near] for near in map(Fraction, ("0.733", "0.767", "0.783"))},
        draw=_impossible_accuracy,
    ),
    "9.2b": Exercise(
        next_step="try `possible` with fewer photos than 60.",
        whole=60,
        answer=31,
        mistakes={
            _WERE_RIGHT: "That is how many were right. Of how many?",
            60: "Of 60 photos 0.742 is impossible. Try fewer, with `possible`.",
            60 - 31: "That is how many photos were left out. How many remained?",
            2
            * 31: f"{2 * _WERE_RIGHT} of {2 * 31} is indeed 0.742, but there were only 60 photos.",
        },
    ),
    "9.3a": place(
        answer=((_ROW == 2) & (_COLUMN == 1)) * 1,
        mistakes={
            _mark(1, 2): "Row and column changed places: the row fly is the third, the column bee "
            "is the second.",
            cells(_ROW == 2): "That row is indeed too large. One of its cells is in a column that "
            "is too large, too.",
            cells(_COLUMN == 1): "That column is indeed too large. One of its cells is in a row "
            "that is too large, too.",
            cells((_ROW == 2) | (_COLUMN == 1)): "You marked a whole row and a whole column. The "
            "wrong count is where they cross.",
            **{
                _mark(2, 1, count): "The place is right. Put a 1 there; the count itself belongs "
                "to (b)."
                for count in (_FLY_AS_BEE - _TYPED, _TYPED - _FLY_AS_BEE, _FLY_AS_BEE, _TYPED)
            },
            cells(_INSECTS): "That is the corrected table. Mark the cell that was wrong: a 1 "
            "there, and 0 everywhere else.",
            **{
                _mark(i, j): _other_cell(i, j)
                for i, j in np.ndindex(_INSECTS.shape)
                if (i, j) not in ((2, 1), (1, 2))
            },
        },
        next_step="add up each row and each column, and compare with its sum.",
    ),
    "9.3b": Exercise(
        next_step="which count in that cell makes its row and its column add up?",
        answer=_FLY_AS_BEE,
        mistakes={
            _TYPED: f"That is what is printed. The row is then {_TYPED - _FLY_AS_BEE} too large, "
            "and so is the column.",
            2 * _TYPED - _FLY_AS_BEE: "The cells add up to more than the sums, so the count is too "
            "large: subtract the difference.",
            _TYPED - _FLY_AS_BEE: "That is the difference by which row and column are too large. "
            "Subtract it from the printed count.",
        },
    ),
    "9.4a": slip(
        answer={"fir"},
        choices=_TREES,
        mistakes={
            frozenset({"elm", "fir"}): "The rounded 0.368 and 0.683 give "
            f"{float(_f1('0.368', '0.683')):.4f}, and 0.479 is printed. But 0.3685 and 0.6835 give "
            f"{_OF_ELM}: rounding alone explains it.",
            frozenset({"elm"}): f"With 0.3685 and 0.6835 F1 is {_OF_ELM}: rounding alone explains "
            "the 0.479. Check his other objections.",
            frozenset({"ash", "fir"}): _OF_ASH,
            frozenset({"elm", "fir", "ash"}): "Two of the three rows are possible: take the "
            "smallest and the largest values that the printed numbers stand for.",
            frozenset({"ash"}): f"{_OF_ASH} Check his other objections.",
        },
        next_step="work out F1 from the smallest and from the largest precision and recall that "
        "round to what is printed.",
    ),
    "9.4b": slip(
        next_step="compute 2 × precision × recall / (precision + recall).",
        answer=_f1("0.9", "0.5"),
        printed=3,
        mistakes={
            "0.642": "Possible, too, but it is not an exchange of two digits.",
            "0.634": "That is what is printed. Compute F1 from 0.900 and 0.500.",
            (Fraction("0.9") + Fraction("0.5")) / 2: "That is the plain mean of precision and "
            "recall. F1 is their harmonic mean.",
            Fraction("0.9") * Fraction("0.5"): "That is the product of the two. F1 doubles it and "
            "divides by the sum.",
        },
    ),
    "9.5a": Exercise(
        next_step=_P_E_FIRST,
        answer=_kappa(_P_E),
        mistakes={
            **_on_the_way(_P_O, _P_E),
            "0.7": "That is what the paper prints. Compute p_e from the margins first.",
            **{
                _kappa(row * column): f"That is with p_e = {_product(row, column)}. "
                f"p_e has a term for each class: add the {other}."
                for row, column, other in (
                    (_IN_ROWS, _IN_COLUMNS, "second"),
                    (1 - _IN_ROWS, 1 - _IN_COLUMNS, "other"),
                )
            },
            _kappa(_IN_ROWS * (1 - _IN_COLUMNS) + (1 - _IN_ROWS) * _IN_COLUMNS): "That is with p_e "
            f"= {_product(_IN_ROWS, 1 - _IN_COLUMNS)} + {_product(1 - _IN_ROWS, _IN_COLUMNS)}. "
            "Both factors of a term belong to one class.",
            **{
                _kappa(share**2 + (1 - share) ** 2): f"That is with the {which} shares squared. "
                "Each term of p_e is a row share times the column share of that class."
                for share, which in ((_IN_ROWS, "row"), (_IN_COLUMNS, "column"))
            },
        },
        draw=_kappa_of_margins,
    ),
    "9.5b": Exercise(
        next_step=_SOLVE,
        answer=Fraction(1, 2),
        mistakes={
            _P_E: f"That is the right p_e, and it gives another Kappa. S{_SOLVE[1:]}",
            1 - _P_O: f"That is 1 - 0.85, the error. S{_SOLVE[1:]}",
        },
    ),
    "9.6": Exercise(
        answer=[[1, 2], [0, 3]],
        objection=_not_a_witness,
        next_step="choose TN first, then an FP and an FN that differ.",
    ),
    "9.7a": _verdict(
        next_step="work it out, and round it to the decimals printed.",
        answer="reproduced",
        mistakes={
            "misprint": "7/9 is 0.777…: rounded to two decimals it is 0.78. Cut off it would be "
            "0.77, but numbers are rounded.",
            "wrong": "7/9 is 0.777…: rounded to two decimals it is 0.78.",
            "not recomputable": "All that is needed is there: 7 and 9.",
        },
    ),
    "9.7b": _verdict(
        next_step="put the counts into the formula as printed, and look at the next line.",
        answer="misprint",
        mistakes={
            "wrong": "As printed it indeed doesn't hold. But look at the next line: does it "
            "show what was meant?",
            "reproduced": "The row is about the formula, and the formula printed is that of "
            "the recall: 30 / (30 + 20).",
            "not recomputable": "A formula can be tested with any counts, and counts are given.",
        },
    ),
    "9.7c": _verdict(
        next_step="can an AUC be computed from what is printed?",
        answer="not recomputable",
        mistakes={
            "wrong": "You can't know that. " + _ONE_POINT,
            "misprint": "What would show it? " + _ONE_POINT,
            "reproduced": "From what? " + _ONE_POINT,
        },
    ),
    "9.7d": _verdict(
        next_step="look for one matrix for which it does not hold.",
        answer="wrong",
        mistakes={
            "reproduced": "Try a frequent class that is easy and a rare one that is hard, "
            "such as 90 of 90 and 5 of 10 right.",
            "misprint": "Perhaps 'usually' was meant. For a misprint the paper itself must show "
            "what was meant.",
            "not recomputable": "A claim about all matrices can be refuted by one. Look for it.",
        },
    ),
    "9.8a": slip(
        next_step="with classes of equal size one of the averages is the accuracy itself.",
        choices=("accuracy", "macro recall", "macro precision", "Kappa"),
        synonyms={"recall": "macro recall", "precision": "macro precision"},
        answer={"macro recall", "macro precision"},
        mistakes={
            frozenset({"accuracy", "macro precision"}): "These two columns hold the same numbers, "
            "so exchanging their heads changes nothing.",
            frozenset({"accuracy", "macro recall"}): "Then the accuracy of A would be 0.7648 and "
            "its macro recall 0.7667. With classes of equal size the two are one number.",
            frozenset({"accuracy", "Kappa"}): "Then Kappa would be higher than the accuracy, which "
            "is impossible.",
        },
    ),
    "9.8b": slip(
        points=1,
        choices=("A", "B", "C", "D", "E"),
        answer="E",
        mistakes=dict.fromkeys(
            ("A", "B", "C", "D"), "A constant answer has a Kappa of 0: nothing beyond chance."
        ),
        next_step="a constant answer has Kappa 0.",
    ),
    "9.8c": text(
        answer="Dear Dr N., in the table of five networks the columns macro recall and macro "
        "precision may have changed places. With classes of equal size macro recall is the "
        "accuracy, as 0.7667 is for network A, but that value is under macro precision. Could "
        "you have a look, or do I misread the heads?",
        rubric=(
            "the place: which table and which columns",
            "what you see, with a number or a network",
            "the reason: why the two must be exchanged",
            "that you may be wrong, or a question",
        ),
        next_step="write where it is, what you see and how you know, and end with a question.",
    ),
    "9.9": own(
        points=3,
        answer=_SIPS,
        of_own=own_kappa,
        needs=lacks,
        next_step=_P_E_FIRST,
    ),
}
