"""Dots: nothing clipped or overlapping, told apart without colour."""

import numpy as np
import pytest
from drawn import check_nothing_clipped

from cmlib.plot import per_class
from cmlib.plot.style import PAPER

SCORES = {
    "precision": [0.9, np.nan, 0.0],
    "recall": [0.4, 0.0, 1.0],
    "negative predictive value $x": [0.4, 0.9, np.nan],
}


def test_per_class_marks():
    ax = per_class(SCORES, ["a", "b", "c"])
    check_nothing_clipped(ax.figure)
    lines = ax.get_lines()
    drawn = {line.get_label(): line for line in lines if line.get_label() in SCORES}
    assert len({line.get_marker() for line in drawn.values()}) == 3
    for name, line in drawn.items():
        np.testing.assert_array_equal(line.get_xdata(), SCORES[name])
    heights = np.mean([line.get_ydata() for line in drawn.values()], axis=0)
    assert heights == pytest.approx([0, 1, 2])  # of the row, in its middle
    hollow = [line for line in lines if line.get_markerfacecolor() == PAPER]
    assert [text.get_text() for text in ax.texts] == ["undefined"] * 2
    # Beyond the scale, and in the row of the class.
    assert [line.get_xdata()[0] > 1 for line in hollow] == [True, True]
    assert [round(line.get_ydata()[0]) for line in hollow] == [1, 2]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == list(SCORES)
    assert ax.get_ylim() == (2.5, -0.5)
    assert [line.get_ydata()[0] for line in lines if line.get_linestyle() == "-"] == [0.5, 1.5]


def test_ten_classes_fit_on_a_screen_and_no_dot_covers_another():
    ax = per_class(dict.fromkeys("abcde", [0.5] * 10), range(10))
    assert ax.figure.get_figheight() <= 525 / 72  # 700 pixels of CSS
    dots = [line for line in ax.get_lines() if line.get_label() in "abcde"]
    heights = np.ravel([it.get_transform().transform(it.get_xydata())[:, 1] for it in dots])
    gaps = np.diff(np.sort(heights)) * 72 / ax.figure.dpi
    assert gaps.min() >= dots[0].get_markersize()


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
