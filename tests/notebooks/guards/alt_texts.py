"""Guard of captions and descriptions: each figure carries both, as text.

`cmcourse.figures.caption` writes both beneath a figure, and the description into the SVG; the
picture of an `Explanation` stands beneath its formula. Each is written by code, so that it is there
again when a reader runs the cell.
"""

import ast
import re
from html import unescape

from nbformat.v4 import new_output

from .changes import changed
from .reading import FIGURE, code_cells, data_of, problem, tree_of

MIN_LENGTH = 40
CAPTION = '<div class="cmlib-caption">'
# Placeholder for a value that is put into a caption.
COMPUTED = "\ufffc"


def caption_texts(cell):
    """Return what a code cell writes into captions and descriptions, without the values put in."""
    texts = []
    for node in ast.walk(tree_of(cell)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "cmcourse.figures.caption":
            given = [*node.args[1:], *(word.value for word in node.keywords)]
            texts += [_literal(argument) for argument in given]
    return texts


def _literal(argument):
    if isinstance(argument, ast.JoinedStr):
        return "".join(map(_literal, argument.values))
    return str(argument.value) if isinstance(argument, ast.Constant) else COMPUTED


def alt_problem(alt):
    """Return what is wrong with an alt text, or None."""
    if not alt.strip():
        return "the image has no alt text"
    if re.search(r"\.(?:png|svg|jpe?g|gif|webp|pdf)\b|^\S*[/\\]\S*$|^data:", alt.strip(), re.I):
        return f"the alt text {alt!r} is a file's name"
    if len(alt.strip()) < MIN_LENGTH:
        return f"the alt text {alt!r} is shorter than {MIN_LENGTH} characters"
    return None


def missing_alt(notebook):
    """Refuse figures without a description or a caption; the book's tests see other images."""
    for i, cell in code_cells(notebook):
        kinds = [data_of(output) for output in cell.outputs]
        for before, data, after in zip([{}, *kinds], kinds, [*kinds[1:], {}], strict=False):
            if not any(kind.startswith("image/") for kind in data):
                continue
            description = re.search(r"<desc>(.*?)</desc>", data.get(FIGURE, ""), re.S)
            if cause := alt_problem(unescape(description[1]) if description else ""):
                yield problem(i, cell, cause)
            if CAPTION not in after.get("text/html", "") and "text/markdown" not in before:
                cause = "the figure has no caption: show it with cmcourse.figures.caption"
                yield problem(i, cell, cause)


def _shown(svg, beneath=f"{CAPTION}<p>Most are right.</p></div>"):
    """Exchange the outputs of the figure: its SVG, and the words beneath it."""
    both = ({FIGURE: svg}, {"text/html": beneath})
    return changed("figure", outputs=[new_output("display_data", data) for data in both])


def _alt(alt):
    return _shown(f"<svg><desc>{alt}</desc></svg>")


BAD = {
    missing_alt: {
        "no description": (_shown("<svg/>"), "no alt text"),
        "no caption": (_shown(f"<svg><desc>{'Two bars. ' * 5}</desc></svg>", ""), "no caption"),
        "too short": (_alt("Two bars, cats and dogs"), "shorter than 40 characters"),
        "a file's path": (_alt("_images/0a1b2c3d4e5f60718293a4b5_figure.svg"), "a file's name"),
    }
}
