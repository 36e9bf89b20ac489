"""Lesson 5: thresholds, and curves over all of them."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, comb, inf
from random import Random
from typing import NamedTuple

import numpy as np

from cmcourse import tables
from cmcourse.exercises.feedback import WORDS
from cmcourse.exercises.registry import Draw, Exercise, cells, claim, own, place, quick, slip, text
from cmlib.by_hand.explanation import explain
from cmlib.matrix import ConfusionMatrix


class _Parts(NamedTuple):
    """The scores of defective and of fine parts, falling, and the one that two of them share."""

    defective: list[int]
    fine: list[int]
    tie: int

    def at(self, threshold: int) -> tuple[int, int]:
        """Return how many defective and how many fine parts have this score at least."""
        found, false = (sum(score >= threshold for score in scores) for scores in self[:2])
        return found, false

    @property
    def scores(self) -> list[int]:
        return sorted({*self.defective, *self.fine}, reverse=True)

    def auc(self) -> Fraction:
        won = sum(one > other for one in self.defective for other in self.fine)
        return (won + Fraction(1, 2)) / (len(self.defective) * len(self.fine))

    def precision(self, *thresholds: int) -> Fraction:
        """Return the mean precision at some thresholds."""
        each = [Fraction(found, found + false) for found, false in map(self.at, thresholds)]
        return sum(each, Fraction()) / len(each)

    def cost(self, threshold: int, price: int) -> int:
        """Return how many defects are missed, plus this price for each false alarm."""
        found, false = self.at(threshold)
        return len(self.defective) - found + price * false

    def without_tied(self) -> Fraction:
        """Return the average precision without the fine part of the tie."""
        found, false = self.at(self.tie)
        more = Fraction(found, found + false - 1) - Fraction(found, found + false)
        return self.precision(*self.defective) + more / len(self.defective)


# The fewest samples in a matrix of the reader's own.
_FEWEST = 10
_PARTS = _Parts([9, 7, 6, 4], [8, 6, 5, 3, 2, 1, 0], 6)
_TIE, _HIGHEST = _PARTS.tie, _PARTS.scores[0]
(_FOUND, _FALSE), (_FOUND_ABOVE, _FALSE_ABOVE) = _PARTS.at(_TIE), _PARTS.at(_TIE + 1)
_DEFECTIVE, _FINE = map(len, _PARTS[:2])
_PAIRS, _AREA, _AP = _DEFECTIVE * _FINE, _PARTS.auc(), _PARTS.precision(*_PARTS.defective)
_WON = int(_AREA * _PAIRS)  # the tie left out
_PARTS_AT_6 = ConfusionMatrix(
    [[_FOUND, _DEFECTIVE - _FOUND], [_FALSE, _FINE - _FALSE]], labels=["defect", "fine"]
)
_AREAS = {"A": 0.91, "B": 0.83, "C": 0.75, "D": 0.70}
_CORNERS = [list(_PARTS.at(score)[::-1]) for score in _PARTS.scores]
_J = {
    score: Fraction(up, _DEFECTIVE) - Fraction(right, _FINE)
    for score, (right, up) in zip(_PARTS.scores, _CORNERS, strict=True)
}
_UNDER_LINES = np.trapezoid(  # begins with precision 1
    [1, *map(_PARTS.precision, _PARTS.scores)], [0, *(up / _DEFECTIVE for _, up in _CORNERS)]
)
_ONE_STROKE = f"The two parts with score {_TIE} share one stroke: go up and right at once."
# Up, then right; right, then up; each with and without the corner where both are done.
_AT_TIE = _PARTS.scores.index(_TIE)
_TWO_STROKES = [
    cells([*_CORNERS[:_AT_TIE], between, *_CORNERS[below:]])
    for below in (_AT_TIE, _AT_TIE + 1)
    for between in ((_FALSE_ABOVE, _FOUND), (_FALSE, _FOUND_ABOVE))
]
_UP_RIGHT = tuple((up, right) for right, up in _CORNERS)
_EXCHANGED = (
    "Right and up are exchanged: a defect goes up, a fine part goes right, and a point is "
    "[right, up]."
)
_BY_FINE = f"FPR divides by all {WORDS[_FINE]} fine parts."
_NO_START = "leave out the start, [0, 0]: no stroke ends there."
_IS_AUC = "That is the AUC. AP weights each quarter of recall by precision."
_OF_ALL = "That is the mean precision of all scores. Only the scores at which recall rises count."
_MULTIPLY = f"Each of the {WORDS[_DEFECTIVE]} gains in recall is 1/{_DEFECTIVE}. Multiply."
_FORM = f"Answer with one of the scores, {_PARTS.scores[-1]} to {_HIGHEST}."
_AUC, _PAYMENTS, _FRAUDS, _PRICE = Fraction(91, 100), 5000, 25, 3
_COPIES = "ten"  # of each bus, in 5.0c
_LEAST, _CHEAPEST = min((_PARTS.cost(score, _PRICE), score) for score in _PARTS.scores)
_B_IS_RIGHT = "B is right: the baseline of AUC is one half, whatever the prevalence."
_SECOND, _FALSE_FIRST = _PARTS.defective[1], _PARTS.fine[0]
_FINE_ALONE = [score for score in _PARTS.fine if score != _TIE]
_BEST = max(_J, key=_J.__getitem__)
_MISSED = {score: WORDS[_PARTS.cost(score, 0)] for score in _PARTS.scores}
_ALARMS = {score: WORDS[_PARTS.at(score)[1]] for score in _PARTS.scores}
# Exercise 10: scores of the opels and of the others in the validation half, then in the other half.
_GARAGE = tables.load("vehicle_three_class_scores")
_IS_OPEL, _SCORE = np.asarray(_GARAGE.y_true) == 1, np.asarray(_GARAGE.y_score)[:, 1]
_HALVES = [_SCORE[at::2][_IS_OPEL[at::2] == opel] for at in (0, 1) for opel in (True, False)]
_OPELS, _, _OPELS_LATER, _ = map(len, _HALVES)
_CHOSEN = np.sort(_HALVES[0])[-ceil(Fraction(9, 10) * _OPELS)]  # nine of ten are found
_CAUGHT, _IN_VAIN, _CAUGHT_LATER, _VAIN_LATER = [int((it >= _CHOSEN).sum()) for it in _HALVES]


def _more_than(tie: int) -> str:
    return f"That is with more than {tie}. A part with score {tie} is predicted as 'defect', too."


def _wrong_rates(parts: _Parts) -> dict[Fraction, str]:
    """Return rates at the tie that are taken for its false positive rate."""
    (found, false), (defective, fine) = parts.at(parts.tie), map(len, parts[:2])
    return {
        Fraction(false - 1, fine): _more_than(parts.tie),
        Fraction(false, defective + fine): "That divides by all parts. FPR divides by the fine "
        "ones.",
        Fraction(found, defective): "That is the recall. FPR looks at the fine parts.",
        Fraction(found, found + false): "That is the precision. FPR looks at the fine parts.",
    }


def _wrong_areas(auc: Fraction, defective: int, fine: int, taken: int) -> dict[Fraction, str]:
    """Return wrong areas; ``taken`` is a wrong number of pairs."""
    half_a_pair = Fraction(1, 2 * defective * fine)
    return {
        auc - half_a_pair: "That leaves the tie out. A tie counts one half.",
        auc + half_a_pair: "That counts the tie as won. It counts one half.",
        auc * defective * fine: "That is the number of pairs won. Divide by all "
        f"{defective} × {fine}.",
        auc * defective * fine / taken: f"Of the {WORDS[defective + fine]} parts, {defective} are "
        f"defective and {fine} fine: that makes {defective} × {fine} pairs.",
    }


def _baselines(frauds: int, payments: int) -> dict[Fraction, str]:
    return {
        Fraction(1, 2): "That is the baseline of AUC. Of the payments with the highest random "
        "scores, what share is fraud?",
        1 - Fraction(frauds, payments): "That is the share of honest payments. Frauds are the "
        "positives.",
    }


def _parts(random: Random) -> tuple[_Parts, str]:
    """Draw the scores of four defective and six fine parts, with one tie, and name them."""
    (tie, *alone), others = random.sample(range(10), 9), _DEFECTIVE - 1
    parts = _Parts(sorted([tie, *alone[:others]])[::-1], sorted([tie, *alone[others:]])[::-1], tie)
    said = (" ".join(map(str, scores)) for scores in parts[:2])
    return parts, "Defective parts have the scores {}, fine ones {}. ".format(*said)


def _false_positive_rate(random: Random) -> Draw:
    parts, said = _parts(random)
    rate = Fraction(parts.at(parts.tie)[1], len(parts.fine))
    return Draw(
        f"{said}A score of at least {parts.tie} is predicted as *defect*. What is the false "
        "positive rate?",
        rate,
        {1 - rate: "That is the specificity. FPR is the rest."} | _wrong_rates(parts),
    )


def _pairs(random: Random) -> Draw:
    parts, said = _parts(random)
    auc, (defective, fine) = parts.auc(), map(len, parts[:2])
    mistakes = _wrong_areas(auc, defective, fine, comb(defective + fine, 2)) | {
        1 - auc: "That is the share of pairs in which the fine part has the higher score."
    }
    return Draw(f"{said}What is the AUC?", auc, mistakes)


def _average_precision(random: Random) -> Draw:
    parts, said = _parts(random)
    average = parts.precision(*parts.defective)
    mistakes = {
        parts.without_tied(): f"That leaves out the fine part at threshold {parts.tie}. Both parts "
        "with this score are predicted as 'defect'.",
        parts.auc(): _IS_AUC,
        len(parts.defective) * average: _MULTIPLY,
        parts.precision(*parts.scores): _OF_ALL,
    }
    return Draw(f"{said}What is the average precision of *defect*?", average, mistakes)


def _cheapest(random: Random) -> Draw:
    parts, said = _parts(random)
    price = random.randint(2, 3)
    costs = {score: parts.cost(score, price) for score in parts.scores[::-1]}
    best, next_best = sorted(costs, key=costs.__getitem__)[:2]
    # Nor may it be as cheap to raise no alarm.
    if costs[best] >= min(costs[next_best], len(parts.defective)) or best == max(costs):
        raise ValueError("two thresholds are equally cheap, or the highest score is cheapest")
    return Draw(
        f"{said}A false alarm costs {price} times as much as a missed defect. Which of the scores "
        "is the cheapest threshold?",
        Fraction(best),
        {
            score: f"At {score} the cost is {parts.cost(score, 0)} + {price} × "
            f"{parts.at(score)[1]} = {cost}. Another score is cheaper."
            for score, cost in costs.items()
            if score != best
        },
    )


def _baseline(random: Random) -> Draw:
    payments, frauds = random.choice([2000, 4000, 5000, 8000]), random.randint(12, 90)
    by_honest = Fraction(frauds, payments - frauds)
    return Draw(
        f"Of {payments:,} payments {frauds} are frauds. What is the baseline of AP, that of random "
        "scores?",
        Fraction(frauds, payments),
        _baselines(frauds, payments)
        | {by_honest: "That divides by the honest payments. Divide by all."}
        | {Fraction(frauds, payments + frauds): "The payments hold the frauds already."},
    )


def _lacks(cm: ConfusionMatrix) -> str:
    if len(cm.labels) != 2:
        return "A threshold gives a matrix of two classes. Put the positive one first."
    if cm.total < _FEWEST:
        few, more = WORDS[_FEWEST], WORDS[2 * _FEWEST]
        return (
            f"Your matrix has fewer than {few} samples. Take {more} or more, and hand in one half."
        )
    if not cm.support.all():
        return "Informedness needs samples of both true classes: a row of your matrix is empty."
    return ""


EXERCISES = {
    "5.0a": quick(
        answer="c",
        reason="A higher threshold loses some of the hits, or none. What precision does depends "
        "on the mails that it loses.",
        mistakes={
            "a": "Often, but not always: if the highest scores belong mostly to negatives, "
            "precision falls. Look down the table: does it only rise?",
            "b": "That is not certain: if the threshold passes only negatives, or no sample at "
            "all, recall stays.",
        },
        next_step="follow the columns of the table from the bottom to the top.",
    ),
    "5.0b": quick(
        answer="b",
        reason="Either all mails pass a threshold or none does, so the curve has no point "
        "between its two corners.",
        mistakes={
            "a": "That would be a perfect filter: all spam before the first ham. Here no threshold "
            "separates any two mails.",
            "c": "That would be a filter that gives every ham a higher score than any spam. Here "
            "no threshold separates any two mails.",
        },
        next_step="all mails have the same score: how many thresholds give different matrices?",
    ),
    "5.0c": quick(
        answer="a",
        reason="TPR and FPR are each a share of one class, and copies do not change it; in "
        "precision the copied buses bring more false alarms.",
        mistakes={
            "b": f"TPR looks at opels alone, and FPR is a share of the buses: {_COPIES} times the "
            f"false alarms among {_COPIES} times the buses. Does such a point move?",
            "c": f"The scores are the same, but {_COPIES} times as many buses are now predicted as "
            "opel. Which measure sees that?",
        },
        next_step="write down which counts of the matrix are multiplied, and which measure mixes "
        "them with others.",
    ),
    "5.1a": Exercise(
        answer=explain("recall", _PARTS_AT_6, "defect"),
        mistakes={
            Fraction(_FOUND_ABOVE, _DEFECTIVE): _more_than(_TIE),
            _FOUND: "That is TP, a count. Recall divides it by all defective parts.",
        },
    ),
    "5.1b": Exercise(
        answer=explain("precision", _PARTS_AT_6, "defect"),
        mistakes={
            Fraction(_FOUND_ABOVE, _FOUND_ABOVE + _FALSE_ABOVE): _more_than(_TIE),
            _FOUND: "That is TP, a count. Precision divides it by all that are called defective.",
            Fraction(_FOUND, _DEFECTIVE): "That is the recall, or the precision if the fine part "
            f"with score {_TIE} is left out. At threshold {_TIE} both parts with score {_TIE} are "
            "predicted as 'defect'.",
        },
    ),
    "5.1c": Exercise(
        answer=Fraction(_FALSE, _FINE),
        mistakes=_wrong_rates(_PARTS)
        | {
            Fraction(_FALSE, _FALSE + _FOUND): f"That divides the {_ALARMS[_TIE]} false alarms by "
            f"{WORDS[_FALSE + _FOUND]} parts. {_BY_FINE}",
            1 - Fraction(_FALSE, _FINE): "That is the specificity, the share of the fine parts "
            "predicted as fine. FPR is the rest.",
            1 - Fraction(_FOUND, _DEFECTIVE): "That is the share of the defects that are missed. "
            "FPR looks at the fine parts.",
            Fraction(_FALSE, _DEFECTIVE): f"That divides by the {WORDS[_DEFECTIVE]} defects. "
            f"{_BY_FINE}",
            _FALSE: "That is the number of false alarms. Divide by all fine parts.",
        },
        next_step="how many parts are fine, and how many of these are predicted as 'defect'?",
        draw=_false_positive_rate,
    ),
    "5.2": place(
        points=3,
        answer=_CORNERS,
        mistakes={
            _UP_RIGHT: _EXCHANGED,
            ((0, 0), *_UP_RIGHT): f"{_EXCHANGED} And {_NO_START}",
            cells(np.diff([[0, 0], *_CORNERS], axis=0)): "These are the strokes. Write down where "
            "each one ends: add up all strokes so far.",
            cells(np.array(_CORNERS) / (_FINE, _DEFECTIVE)): "These are the rates, and they are "
            f"right. Here count squares: multiply by {_FINE} and by {_DEFECTIVE}.",
            **dict.fromkeys(_TWO_STROKES, _ONE_STROKE),
            **{((0, 0), *ends): f"{_ONE_STROKE} And {_NO_START}" for ends in _TWO_STROKES[:2]},
            cells([(0, 0), *_CORNERS]): f"The points are right, but {_NO_START}",
            cells([(0, 0), *_CORNERS[:-1]]): "The last point is missing, the upper right corner. "
            f"And {_NO_START}",
        },
        next_step=f"go through the scores from {_HIGHEST} down: a defect adds one to the second "
        "number, a fine part adds one to the first.",
    ),
    "5.3a": Exercise(
        answer=_AREA,
        mistakes=_wrong_areas(_AREA, _DEFECTIVE, _FINE, _DEFECTIVE * (_DEFECTIVE + _FINE))
        | {
            1 - _AREA: "That counts the pairs that the fine part wins. Count those that the "
            "defect wins.",
            _WON: "That is the number of pairs won, without the tie. It counts one half; then "
            f"divide by all {_DEFECTIVE} × {_FINE}.",
            _WON + 1: "That is the number of pairs won, with the tie as won. It counts one half; "
            f"then divide by all {_DEFECTIVE} × {_FINE}.",
            _AP: "That is the average precision. The AUC is a share of pairs.",
        },
        next_step="take each defective part in turn, and count the fine parts below it; a tie "
        "counts one half.",
        draw=_pairs,
    ),
    "5.3b": slip(
        points=1,
        answer="B",
        reason="Each pair counts 1, 0 or, if tied, one half; no such sum, over all pairs, rounds "
        f"to {_AREAS['B']}.",
        choices=tuple(_AREAS),
        mistakes={
            letter: f"{area:.2f} can be: it is {halves}/{2 * _PAIRS}"
            + (
                f", {halves / 2:g} of {_PAIRS} pairs won."
                if halves / 2 / _PAIRS == area
                else f" = {halves / 2 / _PAIRS:.4f}, rounded."
            )
            for letter, area in _AREAS.items()
            if letter != "B"
            for halves in [round(area * 2 * _PAIRS)]
        },
        next_step=f"{_DEFECTIVE} × {_FINE} = {_PAIRS} pairs, and a tie counts one half: which "
        "values can an AUC have?",
    ),
    "5.4": Exercise(
        points=3,
        answer=_AP,
        mistakes={
            _PARTS.without_tied(): f"That has {_FOUND}/{_FOUND + _FALSE - 1} at threshold "
            f"{_TIE}. Both parts of the tie are predicted as 'defect' there: "
            f"{_FOUND} of {_FOUND + _FALSE} are defects.",
            _AREA: _IS_AUC,
            _UNDER_LINES: "That is the area under straight lines. Sum each gain in recall "
            "times the precision at which it was gained.",
            _DEFECTIVE * _AP: _MULTIPLY,
            _PARTS.precision(*_PARTS.scores): _OF_ALL,
        },
        next_step="at the score of each defective part, write down the precision; then take their "
        "mean.",
        draw=_average_precision,
    ),
    "5.5a": Exercise(
        answer=Fraction(_BEST),  # a score, no count
        mistakes={
            _HIGHEST: f"At {_HIGHEST}, J is {_J[_HIGHEST]} - 0. Another score has more.",
            **{
                score: f"At {score}, J is {found}/{_DEFECTIVE} - {false}/{_FINE} = {_J[score]}. "
                "Another score has more."
                for score in _PARTS.defective
                if score not in (_HIGHEST, _BEST)
                for found, false in [_PARTS.at(score)]
            },
            **{
                score: f"At {score} a fine part has joined and no defect: J falls."
                for score in _FINE_ALONE[:3]
            },
            max(_J.values()): "That is the largest J. At which threshold is it reached?",
            inf: "Above all scores nothing is predicted as 'defect': both rates are 0, and J is 0.",
        },
        next_step=f"write recall and false positive rate beside each score, and subtract. {_FORM}",
    ),
    "5.5b": Exercise(
        answer=Fraction(_CHEAPEST),
        mistakes={
            **{
                score: f"At {score} there are {_ALARMS[score]} false alarms, and each costs "
                f"{_PRICE}"
                + (f"; {_MISSED[score]} defect is missed" if _PARTS.cost(score, 0) else "")
                + ". Go up."
                for score in _PARTS.scores
                if _PARTS.defective[-1] <= score < _SECOND
            },
            _SECOND: f"At {_SECOND} {_MISSED[_SECOND]} defects are missed and there is "
            f"{_ALARMS[_SECOND]} false alarm: {_PARTS.cost(_SECOND, 0)} + {_PRICE}. Go up.",
            _FALSE_FIRST: f"At {_FALSE_FIRST} a false alarm has joined and no defect: "
            f"{_PARTS.cost(_FALSE_FIRST, 0)} missed, and {_PRICE} for the alarm.",
            _LEAST: f"{_LEAST} is the lowest cost. At which threshold is it reached? At threshold "
            f"{_LEAST} {_ALARMS[_LEAST]} false alarms cost {_PARTS.cost(_LEAST, _PRICE)}.",
            inf: f"Above all scores all {WORDS[_DEFECTIVE]} defects are missed: that costs "
            f"{_DEFECTIVE}. One score is cheaper.",
        },
        next_step="for each score, add up the missed defects and the price of the false alarms. "
        f"{_FORM}",
        draw=_cheapest,
    ),
    "5.6a": Exercise(
        points=1,
        answer=_AUC,
        mistakes={
            1 - _AUC: "Both change, the class and the scores. Is a pair that was won now lost?",
        },
        next_step="take one pair: is it won or lost when class and scores both change?",
    ),
    "5.6b": Exercise(
        points=1,
        answer=1 - _AUC,
        mistakes={
            _AUC: "Only the class changes, not the scores. Is a pair that was won still won?",
        },
        next_step="take one pair: is it won or lost when only the class changes?",
    ),
    "5.6c": claim(
        False,
        "AP is made of precision. That of A looks at the samples predicted as A, that of B at "
        "those predicted as B: other samples. It also depends on the share of B among all samples.",
        "AP is made of precision, and that of B looks at other samples: those predicted as B.",
    ),
    "5.7a": slip(
        answer={"C", "D"},
        reason="C compares an AP with the baseline of AUC; D reports on the same samples on "
        "which the threshold was chosen.",
        choices=("A", "B", "C", "D"),
        mistakes={
            frozenset({"C"}): "C is one. For the other, look at where each number was "
            "chosen and where it is reported.",
            frozenset({"D"}): "D is one. For the other, look at what each number is compared with.",
            frozenset({"B", "D"}): f"{_B_IS_RIGHT} Is it that of AP, too?",
            frozenset({"B", "C"}): f"{_B_IS_RIGHT} Look at D again: where was the threshold "
            "chosen?",
        },
        next_step="for each number, look at what it is compared with, and on which samples it was "
        "chosen.",
    ),
    "5.7b": slip(
        points=1,
        answer=Fraction(_FRAUDS, _PAYMENTS),
        mistakes=_baselines(_FRAUDS, _PAYMENTS)
        | {
            0.1: "That is the detector's AP. What is its baseline?",
            0.01: f"That is one in a hundred. Here it is {_FRAUDS} in {_PAYMENTS}.",
            20 / _FRAUDS: "That is the recall at the chosen threshold. What is the baseline of AP?",
        },
        next_step="of the payments with the highest random scores, what share is fraud?",
        draw=_baseline,
    ),
    "5.8": text(
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
    "5.9": own(
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
    "5.10": text(
        answer=f"At the threshold {_CHOSEN:.3f} the validation half has {_CAUGHT} of its {_OPELS} "
        f"opels found, recall {_CAUGHT / _OPELS:.3f}, with {_IN_VAIN} false alarms. On the other "
        f"half it is {_CAUGHT_LATER} of {_OPELS_LATER}, recall {_CAUGHT_LATER / _OPELS_LATER:.3f}, "
        f"with {_VAIN_LATER} false alarms. The threshold was chosen for the opels of the first "
        f"half, and {_OPELS} of them say little about one that will come: part of the difference "
        "is that choice, part is chance. Do not promise nine of ten; give the second number, and "
        "choose again with more vehicles.",
        rubric=(
            "the threshold, and recall and false alarms where it was chosen",
            "recall and false alarms on the other half, which are the ones to report",
            "why they differ: chosen for these samples, and few of them",
            "what to tell the garage: no promise of nine of ten",
        ),
        next_step="sort the scores of the opels in the validation half, and count down until "
        "nine of ten are found.",
    ),
}
