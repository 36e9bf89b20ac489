"""Two notations for every expression: plain text for a terminal, LaTeX for a notebook."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from cmlib._labels import Label

# Sums of more terms than this are shown with their middle left out.
SHOWN = 6
# A fraction with a longer denominator is no help to a reader; the decimal alone is shown.
READABLE = 10**9


class Notation:
    """Plain text for a terminal: each method writes an expression from the texts of its parts.

    None of them looks into its parts. Who puts a sum into a fraction, or a product under a root,
    puts it in brackets first, by `group`.
    """

    times = " × "
    dots = "…"
    about = "≈"
    sum = "Σ"
    # The numerator, and what is under the root, of the product-form MCC.
    products = ("(product of T)^(K-1) - product of F", "product of (T + F)")

    def words(self, text: str) -> str:
        """Write words within a formula."""
        return text

    def label(self, label: Label) -> str:
        """Write the name of a class."""
        return repr(label)

    def symbol(self, name: str, *, each: bool) -> str:
        """Write TP, FN, FP or TN: of ``each`` class c, or of the one asked about."""
        return name

    def indexed(self, name: str, index: str) -> str:
        """Write a name with an index."""
        return name + index

    def power(self, base: str, exponent: int) -> str:
        """Write a power."""
        return f"{base}²" if exponent == 2 else f"{base}^{exponent}"

    def group(self, text: str) -> str:
        """Put a sum or a product in brackets, where a fraction or a root does not show its end."""
        return f"({text})"

    def root(self, inner: str, degree: int = 2) -> str:
        """Write a root; that of degree 1 is what stands in it."""
        if degree == 1:
            return inner
        sign = {2: "√", 3: "∛", 4: "∜"}.get(degree)
        return f"{sign}{inner}" if sign else f"{inner}^(1/{degree})"

    def over(self, top: str, bottom: str) -> str:
        """Write a fraction as a step of the calculation."""
        return f"{top} / {bottom}"

    def share(self, top: str, bottom: str) -> str:
        """Write a fraction as a single number."""
        return f"{top}/{bottom}"

    def exact(self, value: Fraction) -> str:
        """Write the value of a fraction."""
        return str(value)

    def decimal(self, value: Fraction | None, places: int = 4) -> str:
        """Write the decimal with its sign: equal, or about equal if it had to be rounded."""
        if value is None:
            return f"= {self.words('undefined')}"
        text = decimal_text(value, places)
        return f"{'=' if Fraction(text) == value else self.about} {text}"

    def macro(self, top: str, bottom: str, classes: int) -> str:
        """Write the plain mean of a ratio over classes."""
        noun = "class" if classes == 1 else "classes"
        return f"mean of {top} / ({bottom}) over {classes} {noun}"

    def geometric(self, top: str, bottom: str, classes: int) -> str:
        """Write the geometric mean of a ratio over classes."""
        return f"geometric {self.macro(top, bottom, classes)}"

    def micro(self, top: str, bottom: str) -> str:
        """Write a ratio of sums over classes."""
        return f"sum of {top} / sum of ({bottom})"

    def weighted(self, top: str, bottom: str) -> str:
        """Write the mean of a ratio over classes, weighted by support."""
        return f"mean of {top} / ({bottom}) weighted by support"

    def sum_of(self, terms: Sequence[Any], each: Callable[[Any], str] = str) -> str:
        """Write a sum, ``each`` writing a term; of many terms the middle is left out."""
        return " + ".join(_shown(terms, self.dots, each))

    def grouped_sum(self, terms: Sequence[object]) -> str:
        """Write a sum in brackets, unless it is one term."""
        text = self.sum_of(terms)
        return self.group(text) if len(terms) > 1 else text

    def product_of(self, factors: Sequence[object]) -> str:
        """Write a product; of many factors the middle is left out."""
        return self.times.join(_shown(factors, self.dots))


class _Latex(Notation):
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
        return f"{base}^{{{exponent}}}"

    def group(self, text: str) -> str:
        return text

    def root(self, inner: str, degree: int = 2) -> str:
        if degree == 1:
            return inner
        return rf"\sqrt{{{inner}}}" if degree == 2 else rf"\sqrt[{degree}]{{{inner}}}"

    def over(self, top: str, bottom: str) -> str:
        return rf"\frac{{{top}}}{{{bottom}}}"

    def share(self, top: str, bottom: str) -> str:
        return self.over(top, bottom)

    def exact(self, value: Fraction) -> str:
        if value.denominator == 1:
            return str(value)
        sign = "-" if value < 0 else ""
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
PLAIN = Notation()
LATEX = _Latex()


def _shown(parts: Sequence[Any], dots: str, each: Callable[[Any], str] = str) -> list[str]:
    if len(parts) <= SHOWN:
        return [each(part) for part in parts]
    return [*map(each, parts[:3]), dots, *map(each, parts[-2:])]


def number_text(value: Fraction) -> str:
    """Write 5, 1.25 or, if no decimal is exact, (10/9)."""
    text = f"{Decimal(value.numerator) / Decimal(value.denominator):f}"
    return text if Fraction(text) == value else f"({value})"


def escape_markdown(text: str) -> str:
    r"""Escape plain text for Markdown: ``a*b`` becomes ``a\*b``."""
    return re.sub(r"([\\`*_{}\[\]<>#$~|&])", r"\\\1", text)


def decimal_text(value: Fraction, places: int) -> str:
    """Write a fraction as a decimal, rounded once (a tie to the even digit)."""
    return f"{Decimal(round(value * 10**places)).scaleb(-places):f}"


def capitalised(text: str) -> str:
    """Write the first letter large and leave the others as they are."""
    return text[0].upper() + text[1:]
