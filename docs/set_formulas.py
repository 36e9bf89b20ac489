"""Set every formula as MathML when the book is built: no page needs a script to show it."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from markupsafe import Markup
from math_core import LatexError, LatexToMathML
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

CONVERTER = LatexToMathML(fancy_error=False)
# Where browsers or screen readers need other MathML than the converter writes.
MENDS = {
    # One number: 1{,}000.
    r'(?<=\d)</mn><mo rspace="0">,</mo><mn>(?=\d)': ",",
    # Chromium draws no menclose.
    r'<menclose notation="box">(.*?)</menclose>': r'<mrow class="boxed">\1</mrow>',
    # A bracket with an exponent takes its size only in a row of its own.
    r"<msup>(<mo minsize=.*?</mo>)": r"<msup><mrow>\1</mrow>",
}


def mathml(tex: str, *, displaystyle: bool = False) -> Markup:
    """Return a formula as MathML; raise ValueError where it holds what the converter lacks."""
    wanted = re.sub(r"\\\\\[[^]]*\]", r"\\\\", tex)  # the room below a line would be printed
    if r"\\" in wanted and r"\begin" not in wanted:
        wanted = rf"\begin{{aligned}}{wanted}\end{{aligned}}"
    if r"\tag" in wanted:
        wanted = rf"\begin{{equation}}{wanted}\end{{equation}}"
    try:
        found = CONVERTER.convert_with_local_state(wanted, displaystyle=displaystyle)
    except LatexError as error:
        raise ValueError(f"formula {tex!r}: {error}") from error
    for before, after in MENDS.items():
        found = re.sub(before, after, found)
    return Markup(found)


def visit(writer: HTML5Translator, node: nodes.math | nodes.math_block) -> None:
    alone = isinstance(node, nodes.math_block)
    tag = "div" if alone else "span"
    start = writer.starttag(node, tag, "", CLASS="math notranslate nohighlight")
    writer.body += [start, mathml(node.astext(), displaystyle=alone), f"</{tag}>"]
    raise nodes.SkipNode


def keep_stops(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Keep stops on the line of the formula before them, with a bracket; "%" on its number's."""
    followed = r'(\(?<span class="math [^>]*><math(?:(?!</math>).)*</math></span>)([,.;:!?)]+)'
    if "body" in context:
        kept = r'<span class="with-stop">\1\2</span>'
        body = re.sub(followed, kept, context["body"], flags=re.DOTALL)
        typed = r"<(pre|code|script|style)\b.*?</\1>|(?<=\d) %"  # code stays as it is typed
        context["body"] = re.sub(
            typed, lambda it: it[0] if it[1] else "\N{NO-BREAK SPACE}%", body, flags=re.DOTALL
        )


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("html-page-context", keep_stops)
    app.add_html_math_renderer("mathml", (visit, None), (visit, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
