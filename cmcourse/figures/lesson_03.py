"""Drawings of lesson 3: shuffled answers, the gain beyond chance, words for Kappa, costs."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from cmcourse.figures.sketch_figure import box, sketch
from cmlib.agreement import cohen_kappa
from cmlib.matrix import ConfusionMatrix
from cmlib.metrics import accuracy
from cmlib.plot.heatmap_figure import heatmap
from cmlib.plot.style import FILL, GRID_COLOUR, INK, PAPER, SOFT
from cmlib.plot.svg import describe

# The words of Landis and Koch, by the upper ends of their bands.
_WORDS = {0.0: "poor", 0.2: "slight", 0.4: "fair", 0.6: "moderate"}
_WORDS |= {0.8: "substantial", 1.0: "almost perfect"}


def two_pairs_of_readers(pairs: Mapping[str, ConfusionMatrix]) -> Axes:
    """Draw the matrices of two pairs of readers side by side."""
    _, panels = plt.subplots(1, 2, figsize=(5.4, 3))
    in_words = []
    for ax, (title, cm) in zip(panels, pairs.items(), strict=True):
        cm.plot(ax=ax)
        ax.set(title=title, xlabel="second reader", ylabel="first reader")
        (both, first), (second, neither) = cm.counts.tolist()
        in_words.append(
            f"{title.capitalize()}: both {cm.labels[0]} {both}, both {cm.labels[1]} {neither}, "
            f"{first} and {second} where they differ."
        )
    panels[1].set(ylabel="", yticks=[])
    return describe(
        panels[0],
        "Two heat maps of 100 images each, first reader in the rows, second in the columns. "
        f"{' '.join(in_words)} The shade is the share of the row.",
    )


def every_place(his: str, hers: Sequence[str]) -> Axes:
    """Draw a reader's answers over several orders of another's, filled where both are the same."""
    ax = sketch(4.6, 3.4, x=(-1.4, 7.6), y=(7.4, -0.6))
    ax.text(-0.7, 0, "first", ha="right", va="center")
    ax.text(-0.7, 1.3, "second", ha="right", va="center")
    ax.text(6, 0.65, "both the same", va="center")
    for image, answer in enumerate(his):
        box(ax, image - 0.42, -0.42, 0.84, 0.84, answer)
    filled = []
    for row, answers in enumerate(hers):
        for image, answer in enumerate(answers):
            same = answer == his[image]
            tone = {"facecolor": FILL} if same else {"edgecolor": GRID_COLOUR}
            box(ax, image - 0.42, row + 0.88, 0.84, 0.84, answer, **tone)
        filled.append(sum(a == b for a, b in zip(his, answers, strict=True)))
        ax.text(6, row + 1.3, f"{filled[-1]} of 6", va="center")
    return describe(
        ax,
        f"Six images in a row. The first reader writes {' '.join(his)}. Below, six rows with the "
        "second reader's answers, her S one place further to the right in each. Images on which "
        f"both write the same are filled: {', '.join(map(str, filled))} of {len(his)}. Where her S "
        "is under one of his, more of hers agree.",
    )


def shuffled_agreements(agreed: Mapping[str, NDArray[np.int64]], as_read: int) -> Axes:
    """Draw how often shuffled answers of two pairs of readers agree; a line has those as read."""
    _, ax = plt.subplots(figsize=(5.4, 3.4))
    for numbers, hatch in zip(agreed.values(), ["", "///"], strict=True):
        agreed_on, times = np.unique(numbers, return_counts=True)
        ax.bar(agreed_on, times, width=1.6, hatch=hatch, edgecolor=PAPER)
    ax.axvline(as_read, color=INK, linewidth=1.5, linestyle="--")
    first, second = agreed
    ax.text(50, 1700, f"{first},\nshuffled", ha="center", va="bottom")
    ax.text(78, 3300, f"{second},\nshuffled", ha="right", va="bottom")
    ax.text(91, 4000, "both,\nas read", va="top")
    ax.set(xlabel="images on which the two readers agree, of 100", ylabel="shuffles, of 10,000")
    ax.set(xlim=(28, 101))
    return ax


def gains(tables: Mapping[str, ConfusionMatrix]) -> Axes:
    """Draw a bar from 0 to 1 for each table: hatched to p_e, filled to p_o, outlined to 1."""
    _, ax = plt.subplots(figsize=(5.4, 0.55 * len(tables) + 0.9))
    ax.set(xlim=(0, 1), ylim=(len(tables) - 0.6, -0.8), xlabel="agreement")
    ax.set_yticks(range(len(tables)), labels=list(tables))
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    in_words = []
    for row, (title, table) in enumerate(tables.items()):
        p_e = float(table.support @ table.predicted / table.total**2)
        p_o, kappa = float(accuracy(table)), float(cohen_kappa(table))
        box(ax, 0, row - 0.28, p_e, 0.56, hatch="////", edgecolor=SOFT)
        box(ax, p_e, row - 0.28, p_o - p_e, 0.56, facecolor=FILL)
        box(ax, p_e, row - 0.28, 1 - p_e, 0.56, linewidth=2.4)
        ax.text(1.03, row, f"Kappa {kappa:.4f}", va="center")
        if row == 0:
            ax.text(p_e / 2, -0.42, "by chance", ha="center")
            ax.text(1, -0.42, "possible gain", ha="right")
        in_words.append(
            f"{title}: by chance up to p_e = {p_e:.4f}, filled up to p_o = {p_o:.4f}, Kappa "
            f"{kappa:.4f}"
        )
    return describe(ax, f"Bars from 0 to 1. {'. '.join(in_words)}.")


def stretched(p_e: float, p_o: float, kappa: float) -> Axes:
    """Draw the scale of accuracy above that of Kappa, to which its right end is drawn out."""
    ax = sketch(5.4, 2.2, x=(-0.22, 1.05), y=(-0.45, 1.4))
    ax.fill([p_e, p_o, kappa, 0], [1, 1, 0, 0], facecolor=FILL)
    for height, name in ((1, "accuracy"), (0, "Kappa")):
        ax.plot([0, 1], [height] * 2, marker="|", markersize=10)
        ax.text(-0.04, height, name, ha="right", va="center")
    ax.text(0, 1.12, "0", ha="center")
    for above, below in ((p_e, 0), (p_o, kappa), (1, 1)):
        ax.plot([above, below], [1, 0], "--", linewidth=1.2)
        ax.text(above, 1.12, f"{above:.2f}", ha="right" if above == p_e else "center")
        ax.text(below, -0.14, f"{below:.2f}", ha="center", va="top")
    return describe(
        ax,
        f"Two scales from 0 to 1, accuracy above, Kappa below. Lines lead from accuracy {p_e:.2f} "
        f"to Kappa 0, from {p_o:.2f} to {kappa:.2f} and from 1 to 1: the right end of the upper "
        "scale fills the whole lower one.",
    )


def as_alike_as_can_be(his: int, hers: int) -> Axes:
    """Draw two readers' strips of 100 images, with as many agreements as their marks allow."""
    apart = his - hers
    ax = sketch(5.4, 1.6, x=(-22, 101), y=(-1.2, 1.9))
    for height, filled, name in ((1, his, "one reader"), (0, hers, "the other")):
        box(ax, 0, height, filled, 0.8, filled, facecolor=FILL)
        box(ax, filled, height, 100 - filled, 0.8, 100 - filled)
        ax.text(-1.5, height + 0.4, name, ha="right", va="center")
    ax.plot([hers, his], [-0.25, -0.25], linewidth=3)
    ax.text(hers + apart / 2, -0.45, f"{apart} apart", ha="center", va="top")
    return describe(
        ax,
        f"Two strips of 100 images. In the upper one {his} are filled, in the lower one {hers}, "
        f"all of them under filled ones. On {apart} images the strips differ, on {100 - apart} "
        "they agree.",
    )


def under_words(kappa: float, resampled: NDArray[np.float64], ends: Sequence[float]) -> Axes:
    """Plot the density of resampled Kappas below the bands of Landis and Koch."""
    low, high = ends
    _, ax = plt.subplots(figsize=(5.4, 3.3))
    lowest = min(-0.1, np.floor(20 * resampled.min()) / 20)
    bins = np.arange(lowest, 1.01, 0.05).tolist()
    ax.hist(resampled, bins, facecolor=FILL, edgecolor=PAPER, zorder=3)
    top = ax.get_ylim()[1]
    for end, word in _WORDS.items():
        middle = (max(end - 0.2, lowest) + end) / 2
        ax.axvline(end, color=GRID_COLOUR, linewidth=1.5)
        ax.text(middle, 1.03 * top, word, rotation=40, rotation_mode="anchor")
    ax.axvline(kappa, color=INK, linestyle="--", zorder=4)
    look: dict[str, Any] = {"color": INK, "linestyle": "-", "marker": "|", "markersize": 10}
    ax.plot([low, high], [-0.04 * top] * 2, **look)
    ax.set(xlim=(lowest, 1), ylim=(-0.1 * top, top), yticks=[], xlabel="Kappa")
    ax.spines["left"].set_visible(False)
    covered = [word for end, word in _WORDS.items() if end > low and end - 0.2 < high]
    return describe(
        ax,
        "Histogram of the resampled Kappas of the routine images, under the words of Landis and "
        f"Koch. It is a broad hill around {np.nanmedian(resampled):.2f}; its middle 95 %, from "
        f"{low:.2f} to {high:.2f}, lies under the words {', '.join(covered)}.",
    )


def toned(
    costs: Sequence[ArrayLike], numbers: Mapping[str, NDArray[np.int64]], labels: Sequence[str]
) -> Axes:
    """Draw two matrices of numbers, each over the tones of a cost: the stronger, the more."""
    _, panels = plt.subplots(1, 2, figsize=(5.4, 2.7))
    for ax, cost, (title, in_cells) in zip(panels, costs, numbers.items(), strict=True):
        heatmap(ConfusionMatrix(cost, labels), normalize=None, ax=ax)
        ax.set(title=title, xlabel="", ylabel="")
        for text, number in zip(ax.texts, in_cells.ravel(), strict=True):
            text.set_text(str(number))
    return cast(Axes, panels[0])
