"""Values of several sources side by side, in a table that is only made when they agree."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from math import isfinite
from numbers import Rational, Real
from typing import Any, Literal

import numpy as np
from pandas import DataFrame

from cmlib._checks import check_choice, check_classes, listed
from cmlib._labels import plain
from cmlib.by_hand.notation import decimal_text
from cmlib.matrix import ConfusionMatrix

# All rows are compared; of more than this, two are shown.
SHOWN = 16
# Tolerance for the rounding errors of two formulas for one value.
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
    check_choice(relation, "relation", ("=", "<=", "<"))
    if len(sources) < 2:
        raise ValueError(f"sources must name at least two, got {list(sources)}")
    if rows is None:
        rows = next((list(v) for v in sources.values() if isinstance(v, Mapping)), None)
    columns = {name: _cells(name, value, rows) for name, value in sources.items()}
    first, *others = columns
    length = len(columns[first])
    if not length:
        raise ValueError(f"sources must hold values, {first!r} has none: nothing is compared")
    for name in others:
        if len(columns[name]) != length:
            raise ValueError(
                f"sources must have one value for each row: {first!r} has {length}, "
                f"{name!r} has {len(columns[name])}"
            )

    if all(np.ndim(_unwrapped(value)) == 2 for value in sources.values()):
        if differing:
            raise ValueError("differing is for numbers; these sources are matrices")
        table = _matrix_rows(sources, rows)
        _compare(columns, [f"cell {at}" for at in range(length)], relation, {})
        return table
    labels = list(range(length)) if rows is None else listed(rows, "rows")
    if len(labels) != length:
        raise ValueError(f"rows must name {length} rows, got {len(labels)}")
    unequal = _known_differences(differing, others, labels)
    places = [f"row {label}" if rows is None else str(label) for label in labels]
    _compare(columns, places, relation, unequal)
    if length > SHOWN:
        return _summary(columns, relation, decimals)
    text = {
        name: [
            ("≠ " if at in unequal.get(name, ()) else "") + _shown(cell, decimals)
            for at, cell in enumerate(cells)
        ]
        for name, cells in columns.items()
    }
    return DataFrame(text, index=[""] * length if rows is None else labels)


def _unwrapped(value: Any) -> Any:
    if isinstance(value, ConfusionMatrix):
        check_classes(
            len(value.labels), "a ConfusionMatrix", 1, 1_000, "to be written cell by cell"
        )
        return value.counts
    return value if isinstance(value, str | Mapping) else getattr(value, "values", value)


def _cells(name: str, value: Any, rows: Sequence[Any] | None) -> list[Any]:
    """Return a source's values as a flat list of plain numbers, bools and texts."""
    if isinstance(value, Mapping):
        rows = list(rows or ())
        for row in [*(row for row in rows if row not in value), *value]:
            if row not in rows or row not in value:
                raise ValueError(f"{name!r} has no value for {row!r}, or too many")
        value = [value[row] for row in rows]
    value = _unwrapped(value)
    if np.ndim(value) == 2:
        value = [cell for row in value for cell in row]
    cells = [plain(cell) for cell in ([value] if np.ndim(value) == 0 else value)]
    for cell in cells:
        if isinstance(cell, str):
            _printed(name, cell)
        elif not isinstance(cell, Real | Decimal):
            raise TypeError(f"{name!r} must hold numbers, got {cell!r} ({type(cell).__name__})")
    return cells


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
    if isinstance(cell, bool):
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


def _matrix_rows(sources: Mapping[str, Any], rows: Sequence[Any] | None) -> DataFrame:
    arrays = {name: np.asarray(_unwrapped(value)) for name, value in sources.items()}
    first = next(iter(arrays))
    for name, array in arrays.items():
        if array.shape != arrays[first].shape:
            raise ValueError(
                f"{name!r} has the shape {array.shape}, {first!r} has {arrays[first].shape}"
            )
    if rows is None:
        matrix = next((v for v in sources.values() if isinstance(v, ConfusionMatrix)), None)
        rows = matrix.labels if matrix else range(len(arrays[first]))
    return DataFrame(
        {name: [str(row.tolist()) for row in array] for name, array in arrays.items()},
        index=list(rows),
    )


def _known_differences(
    differing: Collection[str] | Mapping[str, Collection[Any]],
    others: Sequence[str],
    labels: Sequence[Any],
) -> dict[str, set[int]]:
    """Return the places in which a source is known to differ from the first."""
    if isinstance(differing, str):
        raise ValueError(f"differing must be a collection of sources, got the text {differing!r}")
    by_source = differing if isinstance(differing, Mapping) else dict.fromkeys(differing, labels)
    for name, where in by_source.items():
        if name not in others:
            raise ValueError(f"differing names {name!r}, which must be one of {list(others)}")
        for label in where:
            if label not in labels:
                raise ValueError(f"differing names the row {label!r}, which is not in the table")
    return {
        name: {at for at, label in enumerate(labels) if label in where}
        for name, where in by_source.items()
    }


def _compare(
    columns: Mapping[str, list[Any]],
    places: Sequence[str],
    relation: str,
    unequal: Mapping[str, Collection[int]],
) -> None:
    names = list(columns)
    # Equal values are all compared with the first, rising ones each with the one before.
    before = names[:1] * len(names) if relation == "=" else names
    for at, place in enumerate(places):
        for one, other in zip(before, names[1:], strict=False):
            first, second = columns[one][at], columns[other][at]
            differs = at in unequal.get(other, ())
            if _holds(first, second, relation) == differs:
                texts = _shown(first, 4), _shown(second, 4)
                if texts[0] == texts[1]:
                    texts = str(first), str(second)
                message = f"{place}: {one} has {texts[0]}, {other} {texts[1]}"
                if differs:
                    message += ": agree, and should differ"
                elif relation != "=":
                    message += f": not {relation}"
                raise AssertionError(message)


def _holds(first: Any, second: Any, relation: str) -> bool:
    (low, high), (other_low, other_high) = _interval(first), _interval(second)
    if relation == "<":
        return high < other_low
    if relation == "<=":
        return low <= other_high
    if isinstance(first, str) and isinstance(second, str):
        # The printed number with fewer decimals may be the other one rounded.
        (a, half), (b, other_half) = _printed("", first), _printed("", second)
        return abs(a - b) <= (max(half, other_half) if half != other_half else 0)
    both_nan = low != low and other_low != other_low
    return both_nan or (low <= other_high and other_low <= high)


def _interval(cell: Any) -> tuple[Fraction | float, Fraction | float]:
    """Return the ends of what a value stands for: a printed number stands for what rounds to it."""
    if isinstance(cell, float) and not isfinite(cell):
        return cell, cell
    if isinstance(cell, str):
        value, half = _printed("", cell)
        return value - half, value + half
    value = Fraction(cell)
    exact = isinstance(cell, Rational | Decimal)
    slack = Fraction(0) if exact else Fraction(CRUMBS) * max(Fraction(1), abs(value))
    return value - slack, value + slack


def _summary(columns: Mapping[str, list[Any]], relation: str, decimals: int) -> DataFrame:
    """Return two rows that stand for many."""
    first, *_, last = columns.values()
    count = f"{len(first):,}"
    if all(isinstance(cell, bool) for cell in first):
        number = {name: sum(map(bool, column)) for name, column in columns.items()}
        return DataFrame(
            {name: [f"{yes:,}", f"{len(first) - yes:,}"] for name, yes in number.items()},
            index=[f"yes, of {count}", f"no, of {count}"],
        )

    def size(at: int) -> Any:
        low, high = sum(_interval(first[at])), sum(_interval(last[at]))
        return low if relation == "=" else high - low

    # Rows with nan or infinity have no order; if there are no others, the first one stands.
    ordered = [
        at
        for at, row in enumerate(zip(*columns.values(), strict=True))
        if all(not isinstance(cell, float) or isfinite(cell) for cell in row)
    ] or [0]
    ends = min(ordered, key=size), max(ordered, key=size)
    words = ("smallest", "largest") if relation == "=" else ("closest", "furthest")
    return DataFrame(
        {name: [_shown(column[at], decimals) for at in ends] for name, column in columns.items()},
        index=[f"{word} of {count} compared" for word in words],
    )
