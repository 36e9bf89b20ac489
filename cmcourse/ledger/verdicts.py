"""The ledger recomputed and judged.

`recompute` evaluates the expression of a row, `compare` holds the result against the row,
`summarise` counts the verdicts. From the shell, ``python -m cmcourse.ledger`` does it for all
rows. An expression may use what ``namespace.py`` lists, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache
from numbers import Rational, Real
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from cmcourse import tables
from cmcourse.ledger.evidence import Evidence
from cmcourse.ledger.expressions import evaluate
from cmcourse.ledger.rows import (
    COLUMNS,
    DOCUMENTS,
    FAULTS,
    KINDS,
    VERDICTS,
    Entry,
    read_printed,
)

# The three ways to shorten a number that the documents may have used.
_ROUNDINGS = {"half-up": ROUND_HALF_UP, "half-even": ROUND_HALF_EVEN, "truncated": ROUND_DOWN}
# Float noise below this must not decide how 0.125 is rounded.
_NOISE = Decimal("1e-12")
# Largest distance of a new training's result from the printed one that is called drift.
_DRIFT = Decimal("0.05")
_EXTRA_PLACES = 4


class Recomputed(NamedTuple):
    """What the expression of a row gives today.

    Attributes
    ----------
    value : fractions.Fraction, decimal.Decimal or Evidence
        A number, exact or without the noise of its last digits; or evidence with its own text.
    text : str
        The value as the ledger stores it.
    rounding : str
        The ways of rounding that give the printed number; empty if none does, or if it is none.
    """

    value: Fraction | Decimal | Evidence
    text: str
    rounding: str


def recompute(entry: Entry) -> Recomputed:
    """Evaluate the expression of a row.

    Parameters
    ----------
    entry : Entry
        A row of the ledger.

    Returns
    -------
    Recomputed
        The value, its text, and how it must be rounded to give what is printed.

    Raises
    ------
    ValueError
        If the expression cannot be evaluated, uses what is not listed, or gives neither a finite
        number nor evidence.

    Examples
    --------
    >>> from cmcourse import ledger
    >>> accuracy = next(row for row in ledger.load("doc1") if row.id == "doc1-t5-accuracy")
    >>> accuracy.call
    'accuracy(cm)'
    >>> ledger.recompute(accuracy)
    Recomputed(value=Decimal('0.980600000000'), text='0.9806', rounding='exact')
    """
    try:
        result = _evaluated(entry.call, entry.source)
    except Exception as error:
        raise ValueError(
            f"{entry.id}: call {entry.call!r} failed: {type(error).__name__}: {error}"
        ) from error
    if isinstance(result, Evidence):
        return Recomputed(result, result.text, "")
    value = _number(result, entry)
    if entry.kind != "number":
        raise ValueError(
            f"{entry.id}: call {entry.call!r} gave {result!r}, but a {entry.kind} needs evidence"
        )
    printed, places = read_printed(entry.printed)
    return Recomputed(
        value, _text(value, places + _EXTRA_PLACES), _rounding(value, printed, places)
    )


def compare(entry: Entry) -> list[str]:
    """Recompute a row and return how it differs.

    Parameters
    ----------
    entry : Entry
        A row of the ledger.

    Returns
    -------
    list of str
        Each way in which the row differs from what its expression gives; empty if none.

    Raises
    ------
    ValueError
        As `recompute`.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from cmcourse import ledger
    >>> accuracy = next(row for row in ledger.load("doc1") if row.id == "doc1-t5-accuracy")
    >>> ledger.compare(accuracy)
    []
    >>> ledger.compare(replace(accuracy, printed="0.980 7"))[0]
    'doc1-t5-accuracy: called reproduced, but 0.980 7 is printed and the call gives 0.9806: wrong'
    """
    now = recompute(entry)
    found = [_verdict_problem(entry, now)]
    if now.text != entry.recomputed:
        found.append(f"recomputed {entry.recomputed!r} is stored, but the call gives {now.text!r}")
    if now.rounding != entry.rounding and entry.verdict == "reproduced":
        found.append(f"rounding {entry.rounding!r} is stored, but it is {now.rounding!r}")
    if entry.kind == "number" and read_printed(entry.printed)[1] != entry.decimals:
        found.append(f"decimals: {entry.decimals} is stored, but {entry.printed} is printed")
    return [f"{entry.id}: {what}" for what in found if what]


def to_frame(entries: Iterable[Entry]) -> pd.DataFrame:
    """Put rows of the ledger into a table.

    Parameters
    ----------
    entries : iterable of Entry
        Rows of the ledger.

    Returns
    -------
    pandas.DataFrame
        One row for each entry, index ``id``, a column for every other attribute.

    Examples
    --------
    >>> from cmcourse import ledger
    >>> table = ledger.to_frame(ledger.load("doc4"))
    >>> table.loc["doc4-eq84-precision", ["printed", "recomputed", "verdict"]].tolist()
    ['0.048', '0.047619', 'reproduced']
    """
    table = pd.DataFrame([asdict(entry) for entry in entries], columns=list(COLUMNS))
    return table.astype({"decimals": "Int64"}).set_index("id")


def summarise(entries: Iterable[Entry]) -> pd.DataFrame:
    """Count the rows of the ledger.

    Parameters
    ----------
    entries : iterable of Entry
        Rows of the ledger.

    Returns
    -------
    pandas.DataFrame
        One row for each document and kind that occurs and one for all; a column for each verdict,
        for all of them, and for those that only a later reading found.

    Examples
    --------
    >>> from cmcourse import ledger
    >>> summary = ledger.summarise(ledger.load("doc3"))
    >>> int(summary.loc[("doc3", "number"), "all"])
    64
    """
    entries = list(entries)
    keys = [(doc, kind) for doc in DOCUMENTS for kind in KINDS]
    groups = {key: [row for row in entries if (row.document, row.kind) == key] for key in keys}
    groups = {key: rows for key, rows in groups.items() if rows} | {("all", ""): entries}
    return pd.DataFrame(
        [
            [sum(row.verdict == verdict for row in rows) for verdict in VERDICTS]
            + [len(rows), sum(row.reading > 1 for row in rows)]
            for rows in groups.values()
        ],
        index=pd.MultiIndex.from_tuples(groups, names=["document", "kind"]),
        columns=[*VERDICTS, "all", "later readings"],
    )


@cache
def _evaluated(call: str, source: str) -> Any:
    """Evaluate an expression of a row with the table that is its source."""
    data = tables.load(source) if source else None
    return evaluate(call, {} if data is None else {"data": data, "cm": data.matrix})


def _number(result: Any, entry: Entry) -> Fraction | Decimal:
    """Return a result as an exact number, a float without its noise."""
    if isinstance(result, np.generic | np.ndarray) and result.ndim == 0:
        result = result.item()
    if isinstance(result, Rational):
        return Fraction(result)
    if isinstance(result, Real) and np.isfinite(float(result)):
        with localcontext(prec=40):
            return Decimal(float(result)).quantize(_NOISE)
    raise ValueError(
        f"{entry.id}: call {entry.call!r} gave {result!r}, neither a finite number nor evidence"
    )


def _decimal(value: Fraction | Decimal) -> Decimal:
    if isinstance(value, Decimal):
        return value
    with localcontext(prec=40):
        return Decimal(value.numerator) / Decimal(value.denominator)


def _text(value: Fraction | Decimal, places: int) -> str:
    """Write a number with some decimals, without zeros at its end."""
    rounded = _decimal(value).quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_EVEN)
    text = f"{rounded:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _rounding(value: Fraction | Decimal, printed: Decimal, places: int) -> str:
    """Name the ways to round that give the printed number."""
    unit = Decimal(1).scaleb(-places)
    exact = _decimal(value)
    if exact == printed:
        return "exact"
    return " ".join(
        name for name, rule in _ROUNDINGS.items() if exact.quantize(unit, rounding=rule) == printed
    )


def _verdict_problem(entry: Entry, now: Recomputed) -> str | None:
    """Return why the stored verdict does not hold, or None."""
    if isinstance(now.value, Evidence):
        if now.value.holds != (entry.verdict in FAULTS):
            return None
        why = "it holds" if now.value.holds else "its evidence fails"
        return f"called {entry.verdict}, but {why}: {now.text}"
    right = _verdict_of_number(entry, now.value, now.rounding)
    if entry.verdict == right or (entry.verdict == "misprint" and right == "wrong"):
        return None
    return (
        f"called {entry.verdict}, but {entry.printed} is printed and the call gives {now.text}: "
        f"{right}"
    )


def _verdict_of_number(entry: Entry, value: Fraction | Decimal, rounding: str) -> str:
    """Judge a number that has been recomputed; "wrong" may also be a misprint.

    A number that only cutting off gives is not reproduced: the documents round.
    """
    if rounding not in ("", "truncated"):
        return "reproduced"
    trained = entry.source and tables.load(entry.source).training is not None
    printed, _ = read_printed(entry.printed)
    near = abs(_decimal(value) - printed) <= _DRIFT
    return "drifts" if trained and near else "wrong"
