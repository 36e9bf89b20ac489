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


def locked(text):
    """Return name -> version of a compiled requirements file."""
    return {
        canonicalize_name(name): version
        for name, version in re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", text, re.MULTILINE)
    }


def direct_requirements(text):
    """Return the requirements that the project names itself, without the unlocked extras."""
    project = tomllib.loads(text)["project"]
    extras = project["optional-dependencies"]
    return [
        Requirement(line) for line in [*project["dependencies"], *extras["book"], *extras["test"]]
    ]


def differences(pyproject, lock):
    """Say what the lock does not hold of what the project asks for."""
    pins = locked(lock)
    problems = []
    for requirement in direct_requirements(pyproject):
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
    assert of_conda == ["python>=3.11", "pip"]
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
    assert {
        "Makefile",
        "requirements.lock",
        "environment.yml",
        "postBuild",
        "CHANGELOG.md",
    } <= held.keys()
    assert all(entry.isfile() for entry in held.values())


def test_the_citation_and_the_metadata_say_the_same():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert project["keywords"] == citation["keywords"]
    assert project["authors"] == citation["authors"]
    assert project["license"] == citation["license"]
