"""Checks that the rows of several documents use."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from cmcourse.ledger.evidence import Evidence, label_lists


def counted_shares(
    counts: npt.NDArray[np.int64], among: Literal["truth", "prediction"]
) -> npt.NDArray[np.float64]:
    """Count, sample by sample, how many of those that are of a class, or put into it, are right."""
    truth, prediction = label_lists(counts)
    asked = truth if among == "truth" else prediction
    return np.array([np.mean((truth == prediction)[asked == c]) for c in range(len(counts))])


# Lines of the documents' programs, with tables of our own where they train.
_LINES = {
    "imports of document 2": (
        "import matplotlib.pyplot; from sklearn.model_selection import train_test_split; "
        "from sklearn.neural_network import MLPClassifier; from sklearn import metrics; "
        "from sklearn.metrics import accuracy_score, auc, cohen_kappa_score, confusion_matrix, "
        "f1_score, matthews_corrcoef, precision_recall_curve, precision_score, recall_score, "
        "roc_curve"
    ),
    "import of plot_roc_curve": "from sklearn.metrics import plot_roc_curve",
    "use of plot_roc_curve": "import sklearn.metrics; sklearn.metrics.plot_roc_curve",
    "rows of vehicle": "vehicle.iloc[:430, :18]",
    "training, two classes": (
        "from sklearn.neural_network import MLPClassifier; "
        "MLPClassifier(solver='lbfgs', hidden_layer_sizes=(5, 5), activation='logistic', "
        "max_iter=30, random_state=0).fit(np.eye(4), [0, 1, 0, 1]).predict(np.eye(4))"
    ),
    "training, three classes": (
        "from sklearn.neural_network import MLPClassifier; "
        "MLPClassifier(solver='lbfgs', hidden_layer_sizes=(8, 6), activation='logistic', "
        "max_iter=200, random_state=0).fit(np.eye(6), [0, 1, 2, 0, 1, 2]).predict(np.eye(6))"
    ),
    "average of samples": (
        "from sklearn.metrics import f1_score; "
        "f1_score(np.eye(2, dtype=int), np.eye(2, dtype=int), average='samples')"
    ),
    "imports of document 3": (
        "import numpy as np; import pandas as pd; from sklearn import metrics; "
        "metrics.ConfusionMatrixDisplay.from_predictions"
    ),
    "use of torch": "from sklearn.metrics import classification_report; torch.tensor([3, 0])",
}


def code_runs(name: str) -> Evidence:
    """Run a line of the documents' programs, with np imported."""
    line = _LINES[name]
    return _attempt(lambda: exec(line, {"np": np}))


def stops_with_value_error(action: Callable[[], Any]) -> Evidence:
    """Return whether something stops with a ValueError."""
    tried = _attempt(action)
    return Evidence(tried.text.startswith("ValueError"), tried.text.partition(":")[0])


def _attempt(action: Callable[[], Any]) -> Evidence:
    """Return whether something runs; the text is the error if it does not."""
    # A reader of the document would see the warnings, too, and still get a result.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            action()
        except Exception as error:
            return Evidence(False, f"{type(error).__name__}: {str(error).split(' (')[0]}")
    return Evidence(True, "it runs")
