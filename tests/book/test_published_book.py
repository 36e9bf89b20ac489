"""A book whose repository has an address: its buttons, and a lesson that it offers for download.

The address is made up. What a reader's pip would fetch from there is served on this machine.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from html import unescape
from pathlib import Path

import kernels
import nbformat
import pytest
import repository
from book_checks import PHONE_DARK, all_problems, visit
from browser import serve
from bs4 import BeautifulSoup
from guards.reading import data_of, stdout_lines
from hatchling.builders.wheel import WheelBuilder
from places import DOCS, LABS, LESSONS, ROOT, TEMPLATE
from playwright.sync_api import Browser
from refreshing import WIDGET_VIEW

STAND_IN = "https://github.com/stand-in/course"
BINDER = "https://mybinder.org/v2/gh/stand-in/course/main?urlpath=lab/tree/"
COLAB = "https://colab.research.google.com/github/stand-in/course/blob/main/"


@pytest.fixture(scope="module")
def published(book: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book, built once more with an address."""
    folder = tmp_path_factory.mktemp("published") / "book"
    # With the doctrees of Sphinx, so that no page is read again.
    shutil.copytree(book, folder)
    command = ["-m", "sphinx", "--quiet", "--fail-on-warning", "-b", "html", DOCS, folder]
    env = {**os.environ, "CMLIB_REPOSITORY": STAND_IN}
    done = subprocess.run(
        [sys.executable, *command], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def pages(folder: Path) -> list[Path]:
    inside = (path.relative_to(folder) for path in folder.rglob("*.html"))
    return sorted(path for path in inside if not path.parts[0].startswith("_"))


def source_of(page: Path) -> Path | None:
    """Return the file of the repository that a page is made from."""
    folder = ROOT if page.parts[0] == "notebooks" else DOCS
    sources = [folder / page.with_suffix(kind) for kind in (".ipynb", ".md", ".rst")]
    return next((path for path in sources if path.is_file()), None)


def expected_links(page: Path) -> list[str]:
    links = [STAND_IN, f"{STAND_IN}/issues/new?title=Issue%20on%20page%20%2F{page.as_posix()}"]
    source = source_of(page)
    if source is not None:
        path = source.relative_to(ROOT).as_posix()
        links.append(f"{STAND_IN}/edit/main/{path}")
        if source.suffix == ".ipynb":
            links += [BINDER + path, COLAB + path]
    return sorted(links)


def links_elsewhere(page: Path) -> list[str]:
    """Return a page's links to the repository and to where a lesson can be run."""
    links = re.findall(r'<a\b[^>]*\bhref="([^"]+)"', page.read_text(encoding="utf-8"))
    places = (STAND_IN, "https://mybinder.org", "https://colab.research.google.com")
    # The theme writes the text of an issue.
    links = [re.sub(r"\.html&body=.*", ".html", unescape(link)) for link in links]
    return sorted(link for link in links if link.startswith(places))


def test_buttons_lead_to_the_source_of_their_page(published: Path) -> None:
    found = {page: links_elsewhere(published / page) for page in pages(published)}
    assert found == {page: expected_links(page) for page in found}
    lessons = [page for page in found if page.parts[0] == "notebooks"]
    assert [source_of(page) for page in lessons] == LESSONS
    assert all(len(found[page]) == 5 for page in lessons)


@pytest.mark.skipif(repository.repository() != "", reason="the project has an address")
def test_no_such_link_without_an_address(book: Path) -> None:
    assert [page for page in pages(book) if links_elsewhere(book / page)] == []


def test_menus_of_the_buttons(browser: Browser, published: Path) -> None:
    with (
        serve(published) as origin,
        visit(browser, origin, f"notebooks/{LESSONS[0].stem}.html", PHONE_DARK) as seen,
    ):
        for icon in ("fa-rocket", "fa-github"):
            seen.page.locator(f".bd-header-article button:has(.{icon})").click()
            assert seen.page.locator(".dropdown-menu.show a").count() >= 2
        assert all_problems(seen) == []


def download(published: Path, page: Path) -> nbformat.NotebookNode:
    """Return the notebook behind the download button of a page."""
    parsed = BeautifulSoup((published / page).read_text(encoding="utf-8"), "html.parser")
    (button,) = parsed.select("a.btn-download-source-button")
    return nbformat.read((published / page).parent / str(button["href"]), as_version=4)


def test_download_is_the_lesson_with_the_installing_cell(published: Path) -> None:
    for source in [*LESSONS, *LABS, TEMPLATE]:
        page = source.relative_to(ROOT if source in LESSONS else DOCS).with_suffix(".html")
        downloaded = download(published, page)
        first = next(cell for cell in downloaded.cells if cell.cell_type == "code")
        assert f'"cmcourse[lessons] @ {STAND_IN}/archive/' in first.source
        stored = nbformat.read(source, as_version=4)
        assert repository.with_fetching(downloaded, "") == repository.with_fetching(stored, "")


def compared(lesson: nbformat.NotebookNode) -> list[list[dict[str, str]]]:
    """Return the outputs of the cells, as the lessons store them."""
    kinds = [[data_of(output) for output in cell.get("outputs", [])] for cell in lesson.cells]
    return [
        [{kind: it for kind, it in data.items() if kind != WIDGET_VIEW} for data in shown]
        for shown in kinds
    ]


def test_downloaded_lesson_runs_where_nothing_is_installed(
    published: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first cell installs the course by its address, and what it needs from PyPI."""
    lesson = download(published, Path(f"notebooks/{LESSONS[0].stem}.html"))
    stored = compared(lesson)
    first = next(cell for cell in lesson.cells if cell.cell_type == "code")

    # Only a kernel is installed. The versions are those of the stored outputs.
    pinned = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    versions = tmp_path / "versions.txt"
    versions.write_text(re.sub(r" \\\n +--hash=\S+", "", pinned), encoding="utf-8")
    monkeypatch.setenv("PIP_CONSTRAINT", str(versions))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    venv.create(tmp_path / "empty", with_pip=True)
    python = str(tmp_path / "empty/bin/python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", "ipykernel"], check=True)

    spec = tmp_path / "jupyter/kernels/python3"
    spec.mkdir(parents=True)
    command = [python, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    spec.joinpath("kernel.json").write_text(
        json.dumps({"argv": command, "display_name": "empty", "language": "python"})
    )
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "jupyter"))
    monkeypatch.setenv("MPLCONFIGDIR", str(tmp_path / "matplotlib"))
    where = nbformat.v4.new_code_cell("import cmlib\nprint(cmlib.__file__)")
    lesson.cells.append(where)
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with serve(tmp_path) as origin:
        archive = f"{STAND_IN}/archive/refs/heads/{repository.BRANCH}.zip"
        assert archive in first.source
        first.source = first.source.replace(archive, f"{origin}/{Path(wheel).name}")
        kernels.run(lesson, tmp_path)  # which raises at the first error

    (loaded,) = stdout_lines(where)
    assert Path(loaded).is_relative_to(tmp_path / "empty")
    lesson.cells.remove(where)
    # The output of pip, in the installing cell, is not compared.
    at = lesson.cells.index(first)
    shown = compared(lesson)
    assert shown[:at] + shown[at + 1 :] == stored[:at] + stored[at + 1 :]
