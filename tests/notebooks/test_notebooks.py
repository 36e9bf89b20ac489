"""No change of a number in a lesson goes unseen.

``make test`` runs each lesson once, under nbval, which compares the outputs; behind the last cell
``lesson_run`` computes the numbers of the prose. The mutation tests here show that together they
see every changed digit.
"""

import copy
import os
import re
import sys
from fractions import Fraction
from pathlib import Path

import nbformat
import pytest
from guards.alt_texts import caption_texts
from guards.changes import cell_of
from guards.prose_numbers import numbers_of, wrong_prose_values
from guards.reading import FIGURE, TEXTS, code_cells, data_of
from hypothesis import given
from hypothesis import strategies as st
from lesson_minutes import main_path, size_of
from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbval.plugin import IPyNbCell, IPyNbFile, coalesce_streams
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


# Streams lose what a carriage return or a backspace overwrites; a guard refuses these two.
TEXT = st.text(st.characters(exclude_characters="\r\b", codec="utf-8"))
OUTPUT = st.builds(new_output, st.just("stream"), text=TEXT) | st.builds(
    new_output,
    st.sampled_from(["display_data", "execute_result"]),
    st.dictionaries(st.sampled_from([*TEXTS, FIGURE]), TEXT, min_size=1),
)


def test_nbval_sees_each_changed_or_missing_output(
    sample_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Outputs at random, of all kinds that a lesson may have (a guard refuses others).

    What the comparison says depends on the kinds and the texts alone, so it need not be tried on
    the outputs of every lesson: it takes two texts for equal only where they are.
    """
    # The comparison only; a report on every one of some thousand differences would take minutes.
    monkeypatch.setattr(IPyNbCell, "format_output_compare", lambda *_: None)
    cell: IPyNbCell = next(iter(IPyNbFile.from_parent(request.session, path=sample_path).collect()))

    def same(fresh: list[NotebookNode], stored: list[NotebookNode]) -> bool:
        # As nbval does after running a cell; it joins streams in place, hence the copies.
        fresh, stored = ([copy.copy(output) for output in outputs] for outputs in (fresh, stored))
        return cell.compare_outputs(coalesce_streams(fresh), coalesce_streams(stored))

    @given(st.lists(OUTPUT, min_size=1, max_size=4), TEXT, st.data())
    def compare(stored: list[NotebookNode], other: str, data: st.DataObject) -> None:
        i = data.draw(st.integers(0, len(stored) - 1))
        kind = data.draw(st.sampled_from(sorted(data_of(stored[i]))))
        text = data_of(stored[i])[kind]
        assert same(replaced(stored, i, kind, other), stored) == (other == text)
        assert not text or not same(stored[:i] + stored[i + 1 :], stored)

    compare()


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


def with_prose(cell: NotebookNode, prose: str, values: list[str]) -> NotebookNode:
    """Return a cell that says this, its numbers bound to these values."""
    source = prose if cell.cell_type == "markdown" else f"cmcourse.figures.caption(ax, {prose!r})"
    metadata = {"numbers": values}
    return nbformat.from_dict({"cell_type": cell.cell_type, "source": source, "metadata": metadata})


def test_a_changed_digit_of_each_number_of_prose_is_refused(lesson: NotebookNode) -> None:
    """The last digit of each number is changed, wherever it stands in the source.

    Each digit of it would do: a value has one rounding, so it fits no other number (see
    ``test_a_number_fits_no_value_that_is_printed_otherwise``). Here it is shown that the number is
    read at all. Its expression has the value that is printed; what the lesson itself computes is
    compared behind its last cell.
    """
    tried = 0
    for cell in lesson.cells:
        numbers = numbers_of(cell)
        if not numbers:
            continue
        values = [str(Fraction(n.value) / (100 if n.is_percentage else 1)) for n in numbers]
        is_prose = cell.cell_type == "markdown"
        prose = cell.source if is_prose else "\n\n".join(caption_texts(cell))
        same = with_prose(cell, prose, values)
        assert not list(wrong_prose_values(NotebookNode(cells=[same]), [values]))
        seen = 0
        for digits in re.finditer(r"\d+(?:\.\d+)?", prose):
            changed = with_prose(cell, with_other_digit(prose, digits.end() - 1), values)
            found = numbers_of(changed)
            # A digit of something else, such as an address, leaves the numbers.
            if found != numbers:
                seen += 1
                refused = list(wrong_prose_values(NotebookNode(cells=[changed]), [values]))
                assert refused or len(found) != len(numbers), digits
        printed = sum(bool(re.search(r"\d", number.text)) for number in numbers)
        assert seen >= printed
        tried += printed
    assert tried
