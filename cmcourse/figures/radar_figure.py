"""Metrics of each class, as polygons around one centre."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.projections.polar import PolarAxes
from numpy.typing import ArrayLike

from cmlib._checks import listed
from cmlib._labels import Label
from cmlib.plot.axes import (
    FONT,
    LINE_HEIGHT,
    axes_for,
    fit_figure,
    legend_above,
    named,
    scale_ticks,
)
from cmlib.plot.per_class_figure import check_metrics
from cmlib.plot.style import GRID, PAPER, line_look

_MOST_SPOKES = 12


def radar(
    values: Mapping[str, ArrayLike],
    labels: Sequence[Label],
    *,
    lower: float = 0.0,
) -> Axes:
    """Draw metrics of each class as polygons around one centre, with a corner for each class.

    A polygon is broken where its metric is undefined. The areas mean nothing: they depend on the
    order of the classes and on where the scale begins. `cmlib.plot.per_class` shows the same values
    on a straight scale, which is easier to read.

    Parameters
    ----------
    values : mapping of str to array-like of shape (K,)
        The values of each metric in label order, in [``lower``, 1] or nan; from 1 to 7 metrics.
    labels : sequence of length K
        The classes, from 3 to 12, drawn clockwise from the top.
    lower : float
        The value at the centre, in [-1, 1); it is written there.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    TypeError
        If values are not numbers.
    ValueError
        If there is no metric or there are more than 7, if there are fewer than 3 or more than 12
        labels, if a metric does not have one value for each label, if a value is off the scale, or
        if ``lower`` is outside of [-1, 1).

    Examples
    --------
    >>> ax = radar({"recall": [0.99, 0.97, 0.98]}, ["a", "b", "c"], lower=0.96)
    >>> [text.get_text() for text in ax.texts]
    ['0.96', '0.97', '0.98', '0.99', '1.00']
    """
    labels = listed(labels, "labels")
    checked = check_metrics(values, labels, lower)
    size = len(labels)
    if not 3 <= size <= _MOST_SPOKES:
        raise ValueError(f"labels must name from 3 to {_MOST_SPOKES} classes, got {size}")

    ax = axes_for(None, 320.0, 320.0, polar=True)
    assert isinstance(ax, PolarAxes)
    ax.set_theta_zero_location("N")
    ax.set_theta_direction(-1)
    # The last corner is the first again: it closes the polygon.
    angles = np.linspace(0, 2 * np.pi, size + 1)
    ticks = scale_ticks(lower)
    ax.grid(False)
    ax.spines["polar"].set_visible(False)
    ax.set_axisbelow(True)
    ax.grid(axis="x", **GRID)
    for tick in ticks:
        # Straight like the polygons: beside a circle, equal values would seem to differ.
        ax.plot(angles, np.full(size + 1, tick), marker="", zorder=1, **GRID)
    for place, (name, metric) in enumerate(checked.items()):
        closed = np.append(metric, metric[0])
        ax.plot(angles, closed, label=name, clip_on=False, **line_look(place))
    ax.set_ylim(lower, 1)
    ax.set_yticks([])
    decimals = max(len(f"{tick:.6g}".partition(".")[2]) for tick in ticks)
    # Midway between two corners, clear of the markers.
    middle = angles[1] / 2
    below = middle + angles[size // 2]
    for tick in ticks:
        ax.annotate(
            f"{tick:.{decimals}f}",
            (middle, lower + (tick - lower) * np.cos(middle)),
            # The label of the centre stands below it, clear of the others.
            xytext=(0, 0) if tick > lower else (10 * np.sin(below), 10 * np.cos(below)),
            textcoords="offset points",
            fontsize=9.0,
            ha="center",
            va="center",
            # Not a halo: matplotlib would write outlines, which no reader can search or enlarge.
            bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 0.5},
        )

    names = named(labels, 3 * LINE_HEIGHT)
    ax.set_xticks(angles[:-1], **names)
    ax.tick_params("x", pad=0)
    for text, angle in zip(ax.get_xticklabels(), angles, strict=False):
        # Each label stands on the outer side of its corner.
        across, up = np.sin(angle), np.cos(angle)
        text.set(
            ha="left" if across > 0.1 else "right" if across < -0.1 else "center",
            va="bottom" if up > 0.5 else "top" if up < -0.5 else "center",
        )
    legend_above(
        ax,
        own_figure=True,
        loc="lower center",
        bbox_to_anchor=(0.5, 1),
        # In font units: the topmost label stands between the axes and the legend.
        borderaxespad=1 + LINE_HEIGHT / FONT + 1.5 * names["labels"][0].count("\n"),
    )
    fit_figure(ax)
    return ax
