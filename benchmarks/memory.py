"""The peak memory of one job, in a process of its own: ``python memory.py case library samples``.

The kernel keeps the largest amount of memory that a process has held (VmHWM). The process makes
the inputs, lets the kernel begin again from there, does the job, and prints how much the peak lies
above the inputs, in MiB. The job runs once on few samples before: what it imports does not count.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

FEW = 1000
STATUS, CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")


def measurable() -> bool:
    """Tell whether this system can say it: Linux can."""
    return STATUS.exists() and CLEAR.exists()


def held(field: str) -> float:
    """Return a field of the process's status in MiB: VmRSS is what it holds, VmHWM the peak."""
    for line in STATUS.read_text().splitlines():
        if line.startswith(field):
            return int(line.split()[1]) / 1024
    raise LookupError(f"{STATUS} has no {field}")


def peak(name: str, who: str, samples: int) -> float:
    """Do a job in this process, and return its peak above its inputs."""
    from cases import CASES

    (case,) = (case for case in CASES if case.name == name)
    case.jobs(FEW, only=who)[who].work()
    job = case.jobs(samples, only=who)[who]
    gc.collect()
    CLEAR.write_text("5")
    before = held("VmRSS")
    returned = job.work()
    above = held("VmHWM") - before
    del returned
    return max(above, 0.0)


def peak_of(name: str, who: str, samples: int) -> float:
    """Return the peak of a job above its inputs, in MiB, from a process of its own."""
    # Else the C library learns from the inputs to keep what is freed: the job would then find
    # memory that is not counted as new.
    settings = {**os.environ, "MALLOC_MMAP_THRESHOLD_": "131072"}
    command = [sys.executable, __file__, name, who, str(samples)]
    done = subprocess.run(command, capture_output=True, text=True, env=settings, check=False)
    if done.returncode:
        raise RuntimeError(f"the memory of {who} for {name!r}: {done.stderr[-2000:]}")
    return float(done.stdout.split()[-1])


if __name__ == "__main__":
    print(peak(sys.argv[1], sys.argv[2], int(sys.argv[3])))
