"""Pieces: sums of matrices, rows of a GROUP BY, and iterators of pieces that lack some classes."""

import weakref
from decimal import Decimal
from functools import partial
from itertools import product

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused

from cmlib import ConfusionMatrix, matrix

PETS = ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])
SIZES = pd.CategoricalDtype(["small", "medium", "large"])

samples = st.lists(st.tuples(*[st.sampled_from("abcdefgh")] * 2), min_size=1)


def cut(data, length):
    """Cut a range into pieces, some of which may be empty."""
    cuts = sorted(data.draw(st.lists(st.integers(0, length), max_size=6)))
    return [slice(*ends) for ends in zip([0, *cuts], [*cuts, length], strict=True)]


@settings(max_examples=40)
@given(samples=samples, data=st.data())
def test_pairs_are_the_rows_of_a_group_by(samples, data):
    true, pred = zip(*samples, strict=True)
    expected = ConfusionMatrix.from_labels(true, pred)
    rows = pd.DataFrame({"t": true, "p": pred}).groupby(["t", "p"], as_index=False).size()
    assert ConfusionMatrix.from_pairs(rows["t"], rows["p"], rows["size"]) == expected
    # Rows that were grouped piece by piece come more than once.
    assert ConfusionMatrix.from_pairs(true, pred, [1] * len(true)) == expected
    order = data.draw(st.permutations([*expected.labels, "emu"]))
    again = ConfusionMatrix.from_pairs(rows["t"], rows["p"], rows["size"], labels=order)
    assert again == ConfusionMatrix.from_labels(true, pred, labels=order)


TRUE, PRED = ["b", "a", "b"], ["b", "b", "b"]
COLUMNS = {
    "lists": (TRUE, PRED, [2, 3, 4]),
    "tuples": (tuple(TRUE), tuple(PRED), (2, 3, 4)),
    "numpy": (np.array(TRUE), np.array(PRED), np.uint8([2, 3, 4])),
    "pandas": (pd.Series(TRUE), pd.Series(PRED), pd.Series([2, 3, 4], dtype="Int64")),
    "Arrow": (pa.array(TRUE), pa.array(PRED).dictionary_encode(), pa.chunked_array([[2], [3, 4]])),
    "polars": (pl.Series(TRUE), pl.Series(PRED), pl.Series([2, 3, 4])),
}


@pytest.mark.parametrize("kind", COLUMNS)
def test_pairs_come_in_columns_of_every_kind(kind):
    cm = ConfusionMatrix.from_pairs(*COLUMNS[kind])
    assert cm == ConfusionMatrix([[0, 3], [0, 6]], labels=["a", "b"])
    assert cm.counts.dtype == np.int64


def test_a_pair_that_counts_nothing_still_names_its_classes():
    cm = ConfusionMatrix.from_pairs(["a", "b"], ["a", "c"], np.float32([0.5, 0]))
    assert cm == ConfusionMatrix([[0.5, 0, 0], [0, 0, 0], [0, 0, 0]], ["a", "b", "c"])
    assert cm.counts.dtype == np.float64


def test_counts_of_pairs_are_added_up_as_whole_numbers():
    cm = ConfusionMatrix.from_pairs([0, 1, 0], [0, 0, 0], [2**53 + 1, 1, 1])
    assert cm.counts.tolist() == [[2**53 + 2, 0], [1, 0]]


BOTH = ["a", "b"]
BAD_COUNTS = [
    ([1, None], TypeError, r"count must hold integers or floats, got None at \[1\]"),
    (pa.array([1, None]), ValueError, "count must be finite, got nan"),
    ([1], ValueError, r"one number for each of the 2 .*shape \(1,\)"),
    (np.eye(2, dtype=bool)[0], TypeError, "count must hold .* got bool"),
    ([Decimal(1), Decimal("NaN")], ValueError, r"count must be finite.*\[1\]"),
    ([2**62, 2**62], ValueError, r"count is too large: .* 9\.22e\+18"),
]
count_pairs = partial(ConfusionMatrix.from_pairs, BOTH, BOTH)
test_bad_counts_of_pairs_are_named = refused(count_pairs, BAD_COUNTS)


@settings(max_examples=40)
@given(samples=samples, data=st.data())
def test_pieces_are_the_whole(samples, data):
    true, pred = map(np.array, zip(*samples, strict=True))
    weight = np.arange(len(true)) / 4
    whole = ConfusionMatrix.from_labels(true, pred)
    weighted = ConfusionMatrix.from_labels(true, pred, sample_weight=weight)
    pieces = cut(data, len(true))
    by = [(true[piece], pred[piece]) for piece in pieces]
    assert ConfusionMatrix.from_pieces(by) == whole
    assert ConfusionMatrix.from_pieces(iter(by)) == whole
    matrices = [ConfusionMatrix.from_labels(*piece) for piece in by if len(piece[0])]
    assert ConfusionMatrix.from_pieces(matrices) == whole
    with_weights = ((true[piece], pred[piece], weight[piece]) for piece in pieces)
    assert ConfusionMatrix.from_pieces(with_weights) == weighted
    order = data.draw(st.permutations([*whole.labels, "emu"]))
    expected = ConfusionMatrix.from_labels(true, pred, labels=order)
    assert ConfusionMatrix.from_pieces(by, labels=order) == expected
    assert ConfusionMatrix.from_pieces(matrices, labels=order) == expected


@given(st.lists(st.permutations("abcd").flatmap(lambda p: st.integers(1, 4).map(lambda n: p[:n]))))
def test_many_pieces_that_lack_classes_unite_to_the_sorted_ones(orders):
    orders = [*orders, ["d", "a"]]
    pieces = [ConfusionMatrix(np.full((len(it), len(it)), at), it) for at, it in enumerate(orders)]
    cells = [(*pair, at) for at, it in enumerate(orders) for pair in product(it, repeat=2)]
    cm = ConfusionMatrix.from_pieces(pieces)
    expected = ConfusionMatrix.from_pairs(*zip(*cells, strict=True))
    alike = all(order == orders[0] for order in orders)
    assert cm == (expected.reorder(orders[0]) if alike else expected)
    assert alike or list(expected.labels) == sorted({label for it in orders for label in it})


def test_an_order_that_all_pieces_declare_stays():
    truth = pd.Series(["large", "small", "large"], dtype=SIZES)
    pieces = [(truth[:2], truth[:2]), (truth[2:], ["small"])]
    assert ConfusionMatrix.from_pieces(pieces).labels == ("small", "medium", "large")
    assert ConfusionMatrix.from_pieces([PETS, PETS]) == PETS + PETS
    # One that declares none, and there is no order that all of them have.
    pieces.append((["medium"], ["medium"]))
    assert ConfusionMatrix.from_pieces(pieces).labels == ("large", "medium", "small")


def test_one_piece_is_in_memory_at_a_time():
    made = []

    def pieces():
        for start in range(5):
            assert not [piece for piece in made if piece() is not None]
            true = np.full(3, start)
            made.append(weakref.ref(true))
            yield true, true
            del true

    assert ConfusionMatrix.from_pieces(pieces()).total == 15


def test_many_classes_unite_without_a_look_at_each_pair(monkeypatch):
    looked = []
    united = matrix._united

    def counting(matrices, order):
        looked.append(sum(one.counts.size for one in matrices))
        return united(matrices, order)

    monkeypatch.setattr(matrix, "_united", counting)
    # A few classes at a time: 9,000 in all, and every cell is looked at a few times only.
    pieces = [(list(range(start, start + 90)),) * 2 for start in range(0, 9000, 90)]
    whole = ConfusionMatrix.from_pieces(pieces)
    assert whole.counts.nnz == whole.total == whole.correct == 9000
    assert sum(looked) < 3 * 100 * 90**2


def test_a_batch_may_be_a_list_and_weights_lack():
    batches = [[np.array([0, 1]), np.array([1, 1])], [np.array([0]), np.array([0]), [0.5]]]
    batches.append(([], [], None))
    assert ConfusionMatrix.from_pieces(batches) == ConfusionMatrix([[0.5, 1], [0, 1]])


A = (["a"], ["a"])
MISSING = [A, ([], []), (["a", None], ["a", "a"])]
TWO_KINDS = [ConfusionMatrix(np.eye(2)), ConfusionMatrix(np.eye(2), [False, True])]
TOO_LARGE = [ConfusionMatrix([[2**62]]), ConfusionMatrix([[2**62, 0], [0, 0]])]
BAD_PIECES = [
    (3, None, TypeError, "pieces must be an iterable of tuples .* got int"),
    ([], None, ValueError, "pieces is empty: there is nothing to count"),
    ((BOTH, BOTH), None, TypeError, r"\[0\]: .* tuple \(y_true, y_pred\), .*, got list of 2"),
    ([(["a"],)], None, TypeError, r"pieces\[0\]: .*, got tuple of 1"),
    ([A, (["a"], [])], None, ValueError, r"pieces\[1\]: .*of equal length, got 1 and 0"),
    (MISSING, None, ValueError, r"pieces\[2\]: y_true has a missing label, None, at .* 1"),
    ([A, ([1], [1])], None, TypeError, "one kind, got 'a' in one piece and 1 in another"),
    (TWO_KINDS, None, TypeError, "one kind, got 0 in one piece and False in another"),
    (TOO_LARGE, None, ValueError, r"the sum is too large: the counts add up to 9\.22e\+18"),
    ([(["emu"], ["dog"])], ["dog"], ValueError, r"pieces\[0\]: y_true holds 'emu' at pos"),
    ([PETS], ["dog"], ValueError, r"\[0\]: the matrix holds 'cat' at position 1, which is not in"),
    ([ConfusionMatrix([[1]])], [False], ValueError, r"pieces\[0\]: the matrix holds 0 at pos"),
    ([PETS], ["dog", "dog"], ValueError, "labels must all differ"),
]
test_bad_pieces_are_named = refused(
    lambda pieces, labels: ConfusionMatrix.from_pieces(pieces, labels=labels), BAD_PIECES
)
