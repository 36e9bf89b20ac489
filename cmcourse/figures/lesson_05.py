"""Drawings of lesson 5: curves by hand, their areas, what thresholds cost, who may choose one.

Matrices are those of all thresholds from high to low, the first above all scores: of shape
(T, 2, 2), each ``[[TP, FN], [FP, TN]]``.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from cmcourse.figures.sketch_figure import box, sketch, square
from cmlib.matrix import ConfusionMatrix
from cmlib.plot.cell_panels import Panel, draw_panels
from cmlib.plot.curves_figure import curves
from cmlib.plot.style import COLOURS, FILL, GRID_COLOUR, INK, ON_FILL, PAPER, SOFT
from cmlib.plot.svg import describe

Counts = NDArray[np.int64]
Numbers = NDArray[np.float64]

_PAPER: dict[str, Any] = {"facecolor": PAPER, "edgecolor": "none", "pad": 1}


def _name(threshold: float) -> str:
    return f"{threshold:.0f}".replace("inf", "∞")


def _sizes(matrices: Counts) -> tuple[int, int]:
    """Return how many samples are positive and how many are negative."""
    positives, negatives = matrices[0].sum(axis=1)
    return int(positives), int(negatives)


def _mark(ax: Axes, x: float, y: float, positive: bool) -> None:
    """Draw a sample with the mark that it has in the strip of scores."""
    look: dict[str, Any] = {"marker": "o", "color": COLOURS[1]}
    if not positive:
        look = {"marker": "s", "facecolor": PAPER, "edgecolor": COLOURS[0]}
    ax.scatter([x], [y], s=60, linewidth=1.8, zorder=4, clip_on=False, **look)


def _squared_paper(matrices: Counts) -> Axes:
    """Return axes with a square for each pair of a positive and a negative sample."""
    n_P, n_N = _sizes(matrices)
    _, ax = plt.subplots(figsize=(4.4, 3.2))
    ax.set(xlabel="false positive rate", ylabel="true positive rate", aspect="equal")
    ax.set(xlim=(0, n_N), xticks=range(n_N + 1), ylim=(0, n_P), yticks=range(n_P + 1))
    ax.set_xticklabels(["0", *(f"{i}/{n_N}" for i in range(1, n_N)), "1"])
    ax.set_yticklabels(["0", *(f"{i}/{n_P}" for i in range(1, n_P)), "1"])
    ax.grid(color=GRID_COLOUR)
    ax.plot([0, n_N], [0, n_P], ":", color=SOFT)
    return ax


def two_rates(cm: ConfusionMatrix) -> Axes:
    """Draw the matrix of two classes twice: what TPR and what FPR counts and divides by."""
    (hits, missed), (alarms, left) = cm.counts.tolist()
    tpr = f"{hits} / ({hits} + {missed}) = {hits / (hits + missed):.4f}"
    fpr = f"{alarms} / ({alarms} + {left}) ≈ {alarms / (alarms + left):.4f}"
    names = [str(label) for label in cm.labels]
    rows = [
        Panel(
            2,
            texts=cm.counts.astype(str).tolist(),
            filled=[(row, 0)],
            outlined=[(row, 0), (row, 1)],
            names=(names, names),
            below=below,
        )
        for row, below in enumerate([("TPR", tpr), ("FPR", fpr)])
    ]
    ax = draw_panels(rows)
    return describe(
        ax,
        f"The matrix at threshold 70, twice. On the left the row of {names[0]} is outlined and its "
        f"{hits} mails predicted as {names[0]} are filled: TPR is {hits} of {hits + missed}. On "
        f"the right the row of {names[1]} is outlined and the {alarms} mail of it that is "
        f"predicted as {names[0]} is filled: FPR is {alarms} of {alarms + left}.",
    )


def roc_by_hand(
    positive: NDArray[np.bool_], score: Numbers, thresholds: Numbers, matrices: Counts
) -> Axes:
    """Draw the ROC curve as strokes on squared paper: spam goes up, ham right, a tie both ways."""
    n_P, n_N = _sizes(matrices)
    ax = _squared_paper(matrices)
    ax.text(4.6, 2.8, "no skill", color=SOFT, va="top")
    y, x = matrices[:, :, 0].T.astype(float)
    ends: dict[str, Any] = {"angles": "xy", "scale_units": "xy", "scale": 1, "clip_on": False}
    arrows = ax.quiver(x[:-1], y[:-1], np.diff(x), np.diff(y), width=0.008, **ends)
    arrows.set_in_layout(False)
    middles = np.column_stack([x[:-1] + x[1:], y[:-1] + y[1:]]) / 2
    for t, (across, up), is_up in zip(thresholds[1:], middles, np.diff(y) > 0, strict=True):
        if (score == t).sum() > 1:
            _mark(ax, across - 0.2, up - 0.2, True)
            _mark(ax, across + 0.1, up + 0.1, False)
            ax.text(across + 0.15, up - 0.45, f"{t:.0f} and {t:.0f}, a tie")
        else:
            _mark(ax, across, up, is_up)
            away = (8, -4) if is_up else (-6, 8)
            ax.annotate(f"{t:.0f}", (across, up), away, textcoords="offset points")
    (tie,) = (t for t in thresholds if (score == t).sum() > 1)
    before, after = (
        ", ".join(
            f"{t:.0f} {'up' if is_spam else 'right'}"
            for t, is_spam in zip(score[part], positive[part], strict=True)
        )
        for part in (score > tie, score < tie)
    )
    return describe(
        ax,
        f"Squared paper, {n_N} squares wide and {n_P} high, with a path of arrows from the lower "
        f"left to the upper right corner. Each arrow bears a mail's mark and score: {before}; then "
        f"one slanted arrow for the two mails of score {tie:.0f}, a spam and a ham, up and right "
        f"at once; then {after}. The path is the ROC curve of the ten mails. A dotted diagonal "
        "marks no skill; the path stays above it.",
    )


def average_precision(score: Numbers, thresholds: Numbers, matrices: Counts) -> Axes:
    """Draw the points of a P-R curve, and average precision as bars under some of them."""
    n_P, _ = _sizes(matrices)
    _, ax = plt.subplots(figsize=(4.8, 4))
    ax.set(xlim=(0, 1), ylim=(0, 1.04), xlabel="recall", ylabel="precision")
    ax.set(xticks=np.arange(5) / 4, yticks=np.arange(5) / 4)
    ax.spines[:].set_visible(False)
    found, points = 0.0, []
    for t, ((TP, _), (FP, _)) in zip(thresholds[1:], matrices[1:].tolist(), strict=True):
        P, R = TP / (TP + FP), TP / n_P
        if found < R:
            box(ax, found, 0, R - found, P, facecolor=FILL, edgecolor=PAPER)
            words = f"1/{n_P} · {TP}/{TP + FP}"
            ax.text((found + R) / 2, P / 4, words, color=ON_FILL, ha="center")
        _mark(ax, R, P, found < R)
        text = f"{t:.0f}, with a ham" if (score == t).sum() > 1 else f"{t:.0f}"
        ax.text(R + 0.035, P, text, va="center", bbox=_PAPER)
        points.append(f"{t:.0f} at recall {TP}/{n_P} and precision {TP}/{TP + FP}")
        found = R
    box(ax, 0, 0, 1, 1, linewidth=2.5)
    return describe(
        ax,
        "Diagram of precision over recall for the ten mails, one point for each threshold, with "
        f"the mail's mark and score: {'; '.join(points)}. At each spam recall grows by 1/{n_P}; "
        "over this stretch stands a filled bar as high as the precision at that point. The bars, "
        "inside the outlined unit square, are the average precision.",
    )


def roc_and_pr(roc: Mapping[str, Sequence[Numbers]], pr: Mapping[str, Sequence[Numbers]]) -> Axes:
    """Draw ROC curves, and beside them P-R curves in steps; the axes are those of the latter."""
    _, axes = plt.subplots(1, 2, figsize=(6.2, 3.6))
    look: dict[str, Any] = {"xlabel": "false positive rate", "ylabel": "true positive rate"}
    curves({name: (x, y) for name, (x, y) in roc.items()}, square=True, ax=axes[0], **look)
    look = {"xlabel": "recall", "ylabel": "precision", "step": "pre"}
    curves({name: (x, y) for name, (x, y) in pr.items()}, square=True, ax=axes[1], **look)
    return cast(Axes, axes[1])


def costs(thresholds: Numbers, matrices: Counts, lost_ham: tuple[int, int]) -> Axes:
    """Draw what each threshold costs, for two prices of a false alarm; a miss costs 1."""
    FN, FP = matrices[:, 0, 1], matrices[:, 1, 0]
    names = [_name(t) for t in thresholds]
    _, axes = plt.subplots(2, 1, figsize=(5.6, 4.6), sharex=True)
    in_words = []
    for ax, price in zip(axes, lost_ham, strict=True):
        total = FN + price * FP
        hatched: dict[str, Any] = {"facecolor": "none", "edgecolor": COLOURS[1], "hatch": "////"}
        ax.bar(names, FN, 0.7, **hatched)
        alarms = ax.bar(names, price * FP, 0.7, bottom=FN, facecolor=FILL)
        ax.bar_label(alarms, [f"▼\n{it}" if it == total.min() else it for it in total])
        ax.set_title(f"a missed spam costs 1, a lost ham {price}; ▼ cheapest", loc="left")
        ax.set(ylim=(0, 1.3 * total.max()), yticks=[])
        ax.spines["left"].set_visible(False)
        sums = zip(names, FN, price * FP, strict=True)
        each = "; ".join(f"{t}: {miss} + {alarm} = {miss + alarm}" for t, miss, alarm in sums)
        in_words.append(f"{each}; the cheapest is the threshold {names[total.argmin()]}")
    axes[1].set_xlabel("threshold (hatched: missed spam, filled: lost ham)")
    return describe(
        axes[1],
        "Two bar charts with one bar for each threshold; hatched what missed spam costs, filled "
        f"what lost ham costs. If both cost {lost_ham[0]}, {in_words[0]}. If a lost ham costs "
        f"{lost_ham[1]}, {in_words[1]}.",
    )


def _curve(matrices: Counts) -> tuple[Axes, int]:
    """Draw a ROC curve on squared paper, a bar where J is largest; return where that is."""
    ax = _squared_paper(matrices)
    n_P, n_N = _sizes(matrices)
    y, x = matrices[:, :, 0].T
    ax.plot(x, y, "-", color=INK, clip_on=False)
    best = int((y / n_P - x / n_N).argmax())
    ax.vlines(x[best], n_P * x[best] / n_N, y[best], COLOURS[2], linewidth=8, zorder=1.5)
    return ax, best


def informedness(thresholds: Numbers, matrices: Counts) -> Axes:
    """Draw J of each threshold as the height of the ROC curve above the diagonal."""
    ax, best = _curve(matrices)
    n_P, n_N = _sizes(matrices)
    y, x = matrices[:, :, 0].T
    ax.vlines(x, n_P * x / n_N, y, GRID_COLOUR, linewidth=3, zorder=1)
    at = _name(thresholds[best])
    ax.text(1.25, 1.9, f"J at {at}", color=COLOURS[2], weight="bold", va="center")
    return describe(
        ax,
        "The ROC curve of the ten mails on squared paper, with upright bars between the dotted "
        "diagonal and the curve, one for each threshold. The longest is thick and stands at the "
        f"threshold {at}.",
    )


def lines_of_cost(thresholds: Numbers, matrices: Counts) -> Axes:
    """Draw lines of equal cost that touch the ROC curve: a lost ham costs 1, and 5."""
    ax, best = _curve(matrices)
    FN, FP = matrices[:, 0, 1], matrices[:, 1, 0]
    ax.text(1.2, 1.7, "J", color=COLOURS[2], weight="bold", fontsize=13, va="center")
    touching = []
    for lost_ham, colour, dashes, place in (
        (1, COLOURS[0], "--", (1.25, 2.6)),
        (5, COLOURS[1], "-.", (0.8, 0.2)),
    ):
        at = (FN + lost_ham * FP).argmin()
        touch = FP[at], matrices[at, 0, 0]
        ax.axline(touch, slope=lost_ham, color=colour, linestyle=dashes)
        ax.plot(*touch, "o", color=colour, markersize=10, clip_on=False)
        touching.append(_name(thresholds[at]))
        words = f"a lost ham costs {lost_ham}: touches at {touching[-1]}"
        ax.text(*place, words, color=colour, bbox=_PAPER)
    return describe(
        ax,
        "The ROC curve of the ten mails on squared paper, with two straight lines that touch it "
        "from the upper left. The flatter one, for errors of equal cost, climbs one square for "
        f"each square to the right and touches at threshold {touching[0]}. The steep one, for a "
        f"lost ham that costs 5, climbs five squares for one and touches at threshold "
        f"{touching[1]}. A thick bar, named J, stands between the dotted diagonal and the curve at "
        f"{_name(thresholds[best])}, where it is longest.",
    )


def three_sets() -> Axes:
    """Draw a bar in three parts: the samples to learn from, to choose by and to test on."""
    ax = sketch(6.2, 1.5, x=(0, 10), y=(2.1, -0.2))
    start = 0
    for name, share, colour, use in (
        ("training", 6, PAPER, "the model learns: fit"),
        ("validation", 2, GRID_COLOUR, "the threshold\nis chosen"),
        ("test", 2, FILL, "opened once:\nwhat you report"),
    ):
        square(ax, (start, 0), name, colour == FILL, (share, 1), facecolor=colour)
        ax.text(start + share / 2, 1.15, use, ha="center", va="top")
        start += share
    return describe(
        ax,
        "A bar in three parts: training, with which the model learns; validation, on which the "
        "threshold is chosen; test, which is opened once and gives what you report.",
    )


def cheating(same: Sequence[float], fresh: Sequence[float]) -> Axes:
    """Draw J at a chosen threshold: on the samples that it was chosen on, and on fresh ones."""
    _, axes = plt.subplots(2, 1, figsize=(5.6, 3.6), sharex=True, sharey=True)
    both = {"on the samples it was chosen on": same, "on fresh samples": fresh}
    means = [abs(round(float(np.mean(values)), 2)) for values in both.values()]
    for ax, (words, values), mean in zip(axes, both.items(), means, strict=True):
        ax.hist(values, np.linspace(-0.475, 0.525, 21), facecolor=FILL, edgecolor=PAPER)
        ax.axvline(float(np.mean(values)), color=COLOURS[1])
        ax.set_title(f"{words}: mean {mean:.2f}", loc="left")
        ax.set(yticks=[])
    axes[1].set_xlabel("J at the chosen threshold (the filter knows nothing)")
    return describe(
        axes[1],
        f"Two histograms of J over {len(same):,} trials, with a line at the mean. Above, on the "
        f"samples that the threshold was chosen on: all at or above 0, mean {means[0]:.2f}. Below, "
        f"on fresh samples: on both sides of 0, mean {means[1]:.2f}.",
    )


def between_two_points() -> Axes:
    """Draw what lies between two points of a P-R curve: ten of 20 positives first, 990 level."""
    # A random share of the 990 that are level: the same share of positives and of negatives.
    share = np.linspace(0, 1, 11)
    TP, FP = 10 + 10 * share, 980 * share
    _, ax = plt.subplots(figsize=(4.8, 3.6))
    ax.plot([0.5, 1], [1, 0.02], "--", color=SOFT)
    ax.plot(TP / 20, TP / (TP + FP), "o", color=COLOURS[1])
    ax.plot([0.5, 1], [1, 0.02], "s", color=INK, markersize=11, markerfacecolor="none")
    ax.text(0.79, 0.5, "straight line", color=SOFT)
    ax.text(0.72, 0.11, "at random", color=COLOURS[1], ha="center")
    ax.set(xlim=(0, 1.05), ylim=(0, 1.05), xlabel="recall", ylabel="precision")
    return describe(
        ax,
        "Diagram of precision over recall. Two outlined squares are the points of the curve: "
        "recall one half with precision 1, and recall 1 with precision 0.02. A dashed straight "
        "line joins them. Eleven dots show what a random choice among the level samples gives: "
        "they fall at once far below the line and stay near the bottom. At recall three quarters "
        f"the line is at {(1 + 0.02) / 2:.2f}, and the dot is at {15 / 505:.2f}.",
    )
