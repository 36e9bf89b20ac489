"""The look that all figures share: colours, dashes and markers, and the settings of the lessons."""

from __future__ import annotations

import sys
from typing import Any

# Okabe and Ito's colours without their yellow, which is too pale for a line on white.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9")
LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 3)), (0, (1, 1)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
GRID: dict[str, Any] = {"color": "#dddddd", "linewidth": 0.8, "linestyle": "-"}


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


def use_course_style() -> None:
    """Give the figures and tables of this session the look of the lessons.

    Figures become SVG that is the same byte for byte on every run: without date and version, with
    text as outlines of one font. Lines differ by colour, dash and marker. DataFrames become tables
    whose numbers line up under their heads. Outside a notebook only matplotlib's settings are
    changed.

    Examples
    --------
    >>> import matplotlib
    >>> with matplotlib.rc_context():
    ...     use_course_style()
    ...     matplotlib.rcParams["font.sans-serif"]
    ['DejaVu Sans']
    """
    import matplotlib
    from cycler import cycler

    matplotlib.rcParams.update(
        {
            "axes.axisbelow": True,
            "axes.labelsize": 11,
            "axes.prop_cycle": cycler(color=COLOURS)
            + cycler(linestyle=LINES)
            + cycler(marker=MARKERS),
            "axes.spines.right": False,
            "axes.spines.top": False,
            "axes.titlesize": 12,
            "figure.constrained_layout.use": True,
            "figure.dpi": 100,
            "figure.facecolor": "white",
            "figure.figsize": (6.4, 4.0),
            "font.family": ["sans-serif"],
            "font.sans-serif": ["DejaVu Sans"],
            "font.size": 10,
            "legend.fontsize": 10,
            "legend.frameon": False,
            "lines.linewidth": 2,
            "lines.markersize": 6,
            "savefig.facecolor": "white",
            "svg.fonttype": "path",
            "svg.hashsalt": "cmlib",
            "xtick.labelsize": 10,
            "ytick.labelsize": 10,
        }
    )
    ipython = sys.modules.get("IPython")
    if ipython is not None and ipython.get_ipython() is not None:
        from matplotlib_inline.backend_inline import set_matplotlib_formats
        from pandas import DataFrame

        from cmlib.show.frames import frame_to_html

        # Of each metadata field None means: leave it out.
        nothing = dict.fromkeys(["Creator", "Date", "Format", "Type"])
        set_matplotlib_formats("svg", metadata=nothing)  # type: ignore[no-untyped-call]
        html = ipython.get_ipython().display_formatter.formatters["text/html"]
        html.for_type(DataFrame, frame_to_html)
