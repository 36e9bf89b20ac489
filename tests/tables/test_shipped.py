"""The loaders of the shipped tables."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from places import ROOT

from cmcourse import tables
from cmcourse.tables import shipped

DATA = ROOT / "data"
INDEX = json.loads((DATA / "index.json").read_text(encoding="utf-8"))
ENTRIES = INDEX["datasets"] | INDEX["runs"]


def load(name: str) -> Any:
    return tables.load(name) if name in INDEX["datasets"] else tables.load_runs(name)


# What they give


def test_index_and_folder_hold_the_same_tables() -> None:
    indexed = [entry["file"] for entry in ENTRIES.values()]
    assert sorted(indexed) == sorted(
        path.name for path in DATA.iterdir() if path.suffix in (".csv", ".npz")
    )


@pytest.mark.parametrize("name", ENTRIES)
def test_every_table_has_a_source(name: str) -> None:
    table = load(name)
    assert table.name == name
    assert all((table.title, table.source, table.place, table.licence, table.note))
    assert table.source == INDEX["sources"][ENTRIES[name]["source"]]["reference"]


def test_shipped_files_stay_small() -> None:
    assert sum(path.stat().st_size for path in DATA.rglob("*") if path.is_file()) < 5_000_000


def test_names_and_describe_follow_the_index() -> None:
    assert tables.names() == list(INDEX["datasets"])
    frame = tables.describe()
    assert frame.index.tolist() == tables.names()
    assert frame.index.name == "name"
    assert frame.loc["doc4_ten_labels", "samples"] == 10
    assert not frame.isna().any(axis=None)


@pytest.mark.parametrize("name", ["mnist_best", "digits_rates"])
def test_loaded_tables_are_read_only(name: str) -> None:
    arrays = [value for value in vars(load(name)).values() if isinstance(value, np.ndarray)]
    assert len(arrays) >= 3
    assert not any(array.flags.writeable for array in arrays)


def test_installed_tables_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "site" / "cmcourse"
    package.mkdir(parents=True)
    monkeypatch.setattr(shipped, "files", lambda name: tmp_path / "site" / name)
    shutil.copytree(DATA, tmp_path / "site" / "data")
    assert shipped.data_folder() == tmp_path / "site" / "data"
    shutil.copytree(DATA, package / "data")
    assert shipped.data_folder() == package / "data"
    assert tables.names() == list(INDEX["datasets"])


# What they refuse


@pytest.mark.parametrize(
    ("load", "name", "message"),
    [
        (tables.load, "doc1_table4", r"no dataset is called 'doc1_table4'; did you mean doc1_"),
        (tables.load, "zebra", r"no dataset is called 'zebra'; names\(\) lists them all"),
        (tables.load_runs, "vehicle_binary_run", r"_run'; did you mean vehicle_binary_runs"),
        (tables.load_runs, "x", r"no table of runs is called 'x'; there are \['digits_rates'"),
    ],
)
def test_unknown_name_is_refused(load: Callable[[Any], object], name: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load(name)


def test_missing_index_is_named(folder: Path) -> None:
    (folder / "index.json").unlink()
    with pytest.raises(FileNotFoundError, match="index of the shipped tables is missing"):
        tables.names()


@pytest.mark.parametrize("text", ["{", "[]", '{"datasets": {}}', '{"sources": []}'])
def test_malformed_index_is_refused(folder: Path, text: str) -> None:
    (folder / "index.json").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"index\.json: (not|no mapping) "):
        tables.names()


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda index: index["datasets"]["doc3_fruit"].pop("labels"), "'labels' is missing"),
        (lambda index: index["datasets"]["doc3_fruit"].update(kind="list"), "of kind 'list'"),
        (lambda index: index["datasets"]["doc3_fruit"]["labels"].append("pear"), "'pear' twice"),
        (lambda index: index["datasets"]["doc3_fruit"].update(labels=3), "'labels' must be a list"),
        (lambda index: index["datasets"]["doc3_fruit"].update(file="../x.csv"), "must name a .csv"),
        (lambda index: index["sha256"].pop("doc3_fruit.csv"), r"doc3_fruit\.csv: wrong checksum"),
    ],
)
def test_bad_entry_of_the_index_is_refused(
    folder: Path, edit: Callable[[dict[str, Any]], object], message: str
) -> None:
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    edit(index)
    (folder / "index.json").write_text(json.dumps(index), encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        tables.load("doc3_fruit")


# Every file that a loader reads, and the table that it belongs to: a recipe's has a side file.
FILES = {
    file: name
    for name, entry in ENTRIES.items()
    for file in (entry["file"], str(Path(entry["file"]).with_suffix(".json")))
    if file in INDEX["sha256"]
}


@pytest.mark.parametrize("file", FILES)
def test_damaged_file_is_refused(folder: Path, file: str) -> None:
    path = folder / file
    content = path.read_bytes()
    half = len(content) // 2
    # Cut at the end of a row, a table looks whole.
    row = content[: content.rindex(b"\n", 0, -1) + 1]
    for bad in (row, content[:half] + bytes([content[half] ^ 1]) + content[half + 1 :]):
        path.write_bytes(bad)
        with pytest.raises(ValueError, match=f"^{re.escape(file)}: wrong checksum.*checksums.py"):
            load(FILES[file])
    path.unlink()
    with pytest.raises(FileNotFoundError, match=f"{re.escape(file)} is missing: the index names"):
        load(FILES[file])


def test_index_has_every_checksum(folder: Path) -> None:
    before = (folder / "index.json").read_text(encoding="utf-8")
    assert shipped.write_checksums(folder) == [], "run .venv/bin/python data/recipes/checksums.py"
    assert (folder / "index.json").read_text(encoding="utf-8") == before
    sides = [path.name for path in DATA.glob("*.json") if path.name != "index.json"]
    ledger = [path.name for path in (folder / "ledger").glob("*.csv")]
    tables = [entry["file"] for entry in ENTRIES.values()]
    assert sorted(INDEX["sha256"]) == sorted([*sides, *ledger, *tables])


def test_write_checksums_changes_nothing_else(folder: Path) -> None:
    path = folder / "doc2_vehicle_binary.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("61", "62"), encoding="utf-8")
    (folder / "doc3_fruit.csv").unlink()
    before = (folder / "index.json").read_text(encoding="utf-8").splitlines()
    assert shipped.write_checksums(folder) == ["doc2_vehicle_binary.csv", "doc3_fruit.csv"]
    after = (folder / "index.json").read_text(encoding="utf-8").splitlines()
    assert len(set(before) - set(after)) == 2
    assert len(set(after) - set(before)) == 1
    assert tables.load("doc2_vehicle_binary").matrix.counts[0, 0] == 62
