"""Drawings of lesson 2: averages beside their parts, what vanishes, two F1s of means."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from cmcourse.figures.sketch_figure import box, sketch
from cmlib.matrix import ConfusionMatrix
from cmlib.metrics import f_score, precision, recall
from cmlib.plot.cell_panels import Panel, draw_panels
from cmlib.plot.style import COLOURS, FILL, INK, PAPER, SOFT
from cmlib.plot.svg import describe


def nine_averages(averages: Mapping[str, Sequence[float]]) -> Axes:
    """Draw precision, recall and F1 of three averages: a bar between the first two, a diamond."""
    _, ax = plt.subplots(figsize=(5, 2.6))
    in_words = []
    for row, (average, (P, R, F1)) in enumerate(averages.items()):
        ax.plot([P, R], [row, row], "-|", color=SOFT)
        ax.plot(F1, row, "D", color=COLOURS[1], markersize=9)
        ax.text(F1, row + 0.35, "F1", color=COLOURS[1], ha="center", weight="bold")
        if P == R:
            ax.text(P, row - 0.14, "precision = recall", ha="center")
        elif abs(R - P) < 0.02:  # "precision" before the bar would stand over the diamond
            ax.text(P, row - 0.14, "precision, recall")
        else:
            ax.text(P, row - 0.14, "precision ", ha="right")
            ax.text(R, row - 0.14, " recall")
        in_words.append(f"{average}: precision {P:.4f}, recall {R:.4f}, F1 {F1:.4f}.")
    ax.set(xlim=(0.372, 0.463), xticks=[0.38, 0.4, 0.42, 0.44], ylim=(2.5, -0.5))
    ax.set_yticks(range(3), list(averages))
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    return describe(
        ax,
        "Three rows on one scale, a bar from precision to recall and a diamond for F1. "
        + " ".join(in_words),
    )


def weighted_recalls(cm: ConfusionMatrix, votes: Mapping[str, Sequence[float]]) -> Axes:
    """Draw the recalls of two classes as bars in a square, as wide as two kinds of weights."""
    recalls = np.asarray(recall(cm)).tolist()
    _, panels = plt.subplots(1, 2, figsize=(4.8, 2.6), sharey=True)
    areas = [float(np.dot(widths, recalls)) for widths in votes.values()]
    for ax, (name, widths), area in zip(panels, votes.items(), areas, strict=True):
        ax.set(xlim=(0, 1), ylim=(0, 1), xticks=[])
        ax.set_title(f"{name} {area:.4f}", fontsize=10)
        for at, (left, height) in enumerate(zip((0, widths[0]), recalls, strict=True)):
            box(ax, left, 0, widths[at], height, facecolor=FILL, edgecolor=PAPER)
            box(ax, left, 0, widths[at], 1)
            side = {"ha": "center" if widths[at] > 0.2 else "right", "va": "top"}
            ax.text(left + widths[at] / 2, -0.03, cm.labels[at], **side)
    panels[0].set_ylabel("recall")
    (one, other), (_, weights) = cm.labels, votes.values()
    return describe(
        panels[0],
        f"Two squares. In both a bar for {one} is {recalls[0]:.4f} high and one for {other} "
        f"{recalls[1]:.4f}. Macro: both are equally wide, and the filled area is {areas[0]:.4f}. "
        f"Weighted: {one} takes {weights[0]:.2f} of the width, and the filled area is "
        f"{areas[1]:.4f}.",
    )


def vanishing(cm: ConfusionMatrix, kept: Collection[object]) -> Axes:
    """Draw a matrix of four classes, its cells crossed out where a class is not among the kept."""
    ax = sketch(3.8, 3.4, x=(-1.1, 4), y=(4, -0.7))
    ax.set_aspect("equal")
    ax.text(2, -0.55, "predicted", ha="center")
    ax.text(-1, 2, "truth", rotation=90, va="center")
    for at, label in enumerate(cm.labels):
        ax.text(at + 0.5, -0.1, str(label), ha="center")
        ax.text(-0.1, at + 0.5, str(label), ha="right", va="center")
    for (row, column), count in np.ndenumerate(cm.counts):
        gone = not {cm.labels[row], cm.labels[column]} <= set(kept)
        look = {"hatch": "xx", "edgecolor": SOFT, "linestyle": ":"} if gone else {}
        box(ax, column + 0.05, row + 0.05, 0.9, 0.9, count, **look)
    return describe(
        ax,
        f"The matrix of the fruit. The {len(kept)} by {len(kept)} cells of "
        f"{', '.join(map(str, kept))} stay. The last row and the last column, those of "
        f"{cm.labels[-1]}, are crossed out: {cm.support[-1]} pieces in the row, and "
        f"{cm.counts[:-1, -1].sum()} more in the column.",
    )


def equal_f1(cm: ConfusionMatrix) -> Axes:
    """Draw two classes and their mean on curves of equal F1, recall over precision."""
    _, ax = plt.subplots(figsize=(4.5, 4.1))

    def draw(level: float, **look: Any) -> None:
        # F1 = level wherever recall = level * precision / (2 precision - level), up to recall 1.
        along = np.linspace(level / (2 - level), 1, 400)
        ax.plot(along, level * along / (2 * along - level), "-", **look)

    points = np.column_stack([precision(cm), recall(cm)])
    mean = points.mean(axis=0)
    low = float(np.ravel(f_score(cm))[0])
    high = float(2 * mean.prod() / mean.sum())
    ax.set(xlabel="precision", ylabel="recall", aspect="equal", xlim=(0, 1.12), ylim=(0, 1.04))
    for level in (0.2, 0.4, 0.6, 0.8):
        draw(level, color=SOFT, linewidth=0.8)
        ax.text(1.01, level / (2 - level), f"F1 {level}", color=SOFT, va="center")
    draw(low, color=COLOURS[0])
    draw(high, color=COLOURS[1])
    ax.plot(*points.T, ":o", color=INK, linewidth=1.4, markersize=9)
    ax.plot(*mean, "D", color=COLOURS[1], markersize=10)
    paper: dict[str, Any] = {"facecolor": PAPER, "edgecolor": "none", "pad": 1}
    for text, (x, y), away, ha in (
        (str(cm.labels[0]), points[0], (-36, 10), "right"),
        (str(cm.labels[1]), points[1], (12, -4), "left"),
        (f"F1 of the means: {high:.4f}", mean, (12, 6), "left"),
        (f"F1 of each class: {low:.4f}", (0.06, 0.06), (0, 0), "left"),
    ):
        ax.annotate(text, (x, y), away, textcoords="offset points", ha=ha, bbox=paper)
    return describe(
        ax,
        "A plane of precision and recall with curves of equal F1, which bend towards the origin. "
        f"The two classes lie in opposite corners, at {points[0].tolist()} and "
        f"{points[1].tolist()}, both on the curve of {low:.4f}, which runs along the axes. "
        f"Half-way between them lies their mean, on the curve of {high:.4f}.",
    )


def added_up(folded: Mapping[str, ConfusionMatrix], pooled: ConfusionMatrix) -> Axes:
    """Draw folded matrices, and their sum."""
    panels = [
        Panel(2, texts=cm.counts.astype(str).tolist(), filled=[(0, 0)], before=sign, below=[name])
        for (name, cm), sign in zip(
            [*folded.items(), ("all decisions", pooled)],
            ["", *["+"] * (len(folded) - 1), "="],
            strict=True,
        )
    ]
    ax = draw_panels(panels)
    each = ", ".join(f"{name} {cm.counts.tolist()}" for name, cm in folded.items())
    return describe(
        ax,
        f"Four small tables, the matrix folded for {each}; added up they are "
        f"{pooled.counts.tolist()}. In each, the filled cell holds the TP.",
    )
