"""Guard of formulas: an equation between numbers holds."""

from __future__ import annotations

import ast
import operator
import re
from fractions import Fraction
from itertools import pairwise
from math import sqrt

from nbformat import NotebookNode

from .changes import Cases, with_prose
from .prose import formulas
from .reading import Problems, markdown_cells, problem

_RELATION = re.compile(
    r"\\approx|\\leq?(?![a-z])|\\geq?(?![a-z])|\\neq?(?![a-z])|\\lt(?![a-z])|\\gt(?![a-z])|[=<>≈≤≥≠]"
)
_HOLDS = {
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
    "≤": operator.le,
    "≥": operator.ge,
    "≠": operator.ne,
}
_SIGNS = {r"\approx": "≈", r"\le": "≤", r"\leq": "≤", r"\ge": "≥", r"\geq": "≥", r"\ne": "≠"}
_SIGNS |= {r"\neq": "≠", r"\lt": "<", r"\gt": ">"}


def _braced(text: str) -> str:
    """Match one argument in braces, up to two deep."""
    return text.replace("ARG", r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}")


def value_of(latex: str) -> Fraction | None:
    """Work out a formula that holds nothing but numbers; None if it holds anything else."""
    text = re.sub(r"(?<=\d)(?:\{,\}|,|\\,)(?=\d{3}(?!\d))", "", latex)
    text = re.sub(
        r"\\(?:left|right|bigl?|bigr|Bigl?|Bigr|[,;:!> ]|quad|qquad|displaystyle)", "", text
    )
    text = re.sub(r"\\[dt]frac", r"\\frac", text)
    text = re.sub(r"\\frac\s*(\d)\s*(\d)", r"\\frac{\1}{\2}", text)
    text = re.sub(r"\\frac\s*(\d)\s*\{", r"\\frac{\1}{", text)
    before = None
    while before != text:
        before = text
        text = re.sub(_braced(r"\\fracARGARG"), r"((\1)/(\2))", text)
        text = re.sub(_braced(r"\\sqrtARG"), r"root(\1)", text)
    text = re.sub(r"\^\s*(\d)", r"**\1", re.sub(_braced(r"\^ARG"), r"**(\1)", text))
    text = text.replace(r"\times", "*").replace(r"\cdot", "*").replace("−", "-").replace("×", "*")
    text = text.replace("[", "(").replace("]", ")").strip()
    if not re.fullmatch(r"(?:root|\*\*|[\d.()+*/\s-])+", text) or not re.search(r"\d", text):
        return None
    try:
        tree = ast.parse(re.sub(r"(\d+\.?\d*|\.\d+)", r"Fraction('\1')", text), mode="eval")
        value = eval(compile(tree, "<formula>", "eval"), {"Fraction": Fraction, "root": sqrt})
    except (SyntaxError, TypeError, ZeroDivisionError, ValueError):
        return None
    return Fraction(value)


def _rounds_to(value: Fraction, printed: str) -> bool:
    digits = re.search(r"\.(\d+)\s*$", printed.strip().rstrip("}"))
    unit = Fraction(1, 10 ** len(digits[1])) if digits else Fraction(1)
    shown = value_of(printed)
    return shown is not None and abs(value - shown) <= unit / 2


def wrong_formula(latex: str) -> list[str]:
    """Return the equations between numbers that do not hold in a formula."""
    wrong = []
    for line in re.split(r"\\\\|\\q?quad|,\s|;\s|\\text\{[^{}]*\}", latex):
        sides = _RELATION.split(line.replace("&", ""))
        signs = [_SIGNS.get(sign, sign) for sign in _RELATION.findall(line.replace("&", ""))]
        for (first, second), sign in zip(pairwise(sides), signs, strict=True):
            left, right = value_of(first), value_of(second)
            if left is None or right is None:
                continue
            exact = "root" not in first + second and "sqrt" not in first + second
            if sign == "≈":
                holds = _rounds_to(left, second)
            elif sign == "=" and not exact:
                holds = abs(left - right) < Fraction(1, 10**9)
            else:
                holds = _HOLDS[sign](left, right)
            if not holds:
                wrong.append(f"{first.strip()} {sign} {second.strip()}")
    return wrong


def false_formula(notebook: NotebookNode) -> Problems:
    """Refuse an equation between numbers that does not hold: 5 + 7 = 13."""
    for i, cell in markdown_cells(notebook):
        for formula in formulas(cell.source):
            for equation in wrong_formula(formula):
                yield problem(i, cell, f"its formula does not hold: {equation}")


_FALSE = {
    "FN = 2 + 1 + 0 = 4": "2 + 1 + 0 = 4",
    r"\frac{5 + 7}{22} = \frac{6}{12}": r"\frac{5 + 7}{22} = \frac{6}{12}",
    r"\frac58 = 0.626": r"\frac58 = 0.626",
    r"\tfrac{2}{3} \approx 0.66": r"\tfrac{2}{3} ≈ 0.66",
    r"10^{2} \times 3 = 301": r"10^{2} \times 3 = 301",
    r"\sqrt{\frac{1}{4}} = 0.51": r"\sqrt{\frac{1}{4}} = 0.51",
    r"9{,}999{,}900 + 100 = 10{,}000{,}001": "10{,}000{,}001",
    r"a &= 1 + 1 \\ &= 2 \\ b &= 2 + 2 = 5": "2 + 2 = 5",
    r"\frac{1}{2} > \frac{2}{3}": r"\frac{1}{2} > \frac{2}{3}",
    "4 - 5 - 3 = 12": "4 - 5 - 3 = 12",
}

BAD: Cases = {
    false_formula: {
        formula: (with_prose(f"So ${formula}$."), equation) for formula, equation in _FALSE.items()
    }
    | {"on a line of its own": (with_prose("So\n\n$$\n4 - 5 = 1\n$$"), "4 - 5 = 1")},
}
