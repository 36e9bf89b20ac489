"""Lesson 7: its exercises."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from cmcourse.exercises.mistakes import the
from cmcourse.exercises.registry import Exercise, quick
from cmcourse.exercises.variants import asks_for
from cmlib.by_hand.explanation import explain
from cmlib.matrix import ConfusionMatrix

_OTHER_WORDS = {
    "few": "few samples",
    "few training samples": "few samples",
    "removed": "few samples",
    "deleted": "few samples",
    "rename": "renamed",
    "renaming": "renamed",
    "test label": "test labels",
    "test": "test labels",
}

_what_was_done = partial(
    Exercise,
    points=1,
    next_step="add up the row, and look whether the missed pears go to one place or to all.",
    choices=("renamed", "few samples", "test labels"),
    synonyms=_OTHER_WORDS,
)

_COINS = ConfusionMatrix([[8, 2, 0], [0, 11, 1], [0, 3, 5]], labels=["1 cent", "2 cent", "5 cent"])


def _too_often(own: ConfusionMatrix) -> list[int]:
    return [int(surplus) for surplus in own.predicted - own.support]


def _of_the_class_predicted_too_often(own: ConfusionMatrix) -> Any:
    surplus = _too_often(own)
    found = [explain("r_prime", own, label) for label in own.labels]
    message = "That is {}. Another class is the most over-predicted."
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


EXERCISES = (
    quick(
        id="7.0a",
        answer="c",
        mistakes={
            "a": "Its recall is 0. But the share predicted as lime is 0, too, and R' adds the "
            "share of the limes in the truth.",
            "b": "Its precision is undefined. R' divides by the number of limes and by the number "
            "of all fruit, not by the number of predictions.",
        },
        next_step="put recall 0, q = 0 and the share of the limes into the formula.",
    ),
    quick(
        id="7.0b",
        answer="c",
        mistakes={
            "a": "A column holds the predictions. 0 may be predicted too rarely for many reasons.",
            "b": "Every mistake makes the diagonal smaller, and wrong training labels do so, too.",
        },
        next_step="which sums does a test label decide, those of the rows or those of the columns?",
    ),
    quick(
        id="7.0c",
        answer="b",
        mistakes={
            "a": "Look at the other two rows: recall and precision have changed far more than "
            "chance allows.",
            "c": "The interval contains falls, too, so not even the direction of the change is "
            "known.",
        },
        next_step="read the interval of R' first, then the other two.",
    ),
    asks_for(
        "7.1a",
        "A class and all the rest make the matrix `{counts}`. What is R' of the *class*?",
        "r_prime",
        ConfusionMatrix([[88, 12], [22, 878]], labels=["class", "rest"]),
        "class",
        next_step="recall, minus the share of predictions, plus the share in the truth.",
        mistakes={
            "78/100": "That divides the ten predictions too many by the 100 samples of the class. "
            "They count as a share of all 1000.",
            "89/100": "The class is predicted ten times too often: that share is subtracted, not "
            "added.",
        },
    ),
    Exercise(
        id="7.1b",
        next_step="put B's recall into R', and solve for the number of predictions.",
        answer=180,
        whole=1000,
        mistakes={
            117: "Seven more predictions are seven thousandths of all samples. But B's recall is "
            "seven hundredths higher.",
            80: "That is by how much B predicts it too often. Add the 100 samples of the class.",
            170: "That is seventy more than the class has samples. B needs seventy more than A, "
            "and A predicts the class 110 times.",
            85: "Those are the false alarms of B. The 95 that it finds are predictions, too.",
            110: "That is how often A predicts it. Then B, with its higher recall, would have "
            "the higher R'.",
        },
    ),
    Exercise(
        id="7.1c",
        kind="place",
        next_step="recall is the share of the 100 that B finds, precision the share of its "
        "predictions that are right.",
        answer=[95 / 100, 95 / 180],
        mistakes={
            (95 / 180, 0.95): "Recall and precision have changed places: recall comes first.",
            (0.95, 95 / 110): "The recall is right. The precision divides by how often B predicts "
            "the class; A does so 110 times.",
            (0.95, 88 / 110): "The recall is right. The precision is that of A.",
            (0.95, 88 / 180): "The recall is right. B finds 95, not 88.",
            (95, 180): "Those are counts: B finds 95 of 100 samples, and predicts the class 180 "
            "times. Make two shares of them.",
            (0.88, 88 / 110): "That is where A lies. B finds more, and predicts more.",
        },
    ),
    Exercise(
        id="7.2a",
        kind="place",
        next_step="in each row, what was predicted as yield joins what was predicted as stop.",
        answer=[[1, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0]],
        mistakes={
            ((1, 0, 0, 0), (1, 0, 0, 0), (1, 0, 0, 0), (1, 0, 0, 0)): "The column is right. But no "
            "speed limit was predicted as yield, so nothing is added in that row.",
            ((0, 0, 0, 0), (1, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)): "That is the cell that grows "
            "most. But all predictions of yield become stop, in every row.",
            ((0, 0, 0, 0), (1, 0, 0, 0), (0, 0, 0, 0), (1, 0, 0, 0)): "One is missing: a stop sign "
            "that was predicted as yield is now predicted as stop, correctly.",
            (
                (0, 1, 0, 0),
                (0, 1, 0, 0),
                (0, 0, 0, 0),
                (0, 1, 0, 0),
            ): "Those are the cells that are emptied. Where do their counts go?",
            (
                (46, 0, 0, 4),
                (28, 0, 2, 0),
                (0, 0, 58, 2),
                (5, 0, 3, 52),
            ): "Those are the new counts, and they are right. Now put a 1 where a count has grown.",
            (
                (1, -1, 0, 0),
                (1, -1, 0, 0),
                (0, 0, 0, 0),
                (1, -1, 0, 0),
            ): "The cells that grow are right. A cell that shrinks gets a 0, like all others.",
            ((1, 1, 0, 1), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)): "The labels of the test stay "
            "as they are, so no sign changes its row. Counts move along the rows.",
        },
    ),
    Exercise(
        id="7.2b",
        next_step="add the column of yield to that of stop; how many of the sum are stop signs?",
        answer=Fraction(46, 79),
        mistakes={
            "44/48": "That is the precision before. Add the column of yield to that of stop.",
            "44/79": "The column is right. But two stop signs that were predicted as yield are now "
            "predicted as stop, correctly.",
            "74/79": "That counts yield signs predicted as stop as right. The test labels stay as "
            "they are.",
            "46/48": "The numerator is right. The column has grown, too.",
            "46/50": "That is the recall, 46/50, or the precision before, 44/48, rounded. Divide "
            "46 by how often stop is predicted now.",
            "31/40": "That is R'. Precision divides by how often stop is predicted.",
        },
    ),
    Exercise(
        id="7.2c",
        next_step="the new recall, minus the new share predicted as stop, plus the share of stop "
        "signs.",
        answer=Fraction(46, 50) - Fraction(79 - 50, 200),
        mistakes={
            "46/50": "That is the recall. Stop is predicted 29 times too often: subtract that "
            "share.",
            "0.89": "That is R' before. Recall and the share predicted as stop have both changed.",
            "1.065": "Stop is predicted too often, so that share is subtracted, not added.",
            "0.735": "The share predicted as stop is right. The recall has changed, too.",
            "0.525": "That leaves out the share of the stop signs, which is added again.",
            "46/79": "That is the precision.",
            "0.34": "The 29 predictions too many count as a share of all 200 signs, not of the 50.",
        },
    ),
    _what_was_done(
        id="7.3a",
        answer="few samples",
        mistakes={
            "renamed": "A network that is trained on pears labelled plum predicts plum. Here the "
            "missed pears scatter.",
            "test labels": "All 100 pears are still in the row, so no test label was changed.",
        },
    ),
    _what_was_done(
        id="7.3b",
        answer="test labels",
        mistakes={
            "renamed": "Add up the row: 60 of the test pears are no longer in it.",
            "few samples": "Add up the row: 60 of the test pears are no longer in it.",
        },
    ),
    _what_was_done(
        id="7.3c",
        answer="renamed",
        mistakes={
            "few samples": "A network that has seen few pears scatters its guesses. Here 92 of "
            "100 go to one place.",
            "test labels": "All 100 pears are still in the row, so no test label was changed.",
        },
    ),
    Exercise(
        id="7.4",
        points=1,
        next_step="look at the rows of `change_with_interval` whose interval leaves out 0.",
        choices=tuple(range(10)),
        answer={2, 7},
        mistakes={
            frozenset({0, 4, 6, 8}): "Those are the digits that change from Table 8 to Table 9. "
            "The question begins at Table 4.",
            frozenset({0, 1, 3, 4, 5, 6, 8, 9}): "For those the interval contains 0. The question "
            "is about the others.",
        },
    ),
    Exercise(
        id="7.5a",
        kind="judge",
        points=1,
        next_step="with equal classes macro recall is the accuracy and Kappa is (10 accuracy - 1) "
        "/ 9; F1 lies between precision and recall.",
        choices=("A", "B", "C", "D"),
        answer="C",
        mistakes={
            "A": "A's macro precision is above its recall, and its F1 lies between them; its "
            "Kappa is (10 x 0.6120 - 1) / 9. It fits.",
            "B": "B's F1 lies between precision and recall, and its Kappa is "
            "(10 x 0.7430 - 1) / 9. It fits.",
            "D": "D's F1 lies between precision and recall, and its Kappa is "
            "(10 x 0.8730 - 1) / 9. It fits.",
        },
    ),
    Exercise(
        id="7.5b",
        kind="judge",
        next_step="put macro precision and macro recall into 2PR / (P + R).",
        answer=Fraction(2 * 8011 * 8050, (8011 + 8050) * 10_000),
        mistakes={
            "0.8031": "Nearly: that rounds the plain mean of the two. F1 is the harmonic mean, "
            "which is a little smaller.",
            "0.83": "That is what is printed. It is larger than both P and R.",
            "0.8566": "With that macro precision an F1 of 0.8300 would be right. But to get it "
            "from 0.8011, it takes more than two digits that change places.",
        },
    ),
    Exercise(
        id="7.6",
        kind="write",
        points=3,
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
    Exercise(
        id="7.7",
        next_step="recall, minus the share predicted as dogs, plus the share of dogs, of 13,000 "
        "pictures.",
        answer=Fraction(826, 1000) - Fraction(4 * 826 + 221 - 4000, 13_000),
        mistakes={
            0.8213: "That is the R' of dog in Table 11, with 1000 dogs of 10,000 pictures.",
            0.826: "That is the recall, which doesn't change. Now the share by which dog is "
            "predicted too often, or too rarely.",
            0.8735: "There are 3000 pictures more than in Table 11: divide by 13,000.",
            0.8115: "That counts the 221 others four times, too. They are no dogs.",
            0.7895: "Dog is predicted too rarely now: that share is added.",
            0.8795: "That leaves out the 221 others that are predicted as dogs.",
            0.6318: "4000 of the pictures are dogs now, not 1000.",
            "4/13": "That is the new share of dogs. R' adds it to the recall and subtracts the "
            "share predicted as dogs.",
            "3525/13000": "That is the new share predicted as dogs. Subtract it from the recall, "
            "and add the new share of dogs.",
            "7213/13000": "That leaves out the new share of dogs, which is added again.",
        },
    ),
    Exercise(
        id="7.8",
        kind="own",
        points=3,
        answer=_COINS,
        of_own=_of_the_class_predicted_too_often,
        needs=_lacks,
        next_step="find the class with the largest surplus, its column sum minus its row sum. R' "
        "is its recall, minus the surplus as a share of all samples.",
    ),
)
