"""The book on paper: a PDF with all lessons in its outline and no blank page."""

import re

import paper
import pytest
from book_checks import PHONE_DARK, visit
from places import LESSONS
from playwright.sync_api import expect
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


@pytest.mark.parametrize("lesson", [LESSONS[0], LESSONS[10]], ids=lambda it: it.stem[:2])
def test_exercises_are_answered_with_a_pen(browser, origin, lesson):
    with visit(browser, origin, f"notebooks/{lesson.stem}.html", PHONE_DARK) as seen:
        seen.page.emulate_media(media="print")
        seen.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        asked = seen.page.locator("#exercises")
        words = r"Write your answers on the paper" if lesson is LESSONS[0] else "Exercises"
        expect(asked).to_contain_text(words, use_inner_text=True)
        screen = re.compile(r"\btap\b|eplace the dots|answered in Python|Check\b|Answer here")
        assert screen.findall(seen.page.locator("main").inner_text()) == []
        boxes = asked.locator(".page-python").all()
        assert boxes
        assert min(it.bounding_box()["height"] for it in boxes) > 90
        # What is given in code only is printed: the scores of two weather services.
        given = asked.locator(".page-given .cell_input")
        assert given.count() == 0 or "plain =" in given.first.inner_text()
