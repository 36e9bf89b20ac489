"""Checks of document 1 that are too long for a row of the ledger."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from cmlib import ConfusionMatrix, accuracy, cohen_kappa, datasets, precision, r_prime, recall
from cmlib.datasets import shipped
from cmlib.matrix import as_counts
from cmlib.replication.evidence import Evidence, label_lists, printed, small_matrices

__all__ = [
    "ARXIV_YEARS",
    "BOLD_CLASSES",
    "MEASURES",
    "TABLE_3_BANDS",
    "TITLES_7_TO_9",
    "TITLES_10_TO_32",
    "TWICE_LISTED",
    "YEARS_OF_PROCEEDINGS",
    "always_one",
    "average_precision_of_scores",
    "change_over_noise",
    "equation_23",
    "f1_of_means",
    "f1_of_printed",
    "image_shape",
    "matrix_for_run",
    "most_average_precision",
    "moved",
    "nearly_constant",
    "points_by_counting",
    "points_of_curve",
    "polygon_sides",
    "room_for_accuracy",
    "room_for_f1",
    "room_for_kappa",
    "room_for_precision",
    "room_for_recall",
    "runs_as_accuracy",
    "runs_as_mean",
    "runs_as_recall",
    "samples_with_silence",
    "settled_accuracy",
    "settled_kappa",
    "shown_often",
    "table_1",
    "table_2",
    "two_class_tables",
    "without_cat_and_deer",
]

# ---- Equations and claims ----

# What stands in print outside the shipped tables and is compared in the rows.
TABLE_3_BANDS = ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.0))
BOLD_CLASSES: dict[str, tuple[str, ...]] = {
    "Table 10, sums": ("cat", "deer", "dog", "frog", "horse"),
    "Table 10, R'": ("cat", "deer", "dog", "horse"),
    "Table 11, sums": ("cat", "deer", "dog", "horse"),
    "Table 11, R'": ("cat", "deer", "dog", "horse"),
}
MEASURES: dict[str, tuple[str, ...]] = {
    "section 2": ("accuracy", "PR curve", "F1", "Kappa"),
    "Table 5": ("accuracy", "P", "R", "F1", "Kappa", "R'"),
    "Tables 10 and 11": ("R'",),
}
# Of an entry of the references: the year of the conference or in its name, and that of the print.
YEARS_OF_PROCEEDINGS = {
    8: (2018, 2008),
    9: (2004, 2004),
    10: (2015, 2015),
    11: (2015, 2015),
    20: (2018, 2018),
    21: (2019, 2019),
    32: (2005, 2015),
}
# Year, volume with issue, pages: in the list of references, and in its Chinese part.
TWICE_LISTED = {
    5: (("2019", "49(10)", "1369-1382"), ("2019", "49(10)", "1369-1382")),
    29: (("2010", "20(1)", "46-49"), ("2010", "20(1)", "46-49")),
    30: (("2011", "24(4)", "10-12"), ("2011", "24(4)", "10-12")),
    31: (("2016", "", ""), ("2016", "", "")),
    32: (("2015", "", "525-530"), ("2005", "", "525-530")),
}
TITLES_10_TO_32 = {
    10: "Person count localization in videos from noisy foreground and detections",
    11: "Design and accuracy assessment of the multi-sensor weigh-in-motion system",
    12: "A new accuracy assessment method for one-class remote sensing classification",
    13: "Ecological niche partitioning between Anopheles gambiae molecular forms in Cameroon",
    14: "Estimating average precision when judgments are incomplete",
    15: "Beyond cumulated gain and average precision",
    16: "Threshold-free measures for assessing the performance of medical screening tests",
    17: "Exact expected average precision of the random baseline for system evaluation",
    18: "End-to-end training of object class detectors for mean average precision",
    19: "Mean local group average precision (mLGAP)",
    20: "Local descriptors optimized for average precision",
    21: "Learning with average precision: training image retrieval with a listwise loss",
    22: "An insight into the effects of class imbalance and sampling on classification accuracy",
    23: "A delay metric for video object detection: what average precision fails to tell",
    24: "Classification method, spectral diversity, band combination and accuracy assessment",
    25: "An experimental comparison of performance measures for classification",
    26: "A balanced approach to the multi-class imbalance problem",
    27: "A novel protocol for accuracy assessment in classification of very high resolution images",
    28: "A review of soft classification approaches on satellite image and accuracy assessment",
    29: "A study on accuracy evaluation method for multi-label classifier",
    30: "Research on accuracy evaluation of classifier",
    31: "Researches on performance evaluation of classifier based on AUC",
    32: "A new measure in classification learning system",
}

# Titles of the works from which the method is said to come, as far as they say so.
TITLES_7_TO_9 = {
    7: "Problem and improvement of R-values applied to assessment of earthquake forecast",
    8: "A novel protocol for accuracy assessment in classification of very high resolution "
    "multispectral and SAR images",
    9: "A new approach to evaluate the accuracy of image classification result R'",
}
# Of a preprint: number at arXiv (year and month, then a counter), and the year in the list.
ARXIV_YEARS = {15: ("1209.4479", 2012), 19: ("1811.09763", 2018), 23: ("1908.06368", 2019)}


def table_1(counts: Any) -> SimpleNamespace:
    """Give the letters of Table 1; the sums are counted from the samples."""
    return _letters("adfgbeihc", "lmn", "rst", counts)


def table_2(counts: Any) -> SimpleNamespace:
    """Give the letters of Table 2; the sums are counted from the samples."""
    return _letters("acdb", "mn", "st", counts)


def _letters(cells: str, rows: str, columns: str, counts: Any) -> SimpleNamespace:
    truth, prediction = label_lists(counts)
    numbers = dict(zip(cells, as_counts(counts)[0].ravel().tolist(), strict=True))
    numbers |= {name: int((truth == at).sum()) for at, name in enumerate(rows)}
    numbers |= {name: int((prediction == at).sum()) for at, name in enumerate(columns)}
    numbers["w"] = len(truth)
    return SimpleNamespace(**{name: Fraction(number) for name, number in numbers.items()})


def two_class_tables(case: int | None = None) -> Iterator[npt.NDArray[np.int64]]:
    """Give every 2 x 2 table with counts up to 3 and samples of class 1, or those of one case.

    The cases are those of equations 14 to 16: predicted less often than true, more often, and
    without a mistake.
    """
    for counts in small_matrices(2, 3):
        (a, missed), (false_alarm, _) = counts.tolist()
        if a + missed > 0:
            right = missed == false_alarm == 0
            cases = {1: false_alarm < missed, 2: false_alarm > missed, 3: right, None: True}
            if cases[case]:
                yield counts


def samples_with_silence(number: int = 60) -> Iterator[tuple[list[int], list[int]]]:
    """Give true and predicted classes of samples, some of them without an answer: -1."""
    draw = np.random.default_rng(23)
    for _ in range(number):
        classes = int(draw.integers(2, 6))
        truth = [*range(classes), *draw.integers(0, classes, size=30).tolist()]
        yield truth, draw.integers(-1, classes, size=len(truth)).tolist()


def equation_23(truth: list[int], prediction: list[int]) -> list[Fraction]:
    """Give the four members of equation 23, each coded as printed."""
    x = w = len(truth)
    y = sum(answer >= 0 for answer in prediction)
    pairs = list(zip(truth, prediction, strict=True))
    classes = sorted(set(truth))
    x_of = {i: truth.count(i) for i in classes}
    a_of = {i: pairs.count((i, i)) for i in classes}
    right = Fraction(sum(true == answer for true, answer in pairs), x)
    recalls = {i: Fraction(a_of[i], x_of[i]) for i in classes}
    weighted = sum((recalls[i] * Fraction(x_of[i], x) for i in classes), Fraction(0))
    return [
        right - (Fraction(y, w) - Fraction(x, w)),
        weighted - Fraction(y, w) + Fraction(x, w),
        weighted - Fraction(y, x) * Fraction(x, w) + Fraction(x, w),
        sum((Fraction(a_of[i], x) for i in classes), Fraction(0)) + Fraction(x - y, w),
    ]


def change_over_noise(before: str, after: str, label: int | str) -> float:
    """Give the change of R' between two tables, in standard deviations (lesson 7).

    The noise is that of other test images, with as many of each class; both tables have it.
    """
    tables = [datasets.load(name).matrix for name in (before, after)]
    first, second = (float(r_prime(cm)[cm.index(label)]) for cm in tables)
    return (second - first) / math.sqrt(sum(_variance_of_r_prime(cm, label) for cm in tables))


def _variance_of_r_prime(cm: ConfusionMatrix, label: int | str) -> float:
    at = cm.index(label)
    share = cm.counts[:, at] / cm.support
    weight = np.full(len(share), 1 / cm.total)
    weight[at] -= 1 / cm.support[at]
    return float((weight**2 * cm.support * share * (1 - share)).sum())


def shown_often(name: str, label: str, times: int) -> ConfusionMatrix:
    """Give a shipped matrix with every sample of a class shown several times."""
    cm = datasets.load(name).matrix
    counts = cm.counts.copy()
    counts[cm.index(label)] *= times
    return ConfusionMatrix(counts, labels=cm.labels)


def moved(name: str, truth: int, come_from: int, go_to: int) -> ConfusionMatrix:
    """Give a shipped matrix with the mistakes of one cell moved to another cell of the row."""
    cm = datasets.load(name).matrix
    counts = cm.counts.copy()
    counts[truth, go_to] += counts[truth, come_from]
    counts[truth, come_from] = 0
    return ConfusionMatrix(counts, labels=cm.labels)


def without_cat_and_deer() -> ConfusionMatrix:
    """Count what the restored VGG finds most probable that is neither cat nor deer."""
    data = datasets.load("cifar10_restored")
    if data.y_top5 is None or data.y_true is None:
        raise ValueError("cifar10_restored: the five most probable classes are missing")
    allowed = ~np.isin(data.y_top5, ["cat", "deer"])
    best = data.y_top5[np.arange(len(allowed)), allowed.argmax(axis=1)]
    return ConfusionMatrix.from_labels(data.y_true, best, labels=data.matrix.labels)


def image_shape(name: str) -> tuple[int, ...]:
    """Give number, height, width and colours of the training images of a data set."""
    # The images are not shipped; these are the shapes that the loaders demand of any copy.
    shapes = {"CIFAR-10": shipped._CIFAR10_SHAPES, "MNIST": shipped._MNIST_SHAPES}
    return shapes[name]["train"]


def polygon_sides(values: Any) -> list[float]:
    """Give the lengths of the sides of the polygon that values make on a radar chart."""
    radii = np.asarray(values, dtype=float)
    corners = radii * np.exp(2j * np.pi * np.arange(len(radii)) / len(radii))
    sides: list[float] = np.abs(corners - np.roll(corners, 1)).round(9).tolist()
    return sides


def points_by_counting(name: str) -> list[tuple[float, float]]:
    """Give recall and precision of the second class, counted anew at each threshold."""
    data = datasets.load(name)
    if data.y_true is None or data.y_score is None:
        raise ValueError(f"{name}: the scores are missing")
    scores, true = data.y_score[:, 1], data.y_true == data.matrix.labels[1]
    points = []
    for threshold in np.unique(scores):
        called = scores >= threshold
        hits = int((called & true).sum())
        points.append((hits / int(true.sum()), hits / int(called.sum())))
    return points


def points_of_curve(name: str) -> list[tuple[float, float]]:
    """Give recall and precision along the P-R curve of scikit-learn, without its last point."""
    from sklearn.metrics import precision_recall_curve

    data = datasets.load(name)
    if data.y_true is None or data.y_score is None:
        raise ValueError(f"{name}: the scores are missing")
    p, r, _ = precision_recall_curve(data.y_true == data.matrix.labels[1], data.y_score[:, 1])
    return list(zip(r.tolist(), p.tolist(), strict=True))[:-1]


# ---- Tables ----

# What rounding to the four decimals of Table 6 can hide.
_HALF = 0.00005
_RUNS = range(1, 11)
# For the runs whose matrix is not printed: mistakes (truth, prediction) that give all five values.
# They show that the values go together. They were searched for, and are nobody's predictions.
_MISTAKES: dict[int, dict[tuple[int, int], int]] = {
    1: {
        (0, 4): 876,
        (0, 8): 103,
        (1, 8): 90,
        (3, 4): 942,
        (5, 1): 883,
        (6, 0): 422,
        (6, 9): 536,
        (7, 6): 174,
        (7, 9): 834,
        (8, 2): 354,
        (8, 3): 620,
        (9, 4): 622,
        (9, 7): 379,
    },
    2: {(1, 0): 88, (3, 9): 466, (5, 0): 334, (5, 9): 557, (7, 8): 648, (9, 0): 1009},
    3: {(0, 6): 763, (1, 5): 1, (3, 0): 495},
    4: {(4, 6): 592, (5, 4): 118, (7, 4): 601},
    5: {(0, 4): 49, (1, 5): 101, (5, 8): 95, (8, 3): 93},
    6: {(3, 0): 89, (3, 5): 33, (6, 3): 76},
    7: {(0, 1): 10, (7, 8): 104, (8, 5): 116},
    8: {(4, 5): 150, (6, 5): 3, (9, 4): 143},
}


def _of_run(run: int, row: str) -> float:
    """Look up a value of Table 6; the rows are accuracy, ap, p, f1 and kappa."""
    return float(printed(f"doc1-t6-{row}-run-{run}"))


def _right_in_run(cm: ConfusionMatrix, run: int, row: str = "accuracy") -> int:
    """Give how many answers were right if this value of Table 6 is the accuracy."""
    return round(_of_run(run, row) * cm.total)


def always_one(cm: ConfusionMatrix) -> ConfusionMatrix:
    """Give the matrix of a network that says 1 to every sample of the same test set."""
    counts = np.zeros_like(cm.counts)
    counts[:, cm.index(1)] = cm.support
    return ConfusionMatrix(counts, labels=cm.labels)


def f1_of_means(cm: ConfusionMatrix) -> float:
    """Give the F1 of macro precision and macro recall; no answer of a class counts as 0."""
    p, r = _macro_precision(cm), float(recall(cm, average="macro"))
    return 2 * p * r / (p + r)


def _macro_precision(cm: ConfusionMatrix) -> float:
    return float(precision(cm, average="macro", zero_division=0.0))


def f1_of_printed(run: int) -> Fraction:
    """Give the F1 of the values that Table 6 prints as P and AP."""
    p, r = (Fraction(printed(f"doc1-t6-{row}-run-{run}")) for row in ("p", "ap"))
    return 2 * p * r / (p + r)


def _overlaps(low: float, high: float, value: float) -> bool:
    """Say whether a printed value may stand for a number of this range."""
    return low <= value + _HALF and value - _HALF <= high


def _fits(value: float, *ranges: tuple[float, float, str]) -> Evidence:
    texts = [f"{low:.4f} to {high:.4f} {because}" for low, high, because in ranges]
    fits = all(_overlaps(low, high, value) for low, high, _ in ranges)
    return Evidence(fits, "; ".join([*texts, f"printed {value:.4f}"]))


def _least(prices: npt.NDArray[np.float64], sizes: npt.NDArray[Any], number: int) -> Any:
    """Give the least price of so many samples, if of each class there are only so many."""
    order = np.argsort(prices, axis=-1)
    there = sizes[order]
    taken = np.clip(number - (np.cumsum(there, axis=-1) - there), 0, there)
    return (taken * np.take_along_axis(prices, order, axis=-1)).sum(axis=-1)


def _macro_recall_range(cm: ConfusionMatrix, right: int) -> tuple[float, float]:
    """Give the least and the most macro recall of so many right answers."""
    prices = 1 / (len(cm.labels) * cm.support)
    return float(_least(prices, cm.support, right)), float(-_least(-prices, cm.support, right))


def _ends(
    cm: ConfusionMatrix,
    objective: Literal["right answers", "chance agreement"],
    *,
    right: int | None = None,
    macro_recall: float | None = None,
    kappa: float | None = None,
) -> tuple[float, float]:
    """Give the least and the most of a sum over all matrices of the same test set.

    A linear program. Its unknowns are the right answers of each class and the wrong answers that
    name each class. What is printed gives its limits, with the rounding of four decimals. The
    wrong answers that name a class come from other classes: together with the class's own misses
    they are at most all wrong answers, and if so, there is a matrix.
    """
    from scipy.optimize import linprog

    sizes, total, classes = cm.support.astype(float), float(cm.total), len(cm.labels)
    one, none = np.ones(classes), np.zeros(classes)
    chance = np.concatenate([sizes, sizes]) / total**2
    accuracy_sum = np.concatenate([one, none]) / total
    # Limits of the form: sum of coefficients times unknowns is at most.
    limits = [
        (np.concatenate([-np.eye(classes)[c] + one, np.eye(classes)[c]]), total - sizes[c])
        for c in range(classes)
    ]
    if macro_recall is not None:
        mean = np.concatenate([1 / sizes, none]) / classes
        limits += [(mean, macro_recall + _HALF), (-mean, _HALF - macro_recall)]
    if kappa is not None:
        # Kappa (1 - P_e) = P_o - P_e, at both ends of what the printed Kappa stands for.
        low, high = kappa - _HALF, kappa + _HALF
        limits += [((1 - low) * chance - accuracy_sum, -low)]
        limits += [(accuracy_sum - (1 - high) * chance, high)]
    sums = [(np.ones(2 * classes), total)]
    if right is not None:
        sums += [(np.concatenate([one, none]), float(right))]
    target = accuracy_sum * total if objective == "right answers" else chance
    found = [
        linprog(
            sign * target,
            A_ub=[row for row, _ in limits],
            b_ub=[most for _, most in limits],
            A_eq=[row for row, _ in sums],
            b_eq=[value for _, value in sums],
            bounds=[(0, size) for size in sizes] + [(0, None)] * classes,
        )
        for sign in (1, -1)
    ]
    if not all(end.success for end in found):
        raise ValueError(f"no matrix of the test set has the printed values: {found[0].message}")
    return float(found[0].fun), float(-found[1].fun)


def _kappa_range(
    cm: ConfusionMatrix, right: int, macro_recall: float | None = None
) -> tuple[float, float]:
    """Give the least and the most Kappa of so many right answers, and of a printed macro recall."""
    most, least = _ends(cm, "chance agreement", right=right, macro_recall=macro_recall)[::-1]
    observed = right / cm.total
    return (observed - most) / (1 - most), (observed - least) / (1 - least)


def _right_answers(cm: ConfusionMatrix, run: int) -> list[int]:
    """Give the numbers of right answers that the printed Kappa and AP of a run leave."""
    kappa, macro_recall = _of_run(run, "kappa"), _of_run(run, "ap")
    low, high = _ends(cm, "right answers", macro_recall=macro_recall, kappa=kappa)
    return list(range(math.ceil(low - 1e-6), math.floor(high + 1e-6) + 1))


def settled_accuracy(cm: ConfusionMatrix, run: int) -> Fraction:
    """Give the accuracy of a run, where printed Kappa and AP leave one number of right answers."""
    fitting = _right_answers(cm, run)
    if len(fitting) != 1:
        raise ValueError(f"run: the accuracy of run {run} is not settled, {fitting}")
    return Fraction(fitting[0], int(cm.total))


def room_for_accuracy(cm: ConfusionMatrix, run: int) -> Evidence:
    """Say which numbers of right answers fit the printed Kappa and AP of a run."""
    fitting, right = _right_answers(cm, run), _right_in_run(cm, run)
    several = f"{fitting[0]} to {fitting[-1]}" if len(fitting) > 1 else f"only {fitting[0]}"
    text = f"{several} right answers of {cm.total} fit Kappa and AP; printed {right}"
    return Evidence(right in fitting, text)


def room_for_recall(cm: ConfusionMatrix, run: int) -> Evidence:
    """Say which macro recalls fit the printed accuracy of a run, and which its P and F1."""
    p, f = _of_run(run, "p"), _of_run(run, "f1")
    return _fits(
        _of_run(run, "ap"),
        (*_macro_recall_range(cm, _right_in_run(cm, run)), "by accuracy"),
        (*_other_mean(f, p), "by F1 and P"),
    )


def room_for_precision(cm: ConfusionMatrix, run: int) -> Evidence:
    """Say which macro precisions fit the printed accuracy of a run, and which its AP and F1.

    Most precise: all wrong answers in the largest class. Least: no class has more answers than
    there are samples; and where fewer answers are wrong than the smallest class has samples, every
    class keeps the rest of its samples as right answers.
    """
    right, classes, sizes = _right_in_run(cm, run), len(cm.labels), cm.support
    wrong, smallest, largest = cm.total - right, int(sizes.min()), int(sizes.max())
    low = right / cm.total / classes
    if wrong < smallest:
        low = max(low, 1 - wrong / (smallest - wrong) / classes)
    high = 1 - wrong / (largest + wrong) / classes
    r, f = _of_run(run, "ap"), _of_run(run, "f1")
    return _fits(
        _of_run(run, "p"),
        (low, high, "by accuracy"),
        (*_other_mean(f, r), "by F1 and AP"),
    )


def _other_mean(f: float, one: float) -> tuple[float, float]:
    """Solve F1 = 2 P R / (P + R) for one of P and R, with the rounding of both printed values."""
    low, high = (
        (f + step) * (one - step) / (2 * (one - step) - (f + step)) for step in (-_HALF, _HALF)
    )
    return low, high


def room_for_f1(run: int) -> Evidence:
    """Say which F1s fit the printed P and AP of a run."""
    low, high = _mean_range(_harmonic_mean, run)
    return _fits(_of_run(run, "f1"), (low, high, "by P and AP"))


def _harmonic_mean(p: float, r: float) -> float:
    return 2 * p * r / (p + r)


def _mean_range(mean: Callable[[float, float], float], run: int) -> tuple[float, float]:
    p, r = _of_run(run, "p"), _of_run(run, "ap")
    return mean(p - _HALF, r - _HALF), mean(p + _HALF, r + _HALF)


def room_for_kappa(cm: ConfusionMatrix, run: int) -> Evidence:
    """Say which Kappas fit the printed accuracy and AP of a run."""
    kappas = _kappa_range(cm, _right_in_run(cm, run), _of_run(run, "ap"))
    return _fits(_of_run(run, "kappa"), (*kappas, "by accuracy and AP"))


def settled_kappa(cm: ConfusionMatrix, run: int) -> float:
    """Give the Kappa of a run, where the printed accuracy and AP leave one value of 4 decimals."""
    low, high = _kappa_range(cm, _right_in_run(cm, run), _of_run(run, "ap"))
    if f"{low:.4f}" != f"{high:.4f}":
        raise ValueError(f"run: Kappa of run {run} is not settled, {low:.6f} to {high:.6f}")
    return (low + high) / 2


def matrix_for_run(cm: ConfusionMatrix, run: int) -> Evidence:
    """Exhibit a matrix of the same test set with the five printed values of a run."""
    counts = np.diag(cm.support)
    for (truth, prediction), times in _MISTAKES[run].items():
        counts[truth, [truth, prediction]] += -times, times
    example = ConfusionMatrix(counts, labels=cm.labels)
    values = {
        "accuracy": float(accuracy(example)),
        "ap": float(recall(example, average="macro")),
        "p": _macro_precision(example),
        "f1": f1_of_means(example),
        "kappa": float(cohen_kappa(example)),
    }
    same = all(abs(value - _of_run(run, row)) < _HALF for row, value in values.items())
    same &= np.array_equal(example.support, cm.support)
    names = ("accuracy", "macro recall", "macro precision", "F1", "Kappa")
    shown = zip(names, values.values(), strict=True)
    return Evidence(bool(same), ", ".join(f"{name} {value:.4f}" for name, value in shown))


def runs_as_accuracy(cm: ConfusionMatrix, row: str) -> list[int]:
    """Give the runs of Table 6 in which the values of a row, as accuracies, fit Kappa."""
    return [
        run
        for run in _RUNS
        if _overlaps(*_kappa_range(cm, _right_in_run(cm, run, row)), _of_run(run, "kappa"))
    ]


def runs_as_recall(cm: ConfusionMatrix, row: str) -> list[int]:
    """Give the runs of Table 6 in which the values of a row, as macro recalls, fit accuracy."""
    return [
        run
        for run in _RUNS
        if _overlaps(*_macro_recall_range(cm, _right_in_run(cm, run)), _of_run(run, row))
    ]


def runs_as_mean(mean: Callable[[float, float], float]) -> list[int]:
    """Give the runs of Table 6 whose fourth row is this mean of P and AP, up to rounding."""
    return [run for run in _RUNS if _overlaps(*_mean_range(mean, run), _of_run(run, "f1"))]


def most_average_precision(cm: ConfusionMatrix, run: int) -> float:
    """Bound the macro average precision of mere labels from above, by the accuracy and P of a run.

    With labels for scores the average precision of a class is R P + (1 - R) pi, which is
    P - (1 - R) (P - pi). Of 1 - R the mean is least if all misses are in the largest class. P is
    least if all wrong answers go from and to the smallest class; fewer must be wrong than it has.
    """
    sizes, right = cm.support, _right_in_run(cm, run)
    wrong, smallest, largest = cm.total - right, int(sizes.min()), int(sizes.max())
    missed = wrong / largest / len(sizes)
    least_precise = (smallest - wrong) / smallest
    return _of_run(run, "p") + _HALF - missed * (least_precise - largest / cm.total)


def average_precision_of_scores(name: str) -> float:
    """Give the macro average precision of a shipped network, from its five best classes."""
    from sklearn.metrics import average_precision_score

    data = datasets.load(name)
    if data.y_true is None or data.y_top5 is None or data.p_top5 is None:
        raise ValueError(f"{name}: the probabilities of the best classes are missing")
    truth = [data.y_true == label for label in data.matrix.labels]
    scores = [(data.p_top5 * (data.y_top5 == label)).sum(axis=1) for label in data.matrix.labels]
    each = [average_precision_score(*pair) for pair in zip(truth, scores, strict=True)]
    return float(np.mean(each))


def nearly_constant(cm: ConfusionMatrix, run: int) -> Evidence:
    """Say what the printed values of run 9 or 10 leave open.

    AP allows hardly a right answer that is not a 1, and Kappa hardly an answer that is not 1. A
    right answer among so few would give its class a precision that P excludes. So there is none,
    and F1 bounds the number of ones from below.
    """
    second, first = (int(size) for size in np.sort(cm.support)[-2:])
    total, classes = int(cm.total), len(cm.labels)
    macro_recall, p, f, kappa = (_of_run(run, row) + _HALF for row in ("ap", "p", "f1", "kappa"))
    strays = max(
        number
        for number in range(second)
        if ((first - number) / first + number / second) / classes < macro_recall
    )
    chance = (first / total - kappa) / (1 - kappa)
    others = math.floor((first * total - chance * total**2) / (first - second))
    with_a_stray = (1 / others + (first - strays) / total) / classes
    ones = next(
        number
        for number in range(first, total + 1)
        if _harmonic_mean(first / number / classes, 1 / classes) < f
    )
    possible = _right_in_run(cm, run) == first == cm.support[cm.index(1)]
    return Evidence(
        bool(possible and with_a_stray > p and ones <= total),
        f"all {first} ones are called 1, no other digit is recognised, "
        f"and at least {ones} of {total} answers are 1",
    )
