"""Axes to draw in, checked or new, and room around them for long labels and a legend."""

import textwrap
import unicodedata
from collections.abc import Sequence
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import Transform

from cmlib._checks import check_type
from cmlib._labels import Label
from cmlib._text import label_text

# Labels are data: a dollar or a percent sign in one is not markup.
AS_WRITTEN: dict[str, Any] = {"parse_math": False, "usetex": False}
# All sizes are in points, 72 to the inch.
FONT = 10.0
LINE_HEIGHT = 1.25 * FONT
# Shares of the font: broad and narrow characters; others have 0.64.
_WIDTHS = dict.fromkeys("×+−=≈…mwMW√", 0.86) | dict.fromkeys(" .,:;'()[]/|!ijlft", 0.38)

# Families with Chinese, Japanese and Korean characters, by what the systems ship.
_WIDE_FONTS = (
    *("Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans SC", "Source Han Sans SC"),
    *("PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "SimHei", "WenQuanYi Zen Hei"),
    *("WenQuanYi Micro Hei", "Arial Unicode MS"),
)


def axes_for(ax: Axes | None, width: float, height: float, *, polar: bool = False) -> Axes:
    """Return the caller's axes, or new ones of this size in a figure of their own."""
    if ax is None:
        return plt.subplots(
            figsize=(width / 72, height / 72),
            layout="constrained",
            gridspec_kw={"left": 0, "right": 1, "bottom": 0, "top": 1},
            subplot_kw={"polar": polar},
        )[1]
    check_type(ax, "ax", Axes, "a matplotlib Axes")
    if ax.name == "polar":
        raise ValueError("ax must not be polar")
    return ax


def fit_figure(ax: Axes) -> None:
    """Enlarge a figure of our own by what stands around its axes, which keep their size."""
    needed, figure = ax.get_tightbbox(), ax.figure
    assert isinstance(figure, Figure)
    assert needed is not None
    pads = [matplotlib.rcParams[f"figure.constrained_layout.{side}_pad"] for side in "wh"]
    figure.set_size_inches(np.array(needed.size) / figure.dpi + 2 * np.array(pads))
    # Around axes of a fixed shape the layout takes more than one round to settle.
    figure.draw_without_rendering()


def size_of(ax: Axes) -> tuple[float, float]:
    """Return the width and height of the axes; a layout may change them a little later."""
    box, point = ax.get_window_extent(), ax.figure.dpi / 72
    return box.width / point, box.height / point


def legend_above(ax: Axes, *, own_figure: bool, handlelength: float = 4.0, **options: Any) -> None:
    """Put the legend above the axes, in as many columns as fit; a figure of our own can grow.

    Its lines are long enough to tell their dashes apart.
    """
    letters = np.array([len(name) for name in ax.get_legend_handles_labels()[1]])
    # The width of each entry: the line, a gap, the letters, a gap.
    entries = FONT * (handlelength + 0.8 + 0.52 * letters + 2)
    room, columns = size_of(ax)[0] + 2 * FONT * own_figure, len(entries)
    while columns > 1 and sum(map(max, np.array_split(entries, columns))) > room:
        columns -= 1
    look = {"loc": "lower left", "bbox_to_anchor": (0, 1), "frameon": False} | options
    legend = ax.legend(ncols=columns, handlelength=handlelength, **look)
    for text in legend.get_texts():
        text.set(**AS_WRITTEN)


def named(labels: Sequence[Label], room: float) -> dict[str, Any]:
    """Return the options that write classes at an axis, wrapped into lines that fit the room."""
    texts = [label_text(label) for label in labels]
    lines = max(1, int(room / LINE_HEIGHT))
    wrapped = [_wrap(text, lines) for text in texts]
    return {"labels": wrapped, "fontfamily": families(texts), "fontsize": FONT, **AS_WRITTEN}


def _wrap(text: str, lines: int) -> str:
    """Break a text into at most ``lines`` lines, of 18 characters where that is enough."""
    width = 9 if any(map(_is_wide, text)) else 18
    while len(wrapped := textwrap.wrap(text, width)) > lines:
        width += 2
    return "\n".join(wrapped)


def families(texts: Sequence[str]) -> list[str]:
    """Return the current font families, and one more if texts are Chinese, Japanese or Korean."""
    families = list(matplotlib.rcParams["font.family"])
    if any(_is_wide(character) for text in texts for character in text):
        installed = set(font_manager.get_font_names())
        families += [family for family in _WIDE_FONTS if family in installed][:1]
    return families


def _is_wide(character: str) -> bool:
    """Return whether a character is as wide as those of Chinese, Japanese and Korean."""
    return unicodedata.east_asian_width(character) in "WF"


def wide(text: str, font: float) -> float:
    """Return at least the width of a text; Chinese, Japanese and Korean characters are square.

    Estimated by letter, not measured by matplotlib: an SVG is shown in a font of the reader's, and
    what matplotlib has no font for, it draws as narrow boxes.
    """
    return font * sum(1.17 if _is_wide(it) else _WIDTHS.get(it, 0.64) for it in text)


def write_beside(
    ax: Axes,
    text: str,
    at: tuple[float, float],
    offset: tuple[float, float],
    where: str | Transform = "data",
    **look: Any,
) -> None:
    """Write at a place, moved by some points; the place may be outside of the axes."""
    look = {"fontsize": FONT, "annotation_clip": False, **AS_WRITTEN, **look}
    ax.annotate(text, at, offset, where, "offset points", **look)


def scale_ticks(lower: float) -> list[float]:
    """Return the ticks of a scale that ends at 1: its beginning, then round numbers."""
    ticks = np.asarray(MaxNLocator(7, steps=[1, 2, 5, 10]).tick_values(lower, 1))
    clear = (ticks[1] - ticks[0]) / 2
    return [lower, *ticks[(ticks > lower + clear) & (ticks < 1 + clear)]]
