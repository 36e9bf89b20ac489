"""The numbers printed on README and the book's pages are the computed ones.

`page_numbers.toml` lists for each page, in reading order, the numbers that can be computed, and the
expression that gives each. Facts from elsewhere, such as a volume's number, are not listed.
"""

import re
import tomllib
from fractions import Fraction
from pathlib import Path

import nbformat
import numpy as np
import pandas as pd
import pytest
from guards import shape
from guards.formulas import false_formula
from guards.prose import FORMULA, read
from guards.prose_numbers import bound_numbers, value_problem
from lesson_minutes import EXERCISE_MINUTES, HEAD
from nbformat.v4 import new_markdown_cell, new_notebook
from places import DOCS, LESSONS, ROOT

import cmlib
from cmcourse import tables

PAGES = ["README.md", "CONTRIBUTING.md", "data/README.md"]
PAGES += [f"docs/{path.name}" for path in sorted(DOCS.glob("*.md"))]
BOUND = tomllib.loads(Path(__file__).with_name("page_numbers.toml").read_text(encoding="utf-8"))


def table(number, truth, answer):
    """Return a count of one of the vehicle paper's tables."""
    matrix = tables.load(f"doc1_table{number:02}").matrix
    return int(matrix.counts[matrix.index(truth), matrix.index(answer)])


def seen(table, kind="all", column="noticed"):
    """Return a number of what tests notice: of slips, or of mutants."""
    return pd.read_csv(DOCS / f"{table}.csv", index_col=0)[column][kind]


# Names for the expressions
NAMES = {name: getattr(cmlib, name) for name in cmlib.__all__}
NAMES |= {"tables": tables, "table": table, "np": np, "shape": shape}
NAMES |= {"EXERCISE_MINUTES": EXERCISE_MINUTES, "seen": seen}


def numbers_of(source):
    """Return the numbers of a page; blocks of code are left to doctest."""
    opening, closing = FORMULA
    block = re.compile(f"{opening}[^{closing}]*{closing}")
    passages = [text for text in read(source) if not block.fullmatch(text)]
    return [number for text in passages for number in bound_numbers(text)]


def value_of(expression, more):
    value = eval(expression, {**NAMES, **more})
    return Fraction(value.item() if isinstance(value, np.generic) else value)


def problems_of(source, bound, **more):
    """Yield the listed numbers that a page does not print, in this order, or prints wrongly."""
    printed = iter(numbers_of(source))
    for text, expression in bound:
        number = next((number for number in printed if number.text == text), None)
        if number is None:
            yield f"the page has no {text}, or has it in another place"
        elif cause := value_problem(number, str(value_of(expression, more))):
            yield f"{text} from {expression!r}: {cause}"


@pytest.mark.parametrize("page", PAGES)
def test_numbers_of_a_page(page):
    source = (ROOT / page).read_text(encoding="utf-8")
    assert list(problems_of(source, BOUND.get(page, {}).get("numbers", []))) == []
    assert list(false_formula(new_notebook(cells=[new_markdown_cell(source)]))) == []


@pytest.mark.parametrize(
    ("source", "listed", "says"),
    [
        ("Out of 16 places", "16", "16 from 'len(PLACES)': the value is 9.0"),
        ("Out of 8 places", "9", "the page has no 9"),
        ("Out of 9 places", "9", None),
    ],
)
def test_wrong_number_of_a_page(source, listed, says):
    found = list(problems_of(source, [[listed, "len(PLACES)"]], PLACES=range(9)))
    assert len(found) == (says is not None)
    assert all(says in problem for problem in found)


def test_minutes_of_the_lessons():
    """The page for teachers repeats the heads of the lessons."""
    minutes = {}
    for path in LESSONS:
        cells = nbformat.read(path, as_version=4).cells
        (head,) = (found[0] for cell in cells if (found := HEAD.search(cell.source)))
        text, exercises, *_, optional = re.findall(r"\d+", head)
        minutes[path.name[:2]] = text, exercises, optional
    teaching = (DOCS / "teaching.md").read_text("utf-8")
    rows = re.findall(r"notebooks/(\d+)\w+\) \| (\d+) min \| (\d+) min \| (\d+) min", teaching)
    assert {number: tuple(row) for number, *row in rows} == minutes
    text, exercises, optional = (
        sum(map(int, column)) for column in zip(*minutes.values(), strict=True)
    )
    said = re.findall(
        r"take (\d+) minutes.*exercises (\d+) more, and the optional parts (\d+)",
        " ".join(teaching.split()),
    )
    assert said == [(str(text), str(exercises), str(optional))]
    assert f"{text}, {exercises} and {optional} minutes in all" in " ".join(
        (ROOT / "README.md").read_text("utf-8").split()
    )
