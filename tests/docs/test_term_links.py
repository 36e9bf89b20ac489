"""The links between glossary and lessons: which words are the first use of a term."""

import pytest
from docutils import nodes
from term_links import Term, Use, first_use

RECALL = Term(("recall", "TPR", "hit rate"), "term-recall", 1)
R = Term(("R", "classification efficiency"), "term-R", 6)
R_PRIME = Term(("R′", "R-prime"), "term-R-prime", 6)


def page(*parts, id="a-part"):
    document = nodes.document(None, None)
    section = nodes.section("", nodes.title("", "Recall and R-prime"), ids=[id])
    section += nodes.paragraph("", "", *parts)
    document += section
    return document


def found(term, *parts, **options):
    used = first_use(page(*parts, **options), term)
    return None if used is None else used.node.astext()[used.start : used.end]


@pytest.mark.parametrize(
    ("words", "use"),
    [
        ("Recalls are shares, recall by recall.", "Recalls"),
        ("The TPR is one, tpr is none.", "TPR"),
        ("There is a hit rate.", "hit rate"),
        ("We recalled it; a recall-like word, recall/precision and tpr are none.", None),
        ("recall = 3/4 is code", None),
    ],
)
def test_use_is_a_whole_word(words, use):
    assert found(RECALL, nodes.Text(words)) == use


def test_uses_outside_prose_ignored():
    assert found(RECALL, nodes.literal("", "recall")) is None
    assert found(RECALL, nodes.reference("", "recall")) is None
    assert found(RECALL, nodes.math("", r"\mathrm{recall}")) is None
    assert found(RECALL, nodes.Text("On recall."), id="further-reading") is None
    cell = nodes.container("", nodes.paragraph("", "recall 0.5"), classes=["cell"])
    document = page(nodes.Text("Nothing."))
    document += cell
    assert first_use(document, RECALL) is None
    assert found(RECALL, nodes.strong("", "recall")) == "recall"


def test_letter_only_in_formulas():
    assert found(R, nodes.Text("R. Kadmon and R"), nodes.math("", "R")) == "R"
    assert found(R, nodes.Text("R. Kadmon and R"), nodes.math("", "R_c")) is None
    assert found(R_PRIME, nodes.math("", "R'")) == "R'"
    assert isinstance(first_use(page(nodes.math("", "R'")), R_PRIME), Use)
