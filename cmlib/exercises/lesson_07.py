"""Lesson 7: its exercises."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from cmlib.exercises.registry import Exercise
from cmlib.exercises.variants import asks_for
from cmlib.matrix import ConfusionMatrix

_TINY = ConfusionMatrix([[7, 3], [2, 18]], labels=["yes", "no"])

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

EXERCISES = (
    Exercise(
        id="7.1a",
        next_step="recall, less the share predicted, plus the share in the truth.",
        answer=Fraction(89, 100),
        mistakes={
            "10/11": "That divides 100 by 110. R' is recall, less the share predicted, plus the "
            "share in the truth.",
            "9/11": "That is A's precision. R' takes the share predicted off the recall.",
            "79/100": "The share predicted is taken off. The share of the class in the truth is "
            "added again.",
            "11/100": "That is the share predicted, 110 of 1000. It is taken off the recall.",
            "9/10": "That is A's recall. A calls the class ten times too often; take that "
            "share of the 1000 samples off.",
            "4/5": "That divides the ten calls too many by the 100 samples of the class. They "
            "count as a share of all 1000.",
            "91/100": "The class is called too often, so the ten calls are taken off, not added.",
        },
    ),
    Exercise(
        id="7.1b",
        next_step="put B's recall into R', and solve for the number of calls.",
        answer=160,
        mistakes={
            115: "Five calls more are five thousandths of all samples. But B's recall is five "
            "hundredths higher.",
            60: "That is how often B calls it too often. Add the 100 samples of the class.",
            150: "Fifty calls more than the class has samples. B makes fifty more than A, and A "
            "makes 110.",
            65: "Those are the false alarms of B. It also calls the class for the 95 it finds.",
            110: "That is how often A calls it. Then B, with its higher recall, would have the "
            "higher R'.",
        },
    ),
    Exercise(
        id="7.1c",
        next_step="divide what B finds by how often B calls the class.",
        answer=Fraction(95, 160),
        mistakes={
            "95/100": "That is B's recall. Divide by how often B calls the class.",
            "9/11": "That is A's precision.",
            "90/160": "That divides what A finds. B finds more.",
            "95/110": "That divides by how often A calls the class. B calls it more often.",
        },
    ),
    Exercise(
        id="7.2a",
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
        id="7.2b",
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
    _what_was_done(
        id="7.3a",
        answer="few samples",
        mistakes={
            "renamed": "A network that was told that pears are plums says plum. Here the "
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
            "few samples": "A network without a notion of pears would scatter its guesses. "
            "Here 92 of 100 go to one place.",
            "test labels": "All 100 pears are still in the row, so no test label was changed.",
        },
    ),
    asks_for(
        "7.4a",
        "A matrix of *yes* and *no* is `{counts}`. What is R' of *yes*?",
        "r_prime",
        _TINY,
        "yes",
    ),
    Exercise(
        id="7.4b",
        points=3,
        # (1/10 - 1/30)² × 10 × 7/10 × 3/10, and 1/30² × 20 × 2/20 × 18/20.
        answer=Fraction(17, 1500),
        mistakes={
            "23/1000": "That weights the first row with 1/10 each. A yes that is found adds 1/10 "
            "to the recall and 1/30 to the share predicted.",
            "7/750": "That is the part of the first row. The false alarms of the other row vary, "
            "too.",
            "1/500": "That is the part of the second row. The first varies, too.",
            "21/1000": "That is the variance of the recall. R' depends on the share predicted, "
            "too.",
            0.1065: "That is the standard deviation, its root. The variance is asked for.",
        },
        next_step="each row adds the square of its step times n p (1 - p).",
    ),
    Exercise(
        id="7.5",
        points=1,
        next_step="look at the rows of `change_with_interval` whose interval leaves out 0.",
        choices=tuple(range(10)),
        answer={2, 7},
        mistakes={
            frozenset({0, 4, 6, 8}): "Those are the digits that change from Table 8 to Table 9. "
            "The question begins at Table 4.",
            frozenset({0, 1, 3, 4, 5, 6, 8, 9}): "For those the interval contains 0: no change "
            "above noise. The others are asked for.",
        },
    ),
    Exercise(
        id="7.6",
        next_step="what share of the pictures are dogs, when each dog is shown four times? Then pi "
        "+ (1 - pi) J.",
        answer=Fraction(11213, 13_000),
        mistakes={
            0.8213: "That is the R' of dog in Table 11, with 1000 dogs of 10,000 pictures.",
            0.88084: "That takes the share of dogs for 4000 of 10,000. There are 3000 pictures "
            "more.",
            0.8014: "That is J. Now pull it towards 1 by the share of the dogs.",
            "4/13": "That is the new share of dogs. R' is pi + (1 - pi) J.",
            0.5548: "That is (1 - pi) J. The share of dogs, pi, is added.",
            0.9389: "There pi and 1 - pi have changed places: R' is pi + (1 - pi) J.",
        },
    ),
    Exercise(
        id="7.7a",
        next_step="whatever was called truck is now called automobile; the row of automobile has "
        "1000.",
        answer=Fraction(972, 1000),
        mistakes={
            "937/1000": "That is the recall in Table 11. An automobile called truck would now "
            "be called automobile, too.",
            "977/1000": "That adds 40, the trucks called automobile. Stay in the row of the "
            "automobiles: 35 of them were called truck.",
            "954/1000": "Those are trucks. The recall of automobile asks for automobiles.",
            "1926/2000": "That is the recall of both kinds together. The test labels stay as "
            "they are, so the row of the automobiles has 1000.",
        },
    ),
    Exercise(
        id="7.7b",
        next_step="the two columns become one; which of its pictures are automobiles?",
        answer=Fraction(972, 2035),
        mistakes={
            "937/1022": "That is the precision in Table 11. The column of truck now belongs to "
            "automobile.",
            "937/2035": "The denominator is right. But an automobile that would have been called "
            "truck is now called automobile, and rightly.",
            "1926/2035": "That counts trucks called automobile as right. The test labels stay "
            "as they are.",
            "972/1022": "The numerator is right. The column of truck now belongs to "
            "automobile, too.",
        },
    ),
    Exercise(
        id="7.7c",
        next_step="the new recall, less the new share predicted, plus the share in the truth.",
        answer=Fraction(972, 1000) - Fraction(1035, 10_000),
        mistakes={
            "0.972": "That is the recall. Automobile is called too often: take that share off.",
            "1.0755": "Automobile is called too often, so that share is taken off, not added.",
            "0.8335": "How often automobile is predicted is right. The recall has changed, too.",
            "0.7685": "That leaves out the share of the automobiles, which is added again.",
            "0.9348": "That is the R' in Table 11.",
            "0.9698": "The recall is right. How often automobile is predicted now includes the "
            "column of truck, too.",
        },
    ),
    Exercise(
        id="7.8",
        next_step="write the matrix: one column holds everything; then each measure in turn.",
        answer=[0.1, 0.1, 0.01, 2 / 110, 0.0],
        mistakes={
            (0.1135, 0.1, 0.0114, 0.0204, 0.0): "Those are the values of Table 6, of a network "
            "that says 1 to all digits. In CIFAR-10 each class has 1000 of 10,000.",
            (0.1, 0.1, 0.01, 0.02, 0.0): "The F1 has too few digits: give four decimals.",
            (0.1, 0.1, 0.1, 0.1, 0.0): "Precision is 1/10 for ship alone. Of the nine classes that "
            "are never predicted it counts as 0 in the mean.",
            (0.1, 0.1, 0.1, 0.0182, 0.0): "Macro precision: 1/10 for ship, and nine times 0.",
            (0.1, 0.1, 0.01, 0.0182, 0.1): "Kappa takes away what chance gives: here, everything.",
        },
    ),
)
