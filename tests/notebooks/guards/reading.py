"""How the guards read a notebook: its cells, their code as a tree, their outputs as text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from textwrap import shorten

from bs4 import BeautifulSoup, NavigableString, Tag
from IPython.core.inputtransformer2 import TransformerManager
from nbformat import NotebookNode

FIGURE = "image/svg+xml"
TEXTS = ("text/plain", "text/html", "text/markdown", "text/latex")

# Findings of a guard: sentences that name the cell and the cause.
Problems = Iterator[str]


def code_cells(notebook: NotebookNode) -> Iterator[tuple[int, NotebookNode]]:
    return ((i, cell) for i, cell in enumerate(notebook.cells) if cell.cell_type == "code")


def markdown_cells(notebook: NotebookNode) -> Iterator[tuple[int, NotebookNode]]:
    return ((i, cell) for i, cell in enumerate(notebook.cells) if cell.cell_type == "markdown")


def outputs(notebook: NotebookNode) -> Iterator[tuple[int, NotebookNode, NotebookNode]]:
    return ((i, cell, output) for i, cell in code_cells(notebook) for output in cell.outputs)


def tags(cell: NotebookNode) -> list[str]:
    return list(cell.metadata.get("tags", []))


def problem(index: int, cell: NotebookNode, cause: str) -> str:
    first_line = shorten(cell.source.strip().partition("\n")[0], 50, placeholder=" …")
    return f"cell {index} ({cell.cell_type}: {first_line!r}): {cause}"


def plain_python(cell: NotebookNode) -> str:
    """Return a cell's code with IPython's own notations put into Python's."""
    return TransformerManager().transform_cell(cell.source)


def tree_of(cell: NotebookNode) -> ast.Module:
    """Return a cell's code as a tree, an empty one if it is not Python: another guard says so."""
    try:
        return ast.parse(plain_python(cell))
    except SyntaxError:
        return ast.Module([], [])


def data_of(output: NotebookNode) -> dict[str, str]:
    """Return an output's content by kind; a stream counts as plain text."""
    if output.output_type == "stream":
        return {"text/plain": output.text}
    return {kind: str(content) for kind, content in output.get("data", {}).items()}


def stdout_lines(cell: NotebookNode) -> list[str]:
    text = "".join(o.text for o in cell.outputs if o.get("name") == "stdout")
    return [line for line in text.splitlines() if line.strip()]


def html_words(html: str) -> list[str]:
    """Return what HTML says to a reader, alt texts and titles included."""
    words = []
    for node in BeautifulSoup(html, "html.parser").descendants:
        if isinstance(node, Tag):
            words += [str(node[name]) for name in ("alt", "title") if node.has_attr(name)]
        elif type(node) is NavigableString:  # no comment, and nothing of a script or a style
            words.append(str(node))
    return words


def html_alts(html: str) -> list[str]:
    """Return the alt texts of the images in HTML, an empty one where there is none."""
    return [str(image.get("alt", "")) for image in BeautifulSoup(html, "html.parser")("img")]


def output_texts(notebook: NotebookNode) -> Iterator[str]:
    """Yield every stored output that can be read as text, HTML without its tags."""
    for _, _, output in outputs(notebook):
        for kind, content in data_of(output).items():
            if kind == "text/html":
                yield " | ".join(html_words(content))
            elif kind in TEXTS:
                yield content
