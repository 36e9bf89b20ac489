"""Drawings of lesson 8: a digit and its list, running sums of ranks, hits of lists."""

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from cmcourse.figures.sketch_figure import sketch, square
from cmlib.plot.style import FILL, INK, ON_FILL, SOFT
from cmlib.plot.svg import describe

Numbers = NDArray[np.float64]
Counts = NDArray[np.int64]


def _digit(ax: Axes, picture: Numbers, left: float, top: float, words: str, below: str) -> None:
    """Draw a picture of 8 by 8 pixels: the darker a pixel, the larger its square."""
    lines, columns = np.divmod(np.arange(64), 8)
    shades = np.rint(picture / 4).astype(int)
    for shade in range(1, 5):
        here = shades == shade
        place = left + columns[here], top - lines[here]
        ax.plot(*place, "s", color=INK, ms=1.3 * shade, mew=0)
    ax.text(left + 3.5, top + 2.2, words, ha="center")
    ax.text(left + 3.5, top - 10.6, below, ha="center")


def digit_list(picture: Numbers, averages: Numbers, distances: Numbers, truth: int) -> Axes:
    """Draw a digit, and beside it the ten average digits, the nearest first, the truth framed."""
    order = distances.argsort()
    ax = sketch(4.9, 2.5, x=(-1.5, 63.5), y=(-30, 5))
    ax.set_aspect("equal")
    _digit(ax, picture, 0, 0, "picture", "")
    for place, c in enumerate(order.tolist()):
        left, top = 14 + 10 * (place % 5), -18 * (place // 5)
        _digit(ax, averages[c], left, top, f"{c}", f"{distances[c]:.1f}")
        if c == truth:
            frame: dict[str, Any] = {"facecolor": "none", "edgecolor": INK, "linewidth": 2}
            ax.broken_barh([(left - 1, 9)], (top - 8, 9), **frame)
    nearest, second = order[:2]
    return describe(
        ax,
        f"On the left a handwritten {truth} of 8 by 8 pixels. Beside it the ten average digits, "
        f"from the nearest to the furthest, with their distances: {', '.join(map(str, order))}. "
        f"The {nearest} is at distance {distances[nearest]:.1f}, the {second} at "
        f"{distances[second]:.1f}. The {truth}, framed, comes in place "
        f"{(order == truth).argmax() + 1}, at {distances[truth]:.1f}.",
    )


def running_sum(of_rank: Counts) -> Axes:
    """Draw the samples of each of ten ranks as bars, each beginning where the last one ends."""
    total = of_rank.sum()
    shares = of_rank / total
    tops = shares.cumsum()
    _, ax = plt.subplots(figsize=(5.4, 3.2))
    for place, top in enumerate(tops, start=1):
        ax.bar(place, shares[place - 1], bottom=top - shares[place - 1], color=FILL)
        ax.text(place, top + 0.004, f"+{of_rank[place - 1]}", ha="center")
    ax.hlines(tops, np.arange(10) + 0.6, np.arange(10) + 1.4, color=INK)
    look: dict[str, Any] = {"color": SOFT, "marker": "", "lw": 1, "zorder": 0}
    ax.step(range(1, 11), tops, "--", where="post", **look)
    ax.set(ylim=(0.8, 1.03), xticks=range(1, 11), yticks=[0.8, 0.85, 0.9, 0.95, 1])
    ax.set(xlabel="rank, or length of the list, k", ylabel="Top-k (from 0.8)")
    return describe(
        ax,
        "Ten bars, each standing at the height where the one before it ends; the axis is cut off "
        f"below. The first holds the {of_rank[0]} of {total} pictures whose truth has rank 1, a "
        f"share of {of_rank[0] / total:.4f}. The next add {', '.join(map(str, of_rank[1:8]))} for "
        "the ranks 2 to 8, and the top is at 1 from there on.",
    )


def shelter(animals: Mapping[str, int], named: int) -> Axes:
    """Draw a hundred animals as squares, filled where they are of the kinds named first."""
    sizes = list(animals.values())
    kind = np.repeat(np.arange(len(sizes)), sizes)
    ax = sketch(4.4, 3.2, x=(-0.6, 17), y=(9.6, -0.6))
    ax.set_aspect("equal")
    row, column = np.divmod(np.arange(len(kind)), 10)
    for there, face in ((kind < named, FILL), (kind >= named, "none")):
        look: dict[str, Any] = {"markerfacecolor": face, "markeredgecolor": INK}
        ax.plot(column[there], row[there], "s", markersize=13.8, **look)
    many = [f"{size} {name}" for name, size in animals.items()]
    for middle, words in ((3, many[0]), (7.5, many[1]), (9, ", ".join(many[2:]))):
        ax.text(9.9, middle, words, va="center")
    first, second, third, *others = many
    return describe(
        ax,
        f"{len(kind)} squares in rows of ten, one for each animal. Filled are the {first}, "
        f"{second} and {third}, which the fixed list names; empty are the "
        f"{' and the '.join(others)}. A random list of three would be right for "
        f"{len(kind) * named // len(sizes)}.",
    )


def hit_tables(tables: Mapping[int, Counts], rows: Sequence[str]) -> Axes:
    """Draw tables of hits for lists of each length k, and their mean times k."""
    _, ax = plt.subplots(figsize=(5, 1.6))
    left, in_words = 0, []
    for k, hits in tables.items():
        for (row, column), hit in np.ndenumerate(hits):
            square(ax, (left + column, row), hit, bool(hit), linewidth=2)
        value = f"{hits.sum() * k / hits.size:g}"
        below = f"k = {k}\n{hits.sum()}/{hits.size} × {k} = {value}"
        ax.text(left + k / 2, 2.3, below, ha="center", va="top", linespacing=1.5)
        left += k + 2
        in_words.append(
            f"For k = {k} the rows are {hits.tolist()}: {hits.sum()} filled of {hits.size} "
            f"outlined cells, times {k}, is {value}."
        )
    for row, name in enumerate(rows):
        ax.text(-0.3, row + 0.5, name, ha="right", va="center")
    ax.set(xlim=(-1.5, left - 1.2), ylim=(3.7, -0.1), aspect="equal")
    ax.axis("off")
    return describe(
        ax, f"Three tables of hits, for lists of one, two and three. {' '.join(in_words)}"
    )


def rank_table(counts: Counts, label: int, k: int) -> Axes:
    """Draw a table of counts, a row for each true digit, a column for each rank; one row is lit."""
    _, ax = plt.subplots(figsize=(5.2, 3.6))
    ax.broken_barh([(0.5, k)], (label - 0.5, 1), facecolor=FILL)
    outline: dict[str, Any] = {"facecolor": "none", "edgecolor": INK, "linewidth": 2.5}
    ax.broken_barh([(0.5, 10)], (label - 0.5, 1), **outline)
    for (row, column), pictures in np.ndenumerate(counts):
        counted = row == label and column < k
        colour = ON_FILL if counted else INK if pictures else SOFT
        ax.text(column + 1, row, str(pictures), color=colour, ha="center", va="center")
    ax.set(xlim=(0.5, 10.5), ylim=(9.5, -0.5), xticks=range(1, 11), yticks=range(10))
    ax.set(xlabel="rank of the truth", ylabel="truth")
    ax.xaxis.set_label_position("top")
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    rows = "; ".join(f"{at}: {', '.join(map(str, row[:8]))}" for at, row in enumerate(counts))
    return describe(
        ax,
        "Table of counts, one row for each true digit and one column for each rank. From rank 1 to "
        f"rank 8, for the digit {rows}; nothing lies beyond. The row of the digit {label} is "
        f"outlined and holds {counts[label].sum()}; its first three cells are filled and hold "
        f"{counts[label, :k].sum()}.",
    )
