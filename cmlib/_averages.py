"""Array arithmetic that all the metric modules share: one way to divide, to skip, to warn."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cmlib._checks import check_choice, check_zero_division, listed
from cmlib._labels import Label, Labels, classes_kept
from cmlib.matrix import ConfusionMatrix, as_counts

__all__ = [
    "Average",
    "Matrices",
    "OneVsRest",
    "Options",
    "UndefinedMetricWarning",
    "Way",
    "diagonal",
    "divide",
    "one_vs_rest_counts",
    "scalar",
    "score_classes",
    "sum_of_others",
    "warn_undefined",
    "without_overflow",
]

Matrices: TypeAlias = ConfusionMatrix | ArrayLike
Way: TypeAlias = Literal["macro", "micro", "weighted"]
Average: TypeAlias = Way | None


class Options(TypedDict, total=False):
    """What every metric that has an average takes beside it."""

    exclude: Labels
    zero_division: float


class UndefinedMetricWarning(UserWarning):
    """An average left out classes whose value is 0/0."""


class OneVsRest(NamedTuple):
    """The four one-vs-rest counts of every class, each of shape (..., K)."""

    tp: NDArray[Any]
    fn: NDArray[Any]
    fp: NDArray[Any]
    tn: NDArray[Any]


def one_vs_rest_counts(counts: NDArray[Any]) -> OneVsRest:
    """Count TP, FN, FP and TN of every class, each against all others."""
    tp = diagonal(counts)
    if counts.dtype.kind == "f":
        # Only added up, never subtracted: a subtraction leaves crumbs where 0 is right.
        wrong = counts.copy()
        at = np.arange(counts.shape[-1])
        wrong[..., at, at] = 0
        return OneVsRest(tp=tp, fn=wrong.sum(-1), fp=wrong.sum(-2), tn=_sum_elsewhere(counts))
    support, predicted = counts.sum(-1), counts.sum(-2)
    tn = counts.sum((-2, -1))[..., None] - support - predicted + tp
    return OneVsRest(tp=tp, fn=support - tp, fp=predicted - tp, tn=tn)


def _sum_elsewhere(counts: NDArray[Any]) -> NDArray[Any]:
    """Return for each class the sum outside of its row and column: four corners of the matrix."""
    classes = counts.shape[-1]
    before = np.arange(classes)
    total = np.zeros(counts.shape[:-1])
    for rows, height in ((1, before), (-1, before[::-1])):
        for columns, width in ((1, before), (-1, before[::-1])):
            corner = counts[..., ::rows, ::columns].cumsum(-1).cumsum(-2)
            inside = (height > 0) & (width > 0)
            total[..., inside] += corner[..., height[inside] - 1, width[inside] - 1]
    return total


def sum_of_others(values: NDArray[Any]) -> NDArray[Any]:
    """Return for each class the sum over all other classes, without subtracting."""
    zero = np.zeros_like(values[..., :1])
    before = np.concatenate([zero, np.cumsum(values, -1)[..., :-1]], -1)
    after = np.concatenate([np.cumsum(values[..., ::-1], -1)[..., -2::-1], zero], -1)
    others: NDArray[Any] = before + after
    return others


def diagonal(counts: NDArray[Any]) -> NDArray[Any]:
    """Return the correct predictions of every class, shape (..., K)."""
    return np.asarray(np.diagonal(counts, axis1=-2, axis2=-1))


def divide(numerator: Any, denominator: Any, zero_division: float = np.nan) -> NDArray[np.float64]:
    """Divide; where the denominator is 0 the result is ``zero_division``."""
    result = np.full(np.shape(denominator), float(zero_division))
    np.divide(numerator, denominator, out=result, where=np.asarray(denominator) > 0)
    return result


def scalar(values: NDArray[np.float64]) -> Any:
    """Return a single value as a float, a batch as it is."""
    return float(values) if values.ndim == 0 else values


def without_overflow(counts: NDArray[Any]) -> NDArray[Any]:
    """Divide weights by a power of two, so that no product of them overflows or vanishes."""
    if counts.dtype.kind != "f":
        return counts
    _, exponent = np.frexp(counts.max((-2, -1), keepdims=True))
    scaled: NDArray[Any] = np.ldexp(counts, -exponent)
    return scaled


def score_classes(
    cm: Matrices,
    name: str,
    values_of: Callable[[OneVsRest], NDArray[np.float64]],
    why_undefined: str,
    *,
    average: Average,
    exclude: Labels,
    zero_division: float,
) -> Any:
    """Work out every class from its four counts, then average; the one way to do both.

    ``values_of`` gives nan where a value is 0/0.
    """
    counts, labels = as_counts(cm)
    zero_division = check_zero_division(zero_division)
    check_choice(average, "average", (None, "macro", "micro", "weighted"))
    keep = classes_kept(labels, exclude)
    if average is None and len(keep) < len(labels):
        raise ValueError(
            f"exclude leaves classes out of an average, but average is None: got "
            f"exclude={listed(exclude, 'exclude')!r}"
        )
    if average == "micro":
        counts = without_overflow(counts)
    parts = OneVsRest(*(part[..., keep] for part in one_vs_rest_counts(counts)))
    if average == "micro":
        # TN of all classes together can be K times as large as all counts.
        exact = float(counts.sum((-2, -1)).max()) * len(labels) < 2**63
        parts = OneVsRest(*(part.sum(-1, dtype=None if exact else float) for part in parts))
    values = values_of(parts)
    if not np.isnan(zero_division):
        values = np.where(np.isnan(values), zero_division, values)
    if average is None:
        return values
    if average == "micro":
        return scalar(values)
    weights = np.ones_like(values) if average == "macro" else parts.tp + parts.fn
    undefined = np.isnan(values) & (weights > 0)
    if undefined.any():
        kept = [labels[position] for position in keep]
        warn_undefined(undefined, kept, name, average, why_undefined, stacklevel=5)
    weights = np.where(np.isnan(values), 0, weights)
    weighted_sum = (np.where(weights > 0, values, 0) * weights).sum(-1)
    return scalar(divide(weighted_sum, weights.sum(-1), zero_division))


def warn_undefined(
    undefined: NDArray[np.bool_],
    labels: list[Label],
    name: str,
    average: str,
    why: str,
    *,
    stacklevel: int,
) -> None:
    """Say which classes an average leaves out, and name the line that asked for it."""
    per_matrix = undefined.reshape(-1, undefined.shape[-1])
    anywhere = np.flatnonzero(per_matrix.any(axis=0))
    classes = [repr(labels[position]) for position in anywhere]
    which = ", ".join(classes[:8]) + (", …" if len(classes) > 8 else "")
    where = (
        f" in {int(per_matrix.any(1).sum())} of {len(per_matrix)} matrices"
        if len(per_matrix) > 1
        else ""
    )
    warnings.warn(
        f"{name} is undefined for {'class' if len(classes) == 1 else 'classes'} {which}{where} "
        f"({why}): the {average} average leaves {'it' if len(classes) == 1 else 'them'} out",
        UndefinedMetricWarning,
        stacklevel=stacklevel,
    )
