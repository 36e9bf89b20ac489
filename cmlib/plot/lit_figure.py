"""The cells that a measure is made of, in a small drawing of the matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Any

from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from cmlib._averages import Average, Weights
from cmlib._checks import check_classes
from cmlib._labels import Label, Labels
from cmlib._text import class_text, label_text
from cmlib.by_hand import Explanation, explain
from cmlib.by_hand.cells import Amount, Region, Term
from cmlib.by_hand.notation import PLAIN, decimal_text, number_text
from cmlib.matrix import ConfusionMatrix
from cmlib.plot.cell_panels import Panel, draw_panels, short_name
from cmlib.plot.cell_words import lit_words
from cmlib.plot.svg import describe, finished

MOST_CLASSES = 10
# With more columns of cells than this, cells are small and empty.
_MOST_COLUMNS = 12
# What stands above the panels of an average, and between two of them.
_AVERAGES = {
    "mean": ("the mean of", ""),
    "weighted mean": ("the mean, weighted by support, of", ""),
    "added up": ("first added up, then divided once", "+"),
    "geometric mean": ("the geometric mean of", "×"),
}


def lit(
    measure: str,
    cm: ConfusionMatrix | ArrayLike,
    label: Label | None = None,
    *,
    average: Average = None,
    beta: float | Fraction = 1.0,
    weights: Weights = None,
    abstained: int = 0,
    exclude: Labels = (),
    ax: Axes | None = None,
) -> Axes:
    """Draw the cells that a measure is made of.

    A filled cell is counted, an outlined one is divided by, a hatched one is subtracted. The cells
    are those that `cmlib.explain` works the measure out from.

    Parameters
    ----------
    measure, cm, label, average, beta, weights, abstained, exclude
        As for `cmlib.explain`; ``cm`` has at most 10 classes.
    ax : matplotlib Axes, optional
        Where to draw; what does not fit shrinks. By default a new figure is made, as large as the
        drawing needs.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError
        For what `cmlib.explain` refuses, for more than 10 classes, or if ``ax`` is polar.
    TypeError
        If the counts are not integers, an argument is of the wrong kind, or ``ax`` is not a
        matplotlib Axes.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix
    >>> pets = ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])
    >>> ax = lit("precision", pets, "dog")
    >>> ax.texts[-1].get_text()
    '5 / (5 + 3) = 0.6250'
    """
    options: dict[str, Any] = {"beta": beta, "weights": weights, "abstained": abstained}
    return lit_explanation(
        explain(measure, cm, label, average=average, exclude=exclude, **options), ax
    )


def lit_explanation(explanation: Explanation, ax: Axes | None = None) -> Axes:
    """Draw the cells of an explanation."""
    check_classes(len(explanation.matrix.labels), "cm", 1, MOST_CLASSES, "to be drawn")
    above = _AVERAGES.get(explanation.collected, ("",))[0] if len(explanation.terms) > 1 else ""
    below = [explanation.numbers.replace(" - ", " − ")]
    ax = draw_panels(_panels(explanation), above=above, below=below, ax=ax)
    return describe(ax, lit_words(explanation))


def picture(explanation: Explanation) -> dict[str, str]:
    """Return the cells of a measure as a notebook displays them: an SVG, and the same in words."""
    picture, words = finished(lit_explanation(explanation))
    return {"image/svg+xml": picture, "text/plain": words}


def _panels(explanation: Explanation) -> list[Panel]:
    """Return the panels of a measure, in the order of its terms."""
    terms, collected, cm = explanation.terms, explanation.collected, explanation.matrix
    if collected == "products":
        return [_products(explanation)]
    small = len(terms) > 1 and len(terms) * len(cm.labels) > _MOST_COLUMNS
    panels: list[Panel] = []
    for number, term in enumerate(terms):
        sign = _AVERAGES[collected][1] if collected in _AVERAGES else "−" if term.sign < 0 else "+"
        before = sign if number else ""
        panels += _of_term(explanation, term, before, first=not panels, small=small)
    if collected == "added up" and len(terms) > 1:
        top, bottom = _sum([it.top for it in terms]), _sum([it.bottom for it in terms])
        below = "together", _share(top, bottom)
        together = Panel(
            len(cm.labels), filled=top.cells, outlined=bottom.cells, before="=", below=below
        )
        panels.append(together if small else _written(together, cm, bottom))
    return panels


def _sum(amounts: Sequence[Amount]) -> Amount:
    """Return all cells of some amounts, and what they add up to."""
    cells: Region = reduce(add, amounts)
    return Amount(cells.size, cells.lines, sum((it.value for it in amounts), Fraction(0)))


def _of_term(
    explanation: Explanation, term: Term, before: str, *, first: bool, small: bool
) -> list[Panel]:
    """Return a term's panels: a bare number without cells, two where two matrices are divided.

    In a weighted kappa, cells of the matrix are divided by those of the one expected by chance.
    """
    if term.constant:
        return [Panel(0, before=f"{before} {term.text}".strip())]
    cm = explanation.matrix
    apart = term.top.chance != term.bottom.chance
    by_chance = explanation.collected in ("kappa", "correlation")
    below: Sequence[str] = ()
    if apart:
        below = "observed", _number(term.top.value)
    elif len(explanation.terms) > 1:
        below = _below(explanation, term)
    panel = Panel(
        len(cm.labels),
        filled=term.top.cells if term.sign > 0 else (),
        hatched=term.top.cells if term.sign < 0 else (),
        outlined=() if apart else term.bottom.cells,
        before=before,
        below=below,
        sums=_sums(cm) if by_chance and not small else ((), ()),
        beside=f"{term.bottom.beside or ''}",
        beside_filled=bool(term.top.beside),
    )
    if small:
        return [panel]
    if not apart:
        return [_written(panel, cm, term.bottom, rows=first)]
    below = "expected", _number(term.bottom.value)
    expected = Panel(panel.size, outlined=term.bottom.cells, before="/", below=below)
    return [_written(panel, cm, term.top, rows=first), _written(expected, cm, term.bottom)]


def _written(panel: Panel, cm: ConfusionMatrix, amount: Amount, *, rows: bool = False) -> Panel:
    """Return a panel with the counts of an amount and the names of the classes."""
    return replace(panel, texts=_texts(cm, amount), names=class_names(cm, rows=rows))


def _products(explanation: Explanation) -> Panel:
    """Return the panel of a difference of two products, divided by a root."""
    (right, wrong), cm = explanation.terms, explanation.matrix
    binary = len(cm.labels) == 2
    return Panel(
        len(cm.labels),
        texts=_texts(cm),
        filled=right.top.cells,
        hatched=wrong.top.cells,
        names=class_names(cm),
        sums=_sums(cm) if binary else ((), ()),
        boxed=binary,
    )


def _texts(cm: ConfusionMatrix, amount: Amount | None = None) -> list[list[str]]:
    """Write the count of each cell, with its factor if that is not 1."""
    texts = [[f"{count:,}" for count in row] for row in cm.counts]
    if amount is None:
        return texts
    if amount.chance:
        rows, columns, total = cm.support.tolist(), cm.predicted.tolist(), max(1, int(cm.total))
        texts = [[_number(Fraction(row * column, total)) for column in columns] for row in rows]
    for (i, j), factor in amount.factors.items():
        texts[i][j] = PLAIN.multiple(factor, texts[i][j])
    return texts


def _below(explanation: Explanation, term: Term) -> list[str]:
    """Write what stands under one panel of several: what it is, and its fraction."""
    if explanation.collected in ("sum", "kappa", "correlation"):
        return [term.text, _share(term.top, term.bottom, int(explanation.matrix.total))]
    share = _share(term.top, term.bottom)
    if term.fraction is None and explanation.collected != "added up":
        share = f"{share}: left out"
    elif explanation.collected == "weighted mean":
        share = f"{term.weight} × {share}"
    assert term.label is not None  # every average is one over classes
    return [short_name(class_text(term.label)), share]


def _share(top: Amount, bottom: Amount, total: int = 1) -> str:
    """Write a fraction; counts expected by chance are multiplied by ``total``, to be whole."""
    times = total if top.chance else 1
    return f"{number_text(top.value * times)}/{number_text(bottom.value * times)}"


def _number(value: Fraction) -> str:
    return f"{Decimal(decimal_text(value, 0 if value.denominator == 1 else 1)):,}"


def _sums(cm: ConfusionMatrix) -> tuple[Sequence[str], Sequence[str]]:
    """Return the sums of the rows and of the columns."""
    return [f"{it:,}" for it in cm.support], [f"{it:,}" for it in cm.predicted]


def class_names(cm: ConfusionMatrix, *, rows: bool = True) -> tuple[Sequence[str], Sequence[str]]:
    """Return the classes as they stand beside the rows and above the columns."""
    names = [short_name(label_text(label)) for label in cm.labels]
    return names if rows else (), names
