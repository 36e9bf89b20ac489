"""Every public function shows an example that runs, and help() gives all of what it says."""

import doctest
import inspect
import pydoc
import sys
from importlib import import_module
from types import ModuleType

import pytest

import cmcourse
import cmlib
from cmlib._averages import measure

ROOMS = [
    package.__name__
    for parent in (cmlib, cmcourse)
    for package in (parent, *(getattr(parent, name) for name in dir(parent)))
    if inspect.ismodule(package)
]


def without_example(module: ModuleType) -> list[str]:
    """Name the public functions of a module in whose docstring doctest finds nothing to run."""
    finder = doctest.DocTestFinder()
    public = {name: getattr(module, name) for name in module.__all__}
    return [
        name
        for name, thing in public.items()
        if inspect.isfunction(thing)
        and f"{thing.__module__}.{thing.__name__}"
        not in {test.name for test in finder.find(sys.modules[thing.__module__]) if test.examples}
    ]


def test_the_rooms_are_looked_at() -> None:
    assert {"cmlib.by_hand", "cmcourse.tables", "cmcourse.exercises", "cmlib.plot"} < set(ROOMS)


@pytest.mark.parametrize("name", ROOMS)
def test_every_public_function_has_an_example_that_runs(name: str) -> None:
    assert without_example(import_module(name)) == []


def test_a_function_without_an_example_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def silent() -> None:
        """Return nothing."""

    def shown() -> None:
        """Return nothing.

        >>> None
        """

    module = ModuleType("silence")
    module.__all__, module.silent, module.shown = ["silent", "shown"], silent, shown
    for function in (silent, shown):
        function.__module__ = "silence"
    monkeypatch.setitem(sys.modules, "silence", module)
    assert without_example(module) == ["silent"]


@pytest.mark.parametrize("name", ["precision", "balanced_accuracy", "r_prime", "mcc"])
def test_help_holds_the_full_text(name: str) -> None:
    text = pydoc.plain(pydoc.render_doc(getattr(cmlib, name)))
    assert "cm : ConfusionMatrix or array-like of shape (..., K, K)\n" in text
    assert "zero_division : {nan, 0.0, 1.0}, default nan" in text
    assert "zero_division: 'float' = nan" in text
    assert f">>> from cmlib import {name}" in text
    assert "%(" not in text


def test_a_description_that_nobody_wrote_is_an_error() -> None:
    def area(cm: object) -> None:
        """Measure %(this)s."""

    with pytest.raises(KeyError, match="this"):
        measure(area)
