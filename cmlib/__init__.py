"""Judge a classifier from its confusion matrix.

Nearly all here is a view of one table: how many samples of each true class (row) were predicted
as each class (column). Importing this package costs little more than importing numpy.

Documents 1 to 4, which the measures cite, are the four texts that the course checks.
"""

import importlib as _importlib
import typing as _typing

from cmlib._undefined import UndefinedMetricWarning
from cmlib.agreement import cohen_kappa, kappa_band, mcc, mcc_product
from cmlib.batches import at_thresholds, by_group, scorer
from cmlib.consistency import consistent
from cmlib.matrix import ConfusionMatrix
from cmlib.metrics import (
    accuracy,
    balanced_accuracy,
    error_rate,
    expected_cost,
    f_score,
    g_mean,
    likelihood_ratios,
    negative_predictive_value,
    precision,
    recall,
    specificity,
)
from cmlib.r_measure import informedness, r_prime, r_prime_overall, r_score
from cmlib.report import classification_report
from cmlib.top_k import top_k_accuracy
from cmlib.uncertainty import compare, interval

if _typing.TYPE_CHECKING:
    from cmlib import plot as plot
    from cmlib.by_hand import Explanation, explain

__version__ = "0.1.0"

__all__ = [
    "ConfusionMatrix",
    "Explanation",
    "UndefinedMetricWarning",
    "accuracy",
    "at_thresholds",
    "balanced_accuracy",
    "by_group",
    "classification_report",
    "cohen_kappa",
    "compare",
    "consistent",
    "error_rate",
    "expected_cost",
    "explain",
    "f_score",
    "g_mean",
    "informedness",
    "interval",
    "kappa_band",
    "likelihood_ratios",
    "mcc",
    "mcc_product",
    "negative_predictive_value",
    "precision",
    "r_prime",
    "r_prime_overall",
    "r_score",
    "recall",
    "scorer",
    "specificity",
    "top_k_accuracy",
]

# A reader who only measures needs neither, so each is loaded when it is first named.
_PACKAGES = ("by_hand", "plot")

if not _typing.TYPE_CHECKING:  # a type checker must see that a misspelt name is missing

    def __getattr__(name):
        """Load a subpackage, or a name of `by_hand`."""
        if name in _PACKAGES:
            return _importlib.import_module(f"cmlib.{name}")
        if name in ("Explanation", "explain"):
            return getattr(_importlib.import_module("cmlib.by_hand"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List what a user may touch, and nothing else."""
    return sorted([*__all__, *_PACKAGES, "__version__"])
