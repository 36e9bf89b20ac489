"""How each library is asked for a confusion matrix, a measure or a Top-K accuracy.

A function here gets the inputs and returns a `Job`. What a library needs in a container of its own
it gets before the clock starts. A library is imported only by its own functions: the process that
measures the memory of one should hold no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np
from timing import Job

# What must be there for a library to take part, and under which name its version is known.
PEERS = {
    "cmlib": ("cmlib", "cmlib"),
    "cmlib, lazily": ("dask", "dask"),
    "plain read": ("numpy", "numpy"),
    "scikit-learn": ("sklearn", "scikit-learn"),
    "torchmetrics": ("torchmetrics", "torchmetrics"),
    "torchmetrics, validated": ("torchmetrics", "torchmetrics"),
    "pandas groupby": ("pandas", "pandas"),
    "pandas crosstab": ("pandas", "pandas"),
    "pandas": ("pandas", "pandas"),
    "polars": ("polars", "polars"),
    "DuckDB": ("duckdb", "duckdb"),
    "PyCM": ("pycm", "pycm"),
    "imbalanced-learn": ("imblearn", "imbalanced-learn"),
    "river": ("river", "river"),
}


def installed(who: str) -> bool:
    """Tell whether a library is there, without importing it."""
    # Without cmlib there is nothing to compare with: let that be an error.
    return who == "cmlib" or find_spec(PEERS[who][0]) is not None


@dataclass
class Labels:
    """The truth and the predictions, in some container, and the classes in the order of codes."""

    true: Any
    pred: Any
    classes: np.ndarray
    weight: np.ndarray | None = None


Asks = Callable[[Labels], Job]


# ---- What a matrix says: row, column and count of each cell that is not 0


def cells(counts: Any) -> np.ndarray:
    """Return the cells of a matrix, an array or one of scipy's."""
    if not isinstance(counts, np.ndarray):
        at = counts.tocoo()
        return in_order(at.row, at.col, at.data)
    rows, columns = np.nonzero(counts)
    return in_order(rows, columns, counts[rows, columns])


def in_order(rows: Any, columns: Any, counts: Any) -> np.ndarray:
    """Return cells row by row."""
    order = np.lexsort((columns, rows))
    return np.column_stack([rows, columns, counts])[order].astype(np.float64)


def groups(labels: Labels, true: Any, pred: Any, counts: Any) -> np.ndarray:
    """Return the cells that a GROUP BY gives: two labels and a count."""
    rows, columns = (
        np.searchsorted(labels.classes, np.asarray(it).astype(labels.classes.dtype))
        for it in (true, pred)
    )
    return in_order(rows, columns, np.asarray(counts))


# ---- Matrices -----------------------------------------------------------------------------------


def plain_read(labels: Labels) -> Job:
    """Find the largest of each array: every number is read once, and no more can be saved."""
    return Job(lambda: (labels.true.max(), labels.pred.max()))


def cmlib_matrix(labels: Labels) -> Job:
    from cmlib import ConfusionMatrix

    def work() -> Any:
        return ConfusionMatrix.from_labels(labels.true, labels.pred, sample_weight=labels.weight)

    return Job(work, lambda cm: cells(cm.counts))


def cmlib_dask(labels: Labels) -> Job:
    import dask.array as da

    from cmlib import ConfusionMatrix

    true, pred = (da.from_array(it, chunks=-(-len(it) // 4)) for it in (labels.true, labels.pred))
    return Job(lambda: ConfusionMatrix.from_labels(true, pred), lambda cm: cells(cm.counts))


def sklearn_matrix(labels: Labels) -> Job:
    from sklearn.metrics import confusion_matrix

    def work() -> Any:
        return confusion_matrix(labels.true, labels.pred, sample_weight=labels.weight)

    return Job(work, cells)


def pandas_groupby(labels: Labels) -> Job:
    frame = in_pandas(labels)
    if labels.weight is not None:
        return Job(
            lambda: frame.groupby(["t", "p"], observed=True)["w"].sum(),
            lambda sums: groups(labels, *zip(*sums.index, strict=True), sums),
        )
    return Job(
        lambda: frame.groupby(["t", "p"], observed=True).size(),
        lambda sizes: groups(labels, *zip(*sizes.index, strict=True), sizes),
    )


def pandas_crosstab(labels: Labels) -> Job:
    import pandas as pd

    frame = in_pandas(labels)
    return Job(lambda: pd.crosstab(frame["t"], frame["p"]), lambda table: cells(table.to_numpy()))


def polars_groups(labels: Labels) -> Job:
    import polars as pl

    frame = in_polars(labels)
    count = pl.len() if labels.weight is None else pl.col("w").sum()
    text = pl.Int64 if labels.classes.dtype.kind == "i" else pl.String

    def result(found: pl.DataFrame) -> np.ndarray:
        return groups(labels, found["t"].cast(text), found["p"].cast(text), found["n"])

    return Job(lambda: frame.group_by("t", "p").agg(count.alias("n")), result)


def duckdb_groups(labels: Labels) -> Job:
    import duckdb

    database = duckdb.connect()
    database.register("given", in_arrow(labels))
    database.execute("CREATE TABLE labels AS SELECT * FROM given")
    count = "count(*)" if labels.weight is None else "sum(w)"
    query = f"SELECT t, p, {count} AS n FROM labels GROUP BY t, p"
    return Job(
        lambda: database.execute(query).fetchnumpy(),
        lambda found: groups(labels, found["t"], found["p"], found["n"]),
    )


def torchmetrics_matrix(*, validated: bool) -> Asks:
    def asks(labels: Labels) -> Job:
        from torchmetrics.functional.classification import multiclass_confusion_matrix

        true, pred = tensors(labels.true, labels.pred)
        classes = len(labels.classes)
        return Job(
            lambda: multiclass_confusion_matrix(pred, true, classes, validate_args=validated),
            lambda counts: cells(counts.numpy()),
        )

    return asks


def pycm_matrix(labels: Labels) -> Job:
    from pycm import ConfusionMatrix

    # Lists: of arrays it would make lists first.
    true, pred = labels.true.tolist(), labels.pred.tolist()
    return Job(
        lambda: ConfusionMatrix(true, pred, metrics_off=True), lambda cm: cells(cm.to_array())
    )


def river_matrix(labels: Labels) -> Job:
    from river.metrics import ConfusionMatrix

    true, pred = labels.true.tolist(), labels.pred.tolist()

    def work() -> Any:
        matrix = ConfusionMatrix()
        for one, other in zip(true, pred, strict=True):
            matrix.update(one, other)
        return matrix

    def result(matrix: Any) -> np.ndarray:
        counts = [(t, p, n) for t, row in matrix.data.items() for p, n in row.items() if n]
        return groups(labels, *zip(*counts, strict=True))

    return Job(work, result)


# ---- Measures, counting included ----------------------------------------------------------------


def cmlib_measure(name: str, **options: Any) -> Asks:
    def asks(labels: Labels) -> Job:
        import cmlib

        measure = getattr(cmlib, name)

        def work() -> float:
            cm = cmlib.ConfusionMatrix.from_labels(labels.true, labels.pred)
            return measure(cm, **options)

        return Job(work, lambda value: value, 1e-12)

    return asks


def sklearn_measure(name: str, **options: Any) -> Asks:
    def asks(labels: Labels) -> Job:
        import sklearn.metrics

        measure = getattr(sklearn.metrics, name)
        return Job(lambda: measure(labels.true, labels.pred, **options), lambda it: it, 1e-9)

    return asks


def torchmetrics_measure(name: str, *, validated: bool, **options: Any) -> Asks:
    def asks(labels: Labels) -> Job:
        from torchmetrics.functional import classification

        measure = getattr(classification, name)
        true, pred = tensors(labels.true, labels.pred)
        options["num_classes"] = len(labels.classes)
        # It works with 32 bits.
        return Job(
            lambda: measure(pred, true, validate_args=validated, **options),
            lambda value: value.numpy(),
            1e-5,
        )

    return asks


def imblearn_g_mean(labels: Labels) -> Job:
    from imblearn.metrics import geometric_mean_score

    def work() -> float:
        return geometric_mean_score(labels.true, labels.pred, average="multiclass")

    return Job(work, lambda value: value, 1e-9)


def cmlib_report(labels: Labels) -> Job:
    from cmlib import ConfusionMatrix, classification_report

    def work() -> Any:
        return classification_report(ConfusionMatrix.from_labels(labels.true, labels.pred))

    columns = ["precision", "recall", "f1-score"]
    return Job(work, lambda frame: frame[columns].to_numpy()[: len(labels.classes)], 1e-12)


def sklearn_report(labels: Labels) -> Job:
    from sklearn.metrics import classification_report

    return Job(
        lambda: classification_report(labels.true, labels.pred, output_dict=True),
        lambda found: of_classes(found, labels.classes, ("precision", "recall", "f1-score")),
        1e-9,
    )


def imblearn_report(labels: Labels) -> Job:
    from imblearn.metrics import classification_report_imbalanced

    return Job(
        lambda: classification_report_imbalanced(labels.true, labels.pred, output_dict=True),
        lambda found: of_classes(found, labels.classes, ("pre", "rec", "f1")),
        1e-9,
    )


def of_classes(report: dict[Any, Any], classes: Iterable[Any], columns: Iterable[str]) -> Any:
    """Return a report's numbers: a row for each class."""
    by_text = {str(key): value for key, value in report.items()}
    return [[by_text[str(label)][column] for column in columns] for label in classes]


# ---- Many matrices at once ----------------------------------------------------------------------


@dataclass
class Replicates:
    """Many matrices of the same classes, and the labels that the first of them counts."""

    counts: np.ndarray
    labels: Labels


MEASURES = (
    "accuracy",
    "error_rate",
    "precision",
    "recall",
    "specificity",
    "negative_predictive_value",
    "f_score",
    "balanced_accuracy",
    "cohen_kappa",
    "g_mean",
    "mcc",
    "mcc_product",
    "informedness",
    "r_score",
    "r_prime",
    "r_prime_overall",
)


def cmlib_replicates(data: Replicates) -> Job:
    import cmlib

    measures = {name: getattr(cmlib, name) for name in MEASURES}

    def first(found: dict[str, np.ndarray]) -> Any:
        return np.column_stack([found[name][0] for name in ("precision", "recall", "f_score")])

    return Job(
        lambda: {name: measure(data.counts) for name, measure in measures.items()}, first, 1e-12
    )


def sklearn_one_report(data: Replicates) -> Job:
    return sklearn_report(data.labels)


# ---- Top-K --------------------------------------------------------------------------------------


@dataclass
class Scores:
    """The true classes, and a score for each class."""

    true: np.ndarray
    scores: np.ndarray


TOP = 5


def scores_read(data: Scores) -> Job:
    """Find the largest score: every number is read once."""
    return Job(data.scores.max)


def cmlib_top_k(data: Scores) -> Job:
    from cmlib import top_k_accuracy

    return Job(lambda: top_k_accuracy(data.true, data.scores, TOP), lambda share: share, 1e-12)


def sklearn_top_k(data: Scores) -> Job:
    from sklearn.metrics import top_k_accuracy_score

    classes = np.arange(data.scores.shape[1])
    return Job(
        lambda: top_k_accuracy_score(data.true, data.scores, k=TOP, labels=classes),
        lambda share: share,
        1e-9,
    )


def torchmetrics_top_k(*, validated: bool) -> Callable[[Scores], Job]:
    def asks(data: Scores) -> Job:
        from torchmetrics.functional.classification import multiclass_accuracy

        true, scores = tensors(data.true, data.scores)
        options = {"num_classes": scores.shape[1], "top_k": TOP, "average": "micro"}
        return Job(
            lambda: multiclass_accuracy(scores, true, validate_args=validated, **options),
            lambda share: share.numpy(),
            1e-5,
        )

    return asks


# ---- Containers ---------------------------------------------------------------------------------


def in_arrow(labels: Labels) -> Any:
    import pyarrow as pa

    def column(values: Any) -> Any:
        return values.to_arrow() if type(values).__module__.startswith("polars") else values

    columns = {"t": column(labels.true), "p": column(labels.pred)}
    return pa.table(columns if labels.weight is None else {**columns, "w": labels.weight})


def in_pandas(labels: Labels) -> Any:
    import pandas as pd

    if type(labels.true).__module__.startswith(("polars", "pyarrow")):
        return in_arrow(labels).to_pandas()
    columns = {"t": labels.true, "p": labels.pred}
    return pd.DataFrame(columns if labels.weight is None else {**columns, "w": labels.weight})


def in_polars(labels: Labels) -> Any:
    import polars as pl

    if type(labels.true).__module__.startswith("polars"):
        return pl.DataFrame({"t": labels.true, "p": labels.pred})
    return pl.from_arrow(in_arrow(labels))


def tensors(*arrays: np.ndarray) -> list[Any]:
    import torch

    # Its threads wait for one another by spinning: where another process wants a core, or polars
    # has just used both, a call of a millisecond takes fifty.
    torch.set_num_threads(1)
    return [torch.from_numpy(array) for array in arrays]
