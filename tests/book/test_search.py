"""The search of the book: the address that a question is about is first or second."""

import json
import re

import pytest
from book_checks import DESKTOP, PHONE_DARK, accessibility_problems, all_problems, search, visit
from chromium import request_problems
from playwright.sync_api import expect

# Questions that must find their answer first.
FIRST = {
    "type 1 error": "glossary.html#term-false-positive",
    "type II error": "glossary.html#term-false-negative",
    "roc vs pr curve": "notebooks/05_threshold_curves.html#when-positives-are-rare",
    "confidence interval for accuracy": "notebooks/10_how_sure.html",
    "macro vs micro f1": "notebooks/02_multiclass_averaging.html#three-ways-to-average",
    "teacher solutions": "teaching.html#the-student-edition",
    "difference between precision and recall": "notebooks/01_binary_confusion_matrix.html",
    "true positive rate": "glossary.html#term-recall",
    "imbalanced data": "notebooks/07_r_prime_experiments.html#the-last-claim-imbalance",
    "cost of errors": "glossary.html#term-expected-cost",
    "choose a threshold": "notebooks/05_threshold_curves.html#where-to-put-the-threshold",
    "how to choose a metric": "which_measure.html",
    "AUC meaning": "glossary.html#term-AUC",
    "sample size": "notebooks/10_how_sure.html#how-many-samples-do-i-need",
    "Gorodkin": "notebooks/04_gmean_and_mcc.html#many-classes-gorodkin",
    "F2": "notebooks/01_binary_confusion_matrix.html#exercise-6",
    "data leak": "notebooks/11_judge_one_yourself.html#leakage",
    "fdr": "glossary.html#term-precision",
    "presicion": "glossary.html#term-precision",
    "specifity": "glossary.html#term-specificity",
    "AUROC": "glossary.html#term-AUC",
    "gmean": "glossary.html#term-G-mean",
    "bootstrap ci": "glossary.html#term-bootstrap",
    "balanced acc": "glossary.html#term-balanced-accuracy",
    "optimal threshold": "glossary.html#term-threshold",
    "sklearn": "coming_from.html",
    "color": "notebooks/07_r_prime_experiments.html#experiment-4-pictures",
    "micro average equals accuracy": "glossary.html#term-micro-average",
    "how to compute F1 by hand": "glossary.html#term-F1",
    "roc by hand": "notebooks/05_threshold_curves.html#draw-the-roc-curve-by-hand",
    "big data": "large_inputs.html",
    "print the book": "index.html#print-the-book",
    "compare two classifiers": "notebooks/10_how_sure.html#two-programs-one-test-set",
    "undefined precision zero division": "glossary.html#term-undefined-value",
    "install": "index.html#start",
    "how many test images": "notebooks/10_how_sure.html#how-many-samples-do-i-need",
    "0/0": "notebooks/01_binary_confusion_matrix.html#which-class-is-positive-and-what-0-0-is",
}
# Questions of readers, and how the first or second address found must begin.
WANTED = {
    "R'": "notebooks/06_",
    "macro f1": "notebooks/02_multiclass_averaging.html#two-things-called-macro-f1",
    "kappa paradox": "notebooks/03_kappa.html#two-paradoxes",
    "weighted kappa": "notebooks/03_kappa.html#classes-in-order-weighted-kappa",
    "MCC multiclass": "notebooks/04_gmean_and_mcc.html#many-classes",
    "PR curve": "notebooks/05_threshold_curves.html#draw-the-p-r-curve",
    "false alarm rate": "glossary.html#term-false-positive-rate",
    "always predict the majority class": "glossary.html#term-baseline",
    "confusoin matrix": "glossary.html#term-confusion-matrix",
    "特异度": "glossary.html#term-specificity",
    "top-5": "notebooks/08_",
    "ties": "notebooks/08_top_k_accuracy.html#ties",
    "erratum table 5": "errata.html#doc1-t5",
    "how many samples do I need": "notebooks/10_how_sure.html#how-many-samples-do-i-need",
    "SQL": "notebooks/12_at_scale.html#let-others-count",
    "Spark": "large_inputs.html#a-database",
    "which measure when": "which_measure.html",
    "classification_report": "api.html#cmlib.classification_report",
    "make lab": "index.html#start",
    # Questions whose answer is the very first.
    **FIRST,
}
# What stands around the text of a page: buttons, menus, marks of links, TeX.
CHROME = re.compile(
    r"System Settings|Contents|\.pdf|(Show|Hide) the (code|solution)|The figure in words|\w#|\\|\$"
)


def ask(seen, question):
    """Type a question on the search page; return the addresses and the quotations."""
    results = seen.page.locator("#search-results")
    seen.page.locator(".bd-search-container input").fill(question)
    links = results.locator("li > a").evaluate_all("all => all.map(it => it.getAttribute('href'))")
    return links, results.locator("p.context").all_inner_texts()


@pytest.mark.parametrize("place", ["server", "folder"])
def test_wanted_address_is_first_or_second(browser, origin, book, place):
    base = origin if place == "server" else book.resolve().as_uri()
    problems = []
    with visit(browser, base, "index.html", DESKTOP) as seen:
        search(seen, "accuracy")
        for question, wanted in WANTED.items():
            hits, quotes = ask(seen, question)
            if not any(hit.startswith(wanted) for hit in hits[: 1 if question in FIRST else 2]):
                problems.append(f"{question}: {wanted} is not in front: {hits[:3]}")
            problems += [
                f"{question}: {quote}"
                for quote in quotes
                if CHROME.search(quote) or len(quote) > 300
            ]
        problems += seen.console + request_problems(seen)
    assert problems == []


def test_indexed_places_are_on_their_pages(book):
    script = (book / "section_index.js").read_text(encoding="utf-8")
    index = json.loads(script.partition("SECTIONS = ")[2].rstrip().removesuffix(";"))
    places = [(page, anchor) for page, anchor, *_ in index["places"]]
    texts = {page: (book / page).read_text(encoding="utf-8") for page, _ in places}
    ids = {page: set(re.findall(r'\bid="([^"]+)"', text)) for page, text in texts.items()}
    assert len(places) > 100
    assert [it for it in places if it[1] and it[1][1:] not in ids[it[0]]] == []


def test_question_without_an_answer(browser, origin):
    with visit(browser, origin, "search.html", DESKTOP) as seen:
        said = seen.page.get_by_role("status")
        assert said.inner_text() == ""
        assert accessibility_problems(seen) == []
        assert ask(seen, "xylophone")[0] == []
        expect(said).to_contain_text("Nothing found")
        assert ask(seen, "kappa xylophone")[0]
        expect(said).to_contain_text("No place has all of these words")
        assert len(ask(seen, "accuracy")[0]) == 30
        expect(said).to_contain_text("the first 30")


def test_keyboard_opens_a_result(browser, origin):
    """The result is an erratum that is folded away on its page."""
    with visit(browser, origin, "index.html", DESKTOP) as seen:
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


def test_results_are_accessible(browser, origin):
    with visit(browser, origin, "search.html?q=MCC+multiclass", PHONE_DARK) as seen:
        seen.page.locator("#search-results mark").first.wait_for()
        assert all_problems(seen) == []
