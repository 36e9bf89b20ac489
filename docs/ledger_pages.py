"""The pages on the replication ledger, made from its rows whenever the book is built.

Directives write the summary, the table of all rows, the list by lesson and the errata; a page
cannot say anything else than the ledger does. A row that names a lesson or a section that is not
there is a broken link, and those stop the build.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode

from cmlib import replication
from cmlib.datasets import shipped
from cmlib.replication import Entry

# The page with the table of all rows, and the heading above that table.
PAGE, TABLE = "ledger", "all-rows"
LEDGER_LESSON = "09"
# Each column's class in the page, and its head.
COLUMNS = {
    "where": "Where",
    "what": "What",
    "printed": "The document says",
    "found": "What comes out",
    "verdict": "Verdict",
    "lesson": "Lesson",
    "details": "Details",
}
# What the table can be filtered by; the page opens with what is not reproduced.
FILTERS = ("document", "kind", "verdict", "lesson")
NOT_REPRODUCED = "not reproduced"
# How the errata call each verdict, and whether its rows are told one by one or as a group.
ERRATA = {
    "misprint": ("Misprints", False),
    "wrong": ("Wrong, or right only under a condition", False),
    "our copy": ("Not right in our copy", False),
    "no longer runs": ("Code that was right when it was published", False),
    "not recomputable": ("What cannot be recomputed", True),
    "drifts": ("What changes with every training", True),
}
# What is right or not, and what is neither: these rows are counted apart.
JUDGED = ("reproduced", "misprint", "wrong")
KINDS = ("number", "formula", "claim")
APART = {
    "our copy": "{} of what is spoiled in our copy",
    "no longer runs": "{} of code that was right in its time",
    "not recomputable": "{} of what cannot be recomputed",
    "drifts": "{} of what changes with every training",
}
CHINESE = re.compile("([\u4e00-\u9fff]+)")
# Sphinx has curled the quotation marks of the headings.
STRAIGHT = str.maketrans("‘’“”", "''\"\"")


class Tag(nodes.General, nodes.TextElement):
    """An element of HTML; docutils has no nodes for most of what the table is made of."""


def tag(name: str, /, *children: nodes.Node, ids: Sequence[str] = (), **attributes: Any) -> Tag:
    """Make an element; its text stays as it is, so that a search finds what is typed."""
    return Tag(
        "", "", *children, tag=name, html=attributes, ids=list(ids), support_smartquotes=False
    )


def open_tag(translator: Any, node: Tag) -> None:
    translator.body.append(translator.starttag(node, node["tag"], "", **node["html"]))


def close_tag(translator: Any, node: Tag) -> None:
    inside_words = node["tag"] == "span"
    translator.body.append(f"</{node['tag']}>" + ("" if inside_words else "\n"))


def rich(text: str) -> list[nodes.Node]:
    """Read what a cell of the ledger may hold: words, *stress*, $formulas$ and `code`."""
    found: list[nodes.Node] = []
    for part in re.split(r"(\$[^$]+\$|`[^`]+`|\*[^*\s][^*]*\*)", text):
        if re.fullmatch(r"\$.+\$", part):
            found.append(nodes.math(part, part[1:-1]))
        elif re.fullmatch(r"`.+`", part):
            found.append(nodes.literal(part, part[1:-1]))
        elif re.fullmatch(r"\*.+\*", part):
            found.append(nodes.emphasis("", "", *words(part[1:-1])))
        elif "$" in part or "`" in part:
            raise ValueError(f"text: a $ or ` has no partner in {text!r}")
        else:
            found += words(part)
    return found


def words(text: str) -> list[nodes.Node]:
    """Mark what is Chinese as Chinese, so that a screen reader pronounces it."""
    return [
        tag("span", nodes.Text(part), lang="zh-Hans") if CHINESE.match(part) else nodes.Text(part)
        for part in CHINESE.split(text)
        if part
    ]


def printed(entry: Entry) -> list[nodes.Node]:
    """Show what the document prints: a number as it stands, a formula drawn, all else in words."""
    if entry.kind == "formula":
        return [nodes.math(entry.printed, rf"\displaystyle {entry.printed}")]
    if entry.kind in ("claim", "text"):
        return rich(entry.printed)
    return [nodes.inline("", entry.printed or "not printed", classes=["ledger-nowrap"])]


def in_words(entry: Entry) -> bool:
    """Whether a reader needs words to see what came out, and not the numbers of the check."""
    return entry.kind in ("formula", "claim", "text")


def outcome(entry: Entry) -> list[nodes.Node]:
    """Say what comes out: of a number the value, of a sentence what is right, and why."""
    if not in_words(entry):
        return words(entry.recomputed)
    if not entry.correction and not entry.note:
        return [nodes.Text("It is so." if entry.kind == "text" else "It holds.")]
    right = [nodes.strong("", "Right: "), *rich(entry.correction)] if entry.correction else []
    gap = [nodes.Text(" ")] if right and entry.note else []
    return [*right, *gap, *rich(entry.note)]


def link(kind: str, target: str, *content: nodes.Node) -> pending_xref:
    """Link to what only the finished book knows; `find_target` turns it into an address."""
    shown = nodes.inline("", "", *content)
    return pending_xref("", shown, reftype=kind, refdomain="", reftarget=target, refwarn=True)


def lesson_link(entry: Entry) -> pending_xref:
    target = f"{entry.lesson} {entry.section}"
    return link("lesson", target, nodes.Text(f"Lesson {int(entry.lesson)}: "), *rich(entry.section))


def rows_link(text: str, **filters: str) -> pending_xref:
    """Link to the table with its filters set."""
    return link("ledger-rows", urlencode(filters), nodes.Text(text))


def find_target(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.Element
) -> nodes.reference | None:
    """Resolve the links that `link` makes; None lets Sphinx say that there is no such target."""
    kind, target, page = node["reftype"], node["reftarget"], node["refdoc"]
    if kind == "ledger-row":
        return make_refnode(app.builder, page, PAGE, target, content)
    if kind == "ledger-rows":
        address = f"{app.builder.get_relative_uri(page, PAGE)}?{target}#{TABLE}"
        return nodes.reference("", "", content, internal=True, refuri=address)
    if kind == "lesson":
        number, _, section = target.partition(" ")
        lesson = next((it for it in env.found_docs if it.startswith(f"notebooks/{number}_")), None)
        if lesson and not section:
            title = nodes.inline("", f"Lesson {env.titles[lesson].astext()}")
            return make_refnode(app.builder, page, lesson, "", title)
        # A heading's formula is known without its dollars, its code without the ticks.
        anchor = lesson and anchors(env, lesson).get(re.sub(r"[$`]", "", section))
        if anchor:
            return make_refnode(app.builder, page, lesson, anchor, content)
    return None


def anchors(env: BuildEnvironment, page: str) -> dict[str, str]:
    """Give the headings of a page below its title, each with its address on the page."""
    return {
        heading.astext().translate(STRAIGHT): heading["anchorname"].removeprefix("#")
        for heading in env.tocs[page].findall(nodes.reference)
    }


def link_to_rows(app: Sphinx, doctree: nodes.document) -> None:
    """Let a lesson's link to the page lead to the rows of that lesson, if there are any.

    In the notebook it is a link to a file, and Jupyter knows no more.
    """
    number = app.env.current_document.docname.removeprefix("notebooks/")[:2]
    if number not in {entry.lesson for entry in replication.load()}:
        return
    for reference in list(doctree.findall(pending_xref)):
        if reference["reftarget"] == PAGE:
            reference.replace_self(link("ledger-rows", f"lesson={number}", *reference.children))


def document_name(document: str) -> str:
    return f"Document {document.removeprefix('doc')}"


def plural(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def value(entry: Entry, text: str) -> str:
    """Say by what a cell is sorted: by its number, or by nothing, which stands at the end."""
    if entry.kind != "number":
        return ""
    try:
        return str(replication.read_printed(text)[0])
    except ValueError:  # evidence: no number came out
        return ""


class LedgerDirective(SphinxDirective):
    """A directive that makes its part of a page from the rows of the ledger."""

    def entries(self) -> list[Entry]:
        for document in replication.DOCUMENTS:
            path = shipped.data_folder() / "ledger" / f"{document}.csv"
            self.env.note_dependency(str(path))
        return replication.load()


class Summary(LedgerDirective):
    """The rows counted by document, kind and verdict; each count leads to its rows."""

    def run(self) -> list[nodes.Node]:
        counts = replication.summarise(self.entries())
        head = tag(
            "tr",
            *(tag("th", nodes.Text(column), scope="col") for column in ("Document", "Kind")),
            *(tag("th", nodes.Text(column), scope="col") for column in counts.columns),
        )
        bodies = []
        for document, group in groupby(counts.index, key=lambda key: key[0]):
            keys = list(group)
            lines = [tag("tr", *self.cells(key, counts.loc[key])) for key in keys]
            everything = document == "all"
            title = tag(
                "th",
                nodes.Text("All" if everything else document_name(document)),
                scope="row" if everything else "rowgroup",
                **({"colspan": 2} if everything else {"rowspan": len(keys)}),
            )
            lines[0].insert(0, title)
            bodies.append(tag("tbody", *lines))
        table = tag("table", tag("thead", head), *bodies, **{"class": "table ledger-summary"})
        return [tag("div", table, **{"class": "pst-scrollable-table-container"})]

    def cells(self, key: tuple[str, str], counts: Any) -> list[Tag]:
        document, kind = key
        chosen = {} if document == "all" else {"document": document, "kind": kind}
        cells = [] if document == "all" else [tag("th", nodes.Text(kind), scope="row")]
        for column, count in counts.items():
            text = f"{count:,}"
            verdict = {"verdict": column} if column in replication.VERDICTS else {}
            linked = count and column != "later readings"
            # Without a verdict the address must say that every verdict is meant.
            address = chosen | (verdict or {"verdict": ""})
            shown = rows_link(text, **address) if linked else nodes.Text(text)
            empty = {} if count else {"class": "ledger-none"}
            cells.append(tag("td", shown, **{"data-label": column}, **empty))
        return cells


class Lessons(LedgerDirective):
    """The lessons that the rows lead to, each with the number of its rows."""

    def run(self) -> list[nodes.Node]:
        rows = Counter(entry.lesson for entry in self.entries())
        items = [
            tag(
                "li",
                link("lesson", lesson),  # shown with its title
                nodes.Text(": "),
                rows_link(plural(count, "row"), lesson=lesson),
                ids=[f"lesson-{lesson}"],
            )
            for lesson, count in sorted(rows.items())
        ]
        # Lesson 9 is on the ledger itself.
        everything = rows_link(f"all {rows.total():,} rows", verdict="")
        about = nodes.Text(": how such a ledger is made, and ")
        items.append(tag("li", link("lesson", LEDGER_LESSON), about, everything))
        return [tag("ul", *items, **{"class": "ledger-lessons"})]


class Table(LedgerDirective):
    """Every row of the ledger, and the form that the page's script filters it with."""

    def run(self) -> list[nodes.Node]:
        entries = self.entries()
        # The roles say what the tags do, too: a style that lays a row out as a card takes the
        # meaning from the tags in some browsers.
        head = tag(
            "tr",
            *(
                tag("th", nodes.Text(head), scope="col", role="columnheader")
                for head in COLUMNS.values()
            ),
            role="row",
        )
        table = tag(
            "table",
            tag(
                "caption",
                nodes.Text("What the documents print, and what comes out"),
                **{"class": "visually-hidden"},
            ),
            tag("thead", head, role="rowgroup"),
            tag(
                "tbody",
                *(table_row(entry, position) for position, entry in enumerate(entries)),
                role="rowgroup",
            ),
            ids=["ledger-table"],
            role="table",
        )
        return [tag("div", filter_form(entries), table, **{"class": "ledger"})]


def filter_form(entries: Sequence[Entry]) -> Tag:
    """Make the selects, with a choice for each value that occurs; without its script it hides."""
    fields = []
    for field in FILTERS:
        values = sorted({getattr(entry, field) for entry in entries}, key=choice_order)
        options = [tag("option", nodes.Text(f"every {field}"), value="")]
        if field == "verdict":
            values.insert(0, NOT_REPRODUCED)
        options += [tag("option", nodes.Text(choice(value)), value=value) for value in values]
        label = tag("label", nodes.Text(field.capitalize()), **{"for": f"ledger-{field}"})
        select = tag("select", *options, ids=[f"ledger-{field}"], name=field)
        fields.append(tag("div", label, select))
    reset = tag("button", nodes.Text("Show all rows"), type="reset")
    return tag("form", *fields, reset, ids=["ledger-filters"], autocomplete="off", hidden="")


def choice(value: str) -> str:
    if value in replication.DOCUMENTS:
        return document_name(value)
    return f"Lesson {int(value)}" if value.isdigit() else value


def choice_order(value: str) -> tuple[int, str]:
    """Sort kinds and verdicts as the ledger lists them, everything else by name."""
    listed = (*replication.KINDS, *replication.VERDICTS)
    return (listed.index(value) if value in listed else 0, value)


def table_row(entry: Entry, position: int) -> Tag:
    document = nodes.inline("", document_name(entry.document), classes=["ledger-nowrap"])
    cells = (
        ([document, *rich(f", {entry.place}")], position),
        (rich(entry.quantity), None),
        (printed(entry), value(entry, entry.printed)),
        (outcome(entry), value(entry, entry.recomputed)),
        ([nodes.inline("", entry.verdict)], replication.VERDICTS.index(entry.verdict)),
        ([lesson_link(entry)], f"{entry.lesson} {position:06}"),
        ([details(entry)], None),
    )
    return tag(
        "tr",
        *(
            tag(
                "td",
                *content,
                role="cell",
                **{"class": f"ledger-{column}"},
                **({} if order is None else {"data-order": order}),
            )
            for column, (content, order) in zip(COLUMNS, cells, strict=True)
        ),
        ids=[entry.id],
        role="row",
        **{f"data-{field}": getattr(entry, field) for field in FILTERS},
    )


def details(entry: Entry) -> Tag:
    """Make what opens at the end of a row: why, how, and the row's own address."""
    call = [nodes.literal("", entry.call)]
    if entry.source:
        call += [nodes.Text(" with "), nodes.literal("", "cm"), nodes.Text(" from ")]
        call += [nodes.literal("", entry.source)]
    told = in_words(entry)  # then they stand in the row itself
    parts = {
        "Right": [] if told else rich(entry.correction),
        "Why": [] if told else rich(entry.note),
        "Checked by": call,
        "It gave": words(entry.recomputed) if told else [],
        "Rounding": rich(entry.rounding.replace(" ", " or ")),
        "Kind": rich(entry.kind),
        "Found": rich(
            {2: "on the second reading", 3: "on the third reading"}.get(entry.reading, "")
        ),
        "Address": [nodes.reference("", f"#{entry.id}", refid=entry.id, internal=True)],
    }
    lines = [
        tag("div", tag("dt", nodes.Text(term)), tag("dd", *content))
        for term, content in parts.items()
        if content
    ]
    return tag("details", tag("summary", nodes.Text("Details")), tag("dl", *lines))


class Score(LedgerDirective):
    """A sentence that says how much of what all documents print is right."""

    def run(self) -> list[nodes.Node]:
        return [score(self.entries())]


class Errata(LedgerDirective):
    """The rows of one document that are not right as printed, by verdict."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        document = self.arguments[0]
        rows = [entry for entry in self.entries() if entry.document == document]
        found: list[nodes.Node] = [reference(document), score(rows)]
        for verdict, (title, grouped) in ERRATA.items():
            chosen = [
                entry for entry in rows if entry.verdict == verdict and entry.kind != "relation"
            ]
            if chosen:
                items = groups(chosen) if grouped else [erratum(entry) for entry in chosen]
                summary = tag("summary", nodes.Text(f"Show {plural(len(chosen), 'row')}"))
                listed = nodes.definition_list("", *items, classes=["ledger-errata"])
                found.append(
                    nodes.section(
                        "",
                        nodes.title("", title),
                        tag("details", summary, listed, **{"class": "ledger-folded"}),
                        ids=[f"{document}-{verdict.replace(' ', '-')}"],
                    )
                )
        return found


def score(entries: Sequence[Entry]) -> nodes.paragraph:
    """Count what is right as printed among what can be judged, and name what is counted apart."""
    recomputed = [entry for entry in entries if entry.kind not in ("text", "relation")]
    judged = [entry for entry in recomputed if entry.verdict in JUDGED]
    apart = [
        (sum(entry.verdict == verdict for entry in recomputed), said)
        for verdict, said in APART.items()
    ]
    of_kind = Counter(entry.kind for entry in entries)
    apart += [
        (of_kind["relation"], "{} of what must hold between numbers and is not printed"),
        (of_kind["text"], "{} of words, names and years, which are read and not recomputed"),
    ]
    counts = Counter(entry.kind for entry in judged)
    kinds = listing([plural(counts[kind], kind) for kind in KINDS if counts[kind]])
    right = sum(entry.verdict == "reproduced" for entry in judged)
    rest = listing([said.format(f"{number:,}") for number, said in apart if number])
    sentence = f" are right as printed; judged were {kinds}."
    if rest:
        sentence += f" Counted apart are rows of another kind: {rest}."
    return nodes.paragraph(
        "", "", nodes.strong("", f"{right:,} of {len(judged):,}"), nodes.Text(sentence)
    )


def listing(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]])) if parts else ""


def reference(document: str) -> nodes.paragraph:
    """Write the full reference of a document, with its address where one is known."""
    path = shipped.data_folder() / "index.json"
    source = json.loads(path.read_text(encoding="utf-8"))["sources"][document]
    address = f"https://doi.org/{source['doi']}" if source["doi"] else source["url"]
    where = [nodes.Text(" "), nodes.reference("", address, refuri=address)] if address else []
    return nodes.paragraph("", "", nodes.Text(source["reference"]), *where)


def erratum(entry: Entry) -> nodes.definition_list_item:
    """Write what is printed, what is right, and how that is known."""
    term = nodes.term("", "", *rich(f"{entry.place}: {entry.quantity}"))
    lines = [
        labelled("Says" if entry.kind == "claim" else "Printed", printed(entry)),
        labelled("Right", rich(entry.correction)),
        labelled("Why", rich(entry.note)),
        labelled("The check gave" if in_words(entry) else "Recomputed", words(entry.recomputed)),
        more([entry], row_link(entry, nodes.Text(f"Row {entry.id} of the ledger"))),
    ]
    return nodes.definition_list_item("", term, nodes.definition("", *lines))


def groups(entries: Iterable[Entry]) -> list[nodes.definition_list_item]:
    """Write the rows of one place as one item, and what they have in common once."""
    items = []
    for place, group in groupby(entries, key=lambda entry: entry.place):
        rows = list(group)
        term = nodes.term("", "", *rich(f"{place}: {plural(len(rows), 'row')}"))
        notes = dict.fromkeys(entry.note for entry in rows)
        definition = nodes.definition("", *(nodes.paragraph("", "", *rich(note)) for note in notes))
        lines = nodes.bullet_list("", classes=["ledger-compact"])
        for entry in rows:
            line = [row_link(entry, *rich(entry.quantity)), nodes.Text(": "), *printed(entry)]
            if entry.verdict == "drifts":
                line.append(nodes.Text(f" (here: {entry.recomputed})"))
            lines += nodes.list_item("", nodes.paragraph("", "", *line))
        definition += [lines, more(rows)]
        items.append(nodes.definition_list_item("", term, definition))
    return items


def labelled(label: str, content: Iterable[nodes.Node]) -> nodes.paragraph:
    return nodes.paragraph("", "", nodes.strong("", f"{label}: "), *content)


def row_link(entry: Entry, *content: nodes.Node) -> pending_xref:
    return link("ledger-row", entry.id, *content)


def more(entries: Sequence[Entry], *links: nodes.Node) -> nodes.paragraph:
    """Write where rows are taught, each section once."""
    lessons = {(entry.lesson, entry.section): lesson_link(entry) for entry in entries}
    shown = [*lessons.values(), *links]
    line = nodes.paragraph("", "", shown[0])
    for further in shown[1:]:
        line += [nodes.Text(" · "), further]
    return line


def add_scripts(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Give the style to the two pages, and the scripts to that with the table."""
    if pagename in (PAGE, "errata"):
        app.add_css_file("ledger.css")
    if pagename == PAGE:
        # Ahead of MathJax (500), which then draws only the formulas of the rows that are shown.
        for script in ("datatables/dataTables.min.js", "ledger.js"):
            app.add_js_file(script, priority=450, defer="defer")


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_node(Tag, html=(open_tag, close_tag))
    app.add_directive("ledger-summary", Summary)
    app.add_directive("ledger-lessons", Lessons)
    app.add_directive("ledger-table", Table)
    app.add_directive("ledger-score", Score)
    app.add_directive("ledger-errata", Errata)
    app.connect("doctree-read", link_to_rows)
    app.connect("missing-reference", find_target)
    app.connect("html-page-context", add_scripts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
