"""Agreement by chance as an area: a square cut by the shares of truth and predictions."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike, NDArray

from cmlib._checks import check_classes
from cmlib._inputs import as_matrix
from cmlib._text import label_text
from cmlib.matrix import ConfusionMatrix
from cmlib.plot.axes import FONT, LINE_HEIGHT, axes_for, fit_figure, named, wide, write_beside
from cmlib.plot.style import FILL, INK, ON_FILL
from cmlib.plot.svg import describe

Shares = NDArray[np.float64]

_MOST_CLASSES = 10
# Side of a square, and gap between the two, in points.
_SIDE, _GAP = 140.0, 22.0


def chance(cm: ConfusionMatrix | ArrayLike) -> Axes:
    """Draw the observed agreement and that of chance as areas in two squares of side 1.

    Both squares are cut into rows, as high as the shares of the classes in the truth. In the square
    on the left each row is cut by its own counts; in the one on the right all rows are cut by the
    shares of the classes in the predictions, as if these knew nothing of the truth. The blocks in
    which both agree are filled: their area is p_o on the left and p_e on the right, the two numbers
    that Kappa compares.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (K, K)
        Counts of at most 10 classes, rows the truth.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    TypeError
        If ``cm`` holds no numbers.
    ValueError
        If ``cm`` is not square, has no samples or more than 10 classes.

    See Also
    --------
    cmlib.cohen_kappa : what is made of the two areas.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix
    >>> ax = chance(ConfusionMatrix([[5, 5], [5, 85]], labels=["suspicious", "clear"]))
    >>> [text.get_text() for text in ax.texts if "p_" in text.get_text()]
    ['observed: p_o = 0.9000', 'by chance: p_e = 0.8200']
    """
    cm = as_matrix(cm)
    if cm.total == 0:
        raise ValueError("cm has no samples")
    check_classes(len(cm.labels), "cm", 1, _MOST_CLASSES, "to be drawn")

    truth, predicted = cm.support / cm.total, cm.predicted / cm.total
    observed = cm.counts / cm.total
    expected = np.outer(truth, predicted)
    ax = axes_for(None, 2 * _SIDE + _GAP, _SIDE)
    left = 1 + _GAP / _SIDE
    ax.set(xlim=(0, left + 1), ylim=(1, 0), ylabel="truth")
    # Centred over the right square, which the predictions cut.
    ax.set_xlabel("prediction", x=(left + 0.5) / (left + 1), horizontalalignment="center")
    for name, shares, x in (("observed: p_o", observed, 0.0), ("by chance: p_e", expected, left)):
        _draw_square(ax, shares, x)
        text = f"{name} = {np.trace(shares):.4f}"
        write_beside(ax, text, (x + 0.5, 1), (0, -6), ha="center", va="top")
    _write_classes(ax, cm, truth, predicted, left)
    describe(ax, _words(cm, truth, predicted, observed, expected))
    fit_figure(ax)
    return ax


def _draw_square(ax: Axes, shares: Shares, left: float) -> None:
    """Draw a square whose blocks are as large as these shares, those on the diagonal filled."""
    tops = np.cumsum([0.0, *shares.sum(axis=1)])
    for i, row in enumerate(shares):
        height = float(row.sum())
        if height == 0:
            continue
        widths = row / height
        starts = left + np.cumsum([0.0, *widths])
        for j, (start, width) in enumerate(zip(starts, widths, strict=False)):
            look: dict[str, Any] = {"facecolor": FILL if i == j else "none", "linewidth": 0.8}
            ax.add_patch(
                Rectangle((start, tops[i]), width, height, edgecolor=INK, clip_on=False, **look)
            )
            text = f"{row[j]:.2f}"
            if i == j and width * _SIDE > wide(text, FONT) and height * _SIDE > LINE_HEIGHT:
                ax.text(
                    start + width / 2,
                    tops[i] + height / 2,
                    text,
                    color=ON_FILL,
                    fontsize=FONT,
                    ha="center",
                    va="center",
                )
    ax.add_patch(
        Rectangle((left, 0), 1, 1, facecolor="none", edgecolor=INK, linewidth=2, clip_on=False)
    )


def _write_classes(
    ax: Axes, cm: ConfusionMatrix, truth: Shares, predicted: Shares, left: float
) -> None:
    """Write the classes and their shares: of the truth at the left, of the predictions above.

    Where a share is too narrow for a line of text, only the description tells it.
    """
    names = [label_text(label) for label in cm.labels]
    upright = all(
        wide(name, FONT) < share * _SIDE for name, share in zip(names, predicted, strict=True)
    )
    for axis, shares, first in ((ax.yaxis, truth, 0.0), (ax.xaxis, predicted, left)):
        between = "\n" if axis is ax.xaxis and upright else " "
        roomy = shares * _SIDE >= 0.9 * LINE_HEIGHT
        texts = [
            f"{name}{between}{share:.2f}"
            for name, share, room in zip(names, shares, roomy, strict=True)
            if room
        ]
        middles = first + np.cumsum(shares) - shares / 2
        axis.set_ticks(middles[roomy], **(named(texts, LINE_HEIGHT) | {"labels": texts}))
    ax.xaxis.set_label_position("top")
    ax.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)
    ax.tick_params(axis="x", rotation=0 if upright else 90)
    for spine in ax.spines.values():
        spine.set_visible(False)


def _words(
    cm: ConfusionMatrix, truth: Shares, predicted: Shares, observed: Shares, expected: Shares
) -> str:
    names = [label_text(label) for label in cm.labels]

    def listed(values: Shares) -> str:
        return ", ".join(f"{name} {value:.4g}" for name, value in zip(names, values, strict=True))

    p_o, p_e = np.trace(observed), np.trace(expected)
    return (
        f"Two squares of area 1, cut into rows by the row shares: {listed(truth)}. Left, "
        f"observed: each row is cut by its own counts; the filled blocks on the diagonal are "
        f"{listed(np.diag(observed))}, together p_o = {p_o:.4f}. Right, by chance: every row is "
        f"cut by the column shares: {listed(predicted)}; the filled blocks are "
        f"{listed(np.diag(expected))}, together p_e = {p_e:.4f}."
    )
