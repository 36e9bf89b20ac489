"""The sums of a matrix: counted cell by cell for whole counts, weights, batches and averages."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from measures import SUMS, sparsely
from strategies import matrices

from cmlib import ConfusionMatrix, recall
from cmlib._averages import sums_for


def cell_by_cell(counts, c):
    """Add up the cells that each margin of a class is made of."""
    cells = [(i, j, n) for i, row in enumerate(counts) for j, n in enumerate(row)]
    return {
        "hits": sum(n for i, j, n in cells if i == c and j == c),
        "misses": sum(n for i, j, n in cells if i == c and j != c),
        "false_alarms": sum(n for i, j, n in cells if i != c and j == c),
        "correct_rejections": sum(n for i, j, n in cells if i != c and j != c),
        "support": sum(n for i, j, n in cells if i == c),
        "predicted": sum(n for i, j, n in cells if j == c),
        "total": sum(n for i, j, n in cells),
    }


@pytest.mark.parametrize("made", [ConfusionMatrix, sparsely])
@settings(max_examples=40)
@given(counts=matrices(low=1, high=8), weight=st.sampled_from([1, 0.1, 1e-300]), data=st.data())
def test_sums_are_the_sums_of_their_cells(made, counts, weight, data):
    counts = counts * weight
    exclude = data.draw(st.lists(st.integers(0, len(counts) - 1), max_size=len(counts) - 1))
    kept = [c for c in range(len(counts)) if c not in exclude]
    exact = [cell_by_cell(counts.tolist(), c) for c in kept]
    of_each = sums_for(made(counts), average="macro", exclude=exclude)
    together = sums_for(made(counts), average="micro", exclude=exclude)
    assert of_each.labels == tuple(kept)
    # Pooled weights are scaled.
    scale = 1.0 if counts.dtype.kind == "i" else 2.0 ** -int(sums_for(counts).exponent)
    for name in SUMS:
        expected = np.array([margins[name] for margins in exact])
        got, pooled = getattr(of_each, name), getattr(together, name)
        assert (got.shape, pooled.shape) == ((len(kept),), ())
        np.testing.assert_allclose(got, expected, rtol=1e-14, atol=0)
        np.testing.assert_array_equal(got == 0, expected == 0)
        assert pooled == pytest.approx(expected.sum() * scale, rel=1e-14)
        assert got.dtype == counts.dtype


@pytest.mark.parametrize("made", [ConfusionMatrix, sparsely])
def test_a_small_weight_beside_a_huge_one_keeps_its_digits(made):
    margins = sums_for(made([[1e300, 1.5, 0], [2.5, 1e300, 0], [0, 0, 4.5]]))
    assert margins.misses.tolist() == [1.5, 2.5, 0]
    assert margins.false_alarms.tolist() == [2.5, 1.5, 0]
    assert margins.correct_rejections.tolist() == [1e300, 1e300, 2e300]
    rest = sums_for(made([[4.5, 0, 0], [0, 1, 0], [1e300, 0, 9]])).correct_rejections[2]
    assert rest == 5.5


def test_sums_are_computed_once_and_when_needed():
    pets = ConfusionMatrix([[5, 7], [3, 7]])
    assert sums_for(pets).predicted.tolist() == [8, 14]
    assert sums_for(pets) is sums_for(pets)
    assert {"predicted"} == vars(sums_for(pets)).keys() & set(SUMS)


def test_counts_of_classes_are_pooled_as_whole_numbers():
    # As floats, 1 beside 2**53 is lost, for each of the small classes.
    counts = np.eye(100, dtype=int) + np.eye(100, k=1, dtype=int)
    counts[0] = 0
    counts[0, 0] = 2**53
    hits, support = 2**53 + 99, 2**53 + 99 + 98
    expected = float(Fraction(hits, support))
    assert recall(counts, average="micro") == pytest.approx(expected, rel=3e-16, abs=0)
