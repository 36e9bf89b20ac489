"""The pages on the replication ledger, made from its rows whenever the book is built.

A directive leaves a place on its page. When all pages are known, the template of its name in
``_templates`` fills it: with the summary, the list by lesson, the table of all rows, the errata. So
a page cannot say anything else than the ledger does. A row that names a lesson or a section that is
not there is a broken link, and those stop the build.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from docutils import nodes
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from set_formulas import mathml
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from term_links import pages_of_lessons

from cmcourse import ledger
from cmcourse.ledger import Entry
from cmcourse.tables import shipped

# The page with the table of all rows, and the heading above that table.
PAGE, TABLE = "ledger", "all-rows"
# Filters of the table; the page opens with what is not reproduced.
FILTERS = ("document", "kind", "verdict", "lesson")
NOT_REPRODUCED = "not reproduced"
# The lesson that teaches how to make such a ledger; no row leads to it.
ON_THE_LEDGER = "09"
# Heading of each verdict in the errata, and whether its rows are told as a group.
ERRATA = {
    "misprint": ("Misprints", False),
    "wrong": ("Wrong, or right only under a condition", False),
    "our copy": ("Not right in our copy", False),
    "no longer runs": ("Code that was right when it was published", False),
    "not recomputable": ("What cannot be recomputed", True),
    "drifts": ("What changes with every training", True),
}
# Neither right nor wrong as printed: rows of these verdicts and kinds are counted apart.
APART = {
    "our copy": "of what is spoiled in our copy",
    "no longer runs": "of code that was right in its time",
    "not recomputable": "of what cannot be recomputed",
    "drifts": "of what changes with every training",
    "relation": "of what must hold between numbers and is not printed",
    "text": "of words, names and years, which are read and not recomputed",
}
# Sphinx has curled the quotation marks of the headings.
STRAIGHT = str.maketrans("‘’“”", "''\"\"")

LOGGER = logging.getLogger(__name__)
rows = cache(ledger.load)  # a build asks for them a hundred times


# ---- What stands in the cells of the ledger, as HTML ----


def rich(text: str) -> Markup:
    """Write what a cell may hold: words, *stress*, $formulas$ and `code`."""
    found = Markup()
    for part in re.split(r"(\$[^$]+\$|`[^`]+`)", text):
        if re.fullmatch(r"\$.+\$", part):
            found += formula(part[1:-1])
        elif re.fullmatch("`.+`", part):
            found += code(part[1:-1])
        elif "$" in part or "`" in part:
            raise ValueError(f"text: a $ or ` has no partner in {text!r}")
        else:
            found += Markup(re.sub(r"\*([^*\s][^*]*)\*", r"<em>\1</em>", str(words(part))))
    return found


def words(text: str) -> Markup:
    """Mark what is Chinese as Chinese, so that a screen reader pronounces it."""
    chinese = "([\u4e00-\u9fff]+)"
    return Markup(re.sub(chinese, r'<span lang="zh-Hans">\1</span>', str(escape(text))))


def formula(tex: str) -> Markup:
    """Set a formula; its TeX stays for what quotes it in letters."""
    return Markup('<span class="math notranslate nohighlight" data-tex="{}">{}</span>').format(
        tex, mathml(tex)
    )


def code(text: str) -> Markup:
    return Markup('<code class="docutils literal notranslate">{}</code>').format(text)


def printed(entry: Entry) -> Markup:
    """Show what the document prints: a number as it stands, a formula drawn, all else in words."""
    if entry.kind == "formula":
        return formula(rf"\displaystyle {entry.printed}")
    if entry.kind in ("claim", "text"):
        return rich(entry.printed)
    return Markup('<span class="text-nowrap">{}</span>').format(entry.printed or "not printed")


def in_words(entry: Entry) -> bool:
    """Whether a reader needs words to see what came out, and not the numbers of the check."""
    return entry.kind in ("formula", "claim", "text")


def outcome(entry: Entry) -> Markup:
    """Return the value of a number, or what is right about a sentence, and why."""
    if not in_words(entry):
        return words(entry.recomputed)
    right = entry.correction and Markup("<strong>Right: </strong>") + rich(entry.correction)
    said = Markup(" ").join(filter(None, (right, rich(entry.note))))
    return said or Markup("It is so." if entry.kind == "text" else "It holds.")


def order(entry: Entry, text: str) -> str:
    """Return the sort key of a cell: its number, or nothing, which sorts last."""
    if entry.kind != "number":
        return ""
    try:
        return str(ledger.read_printed(text)[0])
    except ValueError:  # evidence: no number came out
        return ""


def choices(entries: Sequence[Entry], field: str) -> list[str]:
    """List what the table can be filtered by; kinds and verdicts in the order of the ledger."""
    values = {getattr(entry, field) for entry in entries}
    listed = (*ledger.KINDS, *ledger.VERDICTS)
    known = [value for value in listed if value in values] or sorted(values)
    return [NOT_REPRODUCED, *known] if field == "verdict" else known


def shown(value: str) -> str:
    """Name a document or a lesson as readers know it."""
    if value in ledger.DOCUMENTS:
        return f"Document {value.removeprefix('doc')}"
    return f"Lesson {int(value)}" if value.isdigit() else value


def plural(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def by_place(entries: Sequence[Entry]) -> list[tuple[str, list[Entry]]]:
    """Put together what stands at one place of a document."""
    return [(place, list(rows)) for place, rows in groupby(entries, key=lambda row: row.place)]


def by_section(entries: Sequence[Entry]) -> list[Entry]:
    """Take one row for each section of a lesson."""
    return list({(entry.lesson, entry.section): entry for entry in entries}.values())


TOOLS = (rich, words, code, printed, in_words, outcome, order)
TOOLS += (choices, shown, plural, by_place, by_section)
TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "_templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)
TEMPLATES.globals |= {tool.__name__: tool for tool in TOOLS}
TEMPLATES.globals |= {"FILTERS": FILTERS, "VERDICTS": ledger.VERDICTS}
TEMPLATES.globals |= {"ON_THE_LEDGER": ON_THE_LEDGER}
TEMPLATES.globals |= {"summarise": ledger.summarise}


# ---- The places on the pages, and what fills them ----


class Place(nodes.General, nodes.Element):
    """A place on a page that a template fills when all pages are known."""


class LedgerPart(SphinxDirective):
    """A directive that leaves a place for the template of its name."""

    def run(self) -> list[nodes.Node]:
        return [Place(template=self.name, rows=rows())]


class Score(SphinxDirective):
    """A sentence that says how much of what all documents print is right."""

    def run(self) -> list[nodes.Node]:
        return [score(rows())]


class Example(SphinxDirective):
    """One row, told cell by cell."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        if self.arguments[0] not in {entry.id for entry in rows()}:
            raise self.error(f"the ledger has no row {self.arguments[0]}")
        return [Place(template=self.name, rows=rows(), example=self.arguments[0])]


class Errata(SphinxDirective):
    """The rows of one document that are not right as printed, by verdict."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        document = self.arguments[0]
        entries = [entry for entry in rows() if entry.document == document]
        found: list[nodes.Node] = [reference(document), score(entries)]
        for verdict, (title, grouped) in ERRATA.items():
            told = [row for row in entries if row.verdict == verdict and row.kind != "relation"]
            if told:
                place = Place(template=self.name, rows=told, grouped=grouped)
                address = f"{document}-{verdict.replace(' ', '-')}"
                found.append(nodes.section("", nodes.title("", title), place, ids=[address]))
        return found


class Links:
    """The addresses of rows, lessons and their sections, as seen from one page."""

    def __init__(self, app: Sphinx, page: str) -> None:
        self.page = page
        self.ledger = app.builder.get_relative_uri(page, PAGE)
        self.titles: dict[str, str] = {}
        self.known: dict[tuple[str, str], str] = {}
        for at, lesson in pages_of_lessons(app.env).items():
            number, address = f"{at:02}", app.builder.get_relative_uri(page, lesson)
            title, *headings = app.env.tocs[lesson].findall(nodes.reference)
            self.titles[number] = title.astext()
            self.known[number, ""] = address
            for heading in headings:
                key = (number, heading.astext().translate(STRAIGHT))
                self.known[key] = address + heading["anchorname"]

    def rows(self, **filters: str) -> str:
        """Lead to the table with its filters set."""
        return f"{self.ledger}?{urlencode(filters)}#{TABLE}"

    def row(self, entry: Entry) -> str:
        return f"{self.ledger}#{entry.id}"

    def lesson(self, number: str, section: str = "") -> str:
        # Headings are known without the $ and ` of their formulas and code.
        key = (number, re.sub(r"[$`]", "", section))
        if key not in self.known:
            LOGGER.warning("reference target not found: %s %s", *key, location=self.page)
        return self.known.get(key, "")


def fill_places(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Write each place of a page, now that all pages are known."""
    for place in list(doctree.findall(Place)):
        template = TEMPLATES.get_template(f"{place['template']}.html")
        text = template.render(place.attributes, links=Links(app, page))
        place.replace_self(nodes.raw("", text, format="html"))


def link_to_rows(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Point a lesson's link to the ledger at the rows of that lesson, if there are any.

    In the notebook it is a link to a file, and Jupyter knows no more.
    """
    number = page.removeprefix("notebooks/")[:2]
    if number in {entry.lesson for entry in rows()}:
        links = Links(app, page)
        for reference in doctree.findall(nodes.reference):
            if reference.get("refuri") == links.ledger:
                reference["refuri"] = links.rows(lesson=number)


# ---- What is counted, and what is read ----


def score(entries: Sequence[Entry]) -> nodes.paragraph:
    """Count what is right as printed among what can be judged, and name what is counted apart."""
    judged, apart = [], Counter[str]()
    for entry in entries:
        if entry.kind in APART or entry.verdict in APART:
            apart[entry.kind if entry.kind in APART else entry.verdict] += 1
        else:
            judged.append(entry)
    right = sum(entry.verdict == "reproduced" for entry in judged)
    of_kind = Counter(entry.kind for entry in judged)
    kinds = listing([plural(of_kind[kind], kind) for kind in ledger.KINDS if of_kind[kind]])
    rest = listing([f"{apart[what]:,} {said}" for what, said in APART.items() if apart[what]])
    sentence = f" are right as printed; judged were {kinds}."
    if rest:
        sentence += f" Counted apart are rows of another kind: {rest}."
    head = nodes.strong("", f"{right:,} of {len(judged):,}")
    begin = nodes.Text("Of all that can be recomputed and judged, ")
    return nodes.paragraph("", "", begin, head, nodes.Text(sentence))


def listing(parts: Sequence[str]) -> str:
    """Write "one, two and three"."""
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]])) if parts else ""


def reference(document: str) -> nodes.paragraph:
    """Write the full reference of a document, with its address where one is known."""
    path = shipped.data_folder() / "index.json"
    source = json.loads(path.read_text(encoding="utf-8"))["sources"][document]
    address = f"https://doi.org/{source['doi']}" if source["doi"] else source["url"]
    where = [nodes.Text(" "), nodes.reference("", address, refuri=address)] if address else []
    return nodes.paragraph("", "", nodes.Text(source["reference"]), *where)


def add_scripts(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Give the scripts and the wide layout to the page with the table."""
    if pagename == PAGE:
        app.add_css_file("ledger_page.css")
        for script in ("datatables/dataTables.min.js", "ledger.js"):
            app.add_js_file(script)


def setup(app: Sphinx) -> dict[str, bool]:
    for name in ("ledger-summary", "ledger-lessons", "ledger-table"):
        app.add_directive(name, LedgerPart)
    app.add_directive("ledger-example", Example)
    app.add_directive("ledger-score", Score)
    app.add_directive("ledger-errata", Errata)
    app.add_css_file("ledger.css")
    app.connect("doctree-resolved", fill_places)
    app.connect("doctree-resolved", link_to_rows)
    app.connect("html-page-context", add_scripts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
