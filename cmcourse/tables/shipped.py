"""The shipped tables: what the documents print, and what the recipes computed.

``data/index.json`` names the tables, says where each comes from, and holds the checksum of every
file. A file that has its checksum is read as it stands: that each of its cells is right is seen
once, by the tests.
"""

from __future__ import annotations

import csv
import difflib
import hashlib
import io
import json
import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cmcourse.tables.records import Dataset, Printed, Runs
from cmlib._labels import check_labels
from cmlib.matrix import ConfusionMatrix

# Names of files beside the index.
_FILE = re.compile(r"\w+\.(csv|npz)")
# The fields of a record that its entry in the index, or that of its source, fills in.
_OF_RUNS = ("title", "place", "note", "licence")
_OF_DATASETS = (*_OF_RUNS, "kind", "pages", "doi", "url")


def names() -> list[str]:
    """Names of the shipped tables: the documents' in their order, then the computed ones.

    Returns
    -------
    list of str
        Every name that `load` knows.

    Examples
    --------
    >>> from cmcourse import tables
    >>> tables.names()[:2]
    ['doc1_table04', 'doc1_table08']
    """
    return list(_Index(data_folder()).content["datasets"])


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
        If no table has this name, or the index is malformed, or a file is not the one whose
        checksum the index holds.
    FileNotFoundError
        If a file or the index is missing.

    Examples
    --------
    >>> from cmcourse import tables
    >>> table = tables.load("doc2_vehicle_binary")
    >>> table
    <Dataset doc2_vehicle_binary: matrix, 2 classes, 129 samples,
    'Vehicle Silhouettes, two classes, test set of 129'>
    >>> table.matrix.counts.tolist()
    [[61, 2], [8, 58]]
    >>> fruit = tables.load("doc3_fruit")
    >>> fruit.y_true[:3].tolist(), fruit.y_pred[:3].tolist()
    (['apple', 'orange', 'orange'], ['orange', 'apple', 'pear'])
    >>> tables.load("doc1_table10").printed["r_prime_overall"]
    '0.7189'
    >>> vehicle = tables.load("vehicle_binary_scores")
    >>> vehicle.matrix.counts.tolist(), vehicle.y_score.shape
    ([[61, 2], [8, 58]], (129, 2))
    >>> vehicle.training["outcome"]["converged"]
    False
    """
    table = _Index(data_folder()).table("datasets", name, "dataset", "names() lists them all")
    kind = table.about["kind"]
    if kind == "matrix":
        return _read_matrix(table)
    if kind in ("labels", "scores", "predictions"):
        return _read_samples(table)
    raise ValueError(
        f"index.json: {name!r} is of kind {kind!r}, which is none of 'matrix', 'labels', 'scores' "
        "and 'predictions'"
    )


def load_runs(name: str) -> Runs:
    """Load one table of repeated trainings.

    Parameters
    ----------
    name : str
        One of ``"digits_rates"``, ``"mnist_rates"``, ``"mnist_shares"``, ``"mnist_seeds"``,
        ``"vehicle_binary_runs"`` and ``"vehicle_three_class_runs"``.

    Returns
    -------
    Runs
        A matrix for each run, and the circumstances of each run.

    Raises
    ------
    ValueError
        If no table has this name, or the index is malformed, or a file is not the one whose
        checksum the index holds.
    FileNotFoundError
        If a file or the index is missing.

    Examples
    --------
    The input of a small network, changed by less than one part in a million millions: the
    two-class network gives the same matrix every time, the three-class network does not.

    >>> import numpy as np
    >>> from cmcourse import tables
    >>> for name in ("vehicle_binary_runs", "vehicle_three_class_runs"):
    ...     runs = tables.load_runs(name)
    ...     print(name, len(np.unique(runs.counts, axis=0)) == 1)
    vehicle_binary_runs True
    vehicle_three_class_runs False
    """
    index = _Index(data_folder())
    there = sorted(index.content["runs"])
    table = index.table("runs", name, "table of runs", f"there are {there}")
    return _read_predicted_runs(table) if table.file.endswith(".npz") else _read_counted_runs(table)


def data_folder() -> Path:
    """Folder of the tables: inside an installed wheel, or at the top of a checkout."""
    package = Path(str(files("cmcourse")))
    installed = package / "data"
    return installed if installed.is_dir() else package.parent / "data"


def ledger_file(name: str) -> bytes:
    """Read a shipped file of the ledger, after its checksum was compared."""
    return _Index(data_folder()).verified(data_folder() / "ledger" / name)


def write_checksums(folder: Path) -> list[str]:
    """Bring the checksums of a folder's index up to date; return the names that changed."""
    path = folder / "index.json"
    text = path.read_text(encoding="utf-8")
    index = json.loads(text)
    tables = [entry["file"] for kind in ("datasets", "runs") for entry in index[kind].values()]
    named = {file for table in tables for file in (table, str(Path(table).with_suffix(".json")))}
    paths = [folder / file for file in named]
    paths += [*folder.glob("ledger/*.csv"), *folder.glob("coverage/*")]
    found = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(paths, key=lambda path: path.name)
        if path.is_file()
    }
    known = index.get("sha256", {})
    # The rest of the index is laid out by hand and stays as it is.
    block = ',\n  "sha256": ' + json.dumps(found, indent=2).replace("\n", "\n  ")
    text = re.sub(r',\s*"sha256": \{[^}]*\}', "", text)
    path.write_text(re.sub(r"\s*\}\s*\Z", lambda _: block + "\n}\n", text), encoding="utf-8")
    return [file for file in sorted({*found, *known}) if found.get(file) != known.get(file)]


class _Index:
    """``index.json``: the tables, their sources, and the checksum of every file."""

    def __init__(self, folder: Path) -> None:
        path = folder / "index.json"
        if not path.is_file():
            raise FileNotFoundError(f"the index of the shipped tables is missing: {path}")
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
        except (ValueError, RecursionError) as error:
            raise ValueError(f"index.json: not valid JSON, {error}") from error
        if not isinstance(content, dict):
            raise ValueError("index.json: not a mapping")
        for key in ("sources", "datasets", "runs", "sha256"):
            if not isinstance(content.get(key), dict):
                raise ValueError(f"index.json: no mapping {key!r} at its top level")
        self.folder = folder
        self.content: dict[str, dict[str, Any]] = content

    def table(self, tables: str, name: object, what: str, otherwise: str) -> _Table:
        """Return the table of a name; an error lists near names."""
        known = self.content[tables]
        if not isinstance(name, str) or name not in known:
            near = difflib.get_close_matches(str(name), known, n=3)
            hint = f"did you mean {', '.join(near)}?" if near else otherwise
            raise ValueError(f"name: no {what} is called {name!r}; {hint}")
        try:
            entry = known[name]
            source = self.content["sources"][entry["source"]]
            stated = source | entry | {"name": name, "source": source["reference"]}
            wanted = _OF_DATASETS if tables == "datasets" else _OF_RUNS
            about = {key: stated[key] for key in ("name", "source", *wanted)}
            labels: list[int | str] = list(check_labels(entry["labels"], name="'labels'"))
            file = entry["file"]
        except KeyError as error:
            raise ValueError(f"index.json: {error} is missing for {name!r}") from None
        except (TypeError, ValueError) as error:
            raise ValueError(f"index.json: the entry of {name!r} is malformed, {error}") from error
        if not isinstance(file, str) or not _FILE.fullmatch(file):
            raise ValueError(
                f"index.json: 'file' of {name!r} must name a .csv or .npz file beside it, got "
                f"{file!r}"
            )
        return _Table(self, file, labels, about)

    def verified(self, path: Path) -> bytes:
        """Read a file and compare its checksum: a file that is cut at a row's end looks whole."""
        if not path.is_file():
            raise FileNotFoundError(
                f"{path.name} is missing: the index names {path.name}, but there is no file {path}"
            )
        content = path.read_bytes()
        if hashlib.sha256(content).hexdigest() != self.content["sha256"].get(path.name):
            raise ValueError(
                f"{path.name}: wrong checksum, this is not the file that index.json describes. It "
                "was cut or changed; if that was meant, run data/recipes/checksums.py"
            )
        return content


@dataclass(frozen=True)
class _Table:
    """A table that the index names: what is said of it, and what is in its files."""

    index: _Index
    file: str
    labels: list[int | str]
    about: dict[str, Any]

    def content(self) -> bytes:
        return self.index.verified(self.index.folder / self.file)

    def rows(self) -> list[list[str]]:
        """Read the cells of a table as they are written."""
        return list(csv.reader(io.StringIO(self.content().decode("utf-8"), newline="")))

    def columns(self) -> dict[str, Any]:
        """Read truth, prediction and what scores there are, a line for each sample."""
        # A cell is text; labels of the index are numbers or words.
        known = {str(label): label for label in self.labels}
        rows = self.rows()[1:]
        scores = np.array([[float(cell) for cell in row[2:]] for row in rows])
        return {
            "y_true": np.array([known[row[0]] for row in rows]),
            "y_pred": np.array([known[row[1]] for row in rows]),
            "y_score": scores if scores.size else None,
        }

    def arrays(self) -> dict[str, Any]:
        """Read an archive of arrays; those of classes give positions, and become labels."""
        label_of = np.array(self.labels)
        with np.load(io.BytesIO(self.content()), allow_pickle=False) as archive:
            return {
                key: label_of[array] if key.startswith("y_") else array
                for key, array in archive.items()
            }

    def training(self) -> dict[str, Any]:
        """Read how a recipe made the table, from the JSON file beside it."""
        path = (self.index.folder / self.file).with_suffix(".json")
        training: dict[str, Any] = json.loads(self.index.verified(path))
        return training

    def matrix(self, y_true: npt.NDArray[Any], y_pred: npt.NDArray[Any]) -> ConfusionMatrix:
        """Count labels, in the order that the index gives them."""
        return ConfusionMatrix.from_labels(y_true, y_pred, labels=self.labels)


# A reader for each kind of table


def _read_matrix(table: _Table) -> Dataset:
    rows, size = table.rows(), len(table.labels)
    counts = np.array([[int(cell) for cell in row[1 : size + 1]] for row in rows[1 : size + 1]])
    # A document prints the sums of rows and of columns, or none.
    below = {row[0]: row[1:] for row in rows[size + 1 :]}
    sums, r_prime = below.get("sum"), below.get("r_prime")
    printed = Printed(
        row_sums=tuple(row[-1] for row in rows[1 : size + 1]) if sums else None,
        column_sums=tuple(sums[:size]) if sums else None,
        total=sums[size] if sums else None,
        r_prime=tuple(r_prime[:size]) if r_prime else None,
        r_prime_overall=r_prime[size] if r_prime and sums else None,
    )
    matrix = ConfusionMatrix(counts, table.labels)
    return Dataset(matrix=matrix, printed=printed, **table.about)


def _read_samples(table: _Table) -> Dataset:
    kind = table.about["kind"]
    arrays = table.arrays() if kind == "predictions" else table.columns()
    return Dataset(
        matrix=table.matrix(arrays["y_true"], arrays["y_pred"]),
        training=None if kind == "labels" else table.training(),
        **arrays,
        **table.about,
    )


def _read_predicted_runs(table: _Table) -> Runs:
    import pandas as pd

    arrays, training = table.arrays(), table.training()
    counts = [table.matrix(arrays["y_true"], run).counts for run in arrays["y_pred"]]
    return Runs(
        counts=np.stack(counts),
        labels=tuple(table.labels),
        table=pd.DataFrame(training.pop("runs")),
        training=training,
        **arrays,
        **table.about,
    )


def _read_counted_runs(table: _Table) -> Runs:
    import pandas as pd

    frame = pd.read_csv(
        io.BytesIO(table.content()),
        dtype={"seed": "Int64", "scikit_learn": str, "numpy": str, "scipy": str},
        # Python's float: how pandas reads floats differs between its versions.
        converters={"accuracy": float, "loss": float},
    )
    # A count stands under its row and column: n01 is truth 0, prediction 1.
    size = len(table.labels)
    columns = [f"n{i}{j}" for i, j in np.ndindex(size, size)]
    return Runs(
        counts=frame[columns].to_numpy(np.int64).reshape(-1, size, size),
        labels=tuple(table.labels),
        table=frame.drop(columns=columns),
        training=table.training(),
        **table.about,
    )
