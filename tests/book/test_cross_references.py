"""All pages without a browser: links, ids, titles, alternative texts."""

import re
from html import unescape
from urllib.parse import unquote, urldefrag, urlsplit

import pytest
from bs4 import BeautifulSoup

from cmcourse import ledger

LESSON = "notebooks/03_kappa"
# The theme opens these with its script.
BY_SCRIPT = {"#", "#pst-secondary-sidebar"}


@pytest.fixture(scope="module")
def texts(book, page_paths):
    """The text of every page that a reader meets, by its path."""
    return {path: (book / path).read_text(encoding="utf-8") for path in page_paths}


@pytest.fixture(scope="module")
def pages(texts):
    """Pages of each kind, parsed."""
    names = ["glossary", "api", "ledger", "errata", LESSON, "notebooks/02_multiclass_averaging"]
    return {name: BeautifulSoup(texts[f"{name}.html"], "html.parser") for name in names}


@pytest.fixture(scope="module")
def places(texts):
    """Every address in the book: pages, and the ids on them."""
    ids = {path: re.findall(r'\sid="([^"]+)"', text) for path, text in texts.items()}
    return {*texts, *(f"{path}#{it}" for path, found in ids.items() for it in found)}


def broken_links(path, text, places, book):
    """Yield the links of a page to places in the book that are not there."""
    for link in map(unescape, re.findall(r'<a\b[^>]*\shref="([^"]*)"', text)):
        address, anchor = urldefrag(link)
        parts = urlsplit(address)
        if parts.scheme or link in BY_SCRIPT:
            continue
        target = (book / path).parent / unquote(parts.path) if parts.path else book / path
        there = target.resolve().relative_to(book.resolve()).as_posix()
        # An anchor may hold answers of the guide to measures, or what an explorer shows.
        answers = (there == "which_measure.html" and "=" in anchor) or anchor[:8] == "explore="
        known = there in places if there.endswith(".html") else target.is_file()
        if not known or (anchor and not answers and f"{there}#{unquote(anchor)}" not in places):
            yield f"{path}: {link}"


def test_links_lead_to_a_place(book, texts, places):
    assert [
        it for path, text in texts.items() for it in broken_links(path, text, places, book)
    ] == []


@pytest.mark.parametrize(
    ("html", "count"),
    [
        ('<a href="../glossary.html#term-recall">a</a><a href="#exercises">b</a>', 0),
        ('<a href="../glossary.html#term-nothing">a</a>', 1),
        ('<a href="glossary.html">in another folder</a>', 1),
        ('<a href="#nowhere">a</a>', 1),
    ],
)
def test_broken_link_is_found(book, places, html, count):
    assert len([*broken_links("notebooks/03_kappa.html", html, places, book)]) == count


def test_titles_are_unique(texts):
    titles = [re.search(r"<title>\s*(\S.*?)</title>", text, re.S)[1] for text in texts.values()]
    assert [it for it in titles if titles.count(it) > 1] == []


def hrefs(tag, pattern):
    return [link["href"] for link in tag.find_all("a", href=re.compile(pattern))]


def test_glossary_lessons_reference_and_ledger_are_linked(pages):
    entry = pages["glossary"].find(id="term-Kappa").find_next_sibling("dd")
    assert hrefs(entry, r"^api\.html#cmlib\.cohen_kappa$")
    assert hrefs(entry, r"^notebooks/03_kappa\.html#")
    function = pages["api"].find(id="cmlib.cohen_kappa").find_next_sibling("dd")
    assert hrefs(function, r"^glossary\.html#term-Kappa$")
    assert hrefs(function, r"^notebooks/03_kappa\.html#kappa-what-share")
    assert hrefs(function, r"^ledger\.html\?verdict=&q=cohen_kappa%28#all-rows$")
    lesson = pages[LESSON].find(class_="look-up")
    assert hrefs(lesson, r"^\.\./glossary\.html#term-Kappa$")
    assert hrefs(lesson, r"^\.\./api\.html#cmlib\.cohen_kappa$")
    assert hrefs(lesson, r"^\.\./ledger\.html\?lesson=03&verdict=#all-rows$")
    assert hrefs(pages["ledger"].find(class_="ledger"), r"^notebooks/03_kappa\.html#")


def test_code_in_a_sentence_is_linked_to_the_reference(pages):
    lesson = pages["notebooks/02_multiclass_averaging"]
    code = lesson.find(lambda tag: tag.name == "code" and tag.text == "cmlib.precision(fruit)")
    assert code.parent["href"] == "../api.html#cmlib.precision"


def test_every_measure_is_linked(pages):
    """The functions of the sections Metrics to Report lead to the glossary or a lesson."""
    functions = [
        it
        for name in ("metrics", "agreement-and-correlation", "r-r-and-informedness", "report")
        for it in pages["api"].find(id=name).find_all("dt", id=True)
    ]
    assert functions
    assert [
        it["id"]
        for it in functions
        if not hrefs(it.find_next_sibling("dd"), r"glossary\.html|notebooks/")
    ] == []


def test_every_lesson_is_linked_to_its_rows(texts):
    for lesson in {row.lesson for row in ledger.load()}:
        (page,) = (path for path in texts if path.startswith(f"notebooks/{lesson}_"))
        assert f' href="../ledger.html?lesson={lesson}#all-rows"' in texts[page]


def test_errata_name_every_row_that_is_not_reproduced(pages):
    named = {it.partition("#")[2] for it in hrefs(pages["errata"], r"^ledger\.html#")}
    assert named == {
        row.id for row in ledger.load() if row.verdict != "reproduced" and row.kind != "relation"
    }
