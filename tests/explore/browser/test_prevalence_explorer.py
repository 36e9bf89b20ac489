"""The prevalence explorer, driven by mouse, finger and keyboard; its numbers are cmlib's."""

import re

import numpy as np
import pytest
from chromium import Mode
from playwright.sync_api import expect

import cmlib
from cmcourse.figures.people_figure import rounded

MEASURES = {
    "accuracy": cmlib.accuracy,
    "precision": cmlib.precision,
    "NPV": cmlib.negative_predictive_value,
    "F1": cmlib.f_score,
    "Kappa": cmlib.cohen_kappa,
    "MCC": cmlib.mcc,
    "J": cmlib.informedness,
    "R": cmlib.r_score,
    "R′": cmlib.r_prime,
}
KIND = "prevalence"
STATE = {
    "sensitivity": 0.9,
    "specificity": 0.9,
    "prevalence": 0.01,
    "people": 1000,
    "goals": [{"text": "Make precision 0.5.", "all": [["precision", "sick", ">=", 0.5]]}],
}
NAMES = {
    "prevalence": "Prevalence: of all people, the sick",
    "sensitivity": "Sensitivity: of the sick, those predicted as sick",
    "specificity": "Specificity: of the healthy, those predicted as healthy",
}


def matrix_of(seen):
    """Return the matrix of 10**12 people, in whole numbers."""
    prevalence, sensitivity, specificity = (round(seen.state(name) * 10**6) for name in NAMES)
    sick, healthy = prevalence, 10**6 - prevalence
    return cmlib.ConfusionMatrix(
        [
            [sick * sensitivity, sick * (10**6 - sensitivity)],
            [healthy * (10**6 - specificity), healthy * specificity],
        ],
        labels=["sick", "healthy"],
    )


def value_of(measure, cm):
    value = np.ravel(measure(cm))[0]
    return "undefined" if np.isnan(value) else f"{value:.4f}"


def shown_values(seen):
    rows = seen.root.locator(".ce-moving tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.innerText.trim()))"
    )
    return {name.split("\n")[0]: value for name, value in rows}


def shown_people(seen):
    key = seen.root.locator(".ce-key li").all_inner_texts()
    return [int(re.match(r"[\d,]+", text)[0].replace(",", "")) for text in key]


def drawn_people(seen):
    """Each icon begins with one move to its tile."""
    return seen.root.locator("svg.ce-crowd path").evaluate_all(
        "paths => paths.map(it => (it.getAttribute('d').match(/M/g) ?? []).length)"
    )


def check_numbers(seen):
    cm = matrix_of(seen)
    expected = {name: value_of(measure, cm) for name, measure in MEASURES.items()}
    assert shown_values(seen) == expected
    people = rounded(cm.counts, seen.state("people")).ravel().tolist()
    assert shown_people(seen) == people
    assert drawn_people(seen) == people
    called = people[0] + people[2]
    are = "is" if people[0] == 1 else "are"
    sentence = f"Of the {called:,} predicted as sick, {people[0]:,} {are} sick."
    told = seen.root.locator(".ce-stay + p").inner_text()
    assert told == (sentence if called else "Nobody is predicted as sick.")


def test_keys_and_fields(opened):
    seen = opened()
    slider = seen.root.get_by_role("slider", name=NAMES["prevalence"])
    slider.focus()
    for key, value in (
        ("ArrowRight", 0.02), ("PageUp", 0.12), ("End", 1), ("PageUp", 1), ("ArrowDown", 0.99),
        ("Home", 0), ("PageDown", 0), ("ArrowUp", 0.01),
    ):  # fmt: skip
        seen.page.keyboard.press(key)
        assert seen.state("prevalence") == value
        assert slider.get_attribute("aria-valuetext") == f"{value:g}"
        check_numbers(seen)
    for name, value in (
        ("prevalence", 0.001),
        ("prevalence", 0.3),
        ("sensitivity", 0.123456),
        ("specificity", 1),
    ):
        seen.root.get_by_label(f"{NAMES[name]}, as a number").fill(str(value))
        assert seen.state(name) == value
        check_numbers(seen)
    seen.expect_heard("Prevalence 0.3. Of the 37 predicted as sick, 37 are sick. accuracy")
    # In a narrower window all is drawn anew.
    seen.page.set_viewport_size({"width": 420, "height": 800})
    seen.page.wait_for_timeout(100)
    check_numbers(seen)


def test_logarithmic_scale(opened):
    seen = opened()
    seen.root.get_by_label("Prevalence on a logarithmic scale").check()
    slider = seen.root.get_by_role("slider", name=NAMES["prevalence"])
    slider.focus()
    for key, value in (("PageDown", 0.001), ("ArrowRight", 0.0013), ("Home", 0.0001), ("End", 1)):
        seen.page.keyboard.press(key)
        assert seen.state("prevalence") == value
        check_numbers(seen)
    chart = seen.root.locator(".ce-chart svg")
    expect(chart).to_contain_text("0.0001")
    seen.set(prevalence=0.01)
    line = float(chart.locator(".ce-line").get_attribute("x1"))
    ends = [float(it.get_attribute("x")) for it in chart.locator(".ce-axes text").all()[:10:2]]
    assert line == pytest.approx(ends[2])


def test_names_are_at_the_ends_of_their_lines_on_both_scales(opened):
    def heights():
        names = seen.root.locator(".ce-chart svg > g:last-child > text")
        return dict(
            names.evaluate_all("them => them.map(it => [it.textContent, it.y.baseVal[0].value])")
        )

    seen = opened()
    for box in seen.root.locator(".ce-moving").get_by_role("checkbox").all():
        box.check()
    linear = heights()
    seen.root.get_by_label("Prevalence on a logarithmic scale").check()
    assert heights() == pytest.approx(linear, abs=1)


def test_mouse_moves_a_slider_and_the_chart(opened):
    seen = opened()
    box = seen.root.get_by_role("slider", name=NAMES["specificity"]).bounding_box()
    seen.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert seen.state("specificity") == pytest.approx(0.5, abs=0.02)
    check_numbers(seen)
    chart = seen.root.locator(".ce-chart svg").bounding_box()
    mouse = seen.page.mouse
    mouse.move(chart["x"] + chart["width"] / 4, chart["y"] + 50)
    assert seen.state("prevalence") == 0.01
    mouse.down()
    after = []
    for share in (0.3, 0.5, 2):
        mouse.move(chart["x"] + share * chart["width"], chart["y"] + 50)
        after.append(seen.state("prevalence"))
    mouse.up()
    assert 0 < after[0] < after[1] < after[2] == 1
    check_numbers(seen)


def test_sliders_do_not_stick_in_a_low_window(opened):
    seen = opened(Mode("lying phone", 844, 390, "light"))
    seen.root.locator(".ce-chart").evaluate("it => it.scrollIntoView({ block: 'end' })")
    assert seen.root.get_by_role("slider", name=NAMES["prevalence"]).bounding_box()["y"] < 0


def test_undefined_values(opened):
    seen = opened(prevalence=0)
    check_numbers(seen)
    values = shown_values(seen)
    undefined = {name for name, value in values.items() if value == "undefined"}
    # Without a sick person sensitivity is undefined, and all that depends on it.
    assert {"J", "R", "R′"} <= undefined
    seen.set(prevalence=1)
    check_numbers(seen)
    assert shown_values(seen)["J"] == "undefined"
    assert shown_values(seen)["R′"] == "1.0000"
    picture = seen.root.locator("svg", has_text="R + prevalence").last
    assert "J undefined" in picture.get_attribute("aria-label")
    assert picture.locator("circle").count() == 2


def test_lines_are_chosen(opened):
    def names():
        return set(seen.root.locator(".ce-chart svg > g:last-child > text").all_text_contents())

    seen = opened()
    assert names() == {"accuracy", "precision", "MCC", "J", "R′"}
    seen.root.get_by_role("checkbox", name="Kappa").check()
    box = seen.root.get_by_role("checkbox", name="accuracy")
    box.focus()
    seen.page.keyboard.press("Space")
    expect(box).to_be_focused()
    assert names() == {"precision", "Kappa", "MCC", "J", "R′"}
    for box in seen.root.locator(".ce-moving").get_by_role("checkbox").all():
        box.check()
    lines = seen.root.locator(".ce-chart polyline").all()
    # No two lines have the same colour and dash.
    looks = {(it.get_attribute("stroke"), it.get_attribute("stroke-dasharray")) for it in lines}
    assert len(lines) == len(looks) == len(MEASURES)
    heights = seen.root.locator(".ce-chart svg > g:last-child > text").evaluate_all(
        "them => them.map(it => Number(it.getAttribute('y'))).sort((a, b) => a - b)"
    )
    assert min(np.diff(heights)) >= 12


def test_shift_and_stretch(opened):
    seen = opened(prevalence=0.4, sensitivity=0.8, specificity=0.7)
    picture = seen.root.locator("svg", has_text="R + prevalence").last
    x = [float(it.get_attribute("cx")) for it in picture.locator("circle").all()]
    ranges = [
        [float(line.get_attribute(end)) for end in ("x1", "x2")]
        for line in picture.locator("line[stroke-width='7']").all()
    ]
    unit = (ranges[2][1] - ranges[2][0]) / 2  # J can have all of [-1, 1]
    cm = matrix_of(seen)
    places = [(value - ranges[2][0]) / unit - 1 for value in x]
    expected = [MEASURES[name](cm)[0] for name in ("R′", "R", "J")]
    assert places == pytest.approx(expected)
    # Shifted, the range keeps its length; stretched, it does not.
    (a, b), (c, d), (e, f) = ranges
    assert b - a == pytest.approx(d - c)
    assert a - c == pytest.approx(0.4 * unit)
    assert (d - c) / (f - e) == pytest.approx(0.6)


def test_wrong_input_is_reported(opened):
    seen = opened()
    field = seen.root.get_by_label(f"{NAMES['prevalence']}, as a number")
    field.fill("30 %")
    assert seen.state("prevalence") == 0.3
    field.fill("1.5")
    message = seen.root.get_by_text("must be a number from 0 to 1.")
    expect(message).to_be_visible()
    assert seen.state("prevalence") == 0.3
    field.fill("0.5")
    expect(message).to_be_hidden()
    check_numbers(seen)
