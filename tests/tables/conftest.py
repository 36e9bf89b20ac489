"""A fixture that the tests of the data share."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import downloads
import pytest


@pytest.fixture
def itself() -> Callable[[str], Any]:
    """Load a data set itself, if the folder that CMLIB_DATA names has it."""

    def load(name: str) -> Any:
        file = getattr(downloads, name.upper()).file
        if not (Path(os.environ.get("CMLIB_DATA") or os.devnull) / file).is_file():
            pytest.skip(f"CMLIB_DATA names no folder that holds {file}")
        return getattr(downloads, f"load_{name}")()

    return load
