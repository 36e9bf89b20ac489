"""Nothing under the pointer moves, whatever is pointed at, picked up, dragged or typed."""

from __future__ import annotations

import pytest
import test_averaging_explorer as averaging
import test_consistency_explorer as consistency
import test_matrix_explorer as matrix
import test_prevalence_explorer as prevalence
import test_threshold_explorer as threshold
from chromium import Mode

MAILS = {"counts": [[8, 2], [10, 980]], "labels": ["spam", "ham"], "measure": "", "label": ""}
STATES = {
    "averaging": averaging.STATE,
    "consistency": consistency.STATE,
    "matrix": matrix.STATE | MAILS,
    "prevalence": prevalence.STATE,
    "threshold": threshold.STATE | {"by_hand": True},
}
# The places of all that a pointer can act on; a message may push down what is below the fields.
PLACES = """() => [...document.querySelectorAll(
  '.ce-live :is(button, input, select, summary, a, .ce-strip, .ce-chart > svg)')]
  .filter(it => it.checkVisibility())
  .map(it => it.getBoundingClientRect()).flatMap(({ x, y }) => [x, y])"""


def steps(seen, kind):
    """Act on an explorer, in single steps."""
    cells = seen.root.locator(".ce-matrix tbody td")
    if kind == "matrix":
        for value in seen.root.locator(".ce-value").all():
            box = value.bounding_box()
            if box["x"] + box["width"] < seen.page.viewport_size["width"] - 30:
                yield value.hover()
        for text in ("9", "98", "9876"):
            yield cells.locator("input").first.fill(text)
    if kind == "averaging":
        for at in (0, 1, 5, 8, 4, 8):
            yield cells.locator("button").nth(at).click()
            yield seen.page.keyboard.press("ArrowUp")
    if kind == "prevalence":
        for shares in ((0, 0, 0), (0.001, 1, 0.2), (0.5, 0.1, 0.999), (1, 1, 1)):
            names = ("prevalence", "sensitivity", "specificity")
            yield seen.set(**dict(zip(names, shares, strict=True)))
    if kind == "threshold":
        for score in (95, 60, 10, None):
            yield seen.set("threshold", score)
    if kind == "consistency":
        for text in ("0.8", "0.835", "0.99"):
            yield seen.root.get_by_label("accuracy, as printed").fill(text)


@pytest.mark.parametrize("font", ["DejaVu Sans", "Liberation Sans"])
@pytest.mark.parametrize("width", [360, 390, 820, 1280, 1440, 1920])
@pytest.mark.parametrize("kind", STATES)
def test_nothing_moves(opener, kind, width, font):
    look = Mode("any", width, 2600, "light")
    seen = opener(kind, STATES[kind], look, touch=False, address="", jupyterlab=False)
    seen.page.add_style_tag(content=f"body {{ font-family: '{font}' !important }}")
    # Another width, so that all that is measured is measured in this font.
    for wide in (width - 1, width):
        seen.page.set_viewport_size({"width": wide, "height": 2600})
        seen.page.wait_for_timeout(250)
    before = seen.page.evaluate(PLACES)
    acts = 0
    for _ in steps(seen, kind):
        acts += 1
        if kind == "consistency":
            seen.page.wait_for_timeout(50)
        assert seen.page.evaluate(PLACES) == pytest.approx(before, abs=1), acts
    assert acts > 2
