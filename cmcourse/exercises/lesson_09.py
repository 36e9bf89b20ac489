"""Lesson 9: how to check a paper."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import numpy as np

from cmcourse.exercises.feedback import WORDS
from cmcourse.exercises.lesson_03 import agreement
from cmcourse.exercises.mistakes import KAPPA, KAPPA_BOTTOM, KAPPA_TOP
from cmcourse.exercises.registry import Draw, Exercise, cells, own, place, quick, slip, text
from cmlib.by_hand.explanation import Explanation, explain
from cmlib.matrix import ConfusionMatrix


def _end(printed: str, side: int) -> Fraction:
    """Return the smallest (side -1) or largest (1) number that is printed like this: "0.67"."""
    return Fraction(printed) + side * Fraction(5, 10 ** (len(printed) - 1))


def _f1(precision: str, recall: str, p_side: int = 0, r_side: int = 0) -> Fraction:
    p, r = _end(precision, p_side), _end(recall, r_side)
    return 2 * p * r / (p + r)


def _possible(photos: int) -> dict[Fraction, str]:
    """Return the accuracies below 1 of so many photos as they are printed, and where from."""
    return {
        round(Fraction(hits, photos), 3): f"{hits} of {photos} is {hits / photos:.4f}: possible."
        for hits in range(photos)
    }


_ONE_POINT = "A matrix is one point of the ROC curve; the area needs the scores."
# Precision, recall and F1 as printed, in exercise 1 and of three classes in exercise 4.
_P, _R, _F1 = "0.8", "0.5", "0.67"
_ELM, _FIR, _ASH = ("0.368", "0.683"), ("0.900", "0.500"), ("0.600", "0.720")
_F1_OF_ELM, _F1_OF_FIR, _F1_OF_ASH = "0.479", "0.634", "0.655"
_OBJECTIONS = frozenset({"elm", "fir", "ash"})
_MOST = " and ".join(str(float(_end(printed, 1))) for printed in _ELM)
_MOST_F1 = f"{float(_f1(*_ELM, 1, 1)):.4f}"
_OF_ASH = (
    f"2 × {_ASH[0]} × {_ASH[1]} / {float(sum(map(Fraction, _ASH))):.3f} = "
    f"{float(_f1(*_ASH)):.5f}, which rounds to the printed {_F1_OF_ASH}: ash fits."
)
_PHOTOS, _ODD_ONE = 60, "0.742"  # exercise 2
(_LEFT,) = (photos for photos in range(1, _PHOTOS) if Fraction(_ODD_ONE) in _possible(photos))
_WERE_RIGHT = round(Fraction(_ODD_ONE) * _LEFT)
# Exercise 3: where the wrong count stands, that count as it is and as it is typed; the right table.
_BEE, _FLY, _FLY_AS_BEE, _TYPED = 1, 2, 4, 7
_INSECTS = np.array([[18, 1, 0, 1], [2, 25, 3, 0], [0, _FLY_AS_BEE, 19, 2], [1, 0, 2, 22]])
_ROW, _COLUMN = np.indices(_INSECTS.shape)
# Exercise 5: the shares of the classes in rows and columns, the accuracy, the printed Kappa.
_ROWS, _COLUMNS = [[Fraction(n, 100) for n in sums] for sums in ((70, 30), (65, 35))]
_P_O, _PRINTED = Fraction(85, 100), Fraction(70, 100)
_P_E = _ROWS[0] * _COLUMNS[0] + _ROWS[1] * _COLUMNS[1]
_P_E_FIRST = "p_e first: row share times column share of each class, added up."
_SOLVE = f"solve ({float(_P_O)} - x) / (1 - x) = {float(_PRINTED):.2f} for x."
_NETWORKS = "ABCDE"  # exercise 8: the last always gives the same answer
_NETWORK_A = ConfusionMatrix([[80, 15, 5], [20, 60, 20], [5, 5, 90]])
_ACCURACY = f"{explain('accuracy', _NETWORK_A).value:.4f}"


def _kappa(p_e: Fraction, p_o: Fraction = _P_O) -> Fraction:
    return (p_o - p_e) / (1 - p_e)


def _product(row: Fraction, column: Fraction) -> str:
    return f"{float(row):.2f} × {float(column):.2f}"


def _on_the_way(p_o: Fraction, p_e: Fraction) -> dict[Fraction, str]:
    return {
        p_e: f"That is p_e. Now {KAPPA}.",
        p_o - p_e: f"That is the numerator, {KAPPA_TOP}. Divide by {KAPPA_BOTTOM}.",
        (p_o - p_e) / p_e: f"You divided by p_e. Divide by {KAPPA_BOTTOM}.",
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
    mistakes = {
        p_o: f"That is p_o, the agreement itself. Now {KAPPA}.",
        p_e: f"That is p_e, the agreement by chance. Now {KAPPA}.",
        p_o - p_e: f"That is the numerator, {KAPPA_TOP}. Divide it by {KAPPA_BOTTOM}.",
    }
    if p_e:
        mistakes[(p_o - p_e) / p_e] = (
            f"You divided {KAPPA_TOP} by p_e. Divide it by {KAPPA_BOTTOM}."
        )
    return explain("cohen_kappa", own), mistakes


def _impossible_accuracy(random: Random) -> Draw:
    photos = random.randint(40, 90)
    possible = _possible(photos)
    answer = Fraction(random.randint(700, 950), 1000)
    mistakes = {near: possible[near] for near in random.sample([*possible][photos // 2 :], 3)}
    if answer in possible or photos % 16 == 0:
        raise ValueError("it is possible, or an accuracy ends in a half")
    printed = ", ".join(f"{float(it):.3f}" for it in sorted([answer, *mistakes]))
    return Draw(
        f"Four networks are tested on the same {photos} photos. Their printed accuracies are "
        f"{printed}. One of them is impossible. Which?",
        answer,
        mistakes,
    )


def _kappa_of_margins(random: Random) -> Draw:
    hits, missed, false = random.randint(40, 60), random.randint(3, 14), random.randint(3, 14)
    rows, columns, p_o = hits + missed, hits + false, Fraction(100 - missed - false, 100)
    terms = [Fraction(rows * columns, 10000), Fraction((100 - rows) * (100 - columns), 10000)]
    p_e = sum(terms, Fraction())
    return Draw(
        f"Of 100 samples in two classes a paper prints the row sums {rows} and {100 - rows}, the "
        f"column sums {columns} and {100 - columns}, and the accuracy {float(p_o):.2f}. What is "
        "Kappa?",
        _kappa(p_e, p_o),
        _on_the_way(p_o, p_e)
        | {_kappa(term, p_o): "Each class has a term in p_e: add the other." for term in terms},
    )


def _mark(row: int, column: int, mark: int = 1) -> Any:
    """Return a table of four classes with a mark in one cell."""
    return cells(mark * ((row == _ROW) & (column == _COLUMN)))


def _other_cell(row: int, column: int) -> str:
    """Return a hint for a cell other than the one where row fly and column bee cross."""
    if row != _FLY and column != _BEE:
        return "The row and the column of your cell add up to their sums. Which ones don't?"
    line, other = ("row", "column") if row == _FLY else ("column", "row")
    return f"Your cell is in the {line} that is too large. Which {other} is too large, too?"


_FEW, _MANY = 50, 5000  # photos in a quick question
_RIGHT, _TESTED = 7, 9
_SHARE = _RIGHT / _TESTED
_ROUNDED = f"{_RIGHT}/{_TESTED} is {str(_SHARE)[:5]}…: rounded to two decimals it is {_SHARE:.2f}."
_verdict = partial(quick, choices=("reproduced", "misprint", "wrong", "not recomputable"))

EXERCISES = {
    "9.0a": quick(
        answer="b",
        reason="Few of the numbers with four decimals are possible for so few photos, so most "
        "wrong digits give an impossible one.",
        mistakes={
            "a": f"With {_FEW} photos every second number of two decimals is possible: "
            f"{1 / _FEW}, {2 / _FEW}, {3 / _FEW}. About half of all wrong last digits would pass.",
            "c": f"With {_MANY:,} photos every second number of four decimals is possible: "
            f"{1 / _MANY}, {2 / _MANY}. About half of all wrong last digits would pass.",
        },
        next_step="how many of the numbers with that many decimals are possible for that many "
        "photos?",
    ),
    "9.0b": quick(
        answer="c",
        reason="A changed test label moves a sample to another row. The sums stay only if "
        "another change brings one back.",
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
        reason="Always naming a kind with 0.4000 of the photos gives these numbers. It only "
        "seems so: uneven guessing can give them, too.",
        mistakes={
            "a": "Picking each kind equally often is right about once in five times, not twice.",
            "b": "It can. Accuracy counts photos, macro recall counts kinds: think of one large "
            "kind that is found completely, and of others that are not found at all.",
        },
        next_step="which share of the photos, and which share of the kinds, does it get right?",
    ),
    "9.1a": place(
        answer=[float(_f1(_P, _R, side, side)) for side in (-1, 1)],
        mistakes={
            (_f1(_P, _R),) * 2: "That is F1 of the printed numbers themselves. Each of them "
            "stands for an interval: take the two smallest values, then the two largest.",
            tuple((_end(_P, side) + _end(_R, side)) / 2 for side in (-1, 1)): "These are plain "
            "means of precision and recall. F1 is their harmonic mean.",
            (_f1(_P, _R, 1, -1), _f1(_P, _R, -1, 1)): "You combined the smallest of one with the "
            "largest of the other. F1 grows with both: the two smallest belong together.",
            (_f1(_P, _R, -1, 1), _f1(_P, _R, 1, -1)): "You combined the smallest of one with the "
            "largest of the other, and the smaller end comes first. The two smallest belong "
            "together.",
            (_end(_F1, -1), _end(_F1, 1)): "That is the interval of the printed F1. Which one "
            "follows from precision and recall?",
            (_f1(_P, _R, 1, 1), _f1(_P, _R, -1, -1)): "The smaller end comes first.",
        },
        next_step="F1 of the two smallest values, then F1 of the two largest.",
    ),
    "9.1b": place(
        points=1,
        answer=True,
        reason="Precision and recall were rounded, too, and the two bars meet.",
        mistakes={
            False: f"{_F1} is indeed not F1 of exactly {_P} and {_R}. But both were rounded. Do "
            "the two bars meet?",
        },
    ),
    "9.2a": Exercise(
        next_step="multiply each accuracy by the number of photos, take the nearest whole number "
        "and divide it by the number of photos.",
        answer=Fraction(_ODD_ONE),
        mistakes={it: _possible(_PHOTOS)[it] for it in map(Fraction, ("0.733", "0.767", "0.783"))},
        draw=_impossible_accuracy,
    ),
    "9.2b": Exercise(
        next_step=f"try fewer photos than {_PHOTOS}, one number after the other.",
        whole=_PHOTOS,
        answer=_LEFT,
        mistakes={
            _WERE_RIGHT: "That is how many were right. Of how many?",
            _PHOTOS: "Then none was left out, and the number is impossible. Try fewer.",
            _PHOTOS - _LEFT: "That is how many photos were left out. How many remained?",
            2 * _LEFT: f"That fits the accuracy, but there were only {_PHOTOS} photos.",
        },
    ),
    "9.3a": place(
        answer=((_ROW == _FLY) & (_COLUMN == _BEE)) * 1,
        mistakes={
            _mark(_BEE, _FLY): "Row and column changed places: the row fly is the third, the "
            "column bee is the second.",
            cells(_ROW == _FLY): "That row is indeed too large. One of its cells is in a column "
            "that is too large, too.",
            cells(_COLUMN == _BEE): "That column is indeed too large. One of its cells is in a row "
            "that is too large, too.",
            cells((_ROW == _FLY) | (_COLUMN == _BEE)): "You marked a whole row and a whole "
            "column. The wrong count is where they cross.",
            **{
                _mark(_FLY, _BEE, count): "The place is right. Put a 1 there; the count itself "
                "belongs to (b)."
                for count in (_FLY_AS_BEE - _TYPED, _TYPED - _FLY_AS_BEE, _FLY_AS_BEE, _TYPED)
            },
            cells(_INSECTS): "That is the corrected table. Mark the cell that was wrong: a 1 "
            "there, and 0 everywhere else.",
            **{
                _mark(*at): _other_cell(*at)
                for at in np.ndindex(_INSECTS.shape)
                if {*at} != {_FLY, _BEE}
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
        reason="Precision and recall that round to the printed ones explain the F1 of elm and of "
        "ash, but none explain that of fir.",
        choices=("oak", "elm", "fir", "ash", "yew"),
        mistakes={
            frozenset({"elm", "fir"}): f"The rounded {_ELM[0]} and {_ELM[1]} give "
            f"{float(_f1(*_ELM)):.4f}, and {_F1_OF_ELM} is printed. But {_MOST} give {_MOST_F1}: "
            "rounding alone explains it.",
            frozenset({"elm"}): f"With {_MOST} F1 is {_MOST_F1}: rounding alone explains the "
            f"{_F1_OF_ELM}. Check his other objections.",
            frozenset({"ash", "fir"}): _OF_ASH,
            _OBJECTIONS: f"Two of the {WORDS[len(_OBJECTIONS)]} rows are possible: take the "
            "smallest and the largest values that the printed numbers stand for.",
            frozenset({"ash"}): f"{_OF_ASH} Check his other objections.",
        },
        next_step="work out F1 from the smallest and from the largest precision and recall that "
        "round to what is printed.",
    ),
    "9.4b": slip(
        next_step="compute the harmonic mean of precision and recall.",
        answer=_f1(*_FIR),
        printed=3,
        mistakes={
            f"{float(_f1(*_FIR, -1, -1)):.3f}": "Possible, too, but it is not an exchange of two "
            "digits.",
            _F1_OF_FIR: f"That is what is printed. Compute F1 from {_FIR[0]} and {_FIR[1]}.",
            sum(map(Fraction, _FIR)) / 2: "That is the plain mean of precision and recall. F1 is "
            "their harmonic mean.",
            Fraction(_FIR[0]) * Fraction(_FIR[1]): "That is the product of the two. F1 doubles it "
            "and divides by the sum.",
        },
    ),
    "9.5a": Exercise(
        next_step=_P_E_FIRST,
        answer=_kappa(_P_E),
        mistakes={
            **_on_the_way(_P_O, _P_E),
            _PRINTED: "That is what the paper prints. Compute p_e from the margins first.",
            **{
                _kappa(row * column): f"That is with p_e = {_product(row, column)}. p_e has a term "
                f"for each class: add the {other}."
                for row, column, other in zip(_ROWS, _COLUMNS, ("second", "other"), strict=True)
            },
            _kappa(_ROWS[0] * _COLUMNS[1] + _ROWS[1] * _COLUMNS[0]): "That is with p_e = "
            f"{_product(_ROWS[0], _COLUMNS[1])} + {_product(_ROWS[1], _COLUMNS[0])}. Both factors "
            "of a term belong to one class.",
            **{
                _kappa(one**2 + other**2): f"That is with the {which} shares squared. Each term of "
                "p_e is a row share times the column share of that class."
                for (one, other), which in ((_ROWS, "row"), (_COLUMNS, "column"))
            },
        },
        draw=_kappa_of_margins,
    ),
    "9.5b": Exercise(
        next_step=_SOLVE,
        answer=(_P_O - _PRINTED) / (1 - _PRINTED),
        mistakes={
            _P_E: f"That is the right p_e, and it gives another Kappa. {_SOLVE.capitalize()}",
            1 - _P_O: f"That is 1 - {float(_P_O)}, the error. {_SOLVE.capitalize()}",
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
        reason=f"{_RIGHT} of {_TESTED}, rounded to two decimals, is {_SHARE:.2f}.",
        mistakes={
            "misprint": f"{_ROUNDED} Cut off it would be {str(_SHARE)[:4]}, but numbers are "
            "rounded.",
            "wrong": _ROUNDED,
            "not recomputable": f"All that is needed is there: {_RIGHT} and {_TESTED}.",
        },
    ),
    "9.7b": _verdict(
        next_step="put the counts into the formula as printed, and look at the next line.",
        answer="misprint",
        reason="The numbers put in show that FP was meant.",
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
        reason="An AUC needs scores; a matrix is one point of the curve.",
        mistakes={
            "wrong": "You can't know that. " + _ONE_POINT,
            "misprint": "What would show it? " + _ONE_POINT,
            "reproduced": "From what? " + _ONE_POINT,
        },
    ),
    "9.7d": _verdict(
        next_step="look for one matrix for which it does not hold.",
        answer="wrong",
        reason="A frequent class that is easy and a rare one that is hard are a counterexample.",
        mistakes={
            "reproduced": "Try a frequent class that is easy and a rare one that is hard: the "
            "accuracy is mostly that of the frequent one.",
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
        reason="With classes of equal size macro recall is the accuracy, and those numbers stand "
        "under macro precision.",
        mistakes={
            frozenset({"accuracy", "macro precision"}): "These two columns hold the same numbers, "
            "so exchanging their heads changes nothing.",
            frozenset({"accuracy", "macro recall"}): "Then the accuracy of A would be "
            f"{explain('precision', _NETWORK_A, average='macro').value:.4f} and its macro recall "
            f"{_ACCURACY}. With classes of equal size the two are one number.",
            frozenset({"accuracy", "Kappa"}): "Then Kappa would be higher than the accuracy, which "
            "is impossible.",
        },
    ),
    "9.8b": slip(
        points=1,
        choices=tuple(_NETWORKS),
        answer=_NETWORKS[-1],
        reason="A constant answer has Kappa 0 and finds one of the "
        f"{WORDS[len(_NETWORK_A.labels)]} classes.",
        mistakes=dict.fromkeys(
            _NETWORKS[:-1], "A constant answer has a Kappa of 0: nothing beyond chance."
        ),
        next_step="a constant answer has Kappa 0.",
    ),
    "9.8c": text(
        answer=f"Dear Dr N., in the table of {WORDS[len(_NETWORKS)]} networks the columns macro "
        "recall and macro precision may have changed places. With classes of equal size macro "
        f"recall is the accuracy, as {_ACCURACY} is for network A, but that value is under macro "
        "precision. Could you have a look, or do I misread the heads?",
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
        answer=ConfusionMatrix([[12, 3], [6, 9]], labels=["tap", "bottle"]),
        of_own=own_kappa,
        needs=lacks,
        next_step=_P_E_FIRST,
    ),
}
