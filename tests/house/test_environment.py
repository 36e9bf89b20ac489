"""Installed requirements and shipped files, on which all places agree."""

import re
import tomllib
import zipfile

import pytest
import yaml
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from places import LESSONS, ROOT

import cmlib

CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = CONFIG["project"]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")


def test_lock_holds_all_requirements():
    pins = dict(re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", LOCK, re.MULTILINE))
    pins = {canonicalize_name(name): version for name, version in pins.items()}
    groups = CONFIG["dependency-groups"]
    for line in [*PROJECT["dependencies"], *groups["book"], *groups["test"]]:
        wanted = Requirement(line)
        assert pins[canonicalize_name(wanted.name)] in wanted.specifier, line


def test_lock_has_hashes_and_no_address():
    assert not re.search(r"https?://|file:|--(extra-)?index-url|--find-links|-i\s", LOCK)
    assert LOCK.count("--hash=sha256:") > LOCK.count("==")


def test_conda_and_binder_install_the_lock():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))
    python, pip, packages = environment["dependencies"]
    workflow = yaml.safe_load((ROOT / ".github/workflows/check.yml").read_text("utf-8"))
    tested = workflow["jobs"]["test"]["strategy"]["matrix"]["python"]
    # Binder reads one version of two parts, after one "=".
    assert python.removeprefix("python=") in tested
    assert pip == "pip"
    assert packages == {"pip": ["--requirement requirements.lock"]}
    assert (ROOT / "postBuild").stat().st_mode & 0o111
    classifiers = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["classifiers"]))
    assert classifiers == tested


@pytest.mark.parametrize("key", ["version", "keywords", "authors"])
def test_citation_agrees_with_the_project(key):
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert PROJECT[key] == citation[key]
    assert f"## {cmlib.__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_wheel_holds_both_packages_and_the_tables(tmp_path):
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        metadata = packed.read(next(name for name in names if name.endswith("METADATA"))).decode()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"cmlib", "cmcourse"}
    assert {"cmcourse/data/index.json", "cmlib/py.typed"} < names
    explore = [*(ROOT / "cmcourse/explore").glob("*.js"), ROOT / "cmcourse/explore/explore.css"]
    assert {path.relative_to(ROOT).as_posix() for path in explore} < names
    assert not any("recipes" in name for name in names)
    always = re.findall(r"^Requires-Dist: ([a-z]+)[^;\n]*$", metadata, re.MULTILINE)
    assert always == ["numpy", "pandas", "scipy"]


def test_source_distribution_holds_the_course():
    held = {it.distribution_path for it in SdistBuilder(str(ROOT)).recurse_included_files()}
    assert {f"notebooks/{path.name}" for path in LESSONS} < held
    assert {"tasks.py", "requirements.lock", "tests/places.py", "data/recipes/mnist.py"} < held
