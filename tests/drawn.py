"""What the tests of figures share: labels of all kinds, and looks at a figure as it is drawn."""

from itertools import pairwise

import numpy as np
from matplotlib import colors
from matplotlib.text import Text

# Ten mails, as lesson 5 has them.
SCORE = np.array([95, 90, 80, 70, 60, 50, 50, 40, 30, 10])
IS_SPAM = np.array([1, 0, 1, 1, 0, 1, 0, 0, 0, 0])
LABELS = {
    "short": lambda k: f"c{k}",
    "long": lambda k: f"{k:02d} is a class of exactly forty characters"[:40],
    "one word": lambda k: f"{k:02d}Donaudampfschifffahrtsgesellschaftskapi",
    "Chinese": lambda k: f"{k}号混淆矩阵的一个很长很长的类别名称",
    "markup": lambda k: rf"{k} $\frac$ 50% a_b ^ <b> R&D $x",
}


def check_nothing_clipped(figure):
    figure.draw_without_rendering()
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


def luminance(rgb):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def named_lines(ax):
    return [line for line in ax.get_lines() if not line.get_label().startswith("_")]


def check_told_apart(lines):
    """Both the dash and the marker differ, in the figure and in the legend, whatever the colour."""
    dashes = {str(line.get_linestyle()) + str(line._dash_pattern) for line in lines}
    assert len(dashes) == len(lines)
    assert len({line.get_marker() for line in lines}) == len(lines)
    assert all(line.get_markerfacecolor() == "none" for line in lines)
    widths = [line.get_linewidth() for line in lines]
    assert all(above < below for below, above in pairwise(widths))
    for line in lines:
        assert contrast(colors.to_rgb(line.get_color()), (1, 1, 1)) >= 2
