# One target per promise. Each works from a fresh clone with python3 (3.11 or later) and make.
.DELETE_ON_ERROR:
.PHONY: help setup book test lab lab-solutions check-book refresh student predictions lock clean

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
UV_VERSION := 0.13.8
NOTEBOOKS := $(sort $(wildcard notebooks/*.ipynb))
# No lesson: a reader puts predictions of their own into it. Lesson 11 leads to it.
TEMPLATE := docs/report_template.ipynb
BOOK := build/book
# On every core, but no more than there are long files; what one file holds stays in one process.
ON_ALL_CORES := --numprocesses logical --maxprocesses 4 --dist loadfile --no-loadscope-reorder
# For the recipes that train with PyTorch. TORCH_PYTHON may name any interpreter that has it and cmlib.
TORCH ?= torch==2.13.0
TORCH_BACKEND ?= cpu
TORCH_PYTHON ?= build/torch/bin/python
# Jupyter and matplotlib keep their settings inside the checkout: a reader's own settings cannot
# change a number, and nothing is written to HOME.
export JUPYTER_CONFIG_DIR := $(CURDIR)/build/jupyter
export JUPYTER_DATA_DIR := $(CURDIR)/build/jupyter/data
export IPYTHONDIR := $(CURDIR)/build/ipython
export MPLCONFIGDIR := $(CURDIR)/build/matplotlib
export PYDEVD_DISABLE_FILE_VALIDATION := 1
# uv keeps its downloads in HOME, where other projects share them, unless HOME cannot be written.
ifeq ($(shell test -w "$$HOME" && echo yes),)
export UV_CACHE_DIR ?= $(CURDIR)/build/uv
endif

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY)  ## make .venv and install what requirements.lock pins

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("make: Python 3.11 or later is needed, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
# Compiled once, here: where PYTHONDONTWRITEBYTECODE is set, as in many containers, each kernel would
# compile pandas, matplotlib and scikit-learn again, which takes longer than most lessons.
	$(BIN)/uv pip install --quiet --system-certs --compile-bytecode --python $(BIN)/python --require-hashes --requirement requirements.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
# Now, not in a lesson's first cell: Jupyter and matplotlib greet a fresh folder with messages.
	@mkdir -p "$(IPYTHONDIR)" "$(MPLCONFIGDIR)"
	@$(BIN)/python -c 'import matplotlib.font_manager'
	@touch $@

test: setup  ## run everything that guards the project
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest --quiet $(ON_ALL_CORES) --nbval $(NOTEBOOKS) $(TEMPLATE) tests cmlib

# Read anew each time, which takes half a minute on one core: pages also come from code and tables,
# whose changes Sphinx does not see.
BUILD_BOOK = $(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going --fresh-env --jobs auto -b html docs $(BOOK)

# The book shows the outputs that the notebooks store, so it runs only those that have changed since
# they were checked.
book: setup  ## check the notebooks that have changed, then build the HTML book
	@changed=$$($(BIN)/python tests/notebooks/checked.py $(NOTEBOOKS) $(TEMPLATE)) || exit; \
	if [ -n "$$changed" ]; then \
	    $(BIN)/python -m pytest --quiet -p no:cacheprovider $(ON_ALL_CORES) --nbval $$changed; \
	fi
	@echo "Building the book from the stored outputs, in about half a minute."
	$(BUILD_BOOK)
	@echo "The book is at $(CURDIR)/$(BOOK)/index.html"

check-book: setup  ## build the book and try it in Chromium: maths, search, accessibility, offline
	$(BUILD_BOOK)
	$(BIN)/python -m pytest --quiet --numprocesses logical --maxprocesses 4 tests/book --book $(BOOK)

# Its root is the checkout, so that a lesson's links to the pages in docs open. As root, as in a
# container, it starts only if told to.
LABFLAGS ?= $(if $(filter 0,$(shell id -u)),--allow-root)
LAB = $(BIN)/jupyter lab --ServerApp.root_dir=. $(LABFLAGS)

# JupyterLab asks neither the reader nor another host about news.
NO_NEWS := build/jupyter/labconfig/page_config.json
$(NO_NEWS):
	@mkdir -p $(@D)
	@echo '{"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": true}}' >$@

# Not in build, which `make clean` removes: they hold what the reader wrote.
# Trusted first: JupyterLab shows no SVG figure of a notebook that it does not trust.
lab: WORKBOOK ?= workbook
lab: setup $(NO_NEWS)  ## open JupyterLab on your own copies of the lessons, without solutions
	@$(BIN)/python docs/student_edition.py --workbook "$(WORKBOOK)" $(NOTEBOOKS) $(TEMPLATE)
	@$(BIN)/jupyter trust "$(WORKBOOK)"/*.ipynb >/dev/null
	$(LAB) --FileContentsManager.preferred_dir="$(WORKBOOK)"

lab-solutions: setup $(NO_NEWS)  ## open JupyterLab on the lessons with their solutions
	@$(BIN)/jupyter trust $(NOTEBOOKS) >/dev/null
	$(LAB) --FileContentsManager.preferred_dir=notebooks

# Dropped: what differs between two runs or two machines (times, the interpreter's version, how a
# stream was cut into pieces, the names of widgets) and what editors leave behind. The tests refuse
# other metadata and kinds of output.
refresh: setup  ## run the notebooks in place and normalise them
	$(BIN)/jupyter nbconvert --log-level WARN --to notebook --inplace --execute \
	    --ExecutePreprocessor.record_timing=False $(NOTEBOOKS) $(TEMPLATE)
	PYTHONPATH=docs $(BIN)/jupyter nbconvert --log-level WARN --to notebook --inplace --coalesce-streams \
	    --NotebookExporter.preprocessors=refreshing.DropWidgetViews \
	    --ClearMetadataPreprocessor.enabled=True \
	    --ClearMetadataPreprocessor.preserve_nb_metadata_mask=kernelspec \
	    --ClearMetadataPreprocessor.preserve_cell_metadata_mask=tags \
	    --ClearMetadataPreprocessor.preserve_cell_metadata_mask=numbers \
	    --ClearMetadataPreprocessor.preserve_cell_metadata_mask=mystnb \
	    --ClearMetadataPreprocessor.preserve_cell_metadata_mask=jupyter $(NOTEBOOKS) $(TEMPLATE)
	$(BIN)/python docs/lesson_minutes.py --write $(NOTEBOOKS)

# Beside the lessons lies all that they import: a wheel of cmlib, which carries the tables.
student: STUDENT ?= build/student
student: setup  ## write the lessons without solutions to build/student, for handing out
	@rm -f "$(STUDENT)"/cmlib-*.whl
	$(BIN)/uv build --quiet --wheel --no-build-isolation --no-create-gitignore \
	    --python $(BIN)/python --out-dir "$(STUDENT)"
	@$(BIN)/python docs/student_edition.py "$(STUDENT)" $(NOTEBOOKS) $(TEMPLATE)

predictions: setup $(filter build/torch/bin/python,$(TORCH_PYTHON))  ## rebuild the committed predictions from the data sets (one to two hours)
	$(BIN)/python data/recipes/vehicle.py
	$(BIN)/python data/recipes/vehicle_drift.py
	$(BIN)/python data/recipes/digits.py
	$(TORCH_PYTHON) data/recipes/mnist.py
	$(TORCH_PYTHON) data/recipes/cifar10.py

# PyTorch has an environment of its own, so that .venv stays what requirements.lock says. It gets its
# name when it is complete: an interrupted installation begins again.
build/torch/bin/python: | $(READY)
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python build/torch-new
	$(BIN)/uv pip install --quiet --system-certs --python build/torch-new/bin/python --require-hashes --requirement requirements.lock
	$(BIN)/uv pip install --quiet --system-certs --python build/torch-new/bin/python --torch-backend $(TORCH_BACKEND) $(TORCH) tqdm
	$(BIN)/uv pip install --quiet --python build/torch-new/bin/python --no-deps --no-build-isolation --editable .
	rm -rf build/torch
	mv build/torch-new build/torch

lock: setup  ## pin again from pyproject.toml
	$(BIN)/uv pip compile --quiet --system-certs --universal --generate-hashes --no-annotate --no-header \
	    --python-version 3.11 pyproject.toml --extra book --extra test --output-file requirements.lock

clean:  ## remove everything that make made
	rm -rf .venv build
