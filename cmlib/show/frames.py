"""A DataFrame as an HTML table whose numbers line up under its heads."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["frame_to_html"]

_ROW = re.compile(r"\s*<tr[^>]*>(.*?)</tr>", re.DOTALL)
_CELL = re.compile(r"<(t[dh])([^>]*)>(.*?)</\1>", re.DOTALL)
_LEFT = ' style="text-align: left"'
_LETTER = re.compile(r"[^\W\d_]")
# What Python and pandas write with letters, but in the place of a number.
_NUMBER_IN_LETTERS = re.compile(r"(?i)\b(nan|inf|\d+e[-+]?\d+)\b")


def frame_to_html(frame: DataFrame) -> str | None:
    """
    Write a DataFrame as pandas does, with four repairs.

    The names of the index stand in the corner instead of a second row of heads, which is otherwise
    empty. An empty cell is no head. Columns that hold words begin on the left, heads included;
    others end on the right. Words in capitals, such as a verdict "NO", are strong text.

    Parameters
    ----------
    frame : pandas.DataFrame
        The table to write.

    Returns
    -------
    str or None
        A ``<div>`` with one ``<table>``; None where pandas is set to write no HTML.

    Examples
    --------
    >>> import pandas as pd
    >>> runs = pd.Index(["first", "second"], name="run")
    >>> table = frame_to_html(pd.DataFrame({"F1": [0.5, 0.75], "right": ["yes", "NO"]}, index=runs))
    >>> "<th>F1</th>" in table, "<strong>NO</strong>" in table
    (True, True)
    >>> print(*[line.strip() for line in table.splitlines() if "left" in line][:2])
    <th style="text-align: left">run</th> <th style="text-align: left">right</th>
    """
    html: str | None = frame._repr_html_()
    if html is None:
        return None
    head, body = html.split("</thead>")
    if frame.columns.nlevels == 1 and frame.columns.name is None:
        head = _names_in_corner(head, frame.index.nlevels)
    head, body = (part.replace("<th></th>", "<td></td>") for part in (head, body))

    rows = [_CELL.findall(row) for row in _ROW.findall(body)]
    columns = max(map(len, rows), default=0)
    # Counted from the right: a head beside several rows stands in the first of them only.
    words = {
        place
        for place in range(-columns, 0)
        if _is_words([unescape(row[place][2]) for row in rows if len(row) >= -place])
    }

    def repair(row: re.Match[str]) -> str:
        width = len(_CELL.findall(row[0]))
        places = iter(range(-width, 0))

        def cell(match: re.Match[str]) -> str:
            tag, attributes, text = match.groups()
            # A head that spans several columns belongs to none of them.
            if next(places) in words and "colspan" not in attributes:
                attributes += _LEFT
            if tag == "td" and text.isupper() and len(_LETTER.findall(text)) > 1:
                text = f"<strong>{text}</strong>"
            return f"<{tag}{attributes}>{text}</{tag}>"

        return _CELL.sub(cell, row[0])

    return _ROW.sub(repair, head + "</thead>" + body)


def _names_in_corner(head: str, levels: int) -> str:
    """Move the names of the index from the second row of heads, if there is one, into the first."""
    rows = list(_ROW.finditer(head))
    if len(rows) != 2:
        return head
    names = iter([text for _, _, text in _CELL.findall(rows[1][0])][:levels])
    first = _CELL.sub(lambda cell: f"<th>{next(names)}</th>", rows[0][0], count=levels)
    return head[: rows[0].start()] + first + head[rows[1].end() :]


def _is_words(texts: list[str]) -> bool:
    """Tell whether most of a column's cells are words: "not printed" may stand among numbers."""
    worded = [bool(_LETTER.search(_NUMBER_IN_LETTERS.sub("", text))) for text in texts]
    return 2 * sum(worded) > len(worded)
