"""Bad arguments of the drawings are named, and nothing is drawn."""

import numpy as np
import pytest
from matplotlib import pyplot as plt

from cmcourse.figures import chance, number_line, pairs, people, ranks, scores
from cmlib import ConfusionMatrix

SICK = ConfusionMatrix([[9, 1], [99, 891]], labels=["sick", "healthy"])
EMPTY = ConfusionMatrix([[0, 0], [0, 0]])
INF, NAN = np.inf, np.nan


@pytest.mark.parametrize(
    ("draw", "arguments"),
    [
        (chance, ([[9, 1], [99, 891]],)),
        (people, ([[9, 1], [99, 891]],)),
        (number_line, ({"a": (0, 1)},)),
        (pairs, ([1, 0], [0.5, 0.25])),
        (ranks, ([0], [[1, 2]])),
        (scores, ([1, 0], [0.5, 0.25])),
    ],
)
def test_axes_of_the_caller_are_kept(draw, arguments):
    figure, ax = plt.subplots(figsize=(9, 6), layout="constrained")
    assert draw(*arguments, ax=ax) is ax
    assert figure.get_size_inches().tolist() == [9, 6]
    plt.close(figure)
    with pytest.raises(TypeError, match="ax must be a matplotlib Axes, got str"):
        draw(*arguments, ax="left")
    assert plt.get_fignums() == []


@pytest.mark.parametrize(
    ("draw", "arguments", "options", "message"),
    [
        (chance, [EMPTY], {}, "cm has no samples"),
        (chance, [ConfusionMatrix(np.eye(11, dtype=int))], {}, "1 to 10 .* to be drawn, got 11"),
        (people, [ConfusionMatrix(np.eye(3, dtype=int))], {}, "must have 2 classes .* got 3"),
        (people, [SICK], {"total": 9}, "total must be from 10 to 2000, got 9"),
        (number_line, [[(0, 1)]], {}, "intervals must be a mapping .* to intervals, got list"),
        (number_line, [{"a": None}], {}, "intervals and marks hold nothing to draw"),
        (number_line, [{"a": (2, 1)}], {}, "must begin with its smaller end, got 2, 1"),
        (number_line, [{"a": (0, INF)}], {}, r"intervals\['a'\] must be finite, got inf"),
        (number_line, [{"a": (0, 1)}], {"marks": {"b": {}}}, "must belong to lines .* got 'b'"),
        (number_line, [{"a": (0, 1)}], {"marks": {"a": {"x": NAN}}}, r"\['x'\] must be finite"),
        (pairs, [[1, 1], [1, 2]], {}, "from 1 to 40 negatives, got 0"),
        (pairs, [np.arange(42) > 0, range(42)], {}, "from 1 to 40 positives, got 41"),
        (scores, [["1", "0"], [1, 2]], {}, "y_true must hold 1 for positive and 0, got '1'"),
        (scores, [[1, 0], [1]], {}, r"value for each sample, got shapes \(2,\) and \(1,\)"),
        (scores, [[], []], {}, "y_true has no samples"),
        (scores, [[1, 0], [1, NAN]], {}, "y_score must be finite, got nan"),
        (scores, [[1], [1]], {"threshold": NAN}, "threshold must be a number or inf"),
        (scores, [[1], [1]], {"names": ["spam", "spam"]}, "names must be two different"),
        (ranks, [[0], [1, 2]], {}, r"\(n_samples, n_classes\), got shape \(2,\)"),
        (ranks, [[0] * 16, [[1, 2]] * 16], {}, "up to 15 samples to be drawn, got 16"),
        (ranks, [[0], [range(13)]], {}, "up to 12 classes to be drawn, got 13"),
        (ranks, [[0], [[1, INF]]], {}, "y_score must be finite, got inf"),
        (ranks, [[2], [[1, 2]]], {}, "y_true holds 2 at position 0"),
        (ranks, [[0], [[1, 2]]], {"k": 3}, "k must be from 1 to the number of classes, 2"),
        (ranks, [[0], [[1, 2]]], {"rows": ["a", "b"]}, "rows must name 1 samples, got 2"),
    ],
)
def test_bad_argument_is_named(draw, arguments, options, message):
    with pytest.raises((TypeError, ValueError), match=message):
        draw(*arguments, **options)
    assert plt.get_fignums() == []
