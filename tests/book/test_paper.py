"""The book on paper: one PDF of a book of three chapters, and its lesson alone."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import paper
import pytest
from playwright.sync_api import Browser, Error, Page
from pypdf import PageObject, PdfReader

LESSON, SOLUTIONS = (
    "3. Kappa: agreement beyond chance",
    "Solutions: 3. Kappa: agreement beyond chance",
)
CHAPTERS = ["Contents", "What this book is", LESSON, "Glossary", "Licence and credits", SOLUTIONS]
KEPT = ("notebooks/03_kappa.html", "glossary.html", "licence.html")


@pytest.fixture(scope="module")
def small_book(book: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the book, with three pages in the sidebar, from which the paper takes its chapters."""
    folder = tmp_path_factory.mktemp("book")
    shutil.copytree(book, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".doctrees"))
    index = folder / "index.html"
    html = index.read_text(encoding="utf-8")
    entry = r'<li class="toctree-l1"><a class="reference internal" href="([^"]*)">.*?</li>'
    html = re.sub(entry, lambda found: found[0] if found[1] in KEPT else "", html)
    index.write_text(html, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def files(browser: Browser, small_book: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pdf")
    written = [file.name for file in paper.write(browser, small_book, folder)]
    assert written == ["book.pdf", "03_kappa.pdf"]
    return folder


@pytest.fixture(scope="module")
def whole(files: Path) -> PdfReader:
    return PdfReader(files / "book.pdf")


@pytest.fixture(scope="module")
def page(browser: Browser, small_book: Path) -> Iterator[Page]:
    with paper.assembled(browser, small_book) as (assembled, _):
        yield assembled


def words(text: str) -> str:
    """Return a text without its spaces: on paper a line may break anywhere, also within a word."""
    return "".join(text.split())


def texts(pdf: PdfReader) -> list[str]:
    return [words(page.extract_text()) for page in pdf.pages]


def outline(pdf: PdfReader, depth: int) -> list[tuple[str, int]]:
    """Return the bookmarks down to a depth, each with the number of its page."""

    def walk(entries: list[Any], level: int) -> Iterator[tuple[str, int]]:
        for entry in entries:
            if isinstance(entry, list):
                yield from walk(entry, level + 1) if level < depth else ()
            else:
                yield entry.title.strip(), pdf.get_destination_page_number(entry) + 1

    return list(walk(pdf.outline, 1))


def links(page: PageObject) -> Iterator[dict[str, Any]]:
    for reference in page.get("/Annots", []):
        yield reference.get_object()


def test_bookmarks_name_the_chapters(whole: PdfReader) -> None:
    assert [title for title, _ in outline(whole, 1)] == CHAPTERS
    sections = [title for title, _ in outline(whole, 2)]
    assert {"Exercises", "Further reading", "Exercise 1. What would chance give?"} <= set(sections)


def test_the_cover_says_which_book_it_is(whole: PdfReader) -> None:
    cover = texts(whole)[0]
    assert words(whole.metadata.title) in cover
    assert words(f"Version {version('cmlib')}") in cover


def test_the_contents_name_the_pages_on_which_things_stand(whole: PdfReader) -> None:
    chapters = dict(outline(whole, 1))
    contents = "".join(texts(whole)[chapters["Contents"] - 1 : chapters["What this book is"] - 1])
    after = [entry for entry in outline(whole, 2) if entry[1] >= chapters["What this book is"]]
    of_lesson = [it for it in after if chapters[LESSON] <= it[1] < chapters["Glossary"]]
    assert len(of_lesson) > 10
    for title, number in [*(it for it in after if it[0] in chapters), *of_lesson]:
        assert f"{words(title)}{number}" in contents


def test_each_page_says_what_it_belongs_to_and_its_number(whole: PdfReader) -> None:
    starts = [*outline(whole, 1), ("", len(whole.pages) + 1)]
    pages = texts(whole)
    assert "Contents" not in pages[0]
    for (title, start), (_, end) in pairwise(starts):
        for number in range(start, end):
            text = pages[number - 1]
            assert words(whole.metadata.title) in text
            assert words(title) in text, f"page {number} does not name {title}"
            assert str(number) in text


LOST = """() => {
  const { clientWidth, scrollWidth } = document.body;
  const right = clientWidth + 1;
  const lost = scrollWidth > right ? [`the text is ${scrollWidth} wide on ${clientWidth}`] : [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    // What MathJax writes for screen readers takes no room.
    if (walker.currentNode.parentElement.closest('mjx-assistive-mml')) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    if ([...range.getClientRects()].some((box) => box.right > right || box.left < -1))
      lost.push(walker.currentNode.data.trim().slice(0, 60));
  }
  for (const formula of document.querySelectorAll('mjx-container > svg'))
    if (formula.getBoundingClientRect().right > right)
      lost.push(formula.closest('.math').textContent);
  return lost;
}"""


def test_nothing_is_lost_at_the_edge(browser: Browser, book: Path) -> None:
    """In all chapters: what is too wide is cut off, or Chromium shrinks every page for it."""
    with paper.assembled(browser, book) as (page, _):
        page.evaluate("show([])")
        assert page.evaluate(LOST) == []
        page.evaluate(
            "document.querySelector('h2').insertAdjacentHTML('afterend', "
            "'<p style=\"white-space: nowrap\">' + 'too wide '.repeat(60))"
        )
        wide, bad = page.evaluate(LOST)
        assert "wide on" in wide
        assert bad.startswith("too wide")


def test_every_word_of_the_page_is_on_paper(whole: PdfReader, page: Page) -> None:
    page.evaluate("show([])")
    said = page.evaluate(
        """() => {
          const words = new Set();
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const text = walker.currentNode;
            if (text.parentElement.closest('mjx-container, style, summary, title, desc')) continue;
            for (const word of text.data.match(/\\w{3,}/g) ?? []) words.add(word);
          }
          return [...words];
        }"""
    )
    everything = "".join(texts(whole))
    assert len(said) > 1500
    assert [word for word in said if word not in everything] == []


def test_addresses_are_printed(files: Path) -> None:
    for file in files.iterdir():
        pdf = PdfReader(file)
        everything = "".join(texts(pdf))
        found = [link["/A"]["/URI"] for it in pdf.pages for link in links(it) if "/A" in link]
        assert found
        for address in found:
            assert address.startswith("https://"), f"{file.name} leads to {address}"
            bare = re.sub(r"^https://(doi\.org/)?|/$", "", unquote(address))
            assert bare in everything, f"{file.name} does not print {address}"


NOTES = """() => [...document.querySelectorAll('article')].map((article) => {
  const numbers = [...article.querySelectorAll('.paper-note a')];
  const entries = [...article.querySelectorAll('.paper-notes [id]')];
  return {
    // What each number stands behind, and the entry that it leads to.
    numbers: numbers.map((it) => [
      it.parentElement.previousElementSibling.textContent,
      document.querySelector(it.hash).textContent,
    ]),
    entries: entries.map((it) => it.textContent),
    back: entries.map((it) => document.querySelector(it.querySelector('a').hash).textContent),
    addresses: entries.map((it) => it.querySelector('a[href^=http]')?.href ?? ''),
  };
}).filter((it) => it.numbers.length)"""


def notes_of(page: Page, chapters: list[str]) -> list[dict[str, Any]]:
    """Return the notes of each chapter that has some, and see that their numbers lead both ways."""
    page.evaluate("chapters => show(chapters)", chapters)
    found = page.evaluate(NOTES)
    for notes in found:
        counted = [str(number) for number, _ in enumerate(notes["entries"], start=1)]
        assert notes["back"] == [entry.split()[0] for entry in notes["entries"]] == counted
        assert len(set(notes["entries"])) == len(notes["entries"])
        assert {entry for _, entry in notes["numbers"]} == set(notes["entries"])
    return found


def test_a_link_that_leaves_the_book_is_a_note_at_its_chapter(page: Page) -> None:
    (licence,) = notes_of(page, [])
    address = "https://creativecommons.org/licenses/by/4.0/"
    assert licence["numbers"] == [["CC BY 4.0", "1 creativecommons.org/licenses/by/4.0"]]
    assert licence["addresses"] == [address]


def test_a_lesson_alone_names_the_pages_that_its_links_lead_to(page: Page) -> None:
    (notes,) = notes_of(page, ["notebooks-03_kappa"])
    named = [re.sub(r"^\d+ ", "", entry) for entry in notes["entries"]]
    assert "Glossary" in named
    assert set(notes["addresses"]) == {""}
    numbered = dict(notes["numbers"])
    assert numbered["chance agreement"].endswith(" Glossary")


def test_a_published_lesson_alone_names_the_addresses_of_the_book(
    browser: Browser, small_book: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "published"
    shutil.copytree(small_book, folder)
    address = "https://example.org/course/glossary.html"
    for file in folder.rglob("*.html"):
        html = file.read_text(encoding="utf-8")
        where = f"https://example.org/course/{file.relative_to(folder).as_posix()}"
        canonical = f'<link rel="canonical" href="{where}"></head>'
        file.write_text(html.replace("</head>", canonical, 1), encoding="utf-8")
    with paper.assembled(browser, folder) as (page, _):
        (notes,) = notes_of(page, ["notebooks-03_kappa"])
        number = notes["addresses"].index(address) + 1
        assert f"{number} Glossary: {address.removeprefix('https://')}" in notes["entries"]
        leads = "document.querySelector('a[data-chapter=glossary]').href"
        assert page.evaluate(leads).startswith(f"{address}#term-")
        # In the whole book the same links stay within the paper.
        notes_of(page, [])
        assert page.evaluate(leads).startswith("http://127.0.0.1")


def test_solutions_stand_at_the_end(files: Path, small_book: Path) -> None:
    html = (small_book / "notebooks/03_kappa.html").read_text(encoding="utf-8")
    cells = html.count("cell tag_solution")
    assert cells >= 8
    for file in files.iterdir():
        pdf = PdfReader(file)
        *_, (title, start) = outline(pdf, 1)
        assert title == SOLUTIONS
        counts = [text.count("#Solution") for text in texts(pdf)]
        assert sum(counts[: start - 1]) == 0
        assert sum(counts[start - 1 :]) == cells


def test_fonts_are_embedded_and_pictures_are_drawn(whole: PdfReader) -> None:
    fonts = 0
    for page in whole.pages:
        resources = page["/Resources"]
        drawn = [it.get_object()["/Subtype"] for it in resources.get("/XObject", {}).values()]
        assert "/Image" not in drawn
        for font in resources.get("/Font", {}).values():
            fonts += 1
            inner = font.get_object()
            if inner["/Subtype"] == "/Type3":  # its glyphs are part of it
                continue
            descriptor = inner["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
            assert {"/FontFile2", "/FontFile3"} & descriptor.keys(), inner["/BaseFont"]
    assert fonts


def test_a_lesson_alone_is_whole(files: Path) -> None:
    pdf = PdfReader(files / "03_kappa.pdf")
    (first, start), (second, after) = outline(pdf, 1)
    assert (first, start, second) == (LESSON, 1, SOLUTIONS)
    assert LESSON in pdf.metadata.title
    assert f"Solution→{after}" in "".join(texts(pdf))


def test_a_link_to_no_page_stops_the_print(page: Page) -> None:
    page.evaluate("show([])")
    with pytest.raises(Error, match="on no page"):
        page.evaluate("number({})")


def test_a_missing_browser_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, small_book: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["paper.py", str(small_book), str(tmp_path / "pdf")])
    with pytest.raises(SystemExit, match=r"make pdf: .*apt-get install chromium"):
        paper.main()
