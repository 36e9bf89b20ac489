"""A book whose repository has an address: its buttons, and a lesson that it offers for download.

A made-up address stands in for the real one. Nothing is asked of it: what a reader's pip would
fetch from there lies in a folder.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import kernels
import nbformat
import pytest
import repository
from book_checks import Mode, all_problems, visit
from browser import serve
from bs4 import BeautifulSoup
from guards.exercises import UNANSWERED
from guards.reading import stdout_lines, tags
from hatchling.builders.sdist import SdistBuilder
from places import DOCS, LESSONS, ROOT, TEMPLATE
from playwright.sync_api import Browser

STAND_IN = "https://github.com/stand-in/course"
BINDER = "https://mybinder.org/v2/gh/stand-in/course/main?urlpath=lab/tree/"
COLAB = "https://colab.research.google.com/github/stand-in/course/blob/main/"

# One build for all tests here.
pytestmark = pytest.mark.xdist_group("published book")


@pytest.fixture(scope="module")
def published(book: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book, built once more with an address."""
    folder = tmp_path_factory.mktemp("published") / "book"
    # With what Sphinx keeps in it, so that no page is read again.
    shutil.copytree(book, folder)
    command = ["-m", "sphinx", "--quiet", "--fail-on-warning", "-b", "html", DOCS, folder]
    env = {**os.environ, "CMLIB_REPOSITORY": STAND_IN}
    done = subprocess.run(
        [sys.executable, *command], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def origin(published: Path) -> Iterator[str]:
    with serve(published) as address:
        yield address


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
    # What an issue is to say is up to the theme.
    links = [re.sub(r"\.html&body=.*", ".html", unescape(link)) for link in links]
    return sorted(link for link in links if link.startswith(places))


def test_every_button_leads_to_the_file_that_the_page_is_made_from(published: Path) -> None:
    found = {page: links_elsewhere(published / page) for page in pages(published)}
    assert found == {page: expected_links(page) for page in found}
    lessons = [page for page in found if page.parts[0] == "notebooks"]
    assert [source_of(page) for page in lessons] == LESSONS
    assert all(len(found[page]) == 5 for page in lessons)


@pytest.mark.skipif(repository.repository() != "", reason="the project has an address")
def test_without_an_address_no_page_has_such_a_link(book: Path) -> None:
    assert [page for page in pages(book) if links_elsewhere(book / page)] == []


def test_the_buttons_keep_the_page_in_order(browser: Browser, origin: str, mode: Mode) -> None:
    with visit(browser, origin, f"notebooks/{LESSONS[0].stem}.html", mode) as seen:
        for icon in ("fa-rocket", "fa-github"):
            seen.page.locator(f".bd-header-article button:has(.{icon})").click()
            assert seen.page.locator(".dropdown-menu.show a").count() >= 2
            assert all_problems(seen) == []


def download(published: Path, page: Path) -> nbformat.NotebookNode:
    """Return what the download button of a page gives."""
    parsed = BeautifulSoup((published / page).read_text(encoding="utf-8"), "html.parser")
    (button,) = parsed.select("a.btn-download-source-button")
    return nbformat.read((published / page).parent / str(button["href"]), as_version=4)


def test_a_download_is_the_lesson_with_the_cell_that_fetches_cmlib(published: Path) -> None:
    for source in [*LESSONS, TEMPLATE]:
        page = source.relative_to(DOCS if source == TEMPLATE else ROOT).with_suffix(".html")
        downloaded = download(published, page)
        first = next(cell for cell in downloaded.cells if cell.cell_type == "code")
        assert f'"cmlib[lessons] @ {STAND_IN}/archive/' in first.source
        stored = nbformat.read(source, as_version=4)
        assert repository.with_fetching(downloaded, "") == repository.with_fetching(stored, "")


def packed(folder: Path) -> Path:
    """Pack the course as the repository's host packs a branch."""
    folder.mkdir(parents=True)
    (archive,) = SdistBuilder(str(ROOT)).build(directory=str(folder))
    shutil.unpack_archive(archive, folder / "branch", filter="data")
    return Path(shutil.make_archive(str(folder / repository.BRANCH), "zip", folder / "branch"))


def test_a_downloaded_lesson_runs_where_nothing_is_installed(
    published: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first cell builds cmlib from the branch, and fetches what it needs from PyPI."""
    archive = packed(tmp_path / "course/archive/refs/heads")
    lesson = download(published, Path(f"notebooks/{LESSONS[0].stem}.html"))
    first = next(cell for cell in lesson.cells if cell.cell_type == "code")
    first.source = first.source.replace(STAND_IN, (tmp_path / "course").as_uri())
    assert archive.as_uri() in first.source

    # A kernel is all that is there.
    venv.create(tmp_path / "empty", with_pip=True)
    python = str(tmp_path / "empty/bin/python")
    monkeypatch.delenv("PYTHONPATH", raising=False)
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
    kernels.run(lesson, tmp_path)  # which raises at the first error

    (loaded,) = stdout_lines(where)
    assert Path(loaded).is_relative_to(tmp_path / "empty")
    asked = [cell for cell in lesson.cells if "exercise" in tags(cell)]
    assert all(stdout_lines(cell)[0].startswith(UNANSWERED) for cell in asked)
