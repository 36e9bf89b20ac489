"""Guards of printed values: shares lie in [0, 1], and no column of a table is empty."""

import re

from bs4 import BeautifulSoup

from .changes import with_code
from .reading import data_of, outputs, problem

# Measures that are shares, and those that may be negative.
SHARES = (
    r"accurac(?:y|ies)|recall|precision|specificity|sensitivity|prevalence|share|\bF1|G-mean|\bAUC|"
    r"\bAP\b|Top-\w+|fixed lists?|\bTPR|\bFPR|\bP_[oe]\b|agreement"
)
SIGNED = r"\bMCC|\bKappa|\bR_K\b|correlation|informedness|\bJ\b"
_VALUES = r"[^\n\d|.;:,-]{0,24}[:=]?\s*(-?\d+\.\d+(?:(?:,| and|,? to)? +-?\d+\.\d+)*)(?![\d%]|\s*%)"
# A difference or a ratio of shares has another range.
_DERIVED = r"change|differ|minus|gain|odds|ratio|gap|error|\bz\b"


def _values_of_text(text):
    """Yield the decimals that follow the name of a measure: the lowest it may be, and where."""
    for low, words in ((0, SHARES), (-1, SIGNED)):
        for found in re.finditer(rf"(?<![/\w])(?:{words}){_VALUES}", text, re.I):
            if not re.search(_DERIVED, text[: found.end()].rpartition("\n")[2], re.I):
                yield from ((low, found[0], value) for value in re.findall(r"-?\d+\.\d+", found[1]))


def _values_of_tables(html):
    """Yield the decimals of tables whose row or column bears the name of a measure."""
    for table in BeautifulSoup(html, "html.parser")("table"):
        heads = []
        for row in table("tr"):
            cells = row(["th", "td"])
            texts = [cell.get_text(" ", strip=True) for cell in cells]
            if row.find_parent("thead") or all(cell.name == "th" for cell in cells):
                heads = texts if len(texts) >= len(heads) else heads
                continue
            first = texts[0] if cells[0].name == "th" else ""
            for at, text in enumerate(texts):
                name = f"{heads[at] if at < len(heads) else ''} {first}"
                if cells[at].name != "td" or not re.fullmatch(r"-?\d+\.\d+", text):
                    continue
                if re.search(_DERIVED, name, re.I):
                    continue
                # A signed measure may be made of shares: its range is the wider one.
                if re.search(SIGNED, name, re.I):
                    yield -1, f"{name.strip()} {text}", text
                elif re.search(SHARES, name, re.I):
                    yield 0, f"{name.strip()} {text}", text


def impossible_value(notebook):
    """Refuse a printed share outside of [0, 1], and a correlation outside of [-1, 1]."""
    for i, cell, output in outputs(notebook):
        data = data_of(output)
        if "text/html" in data:
            found = _values_of_tables(data["text/html"])
        else:
            found = _values_of_text(data.get("text/plain", ""))
        for low, shown, value in found:
            if not low <= float(value) <= 1.0000001:
                yield problem(i, cell, f"it prints {shown!r}, outside of [{low}, 1]")


def column_of_nan(notebook):
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


_EMPTY = (
    "<table><thead><tr><th></th><th>recall</th><th>verdict</th></tr></thead><tbody>"
    "<tr><th>digit 0</th><td>0.5000</td><td>nan</td></tr>"
    "<tr><th>digit 0</th><td>0.5000</td><td>NaN</td></tr></tbody></table>"
)

BAD = {
    impossible_value: {
        "two after one name": (
            with_code(stdout="Top-1 0.8754; best fixed lists: 0.9140 and 2.8780\n"),
            "'fixed lists: 0.9140 and 2.8780', outside of [0, 1]",
        ),
        "above 1": (with_code(stdout="accuracy 1.2000\n"), "'accuracy 1.2000', outside of [0, 1]"),
        "below 0": (with_code(stdout="the recall of 'dog': -0.1\n"), '-0.1", outside of [0, 1]'),
    },
    column_of_nan: {
        "verdicts": (with_code(shown={"text/html": _EMPTY}), "a column of its table is nan")
    },
}
