"""How sure a measure is: its interval, and two classifiers compared on the same samples."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cmlib import agreement, metrics
from cmlib._averages import Average, Matrices, divide, sums_for
from cmlib._checks import Array, check_choice, check_classes, check_lengths, listed, naming, number
from cmlib._counting.kinds import places_of, read
from cmlib._labels import Label, Labels, check_labels
from cmlib._sums import Sums
from cmlib._undefined import UndefinedMetricWarning
from cmlib.matrix import ConfusionMatrix

if TYPE_CHECKING:
    from pandas import DataFrame

_Measure: TypeAlias = Callable[..., Any]
_Rng: TypeAlias = np.random.Generator

_DRAWS, _HIGHEST = 2_000, 0.99
_OVERALL = ("accuracy", "error_rate", "balanced_accuracy", "cohen_kappa", "mcc", "expected_cost")
_COMPARED = (*(it for it in _OVERALL if it != "error_rate"), "recall", "specificity", "f_score")
_OTHERS = ("informedness", "r_prime")
_JOINED = "Clopper-Pearson, joined by squares"
# Outside of these limits a method was seen to miss the truth too often, or was not tried.
_FEWEST_SAMPLES, _FEWEST_GROUPS, _FEWEST_PAIRS = 20, 10, 10
_MOST_IN_A_BOOTSTRAP, _MOST_COMPARED = 50, 1_000

_GIVEN = "given how often the class is predicted"
# Hits and trials of the shares of a fixed number of samples, and what is taken as fixed.
_SHARES: dict[str, tuple[Callable[[Sums], tuple[Any, Any]], str]] = {
    "accuracy": (lambda it: (it.hits.sum(-1), it.samples), ""),
    "error_rate": (lambda it: (it.misses.sum(-1), it.samples), ""),
    "recall": (lambda it: (it.hits, it.support), ""),
    "specificity": (lambda it: (it.correct_rejections, it.total - it.support), ""),
    "precision": (lambda it: (it.hits, it.predicted), _GIVEN),
    "negative_predictive_value": (
        lambda it: (it.correct_rejections, it.total - it.predicted),
        _GIVEN,
    ),
    # F1 = 2s / (1 + s) rises with the share s = TP / (TP + FN + FP).
    "f_score": (
        lambda it: (it.hits, it.hits + it.misses + it.false_alarms),
        "given the samples that are the class or predicted as it",
    ),
}
_BY_BOOTSTRAP: dict[tuple[str, Average], _Measure] = {
    ("recall", "macro"): partial(metrics.recall, average="macro"),
    ("balanced_accuracy", None): metrics.balanced_accuracy,
    ("f_score", "macro"): partial(metrics.f_score, average="macro"),
    ("cohen_kappa", None): agreement.cohen_kappa,
    # 0 where all samples are predicted as one class, as scikit-learn has it.
    ("mcc", None): partial(agreement.mcc, zero_division=0.0),
}


@dataclass(frozen=True)
class Interval:
    """A measure with its interval; made by `interval`. It unpacks as ``low, high``.

    Attributes
    ----------
    value, low, high : float or ndarray
        The measure and the ends; nan where the measure is undefined.
    level : float
        The share of such intervals that hold the true value, at least roughly.
    method : str
        How the ends were found.
    note : str
        What is taken as fixed, and how few samples there are (of a class); often empty.
    labels : tuple
        The classes of the values, if these are of all classes of one matrix; else empty.
    """

    value: Any
    low: Any
    high: Any
    level: float
    method: str
    note: str = ""
    labels: tuple[Label, ...] = ()

    def __iter__(self) -> Iterator[Any]:
        """Return the low and the high end."""
        return iter((self.low, self.high))

    def __str__(self) -> str:
        """Write each value with its interval as a paper does, on a line of its own."""
        names = [f"{it!r}: " for it in self.labels] or [""] * np.size(self.value)
        values = zip(names, *map(np.ravel, (self.value, self.low, self.high)), strict=True)
        return "\n".join(it[0] + self._written(*it[1:]) for it in values)

    def _written(self, value: float, low: float, high: float) -> str:
        digits = _decimals(high - low)
        ends = f"{100 * self.level:g} % CI {low:.{digits}f} to {high:.{digits}f}"
        return f"{value:.{digits}f} ({'no interval' if math.isnan(low) else ends})"

    def __repr__(self) -> str:
        """Write the values, the method and the note."""
        return "; ".join(filter(None, [str(self), self.method, self.note]))


def interval(
    measure: str,
    cm: Matrices,
    label: Label | None = None,
    *,
    average: Literal["macro"] | None = None,
    level: float = 0.95,
    method: Literal["auto", "wilson"] = "auto",
    cost: ArrayLike | None = None,
    random_state: int | np.random.Generator = 0,
) -> Interval:
    """Return a measure with a confidence interval whose coverage was simulated.

    The samples are taken to be independent draws. Shares get Clopper and Pearson's exact interval,
    which never holds less often than its level says. Informedness joins those of recall and
    specificity, and R' theirs and that of the class's share in the truth; a cost joins those of the
    shares of samples that cost at least each price. Macro recall, macro F1, Kappa and the MCC take
    a smoothed bootstrap. The course's `data/coverage` lists how often each held.

    Parameters
    ----------
    measure : str
        ``"accuracy"``, ``"error_rate"``, ``"balanced_accuracy"``, ``"cohen_kappa"``, ``"mcc"`` or
        ``"expected_cost"``; or, for a class or for all, ``"recall"``, ``"specificity"``,
        ``"precision"``, ``"negative_predictive_value"``, ``"f_score"`` (F1), ``"informedness"`` or
        ``"r_prime"``.
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Whole counts; rows are the truth. Leading axes are a batch.
    label : int, str or bool, optional
        One class. By default a measure of classes is worked out for every class.
    average : {"macro"}, optional
        The mean over the classes, for ``"recall"`` and ``"f_score"``.
    level : float in (0, 1), default 0.95
        At most 0.99, except for shares: above it 2,000 draws are too few and joined ends fail more.
    method : {"auto", "wilson"}, default "auto"
        For shares also Wilson's interval (1927), which is narrower and holds its level on average
        only, much less often for shares close to 0 or 1.
    cost : array-like of shape (K, K), optional
        For ``"expected_cost"``: the price of each cell.
    random_state : int or numpy Generator, default 0
        Where the draws of a bootstrap come from: the same ones in every run by default.

    Returns
    -------
    Interval
        Its ``value``, ``low`` and ``high`` are floats, or arrays of shape (..., K) for every class
        and (...) for a batch. An undefined MCC counts as 0; R' of a class with all samples is nan,
        as are the ends of Kappa if all samples are predicted as one class.

    Raises
    ------
    ValueError
        If no valid interval is known for the measure, if counts are weighted, if the level is over
        0.99 for what is no share, if a bootstrap has fewer than 20 samples, not 2 to 50 classes or
        a class without samples, or if macro F1 has over 10 classes of under 20 samples on average.

    References
    ----------
    Clopper CJ, Pearson ES (1934); Wilson EB (1927); Zou GY, Donner A (2008), Statistics in
    Medicine 27:1693-1702, for intervals joined by their squares; Zou GY (2007), Psychological
    Methods 12:399-413, for those of estimates that vary together.

    Examples
    --------
    >>> pets = ConfusionMatrix([[50, 7], [3, 70]], labels=["dog", "cat"])
    >>> interval("recall", pets, "dog")
    0.877 (95 % CI 0.763 to 0.949); Clopper-Pearson
    >>> low, high = interval("cohen_kappa", pets)
    >>> print(f"{low:.2f} to {high:.2f}")
    0.71 to 0.93
    """
    check_choice(measure, "measure", tuple(dict.fromkeys((*_OVERALL, *_SHARES, *_OTHERS))))
    sums = sums_for(cm)
    counts = sums.counts
    if not sums.whole:
        raise ValueError(
            "cm holds weighted counts, for which no valid interval is known; convert whole "
            "counts to integers"
        )
    tail = tail_of(level, highest=1 if measure in _SHARES and average is None else _HIGHEST)
    check_choice(method, "method", ("auto", "wilson"))
    if label is not None and (measure in _OVERALL or average is not None):
        raise ValueError(f"{measure!r} is one number for all classes here, got label={label!r}")
    if cost is not None and measure != "expected_cost":
        raise ValueError(f"cost is for 'expected_cost', and measure is {measure!r}")
    chosen = sums if label is None else sums_for(cm, label)
    note, how, fewest = "", _JOINED, _FEWEST_SAMPLES
    if measure in _SHARES and average is None:
        counted, note = _SHARES[measure]
        hits, trials = map(np.asarray, counted(chosen))
        found = np.stack([divide(hits, trials), *_share_ends(hits, trials, tail, method)])
        if measure == "f_score":
            found = 2 * found / (1 + found)
        how = "Clopper-Pearson" if method == "auto" else "Wilson"
        fewest = trials.min()
    elif method != "auto":
        raise ValueError(f"method={method!r} is for shares, and {measure!r} is none")
    elif measure in _OTHERS and average is None:
        found, fewest = _of_two_shares(chosen, tail, r_prime=measure == "r_prime")
    elif measure == "expected_cost" and average is None:
        price = metrics.prices_for(sums.labels, cost)
        order = np.argsort(price, axis=None)
        prices, starts = np.unique(price.ravel()[order], return_index=True)
        cells = counts.reshape(*counts.shape[:-2], -1)[..., order]
        found = _of_mean(np.add.reduceat(cells, starts, axis=-1), prices, tail)
    else:
        how = "smoothed bootstrap"
        found, note, fewest = _by_bootstrap(measure, average, sums, tail, random_state)
    found = np.where(np.isnan(found[0]), np.nan, found)
    value, low, high = (it if it.ndim else float(it) for it in found)
    names = sums.labels if counts.ndim == 2 and np.ndim(value) == 1 else ()
    notes = [note, f"few samples: {fewest}" if fewest < _FEWEST_SAMPLES else ""]
    return Interval(value, low, high, float(level), how, ", ".join(filter(None, notes)), names)


def _of_two_shares(sums: Sums, tail: float, *, r_prime: bool) -> tuple[Array, int]:
    """Return informedness or R' with its ends, and the fewest samples of a share."""
    both = [_SHARES[name][0](sums) for name in ("recall", "specificity")]
    hits, trials = (np.stack(it, axis=-1) for it in zip(*both, strict=True))
    share = divide(hits, trials)
    value = share.sum(-1) - 1
    # Two independent shares are both beyond their ends at sqrt(tail) with probability tail. The
    # farther is taken: the sum of these two, or the ends at the tail joined by squares.
    at_root, at_tail = (np.stack(_share_ends(hits, trials, it)) - share for it in (tail**0.5, tail))
    below, above = np.maximum(np.abs(at_root.sum(-1)), np.linalg.norm(at_tail, axis=-1))
    if r_prime:
        # 1 - R' = (1 - pi) * (1 - informedness), the latter at most 1 less its lower end.
        pi, rest = divide(sums.support, sums.total), 1 - value
        fewer, more = np.abs(np.stack(_share_ends(sums.support, sums.total, tail)) - pi)
        value = 1 - (1 - pi) * rest
        below = np.hypot((1 - pi) * below, (rest + below) * fewer)
        above = np.hypot((1 - pi) * above, rest * more)
    return np.stack([value, value - below, value + above]).clip(-1, 1), int(trials.min())


def _by_bootstrap(
    measure: str, average: Average, sums: Sums, tail: float, random_state: int | _Rng
) -> tuple[Array, str, int]:
    """Return a measure with its ends, a note, and the samples of the rarest class."""
    function, size = _bootstrapped(measure, average), len(sums.labels)
    fewest = _check_bootstrap(measure, sums.counts, sums.labels, "cm")
    # Each row gets a sample more, half of it right and half spread over the errors, so that what
    # was not seen can be drawn. With one, Kappa below 0 held in 0.91 of cases: it gets two.
    added = 2 if measure == "cohen_kappa" else 1
    unseen = np.where(np.eye(size, dtype=bool), added / 2, added / (2 * (size - 1)))
    many = sums.counts.reshape(-1, size, size)
    values = function(many)
    # With a whole number as random_state, a matrix of a batch gets the draws that it gets alone.
    seeded = partial(np.random.default_rng, random_state)
    pairs = zip(many, values, strict=True)
    ends = [_ends(function, one + unseen, one.sum(), it, tail, seeded()) for one, it in pairs]
    found, note = np.stack([values, *np.stack(ends, axis=1)]), ""
    found[1:] = found[1:].clip(-1 if measure in ("cohen_kappa", "mcc") else 0, 1)
    one_only = np.isnan(agreement.mcc(many))  # all samples are predicted as one class
    if measure == "mcc" and one_only.any():
        note = "an undefined MCC counts as 0"
    if measure == "cohen_kappa" and one_only.any():
        note = "none if all predictions are one class"
        found[1:, one_only] = np.nan
    return found.reshape(3, *sums.counts.shape[:-2]), note, fewest


def _decimals(width: float) -> int:
    # Three, and more where they would hide the width of an interval.
    return max(3, 1 - math.floor(math.log10(width))) if width > 0 else 3


def tail_of(level: float, name: str = "level", highest: float = 1) -> float:
    """Return the share that an interval of a level in (0, 1) leaves out on either side."""
    value = number(level, name, "a number in (0, 1)")
    if not 0 < value < 1:
        raise ValueError(f"{name} must be in (0, 1), got {level!r}")
    if value > highest:
        raise ValueError(f"{name} must be at most {highest} here, got {level!r}")
    return (1 - value) / 2


def _share_ends(hits: Array, trials: Array, tail: float, method: str = "auto") -> tuple[Any, Any]:
    from scipy.stats import beta, norm

    misses = trials - hits
    if method == "auto":
        # A beta distribution with a parameter 0 is nan: there the end is 0 or 1.
        low = np.nan_to_num(beta.ppf(tail, hits, misses + 1), nan=0.0)
        return low, np.nan_to_num(beta.isf(tail, hits + 1, misses), nan=1.0)
    square = norm.isf(tail) ** 2
    middle = (hits + square / 2) / (trials + square)
    half = np.sqrt(square * (divide(hits * misses, trials) + square / 4)) / (trials + square)
    return np.maximum(middle - half, 0), np.minimum(middle + half, 1)


def _of_mean(times: Any, values: Array, tail: float) -> Array:
    """Return a mean with its ends, from how often each value was seen.

    The values are sorted, on the last axis. Each step between two of them is worth the share of
    samples from there on, which has an exact interval. The samples of a later step are part of
    those of an earlier one: so the two shares are correlated.
    """
    from_there = times[..., ::-1].cumsum(-1)[..., ::-1]
    hits = from_there[..., 1:]
    trials = np.broadcast_to(from_there[..., :1], hits.shape)
    share, reach = divide(hits, trials), []
    for end in _share_ends(hits, trials, tail):
        off = np.diff(values) * np.abs(end - share)
        middle = (share + end) / 2
        root = np.sqrt(divide(middle, 1 - middle, 0.0))
        # The correlation of a share and an earlier one is the quotient of their roots.
        with_earlier = root * np.cumsum(divide(off, root, 0.0), axis=-1)
        reach.append(np.sqrt((off * (2 * with_earlier - off)).sum(-1)))
    mean = divide(times @ values, times.sum(-1))
    return np.stack([mean, mean - reach[0], mean + reach[1]]).clip(values[0], values[-1])


def _bootstrapped(measure: str, average: Average) -> _Measure:
    if (measure, average) not in _BY_BOOTSTRAP:
        of = f"with average={average!r}" if average else "without a label or an average"
        raise ValueError(f"no valid interval is known for {measure!r} {of}")
    return _BY_BOOTSTRAP[measure, average]


def _check_bootstrap(measure: str, counts: Any, labels: Any, name: str) -> int:
    """Refuse what no bootstrap holds for; return the number of samples of the rarest class."""
    size, support = len(labels), counts.sum(-1)
    check_classes(size, name, 2, _MOST_IN_A_BOOTSTRAP, "for a bootstrap")
    some = int(support.sum(-1).min())
    least = 20 * size if measure == "f_score" and size > 10 else _FEWEST_SAMPLES
    if some < least:
        raise ValueError(f"{name} must have at least {least} samples for a bootstrap, got {some}")
    if (support == 0).any():
        absent = labels[np.argwhere(support == 0)[0][-1]]
        raise ValueError(f"{name} has no sample of class {absent!r}")
    return int(support.min())


def _ends(
    measured: _Measure, weight: Array, samples: int, value: Any, tail: float, rng: _Rng
) -> Any:
    """Draw so many samples from the cells, 2,000 times, and return quantiles of the measure.

    The ends are moved outwards by the mean distance of the draws from the value.
    """
    shares = (weight / weight.sum()).ravel()
    drawn = rng.multinomial(samples, shares, _DRAWS).reshape(-1, *weight.shape)
    with warnings.catch_warnings():  # some draws may lack a class
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        found = measured(drawn)
    low, high = np.nanquantile(found, [tail, 1 - tail], axis=0, method="weibull")
    off = value - np.nanmean(found, axis=0)
    return low + np.minimum(off, 0), high + np.maximum(off, 0)


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two classifiers on the same samples; made by `compare`.

    Attributes
    ----------
    pairs : pandas.DataFrame
        How many samples both, one or neither got right: rows "first", columns "second".
    p_value : float
        How often two of equal accuracy would differ by so much, in [0, 1]; nan if not known.
    test : str
        Where the p-value comes from.
    measures : pandas.DataFrame
        A row for each measure: ``first``, ``second``, ``lead`` (first - second), ``low`` and
        ``high``, the ends of the lead's interval, and ``method``.
    level : float
        The level of these intervals.
    """

    pairs: DataFrame
    p_value: float
    test: str
    measures: DataFrame
    level: float

    def __str__(self) -> str:
        """Write the pairs, the test and the leads."""
        ends = self.measures[["low", "high"]]
        nearest = ends.abs()[ends != 0].min(axis=None)  # is not written as 0
        digits = _decimals(max(np.fmin(ends.diff(axis=1)["high"].min(), nearest), 1e-6))
        says = f"p = {self.p_value:.3g} for accuracy ({self.test})"
        leads = f"{100 * self.level:g} % intervals:\n{self.measures.round(digits).to_string()}"
        return f"{self.pairs}\n\n{says}\n\n{leads}"

    __repr__ = __str__


def compare(
    y_true: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    measures: Sequence[str] = ("accuracy",),
    label: Label | None = None,
    *,
    average: Literal["macro"] | None = None,
    cost: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    labels: Labels | None = None,
    level: float = 0.95,
    random_state: int | np.random.Generator = 0,
) -> Comparison:
    """Compare two classifiers on the same samples: the pairs, McNemar's test, each measure's lead.

    Leads in cost, in a share or in balanced accuracy get exact intervals, joined over sizes of
    gain; they need 10 samples (of each class that counts). Others get a paired bootstrap, smoothed
    by a quarter of a sample for each class that only the first gets right, and a quarter that only
    the second does. With groups, samples belong together: each group is left out once (a
    jackknife), and Student's t gives interval and p-value, with fewer degrees of freedom where few
    groups make the lead. Neither is given where sizes are very unequal and their effective number,
    (sum of sizes)^2 / (sum of their squares), is under 50.

    Parameters
    ----------
    y_true, first, second : array-like of shape (n_samples,)
        The true class of each sample and its predictions, as for `ConfusionMatrix.from_labels`.
    measures : sequence of str, default ("accuracy",)
        ``"accuracy"``, ``"balanced_accuracy"``, ``"cohen_kappa"``, ``"mcc"``; ``"recall"`` and
        ``"specificity"`` of a ``label``; ``"recall"`` and ``"f_score"`` with ``average="macro"``;
        ``"expected_cost"``, in which a lead below 0 is the better one.
    label, average : optional
        The class, for recall and specificity; or "macro", the mean over the classes.
    cost : array-like of shape (K, K), optional
        For ``"expected_cost"``: the price of each cell.
    groups : array-like of shape (n_samples,), optional
        Which samples belong together, by ints or strings: the pages of one writer, say. At least
        10 groups; for accuracy, and for recall and specificity of a ``label``.
    labels, level, random_state : optional
        As for `ConfusionMatrix.from_labels` and `interval`.

    Returns
    -------
    Comparison
        Its p-value is McNemar's mid-p; with groups that of Student's t for the lead in accuracy.
        The exact interval is the more careful: it may hold 0 where mid-p is a little under 0.05.
        An undefined MCC counts as 0. Ends are nan under 10 samples, of a class for its measures,
        without spread over groups, or for groups of too unequal size.

    Raises
    ------
    ValueError
        If no valid interval is known for a lead in a measure, if the level is over 0.99, if there
        are under 20 samples, over 50 classes or a class without samples for a bootstrap, over 1,000
        classes, or under 10 groups.

    References
    ----------
    Fagerland MW, Lydersen S, Laake P (2013), BMC Medical Research Methodology 13:91, for mid-p.

    Examples
    --------
    >>> y_true = [0] * 50 + [1] * 50
    >>> ours, theirs = [0] * 48 + [1] * 52, [1] * 9 + [0] * 41 + [1] * 50
    >>> found = compare(y_true, ours, theirs)
    >>> found.pairs.to_numpy().tolist(), round(found.p_value, 3)
    ([[89, 9], [2, 0]], 0.039)
    >>> print(found.measures.drop(columns="method").round(3).to_string())
              first  second  lead    low   high
    accuracy   0.98    0.91  0.07 -0.002  0.147
    """
    import pandas as pd
    from scipy.stats import binom

    tail, names = tail_of(level, highest=_HIGHEST), listed(measures, "measures")
    if cost is not None and "expected_cost" not in names:
        raise ValueError(f"cost is for 'expected_cost', and measures is {names}")
    given = {"y_true": y_true, "first": first, "second": second}
    known = {name: read(it, name) for name, it in given.items()}
    check_lengths({name: len(it.codes) for name, it in known.items()})
    declared = None if labels is None else check_labels(labels)
    counted = []
    for name in ("first", "second"):
        with naming(name):
            counted.append(ConfusionMatrix.from_labels(y_true, given[name], labels=declared))
    both = ConfusionMatrix.from_pieces(counted, labels=declared)
    order, at = both.labels, None if label is None else both.index(label)
    check_classes(len(order), "y_true", 1, _MOST_COMPARED, "to be compared")
    answers = np.stack([places_of(it, name, order) for name, it in known.items()])
    tables, right = _tables(answers, len(order))[:, 0], answers[1:] == answers[0]
    pairs = np.bincount(2 * ~right[0] + ~right[1], minlength=4).reshape(2, 2)
    (_, only_first), (only_second, _) = pairs.tolist()
    fewer, some = min(only_first, only_second), only_first + only_second
    # mid-p: the observed numbers count half.
    p_value = min(2 * binom.cdf(fewer, some, 0.5) - binom.pmf(fewer, some, 0.5), 1.0)
    test = "McNemar's mid-p"
    if groups is not None:
        different, numbers = np.unique(read(groups, "groups").codes, return_inverse=True)
        if len(numbers) != len(answers[0]) or len(different) < _FEWEST_GROUPS:
            raise ValueError(
                f"groups must name at least {_FEWEST_GROUPS} groups, one for each of the "
                f"{len(answers[0])} samples, got {len(different)} for {len(numbers)}"
            )
        of_group = _tables(answers, len(order), numbers)
        support = of_group[0].sum(-1)  # the samples of each group and class
        *_, p_value, _ = _jackknife(metrics.accuracy, of_group, support.sum(-1), tail)
        test = "Student's t over groups"
    rows = []
    for name in names:
        function, gains, most, fewest = _of_lead(name, average, at, cost, answers, order)
        if groups is None and gains is None:
            _check_bootstrap(name, tables, order, "y_true")
        values = function(tables)
        lead = values[0] - values[1]
        is_share = name in ("accuracy", "recall", "specificity") and average is None
        if groups is not None and not is_share:
            raise ValueError(f"no valid interval is known for a lead in {name!r} over groups")
        if groups is not None and fewest >= _FEWEST_PAIRS:
            of_class = support.sum(-1) if at is None else support[:, at]
            sizes = support.sum(-1) - of_class if name == "specificity" else of_class
            low, high, _, method = _jackknife(function, of_group, sizes, tail)
        elif gains is None:
            rng = np.random.default_rng(random_state)
            low, high = _paired_bootstrap(function, answers, len(order), lead, tail, rng)
            low, high = np.clip([low, high], *((-1, 1) if name == "f_score" else (-2, 2)))
            method = "paired smoothed bootstrap"
        elif fewest >= _FEWEST_PAIRS:
            steps, times = np.unique(np.append(gains, [-most, most]), return_counts=True)
            times[[0, -1]] -= 1
            _, low, high = _of_mean(times, steps, tail)
            if name != "expected_cost":
                low, high = max(low, -1.0), min(high, 1.0)
            method = _JOINED
        else:
            low, high, method = np.nan, np.nan, "none: under 10 samples"
        rows.append([*values, lead, low, high, method])
    sides = [pd.Index(["right", "wrong"], name=name) for name in ("first", "second")]
    table = pd.DataFrame(rows, names, ["first", "second", "lead", "low", "high", "method"])
    return Comparison(pd.DataFrame(pairs, *sides), float(p_value), test, table, float(level))


def _of_lead(
    measure: str, average: Average, at: int | None, cost: Any, answers: Array, labels: Any
) -> tuple[_Measure, Array | None, float, int]:
    """Return a measure as a function of matrices, and what the first gains by it on each sample.

    The mean of the gains is the lead; they are None if it is no mean over fixed samples. Then come
    the most that can be gained or lost on a sample, and the number of samples, of the rarest class
    where each class counts alike.
    """
    check_choice(measure, "measures", _COMPARED)
    true, *said = answers
    if (measure, average, at) == ("expected_cost", None, None):
        price = metrics.prices_for(labels, cost)
        gains = np.subtract(*(price[true, it] for it in said))
        most = float(np.ptp(price, axis=1).max())
        return partial(metrics.expected_cost, cost=price), gains, most, len(true)
    right = [(it == true) if at is None else (it == at) == (true == at) for it in said]
    gains = np.subtract(*right, dtype=float)
    if (measure, average, at) == ("accuracy", None, None):
        return metrics.accuracy, gains, 1.0, len(true)
    if at is None and (measure, average) in (("balanced_accuracy", None), ("recall", "macro")):
        _, class_of, support = np.unique(true, return_inverse=True, return_counts=True)
        weight = len(true) / (len(support) * support)
        gains, most = weight[class_of] * gains, float(weight.max())
        return _BY_BOOTSTRAP[measure, average], gains, most, int(support.min())
    if measure in ("recall", "specificity") and average is None and at is not None:
        gains = gains[(true == at) == (measure == "recall")]
        return partial(getattr(metrics, measure), label=at), gains, 1.0, len(gains)
    if at is not None:
        raise ValueError(f"no valid interval is known for a lead in {measure!r} of a class")
    return _bootstrapped(measure, average), None, 0.0, 0


def _tables(answers: Array, size: int, group: Any = 0) -> Array:
    """Count the matrices of both classifiers for each group, shape (2, groups, K, K)."""
    true, *said = answers
    groups, cells = int(np.max(group)) + 1, (group * size + true) * size
    tables = [np.bincount(cells + it, minlength=groups * size**2) for it in said]
    return np.stack(tables).reshape(2, groups, size, size)


def _paired_bootstrap(
    function: _Measure, answers: Array, size: int, lead: float, tail: float, rng: _Rng
) -> tuple[float, float]:
    """Return the ends of a lead from draws of whole samples, with both answers.

    Each class gets half a sample more, spread evenly over the cells where just one is right.
    """
    from scipy.sparse import csr_array

    seen, times = np.unique(answers, axis=1, return_counts=True)
    i, j = np.nonzero(~np.eye(size, dtype=bool))
    true, *said = np.concatenate([seen, [[*i, *i], [*i, *j], [*j, *i]]], axis=1)
    weight = np.append(times, np.full(len(true) - len(times), 1 / (4 * (size - 1))))
    every, one = np.arange(len(true)), np.ones(len(true), dtype=np.int64)
    cells = [csr_array((one, (every, true * size + it)), (len(true), size**2)) for it in said]

    def leads(drawn: Array) -> Any:
        return np.subtract(*(function((drawn @ it).reshape(-1, size, size)) for it in cells))

    low, high = _ends(leads, weight, answers.shape[1], lead, tail, rng)
    return float(low), float(high)


def _jackknife(
    function: _Measure, tables: Array, sizes: Array, tail: float
) -> tuple[float, float, float, str]:
    """Return the ends of a lead, each group left out once, its p-value, and the method.

    The degrees of freedom are the effective number of groups, (sum off)^2 / (sum of off^2), less
    1.5: less 1, coverage fell to 0.927. Groups of unequal size covered as little as 0.85.
    """
    from scipy.stats import t

    groups = tables.shape[1]
    lead = np.subtract(*function(tables.sum(1)))
    left_out = np.subtract(*function(tables.sum(1, keepdims=True) - tables))
    off = (left_out - left_out.mean()) ** 2
    sizes = sizes[sizes > 0]
    # By chance alone the variance is the mean.
    unequal = sizes.var() > sizes.mean() ** 2 / 2 + sizes.mean()
    if unequal and sizes.sum() ** 2 < 50 * (sizes**2).sum():
        return np.nan, np.nan, np.nan, "none: groups too unequal"
    if not off.max() > 1e-24:
        return np.nan, np.nan, 1.0 if lead == 0 else np.nan, "none: no spread over groups"
    free = max(off.sum() ** 2 / (off**2).sum() - 1.5, 0.1)
    error = np.sqrt((groups - 1) * off.mean())
    low, high = np.clip(lead + np.array([-1, 1]) * t.isf(tail, free) * error, -1, 1)
    p_value = float(2 * t.sf(abs(lead) / error, free))
    return float(low), float(high), p_value, "jackknife over groups"
