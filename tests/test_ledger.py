"""The ledger recomputed, row by row; and falsified, row by row, to see each change caught."""

from __future__ import annotations

import ast
import csv
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import fields, replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import nbformat
import numpy as np
import pytest
from notebook_guards import headings
from stand_ins import ROW

from cmlib import datasets, evidence, ledger
from cmlib.evidence import Evidence, always, doc1, every, holds, random_matrices, small_matrices

ROOT = Path(__file__).resolve().parent.parent
ROWS = ledger.load()
NUMBERS = [row for row in ROWS if row.kind == "number"]
STATEMENTS = [row for row in ROWS if row.kind != "number"]
# Where the documents themselves lie, if they do: beside the checkout.
DOCUMENTS = ROOT.parent / "shared" / "documents"
COLUMNS = [field.name for field in fields(ledger.Entry)]


TRAINED = "vehicle_binary_scores"


def number(call: str, printed: str, **other: str) -> ledger.Entry:
    """A row about a number, as a person would write it and with what the call gives."""
    _, decimals = ledger.read_printed(printed)
    row = replace(ROW, call=call, printed=printed, decimals=decimals)
    now = ledger.recompute(row)
    return replace(row, recomputed=now.text, rounding=now.rounding, **other)


def claim(call: str, verdict: str) -> ledger.Entry:
    row = replace(number("1", "1"), kind="claim", call=call, decimals=None, verdict=verdict)
    return replace(row, recomputed=ledger.recompute(row).text, rounding="")


# Every row holds


@pytest.mark.parametrize("document", ledger.DOCUMENTS)
def test_every_verdict_holds(document: str) -> None:
    rows = ledger.load(document)
    assert rows
    assert [what for row in rows for what in ledger.compare(row)] == []


def test_the_command_prints_the_summary_and_succeeds(capsys: pytest.CaptureFixture[str]) -> None:
    assert ledger.main([]) == 0
    printed = capsys.readouterr().out
    assert f"All {len(ROWS)} verdicts hold." in printed
    for document in ledger.DOCUMENTS:
        assert document in printed


# Every falsified row is caught


def other_last_digit(printed: str, step: int) -> str:
    """Change the last digit of a number, wherever the grouping or a percent sign puts it."""
    at = max(i for i, sign in enumerate(printed) if sign.isdigit())
    return f"{printed[:at]}{(int(printed[at]) + step) % 10}{printed[at + 1 :]}"


@pytest.mark.parametrize("step", [1, 9])
def test_every_changed_last_digit_is_caught(step: int) -> None:
    reproduced = [row for row in NUMBERS if row.verdict == "reproduced"]
    assert len(reproduced) > 300
    unseen = [
        row.id
        for row in reproduced
        if not ledger.compare(replace(row, printed=other_last_digit(row.printed, step)))
    ]
    assert unseen == []


def test_every_changed_verdict_is_caught() -> None:
    unseen = [
        (row.id, verdict)
        for row in ROWS
        for verdict in ledger.VERDICTS
        if verdict not in alike(row)
        if not ledger.compare(replace(row, verdict=verdict))
    ]
    assert unseen == []


def alike(row: ledger.Entry) -> set[str]:
    """The verdicts that a machine cannot tell from the row's own: they ask the same of its call."""
    fails = {"misprint", "wrong"}
    if row.verdict in fails:
        return fails
    evident = isinstance(ledger.recompute(row).value, Evidence)
    return set(ledger.VERDICTS) - fails if evident else {row.verdict}


def test_every_changed_recomputed_value_is_caught() -> None:
    for row in ROWS:
        assert ledger.compare(replace(row, recomputed=f"{row.recomputed}0")), row.id


def test_a_corrected_misprint_is_no_longer_one() -> None:
    faulty = [row for row in NUMBERS if row.verdict in ("misprint", "wrong")]
    assert faulty
    for row in faulty:
        value = ledger.recompute(row).value
        right = f"{float(value):.{row.decimals}f}"
        (caught, *_) = ledger.compare(replace(row, printed=right))
        assert caught.endswith(": reproduced")


def test_the_command_names_a_falsified_row_and_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "data" / "ledger" / "doc4.csv").read_text(encoding="utf-8")
    before, after = ",0.048,3,doc4_screening_model,", ",0.049,3,doc4_screening_model,"
    assert before in text
    (tmp_path / "doc4.csv").write_text(text.replace(before, after), encoding="utf-8")
    rows = ledger.load("doc4", folder=tmp_path)
    monkeypatch.setattr(ledger, "load", lambda document: rows)
    assert ledger.main(["doc4"]) == 1
    assert "doc4-eq84-precision: called reproduced, but 0.049 is printed" in capsys.readouterr().out


def test_the_module_runs_from_the_shell() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cmlib.ledger", "doc3"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "verdicts hold." in done.stdout


# The judgement itself


@pytest.mark.parametrize(
    ("call", "printed", "rounding"),
    [
        ("Fraction(1, 2)", "0.5", "exact"),
        ("Fraction(1, 8)", "0.13", "half-up"),
        ("Fraction(1, 8)", "0.12", "half-even truncated"),
        ("Fraction(3, 8)", "0.38", "half-up half-even"),
        ("0.1 + 0.2", "0.3", "exact"),
        ("(0.1 + 0.2) / 24", "0.013", "half-up"),
        ("(0.1 + 0.2) / 24", "0.012", "half-even truncated"),
        ("Fraction(2, 3)", "0.66", "truncated"),
        ("Fraction(2, 3)", "0.67", "half-up half-even"),
        ("Fraction(2, 3)", "66.7%", "half-up half-even"),
        ("Fraction(1, 3)", "0.33", "half-up half-even truncated"),
        ("-Fraction(2, 3)", "-0.67", "half-up half-even"),
        ("1135", "1 135", "exact"),
        ("0.98600", "0.986 0", "exact"),
        ("Fraction(2, 3)", "0.7", "half-up half-even"),
        ("Fraction(2, 3)", "0.68", ""),
        ("np.float64(0.25)", "0.25", "exact"),
        ("np.array(7)", "7", "exact"),
    ],
)
def test_rounding_is_named(call: str, printed: str, rounding: str) -> None:
    assert number(call, printed).rounding == rounding


@pytest.mark.parametrize(
    ("text", "value", "places"),
    [("0.986 0", "0.9860", 4), ("1 135", "1135", 0), ("98.06%", "0.9806", 4), ("1.", "1", 0)],
)
def test_a_printed_number_is_read(text: str, value: str, places: int) -> None:
    read, decimals = ledger.read_printed(text)
    assert (str(read), decimals) == (value, places)


@pytest.mark.parametrize("text", ["", "about 3", "1e3", "nan", ".5", "0.5 to 0.6", "1%2"])
def test_what_is_no_printed_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="printed: expected a number"):
        ledger.read_printed(text)


@pytest.mark.parametrize(
    ("row", "what"),
    [
        (number("Fraction(2, 3)", "0.68"), "called reproduced, but 0.68 is printed"),
        (number("Fraction(2, 3)", "0.67", verdict="wrong"), "gives 0.666667: reproduced"),
        (number("Fraction(2, 3)", "0.67", verdict="misprint"), "gives 0.666667: reproduced"),
        (number("0.9", "0.67", verdict="not recomputable"), "gives 0.9: wrong"),
        (number("0.66", "0.67", verdict="drifts"), "gives 0.66: wrong"),
        (number("0.67", "0.67", verdict="drifts", source=TRAINED), "gives 0.67: reproduced"),
        (number("0.9", "0.67", verdict="drifts", source=TRAINED), "gives 0.9: wrong"),
        (number("0.66", "0.67", verdict="wrong", source=TRAINED), "gives 0.66: drifts"),
        (number("0.66", "0.67", verdict="reproduced", source=TRAINED), "gives 0.66: drifts"),
        (replace(number("0.5", "0.5"), decimals=2), "decimals: 2 is stored, but 0.5 is printed"),
        (replace(number("0.5", "0.5"), rounding="half-up"), "rounding 'half-up' is stored"),
        (replace(number("0.5", "0.5"), recomputed="0.6"), "recomputed '0.6' is stored"),
        (claim("holds(1, '<', 0)", "reproduced"), "called reproduced, but its evidence fails"),
        (claim("holds(1, '>', 0)", "wrong"), "called wrong, but it holds: 1 > 0"),
        (claim("holds(1, '>', 0)", "misprint"), "called misprint, but it holds: 1 > 0"),
        (claim("holds(1, '<', 0)", "drifts"), "called drifts, but its evidence fails"),
        (claim("holds(1, '<', 0)", "not recomputable"), "but its evidence fails: 1 ≥ 0"),
    ],
)
def test_a_verdict_that_does_not_hold_is_named(row: ledger.Entry, what: str) -> None:
    (found,) = ledger.compare(row)
    assert found.startswith("doc1-sample: ")
    assert what in found


@pytest.mark.parametrize(
    "row",
    [
        number("0.66", "0.67", verdict="drifts", source=TRAINED),
        number("0.9", "0.67", verdict="wrong"),
        claim("holds(1, '<', 0)", "wrong"),
        claim("holds(1, '>', 0)", "not recomputable"),
    ],
)
def test_a_verdict_that_holds_is_left_alone(row: ledger.Entry) -> None:
    assert ledger.compare(row) == []


@pytest.mark.parametrize(
    ("call", "what"),
    [
        ("no_such_name", "NameError"),
        ("1 / 0", "ZeroDivisionError"),
        ("recall(", "SyntaxError"),
        ("'text'", "neither a finite number nor evidence"),
        ("None", "neither a finite number nor evidence"),
        ("float('nan')", "neither a finite number nor evidence"),
        ("np.array([1, 2])", "neither a finite number nor evidence"),
        ("cm.total", "NameError"),
    ],
)
def test_a_call_that_gives_nothing_is_named(call: str, what: str) -> None:
    with pytest.raises(ValueError, match="doc1-sample: call") as caught:
        ledger.recompute(replace(number("1", "1"), call=call))
    assert what in str(caught.value)


def test_a_claim_needs_evidence() -> None:
    with pytest.raises(ValueError, match=r"doc1-sample: call '1' gave 1, but a claim needs"):
        ledger.recompute(replace(number("1", "1"), kind="claim"))


# Evidence


def test_numbers_are_compared() -> None:
    assert holds(Fraction(1, 3), "=", 1 / 3).holds
    assert not holds(Fraction(1, 3), "=", Fraction(333333333, 10**9)).holds
    assert holds([1, 2], "=", [1, 2]) == Evidence(True, "[1, 2] = [1, 2]")
    assert holds(np.array([1, 2]), "≠", np.array([1, 3])).text == "[1, 2] ≠ [1, 3]"
    assert holds(2, "≤", 1) == Evidence(False, "2 > 1")
    assert holds(-1e-12, "=", 0).text == "0 = 0"
    with pytest.raises(ValueError, match="relation: expected one of = ≠ < ≤ > ≥, got '=='"):
        holds(1, "==", 1)


def test_cases_are_tried_until_one_fails() -> None:
    assert always(lambda n: n > 0, [1, 2]) == Evidence(True, "holds in all 2 cases")
    assert always(lambda n: n > 1, [2, 1, 0]) == Evidence(False, "fails for 1")
    with pytest.raises(ValueError, match="cases: there are none"):
        always(lambda n: True, [])
    assert not every(holds(1, "=", 1), holds(1, "=", 2)).holds


def test_matrices_are_all_there_and_the_same_every_time() -> None:
    assert len({case.tobytes() for case in small_matrices(2, 2)}) == 3**4 - 1
    first, again = list(random_matrices(4, 5)), list(random_matrices(4, 5))
    assert np.array_equal(first, again)
    assert min(case.min() for case in random_matrices(3, least=0, most=1)) == 0
    with pytest.raises(ValueError, match="row_id: the ledger has no number 'doc9-x'"):
        evidence.printed("doc9-x")


# The rows as a whole


def test_every_row_names_a_heading_of_a_lesson() -> None:
    known = {
        path.name[:2]: [
            title
            for tag in ("h1", "h2", "h3")
            for title in headings(nbformat.read(path, as_version=4), tag)
        ]
        for path in (ROOT / "notebooks").glob("*.ipynb")
    }
    lost = [
        (row.id, row.lesson, row.section)
        for row in ROWS
        if row.section not in known.get(row.lesson, [])
    ]
    assert lost == []


def test_every_check_of_a_document_is_used_by_its_rows() -> None:
    for document in ledger.DOCUMENTS:
        module = import_module(f"cmlib.evidence.{document}")
        used = {
            node.id
            for row in ledger.load(document)
            for node in ast.walk(ast.parse(row.call, mode="eval"))
            if isinstance(node, ast.Name)
        }
        assert sorted(set(module.__all__) - used) == []


@pytest.mark.parametrize("row", STATEMENTS, ids=lambda row: row.id)
def test_evidence_is_computed(row: ledger.Entry) -> None:
    """No call of a statement is made of literals alone: that would be a verdict, not evidence."""
    tools = {"holds", "always", "every", "range", "len", "abs", "Evidence"}
    names = {node.id for node in ast.walk(ast.parse(row.call)) if isinstance(node, ast.Name)}
    assert names - tools, row.call


@pytest.mark.parametrize("name", ["doc1_table08", "doc1_table09", "doc1_table10", "doc1_table11"])
def test_every_printed_sum_has_its_row(name: str) -> None:
    shipped = datasets.load(name).printed
    wanted = Counter([*shipped["row_sums"], *shipped["column_sums"], shipped["total"]])
    wanted += Counter([*(shipped["r_prime"] or ()), *filter(None, [shipped["r_prime_overall"]])])
    place = f"Table {int(name[-2:])}"
    rows = [row for row in NUMBERS if row.source == name and row.place.endswith(place)]
    found = Counter(row.printed.replace(" ", "") for row in rows)
    assert wanted - found == Counter()


@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the four documents are not beside the checkout")
@pytest.mark.parametrize("document", ledger.DOCUMENTS)
def test_every_number_stands_in_its_document_as_often_as_in_the_ledger(document: str) -> None:
    (path,) = DOCUMENTS.glob(f"{document}_*.md")
    text = path.read_text(encoding="utf-8")
    quoted = Counter(row.printed for row in NUMBERS if row.document == document)
    missing = [
        f"{printed}: {times} rows"
        for printed, times in quoted.items()
        if len(re.findall(rf"(?<![\d.]){re.escape(printed)}(?!\d)", text)) < times
    ]
    assert missing == []


# Decimals that are no results: numbers of sections, DOIs and preprints, licences, bands, settings,
# ranges of axes, scores that are given, and (document 4) values put in twice into one formula.
NOT_DERIVED = {
    "doc1": "10.3969 2.1 2.2 2.3 2.4 3.1 3.2 4.1 4.2 4.3 4.4 0.2 0.4 0.6 0.8 1.0 "
    "1811.09763 1908.06368",
    "doc2": "4.0 2.1 2.2 3.1 3.2 70% 30% 0.3 0.21 0.40 0.41 0.60 0.61 0.80 0.81 0.1 1.1 "
    "10.1016 10.3390 10.1109",
    "doc3": "2.1 2.2 2.3 3.1 3.2 3.3 4.1 4.2",
    "doc4": "3.9 0.32 0.1 0.2 0.05 0.33 0.3 0.4 0.5 0.01 0.9 0.50 0.67",
}


@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the four documents are not beside the checkout")
@pytest.mark.parametrize("document", ledger.DOCUMENTS)
def test_every_decimal_of_a_document_has_its_row(document: str) -> None:
    (path,) = DOCUMENTS.glob(f"{document}_*.md")
    rows = [row.printed for row in NUMBERS if row.document == document]
    assert without_row(path.read_text(encoding="utf-8"), rows, NOT_DERIVED[document].split()) == []


def without_row(text: str, rows: list[str], not_derived: list[str]) -> list[str]:
    """Decimals and percentages of a text that are printed more often than in the rows."""
    printed = re.findall(r"(?<![\w.])\d+(?:\.\d+(?: \d(?![\d.]))?%?|%)(?!\d)", text)
    return sorted(set(Counter(printed) - Counter(rows)) - set(not_derived))


def test_a_decimal_without_a_row_is_seen() -> None:
    text = "R' 0.986 0, P 0.5 and 0.5, 98.06% of 10 000 in section 2.1"
    assert without_row(text, ["0.986 0", "0.5", "0.5", "98.06%"], ["2.1"]) == []
    assert without_row(text, ["0.986 0", "0.5"], []) == ["0.5", "2.1", "98.06%"]


@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the four documents are not beside the checkout")
def test_every_slip_of_spelling_stands_in_its_document() -> None:
    slips = [row for row in STATEMENTS if row.call.startswith("spelled(")]
    assert slips
    for row in slips:
        (path,) = DOCUMENTS.glob(f"{row.document}_*.md")
        word = ast.literal_eval(row.call.removeprefix("spelled"))[0]
        assert word in path.read_text(encoding="utf-8"), row.id


@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the four documents are not beside the checkout")
def test_what_is_quoted_from_the_references_of_document_1_stands_there() -> None:
    (path,) = DOCUMENTS.glob("doc1_*.md")
    listed = path.read_text(encoding="utf-8").partition("参考文献")[2].partition("###")[0]
    references = {
        number: letters(listed.partition(f"[{number}]")[2].partition(f"- [{number + 1}]")[0])
        for number in range(1, 33)
    }
    for number, title in (doc1.TITLES_7_TO_9 | doc1.TITLES_10_TO_23).items():
        assert letters(title)[:30] in references[number], title
    for number, (preprint, year) in doc1.ARXIV_YEARS.items():
        assert letters(preprint) in references[number]
        assert str(year) in references[number]
    for number, years in doc1.YEARS_OF_PROCEEDINGS.items():
        found = re.findall("(?:19|20)[0-9]{2}", references[number])
        assert set(map(str, years)) <= set(found), number


def letters(text: str) -> str:
    """Leave out what a line break or the type may change."""
    return re.sub("[^a-z0-9]", "", text.lower())


def test_the_summary_counts_every_row_once() -> None:
    summary = ledger.summarise(ROWS)
    total = summary.loc[("all", "")]
    assert total["all"] == len(ROWS) == sum(total[verdict] for verdict in ledger.VERDICTS)
    assert summary["all"].sum() == 2 * len(ROWS)
    for (document, kind), line in summary.drop(index=("all", "")).iterrows():
        rows = [row for row in ROWS if (row.document, row.kind) == (document, kind)]
        assert line["all"] == len(rows)
        assert line["second reading"] == sum(row.reading == 2 for row in rows)


def test_the_frame_holds_every_field() -> None:
    frame = ledger.to_frame(ROWS)
    assert frame.index.tolist() == [row.id for row in ROWS]
    assert [frame.index.name, *frame.columns] == COLUMNS


# Bad files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A ledger with one row for each document."""
    for document in ledger.DOCUMENTS:
        row = replace(number("0.5", "0.5"), id=f"{document}-sample", document=document)
        write(tmp_path / f"{document}.csv", [cells(row)])
    return tmp_path


def cells(row: ledger.Entry) -> list[str]:
    values = [getattr(row, name) for name in COLUMNS]
    return ["" if value is None else str(value) for value in values]


def write(path: Path, rows: list[list[str]], header: list[str] = COLUMNS) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])


def changed(**columns: str) -> Callable[[Path], None]:
    """Change cells of the second document's row."""

    def change(folder: Path) -> None:
        (row,) = ledger.load("doc2", folder=folder)
        values = dict(zip(COLUMNS, cells(row), strict=True)) | columns
        write(folder / "doc2.csv", [list(values.values())])

    return change


def test_a_sound_folder_is_read(folder: Path) -> None:
    rows = ledger.load(folder=folder)
    assert [row.id for row in rows] == [f"{document}-sample" for document in ledger.DOCUMENTS]


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (changed(document="doc1"), "doc2.csv, line 2: document is 'doc1', not one of doc2"),
        (changed(kind="guess"), "line 2: kind is 'guess', not one of number, formula, claim"),
        (changed(verdict="fine"), "line 2: verdict is 'fine', not one of reproduced, misprint"),
        (changed(reading="3"), "line 2: reading is '3', not one of 1, 2"),
        (changed(reading=""), "line 2: reading is '', not one of 1, 2"),
        (changed(call=""), "line 2: call is empty, and a reproduced number needs it"),
        (changed(printed=""), "line 2: printed is empty"),
        (changed(recomputed=""), "line 2: recomputed is empty"),
        (changed(lesson=""), "line 2: lesson is empty"),
        (changed(section=""), "line 2: section is empty"),
        (changed(decimals=""), "line 2: decimals is empty"),
        (changed(decimals="two"), "line 2: decimals is 'two', not a whole number"),
        (changed(verdict="drifts"), "line 2: note is empty, and a drifts number needs it"),
        (changed(verdict="wrong", note="why"), "line 2: correction is empty, and a wrong number"),
        (changed(id="Doc2 sample"), "line 2: id 'Doc2 sample' has other signs than"),
        (changed(id="doc1-sample"), "id: 'doc1-sample' names 2 rows of the ledger"),
        (lambda at: write(at / "doc3.csv", [["x"]]), "doc3.csv, line 2: expected 17 cells"),
        (lambda at: write(at / "doc3.csv", [["x"] * 18]), "doc3.csv, line 2: expected 17 cells"),
        (lambda at: write(at / "doc3.csv", [], ["a"]), "doc3.csv, line 1: expected the columns id"),
    ],
)
def test_a_bad_file_is_named(folder: Path, spoil: Callable[[Path], None], what: str) -> None:
    spoil(folder)
    with pytest.raises(ValueError, match=re.escape(what)):
        ledger.load(folder=folder)


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "doc3.csv").unlink()
    with pytest.raises(FileNotFoundError, match=r"a file of the ledger is missing: .*doc3\.csv"):
        ledger.load(folder=folder)


def test_an_unknown_document_is_named() -> None:
    with pytest.raises(ValueError, match=r"document: expected one of doc1, .*, got 'doc5'"):
        ledger.load("doc5")
