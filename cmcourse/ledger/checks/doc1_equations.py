"""Checks of document 1, sections 1 to 3: the measures, Tables 1 to 3 and the equations."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from cmcourse import tables
from cmcourse.ledger.evidence import label_lists, small_matrices
from cmlib import ConfusionMatrix
from cmlib._inputs import counts_and_labels

# The bands of Kappa, as printed.
TABLE_3_BANDS = ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.0))


def table_1(counts: Any) -> SimpleNamespace:
    """Return the letters of Table 1; the sums are counted from the samples."""
    return _letters("adfgbeihc", "lmn", "rst", counts)


def table_2(counts: Any) -> SimpleNamespace:
    """Return the letters of Table 2; the sums are counted from the samples."""
    return _letters("acdb", "mn", "st", counts)


def _letters(cells: str, rows: str, columns: str, counts: Any) -> SimpleNamespace:
    truth, prediction = label_lists(counts)
    numbers = dict(zip(cells, counts_and_labels(counts)[0].ravel().tolist(), strict=True))
    numbers |= {name: int((truth == at).sum()) for at, name in enumerate(rows)}
    numbers |= {name: int((prediction == at).sum()) for at, name in enumerate(columns)}
    numbers["w"] = len(truth)
    return SimpleNamespace(**{name: Fraction(number) for name, number in numbers.items()})


def two_class_tables(case: int | None = None) -> Iterator[npt.NDArray[np.int64]]:
    """Yield every 2 x 2 table with counts up to 3 and samples of class 1, or those of one case.

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
    """Yield true and predicted classes of samples, some of them without an answer: -1."""
    draw = np.random.default_rng(23)
    for _ in range(number):
        classes = int(draw.integers(2, 6))
        truth = [*range(classes), *draw.integers(0, classes, size=30).tolist()]
        yield truth, draw.integers(-1, classes, size=len(truth)).tolist()


def equation_23(truth: list[int], prediction: list[int]) -> list[Fraction]:
    """Return the four members of equation 23, each coded as printed."""
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


def with_mistakes_moved(name: str, truth: int, come_from: int, go_to: int) -> ConfusionMatrix:
    """Return a shipped matrix with the mistakes of one cell moved to another cell of the row."""
    cm = tables.load(name).matrix
    counts = cm.counts.copy()
    counts[truth, go_to] += counts[truth, come_from]
    counts[truth, come_from] = 0
    return ConfusionMatrix(counts, labels=cm.labels)


def points_by_counting(name: str) -> list[tuple[float, float]]:
    """Return recall and precision of the second class, counted anew at each threshold."""
    data = tables.load(name)
    if data.y_true is None or data.y_score is None:
        raise ValueError(f"{name}: the scores are missing")
    scores, true = data.y_score[:, 1], data.y_true == data.matrix.labels[1]
    points = []
    for threshold in np.unique(scores):
        called = scores >= threshold
        hits = int((called & true).sum())
        points.append((hits / int(true.sum()), hits / int(called.sum())))
    return points
