"""The index of the search: which places there are, and what stands in each of them."""

import pytest
from docutils import nodes
from section_search import Place, places, plain
from sphinx import addnodes
from term_links import ENTRY_LINKS


def page(*parts: nodes.Node) -> nodes.document:
    document = nodes.document(None, None)
    document += nodes.section("", nodes.title("", "A page"), *parts, ids=["a-page"])
    return document


def section(id: str, *parts: nodes.Node) -> nodes.section:
    return nodes.section("", nodes.title("", id.capitalize()), *parts, ids=[id])


def paragraph(*parts: str | nodes.Node) -> nodes.paragraph:
    return nodes.paragraph("", "", *(nodes.Text(it) if isinstance(it, str) else it for it in parts))


def html(text: str) -> nodes.raw:
    return nodes.raw("", text, format="html")


@pytest.mark.parametrize(
    ("tex", "letters"),
    [
        (r"R'_c", "R′_c"),
        (r"K \times K", "K × K"),
        ("F_{1,c}", "F1,c"),
        (r"\mathrm{recall}_c \le \pi_c", "recall_c ≤ π_c"),
        (r"\frac{1}{n} \sum_c n_{cc}", "…"),
    ],
)
def test_formula_in_letters(tex, letters):
    assert plain(tex) == letters


def test_words_of_sections():
    formula = nodes.math("", r"\kappa")
    inner = section("inner", paragraph("Deep ", nodes.strong("", "down"), ", ", formula, "."))
    never = nodes.container("", paragraph("Rows."), classes=["no-search"])
    outer = section("outer", paragraph("High."), inner, nodes.comment("", "never"), never)
    assert places(page(paragraph("Top."), outer)) == [
        Place("", ["A page"], ["Top."]),
        Place("outer", ["Outer"], ["High."]),
        Place("inner", ["Inner"], ["Deep down, κ."]),
    ]


def test_terms_and_functions_are_places():
    names = [
        nodes.term("", "", nodes.Text(name), ids=[f"term-{name}"]) for name in ("recall", "TPR")
    ]
    entry = nodes.definition_list_item("", *names, nodes.definition("", paragraph("A share.")))
    function = addnodes.desc(
        "",
        addnodes.desc_signature("", "recall(cm)", ids=["cmlib.recall"], fullname="recall"),
        addnodes.desc_content("", paragraph("Divides."), nodes.doctest_block("", ">>> 1")),
    )
    glossary = nodes.definition_list("", entry, classes=["glossary"])
    assert places(page(glossary, function))[1:] == [
        Place("term-recall", ["recall", "TPR"], ["A share."]),
        Place("cmlib.recall", ["recall"], ["Divides."]),
    ]


def test_entry_without_its_links():
    lesson = nodes.reference("", "lesson 2", refuri="2.html#here", classes=[ENTRY_LINKS])
    function = nodes.reference("", "cmlib.recall", refuri="api.html#cmlib.recall")
    other = nodes.reference("", "hits", refuri="#term-hit")
    text = paragraph("The share of ", other, " in a row.\n", lesson, " · ", function)
    entry = nodes.definition_list_item(
        "", nodes.term("", "recall", ids=["term-recall"]), nodes.definition("", text)
    )
    glossary = nodes.definition_list("", entry, classes=["glossary"])
    _, found = places(page(glossary))
    assert found.text == ["The share of hits in a row.\n"]


def test_words_of_a_cell():
    source = nodes.literal_block("", "x = roc_curve(1)", classes=["cell_input"])
    picture = html('<svg><text>0.5</text></svg><div class="cmlib-caption"><p>Two bars.</p></div>')
    output = nodes.container(
        "", html("<table><td>7</td></table>"), picture, classes=["cell_output"]
    )
    cell = nodes.container("", nodes.container("", source, classes=["cell_input"]), output)
    (top,) = places(page(cell))
    assert (top.text, top.code) == (["Two bars. "], {"roc_curve"})


def test_places_in_html():
    found = places(
        page(
            html(
                'One.<section id="s"><h2>Two</h2><p>Three</p><ul><li>four</li></ul></section>'
                '<details><summary>Show</summary><dl><dt id="t">Five</dt><dd>Six '
                '<span class="math" data-tex="R"><math><mi>R</mi></math></span>'
                '<p class="no-search">seven</p></dd></dl></details>'
                "<form>Eight</form>"
            )
        )
    )
    words = [(place.anchor, place.names, " ".join(" ".join(place.text).split())) for place in found]
    assert words == [
        ("", ["A page"], "One."),
        ("s", ["Two "], "Three four"),
        ("t", ["Five "], "Six R"),
    ]
