"""One table with the usual metrics of every class and their averages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cmlib._averages import Matrices, measure
from cmlib._inputs import as_matrix
from cmlib._labels import Labels, classes_kept
from cmlib.metrics import accuracy, f_score, precision, recall

if TYPE_CHECKING:
    from pandas import DataFrame


@measure
def classification_report(
    cm: Matrices, *, exclude: Labels = (), zero_division: float = np.nan
) -> DataFrame:
    """Precision, recall, F1 and support of every class, with their averages.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (K, K)
        One matrix; rows are the truth.
    exclude : sequence of labels, default ()
        Classes left out of the table and of its averages. Their samples stay in the counts, so
        that a confusion with such a class still costs.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value of 0/0. With nan, macro and weighted averages leave such classes out and warn.

    Returns
    -------
    pandas.DataFrame
        Columns ``precision``, ``recall``, ``f1-score``, ``support``; a row for each class,
        named by its label, then ``accuracy`` (``micro avg`` where classes are excluded, since it is
        then no accuracy), ``macro avg`` and ``weighted avg``.

    Raises
    ------
    ValueError
        If ``cm`` is a batch, or a class has the name of one of the rows below the classes.

    References
    ----------
    Document 3, sections 2.2 and 2.3; document 4, section 3.9.4.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix, classification_report
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

    cm = as_matrix(cm)
    metrics: dict[str, Any] = {"precision": precision, "recall": recall, "f1-score": f_score}
    kept = classes_kept(cm.labels, exclude)
    left_out = len(kept) < len(cm.labels)
    classes = [cm.labels[position] for position in kept]
    averages_of = ["micro avg" if left_out else "accuracy", "macro avg", "weighted avg"]
    for label in classes:
        if label in averages_of:
            raise ValueError(
                f"cm has a class {label!r}, and the report a row of that name: rename the class, "
                f"as in cm.merge({{'the class {label}': [{label!r}]}})"
            )

    # With all classes, micro averages equal accuracy; computed directly, it is accuracy to the bit.
    correct = None if left_out else accuracy(cm, zero_division=zero_division)
    options: dict[str, Any] = {"exclude": exclude, "zero_division": zero_division}
    table = {}
    for name, metric in metrics.items():
        averages = [
            metric(cm, average="micro", **options) if correct is None else correct,
            metric(cm, average="macro", **options),
            metric(cm, average="weighted", **options),
        ]
        table[name] = np.append(metric(cm, zero_division=zero_division)[kept], averages)
    support = cm.support[kept]
    table["support"] = np.append(support, [support.sum()] * 3)
    return pd.DataFrame(table, index=[*classes, *averages_of])
