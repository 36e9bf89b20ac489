"""What is installed, what is shipped, and that all places say the same of it."""

import re
import tarfile
import tomllib
from time import sleep

import pytest
import yaml
from hatchling.builders.sdist import SdistBuilder
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.errors import DeadlineExceeded
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from places import ROOT

import cmlib


def locked(text):
    """Return name -> version of a compiled requirements file."""
    return {
        canonicalize_name(name): version
        for name, version in re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", text, re.MULTILINE)
    }


def differences(pyproject, lock):
    """Say what the lock does not hold of what the project asks for; some extras are not locked."""
    project, pins = tomllib.loads(pyproject)["project"], locked(lock)
    extras = project["optional-dependencies"]
    problems = []
    for line in [*project["dependencies"], *extras["book"], *extras["test"]]:
        requirement = Requirement(line)
        name = canonicalize_name(requirement.name)
        if name not in pins:
            problems.append(f"{name} is not in requirements.lock")
        elif pins[name] not in requirement.specifier:
            problems.append(f"{requirement} does not allow {pins[name]}, which is locked")
    return problems


@pytest.fixture
def files():
    names = ("pyproject.toml", "requirements.lock")
    return [(ROOT / name).read_text(encoding="utf-8") for name in names]


def test_the_lock_holds_what_the_project_asks_for(files):
    assert differences(*files) == []
    assert len(locked(files[1])) > 50


@pytest.mark.parametrize(
    ("which", "old", "new", "problem"),
    [
        (1, "scikit-learn==1.8.0", "scikit-learn==1.8.1", "does not allow 1.8.1"),
        (1, "nbval==", "nbvla==", "nbval is not in requirements.lock"),
        (0, '"sphinx==9.0.4"', '"sphinx==9.1.0"', "sphinx==9.1.0 does not allow 9.0.4"),
    ],
)
def test_a_difference_is_found(files, which, old, new, problem):
    assert old in files[which]
    files[which] = files[which].replace(old, new)
    assert any(problem in found for found in differences(*files))


def test_conda_and_binder_install_what_the_lock_pins():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    of_conda = [it for it in environment["dependencies"] if isinstance(it, str)]
    (of_pip,) = [it["pip"] for it in environment["dependencies"] if isinstance(it, dict)]
    workflow = (ROOT / ".github/workflows/check.yml").read_text(encoding="utf-8")
    tested = yaml.safe_load(workflow)["jobs"]["test"]["strategy"]["matrix"]["python"]
    # Binder looks for one version, of two parts, behind one sign.
    assert of_conda == [f"python={tested[-1]}", "pip"]
    assert of_pip == ["--requirement requirements.lock"]
    # Binder runs it only if it may.
    assert (ROOT / "postBuild").stat().st_mode & 0o111


ADDRESS = re.compile(r"https?://|file:|--(extra-)?index-url|--find-links|-i\s")


def test_the_lock_has_hashes_and_no_address(files):
    lock = files[1]
    assert not ADDRESS.search(lock)
    assert lock.count("--hash=sha256:") > len(locked(lock))
    assert ADDRESS.search("--index-url https://example.org/simple")


def test_a_slow_machine_fails_no_property_test():
    @given(st.just("one example"))
    def slow(_):
        sleep(0.25)

    slow()
    with pytest.raises(DeadlineExceeded):
        settings(deadline=200)(slow)()


def test_a_source_distribution_holds_what_make_test_needs(tmp_path):
    needed = {
        "Makefile",
        "tasks.py",
        "requirements.lock",
        "environment.yml",
        "postBuild",
        "CHANGELOG.md",
    }
    for folder in ("benchmarks", "cmlib", "data", "docs", "notebooks", "tests"):
        paths = [it.relative_to(ROOT) for it in (ROOT / folder).rglob("*") if it.is_file()]
        left_over = [
            it for it in paths if any(p.startswith(("__pycache__", ".")) for p in it.parts)
        ]
        needed |= {it.as_posix() for it in paths if it not in left_over}
    (archive,) = SdistBuilder(str(ROOT)).build(directory=str(tmp_path))
    with tarfile.open(archive) as packed:
        held = {entry.name.partition("/")[2]: entry for entry in packed}
    assert needed <= held.keys()
    assert all(entry.isfile() for entry in held.values())


def test_all_places_say_the_same_of_the_project(files):
    project = tomllib.loads(files[0])["project"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    for key in ("version", "keywords", "authors", "license"):
        assert project[key] == citation[key]
    assert project["version"] == cmlib.__version__
    assert f"## {cmlib.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
