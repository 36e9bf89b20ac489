"""Checks of document 3 that are too long for a row of the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from matplotlib.figure import Figure
from sklearn import metrics

from cmcourse import tables
from cmcourse.ledger.evidence import Evidence, always, every, holds, label_lists, random_matrices
from cmlib import ConfusionMatrix, classification_report, top_k_accuracy

Counts = npt.NDArray[np.int64]
Average = Literal["macro", "micro", "weighted"]


def pooled_measures(counts: Counts) -> tuple[Fraction, Fraction, Fraction]:
    """Return micro precision, recall and F1: each class against the rest, all in one pot."""
    truth, prediction = label_lists(counts)
    found = missed = alarms = 0
    for c in range(len(counts)):
        found += int(np.sum((truth == c) & (prediction == c)))
        missed += int(np.sum((truth == c) & (prediction != c)))
        alarms += int(np.sum((truth != c) & (prediction == c)))
    return (
        Fraction(found, found + alarms),
        Fraction(found, found + missed),
        Fraction(2 * found, 2 * found + missed + alarms),
    )


def averages_by_hand(counts: Counts, average: Average) -> list[float]:
    """Return precision, recall, F1 and support from the matrix, in the steps of the article."""
    right, called, true = np.diag(counts), np.sum(counts, axis=0), np.sum(counts, axis=1)
    if average == "micro":
        right, called, true = (np.array([np.sum(part)]) for part in (right, called, true))
    p, r = right / called, right / true
    share = true / np.sum(true) if average == "weighted" else np.full(len(p), 1 / len(p))
    means = (np.sum(share * x) for x in (p, r, 2 * p * r / (p + r)))
    return [*(float(x) for x in means), float(np.sum(true))]


def averages_from_one_matrix() -> Evidence:
    """Average the two-by-two matrices of the classes, and compare with the whole matrix alone."""

    def agree(counts: Counts) -> bool:
        cm = ConfusionMatrix(counts)
        parts = [cm.one_vs_rest(label).counts for label in cm.labels]
        pot = np.sum(parts, axis=0)
        each = np.array([_two_by_two(part) for part in parts])
        support = [part[0].sum() for part in parts]
        averages: dict[Average, npt.ArrayLike] = {
            "macro": each.mean(axis=0),
            "micro": _two_by_two(pot),
            "weighted": np.average(each, axis=0, weights=support),
        }
        return all(
            np.allclose(averages_by_hand(counts, name)[:3], x) for name, x in averages.items()
        )

    return always(agree, random_matrices(4, 100))


def _two_by_two(counts: Counts) -> tuple[float, float, float]:
    (tp, fn), (fp, _) = counts.tolist()
    return tp / (tp + fp), tp / (tp + fn), 2 * tp / (2 * tp + fn + fp)


def display_matrix() -> list[list[int]]:
    """Run the article's call of scikit-learn's display, and take its matrix."""
    fruit = tables.load("doc3_fruit")
    display = metrics.ConfusionMatrixDisplay.from_predictions(
        fruit.y_true, fruit.y_pred, labels=fruit.matrix.labels, ax=Figure().subplots()
    )
    counts: list[list[int]] = display.confusion_matrix.tolist()
    return counts


def one_orange_moved() -> ConfusionMatrix:
    """Return the article's matrix with one orange called other, in the place of apple."""
    fruit = tables.load("doc3_fruit").matrix
    counts = fruit.counts.copy()
    counts[1] += [-1, 0, 0, 1]
    return ConfusionMatrix(counts, fruit.labels)


def mapped_labels() -> list[str]:
    """Map a code as the article does, ``labels[i]``: the types of what goes in and comes out."""
    fruit = tables.load("doc3_fruit")
    names = fruit.matrix.labels
    code = fruit.matrix.index("orange")
    return [type(code).__name__, type(names[code]).__name__]


def _report(labels: Sequence[Any]) -> dict[str, Any]:
    """Run the article's call of scikit-learn's report."""
    fruit = tables.load("doc3_fruit")
    report: dict[str, Any] = metrics.classification_report(
        fruit.y_true, fruit.y_pred, labels=list(labels), output_dict=True
    )
    return report


def report_columns() -> list[str]:
    """Name the columns of the article's report."""
    return list(_report(tables.load("doc3_fruit").matrix.labels)["apple"])


def report_of_code(rows: Sequence[str], *, without_other: bool) -> Evidence:
    """Run the code of one of the two reports: rows in this order, all values those of `cmlib`."""
    cm = tables.load("doc3_fruit").matrix
    report = _report(cm.labels[:-1] if without_other else cm.labels)
    ours = classification_report(cm, exclude=["other"] if without_other else [])
    if not without_other:
        alone = report.pop("accuracy")
        support = report["macro avg"]["support"]
        values = (alone, alone, alone, support)
        report["micro avg/accuracy"] = dict(zip(report["apple"], values, strict=True))
        ours = ours.rename(index={"accuracy": "micro avg/accuracy"})
    differ = sum(
        not np.isclose(value, ours.loc[name, column])
        for name, row in report.items()
        for column, value in row.items()
    )
    return every(holds(list(report), "=", list(rows)), holds(differ, "=", 0))


def assertion_of_article(average: Average) -> Evidence:
    """Test what the article asserts: by hand the same four numbers as in scikit-learn's report."""
    fruit = tables.load("doc3_fruit").matrix
    report = _report(fruit.labels)
    theirs = [*(3 * [report["accuracy"]]), float(fruit.total)]
    if average != "micro":
        theirs = list(report[f"{average} avg"].values())
    mine = averages_by_hand(fruit.counts, average)
    return every(*(holds(left, "=", right) for left, right in zip(mine, theirs, strict=True)))


def listed_measures_from_matrix() -> Evidence:
    """Compute the article's list of measures from labels, by scikit-learn, and from the matrix."""

    def agree(counts: Counts) -> bool:
        truth, prediction = label_lists(counts)
        right, called, true = np.diag(counts), counts.sum(axis=0), counts.sum(axis=1)
        p, r = right / called, right / true
        same = [np.isclose(metrics.accuracy_score(truth, prediction), right.sum() / counts.sum())]
        for beta in (1, 2):
            f = (1 + beta**2) * p * r / (beta**2 * p + r)
            theirs = metrics.precision_recall_fscore_support(truth, prediction, beta=beta)
            same += [np.allclose(a, b) for a, b in zip(theirs, (p, r, f, true), strict=True)]
        return all(same)

    return always(agree, random_matrices(3, 20))


def same_matrix_other_top_2() -> Evidence:
    """Hand two classifiers one confusion matrix, and compare their Top-2 accuracies."""
    truth = np.array([0, 0, 1])
    near = np.array([[3, 2, 1], [2, 3, 1], [2, 3, 1]])
    far = np.array([[3, 2, 1], [1, 3, 2], [2, 3, 1]])
    first, second = (
        ConfusionMatrix.from_labels(truth, scores.argmax(axis=1), labels=range(3)).counts.tolist()
        for scores in (near, far)
    )
    return every(
        holds(first, "=", second),
        holds(top_k_accuracy(truth, near, 2), "=", top_k_accuracy(truth, far, 2)),
    )
