"""The page of the ledger in a real browser, compared with the ledger itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from html import unescape
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from book_checks import (
    DESKTOP,
    PHONE_DARK,
    accessibility_problems,
    all_problems,
    console_problems,
    maths_problems,
    visit,
)
from chromium import Mode, Visit, overflow_problems, request_problems
from playwright.sync_api import Browser, expect
from set_formulas import mathml

from cmcourse import ledger
from cmcourse.ledger import Entry

ENTRIES = ledger.load()
FIRST, LAST = ENTRIES[0].id, ENTRIES[-1].id
ROWS = "#ledger-table tbody tr[id]"
PAGE_LENGTH = 25
CHOSEN = {"document": "doc1", "verdict": "misprint", "lesson": "02"}


def signs(tex: str) -> str:
    """Return the signs of a formula, one after the other."""
    return unescape(re.sub("<[^>]+>", "", mathml(tex)))


def plain(text: str) -> str:
    """Return a text of the ledger as it is on the page."""
    parts = re.split(r"(\$[^$]+\$|`[^`]+`)", text)
    parts[1::2] = [signs(part[1:-1]) if part[0] == "$" else part[1:-1] for part in parts[1::2]]
    parts[::2] = [re.sub(r"\*(\S[^*]*)\*", r"\1", part) for part in parts[::2]]
    return "".join(parts)


def expected_cells(entry: Entry) -> dict[str, str]:
    """Return the texts of the cells of a row."""
    printed = f"${entry.printed}$" if entry.kind == "formula" else entry.printed
    right = f"Right: {plain(entry.correction)}" if entry.correction else ""
    said = " ".join(filter(None, [right, plain(entry.note)]))
    holds = "It is so." if entry.kind == "text" else "It holds."
    return {
        "where": f"Document {entry.document[-1]}, {plain(entry.place)}",
        "what": plain(entry.quantity),
        "printed": plain(printed) or "not printed",
        "found": entry.recomputed if entry.kind in ("number", "relation") else said or holds,
        "verdict": entry.verdict,
        "lesson": f"Lesson {int(entry.lesson)}: {plain(entry.section)}",
    }


def details(entry: Entry) -> list[str]:
    """Return the texts that open at the end of a row."""
    told = [plain(entry.correction), plain(entry.note)]
    return [entry.call, entry.source, *(told if entry.kind in ("number", "relation") else [])]


def all_text(entry: Entry) -> str:
    parts = (entry.id, entry.kind, *details(entry), entry.recomputed)
    return " ".join([*expected_cells(entry).values(), *parts]).lower()


def expect_rows(seen: Visit, chosen: Sequence[Entry], query: dict[str, str] | None = None) -> None:
    """Check the rows that are shown, the count that is announced, and the address."""
    status = seen.page.locator(".ledger [role=status][aria-live=polite]")
    expect(status).to_contain_text(f"{len(chosen):,} of {len(ENTRIES):,} rows")
    wanted = [entry.id for entry in chosen[:PAGE_LENGTH]]
    # DataTables marks a sorted header before it moves the rows.
    for _ in range(50):
        rows = seen.page.locator(ROWS).evaluate_all("rows => rows.map(row => row.id)")
        if rows == wanted:
            break
        seen.page.wait_for_timeout(100)
    assert rows == wanted
    if query is not None:
        assert urlsplit(seen.page.url).query == urlencode(query)


def expect_named_row(seen: Visit, row_id: str) -> None:
    """Check that the row that the address names is in view, marked, open and focused."""
    row = seen.page.locator(f"{ROWS}[id='{row_id}']")
    expect(row).to_be_focused()
    expect(row).to_be_in_viewport()
    assert row.evaluate("row => row.matches(':target, .ledger-named')")
    assert row.locator("details").evaluate("details => details.open")


def test_every_row_is_readable_without_a_script(browser: Browser, origin: str) -> None:
    with visit(browser, origin, "ledger.html", DESKTOP, javascript=False) as seen:
        assert seen.page.locator("#ledger-filters").is_hidden()
        rows = seen.page.locator(ROWS).evaluate_all(
            """rows => rows.map(row => ({
                 id: row.id, height: row.getBoundingClientRect().height,
                 details: row.querySelector('details').textContent,
                 cells: Object.fromEntries([...row.cells].map(
                   cell => [cell.className.replace('ledger-', ''), cell.textContent])),
               }))"""
        )
        example = seen.page.locator("section#how-to-read-a-row .ledger-example")
        shown = example.text_content()
        (told,) = (it for it in ENTRIES if it.id == example.locator("a").last.inner_text())
    assert [row["id"] for row in rows] == [entry.id for entry in ENTRIES]
    for row, entry in zip(rows, ENTRIES, strict=True):
        assert row["height"] >= 10
        cells = expected_cells(entry)
        assert {name: row["cells"].get(name) for name in cells} == cells
        assert [text for text in details(entry) if text not in row["details"]] == []
    parts = (told.printed, told.recomputed, told.verdict, told.correction, plain(told.note))
    assert [text for text in (*parts, told.call) if text not in shown] == []


def value(entry: Entry) -> Decimal | None:
    return ledger.read_printed(entry.printed)[0] if entry.kind == "number" else None


def by_value(sign: int) -> list[Entry]:
    """Return numbers by their value, then the other rows."""
    numbers = [entry for entry in ENTRIES if value(entry) is not None]
    rest = [entry for entry in ENTRIES if value(entry) is None]
    return sorted(numbers, key=lambda entry: sign * (value(entry) or 0)) + rest


def by_verdict(sign: int) -> list[Entry]:
    return sorted(ENTRIES, key=lambda entry: sign * ledger.VERDICTS.index(entry.verdict))


def test_headers_sort_by_keyboard(browser: Browser, origin: str) -> None:
    with visit(browser, origin, "ledger.html?verdict=", DESKTOP) as seen:
        for column, order in (("The document says", by_value), ("Verdict", by_verdict)):
            header = seen.page.locator("#ledger-table thead th", has_text=column)
            header.locator("button").focus()
            for key, direction, wanted in (
                ("Enter", "ascending", order(1)),
                ("Space", "descending", order(-1)),
                ("Enter", None, ENTRIES),
            ):
                seen.page.keyboard.press(key)
                if direction:
                    expect(header).to_have_attribute("aria-sort", direction)
                else:
                    expect(header).not_to_have_attribute("aria-sort", re.compile(""))
                expect_rows(seen, wanted)
        assert all_problems(seen) == []


def test_filters_and_search(browser: Browser, origin: str) -> None:
    with visit(browser, origin, "ledger.html", DESKTOP) as seen:
        page = seen.page
        open_rows = [entry for entry in ENTRIES if entry.verdict != "reproduced"]
        expect_rows(seen, open_rows)
        show_all = page.get_by_role("button", name="Show all rows")
        show_all.click()
        expect_rows(seen, ENTRIES)
        for field in ("document", "kind", "verdict", "lesson"):
            select = page.get_by_label(field.capitalize(), exact=True)
            choices = select.locator("option").evaluate_all("all => all.map(it => it.value)")
            values = {getattr(entry, field) for entry in ENTRIES}
            more = {"", "not reproduced"} if field == "verdict" else {""}
            assert set(choices) == values | more
            for choice in sorted(values):
                select.select_option(choice)
                chosen = [entry for entry in ENTRIES if getattr(entry, field) == choice]
                expect_rows(seen, chosen, {field: choice})
            show_all.click()
        page.get_by_label("Verdict", exact=True).select_option("not reproduced")
        expect_rows(seen, open_rows, {})
        show_all.click()
        for word in ("kappa", "macro", FIRST, "href", "xylophone"):
            page.get_by_label("Search all columns").fill(word)
            chosen = [entry for entry in ENTRIES if word in all_text(entry)]
            expect_rows(seen, chosen)
            expect(page).to_have_url(re.compile(rf"\?{re.escape(urlencode({'q': word}))}$"))
        assert page.get_by_text("No row matches.").is_visible()
        assert all_problems(seen) == []


@pytest.mark.parametrize("query", [CHOSEN, {**CHOSEN, "q": "precision"}, {"lesson": "none"}])
def test_address_sets_the_filters(browser: Browser, origin: str, query: dict[str, str]) -> None:
    filters = {field: query[field] for field in CHOSEN if query.get(field) == CHOSEN[field]}
    with visit(browser, origin, f"ledger.html?{urlencode(query)}", DESKTOP) as seen:
        for field in CHOSEN:
            select = seen.page.get_by_label(field.capitalize(), exact=True)
            expect(select).to_have_value(filters.get(field, ""))
        expect_rows(
            seen,
            [
                entry
                for entry in ENTRIES
                if all(getattr(entry, field) == it for field, it in filters.items())
                and query.get("q", "") in all_text(entry)
            ],
        )


@pytest.mark.parametrize("look", [DESKTOP, PHONE_DARK], ids=str)
def test_address_names_a_row(browser: Browser, origin: str, look: Mode) -> None:
    """The last row is on another page of the table, and not in document 1."""
    for path in (f"ledger.html#{LAST}", f"ledger.html?document=doc1#{LAST}"):
        with visit(browser, origin, path, look) as seen:
            expect_named_row(seen, LAST)
            assert accessibility_problems(seen) == []
            seen.page.evaluate("id => { location.hash = id }", FIRST)
            expect_named_row(seen, FIRST)
            expect(seen.page.locator(".ledger-named")).to_have_count(1)


def test_rows_on_other_pages_have_formulas(browser: Browser, origin: str) -> None:
    with visit(browser, origin, "ledger.html?verdict=", PHONE_DARK) as seen:
        sorting = seen.page.locator("#ledger-table thead button").first
        expect(sorting).to_be_hidden()
        seen.page.get_by_text("Filter and sort").press("Enter")
        expect(sorting).to_be_visible()
        seen.page.get_by_label("Rows on a page").select_option("-1")
        assert seen.page.locator("#ledger-table tbody tr").count() == len(ENTRIES)
        assert maths_problems(seen) + overflow_problems(seen) + console_problems(seen) == []


def test_ledger_from_a_folder(browser: Browser, book: Path) -> None:
    with visit(browser, book.resolve().as_uri(), f"ledger.html#{LAST}", DESKTOP) as seen:
        expect_named_row(seen, LAST)
        seen.page.get_by_role("button", name="Show all rows").click()
        expect_rows(seen, ENTRIES)
        assert maths_problems(seen) + console_problems(seen) + request_problems(seen) == []
