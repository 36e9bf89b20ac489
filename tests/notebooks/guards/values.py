"""Guards of printed values: shares lie in [0, 1], and libraries agree with the answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from bs4 import BeautifulSoup
from nbformat import NotebookNode

from .changes import Cases, with_code
from .reading import Problems, code_cells, data_of, outputs, problem, tags

# Measures that are shares, and those that may be negative.
SHARES = (
    r"accurac(?:y|ies)|recall|precision|specificity|sensitivity|prevalence|share|\bF1|G-mean|\bAUC|"
    r"\bAP\b|Top-\w+|fixed lists?|\bTPR|\bFPR|\bP_[oe]\b|agreement"
)
SIGNED = r"\bMCC|\bKappa|\bR_K\b|correlation|informedness|\bJ\b"
_VALUES = r"[^\n\d|.;:,-]{0,24}[:=]?\s*(-?\d+\.\d+(?:(?:,| and|,? to)? +-?\d+\.\d+)*)(?![\d%]|\s*%)"
# A difference or a ratio of shares has another range.
_DERIVED = r"change|differ|minus|gain|odds|ratio|gap|error|\bz\b"


def _values_of_text(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the decimals that follow the name of a measure: the lowest it may be, and where."""
    for low, words in ((0, SHARES), (-1, SIGNED)):
        for found in re.finditer(rf"(?<![/\w])(?:{words}){_VALUES}", text, re.I):
            if not re.search(_DERIVED, text[: found.end()].rpartition("\n")[2], re.I):
                yield from ((low, found[0], value) for value in re.findall(r"-?\d+\.\d+", found[1]))


def _values_of_tables(html: str) -> Iterator[tuple[int, str, str]]:
    """Yield the decimals of tables whose row or column bears the name of a measure."""
    for table in BeautifulSoup(html, "html.parser")("table"):
        heads: list[str] = []
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


def impossible_value(notebook: NotebookNode) -> Problems:
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


def library_against_the_answer(notebook: NotebookNode) -> Problems:
    """Refuse a solution that shows a library's value which is none of its right answers."""
    for i, cell in code_cells(notebook):
        if "solution" not in tags(cell):
            continue
        text = "\n".join(data_of(output).get("text/plain", "") for output in cell.outputs)
        right = [
            Fraction(value)
            for line in re.findall(r"^Correct: (.*)$", text, re.M)
            for value in re.findall(r"-?\d+\.\d+", line)
        ]
        for name, value in re.findall(
            r"(scikit-learn|sklearn|imbalanced-learn|PyCM|numpy)\W*?(-?\d+\.\d+)", text, re.I
        ):
            unit = Fraction(1, 10 ** len(value.partition(".")[2]))
            if right and not any(abs(answer - Fraction(value)) <= unit for answer in right):
                yield problem(i, cell, f"it prints {name} {value}, and no right answer is that")


_UNEQUAL = "Correct: 0.775.\nscikit-learn: 0.8250\n"

BAD: Cases = {
    impossible_value: {
        "two after one name": (
            with_code(stdout="Top-1 0.8754; best fixed lists: 0.9140 and 2.8780\n"),
            "'fixed lists: 0.9140 and 2.8780', outside of [0, 1]",
        ),
        "above 1": (with_code(stdout="accuracy 1.2000\n"), "'accuracy 1.2000', outside of [0, 1]"),
        "below 0": (with_code(stdout="the recall of 'dog': -0.1\n"), '-0.1", outside of [0, 1]'),
    },
    library_against_the_answer: {
        "another value": (
            with_code(stdout=_UNEQUAL, tags=["solution"]),
            "it prints scikit-learn 0.8250, and no right answer is that",
        )
    },
}
