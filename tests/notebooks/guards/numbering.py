"""A guard of numbered figures and tables: what a sentence refers to is there, in order."""

from __future__ import annotations

import re

from nbformat import NotebookNode

from .alt_texts import caption_texts
from .changes import Cases, in_turn, rewritten, with_prose
from .reading import Problems, code_cells, markdown_cells

# In a caption "Figure 2.3. What one sees."; above a table "**Table 2.1.** What it holds."
_OF_FIGURE = re.compile(r"(Figure \d+\.\d+)\.")
_OF_TABLE = re.compile(r"^\*\*(Table \d+\.\d+)\.\*\*", re.M)
_NAMED = re.compile(r"\b(?:Figure|Table) \d+\.\d+\b")


def misnumbered(notebook: NotebookNode) -> Problems:
    """Refuse numbers out of order, those that no sentence names, and names of nothing."""
    prose = [cell.source for _, cell in markdown_cells(notebook)]
    lesson = re.match(r"# (\d+)\.", notebook.cells[0].source)
    captions = [text for _, cell in code_cells(notebook) for text in caption_texts(cell)]
    given = [match[1] for text in captions if (match := _OF_FIGURE.match(text))]
    given += [name for text in prose for name in _OF_TABLE.findall(text)]
    for kind in ("Figure", "Table"):
        numbers = [name for name in given if name.startswith(kind)]
        due = [f"{kind} {lesson[1] if lesson else 0}.{at + 1}" for at in range(len(numbers))]
        if numbers != due:
            yield f"the numbers are {numbers}, not {due}"
    named = {name for text in prose for name in _NAMED.findall(_OF_TABLE.sub("", text))}
    # Another lesson's is another notebook's.
    own = {name for name in named if lesson and name.split()[1].startswith(f"{lesson[1]}.")}
    if unused := sorted(set(given) - named):
        yield f"no sentence names {', '.join(unused)}"
    if missing := sorted(own - set(given)):
        yield f"there is no {', '.join(missing)}"


_NUMBERED = ('"Most', '"Figure 1.1. Most')

BAD: Cases = {
    misnumbered: {
        "named by no sentence": (
            in_turn(
                rewritten("title", "# A", "# 1. A"),
                rewritten("figure", *_NUMBERED),
            ),
            "no sentence names Figure 1.1",
        ),
        "another lesson's number": (
            in_turn(
                rewritten("title", "# A", "# 2. A"),
                rewritten("figure", *_NUMBERED),
                with_prose("As Figure 1.1 shows."),
            ),
            "the numbers are ['Figure 1.1'], not ['Figure 2.1']",
        ),
        "tables out of order": (
            in_turn(
                rewritten("title", "# A", "# 2. A"),
                with_prose("**Table 2.2.** All of them.\n\nTable 2.2 has all."),
            ),
            "the numbers are ['Table 2.2'], not ['Table 2.1']",
        ),
        "a figure that there is not": (
            in_turn(
                rewritten("title", "# A", "# 2. A"),
                with_prose("As Figure 2.1 shows, and Figure 1.7 of another lesson."),
            ),
            "there is no Figure 2.1",
        ),
    },
}
