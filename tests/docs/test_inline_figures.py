"""A figure in a page: words that can be found, the colours of the page, a description as name."""

import re

import inline_figures
import matplotlib
import pytest
from matplotlib import pyplot as plt

from cmcourse.figures import use_course_style
from cmlib import ConfusionMatrix
from cmlib.plot import heatmap
from cmlib.plot.svg import figure_svg


@pytest.fixture
def svg():
    with matplotlib.rc_context():
        matplotlib.use("Agg")
        use_course_style()
        ax = heatmap(ConfusionMatrix([[5, 7], [3, 7]], ["dog", '"cat" & co.']))
        yield figure_svg(ax.figure)
        plt.close("all")


def test_description_is_label(svg):
    inlined = inline_figures.inline(svg)
    (label,) = re.findall(r'<svg [^>]*aria-label="([^"]*)"', inlined)
    assert "7 predicted &quot;cat&quot; &amp; co." in label
    assert "<desc>" not in inlined


def test_missing_description_raises(svg):
    with pytest.raises(ValueError, match="a figure has no description: '<svg"):
        inline_figures.inline(re.sub("<desc>.*?</desc>", "", svg))
