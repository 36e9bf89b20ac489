"""The house stands as it is drawn: who may import whom, no circle, no name for two things."""

from __future__ import annotations

import ast
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import house
import pytest

import cmlib

CMLIB = Path(cmlib.__file__).parent


def wrong_arrows(found):
    return [
        f"{it.by} imports {it.of}"
        for it in found
        if house.room(it.of) not in {house.room(it.by), *house.MAY_IMPORT[house.room(it.by)]}
        and not (it.by in house.CALL_SHOW and house.room(it.of) == "show" and it.inside)
    ]


def circle(found):
    """Return the modules of one circle, or none."""
    graph = {}
    for it in found:
        # Shown means loaded: by then everything stands.
        if not (it.by in house.CALL_SHOW and it.inside):
            graph.setdefault(it.by, set()).add(it.of)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def names_in_all(path):
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return ast.literal_eval(node.value)
    return []


def names_of_two_things(package):
    """Return what a package exports under the name of one of its own modules."""
    found = []
    for name, path in house.modules(package).items():
        if path.name == "__init__.py":
            exported = set(names_in_all(path))
            inside = {it.stem for it in path.parent.glob("*.py")}
            inside |= {it.parent.name for it in path.parent.glob("*/__init__.py")}
            found += [f"{name}.{it}" for it in sorted(exported & inside)]
    return found


@pytest.fixture
def small_house(tmp_path):
    """A package of three modules, to be spoilt."""
    folder = tmp_path / "cmlib"
    (folder / "show").mkdir(parents=True)
    files = {
        "__init__.py": "",
        "_labels.py": "",
        "matrix.py": "def plot():\n    from cmlib.show import heatmap\n",
        "metrics.py": "from cmlib.matrix import plot\n",
        "show/__init__.py": "",
        "show/heat.py": "from cmlib import matrix\n",
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_every_arrow_is_drawn():
    assert wrong_arrows(house.imports(CMLIB)) == []


def test_no_import_runs_in_a_circle():
    assert circle(house.imports(CMLIB)) == []


def test_a_good_house_is_let_through(small_house):
    found = house.imports(small_house)
    assert ("cmlib.show.heat", "cmlib.matrix") in {(it.by, it.of) for it in found}
    assert wrong_arrows(found) == circle(found) == []


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("show/heat.py", "import cmlib.metrics", "cmlib.show.heat imports cmlib.metrics"),
        ("show/heat.py", "from cmlib import metrics", "cmlib.show.heat imports cmlib.metrics"),
        ("_labels.py", "def f():\n    import cmlib.matrix", "cmlib._labels imports cmlib.matrix"),
        # At the top of the file it would be loaded with the matrix.
        ("matrix.py", "from cmlib.show import heat", "cmlib.matrix imports cmlib.show.heat"),
    ],
)
def test_an_arrow_that_is_not_drawn_is_refused(small_house, file, text, says):
    (small_house / file).write_text(text, encoding="utf-8")
    assert wrong_arrows(house.imports(small_house)) == [says]


def test_a_circle_is_refused(small_house):
    (small_house / "_labels.py").write_text("from cmlib.metrics import plot", encoding="utf-8")
    (small_house / "matrix.py").write_text("from cmlib._labels import plot", encoding="utf-8")
    assert set(circle(house.imports(small_house))) == {
        "cmlib._labels",
        "cmlib.matrix",
        "cmlib.metrics",
    }


def test_what_only_a_type_checker_reads_is_no_import(small_house):
    text = "if TYPE_CHECKING:\n    from cmlib.metrics import plot"
    (small_house / "matrix.py").write_text(text, encoding="utf-8")
    assert [it for it in house.imports(small_house) if it.by == "cmlib.matrix"] == []


def test_no_module_bears_a_name_that_its_package_exports():
    assert names_of_two_things(CMLIB) == []
    assert "heatmap" in names_in_all(CMLIB / "show" / "__init__.py")


@pytest.mark.parametrize(
    ("file", "name", "says"),
    [
        ("show/__init__.py", "heat", "cmlib.show.heat"),
        ("__init__.py", "metrics", "cmlib.metrics"),
        ("__init__.py", "show", "cmlib.show"),
    ],
)
def test_a_name_of_two_things_is_refused(small_house, file, name, says):
    (small_house / file).write_text(f'__all__ = ["{name}"]\n', encoding="utf-8")
    assert names_of_two_things(small_house) == [says]


def test_the_front_door_lists_what_a_user_may_touch():
    rooms = {it.parent.name for it in CMLIB.glob("[a-z]*/__init__.py")}
    assert set(dir(cmlib)) == {*cmlib.__all__, *rooms, "__version__"}
    assert len(dir(cmlib)) <= 32
    for name in dir(cmlib):
        assert getattr(cmlib, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'plots'"):
        _ = cmlib.plots


@pytest.mark.parametrize(
    ("code", "rooms"),
    [
        ("import cmlib", set()),
        # An answer is checked without pandas, so the first check of a lesson is quick.
        ("import cmlib; cmlib.datasets.load; cmlib.check('1.1', ...)", {"datasets", "exercises"}),
    ],
)
def test_importing_cmlib_loads_numpy_and_nothing_heavier(code, rooms):
    """In a process of its own: here all is loaded already."""
    run = [sys.executable, "-c", f"{code}; import sys; print(*sys.modules)"]
    loaded = set(subprocess.run(run, capture_output=True, text=True, check=True).stdout.split())
    assert "numpy" in loaded
    assert not {"pandas", "matplotlib", "sklearn", "scipy", "IPython", "dask"} & loaded
    assert {it for it in cmlib._ROOMS if f"cmlib.{it}" in loaded} - {"by_hand"} == rooms


def test_the_drawing_shows_the_arrows_there_are(tmp_path):
    found = house.imports(CMLIB)
    house.draw(found, tmp_path / "house.svg")
    assert (tmp_path / "house.svg").read_text() == house.FIGURE.read_text(), (
        "the imports have changed: run `.venv/bin/python docs/house.py`"
    )
    drawing = house.FIGURE.read_text()
    for user, used in house.drawn(found):
        assert f'"{user} imports {used}"' in drawing
    assert (
        set(house.PLACES)
        == set(house.MAY_IMPORT)
        == {house.room(it.by) for it in found} | {"the ground"}
    )
