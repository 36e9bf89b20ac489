"""Fixtures for tests that draw."""

import matplotlib
import pytest
from matplotlib import pyplot as plt

from cmcourse.figures import use_course_style


@pytest.fixture(autouse=True)
def figures_closed():
    """Close what a test drew; nothing that draws changes matplotlib's settings."""
    before = matplotlib.get_backend()
    matplotlib.use("Agg")
    settings = matplotlib.rcParams.copy()
    yield
    plt.close("all")
    assert matplotlib.rcParams == settings
    matplotlib.use(before)


@pytest.fixture
def course_style():
    with matplotlib.rc_context():
        use_course_style()
        yield
