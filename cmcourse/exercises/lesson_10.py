"""Lesson 10: how sure a number is."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import ceil, comb, floor, log, sqrt
from random import Random
from statistics import NormalDist

import numpy as np

from cmcourse import tables
from cmcourse.exercises.feedback import WORDS
from cmcourse.exercises.registry import Draw, Exercise, cells, drawn, own, place, quick, slip, text
from cmlib.matrix import ConfusionMatrix

_BUSES = ConfusionMatrix([[11, 1, 0], [2, 8, 1], [0, 3, 10]], labels=["city", "school", "coach"])
_HEARD, _HOOTED = 8, 10  # owls of a quick question
# How many of the images one program may win, and by how many more than the other.
_N = 8
_WON, _WAYS, _TOO_OFTEN = np.arange(_N + 1), 2**_N, 2 * (1 + _N)
_LEAD = abs(2 * _WON - _N)
_BATS, _ELEVEN, _FOUND, _OWLS, _RECORDINGS = (24, 36), (2, 9), 54, 60, 500
_SAMPLES = "the number of samples"
_RANGES = ("0.55 to 0.60", "0.60 to 0.65", "0.65 to 0.70", "0.70 to 0.75")
_MOTHS = np.array([[20, 0, 0], [3, 12, 5], [1, 4, 15]])
_LEVEL = 0.95
_TAIL = (1 - _LEVEL) / 2
_Z, _BY_HAND = NormalDist().inv_cdf(1 - _TAIL), 2  # 1.96, and z for work by hand
# Fewest samples of the reader's own, and hits or misses for which the rule takes Wilson's end.
_ENOUGH, _OFTEN = 20, 5
_SETTINGS, _IMAGES, _LED_BY = "twelve", 200, Fraction("0.92") - Fraction("0.89")  # exercise 6
# Hits and samples for which the root of Wilson's formula with z = 2 is a whole number.
_WHOLE_ROOTS = (
    *((6, 12), (4, 16), (12, 36), (16, 32), (30, 60)),
    *((24, 64), (40, 64), (20, 80), (60, 80)),
)


def _wilson(hits: int, samples: int, side: int, z: float = _BY_HAND) -> Fraction:
    """Return an end of Wilson's interval: side -1 is the lower, 1 the upper one."""
    root = Fraction(sqrt(hits * (samples - hits) / samples + z**2 / 4))
    return (hits + Fraction(z**2) / 2 + side * Fraction(z) * root) / (samples + Fraction(z**2))


def _wald(hits: int, samples: int, side: int, z: float) -> float:
    share = hits / samples
    return share + side * z * sqrt(share * (1 - share) / samples)


def _wilson_end(hits: int, samples: int, side: int) -> Draw:
    end, step = ("lower", "subtract") if side < 0 else ("upper", "add")
    return Draw(
        f"A program finds {hits} of {samples} bats. What is the {end} end of Wilson's interval "
        f"with z = {_BY_HAND}?",
        _wilson(hits, samples, side),
        {
            **{
                round(_wald(hits, samples, side, z), 8): f"That is Wald's end with z = {z:.3g}. "
                "Wilson adds two hits and two misses first."
                for z in (_BY_HAND, _Z)
            },
            round(float(_wilson(hits, samples, side, _Z)), 8): "That is Wilson's end with z = "
            f"{_Z:.2f}. Here z is {_BY_HAND}, so that it can be done by hand.",
            f"{hits + 2}/{samples + 4}": "That is the middle of the interval. Now "
            f"{step} the half-width.",
            f"{hits}/{samples}": "That is the share itself. Its interval is asked for.",
            str(_wilson(hits, samples, -side)): "That is the other end of the interval.",
        },
    )


def _p_value(few: int, many: int, *, mid: bool) -> Fraction:
    """Return the two-sided p-value of so many heads and so many tails: exact, or its mid-p."""
    tosses = few + many
    ways = 2 * sum(comb(tosses, heads) for heads in range(few + 1))
    return Fraction(ways - mid * comb(tosses, few), 2**tosses)


def _mcnemar(few: int, many: int, *, mid: bool) -> Draw:
    tosses, which = few + many, "mid-p" if mid else "exact p-value"
    tail = _p_value(few, many, mid=False) / 2
    result = Fraction(comb(tosses, few), 2**tosses)
    wrong = {
        str(tail): "That is one tail. As lopsided in the other direction counts, too: twice that.",
        str(2 * (tail - result)): "That leaves the observed result itself out."
        + (" The mid-p counts half of it on each side." if mid else " It is part of the tail."),
        str(result): f"That is the chance of exactly {few} to {many}. What is more lopsided "
        "counts, too.",
        str(tail * 2**tosses): "That is how many ways one side has. Take both sides, and divide by "
        f"all {2**tosses} ways.",
        f"{few}/{tosses}": "That is the old network's share of them. Toss a coin for each "
        "image instead.",
    }
    if mid:
        wrong[str(2 * tail)] = "That is the exact p-value. The mid-p counts the result only half."
        wrong[str(tail - result / 2)] = "That is one side. Take it twice."
    else:
        wrong[str(2 * tail - result)] = "That is the mid-p, which counts the result only half."
    return Draw(
        f"On {few} image{'' if few == 1 else 's'} only the old network is right, on {many} only "
        f"the new one. What is the {which} of McNemar's test, two-sided?",
        _p_value(few, many, mid=mid),
        wrong,
    )


def _some_images(random: Random, *, mid: bool) -> Draw:
    few = random.choice([1, 2, 4, 5])  # the lesson has 3 to 9
    return _mcnemar(few, random.randint(few + 3, few + 9), mid=mid)


def _all_found(share: Fraction, samples: int) -> Draw:
    return Draw(
        f"A program has a true recall of {float(share)}. With what chance does it find all of "
        f"{samples} owls?",
        share**samples,
        {
            str(share): "That is the chance of finding one owl. All of them are to be found.",
            str(1 - share**samples): "That is the chance that at least one is missed.",
            str((1 - share) ** samples): "That is the chance that none of them is found.",
            str(samples * share ** (samples - 1) * (1 - share)): "That is the chance of exactly "
            "one miss.",
        },
    )


def _samples_for(half_width: Fraction) -> Draw:
    needed = 1 / half_width**2
    return Draw(
        f"A recall is to be known to plus or minus {float(half_width)}, whatever it is, with "
        "z = 2. How many positives are needed?",
        int(needed),
        {
            str(1 / half_width): "That is 1 / h. The half-width falls with the root of n: square "
            "it.",
            **dict.fromkeys(
                map(str, (needed / 4, floor(needed / 4), ceil(needed / 4))),
                "That takes one standard error for the half-width. With z = 2 it is two.",
            ),
            str(4 * needed): "That takes h for the whole width. It is the step to one side.",
            str(2 / half_width): "That is 2 / h. Solve h = 1 / √n for n.",
        },
    )


def _slipless(one_in: int) -> Draw:
    return Draw(
        f"At most one case in {one_in} may go wrong. How many cases without a slip does the rule "
        "of three ask for?",
        3 * one_in,
        {
            one_in: f"With {one_in} cases and no slip the share may still be three times as large.",
            one_in**2: f"That is {one_in} squared. The rule of three says 3 / n.",
            3: "Three is what is divided by n. Set 3 / n equal to the share.",
            3 * one_in // 2: f"With {3 * one_in // 2} cases and no slip the share may still be "
            "twice as large.",
            ceil(log(1 - _LEVEL) / log(1 - 1 / one_in)): "That is the exact number, which is not "
            "asked for. Set 3 / n equal to the share, and solve for n.",
        },
    )


def _too_few(own: ConfusionMatrix) -> str:
    few = f"Count at least {_ENOUGH} samples: with fewer, almost anything is possible."
    return "" if own.total >= _ENOUGH else few


def _lower_end_of_accuracy(own: ConfusionMatrix) -> tuple[Fraction, dict[str, str]]:
    """Return the lower end by the lesson's rule, and other ends for which it may be taken."""
    from scipy.stats import beta  # slow to import, and needed here only

    hits, misses, samples = int(own.correct), int(own.total - own.correct), int(own.total)
    share, few, five = hits / samples, min(hits, misses) < _OFTEN, WORDS[_OFTEN]
    exact = Fraction(beta.ppf(_TAIL, hits, misses + 1)) if hits else Fraction(0)
    wilson = _wilson(hits, samples, -1, _Z)
    ends = {
        exact: f"That is Clopper and Pearson's end. With {five} hits and {five} misses or more, "
        "the rule takes Wilson's.",
        wilson: f"That is Wilson's end. With fewer than {five} hits or misses, the rule takes "
        "Clopper and Pearson's.",
        _wald(hits, samples, -1, _Z): "That is Wald's end. The rule takes another.",
        _wilson(hits, samples, -1): f"That is Wilson's end with z = {_BY_HAND}. statsmodels takes "
        f"z = {_Z:.2f}.",
        _wilson(hits, samples, 1, _Z): "That is the upper end.",
        beta.ppf(_TAIL, hits + 0.5, misses + 0.5): "That is Jeffreys' end. The rule takes another.",
        share: "That is the accuracy itself. The lower end of its interval is asked for.",
    }
    return exact if few else wilson, {f"{float(end):.8f}": said for end, said in ends.items()}


# Exercise 10: the images that each network reads rightly.
_PAIR = [tables.load(f"digits_{samples}") for samples in ("restored", "removed")]
_REPAIRED, _OTHER = np.array([network.y_true == network.y_pred for network in _PAIR])
_ONLY_REPAIRED, _ONLY_OTHER = int((_REPAIRED & ~_OTHER).sum()), int((_OTHER & ~_REPAIRED).sum())
_MID_P = f"{float(_p_value(_ONLY_REPAIRED, _ONLY_OTHER, mid=True)):.2f}"

EXERCISES = {
    "10.0a": quick(
        answer="a",
        reason="With a true recall of 1 no owl is ever missed. Both others are possible, if not "
        "likely.",
        mistakes={
            "b": f"With 0.5 each owl is a toss of a coin. {WORDS[_HEARD].capitalize()} heads in "
            f"{WORDS[_HOOTED]} tosses do come up.",
            "c": f"{WORDS[_HOOTED - _HEARD].capitalize()} misses are rare with 0.99, but each "
            "owl may be missed: it is not impossible.",
        },
        next_step="which truth leaves no room for a miss?",
    ),
    "10.0b": quick(
        answer="b",
        reason="Recall is a share of the owls, and there are as many as before.",
        mistakes={
            "a": "Recall is a share of the recordings with an owl: there are as many as before.",
            "c": "Nothing that recall looks at has changed: neither the owls nor those found.",
        },
        next_step="of which recordings is recall a share?",
    ),
    "10.0c": quick(
        answer="a",
        reason="On all other images the two do equally well; only on the 100 is one right and "
        "the other wrong.",
        mistakes={
            "b": "They are equally good on these. On the others one of them may always be right.",
            "c": "One in a hundred may matter much, for instance where a mistake costs a life. And "
            "whether it is chance, these images don't tell.",
        },
        next_step="which of the images could show a difference?",
    ),
    "10.1": place(
        answer=(_LEAD == _N) * 1,
        mistakes={
            cells(_LEAD >= _N - 2): f"Of {_WAYS} ways, 1 + {_N} are as lopsided as 1 to {_N - 1} "
            f"on either side: {_TOO_OFTEN}/{_WAYS} is {_TOO_OFTEN / _WAYS:.2f}, above the limit.",
            cells(_WON == _N): "Two-sided means that the old program may win all "
            f"{WORDS[_N]}, too.",
            cells(_WON == 0): f"Two-sided means that the new program may win all {WORDS[_N]}, too.",
            cells(_WON >= _N - 1): "Two-sided means that the old program may win, too. And "
            f"{_TOO_OFTEN}/{_WAYS} is above the limit.",
            cells(_LEAD < _N): "There 1 and 0 have changed places: chance may do these.",
            cells(_LEAD >= _N - 4): f"Of {_WAYS} ways, 1 + {_N} + {comb(_N, 2)} give one "
            f"program {_N - 2} or more. With the other side that is more than a quarter.",
        },
        next_step=f"add up, from both ends, how many of the {_WAYS} ways are at least as lopsided.",
    ),
    "10.2a": drawn(
        _wilson_end(*_BATS, -1),
        lambda random: _wilson_end(*random.choice(_WHOLE_ROOTS), -1),
        next_step="add two hits and two misses for the middle. In the root of x (n - x) / n + 1, x "
        "and n are the old counts.",
    ),
    "10.2b": drawn(
        _wilson_end(*_BATS, 1),
        lambda random: _wilson_end(*random.choice(_WHOLE_ROOTS), 1),
        next_step="the middle, and as far above it as the other end is below.",
    ),
    "10.3a": drawn(
        _all_found(Fraction(8, 10), 10),
        lambda random: _all_found(Fraction(random.choice([6, 7, 9]), 10), random.randint(4, 9)),
        next_step="each owl is found with the true recall: multiply.",
    ),
    "10.3b": Exercise(
        points=1,
        answer="Clopper-Pearson",
        reason="Its coverage is never below the nominal level, whatever the truth.",
        choices=("Wald", "Wilson", "Clopper-Pearson", "Jeffreys"),
        synonyms=dict.fromkeys(
            (
                *("Clopper and Pearson", "Clopper & Pearson", "Clopper-Pearson interval"),
                *("Clopper", "CP", "exact", "beta"),
            ),
            "Clopper-Pearson",
        ),
        mistakes={
            "Wald": f"Its coverage falls far below {_LEVEL}, as in the first part.",
            **dict.fromkeys(
                ("Wilson", "Jeffreys"),
                f"It is right on average, but for some truths its coverage is below {_LEVEL}.",
            ),
        },
        next_step=f"whose lowest coverage in the table is at least {_LEVEL}?",
    ),
    "10.4a": drawn(
        _mcnemar(*_ELEVEN, mid=False),
        partial(_some_images, mid=False),
        next_step="toss a coin for each of these images: how many of all the ways are at least as "
        "lopsided?",
    ),
    "10.4b": drawn(
        _mcnemar(*_ELEVEN, mid=True),
        partial(_some_images, mid=True),
        next_step="double the chance of the smaller count or fewer, and subtract that of exactly "
        "this count.",
    ),
    "10.4c": Exercise(
        points=1,
        answer="the one named before",
        reason="By one of them the difference is significant, by the other not: choosing now "
        "would be choosing the verdict.",
        choices=("the smaller one", "the larger one", "the one named before"),
        synonyms=dict.fromkeys(
            ("named before", "the one named before the test", "the one chosen before"),
            "the one named before",
        )
        | {"smaller": "the smaller one", "larger": "the larger one"},
        mistakes={
            "the smaller one": "Whoever always reports the smaller of two p-values finds a "
            "difference too often where there is none.",
            "the larger one": "That is on the safe side, but it is decided after the result. The "
            "other choice, made by somebody else, would give the other verdict.",
        },
        next_step=f"on which side of {200 * _TAIL:.0f} % is each? When was the choice between "
        "them made?",
    ),
    "10.5a": slip(
        points=1,
        answer=_SAMPLES,
        reason=f"Recall is a share of the {_OWLS} recordings with an owl, not of all "
        f"{_RECORDINGS}.",
        choices=("the recall", _SAMPLES, "the method"),
        synonyms=dict.fromkeys(("samples", "sample size", "n", f"n = {_RECORDINGS}"), _SAMPLES),
        mistakes={
            "the recall": f"{_FOUND} of {_OWLS} is {_FOUND / _OWLS:.3f}, as the report says.",
            "the method": "Wilson's is a good choice. Look at what was put into it.",
        },
        next_step="recall is a share of how many recordings?",
    ),
    "10.5b": slip(
        answer=_wilson(_FOUND, _OWLS, -1, _Z),
        mistakes={
            _FOUND
            / _OWLS: "That is the recall itself. The lower end of its interval is asked for.",
            _wilson(_RECORDINGS * _FOUND // _OWLS, _RECORDINGS, -1, _Z): "That is the report's "
            "end. Its n counts recordings without an owl, too.",
            _wald(_FOUND, _OWLS, -1, _Z): f"That is Wald's end for {_FOUND} of {_OWLS}. The report "
            "names Wilson.",
            _wilson(_FOUND, _OWLS, 1, _Z): "That is the upper end.",
            _wald(_FOUND, _OWLS, -1, _BY_HAND): f"That is Wald's end for {_FOUND} of {_OWLS}, with "
            f"z = {_BY_HAND}. The report names Wilson.",
            # Two ends that take scipy, which is slow to import.
            "0.7949": "That is Clopper and Pearson's end. The report names Wilson.",
            "0.8055": "That is Jeffreys' end. The report names Wilson.",
            _wilson(_FOUND, _OWLS, -1): f"That is the end with z = {_BY_HAND}. Here z is {_Z:.2f}.",
            _wilson(_FOUND, _RECORDINGS, -1, _Z): f"That is the end for {_FOUND} of {_RECORDINGS}. "
            f"Recall is a share of the {_OWLS} with an owl.",
        },
        next_step="take Wilson's interval of the hits among the samples that recall is a share of.",
    ),
    "10.6": text(
        answer=f"You compared {_SETTINGS} settings and report the best, so one p of 0.03 is what "
        "chance alone may give: with Bonferroni's correction it would have to be at most "
        f"{2 * _TAIL:.2f} divided by {_SETTINGS}. The lead is {_IMAGES * _LED_BY} of {_IMAGES} "
        "images, which a few other images could reverse. Choose the setting on other data, and "
        "then test this one setting once on new images.",
        rubric=(
            "that the best of many was picked",
            "how small or unsure the lead is",
            "what should be done next",
        ),
        next_step="say how many were compared, how large the lead is, and what to test next.",
    ),
    "10.7a": Exercise(
        answer=_RANGES[2],
        reason=f"Of the 10,000 values of macro-F1, the middle {100 * _LEVEL:.0f} % begin in "
        "this range.",
        choices=_RANGES,
        synonyms={ends.removesuffix("0").replace("0 to", " to"): ends for ends in _RANGES},
        mistakes={
            _RANGES[0]: "The end is so low if each resample has only a third of the samples. Draw "
            f"all {_MOTHS.sum()} of them.",
            _RANGES[1]: "The end is so low for a smoothed matrix, as cmlib.interval takes it, for "
            f"a higher level, or with half of the samples. Draw {_MOTHS.sum()} samples from the "
            f"matrix as it is, and take the quantile {_TAIL:.3f}.",
            _RANGES[3]: "That is nearer to the middle, such as one standard error below it, or the "
            f"lower quartile. The quantile {_TAIL:.3f} is due.",
        },
        next_step=f"which value has a share of {_TAIL:.3f} of all values below it? In Python: draw "
        "with rng.multinomial, take cmlib.f_score of all resamples, then np.quantile.",
    ),
    "10.7b": Exercise(
        points=1,
        answer="recall of the first kind",
        reason="The cells of 0 in its row stay 0 in every resample. Smoothed, they do not.",
        choices=("accuracy", "recall of the first kind", "precision of the first kind"),
        synonyms={"recall": "recall of the first kind", "precision": "precision of the first kind"},
        mistakes={
            "accuracy": "Some resamples have more mistakes and some fewer, so it varies.",
            "precision of the first kind": f"The first column has {_MOTHS[1, 0]} and "
            f"{_MOTHS[2, 0]} beside the {_MOTHS[0, 0]}, so it varies.",
        },
        next_step="which measure uses only cells that are 0, or the one beside them?",
    ),
    "10.8": own(
        points=3,
        answer=_BUSES,
        of_own=_lower_end_of_accuracy,
        needs=_too_few,
        next_step="hits are the diagonal and samples all cells: by_rule(hits, samples)[0].",
    ),
    "10.9a": drawn(
        _samples_for(Fraction(4, 100)),
        lambda random: _samples_for(Fraction(random.choice([1, 2, 5, 10, 20, 25]), 100)),
        next_step="solve h = 1 / √n for n.",
    ),
    "10.9b": drawn(
        _slipless(200),
        lambda random: _slipless(random.choice([50, 80, 120, 150, 250, 400, 500])),
        next_step="set three divided by n equal to the share of slips that is allowed, and solve "
        "for n.",
    ),
    "10.10": text(
        answer=f"Both networks read the same {_OTHER.size} images, so we compare them image by "
        f"image. On {_ONLY_REPAIRED} only the repaired one is right, on {_ONLY_OTHER} only the "
        f"other: the mid-p of McNemar's test is {_MID_P}, no sign of a difference. That does not "
        "prove that they are equal: by the interval of the lead, the repair may cost 1.3 points "
        "of accuracy or gain 1.0. If one point is worth days of work, test on more images; if "
        "not, leave the samples out. It is one training of each, with one seed.",
        rubric=(
            f"compared on the same images: {_ONLY_REPAIRED} against {_ONLY_OTHER}",
            f"the p value, named: McNemar's mid-p, {_MID_P}",
            "the lead with its interval, which says how large a difference may be",
            "no difference found is not no difference",
            "a decision, and what would change it",
        ),
        next_step="count the images that only one of the two reads rightly, and give the lead an "
        "interval.",
    ),
}
