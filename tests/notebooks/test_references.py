"""What lessons, exercises and pages name by number exists: a lesson, exercise, figure, table …"""

import re
from random import Random

import nbformat
import pytest
from guards.reading import markdown_cells
from nbformat.v4 import new_markdown_cell, new_notebook
from places import LABS, LESSONS, ROOT, TEMPLATE

from cmcourse.exercises.registry import exercises, lessons
from cmcourse.exercises.variants import variant
from cmcourse.ledger import rows

NAMED = re.compile(
    r"(?:document (?P<document>\d)(?:,|'s) )?"
    r"\b(?P<kind>lesson|exercise|figure|table|equation|section)s? \[?"
    r"(?P<numbers>\d+(?:[.-]\d+)*(?:(?:, \[?| and \[?| to )\d+(?:[.-]\d+)*)*)\b(?! more)",
    re.IGNORECASE,
)
LINK = re.compile(r"\[(?:lesson )?(\d+)\b[^]]*\]\((?:[\w.]+/)*(\d\d)_", re.IGNORECASE)
# All places that the ledger names, each after its document: "doc1 Equation 23"
PLACES = "\n".join(f"{row.document} {row.place}" for row in rows.load())
CAPTIONS = "\n".join(path.read_text(encoding="utf-8") for path in LESSONS)
FILES = ("README.md", "CONTRIBUTING.md", "data/README.md", "docs/*.md", "cm*/**/*.py")
PAGES = [*LABS, TEMPLATE, *(path for files in FILES for path in sorted(ROOT.glob(files)))]


def wrong_references(notebook, lesson=None):
    """Yield what the prose of a lesson, or of a page, names by a number that nothing has."""
    text = "\n".join(cell.source for _, cell in markdown_cells(notebook))
    prose = " ".join(text.split())
    ids = " ".join(id for it in ([lesson] if lesson else lessons()) for id in exercises(it))
    known = re.findall(r"\.(\d+)", ids)
    for words, target in LINK.findall(prose):
        if int(words) != int(target):
            yield f"lesson {words} links to lesson {target}"
    numbered = [int(it) for it in re.findall(r"^### Exercise (\d+)\.", text, re.MULTILINE)]
    if numbered != [*range(1, len(numbered) + 1)]:
        yield f"exercises are numbered {numbered}"
    for named in NAMED.finditer(prose):
        kind = named["kind"].lower()
        for number in re.findall(r"[\d.-]*\d", named["numbers"]):
            if kind == "lesson":
                exists = 1 <= int(number) <= len(LESSONS)
            elif kind == "exercise":
                exists = number in known
            elif "." in number and kind in ("figure", "table"):
                exists = re.search(rf'(?:\*\*|"){kind} {number}\. ?', CAPTIONS, re.IGNORECASE)
            else:
                place = rf"^doc{named['document'] or ''}.*\b{kind}s?\b[^;\n]*\b{number}\b"
                exists = re.search(place, PLACES, re.IGNORECASE | re.MULTILINE)
            if not exists:
                yield f"no {kind} {number}: {prose[max(named.start() - 30, 0) : named.end() + 30]}"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_references_of_a_lesson(path):
    lesson, number = nbformat.read(path, as_version=4), int(path.name[:2])
    for asked in exercises(number).values():
        prompt = variant(asked, Random(0)).prompt if asked.draw else ""
        lesson.cells.append(new_markdown_cell(f"{asked}\n\n{prompt}"))
    assert list(wrong_references(lesson, number)) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_references_of_a_page(path):
    text = path.read_text(encoding="utf-8")
    page = nbformat.reads(text, 4) if path.suffix == ".ipynb" else None
    assert [*wrong_references(page or new_notebook(cells=[new_markdown_cell(text)]))] == []


@pytest.mark.parametrize(
    ("prose", "says"),
    [
        ("See lesson 13.", "no lesson 13"),
        ("See [lesson 3](04_gmean_and_mcc.ipynb).", "lesson 3 links to lesson 04"),
        ("*(exercises 1, 2 and 19)*", "no exercise 19"),
        ("Table 4.1, not Table 4.2", "no table 4.2"),
        ("The R′ paper's Table 14", "no table 14"),
        ("Document 2, equation 23", "no equation 23"),
        ("### Exercise 2. A network", "exercises are numbered [2]"),
    ],
)
def test_wrong_reference(prose, says):
    (found,) = wrong_references(new_notebook(cells=[new_markdown_cell(prose)]), 2)
    assert says in found
