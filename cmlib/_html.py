"""A confusion matrix as an HTML table that needs neither colour nor eyes."""

from collections.abc import Sequence
from html import escape

from cmlib._text import count_text, label_text, percent_text
from cmlib.matrix import ConfusionMatrix

# A larger matrix is shown by its largest confusions.
_MOST_CLASSES = 60
_LISTED = 10


def to_html(cm: ConfusionMatrix) -> str:
    """Write a confusion matrix as an HTML table.

    Correct predictions are strong text, and the last row and column hold the sums. With more than
    60 classes the table lists the largest confusions instead.
    """
    large = len(cm.labels) > _MOST_CLASSES
    total, correct = count_text([cm.total, cm.correct], like=None if large else cm.counts)
    caption = f"Confusion matrix of {total} {'sample' if cm.total == 1 else 'samples'}"
    if cm.counts.dtype.kind == "f":
        caption = f"Confusion matrix of weighted samples, {total} in all"
    if large:
        caption = f"{caption} in {len(cm.labels):,} classes, {correct} correct"
        return _largest_confusions(cm, caption)
    labels = [label_text(label) for label in cm.labels]
    counts, support, predicted = (
        count_text(it, like=cm.counts) for it in (cm.counts, cm.support, cm.predicted)
    )
    return _table(
        f"{caption}: rows are the truth, columns the prediction",
        ["truth ↓ predicted →", *labels, "support (row sum)"],
        [_row(label, *counts[at], support[at], strong=at) for at, label in enumerate(labels)],
        ["<tfoot>", _row("predicted (column sum)", *predicted, total), "</tfoot>"],
    )


def _largest_confusions(cm: ConfusionMatrix, caption: str) -> str:
    """Return the table of the largest confusions of a matrix too large to show."""
    row, column, counts = cm._sums.largest_confusions(_LISTED)
    if not len(counts):
        return _table(caption, [], [])
    shares = [percent_text(float(share), 1) for share in counts / cm.support[row]]
    pairs = [[label_text(cm.labels[at]) for at in side] for side in (row, column)]
    body = [_row(*texts) for texts in zip(*pairs, count_text(counts), shares, strict=True)]
    head = ["truth", "predicted", "count", "share of the class"]
    return _table(f"{caption}; the largest confusions", head, body)


def _row(label: str, *texts: str, strong: int | None = None) -> str:
    """Return a row that begins with its header; the cell number ``strong`` is strong text."""
    cells = [f"<td>{escape(text)}</td>" for text in texts]
    if strong is not None:
        cells[strong] = f"<td><strong>{escape(texts[strong])}</strong></td>"
    return f'<tr><th scope="row">{escape(label)}</th>{"".join(cells)}</tr>'


def _table(caption: str, head: Sequence[str], body: list[str], foot: Sequence[str] = ()) -> str:
    heads = "".join(f'<th scope="col">{escape(text)}</th>' for text in head)
    above = f'<caption style="text-align: left">{escape(caption)}</caption>'
    # A label such as $x$ is no formula.
    start = ['<table class="dataframe tex2jax_ignore mathjax_ignore">', above, "<thead>"]
    body = [f"<tr>{heads}</tr>", "</thead>", "<tbody>", *body, "</tbody>"]
    return "\n".join([*start, *body, *foot, "</table>"])
