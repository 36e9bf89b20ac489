"""Curves: measures over runs, thresholds or K, P-R curves and ROC curves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike, NDArray

from cmlib._checks import as_numbers, check_choice, check_type
from cmlib.plot.axes import AS_WRITTEN, axes_for, fit_figure, legend_above, scale_ticks
from cmlib.plot.style import GRID, MARKERS, SOFT, line_look

_BASELINES = (":", "--", "-.")
# A curve of more points than this gets markers here and there instead of at every point.
_MOST_MARKERS = 25
# Integers up to this many in a row are each written at the axis.
_MOST_INTEGERS = 12


def curves(
    curves: Mapping[str, tuple[ArrayLike, ArrayLike]],
    *,
    xlabel: str,
    ylabel: str,
    step: Literal["pre", "post"] | None = None,
    baseline: Mapping[str, tuple[ArrayLike, ArrayLike]] | None = None,
    square: bool = False,
    ax: Axes | None = None,
) -> Axes:
    """Draw curves: measures over runs, over a threshold or over K, P-R curves and ROC curves.

    Curves differ by colour, dash and marker, and each is thinner than the one before it, so that
    curves which run on top of one another all stay visible. A curve is broken where its y is nan.
    If all y are in [0, 1] the axis shows all of that range. If all x are integers only integers
    are written at the axis.

    Parameters
    ----------
    curves : mapping of str to tuple of two array-likes of equal length
        The x and the y of the points of each curve, in the order in which they are joined; from 1
        to 7 curves. x is finite, y is finite or nan.
    xlabel, ylabel : str
        What the axes show.
    step : {"pre", "post"} or None
        Join the points by steps: "post" keeps a y until the next point, "pre" takes it from
        the previous point on. None joins the points by straight lines.
    baseline : mapping of str to tuple of two array-likes of equal length, optional
        Up to 3 thin grey lines to compare the curves with, such as that of guessing.
    square : bool
        Show 0 to 1 on both axes in the same scale, as is usual of ROC and P-R curves.
    ax : matplotlib Axes, optional
        Where to draw; figure and text keep their sizes. By default a new figure is made.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    TypeError
        If a curve is not a tuple of two arrays of numbers, or if ``ax`` is not a matplotlib Axes.
    ValueError
        If there is no curve or there are more than 7, or more than 3 baselines, if the x and y of
        one differ in length or are empty, if a value is infinite, an x is nan, ``step`` is unknown,
        values are outside of [0, 1] with ``square``, or if ``ax`` is polar.

    Examples
    --------
    >>> ax = curves(
    ...     {"ROC": ([0.0, 0.0, 0.5, 1.0], [0.0, 0.5, 1.0, 1.0])},
    ...     xlabel="false positive rate",
    ...     ylabel="true positive rate",
    ...     baseline={"chance": ([0, 1], [0, 1])},
    ...     square=True,
    ... )
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['ROC', 'chance']
    """
    check_choice(step, "step", ("pre", "post", None))
    lines = _check_curves(curves, "curves", range(1, len(MARKERS) + 1), square)
    guides = _check_curves(baseline or {}, "baseline", range(len(_BASELINES) + 1), square)

    own_figure = ax is None
    ax = axes_for(ax, *((300.0, 300.0) if square else (360.0, 220.0)))
    for number, (name, (x, y)) in enumerate(lines.items()):
        many = np.count_nonzero(~np.isnan(y)) > _MOST_MARKERS
        # Far below the width of a line, this keeps the figure of a long curve small.
        with matplotlib.rc_context({"path.simplify_threshold": 0.5}):
            ax.plot(
                x,
                y,
                label=name,
                drawstyle="default" if step is None else f"steps-{step}",
                # Each curve starts its markers elsewhere: curves in one place show them all.
                markevery=(0.1 * number / len(lines), 0.1) if many else None,
                **line_look(number),
            )
        # A point between two gaps has no line, and may not be one of the few with a marker.
        gaps = np.isnan(np.concatenate([[np.nan], y, [np.nan]]))
        alone = ~gaps[1:-1] & gaps[:-2] & gaps[2:]
        if many and alone.any():
            ax.plot(x[alone], y[alone], **line_look(number) | {"linestyle": ""})
    thin: dict[str, Any] = {"color": SOFT, "linewidth": 1.2, "marker": "", "zorder": 1.5}
    for dashes, (name, (x, y)) in zip(_BASELINES, guides.items(), strict=False):
        ax.plot(x, y, label=name, linestyle=dashes, **thin)

    ax.set_xlabel(xlabel, **AS_WRITTEN)
    ax.set_ylabel(ylabel, **AS_WRITTEN)
    ax.spines[["right", "top"]].set_visible(False)
    ax.set_axisbelow(True)
    ax.grid(**GRID)
    drawn = [*lines.values(), *guides.values()]
    if all(np.nanmin(y, initial=0) >= 0 and np.nanmax(y, initial=1) <= 1 for _, y in drawn):
        ax.set(ylim=(-0.03, 1.03), yticks=scale_ticks(0))
    if square:
        ax.set(aspect="equal", xlim=ax.get_ylim(), xticks=scale_ticks(0))
    elif all(x.dtype.kind in "iu" for x, _ in drawn):
        integers = np.unique(np.concatenate([x for x, _ in drawn]))
        # All of them, or round ones if they are many or far apart.
        if len(integers) <= _MOST_INTEGERS and np.ptp(integers) == len(integers) - 1:
            ax.set_xticks(integers)
        else:
            ax.xaxis.set_major_locator(MaxNLocator("auto", steps=[1, 2, 5, 10], integer=True))
    legend_above(ax, own_figure=own_figure)
    if own_figure:
        fit_figure(ax)
    return ax


def _check_curves(
    curves: Mapping[str, tuple[ArrayLike, ArrayLike]], argument: str, number: range, square: bool
) -> dict[str, tuple[NDArray[Any], NDArray[np.float64]]]:
    """Return the x and y of each curve, x still of its own type."""
    check_type(curves, argument, Mapping, "a dict of curves")
    if len(curves) not in number:
        span = f"from {number[0]} to {number[-1]}"
        raise ValueError(f"{argument} must hold {span} curves, got {len(curves)}")
    checked = {}
    for name, curve in curves.items():
        where = f"{argument}[{name!r}]"
        if not isinstance(curve, tuple) or len(curve) != 2:
            got = f"{len(curve)} of them" if isinstance(curve, tuple) else type(curve).__name__
            raise TypeError(f"{where} must be a tuple (x, y), got {got}")
        x, y = (as_numbers(curve[at], f"{axis} of {where}") for at, axis in enumerate("xy"))
        if x.ndim != 1 or x.shape != y.shape or len(x) == 0:
            raise ValueError(
                f"{where} must have an x and a y for each point, got shapes {x.shape} and {y.shape}"
            )
        low, high = (0.0, 1.0) if square else np.array([-1, 1]) * np.finfo(float).max
        for axis, part in (("x", x), ("y", y[~np.isnan(y)])):
            for value in part[~((part >= low) & (part <= high))]:
                rule = "in [0, 1] with square=True" if square else "finite"
                raise ValueError(f"{axis} of {where} must be {rule}, got {value}")
        checked[name] = (x, y.astype(np.float64))
    return checked
