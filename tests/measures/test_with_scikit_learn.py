"""Scorers of cmlib in scikit-learn's searches, and the recipe of the API page."""

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

from cmlib import scorer

X, Y = load_iris(return_X_y=True)
MCC_OR_ZERO = scorer("mcc", labels=[0, 1, 2], zero_division=0.0)


def test_the_recipe_runs_as_printed():
    failed, tried = doctest.testfile(str(ROOT / "docs/api.rst"), module_relative=False)
    assert (failed, tried >= 8) == (0, True)


def test_scores_are_those_of_scikit_learn():
    tree = DecisionTreeClassifier(max_depth=2, random_state=0)
    theirs = cross_val_score(tree, X, Y, scoring=make_scorer(matthews_corrcoef))
    np.testing.assert_allclose(cross_val_score(tree, X, Y, scoring=MCC_OR_ZERO), theirs, atol=1e-12)


def search(scoring):
    candidates = {"strategy": ["most_frequent", "stratified"]}
    return GridSearchCV(DummyClassifier(random_state=1), candidates, scoring=scoring).fit(X, Y)


def test_an_undefined_score_puts_a_candidate_last():
    with pytest.warns(UserWarning, match="test scores are non-finite") as caught:
        found = search(scorer("mcc", labels=[0, 1, 2]))
    assert not [w for w in caught if issubclass(w.category, FitFailedWarning)]
    assert np.isnan(found.cv_results_["mean_test_score"]).tolist() == [True, False]
    assert found.best_params_ == {"strategy": "stratified"}
    assert found.cv_results_["rank_test_score"].tolist() == [2, 1]


def test_zero_keeps_every_candidate_in_the_race():
    assert np.isfinite(search(MCC_OR_ZERO).cv_results_["mean_test_score"]).all()
