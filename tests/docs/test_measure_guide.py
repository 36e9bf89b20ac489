"""The guide to measures: each set of answers leads to one advice with its traps."""

import ast
import re
from collections import Counter
from urllib.parse import parse_qsl

import imblearn.metrics
import nbformat
import numpy as np
import pytest
import sklearn.metrics
from measure_guide import ADVICE, QUESTIONS, advised, all_answers, meets
from places import DOCS, LESSONS

import cmlib

PAGE = (DOCS / "which_measure.md").read_text(encoding="utf-8")
BIBLIOGRAPHY = (DOCS / "references.bib").read_text(encoding="utf-8")
# Every set of answers, with the advice it leads to
LED = [(answers, advised(answers)) for answers in all_answers()]


def those(key):
    return [answers for answers, keys in LED if keys == [key]]


def test_answers_lead_to_one_advice():
    found = Counter(tuple(keys) for _, keys in LED)
    assert set(found) == {(key,) for key in ADVICE}
    assert sum(found.values()) == 5 * 4 * 4 * 2 * 3 * 2 * 2 * 2


def test_conditions_name_known_answers():
    conditions = [advice.when for advice in ADVICE.values()]
    conditions += [trap.when for advice in ADVICE.values() for trap in advice.traps]
    for when in conditions:
        for key, values in when.items():
            assert set(values) <= set(QUESTIONS[key].answers), when
    for question in QUESTIONS.values():
        assert set(question.answers) <= set(question.said)


# Measures that fail for some answers, as the lessons show: they are not advised there.
@pytest.mark.parametrize(
    ("answers", "moves"),
    [
        ({"shares": "moving"}, {"weighted-kappa", "accuracy", "average-precision"}),
        ({"cost": "unequal"}, {"accuracy", "balanced-accuracy", "weighted-kappa", "distance"}),
        ({"order": "yes"}, {"accuracy", "accuracy-there", "balanced-accuracy", "probability"}),
        ({"focus": "classes"}, {"accuracy", "weighted-kappa", "top-k", "one-class"}),
        ({"truth": "several"}, {"accuracy", "top-k", "top-k-per-class", "reciprocal-rank"}),
        ({"cost": "limited", "truth": "one"}, {"auc", "average-precision", "one-class"}),
    ],
)
def test_measure_is_not_advised_where_it_fails(answers, moves):
    for every, keys in LED:
        if answers.items() <= every.items():
            assert keys[0] not in moves, every


@pytest.mark.parametrize("key", ADVICE)
def test_answers_that_matter_meet_a_trap(key):
    for trap in ADVICE[key].traps:
        assert any(meets(answers, trap.when) for answers in those(key)), trap
    for answers in those(key):
        met = {
            question
            for trap in ADVICE[key].traps
            if meets(answers, trap.when)
            for question in trap.when
        } | set(ADVICE[key].when)
        assert ("abstain" in met) >= (answers["abstain"] == "yes")
        assert ("groups" in met) == (answers["groups"] == "yes")
        if answers["truth"] in {"one", "several"}:
            assert ("order" in met) >= (answers["order"] == "yes")
            assert ("cost" in met) >= (answers["cost"] in {"unequal", "limited"})
            assert ("shares" in met) >= (answers["shares"] == "moving")


def names(classes):
    """Return what the page says that its lines may use, for a number of classes."""
    rng = np.random.default_rng(5)
    y_true = np.arange(40 * classes) % classes
    y_score = rng.dirichlet(np.ones(classes), len(y_true)) + np.eye(classes)[y_true] / 2
    y_score /= y_score.sum(axis=1, keepdims=True)
    tags = rng.random(y_score.shape) < 0.4
    tags[np.arange(len(tags)), y_true] = True
    y_pred = y_score.argmax(axis=1)
    return {
        **{"np": np, "cmlib": cmlib, "sklearn": sklearn, "y_true": y_true, "y_pred": y_pred},
        **{"y_score": y_score, "tags": tags, "tags_found": y_score > 1 / classes},
        **{"grades": tags * rng.integers(1, 4, tags.shape)},
        "cm": cmlib.ConfusionMatrix.from_labels(y_true, y_pred),
    }


def typed(code, given):
    """Run the lines of an advice; return the values of its expressions."""
    given, shown = dict(given), []
    for line in ast.parse(code).body:
        if isinstance(line, ast.Expr):
            shown.append(np.asarray(eval(ast.unparse(line), given)))
        else:
            exec(ast.unparse(line), given)
    return shown


@pytest.mark.parametrize("classes", [2, 7])
@pytest.mark.parametrize("key", ADVICE)
@pytest.mark.filterwarnings("error")
def test_code_runs_for_any_number_of_classes(key, classes):
    shown = typed(ADVICE[key].code, names(classes))
    assert shown
    assert all(np.isfinite(value).all() for value in shown)


def test_cost_of_the_story():
    """A missed crack costs four hundred, a needless check one hundred."""
    cm = cmlib.ConfusionMatrix([[3, 1], [2, 20]], labels=["crack", "whole"])
    (cost,) = typed(ADVICE["cost"].code, {"np": np, "cm": cm})
    assert cost == pytest.approx((400 + 2 * 100) / 26)


@pytest.mark.parametrize("classes", [2, 3, 7])
def test_code_agrees_with_other_libraries(classes):
    given = names(classes)
    true, score = given["y_true"], given["y_score"]

    def last(key):
        return typed(ADVICE[key].code, given)[-1]

    auc = sklearn.metrics.roc_auc_score
    if classes == 2:
        assert last("auc-of-classes") == pytest.approx([auc(true, score[:, 1])] * 2)
        brier = sklearn.metrics.brier_score_loss(true, score[:, 1])
        assert last("ranked-probability") == pytest.approx(brier)
        assert last("probability") == pytest.approx(2 * brier)
    else:
        assert last("auc-of-classes").mean() == pytest.approx(auc(true, score, multi_class="ovr"))
    macro = imblearn.metrics.macro_averaged_mean_absolute_error
    assert last("distance") == pytest.approx(macro(true, given["y_pred"]))
    assert last("distance-there") == pytest.approx(abs(true - given["y_pred"]).mean())
    assert last("accuracy-there") == pytest.approx((true == given["y_pred"]).mean())
    assert last("one-class")[2] == pytest.approx(cmlib.precision(given["cm"])[0])
    assert last("risk-coverage")[:, -1] == pytest.approx([1, (true != given["y_pred"]).mean()])
    surest = np.argsort(-score.max(axis=1))[:50]
    point = [50 / len(true), (true != given["y_pred"])[surest].mean()]
    assert point in last("risk-coverage").T.tolist()
    f1 = sklearn.metrics.f1_score(true == 0, given["y_pred"] == 0)
    assert last("raters") == pytest.approx(f1)
    columns = zip(given["tags"].T, score.T, strict=True)
    brier = [sklearn.metrics.brier_score_loss(tag, column) for tag, column in columns]
    assert last("tags") == pytest.approx(brier)
    place = 1 + (score > score[np.arange(len(true)), true][:, None]).sum(axis=1)
    assert last("reciprocal-rank") == pytest.approx((1 / place).mean())
    if classes > 2:
        hits = [given["tags"][i, np.argsort(-row)[:2]].sum() for i, row in enumerate(score)]
        assert last("recall-at-k")[0] == pytest.approx((hits / given["tags"].sum(axis=1)).mean())


@pytest.mark.parametrize("limit", [0.01, 0.05, 0.2])
def test_threshold_keeps_the_limit(limit):
    given = names(3)
    code = ADVICE["at-a-limit"].code.replace("0.01", str(limit))
    recall, specificity = typed(code, given)
    exec(code, given)
    of_class = given["y_true"] == 0
    scores, others = given["y_score"][of_class, 0], given["y_score"][~of_class, 0]
    assert (others > given["threshold"]).mean() <= limit
    assert (others >= given["threshold"]).mean() > limit
    assert (scores < given["lowest"]).mean() <= limit
    assert (scores <= given["lowest"]).mean() > limit
    column = given["y_score"][:, 0]
    found = sklearn.metrics.recall_score(of_class, column > given["threshold"])
    left_alone = sklearn.metrics.recall_score(~of_class, column < given["lowest"])
    assert (recall, specificity) == pytest.approx((found, left_alone))


def set_up(truth, scores, classes, labels):
    """Run the page's set-up lines for a model with a class order of its own."""

    class Model:
        classes_ = np.array(classes)

        def predict_proba(self, samples):
            return samples

    predicted = np.array(classes)[scores.argmax(axis=1)]
    given = {"truth": truth, "predicted": predicted, "model": Model(), "X": scores}
    (lines,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(re.sub(r"(?<=labels = )\[.*\]", repr(labels), lines), given)
    return given


def test_columns_are_in_the_order_of_labels():
    """scikit-learn sorts the classes, so the column of the class that is sought may be the last."""
    rng = np.random.default_rng(3)
    truth = (rng.random(500) < 0.1).astype(int)  # 1 is ill
    ill = np.clip(0.3 * truth + rng.random(500) * 0.7, 0, 1)
    given = set_up(truth, np.c_[1 - ill, ill], [0, 1], labels=[1, 0])
    right = sklearn.metrics.average_precision_score(truth, ill)
    assert typed(ADVICE["average-precision"].code, given) == [pytest.approx(right)]
    assert given["cm"].support[0] == (given["y_true"] == 0).sum() == truth.sum()
    assert abs(sklearn.metrics.average_precision_score(truth == 0, 1 - ill) - right) > 0.3


def test_equal_scores_are_ties():
    y_true, level = np.arange(40) % 4, np.full((40, 4), 0.25)
    given = {"np": np, "cmlib": cmlib, "y_true": y_true, "y_score": level}
    assert typed(ADVICE["top-k"].code, given) == [pytest.approx(0.5)]
    assert typed(ADVICE["top-k-per-class"].code, given)[0] == pytest.approx([0.5] * 4)
    assert typed(ADVICE["risk-coverage"].code, given)[0].tolist() == [[1], [0.75]]


@pytest.mark.parametrize("key", ["recall-at-k", "map", "ndcg"])
@pytest.mark.filterwarnings("error")
def test_samples_without_truth_are_left_out(key):
    given = names(5)
    empty = {name: np.zeros((60, 5), dtype=int) for name in ("tags", "grades")}
    more = {it: np.concatenate([given[it], rows]) for it, rows in empty.items()}
    more["y_score"] = np.concatenate([given["y_score"], given["y_score"][:60]])
    once, twice = (typed(ADVICE[key].code, it)[0] for it in (given, given | more))
    assert twice == pytest.approx(once)


@pytest.mark.parametrize("key", ["distance", "distance-there", "weighted-kappa"])
@pytest.mark.filterwarnings("error")
def test_absent_grade_is_allowed(key):
    cm = cmlib.ConfusionMatrix([[8, 2, 0], [0, 0, 0], [4, 6, 90]])
    (value,) = typed(ADVICE[key].code, {"np": np, "cmlib": cmlib, "cm": cm})
    wanted = {"distance": (0.2 + 0.14) / 2, "distance-there": 16 / 110}
    assert value == pytest.approx(wanted.get(key, cmlib.cohen_kappa(cm, weights="linear")))


def test_measures_named_in_no_lesson():
    (said,) = re.findall("behind a measure. (.*?) themselves are in no", PAGE, re.DOTALL)
    cells = [cell for path in LESSONS for cell in nbformat.read(path, as_version=4).cells]
    lessons = "\n".join(cell.source for cell in cells)
    terms = re.split(", (?:the )?| and (?:the )?", " ".join(said.split()))
    assert len(terms) == 8
    assert [term for term in terms if re.search(rf"\b{term}\b", lessons)] == []


# A case for each advice, what one would answer about each, the measure that comes first in the
# literature, and where it says so (a work of the bibliography).
USUAL = {
    **{"use": "label", "truth": "one", "cost": "alike", "shares": "stable"},
    **{"focus": "samples", "order": "no", "abstain": "no", "groups": "no"},
}
CASES = """
a program reads mammograms in one clinic | cost=unequal focus=one | one-class | bossuyt2015
windows of an ECG, many of each patient | focus=one groups=yes | one-class | roberts2017
the risk of a heart attack within ten years | use=probability focus=one | probability | vancalster2019
rain below, near or above the usual | use=probability order=yes | ranked-probability | epstein1969
a missed crack costs 400, a check 100 | cost=priced focus=one | cost | elkan2001
whom to send to biopsy, the exchange is disputed | cost=unequal | rough-cost | vickers2006
digits on letters | | accuracy | lecun1998
the digits at an office with other shares | shares=moving | accuracy-there | maierhein2024
songs of birds, rare ones matter as much | focus=classes | balanced-accuracy | brodersen2010
essays graded 1 to 6 | order=yes | weighted-kappa | cohen1968
the essays of another school | order=yes shares=moving | distance-there | baccianella2009
stars of reviews, few have one star | order=yes focus=classes | distance | baccianella2009
the most suspicious payments of each day | use=ranking focus=one | average-precision | saito2015
one fraud score in ten countries | use=ranking focus=one shares=moving | auc | fawcett2006
scores of seven land covers | use=ranking focus=classes | auc-of-classes | hand2001
a face opens a door | use=ranking focus=one cost=limited | at-a-limit | martin1997
an app names five plants | use=guesses | top-k | russakovsky2015
the app, every species alike | use=guesses focus=classes | top-k-per-class | garcin2021
a shop shows ten books, several would please | use=guesses truth=several | recall-at-k | herlocker2004
the books with one to five stars | use=guesses truth=several order=yes | ndcg | jarvelin2002
tags of a photograph | truth=several | tags | zhang2014
a search, documents are relevant or not | use=list truth=several | map | manning2008
the one page that someone has seen before | use=list | reciprocal-rank | voorhees2000
two radiologists, no biopsy | truth=raters | raters | cohen1960
a tumour's outline | truth=places | places | maierhein2024
an assistant that may say it doesn't know | abstain=yes | risk-coverage | chow1970
"""  # noqa: E501
TABLE = [[part.strip() for part in row.split("|")] for row in CASES.strip().splitlines()]


@pytest.mark.parametrize(("story", "given", "first", "source"), TABLE)
def test_case_gets_the_measure_of_the_literature(story, given, first, source):
    answers = USUAL | dict(pair.split("=") for pair in given.split())
    assert advised(answers) == [first], story
    assert re.search(rf"^@\w+{{{source},$", BIBLIOGRAPHY, re.MULTILINE), source


def test_stories_of_the_comparison_lead_to_their_advice():
    titles = {advice.title: key for key, advice in ADVICE.items()}
    rows = re.findall(r'^\| .*<a href="#([^"]*)">([^<]*)</a>', PAGE, re.MULTILINE)
    assert len(rows) == sum(line.startswith("| ") for line in PAGE.splitlines()) - 2 >= 8
    for link, title in rows:
        answers = dict(parse_qsl(link))
        assert answers in all_answers(), title
        assert advised(answers) == [titles[title]], title


# Measures that the page calls another name for the same number
COUNTS = np.array([[8, 2, 0], [5, 30, 5], [4, 6, 90]])
SHARES = COUNTS.sum(axis=1) / COUNTS.sum()


def test_expected_cost_is_what_accuracy_lacks():
    there = np.array([0.7, 0.2, 0.1])
    cm = cmlib.ConfusionMatrix(COUNTS)
    code = re.sub("(?<=shares = ).*", "there", ADVICE["accuracy-there"].code)
    (accuracy,) = typed(code, {"there": there, "cmlib": cmlib, "cm": cm})
    counts_there = (there / SHARES)[:, None] * COUNTS
    assert cmlib.expected_cost(counts_there, 1 - np.eye(3)) == pytest.approx(1 - accuracy)


def test_mean_distance_is_an_expected_cost():
    cm, distance = cmlib.ConfusionMatrix(COUNTS), np.abs(np.subtract.outer(range(3), range(3)))
    cost = cmlib.expected_cost(cm, distance / (3 * SHARES[:, None]))
    assert cost == pytest.approx(typed(ADVICE["distance"].code, {"np": np, "cm": cm})[0])


def test_range_of_prices_charges_every_error():
    cm = cmlib.ConfusionMatrix(COUNTS)
    costs, of_grades = typed(ADVICE["rough-cost"].code, {"cm": cm, "np": np})
    for price, cost in zip((2, 5, 10), costs, strict=True):
        prices = 1 - np.eye(3)
        prices[0, 1:] = price
        assert cost == pytest.approx(cmlib.expected_cost(cm, prices))
    assert of_grades[0] == pytest.approx(cmlib.expected_cost(cm, [[0, 2, 4], [1, 0, 2], [2, 1, 0]]))
    two = typed(ADVICE["rough-cost"].code, {"cm": cm.one_vs_rest(0), "np": np})
    assert two[0] == pytest.approx(two[1])


def test_numbers_of_the_traps():
    ill, alarms = 0.001, 0.001 + 0.999 * (1 - 0.95)
    said = f"of 0.95 .* one in a thousand ill, at least {100 * (1 - ill / alarms):.0f} of 100"
    assert any(re.search(said, trap.text) for trap in ADVICE["one-class"].traps)
    # Every positive is found; most predictions of that class are wrong.
    found = [[[49, 0], [51, n]] for n in (900, 10**6, 10**9)]
    assert 0.65 < cmlib.mcc(found).max() < 0.5**0.5
    off_by_one = np.diag([10] * 9, k=1) + np.diag([1] * 10)
    assert cmlib.accuracy(off_by_one) == pytest.approx(0.1)
    assert cmlib.cohen_kappa(off_by_one, weights="quadratic") > 0.9
