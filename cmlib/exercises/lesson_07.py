"""Lesson 7: its exercises."""

from __future__ import annotations

from fractions import Fraction

from cmlib.exercises.registry import Exercise
from cmlib.explain import explain
from cmlib.matrix import ConfusionMatrix

__all__ = ["EXERCISES"]

_TINY = ConfusionMatrix([[9, 1], [2, 18]], labels=["yes", "no"])

EXERCISES = (
    Exercise(
        id="7.1a",
        points=2,
        answer=Fraction(89, 100),
        mistakes={
            "9/10": "That is A's recall. A calls the class ten times too often; take that "
            "share of the 1000 samples off.",
            "4/5": "That divides the ten calls too many by the 100 samples of the class. They "
            "count as a share of all 1000.",
            "91/100": "The class is called too often, so the ten calls are taken off, not added.",
        },
    ),
    Exercise(
        id="7.1b",
        points=2,
        answer=160,
        mistakes={
            115: "Five calls more are five thousandths of all samples. But B's recall is five "
            "hundredths higher.",
            60: "That is how often B calls it too often. Add the 100 samples of the class.",
            65: "Those are the false alarms of B. It also calls the class for the 95 it finds.",
            110: "That is how often A calls it. Then B, with its higher recall, would have the "
            "higher R'.",
        },
    ),
    Exercise(
        id="7.1c",
        points=2,
        answer=Fraction(95, 160),
        mistakes={
            "95/100": "That is B's recall. Divide by how often B calls the class.",
            "9/11": "That is A's precision.",
            "95/110": "That divides by how often A calls the class. B calls it more often.",
        },
    ),
    Exercise(
        id="7.2a",
        points=1,
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
        points=2,
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
        id="7.3a",
        points=1,
        answer="few samples",
        mistakes={
            "renamed": "A network that was told that pears are plums says plum. Here the "
            "missed pears scatter.",
            "test labels": "All 100 pears are still in the row, so no test label was changed.",
        },
    ),
    Exercise(
        id="7.3b",
        points=1,
        answer="test labels",
        mistakes={
            "renamed": "Add up the row: 60 of the test pears are no longer in it.",
            "few samples": "Add up the row: 60 of the test pears are no longer in it.",
        },
    ),
    Exercise(
        id="7.3c",
        points=1,
        answer="renamed",
        mistakes={
            "few samples": "A network without a notion of pears would scatter its guesses. "
            "Here 92 of 100 go to one place.",
            "test labels": "All 100 pears are still in the row, so no test label was changed.",
        },
    ),
    Exercise(
        id="7.4a",
        points=2,
        answer=explain("r_prime", _TINY, "yes"),
    ),
    Exercise(
        id="7.4b",
        points=2,
        answer=Fraction(3, 500),
        mistakes={
            "11/1000": "That weights the first row with 1/10 each. A yes that is found adds "
            "1/10 to the recall and 1/30 to the share predicted.",
            "1/250": "That is the part of the first row. The false alarms of the other row "
            "vary, too.",
            "1/500": "That is the part of the second row. The first varies, too.",
        },
    ),
    Exercise(
        id="7.5",
        points=1,
        answer={2, 7},
    ),
    Exercise(
        id="7.6",
        points=2,
        answer=Fraction(11213, 13_000),
        mistakes={
            "0.821": "That is the R' of dog in Table 11, with 1000 dogs of 10,000 pictures.",
            "0.881": "That takes the share of dogs for 4000 of 10,000. There are 3000 pictures "
            "more.",
            "0.801": "That is J. Now pull it towards 1 by the share of the dogs.",
        },
    ),
    Exercise(
        id="7.7a",
        points=2,
        answer=Fraction(972, 1000),
        mistakes={
            "937/1000": "That is the recall in Table 11. An automobile called truck would now "
            "be called automobile, too.",
            "1926/2000": "That is the recall of both kinds together. The test labels stay as "
            "they are, so the row of the automobiles has 1000.",
        },
    ),
    Exercise(
        id="7.7b",
        points=2,
        answer=Fraction(972, 2035),
        mistakes={
            "937/1022": "That is the precision in Table 11. The column of truck now belongs to "
            "automobile.",
            "1926/2035": "That counts trucks called automobile as right. The test labels stay "
            "as they are.",
            "972/1022": "The numerator is right. The column of truck now belongs to "
            "automobile, too.",
        },
    ),
    Exercise(
        id="7.7c",
        points=2,
        answer=Fraction(972, 1000) - Fraction(1035, 10_000),
        mistakes={
            "0.7685": "That leaves out the share of the automobiles, which is added again.",
            "0.9348": "That is the R' in Table 11.",
            "0.9698": "The recall is right. How often automobile is predicted now includes the "
            "column of truck, too.",
        },
    ),
    Exercise(
        id="7.8",
        points=2,
        answer=[0.1, 0.1, 0.01, 2 / 110, 0.0],
    ),
)
