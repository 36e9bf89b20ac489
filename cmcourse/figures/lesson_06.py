"""Drawings of lesson 6: nights with and without warnings, every possible service, R' as an area."""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from cmcourse.figures.sketch_figure import box, sketch
from cmlib.matrix import ConfusionMatrix
from cmlib.plot.style import FILL, INK, PAPER, SOFT
from cmlib.plot.svg import describe
from cmlib.r_measure import informedness, r_prime


def nights(cm: ConfusionMatrix) -> Axes:
    """Draw nights as squares, a star in those with frost, a triangle over those with a warning."""
    # With frost? With a warning?
    both = np.repeat([[1, 1], [1, 0], [0, 1], [0, 0]], cm.counts.ravel(), axis=0)
    star: dict[str, Any] = {"marker": (6, 2, 0), "markersize": 9, "markeredgewidth": 1.4}
    ax = sketch(4.6, 1.25, x=(0, cm.total), y=(-1.4, 2.7))
    ax.set_aspect("equal")
    for at, (cold, warned) in enumerate(both):
        box(ax, at + 0.08, 0, 0.84, 0.84, edgecolor=SOFT, linewidth=0.8)
        if cold:
            ax.plot(at + 0.5, 0.42, **star)
        if warned:
            ax.plot(at + 0.5, 1.3, "v", markersize=9)
    frost, others = cm.support.tolist()
    for left, right, words in (
        (0, frost, f"{frost} nights with frost"),
        (frost, cm.total, f"{others} nights without"),
    ):
        ax.plot([left + 0.15, right - 0.15], [-0.35, -0.35], linewidth=1)
        ax.text((left + right) / 2, -0.55, words, ha="center", va="top")
    ax.text(0.1, 1.9, "▼ a warning", va="bottom")
    ax.plot(5.2, 2.35, **star)
    ax.text(5.7, 1.9, "frost", va="bottom")
    (TP, FN), (FP, TN) = cm.counts.tolist()
    return describe(
        ax,
        f"A strip of {cm.total} squares, one for each night. The {frost} nights with frost hold a "
        f"star and stand on the left; over {TP} of them stands the triangle of a warning, over "
        f"{FN} none. The {others} nights without frost are empty; {FP} of them have a triangle, "
        f"{TN} have none.",
    )


def services(cm: ConfusionMatrix) -> Axes:
    """Draw R' of every possible service over its share of warnings, and that of one service."""
    total, frost = int(cm.total), int(cm.support[0])
    share, ours = frost / total, float(r_prime(cm, label=cm.labels[0]))
    # The nights with frost that each service catches, and its false alarms.
    caught, alarms = np.indices((frost + 1, total - frost + 1)).reshape(2, -1)
    q = (caught + alarms) / total
    _, ax = plt.subplots(figsize=(5, 4.1))
    ax.scatter(q, caught / frost - q + share, s=10, color=SOFT)
    corners = [share, 1, share, 2 * share - 1, share]
    ax.plot([0, share, 1, 1 - share, 0], corners, "-", color=INK, linewidth=1.6)
    ax.plot([0, 1], [share, share], ":", color=INK)
    ax.plot(0.5, ours, "D", color=INK, markersize=9, markerfacecolor=PAPER)
    paper: dict[str, Any] = {"facecolor": PAPER, "edgecolor": "none", "pad": 1}
    for x, y, text, away, ha, va in (
        (0, share, "never\nwarns", (-7, 0), "right", "center"),
        (share, 1, "always right", (0, 7), "center", "bottom"),
        (1, share, "always\nwarns", (7, 0), "left", "center"),
        (1 - share, 2 * share - 1, "always\nwrong", (-9, -1), "right", "top"),
        (0.5, ours, "our\nservice", (-8, 0), "right", "center"),
        (0.5, share, "knows nothing, R = 0", (0, -4), "center", "top"),
    ):
        look: dict[str, Any] = {"ha": ha, "va": va, "bbox": paper}
        ax.annotate(text, (x, y), away, textcoords="offset points", **look)
    ax.set(xlabel="share of the nights with a warning, q", ylabel="R′ of frost")
    ax.set(xlim=(-0.25, 1.38), ylim=(-0.4, 1.15), xticks=np.linspace(0, 1, 6))
    return describe(
        ax,
        f"Scatter of R prime against the share of nights with a warning, for {frost} nights with "
        f"frost among {total}. The {len(q)} possible services fill a parallelogram with the "
        f"corners never warns at R prime {share:.1f}, always right at 1, always warns at "
        f"{share:.1f} and always wrong at minus {1 - 2 * share:.1f}. A horizontal dotted line at "
        f"{share:.1f} joins never and always warns. Our service is a diamond at "
        f"{cm.predicted[0] / total:.1f} and {ours:.2f}, inside.",
    )


def area(cm: ConfusionMatrix) -> Axes:
    """Draw R' of the first class as two blocks: what comes with the class, and what is earned."""
    pi, j = cm.support[0] / cm.total, float(informedness(cm, label=cm.labels[0]))
    value = pi + (1 - pi) * j
    _, ax = plt.subplots(figsize=(4.6, 3.4))
    ax.set(xlim=(0, 1), ylim=(0, 1.04), yticks=[0, 0.5, 1])
    names = [f"frost, π = {pi:.2f}", f"no frost, {1 - pi:.2f}"]
    ax.set_xticks([pi / 2, (1 + pi) / 2], names)
    ax.tick_params(axis="x", length=0)
    earned = f"earned:\n{1 - pi:.2f} × J, J = {j:.2f}"
    box(ax, 0, 0, pi, 1, f"for nothing:\n{pi:.2f} × 1", hatch="///")
    box(ax, pi, 0, 1 - pi, j, earned, facecolor=FILL)
    ax.axhline(value, linestyle="--", color=INK, linewidth=1.4)
    ax.text(0.99, value + 0.02, f"levelled: R′ = {value:.2f}", ha="right")
    return describe(
        ax,
        f"A square of side 1, cut into two upright strips. The left strip, the share of the frost, "
        f"{pi:.2f} wide, is hatched up to its full height: an area of {pi:.2f} for nothing. The "
        f"right strip, {1 - pi:.2f} wide, is filled up to J, {j:.4f}: an area of "
        f"{(1 - pi) * j:.2f}. A dashed line shows the two levelled, at R prime {value:.2f}.",
    )
