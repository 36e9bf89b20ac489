"""Lab 2 gives its numbers wherever the checkout lies, and whatever the system's settings are."""

import os
import shutil
import subprocess
import sys

import pytest
from places import LABS, ROOT

CODE = ("cmlib", "cmcourse", "data", "docs", "tests", "tools", "benchmarks", "pyproject.toml")


def files_in(folder):
    return {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def checkout(tmp_path):
    """A copy of the checkout in a folder whose name has a space, and letters beyond ASCII."""
    folder = tmp_path / "Übung eins – größe"
    for name in CODE:
        here, ignored = ROOT / name, shutil.ignore_patterns("__pycache__", "notebooks")
        copy = shutil.copy if here.is_file() else shutil.copytree
        folder.mkdir(exist_ok=True)
        copy(here, folder / name, **({} if here.is_file() else {"ignore": ignored}))
    return folder


def run_lab(checkout, **settings):
    """Run the lab of a checkout as nbval does, and compare its outputs."""
    words = ["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "--nbval"]
    lab = checkout / "docs" / LABS[1].name
    inherited = {key: text for key, text in os.environ.items() if not key.startswith("PYTEST")}
    done = subprocess.run(
        [sys.executable, *words, lab.relative_to(checkout)],
        cwd=checkout,
        env={**inherited, "PYTHONPATH": str(checkout), "PYTHONDONTWRITEBYTECODE": "1", **settings},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_home_that_cannot_be_written(checkout):
    run_lab(checkout, HOME=os.devnull)


def test_checkout_that_cannot_be_written(checkout):
    before = files_in(checkout)
    for folder in [checkout, *(path for path in checkout.rglob("*") if path.is_dir())]:
        folder.chmod(0o555)
    run_lab(checkout)
    # An administrator may write all the same.
    assert files_in(checkout) == before


def test_other_time_zone_and_locale(checkout):
    # Where this locale is not installed, the plain "C" takes its place.
    run_lab(checkout, TZ="Pacific/Chatham", LC_ALL="tr_TR.UTF-8", LANGUAGE="tr")
