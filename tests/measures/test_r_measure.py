"""R, R' and informedness against document 1, in fractions, and their six identities."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import matrices

import cmlib
from cmlib import datasets, informedness, r_prime, r_prime_overall, r_score

# Document 1, table 7: R' of each class before (table 8) and after (table 9), then overall.
TABLE_7 = {
    "doc1_table08": (
        "0.1176, 0.9912, 0.9771, 0.9823, 0.8739, 0.9647, 0.3881, 0.9817, 0.8866, 0.9726",
        "0.8187",
    ),
    "doc1_table09": (
        "0.9892, 0.9890, 0.9721, 0.9830, 0.9744, 0.9690, 0.9723, 0.9704, 0.9787, 0.9807",
        "0.9781",
    ),
}


def exact(counts):
    """Return for each class, in fractions: pi, q, recall and informedness."""
    k, total = len(counts), sum(map(sum, counts))
    rows = [sum(row) for row in counts]
    columns = [sum(row[c] for row in counts) for c in range(k)]
    for c in range(k):
        recall = Fraction(counts[c][c], rows[c])
        j = recall - Fraction(columns[c] - counts[c][c], total - rows[c])
        yield Fraction(rows[c], total), Fraction(columns[c], total), recall, j


@pytest.mark.parametrize("name", ["doc1_table04", "doc1_table10", "doc1_table11"])
def test_every_r_prime_that_document_1_prints_beside_its_matrices(name):
    table = datasets.load(name)
    assert [f"{value:.4f}" for value in r_prime(table.matrix)] == [
        f"{float(printed):.4f}" for printed in table.printed["r_prime"]
    ]
    if table.printed["r_prime_overall"] is not None:
        assert f"{r_prime_overall(table.matrix):.4f}" == table.printed["r_prime_overall"]


@pytest.mark.parametrize("name", TABLE_7)
def test_every_value_of_table_7(name):
    matrix = datasets.load(name).matrix
    per_class, overall = TABLE_7[name]
    assert ", ".join(f"{value:.4f}" for value in r_prime(matrix)) == per_class
    assert f"{r_prime_overall(matrix):.4f}" == overall


@given(counts=matrices(high=12, absent=False))
def test_the_six_identities(counts):
    counts = (counts + 1).tolist()
    k, total = len(counts), sum(map(sum, counts))
    values = list(exact(counts))
    p_o = Fraction(sum(counts[c][c] for c in range(k)), total)
    p_e = sum(pi * q for pi, q, _, _ in values)
    weighted = sum(pi * (recall - q) for pi, q, recall, _ in values)
    for pi, q, recall, j in values:
        assert recall - q == (1 - pi) * j
        assert recall - q + pi == pi + (1 - pi) * j
    assert weighted == p_o - p_e
    assert cmlib.cohen_kappa(counts) == pytest.approx(float(weighted / (1 - p_e)), abs=1e-12)
    spread = (1 - sum(pi**2 for pi, *_ in values)) * (1 - sum(q**2 for _, q, *_ in values))
    assert cmlib.mcc(counts) == pytest.approx(float(weighted) / float(spread) ** 0.5, abs=1e-12)
    balanced = sum(recall for _, _, recall, _ in values) / k
    assert sum(recall - q for _, q, recall, _ in values) / k == balanced - Fraction(1, k)
    assert r_prime_overall(counts) == cmlib.accuracy(counts)


@given(counts=matrices(high=8))
def test_the_bounds_hold(counts):
    with np.errstate(invalid="ignore"):
        pi = counts.sum(1) / counts.sum()
    values = r_prime(counts)
    defined = ~np.isnan(values)
    assert (values[defined] <= 1 + 1e-12).all()
    assert (values[defined] >= 2 * pi[defined] - 1 - 1e-12).all()


def test_the_lower_bound_is_reached():
    all_wrong = [[0, 30], [70, 0]]
    np.testing.assert_allclose(r_prime(all_wrong), [2 * 0.3 - 1, 2 * 0.7 - 1], atol=1e-15)


def test_a_class_never_predicted_gets_its_prevalence():
    cat = datasets.load("doc1_table10").matrix.index("cat")
    assert r_prime(datasets.load("doc1_table10").matrix)[cat] == 0.1


@given(counts=matrices(high=6), abstained=st.integers(0, 10**6))
def test_overall_with_abstention_is_equation_23(counts, abstained):
    y, correct = int(counts.sum()), int(np.trace(counts))
    x = w = y + abstained
    expected = Fraction(correct, x) + Fraction(x - y, w)
    assert r_prime_overall(counts, abstained=abstained) == pytest.approx(float(expected), abs=1e-15)


def test_answering_nothing_scores_one():
    nothing = np.zeros((3, 3), dtype=int)
    assert r_prime_overall(nothing, abstained=50) == 1
    assert np.isnan(r_prime_overall(nothing))
    assert r_prime_overall(nothing, zero_division=0.0) == 0


def test_each_matrix_of_a_batch_has_its_own_abstentions():
    batch = np.random.default_rng(2).integers(0, 5, (100, 3, 3))
    abstained = np.arange(100)
    loop = [
        r_prime_overall(one, abstained=open_) for one, open_ in zip(batch, abstained, strict=True)
    ]
    np.testing.assert_array_equal(r_prime_overall(batch, abstained=abstained), loop)


def test_zero_division_replaces_undefined_values():
    only_first = [[4, 6], [0, 0]]
    for metric in (r_score, r_prime, informedness):
        assert np.isnan(metric(only_first)[1])
        assert metric(only_first, zero_division=0.0)[1] == 0


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: r_prime_overall([[1]], abstained=-3), ValueError, "abstained .* got -3"),
        (lambda: r_prime_overall([[1]], abstained=np.nan), ValueError, "abstained .* got nan"),
        (lambda: r_prime_overall([[1]], abstained=10**400), TypeError, "abstained must hold"),
        (
            lambda: r_prime_overall([[1]], abstained=[[1], [2, 3]]),
            ValueError,
            "abstained is ragged",
        ),
        (lambda: r_prime_overall([[1]], abstained=2**63 - 1), ValueError, "abstained is too large"),
        (lambda: r_prime_overall([[1]], abstained=np.uint64(2**63)), ValueError, "too large"),
        (
            lambda: r_prime_overall([[2**62]], abstained=2**62),
            ValueError,
            r"cm it adds .*9\.22e\+18",
        ),
        (
            lambda: r_prime_overall([[1]], abstained=np.ma.array([1], mask=[1])),
            TypeError,
            "abstained is a masked array",
        ),
        (lambda: r_prime_overall([[1]], abstained="3"), TypeError, "abstained .* '3'"),
        (lambda: r_prime_overall([[1]], abstained=True), TypeError, "abstained"),
        (
            lambda: r_prime_overall(np.ones((4, 2, 2), int), abstained=[1, 2]),
            ValueError,
            r"shape \(4,\), got shape \(2,\)",
        ),
    ],
)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_many_samples_without_a_prediction_are_counted_exactly():
    assert r_prime_overall([[5, 7], [3, 7]], abstained=2**62) == pytest.approx(1)
    assert r_prime_overall([[0, 1]] * 2, abstained=2) == 0.75
