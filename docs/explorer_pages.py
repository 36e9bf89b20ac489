"""The explorers on the pages of the book: live, without a kernel.

A lesson brings them in its stored outputs. On any other page a directive makes one, from the same
Python as in a lesson::

    ```{explorer}
    explore.matrix([[5, 7], [3, 7]])
    ```

A link such as ``[call nothing spam](#explore=threshold&threshold=null)`` moves the first explorer
of its kind on the page, ``threshold+2`` the second; it names those values that are not as at first.
What stands from such a link to the explorer after it is shown beside the explorer or, without room
for that, within it, below its matrix or strip.

Each build of the book writes the scripts from the modules in ``cmcourse/explore``; only pages with
an explorer load them.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective

from cmcourse import explore, tables
from cmcourse.explore import bundle
from cmcourse.explore.still import to_html
from cmlib import ConfusionMatrix

MOUNT = Path(__file__).parent / "explorer_mount.js"
SCRIPT, STYLE = "explorers.js", "explore.css"
HOLDS_ONE = 'class="cmlib-explorer"'
MOVES = "#explore="


class ExplorerHere(SphinxDirective):
    """An explorer: the value of the last line; the lines before it may prepare it."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        *lines, last = ast.parse("\n".join(self.content)).body
        assert isinstance(last, ast.Expr), f"the last line is no explorer: {ast.unparse(last)}"
        names = {"ConfusionMatrix": ConfusionMatrix, "explore": explore, "tables": tables}
        exec(compile(ast.Module(lines, []), "explorer", "exec"), names)
        explorer = eval(compile(ast.Expression(last.value), "explorer", "eval"), names)
        return [nodes.raw("", to_html(explorer.kind, explorer.state), format="html")]


class SentencesBesideExplorers(SphinxTransform):
    """Keep the links that move an explorer, and put their sentences beside it."""

    default_priority = 800  # before MyST looks for the targets of links within a page

    def apply(self, **kwargs: Any) -> None:
        for link in [*self.document.findall(nodes.reference)]:
            if not link.get("refuri", "").startswith(MOVES):
                continue
            link.attributes.pop("id_link", None)
            block: nodes.Node = link
            while not isinstance(block.parent, nodes.section):
                block = block.parent
                if "driven-explorer" in block.get("classes", []):
                    break
            else:
                self.join(block)

    def join(self, first: nodes.Node) -> None:
        """Wrap the blocks from the first one to the next explorer, and that explorer."""
        section = first.parent
        start = section.index(first)
        for end in range(start + 1, len(section)):
            if any(HOLDS_ONE in raw.astext() for raw in section[end].findall(nodes.raw)):
                words = nodes.container("", *section[start:end], classes=["driving-words"])
                # In a narrow column code breaks after a dot or a parenthesis, not within a name.
                for code in words.findall(nodes.literal):
                    parts = map(nodes.Text, re.split(r"(?<=[.(])", code.astext()))
                    gap = nodes.raw("", "<wbr>", format="html")
                    code[:] = [it for part in parts for it in (part, gap.deepcopy())][:-1]
                both = nodes.container("", words, section[end], classes=["driven-explorer"])
                section[start : end + 1] = [both]
                return
        raise ValueError(f"no explorer follows in this section: {first.astext()!r}")


def script() -> str:
    """Return the script that mounts the explorers of a page, with its modules."""
    modules = bundle.functions(bundle.explorers())
    return f'"use strict";\n{{\n{modules}{MOUNT.read_text(encoding="utf-8")}}}\n'


def write_files(app: Sphinx) -> None:
    """Write the script and the style to the folder of static files."""
    if app.builder.format == "html":
        folder = Path(app.outdir) / "_static"
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in ((SCRIPT, script()), (STYLE, bundle.style())):
            (folder / name).write_text(text, encoding="utf-8")


def add_script(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Load the script on pages with an explorer."""
    if HOLDS_ONE in context.get("body", ""):
        app.add_js_file(SCRIPT)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("explorer", ExplorerHere)
    app.add_transform(SentencesBesideExplorers)
    app.add_css_file(STYLE)
    app.connect("builder-inited", write_files)
    app.connect("html-page-context", add_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
