"""Checks of document 1, Tables 5 and 6: what the printed values of ten runs leave open."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from scipy.optimize import linprog
from sklearn.metrics import average_precision_score

from cmcourse import tables
from cmcourse.ledger.evidence import Evidence, printed
from cmlib import ConfusionMatrix, accuracy, cohen_kappa, precision, recall

# Half a unit of the fourth decimal, to which Table 6 is rounded.
_HALF = 0.00005
_RUNS = range(1, 11)
# Mistakes (truth, prediction) that give all five values of each run whose matrix is not printed.
# They were searched for, and show that the values go together; no network made them.
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
    """Return how many answers were right if this value of Table 6 is the accuracy."""
    return round(_of_run(run, row) * cm.total)


def always_one(cm: ConfusionMatrix) -> ConfusionMatrix:
    """Return the matrix of a network that says 1 to every sample of the same test set."""
    counts = np.zeros_like(cm.counts)
    counts[:, cm.index(1)] = cm.support
    return ConfusionMatrix(counts, labels=cm.labels)


def f1_of_means(cm: ConfusionMatrix) -> float:
    """Return the F1 of macro precision and macro recall; no answer of a class counts as 0."""
    return _harmonic_mean(_macro_precision(cm), float(recall(cm, average="macro")))


def _macro_precision(cm: ConfusionMatrix) -> float:
    return float(precision(cm, average="macro", zero_division=0.0))


def f1_of_printed(run: int) -> Fraction:
    """Return the F1 of the values that Table 6 prints as P and AP."""
    p, r = (Fraction(printed(f"doc1-t6-{row}-run-{run}")) for row in ("p", "ap"))
    return 2 * p * r / (p + r)


def _overlaps(low: float, high: float, value: float) -> bool:
    """Return whether a printed value may stand for a number of this range."""
    return low <= value + _HALF and value - _HALF <= high


def _fits(value: float, *ranges: tuple[float, float, str]) -> Evidence:
    texts = [f"{low:.4f} to {high:.4f} {because}" for low, high, because in ranges]
    fits = all(_overlaps(low, high, value) for low, high, _ in ranges)
    return Evidence(fits, "; ".join([*texts, f"printed {value:.4f}"]))


def _least(prices: npt.NDArray[np.float64], sizes: npt.NDArray[Any], number: int) -> Any:
    """Return the least price of so many samples, if of each class there are only so many."""
    order = np.argsort(prices, axis=-1)
    there = sizes[order]
    taken = np.clip(number - (np.cumsum(there, axis=-1) - there), 0, there)
    return (taken * np.take_along_axis(prices, order, axis=-1)).sum(axis=-1)


def _macro_recall_range(cm: ConfusionMatrix, right: int) -> tuple[float, float]:
    """Return the least and the most macro recall of so many right answers."""
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
    """Return the least and the most of a sum over all matrices of the same test set.

    A linear program. Its unknowns are the right answers of each class and the wrong answers that
    name each class. What is printed gives its limits, with the rounding of four decimals. The
    wrong answers that name a class come from other classes: together with the class's own misses
    they are at most all wrong answers, and if so, there is a matrix.
    """
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
    """Return the least and the most Kappa of so many right answers and a printed macro recall."""
    most, least = _ends(cm, "chance agreement", right=right, macro_recall=macro_recall)[::-1]
    observed = right / cm.total
    return (observed - most) / (1 - most), (observed - least) / (1 - least)


def _right_answers(cm: ConfusionMatrix, run: int) -> list[int]:
    """Return the numbers of right answers that the printed Kappa and AP of a run leave."""
    kappa, macro_recall = _of_run(run, "kappa"), _of_run(run, "ap")
    low, high = _ends(cm, "right answers", macro_recall=macro_recall, kappa=kappa)
    return list(range(math.ceil(low - 1e-6), math.floor(high + 1e-6) + 1))


def settled_accuracy(cm: ConfusionMatrix, run: int) -> Fraction:
    """Return the accuracy of a run whose Kappa and AP leave one number of right answers."""
    fitting = _right_answers(cm, run)
    if len(fitting) != 1:
        raise ValueError(f"run: the accuracy of run {run} is not settled, {fitting}")
    return Fraction(fitting[0], int(cm.total))


def room_for_accuracy(cm: ConfusionMatrix, run: int) -> Evidence:
    """Return which numbers of right answers fit the printed Kappa and AP of a run."""
    fitting, right = _right_answers(cm, run), _right_in_run(cm, run)
    several = f"{fitting[0]} to {fitting[-1]}" if len(fitting) > 1 else f"only {fitting[0]}"
    text = f"{several} right answers of {cm.total} fit Kappa and AP; printed {right}"
    return Evidence(right in fitting, text)


def room_for_recall(cm: ConfusionMatrix, run: int) -> Evidence:
    """Return which macro recalls fit the printed accuracy of a run, and which its P and F1."""
    p, f = _of_run(run, "p"), _of_run(run, "f1")
    return _fits(
        _of_run(run, "ap"),
        (*_macro_recall_range(cm, _right_in_run(cm, run)), "by accuracy"),
        (*_other_mean(f, p), "by F1 and P"),
    )


def room_for_precision(cm: ConfusionMatrix, run: int) -> Evidence:
    """Return which macro precisions fit the printed accuracy of a run, and which its AP and F1.

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
    """Return which F1s fit the printed P and AP of a run."""
    low, high = _mean_range(_harmonic_mean, run)
    return _fits(_of_run(run, "f1"), (low, high, "by P and AP"))


def _harmonic_mean(p: float, r: float) -> float:
    return 2 * p * r / (p + r)


def _mean_range(mean: Callable[[float, float], float], run: int) -> tuple[float, float]:
    p, r = _of_run(run, "p"), _of_run(run, "ap")
    return mean(p - _HALF, r - _HALF), mean(p + _HALF, r + _HALF)


def room_for_kappa(cm: ConfusionMatrix, run: int) -> Evidence:
    """Return which Kappas fit the printed accuracy and AP of a run."""
    kappas = _kappa_range(cm, _right_in_run(cm, run), _of_run(run, "ap"))
    return _fits(_of_run(run, "kappa"), (*kappas, "by accuracy and AP"))


def settled_kappa(cm: ConfusionMatrix, run: int) -> float:
    """Return the Kappa of a run whose accuracy and AP leave one value of four decimals."""
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
    """Return the runs of Table 6 in which the values of a row, as accuracies, fit Kappa."""
    return [
        run
        for run in _RUNS
        if _overlaps(*_kappa_range(cm, _right_in_run(cm, run, row)), _of_run(run, "kappa"))
    ]


def runs_as_recall(cm: ConfusionMatrix, row: str) -> list[int]:
    """Return the runs of Table 6 in which the values of a row, as macro recalls, fit accuracy."""
    return [
        run
        for run in _RUNS
        if _overlaps(*_macro_recall_range(cm, _right_in_run(cm, run)), _of_run(run, row))
    ]


def runs_as_mean(mean: Callable[[float, float], float]) -> list[int]:
    """Return the runs of Table 6 whose fourth row is this mean of P and AP, up to rounding."""
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
    """Return the macro average precision of a shipped network, from its five best classes."""
    data = tables.load(name)
    if data.y_true is None or data.y_top5 is None or data.p_top5 is None:
        raise ValueError(f"{name}: the probabilities of the best classes are missing")
    truth = [data.y_true == label for label in data.matrix.labels]
    scores = [(data.p_top5 * (data.y_top5 == label)).sum(axis=1) for label in data.matrix.labels]
    each = [average_precision_score(*pair) for pair in zip(truth, scores, strict=True)]
    return float(np.mean(each))


def nearly_constant(cm: ConfusionMatrix, run: int) -> Evidence:
    """Return what the printed values of run 9 or 10 leave open.

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
