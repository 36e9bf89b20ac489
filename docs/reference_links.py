"""Links between the API reference and the rest of the book, both ways.

An entry of the glossary names what computes it with Sphinx's own role, ``{py:obj}`cmlib.recall` ``.
The reference then leads from each function to the entry, to the lessons that use it and to the rows
of the ledger that call it; and each lesson ends with the terms that it explains, the functions that
it uses, and its rows. None of it is typed, so none of it can be forgotten.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from docutils import nodes
from ledger_pages import Links, plural, rows
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from term_links import GLOSSARY, pages_of_lessons, section_around, terms

API = "api"
log = logging.getLogger(__name__)


class Place(NamedTuple):
    """A place in the book, and what a link to it is called."""

    words: str
    page: str
    anchor: str

    def link(self, app: Sphinx, page: str) -> nodes.reference:
        words = nodes.literal if self.page == API else nodes.inline
        address = f"{app.builder.get_relative_uri(page, self.page)}#{self.anchor}"
        return nodes.reference("", "", words("", self.words), refuri=address, internal=True)


def names_of(env: BuildEnvironment) -> dict[str, str]:
    """Return the anchor of each name that the reference describes."""
    objects = env.domains.python_domain.objects
    here = {name: it for name, it in objects.items() if it.docname == API and not it.aliased}
    return {name: it.node_id for name, it in here.items()}


def computed(glossary: nodes.document) -> Iterator[tuple[str, Place]]:
    """Yield each name of the package that an entry of the glossary mentions, and the entry."""
    for entry in glossary.findall(nodes.definition_list_item):
        term = next(iter(entry.findall(nodes.term)))
        for link in entry.findall(addnodes.pending_xref):
            if link["refdomain"] == "py":
                yield link["reftarget"], Place(term.astext(), GLOSSARY, term["ids"][0])


def names_in(source: str, known: dict[str, str]) -> Iterator[str]:
    """Yield what code names in full; `known` holds what was imported, and learns more."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            # `import cmlib.plot` binds `cmlib`.
            known |= {
                it.asname or it.name.split(".")[0]: it.name if it.asname else it.name.split(".")[0]
                for it in node.names
            }
        elif isinstance(node, ast.ImportFrom):
            known |= {it.asname or it.name: f"{node.module}.{it.name}" for it in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute):
            first, *rest = ast.unparse(node).split(".")
            if first in known:
                yield ".".join([known[first], *rest])


def uses(lesson: nodes.document, names: Iterable[str]) -> dict[str, str]:
    """Return the names that a lesson's code uses, each with the section that does so first."""
    found: dict[str, str] = {}
    imported: dict[str, str] = {}
    for code in lesson.findall(nodes.literal_block):
        if "cell_input" in code.parent.get("classes", []):
            for name in names_in(code.astext(), imported):
                if name in names:
                    found.setdefault(name, section_around(code))
    return found


def in_ledger(name: str) -> str | None:
    """Return what finds the rows of the ledger that call a function, if there are any."""
    call = f"{name.rsplit('.', 1)[-1]}("
    called = re.compile(rf"\b{re.escape(call)}")
    return call if any(called.search(row.call) for row in rows()) else None


def line(head: str, links: Iterable[nodes.Node]) -> nodes.paragraph:
    """Write links behind one another."""
    written = nodes.paragraph("", "", nodes.strong("", head), classes=["links-line", "no-search"])
    for number, link in enumerate(links):
        written += [nodes.Text(" · " if number else " "), link]
    return written


def link_reference(app: Sphinx, doctree: nodes.document) -> None:
    """Add to each entry of the reference links to where the book explains and uses it."""
    env, ledger = app.env, Links(app, API)
    places: dict[str, list[Place]] = {name: [] for name in names_of(env)}
    for name, entry in computed(env.get_doctree(GLOSSARY)):
        if name in places:
            places[name].append(entry)
        else:
            log.warning("the API reference has no %r", name, location=GLOSSARY)
    for number, page in sorted(pages_of_lessons(env).items()):
        for name, anchor in uses(env.get_doctree(page), places).items():
            places[name].append(Place(f"lesson {number}", page, anchor))
    for entry in list(doctree.findall(addnodes.desc)):
        name = entry[0]["ids"][0]
        links: list[nodes.Node] = [place.link(app, API) for place in places.get(name, [])]
        if call := in_ledger(name):
            address = ledger.rows(verdict="", q=call)
            links.append(nodes.reference("", "rows of the ledger", refuri=address, internal=True))
        if links:
            # In a class, before the members.
            content = entry[-1]
            members = content.first_child_matching_class((addnodes.index, addnodes.desc))
            content.insert(
                len(content) if members is None else members, line("In the book:", links)
            )


def link_lesson(app: Sphinx, doctree: nodes.document, page: str, number: int) -> None:
    """Add to a lesson what its reader may want to look up."""
    env = app.env
    names = names_of(env)
    taught = sorted(
        (
            Place(term.names[0], GLOSSARY, term.anchor).link(app, page)
            for term in terms(env.get_doctree(GLOSSARY))
            if term.lesson == number
        ),
        key=lambda it: it.astext().lower(),
    )
    used = [
        Place(name, API, names[name]).link(app, page)
        for name in sorted(uses(env.get_doctree(page), names))
    ]
    box = nodes.container("", nodes.rubric("", "To look up"), classes=["look-up", "no-search"])
    if taught:
        box += line("Terms explained here:", taught)
    if used:
        box += line("Functions used here:", used)
    lesson = f"{number:02}"
    if count := sum(row.lesson == lesson for row in rows()):
        address = Links(app, page).rows(lesson=lesson, verdict="")
        words = f"{plural(count, 'row')} that this lesson explains"
        box += line("In the ledger:", [nodes.reference("", words, refuri=address, internal=True)])
    doctree[0] += box
    for code in list(doctree.findall(nodes.literal)):
        # `cmlib.recall` or `cmlib.recall(cm)` in a sentence
        name = code.astext().partition("(")[0]
        if name in names and not isinstance(code.parent, nodes.reference):
            there = Place(code.astext(), API, names[name])
            code.replace_self(there.link(app, page))


def link(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    if docname == API:
        link_reference(app, doctree)
    for number, page in pages_of_lessons(app.env).items():
        if docname == page:
            link_lesson(app, doctree, page, number)


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("doctree-resolved", link)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
