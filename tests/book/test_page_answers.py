"""A lesson's exercises, answered on its page by touch, mouse and keyboard."""

import json

import pytest
from book_checks import PHONE_DARK, lay_out, visit
from chromium import axe_problems, overflow_problems, press, ways
from places import LESSONS
from playwright.sync_api import expect

LESSON = "notebooks/01_binary_confusion_matrix.html"


def right_answer(asked):
    """Return what must be typed, marked or chosen, and the feedback to it."""
    if asked["kind"] == "choice":
        return next([[it], says] for it, verdict, says in asked["choices"] if verdict == "right")
    if asked["kind"] == "text":
        return asked["answer"], "Yours to judge. You ticked"
    if asked["kind"] == "number":
        return asked["values"][:1], asked["confirmed"] or "Correct: "
    if "by_bits" not in asked:
        return (
            (asked["right"], asked["confirmed"]) if asked["kind"] == "set" else asked["right"][::2]
        )
    said = [asked["texts"][at] for at in asked["by_bits"]]
    bits, says = next(
        (bits, says) for bits, (verdict, says) in enumerate(said) if verdict == "right"
    )
    return f"{bits:0{asked['shape'][0]}b}", says


def fill_in(way, form, asked, answer):
    form.evaluate("it => { it.tabIndex = -1; it.focus() }")  # where the keyboard starts
    if "choices" in asked:
        choices = [it if isinstance(it, str) else it[0] for it in asked["choices"]]
        for choice in answer:
            press(way, form.locator("input").nth(choices.index(choice)))
    elif asked["kind"] == "text":
        press(way, form.get_by_role("textbox"))
        form.page.keyboard.insert_text(answer)
    else:
        for cell, value in zip(form.locator("input, td button").all(), answer, strict=True):
            if value != "0" or not asked.get("marks"):
                press(way, cell)
            if not asked.get("marks"):
                form.page.keyboard.type(value)
    if asked["kind"] != "choice":
        press(way, form.get_by_role("button", name="Check", exact=True))
    for point in form.get_by_role("checkbox").all() if asked["kind"] == "text" else []:
        press(way, point)


@pytest.mark.parametrize("way", ["touch", "mouse", "keyboard"])
def test_each_kind_of_question_is_answered(browser, origin, way):
    """Each way meets every kind of question, in four lessons on as many screens."""
    met = set()
    for lesson, (by, mode, font) in zip(LESSONS, ways("Book Text"), strict=True):
        if by != way:
            continue
        path = f"notebooks/{lesson.stem}.html"
        with visit(browser, origin, path, mode, has_touch=way == "touch") as seen:
            page = seen.page
            page.add_style_tag(content=f":root {{ --pst-font-family-base: '{font}' !important }}")
            questions = json.loads(page.locator("#page-answers").text_content()).values()
            forms = page.locator(".page-question").all()
            first = {}
            for asked, form in zip(questions, forms, strict=True):
                first.setdefault("marks" if asked.get("marks") else asked["kind"], (asked, form))
            for asked, form in first.values():
                answer, says = right_answer(asked)
                said = form.get_by_role("status")
                if asked["kind"] == "choice":
                    wrong, _, why = next(it for it in asked["choices"] if it[1] == "wrong")
                    fill_in(way, form, asked, [wrong])
                    expect(said).to_have_text(why)
                fill_in(way, form, asked, answer)
                expect(said).to_contain_text(says)
                verdict = "read" if asked["kind"] == "text" else "right"
                expect(form).to_have_attribute("data-verdict", verdict)
                expect(said).to_be_in_viewport()
                expect(form).to_be_in_viewport()
            met |= first.keys()
            found = len(first.keys() - {"text"})
            expect(page.locator(".page-score")).to_contain_text(f"page: {found} of")
            assert overflow_problems(seen) + seen.console == []
    assert met >= {"choice", "number", "table", "marks", "text"}


def test_questions_are_answered_and_remembered(browser, origin):
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{origin}/{LESSON}")
    quick = page.locator(".page-answers").first
    quick.get_by_text("(a) It rises.").click()
    expect(quick.get_by_role("status")).to_contain_text("More frequent means more ill people")
    quick.get_by_label("(a) It rises.").press("ArrowDown")
    quick.get_by_label("(b) It stays").press("ArrowDown")
    expect(quick.get_by_role("status")).to_have_text(
        "Correct: c. It is 1 - prevalence: each additional ill person is one more mistake."
    )
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
    # Neither another answer afterwards nor a reload takes from what was right, or a text begun.
    field.fill("0.64")
    field.press("Enter")
    text = page.locator(".page-question textarea").first
    text.fill("Half a thought")
    unchecked = page.locator("#exercise-2-the-filter-s-precision-and-recall input").last
    unchecked.fill("0.8")
    marks.get_by_label("row 0, column 0").click()
    expect(page.locator(".page-score")).to_contain_text(score)
    lay_out(page)
    assert axe_problems(page, where=".page-question, .page-score") == []
    page.reload()
    expect(page.locator(".page-score")).to_contain_text(score)
    expect(field).to_have_value("0.64")
    expect(text).to_have_value("Half a thought")
    expect(unchecked).to_have_value("0.8")
    for cell in ("row 1, column 1", "row 0, column 0"):  # the second was not checked
        expect(marks.get_by_label(cell)).to_have_attribute("aria-pressed", "true")
    page.goto(f"{origin}/index.html")
    expect(page.locator("article .lesson-done").first).to_contain_text("3 of")
    page.close()


def test_a_long_row_of_cells_leaves_the_button_in_sight(browser, origin):
    with visit(browser, origin, "notebooks/10_how_sure.html", PHONE_DARK) as seen:
        form = seen.page.locator(".page-question", has=seen.page.locator(".page-table")).first
        form.scroll_into_view_if_needed()
        assert form.evaluate("it => it.scrollWidth <= it.clientWidth")
        expect(form.get_by_role("button", name="Check")).to_be_in_viewport()


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
    with visit(browser, origin, LESSON, PHONE_DARK, java_script_enabled=False) as seen:
        expect(seen.page.locator(".cell.tag_exercise").first).to_contain_text('check("1.0a"')
        expect(seen.page.locator(".page-question")).to_have_count(0)
