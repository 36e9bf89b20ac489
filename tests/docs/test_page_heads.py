"""What a page tells search engines and previews."""

from __future__ import annotations

import re
import tomllib
from types import SimpleNamespace

import page_heads
import pytest
from bs4 import BeautifulSoup
from course_progress import minutes
from docutils import nodes
from page_heads import DESCRIPTIONS, describe, head, of_lessons
from places import DOCS, LESSONS
from sphinx import addnodes

PAGES = {path.stem for path in [*DOCS.glob("*.md"), *DOCS.glob("*.rst"), *DOCS.glob("*.ipynb")]}


def tags(html: str) -> dict[str, str]:
    found = BeautifulSoup(html, "html.parser").find_all("meta")
    return {tag.get("name") or tag["property"]: tag["content"] for tag in found}


def test_every_page_has_a_description_of_its_own() -> None:
    known = tomllib.loads(DESCRIPTIONS.read_text(encoding="utf-8"))
    assert set(known) == PAGES | {"genindex", "search"}
    assert len(set(known.values())) == len(known)


def test_a_lesson_is_described_by_what_the_first_page_promises() -> None:
    link = addnodes.pending_xref("", reftarget="notebooks/03_kappa")
    row = nodes.row("", nodes.entry("", link), nodes.entry("", nodes.paragraph("", "do it")))
    document = nodes.document(None, None)
    document += nodes.row("", nodes.entry("", nodes.paragraph("", "Lesson")))
    document += row
    assert list(of_lessons(document)) == [("notebooks/03_kappa", "Do it.")]


@pytest.mark.parametrize(
    ("promise", "warned"),
    [
        ("a" * 159, []),
        ("a" * 160, ["described in 161 characters: 50 to 160 are shown"]),
        ("a" * 48, ["described in 49 characters: 50 to 160 are shown"]),
        (None, ["no description in descriptions.toml"]),
    ],
)
def test_a_page_that_is_described_too_long_or_not_at_all_is_a_warning(promise, warned, monkeypatch):
    said = []

    def warning(message, *parts, location):
        said.append(f"{location}: {message % parts}")

    monkeypatch.setattr(page_heads, "log", SimpleNamespace(warning=warning))
    first_page = nodes.document(None, None)
    if promise:
        link = addnodes.pending_xref("", reftarget="a_lesson")
        first_page += nodes.row("", nodes.entry("", link), nodes.entry("", nodes.Text(promise)))
    app = SimpleNamespace(
        config=SimpleNamespace(root_doc="index", project="A book", html_baseurl=""),
        env=SimpleNamespace(get_doctree=lambda _: first_page),
    )
    context = {"title": "A lesson", "pageurl": None}
    describe(app, "a_lesson", "page.html", context, None)
    assert said == [f"a_lesson: {message}" for message in warned]
    assert ("metatags" in context) == (promise is not None)


def test_what_sphinx_has_put_into_the_head_stays() -> None:
    assert ('<meta name="a" />' + head("x", "y", "z", None, "")).startswith('<meta name="a" />')


def test_without_an_address_no_tag_needs_one() -> None:
    found = tags(head('On "recall" & more', "Recall", "A book", "", ""))
    assert found["description"] == found["og:description"] == 'On "recall" & more'
    assert found["og:title"] == "Recall"
    assert not {"og:url", "og:image"} & set(found)
    assert not [text for text in found.values() if "://" in text]


@pytest.mark.parametrize("base", ["https://example.org/book", "https://example.org/book/"])
def test_with_an_address_all_are_absolute(base: str) -> None:
    found = tags(head("About it", "Recall", "A book", f"{base}glossary.html", base))
    assert found["og:url"] == f"{base}glossary.html"
    assert found["og:image"] == "https://example.org/book/_static/book.png"


def test_the_minutes_are_those_of_the_lesson_s_head(tmp_path) -> None:
    for lesson in LESSONS:
        stated = re.search(r"\*\*It takes\*\* about (\d+) minutes", lesson.read_text("utf-8"))
        assert minutes(lesson) == int(stated[1])
    silent = tmp_path / "13_silent.ipynb"
    silent.write_text("It takes a while.", encoding="utf-8")
    with pytest.raises(ValueError, match="does not say how long"):
        minutes(silent)
