"""The toolbar that all explorers share: undo, start over, links, the whole window, handing on."""

from __future__ import annotations

import json
from urllib.parse import urlencode

import pytest
from chromium import Mode
from explorer_checks import DESKTOP, PHONE, page_problems
from playwright.sync_api import expect
from test_stand_still import STATES

# A change of each explorer, as its reader could make it.
CHANGES = {
    "averaging": {"counts": [[1, 2], [3, 4]], "labels": ["dog & co, “Ω”", "cat"]},
    "consistency": {"samples": [100], "values": [["recall", "0.5"]]},
    "matrix": {"counts": [[1, 2], [3, 4]], "measure": "recall", "label": "ham"},
    "prevalence": {"prevalence": 0.25, "people": 500},
    "threshold": {"threshold": None, "costs": [5, 1]},
}
WRONG = {
    "averaging": {"counts": [[1, 2]]},
    "consistency": {"samples": [0]},
    "matrix": {"counts": [[1, -2], [3, 4]]},
    "prevalence": {"prevalence": 2},
    "threshold": {"scores": [1, 2]},
}
ALL = pytest.mark.parametrize("kind", STATES)


def link(kind, values):
    return urlencode({"explore": kind} | {name: json.dumps(it) for name, it in values.items()})


@pytest.fixture
def shown(opener):
    def show(kind, look=DESKTOP, *, address="", touch=False, jupyterlab=False):
        state = STATES[kind]
        return opener(kind, state, look, touch=touch, address=address, jupyterlab=jupyterlab)

    return show


def held(seen, names):
    return {name: seen.state(name) for name in names}


def press(seen, name):
    seen.root.get_by_role("button", name=name).click()


@ALL
def test_undo_and_start_over(shown, kind):
    change, seen = CHANGES[kind], shown(kind)
    first = held(seen, change)
    undo = seen.root.get_by_role("button", name="Undo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    seen.set(**change)
    press(seen, "Undo")
    assert held(seen, change) == first
    seen.set(**change)
    press(seen, "Start over")
    assert held(seen, change) == first
    press(seen, "Undo")
    assert held(seen, change) == change
    press(seen, "Undo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    seen.expect_heard("Undone.")


@ALL
def test_link_holds_the_state_and_is_followed(shown, kind):
    change, seen = CHANGES[kind], shown(kind)
    first = held(seen, change)
    seen.set(**change)
    press(seen, "Copy link")
    expect(seen.root.get_by_text("Copied.")).to_be_visible()
    address = seen.page.evaluate("navigator.clipboard.readText()").partition("#")[2]
    seen = shown(kind, PHONE, address=address)
    assert held(seen, change) == change
    # On the open page: values that cannot be shown, then none, which means the first ones.
    seen.page.evaluate("hash => (location.hash = hash)", link(kind, WRONG[kind]))
    expect(seen.root.get_by_text("The link holds nothing that can be shown")).to_be_visible()
    assert held(seen, change) == change
    seen.page.evaluate("hash => (location.hash = hash)", link(kind, {}))
    expect(seen.root.get_by_text("The link holds nothing")).to_be_hidden()
    assert held(seen, change) == first
    seen.page.evaluate("location.hash = 'exercises'")
    assert held(seen, change) == first


def test_link_scrolls_to_the_explorer_unless_it_is_in_sight(shown):
    seen = shown("matrix")
    words = "<p style='height: 3000px'><a href='#explore=matrix&measure=recall'>look</a></p>"
    seen.page.evaluate("it => document.body.insertAdjacentHTML('afterbegin', it)", words)
    seen.page.get_by_role("link", name="look").click()
    expect(seen.root).to_be_in_viewport()
    assert seen.state("measure") == "recall"
    where = seen.page.evaluate("scrollY")
    seen.set(measure="precision")
    # The address stays the same, and the link works again.
    seen.page.get_by_role("link", name="look").evaluate("it => it.click()")
    seen.page.wait_for_timeout(50)
    assert [seen.state("measure"), seen.page.evaluate("scrollY")] == ["recall", where]


@ALL
def test_whole_window(shown, kind):
    seen = shown(kind, Mode("projector", 1280, 720, "light"))
    size = "it => parseFloat(getComputedStyle(it).fontSize) * (it.currentCSSZoom ?? 1)"
    control = seen.root.locator("input, select").first
    before = control.evaluate(size)
    press(seen, "Enlarge")
    assert control.evaluate(size) >= 1.45 * before
    panes = seen.root.locator(".ce-pane")
    left, right = panes.nth(0).bounding_box(), panes.nth(1).bounding_box()
    assert left["x"] + left["width"] <= right["x"]
    assert max(it["y"] + it["height"] for it in (left, right)) <= 720
    assert page_problems(seen) == []
    seen.page.keyboard.press("Escape")
    expect(seen.root.get_by_role("button", name="Enlarge")).to_be_focused()
    expect(seen.page.locator(".cmlib-explorer > .ce-live")).to_be_visible()


def test_data_are_handed_on(shown):
    seen = shown("threshold")
    link = seen.root.get_by_role("link", name="Take this to the matrix explorer")
    address = link.get_attribute("href")
    assert address.startswith("explorers.html#explore=matrix&")
    seen = shown("matrix", address=address.partition("#")[2])
    assert held(seen, ["counts", "labels"]) == {
        "counts": [[3, 1], [1, 5]],
        "labels": ["spam", "ham"],
    }
    link = seen.root.get_by_role("link", name="Take this to the prevalence explorer")
    seen = shown("prevalence", address=link.get_attribute("href").partition("#")[2])
    expected = {"prevalence": 0.4, "sensitivity": 0.75, "specificity": 0.833333, "people": 10}
    assert held(seen, expected) == expected


def test_no_link_in_jupyterlab(shown):
    seen = shown("matrix", jupyterlab=True)
    expect(seen.root.get_by_role("button", name="Enlarge")).to_be_visible()
    expect(seen.root.get_by_role("button", name="Copy link")).to_have_count(0)
    expect(seen.root.get_by_role("link")).to_have_count(0)
