"""The heat map: nothing clipped or overlapping, readable without colour."""

from itertools import pairwise

import matplotlib
import numpy as np
import pytest
from drawn import LABELS, check_nothing_clipped, contrast
from matplotlib import colors, font_manager
from matplotlib import pyplot as plt

from cmlib import ConfusionMatrix
from cmlib.plot import heatmap
from cmlib.plot.axes import named
from cmlib.plot.svg import description, on_dark

# Fonts with Chinese characters differ between machines; without one matplotlib draws boxes.
pytestmark = pytest.mark.filterwarnings(r"ignore:Glyph \d+ .* missing from font")


def matrix(size, kind="short"):
    rng = np.random.default_rng(size)
    counts = rng.integers(0, 30, (size, size)) + np.diag(rng.integers(0, 2000, size))
    counts[1] = 0
    return ConfusionMatrix(counts, [LABELS[kind](k) for k in range(size)])


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


@pytest.mark.parametrize(
    ("size", "kind"),
    [(2, "short"), (11, "short"), *((10, kind) for kind in LABELS), (2, "long"), (30, "long")],
)
def test_own_figure(size, kind):
    cm = matrix(size, kind)
    ax = heatmap(cm)
    ax.set_title("later")
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("predicted", "truth")
    # Compared without white space, because long labels are wrapped.
    shown = ["".join(label.get_text().split()) for label in ax.get_yticklabels()]
    assert shown == ["".join(label.split()) for label in cm.labels]
    assert ("\n" in ax.get_xticklabels()[0].get_text()) == (kind != "short" and size < 30)
    check_nothing_clipped(ax.figure)
    check_cells(ax, size)
    check_tick_labels(ax)


@pytest.mark.parametrize("layout", ["constrained", "tight"])
def test_given_axes(layout):
    figure, axes = plt.subplots(1, 2, figsize=(14, 7), layout=layout)
    for ax in axes:
        heatmap(matrix(12, "markup"), ax=ax)
    check_nothing_clipped(figure)
    for ax in axes:
        check_cells(ax, 12)
        check_tick_labels(ax)


@pytest.mark.parametrize("style", ["default", "dark_background"])
def test_contrast(style):
    """At least 4.5 to 1 in colour, and still readable in the plain grey of old printers."""
    cm = ConfusionMatrix(np.arange(900).reshape(30, 30))
    with plt.style.context(style):
        ax = heatmap(cm, normalize=None)
        ax.collections[0].update_scalarmappable()
    cells = ax.collections[0].get_facecolors()
    assert len(cells) == 900
    for page in ("#ffffff", "#181818") if style == "default" else ("#000000",):
        for cell, text in zip(cells, ax.texts, strict=True):
            ink, seen = colors.to_hex(text.get_color()), on(page, cell)
            ink = colors.to_rgb(on_dark(ink) if page == "#181818" else ink)
            assert contrast(ink, seen) >= 4.4
            grey = colors.to_rgb(str(seen @ [0.299, 0.587, 0.114]))
            assert contrast(ink, grey) >= 3.5


def on(page, colour):
    """What is seen of a colour that the page shines through."""
    return np.array(colors.to_rgb(page)) * (1 - colour[3]) + colour[:3] * colour[3]


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        (
            ConfusionMatrix([[5, 7], [3, 0]], ["dog", "cat"]),
            "Heat map of 15 samples in 2 classes. Of 12 dog: 5 predicted dog, 7 predicted cat. "
            "Of 3 cat: 3 predicted dog, 0 predicted cat.",
        ),
        (
            ConfusionMatrix(
                np.diag([9, 8, 7, 60, 5, 4]) + np.eye(6, k=1, dtype=int) * [0, 2, 1, 3, 0, 1],
                list("abcdef"),
            ),
            "Heat map of 100 samples in 6 classes. On the diagonal from 4 (f) to 60 (d). "
            "3 of c predicted d. 2 of a predicted b. 1 of b predicted c.",
        ),
    ],
)
def test_description(counts, words):
    assert description(heatmap(counts)) == words


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
    ax = ConfusionMatrix([[3, 1], [2, 4]]).plot(normalize=normalize)
    texts = [text.get_text() for text in ax.texts]
    assert texts[0] == corner
    assert texts[4:] == key
    assert ax.collections[0].get_clim() == (0, largest)


@pytest.mark.parametrize(("normalize", "neutral"), [("true", 4), ("all", 4), (None, 0)])
def test_empty_cells_are_neutral(normalize, neutral):
    ax = heatmap(ConfusionMatrix(np.zeros((2, 2), int)), normalize=normalize)
    check_nothing_clipped(ax.figure)
    shown = [colors.to_hex(cell) for cell in ax.collections[0].get_facecolors()]
    assert shown.count("#dddddd") == neutral


def test_weights_and_huge_counts():
    ax = heatmap(ConfusionMatrix([[12.5, 0.001], [0, 7.0]]))
    assert [text.get_text() for text in ax.texts[:2]] == ["12.5\n>99.9%", "<0.1\n<0.1%"]
    ax = heatmap(ConfusionMatrix(np.full((4, 4), 123_456_789_012)))
    ax.figure.canvas.draw()
    check_cells(ax, 4)
    assert ax.figure.get_size_inches()[0] < 8


def test_chinese_labels_get_a_font_that_has_them(monkeypatch):
    monkeypatch.setattr(font_manager, "get_font_names", lambda: ["DejaVu Sans", "SimHei"])
    assert named(["cat", "\u732b"], 0)["fontfamily"][-1] == "SimHei"
    assert "SimHei" not in named(["cat", "perché"], 0)["fontfamily"]
    monkeypatch.setattr(font_manager, "get_font_names", lambda: ["DejaVu Sans"])
    assert named(["\u732b"], 0)["fontfamily"] == matplotlib.rcParams["font.family"]
