"""Links between glossary, lessons, API reference and ledger."""

import pytest
from docutils import nodes
from reference_links import in_ledger, names_in, uses


def section(id, title, *parts):
    return nodes.section("", nodes.title("", title), *parts, ids=[id])


def cell(source):
    code = nodes.container("", nodes.literal_block(source, source), classes=["cell_input"])
    return nodes.container("", code, classes=["cell"])


def page(*sections):
    document = nodes.document(None, None)
    document += section("the-lesson", "3. The lesson", *sections)
    return document


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import cmlib\ncmlib.recall(cm)", {"cmlib", "cmlib.recall"}),
        ("import cmlib.plot\ncmlib.plot.lit(x)", {"cmlib", "cmlib.plot", "cmlib.plot.lit"}),
        ("import cmlib.plot as see\nsee.lit(x)", {"cmlib.plot", "cmlib.plot.lit"}),
        ("from cmlib import recall as r\nr(cm)", {"cmlib.recall"}),
        ("recall(cm)", set()),
        ("import cmlib\n'cmlib.recall'", set()),
    ],
)
def test_names_in_code(source, names):
    assert set(names_in(source, {})) == names


def test_first_use_of_a_name():
    lesson = page(
        section("first", "First", cell("import cmlib\ncmlib.recall(cm)")),
        section("second", "Second", cell("cmlib.precision(cm)\ncmlib.recall(cm)")),
        section("third", "Third", nodes.literal_block("", "cmlib.accuracy(cm)")),
    )
    names = ["cmlib.accuracy", "cmlib.precision", "cmlib.recall"]
    assert uses(lesson, names) == {"cmlib.recall": "first", "cmlib.precision": "second"}


def test_calls_in_ledger():
    assert in_ledger("cmlib.recall") == "recall("
    assert in_ledger("cmcourse.load") == "load("
    assert in_ledger("cmlib.plot.lit") is None
    # A part of another name is no call.
    assert in_ledger("cmlib.k_accuracy") is None
