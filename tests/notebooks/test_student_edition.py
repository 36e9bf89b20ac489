"""`make student` and `make lab` hide only the solutions; `make refresh` settles at once."""

import ast
import os
import re
import subprocess
import sys
import zipfile

import kernels
import nbformat
import pytest
from guards.exercises import MIN_EXERCISES, UNANSWERED, is_check
from guards.reading import code_cells, stdout_lines, tags
from places import LABS, LESSONS, ROOT, TEMPLATE

import tasks
from cmcourse.exercises.registry import exercise


def do(task, *, notebooks=None, **settings):
    """Do a task, without the set-up, which is done; on other notebooks, if they are given."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        patch.setattr(tasks, "setup", lambda: None)
        if notebooks:
            patch.setattr(tasks, "notebooks", lambda: notebooks)
            patch.setattr(tasks, "lessons", lambda: notebooks)
        for name, text in settings.items():
            patch.setenv(name, text)
        tasks.TASKS[task]()


@pytest.fixture(scope="session")
def edition(sample_path, tmp_path_factory):
    """The folder that `make student` writes, of all lessons and the sample."""
    folder = tmp_path_factory.mktemp("the students")
    do("student", notebooks=[*LESSONS, *LABS, sample_path, TEMPLATE], STUDENT=str(folder))
    return folder


@pytest.fixture(scope="session")
def installed(edition, tmp_path_factory):
    """A folder with the edition's own cmlib: a wheel without compiled parts unpacks into place."""
    folder = tmp_path_factory.mktemp("installed")
    (wheel,) = edition.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


@pytest.fixture
def student(path, edition):
    return nbformat.read(edition / path.name, as_version=4)


def test_only_solutions_outputs_links_removed(lesson, student):
    kept = [cell for cell in lesson.cells if "solution" not in tags(cell)]
    assert [cell.id for cell in student.cells] == [cell.id for cell in kept]
    for cell, original in zip(student.cells, kept, strict=True):
        # The handed-out folder has no docs beside it; the words of a link stay.
        unlinked = re.sub(r"\[([^\]]*)\]\(\.\./[^)]*\)", r"\1", original.source)
        assert re.sub(r"  # \d points?$", "", cell.source, flags=re.MULTILINE) == unlinked
        for id, points in re.findall(r'check\("([\d.a-z]+)".*  # (\d) points?$', cell.source, re.M):
            assert int(points) == exercise(id).points
    for _, cell in code_cells(student):
        assert cell.outputs == []
        assert cell.execution_count is None


def test_no_solution_can_be_read(path, lesson, student, edition):
    solutions = [cell for cell in lesson.cells if "solution" in tags(cell)]
    assert len(solutions) >= MIN_EXERCISES
    shown = {line.strip() for cell in student.cells for line in cell.source.splitlines()}
    whole_file = (edition / path.name).read_text(encoding="utf-8")
    for cell in solutions:
        answers = [
            ast.get_source_segment(cell.source, statement)
            for statement in ast.parse(cell.source).body
            if not is_check(statement)
        ]
        lines = {line.strip() for answer in answers for line in answer.splitlines()}
        assert lines, f"the solution {cell.source!r} is no more than its checks"
        assert lines - shown, f"the lesson shows the solution {cell.source!r} elsewhere"
        assert cell.source not in "\n".join(c.source for c in student.cells)
        assert f'"{cell.id}"' not in whole_file


# nbval runs every lesson with its solutions, and the guard `needs_a_solution` sees that no other
# cell needs, changes or tells an answer. Here it is enough to see once that an edition runs with
# what lies beside it.
def test_edition_runs_unanswered(edition, installed, sample_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(installed))
    student = nbformat.read(edition / sample_path.name, as_version=4)
    kernels.run(student, edition)
    exercises = [cell for cell in student.cells if "exercise" in tags(cell)]
    assert len(exercises) >= MIN_EXERCISES
    for cell in exercises:
        assert [line.startswith(UNANSWERED) for line in stdout_lines(cell)] == [True], cell


def test_linked_files_exist(edition):
    notebooks = [nbformat.read(path, as_version=4) for path in edition.glob("*.ipynb")]
    cells = [cell for notebook in notebooks for cell in notebook.cells]
    texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    readme = (edition / "README.md").read_text(encoding="utf-8")
    (wheel,) = edition.glob("*.whl")
    assert f'pip install jupyterlab "./{wheel.name}[lessons]"\n' in readme
    texts.append(readme)
    targets = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", "\n".join(texts))
    assert len(targets) > len(LESSONS)
    assert [target for target in targets if not (edition / target).exists()] == []


def test_chosen_lessons_and_labs(tmp_path):
    (tmp_path / LESSONS[2].name).write_text("left from an earlier call")
    do("student", STUDENT=str(tmp_path), LESSONS="1 2 lab1")
    names = [LESSONS[0].name, LESSONS[1].name, LABS[0].name, TEMPLATE.name]
    assert sorted(path.name for path in tmp_path.glob("*.ipynb")) == sorted(names)
    for path in tmp_path.glob("*.ipynb"):
        links = re.findall(r"\]\((\w+\.ipynb)", path.read_text(encoding="utf-8"))
        assert set(links) <= set(names)
    with pytest.raises(SystemExit, match="LESSONS: no 'lab9'; there are 1, 2, 3"):
        do("student", STUDENT=str(tmp_path), LESSONS="lab9")


def test_lab_keeps_readers_work(edition, tmp_path, capfd, monkeypatch):
    workbook, some = tmp_path / "work book", [*LESSONS[:2], LABS[0], TEMPLATE]
    # The server itself is not started: with this flag it says its version and ends.
    lab = {"WORKBOOK": str(workbook), "LABFLAGS": "--version"}
    do("lab", notebooks=some, **lab)
    said = capfd.readouterr().out
    assert str(workbook) in said
    assert "Kept" not in said
    for path in some:
        copied = nbformat.read(workbook / path.name, as_version=4)
        handed_out = nbformat.read(edition / path.name, as_version=4)
        assert [c.id for c in copied.cells] == [c.id for c in handed_out.cells]
    first, last, *_ = (workbook / path.name for path in some)
    first.write_text(first.read_text().replace("...", "my answer"))
    written = first.read_text()
    last.unlink()
    monkeypatch.setattr(tasks, "jupyterlab", lambda folder: None)
    do("lab", notebooks=some, **lab)
    assert "Kept as you left them: 3." in capfd.readouterr().out
    assert first.read_text() == written
    assert last.is_file()


def test_edition_carries_packages(installed):
    code = "import cmcourse.tables as d; print(d.__file__); d.load(d.names()[0])"
    env = {**os.environ, "PYTHONPATH": str(installed)}
    found = subprocess.check_output([sys.executable, "-c", code], cwd=installed, env=env, text=True)
    assert found.strip() == str(installed / "cmcourse" / "tables" / "__init__.py")


def test_refresh_normalises(sample_path, tmp_path):
    untidy = nbformat.read(sample_path, as_version=4)
    untidy.metadata["language_info"] = {"name": "python", "version": "2.7"}
    for number, (_, cell) in enumerate(code_cells(untidy)):
        cell.metadata["execution"] = {"iopub.status.busy": "2001-01-01T00:00:00Z"}
        cell.execution_count = 40 - number
        cell.outputs = [nbformat.v4.new_output("stream", text="old\n")]
    copied = tmp_path / "the sample.ipynb"
    nbformat.write(untidy, copied)
    do("refresh", notebooks=[copied])
    assert copied.read_bytes() == sample_path.read_bytes()
