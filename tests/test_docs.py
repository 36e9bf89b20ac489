"""The pages of the book that are written by hand keep up with the package and the lessons."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import cmlib
import cmlib.answers
import cmlib.datasets
import cmlib.exercises
import cmlib.plots

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
LESSONS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
MODULES = (cmlib.answers, cmlib.datasets, cmlib.exercises, cmlib.plots)


def public_names() -> set[str]:
    """Everything that a user of the package may import."""
    names = {f"cmlib.{name}" for name in cmlib.__all__}
    return names.union(
        *({f"{module.__name__}.{name}" for name in module.__all__} for module in MODULES)
    )


def described_names(source: str) -> list[str]:
    """The names that autodoc directives of a page describe, in order."""
    return re.findall(r"^\.\. auto\w+:: (\S+)$", source, flags=re.MULTILINE)


def api_problems(source: str, public: set[str]) -> list[str]:
    """Public names without a description, descriptions of other names, and second descriptions."""
    described = described_names(source)
    return (
        [f"not described: {name}" for name in sorted(public - set(described))]
        + [f"not public: {name}" for name in sorted(set(described) - public)]
        + [
            f"described twice: {name}"
            for name in sorted(set(described))
            if described.count(name) > 1
        ]
    )


def unlinked(page: str, lessons: Iterable[str]) -> list[str]:
    """Lessons that a page does not link to."""
    return [lesson for lesson in lessons if f"(notebooks/{lesson})" not in page]


def test_the_api_page_describes_every_public_name_once() -> None:
    assert api_problems((DOCS / "api.rst").read_text(encoding="utf-8"), public_names()) == []


def test_a_missing_a_strange_and_a_repeated_description_are_seen() -> None:
    page = (
        ".. autofunction:: cmlib.recall\n.. autofunction:: cmlib.old\n.. autoclass:: cmlib.recall\n"
    )
    assert api_problems(page, {"cmlib.recall", "cmlib.accuracy"}) == [
        "not described: cmlib.accuracy",
        "not public: cmlib.old",
        "described twice: cmlib.recall",
    ]


@pytest.mark.parametrize("page", ["index.md", "teaching.md"])
def test_every_lesson_is_on_the_map(page: str) -> None:
    assert LESSONS, "there are no notebooks"
    assert unlinked((DOCS / page).read_text(encoding="utf-8"), LESSONS) == []


def test_a_lesson_that_is_not_on_the_map_is_seen() -> None:
    assert unlinked("[1](notebooks/01_a)", ["01_a", "02_b"]) == ["02_b"]


def test_mathjax_and_axe_keep_their_licences() -> None:
    mathjax = (DOCS / "_static" / "mathjax" / "LICENSE").read_text(encoding="utf-8")
    axe = (ROOT / "tests" / "book" / "axe.LICENSE").read_text(encoding="utf-8")
    assert "Apache License" in mathjax
    assert "Mozilla Public License" in axe
