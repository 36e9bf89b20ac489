"""JupyterLab: an explorer of a lesson, and the student edition by its own README."""

import json
import re
import subprocess
import sys
import time

import nbformat
import pytest
from nbformat import v4
from places import LESSONS, ROOT
from playwright.sync_api import expect

import tasks

TOKEN = "for-the-tests-alone"


# The name of a class, which is no formula.
NAME = r"$x^2$ \(y\)"
NAMED = f"""import cmlib
cm = cmlib.ConfusionMatrix([[5, 1], [2, 9]], [r"{NAME}", "z"])
display(cm, cmlib.explain("recall", cm, r"{NAME}"))"""


def explorer_of_a_lesson():
    """Return a lesson up to its explorer of a matrix, and a cell that reads it."""
    lesson, at = next(
        (lesson, at)
        for lesson in (nbformat.read(path, as_version=4) for path in LESSONS)
        for at, cell in enumerate(lesson.cells)
        if 'data-explorer="matrix"' in str(cell.get("outputs"))
    )
    reading = v4.new_code_cell("print(explorer.cm.counts.tolist()[0][0])")
    lesson.cells = [it for it in lesson.cells[: at + 1] if it.cell_type == "code"]
    lesson.cells += [v4.new_code_cell(NAMED), reading]
    return lesson


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """Do what the README of the student edition says: make an environment, install, start.

    The folder holds a lesson's explorer, too. Yield the README and JupyterLab's address.
    """
    own = tmp_path_factory.mktemp("own")
    folder = own / "the class room"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tasks, "setup", lambda: None)
        patch.setenv("STUDENT", str(folder))
        patch.chdir(ROOT)
        tasks.student()
        patch.delenv("PYTHONPATH", raising=False)
        # The second kernel takes what the first has compiled.
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        for place in ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR"):
            patch.setenv(f"JUPYTER_{place}", str(own / place))
        patch.setenv("IPYTHONDIR", str(own / "ipython"))

        readme = (folder / "README.md").read_text(encoding="utf-8")
        on_linux, on_windows = re.findall(r"^```\n(.+?)\n```$", readme, re.M | re.S)
        assert [line.split("python ", 1)[1] for line in on_linux.splitlines()[1:]] == [
            line.split("python ", 1)[1] for line in on_windows.splitlines()[1:]
        ]
        make, install, start = on_linux.splitlines()
        # uv takes the words of pip, and has kept the files from the set-up, which pip would fetch.
        its_python, packages = install.split(" -m pip install ")
        uv = f"{sys.executable} -m uv pip install --system-certs --python {its_python}"
        for line in (f"{make} --without-pip", f"{uv} {packages}"):
            subprocess.run(line, shell=True, cwd=folder, check=True, stdout=subprocess.DEVNULL)

        nbformat.write(explorer_of_a_lesson(), folder / "explorer.ipynb")
        settings = own / "CONFIG_DIR/labconfig/page_config.json"
        settings.parent.mkdir(parents=True)
        no_news = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
        settings.write_text(json.dumps(no_news), encoding="utf-8")
        # With port 0 the system chooses a free one. `exec`: ending the process ends JupyterLab.
        options = "--allow-root --no-browser --ip=127.0.0.1 --port=0"
        command = ["bash", "-c", f"exec {start} {options} --IdentityProvider.token={TOKEN}"]
        with (own / "log.txt").open("w") as log:
            server = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
        try:
            # It notes where it is once it answers, and writes this page last.
            for _ in range(240):
                if [*(own / "RUNTIME_DIR").glob("jpserver-*-open.html")]:
                    break
                assert server.poll() is None, (own / "log.txt").read_text(encoding="utf-8")
                time.sleep(0.25)
            (noted,) = (own / "RUNTIME_DIR").glob("jpserver-*.json")
            yield readme, json.loads(noted.read_text(encoding="utf-8"))["url"].rstrip("/")
        finally:
            server.terminate()
            server.wait(timeout=30)


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1440, "height": 1000})
    page = context.new_page()
    page.set_default_timeout(60_000)
    yield page
    context.close()


def open_notebook(page, address, name):
    page.goto(f"{address}/lab/tree/{name}?token={TOKEN}&reset")
    expect(page.locator(".jp-Notebook .jp-CodeCell").first).to_be_visible(timeout=60_000)
    # Without a kernel, JupyterLab asks for one when a cell is run.
    expect(page.locator("#jp-main-statusbar")).to_contain_text("| Idle", timeout=60_000)


def run(page, cell):
    """Run one cell by the keyboard."""
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")


def run_by_menu(page, entry):
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name=entry, exact=True).click()


def test_explorer_of_a_lesson(page, lab):
    """The stored picture is shown; the live explorer takes its place, and Python reads it."""
    open_notebook(page, lab[1], "explorer.ipynb")
    still = page.locator("img.cmlib-explorer-still")
    still.scroll_into_view_if_needed()
    assert len(still.get_attribute("alt") or "") > 60
    assert still.evaluate("image => image.complete && image.naturalWidth > 100")
    run_by_menu(page, "Run All Cells")
    explorer = page.locator(".jp-CodeCell .cmlib-explorer:has(> .ce-live)")
    expect(explorer).to_be_visible(timeout=120_000)
    expect(still).to_have_count(0)
    named = page.locator(".jp-CodeCell").nth(-2).locator(".jp-OutputArea-output")
    expect(named.nth(1).locator("mjx-container").first).to_be_visible(timeout=60_000)
    for at in (0, 1):
        expect(named.nth(at)).to_contain_text(NAME)
    # One change, not one for each key: the cell below could run between two.
    explorer.locator("td input").first.fill("77")
    page.keyboard.press("Tab")
    last = page.locator(".jp-Notebook .jp-CodeCell").last
    run(page, last)
    expect(last.locator(".jp-OutputArea-output")).to_have_text("77\n", timeout=60_000)


def test_student_edition_leads_to_a_first_answer(page, lab):
    readme, address = lab
    (name,) = re.findall(r"the first lesson, `(.+?)`", readme)
    open_notebook(page, address, name)
    cells = page.locator(".jp-Notebook .jp-CodeCell")
    question = cells.filter(has_text="cmcourse.check").first
    question.locator(".cm-content").click()
    run_by_menu(page, "Run All Above Selected Cell")
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
    judged = re.compile(r"^(?!.*Not answered yet)(?!.*Error)\w", re.S)
    expect(says).to_have_text(judged, timeout=60_000)
    assert cells.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
