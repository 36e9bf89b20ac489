"""What all measures share: the vectors they are made of, one way to divide, to skip, to warn."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from inspect import cleandoc
from typing import (
    Any,
    Concatenate,
    Literal,
    ParamSpec,
    Protocol,
    TypeAlias,
    TypedDict,
    TypeVar,
    Unpack,
    cast,
    overload,
)

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cmlib._checks import check_choice, check_zero_division, listed
from cmlib._labels import Label, Labels, classes_kept
from cmlib._storage import Sums
from cmlib.matrix import ConfusionMatrix, as_sums

P = ParamSpec("P")
R = TypeVar("R")

Matrices: TypeAlias = ConfusionMatrix | ArrayLike
Way: TypeAlias = Literal["macro", "micro", "weighted"]
Average: TypeAlias = Way | None


class Options(TypedDict, total=False):
    """What every measure that has an average takes beside it."""

    exclude: Labels
    zero_division: float


class UndefinedMetricWarning(UserWarning):
    """An average left out classes whose value is 0/0."""


class Overall(Protocol[P]):
    """How a measure with one value for a whole matrix is called, and what it then returns."""

    @overload
    def __call__(self, cm: ConfusionMatrix, *args: P.args, **options: P.kwargs) -> float: ...
    @overload
    def __call__(self, cm: Matrices, *args: P.args, **options: P.kwargs) -> Any: ...


class PerClass(Protocol):
    """How a measure that has a value for every class is called, and what it then returns."""

    @overload
    def __call__(
        self, cm: Matrices, *, average: None = None, **options: Unpack[Options]
    ) -> NDArray[np.float64]: ...
    @overload
    def __call__(
        self, cm: ConfusionMatrix, *, average: Way, **options: Unpack[Options]
    ) -> float: ...
    @overload
    def __call__(self, cm: Matrices, *, average: Average, **options: Unpack[Options]) -> Any: ...


# What stands for %(cm)s and the like in the docstring of a measure.
_DESCRIPTIONS = {
    "cm": """\
cm : ConfusionMatrix or array-like of shape (..., K, K)
    Rows are the truth. Leading axes are a batch.""",
    "average": """\
average : {None, "macro", "micro", "weighted"}, default None
    None: one value per class. "macro": their plain mean. "micro": add up TP, FN, FP and TN over
    the classes, then take the formula once. "weighted": the mean weighted by support.""",
    "exclude": """\
exclude : sequence of labels, default ()
    Classes left out of an average. Their samples stay in the counts.""",
    "left_out": """\
With nan, macro and weighted
    averages leave such classes out and warn. Also the value of an average in which no class
    counts: all are left out, or those with a value have no samples, of which scikit-learn takes
    the plain mean.""",
    "values": "ndarray of shape (..., K), or with an average float or ndarray of shape (...)",
    "warns": """\
Warns
-----
UndefinedMetricWarning
    If an average leaves out a class whose value is 0/0.""",
}


def measure(function: Callable[P, R]) -> Callable[P, R]:
    """Give a measure what all measures share.

    That is the descriptions that its docstring names, as in ``%(cm)s``, and a word to who hands it
    two label arrays: they are to be counted first.
    """

    @wraps(function)
    def checked(*args: P.args, **options: P.kwargs) -> R:
        if len(args) > 1:
            raise TypeError(
                f"{function.__name__} takes one matrix, and its options by name; for labels write "
                f"{function.__name__}(ConfusionMatrix.from_labels(y_true, y_pred))"
            )
        return function(*args, **options)

    if function.__doc__:  # there is none with python -OO
        checked.__doc__ = cleandoc(function.__doc__) % _DESCRIPTIONS
    return checked


def overall(function: Callable[Concatenate[Matrices, P], Any]) -> Overall[P]:
    """Make a measure of a function that returns one value for a whole matrix."""
    return cast(Overall[P], measure(function))


def per_class(function: Callable[..., Any]) -> PerClass:
    """Make a measure of a function that takes the options of all that have a value per class."""
    return cast(PerClass, measure(function))


@dataclass(frozen=True, eq=False)
class Margins:
    """The vectors that nearly every measure is made of, each with one number for every class.

    Everything is a view of the confusion matrix, and nearly every measure a view of three vectors
    of it: ``hits``, its diagonal; ``support``, its row sums, how many samples a class has; and
    ``predicted``, its column sums. Written as others write them, ``hits`` are TP, what is left of
    ``support`` are the ``misses`` (FN), what is left of ``predicted`` the ``false_alarms`` (FP),
    and what is in neither the ``correct_rejections`` (TN). ``total`` is all of them, for every
    class the same.

    The shape is (..., K), K the classes that are kept, or (...) where they are pooled. All of it
    comes from `Sums`, which asks little of how a matrix is stored.
    """

    sums: Sums
    labels: tuple[Label, ...]
    kept: list[int] | None
    pooled: bool
    # The power of two that weights are divided by.
    exponent: NDArray[Any] | None = None

    @property
    def hits(self) -> NDArray[Any]:
        """TP: the samples of a class that were predicted as it."""
        return self._of_kept(self.sums.hits)

    @property
    def misses(self) -> NDArray[Any]:
        """FN: the samples of a class that were predicted as another."""
        return self._of_kept(self.sums.misses)

    @property
    def false_alarms(self) -> NDArray[Any]:
        """FP: the samples of another class that were predicted as this one."""
        return self._of_kept(self.sums.false_alarms)

    @property
    def correct_rejections(self) -> NDArray[Any]:
        """TN: the samples of another class that were predicted as another."""
        return self._of_kept(self.sums.correct_rejections)

    @property
    def support(self) -> NDArray[Any]:
        """The samples of a class."""
        return self._of_kept(self.sums.support)

    @property
    def predicted(self) -> NDArray[Any]:
        """The samples that were predicted as a class."""
        return self._of_kept(self.sums.predicted)

    @property
    def total(self) -> NDArray[Any]:
        """All samples."""
        samples = self.sums.samples[..., None]
        return self._of_kept(np.broadcast_to(samples, self.sums.hits.shape))

    def scaled(self) -> Margins:
        """Divide weights by a power of two, so that no product of them overflows or vanishes."""
        return self if self.sums.whole else replace(self, exponent=self.sums.exponent)

    def _of_kept(self, vector: NDArray[Any]) -> NDArray[Any]:
        if self.kept is not None:
            vector = vector[..., self.kept]
        if self.exponent is not None:
            vector = np.ldexp(vector, -self.exponent[..., None])
        if not self.pooled:
            return vector
        # TN of all classes together can be K times as large as all counts.
        exact = float(self.sums.samples.max()) * vector.shape[-1] < 2**63
        return np.asarray(vector.sum(-1, dtype=None if exact else float))


def margins_of(cm: Matrices, average: Average = None, exclude: Labels = ()) -> Margins:
    """Check a matrix or a batch of them, and return the vectors of the classes that are kept."""
    sums, labels = as_sums(cm)
    check_choice(average, "average", (None, "macro", "micro", "weighted"))
    given = listed(exclude, "exclude", ordered=False)
    kept = classes_kept(labels, given) if given else None
    if kept is not None:
        if average is None:
            raise ValueError(
                "exclude leaves classes out of an average, but average is None: got "
                f"exclude={given!r}"
            )
        labels = tuple(labels[at] for at in kept)
    margins = Margins(sums, labels, kept, pooled=average == "micro")
    return margins.scaled() if margins.pooled else margins


def divide(numerator: Any, denominator: Any, zero_division: float = np.nan) -> NDArray[np.float64]:
    """Divide; where the denominator is 0 the result is ``zero_division``."""
    result = np.full(np.shape(denominator), float(zero_division))
    np.divide(numerator, denominator, out=result, where=np.asarray(denominator) > 0)
    return result


def scalar(values: NDArray[np.float64]) -> Any:
    """Return a single value as a float, a batch as it is."""
    return float(values) if values.ndim == 0 else values


def averaged(
    values: NDArray[np.float64],
    part: Margins,
    name: str,
    why_undefined: str,
    average: Average | Literal["geometric"],
    zero_division: float,
) -> Any:
    """Return the values of the classes, nan where they are 0/0, or the average that is asked for.

    An average leaves undefined values out, and says once which and why.
    """
    zero_division = check_zero_division(zero_division)
    if not np.isnan(zero_division):
        values = np.where(np.isnan(values), zero_division, values)
    if average is None:
        return values
    if average == "micro":
        return scalar(values)
    weights = part.scaled().support if average == "weighted" else np.ones_like(values)
    undefined = np.isnan(values) & (weights > 0)
    if undefined.any():
        _warn_undefined(undefined, part.labels, name, average, why_undefined)
    weights = np.where(np.isnan(values), 0, weights)
    weighted_sum = (np.where(weights > 0, values, 0) * weights).sum(-1)
    return scalar(divide(weighted_sum, weights.sum(-1), zero_division))


def _warn_undefined(
    undefined: NDArray[np.bool_], labels: tuple[Label, ...], name: str, average: str, why: str
) -> None:
    per_matrix = undefined.reshape(-1, undefined.shape[-1])
    anywhere = np.flatnonzero(per_matrix.any(axis=0))
    classes = [repr(labels[position]) for position in anywhere[:8]]
    which = ", ".join(classes) + (", …" if len(anywhere) > 8 else "")
    where = (
        f" in {int(per_matrix.any(1).sum())} of {len(per_matrix)} matrices"
        if len(per_matrix) > 1
        else ""
    )
    warnings.warn(
        f"{name} is undefined for {'class' if len(anywhere) == 1 else 'classes'} {which}{where} "
        f"({why}): the {average} average leaves {'it' if len(anywhere) == 1 else 'them'} out",
        UndefinedMetricWarning,
        stacklevel=5,  # the line that called the measure, past its decorator
    )
