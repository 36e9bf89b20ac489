"""Sketches: boxes where they were put, words that stay readable on them."""

from drawn import check_nothing_clipped
from matplotlib import colors

from cmcourse.figures import box, sketch
from cmlib.plot.style import FILL, INK, ON_FILL, PAPER


def test_boxes_and_their_words():
    ax = sketch(4, 2, x=(0, 4), y=(2, 0))
    box(ax, 0, 0, 2, 1, 17, facecolor=FILL)
    box(ax, 2, 0, 2, 1, "5 $ each", hatch="///")
    box(ax, 0, 1, 4, 1)
    bounds = [patch.get_bbox().bounds for patch in ax.patches]
    assert bounds == [(0, 0, 2, 1), (2, 0, 2, 1), (0, 1, 4, 1)]
    words = [(text.get_position(), text.get_text()) for text in ax.texts]
    assert words == [((1, 0.5), "17"), ((3, 0.5), "5 $ each")]
    assert [text.get_color() for text in ax.texts] == [ON_FILL, INK]
    paper = ax.texts[1].get_bbox_patch()
    assert colors.same_color(paper.get_facecolor(), PAPER)
    check_nothing_clipped(ax.figure)


def test_lines_of_a_sketch_are_plain():
    line, other = sketch(2, 1, x=(0, 1), y=(0, 1)).plot([0, 1], [[0, 1], [1, 0]])
    assert line.get_linestyle() == other.get_linestyle() == "-"
    assert (other.get_color(), other.get_marker()) == (INK, "None")
