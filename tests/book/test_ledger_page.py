"""The pages on the ledger in a real browser, compared with the ledger itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import pytest
from book_checks import (
    MODES,
    Mode,
    Visit,
    accessibility_problems,
    all_problems,
    console_problems,
    maths_problems,
    overflow_problems,
    request_problems,
    visit,
)
from ledger_checks import (
    count_problems,
    filter_problems,
    link_problems,
    named_row_problems,
    opening_problems,
    plain,
    read_links,
    row_problems,
    search_problems,
    sort_problems,
)
from playwright.sync_api import Browser, expect

from cmcourse import ledger

DESKTOP, PHONE_DARK = MODES[0], MODES[-1]
ENTRIES = ledger.load()
CHOSEN = {"document": "doc1", "verdict": "misprint", "lesson": "02"}


def show_all_on_one_page(seen: Visit) -> None:
    """Let the table show all that it has found, and wait until every formula is drawn."""
    seen.page.get_by_label("Rows on a page").select_option("-1")
    seen.page.wait_for_function("!document.querySelector('.math:not(:has(mjx-container))')")


def test_every_row_is_readable_without_javascript(browser: Browser, origin: str) -> None:
    with visit(browser, origin, "ledger.html", DESKTOP, javascript=False) as seen:
        assert row_problems(seen, ENTRIES) == []
        assert seen.page.locator("#ledger-filters").is_hidden()


def test_the_headers_sort_by_keyboard(browser: Browser, origin: str) -> None:
    with visit(browser, origin, "ledger.html?verdict=", DESKTOP) as seen:
        assert sort_problems(seen, ENTRIES) == []
        assert all_problems(seen) == []


def test_filters_and_search_narrow_the_table(browser: Browser, origin: str) -> None:
    with visit(browser, origin, "ledger.html", DESKTOP) as seen:
        assert opening_problems(seen, ENTRIES) == []
        assert filter_problems(seen, ENTRIES) == []
        for word in ("kappa", "macro", ENTRIES[0].id, "href", "xylophone"):
            assert search_problems(seen, word, ENTRIES) == []
        assert seen.page.get_by_text("No row matches.").is_visible()
        assert all_problems(seen) == []


@pytest.mark.parametrize("query", [CHOSEN, {**CHOSEN, "q": "precision"}, {"lesson": "none"}])
def test_an_address_sets_the_filters(browser: Browser, origin: str, query: dict[str, str]) -> None:
    filters = {key: value for key, value in query.items() if value in CHOSEN.values()}
    chosen = [
        entry
        for entry in ENTRIES
        if all(getattr(entry, field) == value for field, value in filters.items())
    ]
    with visit(browser, origin, f"ledger.html?{urlencode(query)}", DESKTOP) as seen:
        assert count_problems(seen, chosen, ENTRIES) == []
        for field in ("document", "verdict", "lesson"):
            select = seen.page.get_by_label(field.capitalize(), exact=True)
            expect(select).to_have_value(filters.get(field, ""))


def test_an_address_names_a_row(browser: Browser, origin: str, mode: Mode) -> None:
    """The last row is on another page of the table, and not in document 1."""
    last = ENTRIES[-1].id
    for path in (f"ledger.html#{last}", f"ledger.html?document=doc1#{last}"):
        with visit(browser, origin, path, mode) as seen:
            assert named_row_problems(seen, last) == []
            assert accessibility_problems(seen) == []
            first = ENTRIES[0].id
            seen.page.evaluate("id => { location.hash = id }", first)
            assert named_row_problems(seen, first) == []
            expect(seen.page.locator(".ledger-named")).to_have_count(1)


def test_rows_on_other_pages_have_their_formulas(browser: Browser, origin: str) -> None:
    with visit(browser, origin, "ledger.html?verdict=", PHONE_DARK) as seen:
        show_all_on_one_page(seen)
        assert seen.page.locator("#ledger-table tbody tr").count() == len(ENTRIES)
        assert maths_problems(seen) + overflow_problems(seen) + console_problems(seen) == []


def test_the_ledger_works_in_a_folder(browser: Browser, book: Path) -> None:
    last = ENTRIES[-1].id
    with visit(browser, book.resolve().as_uri(), f"ledger.html#{last}", DESKTOP) as seen:
        assert named_row_problems(seen, last) == []
        assert filter_problems(seen, ENTRIES) == []
        assert sort_problems(seen, ENTRIES) == []
        assert maths_problems(seen) + console_problems(seen) + request_problems(seen) == []


def test_a_phone_shows_rows_before_what_filters_and_sorts(browser: Browser, origin: str) -> None:
    with visit(browser, origin, "ledger.html", PHONE_DARK) as seen:
        verdict = seen.page.get_by_label("Verdict", exact=True)
        sorting = seen.page.locator("#ledger-table thead button").first
        for hidden in (verdict, sorting):
            expect(hidden).to_be_hidden()
        seen.page.get_by_text("Filter and sort").press("Enter")
        for shown in (verdict, sorting):
            expect(shown).to_be_visible()


def test_the_summary_fits_on_a_desktop(browser: Browser, origin: str) -> None:
    with visit(browser, origin, "ledger.html", replace(DESKTOP, width=1440)) as seen:
        missing = seen.page.locator(".pst-scrollable-table-container").evaluate_all(
            "boxes => boxes.map(box => box.scrollWidth - box.clientWidth)"
        )
        assert missing
        assert max(missing) <= 0


def test_the_ledger_begins_with_a_row_told_in_full(browser: Browser, origin: str) -> None:
    with visit(browser, origin, "ledger.html", DESKTOP, javascript=False) as seen:
        example = seen.page.locator("section#how-to-read-a-row .ledger-example")
        row_id = example.locator("a").last.inner_text()
        (row,) = [entry for entry in ENTRIES if entry.id == row_id]
        said = example.inner_text()
        cells = (
            row.printed,
            row.recomputed,
            row.verdict,
            row.correction,
            plain(row.note),
            row.call,
        )
        assert [text for text in cells if text not in said] == []
        # Who reads on comes to the table.
        assert seen.page.locator("section#how-to-read-a-row + section#all-rows").count() == 1


def test_every_lesson_is_listed(browser: Browser, origin: str, book: Path) -> None:
    lessons = sorted(page.name for page in book.glob("notebooks/*.html"))
    with visit(browser, origin, "ledger.html", DESKTOP) as seen:
        links = seen.page.locator("section#by-lesson li > a:first-child")
        found = links.evaluate_all("all => all.map(link => link.pathname.split('/').pop())")
        assert found == lessons


def test_only_the_ledger_loads_the_table_library(book: Path) -> None:
    users = [page.name for page in book.rglob("*.html") if "dataTables" in page.read_text("utf-8")]
    assert users == ["ledger.html"]


def test_links_lead_somewhere(book: Path) -> None:
    pages = [book / "ledger.html", book / "errata.html", *book.glob("notebooks/*.html")]
    assert link_problems(pages) == []


def test_each_lesson_leads_to_its_rows(book: Path) -> None:
    for lesson in {entry.lesson for entry in ENTRIES}:
        (page,) = book.glob(f"notebooks/{lesson}_*.html")
        assert f"../ledger.html?lesson={lesson}#all-rows" in read_links(page).links


def test_the_errata_name_every_row_that_is_not_right(book: Path) -> None:
    named = {
        link.removeprefix("ledger.html#")
        for link in read_links(book / "errata.html").links
        if link.startswith("ledger.html#")
    }
    assert named == {
        entry.id for entry in ENTRIES if entry.verdict != "reproduced" and entry.kind != "relation"
    }
