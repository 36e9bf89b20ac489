"""How often each pair of codes occurs: in a table where it is small, and otherwise by sorting."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cmlib._checks import Array

# Samples that are counted at once: their cells fit a processor's cache.
_PIECE = 100_000
# A table of this many cells takes 8 MB, and less time than sorting many samples.
_MOST_CELLS = 1_000_000
# Samples that are sorted at once, in arrays of three times their own size.
_SORTED_AT_ONCE = 2**24

# The row, the column and the amount of each cell that occurs, row by row.
Cells: TypeAlias = tuple[Array, Array, Array]


class Pairs(NamedTuple):
    """The pairs that occur, each once: the codes of each side, and numbers of shape (pairs,).

    Pair i is row_codes[rows[i]] and column_codes[columns[i]]; its count is counts[i].
    """

    row_codes: Array
    column_codes: Array
    rows: Array
    columns: Array
    counts: Array


class _Span(NamedTuple):
    """All codes are at least ``low`` and below ``low + width``."""

    low: int
    width: int


def numbered(keys: Array) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Return the number of each key, in the order in which they occur, and the different keys."""
    import pandas as pd

    # pandas is fastest with signed 32-bit keys, and with a hash table for fewer than all keys.
    signed = keys if keys.dtype == np.int32 else keys.astype(np.int64, copy=False)
    codes, different = pd.factorize(signed, size_hint=min(len(keys), _PIECE))
    return codes, different


def add_up(true: Array, pred: Array, weight: Array | None) -> Pairs:
    """Count the pairs of two arrays of codes of shape (n,), or add up their weights.

    A pair whose weights are all 0 occurs, too. Whole numbers as weights are added exactly.
    """
    rows, columns = _span(true), _span(pred)
    # Codes that lie too far apart for a table of their span are numbered first.
    if max(rows.width, columns.width) > max(256, len(true)):
        (true, true_keys), (pred, pred_keys) = numbered(true), numbered(pred)
        pairs = add_up(true, pred, weight)
        return pairs._replace(
            row_codes=true_keys[pairs.row_codes], column_codes=pred_keys[pairs.column_codes]
        )
    size = rows.width * columns.width
    small = size <= _PIECE or size <= min(8 * len(true), _MOST_CELLS)
    count = _in_a_table if small else _by_sorting
    row, column, counts = count(true, pred, weight, rows, columns)
    row_codes, row = _without_gaps(row, rows)
    column_codes, column = _without_gaps(column, columns)
    return Pairs(row_codes, column_codes, row, column, counts)


def _span(codes: Array) -> _Span:
    # Without its sign a negative number is huge: one pass is enough for small codes.
    high = int(codes.view(f"u{codes.dtype.itemsize}").max())
    if high < 128:  # in any dtype
        return _Span(0, high + 1)
    low, high = int(codes.min()), int(codes.max())
    return _Span(low, high - low + 1)


def _in_a_table(
    true: Array, pred: Array, weight: Array | None, rows: _Span, columns: _Span
) -> Cells:
    size = rows.width * columns.width
    often = np.zeros(size, dtype=np.int64)
    table = often if weight is None else np.zeros(size, dtype=weight.dtype)
    step = max(_PIECE, size)  # each piece costs one more table
    room = np.empty(min(step, len(true)), dtype=np.int64)
    # Cells that are too large for int64 wrap round, and so does this: their difference is right.
    origin = (rows.low * columns.width + columns.low + 2**63) % 2**64 - 2**63
    for start in range(0, len(true), step):
        cells = room[: len(true) - start]
        np.multiply(true[start : start + step], np.int64(columns.width), out=cells)
        cells += pred[start : start + step]
        if origin:
            cells -= np.int64(origin)
        often += np.bincount(cells, minlength=size)
        if weight is None:
            continue
        part = weight[start : start + step]
        if table.dtype.kind == "f":
            table += np.bincount(cells, weights=part, minlength=size)
        else:
            np.add.at(table, cells, part)
    occur = np.flatnonzero(often)
    return occur // columns.width, occur % columns.width, table[occur]


def _by_sorting(
    true: Array, pred: Array, weight: Array | None, rows: _Span, columns: _Span
) -> Cells:
    parts = []
    for start in range(0, len(true), _SORTED_AT_ONCE):
        piece = slice(start, start + _SORTED_AT_ONCE)
        row, column = (
            np.subtract(codes[piece], span.low, dtype=np.int64, casting="unsafe").astype(np.int32)
            for codes, span in ((true, rows), (pred, columns))
        )
        amounts = np.ones(len(row), dtype=np.int64) if weight is None else weight[piece]
        parts.append(_united(amounts, row, column, rows, columns))
    if len(parts) == 1:
        return parts[0]
    row, column, amounts = map(np.concatenate, zip(*parts, strict=True))
    return _united(amounts, row, column, rows, columns)


def _united(
    amounts: Array, row: NDArray[np.int32], column: NDArray[np.int32], rows: _Span, columns: _Span
) -> Cells:
    """Add up the amounts of equal cells; scipy sorts these in linear time."""
    from scipy.sparse import csr_array

    table = csr_array((amounts, (row, column)), shape=(rows.width, columns.width))
    table.sum_duplicates()
    row = np.arange(rows.width, dtype=np.int32).repeat(np.diff(table.indptr))
    return row, table.indices, table.data


def _without_gaps(codes: Array, span: _Span) -> tuple[Array, Array]:
    """Return the codes that occur, and for each pair which of them it has."""
    often = np.bincount(codes, minlength=span.width)
    if often.all():
        return np.arange(span.width) + span.low, codes
    number = np.cumsum(often > 0) - 1
    return np.flatnonzero(often) + span.low, number[codes]
