"""The book on paper: a PDF with all lessons in its outline and no blank page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import paper
import pytest
from places import LESSONS
from playwright.sync_api import Browser
from pypdf import PdfReader


@pytest.fixture(scope="module")
def pdf(browser: Browser, book: Path, tmp_path_factory: pytest.TempPathFactory) -> PdfReader:
    folder = tmp_path_factory.mktemp("pdf")
    paper.write(browser, book, folder)
    return PdfReader(folder / "book.pdf")


def titles(entries: list[Any]) -> Iterator[str]:
    for entry in entries:
        if isinstance(entry, list):
            yield from titles(entry)
        else:
            yield entry.title.strip()


def test_outline_has_every_lesson(pdf: PdfReader) -> None:
    numbers = {it.partition(".")[0] for it in titles(pdf.outline) if "." in it}
    assert {str(int(lesson.name[:2])) for lesson in LESSONS} <= numbers


def test_no_page_is_blank(pdf: PdfReader) -> None:
    for page in pdf.pages:
        text = re.sub(r".*\bpage \d+ of \d+", "", page.extract_text())  # without the footer
        drawn = page["/Resources"].get("/XObject")
        assert text.strip() or drawn, f"page {page.page_number + 1} is blank"
