"""The formula of a measure, as `explain` works it out: in the glossary and in the reference.

``{formula}`precision` `` and ``{formula}`J = informedness` `` are replaced when the book is built,
and a measure's formula is put below the first sentence of its docstring.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from cmlib.by_hand import Explanation, explain
from cmlib.by_hand.formulas import METRICS


def in_letters(explanation: Explanation) -> str:
    """Return a formula in the letters of the course: an italic TP, and no sign between brackets."""
    plain = re.sub(r"\\mathrm\{([TF][PN])\}", r"\1", explanation.formula)
    return re.sub(r"(?<=\)) \\times (?=\()", "", plain)


def formula(name: str) -> str:
    """Return the formula of a measure: of one class, or of a matrix of two classes."""
    label = 0 if METRICS[name].scope in ("class", "label") else None
    return in_letters(explain(name, [[2, 1], [1, 2]], label))


def role(name, rawtext, text, lineno, inliner, options=None, content=None):
    head, equals, wanted = text.rpartition("= ")
    return [nodes.math(rawtext, head + equals + formula(wanted))], []


def add_formula(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]
) -> None:
    """Put the formula of a measure below the first sentence of its docstring."""
    measure = name.removeprefix("cmlib.")
    if metric := METRICS.get(measure):
        title = "F_1" if metric.option == "beta" else rf"\text{{{metric.title}}}"
        lines[1:1] = ["", f".. math:: {title} = {formula(measure)}", ""]


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("sphinx.ext.autodoc")  # the event is its own
    app.add_role("formula", role)
    app.connect("autodoc-process-docstring", add_formula)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
