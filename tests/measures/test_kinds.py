"""Whatever holds the labels, they are counted alike: each kind of input beside a list of them."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix
from strategies import peak_of

from cmlib import ConfusionMatrix
from cmlib._counting import kinds, pairs

# Two texts are alike up to a NUL, two but for their last letters; two need more than eight bits.
TEXTS = ["cat", "cat\0a", "cat\0b", "a long name of a class", "a long name of a clasp"]
TEXTS += ["猫", "Ā", ""]
NUMBERS = [3, -7, 0, 255, 256, 2**40, -(2**63), 2**63 - 1]


def to_objects(labels):
    """Return labels as objects, each of them one of its own."""
    array = np.empty(len(labels), dtype=object)
    array[:] = ["".join(label) if isinstance(label, str) else int(str(label)) for label in labels]
    return array


def in_chunks(kind):
    return lambda labels: pa.chunked_array([labels[:1], labels[1:]], kind)


def dictionary_chunks(labels):
    parts = labels[:1], labels[1:]
    return pa.chunked_array([pa.array(part, pa.string()).dictionary_encode() for part in parts])


def as_pandas(dtype):
    return lambda labels: pd.Series(labels, dtype=dtype)


OF_TEXT = {
    "tuple": tuple,
    "objects": to_objects,
    "fixed width": np.array,
    "every second": lambda labels: np.repeat(np.array(labels), 2)[::2],
    "other byte order": lambda labels: np.array(labels, dtype=">U99"),
    "StringDType": lambda labels: np.array(labels, dtype=np.dtypes.StringDType()),
    "numpy scalars": lambda labels: [np.str_(label) for label in labels],
    "pandas": as_pandas("str"),
    "pandas python": as_pandas("string[python]"),
    "pandas pyarrow": as_pandas("string[pyarrow]"),
    "pandas ArrowDtype": as_pandas(pd.ArrowDtype(pa.string())),
    "pandas objects": lambda labels: pd.Series(to_objects(labels)),
    "pandas index": pd.Index,
    "pandas dictionary": as_pandas(pd.ArrowDtype(pa.dictionary(pa.int32(), pa.string()))),
    "polars": pl.Series,
    "polars Categorical": lambda labels: pl.Series(labels, dtype=pl.Categorical),
    "arrow": pa.array,
    "arrow large": lambda labels: pa.array(labels, pa.large_string()),
    "arrow chunks": in_chunks(pa.string()),
    "arrow dictionary": lambda labels: pa.array(labels).dictionary_encode(),
    "arrow dictionaries": dictionary_chunks,
}
OF_NUMBERS = {
    "objects": to_objects,
    "array": np.array,
    "other byte order": lambda labels: np.array(labels, dtype=">i8"),
    "numpy scalars": lambda labels: [np.int64(label) for label in labels],
    "pandas": pd.Series,
    "pandas nullable": as_pandas("Int64"),
    "pandas pyarrow": as_pandas("int64[pyarrow]"),
    "polars": pl.Series,
    "arrow": pa.array,
    "arrow chunks": in_chunks(pa.int64()),
}


def counted(true, pred, labels):
    """Count one by one, in Python."""
    place = {label: at for at, label in enumerate(labels)}
    counts = np.zeros((len(labels), len(labels)), dtype=int)
    for one, other in zip(true, pred, strict=True):
        counts[place[one], place[other]] += 1
    return counts.tolist()


def some(labels):
    return st.lists(st.tuples(*[st.sampled_from(labels)] * 2), min_size=1, max_size=40)


MADE = [
    *(pytest.param(make, TEXTS, id=f"text: {kind}") for kind, make in OF_TEXT.items()),
    *(pytest.param(make, NUMBERS, id=f"numbers: {kind}") for kind, make in OF_NUMBERS.items()),
]


@pytest.mark.parametrize(("make", "classes"), MADE)
@settings(max_examples=20)
@given(data=st.data(), short=st.sampled_from([0, 2000]))
def test_labels_are_counted_alike_whatever_holds_them(make, classes, data, short):
    true, pred = (list(labels) for labels in zip(*data.draw(some(classes)), strict=True))
    # Few labels are read in another way than many: here a few are read in both.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kinds, "_SHORT", short)
        cm = ConfusionMatrix.from_labels(make(true), make(pred))
    assert cm.labels == tuple(sorted({*true, *pred}))
    assert {type(label) for label in cm.labels} == {type(classes[0])}
    assert cm.counts.tolist() == counted(true, pred, cm.labels)
    # The two sides may come in different containers.
    assert ConfusionMatrix.from_labels(make(true), pred) == cm


@pytest.mark.parametrize("labels", [["cat", "dog", "cat"], ["cat", "dog"], [1000, 7, 1000]])
def test_many_samples_with_few_objects(labels):
    """Some labels are equal in value and yet different objects."""
    true = to_objects(labels)[np.arange(9001) % len(labels)]
    pred = np.roll(true, 4000)
    cm = ConfusionMatrix.from_labels(true, pred)
    assert cm.counts.tolist() == counted(true, pred, cm.labels)


@pytest.mark.parametrize(
    "dtype", ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
)
@pytest.mark.parametrize("other", ["int8", "uint64"])
@pytest.mark.parametrize("low", [0, 5, -3, 120])
def test_every_dtype_and_every_offset(dtype, other, low):
    rng = np.random.default_rng(3)
    limits = np.iinfo(dtype), np.iinfo(other)
    lowest, highest = max(it.min for it in limits), min(it.max for it in limits)
    labels = [it for it in range(low, low + 7) if lowest <= it <= highest]
    true, pred = rng.choice(labels, (2, 1000))
    cm = ConfusionMatrix.from_labels(true.astype(dtype), pred.astype(other))
    np.testing.assert_array_equal(cm.counts, confusion_matrix(true, pred))


def test_bools_of_every_library():
    expected = ConfusionMatrix([[0, 1], [0, 2]], [False, True])
    true, pred = [True, False, True], [True, True, True]
    for make in (list, np.array, pd.Series, pl.Series, pa.array):
        assert ConfusionMatrix.from_labels(make(true), make(pred)) == expected


SIZES = ["small", "middle", "large"]
DECLARED = {
    "pandas": lambda labels: pd.Categorical(labels, SIZES),
    "pandas series": lambda labels: pd.Series(labels, dtype=pd.CategoricalDtype(SIZES)),
    "pandas index": lambda labels: pd.CategoricalIndex(labels, SIZES),
    "polars": lambda labels: pl.Series(labels, dtype=pl.Enum(SIZES)),
    "arrow": lambda labels: pa.DictionaryArray.from_arrays(
        pa.array([SIZES.index(it) for it in labels]), SIZES, ordered=True
    ),
}


@pytest.mark.parametrize("kind", DECLARED)
def test_declared_classes_keep_their_order_and_what_is_absent(kind):
    make = DECLARED[kind]
    cm = ConfusionMatrix.from_labels(make(["large", "small"]), make(["large", "large"]))
    assert cm == ConfusionMatrix([[0, 0, 1], [0, 0, 0], [0, 0, 1]], SIZES)
    assert ConfusionMatrix.from_labels(make(["large", "small"]), ["large", "large"]) == cm


MISSING = {
    "pandas": pd.Series(["a", None], dtype="str"),
    "pandas python": pd.Series(["a", None], dtype="string[python]"),
    "pandas categorical": pd.Categorical(["a", None]),
    "pandas nullable": pd.Series([1, None], dtype="Int64"),
    "pandas pyarrow": pd.Series([1, None], dtype="int64[pyarrow]"),
    "polars": pl.Series(["a", None]),
    "polars Enum": pl.Series(["a", None], dtype=pl.Enum(["a"])),
    "polars numbers": pl.Series([1, None]),
    "arrow": pa.array(["a", None]),
    "arrow dictionary": pa.array(["a", None]).dictionary_encode(),
    "arrow numbers": pa.array([1, None]),
    "arrow chunks": pa.chunked_array([["a"], [None]], pa.string()),
}


@pytest.mark.parametrize("kind", MISSING)
def test_what_is_missing_is_named_in_every_kind(kind):
    with pytest.raises(ValueError, match=r"y_pred has a missing label(, .*,)? at position 1"):
        ConfusionMatrix.from_labels(["a", "a"], MISSING[kind])


@pytest.mark.parametrize("make", [pa.array, pl.Series, pd.Series, np.array])
def test_fractions_of_every_library_are_no_labels(make):
    with pytest.raises(TypeError, match=r"y_true must hold labels .* got 1\.5 \(float\) at pos"):
        ConfusionMatrix.from_labels(make([1.5]), [1])


@pytest.mark.filterwarnings("ignore:The number of unique classes")  # some scikit-learns
@pytest.mark.parametrize("many", [3, 250, 300, 1200])
@pytest.mark.parametrize("weighted", [False, True])
def test_every_number_of_classes_is_counted_alike(many, weighted, monkeypatch):
    # So small that each of the ways is taken in several pieces.
    monkeypatch.setattr(pairs, "_PIECE", 100)
    monkeypatch.setattr(pairs, "_SORTED_AT_ONCE", 700)
    monkeypatch.setattr(pairs, "_MOST_CELLS", 20_000)
    rng = np.random.default_rng(many)
    true, pred = rng.integers(0, many, (2, 1000))
    weight = rng.integers(0, 3, 1000) / 2 if weighted else None
    for offset in (0, 10**6, -125, 2**62):
        kind = "i1" if many + offset == 125 else "i8"  # from one end of a type to the other
        sides = ((side + offset).astype(kind) for side in (true, pred))
        cm = ConfusionMatrix.from_labels(*sides, sample_weight=weight)
        expected = confusion_matrix(true, pred, sample_weight=weight)
        np.testing.assert_array_equal(np.asarray(cm), expected, strict=True)
        assert cm.labels[0] == min(true.min(), pred.min()) + offset
    for step in (10**9, 2**40):
        cm = ConfusionMatrix.from_labels(true * step, pred * step, sample_weight=weight)
        np.testing.assert_array_equal(np.asarray(cm), expected)


def test_classes_that_come_late_are_counted():
    true = np.repeat(np.arange(40), 5000)
    pred = np.where(np.arange(len(true)) < 150_000, 3, true - 900)
    cm = ConfusionMatrix.from_labels(true, pred)
    assert np.asarray(cm).sum() == len(true)
    assert cm.counts.tolist() == counted(true.tolist(), pred.tolist(), cm.labels)
    texts = [f"class {label}" for label in true]
    assert ConfusionMatrix.from_labels(texts, texts).correct == len(true)


@pytest.mark.parametrize("odd", ["class\0", "class\0b", None, 7, True])
def test_one_odd_text_among_many(odd):
    texts = [f"class {label}" for label in range(300)] * 70  # each class one object
    expected = ConfusionMatrix.from_labels(np.array(texts), np.array(texts))
    assert ConfusionMatrix.from_labels(texts, np.array(texts)) == expected
    texts[15_000] = odd
    if isinstance(odd, str):
        assert odd in ConfusionMatrix.from_labels(texts, texts).labels
    else:
        with pytest.raises((ValueError, TypeError), match=f"{odd}.* at position 15000"):
            ConfusionMatrix.from_labels(texts, texts)


def test_three_million_labels_take_no_copy():
    labels = np.random.default_rng(5).integers(0, 10, 3_000_000)
    assert peak_of(lambda: ConfusionMatrix.from_labels(labels, labels[::-1])) < 2**20
