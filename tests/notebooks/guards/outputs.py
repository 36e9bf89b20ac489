"""Guards of what nbval compares: nothing is left out of the comparison or switched off.

nbval never compares a cell without an execution count, takes any order of counts, skips raster
images, and obeys markers that switch it off.
"""

import io
import re
import tokenize
from itertools import pairwise
from textwrap import shorten

from nbformat.v4 import new_output, new_raw_cell
from repository_links import FETCHING

from .changes import added, changed, with_code, with_metadata
from .reading import FIGURE, TEXTS, code_cells, data_of, outputs, plain_python, problem, tags

# Lists of what is allowed, not of what is forbidden: a new switch is then refused until someone
# has looked at what it switches off.
ALLOWED_TAGS = {"exercise", "solution", "hide-cell", "hide-input", "no-slide"}
ALLOWED_METADATA = {
    "notebook": {"kernelspec"},
    "cell": {"tags", "numbers", "mystnb", "jupyter"},
    "mystnb": {"code_prompt_show", "code_prompt_hide"},
    "jupyter": {"source_hidden", "outputs_hidden"},
}


def wrong_order(notebook):
    """Refuse counts other than 1, 2, 3, … in order; a cell without one is never compared."""
    for expected, (i, cell) in enumerate(code_cells(notebook), start=1):
        results = [o for o in cell.outputs if o.output_type == "execute_result"]
        for counted in (cell, *results):
            count = counted.execution_count
            if count != expected:
                cause = f"its execution count is {count}, in order it is {expected}"
                yield problem(i, cell, cause)


def switched_off(notebook):
    """Refuse comments, tags and metadata that can switch a check off."""
    for key in notebook.metadata.keys() - ALLOWED_METADATA["notebook"]:
        yield f"notebook metadata: {key!r} is not one of {sorted(ALLOWED_METADATA['notebook'])}"
    for i, cell in enumerate(notebook.cells):
        if cell.cell_type == "raw":
            yield problem(i, cell, "a raw cell is neither run nor read by any check")
        if cell.cell_type == "code":
            for marker in re.findall(r"\b(?:NBVAL|PYTEST)_\w+", cell.source):
                yield problem(i, cell, f"the marker {marker} switches the comparison off")
        for tag in tags(cell):
            # The one cell that the book leaves out fetches cmlib where a notebook runs elsewhere.
            fetching = cell.get("id") == FETCHING and tag == "remove-cell"
            if tag not in ALLOWED_TAGS and not fetching:
                yield problem(i, cell, f"the tag {tag!r} is not one of {sorted(ALLOWED_TAGS)}")
        for name in ("cell", "mystnb", "jupyter"):
            keys = cell.metadata if name == "cell" else cell.metadata.get(name, {})
            for key in keys.keys() - ALLOWED_METADATA[name]:
                yield problem(i, cell, f"the {name} metadata {key!r} may switch a check off")


def unwanted_output(notebook):
    """Refuse warnings, errors, and signs that overwrite text, which nbval then drops.

    A lesson catches the error that it wants to show, and prints it.
    """
    for i, cell, output in outputs(notebook):
        if output.output_type == "error":
            yield problem(i, cell, f"it raised {output.ename}: {shorten(output.evalue, 80)}")
        elif output.output_type == "stream":
            if output.name != "stdout":
                yield problem(i, cell, f"it wrote to stderr: {shorten(output.text, 80)!r}")
            if re.search(r"[\r\b]", output.text):
                yield problem(i, cell, "its stream holds a carriage return or backspace")


def trailing_semicolon(notebook):
    """Refuse a semicolon at the end of a line: it hides the value that the cell would show."""
    ends = {tokenize.NEWLINE, tokenize.NL, tokenize.COMMENT, tokenize.ENDMARKER}
    for i, cell in code_cells(notebook):
        try:
            tokens = list(tokenize.generate_tokens(io.StringIO(plain_python(cell)).readline))
        except (tokenize.TokenError, SyntaxError) as error:
            yield problem(i, cell, f"it is not Python: {error}")
            continue
        for token, following in pairwise(tokens):
            if token.string == ";" and following.type in ends:
                cause = f"line {token.start[0]} ends in a semicolon; write `_ = …` instead"
                yield problem(i, cell, cause)


def unchecked_kind(notebook):
    """Refuse outputs that nbval does not compare: every figure is SVG, all else is text."""
    for i, cell, output in outputs(notebook):
        for kind in data_of(output):
            if kind not in (*TEXTS, FIGURE):
                yield problem(i, cell, f"its output {kind} is not compared; figures are {FIGURE}")


_TO_STDERR = new_output("stream", name="stderr", text="3\n")
_ERROR = new_output("error", ename="ZeroDivisionError", evalue="division by zero", traceback=[])

BAD = {
    wrong_order: {
        "never run, or empty": (
            changed("numbers", execution_count=None),
            "is None, in order it is 2",
        ),
        "counts with a gap": (changed("numbers", execution_count=3), "is 3, in order it is 2"),
    },
    switched_off: {
        "marker": (with_code("# NBVAL_IGNORE_OUTPUT\nprint(3)"), "marker NBVAL_IGNORE_OUTPUT "),
        "tag": (with_metadata("numbers", tags=["nbval-skip"]), "tag 'nbval-skip'"),
        "raw cell": (added(new_raw_cell("3")), "a raw cell is neither run nor read"),
        "metadata": (with_metadata("numbers", nbval=1), "the cell metadata 'nbval' may switch"),
    },
    unwanted_output: {
        "warning": (changed("numbers", outputs=[_TO_STDERR]), "wrote to stderr: '3'"),
        "exception": (changed("numbers", outputs=[_ERROR]), "raised ZeroDivisionError: division"),
        "carriage return": (with_code(stdout="12\r3\n"), "carriage return"),
    },
    trailing_semicolon: {
        "at the end": (with_code("x = 3\nx;"), "line 2 ends in a semicolon"),
        "no Python": (with_code("x = (3"), "it is not Python: "),
        "before a comment": (with_code("x = 3\nx;  # hidden"), "line 2 ends in a semicolon"),
    },
    unchecked_kind: {
        "png beside svg": (
            with_code(shown={FIGURE: "<svg/>", "image/png": "iVBORw0KGgo="}),
            "image/png is not compared",
        ),
    },
}
