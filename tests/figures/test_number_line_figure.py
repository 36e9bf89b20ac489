"""Number lines: bars from end to end, marks where their values are, words that touch no others."""

from fractions import Fraction
from itertools import combinations

import pytest
from drawn import check_nothing_clipped

from cmcourse.figures import number_line
from cmlib.plot.svg import description

MARKS = {"R": {"never": 0, "service": Fraction(1, 4)}, "R'": {"service": 0.65, "right": 1}}


def test_bars_and_marks_stand_on_their_lines():
    ax = number_line({"R": (-0.6, 0.65), "J": None, "R'": (0.5, 0.5)}, marks=MARKS, xlabel="value")
    bars = [line.get_xydata().tolist() for line in ax.lines if line.get_linewidth() == 8]
    assert bars == [[[-0.6, 0], [0.65, 0]], [[0.5, 2], [0.5, 2]]]
    diamonds = [line.get_xydata().tolist() for line in ax.lines if line.get_marker() == "D"]
    assert diamonds == [[[0, 0]], [[0.25, 0]], [[0.65, 2]], [[1, 2]]]
    texts = [text.get_text() for text in ax.texts]
    assert texts[:5] == ["−0.60 to 0.65", "never", "service", "R", "J"]
    assert texts[5:] == ["0.5 to 0.5", "service", "right", "R'"]
    assert description(ax) == (
        "3 number lines on one scale, value. R: from −0.60 to 0.65, never at 0, service at 0.25. "
        "J: empty. R': from 0.5 to 0.5, service at 0.65, right at 1."
    )
    check_nothing_clipped(ax.figure)


@pytest.mark.parametrize("spread", [1.0, 0.01, 0.0])
def test_labels_do_not_overlap(spread):
    named = {f"mark {k} of seven": 0.5 + spread * k / 10 for k in range(7)}
    ax = number_line({"first": (0, 1), "second": (0.49, 0.51)}, marks={"first": named})
    ax.figure.canvas.draw()
    boxes = [text.get_window_extent() for text in ax.texts]
    assert len(boxes) == 7 + 4
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    check_nothing_clipped(ax.figure)


def test_long_tick_labels_do_not_overlap():
    ax = number_line({"printed 0.9225": (0.92245, 0.92255), "printed 0.9226": (0.92255, 0.92265)})
    ax.figure.canvas.draw()
    boxes = [label.get_window_extent() for label in ax.get_xticklabels()]
    assert len(boxes) >= 3
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
