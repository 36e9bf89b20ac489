"""Shares: of a class, of what was predicted as it, of all; per class, or as one mean of them."""

from __future__ import annotations

from typing import Any, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from cmlib._averages import (
    Average,
    Matrices,
    Options,
    Way,
    averaged,
    divide,
    margins_of,
    measure,
    overall,
    per_class,
    scalar,
)
from cmlib._checks import check_beta, check_zero_division
from cmlib._labels import Labels
from cmlib.matrix import ConfusionMatrix


@overall
def accuracy(cm: Matrices, *, zero_division: float = np.nan) -> Any:
    """Share of the samples that were predicted correctly.

    Parameters
    ----------
    %(cm)s
    zero_division : {nan, 0.0, 1.0}, default nan
        The value for a matrix without samples.

    Returns
    -------
    float or ndarray of shape (...)
        In [0, 1].

    See Also
    --------
    balanced_accuracy : The mean recall, which does not favour large classes.

    References
    ----------
    Document 1, equation 1; document 2, section 3.1; document 4, equation 3-76.

    Examples
    --------
    >>> from cmlib import accuracy
    >>> accuracy([[5, 7], [3, 7]])
    0.5454545454545454
    """
    part = margins_of(cm)
    zero_division = check_zero_division(zero_division)
    return scalar(divide(part.hits.sum(-1), part.sums.samples, zero_division))


@overall
def error_rate(cm: Matrices, *, zero_division: float = np.nan) -> Any:
    """Share of the samples that were predicted wrongly: 1 - accuracy.

    Parameters
    ----------
    %(cm)s
    zero_division : {nan, 0.0, 1.0}, default nan
        The value for a matrix without samples.

    Returns
    -------
    float or ndarray of shape (...)
        In [0, 1].

    Examples
    --------
    >>> from cmlib import error_rate
    >>> error_rate([[9, 1], [2, 8]])
    0.15
    """
    part = margins_of(cm)
    zero_division = check_zero_division(zero_division)
    return scalar(divide(part.misses.sum(-1), part.sums.samples, zero_division))


@per_class
def precision(
    cm: Matrices, *, average: Average = None, exclude: Labels = (), zero_division: float = np.nan
) -> Any:
    """Of the samples predicted as a class, the share that belongs to it: TP / (TP + FP).

    Also called positive predictive value; 1 - precision is the false discovery rate.

    Parameters
    ----------
    %(cm)s
    %(average)s
    %(exclude)s
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that was never predicted. %(left_out)s

    Returns
    -------
    %(values)s
        In [0, 1], in label order.

    %(warns)s

    References
    ----------
    Document 1, equation 2; document 2, section 3.1; document 4, equation 3-77.

    Examples
    --------
    >>> from cmlib import precision
    >>> precision([[5, 7], [3, 7]])
    array([0.625, 0.5  ])
    >>> precision([[5, 7], [3, 7]], average="macro")
    0.5625
    """
    part = margins_of(cm, average, exclude)
    value = divide(part.hits, part.predicted)
    why = "no sample was predicted as it"
    return averaged(value, part, "precision", why, average, zero_division)


@per_class
def recall(
    cm: Matrices, *, average: Average = None, exclude: Labels = (), zero_division: float = np.nan
) -> Any:
    """Of the samples of a class, the share that was predicted as it: TP / (TP + FN).

    Also called sensitivity or true positive rate; 1 - recall is the false negative rate. The macro
    average is `balanced_accuracy`; the weighted average over all classes is `accuracy`.

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
        In [0, 1], in label order.

    %(warns)s

    References
    ----------
    Document 1, equation 2; document 2, section 3.1; document 4, equation 3-78.

    Examples
    --------
    >>> from cmlib import recall
    >>> recall([[9, 1], [2, 8]])
    array([0.9, 0.8])
    """
    part = margins_of(cm, average, exclude)
    why = "it has no samples"
    return averaged(divide(part.hits, part.support), part, "recall", why, average, zero_division)


@per_class
def specificity(
    cm: Matrices, *, average: Average = None, exclude: Labels = (), zero_division: float = np.nan
) -> Any:
    """Of the samples of all other classes, the share not predicted as this one: TN / (TN + FP).

    With two classes it is the recall of the other class. 1 - specificity is the false positive
    rate.

    Parameters
    ----------
    %(cm)s
    %(average)s
    %(exclude)s
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that has all the samples. %(left_out)s

    Returns
    -------
    %(values)s
        In [0, 1], in label order.

    %(warns)s

    References
    ----------
    Document 2, section 3.2.

    Examples
    --------
    >>> from cmlib import specificity
    >>> specificity([[9, 1], [2, 8]])
    array([0.8, 0.9])
    """
    part = margins_of(cm, average, exclude)
    rejected = part.correct_rejections
    value = divide(rejected, rejected + part.false_alarms)
    why = "no sample is of another class"
    return averaged(value, part, "specificity", why, average, zero_division)


@per_class
def negative_predictive_value(
    cm: Matrices, *, average: Average = None, exclude: Labels = (), zero_division: float = np.nan
) -> Any:
    """Of the samples not predicted as a class, the share not of it: TN / (TN + FN).

    With two classes it is the precision of the other class. 1 - this is the false omission rate.

    Parameters
    ----------
    %(cm)s
    %(average)s
    %(exclude)s
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that was always predicted. %(left_out)s

    Returns
    -------
    %(values)s
        In [0, 1], in label order.

    %(warns)s

    References
    ----------
    Altman DG, Bland JM (1994). Diagnostic tests 2: predictive values. BMJ 309:102.

    Examples
    --------
    >>> from cmlib import negative_predictive_value
    >>> negative_predictive_value([[5, 7], [3, 7]])
    array([0.5  , 0.625])
    """
    part = margins_of(cm, average, exclude)
    rejected = part.correct_rejections
    value = divide(rejected, rejected + part.misses)
    why = "every sample was predicted as it"
    return averaged(value, part, "negative_predictive_value", why, average, zero_division)


@overload
def f_score(
    cm: Matrices, *, beta: float = ..., average: None = None, **options: Unpack[Options]
) -> NDArray[np.float64]: ...
@overload
def f_score(
    cm: ConfusionMatrix, *, beta: float = ..., average: Way, **options: Unpack[Options]
) -> float: ...
@overload
def f_score(
    cm: Matrices, *, beta: float = ..., average: Average, **options: Unpack[Options]
) -> Any: ...
@measure
def f_score(
    cm: Matrices,
    *,
    beta: float = 1.0,
    average: Average = None,
    exclude: Labels = (),
    zero_division: float = np.nan,
) -> Any:
    """Weighted harmonic mean of precision and recall; beta > 1 leans towards recall.

    F = (1 + beta^2) TP / ((1 + beta^2) TP + beta^2 FN + FP). Taken from the counts, it is 0 for a
    class that has samples but was never predicted, though its precision is 0/0. Its macro average
    is the mean of the classes' F, not the F of the mean precision and the mean recall.

    Parameters
    ----------
    %(cm)s
    beta : float, default 1.0
        How many times as important recall is as precision; over 0 and finite.
    %(average)s
    %(exclude)s
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that neither has samples nor was predicted. %(left_out)s

    Returns
    -------
    %(values)s
        In [0, 1], in label order.

    %(warns)s

    References
    ----------
    van Rijsbergen CJ (1979). Information Retrieval, chapter 7. Document 1, equation 5; document 4,
    equation 3-79. Document 2, section 3.2, states the direction of its weight the wrong way round.

    Examples
    --------
    >>> from cmlib import f_score
    >>> f_score([[5, 7], [3, 7]])
    array([0.5       , 0.58333333])
    >>> f_score([[5, 7], [3, 7]], beta=2, average="macro")
    0.5472883597883598
    """
    beta = check_beta(beta)
    part = margins_of(cm, average, exclude)
    # beta**2 / (1 + beta**2) and 1 / (1 + beta**2), written so that no beta overflows.
    missed, invented = 1 / (1 + (1 / beta) * (1 / beta)), 1 / (1 + beta * beta)
    errors = missed * part.misses + invented * part.false_alarms
    # Without a hit it is 0, even where beta leans so far that both errors round to nothing.
    whole = np.where(part.hits > 0, part.hits + errors, part.misses + part.false_alarms)
    why = "it neither has samples nor was predicted"
    return averaged(divide(part.hits, whole), part, "f_score", why, average, zero_division)


@overall
def balanced_accuracy(cm: Matrices, *, exclude: Labels = (), zero_division: float = np.nan) -> Any:
    """Mean recall of the classes, each counting the same however large it is.

    Parameters
    ----------
    %(cm)s
    %(exclude)s
    zero_division : {nan, 0.0, 1.0}, default nan
        The recall of a class that has no samples. With nan it is left out, with a warning.

    Returns
    -------
    float or ndarray of shape (...)
        In [0, 1]; 1/K for a classifier that always gives the same answer.

    Warns
    -----
    UndefinedMetricWarning
        If a class without samples is left out.

    References
    ----------
    Brodersen KH, Ong CS, Stephan KE, Buhmann JM (2010). The balanced accuracy and its posterior
    distribution. ICPR 2010, 3121-3124.

    Examples
    --------
    >>> from cmlib import balanced_accuracy
    >>> balanced_accuracy([[0, 200], [0, 100_000]])
    0.5
    """
    part = margins_of(cm, "macro", exclude)
    recalls = divide(part.hits, part.support)
    why = "it has no samples"
    return averaged(recalls, part, "balanced_accuracy", why, "macro", zero_division)


@overall
def g_mean(cm: Matrices, *, exclude: Labels = (), zero_division: float = np.nan) -> Any:
    """Geometric mean of the classes' recalls: the K-th root of their product.

    Parameters
    ----------
    %(cm)s
    %(exclude)s
    zero_division : {nan, 0.0, 1.0}, default nan
        The recall of a class that has no samples. With nan it is left out, with a warning.

    Returns
    -------
    float or ndarray of shape (...)
        In [0, 1]; 0 as soon as one class is never found.

    Warns
    -----
    UndefinedMetricWarning
        If a class without samples is left out.

    References
    ----------
    Kubat M, Matwin S (1997). Addressing the curse of imbalanced training sets: one-sided
    selection. ICML 1997, 179-186. Document 2, section 3.2, also for more than two classes.

    Examples
    --------
    >>> from cmlib import g_mean
    >>> round(g_mean([[64, 0, 0], [3, 42, 17], [5, 17, 47]]), 4)
    0.7727
    """
    part = margins_of(cm, "macro", exclude)
    zero_division = check_zero_division(zero_division)
    # In logarithms: the product of a thousand recalls would underflow to 0.
    with np.errstate(divide="ignore"):
        logs = np.log(divide(part.hits, part.support, zero_division))
    why = "it has no samples"
    return scalar(np.exp(averaged(logs, part, "g_mean", why, "geometric", zero_division)))
