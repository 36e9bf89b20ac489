"""The repository's address makes the buttons, and the cell that fetches cmlib; without it, none."""

import re
import tomllib

import nbformat
import pytest
import repository_links
from packaging.requirements import Requirement
from places import LABS, LESSONS, ROOT, TEMPLATE

STAND_IN = "https://github.com/stand-in/course"


def source_of_fetching(lesson):
    (cell,) = [cell for cell in lesson.cells if cell.get("id") == repository_links.FETCHING]
    return cell.source


@pytest.mark.parametrize(
    "address", ["https://example.org/a/b", f"{STAND_IN}/tree/main", f'{STAND_IN}" $(anything)']
)
def test_bad_address_raises(address):
    with pytest.raises(ValueError, match=re.escape(repr(address))):
        repository_links.theme_options(address)


def test_lessons_fetch_from_project_address():
    """Colab opens the lesson as it is stored."""
    for path in [*LESSONS, *LABS, TEMPLATE]:
        lesson = nbformat.read(path, as_version=4)
        found = [cell.source for cell in lesson.cells if cell.id == repository_links.FETCHING]
        lesson = repository_links.with_fetching(lesson, repository_links.repository())
        told = [cell.source for cell in lesson.cells if cell.id == repository_links.FETCHING]
        assert found == told, f"{path.name}: run make refresh"


def test_fetching_cell_added_and_removed(tmp_path):
    copy = tmp_path / "copy.ipynb"
    nbformat.write(repository_links.with_fetching(nbformat.read(TEMPLATE, as_version=4), ""), copy)
    stored = copy.read_bytes()
    for address in (f"{STAND_IN}-before", STAND_IN, STAND_IN):
        repository_links.write_fetching([copy], address)
    lesson = nbformat.read(copy, as_version=4)
    first = next(cell for cell in lesson.cells if cell.cell_type == "code")
    assert first.source == source_of_fetching(lesson)
    assert first.source.count(f"{STAND_IN}/archive/") == 1
    repository_links.write_fetching([copy], "")
    assert copy.read_bytes() == stored


def test_fetched_requirement():
    lesson = repository_links.with_fetching(nbformat.read(LESSONS[0], as_version=4), STAND_IN)
    (quoted,) = re.findall(r'%pip install --quiet "(.+)"$', source_of_fetching(lesson), re.M)
    wanted = Requirement(quoted)
    assert wanted.url == f"{STAND_IN}/archive/refs/heads/main.zip"
    assert (wanted.name, wanted.extras) == ("cmcourse", {"lessons"})
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "lessons" in project["optional-dependencies"]
