"""What is done: the works, their inputs and sizes, and who takes part in each."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import peers
from peers import Labels, Replicates, Scores
from timing import Clock, Job, processor, told, wall

GROUPS = {
    "matrix": "Integers",
    "kinds": "Kinds of labels",
    "measures": "Measures, counting included",
    "top_k": "Top-K accuracy",
    "classes": "From 2 to 100,000 classes",
    "samples": "From 10⁵ to 10⁸ samples, in a memory-mapped file",
    "many": "Many classes, many matrices, many blocks",
    "import": "Import",
}
# Of a table with a cell for each pair of classes: more than the machines of most readers can give.
MOST_BYTES = 4 * 2**30


@dataclass(frozen=True)
class Case:
    """One work that several libraries do."""

    group: str
    name: str
    samples: int
    make: Callable[[int], Any]
    asks: Mapping[str, Callable[[Any], Job]]
    # Who does not take part, and why.
    left_out: Mapping[str, str] = field(default_factory=dict)
    clock: Clock = wall
    has_memory: bool = True
    # Where the case stands on the axis of a figure.
    at: int | None = None

    def there(self) -> list[str]:
        """Return the libraries that take part and are installed."""
        return [who for who in self.asks if peers.installed(who)]

    def jobs(self, most: int, only: str | None = None) -> dict[str, Job]:
        """Make the inputs, of at most so many samples, and let each library have its own."""
        data = self.make(min(self.samples, most))
        return {who: self.asks[who](data) for who in self.there() if only in (None, who)}


# ---- Inputs -------------------------------------------------------------------------------------


def codes(samples: int, classes: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Draw true and predicted classes: seven of ten agree, the others by chance; all occur."""
    random = np.random.default_rng(seed)
    true = random.integers(classes, size=samples)
    true[: min(classes, samples)] = np.arange(min(classes, samples))
    pred = np.where(random.random(samples) < 0.7, true, random.integers(classes, size=samples))
    return true, pred


def integers(classes: int, *, first: int = 0, of: type = np.int64) -> Callable[[int], Labels]:
    """Return a maker of integer labels that begin with a number."""

    def make(samples: int) -> Labels:
        true, pred = codes(samples, min(classes, samples))
        names = np.arange(min(classes, samples)) + first
        return Labels((true + first).astype(of), (pred + first).astype(of), names)

    return make


def weighted(samples: int) -> Labels:
    """Return integer labels with weights; eighths, so that any order of adding is exact."""
    labels = integers(10)(samples)
    labels.weight = np.random.default_rng(1).integers(1, 40, size=samples) / 8
    return labels


def strings(container: Callable[[np.ndarray, np.ndarray], Any]) -> Callable[[int], Labels]:
    """Return a maker of ten labels of four letters in a container, made of names and codes."""

    def make(samples: int) -> Labels:
        names = np.array([f"c{code:03}" for code in range(10)])
        true, pred = codes(samples, 10)
        return Labels(container(names, true), container(names, pred), names)

    return make


def objects(names: np.ndarray, at: np.ndarray) -> np.ndarray:
    # One string for each class, as a classifier's predictions and a column of pandas have it.
    return names.astype(object)[at]


def pandas_strings(names: np.ndarray, at: np.ndarray) -> Any:
    import pandas as pd

    return pd.Series(objects(names, at), dtype="str")


def pandas_category(names: np.ndarray, at: np.ndarray) -> Any:
    import pandas as pd

    return pd.Series(pd.Categorical.from_codes(at, names.tolist()))


def polars_enum(names: np.ndarray, at: np.ndarray) -> Any:
    import polars as pl

    return pl.Series(names[at]).cast(pl.Enum(names.tolist()))


def arrow_dictionary(names: np.ndarray, at: np.ndarray) -> Any:
    import pyarrow as pa

    return pa.DictionaryArray.from_arrays(pa.array(at.astype(np.int32)), pa.array(names.tolist()))


def listed(samples: int) -> Labels:
    labels = integers(10)(samples)
    return Labels(labels.true.tolist(), labels.pred.tolist(), labels.classes)


def in_a_file(samples: int) -> Labels:
    """Return integer labels as arrays of the pages of two files, which go with the arrays."""
    with tempfile.TemporaryFile() as one, tempfile.TemporaryFile() as other:
        true, pred = (np.memmap(it, dtype=np.int64, shape=(samples,)) for it in (one, other))
    piece = 10_000_000
    for start in range(0, samples, piece):
        end = min(start + piece, samples)
        true[start:end], pred[start:end] = codes(end - start, 10, seed=start)
    true.flush()
    pred.flush()
    return Labels(true, pred, np.arange(10))


def scores(classes: int) -> Callable[[int], Scores]:
    """Return a maker of scores of 32 bits in which the true class is often among the first."""

    def make(samples: int) -> Scores:
        random = np.random.default_rng(0)
        true = random.integers(classes, size=samples)
        given = random.random((samples, classes), dtype=np.float32)
        given[np.arange(samples), true] += np.float32(0.4) * random.random(samples, np.float32)
        return Scores(true, given)

    return make


def replicates(samples: int) -> Replicates:
    """Draw 10,000 matrices of a million samples each, and spell the first of them out."""
    number = min(samples, 10_000)
    true, pred = codes(100_000, 10)
    shares = np.bincount(true * 10 + pred, minlength=100) / len(true)
    drawn = np.random.default_rng(1).multinomial(samples, shares, size=number)
    pairs = np.repeat(np.arange(100), drawn[0])
    return Replicates(drawn.reshape(number, 10, 10), Labels(pairs // 10, pairs % 10, np.arange(10)))


# ---- Who ----------------------------------------------------------------------------------------

BASIC = {"cmlib": peers.cmlib_matrix, "scikit-learn": peers.sklearn_matrix}
TABLES = {
    "pandas groupby": peers.pandas_groupby,
    "polars": peers.polars_groups,
    "DuckDB": peers.duckdb_groups,
}
TORCH = {
    "torchmetrics": peers.torchmetrics_matrix(validated=False),
    "torchmetrics, validated": peers.torchmetrics_matrix(validated=True),
}
TORCH_TOP_K = {
    "torchmetrics": peers.torchmetrics_top_k(validated=False),
    "torchmetrics, validated": peers.torchmetrics_top_k(validated=True),
}
READ = {"plain read": peers.plain_read}
ALL = {
    **BASIC,
    **READ,
    **TORCH,
    **TABLES,
    "pandas crosstab": peers.pandas_crosstab,
    "PyCM": peers.pycm_matrix,
    "river": peers.river_matrix,
}
SQUARE = ("scikit-learn", "torchmetrics")  # they make a table with a cell for each pair of classes


def without(asks: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {who: it for who, it in asks.items() if who not in names}


def measure(
    name: str, ours: str, torch: str | None, others: Mapping[str, Any], **options: Any
) -> Case:
    asks = {"cmlib": peers.cmlib_measure(ours, **options), **others, **READ}
    if torch is not None:
        for who, validated in (("torchmetrics", False), ("torchmetrics, validated", True)):
            asks[who] = peers.torchmetrics_measure(torch, validated=validated, **options)
    return Case("measures", name, 1_000_000, integers(10), asks)


def of_classes(classes: int) -> Case:
    asks = {**BASIC, "torchmetrics": TORCH["torchmetrics"], **TABLES}
    needed = 8 * classes**2
    left_out = {}
    if needed > MOST_BYTES:
        asks = without(asks, *SQUARE)
        why = f"its table of {classes:,} × {classes:,} cells would take {needed / 2**30:.1f} GiB"
        left_out = dict.fromkeys(SQUARE, why)
    name = f"10⁶ integers, {classes:,} classes"
    return Case("classes", name, 1_000_000, integers(classes), asks, left_out, at=classes)


def of_samples(power: int) -> Case:
    asks = {**BASIC, **READ}
    left_out = {}
    if power == 8:
        asks = without(asks, "scikit-learn")
        left_out = {"scikit-learn": "would take some ten seconds a round"}
    name = f"10{'⁵⁶⁷⁸'[power - 5]} integers in a file"
    # Its peak would hold pages of the file.
    return Case(
        "samples", name, 10**power, in_a_file, asks, left_out, has_memory=False, at=10**power
    )


IMPORTS = {
    "cmlib": "cmlib",
    "plain read": "numpy",
    "scikit-learn": "sklearn.metrics",
    "torchmetrics": "torchmetrics",
    "pandas": "pandas",
    "polars": "polars",
    "DuckDB": "duckdb",
    "PyCM": "pycm",
    "imbalanced-learn": "imblearn.metrics",
    "river": "river.metrics",
}


def importing(module: str) -> Callable[[Any], Job]:
    code = f"import time; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"
    # Compiled once, as what is installed is; else a checkout would be compiled anew each time.
    settings = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def work() -> float:
        run = [sys.executable, "-c", code]
        done = subprocess.run(run, capture_output=True, text=True, check=True, env=settings)
        return float(done.stdout)

    return lambda _: Job(work)


MILLION = 1_000_000
KINDS = {
    "int8": integers(10, of=np.int8),
    "int64": integers(10),
    "int64 from −1": integers(10, first=-1),
    "int64 from 1000": integers(10, first=1000),
    "object strings": strings(objects),
    "numpy strings (U4)": strings(lambda names, at: names[at]),
    "pandas strings": strings(pandas_strings),
    "pandas category": strings(pandas_category),
    "polars Enum": strings(polars_enum),
    "Arrow dictionary": strings(arrow_dictionary),
    "list of int": listed,
    "list of str": strings(lambda names, at: objects(names, at).tolist()),
    "int64 with weights": weighted,
}

CASES = [
    Case(
        "matrix",
        "10⁷ integers, 10 classes",
        10_000_000,
        integers(10),
        without(ALL, "river"),
        {"river": "takes one sample at a time: see 10⁵ integers"},
    ),
    Case("matrix", "10⁵ integers, 10 classes", 100_000, integers(10), ALL),
    *(
        Case("kinds", f"10⁶ labels: {kind}", MILLION, make, {**BASIC, **TABLES})
        for kind, make in KINDS.items()
    ),
    Case(
        "measures",
        "report of 10⁶ integers",
        MILLION,
        integers(10),
        {
            "cmlib": peers.cmlib_report,
            "scikit-learn": peers.sklearn_report,
            "imbalanced-learn": peers.imblearn_report,
            **READ,
        },
    ),
    measure(
        "Kappa of 10⁶ integers",
        "cohen_kappa",
        "multiclass_cohen_kappa",
        {"scikit-learn": peers.sklearn_measure("cohen_kappa_score")},
    ),
    measure(
        "MCC of 10⁶ integers",
        "mcc",
        "multiclass_matthews_corrcoef",
        {"scikit-learn": peers.sklearn_measure("matthews_corrcoef")},
    ),
    measure(
        "macro F1 of 10⁶ integers",
        "f_score",
        "multiclass_f1_score",
        {"scikit-learn": peers.sklearn_measure("f1_score", average="macro")},
        average="macro",
    ),
    measure("G-mean of 10⁶ integers", "g_mean", None, {"imbalanced-learn": peers.imblearn_g_mean}),
    *(
        Case(
            "top_k",
            name,
            samples,
            scores(classes),
            {
                "cmlib": peers.cmlib_top_k,
                "scikit-learn": peers.sklearn_top_k,
                "plain read": peers.scores_read,
                **torch,
            },
            left_out,
        )
        for name, samples, classes, torch, left_out in (
            (
                "top-5 of 10⁵ × 1000 scores",
                100_000,
                1000,
                {},
                {"torchmetrics": "takes some 15 s a time, and 2 GiB"},
            ),
            ("top-5 of 3·10⁵ × 10 scores", 300_000, 10, TORCH_TOP_K, {}),
        )
    ),
    *(of_classes(classes) for classes in (2, 10, 100, 1000, 3000, 10_000, 100_000)),
    *(of_samples(power) for power in (5, 6, 7, 8)),
    Case(
        "many",
        "10⁷ integers, 100,000 classes",
        10_000_000,
        integers(100_000),
        {"cmlib": peers.cmlib_matrix, **READ, **TABLES},
        dict.fromkeys(SQUARE, "its table of 100,000 × 100,000 cells would take 74.5 GiB"),
    ),
    Case(
        "many",
        "all measures of 10,000 matrices, against one report of 10⁶ labels",
        MILLION,
        replicates,
        {"cmlib": peers.cmlib_replicates, "scikit-learn": peers.sklearn_one_report},
    ),
    Case(
        "many",
        # Blocks of 80 MB; Dask's own are up to 128 MB.
        "4·10⁷ integers in four blocks of Dask: processor time",
        40_000_000,
        integers(10),
        {"cmlib": peers.cmlib_matrix, "cmlib, lazily": peers.cmlib_dask},
        clock=processor,
        has_memory=False,
    ),
    Case(
        "import",
        "import, in a fresh process",
        0,
        lambda _: None,
        {who: importing(module) for who, module in IMPORTS.items()},
        clock=told,
        has_memory=False,
    ),
]
