"""The cells of a measure: what they add up to is the measure."""

import json
from fractions import Fraction
from functools import cached_property
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import cmlib
from cmlib.by_hand.cells import (
    Amount,
    Region,
    cell,
    column,
    diagonal,
    every_cell,
    of_class,
    off_diagonal,
    row,
)
from cmlib.by_hand.explanation import explain
from cmlib.by_hand.formulas import METRICS

PETS = [[5, 7], [3, 7]]
FRUIT = [[5, 1, 2], [0, 6, 3], [4, 7, 9]]
# These take a root; all others are worked out from their terms by adding and dividing.
ROOTS = {"g_mean", "mcc", "mcc_product"}

matrices = st.integers(1, 5).flatmap(
    lambda k: arrays(np.int64, (k, k), elements=st.one_of(st.just(0), st.integers(0, 10**6)))
)


def questions(name):
    """Return the arguments after the matrix for every way to ask for a metric of class 0."""
    metric = METRICS[name]
    options = {"beta": ({"beta": 0.5},), "abstained": ({"abstained": 7},)}.get(metric.option, ())
    if metric.option == "weights":
        options = ({"weights": "linear"}, {"weights": "quadratic"})
    scopes = [{}]
    if metric.scope in ("class", "label"):
        scopes = [{"label": 0}]
    if metric.scope == "class":
        scopes += [{"average": average} for average in ("macro", "micro", "weighted")]
    return [scope | option for scope, option in product(scopes, [{}, *options])]


def added_up(amount, counts):
    """Add the cells of an amount up, in a matrix as this test sees it."""
    cells = {at: Fraction(int(count)) for at, count in np.ndenumerate(counts)}
    if amount.chance:
        rows, columns = counts.sum(axis=1), counts.sum(axis=0)
        total = max(1, int(counts.sum()))
        cells = {(i, j): Fraction(int(rows[i]) * int(columns[j]), total) for i, j in cells}
    return Fraction(amount.beside + sum(it * cells[at] for at, it in amount.factors.items()))


def from_the_cells(explanation, counts):
    """Work a measure out from the cells of its terms; None if it is undefined."""
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
@settings(max_examples=60)
@given(matrices)
def test_the_cells_give_the_measure(counts):
    for name in METRICS.keys() - ROOTS:
        for asked in questions(name):
            explanation = explain(name, counts, **asked)
            value = from_the_cells(explanation, counts)
            assert value == explanation.fraction, asked
            options = {key: given for key, given in asked.items() if key != "label"}
            measured = getattr(cmlib, name)(counts, **options)
            measured = measured[0] if "label" in asked else measured
            expected = np.nan if value is None else float(value)
            assert expected == pytest.approx(measured, rel=0, abs=1e-12, nan_ok=True)


def test_a_slip_in_the_cells_is_seen():
    explanation = explain("precision", PETS, 0)
    term = explanation.terms[0]
    slip = type(term)(term.text, term.top, Amount(row(2, 0), Fraction(12)))
    object.__setattr__(explanation, "terms", (slip,))
    assert from_the_cells(explanation, np.array(PETS)) == Fraction(5, 12) != explanation.fraction


@settings(max_examples=30)
@given(matrices)
def test_the_cells_of_a_root_give_what_stands_under_it(counts):
    for name in ROOTS:
        explanation = explain(name, counts)
        if explanation.collected == "geometric mean":
            values = [
                added_up(it.top, counts) / added_up(it.bottom, counts)
                for it in explanation.terms
                if it.bottom.value
            ]
            assert float(np.prod([float(it) for it in values])) ** (
                1 / max(1, len(values))
            ) == pytest.approx(explanation.value if values else 1.0)
            continue
        first, second = explanation.terms
        assert (first.sign, second.sign) == (1, -1)
        if explanation.collected == "correlation":
            assert added_up(first.top, counts) == first.top.value
            assert added_up(second.top, counts) == second.top.value
        else:
            assert not set(first.top.cells) & set(second.top.cells)
            # With one class the product on the diagonal is to the power of 0: made of no cell.
            lit = every_cell(len(counts)).cells if len(counts) > 1 else []
            assert sorted(first.top.cells + second.top.cells) == lit
            for term in (first, second):
                cells = [int(counts[at]) ** times for at, times in term.top.factors.items()]
                assert int(np.prod(np.array([1, *cells], dtype=object))) == term.top.value


@pytest.mark.parametrize("size", [1, 2, 5])
def test_the_four_counts_of_a_class_share_the_matrix_out(size):
    for at in range(size):
        tp, fn, fp, tn = (of_class(count, size, at).cells for count in ("TP", "FN", "FP", "TN"))
        others = [other for other in range(size) if other != at]
        assert tp == [(at, at)]
        assert fn == [(at, other) for other in others]
        assert fp == [(other, at) for other in others]
        assert tn == list(product(others, others))
        assert row(size, at).cells == sorted(tp + fn)
        assert column(size, at).cells == sorted(tp + fp)
    assert every_cell(size).cells == list(product(range(size), range(size)))
    assert diagonal(size).cells == [(at, at) for at in range(size)]
    assert sorted(diagonal(size).cells + off_diagonal(size).cells) == every_cell(size).cells


def test_a_region_counts_its_cells_as_often_as_its_lines_say():
    both = row(2, 0) + column(2, 1).times(Fraction(1, 2))
    assert both.factors == {(0, 0): 1, (0, 1): Fraction(3, 2), (1, 1): Fraction(1, 2)}
    assert (row(2, 0) - cell(2, 0, 1)).cells == [(0, 0)]
    assert (row(2, 0) - row(2, 0)).cells == []


def test_hundreds_of_classes_list_no_cells(monkeypatch):
    """Listed, the cells of every TN would be as many as the cube of the number of classes."""
    counts = np.random.default_rng(0).integers(0, 50, (300, 300)) + np.eye(300, dtype=int)
    listed = cached_property(lambda region: pytest.fail("the cells of a region are listed"))
    listed.__set_name__(Region, "factors")
    monkeypatch.setattr(Region, "factors", listed)
    for name in ("recall", "precision", "specificity", "negative_predictive_value", "f_score"):
        for average in ("macro", "micro", "weighted"):
            value = explain(name, counts, average=average).value
            assert value == pytest.approx(getattr(cmlib, name)(counts, average=average))
    for name in ("informedness", "r_score", "r_prime"):
        value = explain(name, counts, 7).value
        assert value == pytest.approx(getattr(cmlib, name)(counts)[7])


@pytest.mark.parametrize(
    ("name", "asked", "cells"),
    [
        ("precision", {"label": 0}, [(1, [(0, 0)], [(0, 0), (1, 0), (2, 0)])]),
        ("recall", {"label": 1}, [(1, [(1, 1)], [(1, 0), (1, 1), (1, 2)])]),
        ("accuracy", {}, [(1, diagonal(3).cells, every_cell(3).cells)]),
        ("error_rate", {}, [(1, off_diagonal(3).cells, every_cell(3).cells)]),
        (
            "r_score",
            {"label": 2},
            [
                (1, [(2, 2)], row(3, 2).cells),
                (-1, column(3, 2).cells, every_cell(3).cells),
            ],
        ),
        (
            "cohen_kappa",
            {},
            [
                (1, diagonal(3).cells, every_cell(3).cells),
                (-1, diagonal(3).cells, every_cell(3).cells),
            ],
        ),
        (
            "informedness",
            {"label": 0},
            [
                (1, [(0, 0)], row(3, 0).cells),
                (1, of_class("TN", 3, 0).cells, (row(3, 1) + row(3, 2)).cells),
                (-1, [], []),
            ],
        ),
    ],
)
def test_which_cells(name, asked, cells):
    explanation = explain(name, FRUIT, **asked)
    assert [(it.sign, it.top.cells, it.bottom.cells) for it in explanation.terms] == cells
    plain = [it.as_dict() for it in explanation.terms]
    assert json.loads(json.dumps(plain)) == plain
    assert [tuple(map(tuple, it["top"])) for it in plain] == [tuple(it[1]) for it in cells]


def test_terms_say_what_they_are():
    terms = explain("r_prime", PETS, 0).terms
    assert [(it.sign, it.text, it.fraction) for it in terms] == [
        (1, "TP / (TP + FN)", Fraction(5, 12)),
        (-1, "(TP + FP) / n", Fraction(8, 22)),
        (1, "(TP + FN) / n", Fraction(12, 22)),
    ]
    f2 = explain("f_score", PETS, 0, beta=2).terms[0]
    assert f2.bottom.factors == {(0, 0): 5, (0, 1): 4, (1, 0): 1}
    weighted = explain("recall", FRUIT, average="weighted")
    assert [it.weight for it in weighted.terms] == [8, 9, 20]
    assert [it.label for it in weighted.terms] == [0, 1, 2]
    assert weighted.collected == "weighted mean"


def test_an_undefined_term_stays_among_the_terms():
    terms = explain("precision", [[5, 0], [3, 0]], average="macro").terms
    assert [it.fraction for it in terms] == [Fraction(5, 8), None]
