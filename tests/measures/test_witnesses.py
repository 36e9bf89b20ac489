"""Two more independent witnesses: imbalanced-learn, and PyCM for what scikit-learn lacks."""

import numpy as np
import pytest
from hypothesis import given, settings
from imblearn.metrics import geometric_mean_score
from pycm import ConfusionMatrix as PycmMatrix
from strategies import as_pairs, matrices, quietly

import cmlib


def pycm_matrix(counts):
    labels = [f"c{number}" for number in range(len(counts))]
    rows = {
        row: dict(zip(labels, map(int, values), strict=True))
        for row, values in zip(labels, counts, strict=True)
    }
    return quietly(PycmMatrix, matrix=rows), labels


def as_number(value):
    """PyCM writes the word "None" where a value is undefined."""
    return np.nan if value == "None" else value


@settings(max_examples=40)
@given(counts=matrices(high=30))
def test_g_mean_agrees_with_imbalanced_learn(counts):
    true, pred, weight = as_pairs(counts)
    # It counts a class without samples as 0; ours leaves it out unless told otherwise.
    expected = quietly(geometric_mean_score, true, pred, average="multiclass", sample_weight=weight)
    assert cmlib.g_mean(counts, zero_division=0.0) == pytest.approx(expected, abs=1e-12)


@settings(max_examples=40)
@given(counts=matrices(high=12))
def test_every_metric_that_pycm_has_agrees(counts):
    theirs, labels = pycm_matrix(counts)
    per_class = {
        "specificity": theirs.TNR,
        "negative_predictive_value": theirs.NPV,
        "informedness": theirs.BM,
    }
    for name, values in per_class.items():
        expected = [as_number(values[label]) for label in labels]
        got = getattr(cmlib, name)(counts)
        np.testing.assert_allclose(got, expected, rtol=0, atol=1e-12, err_msg=name)
