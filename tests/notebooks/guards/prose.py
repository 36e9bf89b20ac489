"""What a Markdown text says to a reader: passages, headings and formulas."""

import re
from functools import cache
from itertools import pairwise

from markdown_it import MarkdownIt
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.myst_role import myst_role_plugin

from .reading import html_words, markdown_cells

_MARKDOWN = (
    MarkdownIt("commonmark")
    .enable(["table"])
    .use(dollarmath_plugin, double_inline=True)
    .use(amsmath_plugin)
    .use(myst_role_plugin)
    .use(colon_fence_plugin)
    .use(footnote_plugin)
)
# Marks around formulas and code in a passage, where whole numbers are not prose.
FORMULA = "\ue000\ue001"


@cache
def read(source):
    """Return the passages of a text, alt texts included."""
    passages = []
    for token in _MARKDOWN.parse(source):
        directive = re.match(r"\{([\w:-]+)\}(.*)", token.info or "")
        if token.type == "inline":
            passages.append(_inline(token.children or []))
        elif token.type == "html_block":
            passages.append(" ".join(html_words(token.content)))
        elif directive and directive[1] in {"figure", "image"}:
            # The argument is a file's name; what is left is options and the caption.
            passages.append(re.sub(r"^:(?:width|height|name):.*$", "", token.content, flags=re.M))
        elif directive and not re.match("math|code|explorer", directive[1]):
            passages += read(f"{directive[2].strip()}\n\n{token.content}")
        else:
            # Formulas, code blocks and unknown tokens: their text is read.
            passages.append(FORMULA[0] + token.content + FORMULA[1])
    return passages


def _inline(tokens):
    """Join one paragraph's pieces, so that `**99.7** %` reads as one number."""
    text = ""
    autolink = False
    for token in tokens:
        if token.type.startswith("link_"):
            # The text of <https://…> is an address. Any other link's text is prose.
            autolink = token.type == "link_open" and token.info == "auto"
            text += f" {token.attrs.get('title', '')} " if token.attrs.get("title") else ""
        elif token.type == "image":
            text += f" {_inline(token.children or [])} {token.attrs.get('title', '')} "
        elif token.type == "html_inline":
            text += " ".join(html_words(token.content))
        elif token.type in {"softbreak", "hardbreak"}:
            text += "\n"
        elif token.type in {"math_inline", "math_inline_double", "code_inline"}:
            text += FORMULA[0] + token.content + FORMULA[1]
        elif not autolink:
            text += token.content
    return text


def headings(notebook, tag):
    """Return a lesson's headings of one kind, such as ``h2``."""
    return [
        title.content.strip()
        for _, cell in markdown_cells(notebook)
        for opening, title in pairwise(_MARKDOWN.parse(cell.source))
        if opening.type == "heading_open" and opening.tag == tag
    ]


def formulas(source):
    """Return the formulas of a text, in lines and between them."""
    tokens = _MARKDOWN.parse(source)
    every = [*tokens, *(child for token in tokens for child in token.children or [])]
    return [token.content for token in every if token.type.startswith(("math", "amsmath"))]
