"""What a lesson names by its number exists: a lesson, exercise, figure, table or equation."""

import re

import nbformat
import pytest
from guards.reading import markdown_cells
from nbformat.v4 import new_markdown_cell, new_notebook
from places import LESSONS

from cmcourse.exercises.registry import exercises
from cmcourse.ledger import rows

NAMED = re.compile(
    r"\b(?P<kind>lesson|exercise|figure|table|equation|section)s? "
    r"\[?(?P<numbers>\d+(?:[.-]\d+)*(?:(?:, \[?| and \[?| to )\d+(?:[.-]\d+)*)*)\b(?! more)",
    re.IGNORECASE,
)
LINK = re.compile(r"\[(?:lesson )?(\d+)\]\((\d\d)_\w+\.ipynb", re.IGNORECASE)
# All places of the four documents that the ledger names
PLACES = "\n".join(row.place for row in rows.load())


def wrong_references(notebook, lesson):
    """Yield what the prose names by a number that nothing has."""
    whole = "\n".join(cell.source for cell in notebook.cells)
    prose = " ".join(" ".join(cell.source for _, cell in markdown_cells(notebook)).split())
    known = {id.rstrip("abcdefgh").partition(".")[2] for id in exercises(lesson)}
    for text, target in LINK.findall(prose):
        if int(text) != int(target):
            yield f"lesson {text} links to lesson {target}"
    numbered = [int(it) for it in re.findall(r"^### Exercise (\d+)\.", whole, re.MULTILINE)]
    if numbered != [*range(1, len(numbered) + 1)]:
        yield f"exercises are numbered {numbered}"
    for named in NAMED.finditer(prose):
        kind = named["kind"].lower()
        for number in re.findall(r"[\d.-]*\d", named["numbers"]):
            if kind == "lesson":
                exists = 1 <= int(number) <= len(LESSONS)
            elif kind == "exercise":
                exists = number in known
            elif number.startswith(f"{lesson}.") and kind in ("figure", "table"):
                exists = re.search(rf'(?:\*\*|"){kind} {number}\. ?', whole, re.IGNORECASE)
            else:
                exists = re.search(rf"\b{kind}s?\b[^;\n]*\b{number}\b", PLACES, re.IGNORECASE)
            if not exists:
                yield f"no {kind} {number}: {prose[max(named.start() - 30, 0) : named.end() + 30]}"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_references_of_a_lesson(path):
    lesson = nbformat.read(path, as_version=4)
    assert list(wrong_references(lesson, int(path.name[:2]))) == []


@pytest.mark.parametrize(
    ("prose", "says"),
    [
        ("See lesson 13.", "no lesson 13"),
        ("See [lesson 3](04_gmean_and_mcc.ipynb).", "lesson 3 links to lesson 04"),
        ("*(exercises 1, 2 and 19)*", "no exercise 19"),
        ("**Table 2.1.** As Table 2.2 has it.", "no table 2.2"),
        ("The R′ paper's Table 14", "no table 14"),
        ("in equation 44", "no equation 44"),
        ("### Exercise 2. A network", "exercises are numbered [2]"),
    ],
)
def test_wrong_reference(prose, says):
    (found,) = wrong_references(new_notebook(cells=[new_markdown_cell(prose)]), 2)
    assert says in found
