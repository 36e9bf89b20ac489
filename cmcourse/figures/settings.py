"""The settings of the lessons: one look for all figures and tables of a session."""

from __future__ import annotations

import sys

import matplotlib
from cycler import cycler

from cmlib.plot.style import COLOURS, LINES, MARKERS


def use_course_style() -> None:
    """Set the look of the lessons for the figures and tables of this session.

    Figures become SVG that is the same byte for byte on every run: without date and version, with
    text that can be searched and translated, and with colours for light and for dark pages. Lines
    differ by colour, dash and marker. DataFrames become tables whose numbers line up under their
    heads. Outside a notebook only matplotlib's settings are changed.

    Examples
    --------
    >>> import matplotlib
    >>> with matplotlib.rc_context():
    ...     use_course_style()
    ...     matplotlib.rcParams["font.sans-serif"]
    ['DejaVu Sans']
    """
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
            "axes.facecolor": "none",
            "figure.facecolor": "none",
            "figure.figsize": (6.4, 4.0),
            "font.family": ["sans-serif"],
            "font.sans-serif": ["DejaVu Sans"],
            "font.size": 10,
            "legend.fontsize": 10,
            "legend.frameon": False,
            "lines.linewidth": 2,
            "lines.markersize": 6,
            "xtick.labelsize": 10,
            "ytick.labelsize": 10,
        }
    )
    ipython = sys.modules.get("IPython")
    if ipython is not None and ipython.get_ipython() is not None:
        from matplotlib.figure import Figure
        from matplotlib_inline.backend_inline import set_matplotlib_formats
        from pandas import DataFrame

        from cmcourse.figures.frames import frame_to_html
        from cmlib.plot.svg import figure_svg

        formatters = ipython.get_ipython().display_formatter.formatters
        set_matplotlib_formats("svg")  # type: ignore[no-untyped-call]
        formatters["image/svg+xml"].for_type(Figure, figure_svg)
        formatters["text/html"].for_type(DataFrame, frame_to_html)
