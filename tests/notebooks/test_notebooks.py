"""The lessons pass every guard, and no change of a number in them goes unseen.

``make test`` runs each lesson once, under nbval, which compares the outputs; behind the last cell
``lesson_run`` computes the numbers of the prose. Here the guards look at what neither sees, and
mutation tests show that together they see every changed digit. No test here runs a lesson but one.
"""

import copy
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import notebook_guards as guards
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbval.plugin import IPyNbCell, IPyNbFile, coalesce_streams

ROOT = Path(__file__).parents[2]
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def test_there_are_lessons() -> None:
    assert LESSONS, "notebooks/ holds no lesson, so nothing would be checked"


@pytest.fixture(params=[*LESSONS, "sample"], ids=lambda p: p if isinstance(p, str) else p.stem)
def path(request: pytest.FixtureRequest, sample_path: Path) -> Path:
    """Each lesson in turn, and the sample, which has one of everything."""
    return sample_path if request.param == "sample" else request.param


@pytest.mark.parametrize("guard", guards.GUARDS, ids=lambda guard: guard.__name__)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)
def test_the_lesson_passes_the_guard(lesson: Path, guard) -> None:
    problems = guard(nbformat.read(lesson, as_version=4))
    assert not problems, "\n".join(problems)


def test_the_lesson_is_stored_as_refresh_writes_it(path: Path) -> None:
    stored = path.read_text(encoding="utf-8")
    assert stored == nbformat.writes(nbformat.read(path, as_version=4)) + "\n", "run make refresh"


# --- mutations of stored outputs ------------------------------------------------------------------


def code_cells(
    path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> list[IPyNbCell]:
    """Return the lesson's code cells as nbval collects them, with nbval's own comparison."""
    # The comparison only; a report on every one of some thousand differences would take minutes.
    monkeypatch.setattr(IPyNbCell, "format_output_compare", lambda *_: None)
    return list(IPyNbFile.from_parent(request.session, path=path).collect())


@pytest.fixture
def cells(
    path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> list[IPyNbCell]:
    return code_cells(path, request, monkeypatch)


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


# nbval looks at each output and each kind of it, and takes two texts for equal only where they are:
# no digit can change unseen. The first is tried for every output, the second for texts at random.
def test_a_changed_digit_of_each_output_is_seen(cells: list[IPyNbCell]) -> None:
    tried = 0
    for cell in cells:
        stored = cell.cell.outputs
        assert same(cell, stored, stored)
        for i, kind, text in texts(stored):
            for position in {*digit_positions(text)[:1], *digit_positions(text)[-1:]}:
                changed = replaced(stored, i, kind, other_digit(text, position))
                assert not same(cell, stored, changed), (cell.name, kind, text[:40])
                tried += 1
    assert tried


def test_nbval_takes_texts_for_equal_only_where_they_are(
    sample_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell = code_cells(sample_path, request, monkeypatch)[0]
    # Streams lose what a carriage return or a backspace overwrites; a guard refuses these two.
    text = st.text(st.characters(exclude_characters="\r\b", codec="utf-8"))

    @given(text, text, text, text, st.sampled_from(["stream", *guards.TEXTS, guards.FIGURE]))
    def compare(before: str, one: str, other: str, after: str, kind: str) -> None:
        outputs = [
            new_output("stream", text=changed)
            if kind == "stream"
            else new_output("display_data", {kind: changed})
            for changed in (before + one + after, before + other + after)
        ]
        assert same(cell, outputs[:1], outputs[1:]) == (one == other)

    compare()


def test_every_emptied_output_is_seen(cells: list[IPyNbCell]) -> None:
    for cell in cells:
        never_run = NotebookNode({**cell.cell, "outputs": [], "execution_count": None})
        assert guards.never_compared(NotebookNode(cells=[never_run])), cell.name

        stored = cell.cell.outputs
        if stored:
            assert not same(cell, stored, []), cell.name
        for k, kind, _ in texts(stored):
            assert not same(cell, stored, stored[:k] + stored[k + 1 :]), cell.name
            assert not same(cell, stored, replaced(stored, k, kind, "")), (cell.name, kind)


# Slow, since it runs the lesson; that nbval's comparison sees each output of every lesson is tested
# above, in this process. Here it is enough to see once that the whole of nbval fails, and that the
# item behind the last cell does when a number of the prose is not what the lesson computes.
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
    bound = next(cell.metadata.numbers for cell in notebook.cells if "numbers" in cell.metadata)
    bound[-1] = f"1 + ({bound[-1]})"
    nbformat.write(notebook, tmp_path / path.name)

    run = [sys.executable, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", "-p", "lesson_run"]
    report = tmp_path / "report.xml"
    done = subprocess.run(
        [*run, "--nbval", f"--junitxml={report}", str(tmp_path / path.name)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "tests"), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    cases = list(ElementTree.parse(report).iter("testcase"))
    failures = [case.find("failure") for case in cases]
    outcomes = ["passed" if failure is None else "failed" for failure in failures]
    assert outcomes == [*expected, "failed"]
    problem = failures[-1].text
    assert problem.count("\n") == 0
    assert f"from {bound[-1]!r}: the value is" in problem


# --- mutations of prose ---------------------------------------------------------------------------


def test_every_changed_digit_of_prose_is_refused(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    tried = 0
    for cell in notebook.cells:
        numbers = guards.prose_numbers(cell)
        # Each number's expression has the value that is printed. What the lesson itself computes
        # is compared behind its last cell; a value has one rounding, so another digit is wrong.
        values = [str(Fraction(n.value) / (100 if n.percent else 1)) for n in numbers]
        bound = NotebookNode({**cell.metadata, "numbers": values})
        assert not guards.wrong_prose_values(
            NotebookNode(cells=[NotebookNode({**cell, "metadata": bound})]), [values]
        )
        is_markdown = cell.cell_type == "markdown"
        prose = cell.source if is_markdown else json.dumps(bound, ensure_ascii=False)
        of_numbers = 0
        for position in digit_positions(prose) if numbers else []:
            text = other_digit(prose, position)
            changed = NotebookNode(
                {**cell, "source": text, "metadata": bound}
                if is_markdown
                else {**cell, "metadata": nbformat.from_dict(json.loads(text))}
            )
            found = guards.prose_numbers(changed)
            # A digit of something else, such as an address, leaves the numbers.
            if found == numbers:
                continue
            of_numbers += 1
            refused = guards.wrong_prose_values(NotebookNode(cells=[changed]), [values])
            assert refused or len(found) != len(numbers), prose[max(position - 20, 0) :][:40]
        printed = sum(len(digit_positions(number.text)) for number in numbers)
        assert of_numbers >= printed
        tried += printed
    assert tried
