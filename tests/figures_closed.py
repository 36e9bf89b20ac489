"""A fixture for tests that draw."""

import matplotlib
import pytest
from matplotlib import pyplot as plt


@pytest.fixture(autouse=True)
def figures_closed():
    before = matplotlib.get_backend()
    matplotlib.use("Agg")
    yield
    plt.close("all")
    matplotlib.use(before)
