"""Every shipped table against what its document prints, and the loader against bad files."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
import zlib
from collections.abc import Callable
from fractions import Fraction
from http.client import IncompleteRead
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from stand_ins import fake_openml, write_checksums

from cmlib import datasets
from cmlib.datasets import shipped

DATA = Path(__file__).resolve().parents[2] / "data"
INDEX = json.loads((DATA / "index.json").read_text(encoding="utf-8"))
MNIST_SUPPORT = [980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009]
WITH_SUMS = ["doc1_table08", "doc1_table09", "doc1_table10", "doc1_table11"]
WITH_R_PRIME = ["doc1_table04", "doc1_table10", "doc1_table11"]
SCREENING = [name for name in INDEX["datasets"] if name.startswith("doc4_screening")]


def accuracy(name: str) -> Fraction:
    counts = datasets.load(name).matrix.counts
    return Fraction(int(np.trace(counts)), int(counts.sum()))


# The index and the folder


def test_index_and_folder_hold_the_same_tables() -> None:
    entries = [*INDEX["datasets"].values(), *INDEX["runs"].values()]
    indexed = [entry["file"] for entry in entries]
    tables = [*DATA.glob("*.csv"), *DATA.glob("*.npz")]
    assert sorted(indexed) == sorted(path.name for path in tables)
    assert len(set(indexed)) == len(indexed)


def test_index_names_every_document_and_no_other() -> None:
    used = {entry["source"] for entry in INDEX["datasets"].values()}
    used |= {entry["source"] for entry in INDEX["runs"].values()}
    downloaded = {"vehicle", "mnist", "cifar10"}
    assert used | downloaded == set(INDEX["sources"])


@pytest.mark.parametrize("name", INDEX["datasets"])
def test_every_table_loads_with_source_and_licence(name: str) -> None:
    table = datasets.load(name)
    assert table.name == name
    for text in (table.title, table.source, table.place, table.licence, table.note):
        assert text.strip() == text
        assert text
    assert table.matrix.counts.dtype == np.int64
    assert list(table.matrix.labels) == INDEX["datasets"][name]["labels"]
    assert (table.y_true is None) == (table.y_pred is None) == (table.kind == "matrix")
    assert repr(table).startswith(f"<Dataset {name}: {table.kind}, ")


@pytest.mark.parametrize("name", INDEX["datasets"])
def test_readme_lists_every_file_with_its_licence(name: str) -> None:
    readme = (DATA / "README.md").read_text(encoding="utf-8")
    file = INDEX["datasets"][name]["file"]
    (row,) = [line for line in readme.splitlines() if line.startswith(f"| `{file}` |")]
    table = datasets.load(name)
    assert table.place in row
    assert INDEX["datasets"][name]["source"] in row
    assert table.licence in row


def test_names_and_describe_follow_the_index() -> None:
    assert datasets.names() == list(INDEX["datasets"])
    frame = datasets.describe()
    assert frame.index.tolist() == datasets.names()
    assert frame.index.name == "name"
    assert frame.loc["doc4_ten_labels", "samples"] == 10
    assert not frame.isna().any(axis=None)


# What the documents print


@pytest.mark.parametrize("name", WITH_SUMS)
def test_printed_sums_agree_with_the_counts(name: str) -> None:
    table = datasets.load(name)
    assert table.printed["row_sums"] == tuple(map(str, table.matrix.support.tolist()))
    assert table.printed["column_sums"] == tuple(map(str, table.matrix.predicted.tolist()))
    assert table.printed["total"] == str(table.matrix.total) == "10000"


def test_only_these_tables_carry_printed_sums_and_r_prime() -> None:
    tables = [datasets.load(name) for name in datasets.names()]
    assert [table.name for table in tables if table.printed["row_sums"]] == WITH_SUMS
    assert [table.name for table in tables if table.printed["column_sums"]] == WITH_SUMS
    assert [table.name for table in tables if table.printed["total"]] == WITH_SUMS
    assert [table.name for table in tables if table.printed["r_prime"]] == WITH_R_PRIME
    assert [table.name for table in tables if table.printed["r_prime_overall"]] == WITH_R_PRIME[1:]


@pytest.mark.parametrize("name", ["doc1_table04", "doc1_table08", "doc1_table09"])
def test_mnist_supports(name: str) -> None:
    matrix = datasets.load(name).matrix
    assert matrix.support.tolist() == MNIST_SUPPORT
    assert matrix.total == 10_000
    assert matrix.labels == tuple(range(10))


@pytest.mark.parametrize("name", ["doc1_table10", "doc1_table11"])
def test_cifar_supports(name: str) -> None:
    assert datasets.load(name).matrix.support.tolist() == [1000] * 10


def test_printed_accuracy_follows_from_table_4() -> None:
    assert accuracy("doc1_table04") == Fraction("0.9806")


@pytest.mark.parametrize("name", WITH_R_PRIME)
def test_printed_r_prime_agrees_with_the_counts(name: str) -> None:
    table = datasets.load(name)
    printed = table.printed["r_prime"]
    assert printed is not None
    assert len(printed) == 10
    total = int(table.matrix.total)
    for i, text in enumerate(printed):
        correct, support, predicted = (
            int(table.matrix.counts[i, i]),
            int(table.matrix.support[i]),
            int(table.matrix.predicted[i]),
        )
        exact = Fraction(correct, support) - Fraction(predicted, total) + Fraction(support, total)
        assert abs(exact - Fraction(text)) <= Fraction(1, 20_000), table.matrix.labels[i]


def test_r_prime_strings_are_kept_as_printed() -> None:
    printed = datasets.load("doc1_table10").printed
    assert printed["r_prime"] is not None
    assert printed["r_prime"][3:5] == ("0.1", "0.1")
    assert datasets.load("doc1_table11").printed["r_prime_overall"] == "0.8730"


@pytest.mark.parametrize("name", ["doc1_table10", "doc1_table11"])
def test_overall_r_prime_is_the_accuracy(name: str) -> None:
    assert datasets.load(name).printed["r_prime_overall"] == f"{float(accuracy(name)):.4f}"


def test_vehicle_matrices() -> None:
    binary = datasets.load("doc2_vehicle_binary").matrix
    assert binary.total == 129
    assert binary.support.tolist() == [63, 66]
    three_class = datasets.load("doc2_vehicle_three_class").matrix
    assert three_class.total == 195
    assert three_class.support.tolist() == [64, 62, 69]
    assert three_class.labels == (0, 1, 2)


def test_fruit_labels() -> None:
    table = datasets.load("doc3_fruit")
    assert table.matrix.labels == ("apple", "orange", "pear", "other")
    assert table.matrix.support.tolist() == [4, 5, 3, 3]
    assert table.matrix.total == 15
    # Six right of fifteen is the printed accuracy; its printed precisions settle the other axis.
    assert accuracy("doc3_fruit") == Fraction("0.4")
    precision = np.diag(table.matrix.counts) / table.matrix.predicted
    assert [f"{value:.6f}" for value in precision] == [
        "0.250000",
        "0.333333",
        "0.400000",
        "0.666667",
    ]


def test_dogs_and_cats() -> None:
    matrix = datasets.load("doc4_cat_dog").matrix
    assert matrix.labels == ("dog", "cat")
    assert matrix.counts.tolist() == [[5, 7], [3, 7]]
    assert matrix.total == 22


@pytest.mark.parametrize("name", SCREENING)
def test_screening_has_200_ill_and_100000_healthy(name: str) -> None:
    matrix = datasets.load(name).matrix
    assert matrix.labels == ("cancer", "healthy")
    assert matrix.support.tolist() == [200, 100_000]
    assert matrix.total == 100_200


@pytest.mark.parametrize(
    ("name", "alarms", "printed"),
    [
        ("doc4_screening_model", 105, "0.997"),
        ("doc4_screening_all_negative", 0, "0.998"),
        ("doc4_screening_case_1", 100_200, "0.002"),
        ("doc4_screening_case_2", 50, "0.999"),
    ],
)
def test_screening_alarms_and_printed_accuracy(name: str, alarms: int, printed: str) -> None:
    assert datasets.load(name).matrix.predicted[0] == alarms
    assert f"{float(accuracy(name)):.3f}" == printed


def test_known_discrepancy_accuracy_of_case_3() -> None:
    table = datasets.load("doc4_screening_case_3")
    assert table.matrix.predicted.tolist() == [210, 99_990]
    exact = accuracy("doc4_screening_case_3")
    assert abs(exact - Fraction("0.999")) > Fraction("0.0005")
    assert f"{float(exact):.4f}" == "0.9997"
    assert "0.999 " in table.note
    assert "0.9997" in table.note


def test_known_discrepancy_f1_of_case_1() -> None:
    table = datasets.load("doc4_screening_case_1")
    (tp, fn), (fp, _) = table.matrix.counts.tolist()
    exact = Fraction(2 * tp, 2 * tp + fn + fp)
    assert abs(exact - Fraction("0.039")) > Fraction("0.0005")
    assert f"{float(exact):.3f}" == "0.004"
    assert "0.039" in table.note
    assert "0.004" in table.note


def test_ten_labels() -> None:
    table = datasets.load("doc4_ten_labels")
    assert table.y_true is not None
    assert table.y_pred is not None
    assert table.y_true.tolist() == [1, 1, 1, 0, 0, 0, 2, 2, 2, 2]
    assert table.y_pred.tolist() == [1, 0, 0, 0, 2, 1, 0, 0, 2, 2]
    assert table.matrix.counts.tolist() == [[1, 1, 1], [2, 1, 0], [2, 0, 2]]
    assert table.matrix.total == 10


# What is handed out cannot be changed by accident


def test_a_dataset_is_read_only() -> None:
    table = datasets.load("doc4_ten_labels")
    assert table.y_true is not None
    with pytest.raises(ValueError, match="read-only"):
        table.y_true[0] = 2
    with pytest.raises(ValueError, match="read-only"):
        table.matrix.counts[0, 0] = 2
    with pytest.raises(AttributeError):
        table.title = "another"  # type: ignore[misc]


def test_tables_inside_an_installed_package_come_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site" / "cmlib"
    package.mkdir(parents=True)
    monkeypatch.setattr(shipped, "__file__", str(package / "datasets" / "shipped.py"))
    shutil.copytree(DATA, tmp_path / "site" / "data")
    assert shipped.data_folder() == tmp_path / "site" / "data"
    shutil.copytree(DATA, package / "data")
    assert shipped.data_folder() == package / "data"
    assert datasets.names() == list(INDEX["datasets"])


# Bad input


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, "the damage must hit exactly once"
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(ValueError, match=r"'doc1_table4'.*did you mean doc1_table04"):
        datasets.load("doc1_table4")
    with pytest.raises(ValueError, match=r"'zebra'; names\(\) lists them all"):
        datasets.load("zebra")
    with pytest.raises(ValueError, match="no dataset is called 4"):
        datasets.load(4)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("doc2_vehicle_binary", "1,8,58", "1,8", "line 3: 2 cells, but line 1 has 3"),
        ("doc2_vehicle_binary", "1,8,58", "1,8,58,0", "line 3: 4 cells, but line 1 has 3"),
        ("doc2_vehicle_binary", "1,8,58\n", "", "first column: labels"),
        ("doc2_vehicle_binary", "61", "61.0", "count under 0 is '61.0'"),
        ("doc2_vehicle_binary", "61", "-61", "count under 0 is '-61'"),
        ("doc2_vehicle_binary", "61", " 61", "count under 0 is ' 61'"),
        ("doc2_vehicle_binary", "61", "9" * 19, "at most 18 digits"),
        ("doc2_vehicle_binary", "truth,0,1", "truth,0,0", "line 1: duplicate label '0'"),
        ("doc2_vehicle_binary", "1,8,58", "0,8,58", "first column: duplicate label '0'"),
        ("doc2_vehicle_binary", "truth,0,1", "truth,1,0", "line 1: labels"),
        ("doc2_vehicle_binary", "truth", "true", "first cell is 'true'"),
        ("doc1_table08", "sum,28", "total,28", r"line 12: .*got \['total'\]"),
        ("doc1_table04", "r_prime,0", "sum,0,0,0,0,0,0,0,0,0,0\nsum,0", r"got \['sum', 'sum'\]"),
        ("doc3_fruit", "truth,prediction", "prediction,truth", "expected 'truth,prediction'"),
        ("doc3_fruit", "orange,other", "orange,plum", "line 6: 'plum' is none of the labels"),
        ("doc3_fruit", "orange,other", "orange", "line 6: 1 cells"),
    ],
)
def test_bad_table_is_refused(folder: Path, name: str, old: str, new: str, message: str) -> None:
    change(folder / f"{name}.csv", old, new)
    with pytest.raises(ValueError, match=f"{name}.csv.*{message}"):
        datasets.load(name)


@pytest.mark.parametrize("text", ["", "\n\n", "truth,0,1\n"])
def test_empty_table_is_refused(folder: Path, text: str) -> None:
    (folder / "doc2_vehicle_binary.csv").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"doc2_vehicle_binary.csv: the file holds no rows"):
        datasets.load("doc2_vehicle_binary")


def test_missing_table_is_named(folder: Path) -> None:
    (folder / "doc3_fruit.csv").unlink()
    with pytest.raises(FileNotFoundError, match=r"the index names doc3_fruit\.csv"):
        datasets.load("doc3_fruit")


def test_missing_index_is_named(folder: Path) -> None:
    (folder / "index.json").unlink()
    with pytest.raises(FileNotFoundError, match="index of the shipped tables is missing"):
        datasets.names()


@pytest.mark.parametrize("text", ["{", "[]", '{"datasets": {}}', '{"sources": {}, "datasets": []}'])
def test_malformed_index_is_refused(folder: Path, text: str) -> None:
    (folder / "index.json").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"index\.json: "):
        datasets.names()


def edit_index(folder: Path, edit: Callable[[dict[str, Any]], object]) -> None:
    path = folder / "index.json"
    index = json.loads(path.read_text(encoding="utf-8"))
    edit(index)
    path.write_text(json.dumps(index), encoding="utf-8")


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda index: index["datasets"]["doc3_fruit"].pop("labels"), "'labels' is missing"),
        (lambda index: index["sources"]["doc3"].pop("licence"), "'licence' is missing"),
        (lambda index: index["sources"].pop("doc3"), "'doc3' is missing"),
        (lambda index: index["datasets"]["doc3_fruit"].update(kind="list"), "of kind 'list'"),
        (lambda index: index["datasets"]["doc3_fruit"]["labels"].append("pear"), "'pear' twice"),
        (lambda index: index["datasets"].update(doc3_fruit=[1]), "'doc3_fruit' is malformed"),
        (lambda index: index["datasets"]["doc3_fruit"].update(labels=3), "'labels' must be a list"),
        (lambda index: index["datasets"]["doc3_fruit"].update(source=["doc3"]), "is malformed"),
        (
            lambda index: index["datasets"]["doc3_fruit"].update(file="../secret.csv"),
            r"'file' of 'doc3_fruit' must name a .csv or .npz file beside it, got '\.\./secret",
        ),
        (lambda index: index["datasets"]["doc3_fruit"].update(file="/etc/hosts"), "beside it, got"),
        (lambda index: index["datasets"]["doc3_fruit"].update(file=3), "beside it, got 3"),
        (lambda index: index["sha256"].pop("doc3_fruit.csv"), r"doc3_fruit\.csv: wrong checksum"),
    ],
)
def test_bad_index_entry_is_refused(
    folder: Path, edit: Callable[[dict[str, Any]], object], message: str
) -> None:
    edit_index(folder, edit)
    with pytest.raises(ValueError, match=message):
        datasets.load("doc3_fruit")


# Checksums: what is whole to look at, and is not what was shipped


def test_the_index_holds_the_checksum_of_every_file(folder: Path) -> None:
    before = (folder / "index.json").read_text(encoding="utf-8")
    assert write_checksums(folder) == [], "run .venv/bin/python data/recipes/checksums.py"
    assert (folder / "index.json").read_text(encoding="utf-8") == before
    entries = [*INDEX["datasets"].values(), *INDEX["runs"].values()]
    sides = [path.name for path in DATA.glob("*.json") if path.name != "index.json"]
    ledger = [path.name for path in (folder / "ledger").glob("*.csv")]
    files = [*sides, *ledger, *(entry["file"] for entry in entries)]
    assert sorted(INDEX["sha256"]) == sorted(files)


def test_new_checksums_leave_the_rest_of_the_index_as_it_is(folder: Path) -> None:
    change(folder / "doc2_vehicle_binary.csv", "61", "62")
    (folder / "doc3_fruit.csv").unlink()
    before = (folder / "index.json").read_text(encoding="utf-8").splitlines()
    assert write_checksums(folder) == ["doc2_vehicle_binary.csv", "doc3_fruit.csv"]
    after = (folder / "index.json").read_text(encoding="utf-8").splitlines()
    assert len(set(before) - set(after)) == 2
    assert len(set(after) - set(before)) == 1
    assert datasets.load("doc2_vehicle_binary").matrix.counts[0, 0] == 62


TABLES = [(datasets.load, name, entry) for name, entry in INDEX["datasets"].items()]
TABLES += [(datasets.load_runs, name, entry) for name, entry in INDEX["runs"].items()]


@pytest.mark.parametrize("load", [datasets.load, datasets.load_runs])
def test_a_table_cut_at_the_end_of_a_row_is_refused(
    folder: Path, load: Callable[[str], object]
) -> None:
    cut = 0
    for loader, name, entry in TABLES:
        path = folder / entry["file"]
        if loader is not load or path.suffix != ".csv":
            continue
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        path.write_text("".join(lines[: len(lines) // 2 + 1]), encoding="utf-8")
        with pytest.raises(ValueError, match=re.escape(path.name)):
            load(name)
        cut += 1
    assert cut >= 2


def test_one_changed_digit_is_refused(folder: Path) -> None:
    change(folder / "doc2_vehicle_binary.csv", "61", "62")
    with pytest.raises(
        ValueError, match=r"doc2_vehicle_binary\.csv: wrong checksum.*checksums\.py"
    ):
        datasets.load("doc2_vehicle_binary")
    path = folder / "vehicle_binary_scores.json"
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(ValueError, match=r"vehicle_binary_scores\.json: wrong checksum"):
        datasets.load("vehicle_binary_scores")


# What other libraries raise


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"truth,prediction\n" + b"x" * 200_000, "field larger than field limit"),
        (b"truth,prediction\n\xff,\xfe\n", "'utf-8' codec can't decode"),
    ],
)
def test_a_file_that_is_no_table_is_named(folder: Path, content: bytes, message: str) -> None:
    (folder / "doc3_fruit.csv").write_bytes(content)
    with pytest.raises(ValueError, match=rf"doc3_fruit\.csv: not a table of text, .*{message}"):
        datasets.load("doc3_fruit")


def test_an_endless_json_file_is_named(folder: Path) -> None:
    (folder / "index.json").write_text("[" * 200_000, encoding="utf-8")
    with pytest.raises(ValueError, match=r"index\.json: not valid JSON"):
        datasets.names()


def as_npy(path: Path) -> None:
    with path.open("wb") as file:
        np.save(file, np.arange(3))


def as_scalar(path: Path) -> None:
    np.savez(path, y_true=np.uint8(1), y_pred=np.uint8(1))


def with_giant_header(path: Path) -> None:
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (9000000000000000,), }"
    array = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("y_true.npy", array)
        archive.writestr("y_pred.npy", array)


def with_a_broken_stream(path: Path) -> None:
    content = bytearray(path.read_bytes())
    at = content.index(b"y_pred.npy") + 40
    content[at : at + 30] = bytes(30)
    path.write_bytes(content)


def encrypted(path: Path) -> None:
    content = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = -1
        while (at := content.find(signature, at + 1)) >= 0:
            content[at + offset] |= 1
    path.write_bytes(content)


@pytest.mark.parametrize(
    "damage", [as_npy, as_scalar, with_giant_header, with_a_broken_stream, encrypted]
)
def test_an_archive_that_is_none_is_named(folder: Path, damage: Callable[[Path], None]) -> None:
    for load, name in ((datasets.load, "digits_altered"), (datasets.load_runs, "digits_rates")):
        damage(folder / f"{name}.npz")
        with pytest.raises(ValueError, match=rf"{name}\.npz: (not the )?expected"):
            load(name)


@pytest.mark.parametrize(
    "error",
    [
        EOFError("Compressed file ended before the end-of-stream marker was reached"),
        IncompleteRead(b"abc", 7),
        zlib.error("invalid block type"),
        OSError(28, "No space left on device"),
    ],
)
@pytest.mark.parametrize("name", ["vehicle", "mnist", "cifar10"])
def test_a_download_that_breaks_off_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, error: Exception
) -> None:
    def breaks_off() -> object:
        raise error

    fake_openml(monkeypatch, breaks_off)
    with pytest.raises(ConnectionError, match=r"OpenML.*cut short, remove .*openml") as caught:
        getattr(datasets, f"load_{name}")()
    assert type(error).__name__ in str(caught.value)
