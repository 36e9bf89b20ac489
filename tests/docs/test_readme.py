"""Examples of README and of two pages of the book run; README's map is whole."""

import doctest
import re

import pytest
from places import LESSONS, ROOT

import tasks

README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("page", "least"), [("README.md", 8), ("docs/coming_from.md", 30), ("docs/api.rst", 8)]
)
def test_examples_run(page, least):
    result = doctest.testfile(str(ROOT / page), module_relative=False)
    assert result.attempted >= least
    assert result.failed == 0


def test_map_and_links():
    lessons = {path.name for path in LESSONS}
    assert lessons == set(re.findall(r"\(notebooks/([^)]+)\)", README))
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


def test_named_tasks_exist():
    named = set(re.findall(r"`?(?:make|tasks\.py) ([a-z-]+)", README))
    assert {"book", "test", "lab", "student"} <= named
    assert named <= set(tasks.TASKS)
