"""Polygons on spokes: nothing clipped, told apart without colour, the scale written."""

import numpy as np
import pytest
from drawn import LABELS, check_nothing_clipped, check_told_apart, named_lines

from cmcourse.figures import radar
from cmlib.plot.svg import figure_svg

SEVEN = [f"metric {number}" for number in range(7)]


@pytest.mark.parametrize(("size", "kind"), [(5, "markup"), (12, "long")])
def test_radar_is_not_clipped(size, kind):
    labels = [LABELS[kind](k) for k in range(size)]
    ax = radar(dict.fromkeys(SEVEN, np.linspace(0, 1, size)), labels)
    check_nothing_clipped(ax.figure)
    boxes = [label.get_window_extent() for label in ax.get_xticklabels()]
    boxes.append(ax.get_legend().get_window_extent())
    for number, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:number]), "labels overlap"


def test_radar_polygons():
    values = {name: np.array([0.1, 0.12, 0.11, 0.14]) * k for k, name in enumerate(SEVEN, 1)}
    values["metric 3"][2] = np.nan
    ax = radar(values, ["a", "b", "c", "d"], lower=-1)
    lines = named_lines(ax)
    check_told_apart(lines)
    for line, metric in zip(lines, values.values(), strict=True):
        np.testing.assert_array_equal(line.get_ydata(), [*metric, metric[0]])
        np.testing.assert_allclose(line.get_xdata(), np.pi * np.array([0, 0.5, 1, 1.5, 2]))
    # From the top, clockwise.
    assert (ax.get_theta_offset(), ax.get_theta_direction()) == (np.pi / 2, -1)
    assert ax.get_ylim() == (-1, 1)
    assert [text.get_text() for text in ax.texts] == ["-1.0", "-0.5", "0.0", "0.5", "1.0"]
    assert ">-0.5</text>" in figure_svg(ax.figure)  # no outline, which a slide could not enlarge
