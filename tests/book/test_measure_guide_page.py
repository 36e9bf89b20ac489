"""The guide to measures in a browser: its script follows the rules in Python."""

import re
from random import Random

import pytest
from book_checks import PHONE_DARK, visit
from measure_guide import ADVICE, QUESTIONS, advised, all_answers, meets
from playwright.sync_api import expect

PAGE = "which_measure.html"
SOME = Random(4).sample(all_answers(), 12)


@pytest.fixture
def page(browser, origin):
    with visit(browser, origin, PAGE, PHONE_DARK) as seen:
        yield seen.page
        assert seen.console == []


def shown(page):
    return page.eval_on_selector_all(
        ".guide-advice", "parts => parts.filter(it => !it.hidden).map(it => it.id.slice(6))"
    )


def answer(page, key, value):
    page.check(f'[name="guide-{key}"][value="{value}"]')


def test_answers_leave_the_advice_of_the_rules(page):
    assert shown(page) == list(ADVICE)
    assert page.locator("fieldset").count() == len(QUESTIONS)
    for answers in SOME:
        chosen = [f'[name="guide-{key}"][value="{value}"]' for key, value in answers.items()]
        page.evaluate("all => all.forEach(it => document.querySelector(it).click())", chosen)
        (key,) = advised(answers)
        assert shown(page) == [key]
        expect(page.get_by_role("status")).to_have_text(f"For you: {ADVICE[key].title}.")
        yours = page.locator(f"#guide-{key} li.guide-yours:visible").count()
        assert yours == sum(bool(t.when) and meets(answers, t.when) for t in ADVICE[key].traps)
        assert page.locator(f"#guide-{key} li:visible").count() == yours + sum(
            not trap.when for trap in ADVICE[key].traps
        )


def test_next_question_is_named(page):
    answer(page, "use", "label")
    answer(page, "order", "no")
    left = {advised(it)[0] for it in all_answers() if it["use"] == "label" and it["order"] == "no"}
    assert shown(page) == [key for key in ADVICE if key in left]
    expect(page.get_by_role("status")).to_have_text(
        f"{len(left)} are left. What decides next: {QUESTIONS['truth'].asked}"
    )


def test_address_keeps_the_answers_until_start_again(page):
    answer(page, "use", "guesses")
    answer(page, "truth", "one")
    answer(page, "focus", "classes")
    expect(page).to_have_url(re.compile("#"))
    address = page.url
    assert address.endswith("#use=guesses&truth=one&focus=classes")
    expect(page.get_by_role("status")).to_be_in_viewport()
    page.goto("about:blank")
    page.goto(address)
    assert shown(page) == ["top-k-per-class"]
    page.get_by_role("button", name="Start again").click()
    expect(page.get_by_role("status")).to_contain_text("measures wait")
    assert "#" not in page.url
    assert shown(page) == list(ADVICE)


def test_unknown_answers_in_the_address_are_ignored(page, origin):
    page.goto("about:blank")
    page.goto(f"{origin}/{PAGE}#use=<svg/onload=alert(1)>&dance=$x$&constructor=x&focus=classes")
    expect(page).to_have_url(re.compile(r"\#focus=classes$"))
    assert "top-k-per-class" in shown(page)
    page.goto("about:blank")
    page.goto(f"{origin}/{PAGE}#beside-metrics-reloaded")
    expect(page.get_by_role("heading", name="Beside Metrics Reloaded")).to_be_in_viewport()
    assert shown(page) == list(ADVICE)
    assert page.url.endswith("#beside-metrics-reloaded")


def test_story_answers_the_questions(page):
    answer(page, "use", "guesses")
    page.get_by_role("link", name="Weighted Kappa").click()
    assert shown(page) == ["weighted-kappa"]
    expect(page.get_by_role("status")).to_be_focused()
    expect(page.get_by_role("status")).to_be_in_viewport()
    expect(page).to_have_url(re.compile(r"\#use=label&.*&order=yes&abstain=no&groups=no$"))
    page.go_back()
    expect(page).to_have_url(re.compile(r"\#use=guesses$"))
    left = {advised(it)[0] for it in all_answers() if it["use"] == "guesses"}
    assert shown(page) == [key for key in ADVICE if key in left]


def test_keyboard_answers(page):
    page.locator('[name="guide-use"]').first.focus()
    page.keyboard.press("Space")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    expect(page).to_have_url(re.compile(r"\#use=guesses$"))
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page).to_have_url(re.compile(r"\#use=guesses\&truth=one$"))


def test_all_advice_without_a_script(browser, origin):
    with visit(browser, origin, PAGE, PHONE_DARK, java_script_enabled=False) as seen:
        expect(seen.page.locator("form.guide-questions")).to_be_hidden()
        assert seen.page.locator(".guide-advice:visible").count() == len(ADVICE)
        assert seen.page.locator(".guide-when:visible").count() == len(ADVICE)
