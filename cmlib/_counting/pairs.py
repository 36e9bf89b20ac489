"""How often each pair of codes occurs: in a table where it is small, and otherwise by sorting."""

from __future__ import annotations

import os
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cmlib._counting.keys import PIECE, codes_of

# A table of up to so many cells, which takes 8 MB, is cheaper than a sort of many samples.
_MOST_CELLS = 1_000_000
# Up to so many cells, as of 12 classes, the pairs of two cells are few enough for a cache.
_FEW_CELLS = 144
# Whoever has the turn works in this room: the system takes longer to give new room for a piece
# than it is worked in.
_ROOM = np.empty(PIECE, dtype=np.int64)
# Pieces are counted in many short steps, and between any two of them Python may let another thread
# go on. To change threads takes longer than a step: two that count at once need more time than one
# after the other.
_TURN = Lock()
# So many pairs are sorted at once, on the way in arrays of five times their own size.
_SORTED_AT_ONCE = 2**24


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
    for seen in (PIECE, len(true)):
        spans = _span(true[:seen]), _span(pred[:seen])
        if max(spans[0].width, spans[1].width) > max(256, len(true)):
            return _of_wide_codes(true, pred, weight)
        cells = spans[0].width * spans[1].width
        if cells <= PIECE or cells <= min(8 * len(true), _MOST_CELLS):
            pairs = _in_a_table(true, pred, weight, *spans, seen)
            if pairs is not None:
                return pairs
    return _by_sorting(true, pred, weight, *spans)


def _of_wide_codes(true: NDArray[Any], pred: NDArray[Any], weight: NDArray[Any] | None) -> Pairs:
    """Give codes numbers first where they span more of these than there are samples."""
    (true_numbers, true_where), (pred_numbers, pred_where) = codes_of(true), codes_of(pred)
    pairs = add_up(true_numbers, pred_numbers, weight)
    return pairs._replace(
        row_codes=true[true_where[pairs.row_codes]],
        column_codes=pred[pred_where[pairs.column_codes]],
    )


def _span(codes: NDArray[Any]) -> _Span:
    # From 0 on, one look tells whether a code is inside.
    high = int(_unsigned(codes).max())
    if high < 128:  # in any dtype
        return _Span(0, high + 1)
    low, high = int(codes.min()), int(codes.max())
    return _Span(low, high - low + 1)


def _inside(codes: NDArray[Any], span: _Span) -> bool:
    if span.low == 0:
        return bool(_unsigned(codes).max() < span.width)
    return bool(codes.min() >= span.low) and bool(codes.max() < span.low + span.width)


def _unsigned(codes: NDArray[Any]) -> NDArray[Any]:
    """Read numbers without their sign: a negative one is huge then."""
    return codes.view(f"u{codes.dtype.itemsize}")


def _in_a_table(
    true: NDArray[Any],
    pred: NDArray[Any],
    weight: NDArray[Any] | None,
    rows: _Span,
    columns: _Span,
    seen: int,
) -> Pairs | None:
    """Add up in a cell for each pair of codes; None if a code lies outside of its span.

    In the first ``seen`` samples none does.
    """
    size = rows.width * columns.width
    if size > PIECE:
        # Each piece costs one table, so pieces grow with it, and their steps are long.
        room = np.empty(min(size, len(true)), dtype=np.int64)
        counted = _one_by_one(true, pred, weight, rows, columns, seen, room)
    else:
        with _TURN:
            many = len(true) >= max(PIECE, 10 * size**2)
            if weight is None and size <= _FEW_CELLS and many:
                counted = _by_twos(true, pred, rows, columns, seen, _ROOM)
            else:
                counted = _one_by_one(true, pred, weight, rows, columns, seen, _ROOM)
    if counted is None:
        return None
    table, occurs = (cells.reshape(rows.width, columns.width) for cells in counted)
    row, column = np.nonzero(occurs)
    return _named(row, column, table[occurs], rows, columns)


def _one_by_one(
    true: NDArray[Any],
    pred: NDArray[Any],
    weight: NDArray[Any] | None,
    rows: _Span,
    columns: _Span,
    seen: int,
    room: NDArray[np.int64],
) -> tuple[NDArray[Any], NDArray[np.bool_]] | None:
    """Return what is in each cell, and whether it occurs."""
    size = rows.width * columns.width
    whole = weight is None or weight.dtype.kind != "f"
    table = np.zeros(size, dtype=np.int64 if whole else np.float64)
    weightless = []
    step = len(room)
    origin = _wrapped(rows.low * columns.width + columns.low, np.int64)
    for start in range(0, len(true), step):
        a, b = true[start : start + step], pred[start : start + step]
        if start + len(a) > seen and not (_inside(a, rows) and _inside(b, columns)):
            return None
        cells = room[: len(a)]
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
        weightless.append(np.unique(cells[part == 0]))
    occurs = table > 0
    for cells in weightless:
        occurs[cells] = True
    return table, occurs


def _by_twos(
    true: NDArray[Any],
    pred: NDArray[Any],
    rows: _Span,
    columns: _Span,
    seen: int,
    room: NDArray[np.int64],
) -> tuple[NDArray[Any], NDArray[np.bool_]] | None:
    """Return the same where cells are few: two samples at a time are one of few pairs of cells.

    To add up takes longest, and so there is half as much to add up. All else is done in numbers of
    two bytes, of which a processor does many at once.
    """
    size = rows.width * columns.width
    width = np.uint16(columns.width)
    origin = _wrapped(rows.low * columns.width + columns.low, np.uint16)
    step = len(room)
    # The wide numbers take the place of narrow ones that are not needed any more.
    wide, narrow = room[: step // 2], room.view(np.uint16)
    last = np.zeros(size, dtype=np.int64)
    twos: Any = 0
    for start in range(0, len(true), step):
        a, b = true[start : start + step], pred[start : start + step]
        cells, other = narrow[: len(a)], narrow[step + step // 2 :][: len(a)]
        # Each is copied while a cache still holds it.
        if start + len(a) > seen and not _inside(a, rows):
            return None
        np.copyto(cells, a, casting="unsafe")
        if start + len(a) > seen and not _inside(b, columns):
            return None
        np.copyto(other, b, casting="unsafe")
        cells *= width
        cells += other
        if origin:
            cells -= origin
        half = len(a) // 2
        if len(a) % 2:
            last[cells[-1]] += 1
        pairs = other[half : 2 * half]
        np.multiply(cells[:half], np.uint16(size), out=pairs)
        pairs += cells[half : 2 * half]
        np.copyto(wide[:half], pairs)
        twos += np.bincount(wide[:half], minlength=size**2)
    first_by_second = twos.reshape(size, size)
    table = last + first_by_second.sum(axis=0) + first_by_second.sum(axis=1)
    return table, table > 0


def _wrapped(number: int, kind: type[np.integer[Any]]) -> Any:
    """Return a number as one of few bytes: what is too large wraps round, and later back again."""
    return np.array(number & 2**64 - 1, dtype=np.uint64).astype(kind)


def _by_sorting(
    true: NDArray[Any], pred: NDArray[Any], weight: NDArray[Any] | None, rows: _Span, columns: _Span
) -> Pairs:
    """Sort the pairs, so that equal ones lie side by side."""
    parts = []
    for start in range(0, len(true), _SORTED_AT_ONCE):
        piece = slice(start, start + _SORTED_AT_ONCE)
        part = None if weight is None else weight[piece]
        parts.append(_joined(true[piece], pred[piece], part, rows, columns))
    if len(parts) > 1:
        row, column, counts = map(np.concatenate, zip(*parts, strict=True))
        from_0 = rows._replace(low=0), columns._replace(low=0)
        parts = [_joined(row, column, counts, *from_0)]
    row, column, counts = parts[0]
    return _named(row, column, counts, rows, columns)


def _joined(
    true: NDArray[Any], pred: NDArray[Any], weight: NDArray[Any] | None, rows: _Span, columns: _Span
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[Any]]:
    """Return each pair once, row by row, and how often it occurs or how much it weighs."""
    # By column, then by row: those in a row keep the order of their columns.
    sorted_once = _counting_sort(_from_0(pred, columns), _from_0(true, rows), columns.width)
    ends, row = sorted_once.indptr, sorted_once.data
    order = None if weight is None else sorted_once.indices
    del sorted_once  # what is not needed any more makes room, here and below
    column = np.arange(columns.width, dtype=np.int32).repeat(np.diff(ends))
    sorted_twice = _counting_sort(row, column, rows.width)
    ends, column = sorted_twice.indptr, sorted_twice.data
    order = None if order is None else order[sorted_twice.indices]
    del row, sorted_twice

    is_first = np.ones(len(column), dtype=bool)
    np.not_equal(column[1:], column[:-1], out=is_first[1:])
    is_first[ends[:-1][np.diff(ends) > 0]] = True
    first = np.flatnonzero(is_first)
    row = np.arange(rows.width, dtype=np.int32).repeat(np.diff(np.searchsorted(first, ends)))
    column = column[first]
    if weight is not None:
        return row, column, np.add.reduceat(weight[order], first)
    counts = np.empty_like(first)
    np.subtract(first[1:], first[:-1], out=counts[:-1])
    counts[-1] = len(is_first) - first[-1]
    return row, column, counts


def _counting_sort(keys: NDArray[np.int32], values: NDArray[np.int32], width: int) -> Any:
    """Sort values by keys in ``0 .. width-1``, of which equal ones keep their order.

    The result has ``data``, the values; ``indptr``, where those of each key begin and end; and
    ``indices``, where each value was. So does scipy sort the cells of a sparse array when it makes
    columns of its rows, in a time that grows with their number only; numpy's sort takes longer.
    """
    from scipy.sparse import csr_array

    one_in_a_row = np.arange(len(keys) + 1, dtype=np.int32)
    return csr_array((values, keys, one_in_a_row), shape=(len(keys), width)).tocsc()


def _from_0(codes: NDArray[Any], span: _Span) -> NDArray[np.int32]:
    result = np.empty(len(codes), dtype=np.int32)
    np.subtract(codes, span.low, out=result, dtype=np.int64, casting="unsafe")
    return result


def _named(
    row: NDArray[Any], column: NDArray[Any], counts: NDArray[Any], rows: _Span, columns: _Span
) -> Pairs:
    """Give the codes that occur numbers, and write the pairs with these."""
    row_codes, row = _numbered(row, rows)
    column_codes, column = _numbered(column, columns)
    return Pairs(row_codes, column_codes, row, column, counts)


def _numbered(codes: NDArray[Any], span: _Span) -> tuple[NDArray[Any], NDArray[Any]]:
    often = np.bincount(codes, minlength=span.width)
    if often.all():
        return np.arange(span.width) + span.low, codes
    number = np.cumsum(often > 0, dtype=np.int32) - 1
    return np.flatnonzero(often) + span.low, number[codes]


def _renew_turn() -> None:
    global _TURN
    _TURN = Lock()


if hasattr(os, "register_at_fork"):
    # The thread that had the turn does not go on in a process that is forked meanwhile.
    os.register_at_fork(after_in_child=_renew_turn)
