"""Each lesson is stored as it is refreshed, and nbval refuses a changed output or number."""

import copy
import os
import re
import sys
from pathlib import Path

import nbformat
import pytest
from guards.changes import cell_of
from guards.reading import FIGURE, code_cells, data_of
from lesson_minutes import main_path, size_of
from nbformat import NotebookNode
from places import LESSONS
from repository import FETCHING

pytest_plugins = "pytester"

# What else a cell needs it imports itself, where a reader sees what it is for.
SET_UP = """\
import numpy as np
import pandas as pd

import cmcourse
import cmlib

cmcourse.figures.use_course_style()"""


def test_there_are_lessons() -> None:
    assert LESSONS, "notebooks/ holds no lesson, so nothing would be checked"


def test_the_lesson_is_stored_as_refresh_writes_it(path: Path) -> None:
    stored = path.read_text(encoding="utf-8")
    assert stored == nbformat.writes(nbformat.read(path, as_version=4)) + "\n", "run make refresh"


def test_every_lesson_begins_with_the_same_set_up() -> None:
    for lesson in LESSONS:
        code = [cell for _, cell in code_cells(nbformat.read(lesson, as_version=4))]
        # Once the repository has an address, the cell that fetches cmlib comes before it.
        first = next(cell for cell in code if cell.id != FETCHING)
        assert first.source == SET_UP, lesson


def test_every_lesson_draws_its_ideas(sample: NotebookNode) -> None:
    for lesson in LESSONS:
        path = main_path(nbformat.read(lesson, as_version=4))
        assert size_of(path).pictures >= 6, lesson
    assert size_of(main_path(sample)).pictures == 1
    cell_of(sample, "figure").outputs.clear()
    assert size_of(main_path(sample)).pictures == 0


def replaced(outputs: list[NotebookNode], i: int, kind: str, text: str) -> list[NotebookNode]:
    """Return the outputs with one text exchanged; the originals stay as they are."""
    output = copy.copy(outputs[i])
    if output.output_type == "stream":
        output.text = text
    else:
        output.data = NotebookNode({**output.data, kind: text})
    return [*outputs[:i], output, *outputs[i + 1 :]]


def with_other_digit(text: str, position: int) -> str:
    digit = str((int(text[position]) + 1) % 10)
    return text[:position] + digit + text[position + 1 :]


def test_nbval_itself_fails_every_changed_cell(
    sample: NotebookNode, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole of nbval fails once, on the sample, which has one of everything.

    So does the item behind the last cell when a number of the prose is not what is computed.
    """
    cells = [cell for _, cell in code_cells(sample)]
    shown = [cell for cell in cells if cell.outputs]
    for cell in shown:
        # The figure, not the "<Figure size …>" beside it, wherever there is one.
        data = data_of(cell.outputs[0])
        kind = FIGURE if FIGURE in data else next(iter(data))
        text = data[kind]
        digits = [found.start() for found in re.finditer(r"\d", text)]
        changed = with_other_digit(text, digits[-1]) if digits else text[::-1]
        cell.outputs = replaced(cell.outputs, 0, kind, changed)
    cell_of(sample, "prose").metadata.numbers[-1] = "1 + beta"
    nbformat.write(sample, pytester.path / "sample.ipynb")

    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    done = pytester.runpytest_subprocess("--nbval", "-p", "lesson_run", "sample.ipynb")
    done.assert_outcomes(failed=len(shown) + 1, passed=len(cells) - len(shown))
    done.stdout.re_match_lines([r"cell 5 .*: 0\.5 from '1 \+ beta': the value is 1\.5$"])
