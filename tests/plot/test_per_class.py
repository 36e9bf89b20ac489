"""Dots and polygons: nothing clipped or overlapping, told apart without colour."""

import numpy as np
import pytest
from drawn import LABELS, check_nothing_clipped, check_told_apart, named_lines
from matplotlib import pyplot as plt

from cmcourse.figures import radar
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
    ax = per_class(SCORES, [LABELS[kind](k) for k in range(3)])
    check_nothing_clipped(ax.figure)


def test_per_class_in_given_axes():
    figure, ax = plt.subplots(figsize=(5, 3), layout="constrained")
    assert per_class(SCORES, [LABELS["long"](k) for k in range(3)], ax=ax) is ax
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
    ("values", "labels", "message"),
    [
        ({}, ["a"], "from 1 to 7 metrics, got 0"),
        ({str(n): [0.5] for n in range(8)}, ["a"], "from 1 to 7 metrics, got 8"),
        ({"recall": []}, [], "labels is empty"),
        ({"recall": [0.5, 0.5]}, ["a"], r"'recall'.* 1 labels, got shape \(2,\)"),
        ({"recall": [0.5, 1.5]}, ["a", "b"], r"'recall'.* in \[0, 1\], got 1.5 for 'b'"),
        ({"recall": [-0.5]}, ["a"], r"'recall'.* in \[0, 1\], got -0.5 for 'a'"),
    ],
)
def test_per_class_refuses(values, labels, message):
    with pytest.raises(ValueError, match=message):
        per_class(values, labels)


@pytest.mark.parametrize("plot", [per_class, radar])
def test_the_order_of_values_and_labels_is_known(plot):
    with pytest.raises(TypeError, match="labels must be in order, got a set"):
        plot({"recall": [1, 1, 1]}, {"a", "b", "c"})
    with pytest.raises(TypeError, match="values must be a dict of metrics, got list"):
        plot([[1, 1, 1]], ["a", "b", "c"])


@pytest.mark.parametrize("plot", [per_class, radar])
@pytest.mark.parametrize(
    ("values", "lower", "error", "message"),
    [
        ([0.5, 0.95, 1], 0.9, ValueError, r"'recall'.* in \[0.9, 1\], got 0.5 for 'a'"),
        ([0.5, 0.5, 0.5], 1, ValueError, r"lower must be a number in \[-1, 1\), got 1"),
        ([0.5, 0.5, 0.5], -1.5, ValueError, r"lower .* got -1.5"),
        ([0.5, 0.5, 0.5], np.nan, ValueError, "lower .* got nan"),
        ([0.5, 0.5, 0.5], "0", TypeError, "lower .* got '0'"),
        ([0.5, 0.5, [0.5]], 0, ValueError, "'recall'.* is ragged"),
        (["0.5", "0.5", "0.5"], 0, TypeError, "'recall'.* must hold .* such as '0.5'"),
    ],
)
def test_scale_refuses(plot, values, lower, error, message):
    with pytest.raises(error, match=message):
        plot({"recall": values}, ["a", "b", "c"], lower=lower)
    assert plt.get_fignums() == []


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
    spokes = radar({"recall": [1, 1, 1]}, ["a", "b", "c"], lower=lower)
    assert spokes.get_ylim() == (lower, 1)
    assert [text.get_text() for text in spokes.texts] == ticks


SEVEN = [f"metric {number}" for number in range(7)]


def check_corner_labels(ax, names):
    """The labels around the polygons are whole and keep apart from one another and the legend."""
    labels = ax.get_xticklabels()
    shown = ["".join(label.get_text().split()) for label in labels]
    assert shown == ["".join(name.split()) for name in names]
    boxes = [label.get_window_extent() for label in labels]
    boxes.append(ax.get_legend().get_window_extent())
    for number, box in enumerate(boxes):
        for other in boxes[:number]:
            assert not box.overlaps(other), "labels overlap"
    centre, radius = ax.bbox.x0 + ax.bbox.width / 2, ax.bbox.width / 2
    middle = ax.bbox.y0 + ax.bbox.height / 2
    corners = np.linspace(0, 2 * np.pi, len(labels), endpoint=False)
    for box, angle in zip(boxes, corners, strict=False):
        # The nearest corner of the box is not inside of the outermost polygon.
        x = np.clip(centre, box.x0, box.x1) - centre
        y = np.clip(middle, box.y0, box.y1) - middle
        assert np.hypot(x, y) > radius * np.cos(np.pi / len(labels)), f"label at {angle} is inside"


@pytest.mark.parametrize(
    ("size", "kind"), [*((5, kind) for kind in LABELS), (3, "long"), (12, "long")]
)
def test_radar_is_not_clipped(size, kind):
    names = [LABELS[kind](k) for k in range(size)]
    ax = radar({name: np.linspace(0, 1, size) for name in SEVEN}, names)
    check_nothing_clipped(ax.figure)
    check_corner_labels(ax, names)


def test_radar_polygons():
    corners = np.array([0.1, 0.12, 0.11, 0.14])
    values = {name: corners * (number + 1) for number, name in enumerate(SEVEN)}
    values["metric 3"][2] = np.nan
    ax = radar(values, ["a", "b", "c", "d"])
    lines = named_lines(ax)
    check_told_apart(lines)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == SEVEN
    for line, metric in zip(lines, values.values(), strict=True):
        np.testing.assert_array_equal(line.get_ydata(), [*metric, metric[0]])
        np.testing.assert_allclose(line.get_xdata(), np.pi * np.array([0, 0.5, 1, 1.5, 2]))
    # From the top, clockwise.
    assert (ax.get_theta_offset(), ax.get_theta_direction()) == (np.pi / 2, -1)


@pytest.mark.parametrize("size", [2, 13])
def test_radar_refuses_sizes(size):
    with pytest.raises(ValueError, match=f"labels must name from 3 to 12 classes, got {size}"):
        radar({"recall": np.ones(size)}, [f"c{k}" for k in range(size)])


def test_the_kind_of_axes_is_checked():
    flat, polar = plt.subplot(1, 2, 1), plt.subplot(1, 2, 2, polar=True)
    with pytest.raises(ValueError, match="ax must be polar, got projection 'rectilinear'"):
        radar({"recall": [1, 1, 1]}, ["a", "b", "c"], ax=flat)
    with pytest.raises(ValueError, match="ax must not be polar, got projection 'polar'"):
        per_class({"recall": [1]}, ["a"], ax=polar)
