"""What all explorers share: an accessible page, the toolbar, links, text that stays text."""

import json
import re
from urllib.parse import parse_qsl, urlencode

import pytest
import test_averaging_explorer as averaging
import test_consistency_explorer as consistency
import test_matrix_explorer as matrix
import test_prevalence_explorer as prevalence
import test_threshold_explorer as threshold
from chromium import Mode, overflow_problems, press, ways
from explorer_checks import (
    DESKTOP,
    LOOKS,
    MOUNT_IN_JUPYTERLAB,
    NARROW,
    PHONE,
    PHONE_DARK,
    page_problems,
)
from playwright.sync_api import expect

from cmcourse.explore.bundle import data_address, with_imports

MAILS = {"counts": [[8, 2], [10, 980]], "labels": ["spam", "ham"], "measure": "", "label": ""}
STATES = {
    "averaging": averaging.STATE | {"goals": averaging.GOALS},
    "consistency": consistency.STATE,
    "matrix": matrix.STATE | MAILS | {"goals": matrix.GOALS},
    "prevalence": prevalence.STATE,
    "threshold": threshold.STATE | {"by_hand": True},
}
PLAIN = {"threshold": {"by_hand": False}}
# A change of each explorer, as its reader could make it.
CHANGES = {
    "averaging": {"counts": [[1, 2], [3, 4]], "labels": ["dog & co, “Ω”", "cat"]},
    "consistency": {"samples": [100], "values": [["recall", "0.5"]]},
    "matrix": {"counts": [[1, 2], [3, 4]], "measure": "recall", "label": "ham"},
    "prevalence": {"prevalence": 0.25, "people": 500},
    "threshold": {"threshold": None, "costs": [5, 1]},
}
# Values of a link that cannot be shown, and what the page says of each.
WRONG = {
    "averaging": [({"counts": [[1, 2]]}, "as many rows as columns")],
    "consistency": [
        ({"samples": [0]}, "samples must be whole numbers, 1 to 5,000 in all."),
        ({"samples": 0}, "samples can't be “0”."),
        ({"values": ["recall"]}, 'values can\'t be “["recall"]”.'),
    ],
    "matrix": [
        ({"counts": [[1, -2], [3, 4]]}, "“-2” is not a whole number"),
        ({"counts": "abc"}, 'counts can\'t be “"abc"”.'),
        ({"counts": [1, 2]}, "counts can't be “[1, 2]”."),
    ],
    "prevalence": [({"prevalence": 2}, "prevalence must be from 0 to 1.")],
    "threshold": [({"scores": [1, 2]}, "each score needs its truth.")],
}
# Ten classes with long names.
MANY = {
    "counts": [[10 * i + j for j in range(10)] for i in range(10)],
    "labels": [f"a rather long name {i}" for i in range(10)],
    "measure": "r_prime",
    "label": "a rather long name 3",
}
PAYLOADS = [
    "<script>document.hit = 1</script>",
    '<img src="x" onerror="document.hit = 1">$\\href{javascript:document.hit=1}{x}$',
    '=HYPERLINK("http://x.example","x")',
]
NAMED = {"counts": [[5, 1, 2], [0, 4, 3], [2, 2, 9]], "labels": PAYLOADS}
SCORES = {"y_true": [1, 0, 1], "scores": [3, 2, 1], "names": PAYLOADS[:2]}
NAMES = {
    "averaging": NAMED,
    "consistency": {"values": [["accuracy", PAYLOADS[1]]]},
    "matrix": NAMED,
    "prevalence": {},
    "threshold": SCORES | {"data": {PAYLOADS[1]: SCORES}, "chosen": PAYLOADS[1], "threshold": 2},
}
ALL = pytest.mark.parametrize("kind", STATES)


def link(kind, values):
    return urlencode({"explore": kind} | {name: json.dumps(it) for name, it in values.items()})


@pytest.fixture
def shown(opener):
    return lambda kind, *look, **options: opener(kind, STATES[kind], *look, **options)


def held(seen, names):
    return {name: seen.state(name) for name in names}


def with_errors(seen, kind):
    """Bring an explorer into a state with messages, undefined values and all that can open."""
    cells = seen.root.locator(".ce-matrix tbody td")
    if kind == "averaging":
        cells.get_by_role("button").first.click()
        seen.page.keyboard.press("ArrowDown")
    if kind == "consistency":
        seen.root.get_by_label("accuracy, as printed").fill("0.8x")
        seen.root.get_by_label("negative samples").fill("-3")
    if kind == "matrix":
        cells.get_by_role("textbox").nth(1).fill("many")
        seen.root.locator(".ce-value[data-key^=r_score]").first.click()
    if kind == "prevalence":
        for box in seen.root.get_by_role("checkbox").all():
            box.check()
        seen.set(prevalence=0)
        seen.root.get_by_label("Sensitivity: of the sick").last.fill("2")
    if kind == "threshold":
        seen.root.get_by_label("Scores of").select_option("vehicles")
        seen.press("false-alarm rate")
        seen.set(threshold=None)
        seen.root.get_by_label("One missed opel costs").fill("-1")


@pytest.mark.parametrize(
    ("kind", "state", "look"),
    [(kind, PLAIN.get(kind, {}), look) for kind in STATES for look in LOOKS]
    + [("matrix", matrix.FRUIT, DESKTOP)]
    + [(kind, MANY, look) for kind in ("averaging", "matrix") for look in (PHONE_DARK, NARROW)],
)
def test_page_is_accessible_and_fits(opener, kind, state, look):
    seen = opener(kind, STATES[kind] | state, look)
    with_errors(seen, kind)
    assert page_problems(seen) == []


@ALL
def test_undo_and_start_over(shown, kind):
    change, seen = CHANGES[kind], shown(kind)
    first = held(seen, change)
    undo = seen.button("Undo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    seen.set(**change)
    seen.press("Undo")
    assert held(seen, change) == first
    seen.set(**change)
    seen.press("Start over")
    assert held(seen, change) == first
    seen.press("Undo")
    assert held(seen, change) == change
    seen.press("Undo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    seen.expect_heard("Undone.")


def test_goals_stay_done(shown):
    seen = shown("prevalence")
    goal = seen.root.locator(".ce-goals li")
    expect(goal).to_have_text("not yet: Make precision 0.5.")
    seen.set(prevalence=0.1)
    expect(goal).to_have_text("done: Make precision 0.5.")
    seen.press("Start over")
    expect(goal).to_have_text("done: Make precision 0.5.")
    seen.page.reload()
    expect(goal).to_have_text("done: Make precision 0.5.")
    # Whatever the storage holds or refuses, the explorer works.
    seen.page.evaluate("localStorage['cmlib-course-goals'] = '{}'")
    seen.page.reload()
    expect(goal).to_have_text("not yet: Make precision 0.5.")
    refuse = "() => { throw new DOMException() }"
    seen.page.evaluate(
        f"() => {{ Storage.prototype.getItem = Storage.prototype.setItem = {refuse} }}"
    )
    seen.page.evaluate(
        MOUNT_IN_JUPYTERLAB, data_address("text/javascript", with_imports("prevalence"))
    )
    expect(goal).to_have_text("not yet: Make precision 0.5.")
    seen.set(prevalence=0.1)
    expect(goal).to_have_text("done: Make precision 0.5.")
    assert seen.console == []


@pytest.mark.parametrize("look", [DESKTOP, NARROW], ids=str)
@pytest.mark.parametrize(
    ("kind", "choose", "value", "off", "drawings"),
    [
        ("threshold", "recall", "0.7500", "0.15 too high", ".ce-plot .ce-point"),
        ("prevalence", "precision: guess it", "0.0833", "0.82 too high", ".ce-told"),
        ("averaging", "recall", "0.6500", "0.25 too high", ".ce-ways svg"),
    ],
)
def test_guess_comes_before_the_value(opener, kind, choose, value, off, drawings, look):
    seen = opener(kind, STATES[kind], look)
    hidden = seen.root.locator(drawings).first
    expect(seen.root).to_contain_text(value)
    seen.root.get_by_label("Guess before you see").check()
    expect(seen.root).not_to_contain_text(value, use_inner_text=True)
    expect(hidden).to_be_hidden()
    button, choice = (
        seen.root.get_by_role(it, name=choose, exact=True) for it in ("button", "radio")
    )
    button.or_(choice).click()
    see = seen.root.get_by_role("button", name="See it")
    expect(see).to_be_disabled()
    seen.root.get_by_label("your guess").fill("0.9")
    assert page_problems(seen) == []
    # What changes meanwhile leaves the guess as it is.
    before = held(seen, CHANGES[kind])
    seen.set(**CHANGES[kind])
    seen.set(**before)
    see.click()
    expect(seen.root.get_by_text("Your guess was 0.9: ")).to_be_focused()
    expect(seen.root).to_contain_text(f"= {value}. Your guess was 0.9: {off}.")
    if kind == "threshold":
        expect(hidden).to_be_hidden()
        seen.press("false-alarm rate")
        seen.root.get_by_label("your guess").fill("0.1")
        seen.press("See it")
    expect(hidden).to_be_visible()
    # Another state is guessed anew.
    seen.set(**CHANGES[kind])
    expect(seen.root).not_to_contain_text("Your guess was")
    expect(hidden).to_be_hidden()


# A control of each explorer, and what is typed there.
CONTROLS = {
    "averaging": (".ce-matrix td button", ""),
    "consistency": ("input[aria-label='accuracy, as printed']", "7"),
    "matrix": (".ce-matrix td input", "7"),
    "prevalence": ("input[type=range]", ""),
    "threshold": ("input[type=range]", ""),
}


@pytest.mark.parametrize(("way", "mode", "font"), ways("Liberation Sans"))
@ALL
def test_it_is_changed_and_changed_back(opener, kind, way, mode, font):
    seen = opener(kind, STATES[kind], mode, touch=way == "touch")
    seen.page.add_style_tag(content=f"body {{ font-family: '{font}' !important }}")
    before, (control, typed) = held(seen, CHANGES[kind]), CONTROLS[kind]
    press(way, seen.root.locator(control).first)
    if way == "keyboard":
        seen.page.keyboard.press("ArrowRight")
    elif kind == "averaging":  # to another cell
        press(way, seen.root.locator(control).nth(1))
    if way == "keyboard" and kind == "averaging":
        seen.page.keyboard.press("Enter")
    seen.page.keyboard.type(typed)
    assert held(seen, CHANGES[kind]) != before
    press(way, seen.button("Undo"))
    assert held(seen, CHANGES[kind]) == before
    assert overflow_problems(seen) + seen.console == []


@ALL
def test_link_holds_the_state_and_is_followed(shown, kind):
    change, seen = CHANGES[kind], shown(kind)
    first = held(seen, change)
    seen.set(**change)
    seen.press("Copy link")
    expect(seen.root.get_by_text("Copied.")).to_be_visible()
    address = seen.page.evaluate("navigator.clipboard.readText()").partition("#")[2]
    seen = shown(kind, PHONE, address=address)
    assert held(seen, change) == change
    # On the open page: values that cannot be shown, then none, which means the first ones.
    for wrong, why in WRONG[kind]:
        seen.page.evaluate("hash => (location.hash = hash)", link(kind, wrong))
        expect(seen.root.get_by_text("The link holds nothing that can be")).to_contain_text(why)
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
    seen.press("Back to the text")
    expect(seen.page.get_by_role("link", name="look")).to_be_in_viewport()
    expect(seen.page.get_by_role("link", name="look")).to_be_focused()
    expect(seen.button("Back to the text")).to_be_hidden()
    seen.page.get_by_role("link", name="look").click()
    where = seen.page.evaluate("scrollY")
    seen.set(measure="precision")
    # The address stays the same, and the link works again.
    seen.page.get_by_role("link", name="look").evaluate("it => it.click()")
    seen.page.wait_for_timeout(50)
    assert [seen.state("measure"), seen.page.evaluate("scrollY")] == ["recall", where]
    # A link shortly before the explorer stays in sight with it.
    link = seen.page.get_by_role("link", name="look")
    link.evaluate("it => { it.parentElement.style.cssText = 'margin-top: 900px; height: 200px' }")
    link.evaluate("it => it.scrollIntoView({ block: 'end' })")
    link.click()
    expect(seen.root.locator(".ce-matrix")).to_be_in_viewport(ratio=1)
    expect(link).to_be_in_viewport(ratio=1)


@ALL
def test_whole_window(shown, kind):
    seen = shown(kind, Mode("projector", 1280, 720, "light"))
    size = "it => parseFloat(getComputedStyle(it).fontSize) * (it.currentCSSZoom ?? 1)"
    control = seen.root.locator("input, select").first
    before = control.evaluate(size)
    # In the same task, before a frame: letters in a drawing are not smaller than those around it.
    shrunk = seen.button("Enlarge").evaluate(
        """it => it.click() ?? [...document.querySelectorAll('.ce-strip, .ce-chart > svg')]
          .map(svg => svg.clientWidth / svg.viewBox.baseVal.width)"""
    )
    assert all(it > 0.95 for it in shrunk)
    assert control.evaluate(size) >= 1.45 * before
    panes = seen.root.locator(".ce-pane")
    left, right = panes.nth(0).bounding_box(), panes.nth(1).bounding_box()
    assert left["x"] + left["width"] <= right["x"]
    assert max(it["y"] + it["height"] for it in (left, right)) <= 720
    assert page_problems(seen) == []
    behind = """() => {
        const button = document.body.appendChild(document.createElement("button"));
        button.focus();
        return document.activeElement !== button;
    }"""
    assert seen.page.evaluate(behind)
    seen.page.keyboard.press("Escape")
    expect(seen.button("Enlarge")).to_be_focused()
    expect(seen.page.locator(".cmlib-explorer > .ce-live")).to_be_visible()
    assert seen.console == []


def test_a_link_takes_the_data_to_the_next_explorer(shown):
    seen = shown("threshold")
    link = seen.root.get_by_role("link", name="Take this to the matrix explorer")
    address = link.get_attribute("href")
    assert address.startswith("explorers.html#explore=matrix&")
    seen = shown("matrix", address=address.partition("#")[2])
    handed = {"counts": [[3, 1], [1, 5]], "labels": ["spam", "ham"]}
    assert held(seen, handed) == handed
    link = seen.root.get_by_role("link", name="Take this to the prevalence explorer")
    seen = shown("prevalence", address=link.get_attribute("href").partition("#")[2])
    handed = {"prevalence": 0.4, "sensitivity": 0.75, "specificity": 0.833333, "people": 10}
    assert held(seen, handed) == handed


def test_data_handed_on_are_those_shown(shown):
    def check():
        address = seen.root.get_by_role("link", name="Take this to the").get_attribute("href")
        handed = dict(parse_qsl(address.partition("#")[2]))
        shown = seen.root.locator(".ce-matrix tbody tr").evaluate_all(
            "rows => rows.map(row => [...row.cells].slice(1).map(it => Number(it.innerText)))"
        )
        heads = seen.root.locator(".ce-matrix thead th").all_inner_texts()[1:]
        assert [json.loads(handed[it]) for it in ("counts", "labels")] == [shown, heads]

    seen = shown("threshold")
    seen.root.get_by_label("Scores of").select_option("vehicles")
    check()
    seen.press("Undo")
    check()
    seen = shown("consistency")
    seen.set(samples=[1000], values=[["accuracy", "0.83"], ["f_score", "0.712"]])
    expect(seen.root.locator(".ce-outcome")).to_contain_text("fit", timeout=20_000)
    check()
    seen.root.get_by_label("Which of the matrices").press("End")
    check()


@pytest.mark.parametrize(
    ("kind", "words"), [("matrix", "Choose a value"), ("threshold", "Choose a name")]
)
def test_what_to_do_fits_mouse_and_finger(shown, kind, words):
    expect(shown(kind).root).to_contain_text(words)


def test_no_link_in_jupyterlab(shown):
    seen = shown("matrix", jupyterlab=True)
    expect(seen.button("Enlarge")).to_be_visible()
    expect(seen.button("Copy link")).to_have_count(0)
    expect(seen.root.get_by_role("link")).to_have_count(0)


@ALL
def test_picture_is_printed_and_left_behind(shown, kind):
    seen = shown(kind)
    still = seen.page.locator(".cmlib-explorer-still")
    expect(still).to_be_hidden()
    seen.page.emulate_media(media="print")
    expect(still).to_be_visible()
    expect(seen.root).to_be_hidden()
    seen.page.emulate_media(media="screen")
    seen.unmount()
    expect(seen.root).to_have_count(0)
    expect(still).to_be_visible()
    # Nothing listens any more.
    seen.page.set_viewport_size({"width": 500, "height": 500})
    seen.set(**CHANGES[kind])
    assert seen.console == []


# Whether an element comes after the control, and is no part of it.
AFTER = """it => (document.querySelector('.ce-stay').compareDocumentPosition(it)
  & (it.DOCUMENT_POSITION_FOLLOWING | it.DOCUMENT_POSITION_CONTAINED_BY))
  === it.DOCUMENT_POSITION_FOLLOWING"""


@pytest.mark.parametrize("look", [DESKTOP, PHONE], ids=str)
@pytest.mark.parametrize("kind", ["prevalence", "threshold"])
def test_control_stays_in_sight_beside_the_drawing(opener, kind, look):
    seen = opener(kind, STATES[kind] | PLAIN.get(kind, {}), look)
    # The height of the header on a page of the book.
    seen.page.add_style_tag(content=".cmlib-explorer { --ce-under: 56px; }")
    seen.page.locator("main").evaluate("it => { it.style.paddingBottom = '900px' }")
    drawing = seen.root.locator(".ce-chart, .ce-plot").last
    drawing.evaluate("it => it.scrollIntoView({ block: 'end' })")
    assert seen.page.evaluate("scrollY") > 0
    stay = seen.root.locator(".ce-stay")
    assert stay.bounding_box()["y"] >= 56
    assert stay.bounding_box()["y"] + stay.bounding_box()["height"] < look.height / 2
    # Scrolling rounds to a pixel.
    below = drawing.bounding_box()["y"] + drawing.bounding_box()["height"]
    assert below < look.height + 1
    # What Tab reaches is not hidden beneath the control.
    visited = 0
    seen.root.locator("button, input, select").last.focus()
    for _ in range(12):
        seen.page.keyboard.press("Shift+Tab")
        focused = seen.root.locator(":focus")
        if focused.count() and focused.evaluate(AFTER):
            visited += 1
            foot = stay.bounding_box()["y"] + stay.bounding_box()["height"]
            assert focused.bounding_box()["y"] >= foot
    assert visited > 3


# Nothing under the pointer moves, whatever is pointed at, picked up, dragged or typed. These are
# the places of all that a pointer can act on.
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
        yield seen.root.locator(".ce-value[data-key^=r_prime]").first.click()
        for at, text in enumerate(("9", "98", "98765", "1,5", "many", "0", "0")):
            yield cells.locator("input").nth(at // 4).fill(text)
    if kind == "averaging":
        for at in (0, 1, 5, 8, 4, 8):
            yield cells.locator("button").nth(at).click()
            yield seen.page.keyboard.press("ArrowUp")
    for refuse in ("", "navigator.clipboard.writeText = () => Promise.reject()"):
        seen.page.evaluate(f"() => {{ {refuse} }}")
        yield seen.root.locator("[data-key='Copy link']").click()  # it says "Copied." for a while
    if kind == "prevalence":
        for shares in ((0, 0, 0), (0.001, 1, 0.2), (0.5, 0.1, 0.999), (1, 1, 1)):
            names = ("prevalence", "sensitivity", "specificity")
            yield seen.set(**dict(zip(names, shares, strict=True)))
        for text in ("", "0,1", "0.12345"):
            yield seen.root.get_by_label("as a number").first.fill(text)
    if kind == "threshold":
        for score in (95, 60, 10, None):
            yield seen.set(threshold=score)
        for field in seen.root.locator("input[inputmode]:visible").all():
            yield field.fill("1,5")
            yield field.blur()
    if kind == "consistency":
        for text in ("0.8", "0.835", "0,99", "0.99"):
            yield seen.root.get_by_label("accuracy, as printed").fill(text)
        yield seen.root.get_by_label("negative samples").fill("1.5")


@pytest.mark.parametrize("font", ["DejaVu Sans", "Liberation Sans"])
@pytest.mark.parametrize("width", [360, 820, 1920])
@ALL
def test_nothing_moves(shown, kind, width, font):
    seen = shown(kind, Mode("any", width, 2600, "light"))
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


@pytest.mark.parametrize(
    ("kind", "field", "keys"),
    [
        ("prevalence", "Prevalence: of all people, the sick, as a number", [0.02, 0.01]),
        ("threshold", "The threshold, as a number", [80, 70]),
        ("threshold", "One missed spam costs", [2, 1]),
        ("consistency", "accuracy, as printed", []),
    ],
)
def test_decimal_comma_is_refused(opener, kind, field, keys):
    seen = opener(kind, STATES[kind] | PLAIN.get(kind, {}))
    before = held(seen, STATES[kind])
    box = seen.root.get_by_label(field)
    old = box.input_value()
    box.fill("0,5")
    box.press("Enter")
    message = seen.root.get_by_text("Write the decimals after a point, not a comma.")
    expect(message).to_be_visible()
    expect(box).to_have_attribute("aria-invalid", "true")
    expect(box).to_have_value("0,5")
    if kind != "consistency":  # which keeps what is printed as a text
        assert held(seen, STATES[kind]) == before
    for key, value in zip(("ArrowUp", "ArrowDown"), keys, strict=False):
        box.press(key)
        expect(box).to_have_value(str(value))
    box.fill(old)
    box.press("Enter")
    expect(message).to_be_hidden()
    assert held(seen, STATES[kind]) == before


def check_no_markup(seen):
    assert seen.page.evaluate("document.hit ?? null") is None
    assert seen.root.locator("script, img").count() == 0
    for it in seen.root.locator("a[href]").all():
        assert re.match(r"([\w.]*/)*(explorers\.html)?#explore=", it.get_attribute("href"))
    assert seen.console == []


@ALL
def test_names_are_text(opener, kind):
    goals = {"goals": [{"text": PAYLOADS[1], "all": []}]}
    seen = opener(kind, STATES[kind] | NAMES[kind] | goals)
    assert PAYLOADS[1] in seen.root.inner_text()
    check_no_markup(seen)


@ALL
def test_a_link_is_text(shown, kind):
    seen = shown(kind, address=link(kind, NAMES[kind] or {"prevalence": PAYLOADS[1]}))
    assert kind not in ("averaging", "matrix") or seen.state("labels") == PAYLOADS
    check_no_markup(seen)


def test_what_is_pasted_is_text(shown):
    seen = shown("matrix")
    seen.root.get_by_text("Paste a matrix").click()
    for name in ("True labels", "Predicted labels"):
        seen.root.get_by_role("textbox", name=name).fill("\n".join([*PAYLOADS[:2], "a"]))
    seen.press("Count these labels")
    assert sorted(seen.state("labels")) == sorted([*PAYLOADS[:2], "a"])
    check_no_markup(seen)
    seen.root.get_by_role("textbox", name="Counts, a row on each line").fill(PAYLOADS[1])
    seen.press("Use these counts")
    check_no_markup(seen)
    seen = shown("threshold")
    seen.root.get_by_text("Paste scores of your own").click()
    seen.root.get_by_label("Samples, one").fill(f"{PAYLOADS[0]} 0.9\n{PAYLOADS[2]} 0.2")
    seen.press("Use these scores")
    check_no_markup(seen)
