"""Let a reader of the book run a lesson without installing, once the repository has an address.

The address stands in pyproject.toml, as `Repository`. From it come the buttons of each page, to
Binder and Colab, to edit and to report, and one cell of each lesson, which fetches cmlib where it
is missing: in Colab, which opens the lesson of the repository, and in a lesson downloaded alone.
So the cell is part of the lessons, and `make refresh` writes it; a build for another address puts
that one into the lessons that the book offers for download.

While the address is empty, there is no button, no link and no such cell.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

ROOT = Path(__file__).parents[1]
BRANCH = "main"
# Colab opens notebooks of GitHub only, and other hosts pack a branch at other addresses.
ON_GITHUB = re.compile(r"https://github\.com/[\w-]+/[\w.-]*[\w-]")

FETCHING = "fetching-cmlib"
# By its address: the course is not on the Python Package Index.
FETCH = """\
# Where this lesson stands alone, as in Colab, get what it imports.
import importlib.util

if importlib.util.find_spec("cmcourse") is None:
    %pip install --quiet "cmcourse[lessons] @ {address}/archive/refs/heads/{branch}.zip"\
"""


def repository() -> str:
    """Return the address that pyproject.toml states, or nothing."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project.get("urls", {}).get("Repository", ""))


def theme_options(address: str) -> dict[str, Any]:
    """Return what the theme makes its buttons from."""
    if not address:
        return {}
    if not ON_GITHUB.fullmatch(address):
        raise ValueError(f"{address!r} is not of the form https://github.com/owner/name")
    return {
        "repository_url": address,
        "repository_branch": BRANCH,
        "use_edit_page_button": True,
        "use_issues_button": True,
        "use_repository_button": True,
        "launch_buttons": {
            "binderhub_url": "https://mybinder.org",
            "colab_url": "https://colab.research.google.com",
            "notebook_interface": "jupyterlab",
        },
    }


def with_fetching(lesson: NotebookNode, address: str) -> NotebookNode:
    """Make the cell that fetches cmlib the lesson's first code cell; without an address, drop it.

    It is folded in JupyterLab, and left out of the pages.
    """
    lesson.cells = [cell for cell in lesson.cells if cell.get("id") != FETCHING]
    if address:
        first = next(i for i, cell in enumerate(lesson.cells) if cell.cell_type == "code")
        cell = new_code_cell(
            FETCH.format(address=address, branch=BRANCH),
            id=FETCHING,
            metadata={"jupyter": {"source_hidden": True}, "tags": ["remove-cell"]},
        )
        lesson.cells.insert(first, cell)
    return lesson


def write_fetching(paths: list[Path], address: str) -> None:
    """Put the cell into notebooks, or take it out."""
    for path in paths:
        lesson = nbformat.read(path, as_version=4)
        nbformat.write(with_fetching(lesson, address), path)


def name_folder(app, pagename, templatename, context, doctree):
    """Say where a page's source lies: the theme knows one folder for all pages, ours lie in two."""
    # docs/notebooks is a symbolic link, which neither GitHub nor Colab follows.
    folder = "" if pagename.startswith("notebooks/") else "docs"
    context["doc_path"] = app.config.html_theme_options["path_to_docs"] = folder


def complete_downloads(app, exception):
    """Let the lessons that the book offers for download fetch cmlib from this build's address."""
    address = app.config.html_theme_options.get("repository_url", "")
    if address and exception is None:
        write_fetching(sorted(Path(app.outdir, "_sources").rglob("*.ipynb")), address)


def setup(app):
    if app.config.html_theme_options.get("repository_url"):
        app.tags.add("has_repository")
    # Before the theme makes the buttons.
    app.connect("html-page-context", name_folder, priority=400)
    app.connect("build-finished", complete_downloads)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


if __name__ == "__main__":
    write_fetching([Path(name) for name in sys.argv[1:]], repository())
