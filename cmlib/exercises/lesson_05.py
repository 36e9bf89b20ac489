"""Lesson 5: its exercises."""

from __future__ import annotations

from fractions import Fraction

from cmlib.exercises.registry import Exercise
from cmlib.explain import explain
from cmlib.matrix import ConfusionMatrix

__all__ = ["EXERCISES"]

_PARTS_AT_7 = ConfusionMatrix([[2, 2], [1, 4]], labels=["defect", "fine"])

EXERCISES = (
    Exercise(
        id="5.1a",
        points=2,
        answer=explain("recall", _PARTS_AT_7, "defect"),
    ),
    Exercise(
        id="5.1b",
        points=2,
        answer=explain("precision", _PARTS_AT_7, "defect"),
    ),
    Exercise(
        id="5.1c",
        points=2,
        answer=Fraction(1, 5),
        mistakes={
            "1/3": "That divides by the three parts called defective: it is 1 - precision. FPR "
            "divides by all fine parts.",
            "4/5": "That is the specificity, the fine parts left alone. FPR is the rest.",
            "1/9": "That divides by all parts. FPR divides by the fine ones.",
        },
    ),
    Exercise(
        id="5.2",
        points=2,
        answer=Fraction(31, 40),
        mistakes={
            "3/4": "That leaves the tie out. A tie counts one half.",
            "4/5": "That counts the tie as won. It counts one half.",
            "9/40": "That counts the pairs in which the fine part wins. Turn it round.",
            "31/2": "That is the number of pairs won. Divide by all 4 × 5.",
        },
    ),
    Exercise(
        id="5.3",
        points=2,
        answer=Fraction(11, 15),
        mistakes={
            "37/48": "The fine part with score 6 is missing. At threshold 6 both parts of the "
            "tie are called defective: 3 of 5 are.",
            "31/40": "That is the AUC. Here each quarter of recall is weighted by precision.",
            "57/80": "Those are trapezoids. Sum each gain in recall times the precision at "
            "which it was gained.",
            "44/15": "Each of the four gains in recall is 1/4. Multiply.",
        },
    ),
    Exercise(
        id="5.4a",
        points=2,
        answer=5,
        mistakes={
            9: "At 9, J is 1/4 - 0. Go on down the list: all four defects are found with two "
            "false alarms.",
            0.6: "That is the largest J. At which threshold is it reached?",
        },
    ),
    Exercise(
        id="5.4b",
        points=2,
        answer=9,
        mistakes={
            5: "At 5 there are two false alarms, and each costs 3. Go up.",
            7: "At 7 two defects are missed and one part is a false alarm: 2 + 3. Go up.",
            8: "At 8 a false alarm has joined and no defect: 3 missed and 3 for the alarm.",
            3: "That is the lowest cost. At which threshold is it reached?",
        },
    ),
    Exercise(
        id="5.5a",
        points=2,
        answer=0.5,
        mistakes={
            0.005: "That is the prevalence, the baseline of AP. The ROC diagonal does not "
            "depend on it.",
        },
    ),
    Exercise(
        id="5.5b",
        points=2,
        answer=Fraction(1, 200),
        mistakes={
            0.5: "That is the baseline of AUC. Whomever a random score calls, how many of "
            "them are frauds?",
            0.995: "That is the share of honest payments. Frauds are the positives.",
        },
    ),
    Exercise(
        id="5.5c",
        points=1,
        answer=False,
        mistakes={True: "A random score gets the prevalence, 0.005. Compare 0.10 with that."},
    ),
    Exercise(
        id="5.6a",
        points=2,
        answer=0.91,
        mistakes={
            0.09: "Both the class and the scores are exchanged, so each pair is judged as before.",
        },
    ),
    Exercise(
        id="5.6b",
        points=2,
        answer=0.09,
        mistakes={
            0.91: "Only the class is exchanged, not the scores, so each pair won is now lost.",
        },
    ),
    Exercise(
        id="5.7",
        points=1,
        answer="B",
        mistakes={
            "A": "0.95 is 38/40: 19 pairs of 20 won.",
            "C": "0.70 is 28/40: 14 pairs of 20 won.",
            "D": "0.85 is 34/40: 17 pairs of 20 won.",
        },
    ),
)
