"""One table with the usual measures of every class and their averages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cmlib import agreement, metrics, r_measure
from cmlib._averages import Matrices, measure
from cmlib._checks import check_choice, listed
from cmlib._inputs import as_matrix
from cmlib._labels import Labels
from cmlib.uncertainty import interval as interval_of
from cmlib.uncertainty import tail_of

if TYPE_CHECKING:
    from pandas import DataFrame

# The measures whose micro average over all classes is accuracy.
_AS_ACCURACY = ("precision", "recall", "f_score")
_OF_CLASSES = (*_AS_ACCURACY, "specificity", "negative_predictive_value")
_R = ("informedness", "r_score", "r_prime")
_OVERALL = ("accuracy", "error_rate", "balanced_accuracy", "g_mean", "expected_cost")
MEASURES: dict[str, Callable[..., Any]] = {
    **{name: getattr(metrics, name) for name in (*_OF_CLASSES, *_OVERALL)},
    **{name: getattr(r_measure, name) for name in _R},
    **{name: getattr(agreement, name) for name in ("cohen_kappa", "mcc", "mcc_product")},
}


@measure
def classification_report(
    cm: Matrices,
    *,
    measures: Sequence[str] = ("precision", "recall", "f1-score"),
    interval: float | None = None,
    exclude: Labels = (),
    zero_division: float = np.nan,
) -> DataFrame:
    """Precision, recall, F1 and support of every class, with their averages.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (K, K)
        One matrix; rows are the truth.
    measures : sequence of str, default ("precision", "recall", "f1-score")
        The columns: also ``"specificity"``, ``"negative_predictive_value"``, ``"informedness"``,
        ``"r_score"`` (no interval) and ``"r_prime"``. ``"f1-score"`` is ``"f_score"``.
    interval : float, optional
        The level, such as 0.95, of intervals beside the values of classes and accuracy: columns
        ``low`` and ``high`` after the measure's name, as `cmlib.interval` has them.
    exclude : sequence of labels, default ()
        Classes left out of the table and its averages; confusions with them still count as errors.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of 0/0. With nan, macro and weighted averages leave such classes out and warn.

    Returns
    -------
    pandas.DataFrame
        Columns: the measures and ``support``. Rows: each class by its label, then ``accuracy``
        (nan for measures that don't average to it; ``micro avg`` where classes are excluded),
        ``macro avg`` and ``weighted avg``.

    Raises
    ------
    ValueError
        If ``cm`` is a batch, or a class has the name of one of the rows below the classes.

    References
    ----------
    Document 3, sections 2.2 and 2.3; document 4, section 3.9.4.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix
    >>> pets = ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])
    >>> print(classification_report(pets).round(3))
                  precision  recall  f1-score  support
    dog               0.625   0.417     0.500       12
    cat               0.500   0.700     0.583       10
    accuracy          0.545   0.545     0.545       22
    macro avg         0.562   0.558     0.542       22
    weighted avg      0.568   0.545     0.538       22
    """
    import pandas as pd

    cm, exclude = as_matrix(cm), listed(exclude, "exclude", ordered=False)
    kept = cm._sums.kept(exclude)
    left_out = len(kept) < len(cm.labels)
    classes = [cm.labels[position] for position in kept]
    averages_of = ["micro avg" if left_out else "accuracy", "macro avg", "weighted avg"]
    for label in classes:
        if label in averages_of:
            raise ValueError(
                f"cm has a class {label!r}, and the report a row of that name: rename the class, "
                f"as in cm.merge({{'the class {label}': [{label!r}]}})"
            )

    # The micro average over all classes is accuracy, to the last bit if computed as accuracy.
    correct = None if left_out else metrics.accuracy(cm, zero_division=zero_division)
    options: dict[str, Any] = {"exclude": exclude, "zero_division": zero_division}
    if interval is not None:
        tail_of(interval, "interval")  # refuses what is no level
    offered = ("f1-score", *_OF_CLASSES, *(_R if interval is None else ("informedness", "r_prime")))
    table: dict[str, Any] = {}
    for name in listed(measures, "measures"):
        check_choice(name, "measures", offered)
        plain = name.replace("f1-score", "f_score")
        function = MEASURES[plain]
        if correct is None:
            first = function(cm, average="micro", **options)
        else:  # accuracy is no average of the other measures
            first = correct if plain in _AS_ACCURACY else np.nan
        averages = [first, *(function(cm, average=it, **options) for it in ("macro", "weighted"))]
        table[name] = np.append(function(cm, zero_division=zero_division)[kept], averages)
        if interval is not None:
            found, over_all = (interval_of(it, cm, level=interval) for it in (plain, "accuracy"))
            for end in ("low", "high"):
                of_all = getattr(over_all, end) if first is correct else np.nan
                table[f"{name} {end}"] = [*getattr(found, end)[kept], of_all, np.nan, np.nan]
    support = cm.support[kept]
    table["support"] = np.append(support, [support.sum()] * 3)
    return pd.DataFrame(table, index=[*classes, *averages_of])
