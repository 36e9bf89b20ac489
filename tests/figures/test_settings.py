"""The lessons' style: lines told apart, figures the same on every run."""

import matplotlib
from drawn import contrast
from kernels import run_cells
from matplotlib import colors

from cmcourse.figures import radar, use_course_style
from cmlib import ConfusionMatrix
from cmlib.plot import curves, heatmap, per_class


def test_settings_are_left_alone():
    before = matplotlib.rcParams.copy()
    heatmap(ConfusionMatrix([[5, 7], [3, 7]]))
    per_class({"recall": [0.5]}, ["a"])
    radar({"recall": [0.5, 0.5, 0.5]}, ["a", "b", "c"])
    curves({"recall": ([1, 2], [0.5, 0.5])}, xlabel="run", ylabel="value", square=False)
    assert matplotlib.rcParams == before


def test_course_style():
    with matplotlib.rc_context():
        use_course_style()
        looks = list(matplotlib.rcParams["axes.prop_cycle"])
        for key in ("color", "linestyle", "marker"):
            assert len({str(look[key]) for look in looks}) == len(looks)
        # A line against white paper: WCAG asks for 3 to 1 of graphics, and dashes help the rest.
        assert contrast(colors.to_rgb(looks[0]["color"]), (1, 1, 1)) >= 3
        for name in ("font.size", "axes.labelsize", "xtick.labelsize", "legend.fontsize"):
            assert matplotlib.rcParams[name] >= 10


NOTEBOOK_CELLS = (
    "from cmlib.plot import curves, per_class\nfrom cmcourse.figures import radar\n"
    "from cmcourse.figures import use_course_style\nuse_course_style()",
    "import numpy as np\nfrom cmlib import ConfusionMatrix\n"
    "counts = np.random.default_rng(0).poisson(0.6, (10, 10)) + np.diag(range(20, 30))\n"
    "_ = ConfusionMatrix(counts).plot()",
    "_ = per_class({'recall': [0.5, 1.0], 'precision': [0.2, float('nan')]}, ['a', 'b'])",
    "_ = radar({name: np.linspace(0, 1, 12) for name in 'abcdefg'}, list('ABCDEFGHIJKL'))",
    # As long as a test set of scores: what is stored must not grow with it.
    "rng = np.random.default_rng(0)\n"
    "x, *y = np.sort(rng.random((4, 20_000)) ** [[1], [2], [3], [4]])\n"
    "_ = curves({name: (x, 1 - row) for name, row in zip('abc', y)}, xlabel='x', ylabel='y',\n"
    "                step='post', square=True, baseline={'chance': ([0, 1], [0, 1])})",
)


def run_notebook():
    """Return the SVG figures of a small notebook, run in a kernel of its own."""
    outputs = [output for cell in run_cells(*NOTEBOOK_CELLS) for output in cell]
    assert all("image/png" not in output.data for output in outputs)
    return [output.data["image/svg+xml"] for output in outputs]


def test_figures_of_two_kernels_are_equal_and_small():
    figures = run_notebook()
    assert len(figures) == 4
    # Digests: pytest would take minutes to show where two long pictures differ.
    assert [hash(svg) for svg in figures] == [hash(svg) for svg in run_notebook()]
    for svg in figures:
        assert len(svg) < 90_000
        assert "<metadata>" not in svg
        # Words can be found and translated; no embedded picture.
        assert "<image" not in svg
        assert "<text" in svg
