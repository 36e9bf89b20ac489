"""The R measure of document 1 and what it is made from: informedness and prevalence."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cmlib._averages import (
    Average,
    Matrices,
    averaged,
    divide,
    margins_of,
    overall,
    per_class,
    scalar,
)
from cmlib._checks import as_amounts, check_zero_division
from cmlib._labels import Labels


@per_class
def informedness(
    cm: Matrices, *, average: Average = None, exclude: Labels = (), zero_division: float = np.nan
) -> Any:
    """Recall + specificity - 1 of every class: how far it is from guessing. Youden's J.

    Parameters
    ----------
    %(cm)s
    %(average)s
    %(exclude)s
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that has no samples or all of them. %(left_out)s

    Returns
    -------
    %(values)s
        In [-1, 1], in label order; 0 if being predicted as the class is independent of being it.

    %(warns)s

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
    part = margins_of(cm, average, exclude)
    others = part.false_alarms + part.correct_rejections
    value = divide(part.hits, part.support) - divide(part.false_alarms, others)
    why = "it has no samples, or all of them"
    return averaged(value, part, "informedness", why, average, zero_division)


@per_class
def r_score(
    cm: Matrices, *, average: Average = None, exclude: Labels = (), zero_division: float = np.nan
) -> Any:
    """Document 1's R of every class: recall - q_c, q_c the class's share in the predictions.

    Parameters
    ----------
    %(cm)s
    %(average)s
    %(exclude)s
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that has no samples. %(left_out)s

    Returns
    -------
    %(values)s
        In [pi_c - 1, 1 - pi_c], pi_c the class's share in the truth; (1 - pi_c) times its
        informedness.

    %(warns)s

    References
    ----------
    Document 1, equations 8 and 12.

    Examples
    --------
    >>> from cmlib import r_score
    >>> r_score([[9, 1], [2, 8]])
    array([0.35, 0.35])
    """
    part = margins_of(cm, average, exclude)
    value = divide(part.hits, part.support) - divide(part.predicted, part.total)
    why = "it has no samples"
    return averaged(value, part, "r_score", why, average, zero_division)


@per_class
def r_prime(
    cm: Matrices, *, average: Average = None, exclude: Labels = (), zero_division: float = np.nan
) -> Any:
    """Document 1's R' of every class: recall - (q_c - pi_c).

    Recall, less the amount by which the class is predicted too often.

    Parameters
    ----------
    %(cm)s
    %(average)s
    %(exclude)s
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that has no samples. %(left_out)s

    Returns
    -------
    %(values)s
        In [2 pi_c - 1, 1], in label order; pi_c, not 0, for a class that is never predicted.

    %(warns)s

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
    part = margins_of(cm, average, exclude)
    # pi_c - q_c comes from FN - FP, the difference of whole counts, which is exact.
    too_rarely = divide(part.misses - part.false_alarms, part.total)
    value = divide(part.hits, part.support) + too_rarely
    why = "it has no samples"
    return averaged(value, part, "r_prime", why, average, zero_division)


@overall
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

    References
    ----------
    Document 1, equation 23.

    Examples
    --------
    >>> from cmlib import r_prime_overall
    >>> r_prime_overall([[9, 1], [2, 8]]), r_prime_overall([[9, 1], [2, 8]], abstained=20)
    (0.85, 0.925)
    """
    part = margins_of(cm)
    zero_division = check_zero_division(zero_division)
    left_open = as_amounts(abstained, "abstained")
    correct, total = part.hits.sum(-1), part.sums.samples
    if left_open.ndim and left_open.shape != total.shape:
        raise ValueError(
            f"abstained must be one number or one for each matrix, shape {total.shape}, got shape "
            f"{left_open.shape}"
        )
    largest = float(total.max()) + float(left_open.max())
    # Whole numbers would wrap round, weights overflow.
    power = 1023 if "f" in (total.dtype.kind, left_open.dtype.kind) else 63
    if largest >= 2.0**power:
        raise ValueError(
            f"abstained is too large: with cm it adds up to {largest:.3g}, over 2**{power}"
        )
    return scalar(divide(correct + left_open, total + left_open, zero_division))
