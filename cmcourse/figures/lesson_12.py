"""Drawings of lesson 12: matrices that are added, what is kept, what bins leave open."""

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from cmcourse.figures.number_line_figure import number_line
from cmcourse.figures.pairs_figure import pairs
from cmcourse.figures.sketch_figure import sketch, square
from cmlib.agreement import cohen_kappa
from cmlib.matrix import ConfusionMatrix
from cmlib.plot.style import FILL, INK, ON_FILL, PAPER, SOFT
from cmlib.plot.svg import describe

Numbers = NDArray[np.float64]


def bags(cards: Mapping[str, Sequence[tuple[str, str]]]) -> Axes:
    """Draw two bags of ones and sevens, truth and prediction, with their matrices and the sum.

    The third bag holds the cards of the first two.
    """
    ax = sketch(6.6, 2.9, x=(-0.9, 12.4), y=(-0.2, 5.6))
    ax.set_aspect("equal")
    for left, sign, bag in zip((0, 5, 10), ("+", "=", ""), cards, strict=True):
        ax.text(left + 1, 5.1, bag, ha="center", fontweight="bold")
        for at, (truth, answer) in enumerate(cards[bag] if sign else []):
            corner = (left - 0.7 + 1.2 * (at % 3), 4 - 0.9 * (at // 3))
            square(ax, corner, f"{truth}→{answer}", truth == answer == "1", (1.1, 0.75))
        for row, truth in enumerate("17"):
            ax.text(left - 0.2, 1.5 - row, truth, ha="right", va="center")
            ax.text(left + row + 0.5, 2.15, truth, ha="center")
            for column, answer in enumerate("17"):
                count = cards[bag].count((truth, answer))
                square(ax, (left + column, 1 - row), count, row == column == 0)
        ax.text(left + 3.2, 1, sign, ha="center", va="center", fontsize=16)
    ones = ", ".join(f"{bag} {its.count(('1', '1'))}" for bag, its in cards.items())
    return describe(
        ax,
        "Two bags of cards with truth and prediction, a matrix of two rows and two columns under "
        f"each, and the matrix of both. Ones predicted as ones: {ones}.",
    )


def tanks(filled: Mapping[str, tuple[int, int]]) -> Axes:
    """Draw two tanks as wide as their samples and filled to their recall, and one made of both."""
    (wide, hits), (wider, more) = filled.values()
    levels, total = [hits / wide, more / wider], wide + wider
    pooled, mean = (hits + more) / total, sum(levels) / 2
    _, ax = plt.subplots(figsize=(6.6, 3.0))
    starts, widths = [0, wide, total + 30], [wide, wider, total]
    water: dict[str, Any] = {"width": widths, "align": "edge"}
    ax.bar(starts, [*levels, pooled], color=FILL, **water)
    ax.bar(starts, 1, facecolor="none", edgecolor=INK, **water)
    ax.plot([130, 230], [mean] * 2, "--", color=INK, marker="")
    ax.text(180, mean + 0.03, f"mean of the two recalls: {mean}", ha="center")
    ax.text(5, 1.03, f"{hits} of {wide}", ha="center")
    ax.text(55, 0.25, f"{more} of {wider}", ha="center", color=ON_FILL)
    ax.text(180, 0.25, f"{hits + more} of {total}", ha="center", color=ON_FILL)
    ax.text(180, 1.03, "the wall taken out", ha="center")
    ax.set_xticks([0, 10, 100, 130, 230], ["0", "10", "100", "0", "100"])
    ax.set(ylabel="recall of the sevens", xlabel="sevens", ylim=(0, 1.12))
    one, another = filled
    return describe(
        ax,
        f"On the left two tanks side by side: {one} {wide} wide and filled to {levels[0]}, "
        f"{another} {wider} wide and filled to {levels[1]}. On the right one tank {total} wide, "
        f"filled to {pooled}; a dashed line at {mean} is above the water.",
    )


def chain_and_tree(sizes: Sequence[int]) -> Axes:
    """Draw four pieces that are added one after the other, and two at a time."""
    piece_1, piece_2, piece_3, piece_4 = ((float(at), 0.0) for at in range(4))
    both, first_three, of_four = (0.5, 1.0), (1.25, 2.0), (2.1, 3.0)
    # Each sum, where it stands, with the two that are added.
    chain = {
        both: (piece_1, piece_2),
        first_three: (both, piece_3),
        of_four: (first_three, piece_4),
    }
    last_two, whole = (2.5, 1.0), (1.5, 2.0)
    tree = {both: (piece_1, piece_2), last_two: (piece_3, piece_4), whole: (both, last_two)}
    _, panels = plt.subplots(1, 2, figsize=(6.4, 3.0), sharey=True)
    for ax, title, steps in (
        (panels[0], "a chain: three steps", chain),
        (panels[1], "a tree: two steps", tree),
    ):
        counted = {(float(at), 0.0): size for at, size in enumerate(sizes)}
        for place, pair in steps.items():
            counted[place] = sum(counted[part] for part in pair)
            for part in pair:
                ax.plot(*zip(part, place, strict=True), "-", color=SOFT, marker="", lw=1.2)
        for (x, y), size in counted.items():
            face, ink = (FILL, ON_FILL) if size == sum(sizes) else (PAPER, INK)
            ax.plot(x, y, "o", markersize=23, markerfacecolor=face, markeredgecolor=INK)
            ax.text(x, y, size, ha="center", va="center", color=ink)
        ax.set(title=title, xlim=(-0.4, 3.4), ylim=(-0.4, 3.4), aspect="equal")
        ax.set(xticks=[], yticks=[])
        ax.axis("off")
    return describe(
        panels[0],
        f"Two drawings of four circles with {', '.join(map(str, sizes))} digits. In the chain the "
        f"first two make {sum(sizes[:2])}, with the third {sum(sizes[:3])}, with the fourth "
        f"{sum(sizes)}. In the tree {sum(sizes[:2])} and {sum(sizes[2:])} are made at the same "
        f"time, and then {sum(sizes)}.",
    )


def sizes_in_bytes(line_bytes: int, matrix_bytes: Mapping[int, int]) -> Axes:
    """Draw the bytes of all predictions over their number, and those of two matrices."""
    lines = np.geomspace(1e3, 1e9, 50)
    _, ax = plt.subplots(figsize=(6.2, 3.4))
    ax.plot(lines, line_bytes * lines, "--", color=SOFT, marker="")
    ax.hlines(list(matrix_bytes.values()), lines[0], lines[-1], color=FILL, linewidth=2)
    ax.text(2.2e7, 2.5e9, "all predictions", ha="right")
    (few, small), (many, large) = matrix_bytes.items()
    ax.text(1e9, large / 1.6, f"matrix of {many:,} classes", ha="right", va="top")
    ax.text(1e9, small * 1.6, f"matrix of {few:,} classes", ha="right")
    ax.set(xscale="log", yscale="log", xlabel="digits that were read", ylabel="bytes")
    ax.set_xticks([1e3, 1e6, 1e9], ["1,000", "1 million", "1 billion"])
    ax.set_yticks([1e3, 1e6, 1e9], ["1 kB", "1 MB", "1 GB"])
    return describe(
        ax,
        "Bytes against the number of digits, from a thousand to a billion. The dashed line of all "
        f"predictions rises from {line_bytes * lines[0]:,.0f} to {line_bytes * lines[-1]:,.0f} "
        f"bytes. Two level lines: a matrix of {few:,} classes takes {small:,} bytes, one of "
        f"{many:,} classes {large:,}.",
    )


def three_vectors(cm: ConfusionMatrix) -> Axes:
    """Draw hits, support and predictions of ten classes as a diagonal and two rows of sums."""
    wide = 1.7  # room for five digits
    ax = sketch(6.9, 4.6, x=(-3.2, wide * 11 + 0.8), y=(-10.8, 2))
    ax.set_aspect("equal")
    for row in range(10):
        ax.text(-0.2, -row + 0.5, str(row), ha="right", va="center")
        ax.text(wide * (row + 0.5), 1.2, str(row), ha="center", va="bottom")
        for column in range(10):
            words = f"{cm.counts[row, row]:,}" if row == column else ""
            square(ax, (wide * column, -row), words, row == column, (wide, 1))
        square(ax, (wide * 10 + 0.6, -row), f"{cm.support[row]:,}", False, (wide, 1))
        square(ax, (wide * row, -10.6), f"{cm.predicted[row]:,}", False, (wide, 1))
    for text in ax.texts:
        text.set_fontsize(9)
    ax.text(wide * 10.5 + 0.6, 1.2, "support", ha="center", va="bottom")
    ax.text(-0.2, -10.1, "predicted", ha="right", va="center")
    return describe(
        ax,
        "An empty ten by ten grid with a filled diagonal, a column of row sums and a row of column "
        "sums. "
        + " ".join(
            f"Digit {c}: hits {cm.counts[c, c]:,}, support {cm.support[c]:,}, predicted "
            f"{cm.predicted[c]:,}."
            for c in (0, 4, 7)
        ),
    )


def machines(values: Numbers, of_sum: float) -> Axes:
    """Draw the precision of each of twenty machines as a circle, and that of their sum."""
    best = int(values.argmax())
    others = np.delete(values, best)
    _, ax = plt.subplots(figsize=(6.4, 1.7))
    ring: dict[str, Any] = {"markerfacecolor": "none", "markeredgecolor": INK, "markersize": 9}
    ax.plot(np.sort(values), np.zeros(len(values)), "o", **ring)
    ax.axvline(of_sum, color=INK, linestyle="--")
    ax.text(of_sum + 0.005, 0.6, "their sum", va="center")
    ax.text(values[best], 0.3, f"machine {best}", ha="center")
    ax.set(xlabel="precision of the fours", yticks=[], ylim=(-0.5, 1), xlim=(0.45, 1))
    return describe(
        ax,
        "Twenty circles on a scale of the precision of the fours. Nineteen lie between "
        f"{others.min():.2f} and {others.max():.2f}, machine {best} lies at {values[best]:.2f}. A "
        f"dashed line at {of_sum:.2f} is the precision of the sum.",
    )


def bins_and_ends(
    in_ten: Sequence[int], ends: Mapping[str, tuple[float, float]], exact: float
) -> Axes:
    """Draw how full ten bins are; below, the ends of AUC from bins, and the exact AUC."""
    _, (crowd, ax) = plt.subplots(2, 1, figsize=(6.6, 5.6), height_ratios=[1, 3])
    shown: dict[str, Any] = {"align": "edge", "color": FILL, "edgecolor": PAPER}
    bars = crowd.bar(np.linspace(0, 1, 11)[:-1], in_ten, width=0.1, **shown)
    crowd.bar_label(bars, fmt="{:,.0f}", fontsize=9)
    crowd.set(xlabel="certainty", ylabel="digits", ylim=(0, 13_000), xlim=(0, 1))
    rounded = {name: np.round(both, 4).tolist() for name, both in ends.items()}
    number_line(rounded, xlabel="AUC", ax=ax)
    diamond: dict[str, Any] = {"markerfacecolor": PAPER, "markeredgecolor": INK, "markersize": 6}
    ax.plot([exact] * len(ends), range(len(ends)), "D", **diamond)
    return describe(
        ax,
        "Ten bars: digits in bins of equal width, from the lowest certainty on: "
        f"{', '.join(map(str, in_ten))}. Below, six number lines. The AUC of the scores is "
        f"{exact:.4f}. "
        + " ".join(f"{name}: {low:.4f} to {high:.4f}." for name, (low, high) in ends.items()),
    )


def kappa_of_sum(places: Mapping[str, ConfusionMatrix]) -> Axes:
    """Draw two matrices of two classes and their sum, the diagonals filled, with each Kappa."""
    ax = sketch(6.6, 2.2, x=(-0.2, 10.2), y=(-0.1, 3.3))
    ax.set_aspect("equal")
    in_words = ["Three matrices of two classes."]
    for left, sign, (place, cm) in zip((0, 4, 8), ("+", "=", ""), places.items(), strict=True):
        kappa = cohen_kappa(cm)
        ax.text(left + 1, 2.2, f"{place}\nKappa {kappa:.2f}", ha="center")
        for (row, column), count in np.ndenumerate(cm.counts):
            square(ax, (left + column, 1 - row), count, row == column)
        ax.text(left + 3, 1, sign, ha="center", va="center", fontsize=16)
        in_words.append(f"{place.capitalize()}: {cm.counts.tolist()}, Kappa {kappa:.2f}.")
    return describe(ax, " ".join(in_words))


def tied_pairs(positive: NDArray[np.int64], score: NDArray[np.int64], width: int) -> Axes:
    """Draw the pairs of legible letters and others by score, and by bins of this width."""
    bins = score // width
    _, panels = plt.subplots(1, 2, figsize=(6.4, 3.3))
    for ax, values, title in (
        (panels[0], score, "the scores"),
        (panels[1], bins, f"four bins, 0 to {bins.max()}"),
    ):
        pairs(positive, values, names=["legible", "not"], ax=ax)
        ax.set_title(title)
    right, sure = (
        int((it[positive == 1][:, None] > it[positive == 0]).sum()) for it in (score, bins)
    )
    tied = int((bins[positive == 1][:, None] == bins[positive == 0]).sum())
    return describe(
        panels[0],
        "Two grids of four times four pairs. By their scores the legible letter is higher in "
        f"{right}. By bins of {width} it is higher in {sure}, and {tied} pairs share a bin and are "
        "half filled.",
    )
