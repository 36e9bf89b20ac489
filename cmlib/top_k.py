"""Top-K accuracy: how often the true class is among the K highest scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cmlib._checks import (
    as_numbers,
    check_choice,
    is_frame,
    listed,
    refuse_unordered,
    whole_number,
)
from cmlib._labels import (
    Labels,
    as_label_array,
    check_labels,
    label_key,
    plain,
    refuse_unknown,
    shorten,
)

# Scores are ranked in pieces of about this many numbers, so that no copy of them is needed.
_CHUNK = 262_144

Ties: TypeAlias = Literal["optimistic", "pessimistic", "expected"]


@overload
def top_k_accuracy(
    y_true: ArrayLike, y_score: ArrayLike, k: int, *, labels: Labels | None = ..., ties: Ties = ...
) -> float: ...
@overload
def top_k_accuracy(
    y_true: ArrayLike,
    y_score: ArrayLike,
    k: Sequence[int] | NDArray[np.integer[Any]],
    *,
    labels: Labels | None = ...,
    ties: Ties = ...,
) -> NDArray[np.float64]: ...
def top_k_accuracy(
    y_true: ArrayLike,
    y_score: ArrayLike,
    k: int | Sequence[int] | NDArray[np.integer[Any]],
    *,
    labels: Labels | None = None,
    ties: Ties = "optimistic",
) -> float | NDArray[np.float64]:
    """Share of the samples whose true class is among the K classes with the highest scores.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True classes.
    y_score : array-like of shape (n_samples, n_classes)
        One score for each class, a larger one for a likelier class. Finite.
    k : int or sequence of int
        From 1 to the number of classes. With a sequence, all are computed in one pass.
    labels : sequence, optional
        The class of each column. By default the names of a DataFrame's columns, and otherwise the
        classes ``0 .. n_classes-1``.
    ties : {"optimistic", "pessimistic", "expected"}, default "optimistic"
        What to do where other classes have the same score as the true one: take the true class
        first, take it last, or take the average over all orders.

    Returns
    -------
    float, or ndarray of the length of ``k``
        In [0, 1]; never falls as k grows, and 1 when k is the number of classes.

    Raises
    ------
    ValueError
        If shapes do not match, a score is not finite, a label is unknown, ``labels`` differs from
        the names of a DataFrame's columns, or ``k`` or ``ties`` is out of range.
    TypeError
        If labels, scores or ``k`` are of a wrong kind.

    References
    ----------
    Document 4, section 3.9.5.

    Examples
    --------
    >>> from cmlib import top_k_accuracy
    >>> scores = [[0.32, 0.1, 0.2, 0.05, 0.33]]
    >>> top_k_accuracy([0], scores, 1), top_k_accuracy([0], scores, 2)
    (0.0, 1.0)
    """
    if is_frame(y_score):
        labels = _named_columns(y_score, labels)
    else:
        refuse_unordered(y_score, "y_score")
    scores = as_numbers(y_score, "y_score")
    if scores.ndim != 2 or 0 in scores.shape:
        raise ValueError(
            f"y_score must be of shape (n_samples, n_classes), got shape {scores.shape}"
        )
    column = _columns(y_true, scores, labels)
    ks = _check_k(k, scores.shape[1])
    check_choice(ties, "ties", ("optimistic", "pessimistic", "expected"))

    hits = np.zeros(len(ks))
    step = max(1, _CHUNK // scores.shape[1])
    for start in range(0, len(scores), step):
        piece = scores[start : start + step]
        if piece.dtype.kind == "f" and not np.isfinite(piece).all():
            row, at = (int(i) for i in np.argwhere(~np.isfinite(piece))[0])
            raise ValueError(
                f"y_score must be finite, got {piece[row, at]} at [{start + row}, {at}]"
            )
        own = np.take_along_axis(piece, column[start : start + step, None], axis=1)
        # The true class shares `shared` places, all alike, that come after `before` others.
        if ties == "pessimistic":
            before = (piece >= own).sum(axis=1) - 1
        else:
            before = (piece > own).sum(axis=1)
        shared = (piece == own).sum(axis=1) if ties == "expected" else 1
        for position, top in enumerate(ks):
            hits[position] += np.clip((top - before) / shared, 0, 1).sum()
    shares = hits / len(scores)
    return float(shares[0]) if np.ndim(k) == 0 else shares


def _named_columns(frame: Any, labels: Labels | None) -> Labels | None:
    """Return the classes of a DataFrame's columns; ``labels`` may name them only as they are."""
    names = [plain(name) for name in frame.columns]
    if names == list(range(len(names))):
        return labels  # numbered, not named
    given = names if labels is None else [plain(label) for label in listed(labels, "labels")]
    if given != names:
        raise ValueError(
            f"labels is {shorten(given)}, but the columns of y_score are {shorten(names)}: "
            "pass y_score[labels]"
        )
    return names


def _columns(y_true: ArrayLike, scores: NDArray[Any], labels: Labels | None) -> NDArray[np.intp]:
    """Return the column of each sample's true class."""
    true, _, _ = as_label_array(y_true, "y_true")
    if len(true) != len(scores):
        raise ValueError(
            f"y_true and y_score must be of equal length, got {len(true)} and {len(scores)}"
        )
    order = check_labels(range(scores.shape[1]) if labels is None else labels, scores.shape[1])
    position = {label_key(label): column for column, label in enumerate(order)}
    found, codes = np.unique(true, return_inverse=True)
    if any(label_key(label) not in position for label in found):
        refuse_unknown(true, "y_true", order)
    return np.array([position[label_key(label)] for label in found], dtype=np.intp)[codes]


def _check_k(k: Any, n_classes: int) -> list[int]:
    listed = k.tolist() if isinstance(k, np.ndarray | np.generic) else k
    # Not np.asarray: it would turn [1, True] into [1, 1].
    several = listed if isinstance(listed, list | tuple | range) else [listed]
    values = [whole_number(plain(v), "k", "a whole number or a sequence of them") for v in several]
    if not values:
        raise ValueError("k is empty")
    for value in values:
        if not 1 <= value <= n_classes:
            raise ValueError(f"k must be from 1 to the number of classes, {n_classes}, got {value}")
    return values
