"""Kappa, G-mean and both MCCs against witnesses, in batches, and at the limits."""

import numpy as np
import pytest
import sklearn.metrics as sk
from hypothesis import given, settings
from hypothesis import strategies as st
from imblearn.metrics import geometric_mean_score
from refusals import refused
from scipy.stats import gmean
from strategies import as_pairs, matrices, quietly

import cmlib
from cmlib import UndefinedMetricWarning, cohen_kappa, g_mean, kappa_band, mcc, mcc_product


@settings(max_examples=40)
@given(counts=matrices(high=30))
def test_agreement_with_other_libraries(counts):
    true, pred, weight = as_pairs(counts)
    options = {"labels": list(range(len(counts))), "sample_weight": weight}
    for weights in (None, "linear", "quadratic"):
        kappa = quietly(sk.cohen_kappa_score, true, pred, weights=weights, **options)
        got = cohen_kappa(counts, weights=weights)
        assert got == pytest.approx(kappa, abs=1e-12, nan_ok=True)
    expected = quietly(sk.matthews_corrcoef, true, pred, sample_weight=weight)
    assert mcc(counts, zero_division=0.0) == pytest.approx(expected, abs=1e-12)
    recalls = cmlib.recall(counts)
    mean = gmean(recalls[~np.isnan(recalls)])
    assert quietly(g_mean, counts) == pytest.approx(mean, abs=1e-12)
    # imbalanced-learn counts a class without samples as 0.
    mean = quietly(geometric_mean_score, true, pred, average="multiclass", sample_weight=weight)
    assert g_mean(counts, zero_division=0.0) == pytest.approx(mean, abs=1e-12)


def test_a_thousand_classes_do_not_underflow_the_g_mean():
    counts = np.diag(np.full(1000, 3))
    counts[:, 0] += 7  # every other recall is 0.3
    assert g_mean(counts) == pytest.approx(0.3 ** (999 / 1000), rel=1e-12)


def test_a_thousand_classes_do_not_overflow_the_product_form():
    counts = np.full((1000, 1000), 3) + np.diag(np.full(1000, 10**6))
    share, error = (10**6 + 3) / (10**6 + 6), 3 / (10**6 + 6)
    expected = share ** (1000 * 999) - error ** (1000 * 999)
    assert mcc_product(counts) == pytest.approx(expected, rel=1e-9)
    assert mcc_product(np.eye(1000, dtype=int)) == 1


@pytest.mark.parametrize(
    "counts",
    [
        [[10**10 - 1, 0], [0, 1]],
        [[10**10, 3], [5, 1]],
        [[10**10, 1], [1, 0]],
        [[10**16, 10**16], [10**16, 10**16 + 1]],
        [[10**10, 2, 0], [1, 4, 1], [3, 0, 2]],
        [[4 * 10**17, 1, 1], [1, 1, 1], [1, 1, 10**17]],
    ],
)
def test_huge_and_lopsided_counts_keep_their_digits(counts):
    for metric in (mcc, cohen_kappa):
        exact = cmlib.explain(metric.__name__, counts).value
        assert metric(counts) == pytest.approx(exact, rel=1e-12, abs=1e-15)


@given(st.lists(st.integers(1, 10**6), min_size=2, max_size=6))
def test_mcc_of_a_perfect_classifier_is_1(support):
    perfect = np.diag(support)
    assert mcc(perfect) == 1
    assert 1 - 1e-15 < mcc(perfect * 0.3) <= 1
    assert mcc(np.fliplr(np.diag(support[:2]))) == -1


def test_rounding_takes_no_mcc_and_no_r_prime_over_1():
    shares = [0.05861230648127328, 0.5540905021732678, 0.08097107759127778, 0.5604759520061858]
    assert mcc(np.diag(shares)) == 1
    assert cmlib.r_prime([[1.4, 2.7], [0, 0]], label=0) == 1


def test_undefined_cases():
    only_first = [[4, 6], [0, 0]]
    with pytest.warns(UndefinedMetricWarning, match="g_mean .* for class 1 .* geometric"):
        assert g_mean(only_first) == pytest.approx(0.4)
    assert g_mean(only_first, exclude=[1]) == pytest.approx(0.4)
    for metric in (cohen_kappa, mcc_product):
        assert metric([[5, 0], [0, 0]], zero_division=1.0) == 1


@pytest.mark.parametrize(
    ("value", "landis_koch", "document1", "document2"),
    [
        (-1, "poor", None, None),
        (-1e-300, "poor", None, None),
        (0, "slight", "very low", None),
        (0.2, "slight", "very low", None),
        (0.205, "fair", "fair", "acceptable"),
        (0.4, "fair", "fair", "acceptable"),
        (0.405, "moderate", "moderate", "moderate"),
        (0.6, "moderate", "moderate", "moderate"),
        (0.61, "substantial", "high", "rather high"),
        (0.8, "substantial", "high", "rather high"),
        (0.81, "almost perfect", "almost perfect", "almost perfect"),
        (1, "almost perfect", "almost perfect", "almost perfect"),
    ],
)
def test_kappa_bands(value, landis_koch, document1, document2):
    assert kappa_band(value) == landis_koch
    assert kappa_band(value, scale="document1") == document1
    assert kappa_band(value, scale="document2") == document2


BAD = [
    (kappa_band, 1.1, {}, ValueError, r"got 1\.1"),
    (kappa_band, "0.5", {}, TypeError, "^value must be a number, got '0.5'"),
    (kappa_band, 10**400, {}, ValueError, "value must be a Kappa"),
    (kappa_band, 0.5, {"scale": "altman"}, ValueError, "'altman'"),
    (cohen_kappa, [[1]], {"weights": "cubic"}, ValueError, "'cubic'"),
    (cohen_kappa, [[1]], {"weights": np.eye(2)}, ValueError, "weights must be None, 'lin"),
]
test_bad_input_is_named = refused(lambda use, given, options: use(given, **options), BAD)
