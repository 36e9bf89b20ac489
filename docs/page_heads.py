"""What the head of a page tells search engines, and those who show a preview of a link to it.

Descriptions stand in ``descriptions.toml``; a lesson's is what the table on the first page promises
of it. A page without one, or with one that a search engine would cut, stops the build. Addresses
are written only where they are known: set ``html_baseurl`` to where the book is published, and each
page names its own and that of a picture.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from markupsafe import Markup
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util import logging

DESCRIPTIONS = Path(__file__).parent / "descriptions.toml"
PICTURE = "_static/book.png"
# So many characters of a description are shown, and with fewer it says nothing.
FEWEST, MOST = 50, 160
PICTURED = "A confusion matrix, the cells of one measure lit up in it, and a table of all measures."
log = logging.getLogger(__name__)


def of_lessons(first_page: nodes.document) -> Iterator[tuple[str, str]]:
    """Yield the lessons, and what the first page promises of each."""
    for row in first_page.findall(nodes.row):
        for link in row.findall(addnodes.pending_xref):
            promise = row[-1].astext()
            yield link["reftarget"], f"{promise[0].upper()}{promise[1:]}."


def head(description: str, title: str, book: str, address: str | None, base: str) -> str:
    """Return the tags; without an address, none that needs one."""
    tags = [
        ("name", "description", description),
        ("property", "og:type", "website"),
        ("property", "og:site_name", book),
        ("property", "og:title", title),
        ("property", "og:description", description),
    ]
    if address:
        tags += [
            ("property", "og:url", address),
            ("property", "og:image", f"{base.rstrip('/')}/{PICTURE}"),
            ("property", "og:image:alt", PICTURED),
            ("name", "twitter:card", "summary_large_image"),
        ]
    tag = Markup('\n    <meta {}="{}" content="{}" />')
    # Plain text: what it is joined with is HTML, too, and Markup would escape it.
    return "".join(str(tag.format(*parts)) for parts in tags)


def describe(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Give a page its head."""
    config, env = app.config, app.env
    known = tomllib.loads(DESCRIPTIONS.read_text(encoding="utf-8"))
    known |= of_lessons(env.get_doctree(config.root_doc))
    if pagename not in known:
        log.warning("no description in descriptions.toml", location=pagename)
        return
    length = len(known[pagename])
    if not FEWEST <= length <= MOST:
        log.warning(
            "described in %d characters: %d to %d are shown",
            length,
            FEWEST,
            MOST,
            location=pagename,
        )
    # Sphinx knows no title of the pages that it makes itself.
    title = Markup(context.get("title") or pagename.capitalize()).striptags()
    if pagename == config.root_doc:
        # Else a browser's tab would show the same words twice.
        context["title"] = "A course in notebooks"
    tags = head(known[pagename], title, config.project, context["pageurl"], config.html_baseurl)
    context["metatags"] = context.get("metatags", "") + tags


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("html-page-context", describe)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
