"""A small sign for each lesson, before its title and in the list of lessons."""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx

# In a square of 24 by 24: drawn as lines, and filled.
SIGNS = [
    ("M3 3h18v18H3z", "M3 3h9v9H3zM12 12h9v9h-9z"),  # two classes, the diagonal
    ("M3 3h18v18H3z", "M3 3h6v6H3zM9 9h6v6H9zM15 15h6v6h-6z"),  # many classes
    ("M2 12a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M9 12a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0", ""),
    ("M3 21 21 3", "M4 12h4v4H4zM9 17h4v4H9zM11 4h4v4h-4zM16 10h4v4h-4z"),  # a correlation
    ("M3 3v18h18M3 21V11h4V7h5V4h9", ""),  # a curve in steps
    ("M2 15h20", "M5 5h5v16H5zM14 11h5v10h-5z"),  # shares, and a level from which they count
    ("M8 3h8M10 3v7L4 21h16L14 10V3M7 16h10", ""),  # an experiment
    ("M3 16h9M3 21h5", "M3 2h18v4H3zM3 8h13v4H3z"),  # the first of a list
    ("M3 5l2 2 4-4M13 5h8M3 13l2 2 4-4M13 13h8M4 18l4 4M8 18l-4 4M13 20h8", ""),  # right or wrong
    ("M3 12h18M3 6v12M21 6v12", "M9 9h6v6H9z"),  # an interval
    ("M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M15 15l7 7", ""),  # a magnifying glass
    ("", "".join(f"M{x} {y}h4v4h-4z" for x in (2, 8, 14, 20) for y in (2, 8, 14, 20))),  # many
]


def signed(found: re.Match[str]) -> str:
    """Return the start of a title, `3. ` and what is before it, with the sign of its lesson."""
    lines, filled = SIGNS[int(found[2]) - 1]
    return (
        f'{found[1]}<svg class="lesson-sign" viewBox="0 0 24 24" aria-hidden="true">'
        f'<path d="{lines}" fill="none" stroke="currentColor" stroke-width="2"/>'
        f'<path d="{filled}" fill="currentColor"/></svg>{found[2]}. '
    )


def sign(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Put the signs into a page's title, if it is a lesson, and into its list of lessons."""
    if "body" in context and pagename.startswith("notebooks/"):
        context["body"] = re.sub(r"(<h1>)(\d+)\. ", signed, context["body"])
    listed = context["generate_toctree_html"]

    def with_signs(*args: Any, **options: Any) -> str:
        return re.sub(r"(toctree-l1[^>]*><a [^>]*>)(\d+)\. ", signed, str(listed(*args, **options)))

    context["generate_toctree_html"] = with_signs


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("html-page-context", sign, priority=900)  # after the theme, which makes the list
    return {"parallel_read_safe": True, "parallel_write_safe": True}
