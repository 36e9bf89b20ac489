"""Metrics that need only true and false positives and negatives, per class or averaged."""

from __future__ import annotations

from typing import Any, Unpack, overload

import numpy as np
from numpy.typing import NDArray

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
from cmlib._checks import check_beta, check_zero_division, takes_a_matrix
from cmlib._labels import Labels
from cmlib.matrix import ConfusionMatrix, as_counts

__all__ = [
    "accuracy",
    "balanced_accuracy",
    "error_rate",
    "f_score",
    "negative_predictive_value",
    "precision",
    "recall",
    "specificity",
]


@overload
def accuracy(cm: ConfusionMatrix, *, zero_division: float = ...) -> float: ...
@overload
def accuracy(cm: Matrices, *, zero_division: float = ...) -> Any: ...
@takes_a_matrix
def accuracy(cm: Matrices, *, zero_division: float = np.nan) -> Any:
    """Share of the samples that were predicted correctly.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value for a matrix without samples.

    Returns
    -------
    float or ndarray of shape (...)
        In [0, 1].

    Raises
    ------
    ValueError, TypeError
        If ``cm`` or ``zero_division`` is not valid.

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
    counts, _ = as_counts(cm)
    zero_division = check_zero_division(zero_division)
    return scalar(divide(diagonal(counts).sum(-1), counts.sum((-2, -1)), zero_division))


@overload
def error_rate(cm: ConfusionMatrix, *, zero_division: float = ...) -> float: ...
@overload
def error_rate(cm: Matrices, *, zero_division: float = ...) -> Any: ...
@takes_a_matrix
def error_rate(cm: Matrices, *, zero_division: float = np.nan) -> Any:
    """Share of the samples that were predicted wrongly: 1 - accuracy.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value for a matrix without samples.

    Returns
    -------
    float or ndarray of shape (...)
        In [0, 1].

    Raises
    ------
    ValueError, TypeError
        If ``cm`` or ``zero_division`` is not valid.

    Examples
    --------
    >>> from cmlib import error_rate
    >>> error_rate([[9, 1], [2, 8]])
    0.15
    """
    counts, _ = as_counts(cm)
    zero_division = check_zero_division(zero_division)
    wrong = (counts.sum(-1) - diagonal(counts)).sum(-1)
    return scalar(divide(wrong, counts.sum((-2, -1)), zero_division))


@overload
def precision(
    cm: Matrices, *, average: None = None, **options: Unpack[Options]
) -> NDArray[np.float64]: ...
@overload
def precision(cm: ConfusionMatrix, *, average: Way, **options: Unpack[Options]) -> float: ...
@overload
def precision(cm: Matrices, *, average: Average, **options: Unpack[Options]) -> Any: ...
@takes_a_matrix
def precision(
    cm: Matrices,
    *,
    average: Average = None,
    exclude: Labels = (),
    zero_division: float = np.nan,
) -> Any:
    """Of the samples predicted as a class, the share that belongs to it: TP / (TP + FP).

    Also called positive predictive value; 1 - precision is the false discovery rate.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    average : {None, "macro", "micro", "weighted"}, default None
        None: one value per class. "macro": their plain mean. "micro": add up TP, FN, FP and TN
        over the classes, then take the formula once. "weighted": the mean weighted by support.
    exclude : sequence of labels, default ()
        Classes left out of an average. Their samples stay in the counts.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that was never predicted. With nan, macro and weighted averages leave
        such classes out and warn. Also the value of an average in which no class counts, where
        scikit-learn gives 0: all are left out, or those with a value have no samples.

    Returns
    -------
    ndarray of shape (..., K), or with an average float or ndarray of shape (...)
        In [0, 1], in label order.

    Raises
    ------
    ValueError, TypeError
        If an argument is not valid.

    Warns
    -----
    UndefinedMetricWarning
        If an average leaves out a class whose precision is 0/0.

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
    return score_classes(
        cm,
        "precision",
        lambda part: divide(part.tp, part.tp + part.fp),
        "no sample was predicted as it",
        average=average,
        exclude=exclude,
        zero_division=zero_division,
    )


@overload
def recall(
    cm: Matrices, *, average: None = None, **options: Unpack[Options]
) -> NDArray[np.float64]: ...
@overload
def recall(cm: ConfusionMatrix, *, average: Way, **options: Unpack[Options]) -> float: ...
@overload
def recall(cm: Matrices, *, average: Average, **options: Unpack[Options]) -> Any: ...
@takes_a_matrix
def recall(
    cm: Matrices,
    *,
    average: Average = None,
    exclude: Labels = (),
    zero_division: float = np.nan,
) -> Any:
    """Of the samples of a class, the share that was predicted as it: TP / (TP + FN).

    Also called sensitivity or true positive rate; 1 - recall is the false negative rate.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    average : {None, "macro", "micro", "weighted"}, default None
        As for `precision`. The macro average is `balanced_accuracy`; the weighted average over
        all classes is `accuracy`.
    exclude : sequence of labels, default ()
        Classes left out of an average. Their samples stay in the counts.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that has no samples.

    Returns
    -------
    ndarray of shape (..., K), or with an average float or ndarray of shape (...)
        In [0, 1], in label order.

    Raises
    ------
    ValueError, TypeError
        If an argument is not valid.

    Warns
    -----
    UndefinedMetricWarning
        If an average leaves out a class whose recall is 0/0.

    References
    ----------
    Document 1, equation 2; document 2, section 3.1; document 4, equation 3-78.

    Examples
    --------
    >>> from cmlib import recall
    >>> recall([[9, 1], [2, 8]])
    array([0.9, 0.8])
    """
    return score_classes(
        cm,
        "recall",
        lambda part: divide(part.tp, part.tp + part.fn),
        "it has no samples",
        average=average,
        exclude=exclude,
        zero_division=zero_division,
    )


@overload
def specificity(
    cm: Matrices, *, average: None = None, **options: Unpack[Options]
) -> NDArray[np.float64]: ...
@overload
def specificity(cm: ConfusionMatrix, *, average: Way, **options: Unpack[Options]) -> float: ...
@overload
def specificity(cm: Matrices, *, average: Average, **options: Unpack[Options]) -> Any: ...
@takes_a_matrix
def specificity(
    cm: Matrices,
    *,
    average: Average = None,
    exclude: Labels = (),
    zero_division: float = np.nan,
) -> Any:
    """Of the samples of all other classes, the share not predicted as this one: TN / (TN + FP).

    With two classes it is the recall of the other class. 1 - specificity is the false positive
    rate.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    average : {None, "macro", "micro", "weighted"}, default None
        As for `precision`.
    exclude : sequence of labels, default ()
        Classes left out of an average. Their samples stay in the counts.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that has all the samples.

    Returns
    -------
    ndarray of shape (..., K), or with an average float or ndarray of shape (...)
        In [0, 1], in label order.

    Raises
    ------
    ValueError, TypeError
        If an argument is not valid.

    Warns
    -----
    UndefinedMetricWarning
        If an average leaves out a class whose specificity is 0/0.

    References
    ----------
    Document 2, section 3.2.

    Examples
    --------
    >>> from cmlib import specificity
    >>> specificity([[9, 1], [2, 8]])
    array([0.8, 0.9])
    """
    return score_classes(
        cm,
        "specificity",
        lambda part: divide(part.tn, part.tn + part.fp),
        "no sample is of another class",
        average=average,
        exclude=exclude,
        zero_division=zero_division,
    )


@overload
def negative_predictive_value(
    cm: Matrices, *, average: None = None, **options: Unpack[Options]
) -> NDArray[np.float64]: ...
@overload
def negative_predictive_value(
    cm: ConfusionMatrix, *, average: Way, **options: Unpack[Options]
) -> float: ...
@overload
def negative_predictive_value(
    cm: Matrices, *, average: Average, **options: Unpack[Options]
) -> Any: ...
@takes_a_matrix
def negative_predictive_value(
    cm: Matrices,
    *,
    average: Average = None,
    exclude: Labels = (),
    zero_division: float = np.nan,
) -> Any:
    """Of the samples not predicted as a class, the share not of it: TN / (TN + FN).

    With two classes it is the precision of the other class. 1 - this is the false omission rate.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    average : {None, "macro", "micro", "weighted"}, default None
        As for `precision`.
    exclude : sequence of labels, default ()
        Classes left out of an average. Their samples stay in the counts.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that was always predicted.

    Returns
    -------
    ndarray of shape (..., K), or with an average float or ndarray of shape (...)
        In [0, 1], in label order.

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
    Altman DG, Bland JM (1994). Diagnostic tests 2: predictive values. BMJ 309:102.

    Examples
    --------
    >>> from cmlib import negative_predictive_value
    >>> negative_predictive_value([[5, 7], [3, 7]])
    array([0.5  , 0.625])
    """
    return score_classes(
        cm,
        "negative_predictive_value",
        lambda part: divide(part.tn, part.tn + part.fn),
        "every sample was predicted as it",
        average=average,
        exclude=exclude,
        zero_division=zero_division,
    )


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
@takes_a_matrix
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
    class that has samples but was never predicted, though its precision is 0/0.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    beta : float, default 1.0
        How many times as important recall is as precision; over 0 and finite.
    average : {None, "macro", "micro", "weighted"}, default None
        As for `precision`. "macro" is the mean of the classes' F, not the F of the mean precision
        and the mean recall.
    exclude : sequence of labels, default ()
        Classes left out of an average. Their samples stay in the counts.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that neither has samples nor was predicted.

    Returns
    -------
    ndarray of shape (..., K), or with an average float or ndarray of shape (...)
        In [0, 1], in label order.

    Raises
    ------
    ValueError, TypeError
        If an argument is not valid.

    Warns
    -----
    UndefinedMetricWarning
        If an average leaves out a class whose F is 0/0.

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
    size = check_beta(beta)
    # beta**2 / (1 + beta**2) and 1 / (1 + beta**2), written so that no beta overflows.
    missed, invented = 1 / (1 + (1 / size) * (1 / size)), 1 / (1 + size * size)

    def harmonic_mean(part: OneVsRest) -> NDArray[np.float64]:
        errors = missed * part.fn + invented * part.fp
        # Without a TP it is 0, even where beta leans so far that both errors round to nothing.
        return divide(part.tp, np.where(part.tp > 0, part.tp + errors, part.fn + part.fp))

    return score_classes(
        cm,
        "f_score",
        harmonic_mean,
        "it neither has samples nor was predicted",
        average=average,
        exclude=exclude,
        zero_division=zero_division,
    )


@overload
def balanced_accuracy(cm: ConfusionMatrix, **options: Unpack[Options]) -> float: ...
@overload
def balanced_accuracy(cm: Matrices, **options: Unpack[Options]) -> Any: ...
@takes_a_matrix
def balanced_accuracy(cm: Matrices, *, exclude: Labels = (), zero_division: float = np.nan) -> Any:
    """Mean recall of the classes, each counting the same however large it is.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    exclude : sequence of labels, default ()
        Classes left out of the mean. Their samples stay in the counts.
    zero_division : {nan, 0.0, 1.0}, default nan
        The recall of a class that has no samples. With nan it is left out, with a warning.

    Returns
    -------
    float or ndarray of shape (...)
        In [0, 1]; 1/K for a classifier that always gives the same answer.

    Raises
    ------
    ValueError, TypeError
        If an argument is not valid.

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
    return score_classes(
        cm,
        "balanced_accuracy",
        lambda part: divide(part.tp, part.tp + part.fn),
        "it has no samples",
        average="macro",
        exclude=exclude,
        zero_division=zero_division,
    )
