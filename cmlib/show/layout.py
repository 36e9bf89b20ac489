"""Text and axes fitted into figures, so that no label is cut off.

Sizes are in points, the unit of fonts: 72 to the inch.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Text
    from numpy.typing import NDArray

__all__ = [
    "AS_WRITTEN",
    "FILL",
    "LABEL_SHARE",
    "LINE_HEIGHT",
    "axes_size",
    "keep_fitting",
    "keep_inside",
    "label_columns",
    "label_corners",
    "label_rows",
    "largest_size",
    "legend_above",
    "resize_figure",
    "set_font",
]

# Labels are data: a dollar or a percent sign in one is not markup.
AS_WRITTEN: dict[str, Any] = {"parse_math": False, "usetex": False}

# Families with Chinese, Japanese and Korean characters, by what the systems ship.
_WIDE_FONTS = (
    "Noto Sans CJK SC",
    "Noto Sans CJK JP",
    "Noto Sans SC",
    "Source Han Sans SC",
    "PingFang SC",
    "Hiragino Sans GB",
    "Microsoft YaHei",
    "SimHei",
    "WenQuanYi Zen Hei",
    "WenQuanYi Micro Hei",
    "Arial Unicode MS",
)

# Labels are broken into lines of about this many characters.
_WRAP_AT = 18
LINE_HEIGHT = 1.25
# A label and a cell's text may fill this much of the room that they have.
FILL = 0.86
# Of axes of a fixed size the labels may take this much.
LABEL_SHARE = 0.4


def legend_above(ax: Axes, width: float, **options: Any) -> None:
    """Put the legend above the axes, in as few rows as the width holds."""
    # Its lines are long enough to tell their dashes apart.
    default = {"loc": "lower left", "bbox_to_anchor": (0, 1), "handlelength": 4.0}
    entries = len(ax.get_legend_handles_labels()[0])
    for rows in range(1, entries + 1):
        legend = ax.legend(ncols=-(-entries // rows), frameon=False, **default | options)
        for text in legend.get_texts():
            text.set(**AS_WRITTEN)
        needed = _size(legend)[0]
        if needed <= width:
            return
    for text in legend.get_texts():
        text.set_fontsize(float(text.get_fontsize()) * width / needed)


def _root(artist: Artist) -> Figure:
    """Return the figure itself, also for what is in a subfigure."""
    return artist.figure.canvas.figure


def _size(artist: Artist) -> NDArray[np.float64]:
    """Return the width and height at which something is drawn now."""
    return np.array(artist.get_window_extent().size) * 72 / _root(artist).dpi


def axes_size(ax: Axes) -> NDArray[np.float64]:
    """Return the width and height of the axes, after the figure's own layout if it has one."""
    if _root(ax).get_layout_engine() is not None:
        _root(ax).draw_without_rendering()
    ax.apply_aspect()
    return _size(ax)


def largest_size(texts: Sequence[Text]) -> NDArray[np.float64]:
    """Return the width of the widest text and the height of the highest."""
    # Equal strings are equally large: a matrix repeats many.
    different = {text.get_text(): text for text in texts}
    largest: NDArray[np.float64] = np.max([_size(text) for text in different.values()], axis=0)
    return largest


def set_font(texts: Sequence[Text], size: float) -> None:
    """Give all texts one size."""
    for text in texts:
        text.set_fontsize(size)


def keep_fitting(ax: Axes, cells: Sequence[Text]) -> None:
    """Let text shrink with its cells whenever the figure is drawn.

    A layout may still take room from the axes: for a neighbour drawn later, or for a title.
    """
    from matplotlib.artist import Artist

    classes = len(ax.get_yticks())
    cell_font, needed = cells[0].get_fontsize(), largest_size(cells)
    label_fonts = [axis.get_ticklabels()[0].get_fontsize() for axis in (ax.xaxis, ax.yaxis)]
    fitted = axes_size(ax)

    class Fit(Artist):
        def draw(self, renderer: Any) -> None:
            now = _size(ax)
            set_font(cells, cell_font * min(1.0, *(now / classes * FILL / needed)))
            for axis, font, change in zip(
                (ax.xaxis, ax.yaxis), label_fonts, now / fitted, strict=True
            ):
                set_font(axis.get_ticklabels(), font * min(1.0, change))

    for text in cells:
        text.set_in_layout(False)
    # Drawn before anything else in the axes.
    fit = Fit()
    fit.set(zorder=-100, in_layout=False)
    ax.add_artist(fit)


def _families(labels: Sequence[str]) -> list[str]:
    """Return the current font families, and one more if labels are Chinese, Japanese or Korean."""
    import matplotlib
    from matplotlib import font_manager

    families = list(matplotlib.rcParams["font.family"])
    if any(character >= "\u2e80" for label in labels for character in label):
        installed = set(font_manager.get_font_names())
        families += [family for family in _WIDE_FONTS if family in installed][:1]
    return families


def _wrap(label: str, lines: int) -> str:
    """Break a label into at most so many lines, of about equal length where it has words."""
    width = _WRAP_AT
    while len(wrapped := textwrap.wrap(label, width)) > lines:
        width += 2
    return "\n".join(wrapped)


def label_rows(ax: Axes, labels: Sequence[str], height: float, *, longest: float = inf) -> None:
    """Write labels at the rows of an axes, in rows that are so high."""
    size = min(10.0, height * FILL / LINE_HEIGHT)
    lines = max(1, int(height * FILL / (size * LINE_HEIGHT)))
    ax.set_yticks(
        range(len(labels)),
        [_wrap(label, lines) for label in labels],
        fontsize=size,
        fontfamily=_families(labels),
        **AS_WRITTEN,
    )
    ax.tick_params("y", length=0)
    texts = ax.get_yticklabels()
    set_font(texts, size * min(1.0, longest / largest_size(texts)[0]))


def label_columns(ax: Axes, labels: Sequence[str], width: float, *, longest: float = inf) -> None:
    """Write labels at the columns of an axes, slanted unless all fit side by side."""
    look = {"fontfamily": _families(labels), **AS_WRITTEN}
    ax.tick_params("x", length=0)
    ax.set_xticks(range(len(labels)), labels, fontsize=10.0, rotation=0, ha="center", **look)
    texts = ax.get_xticklabels()
    if largest_size(texts)[0] <= width * FILL:
        return
    # At 45 degrees neighbours are this far apart.
    apart = width * np.sqrt(0.5)
    size = min(10.0, apart / LINE_HEIGHT)
    lines = max(1, int(apart / (size * LINE_HEIGHT)))
    ax.set_xticks(
        range(len(labels)),
        [_wrap(label, lines) for label in labels],
        fontsize=size,
        rotation=45,
        ha="right",
        rotation_mode="anchor",
        **look,
    )
    set_font(texts, size * min(1.0, longest / largest_size(texts)[1]))


def label_corners(
    ax: Axes, labels: Sequence[str], angles: NDArray[np.float64], longest: float
) -> None:
    """Write labels around polar axes, each on its outer side."""
    ax.set_xticks(
        angles[:-1],
        [_wrap(label, 2) for label in labels],
        fontsize=10.0,
        fontfamily=_families(labels),
        **AS_WRITTEN,
    )
    ax.tick_params("x", pad=0)
    texts = ax.get_xticklabels()
    for text, angle in zip(texts, angles, strict=False):
        across, up = np.sin(angle), np.cos(angle)
        text.set(
            ha="left" if across > 0.1 else "right" if across < -0.1 else "center",
            va="bottom" if up > 0.5 else "top" if up < -0.5 else "center",
        )
    set_font(texts, 10.0 * min(1.0, longest / largest_size(texts)[0]))


def resize_figure(ax: Axes, size: tuple[float, float]) -> None:
    """Make the figure so large that its only axes get this size and nothing is cut off."""
    import matplotlib

    figure = _root(ax)
    inches = np.array(size) / 72
    # The figure's layout does not settle around axes of a fixed shape: place these by hand.
    fixed = ax.get_aspect() != "auto"
    if fixed:
        figure.set_layout_engine("none")
        ax.set_position((0, 0, *inches / figure.get_size_inches()))
    figure.draw_without_rendering()
    outer, inner = ax.get_tightbbox(), ax.get_window_extent()
    assert outer is not None
    labels = (np.array(outer.size) - inner.size) / figure.dpi
    pads = np.array([matplotlib.rcParams[f"figure.constrained_layout.{side}_pad"] for side in "wh"])
    page = inches + labels + 2 * pads
    figure.set_size_inches(page)
    if fixed:
        low = np.subtract(inner.min, outer.min) / figure.dpi + pads
        ax.set_position((*low / page, *inches / page))


def keep_inside(ax: Axes) -> None:
    """Shrink axes of a figure without a layout of its own until all their labels are in it."""
    from matplotlib.transforms import Bbox

    if _root(ax).get_layout_engine() is not None:
        return
    outer, inner = ax.get_tightbbox(), ax.get_window_extent()
    assert outer is not None
    page = ax.figure.bbox.padded(-3 * _root(ax).dpi / 72)
    low = np.maximum(0.0, np.subtract(page.min, outer.min))
    high = np.minimum(0.0, np.subtract(page.max, outer.max))
    if low.any() or high.any():
        box = Bbox(np.array([inner.min + low, inner.max + high]))
        ax.set_position(box.transformed(ax.figure.transSubfigure.inverted()))
