"""The tasks, which need the standard library and no shell."""

import ast
import os
import re
import sys
from pathlib import Path

import pytest
import yaml
from browser import find_browser
from places import LABS, LESSONS, ROOT, TEMPLATE

import tasks


def test_makefile_calls_every_task():
    named = re.findall(r"^TASKS := (.+)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert named[0].split() == [name for name in tasks.TASKS if name != "help"]


def test_tasks_import_the_standard_library_only():
    source = Path(tasks.__file__).read_text("utf-8")
    # An older Python must parse the file to say that it is too old.
    tree = ast.parse(source, feature_version=(3, 8))
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    imported = {getattr(node, "module", None) or node.names[0].name for node in nodes}
    assert imported <= sys.stdlib_module_names
    assert not re.search(r"shell=|os\.system|os\.exec|/bin/|Scripts", source)


@pytest.mark.parametrize("version", [(3, 10, 9), (3, 15, 0)])
def test_python_without_wheels(version, monkeypatch):
    monkeypatch.setattr(sys, "version_info", version)
    with pytest.raises(SystemExit, match=r"Python 3\.11 to 3\.14 is needed"):
        tasks.main(["book"])


def test_unknown_task():
    with pytest.raises(SystemExit, match=r"no task 'bok'; there are setup, test, test-latest"):
        tasks.main(["bok"])


@pytest.fixture
def commands(tmp_path, monkeypatch):
    """Commands of the tasks, noted instead of run."""
    noted = []
    for name in ("JUPYTER_CONFIG_DIR", "IPYTHONDIR", "MPLCONFIGDIR", "STUDENT", "WORKBOOK"):
        monkeypatch.setenv(name, str(tmp_path / name))
    for name in ("TORCH_PYTHON", "BENCH_PYTHON"):
        monkeypatch.setenv(name, "python with torch")
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(tasks, "READY", tmp_path / "ready")
    monkeypatch.setattr(tasks, "run", lambda *words, **_: noted.append([str(it) for it in words]))
    return noted


@pytest.mark.parametrize("name", [name for name in tasks.TASKS if name not in ("clean", "help")])
def test_commands_run_a_python_on_files_that_exist(name, commands):
    tasks.TASKS[name]()
    assert commands
    for program, *words in commands:
        environments = [tasks.python_of(it) for it in (".venv", *tasks.LIMITS)]
        assert program in (sys.executable, *environments, "python with torch")
        assert not any(re.search(r"[*?|<>&;`$~]", word) for word in words)
        files = [word for word in words if word.endswith((".py", ".ipynb"))]
        assert all((ROOT / file).is_file() for file in files)


@pytest.mark.parametrize("name", ["pdf", "slides"])
def test_chromium_is_looked_for_before_a_long_build(name, commands, monkeypatch):
    tasks.TASKS[name]()
    words = [word for command in commands for word in command]
    assert words.index("tools/browser.py") < words.index("sphinx")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match=r"^Chromium is missing: .* apt-get install chromium"):
        find_browser()


def test_setup_runs_once_and_again_for_other_pins(commands, tmp_path):
    tasks.setup()
    first = len(commands)
    tasks.setup()
    assert len(commands) == first > 0
    os.utime(tmp_path / "ready", (0, 0))
    tasks.setup()
    assert len(commands) == 2 * first


def test_ci_runs_every_notebook_once(commands):
    workflow = yaml.safe_load((ROOT / ".github/workflows/check.yml").read_text("utf-8"))
    steps = [step.get("run", "") for job in workflow["jobs"].values() for step in job["steps"]]
    for name in re.findall(r"make ([a-z-]+)", "\n".join(steps)):
        tasks.TASKS[name]()
    pinned = [words for words in commands if words[0] == tasks.python_of(".venv")]
    ran = [word for words in pinned if "--nbval" in words for word in words]
    notebooks = [path.relative_to(ROOT).as_posix() for path in [*LESSONS, *LABS, TEMPLATE]]
    assert [word for word in ran if word.endswith(".ipynb")] == notebooks


def test_checkout_without_links(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match=r"core\.symlinks true"):
        tasks.build_book()


def test_failing_command_ends_the_task():
    with pytest.raises(SystemExit) as ended:
        tasks.run(sys.executable, "-c", "raise SystemExit(3)")
    assert ended.value.code == 3
    tasks.run(sys.executable, "-c", "import os; assert os.environ['A'] == 'b'", A="b")
