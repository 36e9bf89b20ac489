"""ConfusionMatrix: counting, views, and every bad input that has a name.

One long file for one class, mostly tables of inputs and what is said to them.
"""

import warnings
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix
from strategies import NeedsDetach

from cmlib import ConfusionMatrix, recall, top_k_accuracy
from cmlib._inputs import as_counts


class FrameOfAnotherKind:
    columns = ("a",)


PETS = ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])
FRUIT = ConfusionMatrix([[3, 1, 0], [2, 4, 0], [0, 1, 5]], labels=["pear", "fig", "plum"])


def theirs(true, pred, **options):
    """Return scikit-learn's matrix; it warns where only one label occurs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return confusion_matrix(true, pred, **options)


pairs = st.integers(1, 50).flatmap(
    lambda k: st.lists(st.tuples(st.integers(0, k - 1), st.integers(0, k - 1)), min_size=1)
)


@given(pairs=pairs)
def test_labels_written_out_are_those_counted(pairs):
    true, pred = zip(*pairs, strict=True)
    y_true, y_pred = ConfusionMatrix.from_labels(true, pred).to_labels()
    assert sorted(zip(y_true.tolist(), y_pred.tolist(), strict=True)) == sorted(pairs)


@given(pairs=pairs, data=st.data())
def test_weights_agree_with_scikit_learn(pairs, data):
    true, pred = zip(*pairs, strict=True)
    weights = st.lists(st.floats(0, 100), min_size=len(true), max_size=len(true))
    weight = data.draw(weights.filter(any))  # scikit-learn 1.9 refuses weights that are all 0
    cm = ConfusionMatrix.from_labels(true, pred, sample_weight=weight)
    expected = theirs(true, pred, sample_weight=weight)
    np.testing.assert_allclose(cm.counts, expected, rtol=1e-12)
    assert cm.counts.dtype == np.float64


def test_label_without_weight_is_a_class():
    cm = ConfusionMatrix.from_labels([0, 1], [0, 1], sample_weight=[1, 0])
    assert cm.labels == (0, 1)
    assert cm.counts.tolist() == [[1.0, 0.0], [0.0, 0.0]]
    nothing = ConfusionMatrix.from_labels([0, 1], [0, 1], sample_weight=[0, 0])
    assert nothing == ConfusionMatrix([[0.0, 0], [0, 0]])


def test_given_labels_fix_the_order_and_may_be_absent():
    cm = ConfusionMatrix.from_labels(["cat", "dog"], ["dog", "dog"], labels=["dog", "cat", "emu"])
    assert cm.labels == ("dog", "cat", "emu")
    assert cm.counts.tolist() == [[1, 0, 0], [1, 0, 0], [0, 0, 0]]


BAD_LABELS = {
    "unequal lengths": ([0, 1], [0], ValueError, "equal length, got 2 and 1"),
    "empty": ([], [], ValueError, "empty"),
    "a string": ("spam", "eggs", TypeError, "y_true must be a sequence.*'spam'"),
    "a scalar array": ([1], np.array(1), TypeError, r"y_pred must be a sequence.*array\(1\)"),
    "floats": ([1.0, 2.0], [1, 2], TypeError, r"y_true .*1\.0 \(float\) at position 0"),
    "int against str": ([1], ["1"], TypeError, r"1 \(int\), y_pred with '1' \(str\)"),
    "mixed in one": ([1, "1"], [1, 1], TypeError, "1 at position 0, '1' at position 1"),
    "bool among ints": ([1, True], [1, 1], TypeError, "True at position 1"),
    "None": (["a", None], ["a", "b"], ValueError, "missing label, None, at position 1"),
    "nan": ([1, float("nan")], [1, 1], ValueError, "missing label, nan, at position 1"),
    "different categories": (
        pd.Categorical(["a"], categories=["a", "b"]),
        pd.Categorical(["a"], categories=["b", "a"]),
        ValueError,
        "different categories",
    ),
    "outside the categories": (
        pd.Categorical(["a"], categories=["a", "b"]),
        ["c"],
        ValueError,
        "y_pred holds 'c' at position 0",
    ),
    "scores": (np.zeros((2, 3)), [0, 1], ValueError, r"one-dim.*\(2, 3\); .*argmax[^;]*$"),
    "a map or scores": (np.zeros((2, 3), int), [0, 1], ValueError, r"argmax.*; .* ravel\(\)$"),
    "two levels": (
        pd.MultiIndex.from_tuples([("a", 1)]),
        ["a"],
        ValueError,
        "y_true has 2 levels",
    ),
    "complex": (np.array([1j]), [1], TypeError, "1j"),
    "too large": ([2**70], [1], ValueError, str(2**70)),
    "masked": (np.ma.array([0, 1], mask=[0, 1]), [0, 1], TypeError, "y_true is a masked"),
    "a frame": (pd.DataFrame({"y": [0]}), [0], TypeError, r"y_true is a DataFrame.*df\['y'\]"),
    "a dict": ({0: 1}, [0], TypeError, "y_true must be a list or an array, got a dict"),
    "a set": ([0], {0}, TypeError, "y_pred must be a list or an array, got a set"),
    "floats of whole numbers": ([1.0], [1], TypeError, r"as in \.astype\(int\)"),
    "categories of floats": (pd.Categorical([1.5]), [1], TypeError, "categories of y_true"),
    "below 64 bits": ([-(2**63) - 1], [1], ValueError, str(-(2**63) - 1)),
    "a tensor": (NeedsDetach(), [1], TypeError, r"y_true cannot be read.*y_true\.detach\(\)"),
}


@pytest.mark.parametrize("case", BAD_LABELS)
def test_bad_labels_are_named(case):
    true, pred, error, message = BAD_LABELS[case]
    with pytest.raises(error, match=message):
        ConfusionMatrix.from_labels(true, pred)


# What is wrong with labels= in themselves is tried on ConfusionMatrix, below.
@pytest.mark.parametrize(
    ("labels", "error", "message"),
    [
        ([0], ValueError, "y_true holds 1 at position 1"),
        (["0", "1"], ValueError, "y_true holds 0 at position 0"),
        ([False, True], ValueError, "y_true holds 0"),
    ],
)
def test_classes_that_do_not_fit_are_named(labels, error, message):
    with pytest.raises(error, match=message):
        ConfusionMatrix.from_labels([0, 1], [0, 0], labels=labels)


@pytest.mark.parametrize(
    ("weight", "error", "message"),
    [
        ([1, -2], ValueError, r"sample_weight must be at least 0, got -2 at \[1\]"),
        ([np.nan, 1], ValueError, "sample_weight must be finite, got nan"),
        (["1", "1"], TypeError, "sample_weight must hold integers or floats, got <U1"),
        (np.ma.array([1.0, 2.0], mask=[0, 1]), TypeError, "sample_weight is a masked array"),
    ],
)
def test_bad_weights_are_named(weight, error, message):
    with pytest.raises(error, match=message):
        ConfusionMatrix.from_labels([0, 1], [0, 1], sample_weight=weight)


BAD_COUNTS = {
    "ragged": ([[1, 2], [3]], None, ValueError, "ragged: row 0 has 2 values, row 1 has 1"),
    "ragged in the second matrix": (
        [[[1, 2], [3, 4]], [[1, 2], [3]]],
        None,
        ValueError,
        "counts is ragged: row 0 has 2 values, row 1 has 1",
    ),
    "two label arrays": ([1, 0, 2], [1, 0, 1], ValueError, r"\(3,\); to count labels use"),
    "masked rows": (
        [np.ma.array([1, 2], mask=[0, 1]), np.ma.array([3, 4])],
        None,
        TypeError,
        "counts is a masked array",
    ),
    "a dict": ({0: [1]}, None, TypeError, "counts must be a list or an array, got a dict"),
    "a tensor": (NeedsDetach(), None, TypeError, r"counts cannot be read.*counts\.detach\(\)"),
    "long double": ([[np.longdouble("1e360")]], None, ValueError, "finite, got inf"),
    "floats too large": ([[1.7e308, 1.7e308], [0, 0]], None, ValueError, r"add up to inf, over 2"),
    "just too large": ([[2**61, 2**61]] * 2, None, ValueError, "add up to 9.22e.18, over 2.*63"),
    "labels a number": ([[1]], 1, TypeError, "labels must be a list of labels, got 1"),
    "not square": ([[1, 2]], None, ValueError, r"square.*\(1, 2\)"),
    "a number": (3, None, ValueError, r"square.*\(\)"),
    "a batch": (np.ones((4, 2, 2), int), None, ValueError, r"one square matrix.*\(4, 2, 2\)"),
    "empty": (np.zeros((0, 0), int), None, ValueError, "empty"),
    "negative": ([[1, 2], [3, -4]], None, ValueError, r"at least 0, got -4 at \[1, 1\]"),
    "nan": ([[1, np.nan], [0, 1]], None, ValueError, r"finite, got nan at \[0, 1\]"),
    "infinite": ([[np.inf]], None, ValueError, r"finite, got inf at \[0, 0\]"),
    "text": ([["1", "2"], ["3", "4"]], None, TypeError, "'1'"),
    "bool": ([[True, False], [False, True]], None, TypeError, "bool"),
    "None": ([[1, None], [1, 1]], None, TypeError, r"counts must .*None at \[0, 1\]"),
    "complex": ([[1j]], None, TypeError, "1j"),
    "too large": ([[2**62, 2**62], [1, 1]], None, ValueError, "too large"),
    "masked": (np.ma.array([[1]], mask=[[1]]), None, TypeError, "counts is a masked array"),
    "data frame": (pd.DataFrame([[1]]), None, TypeError, r"DataFrame.*from_frame\(frame\)"),
    "too few labels": ([[1, 0], [0, 1]], ["a"], ValueError, r"2 classes, got 1: \['a'\]"),
    "duplicate labels": (np.eye(3, dtype=int), ["a", "b", "b"], ValueError, "'b' twice"),
    "a set of labels": ([[1, 0], [0, 1]], {"a", "b"}, TypeError, "labels must be in order.* set"),
    "labels by number": ([[1, 0], [0, 1]], {0: "a", 1: "b"}, TypeError, "in order, got a dict"),
    "two-level labels": (
        [[1, 0], [0, 1]],
        pd.MultiIndex.from_tuples([("a", 1), ("a", 2)]),
        ValueError,
        "labels must be one-dimensional",
    ),
}


@pytest.mark.parametrize("case", BAD_COUNTS)
def test_bad_counts_are_named(case):
    counts, labels, error, message = BAD_COUNTS[case]
    with pytest.raises(error, match=message):
        ConfusionMatrix(counts, labels)


def test_counts_are_a_read_only_copy():
    source = np.array([[1, 2], [3, 4]], dtype=np.uint8)
    cm = ConfusionMatrix(source)
    source[0, 0] = 99
    assert cm.counts[0, 0] == 1
    assert cm.counts.dtype == np.int64
    with pytest.raises(ValueError, match="read-only"):
        cm.counts[0, 0] = 5


def test_cell_by_labels():
    assert FRUIT["fig", "pear"] == 2
    assert type(FRUIT["fig", "pear"]) is int
    assert ConfusionMatrix(np.eye(1200) / 2)[7, 7] == 0.5
    for cell, error, message in [
        ("fig", TypeError, "a true and a predicted class, got 'fig'"),
        (("fig",), TypeError, r"a true and a predicted class, got \('fig',\)"),
        (("fig", "kiwi"), ValueError, "label 'kiwi' is not one of the classes"),
    ]:
        with pytest.raises(error, match=message):
            FRUIT[cell]


def test_margins():
    assert FRUIT.support.tolist() == [4, 6, 6]
    assert FRUIT.predicted.tolist() == [5, 6, 5]
    assert (FRUIT.total, FRUIT.correct) == (16, 12)
    assert type(FRUIT.total) is int


def test_index_tells_1_from_true_and_from_its_text():
    cm = ConfusionMatrix([[1, 0], [0, 1]])
    assert cm.index(np.int64(1)) == 1
    for stranger in (True, "1", 1.0, 2, None):
        with pytest.raises(ValueError, match="not one of the classes"):
            cm.index(stranger)


@pytest.mark.parametrize("label", FRUIT.labels)
def test_one_vs_rest_keeps_every_sample(label):
    folded = FRUIT.one_vs_rest(label)
    at = FRUIT.index(label)
    assert folded.labels == (label, f"not {label}")
    assert folded.total == FRUIT.total
    assert folded.support[0] == FRUIT.support[at]
    assert folded.predicted[0] == FRUIT.predicted[at]
    assert folded.counts[0, 0] == FRUIT.counts[at, at]


def test_normalize():
    np.testing.assert_allclose(FRUIT.normalize("true").sum(axis=1), 1)
    np.testing.assert_allclose(FRUIT.normalize("pred").sum(axis=0), 1)
    np.testing.assert_allclose(FRUIT.normalize("all").sum(), 1)
    assert ConfusionMatrix([[1, 0], [3, 1]]).normalize("true").tolist() == [[1, 0], [0.75, 0.25]]
    empty_row = ConfusionMatrix([[1, 1], [0, 0]])
    assert np.isnan(empty_row.normalize("true")[1]).all()
    with pytest.raises(ValueError, match=r"normalize must be .* got 'rows'"):
        FRUIT.normalize("rows")
    with pytest.raises(ValueError, match="normalize must be 'true', 'pred' or 'all', got array"):
        FRUIT.normalize(np.array([1, 2]))


def test_merge_and_its_errors():
    merged = FRUIT.merge({"pome": ["pear"], "stone": ["plum", "fig"]})
    assert merged == ConfusionMatrix([[3, 1], [2, 10]], ["pome", "stone"])
    assert FRUIT.merge({}) == FRUIT
    for groups, error, message in [
        ({"a": []}, ValueError, "is empty"),
        ({"a": ["kiwi"]}, ValueError, "'kiwi'"),
        ({"a": ["fig"], "b": ["fig"]}, ValueError, "'fig' twice"),
        ({"fig": ["pear"]}, ValueError, "class 'fig'.* already exists"),
        ({"a": "fig"}, TypeError, "list of labels"),
        ({1: ["fig"]}, TypeError, "groups mixes"),
        ({"a": ["kiwi"]}, ValueError, r"groups\['a'\]: the label 'kiwi' is not one of the classes"),
        ({"a": [np.array([0])]}, ValueError, r"groups\['a'\]: the label array"),
        ({"a": None}, TypeError, r"groups\['a'\] must be a list of labels, got None"),
        ({"a": 3}, TypeError, r"groups\['a'\] must be a list of labels, got 3"),
        ({pd.NA: ["fig"]}, ValueError, "groups has a missing label, <NA>"),
        (None, TypeError, "groups must be a dict .*, got None"),
        (["fig"], TypeError, r"groups must be a dict .*, got \['fig'\]"),
        (pd.Series({"a": 0}), TypeError, "groups must be a dict"),
    ]:
        with pytest.raises(error, match=message):
            FRUIT.merge(groups)


def test_reorder_and_its_errors():
    turned = FRUIT.reorder(["plum", "pear", "fig"])
    assert turned.counts.tolist() == [[5, 0, 1], [0, 3, 1], [0, 2, 4]]
    assert turned.reorder(FRUIT.labels) == FRUIT
    with pytest.raises(ValueError, match="leaves out 'fig'"):
        FRUIT.reorder(["plum", "pear"])
    with pytest.raises(ValueError, match="'kiwi'"):
        FRUIT.reorder(["plum", "pear", "kiwi"])
    with pytest.raises(ValueError, match="'fig' twice"):
        FRUIT.reorder(["fig", "fig", "pear"])


def test_add():
    assert (FRUIT + FRUIT).counts.tolist() == (2 * FRUIT.counts).tolist()
    with pytest.raises(ValueError, match="labels differ"):
        FRUIT + FRUIT.reorder(["plum", "pear", "fig"])
    with pytest.raises(ValueError, match="labels differ"):
        ConfusionMatrix([[1, 0], [0, 1]]) + ConfusionMatrix([[1, 0], [0, 1]], [False, True])
    with pytest.raises(TypeError):
        FRUIT + 1
    with pytest.raises(TypeError):
        FRUIT + FRUIT.counts
    with pytest.raises(TypeError):
        FRUIT.counts + FRUIT


def test_too_large_a_sum_is_refused():
    half = ConfusionMatrix([[2**62, 0], [0, 1]])
    assert (half + ConfusionMatrix([[2**62 - 2048, 0], [0, 1]])).total == 2**63 - 2046
    with pytest.raises(ValueError, match=r"the sum is too large: .* to 9\.22e\+18"):
        half + half
    half = ConfusionMatrix([[8e307]])
    with pytest.raises(ValueError, match=r"too large: its counts add up to 1\.6e\+308"):
        half + half


def test_numpy_reads_the_counts():
    assert np.asarray(FRUIT) is FRUIT.counts
    assert np.array(FRUIT).flags.writeable
    assert np.asarray(FRUIT, dtype=float).dtype == np.float64
    assert (FRUIT.counts == FRUIT) is False


def test_matrices_of_one_kind_are_a_batch():
    batch, labels = as_counts([FRUIT, FRUIT + FRUIT])
    assert batch.tolist() == [FRUIT.counts.tolist(), (2 * FRUIT.counts).tolist()]
    assert labels == FRUIT.labels
    with pytest.raises(ValueError, match=r"different labels: \['pear'.*, at \[1\], \['plum'"):
        as_counts([FRUIT, FRUIT.reorder(["plum", "pear", "fig"])])
    with pytest.raises(ValueError, match=r"labels: \[0, 1\] and, at \[1\], \[False, True"):
        as_counts([ConfusionMatrix(np.eye(2)), ConfusionMatrix(np.eye(2), [False, True])])
    with pytest.raises(TypeError, match=r"mixes matrices with something else: 1 at \[1\]"):
        as_counts((FRUIT, 1))


def test_equality():
    assert ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"]) == PETS
    assert ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "emu"]) != PETS
    assert ConfusionMatrix([[1, 0], [0, 1]]) != ConfusionMatrix([[1, 0], [0, 1]], [False, True])
    assert PETS != 5


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


TRUE, PRED = np.array(["a", "b", "b"]), np.array(["b", "a", "b"])
BAD_FRAMES = {
    "an array": (np.eye(2), TypeError, "frame must be a pandas DataFrame, got ndarray"),
    "a frame without index": (FrameOfAnotherKind(), TypeError, "got FrameOfAnotherKind$"),
    "polars": (pl.DataFrame({"a": [1]}), TypeError, r"another library; write frame\.to_pandas"),
    "turned": (FRUIT.to_frame().T, ValueError, r"pass frame\.T"),
    "margins": (pd.crosstab(TRUE, PRED, margins=True), ValueError, "margins, a class 'All'"),
    "shares": (pd.crosstab(TRUE, PRED) - 1, ValueError, "frame must be at least 0, got -1"),
    "gaps": (
        pd.DataFrame([[1, None], [0, 1]], index=[0, 1], columns=[0, 1]),
        ValueError,
        r"frame has no count at \[0, 1\]: use fill_value=0",
    ),
    "two kinds": (pd.DataFrame([[1]], index=["0"], columns=[0]), TypeError, "'0' in its index, 0"),
    "a label twice": (
        pd.DataFrame([[1, 2]], index=["a"], columns=["a", "a"]),
        ValueError,
        r"frame\.columns must all differ, got 'a' twice",
    ),
    "labels of floats": (
        pd.DataFrame([[1]], index=[1.5], columns=[1]),
        TypeError,
        r"frame\.index must hold labels",
    ),
    "text": (pd.DataFrame([["x"]], index=["a"], columns=["a"]), TypeError, "frame must hold int"),
}


@pytest.mark.parametrize("case", BAD_FRAMES)
def test_bad_frames_are_named(case):
    frame, error, message = BAD_FRAMES[case]
    with pytest.raises(error, match=message):
        ConfusionMatrix.from_frame(frame)


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ("Prediction", "Truth"),  # yardstick
        ("Prediction", "Reference"),  # caret
        ("Predicted", "Actual"),
        ("y_pred", "y_true"),
        ("yPred", None),
        ("PREDICTED LABEL", "row_0"),
        ("pred", "obs"),
        ("guess", "truth"),
        (None, "y_true"),
        ("col_0", "trueClass"),
    ],
)
def test_transposed_frames_are_recognised_by_their_names(rows, columns):
    frame = pd.crosstab(PRED, TRUE, rownames=[rows], colnames=[columns])
    with pytest.raises(ValueError, match=r"predictions in its rows, .* pass frame\.T"):
        ConfusionMatrix.from_frame(frame)
    assert ConfusionMatrix.from_frame(frame.T) == ConfusionMatrix.from_labels(TRUE, PRED)


@pytest.mark.parametrize(
    ("rows", "columns"),
    [("predicted first", "predicted second"), ("observed 1", "observed 2"), ("obstacle", "trues")],
)
def test_other_names_of_axes_are_accepted(rows, columns):
    frame = pd.crosstab(TRUE, PRED, rownames=[rows], colnames=[columns])
    assert ConfusionMatrix.from_frame(frame) == ConfusionMatrix.from_labels(TRUE, PRED)


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
        (letter for letter in "ba"),
    ],
    ids=lambda labels: type(labels).__module__ + "." + type(labels).__name__,
)
def test_labels_may_be_anything_in_order(labels):
    assert ConfusionMatrix([[1, 2], [3, 4]], labels).labels == ("b", "a")


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
    assert repr(PETS) == "ConfusionMatrix([[5, 7], [3, 7]], labels=['dog', 'cat'])"
    large = ConfusionMatrix(np.eye(40, dtype=int))
    assert "40 samples, 40 classes" in repr(large)


@pytest.mark.parametrize(("classes", "end"), [(10, "8, 9]"), (11, "8, 9, …]")])
def test_a_message_shows_ten_labels_at_most(classes, end):
    with pytest.raises(ValueError, match="label 99 is not one of the") as e:
        ConfusionMatrix(np.eye(classes)).index(99)
    assert str(e.value).endswith(end)
