"""The lists behind Top-k: each sample's classes in the order of their scores."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike, NDArray

from cmlib._checks import (
    as_numbers,
    check_lengths,
    listed,
    refuse_where,
    whole_number,
)
from cmlib._counting.kinds import places_of, read
from cmlib._labels import Labels, check_labels
from cmlib._text import label_text
from cmlib.plot.axes import AS_WRITTEN, FONT, axes_for, fit_figure, named, wide, write_beside
from cmlib.plot.style import FILL, INK, ON_FILL, SOFT
from cmlib.plot.svg import describe

_MOST_SAMPLES = 15
_MOST_CLASSES = 12
# Sizes in points: a box with a class and its score, and the room for a sample.
_NARROWEST = 26.0
_BOX_HEIGHT = 30.0
_ROW = 42.0
# Share of its place that a box fills.
_BOX_SHARE = 0.86


class _Row(NamedTuple):
    """A sample: its columns from the highest score down, and where its truth stands among them."""

    groups: list[list[int]]  # columns with the same score stand together
    true: int
    before: int  # classes that score higher than the true one
    shared: int  # classes that score as high, the true one among them


def ranks(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    k: int | None = None,
    labels: Labels | None = None,
    rows: Sequence[Any] | None = None,
) -> Axes:
    """Draw each sample's list: its classes from the highest score down, the true one filled.

    At the right stands the rank of the truth. With ``k`` a thick line ends the list, and the words
    say whether the truth is on it. Classes with the same score stand in a frame: any order is as
    good, so a true class among them has several ranks, and is on the list in a share of the orders.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True classes; from 1 to 15 samples.
    y_score : array-like of shape (n_samples, n_classes)
        One score for each class, a larger one for a likelier class. Finite; up to 12 classes.
    k : int, optional
        The length of the list, from 1 to the number of classes.
    labels : sequence, optional
        The class of each column, by default ``0 .. n_classes-1``.
    rows : sequence, optional
        What the samples are called. By default the name of their true class.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    TypeError
        If scores, labels or ``k`` are of a wrong kind.
    ValueError
        If shapes do not match, there are too many samples or classes or none, a score is not
        finite, a label is unknown, or ``k`` is out of range.

    Examples
    --------
    >>> ax = ranks(["tea"], [[1, 4, 2]], k=2, labels=["tea", "milk", "juice"])
    >>> [text.get_text() for text in ax.texts if "rank" in text.get_text()]
    ['rank 3: a miss']
    """
    scores, names, true = _check_samples(y_true, y_score, labels)
    if k is not None:
        k = whole_number(k, "k", "a whole number")
        if not 1 <= k <= len(names):
            raise ValueError(f"k must be from 1 to the number of classes, {len(names)}, got {k}")
    called = [names[column] for column in true]
    if rows is not None:
        called = [label_text(row) for row in listed(rows, "rows")]
        if len(called) != len(true):
            raise ValueError(f"rows must name {len(true)} samples, got {len(called)}")
    lists = [_ranked(row, column) for row, column in zip(scores, true, strict=True)]
    texts = [[f"{value:.3g}" for value in row] for row in scores]

    box = max(map(_width, [*names, *(text for row in texts for text in row)]))
    ax = axes_for(None, box / _BOX_SHARE * len(names), _ROW * len(lists))
    ax.set(xlim=(0.5, len(names) + 0.5), ylim=(len(lists) - 0.5, -0.5))
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    ax.xaxis.tick_top()
    ax.xaxis.set_label_position("top")
    ax.set_xticks(range(1, len(names) + 1))
    ax.set_xlabel("place on the list", fontsize=FONT)
    ax.set_yticks(range(len(lists)), **named(called, 2 * FONT))
    for y, (row, text) in enumerate(zip(lists, texts, strict=True)):
        _draw_row(ax, y, row, [f"{name}\n{score}" for name, score in zip(names, text, strict=True)])
        place = ax.get_yaxis_transform()
        # Long verdicts take three lines: a wide picture gets small on a telephone.
        verdict = _verdict(row, k).replace(": a hit in", ":\na hit in").replace(" of", "\nof")
        write_beside(ax, verdict, (1, y), (8, 0), place, va="center")
    if any(len(group) > 1 for row in lists for group in row.groups):
        key = "Dashed: equal scores, in any order."
        write_beside(ax, key, (0, 0), (0, -1.5 * FONT), ax.transAxes, va="center")
    if k is not None:
        ax.axvline(k + 0.5, color=INK, linewidth=3, clip_on=False)
    describe(ax, _words(lists, names, texts, called, k))
    fit_figure(ax)
    return ax


def _check_samples(
    y_true: ArrayLike, y_score: ArrayLike, labels: Labels | None
) -> tuple[NDArray[Any], list[str], list[int]]:
    """Return the scores, the names of their columns, and the column of each true class."""
    instead = "pass df.to_numpy() and labels=df.columns"
    scores = as_numbers(y_score, "y_score", instead=instead)
    if scores.ndim != 2 or 0 in scores.shape:
        raise ValueError(
            f"y_score must be of shape (n_samples, n_classes), got shape {scores.shape}"
        )
    for what, many, most in zip(
        ("samples", "classes"), scores.shape, (_MOST_SAMPLES, _MOST_CLASSES), strict=True
    ):
        if many > most:
            raise ValueError(f"y_score must have up to {most} {what} to be drawn, got {many}")
    refuse_where(~np.isfinite(scores), scores, "y_score", "must be finite")
    truth = read(y_true, "y_true")
    check_lengths({"y_true": len(truth.codes), "y_score": len(scores)})
    classes = check_labels(range(scores.shape[1]) if labels is None else labels, scores.shape[1])
    names = [label_text(label) for label in classes]
    return scores, names, places_of(truth, "y_true", classes).tolist()


def _width(text: str) -> float:
    """Return how wide a box must be, in points."""
    return max(_NARROWEST, wide(text, FONT) + 8)


def _ranked(scores: NDArray[Any], true: int) -> _Row:
    order = sorted(range(len(scores)), key=lambda column: -scores[column])
    groups = [list(group) for _, group in groupby(order, key=lambda column: scores[column])]
    before, shared = (scores > scores[true]).sum(), (scores == scores[true]).sum()
    return _Row(groups, true, int(before), int(shared))


def _draw_row(ax: Axes, y: int, row: _Row, texts: list[str]) -> None:
    """Draw the boxes of one sample from the first place on, and a frame around equal scores."""
    box = _BOX_SHARE, _BOX_HEIGHT / _ROW
    place = 1
    for group in row.groups:
        if len(group) > 1:
            corner = (place - 0.485, y - 0.45)
            frame: dict[str, Any] = {"facecolor": "none", "edgecolor": INK, "linestyle": "--"}
            ax.add_patch(Rectangle(corner, len(group) - 0.03, 0.9, linewidth=1.2, **frame))
        for column in group:
            true = column == row.true
            corner = (place - box[0] / 2, y - box[1] / 2)
            look: dict[str, Any] = {
                "facecolor": FILL if true else "none",
                "edgecolor": FILL if true else SOFT,
                "linewidth": 0.8,
            }
            ax.add_patch(Rectangle(corner, *box, **look))
            colour = ON_FILL if true else INK
            words: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 0.9 * FONT}
            words |= {"fontfamily": named([texts[column]], 0)["fontfamily"]}
            ax.text(place, y, texts[column], color=colour, **words, **AS_WRITTEN)
            place += 1


def _verdict(row: _Row, k: int | None) -> str:
    """Return the rank of the truth, and whether it is among the first k."""
    first, last = row.before + 1, row.before + row.shared
    rank = f"rank {first}" if first == last else f"rank {first} to {last}"
    if k is None:
        return rank
    share = min(Fraction(1), max(Fraction(0), Fraction(k - row.before, row.shared)))
    if 0 < share < 1:
        return f"{rank}: a hit in {share} of the orders"
    return f"{rank}: {'a hit' if share else 'a miss'}"


def _words(
    lists: list[_Row],
    names: list[str],
    scores: list[list[str]],
    called: list[str],
    k: int | None,
) -> str:
    cut = "" if k is None else f", cut after place {k}"
    parts = [
        f"Lists of {len(names)} classes, the highest score first{cut}; the true class is filled."
    ]
    for row, text, name in zip(lists, scores, called, strict=True):
        order = ", ".join(
            " = ".join(names[column] for column in group) + f" ({text[group[0]]})"
            for group in row.groups
        )
        parts.append(f"{name}: {order}; the truth is {names[row.true]}, {_verdict(row, k)}.")
    return " ".join(parts)
