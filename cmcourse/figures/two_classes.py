"""The samples of a two-class problem: their truth, their scores, the names of the two classes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cmlib._checks import as_array, as_numbers, listed, refuse_unordered, refuse_where
from cmlib._text import label_text


def check_samples(
    y_true: ArrayLike, y_score: ArrayLike, where: str = ""
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Return which samples are positive, and their scores; refuse what is no two-class problem.

    ``where`` stands before the names of the arguments in messages.
    """
    refuse_unordered(y_true, f"{where}y_true")
    truth = as_array(y_true, f"{where}y_true")
    score = as_numbers(y_score, f"{where}y_score").astype(np.float64)
    if truth.ndim != 1 or truth.shape != score.shape:
        raise ValueError(
            f"{where}y_true and y_score must have one value for each sample, "
            f"got shapes {truth.shape} and {score.shape}"
        )
    if len(truth) == 0:
        raise ValueError(f"{where}y_true has no samples")
    # The text "1" is not 1.
    wrong = (truth != 0) & (truth != 1) | (truth.dtype.kind not in "biuf")
    refuse_where(wrong, truth, f"{where}y_true", "must hold 1 for positive and 0")
    refuse_where(~np.isfinite(score), score, f"{where}y_score", "must be finite")
    return truth == 1, score


def check_names(names: Any, where: str = "") -> tuple[str, str]:
    """Return the names of the positives and of the others; by default positive and negative."""
    if names is None:
        return "positive", "negative"
    both = [label_text(name) for name in listed(names, f"{where}names")]
    if len(both) != 2 or both[0] == both[1]:
        raise ValueError(
            f"{where}names must be two different ones, of the positives and of the others, "
            f"got {both!r}"
        )
    return both[0], both[1]


def counts_of(positive: NDArray[np.bool_], predicted: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the matrix of the samples that are positive, and of those predicted as positive.

    Examples
    --------
    >>> counts_of(np.array([True, True, False]), np.array([True, False, False])).tolist()
    [[1, 1], [0, 1]]
    """
    cells = [[is_it & said for said in (predicted, ~predicted)] for is_it in (positive, ~positive)]
    counts: NDArray[np.int64] = np.array(cells).sum(axis=-1)
    return counts
