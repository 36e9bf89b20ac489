"""The command ``python -m cmcourse.ledger``: recompute the ledger, list what fails."""

from __future__ import annotations

import argparse
import csv
import inspect
import reprlib
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from cmcourse.ledger.namespace import ATTRIBUTES, CHECKS, NAMES, offered
from cmcourse.ledger.rows import COLUMNS, DOCUMENTS, Entry, load, read_printed
from cmcourse.ledger.verdicts import compare, recompute, summarise
from cmcourse.tables import shipped


def main(argv: Sequence[str] | None = None) -> int:
    """Recompute the ledger, and print its summary and the rows that fail.

    Parameters
    ----------
    argv : sequence of str, optional
        What follows the command in the shell: names of documents, all four by default, and options.

    Returns
    -------
    int
        0 if every stored verdict holds, 1 if not, or if a row cannot be evaluated.

    Raises
    ------
    SystemExit
        With the code 2 if there is no such document or option, and with 0 after ``--help``.

    Examples
    --------
    >>> from cmcourse.ledger.__main__ import main
    >>> main(["doc4"])  # doctest: +ELLIPSIS
                      reproduced ...
    All ... verdicts hold.
    0
    """
    parser = argparse.ArgumentParser(
        prog="python -m cmcourse.ledger",
        description="Recompute every row of the ledger and compare it with what is "
        "stored. Exits with 1 if a verdict no longer holds.",
    )
    parser.add_argument(
        "documents",
        nargs="*",
        metavar="document",
        help=f"{', '.join(DOCUMENTS)}; all of them by default",
    )
    parser.add_argument(
        "--names",
        action="store_true",
        help="print what an expression may use, and recompute nothing",
    )
    parser.add_argument(
        "--write",
        action="store_true",
        help="first fill in the computed columns (decimals, recomputed, rounding) of the files in "
        "data/ledger; no verdict is touched",
    )
    options = parser.parse_args(argv)
    documents = list(dict.fromkeys(options.documents)) or DOCUMENTS
    for name in documents:
        if name not in DOCUMENTS:
            parser.error(f"document: expected one of {', '.join(DOCUMENTS)}, got {name!r}")
    if options.names:
        print("\n".join(described_names(documents)))
        return 0
    if options.write:
        write(documents)
    entries = [row for name in documents for row in load(name)]
    faults = {row.id: _faults(row) for row in entries}
    failing = [what for found in faults.values() for what in found]
    print(summarise(entries).to_string())
    if not failing:
        print(f"All {len(entries)} verdicts hold.")
        return 0
    print("\n".join(failing))
    print(f"{sum(map(bool, faults.values()))} of {len(entries)} rows fail.")
    return 1


def write(documents: Iterable[str]) -> None:
    """Fill in the computed columns of these documents: decimals, recomputed value, rounding."""
    for name in documents:
        with _file(name).open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            # Checks of other rows read this row: complete it before anything is computed.
            row["decimals"] = read_printed(row["printed"])[1] if row["kind"] == "number" else ""
            row["recomputed"] = row["recomputed"] or "not yet"
        _save(name, rows)
    for name in documents:
        _save(name, [asdict(_computed(entry)) for entry in load(name)])


def _computed(entry: Entry) -> Entry:
    now = recompute(entry)
    rounding = now.rounding if entry.verdict == "reproduced" else ""
    return replace(entry, recomputed=now.text, rounding=rounding)


def _file(name: str) -> Path:
    return shipped.data_folder() / "ledger" / f"{name}.csv"


def _save(name: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write the file of a document, and its checksum into the index of the data."""
    with _file(name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    shipped.write_checksums(shipped.data_folder())


def described_names(documents: Iterable[str]) -> list[str]:
    """List what the expressions of these documents may use, each with the first line on it."""
    known = {name: thing for name, thing in NAMES.items() if name not in CHECKS}
    for prefix, module in CHECKS.items():
        if prefix == "shared" or prefix.startswith(tuple(documents)):
            known |= {f"{prefix}.{name}": thing for name, thing in offered(module).items()}
    listed = [f"{name}: {_first_line(thing)}" for name, thing in known.items()]
    return [*listed, f"and, behind a point: {', '.join(sorted(ATTRIBUTES))}"]


def _first_line(thing: object) -> str:
    """Return the first line of a docstring, or the value of a constant."""
    documented = callable(thing) or isinstance(thing, ModuleType)
    return (inspect.getdoc(thing) or "").partition("\n")[0] if documented else reprlib.repr(thing)


def _faults(entry: Entry) -> list[str]:
    """Compare a row; that it cannot be evaluated is a fault like another."""
    try:
        return compare(entry)
    except ValueError as error:
        return [str(error)]


if __name__ == "__main__":
    sys.exit(main())
