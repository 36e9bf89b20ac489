"""Intervals and comparisons against statsmodels, scipy, the delta method, loops and simulation."""

import math
import pickle
from functools import partial
from itertools import product

import confidenceinterval
import numpy as np
import pytest
from refusals import refused
from scipy.stats import binom, bootstrap, multinomial, t
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.proportion import proportion_confint
from strategies import all_matrices

import cmlib
from cmlib import ConfusionMatrix, compare, interval, uncertainty
from cmlib.uncertainty import _ends

CM = ConfusionMatrix([[50, 7, 3], [4, 70, 6], [1, 2, 15]], ["dog", "cat", "owl"])
# As confidenceinterval calls them.
SHARES = {"recall": "tpr", "precision": "ppv", "specificity": "tnr"}
SHARES |= {"negative_predictive_value": "npv"}
BOOTSTRAPPED = [("balanced_accuracy", None), ("cohen_kappa", None), ("mcc", None)]
BOOTSTRAPPED += [("recall", "macro"), ("f_score", "macro")]


def clopper_pearson(hits, trials, level=0.95):
    return proportion_confint(hits, trials, alpha=1 - level, method="beta")


@pytest.mark.parametrize("level", [0.9, 0.95])
def test_accuracy_has_the_interval_of_statsmodels_from_no_hit_to_all(level):
    for n in (1, 20, 40):
        for hits in range(n + 1):
            cm = [[hits, n - hits], [0, 0]]
            for method, name in (("auto", "beta"), ("wilson", "wilson")):
                expected = proportion_confint(hits, n, alpha=1 - level, method=name)
                found = tuple(interval("accuracy", cm, level=level, method=method))
                assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("method", "name"), [("auto", "beta"), ("wilson", "wilson")])
@pytest.mark.parametrize("label", CM.labels)
def test_shares_of_a_class_have_the_intervals_of_confidenceinterval(label, method, name):
    truth, predicted = ((side == label).astype(int).tolist() for side in CM.to_labels())
    for measure, short in SHARES.items():
        witness = getattr(confidenceinterval, f"{short}_score")
        _, expected = witness(truth, predicted, method=name)
        found = interval(measure, CM, label, method=method)
        assert tuple(found) == pytest.approx(expected, abs=1e-12)
        assert found.value == getattr(cmlib, measure)(CM, label=label)


def test_f1_follows_from_a_share():
    tp, fn, fp = 50, 10, 5
    low, high = (2 * end / (1 + end) for end in clopper_pearson(tp, tp + fn + fp))
    found = interval("f_score", CM, "dog")
    assert tuple(found) == pytest.approx((low, high), abs=1e-12)
    assert found.value == pytest.approx(cmlib.f_score(CM, label="dog"), abs=1e-15)


def test_informedness_joins_exact_intervals():
    (tp, fn), (fp, tn) = CM.one_vs_rest("owl").counts.tolist()
    hits, trials = np.array([tp, tn]), np.array([tp + fn, tn + fp])
    found, off = [], []
    for level in (0.95, 1 - 2 * np.sqrt(0.025)):
        off.append([it - hits / trials for it in clopper_pearson(hits, trials, level)])
    value = (hits / trials).sum() - 1
    for one, both, sign in zip(*off, (-1, 1), strict=True):
        found.append(value + sign * max(np.hypot(*one), abs(both.sum())))
    assert tuple(interval("informedness", CM, "owl")) == pytest.approx(found, abs=1e-12)


@pytest.mark.parametrize(("level", "least"), [(0.95, 0.95), (0.99, 0.985)])
def test_informedness_covers_where_both_shares_are_high(level, least):
    n, hits = 50, np.array([*product(range(51), repeat=2)])
    tests = [[[a, n - a], [n - b, b]] for a, b in hits]
    low, high = interval("informedness", tests, 0, level=level)
    for shares in product((0.9, 0.97, 0.9933, 0.9942, 0.9946), repeat=2):
        chance = binom.pmf(hits, n, shares).prod(1)
        assert chance[(low <= sum(shares) - 1) & (sum(shares) - 1 <= high)].sum() >= least


def mean_ends(sample, least, most):
    """Join the exact intervals of the shares from each step on, pair by pair."""
    values, n = np.unique([*sample, least, most]), len(sample)
    hits = np.array([np.count_nonzero(sample >= it) for it in values[1:]])
    steps, ends = np.diff(values), []
    for end, sign in zip(clopper_pearson(hits, n), (-1, 1), strict=True):
        far = steps * np.abs(end - hits / n)
        together = 0
        for i, j in product(range(len(far)), repeat=2):
            rarer, other = sorted((end[at] + hits[at] / n) / 2 for at in (i, j))
            if far[i] * far[j] > 0:
                together += far[i] * far[j] * np.sqrt(rarer * (1 - other) / (other * (1 - rarer)))
        ends.append(np.mean(sample) + sign * np.sqrt(together))
    return ends


def test_a_cost_joins_the_exact_intervals_of_what_costs_at_least_each_price():
    cost = np.array([[-2, 1, 4.5], [10, 0, 10], [1, 30, 0]])
    sample = np.repeat(cost.ravel(), CM.counts.ravel())
    found = interval("expected_cost", CM, cost=cost)
    assert found.value == pytest.approx(sample.mean())
    assert tuple(found) == pytest.approx(mean_ends(sample, -2, 30))
    # With one price for all errors, or nearly one, the cost is an error rate.
    errors = 1 - np.eye(3)
    for price in (errors, errors + 1e-9 * cost):
        found = interval("expected_cost", CM, cost=price)
        assert tuple(found) == pytest.approx(tuple(interval("error_rate", CM)), abs=1e-7)
    assert tuple(interval("expected_cost", CM, cost=np.ones((3, 3)))) == (1, 1)


def test_an_interval_of_a_cost_grows_with_its_level():
    of_cost = partial(interval, "expected_cost", [[7, 1], [1, 1]], cost=[[0, 1], [3, 10]])
    ends = np.array([tuple(of_cost(level=it)) for it in (0.5, 0.9, 0.98, 0.985, 0.99)])
    assert (np.diff(ends, axis=0) * [-1, 1] > 0).all()


@pytest.mark.parametrize("prices", [(10, 11, 12), (1, 2, 3), (1, 10, 100), (5, 5.5, 50)])
def test_a_cost_covers_whatever_the_truth(prices):
    tests = all_matrices(2, 20)
    low, high = interval("expected_cost", tests, cost=[[0, prices[0]], prices[1:]])
    assert (low.min(), high.max() <= max(prices)) == (0, True)
    for shares in product((0.003, 0.01, 0.02, 0.1, 0.3), repeat=3):
        chance = multinomial(20, [1 - sum(shares), *shares]).pmf(tests.reshape(-1, 4))
        assert chance[(low <= (mean := np.dot(prices, shares))) & (mean <= high)].sum() >= 0.95


def test_classes_and_batches_are_those_of_each_alone():
    batch = np.stack([CM.counts, CM.counts.T + 1])
    for measure in (*SHARES, "f_score", "informedness", "r_prime"):
        whole = interval(measure, batch)
        assert whole.low.shape == (2, 3)
        for at in np.ndindex(2, 3):
            alone = interval(measure, batch[at[0]], at[1])
            assert (whole.value[at], whole.low[at], whole.high[at]) == (alone.value, *alone)


def test_what_is_undefined_is_said():
    value = interval("precision", [[5, 0], [5, 0]], 1)
    assert np.isnan([value.value, *value]).all()
    assert "few samples: 0" in value.note
    notes = [interval("recall", [[at - 1, 1], [0, 9]], 0).note for at in (19, 20)]
    assert ["few samples" in it for it in notes] == [True, False]
    notes = [interval("mcc", [[at, 19], [0, 40]]).note for at in (0, 1)]
    assert notes == ["an undefined MCC counts as 0, few samples: 19", ""]


def test_an_interval_is_written_as_in_a_paper_and_pickles():
    found = interval("recall", CM, "dog")
    assert str(found) == "0.833 (95 % CI 0.715 to 0.917)"
    assert repr(found) == f"{found}; Clopper-Pearson"
    assert interval("recall", CM, "dog", method="wilson").method == "Wilson"
    names = [line.partition(": 0.")[0] for line in str(interval("recall", CM)).split("\n")]
    assert names == [*map(repr, CM.labels)]
    assert str(interval("recall", [CM, CM], "dog")) == f"{found}\n{found}"
    assert pickle.loads(pickle.dumps(found)) == found


@pytest.mark.parametrize(("measure", "average"), BOOTSTRAPPED)
def test_a_bootstrap_is_near_scipys_and_the_delta_method(measure, average):
    large = CM.counts * 20
    options = {"average": average} if average else {}
    function = partial(getattr(cmlib, measure), **options)

    def of_samples(at, axis):
        tables = np.apply_along_axis(np.bincount, axis, at.astype(int), minlength=9)
        tables = np.moveaxis(tables, axis, -1)
        return function(tables.reshape(*tables.shape[:-1], 3, 3))

    sample = np.arange(9).repeat(large.ravel())
    theirs = bootstrap(
        (sample,), of_samples, n_resamples=300, batch=50, method="percentile", rng=1
    ).confidence_interval
    found = interval(measure, large, average=average)
    assert tuple(found) == pytest.approx(tuple(theirs), abs=0.012)
    assert found.value == function(large)
    assert tuple(found) == tuple(interval(measure, large, average=average))
    larger, steps = CM.counts * 100, np.eye(9).reshape(-1, 3, 3)
    slopes = (function(larger + steps) - function(larger - steps)) / 2
    variance = larger.ravel() @ slopes**2 - (larger.ravel() @ slopes) ** 2 / larger.sum()
    half, found = 1.959964 * np.sqrt(variance), interval(measure, larger, average=average)
    ends = found.value - half, found.value + half
    assert tuple(found) == pytest.approx(ends, abs=0.1 * half)


def test_a_bootstrap_of_kappa_is_near_the_standard_error_of_statsmodels():
    large = CM.counts * 100
    theirs = cohens_kappa(large)
    half = (theirs.kappa_upp - theirs.kappa_low) / 2
    found = interval("cohen_kappa", large)
    assert tuple(found) == pytest.approx((theirs.kappa_low, theirs.kappa_upp), abs=0.1 * half)


def test_the_smoothed_bootstrap_holds_where_percentiles_fail():
    cells = np.array([[196, 4], [1, 4]]) / 205
    truth, rng = cmlib.balanced_accuracy(cells), np.random.default_rng(3)
    sets = rng.multinomial(205, cells.ravel(), 300).reshape(-1, 2, 2)
    sets = sets[(sets.sum(axis=2) > 0).all(axis=1)]
    draws = [rng.multinomial(205, it.ravel() / 205, 300).reshape(-1, 2, 2) for it in sets]
    with np.errstate(invalid="ignore"):
        shares = [np.diagonal(it, axis1=1, axis2=2) / it.sum(axis=2) for it in draws]
    plain = [np.nanquantile(np.nanmean(it, axis=1), [0.025, 0.975]) for it in shares]
    ends = interval("balanced_accuracy", sets)
    assert np.mean((ends.low <= truth) & (truth <= ends.high)) > 0.94
    assert np.mean([low <= truth <= high for low, high in plain]) < 0.85


@pytest.mark.parametrize("measure", ["cohen_kappa", "mcc"])
def test_a_bootstrap_stays_within_the_range_of_its_measure(measure):
    assert interval(measure, [[30, 0], [0, 30]]).high == 1
    assert interval(measure, [[0, 30], [30, 0]]).low == -1


@pytest.mark.parametrize(("measure", "added"), [("mcc", 1), ("cohen_kappa", 2)])
def test_half_of_what_is_added_is_right_and_half_an_error(monkeypatch, measure, added):
    weights = []

    def noted(measured, weight, *rest):
        weights.append(weight - CM.counts)
        return _ends(measured, weight, *rest)

    monkeypatch.setattr(uncertainty, "_ends", noted)
    interval(measure, CM)
    assert weights[0] == pytest.approx(added * np.array([[2, 1, 1], [1, 2, 1], [1, 1, 2]]) / 4)


REFUSED = [
    ("mcc", CM.counts / 2, {}, ValueError, "weighted counts, .* convert whole counts to integers$"),
    ("mcc", [[9, 1], [1, 8]], {}, ValueError, "cm must have at least 20 samples .* got 19"),
    ("mcc", [[[9, 1], [1, 8]], [[90, 1], [1, 8]]], {}, ValueError, "20 samples .* got 19"),
    ("mcc", np.eye(51, dtype=int), {}, ValueError, "2 to 50 classes for a bootstrap, got 51"),
    ("mcc", [[30]], {}, ValueError, "cm must have from 2 to 50 classes .* got 1"),
    ("mcc", [[30, 0], [0, 0]], {}, ValueError, "cm has no sample of class 1"),
    ("mcc", [[[10, 10], [0, 0]]], {}, ValueError, "cm has no sample of class 1"),
    ("f_score", np.eye(11, dtype=int) * 19, {"average": "macro"}, ValueError, "220 .* got 209"),
    ("g_mean", CM, {}, ValueError, "measure must be .*'accuracy'.* got 'g_mean'"),
    ("precision", CM, {"average": "macro"}, ValueError, "'precision' with average='macro'"),
    ("accuracy", CM, {"label": "dog"}, ValueError, "'accuracy' is one number .* got label='dog'"),
    ("recall", CM, {"label": "emu"}, ValueError, "label 'emu' is not one of the classes"),
    ("mcc", CM, {"level": 0.995}, ValueError, r"level must be at most 0.99 .*, got 0.995"),
    ("recall", CM, {"level": 95}, ValueError, r"level must be in \(0, 1\), got 95"),
    ("recall", CM, {"level": "95 %"}, TypeError, r"level must be a number in .*, got '95 %'"),
    ("recall", CM, {"method": "wald"}, ValueError, "method must be .* got 'wald'"),
    ("mcc", CM, {"method": "wilson"}, ValueError, "method='wilson' is for shares"),
    ("expected_cost", CM, {}, TypeError, "^cost must be given: the price of each cell$"),
    ("expected_cost", [[1]], {"cost": [[np.inf]]}, ValueError, r"^cost .* inf at \[0, 0\]"),
    ("recall", CM, {"cost": [[0]]}, ValueError, "cost is for 'expected_cost', .* 'recall'"),
]
test_an_interval_is_refused = refused(lambda name, cm, it: interval(name, cm, **it), REFUSED)


def samples(rng, n=240):
    true = rng.integers(0, 3, n)
    said = [np.where(rng.random(n) < hit, true, rng.integers(0, 3, n)) for hit in (0.8, 0.6)]
    return true, *said


def test_the_pairs_and_mcnemars_p_value_are_those_of_statsmodels():
    true, first, second = samples(np.random.default_rng(0))
    right, other = first == true, second == true
    found = compare(true, first, second)
    table = [[(right & other).sum(), (right & ~other).sum()]]
    table += [[(~right & other).sum(), (~right & ~other).sum()]]
    assert found.pairs.to_numpy().tolist() == np.array(table).tolist()
    assert (found.pairs.index.name, found.pairs.columns.name) == ("first", "second")
    assert found.pairs.loc["right", "wrong"] == table[0][1]
    fewer, both = min(table[0][1], table[1][0]), table[0][1] + table[1][0]
    exact = mcnemar(table, exact=True).pvalue
    assert found.p_value == pytest.approx(exact - binom.pmf(fewer, both, 0.5), rel=1e-9)


@pytest.mark.parametrize("n", [10, 24])
def test_a_lead_in_a_share_covers_whatever_the_truth(n):
    true, cells, ends = np.zeros(n, int), [], []
    for b, c in product(range(n + 1), repeat=2):
        if b + c <= n:
            said = (np.repeat(it, [b, c, n - b - c]) for it in ([0, 1, 0], [1, 0, 0]))
            row = compare(true, *said).measures.iloc[0]
            cells.append((b, c, n - b - c))
            ends.append((row.low, row.high))
            assert row.lead == pytest.approx((b - c) / n)
    low, high = np.array(ends).T
    for first, second in product((0.001, 0.02, 0.1, 0.2, 0.4, 0.6), repeat=2):
        if first + second < 1:
            chance = multinomial(n, [first, second, 1 - first - second]).pmf(cells)
            lead = first - second
            assert chance[(low <= lead) & (lead <= high)].sum() >= 0.94


def test_a_lead_in_a_share_is_one_among_the_samples_of_its_class():
    true, first, second = samples(np.random.default_rng(1))
    for measure, label, among in (("recall", 1, true == 1), ("specificity", 1, true != 1)):
        of_class = [it == 1 for it in (true, first, second)]
        alone = compare(*(it[among] for it in of_class)).measures.loc["accuracy"]
        row = compare(true, first, second, [measure], label).measures.loc[measure]
        assert row.tolist() == alone.tolist()
    few = compare(true[:9], first[:9], second[:9]).measures.loc["accuracy"]
    assert np.isnan([few.low, few.high]).all()
    assert few.method == "none: under 10 samples"


def test_a_lead_in_cost_joins_the_exact_intervals_of_what_gains_at_least_so_much():
    true, first, second = samples(np.random.default_rng(6))
    priced = partial(compare, true, first, second, ["expected_cost"])
    row = priced(cost=1 - np.eye(3)).measures.iloc[0]
    right = compare(true, first, second).measures.iloc[0]
    turned = [-right.lead, -right.high, -right.low]
    assert row[["lead", "low", "high"]].tolist() == pytest.approx(turned)
    cost = np.array([[0, 1, 1], [10, 0, 10], [1, -4.5, 0]])
    row = priced(cost=cost).measures.iloc[0]
    gains = cost[true, first] - cost[true, second]
    assert row.lead == pytest.approx(gains.mean())
    assert (row.low, row.high) == pytest.approx(mean_ends(gains, -10, 10))


@pytest.mark.parametrize(
    ("measure", "average"), [("cohen_kappa", None), ("mcc", None), ("f_score", "macro")]
)
def test_a_lead_turns_round_with_the_classifiers(measure, average):
    true, first, second = samples(np.random.default_rng(2), 600)
    lead = partial(compare, true, measures=[measure], average=average)
    row, turned = (lead(*it).measures.iloc[0] for it in ((first, second), (second, first)))
    assert (row["first"], row["second"]) == (turned["second"], turned["first"])
    assert row.method == "paired smoothed bootstrap"
    again = lead(first, second, measures=[measure] * 2).measures.iloc[1]
    other = lead(first, second, random_state=1).measures.iloc[0]
    assert again.tolist() == row.tolist() != other.tolist()
    assert (row.low, row.high) == pytest.approx((-turned.high, -turned.low), abs=0.02)
    # As wide as the plain paired bootstrap, where samples are many.
    function = getattr(cmlib, measure)
    at = np.random.default_rng(5).integers(0, 600, (400, 600))
    sides = [
        np.stack([ConfusionMatrix.from_labels(true[it], said[it]).counts for it in at])
        for said in (first, second)
    ]
    options = {"average": average} if average else {}
    plain = np.subtract(*(function(side, **options) for side in sides))
    assert (row.low, row.high) == pytest.approx(tuple(np.quantile(plain, [0.025, 0.975])), abs=0.02)


@pytest.mark.parametrize("options", [{}, {"average": "macro"}], ids=["balanced", "macro"])
def test_a_lead_in_balanced_accuracy_is_one_in_a_cost(options):
    """An error costs as much more as its class is rarer."""
    true, *said = samples(np.random.default_rng(8))
    measure = "recall" if options else "balanced_accuracy"
    row = compare(true, *said, [measure], **options).measures.iloc[0]
    prices = len(true) / 3 / np.bincount(true)[:, None] * ~np.eye(3, dtype=bool)
    dearer = compare(true, *said, ["expected_cost"], cost=prices).measures.iloc[0]
    assert (row.lead, row.low, row.high) == pytest.approx((-dearer.lead, -dearer.high, -dearer.low))
    # All of 500 and 10 are right: the misses that were not seen are mostly those of the ten.
    true = [0] * 500 + [1] * 10
    unseen = compare(true, true, true, [measure], **options).measures.iloc[0]
    assert unseen.high > 0.3 / 2
    few = compare(true[1:-1], true[1:-1], true[1:-1], [measure], **options).measures.iloc[0]
    assert (math.isnan(few.low), few.method) == (True, "none: under 10 samples")


def test_a_lead_in_balanced_accuracy_holds_where_one_side_is_nearly_always_wrong():
    true, held = np.repeat([0, 1], 10), 0
    for hits in product(range(11), repeat=2):
        second = np.concatenate([true[:10] ^ (np.arange(10) >= hits[0]), np.arange(10) < hits[1]])
        lead = compare(true, 1 - true, second.astype(int), ["balanced_accuracy"]).measures.iloc[0]
        chance = binom.pmf(hits, 10, 0.97).prod()
        held += chance * (lead.low <= -0.97 <= lead.high)
    assert held > 0.95


def test_no_end_is_out_of_reach():
    true = np.array([0, 1] * 20)
    names = ["mcc", "cohen_kappa", "balanced_accuracy", "accuracy"]
    opposite = compare(true, true, 1 - true, names).measures
    assert opposite.high.tolist() == [2, 2, 1, 1]
    macro = compare(true, true, 1 - true, ["f_score"], average="macro").measures
    assert macro.high.item() == 1


def test_each_matrix_of_a_batch_has_the_interval_that_it_has_alone():
    alone = interval("mcc", CM)
    low, high = interval("mcc", np.stack([CM.counts, CM.counts]))
    assert (low.tolist(), high.tolist()) == ([alone.low] * 2, [alone.high] * 2)
    assert interval("mcc", CM, random_state=1).low != alone.low


@pytest.mark.parametrize(
    ("ends", "text"),
    [
        ((0.00003, 0.0000202, 0.0000428), "0.000030 (95 % CI 0.000020 to 0.000043)"),
        ((0.5, 0.41, 0.59), "0.500 (95 % CI 0.410 to 0.590)"),
        ((0.5, 0.4951, 0.5049), "0.5000 (95 % CI 0.4951 to 0.5049)"),
        ((1.0, 1.0, 1.0), "1.000 (95 % CI 1.000 to 1.000)"),
        ((2500.0, 900.0, 4000.0), "2500.000 (95 % CI 900.000 to 4000.000)"),
        ((math.nan,) * 3, "nan (no interval)"),
    ],
)
def test_decimals_show_the_width(ends, text):
    assert str(uncertainty.Interval(*ends, level=0.95, method="")) == text


@pytest.mark.parametrize("wrong", [0, 4, 8])
def test_a_tie_has_the_largest_p_value(wrong):
    first = np.arange(30) < wrong
    assert compare([False] * 30, first, np.roll(first, wrong)).p_value == 1


def test_what_was_not_seen_widens_both_ends_alike():
    alike = compare([0, 1] * 30, [0, 1] * 30, [0, 1] * 30, ["cohen_kappa"]).measures.iloc[0]
    assert alike.low == pytest.approx(-alike.high, abs=0.01)
    # A draw differs in two of the sixty samples at most, but for 1 in 40: 2 * 2 / 60.
    assert alike.high == pytest.approx(4 / 60, abs=0.01)


def test_draws_that_lie_off_the_value_move_one_end_outwards():
    drawn = np.arange(101) / 100
    for value, expected in ((0.7, (0.041, 1.159)), (0.4, (-0.059, 0.959))):
        ends = _ends(lambda _: drawn, np.ones(1), 1, value, 0.05, np.random.default_rng(0))
        assert ends == pytest.approx(expected)


def test_groups_are_left_out_one_by_one():
    true, first, second = samples(np.random.default_rng(3))
    groups = np.array([f"writer {at % 17 % 12}" for at in range(len(true))])

    def expected(gains, groups):
        without = [gains[groups != name].mean() for name in np.unique(groups)]
        off = np.array(without) - np.mean(without)
        error = math.sqrt(11 / 12 * (off**2).sum())
        free = (off**2).sum() ** 2 / (off**4).sum() - 1.5
        ends = t(free, gains.mean(), error).interval(0.95)
        return ends, 2 * t.sf(abs(gains.mean()) / error, free)

    gains = (first == true).astype(int) - (second == true)
    found = compare(true, first, second, groups=groups)
    row = found.measures.iloc[0]
    ends, p_value = expected(gains, groups)
    assert (row.low, row.high) == pytest.approx(ends)
    assert row.method == "jackknife over groups"
    assert (found.p_value, found.test) == (pytest.approx(p_value), "Student's t over groups")
    row = compare(true, first, second, ["recall"], label=1, groups=groups).measures.iloc[0]
    ends, _ = expected(gains[true == 1], groups[true == 1])
    assert (row.low, row.high) == pytest.approx(ends)
    copies = np.tile([true, first, second], 3)
    repeated = compare(*copies, groups=np.tile(groups, 3)).measures.iloc[0]
    assert (repeated.low, repeated.high) == pytest.approx(expected(gains, groups)[0])


def test_groups_that_are_alike_or_nearly_have_no_narrow_interval():
    true, groups = np.repeat([0, 1], 50), np.repeat(np.arange(10), 10)
    one_in_each = np.where(np.arange(100) % 10, true, 1 - true)
    for second, p_value in ((true, 1), (one_in_each, math.nan)):
        found = compare(true, true, second, groups=groups)
        row = found.measures.iloc[0]
        assert row.method == "none: no spread over groups"
        assert found.p_value == pytest.approx(p_value, nan_ok=True)
        assert np.isnan([row.low, row.high]).all()
    one_group_has_all = np.where(groups == 0, 2, true)
    row = compare(one_group_has_all, true, true, ["recall"], label=2, groups=groups).measures
    assert row.method.item() == "none: no spread over groups"
    unequal = np.maximum(np.arange(100) - 60, 0) // 4
    assert "unequal" in compare(true, true, one_in_each, groups=unequal).measures.method.item()
    one_wrong = np.where(np.arange(100), true, 1)
    row = compare(true, true, one_wrong, groups=groups).measures.iloc[0]
    assert (row.lead, row.low, row.high) == pytest.approx((0.01, -1, 1))


def test_classes_that_one_side_alone_names_are_classes():
    found = compare(["a", "b"] * 30, ["a", "c"] * 30, ["a", "b"] * 30)
    assert found.measures.lead.item() == -0.5
    assert "McNemar's mid-p" in str(found)
    third = compare([0] * 30, [0] * 10 + [1] * 20, [1] * 30)
    assert "0.333" in str(third)
    assert "0.3333" not in str(third)
    true = np.repeat([0, 1], 50)
    first, second = (np.roll(true, it) for it in (5, -5))
    found = str(compare(true, first, second, ["recall"], 1, level=0.8))
    assert "p = 1 for accuracy (McNemar's mid-p)\n\n80 % intervals:\n" in found
    # An end close to 0 is not written as 0.
    first = np.where(np.arange(100) > 89, 0, true)
    second = np.where(np.arange(100) > 94, 0, true)
    assert " -0.000013 " in str(compare(true, first, second, ["recall"], 1))
    # More decimals where three would hide the width.
    true = np.arange(100_000) % 2
    few_wrong = str(compare(true, true, true ^ (np.arange(100_000) < 2)))
    assert " 0.99998  0.00002 " in few_wrong


TWELVE = np.arange(240) % 12
BAD = [
    ({"measures": ["precision"]}, ValueError, "measures must be .* got 'precision'"),
    ({"measures": ["recall"]}, ValueError, "'recall' without a label or an average$"),
    ({"measures": ["mcc"], "groups": TWELVE}, ValueError, "in 'mcc' over groups$"),
    ({"measures": ["balanced_accuracy"], "groups": TWELVE}, ValueError, "over groups$"),
    ({"measures": ["expected_cost"], "cost": np.eye(3), "groups": TWELVE}, ValueError, "'expect"),
    (dict.fromkeys(("y_true", "first", "second"), range(1001)), ValueError, "1 to 1000 classes"),
    ({"measures": ["mcc"], "level": 0.999}, ValueError, "at most 0.99 here, got 0.999"),
    ({"first": [0] * 239}, ValueError, "y_true and first and second must .* 240 and 239 and 240"),
    ({"second": [None] * 240}, ValueError, "second has a missing label"),
    ({"second": ["a"] * 240}, TypeError, "second: y_true and y_pred must hold labels of one kind"),
    ({"labels": iter([0, 1])}, ValueError, r"first: y_true holds 2 at .* not in labels \[0, 1\]"),
    ({"measures": ["expected_cost"]}, TypeError, "cost must be given"),
    ({"cost": [[0, 1], [5, 0]]}, ValueError, "cost is for 'expected_cost', and measures is"),
    ({"measures": ["f_score"], "label": 1}, ValueError, "a lead in 'f_score' of a class$"),
    ({"measures": ["recall"], "label": 7}, ValueError, "label 7 is not one of the classes"),
    ({"measures": "accuracy"}, TypeError, "measures must be a list"),
    ({"groups": [1] * 240}, ValueError, "at least 10 groups, .* got 1 for 240"),
    ({"groups": [1, 2]}, ValueError, "each of the 240 samples, got 2 for 2"),
    ({"level": 0}, ValueError, "level must be in"),
]
ANSWERS = samples(np.random.default_rng(4))
GIVEN = dict(zip(("y_true", "first", "second"), ANSWERS, strict=True))
test_a_comparison_is_refused = refused(lambda options: compare(**GIVEN | options), BAD)


def test_an_interval_of_r_prime_may_end_below_0_and_ends_at_1():
    assert interval("r_prime", [[0, 1], [1, 1]], 0).high == 1
    low, high = interval("r_prime", [[2, 18], [18, 2]], 0)
    assert low < 0 < high


def coverage(tests, low, high, share, recalls, true_value):
    """Return how often an interval holds a true value, wherever there is an interval."""
    pi = np.array([share, 1 - share])
    right, wrong = pi * recalls, pi * (1 - np.array(recalls))
    cells = np.array([[right[0], wrong[0]], [wrong[1], right[1]]])
    chance = multinomial(tests[0].sum(), cells.ravel()).pmf(tests.reshape(-1, 4))
    truth = true_value(cells)
    return chance @ ((low <= truth) & (truth <= high)) / chance[~np.isnan(low)].sum()


@pytest.mark.parametrize("share", [0.05, 0.5, 0.9, 0.95])
@pytest.mark.parametrize("recalls", [(0.999, 0.5), (0.99, 0.99), (0.8, 0.7), (0.1, 0.3)])
def test_r_prime_covers_for_rare_and_for_large_classes(share, recalls):
    tests = all_matrices(2, 30)
    low, high = interval("r_prime", tests, 0)
    held = coverage(tests, low, high, share, recalls, lambda p: recalls[0] - p[:, 0].sum() + share)
    assert held > 0.945


def test_kappa_covers_below_chance_too():
    tests = all_matrices(2, 20)
    tests = tests[(tests.sum(2) > 0).all(1)]
    low, high = interval("cohen_kappa", tests)
    for share, *recalls in product((0.1, 0.2, 0.3, 0.5), *[(0, 0.02, 0.1, 0.4, 0.6, 0.9)] * 2):
        held = coverage(tests, low, high, share, recalls, cmlib.cohen_kappa)
        assert held > 0.93, (share, recalls)


def test_kappa_covers_below_chance_where_a_class_is_rare():
    tests, truth = all_matrices(2, 50), [0.028, 0.042, 0.8835, 0.0465]
    tests = tests[multinomial(50, truth).pmf(tests.reshape(-1, 4)) > 1e-5]
    tests = tests[(tests.sum(2) > 0).all(1)]
    low, high = interval("cohen_kappa", tests)
    held = coverage(tests, low, high, 0.07, (0.4, 0.05), cmlib.cohen_kappa)
    assert held > 0.93  # 0.91 with one sample more in each row


def test_ten_classes_need_no_more_samples_than_two():
    assert interval("f_score", 2 * np.eye(10, dtype=int), average="macro").value == 1


def test_half_a_sample_more_of_each_class_whatever_their_number(monkeypatch):
    def ends(function, weight, *rest):
        weights.append(weight)
        return 0.0, 1.0

    weights = []
    monkeypatch.setattr("cmlib.uncertainty._ends", ends)
    compare([0, 1, 2] * 10, [0, 1, 1] * 10, [0, 2, 2] * 10, ["cohen_kappa"])
    assert weights[0].sum() == pytest.approx(30 + 3 / 2)
