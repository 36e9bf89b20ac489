"""The guide to measures in a browser: its script follows the rules in Python."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from measure_guide import ADVICE, QUESTIONS, advised, all_answers, meets
from playwright.sync_api import Browser, Page, expect

PAGE = "which_measure.html"
SOME = Random(4).sample(all_answers(), 12)


@pytest.fixture
def page(browser: Browser, origin: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{origin}/{PAGE}")
    yield page
    context.close()
    assert problems == []


def shown(page: Page) -> list[str]:
    return page.eval_on_selector_all(
        ".guide-advice", "parts => parts.filter(it => !it.hidden).map(it => it.id.slice(6))"
    )


def answer(page: Page, key: str, value: str) -> None:
    page.check(f'[name="guide-{key}"][value="{value}"]')


def test_answers_leave_the_advice_of_the_rules(page: Page) -> None:
    assert shown(page) == list(ADVICE)
    assert page.locator("fieldset").count() == len(QUESTIONS)
    for answers in SOME:
        for key, value in answers.items():
            answer(page, key, value)
        (key,) = advised(answers)
        assert shown(page) == [key]
        expect(page.get_by_role("status")).to_have_text(f"For you: {ADVICE[key].title}.")
        yours = page.locator(f"#guide-{key} li.guide-yours:visible").count()
        assert yours == sum(bool(t.when) and meets(answers, t.when) for t in ADVICE[key].traps)
        assert page.locator(f"#guide-{key} li:visible").count() == yours + sum(
            not trap.when for trap in ADVICE[key].traps
        )


def test_next_question_is_named(page: Page) -> None:
    answer(page, "use", "label")
    answer(page, "order", "no")
    left = {advised(it)[0] for it in all_answers() if it["use"] == "label" and it["order"] == "no"}
    assert shown(page) == [key for key in ADVICE if key in left]
    expect(page.get_by_role("status")).to_have_text(
        f"{len(left)} are left. What decides next: {QUESTIONS['truth'].asked}"
    )


def test_address_keeps_the_answers_until_start_again(page: Page) -> None:
    answer(page, "use", "guesses")
    answer(page, "truth", "one")
    answer(page, "focus", "classes")
    expect(page).to_have_url(re.compile("#"))
    address = page.url
    assert address.endswith("#use=guesses&truth=one&focus=classes")
    page.goto("about:blank")
    page.goto(address)
    assert shown(page) == ["top-k-per-class"]
    page.get_by_role("button", name="Start again").click()
    expect(page.get_by_role("status")).to_contain_text("measures wait")
    assert "#" not in page.url
    assert shown(page) == list(ADVICE)


def test_unknown_answers_in_the_address_are_ignored(page: Page, origin: str) -> None:
    page.goto("about:blank")
    page.goto(f"{origin}/{PAGE}#use=sing&dance=yes&constructor=x&focus=classes")
    expect(page).to_have_url(re.compile(r"\#focus=classes$"))
    assert "top-k-per-class" in shown(page)
    page.goto("about:blank")
    page.goto(f"{origin}/{PAGE}#beside-metrics-reloaded")
    expect(page.get_by_role("heading", name="Beside Metrics Reloaded")).to_be_in_viewport()
    assert shown(page) == list(ADVICE)
    assert page.url.endswith("#beside-metrics-reloaded")


def test_story_answers_the_questions(page: Page) -> None:
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


def test_keyboard_answers(page: Page) -> None:
    page.locator('[name="guide-use"]').first.focus()
    page.keyboard.press("Space")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    expect(page).to_have_url(re.compile(r"\#use=guesses$"))
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page).to_have_url(re.compile(r"\#use=guesses\&truth=one$"))


def test_all_advice_without_a_script(browser: Browser, origin: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{origin}/{PAGE}")
    expect(page.locator("form.guide-questions")).to_be_hidden()
    assert page.locator(".guide-advice:visible").count() == len(ADVICE)
    assert page.locator(".guide-when:visible").count() == len(ADVICE)
    context.close()
