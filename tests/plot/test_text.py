"""Labels, counts and shares as text: short, and never a 0 or a 100 % that is none.

The docstrings of the functions have more examples, which doctest runs.
"""

import numpy as np
import pytest

from cmlib._text import count_text, label_text, percent_text


def test_label_text():
    assert [label_text(label) for label in ("\t", True, "a ")] == ["'\\t'", "True", "'a '"]


@pytest.mark.parametrize(
    ("counts", "texts"),
    [
        # Beyond 2**53 a float would lose units.
        ([2**53 + 1], ["9,007,199,254,740,993"]),
        ([3.0, 1000.0], ["3", "1,000"]),
        ([0.0, 0.5, 2.25], ["0", "0.50", "2.25"]),
        ([1234.5, 0.2], ["1,234", "<1"]),
        ([2e16, 0.5], ["2e+16", "0.5"]),
        ([0.0, 2.5e-7], ["0", "2.5e-07"]),
        ([0.0, 0.0], ["0", "0"]),
    ],
)
def test_count_text(counts, texts):
    assert count_text(counts).tolist() == texts


def test_sums_are_written_as_the_counts_are():
    assert count_text(1000.25, like=np.array([0.25, 500.0])).item() == "1,000"


@pytest.mark.parametrize(
    ("share", "decimals", "text"),
    [(0.0, 1, "0.0%"), (0.004, 0, "<1%"), (0.996, 0, ">99%"), (1.0, 1, "100.0%")],
)
def test_percent_text(share, decimals, text):
    assert percent_text(share, decimals) == text
