"""Lab 2 gives its numbers wherever the checkout lies, and whatever the system's settings are."""

import os
import shutil

import kernels
import nbformat
import pytest
from guards.reading import code_cells
from places import LABS, ROOT


def files_in(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def checkout(tmp_path):
    """A copy of the checkout in a folder whose name has a space, and letters beyond ASCII."""
    folder = tmp_path / "Übung eins – größe"
    for name in ("cmlib", "cmcourse", "data", "docs"):
        ignored = shutil.ignore_patterns("__pycache__", "notebooks")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def run_lab(checkout, monkeypatch, **settings):
    """Run the lab of a checkout, and compare its outputs with those that it stores."""
    settings |= {"PYTHONPATH": str(checkout), "PYTHONDONTWRITEBYTECODE": "1"}
    for name, text in settings.items():
        monkeypatch.setenv(name, text)
    lab = checkout / "docs" / LABS[1].name
    stored, found = (nbformat.read(lab, as_version=4) for _ in range(2))
    kernels.run(found, lab.parent)
    before, now = ([it.outputs for _, it in code_cells(lab)] for lab in (stored, found))
    assert now == before


def test_home_that_cannot_be_written(checkout, monkeypatch):
    run_lab(checkout, monkeypatch, HOME=os.devnull)


def test_checkout_that_cannot_be_written(checkout, monkeypatch):
    before = files_in(checkout)
    for folder in [checkout, *(path for path in checkout.rglob("*") if path.is_dir())]:
        folder.chmod(0o555)
    run_lab(checkout, monkeypatch)
    # An administrator may write all the same, and the files in a folder may be overwritten.
    assert files_in(checkout) == before


def test_other_time_zone_and_locale(checkout, monkeypatch):
    # Where this locale is not installed, the plain "C" takes its place.
    run_lab(checkout, monkeypatch, TZ="Pacific/Chatham", LC_ALL="tr_TR.UTF-8", LANGUAGE="tr")
