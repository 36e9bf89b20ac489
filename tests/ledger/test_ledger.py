"""The ledger recomputed, row by row; and falsified, row by row, to see each change caught.

One long file: all of it works on the same rows, which are read and recomputed once.
"""

from __future__ import annotations

import ast
import builtins
import csv
import re
import subprocess
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, astuple, replace
from decimal import Decimal
from difflib import unified_diff
from fractions import Fraction
from functools import cache
from io import StringIO
from itertools import takewhile
from pathlib import Path

import nbformat
import numpy as np
import pytest
from guards.prose import headings
from places import LESSONS, ROOT
from stand_ins import ROW

from cmcourse import ledger, tables
from cmcourse.ledger import (
    Evidence,
    __main__,
    always,
    every,
    evidence,
    holds,
    random_matrices,
    small_matrices,
)
from cmcourse.ledger.__main__ import main
from cmcourse.ledger.checks import doc1_references, doc2_curves
from cmcourse.ledger.namespace import CHECKS, offered
from cmcourse.ledger.rows import COLUMNS

ROWS = ledger.load()
NUMBERS = [row for row in ROWS if row.kind == "number"]
STATEMENTS = [row for row in ROWS if row.kind != "number"]
# Where the documents themselves lie, if they do: beside the checkout.
DOCUMENTS = ROOT.parent / "shared" / "documents"
needs_documents = pytest.mark.skipif(
    not DOCUMENTS.is_dir(), reason="the four documents are not beside the checkout"
)
# The second reader's list: what each row is called, where it stands, and a mark of its words.
SECOND_LIST = (Path(__file__).parent / "ledger_verdicts.csv").read_text("utf-8").splitlines()[1:]


@cache
def document_text(document: str) -> str:
    (path,) = DOCUMENTS.glob(f"{document}_*.md")
    return path.read_text(encoding="utf-8")


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


def test_every_verdict_holds(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = main([]), capsys.readouterr().out
    assert f"All {len(ROWS)} verdicts hold." in said
    assert code == 0
    assert [document for document in ledger.DOCUMENTS if document not in said] == []


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
    """The verdicts that a machine cannot tell from the row's own: they ask the same of its call.

    For those there is the second reader's list.
    """
    fails = set(ledger.FAULTS)
    if row.verdict in fails:
        return fails if row.kind != "number" else {"misprint", "wrong"}
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
        assert ledger.read_printed(row.correction)[0] == Decimal(right), row.id
        (caught, *_) = ledger.compare(replace(row, printed=right))
        assert caught.endswith(": reproduced")


def test_the_command_names_a_row_that_fails_or_cannot_be_evaluated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = replace(ROW, id="doc1-broken", call="1 / 0")
    rows = [replace(ROW, id="doc1-false", printed="0.6"), broken, ROW]
    monkeypatch.setattr(__main__, "load", lambda document: rows)
    assert main(["doc1"]) == 1
    said = capsys.readouterr().out
    assert "doc1-false: called reproduced, but 0.6 is printed" in said
    assert "doc1-broken: call '1 / 0' failed: ZeroDivisionError" in said
    assert said.endswith("2 of 3 rows fail.\n")
    assert said.lstrip().startswith("reproduced")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["doc3", "doc3"], 0, f"All {len(ledger.load('doc3'))} verdicts hold."),
        (["--help"], 0, "usage: python -m cmcourse.ledger [-h] [--names] [--write] [document"),
        (["doc5"], 2, "error: document: expected one of doc1, doc2, doc3, doc4, got 'doc5'"),
        (["--fast"], 2, "error: unrecognized arguments: --fast"),
    ],
)
def test_the_module_runs_from_the_shell(arguments: list[str], code: int, said: str) -> None:
    command = [sys.executable, "-m", "cmcourse.ledger", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert said in (done.stderr if code else done.stdout)
    assert "Traceback" not in done.stderr


def test_the_names_of_a_document_are_told_with_what_they_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--names", "doc4"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert "doc4.screening_case: Load one of the three screening cases of section 3.9.3." in said
    assert "doc4.PAIR_TRUTH: array([3, 0])" in said
    assert "holds: Compare two numbers, or two other things for equality." in said
    assert not [line for line in said if line.startswith("doc1") or line.endswith(": ")]


def test_the_computed_columns_are_filled_in(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also those of a row that another row quotes: it is read before it is computed."""
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
    assert others == ledger.load("doc1", folder=ROOT / "data" / "ledger")
    assert path.read_text(encoding="utf-8").endswith(rows.partition("\n")[2])
    assert "verdicts hold." in capsys.readouterr().out
    write(path, [astuple(replace(ROW, printed="0.6"))])
    assert main(["--write", "doc1"]) == 1
    assert "but 0.6 is printed" in capsys.readouterr().out


@pytest.mark.parametrize(
    "cycle",
    [["#1f77b4", "#ff7f0e"], [(31 / 255, 119 / 255, 180 / 255), (1.0, 127 / 255, 14 / 255)]],
)
def test_colours_are_known_however_they_are_written(
    cycle: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Matplotlib 3.11 keeps its colours as shares of light, earlier versions as signs."""
    import matplotlib

    monkeypatch.setitem(
        matplotlib.rcParamsDefault, "axes.prop_cycle", matplotlib.cycler(color=cycle)
    )
    assert doc2_curves.line_colours() == ["blue", "orange"]


# The double entry: what no call can tell is written down twice, here and in the second list


def mark(row: ledger.Entry) -> str:
    """Eight signs that change with any word of a row."""
    words = (row.kind, row.quantity, row.printed, row.correction, row.note)
    return f"{zlib.crc32(chr(0).join(words).encode()):08x}"


def entered(row: ledger.Entry) -> str:
    """The line of a row in the second list."""
    text = StringIO()
    csv.writer(text, lineterminator="").writerow([row.id, row.verdict, row.place, mark(row)])
    return text.getvalue()


def unlike(rows: Sequence[ledger.Entry], second: Sequence[str] = SECOND_LIST) -> list[str]:
    """Lines that the second list should not have (-), and those that it should have (+)."""
    lines = unified_diff(second, [entered(row) for row in rows], lineterm="", n=0)
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def test_the_second_list_says_the_same() -> None:
    """Read the row once more before you enter its line into ledger_verdicts.csv."""
    assert unlike(ROWS) == []


@pytest.mark.parametrize(
    ("one", "other", "field"),
    [
        ("doc1-eq20-in-words", "doc1-intro-single-class", "verdict"),
        ("doc3-copy-arrays", "doc3-remove-true-other", "verdict"),
        ("doc2-data-18", "doc2-data-last-columns", "verdict"),
        ("doc1-t5-accuracy", "doc1-eq8-r", "place"),
        ("doc4-f1-case-1", "doc4-eq84-precision", "place"),
        ("doc2-f-a-above-1", "doc2-f-a-below-1", "correction"),
    ],
)
def test_an_exchanged_pair_is_seen(one: str, other: str, field: str) -> None:
    """Although no count changes."""
    values = {row.id: getattr(row, field) for row in ROWS}
    values |= {one: values[other], other: values[one]}
    spoiled = [replace(row, **{field: values[row.id]}) for row in ROWS]
    assert ledger.summarise(spoiled).equals(ledger.summarise(ROWS))
    assert {line.partition(",")[0] for line in unlike(spoiled)} == {
        sign + row_id for sign in "+-" for row_id in (one, other)
    }


@pytest.mark.parametrize("field", ["quantity", "printed", "correction", "note", "kind"])
def test_a_changed_word_is_seen(field: str) -> None:
    row = next(row for row in ROWS if row.id == "doc2-kappa-larger-better")
    assert unlike([replace(row, **{field: f"{getattr(row, field)} not"})], [entered(row)])


def test_a_row_too_many_too_few_or_elsewhere_is_seen() -> None:
    assert unlike(ROWS[:-1]) == [f"-{entered(ROWS[-1])}"]
    assert unlike(ROWS, SECOND_LIST[:-1]) == [f"+{entered(ROWS[-1])}"]
    assert len(unlike([*ROWS[1:], ROWS[0]])) == 2


# Verdicts and places against what stands in the row and in the document

# What the words of a row must say for its verdict.
SAYS = {"our copy": "our copy", "no longer runs": "When the document appeared"}


@pytest.mark.parametrize("verdict", SAYS)
def test_a_verdict_stands_in_its_note(verdict: str) -> None:
    rows = [row for row in ROWS if row.verdict == verdict]
    assert rows
    assert [row.id for row in rows if SAYS[verdict] not in row.note] == []


def regions(document: str) -> dict[str, str]:
    """The sections, tables and equations of a document, each with its text."""
    text = document_text(document)
    sign = "^## " if document == "doc4" else "^(?:#+ )?"
    heads = list(re.finditer(rf"{sign}(\d+(?:\.\d+)*)\.? +\S", text, re.MULTILINE))
    found = {}
    for at, head in enumerate(heads):
        below = f"{head[1]}."
        after = [next_.start() for next_ in heads[at + 1 :] if not next_[1].startswith(below)]
        found[f"Section {head[1]}"] = text[head.start() : after[0] if after else len(text)]
    for head in re.finditer(r"^\*{0,2}表 (\d+)[. ]", text, re.MULTILINE):
        lines = text[head.end() :].splitlines()[1:]
        rows = list(takewhile(lambda line: not line or "\t" in line, lines))
        found[f"Table {head[1]}"] = "\n".join(rows)
    for formula in re.findall(r"\$\$(?:(?!\$\$)[\s\S])*\$\$", text):
        number = re.search(r"\\tag\s*\{([\d-]+)\}|\\quad \((\d+)\)", formula)
        if number:
            found[f"Equation {number[1] or number[2]}"] = formula
    for caption in re.findall(r"图 ?(\d+(?:-\d+)?)[. ]", text):
        found[f"Figure {caption}"] = ""
    for number in re.findall(r"^- \[(\d+)\]", text.partition("参考文献")[2], re.MULTILINE):
        found[f"Reference {number}"] = ""
    return found


def named(place: str) -> list[str]:
    """The sections, tables, figures, equations and references that a place names."""
    found = []
    for kind in ("Section", "Table", "Figure", "Equation"):
        for listed in re.findall(rf"(?i)\b{kind}s? ((?:[\d.-]+(?:, | and | to )?)+)", place):
            found += [f"{kind} {number}" for number in re.findall(r"\d+(?:[.-]\d+)*", listed)]
    return found + [f"Reference {number}" for number in re.findall(r"\[(\d+)\]", place)]


def test_the_names_in_a_place_are_read() -> None:
    place = "Section 4.1, Table 4; also section 4.3, Tables 8 and 9, and equations 3-91, 3-93"
    assert named(place) == [
        *("Section 4.1", "Section 4.3", "Table 4", "Table 8", "Table 9"),
        *("Equation 3-91", "Equation 3-93"),
    ]
    assert named("References, [10], [11]") == ["Reference 10", "Reference 11"]


def misplaced(rows: Sequence[ledger.Entry], document: str) -> list[str]:
    """Rows whose place is not in the document, or does not hold what they quote."""
    known = regions(document)
    found = []
    for row in rows:
        names = named(row.place)
        found += [f"{row.id}: there is no {name}" for name in names if name not in known]
        where = [name for name in names if known.get(name)]
        # A table or an equation is nearer than its section, unless the row stands beside it.
        if not re.search(r"\b(after|before|on)\b", row.place):
            where.sort(key=lambda name: name.startswith("Section"))
        inside = known[where[0]] if where else ""
        if row.kind == "number" and inside and row.printed not in inside:
            found.append(f"{row.id}: {row.printed} does not stand in {row.place}")
    return found


@needs_documents
@pytest.mark.parametrize("document", ledger.DOCUMENTS)
def test_every_place_is_in_its_document(document: str) -> None:
    assert misplaced([row for row in ROWS if row.document == document], document) == []


@needs_documents
@pytest.mark.parametrize(
    ("row_id", "place", "what"),
    [
        ("doc4-eq84-precision", "Equation 3-85", "0.048 does not stand in Equation 3-85"),
        ("doc4-f1-case-1", "Section 3.9.4", "0.039 does not stand in Section 3.9.4"),
        ("doc1-t5-accuracy", "Section 4.1, Table 12", "there is no Table 12"),
        ("doc1-t5-kappa", "Section 4.3, Table 7", "0.978 4 does not stand"),
        ("doc2-fpr", "Section 6", "there is no Section 6"),
        ("doc1-ref-8-year", "References, [33]", "there is no Reference 33"),
    ],
)
def test_a_wrong_place_is_seen(row_id: str, place: str, what: str) -> None:
    row = next(row for row in ROWS if row.id == row_id)
    assert misplaced([row], row.document) == []
    (found,) = misplaced([replace(row, place=place)], row.document)
    assert what in found


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
        (number("Fraction(2, 3)", "0.66"), "0.66 is printed and the call gives 0.666667: wrong"),
        (number("Fraction(2, 3)", "0.68", verdict="our copy"), "gives 0.666667: wrong"),
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
        (claim("holds(1, '>', 0)", "no longer runs"), "called no longer runs, but it holds: 1 > 0"),
        (claim("holds(1, '<', 0)", "not recomputable"), "but its evidence fails: 1 ≥ 0"),
    ],
)
def test_a_verdict_that_does_not_hold_is_named(row: ledger.Entry, what: str) -> None:
    (found,) = ledger.compare(row)
    assert found.startswith("doc1-sample: ")
    assert what in found


def test_a_wrong_number_is_left_alone() -> None:
    """The one verdict that no row of the ledger has: what is wrong there is no number."""
    assert ledger.compare(number("0.9", "0.67", verdict="wrong")) == []


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
        ledger.printed("doc9-x")


# The rows as a whole


def test_every_row_names_a_heading_of_a_lesson() -> None:
    known = {
        (path.name[:2], title)
        for path in LESSONS
        for tag in ("h1", "h2", "h3")
        for title in headings(nbformat.read(path, as_version=4), tag)
    }
    assert [row.id for row in ROWS if (row.lesson, row.section) not in known] == []


def checks_called(call: str) -> set[str]:
    """The long checks that a call uses, each with its module."""
    return {
        f"{node.value.id}.{node.attr}"
        for node in ast.walk(ast.parse(call, mode="eval"))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if node.value.id in CHECKS
    }


def test_every_long_check_is_used() -> None:
    there = {f"{name}.{check}" for name, module in CHECKS.items() for check in offered(module)}
    assert len(there) > 100
    assert sorted(there - set().union(*(checks_called(row.call) for row in ROWS))) == []


# What compares and rearranges, but takes no measure of anything.
PLAIN = {*dir(builtins), "always", "every", "holds", "Fraction", "math", "np"} - {"sum"}
# What gives back something that was typed from a document or from another text.
QUOTED = {
    "cm",
    "data",
    "tables",
    "doc1_experiments.image_shape",
    "doc2_programs.table_1",
    "doc2_references.citations_listed",
    "doc2_references.dois_stand_right",
    "spelled",
}
# Counts, samples and sums of them: a computation starts from these.
MEASURED = {"argmax", "correct", "counts", "predicted", "sum", "support", "total"}
MEASURED |= {"y_pred", "y_score", "y_true"}


def only_quotes(call: str) -> bool:
    """Whether a call compares nothing but what was typed, so that it can only fail by a slip."""
    nodes = list(ast.walk(ast.parse(call, mode="eval")))
    own = {node.arg for node in nodes if isinstance(node, ast.arg)}
    own |= {
        node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    names = {node.id for node in nodes if isinstance(node, ast.Name)} - own - PLAIN - {*CHECKS}
    computing = {
        name for name in names | checks_called(call) if not name.rpartition(".")[2].isupper()
    }
    used = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return not computing - QUOTED and not used & MEASURED


def test_what_is_only_read_is_called_text() -> None:
    assert [row.id for row in ROWS if (row.kind == "text") != only_quotes(row.call)] == []


@pytest.mark.parametrize(
    ("call", "quotes"),
    [
        ("holds(1, '<', 2)", True),
        ("holds(cm.labels, '=', tuple(range(10)))", True),
        ("always(lambda year: year == 2001, doc1_equations.TABLE_3_BANDS)", True),
        ("holds(data.printed['total'], '=', tables.load('doc1_table08').printed['total'])", True),
        ("holds(doc2_programs.table_1().columns[-1], '=', 'class')", True),
        ("spelled('Ture', 'True')", True),
        ("holds(cm.support[0], '=', 10)", False),
        ("holds(accuracy([[1, 0], [0, 1]]), '=', 1)", False),
        ("holds(sum(map(int, data.printed['row_sums'])), '=', 10_000)", False),
        ("holds(printed('doc1-t5-precision'), '=', 1)", False),
        ("shared.stops_with_value_error(lambda: 1 / 0)", False),
    ],
)
def test_a_call_that_only_quotes_is_seen(call: str, quotes: bool) -> None:
    assert only_quotes(call) is quotes


@pytest.mark.parametrize("name", ["doc1_table08", "doc1_table09", "doc1_table10", "doc1_table11"])
def test_every_printed_sum_has_its_row(name: str) -> None:
    shipped = tables.load(name).printed
    wanted = Counter([*shipped["row_sums"], *shipped["column_sums"], shipped["total"]])
    wanted += Counter([*(shipped["r_prime"] or ()), *filter(None, [shipped["r_prime_overall"]])])
    place = f"Table {int(name[-2:])}"
    rows = [row for row in NUMBERS if row.source == name and row.place.endswith(place)]
    found = Counter(row.printed.replace(" ", "") for row in rows)
    assert wanted - found == Counter()


@needs_documents
@pytest.mark.parametrize("document", ledger.DOCUMENTS)
def test_every_number_stands_in_its_document_as_often_as_in_the_ledger(document: str) -> None:
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
def test_every_decimal_of_a_document_has_its_row(document: str) -> None:
    rows = [row.printed for row in NUMBERS if row.document == document]
    assert without_row(document_text(document), rows, NOT_DERIVED[document].split()) == []


def without_row(text: str, rows: list[str], not_derived: list[str]) -> list[str]:
    """Decimals and percentages of a text that are printed more often than in the rows."""
    printed = re.findall(r"(?<![\w.])\d+(?:\.\d+(?: \d(?![\d.]))?%?|%)(?!\d)", text)
    return sorted(set(Counter(printed) - Counter(rows)) - set(not_derived))


def test_a_decimal_without_a_row_is_seen() -> None:
    text = "R' 0.986 0, P 0.5 and 0.5, 98.06% of 10 000 in section 2.1"
    assert without_row(text, ["0.986 0", "0.5", "0.5", "98.06%"], ["2.1"]) == []
    assert without_row(text, ["0.986 0", "0.5"], []) == ["0.5", "2.1", "98.06%"]


@needs_documents
def test_every_slip_of_spelling_stands_in_its_document() -> None:
    slips = [row for row in STATEMENTS if row.call.startswith("spelled(")]
    assert slips
    for row in slips:
        word = ast.literal_eval(row.call.removeprefix("spelled"))[0]
        assert word in document_text(row.document), row.id


@needs_documents
def test_what_is_quoted_from_the_references_of_document_1_stands_there() -> None:
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
        assert line["later readings"] == sum(row.reading > 1 for row in rows)


def test_the_frame_holds_every_field() -> None:
    frame = ledger.to_frame(ROWS)
    assert frame.index.tolist() == [row.id for row in ROWS]
    assert (frame.index.name, *frame.columns) == COLUMNS


# Bad files


@pytest.fixture
def rows_of_four(tmp_path: Path) -> Path:
    """A ledger with one row for each document."""
    for document in ledger.DOCUMENTS:
        row = replace(number("0.5", "0.5"), id=f"{document}-sample", document=document)
        write(tmp_path / f"{document}.csv", [astuple(row)])
    return tmp_path


def write(path: Path, rows: Iterable[Iterable[object]], header: Sequence[str] = COLUMNS) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])


def changed(**columns: str) -> Callable[[Path], None]:
    """Change cells of the second document's row."""

    def change(folder: Path) -> None:
        (row,) = ledger.load("doc2", folder=folder)
        write(folder / "doc2.csv", [(asdict(row) | columns).values()])

    return change


def test_a_sound_folder_is_read(rows_of_four: Path) -> None:
    rows = ledger.load(folder=rows_of_four)
    assert [row.id for row in rows] == [f"{document}-sample" for document in ledger.DOCUMENTS]


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (changed(document="doc1"), "doc2.csv, line 2: document is 'doc1', not one of doc2"),
        (changed(kind="guess"), "line 2: kind is 'guess', not one of number, formula, claim"),
        (changed(verdict="fine"), "line 2: verdict is 'fine', not one of reproduced, misprint"),
        (changed(reading="4"), "line 2: reading is '4', not one of 1, 2, 3"),
        (changed(reading=""), "line 2: reading is '', not one of 1, 2, 3"),
        (changed(call=""), "line 2: call is empty, and a reproduced number needs it"),
        (changed(printed=""), "line 2: printed is empty"),
        (changed(recomputed=""), "line 2: recomputed is empty"),
        (changed(lesson=""), "line 2: lesson is empty"),
        (changed(section=""), "line 2: section is empty"),
        (changed(decimals=""), "line 2: decimals is empty"),
        (changed(decimals="two"), "line 2: decimals is 'two', not a whole number"),
        (changed(verdict="drifts"), "line 2: note is empty, and a drifts number needs it"),
        (changed(verdict="wrong", note="why"), "line 2: correction is empty, and a wrong number"),
        (
            changed(correction="0.6"),
            "line 2: correction is not empty, but the number is reproduced",
        ),
        (changed(id="Doc2 sample"), "line 2: id 'Doc2 sample' has other signs than"),
        (changed(id="doc1-sample"), "id: 'doc1-sample' names 2 rows of the ledger"),
        (lambda at: write(at / "doc3.csv", [["x"]]), "doc3.csv, line 2: expected 17 cells"),
        (lambda at: write(at / "doc3.csv", [["x"] * 18]), "doc3.csv, line 2: expected 17 cells"),
        (lambda at: write(at / "doc3.csv", [], ["a"]), "doc3.csv, line 1: expected the columns id"),
    ],
)
def test_a_bad_file_is_named(rows_of_four: Path, spoil: Callable[[Path], None], what: str) -> None:
    spoil(rows_of_four)
    with pytest.raises(ValueError, match=re.escape(what)):
        ledger.load(folder=rows_of_four)


def test_a_missing_file_is_named(rows_of_four: Path) -> None:
    (rows_of_four / "doc3.csv").unlink()
    with pytest.raises(FileNotFoundError, match=r"a file of the ledger is missing: .*doc3\.csv"):
        ledger.load(folder=rows_of_four)


def test_an_unknown_document_is_named() -> None:
    with pytest.raises(ValueError, match=r"document: expected one of doc1, .*, got 'doc5'"):
        ledger.load("doc5")


def test_a_shipped_file_that_is_cut_at_a_row_is_refused(folder: Path) -> None:
    assert ledger.load("doc4") == [row for row in ROWS if row.document == "doc4"]
    path = folder / "ledger" / "doc4.csv"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:100]), encoding="utf-8")
    with pytest.raises(ValueError, match=r"doc4\.csv: wrong checksum"):
        ledger.load("doc4")
