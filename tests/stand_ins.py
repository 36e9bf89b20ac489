"""Stand-ins that several tests share: a download that never leaves, a row of the ledger."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sklearn.datasets

from cmlib.replication import Entry

# A row that holds.
ROW = Entry(
    id="doc1-sample",
    document="doc1",
    kind="number",
    place="Section 1",
    quantity="the half",
    printed="0.5",
    decimals=1,
    source="",
    call="Fraction(1, 2)",
    recomputed="0.5",
    rounding="exact",
    verdict="reproduced",
    correction="",
    note="",
    lesson="01",
    section="Exercises",
    reading=1,
)


ROOT = Path(__file__).resolve().parents[1]
# The command of data/README.md as a function, for what a test changes on purpose.
write_checksums = runpy.run_path(str(ROOT / "data" / "recipes" / "checksums.py"))["write"]


def fake_openml(
    monkeypatch: pytest.MonkeyPatch, answer: Callable[[], object]
) -> list[dict[str, Any]]:
    """Replace the download; return the list of the calls."""
    calls: list[dict[str, Any]] = []

    def fetch_openml(**arguments: Any) -> object:
        calls.append(arguments)
        return answer()

    monkeypatch.delenv("CMLIB_DATA", raising=False)
    monkeypatch.setattr(sklearn.datasets, "fetch_openml", fetch_openml)
    return calls
