"""Curves: nothing clipped, told apart without colour, no point lost."""

import numpy as np
import pytest
from drawn import check_nothing_clipped, check_told_apart, named_lines
from matplotlib import pyplot as plt

from cmlib.plot import curves

SEVEN = [f"metric {number}" for number in range(7)]


def curves_plot(lines, **options):
    return curves(lines, **({"xlabel": "share $x", "ylabel": "value 50% $y"} | options))


RUNS = {name: (np.arange(1, 11), np.linspace(0, 1, 10) ** 2) for name in SEVEN}
LONG_X = np.linspace(0, 1, 301)
ROC = {
    "bus": (LONG_X, LONG_X**0.2),
    "van, a label of about forty characters in all": (LONG_X, LONG_X**0.5),
}
CHANCE = {"chance": ([0, 1], [0, 1]), "share of positives": ([0, 1], [0.3, 0.3])}


@pytest.mark.parametrize(
    ("lines", "options"),
    [
        (RUNS, {}),
        (ROC, {"square": True, "baseline": CHANCE}),
        ({"Kappa": (LONG_X, -40 * LONG_X), "undefined": ([1], [np.nan])}, {"step": "pre"}),
    ],
)
def test_curves_are_not_clipped(lines, options):
    ax = curves_plot(lines, **options)
    check_nothing_clipped(ax.figure)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("share $x", "value 50% $y")
    assert (ax.bbox.width == pytest.approx(ax.bbox.height)) == ("square" in options)
    style = f"steps-{options['step']}" if "step" in options else "default"
    assert named_lines(ax)[0].get_drawstyle() == style
    figure, axes = plt.subplots(1, 2, figsize=(11, 5), layout="constrained")
    for ax in axes:
        curves_plot(lines, ax=ax, **options)
    check_nothing_clipped(figure)


def test_curves_are_told_apart_and_complete():
    ax = curves_plot(RUNS, baseline=CHANCE)
    lines = named_lines(ax)
    check_told_apart(lines[:7])
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [*SEVEN, *CHANCE]
    for line, (x, y) in zip(lines, RUNS.values(), strict=False):
        np.testing.assert_array_equal(line.get_xdata(), x)
        np.testing.assert_array_equal(line.get_ydata(), y)
        assert line.get_markevery() is None
    assert {line.get_marker() for line in lines[7:]} == {""}
    assert len({line.get_linestyle() for line in lines[7:]}) == 2


def test_long_curves_have_few_markers_and_lose_no_point():
    y = np.full(301, 0.5)
    y[100:200] = np.nan
    y[150] = 0.9
    ax = curves_plot({"a": (LONG_X, y), "b": (LONG_X, LONG_X)})
    first, second = named_lines(ax)
    assert first.get_markevery() == (0.0, 0.1)
    assert second.get_markevery() == (0.05, 0.1)
    np.testing.assert_array_equal(first.get_ydata(), y)
    (lone,) = (line for line in ax.get_lines() if line.get_label().startswith("_"))
    assert lone.get_xydata().tolist() == [[0.5, 0.9]]
    assert lone.get_marker() == first.get_marker()
    check_nothing_clipped(ax.figure)


@pytest.mark.parametrize(("y", "limits"), [([0.4, np.nan], (-0.03, 1.03)), ([0, 2], (-0.1, 2.1))])
def test_shares_get_the_whole_scale(y, limits):
    ax = curves_plot({"a": ([0.0, 1.0], y)})
    assert ax.get_ylim() == pytest.approx(limits)


@pytest.mark.parametrize(
    ("x", "ticks"),
    [(np.arange(1, 11), [*range(1, 11)]), (np.arange(1, 1001), None), (np.array([3]), [3])],
)
def test_integers_get_integer_ticks(x, ticks):
    ax = curves_plot({"a": (x, np.linspace(0, 1, len(x)))})
    ax.figure.canvas.draw()
    shown = [float(it.get_text().replace("\N{MINUS SIGN}", "-")) for it in ax.get_xticklabels()]
    assert all(tick == int(tick) for tick in shown)
    assert ticks is None or shown == ticks
