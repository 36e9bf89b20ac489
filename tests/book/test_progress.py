"""The reader's progress through the course, kept in the browser, or not kept at all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from book_checks import MODES, Mode, Visit, accessibility_problems, console_problems, visit
from playwright.sync_api import Browser, Locator, Page, expect

DESKTOP = MODES[0]
KAPPA, GMEAN = "notebooks/03_kappa.html", "notebooks/04_gmean_and_mcc.html"


def tick(seen: Visit) -> Locator:
    return seen.page.get_by_role("checkbox", name="I have done this lesson")


def ticked(seen: Visit) -> list[str]:
    """Return what the sidebar marks as done, in words, as a screen reader says it."""
    done = seen.page.locator(".bd-docs-nav a:has(.lesson-done)")
    return [" ".join((link.text_content() or "").split()) for link in done.all()]


def first_page(seen: Visit) -> Locator:
    seen.page.goto(f"{seen.origin}/index.html")
    return seen.page.locator(".course-progress")


def new_tab(seen: Visit) -> Page:
    """Open the first page beside the lesson, from a folder, when the browser hands out the tick.

    Busy, Chromium may show a page of a folder an empty storage, and the next one the right one; it
    may lose what a page of a folder has kept just before it is left. On a server it does neither.
    """
    for _ in range(20):
        tab = seen.page.context.new_page()
        tab.goto(f"{seen.origin}/index.html")
        if tab.evaluate("localStorage.getItem('cmlib-course-done')") is not None:
            return tab
        tab.close()
    raise LookupError("the browser keeps no tick")


def test_a_new_reader_sees_nothing_of_it(browser: Browser, origin: str) -> None:
    with visit(browser, origin, "index.html", DESKTOP) as seen:
        expect(seen.page.locator(".course-progress")).to_be_hidden()
        assert ticked(seen) == []


def test_a_lesson_is_ticked_off_by_keyboard(browser: Browser, origin: str) -> None:
    with visit(browser, origin, KAPPA, DESKTOP) as seen:
        expect(tick(seen)).not_to_be_checked()
        tick(seen).press("Space")
        expect(seen.page.get_by_text("1 of 12 lessons done.")).to_be_visible()
        assert ticked(seen) == ["3. Kappa: agreement beyond chance ✓(done)"]
        seen.page.reload()
        expect(tick(seen)).to_be_checked()
        tick(seen).press("Space")
        assert ticked(seen) == []
        assert console_problems(seen) == []


def test_it_is_kept_from_a_folder_too(browser: Browser, book: Path) -> None:
    with visit(browser, book.resolve().as_uri(), KAPPA, DESKTOP) as seen:
        tick(seen).press("Space")
        tab = new_tab(seen)
        place = tab.locator(".course-progress")
        expect(place).to_contain_text("1 of 12 lessons done.")
        assert tab.locator("article td .lesson-done").count() == 1
        place.get_by_role("link", name="Continue with lesson 4. G-mean").click()
        expect(tab).to_have_url(f"{seen.origin}/{GMEAN}")
        assert console_problems(seen) == []


def test_the_first_page_leads_on(browser: Browser, origin: str) -> None:
    with visit(browser, origin, KAPPA, DESKTOP) as seen:
        seen.page.evaluate("document.querySelector('#two-paradoxes').scrollIntoView()")
        place = first_page(seen)
        going_on = place.get_by_role("link", name="Continue with lesson 3. Kappa")
        expect(going_on).to_have_attribute("href", "notebooks/03_kappa.html#two-paradoxes")
        expect(place).to_contain_text(re.compile(r"\(\d+ minutes\)"))
        expect(place).to_contain_text("0 of 12 lessons done.")
        going_on.click()
        tick(seen).check()
        place = first_page(seen)
        going_on = place.get_by_role("link", name="Continue with lesson 4. G-mean")
        expect(going_on).to_have_attribute("href", GMEAN)
        expect(place).to_contain_text("1 of 12 lessons done.")
        # The table of the lessons, too.
        assert seen.page.locator("article td .lesson-done").count() == 1


def test_all_of_it_can_be_forgotten(browser: Browser, origin: str) -> None:
    with visit(browser, origin, KAPPA, DESKTOP) as seen:
        tick(seen).check()
        place = first_page(seen)
        place.get_by_role("button", name="Forget my progress").click()
        expect(place).to_be_hidden()
        assert ticked(seen) == []
        kept = seen.page.evaluate("Object.keys(localStorage)")
        assert [name for name in kept if name.startswith("cmlib-course")] == []


# What another process of the browser has kept may come a moment after the page.
LATE = """
const read = Storage.prototype.getItem;
Storage.prototype.getItem = () => null;
addEventListener("load", () => {
    Storage.prototype.getItem = read;
    dispatchEvent(new StorageEvent("storage"));
});
"""


def test_what_is_read_late_is_not_lost(browser: Browser, origin: str) -> None:
    with visit(browser, origin, KAPPA, DESKTOP) as seen:
        tick(seen).check()
        seen.page.context.add_init_script(LATE)
        seen.page.reload()
        expect(tick(seen)).to_be_checked()
        assert ticked(seen) == ["3. Kappa: agreement beyond chance ✓(done)"]


def test_the_browser_does_not_tick_what_is_forgotten(browser: Browser, origin: str) -> None:
    with visit(browser, origin, KAPPA, DESKTOP) as seen:
        tick(seen).check()
        first_page(seen).get_by_role("button", name="Forget my progress").click()
        seen.page.go_back()
        expect(tick(seen)).not_to_be_checked()
        expect(seen.page.get_by_text("The tick is kept in this browser only.")).to_be_visible()


def test_who_has_done_all_is_led_nowhere(browser: Browser, origin: str, book: Path) -> None:
    names = sorted(path.stem for path in book.glob("notebooks/*.html"))
    with visit(browser, origin, "index.html", DESKTOP) as seen:
        seen.page.evaluate(
            "names => localStorage.setItem('cmlib-course-done', JSON.stringify(names))", names
        )
        place = first_page(seen)
        expect(place).to_contain_text("12 of 12 lessons done.")
        expect(place.get_by_role("link")).to_have_count(0)
        assert len(ticked(seen)) == 12


@pytest.mark.parametrize(
    "script",
    [
        # As a browser does that is told to keep nothing.
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no'); }})",
        # Something that is not ours.
        "localStorage.setItem('cmlib-course-done', '[broken')",
    ],
    ids=["nothing is kept", "something else is kept"],
)
def test_without_a_memory_the_book_is_as_before(browser: Browser, origin: str, script: str) -> None:
    with visit(browser, origin, KAPPA, DESKTOP) as seen:
        seen.page.context.add_init_script(script)
        seen.page.reload()
        expect(seen.page.locator("article h1")).to_be_visible()
        expect(seen.page.locator(".course-progress")).to_be_hidden()
        assert ticked(seen) == []


def test_it_is_accessible(browser: Browser, origin: str, mode: Mode) -> None:
    with visit(browser, origin, GMEAN, mode) as seen:
        tick(seen).check()
        assert accessibility_problems(seen) == []
        place = first_page(seen)
        expect(place).to_be_visible()
        assert accessibility_problems(seen) == []
