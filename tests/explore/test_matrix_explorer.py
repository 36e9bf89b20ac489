"""The matrix explorer, driven by mouse, finger and keyboard.

It is long because it goes through everything that a reader can do to a matrix there.
"""

from __future__ import annotations

import ast
import math
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from book_checks import Mode
from explorer_checks import (
    DESKTOP,
    IN_JUPYTERLAB,
    LOOKS,
    PHONE,
    Explorer,
    explorer,
    page_problems,
)
from playwright.sync_api import Browser, Locator, expect

import cmlib

PETS = {"counts": [[5, 7], [3, 7]], "labels": ["dog", "cat"], "measure": "", "label": ""}
FRUIT = {
    "counts": [[8, 0, 2], [4, 0, 1], [0, 0, 0]],
    "labels": ["apple", "orange", "pear"],
    "measure": "precision",
    "label": "orange",
}
MANY = {
    "counts": np.arange(100).reshape(10, 10).tolist(),
    "labels": [f"a rather long name {i}" for i in range(10)],
    "measure": "r_prime",
    "label": "a rather long name 3",
}
GOALS = [
    {
        "text": "Make accuracy at least 0.999 and the recall of the dogs 0.",
        "all": [["accuracy", "", ">=", 0.999], ["recall", "dog", "<=", 0]],
    },
    {
        "text": "Make the precision of the dogs undefined.",
        "all": [["precision", "dog", "==", "undefined"]],
    },
]
PER_CLASS = [
    *("precision", "recall", "specificity", "negative_predictive_value", "f_score"),
    *("informedness", "r_score", "r_prime"),
]
# Their averages are not worked by hand in `explain`.
NO_AVERAGE = ("informedness", "r_score", "r_prime")
WHOLE = [
    *("accuracy", "error_rate", "balanced_accuracy", "g_mean"),
    *("cohen_kappa", "mcc", "mcc_product"),
]

Opened = Callable[..., AbstractContextManager[Explorer]]


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Opened:
    def open_page(state: dict[str, Any] = PETS, look: Mode = DESKTOP, **options: Any) -> Any:
        return explorer(browser, tmp_path, "matrix", state, look, **options)

    return open_page


def cell(seen: Explorer, truth: str, predicted: str) -> Locator:
    return seen.root.get_by_role("textbox", name=f"truth {truth}, predicted {predicted}")


def value(seen: Explorer, name: str) -> Locator:
    """Return the button of a value, such as "precision of dog"."""
    return seen.root.get_by_role("button", name=re.compile(f"^{re.escape(name)}:"))


def lit(seen: Explorer, kind: str) -> list[list[int]]:
    """Return the cells that look filled, hatched or outlined."""
    return seen.page.evaluate(
        """kind => [...document.querySelectorAll(`.ce-matrix td.ce-${kind}`)]
             .map(it => [it.parentElement.rowIndex - 1, it.cellIndex - 1])""",
        kind,
    )


def problem(seen: Explorer) -> Locator:
    return seen.root.locator(".ce-error:visible")


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("state", [PETS, FRUIT, MANY], ids=["2", "3", "10"])
def test_the_page_is_well_made_in_every_look(opened: Opened, look: Mode, state: Any) -> None:
    with opened({**state, "goals": GOALS}, look) as seen:
        cell(seen, state["labels"][0], state["labels"][1]).fill("many")
        value(seen, f"R of {state['labels'][0]}").click()
        assert page_problems(seen) == []


def test_a_badly_made_page_is_noticed(opened: Opened) -> None:
    with opened() as seen:
        seen.page.evaluate(
            """() => {
                 const wrong = document.createElement('button');
                 wrong.style = 'width: 9px; min-height: 9px; padding: 0; margin-left: 2000px';
                 document.querySelector('.ce-live').append(wrong);
                 console.error('planted');
                 fetch('http://example.invalid/').catch(() => {});
               }"""
        )
        found = "\n".join(page_problems(seen))
    for what in ("axe button-name", "px wide on", "only 9 x 9", "planted", "asks another host"):
        assert what in found


def matrices() -> Iterator[np.ndarray]:
    random = np.random.default_rng(11)
    for K in (2, 3, 5):
        for _ in range(4):
            counts = random.integers(0, 30, (K, K))
            counts[random.random((K, K)) < 0.3] = 0
            yield counts
    absent = random.integers(1, 9, (3, 3))
    absent[1] = absent[:, 2] = 0
    yield absent
    yield np.zeros((2, 2), int)


def test_it_shows_the_values_of_cmlib(opened: Opened) -> None:
    compared = 0
    with opened() as seen, warnings.catch_warnings():
        warnings.simplefilter("ignore", cmlib.UndefinedMetricWarning)
        for counts in matrices():
            labels = [f"c{i}" for i in range(len(counts))]
            seen.set("counts", counts.tolist())
            seen.set("labels", labels)
            shown = {
                tuple(key.split(" ")): text
                for key, text in seen.page.evaluate(
                    """() => [...document.querySelectorAll('.ce-value')]
                         .map(it => [it.dataset.key, it.textContent])"""
                )
            }
            cm = cmlib.ConfusionMatrix(counts, labels)
            expected = {}
            for name in PER_CLASS:
                measure = getattr(cmlib, name)
                expected |= {(name, it): x for it, x in zip(labels, measure(cm), strict=True)}
                for average in ("macro", "micro", "weighted"):
                    expected[name, average] = measure(cm, average=average)
            expected |= {(name, ""): getattr(cmlib, name)(cm) for name in WHOLE}
            for place, x in expected.items():
                assert shown[place] == ("undefined" if math.isnan(x) else f"{x:.4f}"), place
                compared += 1
    assert compared > 700


def test_the_arithmetic_comes_to_the_value_that_is_shown(opened: Opened) -> None:
    with opened() as seen:
        lines = seen.page.evaluate(
            """async matrices => {
                 const { arithmetic, AVERAGES } = await import('./arithmetic.js');
                 const { overall, perClass } = await import('./measures.js');
                 return matrices.flatMap(counts => {
                   const labels = counts.map((_, i) => `c${i}`);
                   return [
                     ...perClass.flatMap(name => [...labels, ...AVERAGES].map(it => [name, it])),
                     ...overall.map(name => [name, '']),
                   ].map(([name, where]) => arithmetic(name, where, counts, labels));
                 });
               }""",
            [counts.tolist() for counts in matrices()],
        )
    checked = 0
    for line in lines:
        if "undefined, because" in line:
            assert re.search(r"because [a-z0 ,]+\.$", line), line
            assert "because undefined" not in line
            continue
        # What stands behind the last value is a remark on how it was averaged.
        steps = re.sub(r"(\d) \((all|the|each) .*\)$", r"\1", line)
        _, *steps, last = re.split(" [=≈] ", steps)
        for step in steps:
            if re.search(r"accuracy|product", step):
                continue  # a formula in words
            # The F1 of the macro means is worked out from two printed, rounded numbers.
            tolerance = 2e-4 if line.startswith("F1 of the macro") else 5.1e-5
            assert worked_out(step) == pytest.approx(float(last), abs=tolerance), line
            checked += 1
    assert checked > 700


def test_the_arithmetic_ends_as_explain_writes_it(opened: Opened) -> None:
    """The fraction in lowest terms, then the decimals: after ≈ where they had to be rounded."""
    asked = [
        (counts, name, where)
        for counts in matrices()
        for name in (*PER_CLASS, *(it for it in WHOLE if it != "mcc_product"))
        for where in (
            ["c0", "c1", *(() if name in NO_AVERAGE else ("macro", "micro", "weighted"))]
            if name in PER_CLASS
            else [""]
        )
    ]
    with opened() as seen:
        lines = seen.page.evaluate(
            """async asked => {
                 const { arithmetic } = await import('./arithmetic.js');
                 return asked.map(([counts, name, where]) =>
                   arithmetic(name, where, counts, counts.map((_, i) => `c${i}`)));
               }""",
            [(counts.tolist(), name, where) for counts, name, where in asked],
        )
    compared = 0
    for (counts, name, where), line in zip(asked, lines, strict=True):
        cm = cmlib.ConfusionMatrix(counts, labels=[f"c{i}" for i in range(len(counts))])
        of = {"label": where} if where.startswith("c") else {"average": where or None}
        by_hand = cmlib.explain(name, cm, **of)
        if by_hand.exact is None:
            assert ": undefined, because" in line
            continue
        written = by_hand.text.partition(", where")[0]
        # The explorer does not look whether a root happens to be a fraction.
        is_fraction = by_hand.fraction is not None and name not in ("g_mean", "mcc")
        fraction = r"(= -?\d+(/\d+)? )?" if is_fraction else ""
        end = re.search(rf"{fraction}[=≈] -?\d+\.\d{{4}}$", written)
        assert end is not None, written
        assert re.sub(r" \([a-z].*\)$", "", line).endswith(f" {end[0]}"), (line, written)
        compared += 1
    assert compared > 300


def worked_out(text: str) -> float:
    """Compute a line such as 5 / (5 + 3)."""
    code = text.replace("×", "*").replace("−", "-")
    code = re.sub(r"root (\d+) of (\(.*\))", r"\2 ** (1 / \1)", code)
    code = re.sub(r"√(\(.*\))", r"\1 ** 0.5", code)
    assert re.fullmatch(r"[\d\s.()+*/-]+", code), text
    return float(eval(code))


def test_typing_counts(opened: Opened) -> None:
    with opened() as seen:
        cell(seen, "dog", "cat").fill("0")
        assert seen.state("counts") == [[5, 0], [3, 7]]
        expect(value(seen, "accuracy")).to_have_text("0.8000")
        seen.expect_heard("accuracy = (5 + 7) / (5 + 0 + 3 + 7) = 4/5 = 0.8000")
        seen.page.keyboard.press("ArrowUp")
        seen.page.keyboard.press("ArrowUp")
        seen.page.keyboard.press("ArrowDown")
        assert seen.state("counts") == [[5, 1], [3, 7]]


def test_a_cell_says_what_it_holds(opened: Opened) -> None:
    with opened() as seen:
        cell(seen, "dog", "cat").focus()
        expect(seen.root).to_contain_text("7 of dog, wrongly predicted as cat.")
        cell(seen, "cat", "cat").hover()
        expect(seen.root).to_contain_text("7 of cat, rightly predicted as cat.")


def test_a_field_shows_the_whole_of_a_large_count(opened: Opened) -> None:
    with opened({**PETS, "counts": [[123456789, 1], [3, 7]]}, PHONE) as seen:
        assert cell(seen, "dog", "dog").evaluate("it => it.scrollWidth <= it.clientWidth")
        assert page_problems(seen) == []


def test_large_counts_keep_all_their_digits(opened: Opened) -> None:
    with opened({**PETS, "counts": [[10**12, 1], [3, 10**12]]}) as seen:
        value(seen, "Kappa").click()
        n, chance = 2 * 10**12 + 4, (10**12 + 1) * (10**12 + 3) * 2
        expect(seen.root.locator(".ce-arithmetic")).to_contain_text(f"{chance}/{n * n}")


@pytest.mark.parametrize("text", ["many", "-1", "2.5", "", "1e3", "99999999999999999999"])
def test_a_wrong_count_is_told_and_kept(opened: Opened, text: str) -> None:
    with opened() as seen:
        cell(seen, "dog", "cat").fill(text)
        expect(problem(seen)).to_contain_text("Truth dog, predicted cat:")
        expect(cell(seen, "dog", "cat")).to_have_attribute("aria-invalid", "true")
        cell(seen, "cat", "cat").fill("9")
        expect(cell(seen, "dog", "cat")).to_have_value(text)
        assert seen.state("counts") == [[5, 7], [3, 9]]
        cell(seen, "dog", "cat").fill("2")
        expect(problem(seen)).to_have_count(0)
        assert seen.state("counts") == [[5, 2], [3, 9]]


def test_naming_classes(opened: Opened) -> None:
    with opened({**PETS, "measure": "recall", "label": "cat"}) as seen:
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


def test_more_and_fewer_classes(opened: Opened) -> None:
    with opened() as seen:
        more = seen.root.get_by_role("button", name="Add a class")
        fewer = seen.root.get_by_role("button", name="Remove the last class")
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


def test_pointing_with_the_mouse(opened: Opened) -> None:
    with opened() as seen:
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


def test_chance_stands_beside_kappa(opened: Opened) -> None:
    with opened() as seen:
        value(seen, "Kappa").click()
        expect(seen.root.locator(".ce-chance td")).to_have_text(["4.4", "7.6", "3.6", "6.4"])
        value(seen, "accuracy").click()
        expect(seen.root.locator(".ce-chance")).to_have_count(0)


def test_cells_are_told_apart_in_the_readers_own_colours(opened: Opened) -> None:
    """Where the system's colours take the place of ours, the browser would take fills away."""
    look = """kind => { const look = getComputedStyle(document.querySelector(`td.ce-${kind}`));
                       return [look.backgroundColor, look.backgroundImage, look.boxShadow]; }"""
    with opened({**PETS, "measure": "r_score", "label": "dog"}) as seen:
        seen.page.emulate_media(forced_colors="active")
        filled, hatched = (
            seen.page.evaluate(look, kind) for kind in ("filled", "hatched:not(.ce-filled)")
        )
        value(seen, "precision of dog").click()
        outlined, pale = (seen.page.evaluate(look, kind) for kind in ("outlined", "pale"))
    assert filled[0] != pale[0]
    assert "gradient" in hatched[1]
    assert "none" not in outlined[2]


def test_pointing_with_the_keyboard(opened: Opened) -> None:
    with opened() as seen:
        seen.root.get_by_role("textbox", name="truth cat, predicted cat").focus()
        seen.page.keyboard.press("Tab")
        expect(value(seen, "precision of dog")).to_be_focused()
        for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowUp"):
            seen.page.keyboard.press(key)
        expect(value(seen, "precision of cat")).to_be_focused()
        assert [seen.state("measure"), seen.state("label")] == ["precision", "cat"]
        seen.expect_heard("precision of cat = 7 / (7 + 7) = 1/2 = 0.5000")
        # One stop of the Tab key leads to the next table, and back to where one was.
        seen.page.keyboard.press("Tab")
        expect(value(seen, "accuracy")).to_be_focused()
        seen.page.keyboard.press("Shift+Tab")
        expect(value(seen, "precision of cat")).to_be_focused()


def test_pointing_with_a_finger(opened: Opened) -> None:
    with opened(look=PHONE, touch=True) as seen:
        value(seen, "macro recall").tap()
        assert [seen.state("measure"), seen.state("label")] == ["recall", "macro"]
        line = seen.root.locator(".ce-arithmetic")
        expect(line).to_have_text(
            "macro recall = (5/12 + 7/10) / 2 = 67/120 ≈ 0.5583 (the classes count the same)"
        )


def test_undefined_is_a_word_with_a_reason(opened: Opened) -> None:
    with opened(FRUIT) as seen:
        expect(value(seen, "precision of orange")).to_have_text("undefined")
        expect(seen.root.locator(".ce-arithmetic")).to_have_text(
            "precision of orange = 0 / (0 + 0 + 0): undefined, "
            "because no sample was predicted as it."
        )
        value(seen, "macro precision").click()
        expect(seen.root.locator(".ce-arithmetic")).to_contain_text("left out as undefined: orange")


def test_pasting_a_matrix(opened: Opened) -> None:
    with opened() as seen:
        seen.root.get_by_text("Paste a matrix").click()
        box = seen.root.get_by_role("textbox", name="Counts, a row on each line")
        use = seen.root.get_by_role("button", name="Use these counts")
        box.fill("1\t2\n3\tmany")
        use.click()
        expect(problem(seen)).to_contain_text("many")
        expect(box).to_have_value("1\t2\n3\tmany")
        assert seen.state("counts") == PETS["counts"]
        box.fill("7")
        use.click()
        expect(problem(seen)).to_contain_text("from 2 to 10")
        box.fill("1\t2\t3\n4\t5\t6\n7\t8\t9")
        use.click()
        expect(problem(seen)).to_have_count(0)
        assert seen.state("counts") == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
        assert seen.state("labels") == ["class 1", "class 2", "class 3"]


def test_pasting_over_a_cell(opened: Opened) -> None:
    with opened() as seen:
        cell(seen, "dog", "cat").fill("many")
        seen.page.evaluate("navigator.clipboard.writeText('[[1, 2], [3, 4]]')")
        cell(seen, "dog", "dog").focus()
        seen.page.keyboard.press("Control+V")
        expect(cell(seen, "class 1", "class 2")).to_have_value("2")
        expect(problem(seen)).to_have_count(0)
        assert seen.state("counts") == [[1, 2], [3, 4]]


def test_counting_two_lists_of_labels(opened: Opened) -> None:
    with opened() as seen:
        seen.root.get_by_text("Paste a matrix").click()
        truth = seen.root.get_by_role("textbox", name="True labels")
        predicted = seen.root.get_by_role("textbox", name="Predicted labels")
        count = seen.root.get_by_role("button", name="Count these labels")
        truth.fill("cat, cat, dog")
        predicted.fill("cat, dog")
        count.click()
        expect(problem(seen)).to_contain_text("3 labels and the prediction 2")
        predicted.fill("cat, dog, dog")
        count.click()
        assert seen.state("counts") == [[1, 1], [0, 1]]
        assert seen.state("labels") == ["cat", "dog"]


def test_a_link_holds_the_matrix(opened: Opened) -> None:
    labels = ["dog & co, “Ω”", "cat"]
    with opened({**PETS, "labels": labels}) as seen:
        seen.root.get_by_role("button", name="Copy a link").click()
        expect(seen.root.get_by_text("Copied.")).to_be_visible()
        link = seen.page.evaluate("navigator.clipboard.readText()")
    with opened(FRUIT, address=link.partition("#")[2]) as seen:
        assert [seen.state("counts"), seen.state("labels")] == [PETS["counts"], labels]


@pytest.mark.parametrize(
    "address",
    ["matrix=5,7;3", "matrix=a", 'matrix=1,2;3,4&labels=["a"]', "matrix=1,2;3,4&labels=a"],
)
def test_a_broken_link_is_told(opened: Opened, address: str) -> None:
    with opened(address=address) as seen:
        expect(problem(seen)).to_contain_text("The link holds no matrix that can be read:")
        assert seen.state("counts") == PETS["counts"]


def test_another_anchor_is_no_link(opened: Opened) -> None:
    with opened(address="exercises") as seen:
        expect(problem(seen)).to_have_count(0)


def test_jupyterlab_has_no_link(opened: Opened) -> None:
    with opened(place=IN_JUPYTERLAB, address="matrix=1,2;3,4") as seen:
        expect(seen.root.get_by_role("button", name="Copy as Python")).to_be_visible()
        expect(seen.root.get_by_role("button", name="Copy a link")).to_have_count(0)
        assert seen.state("counts") == PETS["counts"]


def test_copy_as_python(opened: Opened) -> None:
    with opened() as seen:
        seen.root.get_by_role("button", name="Copy as Python").click()
        expect(seen.root.get_by_text("Copied.")).to_be_visible()
        text = seen.page.evaluate("navigator.clipboard.readText()")
    assert text == 'cmlib.ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])'
    assert ast.parse(text)


def test_copying_by_hand_where_the_clipboard_is_refused(opened: Opened) -> None:
    with opened(clipboard=False) as seen:
        seen.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
        seen.root.get_by_role("button", name="Copy as Python").click()
        expect(seen.root.get_by_text("Selected: copy it")).to_be_visible()
        assert "cmlib.ConfusionMatrix" in seen.page.evaluate("String(getSelection())")


def test_what_to_try(opened: Opened) -> None:
    with opened({**PETS, "goals": GOALS}) as seen:
        marks = seen.root.locator(".ce-mark")
        expect(marks).to_have_text(["not yet:", "not yet:"])
        for place, count in {("dog", "dog"): 0, ("dog", "cat"): 1, ("cat", "cat"): 999}.items():
            cell(seen, *place).fill(str(count))
        expect(marks).to_have_text(["not yet:", "not yet:"])
        cell(seen, "cat", "dog").fill("0")
        expect(marks).to_have_text(["done:", "done:"])
        seen.expect_heard("Done: Make the precision of the dogs undefined.")
        # It is said once, not after every further step.
        cell(seen, "cat", "cat").fill("998")
        seen.expect_heard("= 998/999 ≈")
        expect(seen.root.locator("[role=status]")).not_to_contain_text("Done")


def test_python_changes_the_matrix_under_the_cursor(opened: Opened) -> None:
    with opened() as seen:
        cell(seen, "dog", "dog").focus()
        seen.set("counts", [[1, 2], [3, 4]])
        expect(cell(seen, "dog", "dog")).to_be_focused()
        expect(cell(seen, "dog", "dog")).to_have_value("1")


def test_taken_away_it_leaves_the_picture_and_no_listener(opened: Opened) -> None:
    with opened() as seen:
        assert seen.page.evaluate("listening()") > 0
        seen.page.evaluate("remove()")
        assert seen.page.evaluate("listening()") == 0
        expect(seen.root).to_have_count(0)
        expect(seen.page.locator(".cmlib-explorer-still")).to_be_visible()


def test_on_paper_stands_the_picture(opened: Opened) -> None:
    with opened() as seen:
        expect(seen.page.locator(".cmlib-explorer-still")).to_be_hidden()
        seen.page.emulate_media(media="print")
        expect(seen.page.locator(".cmlib-explorer-still")).to_be_visible()
        expect(seen.root).to_be_hidden()
