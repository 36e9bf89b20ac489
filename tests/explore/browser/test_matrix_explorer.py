"""The matrix explorer, driven by mouse, finger and keyboard."""

import math
import re

import pytest
from chromium import Mode
from explorer_checks import PHONE, page_problems
from playwright.sync_api import expect
from strategies import AVERAGES, ONE_NUMBER, PER_CLASS, quietly

import cmlib

PETS = {"counts": [[5, 7], [3, 7]], "labels": ["dog", "cat"], "measure": "", "label": ""}
FRUIT = {
    "counts": [[8, 0, 2], [4, 0, 1], [0, 0, 0]],
    "labels": ["apple", "orange", "pear"],
    "measure": "precision",
    "label": "orange",
}
GOALS = [
    {
        "text": "Make accuracy at least 0.999 and the recall of the dogs 0.",
        "all": [["accuracy", "", ">=", 0.999], ["recall", "dog", "<=", 0]],
    },
    {"text": "Make precision undefined.", "all": [["precision", "dog", "==", "undefined"]]},
]
KIND, STATE = "matrix", PETS


def cell(seen, truth, predicted):
    return seen.root.get_by_role("textbox", name=f"truth {truth}, predicted {predicted}")


def value(seen, name):
    """Return the button of a value, such as "precision of dog"."""
    return seen.root.get_by_role("button", name=re.compile(f"^{re.escape(name)}:"))


def lit(seen, kind):
    """Return the cells that look filled, hatched or outlined."""
    return seen.page.evaluate(
        """kind => [...document.querySelectorAll(`.ce-matrix td.ce-${kind}`)]
             .map(it => [it.parentElement.rowIndex - 1, it.cellIndex - 1])""",
        kind,
    )


def problem(seen):
    return seen.root.locator(".ce-error:visible")


def test_values_are_those_of_cmlib(opened):
    seen = opened(**FRUIT)
    shown = {
        tuple(key.split(" ")): text
        for key, text in seen.page.evaluate(
            """() => [...document.querySelectorAll('.ce-value')]
                 .map(it => [it.dataset.key, it.textContent])"""
        )
    }
    cm = cmlib.ConfusionMatrix(FRUIT["counts"], FRUIT["labels"])
    expected = {(name, ""): quietly(getattr(cmlib, name), cm) for name in ONE_NUMBER[:-1]}
    for name in PER_CLASS:
        measure = getattr(cmlib, name)
        expected |= {(name, it): x for it, x in zip(cm.labels, measure(cm), strict=True)}
        expected |= {(name, it): quietly(measure, cm, average=it) for it in AVERAGES}
    texts = {at: "undefined" if math.isnan(x) else f"{x:.4f}" for at, x in expected.items()}
    assert {at: shown[at] for at in texts} == texts


def test_typing_counts(opened):
    seen = opened()
    cell(seen, "dog", "cat").fill("0")
    assert seen.state("counts") == [[5, 0], [3, 7]]
    expect(value(seen, "accuracy")).to_have_text("0.8000")
    seen.expect_heard("accuracy = (5 + 7) / (5 + 0 + 3 + 7) = 4/5 = 0.8000")
    seen.page.keyboard.press("ArrowUp")
    seen.page.keyboard.press("ArrowUp")
    seen.page.keyboard.press("ArrowDown")
    assert seen.state("counts") == [[5, 1], [3, 7]]


def test_cell_is_described(opened):
    seen = opened()
    cell(seen, "dog", "cat").focus()
    expect(seen.root).to_contain_text("7 of dog, wrongly predicted as cat.")
    cell(seen, "cat", "cat").hover()
    expect(seen.root).to_contain_text("7 of cat, rightly predicted as cat.")


def test_large_counts_keep_all_their_digits(opened):
    seen = opened(PHONE, counts=[[10**12, 1], [3, 10**12]])
    assert page_problems(seen) == []
    value(seen, "Kappa").click()
    n, chance = 2 * 10**12 + 4, (10**12 + 1) * (10**12 + 3) * 2
    expect(seen.root.locator(".ce-arithmetic")).to_contain_text(f"{chance}/{n * n}")


def test_wrong_count_is_reported_and_stays_in_its_field(opened):
    seen = opened()
    for text in ("many", "-1", "2.5", "", "1e3", "99999999999999999999"):
        cell(seen, "dog", "cat").fill(text)
        expect(problem(seen)).to_contain_text("Truth dog, predicted cat:")
        expect(cell(seen, "dog", "cat")).to_have_attribute("aria-invalid", "true")
        cell(seen, "cat", "cat").fill("9")
        expect(cell(seen, "dog", "cat")).to_have_value(text)
        assert seen.state("counts") == [[5, 7], [3, 9]]
        cell(seen, "dog", "cat").fill("7")
        expect(problem(seen)).to_have_count(0)


# Whether nothing lies above the beginning of a line.
IN_SIGHT = """it => { const { x, y, height } = it.getBoundingClientRect();
                      return it === document.elementFromPoint(x + 9, y + height / 2); }"""


@pytest.mark.parametrize("size", [2, 4, 10])
def test_arithmetic_is_in_sight_beside_the_value_on_a_phone(opened, size):
    counts = [[8 * (i == j) for j in range(size)] for i in range(size)]
    seen = opened(PHONE, touch=True, counts=counts, labels=[f"class {i}" for i in range(size)])
    value(seen, "Kappa").tap()
    assert seen.root.locator(".ce-arithmetic").evaluate(IN_SIGHT)
    assert value(seen, "Kappa").evaluate(IN_SIGHT)


def test_message_is_in_sight_beside_the_matrix_that_sticks(opened):
    seen = opened(PHONE, touch=True, counts=[[8, 2], [10, 980]])
    value(seen, "accuracy").tap()
    seen.page.evaluate("scrollTo(0, 1000)")
    assert cell(seen, "dog", "dog").bounding_box()["y"] < 100
    cell(seen, "dog", "dog").fill("abc")
    assert problem(seen).evaluate(IN_SIGHT)


def test_naming_classes(opened):
    seen = opened(measure="recall", label="cat")
    name = seen.root.get_by_role("textbox", name="name of class 2")
    name.fill("kitten")
    assert [seen.state("labels"), seen.state("label")] == [["dog", "kitten"], "kitten"]
    expect(name).to_be_focused()
    expect(value(seen, "recall of kitten")).to_have_attribute("aria-pressed", "true")
    for wrong, why in (
        ("dog", "Two classes are called “dog”."),
        (" ", "Class 2 needs a name."),
        ("macro", "“macro” is the name of an average."),
    ):
        name.fill(wrong)
        expect(problem(seen)).to_contain_text(why)
    assert seen.state("labels") == ["dog", "kitten"]


def test_more_and_fewer_classes(opened):
    seen = opened()
    more = seen.button("Add a class")
    fewer = seen.button("Remove the last class")
    expect(fewer).to_be_disabled()
    more.click()
    assert seen.state("counts") == [[5, 7, 0], [3, 7, 0], [0, 0, 0]]
    assert seen.state("labels") == ["dog", "cat", "class 3"]
    seen.expect_heard("Added class 3, which has no samples yet.")
    for _ in range(7):
        more.click()
    expect(more).to_be_disabled()
    for _ in range(8):
        fewer.click()
    assert [seen.state("counts"), seen.state("labels")] == [PETS["counts"], PETS["labels"]]
    seen.expect_heard("Removed class 3.")


def test_pointing_with_the_mouse(opened):
    seen = opened()
    line = seen.root.locator(".ce-arithmetic")
    assert lit(seen, "filled") == lit(seen, "pale") == []
    value(seen, "precision of dog").hover()
    expect(line).to_have_text("precision of dog = 5 / (5 + 3) = 5/8 = 0.6250")
    assert lit(seen, "filled") == [[0, 0]]
    assert lit(seen, "outlined") == [[0, 0], [1, 0]]
    assert lit(seen, "pale") == [[0, 1], [1, 1]]
    assert seen.state("measure") == ""
    value(seen, "recall of cat").click()
    assert [seen.state("measure"), seen.state("label")] == ["recall", "cat"]
    value(seen, "accuracy").hover()
    assert lit(seen, "filled") == [[0, 0], [1, 1]]
    assert len(lit(seen, "outlined")) == 4
    seen.page.mouse.move(0, 0)
    assert lit(seen, "outlined") == [[1, 0], [1, 1]]
    value(seen, "R of cat").click()
    assert lit(seen, "hatched") == [[0, 1], [1, 1]]
    expect(seen.root.locator(".ce-panels svg")).to_have_count(2)


def test_chance_table_beside_kappa(opened):
    seen = opened()
    value(seen, "Kappa").click()
    expect(seen.root.locator(".ce-chance td")).to_have_text(["4.4", "7.6", "3.6", "6.4"])
    value(seen, "accuracy").click()
    expect(seen.root.locator(".ce-chance")).to_have_count(0)


def test_cells_differ_in_forced_colours(opened):
    """With the colours of the system the browser removes fills by default."""
    look = """kind => { const look = getComputedStyle(document.querySelector(`td.ce-${kind}`));
                       return [look.backgroundColor, look.backgroundImage, look.boxShadow]; }"""
    seen = opened(measure="r_score", label="dog")
    seen.page.emulate_media(forced_colors="active")
    filled, hatched = (
        seen.page.evaluate(look, kind) for kind in ("filled", "hatched:not(.ce-filled)")
    )
    value(seen, "precision of dog").click()
    outlined, pale = (seen.page.evaluate(look, kind) for kind in ("outlined", "pale"))
    assert filled[0] != pale[0]
    assert "gradient" in hatched[1]
    assert "none" not in outlined[2]


def test_pointing_with_the_keyboard(opened):
    seen = opened()
    seen.root.get_by_role("textbox", name="truth cat, predicted cat").focus()
    seen.page.keyboard.press("Tab")
    expect(value(seen, "precision of dog")).to_be_focused()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowUp"):
        seen.page.keyboard.press(key)
    expect(value(seen, "precision of cat")).to_be_focused()
    assert [seen.state("measure"), seen.state("label")] == ["precision", "cat"]
    seen.expect_heard("precision of cat = 7 / (7 + 7) = 1/2 = 0.5000")
    # Tab goes to the next table, Shift+Tab back to the same cell.
    seen.page.keyboard.press("Tab")
    expect(value(seen, "accuracy")).to_be_focused()
    seen.page.keyboard.press("Shift+Tab")
    expect(value(seen, "precision of cat")).to_be_focused()


def test_undefined_value_has_a_reason(opened):
    seen = opened(**FRUIT)
    expect(value(seen, "precision of orange")).to_have_text("undefined")
    expect(seen.root.locator(".ce-arithmetic")).to_have_text(
        "precision of orange = 0 / (0 + 0 + 0): undefined, because no sample was predicted as it."
    )
    value(seen, "macro precision").click()
    expect(seen.root.locator(".ce-arithmetic")).to_contain_text("left out as undefined: orange")


def test_pasting_a_matrix(opened):
    seen = opened()
    seen.root.get_by_text("Paste a matrix").click()
    box = seen.root.get_by_role("textbox", name="Counts, a row on each line")
    use = seen.button("Use these counts")
    for wrong, why in (
        ("1\t2\n3\tmany", "many"),
        ("7", "From 2 to 10 classes are possible here, not 1."),
    ):
        box.fill(wrong)
        use.click()
        expect(problem(seen)).to_contain_text(why)
        expect(box).to_have_value(wrong)
    assert seen.state("counts") == PETS["counts"]
    box.fill("1\t2\t3\n4\t5\t6\n7\t8\t9")
    use.click()
    expect(problem(seen)).to_have_count(0)
    assert seen.state("counts") == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    assert seen.state("labels") == ["class 1", "class 2", "class 3"]


def test_pasting_over_a_cell(opened):
    seen = opened()
    cell(seen, "dog", "cat").fill("many")
    seen.page.evaluate("navigator.clipboard.writeText('[[1, 2], [3, 4]]')")
    cell(seen, "dog", "dog").focus()
    seen.page.keyboard.press("Control+V")
    expect(cell(seen, "class 1", "class 2")).to_have_value("2")
    expect(problem(seen)).to_have_count(0)
    assert seen.state("counts") == [[1, 2], [3, 4]]


def test_counting_two_lists_of_labels(opened):
    seen = opened()
    seen.root.get_by_text("Paste a matrix").click()
    seen.root.get_by_role("textbox", name="True labels").fill("cat, cat, dog")
    predicted = seen.root.get_by_role("textbox", name="Predicted labels")
    predicted.fill("cat, dog")
    seen.press("Count these labels")
    expect(problem(seen)).to_contain_text("3 labels and the prediction 2")
    predicted.fill("cat, dog, dog")
    seen.press("Count these labels")
    assert [seen.state("counts"), seen.state("labels")] == [[[1, 1], [0, 1]], ["cat", "dog"]]


def test_copy_as_python(opened):
    seen = opened()
    seen.press("Copy as Python")
    expect(seen.root.get_by_text("Copied.", exact=True)).to_be_visible()
    text = seen.page.evaluate("navigator.clipboard.readText()")
    assert text == 'cmlib.ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])'
    # Where the clipboard is refused, the text is selected.
    seen.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    seen.press("Copy as Python")
    expect(seen.root.locator(".ce-copy:visible")).to_contain_text("Selected: copy it")
    assert "cmlib.ConfusionMatrix" in seen.page.evaluate("String(getSelection())")


def test_goals_are_reached(opened):
    seen = opened(goals=GOALS)
    marks = seen.root.locator(".ce-mark")
    expect(marks).to_have_text(["not yet:", "not yet:"])
    for place, count in {("dog", "dog"): 0, ("dog", "cat"): 1, ("cat", "cat"): 999}.items():
        cell(seen, *place).fill(str(count))
    expect(marks).to_have_text(["not yet:", "not yet:"])
    cell(seen, "cat", "dog").fill("0")
    expect(marks).to_have_text(["done:", "done:"])
    seen.expect_heard("Done: Make precision undefined.")
    # Said once, not after every further step.
    cell(seen, "cat", "cat").fill("998")
    seen.expect_heard("= 998/999 ≈")
    expect(seen.root.locator("[role=status]")).not_to_contain_text("Done")


def test_focus_stays_when_python_sets_the_matrix(opened):
    seen = opened()
    cell(seen, "dog", "dog").focus()
    seen.set(counts=[[1, 2], [3, 4]])
    expect(cell(seen, "dog", "dog")).to_be_focused()
    expect(cell(seen, "dog", "dog")).to_have_value("1")


def test_touch_buttons_change_a_count(opened):
    seen = opened(Mode("phone", 360, 740, "light"), touch=True)
    first = seen.root.locator(".ce-matrix tbody td").first
    size = first.get_by_role("button").first.bounding_box()
    assert min(size["width"], size["height"]) >= 44
    wide = seen.root.locator(".ce-wide").first
    assert wide.evaluate("it => it.scrollWidth === it.clientWidth")
    first.get_by_role("button", name="one more").tap()
    assert seen.state("counts")[0][0] == 6
    first.get_by_role("button", name="one less").tap()
    assert seen.state("counts")[0][0] == 5
    assert page_problems(seen) == []


def test_measures_not_yet_met_are_folded(opened):
    seen = opened(measures=["recall", "accuracy"])
    expect(value(seen, "recall of dog")).to_be_visible()
    expect(value(seen, "precision of dog")).to_be_hidden()
    seen.root.get_by_text("All measures").click()
    value(seen, "precision of dog").click()
    assert [seen.state("measure"), seen.state("label")] == ["precision", "dog"]


def test_names_of_measures_stay_while_their_table_scrolls(opened):
    seen = opened(PHONE)
    box = seen.root.locator(".ce-wide", has=seen.page.locator(".ce-values")).first
    box.evaluate("it => { it.scrollLeft = 1000; }")
    assert box.evaluate("it => it.scrollLeft") > 0
    for name in box.locator("tr > th:first-child").all():
        assert name.bounding_box()["x"] == box.bounding_box()["x"]


def test_guess_comes_before_the_value(opened):
    seen = opened(measure="precision", label="dog")
    seen.root.get_by_label("Guess before you see").check()
    expect(value(seen, "precision of dog")).to_have_text("?")
    expect(seen.root.locator(".ce-front")).not_to_contain_text("0.6250")
    seen.root.get_by_label("your guess").fill("0.9")
    assert page_problems(seen) == []
    seen.press("See it")
    expect(value(seen, "precision of dog")).to_be_focused()
    expect(value(seen, "precision of dog")).to_have_text("0.6250")
    expect(value(seen, "recall of dog")).to_have_text("?")
    expect(seen.root).to_contain_text("Your guess was 0.9: 0.28 too high.")
    seen.set(counts=[[5, 0], [3, 7]])
    expect(value(seen, "precision of dog")).to_have_text("?")
