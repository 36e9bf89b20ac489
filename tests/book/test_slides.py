"""The slides: nothing cut off, small or crowded, answers wait, minutes add up, and no network."""

import re

import pytest
import slides
from bs4 import BeautifulSoup
from places import LESSONS

# What is wrong with the slides of an open deck; 18 pixels are meant where the content is 656 high.
CHECK = """() => [...document.querySelectorAll('.slides section')].flatMap((slide, at) => {
  const room = slide.querySelector('.wall').getBoundingClientRect(), scale = room.height / 656;
  const found = [], words = [];
  const note = (it, what) => found.push(`slide ${at + 1}: "${it.textContent.trim()}" ${what}`);
  for (const it of slide.querySelectorAll('.wall :not(style, small, svg :not(text))')) {
    const box = it.getBoundingClientRect(), drawn = it.getScreenCTM?.() ?? {a: scale, b: 0};
    if (Math.max(box.right - room.right, box.bottom - room.bottom, room.left - box.left,
      room.top - box.top) > 2 * scale) note(it, 'is cut off');
    const high = parseFloat(getComputedStyle(it).fontSize) * Math.hypot(drawn.a, drawn.b);
    if (high < 17.9 * scale && it.textContent.trim()) note(it, `has ${high / scale} px`);
    if (it.matches('text') && Math.abs(drawn.a * drawn.b) < 0.01) words.push([it, box]);
  }
  for (const [it, a] of words) for (const [other, b] of words)  // but for slanted ones
    if (it !== other && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 * scale &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4 * scale) note(it, 'touches a word');
  return found;
})"""
BAD = f"""<table><tr>{"<td>wide</td>" * 40}</tr></table><p style="font-size: 9px">tiny</p>
<svg viewBox="0 0 100 30"><text y="9">upon</text><text x="9" y="9">another</text></svg>"""


@pytest.fixture(scope="module")
def decks(book, tmp_path_factory):
    return slides.write(book, tmp_path_factory.mktemp("slides"))


@pytest.mark.parametrize(("width", "printed"), [(1280, ""), (1920, ""), (1280, "?print-pdf")])
def test_every_slide_is_whole_and_legible_without_a_network(browser, decks, width, printed):
    page = browser.new_page(viewport={"width": width, "height": width * 9 // 16})
    asked, found = [], {}
    page.on("request", lambda it: asked.append(it.url.partition(":")[0]))
    bad = slides.DECK.format(slides.SLIDE.format(slides.Slide("", "", BAD)))
    decks[0].with_name("bad.html").write_text(slides.PAGE.format("", bad))
    for deck in [*decks, decks[0].with_name("bad.html")]:
        page.emulate_media(media="screen")
        page.goto(deck.as_uri() + printed)
        page.wait_for_selector(".pdf-page" if printed else ".reveal.ready")
        page.emulate_media(media="print" if printed else "screen")
        found[deck.stem] = page.evaluate(CHECK)
    caught = "\n".join(found.pop("bad"))
    assert all(it in caught for it in ('"wide" is cut off', '"tiny" has', '"upon" touches a word'))
    assert not any(found.values()), found
    assert {*asked} <= {"file", "data", "about"}


def test_answer_waits_and_speaker_view_has_each_formula_once(browser, decks):
    page = browser.new_page()
    page.goto(f"{decks[0].as_uri()}")
    page.wait_for_selector(".reveal.ready")
    page.evaluate("Reveal.slide(Reveal.getSlides().findIndex(it => it.matches('.question')))")
    colours = "[...document.querySelectorAll('.present li')].map(it => getComputedStyle(it).color)"
    assert page.evaluate(f"new Set({colours}).size") == 1
    page.keyboard.press("Space")
    page.wait_for_function(f"new Set({colours}).size == 2")
    with page.expect_popup() as speaker:
        page.keyboard.press("s")
    speaker.value.locator(".speaker-controls-notes .value p").first.wait_for()
    assert not any("<annotation" in it.read_text("utf-8") for it in decks)  # TeX, for the ears


def test_minutes_add_up_and_each_lecture_fits_and_has_known_sections(decks):
    plan = decks[0].with_name("plan.html").read_text("utf-8")
    sums = [sum(map(int, re.findall(r"\((\d+) min", it))) for it in plan.split("<h2>Lecture")[1:]]
    assert sums == [min(80, int(it)) for it in re.findall(r"(\d+) min in all", plan)]
    for deck in decks[len(sums) :]:  # of the lessons
        html = deck.read_text("utf-8")
        minutes = map(int, re.findall(r"Minutes of this section: (\d+)", html))
        assert f"about {sum(minutes)} minutes; the exercises" in html
    assert all(it.read_text("utf-8").count('"no-slide"') <= 6 for it in LESSONS)
    with pytest.raises(SystemExit, match=r"lesson 1 has no {'Cats'}; it has \['Dogs'\]"):
        slides.read_lecture(1, {"title": "", "sections": ["1. Cats"]}, [({"Dogs": ()}, [])])


@pytest.mark.parametrize(("tag", "other", "shown"), [("", 5, 0), ("", 6, 1), ("no-slide", 6, 0)])
def test_table_that_only_compares_or_is_tagged_is_not_shown(tag, other, shown):
    row = f"<tr><th>F1</th><td>5</td><td>{other}</td></tr>"
    cell = f'<div class="cell tag_{tag}"><table><tbody>{row}</tbody></table></div>'
    talk = slides.Talk("", {})
    talk.take(BeautifulSoup(cell, "html.parser").div)
    assert len(talk.slides) == shown
