"""The cells that a measure is made of: what is counted, and what it is divided by.

A measure's numbers are worked out from these cells, and its picture is drawn from them, so that the
two cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal, TypeAlias

from cmlib._labels import Label

# A row number and a column number: the truth, the prediction.
Cell: TypeAlias = tuple[int, int]
# The same with None for "all of them": a row, a column or the whole matrix.
Line: TypeAlias = tuple[int | None, int | None]
# How a measure comes from its terms. "kappa" is (p_o - p_e) / (1 - p_e); "correlation" divides
# p_o - p_e, "products" the difference of two products, by a root.
Averaged: TypeAlias = Literal["mean", "weighted mean", "added up", "geometric mean"]
Collected: TypeAlias = Literal["sum", "kappa", "correlation", "products"] | Averaged


@dataclass(frozen=True)
class Region:
    """Cells of a matrix, made of whole lines that are added and subtracted.

    ``lines`` tells how many times each line is counted: a cell ``(i, j)``, a row ``(i, None)``, a
    column ``(None, j)`` or the whole matrix, ``(None, None)``. Sums of lines are known, so a region
    is summed without listing its cells: with hundreds of classes, the TN cells of all classes are
    millions.
    """

    size: int
    lines: Mapping[Line, int | Fraction]

    def __add__(self, other: Region) -> Region:
        """Return the cells of both; one that is in both is counted twice."""
        first, second = self.lines, other.lines
        both = {it: first.get(it, 0) + second.get(it, 0) for it in {**first, **second}}
        return Region(self.size, both)

    def __sub__(self, other: Region) -> Region:
        """Take cells away."""
        return self + other.times(-1)

    def times(self, factor: int | Fraction) -> Region:
        """Return the same cells, each counted so many times."""
        return Region(self.size, {line: factor * times for line, times in self.lines.items()})

    @cached_property
    def factors(self) -> dict[Cell, int | Fraction]:
        """The cells, row by row, and how many times each is counted."""
        every = range(self.size)
        factors: dict[Cell, int | Fraction] = {}
        for (truth, predicted), times in self.lines.items():
            for i in every if truth is None else [truth]:
                for j in every if predicted is None else [predicted]:
                    factors[i, j] = factors.get((i, j), 0) + times
        return {cell: factors[cell] for cell in sorted(factors) if factors[cell]}

    @property
    def cells(self) -> list[Cell]:
        """The cells, row by row."""
        return list(self.factors)


NO_CELL = Region(0, {})


def line(size: int, truth: int | None = None, predicted: int | None = None) -> Region:
    """Return a cell, a row (``truth`` alone), a column (``predicted`` alone) or all cells."""
    return Region(size, {(truth, predicted): 1})


def diagonal(size: int) -> Region:
    """Return the cells of the correct predictions."""
    return Region(size, {(at, at): 1 for at in range(size)})


def off_diagonal(size: int) -> Region:
    """Return the cells of the confusions."""
    return line(size) - diagonal(size)


def of_class(count: str, size: int, at: int) -> Region:
    """Return the cells whose counts add up to TP, FN, FP or TN of the class with this number."""
    hits, truth, predicted = line(size, at, at), line(size, at), line(size, None, at)
    if count == "TN":
        return line(size) - truth - predicted + hits
    return {"TP": hits, "FN": truth - hits, "FP": predicted - hits}[count]


@dataclass(frozen=True)
class Amount(Region):
    """What some cells add up to.

    Attributes
    ----------
    value : fractions.Fraction
        What they add up to, in the matrix that it was worked out for.
    chance : bool
        Whether the cells are those of the matrix expected by chance: row sum times column sum,
        divided by the number of samples.
    multiplied : bool
        Whether the cells are multiplied, not added; ``factors`` then are their exponents.
    beside : int
        What is added that stands in no cell: samples without a prediction, or a plain 1.
    """

    value: Fraction
    chance: bool = False
    multiplied: bool = False
    beside: int = 0


@dataclass(frozen=True)
class Term:
    """One part of a measure: what some cells add up to, divided by what others do.

    Attributes
    ----------
    text : str
        The term in symbols, without its sign: ``"TP / (TP + FP)"``.
    top, bottom : Amount
        The cells counted, and those divided by.
    sign : {1, -1}
        Whether the term is added or subtracted.
    label : int, str, bool or None
        The class that the term belongs to; None if to no single one.
    weight : int
        How much the term weighs in a weighted mean.
    """

    text: str
    top: Amount
    bottom: Amount
    sign: Literal[1, -1] = 1
    label: Label | None = None
    weight: int = 1

    @property
    def fraction(self) -> Fraction | None:
        """The term's value without its sign; None if it is undefined."""
        return self.top.value / self.bottom.value if self.bottom.value else None

    @property
    def constant(self) -> bool:
        """Whether the term is a plain 1, which stands in no cell."""
        return not self.bottom.lines and self.bottom.beside == 1


def one(sign: Literal[1, -1] = 1) -> Term:
    """Return a plain 1 as a term."""
    amount = Amount(0, {}, Fraction(1), beside=1)
    return Term("1", amount, amount, sign)


def collect(terms: Sequence[Term], collected: Collected) -> Fraction | None:
    """Work a measure out from its terms, unless it takes a root; None if it is undefined.

    Examples
    --------
    >>> a, b = Amount(2, {(0, 0): 1}, Fraction(1)), Amount(2, {(0, 1): 1}, Fraction(2))
    >>> collect([Term("a / b", a, b), Term("a / a", a, a, sign=-1)], "sum")
    Fraction(-1, 2)
    """
    if collected == "added up":
        bottom = sum((term.bottom.value for term in terms), Fraction(0))
        return sum((term.top.value for term in terms), Fraction(0)) / bottom if bottom else None
    values = [it.sign * it.weight * it.fraction for it in terms if it.fraction is not None]
    if collected in ("mean", "weighted mean"):
        # A term that has no value is left out; `explain` says so.
        total = sum(it.weight for it in terms if it.fraction is not None)
        return sum(values, Fraction(0)) / total if total else None
    if len(values) < len(terms):
        return None
    difference = sum(values, Fraction(0))
    if collected == "sum":
        return difference
    assert collected == "kappa"  # all others take a root
    beyond_chance = 1 - terms[1].top.value / terms[1].bottom.value
    return difference / beyond_chance if beyond_chance else None
