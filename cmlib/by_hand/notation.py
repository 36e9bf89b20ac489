"""Two notations for every expression: plain text for a terminal, LaTeX for a notebook."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from cmlib._labels import Label
from cmlib.by_hand.cells import Averaged

# Sums of more terms than this are shown with their middle left out.
SHOWN = 6
# A fraction with a longer denominator is no help to a reader; the decimal alone is shown.
READABLE = 10**9
_SPECIAL = {character: rf"\{character}" for character in "{}$%&#_"} | {
    "\\": r"\backslash{}",
    "^": r"{\wedge}",
    "~": r"{\sim}",
    "<": r"{\lt}",
    ">": r"{\gt}",
    "`": "‘",
}


@dataclass(frozen=True)
class Notation:
    """How each kind of expression is written, from the texts of its parts.

    The parts are not parsed: put a sum in brackets, by ``group``, before a fraction or a root.
    """

    times: str
    dots: str
    about: str
    sum: str
    words: Callable[[str], str]  # within a formula
    label: Callable[[Label], str]
    symbol: Callable[[str], str]  # TP, FN, FP or TN of the class asked about
    symbol_of_each: Callable[[str], str]  # the same of each class c
    indexed: Callable[[str, str], str]  # a name and its index
    power: Callable[[object, int], str]
    group: Callable[[str], str]  # brackets, where a fraction or a root does not show its end
    root: Callable[[str, int], str]
    over: Callable[[object, object], str]  # a fraction as a step of the calculation
    share: Callable[[object, object], str]  # a fraction as a single number
    exact: Callable[[Fraction], str]
    averages: dict[Averaged, str]
    # The numerator, and what is under the root, of the product-form MCC.
    products: tuple[str, str]

    def decimal(self, value: Fraction | None, places: int = 4) -> str:
        """Write the decimal with its sign: equal, or about equal if it had to be rounded."""
        if value is None:
            return f"= {self.words('undefined')}"
        text = decimal_text(value, places)
        return f"{'=' if Fraction(text) == value else self.about} {text}"

    def average(self, how: Averaged, top: str, bottom: str, count: int = 0) -> str:
        """Write a ratio averaged over ``count`` classes."""
        return self.averages[how].format(top, bottom, f"{count} class{'es' * (count != 1)}")

    def sum_of(self, terms: Sequence[object]) -> str:
        """Write a sum; the middle of a long one is left out."""
        return " + ".join(self._shown(terms))

    def grouped_sum(self, terms: Sequence[object]) -> str:
        """Write a sum in brackets, unless it is one term."""
        text = self.sum_of(terms)
        return self.group(text) if len(terms) > 1 else text

    def product_of(self, factors: Sequence[object]) -> str:
        """Write a product; the middle of a long one is left out."""
        return self.times.join(self._shown(factors))

    def multiple(self, factor: Fraction | int, number: object) -> str:
        """Write how often a number is taken, unless it is once: ``1.25 × 5``."""
        return self.product_of([number_text(Fraction(factor)), number][factor == 1 :])

    def _shown(self, parts: Sequence[object]) -> list[str]:
        parts = parts if len(parts) <= SHOWN else [*parts[:3], self.dots, *parts[-2:]]
        return [*map(str, parts)]


def _latex_words(text: str) -> str:
    return rf"\text{{{text}}}" if text else ""


def _latex_label(label: Label) -> str:
    # Special characters leave \text{}: inside it, MathJax treats their escapes in two ways,
    # depending on which of its extensions a page has loaded.
    pieces = re.split(r"([\\{}$%&#_^~<>`])", " ".join(str(label).split()))
    return "".join(_SPECIAL.get(piece) or _latex_words(piece) for piece in pieces)


PLAIN = Notation(
    times=" × ",
    dots="…",
    about="≈",
    sum="Σ",
    words=str,
    label=repr,
    symbol=str,
    symbol_of_each=str,
    indexed="{}{}".format,
    power=lambda base, exponent: f"{base}²" if exponent == 2 else f"{base}^{exponent}",
    group="({})".format,
    root=lambda of, degree: f"{'√∛∜'[degree - 2]}{of}" if degree < 5 else f"{of}^(1/{degree})",
    over="{} / {}".format,
    share="{}/{}".format,
    exact=str,
    averages={
        "mean": "mean of {0} / ({1}) over {2}",
        "geometric mean": "geometric mean of {0} / ({1}) over {2}",
        "added up": "sum of {0} / sum of ({1})",
        "weighted mean": "mean of {0} / ({1}) weighted by support",
    },
    products=("(product of T)^(K-1) - product of F", "product of (T + F)"),
)
# MathJax reads it the same with and without its text extension.
LATEX = Notation(
    times=r" \times ",
    dots=r"\cdots",
    about=r"\approx",
    sum=r"\sum ",
    words=_latex_words,
    label=_latex_label,
    symbol=r"\mathrm{{{}}}".format,
    symbol_of_each=r"\mathrm{{{}}}_c".format,
    indexed="{}_{{{}}}".format,
    power="{}^{{{}}}".format,
    group=str,
    root=lambda of, degree: rf"\sqrt{{{of}}}" if degree == 2 else rf"\sqrt[{degree}]{{{of}}}",
    over=r"\frac{{{}}}{{{}}}".format,
    share=r"\frac{{{}}}{{{}}}".format,
    exact=lambda value: re.sub(r"(\d+)/(\d+)", r"\\frac{\1}{\2}", str(value)),
    averages={
        "mean": r"\frac{{1}}{{K}} \sum_c \frac{{{0}}}{{{1}}}",
        "geometric mean": r"\sqrt[K]{{\prod_c \frac{{{0}}}{{{1}}}}}",
        "added up": r"\frac{{\sum_c {0}}}{{\sum_c ({1})}}",
        "weighted mean": r"\frac{{\sum_c s_c \frac{{{0}}}{{{1}}}}}{{\sum_c s_c}}",
    },
    products=(
        r"(\prod_i T_{ii})^{K-1} - \prod_{i \neq j} F_{ij}",
        r"\prod_{i \neq j} (T_{ii} + F_{ij}) (T_{jj} + F_{ij})",
    ),
)


def put_in(formula: str, numbers: Mapping[str, object]) -> str:
    """Return a formula with numbers in the place of its symbols."""
    for symbol, number in numbers.items():
        formula = formula.replace(symbol, str(number))
    return formula


def number_text(value: Fraction) -> str:
    """Write 5, 1.25 or, if no decimal is exact, (10/9)."""
    text = f"{Decimal(value.numerator) / Decimal(value.denominator):f}"
    return text if Fraction(text) == value else f"({value})"


def escape_markdown(text: str) -> str:
    r"""Escape plain text for Markdown: ``a*b`` becomes ``a\*b``."""
    # MathJax looks for formulas in what Markdown shows; each tag ends its search.
    text = re.sub(r"([\\`*_{}\[\]<>#$~|&])", r"\\\1", text)
    return re.sub(r"(\\[\\$])", r"<span>\1</span>", text)


def decimal_text(value: Fraction, places: int) -> str:
    """Write a fraction as a decimal, rounded once (a tie to the even digit)."""
    return f"{Decimal(round(value * 10**places)).scaleb(-places):f}"


def capitalised(text: str) -> str:
    """Write the first letter large and leave the others as they are."""
    return text[0].upper() + text[1:]
