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
_CORNERS = [[0, 1], [1, 1], [1, 2], [2, 3], [3, 3], [3, 4], [4, 4], [5, 4], [6, 4]]


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


def _lacks(cm: ConfusionMatrix) -> str:
    if len(cm.labels) != 2:
        return "A threshold makes a matrix of two classes, the positive one first."
    if not cm.support.all():
        return "Informedness needs samples of both classes in truth: a row of yours is empty."
    return ""


EXERCISES = (
    Exercise(
        id="5.0a",
        points=1,
        answer="b",
        choices=("a", "b", "c"),
        mistakes={
            "a": "That is so often, not always: if those that stand highest are mostly negatives, "
            "precision gets worse. Look at 90 and 70 in the table.",
            "c": "Not certain: if the line passes only negatives, or nobody, recall stays.",
        },
        next_step="follow the columns of the table from the bottom to the top.",
    ),
    Exercise(
        id="5.0b",
        points=1,
        answer="c",
        choices=("a", "b", "c"),
        mistakes={
            "a": "That would be a perfect filter: all spam before the first ham. Here no line "
            "stands between any two mails.",
            "b": "That would be a filter that is always wrong: all ham before the first spam. Here "
            "no line stands between any two mails.",
        },
        next_step="all ten mails have the same score: how many different lines are there?",
    ),
    Exercise(
        id="5.0c",
        points=1,
        answer="a",
        choices=("a", "b", "c"),
        mistakes={
            "b": "TPR looks at opels alone, and FPR is a share of the buses: ten times the false "
            "alarms among ten times the buses. Does such a point move?",
            "c": "The scores are the same, but among those called opel there are ten times as many "
            "buses. Which measure sees that?",
        },
        next_step="write down which counts of the matrix are multiplied, and which measure mixes "
        "them with others.",
    ),
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
        kind="place",
        points=3,
        answer=_CORNERS,
        mistakes={
            tuple((up, right) for right, up in _CORNERS): "Right and up are exchanged: a defect "
            "goes up, a fine part goes right, and a point is [right, up].",
            ((0, 1), (1, 0), (0, 1), (1, 1), (1, 0), (0, 1), (1, 0), (1, 0), (1, 0)): "These are "
            "the strokes. Write down where each one ends: add up all strokes so far.",
            tuple((right / 6, up / 4) for right, up in _CORNERS): "These are the rates, and they "
            "are right. Here count squares: multiply by 6 and by 4.",
            ((0, 1), (1, 1), (1, 2), (1, 3), (3, 3), (3, 4), (4, 4), (5, 4), (6, 4)): "At score 6 "
            "you went up first. No line parts the two: go up and right in one stroke.",
            ((0, 1), (1, 1), (1, 2), (2, 2), (3, 3), (3, 4), (4, 4), (5, 4), (6, 4)): "At score 6 "
            "you went right first. No line parts the two: go up and right in one stroke.",
        },
        next_step="go through the scores from 9 down: a defect adds one to the second number, a "
        "fine part one to the first.",
    ),
    Exercise(
        id="5.3a",
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
        id="5.3b",
        kind="judge",
        points=1,
        answer="B",
        choices=_A_TO_D,
        mistakes={
            "A": "0.90 can be: it is 43/48 = 0.8958, rounded.",
            "C": "0.75 can be: it is 36/48, 18 pairs of 24 won.",
            "D": "0.69 can be: it is 33/48 = 0.6875, rounded.",
        },
        next_step="4 × 6 = 24 pairs, and a tie counts one half: which values can an AUC have?",
    ),
    Exercise(
        id="5.4",
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
        id="5.5a",
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
        id="5.5b",
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
    untrue(
        "5.6c",
        "AP is made of precision, and that looks at those called A, or at those called B: other "
        "samples. It also depends on which part of all samples is B.",
    ),
    Exercise(
        id="5.7a",
        kind="judge",
        answer={"C", "D"},
        choices=_A_TO_D,
        mistakes={
            frozenset({"C"}): "C is one. For the other, ask of each number on which samples it was "
            "chosen, and on which it is reported.",
            frozenset({"D"}): "D is one. For the other, ask of each number with what it is "
            "compared.",
            frozenset({"B", "D"}): "B is right: the baseline of AUC is one half, whatever the "
            "prevalence. Is it that of AP, too?",
            frozenset({"B", "C"}): "B is right: the baseline of AUC is one half, whatever the "
            "prevalence. Look at D again: where was the threshold chosen?",
        },
        next_step="ask of each number with what it is compared, and on which samples it was "
        "chosen.",
    ),
    Exercise(
        id="5.7b",
        kind="judge",
        points=1,
        answer=Fraction(1, 200),
        mistakes={
            0.5: "That is the baseline of AUC. Whomever a random score calls, how many of them are "
            "frauds?",
            0.995: "That is the share of honest payments. Frauds are the positives.",
            0.1: "That is the detector's. What does a random score get?",
            0.01: "That is one in a hundred. Here it is 25 in 5000.",
            0.8: "That is the recall at the chosen threshold. What does a random score get as AP?",
        },
        next_step="whatever a random score calls a fraud: which part of it is one?",
    ),
    Exercise(
        id="5.8",
        kind="write",
        points=3,
        answer="The same AUC says that the test ranks sick above healthy trees as well as before. "
        "An AP of 0.80 that falls to 0.30 can come from prevalence alone: where sick trees are "
        "rarer, more of the alarms are false. Compare each AP with the share of sick trees in its "
        "forest before you make a new test.",
        rubric={
            "what the equal AUC says: the test ranks as well as before": (
                "rank",
                "order",
                "pair",
                "sick above",
                "tells sick from healthy",
                "as well as",
                "as good as",
                "does not depend",
                "doesn't depend",
            ),
            "that AP also depends on how rare the disease is": (
                "prevalen",
                "rare",
                "fewer sick",
                "share of sick",
                "less common",
                "proportion",
            ),
            "what to compare the two values of AP with, or what to look at next": (
                "baseline",
                "compare",
                "check",
                "random",
                "by chance",
                "no skill",
            ),
        },
        next_step="say what the equal AUC shows, what else makes an AP fall, and what to look at "
        "next.",
    ),
    Exercise(
        id="5.9",
        kind="own",
        points=3,
        answer=ConfusionMatrix([[9, 3], [2, 11]], labels=["oak", "beech"]),
        of_own=lambda cm: explain("informedness", cm, cm.labels[0]),
        needs=_lacks,
        next_step="J is recall of the positive class, the first row, less the false positive rate "
        "of the second.",
    ),
)
