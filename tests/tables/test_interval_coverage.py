"""The simulated coverage of the intervals: the shipped table, and the recipe that made it."""

import json

import interval_coverage as recipe
import numpy as np
import pandas as pd
import pytest
from places import ROOT
from scipy.stats import bootstrap

from cmlib import accuracy

FILE = ROOT / "data" / "coverage" / "interval_coverage"
TABLE = pd.read_csv(FILE.with_suffix(".csv"))
ABOUT = json.loads(FILE.with_suffix(".json").read_text(encoding="utf-8"))
KEYS = ["measure", "method", "n", "setting"]
# Recommended in lesson 10 without a warning.
RECOMMENDED = [
    ("share", "Clopper-Pearson"),
    ("share", "Wilson, Clopper-Pearson below five"),
    ("difference of two test sets", "Newcombe"),
    ("lead in accuracy, pairs", "cmlib.compare"),
    *((it, "smoothed bootstrap") for it in recipe.MEASURES if not it.startswith("R'")),
]
# Chosen by cmlib, without exceptions.
CHOSEN = TABLE[TABLE.method.str.startswith("cmlib.")]
# Below 0.93, as lesson 10 says beside the recommendation.
BELOW = {
    ("difference of two test sets", "Newcombe"): ["shares 0.995 and 1; test sets of 20 and 1000"],
    ("macro F1", "smoothed bootstrap"): [
        "20 classes of 5; recall 0.6",
        "50 classes of 10; recall 0.6",
    ],
}


def test_every_interval_was_tried_in_twenty_settings():
    assert ABOUT["test_sets"] >= 2_000
    assert not TABLE.duplicated(KEYS).any()
    fewer = (TABLE.method == "BCa bootstrap") | TABLE.measure.str.endswith("groups")
    assert TABLE[~fewer].groupby(["measure", "method"]).size().min() >= 20
    assert TABLE.coverage.between(0, 1).all()
    assert (TABLE.width >= 0).all()


@pytest.mark.parametrize(("measure", "method"), RECOMMENDED)
def test_recommended_methods_cover(measure, method):
    rows = TABLE[(TABLE.measure == measure) & (TABLE.method == method)]
    below = rows[rows.coverage < 0.93]
    assert list(below.setting) == BELOW.get((measure, method), [])


def test_what_cmlib_chooses_covers():
    assert CHOSEN.measure.nunique() == len(recipe.OF_A_CLASS) + len(recipe.LEADS) + 7
    assert CHOSEN.coverage.min() >= 0.93


def test_exact_rows_are_reproduced():
    again = pd.DataFrame(recipe.share_rows())
    shipped = TABLE[TABLE.measure == "share"].reset_index(drop=True)
    pd.testing.assert_frame_equal(again[KEYS], shipped[KEYS])
    found = ["coverage", "width"]
    np.testing.assert_allclose(again[found], shipped[found], atol=1e-4)


@pytest.mark.filterwarnings("ignore:recall is undefined", "ignore:f_score is undefined")
def test_fewer_test_sets_give_nearly_the_same(monkeypatch):
    monkeypatch.setattr(recipe, "TESTS", 400)
    monkeypatch.setattr(recipe, "DRAWS", 200)
    monkeypatch.setattr(recipe, "COSTS", recipe.COSTS[:3])
    rng = np.random.default_rng(0)
    rows = list(recipe.cost_rows(rng))
    for of_matrix in (recipe.matrix_rows, recipe.lead_rows, recipe.class_rows):
        rows += of_matrix(rng, *recipe.MATRICES[8])
    both = pd.DataFrame(rows).merge(TABLE, on=KEYS, suffixes=("", "_shipped"))
    assert len(both) == len(rows)
    chance = both.coverage_shipped.clip(0.01, 0.99)
    # Four standard errors of 400 tests, and what 200 draws in place of 500 cost.
    step = 4 * np.sqrt(chance * (1 - chance) / 400) + 0.01
    assert (abs(both.coverage - both.coverage_shipped) < step).all()


def test_bca_is_scipys():
    right = np.repeat([1, 0], [41, 9])
    matrix = np.array([[30, 4], [5, 11]])
    drawn = recipe.draws_of(np.random.default_rng(1), np.repeat(matrix[None], 20, axis=0), 50)
    ours = recipe.bca(accuracy, np.repeat(matrix[None], 1, axis=0), accuracy(drawn).reshape(1, -1))
    scipys = bootstrap((right,), np.mean, n_resamples=10_000, rng=np.random.default_rng(2))
    np.testing.assert_allclose(ours[:, 0], scipys.confidence_interval, atol=0.021)
