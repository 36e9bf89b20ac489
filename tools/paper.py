"""Print the book, and each lesson alone, as PDF with Chromium."""

from __future__ import annotations

import sys
from pathlib import Path

from browser import chromium, serve
from playwright.sync_api import Browser, Page
from pypdf import PdfWriter

# The width of A4 between the margins, in pixels of CSS.
WIDTH = round((210 - 2 * 18) / 25.4 * 96)
# Nothing scrolls on paper: a wide formula is set smaller.
FIT = """() => document.querySelectorAll('.math').forEach(it => {
  it.style.fontSize = `${Math.min(1, it.clientWidth / it.scrollWidth)}em`;
})"""
FOOT = (
    '<p style="font: 8pt sans-serif; margin: auto">{}, '
    'page <span class="pageNumber"></span> of <span class="totalPages"></span></p>'
)


def pages_of(page: Page, origin: str) -> list[str]:
    """Return the addresses of the book's pages, in the order of the sidebar."""
    page.goto(f"{origin}/index.html")
    links = page.locator("nav.bd-links a.reference.internal")
    return [f"{origin}/index.html", *links.evaluate_all("links => links.map(link => link.href)")]


def printed(page: Page, address: str, target: Path) -> None:
    """Print one page of the book, with everything folded open."""
    page.goto(address)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.evaluate("document.fonts.ready.then(() => {})")
    page.evaluate(FIT)
    title = page.locator("article h1").first.inner_text().removesuffix("#")
    page.pdf(
        path=target,
        format="A4",
        margin={"top": "20mm", "bottom": "20mm", "left": "18mm", "right": "18mm"},
        display_header_footer=True,
        header_template="<p></p>",
        footer_template=FOOT.format(title),
        outline=True,
        tagged=True,
    )


def write(browser: Browser, book: Path, out: Path) -> list[Path]:
    """Print a built book into a folder: book.pdf, and each lesson's own; return the files."""
    out.mkdir(parents=True, exist_ok=True)
    whole, files = PdfWriter(), []
    page = browser.new_page(color_scheme="light", viewport={"width": WIDTH, "height": 900})
    page.emulate_media(media="print")
    page.set_default_timeout(0)
    with serve(book) as origin:
        for address in pages_of(page, origin):
            file = out / f"{Path(address).stem}.pdf"
            printed(page, address, file)
            whole.append(file)
            if "/notebooks/" in address:
                files.append(file)
            else:
                file.unlink()
    page.close()
    whole.write(out / "book.pdf")
    return [out / "book.pdf", *files]


if __name__ == "__main__":
    with chromium() as started:
        print(*write(started, *map(Path, sys.argv[1:])), sep="\n")
