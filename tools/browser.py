"""The Chromium that prints the book and that its tests open, and a place to serve pages from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import which
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, sync_playwright

# The headless shell of Debian opens pages three times as fast.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    # Names of other hosts do not resolve, so a page cannot lean on the network of this machine.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--no-first-run",
    # The pages are our own, and Chromium's sandbox refuses to run as root, as containers do.
    "--no-sandbox",
]


def find_browser() -> str:
    """Return the path of an installed Chromium, or end and say how to install one."""
    for name in BROWSERS:
        if path := which(name):
            return path
    raise SystemExit(
        f"Chromium is missing: one of {', '.join(BROWSERS)} is needed on the PATH; "
        "on Debian or Ubuntu: sudo apt-get install chromium"
    )


@contextmanager
def chromium(**options: Any) -> Iterator[Browser]:
    """Start Chromium, with options as Playwright has them, and close it afterwards."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_browser(), args=ARGUMENTS, **options
        )
        yield browser
        browser.close()


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: who asks for a page says what failed."""


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine alone and yield its address, without a last slash."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_QuietHandler, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


if __name__ == "__main__":  # run before a long build that ends with printing
    find_browser()
