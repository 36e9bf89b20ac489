"""The pages of the book that are written by hand keep up with the package and the lessons."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote

import nbformat
import pytest
from places import DOCS, LESSONS, ROOT
from sphinx.errors import ExtensionError
from sphinx.testing.util import SphinxTestApp
from stand_ins import ROW

import cmcourse
import cmcourse.ledger
import cmcourse.tables
import cmlib
import cmlib.plot
from cmcourse.ledger import Entry

pytest_plugins = "sphinx.testing.fixtures"


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_the_api_page_describes_every_public_name_once() -> None:
    described = re.findall(r"^\.\. auto\w+:: (\S+)$", text_of(DOCS / "api.rst"), re.MULTILINE)
    public = [
        f"{part.__name__}.{name}"
        for package in (cmlib, cmcourse)
        for part in (package, *(getattr(package, name) for name in package._PACKAGES))
        for name in part.__all__
        if part is package or getattr(part, name) is not getattr(package, name, None)
    ]
    assert sorted(described) == sorted(public)


@pytest.mark.parametrize("page", ["index.md", "teaching.md"])
def test_every_lesson_is_on_the_map(page: str) -> None:
    text = text_of(DOCS / page)
    assert [lesson.stem for lesson in LESSONS if f"(notebooks/{lesson.stem})" not in text] == []


def test_every_lesson_that_the_ledger_names_links_to_it() -> None:
    named = {entry.lesson for entry in cmcourse.ledger.load()}
    linked = {path.name[:2] for path in LESSONS if "](../docs/ledger.md)" in text_of(path)}
    assert named <= linked


HALF = replace(
    ROW,
    quantity="the half of $n$",
    note="It is `n / 2`.",
    section="Which way does $\\beta$ lean?",
)


@pytest.fixture
def build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make_app: Callable[..., SphinxTestApp]
) -> Callable[[Entry], tuple[str, str]]:
    """Build a book of one lesson and a ledger of one row; give its page and the warnings."""
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "conf.py").write_text('extensions = ["ledger_pages"]')
    (tmp_path / "index.rst").write_text(
        "Book\n====\n\n.. toctree::\n\n   ledger\n   notebooks/01_a\n"
    )
    (tmp_path / "ledger.rst").write_text("Rows\n====\n\n.. ledger-table::\n")
    heading = r"Which way does :math:`\beta` lean?"
    (tmp_path / "notebooks" / "01_a.rst").write_text(f"A\n=\n\n{heading}\n{'-' * 60}\n\nSo.\n")
    monkeypatch.syspath_prepend(DOCS)

    def run(entry: Entry) -> tuple[str, str]:
        monkeypatch.setattr(cmcourse.ledger, "load", lambda: [entry])
        app = make_app(srcdir=tmp_path)
        app.build()
        return text_of(app.outdir / "ledger.html"), app.warning.getvalue()

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
    with pytest.raises(ExtensionError, match="has no partner"):
        build(replace(HALF, note=note))


# The works that the lessons cite, by their DOI or their number at arXiv
CITED = re.compile(r"doi\.org/([^\s)>\]]+)|arxiv\.org/abs/([\d.]+\d)")


def uncited(text: str, bibliography: str) -> list[str]:
    """DOIs and preprints that a text links to and the bibliography lacks."""
    found = {unquote(doi or preprint).lower() for doi, preprint in CITED.findall(text)}
    return sorted(work for work in found if work not in bibliography.lower())


def unlisted(reading: str, titles: Iterable[str]) -> list[str]:
    """Works of a list, title in quotation marks or in italics, that the bibliography lacks."""
    known = [letters(title) for title in titles]
    quoted = re.findall(r"^- [A-Z][^\n]*?, (?:\"([^\"]+)\"|\*([^*]+)\*),", reading, re.MULTILINE)
    works = [one or other for one, other in quoted]
    return [work for work in works if not any(letters(work) in title for title in known)]


def letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", re.sub(r"\\['^`\"]", "", text.lower()).replace("₁", "1"))


def bibliography_titles() -> list[str]:
    text = text_of(DOCS / "references.bib")
    return re.findall(r"^  (?:title|howpublished) = \{(.*?)\},?$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)
def test_every_work_that_a_lesson_cites_is_in_the_bibliography(lesson: Path) -> None:
    notebook = nbformat.read(lesson, as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert uncited(text, text_of(DOCS / "references.bib")) == []
    assert unlisted(text.partition("## Further reading")[2], bibliography_titles()) == []


def test_a_work_that_the_bibliography_lacks_is_seen() -> None:
    text = "[a](https://doi.org/10.1/a%28b%29) [b](https://arxiv.org/abs/1911.03347)."
    assert uncited(text, "doi = {10.1/A(b)}, eprint = {1911.03347}") == []
    assert uncited(text, "doi = {10.1/A}") == ["10.1/a(b)", "1911.03347"]
    reading = (
        '- A. Author, "Macro F1", *J* 2019.\n- B. Bee, *A Book*, 1993.\n- The guide of [x](y).'
    )
    assert unlisted(reading, ["Macro {F1} and more", "A Book"]) == []
    assert unlisted(reading, ["A Book"]) == ["Macro F1"]


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(DOCS)
    return import_module("ledger_pages")


def starred(html: str) -> list[str]:
    """Words with their asterisks in what the page shows, formulas and code left out."""
    plain = re.sub(r'<code.*?</code>|<span class="math.*?</span>', "", html)
    return re.findall(r"\*\w[^*]*\*", plain)


def test_no_word_of_the_ledger_keeps_its_asterisks(pages: ModuleType) -> None:
    rows = cmcourse.ledger.load()
    fields = ("quantity", "place", "correction", "note", "section")
    texts = [getattr(row, field) for row in rows for field in fields]
    texts += [row.printed for row in rows if row.kind in ("claim", "text")]
    assert any(map(starred, texts))
    assert [text for text in texts if starred(pages.rich(text))] == []


def test_stress_is_shown_and_other_asterisks_stay(pages: ModuleType) -> None:
    found = pages.rich("a *small* one: 2 * 3 * 4, `f(*a, *b)`, $x * y < z$ & 图")
    assert found == (
        "a <em>small</em> one: 2 * 3 * 4, "
        '<code class="docutils literal notranslate">f(*a, *b)</code>, '
        r'<span class="math notranslate nohighlight">\(x * y &lt; z\)</span> &amp; '
        '<span lang="zh-Hans">图</span>'
    )
    assert starred(found) == []


def row_of(kind: str, verdict: str) -> Entry:
    return replace(ROW, kind=kind, verdict=verdict)


def test_the_score_leaves_out_what_it_says_it_leaves_out(pages: ModuleType) -> None:
    entries = [
        *(3 * [row_of("number", "reproduced")]),
        *(2 * [row_of("claim", "wrong")]),
        row_of("formula", "misprint"),
        row_of("relation", "reproduced"),
        row_of("text", "reproduced"),
        row_of("text", "misprint"),
        row_of("claim", "our copy"),
        row_of("claim", "no longer runs"),
        *(4 * [row_of("number", "not recomputable")]),
        row_of("number", "drifts"),
    ]
    assert pages.score(entries).astext() == (
        "Of all that can be recomputed and judged, 3 of 6 are right as printed; judged were 3 "
        "numbers, 1 formula and 2 claims. Counted apart are rows of another kind: 1 of what is "
        "spoiled in our copy, 1 of code that was right in its time, 4 of what cannot be "
        "recomputed, 1 of what changes with every training, 1 of what must hold between numbers "
        "and is not printed and 2 of words, names and years, which are read and not recomputed."
    )
    assert pages.score(entries[:3]).astext() == (
        "Of all that can be recomputed and judged, 3 of 3 are right as printed; judged were 3 "
        "numbers."
    )


def test_what_comes_out_of_a_claim_is_said_in_words(
    pages: ModuleType, build: Callable[[Entry], tuple[str, str]]
) -> None:
    wrong = replace(
        HALF, kind="claim", verdict="wrong", correction="Not so.", note="See.", recomputed="1 = 1"
    )
    assert pages.outcome(wrong) == "<strong>Right: </strong>Not so. See."
    assert pages.outcome(replace(wrong, correction="", note="")) == "It holds."
    assert pages.outcome(ROW) == "0.5"
    page, _ = build(wrong)
    assert "<dt>It gave</dt><dd>1 = 1</dd>" in page
    assert "<dt>Right</dt>" not in page


def test_what_the_project_carries_keeps_its_licence() -> None:
    mathjax = text_of(DOCS / "_static" / "mathjax" / "LICENSE")
    tables = text_of(DOCS / "_static" / "datatables" / "LICENSE")
    axe = text_of(ROOT / "tests" / "book" / "axe.LICENSE")
    assert "Apache License" in mathjax
    assert "The MIT License" in tables
    assert "Mozilla Public License" in axe


@pytest.mark.parametrize("name", ["README.md", "CITATION.cff", "LICENSE-TEXT", "docs/conf.py"])
def test_the_course_has_one_title(name: str) -> None:
    (title,) = re.findall("^# (.+)$", text_of(DOCS / "index.md"), re.MULTILINE)
    called = re.findall(r"judging\s+\w+\s+\w+\s+from", text_of(ROOT / name), re.IGNORECASE)
    assert text_of(ROOT / name).count(title) == len(called) == 1
