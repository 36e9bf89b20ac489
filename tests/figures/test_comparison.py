"""side_by_side: a table of agreeing values, and an error for every kind of disagreement."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from refusals import refused

from cmcourse import side_by_side
from cmlib import ConfusionMatrix, precision

PETS = ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])
MANY = ConfusionMatrix(np.eye(1500, dtype=int))


def test_row_per_value_and_column_per_source():
    by_hand, printed = [Fraction(5, 8), Fraction(7, 14)], pd.Series(["62.5 %", "0.5"])
    sources = {"cmlib": precision(PETS), "by hand": by_hand, "printed": printed}
    table = side_by_side(sources, rows=PETS.labels)
    assert table.to_dict("list") == {
        "cmlib": ["0.6250", "0.5000"],
        "by hand": ["5/8 = 0.6250", "1/2 = 0.5000"],
        "printed": ["62.5 %", "0.5"],
    }
    assert list(table.index) == ["dog", "cat"]


def test_mappings_name_the_rows():
    table = side_by_side({"a": {"x": 1, "y": 1 / 3}, "b": {"y": 1 / 3, "x": 1.0}}, decimals=2)
    assert table.loc["y"].tolist() == ["0.33", "0.33"]
    assert table.loc["x"].tolist() == ["1", "1.00"]


def test_matrices_are_compared_cell_by_cell():
    table = side_by_side({"cmlib": PETS, "counted": [[5, 7], [3, 7]]})
    assert table.loc["cat", "counted"] == "[3, 7]"
    with pytest.raises(AssertionError, match="cell 1: cmlib has 7, counted 8"):
        side_by_side({"cmlib": PETS, "counted": [[5, 8], [3, 7]]})


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (0.5, 0.5 + 1e-8),
        (3, 4),
        (Fraction(1, 3), Fraction(333_333_333_333, 10**12)),
        (0.0039800995, "0.039"),
        (0.9816, "98.1 %"),
        (0.0, float("nan")),
        (True, False),
        (-0.25, "0.25"),
    ],
)
def test_difference_raises(first, second):
    with pytest.raises(AssertionError, match=r"row 0: a has .*, b "):
        side_by_side({"a": first, "b": second})
    side_by_side({"a": first, "b": second}, differing=["b"])


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (0.5, 0.5 + 1e-12),
        (Fraction(1, 3), 1 / 3),
        (Fraction(1, 3), "0.33"),
        (0.98055, "98.1 %"),
        (100200, "100,200"),
        (-0.25, "−0.25"),
        (float("nan"), np.float64("nan")),
        (float("inf"), float("inf")),
    ],
)
def test_agreement_is_shown(first, second):
    assert side_by_side({"a": first, "b": second}).shape == (1, 2)
    with pytest.raises(AssertionError, match="agree, and should differ"):
        side_by_side({"a": first, "b": second}, differing=["b"])


def test_known_difference_is_marked():
    sources = {"cmlib": [0.9985, 0.00398], "printed": ["0.999", "0.039"]}
    table = side_by_side(sources, rows=["accuracy", "F1"], differing={"printed": ["F1"]})
    assert table["printed"].tolist() == ["0.999", "≠ 0.039"]


def test_relations():
    side_by_side({"kappa": [0.2, 0.5], "accuracy": [0.4, 0.5]}, relation="<=")
    side_by_side({"a": 1, "b": 2, "c": 3}, relation="<")
    with pytest.raises(AssertionError, match=r"row 1: kappa has 0.5000, accuracy 0.4000: not <="):
        side_by_side({"kappa": [0.2, 0.5], "accuracy": [0.4, 0.4]}, relation="<=")
    for pair in ((0.5, 0.5), (0.5, float("nan"))):
        with pytest.raises(AssertionError, match="not <"):
            side_by_side(dict(zip("ab", pair, strict=True)), relation="<")


def test_many_rows_are_summarised():
    values = np.linspace(0, 1, 500)
    table = side_by_side({"a": values, "b": values.copy()})
    assert table.index.tolist() == ["smallest of 500 compared", "largest of 500 compared"]
    assert table["b"].tolist() == ["0.0000", "1.0000"]
    table = side_by_side({"a": values**2, "b": values}, relation="<=")
    assert table.index.tolist() == ["closest of 500 compared", "furthest of 500 compared"]
    one_off = values.copy()
    one_off[321] += 1e-6
    with pytest.raises(AssertionError, match="row 321"):
        side_by_side({"a": values, "b": one_off})


BAD = [
    ({"a": 1}, {}, ValueError, "at least two"),
    ({"a": [], "b": []}, {}, ValueError, "'a' has none: nothing is compared"),
    ({"a": [1, 2], "b": [1]}, {}, ValueError, "'a' has 2, 'b' has 1"),
    ({"a": 1, "b": "one"}, {}, ValueError, "'b' prints 'one', which is not a number"),
    ({"a": 1, "b": 1}, {"relation": ">"}, ValueError, "relation must be '=', '<=' or '<', got '>'"),
    ({"a": 1, "b": 1}, {"rows": ["x", "y"]}, ValueError, "rows must name 1 rows, got 2"),
    ({"a": 1, "b": 1}, {"differing": ["c"]}, ValueError, "differing names 'c'"),
    ({"a": 1, "b": 1}, {"differing": {"b": ["x"]}}, ValueError, "the row 'x'"),
    ({"a": {"x": 1}, "b": {"y": 1}}, {}, ValueError, "'b' has no value for 'x'"),
    ({"a": [[1, 2]], "b": [[1], [2]]}, {}, ValueError, "has the shape"),
    ({"a": [[1]], "b": [[2]]}, {"differing": ["b"]}, ValueError, "these sources are matrices"),
    ({"a": 1, "b": [None]}, {}, TypeError, "'b' must hold numbers, got None"),
    ({"a": MANY, "b": MANY}, {}, ValueError, "from 1 to 1000 classes to be written cell by"),
]
test_bad_argument_is_named = refused(lambda sources, options: side_by_side(sources, **options), BAD)
