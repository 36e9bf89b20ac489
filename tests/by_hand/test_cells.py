"""The cells of a measure: what they add up to is the measure, and both are what cmlib returns."""

from fractions import Fraction
from functools import cached_property

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from questions import FRUIT, PETS, ways_to_ask
from strategies import AVERAGES

import cmlib
from cmlib import explain
from cmlib.by_hand.cells import Region, line
from cmlib.by_hand.formulas import METRICS

ROOTS = {"g_mean", "mcc", "mcc_product"}

matrices = st.integers(1, 5).flatmap(
    lambda k: arrays(np.int64, (k, k), elements=st.one_of(st.just(0), st.integers(0, 10**6)))
)


def added_up(amount, counts):
    """Add up the cells of an amount, without the code under test."""
    cells = {at: Fraction(int(count)) for at, count in np.ndenumerate(counts)}
    if amount.chance:
        rows, columns = counts.sum(axis=1), counts.sum(axis=0)
        total = max(1, int(counts.sum()))
        cells = {(i, j): Fraction(int(rows[i]) * int(columns[j]), total) for i, j in cells}
    return Fraction(amount.beside + sum(it * cells[at] for at, it in amount.factors.items()))


def from_the_cells(explanation, counts):
    """Return a measure worked out from the cells of its terms; None if it is undefined."""
    terms = [
        (it.sign, it.weight, added_up(it.top, counts), added_up(it.bottom, counts))
        for it in explanation.terms
    ]
    if explanation.collected == "added up":
        terms = [(1, 1, sum(it[2] for it in terms), sum(it[3] for it in terms))]
    if explanation.collected in ("mean", "weighted mean"):
        terms = [it for it in terms if it[3]]
        whole = sum(it[1] for it in terms)
        terms = [(1, 1, weight * top, bottom * whole) for _, weight, top, bottom in terms]
    if not terms or not all(it[3] for it in terms):
        return None
    value = sum(sign * top / bottom for sign, _, top, bottom in terms)
    if explanation.collected == "kappa":
        chance = terms[1][2] / terms[1][3]
        return value / (1 - chance) if chance < 1 else None
    return value


@pytest.mark.filterwarnings("ignore::cmlib.UndefinedMetricWarning")
@settings(max_examples=40)
@given(matrices, st.floats(0.1, 10), st.integers(0, 10**6), st.data())
def test_explanation_cells_and_measure_agree(counts, beta, abstained, data):
    labels = list(range(len(counts)))
    exclude = data.draw(st.lists(st.sampled_from(labels), unique=True, max_size=len(labels) - 1))
    for name, metric in METRICS.items():
        for asked in ways_to_ask(name, labels):
            options = {key: value for key, value in asked.items() if key != "label"}
            if metric.scope == "classes" or "average" in asked:
                options["exclude"] = exclude
            if metric.option in ("beta", "abstained"):
                options[metric.option] = {"beta": beta, "abstained": abstained}[metric.option]
            value = getattr(cmlib, name)(counts, **options)
            value = value[asked["label"]] if "label" in asked else value
            explanation = explain(name, counts, **(asked | options))
            assert explanation.value == pytest.approx(value, rel=0, abs=1e-12, nan_ok=True)
            if name not in ROOTS:
                assert explanation.fraction == from_the_cells(explanation, counts), asked


@settings(max_examples=30)
@given(matrices)
def test_cells_of_a_root_are_the_radicand(counts):
    for term in explain("g_mean", counts).terms:
        assert added_up(term.top, counts) == term.top.value
        assert added_up(term.bottom, counts) == term.bottom.value
    for name in ("mcc", "mcc_product"):
        explanation = explain(name, counts)
        right, wrong = explanation.terms
        assert len(counts) != 2 or (right.text, wrong.text) == ("TP × TN", "FP × FN")
        assert (right.sign, wrong.sign) == (1, -1)
        if explanation.collected == "correlation":
            assert added_up(right.top, counts) == right.top.value
            assert added_up(wrong.top, counts) == wrong.top.value
            continue
        # The diagonal of a single class is to the power of 0: no cell.
        lit = line(len(counts)).cells if len(counts) > 1 else []
        assert sorted(right.top.cells + wrong.top.cells) == lit
        for term in (right, wrong):
            cells = [int(counts[at]) ** times for at, times in term.top.factors.items()]
            assert int(np.prod(np.array([1, *cells], dtype=object))) == term.top.value


def test_a_region_counts_a_cell_as_often_as_its_lines():
    both = line(2, 0) + line(2, None, 1).times(Fraction(1, 2))
    assert both.factors == {(0, 0): 1, (0, 1): Fraction(3, 2), (1, 1): Fraction(1, 2)}
    assert (line(2, 0) - line(2, 0)).cells == []


def test_hundreds_of_classes_list_no_cells(monkeypatch):
    """The TN cells of all classes are as many as the cube of the number of classes."""
    counts = np.random.default_rng(0).integers(0, 50, (300, 300)) + np.eye(300, dtype=int)
    listed = cached_property(lambda region: pytest.fail("the cells of a region are listed"))
    listed.__set_name__(Region, "factors")
    monkeypatch.setattr(Region, "factors", listed)
    for name in ("specificity", "f_score"):
        for average in AVERAGES:
            value = explain(name, counts, average=average).value
            assert value == pytest.approx(getattr(cmlib, name)(counts, average=average))
    assert explain("r_prime", counts, 7).value == pytest.approx(cmlib.r_prime(counts)[7])


def test_terms_of_an_explanation():
    terms = explain("r_prime", PETS, "dog").terms
    assert [(it.sign, it.text, it.fraction, it.top.cells) for it in terms] == [
        (1, "TP / (TP + FN)", Fraction(5, 12), [(0, 0)]),
        (-1, "(TP + FP) / n", Fraction(8, 22), [(0, 0), (1, 0)]),
        (1, "(TP + FN) / n", Fraction(12, 22), [(0, 0), (0, 1)]),
    ]
    weighted = explain("recall", FRUIT, average="weighted")
    weights = [(it.label, it.weight) for it in weighted.terms]
    assert weights == [("apple", 8), ("pear", 9), ("other", 20)]
    undefined = explain("precision", [[5, 0], [3, 0]], average="macro").terms
    assert [it.fraction for it in undefined] == [Fraction(5, 8), None]
