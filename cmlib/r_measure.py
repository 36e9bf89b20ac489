"""The R measure of document 1 and what it is made from: informedness and prevalence."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cmlib._averages import Average, Matrices, averaged, divide, measure, scalar, sums_for
from cmlib._checks import as_amounts, with_room
from cmlib._labels import Label, Labels


@measure
def informedness(
    cm: Matrices,
    *,
    label: Label | None = None,
    average: Average = None,
    exclude: Labels = (),
    zero_division: float = np.nan,
) -> float | NDArray[np.float64]:
    """How far every class is from guessing, from its recall and specificity: Youden's J.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    label, average, exclude : optional
        One class, or an average over classes, as for `precision`.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that has no samples or all of them; see `precision`.

    Returns
    -------
    float or ndarray of shape (..., K), or (...) with a label or an average
        In [-1, 1], in label order; 0 if being predicted as the class is independent of being it.

    References
    ----------
    Youden WJ (1950). Index for rating diagnostic tests. Cancer 3(1):32-35. Powers DMW (2011).
    Evaluation: from precision, recall and F-measure to ROC, informedness, markedness and
    correlation.

    Examples
    --------
    >>> informedness([[9, 1], [2, 8]])
    array([0.7, 0.7])
    """
    sums = sums_for(cm, label, average, exclude)
    others = sums.false_alarms + sums.correct_rejections
    value = divide(sums.hits, sums.support) - divide(sums.false_alarms, others)
    why = "it has no samples, or all of them"
    return averaged(value, sums, "informedness", why, average, zero_division)


@measure
def r_score(
    cm: Matrices,
    *,
    label: Label | None = None,
    average: Average = None,
    exclude: Labels = (),
    zero_division: float = np.nan,
) -> float | NDArray[np.float64]:
    """Document 1's R of every class: its recall, less its share in the predictions.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    label, average, exclude : optional
        One class, or an average over classes, as for `precision`.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that has no samples; see `precision`.

    Returns
    -------
    float or ndarray of shape (..., K), or (...) with a label or an average
        In [pi_c - 1, 1 - pi_c], pi_c the class's share in the truth; (1 - pi_c) times its
        informedness.

    References
    ----------
    Document 1, equations 8 and 12.

    Examples
    --------
    >>> r_score([[9, 1], [2, 8]])
    array([0.35, 0.35])
    """
    sums = sums_for(cm, label, average, exclude)
    value = divide(sums.hits, sums.support) - divide(sums.predicted, sums.total)
    why = "it has no samples"
    return averaged(value, sums, "r_score", why, average, zero_division)


@measure
def r_prime(
    cm: Matrices,
    *,
    label: Label | None = None,
    average: Average = None,
    exclude: Labels = (),
    zero_division: float = np.nan,
) -> float | NDArray[np.float64]:
    """Document 1's R' of every class: its recall, less how much too often it is predicted.

    `r_prime_overall` is one value for all classes.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    label, average, exclude : optional
        One class, or an average over classes, as for `precision`.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that has no samples; see `precision`.

    Returns
    -------
    float or ndarray of shape (..., K), or (...) with a label or an average
        In [2 pi_c - 1, 1], in label order; pi_c, not 0, for a class that is never predicted.

    References
    ----------
    Document 1, equations 18 and 22.

    Examples
    --------
    >>> r_prime([[10, 0], [90, 0]])
    array([0.1, 0.9])
    """
    sums = sums_for(cm, label, average, exclude)
    # pi_c - q_c comes from FN - FP, the difference of whole counts, which is exact.
    too_rarely = divide(sums.misses - sums.false_alarms, sums.total)
    value = np.minimum(divide(sums.hits, sums.support) + too_rarely, 1)  # rounding of weights
    why = "it has no samples"
    return averaged(value, sums, "r_prime", why, average, zero_division)


@measure
def r_prime_overall(
    cm: Matrices, *, abstained: ArrayLike = 0, zero_division: float = np.nan
) -> float | NDArray[np.float64]:
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

    References
    ----------
    Document 1, equation 23.

    Examples
    --------
    >>> r_prime_overall([[9, 1], [2, 8]]), r_prime_overall([[9, 1], [2, 8]], abstained=20)
    (0.85, 0.925)
    """
    sums = sums_for(cm)
    left_open = as_amounts(abstained, "abstained")
    correct, total = sums.hits.sum(-1), sums.samples
    if left_open.ndim and left_open.shape != total.shape:
        raise ValueError(
            f"abstained must be one number or one for each matrix, shape {total.shape}, got shape "
            f"{left_open.shape}"
        )
    with_room(np.array([total.max(), left_open.max()]), "abstained", (-1,))
    return scalar(divide(correct + left_open, total + left_open, zero_division))
