"""Checks of document 2, section 4: ROC and P-R curves and the areas under them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias, cast

import numpy as np
import numpy.typing as npt
from matplotlib import colors, rcParamsDefault
from matplotlib import pyplot as plt
from sklearn import metrics

from cmcourse.ledger.evidence import Evidence
from cmcourse.tables import Dataset

Counts: TypeAlias = npt.NDArray[np.int64]
Rates: TypeAlias = npt.NDArray[np.float64]
# Values closer than this are the same, but for the noise of floats.
_TIE = 1e-12


def library_curve(data: Dataset, label: int, name: str = "roc_curve") -> tuple[Rates, Rates, Rates]:
    """Call scikit-learn's ``roc_curve`` or ``precision_recall_curve`` as the document does."""
    truth, score = _one_class(data, label)
    points = getattr(metrics, name)(truth, score[:, label], pos_label=label)
    return cast("tuple[Rates, Rates, Rates]", points)


def library_area(data: Dataset, label: int) -> float:
    """Return the area under the ROC curve by the document's calls, ``roc_curve`` and ``auc``."""
    return float(metrics.auc(*library_curve(data, label)[:2]))


def pair_auc(data: Dataset, label: int) -> Fraction:
    """Return the area under the ROC curve: the share of pairs that the scores rank rightly."""
    truth, scores = _one_class(data, label)
    score = scores[:, label]
    inside, outside = score[truth == label][:, None], score[truth != label]
    won, level = int((inside > outside).sum()), int((inside == outside).sum())
    return Fraction(2 * won + level, 2 * inside.size * outside.size)


def curve_counts_samples(data: Dataset, label: int, name: str) -> Evidence:
    """Compare each point of scikit-learn's curve with the samples counted at its threshold."""
    truth, score = _one_class(data, label)
    positive = truth == label
    first, second, thresholds = library_curve(data, label, name)
    called = score[:, label] >= thresholds[:, None]
    found, alarms = (called & positive).sum(axis=1), (called & ~positive).sum(axis=1)
    tpr = found / positive.sum()
    if name == "roc_curve":
        expected = np.array([alarms / (~positive).sum(), tpr])
    else:
        expected = np.array([found / (found + alarms), tpr])
    points = np.array([first[: len(thresholds)], second[: len(thresholds)]])
    same = int(np.isclose(points, expected).all(axis=0).sum())
    return Evidence(
        same == len(thresholds), f"{same} of {len(thresholds)} points are counts of samples"
    )


def steps_give_curve(data: Dataset, label: int) -> Evidence:
    """Draw the ROC curve as the document says, a step for each sample, and compare all corners.

    A positive sample is a step upwards, a negative one a step to the right. Samples that share a
    score are one step together, which the document leaves open.
    """
    truth, score = _one_class(data, label)
    positives, negatives = int((truth == label).sum()), int((truth != label).sum())
    x = y = Fraction(0)
    corners = {(0.0, 0.0)}
    for value in np.unique(score[:, label])[::-1]:
        level = truth[score[:, label] == value] == label
        y += int(level.sum()) * Fraction(1, positives)
        x += int((~level).sum()) * Fraction(1, negatives)
        corners.add((round(float(x), 9), round(float(y), 9)))
    fpr, tpr, _ = library_curve(data, label)
    theirs = {(round(float(a), 9), round(float(b), 9)) for a, b in zip(fpr, tpr, strict=True)}
    return Evidence(
        theirs <= corners and x == y == 1,
        f"{len(theirs & corners)} of {len(theirs)} corners of the curve are met, the last at "
        f"({x}, {y})",
    )


def _one_class(data: Dataset, label: int) -> tuple[Counts, Rates]:
    """Return truth and scores of a table that has both, for this class among others."""
    if data.y_true is None or data.y_score is None or label not in data.matrix.labels:
        raise ValueError(f"data: expected scores of class {label}, got {data.name}")
    return data.y_true, data.y_score


def diagram_lines(data: Dataset, *, other_open: bool = False) -> list[str]:
    """Draw the ROC curves as the document's program does; name the lines in the diagram.

    Its lines for Figures 6 and 7 open no figure of their own. With ``other_open`` they follow, in
    the same run and before anything is shown, the line that draws the diagram of one class.
    """
    first = plt.figure()
    if other_open:
        truth, scores = _one_class(data, 1)
        metrics.RocCurveDisplay.from_predictions(
            truth == 1, scores[:, 1], name="Figure 5", ax=first.gca()
        )
    for label in data.matrix.labels:
        fpr, tpr, _ = library_curve(data, int(label))
        plt.plot(fpr, tpr, label=f"Class{label}")
    lines = [str(line.get_label()).partition(" (")[0] for line in plt.gca().get_lines()]
    plt.close(first)
    return lines


def pairwise_area(data: Dataset) -> float:
    """Return the ROC area for many classes by Hand and Till: a mean over pairs of classes."""
    areas = []
    for i, j in itertools.permutations(data.matrix.labels, 2):
        truth, scores = _one_class(data, int(i))
        ahead = scores[truth == i, int(i)][:, None] - scores[truth == j, int(i)]
        areas.append(float((ahead > 0).mean() + (ahead == 0).mean() / 2))
    return sum(areas) / len(areas)


def mean_average_precision(data: Dataset) -> float:
    """Sum the steps of each class's own P-R curve, and take the mean over the classes."""
    sums = []
    for label in data.matrix.labels:
        precision, recall, _ = library_curve(data, int(label), "precision_recall_curve")
        sums.append(float((-np.diff(recall) * precision[:-1]).sum()))
    return sum(sums) / len(sums)


def library_mean(data: Dataset, name: str, **options: str) -> float:
    """Call scikit-learn's summary of the curves of three classes."""
    truth, scores = _one_class(data, 0)
    return float(getattr(metrics, name)(truth, scores, **options))


def area_and_accuracy(truth: Sequence[int], score: Sequence[float]) -> tuple[float, float]:
    """Return the area under the ROC curve of the class 1, and accuracy at the threshold 0.5."""
    right = (np.asarray(score) >= 0.5) == (np.asarray(truth) == 1)
    return float(metrics.roc_auc_score(truth, score)), float(right.mean())


def share_apart(data: Dataset, label: int) -> float:
    """Return, of all pairs of thresholds, the share where precision and recall move apart.

    Only pairs count in which both of them change.
    """
    precision, recall, _ = library_curve(data, label, "precision_recall_curve")
    moves = np.subtract.outer(precision[:-1], precision[:-1])
    moves *= np.subtract.outer(recall[:-1], recall[:-1])
    return float((moves < 0).sum() / (moves != 0).sum())


def tpr_reached(data: Dataset, label: int, fpr: float) -> float:
    """Return the largest true positive rate that the ROC curve of a class reaches up to an FPR."""
    x, y, _ = library_curve(data, label)
    return float(y[x <= fpr].max())


def enclosing_is_better(measure: Callable[[Rates], float]) -> Evidence:
    """Compare all ROC curves of four positives and four negatives, those that enclose others.

    A curve encloses another if it is nowhere below it. It is better if the measure is not lower.
    """
    curves = []
    for places in itertools.combinations(range(8), 4):
        up = np.isin(np.arange(8), places)
        corners = np.cumsum(np.array([~up, up]), axis=1) / 4
        curves.append(np.concatenate([np.zeros((2, 1)), corners], axis=1))
    # The highest point of each curve at each share of the negatives.
    tops = np.array([[y[x == i / 4].max() for i in range(5)] for x, y in curves])
    values = np.array([measure(curve) for curve in curves])
    enclosed = np.all(tops[:, None] >= tops, axis=2) & ~np.eye(len(curves), dtype=bool)
    kept = values[:, None] - values >= -_TIE
    return Evidence(
        bool(np.all(kept[enclosed])),
        f"{int((enclosed & kept).sum())} of {int(enclosed.sum())} pairs of curves, one around the "
        "other",
    )


def area_under(curve: Rates) -> float:
    """Return the area under the corners of a curve, by trapezoids."""
    x, y = curve
    return float(np.trapezoid(y, x))


def nearness_to_corner(curve: Rates) -> float:
    """Return minus the distance of the upper left corner from the nearest corner of a curve."""
    x, y = curve
    return -float(np.hypot(x, 1 - y).min())


def corners_of(data: Dataset, label: int) -> Rates:
    """Return the corners of scikit-learn's ROC curve of a class, FPR first."""
    return np.array(library_curve(data, label)[:2])


def one_score_for_all() -> Rates:
    """Return the corners of the ROC curve of a rule that gives every sample the same score."""
    return np.array(metrics.roc_curve(np.arange(20) % 2, np.full(20, 0.5))[:2])


def line_colours() -> list[str]:
    """Name the colours that matplotlib gives to the first two lines of a diagram."""
    # Versions differ in how they write a colour: as "#1f77b4", or as three shares of light.
    given = rcParamsDefault["axes.prop_cycle"].by_key()["color"][:2]
    names = colors.TABLEAU_COLORS.items()
    known = {colors.to_hex(code): name.removeprefix("tab:") for name, code in names}
    return [known[colors.to_hex(code)] for code in given]


def curve_axes(diagram: str) -> tuple[str, str]:
    """Name what scikit-learn puts on the axes of its ROC or P-R diagram, horizontal first."""
    figure, axes = plt.subplots()
    getattr(metrics, diagram).from_predictions([0, 1], [0.2, 0.8], ax=axes)
    plt.close(figure)
    # scikit-learn adds the positive class in brackets.
    horizontal, vertical = (
        name.partition(" (")[0] for name in (axes.get_xlabel(), axes.get_ylabel())
    )
    return horizontal, vertical
