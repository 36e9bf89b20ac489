"""What the lessons say of every matrix, tried on all small ones and on random ones."""

from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.metrics import average_precision_score, roc_auc_score, roc_curve

import cmlib
from cmlib import top_k_accuracy

CLOSE = 1e-12
RNG = np.random.default_rng(4)


def all_matrices(classes, total):
    """Every way to write the total as a sum of so many counts."""
    cells = classes**2
    bars = np.array(list(combinations(range(total + cells - 1), cells - 1)))
    ends = np.full((len(bars), 1), total + cells - 1)
    return (np.diff(bars, prepend=-1, append=ends) - 1).reshape(-1, classes, classes)


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
        above = y_score >= np.unique(y_score)[::-1][:, None]
        hits = (above & (y_true == 1)).sum(1)
        steps = np.diff(hits, prepend=0) / y_true.sum()
        assert (steps * hits / above.sum(1)).sum() == pytest.approx(
            average_precision_score(y_true, y_score)
        )


def test_top_1_is_the_accuracy_of_the_best_class():
    y_true, y_score = RNG.integers(0, 4, 200), RNG.random((200, 4))
    cm = cmlib.ConfusionMatrix.from_labels(y_true, y_score.argmax(1), labels=range(4))
    assert top_k_accuracy(y_true, y_score, 1) == cmlib.accuracy(cm)
