"""Settings and fixtures that the notebook tests share."""

import os
from pathlib import Path

import nbformat
import pytest
from hypothesis import settings
from lesson_run import pytest_collection_modifyitems as pytest_collection_modifyitems
from nbformat import NotebookNode
from sample_notebook import make_sample

ROOT = Path(__file__).parents[1]
# The folders that the Makefile names too: a reader's own settings cannot change a notebook's run.
for _name, _folder in {
    "JUPYTER_CONFIG_DIR": "jupyter",
    "JUPYTER_DATA_DIR": "jupyter/data",
    "IPYTHONDIR": "ipython",
    "MPLCONFIGDIR": "matplotlib",
    # Where HOME cannot be written, scikit-learn's own default would be an error.
    "SCIKIT_LEARN_DATA": "scikit_learn_data",
}.items():
    Path(os.environ.setdefault(_name, str(ROOT / "build" / _folder))).mkdir(
        parents=True, exist_ok=True
    )
os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")

# They are wrong on purpose, and `--nbval` would run them.
collect_ignore = ["notebooks/bad_notebooks"]

# A slow or busy machine is no fault of the code: no example has to be done in a given time. Where a
# CI runs, the examples are the same in every run; elsewhere they are new ones each time.
settings.register_profile("course", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("course")


@pytest.fixture(scope="session")
def sample_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small lesson that every guard accepts, with its outputs."""
    # Its folder has a space in its name, as a reader's folders may have.
    path = tmp_path_factory.mktemp("the sample") / "sample.ipynb"
    nbformat.write(make_sample(path.parent), path)
    return path


@pytest.fixture
def sample(sample_path: Path) -> NotebookNode:
    return nbformat.read(sample_path, as_version=4)
