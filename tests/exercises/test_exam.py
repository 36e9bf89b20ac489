"""Versions of an exam differ, one option is right, and a library gives what the key says."""

import os
import re

import exam
import numpy as np
import pytest
from asked import ALL
from chromium import browser as browser
from refusals import refused
from sklearn import metrics as sk

from cmcourse.exercises.typed_numbers import judge, read_number
from cmlib.by_hand import Explanation

SEEDS = int(os.environ.get("EXAM_SEEDS", "1"))  # `make check-exam` sets 100 exams, in Chromium
OPEN = {"1.1", "4.2", "8.1a", "10.2b", "11.3b"}  # no number, or too few known mistakes
FIXED = [it.id for it in ALL if it.kind in ("write", "judge") and not it.draw]
FIXED = [id for id in FIXED if id not in ("2.10", "5.10", "10.10", "11.9")]  # they load data
DRAWN = [it.id if it.id in OPEN else f"{it.id}?" for it in ALL if it.draw]
FOR_COMPUTERS = r"<code>|check|\w_\w|\.\.\.|in quotes|\([abc]\)"
CUT = "[...document.querySelectorAll('.room')].some(it => it.scrollHeight > it.clientHeight)"


def by_library(metric, question):
    """Recompute a metric from the numbers that a question prints."""
    counts, names = np.array(re.findall(r"<td>(\d+)</td>", question), int), metric.matrix.labels
    y, p = (it.repeat(counts) for it in np.indices([len(names)] * 2).reshape(2, -1))
    kept = [it not in metric.exclude and metric.label in (None, it) for it in names]
    at, beta, average = np.flatnonzero(kept), float(metric.beta), metric.average or "macro"
    scores = sk.precision_recall_fscore_support(y, p, labels=at, average=average, beta=beta)
    return {
        **dict(zip(("precision", "recall", "f_score"), scores, strict=False)),
        "specificity": sk.recall_score(y != at[0], p != at[0]),
        "negative_predictive_value": sk.precision_score(y != at[0], p != at[0]),
        "r_score": scores[1] - (p == at[0]).mean(),
        "r_prime": scores[1] - (p == at[0]).mean() + (y == at[0]).mean(),
        "cohen_kappa": sk.cohen_kappa_score(y, p, weights=metric.weights),
        "g_mean": sk.recall_score(y, p, average=None).prod() ** (1 / len(names)),
        "balanced_accuracy": sk.balanced_accuracy_score(y, p),
        "mcc": sk.matthews_corrcoef(y, p),
    }[metric.name]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_versions_options_keys_and_pages(seed, request):
    words = DRAWN + FIXED * (seed == 0)
    versions, places = exam.papers(words, seed, 4), []
    assert repr(exam.papers(words, seed, 4)) == repr(versions)
    for word, *items in zip(words, *versions, strict=True):
        assert len({it.question for it in items}) == (1 if word in FIXED else 4)
        for asked, question, answers, is_choice in items:
            if is_choice:
                offered = [text for text, _ in answers]
                assert offered == sorted({*offered}, key=float)
                verdicts = [judge(read_number(it), asked.value) for it in offered]
                assert sorted(verdicts) == ["right", "wrong", "wrong", "wrong"]
                places.append(verdicts.index("right"))
            if word in FIXED:
                assert not re.search(FOR_COMPUTERS, question)
            elif isinstance(asked.answer, Explanation):
                assert by_library(asked.answer, question) == pytest.approx(float(asked.value))
    assert max(np.bincount(places)) < len(places) / 2  # the place does not tell it
    for key in (False, True) if SEEDS > 1 else ():
        with request.getfixturevalue("browser").new_page() as page:
            exam.paginate(page, f"Exam, seed {seed}", versions[0], key=key)
            points = re.findall(r"(\d+), in all", page.inner_text("body"))
            assert sum(map(int, points)) == sum(it.asked.points for it in versions[0])
            assert not page.evaluate(CUT)


REFUSED = [
    ("8 yes 1.5", SystemExit, "1.5 has too few values: 200 draws gave 7 that differ, for 8"),
    ("8 yes 1.1?", SystemExit, "1.1 has too few values with named mistakes"),
    ("1 yes 2.10", SystemExit, "2.10 can't be set on paper"),
    ("1 No 1.1", SystemExit, "MC must be yes or no, VERSIONS 1 or more: got No, 1"),
]
test_refused = refused(lambda words: exam.main(None, "1", *words.split()), REFUSED)
