"""The built book in a real browser: every page, wide and narrow, light and dark."""

from __future__ import annotations

from pathlib import Path

import pytest
from book_checks import (
    MODES,
    Mode,
    accessibility_problems,
    all_problems,
    colour_problems,
    console_problems,
    copy_button_problems,
    cut_off_problems,
    focus_problems,
    maths_problems,
    reflow_problems,
    request_problems,
    scrollbar_problems,
    search,
    solution_problems,
    visit,
    weight_problems,
)
from playwright.sync_api import Browser, expect

DESKTOP_LIGHT, PHONE_DARK = MODES[0], MODES[3]


# Each page in both widths and both schemes; what stands on one width alone (menus, side columns)
# is the same on all pages, so a few of them show it in the other scheme.
IN_BOTH_SCHEMES = ("index.html", "glossary.html", "ledger.html", "notebooks/01")


@pytest.mark.parametrize("look", [DESKTOP_LIGHT, PHONE_DARK], ids=str)
def test_page(browser: Browser, origin: str, page_path: str, look: Mode, screenshots: Path) -> None:
    with visit(browser, origin, page_path, look) as seen:
        name = page_path.removesuffix(".html").replace("/", "-")
        seen.page.screenshot(path=screenshots / f"{name}-{look}.png")
        problems = scrollbar_problems(seen)
        if page_path.startswith("notebooks/"):
            problems += copy_button_problems(seen)
            # Before the other checks, which open every solution. A key is a key at any width.
            problems += solution_problems(seen) if look is DESKTOP_LIGHT else []
        problems += all_problems(seen)
        if page_path.startswith(IN_BOTH_SCHEMES):
            problems += colour_problems(seen)
        # At the end: they change the width of the window.
        problems += reflow_problems(seen) if look is PHONE_DARK else cut_off_problems(seen)
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("query", ["specificity", "特异度"])
def test_search_finds_a_page_and_opens_it(
    browser: Browser, origin: str, mode: Mode, query: str
) -> None:
    with visit(browser, origin, "index.html", mode) as seen:
        hits = search(seen, query)
        explaining = [hit for hit in hits if hit.startswith(("glossary", "notebooks/"))]
        assert explaining, f"only {hits}"
        assert accessibility_problems(seen) == []
        seen.page.locator(f"#search-results a[href='{explaining[0]}']").first.click()
        expect(seen.page.locator("article")).to_contain_text(query, ignore_case=True)
        assert all_problems(seen) == []


def test_search_finds_nothing_for_a_word_that_is_not_there(browser: Browser, origin: str) -> None:
    with visit(browser, origin, "index.html", DESKTOP_LIGHT) as seen:
        assert search(seen, "xylophone") == []


def test_an_address_inside_a_page_is_readable(browser: Browser, origin: str, mode: Mode) -> None:
    """The entry that a link leads to is highlighted: its contrast must still be enough."""
    for path in ("api.html#cmlib.specificity", "glossary.html#term-specificity"):
        with visit(browser, origin, path, mode) as seen:
            assert seen.page.locator(":target").count() == 1
            assert all_problems(seen) == []


def test_the_book_can_be_read_from_a_folder(browser: Browser, book: Path) -> None:
    """Without any server, as from a USB stick: formulas are drawn and the search finds pages."""
    origin = book.resolve().as_uri()
    for path in ["index.html", "glossary.html", *lessons(book)]:
        with visit(browser, origin, path, DESKTOP_LIGHT) as seen:
            # Not axe: it asks for the style sheets again, which a browser refuses in a folder.
            assert maths_problems(seen) + console_problems(seen) + request_problems(seen) == []
    with visit(browser, origin, "index.html", DESKTOP_LIGHT) as seen:
        assert any(hit.startswith("glossary") for hit in search(seen, "specificity"))


def test_the_search_field_is_accessible(browser: Browser, origin: str, mode: Mode) -> None:
    with visit(browser, origin, "index.html", mode) as seen:
        seen.page.locator(".search-button__button:visible").first.click()
        expect(seen.page.locator("#pst-search-dialog input")).to_be_focused()
        assert accessibility_problems(seen) == []


@pytest.mark.parametrize("phone", [mode for mode in MODES if mode.screen == "phone"], ids=str)
def test_the_button_back_to_the_top_is_readable(browser: Browser, origin: str, phone: Mode) -> None:
    """The theme shows it on narrow screens, to a reader who scrolls back."""
    with visit(browser, origin, "glossary.html", phone) as seen:
        seen.page.mouse.wheel(0, 3000)
        seen.page.wait_for_timeout(300)
        seen.page.mouse.wheel(0, -500)
        expect(seen.page.locator("#pst-back-to-top")).to_be_visible()
        assert accessibility_problems(seen) == []


def test_a_first_visit_is_light(browser: Browser, origin: str, page_path: str) -> None:
    """The ledger may weigh more: it holds a row for each number, formula and claim."""
    with visit(browser, origin, page_path, DESKTOP_LIGHT) as seen:
        most = 2_000_000 if page_path == "ledger.html" else 1_200_000
        assert weight_problems(seen, most) == []


def lessons(book: Path) -> list[str]:
    return sorted(page.relative_to(book).as_posix() for page in book.glob("notebooks/*.html"))


def test_there_are_lessons(book: Path) -> None:
    assert lessons(book)


@pytest.mark.parametrize("look", [DESKTOP_LIGHT, PHONE_DARK], ids=str)
def test_the_tab_key_shows_where_it_is(
    browser: Browser, origin: str, page_path: str, look: Mode
) -> None:
    with visit(browser, origin, page_path, look) as seen:
        assert focus_problems(seen) == []


def test_theme_switch_is_kept_on_the_next_page(browser: Browser, origin: str) -> None:
    with visit(browser, origin, "index.html", DESKTOP_LIGHT) as seen:
        root = seen.page.locator("html")
        expect(root).to_have_attribute("data-theme", "light")
        seen.page.locator(".theme-switch-button").click()
        seen.page.locator(".theme-change-button[data-mode=dark]").click()
        expect(root).to_have_attribute("data-theme", "dark")
        seen.page.goto(f"{origin}/glossary.html")
        expect(root).to_have_attribute("data-theme", "dark")


def test_a_page_read_in_the_dark_is_printed_dark_on_white(
    browser: Browser, origin: str, book: Path
) -> None:
    inks = """() => ["article p", ".highlight span", "table.dataframe td", ".cmlib-figure text",
                      ".cmlib-figure [stroke='#000000']", "mjx-container svg"].map((what) => {
        const look = getComputedStyle(document.querySelector(what));
        const of = what.includes("stroke") ? "stroke" : what.includes("text") ? "fill" : "color";
        return Math.max(...look[of].match(/\\d+/g).slice(0, 3).map(Number));
    })"""
    with visit(browser, origin, lessons(book)[0], PHONE_DARK) as seen:
        assert min(seen.page.evaluate(inks)) > 150
        seen.page.emulate_media(media="print")
        assert max(seen.page.evaluate(inks)) < 120
