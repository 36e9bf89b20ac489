"""Count how long a lesson takes, and write the minutes into its head.

The main path is what every reader reads: what stands before the exercises, and *In practice* behind
them. The exercises and the optional parts are counted apart. The rates were fitted to what readers
needed who learned, and did not only read: for the main paths of the twelve lessons 60, 50, 54, 60,
62, 65, 55, 65, 55, 70, 70 and 45 minutes, before lessons 8, 10 and 11 were shortened; for the
exercises of a lesson 50 to 65; for the optional parts 12 to 44.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from pathlib import Path

import nbformat
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from nbformat import NotebookNode

MINUTES = {
    "words": 1 / 150,
    "formulas": 1.0,
    "code_lines": 1 / 10,
    "pictures": 0.75,
    "tables": 0.5,
    "questions": 1.5,
    "explorers": 3.0,
}
# From lesson 7 on the text argues about papers, chance and data, and the code is no longer new.
LATER, LATER_MINUTES = 7, MINUTES | {"words": 1 / 90, "formulas": 2.0, "code_lines": 1 / 20}
# There a table is looked up, not worked through.
OPTIONAL_MINUTES = MINUTES | {"tables": 0.25}
# By the kind of an exercise in the registry, for each thing that `check` looks at; a reader's own
# data are brought once for all that is asked of them.
EXERCISE_MINUTES = {"answer": 2.5, "place": 3.0, "judge": 2.0, "write": 5.0, "own": 15.0}
HEAD = re.compile(r"\*\*It takes\*\* about (\d+) minutes[^.]*\.")
EXERCISES, AFTER = "Exercises", "Going deeper"
OPTIONAL = {AFTER, "What the documents print"}
FOLDED = {"hide-input", "hide-cell", "remove-cell", "remove-input"}
FOLDED_WORDS = re.compile(r"<details.*?</details>", re.DOTALL)
_MARKDOWN = (
    MarkdownIt("commonmark").enable(["table"]).use(dollarmath_plugin, double_inline=True)
).use(amsmath_plugin)


@dataclass(frozen=True)
class Size:
    """What stands in a part of a lesson."""

    words: int
    formulas: int
    code_lines: int
    pictures: int
    tables: int
    questions: int
    explorers: int

    def minutes(self, rates: dict[str, float]) -> int:
        """Return the minutes at some rates, rounded up to five."""
        return by_fives(sum(getattr(self, part) * each for part, each in rates.items()))


def by_fives(minutes: float) -> int:
    return 5 * ceil(round(minutes, 6) / 5)


def sections(lesson: NotebookNode) -> dict[str, list[NotebookNode]]:
    """Return the cells of a lesson by their section; what stands before the first has no name."""
    found: dict[str, list[NotebookNode]] = {"": []}
    section = ""
    for cell in lesson.cells:
        if cell.cell_type == "markdown" and (title := re.match(r"\s*## (.+)", cell.source)):
            section = title[1].strip()
        found.setdefault(section, []).append(cell)
    names = list(found)
    if not {EXERCISES, AFTER} <= found.keys() or names.index(EXERCISES) > names.index(AFTER):
        raise ValueError(f"the lesson has no headings '## {EXERCISES}' and '## {AFTER}'")
    return found


def main_path(lesson: NotebookNode) -> list[NotebookNode]:
    """Return the cells that every reader reads: those before the exercises, and *In practice*."""
    found = sections(lesson)
    names = list(found)
    path = [name for name in names[: names.index(AFTER)] if name != EXERCISES]
    return [cell for name in path for cell in found[name]]


def exercise_minutes(lesson: NotebookNode) -> tuple[int, int]:
    """Return the minutes of the exercises, and how many of them take data of one's own."""
    from cmcourse.exercises.registry import exercises, lessons

    known = {id: asked.kind for number in lessons() for id, asked in exercises(number).items()}
    asked, own = 0.0, set()
    for cell in sections(lesson)[EXERCISES]:
        if "exercise" in tags(cell):
            for id in re.findall(r'\bcheck\((?:"([\d.]+[a-z]?)")?', cell.source):
                kind = known.get(id, "answer")
                if kind == "own":
                    own.add(id.rstrip("abcdefgh"))
                else:
                    asked += EXERCISE_MINUTES[kind]
    of_own = len(own) * EXERCISE_MINUTES["own"]
    return by_fives(asked + of_own), by_fives(of_own)


def tags(cell: NotebookNode) -> set[str]:
    return set(cell.metadata.get("tags", []))


def paragraphs(source: str) -> list[str]:
    """Return paragraphs, headings and table cells; a formula within a line is one word."""
    return [
        "".join(map(_words_of, token.children or []))
        for token in _MARKDOWN.parse(source)
        if token.type == "inline"
    ]


def _words_of(token: Token) -> str:
    if token.type in {"math_inline", "math_inline_double", "code_inline"}:
        return "formula"
    return " " if token.type in {"softbreak", "hardbreak"} else token.content


def displayed_formulas(source: str) -> int:
    """Count the formulas that stand alone."""
    found = 0
    for token in _MARKDOWN.parse(source):
        found += token.type in {"math_block", "math_block_label", "amsmath"}
        found += sum(child.type == "math_inline_double" for child in token.children or [])
    return found


def size_of(path: Iterable[NotebookNode]) -> Size:
    """Count some cells of a lesson that has been run."""
    path = list(path)
    texts = [cell.source for cell in path if cell.cell_type == "markdown"]
    code = [cell for cell in path if cell.cell_type == "code"]
    visible = [c for c in code if not tags(c) & (FOLDED | {"exercise", "solution"})]
    shown = [out.get("data", {}) for cell in code for out in cell.outputs]
    # What is folded is not on the path.
    html = [FOLDED_WORDS.sub("", str(data.get("text/html", ""))) for data in shown]
    return Size(
        words=sum(len(part.split()) for text in texts for part in paragraphs(text)),
        formulas=sum(map(displayed_formulas, texts)),
        code_lines=sum(bool(line.strip()) for c in visible for line in c.source.splitlines()),
        pictures=sum("image/svg+xml" in data for data in shown),
        tables=sum("<table" in text for text in html),
        questions=sum("exercise" in tags(cell) for cell in code),
        explorers=sum("cmlib-explorer" in text for text in html),
    )


def rates_of(lesson: NotebookNode) -> dict[str, float]:
    title = re.match(r"# (\d+)\.", lesson.cells[0].source)
    return LATER_MINUTES if title is not None and int(title[1]) >= LATER else MINUTES


def minutes_of(lesson: NotebookNode) -> tuple[int, int, int, int]:
    """Return the minutes: main path, exercises, those of them with own data, optional parts."""
    found = sections(lesson)
    optional = [cell for name in OPTIONAL for cell in found.get(name, [])]
    return (
        size_of(main_path(lesson)).minutes(rates_of(lesson)),
        *exercise_minutes(lesson),
        size_of(optional).minutes(OPTIONAL_MINUTES),
    )


def section_minutes(lesson: NotebookNode) -> list[int]:
    """Return the minutes of each section of the main path; together they are those of the head."""
    split = NotebookNode(lesson, cells=[])
    for cell in lesson.cells:
        is_text = cell.cell_type == "markdown"
        parts = re.split(r"(?m)^(?=## )", cell.source) if is_text else [cell.source]
        split.cells += [NotebookNode(cell, source=part) for part in parts]
    on_path, rates = {id(cell) for cell in main_path(split)}, rates_of(lesson).items()
    sizes = [size_of(it) for it in sections(split).values() if id(it[0]) in on_path]
    opening, *exact = (sum(getattr(it, part) * each for part, each in rates) for it in sizes)
    exact[0] += opening
    # The ends of sections are rounded, so that no minute is lost or found.
    whole = minutes_of(lesson)[0] / sum(exact)
    ends = [round(whole * sum(exact[:at])) for at in range(len(exact) + 1)]
    return [end - start for start, end in pairwise(ends)]


def head_of(lesson: NotebookNode) -> str:
    """Return the sentence of a lesson's head that says how long it takes."""
    text, exercises, own, optional = minutes_of(lesson)
    with_own = f", {own} of them with data of your own" if own else ""
    return (
        f"**It takes** about {text} minutes; the exercises {exercises} more{with_own}; "
        f"the optional parts {optional}."
    )


def with_minutes(lesson: NotebookNode) -> bool:
    """Write the counted minutes into the head; tell whether anything changed."""
    for cell in main_path(lesson):
        if cell.cell_type == "markdown" and HEAD.search(cell.source):
            before = cell.source
            cell.source = HEAD.sub(head_of(lesson), before)
            return cell.source != before
    raise ValueError("the head does not say '**It takes** about … minutes'")


def main() -> None:
    """Print a line for each lesson, and write the minutes if told to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the minutes into the lessons")
    parser.add_argument("lessons", type=Path, nargs="+")
    given = parser.parse_args()
    print(
        "lesson  words  formulas  code  pictures  tables  quick  explorers  min  exercises  "
        "optional"
    )
    for path in given.lessons:
        lesson = nbformat.read(path, as_version=4)
        size, (text, exercises, _, optional) = size_of(main_path(lesson)), minutes_of(lesson)
        print(
            f"{path.stem[:2]:6}  {size.words:5}  {size.formulas:8}  {size.code_lines:4}  "
            f"{size.pictures:8}  {size.tables:6}  {size.questions:5}  {size.explorers:9}  "
            f"{text:3}  {exercises:9}  {optional:8}"
        )
        if given.write and with_minutes(lesson):
            nbformat.write(lesson, path)


if __name__ == "__main__":
    main()
