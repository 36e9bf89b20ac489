"""Index of the book's search: every section, term, function and erratum, with its words.

Sphinx's own search knows which page holds a word, but not where, and fetches the page to quote from
it, which no browser allows in a book opened from a folder. Pagefind is itself fetched, as modules,
WebAssembly and pieces of its index, and does not even start there. A script is loaded from
anywhere, so this index is one. MiniSearch ranks what is in it; ``search.js`` shows what was found.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

from bs4 import BeautifulSoup
from docutils import nodes
from docutils.utils.math import tex2unichar
from sphinx import addnodes
from sphinx.application import Sphinx
from term_links import ENTRY_LINKS

INDEX = "section_index.js"
GLOSSARY = "glossary"

# More names of one thing than the glossary gives. Hyphen, blank and underscore are the same to the
# search, and may be left out: top-k, top k, top_k, topk.
SAME = [
    ["R′", "R prime"],
    ["Top-K", "Top-1", "Top-3", "Top-5", "Top-10"],
    ["multi-class", "many classes"],
    ["informedness", "Youden", "Youden index"],
    ["erratum", "errata", "misprint", "correction"],
    ["an interval", "confidence interval for accuracy"],
    ["confidence interval", "interval", "CI"],
    ["how many samples do I need", "sample size", "test set size", "how many test"],
    ["undefined", "undefined value", "zero division", "division by zero"],
    ["classifier", "program", "model"],
    ["at scale", "large inputs", "large data", "big data"],
    ["start", "get started", "install", "installation", "set up"],
    ["which measure when", "choose a metric", "choose a measure", "which metric"],
    ["largest class", "majority class"],
    ["class imbalance", "imbalance", "imbalanced", "unbalanced"],
    ["ROC curve", "ROC"],
    ["AUC", "AUROC"],
    ["false positive rate", "fall-out"],
    ["G-mean", "geometric mean of the recalls"],
    ["IoU", "Jaccard"],
    ["colour", "color"],
    ["scikit-learn", "sklearn"],
]

# A section within another is narrower than it, and these stand beside the path of a lesson.
ASIDES = ("What you will be able to do", "In practice", "Going deeper", "What the documents print")
WEIGHTS = {"Exercises": 0.3, "Further reading": 0.3, "Letters": 0.3, **dict.fromkeys(ASIDES, 0.8)}

# Not indexed: comments, formulas and sessions that stand alone, and parts with this class, which
# Sphinx has for the purpose.
LEFT_OUT = "no-search"
SKIPPED = (nodes.comment, nodes.math_block, nodes.doctest_block, addnodes.index)
SKIPPED_TAGS = f"svg, style, script, form, button, summary, [hidden], .{LEFT_OUT}"
# The elements that a result links to, and those that separate words.
PLACE_TAGS = "section[id], dt[id]"
BLOCK_TAGS = "h2, p, li, dt, dd, td, th"

SYMBOLS = tex2unichar.mathop | tex2unichar.mathbin | tex2unichar.mathrel | tex2unichar.mathalpha


@dataclass
class Place:
    """A place to find: its anchor on the page, names, words, words of its code, and its weight."""

    anchor: str
    names: list[str]
    text: list[str] = field(default_factory=list)
    code: set[str] = field(default_factory=set)
    weight: float = 1


def plain(tex: str) -> str:
    """Write a small formula in letters; of one that needs more than one line stays "…"."""
    text = re.sub(r"\\(?:mathrm|text|operatorname)\{([^}]*)\}", r"\1", tex)
    text = re.sub(r"\\([A-Za-z]+)", lambda name: SYMBOLS.get(name[1], name[0]), text)
    # F1, as it is said and typed.
    text = re.sub(r"_(?=\{?\d)", "", text)
    return "…" if "\\" in text else re.sub("[{}]", "", text).replace("'", "′")


def words(node: nodes.Node) -> str:
    """Return what a paragraph or heading says, without the links that end a glossary entry."""
    if isinstance(node, nodes.math):
        return plain(node.astext())
    if isinstance(node, nodes.raw):
        return html(node).get_text()
    said = takewhile(lambda child: ENTRY_LINKS not in classes_of(child), node.children)
    return "".join(map(words, said)) if node.children else node.astext()


def classes_of(node: nodes.Node) -> list[str]:
    return node.get("classes", []) if isinstance(node, nodes.Element) else []


def html(node: nodes.raw) -> BeautifulSoup:
    """Return HTML reduced to words, its formulas in letters."""
    page = BeautifulSoup(node.astext(), "html.parser")
    for extra in page.select(SKIPPED_TAGS):
        extra.decompose()
    for formula in page.select(".math"):
        formula.string = plain(formula["data-tex"])
    for block in page.select(BLOCK_TAGS):
        block.append(" ")
    return page


def places(page: nodes.document) -> list[Place]:
    """Return the places of a page, each with the words that stand in no place within it."""
    found = [Place("", [])]
    _collect(page, found[0], found)
    return found


def _collect(node: nodes.Node, here: Place, found: list[Place]) -> None:
    classes = classes_of(node)
    if isinstance(node, SKIPPED) or LEFT_OUT in classes:
        return
    if "cell_input" in classes:
        here.code.update(re.findall(r"[A-Za-z]\w{2,}", node.astext()))
        return
    if "cell_output" in classes:
        # A cell's outputs are not indexed, except for the captions of figures.
        for raw in node.findall(nodes.raw):
            here.text += [caption.get_text() for caption in html(raw).select(".cmlib-caption > p")]
        return
    if isinstance(node, nodes.raw):
        _collect_html(html(node), here, found)
        return
    if isinstance(node, nodes.Text | nodes.TextElement):
        here.text.append(words(node))
        return

    children = node.children
    if isinstance(node, nodes.section):
        title, *children = children
        if isinstance(node.parent, nodes.document):
            # The heading of the page: its place is the top of the page.
            here.names.append(words(title))
        else:
            weight = WEIGHTS.get(words(title), 0.9 * here.weight if here.anchor else 1)
            here = Place(node["ids"][0], [words(title)], weight=weight)
            found.append(here)
    elif isinstance(node, nodes.definition_list_item) and "glossary" in node.parent["classes"]:
        terms = list(node.findall(nodes.term))
        children = list(node.findall(nodes.definition))
        here = Place(terms[0]["ids"][0], [words(term) for term in terms])
        found.append(here)
    elif isinstance(node, addnodes.desc):
        signature, *children = children
        here = Place(signature["ids"][0], [signature["fullname"]])
        found.append(here)
    for child in children:
        _collect(child, here, found)


def _collect_html(page: BeautifulSoup, here: Place, found: list[Place]) -> None:
    """Take the places out of HTML: sections with their heading, terms with what follows them."""
    for tag in page.select(PLACE_TAGS):
        within = tag.name == "section"
        name, text = (tag.h2, tag) if within else (tag, tag.find_next_sibling("dd"))
        found.append(Place(tag["id"], [name.extract().get_text()], [text.extract().get_text()]))
    here.text.append(page.get_text())


class Index:
    """The places of each page, and the script that brings them to the browser."""

    def __init__(self) -> None:
        self.pages: dict[str, list[Place]] = {}

    def collect(self, app: Sphinx, doctree: nodes.document, page: str) -> None:
        self.pages[page] = places(doctree)

    def write(self, app: Sphinx, exception: Exception | None) -> None:
        if exception is None and app.builder.format == "html":
            # A page that has not changed is not written again, and so was not seen.
            for page in app.env.found_docs - self.pages.keys():
                app.env.get_and_resolve_doctree(page, app.builder)
            (Path(app.outdir) / INDEX).write_text(self.script(app), encoding="utf-8")

    def script(self, app: Sphinx) -> str:
        rows = [
            [
                app.builder.get_target_uri(page),
                place.anchor and f"#{place.anchor}",
                ", ".join(map(nodes.whitespace_normalize_name, place.names)),
                nodes.whitespace_normalize_name(" ".join(place.text)),
                " ".join(sorted(place.code)),
                place.weight,
            ]
            for page in sorted(self.pages)
            for place in self.pages[page]
        ]
        several = [place.names for place in self.pages[GLOSSARY] if len(place.names) > 1]
        held = json.dumps({"same": SAME + several, "places": rows}, ensure_ascii=False, indent=0)
        return f'"use strict";\nconst SECTIONS = {held};\n'


def setup(app: Sphinx) -> dict[str, bool]:
    index = Index()
    # After all other extensions have written their parts of the page.
    app.connect("doctree-resolved", index.collect, priority=900)
    app.connect("build-finished", index.write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
