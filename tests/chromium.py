"""Chromium for the tests that need a browser: how it starts, how a page looks, and axe-core."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from browser import ARGUMENTS, find_browser
from playwright.sync_api import Browser, Page, sync_playwright

AXE = (Path(__file__).parent / "book/axe.min.js").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Mode:
    """A screen and a colour scheme."""

    screen: str
    width: int
    height: int
    scheme: str

    def __str__(self) -> str:
        return f"{self.screen}-{self.scheme}"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=find_browser(),
            args=ARGUMENTS,
            # As on most desktops; Playwright hides all scrollbars by default.
            ignore_default_args=["--hide-scrollbars"],
        )
        yield chromium
        chromium.close()


def axe_problems(page: Page, options: str = "{}") -> list[str]:
    """Return what axe-core finds on a page, all solutions open; `options` is JavaScript."""
    page.evaluate("document.querySelectorAll('details').forEach(it => { it.open = true })")
    page.evaluate(AXE)
    violations: list[dict[str, Any]] = page.evaluate(
        f"async () => (await axe.run(document, {{resultTypes: ['violations'], ...{options}}}))"
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
