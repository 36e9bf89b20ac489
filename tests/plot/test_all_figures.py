"""All figures: nothing is clipped, axes of the caller are kept, bad arguments are named."""

from functools import partial

import numpy as np
import pytest
from drawn import LABELS, check_nothing_clipped
from matplotlib import pyplot as plt
from questions import FRUIT, PETS

from cmcourse.figures import box, chance, fold, number_line, pairs, people, radar, ranks, scores
from cmlib import ConfusionMatrix
from cmlib.plot import confusions, curves, heatmap, lit, per_class

# Fonts with Chinese characters differ between machines; without one matplotlib draws boxes.
pytestmark = pytest.mark.filterwarnings(r"ignore:Glyph \d+ .* missing from font")

ROC = ([0.0, 0.2, 1.0], [0.0, np.nan, 1.0])
DRAWINGS = {
    "heatmap": heatmap,
    "confusions": confusions,
    "largest confusion": partial(confusions, n=1),
    "per_class": lambda cm, **ax: per_class({"kappa $x": cm.support / 99}, cm.labels, **ax),
    "curves": lambda cm, **ax: curves({"a": ROC}, xlabel="50% $x", ylabel=cm.labels[0], **ax),
    "one class": lambda cm, **ax: lit("r_prime", cm, cm.labels[1], **ax),
    "average": lambda cm, **ax: lit("recall", cm, average="macro", **ax),
}
# What is clipped of these is tested in files of their own.
LESSONS_OWN = {
    "number_line": lambda _, **ax: number_line({"a": (0, 1)}, **ax),
    "pairs": lambda _, **ax: pairs([1, 0], [0.5, 0.25], **ax),
}


@pytest.mark.parametrize("kind", LABELS)
@pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS)
def test_nothing_is_clipped(draw, kind):
    pets = ConfusionMatrix(PETS.counts, [LABELS[kind](k) for k in range(2)])
    check_nothing_clipped(draw(pets).figure)
    figure, ax = plt.subplots(figsize=(7, 4), layout="constrained")
    draw(ConfusionMatrix(FRUIT.counts, [LABELS[kind](k) for k in range(3)]), ax=ax)
    check_nothing_clipped(figure)


EVERY = DRAWINGS | LESSONS_OWN


@pytest.mark.parametrize("draw", EVERY.values(), ids=EVERY)
def test_axes_are_those_of_the_caller(draw):
    figure, ax = plt.subplots(figsize=(9, 6), layout="constrained")
    assert draw(PETS, ax=ax) is ax
    assert figure.get_size_inches().tolist() == [9, 6]
    plt.close(figure)
    with pytest.raises(TypeError, match="ax must be a matplotlib Axes, got str"):
        draw(PETS, ax="left")
    assert plt.get_fignums() == []
    with pytest.raises(ValueError, match="ax must not be polar"):
        draw(PETS, ax=plt.subplot(polar=True))


ELEVEN, MANY, NOTHING = np.eye(11, dtype=int), np.eye(31, dtype=int), np.zeros((2, 2), int)
INF, NAN = np.inf, np.nan
EIGHT = {str(number): ([0], [0]) for number in range(8)}
GUESS = {"a": ([0], [0])}
MASKED = np.ma.array([1.0], mask=[True])
REFUSED = {
    heatmap: [
        (([[1]],), {}, ValueError, "from 2 to 30 classes to be drawn, got 1"),
        ((MANY,), {}, ValueError, "from 2 to 30 classes to be drawn, got 31; merge some"),
        ((np.ones((3, 2, 2), int),), {}, ValueError, "cm must be one matrix, got a batch"),
        ((PETS,), {"normalize": "rows"}, ValueError, "normalize must be .* got 'rows'"),
    ],
    confusions: [
        (([[1, 2]],), {}, ValueError, "square"),
        ((PETS,), {"n": 0}, ValueError, "n must be from 1 to 60, got 0"),
        ((PETS,), {"n": 61}, ValueError, "n must be from 1 to 60, got 61"),
        ((PETS,), {"n": 2.0}, TypeError, "n must be a whole number, got 2.0"),
    ],
    partial(curves, xlabel="x", ylabel="y"): [
        (({},), {}, ValueError, "curves must hold from 1 to 7 curves, got 0"),
        ((EIGHT,), {}, ValueError, "1 to 7 curves, got 8"),
        (({"a": np.ones(9)},), {}, TypeError, r"curves\['a'\] must be a tuple \(x, y\), got ndarr"),
        (({"a": ([1], [1], [1])},), {}, TypeError, "must be a tuple .* got 3 of them"),
        (({"a": ([1, 2], [1])},), {}, ValueError, r"'a'\] must .* got shapes \(2,\) and \(1,\)"),
        (({"a": ([[1]], [[1]])},), {}, ValueError, r"got shapes \(1, 1\) and \(1, 1\)"),
        (({"a": ([], [])},), {}, ValueError, r"'a'\] must .* got shapes \(0,\) and \(0,\)"),
        (({"a": ([1], MASKED)},), {}, TypeError, r"y of curves\['a'\] is a masked array"),
        (([GUESS],), {}, TypeError, "curves must be a dict of curves, got list"),
        (({"a": ([1], [None])},), {}, TypeError, r"y of curves\['a'\] must hold .* got object"),
        (({"a": ([1, np.inf], [1, 1])},), {}, ValueError, r"x of curves\['a'\] .* finite, got inf"),
        (({"a": ([1, np.nan], [1, 1])},), {}, ValueError, r"x of curves\['a'\] .* finite, got nan"),
        (({"a": ([1, 2], [1, -np.inf])},), {}, ValueError, "y of .* finite, got -inf"),
        (({"a": ([1, 2], [1, 0])},), {"square": True}, ValueError, r"x of .* in \[0, 1\].*got 2"),
        ((GUESS,), {"step": "mid"}, ValueError, "step must be .* got 'mid'"),
        ((GUESS,), {"baseline": {"guess": [0.5]}}, TypeError, r"baseline\['guess'\] must be a tup"),
        ((GUESS,), {"baseline": EIGHT}, ValueError, "0 to 3 curves, got 8"),
    ],
    per_class: [
        (({}, ["a"]), {}, ValueError, "from 1 to 7 measures, got 0"),
        ((dict.fromkeys("abcdefgh", (0.5,)), ["a"]), {}, ValueError, "from 1 to 7 measures, got 8"),
        (({"recall": []}, []), {}, ValueError, "labels is empty"),
        (({"recall": [1, 1]}, ["a"]), {}, ValueError, r"'recall'.* 1 labels, got shape \(2,\)"),
        (({"recall": [0, 1.5]}, ["a", "b"]), {}, ValueError, r"in \[0, 1\], got 1.5 at \[1\]"),
        (({"F1": [0.5]}, ["a"]), {"lower": 0.9}, ValueError, r"in \[0.9, 1\], got 0.5 at \[0\]"),
        (({"recall": ["0.5"]}, ["a"]), {}, TypeError, "'recall'.* must hold .* such as '0.5'"),
        (({"recall": MASKED}, ["a"]), {}, TypeError, r"values\['recall'\] is a masked array"),
        (({"recall": [1]}, {"a"}), {}, TypeError, "labels must be in order, got a set"),
        (([[1]], ["a"]), {}, TypeError, "values must be a dict of measures, got list"),
        (({"recall": [1]}, ["a"]), {"lower": 1}, ValueError, r"a number in \[-1, 1\), got 1"),
        (({"recall": [1]}, ["a"]), {"lower": -1.5}, ValueError, "lower .* got -1.5"),
        (({"recall": [1]}, ["a"]), {"lower": np.nan}, ValueError, "lower .* got nan"),
        (({"recall": [1]}, ["a"]), {"lower": "0"}, TypeError, "lower .* got '0'"),
    ],
    lit: [
        (("accuracy", ELEVEN), {}, ValueError, "1 to 10 .* got 11; merge"),
        (("recall", PETS), {}, ValueError, "give label="),
    ],
    fold: [
        ((ELEVEN, 0), {}, ValueError, "2 to 10 .* got 11; merge"),
        (([[3]], 0), {}, ValueError, "from 2 to 10 classes to be folded, got 1$"),
        ((PETS, "cow"), {}, ValueError, "cow"),
    ],
    radar: [
        (({"a": [1] * 2}, [0, 1]), {}, ValueError, "labels must name from 3 to 12 classes, got 2"),
        (({"a": [1] * 13}, range(13)), {}, ValueError, "from 3 to 12 classes, got 13"),
        (({"a": [1] * 3}, range(3)), {"lower": 1}, ValueError, r"a number in \[-1, 1\), got 1"),
    ],
    box: [(("left", 0, 0, 1, 1), {}, TypeError, "ax must be a matplotlib Axes, got str")],
    chance: [
        ((NOTHING,), {}, ValueError, "cm has no samples"),
        ((ELEVEN,), {}, ValueError, "1 to 10 .* to be drawn, got 11"),
    ],
    people: [
        ((np.eye(3, dtype=int),), {}, ValueError, "must have 2 classes .* got 3"),
        ((PETS,), {"total": 9}, ValueError, "total must be from 10 to 2000, got 9"),
    ],
    number_line: [
        (([(0, 1)],), {}, TypeError, "intervals must be a mapping .* to intervals, got list"),
        (({"a": None},), {}, ValueError, "intervals and marks hold nothing to draw"),
        (({"a": (2, 1)},), {}, ValueError, "must begin with its smaller end, got 2, 1"),
        (({"a": (0, INF)},), {}, ValueError, r"intervals\['a'\] must be finite, got inf"),
        (({"a": (0, 1)},), {"marks": {"b": {}}}, ValueError, "must belong to lines .* got 'b'"),
        (({"a": (0, 1)},), {"marks": {"a": {"x": NAN}}}, ValueError, r"\['x'\] must be finite"),
    ],
    pairs: [
        (([1, 1], [1, 2]), {}, ValueError, "from 1 to 40 negatives, got 0"),
        ((np.arange(42) > 0, range(42)), {}, ValueError, "from 1 to 40 positives, got 41"),
    ],
    scores: [
        ((["1", "0"], [1, 2]), {}, ValueError, "y_true must hold 1 for positive and 0, got '1'"),
        (([1, 0], np.ma.array([1, 2], mask=[0, 1])), {}, TypeError, "y_score is a masked array"),
        (([1, 0], [1]), {}, ValueError, r"value for each sample, got shapes \(2,\) and \(1,\)"),
        (([], []), {}, ValueError, "y_true has no samples"),
        (([1, 0], [1, NAN]), {}, ValueError, "y_score must be finite, got nan"),
        (([1], [1]), {"threshold": NAN}, ValueError, "threshold must be a number or inf"),
        (([1], [1]), {"names": ["spam", "spam"]}, ValueError, "names must be two different"),
    ],
    ranks: [
        (([0], [1, 2]), {}, ValueError, r"\(n_samples, n_classes\), got shape \(2,\)"),
        (([0] * 16, [[1, 2]] * 16), {}, ValueError, "up to 15 samples to be drawn, got 16"),
        (([0], [range(13)]), {}, ValueError, "up to 12 classes to be drawn, got 13"),
        (([0], [[1, INF]]), {}, ValueError, "y_score must be finite, got inf"),
        (([2], [[1, 2]]), {}, ValueError, "y_true holds 2 at position 0"),
        (([0], [[1, 2]]), {"k": 3}, ValueError, "k must be from 1 to the number of classes, 2"),
        (([0], [[1, 2]]), {"rows": ["a", "b"]}, ValueError, "rows must name 1 samples, got 2"),
    ],
}


@pytest.mark.parametrize(
    ("draw", "arguments", "options", "error", "message"),
    [(draw, *case) for draw, cases in REFUSED.items() for case in cases],
)
def test_bad_arguments_are_named(draw, arguments, options, error, message):
    with pytest.raises(error, match=message):
        draw(*arguments, **options)
    assert plt.get_fignums() == []
