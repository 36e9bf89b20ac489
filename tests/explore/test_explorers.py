"""The explorers in Python: arguments, state, display and errors."""

import base64
import html
import json
import math
import re
import sys
from functools import partial

import matplotlib
import numpy as np
import pytest
from refusals import refused

from cmcourse import explore
from cmcourse.explore.still import to_html
from cmlib import ConfusionMatrix

PETS = ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat's <b>"])
TRUTH, SCORES = [1, 0, 1, 0], [95, 90, 80, 30]
GOAL = {"text": "Make recall of dog at least 0.9.", "all": [["recall", "dog", ">=", 0.9]]}
VIEW = "application/vnd.jupyter.widget-view+json"
EVERY = {
    "matrix": lambda: explore.matrix(PETS, measure="recall", label="dog", goals=[GOAL]),
    "averaging": lambda: explore.averaging(PETS),
    "threshold": lambda: explore.threshold(TRUTH, SCORES, names=["spam", "ham"]),
    "prevalence": lambda: explore.prevalence(prevalence=0.01),
    "consistency": lambda: explore.consistency((60, 40), {"accuracy": "0.83"}),
}


def picture_in(text):
    return base64.b64decode(re.search(r"data:image/svg\+xml;base64,([^\"]*)", text)[1]).decode()


@pytest.mark.parametrize("kind", EVERY)
def test_display_is_a_widget_and_a_picture(kind):
    explorer = EVERY[kind]()
    shown, _ = explorer._repr_mimebundle_()
    assert set(shown) == {VIEW, "text/html", "text/plain"}
    text = shown["text/html"]
    assert f'class="cmlib-explorer" data-explorer="{kind}"' in text
    state = html.unescape(re.search(r"data-state='([^']*)'", text)[1])
    assert json.loads(state) == explorer.state
    assert picture_in(text).startswith("<svg")
    assert "<desc>" in picture_in(text)
    words = html.unescape(re.search(r'alt="([^"]*)"', text)[1])
    assert words.startswith(repr(explorer))
    assert len(words) > len(repr(explorer)) + 40
    assert shown["text/plain"] == repr(explorer)


@pytest.mark.parametrize("kind", EVERY)
def test_stored_output_is_the_same_on_every_run(kind):
    first, second = (EVERY[kind]() for _ in range(2))
    assert first.model_id != second.model_id
    text = to_html(kind, first.state)
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red"}):
        assert to_html(kind, second.state) == text
    assert repr(first) == repr(second)


def test_state_is_read_back():
    explorer = explore.matrix(PETS)
    assert explorer.cm == PETS
    explorer.counts = [[5, 41], [3, 7]]
    assert explorer.cm.counts.tolist() == [[5, 41], [3, 7]]
    assert explorer.cm.labels == ("dog", "cat's <b>")

    explorer = explore.threshold(TRUTH, SCORES, names=["spam", "ham"])
    assert explorer.threshold == 90  # the upper median of 30, 80, 90, 95
    assert explorer.cm == ConfusionMatrix([[1, 1], [1, 1]], labels=["spam", "ham"])
    explorer.threshold = 95
    assert str(explorer).endswith("the threshold is 95 and 1 is predicted as spam.")
    explorer.threshold = None
    assert explorer.cm.counts.tolist() == [[0, 2], [0, 2]]
    assert explore.threshold(TRUTH, SCORES, threshold=math.inf).threshold is None
    assert explore.threshold(np.array(TRUTH, bool), SCORES, threshold=0).cm.predicted[0] == 4


def test_other_data_sets_can_be_chosen():
    held = {"more": ([0, 1], [0.5, 0.25], ["x", "y"])}
    explorer = explore.threshold(TRUTH, SCORES, names=["spam", "ham"], title="mails", others=held)
    assert explorer.chosen == "mails"
    assert list(explorer.data) == ["mails", "more"]
    assert explorer.data["more"] == {"y_true": [0, 1], "scores": [0.5, 0.25], "names": ["x", "y"]}
    assert explorer.data["mails"]["scores"] == explorer.scores


def test_labels_of_any_kind_become_text():
    assert explore.averaging([[1.0, 2.0], [3.0, 4.0]]).state["labels"] == ["0", "1"]
    assert explore.averaging([[1.0, 2.0], [3.0, 4.0]]).counts == [[1, 2], [3, 4]]


def of_goal(*condition):
    return partial(explore.matrix, PETS, goals=[{"text": "Try.", "all": [condition]}])


def of_scores(y_true=TRUTH, y_score=SCORES, **options):
    return partial(explore.threshold, y_true, y_score, **options)


def of_labels(*labels):
    return partial(explore.matrix, ConfusionMatrix([[1, 2], [3, 4]], labels=labels))


ERRORS = [
    (partial(explore.matrix, [[1]]), ValueError, "cm must have from 2 to 10 classes.* got 1"),
    (of_labels("cat", "macro"), ValueError, "cm must have no class called 'macro'"),
    (of_labels("cat", " "), ValueError, "cm must have no class called ' ' to be explored"),
    (partial(explore.matrix, np.ones((11, 11), int)), ValueError, "from 2 to 10.* got 11"),
    (partial(explore.matrix, [[1, 2.5], [0, 1]]), ValueError, "cm must hold whole.* got 2.5"),
    (partial(explore.matrix, np.ones((2, 2, 2))), ValueError, "cm must be one matrix"),
    (partial(explore.matrix, PETS, label="cow"), ValueError, "label must be .* got 'cow'"),
    (partial(explore.matrix, PETS, measure="sens"), ValueError, "measure must be .* 'sens'"),
    (partial(explore.matrix, PETS, measure=1), ValueError, "measure must be .* got 1"),
    (partial(explore.matrix, PETS, measures=["F2"]), ValueError, "measures must .* 'F2'"),
    (partial(explore.matrix, PETS, goals=[{}]), ValueError, "goals must each have"),
    (partial(explore.matrix, PETS, goals="recall"), TypeError, "goals must be a list"),
    (of_goal("recall", "dog", ">", 1), ValueError, "goals: a comparison must be .* got '>'"),
    (of_goal("recall", "dog", "=="), ValueError, "goals must have conditions"),
    (of_goal("recall", "dog", "==", "1"), TypeError, "goals must be a number to compare with"),
    # Goals that cannot be reached.
    (of_goal("recal", "dog", ">=", 1), ValueError, "goals: a measure must be .* got 'recal'"),
    (of_goal("recall", "cow", ">=", 1), ValueError, "ask for recall of one of .* got 'cow'"),
    (of_goal("recall", "", ">=", 1), ValueError, "goals must ask for recall .* got ''"),
    (of_goal("accuracy", "dog", ">=", 1), ValueError, "must ask for accuracy .* got 'dog'"),
    (of_goal("cost", "", ">=", 1), ValueError, "goals: a measure must be .* got 'cost'"),
    (partial(explore.prevalence, goals=[GOAL]), ValueError, "'sick', 'healthy'.*, got 'dog'"),
    (of_scores([1, 2], [1, 2]), ValueError, "y_true must hold 1 .* got 2"),
    (of_scores([1, 0], ["1", "2"]), TypeError, "y_score must hold"),
    (of_scores(names="ab"), TypeError, "names must be a list"),
    (of_scores(costs=[1]), ValueError, "costs must be two"),
    (of_scores(costs=[1, -1]), ValueError, "costs must be two"),
    (of_scores(costs=[1, 1e308]), ValueError, "costs must be two .* from 0 to 1e12"),
    (of_scores(by_hand=1), TypeError, "by_hand must be True or False, got int"),
    (of_scores(threshold="1"), TypeError, "threshold must be"),
    (of_scores(threshold=math.nan), ValueError, "got nan"),
    (of_scores(others={"x": ([0, 2], [1, 2], "ab")}), ValueError, r"others\['x'\]: .* got 2"),
    (of_scores(title="x", others={"x": ([0, 1], [1, 2], [*"ab"])}), ValueError, "title must be an"),
    (partial(explore.prevalence, prevalence=1.5), ValueError, "prevalence must be from 0 to 1"),
    (partial(explore.prevalence, specificity="1"), TypeError, "specificity must be a number"),
    (partial(explore.prevalence, people=5), ValueError, "people must be from 10 to 2000"),
]
test_errors = refused(lambda call: call(), ERRORS)


@pytest.mark.parametrize("kind", EVERY)
def test_missing_anywidget_is_named(kind, monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "cmcourse.explore.widgets", raising=False)
    with pytest.raises(ImportError, match=r"pip install anywidget$"):
        EVERY[kind]()
