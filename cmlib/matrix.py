"""The confusion matrix itself: counts and labels, checked once so that nothing else has to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cmlib.labels import (
    Label,
    as_label_array,
    check_labels,
    common_categories,
    encode,
    kind_of,
    plain,
    refuse_masked,
    refuse_unknown,
    shorten,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame

__all__ = ["ConfusionMatrix", "as_counts"]

# Samples are counted in pieces of this many, so that a long label array needs no second copy.
_CHUNK = 131_072


class ConfusionMatrix:
    """Counts of (truth, prediction) pairs: row = true class, column = predicted class.

    Parameters
    ----------
    counts : array-like of shape (K, K)
        ``counts[i, j]`` samples of class ``labels[i]`` were predicted as class ``labels[j]``.
        Integers are kept as int64; floats (sums of sample weights) as float64. At least 0, finite.
    labels : sequence of int, of str or of bool, length K, optional
        The class names, all of one kind and all different. ``0 .. K-1`` by default.

    Attributes
    ----------
    counts : ndarray of shape (K, K)
        Read-only.
    labels : tuple of length K
    support, predicted : ndarray of shape (K,)
        Row sums (how many samples each class has) and column sums (how often it was predicted).
    total, correct : int or float
        The number of samples, and the sum of the diagonal.

    Raises
    ------
    ValueError
        If the counts are ragged, not square, empty, negative, not finite or too large to add up
        in 64 bits, or if the labels are too few, too many, missing or repeated.
    TypeError
        If the counts are not numbers, or the labels are not all int, all str or all bool.

    See Also
    --------
    ConfusionMatrix.from_labels : Count the pairs of two label arrays.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix
    >>> pets = ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])
    >>> pets.support, pets.predicted, pets.total, pets.correct
    (array([12, 10]), array([ 8, 14]), 22, 12)
    """

    def __init__(self, counts: ArrayLike, labels: Sequence[Label] | None = None) -> None:
        array = as_counts(counts, name="counts")[0]
        if array.ndim != 2:
            raise ValueError(
                f"counts must be one square matrix, got an array of shape {array.shape}; "
                "the metrics take such a batch directly"
            )
        array = array.copy()
        array.flags.writeable = False
        self._counts = array
        self._labels = check_labels(range(len(array)) if labels is None else labels, len(array))

    @classmethod
    def from_labels(
        cls,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        labels: Sequence[Label] | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> ConfusionMatrix:
        """Count the pairs of two label arrays.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n_samples,)
            True and predicted class of each sample: ints, strings, bools or pandas categoricals,
            the same kind in both. Nothing is converted: ``1`` is neither ``1.0`` nor ``"1"``.
        labels : sequence, optional
            The classes in the order wanted. It must hold every label that occurs (no sample is
            dropped) and may hold classes that do not. By default the labels that occur, sorted;
            for pandas categoricals the categories, in their order.
        sample_weight : array-like of shape (n_samples,), optional
            Weight of each sample, at least 0 and finite. The counts are then float64.

        Returns
        -------
        ConfusionMatrix

        Raises
        ------
        ValueError
            If the arrays are empty, of unequal length or not one-dimensional, hold a missing
            label or one that is not in ``labels``, if two categoricals differ in their
            categories, or if a weight is negative or not finite.
        TypeError
            If labels are of mixed kinds, or of a kind that is not int, str or bool.

        Examples
        --------
        >>> from cmlib import ConfusionMatrix
        >>> ConfusionMatrix.from_labels(["dog", "dog", "cat"], ["dog", "cat", "cat"])
        ConfusionMatrix([[1, 0], [1, 1]], labels=['cat', 'dog'])
        """
        true, true_kind, true_categories = as_label_array(y_true, "y_true")
        pred, pred_kind, pred_categories = as_label_array(y_pred, "y_pred")
        if len(true) != len(pred):
            raise ValueError(
                f"y_true and y_pred must be of equal length, got {len(true)} and {len(pred)}"
            )
        if len(true) == 0:
            raise ValueError("y_true and y_pred are empty: there is nothing to count")
        if true_kind is not pred_kind:
            raise TypeError(
                f"y_true and y_pred must hold labels of one kind: y_true starts with "
                f"{plain(true[0])!r} ({true_kind.__name__}), y_pred with "
                f"{plain(pred[0])!r} ({pred_kind.__name__})"
            )
        weight = None if sample_weight is None else _as_weights(sample_weight, len(true))

        true_codes, pred_codes, candidates = encode(true, pred, true_kind)
        seen = _count(true_codes, pred_codes, len(candidates), None)
        table = seen if weight is None else _count(true_codes, pred_codes, len(candidates), weight)
        occurs = np.flatnonzero(seen.any(axis=0) | seen.any(axis=1))
        found = {candidates[code]: code for code in occurs}

        if labels is not None:
            order = check_labels(labels)
        elif true_categories is not None or pred_categories is not None:
            order = common_categories(true_categories, pred_categories)
        else:
            order = tuple(sorted(found))
        if not found.keys() <= set(order) or type(order[0]) is not true_kind:
            for name, values in (("y_true", true), ("y_pred", pred)):
                refuse_unknown(values, name, order)

        counts = np.zeros((len(order), len(order)), dtype=table.dtype)
        known = [index for index, label in enumerate(order) if label in found]
        codes = [found[order[index]] for index in known]
        counts[np.ix_(known, known)] = table[np.ix_(codes, codes)]
        return cls(counts, order)

    @property
    def counts(self) -> NDArray[Any]:
        """The counts, shape (K, K), read-only; int64, or float64 when weighted."""
        return self._counts

    @property
    def labels(self) -> tuple[Label, ...]:
        """The K class names, in row and column order."""
        return self._labels

    @property
    def support(self) -> NDArray[Any]:
        """Samples of each true class: the row sums, shape (K,)."""
        return np.asarray(self._counts.sum(axis=1))

    @property
    def predicted(self) -> NDArray[Any]:
        """Samples predicted as each class: the column sums, shape (K,)."""
        return np.asarray(self._counts.sum(axis=0))

    @property
    def total(self) -> int | float:
        """Number (or total weight) of all samples."""
        return _plain_number(self._counts.sum())

    @property
    def correct(self) -> int | float:
        """Number (or total weight) of correctly predicted samples: the sum of the diagonal."""
        return _plain_number(np.trace(self._counts))

    def index(self, label: Label) -> int:
        """Return the row and column number of a class.

        Parameters
        ----------
        label : int, str or bool

        Returns
        -------
        int

        Raises
        ------
        ValueError
            If there is no such class.
        """
        for position, known in enumerate(self._labels):
            if type(known) is kind_of(label) and known == label:
                return position
        raise ValueError(f"label {label!r} is not one of the classes {shorten(self._labels)}")

    def one_vs_rest(self, label: Label) -> ConfusionMatrix:
        """Fold the matrix into the two classes ``label`` and "not ``label``".

        Parameters
        ----------
        label : int, str or bool
            The class to be the positive one.

        Returns
        -------
        ConfusionMatrix
            ``[[TP, FN], [FP, TN]]``, labelled ``(str(label), "not " + str(label))``.

        Raises
        ------
        ValueError
            If there is no such class.

        Examples
        --------
        >>> from cmlib import ConfusionMatrix
        >>> vehicle = ConfusionMatrix([[64, 0, 0], [3, 42, 17], [5, 17, 47]])
        >>> vehicle.one_vs_rest(1)
        ConfusionMatrix([[42, 20], [17, 116]], labels=['1', 'not 1'])
        """
        at = self.index(label)
        rest = np.arange(len(self._labels)) != at
        tp = self._counts[at, at]
        fn = self._counts[at, rest].sum()
        fp = self._counts[rest, at].sum()
        tn = self._counts[np.ix_(rest, rest)].sum()
        return ConfusionMatrix(np.array([[tp, fn], [fp, tn]]), [str(label), f"not {label}"])

    def normalize(self, over: Literal["true", "pred", "all"]) -> NDArray[np.float64]:
        """Turn counts into shares.

        Parameters
        ----------
        over : {"true", "pred", "all"}
            Divide each row by its sum (the diagonal is then recall), each column by its sum (the
            diagonal is then precision), or all cells by the total.

        Returns
        -------
        ndarray of shape (K, K)
            In [0, 1]; nan where the row, the column or the whole matrix is empty.

        Raises
        ------
        ValueError
            If ``over`` is none of the three.
        """
        if over == "true":
            whole = self._counts.sum(axis=1, keepdims=True)
        elif over == "pred":
            whole = self._counts.sum(axis=0, keepdims=True)
        elif over == "all":
            whole = self._counts.sum(keepdims=True)
        else:
            raise ValueError(f"over must be 'true', 'pred' or 'all', got {over!r}")
        shares = np.full(self._counts.shape, np.nan)
        np.divide(self._counts, whole, out=shares, where=whole > 0)
        return shares

    def merge(self, groups: Mapping[Any, Sequence[Label]]) -> ConfusionMatrix:
        """Join classes into larger ones; confusions within a group become correct.

        Parameters
        ----------
        groups : mapping of new label to the labels it joins
            Classes that are in no group stay. A group stands where its first member stood.

        Returns
        -------
        ConfusionMatrix

        Raises
        ------
        ValueError
            If a group is empty, names an unknown class, shares one with another group, or takes
            the name of a class that stays.
        TypeError
            If the new labels are not of the kind of those that stay, or a group is a string.

        Examples
        --------
        >>> from cmlib import ConfusionMatrix
        >>> cm = ConfusionMatrix([[3, 1, 0], [2, 4, 0], [0, 1, 5]], labels=["cat", "dog", "car"])
        >>> cm.merge({"animal": ["cat", "dog"]})
        ConfusionMatrix([[10, 0], [1, 5]], labels=['animal', 'car'])
        """
        new_label: dict[int, Label] = {}
        for name, members in groups.items():
            if isinstance(members, str):
                raise TypeError(f"groups[{name!r}] must be a list of labels, got {members!r}")
            if len(members) == 0:
                raise ValueError(f"groups[{name!r}] is empty")
            for member in members:
                at = self.index(member)
                if at in new_label:
                    raise ValueError(f"groups names the label {member!r} twice")
                new_label[at] = name
        renamed = [new_label.get(at, label) for at, label in enumerate(self._labels)]
        kept = {label for at, label in enumerate(self._labels) if at not in new_label}
        for name in groups:
            if name in kept:
                raise ValueError(f"groups makes a class {name!r}, but that class already exists")
        order = list(dict.fromkeys(renamed))
        member_of = np.array([[label == row for label in renamed] for row in order])
        member_of = member_of.astype(self._counts.dtype)
        return ConfusionMatrix(member_of @ self._counts @ member_of.T, order)

    def reorder(self, labels: Sequence[Label]) -> ConfusionMatrix:
        """Return the same matrix with its classes in another order.

        Parameters
        ----------
        labels : sequence
            The same labels, each once. To leave classes out of an average use ``exclude``.

        Returns
        -------
        ConfusionMatrix

        Raises
        ------
        ValueError
            If a label is unknown, repeated or left out.
        """
        order = check_labels(labels)
        positions = [self.index(label) for label in order]
        left_out = set(range(len(self._labels))) - set(positions)
        if left_out:
            raise ValueError(
                f"labels leaves out {self._labels[min(left_out)]!r}: reorder keeps every class"
            )
        return ConfusionMatrix(self._counts[np.ix_(positions, positions)], order)

    def to_labels(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Write the counts out as two label arrays: the way back from `from_labels`.

        Returns
        -------
        y_true, y_pred : ndarray of shape (n_samples,)
            One entry for each counted sample, row by row.

        Raises
        ------
        ValueError
            If the counts are weighted: a part of a sample has no label.

        Examples
        --------
        >>> y_true, y_pred = ConfusionMatrix([[1, 2], [0, 1]], labels=["cat", "dog"]).to_labels()
        >>> y_true.tolist(), y_pred.tolist()
        (['cat', 'cat', 'cat', 'dog'], ['cat', 'dog', 'dog', 'dog'])
        """
        if not np.issubdtype(self._counts.dtype, np.integer):
            raise ValueError("counts: weighted counts cannot be written out as labels")
        row, column = np.indices(self._counts.shape).reshape(2, -1)
        labels, times = np.array(self._labels), self._counts.ravel()
        return labels[row.repeat(times)], labels[column.repeat(times)]

    def to_frame(self) -> DataFrame:
        """Return the counts as a pandas DataFrame: index "truth", columns "predicted"."""
        import pandas as pd

        return pd.DataFrame(
            self._counts,
            index=pd.Index(self._labels, name="truth"),
            columns=pd.Index(self._labels, name="predicted"),
        )

    def plot(self, **options: Any) -> Axes:
        """Draw the matrix as a heat map; see `cmlib.plots.plot_confusion_matrix`."""
        from cmlib.plots import plot_confusion_matrix

        return plot_confusion_matrix(self, **options)

    def __add__(self, other: object) -> ConfusionMatrix:
        """Add the counts of two matrices with the same labels in the same order."""
        if not isinstance(other, ConfusionMatrix):
            return NotImplemented
        if self._labels != other._labels or type(self._labels[0]) is not type(other._labels[0]):
            raise ValueError(
                f"labels differ: {shorten(self._labels)} and {shorten(other._labels)}; "
                "bring one into the order of the other with reorder"
            )
        return ConfusionMatrix(self._counts + other._counts, self._labels)

    def __eq__(self, other: object) -> bool:
        """Tell whether counts and labels are the same."""
        if not isinstance(other, ConfusionMatrix):
            return NotImplemented
        return (
            self._labels == other._labels
            and type(self._labels[0]) is type(other._labels[0])
            and np.array_equal(self._counts, other._counts)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Show counts and labels; large matrices are described instead."""
        if len(self._labels) > 12:
            return (
                f"<ConfusionMatrix of {self.total} samples, {len(self._labels)} classes "
                f"{shorten(self._labels)}>"
            )
        return f"ConfusionMatrix({self._counts.tolist()}, labels={list(self._labels)})"

    def _repr_html_(self) -> str:
        from cmlib.html_table import to_html

        return to_html(self)


def as_counts(cm: Any, *, name: str = "cm") -> tuple[NDArray[Any], tuple[Label, ...]]:
    """Return the checked counts and the labels of a matrix or of a batch of matrices.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
    name : str
        What the error messages call it.

    Returns
    -------
    counts : ndarray of shape (..., K, K)
        int64 or float64.
    labels : tuple of length K
        ``0 .. K-1`` for a plain array.

    Raises
    ------
    ValueError, TypeError
        As `ConfusionMatrix` does.
    """
    if isinstance(cm, ConfusionMatrix):
        return cm.counts, cm.labels
    if hasattr(cm, "columns"):
        raise TypeError(
            f"{name} is a DataFrame, whose labels would be lost: pass {name}.to_numpy() and, to "
            "ConfusionMatrix, the labels"
        )
    refuse_masked(cm, name)
    try:
        array = np.asarray(cm)
    except ValueError as error:
        raise ValueError(f"{name} is ragged: {_first_ragged(cm)}") from error
    if array.size == 0:
        raise ValueError(f"{name} is empty: shape {array.shape}")
    if array.dtype.kind not in "iuf":
        raise TypeError(
            f"{name} must hold integers or floats, got {array.dtype} values such as "
            f"{plain(array.flat[0])!r}"
        )
    if array.ndim < 2 or array.shape[-1] != array.shape[-2]:
        raise ValueError(f"{name} must be square, shape (..., K, K), got shape {array.shape}")
    if array.dtype.kind == "f":
        _refuse(~np.isfinite(array), array, name, "must be finite")
    _refuse(array < 0, array, name, "must be at least 0")
    if array.dtype.kind == "f":
        return array.astype(np.float64, copy=False), tuple(range(array.shape[-1]))
    # A sum that leaves 64 bits would wrap round to a wrong, even a negative, count.
    if int(array.max()) > (2**63 - 1) // array.shape[-1] ** 2:
        largest = array.sum(axis=(-2, -1), dtype=np.float64).max()
        if largest >= 2.0**63:
            raise ValueError(f"{name} is too large: the counts add up to {largest:.3g}, over 2**63")
    return array.astype(np.int64, copy=False), tuple(range(array.shape[-1]))


def _refuse(bad: NDArray[np.bool_], array: NDArray[Any], name: str, rule: str) -> None:
    if bad.any():
        where = tuple(int(i) for i in np.argwhere(bad)[0])
        raise ValueError(f"{name} {rule}, got {plain(array[where])} at {list(where)}")


def _first_ragged(rows: Any) -> str:
    """Say where nested sequences first differ in length."""
    lengths = [len(row) if isinstance(row, Sequence | np.ndarray) else 0 for row in rows]
    for index, length in enumerate(lengths):
        if length != lengths[0]:
            return f"row 0 has {lengths[0]} values, row {index} has {length}"
    return next(filter(None, map(_first_ragged, rows)), "")


def _count(
    true: NDArray[Any], pred: NDArray[Any], width: int, weight: NDArray[np.float64] | None
) -> NDArray[Any]:
    """Add up the pairs of codes in ``0 .. width-1``."""
    table = np.zeros(width * width, dtype=np.int64 if weight is None else np.float64)
    # Each piece costs width**2 for its own table, so pieces grow with it.
    step = max(_CHUNK, width * width)
    for start in range(0, len(true), step):
        piece = slice(start, start + step)
        # Cast before multiplying: uint8 codes would overflow.
        cells = true[piece].astype(np.intp) * width + pred[piece].astype(np.intp)
        part = None if weight is None else weight[piece]
        table += np.bincount(cells, weights=part, minlength=width * width)
    return table.reshape(width, width)


def _as_weights(sample_weight: ArrayLike, length: int) -> NDArray[np.float64]:
    weight = np.asarray(sample_weight)
    if weight.dtype.kind not in "iuf":
        raise TypeError(f"sample_weight must hold numbers, got dtype {weight.dtype}")
    if weight.shape != (length,):
        raise ValueError(
            f"sample_weight must have one weight for each of the {length} samples, "
            f"got shape {weight.shape}"
        )
    _refuse(~np.isfinite(weight), weight, "sample_weight", "must be finite")
    _refuse(weight < 0, weight, "sample_weight", "must be at least 0")
    return weight.astype(np.float64)


def _plain_number(value: Any) -> int | float:
    number: int | float = value.item()
    return number
