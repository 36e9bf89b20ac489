"""Lesson 5: thresholds, and curves over all of them."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from random import Random

from cmcourse.exercises.registry import Draw, Exercise, quick, untrue
from cmlib.by_hand.explanation import explain
from cmlib.matrix import ConfusionMatrix

_PARTS_AT_6 = ConfusionMatrix([[3, 1], [2, 5]], labels=["defect", "fine"])
_MORE_THAN_6 = "That is with more than 6. A part with score 6 is predicted as 'defect', too."
_A_TO_D = ("A", "B", "C", "D")
_CORNERS = [[0, 1], [1, 1], [1, 2], [2, 3], [3, 3], [3, 4], [4, 4], [5, 4], [6, 4], [7, 4]]
_START, _AFTER_7, _AT_6 = ((0, 1), (1, 1), (1, 2)), ((1, 3),), ((2, 3),)
_BELOW_6 = ((3, 3), (3, 4), (4, 4), (5, 4), (6, 4), (7, 4))
_ONE_STROKE = "The two parts with score 6 share one stroke: go up and right at once."
_UP_RIGHT = tuple((up, right) for right, up in _CORNERS)
_EXCHANGED = (
    "Right and up are exchanged: a defect goes up, a fine part goes right, and a point is "
    "[right, up]."
)
_NO_START = "leave out the start, [0, 0]: no stroke ends there."


def _parts(random: Random) -> tuple[list[int], list[int], int, str]:
    """Draw the scores of four defective and six fine parts, with one tie, and its score."""
    tie, *alone = random.sample(range(10), 9)
    defective, fine = sorted([tie, *alone[:3]])[::-1], sorted([tie, *alone[3:]])[::-1]
    said = (" ".join(map(str, scores)) for scores in (defective, fine))
    return defective, fine, tie, "Defective parts have the scores {}, fine ones {}. ".format(*said)


def _passing(scores: list[int], threshold: int) -> int:
    return sum(score >= threshold for score in scores)


def _false_positive_rate(random: Random) -> Draw:
    defective, fine, tie, said = _parts(random)
    found, false = _passing(defective, tie), _passing(fine, tie)
    mistakes = {
        Fraction(false - 1, 6): f"That is with more than {tie}. A part with score {tie} is "
        "predicted as 'defect', too.",
        Fraction(6 - false, 6): "That is the specificity. FPR is the rest.",
        Fraction(false, 10): "That divides by all parts. FPR divides by the fine ones.",
        Fraction(found, 4): "That is the recall. FPR looks at the fine parts.",
        Fraction(found, found + false): "That is the precision. FPR looks at the fine parts.",
    }
    return Draw(
        f"{said}A score of at least {tie} is predicted as *defect*. What is the false positive "
        "rate?",
        Fraction(false, 6),
        mistakes,
    )


def _pairs(random: Random) -> Draw:
    defective, fine, _, said = _parts(random)
    won = sum(one > other for one in defective for other in fine)
    mistakes = {
        Fraction(won, 24): "That leaves the tie out. A tie counts one half.",
        Fraction(won + 1, 24): "That counts the tie as won. It counts one half.",
        won + Fraction(1, 2): "That is the number of pairs won. Divide by all 4 × 6.",
        Fraction(2 * won + 1, 90): "Of the ten parts, 4 are defective and 6 fine: that makes "
        "4 × 6 pairs.",
    }
    return Draw(f"{said}What is the AUC?", Fraction(2 * won + 1, 48), mistakes)


def _average_precision(random: Random) -> Draw:
    defective, fine, tie, said = _parts(random)
    rising = [(_passing(defective, score), _passing(fine, score)) for score in defective]
    total = sum(Fraction(found, found + false) for found, false in rising)
    first = Fraction(found := _passing(defective, tie), found + _passing(fine, tie + 1))
    scores = {*defective, *fine}
    everywhere = sum(
        Fraction(found, found + _passing(fine, score))
        for score in scores
        if (found := _passing(defective, score))
    )
    won = sum(one > other for one in defective for other in fine)
    mistakes = {
        (total + first - Fraction(found, found + _passing(fine, tie))) / 4: "That leaves out the "
        f"fine part with score {tie}. At threshold {tie} both are predicted as 'defect'.",
        Fraction(2 * won + 1, 48): "That is the AUC. AP weights each quarter of recall by "
        "precision.",
        total: "Each of the four gains in recall is 1/4. Multiply.",
        everywhere / len(scores): "That is the mean precision of all scores. Only the scores at "
        "which recall rises count.",
    }
    return Draw(f"{said}What is the average precision of *defect*?", total / 4, mistakes)


def _cheapest(random: Random) -> Draw:
    defective, fine, _, said = _parts(random)
    price, ways = random.randint(2, 5), {}
    for score in sorted({*defective, *fine}):
        missed, false = 4 - _passing(defective, score), _passing(fine, score)
        ways[score] = missed + price * false, f"{missed} + {price} × {false}"
    best, next_best = sorted(ways, key=lambda score: ways[score][0])[:2]
    if ways[best][0] == ways[next_best][0]:
        raise ValueError("two thresholds are equally cheap")
    return Draw(
        f"{said}A false alarm costs {price} times as much as a missed defect. Which of the scores "
        "is the cheapest threshold?",
        Fraction(best),
        {
            score: f"At {score} the cost is {way} = {cost}. Another score is cheaper."
            for score, (cost, way) in ways.items()
            if score != best
        },
    )


def _baseline(random: Random) -> Draw:
    payments, frauds = random.choice([2000, 4000, 5000, 8000]), random.randint(12, 90)
    return Draw(
        f"Of {payments:,} payments {frauds} are frauds. What is the baseline of AP, that of random "
        "scores?",
        Fraction(frauds, payments),
        {
            Fraction(1, 2): "That is the baseline of AUC. Of the payments with the highest random "
            "scores, what share is fraud?",
            1 - Fraction(frauds, payments): "That is the share of honest payments. Frauds are the "
            "positives.",
            Fraction(frauds, payments - frauds): "That divides by the honest payments. Divide by "
            "all.",
        },
    )


def _lacks(cm: ConfusionMatrix) -> str:
    if len(cm.labels) != 2:
        return "A threshold gives a matrix of two classes. Put the positive one first."
    if cm.total < 10:
        return "Your matrix has fewer than ten samples. Take twenty or more, and hand in one half."
    if not cm.support.all():
        return "Informedness needs samples of both true classes: a row of your matrix is empty."
    return ""


EXERCISES = (
    quick(
        id="5.0a",
        answer="c",
        mistakes={
            "a": "Often, but not always: if the highest scores belong mostly to negatives, "
            "precision falls. Compare 70 with 90 in the table.",
            "b": "That is not certain: if the threshold passes only negatives, or no sample at "
            "all, recall stays.",
        },
        next_step="follow the columns of the table from the bottom to the top.",
    ),
    quick(
        id="5.0b",
        answer="b",
        mistakes={
            "a": "That would be a perfect filter: all spam before the first ham. Here no threshold "
            "separates any two mails.",
            "c": "That would be a filter that gives every ham a higher score than any spam. Here "
            "no threshold separates any two mails.",
        },
        next_step="all ten mails have the same score: how many thresholds give different matrices?",
    ),
    quick(
        id="5.0c",
        answer="a",
        mistakes={
            "b": "TPR looks at opels alone, and FPR is a share of the buses: ten times the false "
            "alarms among ten times the buses. Does such a point move?",
            "c": "The scores are the same, but ten times as many buses are now predicted as opel. "
            "Which measure sees that?",
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
        mistakes={
            "2/3": _MORE_THAN_6,
            "3/4": "That is the recall, or the precision if the fine part with score 6 is left "
            "out. At threshold 6 both parts with score 6 are predicted as 'defect'.",
        },
    ),
    Exercise(
        id="5.1c",
        answer=Fraction(2, 7),
        mistakes={
            "2/5": "That divides the two false alarms by five parts. FPR divides by all seven fine "
            "parts.",
            "5/7": "That is the specificity, the share of the fine parts predicted as fine. FPR is "
            "the rest.",
            "2/11": "That divides by all parts. FPR divides by the fine ones.",
            "1/7": _MORE_THAN_6,
            "1/4": "That is the share of the defects that are missed. FPR looks at the fine parts.",
            "1/2": "That divides by the four defects. FPR divides by all seven fine parts.",
            "3/4": "That is the recall. FPR looks at the fine parts.",
            "3/5": "That is the precision. FPR looks at the fine parts.",
            2: "That is the number of false alarms. Divide by all fine parts.",
        },
        next_step="how many parts are fine, and how many of these are predicted as 'defect'?",
        draw=_false_positive_rate,
    ),
    Exercise(
        id="5.2",
        kind="place",
        points=3,
        answer=_CORNERS,
        mistakes={
            _UP_RIGHT: _EXCHANGED,
            ((0, 0), *_UP_RIGHT): f"{_EXCHANGED} And {_NO_START}",
            ((0, 1), (1, 0), (0, 1), (1, 1), (1, 0), (0, 1), *[(1, 0)] * 4): "These are "
            "the strokes. Write down where each one ends: add up all strokes so far.",
            tuple((right / 7, up / 4) for right, up in _CORNERS): "These are the rates, and they "
            "are right. Here count squares: multiply by 7 and by 4.",
            (*_START, *_AFTER_7, *_AT_6, *_BELOW_6): _ONE_STROKE,  # up, then right
            (*_START, (2, 2), *_AT_6, *_BELOW_6): _ONE_STROKE,  # right, then up
            (*_START, *_AFTER_7, *_BELOW_6): _ONE_STROKE,
            (*_START, (2, 2), *_BELOW_6): _ONE_STROKE,
            ((0, 0), *_START, *_AFTER_7, *_AT_6, *_BELOW_6): f"{_ONE_STROKE} And {_NO_START}",
            ((0, 0), *_START, (2, 2), *_AT_6, *_BELOW_6): f"{_ONE_STROKE} And {_NO_START}",
            ((0, 0), *_START, *_AT_6, *_BELOW_6): f"The points are right, but {_NO_START}",
            ((0, 0), *_START, *_AT_6, *_BELOW_6[:-1]): "The last point is missing, the upper right "
            f"corner. And {_NO_START}",
        },
        next_step="go through the scores from 9 down: a defect adds one to the second number, a "
        "fine part adds one to the first.",
    ),
    Exercise(
        id="5.3a",
        answer=Fraction(45, 56),
        mistakes={
            "11/14": "That leaves the tie out. A tie counts one half.",
            "23/28": "That counts the tie as won. It counts one half.",
            "11/56": "That counts the pairs that the fine part wins. Count those that the defect "
            "wins.",
            "45/2": "That is the number of pairs won. Divide by all 4 × 7.",
            22: "That is the number of pairs won, without the tie. It counts one half; then divide "
            "by all 4 × 7.",
            23: "That is the number of pairs won, with the tie as won. It counts one half; then "
            "divide by all 4 × 7.",
            "45/88": "Of the eleven parts, 4 are defective and 7 fine: that makes 4 × 7 pairs.",
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
            "A": "0.91 can be: it is 51/56 = 0.9107, rounded.",
            "C": "0.75 can be: it is 42/56, 21 of 28 pairs won.",
            "D": "0.70 can be: it is 39/56 = 0.6964, rounded.",
        },
        next_step="4 × 7 = 28 pairs, and a tie counts one half: which values can an AUC have?",
    ),
    Exercise(
        id="5.4",
        points=3,
        answer=Fraction(149, 210),
        mistakes={
            "251/336": "That is the AP of the ten mails, or this one without the fine part with "
            "score 6. At threshold 6 both parts of the tie are predicted as 'defect': 3 of 5 are "
            "defects.",
            "45/56": "That is the AUC. AP weights each quarter of recall by precision.",
            "289/420": "That is the area under straight lines. Sum each gain in recall times "
            "the precision at which it was gained.",
            "298/105": "Each of the four gains in recall is 1/4. Multiply.",
            "7687/13860": "That is the mean precision of all ten scores. Only the scores at which "
            "recall rises count.",
        },
        next_step="at the score of each defective part, write down the precision; then take their "
        "mean.",
        draw=_average_precision,
    ),
    Exercise(
        id="5.5a",
        answer=Fraction(4),  # a score, no count
        mistakes={
            9: "At 9, J is 1/4 - 0. Another score has more.",
            8: "At 8 a fine part has joined and no defect: J falls.",
            7: "At 7, J is 2/4 - 1/7 = 5/14. Another score has more.",
            6: "At 6, J is 3/4 - 2/7 = 13/28. Another score has more.",
            5: "At 5 a fine part has joined and no defect: J falls.",
            3: "At 3 a fine part has joined and no defect: J falls.",
            "4/7": "That is the largest J. At which threshold is it reached?",
            inf: "Above all scores nothing is predicted as 'defect': both rates are 0, and J is 0.",
        },
        next_step="write recall and false positive rate beside each score, and subtract. Answer "
        "with one of the scores, 0 to 9.",
    ),
    Exercise(
        id="5.5b",
        answer=Fraction(9),
        mistakes={
            4: "At 4 there are three false alarms, and each costs 3. Go up.",
            5: "At 5 there are three false alarms, and each costs 3; one defect is missed. Go up.",
            6: "At 6 there are two false alarms, and each costs 3; one defect is missed. Go up.",
            7: "At 7 two defects are missed and there is one false alarm: 2 + 3. Go up.",
            8: "At 8 a false alarm has joined and no defect: 3 missed, and 3 for the alarm.",
            3: "3 is the lowest cost. At which threshold is it reached? At threshold 3 four false "
            "alarms cost 12.",
            inf: "Above all scores all four defects are missed: that costs 4. One score is "
            "cheaper.",
        },
        next_step="for each score, add up the missed defects and the price of the false alarms. "
        "Answer with one of the scores, 0 to 9.",
        draw=_cheapest,
    ),
    Exercise(
        id="5.6a",
        points=1,
        answer=Fraction(91, 100),
        mistakes={
            0.09: "Both the class and the scores change, so each pair is judged as before.",
        },
        next_step="take one pair: is it won or lost when class and scores both change?",
    ),
    Exercise(
        id="5.6b",
        points=1,
        answer=Fraction(9, 100),
        mistakes={
            0.91: "Only the class changes, not the scores, so each pair that was won is now lost.",
        },
        next_step="take one pair: is it won or lost when only the class changes?",
    ),
    untrue(
        "5.6c",
        "AP is made of precision, which looks at the samples predicted as A, or at those predicted "
        "as B: other samples. It also depends on the share of B among all samples.",
    ),
    Exercise(
        id="5.7a",
        kind="judge",
        answer={"C", "D"},
        choices=_A_TO_D,
        mistakes={
            frozenset({"C"}): "C is one. For the other, look at where each number was "
            "chosen and where it is reported.",
            frozenset({"D"}): "D is one. For the other, look at what each number is compared with.",
            frozenset({"B", "D"}): "B is right: the baseline of AUC is one half, whatever the "
            "prevalence. Is it that of AP, too?",
            frozenset({"B", "C"}): "B is right: the baseline of AUC is one half, whatever the "
            "prevalence. Look at D again: where was the threshold chosen?",
        },
        next_step="for each number, look at what it is compared with, and on which samples it was "
        "chosen.",
    ),
    Exercise(
        id="5.7b",
        kind="judge",
        points=1,
        answer=Fraction(1, 200),
        mistakes={
            0.5: "That is the baseline of AUC. Of the payments with the highest random scores, "
            "what share is fraud?",
            0.995: "That is the share of honest payments. Frauds are the positives.",
            0.1: "That is the detector's AP. What is its baseline?",
            0.01: "That is one in a hundred. Here it is 25 in 5000.",
            0.8: "That is the recall at the chosen threshold. What is the baseline of AP?",
        },
        next_step="of the payments with the highest random scores, what share is fraud?",
        draw=_baseline,
    ),
    Exercise(
        id="5.8",
        kind="write",
        points=3,
        answer="The same AUC says that the test ranks sick above healthy trees as well as before. "
        "An AP of 0.80 that falls to 0.30 can come from prevalence alone: where sick trees are "
        "rarer, more of the alarms are false. Compare each AP with the share of sick trees in its "
        "forest before you make a new test.",
        rubric=(
            "equal AUC: the test ranks sick above healthy trees as well as before",
            "AP falls, too, where the disease is rarer, with no change in the test",
            "compare each AP with the share of sick trees in its forest",
        ),
        next_step="say what the equal AUC shows, what else makes an AP fall, and what to look at "
        "next.",
    ),
    Exercise(
        id="5.9",
        kind="own",
        points=3,
        answer=ConfusionMatrix([[9, 3], [2, 11]], labels=["oak", "beech"]),
        of_own=lambda cm: (
            explain("informedness", cm, cm.labels[0]),
            {
                Fraction(int(cm.counts[1, 0]), int(cm.support[1])): "That is the false positive "
                "rate. Subtract it from the recall of the positive class."
            },
        ),
        needs=_lacks,
        next_step="J is the recall of the positive class, in the first row, minus the false "
        "positive rate, in the second.",
    ),
    Exercise(
        id="5.10",
        kind="write",
        points=3,
        answer="At the threshold 0.158 the validation half has 25 of its 27 opels found, recall "
        "0.926, with 19 false alarms. On the other half it is 24 of 35, recall 0.686, with 12 "
        "false alarms. The threshold was chosen for the opels of the first half, and 27 of them "
        "say little about one that will come: part of the difference is that choice, part is "
        "chance. Do not promise nine of ten; give the second number, and choose again with more "
        "vehicles.",
        rubric=(
            "the threshold, and recall and false alarms where it was chosen",
            "recall and false alarms on the other half, which are the ones to report",
            "why they differ: chosen for these samples, and few of them",
            "what to tell the garage: no promise of nine of ten",
        ),
        next_step="sort the scores of the opels in the first half, and count down until nine of "
        "ten are found.",
    ),
)
