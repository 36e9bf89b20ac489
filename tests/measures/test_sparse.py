"""A matrix of many classes is sparse: it is checked and measured as one in an array."""

import copy
import pickle
from itertools import product

import numpy as np
import pytest
import scipy.sparse
from hypothesis import example, given, settings
from hypothesis import strategies as st
from measures import CALLS, sparsely
from refusals import refused
from strategies import matrices, quietly

import cmlib
from cmlib import ConfusionMatrix
from cmlib._sparse import to_csr

FORMATS = ["bsr", "coo", "csc", "csr", "dia", "dok", "lil"]


def many(size=1500, filled=4000, seed=0, high=50):
    """Return the counts of many classes, most of them 0; the last classes never occur."""
    rng = np.random.default_rng(seed)
    row, column = rng.integers(0, size - 5, (2, filled))
    column[: filled // 2] = row[: filled // 2]
    counts = np.zeros((size, size), dtype=np.int64)
    counts[row, column] = rng.integers(1, high, filled)
    return counts


@pytest.mark.parametrize("of", [scipy.sparse.coo_array, scipy.sparse.coo_matrix])
@pytest.mark.parametrize("form", FORMATS)
def test_every_format_is_read(of, form):
    counts = np.array([[0, 2, 0], [1, 0, 0], [0, 3, 4]])
    cm = ConfusionMatrix(of(counts).asformat(form), labels=["a", "b", "c"])
    assert cm == ConfusionMatrix(counts, labels=["a", "b", "c"])
    assert isinstance(cm.counts, np.ndarray)
    assert cmlib.accuracy(of(counts).asformat(form)) == 0.4


@pytest.mark.parametrize("kind", [np.int8, np.uint64, np.int64, np.float32, np.float64])
def test_a_cell_that_is_stored_twice_is_added_up_and_no_zero_is_stored(kind):
    cells = [100, 100, 0, 7], ([3, 3, 2, 2], [1, 1, 4, 0])
    given = scipy.sparse.coo_array(cells, shape=(2000, 2000), dtype=kind)
    cm = ConfusionMatrix(given)
    assert isinstance(cm.counts, scipy.sparse.csr_array)
    assert cm.counts.has_canonical_format
    assert cm.counts.dtype == (np.float64 if np.issubdtype(kind, np.floating) else np.int64)
    assert cm.counts.indptr[:5].tolist() == [0, 0, 0, 1, 2]
    assert (cm.counts.indices.tolist(), cm.counts.data.tolist()) == ([0, 1], [7, 200])
    assert cm.counts is not given
    assert (cm.total, cm.correct) == (207, 0)


@pytest.mark.parametrize(
    ("size", "filled", "sparse"),
    [(1000, 1, False), (1001, 1, True), (1200, 9 * 10**5, True), (1200, 10**6, False)],
)
@pytest.mark.parametrize("of", [np.array, scipy.sparse.csr_array])
def test_counts_are_sparse_where_that_is_smaller(size, filled, sparse, of):
    counts = np.zeros(size**2, dtype=np.int64)
    counts[:filled] = 2
    cm = ConfusionMatrix(of(counts.reshape(size, size)))
    assert isinstance(cm.counts, scipy.sparse.csr_array if sparse else np.ndarray)
    np.testing.assert_array_equal(np.asarray(cm), counts.reshape(size, size))
    assert cm.support.sum() == cm.total == 2 * filled


@pytest.mark.parametrize("cells", list(product(range(2), repeat=4)))
def test_two_cells_in_any_order_or_the_same(cells):
    row, column = np.array(cells).reshape(2, 2)
    expected = np.zeros((2, 2), int)
    np.add.at(expected, (row, column), [3, 4])
    found = to_csr(np.array([3, 4]), row, column, 2)
    assert found.toarray().tolist() == expected.tolist()
    assert found.indices.dtype == np.int32  # whatever the coordinates were
    parts = found.data, found.indices, found.indptr
    assert scipy.sparse.csr_array(parts, shape=(2, 2)).has_canonical_format


def test_sparse_counts_are_a_copy():
    given = scipy.sparse.csr_array(many())
    cm = ConfusionMatrix(given)
    assert not np.shares_memory(cm.counts.data, given.data)
    before = cm.support[0]
    cm.support[0] += 1
    assert cm.support[0] == before


@pytest.mark.parametrize(
    "again", [lambda cm: cm, lambda cm: pickle.loads(pickle.dumps(cm)), copy.deepcopy]
)
@pytest.mark.parametrize("size", [3, 1500])
def test_a_copied_matrix_is_the_same_and_read_only(size, again):
    cm = ConfusionMatrix(many()[:size, :size])
    before = len(pickle.dumps(cm))
    assert cm.support.sum() == cm.total
    assert len(pickle.dumps(cm)) == before  # sums are not pickled
    counts = again(cm).counts
    assert again(cm) == cm
    parts = [counts] if size == 3 else [counts.data, counts.indices, counts.indptr]
    assert not any(part.flags.writeable for part in parts)


def entries(*values):
    at = range(5, 5 + len(values)), [7] * len(values)
    return scipy.sparse.coo_array((list(values), at), shape=(2000, 2000))


BAD = [
    (entries(1, -2), None, ValueError, r"counts must be at least 0, got -2 at \[6, 7\]"),
    (entries(1, 2, np.nan), None, ValueError, r"counts must be finite, got nan at \[7, 7\]"),
    (entries(2**62, 2**62), None, ValueError, r"counts is too large: .* 9.22e\+18, over 2"),
    (entries(1e308, 1e308), None, ValueError, r"counts is too large: .* inf, over 2\*\*1023"),
    (entries(True), None, TypeError, "counts must hold integers or floats, got bool values"),
    (scipy.sparse.csr_array((2, 3)), None, ValueError, r"must be square.*got shape \(2, 3\)"),
    (scipy.sparse.coo_array([1, 2]), None, ValueError, r"must be square.*got shape \(2,\)"),
    (scipy.sparse.coo_array((0, 0)), None, ValueError, r"counts is empty: shape \(0, 0\)"),
    (entries(1), ["a", "b"], ValueError, r"labels must name 2000 classes, got 2: \['a', 'b'\]"),
]
test_bad_sparse_counts_are_named = refused(ConfusionMatrix, BAD)


@settings(max_examples=60)
@example(counts=np.array([[0, 1, 1], [1, 5, 0], [1, 0, 5]]), weight=1)
@given(counts=matrices(low=1, high=9), weight=st.sampled_from([1, 0.1, 1e-300, 1e300]))
def test_every_measure_is_that_of_the_array(counts, weight):
    sparse = sparsely(counts * weight)
    for name, options in CALLS:
        if weight < 1e300 or "abstained" not in options:
            of_array = quietly(getattr(cmlib, name), counts * weight, **options)
            of_sparse = quietly(getattr(cmlib, name), sparse, **options)
            assert type(of_sparse) is type(of_array)
            np.testing.assert_allclose(of_sparse, of_array, rtol=1e-12, atol=1e-14, err_msg=name)


def test_a_hundred_thousand_classes_are_measured():
    rng = np.random.default_rng(0)
    row, column = rng.integers(0, 100_000, (2, 200_000))
    column[::2] = row[::2]
    cells = scipy.sparse.coo_array((np.ones(200_000, dtype=int), (row, column)), (10**5, 10**5))
    cm = ConfusionMatrix(cells)
    assert cmlib.accuracy(cm) == (row == column).mean()
    assert cmlib.cohen_kappa(cm) == pytest.approx(cmlib.mcc(cm), abs=1e-3)
    for weights in ("linear", "quadratic"):
        assert 0.4 < cmlib.cohen_kappa(cm, weights=weights) < 0.6
    assert quietly(cmlib.f_score, cm, average="macro", zero_division=0) > 0.3
    assert quietly(cmlib.classification_report, cm).shape == (100_003, 4)
    with pytest.raises(ValueError, match="cm has 100000 classes: the array would take 80 GB"):
        np.asarray(cm)


def test_sparse_matrices_can_be_a_batch_only_as_arrays():
    cm = ConfusionMatrix(many())
    np.testing.assert_array_equal(cmlib.accuracy([cm, cm]), [cmlib.accuracy(cm)] * 2)
    large = ConfusionMatrix(scipy.sparse.eye_array(20_000, dtype=int, format="csr"))
    with pytest.raises(ValueError, match="20000 classes: a batch of 3 arrays would take 10 GB"):
        cmlib.accuracy([large] * 3)
    with pytest.raises(TypeError, match="cm is a list of sparse arrays: pass one at a time"):
        cmlib.accuracy([cm.counts, cm.counts])
    with pytest.raises(ValueError, match="copy is False, but the counts are sparse"):
        np.array(cm, copy=False)


@pytest.mark.parametrize(
    "counts",
    [
        [[0, 1, 2], [3, 4, 5], [6, 7, 8]],
        [[0, 1, 0], [3, 4, 5], [6, 7, 8]],  # without hits, and an empty cell
        [[0, 1, 2], [0, 4, 5], [6, 7, 8]],
        [[4, 0, 0], [0, 1, 0], [0, 0, 2]],
        [[0, 0, 0], [0, 1, 0], [0, 0, 2]],
    ],
)
def test_product_form_knows_a_full_row_from_an_empty_cell(counts):
    np.testing.assert_allclose(cmlib.mcc_product(sparsely(counts)), cmlib.mcc_product(counts))


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_kappa_loses_no_digits_to_where_its_classes_stand(weights):
    # The same two classes as the last of 2,000: moments about 0 would keep no digit.
    two = np.array([[10**15, 1], [0, 1]])
    counts = scipy.sparse.coo_array((two.ravel(), ([1998, 1998, 1999, 1999], [1998, 1999] * 2)))
    value = cmlib.cohen_kappa(ConfusionMatrix(counts), weights=weights)
    assert value == pytest.approx(cmlib.cohen_kappa(two), rel=1e-14) == pytest.approx(2 / 3)


@pytest.mark.parametrize("weight", [1, 0.5])
def test_views_are_those_of_the_array(weight):
    counts = many() * weight
    cm = ConfusionMatrix(counts, [f"class {at}" for at in range(1500)])
    assert cm.correct == np.trace(counts)
    tp, fn, fp = counts[3, 3], np.delete(counts[3], 3).sum(), np.delete(counts[:, 3], 3).sum()
    tn = np.delete(np.delete(counts, 3, 0), 3, 1).sum()
    np.testing.assert_array_equal(cm.one_vs_rest("class 3").counts, [[tp, fn], [fp, tn]])
    order = np.random.default_rng(1).permutation(len(counts))
    turned = cm.reorder([cm.labels[at] for at in order])
    np.testing.assert_array_equal(np.asarray(turned), counts[np.ix_(order, order)])
    assert turned.counts.has_canonical_format
    assert turned.reorder(cm.labels) == cm
    joined = cm.merge({"even": cm.labels[::2], "odd": cm.labels[1::2]})
    expected = [[counts[i::2, j::2].sum() for j in (0, 1)] for i in (0, 1)]
    np.testing.assert_array_equal(joined.counts, expected)
    some = cm.merge({"class 0": ["class 0", "class 7"]})
    assert isinstance(some.counts, scipy.sparse.csr_array)
    assert (some.labels[0], len(some.labels), some.total) == ("class 0", 1499, cm.total)
    np.testing.assert_array_equal(np.asarray(cm + cm), 2 * counts)
    assert sum([cm, cm, cm]).total == 3 * cm.total
    assert cm + cm != cm
    assert repr(cm) == (
        f"<ConfusionMatrix of {cm.total} samples, 1500 classes ['class 0', 'class 1', 'class 2', "
        "'class 3', 'class 4', 'class 5', 'class 6', 'class 7', 'class 8', 'class 9', …]>"
    )


@pytest.mark.parametrize("axis", [None, 0, 1])
def test_shares_and_frame_of_a_sparse_matrix(axis):
    counts = many() + np.eye(1500, dtype=int)
    over = {None: "all", 0: "pred", 1: "true"}[axis]
    shares = ConfusionMatrix(counts).normalize(over)
    np.testing.assert_allclose(shares, counts / counts.sum(axis, keepdims=True))
    counts[7] = counts[:, 9] = 0
    with np.errstate(invalid="ignore"):
        expected = counts / counts.sum(axis, keepdims=True)
    cm = ConfusionMatrix(counts)
    np.testing.assert_array_equal(cm.normalize(over), expected)
    assert ConfusionMatrix.from_frame(cm.to_frame()) == cm


@example(counts=np.random.default_rng(0).permutation(900).reshape(30, 30), n=300)
@given(counts=matrices(low=1, high=9), n=st.integers(1, 20))
def test_the_largest_confusions_are_those_of_the_array(counts, n):
    cells = [(-count, i, j) for (i, j), count in np.ndenumerate(counts) if count > 0 and i != j]
    for cm in (ConfusionMatrix(counts), sparsely(counts)):
        table = cm.largest_confusions(n)
        found = zip(-table["count"], table["truth"], table["predicted"], strict=True)
        assert list(found) == sorted(cells)[:n]
        np.testing.assert_array_equal(table["share"], table["count"] / cm.support[table["truth"]])


def test_explain_needs_every_cell():
    cm = ConfusionMatrix(many())
    with pytest.raises(ValueError, match="cm has 1500 classes, and its counts are sparse: explain"):
        cmlib.explain("recall", cm, 3)
    assert cmlib.explain("recall", cm.one_vs_rest(3), "3").value == cmlib.recall(cm)[3]
