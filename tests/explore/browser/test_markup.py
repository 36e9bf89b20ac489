"""No text from outside an explorer becomes markup: names, a link, what is pasted or typed."""

from __future__ import annotations

import json
import re
from urllib.parse import urlencode

import pytest
from explorer_checks import DESKTOP, Explorer, Opener

PAYLOADS = [
    "<script>document.hit = 1</script>",
    '<img src="x" onerror="document.hit = 1">',
    '=HYPERLINK("http://x.example","x")',
]
COUNTS = [[5, 1, 2], [0, 4, 3], [2, 2, 9]]
MATRIX = {"counts": COUNTS, "labels": PAYLOADS, "measure": "", "label": ""}
SCORES = {"y_true": [1, 0, 1], "scores": [3, 2, 1], "names": PAYLOADS[:2]}
GOALS = [{"text": PAYLOADS[1], "all": []}]
STATES = {
    "averaging": {"counts": COUNTS, "labels": PAYLOADS},
    "consistency": {"samples": [60, 40], "values": [["accuracy", PAYLOADS[1]]]},
    "matrix": MATRIX,
    "prevalence": {"sensitivity": 0.9, "specificity": 0.9, "prevalence": 0.1, "people": 100},
    "threshold": SCORES
    | {"data": {PAYLOADS[1]: SCORES}, "chosen": PAYLOADS[1], "threshold": 2, "costs": [1, 1]},
}


def check(seen: Explorer) -> None:
    assert seen.page.evaluate("document.hit ?? null") is None
    assert seen.root.locator("script, img").count() == 0
    links = seen.root.locator("a[href]").evaluate_all(
        "all => all.map(it => it.getAttribute('href'))"
    )
    assert [
        link for link in links if not re.match(r"([\w.]*/)*(explorers\.html)?#explore=", link)
    ] == []
    assert seen.console == []


@pytest.mark.parametrize("kind", STATES)
def test_names_are_text(opener: Opener, kind: str) -> None:
    state = STATES[kind] | {"goals": GOALS}
    seen = opener(kind, state, DESKTOP, touch=False, address="", jupyterlab=False)
    assert PAYLOADS[1] in seen.root.inner_text()
    check(seen)


def test_a_link_and_what_is_pasted_are_text(opener: Opener) -> None:
    values = {"counts": json.dumps(COUNTS), "labels": json.dumps(PAYLOADS)}
    address = urlencode({"explore": "matrix"} | values)
    plain = MATRIX | {"labels": ["a", "b", "c"], "goals": []}
    seen = opener("matrix", plain, DESKTOP, touch=False, address=address, jupyterlab=False)
    assert seen.state("labels") == PAYLOADS
    check(seen)
    seen.root.get_by_text("Paste a matrix").click()
    for name in ("True labels", "Predicted labels"):
        seen.root.get_by_role("textbox", name=name).fill("\n".join([*PAYLOADS[:2], "a"]))
    seen.root.get_by_role("button", name="Count these labels").click()
    assert sorted(seen.state("labels")) == sorted([*PAYLOADS[:2], "a"])
    check(seen)
    seen.root.get_by_role("textbox", name="Counts, a row on each line").fill(PAYLOADS[1])
    seen.root.get_by_role("button", name="Use these counts").click()
    check(seen)
