"""Drawings of single lessons: what they say in words, and that nothing of them is cut off."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from drawn import IS_SPAM, SCORE, check_nothing_clipped

from cmcourse.figures import (
    lesson_01,
    lesson_02,
    lesson_03,
    lesson_04,
    lesson_05,
    lesson_06,
    lesson_07,
    lesson_08,
    lesson_09,
    lesson_10,
    lesson_11,
    lesson_12,
)
from cmlib import ConfusionMatrix, at_thresholds
from cmlib.plot.svg import description, figure_of

pytestmark = pytest.mark.usefixtures("course_style")
SPAM = IS_SPAM == 1
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
PETS = ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])
FARM = ConfusionMatrix([[4, 1, 1], [1, 3, 2], [1, 2, 3]], labels=["goat", "hen", "pig"])
FRUIT = ConfusionMatrix(np.eye(4, dtype=int) + 1, labels=["apple", "pear", "fig", "other"])
TEN = ConfusionMatrix(np.eye(10, dtype=int) * 2000)

DRAWINGS = {
    "22 photos … 7 hollow squares": lambda: lesson_01.four_boxes(PETS),
    "a: precision 1.100, recall 0.100 … The area right of d": lambda: lesson_01.two_questions(
        dict(zip("abcd", np.eye(4)[:, :2] + 0.1, strict=True)), "d"
    ),
    "a: 0.625 and 0.417, F1 0.500, plain mean 0.521": lambda: lesson_01.poles({"a": PETS}),
    "a, from 0.62 to 0.42 … both are 0.50": lambda: lesson_01.over_beta(
        np.array([0.1, 1, 10]), {"a": PETS}
    ),
    "land, one in 100,000: 0.10": lambda: lesson_01.over_prevalence(
        np.array([1e-5, 0.5]),
        dict.fromkeys(["specificity", "recall", "precision"], np.array([0.9, 0.9])),
        {"ward": (0.1, 0.9), "city": (0.01, 0.5), "land": (1e-5, 0.1)},
    ),
    "macro: precision 0.4100, recall 0.4400, F1 0.4200.": lambda: lesson_02.nine_averages(
        {"macro": (0.41, 0.44, 0.42), "b": (0.4,) * 3, "c": (0.4,) * 3}
    ),
    "the filled area is 0.5583. Weighted: dog takes 0.90": lambda: lesson_02.weighted_recalls(
        PETS, {"macro": [0.5, 0.5], "weighted": [0.9, 0.1]}
    ),
    "5 pieces in the row, and 3": lambda: lesson_02.vanishing(FRUIT, ["apple", "pear", "fig"]),
    "both on the curve of 0.0198 … on the curve of 0.5050": lambda: lesson_02.equal_f1(
        ConfusionMatrix([[1, 99], [0, 1]], labels=["a", "b"])
    ),
    "are [[10, 14], [6, 14]]": lambda: lesson_02.added_up({"a": PETS, "b": PETS}, PETS + PETS),
    "One: both dog 5, both cat 7, 7 and 3 where they differ.": lambda: (
        lesson_03.two_pairs_of_readers({"one": PETS, "other": PETS})
    ),
    "are filled: 2, 0 of 3": lambda: lesson_03.every_place("SSC", ["SCC", "CCS"]),
    "up to p_e = 0.4876, filled up to p_o = 0.5455": lambda: lesson_03.gains({"a": PETS}),
    "from 0.90 to 0.44": lambda: lesson_03.stretched(0.82, 0.9, 0.44),
    "On 40 images the strips": lambda: lesson_03.as_alike_as_can_be(50, 10),
    "a broad hill around 0.38 … under the words fair, moderate": lambda: lesson_03.under_words(
        0.4, HILL - 0.4, (0.32, 0.44)
    ),
    "sides 0.4167 and 0.7000": lambda: lesson_04.rectangles({"a": PETS, "b": PETS}),
    "sails of a windmill": lesson_04.windmill,
    "a: of 8 people alarmed a share of 0.6250": lambda: lesson_04.alarms({"a": PETS}),
    "5 filled in both, 7 in the truth only": lambda: lesson_04.strips_of_samples(PETS),
    "d: rows [[4, 0], [4, 0]], MCC undefined.": lambda: lesson_04.strips_of_cases(
        dict.fromkeys("abcd", ((4, 0), (4, 0)))
    ),
    "pig: 6 animals are one, 6 are": lambda: lesson_04.strips_of_classes(FARM),
    "goat and pig: a = 0.6000, b = 0.0500.": lambda: lesson_04.pairs_of_classes(
        FARM, {(0, 1): (0.6, 0.05), (0, 2): (0.6, 0.05)}
    ),
    "accuracy 0.5556, R_K 0.3333, product form 0.1292.": lambda: lesson_04.three_measures(
        {"a": FARM.counts.tolist()}
    ),
    "a: 0.10 with two classes, 0.20 with ten, 0.30 with 50": lambda: lesson_04.over_classes(
        np.array([2, 10, 50]), {"a": [0.1, 0.2, 0.3]}
    ),
    "over 5 of them stands the triangle … 7 have none": lambda: lesson_06.nights(PETS),
    "The 143 possible services … at 0.4 and 0.60, inside": lambda: lesson_06.services(PETS),
    "filled up to J, 0.1167 … at R prime 0.60": lambda: lesson_06.area(PETS),
    "right labels: [[4, 1, 1]": lambda: lesson_07.one_column_added(FARM, FARM),
    "straight line from 0.70 to 0.90": lambda: lesson_07.more_of_one(
        np.array([0, 1]), np.array([[0.7, 0.8], [0.9, 0.8]]), 0, 0.8, "cat"
    ),
    "up to 8 zeros in one training and to 9 sixes … a: 3 zeros and 4 sixes": lambda: (
        lesson_07.seeds(np.array([[1, 9], [8, 2]]), {"a": (3, 4), "b": (5, 6)})
    ),
    "The 2, framed, comes in place 3, at 2.0": lambda: lesson_08.digit_list(
        np.full(64, 8.0), np.ones((10, 64)), np.arange(10.0), 2
    ),
    "the 80 of 100 pictures … add 5, 5, 4, 3, 1, 1, 1 for": lambda: lesson_08.running_sum(
        np.array([80, 5, 5, 4, 3, 1, 1, 1, 0, 0])
    ),
    "empty are the 3 foxes and the 2 goats … right for 60": lambda: lesson_08.shelter(
        {"cats": 70, "dogs": 20, "rats": 5, "foxes": 3, "goats": 2}, 3
    ),
    "1 filled of 2 outlined cells, times 1, is 0.5.": lambda: lesson_08.hit_tables(
        {1: np.array([[1], [0]])}, ["a", "b"]
    ),
    "row of the digit 2 is outlined and holds 7": lambda: lesson_08.rank_table(
        np.eye(10, dtype=int) * 7, 2, 3
    ),
    "A bar of 570 samples": lambda: lesson_11.parts(340, 230),
    "In the lower one the dashed arrow is missing": lesson_11.leak,
    "A: the areas are 0.25, 0.25, 0.00, 0.00, 0.00; their mean is 0.100.": lambda: (
        lesson_11.penalties([1, 0, 0, 0, 0], {"A": np.array([0.5, 0.5, 0, 0, 0])})
    ),
    "at 1.00 a share of 1.00. … intervals: 0.10 to 0.60, 0.70 to 1.00.": lambda: (
        lesson_11.reliability(LINE, np.array([[0.1, 0.6], [0.7, 1.0]]))
    ),
    "a 1, b 0, both 1.": lambda: lesson_12.bags(
        {"a": [("1", "1")], "b": [("1", "7")], "both": [("1", "1"), ("1", "7")]}
    ),
    "filled to 0.54; a dashed line at 0.7": lambda: lesson_12.tanks({"a": (10, 9), "b": (90, 45)}),
    "In the tree 8 and 6 are made": lambda: lesson_12.chain_and_tree([3, 5, 2, 4]),
    "1,000 classes 8,000,000": lambda: lesson_12.sizes_in_bytes(16, {10: 800, 1000: 8_000_000}),
    "Digit 4: hits 2,000, support 2,000": lambda: lesson_12.three_vectors(TEN),
    "machine 2 lies at 0.90": lambda: lesson_12.machines(np.array([0.5, 0.6, 0.9]), 0.7),
    "The AUC of the scores is 0.8500. ten: 0.8000 to 0.9000.": lambda: lesson_12.bins_and_ends(
        [9] * 10, {"ten": (0.8, 0.9)}, 0.85
    ),
    "Sum: [[10, 14], [6, 14]], Kappa 0.11.": lambda: lesson_12.kappa_of_sum(
        {"a": PETS, "b": PETS, "sum": PETS + PETS}
    ),
    "TPR is 2 of 3 … FPR is 1 of 4": lambda: lesson_05.two_rates(MAILS),
    "6 squares wide and 4 high … 60 right; then one slanted arrow": lambda: lesson_05.roc_by_hand(
        SPAM, SCORE, *CURVE
    ),
    "95 at recall 1/4 and precision 1/1; 90 at recall 1/4 and precision 1/2": lambda: (
        lesson_05.average_precision(SCORE, *CURVE)
    ),
    "95: 3 + 0 = 3; 90: 3 + 1 = 4 … costs 5, ∞: 4 + 0 = 4": lambda: lesson_05.costs(*CURVE, (1, 5)),
    "stands at the threshold 70": lambda: lesson_05.informedness(*CURVE),
    "touches at threshold 95. A thick": lambda: lesson_05.lines_of_cost(*CURVE),
    "A bar in three parts": lesson_05.three_sets,
    "mean 0.15 … mean 0.00": lambda: lesson_05.cheating([0.1, 0.2], [0.1, -0.1]),
    "line is at 0.51, and the dot is at 0.03": lesson_05.between_two_points,
    "digit 7 +0.0100, from -0.0100": lambda: lesson_07.changes(FRAME, FRAME, [4]),
    "digit 4 0.9000, from": lambda: lesson_07.ranking(FRAME[["R'", "low", "high"]], 1),
    "3 cells … 2 of them in a grey band … Cats as dogs: predicted 900, printed 901": lambda: (
        lesson_07.against_prediction(
            np.array([300, 500, 900]),
            np.array([302, 900, 901]),
            lambda middle: 0 * middle + 5,
            {"cats as dogs": (900, 901), "deer as horses": (300, 302)},
        )
    ),
    "dog from recall 0.9000 and precision 0.5000 to 0.8000 and 0.8000": lambda: lesson_07.paths(
        0.1, {"dog": [[0.9, 0.5], [0.8, 0.8]], "fox": [[0.9] * 2] * 2}
    ),
    "mint 2, 9, 4, sum 14, not 15 … where they cross, 4, is hatched": lambda: lesson_09.misfit(
        [[8, 1, 1], [2, 9, 4], [0, 3, 7]], ["basil", "mint", "sage"], [10, 14, 10], [10, 13, 11]
    ),
    "The lines of P and R cross": lambda: lesson_09.crossing(
        {"P": "0.1", "R": "0.2"}, {"P": "0.2", "R": "0.1"}
    ),
    "A, 3 rows: 0 reproduced, 1 not judged, 0 misprint, 2 wrong": lambda: lesson_09.verdict_strips(
        dict.fromkeys("abcd", ("wrong", "drifts", "wrong"))
    ),
    "3 found, together 1/8; 2 found, together 3/8": lambda: lesson_10.three_owls(Fraction(1, 2)),
    "The bars of 5 cross it … add up to 0.0909": lambda: lesson_10.all_intervals(
        np.array([*pairwise(np.arange(12) / 11)]), CHANCES, 0.5
    ),
    "a: 0.700 at a true recall of 0.95, 0.800 on average; just": lambda: lesson_10.coverage_curves(
        np.array([0.5, 0.95]),
        dict.fromkeys("abcd", np.array([0.9, 0.7])),
        dict.fromkeys("abcd", 0.6),
        0.95,
    ),
    "[6, 7, 8]] with macro-F1 0.780 … from 0.720 to 0.840": lambda: lesson_10.resampling(
        THREE[0], 0.78, THREE, HILL, (0.72, 0.84)
    ),
    "rarest class, 5 to 5 … d, smoothed: 0.900 to 0.900": lambda: lesson_10.simulated_coverage(
        SIMULATED, list("abcd"), ("plain", "smoothed"), 0.95
    ),
    "only the first 2, only the second 3, neither 1": lambda: lesson_10.tosses(
        np.array([[5, 2], [3, 1]]), np.full(6, 1 / 6), 1.0
    ),
    "one 5%": lambda: lesson_10.found_by_chance({"one": 0.05}, 0.05),
}


@pytest.mark.parametrize(("words", "draw"), DRAWINGS.items())
def test_drawing_and_its_words(words, draw):
    ax = draw()
    for part in words.split(" … "):
        assert part in description(ax)
    check_nothing_clipped(figure_of(ax))


def test_drawings_that_their_lesson_describes():
    both = lesson_05.roc_and_pr(LINE, LINE).figure.axes
    assert [ax.get_xlabel() for ax in both] == ["false positive rate", "recall"]
    charts = {"one": (CHANCES, {1}), "two": (CHANCES, {2, 3})}
    first = lesson_10.hit_charts(charts, "hits", height=4, same_scale=True)
    filled = [bar.get_facecolor() for bar in first.patches]
    assert len(set(filled)) == 2
    assert filled.index(filled[1]) == 1
    mails = lesson_03.shuffled_agreements({"a": np.array([50, 52]), "b": np.array([80, 82])}, 90)
    assert [bar.get_x() + 0.8 for bar in mails.patches] == [50, 52, 80, 82]
    tables = dict.fromkeys("ab", PETS.counts)
    toned = lesson_03.toned([np.eye(2, dtype=int)] * 2, tables, list("xy"))
    assert [text.get_text() for text in toned.texts] == ["5", "7", "3", "7"]
    marks = np.array([1, 1, 1, 1, 0, 0, 0, 0]), np.array([95, 72, 64, 31, 68, 45, 22, 12])
    tied = lesson_12.tied_pairs(*marks, 25)
    assert "in 13. By bins of 25 it is higher in 12, and 3" in description(tied)
    rows = lesson_11.two_rows({"a": [1, 2], "b": [3]}, 0.5, xlabel="x")
    assert [len(line.get_xdata()) for line in rows.lines] == [2, 1, 2]
    widths = lesson_10.half_widths([10, 100], dict.fromkeys("abc", (0.3, 0.1)), (100,))
    assert [text.get_text() for text in widths.texts] == ["100 samples: ±0.10"]
