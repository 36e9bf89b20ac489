"""Fixtures for tests that draw."""

import matplotlib
import pytest
from matplotlib import pyplot as plt

from cmcourse.figures import use_course_style


@pytest.fixture(autouse=True)
def figures_closed():
    before = matplotlib.get_backend()
    matplotlib.use("Agg")
    yield
    plt.close("all")
    matplotlib.use(before)


@pytest.fixture
def course_style():
    with matplotlib.rc_context():
        use_course_style()
        yield
