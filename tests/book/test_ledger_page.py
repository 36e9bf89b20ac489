"""The page of the ledger in a real browser, compared with the ledger itself."""

import re
from urllib.parse import urlencode, urlsplit

import book_checks as checks
import pytest
from book_checks import DESKTOP, PHONE_DARK, visit
from bs4 import BeautifulSoup
from chromium import axe_problems, overflow_problems, request_problems
from playwright.sync_api import expect

from cmcourse import ledger

ENTRIES = ledger.load()
FIRST, LAST = ENTRIES[0].id, ENTRIES[-1].id
ROWS = "#ledger-table tbody tr[id]"
PAGE_LENGTH = 25
CHOSEN = {"document": "doc1", "verdict": "misprint", "lesson": "02"}


@pytest.fixture(scope="module")
def rows(book):
    """The rows of the page as it is without a script, by their ids."""
    page = BeautifulSoup((book / "ledger.html").read_text(encoding="utf-8"), "html.parser")
    return {row["id"]: row for row in page.find(id="ledger-table").tbody.find_all("tr", id=True)}


@pytest.fixture(scope="module")
def found(rows):
    """Return a function that returns the entries whose row holds a word."""
    texts = {id: row.get_text().lower() for id, row in rows.items()}
    return lambda word: [entry for entry in ENTRIES if word in texts[entry.id]]


def test_every_row_is_on_the_page(rows):
    assert [*rows] == [entry.id for entry in ENTRIES]
    for entry in ENTRIES:
        cells = {
            name: rows[entry.id].find(class_=f"ledger-{name}").get_text()
            for name in ("where", "printed", "found", "verdict", "lesson")
        }
        assert cells["where"].startswith(f"Document {entry.document[-1]}, ")
        assert cells["verdict"] == entry.verdict
        assert cells["lesson"].startswith(f"Lesson {int(entry.lesson)}: ")
        if entry.kind in ("number", "relation"):
            shown = cells["printed"], cells["found"]
            assert shown == (entry.printed or "not printed", entry.recomputed)
        folded = rows[entry.id].find("details").get_text()
        assert entry.call in folded
        assert entry.source in folded


def expect_rows(seen, chosen, query=None):
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


def expect_named_row(seen, row_id):
    """Check that the row that the address names is in view, marked, open and focused."""
    row = seen.page.locator(f"{ROWS}[id='{row_id}']")
    expect(row).to_be_focused()
    expect(row).to_be_in_viewport()
    assert row.evaluate("row => row.matches(':target, .ledger-named')")
    assert row.locator("details").evaluate("details => details.open")


def test_rows_are_readable_without_a_script(browser, origin):
    with visit(browser, origin, "ledger.html", DESKTOP, java_script_enabled=False) as seen:
        assert seen.page.locator("#ledger-filters").is_hidden()
        shown = "rows => rows.filter(row => row.getBoundingClientRect().height >= 10).length"
        assert seen.page.locator(ROWS).evaluate_all(shown) == len(ENTRIES)
        example = seen.page.locator("section#how-to-read-a-row .ledger-example")
        shown = example.text_content()
        id = example.locator("a").last.inner_text()
    (told,) = (it for it in ENTRIES if it.id == id)
    for text in (told.printed, told.recomputed, told.verdict, told.correction, told.call):
        assert text in shown


def value(entry):
    return ledger.read_printed(entry.printed)[0] if entry.kind == "number" else None


def by_value(sign):
    """Return numbers by their value, then the other rows."""
    numbers = [entry for entry in ENTRIES if value(entry) is not None]
    rest = [entry for entry in ENTRIES if value(entry) is None]
    return sorted(numbers, key=lambda entry: sign * (value(entry) or 0)) + rest


def by_verdict(sign):
    return sorted(ENTRIES, key=lambda entry: sign * ledger.VERDICTS.index(entry.verdict))


def test_headers_sort_by_keyboard(browser, origin):
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
        assert checks.quick_problems(seen) == []


def test_filters_and_search(browser, origin, found):
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
            for choice in (min(values), max(values)):
                select.select_option(choice)
                chosen = [entry for entry in ENTRIES if getattr(entry, field) == choice]
                expect_rows(seen, chosen, {field: choice})
            show_all.click()
        page.get_by_label("Verdict", exact=True).select_option("not reproduced")
        expect_rows(seen, open_rows, {})
        show_all.click()
        for word in ("kappa", "macro", FIRST, "href", "xylophone"):
            page.get_by_label("Search all columns").fill(word)
            expect_rows(seen, found(word))
            expect(page).to_have_url(re.compile(rf"\?{re.escape(urlencode({'q': word}))}$"))
        assert page.get_by_text("No row matches.").is_visible()
        assert checks.all_problems(seen) == []


PAYLOAD = {"lesson": "none", "q": "=<img src=x onerror=alert(1)>$x$"}


@pytest.mark.parametrize("query", [{**CHOSEN, "q": "precision"}, PAYLOAD])
def test_address_sets_the_filters(browser, origin, found, query):
    filters = {field: query[field] for field in CHOSEN if query.get(field) == CHOSEN[field]}
    with visit(browser, origin, f"ledger.html?{urlencode(query)}", DESKTOP) as seen:
        for field in CHOSEN:
            select = seen.page.get_by_label(field.capitalize(), exact=True)
            expect(select).to_have_value(filters.get(field, ""))
        chosen = found(query.get("q", ""))
        for field, it in filters.items():
            chosen = [entry for entry in chosen if getattr(entry, field) == it]
        expect_rows(seen, chosen)
        expect(seen.page.locator("[onerror]")).to_have_count(0)


@pytest.mark.parametrize(("look", "query"), [(DESKTOP, ""), (PHONE_DARK, "?document=doc1")])
def test_address_names_a_row(browser, origin, look, query):
    """The last row is on another page of the table, and not in document 1."""
    with visit(browser, origin, f"ledger.html{query}#{LAST}", look) as seen:
        expect_named_row(seen, LAST)
        assert axe_problems(seen.page, where=".ledger-named") == []
        seen.page.evaluate("id => { location.hash = id }", FIRST)
        expect_named_row(seen, FIRST)
        expect(seen.page.locator(".ledger-named")).to_have_count(1)
        seen.page.evaluate("location.hash = '%E0'")  # a link that was cut off
        expect(seen.page.locator(".ledger-named")).to_have_count(0)
        assert seen.console == []


def test_rows_on_other_pages_have_formulas(browser, origin):
    with visit(browser, origin, "ledger.html?verdict=", PHONE_DARK) as seen:
        sorting = seen.page.locator("#ledger-table thead button").first
        expect(sorting).to_be_hidden()
        seen.page.get_by_text("Filter and sort").press("Enter")
        expect(sorting).to_be_visible()
        seen.page.get_by_label("Rows on a page").select_option("-1")
        assert seen.page.locator("#ledger-table tbody tr").count() == len(ENTRIES)
        assert checks.maths_problems(seen) + overflow_problems(seen) + seen.console == []


def test_ledger_from_a_folder(browser, book):
    with visit(browser, book.resolve().as_uri(), f"ledger.html#{LAST}", DESKTOP) as seen:
        expect_named_row(seen, LAST)
        seen.page.get_by_role("button", name="Show all rows").click()
        expect_rows(seen, ENTRIES)
        assert checks.maths_problems(seen) + seen.console + request_problems(seen) == []
