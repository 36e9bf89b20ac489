"""Fixtures that the tests of the data share."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cmlib import datasets
from cmlib.datasets import downloads, shipped


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy of the shipped tables, read in their place, that a test may damage."""
    copy = tmp_path / "data"
    shutil.copytree(Path(__file__).parents[2] / "data", copy)
    monkeypatch.setattr(shipped, "data_folder", lambda: copy)
    return copy


@pytest.fixture
def itself() -> Callable[[str], Any]:
    """Load a data set itself, if the folder that CMLIB_DATA names has it."""

    def load(name: str) -> Any:
        file = getattr(downloads, name.upper()).file
        if not (Path(os.environ.get("CMLIB_DATA") or os.devnull) / file).is_file():
            pytest.skip(f"CMLIB_DATA names no folder that holds {file}")
        return getattr(datasets, f"load_{name}")()

    return load
