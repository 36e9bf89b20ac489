"""Can these numbers be true? The matrices of two classes that fit printed values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import partial, reduce
from itertools import combinations, islice
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cmlib._checks import Array, check_type, whole_number

_MOST_SAMPLES, _MOST_DECIMALS, _MOST_LISTED = 5_000, 4, 10_000
_MOST_OF_MANY_CLASSES = 1_000_000
# For rounding of floats: bounds and fractions of counts that differ are further apart than this.
_SLACK = 1e-13

# Each falls, or stays, while FP grows and TN shrinks: a range of FP fits. Hence -error_rate.
_MEASURES: dict[str, Callable[..., Any]] = {
    "accuracy": lambda tp, fn, fp, tn: (tp + tn) / (tp + fn + fp + tn),
    "error_rate": lambda tp, fn, fp, tn: -(fp + fn) / (tp + fn + fp + tn),
    "recall": lambda tp, fn, fp, tn: tp / (tp + fn),
    "specificity": lambda tp, fn, fp, tn: tn / (tn + fp),
    "precision": lambda tp, fn, fp, tn: tp / (tp + fp),
    "negative_predictive_value": lambda tp, fn, fp, tn: tn / (tn + fn),
    "f_score": lambda tp, fn, fp, tn: 2 * tp / (2 * tp + fn + fp),
    "balanced_accuracy": lambda tp, fn, fp, tn: (tp / (tp + fn) + tn / (tn + fp)) / 2,
    "informedness": lambda tp, fn, fp, tn: tp / (tp + fn) + tn / (tn + fp) - 1,
    "g_mean": lambda tp, fn, fp, tn: np.sqrt(tp / (tp + fn) * (tn / (tn + fp))),
    "macro precision": lambda tp, fn, fp, tn: (tp / (tp + fp) + tn / (tn + fn)) / 2,
    "macro f_score": lambda tp, fn, fp, tn: tp / (2 * tp + fn + fp) + tn / (2 * tn + fn + fp),
    "cohen_kappa": lambda tp, fn, fp, tn: (
        2 * (tp * tn - fp * fn) / ((tp + fn) * (fn + tn) + (tp + fp) * (fp + tn))
    ),
    "mcc": lambda tp, fn, fp, tn: (
        (tp * tn - fp * fn) / (np.sqrt((tp + fn) * (fp + tn)) * np.sqrt((tp + fp) * (tn + fn)))
    ),
}

# The measures of three or more classes whose least and largest value are known.
_BOUNDED = ("accuracy", "error_rate", "balanced_accuracy", "cohen_kappa")

# One row each: P, TP, the first and the last FP; for more classes the number of right answers.
_Rows: TypeAlias = tuple[Array, ...]


@dataclass(frozen=True, eq=False)
class Fits:
    """The matrices that fit printed values; made by `consistent`. True if nothing contradicts.

    Attributes
    ----------
    count : int or None
        How many matrices fit. None for three or more classes, of which only bounds are known.
    matrices : ndarray of shape (count, 2, 2)
        ``[[TN, FP], [FN, TP]]``; the first 10,000 of them.
    contradictions : tuple of tuple of str
        If none fits: each name or pair of names that no matrix has; or all, if each pair fits.
    """

    count: int | None
    matrices: NDArray[np.int64]
    contradictions: tuple[tuple[str, ...], ...]

    def __bool__(self) -> bool:
        """Return whether no contradiction was found."""
        return not self.contradictions

    def __str__(self) -> str:
        """Write how many matrices fit, and one of them; or what cannot be."""
        if self and self.count is None:
            return "no contradiction was found"
        if self:
            which = "1 matrix fits" if self.count == 1 else f"{self.count:,} matrices fit"
            return f"{which}, such as {self.matrices[0].tolist()}"
        named = (" and ".join(map("this {}".format, it)) for it in self.contradictions)
        return "no matrix has " + "; none has ".join(named)

    __repr__ = __str__


def consistent(samples: int | tuple[int, ...], values: Mapping[str, str | Decimal]) -> Fits:
    """Find all matrices of two classes whose measures round to printed values.

    For more classes, find which values contradict each other.

    A fit does not prove that the numbers are true: others fit as well. No fit proves a slip, if the
    values belong to one test set of this size; means over folds or runs need not fit.

    Parameters
    ----------
    samples : int or tuple of ints
        The number of samples of two classes; or that of each class, the negative one first. At
        most 5,000 in all (a minute for a single value), or 1,000,000 of more than two classes.
    values : mapping of str to str
        Measures as they are printed, ``{"accuracy": "0.83", "precision": "71.4%"}``: the digits
        written say how they were rounded, at most 4 after the point (2 of a percentage). Both
        neighbours of a tie fit. The names are ``"accuracy"``, ``"error_rate"``, ``"recall"``,
        ``"specificity"``, ``"precision"``, ``"negative_predictive_value"``, ``"f_score"`` (F1),
        all of the positive class; ``"balanced_accuracy"``, ``"informedness"``, ``"g_mean"``,
        ``"macro precision"``, ``"macro f_score"``, ``"cohen_kappa"``, ``"mcc"``. For more than two
        classes: ``"accuracy"``, ``"error_rate"``, ``"balanced_accuracy"``, ``"cohen_kappa"``.

    Returns
    -------
    Fits
        A measure that is undefined fits no value. G-mean and MCC, which take a root, fit within
        1e-13 of a bound.

    Notes
    -----
    For given class sizes and TP no measure rises as FP grows (the error rate: none falls), so that
    its range is found by bisection. Of more classes, balanced accuracy and Kappa have a least and a
    largest value for each number of right answers; the values between are not all possible, so more
    slips pass. For means over folds and other designs see the package mlscorecheck.

    Examples
    --------
    >>> consistent((60, 40), {"accuracy": "0.83", "recall": "0.625"})
    1 matrix fits, such as [[58, 2], [15, 25]]
    >>> consistent(100, {"accuracy": "0.835"})
    no matrix has this accuracy
    >>> consistent((50, 50, 50), {"accuracy": "0.90", "cohen_kappa": "0.88"})
    no matrix has this accuracy and this cohen_kappa
    """
    check_type(values, "values", Mapping, "a dict of measures")
    sizes = samples if isinstance(samples, tuple) else (samples,)
    sizes = tuple(whole_number(it, "samples", "a whole number, or a tuple of them") for it in sizes)
    least, most = (1, _MOST_OF_MANY_CLASSES) if len(sizes) > 2 else (0, _MOST_SAMPLES)
    if not sizes or min(sizes) < least or not 1 <= sum(sizes) <= most:
        what = f"from 1 to {most:,} in all, at least {least} of each class"
        raise ValueError(f"samples must be {what}, got {samples!r}")
    known = _MEASURES if len(sizes) < 3 else _BOUNDED
    bounds = {name: _bounds(name, value, known) for name, value in values.items()}
    if len(sizes) > 2:
        _, contradictions = _search(
            (np.arange(sum(sizes) + 1),), bounds, partial(_narrow_many, sizes)
        )
        return Fits(None, np.empty((0, 2, 2), dtype=np.int64), contradictions)
    n = sum(sizes)
    # All pairs of P and TP, with the whole range of FP.
    positives = np.arange(n + 1) if len(sizes) == 1 else np.array(sizes[1:])
    of_row = positives.repeat(positives + 1)
    hits = np.concatenate([np.arange(it + 1) for it in positives])
    every = of_row, hits, np.zeros_like(of_row), n - of_row
    rows, contradictions = _search(every, bounds, partial(_narrow_two, n))
    fits = (
        (n - p - fp, fp, p - tp, tp)
        for p, tp, first, last in zip(*(it.tolist() for it in rows), strict=True)
        for fp in range(first, last + 1)
    )
    listed = np.array(list(islice(fits, _MOST_LISTED)), dtype=np.int64).reshape(-1, 2, 2)
    return Fits(int((rows[3] - rows[2] + 1).sum()), listed, contradictions)


def _search(
    start: _Rows, bounds: dict[str, tuple[float, float]], narrow: Callable[..., _Rows]
) -> tuple[_Rows, tuple[tuple[str, ...], ...]]:
    """Return what fits all values and, if nothing does, which of them contradict each other."""
    rows = reduce(lambda left, name: narrow(left, name, *bounds[name]), bounds, start)
    if len(rows[0]):
        return rows, ()
    by_one = {name: narrow(start, name, *bounds[name]) for name in bounds}
    alone = [(name,) for name in bounds if not len(by_one[name][0])]
    possible = [name for name in bounds if (name,) not in alone]
    pairs = [
        pair
        for pair in combinations(possible, 2)
        if not len(narrow(by_one[pair[0]], pair[1], *bounds[pair[1]])[0])
    ]
    return rows, (*alone, *pairs) or (tuple(bounds),)


def _bounds(name: str, value: Any, known: Iterable[str]) -> tuple[float, float]:
    """Return the least and the largest number that rounds to a printed value."""
    if name not in known:
        raise ValueError(f"values has an unknown measure {name!r}: it must be one of {[*known]}")
    if not isinstance(value, str | Decimal):
        raise TypeError(
            f"values[{name!r}] must be text, which shows its digits, such as '0.80', got {value!r}"
        )
    text = str(value).strip()
    percent = text.endswith("%")
    try:
        number = Decimal(text.removesuffix("%").rstrip()).scaleb(-2 * percent)
    except InvalidOperation:
        raise ValueError(f"values[{name!r}] must be a number, got {value!r}") from None
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int) or exponent < -_MOST_DECIMALS or abs(number) > 1:
        raise ValueError(
            f"values[{name!r}] must be in [-1, 1], with at most {_MOST_DECIMALS} decimals, "
            f"got {value!r}"
        )
    half = Decimal(5).scaleb(exponent - 1)
    low, high = float(number - half), float(number + half)
    return (-high, -low) if name == "error_rate" else (low, high)


def _narrow_two(n: int, rows: _Rows, name: str, low: float, high: float) -> _Rows:
    """Keep the rows of two classes, and of each the FP, whose measure is within the bounds."""
    positives, hits, first, last = rows

    def at(false_alarms: Array) -> NDArray[np.float64]:
        others = n - positives
        parts = (hits, positives - hits, false_alarms, others - false_alarms)
        with np.errstate(invalid="ignore", divide="ignore"):
            value: NDArray[np.float64] = _MEASURES[name](*(part.astype(float) for part in parts))
        # 0/0 occurs at the ends alone, and fits nothing.
        return np.where(np.isnan(value), np.where(false_alarms == 0, np.inf, -np.inf), value)

    # The first FP that is low enough, then the first that is too low.
    begin = _first(lambda it: at(it) <= high + _SLACK, first, last + 1)
    end = _first(lambda it: at(it) < low - _SLACK, begin, last + 1)
    left = begin < end
    return positives[left], hits[left], begin[left], end[left] - 1


def _first(holds: Callable[[Array], NDArray[np.bool_]], low: Array, high: Array) -> Array:
    """Return by bisection the first whole number from ``low`` on that holds; else ``high``."""
    while (low < high).any():
        middle = (low + high) // 2
        found = holds(middle) | (low >= high)
        low, high = np.where(found, low, middle + 1), np.where(found, middle, high)
    return low


def _narrow_many(sizes: tuple[int, ...], rows: _Rows, name: str, low: float, high: float) -> _Rows:
    """Keep the numbers of right answers with which a measure can be within the bounds."""
    (hits,), n, small = rows, sum(sizes), np.sort(sizes)

    def filled(order: Any, worth: Any) -> Any:
        # The sum if right answers fill one class after the other.
        return np.interp(hits, np.cumsum([0, *small[order]]), np.cumsum([0, *worth[order]]))

    def kappa(missed: list[int], sign: int) -> Any:
        # Chance agreement times n**2: each answer adds the size of the class that it predicts,
        # which for a wrong answer can be any class but the true one.
        gain = small - missed
        chance = small @ missed + filled(np.argsort(sign * gain), small * gain)
        return (n * hits - chance) / (n**2 - chance)

    if name == "balanced_accuracy":
        one = np.ones(len(small)) / len(small)
        least, most = filled(slice(None, None, -1), one), filled(slice(None), one)
    elif name == "cohen_kappa":
        # Least where wrong answers name the largest other class, which raises chance agreement;
        # most where they name the smallest.
        others = len(small) - 1
        least = kappa([small[-1]] * others + [small[-2]], -1)
        most = kappa([small[1]] + [small[0]] * others, 1)
    else:  # the bounds of an error rate are negative
        least = most = (hits if name == "accuracy" else hits - n) / n
    return (hits[(least <= high + _SLACK) & (most >= low - _SLACK)],)
