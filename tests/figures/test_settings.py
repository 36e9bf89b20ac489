"""The lessons' style: lines told apart, figures that are text."""

import matplotlib
import numpy as np
import pytest
from drawn import contrast
from matplotlib import colors

from cmlib.plot import curves
from cmlib.plot.svg import figure_svg


@pytest.mark.usefixtures("course_style")
def test_course_style():
    looks = list(matplotlib.rcParams["axes.prop_cycle"])
    for key in ("color", "linestyle", "marker"):
        assert len({str(look[key]) for look in looks}) == len(looks)
    # WCAG requires a contrast of 3 to 1 for graphics; dashes and markers help with the others.
    assert contrast(colors.to_rgb(looks[0]["color"]), (1, 1, 1)) >= 3
    for name in ("font.size", "axes.labelsize", "xtick.labelsize", "legend.fontsize"):
        assert matplotlib.rcParams[name] >= 10


@pytest.mark.usefixtures("course_style")
def test_a_stored_figure_is_small_and_has_words():
    # A curve as long as a test set: what is stored must not grow with it.
    x, *y = np.sort(np.random.default_rng(0).random((4, 20_000)) ** [[1], [2], [3], [4]])
    lines = {name: (x, 1 - row) for name, row in zip("abc", y, strict=True)}
    ax = curves(lines, xlabel="x", ylabel="y", step="post", square=True)
    svg = figure_svg(ax.figure)
    assert len(svg) < 90_000
    assert ">x</text>" in svg
    # Words can be found and translated; no embedded picture, no date.
    assert "<image" not in svg
    assert "<metadata>" not in svg
