"""Results of the recipes: their side files, and what the lessons conclude from them."""

from __future__ import annotations

import json

import numpy as np
import pytest
import vehicle
from downloads import VEHICLE
from places import ROOT
from sklearn.metrics import roc_auc_score

from cmcourse import tables
from cmlib import accuracy, recall

DATA = ROOT / "data"
INDEX = json.loads((DATA / "index.json").read_text(encoding="utf-8"))
PREDICTIONS = [name for name, entry in INDEX["datasets"].items() if entry["kind"] == "predictions"]
PREDICTED_RUNS = [name for name, entry in INDEX["runs"].items() if entry["file"].endswith(".npz")]
# As document 2 prints them.
PRINTED = {
    name: tables.load(f"doc2_{name}").matrix for name in ("vehicle_binary", "vehicle_three_class")
}


# Document 2's networks on the Vehicle Silhouettes


def test_two_classes_give_the_printed_numbers() -> None:
    table = tables.load("vehicle_binary_scores")
    assert table.matrix == PRINTED["vehicle_binary"]
    assert table.matrix.counts.tolist() == [[61, 2], [8, 58]]
    assert f"{accuracy(table.matrix):.4f}" == "0.9225"
    for code in (0, 1):
        area = roc_auc_score(table.y_true == code, table.y_score[:, code])
        assert f"{area:.4f}" == "0.9733"


def test_three_classes_have_the_printed_row_sums() -> None:
    matrix = tables.load("vehicle_three_class_scores").matrix
    document = PRINTED["vehicle_three_class"]
    assert document.counts.tolist() == [[64, 0, 0], [3, 42, 17], [5, 17, 47]]
    assert matrix.support.tolist() == document.support.tolist() == [64, 62, 69]
    # Not its matrix: where this fails, the index and data/README.md must say something else.
    assert matrix != document


@pytest.mark.parametrize("network", vehicle.NETWORKS, ids=lambda network: network.name)
def test_side_files_of_scores(network: vehicle.Network) -> None:
    table = tables.load(f"{network.name}_scores")
    runs = tables.load_runs(f"{network.name}_runs")
    np.testing.assert_array_equal(network.printed, PRINTED[network.name].counts)
    for about in (table.training, runs.training):
        assert about["data"]["sha256_of_rows"] == VEHICLE.sha256
        assert about["split"] == {"test_size": 0.3, "random_state": 8}
        assert about["network"] == json.loads(json.dumps(network.settings()))
        assert about["network"]["random_state"] == 0
        assert (ROOT / about["recipe"]).is_file()
    outcome = table.training["outcome"]
    assert outcome["accuracy"] == accuracy(table.matrix)
    assert outcome["iterations"] == network.max_iter
    assert outcome["converged"] is False


@pytest.mark.parametrize("network", PRINTED)
def test_runs_are_complete(network: str) -> None:
    runs = tables.load_runs(f"{network}_runs")
    table = runs.table
    np.testing.assert_array_equal(accuracy(runs.counts), table["accuracy"])
    assert (runs.counts.sum(axis=2) == PRINTED[network].support).all()
    assert not table["converged"].any()
    for _, group in table.groupby("scikit_learn"):
        assert group["variation"].value_counts().to_dict() == {
            "as installed": 1,
            "one thread": 1,
            "kernels for Haswell": 1,
            "kernels for Nehalem": 1,
            "input changed by up to 1e-12": 100,
        }
    changed = table["seed"].notna()
    assert (table["variation"].str.startswith("input changed") == changed).all()


def test_only_three_classes_drift() -> None:
    two = tables.load_runs("vehicle_binary_runs")
    three = tables.load_runs("vehicle_three_class_runs")
    assert len(two.counts) == len(three.counts) == 520
    assert (two.counts == PRINTED["vehicle_binary"].counts).all()
    assert len(np.unique(three.counts, axis=0)) == 187
    document = (three.counts == PRINTED["vehicle_three_class"].counts).all(axis=(1, 2))
    assert document.sum() == 9
    # Never without a change of the input.
    assert three.table["seed"][document].notna().all()


# Document 1's experiments


@pytest.mark.parametrize("name", PREDICTIONS)
def test_side_file_of_predictions(name: str) -> None:
    table = tables.load(name)
    script = table.training["recipe"].split()[0]
    assert (ROOT / script).is_file()
    assert script in table.place
    outcome = {"samples": len(table.y_true), "accuracy": float(accuracy(table.matrix))}
    assert table.training["outcome"] == outcome
    assert len(table.training["data"]["sha256"]) == 64


@pytest.mark.parametrize("name", PREDICTED_RUNS)
def test_side_file_of_runs(name: str) -> None:
    runs = tables.load_runs(name)
    np.testing.assert_array_equal(runs.table["accuracy"], accuracy(runs.counts))
    assert len(runs.training["data"]["sha256"]) == 64


@pytest.mark.parametrize("name", ["digits", "mnist"])
def test_changed_labels_move_a_class(name: str) -> None:
    altered = tables.load(f"{name}_altered").matrix
    shares = altered.normalize("true")
    assert shares[0, 0] < 0.1
    assert shares[0, 4] > 0.9
    assert shares[6, 6] < 0.5
    assert shares[6, 8] > 0.5
    # But neither class is gone, so not all of its labels were changed; Table 8 shows the same.
    assert (altered.predicted[[0, 6]] > 0).all()
    # Restored, or with the same samples left out, both are found.
    for treatment in ("restored", "removed"):
        found = recall(tables.load(f"{name}_{treatment}").matrix)
        assert (found[[0, 6]] > 0.9).all()


@pytest.mark.parametrize("name", ["digits", "mnist"])
def test_large_learning_rates_give_a_constant_class(name: str) -> None:
    runs = tables.load_runs(f"{name}_rates")
    rates = runs.table["learning_rate"]
    assert len(rates) == 10
    assert rates.is_monotonic_increasing
    constant = (runs.counts.sum(axis=1) > 0).sum(axis=1) == 1
    assert constant.tolist()[-2:] == [True, True]
    assert runs.table["accuracy"].max() > 0.95
    # Too small fails too, in its own way.
    assert runs.table["accuracy"].iloc[0] < 0.5


def test_seed_decides_near_these_shares() -> None:
    runs = tables.load_runs("mnist_seeds")
    assert runs.table["seed"].tolist() == list(range(20))
    assert runs.training["changes"] == tables.load("mnist_altered").training["changes"]
    for digit, new in ((0, 4), (6, 8)):
        assert runs.counts[:, digit, digit].min() == 0
        assert runs.counts[:, digit, digit].max() > 0.9 * runs.counts[0, digit].sum()
        mistakes = runs.counts[:, digit].copy()
        mistakes[:, digit] = 0
        assert (mistakes.argmax(axis=1) == new).all()


def test_cat_and_deer_are_never_predicted() -> None:
    altered = tables.load("cifar10_altered").matrix
    table = tables.load("doc1_table10").matrix
    assert altered.labels == table.labels
    for old, new in (("cat", "dog"), ("deer", "horse")):
        lost, taken = altered.index(old), altered.index(new)
        assert altered.predicted[lost] == table.predicted[lost] == 0
        assert altered.counts[lost, taken] > 800
        # As in the document, the twin's two columns together are the altered run's one.
        restored = tables.load("cifar10_restored").matrix.counts[lost]
        assert abs(altered.counts[lost, taken] - restored[lost] - restored[taken]) < 50
    assert abs(accuracy(altered) - accuracy(table)) < 0.01
