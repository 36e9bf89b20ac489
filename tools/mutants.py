"""Change the code in small ways, one at a time, and count the changes that tests notice.

`make mutants` runs mutmut, in a night, or MUTANTS="cmlib.metrics*" a part of it, and writes what it
ran to `docs/mutants.csv`. It prints the names of those that nothing noticed: `mutmut show NAME`
shows one.
"""

from __future__ import annotations

import csv
import subprocess
import sys
from collections import Counter
from pathlib import Path

TABLE = Path(__file__).resolve().parents[1] / "docs/mutants.csv"
PARTS = ["cmlib.plot", "cmlib.by_hand", "cmlib", "cmcourse.exercises"]
MISSED = ("survived", "no tests")


def main(names: list[str]) -> None:
    mutmut = [sys.executable, "-m", "mutmut"]
    subprocess.run([*mutmut, "run", *names], check=True)
    results = subprocess.check_output([*mutmut, "results", "--all", "True"], text=True)
    made, seen = Counter[str](), Counter[str]()
    for line in results.splitlines():
        name, _, verdict = line.strip().partition(": ")
        if not verdict or verdict == "not checked":
            continue
        part = next(it for it in PARTS if name.startswith(it))
        made[part] += 1
        seen[part] += verdict not in MISSED
        if verdict in MISSED:
            print(name, verdict)
    keep({part: (made[part], seen[part]) for part in made})


def keep(counts: dict[str, tuple[int, int]]) -> None:
    """Write the numbers of some parts into the table; those of other parts stay."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        head, *rows, _ = csv.reader(file)
    parts = {name: (int(made), int(seen)) for name, made, seen in rows} | counts
    total = [sum(column) for column in zip(*parts.values(), strict=True)]
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerows([head, *([name, *both] for name, both in parts.items()), ["all", *total]])


if __name__ == "__main__":
    main(sys.argv[1:])
