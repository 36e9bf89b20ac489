"""Every shipped table against what its document prints, and the loader against bad files."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cmlib import datasets

DATA = Path(__file__).resolve().parent.parent / "data"
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
    monkeypatch.setattr(datasets, "__file__", str(package / "datasets.py"))
    shutil.copytree(DATA, tmp_path / "site" / "data")
    assert datasets.data_folder() == tmp_path / "site" / "data"
    shutil.copytree(DATA, package / "data")
    assert datasets.data_folder() == package / "data"
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
        (lambda index: index["datasets"]["doc3_fruit"]["labels"].append("pear"), "duplicate label"),
    ],
)
def test_bad_index_entry_is_refused(
    folder: Path, edit: Callable[[dict[str, Any]], object], message: str
) -> None:
    edit_index(folder, edit)
    with pytest.raises(ValueError, match=message):
        datasets.load("doc3_fruit")
