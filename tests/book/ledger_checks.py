"""What the page on the ledger must show and do, as functions that return a list of problems.

`cmcourse.ledger` says what is right. The book's tests and those of these functions share them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlencode, urlsplit

from book_checks import Visit
from playwright.sync_api import Locator, expect

from cmcourse import ledger
from cmcourse.ledger import Entry

ROWS = "#ledger-table tbody tr[id]"
FILTERS = ("document", "kind", "verdict", "lesson")
PAGE_LENGTH = 25


def shown(seen: Visit) -> list[str]:
    """The rows that are on the page now, in order, by their ids."""
    return seen.page.locator(ROWS).evaluate_all("rows => rows.map(row => row.id)")


def plain(text: str) -> str:
    """A text of the ledger as it stands on the page before MathJax draws its formulas."""
    parts = re.split(r"(\$[^$]+\$|`[^`]+`)", text)
    parts[1::2] = [rf"\({part[1:-1]}\)" if part[0] == "$" else part[1:-1] for part in parts[1::2]]
    parts[::2] = [re.sub(r"\*(\S[^*]*)\*", r"\1", part) for part in parts[::2]]
    return "".join(parts)


def expected_cells(entry: Entry) -> dict[str, str]:
    """What the cells of a row must hold."""
    printed = {
        "number": entry.printed,
        "formula": rf"\(\displaystyle {entry.printed}\)",
        "claim": plain(entry.printed),
        "text": plain(entry.printed),
        "relation": "not printed",
    }
    right = f"Right: {plain(entry.correction)}" if entry.correction else ""
    said = " ".join(filter(None, [right, plain(entry.note)]))
    holds = "It is so." if entry.kind == "text" else "It holds."
    return {
        "where": f"Document {entry.document[-1]}, {plain(entry.place)}",
        "what": plain(entry.quantity),
        "printed": printed[entry.kind],
        "found": entry.recomputed if entry.kind in ("number", "relation") else said or holds,
        "verdict": entry.verdict,
        "lesson": f"Lesson {int(entry.lesson)}: {plain(entry.section)}",
    }


def row_problems(seen: Visit, entries: Sequence[Entry]) -> list[str]:
    """The page, without JavaScript, must hold every row, readable and word for word."""
    rows = seen.page.locator(ROWS).evaluate_all(
        """rows => rows.map(row => ({
             id: row.id, height: row.getBoundingClientRect().height,
             details: row.querySelector('details').textContent,
             cells: Object.fromEntries([...row.cells].map(
               cell => [cell.className.replace('ledger-', ''), cell.textContent])),
           }))"""
    )
    wanted = [entry.id for entry in entries]
    if [row["id"] for row in rows] != wanted:
        strange = set(wanted).symmetric_difference(row["id"] for row in rows)
        return [f"rows missing, strange or in another order: {sorted(strange)[:5]}"]
    problems = []
    for row, entry in zip(rows, entries, strict=True):
        if row["height"] < 10:
            problems.append(f"{entry.id}: not to be seen")
        problems += [
            f"{entry.id}: {name} is {row['cells'].get(name)!r}, not {text!r}"
            for name, text in expected_cells(entry).items()
            if row["cells"].get(name) != text
        ]
        problems += [
            f"{entry.id}: the details lack {text!r}"
            for text in in_details(entry)
            if text not in row["details"]
        ]
    return problems


def in_details(entry: Entry) -> list[str]:
    """What opens at the end of a row: the check, and what does not stand in the row already."""
    told = [plain(entry.correction), plain(entry.note)]
    return [entry.call, entry.source, *(told if entry.kind in ("number", "relation") else [])]


def value(entry: Entry) -> Decimal | None:
    """What a row is sorted by when its printed number counts."""
    return ledger.read_printed(entry.printed)[0] if entry.kind == "number" else None


def by_value(entries: Sequence[Entry], sign: int) -> list[Entry]:
    """Numbers by their value, and then what is no number."""
    numbers = [(value(entry), entry) for entry in entries if value(entry) is not None]
    rest = [entry for entry in entries if value(entry) is None]
    return [entry for _, entry in sorted(numbers, key=lambda pair: sign * pair[0])] + rest


def by_verdict(entries: Sequence[Entry], sign: int) -> list[Entry]:
    return sorted(entries, key=lambda entry: sign * ledger.VERDICTS.index(entry.verdict))


def comes_to_sort(header: Locator, direction: str | None) -> bool:
    """Whether a header says in a moment that it sorts in a direction; None: in none."""
    try:
        if direction:
            expect(header).to_have_attribute("aria-sort", direction, timeout=2000)
        else:
            expect(header).not_to_have_attribute("aria-sort", re.compile(""), timeout=2000)
    except AssertionError:
        return False
    return True


def sort_problems(seen: Visit, entries: Sequence[Entry]) -> list[str]:
    """A header sorts up with Enter, down with Space, and then gives back the documents' order."""
    problems = []
    orders: dict[str, Callable[[Sequence[Entry], int], list[Entry]]] = {
        "The document says": by_value,
        "Verdict": by_verdict,
    }
    for column, order in orders.items():
        header = seen.page.locator("#ledger-table thead th", has_text=column)
        button = header.locator("button")
        if button.count() != 1:
            problems.append(f"{column}: no button in the header")
            continue
        button.focus()
        for key, direction, wanted in (
            ("Enter", "ascending", order(entries, 1)),
            ("Space", "descending", order(entries, -1)),
            ("Enter", None, entries),
        ):
            seen.page.keyboard.press(key)
            if not comes_to_sort(header, direction):
                problems.append(f"{column}: aria-sort is not {direction} after {key}")
            if shown(seen) != [entry.id for entry in wanted[:PAGE_LENGTH]]:
                problems.append(f"{column}: not sorted {direction or 'as at first'} by {key}")
    return problems


def count_problems(seen: Visit, chosen: Sequence[Entry], entries: Sequence[Entry]) -> list[str]:
    """The page must show the rows that were chosen, say how many, and say it aloud."""
    status = seen.page.locator(".ledger [role=status][aria-live=polite]")
    if status.count() != 1:
        return ["the count is not announced"]
    said = status.inner_text()
    problems = []
    if not said.startswith(f"{len(chosen):,} of {len(entries):,} rows"):
        problems.append(f"the count is {said!r}, not {len(chosen)} of {len(entries)}")
    if shown(seen) != [entry.id for entry in chosen[:PAGE_LENGTH]]:
        problems.append(f"other rows than the {len(chosen)} chosen ones are shown")
    return problems


def opening_problems(seen: Visit, entries: Sequence[Entry]) -> list[str]:
    """The page must open with what is not reproduced; a button must show all."""
    problems = []
    for choice, chosen in (
        ("not reproduced", [entry for entry in entries if entry.verdict != "reproduced"]),
        ("", entries),
    ):
        if seen.page.get_by_label("Verdict", exact=True).input_value() != choice:
            problems.append(f"the verdict chosen is not {choice!r}")
        problems += count_problems(seen, chosen, entries)
        seen.page.get_by_role("button", name="Show all rows").click()
    return problems


def filter_problems(seen: Visit, entries: Sequence[Entry]) -> list[str]:
    """Each choice of each select must narrow the table to its rows, and stand in the address."""
    problems = []
    seen.page.get_by_role("button", name="Show all rows").click()
    for field in FILTERS:
        select = seen.page.get_by_label(field.capitalize(), exact=True)
        values = select.locator("option").evaluate_all("all => all.map(it => it.value)")
        also = {"", "not reproduced"} if field == "verdict" else {""}
        if set(values) != {*also, *(getattr(entry, field) for entry in entries)}:
            problems.append(f"{field}: the choices are {values}")
        for choice in filter(None, values):
            select.select_option(choice)
            usual = choice == "not reproduced"
            chosen = [
                entry
                for entry in entries
                if (entry.verdict != "reproduced" if usual else getattr(entry, field) == choice)
            ]
            found = count_problems(seen, chosen, entries)
            if urlsplit(seen.page.url).query != ("" if usual else urlencode({field: choice})):
                found.append(f"the address is {seen.page.url}")
            problems += [f"{field} {choice}: {problem}" for problem in found]
        seen.page.get_by_role("button", name="Show all rows").click()
        found = count_problems(seen, entries, entries)
        problems += [f"after showing all rows: {problem}" for problem in found]
    return problems


def search_problems(seen: Visit, word: str, entries: Sequence[Entry]) -> list[str]:
    """The search must find the rows that hold a word anywhere."""
    chosen = [entry for entry in entries if word in all_text(entry)]
    seen.page.get_by_label("Search all columns").fill(word)
    # The search waits for the next letter before it looks.
    seen.page.wait_for_timeout(400)
    found = count_problems(seen, chosen, entries)
    if urlsplit(seen.page.url).query != urlencode({"q": word}):
        found.append(f"the address is {seen.page.url}")
    return [f"search for {word}: {problem}" for problem in found]


def all_text(entry: Entry) -> str:
    parts = (entry.id, entry.kind, *in_details(entry), entry.recomputed)
    return " ".join([*expected_cells(entry).values(), *parts]).lower()


def named_row_problems(seen: Visit, row_id: str) -> list[str]:
    """The row that the address names must be in view, marked, open and focused."""
    row = seen.page.locator(f"{ROWS}[id='{row_id}']")
    try:
        expect(row).to_be_focused(timeout=3000)
    except AssertionError:
        return [f"{row_id} is not focused"]
    problems = []
    if not row.evaluate("row => row.matches(':target, .ledger-named')"):
        problems.append(f"{row_id} is not marked")
    if not row.locator("details").evaluate("details => details.open"):
        problems.append(f"{row_id} is not open")
    try:
        expect(row).to_be_in_viewport(timeout=3000)
    except AssertionError:
        problems.append(f"{row_id} is not in view")
    return problems


class _Links(HTMLParser):
    """Collects what a page links to, and what can be linked to on it."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = dict(attributes)
        self.targets.add(named.get("id") or "")
        if tag == "a" and named.get("href"):
            self.links.append(named["href"] or "")


@cache
def read_links(page: Path) -> _Links:
    parser = _Links()
    parser.feed(page.read_text(encoding="utf-8"))
    return parser


def link_problems(pages: Iterable[Path]) -> list[str]:
    """Every link between the pages of the book must lead to a page and to a place on it."""
    problems = []
    for page in pages:
        for link in read_links(page).links:
            address = urlsplit(link)
            if address.scheme:
                continue
            target = (page.parent / unquote(address.path)).resolve() if address.path else page
            if not target.is_file():
                problems.append(f"{page.name}: {link} leads to no file")
                continue
            place = unquote(address.fragment)
            if place and target.suffix == ".html" and place not in read_links(target).targets:
                problems.append(f"{page.name}: {link} leads to no place on its page")
    return problems
