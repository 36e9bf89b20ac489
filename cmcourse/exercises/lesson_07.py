"""Lesson 7: its exercises."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from cmcourse import tables
from cmcourse.exercises.feedback import WORDS
from cmcourse.exercises.mistakes import the
from cmcourse.exercises.registry import Exercise, cells, own, place, quick, slip, text
from cmcourse.exercises.variants import asks_for, exact
from cmlib.by_hand.explanation import explain
from cmlib.matrix import ConfusionMatrix
from cmlib.r_measure import r_prime

# Network A; how often B finds the class, and predicts it for the same R'.
_A = ConfusionMatrix([[88, 12], [22, 878]], labels=["class", "rest"])
_FOUND_A, _CLASS, _CALLED_A = (int(n[0]) for n in (_A.counts[0], _A.support, _A.predicted))
_FOUND, _ALL = 95, int(_A.total)
_MORE = WORDS[_FOUND - _FOUND_A]
_CALLED = _CALLED_A + _ALL * (_FOUND - _FOUND_A) // _CLASS
_SIGNS = ConfusionMatrix([[44, 2, 0, 4], [3, 25, 2, 0], [0, 0, 58, 2], [1, 4, 3, 52]])
_JOINED = np.hstack([_SIGNS.counts[:, :2] @ [[1, 0], [1, 0]], _SIGNS.counts[:, 2:]])
_GROWN = _JOINED - _SIGNS.counts
_STOPS, _OLD, _NEW, _CALLED_STOP, _IN_TEST = map(
    int, (_SIGNS.support[0], _SIGNS.counts[0, 0], _JOINED[0, 0], _JOINED[:, 0].sum(), _SIGNS.total)
)
_RECALL, _SURPLUS = Fraction(_NEW, _STOPS), Fraction(_CALLED_STOP - _STOPS, _IN_TEST)
_P, _R, _F1 = Fraction("0.8011"), Fraction("0.8050"), Fraction("0.8300")
# Dogs found and missed, others predicted as dogs; how often each dog is then shown.
_TABLE_11 = tables.load("doc1_table11").matrix
(_HITS, _MISSED), (_OTHERS, _) = _TABLE_11.one_vs_rest("dog").counts.tolist()
_DOGS, _PICTURES, _TIMES = _HITS + _MISSED, int(_TABLE_11.total), 4
_CALLED_DOG, _SHOWN = _TIMES * _HITS + _OTHERS, _TIMES * _DOGS
_IN_ALL = _PICTURES - _DOGS + _SHOWN
# The networks that fit, on ten classes of equal size: their accuracies, and their Kappas from them.
_ACCURACIES, _KINDS = {"A": "0.6120", "B": "0.7430", "D": "0.8730"}, 10
_KAPPAS = {
    letter: f"Kappa is ({_KINDS} x {accuracy} - 1) / {_KINDS - 1}. It fits."
    for letter, accuracy in _ACCURACIES.items()
}
_OTHER_WORDS = dict.fromkeys(("few", "few training samples", "removed", "deleted"), "few samples")
_OTHER_WORDS |= {"rename": "renamed", "renaming": "renamed", "test": "test labels"}
_PEARS, _PLUMS_OF_BEN, _TO_PLUM_OF_CEM, _CHANGED = 100, 160, 92, {2, 7}
# The digits whose R' changes much when changed labels are put right, from Table 8 to Table 9.
_BEFORE, _AFTER = (r_prime(tables.load(f"doc1_table{it}").matrix) for it in ("08", "09"))
_REPAIRED = frozenset(np.flatnonzero(np.abs(np.subtract(_AFTER, _BEFORE)) > 0.05).tolist())
_IN_ROW = f"All {_PEARS} pears are still in the row, so no test label was changed."
_COINS = ConfusionMatrix([[8, 2, 0], [0, 11, 1], [0, 3, 5]], labels=["1 cent", "2 cent", "1 euro"])

_what_was_done = partial(
    Exercise,
    points=1,
    next_step="add up the row, and look whether the missed pears go to one place or to all.",
    choices=("renamed", "few samples", "test labels"),
    synonyms=_OTHER_WORDS,
)


def _r_prime_of_dog(called: int = _CALLED_DOG, dogs: int = _SHOWN, of: int = _IN_ALL) -> Fraction:
    return Fraction(_HITS, _DOGS) - Fraction(called - dogs, of)


def _too_often(own: ConfusionMatrix) -> list[int]:
    return [int(surplus) for surplus in own.predicted - own.support]


def _of_the_class_predicted_too_often(own: ConfusionMatrix) -> Any:
    surplus = _too_often(own)
    found = [explain("r_prime", own, label) for label in own.labels]
    message = "That is {}. Take the class with the largest surplus; of two such, the first."
    others = {each.exact: message.format(the(each)) for each in found if each.exact is not None}
    return found[surplus.index(max(surplus))], others


def _lacks(own: ConfusionMatrix) -> str:
    if len(own.labels) < 3:
        return "Use at least three classes."
    if max(_too_often(own)) <= 0:
        return (
            "Each of your classes is predicted as often as it is true. Choose a table in which a "
            "column sum is larger than its row sum."
        )
    return ""


EXERCISES = {
    "7.0a": quick(
        answer="c",
        reason="The recall is 0, and so is q; what is left is the share of the limes.",
        mistakes={
            "a": "Its recall is 0. But the share predicted as lime is 0, too, and R' adds the "
            "share of the limes in the truth.",
            "b": "Its precision is undefined. R' divides by the number of limes and by the number "
            "of all fruit, not by the number of predictions.",
        },
        next_step="put recall 0, q = 0 and the share of the limes into the formula.",
    ),
    "7.0b": quick(
        answer="c",
        reason="A row holds what counts as true; only a test label moves a sample to another row.",
        mistakes={
            "a": "A column holds the predictions. 0 may be predicted too rarely for many reasons.",
            "b": "Every mistake makes the diagonal smaller, and wrong training labels do so, too.",
        },
        next_step="which sums does a test label decide, those of the rows or those of the columns?",
    ),
    "7.0c": quick(
        answer="b",
        reason="The interval contains 0. But recall and precision of dog have changed by more "
        "than chance allows, so (a) doesn't follow.",
        mistakes={
            "a": "Look at the other two rows: recall and precision have changed far more than "
            "chance allows.",
            "c": "The interval contains falls, too, so the two matrices do not show that it rose.",
        },
        next_step="read the interval of R' first, then the other two.",
    ),
    "7.1a": asks_for(
        "A class and all the rest make the matrix `{counts}`. What is R' of the *class*?",
        "r_prime",
        _A,
        "class",
        next_step="recall, minus the share of predictions, plus the share in the truth.",
        mistakes={
            Fraction(_FOUND_A - _CALLED_A + _CLASS, _CLASS): "That divides the "
            f"{_CALLED_A - _CLASS} predictions too many by the {_CLASS} samples of the class. They "
            f"count as a share of all {_ALL}.",
            exact("recall", _A, "class") + Fraction(_CALLED_A - _CLASS, _ALL): "There are "
            f"{_CALLED_A - _CLASS} predictions too many: their share is subtracted, not added.",
        },
    ),
    "7.1b": Exercise(
        next_step="put B's recall into R', and solve for the number of predictions.",
        answer=_CALLED,
        whole=_ALL,
        mistakes={
            _CALLED_A + _FOUND - _FOUND_A: f"{_MORE.capitalize()} more predictions are {_MORE} "
            f"thousandths of all samples. But B's recall is {_MORE} hundredths higher.",
            _CALLED - _CLASS: "That is by how much B predicts it too often. Add the "
            f"{_CLASS} samples of the class.",
            _CALLED - _CALLED_A + _CLASS: "That is seventy more than the class has samples. B "
            f"needs seventy more than A, and A predicts the class {_CALLED_A} times.",
            _CALLED - _FOUND: f"Those are the false alarms of B. The {_FOUND} that it finds are "
            "predictions, too.",
            _CALLED_A: "That is how often A predicts it. Then B, with its higher recall, would "
            "have the higher R'.",
        },
    ),
    "7.1c": place(
        next_step=f"recall is the share of the {_CLASS} that B finds, precision the share of its "
        "predictions that are right.",
        answer=[_FOUND / _CLASS, _FOUND / _CALLED],
        mistakes={
            (_FOUND / _CALLED, _FOUND / _CLASS): "Recall and precision have changed places: recall "
            "comes first.",
            (_FOUND / _CLASS, _FOUND / _CALLED_A): "The recall is right. The precision divides by "
            f"how often B predicts the class; A does so {_CALLED_A} times.",
            (_FOUND / _CLASS, _FOUND_A / _CALLED_A): "The recall is right. The precision is that "
            "of A.",
            (_FOUND / _CLASS, _FOUND_A / _CALLED): "The recall is right. B finds "
            f"{_FOUND}, not {_FOUND_A}.",
            (_FOUND, _CALLED): f"Those are counts: B finds {_FOUND} of {_CLASS} samples, and "
            f"predicts the class {_CALLED} times. Make two shares of them.",
            (_FOUND_A / _CLASS, _FOUND_A / _CALLED_A): "That is where A lies. B finds more, and "
            "predicts more.",
        },
    ),
    "7.2a": place(
        next_step="in each row, what was predicted as yield joins what was predicted as stop.",
        answer=(_GROWN > 0) * 1,
        mistakes={
            cells(np.broadcast_to((_GROWN > 0).any(axis=0), _GROWN.shape)): "The column is right. "
            "But no speed limit was predicted as yield, so nothing is added in that row.",
            cells(_GROWN.max() == _GROWN): "That is the cell that grows most. But all predictions "
            "of yield become stop, in every row.",
            cells((_GROWN > 0) & (np.eye(len(_GROWN)) == 0)): "One is missing: a stop sign that "
            "was predicted as yield is now predicted as stop, correctly.",
            cells(_GROWN < 0): "Those are the cells that are emptied. Where do their counts go?",
            cells(_JOINED): "Those are the new counts, and they are right. Now put a 1 where a "
            "count has grown.",
            cells(np.sign(_GROWN)): "The cells that grow are right. A cell that shrinks gets a 0, "
            "like all others.",
            cells((_GROWN > 0).T): "The labels of the test stay as they are, so no sign changes "
            "its row. Counts move along the rows.",
        },
    ),
    "7.2b": Exercise(
        next_step="add the column of yield to that of stop; how many of the sum are stop signs?",
        answer=Fraction(_NEW, _CALLED_STOP),
        mistakes={
            exact("precision", _SIGNS, 0): "That is the precision before. Add the column of yield "
            "to that of stop.",
            Fraction(_OLD, _CALLED_STOP): "The column is right. But "
            f"{WORDS[_NEW - _OLD]} stop signs that were predicted as yield are now predicted as "
            "stop, correctly.",
            Fraction(_NEW + int(_JOINED[1, 0]), _CALLED_STOP): "That counts yield signs predicted "
            "as stop as right. The test labels stay as they are.",
            Fraction(_NEW, int(_SIGNS.predicted[0])): "The numerator is right. The column has "
            "grown, too.",
            _RECALL: f"That is the recall, {_NEW}/{_STOPS}, or the precision before, "
            f"{_OLD}/{_SIGNS.predicted[0]}, rounded. Divide {_NEW} by how often stop is predicted "
            "now.",
            _RECALL - _SURPLUS: "That is R'. Precision divides by how often stop is predicted.",
        },
    ),
    "7.2c": Exercise(
        next_step="the new recall, minus the new share predicted as stop, plus the share of stop "
        "signs.",
        answer=_RECALL - _SURPLUS,
        mistakes={
            _RECALL: f"That is the recall. There are {_CALLED_STOP - _STOPS} predictions of "
            "stop too many: subtract their share.",
            exact("r_prime", _SIGNS, 0): "That is R' before. Recall and the share predicted as "
            "stop have both changed.",
            _RECALL + _SURPLUS: "Stop is predicted too often, so that share is subtracted, not "
            "added.",
            Fraction(_OLD, _STOPS) - _SURPLUS: "The share predicted as stop is right. The recall "
            "has changed, too.",
            _RECALL - Fraction(_CALLED_STOP, _IN_TEST): "That leaves out the share of the stop "
            "signs, which is added again.",
            Fraction(_NEW, _CALLED_STOP): "That is the precision.",
            _RECALL - Fraction(_CALLED_STOP - _STOPS, _STOPS): f"The {_CALLED_STOP - _STOPS} "
            f"predictions too many count as a share of all {_IN_TEST} signs, not of the "
            f"{_STOPS}.",
        },
    ),
    "7.3a": _what_was_done(
        answer="few samples",
        reason="The missed pears scatter over all kinds: there were too few to learn from.",
        mistakes={
            "renamed": "A network that is trained on pears labelled plum predicts plum. Here the "
            "missed pears scatter.",
            "test labels": _IN_ROW,
        },
    ),
    "7.3b": _what_was_done(
        answer="test labels",
        reason="The row has shrunk and that of plum has grown; the pears that are left are "
        "recognised as ever.",
        mistakes=dict.fromkeys(
            ("renamed", "few samples"),
            f"Add up the row: {_PLUMS_OF_BEN - _PEARS} of the test pears are no longer in it.",
        ),
    ),
    "7.3c": _what_was_done(
        answer="renamed",
        reason="All pears are still in the row, and nearly all of them are called plum.",
        mistakes={
            "few samples": "A network that has seen few pears scatters its guesses. Here "
            f"{_TO_PLUM_OF_CEM} of {_PEARS} go to one place.",
            "test labels": _IN_ROW,
        },
    ),
    "7.4": Exercise(
        points=1,
        next_step="look for the rows of the table whose low and high have the same sign.",
        choices=tuple(range(10)),
        answer=_CHANGED,
        reason="Only these two intervals lie wholly below 0, if only just. That may be chance, "
        "or that two trainings differ, which no interval counts.",
        mistakes={
            _REPAIRED: "Those are the digits that change from Table 8 to Table 9. "
            "The question begins at Table 4.",
            frozenset(range(10)) - _CHANGED: "For those the interval contains 0. The question "
            "is about the others.",
        },
    ),
    "7.5a": slip(
        points=1,
        next_step=f"with equal classes macro recall is the accuracy and Kappa is ({_KINDS} "
        f"accuracy - 1) / {_KINDS - 1}; F1 lies between precision and recall.",
        choices=("A", "B", "C", "D"),
        answer="C",
        reason="An F1 must lie between its precision and its recall, and only the one printed "
        "for C does not.",
        mistakes={
            "A": "A's macro precision is above its recall, and its F1 lies between them; its "
            + _KAPPAS["A"],
            **{
                letter: f"{letter}'s F1 lies between precision and recall, and its "
                + _KAPPAS[letter]
                for letter in "BD"
            },
        },
    ),
    "7.5b": slip(
        next_step="put macro precision and macro recall into 2PR / (P + R).",
        answer=2 * _P * _R / (_P + _R),
        mistakes={
            (_P + _R) / 2: "Nearly: that rounds the plain mean of the two. F1 is the harmonic "
            "mean, which is a little smaller.",
            _F1: "That is what is printed. It is larger than both P and R.",
            # Solved for the precision.
            round(_F1 * _R / (2 * _R - _F1), 4): "With that macro precision an F1 of "
            f"{float(_F1):.4f} would be right. But to get it from {float(_P)}, it takes more than "
            "two digits that change places.",
        },
    ),
    "7.6": text(
        next_step="write two or three sentences: the change of R', recall, precision, and what "
        "decides between them.",
        answer="The rise of R' may be chance, since its interval contains zero. But much has "
        "changed: recall falls, so fewer chanterelles are found; precision rises, so the "
        "prediction chanterelle can now be trusted more. One number for a class can't show both, "
        "so print recall and precision; which network is better depends on what a missed and a "
        "wrong chanterelle cost.",
        rubric=(
            "that the change of R' may be chance",
            "that recall falls: fewer chanterelles are found",
            "that precision rises: the prediction can be trusted more",
            "that costs decide which is better, or that both numbers belong in the report",
        ),
    ),
    "7.7": Exercise(
        next_step="recall, minus the share predicted as dogs, plus the share of dogs, of "
        f"{_IN_ALL:,} pictures.",
        answer=_r_prime_of_dog(),
        mistakes={
            exact("r_prime", _TABLE_11, "dog"): "That is the R' of dog in Table 11, with "
            f"{_DOGS} dogs of {_PICTURES:,} pictures.",
            Fraction(_HITS, _DOGS): "That is the recall, which doesn't change. Now subtract the "
            "share predicted as dog, and add that of the dogs.",
            _r_prime_of_dog(of=_PICTURES): f"There are {_IN_ALL - _PICTURES} pictures more than "
            f"in Table 11: divide by {_IN_ALL:,}.",
            _r_prime_of_dog(_TIMES * (_HITS + _OTHERS)): f"That counts the {_OTHERS} others "
            f"{WORDS[_TIMES]} times, too. They are no dogs.",
            _r_prime_of_dog(_SHOWN, _CALLED_DOG): "Dog is predicted too rarely now: that share is "
            "added.",
            _r_prime_of_dog(_TIMES * _HITS): f"That leaves out the {_OTHERS} others that are "
            "predicted as dogs.",
            _r_prime_of_dog(dogs=_DOGS): f"{_SHOWN} of the pictures are dogs now, not {_DOGS}.",
            Fraction(_SHOWN, _IN_ALL): "That is the new share of dogs. R' adds it to the recall "
            "and subtracts the share predicted as dogs.",
            Fraction(_CALLED_DOG, _IN_ALL): "That is the new share predicted as dogs. Subtract "
            "it from the recall, and add the new share of dogs.",
            _r_prime_of_dog(dogs=0): "That leaves out the new share of dogs, which is added again.",
        },
    ),
    "7.8": own(
        points=3,
        answer=_COINS,
        of_own=_of_the_class_predicted_too_often,
        needs=_lacks,
        next_step="find the class with the largest surplus, its column sum minus its row sum. R' "
        "is its recall, minus the surplus as a share of all samples.",
    ),
}
