"""Every number in README and on the book's pages is computed, and compared with what is printed.

`page_numbers.toml` lists for each page, in reading order, what it prints and the expression that
gives it. What is given and not computed, such as a volume or the size of a data set elsewhere, says
so: ``given(43)``.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
import numpy as np
import pytest
from guards import shape
from guards.formulas import false_formula
from guards.prose import FORMULA, read
from guards.prose_numbers import PrintedNumber, bound_numbers, value_problem
from lesson_minutes import EXERCISE_MINUTES, HEAD
from nbformat.v4 import new_markdown_cell, new_notebook
from places import DOCS, LESSONS, ROOT

import cmlib
from cmcourse import ledger, tables
from cmlib import ConfusionMatrix

PAGES = ("README.md", "CONTRIBUTING.md", "data/README.md", *(
    f"docs/{path.name}" for path in sorted(DOCS.glob("*.md"))
))  # fmt: skip
BOUND = tomllib.loads(Path(__file__).with_name("page_numbers.toml").read_text(encoding="utf-8"))


class Minutes(NamedTuple):
    """What each lesson says of the time it takes: text, exercises, optional parts."""

    text: dict[int, int]
    exercises: dict[int, int]
    optional: dict[int, int]


@cache
def minutes() -> Minutes:
    said = {}
    for path in LESSONS:
        cells = nbformat.read(path, as_version=4).cells
        (head,) = (found[0] for cell in cells if (found := HEAD.search(cell.source)))
        text, exercises, *_, optional = map(int, re.findall(r"\d+", head))
        said[int(path.name[:2])] = text, exercises, optional
    return Minutes(
        *(dict(zip(said, each, strict=True)) for each in zip(*said.values(), strict=True))
    )


@cache
def namespace() -> dict[str, Any]:
    """Return what the expressions may use."""
    rows = ledger.load()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {
        **{name: getattr(cmlib, name) for name in cmlib.__all__},
        "ConfusionMatrix": ConfusionMatrix,
        "tables": tables,
        "Fraction": Fraction,
        "np": np,
        "given": lambda value: value,
        "table": lambda number, truth, answer: _cell(f"doc1_table{number:02}", truth, answer),
        "index": json.loads((ROOT / "data/index.json").read_text(encoding="utf-8")),
        "minutes": minutes(),
        "EXERCISE_MINUTES": EXERCISE_MINUTES,
        "lessons": sorted(int(path.name[:2]) for path in (ROOT / "notebooks").glob("*.ipynb")),
        "shape": shape,
        "requires_python": Fraction(project["requires-python"].removeprefix(">=")),
        "rows": rows,
        "verdicts": Counter(row.verdict for row in rows),
    }


def _cell(name: str, truth: Any, answer: Any) -> int:
    matrix = tables.load(name).matrix
    return int(matrix.counts[matrix.index(truth), matrix.index(answer)])


def numbers_of(source: str) -> list[PrintedNumber]:
    """Return the numbers of a page; blocks of code are left to doctest."""
    opening, closing = FORMULA
    block = re.compile(f"{opening}[^{closing}]*{closing}")
    passages = [text for text in read(source).passages if not block.fullmatch(text)]
    return [number for text in passages for number in bound_numbers(text)]


@cache
def _value(expression: str) -> Fraction:
    value = eval(expression, namespace())
    return Fraction(value.item() if isinstance(value, np.generic) else value)


def problems_of(source: str, bound: list[list[str]]) -> list[str]:
    """Return what is wrong with the numbers that a page prints."""
    numbers = numbers_of(source)
    printed = [number.text for number in numbers]
    listed = [text for text, _ in bound]
    if printed != listed:
        at = next(i for i, (a, b) in enumerate(zip_longest(printed, listed)) if a != b)
        return [f"number {at}: the page has {printed[at:][:5]}, the list {listed[at:][:5]}"]
    return [
        f"{number.text} from {expression!r}: {cause}"
        for number, (_, expression) in zip(numbers, bound, strict=True)
        if (cause := value_problem(number, str(_value(expression))))
    ]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_prints_what_is_computed(page: str) -> None:
    source = (ROOT / page).read_text(encoding="utf-8")
    assert problems_of(source, BOUND.get(page, {}).get("numbers", [])) == []


def test_a_page_says_what_its_numbers_are() -> None:
    kinds = Counter(row.kind for row in ledger.load())
    number, formula, claim = (kinds[kind] // 100 * 100 for kind in ("number", "formula", "claim"))
    said = {page: " ".join((ROOT / page).read_text("utf-8").split()) for page in PAGES}
    assert f"more than {number} numbers, {formula} formulas and {claim} claims" in said["README.md"]
    lesson, more, optional = ((min(t), max(t), sum(t)) for t in (it.values() for it in minutes()))
    assert (
        f"takes {lesson[0]} to {lesson[1]} minutes, its exercises {more[0]} to {more[1]} more, and "
        f"its optional parts {optional[0]} to {optional[1]}: {lesson[2]}, {more[2]} and "
        f"{optional[2]} minutes in all"
    ) in said["README.md"]
    hours = {10: "ten", 11: "eleven", 12: "twelve"}[round(lesson[2] / 60)]
    assert (
        f"the lessons take {lesson[2]} minutes, about {hours} hours, the exercises {more[2]} more, "
        f"and the optional parts {optional[2]}"
    ) in said["docs/teaching.md"]
    rows = re.findall(
        r"notebooks/(\d+)\w+\) \| (\d+) min \| (\d+) min \| (\d+) min", said["docs/teaching.md"]
    )
    each = zip(minutes().text, *(it.values() for it in minutes()), strict=True)
    assert [tuple(map(int, row)) for row in rows] == list(each)


@pytest.mark.parametrize("page", PAGES)
def test_the_formulas_of_a_page_hold(page: str) -> None:
    cell = new_markdown_cell((ROOT / page).read_text(encoding="utf-8"))
    assert list(false_formula(new_notebook(cells=[cell]))) == []


def test_no_page_is_listed_that_is_gone() -> None:
    assert set(BOUND) <= set(PAGES)


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("All 16 lessons", "16 from 'len(lessons)': the value is"),
        ("All 9 lessons and 3 more", "the page has ['3'], the list []"),
        ("All lessons", "the page has [], the list ['9']"),
        ("All 12 lessons", "the page has ['12'], the list ['9']"),
    ],
)
def test_a_wrong_number_of_a_page_is_refused(source: str, says: str) -> None:
    """A digit that is changed on the page is not listed, and one that is listed is not the value.

    That no value fits two numbers is tested where the lessons' numbers are.
    """
    listed = "16" if "16" in source else "9"
    assert says in "\n".join(problems_of(source, [[listed, "len(lessons)"]]))
