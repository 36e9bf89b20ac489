"""Figures that can be read without colour, and the style that the lessons share."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from cmlib._labels import Label
from cmlib.matrix import ConfusionMatrix
from cmlib.show.html import count_writer, label_text
from cmlib.show.layout import (
    AS_WRITTEN,
    FILL,
    LABEL_SHARE,
    LINE_HEIGHT,
    axes_size,
    keep_fitting,
    keep_inside,
    label_columns,
    label_corners,
    label_rows,
    largest_size,
    legend_above,
    resize_figure,
    set_font,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "curves",
    "heatmap",
    "per_class",
    "radar",
    "use_course_style",
]

# Okabe and Ito's colours without their yellow, which is too pale for a line on white.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9")
_LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 3)), (0, (1, 1)))
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_BASELINES = (":", "--", "-.")

_SHARE_OF = {"true": "row", "pred": "column", "all": "total"}
_MOST_CLASSES = 30
_MOST_SPOKES = 12
# A curve of more points than this gets markers here and there instead of at every point.
_MOST_MARKERS = 25
# Integers up to this many in a row are each written at the axis.
_MOST_INTEGERS = 12
_EMPTY_COLOUR = "#e6e6e6"
_GRID: dict[str, Any] = {"color": "#dddddd", "linewidth": 0.8, "linestyle": "-"}


def use_course_style() -> None:
    """
    Give the figures and tables of this session the look of the lessons.

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
            "axes.prop_cycle": cycler(color=_COLOURS)
            + cycler(linestyle=_LINES)
            + cycler(marker=_MARKERS),
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


def heatmap(
    cm: ConfusionMatrix,
    *,
    normalize: Literal["true", "pred", "all"] | None = "true",
    ax: Axes | None = None,
    cmap: str | Colormap = "Blues",
) -> Axes:
    """
    Draw a confusion matrix as a heat map with its numbers in it.

    Each cell holds its count and beneath it its share, which also sets its colour. A count of 0
    stands alone; a share that does not exist, because its row or column is empty, is written as a
    dash on grey. Correct predictions are outlined.

    Parameters
    ----------
    cm : ConfusionMatrix
        From 2 to 30 classes.
    normalize : {"true", "pred", "all"} or None
        What the shares are of: the row (the diagonal is recall), the column (the diagonal is
        precision) or all samples. None writes the counts alone and colours by them.
    ax : matplotlib Axes, optional
        Where to draw. The figure keeps its size, and the text shrinks until it fits. By default a
        new figure is made, as large as the matrix and its labels need.
    cmap : str or matplotlib Colormap
        From the smallest to the largest value. The text is black or white, whichever is clearer.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    TypeError
        If ``cm`` is not a `ConfusionMatrix`.
    ValueError
        If there are fewer than 2 or more than 30 classes, or if ``normalize`` or ``cmap`` is
        unknown.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix
    >>> ax = heatmap(ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"]))
    >>> ax.texts[0].get_text().split()
    ['5', '41.7%']
    """
    import matplotlib

    if not isinstance(cm, ConfusionMatrix):
        raise TypeError(f"cm must be a ConfusionMatrix, got {type(cm).__name__}")
    size = len(cm.labels)
    if not 2 <= size <= _MOST_CLASSES:
        raise ValueError(
            f"cm must have from 2 to {_MOST_CLASSES} classes to be drawn, got {size}"
            + ("; merge some of them first" if size > _MOST_CLASSES else "")
        )
    if normalize is not None and normalize not in _SHARE_OF:
        raise ValueError(f"normalize must be 'true', 'pred', 'all' or None, got {normalize!r}")
    palette = matplotlib.colormaps.get_cmap(cmap).with_extremes(bad=_EMPTY_COLOUR)

    shares = None if normalize is None else cm.normalize(normalize)
    values = cm.counts.astype(float) if shares is None else shares
    # A share of a row or column can reach 1; of other values the largest sets the scale.
    largest = 1.0 if normalize in ("true", "pred") else float(np.nanmax(values, initial=0.0)) or 1.0

    own_figure = ax is None
    ax = _check_axes(ax)
    masked = np.ma.masked_invalid(values)
    edges = np.arange(size + 1) - 0.5
    mesh = ax.pcolormesh(
        edges,
        edges,
        masked,
        cmap=palette,
        vmin=0.0,
        vmax=largest,
        edgecolors="white",
        linewidth=0.8,
    )
    ax.set(xlim=(-0.5, size - 0.5), ylim=(size - 0.5, -0.5), xlabel="predicted", ylabel="truth")
    ax.spines[:].set_visible(False)
    ax.grid(False)
    _outline_diagonal(ax, size)

    colours = palette(mesh.norm(masked))
    cells = [
        ax.text(
            column,
            row,
            text,
            color=_readable_on(colours[row, column]),
            ha="center",
            va="center",
            linespacing=1.15,
            **AS_WRITTEN,
        )
        for (row, column), text in np.ndenumerate(_cell_texts(cm, shares))
    ]
    if normalize is not None:
        ax.annotate(
            f"% of the {_SHARE_OF[normalize]}",
            (1, 0.5),
            xytext=(6, 0),
            xycoords="axes fraction",
            textcoords="offset points",
            rotation=270,
            ha="left",
            va="center",
            color="#444444",
        )

    labels = [label_text(label) for label in cm.labels]
    set_font(cells, 10.0 if size <= 10 else 8.0)
    if own_figure:
        needed = largest_size(cells) / FILL
        # A small matrix gets roomy cells; very long counts shrink instead of widening the figure.
        width = max(min(needed[0] + 2, 80.0), 260.0 / (size + 1))
        height = max(needed[1] + 2, 0.75 * width)
        label_rows(ax, labels, height)
        label_columns(ax, labels, width)
        resize_figure(ax, (width * size, height * size))
    else:
        # Labels take room from the cells, so they are fitted a second time to what is left.
        room = axes_size(ax)
        for _ in range(2):
            width, height = axes_size(ax)
            label_rows(ax, labels, height / size, longest=LABEL_SHARE * room[0])
            label_columns(ax, labels, width / size, longest=LABEL_SHARE * room[1])
            keep_inside(ax)
    keep_fitting(ax, cells)
    return ax


def per_class(
    values: Mapping[str, ArrayLike],
    labels: Sequence[Label],
    *,
    lower: float = 0.0,
    ax: Axes | None = None,
) -> Axes:
    """
    Draw metrics of each class as dots on a scale that ends at 1.

    Each metric has its own marker. A value that is undefined is a hollow marker beyond the end of
    the scale, so that it cannot be taken for a 0.

    Parameters
    ----------
    values : mapping of str to array-like of shape (K,)
        The values of each metric in label order, in [``lower``, 1] or nan; from 1 to 7 metrics.
    labels : sequence of length K
        The classes, drawn from the top down.
    lower : float
        Where the scale begins, in [-1, 1). A scale that begins near 1 tells close values apart; one
        that begins at -1 has room for metrics that can be negative.
    ax : matplotlib Axes, optional
        Where to draw; its figure keeps its size. By default a new figure is made, as large as the
        classes and their labels need.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    TypeError
        If values are not numbers, or if ``ax`` is not a matplotlib Axes.
    ValueError
        If there is no metric or there are more than 7, if a metric does not have one value for
        each label, if a value is off the scale, if ``lower`` is outside of [-1, 1), or if ``ax`` is
        polar.

    Examples
    --------
    >>> ax = per_class({"recall": [0.9, 0.2], "precision": [0.7, float("nan")]}, ["a", "b"])
    >>> [text.get_text() for text in ax.texts]
    ['undefined']
    """
    checked = _check_metrics(values, labels, lower)
    size = len(labels)
    if size == 0:
        raise ValueError("labels is empty")

    own_figure = ax is None
    ax = _check_axes(ax)
    spread = np.linspace(-0.28, 0.28, len(checked)) if len(checked) > 1 else np.zeros(1)
    rows = np.arange(size)
    undefined = []
    for number, (name, metric) in enumerate(checked.items()):
        look: dict[str, Any] = {
            "color": _COLOURS[number],
            "marker": _MARKERS[number],
            "markersize": 7,
            "linestyle": "",
            "clip_on": False,
        }
        height = rows + spread[number]
        ax.plot(metric, height, label=name, **look)
        for at in height[np.isnan(metric)]:
            beyond = ax.get_yaxis_transform()
            ax.plot(1.04, at, transform=beyond, markerfacecolor="white", **look)
            undefined.append(
                ax.annotate(
                    "undefined",
                    (1.04, at),
                    xytext=(8, 0),
                    xycoords=beyond,
                    textcoords="offset points",
                    va="center",
                )
            )
    ax.set(xlim=(lower, 1), ylim=(size - 0.5, -0.5), xticks=_scale_ticks(lower))
    ax.ticklabel_format(axis="x", useOffset=False)
    ax.spines[["left", "right", "top"]].set_visible(False)
    ax.set_axisbelow(True)
    ax.grid(False)
    # A dot at the end of the scale reaches beyond the axes: keep the labels clear of it.
    ax.tick_params("y", pad=8)
    ax.grid(axis="x", **_GRID)
    for border in rows[1:] - 0.5:
        ax.axhline(border, color="#bbbbbb", linewidth=0.8, linestyle="-", marker="")
    names = [label_text(label) for label in labels]
    if own_figure:
        row_height = 14.0 + 13.0 * len(checked)
        label_rows(ax, names, row_height)
        legend_above(ax, 320.0, handlelength=2.0)
        resize_figure(ax, (320.0, row_height * size))
    else:
        room = axes_size(ax)
        legend_above(ax, room[0], handlelength=2.0)
        for _ in range(2):
            row_height = axes_size(ax)[1] / size
            label_rows(ax, names, row_height, longest=LABEL_SHARE * room[0])
            set_font(undefined, min(10.0, row_height / len(checked) / LINE_HEIGHT))
            keep_inside(ax)
    return ax


def radar(
    values: Mapping[str, ArrayLike],
    labels: Sequence[Label],
    *,
    lower: float = 0.0,
    ax: Axes | None = None,
) -> Axes:
    """
    Draw metrics of each class as polygons around one centre, with a corner for each class.

    A polygon is broken where its metric is undefined. The areas mean nothing: they depend on the
    order of the classes and on where the scale begins. `per_class` shows the same values on
    a straight scale, which is easier to read.

    Parameters
    ----------
    values : mapping of str to array-like of shape (K,)
        The values of each metric in label order, in [``lower``, 1] or nan; from 1 to 7 metrics.
    labels : sequence of length K
        The classes, from 3 to 12, drawn clockwise from the top.
    lower : float
        The value at the centre, in [-1, 1); it is written there.
    ax : matplotlib Axes, optional
        Where to draw, a polar one; its figure keeps its size. By default a new figure is made, as
        large as the polygons and the labels need.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    TypeError
        If values are not numbers, or if ``ax`` is not a matplotlib Axes.
    ValueError
        If there is no metric or there are more than 7, if there are fewer than 3 or more than 12
        labels, if a metric does not have one value for each label, if a value is off the scale, if
        ``lower`` is outside of [-1, 1), or if ``ax`` is not polar.

    Examples
    --------
    >>> ax = radar({"recall": [0.99, 0.97, 0.98]}, ["a", "b", "c"], lower=0.96)
    >>> [text.get_text() for text in ax.texts]
    ['0.96', '0.97', '0.98', '0.99', '1.00']
    """
    from matplotlib.patheffects import withStroke
    from matplotlib.projections.polar import PolarAxes

    checked = _check_metrics(values, labels, lower)
    size = len(labels)
    if not 3 <= size <= _MOST_SPOKES:
        raise ValueError(f"labels must name from 3 to {_MOST_SPOKES} classes, got {size}")

    own_figure = ax is None
    ax = _check_axes(ax, polar=True)
    assert isinstance(ax, PolarAxes)
    ax.set_theta_zero_location("N")
    ax.set_theta_direction(-1)
    # The last corner is the first again: it closes the polygon.
    angles = np.linspace(0, 2 * np.pi, size + 1)
    ticks = _scale_ticks(lower)
    ax.grid(False)
    ax.spines["polar"].set_visible(False)
    ax.set_axisbelow(True)
    ax.grid(axis="x", **_GRID)
    for tick in ticks:
        # Straight like the polygons: beside a circle, equal values would seem to differ.
        ax.plot(angles, np.full(size + 1, tick), marker="", zorder=1, **_GRID)
    for number, (name, metric) in enumerate(checked.items()):
        ax.plot(angles, np.append(metric, metric[0]), label=name, clip_on=False, **_look(number))
    ax.set_ylim(lower, 1)
    ax.set_yticks([])
    decimals = max(len(f"{tick:.6g}".partition(".")[2]) for tick in ticks)
    # In the middle between two corners, where no marker is.
    middle = angles[1] / 2
    below = middle + angles[size // 2]
    scale = [
        ax.annotate(
            f"{tick:.{decimals}f}",
            (middle, lower + (tick - lower) * np.cos(middle)),
            # The label of the centre stands below it, clear of the others.
            xytext=(0, 0) if tick > lower else (10 * np.sin(below), 10 * np.cos(below)),
            textcoords="offset points",
            ha="center",
            va="center",
            path_effects=[withStroke(linewidth=2.5, foreground="white")],
        )
        for tick in ticks
    ]

    names = [label_text(label) for label in labels]
    room = 320.0 if own_figure else min(axes_size(ax))
    label_corners(ax, names, angles, longest=LABEL_SHARE * room)
    lines = 1 + ax.get_xticklabels()[0].get_text().count("\n")
    legend_above(
        ax,
        room,
        loc="lower center",
        bbox_to_anchor=(0.5, 1),
        # In units of the font: the label at the top stands between the axes and the legend.
        borderaxespad=1.0 + lines * LINE_HEIGHT,
    )
    if own_figure:
        resize_figure(ax, (260.0, 260.0))
    else:
        for _ in range(2):
            keep_inside(ax)
    apart = min(axes_size(ax)) / 2 * np.cos(middle) / (len(ticks) - 1)
    set_font(scale, min(9.0, apart * FILL))
    return ax


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
    """
    Draw curves: metrics over runs, over a threshold or over K, P-R curves and ROC curves.

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
        Join the points by steps: "post" keeps a y until the next point, "pre" has it since the
        previous one. None joins the points by straight lines.
    baseline : mapping of str to tuple of two array-likes of equal length, optional
        Up to 3 thin grey lines to compare the curves with, such as that of guessing.
    square : bool
        Show 0 to 1 on both axes in the same scale, as is usual of ROC and P-R curves.
    ax : matplotlib Axes, optional
        Where to draw; its figure keeps its size. By default a new figure is made.

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
    import matplotlib

    if step not in ("pre", "post", None):
        raise ValueError(f"step must be 'pre', 'post' or None, got {step!r}")
    lines = _check_curves(curves, "curves", 1, len(_MARKERS), square)
    guides = _check_curves(baseline or {}, "baseline", 0, len(_BASELINES), square)

    own_figure = ax is None
    ax = _check_axes(ax)
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
                **_look(number),
            )
        # A point between two gaps has no line, and may not be one of the few with a marker.
        gaps = np.isnan(np.concatenate([[np.nan], y, [np.nan]]))
        alone = ~gaps[1:-1] & gaps[:-2] & gaps[2:]
        if many and alone.any():
            ax.plot(x[alone], y[alone], **_look(number) | {"linestyle": ""})
    thin: dict[str, Any] = {"color": "#666666", "linewidth": 1.2, "marker": "", "zorder": 1.5}
    for dashes, (name, (x, y)) in zip(_BASELINES, guides.items(), strict=False):
        ax.plot(x, y, label=name, linestyle=dashes, **thin)

    ax.set_xlabel(xlabel, **AS_WRITTEN)
    ax.set_ylabel(ylabel, **AS_WRITTEN)
    ax.spines[["right", "top"]].set_visible(False)
    ax.set_axisbelow(True)
    ax.grid(**_GRID)
    drawn = [*lines.values(), *guides.values()]
    if all(np.nanmin(y, initial=0) >= 0 and np.nanmax(y, initial=1) <= 1 for _, y in drawn):
        ax.set(ylim=(-0.03, 1.03), yticks=_scale_ticks(0))
    if square:
        ax.set(aspect="equal", xlim=ax.get_ylim(), xticks=_scale_ticks(0))
    elif all(x.dtype.kind in "iu" for x, _ in drawn):
        _integer_ticks(ax, np.unique(np.concatenate([x for x, _ in drawn])))
    if own_figure:
        size = (300.0, 300.0) if square else (360.0, 220.0)
        legend_above(ax, size[0])
        resize_figure(ax, size)
    else:
        # The legend takes room from the axes, above which it has to fit.
        for _ in range(2):
            legend_above(ax, axes_size(ax)[0])
            keep_inside(ax)
    return ax


def _check_axes(ax: Axes | None, *, polar: bool = False) -> Axes:
    """Return the axes to draw in: the caller's, or new ones in a figure of their own."""
    from matplotlib.axes import Axes

    if ax is None:
        import matplotlib.pyplot as plt

        return plt.subplots(layout="constrained", subplot_kw={"polar": polar})[1]
    if not isinstance(ax, Axes):
        raise TypeError(f"ax must be a matplotlib Axes, got {type(ax).__name__}")
    if (ax.name == "polar") != polar:
        raise ValueError(f"ax must {'' if polar else 'not '}be polar, got projection {ax.name!r}")
    return ax


def _check_numbers(values: ArrayLike, name: str) -> NDArray[Any]:
    array = np.asarray(values)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must be numbers, got dtype {array.dtype}")
    return array


def _check_metrics(
    values: Mapping[str, ArrayLike], labels: Sequence[Label], lower: float
) -> dict[str, NDArray[np.float64]]:
    """Return the values of each metric, all of them on the scale from lower to 1."""
    if not isinstance(lower, Real) or not -1 <= lower < 1:
        raise ValueError(f"lower must be a number in [-1, 1), got {lower!r}")
    if not 1 <= len(values) <= len(_MARKERS):
        raise ValueError(f"values must hold from 1 to {len(_MARKERS)} metrics, got {len(values)}")
    checked = {}
    for name, metric in values.items():
        array = _check_numbers(metric, f"values[{name!r}]").astype(np.float64)
        if array.shape != (len(labels),):
            raise ValueError(
                f"values[{name!r}] must have one value for each of the {len(labels)} labels, "
                f"got shape {array.shape}"
            )
        for value, label in zip(array, labels, strict=True):
            if value < lower or value > 1:
                raise ValueError(
                    f"values[{name!r}] must be in [{lower:g}, 1], got {value} for {label!r}"
                )
        checked[name] = array
    return checked


def _check_curves(
    curves: Mapping[str, tuple[ArrayLike, ArrayLike]],
    argument: str,
    fewest: int,
    most: int,
    square: bool,
) -> dict[str, tuple[NDArray[Any], NDArray[np.float64]]]:
    """Return the x and y of each curve, x still of its own type."""
    if not fewest <= len(curves) <= most:
        raise ValueError(f"{argument} must hold from {fewest} to {most} curves, got {len(curves)}")
    checked = {}
    for name, curve in curves.items():
        where = f"{argument}[{name!r}]"
        if not isinstance(curve, tuple) or len(curve) != 2:
            got = f"{len(curve)} of them" if isinstance(curve, tuple) else type(curve).__name__
            raise TypeError(f"{where} must be a tuple (x, y), got {got}")
        x, y = (
            _check_numbers(part, f"{axis} of {where}")
            for axis, part in zip("xy", curve, strict=True)
        )
        if x.ndim != 1 or x.shape != y.shape:
            raise ValueError(
                f"{where} must have an x and a y for each point, got shapes {x.shape} and {y.shape}"
            )
        if len(x) == 0:
            raise ValueError(f"{where} has no points")
        if not np.isfinite(x).all():
            raise ValueError(f"x of {where} must be finite, got {x[~np.isfinite(x)][0]}")
        if np.isinf(y).any():
            raise ValueError(f"y of {where} must be finite or nan, got {y[np.isinf(y)][0]}")
        for axis, part in (("x", x), ("y", y)):
            outside = (part < 0) | (part > 1)
            if square and outside.any():
                raise ValueError(
                    f"{axis} of {where} must be in [0, 1] with square=True, got {part[outside][0]}"
                )
        checked[name] = (x, y.astype(np.float64))
    return checked


def _look(number: int) -> dict[str, Any]:
    """Return the look of one line of several: each fits inside those before it."""
    return {
        "color": _COLOURS[number],
        "linestyle": _LINES[number],
        "linewidth": 2.4 - 0.2 * number,
        "marker": _MARKERS[number],
        "markersize": 9 - 0.6 * number,
        "markerfacecolor": "none",
        "markeredgewidth": 1.4,
    }


def _scale_ticks(lower: float) -> list[float]:
    """Return round numbers for a scale that ends at 1, and the number at which it begins."""
    from matplotlib.ticker import MaxNLocator

    ticks = np.asarray(MaxNLocator(7, steps=[1, 2, 5, 10]).tick_values(lower, 1))
    clear = (ticks[1] - ticks[0]) / 2
    return [lower, *ticks[(ticks > lower + clear) & (ticks < 1 + clear)]]


def _integer_ticks(ax: Axes, integers: NDArray[np.integer[Any]]) -> None:
    """Write integers at the x-axis: all of them, or round ones if they are many or far apart."""
    from matplotlib.ticker import MaxNLocator

    if len(integers) <= _MOST_INTEGERS and integers[-1] - integers[0] == len(integers) - 1:
        ax.set_xticks(integers)
    else:
        ax.xaxis.set_major_locator(MaxNLocator("auto", steps=[1, 2, 5, 10], integer=True))


def _cell_texts(cm: ConfusionMatrix, shares: NDArray[np.float64] | None) -> NDArray[np.object_]:
    """Write the count of each cell and, unless it is 0, its share beneath."""
    write = count_writer(cm.counts)
    decimals = 1 if len(cm.labels) <= 5 else 0
    texts = np.empty(cm.counts.shape, dtype=object)
    for cell, count in np.ndenumerate(cm.counts):
        texts[cell] = write(count)
        if shares is not None and np.isnan(shares[cell]):
            texts[cell] += "\n–"
        elif shares is not None and count > 0:
            texts[cell] += "\n" + _percent(float(shares[cell]), decimals)
    return texts


def _percent(share: float, decimals: int) -> str:
    """Write a share so that only 0 reads as 0% and only 1 reads as 100%."""
    text = f"{share:.{decimals}%}"
    least = 10.0**-decimals
    if share > 0 and text == f"{0:.{decimals}%}":
        return f"<{least:.{decimals}f}%"
    if share < 1 and text == f"{1:.{decimals}%}":
        return f">{100 - least:.{decimals}f}%"
    return text


def _readable_on(colour: NDArray[np.float64]) -> str:
    """Return black or white, whichever has the greater contrast (WCAG 2) to a colour."""
    rgb = np.asarray(colour[:3], dtype=float)
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    luminance = float(linear @ [0.2126, 0.7152, 0.0722])
    return "black" if (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) else "white"


def _outline_diagonal(ax: Axes, size: int) -> None:
    from matplotlib.collections import LineCollection

    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5], [-0.5, -0.5]])
    squares = [square + place for place in range(size)]
    # White beneath black, so that the outline shows on any colour.
    for colour, width in (("white", 3.6), ("black", 1.6)):
        outline = LineCollection(squares, colors=colour, linewidths=width, capstyle="projecting")
        # Half of the outermost line lies outside of the axes.
        outline.set_clip_on(False)
        ax.add_collection(outline, autolim=False)
