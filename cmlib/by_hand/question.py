"""What is asked of a matrix, the counts it is answered from, and an answer worked out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Literal, NamedTuple, TypeAlias

from cmlib._labels import Label
from cmlib.by_hand.cells import (
    Amount,
    Cell,
    Collected,
    Term,
    column,
    diagonal,
    of_class,
    off_diagonal,
    row,
)
from cmlib.matrix import ConfusionMatrix

Average: TypeAlias = Literal["macro", "micro", "weighted"]
Weights: TypeAlias = Literal["linear", "quadratic"]

# Why nothing can be divided.
EMPTY = "The matrix holds no samples."


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

    @property
    def size(self) -> int:
        """Return the number of classes."""
        return len(self.matrix.labels)

    @cached_property
    def cells(self) -> list[list[int]]:
        """Return the counts row by row, as integers of any size."""
        cells: list[list[int]] = self.matrix.counts.tolist()
        return cells

    @cached_property
    def rows(self) -> list[int]:
        """Return the row sums."""
        return [self.count(row(self.size, at)) for at in range(self.size)]

    @cached_property
    def columns(self) -> list[int]:
        """Return the column sums."""
        return [self.count(column(self.size, at)) for at in range(self.size)]

    @property
    def total(self) -> int:
        """Return the number of samples."""
        return sum(self.rows)

    @property
    def hits(self) -> list[int]:
        """Return the diagonal."""
        return [self.cells[i][j] for i, j in diagonal(self.size)]

    @property
    def others(self) -> list[tuple[Cell, int]]:
        """Return the cells off the diagonal: row and column number, count."""
        return [((i, j), self.cells[i][j]) for i, j in off_diagonal(self.size)]

    @property
    def chosen(self) -> tuple[Label, ClassCounts]:
        """Return the class asked about and its counts."""
        assert self.label is not None  # explain has seen to it
        return self.label, self.counts_of(self.label)

    @property
    def averaged(self) -> list[Label]:
        """Return the classes of an average."""
        return [label for label in self.matrix.labels if label not in self.exclude]

    def count(self, cells: Iterable[Cell]) -> int:
        """Add the counts of some cells up."""
        return sum(self.cells[i][j] for i, j in cells)

    def counts_of(self, label: Label) -> ClassCounts:
        """Return TP, FN, FP and TN of a class."""
        at = self.matrix.index(label)
        return ClassCounts(*(self.count(of_class(it, self.size, at)) for it in ClassCounts._fields))

    def amount(
        self,
        factors: Iterable[Cell] | Mapping[Cell, int | Fraction],
        *,
        chance: bool = False,
        multiplied: bool = False,
        beside: int = 0,
    ) -> Amount:
        """Work out what some cells, counted once or by their factors, add up to or multiply to."""
        if not isinstance(factors, Mapping):
            factors = dict.fromkeys(factors, 1)
        if multiplied:
            value = prod(self.cells[i][j] ** int(times) for (i, j), times in factors.items())
        elif chance:
            value = sum(it * self.rows[i] * self.columns[j] for (i, j), it in factors.items())
            value = Fraction(value, self.total) if self.total else 0
        else:
            value = sum(times * self.cells[i][j] for (i, j), times in factors.items())
        return Amount(factors, Fraction(value + beside), chance, multiplied, beside)


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
    # The cells that the result was worked out from, and how.
    terms: Sequence[Term] = ()
    collected: Collected = "sum"
