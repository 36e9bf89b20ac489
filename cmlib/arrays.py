"""Array arithmetic that all the metric modules share: one way to divide, to skip, to warn."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from numbers import Real
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cmlib.labels import Label, plain
from cmlib.matrix import ConfusionMatrix

__all__ = [
    "Matrices",
    "OneVsRest",
    "UndefinedMetricWarning",
    "check_zero_division",
    "diagonal",
    "divide",
    "included",
    "one_vs_rest_counts",
    "scalar",
    "sum_of_others",
    "warn_undefined",
]

Matrices: TypeAlias = ConfusionMatrix | ArrayLike


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
    support, predicted = counts.sum(-1), counts.sum(-2)
    fp = predicted - tp
    # Not total - support - predicted + tp: with float counts that leaves crumbs where 0 is right.
    tn = np.maximum(sum_of_others(support) - fp, 0)
    return OneVsRest(tp=tp, fn=support - tp, fp=fp, tn=tn)


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


def divide(numerator: Any, denominator: Any, zero_division: float) -> NDArray[np.float64]:
    """Divide; where the denominator is 0 the result is ``zero_division``."""
    result = np.full(np.shape(denominator), float(zero_division))
    np.divide(numerator, denominator, out=result, where=np.asarray(denominator) > 0)
    return result


def scalar(values: NDArray[np.float64]) -> float | NDArray[np.float64]:
    """Return a single value as a float, a batch as it is."""
    return float(values) if values.ndim == 0 else values


def check_zero_division(zero_division: float) -> None:
    """Refuse anything but nan, 0 and 1."""
    if isinstance(zero_division, bool) or not isinstance(zero_division, Real):
        raise TypeError(f"zero_division must be nan, 0.0 or 1.0, got {zero_division!r}")
    if not (np.isnan(float(zero_division)) or zero_division in (0, 1)):
        raise ValueError(f"zero_division must be nan, 0.0 or 1.0, got {zero_division!r}")


def included(labels: tuple[Label, ...], exclude: Sequence[Label]) -> list[int]:
    """Return the positions of the classes that an average takes in."""
    if isinstance(exclude, str):
        raise TypeError(f"exclude must be a list of labels, got {exclude!r}: write [{exclude!r}]")
    known = {(type(label), label) for label in labels}
    left_out = set()
    for label in exclude:
        if (type(plain(label)), label) not in known:
            raise ValueError(f"exclude names {plain(label)!r}, which is not one of the classes")
        left_out.add(label)
    if len(left_out) == len(labels):
        raise ValueError(f"exclude leaves no class to average: got {list(exclude)!r}")
    return [position for position, label in enumerate(labels) if label not in left_out]


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
