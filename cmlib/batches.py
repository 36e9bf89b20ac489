"""A matrix for each group of samples or each threshold, and a measure as scikit-learn's scorer."""

from __future__ import annotations

from functools import partial
from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cmlib._averages import Average
from cmlib._checks import as_numbers, check_beta, check_choice, check_lengths, refuse_where
from cmlib._counting.kinds import declared_order, places_of, read
from cmlib._labels import Label, Labels, check_labels, kind_of, shorten
from cmlib.matrix import ConfusionMatrix
from cmlib.metrics import prices_for
from cmlib.report import MEASURES


def by_group(
    y_true: ArrayLike, y_pred: ArrayLike, groups: ArrayLike, *, labels: Labels | None = None
) -> dict[Label, ConfusionMatrix]:
    """Count a matrix for each group of samples, all of them with the same classes.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        As for `ConfusionMatrix.from_labels`.
    groups : array-like of shape (n_samples,)
        The group of each sample: ints, strings or bools, of one kind.
    labels : sequence, optional
        The classes in the order wanted; by default all that occur in any group.

    Returns
    -------
    dict of group to ConfusionMatrix
        In the order that a categorical declares, otherwise sorted. ``list(found.values())`` is a
        batch, which every measure takes.

    Examples
    --------
    >>> from cmlib import interval
    >>> found = by_group([1, 0, 1, 1], [1, 0, 0, 1], ["old", "old", "new", "new"])
    >>> found["new"]
    ConfusionMatrix([[0, 0], [1, 1]], labels=[0, 1])
    >>> print(interval("recall", list(found.values()), 1))
    0.500 (95 % CI 0.013 to 0.987)
    1.000 (95 % CI 0.025 to 1.000)
    """
    order = ConfusionMatrix.from_labels(y_true, y_pred, labels=labels).labels
    column = read(groups, "groups")
    sides = {"y_true": y_true, "y_pred": y_pred}
    true, pred = (places_of(read(it, name), name, order) for name, it in sides.items())
    check_lengths({"y_true": len(true), "groups": len(column.codes)})
    count = partial(ConfusionMatrix.from_labels, labels=range(len(order)))
    by_code = np.argsort(column.codes, kind="stable")
    codes, starts = np.unique(column.codes[by_code], return_index=True)
    found = {}
    for name, there in zip(column.labels_of(codes), np.split(by_code, starts[1:]), strict=True):
        found[name] = ConfusionMatrix(count(true[there], pred[there]).counts, order)
    in_order = declared_order([column]) or sorted(found)
    return {name: found[name] for name in in_order if name in found}


def at_thresholds(
    y_true: ArrayLike, y_score: ArrayLike, label: Label = 1
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Count a matrix at each threshold of a score, so that every measure gives its curve.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        The true class of each sample.
    y_score : array-like of shape (n_samples,)
        A finite score of each sample, higher where the class is more likely.
    label : int, str or bool, default 1
        The positive class, which must occur; all others are the negative one.

    Returns
    -------
    thresholds : ndarray of shape (n_thresholds,)
        Infinity, at which nothing is positive, then the different scores, from the highest down.
    matrices : ndarray of shape (n_thresholds, 2, 2)
        ``[[TN, FP], [FN, TP]]``, where a sample is positive whose score reaches the threshold: the
        classes are 0 and 1, whatever the labels were.

    Examples
    --------
    >>> from cmlib import recall
    >>> thresholds, matrices = at_thresholds([0, 1, 0, 1], [0.1, 0.4, 0.4, 0.8])
    >>> thresholds.tolist(), recall(matrices, label=1).tolist()
    ([inf, 0.8, 0.4, 0.1], [0.0, 0.5, 1.0, 1.0])
    """
    score = as_numbers(y_score, "y_score").astype(float)
    if score.ndim != 1:
        raise ValueError(f"y_score must be one score per sample, got shape {score.shape}")
    refuse_where(~np.isfinite(score), score, "y_score", "must be finite")
    column = read(y_true, "y_true")
    check_lengths({"y_true": len(column.codes), "y_score": len(score)})
    codes, which = np.unique(column.codes, return_inverse=True)
    found = column.labels_of(codes)
    if kind_of(label) is not column.kind or label not in found:
        raise ValueError(f"label {label!r} is not one of the classes of y_true, {shorten(found)}")
    different, rank = np.unique(-score, return_inverse=True)
    # Row 0: the other classes, row 1: the positive one; how many reach each threshold.
    is_positive = which == found.index(label)
    at_score = np.bincount(is_positive * len(different) + rank, minlength=2 * len(different))
    reached = np.pad(at_score.reshape(2, -1).cumsum(axis=1), ((0, 0), (1, 0)))
    matrices = np.stack([reached[:, -1:] - reached, reached], axis=-1).swapaxes(0, 1)
    return np.append(np.inf, -different), matrices


def scorer(
    measure: str,
    label: Label | None = None,
    *,
    average: Average = None,
    labels: Labels | None = None,
    **options: Any,
) -> Any:
    """Make a scorer for scikit-learn's ``cross_val_score``, ``GridSearchCV`` and the like.

    Parameters
    ----------
    measure : str
        The name of a measure of this package that returns one number, such as ``"mcc"``. Less is
        better for ``"error_rate"`` and ``"expected_cost"``, so scikit-learn gets the negative
        value. An undefined value scores 0, also that of a class in a macro or weighted average.
    label : int, str or bool, optional
        The class, for a measure that every class has. Where a fold may lack it, give ``labels``.
    average : {"macro", "micro", "weighted"}, optional
        The average over the classes instead.
    labels : sequence, optional
        All classes, in the order of ``cost``, which needs them; by default those of each fold.
    **options
        Further options of the measure: ``beta``, ``cost``, ``zero_division``, …

    Returns
    -------
    callable
        ``scorer(estimator, X, y)``, made by ``sklearn.metrics.make_scorer``.

    Raises
    ------
    TypeError, ValueError
        If there is no such measure or option, if it needs a label, an average or another option,
        or if ``label``, ``labels``, ``cost`` or ``beta`` can't be right.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.model_selection import cross_val_score
    >>> X, y = [[0]] * 30, [0, 0, 1] * 10
    >>> cross_val_score(DummyClassifier(), X, y, scoring=scorer("recall", 0), cv=3).tolist()
    [1.0, 1.0, 1.0]
    """
    from sklearn.metrics import make_scorer

    check_choice(measure, "measure", tuple(MEASURES))
    chosen = {"label": label, "average": average}
    options |= {name: value for name, value in chosen.items() if value is not None}
    takes = signature(MEASURES[measure])
    takes.bind(None, **options)
    if average is not None:
        options.setdefault("zero_division", 0.0)
    check_choice(average, "average", (None, "macro", "micro", "weighted"))
    if "label" in takes.parameters and (label is None) == (average is None):
        raise ValueError(f"{measure!r} is one number only with a label, or with an average")
    order = None if labels is None else check_labels(labels)
    if order is not None and label is not None and label not in order:
        raise ValueError(f"label {label!r} is not in labels {shorten(order)}")
    if "cost" in options:
        if order is None:
            raise ValueError("labels must be given with cost: a fold may lack a class")
        prices_for(order, options["cost"])
    check_beta(options.get("beta", 1.0))
    less_is_better = measure in ("error_rate", "expected_cost")
    options |= {"measure": measure, "labels": order}
    return make_scorer(_score, greater_is_better=not less_is_better, **options)


def _score(
    y_true: Any, y_pred: Any, *, measure: str, labels: Any, sample_weight: Any = None, **rest: Any
) -> float:
    cm = ConfusionMatrix.from_labels(y_true, y_pred, labels=labels, sample_weight=sample_weight)
    value: float = MEASURES[measure](cm, **rest)
    return 0.0 if np.isnan(value) else value
