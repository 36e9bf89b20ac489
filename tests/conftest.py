"""Settings that all tests share, and a copy of the shipped tables."""

import os
import shutil

import pytest
from hypothesis import settings
from places import ROOT

from cmcourse.tables import shipped

# A slow or busy machine is no fault of the code: no example has to be done in a given time. Where a
# CI runs, the examples are the same in every run; elsewhere they are new ones each time.
settings.register_profile("course", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("course")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Copy of the shipped tables, read in their place, that a test may damage."""
    copy = tmp_path / "data"
    shutil.copytree(ROOT / "data", copy)
    monkeypatch.setattr(shipped, "data_folder", lambda: copy)
    return copy


# They are loaded without being collected: to doctest, two of one name would be one module.
collect_ignore_glob = ["*/conftest.py"]
