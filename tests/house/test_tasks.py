"""One place says what each task does, and it needs no shell, so that it can be done on Windows."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from places import LESSONS, ROOT, TEMPLATE

import tasks

SOURCE = Path(tasks.__file__).read_text(encoding="utf-8")


def wrong_targets(makefile: str) -> list[str]:
    """Say where a Makefile does anything but call the task of the same name."""
    said = subprocess.run(
        ["make", "--no-builtin-rules", "--print-data-base", "--question", "--file=-", "clean"],
        input=makefile,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    rules = re.findall(r"^([a-z-]+):(?!=).*\n(?:#.*\n)*((?:\t.*\n)*)", said, re.MULTILINE)
    found = {name: recipe.strip() for name, recipe in rules if recipe}
    problems = [f"{name} is missing" for name in tasks.TASKS if name not in found]
    for name, recipe in found.items():
        if name not in tasks.TASKS:
            problems.append(f"{name} is no task")
        if recipe != "@$(PYTHON) tasks.py $@":
            problems.append(f"{name} does something of its own")
    return problems


needs_make = pytest.mark.skipif(not shutil.which("make"), reason="there is no make here")


@needs_make
def test_make_does_what_the_tasks_do() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert wrong_targets(makefile) == []
    assert wrong_targets(makefile.replace(" lab ", " ")) == ["lab is missing"]
    assert wrong_targets(makefile.replace(" lab ", " lab lob ")) == ["lob is no task"]
    own = makefile + "\nzip:\n\techo zip\n"
    assert wrong_targets(own) == ["zip is no task", "zip does something of its own"]


@needs_make
def test_make_hands_its_settings_on() -> None:
    # Else a make that runs inside another says where it is.
    command = [
        "make",
        "--no-print-directory",
        "help",
        "PYTHON=printenv STUDENT #",
        "STUDENT=a folder",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "a folder\n"


def test_the_tasks_need_nothing_but_python() -> None:
    tree = ast.parse(SOURCE)
    imported = {
        name.name if isinstance(node, ast.Import) else node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert imported <= sys.stdlib_module_names
    # An older Python can read it far enough to say that it is too old.
    ast.parse(SOURCE, feature_version=(3, 8))
    assert not re.search(r"shell=|os\.system|os\.exec|/bin/|Scripts", SOURCE)


@pytest.mark.parametrize("version", [(3, 10, 9), (3, 15, 0)])
def test_a_python_without_wheels_is_told(
    version: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "version_info", version)
    with pytest.raises(SystemExit, match=r"Python 3\.11 to 3\.14 is needed"):
        tasks.main(["book"])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(r"Python :: (3\.\d+)", " ".join(project["classifiers"]))
    assert (named[0], named[-1]) == ("3.11", "3.14")


def test_an_interpreter_is_found_on_windows_too() -> None:
    parts = Path(tasks.python_of(".venv", "nt_venv")).parts
    assert parts == (".venv", "Scripts", "python")
    assert tasks.python_of(".venv", "posix_venv") == os.path.join(".venv", "bin", "python")


# What a shell would do for a command, and no program does for itself
SHELL = re.compile(r"[*?|<>&;`$~]")


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Note the commands of the tasks instead of running them."""
    noted: list[list[str]] = []
    for name in ("JUPYTER_CONFIG_DIR", "IPYTHONDIR", "MPLCONFIGDIR", "STUDENT"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("WORKBOOK", "notebooks")
    monkeypatch.setenv("TORCH_PYTHON", "python with torch")
    monkeypatch.setenv("BENCH_PYTHON", "python with torch")
    monkeypatch.delenv("LABFLAGS", raising=False)
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(tasks, "READY", tmp_path / "ready")
    monkeypatch.setattr(tasks, "run", lambda *words, **_: noted.append([str(it) for it in words]))

    def asks(words: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        noted.append(words)
        return subprocess.CompletedProcess(words, 0, stdout=f"{LESSONS[0].relative_to(ROOT)}\n")

    monkeypatch.setattr(subprocess, "run", asks)
    return noted


@pytest.mark.parametrize("name", [name for name in tasks.TASKS if name not in ("clean", "help")])
def test_each_command_is_a_python_with_files_that_exist(
    name: str, commands: list[list[str]]
) -> None:
    tasks.TASKS[name]()
    assert commands
    for program, *words in commands:
        assert program in (sys.executable, tasks.python_of(".venv"), "python with torch")
        for word in words:
            assert not SHELL.search(word), word
            if word.endswith((".py", ".ipynb")):
                assert (ROOT / word).is_file(), word


@pytest.mark.parametrize(("user", "root"), [(0, ["--allow-root"]), (1000, [])])
def test_a_reader_s_options_for_jupyterlab_leave_root_its_own(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, user: int, root: list[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
    monkeypatch.setenv("LABFLAGS", "--no-browser --port 9000")
    tasks.lab_solutions()
    *_, last = commands
    assert last[last.index("--FileContentsManager.preferred_dir=notebooks") + 1 :] == [
        *root,
        "--no-browser",
        "--port",
        "9000",
    ]


def test_the_set_up_is_done_once_and_again_for_other_pins(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tasks.setup()
    first = len(commands)
    assert first
    tasks.setup()
    assert len(commands) == first
    os.utime(tmp_path / "ready", (0, 0))
    tasks.setup()
    assert len(commands) == 2 * first


def test_the_peers_are_installed_once_in_a_place_of_their_own(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("BENCH_PYTHON")
    monkeypatch.setattr(tasks, "VENV", ROOT / ".venv")
    monkeypatch.setattr(tasks, "setup", lambda: None)
    monkeypatch.chdir(tmp_path)

    def made(*words: object, **_: object) -> None:
        commands.append([str(it) for it in words])
        if "venv" in words:
            Path(str(words[-1])).mkdir(parents=True)

    monkeypatch.setattr(tasks, "run", made)
    tasks.bench()
    (with_peers,) = [words for words in commands if "bench" in words]
    assert with_peers[-3:] == ["pyproject.toml", "--extra", "bench"]
    assert "torch==2.13.0" in with_peers
    timed = [tasks.python_of(Path("build/bench")), "benchmarks/bench.py"]
    assert commands[-1] == timed
    commands.clear()
    tasks.bench()
    assert commands == [timed]


def test_the_book_runs_only_what_has_changed(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "setup", lambda: None)
    tasks.book()
    assert [words[words.index("-m") + 1] for words in commands if "-m" in words] == [
        "pytest",
        "sphinx",
    ]
    assert [word for word in commands[1] if word.endswith(".ipynb")] == [
        LESSONS[0].relative_to(ROOT).as_posix()
    ]
    commands.clear()
    nothing = subprocess.CompletedProcess([], 0, stdout="")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: nothing)
    tasks.book()
    assert [words[words.index("-m") + 1] for words in commands] == ["sphinx"]


def test_every_notebook_is_tested(commands: list[list[str]]) -> None:
    tasks.test()
    tested = {word for word in commands[-1] if word.endswith(".ipynb")}
    assert tested == {path.relative_to(ROOT).as_posix() for path in [*LESSONS, TEMPLATE]}


def test_a_machine_that_checks_a_change_runs_each_notebook_once(
    commands: list[list[str]],
) -> None:
    workflow = (ROOT / ".github/workflows/check.yml").read_text(encoding="utf-8")
    runs = 0
    for job in yaml.safe_load(workflow)["jobs"].values():
        commands.clear()
        for step in job["steps"]:
            for name in re.findall(r"make ([a-z-]+)", step.get("run", "")):
                tasks.TASKS[name]()
        runs += sum("--nbval" in words for words in commands)
    assert runs == 1


def test_a_link_that_git_did_not_make_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("docs").mkdir()
    Path("docs/notebooks").write_text("../notebooks")
    with pytest.raises(SystemExit, match=r"core\.symlinks true"):
        tasks.build_book()


def test_a_command_that_fails_ends_the_task() -> None:
    with pytest.raises(SystemExit) as ended:
        tasks.run(sys.executable, "-c", "raise SystemExit(3)")
    assert ended.value.code == 3
    tasks.run(sys.executable, "-c", "import os; assert os.environ['A'] == 'b'", A="b")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
def test_an_interrupted_program_ends_by_itself() -> None:
    """As JupyterLab does, which asks first."""
    child = """
import signal, sys, time
signal.signal(signal.SIGINT, lambda *_: sys.exit(7))
print("ready", flush=True)
time.sleep(60)
"""
    parent = f"import tasks; tasks.run({sys.executable!r}, '-c', {child!r}, shown=False)"
    with subprocess.Popen(
        [sys.executable, "-c", parent],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout.readline() == "ready\n"
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=50) == 7


def test_help_lists_every_task(capsys: pytest.CaptureFixture[str]) -> None:
    tasks.help()
    said = capsys.readouterr().out
    for name in tasks.TASKS:
        assert re.search(rf"^{name} +[A-Z].*\w", said, re.MULTILINE), name


def test_an_unknown_task_is_named() -> None:
    with pytest.raises(SystemExit, match=r"no task 'bok'; there are setup, test, book"):
        tasks.main(["bok"])


def test_a_codespace_is_set_up_by_a_task_that_exists() -> None:
    container = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text(encoding="utf-8"))
    program, script, *names = container["postCreateCommand"].split()
    assert (program, script) == ("python", "tasks.py")
    assert names
    assert set(names) <= set(tasks.TASKS)
    interpreter = container["customizations"]["vscode"]["settings"]["python.defaultInterpreterPath"]
    assert interpreter == "${workspaceFolder}/" + Path(tasks.python_of(".venv")).as_posix()
    workflow = (ROOT / ".github/workflows/check.yml").read_text(encoding="utf-8")
    tested = yaml.safe_load(workflow)["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert container["image"] == f"mcr.microsoft.com/devcontainers/python:{tested[-1]}"
