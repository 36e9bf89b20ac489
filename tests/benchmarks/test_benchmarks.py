"""The benchmarks run, on few samples here, and refuse to time a wrong result."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import bench
import findings
import memory
import peers
import pytest
import timing
from cases import CASES, GROUPS, Case
from findings import Result, Row
from markdown_it import MarkdownIt
from places import ROOT
from timing import Disagreement, Job

FOLDER = ROOT / "benchmarks"
FEW = 300


def tables(markdown: str) -> Iterator[list[list[str]]]:
    """Read the tables of a page, heads first."""
    rows: list[list[str]] | None = None
    for token in MarkdownIt().enable("table").parse(markdown):
        if token.type == "table_open":
            rows = []
        elif token.type == "table_close":
            assert rows is not None
            yield rows
            rows = None
        elif rows is not None and token.type == "tr_open":
            rows.append([])
        elif rows is not None and token.type == "inline":
            rows[-1].append(token.content)


def small(case: Case) -> Case:
    """Leave out of the imports what takes seconds."""
    if case.group != "import":
        return case
    return replace(case, asks={who: case.asks[who] for who in ("cmlib", "plain read")})


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SLOW_ROUNDS", "ROUNDS", "MOST_ROUNDS"):
        monkeypatch.setattr(timing, name, 2)
    monkeypatch.setattr(timing, "SAMPLE", 0)


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let river be there and torchmetrics not, whatever is installed."""
    known = peers.installed
    monkeypatch.setattr(peers, "installed", lambda who: "torch" not in who and known(who))


@pytest.mark.usefixtures("quickly", "there")
def test_every_case_runs_and_is_written_down(tmp_path: Path) -> None:
    found = bench.run(map(small, CASES), FEW, seconds=0, peak=lambda name, who, samples: 1.5)
    findings.write(tmp_path, found)
    written = (tmp_path / "RESULTS.md").read_text(encoding="utf-8")
    assert problems(written) == []
    for name in ("cost_samples.svg", "cost_classes.svg"):
        assert f"]({name})" in written
        description = ElementTree.parse(tmp_path / name).find("{http://www.w3.org/2000/svg}desc")
        assert description is not None
        assert description.text is not None
        assert f"![{description.text}]({name})" in written
    for result in found:
        for row in result.rows:
            if "torch" in row.who:
                assert row.why
                assert not row.times
            assert bool(row.times) is not bool(row.why)
    assert "| torchmetrics | – | – | – | – | – | is not installed |" in written


def problems(page: str) -> list[str]:
    """Say what is wrong with a page of results."""
    said = []
    headline, *details = tables(page)
    for rows in [headline, *details]:
        said += [f"{row[0]}: {len(row)} cells" for row in rows if len(row) != len(rows[0])]
    for case in CASES:
        if case.name not in [row[0] for row in headline]:
            said.append(f"{case.name} has no ratios")
        rows = [row for rows in details for row in rows if row[:2] == [case.name, "cmlib"]]
        if len(rows) != 1 or not re.fullmatch(r"[\d.,]+", rows[0][2]):
            said.append(f"{case.name} has no time of cmlib")
    return said


def test_the_committed_results_name_every_case() -> None:
    page = (FOLDER / "RESULTS.md").read_text(encoding="utf-8")
    assert problems(page) == []
    name = CASES[0].name
    assert f"{name} has no ratios" in problems(page.replace(f"| {name} |", "| other |", 1))
    assert f"{name} has no time of cmlib" in problems(page.replace(f"| {name} | cmlib |", "| x |"))


def test_the_book_shows_the_results_and_their_figures() -> None:
    shown = (ROOT / "docs/benchmarks.md").read_text(encoding="utf-8")
    begin = re.search(r'start-after: "(.+)"', shown)
    assert begin is not None
    for name in ("page.md", "RESULTS.md"):
        assert (FOLDER / name).read_text(encoding="utf-8").count(begin[1]) == 1
    for picture in re.findall(r"\]\((\w+\.svg)\)", (FOLDER / "RESULTS.md").read_text("utf-8")):
        assert (FOLDER / picture).is_file()


def test_each_case_is_of_a_group_and_has_a_name_of_its_own() -> None:
    assert {case.group for case in CASES} == set(GROUPS)
    assert len({case.name for case in CASES}) == len(CASES)
    for case in CASES:
        assert next(iter(case.asks)) == "cmlib"
        assert {*case.asks, *case.left_out} <= set(peers.PEERS)
        assert not set(case.asks) & set(case.left_out)


def test_a_wrong_result_is_named_and_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(labels: peers.Labels) -> Job:
        job = peers.sklearn_matrix(labels)
        return job._replace(result=lambda counts: peers.cells(counts.T))

    monkeypatch.setattr(timing, "wall", lambda work, number: pytest.fail("it was timed"))
    case = replace(CASES[0], asks={"cmlib": peers.cmlib_matrix, "scikit-learn": wrong})
    with pytest.raises(Disagreement, match="scikit-learn gives another result than cmlib") as told:
        bench.measured(case, FEW, seconds=0, peak=None)
    assert told.value.__notes__ == [f"That was the case '{case.name}'."]


def test_a_share_may_differ_by_its_rounding_only() -> None:
    def jobs(other: float) -> dict[str, Job]:
        return {
            "cmlib": Job(lambda: 0.5, lambda it: it),
            "other": Job(lambda: other, lambda it: it, 1e-6),
        }

    timing.check(jobs(0.5 + 1e-7))
    with pytest.raises(Disagreement):
        timing.check(jobs(0.5 + 1e-5))
    with pytest.raises(Disagreement):
        timing.check({**jobs(0.5), "a row": Job(lambda: 0.5, lambda it: [it])})


def test_a_library_that_fails_is_named() -> None:
    def fails() -> None:
        raise MemoryError

    with pytest.raises(MemoryError) as told:
        timing.check({"cmlib": Job(fails)})
    assert told.value.__notes__ == ["cmlib failed."]


def test_all_take_turns_and_who_is_slow_has_fewer() -> None:
    turns: list[str] = []
    seconds = {"fast": 1.0, "slow": 100.0}

    def clock(work: object, number: int) -> float:
        who = str(work())
        turns.append(who)
        return seconds[who]

    jobs = {who: Job(lambda who=who: who) for who in seconds}
    times = timing.race(jobs, seconds=20, clock=clock)
    assert times == {"fast": [1.0] * 10, "slow": [100.0] * 5}
    # After the first two, which say how long each takes.
    assert turns[2:].index("slow") < 8
    assert turns.index("fast") < turns.index("slow")


def test_what_is_too_short_for_the_clock_is_done_often() -> None:
    times = timing.race({"cmlib": Job(lambda: None)}, seconds=0)
    assert len(times["cmlib"]) == timing.ROUNDS
    assert timing.told(lambda: 3.0, 1) == 3.0


ROWS = [
    Row("cmlib", [0.002, 0.001, 0.009], 0.5),
    Row("plain read", [0.0005]),
    Row("scikit-learn", [0.1, 0.08], 20.25),
    Row("polars", [0.001]),
    Row("DuckDB", [0.004]),
    Row("river", [], why="is not installed"),
]


def test_ratios_are_those_of_medians() -> None:
    case = CASES[0]
    result = Result(case, ROWS)
    assert result.ratio("scikit-learn") == pytest.approx(45)
    assert result.ratio("cmlib", to="plain read") == pytest.approx(4)
    assert result.ratio("river") is None
    assert result.nearest() is ROWS[3]
    ((_, line),) = tables(findings.headline([result]))
    assert line == [case.name, "2.00", "0.5", "4.00×", "45.0×", "polars 0.500×"]
    ((_, first, *_, last),) = tables(findings.detail([result]))
    assert first == [case.name, "cmlib", "2.00", "1.00 to 9.00", "3", "1.00×", "0.5", ""]
    assert last == [case.name, "river", *["–"] * 5, "is not installed"]


def test_growth_is_the_slope_of_logarithms() -> None:
    case = CASES[0]
    found = [
        Result(replace(case, at=at), [Row("cmlib", [at**1.5]), Row("river", [])])
        for at in (10, 100, 10_000)
    ]
    assert findings.slope(found, "cmlib") == pytest.approx(1.5)
    assert findings.slope(found, "river") is None


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (0.01234, "0.0123"), (4.567, "4.57"), (99.96, "100.0"), (1234.5, "1,234")],
)
def test_numbers_have_three_digits(value: float, text: str) -> None:
    assert findings.significant(value) == text


@pytest.mark.usefixtures("quickly")
def test_a_part_is_printed_and_not_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(bench, "FOLDER", tmp_path)
    monkeypatch.setattr(bench, "measurable", lambda: False)
    monkeypatch.setattr(bench, "SECONDS", 0)
    monkeypatch.setattr(bench, "CASES", [CASES[1], small(CASES[-1])])
    bench.main(["import"])
    said = capsys.readouterr().out
    assert CASES[-1].name in said
    assert CASES[1].name not in said
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(SystemExit):
        bench.main(["imports"])
    assert "there is no group 'imports'; there are matrix, kinds," in capsys.readouterr().err


needs_the_kernel = pytest.mark.skipif(
    not memory.measurable(), reason="this system notes no peak of memory"
)


ARRAYS_OF_A_MEBIBYTE_A_SAMPLE = f"""
import sys

sys.path.insert(0, {str(FOLDER)!r})
import cases, memory
import numpy as np
from dataclasses import replace
from timing import Job

memory.FEW = 1
asks = {{
    "cmlib": lambda data: Job(lambda: (data + 1) * (data + 2)),
    "plain read": lambda data: Job(data.max),
}}
made = replace(cases.CASES[0], make=lambda samples: np.ones(samples * 2**17), asks=asks)
cases.CASES = [made]
# What is freed here could be found again, where the C library has learned to keep it.
np.ones(2**21)
freed, above = [np.ones(2**20) for _ in range(3)], np.ones(2**17)
del freed
print(memory.peak(sys.argv[1], sys.argv[2], int(sys.argv[3])))
"""


@needs_the_kernel
def test_memory_is_the_peak_above_the_inputs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "two_sums.py"
    script.write_text(ARRAYS_OF_A_MEBIBYTE_A_SAMPLE)
    monkeypatch.setattr(memory, "__file__", str(script))
    assert 15 <= memory.peak_of(CASES[0].name, "cmlib", 8) < 18
    assert memory.peak_of(CASES[0].name, "plain read", 8) < 1


@needs_the_kernel
def test_memory_is_measured_in_a_process_of_its_own() -> None:
    assert memory.peak_of(CASES[0].name, "plain read", 10_000) < 1
    with pytest.raises(RuntimeError, match=r"(?s)memory of nobody for '10⁷ .*KeyError: 'nobody'"):
        memory.peak_of(CASES[0].name, "nobody", 10)
