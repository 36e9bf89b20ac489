"""The option and the fixtures of the book's tests: `pytest tests/book --book build/book`."""

from pathlib import Path

import pytest
from book_checks import book_folder
from browser import serve
from chromium import browser as browser


def pytest_addoption(parser):
    parser.addoption("--book", type=Path, help="folder of the built HTML book")


@pytest.fixture(scope="session")
def book(request):
    return book_folder(request.config.getoption("--book"))


@pytest.fixture(scope="session")
def page_paths(book):
    """Every page that a reader meets, by its path; _static and the like hold none."""
    paths = sorted(page.relative_to(book).as_posix() for page in book.rglob("*.html"))
    return [path for path in paths if not path.startswith("_")]


@pytest.fixture(scope="session")
def origin(book):
    with serve(book) as address:
        yield address
