"""The pictures of cells in words: which are filled, hatched and outlined, and what comes out."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from cmlib.by_hand import Explanation
from cmlib.by_hand.cells import (
    Amount,
    Cell,
    Term,
    column,
    diagonal,
    every_cell,
    of_class,
    off_diagonal,
    row,
)
from cmlib.by_hand.notation import PLAIN, capitalised, number_text
from cmlib.matrix import ConfusionMatrix
from cmlib.plot.text import label_text

_TOGETHER = {
    "mean": "The measure is the mean of these.",
    "weighted mean": "The measure is the mean of these, weighted by the number of samples.",
    "added up": "The measure adds filled to filled, outlined to outlined, then divides once.",
    "geometric mean": "The measure is the geometric mean of these.",
    "kappa": "The measure is the difference, divided by 1 less the share expected by chance.",
    "correlation": "The measure is the difference, divided by a root of the row and column sums.",
    "sum": "The measure adds what is filled and subtracts what is hatched.",
}


def lit_words(explanation: Explanation) -> str:
    """Say which cells a picture of a measure shows, and how."""
    said = [matrix_words(explanation.matrix)]
    terms = explanation.terms
    if explanation.collected == "products":
        right, wrong = (_where(explanation, term.top) for term in terms)
        said.append(f"Filled, multiplied: {right}. Hatched, multiplied and subtracted: {wrong}.")
        if explanation.size == 2:
            said.append(
                f"Outlined, under the root: the row sums {_list(explanation.rows)} and the column "
                f"sums {_list(explanation.columns)}."
            )
    else:
        said += [_term_words(explanation, term) for term in terms]
        if len(terms) > 1:
            said.append(_TOGETHER[explanation.collected])
    said.append(f"{capitalised(explanation.subject)}{_value(explanation)}.")
    return " ".join([*said, explanation.note]).strip()


def matrix_words(matrix: ConfusionMatrix) -> str:
    """Say how large a matrix is and name its classes."""
    names = [label_text(label) for label in matrix.labels]
    noun = "class" if len(names) == 1 else "classes"
    return f"Matrix of {len(names)} {noun}, {_list(names)}."


def _term_words(explanation: Explanation, term: Term) -> str:
    if term.constant:
        return f"{'Less' if term.sign < 0 else 'Starting from'} {term.text}."
    several = len(explanation.terms) > 1
    # A class by its name, a part of a formula by its symbols.
    head = term.text
    if _averaged(explanation) and term.label is not None:
        name = label_text(term.label)
        # A number alone would read like a value.
        head = name if isinstance(term.label, str) else f"class {name}"
    tone = "hatched" if term.sign < 0 else "filled"
    top, bottom = _where(explanation, term.top), _where(explanation, term.bottom)
    if several:
        words = f"For {head}: {tone} {top}; outlined {bottom}"
    else:
        words = f"{tone.capitalize()}: {top}. Outlined: {bottom}"
    if not several:
        return f"{words}."
    return f"{words}; {_share(term)}{' is undefined' if term.fraction is None else ''}."


def _averaged(explanation: Explanation) -> bool:
    return explanation.collected not in ("sum", "kappa", "correlation")


def _where(explanation: Explanation, amount: Amount) -> str:
    """Name the cells of an amount, with their counts."""
    said = []
    if amount.cells:
        numbers = _numbers(explanation, amount)
        said.append(_region(explanation, amount.cells) + (f" ({numbers})" if numbers else ""))
    if amount.beside:
        said.append(f"the samples without a prediction ({amount.beside})")
    place = " of the matrix expected by chance" if amount.chance else ""
    return (" and ".join(said) or "no cell") + place


def _region(explanation: Explanation, cells: Sequence[Cell]) -> str:
    """Name a set of cells in the shortest words."""
    size, found = explanation.size, set(cells)
    names = [label_text(label) for label in explanation.matrix.labels]
    if len(found) == 1:
        ((i, j),) = found
        return f"truth {names[i]}, predicted {names[j]}"
    whole = {
        "all cells": every_cell(size),
        "the diagonal": diagonal(size),
        "all cells off the diagonal": off_diagonal(size),
    }
    for at, name in enumerate(names):
        whole |= {
            f"the row truth {name}": row(size, at),
            f"the column predicted {name}": column(size, at),
        }
    for at, name in enumerate(names):
        tp, fn, fp, tn = (of_class(it, size, at) for it in ("TP", "FN", "FP", "TN"))
        whole |= {
            f"all cells outside the row and the column of {name}": tn,
            f"all rows but truth {name}": fp + tn,
            f"all columns but predicted {name}": fn + tn,
            f"the row and the column of {name}": tp + fn + fp,
        }
    for words, region in whole.items():
        if found == set(region.cells):
            return words
    return "; ".join(f"truth {names[i]}, predicted {names[j]}" for i, j in sorted(found))


def _numbers(explanation: Explanation, amount: Amount) -> str:
    """Write the counts of up to four cells as they are worked with, of more what they add up to."""
    cells = explanation.cells
    if amount.multiplied:
        few = len(amount.factors) <= 4
        return " × ".join(str(cells[i][j]) for i, j in amount.cells) if few else ""
    if amount.chance or len(amount.factors) > 4:
        return _plain(amount.value)
    return " + ".join(
        f"{number_text(Fraction(amount.factors[i, j]))} × {cells[i][j]}"
        if amount.factors[i, j] != 1
        else str(cells[i][j])
        for i, j in amount.cells
    )


def _value(explanation: Explanation) -> str:
    """Write what comes out, as the end of a sentence about it."""
    if explanation.exact is None:
        return " is undefined"
    decimal = PLAIN.decimal(explanation.exact)
    if len(explanation.terms) > 1:
        return f" {decimal}"
    return f": {_share(explanation.terms[0])} {decimal}"


def _share(term: Term) -> str:
    return f"{_plain(term.top.value)} of {_plain(term.bottom.value)}"


def _plain(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value)
    return PLAIN.decimal(value, 2).removeprefix("= ")


def _list(parts: Sequence[object]) -> str:
    *first, last = map(str, parts)
    return f"{', '.join(first)} and {last}" if first else last
