"""Drawings of lesson 7: changed labels, changes on their intervals, lines of equal R'."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray
from pandas import DataFrame

from cmlib.matrix import ConfusionMatrix
from cmlib.plot.style import COLOURS, FILL, GRID_COLOUR, INK, PAPER, SOFT
from cmlib.plot.svg import describe


def _diamonds(ax: Axes, frame: DataFrame, value: str) -> None:
    """Draw a diamond for the value of each row, on a bar for its interval."""
    at = range(len(frame))
    ax.hlines(at, frame["low"], frame["high"], color=FILL, linewidth=4)
    look: dict[str, Any] = {"markerfacecolor": PAPER, "markeredgecolor": INK, "markersize": 6}
    ax.plot(frame[value], at, "D", **look)
    ax.set(ylim=(len(frame) - 0.4, -0.6))
    ax.set_yticks(at, [f"digit {digit}" for digit in frame.index])


def changes(frame: DataFrame, wider: DataFrame, clear: Sequence[int]) -> Axes:
    """Draw changes of R' by digit on their intervals: on the whole scale, and near zero.

    Both frames have the columns change, low and high; thin lines are the wider intervals. The
    digits that stay clear of zero are named in the description.
    """
    _, (whole, near) = plt.subplots(1, 2, figsize=(5.6, 3.5), sharey=True, layout="constrained")
    for ax in (whole, near):
        ax.hlines(range(len(frame)), wider["low"], wider["high"], color=FILL, linewidth=1)
        _diamonds(ax, frame, "change")
        ax.axvline(0, color=SOFT, linewidth=1)
    whole.set_xlabel("change of R′")
    near.set(xlim=(-0.03, 0.03), xticks=[-0.02, 0, 0.02], xlabel="the same, near zero")
    in_words = "; ".join(
        f"digit {digit} {row['change']:+.4f}, from {row['low']:+.4f} to {row['high']:+.4f}"
        for digit, row in frame.iterrows()
    )
    return describe(
        whole,
        "Changes of R prime from Table 8 to Table 9 as diamonds on bars, on two scales: "
        f"{in_words}. With and without the thin lines, which make each bar longer by about two "
        f"fifths, the digits {clear} stay clear of zero, and no others.",
    )


def ranking(frame: DataFrame, best: int) -> Axes:
    """Draw R' of digits, sorted from the best, on their intervals; a line ends the best ones."""
    _, ax = plt.subplots(figsize=(4.8, 3.4))
    _diamonds(ax, frame, "R'")
    ax.set_xlabel("R′ in Table 4, and the middle 95 % of its replicates")
    ax.axhline(best - 0.5, color=INK, linestyle=":", linewidth=1)
    in_words = "; ".join(
        f"digit {digit} {row[0]:.4f}, from {row[1]:.4f} to {row[2]:.4f}"
        for digit, *row in frame.itertuples()
    )
    return describe(
        ax,
        "R prime of the ten digits of Table 4 as diamonds on bars, from best to worst: "
        f"{in_words}. The bars of neighbours overlap.",
    )


def against_prediction(
    predicted: NDArray[np.int64],
    printed: NDArray[np.int64],
    reach: Callable[[Any], Any],
    named: Mapping[str, tuple[int, int]],
) -> Axes:
    """Draw printed counts, each of 1,000, over predicted ones, on scales of square roots.

    A grey band has what chance allows: counts around a middle that are not further apart than its
    reach. Named are single points: predicted and printed.
    """
    middles = np.linspace(0, 1000, 2001)
    apart = np.concatenate([reach(middles), -reach(middles)[::-1]]) / 2
    around = np.concatenate([middles, middles[::-1]])
    _, ax = plt.subplots(figsize=(4.6, 4.2))
    edge = np.clip([around - apart, around + apart], 0, 1000)
    ax.fill(*edge, color=GRID_COLOUR, linewidth=0)
    ax.plot(predicted, printed, "o", markersize=5, markerfacecolor="none")
    for (words, spot), up in zip(named.items(), (-65, 60), strict=True):
        thin: dict[str, Any] = {"ha": "right", "arrowprops": {"arrowstyle": "-", "color": SOFT}}
        ax.annotate(words, spot, (spot[0] - 150, spot[1] + up), **thin)
    ax.set_xscale("function", functions=(np.sqrt, np.square))
    ax.set_yscale("function", functions=(np.sqrt, np.square))
    ticks = [0, 10, 50, 200, 500, 1000]
    ax.set(xticks=ticks, yticks=ticks, xlim=(0, 1050), ylim=(0, 1050), aspect="equal")
    ax.set(xlabel="count predicted from Table 11", ylabel="count printed in Table 10")
    inside = np.abs(printed - predicted) <= reach((printed + predicted) / 2)
    words, spot = next(iter(named.items()))
    return describe(
        ax,
        f"Scatter plot of {len(printed)} cells on scales of square roots, the predicted count "
        f"across, the printed one upwards. All rings lie on the diagonal or close to it, "
        f"{inside.sum()} of them in a grey band of what chance allows. {words.capitalize()}: "
        f"predicted {spot[0]}, printed {spot[1]}; the correlation of all is "
        f"{np.corrcoef(predicted, printed)[0, 1]:.4f}.",
    )


def equal_r_prime(share: float, values: Iterable[float]) -> Axes:
    """Draw lines along which R' of a class with this share is the same: precision over recall."""
    _, ax = plt.subplots(figsize=(5.2, 4.4))
    precision = np.linspace(0.3, 1, 200)
    for value in values:
        # R' = recall - (q - share), and q = recall * share / precision.
        recall = (value - share) / (1 - share / precision)
        ax.plot(recall, precision, "-", color=SOFT, linewidth=1, marker="")
        if 0.65 <= recall[-1] <= 1:
            ax.text(recall[-1], 1.01, f"{value:.2f}", ha="center", fontsize=9)
    ax.set(xlabel="recall", ylabel="precision", xlim=(0.65, 1), ylim=(0.3, 1))
    return ax


def paths(share: float, moves: Mapping[str, Sequence[Sequence[float]]]) -> Axes:
    """Draw how classes of one share move among lines of equal R'.

    Each move leads from a recall and a precision to another pair; the line of equal R' on which
    the first of them starts is dashed.
    """
    lines = np.arange(0.7, 0.96, 0.05)
    ax = equal_r_prime(share, lines)
    heights = np.linspace(0.35, 1, 100)
    first, *_, last = moves
    # The R' of each class, before and after.
    values = {
        name: [recall - recall * share / precision + share for recall, precision in ends]
        for name, ends in moves.items()
    }
    value = values[first][0]
    ax.plot((value - share) / (1 - share / heights), heights, "--", color=INK, marker="")
    path = {"arrowstyle": "->", "color": COLOURS[0], "linewidth": 2.4, "shrinkA": 0, "shrinkB": 0}
    clear: dict[str, Any] = {"facecolor": PAPER, "edgecolor": "none", "pad": 1}
    beside: dict[str, Any] = {"ha": "right", "va": "bottom", "fontweight": "bold"}
    in_words = []
    for name, (start, end) in moves.items():
        ax.annotate("", (end[0], end[1]), (start[0], start[1]), arrowprops=path)
        ax.text(end[0] - 0.006, end[1], name, bbox=clear, **beside)
        in_words.append(
            f"{name} from recall {start[0]:.4f} and precision {start[1]:.4f} to {end[0]:.4f} and "
            f"{end[1]:.4f}"
        )
    low, high = sorted(values[last])
    return describe(
        ax,
        "Recall across, precision upwards, with lines along which R prime is the same, for a "
        "class with a tenth of the samples. The lines are nearly upright at high precision and "
        "bend to the right where precision is low. Two arrows lead upwards: "
        f"{'; '.join(in_words)}. The arrow of {first} ends close to the dashed line of equal R "
        "prime that it starts on; "
        f"that of {last} crosses {' and '.join(f'{it:.2f}' for it in lines if low < it < high)}.",
    )


def one_column_added(before: ConfusionMatrix, after: ConfusionMatrix) -> Axes:
    """Draw what a wrong training label does to a matrix: its second column goes to the first."""
    _, panels = plt.subplots(1, 2, figsize=(5.8, 3), layout="constrained")
    titles = ("trained with the right labels", "trained with limes as lemons")
    for ax, cm, title in zip(panels, (before, after), titles, strict=True):
        cm.plot(normalize=None, ax=ax)
        ax.set_title(title, fontsize=10, pad=26)
    bent = {"arrowstyle": "->", "color": INK, "connectionstyle": "arc3,rad=0.3"}
    panels[0].annotate("", (0, -0.55), (1, -0.55), arrowprops=bent, annotation_clip=False)
    return describe(
        panels[0],
        "Two matrices of lemon, lime and orange, rows the truth. Left, trained with the right "
        f"labels: {before.counts.tolist()}; an arrow leads from the column of lime to the column "
        f"of lemon. Right, trained with limes as lemons: {after.counts.tolist()}.",
    )


def more_of_one(
    shares: NDArray[np.float64], values: NDArray[np.float64], at: int, recall: float, name: str
) -> Axes:
    """Draw R' of ten classes over the share of one of them, and the recall of that one."""
    _, ax = plt.subplots(figsize=(5.2, 3.9))
    others = np.delete(values, at, axis=1)
    ax.plot(shares, others, "-", color=SOFT, linewidth=0.8, marker="")
    ax.plot(shares, values[:, at], "-", color=COLOURS[0], linewidth=2.6, marker="")
    ax.axhline(recall, color=INK, linestyle="--", linewidth=1.6)
    ax.text(0.8, 0.965, f"R′ of {name}", ha="right", va="center", fontweight="bold")
    ax.text(0.97, recall - 0.006, f"recall of {name}", ha="right", va="top")
    ax.text(0.03, 0.96, "R′ of the other nine", color=SOFT)
    ax.set(xlabel=f"share of {name}s in the test set", ylabel="R′", ylim=(0.65, 1), xlim=(0, 1))
    return describe(
        ax,
        f"The share of {name}s in the test set across, R prime upwards. R prime of {name} rises in "
        f"a straight line from {values[0, at]:.2f} to {values[-1, at]:.2f}, from below all other "
        "classes to above them. Their nine lines, grey, fall or stay. The recall of "
        f"{name}, dashed, is {recall:.4f} everywhere.",
    )


def seeds(found: NDArray[np.int64], others: Mapping[str, tuple[int, int]]) -> Axes:
    """Draw how many zeros and sixes twenty trainings found, and two others."""
    _, ax = plt.subplots(figsize=(4.6, 3.8))
    ax.plot(*found.T, "o", label="twenty seeds")
    for (name, point), marker in zip(others.items(), "sD", strict=True):
        ax.plot(*point, marker, label=name)
    ax.set(xlabel="zeros found, of 980", ylabel="sixes found, of 958")
    ax.legend()
    zeros, sixes = found.max(axis=0)
    each = "; ".join(f"{name}: {x} zeros and {y} sixes" for name, (x, y) in others.items())
    return describe(
        ax,
        "Scatter plot of twenty trainings: zeros found, of 980, across, and sixes found, of 958, "
        "upwards. Half of them lie in the lower left corner, near 0 and 0; the others are "
        "scattered, nearly all of them along one of the two axes, up to "
        f"{zeros} zeros in one training and to {sixes} sixes in another. Two more points lie near "
        f"the left axis among them. {each}.",
    )
