"""The grid of pairs behind AUC: each positive against each negative."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from numpy.typing import ArrayLike, NDArray

from cmcourse.figures.two_classes import check_names, check_samples
from cmlib.plot.axes import AS_WRITTEN, FONT, axes_for, fit_figure, named
from cmlib.plot.style import FILL, SOFT
from cmlib.plot.svg import describe

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_MOST = 40
# Scores are written beside up to this many rows or columns.
_MOST_SCORES = 15
_LONGEST_SIDE = 300.0
_LARGEST_SQUARE = 34.0


def pairs(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    names: Sequence[Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw every pair of a positive and a negative as a square, and shade those ranked rightly.

    A square is filled if its positive has the higher score, half filled if the two are level, and
    empty if the negative has the higher one. The filled share of all squares is the AUC. Columns
    are the negatives, the highest score on the left, and rows the positives, the highest score at
    the bottom: so the upper edge of what is filled is the ROC curve, one square for each step (but
    for ties of more than two, where the curve runs straight across all their squares).

    Parameters
    ----------
    y_true : array-like of shape (n,)
        The truth: True or 1 is positive, False or 0 is not. From 1 to 40 of each.
    y_score : array-like of shape (n,)
        The scores; finite.
    names : sequence of two labels, optional
        The names of the two classes, the positive one first.
    ax : matplotlib Axes, optional
        Where to draw; figure and text keep their sizes. By default a new figure is made.

    Returns
    -------
    matplotlib Axes
        Its data coordinates are squares: (2, 3) is two negatives to the right, three positives up.

    Raises
    ------
    TypeError
        If the scores are not numbers, or if ``ax`` is not a matplotlib Axes.
    ValueError
        If the truth holds anything but 0 and 1, a score is not finite, the lengths differ, there
        is no positive, no negative or more than 40 of one, or there are not two different
        names.

    Examples
    --------
    >>> from cmlib.plot.svg import description
    >>> ax = pairs([1, 0, 1, 0], [90, 70, 70, 30], names=["spam", "ham"])
    >>> description(ax).split(". ")[1]
    'In 3 the spam has the higher score (filled), in 1 the two are level (half filled), in 0 the
    ham has the higher one (empty)'
    """
    positive, score = check_samples(y_true, y_score)
    yes, no = check_names(names)
    for what, many in (("positives", positive.sum()), ("negatives", (~positive).sum())):
        if not 1 <= many <= _MOST:
            raise ValueError(f"y_true must hold from 1 to {_MOST} {what}, got {many}")
    rows, columns = (np.sort(score[side])[::-1] for side in (positive, ~positive))

    square = min(_LARGEST_SQUARE, _LONGEST_SIDE / max(len(rows), len(columns)))
    own_figure = ax is None
    ax = axes_for(ax, square * len(columns), square * len(rows))
    higher, level = rows[:, None] > columns, rows[:, None] == columns
    _draw_squares(ax, higher, level, thin=square < 12)
    ax.set(xlim=(0, len(columns)), ylim=(0, len(rows)), aspect="equal")
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    for axis, values in ((ax.xaxis, columns), (ax.yaxis, rows)):
        few = len(values) <= _MOST_SCORES
        shown = [f"{value:.4g}" for value in values] if few else []
        axis.set_ticks(np.arange(len(shown)) + 0.5, **named(shown, 0))
    ax.set_xlabel(f"{no}, highest score first", fontsize=FONT, **AS_WRITTEN)
    ax.set_ylabel(f"{yes}, highest at the bottom", fontsize=FONT, **AS_WRITTEN)
    describe(ax, _words(rows, columns, higher, level, (yes, no)))
    if own_figure:
        fit_figure(ax)
    return ax


def _draw_squares(ax: Axes, higher: Bools, level: Bools, *, thin: bool) -> None:
    """Draw all squares of one kind as one path: the drawing stays small."""
    # A tie fills the half below the diagonal, as under the slanted piece of the ROC curve.
    whole = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    half = np.array([[0, 0], [1, 0], [1, 1]])
    line = 0.4 if thin else 1.0
    for chosen, shape, face in (
        (higher, whole, FILL),
        (level, half, FILL),
        (np.ones_like(higher), whole, "none"),
    ):
        corners = np.argwhere(chosen)[:, ::-1]
        squares = corners[:, None] + shape
        edge = SOFT if face == "none" else "none"
        ax.add_collection(
            PolyCollection(list(squares), facecolor=face, edgecolor=edge, linewidth=line)
        )


def _words(
    rows: Floats, columns: Floats, higher: Bools, level: Bools, names: tuple[str, str]
) -> str:
    yes, no = names
    won, tied, total = int(higher.sum()), int(level.sum()), higher.size
    parts = [
        f"Grid of {len(rows)} {yes} by {len(columns)} {no}: {total:,} pairs.",
        f"In {won:,} the {yes} has the higher score (filled), in {tied:,} the two are level "
        f"(half filled), in {total - won - tied:,} the {no} has the higher one (empty).",
    ]
    if len(rows) <= _MOST_SCORES:
        each = [
            f"{value:.4g} beats {wins}" + (f" and ties with {ties}" if ties else "")
            for value, wins, ties in zip(rows, higher.sum(axis=1), level.sum(axis=1), strict=True)
        ]
        parts.append(f"By {yes}: {'; '.join(each)}.")
    filled = won + tied / 2
    parts.append(f"Filled: {filled:,g} of {total:,}, a share of {filled / total:.4f}, the AUC.")
    return " ".join(parts)
