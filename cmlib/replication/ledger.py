"""What the four documents print, row by row, recomputed and judged.

Every number, formula and claim of the documents that can be checked is one row of ``data/ledger``:
where it stands, what it says, a Python expression that checks it, and a verdict. Words, names and
years are rows of a kind of their own, "text": they are read and compared, nothing is recomputed.

`recompute` evaluates the expression, `compare` holds the result against the row. From the shell,
``python -m cmlib.replication`` recomputes all rows, prints the summary, and exits with 1 if a
stored verdict no longer holds. The expressions are Python and are run: read a ledger that somebody
sends you before you recompute it.
"""

from __future__ import annotations

import argparse
import csv
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache
from numbers import Rational, Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cmlib import datasets
from cmlib.datasets import shipped
from cmlib.replication.evidence import Evidence, names

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "DOCUMENTS",
    "FAULTS",
    "KINDS",
    "VERDICTS",
    "Entry",
    "Recomputed",
    "compare",
    "load",
    "main",
    "read_printed",
    "recompute",
    "summarise",
    "to_frame",
]

#: The four documents.
DOCUMENTS = ("doc1", "doc2", "doc3", "doc4")
#: What a row may be about; a text is read, not recomputed; a relation is not printed, it must hold
#: between printed numbers.
KINDS = ("number", "formula", "claim", "text", "relation")
#: What may be said of a row.
VERDICTS = (
    "reproduced",
    "misprint",
    "wrong",
    "our copy",
    "no longer runs",
    "not recomputable",
    "drifts",
)
#: Those that say that what is printed does not hold: such a row says what is right.
FAULTS = ("misprint", "wrong", "our copy", "no longer runs")

# The three ways to shorten a number that the documents may have used.
_ROUNDINGS = {"half-up": ROUND_HALF_UP, "half-even": ROUND_HALF_EVEN, "truncated": ROUND_DOWN}
# Floats carry noise below this; what is left of it must not decide how 0.125 is rounded.
_NOISE = Decimal("1e-12")
# How far the result of a new training may lie from the printed one and still be called drift.
_DRIFT = Decimal("0.05")
_EXTRA_PLACES = 4
_PRINTED_NUMBER = re.compile(r"-?\d[\d ,]*(\.[\d ]*)?%?")


@dataclass(frozen=True)
class Entry:
    """One row of the ledger.

    Attributes
    ----------
    id : str
        Short name, unique in the ledger; the address of the row in the book.
    document : str
        One of ``DOCUMENTS``.
    kind : str
        One of ``KINDS``. A text is a word, a name or a year: it is read and compared, nothing is
        recomputed. A relation is not printed: it is what must hold between printed numbers.
    place : str
        Section, table, equation or figure of the document.
    quantity : str
        What the row is about.
    printed : str
        A number exactly as printed, a formula in LaTeX, or a claim in our words.
    decimals : int or None
        Decimals printed, of the share where a percentage is printed; None for what is no number.
    source : str
        The shipped table that ``call`` reads as ``cm`` and ``data``; empty if it reads none.
    call : str
        The Python expression that checks the row.
    recomputed : str
        What the expression gave when the row was written.
    rounding : str
        For a reproduced number: "exact", or the ways of rounding that give what is printed.
    verdict : str
        One of ``VERDICTS``.
    correction : str
        What should be printed, or the condition under which a claim holds.
    note : str
        Why, in a sentence or two.
    lesson, section : str
        Number of the lesson that teaches it, and the heading in that lesson.
    reading : int
        Which reading of the document found the row: 1, 2 or 3.
    """

    id: str
    document: str
    kind: str
    place: str
    quantity: str
    printed: str
    decimals: int | None
    source: str
    call: str
    recomputed: str
    rounding: str
    verdict: str
    correction: str
    note: str
    lesson: str
    section: str
    reading: int


@dataclass(frozen=True)
class Recomputed:
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


def load(document: str | None = None, *, folder: Path | None = None) -> list[Entry]:
    """Read the ledger.

    Parameters
    ----------
    document : str, optional
        One of ``DOCUMENTS``; all of them by default.
    folder : pathlib.Path, optional
        Folder with one CSV file for each document; the shipped one by default.

    Returns
    -------
    list of Entry
        The rows in the order of the documents.

    Raises
    ------
    ValueError
        If there is no such document, a file is malformed, or a shipped file was cut or changed; the
        message names the file.
    FileNotFoundError
        If a file is missing.

    Examples
    --------
    >>> from cmlib import replication
    >>> accuracy = next(row for row in replication.load("doc1") if row.id == "doc1-t5-accuracy")
    >>> accuracy.printed, accuracy.decimals, accuracy.source
    ('0.980 6', 4, 'doc1_table04')
    """
    if document is not None and document not in DOCUMENTS:
        raise ValueError(f"document: expected one of {', '.join(DOCUMENTS)}, got {document!r}")
    wanted = DOCUMENTS if document is None else (document,)
    if folder is None:
        folder = shipped.data_folder() / "ledger"
        for name in wanted:
            shipped.verify(folder / f"{name}.csv")
    rows = [row for name in wanted for row in _read(folder / f"{name}.csv", name)]
    for row_id, times in Counter(row.id for row in rows).items():
        if times > 1:
            raise ValueError(f"id: {row_id!r} names {times} rows of the ledger")
    return rows


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
        If the expression cannot be evaluated, or gives neither a finite number nor evidence.

    Notes
    -----
    The expressions are Python and are run: read a ledger that somebody sends you before you
    recompute it.

    Examples
    --------
    >>> from cmlib import replication
    >>> accuracy = next(row for row in replication.load("doc1") if row.id == "doc1-t5-accuracy")
    >>> accuracy.call
    'accuracy(cm)'
    >>> replication.recompute(accuracy)
    Recomputed(value=Decimal('0.980600000000'), text='0.9806', rounding='exact')
    """
    try:
        result = _evaluated(entry.call, entry.document, entry.source)
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
    """Recompute a row and say how it differs.

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
    >>> from cmlib import replication
    >>> accuracy = next(row for row in replication.load("doc1") if row.id == "doc1-t5-accuracy")
    >>> replication.compare(accuracy)
    []
    >>> replication.compare(replace(accuracy, printed="0.980 7"))[0]
    'doc1-t5-accuracy: called reproduced, but 0.980 7 is printed and the call gives 0.9806: wrong'
    """
    now = recompute(entry)
    found = []
    if now.text != entry.recomputed:
        found.append(f"recomputed {entry.recomputed!r} is stored, but the call gives {now.text!r}")
    if now.rounding != entry.rounding and entry.verdict == "reproduced":
        found.append(f"rounding {entry.rounding!r} is stored, but it is {now.rounding!r}")
    if entry.kind == "number" and read_printed(entry.printed)[1] != entry.decimals:
        found.append(f"decimals: {entry.decimals} is stored, but {entry.printed} is printed")
    fault = _verdict_problem(entry, now)
    if fault:
        found.insert(0, fault)
    return [f"{entry.id}: {what}" for what in found]


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
    >>> from cmlib import replication
    >>> table = ledger.to_frame(replication.load("doc4"))
    >>> table.loc["doc4-eq84-precision", ["printed", "recomputed", "verdict"]].tolist()
    ['0.048', '0.047619', 'reproduced']
    """
    import pandas as pd

    names = [field.name for field in fields(Entry)]
    rows = [[getattr(entry, name) for name in names] for entry in entries]
    return pd.DataFrame(rows, columns=names).astype({"decimals": "Int64"}).set_index("id")


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
    >>> from cmlib import replication
    >>> summary = ledger.summarise(replication.load("doc3"))
    >>> int(summary.loc[("doc3", "number"), "all"])
    64
    """
    import pandas as pd

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


def main(argv: Sequence[str] | None = None) -> int:
    """Recompute the ledger, print its summary, and say whether every verdict holds.

    Parameters
    ----------
    argv : sequence of str, optional
        What follows the command in the shell: names of documents; all four by default.

    Returns
    -------
    int
        0 if every stored verdict holds, 1 if not, or if a row cannot be evaluated.

    Raises
    ------
    SystemExit
        With the code 2 if there is no such document or option, and with 0 after ``--help``.

    Notes
    -----
    The expressions are Python and are run: read a ledger that somebody sends you before you
    recompute it.

    Examples
    --------
    >>> from cmlib import replication
    >>> replication.main(["doc4"])  # doctest: +ELLIPSIS
                      reproduced ...
    All ... verdicts hold.
    0
    """
    parser = argparse.ArgumentParser(
        prog="python -m cmlib.replication",
        description="Recompute every row of the replication ledger and compare it with what is "
        "stored. Exits with 1 if a verdict no longer holds. The rows' expressions are Python and "
        "are run: read a ledger that somebody sends you before you recompute it.",
    )
    parser.add_argument(
        "documents",
        nargs="*",
        metavar="document",
        help=f"{', '.join(DOCUMENTS)}; all of them by default",
    )
    documents = parser.parse_args(argv).documents or DOCUMENTS
    for name in documents:
        if name not in DOCUMENTS:
            parser.error(f"document: expected one of {', '.join(DOCUMENTS)}, got {name!r}")
    entries = [row for name in dict.fromkeys(documents) for row in load(name)]
    faults = {row.id: _faults(row) for row in entries}
    failing = [what for found in faults.values() for what in found]
    print(summarise(entries).to_string())
    if not failing:
        print(f"All {len(entries)} verdicts hold.")
        return 0
    print("\n".join(failing))
    print(f"{sum(map(bool, faults.values()))} of {len(entries)} rows fail.")
    return 1


def _faults(entry: Entry) -> list[str]:
    """Compare a row; that it cannot be evaluated is a fault like another."""
    try:
        return compare(entry)
    except ValueError as error:
        return [str(error)]


def read_printed(text: str) -> tuple[Decimal, int]:
    """Read a number as printed.

    Parameters
    ----------
    text : str
        Digits, perhaps in groups as in "0.980 6" and "1 135", perhaps with a percent sign.

    Returns
    -------
    value : decimal.Decimal
        The number; of a percentage the share.
    decimals : int
        Its decimals; of a percentage those of the share.

    Raises
    ------
    ValueError
        If it is no such number.

    Examples
    --------
    >>> from cmlib.replication.ledger import read_printed
    >>> read_printed("0.980 6"), read_printed("98.06%")
    ((Decimal('0.9806'), 4), (Decimal('0.9806'), 4))
    """
    if not _PRINTED_NUMBER.fullmatch(text):
        raise ValueError(f"printed: expected a number such as 0.980 6 or 98.06%, got {text!r}")
    digits = re.sub(r"[ ,%]", "", text)
    places = len(digits.partition(".")[2])
    value = Decimal(digits)
    return (value.scaleb(-2), places + 2) if text.endswith("%") else (value, places)


def _read(path: Path, document: str) -> list[Entry]:
    if not path.is_file():
        raise FileNotFoundError(f"a file of the ledger is missing: {path}")
    names = [field.name for field in fields(Entry)]
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file, restval=None)
        if reader.fieldnames != names:
            raise ValueError(f"{path.name}, line 1: expected the columns {', '.join(names)}")
        return [_entry(row, document, f"{path.name}, line {reader.line_num}") for row in reader]


def _entry(row: dict[str, Any], document: str, where: str) -> Entry:
    if None in row or None in row.values():
        raise ValueError(f"{where}: expected {len(fields(Entry))} cells")
    _check_fields(row, document, where)
    decimals = int(row["decimals"]) if row["decimals"] else None
    return Entry(**{**row, "decimals": decimals, "reading": int(row["reading"])})


def _check_fields(row: dict[str, str], document: str, where: str) -> None:
    """Refuse a row that lacks what its kind and its verdict need."""
    kind, verdict = row["kind"], row["verdict"]
    allowed = {
        "document": (document,),
        "kind": KINDS,
        "verdict": VERDICTS,
        "reading": ("1", "2", "3"),
    }
    for name, values in allowed.items():
        if row[name] not in values:
            raise ValueError(f"{where}: {name} is {row[name]!r}, not one of {', '.join(values)}")
    needed = ["id", "place", "quantity", "call", "recomputed", "lesson", "section"]
    needed += [] if kind == "relation" else ["printed"]
    needed += ["decimals"] if kind == "number" else []
    needed += [] if verdict == "reproduced" else ["note"]
    needed += ["correction"] if verdict in FAULTS else []
    for name in needed:
        if not row[name]:
            raise ValueError(f"{where}: {name} is empty, and a {verdict} {kind} needs it")
    if row["correction"] and verdict not in FAULTS:
        raise ValueError(f"{where}: correction is not empty, but the {kind} is {verdict}")
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", row["id"]):
        raise ValueError(f"{where}: id {row['id']!r} has other signs than a to z, 0 to 9 and -")
    if not re.fullmatch(r"[0-9]*", row["decimals"]):
        raise ValueError(f"{where}: decimals is {row['decimals']!r}, not a whole number")


@cache
def _evaluated(call: str, document: str, source: str) -> Any:
    namespace = names(document)
    if source:
        data = datasets.load(source)
        namespace |= {"data": data, "cm": data.matrix}
    return eval(call, namespace)


def _number(result: Any, entry: Entry) -> Fraction | Decimal:
    """Take a number of any type; of a float, drop the noise."""
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
    """Say why the stored verdict does not hold, if so."""
    if isinstance(now.value, Evidence):
        if entry.verdict in FAULTS:
            return f"called {entry.verdict}, but it holds: {now.text}" if now.value.holds else None
        if not now.value.holds:
            return f"called {entry.verdict}, but its evidence fails: {now.text}"
        return None
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
    trained = entry.source and datasets.load(entry.source).training is not None
    printed, _ = read_printed(entry.printed)
    near = abs(_decimal(value) - printed) <= _DRIFT
    return "drifts" if trained and near else "wrong"
