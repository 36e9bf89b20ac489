"""The shipped tables: their loaders, every cell, and what the documents print."""

import json
import re
import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from places import ROOT

from cmcourse import tables
from cmcourse.tables import shipped

DATA = ROOT / "data"
INDEX = json.loads((DATA / "index.json").read_text(encoding="utf-8"))
ENTRIES = INDEX["datasets"] | INDEX["runs"]


def load(name):
    return tables.load(name) if name in INDEX["datasets"] else tables.load_runs(name)


def test_index_and_folder_hold_the_same_tables():
    indexed = [entry["file"] for entry in ENTRIES.values()]
    there = [path.name for path in DATA.iterdir() if path.suffix in (".csv", ".npz")]
    assert sorted(indexed) == sorted(there)


@pytest.mark.parametrize("name", ENTRIES)
def test_every_table_has_a_source(name):
    table = load(name)
    assert table.name == name
    assert all((table.title, table.source, table.place, table.licence, table.note))
    assert table.source == INDEX["sources"][ENTRIES[name]["source"]]["reference"]


def test_shipped_files_stay_small():
    assert sum(path.stat().st_size for path in DATA.rglob("*") if path.is_file()) < 5_000_000


@pytest.mark.parametrize("name", ["mnist_best", "digits_rates"])
def test_loaded_tables_are_read_only(name):
    arrays = [value for value in vars(load(name)).values() if isinstance(value, np.ndarray)]
    assert len(arrays) >= 3
    assert not any(array.flags.writeable for array in arrays)


def test_installed_tables_come_first(tmp_path, monkeypatch):
    package = tmp_path / "site" / "cmcourse"
    package.mkdir(parents=True)
    monkeypatch.setattr(shipped, "files", lambda name: tmp_path / "site" / name)
    shutil.copytree(DATA, tmp_path / "site" / "data")
    assert shipped.data_folder() == tmp_path / "site" / "data"
    shutil.copytree(DATA, package / "data")
    assert shipped.data_folder() == package / "data"
    assert tables.names() == list(INDEX["datasets"])


@pytest.mark.parametrize(
    ("load", "name", "message"),
    [
        (tables.load, "doc1_table4", r"no dataset is called 'doc1_table4'; did you mean doc1_"),
        (tables.load, "zebra", r"no dataset is called 'zebra'; names\(\) lists them all"),
        (tables.load_runs, "vehicle_binary_run", r"_run'; did you mean vehicle_binary_runs"),
        (tables.load_runs, "x", r"no table of runs is called 'x'; there are \['digits_rates'"),
    ],
)
def test_unknown_name_is_refused(load, name, message):
    with pytest.raises(ValueError, match=message):
        load(name)


def test_missing_index_is_named(folder):
    (folder / "index.json").unlink()
    with pytest.raises(FileNotFoundError, match="index of the shipped tables is missing"):
        tables.names()


@pytest.mark.parametrize("text", ["{", "[]", '{"datasets": {}}', '{"sources": []}'])
def test_malformed_index_is_refused(folder, text):
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
def test_bad_entry_of_the_index_is_refused(folder, edit, message):
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
def test_damaged_file_is_refused(folder, file):
    path = folder / file
    content = path.read_bytes()
    half = len(content) // 2
    # A table that is cut at the end of a row looks whole.
    row = content[: content.rindex(b"\n", 0, -1) + 1]
    for bad in (row, content[:half] + bytes([content[half] ^ 1]) + content[half + 1 :]):
        path.write_bytes(bad)
        with pytest.raises(ValueError, match=f"^{re.escape(file)}: wrong checksum.*checksums.py"):
            load(FILES[file])
    path.unlink()
    with pytest.raises(FileNotFoundError, match=f"{re.escape(file)} is missing: the index names"):
        load(FILES[file])


def test_index_has_every_checksum(folder):
    before = (folder / "index.json").read_text(encoding="utf-8")
    assert shipped.write_checksums(folder) == [], "run .venv/bin/python data/recipes/checksums.py"
    assert (folder / "index.json").read_text(encoding="utf-8") == before
    sides = [path.name for path in DATA.glob("*.json") if path.name != "index.json"]
    more = [path.name for path in (*DATA.glob("ledger/*.csv"), *DATA.glob("coverage/*"))]
    tables = [entry["file"] for entry in ENTRIES.values()]
    assert sorted(INDEX["sha256"]) == sorted([*sides, *more, *tables])


def of_kind(*kinds):
    return [name for name, entry in INDEX["datasets"].items() if entry["kind"] in kinds]


def with_suffix(suffix):
    return [name for name, entry in INDEX["runs"].items() if entry["file"].endswith(suffix)]


def cells(name):
    """Return the cells of a table as they are written."""
    return pd.read_csv(DATA / ENTRIES[name]["file"], dtype=str, keep_default_na=False)


@pytest.mark.parametrize("name", of_kind("matrix"))
def test_cells_of_a_matrix(name):
    frame, table = cells(name).set_index("truth"), tables.load(name)
    labels = [str(label) for label in table.matrix.labels]
    assert table.matrix.counts.astype(str).tolist() == frame.loc[labels, labels].values.tolist()
    printed = dict.fromkeys(("row_sums", "column_sums", "total", "r_prime", "r_prime_overall"))
    if "sum" in frame:
        printed["row_sums"] = tuple(frame.loc[labels, "sum"])
        printed["column_sums"] = tuple(frame.loc["sum", labels])
        printed["total"] = frame.loc["sum", "sum"]
    if "r_prime" in frame.index:
        printed["r_prime"] = tuple(frame.loc["r_prime", labels])
        printed["r_prime_overall"] = frame.loc["r_prime"].get("sum")
    assert table.printed == printed
    # Without its margins a table reads as None on both sides, so check that they are there.
    assert ("sum" in frame) == name.endswith(("table08", "table09", "table10", "table11"))
    assert ("r_prime" in frame.index) == name.endswith(("table04", "table10", "table11"))


@pytest.mark.parametrize("name", of_kind("labels", "scores"))
def test_cells_of_labels_and_scores(name):
    frame, table = cells(name), tables.load(name)
    assert table.y_true.astype(str).tolist() == frame["truth"].tolist()
    assert table.y_pred.astype(str).tolist() == frame["prediction"].tolist()
    if table.kind == "labels":
        assert table.y_score is table.training is None
        return
    scores = frame[[f"score_{label}" for label in table.matrix.labels]]
    np.testing.assert_array_equal(table.y_score, scores.astype(float))
    np.testing.assert_allclose(table.y_score.sum(axis=1), 1, rtol=0, atol=1e-12)
    labels = np.array(table.matrix.labels)
    np.testing.assert_array_equal(labels[table.y_score.argmax(axis=1)], table.y_pred)


@pytest.mark.parametrize("name", [*of_kind("predictions"), *with_suffix(".npz")])
def test_arrays_of_predictions(name):
    labels = np.array(ENTRIES[name]["labels"])
    table = load(name)
    with np.load(DATA / ENTRIES[name]["file"], allow_pickle=False) as archive:
        found = dict(archive)
    np.testing.assert_array_equal(table.y_true, labels[found["y_true"]])
    np.testing.assert_array_equal(table.y_pred, labels[found["y_pred"]])
    if name in INDEX["runs"]:
        for counts, predicted in zip(table.counts, found["y_pred"], strict=True):
            pairs = found["y_true"].astype(int) * len(labels) + predicted
            expected = np.bincount(pairs, minlength=len(labels) ** 2)
            np.testing.assert_array_equal(counts.ravel(), expected)
    elif name not in ("mnist_best", "cifar10_altered", "cifar10_restored"):
        assert table.y_top5 is table.p_top5 is None
    else:
        np.testing.assert_array_equal(table.y_top5, labels[found["y_top5"]])
        np.testing.assert_array_equal(table.y_top5[:, 0], table.y_pred)
        assert (np.diff(np.sort(found["y_top5"], axis=1), axis=1) > 0).all(), "a class twice"
        np.testing.assert_array_equal(table.p_top5, found["p_top5"])
        assert (np.diff(table.p_top5, axis=1) <= 0).all()
        assert (table.p_top5.sum(axis=1) < 1.0001).all()


@pytest.mark.parametrize("name", with_suffix(".csv"))
def test_cells_of_runs(name):
    frame, runs = cells(name), tables.load_runs(name)
    size = len(runs.labels)
    columns = [f"n{i}{j}" for i in range(size) for j in range(size)]
    counts = runs.counts.reshape(len(frame), -1).astype(str)
    assert counts.tolist() == frame[columns].values.tolist()
    assert runs.table.columns.tolist() == frame.columns.drop(columns).tolist()
    assert runs.table["variation"].tolist() == frame["variation"].tolist()
    for column in ("accuracy", "loss"):
        assert runs.table[column].tolist() == frame[column].astype(float).tolist()
