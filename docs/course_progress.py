"""Where a reader is in the course: the minutes of the next lesson, and a tick for what is done.

``progress.js`` keeps the ticks in the reader's browser. From here it has the places to show them:
one below each lesson, and one on the first page, which the directive ``course-progress`` makes.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from lesson_minutes import HEAD
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from term_links import pages_of_lessons

PLACE = Markup('<div class="course-progress" hidden data-lessons="{}"></div>')


class Progress(nodes.General, nodes.Element):
    """The place on the first page that says where the reader may go on."""


class ProgressHere(SphinxDirective):
    """A directive that leaves the place, until the titles of all lessons are known."""

    def run(self) -> list[nodes.Node]:
        return [Progress()]


@cache
def minutes(lesson: Path) -> int:
    """Return the minutes that a lesson's head states."""
    found = HEAD.search(lesson.read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"{lesson} does not say how long it takes")
    return int(found[1])


def fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Name the lessons to the script."""
    env = app.env
    for place in list(doctree.findall(Progress)):
        lessons = [
            {
                "name": page.rpartition("/")[2],
                "title": env.titles[page].astext(),
                "minutes": minutes(Path(env.doc2path(page))),
                "address": app.builder.get_relative_uri(docname, page),
            }
            for _, page in sorted(pages_of_lessons(env).items())
        ]
        place.replace_self(nodes.raw("", PLACE.format(json.dumps(lessons)), format="html"))


def of_page(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Let the links at the end of a page know how long the lesson takes that they lead to."""
    env = app.env
    pages = pages_of_lessons(env).values()
    context["is_lesson"] = pagename in pages
    context["minutes"] = {
        app.builder.get_relative_uri(pagename, page): minutes(Path(env.doc2path(page)))
        for page in pages
    }


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_node(Progress)
    app.add_directive("course-progress", ProgressHere)
    app.connect("doctree-resolved", fill)
    app.connect("html-page-context", of_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
