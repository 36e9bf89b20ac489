"""How counts are stored, in an array or in a sparse one, and what is added up of them."""

from __future__ import annotations

import sys
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cmlib._checks import as_amounts
from cmlib._labels import is_missing

if TYPE_CHECKING:
    from pandas import DataFrame, Index

# An array of this many classes takes 7 GB. More would end in a full memory, not in an answer.
MOST_CLASSES = 30_000
# Up to this many classes a matrix is never sparse.
ALWAYS_DENSE = 1_000


def is_sparse(values: Any) -> bool:
    """Tell whether this is an array or a matrix of scipy.sparse, of whatever format."""
    # Who has not imported scipy has none.
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and bool(sparse.issparse(values))


def as_sparse_counts(sparse: Any, name: str) -> Any:
    """Return the counts of a scipy.sparse array as a canonical ``csr_array``, a copy."""
    if sparse.ndim != 2 or sparse.shape[0] != sparse.shape[1]:
        raise ValueError(f"{name} must be square, shape (K, K), got shape {sparse.shape}")
    if sparse.shape[0] == 0:
        raise ValueError(f"{name} is empty: shape {sparse.shape}")
    cells = sparse.tocoo(copy=True)  # what is stored is nobody else's
    amounts = as_amounts(cells.data, name, at=(cells.row, cells.col))
    # Before a cell that is stored twice is added up.
    return to_csr(_widened(amounts, name), cells.row, cells.col, sparse.shape[0])


def as_pair_counts(count: Any, length: int) -> NDArray[Any]:
    """Return one count for each pair of labels, as int64 or float64."""
    if isinstance(count, list | tuple):
        for at, value in enumerate(count):
            if is_missing(value):
                raise ValueError(f"count has a missing value, {value!r}, at position {at}")
            # Beside smaller ones, numpy would make floats of it, and lose the last digits of all.
            if isinstance(value, int) and value >= 2**63:
                raise ValueError(f"count is too large: got {value} at position {at}, over 2**63")
    amounts = as_amounts(count, "count")
    if amounts.shape != (length,):
        raise ValueError(
            f"count must have one number for each of the {length} pairs, got shape {amounts.shape}"
        )
    return _widened(amounts, "count")


def _widened(amounts: NDArray[Any], name: str) -> NDArray[Any]:
    """Return amounts as int64 or float64, whatever is added up of them within its range."""
    whole = amounts.dtype.kind != "f"
    refuse_too_large(largest_sum(amounts[None]), 63 if whole else 1023, name)
    return amounts.astype(np.int64 if whole else np.float64, copy=False)


def to_csr(amounts: NDArray[Any], row: NDArray[Any], column: NDArray[Any], size: int) -> Any:
    """Return a canonical ``csr_array``: what is given twice for a cell is added up."""
    from scipy.sparse import csr_array

    same_row = row[1:] == row[:-1]
    if ((row[1:] > row[:-1]) | (same_row & (column[1:] > column[:-1]))).all():
        # In order already, and each cell once: nothing is copied.
        short = np.int32 if len(row) < 2**31 else np.int64
        ends = np.zeros(size + 1, dtype=short)
        np.cumsum(np.bincount(row, minlength=size), out=ends[1:])
        counts = csr_array((amounts, column.astype(short, copy=False), ends), shape=(size, size))
        counts.has_canonical_format = True
    else:
        counts = csr_array((amounts, (row, column)), shape=(size, size))
    if not counts.data.all():
        counts.eliminate_zeros()
    return counts


def table_of(
    amounts: NDArray[Any], row: NDArray[Any], column: NDArray[Any], size: int
) -> NDArray[Any] | Any:
    """Return a table with these cells, in a sparse array if it may be large."""
    if size > ALWAYS_DENSE:
        return to_csr(amounts, row, column, size)
    table = np.zeros((size, size), dtype=amounts.dtype)
    np.add.at(table, (row, column), amounts)
    return table


def as_stored(counts: Any) -> Any:
    """Return the counts of one matrix in the form that takes less memory.

    With few classes that is an array in any case: all is simpler with it, and it takes 8 MB.
    """
    size, sparse = counts.shape[0], is_sparse(counts)
    if size <= ALWAYS_DENSE:
        return counts.toarray() if sparse else counts
    filled = counts.nnz if sparse else np.count_nonzero(counts)
    if 12 * filled + 4 * size > 8 * size**2:  # bytes: a column and a count for each cell
        return counts.toarray() if sparse else counts
    if sparse:
        return counts
    row, column = np.nonzero(counts)
    return to_csr(counts[row, column], row, column, size)


def arrays_of(counts: Any) -> list[NDArray[Any]]:
    """Return the arrays that hold the counts of one matrix."""
    if not is_sparse(counts):
        return [counts]
    return [counts.data, counts.indices, counts.indptr]


def sparse_frame(counts: Any, index: Index[Any], columns: Index[Any]) -> DataFrame:
    """Return sparse counts as a DataFrame of sparse columns."""
    import pandas as pd

    frame = pd.DataFrame.sparse.from_spmatrix(counts, index, columns)
    if frame.dtypes.iloc[0].fill_value == 0:
        return frame
    # Of floats, pandas 3.0 takes what is not stored for nan.
    cells = {label: column.array for label, column in frame.items()}
    filled = {
        label: pd.arrays.SparseArray(cell.sp_values, cell.sp_index, fill_value=0.0)
        for label, cell in cells.items()
    }
    return pd.DataFrame(filled, index, columns)


def largest_sum(batch: NDArray[Any]) -> float:
    with np.errstate(over="ignore"):
        return float(batch.sum(axis=(-2, -1), dtype=np.float64).max())


def refuse_too_large(largest: float, power: int, name: str) -> None:
    if largest >= 2.0**power:
        raise ValueError(
            f"{name} is too large: the counts add up to {largest:.3g}, over 2**{power}"
        )


def refuse_too_large_a_sum(totals: list[int | float]) -> None:
    total = sum(totals)  # of Python: it neither wraps round nor warns
    if total >= 2 ** (63 if isinstance(total, int) else 1023):
        raise ValueError(f"the sum is too large: its counts add up to {total:.3g}")


def refuse_as_array(classes: int, matrices: int = 1) -> None:
    if matrices * classes**2 > MOST_CLASSES**2:
        what = "the array" if matrices == 1 else f"a batch of {matrices} arrays"
        raise ValueError(
            f"cm has {classes} classes: {what} would take {8e-9 * matrices * classes**2:.0f} GB; "
            "cm.counts is sparse, and every measure takes it as it is, one matrix at a time"
        )


def sums_of(counts: Any) -> Sums:
    """Return the sums of a matrix, or of each matrix of a batch."""
    return SparseSums(counts) if is_sparse(counts) else Sums(counts)


class Sums:
    """The sums of counts of shape (..., K, K), one for every class, shape (..., K).

    Each is taken when it is first asked for, and kept. How they are called and what they mean says
    `cmlib._averages.Margins`.

    Whole counts are subtracted: that is exact. Weights are only ever added up, since a subtraction
    leaves a crumb of rounding where 0 is right: 0.1 + 0.2 + 0.3 - 0.3 - 0.2 - 0.1 is not 0.
    """

    def __init__(self, counts: Any) -> None:
        self.counts = counts
        self.whole = counts.dtype.kind != "f"

    @cached_property
    def hits(self) -> NDArray[Any]:
        hits: NDArray[Any] = np.einsum("...ii->...i", self.counts)
        return hits

    @cached_property
    def misses(self) -> NDArray[Any]:
        return self.support - self.hits if self.whole else self._add_up(self._off_diagonal, -1)

    @cached_property
    def false_alarms(self) -> NDArray[Any]:
        return self.predicted - self.hits if self.whole else self._add_up(self._off_diagonal, -2)

    @cached_property
    def support(self) -> NDArray[Any]:
        return self._add_up(self.counts, -1) if self.whole else self.hits + self.misses

    @cached_property
    def predicted(self) -> NDArray[Any]:
        return self._add_up(self.counts, -2) if self.whole else self.hits + self.false_alarms

    @cached_property
    def samples(self) -> NDArray[Any]:
        """All together, shape (...)."""
        return np.asarray(self.counts.sum((-2, -1)) if self.whole else self.support.sum(-1))

    @cached_property
    def correct_rejections(self) -> NDArray[Any]:
        if not self.whole:
            return self._weights_elsewhere()
        elsewhere: NDArray[Any] = self.samples[..., None] - self.support
        elsewhere -= self.false_alarms
        return elsewhere

    @cached_property
    def exponent(self) -> NDArray[Any]:
        """The power of two, shape (...), that the largest count is just under."""
        return np.asarray(np.frexp(self.counts.max((-2, -1)))[1])

    def cost(self, power: int) -> NDArray[np.float64]:
        """Add up the counts times their distance to the diagonal to a power, shape (...).

        Weights are divided by two to the ``exponent``: the products could leave a float.
        """
        at = np.arange(self.counts.shape[-1], dtype=float)
        counts = self.counts
        if not self.whole:
            counts = np.ldexp(counts, -self.exponent[..., None, None])
        return np.asarray(np.einsum("...ij,ij->...", counts, np.abs(at[:, None] - at) ** power))

    def beside_the_diagonal(self) -> tuple[NDArray[Any], ...]:
        """Return the cells beside the diagonal: row and column, shape (n,), counts, (..., n).

        Of sparse counts those that are not 0.
        """
        row, column = np.nonzero(~np.eye(self.counts.shape[-1], dtype=bool))
        flat = self.counts.reshape(*self.counts.shape[:-2], -1)
        return row, column, flat.take(row * self.counts.shape[-1] + column, -1).astype(float)

    def filled(self) -> tuple[NDArray[Any], ...]:
        """Return the cells that are not 0, row by row: which matrix, row, column, and the count."""
        cells = self.counts.reshape(-1, *self.counts.shape[-2:])
        at = np.nonzero(cells)
        return *at, cells[at]

    def largest_confusions(self, most: int) -> tuple[NDArray[Any], ...]:
        """Return the largest cells beside the diagonal of one matrix: row, column and count."""
        _, row, column, counts = self.filled()
        wrong = np.flatnonzero(row != column)
        if len(wrong) > most:  # to sort all of them would take far longer
            wrong = wrong[counts[wrong] >= np.partition(counts[wrong], -most)[-most]]
        largest = wrong[np.argsort(-counts[wrong], kind="stable")[:most]]
        return row[largest], column[largest], counts[largest]

    def _add_up(self, counts: Any, axis: int) -> NDArray[Any]:
        # For many small matrices, sum() takes up to five times as long.
        sums: NDArray[Any] = np.einsum("...ij->...i" if axis == -1 else "...ij->...j", counts)
        return sums

    @property
    def _off_diagonal(self) -> Any:
        return np.where(np.eye(self.counts.shape[-1], dtype=bool), 0, self.counts)

    def _weights_elsewhere(self) -> NDArray[Any]:
        outside_of_row = sum_of_others(self.counts.swapaxes(-1, -2)).swapaxes(-1, -2)
        return Sums(outside_of_row).misses


class SparseSums(Sums):
    """The sums of one matrix in a ``scipy.sparse.csr_array``, from the cells that it stores."""

    @cached_property
    def hits(self) -> NDArray[Any]:
        return np.asarray(self.counts.diagonal())

    @cached_property
    def samples(self) -> NDArray[Any]:
        return np.asarray(self.support.sum())

    @cached_property
    def exponent(self) -> NDArray[Any]:
        return np.asarray(np.frexp(self.counts.data.max(initial=0))[1])

    def cost(self, power: int) -> NDArray[np.float64]:
        counts = self.counts.data if self.whole else np.ldexp(self.counts.data, -self.exponent)
        return np.asarray((counts * np.abs(self.rows - self.counts.indices) ** float(power)).sum())

    def beside_the_diagonal(self) -> tuple[NDArray[Any], ...]:
        beside = self.rows != self.counts.indices
        counts = self.counts.data[beside].astype(float)
        return self.rows[beside], self.counts.indices[beside], counts

    def filled(self) -> tuple[NDArray[Any], ...]:
        only = np.zeros(self.counts.nnz, dtype=np.intp)
        return only, self.rows, self.counts.indices, self.counts.data

    @property
    def rows(self) -> NDArray[Any]:
        """The row of each stored cell; ``counts.indices`` are the columns."""
        at = np.arange(self.counts.shape[0], dtype=self.counts.indices.dtype)
        return at.repeat(np.diff(self.counts.indptr))

    def _add_up(self, counts: Any, axis: int) -> NDArray[Any]:
        return np.asarray(counts.sum(axis))

    @property
    def _off_diagonal(self) -> Any:
        cells = self.counts.copy()
        cells.data = np.where(self.rows == cells.indices, 0, cells.data)
        return cells

    def _weights_elsewhere(self) -> NDArray[Any]:
        taken = self.support + self.false_alarms
        elsewhere = np.asarray(self.samples - taken)
        # Where that leaves at least half, nothing is lost. Each cell is taken by two classes at
        # most, so for four of them at most it leaves less, and they are added up one by one.
        for at in np.flatnonzero(taken > self.samples / 2):
            others = (self.rows != at) & (self.counts.indices != at)
            elsewhere[at] = self.counts.data[others].sum()
        return elsewhere


def sum_of_others(values: NDArray[Any]) -> NDArray[Any]:
    """Return for each class the sum over all other classes: those before it and those after."""
    if values.dtype.kind != "f":
        return np.asarray(values.sum(-1, keepdims=True) - values)
    others = np.zeros_like(values)
    others[..., 1:] += values.cumsum(-1)[..., :-1]
    others[..., :-1] += values[..., ::-1].cumsum(-1)[..., -2::-1]
    return others
