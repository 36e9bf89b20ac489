"""A confusion matrix as an HTML table that needs neither colour nor eyes."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from cmlib.plot.text import count_text, label_text, percent_text

if TYPE_CHECKING:
    from cmlib.matrix import ConfusionMatrix

# A larger matrix is cut to its corners.
_MOST_CLASSES = 60
_SHOWN_AT_EACH_END = 10
# A larger one is not drawn: its largest confusions are listed.
_MOST_CUT = 1_000
_LISTED = 10
_COLUMN, _ROW, _CELL = '<th scope="col">{}</th>', '<th scope="row">{}</th>', "<td>{}</td>"


# pandas' Styler writes no `scope`, which screen readers need to announce headers.
def to_html(cm: ConfusionMatrix) -> str:
    """Write a confusion matrix as an HTML table.

    Rows are the truth and columns the prediction. Every row and column has a header, correct
    predictions are strong text, and the last row and column hold the sums. With more than 60
    classes the table shows the first and the last 10, with the sums of all; with more than 1,000
    it lists the largest confusions.

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
    size, ends = len(cm.labels), _SHOWN_AT_EACH_END
    if size > _MOST_CUT:
        return _largest_confusions(cm)
    cut = size > _MOST_CLASSES
    shown = np.r_[:ends, size - ends : size] if cut else np.arange(size)
    labels = [escape(label_text(cm.labels[at])) for at in shown]
    counts = count_text(cm.counts[np.ix_(shown, shown)], like=cm.counts)
    support = count_text(cm.support[shown], like=cm.counts)
    predicted = count_text(cm.predicted[shown], like=cm.counts)
    total = count_text(cm.total, like=cm.counts).item()

    caption = f"{_what(cm, total)}: rows are the truth, columns the prediction"
    if cut:
        caption += f"; the first {ends} and last {ends} of {size} classes, sums over all of them"

    head = [_COLUMN.format(text) for text in ("truth ↓ predicted →", *labels, "support (row sum)")]
    body = []
    for row, label in enumerate(labels):
        cells = [_CELL.format(escape(text)) for text in (*counts[row], support[row])]
        cells[row] = _CELL.format(f"<strong>{escape(counts[row, row])}</strong>")
        body.append([_ROW.format(label), *cells])
    sums = [_CELL.format(escape(text)) for text in (*predicted, total)]
    foot = [_ROW.format("predicted (column sum)"), *sums]
    if cut:
        left_out = f"… {size - 2 * ends} classes left out"
        body.insert(ends, [_ROW.format(left_out), *[_CELL.format("…")] * (2 * ends + 1)])
        head.insert(ends + 1, _COLUMN.format(left_out))
        for line in (*body, foot):
            line.insert(ends + 1, _CELL.format("…"))
    return _table(caption, head, body, ["<tfoot>", f"<tr>{''.join(foot)}</tr>", "</tfoot>"])


def _what(cm: ConfusionMatrix, total: str) -> str:
    if cm.counts.dtype.kind == "f":
        return f"Confusion matrix of weighted samples, {total} in all"
    return f"Confusion matrix of {total} {'sample' if cm.total == 1 else 'samples'}"


def _largest_confusions(cm: ConfusionMatrix) -> str:
    """Return the table of the largest confusions of a matrix too large to show."""
    total, correct = count_text([cm.total, cm.correct])
    row, column, counts = cm._sums.largest_confusions(_LISTED)
    shares = counts / cm.support[row]
    caption = f"{_what(cm, total)} in {len(cm.labels):,} classes, {correct} correct"
    if not len(counts):
        return _table(caption, [], [])
    body = [
        [
            _ROW.format(escape(label_text(cm.labels[i]))),
            *(
                _CELL.format(escape(text))
                for text in (label_text(cm.labels[j]), count, percent_text(float(share), 1))
            ),
        ]
        for i, j, count, share in zip(row, column, count_text(counts), shares, strict=True)
    ]
    head = [_COLUMN.format(text) for text in ("truth", "predicted", "count", "share of the class")]
    return _table(f"{caption}; the largest confusions", head, body)


def _table(caption: str, head: list[str], body: list[list[str]], foot: Sequence[str] = ()) -> str:
    return "\n".join(
        [
            '<table class="dataframe">',
            f'<caption style="text-align: left">{escape(caption)}</caption>',
            "<thead>",
            f"<tr>{''.join(head)}</tr>",
            "</thead>",
            "<tbody>",
            *(f"<tr>{''.join(line)}</tr>" for line in body),
            "</tbody>",
            *foot,
            "</table>",
        ]
    )
