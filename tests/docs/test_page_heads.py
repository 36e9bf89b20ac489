"""What a page tells search engines and previews."""

from __future__ import annotations

import re
import tomllib

import pytest
from bs4 import BeautifulSoup
from course_progress import minutes
from docutils import nodes
from page_heads import DESCRIPTIONS, head, of_lessons
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
    wrong = {page: len(text) for page, text in known.items() if not 50 <= len(text) <= 160}
    assert wrong == {}


def test_a_lesson_is_described_by_what_the_first_page_promises() -> None:
    link = addnodes.pending_xref("", reftarget="notebooks/03_kappa")
    row = nodes.row("", nodes.entry("", link), nodes.entry("", nodes.paragraph("", "do it")))
    document = nodes.document(None, None)
    document += nodes.row("", nodes.entry("", nodes.paragraph("", "Lesson")))
    document += row
    assert list(of_lessons(document)) == [("notebooks/03_kappa", "Do it.")]


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
