"""Train document 2's two networks on the Vehicle Silhouettes and keep what they predict.

Run it from anywhere; it takes a few seconds and always starts afresh::

    python data/recipes/vehicle.py    # vehicle_binary_scores, vehicle_three_class_scores

It writes, for each network, the truth, the prediction and the score of every class for its test
set (CSV), and how they came about (JSON). ``vehicle_drift.py`` trains them again and again.

The data set is read as `downloads.load_vehicle` says: downloaded, or from the folder that the
environment variable ``CMLIB_DATA`` names. Every seed is the document's.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy
import sklearn
from downloads import Samples, load_vehicle
from results import DATA, outcome, write_table
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import train_test_split
from sklearn.neural_network import MLPClassifier
from threadpoolctl import threadpool_info

from cmlib import ConfusionMatrix, accuracy

# The document's order of the classes, which is also their code: bus 0, opel 1, saab 2.
CLASSES = ("bus", "opel", "saab")
TEST_SIZE = 0.3
SPLIT_SEED = 8
NETWORK_SEED = 0


class Network(NamedTuple):
    """One of the document's two networks: its classes, its size, and its matrix in the document."""

    name: str
    n_classes: int
    hidden_layer_sizes: tuple[int, ...]
    max_iter: int
    printed: tuple[tuple[int, ...], ...]

    def settings(self) -> dict[str, Any]:
        """Hyper-parameters, as scikit-learn's ``MLPClassifier`` takes them."""
        return {
            "solver": "lbfgs",
            "hidden_layer_sizes": self.hidden_layer_sizes,
            "activation": "logistic",
            "max_iter": self.max_iter,
            "random_state": NETWORK_SEED,
        }


NETWORKS = (
    Network("vehicle_binary", 2, (5, 5), 30, ((61, 2), (8, 58))),
    Network("vehicle_three_class", 3, (8, 6), 200, ((64, 0, 0), (3, 42, 17), (5, 17, 47))),
)


class Training(NamedTuple):
    """The outcome of one training on its test set."""

    truth: npt.NDArray[np.int64]
    prediction: npt.NDArray[np.int64]
    scores: npt.NDArray[np.float64]
    iterations: int
    loss: float
    messages: tuple[str, ...]

    @property
    def matrix(self) -> ConfusionMatrix:
        """Confusion matrix of the test set."""
        labels = list(range(self.scores.shape[1]))
        return ConfusionMatrix.from_labels(self.truth, self.prediction, labels=labels)

    @property
    def converged(self) -> bool:
        """Whether the optimiser ended by itself, without any message."""
        return not self.messages


def select(
    samples: Samples, n_classes: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Take the first classes in the document's order and scale each feature to [0, 1].

    The document's text says that all data are scaled before the classes are selected, its code
    selects first. The code gives the two-class matrix that the document prints; the text's order
    does not.
    """
    rows = np.concatenate([np.flatnonzero(samples.target == name) for name in CLASSES[:n_classes]])
    features = samples.data[rows]
    codes = np.array([CLASSES.index(name) for name in samples.target[rows]], dtype=np.int64)
    low, high = features.min(axis=0), features.max(axis=0)
    return (features - low) / (high - low), codes


def train(
    network: Network, features: npt.NDArray[np.float64], codes: npt.NDArray[np.int64]
) -> Training:
    """Split, train and predict as the document does; keep the optimiser's messages."""
    x_train, x_test, y_train, y_test = train_test_split(
        features, codes, test_size=TEST_SIZE, random_state=SPLIT_SEED
    )
    classifier = MLPClassifier(**network.settings())
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        classifier.fit(x_train, y_train)
    for warning in caught:
        if not issubclass(warning.category, ConvergenceWarning):
            warnings.warn_explicit(
                warning.message, warning.category, warning.filename, warning.lineno
            )
    return Training(
        truth=y_test,
        prediction=classifier.predict(x_test),
        scores=classifier.predict_proba(x_test),
        iterations=int(classifier.n_iter_),
        loss=float(classifier.loss_),
        messages=tuple(
            str(warning.message).splitlines()[0].rstrip(":")
            for warning in caught
            if issubclass(warning.category, ConvergenceWarning)
        ),
    )


def versions() -> dict[str, str]:
    """Versions of the packages that compute."""
    libraries = {"scikit_learn": sklearn, "numpy": np, "scipy": scipy}
    return {name: library.__version__ for name, library in libraries.items()}


def blas_kernels() -> str:
    """Name the code path that the linear algebra takes on this processor; "unknown" if it has none.

    numpy and scipy bring a library each; they are named once where they agree.
    """
    found = {info.get("architecture") for info in threadpool_info() if info["user_api"] == "blas"}
    return " and ".join(sorted(name for name in found if name)) or "unknown"


def about(network: Network, samples: Samples) -> dict[str, Any]:
    """Return the settings that all trainings of a network share."""
    return {
        "data": {
            "name": samples.name,
            "openml_id": 54,
            "sha256_of_rows": samples.sha256,
            "classes": list(CLASSES[: network.n_classes]),
            "scaling": "each feature to [0, 1] over the selected classes, before the split",
        },
        "split": {"test_size": TEST_SIZE, "random_state": SPLIT_SEED},
        "network": network.settings(),
    }


def write_scores(network: Network, samples: Samples, folder: Path) -> Training:
    """Train a network once and write its predictions with their side file."""
    result = train(network, *select(samples, network.n_classes))
    scores = {f"score_{code}": column for code, column in enumerate(result.scores.T)}
    write_table(
        folder,
        f"{network.name}_scores",
        pd.DataFrame({"truth": result.truth, "prediction": result.prediction} | scores),
        {
            "recipe": "data/recipes/vehicle.py",
            **about(network, samples),
            "versions": versions(),
            "blas_kernels": blas_kernels(),
            "outcome": {
                **outcome(result.truth, result.prediction),
                "iterations": result.iterations,
                "loss": result.loss,
                "converged": result.converged,
                "messages": list(result.messages),
            },
        },
    )
    return result


def main(folder: Path = DATA) -> None:
    """Train both networks; write to a folder."""
    print("Loading the Vehicle Silhouettes", flush=True)
    samples = load_vehicle()
    for network in NETWORKS:
        result = write_scores(network, samples, folder)
        counts = result.matrix.counts.tolist()
        same = tuple(map(tuple, counts)) == network.printed
        print(
            f"{network.name}_scores.csv: {counts}, accuracy {accuracy(result.matrix):.4f}, "
            f"{result.iterations} iterations, "
            f"{'converged' if result.converged else 'stopped before convergence'}; "
            f"{'equal to' if same else 'not'} the document's matrix"
        )


if __name__ == "__main__":
    main()
