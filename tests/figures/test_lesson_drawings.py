"""Drawings of single lessons: what they say in words, and that nothing of them is cut off."""

from fractions import Fraction
from itertools import pairwise

import matplotlib
import numpy as np
import pandas as pd
import pytest
from drawn import check_nothing_clipped

from cmcourse.figures import lesson_05, lesson_07, lesson_09, lesson_10, use_course_style
from cmlib import ConfusionMatrix, at_thresholds
from cmlib.plot.svg import description, figure_of

SPAM = np.array([1, 0, 1, 1, 0, 1, 0, 0, 0, 0]) == 1
SCORE = np.array([95, 90, 80, 70, 60, 50, 50, 40, 30, 10])
TRIED, COUNTS = at_thresholds(SPAM, SCORE, label=True)
CURVE = TRIED, COUNTS[:, ::-1, ::-1]
MAILS = ConfusionMatrix([[2, 1], [1, 3]], labels=["spam", "ham"])
FRAME = pd.DataFrame(
    {"change": [0.5, 0.01], "R'": [0.9, 0.8], "low": [0.4, -0.01], "high": [0.6, 0.02]}, [4, 7]
)
LINE = {"all": (np.array([0.0, 1.0]), np.array([0.5, 1.0]))}
HILL = np.linspace(0.7, 0.86, 30)
THREE = np.arange(270).reshape(30, 3, 3)
SIMULATED = pd.DataFrame(
    [(name, how, 5, 0.9) for name in "abcd" for how in ("plain", "smoothed")],
    columns=["measure", "method", "rarest", "coverage"],
)
CHANCES = np.full(11, 1 / 11)

DRAWINGS = {
    "two rates": (lambda: lesson_05.two_rates(MAILS), "TPR is 2 of 3", "FPR is 1 of 4"),
    "ROC by hand": (
        lambda: lesson_05.roc_by_hand(SPAM, SCORE, *CURVE),
        "6 squares wide and 4 high",
        "60 right; then one slanted arrow for the two mails of score 50",
    ),
    "average precision": (
        lambda: lesson_05.average_precision(SCORE, *CURVE),
        "95 at recall 1/4 and precision 1/1; 90 at recall 1/4 and precision 1/2",
    ),
    "costs": (
        lambda: lesson_05.costs(*CURVE, (1, 5)),
        "∞: 4 + 0 = 4; 95: 3 + 0 = 3; 90: 3 + 1 = 4",
        "costs 5, ∞: 4 + 0 = 4; 95: 3 + 0 = 3; 90: 3 + 5 = 8",
    ),
    "informedness": (lambda: lesson_05.informedness(*CURVE), "stands at the threshold 70"),
    "lines of cost": (lambda: lesson_05.lines_of_cost(*CURVE), "touches at threshold 95. A thick"),
    "three sets": (lesson_05.three_sets, "A bar in three parts"),
    "cheating": (lambda: lesson_05.cheating([0.1, 0.2], [0.1, -0.1]), "mean 0.15", "mean 0.00"),
    "between two points": (lesson_05.between_two_points, "line is at 0.51, and the dot is at 0.03"),
    "changes": (lambda: lesson_07.changes(FRAME, FRAME, [4]), "digit 7 +0.0100, from -0.0100"),
    "ranking": (lambda: lesson_07.ranking(FRAME[["R'", "low", "high"]], 1), "digit 4 0.9000, from"),
    "against prediction": (
        lambda: lesson_07.against_prediction(
            np.array([300, 500, 900]),
            np.array([302, 900, 901]),
            lambda middle: 0 * middle + 5,
            {"cats as dogs": (900, 901), "deer as horses": (300, 302)},
        ),
        "3 cells",
        "2 of them in a grey band",
        "Cats as dogs: predicted 900, printed 901",
    ),
    "paths": (
        lambda: lesson_07.paths(0.1, {"dog": [[0.9, 0.5], [0.8, 0.8]], "fox": [[0.9] * 2] * 2}),
        "dog from recall 0.9000 and precision 0.5000 to 0.8000 and 0.8000",
    ),
    "misfit": (
        lambda: lesson_09.misfit(
            [[8, 1, 1], [2, 9, 4], [0, 3, 7]], ["basil", "mint", "sage"], [10, 14, 10], [10, 13, 11]
        ),
        "mint 2, 9, 4, sum 14, not 15",
        "up the column sage; the cell where they cross, 4, is hatched",
    ),
    "crossing": (
        lambda: lesson_09.crossing({"P": "0.1", "R": "0.2"}, {"P": "0.2", "R": "0.1"}),
        "The lines of P and R cross",
    ),
    "verdict strips": (
        lambda: lesson_09.verdict_strips(dict.fromkeys("abcd", ("wrong", "drifts", "wrong"))),
        "A, 3 rows: 0 reproduced, 1 not judged, 0 misprint, 2 wrong",
    ),
    "three owls": (
        lambda: lesson_10.three_owls(Fraction(1, 2)),
        "3 found, together 1/8; 2 found, together 3/8",
    ),
    "all intervals": (
        lambda: lesson_10.all_intervals(np.array([*pairwise(np.arange(12) / 11)]), CHANCES, 0.5),
        "The bars of 5 cross it",
        "add up to 0.0909",
    ),
    "coverage curves": (
        lambda: lesson_10.coverage_curves(
            np.array([0.5, 0.95]),
            dict.fromkeys("abcd", np.array([0.9, 0.7])),
            dict.fromkeys("abcd", 0.6),
            0.95,
        ),
        "a: 0.700 at a true recall of 0.95, 0.800 on average; just beside the worst truth 0.600",
    ),
    "resampling": (
        lambda: lesson_10.resampling(THREE[0], 0.78, THREE, HILL, (0.72, 0.84)),
        "the matrix [[0, 1, 2], [3, 4, 5], [6, 7, 8]] with macro-F1 0.780",
        "from 0.720 to 0.840",
    ),
    "simulated coverage": (
        lambda: lesson_10.simulated_coverage(SIMULATED, list("abcd"), ("plain", "smoothed"), 0.95),
        "rarest class, 5 to 5",
        "d, smoothed: 0.900 to 0.900",
    ),
    "tosses": (
        lambda: lesson_10.tosses(np.array([[5, 2], [3, 1]]), np.full(6, 1 / 6), 1.0),
        "only the first 2, only the second 3, neither 1",
    ),
    "found by chance": (lambda: lesson_10.found_by_chance({"one": 0.05}, 0.05), "one 5%"),
}


@pytest.fixture(autouse=True)
def course_style():
    with matplotlib.rc_context():
        use_course_style()
        yield


@pytest.mark.parametrize(
    ("draw", "words"), [(it[0], it[1:]) for it in DRAWINGS.values()], ids=DRAWINGS
)
def test_drawing_and_its_words(draw, words):
    ax = draw()
    for part in words:
        assert part in description(ax)
    check_nothing_clipped(figure_of(ax))


def test_drawings_that_their_lesson_describes():
    both = lesson_05.roc_and_pr(LINE, LINE).figure.axes
    assert [ax.get_xlabel() for ax in both] == ["false positive rate", "recall"]
    first = lesson_10.hit_charts(
        {"one": (CHANCES, {1}), "two": (CHANCES, {2, 3})}, "hits", height=4, same_scale=True
    )
    filled = [bar.get_facecolor() for bar in first.patches]
    assert len(set(filled)) == 2
    assert filled.index(filled[1]) == 1
    widths = lesson_10.half_widths([10, 100], dict.fromkeys("abc", (0.3, 0.1)), (100,))
    assert [text.get_text() for text in widths.texts] == ["100 samples: ±0.10"]
