"""No answer gets the diagnosis of its sibling, another number of the same matrix.

Siblings are other metrics, classes and averages, rows for columns, the rest to 1, half of it,
counts, shares of rows and columns, and an F of parts that were rounded first.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
from asked import METRIC, NUMBER, PRAISE, each
from questions import FRUIT, PETS

from cmcourse.exercises.checking import judge_answer
from cmcourse.exercises.diagnosis import about_number
from cmcourse.exercises.mistakes import again, wrong_ways
from cmcourse.exercises.typed_numbers import judge, read_number
from cmcourse.exercises.variants import generic, lettered
from cmlib import ConfusionMatrix, explain
from cmlib.by_hand.explanation import question_of
from cmlib.by_hand.formulas import METRICS


@cache
def numbers(asked):
    """The numbers of an exercise's matrix by what they are; a class is named by its place."""
    return _numbers(asked.answer)


def _numbers(metric):
    matrix = metric.matrix
    labels, counts = matrix.labels, matrix.counts.tolist()
    found = {}
    for turned in (False, True):
        table = ConfusionMatrix(matrix.counts.T, labels) if turned else matrix
        for name, kind in METRICS.items():
            cases = [{"label": label, "average": None} for label in labels]
            if kind.scope == "class":
                cases += [{"label": None, "average": how} for how in ("macro", "micro", "weighted")]
            elif kind.scope != "label":
                cases = [{}]
            # Rows for columns is a slip in the metric asked for; another metric is slip enough.
            for at, case in enumerate(cases if not turned or name == metric.name else []):
                value = again(metric, matrix=table, name=name, **case).exact
                found[name, at, turned] = value
                if name == metric.name:
                    found[name, at, turned, "rest"] = None if value is None else 1 - value
    rows, columns = ([sum(line) for line in lines] for lines in (counts, zip(*counts, strict=True)))
    total = sum(rows)
    for i, row in enumerate(counts):
        found["row", i], found["column", i] = Fraction(rows[i], total), Fraction(columns[i], total)
        found["count of row", i], found["count of column", i] = map(Fraction, (rows[i], columns[i]))
        for j, cell in enumerate(row):
            found["of row", i, j] = Fraction(cell, rows[i]) if rows[i] else None
            found["of column", i, j] = Fraction(cell, columns[j]) if columns[j] else None
            found["of all", i, j] = Fraction(cell, total)
            found["count", i, j] = Fraction(cell)
    found["half"] = metric.exact / 2
    if metric.name == "f_score":
        parts = [again(metric, name=name).exact for name in ("precision", "recall")]
        precision, recall = (Fraction(f"{float(part):.2f}") for part in parts)
        beta = metric.beta**2
        found["rounded parts"] = (1 + beta) * precision * recall / (beta * precision + recall)
    return {name: value for name, value in found.items() if value is not None}


@cache
def elsewhere_of(asked):
    """The siblings, and the engine's guesses, of a matrix where only identities are equal."""
    metric = lettered(asked.answer)
    other = generic(question_of(metric), len(metric.matrix.labels))
    return _numbers(other), list(wrong_ways(other, asked.lesson, also_right=True))


def typed(value):
    """A number as readers type it: exact, and at three significant digits."""
    yield f"{value.numerator}/{value.denominator}"
    yield float(f"{float(value):.3g}")


@each(METRIC)
def test_sibling_is_not_accepted_or_called_close(asked):
    right, siblings = asked.value, numbers(asked)
    found = {value for name, value in siblings.items() if name[0] in METRICS}
    found |= {1 - value for value in found} | {value for value, _ in wrong_ways(asked.answer)}
    wrong = {
        float(value)
        for value in found
        if value != right and judge(read_number(float(value)), right) != "right"
    }
    for answer in {round(value, places) for value in wrong for places in (4, 1)}:
        feedback = judge_answer(asked, answer)
        assert feedback.verdict != "right" or answer == float(right), (answer, feedback)
        if feedback.verdict in ("almost", "wrong"):
            assert not PRAISE.search(feedback.text), (answer, feedback)


@each(METRIC)
def test_no_sibling_gets_the_diagnosis_of_another(asked):
    siblings, (elsewhere, ways_elsewhere) = numbers(asked), elsewhere_of(asked)
    ways = list(wrong_ways(asked.answer, asked.lesson, also_right=True))
    aligned = len(ways) == len(ways_elsewhere)
    said = cache(lambda answer: about_number(asked, answer).text)
    wrong = []
    for name, value in siblings.items():
        if value in (0, 1, asked.value):
            continue
        for answer in typed(value):
            text, shown = said(answer), read_number(answer).text
            for way, way_elsewhere in zip(ways, ways_elsewhere, strict=False):
                if text != f"{shown} is {way.says}":
                    continue
                meant = not aligned or elsewhere.get(name) in (None, way_elsewhere.value)
                if way.value != value or not meant:
                    wrong.append(f"{answer} ({name}): {text}")
    assert wrong == []


@each([asked for asked in METRIC if asked.mistakes])
def test_foreseen_mistake_is_unambiguous(asked):
    siblings, (elsewhere, _) = numbers(asked), elsewhere_of(asked)
    found = []
    for key in asked.mistakes:
        value = read_number(key).exact
        names = [name for name, sibling in siblings.items() if sibling == value]
        pairs = [
            f"{key}: {one} and {two}"
            for one, two in combinations(names, 2)
            if elsewhere.get(one) != elsewhere.get(two)
        ]
        if pairs and value not in (0, 1):
            found.append(pairs[0])
    assert found == []


@each(NUMBER)
def test_right_number_in_few_digits_is_not_diagnosed(asked):
    value = asked.value
    if value.denominator == 1:
        return
    short = float(f"{float(value):.2g}")
    feedback = judge_answer(asked, short)
    assert feedback.verdict in ("right", "almost", "unclear"), feedback


CATS_FIRST = PETS.reorder(["cat", "dog"])


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"beta": Fraction(1)}, explain("f_score", PETS, "dog")),
        ({"label": None, "average": "macro"}, explain("f_score", PETS, average="macro", beta=2)),
        ({"matrix": CATS_FIRST}, explain("f_score", CATS_FIRST, "dog", beta=2)),
        # Options of another metric are dropped.
        ({"name": "recall"}, explain("recall", PETS, "dog")),
    ],
)
def test_again_changes_the_question(changes, expected):
    assert str(again(explain("f_score", PETS, "dog", beta=2), **changes)) == str(expected)


def test_again_keeps_excluded_classes_while_there_is_an_average():
    asked = explain("recall", FRUIT, average="macro", exclude=["other"])
    assert again(asked, name="g_mean").exclude == ("other",)
    assert again(asked, average="micro").exclude == ("other",)
    assert again(asked, label="pear", average=None).exclude == ()
    assert again(asked, name="accuracy").exclude == ()
