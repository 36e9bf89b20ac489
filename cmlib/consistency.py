"""Can these numbers be true? The matrices of two classes that fit printed values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import reduce
from itertools import combinations, islice
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cmlib._checks import check_type, whole_number

_MOST_SAMPLES, _MOST_DECIMALS, _MOST_LISTED = 5_000, 4, 10_000
# Two bounds, or a bound and a fraction of counts, are equal or further apart than this.
_SLACK = 1e-13

# Each falls, or stays, while FP grows and TN shrinks: a range of FP fits.
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

# P, TP, and the first and the last FP, one of each per row.
_Rows: TypeAlias = tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]


@dataclass(frozen=True)
class Fits:
    """The matrices that fit printed values; made by `consistent`. It is true if there is one.

    Attributes
    ----------
    count : int
        How many matrices fit.
    matrices : ndarray of shape (count, 2, 2)
        ``[[TN, FP], [FN, TP]]``; the first 10,000 of them.
    contradictions : tuple of tuple of str
        If none fits: the measures that no matrix has, alone or as pairs; or all, if each pair fits.
    """

    count: int
    matrices: NDArray[np.int64]
    contradictions: tuple[tuple[str, ...], ...]

    def __bool__(self) -> bool:
        """Tell whether a matrix fits."""
        return self.count > 0

    def __str__(self) -> str:
        """Write how many matrices fit, and one of them; or what cannot be."""
        if self:
            which = "1 matrix fits" if self.count == 1 else f"{self.count:,} matrices fit"
            return f"{which}, such as {self.matrices[0].tolist()}"
        return "no matrix has " + "; none has ".join(map(" with ".join, self.contradictions))

    __repr__ = __str__


def consistent(samples: int | tuple[int, int], values: Mapping[str, str | Decimal]) -> Fits:
    """Find all matrices of two classes whose measures round to printed values.

    A fit does not prove that the numbers are true: others fit as well. No fit proves a slip, if the
    values belong to one test set of this size; means over folds or runs need not fit.

    Parameters
    ----------
    samples : int or tuple of two ints
        The number of samples, or those of the negative and of the positive class; at most 5,000.
    values : mapping of str to str
        Measures as they are printed, ``{"accuracy": "0.83", "precision": "71.4%"}``: the digits
        written say how they were rounded, at most 4 after the point (2 of a percentage). Both
        neighbours of a tie fit. The names are ``"accuracy"``, ``"error_rate"``, ``"recall"``,
        ``"specificity"``, ``"precision"``, ``"negative_predictive_value"``, ``"f_score"`` (F1),
        all of the positive class; ``"balanced_accuracy"``, ``"informedness"``, ``"g_mean"``,
        ``"macro precision"``, ``"macro f_score"``, ``"cohen_kappa"``, ``"mcc"``.

    Returns
    -------
    Fits
        A measure that is undefined fits no value. G-mean and MCC, which take a root, fit within
        1e-13 of a bound.

    Raises
    ------
    ValueError
        If a name is unknown, a value is no number or has too many digits, or ``samples`` is
        out of range.

    Notes
    -----
    For given class sizes and TP every measure falls as FP grows, so that its range is found by
    bisection. For means over folds, other designs and many classes see the package mlscorecheck.

    Examples
    --------
    >>> consistent((60, 40), {"accuracy": "0.83", "recall": "0.625"})
    1 matrix fits, such as [[58, 2], [15, 25]]
    >>> consistent(100, {"accuracy": "0.835"})
    no matrix has accuracy
    """
    check_type(values, "values", Mapping, "a dict of measures")
    bounds = {name: _bounds(name, value) for name, value in values.items()}
    start, n = _all_rows(samples)

    def fitting(names: Iterable[str]) -> _Rows:
        return reduce(lambda rows, name: _fitting(rows, n, name, *bounds[name]), names, start)

    rows = fitting(bounds)
    if count := int((rows[3] - rows[2] + 1).sum()):
        return Fits(count, _listed(rows, n), ())
    alone = [(name,) for name in bounds if not len(fitting([name])[0])]
    possible = [name for name in bounds if (name,) not in alone]
    pairs = [pair for pair in combinations(possible, 2) if not len(fitting(pair)[0])]
    return Fits(0, _listed(rows, n), (*alone, *pairs) or (tuple(bounds),))


def _bounds(name: str, value: Any) -> tuple[float, float]:
    """Return the least and the largest number that rounds to a printed value."""
    if name not in _MEASURES:
        raise ValueError(
            f"values has an unknown measure {name!r}: it must be one of {[*_MEASURES]}"
        )
    if not isinstance(value, str | Decimal):
        raise TypeError(
            f"values[{name!r}] must be text, which shows its digits, such as '0.80', got {value!r}"
        )
    text = str(value).strip()
    percent = text.endswith("%")
    try:
        number = Decimal(text.rstrip("% ")).scaleb(-2 * percent)
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


def _all_rows(samples: Any) -> tuple[_Rows, int]:
    """Return all pairs of P and TP, with the whole range of FP, and the number of samples."""
    sizes = samples if isinstance(samples, tuple) else (samples,)
    if len(sizes) > 2:
        raise ValueError(f"samples must be one number, or one of each class, got {samples!r}")
    sizes = tuple(whole_number(it, "samples", "a whole number, or two") for it in sizes)
    n = sum(sizes)
    if min(sizes) < 0 or not 1 <= n <= _MOST_SAMPLES:
        raise ValueError(f"samples must be from 1 to {_MOST_SAMPLES:,} in all, got {samples!r}")
    positives = np.arange(n + 1) if len(sizes) == 1 else np.array(sizes[1:])
    rows = positives.repeat(positives + 1)
    hits = np.arange(len(rows)) - (np.cumsum(positives + 1) - positives - 1).repeat(positives + 1)
    return (rows, hits, np.zeros_like(rows), n - rows), n


def _fitting(rows: _Rows, n: int, name: str, low: float, high: float) -> _Rows:
    """Keep the rows, and of each the range of FP, whose measure lies between two bounds."""
    positives, hits, first, last = rows

    def at(false_alarms: NDArray[Any]) -> NDArray[np.float64]:
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


def _first(
    holds: Callable[[NDArray[Any]], NDArray[np.bool_]], low: NDArray[Any], high: NDArray[Any]
) -> NDArray[Any]:
    """Return by bisection the first whole number from ``low`` on that holds; else ``high``."""
    while (low < high).any():
        middle = (low + high) // 2
        found = holds(middle) | (low >= high)
        low, high = np.where(found, low, middle + 1), np.where(found, middle, high)
    return low


def _listed(rows: _Rows, n: int) -> NDArray[np.int64]:
    """Write out the first matrices."""
    every = (
        (n - p - fp, fp, p - tp, tp)
        for p, tp, first, last in zip(*(it.tolist() for it in rows), strict=True)
        for fp in range(first, last + 1)
    )
    return np.array(list(islice(every, _MOST_LISTED)), dtype=np.int64).reshape(-1, 2, 2)
