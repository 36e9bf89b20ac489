"""Drawings of lesson 11: parts of a data set, leaks, penalties, and curves of a decision."""

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from cmcourse.figures.sketch_figure import sketch, square
from cmlib.plot.curves_figure import curves
from cmlib.plot.style import COLOURS, FILL, GRID_COLOUR, INK, ON_FILL, PAPER, SOFT
from cmlib.plot.svg import describe

Numbers = NDArray[np.float64]


def parts(training: int, test: int) -> Axes:
    """Draw a training set, cut into five parts for five turns, and a locked test set."""
    total = training + test
    ax = sketch(5.2, 3.0, x=(-92, total), y=(7.2, -0.6))
    look: dict[str, Any] = {"facecolors": [GRID_COLOUR, FILL], "edgecolor": INK}
    ax.broken_barh([(0, training), (training, test)], (0, 0.8), **look)
    words: dict[str, Any] = {"ha": "center", "va": "center"}
    ax.text(training / 2, 0.4, f"training set: {training}", **words)
    middle = (training + total) / 2
    ax.text(middle, 0.4, f"test set: {test}", color=ON_FILL, **words)
    ax.text(middle, 3.9, "locked\nuntil the end", color=SOFT, **words)
    for turn in range(5):
        bar = (1.5 + 1.1 * turn, 0.8)
        starts = training / 5 * np.arange(5)
        others = [(start, training / 5) for start in np.delete(starts, turn)]
        ax.broken_barh(others, bar, facecolor=GRID_COLOUR, edgecolor=INK)
        scored: dict[str, Any] = {"facecolor": "none", "edgecolor": INK, "hatch": "////"}
        ax.broken_barh([(starts[turn], training / 5)], bar, **scored)
        ax.text(-8, bar[0] + 0.4, f"turn {turn + 1}", ha="right", va="center")
    return describe(
        ax,
        f"A bar of {total} samples, cut into a training set of {training} and a test set of "
        f"{test}, which is locked until the end. Under the training set the same bar five times, "
        "cut into five parts, of which another one is hatched in each turn.",
    )


def leak() -> Axes:
    """Draw how test rows reach what learns, and how they must not."""
    ax = sketch(5.2, 3.4, x=(0, 10.2), y=(6.1, -0.3))
    places, size = {"training rows": 0, "what learns": 3.9, "model": 7.9}, (2.2, 0.9)

    def arrow(x: float, y: float, to: tuple[float, float], **other: Any) -> None:
        look: dict[str, Any] = {"arrowstyle": "-|>", "color": INK, "linewidth": 1.8}
        ax.annotate("", to, (x, y), arrowprops=look | {"linestyle": "-"} | other)

    for top, title in ((0.4, "leaks"), (3.6, "does not leak")):
        ax.text(0, top - 0.25, title, weight="bold")
        for text, x in places.items():
            square(ax, (x, top), text, False, size, facecolor=PAPER)
        square(ax, (0, top + 1.3), "test rows", True, size)
        square(ax, (7.9, top + 1.3), "result", False, size, facecolor=PAPER)
        arrow(2.25, top + 0.45, (3.85, top + 0.45))
        arrow(6.15, top + 0.45, (7.85, top + 0.45))
        arrow(2.25, top + 1.75, (7.85, top + 1.75))
        arrow(9, top + 0.95, (9, top + 1.25))
    arrow(2.25, 1.85, (3.85, 1.05), color=COLOURS[1], linestyle="--")
    ax.text(3.15, 1.75, "leak", color=COLOURS[1], weight="bold", va="center")
    return describe(
        ax,
        "Two diagrams. In the upper one, which leaks, arrows lead from the training rows and, "
        "dashed, from the test rows to what learns, such as a choice of columns; from there to "
        "the model, and from model and test rows to the result. In the lower one the dashed arrow "
        "is missing: the test rows lead to the result only.",
    )


def two_rows(rows: Mapping[str, Sequence[float]], dotted: float, **axis: Any) -> Axes:
    """Draw two rows of marks on one scale, and a dotted line."""
    _, ax = plt.subplots(figsize=(6.0, 2.0))
    for height, (values, marker) in enumerate(zip(rows.values(), "so", strict=True)):
        ax.plot(values, [height] * len(values), marker, markerfacecolor="none")
    ax.axvline(dotted, color=SOFT, linestyle=":", linewidth=1.2)
    ax.set(yticks=[0, 1], yticklabels=rows, ylim=(1.6, -0.6), **axis)
    ax.spines["left"].set_visible(False)
    ax.tick_params(axis="y", length=0)
    return ax


def penalties(truth: Sequence[int], programs: Mapping[str, Numbers]) -> Axes:
    """Draw the penalty of each score of five patients as a filled square in a frame."""
    ax = sketch(6.2, 3.9, x=(-0.6, 8.6), y=(4.4, -0.5))
    ax.set_aspect("equal")
    in_words = []
    for row, (name, given) in enumerate(programs.items()):
        top, areas = 1.5 * row, (given - truth) ** 2
        for patient, area in enumerate(areas):
            left, side = 1.25 * patient, area**0.5
            ax.broken_barh([(left, 1)], (top, 1), facecolor="none", edgecolor=GRID_COLOUR)
            ax.broken_barh([(left, side)], (top + 1, -side), facecolor=FILL)
            words = f"says {given[patient]:.1f}"
            ax.text(left + 0.5, top + 1.05, words, ha="center", va="top")
        ax.text(6.35, top + 0.5, f"mean area {areas.mean():.3f}", va="center")
        ax.text(-0.2, top + 0.5, name, weight="bold", ha="right", va="center")
        each = ", ".join(f"{area:.2f}" for area in areas)
        in_words.append(f"Program {name}: the areas are {each}; their mean is {areas.mean():.3f}.")
    for patient, is_ill in enumerate(truth):
        words = "malignant" if is_ill else "benign"
        ax.text(1.25 * patient + 0.5, -0.12, words, ha="center")
    return describe(ax, f"Three rows of five squares, one for each patient. {' '.join(in_words)}")


def reliability(points: Mapping[str, tuple[Numbers, Numbers]], ends: Numbers) -> Axes:
    """Draw the share of positives over the mean score of groups, with intervals of the first."""
    ax = curves(
        points,
        xlabel="mean score of the group",
        ylabel="share that is malignant",
        baseline={"calibrated": ([0, 1], [0, 1])},
        square=True,
    )
    first = next(iter(points))
    ax.vlines(points[first][0], *ends.T, color=COLOURS[0], linewidth=1.2)
    ax.text(0.03, 0.97, "scores too low", va="top", color=SOFT)
    ax.text(0.97, 0.03, "scores too high", ha="right", color=SOFT)
    in_words = ["Reliability curves beside a diagonal."]
    for name, point in points.items():
        pairs = [f"at {x:.2f} a share of {y:.2f}" for x, y in zip(*point, strict=True)]
        in_words.append(f"{name}: {', '.join(pairs)}.")
    each = ", ".join(f"{low:.2f} to {high:.2f}" for low, high in ends)
    return describe(ax, " ".join([*in_words, f"The {first}'s intervals: {each}."]))
