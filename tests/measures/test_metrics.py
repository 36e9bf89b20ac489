"""The shares of each class and their averages, against scikit-learn and in exact fractions."""

import re
from fractions import Fraction

import numpy as np
import pandas as pd
import pycm
import pytest
import sklearn.metrics as sk
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused
from strategies import AVERAGES, PER_CLASS, as_pairs, matrices, quietly

import cmlib
from cmlib import ConfusionMatrix, UndefinedMetricWarning


@settings(max_examples=60)
@given(
    counts=matrices(),
    average=st.sampled_from([None, *AVERAGES]),
    zero_division=st.sampled_from([np.nan, 0.0, 1.0]),
    weighted=st.booleans(),
    beta=st.sampled_from([0.5, 1.0, 2.0]),
    data=st.data(),
)
def test_agreement_with_scikit_learn(counts, average, zero_division, weighted, beta, data):
    if weighted:
        counts = counts * np.random.default_rng(len(counts)).random(counts.shape)
    labels = list(range(len(counts)))
    exclude = []
    if average is not None:
        exclude = data.draw(st.lists(st.sampled_from(labels), max_size=len(labels) - 1))
    kept = [label for label in labels if label not in exclude]
    true, pred, weight = as_pairs(counts)
    for ours, theirs, option in [
        (cmlib.precision, sk.precision_score, {}),
        (cmlib.recall, sk.recall_score, {}),
        (cmlib.f_score, sk.fbeta_score, {"beta": beta}),
    ]:
        options = {"zero_division": zero_division, **option}
        values = ours(counts, **options)[kept]
        options["average"] = average
        got = quietly(ours, counts, exclude=exclude, **options)
        expected = quietly(theirs, true, pred, labels=kept, sample_weight=weight, **options)
        if average == "weighted" and counts[kept][~np.isnan(values)].sum() == 0:
            # No class counts: scikit-learn gives up with 0/0 of its own; ours is zero_division.
            np.testing.assert_equal(got, zero_division)
            continue
        np.testing.assert_allclose(got, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("weight", [0.1, 0.3, 0.7, 1e-300])
def test_weights_leave_no_rounding_errors(weight):
    # Nothing is called the first class, and all others are right: 0/0, and a plain 0.
    counts = np.array([[0, 1], [0, 279]]) * weight
    assert np.isnan(cmlib.negative_predictive_value(counts)[1])
    assert cmlib.specificity(counts)[1] == 0
    assert np.isnan(cmlib.precision(counts)[0])


@settings(max_examples=40)
@given(counts=matrices())
def test_overall_metrics_against_scikit_learn(counts):
    true, pred, weight = as_pairs(counts)
    accuracy = sk.accuracy_score(true, pred, sample_weight=weight)
    assert cmlib.accuracy(counts) == pytest.approx(accuracy, abs=1e-12)
    assert cmlib.error_rate(counts) == pytest.approx(1 - accuracy, abs=1e-12)
    expected = quietly(sk.balanced_accuracy_score, true, pred, sample_weight=weight)
    got = quietly(cmlib.balanced_accuracy, counts)
    assert got == pytest.approx(expected, abs=1e-12)


@settings(max_examples=40)
@given(counts=matrices(high=12))
def test_agreement_with_pycm(counts):
    rows = {at: dict(enumerate(row)) for at, row in enumerate(counts.tolist())}
    theirs = quietly(pycm.ConfusionMatrix, matrix=rows)
    names = {"specificity": "TNR", "negative_predictive_value": "NPV", "informedness": "BM"}
    for name, short in names.items():
        # PyCM writes the word "None" where a value is undefined.
        values = [np.nan if it == "None" else it for it in getattr(theirs, short).values()]
        np.testing.assert_allclose(getattr(cmlib, name)(counts), values, rtol=0, atol=1e-12)


# Each measure as a fraction of TP, FN, FP and TN; a division by 0 leaves it undefined.
EXACT = {
    "precision": lambda tp, fn, fp, tn: Fraction(tp, tp + fp),
    "recall": lambda tp, fn, fp, tn: Fraction(tp, tp + fn),
    "specificity": lambda tp, fn, fp, tn: Fraction(tn, tn + fp),
    "negative_predictive_value": lambda tp, fn, fp, tn: Fraction(tn, tn + fn),
    "f_score": lambda tp, fn, fp, tn: Fraction(2 * tp, 2 * tp + fn + fp),
    "informedness": lambda tp, fn, fp, tn: Fraction(tp, tp + fn) - Fraction(fp, fp + tn),
    "r_score": lambda tp, fn, fp, tn: Fraction(tp, tp + fn) - Fraction(tp + fp, tp + fn + fp + tn),
    "r_prime": lambda tp, fn, fp, tn: Fraction(tp, tp + fn) - Fraction(fp - fn, tp + fn + fp + tn),
}


def unless_undefined(formula, *numbers):
    try:
        return formula(*numbers)
    except ZeroDivisionError:
        return np.nan


@pytest.mark.parametrize("name", PER_CLASS)
@settings(max_examples=40)
@given(counts=matrices(high=12), data=st.data())
def test_every_value_and_every_average_in_fractions(name, counts, data):
    metric, formula, labels = getattr(cmlib, name), EXACT[name], range(len(counts))
    exclude = data.draw(st.lists(st.sampled_from(labels), max_size=len(counts) - 1, unique=True))
    cm = ConfusionMatrix(counts)
    four = [cm.one_vs_rest(c).counts.ravel().tolist() for c in labels]
    values = [unless_undefined(formula, *numbers) for numbers in four]
    assert metric(counts) == pytest.approx([float(v) for v in values], abs=1e-14, nan_ok=True)

    kept = [c for c in labels if c not in exclude]
    known = [(values[c], int(counts[c].sum())) for c in kept if isinstance(values[c], Fraction)]
    pooled = [sum(numbers) for numbers in zip(*(four[c] for c in kept), strict=True)]
    weighted = sum(v * n for v, n in known), sum(n for _, n in known)
    averages = {
        "macro": unless_undefined(Fraction, sum(v for v, _ in known), len(known)),
        "micro": unless_undefined(formula, *pooled),
        "weighted": unless_undefined(Fraction, *weighted),
    }
    for average, expected in averages.items():
        got = quietly(metric, counts, average=average, exclude=exclude)
        assert got == pytest.approx(float(expected), abs=1e-14, nan_ok=True), average


@given(counts=matrices(high=6))
def test_f_score_leans_as_beta_says(counts):
    part = cmlib.precision(counts + 1), cmlib.recall(counts + 1)
    np.testing.assert_allclose(cmlib.f_score(counts + 1, beta=1e-200), part[0], atol=1e-12)
    np.testing.assert_allclose(cmlib.f_score(counts + 1, beta=1e200), part[1], atol=1e-12)


NEVER_PREDICTED = ConfusionMatrix([[3, 0, 1], [2, 0, 0], [0, 0, 4]], ["ash", "elm", "oak"])


def test_averages_name_the_classes_left_out():
    said = r"class 'elm' \(no sample was predicted as it\): the macro average leaves it out$"
    with pytest.warns(UndefinedMetricWarning, match=said) as caught:
        macro = cmlib.precision(NEVER_PREDICTED, average="macro")
    assert [warning.filename for warning in caught] == [__file__]
    assert macro == pytest.approx((3 / 5 + 4 / 5) / 2)


def test_nothing_to_divide_by():
    nothing, absent = np.zeros((2, 2), dtype=int), [[3, 0, 1], [0, 0, 0], [0, 0, 4]]
    assert np.isnan([cmlib.accuracy(nothing), cmlib.error_rate(nothing)]).all()
    assert cmlib.accuracy(nothing, zero_division=0.0) == 0
    averages = [(name, {"average": "macro"}) for name in PER_CLASS]
    for name, options in [("balanced_accuracy", {}), *averages]:
        with pytest.warns(UndefinedMetricWarning, match=rf"^{name} is .* 1 \((it|no|every) "):
            assert np.isnan(getattr(cmlib, name)(nothing, **options))
    for zero in (0, Fraction(0), np.float32(0)):
        assert cmlib.precision(NEVER_PREDICTED, zero_division=zero).dtype == np.float64
        assert cmlib.cohen_kappa([[[1]], [[2]]], zero_division=zero).tolist() == [0.0, 0.0]
    # A class without weight gives no warning.
    assert cmlib.recall(absent, average="weighted") == pytest.approx(7 / 8)


BAD_OPTIONS = [
    ({"average": "samples"}, ValueError, "got 'samples'"),
    ({"average": np.array([1, 2])}, ValueError, r"average must be .* array\("),
    ({"average": "macro", "exclude": 3}, TypeError, "exclude .* got 3"),
    ({"average": "macro", "exclude": pd.DataFrame({"elm": [1]})}, TypeError, "must be a list"),
    ({"exclude": ["elm"]}, ValueError, "average is None"),
    ({"average": "macro", "exclude": [0]}, ValueError, "exclude: the label 0 is"),
    ({"average": "macro", "exclude": "elm"}, TypeError, r"\['elm'\]"),
    ({"average": "macro", "exclude": ["ash", "elm", "oak"]}, ValueError, "leaves no class"),
    ({"label": "fir"}, ValueError, r"label 'fir' is not one of the classes \['ash', 'elm', 'o"),
    ({"label": 0}, ValueError, "label 0 is not one of the classes"),
    ({"label": ["ash"]}, ValueError, r"label \['ash'\] is not one of the classes"),
    ({"label": "ash", "average": "macro"}, ValueError, "one class, .* got average='macro'"),
    ({"label": "ash", "exclude": ["elm"]}, ValueError, "exclude leaves classes out of an av"),
]
test_bad_options_are_named = refused(
    lambda name, options: getattr(cmlib, name)(NEVER_PREDICTED, **options),
    [(name, *row) for name in PER_CLASS for row in BAD_OPTIONS],
)


@pytest.mark.parametrize("beta", [0, -1, np.nan, np.inf, 10**400, "1", True, None])
def test_bad_beta_is_named(beta):
    error = TypeError if isinstance(beta, str | bool | None) else ValueError
    with pytest.raises(error, match=f"beta must be.*{beta!r}"):
        cmlib.f_score(NEVER_PREDICTED, beta=beta)


def test_the_micro_average_of_huge_counts_does_not_wrap_round():
    huge = np.diag([2**60, 2**60, 2**60, 2**60])
    assert cmlib.specificity(huge, average="micro") == 1
    assert cmlib.informedness(huge.astype(float), average="micro") == 1
    assert cmlib.specificity(np.diag([2.0**1020] * 6), average="micro") == 1


# Numbers at the limits: filterwarnings = error turns a leaked RuntimeWarning into a failure.


@pytest.mark.parametrize("beta", [1e8, 1e-8, 1e200, 1e-200, 1e308, 5e-324])
def test_no_beta_makes_a_value_undefined_that_is_zero(beta):
    assert cmlib.f_score([[0, 7], [0, 7]], beta=beta)[0] == 0
    assert cmlib.f_score([[0, 0], [7, 7]], beta=beta)[0] == 0
    assert np.isnan(cmlib.f_score([[0, 0], [0, 7]], beta=beta)[0])


NOTHING_LEFT, ALL_LEFT = np.diag([1, 0, 0]), np.eye(3, dtype=int)


@pytest.mark.parametrize(
    ("counts", "shown"),
    [
        (np.diag([0] * 2 + [1]), "0, 1 (it has no samples)"),
        (np.diag([0] * 8 + [1]), "6, 7 (it has no samples)"),
        (np.diag([0] * 9 + [1]), "6, 7, … (it has no samples)"),  # eight at most
        ([NOTHING_LEFT], "classes 1, 2 (it"),
        ([NOTHING_LEFT, ALL_LEFT], "classes 1, 2 in 1 of 2 matrices (it"),
        ([NOTHING_LEFT, ALL_LEFT, NOTHING_LEFT], "classes 1, 2 in 2 of 3 matrices (it"),
    ],
)
def test_warning_names_classes_and_counts_matrices(counts, shown):
    with pytest.warns(UndefinedMetricWarning, match=re.escape(shown)) as caught:
        cmlib.recall(np.array(counts), average="macro")
    assert len(caught) == 1
