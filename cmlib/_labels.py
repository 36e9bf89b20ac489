"""Labels: what may be one, and which of them belong together."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NoReturn, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cmlib._checks import is_missing, listed

Label: TypeAlias = int | str | bool
# Several labels as an argument.
Labels: TypeAlias = Sequence[Label] | ArrayLike


def kind_of(label: Any) -> type | None:
    """Return bool, int or str, or None for what cannot be a label. numpy scalars count."""
    return _kind_of_type(type(label))


def _kind_of_type(of: type) -> type | None:
    # bool first: in Python a bool is an int, too.
    for kind, types in ((bool, (bool, np.bool_)), (int, (int, np.integer)), (str, (str,))):
        if issubclass(of, types):
            return kind
    return None


def same_labels(first: tuple[Label, ...], second: tuple[Label, ...]) -> bool:
    """Return whether two matrices have the same classes in the same order."""
    # The labels of a matrix are of one kind: the first tells True from 1.
    return first == second and type(first[0]) is type(second[0])


def refuse_missing(missing: NDArray[np.bool_], name: str) -> None:
    """Raise an error that names the first missing label, if there is one."""
    if missing.any():
        raise ValueError(f"{name} has a missing label at position {int(missing.argmax())}")


def shorten(labels: Sequence[Label]) -> str:
    """Return the labels as an error message shows them: at most ten."""
    shown = [repr(label) for label in labels[:10]]
    return "[" + ", ".join(shown) + (", …]" if len(labels) > 10 else "]")


def common_kind(values: Any, name: str, whole: Any = None) -> type:
    """Return the one kind of all labels; name the first that is missing or of another kind.

    ``whole`` holds all labels, if ``values`` holds each of them once.
    """
    kinds = {_kind_of_type(of) for of in set(map(type, values))}
    kind = kinds.pop()
    if kinds or kind is None:
        _refuse_odd_label(values if whole is None else whole, name)
    return kind


def _refuse_odd_label(values: Any, name: str) -> NoReturn:
    """Raise an error for the first missing label, or else for the first of a wrong kind."""
    # Missing first: because of it, pandas and numpy turn the other labels into floats.
    for at, value in enumerate(values):
        if is_missing(value):
            raise ValueError(f"{name} has a missing label, {value!r}, at position {at}")
    known = kind_of(values[0])
    at = next(at for at, value in enumerate(values) if kind_of(value) is not known or not known)
    value = values[at]
    if isinstance(value, list | tuple | np.ndarray):
        raise ValueError(f"{name} must be one-dimensional, got {value!r} at position {at}")
    if kind_of(value) is None:
        raise TypeError(
            f"{name} must hold labels that are int, str or bool, got {plain(value)!r} "
            f"({type(value).__name__}) at position {at}; convert them first"
            + (", as in .astype(int)" if isinstance(value, float | np.floating) else "")
        )
    raise TypeError(
        f"{name} mixes kinds of labels: {plain(values[0])!r} at position 0, "
        f"{plain(value)!r} at position {at}"
    )


def check_labels(labels: Any, length: int | None = None, name: str = "labels") -> tuple[Label, ...]:
    """Return labels as a tuple of plain Python values, all of one kind and all different."""
    values = [plain(label) for label in listed(labels, name)]
    if length is not None and len(values) != length:
        raise ValueError(f"{name} must name {length} classes, got {len(values)}: {shorten(values)}")
    if not values:
        raise ValueError(f"{name} is empty")
    common_kind(values, name)
    if len(set(values)) < len(values):
        twice = next(label for label, times in Counter(values).items() if times > 1)
        raise ValueError(f"{name} must all differ, got {twice!r} twice")
    return tuple(values)


def plain(value: Any) -> Any:
    """Return numpy scalars and members of an enumeration as the Python values they stand for."""
    if isinstance(value, np.generic):
        return value.item()
    kind = kind_of(value)
    # Not str(value), which may be the name of a member.
    return value if kind is None else "".join(value) if kind is str else kind(value)
