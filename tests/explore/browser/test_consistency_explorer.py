"""The consistency explorer: its search is that of `cmlib.consistent`, and it can be typed into."""

import numpy as np
import pytest
from explorer_checks import NARROW, PHONE, call
from playwright.sync_api import Error, expect

from cmlib import consistent
from cmlib.consistency import _MEASURES as MEASURES

KIND = "consistency"
STATE = {
    "samples": [60, 40],
    "values": [["accuracy", "0.83"], ["recall", "0.625"]],
    "goals": [{"text": "Make them impossible.", "all": [["fits", "", "==", 0]]}],
}
SEARCH = """given.map(([sizes, values]) => {
  const work = it.search(sizes, values);
  let step = work.next();
  while (!step.done) step = work.next();
  const { count, matrices, contradictions } = step.value;
  return [count, matrices.slice(0, 50), contradictions];
})"""


def reports(how_many):
    """Return random sizes with printed values, of a true matrix or with a slip."""
    rng = np.random.default_rng(5)
    for number in range(how_many):
        n = int(rng.integers(1, 90))
        tp, fn, fp, tn = rng.multinomial(n, rng.dirichlet([1, 1, 1, 1])).astype(float)
        names = rng.choice(list(MEASURES), rng.integers(1, 4), replace=False).tolist()
        decimals, values = int(rng.integers(1, 4)), []
        for name in names:
            with np.errstate(all="ignore"):
                value = MEASURES[name](tp, fn, fp, tn) * (-1 if name == "error_rate" else 1)
            value = 0.5 if np.isnan(value) else np.clip(value + 0.02 * (number % 3 == 1), -1, 1)
            percent = number % 4 == 2 and decimals == 3
            values.append([name, f"{100 * value:.1f} %" if percent else f"{value:.{decimals}f}"])
        yield [n] if number % 2 else [int(tn + fp), int(fn + tp)], values


def test_the_search_is_that_of_python(opened):
    given = list(reports(500))
    found = call(opened().page, "fits", SEARCH, given)
    for (sizes, values), (count, matrices, contradictions) in zip(given, found, strict=True):
        ours = consistent(sizes[0] if len(sizes) == 1 else tuple(sizes), dict(values))
        assert count == ours.count, (sizes, values)
        assert matrices == ours.matrices[:50].tolist()
        assert contradictions == [list(names) for names in ours.contradictions]


@pytest.mark.parametrize("text", ["", "0.8.1", "83", "0.83333", "1.2345 %", "high", "1.5"])
def test_what_is_no_printed_value_is_refused_by_both(opened, text):
    with pytest.raises(Error, match=r"such as 0\.80|can be read here"):
        call(opened().page, "fits", "it.bounds('recall', given)", text)
    with pytest.raises(ValueError, match="values"):
        consistent(100, {"recall": text})


def test_typed_values_are_searched(opened):
    seen = opened()
    outcome = seen.root.locator(".ce-outcome")
    expect(outcome).to_have_text("1 matrix fits.")
    cells = seen.root.locator(".ce-matrix td").all_inner_texts()
    assert cells == ["58", "2", "15", "25"]
    expect(seen.root.locator(".ce-goals")).to_contain_text("not yet:")
    seen.root.get_by_label("recall (sensitivity), as printed").fill("0.64")
    expect(outcome).to_have_text("No matrix has recall (sensitivity) 0.64.")
    expect(seen.root.locator(".ce-goals")).to_contain_text("done:")
    seen.expect_heard("No matrix has recall")
    seen.root.get_by_label("recall (sensitivity), as printed").fill("64 %")
    expect(outcome).to_have_text("No matrix has recall (sensitivity) 64 %.")
    seen.press("Remove recall")
    expect(outcome).to_contain_text("matrices fit.")
    slider = seen.root.get_by_label("Which of the matrices")
    slider.focus()
    slider.press("End")
    expect(seen.root.locator(".ce-one .ce-note")).to_contain_text("accuracy 0.83")
    seen.root.get_by_label("The size of each class is known").uncheck()
    assert seen.state("samples") == [100]
    seen.press("Add a value")
    assert seen.state("values")[1][0] == "error_rate"


def test_added_value_fits_the_matrix_that_is_shown(opened):
    seen = opened()
    seen.press("Add a value")
    assert seen.state("values")[2:] == [["error_rate", "0.17"]]  # (2 + 15) / 100
    expect(seen.root.locator(".ce-outcome")).to_have_text("1 matrix fits.")
    expect(seen.root.locator(".ce-goals")).to_contain_text("not yet:")
    # If none is shown, it is for the reader to type one.
    seen.root.get_by_label("recall (sensitivity), as printed").fill("0.64")
    seen.press("Add a value")
    assert seen.state("values")[3:] == [["specificity", ""]]


def test_values_that_cannot_be_read_test_nothing(opened):
    seen = opened()
    outcome, caption = (seen.root.locator(it) for it in (".ce-outcome", ".ce-ranges caption"))
    field = seen.root.get_by_label("accuracy, as printed")
    for text, words, listed in (
        ("0.99", "No matrix has", "None fits"),
        ("0,84", "One of the values can't be read.", "Nothing was tested"),
        ("", "One of the values can't be read.", "Nothing was tested"),
        ("0.83", "1 matrix fits.", "All that fit"),
    ):
        field.fill(text)
        expect(outcome).to_contain_text(words)
        expect(caption).to_contain_text(listed)
    samples = seen.root.locator('[data-key="samples 0"]')
    was = samples.input_value()
    for text, words in (("abc", "The number of samples can't be read."), (was, "1 matrix fits.")):
        samples.fill(text)
        expect(outcome).to_have_text(words)
    for name in ("accuracy", "recall"):
        seen.press(f"Remove {name}")
    expect(caption).to_have_text("Nothing was tested")


def test_focus_stays_when_values_are_removed(opened):
    seen = opened()
    seen.press("Remove accuracy")
    expect(seen.button("Remove recall")).to_be_focused()
    seen.press("Remove recall")
    expect(seen.button("Add a value")).to_be_focused()


@pytest.mark.parametrize("look", [PHONE, NARROW], ids=str)
def test_name_of_a_measure_is_not_cut(opened, look):
    seen = opened(look, values=[["negative_predictive_value", "0.9"]])
    measure = seen.root.get_by_label("measure 1", exact=True)
    value = seen.root.get_by_label("negative predictive value, as printed")
    if look is PHONE:
        assert value.bounding_box()["y"] == measure.bounding_box()["y"]
    wide = measure.bounding_box()["width"]
    measure.evaluate("it => Object.assign(it.style, { flex: 'none', maxWidth: 'none' })")
    assert measure.bounding_box()["width"] == wide


def test_ranges_are_those_of_all_that_fit(opened):
    seen = opened(samples=[129], values=[["accuracy", "0.92"], ["recall", "0.968"]])
    matrices = consistent(129, {"accuracy": "0.92", "recall": "0.968"}).matrices
    rows = seen.root.locator(".ce-ranges tbody tr")
    expect(rows).to_have_count(4 + len(MEASURES))
    shown = rows.evaluate_all("rows => rows.map(row => [...row.cells].map(it => it.innerText))")
    cells = dict(zip(("TN", "FP", "FN", "TP"), matrices.reshape(-1, 4).T, strict=True))
    for name, least, largest in shown[:4]:
        assert [int(least), int(largest)] == [cells[name].min(), cells[name].max()]
    for (_, *ends), (name, of) in zip(shown[4:], MEASURES.items(), strict=True):
        values = of(*(cells[it].astype(float) for it in ("TP", "FN", "FP", "TN")))
        values = values * (-1 if name == "error_rate" else 1)
        assert ends == [f"{values.min():.4f}", f"{values.max():.4f}"]


def test_a_thousand_samples_are_searched_in_slices(opened):
    seen = opened(samples=[1000], values=[["accuracy", "0.83"], ["f_score", "0.712"]])
    expect(seen.root.locator(".ce-outcome")).to_contain_text("matri", timeout=20_000)
    ours = consistent(1000, {"accuracy": "0.83", "f_score": "0.712"})
    expect(seen.root.locator(".ce-outcome")).to_contain_text(f"{ours.count:,} matrices fit")
