"""Three data sets to train on: Vehicle, MNIST and CIFAR-10.

None is shipped. scikit-learn downloads each from OpenML, once, or its file is read from the folder
that the environment variable ``CMLIB_DATA`` names. Copies of a data set differ: the content that
all copies share is compared with a `Source` first. Every loader raises a ConnectionError if the
download fails, a FileNotFoundError if that folder lacks the file, and a ValueError if the content
is another.
"""

from __future__ import annotations

import hashlib
import math
import os
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.datasets import fetch_openml, get_data_home

# Largest difference between copies in a mean grey level of the training images.
_MEAN_TOLERANCE = 0.25
_PARTS = ("x_train", "y_train", "x_test", "y_test")


class Samples(NamedTuple):
    """A data set to train on, checked against its known content.

    ``data`` has shape (n_samples, n_features), ``target`` the class of each sample; ``sha256`` is
    the checksum of the content.
    """

    name: str
    data: npt.NDArray[np.int64]
    target: npt.NDArray[np.str_]
    sha256: str


class Images(NamedTuple):
    """Pictures to train on and to test on, checked as far as their copies agree.

    The images are grey levels of shape (n_images, height, width), or red, green and blue of shape
    (n_images, height, width, 3), from 0 to 255; the labels are from 0 to 9. ``sha256`` is that of
    the four arrays as they were read: it tells copies of the data set apart.
    """

    name: str
    x_train: npt.NDArray[np.uint8]
    y_train: npt.NDArray[np.uint8]
    x_test: npt.NDArray[np.uint8]
    y_test: npt.NDArray[np.uint8]
    sha256: str


@dataclass(frozen=True)
class Source:
    """A data set that is not shipped: its name, and where it is found."""

    name: str
    file: str
    openml_id: int


@dataclass(frozen=True)
class SampleSource(Source):
    """Samples of whole numbers: their features, their number, and checksums of the rows as text.

    The rows come in the order of the original; ``sorted_sha256`` is that of the sorted rows.
    """

    feature_names: tuple[str, ...]
    samples: int
    sha256: str
    sorted_sha256: str


@dataclass(frozen=True)
class ImageSource(Source):
    """Images of ten classes: their shapes, and what all copies of the data set share.

    That is a mean of each colour of the training images; and, where they are given, the checksums
    of some of the arrays, and that each class has as many images.
    """

    shapes: dict[str, tuple[int, ...]]
    train_mean: tuple[float, ...]
    sha256: dict[str, str] = field(default_factory=dict)
    equal_classes: bool = False


VEHICLE = SampleSource(
    name="Vehicle Silhouettes",
    file="vehicle.csv",
    openml_id=54,
    feature_names=(
        *("compactness", "circularity", "distance_circularity", "radius_ratio"),
        *("pr_axis_aspect_ratio", "max_length_aspect_ratio", "scatter_ratio", "elongatedness"),
        *("pr_axis_rectangularity", "max_length_rectangularity", "scaled_variance_major"),
        *("scaled_variance_minor", "scaled_radius_of_gyration", "skewness_major"),
        *("skewness_minor", "kurtosis_minor", "kurtosis_major", "hollows_ratio"),
    ),
    samples=846,
    # In the order of the nine files xaa ... xai, and sorted.
    sha256="63e275a99c957ee9cdd6cc7dbada4e68ed761ecdb5141ac6771cd25a9ac90292",
    sorted_sha256="8e0b576728c513ac556aea1a004d7a7d005594989f3058608b9001b36ade1bce",
)

MNIST = ImageSource(
    name="MNIST",
    file="mnist.npz",
    openml_id=554,
    shapes={"train": (60_000, 28, 28), "test": (10_000, 28, 28)},
    # Copies may differ by one grey level here and there in the training images.
    train_mean=(33.3,),
    sha256={
        "y_train": "1feba77c54802fa5339a11837ea4b2866434b83314ec45192930f1df69120c13",
        "x_test": "6d87418db22cc8025d05968bec9bd5c3932904b23485740db143a061a2c9d161",
        "y_test": "ddeff807876a9661a1110d45c266c86239a3a1b7d37da0c3716a7a683c852ff5",
    },
)

CIFAR10 = ImageSource(
    name="CIFAR-10",
    file="cifar10.npz",
    openml_id=40927,
    shapes={"train": (50_000, 32, 32, 3), "test": (10_000, 32, 32, 3)},
    # Red, green, blue. Copies differ in their order and, if they were compressed, in every pixel.
    train_mean=(125.3, 123.0, 113.9),
    equal_classes=True,
)


def load_vehicle() -> Samples:
    """Load the Vehicle Silhouettes: 846 silhouettes of a bus, a van and two cars.

    18 integer features and the classes bus, opel, saab and van, in the order of the nine files of
    the original. ``vehicle.csv`` is its file in the folder of ``CMLIB_DATA``.
    """
    path = _own_file(VEHICLE)
    lines = _vehicle_from_file(path) if path else _vehicle_from_openml()
    rows = [line.split(",") for line in lines]
    expected = VEHICLE.samples, len(VEHICLE.feature_names)
    found = len(rows), len(rows[0]) - 1 if rows else 0
    if found != expected:
        raise ValueError(
            f"Vehicle Silhouettes: expected {expected[0]} samples of {expected[1]} features, got "
            f"{found[0]} of {found[1]}"
        )
    if sha256_of_lines(lines) != VEHICLE.sha256:
        # The document's split goes by position, so the order is part of the content.
        what = "the values differ from those of the data set (wrong checksum)"
        if sha256_of_lines(sorted(lines)) == VEHICLE.sorted_sha256:
            what = "the samples are right, but not in the order of the files xaa, xab, ... xai"
        raise ValueError(f"Vehicle Silhouettes: {what}")
    data = np.array([row[:-1] for row in rows], dtype=np.int64)
    return Samples(VEHICLE.name, data, np.array([row[-1] for row in rows]), VEHICLE.sha256)


def load_mnist() -> Images:
    """Load MNIST: 70,000 handwritten digits of 28 by 28 grey levels, in their original order.

    60,000 images to train on and 10,000 to test on. ``mnist.npz`` is its file in the folder of
    ``CMLIB_DATA``.
    """
    return _load_images(MNIST)


def load_cifar10() -> Images:
    """Load CIFAR-10: 60,000 colour photographs of 32 by 32 points, ten classes of equal size.

    50,000 images to train on and 10,000 to test on, in the order of the copy. A download takes
    some gigabytes of memory to read; ``cifar10.npz`` is its file in the folder of ``CMLIB_DATA``.
    """
    return _load_images(CIFAR10)


# Sources


def _own_file(source: Source) -> Path | None:
    """Return the file in the folder that ``CMLIB_DATA`` names, or None without a folder."""
    folder = os.environ.get("CMLIB_DATA")
    if not folder:
        return None
    path = Path(folder) / source.file
    if not path.is_file():
        raise FileNotFoundError(
            f"CMLIB_DATA names the folder {folder}, but there is no file {path}; put {source.file} "
            "there, or unset CMLIB_DATA to download the data set"
        )
    return path


def _fetch_openml(source: Source, parser: str) -> Any:
    """Download a data set; the error message names the way without a network."""
    try:
        return fetch_openml(data_id=source.openml_id, as_frame=False, parser=parser)
    except (OSError, EOFError, HTTPException, zlib.error) as error:
        raise ConnectionError(
            f"{source.name} could not be downloaded from OpenML (data set {source.openml_id}): "
            f"{error!r}. If an earlier download was cut short, remove {get_data_home()}/openml. "
            f"Without a network, put {source.file} into a folder and set the environment variable "
            "CMLIB_DATA to that folder; data/README.md describes the file"
        ) from error


def read_arrays(path: Path, keys: Sequence[str]) -> dict[str, npt.NDArray[Any]]:
    """Read an archive of arrays that holds no pickled objects."""
    try:
        # Opened here, because np.load leaves a broken file open.
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            missing = [key for key in keys if key not in archive]
            if missing:
                raise ValueError(f"there is no array {missing[0]!r}")
            return {key: archive[key] for key in keys}
    except OSError:
        raise
    except Exception as error:  # zipfile, zlib and numpy have a dozen kinds between them
        raise ValueError(f"{path.name}: not the expected archive of arrays, {error}") from error


# Vehicle, as lines of text: its checksum is that of the lines


def _vehicle_from_file(path: Path) -> list[str]:
    # A file in another encoding has another checksum.
    header, *lines = path.read_text(encoding="utf-8", errors="replace").splitlines() or [""]
    expected = [*VEHICLE.feature_names, "class"]
    if header.split(",") != expected:
        raise ValueError(
            f"{path.name}, line 1: expected the names of the {len(VEHICLE.feature_names)} features "
            f"and 'class', got {header.split(',')!r}"
        )
    return lines


def _vehicle_from_openml() -> list[str]:
    # This parser reads quoted names as they are meant.
    bunch = _fetch_openml(VEHICLE, "liac-arff")
    values = np.asarray(bunch.data, dtype=np.float64)
    broken = values[values != np.rint(values)]
    if broken.size:
        raise ValueError(f"{VEHICLE.name}: OpenML's features are integers, but one is {broken[0]}")
    rows = zip(values.astype(np.int64).tolist(), bunch.target, strict=False)
    return [",".join(map(str, [*row, label])) for row, label in rows]


def sha256_of_lines(lines: Sequence[str]) -> str:
    """Checksum rows as text, each with the end of its line."""
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()


# Images


def _load_images(source: ImageSource) -> Images:
    path = _own_file(source)
    arrays = read_arrays(path, _PARTS) if path else _images_from_openml(source)
    return checked_images(source, arrays)


def _images_from_openml(source: ImageSource) -> dict[str, npt.NDArray[Any]]:
    """Download images, of which the first rows are to train on and the others to test on."""
    bunch = _fetch_openml(source, "pandas")
    data, target = np.asarray(bunch.data), np.asarray(bunch.target, dtype=np.str_)
    first, *size = source.shapes["train"]
    rows = first + source.shapes["test"][0]
    if data.shape != (rows, math.prod(size)) or target.shape != (rows,):
        raise ValueError(
            f"{source.name}: expected {rows} images of {math.prod(size)} values, got {data.shape} "
            f"values and {target.shape} classes"
        )
    odd = target[~np.isin(target, [str(code) for code in range(10)])]
    if odd.size:
        raise ValueError(f"{source.name}: the classes are 0 to 9, but one is {str(odd[0])!r}")
    pixels = data.astype(np.uint8)
    if (pixels != data).any():
        raise ValueError(f"{source.name}: a value of an image is no whole number from 0 to 255")
    # A row holds the red values of the whole image, then the green, then the blue ones.
    images = pixels.reshape(-1, *size[2:], *size[:2])
    images = np.moveaxis(images, 1, -1) if len(size) == 3 else images
    codes = target.astype(np.uint8)
    return {
        "x_train": np.ascontiguousarray(images[:first]),
        "y_train": codes[:first],
        "x_test": np.ascontiguousarray(images[first:]),
        "y_test": codes[first:],
    }


def sha256(*arrays: npt.NDArray[Any]) -> str:
    """Checksum the content of arrays, one after the other."""
    return hashlib.sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()


def check_sha256(name: str, arrays: dict[str, npt.NDArray[Any]], known: dict[str, str]) -> None:
    """Compare arrays with their known checksums."""
    for key, checksum in known.items():
        if sha256(arrays[key]) != checksum:
            raise ValueError(f"{name}: {key} differs from that of the data set (wrong checksum)")


def checked_images(source: ImageSource, arrays: dict[str, npt.NDArray[Any]]) -> Images:
    """Compare images with what all copies of the data set share."""
    check_sha256(source.name, arrays, source.sha256)
    for part, shape in source.shapes.items():
        for key, expected in ((f"x_{part}", shape), (f"y_{part}", shape[:1])):
            array = arrays[key]
            if array.shape != expected or array.dtype != np.uint8:
                raise ValueError(
                    f"{source.name}: expected {key} as uint8 of shape {expected}, got "
                    f"{array.dtype} of shape {array.shape}"
                )
        counts, images = np.bincount(arrays[f"y_{part}"], minlength=10), shape[0] // 10
        if source.equal_classes and (counts != images).any():
            raise ValueError(
                f"{source.name}: each class has {images} images in y_{part}, but the classes have "
                f"{counts.tolist()}"
            )
    mean = arrays["x_train"].reshape(-1, len(source.train_mean)).mean(axis=0)
    if (np.abs(mean - source.train_mean) > _MEAN_TOLERANCE).any():
        raise ValueError(
            f"{source.name}: the mean of x_train is {mean.round(2).tolist()}, but that of the data "
            f"set is {list(source.train_mean)}"
        )
    checksums = "".join(sha256(arrays[part]) for part in _PARTS)
    return Images(
        name=source.name,
        **{part: arrays[part] for part in _PARTS},
        sha256=hashlib.sha256(checksums.encode()).hexdigest(),
    )
