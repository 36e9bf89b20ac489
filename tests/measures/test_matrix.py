"""ConfusionMatrix: counting, views, and every bad input that has a name."""

from decimal import Decimal
from enum import Enum, IntEnum

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused
from strategies import NeedsDetach, NeedsFloat

from cmlib import ConfusionMatrix, recall, top_k_accuracy
from cmlib._inputs import counts_and_labels


class FrameOfAnotherKind:
    columns = ("a",)


PETS = ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])
FRUIT = ConfusionMatrix([[3, 1, 0], [2, 4, 0], [0, 1, 5]], labels=["pear", "fig", "plum"])
pairs = st.integers(1, 50).flatmap(
    lambda k: st.lists(st.tuples(st.integers(0, k - 1), st.integers(0, k - 1)), min_size=1)
)


@given(pairs=pairs)
def test_labels_written_out_are_those_counted(pairs):
    true, pred = zip(*pairs, strict=True)
    y_true, y_pred = ConfusionMatrix.from_labels(true, pred).to_labels()
    assert sorted(zip(y_true.tolist(), y_pred.tolist(), strict=True)) == sorted(pairs)


def test_labels_stay_with_a_matrix_and_keep_their_last_character():
    turned = ConfusionMatrix([[1, 2], [3, 4]], labels=[1, 0])
    assert ConfusionMatrix(turned) == turned
    assert ConfusionMatrix(turned, ["a", "b"]).labels == ("a", "b")
    y_true, _ = ConfusionMatrix([[1, 0], [0, 1]], ["a", "a\0"]).to_labels()
    assert y_true.tolist() == ["a", "a\0"]


@pytest.mark.parametrize("weight", [[1, 0], [0, 0]])
def test_label_without_weight_is_a_class(weight):
    cm = ConfusionMatrix.from_labels([0, 1], [0, 1], sample_weight=weight)
    assert cm == ConfusionMatrix([[float(weight[0]), 0], [0, 0]])
    assert cm.counts.dtype == np.float64


def test_given_labels_fix_the_order_and_may_be_absent():
    labels = ["dog", "cat", "emu"]
    cm = ConfusionMatrix.from_labels(["cat", "dog"], ["dog", "dog"], labels=labels)
    assert cm == ConfusionMatrix([[1, 0, 0], [1, 0, 0], [0, 0, 0]], labels)


BAD_LABELS = [
    ([0, 1], [0], ValueError, "equal length, got 2 and 1"),
    ([], [], ValueError, "empty"),
    ("spam", "eggs", TypeError, "y_true must be a sequence.*'spam'"),
    ([1], np.array(1), TypeError, r"y_pred must be a sequence.*array\(1\)"),
    ([1.0, 2.0], [1, 2], TypeError, r"y_true .*1\.0 \(float\) at position 0.*\.astype\(int\)"),
    ([1], ["1"], TypeError, r"1 \(int\), y_pred with '1' \(str\)"),
    ([1, "1"], [1, 1], TypeError, "1 at position 0, '1' at position 1"),
    (np.array([1, 2], "M8[ns]"), [1, 2], TypeError, r"int, str or bool, got datetime64\[ns\]"),
    ([1, True], [1, 1], TypeError, "True at position 1"),
    (["a", None], ["a", "b"], ValueError, "missing label, None, at position 1"),
    ([1, float("nan")], [1, 1], ValueError, "missing label, nan, at position 1"),
    (pd.Categorical(["a"], ["a", "b"]), pd.Categorical(["a"], ["b", "a"]), ValueError, "different"),
    (pd.Categorical(["a"], ["a", "b"]), ["c"], ValueError, "y_pred holds 'c' at position 0"),
    (np.zeros((2, 3)), [0, 1], ValueError, r"dim.*\(2, 3\); for scores .* first$"),
    (np.zeros((2, 3), int), [0, 1], ValueError, r"argmax.*; .* ravel\(\)$"),
    (pd.MultiIndex.from_tuples([("a", 1)]), ["a"], ValueError, "y_true has 2 levels"),
    (np.array([1j]), [1], TypeError, r"1j \(complex\) at position 0; convert them first$"),
    ([2**70], [1], ValueError, str(2**70)),
    (np.ma.array([0, 1], mask=[0, 1]), [0, 1], TypeError, "y_true is a masked"),
    (pd.DataFrame({"y": [0]}), [0], TypeError, r"y_true is a DataFrame.*df\['y'\]"),
    ({0: 1}, [0], TypeError, "y_true must be a list or an array, got a dict"),
    ([0], {0}, TypeError, "y_pred must be a list or an array, got a set"),
    (pd.Categorical([1.5]), [1], TypeError, "categories of y_true"),
    ([-(2**63) - 1], [1], ValueError, str(-(2**63) - 1)),
    (np.array([2**63], np.uint64), [1], ValueError, str(2**63)),
    (NeedsDetach(), [1], TypeError, r"y_true cannot be read.*y_true\.detach\(\)"),
]
test_bad_labels_are_named = refused(ConfusionMatrix.from_labels, BAD_LABELS)


BAD_OPTIONS = [
    ({"labels": [0]}, ValueError, "y_true holds 1 at position 1"),
    ({"labels": ["0", "1"]}, ValueError, "y_true holds 0 at position 0"),
    ({"labels": [False, True]}, ValueError, "y_true holds 0"),
    ({"sample_weight": [1, -2]}, ValueError, r"weight must be at least 0, got -2 at \[1\]"),
    ({"sample_weight": [np.nan, 1]}, ValueError, "sample_weight must be finite, got nan"),
    ({"sample_weight": [1]}, ValueError, "one number for each of the 2 samples, got shape"),
    ({"sample_weight": ["1", "1"]}, TypeError, "must hold integers or floats, got <U1"),
    ({"sample_weight": [1e308, 1e308]}, ValueError, "sample_weight is too large: .* up to inf"),
    ({"sample_weight": np.ma.array([1], mask=[1])}, TypeError, "weight is a masked array"),
]
test_bad_options_are_named = refused(
    lambda it: ConfusionMatrix.from_labels([0, 1], [0, 0], **it), BAD_OPTIONS
)


BAD_COUNTS = [
    ([[1, 2], [3]], None, ValueError, "ragged: row 0 has 2 values, row 1 has 1"),
    ([[[1, 2], [3, 4]], [[1, 2], [3]]], None, ValueError, "ragged: row 0 has 2"),
    ([range(2), range(1)], None, ValueError, "ragged: its rows are not all of one length"),
    ([1, 0, 2], [1, 0, 1], ValueError, r"\(3,\); to count labels use"),
    ([np.ma.array([1, 2], mask=[0, 1]), [3, 4]], None, TypeError, "counts is a masked array"),
    ({0: [1]}, None, TypeError, "counts must be a list or an array, got a dict"),
    (NeedsDetach(), None, TypeError, r"counts cannot be read.*counts\.detach\(\)"),
    (NeedsFloat(), None, TypeError, r"counts\.detach\(\)\.cpu\(\)\.float\(\)\.numpy\(\)"),
    ([[np.longdouble("1e360")]], None, ValueError, "finite, got inf"),
    ([[1.7e308, 1.7e308], [0, 0]], None, ValueError, r"add up to inf, over 2"),
    ([[2**61, 2**61]] * 2, None, ValueError, "add up to 9.22e.18, over 2.*63"),
    ([[1]], 1, TypeError, "labels must be a list, got 1"),
    ([[1, 2]], None, ValueError, r"square.*\(1, 2\)"),
    (3, None, ValueError, r"square.*\(\)"),
    (np.ones((4, 2, 2), int), None, ValueError, r"one square matrix.*\(4, 2, 2\)"),
    (np.zeros((0, 0), int), None, ValueError, "empty"),
    ([[1, 2], [3, -4]], None, ValueError, r"at least 0, got -4 at \[1, 1\]"),
    ([[1, np.nan], [0, 1]], None, ValueError, r"finite, got nan at \[0, 1\]"),
    ([["1", "2"], ["3", "4"]], None, TypeError, "'1'"),
    ([[True, False], [False, True]], None, TypeError, "bool"),
    ([[1, None], [1, 1]], None, TypeError, r"counts must .*None at \[0, 1\]"),
    (np.ma.array([[1]], mask=[[1]]), None, TypeError, "counts is a masked array"),
    (pd.DataFrame([[1]]), None, TypeError, r"DataFrame.*from_frame\(frame\)"),
    ([[1, 0], [0, 1]], ["a"], ValueError, r"2 classes, got 1: \['a'\]"),
    (np.eye(3, dtype=int), ["a", "b", "b"], ValueError, "'b' twice"),
    ([[1, 0], [0, 1]], {0: "a", 1: "b"}, TypeError, "in order, got a dict"),
    ([[1]], pd.MultiIndex.from_tuples([("a", 1)]), ValueError, "labels must be one-dimensional"),
]
test_bad_counts_are_named = refused(ConfusionMatrix, BAD_COUNTS)


def test_counts_are_a_read_only_copy():
    source = np.array([[1, 2], [3, 4]], dtype=np.uint8)
    cm = ConfusionMatrix(source)
    source[0, 0] = 99
    assert cm == ConfusionMatrix([[1, 2], [3, 4]])
    with pytest.raises(ValueError, match="read-only"):
        cm.counts[0, 0] = 5


def test_cell_of_a_sparse_matrix():
    assert ConfusionMatrix(np.eye(1200) / 2)[7, 7] == 0.5


def test_normalize():
    counts = np.array([[1, 0, 0], [3, 1, 0], [0, 0, 0]])
    for normalize, axis in (("true", 1), ("pred", 0), ("all", None)):
        sums = counts.sum(axis, keepdims=True)
        expected = np.divide(counts, sums, where=sums > 0, out=np.full((3, 3), np.nan))
        np.testing.assert_array_equal(ConfusionMatrix(counts).normalize(normalize), expected)


def test_merge():
    merged = FRUIT.merge({"pome": ["pear"], "stone": ["plum", "fig"]})
    assert merged == ConfusionMatrix([[3, 1], [2, 10]], ["pome", "stone"])
    assert FRUIT.merge({}) == FRUIT


TURNED = FRUIT.reorder(["plum", "pear", "fig"])
TWO, OF_BOOLS = ConfusionMatrix(np.eye(2)), ConfusionMatrix(np.eye(2), [False, True])
HALF, HALF_WEIGHT = ConfusionMatrix([[2**62, 0], [0, 1]]), ConfusionMatrix([[8e307]])
BAD_ARGUMENTS = [
    (FRUIT.__getitem__, "fig", TypeError, "a true and a predicted class, got 'fig'"),
    (FRUIT.__getitem__, ("fig",), TypeError, r"true and a predicted class, got \('fig',\)"),
    (FRUIT.__getitem__, ("fig", "kiwi"), ValueError, "label 'kiwi' is not one of the classes"),
    (FRUIT.largest_confusions, 0, ValueError, "n must be at least 1, got 0"),
    (FRUIT.largest_confusions, 1.5, TypeError, r"n must be a whole number, got 1\.5"),
    (FRUIT.normalize, "rows", ValueError, "must be 'true', 'pred' or 'all', got 'rows'"),
    (FRUIT.normalize, np.array([1, 2]), ValueError, "normalize must be .* got array"),
    (FRUIT.merge, {"a": []}, ValueError, "is empty"),
    (FRUIT.merge, {"a": ["fig"], "b": ["fig"]}, ValueError, "'fig' twice"),
    (FRUIT.merge, {"fig": ["pear"]}, ValueError, "class 'fig'.* already exists"),
    (FRUIT.merge, {1: ["fig"]}, TypeError, "groups mixes"),
    (FRUIT.merge, {"a": ["kiwi"]}, ValueError, r"groups\['a'\]: the label 'kiwi' is not"),
    (FRUIT.merge, {"a": [np.array([0])]}, ValueError, r"groups\['a'\]: the label array"),
    (FRUIT.merge, {"a": None}, TypeError, r"groups\['a'\] must be a list, got None"),
    (FRUIT.merge, {pd.NA: ["fig"]}, ValueError, "groups has a missing label, <NA>"),
    (FRUIT.merge, None, TypeError, "groups must be a dict .*, got None"),
    (FRUIT.reorder, ["plum", "pear"], ValueError, "leaves out 'fig'"),
    (FRUIT.reorder, ["plum", "pear", "kiwi"], ValueError, "'kiwi'"),
    (FRUIT.__add__, TURNED, ValueError, "; .* let ConfusionMatrix.from_pieces unite the classes$"),
    (TWO.__add__, OF_BOOLS, ValueError, "labels differ"),
    (HALF.__add__, HALF, ValueError, r"the sum is too large: .* to 9\.22e\+18"),
    (HALF_WEIGHT.__add__, HALF_WEIGHT, ValueError, r"the counts add up to 1\.6e\+308"),
    (counts_and_labels, [FRUIT, TURNED], ValueError, r"labels: \['pear'.*, at \[1\], \['plum'"),
    (counts_and_labels, [TWO, OF_BOOLS], ValueError, r"\[0, 1\] and, at \[1\], \[False, True"),
    (counts_and_labels, (FRUIT, 1), TypeError, r"matrices with something else: 1 at \[1\]"),
    (counts_and_labels, [[FRUIT, TURNED]], TypeError, "cm is nested: pass matrices in one list"),
    (counts_and_labels, [FRUIT.to_frame()], TypeError, "cm is a DataFrame, whose names would be"),
    (TWO.index, True, ValueError, "True is not one of the classes"),
    (TWO.index, "1", ValueError, "'1' is not one of the classes"),
    (TWO.index, 1.0, ValueError, "not one of the classes"),
    (ConfusionMatrix(np.eye(10)).index, 99, ValueError, r"99 is not one of the.*8, 9\]$"),
    (ConfusionMatrix(np.eye(11)).index, 99, ValueError, r"99 is not one of the.*8, 9, …\]$"),
]
test_bad_arguments_are_named = refused(lambda use, given: use(given), BAD_ARGUMENTS)


def test_add():
    assert (FRUIT + FRUIT).counts.tolist() == (2 * FRUIT.counts).tolist()
    assert (HALF + ConfusionMatrix([[2**62 - 2048, 0], [0, 1]])).total == 2**63 - 2046
    for other in (1, 0.0, False, np.int64(0), [0], FRUIT.counts):
        with pytest.raises(TypeError):
            FRUIT + other
        with pytest.raises(TypeError):
            other + FRUIT


def test_numpy_reads_the_counts():
    assert np.asarray(FRUIT) is FRUIT.counts
    assert np.array(FRUIT).flags.writeable
    assert np.asarray(FRUIT, dtype=float).dtype == np.float64
    assert (FRUIT.counts == FRUIT) is False


def test_equality():
    assert ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"]) == PETS
    assert ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "emu"]) != PETS
    assert ConfusionMatrix([[1, 0], [0, 1]]) != ConfusionMatrix([[1, 0], [0, 1]], [False, True])
    assert PETS != 5


@settings(max_examples=40)
@given(pairs=pairs, data=st.data())
def test_a_frame_is_read_back(pairs, data):
    true, pred = zip(*pairs, strict=True)
    cm = ConfusionMatrix.from_labels(true, pred)
    assert ConfusionMatrix.from_frame(cm.to_frame()) == cm
    # A crosstab leaves out the classes that never occur on its axis.
    assert ConfusionMatrix.from_frame(pd.crosstab(np.array(true), np.array(pred))) == cm
    order = data.draw(st.permutations(cm.labels))
    turned = cm.to_frame().loc[cm.labels, order]
    assert ConfusionMatrix.from_frame(turned) == cm
    assert ConfusionMatrix.from_frame(turned.loc[order]) == cm.reorder(order)


def test_members_of_an_enumeration_are_their_values():
    texts = Enum("texts", {"HAM": "ham", "EGG": "egg"}, type=str)
    numbers = IntEnum("numbers", "A B")
    cm = ConfusionMatrix.from_labels([*texts], [texts.HAM] * 2)
    assert cm == ConfusionMatrix.from_labels(["ham", "egg"], ["ham"] * 2, labels=[*cm.labels])
    assert cm[texts.EGG, "ham"] == 1
    cm = ConfusionMatrix.from_labels([1, 2], [2, 2], labels=[*numbers])
    assert cm[numbers.A, 2] == 1


TRUE, PRED = np.array(["a", "b", "b"]), np.array(["b", "a", "b"])
BAD_FRAMES = [
    (np.eye(2), TypeError, "frame must be a pandas DataFrame, got ndarray"),
    (FrameOfAnotherKind(), TypeError, "got FrameOfAnotherKind$"),
    (pl.DataFrame({"a": [1]}), TypeError, r"another library; write frame\.to_pandas"),
    (FRUIT.to_frame().T, ValueError, r"pass frame\.T"),
    (pd.crosstab(TRUE, PRED, margins=True), ValueError, "margins, 'All'"),
    (pd.crosstab(TRUE, PRED, margins=True, margins_name="Sum"), ValueError, "margins, 'Sum'"),
    (pd.crosstab([0, 1], [0, 1], margins=True), ValueError, "frame has margins, 'All'"),
    (pd.DataFrame([[5, 7], [3, 7], [8, 14]], ["b", "c", "Sum"]), ValueError, "margins, 'Sum'"),
    (pd.DataFrame([[0.1, 0.2, 0.3]], ["b"], ["b", "c", "Total"]), ValueError, "margins, 'Total'"),
    (pd.crosstab(TRUE, PRED) - 1, ValueError, "frame must be at least 0, got -1"),
    (pd.DataFrame([[1, None], [0, 1]]), ValueError, r"no count at \[0, 1\]: use fill_value=0"),
    (pd.DataFrame([[1]], ["0"], [0]), TypeError, "'0' in its index, 0 in its columns"),
    (pd.DataFrame([[1, 2], [-3, 4]]).astype("Sparse[int]"), ValueError, r"-3 .*\[1, 0\]"),
    (pd.DataFrame([[1, 2]], ["a"], ["a", "a"]), ValueError, r"frame\.columns must .* 'a' twice"),
    (pd.DataFrame([[1]], index=[1.5], columns=[1]), TypeError, r"frame\.index must hold labels"),
    (pd.DataFrame([["x"]], index=["a"], columns=["a"]), TypeError, "frame must hold int"),
]
test_bad_frames_are_named = refused(ConfusionMatrix.from_frame, BAD_FRAMES)


@pytest.mark.parametrize(
    ("rows", "columns", "turned"),
    [
        ("Prediction", "Truth", True),  # yardstick
        ("Prediction", "Reference", True),  # caret
        ("Predicted", "Actual", True),
        ("y_pred", "y_true", True),
        ("yPred", None, True),
        ("PREDICTED LABEL", "row_0", True),
        ("pred", "obs", True),
        ("guess", "truth", True),
        (None, "y_true", True),
        ("col_0", "trueClass", True),
        ("predicted first", "predicted second", False),
        ("observed 1", "observed 2", False),
        ("obstacle", "trues", False),
    ],
)
def test_transposed_frames_are_recognised_by_their_names(rows, columns, turned):
    frame = pd.crosstab(PRED, TRUE, rownames=[rows], colnames=[columns])
    if turned:
        with pytest.raises(ValueError, match=r"predictions in its rows, .* pass frame\.T"):
            ConfusionMatrix.from_frame(frame)
        frame = frame.T
    expected = (TRUE, PRED) if turned else (PRED, TRUE)
    assert ConfusionMatrix.from_frame(frame) == ConfusionMatrix.from_labels(*expected)


@pytest.mark.parametrize(
    "labels",
    [
        {"b": 1, "a": 0}.keys(),
        np.array(["b", "a"]),
        pd.Index(["b", "a"]),
        pd.Categorical(["b", "a"]),
        pl.Series(["b", "a"]),
        pa.array(["b", "a"]),
        pa.chunked_array([["b"], ["a"]]),
    ],
    ids=lambda labels: type(labels).__module__ + "." + type(labels).__name__,
)
def test_labels_may_be_anything_in_order(labels):
    assert ConfusionMatrix([[1, 2], [3, 4]], labels).labels == ("b", "a")
    assert ConfusionMatrix([[1, 2], [3, 4]], iter("ba")).labels == ("b", "a")


def test_sets_are_refused_wherever_order_counts():
    true, pred = ["a", "b"], ["b", "b"]
    cm = ConfusionMatrix.from_labels(true, pred)
    for use in (
        lambda: cm.reorder({"a", "b"}),
        lambda: ConfusionMatrix.from_labels(true, pred, labels={"a", "b"}),
        lambda: ConfusionMatrix.from_pairs(true, pred, [1, 1], labels={"a", "b"}),
        lambda: ConfusionMatrix.from_pieces([(true, pred)], labels={"a", "b"}),
        lambda: top_k_accuracy(true, [[0, 1], [1, 0]], 1, labels={"a", "b"}),
    ):
        with pytest.raises(TypeError, match="labels must be in order, got a set"):
            use()
    assert cm.merge({"both": {"a", "b"}}).labels == ("both",)
    assert recall(cm, average="macro", exclude={"a"}) == 1


def test_whole_numbers_that_are_objects_are_counted():
    exact = 2**53 + 1
    for one in (int, Decimal, lambda n: Decimal(f"{n}.00")):
        counts = np.array([[one(exact), one(2)], [one(0), one(4)]], dtype=object)
        cm = ConfusionMatrix(counts)
        assert cm == ConfusionMatrix([[exact, 2], [0, 4]])
        assert cm.counts.dtype == np.int64
        assert ConfusionMatrix.from_frame(pd.DataFrame(counts)) == cm
    for half in (0.5, Decimal("0.5")):
        weighted = ConfusionMatrix(np.array([[1, half], [2, 4]], dtype=object))
        assert weighted == ConfusionMatrix([[1, 0.5], [2, 4.0]])
    y = ["a", "b"]
    by_weight = ConfusionMatrix.from_labels(y, y, sample_weight=[Decimal(2), Decimal("1.5")])
    assert by_weight == ConfusionMatrix([[2, 0], [0, 1.5]], labels=["a", "b"])


def test_frame_and_repr():
    frame = FRUIT.to_frame()
    assert (frame.index.name, frame.columns.name) == ("truth", "predicted")
    assert frame.loc["fig", "pear"] == 2
    assert "40 samples, 40 classes" in repr(ConfusionMatrix(np.eye(40, dtype=int)))
