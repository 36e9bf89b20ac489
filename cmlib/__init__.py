"""Judge a classifier from its confusion matrix.

Everything here is a view of one table: how many samples of each true class (row) were predicted
as each class (column). Importing this package costs little more than importing numpy.
"""

from typing import TYPE_CHECKING, Any

from cmlib.agreement import cohen_kappa, g_mean, kappa_band, mcc, mcc_product
from cmlib.arrays import UndefinedMetricWarning
from cmlib.explain import Explanation, explain
from cmlib.matrix import ConfusionMatrix
from cmlib.metrics import (
    accuracy,
    balanced_accuracy,
    error_rate,
    f_score,
    negative_predictive_value,
    precision,
    recall,
    specificity,
)
from cmlib.r_prime import informedness, r_prime, r_prime_overall, r_score
from cmlib.report import classification_report
from cmlib.top_k import top_k_accuracy

if TYPE_CHECKING:
    from cmlib.exercises import check

__version__ = "0.1.0"

__all__ = [
    "ConfusionMatrix",
    "Explanation",
    "UndefinedMetricWarning",
    "accuracy",
    "balanced_accuracy",
    "check",
    "classification_report",
    "cohen_kappa",
    "error_rate",
    "explain",
    "f_score",
    "g_mean",
    "informedness",
    "kappa_band",
    "mcc",
    "mcc_product",
    "negative_predictive_value",
    "precision",
    "r_prime",
    "r_prime_overall",
    "r_score",
    "recall",
    "specificity",
    "top_k_accuracy",
]


def __getattr__(name: str) -> Any:
    """Load the exercises when `check` is first named: who only measures does not need them."""
    if name != "check":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from cmlib.exercises import check

    return check
