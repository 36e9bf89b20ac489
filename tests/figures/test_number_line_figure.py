"""Number lines: bars from end to end, marks where their values are, words that touch no others."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from drawn import LABELS, check_nothing_clipped
from matplotlib import pyplot as plt

from cmcourse.figures import number_line
from cmlib.plot.svg import description

MARKS = {"R": {"never": 0, "service": Fraction(1, 4)}, "R'": {"service": 0.65, "right": 1}}


def bars(ax):
    return [line.get_xydata().tolist() for line in ax.lines if line.get_linewidth() == 8]


def diamonds(ax):
    return [line.get_xydata().tolist() for line in ax.lines if line.get_marker() == "D"]


def test_bars_and_marks_stand_on_their_lines():
    ax = number_line({"R": (-0.6, 0.6), "J": None, "R'": (0.5, 0.5)}, marks=MARKS, xlabel="value")
    assert bars(ax) == [[[-0.6, 0], [0.6, 0]], [[0.5, 2], [0.5, 2]]]
    assert diamonds(ax) == [[[0, 0]], [[0.25, 0]], [[0.65, 2]], [[1, 2]]]
    texts = [text.get_text() for text in ax.texts]
    assert texts[:5] == ["−0.6 to 0.6", "never", "service", "R", "J"]
    assert texts[5:] == ["0.5 to 0.5", "service", "right", "R'"]
    assert description(ax) == (
        "3 number lines on one scale, value. R: from −0.6 to 0.6, never at 0, service at 0.25. "
        "J: empty. R': from 0.5 to 0.5, service at 0.65, right at 1."
    )
    check_nothing_clipped(ax.figure)


@pytest.mark.parametrize("spread", [1.0, 0.01, 0.0])
def test_words_touch_no_others(spread):
    named = {f"mark {k} of seven": 0.5 + spread * k / 10 for k in range(7)}
    ax = number_line({"first": (0, 1), "second": (0.49, 0.51)}, marks={"first": named})
    ax.figure.canvas.draw()
    boxes = [text.get_window_extent() for text in ax.texts]
    assert len(boxes) == 7 + 4
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    check_nothing_clipped(ax.figure)


def test_long_numbers_of_the_axis_touch_no_others():
    ax = number_line({"printed 0.9225": (0.92245, 0.92255), "printed 0.9226": (0.92255, 0.92265)})
    ax.figure.canvas.draw()
    boxes = [label.get_window_extent() for label in ax.get_xticklabels()]
    assert len(boxes) >= 3
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))


def test_names_are_written_as_they_are_and_axes_are_kept():
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4), layout="constrained")
    name = LABELS["markup"](1)
    assert number_line({name: (0.1, 0.2)}, ax=left) is left
    assert number_line({0: None}, marks={0: {"far": 1e-9}}, ax=right) is right
    assert figure.get_size_inches().tolist() == [12, 4]
    check_nothing_clipped(figure)
    assert left.texts[-1].get_text() == name
    assert description(right) == "A number line. 0: far at 1e−09."


@pytest.mark.parametrize(
    ("intervals", "options", "error", "message"),
    [
        ([(0, 1)], {}, TypeError, "intervals must be a mapping of names to intervals, got list"),
        ({}, {}, ValueError, "intervals and marks hold nothing to draw"),
        ({"a": None}, {}, ValueError, "intervals and marks hold nothing to draw"),
        ({"a": 1.0}, {}, TypeError, r"intervals\['a'\] must be two numbers, or None, got float"),
        ({"a": (1, 2, 3)}, {}, ValueError, r"intervals\['a'\] must be two numbers, got 3"),
        ({"a": (2, 1)}, {}, ValueError, r"must begin with its smaller end, got 2, 1"),
        ({"a": (0, np.inf)}, {}, ValueError, r"intervals\['a'\] must be finite, got inf"),
        ({"a": ("0", 1)}, {}, TypeError, r"intervals\['a'\] must be a number, got '0'"),
        ({"a": (0, 1)}, {"marks": {"b": {}}}, ValueError, "must belong to lines .* got 'b'"),
        ({"a": (0, 1)}, {"marks": {"a": [1]}}, TypeError, r"marks\['a'\] must be a mapping"),
        ({"a": (0, 1)}, {"marks": {"a": {"x": np.nan}}}, ValueError, r"\['x'\] must be finite"),
        ({"a": (0, 1)}, {"ax": "left"}, TypeError, "ax must be a matplotlib Axes, got str"),
    ],
)
def test_what_is_refused(intervals, options, error, message):
    with pytest.raises(error, match=message):
        number_line(intervals, **options)
    assert plt.get_fignums() == []
