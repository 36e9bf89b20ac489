"""The slides: nothing cut off or small, answers wait, minutes add up, and no network."""

from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
import slides
from bs4 import BeautifulSoup
from lesson_minutes import minutes_of
from places import LESSONS
from playwright.sync_api import Browser, Page

# What is wrong with the slides of an open deck; 18 pixels are meant on a screen 720 high.
CHECK = """() => [...document.querySelectorAll('.slides > section')].flatMap((slide, at) => {
  const found = [], room = slide.getBoundingClientRect(), scale = room.height / 720;
  const note = (it, what) => found.push(`slide ${at + 1}: "${it.textContent.trim()}" ${what}`);
  if (!slide.querySelector('h2').innerText.trim()) note(slide, 'has no title');
  for (const it of slide.querySelectorAll('.wall :not(style, svg :not(text, tspan))')) {
    const box = it.getBoundingClientRect(), within = it.closest('svg') ? it.getScreenCTM() : {};
    if (box.right > room.right + 1 || box.bottom > room.bottom + 1 || box.left < room.left - 1
      || box.top < room.top - 1) note(it, 'is cut off');
    const size = parseFloat(getComputedStyle(it).fontSize);
    const shown = size * Math.hypot(within.a ?? scale, within.b ?? 0) / scale;
    if (shown < 17.9 && it.textContent.trim()) note(it, `has ${shown} px`);
  }
  const words = [...slide.querySelectorAll('.wall svg text')]
    .filter(it => Math.abs(it.getScreenCTM().a * it.getScreenCTM().b) < 0.01)  // none is slanted
    .map(it => [it, it.getBoundingClientRect()]);
  for (const [it, one] of words) for (const [other, two] of words)
    if (it !== other && one.left < two.right - 2 && two.left < one.right - 2
      && one.top < two.bottom - 4 && two.top < one.bottom - 4)
      note(it, `touches "${other.textContent.trim()}"`);
  return found;
})"""
SIZES = pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])


@pytest.fixture(scope="module")
def decks(book: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return slides.write(book, tmp_path_factory.mktemp("slides"))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page, asked = browser.new_page(), []
    page.on("request", lambda it: asked.append(it.url))
    yield page
    page.close()
    assert {url.partition(":")[0] for url in asked} <= {"file", "data", "about"}


def show(page: Page, deck: Path, which: str = "it => true") -> None:
    page.goto(deck.as_uri())
    page.wait_for_function("window.Reveal && Reveal.isReady()")
    page.evaluate(f"Reveal.slide(Reveal.getSlides().findIndex({which}))")


def problems(page: Page, deck: Path, size: tuple[int, int]) -> list[str]:
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    show(page, deck)
    return page.evaluate(CHECK)


@SIZES
def test_every_slide_is_whole_and_legible(page: Page, decks: list[Path], size) -> None:
    assert [f"{deck.name}: {it}" for deck in decks for it in problems(page, deck, size)] == []


@SIZES
def test_wide_table_and_small_words_are_caught(page: Page, decks: list[Path], size) -> None:
    bad = f"<table><tr>{'<td>wide</td>' * 40}</table><p style='font-size: 9px'>tiny</p>"
    body = slides.DECK.format(slides.Slide("Bad", "", bad).html())
    deck = decks[0].with_name("planted.html")
    deck.write_text(slides.PAGE.format("Bad", body), "utf-8")
    found = "\n".join(problems(page, deck, size))
    assert '"wide" is cut off' in found
    assert '"tiny" has' in found


def test_answer_waits_until_it_is_asked_for(page: Page, decks: list[Path]) -> None:
    show(page, decks[0], "it => it.matches('.question')")
    colours = "[...document.querySelectorAll('.present li')].map(it => getComputedStyle(it).color)"
    assert page.evaluate(f"new Set({colours}).size") == 1
    page.keyboard.press("Space")
    assert page.evaluate(f"new Set({colours}).size") == 2


def test_speaker_view_has_each_formula_once(page: Page, decks: list[Path]) -> None:
    show(page, decks[0], "it => it.querySelector('.notes math')")
    with page.expect_popup() as speaker:
        page.keyboard.press("s")
    notes = speaker.value.locator(".speaker-controls-notes .value")
    notes.locator("math").first.wait_for()
    formulas = notes.locator("math").evaluate_all("all => all.map(it => it.textContent)")
    assert len(formulas) == len(set(formulas))
    assert "\\" not in "".join(formulas)  # no TeX beside it, for the ears


def test_minutes_and_points_add_up_and_each_lecture_fits(book: Path, decks: list[Path]) -> None:
    for lesson in LESSONS:
        head = minutes_of(nbformat.read(lesson, as_version=4))[0]
        assert sum(it for it, _ in slides.read_lesson(lesson, book)[0].values()) == head
    plan = BeautifulSoup(decks[0].with_name("plan.html").read_text("utf-8"), "html.parser")
    for table in plan.select("table"):
        *minutes, together = [int(row.select("td")[1].text) for row in table.select("tr")[1:]]
        assert sum(minutes) == together <= 80
        home = table.find_next("p")
        points = [
            int(it.text.split("(")[-1].rstrip(")")) for it in home.find_next("ul").select("li")
        ]
        assert home.text == f"Homework, {sum(points)} points:"
    assert all(decks[0].with_name(it["href"]).is_file() for it in plan.select("a[href$=html]"))


@pytest.mark.parametrize(
    ("tag", "shown"), [("hide-input", []), ("slide", [""]), ("no-slide", [])], ids=str
)
def test_tag_overrides_the_rule(tag: str, shown: list[str]) -> None:
    row = "<tr><th>F1</th><td>0.5</td><td>0.5</td></tr>"
    cell = f'<div class="cell tag_{tag}"><table><tbody>{row}</tbody></table></div>'
    talk = slides.Talk("", {})
    talk.take(BeautifulSoup(cell, "html.parser").div)
    assert [it.kind for it in talk.slides] == shown
    for lesson in LESSONS:  # the rules hold, or they are bad ones
        assert lesson.read_text("utf-8").count('slide"') <= 6


def test_says_what_is_unknown(book: Path) -> None:
    lessons = [slides.read_lesson(LESSONS[0], book)]
    for sections, home, says in (
        (["1. Cats"], [], "no {'Cats'}"),
        ([], ["1.99"], "no exercise '1"),
    ):
        with pytest.raises(ValueError, match=says):
            slides.read_lecture("One", {"sections": sections, "homework": home}, lessons)
