"""Every guard accepts the sample lesson and refuses the bad notebooks made for it."""

from decimal import Decimal
from pathlib import Path

import nbformat
import notebook_guards as guards
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_output

BAD = Path(__file__).parent / "bad_notebooks"

# Guard -> bad notebook -> what the guard says of it.
REFUSED = {
    guards.never_compared: {
        "cell_never_run": "no execution count",
        "cell_empty": "the cell is empty",
    },
    guards.wrong_order: {
        "counts_out_of_order": "execution count is 2, in order it is 1",
        "counts_with_a_gap": "execution count is 3, in order it is 2",
        "result_count_differs": "execution count is 7, in order it is 1",
    },
    guards.switched_off: {
        "marker_nbval_ignore_output": "marker NBVAL_IGNORE_OUTPUT",
        "marker_nbval_skip": "marker NBVAL_SKIP",
        "marker_pytest_validate_ignore_output": "marker PYTEST_VALIDATE_IGNORE_OUTPUT",
        "tag_nbval_ignore_output": "tag 'nbval-ignore-output'",
        "tag_nbval_skip": "tag 'nbval-skip'",
        "tag_raises_exception": "tag 'raises-exception'",
        "tag_remove_cell": "tag 'remove-cell'",
        "tag_skip_execution": "tag 'skip-execution'",
        "metadata_of_a_cell_unknown": "cell metadata 'nbval'",
        "metadata_of_the_notebook_unknown": "notebook metadata: 'mystnb'",
        "raw_cell": "a raw cell",
    },
    guards.stderr_output: {"stderr": "wrote to stderr: '3'"},
    guards.error_output: {"error": "raised ZeroDivisionError: division by zero"},
    guards.overwritten_output: {"carriage_return": "carriage return"},
    guards.trailing_semicolon: {
        "semicolon_at_the_end": "line 2 ends in a semicolon",
        "semicolon_before_a_comment": "line 2 ends in a semicolon",
    },
    guards.unchecked_kind: {
        "figure_png": "image/png is not compared",
        "figure_png_beside_svg": "image/png is not compared",
        "figure_jpeg": "image/jpeg is not compared",
        "output_javascript": "application/javascript is not compared",
    },
    guards.missing_alt: {
        "alt_missing": "no alt text",
        "alt_too_short": "shorter than 40 characters",
        "alt_file_path": "a file's name",
        "alt_generic": "would fit any figure",
        "alt_repeated": "repeats that of cell 0",
        "alt_for_two_figures": "stands for 2 figures",
        "alt_without_figure": "no figure",
        "alt_missing_in_markdown": "no alt text",
        "alt_missing_in_html": "no alt text",
        "alt_missing_in_directive": "no alt text",
        "alt_missing_in_html_output": "no alt text",
    },
    guards.unbound_prose_number: {
        "prose_decimal_unbound": "(0.92)",
        "prose_percentage_unbound": "(92 %)",
        "prose_decimal_in_latex_unbound": "(0.92)",
        "prose_decimal_in_code_unbound": "(0.92)",
        "prose_decimal_in_table_unbound": "(0.92)",
        "prose_decimal_in_directive_unbound": "(0.92)",
        "prose_decimal_in_alt_unbound": "(0.92)",
        "prose_expression_surplus": "binds 2",
        "prose_expression_without_prose": "prints 0",
        "prose_expression_broken": "is no expression",
        "prose_numbers_not_a_list": "not a list of expressions",
        "prose_number_not_in_outputs": "no stored output shows a number that rounds to 0.92",
        "prose_literal_not_in_outputs": "'0.92' computes nothing",
    },
    guards.broken_exercise: {
        "exercises_too_few": "the lesson has 4 exercises",
        "exercise_without_prompt": "no Markdown prompt",
        "exercise_without_solution": "no solution follows",
        "exercise_with_another_check": "do not call the same check",
        "exercise_without_check": "calls no check",
        "exercise_already_answered": "no `...` for the answer",
        "exercise_stub_output_missing": "print a line that starts with 'Not answered yet'",
        "exercise_not_python": "it is not Python",
        "solution_wrong": "print a line that starts with 'Correct': ['5 is not right.']",
        "solution_output_missing": "print a line that starts with 'Correct': []",
        "solution_not_collapsed": "jupyter metadata is not",
        "solution_without_hide_cell": "lacks the tag 'hide-cell'",
        "solution_shows_its_answer": "the solution's first line is not '# Solution'",
        "solution_without_exercise": "no exercise stands before",
    },
    guards.needs_a_solution: {
        "answer_needed_later": "cell 3 (code: 'print(answer + 1)'): it needs 'answer', to which "
        "only cell 2 gives a value",
        "answer_overwritten": "it overwrites 'answer', the reader's answer",
        "answer_told": "it tells that an answer is right before the reader has one",
        "solution_needed_later": "it needs 'two', to which only cell 2 gives a value",
    },
    guards.broken_structure: {
        "title_missing": "the first cell is not the lesson's title",
        "title_not_first": "the first cell is not the lesson's title",
        "title_twice": "2 titles",
        "heading_missing": "'Further reading'] the lesson has",
        "headings_in_another_order": "the lesson has ['Exercises', 'What you",
        "kernel_other": "the kernel is 'mine'",
        "widget_state": "state of widgets",
        "not_a_valid_notebook": "'surprise' was unexpected",
    },
    guards.machine_path: {
        "path_home": "'/home/'",
        "path_root": "'/root/'",
        "path_users": "'/Users/'",
        "path_windows": r"'C:\\Users'",
        "path_tmp": "'/tmp/'",
        "path_site_packages": "'site-packages'",
    },
}
# What the guard says of a bad notebook once its expressions are evaluated.
REFUSED_VALUES = {
    "value_wrong_digit": "0.93 from 'accuracy': the value is 0.9224",
    "value_cut_not_rounded": "0.077 from '1 - accuracy': the value is 0.0775",
    "value_wrong_percentage": "92.3\u202f% from 'accuracy': the value is 0.9224",
    "value_not_a_percentage": "the value is 92.248",
    "value_wrong_sign": "-0.92 from 'accuracy': the value is 0.9224",
    "value_halfway": "0.125 lies halfway; print one decimal more",
    "value_halfway_but_for_the_last_bits": "0.285 lies halfway; print one decimal more",
    "value_of_unknown_name": "NameError: name 'acuracy' is not defined",
    "value_not_a_number": "a str is not a real number",
    "value_true": "a bool is not a real number",
    "value_nan": "nan is not a finite number",
}


def read(name: str) -> NotebookNode:
    return nbformat.read(BAD / f"{name}.ipynb", as_version=4)


def test_every_bad_notebook_has_its_guard_and_every_guard_a_bad_notebook() -> None:
    named = [name for names in REFUSED.values() for name in names] + list(REFUSED_VALUES)
    assert sorted(named) == sorted(path.stem for path in BAD.glob("*.ipynb"))
    assert set(REFUSED) == set(guards.GUARDS)


@pytest.mark.parametrize(
    ("guard", "name", "cause"),
    [
        pytest.param(guard, name, cause, id=name)
        for guard, names in REFUSED.items()
        for name, cause in names.items()
    ],
)
def test_the_guard_refuses_the_bad_notebook(guard, name: str, cause: str) -> None:
    problems = guard(read(name))
    assert any(cause in problem for problem in problems), problems


@pytest.mark.parametrize("name", REFUSED_VALUES)
def test_a_wrong_value_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    notebook = read(name)
    names: dict[str, object] = {}
    for _, cell in guards.code_cells(notebook):
        exec(cell.source, names)
    capsys.readouterr()
    exec(guards.evaluating_cell(notebook), names)
    output = new_output("stream", name="stdout", text=capsys.readouterr().out)
    (problem,) = guards.wrong_prose_values(notebook, guards.read_values([output]))
    assert REFUSED_VALUES[name] in problem


@pytest.mark.parametrize("guard", guards.GUARDS, ids=lambda guard: guard.__name__)
def test_the_guard_accepts_the_sample(guard, sample: NotebookNode) -> None:
    assert guard(sample) == []


def test_a_problem_names_the_cell_and_the_cause() -> None:
    assert guards.never_compared(read("cell_never_run")) == [
        "cell 0 (code: 'print(3)'): it has no execution count, so its outputs are never compared"
    ]


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("It is 0.95, then .5 and 1.", "0.95 .5"),
        ("**92.2** %, 7%, 7 percent, 7 per cent, 3.2 percentage points", "92.2 7 7 7 3.2"),
        (
            "99.7\u202f%, 99.8\u2009%, 99.9\u00a0%, 99.6&thinsp;%, 99.5 \\%",
            "99.7 99.8 99.9 99.6 99.5",
        ),
        (
            r"$R=99.7\,\%$, $\mathbf{0.5}\%$, $\approx0.25$, $-0.75$, $1-0.5$",
            "99.7 0.5 0.25 -0.75 0.5",
        ),
        ("$$\nF_{0.5} = 0.125\n$$", "0.5 0.125"),
        ("\\begin{align}\nx &= 0.25\n\\end{align}", "0.25"),
        ("{math}`0.25` and `beta=0.5` and `1e-3` and 2.5e3", "0.25 0.5 0.001 2500"),
        (
            "1,234.5 and $1\\,234.5$ and 0.5,0.6 and 0.1...0.2 and 0.3-0.4",
            "1234.5 1234.5 0.5 0.6 0.1 0.2 0.3 0.4",
        ),
        ("minus \u22120.5, (-0.25), range 0.2\u20130.3", "-0.5 -0.25 0.2 0.3"),
        ("# Title 0.1\n\n- item 0.2\n\n> quote 0.3\n\n1. first 0.4", "0.1 0.2 0.3 0.4"),
        ("| a | 0.1 |\n| --- | --- |\n| b | 0.2 |", "0.1 0.2"),
        ("```python\nx = 0.5\n```", "0.5"),
        (":::{admonition} On 0.1\n```{note}\n**0.2**\n```\n:::", "0.1 0.2"),
        ("Text[^1].\n\n[^1]: 0.95", "0.95"),
        (
            '![Alt 0.1](a0.2.png "Title 0.3") <img alt="0.4" width="0.5"> <b>0.6</b>',
            "0.1 0.3 0.4 0.6",
        ),
        ("[text 0.1](https://a.org/0.2 'title 0.3')", "0.3 0.1"),
        ("<div>0.1 <!-- 0.2 --></div>", "0.1"),
        ("```python 1.5\nx\n```", ""),
        ("https://a.org/v1.5 <https://a.org/2.5> www.a.org/3.5 a.org/4.5", ""),
        ("10.1000/abc.1.5 arXiv:2008.05756 arXiv 1911.03347", ""),
        ("[text][ref]\n\n[ref]: https://a.org/0.5", ""),
        ("3.9.2, section 2.4, (3-74), equation (3.74), Table 3.1, Fig. 2.2, numpy 2.4.6, v1.2", ""),
        ("Python 3.11, CC BY 4.0, CC BY-SA 4.0, `{x:.4f}`, `{x:.1%}`", ""),
        ("119 of 129, 1.\n\n2. second", "119 129"),
        ("In section 0.5 and in the table 0.95", "0.5 0.95"),
    ],
)
def test_numbers_are_found_in_prose(markdown: str, expected: str) -> None:
    found = [number.value for number in guards.prose_numbers(new_markdown_cell(markdown))]
    assert found == [Decimal(number) for number in expected.split()]


@pytest.mark.parametrize(
    ("printed", "value", "accepted"),
    [
        ("0.92", "0.9224", True),
        ("0.920", "0.9224", False),
        ("0.13", "1/8", False),
        ("0.12", "1/8", False),
        ("0.125", "1/8", True),
        ("0.67", "2/3", True),
        ("0.66", "2/3", False),
        ("66.7 %", "2/3", True),
        ("67 %", "2/3", True),
        ("66 %", "2/3", False),
        ("-0.5", "-0.5", True),
        ("0.3", "0.30000000000000004", True),
        ("2.5e-3", "0.00251", True),
        ("2.5e-3", "0.00256", False),
        ("1,234.5", "1234.5", True),
    ],
)
def test_a_value_matches_what_is_printed(printed: str, value: str, accepted: bool) -> None:
    ((number, _),) = guards.numbers_in(printed)
    assert (guards.value_problem(number, value) is None) == accepted
