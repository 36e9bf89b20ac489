"""Time cmlib against its peers: ``python benchmarks/bench.py``, or some works, ``… report top-5``.

All works take about five minutes and write RESULTS.md beside this file; a choice of works prints
its table and writes nothing. A library that is not installed is left out.
"""

from __future__ import annotations

import gc
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

RESULTS = Path(__file__).with_name("RESULTS.md")
FLOOR = "plain read"
# The module that each library needs.
LIBRARIES = {
    "cmlib": "cmlib",
    FLOOR: "numpy",
    "scikit-learn": "sklearn.metrics",
    "torchmetrics": "torchmetrics",
    "PyCM": "pycm",
    "DuckDB": "duckdb",
    "polars": "polars",
}
VERSIONS = ("numpy", "scikit-learn", "torchmetrics", "torch", "pycm", "duckdb", "polars")
MILLION = 10**6
# Rounds of a case; the shortest time that a round measures, in seconds.
ROUNDS, SAMPLE = 7, 0.01
STATUS, CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")
# A call to time, and a function from its return value to numbers that are compared.
Job = tuple[Callable[[], Any], Callable[[Any], Any] | None]


class Seconds(float):
    """A time that a job measured itself."""


@dataclass(frozen=True)
class Labels:
    """The truth and the predictions in one container, and the classes in order."""

    true: Any
    pred: Any
    classes: np.ndarray


@dataclass(frozen=True)
class Case:
    """One work, its inputs for a number of samples, and the libraries that do it."""

    name: str
    samples: int
    make: Callable[[int], Any]
    peers: Mapping[str, Callable[[Any], Job]]

    def jobs(self, most: int, only: str | None = None) -> dict[str, Job]:
        """Return the jobs of the installed libraries, or of one, on at most so many samples."""
        data = self.make(min(self.samples, most))
        there = [who for who in self.peers if find_spec(LIBRARIES[who].split(".")[0])]
        return {who: self.peers[who](data) for who in there if only in (None, who)}


# ---- Inputs -------------------------------------------------------------------------------------

NAMES = np.array([f"c{code:03}" for code in range(10)])


def integers(samples: int, *, classes: int = 10) -> Labels:
    """Draw true and predicted classes; seven of ten agree, and every class occurs."""
    random = np.random.default_rng(0)
    classes = min(classes, samples)
    true = random.integers(classes, size=samples)
    true[:classes] = np.arange(classes)
    pred = np.where(random.random(samples) < 0.7, true, random.permutation(true))
    return Labels(true, pred, np.arange(classes))


def strings(samples: int, *, container: Callable[[np.ndarray], Any]) -> Labels:
    codes = integers(samples)
    return Labels(container(codes.true), container(codes.pred), NAMES)


def categories(codes: np.ndarray) -> Any:
    import pandas as pd

    return pd.Series(pd.Categorical.from_codes(codes, NAMES.tolist()))


def scores(samples: int) -> tuple[np.ndarray, np.ndarray]:
    """Return true classes and float32 scores of 1000 classes that favour the true one."""
    random = np.random.default_rng(0)
    true = random.integers(1000, size=samples)
    given = random.random((samples, 1000), dtype=np.float32)
    given[np.arange(samples), true] += np.float32(0.4) * random.random(samples, np.float32)
    return true, given


def in_arrow(labels: Labels) -> Any:
    import pyarrow as pa

    return pa.table({"t": labels.true, "p": labels.pred})


# ---- Jobs ---------------------------------------------------------------------------------------


def cells(counts: Any) -> np.ndarray:
    """Return row, column and count of each cell that is not 0, row by row."""
    if not isinstance(counts, np.ndarray):
        return in_order(counts.tocoo().row, counts.tocoo().col, counts.tocoo().data)
    rows, columns = np.nonzero(counts)
    return in_order(rows, columns, counts[rows, columns])


def in_order(rows: Any, columns: Any, counts: Any) -> np.ndarray:
    return np.column_stack([rows, columns, counts])[np.lexsort((columns, rows))]


def groups(labels: Labels, found: Mapping[str, Any]) -> np.ndarray:
    """Return the cells that a GROUP BY gives."""
    kind = labels.classes.dtype
    at = [np.searchsorted(labels.classes, np.asarray(found[it]).astype(kind)) for it in "tp"]
    return in_order(*at, np.asarray(found["n"]))


def plain_read(labels: Labels) -> Job:
    return lambda: (labels.true.max(), labels.pred.max()), None


def cmlib_matrix(labels: Labels) -> Job:
    from cmlib import ConfusionMatrix

    count = partial(ConfusionMatrix.from_labels, labels.true, labels.pred)
    return count, lambda cm: cells(cm.counts)


def sklearn_matrix(labels: Labels) -> Job:
    from sklearn.metrics import confusion_matrix

    return lambda: confusion_matrix(labels.true, labels.pred), cells


def torchmetrics_matrix(labels: Labels) -> Job:
    import torch
    from torchmetrics.functional.classification import multiclass_confusion_matrix as count

    # With more threads, a short call waits for a core that another process holds.
    torch.set_num_threads(1)
    pred, true = torch.from_numpy(labels.pred), torch.from_numpy(labels.true)
    classes = len(labels.classes)
    return lambda: count(pred, true, classes, validate_args=False), lambda it: cells(it.numpy())


def pycm_matrix(labels: Labels) -> Job:
    from pycm import ConfusionMatrix

    # It would turn arrays into lists first.
    lists = labels.true.tolist(), labels.pred.tolist()
    return lambda: ConfusionMatrix(*lists, metrics_off=True), lambda cm: cells(cm.to_array())


def duckdb_matrix(labels: Labels) -> Job:
    import duckdb

    database = duckdb.connect()
    database.register("given", in_arrow(labels))
    database.execute("CREATE TABLE labels AS SELECT * FROM given")
    query = "SELECT t, p, count(*) AS n FROM labels GROUP BY t, p"
    return lambda: database.execute(query).fetchnumpy(), partial(groups, labels)


def polars_matrix(labels: Labels) -> Job:
    import polars as pl

    frame = pl.from_arrow(in_arrow(labels))
    return lambda: frame.group_by("t", "p").agg(pl.len().alias("n")), partial(groups, labels)


COLUMNS = ["precision", "recall", "f1-score"]


def cmlib_report(labels: Labels) -> Job:
    from cmlib import ConfusionMatrix, classification_report

    def work() -> Any:
        return classification_report(ConfusionMatrix.from_labels(labels.true, labels.pred))

    return work, lambda frame: frame[COLUMNS].to_numpy()[: len(labels.classes)]


def sklearn_report(labels: Labels) -> Job:
    from sklearn.metrics import classification_report

    def numbers(found: Mapping[str, Any]) -> list[list[float]]:
        return [[found[str(label)][column] for column in COLUMNS] for label in labels.classes]

    return lambda: classification_report(labels.true, labels.pred, output_dict=True), numbers


def cmlib_top_k(data: tuple[np.ndarray, np.ndarray]) -> Job:
    from cmlib import top_k_accuracy

    return lambda: top_k_accuracy(*data, k=5), np.asarray


def sklearn_top_k(data: tuple[np.ndarray, np.ndarray]) -> Job:
    from sklearn.metrics import top_k_accuracy_score

    labels = np.arange(data[1].shape[1])
    return lambda: top_k_accuracy_score(*data, k=5, labels=labels), np.asarray


def importing(_: Any, *, module: str) -> Job:
    code = f"import time; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"
    run = partial(subprocess.run, [sys.executable, "-c", code], capture_output=True, check=True)
    return lambda: Seconds(run().stdout), None


# ---- Cases --------------------------------------------------------------------------------------

READ = {FLOOR: plain_read}
BOTH = {"cmlib": cmlib_matrix, "scikit-learn": sklearn_matrix}
TABLES = {"DuckDB": duckdb_matrix, "polars": polars_matrix}
TORCH = {"torchmetrics": torchmetrics_matrix}
ALL = {**BOTH, **READ, **TORCH, "PyCM": pycm_matrix, **TABLES}
# Tables with a cell for each pair of 100,000 classes would take 75 GiB.
FEW_CLASSES, MANY_CLASSES = {**BOTH, **TORCH, **TABLES}, {"cmlib": cmlib_matrix, **TABLES}
SIZES = {1000: FEW_CLASSES, 10_000: FEW_CLASSES, 100_000: MANY_CLASSES}
KINDS = {
    "strings (objects)": NAMES.astype(object).__getitem__,
    "strings (numpy)": NAMES.__getitem__,
    "strings (lists)": lambda codes: NAMES[codes].tolist(),
    "categories (pandas)": categories,
}
REPORT = {"cmlib": cmlib_report, "scikit-learn": sklearn_report}
TOP_K = {"cmlib": cmlib_top_k, "scikit-learn": sklearn_top_k}
IMPORTS = {who: partial(importing, module=module) for who, module in LIBRARIES.items()}
CASES = [
    Case("10⁵ integers, 10 classes", 10**5, integers, ALL),
    Case("10⁷ integers, 10 classes", 10**7, integers, ALL),
    *(
        Case(f"10⁶ {kind}, 10 classes", MILLION, partial(strings, container=it), {**BOTH, **TABLES})
        for kind, it in KINDS.items()
    ),
    *(
        Case(f"10⁶ integers, {k:,} classes", MILLION, partial(integers, classes=k), peers)
        for k, peers in SIZES.items()
    ),
    Case("report of 10⁶ integers", MILLION, integers, {**REPORT, **READ}),
    Case("top-5 of 10⁵ × 1000 scores", 10**5, scores, TOP_K),
    Case("import in a fresh process", 0, lambda _: None, IMPORTS),
]

# ---- Measuring ----------------------------------------------------------------------------------


def check(jobs: Mapping[str, Job]) -> dict[str, float]:
    """Run each job once, compare its result with cmlib's, and return the seconds of each."""
    expected, took = None, {}
    for who, (work, numbers) in jobs.items():
        started = time.perf_counter()
        returned = work()
        took[who] = time.perf_counter() - started
        if numbers is None:
            continue
        found = np.asarray(numbers(returned))
        expected = found if expected is None else expected
        # torchmetrics computes in 32 bits. Counts pass this tolerance only if all are equal.
        rtol = 1e-5 if found.dtype == np.float32 else 1e-9
        if found.shape != expected.shape or not np.allclose(found, expected, rtol=rtol, atol=0):
            raise ValueError(f"{who} gives another result than cmlib: {found} and {expected}")
    return took


def race(jobs: Mapping[str, Job]) -> dict[str, float]:
    """Time the jobs in turns; return the median seconds of each."""
    number = {who: max(1, round(SAMPLE / took)) for who, took in check(jobs).items()}
    times: dict[str, list[float]] = {who: [] for who in jobs}
    gc.collect()
    for turn in range(ROUNDS):
        # Alternate the order, so that the neighbours change.
        for who in list(jobs)[:: -1 if turn % 2 else 1]:
            started = time.perf_counter()
            for _ in range(number[who]):
                returned = jobs[who][0]()
            passed = (time.perf_counter() - started) / number[who]
            times[who].append(returned if isinstance(returned, Seconds) else passed)
    return {who: statistics.median(seconds) for who, seconds in times.items()}


def peak(work: Callable[[], Any]) -> float:
    """Return the most memory that a call holds above what was held before, in MiB."""

    def held(name: str) -> int:
        (line,) = (line for line in STATUS.read_text().splitlines() if line.startswith(name))
        return int(line.split()[1])

    gc.collect()
    # Linux notes the peak anew from here.
    CLEAR.write_text("5")
    before = held("VmRSS")
    returned = work()
    above = held("VmHWM") - before
    del returned
    return max(above, 0) / 1024


def peak_here(name: str, who: str, samples: str) -> float:
    """Return the peak of one job in this process."""
    (case,) = (case for case in CASES if case.name == name)
    # What the job imports does not count.
    case.jobs(1000, only=who)[who][0]()
    return peak(case.jobs(int(samples), only=who)[who][0])


def peak_of(case: Case, who: str, samples: int) -> float:
    """Return the peak of one job, from a process that holds no other library."""
    # The C library would else reuse what the inputs freed, which does not count as new memory.
    settings = {**os.environ, "MALLOC_MMAP_THRESHOLD_": "131072"}
    command = [sys.executable, __file__, "--peak", case.name, who, str(samples)]
    return float(subprocess.run(command, capture_output=True, env=settings, check=True).stdout)


# ---- Writing ------------------------------------------------------------------------------------


def significant(value: float) -> str:
    """Return a number with three digits, or all before its point: 0.0123, 4.57, 1,234."""
    return f"{value:,.{max(0, 2 - int(np.floor(np.log10(value))))}f}"


def row(case: Case, samples: int) -> list[str]:
    """Measure one case and return its row: cmlib's milliseconds, then ratios; MiB in brackets."""
    seconds = race(case.jobs(samples))
    written = [case.name, significant(1000 * seconds["cmlib"]), *["–"] * len(LIBRARIES)]
    for at, who in enumerate(LIBRARIES, 2):
        if who not in seconds:
            continue
        ratio = "" if who == "cmlib" else f"{significant(seconds[who] / seconds['cmlib'])}×"
        mib = f"({peak_of(case, who, samples):,.1f})" if case.samples and CLEAR.exists() else ""
        written[at] = f"{ratio} {mib}".strip()
    return written


def table(rows: Iterable[list[str]]) -> str:
    """Return a Markdown table."""
    heads = ["work", "cmlib, ms", "(MiB)", *list(LIBRARIES)[1:]]
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def page(rows: Iterable[list[str]]) -> str:
    """Return RESULTS.md."""
    text = RESULTS.with_name("page.md").read_text(encoding="utf-8")
    there = [name for name in VERSIONS if find_spec(name.replace("scikit-learn", "sklearn"))]
    machine = f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}"
    versions = ", ".join(f"{name} {version(name)}" for name in there)
    return text.format(table=table(rows), date=date.today(), machine=machine, versions=versions)


def main(words: list[str]) -> None:
    """Measure the works whose names hold one of the words, or all."""
    cases = [case for case in CASES if not words or any(word in case.name for word in words)]
    # Differences show on few samples, before minutes of timing.
    for case in cases:
        check(case.jobs(1000))
    rows = []
    for case in cases:
        rows.append(row(case, case.samples))
        print(" | ".join(rows[-1]), flush=True)
    print(table(rows))
    if not words:
        RESULTS.write_text(page(rows), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--peak"]:
        print(peak_here(*sys.argv[2:]))
    else:
        main(sys.argv[1:])
