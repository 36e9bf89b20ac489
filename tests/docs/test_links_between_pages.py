"""Links between glossary, lessons, API reference and ledger; the index; the names for others."""

from __future__ import annotations

import pytest
from api_links import API, Place, computed, in_ledger, names_in, uses
from book_index import CHINESE, Entry
from docutils import nodes
from sphinx import addnodes
from stable_links import labels_of_ledger, labels_of_lesson

import cmcourse


def section(id: str, title: str, *parts: nodes.Node) -> nodes.section:
    return nodes.section("", nodes.title("", title), *parts, ids=[id])


def cell(source: str) -> nodes.container:
    code = nodes.container("", nodes.literal_block(source, source), classes=["cell_input"])
    return nodes.container("", code, classes=["cell"])


def page(*sections: nodes.section) -> nodes.document:
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
def test_code_names_what_it_imported(source: str, names: set[str]) -> None:
    assert set(names_in(source, {})) == names


def test_a_use_is_noted_where_it_comes_first() -> None:
    lesson = page(
        section("first", "First", cell("import cmlib\ncmlib.recall(cm)")),
        section("second", "Second", cell("cmlib.precision(cm)\ncmlib.recall(cm)")),
        section("third", "Third", nodes.literal_block("", "cmlib.accuracy(cm)")),
    )
    names = ["cmlib.accuracy", "cmlib.precision", "cmlib.recall"]
    assert uses(lesson, names) == {"cmlib.recall": "first", "cmlib.precision": "second"}


def test_an_entry_of_the_glossary_names_what_computes_it() -> None:
    link = addnodes.pending_xref("", refdomain="py", reftarget="cmlib.recall")
    other = addnodes.pending_xref("", refdomain="std", reftarget="precision")
    entry = nodes.definition_list_item(
        "",
        nodes.term("", "recall", ids=["term-recall"]),
        nodes.term("", "TPR", ids=["term-TPR"]),
        nodes.definition("", nodes.paragraph("", "", other, link)),
    )
    glossary = nodes.document(None, None)
    glossary += nodes.definition_list("", entry)
    assert list(computed(glossary)) == [
        ("cmlib.recall", Place("recall", "glossary", "term-recall"))
    ]


def test_the_ledger_is_searched_for_calls_only() -> None:
    assert in_ledger("cmlib.recall") == "recall("
    assert in_ledger("cmcourse.load") == "load("
    assert in_ledger("cmlib.plot.lit") is None
    # A part of another name is no call.
    assert in_ledger("cmlib.k_accuracy") is None


def test_the_index_puts_functions_under_their_own_names_and_chinese_last() -> None:
    entries = [
        Entry(Place("recall", "glossary", "term-recall")),
        Entry(Place("R′", "glossary", "term-R")),
        Entry(Place("cmlib.plot.lit", API, "cmlib.plot.lit")),
        Entry(Place("召回率", "glossary", "term-recall"), see="recall"),
    ]
    assert [entry.group for entry in entries] == ["R", "R", "L", CHINESE]
    assert (entries[2].name, entries[2].room) == ("lit", "cmlib.plot")


def test_sections_have_labels_that_hold() -> None:
    lesson = page(
        section("two-paradoxes", "Two paradoxes", section("bias", "Bias")),
        section("exercises", "Exercises", section("exercise-2-by-hand", "Exercise 2. By hand")),
    )
    assert list(labels_of_lesson(3, lesson)) == [
        ("lesson-3", "", "3. The lesson"),
        ("lesson-3-two-paradoxes", "two-paradoxes", "Two paradoxes"),
        ("lesson-3-bias", "bias", "Bias"),
        ("lesson-3-exercises", "exercises", "Exercises"),
        ("lesson-3-exercise-2", "exercise-2-by-hand", "Exercise 2. By hand"),
    ]


def test_every_row_of_the_ledger_has_a_label() -> None:
    labels = [label for label, _, _ in labels_of_ledger()]
    assert labels == [row.id for row in cmcourse.ledger.load()]
    assert len(set(labels)) == len(labels)
