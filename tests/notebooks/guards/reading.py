"""How the guards read a notebook: its cells, their code as a tree, their outputs as text."""

import ast
import re
from textwrap import shorten

from bs4 import BeautifulSoup, NavigableString, Tag
from IPython.core.inputtransformer2 import TransformerManager

FIGURE = "image/svg+xml"
TEXTS = ("text/plain", "text/html", "text/markdown", "text/latex")


def code_cells(notebook):
    return ((i, cell) for i, cell in enumerate(notebook.cells) if cell.cell_type == "code")


def markdown_cells(notebook):
    return ((i, cell) for i, cell in enumerate(notebook.cells) if cell.cell_type == "markdown")


def outputs(notebook):
    return ((i, cell, output) for i, cell in code_cells(notebook) for output in cell.outputs)


def tags(cell):
    return list(cell.metadata.get("tags", []))


def problem(index, cell, cause):
    first_line = shorten(cell.source.strip().partition("\n")[0], 50, placeholder=" …")
    return f"cell {index} ({cell.cell_type}: {first_line!r}): {cause}"


def plain_python(cell):
    """Return a cell's code with IPython's own notations put into Python's."""
    return TransformerManager().transform_cell(cell.source)


def tree_of(cell):
    """Return a cell's code as a tree, an empty one if it is not Python: another guard says so."""
    try:
        return ast.parse(plain_python(cell))
    except SyntaxError:
        return ast.Module([], [])


def data_of(output):
    """Return an output's content by kind; a stream counts as plain text."""
    if output.output_type == "stream":
        return {"text/plain": output.text}
    return {kind: str(content) for kind, content in output.get("data", {}).items()}


def stdout_lines(cell):
    """Return what a cell printed; before a sentence of `check`, the exercise is left out."""
    text = "".join(o.text for o in cell.outputs if o.get("name") == "stdout")
    return [re.sub(r"^\d+\.\d+[a-z]?: ", "", it) for it in text.splitlines() if it.strip()]


def html_words(html):
    """Return what HTML says to a reader, alt texts and titles included."""
    words = []
    for node in BeautifulSoup(html, "html.parser").descendants:
        if isinstance(node, Tag):
            words += [str(node[name]) for name in ("alt", "title") if node.has_attr(name)]
        elif type(node) is NavigableString:  # no comment, and nothing of a script or a style
            words.append(str(node))
    return words


def output_texts(notebook):
    """Yield every stored output that can be read as text, HTML without its tags."""
    for _, _, output in outputs(notebook):
        for kind, content in data_of(output).items():
            if kind == "text/html":
                yield " | ".join(html_words(content))
            elif kind in TEXTS:
                yield content
