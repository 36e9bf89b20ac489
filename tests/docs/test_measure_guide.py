"""The guide to measures: whatever one answers, one advice fits, and its traps are said."""

import re
from collections import Counter
from urllib.parse import parse_qsl

import imblearn.metrics
import numpy as np
import pytest
import sklearn.metrics
from measure_guide import ADVICE, QUESTIONS, advised, all_answers, in_words, meets, to_html
from places import DOCS, LESSONS

import cmlib


def test_each_combination_of_answers_leads_to_one_advice():
    found = Counter(tuple(advised(answers)) for answers in all_answers())
    assert set(found) == {(key,) for key in ADVICE}
    assert sum(found.values()) == 4 * 3 * 2 * 3 * 2 * 2


def test_conditions_name_answers_that_there_are():
    conditions = [advice.when for advice in ADVICE.values()]
    conditions += [trap.when for advice in ADVICE.values() for trap in advice.traps]
    for when in conditions:
        for key, values in when.items():
            assert set(values) <= set(QUESTIONS[key].answers), when
    for question in QUESTIONS.values():
        assert set(question.answers) <= set(question.said)


@pytest.mark.parametrize("key", ADVICE)
def test_every_trap_can_be_met_by_those_who_get_the_advice(key):
    those = [answers for answers in all_answers() if advised(answers) == [key]]
    for trap in ADVICE[key].traps:
        assert any(meets(answers, trap.when) for answers in those), trap


# What is wrong with a measure for some answers, as the lessons show it: these answers must meet a
# trap that says so.
@pytest.mark.parametrize(
    ("answers", "moves"),
    [
        ({"shares": "moving"}, {"weighted-kappa", "accuracy", "average-precision"}),
        ({"shares": "moving"}, {"precision-recall"}),
        ({"cost": "unequal"}, {"accuracy"}),
        ({"order": "yes"}, {"accuracy", "accuracy-there", "balanced-accuracy"}),
        ({"focus": "classes"}, {"accuracy", "weighted-kappa", "top-k", "precision-recall"}),
        ({"focus": "one"}, {"accuracy", "weighted-kappa", "balanced-accuracy"}),
    ],
)
def test_a_measure_is_not_advised_where_it_fails(answers, moves):
    for every in all_answers():
        if answers.items() <= every.items():
            assert advised(every)[0] not in moves, every


@pytest.mark.parametrize("key", ADVICE)
def test_who_lets_it_decline_or_has_moving_shares_is_told_what_that_does(key):
    for answers in all_answers():
        if advised(answers) != [key]:
            continue
        met = {
            question
            for trap in ADVICE[key].traps
            if meets(answers, trap.when)
            for question in trap.when
        }
        if answers["abstain"] == "yes":
            assert "abstain" in met
        if answers["order"] == "yes":
            assert "order" in met or "order" in ADVICE[key].when
        if answers["cost"] == "unequal":
            assert "cost" in met or key == "rough-cost"


@pytest.mark.parametrize("key", ADVICE)
def test_the_line_to_type_runs(key):
    y_true = np.array([0, 0, 0, 1, 1, 1, 2, 2, 2])
    y_score = np.array([[0.6, 0.3, 0.1], [0.2, 0.5, 0.3], [0.1, 0.2, 0.7]]).repeat(3, axis=0)
    names = {
        **{"np": np, "cmlib": cmlib, "sklearn": sklearn, "imblearn": imblearn},
        **{"y_true": y_true, "y_pred": np.array([0, 0, 1, 1, 1, 2, 2, 2, 0]), "y_score": y_score},
        **{"y_binary": y_true == 0, "y_probability": y_score[:, 0]},
    }
    names["cm"] = cmlib.ConfusionMatrix.from_labels(y_true, names["y_pred"])
    value = np.asarray(eval(ADVICE[key].code, names))
    assert np.isfinite(value).all()


def test_conditions_are_said_in_words():
    assert in_words(ADVICE["accuracy"].when) == (
        "If you use one label per sample, errors cost about the same, the classes have no order, "
        "every sample counts alike and the class shares stay as in the test data."
    )
    assert "you name no prices" in in_words(ADVICE["weighted-kappa"].when)


def test_the_page_holds_every_advice_with_links_to_lessons():
    html = to_html({int(path.stem[:2]): f"{path.stem}.html" for path in LESSONS})
    for key, advice in ADVICE.items():
        assert f'id="guide-{key}"' in html
        for number in advice.lessons:
            assert f">lesson {number}</a>" in html


def compared(page: str) -> list[tuple[dict[str, str], str]]:
    """Return what each row of the comparison answers, and the advice that it names for it."""
    rows = [line for line in page.splitlines() if line.startswith("| ")][2:]
    linked = [re.search(r'<a href="#([^"]*)">([^<]*)</a>', row) for row in rows]
    return [
        (dict(parse_qsl(found[1])), found[2]) if found else ({}, row)
        for found, row in zip(linked, rows, strict=True)
    ]


def misled(page: str) -> list[str]:
    """Name the rows of the comparison whose link leads to another advice than they say."""
    titles = {advice.title: key for key, advice in ADVICE.items()}
    return [
        title
        for answers, title in compared(page)
        if answers not in all_answers() or advised(answers) != [titles.get(title)]
    ]


def test_each_story_of_the_comparison_leads_to_the_advice_it_names():
    page = (DOCS / "which_measure.md").read_text(encoding="utf-8")
    assert len(compared(page)) >= 8
    assert misled(page) == []


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("shares=moving", "shares=stable"), ("&abstain=no", ""), ("use=label", "use=sing")],
)
def test_a_story_that_leads_elsewhere_is_seen(right, wrong):
    page = (DOCS / "which_measure.md").read_text(encoding="utf-8")
    assert len(misled(page.replace(right, wrong, 1))) == 1


# What the comparison calls another name for the same number
COUNTS = np.array([[8, 2, 0], [5, 30, 5], [4, 6, 90]])
TRUE, CALLED = (np.repeat(side.ravel(), COUNTS.ravel()) for side in np.indices(COUNTS.shape))
SHARES = COUNTS.sum(axis=1) / COUNTS.sum()
WITHIN = COUNTS / COUNTS.sum(axis=1, keepdims=True)


def expected_cost(prices, shares=SHARES):
    return float((shares[:, None] * WITHIN * prices).sum())


def test_expected_cost_of_a_place_is_what_its_accuracy_lacks():
    there = np.array([0.7, 0.2, 0.1])
    cm = cmlib.ConfusionMatrix(COUNTS)
    accuracy = eval(ADVICE["accuracy-there"].code, {"np": np, "cmlib": cmlib, "cm": cm})
    assert expected_cost(1 - np.eye(3), there) == pytest.approx(1 - accuracy)


def test_mean_distance_of_the_classes_is_an_expected_cost():
    names = {"imblearn": imblearn, "y_true": TRUE, "y_pred": CALLED}
    distance = np.abs(np.subtract.outer(np.arange(3), np.arange(3)))
    cost = expected_cost(distance / (3 * SHARES[:, None]))
    assert cost == pytest.approx(eval(ADVICE["distance"].code, names))


@pytest.mark.parametrize("rate", [0.1, 0.5, 2])
def test_net_benefit_is_the_share_of_positives_less_the_cost(rate):
    (tp, fn), (fp, tn) = [[8, 2], [10, 80]]
    n = tp + fn + fp + tn
    assert tp / n - rate * fp / n == pytest.approx((tp + fn) / n - (fn + rate * fp) / n)


def test_a_range_of_prices_charges_every_error():
    cm = cmlib.ConfusionMatrix(COUNTS)
    for price, cost in zip(
        (2, 5, 10), eval(ADVICE["rough-cost"].code, {"np": np, "cm": cm}), strict=True
    ):
        prices = 1 - np.eye(3)
        prices[0, 1:] = price
        assert cost == pytest.approx(expected_cost(prices))


def test_pairs_of_classes_keep_their_auc_when_the_shares_move():
    rng = np.random.default_rng(3)
    y_true = np.repeat([0, 1, 2], 40)
    scores = rng.dirichlet([1, 1, 1], 120) + np.eye(3)[y_true] / 3
    y_score = scores / scores.sum(axis=1, keepdims=True)
    more = np.concatenate([np.arange(120), np.tile(np.arange(40), 9)])  # ten times as many of 0

    def auc(which, way):
        return sklearn.metrics.roc_auc_score(y_true[which], y_score[which], multi_class=way)

    assert auc(more, "ovo") == pytest.approx(auc(slice(None), "ovo"))
    assert abs(auc(more, "ovr") - auc(slice(None), "ovr")) > 0.001


def test_a_high_specificity_can_leave_98_of_100_alarms_false():
    ill, false_alarms = 0.001, 0.999 * (1 - 0.95)
    assert false_alarms / (ill + false_alarms) == pytest.approx(0.98, abs=0.001)


def test_quadratic_weights_can_praise_who_is_seldom_exactly_right():
    off_by_one = np.diag([10] * 9, k=1) + np.diag([1] * 10)
    cm = cmlib.ConfusionMatrix(off_by_one)
    assert cmlib.accuracy(cm) == pytest.approx(0.1)
    assert cmlib.cohen_kappa(cm, weights="quadratic") > 0.9
