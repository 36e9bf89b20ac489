"""Plant seeded slips in copies of the checkout, one at a time, and count those that tests notice.

`make slips` does it in an hour or more and writes `docs/slips.csv`; Ctrl-C ends it early. A slip is
planted in a clone of the last commit, and the tests that read such a file run there. They must pass
before.
"""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "docs/slips.csv"
SEED = 7

COUNTS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
PAIRS = [
    ("row", "column"),
    ("rows", "columns"),
    ("higher", "lower"),
    ("above", "below"),
    ("more", "fewer"),
    ("precision", "recall"),
    ("true", "predicted"),
    ("outlined", "hatched"),
    ("TP", "FP"),
    ("FN", "TN"),
    (r"\pi_c", "q_c"),
    ("n_c", "m_c"),
    ("p_o", "p_e"),
    (r"\sum", r"\prod"),
    ("+", "-"),
]
OPPOSITE = dict(PAIRS) | {second: first for first, second in PAIRS}
FORMULA = r"\$\$.+?\$\$|\$[^$]+\$"
STRING = r'"[^"\n]* [^"\n]*"'
NO_PROSE = rf"{FORMULA}|```.*?```|`[^`]*`|\]\([^)]*\)|\{{\w+\}}|<[^>]*>|^---.*?^---"
WORD = r"\b(?:rows?|columns?|higher|lower|above|below|more|fewer|precision|recall)\b"


def next_count(found: re.Match[str]) -> str:
    """Return the number word that follows."""
    return COUNTS[(COUNTS.index(found[0].lower()) + 1) % len(COUNTS)]


def opposite(found: re.Match[str]) -> str:
    """Return the word or sign that says the opposite."""
    return OPPOSITE[found[0]]


def other_digit(found: re.Match[str]) -> str:
    """Return the number with its last digit changed."""
    return found[0][:-1] + str((int(found[0][-1]) + 1) % 10)


def another(found: re.Match[str]) -> str:
    """Return what stands at the next such place of the file, or at the first."""
    others = found.re.findall(found.string[found.end() :] + found.string)
    return next(other for other in others if other != found[0])


@dataclass(frozen=True)
class Kind:
    """One kind of slip: where it is planted, what is replaced there, and which tests read it."""

    name: str
    files: str
    pattern: str
    change: Callable[[re.Match[str]], str]
    tests: tuple[str, ...]
    within: str = r".+"
    without: str = r"(?!)"
    cells: Callable[[dict], bool] = lambda cell: True

    def places(self, path: Path) -> Iterator[tuple[int, re.Match[str]]]:
        """Yield the places where a slip can be planted, with the number of the cell."""
        for at, text in enumerate(texts(path, self.cells)):
            allowed = letters_of(self.within, text) - letters_of(self.without, text)
            for found in re.finditer(self.pattern, text):
                if found.start() in allowed:
                    yield at, found


def letters_of(pattern: str, text: str) -> set[int]:
    """Return the places of all letters that belong to a match."""
    spans = (found.span() for found in re.finditer(pattern, text, re.S | re.M))
    return {place for span in spans for place in range(*span)}


def texts(path: Path, wanted: Callable[[dict], bool]) -> list[str]:
    """Return a file's text, or those of a notebook's cells; unwanted cells are empty."""
    if path.suffix != ".ipynb":
        return [path.read_text("utf-8")]
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return ["".join(cell["source"]) if wanted(cell) else "" for cell in cells]


def plant(path: Path, at: int, found: re.Match[str], new: str) -> None:
    """Write the file with one slip."""
    changed = found.string[: found.start()] + new + found.string[found.end() :]
    if path.suffix == ".ipynb":
        notebook = json.loads(path.read_text("utf-8"))
        notebook["cells"][at]["source"] = changed.splitlines(keepends=True)
        changed = json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
    path.write_text(changed, "utf-8")


def is_prose(cell: dict) -> bool:
    return cell["cell_type"] == "markdown"


def is_code(cell: dict) -> bool:
    return cell["cell_type"] == "code"


def tagged(tag: str) -> Callable[[dict], bool]:
    return lambda cell: is_code(cell) and tag in cell["metadata"].get("tags", [])


LESSON, ANSWERS, PAGE = "notebooks/*.ipynb", "cmcourse/exercises/lesson_*.py", "docs/*.md"
OF_A_LESSON, OF_A_PAGE = (
    f"tests/notebooks/test_references.py::test_references_of_a_{it}" for it in ("lesson", "page")
)
LESSON_TESTS = (
    "tests/notebooks/test_guards.py::test_lesson_passes_all_guards",
    OF_A_LESSON,
    "tests/notebooks/test_formula_values.py",
    "tests/ledger/test_ledger.py::test_every_row_names_a_heading_of_a_lesson",
    "--nbval",
    LESSON,
)
ANSWER_TESTS = ("tests/exercises", OF_A_LESSON, "--nbval", LESSON)
PAGE_TESTS = ("tests/docs", OF_A_PAGE, "tests/notebooks/test_formula_values.py")
WHOLE, DECIMAL = r"(?<![\w.$-])\d+(?![\w.$-])", r"(?<![\w.])\d+\.\d+(?!\w)"
COUNT = r"\b(?:" + "|".join(COUNTS[1:]) + r")\b"
SIGN = r"(?<=[\w}) ])[+-](?=[ \w\\])"
LETTER = r"\b(?:TP|FP|FN|TN|q_c|n_c|m_c|p_o|p_e)\b|\\pi_c\b|\\(?:sum|prod)(?![a-z])"
IN_PROSE = {"tests": LESSON_TESTS, "without": NO_PROSE, "cells": is_prose}
IN_FORMULA = {"tests": LESSON_TESTS, "within": FORMULA, "cells": is_prose}
SAID = {"tests": ANSWER_TESTS, "within": STRING}
ON_PAGE = {"tests": PAGE_TESTS, "without": NO_PROSE}

KINDS = [
    Kind("lesson: whole number in a sentence", LESSON, WHOLE, other_digit, **IN_PROSE),
    Kind("lesson: decimal in a sentence", LESSON, DECIMAL, other_digit, **IN_PROSE),
    Kind("lesson: number word", LESSON, COUNT, next_count, **IN_PROSE),
    Kind("lesson: word of direction", LESSON, WORD, opposite, **IN_PROSE),
    Kind(
        "lesson: number of a lesson, exercise, figure or table",
        LESSON,
        r"(?<=[a-z] )\d+(?:\.\d)?",
        other_digit,
        tests=LESSON_TESTS,
        within=r"(?i)\b(?:lesson|exercise|figure|table)s? \d+(?:\.\d)?",
        cells=is_prose,
    ),
    Kind("lesson: sign in a formula", LESSON, SIGN, opposite, **IN_FORMULA),
    Kind("lesson: letter in a formula", LESSON, LETTER, opposite, **IN_FORMULA),
    Kind(
        "lesson: number or word in a caption or description",
        LESSON,
        rf"{WORD}|{DECIMAL}",
        lambda found: (opposite if found[0] in OPPOSITE else other_digit)(found),
        tests=LESSON_TESTS,
        within=STRING,
        cells=tagged("hide-input"),
    ),
    Kind(
        "lesson: number in code",
        LESSON,
        WHOLE,
        other_digit,
        tests=LESSON_TESTS,
        without=r"#[^\n]*",
        cells=is_code,
    ),
    Kind("exercise: number in feedback or a question", ANSWERS, WHOLE, other_digit, **SAID),
    Kind("exercise: word of direction", ANSWERS, WORD, opposite, **SAID),
    Kind(
        "exercise: number of an answer, a matrix or a foreseen mistake",
        ANSWERS,
        r"(?<![\w.$-])\d+(?=[,\])/])",
        other_digit,
        tests=ANSWER_TESTS,
        without=STRING,
    ),
    Kind("page of the book: number", PAGE, rf"{WHOLE}|{DECIMAL}", other_digit, **ON_PAGE),
    Kind("page of the book: word of direction", PAGE, WORD, opposite, **ON_PAGE),
    Kind(
        "page of the book: letter or sign in a formula",
        PAGE,
        rf"{SIGN}|{LETTER}",
        opposite,
        tests=PAGE_TESTS,
        within=FORMULA,
    ),
    Kind(
        "guide: word of direction",
        "docs/measure_guide.toml",
        WORD,
        opposite,
        tests=("tests/docs/test_measure_guide.py",),
    ),
    Kind(
        "formula of a measure",
        "cmlib/by_hand/*.py",
        LETTER,
        opposite,
        tests=("tests/by_hand", "tests/notebooks/test_formula_values.py"),
        within=r'"[^"\n]+"',
        without=r'""".*?"""',
    ),
    Kind(
        "formula card: word",
        "docs/formula_card.py",
        r"\b(?:outlined|hatched|rows|true|predicted|precision|recall)\b",
        opposite,
        tests=("tests/docs",),
        within=r"^KEY = .*?^\)\n\n\ndef ",
    ),
    Kind(
        "ledger: lesson and section",
        "data/ledger/*.csv",
        r"(?m)(?<=,)\d\d,(?:\"[^\"\n]+\"|[^,\"\n]+)(?=,\d?$)",
        another,
        tests=("tests/ledger",),
    ),
    Kind(
        "ledger or data: a number",
        "data/**/*.csv",
        rf"{DECIMAL}|{WHOLE}",
        other_digit,
        tests=("tests/ledger", "tests/tables"),
    ),
]


def tests_of(kind: Kind, path: Path) -> list[str]:
    """Return what pytest is given: of the lessons, the one that the file belongs to."""
    (number,) = re.findall(r"(?:^|_)(\d\d)[_.]", path.name) or [""]
    own = [str(it.relative_to(ROOT)) for it in ROOT.glob(f"notebooks/{number}_*.ipynb")]
    others = [f"{n:02}_" for n in range(1, 13) if f"{n:02}" != number]
    words = [word for test in kind.tests for word in (own if test == LESSON else [test])]
    return ["-k", f"not ({' or '.join(others)})", *words] if number else words


def noticed(copy: Path, tests: list[str]) -> bool:
    """Say whether the tests fail in a copy."""
    words = ["-m", "pytest", "-qx", "-p", "no:cacheprovider", *tests]
    settings = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *words], cwd=copy, env=settings, capture_output=True, text=True
    )
    if done.returncode not in (0, 1, 2):
        raise RuntimeError(f"pytest {' '.join(tests)}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.returncode != 0


def main(each: int) -> None:
    """Plant so many slips of each kind, and write the table."""
    random = Random(SEED)
    drawn = []
    for kind in KINDS:
        paths = sorted(ROOT.glob(kind.files))
        places = [(path, *place) for path in paths for place in kind.places(path)]
        drawn.append([(kind, *it) for it in random.sample(places, min(each, len(places)))])
    # One of each kind in turn, so that what an interrupted run has seen is of all kinds.
    planned = [slip for turn in zip_longest(*drawn) for slip in turn if slip]
    copies: SimpleQueue[Path] = SimpleQueue()

    def judge(slip: tuple[Kind, Path, int, re.Match[str]] | list[str]) -> bool:
        copy = copies.get()
        try:
            if isinstance(slip, list):
                return noticed(copy, slip)
            kind, path, at, found = slip
            plant(copy / path.relative_to(ROOT), at, found, kind.change(found))
            seen = noticed(copy, tests_of(kind, path))
            line = found.string[max(found.start() - 40, 0) : found.end() + 20].replace("\n", " ")
            mark = "noticed" if seen else "MISSED "
            print(
                mark, kind.name, path.name, f"[{kind.change(found)}]", line, sep=" | ", flush=True
            )
            return seen
        finally:
            subprocess.run(["git", "checkout", "--quiet", "--", "."], cwd=copy, check=True)
            copies.put(copy)

    with TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        for number in range(os.cpu_count() or 1):
            copy = Path(folder, str(number))
            subprocess.run(["git", "clone", "--quiet", str(ROOT), str(copy)], check=True)
            copies.put(copy)
        unplanted = [list(it) for it in {tuple(tests_of(kind, path)) for kind, path, *_ in planned}]
        for tests, fails in zip(unplanted, pool.map(judge, unplanted), strict=True):
            if fails:
                sys.exit(f"These fail without a slip: pytest {' '.join(tests)}")
        seen: list[bool] = []
        try:
            for fails in pool.map(judge, planned):
                seen.append(fails)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["kind of slip", "planted", "noticed"])
        for kind in KINDS:
            of_kind = [it for it, (other, *_) in zip(seen, planned, strict=False) if other is kind]
            table.writerow([kind.name, len(of_kind), sum(of_kind)])
        table.writerow(["all", len(seen), sum(seen)])


if __name__ == "__main__":
    main(int(sys.argv[1]))
