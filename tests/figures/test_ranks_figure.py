"""The lists behind Top-k: the true class filled, in its place, and what that counts for."""

import re
from fractions import Fraction

import numpy as np
import pytest
from drawn import LABELS, check_nothing_clipped
from matplotlib.colors import to_rgba

from cmcourse.figures import ranks
from cmlib import top_k_accuracy
from cmlib.plot.style import FILL
from cmlib.plot.svg import description

# No test machine need have a font with Chinese characters.
pytestmark = pytest.mark.filterwarnings(r"ignore:Glyph \d+ .* missing from font")

FLOWERS = ["orchid", "rose", "tulip", "daisy", "lily"]
SCORES = [[0.32, 0.1, 0.2, 0.05, 0.33]]


def verdicts(ax):
    return [text.get_text() for text in ax.texts if text.get_text().startswith("rank")]


def lists(ax):
    """The classes of each sample as they are written, from the first place on."""
    found = {}
    for text in ax.texts:
        if "\n" in text.get_text():
            place, row = text.get_position()
            found.setdefault(row, {})[place] = text.get_text().split("\n")[0]
    return [[row[place] for place in sorted(row)] for _, row in sorted(found.items())]


def filled(ax):
    """The place of the filled box of each sample."""
    boxes = [patch for patch in ax.patches if tuple(patch.get_facecolor()) == to_rgba(FILL)]
    return [round(box.get_x() + box.get_width() / 2) for box in boxes]


def frames(ax):
    """Return the number of classes in each frame."""
    return [round(patch.get_width()) for patch in ax.patches if patch.get_linestyle() == "--"]


def test_true_class_in_second_place():
    ax = ranks(["orchid"], SCORES, k=1, labels=FLOWERS)
    assert lists(ax) == [["lily", "orchid", "tulip", "rose", "daisy"]]
    assert (filled(ax), frames(ax)) == ([2], [])
    assert verdicts(ax) == ["rank 2: a miss"]
    assert verdicts(ranks(["orchid"], SCORES, k=2, labels=FLOWERS)) == ["rank 2: a hit"]
    assert verdicts(ranks(["orchid"], SCORES, labels=FLOWERS)) == ["rank 2"]
    assert description(ax) == (
        "Lists of 5 classes, the highest score first, cut after place 1; the true class is filled. "
        "orchid: lily (0.33), orchid (0.32), tulip (0.2), rose (0.1), daisy (0.05); the truth is "
        "orchid, rank 2: a miss."
    )
    check_nothing_clipped(ax.figure)


def test_equal_scores_stand_in_a_frame():
    ax = ranks([2, 0], [[5, 3, 3, 3, 1], [1, 2, 3, 4, 4]], k=2, rows=["first", "second"])
    assert frames(ax) == [3, 2]
    assert verdicts(ax) == ["rank 2 to 4:\na hit in 1/3\nof the orders", "rank 5: a miss"]
    assert "0 (5), 1 = 2 = 3 (3), 4 (1)" in description(ax)
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["first", "second"]
    assert any("any order" in text.get_text() for text in ax.texts)
    assert not any("any order" in text.get_text() for text in ranks([0], [[1, 2]]).texts)


@pytest.mark.parametrize("seed", range(2))
def test_verdict_is_the_expected_hit(seed):
    rng = np.random.default_rng(seed)
    score, truth = rng.integers(0, 4, (15, 6)), rng.integers(0, 6, 15)
    k = int(rng.integers(1, 7))
    for words, true, row in zip(verdicts(ranks(truth, score, k=k)), truth, score, strict=True):
        counts = top_k_accuracy([true], [row], k, ties="expected")
        share = re.search(r"\d/\d", words)
        said = Fraction(share[0]) if share else {"hit": 1, "miss": 0}[words.split()[-1]]
        assert float(said) == pytest.approx(counts)


@pytest.mark.parametrize("kind", ["Chinese", "markup"])
def test_labels_are_written_in_full(kind):
    labels = [LABELS[kind](column) for column in range(3)]
    ax = ranks(labels[:2], [[1, 2, 3], [3, 2, 1]], labels=labels)
    assert lists(ax) == [labels[::-1], labels]
    check_nothing_clipped(ax.figure)
