"""The confusion matrix itself: counts and labels, checked once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cmlib._checks import (
    as_amounts,
    as_one_each,
    check_array_size,
    check_choice,
    check_lengths,
    check_type,
    is_frame,
    is_lazy,
    listed,
    naming,
    refuse_lazy,
    whole_number,
    with_room,
)
from cmlib._counting.kinds import Column, declared_order, places_of, read
from cmlib._counting.pairs import add_up
from cmlib._labels import Label, Labels, check_labels, kind_of, same_labels, shorten
from cmlib._sparse import arrays_of, as_counts, as_stored, is_sparse, table_of
from cmlib._sums import sums_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame

# Words in the name of an axis that say what it holds.
_TRUE = "truth true actual reference ref observed obs target ytrue"
_PREDICTED = "predicted prediction predictions pred preds ypred yhat guess"

# True labels, predicted ones, and the weights if there are any.
Piece: TypeAlias = tuple[ArrayLike, ArrayLike] | tuple[ArrayLike, ArrayLike, ArrayLike]

# What pandas and spreadsheets call a row and a column of sums.
_MARGINS = {"All", "all", "Total", "total", "Sum", "sum"}


class ConfusionMatrix:
    """Counts of (truth, prediction) pairs: row = true class, column = predicted class.

    Parameters
    ----------
    counts : array-like or scipy.sparse array of shape (K, K)
        ``counts[i, j]`` samples of class ``labels[i]`` were predicted as class ``labels[j]``.
        Integers are kept as int64; floats (sums of sample weights) as float64. At least 0, finite.
    labels : sequence of int, of str or of bool, length K, optional
        The class names in order, all of one kind and all different, in a list, an array, a column
        or the keys of a dict; a set has no order. ``0 .. K-1`` by default.

    Raises
    ------
    ValueError, TypeError
        If the counts are ragged, not square, empty, no numbers or too large to add up in 64 bits,
        or the labels are too few, too many, missing, repeated, of several kinds, a set or a dict.

    Examples
    --------
    >>> pets = ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])
    >>> pets.support, pets.predicted, pets.total, pets.correct
    (array([12, 10]), array([ 8, 14]), 22, 12)
    """

    # Without this, numpy would add a matrix and an array, and drop the labels.
    __array_ufunc__ = None

    def __init__(self, counts: ArrayLike, labels: Labels | None = None) -> None:
        if isinstance(counts, ConfusionMatrix):
            labels = counts.labels if labels is None else labels
            counts = counts.counts
        table = as_counts(counts, "counts")
        if table.ndim != 2:
            raise ValueError(
                f"counts must be one square matrix, got an array of shape {table.shape}; "
                "the measures take such a batch directly"
            )
        size = table.shape[0]
        order = check_labels(range(size) if labels is None else labels, size)
        self._keep(table.copy() if isinstance(table, np.ndarray) else table, order)

    @classmethod
    def _made(cls, counts: Any, labels: tuple[Label, ...]) -> ConfusionMatrix:
        """Return a matrix of counts and labels that need no check; the counts are not copied.

        They are int64 or float64, in an array or in a canonical ``csr_array``.
        """
        matrix = cls.__new__(cls)
        matrix._keep(counts, labels)
        return matrix

    def _keep(self, counts: Any, labels: tuple[Label, ...]) -> None:
        self._counts, self._labels = as_stored(counts), labels
        for array in arrays_of(self._counts):
            array.flags.writeable = False
        self._sums = sums_of(self._counts, labels)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle counts and labels, not the sums."""
        return type(self)._made, (self._counts, self._labels)

    @classmethod
    def from_labels(
        cls,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        labels: Labels | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> ConfusionMatrix:
        """Count the pairs of two label arrays.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n_samples,)
            True and predicted class of each sample: ints, strings or bools, the same kind in both,
            in a list or in an array or a column of numpy, pandas, polars or Arrow. Nothing is
            converted: ``1`` is neither ``1.0`` nor ``"1"``. They are paired by position, also where
            a Series has an index. Or arrays of Dask, or columns of its DataFrames: see the notes.
        labels : sequence, optional
            The classes in the order wanted. It must hold every label that occurs (no sample is
            dropped) and may hold classes that do not. By default the labels that occur, sorted;
            for a pandas categorical, a polars Enum and an ordered Arrow dictionary the classes that
            they declare, in their order.
        sample_weight : array-like of shape (n_samples,), optional
            Weight of each sample, at least 0 and finite; or a mask of bools, which counts the
            samples that are True. The counts are then float64, which rounds whole numbers over
            2**53.

        Raises
        ------
        ValueError
            If the arrays are empty, of unequal length or not one-dimensional, hold a missing label
            or one that is not in ``labels``; if two categoricals differ in their categories, and
            there are no ``labels``; if a weight is below 0 or not finite, or their sum is.
        TypeError
            If labels are of mixed or other kinds, or an argument is a DataFrame, a dict, a set or a
            masked array.

        Notes
        -----
        Whole numbers and the codes of a categorical are read in pieces, without a copy. With many
        classes, only the pairs that occur take memory. `from_pieces` counts what does not fit into
        memory. Each block of Dask is counted where it lies, on the scheduler that Dask has; blocks
        of unknown length, such as those of a column, are paired one by one.

        Examples
        --------
        >>> ConfusionMatrix.from_labels(["dog", "dog", "cat"], ["dog", "cat", "cat"])
        ConfusionMatrix([[1, 0], [1, 1]], labels=['cat', 'dog'])
        """
        arrays = {"y_true": y_true, "y_pred": y_pred}
        if sample_weight is not None:
            arrays["sample_weight"] = sample_weight
        if any(map(is_lazy, arrays.values())):
            order = None if labels is None else check_labels(labels)
            from cmlib._dask import reduce_blocks

            count, unite = partial(cls.from_labels, labels=order), partial(_united, order=order)
            counted: ConfusionMatrix = reduce_blocks(count, unite, arrays)
            return counted
        weigh = partial(as_one_each, sample_weight, "sample_weight", weights=True)
        return cls._counted(y_true, y_pred, None if sample_weight is None else weigh, labels)

    @classmethod
    def from_pairs(
        cls, y_true: ArrayLike, y_pred: ArrayLike, count: ArrayLike, *, labels: Labels | None = None
    ) -> ConfusionMatrix:
        """Add up pairs that were counted elsewhere: the rows of a ``GROUP BY``.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n_pairs,)
            True and predicted class of each row: columns of whatever `from_labels` takes.
        count : array-like of shape (n_pairs,)
            The number of samples in each row, at least 0 and finite. Whole numbers, also whole
            Decimals, stay int64; with others the counts are float64.
        labels : sequence, optional
            As in `from_labels`. By default all classes named, also with a count of 0 only.

        Returns
        -------
        ConfusionMatrix
            A pair that comes again is added, so that the rows of several databases can be
            concatenated. A pair that is not there counts 0.

        Raises
        ------
        ValueError, TypeError
            As `from_labels`; also if a count is missing, or if all add up to more than 64 bits
            hold.

        Examples
        --------
        >>> rows = [("dog", "dog", 5), ("dog", "cat", 7), ("cat", "dog", 3), ("cat", "cat", 7)]
        >>> ConfusionMatrix.from_pairs(*zip(*rows), labels=["dog", "cat"])
        ConfusionMatrix([[5, 7], [3, 7]], labels=['dog', 'cat'])
        """
        weigh = partial(as_one_each, count, "count")
        return cls._counted(y_true, y_pred, weigh, labels)

    @classmethod
    def from_pieces(
        cls, pieces: Iterable[Piece | ConfusionMatrix], *, labels: Labels | None = None
    ) -> ConfusionMatrix:
        """Count pieces one after the other, and unite their classes.

        Parameters
        ----------
        pieces : iterable
            Each piece is a tuple (or list) ``(y_true, y_pred)`` or ``(…, sample_weight)`` of
            what `from_labels` takes, or a ConfusionMatrix. An iterator is read one piece at a
            time, and no piece is kept. A tuple without samples adds nothing.
        labels : sequence, optional
            The classes in the order wanted. It must hold every class of every piece. By default,
            if all pieces have the same classes in the same order (as categories may be), these;
            otherwise all classes of all pieces, sorted.

        Raises
        ------
        ValueError
            If no piece has samples or is a matrix, if one has a class that is not in ``labels``,
            if all counts add up to more than 64 bits hold, or as `from_labels` does for a piece.
        TypeError
            If ``pieces`` is no iterable, a piece is something else, its labels are of another kind
            than those before, or as `from_labels` does for a piece.

        Examples
        --------
        >>> monday = ["dog", "dog", "emu"], ["dog", "cat", "emu"]
        >>> tuesday = ["cat", "dog"], ["cat", "cat"]
        >>> ConfusionMatrix.from_pieces([monday, tuesday])
        ConfusionMatrix([[1, 0, 0], [2, 1, 0], [0, 0, 1]], labels=['cat', 'dog', 'emu'])
        """
        check_type(pieces, "pieces", Iterable, "an iterable of tuples (y_true, y_pred)")
        order = None if labels is None else check_labels(labels)
        counted: list[ConfusionMatrix] = []
        held = at = 0
        for piece in pieces:
            with naming(f"pieces[{at}]"):
                matrix = cls._of_piece(piece, order)
            # Drop it before the next is made: two may not fit into memory. Hence no enumerate().
            del piece
            at += 1
            if matrix is None:
                continue
            counted.append(matrix)
            held += _size(matrix)
            # Unite when as much waits as is united: so the work stays linear in the input.
            if held > 2 * _size(counted[0]):
                counted = [_united(counted, order)]
                held = _size(counted[0])
        if not counted:
            raise ValueError("pieces is empty: there is nothing to count")
        return _united(counted, order)

    @classmethod
    def _of_piece(cls, piece: Any, labels: tuple[Label, ...] | None) -> ConfusionMatrix | None:
        """Count a piece of samples; return None if it has none."""
        if isinstance(piece, ConfusionMatrix):
            if labels is not None:
                places_of(Column(np.arange(len(piece.labels)), piece.labels), "the matrix", labels)
            return piece
        # Data loaders make batches of type list; a list of labels is no batch.
        is_batch = isinstance(piece, list | tuple) and not any(map(kind_of, piece))
        if not is_batch or len(piece) not in (2, 3):
            raise TypeError(
                "a piece must be a tuple (y_true, y_pred), with sample_weight as a third, or a "
                f"ConfusionMatrix, got {type(piece).__name__}"
                + (f" of {len(piece)}" if isinstance(piece, list | tuple) else "")
            )
        sides = [side for side in piece if side is not None]
        if all(hasattr(side, "__len__") and not is_lazy(side) and not len(side) for side in sides):
            return None
        weight = piece[2] if len(piece) > 2 else None
        return cls.from_labels(*piece[:2], labels=labels, sample_weight=weight)

    @classmethod
    def _counted(
        cls,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        weigh: Callable[[int], NDArray[Any]] | None,
        labels: Labels | None,
    ) -> ConfusionMatrix:
        """Count the pairs of two label arrays.

        ``weigh`` takes their length and returns a number for each pair; whole ones stay whole.
        """
        columns = read(y_true, "y_true"), read(y_pred, "y_pred")
        length, of_pred = (len(column.codes) for column in columns)
        check_lengths({"y_true": length, "y_pred": of_pred})
        if length == 0:
            raise ValueError("y_true and y_pred are empty: there is nothing to count")
        if columns[0].kind is not columns[1].kind:
            true, pred = (column.labels_of(column.codes[:1])[0] for column in columns)
            raise TypeError(
                "y_true and y_pred must hold labels of one kind: y_true starts with "
                f"{true!r} ({type(true).__name__}), y_pred with {pred!r} ({type(pred).__name__})"
            )
        weight = None if weigh is None else weigh(length)
        pairs = add_up(columns[0].codes, columns[1].codes, weight)

        found = columns[0].labels_of(pairs.row_codes), columns[1].labels_of(pairs.column_codes)
        if labels is not None:
            order = check_labels(labels)
        else:
            order = declared_order(columns) or tuple(sorted({*found[0], *found[1]}))
        position = {label: at for at, label in enumerate(order)}
        known = kind_of(order[0]) is columns[0].kind and position.keys() >= {*found[0], *found[1]}
        if not known:  # these raise, and name the first label that is not in the order
            places_of(columns[0], "y_true", order)
            places_of(columns[1], "y_pred", order)
        places = [[position[label] for label in some] for some in found]
        rows, cols = (  # not copied if each place is the number itself
            numbers if place == list(range(len(place))) else np.array(place)[numbers]
            for place, numbers in zip(places, (pairs.rows, pairs.columns), strict=True)
        )
        return cls._made(table_of(pairs.counts, rows, cols, len(order)), order)

    @classmethod
    def from_frame(cls, frame: DataFrame) -> ConfusionMatrix:
        """Read a table of counts: the way back from `to_frame`, and from ``pandas.crosstab``.

        Parameters
        ----------
        frame : pandas.DataFrame
            The index names the true classes, the columns the predicted ones. If both name the same
            classes, they come in the order of the index; a crosstab leaves out what never occurs,
            so otherwise all that are named come, sorted, and what is not in the table counts 0.

        Raises
        ------
        ValueError
            If there are margins, if the names of the axes say that predictions are in the rows
            ("Prediction" or "y_pred" there, or "Truth", "Reference", "actual" over the columns), or
            if the counts or the labels are not valid.
        TypeError
            If this is no DataFrame, or index and columns are labels of two kinds.

        Examples
        --------
        >>> import pandas as pd
        >>> truth, prediction = ["dog", "cat", "cat", "emu"], ["cat", "cat", "dog", "dog"]
        >>> ConfusionMatrix.from_frame(pd.crosstab(truth, prediction))
        ConfusionMatrix([[1, 1, 0], [1, 0, 0], [0, 1, 0]], labels=['cat', 'dog', 'emu'])
        """
        refuse_lazy(frame, "frame")
        if not is_frame(frame) or not hasattr(frame, "index"):
            convert = "; write frame.to_pandas().set_index(the column of the true classes)"
            raise TypeError(
                f"frame must be a pandas DataFrame, got {type(frame).__name__}"
                + (f" of another library{convert}" if hasattr(frame, "to_pandas") else "")
            )
        _refuse_transposed(frame.index.name, frame.columns.name)
        for at in np.argwhere(frame.isna().to_numpy()).tolist():
            raise ValueError(f"frame has no count at {at}: use fill_value=0 in a pivot table")
        values = as_amounts(frame.to_numpy(), "frame")
        for names, table in ((frame.index, values), (frame.columns, values.T)):
            if _MARGINS & {*names[-1:]} and np.allclose(table[:-1].sum(0), table[-1]):
                raise ValueError(f"frame has margins, {names[-1]!r}: leave them out of the table")
        rows = check_labels(frame.index, name="frame.index")
        columns = check_labels(frame.columns, name="frame.columns")
        if type(rows[0]) is not type(columns[0]):
            raise TypeError(
                f"frame has labels of two kinds: {rows[0]!r} in its index, {columns[0]!r} in its "
                "columns"
            )
        order = rows if set(rows) == set(columns) else tuple(sorted({*rows, *columns}))
        return cls(frame.reindex(index=order, columns=order, fill_value=0).to_numpy(), order)

    @property
    def counts(self) -> Any:
        """The counts, shape (K, K), read-only; int64, or float64 when weighted.

        An ndarray, or a ``scipy.sparse.csr_array`` of the cells that are not 0, in order, if there
        are more than 1,000 classes and it takes less memory. ``np.asarray(cm)`` is an ndarray.
        """
        return self._counts

    @property
    def labels(self) -> tuple[Label, ...]:
        """The K class names, in row and column order."""
        return self._labels

    @property
    def support(self) -> NDArray[Any]:
        """Samples of each true class: the row sums, shape (K,)."""
        return self._sums.support.copy()

    @property
    def predicted(self) -> NDArray[Any]:
        """Samples predicted as each class: the column sums, shape (K,)."""
        return self._sums.predicted.copy()

    @property
    def total(self) -> int | float:
        """Number (or total weight) of all samples."""
        return _plain_number(self._sums.samples)

    @property
    def correct(self) -> int | float:
        """Number (or total weight) of correctly predicted samples: the sum of the diagonal."""
        return _plain_number(self._sums.hits.sum())

    def index(self, label: Label) -> int:
        """Return the row and column number of a class.

        A ValueError if there is no such class.
        """
        return self._sums.position(label, "label")

    def __getitem__(self, cell: tuple[Label, Label]) -> int | float:
        """Return the count of a true and a predicted class, named by their labels.

        A TypeError if this is no pair, a ValueError if there is no such class.

        Examples
        --------
        >>> pets = ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])
        >>> pets["dog", "cat"]
        7
        """
        if not isinstance(cell, tuple) or len(cell) != 2:
            raise TypeError(f"cm[...] takes a true and a predicted class, got {cell!r}")
        row, column = map(self.index, cell)
        return _plain_number(self._counts[row, column])

    def one_vs_rest(self, label: Label) -> ConfusionMatrix:
        """Fold the matrix into the two classes ``label`` and "not ``label``".

        That is ``[[TP, FN], [FP, TN]]``, labelled ``(str(label), "not " + str(label))``. A
        ValueError if there is no such class.

        Examples
        --------
        >>> vehicle = ConfusionMatrix([[64, 0, 0], [3, 42, 17], [5, 17, 47]])
        >>> vehicle.one_vs_rest(1)
        ConfusionMatrix([[42, 20], [17, 116]], labels=['1', 'not 1'])
        """
        at = self.index(label)
        sums = self._sums
        tp, fn = sums.hits[at], sums.misses[at]
        fp, tn = sums.false_alarms[at], sums.correct_rejections[at]
        return ConfusionMatrix(np.array([[tp, fn], [fp, tn]]), [str(label), f"not {label}"])

    def normalize(self, normalize: Literal["true", "pred", "all"]) -> Any:
        """Turn counts into shares.

        Parameters
        ----------
        normalize : {"true", "pred", "all"}
            Divide each row by its sum (the diagonal is then recall), each column by its sum (the
            diagonal is then precision), or all cells by the total.

        Returns
        -------
        ndarray of shape (K, K)
            In [0, 1]; nan where the row, the column or the whole matrix is empty.

        Raises
        ------
        ValueError
            If the counts are sparse and have too many classes for an array.
        """
        check_choice(normalize, "normalize", ("true", "pred", "all"))
        sums = self._sums
        divisors: dict[str, NDArray[Any]] = {
            "true": sums.support[:, None],
            "pred": sums.predicted,
            "all": sums.samples,
        }
        with np.errstate(invalid="ignore"):  # 0/0 is nan
            return np.asarray(self) / divisors[normalize]

    def merge(self, groups: Mapping[Any, Sequence[Label]]) -> ConfusionMatrix:
        """Join classes into larger ones; confusions within a group become correct.

        Parameters
        ----------
        groups : mapping of new label to the labels it joins
            Classes that are in no group stay. A group stands where its first member stood.

        Raises
        ------
        ValueError
            If a group is empty, names an unknown class, shares one with another group, or takes
            the name of a class that stays.
        TypeError
            If the new labels are not of the kind of those that stay, or a group is a string.

        Examples
        --------
        >>> cm = ConfusionMatrix([[3, 1, 0], [2, 4, 0], [0, 1, 5]], labels=["cat", "dog", "car"])
        >>> cm.merge({"animal": ["cat", "dog"]})
        ConfusionMatrix([[10, 0], [1, 5]], labels=['animal', 'car'])
        """
        check_type(groups, "groups", Mapping, "a dict of new label: [old labels]")
        new_label: dict[int, Label] = {}
        for name, value in groups.items():
            what = f"groups[{name!r}]"
            members = listed(value, what, ordered=False)
            if not members:
                raise ValueError(f"{what} is empty")
            for member in members:
                at = self._sums.position(member, f"{what}: the label")
                if at in new_label:
                    raise ValueError(f"groups names the label {member!r} twice")
                new_label[at] = name
        renamed = [new_label.get(at, label) for at, label in enumerate(self._labels)]
        kept = {label for at, label in enumerate(self._labels) if at not in new_label}
        for name in groups:
            if name in kept:
                raise ValueError(f"groups makes a class {name!r}, but that class already exists")
        order = check_labels(list(dict.fromkeys(renamed)), name="groups")
        return _placed([self], [renamed], order)

    def reorder(self, labels: Labels) -> ConfusionMatrix:
        """Return the same matrix with its classes in another order.

        ``labels`` are the same classes, each once; a ValueError if one is unknown, repeated or left
        out. To leave classes out of an average use ``exclude``.
        """
        order = check_labels(labels)
        given = {self._sums.position(label, "labels: the class") for label in order}
        left_out = set(range(len(self._labels))) - given
        if left_out:
            raise ValueError(
                f"labels leaves out {self._labels[min(left_out)]!r}: reorder keeps every class"
            )
        return _placed([self], [self._labels], order)

    def to_labels(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Write the counts out as two label arrays: the way back from `from_labels`.

        Both arrays have shape (n_samples,): one entry for each counted sample, row by row.

        A ValueError if the counts are weighted: a part of a sample has no label.

        Examples
        --------
        >>> y_true, y_pred = ConfusionMatrix([[1, 2], [0, 1]], labels=["cat", "dog"]).to_labels()
        >>> y_true.tolist(), y_pred.tolist()
        (['cat', 'cat', 'cat', 'dog'], ['cat', 'dog', 'dog', 'dog'])
        """
        if not np.issubdtype(self._counts.dtype, np.integer):
            raise ValueError("cm holds weighted counts, which cannot be written out as labels")
        row, column, times = self._sums.filled()
        labels = np.array(self._labels)
        if tuple(labels.tolist()) != self._labels:  # numpy drops a NUL at the end of a text
            labels = np.array(self._labels, dtype=object)
        return labels[row.repeat(times)], labels[column.repeat(times)]

    def to_frame(self) -> DataFrame:
        """Return the counts as a pandas DataFrame: index "truth", columns "predicted".

        `from_frame` is the way back.
        """
        import pandas as pd

        index, columns = (pd.Index(self._labels, name=name) for name in ("truth", "predicted"))
        return pd.DataFrame(np.asarray(self), index, columns)

    def largest_confusions(self, n: int = 20) -> DataFrame:
        """List the pairs of a true and a wrong predicted class with the largest counts.

        Parameters
        ----------
        n : int, default 20
            How many at most, from 1 on. A confusion that never occurs is not listed.
            `cmlib.plot.confusions` draws the same.

        Returns
        -------
        pandas.DataFrame
            Columns ``truth``, ``predicted``, ``count`` and ``share``, the share of the samples of
            the true class, in (0, 1]. The largest comes first; equal ones come in label order.

        Examples
        --------
        >>> vehicle = ConfusionMatrix([[64, 0, 0], [3, 42, 17], [5, 17, 47]], ["bus", "car", "van"])
        >>> print(vehicle.largest_confusions(2).round(3))
          truth predicted  count  share
        0   car       van     17  0.274
        1   van       car     17  0.246
        """
        import pandas as pd

        most = whole_number(n, "n", "a whole number")
        if most < 1:
            raise ValueError(f"n must be at least 1, got {n!r}")
        row, column, counts = self._sums.largest_confusions(most)
        return pd.DataFrame(
            {
                "truth": [self._labels[at] for at in row],
                "predicted": [self._labels[at] for at in column],
                "count": counts,
                "share": counts / self._sums.support[row],
            }
        )

    def plot(
        self, *, normalize: Literal["true", "pred", "all"] | None = "true", ax: Axes | None = None
    ) -> Axes:
        """Draw the matrix as a heat map; see `cmlib.plot.heatmap`.

        With over 30 classes and ``normalize="true"``, the largest confusions are drawn; see
        `cmlib.plot.confusions`. A ValueError with over 30 classes and another ``normalize``.
        """
        from cmlib.plot import confusions, heatmap
        from cmlib.plot.heatmap_figure import MOST_CLASSES

        if len(self._labels) > MOST_CLASSES and normalize == "true":
            return confusions(self, ax=ax)
        return heatmap(self, normalize=normalize, ax=ax)

    def __add__(self, other: object) -> ConfusionMatrix:
        """Add the counts of two matrices with the same labels in the same order."""
        if not isinstance(other, ConfusionMatrix):
            return NotImplemented
        if not same_labels(self._labels, other._labels):
            raise ValueError(
                f"labels differ: {shorten(self._labels)} and {shorten(other._labels)}; "
                "bring one into the order of the other with reorder, or let "
                "ConfusionMatrix.from_pieces unite the classes"
            )
        with_room(np.array([self.total, other.total]), "the sum", (-1,))
        return type(self)._made(self._counts + other._counts, self._labels)

    def __radd__(self, other: int) -> ConfusionMatrix:
        """Add to 0, with which ``sum(matrices)`` starts."""
        return self if type(other) is int and other == 0 else NotImplemented

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """Return the counts, for ``np.asarray``: read-only unless they are copied."""
        if not is_sparse(self._counts):
            return np.array(self._counts, dtype=dtype, copy=copy)
        if copy is False:
            raise ValueError("copy is False, but the counts are sparse: an array is a copy")
        check_array_size(len(self._labels))
        counts: NDArray[Any] = self._counts.toarray()
        return counts if dtype is None else counts.astype(dtype)

    def __eq__(self, other: object) -> bool:
        """Return whether counts and labels are the same."""
        if not isinstance(other, ConfusionMatrix):
            return NotImplemented
        # Whether counts are stored sparsely depends on the counts alone.
        arrays = arrays_of(self._counts), arrays_of(other._counts)
        return same_labels(self._labels, other._labels) and all(map(np.array_equal, *arrays))

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
        from cmlib._html import to_html

        return to_html(self)


def _size(matrix: ConfusionMatrix) -> int:
    """Return the number of classes and stored cells."""
    return len(matrix.labels) + int(matrix.counts.size)


def _united(
    matrices: Sequence[ConfusionMatrix], order: tuple[Label, ...] | None
) -> ConfusionMatrix:
    """Add up matrices whose classes may differ; ``order`` holds all of them, if it is given."""
    first = matrices[0].labels
    for one in matrices:
        if type(one.labels[0]) is not type(first[0]):
            raise TypeError(
                f"labels must be of one kind, got {first[0]!r} in one piece and "
                f"{one.labels[0]!r} in another"
            )
    if all(one.labels == first for one in matrices) and order in (None, first):
        return sum(matrices[1:], start=matrices[0])
    with_room(np.array([one.total for one in matrices]), "the sum", (-1,))
    order = order or tuple(sorted({label for one in matrices for label in one.labels}))
    return _placed(matrices, [one.labels for one in matrices], order)


def _refuse_transposed(rows: Any, columns: Any) -> None:
    """Refuse a table whose names say that its rows are predictions, or its columns the truth."""
    # Split y_pred, TRUTH and PredictedAs into words.
    words = [
        {word.lower() for word in re.findall("[A-Z]?[a-z]+|[A-Z]+", str(name))}
        for name in (rows, columns)
    ]
    true, predicted = (
        [not said.isdisjoint(known.split()) for said in words] for known in (_TRUE, _PREDICTED)
    )
    if predicted == [True, False] or true == [False, True]:
        raise ValueError(
            "frame has the predictions in its rows, as the names of its axes say, "
            f"{rows!r} and {columns!r}: pass frame.T"
        )


def _placed(
    matrices: Sequence[ConfusionMatrix], names: Sequence[Sequence[Label]], order: tuple[Label, ...]
) -> ConfusionMatrix:
    """Add up matrices; class i of matrix m has the place of ``names[m][i]`` in ``order``."""
    place = {label: at for at, label in enumerate(order)}
    cells = []
    for one, given in zip(matrices, names, strict=True):
        to = np.array([place[name] for name in given])
        row, column, counts = one._sums.filled()
        cells.append((to[row], to[column], counts))
    row, column, counts = map(np.concatenate, zip(*cells, strict=True))
    return ConfusionMatrix._made(table_of(counts, row, column, len(order)), order)


def _plain_number(value: Any) -> int | float:
    number: int | float = value.item()
    return number
