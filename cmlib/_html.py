"""A confusion matrix as an HTML table that needs neither colour nor eyes."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from cmlib._text import count_text, label_text, percent_text

if TYPE_CHECKING:
    from cmlib.matrix import ConfusionMatrix

# Of a larger matrix the largest confusions are listed.
_MOST_CLASSES = 60
_LISTED = 10
_COLUMN, _ROW, _CELL = '<th scope="col">{}</th>', '<th scope="row">{}</th>', "<td>{}</td>"


# pandas' Styler writes no `scope`, which screen readers need to announce headers.
def to_html(cm: ConfusionMatrix) -> str:
    """Write a confusion matrix as an HTML table.

    Rows are the truth and columns the prediction. Every row and column has a header, correct
    predictions are strong text, and the last row and column hold the sums. With more than 60
    classes the table lists the largest confusions instead.

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
    if len(cm.labels) > _MOST_CLASSES:
        return _largest_confusions(cm)
    labels = [escape(label_text(label)) for label in cm.labels]
    counts, support, predicted, total = (
        count_text(it, like=cm.counts) for it in (cm.counts, cm.support, cm.predicted, cm.total)
    )
    head = [_COLUMN.format(text) for text in ("truth ↓ predicted →", *labels, "support (row sum)")]
    body = []
    for row, label in enumerate(labels):
        cells = [_CELL.format(escape(text)) for text in (*counts[row], support[row])]
        cells[row] = _CELL.format(f"<strong>{escape(counts[row, row])}</strong>")
        body.append([_ROW.format(label), *cells])
    sums = [_CELL.format(escape(text)) for text in (*predicted, total.item())]
    foot = "".join([_ROW.format("predicted (column sum)"), *sums])
    caption = f"{_what(cm, total.item())}: rows are the truth, columns the prediction"
    return _table(caption, head, body, ["<tfoot>", f"<tr>{foot}</tr>", "</tfoot>"])


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
