"""The R measure of document 1 and what it is made from: informedness and prevalence."""

from __future__ import annotations

from typing import Any, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cmlib._averages import (
    Average,
    Matrices,
    OneVsRest,
    Options,
    Way,
    diagonal,
    divide,
    scalar,
    score_classes,
)
from cmlib._checks import (
    as_amounts,
    check_zero_division,
    refuse_unordered,
    takes_a_matrix,
)
from cmlib._labels import Labels
from cmlib.matrix import ConfusionMatrix, as_counts

__all__ = ["informedness", "r_prime", "r_prime_overall", "r_score"]


@overload
def informedness(
    cm: Matrices, *, average: None = None, **options: Unpack[Options]
) -> NDArray[np.float64]: ...
@overload
def informedness(cm: ConfusionMatrix, *, average: Way, **options: Unpack[Options]) -> float: ...
@overload
def informedness(cm: Matrices, *, average: Average, **options: Unpack[Options]) -> Any: ...
@takes_a_matrix
def informedness(
    cm: Matrices,
    *,
    average: Average = None,
    exclude: Labels = (),
    zero_division: float = np.nan,
) -> Any:
    """Recall + specificity - 1 of every class: how far it is from guessing. Youden's J.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    average : {None, "macro", "micro", "weighted"}, default None
        As for `precision`.
    exclude : sequence of labels, default ()
        Classes left out of an average. Their samples stay in the counts.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that has no samples or all of them.

    Returns
    -------
    ndarray of shape (..., K), or with an average float or ndarray of shape (...)
        In [-1, 1], in label order; 0 if being predicted as the class is independent of being it.

    Raises
    ------
    ValueError, TypeError
        If an argument is not valid.

    Warns
    -----
    UndefinedMetricWarning
        If an average leaves out a class whose value is 0/0.

    References
    ----------
    Youden WJ (1950). Index for rating diagnostic tests. Cancer 3(1):32-35. Powers DMW (2011).
    Evaluation: from precision, recall and F-measure to ROC, informedness, markedness and
    correlation.

    Examples
    --------
    >>> from cmlib import informedness
    >>> informedness([[9, 1], [2, 8]])
    array([0.7, 0.7])
    """
    return score_classes(
        cm,
        "informedness",
        lambda part: _recall(part) - divide(part.fp, part.fp + part.tn),
        "it has no samples, or all of them",
        average=average,
        exclude=exclude,
        zero_division=zero_division,
    )


@overload
def r_score(
    cm: Matrices, *, average: None = None, **options: Unpack[Options]
) -> NDArray[np.float64]: ...
@overload
def r_score(cm: ConfusionMatrix, *, average: Way, **options: Unpack[Options]) -> float: ...
@overload
def r_score(cm: Matrices, *, average: Average, **options: Unpack[Options]) -> Any: ...
@takes_a_matrix
def r_score(
    cm: Matrices,
    *,
    average: Average = None,
    exclude: Labels = (),
    zero_division: float = np.nan,
) -> Any:
    """Document 1's R of every class: recall - q_c, q_c the class's share in the predictions.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    average : {None, "macro", "micro", "weighted"}, default None
        As for `precision`.
    exclude : sequence of labels, default ()
        Classes left out of an average. Their samples stay in the counts.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that has no samples.

    Returns
    -------
    ndarray of shape (..., K), or with an average float or ndarray of shape (...)
        In [pi_c - 1, 1 - pi_c], pi_c the class's share in the truth; (1 - pi_c) times its
        informedness.

    Raises
    ------
    ValueError, TypeError
        If an argument is not valid.

    References
    ----------
    Document 1, equations 8 and 12.

    Examples
    --------
    >>> from cmlib import r_score
    >>> r_score([[9, 1], [2, 8]])
    array([0.35, 0.35])
    """
    return score_classes(
        cm,
        "r_score",
        lambda part: _recall(part) - _share(part.tp + part.fp, part),
        "it has no samples",
        average=average,
        exclude=exclude,
        zero_division=zero_division,
    )


@overload
def r_prime(
    cm: Matrices, *, average: None = None, **options: Unpack[Options]
) -> NDArray[np.float64]: ...
@overload
def r_prime(cm: ConfusionMatrix, *, average: Way, **options: Unpack[Options]) -> float: ...
@overload
def r_prime(cm: Matrices, *, average: Average, **options: Unpack[Options]) -> Any: ...
@takes_a_matrix
def r_prime(
    cm: Matrices,
    *,
    average: Average = None,
    exclude: Labels = (),
    zero_division: float = np.nan,
) -> Any:
    """Document 1's R' of every class: recall - (q_c - pi_c).

    Recall, less the amount by which the class is predicted too often.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    average : {None, "macro", "micro", "weighted"}, default None
        As for `precision`.
    exclude : sequence of labels, default ()
        Classes left out of an average. Their samples stay in the counts.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that has no samples.

    Returns
    -------
    ndarray of shape (..., K), or with an average float or ndarray of shape (...)
        In [2 pi_c - 1, 1], in label order; pi_c, not 0, for a class that is never predicted.

    Raises
    ------
    ValueError, TypeError
        If an argument is not valid.

    See Also
    --------
    r_prime_overall : The same for all classes together.

    References
    ----------
    Document 1, equations 18 and 22.

    Examples
    --------
    >>> from cmlib import r_prime
    >>> r_prime([[10, 0], [90, 0]])
    array([0.1, 0.9])
    """
    # (pi_c - q_c) comes from FN - FP, the difference of whole counts, which is exact.
    return score_classes(
        cm,
        "r_prime",
        lambda part: _recall(part) + _share(part.fn - part.fp, part),
        "it has no samples",
        average=average,
        exclude=exclude,
        zero_division=zero_division,
    )


@overload
def r_prime_overall(
    cm: ConfusionMatrix, *, abstained: ArrayLike = ..., zero_division: float = ...
) -> float: ...
@overload
def r_prime_overall(
    cm: Matrices, *, abstained: ArrayLike = ..., zero_division: float = ...
) -> Any: ...
@takes_a_matrix
def r_prime_overall(
    cm: Matrices, *, abstained: ArrayLike = 0, zero_division: float = np.nan
) -> Any:
    """Document 1's R' of the whole classifier.

    sum_c a_c / x + (x - y) / w, with a_c the correct predictions of class c, x = w all samples and
    y those that got a prediction. If every sample got one, it is accuracy; each sample without
    one counts as if it were correct.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        The samples that got a prediction; rows are the truth. Leading axes are a batch.
    abstained : int or array-like of shape (...), default 0
        How many more samples got no prediction.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value where there is no sample at all.

    Returns
    -------
    float or ndarray of shape (...)
        In [0, 1].

    Raises
    ------
    ValueError, TypeError
        If an argument is not valid.

    References
    ----------
    Document 1, equation 23.

    Examples
    --------
    >>> from cmlib import r_prime_overall
    >>> r_prime_overall([[9, 1], [2, 8]]), r_prime_overall([[9, 1], [2, 8]], abstained=20)
    (0.85, 0.925)
    """
    counts, _ = as_counts(cm)
    zero_division = check_zero_division(zero_division)
    refuse_unordered(abstained, "abstained")
    left_open = as_amounts(abstained, "abstained")
    if left_open.ndim and left_open.shape != counts.shape[:-2]:
        raise ValueError(
            f"abstained must be one number or one for each matrix, shape {counts.shape[:-2]}, "
            f"got shape {left_open.shape}"
        )
    correct, total = diagonal(counts).sum(-1), counts.sum((-2, -1))
    largest = float(total.max()) + float(left_open.max())
    # Whole numbers would wrap round, weights overflow.
    power = 1023 if "f" in (total.dtype.kind, left_open.dtype.kind) else 63
    if largest >= 2.0**power:
        raise ValueError(
            f"abstained is too large: with cm it adds up to {largest:.3g}, over 2**{power}"
        )
    return scalar(divide(correct + left_open, total + left_open, zero_division))


def _recall(part: OneVsRest) -> NDArray[np.float64]:
    return divide(part.tp, part.tp + part.fn)


def _share(some: NDArray[Any], part: OneVsRest) -> NDArray[np.float64]:
    return divide(some, part.tp + part.fn + part.fp + part.tn)
