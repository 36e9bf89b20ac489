"""Guards of a lesson's shape: an hour, short paragraphs, an exercise for each thing to learn."""

from __future__ import annotations

import re

from lesson_minutes import FOLDED, HEAD, head_of, main_path, minutes_of, paragraphs, size_of
from nbformat import NotebookNode

from .changes import Cases, added, code, markdown, rewritten, with_code
from .prose import headings
from .reading import FIGURE, Problems, code_cells, markdown_cells, problem, tags

MOST_MINUTES, MOST_WORDS, MOST_CODE_LINES, MOST_ABOUT_DOCUMENTS = 60, 2500, 150, 0.1
LONGEST_PARAGRAPH = 90
WIDEST_CODE = 88
# They are about a document, and tell its story.
ABOUT_A_DOCUMENT = ("6.", "7.", "9.")
TESTED_BY = re.compile(r"\*\(exercises? (\d+(?:, \d+)*(?: and \d+)?)\)\*$")


def longer_than_an_hour(notebook: NotebookNode) -> Problems:
    """Refuse a main path of more than one sitting, and a head that does not say how long it is."""
    path = main_path(notebook)
    size, (minutes, *_) = size_of(path), minutes_of(notebook)
    for what, found, most in (
        ("words", size.words, MOST_WORDS),
        ("visible lines of code", size.code_lines, MOST_CODE_LINES),
        ("minutes", minutes, MOST_MINUTES),
    ):
        if found > most:
            yield f"the main path has {found} {what}, more than {most}"
    title = notebook.cells[0].source.removeprefix("# ")
    if size.about_documents >= MOST_ABOUT_DOCUMENTS and not title.startswith(ABOUT_A_DOCUMENT):
        yield f"{size.about_documents:.0%} of the prose on the main path is about the documents"
    heads = [HEAD.search(cell.source) for cell in path]
    said = [" ".join(head[0].split()) for head in heads if head]
    if said != [counted := head_of(notebook)]:
        yield f"the head says {said}, counted is {counted!r}: run `make refresh`"


def long_paragraph(notebook: NotebookNode) -> Problems:
    """Refuse paragraphs that are too long to be read at one go."""
    for i, cell in markdown_cells(notebook):
        for paragraph in paragraphs(cell.source):
            if (length := len(paragraph.split())) > LONGEST_PARAGRAPH:
                yield problem(i, cell, f"a paragraph of {length} words: {paragraph[:40]!r}")


def wide_code(notebook: NotebookNode) -> Problems:
    """Refuse visible code that the book's column cuts off: strings and comments too."""
    for i, cell in code_cells(notebook):
        if FOLDED.isdisjoint(tags(cell)):
            for line in cell.source.splitlines():
                if len(line) > WIDEST_CODE:
                    yield problem(i, cell, f"a line of {len(line)} characters: {line[:40]!r}")


def untested_objective(notebook: NotebookNode) -> Problems:
    """Refuse an objective without an exercise, and one whose exercise there is not."""
    numbers = {
        match[1]
        for title in headings(notebook, "h3")
        if (match := re.match(r"Exercise (\d+)\b", title))
    }
    for i, cell in markdown_cells(notebook):
        if not cell.source.startswith("## What you will be able to do"):
            continue
        # An objective may be broken into lines.
        items = re.findall(r"^- (.+(?:\n(?!- |\n).+)*)", cell.source, re.M)
        if not items:
            yield problem(i, cell, "it lists no objective, a line that begins with `- `")
        for item in items:
            named = TESTED_BY.search(item.strip())
            if not named:
                yield problem(i, cell, f"no *(exercise …)* ends the objective {item[:40]!r}")
            elif unknown := set(re.findall(r"\d+", named[1])) - numbers:
                yield problem(i, cell, f"there is no exercise {', '.join(sorted(unknown))}")


_FIFTY = "count these words " * 17

BAD: Cases = {
    longer_than_an_hour: {
        "too many words": (
            lambda lesson: lesson.cells.insert(5, markdown("short words\n\n" * 1300)),
            "words, more than 2500",
            "the head says",
        ),
        "too much code": (
            rewritten("numbers", "beta = 0.5", "beta = 0.5\n" * 140),
            "visible lines of code, more than 150",
            "the head says",
        ),
        "too many pictures": (
            lambda lesson: lesson.cells.__setitem__(
                slice(5, 5), [code(shown={FIGURE: "<svg/>"}) for _ in range(80)]
            ),
            "minutes, more than 60",
            "the head says",
        ),
        "other minutes": (
            rewritten("abilities", "about 10 minutes", "about 50 minutes"),
            "the head says ['**It takes** about 50 minutes",
        ),
        "other minutes for the exercises": (
            rewritten("abilities", "exercises 15 more", "exercises 10 more"),
            "counted is '**It takes** about 10 minutes; the exercises 15 more",
        ),
        "other minutes for the optional parts": (
            rewritten("abilities", "parts 5", "parts 10"),
            "the optional parts 5.'",
        ),
        "no minutes": (
            rewritten("abilities", "**It takes**", "It takes"),
            "the head says []",
        ),
        "too much about the documents": (
            rewritten("prose", "are right", "in the first document are right"),
            "of the prose on the main path is about the documents",
        ),
    },
    long_paragraph: {
        "two halves": (added(markdown(_FIFTY + "\n" + _FIFTY)), "a paragraph of 102 words"),
        "in a list": (added(markdown(f"- {_FIFTY}{_FIFTY}")), "a paragraph of 102 words"),
    },
    wide_code: {
        "a comment": (with_code(f"# {_FIFTY}"), "a line of 308 characters"),
        "a solution": (with_code(f"{_FIFTY!r}", tags=["solution"]), "a line of 308 characters"),
    },
    untested_objective: {
        "no exercise named": (
            rewritten("abilities", " *(exercises 1, 2 and 5)*", ""),
            "no *(exercise …)* ends the objective",
        ),
        "an exercise that is not there": (
            rewritten("abilities", "2 and 5", "2 and 6"),
            "there is no exercise 6",
        ),
        "no objective": (
            rewritten("abilities", "- ", ""),
            "it lists no objective",
        ),
    },
}
