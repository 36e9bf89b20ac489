"""The pages of the book that are written by hand keep up with the package and the lessons."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils
from stand_ins import ROW

import cmlib
import cmlib.datasets
import cmlib.evidence
import cmlib.ledger
import cmlib.plots
from cmlib.ledger import Entry

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
LESSONS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
MODULES = (
    cmlib.datasets,
    cmlib.evidence,
    cmlib.ledger,
    cmlib.plots,
)


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


def unlinked_from_lessons(notebooks: Iterable[Path], lessons: Iterable[str]) -> list[str]:
    """Lessons of the ledger, by number, whose notebook does not link to its page."""
    texts = {path.name[:2]: path.read_text(encoding="utf-8") for path in notebooks}
    return [lesson for lesson in lessons if "](../docs/ledger.md)" not in texts.get(lesson, "")]


def test_every_lesson_that_the_ledger_names_links_to_it() -> None:
    lessons = sorted({entry.lesson for entry in cmlib.ledger.load()})
    assert unlinked_from_lessons((ROOT / "notebooks").glob("*.ipynb"), lessons) == []


def test_a_lesson_that_does_not_link_to_the_ledger_is_seen(tmp_path: Path) -> None:
    (tmp_path / "01_a.ipynb").write_text('"[it](../docs/ledger.md)"', encoding="utf-8")
    (tmp_path / "02_b.ipynb").write_text('"[it](../docs/glossary.md)"', encoding="utf-8")
    found = unlinked_from_lessons(tmp_path.glob("*.ipynb"), ["01", "02", "03"])
    assert found == ["02", "03"]


HALF = replace(
    ROW,
    quantity="the half of $n$",
    note="It is `n / 2`.",
    section="Which way does $\\beta$ lean?",
)


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Entry], tuple[str, str]]:
    """Build a book of one lesson and a ledger of one row; give its page and the warnings."""
    source = tmp_path / "source"
    (source / "notebooks").mkdir(parents=True)
    (source / "index.rst").write_text(
        "Book\n====\n\n.. toctree::\n\n   ledger\n   notebooks/01_a\n"
    )
    (source / "ledger.rst").write_text("Rows\n====\n\n.. ledger-table::\n")
    heading = r"Which way does :math:`\beta` lean?"
    (source / "notebooks" / "01_a.rst").write_text(f"A\n=\n\n{heading}\n{'-' * 60}\n\nSo.\n")
    monkeypatch.syspath_prepend(DOCS)

    def run(entry: Entry) -> tuple[str, str]:
        monkeypatch.setattr(cmlib.ledger, "load", lambda: [entry])
        warnings = StringIO()
        with patch_docutils(), docutils_namespace():
            app = Sphinx(
                source,
                None,
                tmp_path / "book",
                tmp_path / "doctrees",
                "html",
                confoverrides={"extensions": ["ledger_pages"]},
                status=None,
                warning=warnings,
                freshenv=True,
            )
            app.build()
        return (tmp_path / "book" / "ledger.html").read_text("utf-8"), warnings.getvalue()

    return run


def test_a_row_leads_to_its_section(build: Callable[[Entry], tuple[str, str]]) -> None:
    page, warnings = build(HALF)
    assert warnings == ""
    assert 'id="doc1-sample"' in page
    assert re.search(r'href="notebooks/01_a\.html#which-way-does-\S*lean"', page)


@pytest.mark.parametrize(
    ("field", "value"), [("lesson", "02"), ("section", "Which way does it lean?")]
)
def test_a_row_without_its_section_stops_the_book(
    build: Callable[[Entry], tuple[str, str]], field: str, value: str
) -> None:
    """`make book` fails on warnings."""
    _, warnings = build(replace(HALF, **{field: value}))
    assert f"reference target not found: {'02' if field == 'lesson' else '01'}" in warnings


@pytest.mark.parametrize("note", ["It costs 5$.", "A `tick", "An $n` mixed"])
def test_a_sign_without_its_partner_stops_the_book(
    build: Callable[[Entry], tuple[str, str]], note: str
) -> None:
    with pytest.raises(ValueError, match="has no partner"):
        build(replace(HALF, note=note))


def test_what_the_project_carries_keeps_its_licence() -> None:
    mathjax = (DOCS / "_static" / "mathjax" / "LICENSE").read_text(encoding="utf-8")
    tables = (DOCS / "_static" / "datatables" / "LICENSE").read_text(encoding="utf-8")
    axe = (ROOT / "tests" / "book" / "axe.LICENSE").read_text(encoding="utf-8")
    assert "Apache License" in mathjax
    assert "The MIT License" in tables
    assert "Mozilla Public License" in axe
