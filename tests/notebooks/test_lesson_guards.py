"""Each guard accepts the sample and the lessons, and refuses a notebook with its kind of fault."""

from collections.abc import Callable
from pathlib import Path

import lesson_guards as guards
import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output
from notebook_guards import bound_numbers, unbound_prose_number

LESSONS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("guard", guards.GUARDS, ids=lambda guard: guard.__name__)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)
def test_the_lesson_passes_the_guard(
    lesson: Path, guard: Callable[[NotebookNode], list[str]]
) -> None:
    problems = guard(nbformat.read(lesson, as_version=4))
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("guard", guards.GUARDS, ids=lambda guard: guard.__name__)
def test_the_sample_passes_the_guard(
    sample: NotebookNode, guard: Callable[[NotebookNode], list[str]]
) -> None:
    assert guard(sample) == []


def with_cells(sample: NotebookNode, *cells: NotebookNode) -> NotebookNode:
    sample.cells += cells
    return sample


def code(source: str, *, stdout: str = "", html: str = "", solution: bool = False) -> NotebookNode:
    outputs = [new_output("stream", text=stdout)] if stdout else []
    if html:
        outputs.append(new_output("display_data", {"text/html": html, "text/plain": "a table"}))
    metadata = {"tags": ["solution"]} if solution else {}
    return new_code_cell(source, outputs=outputs, metadata=metadata)


def refused(sample: NotebookNode, guard: Callable[..., list[str]], *cells: NotebookNode) -> str:
    problems = guard(with_cells(sample, *cells))
    assert len(problems) == 1, problems
    return problems[0]


ONE, TWO, THREE = (new_markdown_cell(f"## Part {word}") for word in ("one", "two", "three"))


@pytest.mark.parametrize(
    "read",
    [
        "print(shares)",
        "total = shares + 1",
        "shares += 1",
        "rows = [shares for _ in range(3)]",
        "first = lambda: shares",
        "for share in shares:\n    shares = share",
        "print(mean())",
        "shown = f'{shares:.4f}'",
    ],
)
def test_a_name_that_two_sections_bind_is_not_read(sample: NotebookNode, read: str) -> None:
    said = refused(
        sample,
        guards.name_with_two_meanings,
        ONE,
        code("shares = 0.1\ndef mean():\n    return shares"),
        TWO,
        code("for shares in range(3):\n    print(shares)"),
        THREE,
        code(read),
    )
    assert "'shares', which was bound in 'Part one' and again in 'Part two'" in said


@pytest.mark.parametrize(
    "cells",
    [
        [ONE, code("shares = 1"), TWO, code("shares = 2\nprint(shares)")],
        [ONE, code("shares = 1"), TWO, code("for shares in x:\n    print(shares)"), code("y = 1")],
        [ONE, code("shares = 1"), code("shares = 2"), TWO, code("print(shares)")],
        [ONE, code("a = [s for s in x]"), TWO, code("b = [s for s in y]"), code("s = 2\nprint(s)")],
        [ONE, code("a = 1"), TWO, code("def f(a):\n    b = a\n    return b"), code("f(a)")],
    ],
)
def test_what_a_cell_binds_itself_is_its_own(
    sample: NotebookNode, cells: list[NotebookNode]
) -> None:
    assert guards.name_with_two_meanings(with_cells(sample, *cells)) == []


PARTS = code('score = [9, 8, 7, 6, 5]\ntruth = ["bad", "fine", "bad", "fine", "fine"]')


@pytest.mark.parametrize(
    "table",
    [
        "| score | 9 | 8 | 7 | 6 | 5 |\n| --- | --- | --- | --- | --- | --- |\n"
        "| is | bad | bad | fine | fine | fine |",
        "| score | is |\n| --- | --- |\n| 9 | bad |\n| 8 | bad |\n| 7 | fine |\n| 6 | fine |\n"
        "| 5 | fine |",
        "| score | 9 | 8 | 7 | 4 | 5 |\n| --- | --- | --- | --- | --- | --- |",
    ],
)
def test_a_table_is_what_the_code_says(sample: NotebookNode, table: str) -> None:
    said = refused(sample, guards.table_unlike_the_code, PARTS, new_markdown_cell(table))
    assert "the code " in said


def test_the_same_table_and_another_are_accepted(sample: NotebookNode) -> None:
    same = "| score | 9 | 8 | 7 | 6 | 5 |\n| --- | --- | --- | --- | --- | --- |\n"
    same += (
        "| is | bad | fine | bad | fine | fine |\n\n| other | 1 | 2 | 3 | 4 | 5 |\n| - | - | - |"
    )
    assert guards.table_unlike_the_code(with_cells(sample, PARTS, new_markdown_cell(same))) == []


TABLE = (
    "<table><tr><th></th><th>recall</th><th>MCC</th></tr>"
    "<tr><th>dog</th><td>{recall}</td><td>{mcc}</td></tr></table>"
)


@pytest.mark.parametrize(
    "cell",
    [
        code("x", stdout="Top-1 0.8754; best fixed lists: 0.9140 and 2.8780\n"),
        code("x", stdout="accuracy 1.2000\n"),
        code("x", stdout="the recall of 'dog': -0.1\n"),
        code("x", stdout="MCC -1.0100\n"),
        code("x", html=TABLE.format(recall="1.0100", mcc="0.5000")),
        code("x", html=TABLE.format(recall="0.5000", mcc="-1.5000")),
    ],
)
def test_an_impossible_value_is_refused(sample: NotebookNode, cell: NotebookNode) -> None:
    assert "outside of [" in refused(sample, guards.impossible_value, cell)


def test_possible_values_are_accepted(sample: NotebookNode) -> None:
    cells = [
        code("x", stdout="accuracy 1.0000, MCC -0.5000, recall 71.3 %, 2/F1 = 4.6667\n"),
        code("x", stdout="change of the recall: -0.0850\n"),
        code("x", html=TABLE.format(recall="0.0000", mcc="-1.0000")),
        code("x", html=TABLE.format(recall="17", mcc="-0.2000")),
    ]
    assert guards.impossible_value(with_cells(sample, *cells)) == []


def test_a_column_of_nan_is_refused(sample: NotebookNode) -> None:
    head = "<table><thead><tr><th></th><th>recall</th><th>verdict</th></tr></thead><tbody>"
    row = "<tr><th>digit 0</th><td>0.5000</td><td>{}</td></tr>"
    empty = code("x", html=head + row.format("nan") + row.format("NaN") + "</tbody></table>")
    assert "a column of its table is nan" in refused(sample, guards.column_of_nan, empty)
    sample.cells.remove(empty)
    undefined_once = code(
        "x", html=head + row.format("nan") + row.format("up") + "</tbody></table>"
    )
    single_row = code("x", html=head + row.format("nan") + "</tbody></table>")
    assert guards.column_of_nan(with_cells(sample, undefined_once, single_row)) == []


def test_a_library_that_has_another_value_than_the_answer(sample: NotebookNode) -> None:
    wrong = code("x", stdout="Correct: 0.775.\nscikit-learn: 0.8250\n", solution=True)
    assert "scikit-learn 0.8250" in refused(sample, guards.library_against_the_answer, wrong)
    right = code("x", stdout="Correct: 0.733333…\nscikit-learn: 0.7333\n", solution=True)
    sample.cells.remove(wrong)
    assert guards.library_against_the_answer(with_cells(sample, right)) == []


@pytest.mark.parametrize(
    ("formula", "says"),
    [
        ("FN = 2 + 1 + 0 = 4", "2 + 1 + 0 = 4"),
        (r"\frac{5 + 7}{22} = \frac{6}{12}", r"\frac{5 + 7}{22} = \frac{6}{12}"),
        (r"\frac58 = 0.626", r"\frac58 = 0.626"),
        (r"\tfrac{2}{3} \approx 0.66", r"\tfrac{2}{3} ≈ 0.66"),
        (r"10^{2} \times 3 = 301", r"10^{2} \times 3 = 301"),
        (r"\sqrt{\frac{1}{4}} = 0.51", r"\sqrt{\frac{1}{4}} = 0.51"),
        (r"9{,}999{,}900 + 100 = 10{,}000{,}001", "10{,}000{,}001"),
        (r"a &= 1 + 1 \\ &= 2 \\ b &= 2 + 2 = 5", "2 + 2 = 5"),
        (r"\frac{1}{2} > \frac{2}{3}", r"\frac{1}{2} > \frac{2}{3}"),
        (r"4 - 5 - 3 = 12", "4 - 5 - 3 = 12"),
    ],
)
def test_an_equation_that_does_not_hold(sample: NotebookNode, formula: str, says: str) -> None:
    for text in (f"So $${formula}$$", f"So ${formula}$."):
        problems = guards.false_formula(with_cells(sample, new_markdown_cell(text)))
        assert says in "\n".join(problems)
        sample.cells.pop()


@pytest.mark.parametrize(
    "formula",
    [
        r"\frac{TP}{TP + FN} = \frac{5}{12} \approx 0.417",
        r"\frac58 = 0.625 = 62.5\,\%",
        r"1 - \frac{1 - 0.9}{1 - 0.82} = \frac{4}{9}",
        r"\sqrt[3]{0.513} = 0.8005",
        r"n = 3, K = 4",
        r"\left(\tfrac18 - \tfrac1{20}\right)^2 = 0.005625",
        r"x = 1 \text{ if } b + 1 \le k",
    ],
)
def test_equations_that_hold_or_are_no_numbers(sample: NotebookNode, formula: str) -> None:
    assert guards.false_formula(with_cells(sample, new_markdown_cell(f"${formula}$"))) == []


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("61 of 63 buses", ["61", "63"]),
        ("900 apples, 12 dogs and 10,000 digits", ["900", "12", "10,000"]),
        ("Eight of the ten classes fit", ["Eight", "ten"]),
        ("It came up in nine of 520 runs.", ["nine", "520"]),
        ("45 of the fifty", ["45", "fifty"]),
        ("1 of 22", ["1", "22"]),
        ("at the start of a line\n8 of them", ["8"]),
        ("between 0 and 1, in lesson 2, table 10, runs 9 and 10, classes 3 or 4", []),
        ("2. Many classes, in lessons 6 and 7.", []),
        ("2. Many classes, 6 and 7.", ["6", "7"]),
        ("Top-5 of a 2 × 2 table of 1973, in 60 minutes, for LeNet-5 and F1", []),
        ("two classes, one of them", []),
        ("8. Top-K accuracy", []),
        ("about 55 minutes, and 40 more for the exercises", []),
        ("the code `range(30)` and 7", ["7"]),
        ("a share of 0.5 and 20 %", ["0.5", "20 %"]),
    ],
)
def test_which_numbers_of_prose_are_bound(text: str, numbers: list[str]) -> None:
    text = text.replace("`range(30)`", "\ue000range(30)\ue001")
    assert [number.text for number in bound_numbers(text)] == numbers


def test_an_unbound_count_is_refused(sample: NotebookNode) -> None:
    prose = new_markdown_cell("Of these, 17 of the twelve are left.")
    said = refused(sample, unbound_prose_number, prose)
    assert "prints 2 numbers that count (17, twelve)" in said
    prose.metadata["numbers"] = ["17", "len('twelve words')"]
    assert "nothing shows it" in "\n".join(unbound_prose_number(sample))
