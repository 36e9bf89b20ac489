"""How the counts of a matrix are stored: in an array, or in a sparse one if that is smaller."""

import sys
from typing import Any

import numpy as np

from cmlib._checks import Array, as_amounts, as_tables, with_room

# Up to this many classes a matrix is never sparse: an array takes 8 MB at most.
ALWAYS_DENSE = 1_000


def is_sparse(values: Any) -> bool:
    """Return whether this is an array or a matrix of scipy.sparse, of any format."""
    # Not a sparse array unless scipy is imported.
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and bool(sparse.issparse(values))


def as_counts(counts: Any, name: str) -> Any:
    """Return counts as an int64 or float64 array, or as a canonical ``csr_array``, a copy."""
    if not is_sparse(counts):
        return as_tables(counts, name)
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1]:
        raise ValueError(f"{name} must be square, shape (K, K), got shape {counts.shape}")
    if counts.shape[0] == 0:
        raise ValueError(f"{name} is empty: shape {counts.shape}")
    cells = counts.tocoo()
    amounts = as_amounts(cells.data, name, at=(cells.row, cells.col))
    # Check for overflow before cells that are stored twice are added up.
    amounts = with_room(amounts, name, (-1,))
    return to_csr(amounts, cells.row, cells.col, counts.shape[0])


def to_csr(amounts: Array, row: Array, column: Array, size: int) -> Any:
    """Return a canonical ``csr_array``; amounts of the same cell are added up."""
    from scipy.sparse import csr_array

    short = np.int32 if len(row) < 2**31 else np.int64  # scipy keeps the type of coordinates
    cells = row.astype(short, copy=False), column.astype(short, copy=False)
    counts = csr_array((amounts, cells), shape=(size, size))
    if not counts.data.all():
        counts.eliminate_zeros()
    return counts


def table_of(amounts: Array, row: Array, column: Array, size: int) -> Any:
    """Return a table with these cells, in a sparse array if it may be large."""
    if size > ALWAYS_DENSE:
        return to_csr(amounts, row, column, size)
    table = np.zeros((size, size), dtype=amounts.dtype)
    np.add.at(table, (row, column), amounts)
    return table


def as_stored(counts: Any) -> Any:
    """Return the counts of one matrix in the form that takes less memory."""
    size, sparse = counts.shape[0], is_sparse(counts)
    filled = counts.nnz if sparse else np.count_nonzero(counts)
    # Bytes of a sparse array, with a column and a count for each cell, and of a dense one.
    if size <= ALWAYS_DENSE or 12 * filled + 4 * size > 8 * size**2:
        return counts.toarray() if sparse else counts
    from scipy.sparse import csr_array

    return csr_array(counts)  # one that is sparse keeps its cells


def arrays_of(counts: Any) -> list[Array]:
    """Return the arrays that hold the counts of one matrix."""
    if not is_sparse(counts):
        return [counts]
    return [counts.data, counts.indices, counts.indptr]
