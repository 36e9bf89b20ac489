"""Lesson 3: Kappa."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np

from cmcourse.exercises.feedback import WORDS
from cmcourse.exercises.lesson_01 import ENOUGH
from cmcourse.exercises.mistakes import KAPPA_BOTTOM, KAPPA_TOP
from cmcourse.exercises.registry import Draw, Exercise, claim, own, place, quick, slip, text
from cmcourse.exercises.variants import asks_for, exact
from cmlib.by_hand.explanation import Explanation, explain
from cmlib.matrix import ConfusionMatrix


def agreement(cm: ConfusionMatrix) -> tuple[Fraction, Fraction]:
    """Return p_o and p_e, the agreement observed and the agreement by chance."""
    total = int(cm.total)
    return Fraction(int(cm.correct), total), Fraction(int(cm.support @ cm.predicted), total**2)


_ROUTINE = ConfusionMatrix([[5, 5], [5, 85]], labels=["suspicious", "clear"])
_EDITORS = ConfusionMatrix([[28, 6], [3, 13]], labels=["accept", "reject"])
_PRODUCTS = (_EDITORS.support * _EDITORS.predicted).tolist()
_MANUSCRIPTS = int(_EDITORS.total)
_LIGHTS = ConfusionMatrix([[16, 1, 3], [1, 18, 1], [0, 3, 17]], labels=["red", "green", "blue"])
_SEEN, _BY_CHANCE = agreement(_LIGHTS)
_COLOURS = WORDS[len(_LIGHTS.labels)]
_INSPECTORS = ConfusionMatrix([[0, 6], [4, 90]], labels=["faulty", "fine"])
_BANDS = ("poor", "slight", "fair", "moderate", "substantial", "almost perfect")
# Network B of the report: its accuracy, its Kappa as printed, and p_e of ten equal classes.
_ACCURACY, _PRINTED, _TENTH = Fraction(883, 1000), 0.78, Fraction(1, 10)
_LETTERS = ConfusionMatrix([[60, 0], [20, 20]], labels=["bill", "other"])
(_BILLS, _OTHERS), (_CALLED, _REST) = _LETTERS.support.tolist(), _LETTERS.predicted.tolist()
_ALL = int(_LETTERS.total)
_AT_BEST, _OF_MARGINS = agreement(_LETTERS)
_KINDS = 4  # of photographs, equally frequent
_PAIN = ConfusionMatrix([[6, 3, 1], [1, 5, 0], [0, 2, 4]], labels=["none", "some", "strong"])
# The test of Figure 3.2, nine of ten right in each class: its Kappas where 30 % and 10 % are ill.
_KAPPAS = {
    ill / 100: exact("cohen_kappa", ConfusionMatrix([[9 * ill, ill], [well, 9 * well]]))
    for ill, well in ((30, 70), (10, 90))
}
_COST = int(sum(abs(row - column) * count for (row, column), count in np.ndenumerate(_PAIN.counts)))
_PATIENTS = int(_PAIN.total)
_GAIN_ALONE = f"That is {KAPPA_TOP} alone. Kappa divides it by {KAPPA_BOTTOM}."


def _margins(random: Random) -> Draw:
    counts = [[random.randint(4, 40) for _ in range(2)] for _ in range(2)]
    (seen, by_chance), total = agreement(ConfusionMatrix(counts)), sum(map(sum, counts))
    return Draw(
        f"Two editors, one in the rows and one in the columns, put {total} manuscripts into two "
        f"classes: `{counts}`. On what share would they agree by chance?",
        by_chance,
        {seen: "That is the observed agreement."},
        total,
    )


def _not_fullest(cells: list[int]) -> str:
    """Say why a table of the letters is not the one in which Kappa is largest."""
    a, b, c, d = cells
    if [a + b, c + d] != [_BILLS, _OTHERS]:
        return (
            f"Your rows hold {a + b} and {c + d} letters. In truth {_BILLS} are bills, the first "
            f"row, and {_OTHERS} are not."
        )
    if [a + c, b + d] != [_CALLED, _REST]:
        return (
            f"Your columns hold {a + c} and {b + d} letters. The sorter predicts 'bill' for "
            f"{_CALLED}, the first column, and 'other' for {_REST}."
        )
    if a * _ALL == _BILLS * _CALLED:
        return "That is the table that chance would give, with Kappa 0. Now make Kappa large."
    if a < _BILLS:
        return (
            f"The margins are right, and {a + d} letters stand on the diagonal. There can be more: "
            "put as many bills as you can among those predicted as bills."
        )
    return ""


def _kappa_of_own(own: ConfusionMatrix) -> tuple[Explanation, dict[Fraction, str]]:
    observed, expected = agreement(own)
    # Foreseen, for with equal row sums p_o is the mean recall as well, and p_e the share of a row.
    return explain("cohen_kappa", own), {
        observed: "That is p_o, the observed agreement. Subtract p_e, then divide by "
        f"{KAPPA_BOTTOM}.",
        expected: "That is p_e, the agreement by chance. Put it into the formula of Kappa.",
        observed - expected: _GAIN_ALONE,
    }


EXERCISES = {
    "3.0a": quick(
        answer="a",
        reason="On average a coin agrees with anybody on half of the images.",
        mistakes={
            "b": f"{100 * agreement(_ROUTINE)[1]} was right while she wrote 'suspicious' under "
            f"{_ROUTINE.predicted[0]} images. Now the coin decides how often she writes each word.",
            "c": f"They agreed on {_ROUTINE.correct} images when she looked. Now she tosses a "
            "coin.",
        },
        next_step="multiply his share and hers for each class, and add up.",
    ),
    "3.0b": quick(
        answer="c",
        reason=f"With {WORDS[_KINDS]} equally frequent kinds p_e is {1 / _KINDS}, and Kappa is 0 "
        "where the accuracy is p_e.",
        mistakes={
            "a": "Kappa 0 does not mean that nothing is right. It means that as much is right as "
            "chance gives, and chance gives something.",
            "b": "In general it would. But here all kinds are equally frequent in the truth: what "
            "does the lesson say about p_e then?",
        },
        next_step="Kappa is 0 where the accuracy is p_e; what is p_e for "
        f"{WORDS[_KINDS]} equal classes?",
    ),
    "3.0c": quick(
        answer="b",
        reason="In Figure 3.2 both Kappas belong to one and the same test.",
        mistakes={
            "a": "In Figure 3.2 one and the same test has both Kappas: "
            + ", and ".join(f"{float(at):.2f} at prevalence {ill}" for ill, at in _KAPPAS.items())
            + ".",
            "c": "Here fewer ill patients lower Kappa, but that does not make the second test "
            "better. In Figure 3.2 one and the same test has both Kappas.",
        },
        next_step="look for the two Kappas in Figure 3.2.",
    ),
    "3.1": Exercise(
        answer=agreement(_EDITORS)[1],
        mistakes={
            agreement(_EDITORS)[0]: "That is the observed agreement, the diagonal. What would "
            "chance give?",
            **{
                Fraction(one, _MANUSCRIPTS**2): f"That is chance agreement on {label!r} alone. "
                f"They can agree on {other!r} by chance, too."
                for one, label, other in zip(
                    _PRODUCTS, _EDITORS.labels, _EDITORS.labels[::-1], strict=True
                )
            },
            "1/2": "That would be right if one of the editors accepted exactly half. Use the row "
            "and column sums.",
            _MANUSCRIPTS: "That is how many manuscripts there are. On what share of them would "
            "they agree?",
            sum(_PRODUCTS): "Those are the products added up. Divide them by the square of the "
            f"total, {_MANUSCRIPTS} × {_MANUSCRIPTS}.",
            agreement(_EDITORS)[1] * _MANUSCRIPTS: "That is the expected number of agreements. As "
            f"a share: divide it by {_MANUSCRIPTS}.",
            Fraction(int((_EDITORS.support**2).sum()), _MANUSCRIPTS**2): "That squares the row "
            "sums. Multiply each row sum by the column sum.",
            Fraction(int((_EDITORS.predicted**2).sum()), _MANUSCRIPTS**2): "That squares the "
            "column sums. Multiply each by the row sum.",
        },
        next_step="write the row sums and the column sums at the edges, multiply the two of each "
        "class, add the products up, and divide by the square of the total.",
        draw=_margins,
    ),
    "3.2a": asks_for(
        "Two editors, one in the rows and one in the columns, gave `{counts}`. What is Kappa?",
        "cohen_kappa",
        _EDITORS,
    ),
    "3.2b": Exercise(
        answer=exact("cohen_kappa", _LIGHTS),
        mistakes={
            _BY_CHANCE: "That is p_e, the agreement that chance would give. Put it into the "
            "formula of Kappa.",
            _SEEN: "That is p_o, the accuracy. Subtract what chance gives, then divide by what "
            "chance leaves.",
            _SEEN - _BY_CHANCE: _GAIN_ALONE,
            exact("cohen_kappa", _LIGHTS.one_vs_rest("red")): "That is the Kappa of red against "
            f"the rest. Here all {_COLOURS} classes count.",
        },
        next_step=f"every row sum is {_LIGHTS.support[0]} of {_LIGHTS.total}, so p_e is quick; p_o "
        "is the accuracy.",
    ),
    "3.2c": asks_for(
        "One class against the rest gave `{counts}`. What is the Kappa of this class?",
        "cohen_kappa",
        _LIGHTS.one_vs_rest("red"),
        mistakes={
            exact("cohen_kappa", _LIGHTS): f"That is the Kappa of all {_COLOURS} classes. Fold "
            "the matrix first: red against the rest.",
            exact("recall", _LIGHTS, "red"): "That is the recall of red. Fold the matrix into red "
            "against the rest, and take Kappa of that.",
        },
    ),
    "3.3a": slip(
        points=1,
        answer="B",
        reason="With a balanced truth Kappa follows from the accuracy, and only B's does not fit.",
        choices=("A", "B", "C", "D"),
        synonyms={f"row {letter}": letter for letter in "ABCD"},
        mistakes={
            letter: f"The accuracy of {letter} gives the Kappa that is printed. What is p_e "
            f"for {WORDS[_TENTH.denominator]} equally frequent classes?"
            for letter in "ACD"
        },
        next_step="the truth is balanced: work out p_e once, and Kappa for each network.",
    ),
    "3.3b": slip(
        answer=(_ACCURACY - _TENTH) / (1 - _TENTH),
        mistakes={
            _PRINTED: "That is what is printed. Work out p_e, and put it into the formula of "
            "Kappa.",
            _ACCURACY: "That is the accuracy. Subtract what chance gives, then divide by what "
            "chance leaves.",
            _ACCURACY - _TENTH: f"That is the gain over chance, {KAPPA_TOP}. Divide it by what "
            f"could be gained, {KAPPA_BOTTOM}.",
        },
        next_step=f"with balanced classes p_e is {_TENTH}; put it into the formula of Kappa.",
    ),
    "3.4a": asks_for(
        "Two inspectors, one in the rows and one in the columns, gave `{counts}`. What is Kappa?",
        "cohen_kappa",
        _INSPECTORS,
        mistakes={
            0: "Kappa is 0 if they agree just as often as chance gives. Work p_e out, and compare.",
        },
    ),
    "3.4b": Exercise(
        points=1,
        answer="poor",
        reason="Their Kappa is below 0, and that is Landis and Koch's word for it.",
        choices=_BANDS,
        synonyms={f"{word} agreement": word for word in _BANDS},
        mistakes={
            "slight": "Landis and Koch begin 'slight' at 0. This Kappa is below 0.",
            "almost perfect": f"That would fit the agreement, {_INSPECTORS.correct} of "
            f"{_INSPECTORS.total}. Kappa takes away what chance gives.",
        },
        next_step="look at the sign of this Kappa, and at Landis and Koch's lowest words.",
    ),
    "3.5a": Exercise(
        points=1,
        answer={"A"},
        reason="There truth and prediction are constant on the same class: p_e is 1, and Kappa "
        "0/0.",
        choices=("A", "B", "C", "D", "E"),
        mistakes={
            frozenset("AE"): "In both, truth and prediction are constant. But in E they are two "
            "classes: they never agree, and chance would give 0 as well, so p_e is 0, not 1.",
        },
        next_step=f"Kappa is undefined where p_e is 1: then {KAPPA_BOTTOM} is 0.",
    ),
    "3.5b": Exercise(
        points=1,
        answer={"B", "C", "E"},
        reason="In B the predictions are constant, in C the truth, in E both, on different "
        "classes: they agree exactly as often as chance would.",
        choices=("A", "B", "C", "D", "E"),
        mistakes={
            frozenset("BC"): "Two are found, and one is missing. Work out p_o and p_e of the other "
            "matrices.",
            frozenset("ABCE"): "One too many: in A, p_o equals p_e as well, but both are 1. So "
            "Kappa is 0/0 there, not 0.",
        },
        next_step=f"Kappa is 0 where p_o equals p_e, and {KAPPA_BOTTOM} is not 0.",
    ),
    "3.6a": place(
        answer=_LETTERS.counts,
        objection=_not_fullest,
        next_step="as many as possible belong on the diagonal; the margins say how many that is.",
    ),
    "3.6b": Exercise(
        answer=exact("cohen_kappa", _LETTERS),
        mistakes={
            1: f"That would need equal margins: {_BILLS} letters predicted as bills.",
            _AT_BEST: "That is the largest accuracy. Put it into the formula of Kappa.",
            _OF_MARGINS: "That is the chance agreement p_e. Put it into the formula of Kappa.",
            _AT_BEST - _OF_MARGINS: f"That is the numerator alone. Divide by {KAPPA_BOTTOM}.",
            1 - _OF_MARGINS: f"That is {KAPPA_BOTTOM}, the denominator alone.",
            (_AT_BEST - Fraction(1, 2))
            / Fraction(1, 2): "That takes p_e for one half. Multiply the "
            f"shares of each class: {_BILLS / _ALL} × {_CALLED / _ALL} and {_OTHERS / _ALL} × "
            f"{_REST / _ALL}.",
        },
        next_step=f"how many of the {_BILLS} and of the {_OTHERS} can be right at best? Then p_e, "
        "then Kappa.",
    ),
    "3.7a": asks_for(
        "Three grades of pain, in order: `{counts}`. What is the linearly weighted Kappa?",
        "cohen_kappa",
        _PAIN,
        points=3,
        mistakes={
            1 - Fraction(_COST, _PATIENTS): "That is 1 minus the cost per patient, "
            f"{_COST}/{_PATIENTS}. Divide the {_COST} by the cost that chance would give.",
            Fraction(_COST, _PATIENTS): f"That is the cost per patient, {_COST}/{_PATIENTS}. "
            f"Divide the {_COST} by the cost that chance would give, and take 1 minus that.",
        },
        weights="linear",
    ),
    "3.7b": claim(
        False,
        "Plain Kappa has no weights. It adds up the diagonal, and row sum times column sum of "
        "each class: does it matter which class stands first?",
        "Plain Kappa takes the diagonal and the two sums of each class; their order "
        "doesn't matter.",
    ),
    "3.7c": claim(
        True,
        "A weight depends on how far apart two classes stand in the list. How far apart "
        "are 'none' and 'strong' now?",
        "'none' and 'strong' now stand one step apart, 'some' and 'strong' two.",
    ),
    "3.8": text(
        points=2,
        answer="The test does equally well in both places: recall and specificity are the same. "
        "At the family doctors' only one patient in thirty is ill, so more of the agreement comes "
        "by chance and Kappa is lower; it doesn't follow that anybody uses the test wrongly. Let "
        "us report both matrices, with recall and specificity, and leave the words out.",
        rubric=(
            "that the test does equally well in both places",
            "that fewer are ill at the family doctors', so chance alone gives more",
            "that it does not follow that anybody does something wrong",
            "what to report: the matrix, or recall and specificity",
        ),
        next_step="say in two or three sentences why Kappa differs, what does not follow from it, "
        "and what to report.",
    ),
    "3.9": own(
        answer=ConfusionMatrix([[15, 3], [4, 8]], labels=["sharp", "blurred"]),
        of_own=_kappa_of_own,
        needs=lambda own: (
            "" if own.total >= ENOUGH else f"Count at least {ENOUGH} things, or better 30."
        ),
        next_step="work out p_o and p_e of your matrix first.",
    ),
}
