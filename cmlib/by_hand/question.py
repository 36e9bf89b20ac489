"""What is asked of a matrix, the counts it is answered from, and an answer worked out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    Line,
    Region,
    Term,
    diagonal,
    of_class,
    off_diagonal,
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
        return [sum(row) for row in self.cells]

    @cached_property
    def columns(self) -> list[int]:
        """Return the column sums."""
        return [sum(column) for column in zip(*self.cells, strict=True)]

    @cached_property
    def total(self) -> int:
        """Return the number of samples."""
        return sum(self.rows)

    @property
    def hits(self) -> list[int]:
        """Return the diagonal."""
        return [self.count(cell) for cell in diagonal(self.size).cells]

    @cached_property
    def others(self) -> list[tuple[Cell, int]]:
        """Return the cells off the diagonal: row and column number, count."""
        return [(cell, self.count(cell)) for cell in off_diagonal(self.size).cells]

    @property
    def chosen(self) -> tuple[Label, ClassCounts]:
        """Return the class asked about and its counts."""
        assert self.label is not None  # explain has seen to it
        return self.label, self.counts_of(self.label)

    @property
    def averaged(self) -> list[Label]:
        """Return the classes of an average."""
        return [label for label in self.matrix.labels if label not in self.exclude]

    def count(self, line: Line) -> int:
        """Return the count of a cell, or the sum of a row, a column or the whole matrix."""
        truth, predicted = line
        if truth is None:
            return self.total if predicted is None else self.columns[predicted]
        return self.rows[truth] if predicted is None else self.cells[truth][predicted]

    def expected(self, line: Line) -> int:
        """Return what chance expects there, times the number of samples: row sum, column sum."""
        truth, predicted = line
        return self.count((truth, None)) * self.count((None, predicted))

    def counts_of(self, label: Label) -> ClassCounts:
        """Return TP, FN, FP and TN of a class."""
        at = self.matrix.index(label)
        regions = (of_class(count, self.size, at) for count in ClassCounts._fields)
        return ClassCounts(*(int(self.amount(region).value) for region in regions))

    def amount(
        self,
        region: Region,
        *,
        chance: bool = False,
        multiplied: bool = False,
        beside: int = 0,
    ) -> Amount:
        """Work out what some cells, counted once or by their factors, add up to or multiply to."""
        value: int | Fraction
        if multiplied:
            value = multiply(self.count(cell) ** int(it) for cell, it in region.factors.items())
        elif chance:
            value = sum(times * self.expected(line) for line, times in region.lines.items())
            value = Fraction(value, self.total) if self.total else 0
        else:
            value = sum(times * self.count(line) for line, times in region.lines.items())
        return Amount(region, Fraction(value + beside), chance, multiplied, beside)


def multiply(numbers: Iterable[int]) -> int:
    """Multiply whole numbers: many small ones first, as a few long ones take long."""
    left = list(numbers)
    while len(left) > 1:
        left = [prod(left[at : at + 2]) for at in range(0, len(left), 2)]
    return prod(left)


@dataclass(frozen=True)
class Work:
    """A metric worked out: how it is written in one notation, what comes out (None: undefined)."""

    formula: str
    substituted: str
    result: Fraction | None
    legend: str = ""
    note: str = ""
    exact: bool = True
    # Parts of the formula worked out apart, "p_o = …", and what each of them is.
    pieces: Sequence[tuple[str, str]] = ()
    # The cells that the result was worked out from, and how.
    terms: Sequence[Term] = ()
    collected: Collected = "sum"
