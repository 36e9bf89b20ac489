"""Lesson 5: thresholds, and curves over all of them."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from random import Random

from cmlib.by_hand.explanation import explain
from cmlib.exercises.registry import Draw, Exercise, untrue
from cmlib.matrix import ConfusionMatrix

_PARTS_AT_6 = ConfusionMatrix([[3, 1], [2, 4]], labels=["defect", "fine"])
_MORE_THAN_6 = "That is with more than 6. A part with score 6 is called 'defect', too."
_A_TO_D = ("A", "B", "C", "D")


def _pairs(random: Random) -> Draw:
    defective = random.sample(range(1, 10), 4)
    fine = random.sample(range(1, 10), 5)
    won = sum(Fraction((one > other) + (one >= other), 2) for one in defective for other in fine)
    scores = " ".join(map(str, sorted(defective, reverse=True)))
    others = " ".join(map(str, sorted(fine, reverse=True)))
    return Draw(
        f"Defective parts have the scores {scores}, fine ones {others}. What is the AUC?",
        won / 20,
        {won: "That is the number of pairs won. Divide by all 4 × 5."},
    )


EXERCISES = (
    Exercise(
        id="5.1a",
        answer=explain("recall", _PARTS_AT_6, "defect"),
        mistakes={"1/2": _MORE_THAN_6},
    ),
    Exercise(
        id="5.1b",
        answer=explain("precision", _PARTS_AT_6, "defect"),
        mistakes={"2/3": _MORE_THAN_6},
    ),
    Exercise(
        id="5.1c",
        answer=Fraction(1, 3),
        mistakes={
            "2/5": "That divides by the five parts called defective: it is 1 - precision. FPR "
            "divides by all fine parts.",
            "2/3": "That is the specificity, the fine parts left alone. FPR is the rest.",
            "1/5": "That divides by all parts. FPR divides by the fine ones.",
            "1/6": _MORE_THAN_6,
            "1/2": "That divides the false alarms by the fine parts left alone. FPR divides by all "
            "fine parts.",
            2: "That is how many fine parts are called defective. Divide by all fine parts.",
        },
        next_step="how many parts are fine, and how many of these are called defective?",
    ),
    Exercise(
        id="5.2",
        answer=Fraction(37, 48),
        mistakes={
            "3/4": "That leaves the tie out. A tie counts one half.",
            "19/24": "That counts the tie as won. It counts one half.",
            "11/48": "That counts the pairs in which the fine part wins. Turn it round.",
            "37/2": "That is the number of pairs won. Divide by all 4 × 6.",
            18: "That is the number of pairs won, without the tie. It counts one half; then divide "
            "by all 4 × 6.",
            19: "That is the number of pairs won, with the tie as won. It counts one half; then "
            "divide by all 4 × 6.",
            "37/80": "Of the ten parts, 4 are defective and 6 fine: that makes 4 × 6 pairs.",
            "149/210": "That is the average precision. The AUC is a share of pairs.",
        },
        next_step="take each defective part in turn, and count the fine parts below it; a tie "
        "counts one half.",
        draw=_pairs,
    ),
    Exercise(
        id="5.3",
        points=3,
        answer=Fraction(149, 210),
        mistakes={
            "251/336": "The fine part with score 6 is missing. At threshold 6 both parts of the "
            "tie are called defective: 3 of 5 are.",
            "37/48": "That is the AUC. Here each quarter of recall is weighted by precision.",
            "289/420": "Those are trapezoids. Sum each gain in recall times the precision at which "
            "it was gained.",
            "298/105": "Each of the four gains in recall is 1/4. Multiply.",
            "653/1134": "That is the mean of the precision at every score. Only where recall rises "
            "is there a gain to weight.",
        },
        next_step="at the score of each defective part, write down the precision; then take their "
        "mean.",
    ),
    Exercise(
        id="5.4a",
        answer=4,
        mistakes={
            9: "At 9, J is 1/4 - 0. Go on down the list: all four defects are found with three "
            "false alarms.",
            8: "At 8 a fine part has joined and no defect: J falls.",
            7: "At 7, J is 2/4 - 1/6. Go on down: two more defects are to be found.",
            6: "At 6, J is 3/4 - 2/6 = 5/12. Go on down to the last defect.",
            5: "At 5 a fine part has joined and no defect: J falls. Go on to the last defect.",
            3: "At 3 a fine part has joined and no defect: J falls.",
            "1/2": "That is the largest J. At which threshold is it reached?",
            inf: "Above all scores nothing is called defective: both rates are 0, and J is 0.",
        },
        next_step="write recall and false positive rate beside each score, and subtract.",
    ),
    Exercise(
        id="5.4b",
        answer=9,
        mistakes={
            4: "At 4 there are three false alarms, and each costs 3. Go up.",
            5: "At 5 there are three false alarms, and each costs 3; one defect is missed. Go up.",
            6: "At 6 there are two false alarms, and each costs 3; one defect is missed. Go up.",
            7: "At 7 two defects are missed and one part is a false alarm: 2 + 3. Go up.",
            8: "At 8 a false alarm has joined and no defect: 3 missed and 3 for the alarm.",
            3: "3 is the lowest cost. At which threshold is it reached? At threshold 3 four false "
            "alarms cost 12.",
            inf: "Above all scores all four defects are missed: that costs 4. One score is "
            "cheaper.",
        },
        next_step="for each score, add up the missed defects and three times the false alarms.",
    ),
    Exercise(
        id="5.5a",
        points=1,
        answer=Fraction(1, 2),
        mistakes={
            0.005: "That is the prevalence, the baseline of AP. The ROC diagonal does not depend "
            "on it.",
            0.1: "That is the average precision of the detector.",
            1: "That is a perfect ranking. A random score knows nothing.",
        },
        next_step="of a fraud and an honest payment, how often does a random score put the fraud "
        "first?",
    ),
    Exercise(
        id="5.5b",
        points=1,
        answer=Fraction(1, 200),
        mistakes={
            0.5: "That is the baseline of AUC. Whomever a random score calls, how many of them are "
            "frauds?",
            0.995: "That is the share of honest payments. Frauds are the positives.",
            0.1: "That is the detector's. What does a random score get?",
            0.01: "That is one in a hundred. One payment in 200 is a fraud.",
        },
        next_step="whatever a random score calls a fraud: which part of it is one?",
    ),
    untrue("5.5c", "A random score gets the prevalence, 0.005. Compare 0.10 with that."),
    Exercise(
        id="5.6a",
        points=1,
        answer=Fraction(91, 100),
        mistakes={
            0.09: "Both the class and the scores are exchanged, so each pair is judged as before.",
        },
        next_step="take one pair: is it won or lost when class and scores both change?",
    ),
    Exercise(
        id="5.6b",
        points=1,
        answer=Fraction(9, 100),
        mistakes={
            0.91: "Only the class is exchanged, not the scores, so each pair won is now lost.",
        },
        next_step="take one pair: is it won or lost when only the class changes?",
    ),
    Exercise(
        id="5.7",
        points=1,
        answer="B",
        choices=_A_TO_D,
        mistakes={
            "A": "0.95 is 38/40: 19 pairs of 20 won.",
            "C": "0.70 is 28/40: 14 pairs of 20 won.",
            "D": "0.85 is 34/40: 17 pairs of 20 won.",
        },
        next_step="5 × 4 = 20 pairs, and a tie counts one half: which values can an AUC have?",
    ),
)
