"""A lesson's exercises, answered on its page by mouse and keyboard."""

from book_checks import PHONE_DARK, lay_out, visit
from chromium import axe_problems
from playwright.sync_api import expect

LESSON = "notebooks/01_binary_confusion_matrix.html"


def test_questions_are_answered_and_remembered(browser, origin):
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{origin}/{LESSON}")
    quick = page.locator(".page-answers").first
    quick.get_by_text("(a) It rises.").click()
    expect(quick.get_by_role("status")).to_contain_text("More frequent means more ill people")
    quick.get_by_label("(a) It rises.").press("ArrowDown")
    quick.get_by_label("(b) It stays").press("ArrowDown")
    expect(quick.get_by_role("status")).to_have_text("Correct: c.")
    precision = page.locator("#exercise-2-the-filter-s-precision-and-recall .page-question").first
    field = precision.get_by_role("textbox", name="(a) flagged that are spam")
    field.press("Enter")
    expect(precision.get_by_role("status")).to_have_text("Type an answer first.")
    field.fill("0.64")
    field.press("Enter")
    expect(precision.get_by_role("status")).to_contain_text("0.64 is the recall of 'spam'")
    field.fill("32/40")
    precision.get_by_role("button", name="Check").click()
    expect(precision.get_by_role("status")).to_contain_text("Correct: precision of 'spam'")
    field.fill("7")
    expect(precision).to_have_attribute("data-verdict", "before")
    marks = page.locator("#exercise-3-the-negatives .page-question").first
    marks.get_by_label("row 0, column 1").click()
    marks.get_by_role("button", name="Check").press("Enter")
    expect(marks.get_by_role("status")).to_contain_text("All but one of the 4 marks are right")
    marks.get_by_label("row 1, column 1").press("Space")
    marks.get_by_role("button", name="Check").click()
    expect(marks.get_by_role("status")).to_contain_text("every mark is right")
    score = "Answered right in this page: 3 of"
    expect(page.locator(".page-score")).to_contain_text(score)
    lay_out(page)
    assert axe_problems(page) == []
    page.reload()
    expect(page.locator(".page-score")).to_contain_text(score)
    expect(field).to_have_value("32/40")
    expect(marks.get_by_label("row 1, column 1")).to_have_attribute("aria-pressed", "true")
    page.goto(f"{origin}/index.html")
    expect(page.locator("article .lesson-done").first).to_contain_text("3 of")
    page.close()


def test_tables_are_headed_and_judged_in_the_words_of_the_question(browser, origin):
    page = browser.new_page()
    page.goto(f"{origin}/notebooks/06_r_prime_derivation.html")
    fog = page.locator(".page-question", has=page.get_by_text("R'", exact=True)).first
    expect(fog.get_by_role("columnheader").last).to_have_text("R'")
    page.goto(f"{origin}/notebooks/08_top_k_accuracy.html")
    curve = page.locator(".page-question", has=page.get_by_label("row 3, column accuracy"))
    for at, value in enumerate(["1", "1/2", "2", "3/4", "3", "0.8", "4", "7/8", "5", "1"]):
        curve.get_by_role("textbox").nth(at).fill(value)
    curve.get_by_role("button", name="Check").click()
    expect(curve.get_by_role("status")).to_contain_text("Row 3, column accuracy: 0.8 is not right")
    page.close()


def test_a_page_without_scripts_shows_the_code(browser, origin):
    with visit(browser, origin, LESSON, PHONE_DARK, javascript=False) as seen:
        expect(seen.page.locator(".cell.tag_exercise").first).to_contain_text('check("1.0a"')
        expect(seen.page.locator(".page-question")).to_have_count(0)
