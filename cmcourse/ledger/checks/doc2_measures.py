"""Checks of document 2, sections 1 and 3: accuracy, recall, F1, G-mean, MCC and Kappa."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from sklearn import metrics

import cmlib
from cmcourse.ledger.evidence import Evidence, label_lists
from cmlib import ConfusionMatrix

Counts: TypeAlias = npt.NDArray[np.int64]
Rates: TypeAlias = npt.NDArray[np.float64]
# Values closer than this are the same, but for the noise of floats.
_TIE = 1e-12


def chance_agreement(counts: Counts) -> float:
    """Return the share of pairs, truth of one sample and prediction of any, that agree."""
    return float(np.equal.outer(*label_lists(counts)).mean())


def library_score(cm: ConfusionMatrix | Counts, name: str, **options: Any) -> Any:
    """Call a metric of scikit-learn as the document does; four decimals, as it prints them."""
    counts = cm.counts if isinstance(cm, ConfusionMatrix) else cm
    return np.round(getattr(metrics, name)(*label_lists(counts), **options), 4).tolist()


def root_of_product(recalls: Sequence[float] | Rates) -> float:
    """Return the G-mean as the document's function has it: the root of the product of recalls."""
    product = 1.0
    for value in recalls:
        product *= float(value)
    return math.pow(product, 1 / len(recalls))


def products_of_cells(counts: Counts) -> float:
    """Return the product form of the MCC as the document has it: multiply first, divide last."""
    right = wrong = np.int64(1)
    rows = columns = 1.0
    # scikit-learn's counts are int64: a product that is too large wraps round with a warning.
    with np.errstate(all="ignore"):
        for i in range(len(counts)):
            right = right * counts[i, i]
        for i, j in itertools.permutations(range(len(counts)), 2):
            wrong = wrong * counts[i, j]
            rows *= math.sqrt(float(counts[i, i] + counts[i, j]))
            columns *= math.sqrt(float(counts[j, j] + counts[i, j]))
        return float((math.pow(right, len(counts) - 1) - wrong) / np.float64(rows * columns))


def product_form(counts: Counts, power: int, diagonal_factor: int = 1) -> float:
    """Return the product form of the MCC in whole numbers of any size, its parts as one likes.

    ``power`` is the exponent of the product of right counts; ``diagonal_factor`` stands for all
    F_ii together in the product of wrong counts: 1 leaves them out.
    """
    cells = np.asarray(counts).astype(object)
    pairs = list(itertools.permutations(range(len(cells)), 2))
    right = math.prod(np.diag(cells).tolist()) ** power
    wrong = diagonal_factor * math.prod(cells[i, j] for i, j in pairs)
    square = math.prod((cells[i, i] + cells[i, j]) * (cells[j, j] + cells[i, j]) for i, j in pairs)
    # The square first: it is a fraction of any size, while the root must fit into a float.
    return math.copysign(math.sqrt(Fraction((right - wrong) ** 2, square)), right - wrong)


def three_class_mcc(counts: Counts) -> float:
    """Return document 2's MCC for three classes, factor by factor as it is printed."""
    (T00, F01, F02), (F10, T11, F12), (F20, F21, T22) = np.asarray(counts).tolist()
    rows = (T00 + F01) * (T00 + F02) * (T11 + F10) * (T11 + F12) * (T22 + F20) * (T22 + F21)
    columns = (T00 + F10) * (T00 + F20) * (T11 + F01) * (T11 + F21) * (T22 + F02) * (T22 + F12)
    numerator = (T00 * T11 * T22) ** 2 - F01 * F02 * F10 * F12 * F20 * F21
    return float(numerator) / (math.sqrt(rows) * math.sqrt(columns))


def orders_differ(first: str, second: str) -> Evidence:
    """Look for two classifiers, tested on 3 positives and 12 negatives, in two different orders."""
    cells = [(found, 3 - found, 12 - kept, kept) for found in range(4) for kept in range(13)]
    counts = np.reshape(cells, (-1, 2, 2))
    one_way, other_way = (getattr(cmlib, name)(counts) for name in (first, second))
    ahead = np.subtract.outer(one_way, one_way) > _TIE
    behind = np.subtract.outer(other_way, other_way) < -_TIE
    if not np.any(ahead & behind):
        return Evidence(False, f"{first} and {second} never disagree")
    i, j = np.argwhere(ahead & behind)[0]
    return Evidence(
        True,
        f"{counts[i].tolist()} and {counts[j].tolist()}: {first} {one_way[i]:.4f} > "
        f"{one_way[j]:.4f}, {second} {other_way[i]:.4f} < {other_way[j]:.4f}",
    )


def two_classes_only(*values: float) -> Evidence:
    """Return whether a measure has no value for three classes, from what several programs give."""
    agree = bool(np.all(np.isfinite(values)) and np.allclose(values, values[0], atol=1e-9))
    ways = f"{len(values)} ways to compute it"
    if agree:
        return Evidence(False, f"for three classes, {ways} give {values[0]:.6f}")
    return Evidence(True, f"for three classes, {ways} give {', '.join(map(str, values))}")


def band_as_printed(value: float) -> str | None:
    """Return document 2's word for a Kappa, its bands taken literally; None where it has none."""
    bands = {
        "acceptable": 0.21 <= value <= 0.40,
        "moderate": 0.41 <= value <= 0.60,
        "rather high": 0.61 <= value <= 0.80,
        "almost perfect": value > 0.81,
    }
    return next((word for word, inside in bands.items() if inside), None)
