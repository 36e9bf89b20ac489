"""Each check of the ledger's page is fed a page that breaks it, and must say so."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from book_checks import MODES, visit
from browser import serve
from ledger_checks import (
    count_problems,
    filter_problems,
    link_problems,
    named_row_problems,
    opening_problems,
    row_problems,
    search_problems,
    sort_problems,
)
from playwright.sync_api import Browser

from cmcourse import ledger

ENTRIES = ledger.load()
FIRST, LAST = ENTRIES[0], ENTRIES[-1]
DESKTOP = MODES[0]


@pytest.fixture
def site(book: Path, tmp_path: Path) -> Path:
    """A folder with copies of the page and of its script; the rest is the book's own."""
    static = tmp_path / "_static"
    static.mkdir()
    for file in (book / "_static").iterdir():
        (static / file.name).symlink_to(file.resolve())
    for name in ("ledger.html", "_static/ledger.js"):
        (tmp_path / name).unlink(missing_ok=True)
        (tmp_path / name).write_bytes((book / name).read_bytes())
    return tmp_path


def spoil(file: Path, old: str, new: str) -> None:
    """Replace the first place that a pattern matches; it must match somewhere."""
    text, times = re.subn(old, new, file.read_text(encoding="utf-8"), count=1, flags=re.DOTALL)
    assert times == 1, f"{old} is not in {file.name}"
    file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (rf"<tr [^>]*id=\"{LAST.id}\".*?</tr>", "", "rows missing"),
        (rf"id=\"{FIRST.id}\"", 'id="other"', "rows missing"),
        (rf"(id=\"{FIRST.id}\")", r"\1 style='display: none'", "not to be seen"),
        (r"(ledger-verdict[^>]*><span[^>]*>)\w+", r"\1right", "verdict is 'right'"),
        (r"(text-nowrap\">\d+\.\d+) (\d)", r"\1\2", "printed is"),
        # The first of the rows: the example above them has one, too.
        (rf"(id=\"{FIRST.id}\".*?)<dt>Checked by</dt>.*?</dd>", r"\1", "the details lack"),
    ],
)
def test_a_bad_row_is_caught(
    browser: Browser, site: Path, old: str, new: str, complaint: str
) -> None:
    spoil(site / "ledger.html", old, new)
    with (
        serve(site) as origin,
        visit(browser, origin, "ledger.html", DESKTOP, javascript=False) as seen,
    ):
        found = row_problems(seen, ENTRIES)
    assert any(complaint in problem for problem in found), found


@pytest.mark.parametrize(
    ("check", "old", "new", "complaint"),
    [
        (
            sort_problems,
            r"title\.append\(button\)",
            "title.append(button.textContent)",
            "no button",
        ),
        (sort_problems, r"asc: byValue\(1\)", "asc: byValue(-1)", "not sorted"),
        (sort_problems, r'button\.type = "button"', "button.disabled = true", "aria-sort is not"),
        (filter_problems, "value === choice", "value !== choice", "the count is"),
        (filter_problems, r"history\.replaceState", "void ", "the address is"),
        (opening_problems, 'select.name === "verdict" \\?', "false ?", "the verdict chosen"),
        (filter_problems, "wanted.every", "wanted.slice(1).every", "other rows than"),
        (filter_problems, "_TOTAL_ of _MAX_", "_END_ of _MAX_", "the count is"),
        (filter_problems, 'topStart: "info"', "topStart: null", "not announced"),
        (partial(search_problems, word="kappa"), "searchDelay: 200", "searchDelay: 9e5", "kappa"),
    ],
)
def test_a_bad_script_is_caught(
    browser: Browser,
    site: Path,
    check: Callable[..., list[str]],
    old: str,
    new: str,
    complaint: str,
) -> None:
    spoil(site / "_static" / "ledger.js", old, new)
    path = "ledger.html" if check is opening_problems else "ledger.html?verdict="
    with serve(site) as origin, visit(browser, origin, path, DESKTOP) as seen:
        found = check(seen, entries=ENTRIES)
    assert any(complaint in problem for problem in found), found


def test_a_missing_choice_is_caught(browser: Browser, site: Path) -> None:
    spoil(site / "ledger.html", r'<option value="doc2">.*?</option>', "")
    with serve(site) as origin, visit(browser, origin, "ledger.html", DESKTOP) as seen:
        assert any("the choices are" in problem for problem in filter_problems(seen, ENTRIES))


def test_a_wrong_count_of_an_address_is_caught(browser: Browser, site: Path) -> None:
    spoil(site / "_static" / "ledger.js", r"query\.get\(select\.name\)", "null")
    chosen = [entry for entry in ENTRIES if entry.document == "doc2"]
    with (
        serve(site) as origin,
        visit(browser, origin, "ledger.html?document=doc2", DESKTOP) as seen,
    ):
        assert any("the count is" in problem for problem in count_problems(seen, chosen, ENTRIES))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (r"node\.focus\(.*?\);", "", "not focused"),
        (r"classList\.add\(.*?\);", "classList;", "not marked"),
        (r"open = true", "open = false", "not open"),
        (r"node\.scrollIntoView\(.*?\);", "", "not in view"),
        (r"Math\.floor", "0 * Math.floor", "not focused"),
    ],
)
def test_a_row_that_is_not_shown_is_caught(
    browser: Browser, site: Path, old: str, new: str, complaint: str
) -> None:
    spoil(site / "_static" / "ledger.js", old, new)
    with serve(site) as origin, visit(browser, origin, "ledger.html", DESKTOP) as seen:
        # Later than at first, when the browser goes to the row by itself.
        seen.page.evaluate("id => { location.hash = id }", LAST.id)
        found = named_row_problems(seen, LAST.id)
    assert any(complaint in problem for problem in found), found


@pytest.mark.parametrize(
    ("link", "complaint"),
    [
        ("gone.html", "leads to no file"),
        ("other.html#gone", "leads to no place"),
        ("#gone", "leads to no place"),
        ("other.html?lesson=05#here", None),
        ("https://example.org/gone", None),
    ],
)
def test_a_broken_link_is_caught(tmp_path: Path, link: str, complaint: str | None) -> None:
    (tmp_path / "page.html").write_text(f"<a href='{link}'>a link</a>", encoding="utf-8")
    (tmp_path / "other.html").write_text("<p id='here'>a place</p>", encoding="utf-8")
    found = link_problems([tmp_path / "page.html"])
    assert [complaint in problem for problem in found] == ([True] if complaint else [])
