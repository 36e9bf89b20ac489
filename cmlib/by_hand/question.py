"""What is asked of a matrix, the counts it is answered from, and an answer worked out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from cmlib._labels import Label
from cmlib.matrix import ConfusionMatrix

Average: TypeAlias = Literal["macro", "micro", "weighted"]
Weights: TypeAlias = Literal["linear", "quadratic"]


class ClassCounts(NamedTuple):
    """The four one-vs-rest counts of one class."""

    TP: int
    FN: int
    FP: int
    TN: int


@dataclass(frozen=True)
class Question:
    """A metric asked for, and what it is worked out from; equal whatever the matrix.

    ``label`` and ``average`` say of what class or classes; ``beta``, ``weights`` and ``abstained``
    belong to one metric each, and have their defaults in every question about another.
    """

    name: str
    matrix: ConfusionMatrix = field(compare=False)
    label: Label | None
    average: Average | None
    exclude: tuple[Label, ...]
    beta: Fraction
    weights: Weights | None
    abstained: int

    @cached_property
    def counts(self) -> list[ClassCounts]:
        """Return TP, FN, FP and TN of every class, in label order, as integers of any size."""
        rows: list[list[int]] = self.matrix.counts.tolist()
        total = sum(map(sum, rows))
        counts = []
        for at, row in enumerate(rows):
            hits = row[at]
            missed = sum(row) - hits
            false = sum(other[at] for other in rows) - hits
            counts.append(ClassCounts(hits, missed, false, total - hits - missed - false))
        return counts

    @property
    def total(self) -> int:
        """Return the number of samples."""
        return sum(self.counts[0])

    @property
    def hits(self) -> list[int]:
        """Return the diagonal."""
        return [count.TP for count in self.counts]

    @property
    def rows(self) -> list[int]:
        """Return the row sums."""
        return [count.TP + count.FN for count in self.counts]

    @property
    def columns(self) -> list[int]:
        """Return the column sums."""
        return [count.TP + count.FP for count in self.counts]

    @property
    def others(self) -> list[tuple[tuple[int, int], int]]:
        """Return the cells off the diagonal: row and column number, count."""
        cells = enumerate(self.matrix.counts.tolist())
        return [((i, j), n) for i, row in cells for j, n in enumerate(row) if i != j]

    @property
    def chosen(self) -> tuple[Label, ClassCounts]:
        """Return the class asked about and its counts."""
        assert self.label is not None  # explain has seen to it
        return self.label, self.counts[self.matrix.index(self.label)]

    @property
    def averaged(self) -> list[tuple[Label, ClassCounts]]:
        """Return the classes of an average and their counts."""
        pairs = zip(self.matrix.labels, self.counts, strict=True)
        return [(label, counts) for label, counts in pairs if label not in self.exclude]


@dataclass(frozen=True)
class Work:
    """A metric worked out: how it is written in one notation, what comes out (None: undefined)."""

    formula: str
    substituted: str
    result: Fraction | None
    legend: str = ""
    note: str = ""
    exact: bool = True
    # Parts of the formula worked out apart, "P_o = …", and what each of them is.
    pieces: Sequence[tuple[str, str]] = ()
