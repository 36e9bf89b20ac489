"""Let several libraries do one work in turns, in one process: equal results first, then times.

The usual tools (pyperf, asv, pytest-benchmark) time one thing after the other, each in rounds or
processes of its own. On a machine whose speed drifts, that puts the drift into the ratios. Here
each round lets every library work once: what slows one of them slows its neighbours, too.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

# A median needs a few rounds, and a good one seven; more than fifteen say nothing new.
SLOW_ROUNDS, ROUNDS, MOST_ROUNDS = 5, 7, 15
# So long a sample at least lasts, in seconds: what the neighbour left in the caches then costs as
# little as the clock does.
SAMPLE = 0.01
# What takes longer has few rounds; what takes much longer is not called once more to learn it.
SLOW, VERY_SLOW = 0.5, 3.0

Clock = Callable[[Callable[[], Any], int], float]


class Job(NamedTuple):
    """What one library is to do, with its inputs already in containers of its own."""

    work: Callable[[], Any]
    # What `work` returned as numbers, in the same form for all libraries; none for a plain read.
    result: Callable[[Any], Any] | None = None
    # By what share a number may differ: 0 for counts.
    tolerance: float = 0.0


class Disagreement(Exception):
    """A library gives another result than cmlib: its time would say nothing."""


def wall(work: Callable[[], Any], number: int) -> float:
    """Return the seconds that pass during one call, over so many."""
    started = time.perf_counter()
    for _ in range(number):
        work()
    return (time.perf_counter() - started) / number


def processor(work: Callable[[], Any], number: int) -> float:
    """Return the seconds that all threads of this process work in one call, over so many."""
    started = time.process_time()
    for _ in range(number):
        work()
    return (time.process_time() - started) / number


def told(work: Callable[[], Any], number: int) -> float:
    """Return the seconds that a call says it took."""
    return float(np.median([work() for _ in range(number)]))


def check(jobs: Mapping[str, Job]) -> dict[str, float]:
    """Do each job once, compare its result with cmlib's, which is first; say how long it took."""
    expected, took = None, {}
    for who, job in jobs.items():
        started = time.perf_counter()
        try:
            returned = job.work()
        except Exception as error:
            error.add_note(f"{who} failed.")
            raise
        took[who] = time.perf_counter() - started
        if job.result is None:
            continue
        found = np.asarray(job.result(returned), dtype=np.float64)
        if expected is None:
            expected = found
        elif found.shape != expected.shape or not np.allclose(
            found, expected, rtol=job.tolerance, atol=0
        ):
            raise Disagreement(f"{who} gives another result than cmlib: {found} and {expected}")
    return took


def race(jobs: Mapping[str, Job], seconds: float, clock: Clock = wall) -> dict[str, list[float]]:
    """Time the jobs in turns for about so many seconds, and return each one's times in seconds."""
    number, rounds = {}, {}
    for who, first in check(jobs).items():
        # A first time is the slowest: libraries load parts of themselves.
        took = first if first > VERY_SLOW else max(clock(jobs[who].work, 1), 1e-9)
        number[who] = 1 if clock is told else max(1, round(SAMPLE / took))
        fit = seconds / len(jobs) / (took * number[who])
        fewest = SLOW_ROUNDS if took > SLOW else ROUNDS
        rounds[who] = int(min(max(fit, fewest), MOST_ROUNDS))
    most = max(rounds.values())
    times: dict[str, list[float]] = {who: [] for who in jobs}
    gc.collect()
    gc.disable()
    try:
        for turn in range(most):
            # There and back, so that nobody always follows the same neighbour.
            for who in list(jobs)[:: -1 if turn % 2 else 1]:
                # Who has fewer rounds has them spread over all.
                if (turn + 1) * rounds[who] // most > turn * rounds[who] // most:
                    times[who].append(clock(jobs[who].work, number[who]))
    finally:
        gc.enable()
    return times
