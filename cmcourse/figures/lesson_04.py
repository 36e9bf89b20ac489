"""Drawings of lesson 4: recalls as areas, strips of zeros and ones, pairs of classes."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from cmcourse.figures.sketch_figure import box, sketch
from cmlib.agreement import mcc, mcc_product
from cmlib.matrix import ConfusionMatrix
from cmlib.metrics import accuracy, balanced_accuracy, g_mean, precision, recall
from cmlib.plot.cell_panels import Panel, draw_panels
from cmlib.plot.curves_figure import curves
from cmlib.plot.style import FILL, ON_FILL
from cmlib.plot.svg import describe


def rectangles(tests: Mapping[str, ConfusionMatrix]) -> Axes:
    """Draw the two recalls of two tests as rectangles, with squares of equal area and perimeter."""
    ax = sketch(5.2, 4.3, x=(-0.3, 3.3), y=(-1.6, 1.2))
    ax.set_aspect("equal")
    seen = []
    for floor, (name, cm) in zip((0, -1.25), tests.items(), strict=True):
        high, wide = np.asarray(recall(cm)).tolist()
        area, mean = float(g_mean(cm)), float(balanced_accuracy(cm))
        box(ax, 0, floor, wide, high, f"{wide * high:.4f}", facecolor=FILL)
        box(ax, 1.15, floor, area, area, f"{area**2:.4f}", facecolor=FILL)
        box(ax, 2.3, floor, mean, mean, linestyle="--", linewidth=2)
        ax.text(-0.12, floor + high / 2, f"{high:.4f}", va="center", rotation=90)
        ax.text(0, floor + max(high, mean) + 0.06, name, fontweight="bold")
        for middle, words in (
            (wide / 2, f"{wide:.4f}"),
            (1.15 + area / 2, f"G-mean\n{area:.4f}"),
            (2.3 + mean / 2, f"balanced accuracy\n{mean:.4f}"),
        ):
            ax.text(middle, floor - 0.04, words, ha="center", va="top")
        seen.append(
            f"{name}: rectangle with sides {high:.4f} and {wide:.4f}, filled square of the same "
            f"area with side {area:.4f}, dashed square of the same perimeter with side {mean:.4f}."
        )
    return describe(ax, " ".join(seen))


def windmill() -> Axes:
    """Draw why a geometric mean of two is at most their mean: four rectangles leave a hole."""
    ax = sketch(3.4, 3.4, x=(-0.12, 1.12), y=(-0.12, 1.12))
    ax.set_aspect("equal")
    long, short = 0.7, 0.3
    look: dict[str, Any] = {"facecolor": FILL, "edgecolor": ON_FILL}
    box(ax, 0, 0, long, short, "a × b", **look)
    box(ax, long, 0, short, long, "a × b", **look)
    box(ax, short, long, long, short, "a × b", **look)
    box(ax, 0, short, short, long, "a × b", **look)
    for x, y, words in ((0.5, 0.5, "(a − b)²"), (0.35, -0.06, "a"), (0.85, -0.06, "b")):
        ax.text(x, y, words, ha="center", va="center")
    return describe(
        ax,
        "A square with side a + b. Four rectangles with sides a and b lie round its edge like the "
        "sails of a windmill. In the middle a square with side a − b stays empty.",
    )


def alarms(populations: Mapping[str, ConfusionMatrix]) -> Axes:
    """Draw which share of the people who get an alarm is ill, beside the G-mean."""
    ax = sketch(5.4, 2.6, x=(-0.46, 1.6), y=(3.5, -1))
    seen = []
    for row, (name, cm) in enumerate(populations.items()):
        ill, value = float(precision(cm, label=cm.labels[0])), float(g_mean(cm))
        box(ax, 0, row - 0.3, ill, 0.6, facecolor=FILL)
        box(ax, 0, row - 0.3, 1, 0.6, linewidth=2)
        for x, words in ((-0.46, name), (1.05, f"{ill:.4f}"), (1.35, f"{value:.4f}")):
            ax.text(x, row, words, va="center")
        seen.append(
            f"{name}: of {cm.predicted[0]:,} people alarmed a share of {ill:.4f} is ill, the "
            f"G-mean is {value:.4f}."
        )
    for x, words in ((0, "the alarmed"), (1.05, "ill"), (1.35, "G-mean")):
        ax.text(x, -0.7, words, va="center")
    return describe(ax, " ".join(seen))


def two_strips(
    ax: Axes, x: ArrayLike, y: ArrayLike, height: float = 0, names: Sequence[str] = ("", "")
) -> None:
    """Draw truth above prediction, two rows of zeros and ones, filled where there is a 1."""
    for floor, row, name in ((height + 1, x, names[0]), (height, y, names[1])):
        ones = np.asarray(row)
        edges = np.flatnonzero(np.diff(ones, prepend=0, append=0)).reshape(-1, 2)
        for start, end in edges.tolist():
            box(ax, start, floor, end - start, 0.8, facecolor=FILL)
        box(ax, 0, floor, len(ones), 0.8, linewidth=1.5)
        ax.text(-0.02 * len(ones), floor + 0.4, name, ha="right", va="center")


def _strips_of(cm: ConfusionMatrix) -> tuple[ArrayLike, ArrayLike]:
    """Return truth and prediction as zeros and ones; the samples in the order TP, FN, FP, TN."""
    sizes = cm.counts.ravel()
    return np.repeat([1, 1, 0, 0], sizes), np.repeat([1, 0, 1, 0], sizes)


def strips_of_samples(cm: ConfusionMatrix) -> Axes:
    """Draw all samples of two classes as two strips, and mark where the strips differ."""
    ax = sketch(5.4, 1.4, x=(-33, cm.total), y=(-1.1, 1.9))
    two_strips(ax, *_strips_of(cm), names=("x, truth", "y, predicted"))
    # A line beneath marks where they differ: behind the TP.
    differ = cm.counts[0, 0] + np.array([0, cm.total - cm.correct])
    ax.plot(differ, [-0.25, -0.25], linewidth=3)
    ax.text(differ.mean(), -0.45, "they differ", ha="center", va="top")
    return describe(
        ax,
        f"Two strips of {cm.total} vehicles, filled for 1. From the left: {cm.counts[0, 0]} filled "
        f"in both, {cm.counts[0, 1]} in the truth only, {cm.counts[1, 0]} in the prediction only, "
        f"{cm.counts[1, 1]} in neither.",
    )


def _written(value: float, digits: str) -> str:
    return f"{value:{digits}}".replace("-", "−").replace("nan", "undefined")


def strips_of_cases(cases: Mapping[str, ArrayLike]) -> Axes:
    """Draw four classifiers of eight samples as pairs of strips, and the MCC of each."""
    ax = sketch(5.4, 4.6, x=(-2.2, 11), y=(-9.5, 2.7))
    in_words = []
    for level, (name, counts) in zip((0, -3.1, -6.2, -9.3), cases.items(), strict=True):
        cm = ConfusionMatrix(counts)
        value = _written(float(mcc(cm)), ".0f")
        two_strips(ax, *_strips_of(cm), level, ("truth", "predicted"))
        ax.text(0, level + 1.95, name, va="bottom")
        ax.text(8.3, level + 0.9, f"MCC {value}", va="center")
        in_words.append(f"{name}: rows {cm.counts.tolist()}, MCC {value}.")
    return describe(
        ax, f"Four pairs of strips, truth above and prediction below. {' '.join(in_words)}"
    )


def strips_of_classes(cm: ConfusionMatrix) -> Axes:
    """Draw a pair of strips for each of three classes: who is of it, and who is called so."""
    ax = sketch(5.4, 3.6, x=(-4.6, cm.total), y=(-5.4, 2))
    for level, name in zip((0, -2.6, -5.2), cm.labels, strict=True):
        truth, predicted = (np.asarray(labels) == name for labels in cm.to_labels())
        two_strips(ax, truth, predicted, level, (f"{name}: truth", "predicted"))
    return describe(
        ax,
        " ".join(
            f"{name}: {cm.support[at]} animals are one, {cm.predicted[at]} are predicted as one, "
            f"{cm.counts[at, at]} of them rightly."
            for at, name in enumerate(cm.labels)
        ),
    )


def pairs_of_classes(
    cm: ConfusionMatrix, terms: Mapping[tuple[int, int], tuple[float, float]]
) -> Axes:
    """Draw a matrix of three classes for each pair of them, its four cells lit, with a and b."""
    panels, in_words = [], []
    for (i, j), (a, b) in terms.items():
        name = f"{cm.labels[i]} and {cm.labels[j]}"
        panels.append(
            Panel(
                3,
                texts=cm.counts.astype(str).tolist(),
                filled=[(i, i), (j, j)],
                hatched=[(i, j), (j, i)],
                below=[name, f"a = {a:.4f}", f"b = {b:.4f}"],
            )
        )
        in_words.append(f"{name}: a = {a:.4f}, b = {b:.4f}.")
    ax = draw_panels(panels)
    return describe(
        ax,
        "The matrix of the eighteen animals three times. In each the four cells of two classes are "
        f"lit: the two right cells filled, the two wrong ones hatched. {' '.join(in_words)}",
    )


def three_measures(cases: Mapping[str, Sequence[Sequence[int]]]) -> Axes:
    """Draw matrices of three classes, and bars of accuracy, R_K and product form beside each."""
    ax = sketch(5.4, 7, x=(-0.1, 23), y=(-25.4, 4.2))
    sayings = []
    for place, (name, counts) in enumerate(cases.items()):
        floor = -4.2 * place
        ax.text(6, floor + 3.05, name, va="bottom")
        for (row, column), count in np.ndenumerate(np.array(counts)):
            tone = {"facecolor": FILL} if row == column else {}
            box(ax, 1.7 * column, floor + 2 - row, 1.7, 1, count, **tone)
        said = []
        values: dict[str, tuple[Any, dict[str, Any]]] = {
            "accuracy": (accuracy(counts), {}),
            "R_K": (mcc(counts), {"facecolor": FILL}),
            "product form": (mcc_product(counts), {"hatch": "////"}),
        }
        for line, (title, (value, look)) in enumerate(values.items()):
            middle = floor + 2.5 - line
            words = _written(value, ".4f" if abs(value) > 1e-4 else ".1e")
            said.append(f"{title} {words}")
            box(ax, 14.2, middle - 0.35, 4.8 * np.nan_to_num(value), 0.7, **look)
            for x, text in ((11, title), (23, words)):
                ax.text(x, middle, text, ha="right", va="center")
        ax.plot([14.2, 14.2], [floor, floor + 3])
        sayings.append(f"{name}, {counts}: {', '.join(said)}.")
    return describe(ax, " ".join(sayings))


def over_classes(numbers: NDArray[np.int64], lines: Mapping[str, Sequence[float]]) -> Axes:
    """Draw values over the number of classes, which has a logarithmic axis."""
    ax = curves(
        {name: (numbers, np.array(values)) for name, values in lines.items()},
        xlabel="number of classes",
        ylabel="value",
    )
    ax.set_xscale("log")
    round_numbers = [2, 3, 5, 10, 30, 100, 300]
    ax.set_xticks(round_numbers, labels=list(map(str, round_numbers)))
    ax.minorticks_off()
    ten = int(np.flatnonzero(numbers == 10)[0])
    each = "; ".join(
        f"{name}: {values[0]:.2f} with two classes, {values[ten]:.2f} with ten, {values[-1]:.2f} "
        f"with {numbers[-1]}"
        for name, values in lines.items()
    )
    return describe(
        ax, f"Line chart over the number of classes, 2 to {numbers[-1]}, logarithmic axis. {each}."
    )
