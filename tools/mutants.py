"""Change the code in small ways, one at a time, and count the changes that tests notice.

`make mutants` lets mutmut try a random sample, in a night, and writes `docs/mutants.csv`.
MUTANTS="cmlib.metrics*" tries all changes of that name, and leaves the table alone. Both print
what nothing noticed: `mutmut show NAME`, run in the clone `build/mutants`, shows one.
"""

from __future__ import annotations

import csv
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "docs/mutants.csv"
CLONE = ROOT / "build/mutants"
SEED = 20261128
# How many changes of each part are drawn. A part within another stands before it.
SAMPLE = {"cmlib.plot": 50, "cmlib.by_hand": 40, "cmlib": 320, "cmcourse.exercises": 60}
EXPLORERS = "explorers' measures"
# A change that few tests reach. Before mutmut tries it, it makes all changes.
FIRST = "cmlib.metrics.x_likelihood_ratios__mutmut_1"


def main(names: list[str]) -> None:
    clone()
    verdicts = run(names or [FIRST])
    if not names:
        drawn = draw(list(verdicts))
        verdicts = {name: it for name, it in run(drawn).items() if name in drawn}
    missed = [name for name, verdict in verdicts.items() if verdict in ("survived", "no tests")]
    print("Missed:", *missed, sep="\n")
    if not names:
        made, left = Counter(map(part_of, verdicts)), Counter(map(part_of, missed))
        keep({part: (made[part], made[part] - left[part]) for part in SAMPLE})


def clone() -> None:
    """Clone the last commit; there, call `measure` below: mutmut skips what has a decorator."""
    shutil.rmtree(CLONE, ignore_errors=True)
    subprocess.run(["git", "clone", "--quiet", ROOT, CLONE], check=True)
    for path in CLONE.glob("cmlib/*.py"):
        code = path.read_text(encoding="utf-8")
        measures = re.findall(r"^@measure\ndef (\w+)", code, re.MULTILINE)
        calls = [f"{name} = measure({name})\n" for name in measures]
        path.write_text(code.replace("@measure\n", "") + "".join(calls), encoding="utf-8")


def run(names: list[str]) -> dict[str, str]:
    """Let mutmut try changes, and return what it says about each that it made, tried or not."""
    mutmut = [sys.executable, "-m", "mutmut"]
    subprocess.run([*mutmut, "run", *names], cwd=CLONE, check=True)
    results = subprocess.check_output([*mutmut, "results", "--all", "True"], cwd=CLONE, text=True)
    return dict(line.strip().split(": ") for line in results.splitlines())


def part_of(name: str) -> str:
    return next(part for part in SAMPLE if name.startswith(f"{part}."))


def draw(names: list[str]) -> list[str]:
    chance = random.Random(SEED)
    parts = {part: sorted(it for it in names if part_of(it) == part) for part in SAMPLE}
    return [name for part in SAMPLE for name in chance.sample(parts[part], SAMPLE[part])]


def keep(counts: dict[str, tuple[int, int]]) -> None:
    """Write the rows of the Python code or that of the explorers; the others stay."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        head, *rows, _ = csv.reader(file)
    of_others = [row for row in rows if (row[0] == EXPLORERS) != (EXPLORERS in counts)]
    parts = {name: (int(made), int(seen)) for name, made, seen in of_others} | counts
    total = [sum(column) for column in zip(*parts.values(), strict=True)]
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerows([head, *([name, *both] for name, both in parts.items()), ["all", *total]])


if __name__ == "__main__":
    main(sys.argv[1:])
