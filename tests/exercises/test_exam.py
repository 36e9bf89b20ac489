"""Versions of an exam differ, one option is right, and a library gives what the key says.

`make check-exam` sets 100 exams and opens them in Chromium; `make test` sets one and opens none.
"""

import os
import re

import exam
import numpy as np
import pytest
from browser import ARGUMENTS, find_browser
from playwright.sync_api import sync_playwright
from scipy.stats import binomtest
from sklearn import metrics as sk

from cmcourse.exercises.checking import judge_answer
from cmcourse.exercises.registry import exercises, lessons
from cmcourse.exercises.typed_numbers import judge, read_number
from cmlib.by_hand.explanation import Explanation

SEEDS = int(os.environ.get("EXAM_SEEDS", "1"))
DRAWN = [it.id for lesson in lessons() for it in exercises(lesson).values() if it.draw]
OPEN = {"1.1", "4.2", "8.1a"}  # no number, or too few mistakes with a name
AS_THEY_STAND = ["1.4c", "3.8", "4.7a", "5.3b", "5.7a", "6.3b", "7.6", "9.8c", "11.5b", "11.7"]
ALL = [f"{id}{'' if id in OPEN else '?'}" for id in DRAWN] + AS_THEY_STAND
QUESTIONS = ALL[::5] if SEEDS == 1 else ALL
NO_METRIC = {"5.3a", "5.4", "10.4a", "11.1a"}  # a library gives these keys from lists of numbers
BY_LIBRARY = {  # of truth and predictions, the class asked for, and its options
    "precision": lambda y, p, at, how: sk.precision_score(y, p, **how),
    "recall": lambda y, p, at, how: sk.recall_score(y, p, **how),
    "specificity": lambda y, p, at, how: sk.recall_score(y != at, p != at),
    "negative_predictive_value": lambda y, p, at, how: sk.precision_score(y != at, p != at),
    "cohen_kappa": lambda y, p, at, how: sk.cohen_kappa_score(y, p, weights=how["weights"]),
    "g_mean": lambda y, p, at, how: np.exp(np.log(sk.recall_score(y, p, average=None)).mean()),
    "balanced_accuracy": lambda y, p, at, how: sk.balanced_accuracy_score(y, p),
    "mcc": lambda y, p, at, how: sk.matthews_corrcoef(y, p),
    "r_score": lambda y, p, at, how: sk.recall_score(y == at, p == at) - (p == at).mean(),
}


def by_library(item):
    """Recompute a key from the numbers that the question prints, or return None."""
    metric, text = item.asked.answer, re.sub(r"<[^>]+>", " ", item.question)
    if isinstance(metric, Explanation):
        counts = np.array(re.findall(r"<td>(\d+)</td>", item.question), int)
        truth, predicted = np.indices(metric.matrix.counts.shape).reshape(2, -1)
        y, p = truth.repeat(counts), predicted.repeat(counts)
        labels = metric.matrix.labels
        at = None if metric.label is None else labels.index(metric.label)
        kept = [i for i, it in enumerate(labels) if it not in metric.exclude]
        how = {"labels": kept if at is None else [at], "average": metric.average or "macro"}
        if metric.name == "f_score":
            return sk.fbeta_score(y, p, beta=float(metric.beta), **how)
        if metric.name == "r_prime":
            return BY_LIBRARY["r_score"](y, p, at, how) + (y == at).mean()
        how |= {"weights": metric.weights} if metric.name == "cohen_kappa" else {}
        return BY_LIBRARY[metric.name](y, p, at, how)
    if item.asked.id in ("5.3a", "5.4"):
        parts = [it.split() for it in re.findall(r"(?:scores|ones) ([\d ]+)", text)]
        score = sk.roc_auc_score if item.asked.id == "5.3a" else sk.average_precision_score
        return score(np.repeat([1, 0], list(map(len, parts))), np.concatenate(parts).astype(int))
    if item.asked.id == "10.4a":
        few, many = map(int, re.findall(r"\d+", text)[:2])
        return binomtest(few, few + many).pvalue
    if item.asked.id == "11.1a":
        days = re.findall(r"\b(?:rain|dry)\b", text)
        scores = np.array(re.findall(r"\d\.\d", text)[:5], float)
        return sk.brier_score_loss(np.array(days) == "rain", scores)
    return None


@pytest.mark.parametrize("seed", range(SEEDS))
def test_versions_options_and_keys(seed):
    versions = exam.papers(QUESTIONS, seed, 4, choose=True)
    recomputed = set()
    for items in zip(*versions, strict=True):
        id = items[0].asked.id
        assert len({it.question for it in items}) == (1 if id in AS_THEY_STAND else 4)
        for item in items:
            offered = re.findall(r"<li>([^<]+)</li>", item.question.partition("<ol")[2])
            verdicts = [judge(read_number(text), item.asked.value) for text in offered]
            assert offered == sorted(set(offered), key=float)
            if offered:
                assert sorted(verdicts) == ["right", "wrong", "wrong", "wrong"]
                said = judge_answer(item.asked, offered[verdicts.index("right")])
                assert said.verdict == "right"
            assert len(offered) == 4 * (f"{id}?" in ALL)
            if (value := by_library(item)) is not None:
                assert value == pytest.approx(float(item.asked.value), abs=1e-9)
                recomputed.add(id)
    # Every key that is a metric of a printed matrix has a second witness.
    asked = {items[0].asked.id: items[0].asked.answer for items in zip(*versions, strict=True)}
    assert recomputed == {
        id for id, key in asked.items() if isinstance(key, Explanation) or id in NO_METRIC
    }
    first, again = (exam.documents(QUESTIONS[::9], seed, 2, choose=True) for _ in range(2))
    assert first == again


def test_refused():
    for words, versions, says in (
        (["1.5"], 8, r"1\.5 has too few values: 200 draws gave 7 that differ, for 8 versions"),
        (["1.1?"], 2, r"1\.1 has too few values with three named mistakes"),
        (["1.4a"], 2, r"1\.4a has no other numbers"),
        (["1.2a", "1.2a?"], 2, r"1\.2a stands there twice"),
        (["1.9"], 2, r"there is no exercise '1\.9'"),
        (["1.2a"], 27, "versions must be from 1 to 26, got 27"),
    ):
        with pytest.raises(ValueError, match=says):
            exam.papers(words, 1, versions, choose=True)
    assert "<ol" not in str(exam.documents(["1.2a?"], 1, 1, choose=False))


@pytest.mark.skipif(SEEDS < 2, reason="it needs a browser: make check-exam")
def test_nothing_is_cut_on_any_page():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=ARGUMENTS)
        page = browser.new_page()
        page.emulate_media(media="print")
        for seed in range(SEEDS):
            for name, html in exam.documents(ALL, seed, 1, choose=True).items():
                exam.paginate(page, html)
                feet = page.locator("footer").all_inner_texts()
                assert all(f"seed {seed} ·" in foot for foot in feet), name
                here = [int(re.search(r"of (\d+), in all (\d+)", foot)[1]) for foot in feet]
                assert feet[0].endswith(f"in all {sum(here)}")
                beyond = """() => [...document.querySelectorAll('.room')].flatMap(room => {
                  const box = room.getBoundingClientRect();
                  return [...room.querySelectorAll('*')].map(it => it.getBoundingClientRect())
                    .filter(it => it.right > box.right + 1 || it.bottom > box.bottom + 1); })"""
                assert page.evaluate(beyond) == [], name
        too_large = exam.documents(["1.2a"], 1, 1, choose=True)["exam-1-A"]
        with pytest.raises(ValueError, match=r"1\.2a is too large for a page"):
            exam.paginate(
                page, too_large.replace(".space { height: 22mm", ".space { height: 290mm")
            )
        browser.close()
