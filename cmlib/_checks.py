"""Arguments checked once: arrays of numbers, lists of labels, single numbers, and choices.

Most functions take the value, then the name of the argument for their messages.
"""

import math
import sys
from collections.abc import Iterator, KeysView, Mapping, Set
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

# More classes in an array than these, which take 7 GB, would fill the memory.
_MOST_IN_AN_ARRAY = 30_000
_ONE_COLUMN = "pass one column, as in df['y']"


def is_lazy(values: Any) -> bool:
    """Return whether this is a Dask collection, which has its values only when it is computed."""
    # Not a Dask object unless Dask is imported.
    dask = sys.modules.get("dask.base")
    return dask is not None and bool(dask.is_dask_collection(values))


def refuse_lazy(values: Any, name: str, *, rows: bool = True) -> None:
    """Refuse lazy data, also as a row of a list: reading it would fill the memory silently."""
    has_rows = rows and isinstance(values, list | tuple) and "dask.base" in sys.modules
    one_of_each_type = {type(row): row for row in values}.values() if has_rows else ()
    if any(map(is_lazy, (values, *one_of_each_type))):
        raise TypeError(f"{name} is lazy: call .compute() first, if it fits into memory")
    if type(values).__name__ == "LazyFrame":
        raise TypeError(f"{name} is lazy: call .collect() first, and pass one column of it")


@contextmanager
def naming(place: str) -> Iterator[None]:
    """Put a place, such as ``pieces[3]``, before the message of an error."""
    try:
        yield
    except (ValueError, TypeError) as error:
        kind = ValueError if isinstance(error, ValueError) else TypeError
        raise kind(f"{place}: {error}") from error


def is_missing(label: Any) -> bool:
    """Return whether this is a missing value of any library."""
    if label is None or type(label).__name__ in {"NAType", "NaTType"}:
        return True
    return isinstance(label, float | np.floating) and bool(np.isnan(label))


def refuse_unordered(
    values: Any, name: str, instead: str = _ONE_COLUMN, *, rows: bool = True
) -> None:
    """Refuse what np.asarray would spoil: a DataFrame, a set, a dict, a masked array, lazy data.

    ``rows`` tells whether a list may have rows, which are then checked as well.
    """
    if type(values) is np.ndarray:
        return
    refuse_lazy(values, name, rows=rows)
    has_rows = rows and isinstance(values, list | tuple)
    one_of_each_type = {type(row): row for row in values}.values() if has_rows else ()
    if any(map(is_frame, (values, *one_of_each_type))):
        raise TypeError(f"{name} is a DataFrame, whose names would be lost: {instead}")
    if isinstance(values, Set | Mapping):
        raise TypeError(f"{name} must be a list or an array, got a {type(values).__name__}")
    if isinstance(values, np.ma.MaskedArray) or (rows and _has_mask(values)):
        raise TypeError(f"{name} is a masked array: take out or fill what is masked first")


def is_frame(values: Any) -> bool:
    """Return whether this is a table with column names, of any library."""
    # Check the type: a Series exposes its labels as attributes.
    return hasattr(type(values), "columns")


def as_array(values: Any, name: str) -> Array:
    """Return np.asarray of the values, or an error that names them."""
    if type(values) is np.ndarray:
        return values
    refuse_lazy(values, name)
    try:
        return np.asarray(values)
    except ValueError as error:
        where = _first_ragged(values) or "its rows are not all of one length"
        raise ValueError(f"{name} is ragged: {where}") from error
    except Exception as error:  # whatever another library raises
        narrow = ".float()" if "BFloat16" in str(error) else ""
        raise TypeError(
            f"{name} cannot be read as an array ({error}); for a torch tensor, pass "
            f"{name}.detach().cpu(){narrow}.numpy()"
        ) from error


def as_numbers(values: Any, name: str, kinds: str = "iuf", *, instead: str = _ONE_COLUMN) -> Array:
    """Return an array of numbers, of the kinds of dtype that are allowed; refuse anything else."""
    refuse_unordered(values, name, instead)
    array = as_array(values, name)
    if array.dtype.kind not in kinds:
        # np.asarray made ["1", "a"] of [1, "a"]: look at the values as they were given.
        found = np.array(values if isinstance(values, list | tuple) else array, dtype=object)
        cells = [(it, f" at {[*at]}" if at else "") for at, it in np.ndenumerate(found)]
        odd = [it for it in cells if not isinstance(it[0], Real)] or cells
        such = "".join(f" such as {value!r}{at}" for value, at in odd[:1])
        raise TypeError(f"{name} must hold integers or floats, got {array.dtype} values{such}")
    return array


def as_amounts(values: Any, name: str, kinds: str = "iuf", at: tuple[Array, ...] = ()) -> Array:
    """Return counts or weights as an array: floats as float64, all finite and at least 0.

    ``at`` holds the place of each value, if that is not its place in this array.
    """
    refuse_unordered(values, name)
    array = as_array(values, name)
    if array.dtype.kind == "O":
        array = _from_objects(array, name)
    array = as_numbers(array, name, kinds)
    if array.dtype.kind == "f":
        with np.errstate(over="ignore"):  # a long double may be too large for a float
            array = array.astype(np.float64, copy=False)
        refuse_where(~np.isfinite(array), array, name, "must be finite", at)
    if array.min(initial=0) < 0:
        refuse_where(array < 0, array, name, "must be at least 0", at)
    return array


def as_tables(values: Any, name: str) -> Array:
    """Return an array of square tables of counts, int64 or float64, whose sums fit."""
    refuse_unordered(values, name, "pass ConfusionMatrix.from_frame(frame)")
    array = as_array(values, name)
    if array.size == 0:
        raise ValueError(f"{name} is empty: shape {array.shape}")
    if array.ndim != 1:  # one axis holds labels, most likely: refused below with a hint
        array = as_amounts(array, name)
    if array.ndim < 2 or array.shape[-1] != array.shape[-2]:
        hint = "; to count labels use ConfusionMatrix.from_labels(y_true, y_pred)"
        raise ValueError(
            f"{name} must be square, shape (..., K, K), got shape {array.shape}"
            + (hint if array.ndim == 1 else "")
        )
    return with_room(array, name, (-2, -1))


def with_room(amounts: Array, name: str, axes: tuple[int, ...]) -> Array:
    """Return amounts as int64 or float64; refuse them if a sum over the axes would overflow."""
    whole = amounts.dtype.kind != "f"
    with np.errstate(over="ignore"):
        largest = float(amounts.sum(axis=axes, dtype=np.float64).max())
    power = 63 if whole else 1023
    if largest >= 2.0**power:
        raise ValueError(
            f"{name} is too large: the counts add up to {largest:.3g}, over 2**{power}"
        )
    return amounts.astype(np.int64 if whole else np.float64, copy=False)


def check_lengths(lengths: Mapping[str, int]) -> None:
    """Refuse arrays of different lengths."""
    if len(set(lengths.values())) > 1:
        names, found = " and ".join(lengths), " and ".join(map(str, lengths.values()))
        raise ValueError(f"{names} must be of equal length, got {found}")


def check_array_size(classes: int, matrices: int = 1) -> None:
    """Refuse to make an array of sparse counts that would not fit into memory."""
    if matrices * classes**2 > _MOST_IN_AN_ARRAY**2:
        what = "the array" if matrices == 1 else f"a batch of {matrices} arrays"
        raise ValueError(
            f"cm has {classes} classes: {what} would take {8e-9 * matrices * classes**2:.0f} GB; "
            "cm.counts is sparse, and every measure takes it as it is, one matrix at a time"
        )


def as_one_each(values: Any, name: str, length: int, *, weights: bool = False) -> Array:
    """Return one count for each pair, or one weight for each sample; their sum must fit.

    Weights are floats; a mask of bools gives 1 and 0.
    """
    amounts, of = as_amounts(values, name, "iufb" if weights else "iuf"), "pairs"
    if weights:
        amounts, of = amounts.astype(float), "samples"
    if amounts.shape != (length,):
        raise ValueError(
            f"{name} must have one number for each of the {length} {of}, got shape {amounts.shape}"
        )
    return with_room(amounts, name, (-1,))


def listed(values: Any, name: str, *, ordered: bool = True) -> list[Any]:
    """Return several labels as a list; refuse a set, or a dict of names, if their order counts."""
    refuse_lazy(values, name)
    if ordered and isinstance(values, Set | Mapping) and not isinstance(values, KeysView):
        raise TypeError(
            f"{name} must be in order, got a {type(values).__name__}: write them as a list"
        )
    if isinstance(values, str):
        raise TypeError(f"{name} must be a list, got {values!r}: write [{values!r}]")
    # tolist: numpy, pandas, torch; to_pylist: Arrow; otherwise any iterable.
    to_list = getattr(values, "tolist", None) or getattr(values, "to_pylist", None)
    try:
        if not (is_frame(values) or getattr(values, "shape", None) == ()):
            return list(to_list() if to_list else values)
    except TypeError:
        pass
    raise TypeError(f"{name} must be a list, got {values!r}")


def number(value: Any, name: str, what: str) -> float:
    """Return a single number as a float, infinite if it is too large for one."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be {what}, got {value!r}")
    try:
        return float(value)
    except OverflowError:
        return math.inf


def whole_number(value: Any, name: str, what: str) -> int:
    """Return a whole number as an int; refuse True and False."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name} must be {what}, got {value!r}")
    return int(value)


def check_beta(beta: float | Fraction) -> float:
    """Return the beta of an F-score as a float; it is over 0 and finite."""
    value = number(beta, "beta", "a number over 0")
    if not 0 < value < math.inf:
        raise ValueError(f"beta must be over 0 and finite, got {beta!r}")
    return value


def check_type(value: Any, name: str, kind: type, what: str) -> None:
    """Refuse anything but instances of a class; ``what`` is its name, as in "a ConfusionMatrix"."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be {what}, got {type(value).__name__}")


def check_choice(value: Any, name: str, choices: tuple[str | None, ...]) -> None:
    """Refuse anything but the choices of an option."""
    if not (value is None or isinstance(value, str)) or value not in choices:
        *others, last = map(repr, choices)
        raise ValueError(f"{name} must be {', '.join(others)} or {last}, got {value!r}")


def check_classes(size: int, name: str, fewest: int, most: int, purpose: str) -> None:
    """Refuse a matrix that has too few or too many classes for a purpose, as in "to be drawn"."""
    if not fewest <= size <= most:
        span = f"from {fewest} to {most}" if fewest < most else f"{most}"
        advice = "; merge some of them first" if size > most else ""
        raise ValueError(f"{name} must have {span} classes {purpose}, got {size}{advice}")


def _from_objects(array: Array, name: str) -> Array:
    """Read numbers that are Python's objects: as int64 if all are whole, otherwise as float64."""
    whole = True
    for at, value in enumerate(array.flat):
        if isinstance(value, Decimal):
            whole &= value.is_finite() and value == value.to_integral_value()
        elif isinstance(value, Real) and not isinstance(value, bool):
            whole &= isinstance(value, Integral)
        else:
            where = [int(i) for i in np.unravel_index(at, array.shape)]
            raise TypeError(f"{name} must hold integers or floats, got {value!r} at {where}")
    if not whole:
        return array.astype(np.float64)
    for value in array.flat:
        if abs(value) >= 2**63:
            raise ValueError(f"{name} is too large: got {value}, over 2**63")
    return array.astype(np.int64)


def _has_mask(values: Any) -> bool:
    """Return whether these values, or the rows of a list, are masked: numpy drops such masks."""
    if isinstance(values, list | tuple):
        kinds = set(map(type, values))
        nested = any(issubclass(kind, list | tuple | np.ma.MaskedArray) for kind in kinds)
        return nested and any(map(_has_mask, values))
    return isinstance(values, np.ma.MaskedArray)


def refuse_where(
    bad: NDArray[np.bool_], array: Array, name: str, rule: str, at: tuple[Array, ...] = ()
) -> None:
    """Raise a ValueError for the first bad value; ``at`` holds its place, if not its index."""
    if bad.any():
        where = tuple(np.argwhere(bad)[0])
        stands = [int(axis[where]) for axis in at] or [int(i) for i in where]
        place = f" at {stands}" if stands else ""
        raise ValueError(f"{name} {rule}, got {array[where].item()!r}{place}")


def _first_ragged(rows: Any) -> str:
    """Return where nested sequences first differ in length, for an error message."""
    if not isinstance(rows, list | tuple | np.ndarray):
        return ""
    lengths = [len(row) if isinstance(row, list | tuple | np.ndarray) else 0 for row in rows]
    for index, length in enumerate(lengths):
        if length != lengths[0]:
            return f"row 0 has {lengths[0]} values, row {index} has {length}"
    inside = (_first_ragged(row) for row in rows)
    return next((where for where in inside if where), "")
