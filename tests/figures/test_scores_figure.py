"""The strip of scores: one mark for each sample, on its side of the line."""

import numpy as np
import pytest
from drawn import IS_SPAM, SCORE, check_nothing_clipped

from cmcourse.figures import scores
from cmlib.plot.svg import description


def counts(ax):
    return [text.get_text() for text in ax.texts if " = " in text.get_text()]


def marks(ax):
    """The marks of the positives and of the others: where they stand, level by level."""
    above, below = (line for line in ax.lines if line.get_marker() in "os")
    return above.get_xydata(), below.get_xydata()


@pytest.mark.parametrize(
    ("threshold", "expected"),
    [
        (70, ["TP = 3", "FN = 1", "FP = 1", "TN = 5"]),
        (70.5, ["TP = 2", "FN = 2", "FP = 1", "TN = 5"]),
        (np.inf, ["TP = 0", "FN = 4", "FP = 0", "TN = 6"]),
        (-np.inf, ["TP = 4", "FN = 0", "FP = 6", "TN = 0"]),
    ],
)
def test_counts_beside_the_line(threshold, expected):
    ax = scores(IS_SPAM, SCORE, threshold=threshold, names=["spam", "ham"])
    assert counts(ax) == expected
    check_nothing_clipped(ax.figure)
    TP, FN, FP, TN = (text.split()[-1] for text in expected)
    assert f"predicted as spam: {TP} spam (TP) and {FP} ham (FP)" in description(ax)
    assert f"predicted as ham: {FN} spam (FN) and {TN} ham (TN)" in description(ax)


def test_every_sample_has_a_mark():
    ax = scores(IS_SPAM, SCORE)
    above, below = marks(ax)
    assert sorted(above[:, 0]) == [50, 70, 80, 95]
    assert sorted(below[:, 0]) == [10, 30, 40, 50, 60, 90]
    assert (above[:, 1] > 0).all()
    assert (below[:, 1] < 0).all()
    assert counts(ax) == []
    # Equal scores of one class stand on top of one another.
    above, _ = marks(scores([1, 1, 1, 0], [5, 5, 5, 1]))
    assert len(set(above[:, 1])) == 3


@pytest.mark.parametrize("threshold", [0, 3, 3.5, 101, np.inf])
def test_threshold_separates_marks(threshold):
    values = np.array([*range(10), 100, 101])
    ax = scores(np.arange(12) % 2, values, threshold=threshold)
    at = next(line for line in ax.lines if line.get_linewidth() == 2.5).get_xdata()[0]
    stand = np.concatenate(marks(ax))[:, 0]
    assert sorted(stand[stand > at]) == values[values >= threshold].tolist()


@pytest.mark.parametrize("pile", [[50.0] * 40, np.linspace(0, 1, 61)])
def test_many_samples_become_two_histograms(pile):
    truth = np.arange(len(pile)) % 3 == 0
    ax = scores(truth, pile, threshold=float(np.median(pile)), names=["yes", "no"])
    assert not any(line.get_marker() in ("o", "s") for line in ax.lines)
    heights = np.array([bar.get_height() for box in ax.containers for bar in box])
    assert heights[heights > 0].sum() == truth.sum()
    assert -heights[heights < 0].sum() == (~truth).sum()
    assert {bar.get_hatch() for bar in ax.containers[1]} == {"////"}
    assert "median score of yes" in description(ax)
    check_nothing_clipped(ax.figure)


def test_labels_are_escaped():
    ax = scores([1, 0], [0.5, 0.5], threshold=0.5, names=["$x", "50% $y"])
    check_nothing_clipped(ax.figure)
    assert [text.get_text() for text in ax.texts][-2:] == ["predicted: 50% $y", "predicted: $x"]


def test_one_class_alone():
    assert "0 that are negative" in description(scores([1], [2]))
