"""Where a notebook's links lead on GitHub: to files of the repository, as it stands there."""

import re
from pathlib import Path

import nbformat
import pytest
from guards.reading import markdown_cells
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_notebook
from places import LABS, LESSONS, ROOT, TEMPLATE


def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub makes from the headings of a Markdown file."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def broken_links(notebook: NotebookNode, folder: Path) -> list[str]:
    """Return the links that lead nowhere from a notebook of this folder."""
    broken = []
    for _, cell in markdown_cells(notebook):
        for link in re.findall(r"\]\(<?([^)\s>]+)", cell.source):
            if re.match(r"https?://|#explore=", link):
                continue
            name, _, anchor = link.partition("#")
            file = folder / name
            # GitHub makes no anchors in notebooks, has no build/, and tells upper from lower case.
            whole = file.resolve()
            found = bool(name) and file.is_file() and whole.is_relative_to(ROOT)
            found = found and not whole.is_relative_to(ROOT / "build")
            if found and anchor:
                found = file.suffix == ".md" and anchor in anchors(file)
            if not found or file.name not in {it.name for it in file.parent.iterdir()}:
                broken.append(link)
    return broken


@pytest.mark.parametrize("path", [*LESSONS, *LABS, TEMPLATE], ids=lambda path: path.stem)
def test_links_lead_to_files(path: Path) -> None:
    assert broken_links(nbformat.read(path, as_version=4), path.parent) == []


@pytest.mark.parametrize(
    ("link", "broken"),
    [
        ("../docs/nothing.md", True),
        ("../docs/Errata.md", True),
        ("../docs/licence.md#no-such-heading", True),
        ("../docs/licence.md#the-documents", False),
        ("02_multiclass_averaging.ipynb#Exercises", True),
        ("#exercises", True),
        ("/etc/hostname", True),
    ],
)
def test_broken_links(link: str, broken: bool) -> None:
    lesson = new_notebook(cells=[new_markdown_cell(f"See [there]({link}).")])
    assert broken_links(lesson, ROOT / "notebooks") == [link] * broken
