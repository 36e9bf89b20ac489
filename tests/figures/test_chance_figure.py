"""The squares of chance agreement: the filled area is the number that stands beneath."""

import numpy as np
import pytest
from drawn import LABELS, check_nothing_clipped
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib import colors
from matplotlib import pyplot as plt
from matplotlib.patches import Rectangle

from cmcourse.figures import chance
from cmlib import ConfusionMatrix, accuracy, cohen_kappa
from cmlib.plot.style import FILL
from cmlib.plot.svg import description

SCREENING = ConfusionMatrix([[5, 5], [5, 85]], labels=["suspicious", "clear"])
counts_of_three = st.lists(st.integers(0, 50), min_size=9, max_size=9).filter(any)


def filled_areas(ax):
    """The filled area of the square on the left and of that on the right."""
    areas = [0.0, 0.0]
    for patch in ax.patches:
        if isinstance(patch, Rectangle) and colors.same_color(patch.get_facecolor(), FILL):
            areas[int(patch.get_x() > 1)] += patch.get_width() * patch.get_height()
    return areas


@settings(max_examples=8)
@given(counts_of_three)
def test_filled_areas_are_observed_and_chance_agreement(counts):
    cm = ConfusionMatrix(np.reshape(counts, (3, 3)))
    p_o, p_e = filled_areas(chance(cm))
    plt.close("all")
    assert p_o == pytest.approx(accuracy(cm))
    if p_e < 1 - 1e-12:
        assert (p_o - p_e) / (1 - p_e) == pytest.approx(cohen_kappa(cm), abs=1e-12)


def test_numbers_stand_where_there_is_room():
    ax = chance(SCREENING)
    texts = [text.get_text() for text in ax.texts]
    assert {"observed: p_o = 0.9000", "by chance: p_e = 0.8200"} <= set(texts)
    assert {"0.05", "0.85", "0.81"} <= set(texts)
    assert "0.01" not in texts  # a block of 16 points has no room
    assert "suspicious 0.01, clear 0.81, together p_e = 0.8200" in description(ax)
    check_nothing_clipped(ax.figure)


@pytest.mark.parametrize("kind", ["long", "markup"])
def test_labels_are_written_in_full(kind):
    labels = [LABELS[kind](k) for k in range(10)]
    ax = chance(ConfusionMatrix(np.diag(np.arange(1, 11)) + 1, labels=labels))
    check_nothing_clipped(ax.figure)
    assert description(ax).count(labels[9]) == 4
