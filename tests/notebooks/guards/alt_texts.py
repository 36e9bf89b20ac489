"""A guard of alt texts: MyST-NB gives a figure without one its file's name, and nobody notices."""

from __future__ import annotations

import re

from nbformat import NotebookNode

from .changes import Cases, cell_of, changed, with_code, with_metadata, with_prose
from .prose import read
from .reading import Problems, code_cells, data_of, html_alts, markdown_cells, problem

MIN_LENGTH = 40
MIN_WORDS = 4
# Words that an alt text may use but that tell nothing about the figure at hand.
# fmt: off
GENERIC_WORDS = {
    "a", "an", "and", "as", "at", "by", "for", "from", "here", "in", "is", "it", "of", "on",
    "or", "that", "the", "this", "to", "with", "axes", "bar", "bars", "chart", "cell",
    "diagram", "figure", "graph", "image", "line", "lines", "matrix", "notebook", "output",
    "picture", "plot", "plots", "screenshot", "show", "shown", "shows", "showing", "see",
    "text", "above", "below", "confusion", "data", "results", "result", "values",
}
# fmt: on


def alt_of(cell: NotebookNode) -> object:
    """Return the alt text that a cell's metadata gives its figure, or None."""
    return cell.metadata.get("mystnb", {}).get("image", {}).get("alt")


def alt_problem(alt: object) -> str | None:
    """Return what is wrong with an alt text, or None."""
    if not isinstance(alt, str) or not alt.strip():
        return "the image has no alt text"
    if re.search(r"\.(?:png|svg|jpe?g|gif|webp|pdf)\b|^\S*[/\\]\S*$|^data:", alt.strip(), re.I):
        return f"the alt text {alt!r} is a file's name"
    if len(alt.strip()) < MIN_LENGTH:
        return f"the alt text {alt!r} is shorter than {MIN_LENGTH} characters"
    words = set(re.findall(r"\w+", alt.lower())) - GENERIC_WORDS
    if len(words) < MIN_WORDS:
        return f"the alt text {alt!r} would fit any figure; say what this one shows"
    return None


def missing_alt(notebook: NotebookNode) -> Problems:
    """Refuse figures and images that a reader who does not see them would learn nothing from."""
    seen: dict[str, int] = {}
    for i, cell in code_cells(notebook):
        kinds = [data_of(output) for output in cell.outputs]
        figures = sum(any(kind.startswith("image/") for kind in data) for data in kinds)
        alt = alt_of(cell)
        causes: list[str | None] = []
        if figures:
            causes.append(alt_problem(alt))
        if figures > 1:
            causes.append(f"one alt text stands for {figures} figures; give each its own cell")
        if alt and not figures:
            causes.append("it has an alt text and no figure")
        if isinstance(alt, str) and seen.setdefault(alt, i) != i:
            causes.append(f"its alt text repeats that of cell {seen[alt]}")
        causes += [alt_problem(a) for data in kinds for a in html_alts(data.get("text/html", ""))]
        yield from (problem(i, cell, cause) for cause in causes if cause)
    for i, cell in markdown_cells(notebook):
        causes = [alt_problem(alt) for alt in read(cell.source).alts]
        yield from (problem(i, cell, cause) for cause in causes if cause)


def _alt(name: str, alt: str):
    return with_metadata(name, mystnb={"image": {"alt": alt}})


BAD: Cases = {
    missing_alt: {
        "missing": (changed("figure", metadata={}), "no alt text"),
        "too short": (_alt("figure", "Two bars, cats and dogs"), "shorter than 40 characters"),
        "a file's path": (
            _alt("figure", "_images/0a1b2c3d4e5f60718293a4b5c6d7e8f9_figure.svg"),
            "a file's name",
        ),
        "generic": (
            _alt(
                "figure", "This figure shows a plot of the confusion matrix and the results below"
            ),
            "would fit any figure",
        ),
        "repeated": (
            lambda lesson: lesson.cells.append(cell_of(lesson, "figure")),
            "repeats that of cell 6",
        ),
        "for two figures": (
            lambda lesson: cell_of(lesson, "figure").update(outputs=2 * lesson.cells[6].outputs),
            "stands for 2 figures",
        ),
        "without a figure": (
            _alt("numbers", "Two bars: 61 cats were called cats and 2 were called dogs."),
            "no figure",
        ),
        "missing in Markdown": (with_prose("![](cats.svg)"), "no alt text"),
        "missing in HTML": (with_prose('<img src="cats.svg">'), "no alt text"),
        "missing in a directive": (
            with_prose("```{figure} cats.svg\n:width: 80%\nCats\n```"),
            "no alt text",
        ),
        "missing in an HTML output": (
            with_code(shown={"text/html": '<img src="cats.svg">'}),
            "no alt text",
        ),
    }
}
