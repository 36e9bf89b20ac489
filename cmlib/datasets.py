"""The tables that the four documents print, as data with their source.

``data/index.json`` lists them; every file is a small CSV that a person can read. Nothing is
downloaded.
"""

from __future__ import annotations

import csv
import difflib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np
import numpy.typing as npt

from cmlib.matrix import ConfusionMatrix

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Dataset", "Printed", "describe", "load", "names"]

# Eighteen digits always fit into int64.
_COUNT = re.compile(r"[0-9]{1,18}")


class Printed(TypedDict):
    """What a document prints beside the counts: strings as printed, None where it prints none."""

    row_sums: tuple[str, ...] | None
    column_sums: tuple[str, ...] | None
    total: str | None
    r_prime: tuple[str, ...] | None
    r_prime_overall: str | None


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """One shipped table: its counts or labels, and where they come from.

    Attributes
    ----------
    name, title : str
        The name to load it by, and one line on what it is.
    kind : {"matrix", "labels"}
        Whether the document prints counts or two lists of labels.
    source, place : str
        Full reference of the document, and the section, table or equation in it.
    pages, doi, url : str or None
        Pages of the document, its DOI and its address; None where not known.
    licence, note : str
        The terms the data come under, and what a reader of the numbers should know.
    matrix : ConfusionMatrix
        The counts, rows the truth; for ``kind="labels"`` counted from the labels.
    y_true, y_pred : ndarray of shape (n_samples,) or None
        The labels, read-only; None for ``kind="matrix"``.
    printed : Printed
        Sums and R' values that the document prints beside the counts, as strings. They are
        quoted, not computed: compare them with ``matrix``.
    """

    name: str
    title: str
    kind: str
    source: str
    place: str
    pages: str | None
    doi: str | None
    url: str | None
    licence: str
    note: str
    matrix: ConfusionMatrix
    y_true: npt.NDArray[Any] | None
    y_pred: npt.NDArray[Any] | None
    printed: Printed

    def __repr__(self) -> str:
        """Name, kind, number of classes and of samples, title."""
        return (
            f"<Dataset {self.name}: {self.kind}, {len(self.matrix.labels)} classes, "
            f"{self.matrix.total} samples, {self.title!r}>"
        )


def names() -> list[str]:
    """Names of the shipped tables, in the order of the documents.

    Returns
    -------
    list of str
        Every name that `load` knows.

    Examples
    --------
    >>> from cmlib import datasets
    >>> datasets.names()[:2]
    ['doc1_table04', 'doc1_table08']
    """
    return list(_index(_folder())["datasets"])


def load(name: str) -> Dataset:
    """Load one shipped table.

    Parameters
    ----------
    name : str
        One of `names`.

    Returns
    -------
    Dataset
        The counts or labels with their source.

    Raises
    ------
    ValueError
        If no table has this name, or its file or the index is malformed.
    FileNotFoundError
        If the file or the index is missing.

    Examples
    --------
    >>> from cmlib import datasets
    >>> table = datasets.load("doc2_vehicle_binary")
    >>> table
    <Dataset doc2_vehicle_binary: matrix, 2 classes, 129 samples,
    'Vehicle Silhouettes, two classes, test set of 129'>
    >>> table.matrix.counts.tolist()
    [[61, 2], [8, 58]]
    >>> fruit = datasets.load("doc3_fruit")
    >>> fruit.y_true[:3].tolist(), fruit.y_pred[:3].tolist()
    (['apple', 'orange', 'orange'], ['orange', 'apple', 'pear'])
    >>> datasets.load("doc1_table10").printed["r_prime_overall"]
    '0.7189'
    """
    folder = _folder()
    index = _index(folder)
    if not isinstance(name, str) or name not in index["datasets"]:
        near = difflib.get_close_matches(str(name), index["datasets"], n=3)
        hint = f"did you mean {', '.join(near)}?" if near else "names() lists them all"
        raise ValueError(f"name: no dataset is called {name!r}; {hint}")
    try:
        entry = index["datasets"][name]
        source = index["sources"][entry["source"]]
        labels: list[int | str] = entry["labels"]
        about = {key: entry[key] for key in ("title", "kind", "place", "note")}
        about |= {key: source[key] for key in ("pages", "doi", "url", "licence")}
        about |= {"name": name, "source": source["reference"]}
        path = folder / entry["file"]
    except KeyError as error:
        raise ValueError(f"index.json: {error} is missing for {name!r}") from None
    rows = _rows(path)
    if entry["kind"] == "matrix":
        counts, printed = _read_matrix(path, rows, labels)
        return Dataset(
            matrix=ConfusionMatrix(counts, labels),
            y_true=None,
            y_pred=None,
            printed=printed,
            **about,
        )
    if entry["kind"] == "labels":
        y_true, y_pred = _read_labels(path, rows, labels)
        return Dataset(
            matrix=ConfusionMatrix.from_labels(y_true, y_pred, labels=labels),
            y_true=y_true,
            y_pred=y_pred,
            printed=Printed(
                row_sums=None, column_sums=None, total=None, r_prime=None, r_prime_overall=None
            ),
            **about,
        )
    raise ValueError(
        f"index.json: {name!r} is of kind {entry['kind']!r}, which is neither 'matrix' nor 'labels'"
    )


def describe() -> pd.DataFrame:
    """All shipped tables at a glance.

    Returns
    -------
    pandas.DataFrame
        One row per table, index ``name``: kind, classes, samples, title, place, source, licence.

    Examples
    --------
    >>> from cmlib import datasets
    >>> print(datasets.describe().loc["doc3_fruit", ["kind", "classes", "samples"]].to_string())
    kind       labels
    classes         4
    samples        15
    """
    import pandas as pd

    tables = [load(name) for name in names()]
    return pd.DataFrame(
        {
            "kind": [table.kind for table in tables],
            "classes": [len(table.matrix.labels) for table in tables],
            "samples": [table.matrix.total for table in tables],
            "title": [table.title for table in tables],
            "place": [table.place for table in tables],
            "source": [table.source for table in tables],
            "licence": [table.licence for table in tables],
        },
        index=pd.Index([table.name for table in tables], name="name"),
    )


def _folder() -> Path:
    """Folder of the tables: inside an installed wheel, or at the top of a checkout."""
    here = Path(__file__).resolve().parent
    installed = here / "data"
    return installed if installed.is_dir() else here.parent / "data"


def _index(folder: Path) -> dict[str, Any]:
    path = folder / "index.json"
    if not path.is_file():
        raise FileNotFoundError(f"the index of the shipped tables is missing: {path}")
    try:
        index: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"index.json: not valid JSON, {error}") from error
    for key in ("sources", "datasets"):
        if not isinstance(index, dict) or not isinstance(index.get(key), dict):
            raise ValueError(f"index.json: no mapping {key!r} at its top level")
    return index


def _rows(path: Path) -> list[list[str]]:
    if not path.is_file():
        raise FileNotFoundError(f"the index names {path.name}, but there is no file {path}")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    if len(rows) < 2 or not rows[0]:
        raise ValueError(f"{path.name}: the file holds no rows below its header")
    for line, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise ValueError(
                f"{path.name}, line {line}: {len(row)} cells, but line 1 has {len(rows[0])}"
            )
    return rows


def _read_matrix(
    path: Path, rows: list[list[str]], labels: Sequence[int | str]
) -> tuple[npt.NDArray[np.int64], Printed]:
    """Read counts, and the printed sums and R' where the file has them."""
    size = len(labels)
    header = rows[0]
    has_sum_column = header[-1] == "sum"
    if header[0] != "truth":
        raise ValueError(f"{path.name}, line 1: the first cell is {header[0]!r}, not 'truth'")
    _check_labels(path, "line 1", header[1:-1] if has_sum_column else header[1:], labels)
    _check_labels(path, "first column", [row[0] for row in rows[1 : size + 1]], labels)
    extra = {row[0]: row[1:] for row in rows[size + 1 :]}
    below = [row[0] for row in rows[size + 1 :]]
    if below not in ([], ["sum"], ["r_prime"], ["sum", "r_prime"]):
        raise ValueError(
            f"{path.name}, line {size + 2}: below the labels 'sum' and then 'r_prime' may follow, "
            f"once each, got {below!r}"
        )
    counts = np.zeros((size, size), dtype=np.int64)
    for i, row in enumerate(rows[1 : size + 1]):
        for j, cell in enumerate(row[1 : size + 1]):
            if not _COUNT.fullmatch(cell):
                raise ValueError(
                    f"{path.name}, line {i + 2}: the count under {labels[j]!r} is {cell!r}, "
                    "not a non-negative integer of at most 18 digits"
                )
            counts[i, j] = int(cell)
    column_sums = extra.get("sum")
    r_prime = extra.get("r_prime")
    return counts, Printed(
        row_sums=tuple(row[-1] for row in rows[1 : size + 1]) if has_sum_column else None,
        column_sums=tuple(column_sums[:size]) if column_sums else None,
        total=column_sums[-1] if column_sums and has_sum_column else None,
        r_prime=tuple(r_prime[:size]) if r_prime else None,
        r_prime_overall=r_prime[-1] if r_prime and has_sum_column else None,
    )


def _read_labels(
    path: Path, rows: list[list[str]], labels: Sequence[int | str]
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Read truth and prediction, in the type that the index gives the labels."""
    if rows[0] != ["truth", "prediction"]:
        raise ValueError(f"{path.name}, line 1: expected 'truth,prediction', got {rows[0]!r}")
    known = {str(label): label for label in labels}
    if len(known) != len(labels):
        raise ValueError(f"index.json: duplicate label among the labels of {path.name}")
    for line, row in enumerate(rows[1:], start=2):
        for cell in row:
            if cell not in known:
                raise ValueError(
                    f"{path.name}, line {line}: {cell!r} is none of the labels {list(labels)!r}"
                )
    truth = np.array([known[row[0]] for row in rows[1:]])
    prediction = np.array([known[row[1]] for row in rows[1:]])
    for array in (truth, prediction):
        array.flags.writeable = False
    return truth, prediction


def _check_labels(
    path: Path, place: str, found: Sequence[str], labels: Sequence[int | str]
) -> None:
    for position, label in enumerate(found):
        if label in found[:position]:
            raise ValueError(f"{path.name}, {place}: duplicate label {label!r}")
    if list(found) != [str(label) for label in labels]:
        raise ValueError(
            f"{path.name}, {place}: labels {list(found)!r}, but index.json lists {list(labels)!r}"
        )
