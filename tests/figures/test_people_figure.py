"""People as icons: as many of each kind as the matrix says, told apart by shape and tone."""

import numpy as np
import pytest
from drawn import check_nothing_clipped
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import colors

from cmcourse.figures import people
from cmcourse.figures.people_figure import rounded
from cmlib import ConfusionMatrix
from cmlib.plot.style import PAPER
from cmlib.plot.svg import description

SCREENING = ConfusionMatrix([[9, 1], [99, 891]], labels=["sick", "healthy"])
TILE = 9.0


def drawn_people(ax):
    """Count the people of each kind; one part of each begins at the same place of its tile."""
    found = {}
    for line in ax.lines:
        if colors.same_color(line.get_color(), PAPER):
            continue
        x, _ = line.get_xydata().T
        starts, ends = x[0::3], x[1::3]
        number = int(np.rint((ends - starts) // TILE + 1).sum())
        found.setdefault((line.get_color(), line.get_dash_capstyle()), []).append(number)
    return found


def test_as_many_people_as_counts():
    ax = people(SCREENING)
    assert [text.get_text().split(": ")[1] for text in ax.texts] == ["9", "1", "99", "891"]
    for numbers in drawn_people(ax).values():
        # One of each kind stands in the key.
        assert sorted(numbers) in ([1, 1, 1, 9], [1, 1, 99, 891])
    check_nothing_clipped(ax.figure)
    assert "9 sick, predicted as sick (lying and filled)" in description(ax)
    assert "Of the 108 predicted as sick, 9 are sick." in description(ax)
    assert "Rounded" not in description(ax)


@given(st.lists(st.integers(0, 10**6), min_size=4, max_size=4).filter(any), st.integers(10, 2000))
def test_rounding_adds_up(counts, total):
    result = rounded(np.reshape(counts, (2, 2)), total).ravel()
    assert result.sum() == total
    exact = np.array(counts) / sum(counts) * total
    assert (np.abs(result - exact) < 1).all()
    assert (result[np.array(counts) == 0] == 0).all()


def test_description_of_rounded_counts():
    ax = people(ConfusionMatrix([[2, 1], [3, 5]]), total=100)
    assert "Rounded from a matrix of 11 samples." in description(ax)
    assert [text.get_text().split(": ")[1] for text in ax.texts] == ["18", "9", "27", "46"]
    shares = people(ConfusionMatrix([[0.09, 0.01], [0.09, 0.81]]))
    assert "Their shares are rounded to whole people." in description(shares)


@pytest.mark.parametrize("total", [10, 401, 2000])
def test_key_is_legible_on_a_telephone(total):
    ax = people(SCREENING, total=total)
    wide = ax.figure.get_size_inches()[0]
    assert wide <= 7
    telephone = 350 / 96  # inches
    assert min(text.get_fontsize() for text in ax.texts) * min(1, telephone / wide) >= 8
