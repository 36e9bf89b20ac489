"""Read labels of every kind as integer codes, with the label that each code stands for."""

import ctypes
import itertools
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cmlib._checks import Array, as_array, refuse_unordered
from cmlib._counting.pairs import numbered
from cmlib._labels import Label, check_labels, common_kind, kind_of, plain, refuse_missing, shorten

# For so few labels a dict takes under a millisecond, without pandas. Also the size of a sample.
_SHORT = 10_000


@dataclass(frozen=True)
class Column:
    """The labels of n samples as whole numbers.

    ``codes`` has shape (n,). Code c stands for ``classes[c]``, or is the label itself if there are
    no ``classes``. ``declared``: the classes and their order belong to the data, as those of a
    categorical do, whether they occur or not.
    """

    codes: Array
    classes: tuple[Label, ...] | None = None
    declared: bool = False

    @property
    def kind(self) -> type | None:
        """Which kind the labels are: bool, int or str."""
        return int if self.classes is None else kind_of(self.classes[0])

    def labels_of(self, codes: Array) -> list[Label]:
        """Return the label that each code stands for."""
        listed = codes.tolist()
        return listed if self.classes is None else [self.classes[code] for code in listed]


def read(values: Any, name: str) -> Column:
    """Return labels as a `Column`; refuse what holds none, or labels of several kinds."""
    refuse_unordered(values, name, rows=False)
    is_one = isinstance(values, str) or getattr(values, "shape", None) == ()
    if is_one or not hasattr(values, "__len__"):
        raise TypeError(f"{name} must be a sequence of labels, got {values!r}")
    # By name, so that no library is imported for it.
    library = type(values).__module__.partition(".")[0]
    return _READERS.get(library, _from_anything)(values, name)


def declared_order(columns: Sequence[Column]) -> tuple[Label, ...] | None:
    """Return the classes that columns declare, in their order, or None if none of them does."""
    declared = [column.classes for column in columns if column.declared and column.classes]
    for other in declared[1:]:
        if other != declared[0]:
            raise ValueError(
                "y_true and y_pred have different categories: "
                f"{shorten(declared[0])} and {shorten(other)}"
            )
    return declared[0] if declared else None


def places_of(column: Column, name: str, order: tuple[Label, ...]) -> NDArray[np.intp]:
    """Return where in an order each label stands; name the first that is not there."""
    codes, labels = column.codes, column.classes
    if labels is None:
        different, codes = np.unique(codes, return_inverse=True)
        labels = tuple(different.tolist())
    # The labels of a column are of one kind: the first tells True from 1.
    known = kind_of(order[0]) is column.kind
    place_in = {label: at for at, label in enumerate(order)} if known else {}
    places: NDArray[np.intp] = np.array([place_in.get(label, -1) for label in labels])[codes]
    if (places < 0).any():
        at = int((places < 0).argmax())
        raise ValueError(
            f"{name} holds {labels[codes[at]]!r} at position {at}, which is not in labels "
            f"{shorten(order)}; samples are never dropped silently"
        )
    return places


def _from_anything(values: Any, name: str) -> Column:
    if len(values) and not hasattr(values, "dtype"):
        # Not np.asarray: it would turn [1, "1"] into two equal strings.
        return _from_objects(np.fromiter(values, dtype=object, count=len(values)), name)
    array = as_array(values, name)
    if array.ndim != 1:
        hints = ["for scores take argmax(axis=1) first"] if array.ndim == 2 else []
        if array.ndim and array.dtype.kind != "f":
            hints.append("for maps of labels ravel()")
        told = "; ".join([f"got shape {array.shape}", *hints])
        raise ValueError(f"{name} must be one-dimensional, {told}")
    if array.dtype.kind in "mM":  # as objects, those in nanoseconds would be ints
        raise TypeError(f"{name} must hold labels that are int, str or bool, got {array.dtype}")
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder())
    if array.dtype.kind == "b":
        return Column(array.view(np.uint8), (False, True))
    if array.dtype == np.uint64:
        _refuse_too_large((array.max(initial=0),), name)
        return Column(array.view(np.int64))
    if array.dtype.kind in "iu":
        return Column(array)
    if len(array) == 0:
        return Column(array.astype(np.int64))
    if array.dtype.kind == "U" and len(array) > _SHORT:
        return _from_text(array)
    return _from_objects(array, name)


def _from_text(array: NDArray[np.str_]) -> Column:
    """Read fixed-width text as numbers, each holding eight Latin letters or two others."""
    width = array.dtype.itemsize // 4
    padded = f"U{4 if width <= 4 else -(-width // 8) * 8}"
    points = np.ascontiguousarray(array, dtype=padded).view(np.uint32)
    letters = points.astype(np.uint8) if points.max() < 256 else points
    word = np.int32 if letters.itemsize == 1 and width <= 4 else np.int64
    words = letters.view(word).reshape(len(array), -1).T
    codes, different = numbered(words[0])
    for more in words[1:]:
        more_codes, more_different = numbered(more)
        codes, different = numbered(codes * len(more_different) + more_codes)
    where = _positions(codes, len(different))
    return Column(codes, tuple(array[where].tolist()))


def _from_objects(array: Array, name: str) -> Column:
    """Read Python's objects; equal addresses are equal labels."""
    array = np.ascontiguousarray(array, dtype=object)
    numbers, distinct = None, array
    # Worth it if objects occur again, as the first of them tell.
    if len(array) > _SHORT and len(np.unique(_addresses(array[:_SHORT]))) < _SHORT // 2:
        numbers, different = numbered(_addresses(array))
        distinct = array[_positions(numbers, len(different))]
    objects = distinct.tolist()
    if common_kind(objects, name, array) is int:
        _refuse_too_large(objects, name)
        codes, classes = np.array(objects, dtype=np.int64), None
    else:
        code_of: defaultdict[Any, int] = defaultdict(itertools.count().__next__)
        codes = np.fromiter(map(code_of.__getitem__, objects), np.intp, len(objects))
        classes = tuple(map(plain, code_of))
    if numbers is not None:
        # Where each object is a class of its own, its number is its code.
        codes = numbers if classes and len(classes) == len(objects) else codes[numbers]
    return Column(codes, classes)


def _positions(codes: NDArray[np.intp], size: int) -> NDArray[np.intp]:
    """Return for each code in ``0 .. size - 1`` a position where it stands."""
    places = np.full(size, -1)
    for part in (codes[:_SHORT], codes):  # mostly, all of them occur early
        if (places < 0).any():
            places[part] = np.arange(len(part))
    return places


def _addresses(array: Array) -> NDArray[np.intp]:
    """Return where the objects of an array lie in memory."""
    numbers = ctypes.c_ssize_t * len(array)
    return np.ctypeslib.as_array(numbers.from_address(array.ctypes.data))


def _from_pandas(values: Any, name: str) -> Column:
    """Read a Series, an Index or what is in one."""
    if getattr(values, "nlevels", 1) > 1:
        raise ValueError(f"{name} has {values.nlevels} levels: pass one of them")
    array = getattr(values, "array", values)
    if hasattr(array, "categories"):
        refuse_missing(array.codes < 0, name)
        return Column(array.codes, _categories(array.categories, name), declared=True)
    # Text held by Arrow; other text is Python's objects.
    if getattr(array.dtype, "storage", None) == "pyarrow":
        return _from_arrow(array.__arrow_array__(), name)
    return _from_anything(values, name)


def _from_polars(values: Any, name: str) -> Column:
    """Read a polars Series."""
    import polars

    declared = values.dtype == polars.Enum
    if values.dtype in (polars.String, polars.Categorical):
        # A Categorical shares its categories with all columns, so it declares no classes.
        text = values.cast(polars.String)
        values = text.cast(polars.Enum(text.drop_nulls().unique().sort()))
    if values.dtype != polars.Enum:
        return _from_anything(values, name)
    refuse_missing(values.is_null().to_numpy(), name)
    codes = values.to_physical().to_numpy()
    return Column(codes, _categories(values.dtype.categories, name), declared)


def _from_arrow(values: Any, name: str) -> Column:
    """Read an Arrow array, whole or in chunks."""
    import pyarrow as pa

    # An unordered dictionary is in the order in which its values came.
    declared = pa.types.is_dictionary(values.type) and values.type.ordered
    if values.null_count:
        refuse_missing(np.asarray(values.is_null()), name)
    if pa.types.is_string(values.type) or pa.types.is_large_string(values.type):
        values = values.dictionary_encode()
    if not pa.types.is_dictionary(values.type):
        return _from_anything(values.to_numpy(zero_copy_only=False), name)
    if isinstance(values, pa.ChunkedArray):
        values = values.unify_dictionaries().combine_chunks()
    codes = values.indices.to_numpy()
    return Column(codes, _categories(values.dictionary.to_pylist(), name), declared)


def _categories(labels: Any, name: str) -> tuple[Label, ...]:
    return check_labels(labels, name=f"the categories of {name}")


def _refuse_too_large(values: Any, name: str) -> None:
    for value in (int(min(values)), int(max(values))):
        if not -(2**63) <= value < 2**63:
            raise ValueError(f"{name} holds {value}, which does not fit 64 bits with a sign")


# The readers of other libraries' arrays.
_READERS = {"pandas": _from_pandas, "polars": _from_polars, "pyarrow": _from_arrow}
