"""Checks of document 4 that are too long for a row of the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np
import numpy.typing as npt
from sklearn import metrics

from cmcourse import tables
from cmcourse.ledger.evidence import Evidence, always, holds, label_lists, random_matrices
from cmlib import ConfusionMatrix, f_score, precision, recall

Counts = npt.NDArray[np.int64]
Labels = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]

# The scores of section 3.9.5: one sample of class 0, then two samples with their classes.
FIVE_SCORES = np.array([0.32, 0.1, 0.2, 0.05, 0.33])
PAIR_SCORES = np.array([[0.1, 0.3, 0.2, 0.4], [0.5, 0.01, 0.9, 0.4]])
PAIR_TRUTH = np.array([3, 0])


def matrix_of_story(positives: int, negatives: int, called: int, right: int) -> ConfusionMatrix:
    """Rebuild the matrix of two classes from what a story tells, positive class first.

    So many are positive and negative, so many were called positive, so many of these are.
    """
    alarms = called - right
    counts = [[right, positives - right], [alarms, negatives - alarms]]
    return ConfusionMatrix(counts, ["positive", "negative"])


def screening_case(number: Literal[1, 2, 3]) -> ConfusionMatrix:
    """Load one of the three screening cases of section 3.9.3."""
    return tables.load(f"doc4_screening_case_{number}").matrix


def cell_is_named(
    name: Literal["TP", "FN", "FP", "TN"], *, positive: bool, called: bool
) -> Evidence:
    """Compare one cell of scikit-learn's matrix of two classes with a count of the samples.

    The names are those of scikit-learn, whose matrix of two classes reads TN, FP, FN, TP.
    """

    def agree(counts: Counts) -> bool:
        truth, prediction = label_lists(counts)
        counted = np.sum((truth == int(positive)) & (prediction == int(called)))
        theirs = metrics.confusion_matrix(truth, prediction).ravel().tolist()
        return bool(counted == dict(zip(("TN", "FP", "FN", "TP"), theirs, strict=True))[name])

    return always(agree, random_matrices(2, 40))


def as_sets(counts: Counts) -> tuple[float, float]:
    """Return precision and recall of the first class, its samples and its predictions as sets."""
    truth, prediction = label_lists(counts)
    relevant = set(np.flatnonzero(truth == 0).tolist())
    retrieved = set(np.flatnonzero(prediction == 0).tolist())
    both = len(relevant & retrieved)
    return both / len(retrieved), both / len(relevant)


def _ten_labels() -> tuple[list[int], list[int]]:
    ten = tables.load("doc4_ten_labels")
    return np.asarray(ten.y_true).tolist(), np.asarray(ten.y_pred).tolist()


def rounded_inputs() -> Evidence:
    """Work out F1 and the averages of the ten labels from inputs of two decimals, as printed.

    First the three F1, then precision, recall and F1 averaged: macro, and weighted.
    """
    cm = tables.load("doc4_ten_labels").matrix
    exact = [np.asarray(measure(cm)) for measure in (precision, recall, f_score)]
    p, r, f1 = (np.round(values, 2) for values in exact)
    weights = cm.support / cm.total
    rounded = [*(2 * p * r / (p + r)), *(x.mean() for x in (p, r, f1))]
    rounded += [np.sum(weights * x) for x in (p, r, f1)]
    sought = [*exact[2], *(x.mean() for x in exact), *(np.sum(weights * x) for x in exact)]
    return holds([f"{x:.2f}" for x in rounded], "=", [f"{x:.2f}" for x in sought])


def scikit_learn_matrix() -> list[list[int]]:
    """Count the ten labels with scikit-learn."""
    counts: list[list[int]] = metrics.confusion_matrix(*_ten_labels()).tolist()
    return counts


def report_lines() -> list[str]:
    """Run the section's code: the lines of the report, without blank lines and double spaces."""
    names = ["class 0", "class 1", "class 2"]
    text = metrics.classification_report(*_ten_labels(), target_names=names)
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def type_of_report() -> str:
    """Return what Python calls `classification_report`."""
    return type(metrics.classification_report).__name__


def average_values() -> dict[str, float]:
    """Average the precisions of the ten labels in each way that scikit-learn has for them."""
    truth, prediction = _ten_labels()
    ways = ("macro", "weighted", "micro")
    return {way: float(metrics.precision_score(truth, prediction, average=way)) for way in ways}


def best_classes(scores: npt.ArrayLike, k: int) -> npt.NDArray[np.intp]:
    """List the k best classes of each sample, best first; of equals the first column first."""
    return np.argsort(-np.asarray(scores), axis=1, kind="stable")[:, :k]


def hits_times_k(truth: npt.ArrayLike, scores: npt.ArrayLike, k: int) -> float:
    """Compute Top-k in the steps of the section's function, with NumPy in the place of PyTorch."""
    hits = (np.reshape(truth, (-1, 1)) == best_classes(scores, k)) * 1.0
    return float(np.mean(hits) * k)


def share_of_hits(truth: Labels, scores: Scores, k: int) -> float:
    """Compute Top-k sample by sample: look for the true class at the head of a sorted list."""
    found = 0
    for label, row in zip(truth.tolist(), scores.tolist(), strict=True):
        found += label in sorted(range(len(row)), key=row.__getitem__, reverse=True)[:k]
    return found / len(truth)


def random_tables(number: int = 50) -> Iterator[tuple[Labels, Scores]]:
    """Yield tables of scores drawn at random, with true classes; no two scores of a row equal."""
    draw = np.random.default_rng(4)
    for _ in range(number):
        samples, classes = int(draw.integers(2, 20)), int(draw.integers(2, 9))
        scores = draw.permuted(np.tile(np.arange(classes, dtype=float), (samples, 1)), axis=1)
        yield draw.integers(0, classes, samples), scores


def top_1_of_scikit_learn(truth: npt.ArrayLike, scores: npt.ArrayLike) -> float:
    """Compute Top-1 with scikit-learn, which takes the last column among equal scores."""
    return float(metrics.top_k_accuracy_score(truth, scores, k=1))
