"""Top-K accuracy against scikit-learn, against every order that ties allow, and at the limits."""

from fractions import Fraction
from itertools import pairwise, permutations, product
from statistics import mean

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused
from sklearn.metrics import top_k_accuracy_score
from strategies import peak_of

from cmlib import top_k, top_k_accuracy

TIES = ["optimistic", "pessimistic", "expected"]


@st.composite
def samples(draw, *, low=2, high=50, tied=False):
    """Draw true columns and scores: no two scores of a row alike, or many alike."""
    n, n_classes = draw(st.integers(1, 30)), draw(st.integers(low, high))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    if tied:
        scores = rng.integers(0, draw(st.sampled_from([1, 2, 4])), (n, n_classes))
    else:
        scores = rng.permuted(np.tile(np.arange(n_classes), (n, 1)), axis=1) - rng.random((n, 1))
    return rng.integers(0, n_classes, n), scores


def by_definition(y_true, scores, k, choose):
    """Top-K over every order that sorts a row's scores downwards, as an exact fraction.

    `choose` makes one number of what the orders of a sample say: max, min or their mean.
    """
    said = []
    for truth, row in zip(y_true, scores, strict=True):
        every = permutations(range(len(row)))
        orders = [it for it in every if all(row[a] >= row[b] for a, b in pairwise(it))]
        said.append(choose([Fraction(int(truth in order[:k])) for order in orders]))
    return mean(said)


CHOICES = {"optimistic": max, "pessimistic": min, "expected": mean}


@settings(max_examples=60)
@given(sample=samples(low=3, high=12), seed=st.integers(0, 2**32 - 1))
def test_agreement_with_scikit_learn_with_weights(sample, seed):
    y_true, scores = sample
    weight = np.random.default_rng(seed).random(len(y_true)) + 0.01
    n_classes = scores.shape[1]
    options, ks = {"labels": range(n_classes), "sample_weight": weight}, range(1, n_classes)
    expected = [top_k_accuracy_score(y_true, scores, k=k, **options) for k in ks]
    for ties in TIES:
        got = top_k_accuracy(y_true, scores, ks, sample_weight=weight, ties=ties)
        np.testing.assert_allclose(got, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("ties", TIES)
@settings(max_examples=25)
@given(sample=samples(low=1, high=5, tied=True))
def test_ties_against_every_order_that_they_allow(ties, sample):
    y_true, scores = sample
    for k in range(1, scores.shape[1] + 1):
        exact = by_definition(y_true[:6], scores[:6], k, CHOICES[ties])
        got = top_k_accuracy(y_true[:6], scores[:6], k, ties=ties)
        assert got == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.parametrize("ties", TIES)
@settings(max_examples=40)
@given(sample=samples(low=1, high=6, tied=True), data=st.data())
def test_a_weight_is_a_number_of_samples(ties, sample, data):
    y_true, scores = sample
    times = data.draw(st.lists(st.integers(0, 4), min_size=len(y_true), max_size=len(y_true)))
    times[0] += 1
    ks = range(1, scores.shape[1] + 1)
    repeated = np.repeat(y_true, times), np.repeat(scores, times, axis=0)
    expected = top_k_accuracy(*repeated, ks, ties=ties)
    got = top_k_accuracy(y_true, scores, ks, sample_weight=times, ties=ties)
    np.testing.assert_allclose(got, expected, rtol=0, atol=1e-12)
    scaled = top_k_accuracy(y_true, scores, ks, sample_weight=np.array(times) * 2.0**-60, ties=ties)
    np.testing.assert_array_equal(scaled, got)
    mask = np.array(times) > 0
    kept = top_k_accuracy(y_true[mask], scores[mask], ks, ties=ties)
    masked = top_k_accuracy(y_true, scores, ks, sample_weight=mask, ties=ties)
    np.testing.assert_allclose(masked, kept, rtol=0, atol=1e-12)
    assert got[-1] == 1


@pytest.mark.parametrize("ties", TIES)
@settings(max_examples=40)
@given(sample=samples() | samples(tied=True), seed=st.integers(0, 2**32 - 1))
def test_curve_never_falls_and_knows_no_order_of_samples_or_columns(ties, sample, seed):
    y_true, scores = sample
    rng = np.random.default_rng(seed)
    ks = range(1, scores.shape[1] + 1)
    curve = top_k_accuracy(y_true, scores, ks, ties=ties)
    assert curve[0] >= 0
    assert (np.diff(curve) >= 0).all()
    assert curve[-1] == 1.0
    rows, columns = rng.permutation(len(y_true)), rng.permutation(scores.shape[1])
    turned, labels = scores[rows][:, columns], columns.tolist()
    got = top_k_accuracy(y_true[rows], turned, ks, labels=labels, ties=ties)
    np.testing.assert_allclose(got, curve, rtol=0, atol=1e-12)


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "g", ">f4", "u1", "i1", "u4", "i8", "u8"])
def test_kinds_of_numbers_up_to_their_largest(dtype):
    largest = np.array((np.finfo if "f" in dtype or dtype == "g" else np.iinfo)(dtype).max)
    below = np.nextafter(largest, largest * 0) if largest.dtype.kind == "f" else largest - 1
    # The sum of finite scores is infinite, and as floats the largest integers are alike.
    scores = np.array([[largest, largest, 0], [below, largest, 0]], dtype=dtype)
    assert top_k_accuracy([2, 1], scores, [1, 3]).tolist() == [0.5, 1]
    assert top_k_accuracy([0, 0], scores, [1, 2], ties="optimistic").tolist() == [0.5, 1]


@pytest.mark.parametrize(
    ("y_true", "labels"),
    [
        ([0, 2, 1], None),
        (["a", "c", "b"], ["a", "b", "c"]),
        ([30, -1, 7], [30, 7, -1]),
        (np.array([0, 2, 1], dtype=np.uint8), None),
    ],
)
def test_kinds_of_labels(y_true, labels):
    scores = pd.DataFrame([[0.1, 0.7, 0.2], [0.1, 0.7, 0.2], [0.1, 0.7, 0.2]])
    got = top_k_accuracy(y_true, scores, [1, 2, 3], labels=labels)
    np.testing.assert_array_equal(got, [1 / 3, 2 / 3, 1])


def test_the_columns_of_a_frame_keep_their_names():
    """Columns b, a: read in the order of labels=["a", "b"], every sample would be a miss."""
    scores = pd.DataFrame({"b": [0.9, 0.2], "a": [0.1, 0.8]})
    assert top_k_accuracy(["b", "a"], scores, 1) == 1
    assert top_k_accuracy(["b", "a"], scores, 1, labels=["b", "a"]) == 1
    for names in ([1, 0], [False, True]):
        assert top_k_accuracy(names, scores.set_axis(names, axis=1), 1) == 1
    with pytest.raises(ValueError, match=r"labels is \['a', 'b'\], but the columns .*\['b', 'a'\]"):
        top_k_accuracy(["b", "a"], scores, 1, labels=["a", "b"])


@pytest.mark.parametrize("of", [list, tuple, np.uint8])
def test_one_k_gives_a_float_and_several_an_array_in_their_order(of):
    y_true, scores = [0, 1], [[3, 2, 1], [3, 1, 2]]
    for k in (2, np.int64(2), np.uint8(2), np.array(2)):
        assert repr(top_k_accuracy(y_true, scores, k)) == "0.5"
    several = top_k_accuracy(y_true, scores, of([3, 1, 1]))
    assert isinstance(several, np.ndarray)
    assert several.tolist() == [1.0, 0.5, 0.5]


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("chunk", [1, 4, 5, 7, 20, 49, 50, 51, 1000])
def test_pieces_give_the_same(monkeypatch, ties, chunk):
    rng = np.random.default_rng(3)
    scores, y_true = rng.integers(0, 3, (10, 5)), rng.integers(0, 5, 10)
    whole = top_k_accuracy(y_true, scores, range(1, 6), ties=ties)
    monkeypatch.setattr(top_k, "_CHUNK", chunk)
    pieces = top_k_accuracy(y_true, scores, range(1, 6), ties=ties)
    np.testing.assert_allclose(pieces, whole, rtol=0, atol=1e-12)


@pytest.mark.parametrize(("row", "column"), list(product([0, 1, 2, 9], [0, 4])))
def test_a_bad_score_is_found_in_every_piece(monkeypatch, row, column):
    monkeypatch.setattr(top_k, "_CHUNK", 10)
    scores = np.zeros((10, 5))
    scores[row, column] = np.nan
    with pytest.raises(ValueError, match=rf"^y_score must be finite, got nan at \[{row}, {column}"):
        top_k_accuracy([0] * 10, scores, 1)


@pytest.mark.parametrize(("n", "n_classes"), [(4000, 1000), (400_000, 10), (1_000_000, 2)])
def test_little_memory_beside_the_scores(n, n_classes):
    scores = np.random.default_rng(0).random((n, n_classes), dtype=np.float32)
    y_true = np.random.default_rng(1).integers(0, n_classes, n)
    for ties, most in zip(TIES, [1, 1, 2], strict=True):
        peak = peak_of(lambda ties=ties: top_k_accuracy(y_true, scores, [1, 2], ties=ties))
        assert peak < most * 2**20, ties


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_a_memory_mapped_file_stays_on_disk(tmp_path, dtype):
    scores = np.memmap(tmp_path / "scores", dtype, "w+", shape=(4000, 1000))
    scores[...] = np.random.default_rng(0).random(scores.shape)
    y_true = np.arange(4000) % 1000
    in_memory = top_k_accuracy(y_true, np.array(scores), 5)
    assert top_k_accuracy(y_true, scores, 5) == in_memory
    assert peak_of(lambda: top_k_accuracy(y_true, scores, 5)) < 2**20


NAMES = {"y_true": ["a", "b"]}
GOOD = {"y_true": [0, 1], "y_score": [[0.1, 0.7, 0.2], [0.5, 0.4, 0.1]], "k": 1}
BAD = [
    ({"y_score": [[0.1, np.nan, 0], [1, 2, 3]]}, ValueError, r"y_score .*got nan at \[0, 1\]"),
    ({"y_score": [[np.inf, -np.inf, 1], [1, 2, 3]]}, ValueError, r"got inf at \[0, 0\]"),
    ({"y_score": np.zeros((2, 3, 1))}, ValueError, r"n_classes\), got \(2, 3, 1\)"),
    ({"y_score": np.zeros((0, 3))}, ValueError, r"n_classes\), got \(0, 3\)"),
    ({"y_score": [[True, False, False]] * 2}, TypeError, "got bool values such as"),
    ({"y_score": [np.ma.array([1, 2], mask=[0, 1])]}, TypeError, "y_score is a masked array"),
    ({"y_true": [0]}, ValueError, "y_true and y_score must be of equal length, got 1 and 2"),
    ({"y_true": [0, 3]}, ValueError, "y_true holds 3 at position 1, which is not in labels"),
    ({"y_true": [False, True]}, ValueError, "y_true holds False at position 0"),
    ({**NAMES, "labels": ["a", "b"]}, ValueError, "labels must name 3 classes, got 2"),
    ({**NAMES, "labels": ["a", "x", "y"]}, ValueError, "'b' at position 1, which is"),
    ({"sample_weight": [1]}, ValueError, r"number for each of the 2 samples, got shape \(1,\)"),
    ({"sample_weight": [0, 0]}, ValueError, "sample_weight adds up to 0.0"),
    ({"sample_weight": [1e308, 1e308]}, ValueError, "sample_weight is too large: .* to inf"),
    ({"k": 0}, ValueError, "k must be from 1 to the number of classes, 3, got 0"),
    ({"k": 2**70}, ValueError, f"got {2**70}"),
    ({"k": []}, ValueError, "k is empty"),
    ({"k": True}, TypeError, "k must be a whole number or a sequence of them, got True"),
    *(({"ties": it}, ValueError, "'pessimistic' or 'expected'") for it in ("First", "", None, 1)),
]
test_bad_input_is_named = refused(lambda bad: top_k_accuracy(**{**GOOD, **bad}), BAD)
