"""The threshold explorer, driven by mouse, finger and keyboard; its numbers are cmlib's."""

import re
from itertools import pairwise

import numpy as np
from explorer_checks import PHONE
from playwright.sync_api import expect
from sklearn.metrics import average_precision_score, roc_auc_score

import cmcourse
import cmlib
from cmcourse.explore.state import matrix_at

MAILS = {
    "y_true": [1, 0, 1, 1, 0, 1, 0, 0, 0, 0],
    "scores": [95, 90, 80, 70, 60, 50, 50, 40, 30, 10],
    "names": ["spam", "ham"],
}
_network = cmcourse.load("vehicle_binary_scores")
VEHICLES = {
    "y_true": (_network.y_true == 1).astype(int).tolist(),
    "scores": _network.y_score[:, 1].tolist(),
    "names": ["opel", "bus"],
}
GOALS = [
    {"text": "Find every spam.", "all": [["recall", "spam", ">=", 1]]},
    {"text": "Make precision undefined.", "all": [["precision", "spam", "==", "undefined"]]},
]
KIND = "threshold"
STATE = MAILS | {
    "data": {"ten mails": MAILS, "vehicles": VEHICLES},
    "chosen": "ten mails",
    "threshold": 70,
    "costs": [1, 1],
    "goals": GOALS,
}


def matrix(data, threshold):
    return matrix_at(data | {"threshold": threshold})


def check_numbers(seen, data):
    """Check the matrix, the lines of arithmetic and the strip against cmlib."""
    cm = matrix(data, seen.state("threshold"))
    shown = seen.root.locator(".ce-matrix tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('td')].map(it => Number(it.innerText)))"
    )
    assert shown == cm.counts.tolist()
    (TP, FN), (FP, TN) = cm.counts.tolist()
    yes = data["names"][0]
    # The false-alarm rate is the recall of the other class after an exchange of the predictions.
    lines = [
        cmlib.explain("precision", cm, label=yes),
        cmlib.explain("recall", cm, label=yes),
        cmlib.explain("recall", cmlib.ConfusionMatrix(cm.counts[:, ::-1]), label=1),
        cmlib.explain("f_score", cm, label=yes),
    ]
    rates = seen.root.locator("td.ce-words > span:first-child").all_inner_texts()
    assert rates == [line.text.split(" = ", 2)[2] for line in lines]
    strip = seen.root.locator("svg.ce-strip").first
    fields = dict(
        re.findall(r"(TP|FN|FP|TN)\)?: (\d+)", " ".join(strip.locator("text").all_text_contents()))
    )
    assert fields == {"TP": str(TP), "FN": str(FN), "FP": str(FP), "TN": str(TN)}
    assert f"{TP + FP} of {cm.total} predicted as" in strip.get_attribute("aria-label")


def test_keys_go_from_score_to_score(opened):
    seen = opened()
    slider = seen.root.get_by_role("slider", name="Move the threshold")
    slider.focus()
    for key, threshold in (
        ("ArrowRight", 80), ("ArrowUp", 90), ("End", None), ("ArrowRight", None),
        ("ArrowLeft", 95), ("Home", 10), ("ArrowDown", 10), ("PageUp", None), ("PageDown", 10),
        ("ArrowRight", 30), ("ArrowRight", 40), ("ArrowRight", 50), ("ArrowRight", 60),
    ):  # fmt: skip
        seen.page.keyboard.press(key)
        assert seen.state("threshold") == threshold, key
        check_numbers(seen, MAILS)
    assert slider.get_attribute("aria-valuetext") == "Threshold at 60: 5 of 10 predicted as spam"
    seen.expect_heard(
        "Threshold at 60: 5 of 10 predicted as spam. Precision 0.6000, recall 0.7500, "
        "false-alarm rate 0.3333. Cost 3."
    )


def test_screen_reader_steps_through_the_scores(opened):
    """A screen reader sets the slider's value and sends no key."""
    seen = opened()
    slider = seen.root.get_by_role("slider", name="Move the threshold")
    nudge = "(it, by) => { it.value = it.valueAsNumber + by; it.dispatchEvent(new Event('input')) }"
    for by, threshold in ((1, 80), (-1, 70), (-1, 60), (-100, 10), (1000, None), (-1, 95)):
        slider.evaluate(nudge, by)
        assert seen.state("threshold") == threshold


def place_of(seen, score):
    """Return the place of a mail with this score on the screen."""
    box = seen.root.locator("svg.ce-strip").first.bounding_box()
    low, wide = 10, 85
    return box["x"] + (score - low + 0.14 * wide) / (1.28 * wide) * box["width"], box["y"] + 60


def test_mouse_drags_the_line(opened):
    seen = opened()
    mouse = seen.page.mouse
    mouse.move(*place_of(seen, 70))
    mouse.down()
    for score, threshold in ((62, 60), (31, 30), (-20, 10), (150, None)):
        mouse.move(*place_of(seen, score))
        assert seen.state("threshold") == threshold
        check_numbers(seen, MAILS)
    mouse.up()
    mouse.move(*place_of(seen, 50))
    assert seen.state("threshold") is None
    # The keys work after the drag.
    seen.page.keyboard.press("ArrowLeft")
    assert seen.state("threshold") == 95
    seen.root.locator("svg.ce-strip").nth(1).click()
    assert seen.state("threshold") == 50


def test_finger_drags_the_line(opened):
    seen = opened(PHONE, touch=True)
    seen.root.locator("svg.ce-strip").first.scroll_into_view_if_needed()
    seen.touch(*(place_of(seen, score) for score in (70, 65, 55, 45, 41)))
    assert seen.state("threshold") == 40
    check_numbers(seen, MAILS)
    # A vertical swipe moves nothing.
    x, y = place_of(seen, 30)
    seen.touch(*((x, y - up) for up in (0, 5, 60, 120)))
    assert seen.state("threshold") == 40
    assert seen.page.evaluate("scrollY") > 0


def test_threshold_between_two_scores_can_be_typed(opened):
    seen = opened()
    field = seen.root.get_by_label("The threshold, as a number")
    field.fill("65")
    field.press("Enter")
    assert seen.state("threshold") == 65
    check_numbers(seen, MAILS)
    field.fill("")
    field.press("Enter")
    assert seen.state("threshold") is None
    check_numbers(seen, MAILS)
    seen.set(threshold=50)
    expect(field).to_have_value("50")


def test_curves_are_drawn_up_to_their_points(opened):
    def corners(look):
        lines = seen.root.locator(f".ce-plot polyline.{look}").all()
        pairs = [(line.get_attribute("points") or "").split() for line in lines]
        return [[tuple(map(float, pair.split(","))) for pair in line] for line in pairs]

    def points():
        circles = seen.root.locator(".ce-plot circle.ce-point:not([visibility=hidden])").all()
        return [tuple(float(it.get_attribute(name)) for name in ("cx", "cy")) for it in circles]

    seen = opened(threshold=None)
    curves = corners("ce-curve")
    # Above all scores, precision is 0/0 and has no place.
    assert (points(), corners("ce-trail")) == (curves[0][:1], [curves[0][:1], []])
    figure = seen.root.locator(".ce-plot svg").nth(1)
    assert "Recall 0.0000, precision undefined." in figure.get_attribute("aria-label")
    for threshold in (95, 90, 80, 70, 60, 50, 40, 30, 10):
        seen.set(threshold=threshold)
        trails = corners("ce-trail")
        assert trails == [curve[: len(trail)] for trail, curve in zip(trails, curves, strict=True)]
        assert points() == [trail[-1] for trail in trails]
    assert trails == curves
    # The P-R curve is made of steps: between two corners either x or y stays.
    assert all(x == u or y == v for (x, y), (u, v) in pairwise(curves[1]))
    notes = seen.root.locator(".ce-plot .ce-note").all_inner_texts()
    assert f"{roc_auc_score(MAILS['y_true'], MAILS['scores']):.4f}" in notes[0]
    assert f"{average_precision_score(MAILS['y_true'], MAILS['scores']):.4f}" in notes[1]


def test_cheapest_thresholds_are_named_and_visited(opened):
    lines = [None, *sorted(set(MAILS["scores"]), reverse=True)]
    seen = opened()
    for costs in ((1, 1), (1, 2), (1, 5), (5, 1), (0, 0), (2.5, 0)):
        seen.set(threshold=70)
        price = {
            line: float(cm.counts[0, 1] * costs[0] + cm.counts[1, 0] * costs[1])
            for line in lines
            for cm in [matrix(MAILS, line)]
        }
        cheapest = [line for line in lines if price[line] == min(price.values())]
        seen.root.get_by_label("One missed spam costs").fill(str(costs[0]))
        seen.root.get_by_label("One ham predicted as spam costs").fill(str(costs[1]))
        assert seen.state("costs") == list(costs)
        bill = seen.root.get_by_text("At this threshold:").inner_text()
        FN, FP = 1, 1
        assert f"{FN} × {costs[0]} + {FP} × {costs[1]} = {price[70]:g}" in bill
        assert ("no threshold costs less" in bill) == (70 in cheapest)
        named = ", ".join("above all scores" if it is None else f"at {it}" for it in cheapest)
        assert bill.endswith(f"{min(price.values()):g}, with the threshold {named}.")
        assert seen.root.locator("line.ce-best").count() == len(cheapest)
        visited = set()
        for _ in cheapest:
            seen.press("Go to the cheapest threshold")
            visited.add(seen.state("threshold"))
        assert visited == set(cheapest)


def test_line_separates_the_marks_as_the_samples(opened):
    close = {"y_true": [1, 0] * 8, "scores": [*range(14), 100, 101], "names": ["yes", "no"]}
    seen = opened(PHONE, **close)
    strip = seen.root.locator("svg.ce-strip").first
    for threshold in (None, *close["scores"]):
        seen.set(threshold=threshold)
        line = float(strip.locator("line.ce-line").get_attribute("x1"))
        discs = [float(it.get_attribute("cx")) for it in strip.locator(".ce-yes").all()]
        (TP, FN), _ = matrix(close, threshold).counts.tolist()
        assert [sum(x < line for x in discs), sum(x > line for x in discs)] == [FN, TP]


def test_wrong_input_is_reported(opened):
    seen = opened()
    field = seen.root.get_by_label("One ham predicted as spam costs")
    for wrong in ("-2", "", "1e308"):
        field.fill(wrong)
        expect(
            seen.root.get_by_text("A cost must be a number from 0 to 1,000,000,000,000.")
        ).to_be_visible()
        assert field.get_attribute("aria-invalid") == "true"
        assert seen.state("costs") == [1, 1]
    # With another threshold the costs of before stand there again.
    seen.set(threshold=80)
    expect(field).to_have_value("1")
    expect(seen.root.get_by_text("A cost must be")).to_be_hidden()
    seen.set(threshold=70)
    field.fill("3")
    assert seen.state("costs") == [1, 3]
    line = seen.root.get_by_label("The threshold, as a number")
    line.focus()
    seen.page.keyboard.press("Control+a")
    seen.page.keyboard.type("e")
    seen.page.keyboard.press("Tab")
    expect(seen.root.get_by_text("The threshold must be a number, or empty.")).to_be_visible()
    assert seen.state("threshold") == 70


def test_another_data_set(opened):
    seen = opened()
    seen.root.get_by_label("Scores of").select_option("vehicles")
    seen.expect_heard("of 129 predicted as opel")
    assert seen.state("chosen") == "vehicles"
    assert "spam" not in seen.root.locator("[role=status]").inner_text()
    called = np.array(VEHICLES["scores"]) >= seen.state("threshold")
    assert called.sum() == sum(VEHICLES["y_true"])
    for threshold in (0.5, None, min(VEHICLES["scores"]), 1):
        seen.set(threshold=threshold)
        check_numbers(seen, VEHICLES)
    assert seen.root.locator("svg.ce-strip").first.locator("circle").count() == 0
    seen.root.get_by_label("Scores of").select_option("ten mails")
    expect(seen.root.locator("svg.ce-strip").first.locator("circle")).to_have_count(4)


def test_scores_of_one_class(opened):
    seen = opened(data={}, chosen="", goals=[])
    expect(seen.root.get_by_label("Scores of")).to_be_hidden()
    for kind in (0, 1):
        data = {"y_true": [kind] * 3, "scores": [-1.5, 0, 20], "names": ["yes", "no"]}
        seen.set(**data, threshold=0)
        check_numbers(seen, data)
    assert seen.console == []


def test_cells_of_a_rate_light_up(opened):
    seen = opened()
    cells = seen.root.locator(".ce-matrix td")

    def looks():
        classes = [cell.get_attribute("class") or "" for cell in cells.all()]
        return [("ce-filled" in it, "ce-outlined" in it) for it in classes]

    filled, outlined, neither = (True, True), (False, True), (False, False)
    assert looks() == [filled, neither, outlined, neither]
    for name, expected in (
        ("recall", [filled, outlined, neither, neither]),
        ("F1", [filled, outlined, outlined, neither]),
        ("false-alarm rate", [neither, neither, filled, outlined]),
        ("false-alarm rate", [neither] * 4),
    ):
        button = seen.button(name)
        button.focus()
        seen.page.keyboard.press("Enter")
        assert looks() == expected
    assert button.get_attribute("aria-pressed") == "false"


def test_goal_with_costs(opened):
    dear = [["cost", "spam", "==", 5]]
    goals = [
        {"text": "Let a miss cost 5.", "all": dear},
        {"text": "Find the cheapest threshold.", "all": [*dear, ["cost", "", "<=", 3]]},
    ]
    seen = opened(goals=goals, threshold=50)
    marks = seen.root.locator(".ce-goals .ce-mark")
    # Costs of 1 and 1 are not those of the goal.
    expect(marks).to_have_text(["not yet:", "not yet:"])
    seen.set(costs=[5, 1])
    expect(marks).to_have_text(["done:", "done:"])
    seen.set(threshold=70)
    expect(marks).to_have_text(["done:", "done:"])
    # A class of another data set has no such cost.
    seen = opened(goals=goals)
    seen.root.get_by_label("Scores of").select_option("vehicles")
    seen.set(costs=[5, 1])
    expect(marks).to_have_text(["not yet:", "not yet:"])


def test_moves_draw_the_curves(opened):
    seen = opened(by_hand=True, threshold=None)
    roc = seen.root.locator(".ce-plot").first
    expect(roc.locator(".ce-curve")).to_be_hidden()
    expect(seen.root.get_by_text("What errors cost")).to_be_hidden()
    for threshold, found in ((95, 2), (70, 5), (80, 5)):
        seen.set(threshold=threshold)
        expect(roc).to_contain_text(f"ROC curve. {found} of 10 thresholds found")
    assert len(roc.locator(".ce-trail").get_attribute("points").split()) == 5
    seen.set(threshold=10)
    expect(roc).to_contain_text("Area (AUC) 0.8125")
    expect(roc.locator(".ce-curve")).to_be_visible()


def test_own_scores_are_pasted(opened):
    seen = opened()
    seen.root.get_by_text("Paste scores of your own").click()
    box = seen.root.get_by_role("textbox", name="Samples, one on each line")
    use = seen.button("Use these scores")
    for text, why in (
        ("ill 0.9\nwell", "Line 2: a class and a score are needed"),
        ("ill 0.9\nwell high", "Line 2"),
        ("ill 0.9\nwell 0,2", "Line 2: write the decimals after a point, not a comma"),
        ("ill\t0,9\nwell\t0,2", "Line 1: write the decimals"),
        ("ill 0.9\nill 1", "Two classes are needed; there is 1."),
    ):
        box.fill(text)
        use.click()
        expect(seen.root.locator(".ce-error:visible")).to_contain_text(why)
    assert seen.state("names") == MAILS["names"]
    # Commas separate, too, with or without a space.
    box.fill("ill,2\nwell, 1\nwell\t-1e-3")
    use.click()
    expect(seen.root.locator(".ce-error:visible")).to_have_count(0)
    own = {"y_true": [1, 0, 0], "scores": [2, 1, -0.001], "names": ["ill", "well"]}
    assert {name: seen.state(name) for name in own} == own
    assert [seen.state("chosen"), seen.state("threshold")] == ["", 2]
    check_numbers(seen, own)
