"""How often each pair of codes occurs: in a table where it is small, and otherwise by sorting."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cmlib._counting.keys import PIECE, codes_of

# A table of up to so many cells is cheaper than a sort. It takes 8 MB.
_MOST_CELLS = 1_000_000
# So many pairs are sorted at once. They take 128 MB, and what is made of them twice that.
_SORTED_AT_ONCE = 2**24
# Codes that span more numbers than this, and than there are samples, are given new ones.
_WIDEST = 2**24


class Pairs(NamedTuple):
    """The pairs that occur, each once: codes of shape (K,), and numbers of shape (pairs,).

    Pair i is of row_codes[rows[i]] and column_codes[columns[i]], and is counted counts[i] times.
    """

    row_codes: NDArray[Any]
    column_codes: NDArray[Any]
    rows: NDArray[Any]
    columns: NDArray[Any]
    counts: NDArray[Any]


class _Span(NamedTuple):
    """The lowest of some codes, and how many whole numbers there are from it to the highest."""

    low: int
    width: int


def add_up(true: NDArray[Any], pred: NDArray[Any], weight: NDArray[Any] | None) -> Pairs:
    """Count the pairs of two arrays of codes of shape (n,), or add up their weights.

    A pair whose weights are all 0 occurs, too. Whole numbers as weights are added exactly.
    """
    # Most often the first piece has all codes; if it hasn't, the table says so.
    for several in (slice(PIECE), slice(None)):
        spans = _span(true[several]), _span(pred[several])
        if spans[0].width * spans[1].width <= _MOST_CELLS:
            pairs = _in_a_table(true, pred, weight, *spans)
            if pairs is not None:
                return pairs
    if max(span.width for span in spans) > max(_WIDEST, len(true)):
        (true_numbers, true_where), (pred_numbers, pred_where) = codes_of(true), codes_of(pred)
        pairs = add_up(true_numbers, pred_numbers, weight)
        return pairs._replace(
            row_codes=true[true_where[pairs.row_codes]],
            column_codes=pred[pred_where[pairs.column_codes]],
        )
    return _by_sorting(true, pred, weight, *spans)


def _span(codes: NDArray[Any]) -> _Span:
    low, high = int(codes.min()), int(codes.max())
    # From 0 on, one look tells whether a code is inside.
    low = 0 if low >= 0 and high < 256 else low
    return _Span(low, high - low + 1)


def _inside(codes: NDArray[Any], span: _Span) -> bool:
    if span.low == 0 and codes.dtype.kind == "i":
        # Read without its sign, a negative number is a huge one.
        return bool(codes.view(f"u{codes.dtype.itemsize}").max() < span.width)
    return bool(codes.min() >= span.low) and bool(codes.max() < span.low + span.width)


def _in_a_table(
    true: NDArray[Any], pred: NDArray[Any], weight: NDArray[Any] | None, rows: _Span, columns: _Span
) -> Pairs | None:
    """Add up in a cell for each pair of codes; None if a code lies outside of its span."""
    size = rows.width * columns.width
    whole = weight is None or weight.dtype.kind != "f"
    table = np.zeros(size, dtype=np.int64 if whole else np.float64)
    weightless = np.zeros(size, dtype=bool)
    # Each piece costs one table, so pieces grow with it.
    step = max(PIECE, size)
    buffer = np.empty(min(step, len(true)), dtype=np.int64)
    # A number that is larger than 64 bits wraps round here as the codes do below.
    origin = np.array(rows.low * columns.width + columns.low & 2**64 - 1, np.uint64).view(np.int64)
    for start in range(0, len(true), step):
        a, b = true[start : start + step], pred[start : start + step]
        if not (_inside(a, rows) and _inside(b, columns)):
            return None
        cells = buffer[: len(a)]
        np.multiply(a, np.int64(columns.width), out=cells)
        cells += b
        if origin:
            cells -= origin
        if weight is None:
            table += np.bincount(cells, minlength=size)
            continue
        part = weight[start : start + step]
        if whole:
            np.add.at(table, cells, part)
        else:
            table += np.bincount(cells, weights=part, minlength=size)
        weightless[cells[part == 0]] = True
    cells = np.flatnonzero((table > 0) | weightless)
    row, column = np.divmod(cells, columns.width)
    return _named(row, column, table[cells], rows, columns)


def _by_sorting(
    true: NDArray[Any], pred: NDArray[Any], weight: NDArray[Any] | None, rows: _Span, columns: _Span
) -> Pairs:
    """Write each pair as one number and sort, so that equal ones lie side by side."""
    shift = (columns.width - 1).bit_length()
    short = (rows.width - 1).bit_length() + shift <= 32
    keys: list[NDArray[Any]] = []
    counts: list[NDArray[Any]] = []
    for start in range(0, len(true), _SORTED_AT_ONCE):
        piece = slice(start, start + _SORTED_AT_ONCE)
        numbers = np.empty(len(true[piece]), dtype=np.uint32 if short else np.int64)
        for at in range(0, len(numbers), PIECE):
            inner = slice(start + at, min(start + at + PIECE, start + len(numbers)))
            row = true[inner].astype(np.int64) - rows.low
            numbers[at : at + PIECE] = (row << shift) | (pred[inner].astype(np.int64) - columns.low)
        key, count = _joined(numbers, None if weight is None else weight[piece])
        keys.append(key)
        counts.append(count)
    if len(keys) > 1:
        key, count = _joined(np.concatenate(keys), np.concatenate(counts))
    row = (key >> shift).astype(np.int32)
    key &= key.dtype.type((1 << shift) - 1)
    return _named(row, key.astype(np.int32), count, rows, columns)


def _joined(
    numbers: NDArray[Any], weight: NDArray[Any] | None
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the different numbers, sorted, and how often each occurs or how much it weighs."""
    if weight is None:
        numbers.sort()
    else:
        order = np.argsort(numbers)
        numbers, weight = numbers[order], weight[order]
    is_first = np.ones(len(numbers), dtype=bool)
    np.not_equal(numbers[1:], numbers[:-1], out=is_first[1:])
    first = np.flatnonzero(is_first)
    if weight is None:
        return numbers[first], np.diff(first, append=len(numbers))
    return numbers[first], np.add.reduceat(weight, first)


def _named(
    row: NDArray[Any], column: NDArray[Any], counts: NDArray[Any], rows: _Span, columns: _Span
) -> Pairs:
    """Give the codes that occur numbers, and write the pairs with these."""
    row_codes, row = _numbered(row, rows)
    column_codes, column = _numbered(column, columns)
    return Pairs(row_codes, column_codes, row, column, counts)


def _numbered(codes: NDArray[Any], span: _Span) -> tuple[NDArray[Any], NDArray[Any]]:
    occurs = np.zeros(span.width, dtype=bool)
    occurs[codes] = True
    if occurs.all():
        return np.arange(span.width) + span.low, codes
    number = np.cumsum(occurs, dtype=np.int32) - 1
    return np.flatnonzero(occurs) + span.low, number[codes]
