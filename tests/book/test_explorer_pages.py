"""The explorers where the book holds them: live, from a folder, on paper, and without a script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from book_checks import (
    Mode,
    all_problems,
    console_problems,
    request_problems,
    visit,
)
from playwright.sync_api import Browser, Locator, Page, expect

from cmcourse.explore import bundle

EXPLORERS = sorted(bundle.explorers())
PAGE = "explorers.html"
LOOKS = [
    Mode(screen, width, height, scheme)
    for screen, width, height in (
        ("desktop", 1440, 900),
        ("tablet", 820, 1180),
        ("phone", 390, 844),
    )
    for scheme in ("light", "dark")
]
DESKTOP = LOOKS[0]


def live(page: Page, kind: str) -> Locator:
    return page.locator(f'.cmlib-explorer[data-explorer="{kind}"] > .ce-live')


def still(page: Page, kind: str) -> Locator:
    return page.locator(f'.cmlib-explorer[data-explorer="{kind}"] > .cmlib-explorer-still')


def goals(page: Page, kind: str) -> list[str]:
    return live(page, kind).locator(".ce-mark").all_inner_texts()


def type_into(page: Page, field: Locator, text: str) -> None:
    """Replace what a field holds, by the keyboard alone."""
    field.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type(text)
    page.keyboard.press("Tab")


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_all_four_are_live(browser: Browser, origin: str, look: Mode, screenshots: Path) -> None:
    with visit(browser, origin, PAGE, look) as seen:
        for kind in EXPLORERS:
            expect(live(seen.page, kind)).to_be_visible()
            expect(still(seen.page, kind)).to_be_hidden()
            assert set(goals(seen.page, kind)) == {"not yet:"}
        seen.page.screenshot(path=screenshots / f"explorers-all-{look}.png", full_page=True)
        assert all_problems(seen) == []


@pytest.mark.parametrize("look", [LOOKS[0], LOOKS[2], LOOKS[4]], ids=str)
def test_nothing_jumps_while_they_load(browser: Browser, origin: str, look: Mode) -> None:
    """Below 0.1 the shift of a layout counts as good (web.dev/cls)."""
    with visit(browser, origin, PAGE, look) as seen:
        expect(live(seen.page, "averaging")).to_be_visible()
        shift = seen.page.evaluate(
            """() => new Promise(done => new PerformanceObserver(list =>
                 done(list.getEntries().reduce((sum, entry) => sum + entry.value, 0))
               ).observe({ type: "layout-shift", buffered: true }) ?? setTimeout(done, 500, 0))"""
        )
        assert shift < 0.1


@pytest.mark.parametrize("look", [LOOKS[0], LOOKS[2], LOOKS[4]], ids=str)
def test_the_room_kept_free_is_the_room_taken(browser: Browser, origin: str, look: Mode) -> None:
    """More would be a hole until the script has run, and less would push down what is below."""
    with visit(browser, origin, PAGE, look) as seen:
        for kind in EXPLORERS:
            explorer = seen.page.locator(f'.cmlib-explorer[data-explorer="{kind}"]')
            taken = explorer.evaluate("it => it.offsetHeight")
            live(seen.page, kind).evaluate("it => it.remove()")
            kept = explorer.evaluate("it => it.offsetHeight")
            assert kept == pytest.approx(taken, rel=0.1), kind


@pytest.mark.parametrize("look", [LOOKS[0], LOOKS[2], LOOKS[4]], ids=str)
@pytest.mark.parametrize(
    ("path", "kind", "effect"),
    [
        (PAGE, "threshold", ".ce-plot"),
        (PAGE, "prevalence", ".ce-chart"),
        ("notebooks/05_threshold_curves.html", "threshold", ".ce-plot"),
        ("notebooks/06_r_prime_derivation.html", "prevalence", ".ce-chart"),
    ],
)
def test_what_is_moved_stays_below_the_header(
    browser: Browser, origin: str, look: Mode, path: str, kind: str, effect: str
) -> None:
    with visit(browser, origin, path, look) as seen:
        drawing = live(seen.page, kind).locator(effect).first
        drawing.evaluate("it => it.scrollIntoView({ block: 'end', behavior: 'instant' })")
        header = seen.page.locator(".bd-header-article").bounding_box()
        moved = live(seen.page, kind).locator(".ce-stay").first
        below, drawn = moved.bounding_box(), drawing.bounding_box()
        assert header
        assert below
        assert drawn
        assert below["y"] >= header["y"] + header["height"]
        assert below["y"] + below["height"] <= drawn["y"]


def test_a_goal_is_reached_by_keyboard_and_told(browser: Browser, origin: str) -> None:
    with visit(browser, origin, PAGE, DESKTOP) as seen:
        explorer = live(seen.page, "matrix")
        spam, ham = "truth spam, predicted", "truth ham, predicted"
        for name, count in ((f"{spam} spam", 0), (f"{spam} ham", 10), (f"{ham} spam", 0)):
            type_into(seen.page, explorer.get_by_label(name, exact=True), str(count))
        assert goals(seen.page, "matrix") == ["not yet:", "done:", "not yet:"]
        type_into(seen.page, explorer.get_by_label(f"{ham} ham", exact=True), "990")
        assert goals(seen.page, "matrix") == ["done:", "done:", "not yet:"]
        expect(explorer.get_by_role("status")).to_contain_text("Done: Make accuracy")
        # The others are not touched.
        assert set(goals(seen.page, "threshold")) == {"not yet:"}
        assert console_problems(seen) + request_problems(seen) == []


@pytest.mark.parametrize(
    ("fields", "reached"),
    [
        ({"Prevalence": "0.01"}, 0),
        ({"Prevalence": "0.04", "Sensitivity": "0", "Specificity": "1"}, 1),
        ({"Prevalence": "0.95", "Sensitivity": "0.5", "Specificity": "0.5"}, 2),
    ],
)
def test_each_goal_of_prevalence_can_be_reached(
    browser: Browser, origin: str, fields: dict[str, str], reached: int
) -> None:
    with visit(browser, origin, PAGE, DESKTOP) as seen:
        explorer = live(seen.page, "prevalence")
        for name, value in fields.items():
            field = explorer.get_by_label(re.compile(f"^{name}.*as a number$"))
            type_into(seen.page, field, value)
        done = [mark == "done:" for mark in goals(seen.page, "prevalence")]
        assert done == [at == reached for at in range(3)]


@pytest.mark.parametrize(("key", "reached"), [("Home", 0), ("End", 1)])
def test_each_goal_of_the_threshold_can_be_reached(
    browser: Browser, origin: str, key: str, reached: int
) -> None:
    with visit(browser, origin, PAGE, DESKTOP) as seen:
        slider = live(seen.page, "threshold").locator("input[type=range]").first
        slider.focus()
        seen.page.keyboard.press(key)
        # At the left end all is predicted as spam; from there it goes up to the last spam mail.
        for _ in range(3 if key == "Home" else 0):
            seen.page.keyboard.press("ArrowRight")
        done = [mark == "done:" for mark in goals(seen.page, "threshold")]
        assert done == [at == reached for at in range(2)]


def test_they_run_from_a_folder(browser: Browser, book: Path) -> None:
    with visit(browser, book.resolve().as_uri(), PAGE, DESKTOP) as seen:
        for kind in EXPLORERS:
            expect(live(seen.page, kind)).to_be_visible()
        assert console_problems(seen) + request_problems(seen) == []


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_without_a_script_a_picture_stands(browser: Browser, origin: str, look: Mode) -> None:
    with visit(browser, origin, PAGE, look, javascript=False) as seen:
        for kind in EXPLORERS:
            picture = still(seen.page, kind)
            expect(picture).to_be_visible()
            assert len(picture.get_attribute("alt") or "") > 60
            expect(live(seen.page, kind)).to_have_count(0)
        assert seen.console == []


def test_on_paper_the_picture_stands_and_not_the_controls(browser: Browser, origin: str) -> None:
    with visit(browser, origin, PAGE, DESKTOP) as seen:
        for kind in EXPLORERS:
            expect(live(seen.page, kind)).to_be_visible()
        seen.page.emulate_media(media="print")
        for kind in EXPLORERS:
            expect(still(seen.page, kind)).to_be_visible()
            expect(live(seen.page, kind)).to_be_hidden()


def test_only_pages_with_an_explorer_load_its_script(book: Path) -> None:
    for page in book.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        holds = 'data-explorer="' in text
        assert ("explorers.js" in text) == holds, page
    assert 'data-explorer="' in (book / PAGE).read_text(encoding="utf-8")
