"""Measures of each class, as dots on one scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from cmlib._checks import as_numbers, check_type, listed, number, refuse_where
from cmlib._labels import Label
from cmlib.plot.axes import (
    axes_for,
    fit_figure,
    legend_above,
    named,
    scale_ticks,
    size_of,
    write_beside,
)
from cmlib.plot.style import COLOURS, GRID, GRID_COLOUR, MARKERS, PAPER


def per_class(
    values: Mapping[str, ArrayLike],
    labels: Sequence[Label],
    *,
    lower: float = 0.0,
    ax: Axes | None = None,
) -> Axes:
    """Draw measures of each class as dots on a scale that ends at 1.

    Each measure has its own marker. A value that is undefined is a hollow marker beyond the end of
    the scale, so that it cannot be taken for a 0.

    Parameters
    ----------
    values : mapping of str to array-like of shape (K,)
        The values of each measure in label order, in [``lower``, 1] or nan; from 1 to 7 measures.
    labels : sequence of length K
        The classes, drawn from the top down.
    lower : float
        Where the scale begins, in [-1, 1). A scale that begins near 1 tells close values apart; one
        that begins at -1 has room for measures that can be negative.
    ax : matplotlib Axes, optional
        Where to draw; figure and text keep their sizes. By default a new figure is made, as large
        as the classes and their labels need.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    TypeError
        If values are not numbers, or if ``ax`` is not a matplotlib Axes.
    ValueError
        If there is no measure or there are more than 7, if a measure does not have one value for
        each label, if a value is off the scale, if ``lower`` is outside of [-1, 1), or if ``ax`` is
        polar.

    Examples
    --------
    >>> ax = per_class({"recall": [0.9, 0.2], "precision": [0.7, float("nan")]}, ["a", "b"])
    >>> [text.get_text() for text in ax.texts]
    ['undefined']
    """
    labels, own_figure = listed(labels, "labels"), ax is None
    checked, size = check_metrics(values, labels, lower), len(labels)
    if size == 0:
        raise ValueError("labels is empty")

    # Rows of many classes are lower, so that a screen holds them; their dots do not touch.
    row = max(9.0 + 7.0 * len(checked), min(14.0 + 13.0 * len(checked), 440.0 / size))
    ax = axes_for(ax, 320.0, size * row)
    rows, gap = np.arange(size), max(0.56 / max(len(checked) - 1, 1), 8.0 / row)
    for place, (name, metric) in enumerate(checked.items()):
        look: dict[str, Any] = {"color": COLOURS[place], "marker": MARKERS[place], "markersize": 7}
        look |= {"linestyle": "", "clip_on": False}
        height = rows + gap * (place - (len(checked) - 1) / 2)
        ax.plot(metric, height, label=name, **look)
        beyond = ax.get_yaxis_transform()
        for at in height[np.isnan(metric)]:
            ax.plot(1.04, at, transform=beyond, markerfacecolor=PAPER, **look)
            write_beside(ax, "undefined", (1.04, at), (8, 0), beyond, va="center")
    ax.set(xlim=(lower, 1), ylim=(size - 0.5, -0.5), xticks=scale_ticks(lower), axisbelow=True)
    ax.ticklabel_format(axis="x", useOffset=False)
    ax.spines[["left", "right", "top"]].set_visible(False)
    ax.grid(False)
    ax.set_yticks(rows, **named(labels, size_of(ax)[1] / size))
    # A dot at the end of the scale reaches beyond the axes: keep the labels clear of it.
    ax.tick_params("y", length=0, pad=8)
    ax.grid(axis="x", **GRID)
    for border in rows[1:] - 0.5:
        ax.axhline(border, color=GRID_COLOUR, linewidth=0.8, linestyle="-", marker="")
    legend_above(ax, own_figure=own_figure, handlelength=2.0)
    if own_figure:
        fit_figure(ax)
    return ax


def check_metrics(
    values: Mapping[str, ArrayLike], labels: Sequence[Label], lower: float
) -> dict[str, NDArray[np.float64]]:
    """Return the values of each measure, all of them on the scale from lower to 1."""
    if not -1 <= number(lower, "lower", "a number in [-1, 1)") < 1:
        raise ValueError(f"lower must be a number in [-1, 1), got {lower!r}")
    check_type(values, "values", Mapping, "a dict of measures")
    if not 1 <= len(values) <= len(MARKERS):
        raise ValueError(f"values must hold from 1 to {len(MARKERS)} measures, got {len(values)}")
    checked = {}
    for name, metric in values.items():
        array = as_numbers(metric, f"values[{name!r}]").astype(np.float64)
        if array.shape != (len(labels),):
            raise ValueError(
                f"values[{name!r}] must have one value for each of the {len(labels)} labels, "
                f"got shape {array.shape}"
            )
        off = (array < lower) | (array > 1)
        refuse_where(off, array, f"values[{name!r}]", f"must be in [{lower:g}, 1]")
        checked[name] = array
    return checked
