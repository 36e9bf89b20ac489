"""The book on paper: a PDF with all lessons in its outline and no blank page."""

import re

import paper
import pytest
from book_checks import PHONE_DARK, visit
from places import LESSONS
from playwright.sync_api import expect
from pypdf import PdfReader

# A page of each kind: printing all takes a minute.
PRINTED = ["index.html", "card.html", f"notebooks/{LESSONS[0].stem}.html", "lab1_two_networks.html"]


@pytest.fixture(scope="module")
def pdf(browser, book, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pdf")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paper, "pages_of", lambda _, origin: [f"{origin}/{it}" for it in PRINTED])
        paper.write(browser, book, folder)
    return PdfReader(folder / "book.pdf")


def titles(entries):
    for entry in entries:
        if isinstance(entry, list):
            yield from titles(entry)
        else:
            yield entry.title.strip()


def test_every_lesson_is_printed(browser, origin):
    with visit(browser, origin, "", PHONE_DARK) as seen:
        pages = paper.pages_of(seen.page, origin)
    assert {f"{origin}/notebooks/{lesson.stem}.html" for lesson in LESSONS} <= {*pages}


def test_outline_has_every_page(pdf):
    found = list(titles(pdf.outline))
    assert {"Formula card", "1. The binary confusion matrix"} <= {*found}
    assert found.count("Solutions") == 2  # of the lesson and the lab


def test_no_page_is_blank(pdf):
    # Reading a page takes a tenth of a second: what fills a page is over 20 kB of commands.
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
