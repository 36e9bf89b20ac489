"""Chromium for the tests that need a browser: how it starts, how a page looks, and axe-core."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from browser import chromium
from playwright.sync_api import Page

AXE = (Path(__file__).parent / "book/axe.min.js").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Mode:
    """A screen and a colour scheme."""

    screen: str
    width: int
    height: int
    scheme: str

    def __str__(self):
        return f"{self.screen}-{self.scheme}"


def ways(own_font):
    """Return how a reader acts, on which screen, in which font: each pair of these occurs."""
    phone, tablet = ("phone", 390, 844), ("tablet", 820, 1180)
    sizes = phone, tablet, ("projector", 1280, 720), ("desktop", 1440, 900)
    fonts = (own_font, "DejaVu Sans")
    return [
        (way, Mode(*size, ("light", "dark")[(one + other) % 2]), fonts[(one + other // 2) % 2])
        for one, way in enumerate(("touch", "mouse", "keyboard"))
        for other, size in enumerate(sizes)
    ]


def press(way, control):
    """Press a control, or get into a field; the keyboard walks on to it."""
    if way != "keyboard":
        return control.tap() if way == "touch" else control.click()
    keyboard = control.page.keyboard
    for _ in range(20):
        if control.evaluate("it => it === document.activeElement"):
            break
        among = "it => it.type === 'radio' && it.name === document.activeElement.name"
        keyboard.press("ArrowDown" if control.evaluate(among) else "Tab")
    if control.get_attribute("type") != "text":
        keyboard.press("Space")


@pytest.fixture(scope="session")
def browser():
    # As on most desktops; Playwright hides all scrollbars by default.
    with chromium(ignore_default_args=["--hide-scrollbars"]) as started:
        yield started


@dataclass
class Visit:
    """A page in a mode, and what it did since it was opened."""

    page: Page
    mode: Mode
    origin: str
    console: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)


def listen(page, visit):
    """Note what a page does on the visit that `visit` returns at that time."""

    def note_console(message):
        if message.type in ("error", "warning"):
            where = message.location.get("url", "")
            visit().console.append(f"console {message.type}: {message.text} {where}")

    def note_response(response):
        if response.status >= 400:
            visit().failed.append(f"{response.url} (status {response.status})")

    page.on("console", note_console)
    page.on("pageerror", lambda error: visit().console.append(f"uncaught error: {error}"))
    page.on("request", lambda request: visit().requests.append(request.url))
    page.on("requestfailed", lambda it: visit().failed.append(f"{it.url} ({it.failure})"))
    page.on("response", note_response)


def request_problems(seen):
    """Requests that failed or that left this machine."""
    own = f"{seen.origin}/", "data:", "blob:"
    foreign = [f"asks another host: {url}" for url in seen.requests if not url.startswith(own)]
    return foreign + [f"request failed: {what}" for what in seen.failed]


def overflow_problems(seen):
    """Return a problem if the page as a whole scrolls sideways."""
    return seen.page.evaluate(
        """() => {
          const room = document.documentElement.clientWidth;
          const needed = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
          if (needed <= room) return [];
          const wide = [...document.body.querySelectorAll('*')]
            .filter(element => element.getBoundingClientRect().right > room + 1)
            .map(element => element.tagName.toLowerCase() + '.' + element.className);
          return [`page is ${needed} px wide on ${room} px: ${wide.slice(0, 5).join(', ')}`];
        }"""
    )


def axe_problems(page, options="{}", where="html"):
    """Return what axe-core finds on a page, all solutions open; `options` is JavaScript."""
    page.evaluate("document.querySelectorAll('details').forEach(it => { it.open = true })")
    page.evaluate(AXE)
    violations = page.evaluate(
        f"async () => (await axe.run('{where}', {{resultTypes: ['violations'], ...{options}}}))"
        ".violations"
    )
    return [
        f"axe {rule['id']}: {rule['help']}: {node['target']} {node['html'][:160]} "
        f"{node['failureSummary']}"
        for rule in violations
        for node in rule["nodes"]
        # Level AAA of WCAG asks for a contrast of 7 and targets of 44 pixels; the course keeps AA.
        if "wcag2aaa" not in rule["tags"]
    ]
