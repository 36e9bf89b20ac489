"""Guards of what GitHub shows of a notebook: formulas, outputs, links."""

import re

from .changes import with_code, with_prose
from .prose import formulas
from .reading import code_cells, data_of, markdown_cells, problem

# GitHub shows "The following macros are not allowed" instead of a formula with one that could
# redefine another, hide text or reach outside the formula: github/markup#1688 and those beside it.
# fmt: off
REFUSED_MACROS = {
    "DeclareMathOperator", "class", "cssId", "def", "edef", "gdef", "href", "hphantom", "html",
    "label", "let", "mbox", "newcommand", "newenvironment", "operatorname", "phantom",
    "providecommand", "renewcommand", "require", "rlap", "llap", "style", "unicode", "vphantom",
}
# fmt: on
# Removed by its renderer for safety. It removes styles, too; a figure reads well without.
_STRIPPED = re.compile(r"<(script|foreignObject|iframe|object|embed)\b|\s(on[a-z]+)=", re.I)


def refused_formula(notebook):
    """Refuse a formula that GitHub does not draw."""
    texts = [(i, cell, cell.source) for i, cell in markdown_cells(notebook)]
    for i, cell in code_cells(notebook):
        texts += [(i, cell, data_of(it).get("text/markdown", "")) for it in cell.outputs]
    for i, cell, text in texts:
        for formula in formulas(text):
            for macro in sorted(REFUSED_MACROS & set(re.findall(r"\\([A-Za-z]+)", formula))):
                yield problem(i, cell, f"GitHub draws no formula with \\{macro}: {formula.strip()}")


def stripped_output(notebook):
    """Refuse an output that loses a part on GitHub."""
    for i, cell in code_cells(notebook):
        for output in cell.outputs:
            data = data_of(output)
            for kind in ("image/svg+xml", "text/html"):
                for tag, event in _STRIPPED.findall(data.get(kind, "")):
                    yield problem(i, cell, f"GitHub takes {tag or event} out of its {kind}")


def anchor_in_a_notebook(notebook):
    """Refuse a link to a heading of a notebook, which has no anchors on GitHub.

    That all other links lead to a place is tested where the book is built.
    """
    for i, cell in markdown_cells(notebook):
        for link in re.findall(r"\]\(<?((?:[^)\s>:]+\.ipynb)?#(?!explore=)[^)\s>]*)", cell.source):
            yield problem(i, cell, f"GitHub finds no heading of a notebook: {link}")


BAD = {
    refused_formula: {
        "a named operator": (with_prose(r"So $\operatorname{Var}(x) = 1$."), r"with \operatorname"),
        "a macro of its own": (with_prose(r"$$\newcommand{\a}{b} \a$$"), r"with \newcommand"),
    },
    stripped_output: {
        "a script": (with_code(shown={"text/html": "<script>x</script>"}), "takes script out"),
        "an event": (with_code(shown={"text/html": '<b onclick="x">1</b>'}), "takes onclick out"),
    },
    anchor_in_a_notebook: {
        "of its own": (with_prose("See [there](#exercises)."), "notebook: #exercises"),
        "of another": (with_prose("See [there](02_a.ipynb#Part)."), "notebook: 02_a.ipynb#Part"),
    },
}
