"""A DataFrame as an HTML table whose numbers line up under its heads."""

import re
from xml.etree import ElementTree

from pandas import DataFrame

_LETTER = re.compile(r"[^\W\d_]")
# Numbers that Python and pandas write with letters.
_NUMBER_IN_LETTERS = re.compile(r"(?i)\b(nan|inf|\d+e[-+]?\d+)\b")


# pandas' own table, repaired: `to_html` aligns all columns alike. A Styler keeps the second row of
# heads, writes numbers its own way, needs Jinja, which `cmlib` does not, and aligns in a `<style>`,
# which GitHub leaves out, and so does JupyterLab of a notebook that is not trusted.
def frame_to_html(frame: DataFrame) -> str | None:
    """Write a DataFrame as pandas does, with four repairs.

    The names of the index stand in the corner instead of a second row of heads, which is otherwise
    empty. An empty cell is no head. Columns that hold words begin on the left, heads included;
    others end on the right. A label such as ``$x$`` is no formula.

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
    >>> table = frame_to_html(pd.DataFrame({"F1": [0.5, 0.75], "right": ["yes", "no"]}, index=runs))
    >>> table.count("<tr"), "<th>F1</th>" in table
    (3, True)
    >>> print(*[line.strip() for line in table.splitlines() if "left" in line][:2])
    <th style="text-align: left">run</th> <th style="text-align: left">right</th>
    """
    html: str | None = frame._repr_html_()
    if html is None:
        return None
    # The option of pandas older than 3.0 writes the first of these classes alone.
    both = "tex2jax_ignore mathjax_ignore"
    html = html.replace('class="dataframe"', f'class="dataframe {both}"', 1)
    before, table, after = re.split("(<table.*</table>)", html, flags=re.DOTALL)
    try:
        root = ElementTree.fromstring(table)
    except ElementTree.ParseError:  # a cell holds a character that XML does not allow
        return html
    head, body = root[0], root[1]
    if len(head) == 2 and frame.columns.nlevels == 1 and frame.columns.name is None:
        for corner, name in zip(head[0][: frame.index.nlevels], head[1], strict=False):
            corner.text = name.text
        head[0].tail = head[1].tail
        head.remove(head[1])
    for cell in root.iter("th"):
        if not (cell.text or cell.attrib):
            cell.tag = "td"

    # Counted from the right: a head beside several rows stands in the first of them only.
    for place in range(1, max(map(len, body), default=0) + 1):
        if _is_words([row[-place].text or "" for row in body if len(row) >= place]):
            for row in root.iter("tr"):
                # A head that spans several columns belongs to none of them.
                if len(row) >= place and "colspan" not in row[-place].attrib:
                    row[-place].set("style", "text-align: left")
    return before + ElementTree.tostring(root, "unicode", short_empty_elements=False) + after


def _is_words(texts: list[str]) -> bool:
    """Return whether most cells are words; "not printed" may stand among numbers."""
    worded = [bool(_LETTER.search(_NUMBER_IN_LETTERS.sub("", text))) for text in texts]
    return 2 * sum(worded) > len(worded)
