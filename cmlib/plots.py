"""Figures that can be read without colour, and the style that the lessons share."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from cmlib.html_table import count_writer, label_text
from cmlib.labels import Label
from cmlib.matrix import ConfusionMatrix

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure
    from matplotlib.text import Text
    from numpy.typing import ArrayLike, NDArray

__all__ = ["describe_matrix", "plot_confusion_matrix", "plot_per_class", "use_course_style"]

# Okabe and Ito's colours without their yellow, which is too pale for a line on white.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9")
_LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 3)), (0, (1, 1)))
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")

# Labels are data: a dollar or a percent sign in one is not markup.
_PLAIN: dict[str, Any] = {"parse_math": False, "usetex": False}

# Families with Chinese, Japanese and Korean characters, by what the systems ship.
_WIDE_FONTS = (
    "Noto Sans CJK SC",
    "Noto Sans CJK JP",
    "Noto Sans SC",
    "Source Han Sans SC",
    "PingFang SC",
    "Hiragino Sans GB",
    "Microsoft YaHei",
    "SimHei",
    "WenQuanYi Zen Hei",
    "WenQuanYi Micro Hei",
    "Arial Unicode MS",
)

_SHARE_OF = {"true": "row", "pred": "column", "all": "total"}
_MOST_CLASSES = 30
_EMPTY_COLOUR = "#e6e6e6"
_WRAP_AT = 18
_LINE_HEIGHT = 1.25
# A label and a cell's text may fill this much of the room that they have.
_FILL = 0.86
# Of axes of a fixed size the labels may take this much.
_LABEL_SHARE = 0.4


def use_course_style() -> None:
    """
    Give the figures of this session the look of the lessons.

    Figures become SVG that is the same byte for byte on every run: without date and version, with
    text as outlines of one font. Lines differ by colour, dash and marker. Outside a notebook only
    matplotlib's settings are changed.

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

        # Of each metadata field None means: leave it out.
        nothing = dict.fromkeys(["Creator", "Date", "Format", "Type"])
        set_matplotlib_formats("svg", metadata=nothing)  # type: ignore[no-untyped-call]


def plot_confusion_matrix(
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
    >>> ax = plot_confusion_matrix(ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"]))
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
            **_PLAIN,
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
    _set_font(cells, 10.0 if size <= 10 else 8.0)
    if own_figure:
        needed = _largest(cells) / _FILL
        # A small matrix gets roomy cells; very long counts shrink instead of widening the figure.
        width = max(min(needed[0] + 2, 80.0), 260.0 / (size + 1))
        height = max(needed[1] + 2, 0.75 * width)
        _label_rows(ax, labels, height)
        _label_columns(ax, labels, width)
        _resize_figure(ax, (width * size, height * size))
    else:
        # Labels take room from the cells, so they are fitted a second time to what is left.
        room = _axes_size(ax)
        for _ in range(2):
            width, height = _axes_size(ax)
            _label_rows(ax, labels, height / size, longest=_LABEL_SHARE * room[0])
            _label_columns(ax, labels, width / size, longest=_LABEL_SHARE * room[1])
            _keep_inside(ax)
    _keep_fitting(ax, cells)
    return ax


def plot_per_class(
    values: Mapping[str, ArrayLike], labels: Sequence[Label], *, ax: Axes | None = None
) -> Axes:
    """
    Draw metrics of each class as dots on a scale from 0 to 1.

    Each metric has its own marker. A value that is undefined is a hollow marker beyond the end of
    the scale, so that it cannot be taken for a 0.

    Parameters
    ----------
    values : mapping of str to array-like of shape (K,)
        The values of each metric in label order, in [0, 1] or nan; from 1 to 7 metrics.
    labels : sequence of length K
        The classes, drawn from the top down.
    ax : matplotlib Axes, optional
        Where to draw; its figure keeps its size. By default a new figure is made, as large as the
        classes and their labels need.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError
        If there is no metric or there are more than 7, if a metric does not have one value for
        each label, or if a value is outside of [0, 1].

    Examples
    --------
    >>> ax = plot_per_class({"recall": [0.9, 0.2], "precision": [0.7, float("nan")]}, ["a", "b"])
    >>> [text.get_text() for text in ax.texts]
    ['undefined']
    """
    if not 1 <= len(values) <= len(_MARKERS):
        raise ValueError(f"values must hold from 1 to {len(_MARKERS)} metrics, got {len(values)}")
    size = len(labels)
    if size == 0:
        raise ValueError("labels is empty")
    checked = {name: _check_unit_values(metric, name, labels) for name, metric in values.items()}

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
    ax.set(xlim=(0, 1), ylim=(size - 0.5, -0.5), xticks=np.linspace(0, 1, 6))
    ax.spines[["left", "right", "top"]].set_visible(False)
    ax.set_axisbelow(True)
    ax.grid(False)
    # A dot at 0 reaches beyond the axes: keep the labels clear of it.
    ax.tick_params("y", pad=8)
    ax.grid(axis="x", color="#dddddd", linewidth=0.8)
    for border in rows[1:] - 0.5:
        ax.axhline(border, color="#bbbbbb", linewidth=0.8, linestyle="-", marker="")
    names = [label_text(label) for label in labels]
    if own_figure:
        row_height = 14.0 + 13.0 * len(checked)
        _label_rows(ax, names, row_height)
        _legend_above(ax, 320.0)
        _resize_figure(ax, (320.0, row_height * size))
    else:
        room = _axes_size(ax)
        _legend_above(ax, room[0])
        for _ in range(2):
            row_height = _axes_size(ax)[1] / size
            _label_rows(ax, names, row_height, longest=_LABEL_SHARE * room[0])
            _set_font(undefined, min(10.0, row_height / len(checked) / _LINE_HEIGHT))
            _keep_inside(ax)
    return ax


def describe_matrix(cm: ConfusionMatrix) -> str:
    """
    Say in a sentence what a confusion matrix shows, for the alternative text of a figure.

    Parameters
    ----------
    cm : ConfusionMatrix
        The matrix to describe.

    Returns
    -------
    str
        How many samples and classes, how many are correct, and up to three of the most frequent
        confusions.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix
    >>> print(describe_matrix(ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])))
    Confusion matrix of 22 samples in 2 classes. 54.5% are correct. Most frequent confusions: dog
    taken for cat (7), cat taken for dog (3).
    """
    write = count_writer(cm.counts)
    kind = "weighted samples" if cm.counts.dtype.kind == "f" else "samples"
    sentences = [f"Confusion matrix of {write(cm.total)} {kind} in {len(cm.labels)} classes."]
    if cm.total > 0:
        sentences.append(f"{_percent(cm.correct / cm.total, 1)} are correct.")
    wrong = cm.counts * ~np.eye(len(cm.labels), dtype=np.bool_)
    ranked = np.argsort(-wrong, axis=None, kind="stable")
    pairs = [divmod(int(cell), len(cm.labels)) for cell in ranked if wrong.flat[cell] > 0]
    named = [
        f"{label_text(cm.labels[row])} taken for {label_text(cm.labels[column])} "
        f"({write(wrong[row, column])})"
        for row, column in pairs[:3]
    ]
    if len(pairs) > 3 and wrong[pairs[3]] == wrong[pairs[2]]:
        named.append("and others as frequent as the last")
    if named:
        sentences.append(f"Most frequent confusions: {', '.join(named)}.")
    return " ".join(sentences)


def _check_axes(ax: Axes | None) -> Axes:
    """Return the axes to draw in: the caller's, or new ones in a figure of their own."""
    from matplotlib.axes import Axes

    if ax is None:
        import matplotlib.pyplot as plt

        return plt.subplots(layout="constrained")[1]
    if not isinstance(ax, Axes):
        raise TypeError(f"ax must be a matplotlib Axes, got {type(ax).__name__}")
    return ax


def _check_unit_values(
    values: ArrayLike, name: str, labels: Sequence[Label]
) -> NDArray[np.float64]:
    array = np.asarray(values, dtype=np.float64)
    if array.shape != (len(labels),):
        raise ValueError(
            f"values[{name!r}] must have one value for each of the {len(labels)} labels, "
            f"got shape {array.shape}"
        )
    for value, label in zip(array, labels, strict=True):
        if value < 0 or value > 1:
            raise ValueError(f"values[{name!r}] must be in [0, 1], got {value} for {label!r}")
    return array


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


# Sizes below are in points, the unit of fonts: 72 to the inch.


def _legend_above(ax: Axes, width: float) -> None:
    """Put the legend above the axes, in as many columns as the width holds."""
    for columns in range(len(ax.get_legend_handles_labels()[0]), 0, -1):
        legend = ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=columns, frameon=False)
        for text in legend.get_texts():
            text.set(**_PLAIN)
        if legend.get_window_extent().width * 72 / _root(ax).dpi <= width:
            return


def _root(ax: Axes) -> Figure:
    """Return the figure itself, also for axes in a subfigure."""
    return ax.figure.canvas.figure


def _axes_size(ax: Axes) -> NDArray[np.float64]:
    """Return the width and height of the axes, after the figure's own layout if it has one."""
    figure = _root(ax)
    if figure.get_layout_engine() is not None:
        figure.draw_without_rendering()
    return np.array(ax.get_window_extent().size) * 72 / figure.dpi


def _largest(texts: Sequence[Text]) -> NDArray[np.float64]:
    """Return the width of the widest text and the height of the highest."""
    # Equal strings are equally large: a matrix repeats many.
    different = {text.get_text(): text for text in texts}
    sizes = np.array([text.get_window_extent().size for text in different.values()])
    figure = texts[0].get_figure()
    assert figure is not None
    largest: NDArray[np.float64] = sizes.max(axis=0) * 72 / figure.dpi
    return largest


def _set_font(texts: Sequence[Text], size: float) -> None:
    for text in texts:
        text.set_fontsize(size)


def _keep_fitting(ax: Axes, cells: Sequence[Text]) -> None:
    """Let text shrink with its cells whenever the figure is drawn.

    A layout may still take room from the axes: for a neighbour drawn later, or for a title.
    """
    from matplotlib.artist import Artist

    classes = len(ax.get_yticks())
    cell_font, needed = cells[0].get_fontsize(), _largest(cells)
    label_fonts = [axis.get_ticklabels()[0].get_fontsize() for axis in (ax.xaxis, ax.yaxis)]
    fitted = _axes_size(ax)

    class Fit(Artist):
        def draw(self, renderer: Any) -> None:
            now = np.array(ax.get_window_extent().size) * 72 / _root(ax).dpi
            _set_font(cells, cell_font * min(1.0, *(now / classes * _FILL / needed)))
            for axis, font, change in zip(
                (ax.xaxis, ax.yaxis), label_fonts, now / fitted, strict=True
            ):
                _set_font(axis.get_ticklabels(), font * min(1.0, change))

    for text in cells:
        text.set_in_layout(False)
    # Drawn before anything else in the axes.
    fit = Fit()
    fit.set(zorder=-100, in_layout=False)
    ax.add_artist(fit)


def _families(labels: Sequence[str]) -> list[str]:
    """Return the current font families, and one more if labels are Chinese, Japanese or Korean."""
    import matplotlib
    from matplotlib import font_manager

    families = list(matplotlib.rcParams["font.family"])
    if any(character >= "\u2e80" for label in labels for character in label):
        installed = set(font_manager.get_font_names())
        families += [family for family in _WIDE_FONTS if family in installed][:1]
    return families


def _wrap(label: str, lines: int) -> str:
    """Break a label into at most so many lines, of about equal length where it has words."""
    width = _WRAP_AT
    while len(wrapped := textwrap.wrap(label, width)) > lines:
        width += 2
    return "\n".join(wrapped)


def _label_rows(
    ax: Axes, labels: Sequence[str], height: float, *, longest: float | None = None
) -> None:
    """Write labels at the rows of an axes, in rows that are so high."""
    size = min(10.0, height * _FILL / _LINE_HEIGHT)
    lines = max(1, int(height * _FILL / (size * _LINE_HEIGHT)))
    ax.set_yticks(
        range(len(labels)),
        [_wrap(label, lines) for label in labels],
        fontsize=size,
        fontfamily=_families(labels),
        **_PLAIN,
    )
    ax.tick_params("y", length=0)
    texts = ax.get_yticklabels()
    if longest is not None:
        _set_font(texts, size * min(1.0, longest / _largest(texts)[0]))


def _label_columns(
    ax: Axes, labels: Sequence[str], width: float, *, longest: float | None = None
) -> None:
    """Write labels at the columns of an axes, slanted unless all fit side by side."""
    look = {"fontfamily": _families(labels), **_PLAIN}
    ax.tick_params("x", length=0)
    ax.set_xticks(range(len(labels)), labels, fontsize=10.0, rotation=0, ha="center", **look)
    texts = ax.get_xticklabels()
    if _largest(texts)[0] <= width * _FILL:
        return
    # At 45 degrees neighbours are this far apart.
    apart = width * np.sqrt(0.5)
    size = min(10.0, apart / _LINE_HEIGHT)
    lines = max(1, int(apart / (size * _LINE_HEIGHT)))
    ax.set_xticks(
        range(len(labels)),
        [_wrap(label, lines) for label in labels],
        fontsize=size,
        rotation=45,
        ha="right",
        rotation_mode="anchor",
        **look,
    )
    if longest is not None:
        _set_font(texts, size * min(1.0, longest / _largest(texts)[1]))


def _resize_figure(ax: Axes, size: tuple[float, float]) -> None:
    """Make the figure so large that its only axes get this size and nothing is cut off."""
    import matplotlib

    figure = _root(ax)
    figure.draw_without_rendering()
    outer, inner = ax.get_tightbbox(), ax.get_window_extent()
    assert outer is not None
    labels = (np.array(outer.size) - inner.size) / figure.dpi
    pads = [matplotlib.rcParams[f"figure.constrained_layout.{side}_pad"] for side in "wh"]
    figure.set_size_inches(np.array(size) / 72 + labels + 2 * np.array(pads))


def _keep_inside(ax: Axes) -> None:
    """Shrink axes of a figure without a layout of its own until all their labels are in it."""
    from matplotlib.transforms import Bbox

    if _root(ax).get_layout_engine() is not None:
        return
    outer, inner = ax.get_tightbbox(), ax.get_window_extent()
    assert outer is not None
    page = ax.figure.bbox.padded(-3 * _root(ax).dpi / 72)
    low = np.maximum(0.0, np.subtract(page.min, outer.min))
    high = np.minimum(0.0, np.subtract(page.max, outer.max))
    if low.any() or high.any():
        box = Bbox(np.array([inner.min + low, inner.max + high]))
        ax.set_position(box.transformed(ax.figure.transSubfigure.inverted()))
