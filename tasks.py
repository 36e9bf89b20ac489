"""All that a checkout can do: `python tasks.py book` builds the book, and so on for each task.

`make book` is the same: the Makefile calls this file. It needs Python's standard library and
nothing else, neither make nor a shell, so that every task is the same on Windows. The settings are
environment variables, or stand behind `make`: `make student STUDENT=folder`.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = Path(".venv")
READY = VENV / "ready"
UV_VERSION = "0.13.8"
BOOK = Path("build/book")
# No lesson: a reader puts predictions of their own into it. Lesson 11 leads to it.
TEMPLATE = Path("docs/report_template.ipynb")
# Nor are these, which lack a lesson's sections: work on given data, read by a person.
LABS = [Path("docs/lab1_two_networks.ipynb"), Path("docs/lab2_threshold_for_a_price.ipynb")]
# The folders in build where Jupyter and matplotlib keep their settings and what they write.
SETTINGS = {
    "JUPYTER_CONFIG_DIR": "jupyter",
    "JUPYTER_DATA_DIR": "jupyter/data",
    "IPYTHONDIR": "ipython",
    "MPLCONFIGDIR": "matplotlib",
}
# The environments of `test-latest`, named as uv names them.
LIMITS = [Path("build/highest"), Path("build/lowest-direct")]
# On every core, but no more than there are long files. What a notebook holds stays in one process.
ON_ALL_CORES = "--numprocesses logical --maxprocesses 4"
WHOLE_FILES = "--dist loadfile --no-loadscope-reorder"

TASKS = {}


def task(function):
    """Let a function be called by its name, with a hyphen for an underscore."""
    TASKS[function.__name__.replace("_", "-")] = function
    return function


def lessons():
    """Return the notebooks of the lessons, in their order."""
    return sorted(Path("notebooks").glob("*.ipynb"))


def notebooks():
    """Return all notebooks: the lessons, the labs and the template."""
    return [*lessons(), *LABS, TEMPLATE]


def chosen():
    """Return the notebooks that LESSONS names ("1 2 lab1") and the template; without it, all."""
    found = {path.stem.split("_")[0].lstrip("0"): path for path in notebooks()}
    names = os.environ.get("LESSONS", "").split()
    if unknown := [name for name in names if name not in found]:
        sys.exit(f"LESSONS: no {unknown[0]!r}; there are {', '.join(found)}")
    return [found[name] for name in names] + [TEMPLATE] if names else notebooks()


def python_of(environment):
    """Return the interpreter of an environment, wherever this system puts it."""
    scripts = sysconfig.get_path("scripts", "venv", vars={"base": str(environment)})
    return os.path.join(scripts, "python")


def run(*words, shown=True, silent=False, **settings):
    """Run a program to its end; where it fails, end as it did."""
    words = [str(word) for word in words]
    if shown:
        print(shlex.join(words), flush=True)
    stdout = subprocess.DEVNULL if silent else None
    # Ctrl-C reaches the program, too, and the program says when it ends: JupyterLab asks first. Set
    # before it starts, since it may be interrupted as soon as it runs.
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        code = subprocess.call(words, env={**os.environ, **settings}, stdout=stdout)
    finally:
        signal.signal(signal.SIGINT, before)
    if code:
        sys.exit(code)


def python(command, *words, **settings):
    """Run the interpreter of .venv: the words of a command, and then others as they are."""
    run(python_of(VENV), *command.split(), *words, **settings)


def install(command, *words, into=VENV):
    """Install packages into an environment."""
    python("-m uv pip install --quiet --python", python_of(into), *command.split(), *words)


def install_all(into=VENV):
    """Install what requirements.lock pins, and the package itself from the checkout."""
    # Compiled once, here: where PYTHONDONTWRITEBYTECODE is set, as in many containers, each kernel
    # would compile pandas, matplotlib and scikit-learn again, which takes longer than most lessons.
    pinned = "--require-hashes --requirement requirements.lock"
    install(f"--system-certs --compile-bytecode {pinned}", into=into)
    install("--no-deps --no-build-isolation --editable .", into=into)


@task
def setup():
    """Make .venv and install what requirements.lock pins; every other task does it when needed."""
    pins = [Path("requirements.lock"), Path("pyproject.toml")]
    if READY.exists() and all(READY.stat().st_mtime >= it.stat().st_mtime for it in pins):
        return
    run(sys.executable, "-m", "venv", "--clear", VENV)
    python(f"-m pip install --quiet --disable-pip-version-check uv=={UV_VERSION}")
    install_all()
    # Now, not in a lesson's first cell: Jupyter and matplotlib greet a fresh folder with messages.
    for name in ("IPYTHONDIR", "MPLCONFIGDIR"):
        Path(os.environ[name]).mkdir(parents=True, exist_ok=True)
    python("-c", "import matplotlib.font_manager", shown=False)
    READY.touch()


@task
def test():
    """Run everything that guards the project."""
    setup()
    python("-m ruff check .")
    python("-m ruff format --check .")
    python("-m mypy")
    pytest = f"-m pytest --quiet {ON_ALL_CORES} {WHOLE_FILES}"
    python(f"{pytest} tests cmlib cmcourse --nbval", *notebooks())


@task
def test_latest():
    """Try measures and lessons with the newest libraries allowed, then with the oldest."""
    setup()
    import tomllib  # not in the older Pythons that must read this file

    pinned = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["dependency-groups"]["test"]
    tools = [name.partition("==")[0] for name in pinned]
    pytest = f"-m pytest --quiet {ON_ALL_CORES} {WHOLE_FILES} tests/measures tests/by_hand --nbval"
    # Another matplotlib draws the same figure with other coordinates.
    words = "--nbval-sanitize-with tests/notebooks/other_versions.cfg"
    failed = []
    for environment in LIMITS:
        python("-m uv venv --quiet --clear --python", python_of(VENV), environment)
        # The oldest libraries that need no compiler.
        allowed = f"--only-binary :all: --resolution {environment.name} --editable .[lessons]"
        install(f"--system-certs {allowed}", into=environment)
        install("--system-certs ipykernel", *tools, into=environment)
        try:
            run(python_of(environment), *pytest.split(), *words.split(), *lessons())
        except SystemExit:
            failed.append(environment.name)
    if failed:
        sys.exit(f"Some tests failed with the libraries of {' and of '.join(failed)}: see above.")


def build_book():
    """Build the HTML book from the outputs that the notebooks store."""
    if not Path("docs/notebooks").is_dir():
        sys.exit(
            "docs/notebooks must be a link to the notebooks, and is a file: git made no links. "
            "On Windows, switch the developer mode on and run `git config core.symlinks true`, "
            "then `git checkout -- docs/notebooks`."
        )
    # Read anew each time, which takes half a minute on one core: pages also come from code and
    # tables, whose changes Sphinx does not see.
    options = "--quiet --fail-on-warning --keep-going --fresh-env --jobs auto"
    python(f"-m sphinx {options} -b html docs", BOOK)


@task
def html():
    """Build the HTML book from the stored outputs, running nothing."""
    setup()
    build_book()
    print(f"The book is at {ROOT / BOOK / 'index.html'}")


@task
def book():
    """Run every notebook once and compare its outputs, then build the HTML book from them."""
    setup()
    python(f"-m pytest --quiet {ON_ALL_CORES} {WHOLE_FILES} --nbval", *notebooks())
    html()


@task
def check_book():
    """Try the explorers and the built book in Chromium: maths, search, accessibility, offline."""
    setup()
    pytest = f"-m pytest --quiet {ON_ALL_CORES}"
    python(f"{pytest} --dist worksteal tests/explore/browser")
    build_book()
    python(f"{pytest} {WHOLE_FILES} tests/book --book", BOOK)


@task
def pdf():
    """Print the book, and each lesson alone, to build/pdf with Chromium, in some minutes."""
    setup()
    python("tools/browser.py", shown=False)
    build_book()
    python("tools/paper.py", BOOK, "build/pdf", shown=False)


@task
def slides():
    """Write slides of each lecture and each lesson, and a plan, to build/slides with Chromium."""
    setup()
    python("tools/browser.py", shown=False)
    build_book()
    python("tools/slides.py", BOOK, "build/slides", shown=False)


def jupyterlab(folder):
    """Open JupyterLab on a folder. It asks neither the reader nor another host about news."""
    config = Path(os.environ["JUPYTER_CONFIG_DIR"], "labconfig", "page_config.json")
    config.parent.mkdir(parents=True, exist_ok=True)
    news = "@jupyterlab/apputils-extension:announcements"
    config.write_text(json.dumps({"disabledExtensions": {news: True}}))
    # Trusted first: JupyterLab shows no SVG figure of a notebook that it does not trust.
    python("-m nbformat.sign", *Path(folder).glob("*.ipynb"), shown=False, silent=True)
    # As root, as in a container, it starts only if told to. Its root is the checkout, so that a
    # lesson's links to the pages in docs open.
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    flags = ["--allow-root"] * is_root + shlex.split(os.environ.get("LABFLAGS", ""))
    folder = f"--FileContentsManager.preferred_dir={folder}"
    python("-m jupyterlab --ServerApp.root_dir=.", folder, *flags)


@task
def lab():
    """Open JupyterLab on your own copies of the lessons, without solutions."""
    setup()
    # Not in build, which `clean` removes: they hold what the reader wrote.
    workbook = os.environ.get("WORKBOOK", "workbook")
    python("tools/student_edition.py --workbook", workbook, *notebooks(), shown=False)
    jupyterlab(workbook)


@task
def lab_solutions():
    """Open JupyterLab on the lessons with their solutions."""
    setup()
    jupyterlab("notebooks")


@task
def refresh():
    """Run the notebooks in place and normalise them."""
    setup()
    # The cell that fetches cmlib, from the address that stands in pyproject.toml.
    python("tools/repository_links.py", *notebooks())
    # Dropped: what differs between two runs or two machines (times, the interpreter's version, how
    # a stream was cut into pieces, the names of widgets) and what editors leave behind. The tests
    # refuse other metadata and kinds of output.
    afterwards = "refreshing.DropWidgetViews", "nbconvert.preprocessors.CoalesceStreamsPreprocessor"
    kept = ("tags", "numbers", "mystnb", "jupyter")
    options = [
        "--ExecutePreprocessor.record_timing=False",
        *(f"--NotebookExporter.preprocessors={name}" for name in afterwards),
        "--ClearMetadataPreprocessor.enabled=True",
        "--ClearMetadataPreprocessor.preserve_nb_metadata_mask=kernelspec",
        *(f"--ClearMetadataPreprocessor.preserve_cell_metadata_mask={name}" for name in kept),
    ]
    convert = "-m nbconvert --log-level WARN --to notebook --inplace --execute"
    python(convert, *options, *notebooks(), PYTHONPATH="tools")
    python("tools/lesson_minutes.py --write", *lessons())


@task
def student():
    """Write the lessons, or LESSONS="1 2 lab1", without solutions to build/student."""
    setup()
    folder, wanted = Path(os.environ.get("STUDENT", "build/student")), chosen()
    # What an earlier call left: the folder is handed out whole.
    for old in [*folder.glob("cmcourse-*.whl"), *(folder / it.name for it in notebooks())]:
        old.unlink(missing_ok=True)
    # Beside the lessons lies all that they import: a wheel of cmlib, which carries the tables.
    options = "--quiet --wheel --no-build-isolation --no-create-gitignore"
    python(f"-m uv build {options} --python", python_of(VENV), "--out-dir", folder)
    python("tools/student_edition.py", folder, *wanted, shown=False)


@task
def exam():
    """Set an exam to build/exam: SEED=7 QUESTIONS="1.1 1.2a?" VERSIONS=4; without, list them."""
    setup()
    given = os.environ.get
    words = [given("SEED", "1"), given("VERSIONS", "1"), given("MC", "yes")]
    words += given("QUESTIONS", "").split()
    python("tools/exam.py build/exam", *words, shown=False, PYTHONPATH="docs")


@task
def check_exam():
    """Set 100 exams of every question, in versions; open them in Chromium."""
    setup()
    python(f"-m pytest --quiet {ON_ALL_CORES} tests/exercises/test_exam.py", EXAM_SEEDS="100")


@task
def slips():
    """Plant 200 slips, one at a time, and write to docs/slips.csv how many tests notice."""
    setup()
    python("tools/slips.py", "10")


@task
def mutants():
    """Change the code, a sample or what MUTANTS names, and count what tests notice (a night)."""
    setup()
    chosen = os.environ.get("MUTANTS", "").split()
    names = [name for name in chosen if name != "measures.js"]
    if not chosen or names != chosen:
        # Needs Node and npm, which no other task does.
        python("tools/measures_js.py")
    if not chosen or names:
        # Not in .venv: it brings a terminal program and its packages.
        mutmut = ROOT / "build/mutmut"
        pinned = "--constraint requirements.lock mutmut==3.8.1"
        install(f"--system-certs {pinned} --target", mutmut)
        python("tools/mutants.py", *names, PYTHONPATH=str(mutmut), CI="1")


@task
def marks():
    """Read what `check` said in FOLDER=handed-in, a folder or a file for each student."""
    setup()
    python("tools/marks.py", os.environ.get("FOLDER", "handed-in"), "build/marks", shown=False)


def torch_environment(name, packages):
    """Return an interpreter that has PyTorch, cmlib and more; make one where there is none."""
    given = f"{name.upper()}_PYTHON"
    if given in os.environ:
        return os.environ[given]
    setup()
    # An environment of its own, so that .venv stays what requirements.lock says. It gets its name
    # when it is complete: an interrupted installation begins again.
    complete, new = Path("build", name), Path("build", f"{name}-new")
    if not complete.exists():
        python("-m uv venv --quiet --clear --python", python_of(VENV), new)
        install_all(into=new)
        torch = os.environ.get("TORCH", "torch==2.13.0")
        backend = os.environ.get("TORCH_BACKEND", "cpu")
        install("--system-certs --torch-backend", backend, torch, *packages, into=new)
        new.rename(complete)
    return python_of(complete)


@task
def predictions():
    """Rebuild the committed predictions from the data sets (one to two hours)."""
    setup()
    torch = torch_environment("torch", ["tqdm"])
    for name in ("vehicle", "vehicle_drift", "digits"):
        python(f"data/recipes/{name}.py")
    for name in ("mnist", "cifar10"):
        run(torch, f"data/recipes/{name}.py")


@task
def coverage():
    """Simulate how often each interval of the course holds the truth (half an hour)."""
    setup()
    python("data/recipes/interval_coverage.py")


@task
def bench():
    """Time cmlib against its peers and write benchmarks/RESULTS.md, in about ten minutes."""
    peers = ["--group", "bench"]
    # Time this checkout, whatever the environment has installed.
    run(torch_environment("bench", peers), "benchmarks/bench.py", PYTHONPATH=str(ROOT))


@task
def lock():
    """Pin again from pyproject.toml."""
    setup()
    options = "--quiet --system-certs --universal --generate-hashes --no-annotate --no-header"
    what = "--python-version 3.11 pyproject.toml --group book --group test"
    python(f"-m uv pip compile {options} {what} --output-file requirements.lock")


@task
def clean():
    """Remove everything that the tasks made, but not the workbook."""
    for folder in (VENV, Path("build")):
        shutil.rmtree(folder, ignore_errors=True)


@task
def help():
    """List the tasks."""
    for name, function in TASKS.items():
        print(f"{name:14} {function.__doc__.splitlines()[0]}")


def keep_to_checkout():
    """Set what all programs are given; a reader's own settings then cannot change a number."""
    for name, folder in SETTINGS.items():
        os.environ[name] = str(ROOT / "build" / folder)
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    # Windows would read and write files in an encoding of its own.
    os.environ["PYTHONUTF8"] = "1"
    # uv keeps its downloads in HOME, where other projects share them, unless it cannot write there.
    if not os.access(os.path.expanduser("~"), os.W_OK):
        os.environ.setdefault("UV_CACHE_DIR", str(ROOT / "build" / "uv"))


def main(names):
    """Do the tasks, one after the other."""
    # What requirements.lock pins has no wheels for a later one.
    if not (3, 11) <= sys.version_info[:2] <= (3, 14):
        sys.exit("Python 3.11 to 3.14 is needed, this is " + sys.version.split()[0])
    if unknown := [name for name in names if name not in TASKS]:
        sys.exit(f"no task {unknown[0]!r}; there are {', '.join(TASKS)}")
    os.chdir(ROOT)
    keep_to_checkout()
    for name in names or ["help"]:
        TASKS[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
