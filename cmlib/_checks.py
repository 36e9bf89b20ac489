"""Arguments checked once: arrays of numbers, lists of labels, single numbers, and choices.

Each function takes the value, then the name of the argument for its messages.
"""

from __future__ import annotations

import math
from collections.abc import KeysView, Mapping, Set
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cmlib._lazy import refuse_lazy


def refuse_unordered(
    values: Any, name: str, instead: str = "pass one column, as in df['y']", *, rows: bool = True
) -> None:
    """Refuse what would lose its names, its order or its mask as an array, or is none yet.

    So are the rows of a list, unless it has none: to look at each label of a list takes long.
    """
    if type(values) is np.ndarray:
        return  # it has none of all that
    refuse_lazy(values, name, rows=rows)
    if is_frame(values):
        raise TypeError(f"{name} is a DataFrame, whose names would be lost: {instead}")
    if isinstance(values, Set | Mapping):
        raise TypeError(f"{name} must be a list or an array, got a {type(values).__name__}")
    if isinstance(values, np.ma.MaskedArray) or (rows and _has_mask(values)):
        raise TypeError(f"{name} is a masked array: take out or fill what is masked first")


def is_frame(values: Any) -> bool:
    """Tell whether this is a table with column names, of whatever library."""
    # Of the type: a Series has an attribute for each of its own labels.
    return hasattr(type(values), "columns")


def as_array(values: Any, name: str) -> NDArray[Any]:
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
            f"{name} cannot be read as an array ({error}); of a torch tensor pass "
            f"{name}.detach().cpu(){narrow}.numpy()"
        ) from error


def as_numbers(values: Any, name: str, kinds: str = "iuf") -> NDArray[Any]:
    """Return an array of numbers, of the kinds of dtype that are allowed; refuse anything else."""
    array = as_array(values, name)
    if array.dtype.kind not in kinds:
        values = array.ravel()[:1].tolist()
        raise TypeError(
            f"{name} must hold integers or floats, got {array.dtype} values"
            + "".join(f" such as {value!r}" for value in values)
        )
    return array


def as_amounts(
    values: Any, name: str, kinds: str = "iuf", at: tuple[NDArray[Any], ...] = ()
) -> NDArray[Any]:
    """Return counts or weights as an array: floats as float64, all finite and at least 0.

    `at` says where the values stand, if not side by side in this array.
    """
    refuse_unordered(values, name)
    array = as_array(values, name)
    if array.dtype.kind == "O":
        array = _from_objects(array, name)
    array = as_numbers(array, name, kinds)
    if array.dtype.kind == "f":
        with np.errstate(over="ignore"):  # a long double may be too large for a float
            array = array.astype(np.float64, copy=False)
        _refuse(~np.isfinite(array), array, name, "must be finite", at)
    if array.min(initial=0) < 0:
        _refuse(array < 0, array, name, "must be at least 0", at)
    return array


def as_weights(sample_weight: Any, length: int) -> NDArray[np.float64]:
    """Return one weight for each sample, as float64; of a mask of bools 1 and 0."""
    weight = as_amounts(sample_weight, "sample_weight", "iufb")
    if weight.shape != (length,):
        raise ValueError(
            f"sample_weight must have one weight for each of the {length} samples, "
            f"got shape {weight.shape}"
        )
    return weight.astype(np.float64, copy=False)


def listed(values: Any, name: str, *, ordered: bool = True) -> list[Any]:
    """Return several labels as a list; refuse a set, or a dict of names, if their order counts."""
    refuse_lazy(values, name)
    if ordered and isinstance(values, Set | Mapping) and not isinstance(values, KeysView):
        raise TypeError(
            f"{name} must be in order, got a {type(values).__name__}: write them as a list"
        )
    if isinstance(values, str):
        raise TypeError(f"{name} must be a list of labels, got {values!r}: write [{values!r}]")
    # Arrays of numpy, pandas, torch; of Arrow. Without either, what can be looped over.
    to_list = getattr(values, "tolist", None) or getattr(values, "to_pylist", None)
    try:
        if not (is_frame(values) or getattr(values, "shape", None) == ()):
            return list(to_list() if to_list else values)
    except TypeError:
        pass
    raise TypeError(f"{name} must be a list of labels, got {values!r}")


def number(value: Any, name: str, what: str) -> float:
    """Return a single number as a float; one that is too large for a float as an infinite one."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be {what}, got {value!r}")
    try:
        return float(value)
    except OverflowError:
        return math.inf


def whole_number(value: Any, name: str, what: str) -> int:
    """Return a single whole number as an int; True is none."""
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
    """Refuse anything but instances of a class; `what` is its name, as in "a ConfusionMatrix"."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be {what}, got {type(value).__name__}")


def check_choice(value: Any, name: str, choices: tuple[str | None, ...]) -> None:
    """Refuse anything but the words that an option knows."""
    if not (value is None or isinstance(value, str)) or value not in choices:
        *others, last = map(repr, choices)
        raise ValueError(f"{name} must be {', '.join(others)} or {last}, got {value!r}")


def check_classes(size: int, name: str, fewest: int, most: int, purpose: str) -> None:
    """Refuse a matrix that has too few or too many classes for a purpose, as in "to be drawn"."""
    if not fewest <= size <= most:
        span = f"from {fewest} to {most}" if fewest < most else f"{most}"
        advice = "; merge some of them first" if size > most else ""
        raise ValueError(f"{name} must have {span} classes {purpose}, got {size}{advice}")


def check_zero_division(zero_division: float) -> float:
    """Return nan, 0.0 or 1.0; refuse anything else."""
    value = number(zero_division, "zero_division", "nan, 0.0 or 1.0")
    if not (math.isnan(value) or value in (0, 1)):
        raise ValueError(f"zero_division must be nan, 0.0 or 1.0, got {zero_division!r}")
    return value


def _from_objects(array: NDArray[Any], name: str) -> NDArray[Any]:
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
    """Look into lists, too: numpy drops the masks of their rows without a word."""
    if isinstance(values, list | tuple):
        kinds = set(map(type, values))
        nested = any(issubclass(kind, list | tuple | np.ma.MaskedArray) for kind in kinds)
        return nested and any(map(_has_mask, values))
    return isinstance(values, np.ma.MaskedArray)


def _refuse(
    bad: NDArray[np.bool_], array: NDArray[Any], name: str, rule: str, at: tuple[NDArray[Any], ...]
) -> None:
    if bad.any():
        where = tuple(np.argwhere(bad)[0])
        stands = [int(axis[where]) for axis in at] or [int(i) for i in where]
        place = f" at {stands}" if stands else ""
        raise ValueError(f"{name} {rule}, got {array[where].item()!r}{place}")


def _first_ragged(rows: Any) -> str:
    """Say where nested sequences first differ in length."""
    if not isinstance(rows, list | tuple | np.ndarray):
        return ""
    lengths = [len(row) if isinstance(row, list | tuple | np.ndarray) else 0 for row in rows]
    for index, length in enumerate(lengths):
        if length != lengths[0]:
            return f"row 0 has {lengths[0]} values, row {index} has {length}"
    inside = (_first_ragged(row) for row in rows)
    return next((where for where in inside if where), "")
