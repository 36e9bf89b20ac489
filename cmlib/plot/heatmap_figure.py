"""The heat map of a confusion matrix, its numbers in its cells."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap, Normalize, to_rgb
from numpy.typing import ArrayLike, NDArray

from cmlib._checks import check_choice, check_classes
from cmlib._inputs import as_matrix
from cmlib._text import class_text, count_text, percent_text
from cmlib.matrix import ConfusionMatrix
from cmlib.plot.axes import (
    AS_WRITTEN,
    FONT,
    LINE_HEIGHT,
    axes_for,
    fit_figure,
    named,
    size_of,
    write_beside,
)
from cmlib.plot.style import FILL, GRID_COLOUR, ON_FILL, SOFT
from cmlib.plot.svg import describe

_SHARE_OF = {"true": "row", "pred": "column", "all": "total"}
MOST_CLASSES = 30
_MOST_READ_OUT = 5
_WHITE_FROM = 197 / 256  # from this share of the full tone on, white has the greater contrast


def heatmap(
    cm: ConfusionMatrix | ArrayLike,
    *,
    normalize: Literal["true", "pred", "all"] | None = "true",
    ax: Axes | None = None,
) -> Axes:
    """Draw a confusion matrix as a heat map with its numbers in it.

    Each cell holds its count and beneath it its share, which also sets its colour. A count of 0
    stands alone; a share that does not exist, because its row or column is empty, is written as a
    dash on grey. Correct predictions are in bold. `confusions` is for any number of classes.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (K, K)
        One matrix of 2 to 30 classes; rows are the truth.
    normalize : {"true", "pred", "all"} or None
        What the shares are of: the row (the diagonal is recall), the column (the diagonal is
        precision) or all samples. None writes the counts alone and colours by them.
    ax : matplotlib Axes, optional
        Where to draw. Figure and text keep their sizes: half an inch for each class is enough for
        most counts. By default a new figure is made, as large as the matrix and its labels need.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    TypeError
        If the counts are not numbers, or ``ax`` is not a matplotlib Axes.
    ValueError
        If ``cm`` is a batch or not a valid matrix, has fewer than 2 or more than 30 classes, or if
        ``normalize`` is unknown.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix
    >>> ax = heatmap(ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"]))
    >>> ax.texts[0].get_text().split()
    ['5', '41.7%']
    """
    cm = as_matrix(cm)
    size = len(cm.labels)
    check_classes(size, "cm", 2, MOST_CLASSES, "to be drawn")
    check_choice(normalize, "normalize", (*_SHARE_OF, None))
    # From nothing to the full tone of an area that is counted.
    denser = ListedColormap([(*to_rgb(FILL), share) for share in np.linspace(0, 1, 256)])
    palette = denser.with_extremes(bad=GRID_COLOUR)

    shares = None if normalize is None else cm.normalize(normalize)
    values = cm.counts.astype(float) if shares is None else shares
    # A share of a row or column can reach 1; of other values the largest sets the scale.
    largest = 1.0 if normalize in ("true", "pred") else float(np.nanmax(values, initial=0.0)) or 1.0
    texts = _cell_texts(cm, shares)
    font = FONT if size <= 10 else 0.8 * FONT

    own_figure = ax is None
    ax = axes_for(ax, *_size_for(texts, font))
    edges, norm = np.arange(size + 1) - 0.5, Normalize(0.0, largest)
    grid: dict[str, Any] = {"edgecolors": GRID_COLOUR, "linewidth": 0.8}
    ax.pcolormesh(edges, edges, values, cmap=palette, norm=norm, **grid)
    ax.set(xlim=(-0.5, size - 0.5), ylim=(size - 0.5, -0.5), xlabel="predicted", ylabel="truth")
    ax.spines[:].set_visible(False)
    ax.grid(False)

    look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": font, **AS_WRITTEN}
    look |= {"linespacing": 1.15, "in_layout": False}
    for (row, column), text in np.ndenumerate(texts):
        colour = ON_FILL if values[row, column] / largest >= _WHITE_FROM else None  # the style's
        # As in the table of a matrix; an outline would mean "divided by".
        weight = "bold" if row == column else "normal"
        ax.text(column, row, text, color=colour, fontweight=weight, **look)
    if normalize is not None:
        key = f"% of the {_SHARE_OF[normalize]}"
        look = {"color": SOFT, "rotation": 270, "va": "center"}
        write_beside(ax, key, (1, 0.5), (6, 0), "axes fraction", **look)

    width, height = np.array(size_of(ax)) / size
    ax.tick_params(length=0)
    ax.set_yticks(range(size), **named(cm.labels, height))
    ax.set_xticks(range(size), **named(cm.labels, 0))
    widest = max(label.get_window_extent().width for label in ax.get_xticklabels())
    if widest * 72 / ax.figure.dpi > 0.9 * width:
        # At 45 degrees neighbours are this far apart.
        ax.set_xticks(range(size), **named(cm.labels, width * np.sqrt(0.5)))
        for label in ax.get_xticklabels():
            label.set(rotation=45, ha="right", rotation_mode="anchor")
    if own_figure:
        fit_figure(ax)
        describe(ax, _in_words(cm))
    return ax


def _in_words(cm: ConfusionMatrix) -> str:
    """Describe a matrix: every cell of a small one, the largest confusions of a large one."""
    names = [class_text(label) for label in cm.labels]
    words = f"Heat map of {count_text(cm.total)} samples in {len(names)} classes."
    if len(names) <= _MOST_READ_OUT:
        for name, support, row in zip(names, cm.support, cm.counts, strict=True):
            cells = map("{} predicted {}".format, count_text(row), names)
            words += f" Of {count_text(support)} {name}: {', '.join(cells)}."
        return words
    hits = np.diag(cm.counts)
    first, last = int(hits.argmax()), int(hits.argmin())
    words += (
        f" On the diagonal from {count_text(hits[last])} ({names[last]}) to "
        f"{count_text(hits[first])} ({names[first]})."
    )
    for row, column, count in zip(*cm._sums.largest_confusions(3), strict=True):
        words += f" {count_text(count)} of {names[row]} predicted {names[column]}."
    return words


def _cell_texts(cm: ConfusionMatrix, shares: NDArray[np.float64] | None) -> NDArray[Any]:
    """Write the count of each cell and, unless it is 0, its share beneath."""
    texts = count_text(cm.counts)
    decimals = 1 if len(cm.labels) <= 5 else 0
    for cell, count in np.ndenumerate(cm.counts):
        if shares is not None and np.isnan(shares[cell]):
            texts[cell] += "\n–"
        elif shares is not None and count > 0:
            texts[cell] += "\n" + percent_text(float(shares[cell]), decimals)
    return texts


def _size_for(texts: NDArray[Any], font: float) -> tuple[float, float]:
    """Return the width and height of axes whose cells are filled to no more than nine tenths."""
    lines = [text.split("\n") for text in texts.flat]
    width = max(
        0.75 * font * max(len(line) for text in lines for line in text),
        LINE_HEIGHT / np.sqrt(0.5),  # one line of a slanted label
        260.0 / (len(texts) + 1),  # a small matrix gets roomy cells
    )
    height = max(1.4 * font * max(map(len, lines)), LINE_HEIGHT, 0.75 * width)
    return width * len(texts), height * len(texts)
