"""The grid of pairs: what is filled is the AUC, and lies under the ROC curve."""

from fractions import Fraction

import numpy as np
import pytest
from drawn import check_nothing_clipped
from matplotlib import pyplot as plt
from matplotlib.colors import to_rgba
from sklearn.metrics import roc_auc_score, roc_curve

from cmcourse.figures import pairs
from cmlib.plot.style import FILL
from cmlib.plot.svg import description

SCORE = np.array([95, 90, 80, 70, 60, 50, 50, 40, 30, 10])
IS_SPAM = np.array([1, 0, 1, 1, 0, 1, 0, 0, 0, 0])


def filled(ax):
    """The corners of what is filled, whole squares and halves of squares."""
    face = to_rgba(FILL)
    return [
        path.vertices[:-1]
        for collection in ax.collections
        if len(collection.get_facecolor()) and tuple(collection.get_facecolor()[0]) == face
        for path in collection.get_paths()
    ]


def area(ax):
    return sum(Fraction(2 if len(corners) == 4 else 1, 2) for corners in filled(ax))


def test_the_pairs_of_ten_mails():
    ax = pairs(IS_SPAM, SCORE, names=["spam", "ham"])
    assert area(ax) == Fraction(39, 2)
    assert [tick.get_text() for tick in ax.get_xticklabels()] == [
        "90",
        "60",
        "50",
        "40",
        "30",
        "10",
    ]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["95", "80", "70", "50"]
    words = description(ax)
    assert words.startswith(
        "Grid of 4 spam by 6 ham: 24 pairs. In 19 the spam has the higher score"
    )
    assert "50 beats 3 and ties with 1." in words
    assert words.endswith("Filled: 19.5 of 24, a share of 0.8125, the AUC.")
    check_nothing_clipped(ax.figure)


@pytest.mark.parametrize("seed", range(20))
def test_what_is_filled_is_the_AUC(seed):
    rng = np.random.default_rng(seed)
    truth = np.r_[1, 0, rng.random(rng.integers(1, 50)) < rng.uniform(0.3, 0.7)].astype(int)
    score = rng.integers(0, 12, len(truth))
    ax = pairs(truth, score)
    share = area(ax) / int(truth.sum() * (1 - truth).sum())
    assert float(share) == pytest.approx(roc_auc_score(truth, score), abs=1e-12)
    assert f"a share of {float(share):.4f}, the AUC" in description(ax)


def test_without_ties_the_upper_edge_is_the_ROC_curve():
    rng = np.random.default_rng(0)
    truth = np.arange(30) % 3 == 0
    score = rng.permutation(30)
    heights = np.zeros(20)
    for corners in filled(pairs(truth, score)):
        column = int(corners[:, 0].min())
        heights[column] = max(heights[column], corners[:, 1].max())
    x, y, _ = roc_curve(truth, score, drop_intermediate=False)
    under = [round(10 * y[x > (column + 0.5) / 20].min()) for column in range(20)]
    steps = [round(10 * y[np.isclose(x, column / 20)].max()) for column in range(20)]
    assert heights.tolist() == steps
    assert all(low <= high for low, high in zip(steps, under, strict=True))


def test_axes_are_kept_and_forty_by_forty_fits():
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 5), layout="constrained")
    assert pairs([1, 0], [0.5, 0.5], names=["$x", "50% $y"], ax=left) is left
    assert left.get_ylabel().startswith("$x")
    assert pairs(np.arange(80) % 2, np.arange(80), ax=right) is right
    assert figure.get_size_inches().tolist() == [12, 5]
    assert right.get_xticklabels() == []
    assert "By positive" not in description(right)
    check_nothing_clipped(figure)


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        (([1, 1], [1, 2]), {}, ValueError, "from 1 to 40 negatives, got 0"),
        (([0], [1]), {}, ValueError, "from 1 to 40 positives, got 0"),
        ((np.arange(42) > 0, range(42)), {}, ValueError, "from 1 to 40 positives, got 41"),
        (([1, 2], [1, 2]), {}, ValueError, "y_true must hold 1 for positive and 0, got 2"),
        (([1, 0], [1, np.nan]), {}, ValueError, "y_score must be finite, got nan"),
        (([1, 0], [1, 2]), {"names": ["spam"]}, ValueError, "names must be two"),
        (([1, 0], [1, 2]), {"ax": "left"}, TypeError, "ax must be a matplotlib Axes, got str"),
    ],
)
def test_what_is_refused(arguments, options, error, message):
    with pytest.raises(error, match=message):
        pairs(*arguments, **options)
    assert plt.get_fignums() == []
