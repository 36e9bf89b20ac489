"""A guard of a lesson's shell: title, headings, kernel, a valid file."""

from __future__ import annotations

import nbformat
from nbformat import NotebookNode

from .changes import Cases, changed, code
from .prose import headings
from .reading import Problems

DOCUMENTS = "What the documents print"
# All in this order; where no document says anything, the last but one is left out.
HEADINGS = [
    "What you will be able to do",
    "Exercises",
    "In practice",
    "Going deeper",
    DOCUMENTS,
    "Further reading",
]
KERNEL = "python3"


def broken_structure(notebook: NotebookNode) -> Problems:
    """Refuse a lesson that is not a valid notebook in the shell that all lessons share."""
    try:
        nbformat.validate(notebook)
    except nbformat.ValidationError as error:
        yield f"the notebook is not valid: {error.message}"
    first = notebook.cells[0] if notebook.cells else None
    if first is None or first.cell_type != "markdown" or not first.source.startswith("# "):
        yield "the first cell is not the lesson's title, a Markdown heading `# …`"
    titles = headings(notebook, "h1")
    if len(titles) != 1:
        yield f"the lesson has {len(titles)} titles `# …`, not one"
    titles = headings(notebook, "h2")
    found = [title for title in titles if title in HEADINGS]
    if found != [title for title in HEADINGS if title != DOCUMENTS or title in found]:
        yield f"of the headings {HEADINGS} the lesson has {found}"
    elif unknown := [t for t in titles[titles.index("Exercises") :] if t not in HEADINGS]:
        yield f"after the exercises stands {unknown[0]!r}, which is no part of the shell"
    kernel = notebook.metadata.get("kernelspec", {}).get("name")
    if kernel != KERNEL:
        yield f"the kernel is {kernel!r}, not {KERNEL!r}"
    if "widgets" in notebook.metadata:
        yield "the notebook stores the state of widgets"


BAD: Cases = {
    broken_structure: {
        "title missing": (
            changed("title", source="A sample lesson"),
            "the first cell is not the lesson's title",
            "0 titles",
        ),
        "title not first": (
            lambda lesson: lesson.cells.insert(0, code()),
            "the first cell is not the lesson's title",
        ),
    }
}
