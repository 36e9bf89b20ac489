"""A notebook is not run again only if it has been checked as it is, with all that it depends on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import checked
import nbformat
import pytest
from checked import SHARED, Stamp, Stamps, what_to_run
from nbformat import NotebookNode
from places import LESSONS, ROOT

pytest_plugins = "pytester"

NAME = "notebooks/01_a.ipynb"
PASSING = ("Cell 0", "Cell 1", "prose")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of one notebook with two cells of code, and something of all that it depends on."""
    for name in SHARED:
        path = tmp_path / name
        path = path if path.suffix else path / "inside" / "one.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    cells = [nbformat.v4.new_code_cell("1"), nbformat.v4.new_code_cell("2")]
    cells.insert(1, nbformat.v4.new_markdown_cell("Words."))
    (tmp_path / "notebooks").mkdir()
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / NAME)
    return tmp_path


def begin(project: Path, lines: list[str]) -> Stamps:
    """Begin a run of the project's notebook; what it says goes into the list."""
    terminal = SimpleNamespace(write=lines.append)
    return Stamps(
        SimpleNamespace(
            rootpath=project,
            invocation_params=SimpleNamespace(dir=project),
            args=[NAME, "tests"],
            pluginmanager=SimpleNamespace(getplugin=lambda _: terminal),
        )
    )


def finish(stamps: Stamps, items: tuple[str, ...], failing: str = "", when: str = "call") -> None:
    for item in items:
        for step in ("setup", "call", "teardown"):
            passed = not (item == failing and step == when)
            nodeid = f"{NAME}::{item}"
            stamps.pytest_runtest_logreport(
                SimpleNamespace(nodeid=nodeid, when=step, passed=passed, duration=1.5)
            )


def to_run(project: Path) -> list[Path]:
    return what_to_run([project / NAME], project)[0]


@pytest.fixture
def said(project: Path) -> list[str]:
    """Have the notebook checked; return what was said."""
    lines: list[str] = []
    finish(begin(project, lines), PASSING)
    return lines


def test_a_notebook_that_passed_is_unchanged(project: Path, said: list[str]) -> None:
    assert said == ["\n01_a: as stored, 14 s (1 of 1)\n"]
    os.utime(project / NAME)
    (project / "cmlib" / "__pycache__").mkdir()
    (project / "cmlib" / "__pycache__" / "a.pyc").write_text("compiled")
    nothing, words = what_to_run([project / NAME], project)
    assert nothing == []
    assert words.startswith("1 of 1 notebooks are unchanged since they were checked on 20")


@pytest.mark.usefixtures("said")
@pytest.mark.parametrize("name", [NAME, *SHARED])
def test_whatever_a_run_depends_on_makes_it_run_again(project: Path, name: str) -> None:
    path = project / name
    path = path if path.suffix else path / "inside" / "one.txt"
    path.write_text(path.read_text() + " ")
    assert to_run(project) == [project / NAME]


@pytest.mark.usefixtures("said")
@pytest.mark.parametrize("name", ["cmlib/new.py", "data/new.csv"])
def test_a_new_and_a_renamed_file_make_it_run_again(project: Path, name: str) -> None:
    (project / name).write_text("new")
    assert to_run(project)
    (project / name).unlink()
    assert not to_run(project)
    old = project / "data" / "inside" / "one.txt"
    old.rename(old.with_name("other.txt"))
    assert to_run(project)


@pytest.mark.usefixtures("said")
def test_another_version_of_a_package_makes_it_run_again(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert b"('nbval', '0.11.0')" in checked.installed()
    other = checked.installed().replace(b"'0.11.0'", b"'0.11.1'")
    monkeypatch.setattr(checked, "installed", lambda: other)
    assert to_run(project)


@pytest.mark.parametrize(
    ("items", "failing", "when"),
    [
        (PASSING, "Cell 1", "call"),
        (PASSING, "prose", "call"),
        (PASSING, "Cell 0", "setup"),
        (PASSING, "prose", "teardown"),
        (("Cell 0", "prose"), "", ""),
        (("Cell 0", "Cell 1"), "", ""),
    ],
)
def test_what_did_not_pass_as_a_whole_runs_again(
    project: Path, items: tuple[str, ...], failing: str, when: str
) -> None:
    finish(begin(project, []), items, failing, when)
    assert to_run(project)


@pytest.mark.usefixtures("said")
def test_a_failure_takes_the_stamp_away(project: Path) -> None:
    finish(begin(project, []), PASSING, "Cell 1")
    assert to_run(project)


def test_what_changes_during_a_run_has_not_been_checked(project: Path) -> None:
    lines: list[str] = []
    stamps = begin(project, lines)
    (project / "cmlib" / "new.py").write_text("new")
    finish(stamps, PASSING)
    assert to_run(project)
    assert "changed while it ran" in lines[0]


def test_the_time_is_that_of_the_last_runs(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = {"a": 200.0, "b": 100.0, "c": 60.0}
    notebooks = [project / name for name in seconds]

    def last(path: Path, _: Path) -> Stamp:
        return Stamp("", "", seconds[path.name])

    assert checked.seconds_to_run(notebooks, project, 4) == 10 + 3 * 25 / 3
    monkeypatch.setattr(checked, "read_stamp", last)
    assert checked.seconds_to_run(notebooks, project, 1) == 370
    assert checked.seconds_to_run(notebooks, project, 2) == 210
    assert [checked.in_words(it) for it in (9, 89, 91, 370)] == [
        "a minute",
        "a minute",
        "2 minutes",
        "6 minutes",
    ]


def test_it_says_what_runs_and_what_does_not(project: Path, said: list[str]) -> None:
    other = project / "notebooks" / "02_b.ipynb"
    other.write_text("{}")
    run, words = what_to_run([project / NAME, other], project)
    assert run == [other]
    assert words.startswith("1 of 2 notebooks are unchanged since")
    assert words.endswith("1 of 2 notebooks run now, in about a minute: 02_b.")
    (project / NAME).write_text("{}")
    _, words = what_to_run([project / NAME, other], project)
    assert words == "2 of 2 notebooks run now, in about a minute."


@pytest.mark.parametrize(
    ("options", "compares"),
    [
        ({}, True),
        ({"nbval": False}, False),
        ({"nbval_lax": True}, False),
        ({"nbval_sanitize_with": "file"}, False),
        ({"nbval_kernel_name": "other"}, False),
    ],
)
def test_only_a_strict_run_counts(options: dict[str, object], compares: bool) -> None:
    strict = {"nbval": True, "nbval_lax": False, "nbval_sanitize_with": None}
    option = SimpleNamespace(**{**strict, "nbval_kernel_name": None, **options})
    assert checked.compares_all(SimpleNamespace(option=option)) is compares


def test_a_run_of_pytest_leaves_the_stamp(
    sample: NotebookNode, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where another process runs it, as for `make test`."""
    pytester.makeconftest((ROOT / "conftest.py").read_text(encoding="utf-8"))
    path = pytester.path / "sample.ipynb"
    nbformat.write(sample, path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    done = pytester.runpytest_subprocess("-q", "-n1", "--nbval", path.name)
    done.stdout.fnmatch_lines(["sample: as stored, *(1 of 1)"])
    assert what_to_run([path], pytester.path)[0] == []
    sample.cells[-1].source = "other words"
    nbformat.write(sample, path)
    assert what_to_run([path], pytester.path)[0] == [path]


@pytest.fixture
def called() -> Callable[..., subprocess.CompletedProcess[str]]:
    def call(*names: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, checked.__file__, *names]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)

    return call


def test_the_script_names_what_is_to_run(
    called: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    names = [path.relative_to(ROOT).as_posix() for path in LESSONS]
    run, _ = what_to_run(LESSONS, ROOT)
    done = called(*names)
    assert done.stdout.split() == [path.relative_to(ROOT).as_posix() for path in run]
    assert f"of {len(LESSONS)} notebooks" in done.stderr
