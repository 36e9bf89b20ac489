"""What each run of pytest here needs, also one on a notebook alone."""

import os
from pathlib import Path

import nbval.kernel
import pytest
from checked import Stamps, compares_all
from kernels import OwnFilesKernelManager
from lesson_run import pytest_collection_modifyitems as pytest_collection_modifyitems

from tasks import ROOT, SETTINGS

# Those that every task is given: a reader's own settings cannot change a notebook's run. And where
# HOME cannot be written, scikit-learn's own default would be an error.
for _name, _folder in {**SETTINGS, "SCIKIT_LEARN_DATA": "scikit_learn_data"}.items():
    _path = Path(os.environ.setdefault(_name, str(ROOT / "build" / _folder)))
    _path.mkdir(parents=True, exist_ok=True)
os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")

# nbval has no setting for it.
nbval.kernel.KernelManager = OwnFilesKernelManager


def pytest_configure(config: pytest.Config) -> None:
    """Let a run of the notebooks leave its stamps; where several processes run, the first does."""
    if compares_all(config) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Stamps(config))
