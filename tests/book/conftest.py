"""The option and the fixtures of the browser tests: `pytest tests/book --book build/book`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from book_checks import MODES, book_folder
from browser import ARGUMENTS, find_browser, serve
from playwright.sync_api import Browser, Playwright, sync_playwright


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--book", type=Path, help="folder of the built HTML book")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `page_path` on every page, and for `mode` in every mode."""
    if "page_path" in metafunc.fixturenames:
        folder = book_folder(metafunc.config.getoption("--book"))
        pages = sorted(page.relative_to(folder).as_posix() for page in folder.rglob("*.html"))
        # _static and the like hold no page that a reader meets.
        metafunc.parametrize("page_path", [page for page in pages if not page.startswith("_")])
    if "mode" in metafunc.fixturenames:
        metafunc.parametrize("mode", MODES, ids=str)


@pytest.fixture(scope="session")
def book(request: pytest.FixtureRequest) -> Path:
    return book_folder(request.config.getoption("--book"))


@pytest.fixture(scope="session")
def origin(book: Path) -> Iterator[str]:
    with serve(book) as address:
        yield address


@pytest.fixture(scope="session")
def screenshots(book: Path) -> Path:
    folder = book.parent / "screenshots"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    chromium = playwright.chromium.launch(
        executable_path=find_browser(),
        args=ARGUMENTS,
        # As on most desktops; Playwright's own hides all scrollbars.
        ignore_default_args=["--hide-scrollbars"],
    )
    yield chromium
    chromium.close()
