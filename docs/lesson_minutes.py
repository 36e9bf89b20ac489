"""Count how long the main path of a lesson takes, and write the minutes into the lesson's head.

The main path is what every reader reads: what stands before the exercises, and *In practice* behind
them. ``MINUTES`` says how long a reader who learns, and does not only read, is taken to need for
each of its parts; the figures lean to the slow side. The minutes of the exercises are the author's
estimate.
"""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
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
HEAD = re.compile(r"(\*\*It takes\*\* about )(\d+)( minutes, and \d+ minutes more)")
EXERCISES, AFTER = "Exercises", "Going deeper"
FOLDED = {"hide-input", "hide-cell", "remove-cell", "remove-input"}
FOLDED_WORDS = re.compile(r"<details.*?</details>", re.DOTALL)
# How a lesson speaks of the four documents that the course follows.
OF_A_DOCUMENT = re.compile(
    r"\bdocuments?\b|\b(?<!on )paper\b(?! and pencil)|\barticle\b|\bonline book\b|\bauthors?\b",
    re.IGNORECASE,
)
_MARKDOWN = (
    MarkdownIt("commonmark").enable(["table"]).use(dollarmath_plugin, double_inline=True)
).use(amsmath_plugin)


@dataclass(frozen=True)
class Size:
    """What stands on the main path of a lesson, and how many lines all of it prints."""

    words: int
    formulas: int
    code_lines: int
    pictures: int
    tables: int
    questions: int
    explorers: int
    printed_lines: int
    about_documents: float

    @property
    def minutes(self) -> int:
        """The minutes for the main path, rounded up to five."""
        exact = sum(getattr(self, part) * each for part, each in MINUTES.items())
        return 5 * ceil(round(exact, 6) / 5)


def main_path(lesson: NotebookNode) -> list[NotebookNode]:
    """Return the cells that every reader reads: those before the exercises, and *In practice*."""
    path, section = [], ""
    for cell in lesson.cells:
        if cell.cell_type == "markdown" and (title := re.match(r"\s*## (.+)", cell.source)):
            section = title[1].strip()
        if section == AFTER:
            break
        if section != EXERCISES:
            path.append(cell)
    if len(path) == len(lesson.cells) or section != AFTER:
        raise ValueError(f"the lesson has no headings '## {EXERCISES}' and '## {AFTER}'")
    return path


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


def size_of(lesson: NotebookNode) -> Size:
    """Count a lesson that has been run."""
    path = main_path(lesson)
    texts = [cell.source for cell in path if cell.cell_type == "markdown"]
    spoken = [paragraph for text in texts for paragraph in paragraphs(text)]
    words = sum(len(paragraph.split()) for paragraph in spoken)
    about = sum(len(part.split()) for part in spoken if OF_A_DOCUMENT.search(part))
    code = [cell for cell in path if cell.cell_type == "code"]
    visible = [c for c in code if not tags(c) & (FOLDED | {"exercise", "solution"})]
    shown = [out.get("data", {}) for cell in code for out in cell.outputs]
    # What is folded is not on the path.
    html = [FOLDED_WORDS.sub("", str(data.get("text/html", ""))) for data in shown]
    printed = [
        line
        for cell in lesson.cells
        if cell.cell_type == "code" and not tags(cell) & {"exercise", "solution"}
        for out in cell.outputs
        if out.output_type == "stream"
        for line in out.text.splitlines()
    ]
    return Size(
        words=words,
        formulas=sum(map(displayed_formulas, texts)),
        code_lines=sum(bool(line.strip()) for c in visible for line in c.source.splitlines()),
        pictures=sum("image/svg+xml" in data for data in shown),
        tables=sum("<table" in text for text in html),
        questions=sum("exercise" in tags(cell) for cell in code),
        explorers=sum("cmlib-explorer" in text for text in html),
        printed_lines=sum(bool(line.strip()) for line in printed),
        about_documents=about / words if words else 0.0,
    )


def with_minutes(lesson: NotebookNode) -> bool:
    """Write the counted minutes into the head; tell whether anything changed."""
    minutes = size_of(lesson).minutes
    for cell in main_path(lesson):
        if cell.cell_type == "markdown" and HEAD.search(cell.source):
            before = cell.source
            cell.source = HEAD.sub(rf"\g<1>{minutes}\g<3>", before)
            return cell.source != before
    raise ValueError("the head does not say '**It takes** about … minutes, and … minutes more'")


def main() -> None:
    """Print a line for each lesson, and write the minutes if told to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the minutes into the lessons")
    parser.add_argument("lessons", type=Path, nargs="+")
    given = parser.parse_args()
    print("lesson  words  formulas  code  pictures  tables  quick  explorers  printed  docs  min")
    for path in given.lessons:
        lesson = nbformat.read(path, as_version=4)
        size = size_of(lesson)
        print(
            f"{path.stem[:2]:6}  {size.words:5}  {size.formulas:8}  {size.code_lines:4}  "
            f"{size.pictures:8}  {size.tables:6}  {size.questions:5}  {size.explorers:9}  "
            f"{size.printed_lines:7}  {size.about_documents:4.0%}  {size.minutes:3}"
        )
        if given.write and with_minutes(lesson):
            nbformat.write(lesson, path)


if __name__ == "__main__":
    main()
