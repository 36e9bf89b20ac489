"""A browser with a page that the tests of the explorers share: `pytest tests/explore/browser`."""

import pytest
from browser import serve
from chromium import browser as browser
from explorer_checks import DESKTOP, Opener
from explorer_pages import script

from cmcourse.explore import bundle


@pytest.fixture(scope="session")
def opener(browser, tmp_path_factory):
    folder = tmp_path_factory.mktemp("explorers")
    (folder / "explorers.js").write_text(script(), encoding="utf-8")
    (folder / "explore.css").write_text(bundle.style(), encoding="utf-8")
    with serve(folder) as origin:
        opener = Opener(browser, folder, origin)
        yield opener
        opener.close()


@pytest.fixture
def opened(opener, request):
    """Return a function that opens the explorer KIND of a test module in its STATE, changed."""

    def open_explorer(look=DESKTOP, *, touch=False, jupyterlab=False, **changes):
        kind, state = request.module.KIND, request.module.STATE | changes
        return opener(kind, state, look, touch=touch, jupyterlab=jupyterlab)

    return open_explorer
