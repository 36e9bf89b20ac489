"""Dots: nothing clipped or overlapping, told apart without colour."""

import numpy as np
import pytest
from drawn import LABELS, check_nothing_clipped
from matplotlib import pyplot as plt

from cmlib.plot import per_class
from cmlib.plot.style import PAPER

# Fonts with Chinese characters differ between machines; without one matplotlib draws boxes.
pytestmark = pytest.mark.filterwarnings(r"ignore:Glyph \d+ .* missing from font")


SCORES = {
    "precision": [0.9, np.nan, 0.0],
    "recall": [0.4, 0.0, 1.0],
    "negative predictive value $x": [0.4, 0.9, np.nan],
}


@pytest.mark.parametrize("kind", list(LABELS))
def test_per_class_is_not_clipped(kind):
    names = [LABELS[kind](k) for k in range(3)]
    check_nothing_clipped(per_class(SCORES, names).figure)
    figure, ax = plt.subplots(figsize=(5, 3), layout="constrained")
    assert per_class(SCORES, names, ax=ax) is ax
    assert figure.get_size_inches().tolist() == [5, 3]
    check_nothing_clipped(figure)


def test_per_class_marks():
    ax = per_class(SCORES, ["a", "b", "c"])
    lines = ax.get_lines()
    drawn = {line.get_label(): line for line in lines if line.get_label() in SCORES}
    assert len({line.get_marker() for line in drawn.values()}) == 3
    for name, line in drawn.items():
        np.testing.assert_array_equal(line.get_xdata(), SCORES[name])
    hollow = [line for line in lines if line.get_markerfacecolor() == PAPER]
    assert [text.get_text() for text in ax.texts] == ["undefined"] * 2
    # Beyond the scale, and in the row of the class.
    assert [line.get_xdata()[0] > 1 for line in hollow] == [True, True]
    assert [round(line.get_ydata()[0]) for line in hollow] == [1, 2]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == list(SCORES)
    assert ax.get_ylim() == (2.5, -0.5)


@pytest.mark.parametrize(
    ("lower", "ticks"),
    [
        (0.0, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (0.95, ["0.95", "0.96", "0.97", "0.98", "0.99", "1.00"]),
        (0.83, ["0.83", "0.90", "0.95", "1.00"]),
        (0.9995, ["0.9995", "0.9996", "0.9997", "0.9998", "0.9999", "1.0000"]),
        (-1, ["-1.0", "-0.5", "0.0", "0.5", "1.0"]),
    ],
)
def test_scale_is_written_from_its_beginning_to_1(lower, ticks):
    dots = per_class({"recall": [1, 1, 1]}, ["a", "b", "c"], lower=lower)
    check_nothing_clipped(dots.figure)
    assert dots.get_xlim() == (lower, 1)
    shown = [label.get_text().replace("\N{MINUS SIGN}", "-") for label in dots.get_xticklabels()]
    assert shown == ticks


@pytest.mark.parametrize(
    ("values", "labels", "lower", "error", "message"),
    [
        ({}, ["a"], 0, ValueError, "from 1 to 7 metrics, got 0"),
        ({str(n): [0.5] for n in range(8)}, ["a"], 0, ValueError, "from 1 to 7 metrics, got 8"),
        ({"recall": []}, [], 0, ValueError, "labels is empty"),
        ({"recall": [1, 1]}, ["a"], 0, ValueError, r"'recall'.* 1 labels, got shape \(2,\)"),
        ({"recall": [0, 1.5]}, ["a", "b"], 0, ValueError, r"in \[0, 1\], got 1.5 for 'b'"),
        ({"recall": [0.5]}, ["a"], 0.9, ValueError, r"in \[0.9, 1\], got 0.5 for 'a'"),
        ({"recall": [0.5, [0.5]]}, ["a", "b"], 0, ValueError, "'recall'.* is ragged"),
        ({"recall": ["0.5"]}, ["a"], 0, TypeError, "'recall'.* must hold .* such as '0.5'"),
        ({"recall": [1]}, {"a"}, 0, TypeError, "labels must be in order, got a set"),
        ([[1]], ["a"], 0, TypeError, "values must be a dict of metrics, got list"),
        ({"recall": [1]}, ["a"], 1, ValueError, r"lower must be a number in \[-1, 1\), got 1"),
        ({"recall": [1]}, ["a"], -1.5, ValueError, "lower .* got -1.5"),
        ({"recall": [1]}, ["a"], np.nan, ValueError, "lower .* got nan"),
        ({"recall": [1]}, ["a"], "0", TypeError, "lower .* got '0'"),
    ],
)
def test_bad_arguments_are_named(values, labels, lower, error, message):
    with pytest.raises(error, match=message):
        per_class(values, labels, lower=lower)
    assert plt.get_fignums() == []


def test_polar_axes_are_refused():
    with pytest.raises(ValueError, match="ax must not be polar, got projection 'polar'"):
        per_class({"recall": [1]}, ["a"], ax=plt.subplot(polar=True))
