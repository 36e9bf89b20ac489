"""Top-K accuracy: how often the true class is among the K highest scores."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cmlib._checks import (
    Array,
    as_array,
    as_numbers,
    as_one_each,
    check_choice,
    check_lengths,
    is_frame,
    is_lazy,
    listed,
    refuse_where,
    whole_number,
)
from cmlib._counting.kinds import places_of, read
from cmlib._labels import Labels, check_labels, plain, shorten

# Scores are ranked in pieces of about this many numbers, which stay in the processor's cache.
_CHUNK = 131_072

Ties: TypeAlias = Literal["optimistic", "pessimistic", "expected"]


def top_k_accuracy(
    y_true: ArrayLike,
    y_score: ArrayLike,
    k: int | Sequence[int] | NDArray[np.integer[Any]],
    *,
    labels: Labels | None = None,
    sample_weight: ArrayLike | None = None,
    ties: Ties = "optimistic",
) -> float | NDArray[np.float64]:
    """Share of the samples whose true class is among the K classes with the highest scores.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True classes.
    y_score : array-like of shape (n_samples, n_classes)
        One score for each class, a larger one for a likelier class. Finite. A memory-mapped file
        is read in pieces.
    k : int or sequence of int
        From 1 to the number of classes. With a sequence, all are computed in one pass.
    labels : sequence, optional
        The class of each column. By default the names of a DataFrame's columns, and otherwise the
        classes ``0 .. n_classes-1``.
    sample_weight : array-like of shape (n_samples,), optional
        Weight of each sample, at least 0 and finite; or a mask of bools, which takes the samples
        that are True.
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
        If a label is unknown, ``labels`` differs from the names of a DataFrame's columns, or the
        weights add up to 0 or to more than a float can hold.

    Notes
    -----
    Arrays of Dask, and a Dask DataFrame of scores, are ranked block by block where they lie, as
    `ConfusionMatrix.from_labels` counts them; a block has whole rows.

    References
    ----------
    Document 4, section 3.9.5.

    Examples
    --------
    >>> scores = [[0.32, 0.1, 0.2, 0.05, 0.33]]
    >>> top_k_accuracy([0], scores, 1), top_k_accuracy([0], scores, 2)
    (0.0, 1.0)
    """
    sides = {"y_true": y_true, "y_score": y_score}
    if sample_weight is not None:
        sides["sample_weight"] = sample_weight
    if any(map(is_lazy, sides.values())):
        from cmlib._dask import reduce_blocks

        count = partial(_ranked, k=k, labels=labels, ties=ties)
        places, ks = reduce_blocks(count, _joined, sides)
    else:
        places, ks = _ranked(*sides.values(), k=k, labels=labels, ties=ties)
    with np.errstate(over="ignore"):  # refused below
        up_to = places.cumsum()
    if not 0 < up_to[-1] < np.inf:
        raise ValueError(f"sample_weight adds up to {up_to[-1]}: there is nothing to divide by")
    shares: NDArray[np.float64] = up_to[np.array(ks) - 1] / up_to[-1]
    return float(shares[0]) if np.ndim(k) == 0 else shares


def _joined(ranked: list[tuple[Array, list[int]]]) -> tuple[Array, list[int]]:
    """Add up the places in several blocks of samples."""
    with np.errstate(over="ignore"):  # refused at the end
        return np.sum([places for places, _ in ranked], axis=0), ranked[0][1]


def _ranked(
    y_true: Any, y_score: Any, sample_weight: Any = None, *, k: Any, labels: Any, ties: Ties
) -> tuple[Array, list[int]]:
    """Check and rank samples; return the counts of `_rank_counts` and all k."""
    if is_frame(y_score):
        labels = _named_columns(y_score, labels)
        y_score = as_array(y_score, "y_score")
    scores = as_numbers(y_score, "y_score")
    if scores.ndim != 2 or 0 in scores.shape:
        raise ValueError(f"y_score must have shape (n_samples, n_classes), got {scores.shape}")
    true = read(y_true, "y_true")
    check_lengths({"y_true": len(true.codes), "y_score": len(scores)})
    weight = sample_weight
    if weight is not None:
        weight = as_one_each(weight, "sample_weight", len(scores), weights=True)
    n_classes = scores.shape[1]
    order = tuple(range(n_classes)) if labels is None else check_labels(labels, n_classes)
    columns = true.codes
    if labels is not None or true.classes or columns.min() < 0 or columns.max() >= n_classes:
        columns = places_of(true, "y_true", order)
    ks = _check_k(k, n_classes)
    check_choice(ties, "ties", ("optimistic", "pessimistic", "expected"))
    return _rank_counts(columns, scores, weight, max(ks), ties), ks


def _rank_counts(
    columns: Array, scores: Array, weight: NDArray[np.float64] | None, top: int, ties: Ties
) -> Array:
    """Count the samples with their true class in place 1, 2, … top, and further on.

    These counts are enough for every k up to ``top``; those of several blocks are added up.
    """
    places = np.zeros(top + 1)
    width = scores.shape[1]
    step = max(1, _CHUNK // (width + 4))  # a row has a few more numbers than scores
    rows = np.arange(step)
    # Laid out in memory as the scores are.
    buffer = np.empty_like(scores[:step], np.float32, shape=(min(step, len(scores)), width))
    for start in range(0, len(scores), step):
        piece = scores[start : start + step]
        # The sum is not finite if a score is not, or if large scores overflow it.
        if piece.dtype.kind == "f" and not np.isfinite(np.einsum("ij->", piece)):
            where = np.indices(piece.shape)
            where[0] += start
            refuse_where(~np.isfinite(piece), piece, "y_score", "must be finite", tuple(where))
        own = piece[rows[: len(piece)], columns[start : start + step], None]
        ranked = piece, own, buffer[: len(piece)]
        part = None if weight is None else weight[start : start + step]
        last = ties == "pessimistic"  # then the true class itself is counted, and taken off
        before = _row_counts(np.greater_equal if last else np.greater, *ranked) - last
        if ties == "expected":
            # A sample is divided evenly among the places that its true class shares with its ties.
            shared = _row_counts(np.equal, *ranked)
            within = np.arange(shared.sum()) - np.repeat(shared.cumsum() - shared, shared)
            before = np.repeat(before, shared) + within
            part = np.repeat((1 if part is None else part) / shared, shared)
        places += np.bincount(np.minimum(before, top), weights=part, minlength=top + 1)
    return places


def _row_counts(
    comparison: np.ufunc, piece: Array, own: Array, buffer: NDArray[np.float32]
) -> NDArray[np.intp]:
    """Count in each row the scores that compare with that of the true class: greater or equal."""
    # Floats: numpy adds up bools several times more slowly. Exact up to 2**24.
    comparison(piece, own, out=buffer)
    return np.asarray(np.einsum("ij->i", buffer), np.intp)


def _named_columns(frame: Any, labels: Labels | None) -> Labels | None:
    """Return the classes of a DataFrame's columns; refuse ``labels`` that differ from them."""
    names = [plain(name) for name in frame.columns]
    if names == list(range(len(names))) and bool not in map(type, names):
        return labels  # numbered, not named
    given = names if labels is None else [plain(label) for label in listed(labels, "labels")]
    if given != names:
        raise ValueError(
            f"labels is {shorten(given)}, but the columns of y_score are {shorten(names)}: "
            "pass y_score[labels]"
        )
    return names


def _check_k(k: Any, n_classes: int) -> list[int]:
    given = k.tolist() if isinstance(k, np.ndarray | np.generic) else k
    # Not np.asarray: it would turn [1, True] into [1, 1].
    several = given if isinstance(given, list | tuple | range) else [given]
    values = [whole_number(plain(v), "k", "a whole number or a sequence of them") for v in several]
    if not values:
        raise ValueError("k is empty")
    for value in values:
        if not 1 <= value <= n_classes:
            raise ValueError(f"k must be from 1 to the number of classes, {n_classes}, got {value}")
    return values
