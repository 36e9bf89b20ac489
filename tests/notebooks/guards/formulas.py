"""Guard of formulas: an equation between numbers holds."""

import operator
import re
from fractions import Fraction
from itertools import pairwise

from latex_reader import Reader

from .changes import with_prose
from .prose import formulas
from .reading import markdown_cells, problem

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


def value_of(latex):
    """Work out a formula that holds nothing but numbers; None if it holds anything else."""
    text = re.sub(r"(?<=\d)(?:\{,\}|,|\\,)(?=\d{3}(?!\d))", "", latex)
    text = re.sub(r"\\(?:left|right|[bB]ig[lr]?|[,;:!> ]|q?quad|displaystyle)", "", text)
    text = re.sub(r"\\[dt]frac", r"\\frac", text).replace("−", "-").replace("×", r"\times ")
    text = re.sub(r"(\d)\\frac", r"\1+\\frac", text)  # three and a half
    try:
        return Reader(text, {}, 0).all()
    except (KeyError, ZeroDivisionError):
        return None


def _rounds_to(value, printed):
    digits = re.search(r"\.(\d+)\s*$", printed.strip().rstrip("}"))
    unit = Fraction(1, 10 ** len(digits[1])) if digits else Fraction(1)
    shown = value_of(printed)
    return shown is not None and abs(value - shown) <= unit / 2


def wrong_formula(latex):
    """Return the equations between numbers that do not hold in a formula."""
    wrong = []
    for line in re.split(r"\\\\|\\q?quad|,\s|;\s|\\text\{[^{}]*\}", latex):
        sides = _RELATION.split(line.replace("&", ""))
        signs = [_SIGNS.get(sign, sign) for sign in _RELATION.findall(line.replace("&", ""))]
        for (first, second), sign in zip(pairwise(sides), signs, strict=True):
            left, right = value_of(first), value_of(second)
            if left is None or right is None:
                continue
            exact = isinstance(left, Fraction) and isinstance(right, Fraction)
            if sign == "≈":
                holds = _rounds_to(left, second)
            elif sign == "=" and not exact:
                holds = abs(left - right) < Fraction(1, 10**9)
            else:
                holds = _HOLDS[sign](left, right)
            if not holds:
                wrong.append(f"{first.strip()} {sign} {second.strip()}")
    return wrong


def false_formula(notebook):
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

BAD = {
    false_formula: {
        formula: (with_prose(f"So ${formula}$."), equation) for formula, equation in _FALSE.items()
    }
    | {"on a line of its own": (with_prose("So\n\n$$\n4 - 5 = 1\n$$"), "4 - 5 = 1")},
}
