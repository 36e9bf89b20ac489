"""A question about a matrix, the counts that answer it, and the answer in one notation."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import NamedTuple

from cmlib._averages import Average, Weights
from cmlib._labels import Label
from cmlib.by_hand.cells import Amount, Cell, Collected, Line, Region, Term, of_class, off_diagonal
from cmlib.matrix import ConfusionMatrix

# The note of a value that is 0/0 because nothing was counted.
EMPTY = "The matrix holds no samples."


class ClassCounts(NamedTuple):
    """The four one-vs-rest counts of one class."""

    TP: int
    FN: int
    FP: int
    TN: int


@dataclass(unsafe_hash=True)  # nothing in it is ever changed
class Question:
    """The arguments of `explain`, checked; two questions about different matrices can be equal.

    ``beta``, ``weights`` and ``abstained`` belong to one measure each; elsewhere they have their
    defaults.
    """

    name: str
    matrix: ConfusionMatrix = field(compare=False)
    label: Label | None = None
    average: Average = None
    exclude: tuple[Label, ...] = ()
    beta: Fraction = Fraction(1)
    weights: Weights = None
    abstained: int = 0

    def __post_init__(self) -> None:
        """Add the counts up, as integers of any size."""
        self.size = len(self.matrix.labels)
        self.cells: list[list[int]] = self.matrix.counts.tolist()
        self.rows = [sum(row) for row in self.cells]
        self.columns: list[int] = [sum(column) for column in zip(*self.cells, strict=True)]
        self.total = sum(self.rows)
        self.hits = [row[at] for at, row in enumerate(self.cells)]

    @property
    def others(self) -> list[tuple[Cell, int]]:
        """The cells off the diagonal: row and column number, count."""
        return [(cell, self.count(cell)) for cell in off_diagonal(self.size).cells]

    @property
    def chosen(self) -> tuple[Label, ClassCounts]:
        """The class asked about and its counts."""
        assert self.label is not None  # checked by explain
        return self.label, self.counts_of(self.label)

    @property
    def averaged(self) -> list[Label]:
        """The classes of an average."""
        return [label for label in self.matrix.labels if label not in self.exclude]

    def count(self, line: Line) -> int:
        """Return the count of a cell, or the sum of a row, a column or the whole matrix."""
        truth, predicted = line
        if truth is None:
            return self.total if predicted is None else self.columns[predicted]
        return self.rows[truth] if predicted is None else self.cells[truth][predicted]

    def counts_of(self, label: Label) -> ClassCounts:
        """Return TP, FN, FP and TN of a class."""
        at = self.matrix.index(label)
        regions = (of_class(count, self.size, at) for count in ClassCounts._fields)
        return ClassCounts(*(int(self.amount(region).value) for region in regions))

    def expected(self, line: Line) -> Fraction:
        """Return the count that chance expects: row sum times column sum, over the total."""
        truth, predicted = line
        product = self.count((truth, None)) * self.count((None, predicted))
        return Fraction(product, self.total) if self.total else Fraction(0)

    def amount(
        self, region: Region, *, chance: bool = False, multiplied: bool = False, beside: int = 0
    ) -> Amount:
        """Return what some cells add up to, or multiply to, each as often as its factor says."""
        count = self.expected if chance else self.count
        value: int | Fraction = sum(it * count(line) for line, it in region.lines.items())
        if multiplied:
            value = prod(self.count(cell) ** int(it) for cell, it in region.factors.items())
        value = Fraction(value + beside)
        return Amount(region.size, region.lines, value, chance, multiplied, beside)


@dataclass(frozen=True)
class Work:
    """A measure worked out in one notation.

    ``result`` is None if undefined; ``pieces`` are parts of the formula worked out apart,
    ``"p_o = …"``, each with its meaning; ``terms`` are the cells of the result, and ``collected``
    how it comes from them.
    """

    formula: str
    substituted: str
    result: Fraction | None
    legend: str = ""
    note: str = ""
    exact: bool = True
    pieces: Sequence[tuple[str, str]] = ()
    terms: Sequence[Term] = ()
    collected: Collected = "sum"
