"""What `load` and `load_runs` return: a table with its source, repeated trainings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np
import numpy.typing as npt

from cmlib.matrix import ConfusionMatrix

if TYPE_CHECKING:
    import pandas as pd


class Printed(TypedDict):
    """What a document prints beside the counts: strings as printed, None where it prints none."""

    row_sums: tuple[str, ...] | None
    column_sums: tuple[str, ...] | None
    total: str | None
    r_prime: tuple[str, ...] | None
    r_prime_overall: str | None


def _nothing() -> Printed:
    return Printed(row_sums=None, column_sums=None, total=None, r_prime=None, r_prime_overall=None)


@dataclass(frozen=True, eq=False, repr=False)
class Record:
    """Base of all records: what is said of each. It locks their arrays and shows them in a line."""

    name: str
    title: str
    source: str
    place: str
    licence: str
    note: str

    def __post_init__(self) -> None:
        """Make the arrays read-only: what is handed out cannot be changed by accident."""
        for value in vars(self).values():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False

    def _facts(self) -> tuple[str, ...]:
        raise NotImplementedError

    def __repr__(self) -> str:
        """Kind of record, name, and what there is in it."""
        return f"<{type(self).__name__} {self.name}: {', '.join(self._facts())}>"


@dataclass(frozen=True, eq=False, repr=False)
class Dataset(Record):
    """One shipped table: its counts, labels or scores, and where they come from.

    Attributes
    ----------
    name, title : str
        The name to load it by, and one line on what it is.
    kind : {"matrix", "labels", "scores", "predictions"}
        Whether the document prints counts or two lists of labels, or a recipe computed labels
        with the score of every class, or labels with the most probable classes or without.
    source, place : str
        Full reference of the document or data set, and the section, table or equation in it; for
        what a recipe computed, what was trained on the data set, and by which script.
    pages, doi, url : str or None
        Pages of the document, its DOI and its address; None where not known.
    licence, note : str
        The terms the data come under, and what a reader of the numbers should know.
    matrix : ConfusionMatrix
        The counts, rows the truth; counted from the labels where there are labels.
    y_true, y_pred : ndarray of shape (n_samples,) or None
        The labels, read-only; None for ``kind="matrix"``.
    y_score : ndarray of shape (n_samples, n_classes) or None
        The score of each class in the order of ``matrix.labels``, read-only; only for
        ``kind="scores"``.
    y_top5, p_top5 : ndarray of shape (n_samples, 5) or None
        The five most probable classes of each sample, best first, and their probabilities,
        read-only; only for ``kind="predictions"``, and there only for some.
    training : dict or None
        How a recipe computed its results: checksum of the data, settings, seeds, versions and
        outcome; only for ``kind="scores"`` and ``kind="predictions"``.
    printed : Printed
        Sums and R′ values that the document prints beside the counts, as strings. They are
        quoted, not computed: compare them with ``matrix``.
    """

    kind: str
    pages: str | None
    doi: str | None
    url: str | None
    matrix: ConfusionMatrix
    y_true: npt.NDArray[Any] | None = None
    y_pred: npt.NDArray[Any] | None = None
    y_score: npt.NDArray[np.float64] | None = None
    y_top5: npt.NDArray[Any] | None = None
    p_top5: npt.NDArray[np.float32] | None = None
    training: dict[str, Any] | None = None
    printed: Printed = field(default_factory=_nothing)

    def _facts(self) -> tuple[str, ...]:
        classes, samples = len(self.matrix.labels), self.matrix.total
        return self.kind, f"{classes} classes", f"{samples} samples", repr(self.title)


@dataclass(frozen=True, eq=False, repr=False)
class Runs(Record):
    """One network trained many times: a confusion matrix for each run.

    Attributes
    ----------
    name, title : str
        The name to load it by, and one line on what it is.
    source, place, licence, note : str
        Reference of the data set, what was trained and by which script, the terms, and what a
        reader of the numbers should know.
    counts : ndarray of shape (n_runs, n_classes, n_classes)
        One confusion matrix for each run, rows the truth, read-only. Every metric takes such a
        batch as it is.
    labels : tuple
        The classes, in the order of rows and columns.
    table : pandas.DataFrame
        One row for each run: what was varied, and the outcome.
    training : dict
        What all runs share: checksum of the data, settings, seeds, and the meaning of the columns.
    y_true : ndarray of shape (n_samples,) or None
        The truth, which all runs share, read-only; None where only counts are kept.
    y_pred : ndarray of shape (n_runs, n_samples) or None
        What each run predicts, read-only; None where only counts are kept.
    """

    counts: npt.NDArray[np.int64]
    labels: tuple[int | str, ...]
    table: pd.DataFrame
    training: dict[str, Any]
    y_true: npt.NDArray[Any] | None = None
    y_pred: npt.NDArray[Any] | None = None

    def _facts(self) -> tuple[str, ...]:
        return f"{len(self.counts)} runs", f"{len(self.labels)} classes", repr(self.title)
