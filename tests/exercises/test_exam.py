"""Versions of an exam differ, one option is right, and a library gives what the key says."""

import os
import re

import exam
import numpy as np
import pytest
from chromium import browser as browser
from scipy import stats
from sklearn import metrics as sk

from cmcourse.exercises.registry import exercises, lessons
from cmcourse.exercises.typed_numbers import judge, read_number
from cmlib.by_hand import Explanation

SEEDS = int(os.environ.get("EXAM_SEEDS", "1"))  # `make check-exam` sets 100 exams, in Chromium
OPEN = {"1.1", "4.2", "8.1a", "10.2b", "11.3b"}  # no number, or too few known mistakes
ALL = {id: it for lesson in lessons() for id, it in exercises(lesson).items()}
FIXED = [id for id, it in ALL.items() if it.kind in ("write", "judge") and not it.draw]
FIXED = [id for id in FIXED if id not in ("2.10", "5.10", "10.10", "11.9")]  # they load data
DRAWN = [id if id in OPEN else f"{id}?" for id, it in ALL.items() if it.draw]
CUT = """it => [...document.querySelectorAll('.room')].filter(
  it => it.scrollHeight > it.clientHeight || it.scrollWidth > it.clientWidth)"""


def by_library(metric, question):
    """Recompute a metric from the numbers that a question prints."""
    counts, labels = np.array(re.findall(r"<td>(\d+)</td>", question), int), metric.matrix.labels
    y, p = (it.repeat(counts) for it in np.indices([len(labels)] * 2).reshape(2, -1))
    kept = [it not in metric.exclude and metric.label in (None, it) for it in labels]
    at, beta = np.flatnonzero(kept), float(metric.beta or 1)
    how = {"labels": at, "average": metric.average or "macro", "beta": beta}
    precision, recall, f_score, _ = sk.precision_recall_fscore_support(y, p, **how)
    return {
        **{"precision": precision, "recall": recall, "f_score": f_score},
        "specificity": sk.recall_score(y != at[0], p != at[0]),
        "negative_predictive_value": sk.precision_score(y != at[0], p != at[0]),
        "r_score": recall - (p == at[0]).mean(),
        "r_prime": recall - (p == at[0]).mean() + (y == at[0]).mean(),
        "cohen_kappa": sk.cohen_kappa_score(y, p, weights=metric.weights),
        "g_mean": stats.gmean(sk.recall_score(y, p, average=None)),
        "balanced_accuracy": sk.balanced_accuracy_score(y, p),
        "mcc": sk.matthews_corrcoef(y, p),
    }[metric.name]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_versions_options_and_keys(seed):
    words = DRAWN + FIXED * (seed == 0)
    versions, places = exam.papers(words, seed, 4), []
    assert repr(exam.papers(words, seed, 4)) == repr(versions)
    for word, *items in zip(words, *versions, strict=True):
        assert len({it.question for it in items}) == (1 if word in FIXED else 4)
        for asked, question, answers, is_choice in items:
            assert is_choice == word.endswith("?")
            if is_choice:
                offered = [text for text, _ in answers]
                assert offered == sorted({*offered}, key=float)
                verdicts = [judge(read_number(it), asked.value) for it in offered]
                assert sorted(verdicts) == ["right", "wrong", "wrong", "wrong"]
                places.append(verdicts.index("right"))
            if isinstance(asked.answer, Explanation) and word not in FIXED:
                value = by_library(asked.answer, question)
                assert value == pytest.approx(float(asked.value), abs=1e-9)
    assert max(np.bincount(places)) < len(places) / 2  # the place does not tell it


@pytest.mark.skipif(SEEDS < 2, reason="it draws each question often: make check-exam")
@pytest.mark.parametrize("id", [word[:-1] for word in DRAWN if word.endswith("?")])
def test_the_place_of_the_right_option_does_not_tell_it(id):
    items = [exam.papers([f"{id}?"], seed, 1)[0][0] for seed in range(40)]
    places = [[says for _, says in it.answers].index("right.") for it in items]
    assert max(np.bincount(places)) <= 32


def test_questions_as_they_stand_need_no_computer_and_ask_one_thing():
    asked = dict(zip(FIXED, exam.papers(FIXED, 1, 1)[0], strict=True))
    for id, item in asked.items():
        given, part = exam.as_it_stands(ALL[id])
        assert part or id[-1].isdigit(), id
        if id in ("4.7b", "11.5b"):  # their matrix, which a cell holds, is on the paper
            counts = item.asked.answer.matrix.counts
            assert {*re.findall(r"\d+", given)} >= {*map(str, counts.ravel())}, id
        assert "Matrix(" not in item.solution()
        assert not re.search(r"<code>|check|\w_\w|\.\.\.|in quotes|\([abc]\)", item.question), id
    assert "≈" not in asked["8.5a"].solution()
    assert "0.8030" in asked["7.5b"].solution()
    assert asked["2.7b"].question.startswith("<p>As in question 4.</p><p>Write the two or three")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("8 yes 1.5", r"1\.5 has too few values: 200 draws gave 7 that differ, for 8 versions"),
        ("8 yes 1.1?", r"1\.1 has too few values with named mistakes"),
        ("1 yes 2.10", r"2\.10 can't be set on paper"),
        ("1 yes 1.0a", r"1\.0a can't be set on paper"),
        ("1 yes 1.4c?", r"exercise '1\.4c' has no variants"),
        ("1 No 1.1", "MC must be yes or no, VERSIONS 1 or more: got No, 1"),
        ("0 yes 1.4c", "VERSIONS 1 or more: got yes, 0"),
        ("1 yes 1.2a 1.2a?", "QUESTIONS names 1.2a twice"),
    ],
)
def test_refused(words, says):
    with pytest.raises(SystemExit, match=says):
        exam.main(None, "1", *words.split())


def test_without_choices():
    assert not exam.papers(["1.2a?"], 1, 1, choose=False)[0][0].is_choice


@pytest.mark.skipif(SEEDS < 2, reason="it needs a browser: make check-exam")
def test_nothing_is_cut_on_any_page(browser):
    page = browser.new_page()
    for seed, key in np.ndindex(SEEDS, 2):
        (items,) = exam.papers(DRAWN + FIXED * (seed == 0), seed, 1)
        exam.paginate(page, f"Exam, seed {seed}", items, key=key)
        feet = page.locator("footer").all_inner_texts()
        here = [re.search(rf"seed {seed} · .* (\d+), in all", foot)[1] for foot in feet]
        assert feet[0].endswith(f"in all {sum(map(int, here))}")
        assert page.evaluate(CUT) == []
    with pytest.raises(ValueError, match="is too large for a page"):
        exam.paginate(page, "Exam", [items[0]._replace(question="<p>a line</p>" * 60)])
