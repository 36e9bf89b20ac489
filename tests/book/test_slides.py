"""The slides: nothing cut off, small or crowded, answers wait, minutes add up, and no network."""

import re

import nbformat
import pytest
import slides
from bs4 import BeautifulSoup
from lesson_minutes import minutes_of
from places import LESSONS

# What is wrong with the slides of an open deck; 18 pixels are meant where the content is 656 high.
CHECK = """() => [...document.querySelectorAll('.slides section')].flatMap((slide, at) => {
  const room = slide.querySelector('.wall').getBoundingClientRect(), scale = room.height / 656;
  const found = [], words = [];
  const note = (it, what) => found.push(`slide ${at + 1}: "${it.textContent.trim()}" ${what}`);
  if (!slide.querySelector('h2').innerText.trim()) note(slide, 'has no title');
  for (const it of slide.querySelectorAll('.wall :not(style, svg :not(text))')) {
    const box = it.getBoundingClientRect(), drawn = it.closest('svg') ? it.getScreenCTM() : {};
    if (Math.max(box.right - room.right, box.bottom - room.bottom, room.left - box.left,
      room.top - box.top) > 2 * scale) note(it, 'is cut off');
    const size = parseFloat(getComputedStyle(it).fontSize);
    const shown = size * Math.hypot(drawn.a ?? scale, drawn.b ?? 0) / scale;
    if (shown < 17.9 && it.textContent.trim()) note(it, `has ${shown} px`);
    if (it.matches('text') && Math.abs(drawn.a * drawn.b) < 0.01) words.push([it, box]);
  }
  for (const [it, a] of words) for (const [other, b] of words) {  // but for slanted ones
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (it !== other && wide > 2 * scale && high > 4 * scale) note(it, 'touches a word');
  }
  return found;
})"""
BAD = f"""<table><tr>{"<td>wide</td>" * 40}</tr></table><p style="font-size: 9px">tiny</p>
<svg viewBox="0 0 100 30"><text y="9">upon</text><text x="9" y="9">another</text></svg>"""


@pytest.fixture(scope="module")
def decks(book, tmp_path_factory):
    return slides.write(book, tmp_path_factory.mktemp("slides"))


@pytest.fixture
def page(browser):
    page, asked = browser.new_page(), []
    page.on("request", lambda it: asked.append(it.url))
    yield page
    page.close()
    assert {url.partition(":")[0] for url in asked} <= {"file", "data", "about"}


def show(page, address, which="it => true"):
    page.emulate_media(media="screen")
    page.goto(address)
    page.wait_for_selector(".pdf-page" if "print" in address else ".reveal.ready")
    page.evaluate(f"Reveal.slide(Reveal.getSlides().findIndex({which}))")


@pytest.mark.parametrize(("width", "printed"), [(1280, ""), (1920, ""), (1280, "?print-pdf")])
def test_every_slide_is_whole_and_legible(page, decks, width, printed):
    page.set_viewport_size({"width": width, "height": width * 9 // 16})
    found = {}
    planted = slides.DECK.format(slides.SLIDE.format(slides.Slide("", "", BAD)))
    decks[0].with_name("bad.html").write_text(slides.PAGE.format("", planted))
    for deck in [*decks, decks[0].with_name("bad.html")]:
        show(page, deck.as_uri() + printed)
        if printed:
            page.emulate_media(media="print")
        found[deck.stem] = page.evaluate(CHECK)
    caught = "\n".join(found.pop("bad"))
    for words in ("has no title", '"wide" is cut off', '"tiny" has', '"upon" touches a word'):
        assert words in caught
    assert not any(found.values()), found


def test_answer_waits_and_speaker_hears_each_formula_once(page, decks):
    show(page, decks[0].as_uri(), "it => it.matches('.question')")
    colours = "[...document.querySelectorAll('.present li')].map(it => getComputedStyle(it).color)"
    assert page.evaluate(f"new Set({colours}).size") == 1
    page.keyboard.press("Space")
    assert page.evaluate(f"new Set({colours}).size") == 2
    show(page, decks[0].as_uri(), "it => it.querySelector('.notes math')")
    with page.expect_popup() as speaker:
        page.keyboard.press("s")
    notes = speaker.value.locator(".speaker-controls-notes .value")
    notes.locator("math").first.wait_for()
    formulas = notes.locator("math").all_text_contents()
    assert len(formulas) == len(set(formulas))
    assert "\\" not in "".join(formulas)  # no TeX beside it, for the ears


def test_minutes_and_points_add_up_and_each_lecture_fits(decks):
    for lesson in LESSONS:
        head = minutes_of(nbformat.read(lesson, as_version=4))[0]
        deck = decks[0].with_name(f"{lesson.stem}.html").read_text("utf-8")
        assert sum(map(int, re.findall(r"Minutes of this section: (\d+)", deck))) == head
        assert lesson.read_text("utf-8").count('"no-slide"') <= 6  # the rules hold, or are bad ones
    plan = BeautifulSoup(decks[0].with_name("plan.html").read_text("utf-8"), "html.parser")
    for table in plan.select("table"):
        *minutes, together = [int(row.select("td")[1].text) for row in table.select("tr")[1:]]
        assert sum(minutes) == together <= 80
        points = re.findall(r"\((\d+)\)</li>", str(table.find_next("ul")))
        assert table.find_next("p").text == f"Homework, {sum(map(int, points))} points:"
    assert all(decks[0].with_name(it["href"]).is_file() for it in plan.select("a[href$=html]"))


@pytest.mark.parametrize(("tag", "other", "shown"), [("", 5, 0), ("", 6, 1), ("no-slide", 6, 0)])
def test_table_that_only_compares_or_is_tagged_is_not_shown(tag, other, shown):
    row = f"<tr><th>F1</th><td>5</td><td>{other}</td></tr>"
    cell = f'<div class="cell tag_{tag}"><table><tbody>{row}</tbody></table></div>'
    talk = slides.Talk("", {})
    talk.take(BeautifulSoup(cell, "html.parser").div)
    assert len(talk.slides) == shown


def test_says_what_is_unknown(book):
    lessons = [slides.read_lesson(LESSONS[0], book)]
    for sections, homework, says in ((["1. Cats"], [], "no {'Cats'}"), ([], ["1.99"], "no such")):
        given = {"title": "", "sections": sections, "homework": homework}
        with pytest.raises(SystemExit, match=says):
            slides.read_lecture(1, given, lessons)


def test_bold_words_of_two_sentences_are_remembered_whole():
    bold = "<strong>Every class counts once. So a rare class</strong>, too."
    paragraph = BeautifulSoup(f"<p>First. {bold} Last.</p>", "html.parser").p
    assert slides.to_remember(paragraph) == bold
