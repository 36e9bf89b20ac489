"""What each run of pytest here needs, also one on a notebook alone."""

import os
from pathlib import Path

import nbval.kernel
from kernels import OwnFilesKernelManager

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
