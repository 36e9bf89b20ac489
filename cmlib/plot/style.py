"""The look that all figures share: colours for light and dark pages, dashes and markers."""

from __future__ import annotations

from typing import Any

# Okabe and Ito's colours without their yellow, which is too pale for a line on white.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9")
# The same on a dark page; the black of lines and words becomes a soft white there, as every grey
# turns over.
DARK_COLOURS = ("#4BA3DF", "#F2854A", "#2FC29A", "#E09CC2", "#000000", "#EDB345", "#8DD0F5")
# By these names figures say what a colour is for, so that each has a counterpart on a dark page.
INK, PAPER = "#000000", "#ffffff"  # words and lines; what must look like the page behind it
SOFT = "#555555"  # words and lines that step back
FILL = "#08519c"  # an area that is counted: dark enough for white words in both
ON_FILL = "#fffffe"  # words on it; no grey, so that it stays as it is
INK_ON_COLOUR = "#000001"  # words on a bright area that stays bright on a dark page
LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 3)), (0, (1, 1)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
GRID_COLOUR = "#dddddd"
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
