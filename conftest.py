"""What each run of pytest here needs, also one on a notebook alone."""

import os
from pathlib import Path

import pytest

from tasks import ROOT, SETTINGS

# Those that every task is given: a reader's own settings cannot change a notebook's run. And where
# HOME cannot be written, scikit-learn's own default would be an error.
for _name, _folder in {**SETTINGS, "SCIKIT_LEARN_DATA": "scikit_learn_data"}.items():
    _path = Path(os.environ.setdefault(_name, str(ROOT / "build" / _folder)))
    _path.mkdir(parents=True, exist_ok=True)
os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")


def pytest_configure(config: pytest.Config) -> None:
    """Check the numbers of the prose wherever nbval runs notebooks."""
    if config.getoption("nbval", default=False):
        config.pluginmanager.import_plugin("lesson_run")
