"""Train document 2's two networks again and again: what drifts, and what does not.

Run it from anywhere; it takes half a minute and always starts afresh::

    python data/recipes/vehicle_drift.py    # vehicle_binary_runs, vehicle_three_class_runs

It trains both networks with circumstances changed that should not matter, and writes one line for
each run. It replaces the lines that were made with the versions of numpy, scipy and scikit-learn
that are installed, and keeps those of other versions: so the table grows when the command is run
with other versions. ``data/README.md`` lists the versions in the shipped table.

The data set is read as `downloads.load_vehicle` says, and every seed is the document's.
"""

from __future__ import annotations

import csv
import os
import platform
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from unittest.mock import patch

import numpy as np
import numpy.typing as npt
import pandas as pd
from downloads import Samples, load_vehicle
from results import DATA, write_table
from vehicle import NETWORKS, Network, about, blas_kernels, select, train, versions

from cmlib import accuracy

# A change of the input far below the precision of any measurement, and how often it is drawn.
OFFSET = 1e-12
OFFSET_RUNS = 100
# Code paths of OpenBLAS that nearly every x86 processor can take.
KERNELS = ("Haswell", "Nehalem")

# A variation: what is changed, and the seed of a changed input. A row: its outcome.
Variation = tuple[str, int | None]
Row = dict[str, object]


def change(seed: int | None, shape: tuple[int, ...]) -> npt.NDArray[np.float64]:
    """Draw what is added to the input; without a seed, nothing is."""
    if seed is None:
        return np.zeros(shape)
    return OFFSET * np.random.default_rng(seed).uniform(-1, 1, shape)


def run_rows(network: Network, samples: Samples, variations: Sequence[Variation]) -> list[Row]:
    """Train a network under each variation: a description, and a seed for changed input."""
    rows: list[Row] = []
    features, codes = select(samples, network.n_classes)
    for variation, seed in variations:
        result = train(network, features + change(seed, features.shape), codes)
        counts = result.matrix.counts
        rows.append(
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
    others = {it: value for it, value in os.environ.items() if not it.startswith("OPENBLAS_")}
    with patch.dict(os.environ, others | settings, clear=True):
        yield


def all_runs(network: Network, samples: Samples) -> list[Row]:
    """Train under every variation, in a process of its own where OpenBLAS must be told."""
    offsets = [("input changed by up to 1e-12", seed) for seed in range(OFFSET_RUNS)]
    jobs: list[tuple[dict[str, str], list[Variation]]] = [
        ({}, [("as installed", None), *offsets]),
        ({"OPENBLAS_NUM_THREADS": "1"}, [("one thread", None)]),
    ]
    if platform.machine() in ("x86_64", "AMD64"):
        for kernels in KERNELS:
            jobs.append(({"OPENBLAS_CORETYPE": kernels}, [(f"kernels for {kernels}", None)]))
    rows: list[Row] = []
    for settings, variations in jobs:
        print(f"{network.name}: {variations[0][0]}, {len(variations)} runs", flush=True)
        with (
            environment(**settings),
            ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
        ):
            rows += pool.submit(run_rows, network, samples, variations).result()
    return rows


def write_runs(network: Network, samples: Samples, rows: Sequence[Row], folder: Path) -> list[Row]:
    """Put rows into the table of runs in place of older rows of the same versions."""
    name = f"{network.name}_runs"
    kept: list[Row] = []
    if (folder / f"{name}.csv").is_file():
        with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            kept = [row for row in csv.DictReader(file) if not versions().items() <= row.items()]
    # Oldest versions first, whatever the order of the runs; Python's sort keeps equals in place.
    table = sorted(
        [*kept, *rows],
        key=lambda row: [int(n) for n in re.findall("[0-9]+", str(row["scikit_learn"]))],
    )
    write_table(
        folder,
        name,
        pd.DataFrame(table),
        {
            "recipe": "data/recipes/vehicle_drift.py",
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


def main(folder: Path = DATA) -> None:
    """Train both networks under every variation; write to a folder."""
    print("Loading the Vehicle Silhouettes", flush=True)
    samples = load_vehicle()
    for network in NETWORKS:
        table = write_runs(network, samples, all_runs(network, samples), folder)
        cells = [f"n{i}{j}" for i, j in np.ndindex(network.n_classes, network.n_classes)]
        counts = {tuple(str(row[cell]) for cell in cells) for row in table}
        print(f"{network.name}_runs.csv: {len(table)} runs, {len(counts)} different matrices")


if __name__ == "__main__":
    main()
