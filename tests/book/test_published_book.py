"""A book whose repository has an address: its buttons, and a lesson that it offers for download."""

import os
import re
import shutil
import subprocess
import sys
from html import unescape

import nbformat
import pytest
import repository_links
from book_checks import PHONE_DARK, quick_problems, visit
from browser import serve
from chromium import axe_problems
from places import DOCS, LABS, LESSONS, ROOT, TEMPLATE

STAND_IN = "https://github.com/stand-in/course"
BINDER = "https://mybinder.org/v2/gh/stand-in/course/main?urlpath=lab/tree/"
ADDRESS = "https://stand-in.readthedocs.io/en/latest/"
DOWNLOAD = re.compile(r'<a href="([^"]+)"[^>]*\bbtn-download-source-button\b')
COLAB = "https://colab.research.google.com/github/stand-in/course/blob/main/"
# A page of each kind, and the file that it is made from.
SOURCES = {
    "index.html": "docs/index.md",
    "api.html": "docs/api.rst",
    "report_template.html": "docs/report_template.ipynb",
    "notebooks/03_kappa.html": "notebooks/03_kappa.ipynb",
    "search.html": None,
}


@pytest.fixture(scope="module")
def published(book, tmp_path_factory):
    """The book, with some pages for an address of its repository and one of its own."""
    folder = tmp_path_factory.mktemp("published") / "book"
    # With the doctrees of Sphinx, so that no page is read again.
    shutil.copytree(book, folder)
    # Without its note of the settings, Sphinx writes only the pages that are missing.
    for missing in (".buildinfo", *SOURCES):
        (folder / missing).unlink()
    command = ["-m", "sphinx", "--quiet", "--fail-on-warning", "-b", "html", DOCS, folder]
    env = {**os.environ, "CMLIB_REPOSITORY": STAND_IN, "READTHEDOCS_CANONICAL_URL": ADDRESS}
    subprocess.run([sys.executable, *command], env=env, check=True)
    return folder


def expected_links(page, source):
    links = [STAND_IN, f"{STAND_IN}/issues/new?title=Issue%20on%20page%20%2F{page}"]
    if source is not None:
        links.append(f"{STAND_IN}/edit/main/{source}")
        if source.endswith(".ipynb"):
            links += [BINDER + source, COLAB + source]
    return sorted(links)


def links_elsewhere(page):
    """Return a page's links to the repository and to where a lesson can be run."""
    links = re.findall(r'<a\b[^>]*\bhref="([^"]+)"', page.read_text(encoding="utf-8"))
    places = (STAND_IN, "https://mybinder.org", "https://colab.research.google.com")
    # The theme writes the text of an issue.
    links = [re.sub(r"\.html&body=.*", ".html", unescape(link)) for link in links]
    return sorted(link for link in links if link.startswith(places))


def test_buttons_lead_to_the_source_of_their_page(published):
    found = {page: links_elsewhere(published / page) for page in SOURCES}
    assert found == {page: expected_links(page, source) for page, source in SOURCES.items()}


@pytest.mark.skipif(repository_links.repository() != "", reason="the project has an address")
def test_no_such_link_without_an_address(book, page_paths):
    assert [page for page in page_paths if links_elsewhere(book / page)] == []


def test_pages_name_their_own_address_and_a_picture_if_there_is_one(book, page_paths, published):
    """Where it is not known there is no picture: other sites follow no relative address."""
    named = re.compile(
        r'<link rel="canonical" href="([^"]*)|<meta property="og:image" content="([^"]*)'
    )
    for page in SOURCES:
        found = [a or b for a, b in named.findall((published / page).read_text(encoding="utf-8"))]
        assert sorted(found) == [f"{ADDRESS}_static/book.png", f"{ADDRESS}{page}"]
    assert not any(named.search((book / page).read_text(encoding="utf-8")) for page in page_paths)
    assert (published / "_static/book.png").is_file()


def test_only_notebooks_are_offered_as_source(book, page_paths):
    pages = [book / path for path in page_paths]
    offered = {page: DOWNLOAD.findall(page.read_text(encoding="utf-8")) for page in pages}
    notebooks = {page: it for page, it in offered.items() if it}
    assert {it.stem for it in notebooks} == {it.stem for it in (*LESSONS, *LABS, TEMPLATE)}
    assert all((page.parent / link).is_file() for page, (link,) in notebooks.items())


def test_menus_of_the_buttons(browser, published):
    with (
        serve(published) as origin,
        visit(browser, origin, "notebooks/03_kappa.html", PHONE_DARK) as seen,
    ):
        for icon in ("fa-rocket", "fa-github"):
            seen.page.locator(f".bd-header-article button:has(.{icon})").click()
            assert seen.page.locator(".dropdown-menu.show a").count() >= 2
        found = axe_problems(seen.page, where=".bd-header-article") + quick_problems(seen)
        assert found == []


def test_download_is_the_lesson_with_the_installing_cell(published):
    for source in [*LESSONS, *LABS, TEMPLATE]:
        page = source.relative_to(ROOT if source in LESSONS else DOCS).with_suffix(".html")
        (link,) = DOWNLOAD.findall((published / page).read_text(encoding="utf-8"))
        downloaded = nbformat.read((published / page).parent / link, as_version=4)
        first = next(cell for cell in downloaded.cells if cell.cell_type == "code")
        assert f'"cmcourse[lessons] @ {STAND_IN}/archive/' in first.source
        stored = nbformat.read(source, as_version=4)
        assert repository_links.with_fetching(downloaded, "") == repository_links.with_fetching(
            stored, ""
        )
