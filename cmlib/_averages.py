"""What all measures share: the choice of classes, one way to divide and to average."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Literal, ParamSpec, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cmlib._checks import check_choice, listed
from cmlib._inputs import counts_and_labels
from cmlib._labels import Label, Labels
from cmlib._sums import Part, Sums, sums_of
from cmlib._undefined import check_zero_division, warn_undefined
from cmlib.matrix import ConfusionMatrix

Given = ParamSpec("Given")
Returned = TypeVar("Returned")

Matrices: TypeAlias = ConfusionMatrix | ArrayLike
Average: TypeAlias = Literal["macro", "micro", "weighted"] | None
Weights: TypeAlias = Literal["linear", "quadratic"] | None


def measure(function: Callable[Given, Returned]) -> Callable[Given, Returned]:
    """Guard a function of one matrix: refuse a second positional argument, such as labels."""

    @wraps(function)
    def checked(*args: Given.args, **options: Given.kwargs) -> Returned:
        if len(args) > 1:
            raise TypeError(
                f"{function.__name__} takes one matrix, and its options by name; for labels write "
                f"{function.__name__}(ConfusionMatrix.from_labels(y_true, y_pred))"
            )
        return function(*args, **options)

    return checked


def sums_for(
    cm: Matrices, label: Label | None = None, average: Average = None, exclude: Labels = ()
) -> Sums:
    """Check a matrix or a batch, and return the sums of the classes that an average takes.

    The sums of one ``label`` and of a micro average are pooled.
    """
    sums = cm._sums if isinstance(cm, ConfusionMatrix) else sums_of(*counts_and_labels(cm))
    if average is not None:
        check_choice(average, "average", (None, "macro", "micro", "weighted"))
    if label is not None:
        if average is not None:
            raise ValueError(f"label is one class, without an average: got average={average!r}")
        sums = Part(sums, [sums.position(label, "label")], pooled=True)
    none = isinstance(exclude, tuple) and not exclude  # for speed
    given = [] if none else listed(exclude, "exclude", ordered=False)
    if given and average is None:
        raise ValueError(
            f"exclude leaves classes out of an average, but average is None: got exclude={given!r}"
        )
    kept = sums.kept(given) if given else None
    pooled = average == "micro"
    return Part(sums, kept, scale=pooled, pooled=pooled) if pooled or given else sums


def divide(numerator: Any, denominator: Any, zero_division: float = np.nan) -> NDArray[np.float64]:
    """Divide; where the denominator is 0 or nan, return ``zero_division``, which is checked."""
    fill = zero_division if zero_division is np.nan else check_zero_division(zero_division)
    result = np.full(np.shape(denominator), fill)
    np.divide(numerator, denominator, out=result, where=np.asarray(denominator) > 0)
    return result


def scalar(values: NDArray[np.float64]) -> float | NDArray[np.float64]:
    """Return a single value as a float, a batch as it is."""
    return float(values) if values.ndim == 0 else values


def averaged(
    values: NDArray[np.float64],
    sums: Sums,
    name: str,
    why_undefined: str,
    average: Average | Literal["geometric"],
    zero_division: float,
) -> float | NDArray[np.float64]:
    """Return the values of the classes, or their average; a 0/0 becomes ``zero_division``.

    An average leaves undefined values out, with one warning that names the classes and the reason.
    """
    if zero_division is not np.nan:  # for speed: nan stays nan
        values = np.where(np.isnan(values), check_zero_division(zero_division), values)
    if sums.pooled:
        return scalar(values)
    if average is None:
        return values
    weights = sums.scaled().support if average == "weighted" else np.ones_like(values)
    undefined = np.isnan(values) & (weights > 0)
    if undefined.any():
        warn_undefined(undefined, sums.labels, name, average, why_undefined)
    weights = np.where(np.isnan(values), 0, weights)
    weighted_sum = (np.where(weights > 0, values, 0) * weights).sum(-1)
    return scalar(divide(weighted_sum, weights.sum(-1), zero_division))
