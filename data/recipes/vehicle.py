"""Train document 2's two networks on the Vehicle Silhouettes and keep what they predict.

Run it from anywhere; it takes a few seconds and always starts afresh::

    python data/recipes/vehicle.py            # vehicle_binary_scores, vehicle_three_class_scores
    python data/recipes/vehicle.py --drift    # vehicle_binary_runs, vehicle_three_class_runs

The first command writes, for each network, the truth, the prediction and the score of every class
for its test set (CSV), and how they came about (JSON). The second trains both networks again and
again, with circumstances changed that should not matter, and writes one line for each run. It
replaces the lines that were made with the versions of numpy, scipy and scikit-learn that are
installed, and keeps those of other versions: so the table grows when the command is run with
other versions. ``data/README.md`` lists the versions in the shipped table.

The data set is read as `cmlib.datasets.load_vehicle` says: downloaded, or from the folder that the
environment variable ``CMLIB_DATA`` names. Every seed is the document's.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import platform
import re
import sys
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy
import sklearn
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import train_test_split
from sklearn.neural_network import MLPClassifier
from threadpoolctl import threadpool_info

from cmlib import ConfusionMatrix, accuracy
from cmlib.datasets import Samples, load_vehicle

DATA = Path(__file__).resolve().parents[1]

# The document's order of the classes, which is also their code: bus 0, opel 1, saab 2.
CLASSES = ("bus", "opel", "saab")
TEST_SIZE = 0.3
SPLIT_SEED = 8
NETWORK_SEED = 0

# A change of the input far below the precision of any measurement, and how often it is drawn.
OFFSET = 1e-12
OFFSET_RUNS = 100
# Code paths of OpenBLAS that nearly every x86 processor can take.
KERNELS = ("Haswell", "Nehalem")


@dataclass(frozen=True)
class Network:
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


@dataclass(frozen=True, eq=False)
class Training:
    """What one training gave on its test set."""

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
    return {
        "scikit_learn": sklearn.__version__,
        "numpy": np.__version__,
        "scipy": scipy.__version__,
    }


def blas_kernels() -> str:
    """Name the code path that the linear algebra takes on this processor; "unknown" if it has none.

    numpy and scipy bring a library each; they are named once where they agree.
    """
    found = {info.get("architecture") for info in threadpool_info() if info["user_api"] == "blas"}
    return " and ".join(sorted(name for name in found if name)) or "unknown"


def about(network: Network, samples: Samples) -> dict[str, Any]:
    """Say what all trainings of a network share."""
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


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write a side file, ending with a new line."""
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def write_csv(path: Path, rows: Sequence[Sequence[object]]) -> None:
    """Write a table; floats come with all digits that are needed to read them back exactly."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def write_scores(network: Network, samples: Samples, folder: Path) -> Training:
    """Train a network once and write its predictions with their side file."""
    result = train(network, *select(samples, network.n_classes))
    path = folder / f"{network.name}_scores.csv"
    header = ["truth", "prediction", *(f"score_{code}" for code in range(network.n_classes))]
    columns = (result.truth.tolist(), result.prediction.tolist(), result.scores.tolist())
    rows = [[true, predicted, *scores] for true, predicted, scores in zip(*columns, strict=True)]
    write_csv(path, [header, *rows])
    write_json(
        path.with_suffix(".json"),
        {
            "recipe": "data/recipes/vehicle.py",
            **about(network, samples),
            "versions": versions(),
            "blas_kernels": blas_kernels(),
            "outcome": {
                "samples": result.matrix.total,
                "accuracy": float(accuracy(result.matrix)),
                "iterations": result.iterations,
                "loss": result.loss,
                "converged": result.converged,
                "messages": list(result.messages),
            },
        },
    )
    return result


def change(seed: int | None, shape: tuple[int, ...]) -> npt.NDArray[np.float64]:
    """Draw what is added to the input; without a seed, nothing is."""
    if seed is None:
        return np.zeros(shape)
    return OFFSET * np.random.default_rng(seed).uniform(-1, 1, shape)


def run_rows(
    samples: Samples, variations: Sequence[tuple[str, int | None]]
) -> dict[str, list[dict[str, object]]]:
    """Train every network under each variation: a description, and a seed for changed input."""
    rows: dict[str, list[dict[str, object]]] = {network.name: [] for network in NETWORKS}
    for network in NETWORKS:
        features, codes = select(samples, network.n_classes)
        for variation, seed in variations:
            result = train(network, features + change(seed, features.shape), codes)
            counts = result.matrix.counts
            rows[network.name].append(
                {
                    **versions(),
                    "blas_kernels": blas_kernels(),
                    "variation": variation,
                    "seed": "" if seed is None else seed,
                    **{f"n{i}{j}": int(counts[i, j]) for i, j in np.ndindex(counts.shape)},
                    "accuracy": float(accuracy(counts)),
                    "iterations": result.iterations,
                    "converged": result.converged,
                    "loss": result.loss,
                }
            )
    return rows


@contextmanager
def environment(**settings: str) -> Iterator[None]:
    """Set variables of OpenBLAS, and remove all others of it, for the processes that are started.

    OpenBLAS reads them when it is loaded, so this process keeps what it had.
    """
    before = {name: value for name, value in os.environ.items() if name.startswith("OPENBLAS_")}
    for name in before:
        del os.environ[name]
    os.environ.update(settings)
    try:
        yield
    finally:
        for name in settings:
            del os.environ[name]
        os.environ.update(before)


def all_runs(samples: Samples) -> dict[str, list[dict[str, object]]]:
    """Train under every variation, in a process of its own where OpenBLAS must be told."""
    offsets: list[tuple[str, int | None]] = [
        ("input changed by up to 1e-12", seed) for seed in range(OFFSET_RUNS)
    ]
    jobs: list[tuple[dict[str, str], list[tuple[str, int | None]]]] = [
        ({}, [("as installed", None), *offsets]),
        ({"OPENBLAS_NUM_THREADS": "1"}, [("one thread", None)]),
    ]
    if platform.machine() in ("x86_64", "AMD64"):
        jobs += [
            ({"OPENBLAS_CORETYPE": kernels}, [(f"kernels for {kernels}", None)])
            for kernels in KERNELS
        ]
    rows: dict[str, list[dict[str, object]]] = {network.name: [] for network in NETWORKS}
    for number, (settings, variations) in enumerate(jobs, start=1):
        print(f"{number} of {len(jobs)}: {variations[0][0]}, {len(variations)} runs", flush=True)
        with (
            environment(**settings),
            ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
        ):
            found = pool.submit(run_rows, samples, variations).result()
        for name, more in found.items():
            rows[name] += more
    return rows


def write_runs(
    network: Network, samples: Samples, rows: Sequence[dict[str, object]], folder: Path
) -> list[dict[str, object]]:
    """Put rows into the table of runs in place of older rows of the same versions."""
    path = folder / f"{network.name}_runs.csv"
    kept: list[dict[str, object]] = []
    if path.is_file():
        with path.open(encoding="utf-8", newline="") as file:
            kept = [
                row
                for row in csv.DictReader(file)
                if {name: row[name] for name in versions()} != versions()
            ]
    # Oldest versions first, whatever the order of the runs; Python's sort keeps equals in place.
    table = sorted(
        [*kept, *rows],
        key=lambda row: [int(n) for n in re.findall("[0-9]+", str(row["scikit_learn"]))],
    )
    header = list(rows[0])
    write_csv(path, [header, *([row[name] for name in header] for row in table)])
    write_json(
        path.with_suffix(".json"),
        {
            "recipe": "data/recipes/vehicle.py --drift",
            **about(network, samples),
            "columns": {
                "scikit_learn, numpy, scipy": "versions",
                "blas_kernels": "code path of the linear algebra, by processor type",
                "variation": "what was changed; 'as installed' is the plain run",
                "seed": "numpy.random.default_rng(seed) draws the change of the scaled input, "
                f"uniform in [-{OFFSET}, {OFFSET}]; empty where the input is unchanged",
                "n00, n01, ...": "counts, truth first",
                "iterations, converged, loss": "of the optimiser",
            },
        },
    )
    return table


def main(arguments: Sequence[str], folder: Path = DATA) -> None:
    """Run one of the two commands; write to a folder."""
    parser = argparse.ArgumentParser(description="Document 2's networks on Vehicle Silhouettes.")
    parser.add_argument("--drift", action="store_true", help="train both again and again")
    options = parser.parse_args(arguments)
    print("Loading the Vehicle Silhouettes", flush=True)
    samples = load_vehicle()
    if options.drift:
        for network, rows in zip(NETWORKS, all_runs(samples).values(), strict=True):
            table = write_runs(network, samples, rows, folder)
            size = range(network.n_classes)
            counts = {tuple(str(row[f"n{i}{j}"]) for i in size for j in size) for row in table}
            print(f"{network.name}_runs.csv: {len(table)} runs, {len(counts)} different matrices")
        return
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
    main(sys.argv[1:])
