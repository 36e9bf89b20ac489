"""Settings and fixtures that the notebook tests share."""

import os
import shutil
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from sample_notebook import make_sample

from cmlib import datasets

ROOT = Path(__file__).parents[1]
# The folders that the Makefile names too: a reader's own settings cannot change a notebook's run.
for _name, _folder in {
    "JUPYTER_CONFIG_DIR": "jupyter",
    "IPYTHONDIR": "ipython",
    "MPLCONFIGDIR": "matplotlib",
}.items():
    Path(os.environ.setdefault(_name, str(ROOT / "build" / _folder))).mkdir(
        parents=True, exist_ok=True
    )
os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")


@pytest.fixture(scope="session")
def sample_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small lesson that every guard accepts, with its outputs."""
    path = tmp_path_factory.mktemp("sample") / "sample.ipynb"
    nbformat.write(make_sample(path.parent), path)
    return path


@pytest.fixture
def sample(sample_path: Path) -> NotebookNode:
    return nbformat.read(sample_path, as_version=4)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy of the shipped tables, read in their place, that a test may damage."""
    copy = tmp_path / "data"
    shutil.copytree(ROOT / "data", copy)
    monkeypatch.setattr(datasets, "data_folder", lambda: copy)
    return copy
