"""Checks of document 1, section 4: the experiments, but for Table 6."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from cmcourse import tables
from cmlib import ConfusionMatrix, r_prime

# Number, height, width and colours of the training images; the images are not shipped.
IMAGE_SHAPES: dict[str, tuple[int, ...]] = {
    "CIFAR-10": (50000, 32, 32, 3),
    "MNIST": (60000, 28, 28),
}
# Printed outside the shipped tables: classes in bold, and measures in use.
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


def change_over_noise(before: str, after: str, label: int | str) -> float:
    """Return the change of R' between two tables, in standard deviations (lesson 7).

    The noise is that of other test images, with as many of each class; both tables have it.
    """
    matrices = [tables.load(name).matrix for name in (before, after)]
    first, second = (float(r_prime(cm, label=label)) for cm in matrices)
    return (second - first) / math.sqrt(sum(_variance_of_r_prime(cm, label) for cm in matrices))


def _variance_of_r_prime(cm: ConfusionMatrix, label: int | str) -> float:
    at = cm.index(label)
    share = cm.counts[:, at] / cm.support
    weight = np.full(len(share), 1 / cm.total)
    weight[at] -= 1 / cm.support[at]
    return float((weight**2 * cm.support * share * (1 - share)).sum())


def shown_often(name: str, label: str, times: int) -> ConfusionMatrix:
    """Return a shipped matrix with every sample of a class shown several times."""
    cm = tables.load(name).matrix
    counts = cm.counts.copy()
    counts[cm.index(label)] *= times
    return ConfusionMatrix(counts, labels=cm.labels)


def without_cat_and_deer() -> ConfusionMatrix:
    """Count what the restored VGG finds most probable that is neither cat nor deer."""
    data = tables.load("cifar10_restored")
    if data.y_top5 is None or data.y_true is None:
        raise ValueError("cifar10_restored: the five most probable classes are missing")
    allowed = ~np.isin(data.y_top5, ["cat", "deer"])
    best = data.y_top5[np.arange(len(allowed)), allowed.argmax(axis=1)]
    return ConfusionMatrix.from_labels(data.y_true, best, labels=data.matrix.labels)


def polygon_sides(values: Any) -> list[float]:
    """Return the lengths of the sides of the polygon that values make on a radar chart."""
    radii = np.asarray(values, dtype=float)
    corners = radii * np.exp(2j * np.pi * np.arange(len(radii)) / len(radii))
    sides: list[float] = np.abs(corners - np.roll(corners, 1)).round(9).tolist()
    return sides
