"""Hand-written pages of the book agree with the package and the lessons."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import nbformat
import pytest
from ledger_pages import outcome, rich, score
from places import DOCS, LESSONS, ROOT
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


def test_api_page_has_every_public_name() -> None:
    described = re.findall(r"^\.\. auto\w+:: (\S+)$", text_of(DOCS / "api.rst"), re.MULTILINE)
    public = [
        f"{part.__name__}.{name}"
        for package in (cmlib, cmcourse)
        for part in (package, *(getattr(package, name) for name in package._PACKAGES))
        for name in part.__all__
        if part is package or getattr(part, name) is not getattr(package, name, None)
    ]
    results = ["consistency.Fits", "uncertainty.Comparison", "uncertainty.Interval"]
    assert sorted(described) == sorted([*public, *(f"cmlib.{name}" for name in results)])


@pytest.mark.parametrize("page", ["index.md", "teaching.md"])
def test_lessons_on_the_map(page: str) -> None:
    text = text_of(DOCS / page)
    assert [lesson.stem for lesson in LESSONS if f"(notebooks/{lesson.stem})" not in text] == []


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
    """Build a book of one lesson and a ledger of one row; return its page and the warnings."""
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


def test_no_text_of_a_row_becomes_markup(build: Callable[[Entry], tuple[str, str]]) -> None:
    text = "<img src=x onerror=alert(1)>"
    texts = dict.fromkeys(("place", "quantity", "note", "call", "recomputed", "rounding"), text)
    page, _ = build(replace(HALF, printed=rf"$\text{{{text}}}$", kind="claim", **texts))
    assert page.count("&lt;img src=x onerror=alert(1)&gt;") >= len(texts)
    assert "<img src=x" not in page


def test_row_links_to_section(build: Callable[[Entry], tuple[str, str]]) -> None:
    page, warnings = build(HALF)
    assert warnings == ""
    assert 'id="doc1-sample"' in page
    assert re.search(r'href="notebooks/01_a\.html#which-way-does-\S*lean"', page)


def test_row_without_section_warns(
    build: Callable[[Entry], tuple[str, str]],
) -> None:
    """`make book` fails on warnings."""
    _, warnings = build(replace(HALF, section="Which way does it lean?"))
    assert "reference target not found: 01" in warnings


@pytest.mark.parametrize("note", ["It costs 5$.", "A `tick", "An $n` mixed"])
def test_unpaired_sign_raises(note: str) -> None:
    with pytest.raises(ValueError, match="has no partner"):
        rich(note)


# The works that the lessons cite, by their DOI or their number at arXiv
CITED = re.compile(r"doi\.org/([^\s)>\]]+)|arxiv\.org/abs/([\d.]+\d)")


def uncited(text: str, bibliography: str) -> list[str]:
    """DOIs and preprints that a text links to and the bibliography lacks."""
    found = {unquote(doi or preprint).lower() for doi, preprint in CITED.findall(text)}
    return sorted(work for work in found if work not in bibliography.lower())


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)
def test_cited_works_in_bibliography(lesson: Path) -> None:
    notebook = nbformat.read(lesson, as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert uncited(text, text_of(DOCS / "references.bib")) == []


def test_missing_work_is_found() -> None:
    text = "[a](https://doi.org/10.1/a%28b%29) [b](https://arxiv.org/abs/1911.03347)."
    assert uncited(text, "doi = {10.1/A(b)}, eprint = {1911.03347}") == []
    assert uncited(text, "doi = {10.1/A}") == ["10.1/a(b)", "1911.03347"]


def test_rich_text() -> None:
    found = rich("a *small* one: 2 * 3 * 4, `f(*a, *b)`, $y < z$ & 图")
    assert found == (
        "a <em>small</em> one: 2 * 3 * 4, "
        '<code class="docutils literal notranslate">f(*a, *b)</code>, '
        '<span class="math notranslate nohighlight" data-tex="y &lt; z">'
        "<math><mi>y</mi><mo>&lt;</mo><mi>z</mi></math></span> &amp; "
        '<span lang="zh-Hans">图</span>'
    )


def test_score_counts_judged_rows() -> None:
    entries = 3 * [replace(ROW, kind="number", verdict="reproduced")]
    start = "Of all that can be recomputed and judged, 3 of "
    assert score(entries).astext() == f"{start}3 are right as printed; judged were 3 numbers."
    entries += 2 * [replace(ROW, kind="claim", verdict="wrong")]
    entries += [replace(ROW, kind="formula", verdict="misprint")]
    entries += [replace(ROW, kind=kind) for kind in ("relation", "text")]
    entries += [replace(ROW, kind="text", verdict="misprint")]
    apart = ("our copy", "no longer runs", *4 * ["not recomputable"], "drifts")
    entries += [replace(ROW, kind="claim", verdict=verdict) for verdict in apart]
    assert score(entries).astext() == (
        f"{start}6 are right as printed; judged were 3 numbers, 1 formula and 2 claims. Counted "
        "apart are rows of another kind: 1 of what is spoiled in our copy, 1 of code that was "
        "right in its time, 4 of what cannot be recomputed, 1 of what changes with every training, "
        "1 of what must hold between numbers and is not printed and 2 of words, names and years, "
        "which are read and not recomputed."
    )


def test_outcome_of_a_claim(
    build: Callable[[Entry], tuple[str, str]],
) -> None:
    wrong = replace(
        HALF, kind="claim", verdict="wrong", correction="Not so.", note="See.", recomputed="1 = 1"
    )
    assert outcome(wrong) == "<strong>Right: </strong>Not so. See."
    assert outcome(replace(wrong, correction="", note="")) == "It holds."
    assert outcome(ROW) == "0.5"
    page, _ = build(wrong)
    assert "<dt>It gave</dt><dd>1 = 1</dd>" in page
    assert "<dt>Right</dt>" not in page


@pytest.mark.parametrize(
    ("name", "licence"),
    [
        ("docs/_static/stix/LICENSE", "SIL OPEN FONT LICENSE"),
        ("docs/_static/datatables/LICENSE", "The MIT License"),
        ("tools/reveal/LICENSE", "Permission is hereby granted"),
        ("tests/book/axe.LICENSE", "Mozilla Public License"),
    ],
)
def test_vendored_files_have_licences(name: str, licence: str) -> None:
    assert licence in text_of(ROOT / name)
