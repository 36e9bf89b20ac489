"""Drawings of lesson 1: photos in four boxes, two questions as a plane, F1 between two poles."""

from collections.abc import Mapping
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from cmcourse.figures.sketch_figure import box, sketch
from cmlib.matrix import ConfusionMatrix
from cmlib.metrics import f_score, precision, recall
from cmlib.plot.curves_figure import curves
from cmlib.plot.style import COLOURS, GRID_COLOUR, INK, PAPER
from cmlib.plot.svg import describe


def four_boxes(cm: ConfusionMatrix) -> Axes:
    """Draw each photo of dogs and cats as a mark in the box of its outcome."""
    ax = sketch(4.6, 2.8, x=(-0.62, 2), y=(2, -0.25))
    outcomes = ["true positives", "false negatives", "false positives", "true negatives"]
    for (row, column), count in np.ndenumerate(cm.counts):
        box(ax, column, row, 0.96, 0.96, linewidth=1)
        words = f"{count} {outcomes[2 * row + column]}"
        ax.text(column + 0.48, row + 0.78, words, ha="center", va="center")
        photos, colour = np.arange(count), COLOURS[1 - row]
        x, y = column + 0.16 + 0.16 * (photos % 5), row + 0.2 + 0.24 * (photos // 5)
        face = colour if row == column else PAPER
        ax.plot(x, y, "so"[row], color=colour, markerfacecolor=face, markersize=9)
    for at, animal in enumerate(cm.labels):
        ax.text(at + 0.48, -0.12, f"predicted {animal}", ha="center", va="center")
        ax.text(-0.08, at + 0.48, f"is a {animal}", ha="right", va="center")
    (TP, FN), (FP, TN) = cm.counts.tolist()
    return describe(
        ax,
        f"{cm.total} photos in four boxes, two rows for the truth and two columns for the "
        f"prediction. Row of the dogs: {TP} filled squares predicted as dog, true positives, and "
        f"{FN} hollow squares predicted as cat, false negatives. Row of the cats: {FP} hollow "
        f"circles predicted as dog, false positives, and {TN} filled circles predicted as cat, "
        "true negatives.",
    )


def two_questions(points: Mapping[str, tuple[float, float]], corner: str) -> Axes:
    """Draw tests by precision and recall; the area is shaded that is better in both than one."""
    at = points[corner]
    _, ax = plt.subplots(figsize=(4.4, 4.2))
    ax.set(xlabel="precision", ylabel="recall", aspect="equal", xlim=(0, 1.03), ylim=(0, 1.08))
    shade: dict[str, Any] = {"facecolor": GRID_COLOUR, "edgecolor": "none", "zorder": 0}
    box(ax, *at, 1 - at[0], 1 - at[1], **shade)
    ax.text(0.5, 0.5, f"better than {corner}\nin both", ha="center")
    beside = [((6, 6), "left"), ((-8, -8), "right"), ((-10, -12), "right"), ((10, 6), "left")]
    for (name, point), (away, ha) in zip(points.items(), beside, strict=True):
        ax.plot(*point, "o", color=COLOURS[0], markersize=9, clip_on=False)
        ax.annotate(name, point, away, textcoords="offset points", ha=ha)
    each = "; ".join(
        f"{name}: precision {p:.3f}, recall {r:.3f}" for name, (p, r) in points.items()
    )
    best = max(points, key=lambda name: min(points[name]))
    return describe(
        ax,
        f"A plane of precision and recall with four tests as points: {each}. The area right of "
        f"{corner} and above it is shaded: better in both. {best.capitalize()} is in it.",
    )


def _pair_of_poles(ax: Axes, left: float, name: str, cm: ConfusionMatrix) -> str:
    first = cm.labels[0]
    P, R, F1 = (float(metric(cm, label=first)) for metric in (precision, recall, f_score))
    mean = (P + R) / 2
    # With the poles 1 apart, one rope is at P * (1 - x), the other at R * x.
    crossing = P / (P + R)
    right, at = left + 2, left + 2 * crossing
    ax.hlines(0, left - 0.2, right + 0.2, INK, linewidth=1)
    ax.hlines(mean, left, right, INK, linewidth=1, linestyle=":")
    ax.vlines([left, right], 0, [P, R], INK, linewidth=5)
    ax.plot([left, right], [P, 0], color=COLOURS[0], linewidth=1.4)
    ax.plot([left, right], [0, R], color=COLOURS[0], linewidth=1.4)
    ax.vlines(at, 0, F1, COLOURS[1], linewidth=2)
    ax.plot(at, F1 / 2, "o", color=COLOURS[0])
    ax.plot(at, F1, "D", color=COLOURS[1], markersize=7)
    away, ha = ((10, 2), "left") if crossing < 0.1 else ((0, 8), "center")
    ax.annotate(f"F1 {F1:.3f}", (at, F1), away, textcoords="offset points", weight="bold", ha=ha)
    ax.text(left - 0.08, P + 0.03, f"{P:.3f}", ha="right")
    ax.text(right + 0.08, R + 0.03, f"{R:.3f}")
    ax.text(left, -0.05, "precision", ha="center", va="top")
    ax.text(right, -0.05, "recall", ha="center", va="top")
    ax.text(left + 1, -0.15, name, ha="center", va="top")
    return f"{name}: {P:.3f} and {R:.3f}, F1 {F1:.3f}, plain mean {mean:.3f}"


def poles(tests: Mapping[str, ConfusionMatrix]) -> Axes:
    """Draw precision and recall of three tests as poles with ropes that cross at half of F1."""
    ax = sketch(5.5, 3, x=(-0.9, 9.9), y=(-0.25, 1.12))
    in_words = [
        _pair_of_poles(ax, 3.5 * place, name, cm) for place, (name, cm) in enumerate(tests.items())
    ]
    return describe(
        ax,
        "Three pairs of poles, as high as precision and recall. From the top of each a rope runs "
        "to the foot of the other; a diamond stands at twice the height of their crossing, which "
        f"is F1. {'; '.join(in_words)}. Where one pole is short, F1 is near it.",
    )


def over_beta(betas: NDArray[np.float64], tests: Mapping[str, ConfusionMatrix]) -> Axes:
    """Draw F of the first class of two tests over beta."""
    values = {
        name: np.array([float(f_score(cm, label=cm.labels[0], beta=beta)) for beta in betas])
        for name, cm in tests.items()
    }
    ax = curves(
        {name: (betas, of_beta) for name, of_beta in values.items()},
        xlabel="β (left: precision counts; right: recall counts)",
        ylabel="F of the positive class",
    )
    ax.axvline(1, color=INK, linewidth=1, linestyle=":")
    ax.set_xscale("log")
    ax.set_xticks([0.1, 0.5, 1, 2, 10], labels=["0.1", "0.5", "1", "2", "10"])
    ax.minorticks_off()
    each = "; ".join(
        f"{name}, from {of_beta[0]:.2f} to {of_beta[-1]:.2f}" for name, of_beta in values.items()
    )
    middle = float(f_score(next(iter(tests.values())), label=next(iter(tests.values())).labels[0]))
    return describe(
        ax,
        f"Line chart of F over beta from one twentieth to {betas[-1]:.0f}, logarithmic axis. One "
        f"line falls and one rises: {each}. The two lines cross at beta equal to 1, where both are "
        f"{middle:.2f}.",
    )


def over_prevalence(
    shares: NDArray[np.float64],
    lines: Mapping[str, NDArray[np.float64]],
    towns: Mapping[str, tuple[float, float]],
) -> Axes:
    """Draw specificity, recall and precision of a test over prevalence, and mark three towns."""
    ax = curves(
        {name: (shares, values) for name, values in lines.items()},
        xlabel="prevalence: the share of the people who are ill",
        ylabel="value",
    )
    ax.set_xscale("log")
    one_in = [100_000, 10_000, 1_000, 100, 10]
    ax.set_xticks([1 / n for n in one_in], labels=[f"1 in {n:,}" for n in one_in])
    for (town, point), away in zip(towns.items(), ((-14, -32), (12, -12), (14, -6)), strict=True):
        ax.plot(*point, "o", color=INK, markersize=8)
        ax.annotate(town, point, away, textcoords="offset points")
    marked = "; ".join(f"{town}, one in {1 / x:,.0f}: {y:.2f}" for town, (x, y) in towns.items())
    return describe(
        ax,
        "Line chart over prevalence from one in 100,000 to one in two, logarithmic axis, for a "
        f"test with recall {lines['recall'][0]:.2f} and specificity {lines['specificity'][0]:.4f}. "
        "Recall and specificity are flat lines near the top. Precision climbs in an S shape. Three "
        f"dots mark it: {marked}.",
    )
