"""A confusion matrix as an HTML table that needs neither colour nor eyes."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cmlib.matrix import ConfusionMatrix

__all__ = ["count_writer", "label_text", "to_html"]

# A larger matrix is cut to its corners, as pandas cuts a long frame.
_MOST_CLASSES = 60
_SHOWN_AT_EACH_END = 10


def label_text(label: int | str | bool) -> str:
    """
    Write a class label for a reader.

    A label that would be invisible is written with its quotation marks.

    Examples
    --------
    >>> label_text("cat"), label_text(3), label_text(" ")
    ('cat', '3', "' '")
    """
    text = str(label)
    return text if text.strip() else repr(label)


def count_writer(counts: NDArray[np.int64 | np.float64]) -> Callable[[float], str]:
    """
    Choose how to write the counts of one matrix, so that all its cells agree.

    Whole numbers are written in full, with commas between thousands. Weighted counts get as many
    decimals as three figures of the largest cell need, and one that is not 0 is never written as
    0.

    Parameters
    ----------
    counts : ndarray
        The counts; their largest value decides.

    Returns
    -------
    callable
        A function from one number to its text.

    Examples
    --------
    >>> write = count_writer(np.array([[1200, 3], [0, 7]]))
    >>> write(1200), write(0)
    ('1,200', '0')
    >>> write = count_writer(np.array([[12.25, 3.0], [0.0, 0.004]]))
    >>> write(12.25), write(3.0), write(0.0), write(0.004)
    ('12.2', '3.0', '0', '<0.1')
    """
    largest = float(counts.max())
    # From here on a plain decimal would be mostly zeros, or digits that a float does not hold.
    extreme = counts.dtype.kind == "f" and (largest >= 1e15 or 0 < largest < 1e-4)
    if not extreme and bool((counts == np.rint(counts)).all()):
        return lambda value: f"{int(value):,}"
    if extreme:
        return lambda value: f"{value:.3g}"
    decimals = max(0, 2 - int(np.floor(np.log10(largest))))

    def write(value: float) -> str:
        if value == 0:
            return "0"
        text = f"{value:,.{decimals}f}"
        return text if text.strip("0.") else f"<{10.0**-decimals:.{decimals}f}"

    return write


def to_html(cm: ConfusionMatrix) -> str:
    """
    Write a confusion matrix as an HTML table.

    Rows are the truth and columns the prediction. Every row and column has a header, correct
    predictions are strong text, and the last row and column hold the sums. Of more than 60 classes
    the table shows the first and the last 10; the sums still cover all of them.

    Parameters
    ----------
    cm : ConfusionMatrix
        The matrix to write.

    Returns
    -------
    str
        One ``<table>`` element, with all labels escaped.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix
    >>> table = to_html(ConfusionMatrix([[8, 2], [1, 9]], labels=["ham", "spam"]))
    >>> print(table.splitlines()[7])
    <tr><th scope="row">spam</th><td>1</td><td><strong>9</strong></td><td>10</td></tr>
    """
    size = len(cm.labels)
    write = count_writer(cm.counts)
    total = write(cm.total)
    caption = f"Confusion matrix of {total} {'sample' if cm.total == 1 else 'samples'}"
    if cm.counts.dtype.kind == "f":
        caption = f"Confusion matrix of weighted samples, {total} in all"
    caption += ": rows are the truth, columns the prediction"

    # None stands for the classes left out between the two ends.
    shown: list[int | None] = list(range(size))
    ellipsis = ""
    if size > _MOST_CLASSES:
        ends = _SHOWN_AT_EACH_END
        shown[ends : size - ends] = [None]
        ellipsis = f"… {size - 2 * ends} classes left out"
        caption += f"; the first {ends} and last {ends} of {size} classes, sums over all of them"

    def header(scope: str, text: str) -> str:
        return f'<th scope="{scope}">{escape(text)}</th>'

    def heading(scope: str, position: int | None) -> str:
        return header(scope, ellipsis if position is None else label_text(cm.labels[position]))

    def cell(row: int | None, column: int | None) -> str:
        if row is None or column is None:
            return "<td>…</td>"
        text = escape(write(cm.counts[row, column]))
        return f"<td><strong>{text}</strong></td>" if row == column else f"<td>{text}</td>"

    def sums(values: NDArray[np.int64 | np.float64], position: int | None) -> str:
        return "<td>…</td>" if position is None else f"<td>{escape(write(values[position]))}</td>"

    head = [heading("col", column) for column in shown]
    body = [
        [heading("row", row), *(cell(row, column) for column in shown), sums(cm.support, row)]
        for row in shown
    ]
    foot = [sums(cm.predicted, column) for column in shown]
    return "\n".join(
        [
            '<table class="dataframe">',
            f'<caption style="text-align: left">{escape(caption)}</caption>',
            "<thead>",
            f"<tr>{header('col', 'truth ↓ predicted →')}{''.join(head)}"
            f"{header('col', 'support (row sum)')}</tr>",
            "</thead>",
            "<tbody>",
            *(f"<tr>{''.join(cells)}</tr>" for cells in body),
            "</tbody>",
            "<tfoot>",
            f"<tr>{header('row', 'predicted (column sum)')}{''.join(foot)}"
            f"<td>{escape(total)}</td></tr>",
            "</tfoot>",
            "</table>",
        ]
    )
