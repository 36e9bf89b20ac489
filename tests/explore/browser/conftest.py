"""A browser with a page that the tests of the explorers share: `pytest tests/explore/browser`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import serve
from chromium import browser as browser
from explorer_checks import Opener
from explorer_pages import script
from playwright.sync_api import Browser

from cmcourse.explore import bundle


@pytest.fixture(scope="session")
def opener(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opener]:
    folder: Path = tmp_path_factory.mktemp("explorers")
    (folder / "explorers.js").write_text(script(), encoding="utf-8")
    (folder / "explore.css").write_text(bundle.style(), encoding="utf-8")
    with serve(folder) as origin:
        opener = Opener(browser, folder, origin)
        yield opener
        opener.close()
