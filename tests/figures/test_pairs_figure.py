"""The grid of pairs: its filled area is the AUC."""

from fractions import Fraction

import numpy as np
import pytest
from drawn import IS_SPAM, SCORE, check_nothing_clipped
from matplotlib.colors import to_rgba
from sklearn.metrics import roc_auc_score

from cmcourse.figures import pairs
from cmlib.plot.style import FILL
from cmlib.plot.svg import description


def area(ax):
    """Return the area of what is filled, whole squares and halves of squares."""
    face = to_rgba(FILL)
    corners = [
        len(path.vertices) - 1
        for collection in ax.collections
        if len(collection.get_facecolor()) and tuple(collection.get_facecolor()[0]) == face
        for path in collection.get_paths()
    ]
    return sum(Fraction(2 if count == 4 else 1, 2) for count in corners)


def test_pairs_of_ten_mails():
    ax = pairs(IS_SPAM, SCORE, names=["spam", "ham"])
    assert area(ax) == Fraction(39, 2)
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["95", "80", "70", "50"]
    said = description(ax)
    assert said.startswith("Grid of 4 spam by 6 ham: 24 pairs. In 19 the spam has the higher score")
    assert "50 beats 3 and ties with 1." in said
    assert said.endswith("Filled: 19.5 of 24, a share of 0.8125, the AUC.")
    check_nothing_clipped(ax.figure)


@pytest.mark.parametrize("seed", range(3))
def test_filled_area_is_the_auc(seed):
    rng = np.random.default_rng(seed)
    truth = np.r_[1, 0, rng.random(rng.integers(1, 50)) < rng.uniform(0.3, 0.7)].astype(int)
    score = rng.integers(0, 12, len(truth))
    ax = pairs(truth, score)
    share = area(ax) / int(truth.sum() * (1 - truth).sum())
    assert float(share) == pytest.approx(roc_auc_score(truth, score), abs=1e-12)
    assert f"a share of {float(share):.4f}, the AUC" in description(ax)
