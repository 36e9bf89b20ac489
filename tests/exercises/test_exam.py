"""Versions of an exam differ, one option is right, and a library gives what the key says.

`make check-exam` sets 100 exams and opens them in Chromium; `make test` sets one and opens none.
"""

import os
import re
from collections import Counter
from random import Random

import exam
import numpy as np
import pytest
from browser import chromium
from sklearn import metrics as sk

from cmcourse.exercises.checking import judge_answer
from cmcourse.exercises.registry import exercise, exercises, lessons
from cmcourse.exercises.typed_numbers import judge, read_number
from cmcourse.exercises.variants import variant
from cmlib.by_hand.explanation import Explanation

SEEDS = int(os.environ.get("EXAM_SEEDS", "1"))
DRAWN = [it.id for lesson in lessons() for it in exercises(lesson).values() if it.draw]
OPEN = {"1.1", "4.2", "8.1a", "10.2b", "11.3b"}  # no number, or too few known mistakes
AS_THEY_STAND = ["1.4c", "3.8", "4.7a", "5.3b", "5.7a", "6.3b", "7.6", "9.8c", "11.5b", "11.7"]
ALL = [f"{id}{'' if id in OPEN else '?'}" for id in DRAWN] + AS_THEY_STAND
BY_LIBRARY = {  # of truth, predictions and what scikit-learn takes for the metric
    "precision": lambda y, p, m, how: sk.precision_score(y, p, **how),
    "recall": lambda y, p, m, how: sk.recall_score(y, p, **how),
    "f_score": lambda y, p, m, how: sk.fbeta_score(y, p, beta=float(m.beta), **how),
    "specificity": lambda y, p, m, how: sk.recall_score(y != how["labels"], p != how["labels"]),
    "negative_predictive_value": lambda y, p, m, how: sk.precision_score(
        y != how["labels"], p != how["labels"]
    ),
    "cohen_kappa": lambda y, p, m, how: sk.cohen_kappa_score(y, p, weights=m.weights),
    "g_mean": lambda y, p, m, how: np.exp(np.log(sk.recall_score(y, p, average=None)).mean()),
    "balanced_accuracy": lambda y, p, m, how: sk.balanced_accuracy_score(y, p),
    "mcc": lambda y, p, m, how: sk.matthews_corrcoef(y, p),
    "r_score": lambda y, p, m, how: sk.recall_score(y, p, **how) - (p == how["labels"]).mean(),
    "r_prime": lambda y, p, m, how: (
        sk.recall_score(y, p, **how) - (p == how["labels"]).mean() + (y == how["labels"]).mean()
    ),
}


def by_library(asked, question):
    """Recompute a key from the numbers that the question prints."""
    metric, counts = asked.answer, np.array(re.findall(r"<td>(\d+)</td>", question), int)
    truth, predicted = np.indices(metric.matrix.counts.shape).reshape(2, -1)
    kept = [at for at, it in enumerate(metric.matrix.labels) if it not in metric.exclude]
    labels = kept if metric.label is None else [metric.matrix.labels.index(metric.label)]
    how = {"labels": labels, "average": metric.average or "macro"}
    return BY_LIBRARY[metric.name](truth.repeat(counts), predicted.repeat(counts), metric, how)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_versions_options_and_keys(seed):
    versions = exam.papers(ALL, seed, 4)
    for id, items in zip(ALL, zip(*versions, strict=True), strict=True):
        assert len({it.question for it in items}) == (1 if id in AS_THEY_STAND else 4)
        assert not any("Matrix(" in it.solution() for it in items)
        for asked, question, answers, is_choice in items:
            assert is_choice == id.endswith("?")
            if is_choice:
                offered = [text for text, _ in answers]
                assert offered == sorted(set(offered), key=float)
                verdicts = [judge(read_number(text), asked.value) for text in offered]
                assert sorted(verdicts) == ["right", "wrong", "wrong", "wrong"]
                said = judge_answer(asked, offered[verdicts.index("right")])
                assert said.verdict == "right"
            if isinstance(asked.answer, Explanation):
                value = by_library(asked, question)
                assert value == pytest.approx(float(asked.value), abs=1e-9)
    assert repr(exam.papers(ALL, seed, 4)) == repr(versions)


@pytest.mark.skipif(SEEDS < 2, reason="it draws each question often: make check-exam")
@pytest.mark.parametrize("id", [id for id in DRAWN if id not in OPEN])
def test_the_place_of_the_right_option_does_not_tell_it(id):
    random, places = Random(1), Counter()
    while places.total() < 40:
        answers = exam.options(variant(exercise(id), random).exercise, random)
        places.update(at for at, (_, says) in enumerate(answers) if says == "right.")
    assert max(places.values()) <= 32


def test_questions_as_they_stand_need_no_computer_and_ask_one_thing():
    *_, fixed = exam.can_be_set()
    ids = re.findall(r"\d+\.\d+[a-z]?", fixed)
    assert {*AS_THEY_STAND} < {*ids}
    for asked in map(exercise, ids):
        given, part = exam.as_it_stands(asked)
        assert not re.search(r"<code>|check|\w_\w|\.\.\.|in quotes", given + part)
        assert part or asked.id[-1].isdigit()
    first, second = exam.papers(["2.7a", "2.7b"], 1, 1)[0]
    assert "a paper prints" in first.question
    assert second.question.startswith("<p>As in question 1.</p><p>What do you conclude? Write")


def test_refused(tmp_path):
    for word, versions, says in (
        ("1.5", 8, r"1\.5 has too few values: 200 draws gave 7 that differ, for 8 versions"),
        ("1.1?", 2, r"1\.1 has too few values with three named mistakes"),
        ("1.4a", 2, r"1\.4a can't be drawn anew"),
        ("1.4c?", 2, r"1\.4c can't be drawn anew, so it has no options"),
        ("1.2a 1.2a?", 2, r"QUESTIONS names 1\.2a twice"),
        ("2.10", 1, r"2\.10 asks to load data, which nobody can on paper"),
        ("1.2a", 27, "versions must be from 1 to 26, got 27"),
    ):
        with pytest.raises(ValueError, match=says):
            exam.papers(word.split(), 1, versions)
    with pytest.raises(SystemExit, match="make exam: MC must be yes or no, got 'maybe'"):
        exam.main(tmp_path, "1", "1", "maybe", "1.1")
    assert not exam.papers(["1.2a?"], 1, 1, choose=False)[0][0].is_choice


BEYOND = """() => [...document.querySelectorAll('.room')].flatMap(room => {
  const box = room.getBoundingClientRect();
  return [...room.querySelectorAll('*')].map(it => it.getBoundingClientRect())
    .filter(it => it.right > box.right + 1 || it.bottom > box.bottom + 1); })"""


@pytest.mark.skipif(SEEDS < 2, reason="it needs a browser: make check-exam")
def test_nothing_is_cut_on_any_page():
    with chromium() as browser:
        page = browser.new_page()
        page.emulate_media(media="print")
        for seed in range(SEEDS):
            (items,) = exam.papers(ALL, seed, 1)
            for key in (False, True):
                exam.paginate(page, f"Exam, seed {seed}", items, key=key)
                feet = page.locator("footer").all_inner_texts()
                assert all(f"seed {seed} ·" in foot for foot in feet)
                here = [int(re.search(r"of (\d+), in all (\d+)", foot)[1]) for foot in feet]
                assert feet[0].endswith(f"in all {sum(here)}")
                assert page.evaluate(BEYOND) == []
        too_large = items[0]._replace(question="<p>a line</p>" * 60)
        with pytest.raises(ValueError, match=r"is too large for a page"):
            exam.paginate(page, "Exam", [too_large])
