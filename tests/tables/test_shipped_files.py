"""Every shipped file cell by cell, and every table against what its document prints."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from places import ROOT

from cmcourse import tables

DATA = ROOT / "data"
INDEX = json.loads((DATA / "index.json").read_text(encoding="utf-8"))
ENTRIES = INDEX["datasets"] | INDEX["runs"]
MNIST_SUPPORT = [980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009]
SCREENED = [200, 100_000]


def of_kind(*kinds: str) -> list[str]:
    return [name for name, entry in INDEX["datasets"].items() if entry["kind"] in kinds]


def with_suffix(suffix: str) -> list[str]:
    return [name for name, entry in INDEX["runs"].items() if entry["file"].endswith(suffix)]


def cells(name: str) -> pd.DataFrame:
    """Return the cells of a table as they are written."""
    return pd.read_csv(DATA / ENTRIES[name]["file"], dtype=str, keep_default_na=False)


@pytest.mark.parametrize("name", of_kind("matrix"))
def test_cells_of_a_matrix(name: str) -> None:
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
    # A margin lost from the file would be None on both sides.
    assert ("sum" in frame) == name.endswith(("table08", "table09", "table10", "table11"))
    assert ("r_prime" in frame.index) == name.endswith(("table04", "table10", "table11"))


@pytest.mark.parametrize("name", of_kind("labels", "scores"))
def test_cells_of_labels_and_scores(name: str) -> None:
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
def test_arrays_of_predictions(name: str) -> None:
    labels = np.array(ENTRIES[name]["labels"])
    table = tables.load(name) if name in INDEX["datasets"] else tables.load_runs(name)
    with np.load(DATA / ENTRIES[name]["file"], allow_pickle=False) as archive:
        found = dict(archive)
    np.testing.assert_array_equal(table.y_true, labels[found["y_true"]])
    np.testing.assert_array_equal(table.y_pred, labels[found["y_pred"]])
    if name in INDEX["runs"]:
        for counts, predicted in zip(table.counts, found["y_pred"], strict=True):
            pairs = found["y_true"].astype(int) * len(labels) + predicted
            np.testing.assert_array_equal(
                counts.ravel(), np.bincount(pairs, minlength=len(labels) ** 2)
            )
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
def test_cells_of_runs(name: str) -> None:
    frame, runs = cells(name), tables.load_runs(name)
    size = len(runs.labels)
    columns = [f"n{i}{j}" for i in range(size) for j in range(size)]
    counts = runs.counts.reshape(len(frame), -1).astype(str)
    assert counts.tolist() == frame[columns].values.tolist()
    assert runs.table.columns.tolist() == frame.columns.drop(columns).tolist()
    assert runs.table["variation"].tolist() == frame["variation"].tolist()
    for column in ("accuracy", "loss"):
        assert runs.table[column].tolist() == frame[column].astype(float).tolist()


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
