"""Number lines: intervals and single values, one row under the other on one scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from cmlib._checks import check_type, number
from cmlib.plot.axes import FONT, LINE_HEIGHT, axes_for, fit_figure, size_of, wide, write_beside
from cmlib.plot.style import FILL, INK, PAPER
from cmlib.plot.svg import describe

_WIDTH = 330.0
_BAR = 8.0  # points
_ABOVE = 8.0

Interval = tuple[float, float]


def number_line(
    intervals: Mapping[str, Sequence[float] | None],
    *,
    marks: Mapping[str, Mapping[str, float]] | None = None,
    xlabel: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Draw intervals and single values on number lines that share one scale.

    An interval is a bar with its ends written beneath it, a single value a diamond with its name
    above it.

    Parameters
    ----------
    intervals : mapping of str to (low, high) or None
        For each line its name and its interval; None for a line that has only marks. The lines
        stand at y = 0, 1, 2 and so on, downwards.
    marks : mapping of str to mapping of str to float, optional
        For some of the lines their marks: what stands above each, and its value.
    xlabel : str, default ""
        What the numbers are.
    ax : matplotlib Axes, optional
        Where to draw; text keeps its size. By default a new figure is made.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    TypeError
        If the intervals or marks are no mappings, hold no numbers, or ``ax`` is no Axes.
    ValueError
        If there is no line, an interval is not two finite numbers in order, a mark is not finite or
        belongs to no line.

    Examples
    --------
    >>> ax = number_line(
    ...     {"recall": (0.61, 0.83), "precision": None},
    ...     marks={"recall": {"measured": 0.73}, "precision": {"measured": 0.5}},
    ... )
    >>> [text.get_text() for text in ax.texts]
    ['0.61 to 0.83', 'measured', 'recall', 'measured', 'precision']
    """
    bars, points = _check(intervals, {} if marks is None else marks)
    values = [end for bar in bars.values() if bar for end in bar]
    values += [value for named in points.values() for value in named.values()]
    wide = (max(values) - min(values)) or abs(values[0]) or 1.0
    limits = min(values) - 0.06 * wide, max(values) + 0.06 * wide

    own_figure = ax is None
    across = _WIDTH if ax is None else size_of(axes_for(ax, _WIDTH, 0))[0]
    point = (limits[1] - limits[0]) / across
    levels = {name: _levels(named, point, limits) for name, named in points.items()}
    heights = {
        name: max((level + 1 for _, level in placed.values()), default=0)
        for name, placed in levels.items()
    }
    # Room for marks and the name above each line, and for the interval's ends beneath it.
    most = max([0, *heights.values()])
    ax = axes_for(ax, _WIDTH, len(bars) * (3.6 + most) * LINE_HEIGHT)
    ax.set(xlim=limits, xlabel=xlabel)

    look: dict[str, Any] = {"ha": "center", "va": "bottom"}
    bold: dict[str, Any] = {"ha": "left", "va": "bottom", "fontweight": "bold"}
    diamond: dict[str, Any] = {"marker": "D", "markersize": 7, "linestyle": "", "zorder": 4}
    diamond |= {"markerfacecolor": PAPER, "markeredgecolor": INK, "markeredgewidth": 1.6}
    for row, name in enumerate(bars):
        ax.axhline(row, color=INK, linewidth=0.8, linestyle="-", zorder=1)
        if bar := bars[name]:
            _draw_bar(ax, bar, row, point)
        for text, (x, level) in levels.get(name, {}).items():
            ax.plot([points[name][text]], [row], **diamond)
            write_beside(ax, text, (x, row), (0, _ABOVE + level * LINE_HEIGHT), **look)
        above = _ABOVE + heights.get(name, 0) * LINE_HEIGHT
        write_beside(ax, name, (limits[0], row), (0, above), **bold)
    ax.set_ylim(len(bars) - 1 + 2.0 / (3.6 + most), -(1.6 + most) / (3.6 + most))
    # Few ticks: the numbers of a narrow range are long.
    ax.locator_params(axis="x", nbins=5)
    ax.set_yticks([])
    ax.spines[["left", "right", "top"]].set_visible(False)
    describe(ax, _words(bars, points, xlabel))
    if own_figure:
        fit_figure(ax)
    return ax


def _check(
    intervals: Mapping[str, Sequence[float] | None], marks: Mapping[str, Mapping[str, float]]
) -> tuple[dict[str, Interval | None], dict[str, dict[str, float]]]:
    check_type(intervals, "intervals", Mapping, "a mapping of names to intervals")
    check_type(marks, "marks", Mapping, "a mapping of names to marks")
    bars: dict[str, Interval | None] = {}
    for name, ends in intervals.items():
        what = f"intervals[{name!r}]"
        if ends is None:
            bars[str(name)] = None
            continue
        check_type(ends, what, Sequence, "two numbers, or None")
        if len(ends) != 2:
            raise ValueError(f"{what} must be two numbers, got {len(ends)}")
        low, high = (_finite(end, what) for end in ends)
        if low > high:
            raise ValueError(f"{what} must begin with its smaller end, got {low:g}, {high:g}")
        bars[str(name)] = low, high
    points: dict[str, dict[str, float]] = {}
    for name, named in marks.items():
        if name not in intervals:
            raise ValueError(f"marks must belong to lines of intervals, got {name!r}")
        check_type(named, f"marks[{name!r}]", Mapping, "a mapping of names to values")
        points[str(name)] = {
            str(text): _finite(value, f"marks[{name!r}][{text!r}]") for text, value in named.items()
        }
    if not any(bars.values()) and not any(points.values()):
        raise ValueError("intervals and marks hold nothing to draw")
    return bars, points


def _finite(value: float, name: str) -> float:
    checked = number(value, name, "a number")
    if not np.isfinite(checked):
        raise ValueError(f"{name} must be finite, got {value!r}")
    return checked


def _levels(
    named: Mapping[str, float], point: float, limits: Interval
) -> dict[str, tuple[float, int]]:
    """Return where the middle of each mark's words stands, and on which level they touch none."""
    free: list[float] = []  # on each level, from where on
    placed = {}
    for text, value in sorted(named.items(), key=lambda item: item[1]):
        half = wide(text, FONT) * point / 2
        # Words stay within the axes, if they fit.
        x = max(min(value, limits[1] - half), limits[0] + half)
        level = next((at for at, end in enumerate(free) if end <= x - half), len(free))
        free[level : level + 1] = [x + half + FONT / 2 * point]
        placed[text] = (x, level)
    return placed


def _draw_bar(ax: Axes, bar: Interval, row: int, point: float) -> None:
    """Draw an interval as a thick line between two upright ones, with its ends beneath it."""
    thick: dict[str, Any] = {"linewidth": _BAR, "linestyle": "-", "solid_capstyle": "butt"}
    ax.plot(bar, (row, row), color=FILL, marker="", zorder=2, **thick)
    ends: dict[str, Any] = {"linestyle": "", "marker": "|", "markersize": 1.7 * _BAR}
    ax.plot(bar, (row, row), color=INK, markeredgewidth=1.6, zorder=3, **ends)
    text = _ends(bar)
    half = wide(text, FONT) * point / 2
    left, right = ax.get_xlim()
    middle = max(min(sum(bar) / 2, right - half), left + half)
    write_beside(ax, text, (middle, row), (0, -_ABOVE), ha="center", va="top")


def _text(value: float) -> str:
    return f"{value:.5g}".replace("-", "−")


def _ends(bar: Interval) -> str:
    """Write both ends with as many decimals as one of them needs."""
    needed = [-int(Decimal(f"{end:.5g}").as_tuple().exponent) for end in bar]
    low, high = (f"{end:.{max(0, *needed)}f}".replace("-", "−") for end in bar)
    return f"{low} to {high}"


def _words(
    bars: Mapping[str, Interval | None], points: Mapping[str, Mapping[str, float]], xlabel: str
) -> str:
    lines = []
    for name, bar in bars.items():
        parts = [f"from {_ends(bar)}"] if bar else []
        parts += [f"{text} at {_text(value)}" for text, value in points.get(name, {}).items()]
        lines.append(f"{name}: {', '.join(parts) or 'empty'}.")
    count = "A number line" if len(bars) == 1 else f"{len(bars)} number lines on one scale"
    return f"{count}{f', {xlabel}' if xlabel else ''}. {' '.join(lines)}"
