"""The guide to measures: whatever one answers, one advice fits, and its traps are said."""

from collections import Counter

import imblearn.metrics
import numpy as np
import pytest
import sklearn.metrics
from measure_guide import ADVICE, QUESTIONS, advised, all_answers, in_words, meets, to_html
from places import LESSONS

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
    assert "errors have no price" in in_words(ADVICE["weighted-kappa"].when)


def test_the_page_holds_every_advice_with_links_to_lessons():
    html = to_html({int(path.stem[:2]): f"{path.stem}.html" for path in LESSONS})
    for key, advice in ADVICE.items():
        assert f'id="guide-{key}"' in html
        for number in advice.lessons:
            assert f">lesson {number}</a>" in html
