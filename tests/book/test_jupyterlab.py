"""An explorer in JupyterLab: a picture until its cell is run, then live, and read in Python."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError

import nbformat
import pytest
from nbformat import v4
from places import LESSONS
from playwright.sync_api import Browser, Locator, Page, expect

from cmlib import ConfusionMatrix, explore
from cmlib.explore.still import to_html

TOKEN = "for-the-tests-alone"
BIN = Path(sys.executable).parent
MATRIX = 'data-explorer="matrix"'
FIRST_CELL = """\
from cmlib import ConfusionMatrix, explore

explorer = explore.matrix(ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"]))
explorer"""


def small_notebook() -> nbformat.NotebookNode:
    """One explorer as it is stored, and a cell that reads it."""
    stored = explore.matrix(ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"]))
    shown = {"text/html": to_html(stored.kind, stored.state), "text/plain": repr(stored)}
    output = v4.new_output("execute_result", shown, execution_count=1)
    cells = [
        v4.new_code_cell(FIRST_CELL, execution_count=1, outputs=[output]),
        v4.new_code_cell("print(explorer.cm.counts.tolist())"),
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return v4.new_notebook(cells=cells, metadata=kernel)


@dataclass
class Lab:
    """A running JupyterLab."""

    address: str
    folder: Path


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Start JupyterLab on a folder of its own, and end it."""
    folder = tmp_path_factory.mktemp("lab")
    notebooks = folder / "notebooks"
    notebooks.mkdir()
    nbformat.write(small_notebook(), notebooks / "small.ipynb")
    for lesson in LESSONS:
        shutil.copy(lesson, notebooks)
    places = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    env = os.environ | {place: str(folder / place) for place in places}
    settings = folder / "JUPYTER_CONFIG_DIR" / "labconfig"
    settings.mkdir(parents=True)
    no_news = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    (settings / "page_config.json").write_text(json.dumps(no_news), encoding="utf-8")
    # As `make lab` does: the HTML of a notebook that is not trusted is cleaned.
    trust = [BIN / "jupyter", "trust", *sorted(notebooks.glob("*.ipynb"))]
    subprocess.run(trust, env=env, check=True, capture_output=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        *(BIN / "jupyter", "lab", "--no-browser", "--allow-root", "--ip=127.0.0.1"),
        *(f"--port={port}", "--ServerApp.port_retries=0", f"--IdentityProvider.token={TOKEN}"),
        f"--ServerApp.root_dir={notebooks}",
    ]
    with (folder / "log.txt").open("w") as log:
        server = subprocess.Popen(command, env=env, stdout=log, stderr=subprocess.STDOUT)
    try:
        wait_for(f"http://127.0.0.1:{port}/api/status?token={TOKEN}", server, folder / "log.txt")
        yield Lab(f"http://127.0.0.1:{port}", notebooks)
    finally:
        server.terminate()
        server.wait(timeout=30)


def wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until the server answers; say what it said if it does not."""
    for _ in range(240):
        assert server.poll() is None, log.read_text(encoding="utf-8")
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except URLError:
            time.sleep(0.25)
    pytest.fail(f"JupyterLab does not answer: {log.read_text(encoding='utf-8')}")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 1000})
    page = context.new_page()
    page.set_default_timeout(60_000)
    yield page
    context.close()


def open_notebook(page: Page, lab: Lab, name: str) -> None:
    page.goto(f"{lab.address}/lab/tree/{name}?token={TOKEN}&reset")
    expect(page.locator(".jp-Notebook .jp-CodeCell").first).to_be_visible(timeout=60_000)
    # Until a kernel is there, running a cell only asks which one it should be.
    expect(page.locator("#jp-main-statusbar")).to_contain_text("| Idle", timeout=60_000)


def run(page: Page, cell: Locator) -> None:
    """Run one cell by the keyboard."""
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")


def type_count(page: Page, explorer: Locator, name: str, count: int) -> None:
    """Type a count into the explorer by the keyboard."""
    field = explorer.get_by_label(name, exact=True)
    field.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type(str(count))
    page.keyboard.press("Tab")


def test_a_control_is_moved_and_python_reads_it(page: Page, lab: Lab) -> None:
    open_notebook(page, lab, "small.ipynb")
    cells = page.locator(".jp-Notebook .jp-CodeCell")
    still = cells.nth(0).locator("img.cmlib-explorer-still")
    expect(still).to_be_visible()
    assert "Of 12 dog: 5 predicted dog" in (still.get_attribute("alt") or "")
    assert still.evaluate("image => image.complete && image.naturalWidth > 100")

    run(page, cells.nth(0))
    explorer = cells.nth(0).locator(".cmlib-explorer:has(> .ce-live)")
    expect(explorer).to_be_visible(timeout=60_000)
    expect(still).to_have_count(0)
    type_count(page, explorer, "truth dog, predicted cat", 41)

    run(page, cells.nth(1))
    printed = cells.nth(1).locator(".jp-OutputArea-output")
    expect(printed).to_have_text("[[5, 41], [3, 7]]\n", timeout=60_000)


def test_an_explorer_of_a_lesson(page: Page, lab: Lab) -> None:
    held = {path: nbformat.read(path, as_version=4).cells for path in LESSONS}
    path, at = next(
        (path, at)
        for path, cells in held.items()
        for at, cell in enumerate(cell for cell in cells if cell.cell_type == "code")
        if MATRIX in str(cell.get("outputs"))
    )
    # The lesson up to its explorer, and a cell that reads it.
    lesson = nbformat.read(lab.folder / path.name, as_version=4)
    code = [cell for cell in lesson.cells if cell.cell_type == "code"][: at + 1]
    code.append(v4.new_code_cell("print(explorer.cm.counts.tolist()[0][0])"))
    lesson.cells = code
    nbformat.write(lesson, lab.folder / "lesson.ipynb")
    open_notebook(page, lab, "lesson.ipynb")
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    explorer = page.locator(".jp-CodeCell .cmlib-explorer:has(> .ce-live)")
    expect(explorer).to_be_visible(timeout=120_000)
    field = explorer.locator("td input").first
    field.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("77")
    page.keyboard.press("Tab")
    last = page.locator(".jp-Notebook .jp-CodeCell").last
    run(page, last)
    expect(last.locator(".jp-OutputArea-output")).to_have_text("77\n", timeout=60_000)
