"""The averaging explorer, driven by mouse, finger and keyboard."""

import re
from itertools import pairwise

import pytest
from explorer_checks import PHONE, page_problems
from playwright.sync_api import expect

import cmlib

FRUIT = {"counts": [[95, 5, 0], [3, 5, 2], [2, 3, 5]], "labels": ["apple", "orange", "pear"]}
ABSENT = {"counts": [[8, 0, 2], [4, 0, 1], [0, 0, 0]], "labels": ["apple", "orange", "pear"]}
GOALS = [
    {
        "text": "Bring macro and weighted recall together.",
        "all": [["recall", "macro", ">=", 0.92], ["recall", "weighted", "<=", 0.98]],
    }
]
KIND, STATE = "averaging", FRUIT


def cell(seen, truth, predicted):
    name = re.compile(f"^truth {truth}, predicted {predicted}: ")
    return seen.button(name)


def middle(place):
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def step(seen, number):
    seen.root.get_by_role("radio", name=str(number), exact=True).check()


@pytest.mark.filterwarnings("ignore::cmlib.UndefinedMetricWarning")
@pytest.mark.parametrize("state", [FRUIT, ABSENT], ids=["fruit", "absent"])
def test_values_and_filled_areas_are_those_of_cmlib(opened, state):
    cm = cmlib.ConfusionMatrix(state["counts"], state["labels"])
    measures = {"precision": cmlib.precision, "recall": cmlib.recall, "F1": cmlib.f_score}
    seen = opened(**state)
    words = seen.root.locator(".ce-drawing").get_attribute("aria-label") or ""
    for name, measure in measures.items():
        seen.root.get_by_role("radio", name=name).check()
        for way in ("macro", "micro", "weighted"):
            text = f"{measure(cm, average=way):.4f}"
            assert f"{way} {name} {text}, at first {text}" in words
            picture = seen.root.locator(".ce-way", has_text=f"{way} {name} =")
            expect(picture.locator("strong")).to_have_text(f"{way} {text}")
            filled, whole = picture.evaluate(
                """way => ['.ce-counted', '.ce-divided'].map(kind =>
                     [...way.querySelectorAll(kind)].map(it => it.getBBox())
                       .reduce((area, box) => area + box.width * box.height, 0))"""
            )
            assert filled / whole == pytest.approx(float(text), abs=1e-4)
    assert f"accuracy {cmlib.accuracy(cm):.4f}," in words
    assert f"balanced accuracy {cmlib.balanced_accuracy(cm):.4f}," in words


def test_dragging_with_the_mouse(opened):
    seen = opened()
    step(seen, 10)
    seen.page.mouse.move(*middle(cell(seen, "apple", "apple")))
    seen.page.mouse.down()
    seen.page.mouse.move(*middle(cell(seen, "apple", "orange")), steps=4)
    # While it is dragged, only the page shows the new counts, and Python still has the old ones.
    expect(cell(seen, "apple", "orange")).to_have_text("15")
    expect(seen.root.locator(".ce-hint")).to_contain_text("10 samples in the hand")
    assert seen.state("counts") == FRUIT["counts"]
    seen.page.mouse.move(*middle(cell(seen, "orange", "orange")), steps=4)
    seen.page.mouse.up()
    assert seen.state("counts") == [[85, 5, 0], [3, 15, 2], [2, 3, 5]]
    seen.expect_heard(
        "Moved 10 samples from truth apple, predicted apple to truth orange, predicted orange."
    )
    # A click after a drag still counts as a click.
    cell(seen, "apple", "apple").click()
    expect(seen.root.locator(".ce-hint")).to_contain_text("10 samples in the hand")


@pytest.mark.parametrize(("motion", "glides"), [("no-preference", True), ("reduce", False)])
def test_marks_glide_unless_motion_is_reduced(opened, motion, glides):
    seen = opened()
    seen.page.emulate_media(reduced_motion=motion)
    step(seen, 10)
    for place in (("apple", "apple"), ("apple", "pear")):
        cell(seen, *place).click()
    running = "kind => [...document.querySelectorAll(kind)].some(it => it.getAnimations().length)"
    assert seen.page.evaluate(running, ".ce-now") is glides


def test_drop_outside_the_matrix_is_undone(opened):
    seen = opened()
    seen.page.mouse.move(*middle(cell(seen, "apple", "apple")))
    seen.page.mouse.down()
    seen.page.mouse.move(*middle(cell(seen, "apple", "orange")), steps=4)
    seen.page.mouse.move(1, 1, steps=4)
    seen.page.mouse.up()
    assert seen.state("counts") == FRUIT["counts"]
    expect(cell(seen, "apple", "apple")).to_have_text("95")


def test_click_picks_up_and_puts_down(opened):
    seen = opened()
    cell(seen, "apple", "orange").click()
    cell(seen, "apple", "apple").click()
    assert seen.state("counts")[0] == [96, 4, 0]
    cell(seen, "apple", "pear").click()
    seen.expect_heard("No sample to pick up: truth apple, predicted pear is 0.")
    step(seen, 100)
    cell(seen, "apple", "apple").click()
    cell(seen, "apple", "pear").click()
    assert seen.state("counts")[0] == [0, 4, 96]
    seen.press("Start over")
    assert seen.state("counts") == FRUIT["counts"]


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        # A first step to the side drags, also into another row; one downwards or upwards scrolls.
        (
            [("apple", "orange"), ("apple", "pear"), ("pear", "pear")],
            [[95, 4, 0], [3, 5, 2], [2, 3, 6]],
        ),
        ([("pear", "orange"), ("orange", "orange"), ("apple", "orange")], FRUIT["counts"]),
    ],
    ids=["drag", "swipe"],
)
def test_finger_drags_sideways_and_scrolls_upright(opened, path, counts):
    seen = opened(PHONE, touch=True)
    places = [middle(cell(seen, *at)) for at in path]
    seen.touch(
        *(
            (x + part * (u - x), y + part * (v - y))
            for (x, y), (u, v) in pairwise(places)
            for part in (0, 0.25, 0.5, 0.75, 1)
        )
    )
    assert seen.state("counts") == counts
    assert (seen.page.evaluate("scrollY") > 0) is (counts == FRUIT["counts"])


def test_carrying_with_the_keyboard(opened):
    seen = opened()
    seen.root.get_by_role("link").focus()
    seen.page.keyboard.press("Tab")
    expect(cell(seen, "apple", "apple")).to_be_focused()
    seen.page.keyboard.press("Enter")
    seen.expect_heard("Picked up 1 sample: truth apple, predicted apple.")
    for key in ("ArrowRight", "ArrowDown", "ArrowUp", "ArrowUp"):
        seen.page.keyboard.press(key)
    expect(cell(seen, "apple", "orange")).to_be_focused()
    seen.expect_heard("1 sample over truth apple, predicted orange.")
    seen.page.keyboard.press("Enter")
    assert seen.state("counts")[0] == [94, 6, 0]
    seen.expect_heard("accuracy 0.8667, macro precision")
    seen.root.get_by_role("radio", name="F1").check()
    seen.expect_heard("accuracy 0.8667, macro F1")
    cell(seen, "apple", "orange").focus()
    # Escape puts the sample back and moves the focus to its cell.
    seen.page.keyboard.press("Space")
    seen.page.keyboard.press("ArrowRight")
    expect(cell(seen, "apple", "pear")).to_have_text("1")
    seen.page.keyboard.press("Escape")
    expect(cell(seen, "apple", "orange")).to_be_focused()
    seen.expect_heard("Gave back 1 sample")
    assert seen.state("counts")[0] == [94, 6, 0]
    # So does a second Enter in the same cell.
    seen.page.keyboard.press("Enter")
    seen.page.keyboard.press("Enter")
    seen.expect_heard("Put back 1 sample.")
    assert seen.state("counts")[0] == [94, 6, 0]


def test_marks_stay_at_the_first_averages(opened):
    def places(seen, kind):
        return seen.page.evaluate(
            """kind => [...document.querySelectorAll(`.ce-drawing .${kind}`)]
                 .map(it => Math.round(it.getBBox().x + it.getBBox().width / 2))""",
            kind,
        )

    seen = opened()
    first = places(seen, "ce-was")
    assert places(seen, "ce-now") == first
    step(seen, 100)
    cell(seen, "apple", "apple").click()
    cell(seen, "apple", "orange").click()
    assert places(seen, "ce-was") == first
    assert places(seen, "ce-now") != first
    words = seen.root.locator(".ce-drawing").get_attribute("aria-label") or ""
    assert "accuracy 0.0833, at first 0.8750" in words


def test_undefined_averages_are_named(opened):
    seen = opened(counts=[[0, 0, 0], [0, 0, 0], [0, 0, 0]])
    expect(seen.root.locator(".ce-way strong")).to_have_text(
        [f"{way} undefined" for way in ("macro", "micro", "weighted")]
    )
    expect(seen.root.locator(".ce-way").first).to_contain_text("there are no samples")
    expect(seen.root).not_to_contain_text("NaN")
    assert page_problems(seen) == []


def test_python_sets_the_matrix_while_samples_are_held(opened):
    seen = opened(jupyterlab=True)
    cell(seen, "apple", "apple").click()
    seen.set(counts=[[1, 2], [3, 4]])
    seen.set(labels=["dog", "cat"])
    expect(cell(seen, "dog", "cat")).to_have_text("2")
    expect(seen.root.locator(".ce-hint")).not_to_contain_text("in the hand")
    assert page_problems(seen) == []
    seen.press("Start over")
    expect(cell(seen, "apple", "apple")).to_have_text("95")
    assert [seen.state("counts"), seen.state("labels")] == [FRUIT["counts"], FRUIT["labels"]]
