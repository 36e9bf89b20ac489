"""Every shipped file cell by cell, and every table against what its document prints."""

from __future__ import annotations

import csv
import json
import re

import numpy as np
import pytest
from places import ROOT

from cmcourse import tables

DATA = ROOT / "data"
INDEX = json.loads((DATA / "index.json").read_text(encoding="utf-8"))
ENTRIES = INDEX["datasets"] | INDEX["runs"]
# Eighteen digits always fit into int64.
COUNT = re.compile(r"[0-9]{1,18}")
MNIST_SUPPORT = [980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009]
SCREENED = [200, 100_000]
WITH_SUMS = ["doc1_table08", "doc1_table09", "doc1_table10", "doc1_table11"]
WITH_R_PRIME = ["doc1_table04", "doc1_table10", "doc1_table11"]
RUNS = INDEX["runs"]


def of_kind(*kinds: str) -> list[str]:
    return [name for name, entry in INDEX["datasets"].items() if entry["kind"] in kinds]


def with_suffix(suffix: str) -> list[str]:
    return [name for name, entry in RUNS.items() if entry["file"].endswith(suffix)]


def cells(name: str) -> list[list[str]]:
    """The cells of a table as they are written: as many in each row."""
    with (DATA / ENTRIES[name]["file"]).open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert len(rows) > 1
    assert {len(row) for row in rows} == {len(rows[0])}
    return rows


def arrays(name: str) -> dict[str, np.ndarray]:
    """The arrays of an archive: positions of classes, for as many samples in each."""
    with np.load(DATA / ENTRIES[name]["file"], allow_pickle=False) as archive:
        found = dict(archive)
    assert found["y_true"].ndim == 1
    for key in ("y_true", "y_pred"):
        assert found[key].dtype == np.uint8
        assert found[key].max() < len(ENTRIES[name]["labels"])
        assert found[key].shape[-1] == len(found["y_true"])
    return found


# The cells


@pytest.mark.parametrize("name", ENTRIES)
def test_labels_have_one_type(name: str) -> None:
    labels = ENTRIES[name]["labels"]
    assert {type(label) for label in labels} in ({int}, {str})
    assert len(set(labels)) == len(labels)
    loaded = tables.load(name).matrix if name in INDEX["datasets"] else tables.load_runs(name)
    assert list(loaded.labels) == labels


@pytest.mark.parametrize("name", of_kind("matrix"))
def test_cells_of_a_matrix(name: str) -> None:
    header, *rows = cells(name)
    labels = [str(label) for label in ENTRIES[name]["labels"]]
    size = len(labels)
    sums = ["sum"] if name in WITH_SUMS else []
    r_prime = ["r_prime"] if name in WITH_R_PRIME else []
    assert header == ["truth", *labels, *sums]
    assert [row[0] for row in rows] == [*labels, *sums, *r_prime]
    counts = [row[1 : size + 1] for row in rows[:size]]
    assert all(COUNT.fullmatch(cell) for row in counts for cell in row)
    table = tables.load(name)
    assert table.y_true is table.y_pred is table.training is None
    assert table.matrix.counts.dtype == np.int64
    assert table.matrix.counts.astype(str).tolist() == counts
    below = {row[0]: tuple(row[1:]) for row in rows[size:]}
    of_columns, ours = below.get("sum", ()), below.get("r_prime", ())
    assert table.printed == {
        "row_sums": tuple(row[-1] for row in rows[:size]) if sums else None,
        "column_sums": of_columns[:size] or None,
        "total": of_columns[size] if sums else None,
        "r_prime": ours[:size] or None,
        "r_prime_overall": ours[size] if len(ours) > size else None,
    }


@pytest.mark.parametrize("name", of_kind("labels", "scores"))
def test_cells_of_labels_and_scores(name: str) -> None:
    header, *rows = cells(name)
    labels = ENTRIES[name]["labels"]
    table = tables.load(name)
    scores = [f"score_{label}" for label in labels] if table.kind == "scores" else []
    assert header == ["truth", "prediction", *scores]
    known = [str(label) for label in labels]
    for at, array in ((0, table.y_true), (1, table.y_pred)):
        assert {row[at] for row in rows} <= set(known)
        assert array.tolist() == [labels[known.index(row[at])] for row in rows]
    if not scores:
        assert table.y_score is table.training is None
        return
    assert table.y_score.dtype == np.float64
    assert table.y_score.tolist() == [[float(cell) for cell in row[2:]] for row in rows]
    assert np.isfinite(table.y_score).all()
    np.testing.assert_allclose(table.y_score.sum(axis=1), 1, rtol=0, atol=1e-12)
    np.testing.assert_array_equal(np.array(labels)[table.y_score.argmax(axis=1)], table.y_pred)


@pytest.mark.parametrize("name", of_kind("predictions"))
def test_arrays_of_predictions(name: str) -> None:
    found, labels = arrays(name), np.array(ENTRIES[name]["labels"])
    table = tables.load(name)
    np.testing.assert_array_equal(table.y_true, labels[found["y_true"]])
    np.testing.assert_array_equal(table.y_pred, labels[found["y_pred"]])
    assert table.y_pred.ndim == 1
    if name not in ("mnist_best", "cifar10_altered", "cifar10_restored"):
        assert set(found) == {"y_true", "y_pred"}
        assert table.y_top5 is table.p_top5 is None
        return
    assert set(found) == {"y_true", "y_pred", "y_top5", "p_top5"}
    top, probability = found["y_top5"], found["p_top5"]
    assert top.shape == probability.shape == (10_000, 5)
    np.testing.assert_array_equal(table.y_top5, labels[top])
    np.testing.assert_array_equal(table.y_top5[:, 0], table.y_pred)
    assert (np.diff(np.sort(top, axis=1), axis=1) > 0).all(), "a class is twice among the five"
    assert table.p_top5.dtype == np.float32
    np.testing.assert_array_equal(table.p_top5, probability)
    assert (np.diff(probability, axis=1) <= 0).all()
    # The first of five is at least as probable as each of ten would be if all were equal.
    assert (probability[:, 0] >= 0.1).all()
    assert (probability.sum(axis=1) < 1.0001).all()


@pytest.mark.parametrize("name", with_suffix(".npz"))
def test_arrays_of_runs(name: str) -> None:
    found, labels = arrays(name), np.array(RUNS[name]["labels"])
    assert set(found) == {"y_true", "y_pred"}
    runs = tables.load_runs(name)
    assert len(found["y_pred"]) == len(runs.table) == len(runs.counts)
    np.testing.assert_array_equal(runs.y_true, labels[found["y_true"]])
    np.testing.assert_array_equal(runs.y_pred, labels[found["y_pred"]])
    for truth, predicted in np.ndindex(runs.counts.shape[1:]):
        expected = ((found["y_true"] == truth) & (found["y_pred"] == predicted)).sum(axis=1)
        np.testing.assert_array_equal(runs.counts[:, truth, predicted], expected)


@pytest.mark.parametrize("name", with_suffix(".csv"))
def test_cells_of_runs(name: str) -> None:
    header, *rows = cells(name)
    size = len(RUNS[name]["labels"])
    first = header.index("n00")
    columns = [f"n{i}{j}" for i in range(size) for j in range(size)]
    assert header[first : first + size**2] == columns
    runs = tables.load_runs(name)
    counts = [row[first : first + size**2] for row in rows]
    assert runs.counts.reshape(len(rows), -1).astype(str).tolist() == counts
    assert runs.table.columns.tolist() == [cell for cell in header if cell not in columns]
    assert runs.table["variation"].tolist() == [row[header.index("variation")] for row in rows]
    for column in ("accuracy", "loss"):
        assert runs.table[column].tolist() == [float(row[header.index(column)]) for row in rows]


# What the documents print. The ledger recomputes every number of theirs from these tables.

# The samples of each class, the accuracy as printed, and for some the labels and what is predicted.
STATED = {
    "doc1_table04": (MNIST_SUPPORT, "0.9806"),
    "doc1_table08": (MNIST_SUPPORT, None),
    "doc1_table09": (MNIST_SUPPORT, None),
    "doc1_table10": ([1000] * 10, "0.7189"),
    "doc1_table11": ([1000] * 10, "0.8730"),
    "doc2_vehicle_binary": ([63, 66], "0.9225"),
    "doc2_vehicle_three_class": ([64, 62, 69], None),
    # Its printed precisions settle the other axis: 1/4, 1/3, 2/5 and 2/3.
    "doc3_fruit": ([4, 5, 3, 3], "0.400000", ("apple", "orange", "pear", "other"), [4, 3, 5, 3]),
    "doc4_cat_dog": ([12, 10], "0.545", ("dog", "cat"), [8, 14]),
    "doc4_screening_model": (SCREENED, "0.997", ("cancer", "healthy"), [105, 100_095]),
    "doc4_screening_all_negative": (SCREENED, "0.998", ("cancer", "healthy"), [0, 100_200]),
    "doc4_screening_case_1": (SCREENED, "0.002", ("cancer", "healthy"), [100_200, 0]),
    "doc4_screening_case_2": (SCREENED, "0.999", ("cancer", "healthy"), [50, 100_150]),
    # It prints 0.999, which is cut off: the note says so.
    "doc4_screening_case_3": (SCREENED, "1.000", ("cancer", "healthy"), [210, 99_990]),
    "doc4_ten_labels": ([3, 3, 4], None, (0, 1, 2), [5, 2, 3]),
}


@pytest.mark.parametrize("name", of_kind("matrix", "labels"))
def test_counts_are_those_of_the_document(name: str) -> None:
    matrix = tables.load(name).matrix
    support, accuracy, *answers = STATED[name]
    assert matrix.support.tolist() == support
    if accuracy:
        decimals = len(accuracy.partition(".")[2])
        assert f"{matrix.correct / matrix.total:.{decimals}f}" == accuracy
    if answers:
        assert [matrix.labels, matrix.predicted.tolist()] == answers
