"""Every public function has an example that doctest runs."""

import doctest
import inspect
import sys

import pytest

import cmcourse
import cmlib

PARTS = [
    part
    for package in (cmlib, cmcourse)
    for part in (package, *(getattr(package, name) for name in dir(package)))
    if inspect.ismodule(part)
]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_public_functions_have_examples(part):
    for function in filter(inspect.isfunction, (getattr(part, name) for name in part.__all__)):
        tests = doctest.DocTestFinder().find(function, module=sys.modules[function.__module__])
        assert any(test.examples for test in tests), function.__name__
