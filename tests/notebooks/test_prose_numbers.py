"""Which numbers of prose are found, and which values fit them."""

import contextlib
import io
from decimal import Decimal

import pytest
from guards import prose_numbers
from hypothesis import given
from hypothesis import strategies as st
from nbformat.v4 import new_markdown_cell, new_notebook, new_output


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
        ("\\begin{align}\nx &= 0.25\n\\end{align}", "0.25"),
        ("{math}`0.25` and `beta=0.5` and `1e-3` and 2.5e3", "0.25 0.5 0.001 2500"),
        (
            "1,234.5 and $1\\,234.5$ and 0.5,0.6 and 0.1...0.2 and 0.3-0.4",
            "1234.5 1234.5 0.5 0.6 0.1 0.2 0.3 0.4",
        ),
        ("minus \u22120.5, (-0.25), range 0.2\u20130.3", "-0.5 -0.25 0.2 0.3"),
        (":::{admonition} On 0.1\n```{note}\n**0.2**\n```\n:::", "0.1 0.2"),
        ("Text[^1].\n\n[^1]: 0.95", "0.95"),
        (
            '![Alt 0.1](a0.2.png "Title 0.3") <img alt="0.4" width="0.5"> <b>0.6</b>',
            "0.1 0.3 0.4 0.6",
        ),
        ("<div>0.1 <!-- 0.2 --></div>", "0.1"),
        ("https://a.org/v1.5 <https://a.org/2.5> www.a.org/3.5 a.org/4.5", ""),
        ("10.1000/abc.1.5 arXiv:2008.05756 arXiv 1911.03347", ""),
        ("3.9.2, section 2.4, (3-74), equation (3.74), Table 3.1, Fig. 2.2, numpy 2.4.6, v1.2", ""),
        ("Python 3.11, CC BY 4.0, CC BY-SA 4.0, `{x:.4f}`, `{x:.1%}`", ""),
        ("119 of 129, 1.\n\n2. second", "119 129"),
        ("In section 0.5 and in the table 0.95", "0.5 0.95"),
    ],
)
def test_numbers_in_prose(markdown, expected):
    found = [number.value for number in prose_numbers.numbers_of(new_markdown_cell(markdown))]
    assert found == [Decimal(number) for number in expected.split()]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("61 of 63 buses", ["61", "63"]),
        ("900 apples, 12 dogs and 10,000 digits", ["900", "12", "10,000"]),
        ("Eight of the ten classes fit", ["Eight", "ten"]),
        ("It came up in nine of 520 runs.", ["nine", "520"]),
        ("45 of the fifty", ["45", "fifty"]),
        ("between 0 and 1, in lesson 2, table 10, runs 9 and 10, classes 3 or 4", []),
        ("Top-5 of a 2 × 2 table of 1973, in 60 minutes, for LeNet-5 and F1", []),
        (
            "about 50 minutes; the exercises 55 more, 15 of them with data of your own; the "
            "optional parts 35.",
            [],
        ),
        ("the code `range(30)` and 7", ["7"]),
        ("a share of 0.5 and 20 %", ["0.5", "20 %"]),
    ],
)
def test_bound_numbers(text, numbers):
    text = text.replace("`range(30)`", "\ue000range(30)\ue001")
    assert [number.text for number in prose_numbers.bound_numbers(text)] == numbers


@given(st.integers(-99_999, 99_999), st.integers(0, 5), st.data())
def test_only_the_printed_value_fits(digits, decimals, data):
    other = data.draw(st.integers(-99_999, 99_999))
    printed, value = (Decimal(n).scaleb(-decimals) for n in (digits, other))
    number = prose_numbers.PrintedNumber(str(printed), printed)
    assert (prose_numbers.value_problem(number, str(value)) is None) == (digits == other)


@pytest.mark.parametrize(
    ("printed", "expression", "message"),
    prose_numbers.BAD_VALUES.values(),
    ids=prose_numbers.BAD_VALUES,
)
def test_wrong_value_is_refused(printed, expression, message):
    cell = new_markdown_cell(f"So it is {printed}.", metadata={"numbers": [expression]})
    lesson = new_notebook(cells=[cell])
    with contextlib.redirect_stdout(io.StringIO()) as stdout:
        exec(prose_numbers.evaluating_cell(lesson), {"accuracy": 119 / 129})
    values = prose_numbers.read_values([new_output("stream", text=stdout.getvalue())])
    (problem,) = prose_numbers.wrong_prose_values(lesson, values)
    assert message in problem
