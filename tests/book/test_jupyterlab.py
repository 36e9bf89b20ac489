"""JupyterLab: an explorer, live and read in Python; the student edition, by its own README."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError

import nbformat
import pytest
from nbformat import v4
from places import LESSONS, ROOT
from playwright.sync_api import Browser, Locator, Page, expect

import tasks
from cmcourse import explore
from cmcourse.explore.still import to_html
from cmlib import ConfusionMatrix

TOKEN = "for-the-tests-alone"
BIN = Path(sys.executable).parent
MATRIX = 'data-explorer="matrix"'
FIRST_CELL = """\
from cmlib import ConfusionMatrix
from cmcourse import explore

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


@contextmanager
def running(command: list[str], folder: Path, own: Path) -> Iterator[Lab]:
    """Start JupyterLab in a folder, with settings of its own instead of a reader's; end it."""
    places = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    env = os.environ | {place: str(own / place) for place in places}
    settings = own / "JUPYTER_CONFIG_DIR"
    (settings / "labconfig").mkdir(parents=True)
    no_news = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    (settings / "labconfig/page_config.json").write_text(json.dumps(no_news), encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server_options = {"allow_root": True, "ip": "127.0.0.1", "port": port, "port_retries": 0}
    options = {
        "ServerApp": server_options,
        "LabApp": {"open_browser": False},
        "IdentityProvider": {"token": TOKEN},
    }
    (settings / "jupyter_lab_config.json").write_text(json.dumps(options), encoding="utf-8")
    # As `make lab` does: the HTML of a notebook that is not trusted is cleaned.
    trust = [BIN / "jupyter", "trust", *sorted(folder.glob("*.ipynb"))]
    subprocess.run(trust, env=env, check=True, capture_output=True)
    with (own / "log.txt").open("w") as log:
        server = subprocess.Popen(command, cwd=folder, env=env, stdout=log, stderr=log)
    try:
        wait_for(f"http://127.0.0.1:{port}/api/status?token={TOKEN}", server, own / "log.txt")
        yield Lab(f"http://127.0.0.1:{port}", folder)
    finally:
        server.terminate()
        server.wait(timeout=30)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """JupyterLab on the lessons."""
    notebooks = tmp_path_factory.mktemp("notebooks")
    nbformat.write(small_notebook(), notebooks / "small.ipynb")
    for lesson in LESSONS:
        shutil.copy(lesson, notebooks)
    command = [str(BIN / "jupyter"), "lab"]
    with running(command, notebooks, tmp_path_factory.mktemp("lab")) as started:
        yield started


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


def test_the_student_edition_leads_from_python_to_a_first_answer(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Line by line as its README says: an environment, an installation, JupyterLab, a question."""
    handed_out = tmp_path / "the class room"
    monkeypatch.setattr(tasks, "setup", lambda: None)
    monkeypatch.setenv("STUDENT", str(handed_out))
    monkeypatch.chdir(ROOT)
    tasks.student()

    monkeypatch.delenv("PYTHONPATH", raising=False)
    readme = (handed_out / "README.md").read_text(encoding="utf-8")
    on_linux, on_windows = re.findall(r"^```\n(.+?)\n```$", readme, re.M | re.S)
    assert [line.split("python ", 1)[1] for line in on_linux.splitlines()[1:]] == [
        line.split("python ", 1)[1] for line in on_windows.splitlines()[1:]
    ]
    *install, start = on_linux.splitlines()
    for line in install:
        subprocess.run(line, shell=True, cwd=handed_out, check=True, stdout=subprocess.DEVNULL)
    # The shell gives way to JupyterLab, so that ending it ends both.
    with running(["bash", "-c", f"exec {start}"], handed_out, tmp_path / "own") as lab:
        (name,) = re.findall(r"the first lesson, `(.+?)`", readme)
        open_notebook(page, lab, name)
        cells = page.locator(".jp-Notebook .jp-CodeCell")
        question = cells.filter(has_text="cmcourse.check").first
        question.locator(".cm-content").click()
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Above Selected Cell", exact=True).click()
        run(page, question)
        says = question.locator(".jp-OutputArea-output")
        expect(says).to_contain_text("Not answered yet", timeout=120_000)

        (typed,) = re.findall(r"as in `(.+?)`", readme)
        asked = [line for line in question.locator(".cm-line").all_inner_texts() if line]
        assert asked[0].split(" = ")[0] == typed.split(" = ")[0]
        question.locator(".cm-content").click()
        page.keyboard.press("Control+a")
        page.keyboard.insert_text("\n".join([typed, *asked[1:]]))
        page.keyboard.press("Control+Enter")
        judged = re.compile(r"^(?!Not answered yet)(?!.*Error)\w", re.S)
        expect(says).to_have_text(judged, timeout=60_000)
        assert cells.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
