"""Evidence for the verdicts of the ledger: tools for the checks of every document.

The functions here compare two numbers, or try a statement on many cases, and write down what they
saw; or they yield the cases. Checks of one document that are too long for a row
of a table are in `cmcourse.ledger.checks`.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cmcourse.ledger.rows import load, read_printed
from cmlib.matrix import ConfusionMatrix
from cmlib.typing import Matrices

# Each relation with the sign of its opposite.
_RELATIONS: dict[str, tuple[Callable[[Any, Any], bool], str]] = {
    "=": (lambda left, right: _close(left, right), "≠"),
    "≠": (lambda left, right: not _close(left, right), "="),
    "<": (operator.lt, "≥"),
    "≤": (operator.le, ">"),
    ">": (operator.gt, "≤"),
    "≥": (operator.ge, "<"),
}


class Evidence(NamedTuple):
    """Whether a statement holds, and what was seen.

    Attributes
    ----------
    holds : bool
        Whether it does.
    text : str
        The numbers or the case that show it.
    """

    holds: bool
    text: str


def holds(left: Any, relation: str, right: Any) -> Evidence:
    """Compare two numbers, or two other things for equality.

    Floats are equal within 1e-9 of each other; fractions and whole numbers must be the same.

    Parameters
    ----------
    left, right : number or any other type with an equality
        What is compared.
    relation : {"=", "≠", "<", "≤", ">", "≥"}
        What is stated.

    Returns
    -------
    Evidence
        Whether it is so; the text shows both sides and the sign that is right.

    Raises
    ------
    ValueError
        If there is no such relation.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from cmcourse.ledger import holds
    >>> holds(Fraction(1, 2), "=", 0.25)
    Evidence(holds=False, text='1/2 ≠ 0.25')
    """
    if relation not in _RELATIONS:
        raise ValueError(f"relation: expected one of {' '.join(_RELATIONS)}, got {relation!r}")
    compare, otherwise = _RELATIONS[relation]
    true = bool(compare(left, right))
    return Evidence(true, f"{_shown(left)} {relation if true else otherwise} {_shown(right)}")


def always(statement: Callable[[Any], Any], cases: Iterable[Any]) -> Evidence:
    """Try a statement on cases until one fails.

    Parameters
    ----------
    statement : callable
        Takes one case and returns whether the statement holds for it.
    cases : iterable
        At least one case.

    Returns
    -------
    Evidence
        Whether it holds for all; the text counts the cases, or shows the first that fails.

    Raises
    ------
    ValueError
        If there are no cases.

    Examples
    --------
    >>> from cmlib import accuracy
    >>> from cmcourse.ledger import always
    >>> always(lambda cm: accuracy(cm) > 0.5, [[[3, 1], [0, 2]], [[1, 2], [1, 1]]])
    Evidence(holds=False, text='fails for [[1, 2], [1, 1]]')
    """
    tried = 0
    for case in cases:
        if not statement(case):
            return Evidence(False, f"fails for {_shown(case)}")
        tried += 1
    if tried == 0:
        raise ValueError("cases: there are none")
    return Evidence(True, f"holds in all {tried} cases")


def every(*parts: Evidence) -> Evidence:
    """Join pieces of evidence: all must hold.

    Parameters
    ----------
    *parts : Evidence
        The pieces.

    Returns
    -------
    Evidence
        Whether all hold; the texts one after the other.

    Examples
    --------
    >>> from cmcourse.ledger import every, holds
    >>> every(holds(1, "<", 2), holds(2, "<", 3))
    Evidence(holds=True, text='1 < 2; 2 < 3')
    """
    return Evidence(all(part.holds for part in parts), "; ".join(part.text for part in parts))


def small_matrices(classes: int, most: int) -> Iterator[npt.NDArray[np.int64]]:
    """Yield every matrix of counts from 0 to ``most``, the empty one left out.

    Parameters
    ----------
    classes : int
        Number of rows and of columns.
    most : int
        The largest count.

    Yields
    ------
    ndarray of shape (classes, classes)
        Counts, rows the truth.

    Examples
    --------
    >>> from cmcourse.ledger import small_matrices
    >>> sum(1 for _ in small_matrices(2, 3))
    255
    """
    for cells in itertools.product(range(most + 1), repeat=classes * classes):
        if any(cells):
            yield np.array(cells, dtype=np.int64).reshape(classes, classes)


def random_matrices(
    classes: int, number: int = 200, *, least: int = 1, most: int = 50
) -> Iterator[npt.NDArray[np.int64]]:
    """Yield matrices of counts drawn at random, the same ones every time.

    Parameters
    ----------
    classes : int
        Number of rows and of columns.
    number : int, default=200
        How many matrices.
    least, most : int
        The smallest and the largest count.

    Yields
    ------
    ndarray of shape (classes, classes)
        Counts, rows the truth.

    Examples
    --------
    >>> from cmcourse.ledger import random_matrices
    >>> next(random_matrices(3)).shape
    (3, 3)
    """
    draw = np.random.default_rng(classes)
    for _ in range(number):
        yield draw.integers(least, most, size=(classes, classes), endpoint=True)


def label_lists(counts: Matrices) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Write a matrix out as two lists, the truth and the prediction of every sample.

    Parameters
    ----------
    counts : ConfusionMatrix or array-like of shape (K, K)
        Whole numbers, rows the truth.

    Returns
    -------
    truth, prediction : ndarray of shape (n_samples,)
        Positions of the classes.

    Examples
    --------
    >>> from cmcourse.ledger import label_lists
    >>> truth, prediction = label_lists([[1, 2], [0, 1]])
    >>> truth.tolist(), prediction.tolist()
    ([0, 0, 0, 1], [0, 1, 1, 1])
    """
    return ConfusionMatrix(np.asarray(counts)).to_labels()


def read_by_python(code: str) -> str:
    """Try to read a piece of code, without running it.

    Parameters
    ----------
    code : str
        One or more lines.

    Returns
    -------
    str
        "code" if Python can read it, else the name of the error.

    Examples
    --------
    >>> from cmcourse.ledger import read_by_python
    >>> read_by_python("1 + 1"), read_by_python("= 1 + 1")
    ('code', 'SyntaxError')
    """
    try:
        compile(code, "<document>", "exec")
    except SyntaxError as error:
        return type(error).__name__
    return "code"


def printed(row_id: str) -> Decimal:
    """Look up the number that another row of the ledger quotes.

    Parameters
    ----------
    row_id : str
        The ``id`` of a row of kind "number".

    Returns
    -------
    decimal.Decimal
        The number as printed; a percentage as a share.

    Raises
    ------
    ValueError
        If there is no such row.

    Examples
    --------
    >>> from cmcourse.ledger import printed
    >>> printed("doc1-t5-accuracy")
    Decimal('0.9806')
    """
    numbers = _printed_numbers()
    if row_id not in numbers:
        raise ValueError(f"row_id: the ledger has no number {row_id!r}")
    return numbers[row_id]


@cache
def _printed_numbers() -> dict[str, Decimal]:
    return {row.id: read_printed(row.printed)[0] for row in load() if row.kind == "number"}


def _close(left: Any, right: Any) -> bool:
    if isinstance(left, Real | Decimal) and isinstance(right, Real | Decimal):
        exact = (int, Fraction, Decimal)
        if isinstance(left, exact) and isinstance(right, exact):
            return Fraction(left) == Fraction(right)
        return math.isclose(float(left), float(right), rel_tol=1e-9, abs_tol=1e-9)
    return bool(np.all(left == right))


def _shown(thing: Any) -> str:
    """Write a number with at most six decimals, and an array as a list."""
    if isinstance(thing, np.ndarray | np.generic):
        return _shown(thing.tolist())
    if isinstance(thing, list | tuple):
        inner = ", ".join(_shown(part) for part in thing)
        return f"[{inner}]" if isinstance(thing, list) else f"({inner})"
    if isinstance(thing, float):
        # + 0.0: what is nearly 0 from below must not be written -0.
        return f"{round(thing, 6) + 0.0:.6f}".rstrip("0").rstrip(".")
    return str(thing)
