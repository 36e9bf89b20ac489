"""Fill in the computed columns of the ledger: decimals, recomputed value, rounding.

Run it from anywhere after you have added or changed a row; it takes a few seconds::

    python data/recipes/ledger.py
    python data/recipes/ledger.py doc2  # one document alone

It never touches a verdict. If one does not hold it says so and exits with 1.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from checksums import write

from cmlib.replication.ledger import DOCUMENTS, Entry, compare, read_printed, recompute

LEDGER = Path(__file__).resolve().parents[1] / "ledger"


def computed(row: dict[str, Any]) -> Entry:
    """Take a row as a person wrote it, and add what a machine can say."""
    decimals = read_printed(row["printed"])[1] if row["kind"] == "number" else None
    entry = Entry(**row | {"decimals": decimals, "reading": int(row["reading"])})
    now = recompute(entry)
    rounding = now.rounding if entry.verdict == "reproduced" else ""
    return replace(entry, recomputed=now.text, rounding=rounding)


def main(documents: Sequence[str]) -> int:
    """Rewrite the files of these documents and report the verdicts that do not hold."""
    found = []
    write(LEDGER.parent)  # the rows were changed on purpose, and checks of other rows read them
    for document in documents or DOCUMENTS:
        path = LEDGER / f"{document}.csv"
        with path.open(encoding="utf-8", newline="") as file:
            entries = [computed(row) for row in csv.DictReader(file)]
        found += [what for entry in entries for what in compare(entry)]
        names = [field.name for field in fields(Entry)]
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(names)
            for entry in entries:
                cells = [getattr(entry, name) for name in names]
                writer.writerow("" if cell is None else cell for cell in cells)
        write(LEDGER.parent)
    print("\n".join(found) if found else "Every verdict holds.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
