"""The book on paper: a PDF with all lessons in its outline and no blank page."""

import re

import paper
import pytest
from places import LESSONS
from pypdf import PdfReader


@pytest.fixture(scope="module")
def pdf(browser, book, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pdf")
    paper.write(browser, book, folder)
    return PdfReader(folder / "book.pdf")


def titles(entries):
    for entry in entries:
        if isinstance(entry, list):
            yield from titles(entry)
        else:
            yield entry.title.strip()


def test_outline_has_every_lesson(pdf):
    found = list(titles(pdf.outline))
    numbers = {it.partition(".")[0] for it in found if "." in it}
    assert {str(int(lesson.name[:2])) for lesson in LESSONS} <= numbers
    assert found.count("Solutions") == len(LESSONS) + 2  # labs, too


def test_no_page_is_blank(pdf):
    # Reading 600 pages takes a minute: what fills a page is over 20 kB of commands.
    for page in (it for it in pdf.pages if len(it.get_contents().get_data()) < 20_000):
        text = re.sub(r".*\bpage \d+ of \d+", "", page.extract_text())  # without the footer
        drawn = page["/Resources"].get("/XObject")
        assert text.strip() or drawn, f"page {page.page_number + 1} is blank"
