"""What a Markdown text says to a reader: passages, alt texts, headings and formulas."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.myst_role import myst_role_plugin
from nbformat import NotebookNode

from .reading import html_alts, html_words, markdown_cells

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


@dataclass(frozen=True)
class Prose:
    """What a Markdown text says to a reader: its passages, and its images' alt texts."""

    passages: list[str]
    alts: list[str]


@cache
def read(source: str) -> Prose:
    passages: list[str] = []
    alts: list[str] = []
    for token in _MARKDOWN.parse(source):
        directive = re.match(r"\{([\w:-]+)\}(.*)", token.info or "")
        if token.type == "inline":
            passages.append(_inline(token.children or [], alts))
        elif token.type == "html_block":
            passages.append(" ".join(html_words(token.content)))
            alts += html_alts(token.content)
        elif directive and directive[1] in {"figure", "image"}:
            # The argument is a file's name; what is left is options and the caption.
            alt = re.search(r"^:alt:(.*)$", token.content, re.M)
            alts.append(alt[1].strip() if alt else "")
            passages.append(re.sub(r"^:(?:width|height|name):.*$", "", token.content, flags=re.M))
        elif directive and directive[1] not in {
            "math",
            "code",
            "code-block",
            "code-cell",
            "explorer",
        }:
            inner = read(f"{directive[2].strip()}\n\n{token.content}")
            passages += inner.passages
            alts += inner.alts
        else:
            # Formulas, code blocks and unknown tokens: their text is read.
            passages.append(FORMULA[0] + token.content + FORMULA[1])
    return Prose(passages, alts)


def _inline(tokens: list[Token], alts: list[str]) -> str:
    """Join one paragraph's pieces, so that `**99.7** %` reads as one number."""
    text = ""
    autolink = False
    for token in tokens:
        if token.type.startswith("link_"):
            # The text of <https://…> is an address. Any other link's text is prose.
            autolink = token.type == "link_open" and token.info == "auto"
            text += f" {token.attrs.get('title', '')} " if token.attrs.get("title") else ""
        elif token.type == "image":
            alts.append(_inline(token.children or [], []))
            text += f" {alts[-1]} {token.attrs.get('title', '')} "
        elif token.type == "html_inline":
            alts += html_alts(token.content)
            text += " ".join(html_words(token.content))
        elif token.type in {"softbreak", "hardbreak"}:
            text += "\n"
        elif token.type in {"math_inline", "math_inline_double", "code_inline"}:
            text += FORMULA[0] + token.content + FORMULA[1]
        elif not autolink:
            text += token.content
    return text


def headings(notebook: NotebookNode, tag: str) -> list[str]:
    """Return a lesson's headings of one kind, such as ``h2``."""
    return [
        title.content.strip()
        for _, cell in markdown_cells(notebook)
        for opening, title in pairwise(_MARKDOWN.parse(cell.source))
        if opening.type == "heading_open" and opening.tag == tag
    ]


def formulas(source: str) -> list[str]:
    """Return the formulas of a text, in lines and between them."""
    tokens = _MARKDOWN.parse(source)
    every = [*tokens, *(child for token in tokens for child in token.children or [])]
    return [token.content for token in every if token.type.startswith(("math", "amsmath"))]
