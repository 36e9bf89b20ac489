"""The rows of the ledger: what the documents print, and what is said of it.

Every number, formula and claim of the documents that can be checked is one row of ``data/ledger``:
where it stands, what it says, a Python expression that checks it, and a verdict. Words, names and
years are rows of a kind of their own, "text": they are read and compared, nothing is recomputed.
Here the rows are read and their cells are checked; nothing is evaluated.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass, fields
from decimal import Decimal
from typing import Any

from cmcourse.tables import shipped

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
#: Verdicts on what does not hold; their rows hold a correction.
FAULTS = ("misprint", "wrong", "our copy", "no longer runs")

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


#: The columns of the four files.
COLUMNS = tuple(field.name for field in fields(Entry))


def load(document: str | None = None) -> list[Entry]:
    """Read the ledger.

    Parameters
    ----------
    document : str, optional
        One of ``DOCUMENTS``; all of them by default.

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
    >>> from cmcourse import ledger
    >>> accuracy = next(row for row in ledger.load("doc1") if row.id == "doc1-t5-accuracy")
    >>> accuracy.printed, accuracy.decimals, accuracy.source
    ('0.980 6', 4, 'doc1_table04')
    """
    if document is not None and document not in DOCUMENTS:
        raise ValueError(f"document: expected one of {', '.join(DOCUMENTS)}, got {document!r}")
    wanted = DOCUMENTS if document is None else (document,)
    rows = [row for name in wanted for row in _read(name)]
    for row_id, times in Counter(row.id for row in rows).items():
        if times > 1:
            raise ValueError(f"id: {row_id!r} names {times} rows of the ledger")
    return rows


def read_printed(text: str) -> tuple[Decimal, int]:
    """Read a number as printed.

    It takes only what the documents print: digits, perhaps in groups, perhaps with a percent sign.
    The answers of learners and the numbers in a lesson's prose have other forms, and readers of
    their own.

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
    >>> from cmcourse.ledger import read_printed
    >>> read_printed("0.980 6"), read_printed("98.06%")
    ((Decimal('0.9806'), 4), (Decimal('0.9806'), 4))
    """
    if not _PRINTED_NUMBER.fullmatch(text):
        raise ValueError(f"printed: expected a number such as 0.980 6 or 98.06%, got {text!r}")
    digits = re.sub(r"[ ,%]", "", text)
    places = len(digits.partition(".")[2])
    value = Decimal(digits)
    return (value.scaleb(-2), places + 2) if text.endswith("%") else (value, places)


def _read(document: str) -> list[Entry]:
    name = f"{document}.csv"
    content = shipped.ledger_file(name).decode("utf-8")
    reader = csv.DictReader(io.StringIO(content, newline=""))
    if tuple(reader.fieldnames or ()) != COLUMNS:
        raise ValueError(f"{name}, line 1: expected the columns {', '.join(COLUMNS)}")
    return [_entry(row, document, f"{name}, line {reader.line_num}") for row in reader]


def _entry(row: dict[str, Any], document: str, where: str) -> Entry:
    """Return a row as an entry; refuse one that lacks what its kind or verdict needs."""
    if None in row or None in row.values():
        raise ValueError(f"{where}: expected {len(COLUMNS)} cells")
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
    decimals = int(row["decimals"]) if row["decimals"] else None
    return Entry(**{**row, "decimals": decimals, "reading": int(row["reading"])})
