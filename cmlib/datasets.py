"""Data with their source: what the documents print, what the recipes computed, what is downloaded.

`load` reads the tables that the four documents print and the predictions that the scripts in
``data/recipes`` made; `load_runs` reads tables of repeated trainings. ``data/index.json`` lists
them; every file is a small CSV that a person can read. Only `load_vehicle` downloads anything.
"""

from __future__ import annotations

import csv
import difflib
import hashlib
import json
import math
import os
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

__all__ = [
    "Dataset",
    "Printed",
    "Runs",
    "Samples",
    "describe",
    "load",
    "load_runs",
    "load_vehicle",
    "names",
]

# Eighteen digits always fit into int64.
_COUNT = re.compile(r"[0-9]{1,18}")
# A count of a table of runs stands under its row and column: n01 is truth 0, prediction 1.
_COUNT_COLUMN = re.compile(r"n[0-9]{2}")

_VEHICLE_FEATURES = (
    "compactness",
    "circularity",
    "distance_circularity",
    "radius_ratio",
    "pr_axis_aspect_ratio",
    "max_length_aspect_ratio",
    "scatter_ratio",
    "elongatedness",
    "pr_axis_rectangularity",
    "max_length_rectangularity",
    "scaled_variance_major",
    "scaled_variance_minor",
    "scaled_radius_of_gyration",
    "skewness_major",
    "skewness_minor",
    "kurtosis_minor",
    "kurtosis_major",
    "hollows_ratio",
)
_VEHICLE_ROWS = 846
_VEHICLE_OPENML_ID = 54
# Of the rows as text, see `_digest`: in the order of the nine files xaa ... xai, and sorted.
_VEHICLE_SHA256 = "63e275a99c957ee9cdd6cc7dbada4e68ed761ecdb5141ac6771cd25a9ac90292"
_VEHICLE_SORTED_SHA256 = "8e0b576728c513ac556aea1a004d7a7d005594989f3058608b9001b36ade1bce"


class Printed(TypedDict):
    """What a document prints beside the counts: strings as printed, None where it prints none."""

    row_sums: tuple[str, ...] | None
    column_sums: tuple[str, ...] | None
    total: str | None
    r_prime: tuple[str, ...] | None
    r_prime_overall: str | None


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """One shipped table: its counts, labels or scores, and where they come from.

    Attributes
    ----------
    name, title : str
        The name to load it by, and one line on what it is.
    kind : {"matrix", "labels", "scores"}
        Whether the document prints counts or two lists of labels, or a recipe computed labels
        and the score of every class.
    source, place : str
        Full reference of the document or data set, and the section, table or equation in it; for
        ``kind="scores"`` what was trained on it, and by which script.
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
    training : dict or None
        How a recipe computed the scores: checksum of the data, settings, seeds, versions and
        outcome; only for ``kind="scores"``.
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
    y_score: npt.NDArray[np.float64] | None
    training: dict[str, Any] | None
    printed: Printed

    def __repr__(self) -> str:
        """Name, kind, number of classes and of samples, title."""
        return (
            f"<Dataset {self.name}: {self.kind}, {len(self.matrix.labels)} classes, "
            f"{self.matrix.total} samples, {self.title!r}>"
        )


@dataclass(frozen=True, eq=False, repr=False)
class Runs:
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
        One row for each run: versions, variation and outcome.
    training : dict
        What all runs share: checksum of the data, settings, seeds, and the meaning of the columns.
    """

    name: str
    title: str
    source: str
    place: str
    licence: str
    note: str
    counts: npt.NDArray[np.int64]
    labels: tuple[int | str, ...]
    table: pd.DataFrame
    training: dict[str, Any]

    def __repr__(self) -> str:
        """Name, number of runs and of classes, title."""
        return (
            f"<Runs {self.name}: {len(self.counts)} runs, {len(self.labels)} classes, "
            f"{self.title!r}>"
        )


@dataclass(frozen=True, eq=False, repr=False)
class Samples:
    """A data set to train on, checked against its known content.

    Attributes
    ----------
    name : str
        Name of the data set.
    data : ndarray of shape (n_samples, n_features)
        The features, read-only.
    target : ndarray of shape (n_samples,)
        The class of each sample, read-only.
    feature_names : tuple of str
        Names of the columns of ``data``.
    source, doi, url, licence : str
        Full reference, DOI, address and terms.
    sha256 : str
        Checksum of the content, which was compared before this object was made.
    """

    name: str
    data: npt.NDArray[np.int64]
    target: npt.NDArray[np.str_]
    feature_names: tuple[str, ...]
    source: str
    doi: str
    url: str
    licence: str
    sha256: str

    def __repr__(self) -> str:
        """Name, number of samples and of features, classes."""
        samples, features = self.data.shape
        classes = ", ".join(np.unique(self.target).tolist())
        return f"<Samples {self.name}: {samples} samples, {features} features, classes {classes}>"


def names() -> list[str]:
    """Names of the shipped tables: the documents' in their order, then the computed ones.

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
        The counts, labels or scores with their source.

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
    >>> vehicle = datasets.load("vehicle_binary_scores")
    >>> vehicle.matrix.counts.tolist(), vehicle.y_score.shape
    ([[61, 2], [8, 58]], (129, 2))
    >>> vehicle.training["outcome"]["converged"]
    False
    """
    folder = _folder()
    index = _index(folder)
    if not isinstance(name, str) or name not in index["datasets"]:
        raise _unknown(name, "dataset", index["datasets"], "names() lists them all")
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
            y_score=None,
            training=None,
            printed=printed,
            **about,
        )
    if entry["kind"] not in ("labels", "scores"):
        raise ValueError(
            f"index.json: {name!r} is of kind {entry['kind']!r}, which is none of 'matrix', "
            "'labels' and 'scores'"
        )
    has_scores = entry["kind"] == "scores"
    y_true, y_pred = _read_labels(path, rows, labels, has_scores=has_scores)
    return Dataset(
        matrix=ConfusionMatrix.from_labels(y_true, y_pred, labels=labels),
        y_true=y_true,
        y_pred=y_pred,
        y_score=_read_scores(path, rows, labels) if has_scores else None,
        training=_read_json(path.with_suffix(".json")) if has_scores else None,
        printed=Printed(
            row_sums=None, column_sums=None, total=None, r_prime=None, r_prime_overall=None
        ),
        **about,
    )


def load_runs(name: str) -> Runs:
    """Load one table of repeated trainings.

    Parameters
    ----------
    name : str
        ``"vehicle_binary_runs"`` or ``"vehicle_three_class_runs"``.

    Returns
    -------
    Runs
        A matrix for each run, and the circumstances of each run.

    Raises
    ------
    ValueError
        If no table has this name, or its file or the index is malformed.
    FileNotFoundError
        If the file or the index is missing.

    Examples
    --------
    The input of a small network, changed by less than one part in a million millions: the
    two-class network gives the same matrix every time, the three-class network does not.

    >>> import numpy as np
    >>> from cmlib import datasets
    >>> for name in ("vehicle_binary_runs", "vehicle_three_class_runs"):
    ...     runs = datasets.load_runs(name)
    ...     print(name, len(np.unique(runs.counts, axis=0)) == 1)
    vehicle_binary_runs True
    vehicle_three_class_runs False
    """
    import pandas as pd

    folder = _folder()
    index = _index(folder)
    if not isinstance(name, str) or name not in index["runs"]:
        raise _unknown(name, "table of runs", index["runs"], f"there are {sorted(index['runs'])}")
    try:
        entry = index["runs"][name]
        source = index["sources"][entry["source"]]
        labels = tuple(entry["labels"])
        about = {key: entry[key] for key in ("title", "place", "note")}
        about |= {"name": name, "source": source["reference"], "licence": source["licence"]}
        path = folder / entry["file"]
    except KeyError as error:
        raise ValueError(f"index.json: {error} is missing for {name!r}") from None
    rows = _rows(path)
    size = len(labels)
    columns = [f"n{i}{j}" for i in range(size) for j in range(size)]
    if [cell for cell in rows[0] if _COUNT_COLUMN.fullmatch(cell)] != columns:
        raise ValueError(f"{path.name}, line 1: expected the columns {', '.join(columns)}")
    first = rows[0].index("n00")
    cells = [
        _count(cell, f"{path.name}, line {line}: {column}")
        for line, row in enumerate(rows[1:], start=2)
        for column, cell in zip(columns, row[first:], strict=False)
    ]
    counts = np.array(cells, dtype=np.int64).reshape(-1, size, size)
    counts.flags.writeable = False
    versions = ("scikit_learn", "numpy", "scipy")
    # pandas' own way to read floats misses the last digit of some.
    table = pd.read_csv(
        path,
        dtype={"seed": "Int64"} | dict.fromkeys(versions, str),
        float_precision="round_trip",
    )
    return Runs(
        counts=counts,
        labels=labels,
        table=table.drop(columns=columns),
        training=_read_json(path.with_suffix(".json")),
        **about,
    )


def load_vehicle() -> Samples:
    """Load the Vehicle Silhouettes: 846 silhouettes of a bus, a van and two cars.

    The data set is not shipped. scikit-learn downloads it from OpenML, once: it keeps a copy. If
    the environment variable ``CMLIB_DATA`` is set, ``vehicle.csv`` is read from the folder that
    it names, and nothing is downloaded.

    Returns
    -------
    Samples
        18 integer features of 846 silhouettes and their classes bus, opel, saab and van, in the
        order of the nine files of the original.

    Raises
    ------
    ConnectionError
        If the download fails.
    FileNotFoundError
        If ``CMLIB_DATA`` is set and there is no ``vehicle.csv`` in that folder.
    ValueError
        If the content is not that of the data set.

    References
    ----------
    J. P. Siebert (1987), Vehicle Recognition Using Rule Based Methods, Turing Institute Research
    Memorandum TIRM-87-018; Statlog (Vehicle Silhouettes), UCI Machine Learning Repository, data set
    149; OpenML, data set 54.

    Examples
    --------
    >>> from cmlib import datasets
    >>> datasets.load_vehicle()  # doctest: +SKIP
    <Samples Vehicle Silhouettes: 846 samples, 18 features, classes bus, opel, saab, van>
    """
    folder = os.environ.get("CMLIB_DATA")
    data, target = _vehicle_from_file(Path(folder)) if folder else _vehicle_from_openml()
    if data.shape != (_VEHICLE_ROWS, len(_VEHICLE_FEATURES)) or len(target) != _VEHICLE_ROWS:
        raise ValueError(
            f"Vehicle Silhouettes: expected {_VEHICLE_ROWS} samples of {len(_VEHICLE_FEATURES)} "
            f"features, got {data.shape} features and {len(target)} classes"
        )
    lines = [
        ",".join([*map(str, row), name])
        for row, name in zip(data.tolist(), target.tolist(), strict=True)
    ]
    if _digest(lines) != _VEHICLE_SHA256:
        # The document's split goes by position, so the order is part of the content.
        order = _digest(sorted(lines)) == _VEHICLE_SORTED_SHA256
        raise ValueError(
            "Vehicle Silhouettes: "
            + (
                "the samples are right, but not in the order of the files xaa, xab, ... xai"
                if order
                else "the values differ from those of the data set (wrong checksum)"
            )
        )
    for array in (data, target):
        array.flags.writeable = False
    source = _index(_folder())["sources"]["vehicle"]
    return Samples(
        name="Vehicle Silhouettes",
        data=data,
        target=target,
        feature_names=_VEHICLE_FEATURES,
        source=source["reference"],
        doi=source["doi"],
        url=source["url"],
        licence=source["licence"],
        sha256=_VEHICLE_SHA256,
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
    index = _read_json(path)
    for key in ("sources", "datasets", "runs"):
        if not isinstance(index.get(key), dict):
            raise ValueError(f"index.json: no mapping {key!r} at its top level")
    return index


def _unknown(name: object, kind: str, known: dict[str, Any], otherwise: str) -> ValueError:
    near = difflib.get_close_matches(str(name), known, n=3)
    hint = f"did you mean {', '.join(near)}?" if near else otherwise
    return ValueError(f"name: no {kind} is called {name!r}; {hint}")


def _read_json(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise FileNotFoundError(f"{path.name} is missing: there is no file {path}")
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path.name}: not valid JSON, {error}") from error
    if not isinstance(content, dict):
        raise ValueError(f"{path.name}: not a mapping")
    return content


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
            counts[i, j] = _count(cell, f"{path.name}, line {i + 2}: the count under {labels[j]!r}")
    column_sums = extra.get("sum")
    r_prime = extra.get("r_prime")
    return counts, Printed(
        row_sums=tuple(row[-1] for row in rows[1 : size + 1]) if has_sum_column else None,
        column_sums=tuple(column_sums[:size]) if column_sums else None,
        total=column_sums[-1] if column_sums and has_sum_column else None,
        r_prime=tuple(r_prime[:size]) if r_prime else None,
        r_prime_overall=r_prime[-1] if r_prime and has_sum_column else None,
    )


def _count(cell: str, what: str) -> int:
    if not _COUNT.fullmatch(cell):
        raise ValueError(f"{what} is {cell!r}, not a non-negative integer of at most 18 digits")
    return int(cell)


def _read_labels(
    path: Path, rows: list[list[str]], labels: Sequence[int | str], *, has_scores: bool
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Read truth and prediction, in the type that the index gives the labels."""
    header = ["truth", "prediction"]
    if has_scores:
        header += [f"score_{label}" for label in labels]
    if rows[0] != header:
        raise ValueError(f"{path.name}, line 1: expected {','.join(header)!r}, got {rows[0]!r}")
    known = {str(label): label for label in labels}
    if len(known) != len(labels):
        raise ValueError(f"index.json: duplicate label among the labels of {path.name}")
    for line, row in enumerate(rows[1:], start=2):
        for cell in row[:2]:
            if cell not in known:
                raise ValueError(
                    f"{path.name}, line {line}: {cell!r} is none of the labels {list(labels)!r}"
                )
    truth = np.array([known[row[0]] for row in rows[1:]])
    prediction = np.array([known[row[1]] for row in rows[1:]])
    for array in (truth, prediction):
        array.flags.writeable = False
    return truth, prediction


def _read_scores(
    path: Path, rows: list[list[str]], labels: Sequence[int | str]
) -> npt.NDArray[np.float64]:
    """Read the score of each class, and see that the predicted class has the largest."""
    scores = np.zeros((len(rows) - 1, len(labels)))
    for i, row in enumerate(rows[1:]):
        for j, cell in enumerate(row[2:]):
            try:
                scores[i, j] = float(cell)
            except ValueError:
                scores[i, j] = math.nan
            if not math.isfinite(scores[i, j]):
                raise ValueError(
                    f"{path.name}, line {i + 2}: the score of {labels[j]!r} is {cell!r}, "
                    "not a finite number"
                )
        predicted = [str(label) for label in labels].index(row[1])
        if scores[i, predicted] < scores[i].max():
            raise ValueError(
                f"{path.name}, line {i + 2}: the prediction is {row[1]}, but the largest score is "
                f"that of {labels[int(scores[i].argmax())]}"
            )
    scores.flags.writeable = False
    return scores


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


def _digest(lines: Sequence[str]) -> str:
    """Checksum of rows written as text, one line each."""
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()


def _vehicle_from_file(folder: Path) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.str_]]:
    path = folder / "vehicle.csv"
    if not path.is_file():
        raise FileNotFoundError(
            f"CMLIB_DATA names the folder {folder}, but there is no file {path}; put vehicle.csv "
            "there, or unset CMLIB_DATA to download the data set"
        )
    rows = _rows(path)
    if rows[0] != [*_VEHICLE_FEATURES, "class"]:
        raise ValueError(
            f"{path.name}, line 1: expected the names of the {len(_VEHICLE_FEATURES)} features "
            f"and 'class', got {rows[0]!r}"
        )
    data = [
        [
            _count(cell, f"{path.name}, line {line}: {name}")
            for name, cell in zip(_VEHICLE_FEATURES, row, strict=False)
        ]
        for line, row in enumerate(rows[1:], start=2)
    ]
    return np.array(data, dtype=np.int64), np.array([row[-1] for row in rows[1:]], dtype=np.str_)


def _vehicle_from_openml() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.str_]]:
    from sklearn.datasets import fetch_openml

    try:
        # This parser needs nothing beyond scikit-learn and reads quoted names as they are meant.
        bunch = fetch_openml(data_id=_VEHICLE_OPENML_ID, as_frame=False, parser="liac-arff")
    except OSError as error:
        raise ConnectionError(
            f"Vehicle Silhouettes could not be downloaded from OpenML (data set "
            f"{_VEHICLE_OPENML_ID}): {error}. Without a network, put vehicle.csv into a folder "
            "and set the environment variable CMLIB_DATA to that folder; data/README.md describes "
            "the file"
        ) from error
    values = np.asarray(bunch.data, dtype=np.float64)
    broken = values[values != np.rint(values)]
    if broken.size:
        raise ValueError(
            f"Vehicle Silhouettes: OpenML's features are integers, but one is {broken[0]}"
        )
    return values.astype(np.int64), np.asarray(bunch.target, dtype=np.str_)
