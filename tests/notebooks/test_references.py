"""What lessons, exercises and pages name by number exists: a lesson, exercise, figure, table …"""

import re
from random import Random

import nbformat
import pytest
from guards.reading import markdown_cells
from nbformat.v4 import new_markdown_cell, new_notebook
from places import DOCS, LABS, LESSONS, TEMPLATE

from cmcourse.exercises.registry import exercises
from cmcourse.exercises.variants import variant
from cmcourse.ledger import rows

NAMED = re.compile(
    r"\b(?P<kind>lesson|exercise|figure|table|equation|section)s? "
    r"\[?(?P<numbers>\d+(?:[.-]\d+)*(?:(?:, \[?| and \[?| to )\d+(?:[.-]\d+)*)*)\b(?! more)",
    re.IGNORECASE,
)
LINK = re.compile(r"\[(?:lesson )?(\d+)\b[^]]*\]\((?:[\w.]+/)*(\d\d)_", re.IGNORECASE)
# All places of the four documents that the ledger names
PLACES = "\n".join(row.place for row in rows.load())


def wrong_references(notebook, lesson=None):
    """Yield what the prose of a lesson, or of a page, names by a number that nothing has."""
    whole = "\n".join(cell.source for cell in notebook.cells)
    prose = " ".join(" ".join(cell.source for _, cell in markdown_cells(notebook)).split())
    known = {
        id.rstrip("abcdefgh").partition(".")[2] for id in (exercises(lesson) if lesson else ())
    }
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
    lesson, number = nbformat.read(path, as_version=4), int(path.name[:2])
    for asked in exercises(number).values():
        prompt = variant(asked, Random(0)).prompt if asked.draw else ""
        lesson.cells.append(new_markdown_cell(f"{asked}\n\n{prompt}"))
    assert list(wrong_references(lesson, number)) == []


@pytest.mark.parametrize("path", [*DOCS.glob("*.md"), *LABS, TEMPLATE], ids=lambda path: path.stem)
def test_references_of_a_page(path):
    text = path.read_text(encoding="utf-8")
    page = new_notebook(cells=[new_markdown_cell(text)])
    assert list(wrong_references(page if path.suffix == ".md" else nbformat.reads(text, 4))) == []


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
