"""The recipes: what they share, and each on data that is small enough for a test."""

import os
import shutil
from pathlib import Path

import digits
import downloads
import label_changes
import numpy as np
import pytest
import results
import vehicle
import vehicle_drift
from places import ROOT

from cmcourse import tables
from cmcourse.tables import shipped

DATA = ROOT / "data"
# The committed results; the tests read a folder of their own.
DIGITS = {name: tables.load(f"digits_{name}") for name in ("altered", "restored", "removed")}


@pytest.fixture
def empty(tmp_path, monkeypatch):
    """A folder for what a recipe writes; the loaders read it there."""
    shutil.copy(DATA / "index.json", tmp_path)
    monkeypatch.setattr(shipped, "data_folder", lambda: tmp_path)
    return tmp_path


def test_only_a_share_of_a_class_is_relabelled():
    labels = np.random.default_rng(0).integers(0, 10, 2000).astype(np.uint8)
    before = labels.copy()
    changes = (label_changes.Change(0, 4, 0.75), label_changes.Change(6, 8, 1.0))
    drawn = label_changes.changed(labels, changes, 5)
    new = label_changes.relabel(labels, changes, 5)
    np.testing.assert_array_equal(labels, before)
    np.testing.assert_array_equal(np.flatnonzero(new != labels), np.sort(drawn))
    zeros, sixes = (labels == 0).sum(), (labels == 6).sum()
    assert (labels[drawn] == 0).sum() == round(0.75 * zeros)
    assert (labels[drawn] == 6).sum() == sixes
    assert set(new[labels == 0].tolist()) == {0, 4}
    assert set(new[labels == 6].tolist()) == {8}
    np.testing.assert_array_equal(new, label_changes.relabel(labels, changes, 5))
    assert (new != label_changes.relabel(labels, changes, 6)).any()
    np.testing.assert_array_equal(label_changes.relabel(labels, (), 5), labels)


def test_most_probable_classes_come_first():
    # The first of two equals comes first.
    probabilities = np.array([[0.1, 0.3, 0.05, 0.3, 0.2, 0.04, 0.01]], dtype=np.float32)
    classes, values = results.most_probable(probabilities)
    assert classes.tolist() == [[1, 3, 4, 0, 2]]
    assert classes.dtype == np.uint8
    np.testing.assert_array_equal(values, probabilities[:, [1, 3, 4, 0, 2]])


def test_digits_are_reproduced(empty, capsys):
    digits.write_twins(digits.halves(), empty)
    assert capsys.readouterr().out.count("accuracy") == 3
    shipped.write_checksums(empty)
    for name, table in DIGITS.items():
        again = tables.load(f"digits_{name}")
        np.testing.assert_array_equal(again.y_true, table.y_true)
        # Other versions and processors may differ in a few samples near a border.
        assert np.mean(again.y_pred == table.y_pred) > 0.97
        for key in ("data", "split", "network", "learning_rate", "changed_labels"):
            assert again.training[key] == table.training[key]
    assert DIGITS["altered"].training["changed_labels"] == round(0.8 * 89) + round(0.6 * 90)
    assert DIGITS["removed"].training["training_samples"] == 898 - 125


def stand_in(samples=60):
    """Three classes that two features tell apart, interleaved with a fourth."""
    rng = np.random.default_rng(0)
    target = np.array(["saab", "van", "bus", "opel"] * (samples // 4))
    centre = {"bus": (0, 0), "opel": (9, 0), "saab": (0, 9), "van": (99, 99)}
    data = np.array([centre[name] for name in target]) * 10 + rng.integers(0, 9, (samples, 2))
    return downloads.Samples("drawn", data.astype(np.int64), target, "drawn")


def test_select_keeps_order_and_scales():
    samples = stand_in()
    features, codes = vehicle.select(samples, 2)
    assert codes.tolist() == [0] * 15 + [1] * 15
    assert features.min(axis=0).tolist() == [0, 0]
    assert features.max(axis=0).tolist() == [1, 1]
    bus = samples.data[samples.target == "bus"].astype(float)
    low = samples.data[np.isin(samples.target, ["bus", "opel"])].min(axis=0)
    high = samples.data[np.isin(samples.target, ["bus", "opel"])].max(axis=0)
    np.testing.assert_array_equal(features[:15], (bus - low) / (high - low))
    assert vehicle.select(samples, 3)[1].tolist() == [0] * 15 + [1] * 15 + [2] * 15


def test_vehicle_writes_what_the_loader_reads(empty, monkeypatch, capsys):
    monkeypatch.setattr(vehicle, "load_vehicle", stand_in)
    vehicle.main(empty)
    shipped.write_checksums(empty)
    assert capsys.readouterr().out.count("not the document's matrix") == 2
    for network in vehicle.NETWORKS:
        table = tables.load(f"{network.name}_scores")
        expected = vehicle.train(network, *vehicle.select(stand_in(), network.n_classes))
        np.testing.assert_array_equal(table.y_true, expected.truth)
        np.testing.assert_array_equal(table.y_pred, expected.prediction)
        np.testing.assert_array_equal(table.y_score, expected.scores)
        assert table.training["outcome"]["converged"] == expected.converged


def test_runs_of_other_versions_are_kept(empty):
    variations = [("as installed", None), ("input changed", 7)]
    network = vehicle.NETWORKS[0]
    rows = vehicle_drift.run_rows(network, stand_in(), variations)
    assert [row["seed"] for row in rows] == ["", 7]
    assert 0 < np.abs(vehicle_drift.change(7, (50, 4))).max() <= 1e-12
    older = [row | {"scikit_learn": "1.0.2"} for row in rows]
    vehicle_drift.write_runs(network, stand_in(), older, empty)
    vehicle_drift.write_runs(network, stand_in(), rows, empty)
    shipped.write_checksums(empty)
    runs = tables.load_runs("vehicle_binary_runs")
    installed = vehicle.versions()["scikit_learn"]
    assert runs.table["scikit_learn"].tolist() == ["1.0.2"] * 2 + [installed] * 2
    assert runs.counts.shape == (4, 2, 2)
    assert repr(runs).startswith("<Runs vehicle_binary_runs: 4 runs, 2 classes, ")


def test_two_classes_are_reproduced():
    file = Path(os.environ.get("CMLIB_DATA") or os.devnull) / downloads.VEHICLE.file
    if not file.is_file():
        pytest.skip(f"CMLIB_DATA names no folder that holds {file.name}")
    table = tables.load("vehicle_binary_scores")
    samples = vehicle.select(downloads.load_vehicle(), 2)
    result = vehicle.train(vehicle.NETWORKS[0], *samples)
    np.testing.assert_array_equal(result.truth, table.y_true)
    np.testing.assert_array_equal(result.prediction, table.y_pred)
    # A change of the input by 1e-12 changes the scores by about 1e-7.
    np.testing.assert_allclose(result.scores, table.y_score, rtol=0, atol=1e-5)
