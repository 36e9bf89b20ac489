"""Drawings of lesson 10: chances of hits, what intervals hold, resamples, and tosses of a coin."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, cast

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray
from pandas import DataFrame

from cmcourse.figures.sketch_figure import sketch, square
from cmlib.plot.style import COLOURS, FILL, GRID_COLOUR, INK, PAPER, SOFT
from cmlib.plot.svg import describe

Numbers = NDArray[np.float64]


def three_owls(chance: Fraction) -> Axes:
    """Draw the eight ways in which three owls are found or not, and the chance of each."""
    ways = sorted(product([True, False], repeat=3), reverse=True)
    chances = {way: chance ** sum(way) * (1 - chance) ** (3 - sum(way)) for way in ways}
    ax = sketch(6.4, 3.0, x=(-0.8, 19), y=(-4.2, 1.6))
    in_words = []
    for column, found in enumerate((3, 2, 1, 0)):
        same = [way for way in ways if sum(way) == found]
        together = sum(chances[way] for way in same)
        left = 5 * column
        ax.text(left + 1, 0.9, f"{found} found", ha="center", fontweight="bold")
        ax.text(left + 1, -3.8, f"together {together}", ha="center")
        for row, way in enumerate(same):
            for place, is_found in enumerate(way):
                face = FILL if is_found else "none"
                look: dict[str, Any] = {"markerfacecolor": face, "markeredgecolor": INK}
                ax.plot(left + place, -1.3 * row, "s", ms=15, **look)
            ax.text(left + 2.7, -1.3 * row, f"{chances[way]}", va="center")
        in_words.append(f"{found} found, together {together}")
    return describe(
        ax,
        "Eight rows of three squares, filled where the owl is found, in four columns by how many "
        f"are found: {'; '.join(in_words)}. Two are found in three ways, each with a chance of "
        f"{chances[True, True, False]}.",
    )


def _bars(ax: Axes, chances: Numbers, filled: Collection[int], title: str) -> None:
    """Draw one bar for each number of hits; those that count are filled."""
    hits = np.arange(len(chances))
    faces = [FILL if at in filled else GRID_COLOUR for at in hits]
    ax.bar(hits, chances, color=faces, edgecolor=SOFT, linewidth=0.6)
    ax.set_title(title, fontsize=10, loc="left")
    ax.set_xticks(hits)


def hit_charts(
    charts: Mapping[str, tuple[Numbers, Collection[int]]],
    xlabel: str,
    *,
    height: float,
    same_scale: bool,
) -> Axes:
    """Draw a chart of the chances of hits for each title; the hits named with them are filled."""
    _, panels = plt.subplots(len(charts), 1, figsize=(5.2, height), sharex=True, sharey=same_scale)
    for ax, (title, (chances, filled)) in zip(panels, charts.items(), strict=True):
        _bars(ax, chances, filled, title)
        if not same_scale:
            ax.set_ylabel("chance")
    panels[-1].set_xlabel(xlabel)
    if same_scale:
        panels[len(charts) // 2].set_ylabel("chance")
    return cast(Axes, panels[0])


def all_intervals(ends: Numbers, chances: Numbers, truth: float) -> Axes:
    """Draw the interval of every number of hits, thick where it holds the truth, and its chance."""
    hits = np.arange(len(ends))
    holds = (ends[:, 0] <= truth) & (ends[:, 1] >= truth)
    _, ax = plt.subplots(figsize=(6.0, 3.6))
    ax.hlines(hits[holds], *ends[holds].T, color=FILL, linewidth=6)
    ax.hlines(hits[~holds], *ends[~holds].T, color=SOFT, linewidth=2)
    ax.axvline(truth, color=INK, linestyle=":", linewidth=1.6)
    for x, chance in enumerate(chances):
        ax.text(1.04, x, f"{chance:.4f}", va="center")
    ax.text(1.04, 10.9, "chance", va="center", fontweight="bold")
    ax.set(xlim=(0, 1), ylim=(-0.6, 11.3), yticks=hits)
    ax.set(xlabel="true recall", ylabel="found, of ten")
    return describe(
        ax,
        "Eleven horizontal bars, one for each number of owls found, and a dotted line at the truth "
        f"{truth}. The bars of {', '.join(map(str, hits[holds]))} cross it and are thick; their "
        f"chances add up to {chances[holds].sum():.4f}.",
    )


def coverage_curves(
    thetas: Numbers, kept: Mapping[str, Numbers], lowest: Mapping[str, float], level: float
) -> Axes:
    """Draw the coverage of four methods for each true recall, and the nominal level."""
    figure, panels = plt.subplots(2, 2, figsize=(6.8, 4.8), sharex=True, sharey=True)
    at_95 = int(np.argmin(np.abs(thetas - 0.95)))
    in_words = ["Four panels with the coverage for each true recall, and a dashed line at 0.95."]
    for ax, (name, curve) in zip(panels.flat, kept.items(), strict=True):
        ax.axhline(level, color=SOFT, linewidth=1.2, linestyle="--")
        ax.plot(thetas, curve, "-", color=COLOURS[0], linewidth=1.2, marker="")
        ax.set_title(name, fontsize=10, loc="left")
        ax.set(ylim=(0.6, 1.01), xlim=(0, 1))
        in_words.append(
            f"{name}: {curve[at_95]:.3f} at a true recall of 0.95, {curve.mean():.3f} on average; "
            f"just beside the worst truth {lowest[name]:.3f}."
        )
    in_words.append("Wald's curve falls below the picture at both ends.")
    figure.supxlabel("true recall", fontsize=11)
    figure.supylabel("coverage", fontsize=11)
    return describe(panels[0, 0], " ".join(in_words))


def _small_matrix(ax: Axes, left: float, counts: NDArray[np.int64], below: str) -> None:
    """Draw a matrix with a line of words under it."""
    size = len(counts)
    for (row, column), count in np.ndenumerate(counts):
        ax.text(left + column, row, str(count), ha="center", va="center", fontsize=9)
    edges = np.arange(size + 1) - 0.5
    ax.hlines(edges, left - 0.5, left + size - 0.5, color=SOFT, linewidth=1)
    ax.vlines(left + edges, -0.5, size - 0.5, color=SOFT, linewidth=1)
    ax.text(left + size / 2 - 0.5, size - 0.35, below, ha="center", va="top")


def resampling(
    counts: NDArray[np.int64],
    value: float,
    drawn: NDArray[np.int64],
    values: Numbers,
    ends: Sequence[float],
) -> Axes:
    """Draw a matrix of three classes, three resamples, and the density of all resampled values."""
    _, (above, ax) = plt.subplots(2, 1, figsize=(6.4, 5.0), height_ratios=[1, 1.6])
    _small_matrix(above, 0, counts, f"{value:.3f}")
    above.annotate("", (4.7, 1), (2.9, 1), arrowprops={"arrowstyle": "->", "color": INK})
    above.text(3.8, 0.8, "resample", ha="center")
    for which in range(3):
        _small_matrix(above, 5.6 + 3.8 * which, drawn[which], f"{values[which]:.3f}")
    above.text(16.7, 1, "…", va="center", fontsize=14)
    above.set(xlim=(-0.7, 17.6), ylim=(3.6, -0.8), aspect="equal")
    above.axis("off")
    low, high = ends
    heights, edges = np.histogram(values, bins=np.linspace(0.66, 0.90, 49))
    inside = (edges[:-1] >= low - 0.0025) & (edges[1:] <= high + 0.0025)
    faces = np.where(inside, FILL, GRID_COLOUR)
    ax.bar(edges[:-1], heights, np.diff(edges), align="edge", color=faces, edgecolor=PAPER)
    ax.axvline(value, color=INK, linewidth=1.6, linestyle=":")
    ax.set(yticks=[], xlabel="macro-F1 of 10,000 resamples; filled: the middle 95 %")
    three = "; ".join(
        f"{one.tolist()} with {its:.3f}" for one, its in zip(drawn[:3], values[:3], strict=True)
    )
    return describe(
        above,
        f"Above, the matrix {counts.tolist()} with macro-F1 {value:.3f}; an arrow leads to three "
        f"resamples: {three}. Below, a hill of the macro-F1s of {len(drawn):,} resamples, with a "
        f"dotted line at {value:.3f}. Its filled middle reaches from {low:.3f} to {high:.3f}.",
    )


def simulated_coverage(
    simulated: DataFrame, measures: Sequence[str], methods: Sequence[str], level: float
) -> Axes:
    """Draw coverage over the samples of the rarest class: a panel a measure, two methods in each.

    The frame has the columns measure, method, rarest and coverage.
    """
    figure, panels = plt.subplots(2, 2, figsize=(6.8, 5.0), sharex=True, sharey=True)
    in_panels = []
    for ax, measure in zip(panels.flat, measures, strict=True):
        ax.axhline(level, color=SOFT, linewidth=1.2, linestyle="--")
        ax.set_title(measure.replace("'", "′"), fontsize=10, loc="left")
        for method, face, edge in zip(
            methods, ("none", COLOURS[0]), (INK, COLOURS[0]), strict=True
        ):
            points = simulated[(simulated.measure == measure) & (simulated.method == method)]
            look: dict[str, Any] = {"markerfacecolor": face, "markeredgecolor": edge}
            ax.plot(points.rarest, points.coverage, "o", label=method, markersize=5, **look)
            low, high = points.coverage.min(), points.coverage.max()
            in_panels.append(f"{measure}, {method}: {low:.3f} to {high:.3f}.")
    panels[0, 0].set(xscale="log", ylim=(0.3, 1.01))
    panels[0, 0].set_xticks([2, 5, 10, 50, 200], ["2", "5", "10", "50", "200"])
    panels[0, 0].legend(loc="lower right", fontsize=8)
    figure.supxlabel("samples of the rarest class", fontsize=11)
    figure.supylabel("coverage", fontsize=11)
    return describe(
        panels[0, 0],
        "Four panels: coverage against the samples of the rarest class, "
        f"{simulated.rarest.min():.0f} to {simulated.rarest.max():.0f}. Hollow points, the "
        f"{methods[0]}, fall far below the dashed line where the rarest class is small, or errors "
        f"are few; filled points, the {methods[1]}, stay near or above it. {' '.join(in_panels)}",
    )


def tosses(pairs: NDArray[np.int64], chances: Numbers, p_value: float) -> Axes:
    """Draw the table of pairs, and how often tosses of a coin are as lopsided as its two cells."""
    only_first, only_second = int(pairs[0, 1]), int(pairs[1, 0])
    tossed = only_first + only_second
    as_lopsided = {*range(only_first + 1), *range(only_second, tossed + 1)}
    _, (left, right) = plt.subplots(1, 2, figsize=(6.9, 3.2), width_ratios=[1, 1.7])
    for (row, column), count in np.ndenumerate(pairs):
        square(left, (column, row), count, row != column, edgecolor=SOFT)
    for at, word in enumerate(("right", "wrong")):
        left.text(at + 0.5, -0.12, word, ha="center")
        left.text(-0.1, at + 0.5, word, ha="right", va="center")
    left.text(1, -0.45, "second network", ha="center", fontweight="bold")
    left.text(-0.85, 1, "first", va="center", rotation=90, fontweight="bold")
    left.set(xlim=(-1.1, 2.1), ylim=(2.1, -0.9), aspect="equal")
    left.axis("off")
    _bars(right, chances, as_lopsided, f"filled, together: {p_value:.4f}")
    right.set(xlabel="heads in twelve tosses", ylabel="chance")
    return describe(
        left,
        f"On the left the table of pairs: both right {pairs[0, 0]}, only the first {only_first}, "
        f"only the second {only_second}, neither {pairs[1, 1]}; the second and third are filled. "
        f"On the right the chances of the numbers of heads in {tossed} tosses; those of 0 to "
        f"{only_first} and {only_second} to {tossed} are filled and add up to {p_value:.4f}.",
    )


def found_by_chance(shares: Mapping[str, float], limit: float) -> Axes:
    """Draw how often each free choice among numbers finds a difference where there is none."""
    _, ax = plt.subplots(figsize=(6.4, 2.8))
    ax.bar_label(ax.barh(list(shares), list(shares.values()), color=FILL), fmt="{:.0%}", padding=4)
    ax.axvline(limit, color=INK, linestyle=":", linewidth=1.6)
    ax.set(xlim=(0, 1), xlabel='share of tests that "find" a difference where there is none')
    ax.invert_yaxis()
    each = ", ".join(f"{name} {share:.0%}" for name, share in shares.items())
    return describe(
        ax,
        f"Bars of how often at least one number differs by chance: {each}. A dotted line stands at "
        "5 percent.",
    )


def half_widths(sizes: ArrayLike, widths: Mapping[str, Numbers], named: Sequence[int]) -> Axes:
    """Draw half the width of intervals over the samples, and the rule 1 / √n at some sizes."""
    _, ax = plt.subplots(figsize=(6.2, 3.8))
    for (name, half), dashes in zip(widths.items(), ("-", "--", ":"), strict=True):
        ax.plot(sizes, half, dashes, color=COLOURS[0], marker="", label=name)
    for size in named:
        at = (size, 1 / size**0.5)
        ax.plot(*at, "D", markerfacecolor=PAPER, markeredgecolor=INK, markersize=7)
        words = f"{size:,} samples: ±{at[1]:.2f}"
        ax.annotate(words, at, (6, 6), textcoords="offset points")
    ax.set(xscale="log", yscale="log", xlim=(10, 60_000))
    ax.set(xlabel="samples n", ylabel="half-width h")
    ax.set_xticks([10, 100, 1000, 10_000], ["10", "100", "1,000", "10,000"])
    ax.set_yticks([0.001, 0.01, 0.1], ["0.001", "0.01", "0.1"])
    ax.legend(loc="lower left")
    return ax
