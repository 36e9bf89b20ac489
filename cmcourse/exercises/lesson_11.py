"""Lesson 11: from a data set to a report."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from cmcourse import tables
from cmcourse.exercises.feedback import WORDS
from cmcourse.exercises.registry import Draw, Exercise, own, place, quick, slip, text
from cmcourse.exercises.variants import exact
from cmlib.by_hand.explanation import explain
from cmlib.matrix import ConfusionMatrix

_SKIN_SPOTS = ConfusionMatrix([[30, 10], [4, 96]], labels=["melanoma", "mole"])
_BOTTLES, _LEAK = (5, 5, 6, 6, 6, 7, 7, 7, 8, 8), 8  # scores in tenths, and how many leak
_MEAN, _LEAKING = sum(_BOTTLES) / 10 / len(_BOTTLES), _LEAK / len(_BOTTLES)
_FROM, _THE_TEN = min(_BOTTLES) / 10, f"the {WORDS[len(_BOTTLES)]}"
_NEAR, _PATIENTS, _MALIGNANT = 0.2, 40, 16  # patients with scores near 0.2
_NEEDLESS, _CRACK = 100, 400  # prices in a workshop
# Exercise 4: the accuracies of three models by cross-validation, each with that on the test set.
_ON_TEST = {0.88: 0.9, 0.91: 0.87, 0.86: 0.93}
(_FIRST, _BEST, _THIRD), _LUCKY = _ON_TEST, max(_ON_TEST.values())
_ENOUGH = 30  # samples of the reader's own
# Thresholds with the missed and the needless checks, and the price of a missed one.
_CHECKS, _PRICE = {0.05: (2, 45), 0.2: (3, 22), 0.5: (6, 5), 0.8: (9, 2)}, 8
_NEEDLESS_ALONE = {it[1] for it in _CHECKS.values()} - {it[0] for it in _CHECKS.values()}
_COSTS = {score: _PRICE * missed + needless for score, (missed, needless) in _CHECKS.items()}
_CHEAPEST, _HIGHEST = min(_COSTS, key=_COSTS.__getitem__), max(_COSTS)
_FOUND, _LIT = (57, 23, 9, 2), (60, 25, 15, 2)  # fires in kitchen, bedroom, garage, boiler room
_ONE_BY_OTHER = "That is one price divided by the other. Divide by the sum of both."
_BY_SUM = "the threshold is the price of a false alarm, over the sum of both prices."
_OF_RAIN, _PLAIN, _SUNNY = (1, 0, 1, 0, 0), (8, 6, 7, 2, 1), (10, 9, 9, 1, 0)  # scores in tenths
_CRACKS, _MISSED, _IN_VAIN, _SOUND = 46, 4, 30, 920  # bridges, the first two with a crack
_CRACK_PRICE, _DEER_PRICE = 20, 20  # in needless visits, in needless warnings
_DEER = tables.load("cifar10_restored").matrix.one_vs_rest("deer")
_ALWAYS_OFF, _ALWAYS_ON = (100 * _DEER.support * [_DEER_PRICE, 1] // _DEER.total).tolist()
_COST = 100 * (_DEER.counts * [[0, _DEER_PRICE], [1, 0]]).sum() / _DEER.total  # for 100 photos


def _brier(tenths: Sequence[int], rain: Sequence[int]) -> tuple[Fraction, dict[Fraction, str]]:
    """Return the Brier score of some days, and what may be taken for it."""
    days = len(tenths)
    far = [Fraction(abs(score - 10 * day), 10) for score, day in zip(tenths, rain, strict=True)]
    squares, mean = sum((distance**2 for distance in far), Fraction()), sum(far, Fraction()) / days
    return squares / days, {
        squares: f"That is the sum of the squares. Divide by the {WORDS[days]} days.",
        mean: "That is the mean distance. Square each distance first.",
        mean
        ** 2: "That is the square of the mean distance. Square each distance, then take the mean.",
        Fraction(sum((1 - it) ** 2 for it in far), days): "That takes the scores for those of dry "
        "days. They are scores of rain.",
    }


def _drawn_service(random: Random) -> Draw:
    rain = random.sample([1, 1, 0, 0, 0], 5)
    tenths = [random.randint(5, 10) if day else random.randint(0, 6) for day in rain]
    right_and_wrong = _brier(tenths, rain)
    if len({right_and_wrong[0], *right_and_wrong[1]}) < 5:
        raise ValueError("two mistakes meet")
    said = ", ".join(f"{score / 10:.1f}" for score in tenths)
    days = ", ".join("rain" if day else "dry" for day in rain)
    return Draw(
        f"For five days a service gave the scores {said}. The days were: {days}. "
        "What is its Brier score?",
        *right_and_wrong,
    )


def _service(mine: Sequence[int], other: Sequence[int], **options: Any) -> Exercise:
    score, mistakes = _brier(mine, _OF_RAIN)
    wrong = sum((tenths >= 5) != rain for tenths, rain in zip(mine, _OF_RAIN, strict=True))
    return Exercise(
        answer=score,
        mistakes={
            **mistakes,
            Fraction(wrong, len(mine)): "That is the error rate at one half: "
            f"{WORDS[wrong]} day of {WORDS[len(mine)]}.",
            _brier(other, _OF_RAIN)[0]: "That is the Brier score of the other service.",
            score**0.5: "That is a root. The Brier score is the mean of the squares itself.",
        },
        next_step="square the distance between each score and the truth, 1 or 0; then take the "
        f"mean of the {WORDS[len(mine)]} squares.",
        **options,
    )


def _prices(price: int) -> dict[Fraction, str]:
    return {
        Fraction(1, price): _ONE_BY_OTHER,
        Fraction(price, price + 1): "That is the threshold if the two prices were exchanged.",
    }


def _price_alone(random: Random) -> Draw:
    price = random.randint(3, 30)
    return Draw(
        f"A missed fault costs {price} times as much as a needless check. Which threshold do the "
        "prices alone give, if the scores are calibrated?",
        Fraction(1, price + 1),
        _prices(price) | {Fraction(1, 2): "That is the threshold if both cost the same."},
    )


def _rooms(found: Sequence[int], lit: Sequence[int]) -> dict[Fraction, str]:
    shares = [Fraction(*room) for room in zip(found, lit, strict=True)]
    return {
        Fraction(sum(shares), len(shares)): f"That is the mean of the {WORDS[len(lit)]} recalls: "
        "each room counts alike. Count each fire alike.",
        1 - Fraction(sum(found), sum(lit)): "That is the share that was missed.",
    }


def _drawn_rooms(random: Random) -> Draw:
    lit = [random.randint(*ends) for ends in ((40, 80), (15, 30), (4, 9))]
    found = [random.randint(fires * 2 // 3, fires - 1) for fires in lit]
    rooms = [f"{there} of {of}" for there, of in zip(found, lit, strict=True)]
    return Draw(
        f"Smoke detectors found {rooms[0]} fires in a kitchen, {rooms[1]} in a bedroom and "
        f"{rooms[2]} in a garage. What is the recall over all rooms?",
        Fraction(sum(found), sum(lit)),
        _rooms(found, lit)
        | {
            Fraction(found[0], lit[0]): "That is the kitchen alone.",
            Fraction(found[2], lit[2]): "That is the garage alone.",
        },
        sum(lit),
    )


def _lacking(own: ConfusionMatrix) -> str:
    """Say what a reader's matrix needs to be worth judging."""
    if own.total < _ENOUGH:
        return f"Collect a little more: at least {_ENOUGH} samples are due."
    if (own.support > 0).all():
        return ""
    return "In truth one of your classes never occurs, so its recall is 0/0. Go on until it does."


EXERCISES = {
    "11.0a": quick(
        answer="c",
        reason="The mean is learned, and the test rows have a part in it.",
        mistakes={
            "a": "A centimetre is known without any data: nothing is learned from the test rows.",
            "b": "That keeps a copy from standing on both sides: it mends a leak, and learns "
            "nothing that a program could use.",
        },
        next_step="ask of each step whether a number in it is computed from the test rows.",
    ),
    "11.0b": quick(
        answer="a",
        reason=f"{_MALIGNANT} of {_PATIENTS} is twice the score, so the point lies above the "
        "diagonal.",
        mistakes={
            "b": f"Of these patients more are ill than the scores say: {_MALIGNANT} of {_PATIENTS} "
            f"are {_MALIGNANT / _PATIENTS}, and the scores are near {_NEAR}.",
            "c": f"Calibrated would be a share near {_NEAR}, that is, {_NEAR * _PATIENTS:.0f} of "
            f"the {_PATIENTS}.",
        },
        next_step="compare the share that is malignant with the score.",
    ),
    "11.0c": quick(
        answer="b",
        reason=f"It is {_NEEDLESS} / ({_NEEDLESS} + {_CRACK}), the price of a needless check over "
        "the sum of both.",
        synonyms={"1/4": "a", "1/5": "b", "4/5": "c"},
        mistakes={
            "a": _ONE_BY_OTHER,
            "c": "That would be the threshold if the two prices were exchanged.",
        },
        next_step=_BY_SUM,
    ),
    "11.1a": _service(_PLAIN, _SUNNY, draw=_drawn_service),
    "11.1b": _service(_SUNNY, _PLAIN),
    "11.1c": Exercise(
        points=1,
        answer="plain",
        reason="On the one day when both are wrong, 'sunny' is surer, and that costs it more "
        "than it gains on the others.",
        choices=("plain", "sunny"),
        mistakes={
            "sunny": f"Its right scores are a little better. Its wrong one, {_SUNNY[1] / 10} for a "
            "dry day, costs more than these gain: compare the two Brier scores. Smaller is better."
        },
        next_step="compare the two Brier scores: smaller is better.",
    ),
    "11.2a": place(
        answer=[_MEAN, _LEAKING],
        mistakes={
            (_LEAKING, _MEAN): "The two are exchanged: the mean score goes to the right, the share "
            "upwards.",
            (_MEAN, 1 - _LEAKING): "That is the share that does not leak.",
            (_MEAN, _MEAN): "That is on the diagonal: where the point would lie if the scores were "
            "calibrated. Upwards goes the share that leaks.",
            (_FROM, _LEAKING): f"{_FROM} is where the group begins. To the right goes the mean of "
            "its scores.",
            (sum(_BOTTLES) / 10, _LEAK): "Those are the sum of the scores and the number that "
            f"leak. Divide both by {_THE_TEN}.",
            (_MEAN, _LEAK): f"{_LEAK} is how many leak. Upwards goes their share of {_THE_TEN}.",
        },
        next_step=f"to the right goes the mean of {_THE_TEN} scores, upwards the share that leaks.",
    ),
    "11.2b": Exercise(
        points=1,
        answer="too low",
        reason="More of the bottles leak than their mean score says.",
        choices=("too low", "too high", "right"),
        synonyms={"low": "too low", "too small": "too low", "calibrated": "right"}
        | dict.fromkeys(("high", "too large"), "too high"),
        mistakes={
            "too high": "More of the bottles leak than the scores say.",
            "right": "Then as many would leak as the mean score says. Compare the two.",
        },
        next_step="compare the share that leaks with the mean score.",
    ),
    "11.3a": Exercise(
        answer=_CHEAPEST,
        mistakes={
            **{
                score: f"At {score} the cost is {_PRICE} × {missed} + {needless} = "
                f"{_COSTS[score]}. Another threshold is cheaper."
                for score, (missed, needless) in _CHECKS.items()
                if score != _CHEAPEST
            },
            _HIGHEST: f"No threshold has fewer errors than {_HIGHEST}, {sum(_CHECKS[_HIGHEST])}. "
            f"But {WORDS[_CHECKS[_HIGHEST][0]]} of them cost {_PRICE} each.",
            min(_COSTS.values()): "That is the lowest cost. At which threshold is it reached?",
            **dict.fromkeys(_NEEDLESS_ALONE, "That is a count of checks. Which threshold?"),
        },
        next_step=f"for each threshold, add {_PRICE} for each missed one and 1 for each needless "
        "check.",
    ),
    "11.3b": Exercise(
        answer=Fraction(1, _PRICE + 1),
        mistakes={
            **_prices(_PRICE),
            _CHEAPEST: f"That is the cheapest of the {WORDS[len(_CHECKS)]} that were tried. What "
            "do the prices alone give?",
        },
        next_step=_BY_SUM,
        draw=_price_alone,
    ),
    "11.4a": slip(
        points=3,
        answer={"B", "C", "D", "F"},
        reason="B and C learn from the test rows, D puts a patient on both sides, and F chooses "
        "by the test set.",
        choices=tuple("ABCDEFG"),
        mistakes={
            frozenset("BCF"): "One is missing: scans of one patient are alike. Can they stand on "
            "both sides?",
            frozenset("BCD"): "One is missing: a choice by the test set puts its chance into the "
            "result.",
            frozenset("CDF"): "One is missing: what is computed from all patients is learned from "
            "the test patients, too.",
            frozenset("BDF"): "One is missing: the diagnoses of the test patients are looked at "
            "before the split.",
            frozenset("ABCDF"): "Step A is harmless: an order tells nothing about anybody. The "
            "others leak.",
            frozenset("BCDEF"): "Step E is harmless: a pound is known without any data. The others "
            "leak.",
            frozenset("BCDFG"): "Step G is harmless: it looks at training scans only. The others "
            "leak.",
        },
        next_step="ask of each step whether it learns from test rows, or puts what belongs "
        "together on both sides.",
    ),
    "11.4b": slip(
        answer=Fraction(str(_ON_TEST[_BEST])),
        mistakes={
            _LUCKY: f"That is the highest of {WORDS[len(_ON_TEST)]} test results: part of it is "
            "chance.",
            _BEST: "That one chose the model. A result for the report comes from samples that "
            "chose nothing.",
            _ON_TEST[_FIRST]: "Of the first model nothing is reported: by cross-validation it is "
            "not the best.",
            _FIRST: "That is the first model's, by cross-validation. Which model is chosen there?",
            _THIRD: "That is the third model's, by cross-validation. Which model is chosen there?",
        },
        next_step="choose a model inside the training set, then read its one test result.",
    ),
    "11.5a": slip(
        points=1,
        answer="mole",
        reason="Class 1 is taken as positive, unless pos_label says otherwise.",
        choices=("melanoma", "mole"),
        mistakes={
            "melanoma": f"Of the {_SKIN_SPOTS.support[0]} melanomas {_SKIN_SPOTS.counts[0, 0]} "
            f"were found. Which row gives {float(exact('recall', _SKIN_SPOTS, 'mole'))}?",
        },
        next_step="divide the diagonal by the row sum, in both rows.",
    ),
    "11.5b": slip(
        answer=explain("recall", _SKIN_SPOTS, "melanoma"),
        mistakes={
            exact("recall", _SKIN_SPOTS, "mole"): "That is the number that the report prints: the "
            "recall of 'mole'.",
            int(_SKIN_SPOTS["mole", "mole"]): "That is a count: of the moles, those that were "
            "predicted as such.",
        },
    ),
    "11.6a": Exercise(
        answer=Fraction(sum(_FOUND), sum(_LIT)),
        whole=sum(_LIT),
        mistakes=_rooms(_FOUND, _LIT),
        next_step="add up all fires that were found, and all that were lit; then divide.",
        draw=_drawn_rooms,
    ),
    "11.6b": Exercise(
        points=1,
        answer="boiler room",
        reason=f"Only {_LIT[3]} fires were lit there, so its interval is the widest.",
        choices=("kitchen", "bedroom", "garage", "boiler room"),
        synonyms={"boiler": "boiler room"},
        mistakes={
            "garage": f"There the smallest share was found, but {_LIT[2]} fires tell a little. "
            "Which interval is the widest?",
            "kitchen": f"There were {_LIT[0]} fires: it is the room we know most about.",
            "bedroom": f"There were {_LIT[1]} fires. Some rooms had fewer.",
        },
        next_step="the fewer fires, the wider the interval.",
    ),
    "11.6c": Exercise(
        points=1,
        answer="not known",
        reason="The interval of the boiler room holds the whole interval of the kitchen.",
        choices=("better", "worse", "not known"),
        synonyms=dict.fromkeys(("unknown", "nobody knows", "can't tell", "not sure"), "not known"),
        mistakes={
            "better": f"{_FOUND[3]} of {_LIT[3]} were found, but of {WORDS[_LIT[3]]} fires a "
            f"detector that finds only half would find both once in {WORDS[2 ** _LIT[3]]} times. "
            "Compare the two intervals.",
            "worse": "Both fires were found there. Compare the two intervals.",
        },
        next_step="look at the intervals: is one of the two rooms wholly above the other?",
    ),
    "11.7": text(
        answer=f"The program was tried on {_CRACKS + _MISSED + _IN_VAIN + _SOUND} photos that it "
        f"had never seen. It found {_CRACKS} of the {_CRACKS + _MISSED} cracks and missed "
        f"{_MISSED}; of cracks in general it may find as few as 81 or as many as 98 in a hundred "
        f"(95 % interval). It sends us out for nothing {_IN_VAIN} times, which with the {_MISSED} "
        f"missed makes a price of {_CRACK_PRICE * _MISSED + _IN_VAIN} visits. To visit every "
        f"bridge would make {_IN_VAIN + _SOUND} needless visits, if each photo is one bridge. All "
        "photos were taken in summer, so we do not know how it does on wet or snowy bridges.",
        rubric=(
            "on how many photos, and that they were new",
            "how many cracks it misses",
            "how many visits are needless",
            "how sure that is",
            "what it costs beside visiting every bridge",
            "what nobody knows yet",
        ),
        next_step="write three or four whole sentences, with the counts of the matrix in them.",
    ),
    "11.8": own(
        points=3,
        answer=ConfusionMatrix([[17, 5], [4, 34]], labels=["red", "not red"]),
        of_own=lambda own: explain("balanced_accuracy", own),
        needs=_lacking,
        next_step="work out the recall of each class on its own; then take their mean.",
    ),
    "11.9": text(
        answer=f"Tried on {_DEER.total} photos that it had never seen, the network found "
        f"{_DEER.counts[0, 0]} of {_DEER.support[0]} deer and warned {_DEER.counts[1, 0]} times "
        f"for nothing. With a deer at {_DEER_PRICE} needless warnings, its mistakes cost "
        f"{_COST:.1f} for 100 photos (95 % interval 25.2 to 34.7). A sign that is always on costs "
        f"{_ALWAYS_ON}, one that is always off {_ALWAYS_OFF}. So it is better than both, here; but "
        "every tenth photo was a deer, and on a road where they are rarer needless warnings weigh "
        "more. These are small photos, gathered for other purposes: try it at one road, at night, "
        "before you put up more.",
        rubric=(
            "on how many photos, with the counts of deer found and needless warnings",
            "the cost with its interval",
            f"both constant baselines, {_ALWAYS_ON} and {_ALWAYS_OFF}",
            "a decision",
            "deer are a tenth of these photos, on a road far fewer",
            "what else these photos do not tell",
        ),
        next_step="fold the matrix for deer, price its two kinds of mistake, and price a sign that "
        "is always on.",
    ),
}
