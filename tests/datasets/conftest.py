"""Fixtures that the tests of the data share."""

import shutil
from pathlib import Path

import pytest

from cmlib.datasets import shipped


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy of the shipped tables, read in their place, that a test may damage."""
    copy = tmp_path / "data"
    shutil.copytree(Path(__file__).parents[2] / "data", copy)
    monkeypatch.setattr(shipped, "data_folder", lambda: copy)
    return copy
