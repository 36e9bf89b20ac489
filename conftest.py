"""What each run of pytest here needs, also one on a notebook alone."""

import os
from pathlib import Path

import nbval.kernel
import pytest
from checked import Stamps, compares_all
from kernels import OwnFilesKernelManager
from lesson_run import pytest_collection_modifyitems as pytest_collection_modifyitems

# The folders that the Makefile names too: a reader's own settings cannot change a notebook's run.
for _name, _folder in {
    "JUPYTER_CONFIG_DIR": "jupyter",
    "JUPYTER_DATA_DIR": "jupyter/data",
    "IPYTHONDIR": "ipython",
    "MPLCONFIGDIR": "matplotlib",
    # Where HOME cannot be written, scikit-learn's own default would be an error.
    "SCIKIT_LEARN_DATA": "scikit_learn_data",
}.items():
    Path(os.environ.setdefault(_name, str(Path(__file__).parent / "build" / _folder))).mkdir(
        parents=True, exist_ok=True
    )
os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")

# nbval has no setting for it.
nbval.kernel.KernelManager = OwnFilesKernelManager


def pytest_configure(config: pytest.Config) -> None:
    """Let a run of the notebooks leave its stamps; where several processes run, the first does."""
    if compares_all(config) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Stamps(config))
