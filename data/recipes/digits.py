"""Document 1's experiments on scikit-learn's own digits: small enough for a lesson.

Run it from anywhere; it takes a few seconds and always starts afresh::

    python data/recipes/digits.py

``digits_rates`` trains a small network with ten learning rates. ``digits_altered`` has training
labels changed, ``digits_restored`` is its twin with all labels right, and in ``digits_removed`` the
samples whose labels were changed are left out instead.
"""

from __future__ import annotations

import platform
import time
import warnings
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import sklearn
from downloads import sha256
from label_changes import Change, changed, relabel, treatment
from results import DATA, outcome, write_arrays
from sklearn.datasets import load_digits
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import train_test_split
from sklearn.neural_network import MLPClassifier

RATES = (0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 10.0)
RATE = 0.03
CHANGES = (Change(0, 4, 0.8), Change(6, 8, 0.6))
CHANGE_SEED = 0
SPLIT = {"test_size": 0.5, "random_state": 0}
NETWORK: dict[str, Any] = {
    "solver": "sgd",
    "hidden_layer_sizes": (32,),
    "activation": "relu",
    "alpha": 0.0,
    "batch_size": 32,
    "momentum": 0.9,
    "max_iter": 30,
    "random_state": 0,
}
# Grey levels of the data set run from 0 to 16.
GREY_LEVELS = 16


class Halves(NamedTuple):
    """The digits, half of them to train on and half to test on."""

    x_train: npt.NDArray[np.float64]
    x_test: npt.NDArray[np.float64]
    y_train: npt.NDArray[np.uint8]
    y_test: npt.NDArray[np.uint8]


def halves() -> Halves:
    """Split the digits so that both halves hold the same share of each class."""
    images, labels = load_digits(return_X_y=True)
    codes = labels.astype(np.uint8)
    return Halves(*train_test_split(images / GREY_LEVELS, codes, stratify=codes, **SPLIT))


def train(
    images: npt.NDArray[np.float64], labels: npt.NDArray[np.uint8], rate: float
) -> tuple[MLPClassifier, dict[str, float]]:
    """Train for a fixed number of epochs, which is meant to end before convergence."""
    network = MLPClassifier(**NETWORK, learning_rate_init=rate)
    start = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        network.fit(images, labels)
    seconds = round(time.perf_counter() - start, 2)
    return network, {"loss": float(network.loss_), "training_seconds": seconds}


def about(digits: Halves) -> dict[str, Any]:
    """Return the settings that all trainings share."""
    return {
        "recipe": "data/recipes/digits.py",
        "data": {
            "name": "scikit-learn's digits",
            "sha256": sha256(digits.x_train, digits.x_test, digits.y_train, digits.y_test),
            "scaling": f"grey levels divided by {GREY_LEVELS}",
        },
        "split": {**SPLIT, "stratify": "the labels"},
        "network": NETWORK,
        "versions": {"scikit_learn": sklearn.__version__, "numpy": np.__version__},
        "device": f"CPU, {platform.machine()}",
    }


def write_rates(digits: Halves, folder: Path) -> list[dict[str, Any]]:
    """Train with each learning rate and write what each run predicts."""
    predictions, runs = [], []
    for rate in RATES:
        network, how = train(digits.x_train, digits.y_train, rate)
        predictions.append(network.predict(digits.x_test))
        result = outcome(digits.y_test, predictions[-1])
        runs.append({"learning_rate": rate, "accuracy": result["accuracy"], **how})
        print(f"digits_rates: {rate:g} gives accuracy {result['accuracy']:.4f}", flush=True)
    write_arrays(
        folder,
        "digits_rates",
        {"y_true": digits.y_test, "y_pred": np.stack(predictions)},
        {**about(digits), "runs": runs},
    )
    return runs


def write_twins(digits: Halves, folder: Path) -> None:
    """Train with labels changed, with them restored, and without those samples."""
    every = np.arange(len(digits.y_train))
    kept = np.setdiff1d(every, changed(digits.y_train, CHANGES, CHANGE_SEED))
    labels = relabel(digits.y_train, CHANGES, CHANGE_SEED)
    for name, rows, targets in (
        ("altered", every, labels),
        ("restored", every, digits.y_train),
        ("removed", kept, digits.y_train),
    ):
        network, how = train(digits.x_train[rows], targets[rows], RATE)
        prediction = network.predict(digits.x_test)
        result = outcome(digits.y_test, prediction)
        write_arrays(
            folder,
            f"digits_{name}",
            {"y_true": digits.y_test, "y_pred": prediction},
            {
                **about(digits),
                "learning_rate": RATE,
                "training_samples": len(rows),
                "changed_labels": int((targets != digits.y_train).sum()),
                **treatment(name, CHANGES),
                "change_seed": CHANGE_SEED,
                **how,
                "outcome": result,
            },
        )
        print(f"digits_{name}: accuracy {result['accuracy']:.4f}", flush=True)


def main(folder: Path = DATA) -> None:
    """Run every training and write the results to a folder."""
    digits = halves()
    write_rates(digits, folder)
    write_twins(digits, folder)


if __name__ == "__main__":
    main()
