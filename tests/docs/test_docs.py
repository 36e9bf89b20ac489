"""The pages of the book that are written by hand keep up with the package and the lessons."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from importlib import import_module
from io import StringIO
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote

import nbformat
import pytest
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils
from stand_ins import ROW

import cmlib
import cmlib.datasets
import cmlib.replication
import cmlib.show
from cmlib.replication import Entry

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LESSONS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
MODULES = (
    cmlib.datasets,
    cmlib.replication,
    cmlib.show,
)


def public_names() -> set[str]:
    """Everything that a user of the package may import."""
    names = {f"cmlib.{name}" for name in cmlib.__all__}
    return names.union(
        *({f"{module.__name__}.{name}" for name in module.__all__} for module in MODULES)
    )


def described_names(source: str) -> list[str]:
    """The names that autodoc directives of a page describe, in order."""
    return re.findall(r"^\.\. auto\w+:: (\S+)$", source, flags=re.MULTILINE)


def api_problems(source: str, public: set[str]) -> list[str]:
    """Public names without a description, descriptions of other names, and second descriptions."""
    described = described_names(source)
    return (
        [f"not described: {name}" for name in sorted(public - set(described))]
        + [f"not public: {name}" for name in sorted(set(described) - public)]
        + [
            f"described twice: {name}"
            for name in sorted(set(described))
            if described.count(name) > 1
        ]
    )


def unlinked(page: str, lessons: Iterable[str]) -> list[str]:
    """Lessons that a page does not link to."""
    return [lesson for lesson in lessons if f"(notebooks/{lesson})" not in page]


def test_the_api_page_describes_every_public_name_once() -> None:
    assert api_problems((DOCS / "api.rst").read_text(encoding="utf-8"), public_names()) == []


def test_a_missing_a_strange_and_a_repeated_description_are_seen() -> None:
    page = (
        ".. autofunction:: cmlib.recall\n.. autofunction:: cmlib.old\n.. autoclass:: cmlib.recall\n"
    )
    assert api_problems(page, {"cmlib.recall", "cmlib.accuracy"}) == [
        "not described: cmlib.accuracy",
        "not public: cmlib.old",
        "described twice: cmlib.recall",
    ]


@pytest.mark.parametrize("page", ["index.md", "teaching.md"])
def test_every_lesson_is_on_the_map(page: str) -> None:
    assert LESSONS, "there are no notebooks"
    assert unlinked((DOCS / page).read_text(encoding="utf-8"), LESSONS) == []


def test_a_lesson_that_is_not_on_the_map_is_seen() -> None:
    assert unlinked("[1](notebooks/01_a)", ["01_a", "02_b"]) == ["02_b"]


def unlinked_from_lessons(notebooks: Iterable[Path], lessons: Iterable[str]) -> list[str]:
    """Lessons of the ledger, by number, whose notebook does not link to its page."""
    texts = {path.name[:2]: path.read_text(encoding="utf-8") for path in notebooks}
    return [lesson for lesson in lessons if "](../docs/ledger.md)" not in texts.get(lesson, "")]


def test_every_lesson_that_the_ledger_names_links_to_it() -> None:
    lessons = sorted({entry.lesson for entry in cmlib.replication.load()})
    assert unlinked_from_lessons((ROOT / "notebooks").glob("*.ipynb"), lessons) == []


def test_a_lesson_that_does_not_link_to_the_ledger_is_seen(tmp_path: Path) -> None:
    (tmp_path / "01_a.ipynb").write_text('"[it](../docs/ledger.md)"', encoding="utf-8")
    (tmp_path / "02_b.ipynb").write_text('"[it](../docs/glossary.md)"', encoding="utf-8")
    found = unlinked_from_lessons(tmp_path.glob("*.ipynb"), ["01", "02", "03"])
    assert found == ["02", "03"]


HALF = replace(
    ROW,
    quantity="the half of $n$",
    note="It is `n / 2`.",
    section="Which way does $\\beta$ lean?",
)


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Entry], tuple[str, str]]:
    """Build a book of one lesson and a ledger of one row; give its page and the warnings."""
    source = tmp_path / "source"
    (source / "notebooks").mkdir(parents=True)
    (source / "index.rst").write_text(
        "Book\n====\n\n.. toctree::\n\n   ledger\n   notebooks/01_a\n"
    )
    (source / "ledger.rst").write_text("Rows\n====\n\n.. ledger-table::\n")
    heading = r"Which way does :math:`\beta` lean?"
    (source / "notebooks" / "01_a.rst").write_text(f"A\n=\n\n{heading}\n{'-' * 60}\n\nSo.\n")
    monkeypatch.syspath_prepend(DOCS)

    def run(entry: Entry) -> tuple[str, str]:
        monkeypatch.setattr(cmlib.replication, "load", lambda: [entry])
        warnings = StringIO()
        with patch_docutils(), docutils_namespace():
            app = Sphinx(
                source,
                None,
                tmp_path / "book",
                tmp_path / "doctrees",
                "html",
                confoverrides={"extensions": ["ledger_pages"]},
                status=None,
                warning=warnings,
                freshenv=True,
            )
            app.build()
        return (tmp_path / "book" / "ledger.html").read_text("utf-8"), warnings.getvalue()

    return run


def test_a_row_leads_to_its_section(build: Callable[[Entry], tuple[str, str]]) -> None:
    page, warnings = build(HALF)
    assert warnings == ""
    assert 'id="doc1-sample"' in page
    assert re.search(r'href="notebooks/01_a\.html#which-way-does-\S*lean"', page)


@pytest.mark.parametrize(
    ("field", "value"), [("lesson", "02"), ("section", "Which way does it lean?")]
)
def test_a_row_without_its_section_stops_the_book(
    build: Callable[[Entry], tuple[str, str]], field: str, value: str
) -> None:
    """`make book` fails on warnings."""
    _, warnings = build(replace(HALF, **{field: value}))
    assert f"reference target not found: {'02' if field == 'lesson' else '01'}" in warnings


@pytest.mark.parametrize("note", ["It costs 5$.", "A `tick", "An $n` mixed"])
def test_a_sign_without_its_partner_stops_the_book(
    build: Callable[[Entry], tuple[str, str]], note: str
) -> None:
    with pytest.raises(ValueError, match="has no partner"):
        build(replace(HALF, note=note))


def minutes(notebook: Path) -> tuple[int, int]:
    """The minutes that a lesson states at its head: for itself, and for its exercises."""
    cells = nbformat.read(notebook, as_version=4).cells
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    stated = r"takes\*\* about (\d+ minutes|two hours), and (\d+) (?:minutes )?more"
    found = re.search(stated, text)
    assert found, f"{notebook.name} states no minutes"
    return 120 if found[1] == "two hours" else int(found[1].split()[0]), int(found[2])


def wrong_minutes(readme: str, teaching: str, stated: Mapping[str, tuple[int, int]]) -> list[str]:
    """What the README and the page on teaching say otherwise than the lessons."""
    table = {
        name: (int(lesson), int(more))
        for name, lesson, more in re.findall(
            r"notebooks/(\w+)\) \| (\d+) min \| (\d+) min", teaching
        )
    }
    lessons, more = zip(*stated.values(), strict=True)
    wanted = {
        "README": f"takes {min(lessons)} to {max(lessons)} minutes and its exercises "
        f"{min(more)} to {max(more)} more: {sum(lessons)} and {sum(more)} minutes in all",
        "teaching": f"the lessons take {sum(lessons)} minutes, about twelve hours, and the "
        f"exercises {sum(more)} more",
    }
    pages = {"README": readme, "teaching": teaching}
    found = [
        f"{page} does not say: {said}"
        for page, said in wanted.items()
        if said not in " ".join(pages[page].split())
    ]
    if abs(sum(lessons) / 60 - 12) > 0.5:
        found.append("twelve hours are too many or too few")
    return found + [
        f"{name}: {table.get(name)}, not {times}"
        for name, times in stated.items()
        if table.get(name) != times
    ]


def test_the_minutes_are_those_of_the_lessons() -> None:
    stated = {name: minutes(ROOT / "notebooks" / f"{name}.ipynb") for name in LESSONS}
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    teaching = (DOCS / "teaching.md").read_text(encoding="utf-8")
    assert wrong_minutes(readme, teaching, stated) == []
    first = LESSONS[0]
    longer = stated | {first: (stated[first][0] + 5, stated[first][1])}
    found = wrong_minutes(readme, teaching, longer)
    assert [line.partition(" ")[0] for line in found] == ["README", "teaching", f"{first}:"]


def test_the_readme_counts_what_the_documents_print() -> None:
    counts = cmlib.replication.summarise(cmlib.replication.load())["all"].groupby("kind").sum()
    said = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    hundreds = {kind: int(counts[kind]) // 100 * 100 for kind in ("number", "formula", "claim")}
    assert (
        "more than {number} numbers, {formula} formulas and {claim} claims".format(**hundreds)
        in said
    )


# The works that the lessons cite, by their DOI or their number at arXiv
CITED = re.compile(r"doi\.org/([^\s)>\]]+)|arxiv\.org/abs/([\d.]+\d)")


def uncited(text: str, bibliography: str) -> list[str]:
    """DOIs and preprints that a text links to and the bibliography lacks."""
    found = {unquote(doi or preprint).lower() for doi, preprint in CITED.findall(text)}
    return sorted(work for work in found if work not in bibliography.lower())


def unlisted(reading: str, titles: Iterable[str]) -> list[str]:
    """Works of a list, title in quotation marks or in italics, that the bibliography lacks."""
    known = [letters(title) for title in titles]
    quoted = re.findall(r"^- [A-Z][^\n]*?, (?:\"([^\"]+)\"|\*([^*]+)\*),", reading, re.MULTILINE)
    works = [one or other for one, other in quoted]
    return [work for work in works if not any(letters(work) in title for title in known)]


def letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", re.sub(r"\\['^`\"]", "", text.lower()).replace("₁", "1"))


def bibliography_titles() -> list[str]:
    text = (DOCS / "references.bib").read_text(encoding="utf-8")
    return re.findall(r"^  (?:title|howpublished) = \{(.*?)\},?$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_work_that_a_lesson_cites_is_in_the_bibliography(lesson: str) -> None:
    notebook = nbformat.read(ROOT / "notebooks" / f"{lesson}.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert uncited(text, (DOCS / "references.bib").read_text(encoding="utf-8")) == []
    assert unlisted(text.partition("## Further reading")[2], bibliography_titles()) == []


def test_a_work_that_the_bibliography_lacks_is_seen() -> None:
    text = "[a](https://doi.org/10.1/a%28b%29) [b](https://arxiv.org/abs/1911.03347)."
    assert uncited(text, "doi = {10.1/A(b)}, eprint = {1911.03347}") == []
    assert uncited(text, "doi = {10.1/A}") == ["10.1/a(b)", "1911.03347"]
    reading = (
        '- A. Author, "Macro F1", *J* 2019.\n- B. Bee, *A Book*, 1993.\n- The guide of [x](y).'
    )
    assert unlisted(reading, ["Macro {F1} and more", "A Book"]) == []
    assert unlisted(reading, ["A Book"]) == ["Macro F1"]


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(DOCS)
    return import_module("ledger_pages")


def starred(found: Iterable[nodes.Node]) -> list[str]:
    """Words with their asterisks in what the page shows, formulas and code left out."""
    plain = [node for node in found if not isinstance(node, nodes.math | nodes.literal)]
    texts = [text.astext() for node in plain for text in node.findall(nodes.Text)]
    return re.findall(r"\*\w[^*]*\*", " ".join(texts))


def test_no_word_of_the_ledger_keeps_its_asterisks(pages: ModuleType) -> None:
    texts = [
        text
        for entry in cmlib.replication.load()
        for text in (entry.quantity, entry.place, entry.correction, entry.note, entry.section)
    ]
    texts += [
        entry.printed for entry in cmlib.replication.load() if entry.kind in ("claim", "text")
    ]
    assert any(starred([nodes.Text(text)]) for text in texts)
    assert [text for text in texts if starred(pages.rich(text))] == []


def test_stress_is_shown_and_other_asterisks_stay(pages: ModuleType) -> None:
    found = pages.rich("a *small* one: 2 * 3 * 4, `f(*a, *b)` and $x * y * z$")
    stressed = [node.astext() for node in found if isinstance(node, nodes.emphasis)]
    assert stressed == ["small"]
    assert starred(found) == []
    assert starred([nodes.Text("a *small* one")]) == ["*small*"]
    assert "2 * 3 * 4" in "".join(node.astext() for node in found)


def row_of(kind: str, verdict: str) -> Entry:
    return replace(ROW, kind=kind, verdict=verdict)


def test_the_score_leaves_out_what_it_says_it_leaves_out(pages: ModuleType) -> None:
    entries = [
        *(3 * [row_of("number", "reproduced")]),
        *(2 * [row_of("claim", "wrong")]),
        row_of("formula", "misprint"),
        row_of("relation", "reproduced"),
        row_of("text", "reproduced"),
        row_of("text", "misprint"),
        row_of("claim", "our copy"),
        row_of("claim", "no longer runs"),
        *(4 * [row_of("number", "not recomputable")]),
        row_of("number", "drifts"),
    ]
    assert pages.score(entries).astext() == (
        "3 of 6 are right as printed; judged were 3 numbers, 1 formula and 2 claims. Counted apart "
        "are rows of another kind: 1 of what is spoiled in our copy, 1 of code that was right in "
        "its time, 4 of what cannot be recomputed, 1 of what changes with every training, 1 of "
        "what must hold between numbers and is not printed and 2 of words, names and years, which "
        "are read and not recomputed."
    )
    assert pages.score(entries[:3]).astext() == (
        "3 of 3 are right as printed; judged were 3 numbers."
    )


@pytest.mark.parametrize("document", [None, *cmlib.replication.DOCUMENTS])
def test_the_score_of_the_errata_counts_every_row_once(
    pages: ModuleType, document: str | None
) -> None:
    rows = cmlib.replication.load(document)
    said = pages.score(rows).astext()
    head, _, apart = said.partition("Counted apart")
    right, judged = (int(text.replace(",", "")) for text in re.findall(r"[\d,]+", head)[:2])
    counted = sum(int(text) for text in re.findall(r"(\d+) of", apart))
    assert judged + counted == len(rows)
    assert right == sum(
        row.verdict == "reproduced" and row.kind not in ("text", "relation") for row in rows
    )


def test_what_comes_out_of_a_claim_is_said_in_words(pages: ModuleType) -> None:
    wrong = replace(
        ROW, kind="claim", verdict="wrong", correction="Not so.", note="See.", recomputed="1 = 1"
    )
    assert "".join(node.astext() for node in pages.outcome(wrong)) == "Right: Not so. See."
    assert pages.outcome(replace(wrong, correction="", note=""))[0].astext() == "It holds."
    assert pages.outcome(ROW)[0].astext() == "0.5"
    assert "1 = 1" in pages.details(wrong).astext()


def test_what_the_project_carries_keeps_its_licence() -> None:
    mathjax = (DOCS / "_static" / "mathjax" / "LICENSE").read_text(encoding="utf-8")
    tables = (DOCS / "_static" / "datatables" / "LICENSE").read_text(encoding="utf-8")
    axe = (ROOT / "tests" / "book" / "axe.LICENSE").read_text(encoding="utf-8")
    assert "Apache License" in mathjax
    assert "The MIT License" in tables
    assert "Mozilla Public License" in axe
