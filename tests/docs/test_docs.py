"""Hand-written pages of the book agree with the package and the lessons."""

import re
from dataclasses import replace
from urllib.parse import unquote

import nbformat
import pytest
from ledger_pages import outcome, rich, score
from places import DOCS, LESSONS, ROOT
from stand_ins import ROW

import cmcourse
import cmcourse.ledger
import cmcourse.tables
import cmlib
import cmlib.plot


def text_of(path):
    return path.read_text(encoding="utf-8")


def test_api_page_has_every_public_name():
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
def test_lessons_on_the_map(page):
    text = text_of(DOCS / page)
    assert [lesson.stem for lesson in LESSONS if f"(notebooks/{lesson.stem})" not in text] == []


@pytest.mark.parametrize("note", ["It costs 5$.", "A `tick", "An $n` mixed"])
def test_unpaired_sign_raises(note):
    with pytest.raises(ValueError, match="has no partner"):
        rich(note)


# The works that the lessons cite, by their DOI or their number at arXiv
CITED = re.compile(r"doi\.org/([^\s)>\]]+)|arxiv\.org/abs/([\d.]+\d)")


def uncited(text, bibliography):
    """DOIs and preprints that a text links to and the bibliography lacks."""
    found = {unquote(doi or preprint).lower() for doi, preprint in CITED.findall(text)}
    return sorted(work for work in found if work not in bibliography.lower())


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)
def test_cited_works_in_bibliography(lesson):
    notebook = nbformat.read(lesson, as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert uncited(text, text_of(DOCS / "references.bib")) == []


def test_missing_work_is_found():
    text = "[a](https://doi.org/10.1/a%28b%29) [b](https://arxiv.org/abs/1911.03347)."
    assert uncited(text, "doi = {10.1/A(b)}, eprint = {1911.03347}") == []
    assert uncited(text, "doi = {10.1/A}") == ["10.1/a(b)", "1911.03347"]


def test_rich_text():
    found = rich("a *small* one: 2 * 3 * 4, `f(*a, *b)`, $y < z$ & 图")
    assert found == (
        "a <em>small</em> one: 2 * 3 * 4, "
        '<code class="docutils literal notranslate">f(*a, *b)</code>, '
        '<span class="math notranslate nohighlight" data-tex="y &lt; z">'
        "<math><mi>y</mi><mo>&lt;</mo><mi>z</mi></math></span> &amp; "
        '<span lang="zh-Hans">图</span>'
    )


def test_score_counts_judged_rows():
    entries = 3 * [replace(ROW, kind="number", verdict="reproduced")]
    entries += 2 * [replace(ROW, kind="claim", verdict="wrong")]
    entries += [replace(ROW, kind="formula", verdict="misprint")]
    entries += [replace(ROW, kind=kind) for kind in ("relation", "text")]
    entries += [replace(ROW, kind="text", verdict="misprint")]
    apart = ("our copy", "no longer runs", *4 * ["not recomputable"], "drifts")
    entries += [replace(ROW, kind="claim", verdict=verdict) for verdict in apart]
    said = score(entries).astext()
    assert "3 of 6 are right as printed; judged were 3 numbers, 1 formula and 2 claims." in said
    assert re.findall(r"\d+ of (?:what|code|words)", said.partition("apart")[2]) == [
        *("1 of what", "1 of code", "4 of what", "1 of what", "1 of what", "2 of words")
    ]


def test_outcome_of_a_claim():
    wrong = replace(ROW, kind="claim", verdict="wrong", correction="Not so.", note="See.")
    assert outcome(wrong) == "<strong>Right: </strong>Not so. See."
    assert outcome(replace(wrong, correction="", note="")) == "It holds."
    assert outcome(ROW) == "0.5"


@pytest.mark.parametrize(
    ("name", "licence"),
    [
        ("docs/_static/stix/LICENSE", "SIL OPEN FONT LICENSE"),
        ("docs/_static/datatables/LICENSE", "The MIT License"),
        ("tools/deck/reveal/LICENSE", "Permission is hereby granted"),
        ("tests/book/axe.LICENSE", "Mozilla Public License"),
    ],
)
def test_vendored_files_have_licences(name, licence):
    assert licence in text_of(ROOT / name)
