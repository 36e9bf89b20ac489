"""The cells that a measure is made of, in a small drawing of the matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from operator import add
from typing import TYPE_CHECKING

from cmlib._checks import check_classes
from cmlib.by_hand import Explanation, explain
from cmlib.by_hand.cells import Amount, Term
from cmlib.by_hand.notation import decimal_text, number_text
from cmlib.matrix import ConfusionMatrix
from cmlib.plot.cell_panels import Panel, draw_panels, short_name
from cmlib.plot.cell_words import lit_words
from cmlib.plot.svg import describe, finished
from cmlib.plot.text import label_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike

    from cmlib._labels import Label, Labels
    from cmlib.by_hand.question import Average, Weights

MOST_CLASSES = 10
# As many columns of cells hold numbers; in more of them, cells are small and empty.
_MOST_COLUMNS = 12
_ABOVE = {
    "mean": "the mean of",
    "weighted mean": "the mean, weighted by support, of",
    "added up": "first added up, then divided once",
    "geometric mean": "the geometric mean of",
}


def lit(
    measure: str,
    matrix: ConfusionMatrix | ArrayLike,
    label: Label | None = None,
    *,
    average: Average | None = None,
    beta: float | Fraction = 1.0,
    weights: Weights | None = None,
    abstained: int = 0,
    exclude: Labels = (),
    ax: Axes | None = None,
) -> Axes:
    """Draw the cells that a measure is made of.

    A filled cell is counted, an outlined one is divided by, a hatched one is subtracted. The cells
    are those that `cmlib.explain` works the measure out from.

    Parameters
    ----------
    measure : str
        The name of the measure, as for `cmlib.explain`: ``"precision"``.
    matrix : ConfusionMatrix or array-like of shape (K, K)
        One matrix of integer counts of at most 10 classes; rows are the truth.
    label : int, str or bool, optional
        The class, for a measure that every class has.
    average : {"macro", "micro", "weighted"}, optional
        Average over the classes instead.
    beta, weights, abstained, exclude
        The options that some measures have, as for `cmlib.explain`.
    ax : matplotlib Axes, optional
        Where to draw; what does not fit shrinks. By default a new figure is made, as large as the
        drawing needs.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError
        If `cmlib.explain` refuses the question, if there are more than 10 classes, or if ``ax`` is
        polar.
    TypeError
        If the counts are not integers, an argument is of the wrong kind, or ``ax`` is not a
        matplotlib Axes.

    See Also
    --------
    cmlib.explain : the same measure in symbols and numbers.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix
    >>> pets = ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])
    >>> ax = lit("precision", pets, "dog")
    >>> ax.texts[-1].get_text()
    '5 / (5 + 3) = 0.6250'
    """
    asked = explain(
        measure,
        matrix,
        label,
        average=average,
        beta=beta,
        weights=weights,
        abstained=abstained,
        exclude=exclude,
    )
    return lit_explanation(asked, ax)


def lit_explanation(explanation: Explanation, ax: Axes | None = None) -> Axes:
    """Draw the cells of a measure that is worked out already."""
    check_classes(explanation.size, "matrix", 1, MOST_CLASSES, "to be drawn")
    several = len(explanation.terms) > 1
    ax = draw_panels(
        _panels(explanation),
        above=_ABOVE.get(explanation.collected, "") if several else "",
        below=[explanation.numbers.replace(" - ", " − ")],
        ax=ax,
    )
    describe(ax, lit_words(explanation))
    return ax


def picture(explanation: Explanation) -> dict[str, str]:
    """Return the cells of a measure as a notebook displays them: an SVG, and the same in words."""
    picture, words = finished(lit_explanation(explanation))
    return {"image/svg+xml": picture, "text/plain": words}


def _panels(explanation: Explanation) -> list[Panel]:
    """Return the panels of a measure, in the order of its terms."""
    terms, collected = explanation.terms, explanation.collected
    if collected == "products":
        return [_products(explanation)]
    # What stands between one term and the next.
    between = {"added up": "+", "geometric mean": "×"}.get(collected, "")
    signs = {1: "+", -1: "−"} if collected in ("sum", "kappa", "correlation") else {}
    small = len(terms) * explanation.size > _MOST_COLUMNS and len(terms) > 1
    panels: list[Panel] = []
    for number, term in enumerate(terms):
        before = signs.get(term.sign, between) if number else ""
        panels += _of_term(explanation, term, before, first=not panels, small=small)
    if collected == "added up" and len(terms) > 1:
        panels.append(_together(explanation, small=small))
    return panels


def _of_term(
    explanation: Explanation, term: Term, before: str, *, first: bool, small: bool
) -> list[Panel]:
    """Return the panel of a term; none but its number if it has no cells, and two of two matrices.

    In a weighted kappa, cells of the matrix are divided by those of the one expected by chance.
    """
    if term.constant:
        return [Panel(0, before=f"{before} {term.text}".strip())]
    apart = term.top.chance != term.bottom.chance
    alone = len(explanation.terms) == 1
    panel = Panel(
        explanation.size,
        texts=None if small else _texts(explanation, term.top if apart else term.bottom),
        filled=term.top.cells if term.sign > 0 else (),
        hatched=term.top.cells if term.sign < 0 else (),
        outlined=() if apart else term.bottom.cells,
        names=((), ()) if small else class_names(explanation.matrix, rows=first),
        before=before,
        below=() if alone else _below(explanation, term),
        sums=_sums(explanation, small=small),
        beside=f"{term.bottom.beside}" if term.bottom.beside else "",
        beside_filled=bool(term.top.beside),
    )
    if not apart:
        return [panel]
    below = Panel(
        explanation.size,
        texts=None if small else _texts(explanation, term.bottom),
        outlined=term.bottom.cells,
        names=((), ()) if small else class_names(explanation.matrix, rows=False),
        before="/",
        below=("expected", f"{_number(term.bottom.value)}"),
    )
    return [replace(panel, below=("observed", f"{_number(term.top.value)}")), below]


def _products(explanation: Explanation) -> Panel:
    """Return the panel of a difference of two products, divided by a root."""
    right, wrong = explanation.terms
    binary = explanation.size == 2
    return Panel(
        explanation.size,
        texts=[[f"{count:,}" for count in row] for row in explanation.cells],
        filled=right.top.cells,
        hatched=wrong.top.cells,
        names=class_names(explanation.matrix),
        sums=_sums(explanation, small=False) if binary else ((), ()),
        boxed=binary,
    )


def _together(explanation: Explanation, *, small: bool) -> Panel:
    """Return the panel in which the cells of all classes are added up."""
    top, bottom = (
        _sum([getattr(term, part) for term in explanation.terms]) for part in ("top", "bottom")
    )
    return Panel(
        explanation.size,
        texts=None if small else _texts(explanation, bottom),
        filled=top.cells,
        outlined=bottom.cells,
        names=((), ()) if small else class_names(explanation.matrix, rows=False),
        before="=",
        below=("together", _share(top, bottom)),
    )


def _sum(amounts: Sequence[Amount]) -> Amount:
    value = sum((amount.value for amount in amounts), Fraction(0))
    return Amount(reduce(add, [amount.region for amount in amounts]), value)


def _texts(explanation: Explanation, amount: Amount) -> list[list[str]]:
    """Write the count of each cell, with how many times it is counted if that is not once."""
    rows, columns, total = explanation.rows, explanation.columns, explanation.total
    texts = []
    for i, row in enumerate(explanation.cells):
        texts.append([f"{count:,}" for count in row])
        for j in range(len(row)):
            if amount.chance:
                expected = Fraction(rows[i] * columns[j], total) if total else Fraction(0)
                texts[i][j] = _number(expected)
            factor = Fraction(amount.factors.get((i, j), 1))
            if factor != 1:
                texts[i][j] = f"{number_text(factor)} × {texts[i][j]}"
    return texts


def _below(explanation: Explanation, term: Term) -> list[str]:
    """Write what stands under one panel of several: what it is, and its fraction."""
    if explanation.collected in ("sum", "kappa", "correlation"):
        return [term.text, _share(term.top, term.bottom, explanation.total)]
    share = _share(term.top, term.bottom)
    if term.fraction is None and explanation.collected != "added up":
        share = f"{share}: left out"
    elif explanation.collected == "weighted mean":
        share = f"{term.weight} × {share}"
    assert term.label is not None  # every average is one over classes
    name = short_name(label_text(term.label))
    # A number alone would read like a value.
    return [name if isinstance(term.label, str) else f"class {name}", share]


def _share(top: Amount, bottom: Amount, total: int = 1) -> str:
    """Write a fraction; of what chance expects, with whole numbers."""
    times = total if top.chance else 1
    return f"{number_text(top.value * times)}/{number_text(bottom.value * times)}"


def _number(value: Fraction) -> str:
    return f"{Decimal(decimal_text(value, 0 if value.denominator == 1 else 1)):,}"


def _sums(explanation: Explanation, *, small: bool) -> tuple[Sequence[str], Sequence[str]]:
    """Return the sums of rows and columns where chance or a root is made of them."""
    if small or explanation.collected not in ("kappa", "correlation", "products"):
        return (), ()
    return [f"{it:,}" for it in explanation.rows], [f"{it:,}" for it in explanation.columns]


def class_names(
    matrix: ConfusionMatrix, *, rows: bool = True
) -> tuple[Sequence[str], Sequence[str]]:
    """Return the classes as they stand beside the rows and above the columns."""
    names = [short_name(label_text(label)) for label in matrix.labels]
    return names if rows else (), names
