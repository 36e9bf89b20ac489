"""The HTML table of a DataFrame: one row of heads, numbers in line, nothing lost."""

import pandas as pd
import pytest
from bs4 import BeautifulSoup

from cmcourse.figures.frames import frame_to_html


def rows(html):
    """The rows of the only table, each as a list of its cells."""
    (table,) = BeautifulSoup(html, "html.parser").find_all("table")
    return [row.find_all(["th", "td"]) for row in table.find_all("tr")]


def texts(html):
    return [[cell.get_text() for cell in row] for row in rows(html)]


RUNS = pd.Index(["first", "second"], name="run")
PAIRS = pd.MultiIndex.from_tuples([("cat", 1), ("cat", 2), ("dog", 1)], names=["truth", "run"])


def test_index_name_stands_in_the_corner():
    html = frame_to_html(pd.DataFrame({"F1": [0.5, 0.75]}, index=RUNS))
    assert texts(html) == [["run", "F1"], ["first", "0.50"], ["second", "0.75"]]
    html = frame_to_html(pd.DataFrame({"F1": [1, 2, 3]}, index=PAIRS))
    assert texts(html) == [["truth", "run", "F1"], ["cat", "1", "1"], ["2", "2"], ["dog", "1", "3"]]
    html = frame_to_html(pd.DataFrame({"F1": [1, 2, 3]}, index=PAIRS.set_names([None, "run"])))
    assert texts(html)[0] == ["", "run", "F1"]


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"F1": [0.5, 0.75]}),
        pd.DataFrame([[1, 2]], columns=pd.Index(["a", "b"], name="k"), index=RUNS[:1]),
        pd.DataFrame([[1, "x"]], columns=pd.MultiIndex.from_product([["A"], ["a", "b"]])),
        pd.DataFrame([[r"<script>$\href{javascript:1}{x}$", "a\nb"]], index=["</thead>&"]),
        pd.DataFrame({"n": range(200)}),
        pd.DataFrame({"F1": []}),
        pd.DataFrame(),
    ],
)
def test_nothing_is_lost_and_no_head_is_empty(frame):
    html = frame_to_html(frame)
    assert 'class="dataframe tex2jax_ignore mathjax_ignore"' in html  # $x$ is no formula
    assert all(cell.get_text() for row in rows(html) for cell in row if cell.name == "th")
    as_pandas_writes_it = sorted(t for row in texts(frame._repr_html_()) for t in row if t)
    assert sorted(text for row in texts(html) for text in row if text) == as_pandas_writes_it


def test_numbers_are_right_aligned():
    columns = {
        "numbers": ["1,000", "-0.5", "1e-05"],
        "mostly numbers": ["0.5", "0.25", "not printed"],
        "undefined": ["nan", "NaN", "inf"],
        "words": ["yes", "R' = recall - q + 1", ""],
    }
    expected = [True, False, False, False, False, True]
    for row in rows(frame_to_html(pd.DataFrame(columns, index=PAIRS))):
        left = ["text-align: left" in cell.get("style", "") for cell in row]
        assert left == expected[-len(row) :]


def test_pandas_option_switches_html_off():
    with pd.option_context("display.notebook_repr_html", False):
        assert frame_to_html(pd.DataFrame({"F1": [1]})) is None


def test_control_characters_fall_back_to_pandas():
    frame = pd.DataFrame({"sign": ["\x08"]})
    with_classes = '"dataframe tex2jax_ignore mathjax_ignore"'
    assert frame_to_html(frame) == frame._repr_html_().replace('"dataframe"', with_classes)
