"""Two notations for every expression: plain text for a terminal, LaTeX for a notebook."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from cmlib._labels import Label

__all__ = [
    "LATEX",
    "PLAIN",
    "SHOWN",
    "Skin",
    "capitalised",
    "decimal_text",
    "escape_markdown",
    "number_text",
    "product_text",
    "sum_text",
]

# Sums of more terms than this are shown with their middle left out.
SHOWN = 6


class _Plain:
    """Plain text for a terminal."""

    times = " × "
    dots = "…"
    about = "≈"
    sum = "Σ"
    products = ("(product of T)^(K-1) - product of F", "product of (T + F)")

    def words(self, text: str) -> str:
        return text

    def label(self, label: Label) -> str:
        return repr(label)

    def symbol(self, name: str, *, each: bool) -> str:
        return name

    def indexed(self, name: str, index: str) -> str:
        return name + index

    def power(self, base: str, exponent: int) -> str:
        base = f"({base})" if " " in base else base
        return f"{base}²" if exponent == 2 else f"{base}^{exponent}"

    def root(self, inner: str, degree: int = 2) -> str:
        if degree == 1:
            return inner
        inner = f"({inner})" if re.search("[ /]", inner) else inner
        sign = {2: "√", 3: "∛", 4: "∜"}.get(degree)
        return f"{sign}{inner}" if sign else f"{inner}^(1/{degree})"

    def over(self, top: str, bottom: str) -> str:
        top = f"({top})" if re.search(r" [+-] ", _outside(top)) else top
        return f"{top} / " + (f"({bottom})" if " " in _outside(bottom) else bottom)

    def share(self, top: str, bottom: str) -> str:
        return f"{top}/{bottom}"

    def exact(self, value: Fraction) -> str:
        return str(value)

    def macro(self, top: str, bottom: str, classes: int) -> str:
        return f"mean of {self.over(top, bottom)} over {classes} class{'es' * (classes != 1)}"

    def geometric(self, top: str, bottom: str, classes: int) -> str:
        return f"geometric {self.macro(top, bottom, classes)}"

    def micro(self, top: str, bottom: str) -> str:
        return f"sum of {top} / sum of ({bottom})"

    def weighted(self, top: str, bottom: str) -> str:
        return f"mean of {self.over(top, bottom)} weighted by support"


class _Latex:
    """LaTeX that MathJax reads the same with and without its text extension."""

    times = r" \times "
    dots = r"\cdots"
    about = r"\approx"
    sum = r"\sum "
    products = (
        r"(\prod_i T_{ii})^{K-1} - \prod_{i \neq j} F_{ij}",
        r"\prod_{i \neq j} (T_{ii} + F_{ij}) (T_{jj} + F_{ij})",
    )

    def words(self, text: str) -> str:
        return rf"\text{{{text}}}" if text else ""

    def label(self, label: Label) -> str:
        # Special characters leave \text{}: inside it, MathJax treats their escapes in two ways,
        # depending on which of its extensions a page has loaded.
        pieces = re.split(r"([\\{}$%&#_^~<>`])", " ".join(str(label).split()))
        return "".join(_SPECIAL.get(piece) or self.words(piece) for piece in pieces)

    def symbol(self, name: str, *, each: bool) -> str:
        return rf"\mathrm{{{name}}}" + ("_c" if each else "")

    def indexed(self, name: str, index: str) -> str:
        return f"{name}_{{{index}}}"

    def power(self, base: str, exponent: int) -> str:
        return f"({base})^{{{exponent}}}" if " " in base else f"{base}^{{{exponent}}}"

    def root(self, inner: str, degree: int = 2) -> str:
        if degree == 1:
            return inner
        return rf"\sqrt{{{inner}}}" if degree == 2 else rf"\sqrt[{degree}]{{{inner}}}"

    def over(self, top: str, bottom: str) -> str:
        return rf"\frac{{{top}}}{{{bottom}}}"

    share = over

    def exact(self, value: Fraction) -> str:
        if value.denominator == 1:
            return str(value)
        sign = "-" * (value < 0)
        return sign + self.over(str(abs(value.numerator)), str(value.denominator))

    def macro(self, top: str, bottom: str, classes: int) -> str:
        return rf"\frac{{1}}{{K}} \sum_c {self.over(top, bottom)}"

    def geometric(self, top: str, bottom: str, classes: int) -> str:
        return rf"\sqrt[K]{{\prod_c {self.over(top, bottom)}}}"

    def micro(self, top: str, bottom: str) -> str:
        return self.over(rf"\sum_c {top}", rf"\sum_c ({bottom})")

    def weighted(self, top: str, bottom: str) -> str:
        return self.over(rf"\sum_c s_c {self.over(top, bottom)}", r"\sum_c s_c")


_SPECIAL = {
    "\\": r"\backslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "%": r"\%",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "^": r"{\wedge}",
    "~": r"{\sim}",
    "<": r"{\lt}",
    ">": r"{\gt}",
    "`": "‘",
}
Skin: TypeAlias = _Plain | _Latex
PLAIN = _Plain()
LATEX = _Latex()


def _outside(text: str) -> str:
    """Leave out what stands in parentheses, at any depth."""
    while (shorter := re.sub(r"\([^()]*\)", "", text)) != text:
        text = shorter
    return text


def number_text(value: Fraction) -> str:
    """Write 5, 1.25 or, if no decimal is exact, (10/9)."""
    text = f"{Decimal(value.numerator) / Decimal(value.denominator):f}"
    return text if Fraction(text) == value else f"({value})"


def sum_text(terms: Sequence[object], skin: Skin) -> str:
    """Write a sum; of many terms the middle is left out."""
    return " + ".join(_shown(terms, skin))


def product_text(factors: Sequence[object], skin: Skin) -> str:
    """Write a product; of many factors the middle is left out."""
    return skin.times.join(_shown(factors, skin))


def _shown(parts: Sequence[object], skin: Skin) -> list[str]:
    many = len(parts) > SHOWN
    return list(map(str, [*parts[:3], skin.dots, *parts[-2:]] if many else parts))


def escape_markdown(text: str) -> str:
    r"""Escape plain text for Markdown: ``a*b`` becomes ``a\*b``."""
    return re.sub(r"([\\`*_{}\[\]<>#$~|&])", r"\\\1", text)


def decimal_text(value: Fraction, places: int) -> str:
    """Write a fraction as a decimal, rounded once (a tie to the even digit)."""
    return f"{Decimal(round(value * 10**places)).scaleb(-places):f}"


def capitalised(text: str) -> str:
    """Write the first letter large and leave the others as they are."""
    return text[0].upper() + text[1:]
