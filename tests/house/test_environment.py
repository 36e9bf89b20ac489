"""pyproject.toml, requirements.lock and environment.yml pin the same things."""

import re
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from time import sleep

import pytest
import yaml
from hatchling.builders.sdist import SdistBuilder
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.errors import DeadlineExceeded
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]

# Where conda-forge calls a package otherwise than PyPI.
FROM_CONDA = {"matplotlib-base": "matplotlib", "playwright-python": "playwright"}
# conda's own needs, which are no pins of the project.
NOT_PINNED = {"python", "pip"}


def locked(text):
    """Return name -> version of a compiled requirements file."""
    return {
        canonicalize_name(name): version
        for name, version in re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", text, re.MULTILINE)
    }


def in_environment(text):
    """Return name -> version of the conda packages, under their names on PyPI."""
    pins = {}
    for entry in yaml.safe_load(text)["dependencies"]:
        if isinstance(entry, dict):  # what pip installs: the checkout itself
            continue
        name, version = re.fullmatch(r"([a-z0-9._-]+)(?:[=>]=?(.+))?", entry).groups()
        if name not in NOT_PINNED:
            pins[FROM_CONDA.get(name, name)] = version
    return pins


def direct_requirements(text):
    """Return the requirements that the project names itself, without the unlocked extras."""
    project = tomllib.loads(text)["project"]
    extras = project["optional-dependencies"]
    return [
        Requirement(line) for line in [*project["dependencies"], *extras["book"], *extras["test"]]
    ]


def differences(pyproject, lock, environment):
    """Say where the three files disagree."""
    pins, conda = locked(lock), in_environment(environment)
    requirements = direct_requirements(pyproject)
    names = {canonicalize_name(requirement.name) for requirement in requirements}
    problems = []
    for requirement in requirements:
        name = canonicalize_name(requirement.name)
        if name not in pins:
            problems.append(f"{name} is not in requirements.lock")
        elif pins[name] not in requirement.specifier:
            problems.append(f"{requirement} does not allow {pins[name]}, which is locked")
    for name in sorted(names | conda.keys()):
        if name not in conda:
            problems.append(f"{name} is not in environment.yml")
        elif name not in names:
            problems.append(f"{name} is only in environment.yml")
        elif conda[name] != pins.get(name):
            problems.append(
                f"{name} is {conda[name]} in environment.yml, {pins.get(name)} in the lock"
            )
    return problems


FILES = ("pyproject.toml", "requirements.lock", "environment.yml")


@pytest.fixture
def files():
    return [(ROOT / name).read_text(encoding="utf-8") for name in FILES]


def test_the_three_files_agree(files):
    assert differences(*files) == []
    assert len(locked(files[1])) > 50
    assert len(in_environment(files[2])) >= 20


@pytest.mark.parametrize(
    ("which", "old", "new", "problem"),
    [
        (2, "numpy=2.4.6", "numpy=2.4.5", "numpy is 2.4.5 in environment.yml, 2.4.6"),
        (2, "matplotlib-base=3.10.8", "matplotlib-base=3.10.7", "matplotlib is 3.10.7"),
        (2, "  - pandas=3.0.2\n", "", "pandas is not in environment.yml"),
        (2, "  - pip\n", "  - pip\n  - scipy=1.0\n", "scipy is only in environment.yml"),
        (1, "scikit-learn==1.8.0", "scikit-learn==1.8.1", "does not allow 1.8.1"),
        (1, "nbval==", "nbvla==", "nbval is not in requirements.lock"),
        (0, '"sphinx==9.0.4"', '"sphinx==9.1.0"', "sphinx==9.1.0 does not allow 9.0.4"),
    ],
)
def test_a_difference_is_found(files, which, old, new, problem):
    assert old in files[which]
    files[which] = files[which].replace(old, new)
    assert any(problem in found for found in differences(*files))


ADDRESS = re.compile(r"https?://|file:|--(extra-)?index-url|--find-links|-i\s")


def test_the_lock_has_hashes_and_no_address(files):
    lock = files[1]
    assert not ADDRESS.search(lock)
    assert lock.count("--hash=sha256:") > len(locked(lock))
    assert ADDRESS.search("--index-url https://example.org/simple")


def test_importing_cmlib_loads_numpy_and_nothing_heavier():
    code = "import sys, cmlib, cmlib.datasets; cmlib.check('1.1', ...); print(*sys.modules)"
    modules = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "numpy" in modules
    assert not {"pandas", "matplotlib", "sklearn", "scipy", "IPython"} & set(modules)


def test_a_slow_machine_fails_no_property_test():
    @given(st.just("one example"))
    def slow(_):
        sleep(0.25)

    slow()
    with pytest.raises(DeadlineExceeded):
        settings(deadline=200)(slow)()


def test_version_is_one():
    import cmlib

    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == (
        cmlib.__version__
    )
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == cmlib.__version__
    assert f"## {cmlib.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def parts_of_the_course():
    """Files that the tests and the book need, as paths in the checkout."""
    paths = [
        path.relative_to(ROOT)
        for folder in ("cmlib", "data", "docs", "notebooks", "tests")
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    ]
    left_over = ("__pycache__", ".")
    return {
        path.as_posix() for path in paths if not any(p.startswith(left_over) for p in path.parts)
    }


def test_a_source_distribution_holds_what_make_test_needs(tmp_path):
    (archive,) = SdistBuilder(str(ROOT)).build(directory=str(tmp_path))
    with tarfile.open(archive) as packed:
        held = {
            name.partition("/")[2]: entry
            for name, entry in zip(packed.getnames(), packed, strict=True)
        }
    assert parts_of_the_course() <= held.keys()
    assert {"Makefile", "requirements.lock", "environment.yml", "CHANGELOG.md"} <= held.keys()
    assert all(entry.isfile() for entry in held.values())


def test_the_citation_and_the_metadata_say_the_same():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert project["keywords"] == citation["keywords"]
    assert project["authors"] == citation["authors"]
    assert project["license"] == citation["license"]
