"""The modules of the explorers: how they are put together, how long they are, what they ask for."""

from __future__ import annotations

import base64
import re

import pytest
from hatchling.builders.wheel import WheelBuilder
from places import ROOT

from cmcourse.explore import bundle

EXPLORERS = ("averaging", "matrix", "prevalence", "threshold")
# An explorer may be so long, the measures so long, and what they share so long.
LIMITS = dict.fromkeys(EXPLORERS, 15_000) | {"measures": 10_000}
SHARED = 15_000


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of small modules in the place of ours."""
    monkeypatch.setattr(bundle, "FOLDER", tmp_path)
    files = {
        "top": 'import { a } from "./middle.js";\nexport default { render: a };',
        "middle": 'import { b } from "./bottom.js";\nexport const a = b;',
        "bottom": 'export const b = "–";',
    }
    for name, text in files.items():
        (tmp_path / f"{name}.js").write_text(text, encoding="utf-8")
    return tmp_path


def modules():
    return sorted(path.stem for path in bundle.FOLDER.glob("*.js"))


def held(text):
    """Return the modules that a text holds as addresses."""
    found = re.findall(r'from "data:text/javascript;base64,([^"]+)"', text)
    return [base64.b64decode(it).decode() for it in found]


def problems(name, text):
    """Say what is wrong with a module of ours."""
    found = []
    if len(text.encode()) >= LIMITS.get(name, SHARED):
        found.append(f"{name} has {len(text.encode())} bytes")
    without_names = text.replace("http://www.w3.org/2000/svg", "")
    found += [f"{name} says {it}" for it in re.findall(r"https?:|fetch\(|eval\(", without_names)]
    other = [it for it in re.findall(r'from\s+["\'](.*?)["\']', text) if it[:2] != "./"]
    return found + [f"{name} imports {it}" for it in other]


def test_the_explorers_are_the_four():
    assert bundle.explorers() == list(EXPLORERS)


@pytest.mark.parametrize("name", modules())
def test_a_module_is_short_and_asks_for_nothing(name):
    assert problems(name, bundle.source(name)) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x" * 15_000, "matrix has 15000 bytes"),
        ('import x from "https://example.org/x.js";', "matrix says https:"),
        ('import x from "lodash";', "matrix imports lodash"),
        ('fetch("data.json")', "matrix says fetch("),
    ],
)
def test_a_module_that_is_long_or_asks_for_more_is_refused(text, says):
    assert says in problems("matrix", text)


@pytest.mark.parametrize("name", EXPLORERS)
def test_a_module_holds_what_it_imports(name):
    text = bundle.with_imports(name)
    assert "./" not in re.sub(r"data:\S+", "", " ".join(re.findall(r"from .*;", text)))
    assert len(held(text)) == len(bundle.imported(name)) > 0


def test_modules_are_put_together_however_deep(folder):
    (middle,) = held(bundle.with_imports("top"))
    assert held(middle) == ['export const b = "–";']
    assert bundle.explorers() == ["top"]


def test_a_module_that_is_not_there_is_named(folder):
    (folder / "bottom.js").unlink()
    with pytest.raises(FileNotFoundError, match=r"bottom\.js"):
        bundle.with_imports("top")


def test_a_circle_is_refused(folder):
    (folder / "bottom.js").write_text('import { a } from "./middle.js";', encoding="utf-8")
    with pytest.raises(ValueError, match="circle: top, middle, bottom, middle"):
        bundle.with_imports("top")


def test_a_wheel_carries_the_modules_and_the_style():
    files = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    ours = {f"cmcourse/explore/{name}.js" for name in modules()} | {"cmcourse/explore/explore.css"}
    assert ours <= files
