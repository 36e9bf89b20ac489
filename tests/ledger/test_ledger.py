"""The rows of the ledger hold, and falsified rows are caught."""

import ast
import csv
import re
import subprocess
import sys
from collections import Counter
from dataclasses import asdict, astuple, replace
from decimal import Decimal
from fractions import Fraction
from functools import cache

import nbformat
import numpy as np
import pytest
from guards.prose import headings
from places import LESSONS, ROOT
from stand_ins import ROW

from cmcourse import ledger, tables
from cmcourse.ledger import Evidence, __main__, always, every, evidence, holds
from cmcourse.ledger.__main__ import main
from cmcourse.ledger.checks import doc1_references
from cmcourse.ledger.namespace import CHECKS, offered
from cmcourse.ledger.rows import COLUMNS

ROWS = ledger.load()
NUMBERS = [row for row in ROWS if row.kind == "number"]
STATEMENTS = [row for row in ROWS if row.kind != "number"]
# The documents, if they lie beside the checkout.
DOCUMENTS = ROOT.parent / "shared" / "documents"
needs_documents = pytest.mark.skipif(
    not DOCUMENTS.is_dir(), reason="the four documents are not beside the checkout"
)


@cache
def document_text(document):
    (path,) = DOCUMENTS.glob(f"{document}_*.md")
    return path.read_text(encoding="utf-8")


TRAINED = "vehicle_binary_scores"


def number(call, printed, **other):
    """Return a row about a number, with its computed columns filled in."""
    _, decimals = ledger.read_printed(printed)
    row = replace(ROW, call=call, printed=printed, decimals=decimals)
    now = ledger.recompute(row)
    return replace(row, recomputed=now.text, rounding=now.rounding, **other)


def claim(call, verdict):
    row = replace(number("1", "1"), kind="claim", call=call, decimals=None, verdict=verdict)
    return replace(row, recomputed=ledger.recompute(row).text, rounding="")


def test_every_verdict_holds(capsys):
    code, said = main([]), capsys.readouterr().out
    assert f"All {len(ROWS)} verdicts hold." in said
    assert code == 0
    assert [document for document in ledger.DOCUMENTS if document not in said] == []


def other_last_digit(printed, step):
    """Change the last digit of a number, wherever the grouping or a percent sign puts it."""
    at = max(i for i, sign in enumerate(printed) if sign.isdigit())
    return f"{printed[:at]}{(int(printed[at]) + step) % 10}{printed[at + 1 :]}"


def test_every_changed_last_digit_is_caught():
    reproduced = [row for row in NUMBERS if row.verdict == "reproduced"]
    assert len(reproduced) > 300
    unseen = [
        row.id
        for row in reproduced
        for step in (1, 9)
        if not ledger.compare(replace(row, printed=other_last_digit(row.printed, step)))
    ]
    assert unseen == []


def test_every_changed_verdict_or_value_is_caught():
    verdicts = set(ledger.VERDICTS)
    changed = [replace(row, recomputed=f"{row.recomputed}0") for row in ROWS]
    changed += [replace(row, verdict=it) for row in ROWS for it in verdicts - alike(row)]
    assert [(row.id, row.verdict) for row in changed if not ledger.compare(row)] == []


def alike(row):
    """Return the verdicts that a machine cannot tell from the row's own."""
    fails = set(ledger.FAULTS)
    if row.verdict in fails:
        return fails if row.kind != "number" else {"misprint", "wrong"}
    evident = isinstance(ledger.recompute(row).value, Evidence)
    return set(ledger.VERDICTS) - fails if evident else {row.verdict}


def test_corrected_misprint_is_reproduced():
    faulty = [row for row in NUMBERS if row.verdict in ("misprint", "wrong")]
    assert faulty
    for row in faulty:
        value = ledger.recompute(row).value
        right = f"{float(value):.{row.decimals}f}"
        assert ledger.read_printed(row.correction)[0] == Decimal(right), row.id
        (caught, *_) = ledger.compare(replace(row, printed=right))
        assert caught.endswith(": reproduced")


def test_command_names_failing_rows(monkeypatch, capsys):
    broken = replace(ROW, id="doc1-broken", call="1 / 0")
    rows = [replace(ROW, id="doc1-false", printed="0.6"), broken, ROW]
    monkeypatch.setattr(__main__, "load", lambda document: rows)
    assert main(["doc1"]) == 1
    said = capsys.readouterr().out
    assert "doc1-false: called reproduced, but 0.6 is printed" in said
    assert "doc1-broken: call '1 / 0' failed: ZeroDivisionError" in said
    assert said.endswith("2 of 3 rows fail.\n")
    assert said.lstrip().startswith("reproduced")


def test_module_runs_from_the_shell():
    command = [sys.executable, "-m", "cmcourse.ledger", "--help"]
    said = subprocess.check_output(command, text=True)
    assert said.startswith("usage: python -m cmcourse.ledger [-h] [--names] [--write] [document")


def test_unknown_document_is_named(capsys):
    message = "document: expected one of doc1, doc2, doc3, doc4, got 'doc5'"
    with pytest.raises(SystemExit, match="2"):
        main(["doc5"])
    assert f"error: {message}" in capsys.readouterr().err
    with pytest.raises(ValueError, match=message):
        ledger.load("doc5")


def test_names_of_a_document_are_listed(capsys):
    assert main(["--names", "doc4"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert "doc4.screening_case: Load one of the three screening cases of section 3.9.3." in said
    assert "doc4.PAIR_TRUTH: array([3, 0])" in said
    assert not [line for line in said if line.startswith("doc1") or line.endswith(": ")]


def test_write_fills_in_computed_columns(folder, monkeypatch, capsys):
    """A row may quote another that is not computed yet."""
    row = replace(ROW, recomputed="", rounding="", decimals=None)
    call = "holds(printed('doc1-sample'), '=', 0.5)"
    claim = replace(row, id="doc1-claim", kind="claim", printed="a half", call=call)
    monkeypatch.setattr(evidence, "_printed_numbers", evidence._printed_numbers.__wrapped__)
    path = folder / "ledger" / "doc1.csv"
    rows = path.read_text(encoding="utf-8")
    write(path, [astuple(claim), astuple(row), *list(csv.reader(rows.splitlines()))[1:]])
    assert main(["--write", "doc1"]) == 0
    first, second, *others = ledger.load("doc1")
    assert (first.recomputed, first.decimals) == ("0.5 = 0.5", None)
    assert second == ROW
    assert others == [row for row in ROWS if row.document == "doc1"]
    assert path.read_text(encoding="utf-8").endswith(rows.partition("\n")[2])
    assert "verdicts hold." in capsys.readouterr().out
    write(path, [astuple(replace(ROW, printed="0.6"))])
    assert main(["--write", "doc1"]) == 1
    assert "but 0.6 is printed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("call", "printed", "rounding"),
    [
        ("Fraction(1, 2)", "0.5", "exact"),
        ("Fraction(1, 8)", "0.12", "half-even truncated"),
        ("Fraction(3, 8)", "0.38", "half-up half-even"),
        ("(0.1 + 0.2) / 24", "0.013", "half-up"),
        ("Fraction(2, 3)", "0.66", "truncated"),
        ("Fraction(2, 3)", "66.7%", "half-up half-even"),
        ("-Fraction(2, 3)", "-0.67", "half-up half-even"),
        ("Fraction(2, 3)", "0.68", ""),
        ("np.array(7)", "7", "exact"),
    ],
)
def test_rounding_is_named(call, printed, rounding):
    assert number(call, printed).rounding == rounding


@pytest.mark.parametrize(
    ("text", "value", "places"),
    [("0.986 0", "0.9860", 4), ("1 135", "1135", 0), ("98.06%", "0.9806", 4), ("1.", "1", 0)],
)
def test_printed_number_is_read(text, value, places):
    read, decimals = ledger.read_printed(text)
    assert (str(read), decimals) == (value, places)


@pytest.mark.parametrize("text", ["", "about 3", "1e3", "nan", ".5", "0.5 to 0.6", "1%2"])
def test_bad_printed_number_is_refused(text):
    with pytest.raises(ValueError, match="printed: expected a number"):
        ledger.read_printed(text)


@pytest.mark.parametrize(
    ("row", "what"),
    [
        (number("Fraction(2, 3)", "0.68"), "called reproduced, but 0.68 is printed"),
        (number("Fraction(2, 3)", "0.66"), "0.66 is printed and the call gives 0.666667: wrong"),
        (number("0.67", "0.67", verdict="drifts", source=TRAINED), "gives 0.67: reproduced"),
        (number("0.9", "0.67", verdict="drifts", source=TRAINED), "gives 0.9: wrong"),
        (number("0.66", "0.67", verdict="wrong", source=TRAINED), "gives 0.66: drifts"),
        (replace(number("0.5", "0.5"), decimals=2), "decimals: 2 is stored, but 0.5 is printed"),
        (replace(number("0.5", "0.5"), rounding="half-up"), "rounding 'half-up' is stored"),
        (replace(number("0.5", "0.5"), recomputed="0.6"), "recomputed '0.6' is stored"),
        (claim("holds(1, '<', 0)", "reproduced"), "called reproduced, but its evidence fails"),
        (claim("holds(1, '>', 0)", "wrong"), "called wrong, but it holds: 1 > 0"),
    ],
)
def test_false_verdict_is_named(row, what):
    (found,) = ledger.compare(row)
    assert found.startswith("doc1-sample: ")
    assert what in found


@pytest.mark.parametrize(
    ("call", "what"),
    [
        ("no_such_name", "NameError"),
        ("recall(", "SyntaxError"),
        ("float('nan')", "neither a finite number nor evidence"),
        ("np.array([1, 2])", "neither a finite number nor evidence"),
        ("open('stolen', 'w')", "NameError: name 'open' is not listed"),
        ("__import__('os').system('true')", "NameError: name '__import__' is not listed"),
        ("().__class__", "call must not use '__class__', which is not listed"),
        ("np.save('stolen', 1)", "call must not use 'save', which is not listed"),
        ("(lambda it: it.load('a.npy'))(np)", "call must not use 'load', which is not listed"),
        ("(lambda tables: tables.load('a.npy'))(np)", "'load', which is not listed"),
        ("[tables.load('a.npy') for tables in [np]]", "'load', which is not listed"),
        ("(tables := np) and tables.load('a.npy')", "'load', which is not listed"),
        ("[*'ab'][0] % 2", "KeyError"),
        ("sum([1] for np.x in [1])", "call must not use 'np.x' in a loop"),
        ("{**{}}", "call must not use '{**{}}', whose syntax is not listed"),
        ("shared.np", "call must not use 'np', which is not listed"),
        ("shared.code_runs('1 + 1')", "KeyError: '1 + 1'"),
    ],
)
def test_bad_call_is_named(call, what):
    with pytest.raises(ValueError, match="doc1-sample: call") as caught:
        ledger.recompute(replace(number("1", "1"), call=call))
    assert what in str(caught.value)


def test_claim_needs_evidence():
    with pytest.raises(ValueError, match=r"doc1-sample: call '1' gave 1, but a claim needs"):
        ledger.recompute(replace(number("1", "1"), kind="claim"))


def test_holds_compares():
    assert holds(Fraction(1, 3), "=", 1 / 3).holds
    assert not holds(Fraction(1, 3), "=", Fraction(333333333, 10**9)).holds
    assert holds([1, 2], "=", [1, 2]) == Evidence(True, "[1, 2] = [1, 2]")
    assert holds(np.array([1, 2]), "≠", np.array([1, 3])).text == "[1, 2] ≠ [1, 3]"
    assert holds(2, "≤", 1) == Evidence(False, "2 > 1")
    assert holds(-1e-12, "=", 0).text == "0 = 0"
    with pytest.raises(ValueError, match="relation: expected one of = ≠ < ≤ > ≥, got '=='"):
        holds(1, "==", 1)


def test_always_stops_at_the_first_failure():
    assert always(lambda n: n > 0, [1, 2]) == Evidence(True, "holds in all 2 cases")
    assert always(lambda n: n > 1, [2, 1, 0]) == Evidence(False, "fails for 1")
    with pytest.raises(ValueError, match="cases: there are none"):
        always(lambda n: True, [])
    assert not every(holds(1, "=", 1), holds(1, "=", 2)).holds


def test_matrices_are_complete_and_repeatable():
    assert len({case.tobytes() for case in ledger.small_matrices(2, 2)}) == 3**4 - 1
    first, again = list(ledger.random_matrices(4, 5)), list(ledger.random_matrices(4, 5))
    assert np.array_equal(first, again)
    assert min(case.min() for case in ledger.random_matrices(3, least=0, most=1)) == 0
    with pytest.raises(ValueError, match="row_id: the ledger has no number 'doc9-x'"):
        ledger.printed("doc9-x")


def test_every_row_names_a_heading_of_a_lesson():
    known = {
        (path.name[:2], title)
        for path in LESSONS
        for tag in ("h1", "h2", "h3")
        for title in headings(nbformat.read(path, as_version=4), tag)
    }
    assert [row.id for row in ROWS if (row.lesson, row.section) not in known] == []


def checks_called(call):
    """The long checks that a call uses, each with its module."""
    return {
        f"{node.value.id}.{node.attr}"
        for node in ast.walk(ast.parse(call, mode="eval"))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if node.value.id in CHECKS
    }


def test_every_long_check_is_used():
    there = {f"{name}.{check}" for name, module in CHECKS.items() for check in offered(module)}
    assert len(there) > 100
    assert sorted(there - set().union(*(checks_called(row.call) for row in ROWS))) == []


@pytest.mark.parametrize("name", ["doc1_table08", "doc1_table09", "doc1_table10", "doc1_table11"])
def test_every_printed_sum_has_its_row(name):
    shipped = tables.load(name).printed
    wanted = Counter([*shipped["row_sums"], *shipped["column_sums"], shipped["total"]])
    wanted += Counter([*(shipped["r_prime"] or ()), *filter(None, [shipped["r_prime_overall"]])])
    place = f"Table {int(name[-2:])}"
    rows = [row for row in NUMBERS if row.source == name and row.place.endswith(place)]
    found = Counter(row.printed.replace(" ", "") for row in rows)
    assert wanted - found == Counter()


@needs_documents
@pytest.mark.parametrize("document", ledger.DOCUMENTS)
def test_every_number_stands_in_its_document(document):
    text = document_text(document)
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


@needs_documents
@pytest.mark.parametrize("document", ledger.DOCUMENTS)
def test_every_decimal_of_a_document_has_its_row(document):
    decimal = r"(?<![\w.])\d+(?:\.\d+(?: \d(?![\d.]))?%?|%)(?!\d)"
    printed = Counter(re.findall(decimal, document_text(document)))
    more_often = printed - Counter(row.printed for row in NUMBERS if row.document == document)
    assert sorted(set(more_often) - set(NOT_DERIVED[document].split())) == []


@needs_documents
def test_every_slip_of_spelling_stands_in_its_document():
    slips = [row for row in STATEMENTS if row.call.startswith("holds('")]
    assert slips
    for row in slips:
        word = ast.literal_eval(row.call.removeprefix("holds"))[0]
        assert word in document_text(row.document), row.id


@needs_documents
def test_quoted_references_stand_in_document_1():
    listed = document_text("doc1").partition("参考文献")[2].partition("###")[0]
    references = {
        number: letters(listed.partition(f"[{number}]")[2].partition(f"- [{number + 1}]")[0])
        for number in range(1, 33)
    }
    for number, title in (doc1_references.TITLES_7_TO_9 | doc1_references.TITLES_10_TO_32).items():
        assert letters(title)[:30] in references[number], title
    for number, (preprint, year) in doc1_references.ARXIV_YEARS.items():
        assert letters(preprint) in references[number]
        assert str(year) in references[number]
    for number, years in doc1_references.YEARS_OF_PROCEEDINGS.items():
        found = re.findall("(?:19|20)[0-9]{2}", references[number])
        assert set(map(str, years)) <= set(found), number


def letters(text):
    """Keep small letters and digits only."""
    return re.sub("[^a-z0-9]", "", text.lower())


def test_summary_counts_every_row_once():
    summary = ledger.summarise(ROWS)
    total = summary.loc[("all", "")]
    assert total["all"] == len(ROWS) == sum(total[verdict] for verdict in ledger.VERDICTS)
    assert summary["all"].sum() == 2 * len(ROWS)
    for (document, kind), line in summary.drop(index=("all", "")).iterrows():
        rows = [row for row in ROWS if (row.document, row.kind) == (document, kind)]
        assert line["all"] == len(rows)
        assert line["later readings"] == sum(row.reading > 1 for row in rows)


@pytest.fixture
def rows_of_four(folder, monkeypatch):
    """A ledger with one row for each document, its checksums not looked at."""
    files = folder / "ledger"
    monkeypatch.setattr("cmcourse.tables.shipped.ledger_file", lambda it: (files / it).read_bytes())
    for document in ledger.DOCUMENTS:
        row = replace(number("0.5", "0.5"), id=f"{document}-sample", document=document)
        write(files / f"{document}.csv", [astuple(row)])
    return files


def write(path, rows, header=COLUMNS):
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])


def changed(**columns):
    """Change cells of the second document's row."""

    def change(folder):
        (row,) = ledger.load("doc2")
        write(folder / "doc2.csv", [(asdict(row) | columns).values()])

    return change


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (changed(document="doc1"), "doc2.csv, line 2: document is 'doc1', not one of doc2"),
        (changed(verdict="fine"), "line 2: verdict is 'fine', not one of reproduced, misprint"),
        (changed(call=""), "line 2: call is empty, and a reproduced number needs it"),
        (changed(decimals="two"), "line 2: decimals is 'two', not a whole number"),
        (changed(verdict="drifts"), "line 2: note is empty, and a drifts number needs it"),
        (changed(verdict="wrong", note="why"), "line 2: correction is empty, and a wrong number"),
        (changed(correction="0.6"), "line 2: correction is not empty, but the number is rep"),
        (changed(id="doc1-sample"), "id: 'doc1-sample' names 2 rows of the ledger"),
        (lambda at: write(at / "doc3.csv", [["x"]]), "doc3.csv, line 2: expected 17 cells"),
        (lambda at: write(at / "doc3.csv", [], ["a"]), "doc3.csv, line 1: expected the columns id"),
    ],
)
def test_bad_file_is_named(rows_of_four, spoil, what):
    assert len(ledger.load()) == len(ledger.DOCUMENTS)
    spoil(rows_of_four)
    with pytest.raises(ValueError, match=re.escape(what)):
        ledger.load()


def test_cut_or_missing_file_is_refused(folder):
    path = folder / "ledger" / "doc4.csv"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:100]), encoding="utf-8")
    with pytest.raises(ValueError, match=r"doc4\.csv: wrong checksum"):
        ledger.load("doc4")
    path.unlink()
    with pytest.raises(FileNotFoundError, match=r"doc4\.csv is missing: the index names"):
        ledger.load("doc4")
