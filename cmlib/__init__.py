"""Judge a classifier from its confusion matrix.

Everything here is a view of one table: how many samples of each true class (row) were predicted
as each class (column). Importing this package costs little more than importing numpy.
"""

from cmlib.explain import Explanation, explain
from cmlib.matrix import ConfusionMatrix
from cmlib.metrics import (
    UndefinedMetricWarning,
    accuracy,
    balanced_accuracy,
    error_rate,
    f_score,
    negative_predictive_value,
    precision,
    recall,
    specificity,
)
from cmlib.report import classification_report

__version__ = "0.1.0"

__all__ = [
    "ConfusionMatrix",
    "Explanation",
    "UndefinedMetricWarning",
    "accuracy",
    "balanced_accuracy",
    "classification_report",
    "error_rate",
    "explain",
    "f_score",
    "negative_predictive_value",
    "precision",
    "recall",
    "specificity",
]
