"""The slides: all of a lesson on the wall, nothing cut off or small, and no network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
import slides
from bs4 import BeautifulSoup
from lesson_minutes import minutes_of
from places import LESSONS
from playwright.sync_api import Browser, Page

# What is wrong with the slides of an open deck: each text on a screen of 720 lines has 18 of them.
CHECK = """() => [...document.querySelectorAll('.slides > section')].flatMap((slide, at) => {
  const found = [], room = slide.getBoundingClientRect(), scale = room.height / slide.offsetHeight;
  const note = (it, what) => found.push(`slide ${at + 1}: "${it.textContent.trim()}" ${what}`);
  for (const it of slide.querySelectorAll('.wall :not(style, svg :not(text, tspan))')) {
    const box = it.getBoundingClientRect();
    if (box.right > room.right + 1 || box.bottom > room.bottom + 1 || box.left < room.left - 1
      || box.top < room.top - 1) note(it, 'is cut off');
    if (![...it.childNodes].some(node => node.nodeType === 3 && node.data.trim())) continue;
    const drawn = it.ownerSVGElement ? it.getScreenCTM() : { a: scale, b: 0 };
    const size = parseFloat(getComputedStyle(it).fontSize) * Math.hypot(drawn.a, drawn.b);
    if (size < 18 * innerHeight / 720 - 0.1) note(it, `has ${size} px`);
  }
  if (!slide.querySelector('h2').innerText.trim()) note(slide, 'has no title');
  return found;
})"""
SIZES = [{"width": 1280, "height": 720}, {"width": 1920, "height": 1080}]


@pytest.fixture(scope="module")
def decks(book: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return slides.write(book, tmp_path_factory.mktemp("slides"))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page, asked = browser.new_page(viewport=SIZES[0]), []
    page.on("request", lambda it: asked.append(it.url))
    yield page
    page.close()
    assert asked
    assert [url for url in asked if not url.startswith(("file:", "data:", "about:"))] == []


def show(page: Page, deck: Path, at: str = "0") -> None:
    page.goto(deck.as_uri())
    page.wait_for_function("window.Reveal && Reveal.isReady()")
    page.evaluate(f"Reveal.slide({at})")


def problems(page: Page, deck: Path) -> list[list[str]]:
    show(page, deck)
    found = []
    for size in SIZES:
        page.set_viewport_size(size)
        page.wait_for_function(f"Math.abs(Reveal.getScale() - {size['height'] / 720}) < 0.01")
        found.append(page.evaluate(CHECK))
    return found


def test_every_slide_is_whole_and_legible(page: Page, decks: list[Path]) -> None:
    for deck in decks:
        assert problems(page, deck) == [[], []], deck.name


def test_wide_table_and_small_words_are_caught(page: Page, decks: list[Path]) -> None:
    shown = [
        f"<table><tr>{'<td>wide</td>' * 40}</tr></table>",
        '<p style="font-size: 9px">tiny</p>',
    ]
    planted = "".join(slides.Slide("Bad", "", it).html() for it in shown)
    text = (
        decks[0].read_text("utf-8").replace("</div></div><script", planted + "</div></div><script")
    )
    file = decks[0].with_name("planted.html")
    file.write_text(text, "utf-8")
    for found in problems(page, file):
        assert '"wide" is cut off' in "\n".join(found)
        assert '"tiny" has' in found[-1]


def test_answer_waits_until_it_is_asked_for(page: Page, decks: list[Path]) -> None:
    show(page, decks[0], "Reveal.getSlides().findIndex(it => it.matches('.question'))")
    at = page.evaluate("Reveal.getIndices().h")
    colours = "[...document.querySelectorAll('.present li')].map(it => getComputedStyle(it).color)"
    marked = f"new Set({colours}).size"
    assert page.evaluate(marked) == 1
    page.keyboard.press("Space")
    assert page.evaluate(marked) == 2
    page.keyboard.press("Space")
    assert page.evaluate("Reveal.getIndices().h") == at + 1


def test_speaker_view_has_each_formula_once(page: Page, decks: list[Path]) -> None:
    show(page, decks[0], "Reveal.getSlides().findIndex(it => it.querySelector('.notes math'))")
    with page.expect_popup() as speaker:
        page.keyboard.press("s")
    notes = speaker.value.locator(".speaker-controls-notes .value")
    notes.locator("math").first.wait_for()
    shown = page.evaluate("Reveal.getCurrentSlide().querySelector('.notes').innerHTML")
    assert notes.locator("math").count() == shown.count("<math")
    assert not re.search(r"annotation|\\frac|assistive|alttext", notes.inner_html())


def test_minutes_add_up_and_each_lecture_fits(book: Path, decks: list[Path]) -> None:
    for lesson in LESSONS:
        path, _ = slides.read_lesson(lesson, book)
        head = minutes_of(nbformat.read(lesson, as_version=4))[0]
        assert sum(minutes for minutes, _ in path.values()) == head
    plan = BeautifulSoup(decks[0].with_name("plan.html").read_text("utf-8"), "html.parser")
    for table in plan.select("table"):
        *minutes, together = [int(row.select("td")[1].text) for row in table.select("tr")[1:]]
        assert sum(minutes) == together <= 80
    assert len(plan.select("table")) == 6
    assert all(decks[0].with_name(it["href"]).is_file() for it in plan.select("a[href$=html]"))
