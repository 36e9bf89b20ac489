"""The look that all figures share: colours for light and dark pages, dashes and markers.

Public, for drawings that stand beside ours: COLOURS, FILL, GRID_COLOUR, INK, ON_FILL, PAPER, SOFT.
A drawing uses the colours of a light page. On a dark page they are replaced by value, so a colour
that must not be replaced, such as ON_FILL, needs a value that nothing else has.
"""

from typing import Any

# Okabe and Ito's colours without their yellow, which is too pale for a line on white.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9")
INK, PAPER = "#000000", "#ffffff"  # words and lines; the page behind them
SOFT = "#555555"  # words and lines that step back
GRID_COLOUR = "#dddddd"
FILL = "#08519c"  # an area that is counted: dark enough for white words on both pages
ON_FILL = "#fffffe"  # words on it: white on both pages, and not the value of PAPER
# Counterparts on a dark page. A grey that is not listed turns over, other colours stay.
ON_DARK_PAGE = {
    "#0072b2": "#4BA3DF",
    "#d55e00": "#F2854A",
    "#009e73": "#2FC29A",
    "#cc79a7": "#E09CC2",
    "#e69f00": "#EDB345",
    "#56b4e9": "#8DD0F5",
    ON_FILL: ON_FILL,
}
LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 3)), (0, (1, 1)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
GRID: dict[str, Any] = {"color": GRID_COLOUR, "linewidth": 0.8, "linestyle": "-"}


def line_look(number: int) -> dict[str, Any]:
    """Return the look of one line of several: each fits inside those before it."""
    return {
        "color": COLOURS[number],
        "linestyle": LINES[number],
        "linewidth": 2.4 - 0.2 * number,
        "marker": MARKERS[number],
        "markersize": 9 - 0.6 * number,
        "markerfacecolor": "none",
        "markeredgewidth": 1.4,
    }
