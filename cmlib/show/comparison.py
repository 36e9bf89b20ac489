"""Values of several sources side by side, in a table that is only made when they agree."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from math import inf, isnan
from numbers import Rational, Real
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from cmlib._labels import plain
from cmlib.by_hand.notation import decimal_text
from cmlib.matrix import ConfusionMatrix

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["side_by_side"]

# More rows than this are summed up: a reader sees two of them, the comparison all.
SHOWN = 16
# What float arithmetic may add on the way to one value by two formulas.
CRUMBS = 1e-9


def side_by_side(
    sources: Mapping[str, Any],
    *,
    rows: Sequence[Any] | None = None,
    decimals: int = 4,
    relation: Literal["=", "<=", "<"] = "=",
    differing: Collection[str] | Mapping[str, Collection[Any]] = (),
) -> DataFrame:
    """Show the values of several sources as a table, and raise where they do not agree.

    Parameters
    ----------
    sources : mapping of str to values
        A column each: ``"cmlib"``, ``"by hand"``, ``"scikit-learn"``, ``"printed"``. Values are one
        number, a sequence or array of numbers or bools, a mapping of row to number, or a matrix,
        which is compared cell by cell and shown row by row. A text such as ``"0.4125"`` or
        ``"98.1 %"`` is a printed number and agrees with what rounds to it.
    rows : sequence, optional
        Names of the rows; by default those of the first mapping, else none.
    decimals : int, default 4
        How numbers that are not whole are shown. It has no part in the comparison.
    relation : {"=", "<=", "<"}, default "="
        What must hold between the values of a row: all equal, or rising from column to column.
    differing : collection of str, or mapping of str to collection of rows, default ()
        Sources that are known to differ from the first, in every row or in the rows named. They
        are marked with ≠, and that they differ is asserted, too. Not for matrices.

    Returns
    -------
    pandas.DataFrame
        A row for each value and a column for each source, as text. Of more than 16 rows it shows
        two, the smallest and the largest (with ``relation`` the closest and the furthest), and of
        bools how many are yes and no.

    Raises
    ------
    AssertionError
        If values that should agree don't, or values that should differ agree. The message names
        the row and the sources.
    ValueError
        If there are fewer than two sources or no values, their lengths differ, a text is not a
        number, or ``relation``, ``rows`` or ``differing`` does not fit.
    TypeError
        If a value is neither a number nor a text.

    Notes
    -----
    Whole numbers, fractions and bools are compared exactly; floats may differ by a billionth of
    the larger value, or of 1. nan agrees with nan only.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix, precision
    >>> from cmlib.show.comparison import side_by_side
    >>> pets = ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])
    >>> values = precision(pets)
    >>> print(side_by_side({"cmlib": values, "printed": ["0.63", "0.5"]}, rows=pets.labels))
          cmlib printed
    dog  0.6250    0.63
    cat  0.5000     0.5
    >>> side_by_side({"cmlib": values, "by hand": [5 / 12, 7 / 10]}, rows=pets.labels)
    Traceback (most recent call last):
        ...
    AssertionError: dog: cmlib has 0.6250, by hand 0.4167
    """
    from pandas import DataFrame

    if relation not in ("=", "<=", "<"):
        raise ValueError(f"relation must be one of '=', '<=', '<', got {relation!r}")
    if len(sources) < 2:
        raise ValueError(f"sources must name at least two, got {list(sources)}")
    names = list(sources)
    matrices = all(_is_matrix(value) for value in sources.values())
    if rows is None:
        rows = next((list(v) for v in sources.values() if isinstance(v, Mapping)), None)
    columns = {name: _cells(name, value, rows) for name, value in sources.items()}
    length = len(columns[names[0]])
    if not length:
        raise ValueError(f"sources must hold values, {names[0]!r} has none: nothing is compared")
    for name, cells in columns.items():
        if len(cells) != length:
            raise ValueError(
                f"sources must have one value for each row: {names[0]!r} has {length}, "
                f"{name!r} has {len(cells)}"
            )
    if matrices:
        shown, labels = _matrix_rows(sources, rows)
        places = [f"cell {at}" for at in range(length)]
    else:
        labels = list(range(length)) if rows is None else list(rows)
        if len(labels) != length:
            raise ValueError(f"rows must name {length} rows, got {len(labels)}")
        places = [str(label) if rows is not None else f"row {label}" for label in labels]
    if matrices and differing:
        raise ValueError("differing is for numbers; these sources are matrices")
    unequal = _unequal(differing, names, labels)
    _compare(columns, places, relation, labels, unequal)
    if matrices:
        return DataFrame(shown, index=labels)
    if length > SHOWN:
        return _summary(columns, relation, decimals)
    text = {
        name: [
            ("≠ " if (name, label) in unequal else "") + _shown(cell, decimals)
            for label, cell in zip(labels, cells, strict=True)
        ]
        for name, cells in columns.items()
    }
    return DataFrame(text, index=[""] * length if rows is None else labels)


def _is_matrix(value: Any) -> bool:
    return isinstance(value, ConfusionMatrix) or np.ndim(_unwrapped(value)) == 2


def _unwrapped(value: Any) -> Any:
    if isinstance(value, ConfusionMatrix):
        return value.counts
    return value if isinstance(value, str | Mapping) else getattr(value, "values", value)


def _cells(name: str, value: Any, rows: Sequence[Any] | None) -> list[Any]:
    """Return a source's values as a flat list of plain numbers, bools and texts."""
    if isinstance(value, Mapping):
        missing = [row for row in rows or () if row not in value]
        surplus = [row for row in value if row not in (rows or ())]
        if missing or surplus:
            raise ValueError(f"{name!r} has no value for {(missing or surplus)[0]!r}, or too many")
        value = [value[row] for row in rows or ()]
    value = _unwrapped(value)
    if np.ndim(value) == 2:
        value = [cell for row in value for cell in row]
    cells = [value] if np.ndim(value) == 0 else list(value)
    return [_number(name, plain(cell)) for cell in cells]


def _number(name: str, cell: Any) -> Any:
    if isinstance(cell, str):
        _printed(name, cell)
    elif not isinstance(cell, Real | Decimal | np.bool_):
        raise TypeError(f"{name!r} must hold numbers, got {cell!r} ({type(cell).__name__})")
    return cell


def _printed(name: str, text: str) -> tuple[Fraction, Fraction]:
    """Return a printed number and half the step of its last decimal."""
    bare = text.replace(",", "").replace("−", "-").removesuffix("%").strip()
    try:
        value = Decimal(bare)
    except InvalidOperation:
        raise ValueError(f"{name!r} prints {text!r}, which is not a number") from None
    share = 100 if text.rstrip().endswith("%") else 1
    step = Fraction(10) ** int(value.as_tuple().exponent)
    return Fraction(value) / share, step / 2 / share


def _shown(cell: Any, decimals: int) -> str:
    if isinstance(cell, bool | np.bool_):
        return "yes" if cell else "no"
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Rational):
        cell = Fraction(str(cell))
        if cell.denominator == 1:
            return f"{cell.numerator:,}"
        exact = round(cell, decimals) == cell
        return f"{cell} {'=' if exact else '≈'} {decimal_text(cell, decimals)}"
    return f"{cell:.{decimals}f}"


def _matrix_rows(
    sources: Mapping[str, Any], rows: Sequence[Any] | None
) -> tuple[dict[str, list[str]], list[Any]]:
    arrays = {name: np.asarray(_unwrapped(value)) for name, value in sources.items()}
    shapes = {name: array.shape for name, array in arrays.items()}
    first = next(iter(shapes))
    for name, shape in shapes.items():
        if shape != shapes[first]:
            raise ValueError(f"{name!r} has the shape {shape}, {first!r} has {shapes[first]}")
    matrix = next((v for v in sources.values() if isinstance(v, ConfusionMatrix)), None)
    if rows is None:
        rows = matrix.labels if matrix else range(shapes[first][0])
    return {name: [str(row.tolist()) for row in array] for name, array in arrays.items()}, [*rows]


def _unequal(
    differing: Collection[str] | Mapping[str, Collection[Any]],
    names: Sequence[str],
    labels: Sequence[Any],
) -> set[tuple[str, Any]]:
    """Return the pairs of source and row that are known to differ from the first source."""
    if isinstance(differing, str):
        raise ValueError(f"differing must be a collection of sources, got the text {differing!r}")
    by_source = differing if isinstance(differing, Mapping) else dict.fromkeys(differing, labels)
    for name, where in by_source.items():
        if name not in names[1:]:
            raise ValueError(f"differing names {name!r}, which must be one of {list(names[1:])}")
        for label in where:
            if label not in labels:
                raise ValueError(f"differing names the row {label!r}, which is not in the table")
    return {(name, label) for name, where in by_source.items() for label in where}


def _compare(
    columns: Mapping[str, list[Any]],
    places: Sequence[str],
    relation: str,
    labels: Sequence[Any],
    unequal: Collection[tuple[str, Any]],
) -> None:
    names = list(columns)
    for at, place in enumerate(places):
        before = names[0]
        for name in names[1:]:
            first, second = columns[before][at], columns[name][at]
            differs = bool(unequal) and (name, labels[at]) in unequal
            holds = _agree(first, second) if relation == "=" else _rises(first, second, relation)
            if holds == differs:
                verb = "agree, and should differ" if differs else f"not {relation}"
                raise AssertionError(_complaint(place, before, first, name, second, verb))
            if relation != "=":
                before = name


def _complaint(place: str, before: str, first: Any, name: str, second: Any, verb: str) -> str:
    texts = _shown(first, 4), _shown(second, 4)
    if texts[0] == texts[1]:
        texts = str(first), str(second)
    message = f"{place}: {before} has {texts[0]}, {name} {texts[1]}"
    return message if verb == "not =" else f"{message}: {verb}"


def _interval(cell: Any) -> tuple[Fraction, Fraction]:
    """Return the ends of what a value stands for: a printed number stands for what rounds to it."""
    if isinstance(cell, str):
        value, half = _printed("", cell)
        return value - half, value + half
    value = Fraction(plain(cell))
    exact = isinstance(cell, Rational | Decimal | np.bool_)
    slack = Fraction(0) if exact else Fraction(CRUMBS) * max(Fraction(1), abs(value))
    return value - slack, value + slack


def _agree(first: Any, second: Any) -> bool:
    for a, b in ((first, second), (second, first)):
        if isinstance(a, float) and isnan(a):
            return isinstance(b, float) and isnan(b)
        if isinstance(a, float) and a in (inf, -inf):
            return bool(a == b)
    if isinstance(first, str) and isinstance(second, str):
        (a, half), (b, other_half) = _printed("", first), _printed("", second)
        return abs(a - b) <= (max(half, other_half) if half != other_half else 0)
    low, high = _interval(first)
    other_low, other_high = _interval(second)
    return low <= other_high and other_low <= high


def _rises(first: Any, second: Any, relation: str) -> bool:
    if any(isinstance(cell, float) and isnan(cell) for cell in (first, second)):
        return False
    if relation == "<":
        return bool(_interval(first)[1] < _interval(second)[0])
    return bool(_interval(first)[0] <= _interval(second)[1])


def _summary(columns: Mapping[str, list[Any]], relation: str, decimals: int) -> DataFrame:
    """Stand for many rows with two of them."""
    from pandas import DataFrame

    cells = list(columns.values())
    count = f"{len(cells[0]):,}"
    if all(isinstance(cell, bool | np.bool_) for cell in cells[0]):
        number = {name: sum(map(bool, column)) for name, column in columns.items()}
        return DataFrame(
            {name: [f"{yes:,}", f"{len(cells[0]) - yes:,}"] for name, yes in number.items()},
            index=[f"yes, of {count}", f"no, of {count}"],
        )
    words = ("smallest", "largest") if relation == "=" else ("closest", "furthest")
    ends = _ends(cells, relation)
    return DataFrame(
        {name: [_shown(column[at], decimals) for at in ends] for name, column in columns.items()},
        index=[f"{word} of {count}" for word in words],
    )


def _ends(cells: Sequence[Sequence[Any]], relation: str) -> tuple[int, int]:
    def size(at: int) -> Fraction:
        first, last = (sum(_interval(column[at]), Fraction(0)) for column in (cells[0], cells[-1]))
        return first if relation == "=" else last - first

    sizes = {at: size(at) for at in _finite(cells)}
    return min(sizes, key=sizes.__getitem__), max(sizes, key=sizes.__getitem__)


def _finite(cells: Sequence[Sequence[Any]]) -> Iterator[int]:
    """Yield the rows that have an order; if none has, the first."""
    rows = [
        at
        for at in range(len(cells[0]))
        if not any(isinstance(c[at], float) and not abs(c[at]) < inf for c in cells)
    ]
    yield from rows or [0]
