"""A browser with a page that the tests of the explorers share: `pytest tests/explore/browser`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser import serve
from chromium import Mode
from chromium import browser as browser
from explorer_checks import DESKTOP, Explorer, Opener
from explorer_pages import script
from playwright.sync_api import Browser

from cmcourse.explore import bundle


@pytest.fixture(scope="session")
def opener(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opener]:
    folder = tmp_path_factory.mktemp("explorers")
    (folder / "explorers.js").write_text(script(), encoding="utf-8")
    (folder / "explore.css").write_text(bundle.style(), encoding="utf-8")
    with serve(folder) as origin:
        opener = Opener(browser, folder, origin)
        yield opener
        opener.close()


@pytest.fixture
def opened(opener: Opener, request: pytest.FixtureRequest) -> Callable[..., Explorer]:
    """Return a function that opens the explorer KIND of a test module in its STATE, changed."""

    def open_explorer(
        look: Mode = DESKTOP,
        *,
        touch: bool = False,
        address: str = "",
        jupyterlab: bool = False,
        **changes: Any,
    ) -> Explorer:
        kind, state = request.module.KIND, request.module.STATE | changes
        return opener(kind, state, look, touch=touch, address=address, jupyterlab=jupyterlab)

    return open_explorer
