"""The recipe of the API page: metrics of cmlib as scores of scikit-learn."""

import doctest

import numpy as np
import pytest
from places import ROOT
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.exceptions import FitFailedWarning
from sklearn.metrics import make_scorer, matthews_corrcoef
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.tree import DecisionTreeClassifier

from cmlib import ConfusionMatrix, mcc

X, Y = load_iris(return_X_y=True)
TREE = DecisionTreeClassifier(max_depth=2, random_state=0)


def mcc_or_zero(y_true, y_pred):
    matrix = ConfusionMatrix.from_labels(y_true, y_pred, labels=[0, 1, 2])
    return mcc(matrix, zero_division=0.0)


def mcc_or_nan(y_true, y_pred):
    return mcc(ConfusionMatrix.from_labels(y_true, y_pred, labels=[0, 1, 2]))


def test_the_recipe_runs_as_printed():
    failed, tried = doctest.testfile(str(ROOT / "docs/api.rst"), module_relative=False)
    assert (failed, tried >= 9) == (0, True)


def test_scores_are_those_of_scikit_learn():
    ours = cross_val_score(TREE, X, Y, scoring=make_scorer(mcc_or_zero))
    theirs = cross_val_score(TREE, X, Y, scoring=make_scorer(matthews_corrcoef))
    np.testing.assert_allclose(ours, theirs, atol=1e-12)


def search(score):
    candidates = {"strategy": ["most_frequent", "stratified"]}
    found = GridSearchCV(DummyClassifier(random_state=1), candidates, scoring=make_scorer(score))
    return found.fit(X, Y)


def test_an_undefined_score_puts_a_candidate_last():
    with pytest.warns(UserWarning, match="test scores are non-finite") as caught:
        found = search(mcc_or_nan)
    assert not [w for w in caught if issubclass(w.category, FitFailedWarning)]
    assert np.isnan(found.cv_results_["mean_test_score"]).tolist() == [True, False]
    assert found.best_params_ == {"strategy": "stratified"}
    assert found.cv_results_["rank_test_score"].tolist() == [2, 1]


def test_zero_keeps_every_candidate_in_the_race():
    assert np.isfinite(search(mcc_or_zero).cv_results_["mean_test_score"]).all()
