"""Each guard accepts the sample and the lessons, and refuses its bad cases."""

import guards
import pytest
from guards import formulas, names, values
from guards.changes import added, code, markdown

ONE, TWO = markdown("## Part one"), markdown("## Part two")


def test_lesson_passes_all_guards(lesson):
    problems = {guard.__name__: list(guard(lesson)) for guard in guards.GUARDS}
    assert {name: found for name, found in problems.items() if found} == {}


@pytest.mark.parametrize(
    ("guard", "change", "messages"),
    [
        pytest.param(guard, change, messages, id=f"{guard.__name__}-{name}")
        for guard, cases in guards.BAD.items()
        for name, (change, *messages) in cases.items()
    ],
)
def test_guard_refuses_bad_case(sample, guard, change, messages):
    change(sample)
    problems = list(guard(sample))
    assert len(problems) == len(messages), problems
    for message, problem in zip(messages, problems, strict=True):
        assert message in problem


def accepted(guard, *cells):
    return pytest.param(guard, cells, id=f"{guard.__name__}-{cells[-1].source}")


def table(*rows):
    head = "<thead><tr><th></th><th>recall</th><th>MCC</th></tr></thead>"
    body = "".join(f"<tr><th>dog</th><td>{one}</td><td>{other}</td></tr>" for one, other in rows)
    return {"text/html": f"<table>{head}<tbody>{body}</tbody></table>"}


# Good cases that look like bad ones.
@pytest.mark.parametrize(
    ("guard", "cells"),
    [
        # A cell may bind a name again before it reads it.
        *(
            accepted(names.name_with_two_meanings, ONE, code(first), TWO, *map(code, second))
            for first, *second in [
                ("shares = 1", "shares = 2\nprint(shares)"),
                ("shares = 1", "for shares in x:\n    print(shares)", "y = 1"),
                ("a = [s for s in x]", "b = [s for s in y]", "s = 2\nprint(s)"),
                ("a = 1", "def f(a):\n    b = a\n    return b", "f(a)"),
                ("a = 1", "def f():\n    a = 2\n    return lambda: a", "f()"),
            ]
        ),
        accepted(
            names.name_with_two_meanings, ONE, code("a = 1"), code("a = 2"), TWO, code("print(a)")
        ),
        accepted(
            values.column_of_nan,
            code("nan once", shown=table(("0.5000", "nan"), ("0.5000", "up"))),
            code("one row", shown=table(("0.5000", "nan"))),
        ),
        accepted(
            values.impossible_value,
            code(stdout="accuracy 1.0000, MCC -0.5000, recall 71.3 %, 2/F1 = 4.6667\n"),
            code(stdout="change of the recall: -0.0850\n"),
            code(shown=table(("0.0000", "-1.0000"))),
            code("a count", shown=table(("17", "-0.2000"))),
        ),
        *(
            accepted(formulas.false_formula, markdown(f"${formula}$"))
            for formula in (
                r"\frac{TP}{TP + FN} = \frac{5}{12} \approx 0.417",
                r"\frac58 = 0.625 = 62.5\,\%",
                r"1 - \frac{1 - 0.9}{1 - 0.82} = \frac{4}{9}",
                r"\sqrt[3]{0.512} = 0.8",
                r"6 + 3\frac12 = 9\frac12",
                r"n = 3, K = 4",
                r"\left(\tfrac18 - \tfrac1{20}\right)^2 = 0.005625",
                r"x = 1 \text{ if } b + 1 \le k",
            )
        ),
    ],
)
def test_guard_accepts_good_case(sample, guard, cells):
    added(*cells)(sample)
    assert list(guard(sample)) == []
