"""Empty axes for a sketch, and boxes with words in them."""

from __future__ import annotations

from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from cmlib._checks import check_type
from cmlib.plot.axes import AS_WRITTEN
from cmlib.plot.style import FILL, INK, ON_FILL, PAPER

Pair = tuple[float, float]


def sketch(width: float, height: float, *, x: Pair, y: Pair) -> Axes:
    """Return new axes to sketch on: no scales, no frame, plain black lines.

    Parameters
    ----------
    width, height : float
        Of the figure, in inches.
    x, y : tuple of two floats
        The ends of the axes, left before right and lower before upper; ``y=(5, 0)`` runs downwards.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> ax = sketch(4, 2, x=(0, 8), y=(0, 4))
    >>> ax.plot([0, 8], [0, 4])[0].get_marker()
    'None'
    """
    _, ax = plt.subplots(figsize=(width, height), layout="constrained")
    ax.set(xlim=x, ylim=y)
    ax.axis("off")
    ax.set_prop_cycle(color=[INK], linestyle=["-"], marker=["None"])
    return ax


def box(
    ax: Axes,
    x: float,
    y: float,
    width: float,
    height: float,
    text: object = "",
    **look: Any,
) -> None:
    """Draw a rectangle with words in its middle; by default it is an outline.

    Parameters
    ----------
    ax : matplotlib Axes
    x, y : float
        One corner.
    width, height : float
        How far the rectangle reaches from this corner; negative to the left or down.
    text : object, default ""
        What stands in it, as `str` has it: white in a filled box, on paper in a hatched one.
    **look
        Options of `matplotlib.patches.Rectangle`, such as ``facecolor=FILL`` or ``hatch="///"``.

    Raises
    ------
    TypeError
        If ``ax`` is not a matplotlib Axes.

    Examples
    --------
    >>> ax = sketch(4, 2, x=(0, 8), y=(0, 4))
    >>> box(ax, 1, 1, 6, 2, "TP = 5", facecolor=FILL)
    >>> ax.texts[0].get_position(), ax.texts[0].get_text()
    ((4.0, 2.0), 'TP = 5')
    """
    check_type(ax, "ax", Axes, "a matplotlib Axes")
    whole: dict[str, Any] = {"facecolor": "none", "edgecolor": INK, "clip_on": False} | look
    ax.add_patch(Rectangle((x, y), width, height, **whole))
    if str(text):
        ax.text(
            x + width / 2,
            y + height / 2,
            str(text),
            color=ON_FILL if whole["facecolor"] == FILL else INK,
            bbox={"facecolor": PAPER, "linewidth": 0, "pad": 1.5} if whole.get("hatch") else None,
            ha="center",
            va="center",
            zorder=whole.get("zorder", 1) + 2,
            **AS_WRITTEN,
        )


def square(
    ax: Axes, corner: Pair, words: object, filled: bool, size: Pair = (1, 1), **look: Any
) -> None:
    """Draw a cell with words in its middle, filled or not; it is clipped at the axes' edge."""
    (x, y), (width, height) = corner, size
    whole = {"facecolor": FILL if filled else "none", "edgecolor": INK} | look
    ax.broken_barh([(x, width)], (y, height), **whole)
    colour = ON_FILL if filled else INK
    ax.text(x + width / 2, y + height / 2, str(words), color=colour, ha="center", va="center")
