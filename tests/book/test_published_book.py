"""A book whose repository has an address: its buttons, and a lesson that it offers for download.

A made-up address stands in for the real one. Nothing is asked of it: what a reader's pip would
fetch from there is served on this machine.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from zipfile import ZipFile

import kernels
import nbformat
import pytest
import repository
from book_checks import Mode, all_problems, visit
from browser import serve
from bs4 import BeautifulSoup
from guards.reading import data_of, stdout_lines
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from places import DOCS, LESSONS, ROOT, TEMPLATE
from playwright.sync_api import Browser
from refreshing import WIDGET_VIEW

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


def wheel(folder: Path) -> Path:
    """Lay the course's own wheel into an index, as pip wants it: a folder for each project."""
    (built,) = WheelBuilder(str(ROOT)).build(
        directory=str(folder / "simple/cmlib"), versions=["standard"]
    )
    return Path(built)


def foreign_wheel(folder: Path) -> Path:
    """Make a later version of another project that has the name of ours, as PyPI does."""
    folder.mkdir(parents=True)
    name, version = "cmlib", "99.0"
    path = folder / f"{name}-{version}-py3-none-any.whl"
    about = f"{name}-{version}.dist-info"
    with ZipFile(path, "w") as archive:
        archive.writestr(f"{name}/__init__.py", "raise ImportError('another project')\n")
        archive.writestr(
            f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        )
        archive.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{about}/RECORD", "")
    return path


def compared(lesson: nbformat.NotebookNode) -> list[list[dict[str, str]]]:
    """Return what the cells show, as the lessons store it."""
    kinds = [[data_of(output) for output in cell.get("outputs", [])] for cell in lesson.cells]
    return [
        [{kind: it for kind, it in data.items() if kind != WIDGET_VIEW} for data in shown]
        for shown in kinds
    ]


@pytest.mark.parametrize("make", [packed, wheel])
def test_a_downloaded_lesson_runs_where_nothing_is_installed(
    published: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[[Path], Path],
) -> None:
    """Its first cell gets cmlib by its address, and what it needs from PyPI.

    From a branch's archive, which pip builds, and from an index made of the project's own wheel.
    Another project's cmlib, of a later version, lies where pip looks for names, and is not taken.
    """
    lesson = download(published, Path(f"notebooks/{LESSONS[0].stem}.html"))
    stored = compared(lesson)
    first = next(cell for cell in lesson.cells if cell.cell_type == "code")

    # A kernel is all that is there. The versions are those that the outputs were made with.
    pinned = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    versions = tmp_path / "versions.txt"
    versions.write_text(re.sub(r" \\\n +--hash=\S+", "", pinned), encoding="utf-8")
    monkeypatch.setenv("PIP_CONSTRAINT", str(versions))
    foreign = foreign_wheel(tmp_path / "foreign").parent
    looked = os.environ.get("PIP_FIND_LINKS", "")
    monkeypatch.setenv("PIP_FIND_LINKS", f"{looked} {foreign}".strip())
    monkeypatch.delenv("PYTHONPATH", raising=False)
    venv.create(tmp_path / "empty", with_pip=True)
    python = str(tmp_path / "empty/bin/python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", "ipykernel"], check=True)
    by_name = [python, "-m", "pip", "install", "--quiet", "--dry-run", "--report", "-", "cmlib"]
    report = json.loads(subprocess.run(by_name, capture_output=True, check=True).stdout)
    assert [it["metadata"]["version"] for it in report["install"]] == ["99.0"]

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
    with serve(tmp_path) as origin:
        file = make(tmp_path / "course").relative_to(tmp_path).as_posix()
        archive = f"{STAND_IN}/archive/refs/heads/{repository.BRANCH}.zip"
        assert archive in first.source
        first.source = first.source.replace(archive, f"{origin}/{file}")
        kernels.run(lesson, tmp_path)  # which raises at the first error

    (loaded,) = stdout_lines(where)
    assert Path(loaded).is_relative_to(tmp_path / "empty")
    lesson.cells.remove(where)
    # What pip says of itself, in the cell that fetches, is not the lesson's.
    at = lesson.cells.index(first)
    shown = compared(lesson)
    assert shown[:at] + shown[at + 1 :] == stored[:at] + stored[at + 1 :]
