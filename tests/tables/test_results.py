"""Results of the recipes: their side files, and what the lessons conclude from them."""

import json

import numpy as np
import pytest
import vehicle
from downloads import VEHICLE
from places import ROOT

from cmcourse import tables
from cmlib import accuracy

PREDICTIONS = [name for name in tables.names() if tables.load(name).kind == "predictions"]
# Printed in document 2. The ledger compares the scores with them.
PRINTED = {
    name: tables.load(f"doc2_{name}").matrix for name in ("vehicle_binary", "vehicle_three_class")
}


@pytest.mark.parametrize("network", vehicle.NETWORKS, ids=lambda network: network.name)
def test_side_files_of_scores(network):
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
def test_runs_are_complete(network):
    runs = tables.load_runs(f"{network}_runs")
    table = runs.table
    np.testing.assert_array_equal(accuracy(runs.counts), table["accuracy"])
    assert (runs.counts.sum(axis=2) == PRINTED[network].support).all()
    # Where this fails, the index and data/README.md must change.
    drifts = (runs.counts != runs.counts[0]).any()
    assert drifts == (network == "vehicle_three_class")
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


@pytest.mark.parametrize("name", PREDICTIONS)
def test_side_file_of_predictions(name):
    table = tables.load(name)
    script = table.training["recipe"].split()[0]
    assert (ROOT / script).is_file()
    assert script in table.place
    outcome = {"samples": len(table.y_true), "accuracy": float(accuracy(table.matrix))}
    assert table.training["outcome"] == outcome
    assert len(table.training["data"]["sha256"]) == 64
