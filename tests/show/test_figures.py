"""The figures: nothing clipped or overlapping, readable without colour, the same on every run."""

import hashlib
from itertools import pairwise

import matplotlib
import nbformat
import numpy as np
import pytest
from matplotlib import colors, font_manager
from matplotlib import pyplot as plt
from matplotlib.text import Text
from nbclient import NotebookClient

from cmlib import ConfusionMatrix
from cmlib.show.figures import (
    _percent,
    curves,
    heatmap,
    per_class,
    radar,
    use_course_style,
)
from cmlib.show.layout import _families

# Fonts with Chinese characters differ between machines; without one matplotlib draws boxes.
pytestmark = pytest.mark.filterwarnings(r"ignore:Glyph \d+ .* missing from font")


@pytest.fixture(autouse=True)
def _figures_are_closed():
    before = matplotlib.get_backend()
    matplotlib.use("Agg")
    yield
    plt.close("all")
    matplotlib.use(before)


LABELS = {
    "short": lambda k: f"c{k}",
    "long": lambda k: f"{k:02d} is a class of exactly forty characters"[:40],
    "one word": lambda k: f"{k:02d}Donaudampfschifffahrtsgesellschaftskapi",
    "Chinese": lambda k: f"{k}号混淆矩阵的一个很长很长的类别名称",
    "markup": lambda k: rf"{k} $\frac$ 50% a_b ^ <b> R&D $x",
}


def matrix(size, kind="short", scale=2000):
    rng = np.random.default_rng(size)
    counts = rng.integers(0, 30, (size, size)) + np.diag(rng.integers(0, scale, size))
    counts[1] = 0
    return ConfusionMatrix(counts, [LABELS[kind](k) for k in range(size)])


def check_nothing_clipped(figure):
    figure.canvas.draw()
    page = figure.bbox.padded(0.5)
    # Ticks beyond the ends of an axis are there, but not drawn.
    beyond = {
        tick.label1
        for ax in figure.axes
        for axis in (ax.xaxis, ax.yaxis)
        for tick in axis.get_major_ticks()
        if not min(axis.get_view_interval()) <= tick.get_loc() <= max(axis.get_view_interval())
    }
    for text in figure.findobj(Text):
        if text.get_visible() and text.get_text() and text not in beyond:
            box = text.get_window_extent()
            inside = page.x0 <= box.x0 and box.x1 <= page.x1
            assert inside, f"{text.get_text()!r} is cut off at the side"
            inside = page.y0 <= box.y0 and box.y1 <= page.y1
            assert inside, f"{text.get_text()!r} is cut off above or below"


def check_cells(ax, size):
    """Each cell's text stays inside of its cell in the figure as last drawn."""
    for number, text in enumerate(ax.texts[: size**2]):
        row, column = divmod(number, size)
        corners = [(column - 0.5, row + 0.5), (column + 0.5, row - 0.5)]
        (x0, y0), (x1, y1) = ax.transData.transform(corners)
        box = text.get_window_extent()
        assert x0 < box.x0 < box.x1 < x1, f"{text.get_text()!r} is wider than its cell"
        assert y0 < box.y0 < box.y1 < y1, f"{text.get_text()!r} is higher than its cell"


def check_tick_labels(ax):
    """Neighbouring labels keep apart, also when they are slanted."""
    rows = [label.get_window_extent() for label in ax.get_yticklabels()]
    for upper, lower in pairwise(rows):
        assert lower.y1 <= upper.y0 + 0.5, "row labels overlap"
    columns = ax.get_xticklabels()
    spacing = ax.get_window_extent().width / len(columns)
    for label in columns:
        slanted = label.get_rotation() == 45
        label.set_rotation(0)
        box = label.get_window_extent()
        if slanted:
            assert box.height <= spacing * np.sqrt(0.5) * 1.05, "column labels overlap"
        else:
            assert box.width < spacing, "column labels overlap"


def luminance(rgb):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("size", "kind"),
    [(size, "short") for size in (2, 3, 4, 5, 6, 8, 10, 11, 14, 18, 24, 30)]
    + [(size, kind) for size in (2, 10) for kind in LABELS if kind != "short"]
    + [(3, "long"), (30, "long"), (17, "markup")],
)
def test_own_figure(size, kind):
    cm = matrix(size, kind)
    ax = heatmap(cm)
    assert isinstance(ax, matplotlib.axes.Axes)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("predicted", "truth")
    # Compared without white space, because long labels are wrapped.
    shown = ["".join(label.get_text().split()) for label in ax.get_yticklabels()]
    assert shown == ["".join(label.split()) for label in cm.labels]
    check_nothing_clipped(ax.figure)
    check_cells(ax, size)
    check_tick_labels(ax)


@pytest.mark.parametrize("layout", [None, "constrained", "tight"])
@pytest.mark.parametrize(("size", "kind"), [(2, "long"), (5, "short"), (12, "markup")])
def test_given_axes(layout, size, kind):
    figure, ax = plt.subplots(figsize=(5, 4), layout=layout)
    assert heatmap(matrix(size, kind), ax=ax) is ax
    assert plt.get_fignums() == [figure.number]
    assert figure.get_size_inches().tolist() == [5, 4]
    check_nothing_clipped(figure)
    check_cells(ax, size)
    check_tick_labels(ax)


def test_given_small_axes_side_by_side():
    figure, axes = plt.subplots(1, 2, figsize=(7, 3.5), layout="constrained")
    for ax in axes:
        heatmap(matrix(12, "long"), ax=ax)
    check_nothing_clipped(figure)
    for ax in axes:
        check_cells(ax, 12)
        check_tick_labels(ax)


def test_text_shrinks_with_the_figure():
    ax = heatmap(matrix(5))
    ax.figure.set_size_inches(2.5, 2)
    ax.set_title("A title that comes later")
    ax.figure.canvas.draw()
    check_cells(ax, 5)
    check_tick_labels(ax)


def test_axes_in_a_subfigure():
    figure = plt.figure(figsize=(8, 4))
    ax = figure.subfigures(1, 2)[1].subplots()
    heatmap(matrix(4, "long"), ax=ax)
    check_nothing_clipped(figure)
    assert ax.get_tightbbox().x0 >= figure.bbox.width / 2


def test_checks_see_a_bad_figure():
    ax = heatmap(matrix(3))
    check_nothing_clipped(ax.figure)
    check_cells(ax, 3)
    ax.texts[4].set_text("wide " * 9)
    with pytest.raises(AssertionError, match="wider than its cell"):
        check_cells(ax, 3)
    ax.set_yticklabels(["a", "b\n\n\n\nb\nb\nb\nb", "c"])
    with pytest.raises(AssertionError, match="row labels overlap"):
        check_tick_labels(ax)
    ax.figure.text(0.99, 0.5, "beyond the edge")
    with pytest.raises(AssertionError, match="cut off at the side"):
        check_nothing_clipped(ax.figure)


@pytest.mark.parametrize("cmap", ["Blues", "Greys", "viridis", "magma", "cividis", "coolwarm"])
def test_contrast(cmap):
    """At least 4.5 to 1 in colour, and still readable in the plain grey of old printers."""
    cm = ConfusionMatrix(np.arange(900).reshape(30, 30))
    ax = heatmap(cm, normalize=None, cmap=cmap)
    ax.figure.canvas.draw()
    cells = ax.collections[0].get_facecolors()
    assert len(cells) == 900
    for cell, text in zip(cells, ax.texts, strict=True):
        ink = colors.to_rgb(text.get_color())
        assert contrast(ink, cell) >= 4.5
        grey = colors.to_rgb(str(cell[:3] @ [0.299, 0.587, 0.114]))
        assert contrast(ink, grey) >= 3.5


def test_cell_texts():
    cm = ConfusionMatrix([[9999, 1, 0], [0, 0, 0], [1, 1, 1]])
    texts = [text.get_text() for text in heatmap(cm).texts]
    assert texts[:3] == ["9,999\n>99.9%", "1\n<0.1%", "0"]
    assert texts[3:6] == ["0\n–"] * 3
    assert texts[6:9] == ["1\n33.3%"] * 3
    assert texts[9:] == ["% of the row"]


@pytest.mark.parametrize(
    ("normalize", "corner", "key", "largest"),
    [
        ("true", "3\n75.0%", ["% of the row"], 1),
        ("pred", "3\n60.0%", ["% of the column"], 1),
        ("all", "3\n30.0%", ["% of the total"], 0.4),
        (None, "3", [], 4),
    ],
)
def test_normalize(normalize, corner, key, largest):
    ax = heatmap(ConfusionMatrix([[3, 1], [2, 4]]), normalize=normalize)
    texts = [text.get_text() for text in ax.texts]
    assert texts[0] == corner
    assert texts[4:] == key
    assert ax.collections[0].get_clim() == (0, largest)


def test_empty_row_is_neutral():
    ax = heatmap(ConfusionMatrix([[3, 1], [0, 0]]))
    ax.figure.canvas.draw()
    cells = ax.collections[0].get_facecolors()
    assert [colors.to_hex(cell) for cell in cells[2:]] == ["#e6e6e6"] * 2


@pytest.mark.parametrize("normalize", ["true", "pred", "all", None])
def test_empty_matrix(normalize):
    ax = heatmap(ConfusionMatrix(np.zeros((2, 2), int)), normalize=normalize)
    check_nothing_clipped(ax.figure)


def test_weights_and_huge_counts():
    ax = heatmap(ConfusionMatrix([[12.5, 0.001], [0, 7.0]]))
    assert [text.get_text() for text in ax.texts[:2]] == ["12.5\n>99.9%", "<0.1\n<0.1%"]
    ax = heatmap(ConfusionMatrix(np.full((4, 4), 123_456_789_012)))
    ax.figure.canvas.draw()
    check_cells(ax, 4)
    assert ax.figure.get_size_inches()[0] < 8


def test_cmap_object():
    ax = heatmap(matrix(2), cmap=matplotlib.colormaps["Greens"])
    assert ax.collections[0].get_cmap().name == "Greens"


def test_settings_are_left_alone():
    before = matplotlib.rcParams.copy()
    heatmap(matrix(3))
    per_class({"recall": [0.5]}, ["a"])
    radar({"recall": [0.5, 0.5, 0.5]}, ["a", "b", "c"])
    curves({"recall": ([1, 2], [0.5, 0.5])}, xlabel="run", ylabel="value", square=False)
    assert matplotlib.rcParams == before


def test_chinese_labels_get_a_font_that_has_them(monkeypatch):
    monkeypatch.setattr(font_manager, "get_font_names", lambda: ["DejaVu Sans", "SimHei"])
    assert _families(["cat", "\u732b"])[-1] == "SimHei"
    assert "SimHei" not in _families(["cat", "perché"])
    monkeypatch.setattr(font_manager, "get_font_names", lambda: ["DejaVu Sans"])
    assert _families(["\u732b"]) == matplotlib.rcParams["font.family"]


def test_method_of_the_matrix():
    assert PETS.plot(normalize="pred").texts[0].get_text() == "5\n62.5%"


@pytest.mark.parametrize("size", [1, 31])
def test_refuses_sizes(size):
    with pytest.raises(ValueError, match=f"from 2 to 30 classes to be drawn, got {size}"):
        heatmap(ConfusionMatrix(np.eye(size, dtype=int)))
    assert plt.get_fignums() == []


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"normalize": "rows"}, ValueError, "normalize must be .* got 'rows'"),
        ({"cmap": "blue-ish"}, ValueError, "blue-ish"),
        ({"ax": "left"}, TypeError, "ax must be a matplotlib Axes, got str"),
    ],
)
def test_refuses_options(options, error, message):
    with pytest.raises(error, match=message):
        heatmap(PETS, **options)
    assert plt.get_fignums() == []


def test_refuses_arrays():
    with pytest.raises(TypeError, match="cm must be a ConfusionMatrix, got ndarray"):
        heatmap(np.eye(2))


@pytest.mark.parametrize(
    ("share", "decimals", "text"),
    [
        (0.0, 1, "0.0%"),
        (0.0004, 1, "<0.1%"),
        (0.004, 0, "<1%"),
        (0.5, 0, "50%"),
        (0.996, 0, ">99%"),
        (0.9999, 1, ">99.9%"),
        (1.0, 1, "100.0%"),
    ],
)
def test_percent(share, decimals, text):
    assert _percent(share, decimals) == text


PETS = ConfusionMatrix([[5, 7], [3, 7]], ["dog", "cat"])

SCORES = {
    "precision": [0.9, np.nan, 0.0],
    "recall": [0.4, 0.0, 1.0],
    "negative predictive value $x": [0.4, 0.9, np.nan],
}


@pytest.mark.parametrize("kind", list(LABELS))
def test_per_class_is_not_clipped(kind):
    ax = per_class(SCORES, [LABELS[kind](k) for k in range(3)])
    check_nothing_clipped(ax.figure)


@pytest.mark.parametrize("layout", [None, "constrained"])
def test_per_class_in_given_axes(layout):
    figure, ax = plt.subplots(figsize=(5, 3), layout=layout)
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
    hollow = [line for line in lines if line.get_markerfacecolor() == "white"]
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
@pytest.mark.parametrize(
    ("values", "lower", "error", "message"),
    [
        ([0.5, 0.95, 1], 0.9, ValueError, r"'recall'.* in \[0.9, 1\], got 0.5 for 'a'"),
        ([0.5, 0.5, 0.5], 1, ValueError, r"lower must be a number in \[-1, 1\), got 1"),
        ([0.5, 0.5, 0.5], -1.5, ValueError, r"lower .* got -1.5"),
        ([0.5, 0.5, 0.5], np.nan, ValueError, "lower .* got nan"),
        ([0.5, 0.5, 0.5], "0", ValueError, "lower .* got '0'"),
        (["0.5", "0.5", "0.5"], 0, TypeError, "'recall'.* must be numbers, got dtype <U3"),
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


def named_lines(ax):
    return [line for line in ax.get_lines() if not line.get_label().startswith("_")]


def check_told_apart(lines):
    """Both the dash and the marker differ, in the figure and in the legend, whatever the colour."""
    assert len({str(line.get_linestyle()) + str(line._dash_pattern) for line in lines}) == len(
        lines
    )
    assert len({line.get_marker() for line in lines}) == len(lines)
    assert all(line.get_markerfacecolor() == "none" for line in lines)
    widths = [line.get_linewidth() for line in lines]
    assert all(above < below for below, above in pairwise(widths))
    for line in lines:
        assert contrast(colors.to_rgb(line.get_color()), (1, 1, 1)) >= 2


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


@pytest.mark.parametrize("kind", list(LABELS))
@pytest.mark.parametrize("size", [3, 4, 5, 10, 12])
def test_radar_is_not_clipped(size, kind):
    names = [LABELS[kind](k) for k in range(size)]
    ax = radar({name: np.linspace(0, 1, size) for name in SEVEN}, names)
    check_nothing_clipped(ax.figure)
    check_corner_labels(ax, names)


@pytest.mark.parametrize("layout", [None, "constrained"])
def test_radar_in_given_axes(layout):
    figure, axes = plt.subplots(1, 2, figsize=(8, 4), layout=layout, subplot_kw={"polar": True})
    names = [LABELS["long"](k) for k in range(5)]
    for ax in axes:
        assert radar({"recall": [0, 0.2, np.nan, 1, 1]}, names, ax=ax) is ax
    assert figure.get_size_inches().tolist() == [8, 4]
    check_nothing_clipped(figure)
    for ax in axes:
        check_corner_labels(ax, names)


def test_radar_check_sees_labels_that_overlap():
    ax = radar({"recall": [0, 0.5, 1]}, ["a", "b", "c"])
    ax.get_xticklabels()[0].set_fontsize(60)
    with pytest.raises(AssertionError, match="labels overlap"):
        check_corner_labels(ax, ["a", "b", "c"])


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


def curves_plot(curves, **options):
    return curves(curves, **({"xlabel": "share $x", "ylabel": "value 50% $y"} | options))


RUNS = {name: (np.arange(1, 11), np.linspace(0, 1, 10) ** 2) for name in SEVEN}
LONG_X = np.linspace(0, 1, 301)
ROC = {
    "bus": (LONG_X, LONG_X**0.2),
    "van, a label of about forty characters in all": (LONG_X, LONG_X**0.5),
}
CHANCE = {"chance": ([0, 1], [0, 1]), "share of positives": ([0, 1], [0.3, 0.3])}


@pytest.mark.parametrize("layout", [None, "constrained"])
@pytest.mark.parametrize(
    ("curves", "options"),
    [
        (RUNS, {}),
        (ROC, {"square": True, "baseline": CHANCE}),
        ({"Kappa": (LONG_X, -40 * LONG_X)}, {"step": "pre"}),
    ],
)
def test_curves_are_not_clipped(layout, curves, options):
    ax = curves_plot(curves, **options)
    check_nothing_clipped(ax.figure)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("share $x", "value 50% $y")
    figure, axes = plt.subplots(1, 2, figsize=(7, 4), layout=layout)
    for ax in axes:
        assert curves_plot(curves, ax=ax, **options) is ax
    assert figure.get_size_inches().tolist() == [7, 4]
    check_nothing_clipped(figure)


def test_curves_are_told_apart_and_complete():
    ax = curves_plot(RUNS, baseline=CHANCE)
    lines = named_lines(ax)
    check_told_apart(lines[:7])
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [*SEVEN, *CHANCE]
    for line, (x, y) in zip(lines, RUNS.values(), strict=False):
        np.testing.assert_array_equal(line.get_xdata(), x)
        np.testing.assert_array_equal(line.get_ydata(), y)
        assert line.get_markevery() is None
    for line, (x, y) in zip(lines[7:], CHANCE.values(), strict=True):
        np.testing.assert_array_equal(line.get_xydata(), np.transpose([x, y]))
        assert line.get_marker() == ""
    assert len({line.get_linestyle() for line in lines[7:]}) == 2


def test_long_curves_have_few_markers_and_lose_no_point():
    y = np.full(301, 0.5)
    y[100:200] = np.nan
    y[150] = 0.9
    ax = curves_plot({"a": (LONG_X, y), "b": (LONG_X, LONG_X)})
    first, second = named_lines(ax)
    assert first.get_markevery() == (0.0, 0.1)
    assert second.get_markevery() == (0.05, 0.1)
    np.testing.assert_array_equal(first.get_ydata(), y)
    (lone,) = (line for line in ax.get_lines() if line.get_label().startswith("_"))
    assert lone.get_xydata().tolist() == [[0.5, 0.9]]
    assert lone.get_marker() == first.get_marker()
    check_nothing_clipped(ax.figure)


def test_curves_where_everything_is_undefined():
    ax = curves_plot(
        {"a": (LONG_X, np.full(301, np.nan)), "b": (np.array([1]), np.array([np.nan]))}
    )
    check_nothing_clipped(ax.figure)


@pytest.mark.parametrize("step", ["pre", "post", None])
def test_steps(step):
    (line,) = named_lines(curves_plot({"a": ([0, 1], [0, 1])}, step=step))
    assert line.get_drawstyle() == (f"steps-{step}" if step else "default")


@pytest.mark.parametrize(
    ("y", "limits"),
    [([0, 1], (-0.03, 1.03)), ([0.4, np.nan], (-0.03, 1.03)), ([0, 2], (-0.1, 2.1))],
)
def test_shares_get_the_whole_scale(y, limits):
    ax = curves_plot({"a": ([0.0, 1.0], y)})
    assert ax.get_ylim() == pytest.approx(limits)


def test_square():
    ax = curves_plot(ROC, square=True)
    ax.figure.canvas.draw()
    assert ax.get_xlim() == ax.get_ylim() == (-0.03, 1.03)
    assert ax.bbox.width == pytest.approx(ax.bbox.height)


@pytest.mark.parametrize(
    ("x", "ticks"),
    [
        (np.arange(1, 11), list(range(1, 11))),
        (np.array([1, 5, 10]), None),
        (np.arange(1, 1001), None),
        (np.array([3]), [3]),
    ],
)
def test_integers_get_integer_ticks(x, ticks):
    ax = curves_plot({"a": (x, np.linspace(0, 1, len(x)))})
    ax.figure.canvas.draw()
    shown = [
        float(label.get_text().replace("\N{MINUS SIGN}", "-")) for label in ax.get_xticklabels()
    ]
    assert all(tick == int(tick) for tick in shown)
    assert ticks is None or shown == ticks


def test_fractions_get_fractional_ticks():
    ticks = curves_plot({"a": (np.array([0.5, 3.0]), [0, 1])}).get_xticklabels()
    assert "." in "".join(label.get_text() for label in ticks)


@pytest.mark.parametrize(
    ("curves", "options", "error", "message"),
    [
        ({}, {}, ValueError, "curves must hold from 1 to 7 curves, got 0"),
        ({str(n): ([0], [0]) for n in range(8)}, {}, ValueError, "1 to 7 curves, got 8"),
        ({"a": np.ones(9)}, {}, TypeError, r"curves\['a'\] must be a tuple \(x, y\), got ndarray"),
        ({"a": ([1], [1], [1])}, {}, TypeError, "must be a tuple .* got 3 of them"),
        ({"a": ([1, 2], [1])}, {}, ValueError, r"'a'\] must have .* got shapes \(2,\) and \(1,\)"),
        ({"a": ([[1]], [[1]])}, {}, ValueError, r"got shapes \(1, 1\) and \(1, 1\)"),
        ({"a": ([], [])}, {}, ValueError, r"curves\['a'\] has no points"),
        ({"a": (["1"], [1])}, {}, TypeError, r"x of curves\['a'\] must be numbers, got dtype <U1"),
        ({"a": ([1], [None])}, {}, TypeError, r"y of curves\['a'\] must be numbers, got dtype obj"),
        (
            {"a": ([1, np.inf], [1, 1])},
            {},
            ValueError,
            r"x of curves\['a'\] must be finite, got inf",
        ),
        (
            {"a": ([1, np.nan], [1, 1])},
            {},
            ValueError,
            r"x of curves\['a'\] must be finite, got nan",
        ),
        ({"a": ([1, 2], [1, -np.inf])}, {}, ValueError, r"y of .* must be finite .*, got -inf"),
        ({"a": ([1, 2], [1, 0])}, {"square": True}, ValueError, r"x of .* in \[0, 1\].*got 2"),
        ({"a": ([1], [1])}, {"step": "mid"}, ValueError, "step must be .* got 'mid'"),
        ({"a": ([1], [1])}, {"ax": 3}, TypeError, "ax must be a matplotlib Axes, got int"),
        (
            {"a": ([1], [1])},
            {"baseline": {"guess": [0.5]}},
            TypeError,
            r"baseline\['guess'\] must be a tuple \(x, y\), got list",
        ),
        (
            {"a": ([1], [1])},
            {"baseline": {str(n): ([0], [0]) for n in range(4)}},
            ValueError,
            "baseline must hold from 0 to 3 curves, got 4",
        ),
    ],
)
def test_curves_refuse(curves, options, error, message):
    with pytest.raises(error, match=message):
        curves_plot(curves, **options)
    assert plt.get_fignums() == []


def test_course_style():
    with matplotlib.rc_context():
        use_course_style()
        looks = list(matplotlib.rcParams["axes.prop_cycle"])
        for key in ("color", "linestyle", "marker"):
            assert len({str(look[key]) for look in looks}) == len(looks)
        # A line against white paper: WCAG asks for 3 to 1 of graphics, and dashes help the rest.
        assert contrast(colors.to_rgb(looks[0]["color"]), (1, 1, 1)) >= 3
        for name in ("font.size", "axes.labelsize", "xtick.labelsize", "legend.fontsize"):
            assert matplotlib.rcParams[name] >= 10


NOTEBOOK_CELLS = (
    "from cmlib.show.figures import curves, per_class, radar, use_course_style\nuse_course_style()",
    "import numpy as np\nfrom cmlib import ConfusionMatrix\n"
    "counts = np.random.default_rng(0).poisson(0.6, (10, 10)) + np.diag(range(20, 30))\n"
    "_ = ConfusionMatrix(counts).plot()",
    "_ = per_class({'recall': [0.5, 1.0], 'precision': [0.2, float('nan')]}, ['a', 'b'])",
    "_ = radar({name: np.linspace(0, 1, 12) for name in 'abcdefg'}, 'ABCDEFGHIJKL')",
    # As long as a test set of scores: what is stored must not grow with it.
    "rng = np.random.default_rng(0)\n"
    "x, *y = np.sort(rng.random((4, 20_000)) ** [[1], [2], [3], [4]])\n"
    "_ = curves({name: (x, 1 - row) for name, row in zip('abc', y)}, xlabel='x', ylabel='y',\n"
    "                step='post', square=True, baseline={'chance': ([0, 1], [0, 1])})",
)


def run_notebook():
    """Return the SVG figures of a small notebook, run in a kernel of its own."""
    cells = [nbformat.v4.new_code_cell(source) for source in NOTEBOOK_CELLS]
    notebook = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(notebook, kernel_name="python3", timeout=120).execute()
    outputs = [output for cell in notebook.cells for output in cell.outputs]
    assert all("image/png" not in output.data for output in outputs)
    return [output.data["image/svg+xml"] for output in outputs]


def test_figures_of_two_kernels_are_equal_and_small():
    figures, again = run_notebook(), run_notebook()
    assert len(figures) == 4
    digests = [
        [hashlib.sha256(svg.encode()).hexdigest() for svg in run] for run in (figures, again)
    ]
    assert digests[0] == digests[1]
    for svg in figures:
        assert len(svg) < 90_000
        assert "<metadata>" not in svg
        # Shapes only: no embedded picture, no text that needs a font.
        assert "<image" not in svg
        assert "<text" not in svg
