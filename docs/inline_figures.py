"""Put the lessons' figures into the pages themselves, instead of showing them as images.

So their words can be found, marked and translated, they have the colours of the page, light or
dark, and a lesson needs no further requests.
"""

from __future__ import annotations

import re
from html import escape, unescape
from pathlib import Path

from docutils import nodes

from cmlib.plot.svg import CLASS, PAPER_CLASS

_PAPER = re.compile(rf'<rect [^>]*class="{PAPER_CLASS}"[^>]*/>')
_DESCRIPTION = re.compile(r"<desc>(.*?)</desc>", re.S)
# The reader chooses between light and dark on the page; an image only knows the system's choice.
_BY_SYSTEM = re.compile(r"@media \(prefers-color-scheme: dark\) \{(.*)\}(?=</style>)")
_WIDTH = re.compile(r'(<svg\b[^>]*? width=")([\d.]+)pt(?=")')
# A matrix with lit cells is drawn small, for a handout; CSS counts 4 pixels on 3 points.
LIT, LIT_WIDTHS = "Matrix of ", (195, 225)


def sized(svg: str, described: str) -> str:
    """Draw a matrix with lit cells larger."""
    width = float(_WIDTH.search(svg)[2])
    if not described.startswith(LIT) or width >= LIT_WIDTHS[0]:
        return svg
    wider = min(max(1.5 * width, LIT_WIDTHS[0]), LIT_WIDTHS[1])
    svg = _WIDTH.sub(rf"\g<1>{wider:g}pt", svg, count=1)
    return re.sub(r' height="[\d.]+pt"', "", svg, count=1)


def inline(svg: str) -> str:
    """Return a figure as part of a page: in its colours, and named by its description."""
    described = _DESCRIPTION.search(svg)
    if described is None:
        raise ValueError(f"a figure has no description: {svg[:200]!r}")
    label = escape(unescape(described[1]))
    svg = sized(svg, unescape(described[1]))
    svg = _PAPER.sub("", _DESCRIPTION.sub("", svg))
    # Paper is white, also for who reads the page in the dark.
    svg = _BY_SYSTEM.sub(lambda rules: f"@media screen {{{rules[1]}}}", svg)
    svg = re.sub(rf"\.{CLASS}(?= \[)", f'html[data-theme="dark"] .{CLASS}', svg)
    return svg.replace('role="img"', f'role="img" aria-label="{label}"', 1)


def inline_figures(app, doctree, docname):
    """Exchange each image that is one of our figures for the figure itself."""
    for number, image in enumerate(list(doctree.findall(nodes.image))):
        path = Path(app.srcdir, image["uri"])
        if path.suffix != ".svg" or not path.is_file():
            continue
        svg = path.read_text(encoding="utf-8")
        if f'class="{CLASS}"' in svg:
            # A page may show the same figure twice, with the same ids.
            svg = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>n{number}", svg)
            image.replace_self(nodes.raw("", inline(svg), format="html"))


def setup(app):
    app.connect("doctree-resolved", inline_figures)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
