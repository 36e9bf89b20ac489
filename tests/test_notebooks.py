"""The lessons pass every guard, and no change of a number in them goes unseen.

``make test`` runs the lessons under nbval, which compares outputs. Here the guards look at all that
nbval leaves out, and mutation tests show that the two together see every changed digit.
"""

import copy
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import notebook_guards as guards
import pytest
from nbformat import NotebookNode
from nbval.plugin import IPyNbCell, IPyNbFile, coalesce_streams

ROOT = Path(__file__).parents[1]
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def test_there_are_lessons() -> None:
    assert LESSONS, "notebooks/ holds no lesson, so nothing would be checked"


@pytest.fixture(params=[*LESSONS, "sample"], ids=lambda p: p if isinstance(p, str) else p.stem)
def path(request: pytest.FixtureRequest, sample_path: Path) -> Path:
    """Each lesson in turn, and the sample, which has one of everything."""
    return sample_path if request.param == "sample" else request.param


@cache
def prose_values(path: Path) -> list[list[str]]:
    return guards.evaluate_expressions(nbformat.read(path, as_version=4), path.parent)


@pytest.mark.parametrize("guard", guards.GUARDS, ids=lambda guard: guard.__name__)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)
def test_the_lesson_passes_the_guard(lesson: Path, guard) -> None:
    problems = guard(nbformat.read(lesson, as_version=4))
    assert not problems, "\n".join(problems)


def test_the_lesson_is_stored_as_refresh_writes_it(path: Path) -> None:
    stored = path.read_text(encoding="utf-8")
    assert stored == nbformat.writes(nbformat.read(path, as_version=4)) + "\n", "run make refresh"


def test_prose_prints_what_the_lesson_computes(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    problems = guards.wrong_prose_values(notebook, prose_values(path))
    assert not problems, "\n".join(problems)


# --- mutations of stored outputs ------------------------------------------------------------------


@pytest.fixture
def cells(
    path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> list[IPyNbCell]:
    """Return the lesson's code cells as nbval collects them, with nbval's own comparison."""
    # The comparison only; a report on every one of some ten thousand differences would take hours.
    monkeypatch.setattr(IPyNbCell, "format_output_compare", lambda *_: None)
    return list(IPyNbFile.from_parent(request.session, path=path).collect())


def same(cell: IPyNbCell, fresh: list[NotebookNode], stored: list[NotebookNode]) -> bool:
    """Compare as nbval does after running a cell; it joins streams in place, hence the copies."""
    fresh, stored = ([copy.copy(output) for output in outputs] for outputs in (fresh, stored))
    return cell.compare_outputs(coalesce_streams(fresh), coalesce_streams(stored))


def texts(outputs: list[NotebookNode]) -> Iterator[tuple[int, str, str]]:
    """Yield each output's number, and its content by kind."""
    for i, output in enumerate(outputs):
        for kind, text in guards.data_of(output).items():
            yield i, kind, str(text)


def replaced(outputs: list[NotebookNode], i: int, kind: str, text: str) -> list[NotebookNode]:
    """Return the outputs with one text exchanged; the originals stay as they are."""
    output = copy.copy(outputs[i])
    if output.output_type == "stream":
        output.text = text
    else:
        output.data = NotebookNode({**output.data, kind: text})
    return [*outputs[:i], output, *outputs[i + 1 :]]


def other_digit(text: str, position: int) -> str:
    digit = str((int(text[position]) + 1) % 10)
    return text[:position] + digit + text[position + 1 :]


def digit_positions(text: str) -> list[int]:
    return [found.start() for found in re.finditer("[0-9]", text)]


def test_every_changed_digit_of_an_output_is_seen(cells: list[IPyNbCell]) -> None:
    tried = 0
    for cell in cells:
        stored = cell.cell.outputs
        assert same(cell, stored, stored)
        for i, kind, text in texts(stored):
            for position in digit_positions(text):
                changed = replaced(stored, i, kind, other_digit(text, position))
                assert not same(cell, stored, changed), (
                    cell.name,
                    kind,
                    text[position - 20 :][:40],
                )
                tried += 1
    assert tried


def test_every_emptied_output_is_seen(path: Path, cells: list[IPyNbCell]) -> None:
    notebook = nbformat.read(path, as_version=4)
    for cell, (i, _) in zip(cells, guards.code_cells(notebook), strict=True):
        never_run = copy.deepcopy(notebook)
        never_run.cells[i].update(outputs=[], execution_count=None)
        assert guards.never_compared(never_run), cell.name

        stored = cell.cell.outputs
        if stored:
            assert not same(cell, stored, []), cell.name
        for k, kind, _ in texts(stored):
            assert not same(cell, stored, stored[:k] + stored[k + 1 :]), cell.name
            assert not same(cell, stored, replaced(stored, k, kind, "")), (cell.name, kind)


# Slow, since it runs the lesson; that nbval's comparison sees every digit of every lesson is tested
# above, in this process. Here it is enough to see once that the whole of nbval fails.
@pytest.mark.parametrize("path", [*LESSONS[:1], "sample"], indirect=True, ids=["lesson", "sample"])
def test_nbval_itself_fails_every_changed_cell(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    expected = []
    for _, cell in guards.code_cells(notebook):
        # The figure, not the "<Figure size …>" beside it, wherever there is one.
        contents = sorted(texts(cell.outputs), key=lambda content: content[1] != guards.FIGURE)
        if contents:
            i, kind, text = contents[0]
            positions = digit_positions(text)
            changed = other_digit(text, positions[-1]) if positions else text[::-1]
            cell.outputs = replaced(cell.outputs, i, kind, changed)
        expected.append("failed" if contents else "passed")
    nbformat.write(notebook, tmp_path / path.name)

    run = [sys.executable, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", "--nbval"]
    report = tmp_path / "report.xml"
    done = subprocess.run(
        [*run, f"--junitxml={report}", str(tmp_path / path.name)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    outcomes = [
        "failed" if case.find("failure") is not None else "passed"
        for case in ElementTree.parse(report).iter("testcase")
    ]
    assert outcomes == expected


# --- mutations of prose ---------------------------------------------------------------------------


def test_every_changed_decimal_of_prose_is_refused(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    values = prose_values(path)
    tried = 0
    for i, cell in enumerate(notebook.cells):
        numbers = guards.prose_numbers(cell)
        is_markdown = cell.cell_type == "markdown"
        prose = cell.source if is_markdown else json.dumps(cell.metadata, ensure_ascii=False)
        of_numbers = 0
        for position in digit_positions(prose) if numbers else []:
            changed = copy.copy(cell)
            for digit in set("0123456789") - {prose[position]}:
                text = prose[:position] + digit + prose[position + 1 :]
                if is_markdown:
                    changed.source = text
                else:
                    changed.metadata = nbformat.from_dict(json.loads(text))
                found = guards.prose_numbers(changed)
                # A digit of something else, such as a count or an address, leaves the numbers.
                if found == numbers:
                    continue
                of_numbers += 1
                lesson = NotebookNode(cells=[changed], metadata={})
                refused = guards.wrong_prose_values(lesson, [values[i]])
                assert refused or len(found) != len(numbers), prose[max(position - 20, 0) :][:40]
        # Nine other digits for every digit that a number prints.
        printed = sum(len(digit_positions(number.text)) for number in numbers)
        assert of_numbers >= 9 * printed
        tried += printed
    assert tried
