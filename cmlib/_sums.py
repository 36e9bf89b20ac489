"""The sums that nearly every measure is made of: TP, FN, FP and TN of each class."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cmlib._checks import Array, listed
from cmlib._labels import Label, kind_of, shorten
from cmlib._sparse import is_sparse


def sums_of(counts: Any, labels: tuple[Label, ...]) -> Sums:
    """Return the sums of a matrix, or of each matrix of a batch."""
    return (SparseSums if is_sparse(counts) else Sums)(counts, labels)


class Sums:
    """The sums of counts of shape (..., K, K), one for every class, shape (..., K).

    ``hits`` are TP, the diagonal; ``misses`` FN, the rest of ``support``, the row sums;
    ``false_alarms`` FP, the rest of ``predicted``, the column sums; ``correct_rejections`` TN, the
    cells of neither. Each is computed when it is first needed, and kept.

    Whole counts are subtracted, which is exact. Weights are added up (but for sparse TN), since a
    subtraction leaves a rounding error where 0 is right: 0.1 + 0.2 + 0.3 - 0.3 - 0.2 - 0.1.
    """

    # Whether the classes are added up into one, so that the sums have shape (...).
    pooled = False

    def __init__(self, counts: Any, labels: tuple[Label, ...]) -> None:
        self.counts, self.labels = counts, labels
        self.whole = counts.dtype.kind != "f"

    @cached_property
    def hits(self) -> Array:
        return np.asarray(np.einsum("...ii->...i", self.counts))

    @cached_property
    def misses(self) -> Array:
        return self.support - self.hits if self.whole else self._add_up(self._confusions, -1)

    @cached_property
    def false_alarms(self) -> Array:
        return self.predicted - self.hits if self.whole else self._add_up(self._confusions, -2)

    @cached_property
    def support(self) -> Array:
        return self._add_up(self.counts, -1) if self.whole else self.hits + self.misses

    @cached_property
    def predicted(self) -> Array:
        return self._add_up(self.counts, -2) if self.whole else self.hits + self.false_alarms

    @cached_property
    def samples(self) -> Array:
        """All samples, shape (...)."""
        return np.asarray(self.support.sum(-1))

    @cached_property
    def total(self) -> Array:
        """All samples for every class; pooled, they count once for each class."""
        return np.broadcast_to(self.samples[..., None], self.hits.shape)

    @cached_property
    def correct_rejections(self) -> Array:
        if not self.whole:
            return self._weights_elsewhere()
        elsewhere: Array = self.samples[..., None] - self.support
        elsewhere -= self.false_alarms
        return elsewhere

    @cached_property
    def exponent(self) -> Array:
        """The exponent of the next power of two above the largest row sum, shape (...)."""
        return np.asarray(np.frexp(self.support.max(-1))[1])

    @cached_property
    def _places(self) -> dict[Label, int]:
        return {label: at for at, label in enumerate(self.labels)}

    def position(self, label: Any, name: str) -> int:
        """Return the place of a class; ``name`` is what the argument is called."""
        # The labels are of one kind: the first tells True from 1.
        if kind_of(label) is not type(self.labels[0]) or label not in self._places:
            raise ValueError(f"{name} {label!r} is not one of the classes {shorten(self.labels)}")
        return self._places[label]

    def kept(self, exclude: Any) -> list[int]:
        """Return the places of the classes that are left when some are excluded."""
        given = listed(exclude, "exclude", ordered=False)
        left_out = {self.position(label, "exclude: the label") for label in given}
        if len(left_out) == len(self.labels):
            raise ValueError(f"exclude leaves no class to average: got {given!r}")
        return [at for at in range(len(self.labels)) if at not in left_out]

    def scaled(self) -> Sums:
        """Divide weights by a power of two, so that no product of them overflows or vanishes."""
        return self if self.whole else Part(self, scale=True)

    def disagreement(self, power: int) -> NDArray[np.float64]:
        """Add up the counts times their distance to the diagonal to a power, shape (...).

        Weights are divided by two to the ``exponent``: the products could leave a float.
        """
        at = np.arange(self.counts.shape[-1], dtype=float)
        counts = self.counts
        if not self.whole:
            counts = np.ldexp(counts, -self.exponent[..., None, None])
        return np.asarray(np.einsum("...ij,ij->...", counts, np.abs(at[:, None] - at) ** power))

    def off_diagonal(self) -> tuple[Array, ...]:
        """Return the cells off the diagonal: row and column, shape (n,), counts, (..., n).

        Only those that are stored, if the counts are sparse.
        """
        row, column = np.nonzero(~np.eye(self.counts.shape[-1], dtype=bool))
        flat = self.counts.reshape(*self.counts.shape[:-2], -1)
        return row, column, flat.take(row * self.counts.shape[-1] + column, -1).astype(float)

    def filled(self) -> tuple[Array, ...]:
        """Return the cells of one matrix that are not 0, row by row: row, column and count."""
        at = np.nonzero(self.counts)
        return *at, self.counts[at]

    def largest_confusions(self, most: int) -> tuple[Array, ...]:
        """Return the largest cells off the diagonal of one matrix: row, column and count."""
        row, column, counts = self.filled()
        wrong = np.flatnonzero(row != column)
        if len(wrong) > most:  # sorting all of them takes far longer
            wrong = wrong[counts[wrong] >= np.partition(counts[wrong], -most)[-most]]
        largest = wrong[np.argsort(-counts[wrong], kind="stable")[:most]]
        return row[largest], column[largest], counts[largest]

    def _add_up(self, counts: Any, axis: int) -> Array:
        # For many small matrices, sum() takes up to five times as long.
        return np.asarray(np.einsum("...ij->...i" if axis == -1 else "...ij->...j", counts))

    @property
    def _confusions(self) -> Any:
        return np.where(np.eye(self.counts.shape[-1], dtype=bool), 0, self.counts)

    def _weights_elsewhere(self) -> Array:
        """Add up weights that are TN of each class, without a subtraction."""
        # Cell (i, j): the sum of column j without row i. Row i of these, without j = i, is TN of i.
        outside_of_row = sum_of_others(self.counts.swapaxes(-1, -2)).swapaxes(-1, -2)
        return Sums(outside_of_row, self.labels).misses


class SparseSums(Sums):
    """The sums of one matrix in a ``scipy.sparse.csr_array``, from the cells that it stores."""

    @cached_property
    def hits(self) -> Array:
        return np.asarray(self.counts.diagonal())

    def disagreement(self, power: int) -> NDArray[np.float64]:
        counts = self.counts.data if self.whole else np.ldexp(self.counts.data, -self.exponent)
        return np.asarray((counts * np.abs(self.rows - self.counts.indices) ** float(power)).sum())

    def off_diagonal(self) -> tuple[Array, ...]:
        beside = self.rows != self.counts.indices
        counts = self.counts.data[beside].astype(float)
        return self.rows[beside], self.counts.indices[beside], counts

    def filled(self) -> tuple[Array, ...]:
        return self.rows, self.counts.indices, self.counts.data

    @property
    def rows(self) -> Array:
        """The row of each stored cell; ``counts.indices`` are the columns."""
        at = np.arange(self.counts.shape[0], dtype=self.counts.indices.dtype)
        return at.repeat(np.diff(self.counts.indptr))

    def _add_up(self, counts: Any, axis: int) -> Array:
        return np.asarray(counts.sum(axis))

    @property
    def _confusions(self) -> Any:
        cells = self.counts.copy()
        cells.data = np.where(self.rows == cells.indices, 0, cells.data)
        return cells

    def _weights_elsewhere(self) -> Array:
        taken = self.support + self.false_alarms
        elsewhere = np.asarray(self.samples - taken)
        # A difference of at least half is exact enough. Each cell belongs to two classes at most,
        # so that at most three classes leave less; their cells are added up one by one.
        for at in np.flatnonzero(taken > self.samples / 2):
            others = (self.rows != at) & (self.counts.indices != at)
            elsewhere[at] = self.counts.data[others].sum()
        return elsewhere


class Part(Sums):
    """The sums of some classes, divided by a power of two, or pooled into one class.

    Only the sums per class exist: no counts.
    """

    def __init__(
        self, of: Sums, kept: list[int] | None = None, *, scale: bool = False, pooled: bool = False
    ) -> None:
        self._of, self._kept, self.pooled, self.whole = of, kept, pooled, of.whole
        self.labels = of.labels if kept is None else tuple(of.labels[at] for at in kept)
        self._scale = scale and not of.whole

    def _taken(self, sums: Array) -> Array:
        if self._kept is not None:
            sums = sums[..., self._kept]
        if self._scale:
            sums = np.ldexp(sums, -self._of.exponent[..., None])
        if not self.pooled:
            return sums
        # TN of all classes together can be K times as large as all counts.
        exact = float(self._of.samples.max()) * sums.shape[-1] < 2**63
        return np.asarray(sums.sum(-1, dtype=None if exact else float))

    hits = cached_property(lambda self: self._taken(self._of.hits))
    misses = cached_property(lambda self: self._taken(self._of.misses))
    false_alarms = cached_property(lambda self: self._taken(self._of.false_alarms))
    correct_rejections = cached_property(lambda self: self._taken(self._of.correct_rejections))
    support = cached_property(lambda self: self._taken(self._of.support))
    predicted = cached_property(lambda self: self._taken(self._of.predicted))
    total = cached_property(lambda self: self._taken(self._of.total))


def sum_of_others(values: Array) -> Array:
    """Return for each class the sum over all other classes: those before it and those after."""
    if values.dtype.kind != "f":
        return np.asarray(values.sum(-1, keepdims=True) - values)
    others = np.zeros_like(values)
    others[..., 1:] += values.cumsum(-1)[..., :-1]
    others[..., :-1] += values[..., ::-1].cumsum(-1)[..., -2::-1]
    return others
