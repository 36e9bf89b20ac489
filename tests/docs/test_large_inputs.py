"""The code on the page on large inputs runs, and every way gives the same matrix."""

import re

import dask
import numpy as np
import pytest
from places import DOCS
from statsmodels.stats.contingency_tables import mcnemar

PAGE = (DOCS / "large_inputs.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """Return the names that the page binds."""
    names = {}
    with pytest.MonkeyPatch.context() as patch, dask.config.set(scheduler="synchronous"):
        patch.chdir(tmp_path_factory.mktemp("large_inputs"))
        for block in BLOCKS:
            if "spark." not in block:
                exec(block, names)
    return names


@pytest.mark.parametrize("name", re.findall(r"^(from_(?!spark)\w+) =", PAGE, re.MULTILINE))
def test_all_ways_give_same_matrix(said, name):
    assert said[name] == said["whole"]
    assert said[name].counts.dtype == np.int64


def test_many_classes_sparse(said):
    assert said["stored"] <= said["sold"].total == 200_000
    assert said["share"] < 0.001


def test_dask_scores_ranked(said):
    assert said["among_three"] == pytest.approx(0.3, abs=0.01)


def test_mcnemar(said):
    first, second = (said[name] == said["truth"] for name in ("predicted", "second"))
    assert said["only_first"] == (first & ~second).sum()
    assert said["only_second"] == (second & ~first).sum()
    table = [[0, said["only_second"]], [said["only_first"], 0]]
    assert said["p_value"] == pytest.approx(mcnemar(table, exact=True).pvalue)


def test_only_spark_code_not_run():
    assert PAGE.count("```") == 2 * len(BLOCKS)
    assert sum("spark." in block for block in BLOCKS) == 1
