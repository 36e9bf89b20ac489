"""The repository's address makes the buttons, and the cell that fetches cmlib; without it, none."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import nbformat
import pytest
import repository
from nbformat import NotebookNode
from packaging.requirements import Requirement
from places import LESSONS, ROOT, TEMPLATE

STAND_IN = "https://github.com/stand-in/course"


def source_of_fetching(lesson: NotebookNode) -> str:
    (cell,) = [cell for cell in lesson.cells if cell.get("id") == repository.FETCHING]
    return cell.source


def test_without_an_address_there_are_no_buttons() -> None:
    assert repository.theme_options("") == {}
    assert "launch_buttons" in repository.theme_options(STAND_IN)


@pytest.mark.parametrize(
    "address",
    [
        "github.com/stand-in/course",
        "https://example.org/stand-in/course",
        "https://github.com/stand-in",
        f"{STAND_IN}/",
        f"{STAND_IN}/tree/main",
        f'{STAND_IN}" $(anything)',
    ],
)
def test_an_address_of_another_form_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(address))):
        repository.theme_options(address)


def test_the_environment_names_another_repository_for_one_build() -> None:
    code = "import conf; print(conf.html_theme_options.get('repository_url'))"
    for env, address in (({}, repository.repository()), ({"CMLIB_REPOSITORY": STAND_IN}, STAND_IN)):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={
                **os.environ,
                **env,
                "PYTHONPATH": os.pathsep.join([str(ROOT / "docs"), *sys.path]),
            },
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == (address or "None")


def test_every_lesson_fetches_from_the_address_of_the_project() -> None:
    """What Colab opens is the lesson of the repository itself."""
    for path in [*LESSONS, TEMPLATE]:
        stored = path.read_text(encoding="utf-8")
        lesson = repository.with_fetching(nbformat.reads(stored, 4), repository.repository())
        told = [c.source for c in lesson.cells if c.get("id") == repository.FETCHING]
        found = [c.source for c in nbformat.reads(stored, 4).cells if c.id == repository.FETCHING]
        assert found == told, f"{path.name}: run make refresh"


def test_the_cell_is_the_first_one_with_code_and_comes_and_goes(tmp_path: Path) -> None:
    for path in [*LESSONS, TEMPLATE]:
        copy = tmp_path / path.name
        without = repository.with_fetching(nbformat.read(path, as_version=4), "")
        nbformat.write(without, copy)
        stored = copy.read_bytes()
        for address in (f"{STAND_IN}-before", STAND_IN, STAND_IN):
            repository.write_fetching([copy], address)
        lesson = nbformat.read(copy, as_version=4)
        first = next(cell for cell in lesson.cells if cell.cell_type == "code")
        assert first.source == source_of_fetching(lesson)
        assert first.source.count(f"{STAND_IN}/archive/") == 1
        repository.write_fetching([copy], "")
        assert copy.read_bytes() == stored


def test_what_it_fetches_is_named_by_its_address_and_brings_what_the_lessons_import() -> None:
    lesson = repository.with_fetching(nbformat.read(LESSONS[0], as_version=4), STAND_IN)
    (quoted,) = re.findall(r'%pip install --quiet "(.+)"$', source_of_fetching(lesson), re.M)
    wanted = Requirement(quoted)
    assert wanted.url == f"{STAND_IN}/archive/refs/heads/main.zip"
    assert (wanted.name, wanted.extras) == ("cmcourse", {"lessons"})
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "lessons" in project["optional-dependencies"]
