"""Links between the glossary and the lessons, both ways.

An entry of the glossary names the lesson that explains the term: ``{taught}`lesson 3` ``. The book
then links the first use of the term in that lesson to the entry, and the name of the lesson to the
section with this first use. A term that its lesson does not use is an error of the build.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

GLOSSARY = "glossary"
# A link of this class ends the words of an entry; its lesson and its functions follow.
ENTRY_LINKS = "entry-links"
# Words in these nodes are no prose, or are linked already.
_NO_PROSE = (
    *(nodes.title, nodes.literal, nodes.literal_block, nodes.math, nodes.math_block),
    *(nodes.reference, nodes.raw),
)
log = logging.getLogger(__name__)


class Taught(nodes.inline):
    """Where a term is explained: "lesson 3"."""


def taught(name, rawtext, text, lineno, inliner, options=None, content=None):
    return [Taught(rawtext, text)], []


@dataclass(frozen=True)
class Term:
    """An entry of the glossary: its names, its place, and the number of its lesson."""

    names: tuple[str, ...]
    anchor: str
    lesson: int

    @property
    def pattern(self) -> re.Pattern[str]:
        """Pattern of a use of the term; a name in small letters may begin a sentence."""
        # A letter is a term in formulas only, where `first_use` looks for it.
        names = sorted((it for it in self.names if len(it) > 1), key=len, reverse=True)
        each = [
            f"(?i:{re.escape(name)}s?)" if name.islower() else f"{re.escape(name)}s?"
            for name in names
        ]
        return re.compile(rf"(?<![\w'’/-])(?:{'|'.join(each) or '(?!)'})(?![\w'’/-]|\s*=)")


def terms(glossary: nodes.document) -> Iterator[Term]:
    """Yield the entries that name a lesson."""
    for entry in glossary.findall(nodes.definition_list_item):
        named = list(entry.findall(nodes.term))
        for place in entry.findall(Taught):
            names = tuple(term.astext() for term in named)
            yield Term(names, named[0]["ids"][0], int(place.astext().split()[-1]))


def pages_of_lessons(env: BuildEnvironment) -> dict[int, str]:
    """Return the name of each lesson's page by its number."""
    found = (re.fullmatch(r"notebooks/(\d\d)_\w+", name) for name in env.found_docs)
    return {int(match[1]): match[0] for match in found if match}


class Use(NamedTuple):
    """A use of a term: a formula that is nothing else, or a piece of a text."""

    node: nodes.Node
    start: int
    end: int


def first_use(lesson: nodes.document, term: Term) -> Use | None:
    """Return where the prose of a lesson first uses a term."""
    for node in lesson.findall(lambda it: isinstance(it, nodes.Text | nodes.math)):
        around = node.parent
        while around and not _is_no_prose(around):
            around = around.parent
        if around is not None:
            continue
        words = node.astext()
        if isinstance(node, nodes.math):
            if words.replace("'", "′") in term.names:
                return Use(node, 0, len(words))
        elif found := term.pattern.search(words):
            return Use(node, found.start(), found.end())
    return None


def section_around(node: nodes.Node) -> str:
    """Return the address, within its page, of the section that holds a node."""
    while not isinstance(node, nodes.section):
        node = node.parent
    return node["ids"][0]


def _is_no_prose(node: nodes.Element) -> bool:
    """Return whether a node holds code, a formula, a heading, a link or a citation."""
    return (
        isinstance(node, _NO_PROSE)
        or "cell" in node.get("classes", [])
        or "further-reading" in node.get("ids", [])
    )


def link(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Link a lesson to the glossary, or the glossary to the lessons."""
    env, builder = app.env, app.builder
    pages = pages_of_lessons(env)
    if docname == GLOSSARY:
        lessons = {number: env.get_doctree(page) for number, page in pages.items()}
        places = list(doctree.findall(Taught))
        for place, term in zip(places, terms(doctree), strict=True):
            used = first_use(lessons[term.lesson], term) if term.lesson in lessons else None
            if used is None:
                log.warning("lesson %s does not use %r", term.lesson, term.names[0])
                continue
            uri = builder.get_relative_uri(docname, pages[term.lesson])
            there = f"{uri}#{section_around(used.node)}"
            place.replace_self(
                nodes.reference("", place.astext(), refuri=there, classes=[ENTRY_LINKS])
            )
    elif docname in pages.values():
        uri = builder.get_relative_uri(docname, GLOSSARY)
        for term in terms(env.get_doctree(GLOSSARY)):
            if pages.get(term.lesson) == docname and (used := first_use(doctree, term)):
                target = f"{uri}#{term.anchor}"
                # A formula has no words that a screen reader could call the link by.
                titled = {"reftitle": term.names[0]} if isinstance(used.node, nodes.math) else {}
                here = nodes.reference(refuri=target, classes=["term-link"], **titled)
                before, words, after = _cut(used)
                here += words
                used.node.parent.replace(used.node, [before, here, after])


def _cut(used: Use) -> tuple[nodes.Node, nodes.Node, nodes.Node]:
    """Return what stands before a use, the use itself, and what stands after it."""
    if isinstance(used.node, nodes.math):
        return nodes.Text(""), used.node.deepcopy(), nodes.Text("")
    whole = used.node.astext()
    before, words, after = whole[: used.start], whole[used.start : used.end], whole[used.end :]
    return nodes.Text(before), nodes.Text(words), nodes.Text(after)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_role("taught", taught)
    app.add_node(Taught)
    app.connect("doctree-resolved", link)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
