"""Data with their source: what the documents print, what the recipes computed, what is downloaded.

`load` reads the tables that the four documents print and the predictions that the scripts in
``data/recipes`` made; `load_runs` reads tables of repeated trainings. ``data/index.json`` lists
them; every file is a small CSV that a person can read, or an archive of arrays where there are
thousands of samples. Only `load_vehicle`, `load_mnist` and `load_cifar10` download anything.
"""

from __future__ import annotations

import csv
import difflib
import hashlib
import io
import json
import math
import os
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPException
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np
import numpy.typing as npt

from cmlib._labels import check_labels
from cmlib.matrix import ConfusionMatrix

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Dataset",
    "Images",
    "Printed",
    "Runs",
    "Samples",
    "describe",
    "load",
    "load_cifar10",
    "load_mnist",
    "load_runs",
    "load_vehicle",
    "names",
]

# Eighteen digits always fit into int64.
_COUNT = re.compile(r"[0-9]{1,18}")
# A count of a table of runs stands under its row and column: n01 is truth 0, prediction 1.
_COUNT_COLUMN = re.compile(r"n[0-9]{2}")
# A file that the index names lies beside it.
_FILE = re.compile(r"\w+\.(csv|npz)")

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

_MNIST_OPENML_ID = 554
_MNIST_SHAPES: dict[str, tuple[int, ...]] = {"train": (60_000, 28, 28), "test": (10_000, 28, 28)}
# Of labels and test images, in the order of the original; the same for every copy.
_MNIST_SHA256 = {
    "y_train": "1feba77c54802fa5339a11837ea4b2866434b83314ec45192930f1df69120c13",
    "x_test": "6d87418db22cc8025d05968bec9bd5c3932904b23485740db143a061a2c9d161",
    "y_test": "ddeff807876a9661a1110d45c266c86239a3a1b7d37da0c3716a7a683c852ff5",
}
# Copies may differ by one grey level here and there in the training images; their mean may not.
_MNIST_TRAIN_MEAN = (33.3,)
# Nor may the mean of each quarter (above left, above right, below left, below right) of each digit.
_MNIST_TRAIN_QUARTERS = (
    (34.1, 50.8, 50.5, 41.5),
    (6.5, 30.3, 24.0, 16.8),
    (21.6, 40.6, 46.6, 43.2),
    (28.6, 42.1, 32.4, 41.3),
    (24.5, 29.7, 30.3, 39.3),
    (29.9, 34.7, 32.3, 34.5),
    (27.5, 28.2, 39.8, 44.7),
    (28.1, 35.6, 20.2, 33.0),
    (29.4, 45.8, 42.5, 35.5),
    (26.9, 35.1, 25.7, 37.4),
)

_CIFAR10_OPENML_ID = 40927
_CIFAR10_CLASSES = (
    "airplane",
    "automobile",
    "bird",
    "cat",
    "deer",
    "dog",
    "frog",
    "horse",
    "ship",
    "truck",
)
_CIFAR10_SHAPES: dict[str, tuple[int, ...]] = {
    "train": (50_000, 32, 32, 3),
    "test": (10_000, 32, 32, 3),
}
# Red, green, blue. Copies differ in order and, as JPEG, a little in every pixel. What all copies
# share is the mean of each colour, and that each class has its equal part of the images.
_CIFAR10_TRAIN_MEAN = (125.3, 123.0, 113.9)
# Of the arrays of the JPEG file.
_CIFAR10_JPEG_SHA256 = {
    "jpeg_train": "1ca2dca6e4eac49f604e8c845294502cc3462d2dc0d42cafa728509cb5ea4920",
    "offsets_train": "f1ca0dca2b81d86d9dea9d73cfcb1edd9c81f9fcf91cb1dbb6a1bdc4a79a7af2",
    "y_train": "a62fdb60d85be70353337c48e96a11e6ba3ca8dadbeffcf865ff558c8c60ed6a",
    "jpeg_test": "15d026e9678ee5da19e0b4371f843d9bea8db7187a040f6563ee74c92f78810d",
    "offsets_test": "8ee637da1e54479db6c3bfe934580aa13cdc058fb24378927eebefcc162f150a",
    "y_test": "e306b5c79e60073ef8d32538ab0473921bf5921520407d898f4b9ec71c78598c",
}
# By how much the mean grey level of a whole part may differ between copies.
_MEAN_TOLERANCE = 0.25


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
    y_top5: npt.NDArray[Any] | None
    p_top5: npt.NDArray[np.float32] | None
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
    y_true : ndarray of shape (n_samples,) or None
        The truth, which all runs share, read-only; None where only counts are kept.
    y_pred : ndarray of shape (n_runs, n_samples) or None
        What each run predicts, read-only; None where only counts are kept.
    table : pandas.DataFrame
        One row for each run: what was varied, and the outcome.
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
    y_true: npt.NDArray[Any] | None
    y_pred: npt.NDArray[Any] | None
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


@dataclass(frozen=True, eq=False, repr=False)
class Images:
    """Pictures to train on and to test on, checked as far as their copies agree.

    Attributes
    ----------
    name : str
        Name of the data set.
    x_train, x_test : ndarray of shape (n_images, height, width) or (n_images, height, width, 3)
        Grey levels, or red, green and blue; 0 to 255 as uint8, read-only.
    y_train, y_test : ndarray of shape (n_images,)
        The class of each image: its position in ``class_names``, as uint8, read-only.
    class_names : tuple of str
        Names of the classes.
    source, url, licence : str
        Full reference, address and terms.
    sha256 : str
        Checksum of the four arrays as they were read. It tells copies of the data set apart.
    """

    name: str
    x_train: npt.NDArray[np.uint8]
    y_train: npt.NDArray[np.uint8]
    x_test: npt.NDArray[np.uint8]
    y_test: npt.NDArray[np.uint8]
    class_names: tuple[str, ...]
    source: str
    url: str
    licence: str
    sha256: str

    def __repr__(self) -> str:
        """Name, numbers of images, size of an image."""
        size = " x ".join(map(str, self.x_train.shape[1:]))
        return (
            f"<Images {self.name}: {len(self.x_train)} to train on, {len(self.x_test)} to test "
            f"on, {size}>"
        )


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
    return list(_index(data_folder())["datasets"])


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
        If no table has this name, or its file or the index is malformed, or the file is not the
        one whose checksum the index holds.
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
    folder = data_folder()
    index = _index(folder)
    if not isinstance(name, str) or name not in index["datasets"]:
        raise _unknown(name, "dataset", index["datasets"], "names() lists them all")
    entry, source, labels = _entry(index, "datasets", name)
    about = entry | {key: source[key] for key in ("pages", "doi", "url", "licence")}
    path, kind = folder / about.pop("file"), about["kind"]
    # Of the fields, each kind fills those that it has.
    content: dict[str, Any] = dict.fromkeys(
        ("y_true", "y_pred", "y_score", "y_top5", "p_top5", "training")
    )
    content["printed"] = Printed(
        row_sums=None, column_sums=None, total=None, r_prime=None, r_prime_overall=None
    )
    if kind == "matrix":
        counts, content["printed"] = _read_matrix(path, _rows(path), labels)
        _verify(path, index)
        return Dataset(matrix=ConfusionMatrix(counts, labels), **content, **about)
    if kind == "predictions":
        content |= _read_predictions(path, labels)
    elif kind in ("labels", "scores"):
        rows = _rows(path)
        content["y_true"], content["y_pred"] = _read_labels(
            path, rows, labels, has_scores=kind == "scores"
        )
        if kind == "scores":
            content["y_score"] = _read_scores(path, rows, labels)
    else:
        raise ValueError(
            f"index.json: {name!r} is of kind {kind!r}, which is none of 'matrix', 'labels', "
            "'scores' and 'predictions'"
        )
    if kind != "labels":
        content["training"] = _read_training(path, index)
    _verify(path, index)
    matrix = ConfusionMatrix.from_labels(content["y_true"], content["y_pred"], labels=labels)
    return Dataset(matrix=matrix, **content, **about)


def load_runs(name: str) -> Runs:
    """Load one table of repeated trainings.

    Parameters
    ----------
    name : str
        One of ``"digits_rates"``, ``"mnist_rates"``, ``"vehicle_binary_runs"`` and
        ``"vehicle_three_class_runs"``.

    Returns
    -------
    Runs
        A matrix for each run, and the circumstances of each run.

    Raises
    ------
    ValueError
        If no table has this name, or its file or the index is malformed, or the file is not the
        one whose checksum the index holds.
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

    folder = data_folder()
    index = _index(folder)
    if not isinstance(name, str) or name not in index["runs"]:
        raise _unknown(name, "table of runs", index["runs"], f"there are {sorted(index['runs'])}")
    about, source, listed = _entry(index, "runs", name)
    labels, about["licence"] = tuple(listed), source["licence"]
    path = folder / about.pop("file")
    training = _read_training(path, index)
    if path.suffix == ".npz":
        y_true, y_pred = _read_run_labels(path, labels)
        table = pd.DataFrame(training.pop("runs", []))
        if len(table) != len(y_pred):
            raise ValueError(
                f"{path.name}: there are predictions of {len(y_pred)} runs, but "
                f"{path.with_suffix('.json').name} describes {len(table)}"
            )
        counts = np.stack(
            [ConfusionMatrix.from_labels(y_true, run, labels=labels).counts for run in y_pred]
        )
        counts.flags.writeable = False
        _verify(path, index)
        return Runs(
            counts=counts,
            labels=labels,
            y_true=y_true,
            y_pred=y_pred,
            table=table,
            training=training,
            **about,
        )
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
    _verify(path, index)
    table = pd.read_csv(
        path,
        dtype={"seed": "Int64"} | dict.fromkeys(versions, str),
        # Python's own: how pandas reads a float, and how to tell it, differs between its versions.
        converters={"accuracy": float, "loss": float},
    )
    return Runs(
        counts=counts,
        labels=labels,
        y_true=None,
        y_pred=None,
        table=table.drop(columns=columns),
        training=training,
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
    source = _index(data_folder())["sources"]["vehicle"]
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


def load_mnist() -> Images:
    """Load MNIST: 70,000 handwritten digits of 28 by 28 grey levels, in their original order.

    The data set is not shipped. scikit-learn downloads it from OpenML, once: it keeps a copy. If
    the environment variable ``CMLIB_DATA`` is set, ``mnist.npz`` is read from the folder that it
    names, and nothing is downloaded.

    Returns
    -------
    Images
        60,000 images to train on and 10,000 to test on.

    Raises
    ------
    ConnectionError
        If the download fails.
    FileNotFoundError
        If ``CMLIB_DATA`` is set and there is no ``mnist.npz`` in that folder.
    ValueError
        If the content is not that of the data set.

    References
    ----------
    Y. LeCun, L. Bottou, Y. Bengio, P. Haffner (1998), Gradient-based learning applied to document
    recognition, Proceedings of the IEEE 86(11), 2278-2324; OpenML, data set 554.

    Examples
    --------
    >>> from cmlib import datasets
    >>> datasets.load_mnist()  # doctest: +SKIP
    <Images MNIST: 60000 to train on, 10000 to test on, 28 x 28>
    """
    folder = os.environ.get("CMLIB_DATA")
    if folder:
        keys = ("x_train", "y_train", "x_test", "y_test")
        arrays = _arrays_from_file(Path(folder) / "mnist.npz", keys)
    else:
        arrays = _images_from_openml("MNIST", "mnist.npz", _MNIST_OPENML_ID, _MNIST_SHAPES)
    _check_sha256("MNIST", arrays, _MNIST_SHA256)
    _check_images("MNIST", arrays, _MNIST_SHAPES, _MNIST_TRAIN_MEAN)
    found = _quarters(arrays["x_train"], arrays["y_train"])
    far = np.abs(found - _MNIST_TRAIN_QUARTERS).max(axis=1) > _MEAN_TOLERANCE
    if far.any():
        digit = int(far.argmax())
        raise ValueError(
            f"MNIST: the images of the digit {digit} in x_train have the means "
            f"{found[digit].round(1).tolist()} in their four quarters, but those of the data set "
            f"{list(_MNIST_TRAIN_QUARTERS[digit])}"
        )
    return _images("MNIST", "mnist", arrays, tuple(map(str, range(10))))


def load_cifar10() -> Images:
    """Load CIFAR-10: 60,000 colour photographs of 32 by 32 points, ten classes of equal size.

    The data set is not shipped. scikit-learn downloads it from OpenML, once: it keeps a copy, and
    takes some gigabytes of memory to read it. If the environment variable ``CMLIB_DATA`` is set,
    ``cifar10_jpeg.npz`` is read from the folder that it names, and nothing is downloaded; its
    images are stored as JPEG, so they differ slightly from OpenML's, and their order is another.

    Returns
    -------
    Images
        50,000 images to train on and 10,000 to test on.

    Raises
    ------
    ConnectionError
        If the download fails.
    FileNotFoundError
        If ``CMLIB_DATA`` is set and there is no ``cifar10_jpeg.npz`` in that folder.
    ValueError
        If the content is not that of the data set.

    References
    ----------
    A. Krizhevsky (2009), Learning multiple layers of features from tiny images, technical report,
    University of Toronto; OpenML, data set 40927.

    Examples
    --------
    >>> from cmlib import datasets
    >>> datasets.load_cifar10()  # doctest: +SKIP
    <Images CIFAR-10: 50000 to train on, 10000 to test on, 32 x 32 x 3>
    """
    folder = os.environ.get("CMLIB_DATA")
    if folder:
        stored = _arrays_from_file(Path(folder) / "cifar10_jpeg.npz", tuple(_CIFAR10_JPEG_SHA256))
        _check_sha256("CIFAR-10", stored, _CIFAR10_JPEG_SHA256)
        arrays = {name: stored[name] for name in ("y_train", "y_test")}
        for part in _CIFAR10_SHAPES:
            arrays[f"x_{part}"] = _decode(stored[f"jpeg_{part}"], stored[f"offsets_{part}"])
    else:
        arrays = _images_from_openml(
            "CIFAR-10", "cifar10_jpeg.npz", _CIFAR10_OPENML_ID, _CIFAR10_SHAPES
        )
    _check_images("CIFAR-10", arrays, _CIFAR10_SHAPES, _CIFAR10_TRAIN_MEAN)
    for part, shape in _CIFAR10_SHAPES.items():
        share = shape[0] // len(_CIFAR10_CLASSES)
        counts = np.bincount(arrays[f"y_{part}"], minlength=len(_CIFAR10_CLASSES))
        if (counts != share).any():
            raise ValueError(
                f"CIFAR-10: each class has {share} images in y_{part}, but the classes have "
                f"{counts.tolist()}"
            )
    return _images("CIFAR-10", "cifar10", arrays, _CIFAR10_CLASSES)


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


def data_folder() -> Path:
    """Folder of the tables: inside an installed wheel, or at the top of a checkout."""
    here = Path(__file__).resolve().parents[1]
    installed = here / "data"
    return installed if installed.is_dir() else here.parent / "data"


def _index(folder: Path) -> dict[str, Any]:
    path = folder / "index.json"
    if not path.is_file():
        raise FileNotFoundError(f"the index of the shipped tables is missing: {path}")
    index = _read_json(path)
    for key in ("sources", "datasets", "runs", "sha256"):
        if not isinstance(index.get(key), dict):
            raise ValueError(f"index.json: no mapping {key!r} at its top level")
    return index


def _entry(
    index: dict[str, Any], kind: str, name: str
) -> tuple[dict[str, Any], dict[str, Any], list[int | str]]:
    """Return what the index says of a table, of its source, and its labels."""
    try:
        entry = index[kind][name]
        source = index["sources"][entry["source"]]
        keys = ("title", "place", "note", "file") + (("kind",) if kind == "datasets" else ())
        about = {key: entry[key] for key in keys} | {"name": name, "source": source["reference"]}
        source = {key: source[key] for key in ("pages", "doi", "url", "licence")}
        labels: list[int | str] = list(check_labels(entry["labels"], name="'labels'"))
    except KeyError as error:
        raise ValueError(f"index.json: {error} is missing for {name!r}") from None
    except (TypeError, ValueError) as error:
        raise ValueError(f"index.json: the entry of {name!r} is malformed, {error}") from error
    if not isinstance(about["file"], str) or not _FILE.fullmatch(about["file"]):
        raise ValueError(
            f"index.json: 'file' of {name!r} must name a .csv or .npz file beside it, got "
            f"{about['file']!r}"
        )
    return about, source, labels


def verify(path: Path) -> None:
    """Compare a file of the ledger, which is shipped beside the tables, with its checksum."""
    if path.is_file():  # if not, its reader says so
        _verify(path, _index(data_folder()))


def _verify(path: Path, index: dict[str, Any]) -> None:
    """Compare a shipped file with its checksum: a file that is cut at a row's end looks whole."""
    if hashlib.sha256(path.read_bytes()).hexdigest() != index["sha256"].get(path.name):
        raise ValueError(
            f"{path.name}: wrong checksum, this is not the file that index.json describes. It was "
            "cut or changed; if that was meant, run data/recipes/checksums.py"
        )


def _read_training(path: Path, index: dict[str, Any]) -> dict[str, Any]:
    """Read how a recipe made a table, from the JSON file beside it."""
    path = path.with_suffix(".json")
    training = _read_json(path)
    _verify(path, index)
    return training


def _unknown(name: object, kind: str, known: dict[str, Any], otherwise: str) -> ValueError:
    near = difflib.get_close_matches(str(name), known, n=3)
    hint = f"did you mean {', '.join(near)}?" if near else otherwise
    return ValueError(f"name: no {kind} is called {name!r}; {hint}")


def _read_json(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise FileNotFoundError(f"{path.name} is missing: there is no file {path}")
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path.name}: not valid JSON, {error}") from error
    if not isinstance(content, dict):
        raise ValueError(f"{path.name}: not a mapping")
    return content


def _rows(path: Path) -> list[list[str]]:
    if not path.is_file():
        raise FileNotFoundError(f"the index names {path.name}, but there is no file {path}")
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
    except (csv.Error, UnicodeDecodeError) as error:
        raise ValueError(f"{path.name}: not a table of text, {error}") from error
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


def _read_predictions(path: Path, labels: Sequence[int | str]) -> dict[str, npt.NDArray[Any]]:
    """Read truth and prediction, and the five most probable classes where there are any."""
    arrays = _read_npz(path, ("y_true", "y_pred"), ("y_top5", "p_top5"))
    classes = {key: array for key, array in arrays.items() if key.startswith("y_")}
    samples = arrays["y_true"].size
    found = {}
    for key, array in classes.items():
        shape = (samples, 5) if key == "y_top5" else (samples,)
        found[key] = _named(path, key, array, shape, labels)
    if "y_top5" in arrays:
        top, probability = arrays["y_top5"], arrays.get("p_top5", np.empty(0))
        if probability.shape != top.shape or probability.dtype != np.float32:
            raise ValueError(f"{path.name}: expected p_top5 as float32 of shape {top.shape}")
        ordered = np.sort(top, axis=1)
        for wrong, what in (
            (top[:, 0] != arrays["y_pred"], "the first of y_top5 is not y_pred"),
            ((ordered[:, 1:] == ordered[:, :-1]).any(axis=1), "a class is twice in y_top5"),
            # Written so that nan is wrong too.
            (~(np.diff(probability, axis=1) <= 0).all(axis=1), "p_top5 does not fall"),
            (~((probability >= 0) & (probability <= 1)).all(axis=1), "p_top5 is not in [0, 1]"),
        ):
            if wrong.any():
                raise ValueError(f"{path.name}, sample {int(wrong.argmax())}: {what}")
        probability.flags.writeable = False
        found["p_top5"] = probability
    return found


def _read_run_labels(
    path: Path, labels: Sequence[int | str]
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Read the truth, and the prediction of each run."""
    arrays = _read_npz(path, ("y_true", "y_pred"))
    y_true, y_pred = arrays["y_true"], arrays["y_pred"]
    return (
        _named(path, "y_true", y_true, (y_true.size,), labels),
        _named(path, "y_pred", y_pred, (*y_pred.shape[:1], y_true.size), labels),
    )


def _named(
    path: Path,
    key: str,
    codes: npt.NDArray[Any],
    shape: tuple[int, ...],
    labels: Sequence[int | str],
) -> npt.NDArray[Any]:
    """Turn positions of classes into their labels."""
    if codes.shape != shape or codes.dtype != np.uint8:
        raise ValueError(
            f"{path.name}: expected {key} as uint8 of shape {shape}, got {codes.dtype} of shape "
            f"{codes.shape}"
        )
    strange = codes[codes >= len(labels)]
    if strange.size:
        raise ValueError(
            f"{path.name}: {key} holds {int(strange[0])}, but there are {len(labels)} classes"
        )
    named: npt.NDArray[Any] = np.array(labels)[codes]
    named.flags.writeable = False
    return named


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


def _fetch_openml(name: str, file: str, number: int, parser: str) -> Any:
    """Download a data set, or say how to go on without a network."""
    from sklearn.datasets import fetch_openml

    try:
        return fetch_openml(data_id=number, as_frame=False, parser=parser)
    except (OSError, EOFError, HTTPException, zlib.error) as error:
        from sklearn.datasets import get_data_home

        raise ConnectionError(
            f"{name} could not be downloaded from OpenML (data set {number}): {error!r}. If an "
            f"earlier download was cut short, remove {get_data_home()}/openml. Without a network, "
            f"put {file} into a folder and set the environment variable CMLIB_DATA to that "
            "folder; data/README.md describes the file"
        ) from error


def _vehicle_from_openml() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.str_]]:
    # This parser reads quoted names as they are meant.
    bunch = _fetch_openml("Vehicle Silhouettes", "vehicle.csv", _VEHICLE_OPENML_ID, "liac-arff")
    values = np.asarray(bunch.data, dtype=np.float64)
    broken = values[values != np.rint(values)]
    if broken.size:
        raise ValueError(
            f"Vehicle Silhouettes: OpenML's features are integers, but one is {broken[0]}"
        )
    return values.astype(np.int64), np.asarray(bunch.target, dtype=np.str_)


def _arrays_from_file(path: Path, keys: Sequence[str]) -> dict[str, npt.NDArray[Any]]:
    """Read arrays of the folder that ``CMLIB_DATA`` names."""
    if not path.is_file():
        raise FileNotFoundError(
            f"CMLIB_DATA names the folder {path.parent}, but there is no file {path}; put "
            f"{path.name} there, or unset CMLIB_DATA to download the data set"
        )
    return _read_npz(path, keys)


def _read_npz(
    path: Path, keys: Sequence[str], optional: Sequence[str] = ()
) -> dict[str, npt.NDArray[Any]]:
    """Read an archive of arrays that holds no pickled objects."""
    if not path.is_file():
        raise FileNotFoundError(f"{path.name} is missing: there is no file {path}")
    try:
        # Opened here, because np.load leaves a broken file open.
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            missing = [key for key in keys if key not in archive]
            if missing:
                raise ValueError(f"there is no array {missing[0]!r}")
            return {key: archive[key] for key in (*keys, *optional) if key in archive}
    except OSError:
        raise
    except Exception as error:  # zipfile, zlib and numpy have a dozen kinds between them
        raise ValueError(f"{path.name}: not the expected archive of arrays, {error}") from error


def _images_from_openml(
    name: str, file: str, number: int, shapes: dict[str, tuple[int, ...]]
) -> dict[str, npt.NDArray[Any]]:
    """Download a data set of images, whose first rows are to train on and the others to test on."""
    bunch = _fetch_openml(name, file, number, "pandas")
    data, target = np.asarray(bunch.data), np.asarray(bunch.target, dtype=np.str_)
    _, *size = next(iter(shapes.values()))
    rows = sum(shape[0] for shape in shapes.values())
    if data.shape != (rows, math.prod(size)) or target.shape != (rows,):
        raise ValueError(
            f"{name}: expected {rows} images of {math.prod(size)} values, got {data.shape} values "
            f"and {target.shape} classes"
        )
    strange = target[~np.isin(target, [str(digit) for digit in range(10)])]
    if strange.size:
        raise ValueError(f"{name}: the classes are 0 to 9, but one is {str(strange[0])!r}")
    pixels = data.astype(np.uint8)
    if (pixels != data).any():
        raise ValueError(f"{name}: a value of an image is no whole number from 0 to 255")
    # A row holds the red values of the whole image, then the green, then the blue ones.
    images = pixels.reshape(-1, *size[2:], *size[:2])
    images = np.moveaxis(images, 1, -1) if len(size) == 3 else images
    codes = target.astype(np.uint8)
    first = shapes["train"][0]
    return {
        "x_train": np.ascontiguousarray(images[:first]),
        "y_train": codes[:first],
        "x_test": np.ascontiguousarray(images[first:]),
        "y_test": codes[first:],
    }


def _decode(jpeg: npt.NDArray[np.uint8], offsets: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
    """Decode JPEG images that lie one after the other."""
    from PIL import Image

    content = jpeg.tobytes()
    images = np.empty((len(offsets) - 1, 32, 32, 3), dtype=np.uint8)
    for i, (start, end) in enumerate(pairwise(offsets.tolist())):
        images[i] = np.asarray(Image.open(io.BytesIO(content[start:end])))
    return images


def _sha256(array: npt.NDArray[Any]) -> str:
    return hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()


def _check_sha256(name: str, arrays: dict[str, npt.NDArray[Any]], known: dict[str, str]) -> None:
    for key, checksum in known.items():
        if _sha256(arrays[key]) != checksum:
            raise ValueError(f"{name}: {key} differs from that of the data set (wrong checksum)")


def _check_images(
    name: str,
    arrays: dict[str, npt.NDArray[Any]],
    shapes: dict[str, tuple[int, ...]],
    mean: tuple[float, ...],
) -> None:
    """Check types and shapes, and the mean of each colour of the training images."""
    for part, shape in shapes.items():
        for key, expected in ((f"x_{part}", shape), (f"y_{part}", shape[:1])):
            array = arrays[key]
            if array.shape != expected or array.dtype != np.uint8:
                raise ValueError(
                    f"{name}: expected {key} as uint8 of shape {expected}, got {array.dtype} of "
                    f"shape {array.shape}"
                )
    found = arrays["x_train"].reshape(-1, len(mean)).mean(axis=0)
    if (np.abs(found - mean) > _MEAN_TOLERANCE).any():
        raise ValueError(
            f"{name}: the mean of x_train is {found.round(2).tolist()}, but that of the data set "
            f"is {list(mean)}"
        )


def _quarters(
    images: npt.NDArray[np.uint8], labels: npt.NDArray[np.uint8]
) -> npt.NDArray[np.float64]:
    """Mean grey level of each quarter of the images of each digit, shape (10, 4)."""
    height, width = images.shape[1:]
    parts = images.reshape(-1, 2, height // 2, 2, width // 2).mean(axis=(2, 4))
    return np.array([parts[labels == digit].mean(axis=0).ravel() for digit in range(10)])


def _images(
    name: str, key: str, arrays: dict[str, npt.NDArray[Any]], class_names: tuple[str, ...]
) -> Images:
    parts = ("x_train", "y_train", "x_test", "y_test")
    for part in parts:
        arrays[part].flags.writeable = False
    source = _index(data_folder())["sources"][key]
    return Images(
        name=name,
        **{part: arrays[part] for part in parts},
        class_names=class_names,
        source=source["reference"],
        url=source["url"],
        licence=source["licence"],
        sha256=hashlib.sha256(
            "".join(_sha256(arrays[part]) for part in parts).encode()
        ).hexdigest(),
    )
