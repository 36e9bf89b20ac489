"""The largest confusions as bars: for a matrix of more classes than its cells can be drawn."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from cmlib._checks import whole_number
from cmlib._inputs import as_matrix
from cmlib._labels import Label
from cmlib._text import class_text, count_text, label_text, percent_text
from cmlib.matrix import ConfusionMatrix
from cmlib.plot.axes import LINE_HEIGHT, axes_for, fit_figure, named, size_of, write_beside
from cmlib.plot.style import FILL, SOFT
from cmlib.plot.svg import describe

_MOST_BARS = 60
_MOST_READ_OUT = 5


def confusions(cm: ConfusionMatrix | ArrayLike, *, n: int = 20, ax: Axes | None = None) -> Axes:
    """Draw the largest confusions as bars, each with its count and its share of the true class.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (K, K)
        One matrix of any number of classes; rows are the truth. Its method
        ``largest_confusions`` gives the same as numbers.
    n : int, default 20
        How many bars at most, from 1 to 60, the largest at the top. A count of 0 has no bar.
    ax : matplotlib Axes, optional
        Where to draw; text keeps its size. By default a new figure is made, as large as the bars
        and their labels need.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    TypeError
        If the counts are not numbers, or ``n`` is no whole number.
    ValueError
        If ``cm`` is a batch or not a valid matrix, or if ``n`` is under 1 or over 60.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix
    >>> vehicle = ConfusionMatrix([[64, 0, 0], [3, 42, 17], [5, 17, 47]], ["bus", "car", "van"])
    >>> ax = confusions(vehicle, n=2)
    >>> [label.get_text() for label in ax.get_yticklabels()], ax.texts[0].get_text()
    (['car → van', 'van → car'], '17 (27%)')
    """
    cm = as_matrix(cm)
    if not 1 <= whole_number(n, "n", "a whole number") <= _MOST_BARS:
        raise ValueError(f"n must be from 1 to {_MOST_BARS}, got {n!r}")
    # No DataFrame, so that pandas is not imported.
    row, column, counts = cm._sums.largest_confusions(n)
    shares = [percent_text(float(share), 0) for share in counts / cm.support[row]]
    numbers = count_text(counts) if len(counts) else counts
    pairs = [(cm.labels[i], cm.labels[j]) for i, j in zip(row, column, strict=True)]

    own_figure = ax is None
    rows = max(len(pairs), 1)
    ax = axes_for(ax, 300.0, 1.9 * LINE_HEIGHT * rows)
    ax.barh(range(len(pairs)), counts, height=0.7, color=FILL)
    ax.set(xlim=(0, None if pairs else 1), ylim=(rows - 0.5, -0.5), xticks=[])
    ax.set_yticks(
        range(len(pairs)),
        **named([" → ".join(map(label_text, pair)) for pair in pairs], size_of(ax)[1] / rows),
    )
    ax.tick_params("y", length=0)
    ax.spines[["right", "top", "bottom"]].set_visible(False)
    ax.grid(False)
    for at, (count, number, share) in enumerate(zip(counts, numbers, shares, strict=True)):
        write_beside(ax, f"{number} ({share})", (count, at), (4, 0), va="center")
    if pairs:
        heads: dict[str, Any] = {"where": "axes fraction", "color": SOFT, "va": "bottom"}
        write_beside(ax, "truth → predicted", (0, 1), (-4, 4), ha="right", **heads)
        write_beside(ax, "samples (share of the true class)", (0, 1), (4, 4), **heads)
    else:
        ax.spines["left"].set_visible(False)
        write_beside(ax, "No sample was predicted wrongly.", (0, 0), (0, 0), va="center")
    if own_figure:
        fit_figure(ax)
        describe(ax, _in_words(cm, pairs, [*map(str, numbers)], shares))
    return ax


def _in_words(
    cm: ConfusionMatrix, pairs: list[tuple[Label, Label]], counts: list[str], shares: list[str]
) -> str:
    """Describe the bars: the first few confusions, and the size of the last one."""
    of = f"among {count_text(cm.total)} samples in {len(cm.labels):,} classes"
    if not pairs:
        return f"Bar chart of confusions {of}: there are none."
    said = [
        f"{count} of {class_text(true)} predicted {class_text(predicted)} ({share} of that class)"
        for (true, predicted), count, share in zip(pairs, counts, shares, strict=True)
    ]
    words = f"Bar chart of the largest confusions {of}: {'; '.join(said[:_MOST_READ_OUT])}."
    if len(said) > _MOST_READ_OUT:
        words += f" {len(said) - _MOST_READ_OUT} more follow, down to {counts[-1]}."
    return words
