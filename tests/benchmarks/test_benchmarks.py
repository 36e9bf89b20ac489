"""The benchmarks run, on few samples here, and refuse to time a wrong result."""

import re

import bench
import numpy as np
import pytest
from bench import CASES
from places import ROOT

RESULTS = bench.RESULTS.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES[:-1], ids=lambda case: case.name)
def test_libraries_agree_on_every_case(case):
    took = bench.check(case.jobs(300))
    assert len(took) > 1
    assert {"cmlib", *took} <= set(bench.LIBRARIES)


def test_row_holds_medians_as_ratios(monkeypatch):
    medians = {"cmlib": 0.002, "scikit-learn": 0.09}
    monkeypatch.setattr(bench, "race", lambda jobs: medians)
    monkeypatch.setattr(bench, "peak_of", lambda case, who, samples: 1234.56)
    monkeypatch.setattr(bench, "CLEAR", ROOT)
    missing = ["–"] * 4
    expected = [CASES[0].name, "2.00", "(1,234.6)", "–", "45.0× (1,234.6)", *missing]
    assert bench.row(CASES[0], 300) == expected
    assert f"| {' | '.join(expected)} |" in bench.page([expected])


def test_committed_results_name_every_case():
    rows = re.findall(r"^\| (.+?) \| [\d.,]+ \|", RESULTS, re.MULTILINE)
    assert rows == [case.name for case in CASES]
    begin = re.search(r'start-after: "(.+)"', (ROOT / "docs/benchmarks.md").read_text("utf-8"))
    assert begin is not None
    assert RESULTS.count(begin[1]) == 1


def test_wrong_result_is_refused():
    jobs = {"cmlib": (lambda: 0.5, np.asarray), "other": (lambda: 0.5 + 1e-7, np.asarray)}
    with pytest.raises(ValueError, match="other gives another result than cmlib"):
        bench.check(jobs)
    bench.check({**jobs, "other": (lambda: np.float32(0.5 + 1e-7), np.asarray)})


@pytest.mark.skipif(not bench.CLEAR.exists(), reason="this system notes no peak of memory")
def test_peak_is_above_the_inputs():
    # 65 MiB: the kernel counts resident pages inexactly, by less than one MiB.
    held = np.ones(65 * 2**17)
    assert 64 <= bench.peak(lambda: held + 1) < 80
    assert bench.peak(held.max) < 8
    assert bench.peak_of(CASES[0], "scikit-learn", 10**5) < 100
