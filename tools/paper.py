"""The book on paper: all of it as one PDF, and each lesson alone.

The pages of the built book become chapters of one page (`paper.js`), which Chromium prints. Where
each link leads is only known then, so it prints once more with the numbers of the pages.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from browser import ARGUMENTS, find_browser, serve
from playwright.sync_api import Browser, Page, sync_playwright
from pypdf import PdfReader

HERE = Path(__file__).parent
BOOK = "book.pdf"
# A4 in the browser's pixels: styles that depend on the width are then those of the print.
SHEET = {"width": 794, "height": 1123}


def pages_of(pdf: bytes) -> dict[str, int]:
    """Return on which page each place stands that a link within the PDF leads to."""
    reader = PdfReader(BytesIO(pdf))
    numbers = {page.indirect_reference: number for number, page in enumerate(reader.pages, start=1)}
    places = reader.named_destinations.items()
    return {name.removeprefix("/"): numbers[place.raw_get("/Page")] for name, place in places}


def printed(page: Page, chapters: list[str]) -> bytes:
    """Return these chapters as a PDF, with the numbers of its pages beside its links."""
    page.evaluate("chapters => show(chapters)", chapters)
    for _ in range(4):
        pdf = page.pdf(prefer_css_page_size=True, outline=True, tagged=True)
        if page.evaluate("pages => number(pages)", pages_of(pdf)) == 0:
            return pdf
    raise RuntimeError(f"the numbers of the pages do not settle: {chapters}")


@contextmanager
def assembled(browser: Browser, book: Path) -> Iterator[tuple[Page, dict[str, list[str]]]]:
    """Open one page that holds the whole book; yield it with the chapters of each lesson's PDF."""
    with serve(book) as origin:
        page = browser.new_page(viewport=SHEET, color_scheme="light")
        page.set_default_timeout(0)  # hundreds of pages take as long as they take
        page.emulate_media(media="print")
        # Any page with formulas brings MathJax along; `assemble` puts the book in its place.
        lesson = min(book.glob("notebooks/*.html"))
        page.goto(f"{origin}/{lesson.relative_to(book).as_posix()}")
        page.add_style_tag(path=HERE / "paper.css")
        page.add_script_tag(path=HERE / "paper.js")
        yield page, page.evaluate("assemble()")
        page.close()


def write(browser: Browser, book: Path, out: Path) -> Iterator[Path]:
    """Print a built book and each of its lessons into a folder; yield each file when done."""
    out.mkdir(parents=True, exist_ok=True)
    with assembled(browser, book) as (page, lessons):
        for name, chapters in {BOOK: [], **lessons}.items():
            (out / name).write_bytes(printed(page, chapters))
            yield out / name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book", type=Path, help="folder of the built HTML book")
    parser.add_argument("out", type=Path, help="folder for the PDFs")
    chosen = parser.parse_args()
    try:
        chromium = find_browser()
    except LookupError as missing:
        raise SystemExit(f"make pdf: {missing}") from None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for file in write(browser, chosen.book, chosen.out):
            print(f"{len(PdfReader(file).pages):4} pages  {file}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
