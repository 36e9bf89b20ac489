"""Time cmlib against its peers: ``python benchmarks/bench.py``, or a part, ``… matrix top_k``.

All of it takes about ten minutes and writes RESULTS.md and its figures beside this file; a part
prints its tables and writes nothing. What is not installed becomes a row that says so.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from cases import CASES, GROUPS, Case
from findings import Result, Row, detail, headline, write
from memory import FEW, measurable, peak_of
from timing import check, race

FOLDER = Path(__file__).parent
# What the rounds of one case may take, unless three of them take longer.
SECONDS = 4.0

Peak = Callable[[str, str, int], float]


def measured(case: Case, samples: int, seconds: float, peak: Peak | None) -> Result:
    """Check one case, time it and measure its memory."""
    try:
        times = race(case.jobs(samples), seconds, case.clock)
    except Exception as error:
        error.add_note(f"That was the case {case.name!r}.")
        raise
    mib: dict[str, float] = {}
    if peak is not None and case.has_memory:
        # Two at a time: they are not timed.
        with ThreadPoolExecutor(2) as processes:
            ask = partial(peak, case.name, samples=samples)
            mib = dict(zip(times, processes.map(ask, times), strict=True))
    rows = [
        Row(who, times[who], mib.get(who))
        if who in times
        else Row(who, [], why=case.left_out.get(who, "is not installed"))
        for who in [*case.asks, *case.left_out]
    ]
    return Result(case, rows)


def run(
    cases: Iterable[Case], samples: int, seconds: float = SECONDS, peak: Peak | None = None
) -> list[Result]:
    """Measure one case after the other, and say on the way what came out."""
    found = []
    for case in cases:
        started = time.perf_counter()
        found.append(measured(case, samples, seconds, peak))
        took = time.perf_counter() - started
        print(f"{case.name} ({took:.0f} s)", detail(found[-1:]), sep="\n", flush=True)
    return found


def main(words: list[str]) -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("groups", nargs="*", metavar="group", help=", ".join(GROUPS))
    parser.add_argument("--samples", type=int, help="take at most so many samples")
    asked = parser.parse_args(words)
    for name in asked.groups:
        if name not in GROUPS:
            parser.error(f"there is no group {name!r}; there are {', '.join(GROUPS)}")
    cases = [case for case in CASES if case.group in (asked.groups or GROUPS)]
    most = max(case.samples for case in CASES) if asked.samples is None else asked.samples

    # What does not work, or not equally, shows in seconds and not after ten minutes.
    for case in cases:
        check(case.jobs(min(FEW, most)))
    started = time.perf_counter()
    found = run(cases, most, peak=peak_of if measurable() else None)
    print(headline(found))
    print(f"All took {(time.perf_counter() - started) / 60:.1f} minutes.")
    if not asked.groups and asked.samples is None:
        write(FOLDER, found)


if __name__ == "__main__":
    main(sys.argv[1:])
