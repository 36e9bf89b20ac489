"""The picture of a measure in words: its cells, filled, hatched and outlined, and its value."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from cmlib._text import class_text, label_text
from cmlib.by_hand import Explanation
from cmlib.by_hand.cells import Amount, Cell, Term, diagonal, line, of_class, off_diagonal
from cmlib.by_hand.notation import PLAIN, capitalised
from cmlib.matrix import ConfusionMatrix

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
    """Describe the picture of a measure: which cells it shows, and how."""
    cm, terms, collected = explanation.matrix, explanation.terms, explanation.collected
    said = [matrix_words(cm)]
    if collected == "products":
        right, wrong = (_where(cm, term.top) for term in terms)
        said.append(f"Filled, multiplied: {right}. Hatched, multiplied and subtracted: {wrong}.")
        if len(cm.labels) == 2:
            said.append(
                f"Outlined, under the root: the row sums {_list(cm.support)} and the column "
                f"sums {_list(cm.predicted)}."
            )
    elif len(terms) == 1:
        (term,) = terms
        said.append(f"Filled: {_where(cm, term.top)}. Outlined: {_where(cm, term.bottom)}.")
    else:
        by_name = collected != "sum"
        said += [_term_words(cm, term, by_name=by_name) for term in terms]
        said.append(_TOGETHER[collected])
    share = f": {_share(terms[0])}" if explanation.exact is not None and len(terms) == 1 else ""
    value = PLAIN.decimal(explanation.exact) if explanation.exact is not None else "is undefined"
    said.append(f"{capitalised(explanation.subject)}{share} {value}.")
    return " ".join([*said, explanation.note]).strip()


def matrix_words(cm: ConfusionMatrix) -> str:
    """Write the number of classes of a matrix, and their names."""
    names = [label_text(label) for label in cm.labels]
    noun = "class" if len(names) == 1 else "classes"
    return f"Matrix of {len(names)} {noun}, {_list(names)}."


def _term_words(cm: ConfusionMatrix, term: Term, *, by_name: bool) -> str:
    """Describe one term of several: a class by its name, a part of a formula by its symbols."""
    if term.constant:
        return f"{'Less' if term.sign < 0 else 'Starting from'} {term.text}."
    head = class_text(term.label) if by_name and term.label is not None else term.text
    tone = "hatched" if term.sign < 0 else "filled"
    undefined = " is undefined" if term.fraction is None else ""
    return (
        f"For {head}: {tone} {_where(cm, term.top)}; outlined {_where(cm, term.bottom)}; "
        f"{_share(term)}{undefined}."
    )


def _where(cm: ConfusionMatrix, amount: Amount) -> str:
    """Name the cells of an amount, with their counts."""
    said = []
    if amount.cells:
        numbers = _numbers(cm, amount)
        said.append(_region(cm, amount.cells) + (f" ({numbers})" if numbers else ""))
    if amount.beside:
        said.append(f"the samples without a prediction ({amount.beside})")
    place = " of the matrix expected by chance" if amount.chance else ""
    return (" and ".join(said) or "no cell") + place


def _region(cm: ConfusionMatrix, cells: Sequence[Cell]) -> str:
    """Name a set of cells in the shortest words."""
    size, names = len(cm.labels), [label_text(label) for label in cm.labels]
    single = [f"truth {names[i]}, predicted {names[j]}" for i, j in cells]
    if len(single) == 1:
        return single[0]
    whole = {
        "all cells": line(size),
        "the diagonal": diagonal(size),
        "all cells off the diagonal": off_diagonal(size),
    }
    for at, name in enumerate(names):
        whole |= {f"the row truth {name}": line(size, at)}
        whole |= {f"the column predicted {name}": line(size, None, at)}
    for at, name in enumerate(names):
        tp, fn, fp, tn = (of_class(it, size, at) for it in ("TP", "FN", "FP", "TN"))
        whole |= {
            f"all cells outside the row and the column of {name}": tn,
            f"all rows but truth {name}": fp + tn,
            f"all columns but predicted {name}": fn + tn,
            f"the row and the column of {name}": tp + fn + fp,
        }
    named = (words for words, region in whole.items() if region.cells == cells)
    return next(named, "; ".join(single))


def _numbers(cm: ConfusionMatrix, amount: Amount) -> str:
    """Write the counts of up to four cells one by one, of more cells what they add up to."""
    factors = amount.factors
    if amount.multiplied:
        return " × ".join(str(cm.counts[at]) for at in factors) if len(factors) <= 4 else ""
    if amount.chance or len(factors) > 4:
        return _plain(amount.value)
    return " + ".join(PLAIN.multiple(it, cm.counts[at]) for at, it in factors.items())


def _share(term: Term) -> str:
    return f"{_plain(term.top.value)} of {_plain(term.bottom.value)}"


def _plain(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else PLAIN.decimal(value, 2).removeprefix("= ")


def _list(parts: Iterable[object]) -> str:
    *first, last = map(str, parts)
    return f"{', '.join(first)} and {last}" if first else last
