"""The strip of scores: one mark for each sample, and the threshold that makes labels of scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from cmcourse.figures.two_classes import check_names, check_samples, counts_of
from cmlib._checks import number
from cmlib.plot.axes import FONT, LINE_HEIGHT, axes_for, fit_figure, named, size_of, write_beside
from cmlib.plot.style import COLOURS, FILL, GRID_COLOUR, INK, PAPER
from cmlib.plot.svg import describe

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

# Limits for one mark per sample: samples in all, and in one place.
_MOST_MARKS = 60
_HIGHEST_PILE = 6
_BINS = 24
# Size of a mark in points, without its outline.
_MARK = 9.0
_APART = _MARK + 3
_WIDTH = 300.0


def scores(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    threshold: float | None = None,
    names: Sequence[Any] | None = None,
) -> Axes:
    """Draw the scores of a two-class problem as a strip, and the threshold that divides them.

    Above the axis stand the samples that are positive in truth, below it those that are not: discs
    and squares, one for each sample, or two histograms where there are more than 60 or many in one
    place. The threshold is a line: everything on its right is predicted as positive, and the four
    fields between it and the axis hold TP, FN, FP and TN.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        The truth: True or 1 is positive, False or 0 is not. At least one sample.
    y_score : array-like of shape (n,)
        The scores; finite.
    threshold : float, optional
        A sample is predicted as positive if its score is at least this; with ``inf`` none is. By
        default no threshold is drawn.
    names : sequence of two labels, optional
        The names of the two classes, the positive one first.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    TypeError
        If the scores or the threshold are not numbers.
    ValueError
        If the truth holds anything but 0 and 1, a score or the threshold is no number, the lengths
        differ, there is no sample, or there are not two different names.

    Examples
    --------
    >>> ax = scores([1, 0, 1, 0], [95, 90, 80, 30], threshold=80, names=["spam", "ham"])
    >>> [text.get_text() for text in ax.texts if "=" in text.get_text()]
    ['TP = 2', 'FN = 0', 'FP = 1', 'TN = 1']
    """
    positive, score = check_samples(y_true, y_score)
    threshold = None if threshold is None else number(threshold, "threshold", "a number")
    if threshold is not None and np.isnan(threshold):
        raise ValueError("threshold must be a number or inf, got nan")
    both = check_names(names)

    ax = axes_for(None, _WIDTH, 150.0)
    low, high = float(score.min()), float(score.max())
    wide = (high - low) or abs(high) or 1.0
    # There is room for a threshold below or above all scores, and for what stands beside it.
    left, right = low - 0.16 * wide, high + 0.16 * wide
    ax.set(xlim=(left, right), xlabel="score")
    ax.spines[["left", "right", "top"]].set_visible(False)
    point = (right - left) / size_of(ax)[0]

    piles = {side: _piles(score[positive == (side > 0)], _APART * point) for side in (1, -1)}
    pile = max(level for places in piles.values() for _, level in [(0, 0), *places])
    marked = len(score) <= _MOST_MARKS and pile < _HIGHEST_PILE
    if marked:
        _draw_marks(ax, piles)
        height = max(pile + 2.1, 3.2)
    else:
        height = _draw_histograms(ax, positive, score)
    ax.set_ylim(-height, height)
    ax.axhline(0, color=INK, linewidth=1)
    rows = [f"truth: {name}" for name in both]
    ax.set_yticks([height / 2, -height / 2], **named(rows, 3 * LINE_HEIGHT))
    ax.tick_params(axis="y", length=0)
    if threshold is not None:
        at = min(max(threshold, left), high + 0.05 * wide)
        if marked:
            # The mark of a sample whose score is the threshold stands on the right of the line.
            lower = max(score[score < threshold], default=left)
            at = max(at - 0.8 * _MARK * point, (at + lower) / 2)
        _draw_threshold(ax, positive, score, threshold, both, at)
    describe(ax, _words(positive, score, threshold, both, marked))
    fit_figure(ax)
    return ax


def _piles(values: Floats, apart: float) -> list[tuple[float, int]]:
    """Return the level on which each value stands: the lowest on which it touches no other."""
    last: list[float] = []  # on each level
    places = []
    for value in np.sort(values).tolist():
        free = (level for level, before in enumerate(last) if value - before >= apart)
        level = next(free, len(last))
        last[level : level + 1] = [value]
        places.append((value, level))
    return places


def _draw_marks(ax: Axes, piles: dict[int, list[tuple[float, int]]]) -> None:
    """Draw one mark for each sample: solid discs upwards, hollow squares downwards."""
    looks: dict[int, dict[str, Any]] = {
        1: {"marker": "o", "markerfacecolor": COLOURS[1], "markeredgecolor": COLOURS[1]},
        -1: {"marker": "s", "markerfacecolor": PAPER, "markeredgecolor": COLOURS[0]},
    }
    for side, places in piles.items():
        x, y = np.array(places, dtype=float).reshape(-1, 2).T
        size = _MARK - (side < 0)
        look: dict[str, Any] = {
            "markersize": size,
            "markeredgewidth": 1.8,
            "linestyle": "",
        } | looks[side]
        ax.plot(x, side * (y + 0.75), zorder=3, **look)


def _draw_histograms(ax: Axes, positive: Bools, score: Floats) -> float:
    """Draw one histogram upwards and one downwards; return the height needed."""
    edges = np.histogram_bin_edges(score, _BINS)
    up, down = (np.histogram(score[chosen], edges)[0] for chosen in (positive, ~positive))
    flat: dict[str, Any] = {"facecolor": COLOURS[1], "edgecolor": PAPER, "linewidth": 0.8}
    hatched: dict[str, Any] = {
        "facecolor": "none",
        "edgecolor": COLOURS[0],
        "hatch": "////",
        "linewidth": 1.2,
    }
    for heights, look in ((up, flat), (-down, hatched)):
        some = heights != 0
        ax.bar(edges[:-1][some], heights[some], np.diff(edges)[some], align="edge", **look)
    return 1.4 * float(max(up.max(), down.max()))


def _draw_threshold(
    ax: Axes, positive: Bools, score: Floats, threshold: float, names: tuple[str, str], at: float
) -> None:
    """Draw a line, the side that is predicted as positive, and the four counts beside it."""
    ax.axvspan(at, ax.get_xlim()[1], facecolor=FILL, alpha=0.12, linewidth=0, zorder=0)
    ax.axvline(at, color=INK, linewidth=2.5, zorder=4)
    (tp, fn), (fp, tn) = counts_of(positive, score >= threshold)
    box = {"facecolor": PAPER, "edgecolor": GRID_COLOUR, "boxstyle": "round,pad=0.2"}
    across = ax.get_xaxis_transform()  # scores, and shares of the height
    for name, count, x, y in (
        ("TP", tp, 1, 1),
        ("FN", fn, -1, 1),
        ("FP", fp, 1, -1),
        ("TN", tn, -1, -1),
    ):
        look = {"ha": "left" if x > 0 else "right", "va": "top" if y > 0 else "bottom"}
        place, offset = (at, (y + 1) / 2), (5 * x, -3 * y)
        write_beside(ax, f"{name} = {count:,}", place, offset, across, zorder=5, bbox=box, **look)
    text = "above all scores" if threshold > score.max() else f"from {threshold:g}"
    write_beside(ax, text, (at, 1), (0, 4), across, ha="center", fontweight="bold")
    left, right = ax.get_xlim()
    for name, edge, side in ((names[1], left, "left"), (names[0], right, "right")):
        above = (0, 4 + 1.4 * FONT)
        write_beside(ax, f"predicted: {name}", (edge, 1), above, across, ha=side)


def _words(
    positive: Bools, score: Floats, threshold: float | None, names: tuple[str, str], marked: bool
) -> str:
    yes, no = names
    parts = [
        f"Strip of {len(score):,} scores from {score.min():.4g} to {score.max():.4g}: above the "
        f"axis {positive.sum():,} that are {yes} in truth, below it {(~positive).sum():,} that "
        f"are {no}."
    ]
    for name, chosen in ((yes, positive), (no, ~positive)):
        if marked:
            values = ", ".join(f"{value:.4g}" for value in np.sort(score[chosen])[::-1])
            parts.append(f"{name}: {values or 'none'}.")
        elif chosen.any():
            parts.append(f"The median score of {name} is {np.median(score[chosen]):.4g}.")
    if threshold is not None:
        (tp, fn), (fp, tn) = counts_of(positive, score >= threshold)
        where = "above all scores" if threshold > score.max() else f"at {threshold:.4g}"
        parts.append(
            f"The threshold is {where}. On its right, predicted as {yes}: {tp:,} {yes} (TP) and "
            f"{fp:,} {no} (FP). On its left, predicted as {no}: {fn:,} {yes} (FN) and {tn:,} {no} "
            "(TN)."
        )
    return " ".join(parts)
