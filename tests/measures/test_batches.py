"""Matrices of groups and of thresholds, and scorers, against pandas and scikit-learn."""

import pickle

import numpy as np
import pandas as pd
import pytest
import sklearn.metrics as sk
from refusals import refused
from sklearn.datasets import make_classification
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, KFold, TunedThresholdClassifierCV, cross_val_score

import cmlib
from cmlib import at_thresholds, by_group, expected_cost, likelihood_ratios, scorer

X, Y = make_classification(300, random_state=0, flip_y=0.2)
MODEL = LogisticRegression()


def test_groups_are_those_of_pandas():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.choice(list("abc"), (200, 2)), columns=["truth", "pred"])
    frame["site"] = rng.choice(["north", "south", "west"], 200)
    frame.loc[frame.site == "west", "truth"] = "a"
    for column in (frame.site, frame.site.astype("category")):
        found = by_group(frame.truth, frame.pred, column)
        assert list(found) == ["north", "south", "west"]
        for site, part in frame.groupby("site"):
            expected = sk.confusion_matrix(part.truth, part.pred, labels=list("abc"))
            assert found[site].counts.tolist() == expected.tolist()
    assert cmlib.recall(list(found.values()), label="a").shape == (3,)
    assert by_group([0, 1], [0, 1], ["x", "y"])["x"].labels == (0, 1)
    sizes = pd.Categorical(["low", "high"], ["low", "mid", "high"], ordered=True)
    assert list(by_group([0, 1], [0, 1], sizes)) == ["low", "high"]
    with pytest.raises(ValueError, match="y_true and groups must be of equal length, got 2 and 1"):
        by_group([0, 1], [0, 1], ["x"])
    # numpy's text drops a NUL at its end.
    ends = ["a", "a\0", "a"]
    assert sum(by_group(ends, ends, [1, 1, 2]).values()).counts.tolist() == [[2, 0], [0, 1]]
    with pytest.raises(TypeError, match="groups must hold labels"):
        by_group([0, 1], [0, 1], [0.5, 1])


def test_thresholds_give_the_curves_of_scikit_learn():
    rng = np.random.default_rng(1)
    true, score = rng.integers(0, 2, 200), rng.integers(0, 30, 200) / 30  # with ties
    thresholds, matrices = at_thresholds(true, score)
    assert matrices.sum(axis=(1, 2)).tolist() == [200] * len(thresholds)
    alarms, hits, theirs = sk.roc_curve(true, score, drop_intermediate=False)
    assert thresholds.tolist() == theirs.tolist()
    assert cmlib.recall(matrices, label=1) == pytest.approx(hits)
    assert 1 - cmlib.specificity(matrices, label=1) == pytest.approx(alarms)
    expected, _, _ = sk.precision_recall_curve(true, score)
    assert cmlib.precision(matrices, label=1)[:0:-1] == pytest.approx(expected[:-1])
    words = np.array(["spam", "ham"])[1 - true]
    of_words, of_numbers = at_thresholds(words, score, "ham"), at_thresholds(1 - true, score)
    assert of_words[1].tolist() == of_numbers[1].tolist()


BAD = [
    ([0, 1], [0.5, np.nan], 1, ValueError, r"y_score must be finite, got nan at \[1\]"),
    ([0, 1], [[0.5, 0.5]], 1, ValueError, r"y_score must be .* got shape \(1, 2\)"),
    ([0, 1], np.ma.array([1, 2], mask=[0, 1]), 1, TypeError, "y_score is a masked array"),
    ([0, 1], [0.5], 1, ValueError, "y_true and y_score must be of equal length, got 2 and 1"),
    ([0, 1], [0.5, 0.1], True, ValueError, r"label True is not one of .* of y_true, \[0, 1\]"),
    (["a", "b"], [0.5, 0.1], 1, ValueError, "label 1 is not one of the classes"),
]
test_bad_scores_are_named = refused(at_thresholds, BAD)


def test_scorers_agree_with_scikit_learns():
    for ours, theirs in ((scorer("mcc"), "matthews_corrcoef"), (scorer("recall", 1), "recall")):
        found = cross_val_score(MODEL, X, Y, scoring=ours)
        assert found == pytest.approx(cross_val_score(MODEL, X, Y, scoring=theirs))
    fitted = MODEL.fit(X, Y)
    said = fitted.predict(X)
    assert scorer("mcc")(fitted, X, Y) == pytest.approx(sk.matthews_corrcoef(Y, said))
    assert scorer("error_rate")(fitted, X, Y) == pytest.approx(fitted.score(X, Y) - 1)
    macro = pickle.loads(pickle.dumps(scorer("recall", average="macro")))
    assert macro(fitted, X, Y) == pytest.approx(sk.recall_score(Y, said, average="macro"))
    cost = scorer("expected_cost", cost=[[0, 1], [5, 0]], labels=[0, 1])
    search = GridSearchCV(MODEL, {"C": [1e-3, 1]}, scoring=cost, n_jobs=2).fit(X, Y)
    assert search.best_score_ == max(search.cv_results_["mean_test_score"]) < 0
    tuned = TunedThresholdClassifierCV(MODEL, scoring=cost, thresholds=9).fit(X, Y)
    assert tuned.best_threshold_ < 0.5


TWO, COST = np.ones((2, 2)), "expected_cost"
BAD_SCORERS = [
    ("f1", {}, ValueError, "measure must be .* got 'f1'"),
    ("recall", {}, ValueError, "'recall' is one number only with a label, or"),
    ("recall", {"label": 0, "average": "macro"}, ValueError, "'recall' is one number only with"),
    ("recall", {"average": "binary"}, ValueError, "average must be .* got 'binary'"),
    (COST, {}, TypeError, "missing a required argument: 'cost'"),
    # A search would only warn of these, and take any model for the best.
    (COST, {"cost": TWO, "labels": [*"abc"]}, ValueError, r"a price .* \(3, 3\), got \(2, 2\)"),
    (COST, {"cost": [[0, 1], ["5", 0]], "labels": [0, 1]}, TypeError, r"such as '5' at \[1, 0\]"),
    ("recall", {"label": "a", "labels": "ab"}, TypeError, "labels must be a list, got 'ab'"),
    ("f_score", {"label": "a", "beta": -1}, ValueError, "beta must be"),
    ("recall", {"label": "d", "labels": [*"ab"]}, ValueError, r"'d' is not in labels \['a', 'b'\]"),
    (COST, {"cost": TWO}, ValueError, "labels must be given with cost"),
]
test_bad_scorers_are_refused = refused(lambda measure, it: scorer(measure, **it), BAD_SCORERS)


@pytest.mark.filterwarnings("ignore:Precision is ill-defined")
def test_a_class_that_is_never_predicted_or_not_in_a_fold_scores_0():
    y, x = np.array(["a", "b", "c"] * 20), np.zeros((60, 1))
    macro, theirs = scorer("precision", average="macro"), "precision_macro"
    scores = [cross_val_score(DummyClassifier(), x, y, scoring=it) for it in (macro, theirs)]
    assert scores[0] == pytest.approx(scores[1])
    y = np.array(["a"] * 50 + ["b"] * 10)
    of_b = scorer("recall", "b", labels=["a", "b"])
    found = cross_val_score(DummyClassifier(), x, y, scoring=of_b, cv=KFold(5))
    assert found.tolist() == [0] * 5


def test_an_undefined_score_counts_as_0_and_is_never_the_best():
    found = cross_val_score(DummyClassifier(), X, Y, scoring=scorer("precision", 1))
    assert found.tolist() == [0] * 5  # nothing is predicted as 1
    # Far down every sample is predicted as 1, which leaves the MCC undefined.
    both = scorer("mcc"), "matthews_corrcoef"
    tuned = [TunedThresholdClassifierCV(MODEL, scoring=it, thresholds=20).fit(X, Y) for it in both]
    assert tuned[0].best_threshold_ == tuned[1].best_threshold_


def test_a_scorer_takes_weights():
    weight = np.arange(1, len(Y) + 1)
    fitted = MODEL.fit(X, Y)
    expected = sk.matthews_corrcoef(Y, fitted.predict(X), sample_weight=weight)
    assert scorer("mcc")(fitted, X, Y, sample_weight=weight) == pytest.approx(expected)


def test_costs_and_likelihood_ratios():
    counts = [[90, 10], [20, 80]]
    assert expected_cost(counts, [[0, 1], [10, -0.5]]) == pytest.approx((10 + 200 - 40) / 200)
    assert expected_cost([counts, counts], np.eye(2)).tolist() == [0.85, 0.85]
    with pytest.raises(TypeError, match=r"cost is a DataFrame, .* with \[0, 1\]"):
        expected_cost(counts, pd.DataFrame([[0, 10], [1, 0]]))
    true, pred = cmlib.ConfusionMatrix(counts).to_labels()
    theirs = sk.class_likelihood_ratios(true, pred)
    assert likelihood_ratios(counts, label=1) == pytest.approx(theirs)
    positive, negative = likelihood_ratios([[5, 0], [0, 5]])
    assert np.isnan(positive).all()
    assert negative.tolist() == [0, 0]
    with pytest.raises(TypeError, match="likelihood_ratios takes one matrix"):
        likelihood_ratios([0, 1], [0, 1])
    filled = likelihood_ratios([[0, 0], [3, 2]], zero_division=1.0)
    assert np.array(filled).tolist() == [[1, 1], [1, 1]]
    with pytest.raises(ValueError, match=r"cost must have a price .* \(2, 2\), got \(1, 2\)"):
        expected_cost(counts, [[0, 1]])
