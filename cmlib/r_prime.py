"""The R measure of document 1 and what it is made from: informedness and prevalence."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cmlib.arrays import (
    Matrices,
    check_zero_division,
    diagonal,
    divide,
    one_vs_rest_counts,
    scalar,
)
from cmlib.matrix import as_counts

__all__ = ["informedness", "r_prime", "r_prime_overall", "r_score"]


def informedness(cm: Matrices, *, zero_division: float = np.nan) -> NDArray[np.float64]:
    """Recall + specificity - 1 of every class: how far it is from guessing. Youden's J.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that has no samples or all of them.

    Returns
    -------
    ndarray of shape (..., K)
        In [-1, 1], in label order; 0 if being predicted as the class is independent of being it.

    Raises
    ------
    ValueError, TypeError
        If an argument is not valid.

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
    counts, _ = as_counts(cm)
    check_zero_division(zero_division)
    tp, fn, fp, tn = one_vs_rest_counts(counts)
    found = divide(tp, tp + fn, np.nan)
    false_alarms = divide(fp, fp + tn, np.nan)
    return _fill(found - false_alarms, zero_division)


def r_score(cm: Matrices, *, zero_division: float = np.nan) -> NDArray[np.float64]:
    """Document 1's R of every class: recall - q_c, q_c the class's share in the predictions.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that has no samples.

    Returns
    -------
    ndarray of shape (..., K)
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
    counts, _ = as_counts(cm)
    check_zero_division(zero_division)
    return _fill(_recall(counts) - _share(counts.sum(-2), counts), zero_division)


def r_prime(cm: Matrices, *, zero_division: float = np.nan) -> NDArray[np.float64]:
    """Document 1's R' of every class: recall - (q_c - pi_c).

    Recall, less the amount by which the class is predicted too often.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that has no samples.

    Returns
    -------
    ndarray of shape (..., K)
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
    counts, _ = as_counts(cm)
    check_zero_division(zero_division)
    support, predicted = counts.sum(-1), counts.sum(-2)
    # (pi_c - q_c) from the difference of whole counts, which is exact.
    return _fill(_recall(counts) + _share(support - predicted, counts), zero_division)


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
    check_zero_division(zero_division)
    left_open = np.asarray(abstained)
    if left_open.dtype.kind not in "iuf":
        raise TypeError(f"abstained must be a number of samples, got {abstained!r}")
    bad = ~np.isfinite(left_open) | (left_open < 0)
    if bad.any():
        raise ValueError(f"abstained must be at least 0 and finite, got {left_open[bad].flat[0]}")
    if left_open.ndim and left_open.shape != counts.shape[:-2]:
        raise ValueError(
            f"abstained must be one number or one for each matrix, shape {counts.shape[:-2]}, "
            f"got shape {left_open.shape}"
        )
    correct = diagonal(counts).sum(-1)
    return scalar(divide(correct + left_open, counts.sum((-2, -1)) + left_open, zero_division))


def _recall(counts: NDArray[Any]) -> NDArray[np.float64]:
    return divide(diagonal(counts), counts.sum(-1), np.nan)


def _share(part: NDArray[Any], counts: NDArray[Any]) -> NDArray[np.float64]:
    total = np.broadcast_to(counts.sum((-2, -1))[..., None], part.shape)
    return divide(part, total, np.nan)


def _fill(values: NDArray[np.float64], zero_division: float) -> NDArray[np.float64]:
    return np.where(np.isnan(values), zero_division, values)
