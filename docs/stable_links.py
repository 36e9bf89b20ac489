"""Names under which other projects can link into the book, listed in its ``objects.inv``.

A lesson is ``lesson-3``, a section of it ``lesson-3-two-paradoxes``, an exercise
``lesson-3-exercise-2`` whatever its title, and a row of the ledger has its own name,
``doc1-t5-precision``. Functions and terms are listed by Sphinx itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docutils import nodes
from ledger_pages import PAGE as LEDGER
from ledger_pages import shown
from sphinx.application import Sphinx
from sphinx.util.nodes import clean_astext

from cmcourse import ledger

# What Sphinx lists of itself, and this book does not have.
NOT_HERE = ("modindex", "py-modindex")


def labels_of_lesson(number: int, lesson: nodes.document) -> Iterator[tuple[str, str, str]]:
    """Yield for each section its label, its anchor and its title."""
    for section in lesson.findall(nodes.section):
        anchor, title = section["ids"][0], clean_astext(section[0])
        exercise = re.match(r"exercise-\d+", anchor)
        if isinstance(section.parent, nodes.document):
            yield f"lesson-{number}", "", title
        else:
            yield f"lesson-{number}-{exercise[0] if exercise else anchor}", anchor, title


def labels_of_ledger() -> Iterator[tuple[str, str, str]]:
    for row in ledger.load():
        yield row.id, row.id, f"{shown(row.document)}, {row.place}: {row.quantity}"


def note_labels(app: Sphinx, doctree: nodes.document) -> None:
    page = app.env.current_document.docname
    if lesson := re.match(r"notebooks/(\d\d)_", page):
        found = labels_of_lesson(int(lesson[1]), doctree)
    elif page == LEDGER:
        found = labels_of_ledger()
    else:
        return
    standard = app.env.domains.standard_domain
    for label, anchor, title in found:
        if label in standard.labels:
            raise ValueError(f"two places are called {label}")
        standard.labels[label] = (page, anchor, title)
        standard.anonlabels[label] = (page, anchor)


def forget_what_is_not_here(app: Sphinx) -> None:
    standard = app.env.domains.standard_domain
    for label in NOT_HERE:
        standard.labels.pop(label, None)
        standard.anonlabels.pop(label, None)


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("builder-inited", forget_what_is_not_here)
    app.connect("doctree-read", note_labels)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
