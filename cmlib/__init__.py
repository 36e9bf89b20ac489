"""Judge a classifier from its confusion matrix.

Everything here is a view of one table: how many samples of each true class (row) were predicted
as each class (column). Importing this package costs little more than importing numpy.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cmlib._averages import UndefinedMetricWarning
from cmlib.agreement import cohen_kappa, kappa_band, mcc, mcc_product
from cmlib.matrix import ConfusionMatrix
from cmlib.metrics import (
    accuracy,
    balanced_accuracy,
    error_rate,
    f_score,
    g_mean,
    negative_predictive_value,
    precision,
    recall,
    specificity,
)
from cmlib.r_measure import informedness, r_prime, r_prime_overall, r_score
from cmlib.report import classification_report
from cmlib.top_k import top_k_accuracy

if TYPE_CHECKING:
    from cmlib import by_hand as by_hand
    from cmlib import datasets as datasets
    from cmlib import exercises as exercises
    from cmlib import explore as explore
    from cmlib import replication as replication
    from cmlib import show as show
    from cmlib.by_hand import Explanation, explain
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


# Who only measures needs none of these, so each is loaded when it is first named.
_ROOMS = ("by_hand", "datasets", "exercises", "explore", "replication", "show")
_FROM_A_ROOM = {"Explanation": "by_hand", "check": "exercises", "explain": "by_hand"}


def __getattr__(name: str) -> Any:
    """Load a room, or the room that a name comes from."""
    if name in _ROOMS:
        return import_module(f"cmlib.{name}")
    if name in _FROM_A_ROOM:
        return getattr(import_module(f"cmlib.{_FROM_A_ROOM[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List what a user may touch, and nothing else."""
    return sorted([*__all__, *_ROOMS, "__version__"])
