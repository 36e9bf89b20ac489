"""Read what a measure takes, a matrix, an array or a batch of either: as counts, or as a matrix."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from cmlib._checks import Array, check_array_size
from cmlib._labels import Label, same_labels, shorten
from cmlib._sparse import as_counts, is_sparse
from cmlib.matrix import ConfusionMatrix


def counts_and_labels(cm: Any) -> tuple[Any, tuple[Label, ...]]:
    """Return the checked counts and the labels of an array, or of a batch of matrices.

    The counts are int64 or float64, in an array or in a canonical ``csr_array`` of its own; an
    array has the labels ``0 .. K-1``.
    """
    if isinstance(cm, list | tuple) and any(isinstance(one, ConfusionMatrix) for one in cm):
        return _stacked(cm)
    rows = [one for one in cm if isinstance(one, list | tuple)] if isinstance(cm, list) else []
    if any(isinstance(one, ConfusionMatrix) for row in rows for one in row[:1]):
        raise TypeError("cm is nested: pass matrices in one list, whose labels are compared")
    if isinstance(cm, list | tuple) and any(map(is_sparse, cm)):
        raise TypeError("cm is a list of sparse arrays: pass one at a time")
    counts = as_counts(cm, "cm")
    return counts, tuple(range(counts.shape[-1]))


def as_matrix(cm: Any) -> ConfusionMatrix:
    """Return one matrix as a ConfusionMatrix; refuse a batch."""
    if isinstance(cm, ConfusionMatrix):
        return cm
    counts, labels = counts_and_labels(cm)
    if counts.ndim != 2:
        raise ValueError(
            f"cm must be one matrix, got a batch of shape {counts.shape}: choose one, as in cm[0]"
        )
    return ConfusionMatrix._made(counts.copy(), labels)


def _stacked(matrices: Sequence[Any]) -> tuple[Array, tuple[Label, ...]]:
    """Make a batch of matrices that have the same labels in the same order."""
    labels = next(one.labels for one in matrices if isinstance(one, ConfusionMatrix))
    for index, one in enumerate(matrices):
        if not isinstance(one, ConfusionMatrix):
            raise TypeError(f"cm mixes matrices with something else: {one!r} at [{index}]")
        if not same_labels(one.labels, labels):
            raise ValueError(
                f"cm holds matrices of different labels: {shorten(labels)} and, at [{index}], "
                f"{shorten(one.labels)}"
            )
    check_array_size(len(labels), len(matrices))
    return np.stack([np.asarray(one) for one in matrices]), labels
