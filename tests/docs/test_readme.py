"""The README's example runs, and its map names every lesson."""

import doctest
import re

from places import LESSONS, ROOT

import tasks

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_runs():
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted >= 8
    assert result.failed == 0


def test_the_map_names_every_lesson_and_every_link_leads_somewhere():
    lessons = {path.name for path in LESSONS}
    assert lessons == set(re.findall(r"\(notebooks/([^)]+)\)", README))
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


def test_every_task_that_the_readme_names_exists():
    named = set(re.findall(r"`?(?:make|tasks\.py) ([a-z-]+)", README))
    assert {"book", "test", "lab", "student"} <= named
    assert named <= set(tasks.TASKS)
