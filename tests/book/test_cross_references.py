"""Where the book's links lead: within it, from other projects, from search engines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest
from book_checks import MODES, visit
from bs4 import BeautifulSoup, Tag
from playwright.sync_api import Browser, expect
from sphinx.testing.util import SphinxTestApp
from sphinx.util.inventory import InventoryFile

from cmcourse import ledger

pytest_plugins = "sphinx.testing.fixtures"

DESKTOP = MODES[0]
# The theme opens these with its script.
BY_SCRIPT = {"#", "#pst-secondary-sidebar"}


@pytest.fixture(scope="module")
def pages(book: Path) -> dict[str, BeautifulSoup]:
    """Every page that a reader meets, by its path."""
    paths = (path.relative_to(book).as_posix() for path in book.rglob("*.html"))
    return {
        path: BeautifulSoup((book / path).read_text(encoding="utf-8"), "html.parser")
        for path in paths
        if not path.startswith("_")
    }


@pytest.fixture(scope="module")
def places(pages: dict[str, BeautifulSoup]) -> set[str]:
    """Every address in the book: pages, and what bears an id on them."""
    return set(pages) | {
        f"{path}#{tag['id']}" for path, page in pages.items() for tag in page.find_all(id=True)
    }


def leads_nowhere(path: str, page: Tag, places: set[str], book: Path) -> Iterator[str]:
    """Yield the links of a page to places in the book that are not there."""
    for link in page.find_all("a", href=True):
        address, anchor = urldefrag(link["href"])
        parts = urlsplit(address)
        if parts.scheme or link["href"] in BY_SCRIPT:
            continue
        target = (book / path).parent / unquote(parts.path) if parts.path else book / path
        there = target.resolve().relative_to(book.resolve()).as_posix()
        # Of the guide to measures, an anchor holds answers.
        answers = there == "which_measure.html" and "=" in anchor
        known = there in places if there.endswith(".html") else target.is_file()
        if not known or (anchor and not answers and f"{there}#{unquote(anchor)}" not in places):
            yield f"{path}: {link['href']}"


def test_every_link_leads_to_a_place_that_is_there(
    book: Path, pages: dict[str, BeautifulSoup], places: set[str]
) -> None:
    broken = [it for path, page in pages.items() for it in leads_nowhere(path, page, places, book)]
    assert broken == []


def test_a_link_that_leads_nowhere_is_found(book: Path, places: set[str]) -> None:
    def found(html: str) -> list[str]:
        page = BeautifulSoup(html, "html.parser")
        return list(leads_nowhere("notebooks/03_kappa.html", page, places, book))

    assert found('<a href="../glossary.html#term-recall">a</a><a href="#exercises">b</a>') == []
    assert len(found('<a href="../glossary.html#term-nothing">it is not there</a>')) == 1
    assert len(found('<a href="glossary.html">it is not in this folder</a>')) == 1
    assert len(found('<a href="#nowhere">it is not on this page</a>')) == 1


# ---- Glossary, lessons, reference, ledger ----


def leads(tag: Tag, to: str) -> list[str]:
    return [link["href"] for link in tag.find_all("a", href=re.compile(to))]


def test_a_measure_is_linked_all_the_way_round(pages: dict[str, BeautifulSoup]) -> None:
    entry = pages["glossary.html"].find(id="term-Kappa").find_next_sibling("dd")
    assert leads(entry, r"^api\.html#cmlib\.cohen_kappa$")
    assert leads(entry, r"^notebooks/03_kappa\.html#")
    function = pages["api.html"].find(id="cmlib.cohen_kappa").find_next_sibling("dd")
    assert leads(function, r"^glossary\.html#term-Kappa$")
    assert leads(function, r"^notebooks/03_kappa\.html#kappa-what-share")
    assert leads(function, r"^ledger\.html\?verdict=&q=cohen_kappa%28#all-rows$")
    lesson = pages["notebooks/03_kappa.html"].find(class_="look-up")
    assert leads(lesson, r"^\.\./glossary\.html#term-Kappa$")
    assert leads(lesson, r"^\.\./api\.html#cmlib\.cohen_kappa$")
    assert leads(lesson, r"^\.\./ledger\.html\?lesson=03&verdict=#all-rows$")
    assert leads(pages["ledger.html"].find(class_="ledger"), r"^notebooks/03_kappa\.html#")


def test_a_name_in_a_sentence_of_a_lesson_leads_to_the_reference(
    pages: dict[str, BeautifulSoup],
) -> None:
    lesson = pages["notebooks/02_multiclass_averaging.html"]
    code = lesson.find(lambda tag: tag.name == "code" and tag.text == "cmlib.precision(fruit)")
    assert code.parent["href"] == "../api.html#cmlib.precision"


def test_every_measure_has_its_entry_and_its_lessons(pages: dict[str, BeautifulSoup]) -> None:
    """What stands between the headings Metrics and Report."""
    silent = [
        it["id"]
        for name in ("metrics", "agreement-and-correlation", "r-r-and-informedness", "report")
        for it in pages["api.html"].find(id=name).find_all("dt", id=True)
        if not leads(it.find_next_sibling("dd"), r"glossary\.html|notebooks/")
    ]
    assert silent == []


@pytest.mark.parametrize("name", ["cohen_kappa(", "tables.load(", "r_prime_overall("])
def test_the_link_to_the_ledger_shows_the_rows_that_call_a_function(
    browser: Browser, origin: str, name: str
) -> None:
    calling = sum(name in row.call for row in ledger.load())
    address = "ledger.html?verdict=&q=" + name.replace("(", "%28")
    with visit(browser, origin, address, DESKTOP) as seen:
        expect(seen.page.locator(".dt-info")).to_contain_text(re.compile(rf"^{calling} of "))


# ---- The index ----


def test_the_index_has_every_term_and_every_name(
    book: Path, pages: dict[str, BeautifulSoup]
) -> None:
    index = pages["genindex.html"].find(id="index")
    linked = {link["href"] for link in index.find_all("a")}
    listed = inventory(book)
    for kind in ("std:term", *(it for it in listed if it.startswith("py:"))):
        missing = {name for name, address in listed[kind].items() if address not in linked}
        assert missing == set(), kind
    entries = [re.sub(r"\s+", " ", item.get_text().strip()) for item in index.find_all("li")]
    assert "sensitivity: see recall" in entries
    assert "查准率: see precision" in entries
    assert "recall: lesson 1 · cmlib.recall" in entries
    assert "recall, cmlib: lesson 1" in entries
    assert index.find("span", lang="zh-Hans", string="查准率")


def test_the_index_can_be_found(pages: dict[str, BeautifulSoup]) -> None:
    for path in ("index.html", "glossary.html", "notebooks/01_binary_confusion_matrix.html"):
        assert pages[path].find("nav", class_="bd-docs-nav").find("a", string=re.compile("Index"))


# ---- Links from outside ----


def inventory(book: Path) -> dict[str, dict[str, str]]:
    """Return the addresses that objects.inv lists, by kind and name."""
    with (book / "objects.inv").open("rb") as file:
        listed = InventoryFile.load(file, "", lambda base, address: address)
    return {kind: {name: it.uri for name, it in some.items()} for kind, some in listed.items()}


def test_every_name_for_other_projects_leads_to_a_place(book: Path, places: set[str]) -> None:
    listed = {
        f"{kind} {name}": unquote(address).removesuffix("#")
        for kind, some in inventory(book).items()
        for name, address in some.items()
    }
    assert [name for name, address in listed.items() if address not in places] == []


def test_every_section_of_a_lesson_and_every_row_has_a_name(
    book: Path, pages: dict[str, BeautifulSoup]
) -> None:
    labels = set(inventory(book)["std:label"].values())
    lessons = [path for path in pages if path.startswith("notebooks/")]
    assert lessons
    for path in lessons:
        sections = [f"{path}#{it['id']}" for it in pages[path].select("article section > section")]
        assert [it for it in sections if it not in labels] == []
    for row in ledger.load():
        assert f"ledger.html#{row.id}" in labels


def test_another_project_can_link_into_the_book(book: Path, tmp_path: Path) -> None:
    address = ("https://example.org", str(book.resolve() / "objects.inv"))
    (tmp_path / "conf.py").write_text(
        f"extensions = ['sphinx.ext.intersphinx']\nintersphinx_mapping = {{'judging': {address}}}\n"
    )
    (tmp_path / "index.rst").write_text(
        "Notes\n=====\n\n"
        ":external+judging:ref:`lesson-3-two-paradoxes`, "
        ":external+judging:ref:`lesson-3-exercise-2`, "
        ":external+judging:term:`recall`, "
        ":external+judging:py:func:`cmlib.cohen_kappa`, "
        ":external+judging:ref:`doc1-t5-accuracy`, "
        ":external+judging:doc:`glossary`\n"
    )
    app = SphinxTestApp("html", srcdir=tmp_path, freshenv=True)
    app.build()
    assert app.warning.getvalue() == ""
    html = BeautifulSoup((app.outdir / "index.html").read_text("utf-8"), "html.parser")
    app.cleanup()
    linked = [link["href"] for link in html.select("a.external[href*='example.org']")]
    assert [address.removeprefix("https://example.org/") for address in linked] == [
        "notebooks/03_kappa.html#two-paradoxes",
        "notebooks/03_kappa.html#exercise-2-kappa-by-hand",
        "glossary.html#term-recall",
        "api.html#cmlib.cohen_kappa",
        "ledger.html#doc1-t5-accuracy",
        "glossary.html",
    ]


# ---- Heads ----


def test_every_page_tells_what_it_is(pages: dict[str, BeautifulSoup]) -> None:
    said = {}
    for path, page in pages.items():
        tags = {tag.get("name") or tag.get("property"): tag for tag in page.find_all("meta")}
        said[path] = tags["description"]["content"]
        assert 50 <= len(said[path]) <= 160, (path, said[path])
        assert tags["og:description"]["content"] == said[path]
        assert tags["og:title"]["content"], path
    twice = [text for text, count in Counter(said.values()).items() if count > 1]
    assert twice == []
    titles = Counter(page.title.get_text().strip() for page in pages.values())
    assert [title for title, count in titles.items() if count > 1] == []


def test_the_head_of_a_page_stays_in_its_head(pages: dict[str, BeautifulSoup]) -> None:
    """A tag written as text would stand on the page."""
    assert [path for path, page in pages.items() if "<meta" in page.get_text()] == []


def test_no_page_names_an_address_that_it_does_not_know(pages: dict[str, BeautifulSoup]) -> None:
    for path, page in pages.items():
        named = page.find_all("meta", content=re.compile("://")) + page.select("[rel=canonical]")
        assert named == [], path


# ---- Progress ----


def test_the_next_lesson_says_its_minutes(pages: dict[str, BeautifulSoup]) -> None:
    page = pages["notebooks/02_multiclass_averaging.html"]
    for side, path in (("left-prev", "01_binary_confusion_matrix"), ("right-next", "03_kappa")):
        lesson = pages[f"notebooks/{path}.html"]
        minutes = re.search(r"It takes about (\d+) minutes", lesson.get_text())[1]
        assert f"· {minutes} minutes" in page.find(class_=side).get_text()
    # The page after the last lesson is none, and says none.
    last = pages["notebooks/12_at_scale.html"].find(class_="right-next")
    assert "minutes" not in last.get_text()
