"""Which notebooks need no new run, because nothing that a run depends on has changed since one.

When every cell of a notebook has passed under strict nbval, and the numbers of its prose too, the
run leaves a stamp in ``build/checked``: a fingerprint of all that it depended on, when it was, and
how long it took. ``make test`` runs every notebook and ``make book`` those that this file, called
as a script, names: those whose stamp is missing or does not fit what is there now.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import cache
from importlib.metadata import distributions
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[2]
# What the run of any notebook depends on, beside the notebook itself and what is installed.
SHARED = (
    "cmlib",
    "conftest.py",
    "data",
    "pyproject.toml",
    "requirements.lock",
    "tests/kernels.py",
    "tests/notebooks",
)
# Of a notebook that has not been run here, until it has been.
USUAL_SECONDS = 25.0
START_SECONDS = 10.0
# As many as tests run at once at the most.
MOST_PROCESSES = 4


@dataclass(frozen=True)
class Stamp:
    """What a run without a failure leaves behind."""

    fingerprint: str
    checked: str
    seconds: float


def stamp_path(notebook: Path, root: Path) -> Path:
    return root / "build" / "checked" / f"{notebook.stem}.json"


def read_stamp(notebook: Path, root: Path) -> Stamp | None:
    path = stamp_path(notebook, root)
    return Stamp(**json.loads(path.read_text(encoding="utf-8"))) if path.exists() else None


def files_below(path: Path) -> Iterator[Path]:
    """Give a file, or all files of a folder but those that Python and editors leave behind."""
    if path.is_file():
        yield path
    for found in sorted(path.rglob("*")):
        hidden = any(
            part.startswith((".", "__pycache__")) for part in found.relative_to(path).parts
        )
        if found.is_file() and not hidden:
            yield found


# The versions, too: what is installed need not be what requirements.lock says.
@cache
def installed() -> bytes:
    packages = sorted((it.metadata["Name"], it.version) for it in distributions())
    return repr((sys.version, sys.platform, packages)).encode()


def fingerprint(notebook: Path, root: Path) -> str:
    """Return what changes whenever something changes that a run of the notebook depends on."""
    digest = hashlib.sha256(installed())
    for place in (notebook, *(root / name for name in SHARED)):
        for path in files_below(place):
            name = path.relative_to(root).as_posix()
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{name} {content}\n".encode())
    return digest.hexdigest()


def compares_all(config: pytest.Config) -> bool:
    """Tell whether this run compares each output, in the environment of the fingerprint."""
    weaker = ("nbval_lax", "nbval_sanitize_with", "nbval_kernel_name")
    return bool(config.option.nbval) and not any(getattr(config.option, it) for it in weaker)


class Stamps:
    """A plugin of pytest that leaves a stamp for each notebook that passes, and says so."""

    def __init__(self, config: pytest.Config) -> None:
        self.root = config.rootpath
        given = {(config.invocation_params.dir / it).resolve() for it in config.args}
        self.notebooks = {
            path.relative_to(self.root).as_posix(): path
            for path in sorted(given)
            if path.suffix == ".ipynb" and path.is_relative_to(self.root)
        }
        # Before anything is read: what changes during the run has not been checked.
        self.before = {name: fingerprint(path, self.root) for name, path in self.notebooks.items()}
        self.passed: Counter[str] = Counter()
        self.failed: set[str] = set()
        self.seconds: Counter[str] = Counter()
        self.done = 0
        self.plugins = config.pluginmanager

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name, _, item = report.nodeid.partition("::")
        if name not in self.notebooks:
            return
        self.seconds[name] += report.duration
        self.passed[name] += report.passed and report.when == "call"
        if not report.passed:
            self.failed.add(name)
            stamp_path(self.notebooks[name], self.root).unlink(missing_ok=True)
        if item == "prose" and report.when == "teardown":
            self._finish(name)

    def _finish(self, name: str) -> None:
        path, seconds = self.notebooks[name], self.seconds[name]
        cells = nbformat.read(path, as_version=4).cells
        self.done += 1
        said = "not all as stored"
        # One more than cells with code: the numbers of the prose.
        items = 1 + sum(cell.cell_type == "code" for cell in cells)
        if name not in self.failed and self.passed[name] == items:
            said = "as stored, but changed while it ran"
            if fingerprint(path, self.root) == self.before[name]:
                said = "as stored"
                now = datetime.now().isoformat(" ", "minutes")
                stamp = Stamp(self.before[name], now, round(seconds, 1))
                stamp_path(path, self.root).parent.mkdir(parents=True, exist_ok=True)
                stamp_path(path, self.root).write_text(json.dumps(asdict(stamp)) + "\n")
        # The line before may be one of pytest's dots.
        self.plugins.getplugin("terminalreporter").write(
            f"\n{path.stem}: {said}, {seconds:.0f} s ({self.done} of {len(self.notebooks)})\n"
        )


def in_words(seconds: float) -> str:
    minutes = round(seconds / 60)
    return "a minute" if minutes <= 1 else f"{minutes} minutes"


def seconds_to_run(notebooks: list[Path], root: Path, processes: int) -> float:
    """Estimate it from the last run of each, as far as there was one."""
    stamps = [read_stamp(path, root) for path in notebooks]
    each = [stamp.seconds if stamp else USUAL_SECONDS for stamp in stamps]
    return START_SECONDS + max(sum(each) / min(processes, len(each)), *each, 0)


def what_to_run(notebooks: list[Path], root: Path) -> tuple[list[Path], str]:
    """Return the notebooks to run, and a sentence that says so of all."""
    stamps = {path: read_stamp(path, root) for path in notebooks}
    fitting = {
        path: stamp.checked
        for path, stamp in stamps.items()
        if stamp and stamp.fingerprint == fingerprint(path, root)
    }
    to_run = [path for path in notebooks if path not in fitting]
    said = []
    if fitting:
        said.append(
            f"{len(fitting)} of {len(notebooks)} notebooks are unchanged since they were checked "
            f"on {min(fitting.values())}{' or later' if len(set(fitting.values())) > 1 else ''}."
        )
    if to_run:
        processes = min(MOST_PROCESSES, os.cpu_count() or 1)
        time = in_words(seconds_to_run(to_run, root, processes))
        names = f": {', '.join(path.stem for path in to_run)}" if fitting else ""
        said.append(f"{len(to_run)} of {len(notebooks)} notebooks run now, in about {time}{names}.")
    return to_run, " ".join(said)


def main() -> None:
    """Say what runs and why, and print the notebooks to run, one on each line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notebooks", type=Path, nargs="+")
    given = parser.parse_args()
    to_run, said = what_to_run([path.resolve() for path in given.notebooks], ROOT)
    print(said, file=sys.stderr)
    for path in to_run:
        print(path.relative_to(ROOT).as_posix())


if __name__ == "__main__":
    main()
