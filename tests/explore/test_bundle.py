"""The modules of the explorers: how they are bundled, and what they may hold."""

import re

import pytest

from cmcourse import explore
from cmcourse.explore import bundle


def modules():
    return sorted(path.stem for path in bundle.FOLDER.glob("*.js"))


def test_explorers_are_the_five():
    assert bundle.explorers() == explore.__all__


@pytest.mark.parametrize("name", modules())
def test_module_is_short_and_loads_nothing(name):
    text = bundle.source(name)
    assert len(text.encode()) < 15_000
    without_names = text.replace("http://www.w3.org/2000/svg", "")
    assert re.findall(r"https?:|fetch\(|eval\(", without_names) == []
    assert [it for it in re.findall(r'from\s+["\'](.*?)["\']', text) if it[:2] != "./"] == []
    # A module that is imported as a function returns what these find.
    assert len(bundle._EXPORT.findall(text)) == len(re.findall("^export (?!default)", text, re.M))


@pytest.mark.parametrize("name", explore.__all__)
def test_module_holds_what_it_imports(name):
    text = bundle.with_imports(name)
    assert "import {" not in text
    assert len(bundle.imported(name)) > 0
    assert set(bundle.imported(name)) <= set(re.findall(r"^(\w+)\(\) {$", text, re.MULTILINE))
