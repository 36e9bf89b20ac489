"""People as icons: as many of each kind as the matrix says, told apart by shape and tone."""

import numpy as np
import pytest
from drawn import check_nothing_clipped
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import colors
from matplotlib import pyplot as plt

from cmcourse.figures import people
from cmcourse.figures.people_figure import rounded
from cmlib import ConfusionMatrix
from cmlib.plot.style import PAPER
from cmlib.plot.svg import description

SCREENING = ConfusionMatrix([[9, 1], [99, 891]], labels=["sick", "healthy"])
TILE = 9.0


def drawn_people(ax):
    """How many people of each kind are drawn, without those of the key.

    Of each person one part begins at the same place of its tile, so runs of tiles are counted.
    """
    found = {}
    for line in ax.lines:
        if colors.same_color(line.get_color(), PAPER):
            continue
        x, _ = line.get_xydata().T
        starts, ends = x[0::3], x[1::3]
        number = int(np.rint((ends - starts) // TILE + 1).sum())
        found.setdefault((line.get_color(), line.get_dash_capstyle()), []).append(number)
    return found


def test_as_many_as_the_matrix_says():
    ax = people(SCREENING)
    assert [text.get_text().split(": ")[1] for text in ax.texts] == ["9", "1", "99", "891"]
    for numbers in drawn_people(ax).values():
        # One of each kind stands in the key.
        assert sorted(numbers) in ([1, 1, 1, 9], [1, 1, 99, 891])
    check_nothing_clipped(ax.figure)
    assert "9 sick, predicted as sick (lying and filled)" in description(ax)
    assert "Of the 108 predicted as sick, 9 are sick." in description(ax)
    assert "Rounded" not in description(ax)


def test_hollow_ones_are_drawn_again_in_paper():
    only = {"predicted": [[10, 0], [0, 0]], "not predicted": [[0, 10], [0, 0]]}
    drawn = {}
    for name, counts in only.items():
        lines = people(ConfusionMatrix(counts, labels=["sick", "healthy"]), total=10).lines
        drawn[name] = sum(colors.same_color(line.get_color(), PAPER) for line in lines)
    # Heads and bodies of two hollow kinds stand in the key.
    assert drawn == {"predicted": 4, "not predicted": 6}


@given(st.lists(st.integers(0, 10**6), min_size=4, max_size=4).filter(any), st.integers(10, 2000))
def test_rounding_adds_up_and_is_off_by_less_than_one(counts, total):
    result = rounded(np.reshape(counts, (2, 2)), total).ravel()
    assert result.sum() == total
    exact = np.array(counts) / sum(counts) * total
    assert (np.abs(result - exact) < 1).all()
    assert (result[np.array(counts) == 0] == 0).all()


def test_a_matrix_of_another_total_says_that_it_is_rounded():
    ax = people(ConfusionMatrix([[2, 1], [3, 5]]), total=100)
    assert "Rounded from a matrix of 11 samples." in description(ax)
    assert [text.get_text().split(": ")[1] for text in ax.texts] == ["18", "9", "27", "46"]
    shares = people(ConfusionMatrix([[0.09, 0.01], [0.09, 0.81]]))
    assert "Their shares are rounded to whole people." in description(shares)


def test_icons_keep_their_size_in_axes_of_the_caller():
    figure, ax = plt.subplots(figsize=(10, 6), layout="constrained")
    assert people(SCREENING, ax=ax) is ax
    assert figure.get_size_inches().tolist() == [10, 6]
    check_nothing_clipped(figure)
    heads = next(line for line in ax.lines[::-1] if line.get_dash_capstyle() == "round")
    across = heads.get_transform().transform(heads.get_xydata()[3:5])[:, 0] * 72 / figure.dpi
    assert across[1] - across[0] == pytest.approx(39 * TILE, abs=0.1)  # of a full row


@pytest.mark.parametrize(
    ("cm", "options", "error", "message"),
    [
        ([[1, 2], [3, 4]], {}, TypeError, "cm must be a ConfusionMatrix, got list"),
        (ConfusionMatrix(np.eye(3, dtype=int)), {}, ValueError, "cm must have 2 classes .* got 3"),
        (ConfusionMatrix([[0, 0], [0, 0]]), {}, ValueError, "cm has no samples"),
        (SCREENING, {"total": 9}, ValueError, "total must be from 10 to 2000, got 9"),
        (SCREENING, {"total": 2.5}, TypeError, "total must be a whole number of people, got 2.5"),
        (SCREENING, {"ax": "left"}, TypeError, "ax must be a matplotlib Axes, got str"),
    ],
)
def test_what_is_refused(cm, options, error, message):
    with pytest.raises(error, match=message):
        people(cm, **options)
    assert plt.get_fignums() == []


@pytest.mark.parametrize("total", [10, 400, 401, 1000, 2000])
def test_fits_a_page_and_its_key_can_be_read_on_a_telephone(total):
    ax = people(SCREENING, total=total)
    wide = ax.figure.get_size_inches()[0]
    assert wide <= 7
    telephone = 350 / 96  # inches
    assert min(text.get_fontsize() for text in ax.texts) * min(1, telephone / wide) >= 8
