"""Ratios of counts, such as precision and recall: of each class, or one average of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cmlib._averages import Average, Matrices, averaged, divide, measure, scalar, sums_for
from cmlib._checks import as_numbers, check_beta, refuse_where
from cmlib._labels import Label, Labels, shorten


@measure
def accuracy(cm: Matrices, *, zero_division: float = np.nan) -> float | NDArray[np.float64]:
    """Share of the samples that were predicted correctly.

    It favours large classes; the mean recall, `balanced_accuracy`, does not.

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

    References
    ----------
    Document 1, equation 1; document 2, section 3.1; document 4, equation 3-76.

    Examples
    --------
    >>> accuracy([[5, 7], [3, 7]])
    0.5454545454545454
    """
    sums = sums_for(cm)
    return scalar(divide(sums.hits.sum(-1), sums.samples, zero_division))


@measure
def error_rate(cm: Matrices, *, zero_division: float = np.nan) -> float | NDArray[np.float64]:
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

    Examples
    --------
    >>> error_rate([[9, 1], [2, 8]])
    0.15
    """
    sums = sums_for(cm)
    return scalar(divide(sums.misses.sum(-1), sums.samples, zero_division))


@measure
def precision(
    cm: Matrices,
    *,
    label: Label | None = None,
    average: Average = None,
    exclude: Labels = (),
    zero_division: float = np.nan,
) -> float | NDArray[np.float64]:
    """Share of the samples predicted as a class that belong to it.

    Also called positive predictive value; 1 - precision is the false discovery rate.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    label : int, str or bool, optional
        One class, for its value alone.
    average : {None, "macro", "micro", "weighted"}, default None
        The mean over the classes: plain, of their pooled counts, or weighted by support.
    exclude : sequence of labels, default ()
        Classes left out of an average. Their samples stay in the counts.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that was never predicted. With nan, averages leave it out with an
        UndefinedMetricWarning. Also the value of an average without any class.

    Returns
    -------
    float or ndarray of shape (..., K), or (...) with a label or an average
        In [0, 1], in label order.

    Raises
    ------
    ValueError, TypeError
        For what `ConfusionMatrix` refuses, an unknown label, a label with an average, classes to
        exclude without one, or two label arrays. So does every measure.

    References
    ----------
    Document 1, equation 2; document 2, section 3.1; document 4, equation 3-77.

    Examples
    --------
    >>> precision([[5, 7], [3, 7]])
    array([0.625, 0.5  ])
    >>> precision([[5, 7], [3, 7]], average="macro")
    0.5625
    """
    sums = sums_for(cm, label, average, exclude)
    value = divide(sums.hits, sums.predicted)
    why = "no sample was predicted as it"
    return averaged(value, sums, "precision", why, average, zero_division)


@measure
def recall(
    cm: Matrices,
    *,
    label: Label | None = None,
    average: Average = None,
    exclude: Labels = (),
    zero_division: float = np.nan,
) -> float | NDArray[np.float64]:
    """Share of the samples of a class that were predicted as it.

    Also called sensitivity or true positive rate; 1 - recall is the false negative rate. The macro
    average is `balanced_accuracy`; the weighted average over all classes is `accuracy`.

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
        In [0, 1], in label order.

    References
    ----------
    Document 1, equation 2; document 2, section 3.1; document 4, equation 3-78.

    Examples
    --------
    >>> recall([[9, 1], [2, 8]])
    array([0.9, 0.8])
    """
    sums = sums_for(cm, label, average, exclude)
    why = "it has no samples"
    return averaged(divide(sums.hits, sums.support), sums, "recall", why, average, zero_division)


@measure
def specificity(
    cm: Matrices,
    *,
    label: Label | None = None,
    average: Average = None,
    exclude: Labels = (),
    zero_division: float = np.nan,
) -> float | NDArray[np.float64]:
    """Share of the samples of other classes not predicted as this one.

    With two classes it is the recall of the other class. 1 - specificity is the false positive
    rate.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    label, average, exclude : optional
        One class, or an average over classes, as for `precision`.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that has all the samples; see `precision`.

    Returns
    -------
    float or ndarray of shape (..., K), or (...) with a label or an average
        In [0, 1], in label order.

    References
    ----------
    Document 2, section 3.2.

    Examples
    --------
    >>> specificity([[9, 1], [2, 8]])
    array([0.8, 0.9])
    """
    sums = sums_for(cm, label, average, exclude)
    rejected = sums.correct_rejections
    value = divide(rejected, rejected + sums.false_alarms)
    why = "no sample is of another class"
    return averaged(value, sums, "specificity", why, average, zero_division)


@measure
def negative_predictive_value(
    cm: Matrices,
    *,
    label: Label | None = None,
    average: Average = None,
    exclude: Labels = (),
    zero_division: float = np.nan,
) -> float | NDArray[np.float64]:
    """Share of the samples not predicted as a class that are not of it.

    With two classes it is the precision of the other class. 1 - NPV is the false omission rate.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    label, average, exclude : optional
        One class, or an average over classes, as for `precision`.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that was always predicted; see `precision`.

    Returns
    -------
    float or ndarray of shape (..., K), or (...) with a label or an average
        In [0, 1], in label order.

    References
    ----------
    Altman DG, Bland JM (1994). Diagnostic tests 2: predictive values. BMJ 309:102.

    Examples
    --------
    >>> negative_predictive_value([[5, 7], [3, 7]])
    array([0.5  , 0.625])
    """
    sums = sums_for(cm, label, average, exclude)
    rejected = sums.correct_rejections
    value = divide(rejected, rejected + sums.misses)
    why = "every sample was predicted as it"
    return averaged(value, sums, "negative_predictive_value", why, average, zero_division)


@measure
def f_score(
    cm: Matrices,
    *,
    beta: float = 1.0,
    label: Label | None = None,
    average: Average = None,
    exclude: Labels = (),
    zero_division: float = np.nan,
) -> float | NDArray[np.float64]:
    """Weighted harmonic mean of precision and recall; beta > 1 leans towards recall.

    Taken from the counts, it is 0 for a class that has samples but was never predicted, though its
    precision is 0/0. Its macro average is the mean of the classes' F, not the F of the mean
    precision and the mean recall.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    beta : float, default 1.0
        How many times as important recall is as precision; over 0 and finite.
    label, average, exclude : optional
        One class, or an average over classes, as for `precision`.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of a class that neither has samples nor was predicted; see `precision`.

    Returns
    -------
    float or ndarray of shape (..., K), or (...) with a label or an average
        In [0, 1], in label order.

    References
    ----------
    van Rijsbergen CJ (1979). Information Retrieval, chapter 7. Document 1, equation 5; document 4,
    equation 3-79. Document 2, section 3.2, states the direction of its weight the wrong way round.

    Examples
    --------
    >>> f_score([[5, 7], [3, 7]])
    array([0.5       , 0.58333333])
    >>> f_score([[5, 7], [3, 7]], beta=2, average="macro")
    0.5472883597883598
    """
    beta = check_beta(beta)
    sums = sums_for(cm, label, average, exclude)
    # beta**2 / (1 + beta**2) and 1 / (1 + beta**2), written so that no beta overflows.
    missed, invented = 1 / (1 + (1 / beta) * (1 / beta)), 1 / (1 + beta * beta)
    errors = missed * sums.misses + invented * sums.false_alarms
    # Without a hit it is 0, even where beta leans so far that both errors round to nothing.
    denominator = np.where(sums.hits > 0, sums.hits + errors, sums.misses + sums.false_alarms)
    why = "it neither has samples nor was predicted"
    value = divide(sums.hits, denominator)
    return averaged(value, sums, "f_score", why, average, zero_division)


@measure
def balanced_accuracy(
    cm: Matrices, *, exclude: Labels = (), zero_division: float = np.nan
) -> float | NDArray[np.float64]:
    """Mean recall of the classes, each counting the same however large it is.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    exclude : sequence of labels, default ()
        Classes left out of an average. Their samples stay in the counts.
    zero_division : {nan, 0.0, 1.0}, default nan
        The recall of a class that has no samples. With nan it is left out with a warning.

    Returns
    -------
    float or ndarray of shape (...)
        In [0, 1]; 1/K for a classifier that predicts the same of K classes with samples throughout.

    References
    ----------
    Brodersen KH, Ong CS, Stephan KE, Buhmann JM (2010). The balanced accuracy and its posterior
    distribution. ICPR 2010, 3121-3124.

    Examples
    --------
    >>> balanced_accuracy([[0, 200], [0, 100_000]])
    0.5
    """
    sums = sums_for(cm, average="macro", exclude=exclude)
    recalls = divide(sums.hits, sums.support)
    why = "it has no samples"
    return averaged(recalls, sums, "balanced_accuracy", why, "macro", zero_division)


@measure
def g_mean(
    cm: Matrices, *, exclude: Labels = (), zero_division: float = np.nan
) -> float | NDArray[np.float64]:
    """Geometric mean of the classes' recalls: the K-th root of their product.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    exclude : sequence of labels, default ()
        Classes left out of an average. Their samples stay in the counts.
    zero_division : {nan, 0.0, 1.0}, default nan
        The recall of a class that has no samples. With nan it is left out with a warning.

    Returns
    -------
    float or ndarray of shape (...)
        In [0, 1]; 0 as soon as one class is never found.

    References
    ----------
    Kubat M, Matwin S (1997). Addressing the curse of imbalanced training sets: one-sided
    selection. ICML 1997, 179-186. Document 2, section 3.2, also for more than two classes.

    Examples
    --------
    >>> round(g_mean([[64, 0, 0], [3, 42, 17], [5, 17, 47]]), 4)
    0.7727
    """
    sums = sums_for(cm, average="macro", exclude=exclude)
    # In logarithms: the product of a thousand recalls would underflow to 0.
    with np.errstate(divide="ignore"):
        logs = np.log(divide(sums.hits, sums.support, zero_division))
    why = "it has no samples"
    return scalar(np.exp(averaged(logs, sums, "g_mean", why, "geometric", np.nan)))


def expected_cost(cm: Matrices, cost: ArrayLike) -> float | NDArray[np.float64]:
    """Mean price of a prediction: each cell's count times its price, over all samples.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    cost : array-like of shape (K, K)
        The finite price of a sample of each true class (row) predicted as each class (column), in
        label order and in any unit; under 0 for a gain.

    Returns
    -------
    float or ndarray of shape (...)
        In the unit of the prices; nan without samples.

    Examples
    --------
    >>> expected_cost([[90, 10], [2, 98]], [[0, 1], [10, 0]])
    0.15
    """
    sums = sums_for(cm)
    paid = (sums.counts * prices_for(sums.labels, cost)).sum(axis=(-2, -1))
    return scalar(divide(paid, sums.samples))


def prices_for(labels: tuple[Label, ...], cost: Any) -> NDArray[np.float64]:
    """Return the price of each cell, checked, as floats of shape (K, K)."""
    if cost is None:
        raise TypeError("cost must be given: the price of each cell")
    instead = f"pass df.loc[labels, labels].to_numpy() with {shorten(labels)}"
    prices = as_numbers(cost, "cost", instead=instead).astype(float)
    shape = (len(labels), len(labels))
    if prices.shape != shape:
        raise ValueError(f"cost must have a price for each cell, shape {shape}, got {prices.shape}")
    refuse_where(~np.isfinite(prices), prices, "cost", "must be finite")
    return prices


@measure
def likelihood_ratios(
    cm: Matrices, *, label: Label | None = None, zero_division: float = np.nan
) -> tuple[float | NDArray[np.float64], float | NDArray[np.float64]]:
    """Positive and negative likelihood ratio: how a prediction changes the odds of a class.

    LR+ is how many times as often a sample of the class is predicted as it as another sample is;
    LR- is the same for not being predicted as it. The odds of the class after the prediction are
    the odds before, times LR+ or LR-.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    label : int, str or bool, optional
        One class, for its values alone.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value where the class or the rest has no samples, or a ratio's denominator is 0.

    Returns
    -------
    positive, negative : float or ndarray of shape (..., K), or (...) with a label
        At least 0; both 1 if being predicted as the class is independent of being it.

    References
    ----------
    Altman DG, Bland JM (1994). Diagnostic tests 2: predictive values. BMJ 309:102.

    Examples
    --------
    >>> positive, negative = likelihood_ratios([[90, 10], [20, 80]], label=1)
    >>> print(f"{positive:.1f}, {negative:.2f}")
    8.0, 0.22
    """
    sums = sums_for(cm, label)
    others = np.asarray(sums.correct_rejections + sums.false_alarms)
    found, missed = (divide(it, sums.support) for it in (sums.hits, sums.misses))
    alarms, rejected = (divide(it, others) for it in (sums.false_alarms, sums.correct_rejections))
    ratios = divide(found, alarms), divide(missed, rejected)
    positive, negative = (averaged(it, sums, "ratio", "", None, zero_division) for it in ratios)
    return positive, negative
