"""Fixtures of notebooks."""

import nbformat
import pytest
from places import LESSONS
from sample_notebook import make_sample


@pytest.fixture(scope="session")
def sample_path(tmp_path_factory):
    """A small lesson that every guard accepts, with its outputs."""
    # Its folder has a space in its name, as a reader's folders may have.
    path = tmp_path_factory.mktemp("the sample") / "sample.ipynb"
    nbformat.write(make_sample(path.parent), path)
    return path


@pytest.fixture
def sample(sample_path):
    return nbformat.read(sample_path, as_version=4)


@pytest.fixture(params=[*LESSONS, "sample"], ids=lambda p: p if isinstance(p, str) else p.stem)
def path(request, sample_path):
    """Each lesson in turn, and the sample, which has one of everything."""
    return sample_path if request.param == "sample" else request.param


@pytest.fixture
def lesson(path):
    return nbformat.read(path, as_version=4)
