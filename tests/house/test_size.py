"""`cmlib` is a small package: no file of it is left out of this count."""

from pathlib import Path

import cmlib

MOST_LINES = 7_581


def test_size_of_cmlib():
    files = Path(cmlib.__file__).parent.rglob("*.py")
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= MOST_LINES
