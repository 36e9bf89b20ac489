"""The index of the book: every term with its synonyms, every name of ``cmlib``, every Chinese name.

Sphinx makes the page; what stands in it, the template of the name ``genindex`` takes from here.
Sphinx itself would number the places of an entry; here each says where it leads: "lesson 3".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from api_links import API, Place, names_of, uses
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from term_links import GLOSSARY, first_use, pages_of_lessons, section_around, terms

PAGE = "genindex"
CHINESE = "中文"


class Entry(NamedTuple):
    """A line of the index: a name, the term whose synonym it is, and where else it stands."""

    place: Place
    see: str = ""
    others: tuple[Place, ...] = ()

    @property
    def name(self) -> str:
        """What the entry is called: a function without its room."""
        return self.place.words.rpartition(".")[2] if self.room else self.place.words

    @property
    def room(self) -> str:
        """The room, or the class, of a function."""
        return self.place.words.rpartition(".")[0] if self.place.page == API else ""

    @property
    def group(self) -> str:
        return self.name[0].upper() if self.name[0] < "\u2e80" else CHINESE


def of_terms(env: BuildEnvironment) -> Iterator[Entry]:
    """Yield the entries for the glossary: its terms, their synonyms and their Chinese names."""
    glossary = env.get_doctree(GLOSSARY)
    names = names_of(env)
    pages = pages_of_lessons(env)
    lessons = {number: env.get_doctree(page) for number, page in pages.items()}
    taught = {term.anchor: term for term in terms(glossary)}
    for item in glossary.findall(nodes.definition_list_item):
        first, *synonyms = (
            Place(term.astext(), GLOSSARY, term["ids"][0]) for term in item.findall(nodes.term)
        )
        others = []
        term = taught.get(first.anchor)
        if term and (used := first_use(lessons[term.lesson], term)):
            words = f"lesson {term.lesson}"
            others.append(Place(words, pages[term.lesson], section_around(used.node)))
        for link in item.findall(addnodes.pending_xref):
            if link["refdomain"] == "py":
                others.append(Place(link["reftarget"], API, names[link["reftarget"]]))
        yield Entry(first, others=tuple(others))
        for synonym in synonyms:
            yield Entry(synonym, see=first.words)
        for html in item.findall(nodes.raw):
            if "chinese" in html:
                yield Entry(first._replace(words=html["chinese"]), see=first.words)


def of_names(env: BuildEnvironment) -> Iterator[Entry]:
    """Yield the entries for the API reference, each with the first lesson that uses it."""
    names = names_of(env)
    first: dict[str, Place] = {}
    for number, page in sorted(pages_of_lessons(env).items()):
        for name, anchor in uses(env.get_doctree(page), names).items():
            first.setdefault(name, Place(f"lesson {number}", page, anchor))
    for name, anchor in names.items():
        yield Entry(Place(name, API, anchor), others=(first[name],) if name in first else ())


def fill(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Give the template of the index its entries, by letter, Chinese last."""
    if pagename == PAGE:
        entries = sorted(
            [*of_terms(app.env), *of_names(app.env)],
            key=lambda it: (it.group == CHINESE, it.name.casefold(), it.room),
        )
        context["groups"] = [
            (letter, list(some)) for letter, some in groupby(entries, lambda it: it.group)
        ]
        context["address"] = lambda place: place.address(app, PAGE)
        context["API"] = API


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("html-page-context", fill)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
