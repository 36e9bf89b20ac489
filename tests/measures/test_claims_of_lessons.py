"""What the lessons say of every matrix, tried on all small ones and on random ones."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.metrics import average_precision_score, roc_auc_score, roc_curve
from strategies import all_matrices

import cmlib

CLOSE = 1e-12
RNG = np.random.default_rng(4)


SMALL = [all_matrices(2, total) for total in range(2, 16)] + [all_matrices(3, 6)]
every_small = pytest.mark.parametrize("cms", SMALL, ids=lambda cms: f"{cms[0].sum()} samples")


def parts(cms):
    """Return support, predicted, total and correct of each matrix."""
    return cms.sum(2), cms.sum(1), cms.sum((1, 2)), np.trace(cms, axis1=1, axis2=2)


@every_small
def test_kappa_is_at_most_accuracy_and_ends_where_lesson_3_says(cms):
    support, predicted, total, correct = parts(cms)
    kappa, accuracy = cmlib.cohen_kappa(cms), cmlib.accuracy(cms)
    expected = (support * predicted).sum(1) / total**2
    defined = ~np.isnan(kappa)
    assert (kappa[defined] <= accuracy[defined] + CLOSE).all()
    equal = np.abs(kappa - accuracy) < CLOSE
    assert_array_equal(equal[defined], ((accuracy == 1) | (expected == 0))[defined])
    assert (np.abs(kappa[defined]) <= 1 + CLOSE).all()
    halves = ((2 * support == total[:, None]).sum(1) == 2) & (support == predicted).all(1)
    assert_array_equal(np.abs(kappa + 1) < CLOSE, (correct == 0) & halves)
    one_cell = (cms.max((1, 2)) == total) & (correct == total)
    assert_array_equal(~defined, one_cell)
    assert_array_equal(np.abs(kappa - 1) < CLOSE, (correct == total) & ~one_cell)


def test_balanced_truth_makes_chance_one_in_k():
    for k in range(2, 8):
        cms = RNG.multinomial(60, RNG.dirichlet(np.ones(k)), size=(100, k))
        accuracy = cmlib.accuracy(cms)
        assert_allclose(cmlib.cohen_kappa(cms), (k * accuracy - 1) / (k - 1), atol=CLOSE)


def test_most_agreements_of_given_margins_are_the_sum_of_the_smaller():
    cms = all_matrices(3, 6)
    support, predicted, _, correct = parts(cms)
    margins, which = np.unique(np.hstack([support, predicted]), axis=0, return_inverse=True)
    most = np.zeros(len(margins), int)
    np.maximum.at(most, which.ravel(), correct)
    assert_array_equal(most, np.minimum(margins[:, :3], margins[:, 3:]).sum(1))


def test_two_classes_prevalence_and_bias_give_chance_and_weights_change_nothing():
    cms = all_matrices(2, 12)
    support, predicted, total, _ = parts(cms)
    prevalence = (cms[:, 0, 0] - cms[:, 1, 1]) / total
    bias = (cms[:, 0, 1] - cms[:, 1, 0]) / total
    expected = (support * predicted).sum(1) / total**2
    assert_allclose((1 + prevalence**2 - bias**2) / 2, expected, atol=CLOSE)
    for weights in ("linear", "quadratic"):
        weighted = cmlib.cohen_kappa(cms, weights=weights)
        assert_allclose(weighted, cmlib.cohen_kappa(cms), atol=CLOSE)


@every_small
def test_more_samples_of_a_class_keep_recall_and_raise_its_precision(cms):
    more = cms.copy()
    more[:, 0] *= 10
    assert_allclose(cmlib.recall(more), cmlib.recall(cms), atol=CLOSE)
    assert not (cmlib.precision(more, label=0) < cmlib.precision(cms, label=0) - CLOSE).any()


@every_small
def test_two_macro_f1s_and_micro_averages_without_a_class(cms):
    cms = cms[(cms.sum(2) > 0).all(1) & (cms.sum(1) > 0).all(1)]
    P, R = (metric(cms, average="macro") for metric in (cmlib.precision, cmlib.recall))
    assert (cmlib.f_score(cms, average="macro") * (P + R) <= 2 * P * R + CLOSE).all()
    kept = cms[np.trace(cms[:, 1:, 1:], axis1=1, axis2=2) > 0]
    micro = [it(kept, average="micro", exclude=[0]) for it in (cmlib.precision, cmlib.recall)]
    same_sums = kept[:, :, 1:].sum((1, 2)) == kept[:, 1:].sum((1, 2))
    assert_array_equal(np.isclose(*micro), same_sums)


@every_small
def test_relations_that_lesson_9_checks_papers_by(cms):
    measures = cmlib.precision, cmlib.recall, cmlib.f_score
    for metric in measures:
        assert_allclose(metric(cms, average="micro"), cmlib.accuracy(cms), atol=CLOSE)
    weighted = cmlib.recall(cms, average="weighted", zero_division=0.0)
    assert_allclose(weighted, cmlib.accuracy(cms), atol=CLOSE)
    cms = cms[(cms.sum(2) > 0).all(1) & (cms.sum(1) > 0).all(1)]
    support, predicted, total, correct = parts(cms)
    p_o, p_e = correct / total, (support * predicted).sum(1) / total**2
    assert_allclose((p_o - p_e) / (1 - p_e), cmlib.cohen_kappa(cms), atol=CLOSE)
    for metric in measures:
        for mean in (metric(cms, average=how) for how in ("macro", "weighted")):
            assert (metric(cms).min(1) <= mean + CLOSE).all()
            assert (mean <= metric(cms).max(1) + CLOSE).all()
    P, R, F = (metric(cms) for metric in measures)
    low, high = np.minimum(P, R), np.maximum(P, R)
    assert (low <= F + CLOSE).all()
    assert (np.minimum(high, 2 * low) + CLOSE >= F).all()
    found = F > 0
    P, R, F = P[found], R[found], F[found]
    product, exchanged = np.isclose(2 / F, 1 / (P * R)), cmlib.f_score(cms, beta=2)[found]
    assert_array_equal(product, np.isclose(P + R, 1))
    assert_array_equal(np.isclose(5 / exchanged, 4 / P + 1 / R), np.isclose(P, R))


def test_less_balanced_margins_raise_kappa_only_if_they_lean_apart():
    cms = all_matrices(2, 12)
    cms = cms[np.trace(cms, axis1=1, axis2=2) == 8]
    lean = np.stack([cms.sum(2)[:, 0], cms.sum(1)[:, 0]], axis=1) - 6
    evener, less_even = np.nonzero((np.abs(lean)[:, None] < np.abs(lean)).all(2))
    kappa = cmlib.cohen_kappa(cms)
    apart = lean[less_even].prod(1) < 0
    assert_array_equal(kappa[evener] < kappa[less_even], apart)
    assert 0 < apart.sum() < len(apart)


@every_small
def test_product_form_ends_and_kappa_beside_r_k(cms):
    product, r_k, kappa = cmlib.mcc_product(cms), cmlib.mcc(cms), cmlib.cohen_kappa(cms)
    wrong = cms[:, ~np.eye(cms.shape[1], dtype=bool)]
    nothing_right = np.trace(cms, axis1=1, axis2=2) == 0
    perfect = (wrong == 0).all(1) & ~np.isnan(product)
    assert_array_equal(np.abs(product - 1) < CLOSE, perfect)
    assert_array_equal(np.abs(product + 1) < CLOSE, nothing_right & (wrong > 0).all(1))
    in_play = (cms.sum(1) + cms.sum(2) > 0).sum(1)
    exchanged = nothing_right & (in_play == 2) & ~np.isnan(r_k)
    assert_array_equal(np.abs(r_k + 1) < CLOSE, exchanged)
    both = ~np.isnan(r_k)
    assert (kappa[both] * np.sign(r_k[both]) >= -CLOSE).all()
    assert (np.abs(kappa[both]) <= np.abs(r_k[both]) + CLOSE).all()


@every_small
def test_g_mean_is_at_most_balanced_accuracy_and_ignores_class_sizes(cms):
    cms = cms[(cms.sum(2) > 0).all(1)]
    assert (cmlib.g_mean(cms) <= cmlib.balanced_accuracy(cms) + CLOSE).all()
    larger = cms * RNG.integers(1, 1000, (len(cms), cms.shape[1], 1))
    assert_allclose(cmlib.g_mean(larger), cmlib.g_mean(cms), atol=CLOSE)


@every_small
def test_mcc_symmetries_and_ends(cms):
    support, predicted, _, correct = parts(cms)
    mcc = cmlib.mcc(cms)
    assert_allclose(cmlib.mcc(cms.transpose(0, 2, 1)), mcc, atol=CLOSE)
    assert_allclose(cmlib.mcc(cms[:, ::-1, ::-1]), mcc, atol=CLOSE)
    one_answer = ((support > 0).sum(1) == 1) | ((predicted > 0).sum(1) == 1)
    assert_array_equal(np.isnan(mcc), one_answer)
    for values in (mcc, cmlib.mcc_product(cms)):
        assert (np.abs(values[~np.isnan(values)]) <= 1 + CLOSE).all()
    assert_array_equal(np.abs(mcc - 1) < CLOSE, (correct == cms.sum((1, 2))) & ~one_answer)
    if cms.shape[1] == 2:
        assert_allclose(cmlib.mcc(cms[:, :, ::-1]), -mcc, atol=CLOSE)
        assert_array_equal(np.abs(mcc + 1) < CLOSE, (correct == 0) & ~one_answer)
        alike = cms[:, 0, 0] * support[:, 1] == cms[:, 1, 0] * support[:, 0]
        assert_array_equal(np.abs(mcc) < CLOSE, alike & ~one_answer)
        pi, q = (margin[~one_answer, 0] / cms[0].sum() for margin in (support, predicted))
        bound = np.sqrt(q / (1 - q) * np.maximum(pi / (1 - pi), (1 - pi) / pi))
        assert (np.abs(mcc[~one_answer]) <= bound + CLOSE).all()


@every_small
def test_r_prime_ends_and_class_sizes(cms):
    support, predicted, total, _ = parts(cms)
    cms, support, predicted = (it[support[:, 0] > 0] for it in (cms, support, predicted))
    value, share = cmlib.r_prime(cms, label=0), support[:, 0] / total[0]
    perfect = (cms[:, 0, 0] == support[:, 0]) & (support[:, 0] == predicted[:, 0])
    assert_array_equal(np.abs(value - 1) < CLOSE, perfect | (support[:, 0] == total[0]))
    for size in np.unique(support[:, 0]):
        of_size = support[:, 0] == size
        assert value[of_size].min() == pytest.approx(2 * share[of_size][0] - 1)
    more = cms.copy()
    more[:, 0] *= 7
    j = cmlib.informedness(cms, label=0)
    assert_allclose(cmlib.informedness(more, label=0), j, atol=CLOSE)
    grows = j < 1 - CLOSE  # False where J is undefined
    assert (cmlib.r_prime(more, label=0)[grows] > value[grows]).all()


@every_small
def test_one_error_less_never_lowers_f1(cms):
    worse = cms[:, 0, 1] > 0
    better = cms[worse].copy()
    better[:, 0, 1] -= 1
    better[:, 0, 0] += 1
    before, after = (cmlib.f_score(it, label=0) for it in (cms[worse], better))
    assert (after > before).all()


def scored(n=60):
    y_true = np.append([0, 1], RNG.integers(0, 2, n))
    return y_true, np.round(RNG.random(n + 2) + 0.3 * y_true, 1)


def test_scores_cheapest_point_lies_on_the_hull_and_largest_j_is_a_cheapest_one():
    for _ in range(50):
        y_true, y_score = scored()
        x, y, _ = roc_curve(y_true, y_score, drop_intermediate=False)
        best = (y - RNG.uniform(0.1, 10) * x).argmax()
        for a in range(best):
            for b in range(best + 1, len(x)):
                if x[b] > x[a]:
                    assert y[a] + (y[b] - y[a]) * (x[best] - x[a]) / (x[b] - x[a]) <= y[best] + 1e-9
        positives, negatives = y_true.sum(), (1 - y_true).sum()
        cost = negatives * positives * (1 - y) + positives * negatives * x
        assert (y - x)[cost.argmin()] == pytest.approx((y - x).max())


def test_areas_by_steps_and_pairs_are_those_of_scikit_learn():
    for _ in range(50):
        y_true, y_score = scored()
        own, others = y_score[y_true == 1][:, None], y_score[y_true == 0]
        auc = ((own > others) + (own == others) / 2).mean()
        assert auc == pytest.approx(roc_auc_score(y_true, y_score))
        assert roc_auc_score(y_true, -y_score) == pytest.approx(1 - auc)
        assert roc_auc_score(1 - y_true, 1 - y_score) == pytest.approx(auc)
        counts = cmlib.at_thresholds(y_true, y_score)[1]
        for rate in (cmlib.recall(counts, label=1), 1 - cmlib.specificity(counts, label=1)):
            assert (np.diff(rate) >= -CLOSE).all()
        above = y_score >= np.unique(y_score)[::-1][:, None]
        hits = (above & (y_true == 1)).sum(1)
        steps = np.diff(hits, prepend=0) / y_true.sum()
        expected = average_precision_score(y_true, y_score)
        assert (steps * hits / above.sum(1)).sum() == pytest.approx(expected)


def test_top_1_is_the_accuracy_of_the_best_class():
    y_true, y_score = RNG.integers(0, 4, 200), RNG.random((200, 4))
    cm = cmlib.ConfusionMatrix.from_labels(y_true, y_score.argmax(1), labels=range(4))
    assert cmlib.top_k_accuracy(y_true, y_score, 1) == cmlib.accuracy(cm)


def test_ten_nights_from_a_hat_have_a_mean_r_of_zero():
    draws = [(comb(8, a) * comb(12, 10 - a), Fraction(a, 8) - Fraction(10, 20)) for a in range(9)]
    assert sum(ways * r for ways, r in draws) == 0
    assert sum(ways for ways, _ in draws) == comb(20, 10)


def test_resampling_samples_is_resampling_cells():
    four = ["a", "a", "b", "c"]
    over_samples = Counter(tuple(map(it.count, "abc")) for it in product(four, repeat=4))
    for counts, draws in over_samples.items():
        ways = factorial(4) // prod(map(factorial, counts))
        assert draws == ways * 2 ** counts[0]


def test_auc_lies_between_the_ends_of_its_bins_and_their_middle_is_that_of_the_bins():
    for _ in range(100):
        y_true, y_score = scored()
        bins = np.digitize(y_score, np.linspace(0, 1.3, RNG.integers(2, 30)))
        own, others = bins[y_true == 1][:, None], bins[y_true == 0]
        low, high = (own > others).mean(), (own >= others).mean()
        assert low - CLOSE <= roc_auc_score(y_true, y_score) <= high + CLOSE
        assert (low + high) / 2 == pytest.approx(roc_auc_score(y_true, bins))


def test_independence_gives_zero():
    for k in range(2, 9):
        counts = np.outer(*RNG.integers(1, 10, (2, k)))
        for metric in (cmlib.cohen_kappa, cmlib.mcc, cmlib.mcc_product):
            assert metric(counts) == pytest.approx(0, abs=CLOSE)
