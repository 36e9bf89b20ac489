"""The cells that a measure is made of: what is counted, and what it is divided by.

A measure's numbers are worked out from these cells, and its picture is drawn from them, so that the
two cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from cmlib._labels import Label

# A row number and a column number: the truth, the prediction.
Cell: TypeAlias = tuple[int, int]
# How a measure comes from its terms. "kappa" is (P_o - P_e) / (1 - P_e); "correlation" divides
# P_o - P_e, "products" the difference of two products, by a root.
Collected: TypeAlias = Literal[
    "sum",
    "mean",
    "weighted mean",
    "added up",
    "geometric mean",
    "kappa",
    "correlation",
    "products",
]


def of_class(count: str, size: int, at: int) -> list[Cell]:
    """Return the cells whose counts add up to TP, FN, FP or TN of the class with this number.

    Examples
    --------
    >>> {count: of_class(count, 3, 0) for count in ("TP", "FN", "FP")}
    {'TP': [(0, 0)], 'FN': [(0, 1), (0, 2)], 'FP': [(1, 0), (2, 0)]}
    >>> of_class("TN", 3, 0)
    [(1, 1), (1, 2), (2, 1), (2, 2)]
    """
    others = [other for other in range(size) if other != at]
    truth = [at] if count in ("TP", "FN") else others
    predicted = [at] if count in ("TP", "FP") else others
    return [(i, j) for i in truth for j in predicted]


def row(size: int, at: int) -> list[Cell]:
    """Return the cells of the samples that truly are of a class."""
    return [(at, j) for j in range(size)]


def column(size: int, at: int) -> list[Cell]:
    """Return the cells of the samples predicted as a class."""
    return [(i, at) for i in range(size)]


def diagonal(size: int) -> list[Cell]:
    """Return the cells of the correct predictions."""
    return [(i, i) for i in range(size)]


def off_diagonal(size: int) -> list[Cell]:
    """Return the cells of the confusions, row by row."""
    return [(i, j) for i, j in every_cell(size) if i != j]


def every_cell(size: int) -> list[Cell]:
    """Return all cells, row by row."""
    return [(i, j) for i in range(size) for j in range(size)]


@dataclass(frozen=True)
class Amount:
    """What some cells add up to.

    Attributes
    ----------
    factors : dict of (int, int) to int or Fraction
        The cells, as row and column number, and how many times each is counted.
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

    factors: Mapping[Cell, int | Fraction]
    value: Fraction
    chance: bool = False
    multiplied: bool = False
    beside: int = 0

    @property
    def cells(self) -> list[Cell]:
        """The cells, row by row."""
        return sorted(self.factors)


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
        return not self.bottom.factors and self.bottom.beside == 1

    def as_dict(self) -> dict[str, Any]:
        """Return sign and cells in plain lists, as JSON writes them.

        Examples
        --------
        >>> from cmlib import explain
        >>> explain("recall", [[5, 7], [3, 7]], 0).terms[0].as_dict()
        {'sign': 1, 'top': [[0, 0]], 'bottom': [[0, 0], [0, 1]]}
        """
        top, bottom = ([list(cell) for cell in amount.cells] for amount in (self.top, self.bottom))
        return {"sign": self.sign, "top": top, "bottom": bottom}


def one(sign: Literal[1, -1] = 1) -> Term:
    """Return a plain 1 as a term."""
    amount = Amount({}, Fraction(1), beside=1)
    return Term("1", amount, amount, sign)


def collect(terms: Sequence[Term], collected: Collected) -> Fraction | None:
    """Work a measure out from its terms, unless it takes a root; None if it is undefined.

    Examples
    --------
    >>> half, third = Amount({(0, 0): 1}, Fraction(1)), Amount({(0, 1): 1}, Fraction(2))
    >>> collect([Term("a / b", half, third), Term("a / a", half, half, sign=-1)], "sum")
    Fraction(-1, 2)
    """
    if collected == "added up":
        bottom = sum((term.bottom.value for term in terms), Fraction(0))
        return sum((term.top.value for term in terms), Fraction(0)) / bottom if bottom else None
    if collected in ("mean", "weighted mean"):
        # A term that has no value is left out; `explain` says so.
        weighed = [(it.weight, it.fraction) for it in terms if it.fraction is not None]
        total = sum(weight for weight, _ in weighed)
        return sum((weight * it for weight, it in weighed), Fraction(0)) / total if total else None
    values = [it.sign * it.fraction for it in terms if it.fraction is not None]
    if len(values) < len(terms):
        return None
    difference = sum(values, Fraction(0))
    if collected == "sum":
        return difference
    assert collected == "kappa"  # all others take a root
    beyond_chance = 1 - terms[1].top.value / terms[1].bottom.value
    return difference / beyond_chance if beyond_chance else None
