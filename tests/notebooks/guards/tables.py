"""Guards of tables: those that repeat the code are equal to it, and no column is empty."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from bs4 import BeautifulSoup
from nbformat import NotebookNode

from .changes import Cases, added, code, markdown, with_code
from .reading import Problems, code_cells, data_of, markdown_cells, outputs, problem, tree_of


def _markdown_rows(source: str) -> Iterator[list[str]]:
    """Yield the rows and the columns of every table, without the cells that are words of a head."""
    for table in re.findall(r"(?:^\|.*\|[ ]*\n?){2,}", source, re.M):
        rows = [
            [cell.strip(" *`$") for cell in line.strip().strip("|").split("|")]
            for line in table.strip().split("\n")
            if not re.fullmatch(r"[|:\- ]+", line.strip())
        ]
        yield from rows
        if len({len(row) for row in rows}) == 1:
            yield from map(list, zip(*rows, strict=True))


def _literal_lists(notebook: NotebookNode) -> Iterator[list[str]]:
    for _, cell in code_cells(notebook):
        for node in ast.walk(tree_of(cell)):
            if isinstance(node, ast.List | ast.Tuple) and len(node.elts) > 2:
                try:
                    values = [ast.literal_eval(one) for one in node.elts]
                except ValueError:
                    continue
                if all(isinstance(value, int | float | str) for value in values):
                    yield [str(value) for value in values]


def _nearly(first: Sequence[str], second: Sequence[str]) -> bool:
    """Return whether two lists have the same values in another order, or differ in few places."""
    if Counter(first) == Counter(second):
        return len(set(first)) > 1
    equal = sum(a == b for a, b in zip(first, second, strict=True))
    return len(first) > 3 and equal >= len(first) - max(1, len(first) // 5)


def table_unlike_the_code(notebook: NotebookNode) -> Problems:
    """Refuse a row of a Markdown table that is nearly a list in the code, and not that list."""
    lists = list(_literal_lists(notebook))
    for i, cell in markdown_cells(notebook):
        for row in _markdown_rows(cell.source):
            # A first cell may be the row's head.
            for cells in (row, row[1:]):
                if len(cells) < 3 or cells in lists:
                    continue
                same_length = (values for values in lists if len(values) == len(cells))
                near = next((values for values in same_length if _nearly(values, cells)), None)
                if near:
                    cause = f"its table has {' '.join(cells)}, the code {' '.join(near)}"
                    yield problem(i, cell, cause)


def column_of_nan(notebook: NotebookNode) -> Problems:
    """Refuse a table with a column that holds nothing: rows that were to be joined have two names.

    pandas puts nan where an index does not fit, and says nothing.
    """
    for i, cell, output in outputs(notebook):
        for table in BeautifulSoup(data_of(output).get("text/html", ""), "html.parser")("table"):
            rows = [[one.get_text(strip=True).lower() for one in row("td")] for row in table("tr")]
            # A table of one row may hold an undefined value.
            columns = zip(*filter(None, rows), strict=False) if len(rows) > 2 else ()
            if any(set(column) <= {"nan", "none"} for column in columns):
                yield problem(i, cell, "a column of its table is nan in every row")


def _beside_scores(table: str):
    scores = 'score = [9, 8, 7, 6, 5]\ntruth = ["bad", "fine", "bad", "fine", "fine"]'
    return added(code(scores), markdown(table))


_EMPTY = (
    "<table><thead><tr><th></th><th>recall</th><th>verdict</th></tr></thead><tbody>"
    "<tr><th>digit 0</th><td>0.5000</td><td>nan</td></tr>"
    "<tr><th>digit 0</th><td>0.5000</td><td>NaN</td></tr></tbody></table>"
)

BAD: Cases = {
    table_unlike_the_code: {
        "a column in another order": (
            _beside_scores(
                "| score | is |\n| --- | --- |\n"
                "| 9 | bad |\n| 8 | bad |\n| 7 | fine |\n| 6 | fine |\n| 5 | fine |"
            ),
            "the code bad fine bad fine fine",
        ),
    },
    column_of_nan: {
        "verdicts": (with_code(shown={"text/html": _EMPTY}), "a column of its table is nan")
    },
}
