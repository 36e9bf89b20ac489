"""The search of the book: what readers ask for comes first or second, and quotations are clean."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from book_checks import (
    MODES,
    Mode,
    Visit,
    accessibility_problems,
    all_problems,
    console_problems,
    overflow_problems,
    request_problems,
    search,
    visit,
)
from playwright.sync_api import Browser, expect

DESKTOP_LIGHT = MODES[0]
# What a reader asks, and how the address begins that must then stand first or second.
WANTED = {
    "R prime": "notebooks/06_",
    "R'": "notebooks/06_",
    "R′": "notebooks/06_",
    "macro f1": "notebooks/02_multiclass_averaging.html#two-things-called-macro-f1",
    "Cohen": "glossary.html#term-Kappa",
    "kappa paradox": "notebooks/03_kappa.html#two-paradoxes",
    "weighted kappa": "notebooks/03_kappa.html#classes-in-order-weighted-kappa",
    "MCC multiclass": "notebooks/04_gmean_and_mcc.html#many-classes",
    "multi-class MCC": "notebooks/04_gmean_and_mcc.html#many-classes",
    "geometric mean": "glossary.html#term-G-mean",
    "AUC": "glossary.html#term-AUC",
    "PR curve": "notebooks/05_threshold_curves.html#draw-the-p-r-curve",
    "sensitivity": "glossary.html#term-recall",
    "false alarm rate": "glossary.html#term-false-positive-rate",
    "Youden": "glossary.html#term-informedness",
    "always predict the majority class": "glossary.html#term-baseline",
    "confusoin matrix": "glossary.html#term-confusion-matrix",
    "特异度": "glossary.html#term-specificity",
    "top-5": "notebooks/08_",
    "top5": "notebooks/08_",
    "ties": "notebooks/08_top_k_accuracy.html#ties",
    "erratum table 5": "errata.html#doc1-t5",
    "confidence interval": "notebooks/10_how_sure.html#an-interval",
    "how many samples do I need": "notebooks/10_how_sure.html#how-many-samples-do-i-need",
    "bootstrap": "notebooks/10_how_sure.html#any-measure-resample-the-matrix",
    "leakage": "notebooks/11_judge_one_yourself.html#leakage",
    "SQL": "notebooks/12_at_scale.html#let-others-count",
    "Spark": "large_inputs.html#a-database",
    "which measure when": "which_measure.html",
    "classification_report": "api.html#cmlib.classification_report",
    "from_labels": "api.html#cmlib.ConfusionMatrix.from_labels",
    "make lab": "index.html#start",
    "licence": "licence.html",
}
# What surrounds the text of a page: buttons, menus, marks of links, TeX.
CHROME = re.compile(
    r"System Settings|Contents|\.pdf|(Show|Hide) the (code|solution)|The figure in words|\w#|\\|\$"
)


def misplaced(hits: Sequence[str], wanted: str) -> list[str]:
    """Say so if an address that begins as wanted does not stand first or second."""
    if any(hit.startswith(wanted) for hit in hits[:2]):
        return []
    return [f"{wanted} is not in front: {list(hits[:3])}"]


def badly_quoted(quotes: Sequence[str]) -> list[str]:
    """Say which quotations hold what is no text, or are no quotations but whole pages."""
    return [quote for quote in quotes if CHROME.search(quote) or len(quote) > 300]


def lost(places: Sequence[tuple[str, str]], pages: Mapping[str, str]) -> list[tuple[str, str]]:
    """List the places whose anchor their page does not have."""
    ids = {page: set(re.findall(r'\bid="([^"]+)"', html)) for page, html in pages.items()}
    return [(page, anchor) for page, anchor in places if anchor and anchor[1:] not in ids[page]]


def ask(seen: Visit, question: str) -> tuple[list[str], list[str]]:
    """Type a question on the search page; return the addresses and the quotations."""
    results = seen.page.locator("#search-results")
    seen.page.locator(".bd-search-container input").fill(question)
    links = [link.get_attribute("href") or "" for link in results.locator("li > a").all()]
    return links, results.locator("p.context").all_inner_texts()


@pytest.mark.parametrize("place", ["server", "folder"])
def test_what_readers_ask_comes_first_or_second(
    browser: Browser, origin: str, book: Path, place: str
) -> None:
    base = origin if place == "server" else book.resolve().as_uri()
    problems = []
    with visit(browser, base, "index.html", DESKTOP_LIGHT) as seen:
        search(seen, "accuracy")
        for question, wanted in WANTED.items():
            hits, quotes = ask(seen, question)
            wrong = misplaced(hits, wanted) + badly_quoted(quotes)
            problems += [f"{question}: {problem}" for problem in wrong]
        problems += console_problems(seen) + request_problems(seen)
    assert not problems, "\n".join(problems)


def test_a_third_place_and_a_quoted_button_are_refused() -> None:
    assert misplaced(["a.html", "b.html#x", "c.html"], "b.html") == []
    assert misplaced(["a.html", "b.html#x", "c.html"], "c.html")
    assert badly_quoted(["Two readers agree.", "Two paradoxes#"]) == ["Two paradoxes#"]
    for quote in ("Light Dark System Settings", r"By \(p_o\) alone", "word " * 100):
        assert badly_quoted([quote]) == [quote]


def test_every_place_that_can_be_found_is_there(book: Path) -> None:
    script = (book / "section_index.js").read_text(encoding="utf-8")
    index = json.loads(script.partition("SECTIONS = ")[2].rstrip().removesuffix(";"))
    places = [(page, anchor) for page, anchor, *_ in index["places"]]
    pages = {page: (book / page).read_text(encoding="utf-8") for page, _ in places}
    assert lost(places, pages) == []
    # Rows of the ledger have a search of their own.
    assert sum(page == "ledger.html" for page, _ in places) < 20 < len(pages)
    nowhere = ("ledger.html", "#nowhere")
    assert lost([*places, nowhere], pages) == [nowhere]


def test_a_question_that_nothing_answers_in_full_says_so(browser: Browser, origin: str) -> None:
    with visit(browser, origin, "index.html", DESKTOP_LIGHT) as seen:
        assert search(seen, "xylophone") == []
        said = seen.page.get_by_role("status")
        expect(said).to_contain_text("Nothing found")
        assert ask(seen, "kappa xylophone")[0]
        expect(said).to_contain_text("No place has all of these words")
        assert len(ask(seen, "accuracy")[0]) == 30
        expect(said).to_contain_text("the first 30")


def test_the_keyboard_reaches_a_result_and_opens_it(browser: Browser, origin: str) -> None:
    """Down to one erratum, which is folded away on its page."""
    with visit(browser, origin, "index.html", DESKTOP_LIGHT) as seen:
        page = seen.page
        (first, *_) = search(seen, "erratum table 5")
        page.locator(".bd-search-container input").focus()
        page.keyboard.press("Tab")
        link = page.locator("#search-results li > a").first
        expect(link).to_be_focused()
        assert link.evaluate("it => getComputedStyle(it).outlineStyle") != "none"
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/{first}")
        expect(page.locator(":target")).to_be_in_viewport()


def test_the_results_can_be_read_everywhere(browser: Browser, origin: str, mode: Mode) -> None:
    with visit(browser, origin, "search.html?q=MCC+multiclass", mode) as seen:
        seen.page.locator("#search-results mark").first.wait_for()
        assert all_problems(seen) == []
        seen.page.set_viewport_size({"width": 320, "height": 640})
        assert overflow_problems(seen) == []


def test_the_search_page_without_a_question_waits_for_one(browser: Browser, origin: str) -> None:
    with visit(browser, origin, "search.html", DESKTOP_LIGHT) as seen:
        expect(seen.page.locator(".bd-search-container input")).to_be_visible()
        assert seen.page.get_by_role("status").inner_text() == ""
        assert accessibility_problems(seen) == []
