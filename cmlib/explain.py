"""Metrics worked by hand: the formula, the counts put in, the exact fraction, the decimal.

Everything here is computed from whole counts with exact fractions and formulas of its own, so that
it can stand as a witness beside the array code of `cmlib.metrics`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from math import inf, nan, prod
from numbers import Integral, Real
from operator import mul
from typing import Any, Literal, NamedTuple, TypeAlias

from numpy.typing import ArrayLike

from cmlib.labels import Label, plain, shorten
from cmlib.matrix import ConfusionMatrix, as_counts

__all__ = ["METRICS", "Explanation", "Tally", "decimal_text", "explain", "root", "tallies"]

Average: TypeAlias = Literal["macro", "micro", "weighted"]
Weights: TypeAlias = Literal["linear", "quadratic"]

# Sums of more terms than this are shown with their middle left out.
_SHOWN = 6
# A fraction with a longer denominator is no help to a reader; the decimal alone is shown.
_READABLE = 10**9
# Bits of an irrational root: far more than the 53 of a float, so that rounding it rounds the root.
_BITS = 200


@dataclass(frozen=True, repr=False)
class Explanation:
    """A metric worked by hand; made by `explain`.

    Printed, it is one line of plain text; in a notebook, a displayed formula.

    Attributes
    ----------
    name : str
        The metric, as `explain` was given it.
    label : int, str, bool or None
        The class, if the metric is that of one class.
    average : {"macro", "micro", "weighted"} or None
    formula, substituted : str
        LaTeX: the formula in symbols, and with the counts put in.
    fraction : fractions.Fraction or None
        The exact value; None if it is undefined, or irrational as most roots are.
    value : float
        The nearest float; nan if undefined.
    note : str
        Why a value is undefined, or which classes an average leaves out; often empty.
    subject : str
        What was worked out, in words: ``"precision of 'dog'"``.
    text : str
        The whole line of plain text, without the note.
    legend : str
        What the symbols stand for, in Markdown.
    equation : str
        LaTeX: the whole chain, from the subject to the decimal.
    matrix : ConfusionMatrix
    beta : fractions.Fraction
    weights : {"linear", "quadratic"} or None
    abstained : int
    exclude : tuple of labels
        What it was worked out from.
    """

    name: str
    label: Label | None
    average: Average | None
    formula: str
    substituted: str
    fraction: Fraction | None
    value: float
    note: str
    subject: str
    text: str
    legend: str
    equation: str
    matrix: ConfusionMatrix = field(compare=False)
    beta: Fraction
    weights: Weights | None
    abstained: int
    exclude: tuple[Label, ...]

    def __str__(self) -> str:
        """Return the plain text: subject = formula = counts = fraction = decimal, then the note."""
        return f"{self.text}. {self.note}" if self.note else self.text

    __repr__ = __str__

    def _repr_markdown_(self) -> str:
        below = " ".join(filter(None, [self.legend, _markdown(self.note)]))
        return f"$$\n{self.equation}\n$$\n\n{below}\n"


class Tally(NamedTuple):
    """The four one-vs-rest counts of one class."""

    TP: int
    FN: int
    FP: int
    TN: int


def tallies(matrix: ConfusionMatrix) -> list[Tally]:
    """Count true and false positives and negatives of every class, as whole numbers of any size.

    Parameters
    ----------
    matrix : ConfusionMatrix
        With integer counts.

    Returns
    -------
    list of Tally
        In label order.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix
    >>> tallies(ConfusionMatrix([[5, 7], [3, 7]]))
    [Tally(TP=5, FN=7, FP=3, TN=7), Tally(TP=7, FN=3, FP=7, TN=5)]
    """
    rows: list[list[int]] = matrix.counts.tolist()
    in_row = [sum(row) for row in rows]
    in_column = [sum(column) for column in zip(*rows, strict=True)]
    total = sum(in_row)
    return [
        Tally(
            TP=rows[c][c],
            FN=in_row[c] - rows[c][c],
            FP=in_column[c] - rows[c][c],
            TN=total - in_row[c] - in_column[c] + rows[c][c],
        )
        for c in range(len(rows))
    ]


def explain(
    name: str,
    cm: ConfusionMatrix | ArrayLike,
    label: Label | None = None,
    *,
    average: Average | None = None,
    beta: float | Fraction = 1.0,
    weights: Weights | None = None,
    abstained: int = 0,
    exclude: Sequence[Label] = (),
) -> Explanation:
    """Work a metric out by hand and show every step.

    Parameters
    ----------
    name : str
        One number for the whole matrix: ``"accuracy"``, ``"error_rate"``, ``"balanced_accuracy"``,
        ``"cohen_kappa"``, ``"g_mean"``, ``"mcc"``, ``"mcc_product"``, ``"r_prime_overall"``. One
        for every class: ``"precision"``, ``"recall"``, ``"specificity"``,
        ``"negative_predictive_value"``, ``"f_score"``, ``"informedness"``, ``"r_score"``,
        ``"r_prime"``.
    cm : ConfusionMatrix or array-like of shape (K, K)
        One matrix of integer counts; rows are the truth.
    label : int, str or bool, optional
        The class, for a metric that every class has.
    average : {"macro", "micro", "weighted"}, optional
        Average over the classes instead. Informedness, R and R' have no average.
    beta : float, default 1.0
        For ``"f_score"``: how many times as important recall is as precision. It is read as it is
        written: 0.1 is exactly one tenth.
    weights : {"linear", "quadratic"}, optional
        For ``"cohen_kappa"`` of ordered classes: how the cost of a confusion grows with distance.
    abstained : int, default 0
        For ``"r_prime_overall"``: how many samples, none of them in ``cm``, got no prediction.
    exclude : sequence of labels, default ()
        Classes left out of an average. Their samples stay in the counts.

    Returns
    -------
    Explanation
        With ``formula``, ``substituted``, ``fraction`` and ``value``.

    Raises
    ------
    ValueError
        If the name or the label is unknown, if a label or an average is missing or does not apply,
        if ``beta``, ``weights`` or ``abstained`` is out of its range or belongs to another metric,
        or if ``cm`` is a batch or not a valid matrix.
    TypeError
        If the counts are not integers, or an argument is of the wrong kind.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix
    >>> pets = ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])
    >>> explain("precision", pets, "dog")
    precision of 'dog' = TP / (TP + FP) = 5 / (5 + 3) = 5/8 = 0.6250
    >>> explain("f_score", pets, "dog", beta=2).fraction
    Fraction(25, 56)
    >>> explain("recall", pets, average="macro")
    macro recall = mean of TP / (TP + FN) over 2 classes = (5/12 + 7/10) / 2 = 67/120 ≈ 0.5583
    >>> explain("r_prime", pets, "dog")
    R' of 'dog' = a / m - s / w + m / w = 5/12 - 8/22 + 12/22 = 79/132 ≈ 0.5985
    """
    metric = _find(name)
    matrix = _one_matrix(cm)
    case = _Case(
        matrix=matrix,
        tallies=tallies(matrix),
        label=plain(label),
        average=average,
        beta=_exact_beta(beta),
        weights=_known_weights(weights),
        abstained=_whole_number(abstained),
        exclude=_left_out(exclude, matrix),
    )
    _check_options(name, metric, case)
    _check_scope(name, metric, case)
    latex, text = metric.work(case, _LATEX), metric.work(case, _PLAIN)
    subject = _subject(metric, case, _PLAIN)
    pieces = [f"${piece}$: {meaning}." for piece, meaning in latex.pieces]
    where = ", where " * bool(pieces) + ", ".join(piece for piece, _ in text.pieces)
    return Explanation(
        name=name,
        label=case.label,
        average=average,
        formula=latex.formula,
        substituted=latex.substituted,
        fraction=latex.result if latex.exact else None,
        value=nan if latex.result is None else float(latex.result),
        note=latex.note,
        subject=subject,
        text=_chain(subject, text, _PLAIN) + where,
        legend=" ".join(filter(None, [latex.legend, *pieces])),
        equation=_chain(_subject(metric, case, _LATEX), latex, _LATEX),
        matrix=matrix,
        beta=case.beta,
        weights=case.weights,
        abstained=case.abstained,
        exclude=case.exclude,
    )


def decimal_text(value: Fraction, places: int) -> str:
    """Write a fraction as a decimal, rounded once, from the exact value (a tie to the even digit).

    Parameters
    ----------
    value : fractions.Fraction
    places : int
        How many decimals.

    Returns
    -------
    str

    Examples
    --------
    >>> decimal_text(Fraction(5, 8), 4), decimal_text(Fraction(1, 8), 2)
    ('0.6250', '0.12')
    """
    return f"{Decimal(round(value * 10**places)).scaleb(-places):f}"


def root(value: Fraction, degree: int) -> Fraction:
    """Take a root: exactly if it is a fraction, otherwise to 200 bits.

    Parameters
    ----------
    value : fractions.Fraction
        At least 0.
    degree : int
        2 for the square root.

    Returns
    -------
    fractions.Fraction
        Exact if and only if ``root(value, degree) ** degree == value``.

    Examples
    --------
    >>> root(Fraction(8, 27), 3)
    Fraction(2, 3)
    >>> float(root(Fraction(2), 2))
    1.4142135623730951
    """
    top, bottom = value.numerator, value.denominator
    exact = Fraction(_whole_root(top, degree), _whole_root(bottom, degree))
    if exact**degree == value:
        return exact
    # The smaller the value, the finer the unit it is counted in.
    unit = 2 ** (_BITS + max(0, bottom.bit_length() - top.bit_length()) // degree)
    return Fraction(_whole_root(top * unit**degree // bottom, degree), unit)


def _whole_root(number: int, degree: int) -> int:
    """Return the root rounded down, by Newton's method from above."""
    if number == 0:
        return 0
    guess = 1 << (number.bit_length() // degree + 1)
    while True:
        better = ((degree - 1) * guess + number // guess ** (degree - 1)) // degree
        if better >= guess:
            return guess
        guess = better


# ---- Checking the arguments ----------------------------------------------------------------------


@dataclass(frozen=True)
class _Case:
    """What a metric is worked out from."""

    matrix: ConfusionMatrix
    tallies: list[Tally]
    label: Label | None
    average: Average | None
    beta: Fraction
    weights: Weights | None
    abstained: int
    exclude: tuple[Label, ...]

    @property
    def total(self) -> int:
        return sum(self.tallies[0])

    @property
    def hits(self) -> list[int]:
        return [tally.TP for tally in self.tallies]

    @property
    def rows(self) -> list[int]:
        return [tally.TP + tally.FN for tally in self.tallies]

    @property
    def columns(self) -> list[int]:
        return [tally.TP + tally.FP for tally in self.tallies]

    @property
    def others(self) -> list[tuple[tuple[int, int], int]]:
        """Return the cells off the diagonal: row and column number, count."""
        cells = enumerate(self.matrix.counts.tolist())
        return [((i, j), n) for i, row in cells for j, n in enumerate(row) if i != j]

    @property
    def chosen(self) -> tuple[Label, Tally]:
        assert self.label is not None  # _check_scope has seen to it
        return self.label, self.tallies[self.matrix.index(self.label)]

    @property
    def averaged(self) -> list[tuple[Label, Tally]]:
        pairs = zip(self.matrix.labels, self.tallies, strict=True)
        return [(label, tally) for label, tally in pairs if label not in self.exclude]


def _find(name: str) -> _Metric:
    if not isinstance(name, str):
        raise TypeError(f"name must be the name of a metric, such as 'precision', got {name!r}")
    if name not in METRICS:
        near = get_close_matches(name.lower(), METRICS, n=3, cutoff=0.5)
        hint = f"the nearest are {near}" if near else f"it must be one of {list(METRICS)}"
        raise ValueError(f"name {name!r} is not a metric that can be explained; {hint}")
    return METRICS[name]


def _one_matrix(cm: Any) -> ConfusionMatrix:
    counts, _ = as_counts(cm)
    if counts.ndim != 2:
        raise ValueError(
            f"cm must be one matrix, got a batch of shape {counts.shape}: choose one, as in cm[0]"
        )
    if counts.dtype.kind != "i":
        values: list[float] = counts.ravel().tolist()
        first = next((value for value in values if not value.is_integer()), values[0])
        raise TypeError(f"explain needs integer counts; the first other value is {first}")
    return cm if isinstance(cm, ConfusionMatrix) else ConfusionMatrix(counts)


def _exact_beta(beta: float | Fraction) -> Fraction:
    if isinstance(beta, bool) or not isinstance(beta, Real):
        raise TypeError(f"beta must be a number over 0, got {beta!r}")
    if not 0 < beta < inf:
        raise ValueError(f"beta must be over 0 and finite, got {beta!r}")
    return Fraction(str(beta))


def _known_weights(weights: Any) -> Weights | None:
    if weights not in (None, "linear", "quadratic"):
        raise ValueError(f"weights must be None, 'linear' or 'quadratic', got {weights!r}")
    known: Weights | None = weights
    return known


def _whole_number(abstained: int) -> int:
    if isinstance(abstained, bool) or not isinstance(abstained, Integral):
        raise TypeError(f"abstained must be a whole number of samples, got {abstained!r}")
    if abstained < 0:
        raise ValueError(f"abstained must be at least 0, got {abstained!r}")
    return int(abstained)


def _check_options(name: str, metric: _Metric, case: _Case) -> None:
    owners = {"beta": "f_score", "weights": "cohen_kappa", "abstained": "r_prime_overall"}
    given = {
        "beta": case.beta if case.beta != 1 else None,
        "weights": case.weights,
        "abstained": case.abstained or None,
    }
    for option, owner in owners.items():
        if given[option] is not None and metric.option != option:
            raise ValueError(
                f"{option} belongs to {owner!r}; {name!r} has none, got {option}={given[option]}"
            )


def _left_out(exclude: Sequence[Label], matrix: ConfusionMatrix) -> tuple[Label, ...]:
    if isinstance(exclude, str):
        raise TypeError(f"exclude must be a list of labels, got {exclude!r}: write [{exclude!r}]")
    positions = {matrix.index(label) for label in exclude}
    if len(positions) == len(matrix.labels):
        raise ValueError(f"exclude leaves no class to average: got {list(exclude)!r}")
    return tuple(matrix.labels[position] for position in sorted(positions))


def _check_scope(name: str, metric: _Metric, case: _Case) -> None:
    label, average = case.label, case.average
    if average not in (None, "macro", "micro", "weighted"):
        raise ValueError(f"average must be 'macro', 'micro' or 'weighted', got {average!r}")
    if metric.scope in ("class", "label"):
        if metric.scope == "label" and average is not None:
            raise ValueError(f"{name} has no average: give label=, got average={average!r}")
        if label is None and average is None:
            or_average = " or average= ('macro', 'micro' or 'weighted')"
            raise ValueError(
                f"{name} has a value for every class: give label= (one of "
                f"{shorten(case.matrix.labels)}){or_average if metric.scope == 'class' else ''}"
            )
        if label is not None and average is not None:
            raise ValueError(
                f"give label= or average=, not both: got label={label!r} and average={average!r}"
            )
        if label is not None:
            case.matrix.index(label)
    else:
        for argument, value in (("label", label), ("average", average)):
            if value is not None:
                raise ValueError(
                    f"{name} is one number for the whole matrix: {argument}= does not apply, "
                    f"got {value!r}"
                )
    if case.exclude and (metric.scope == "matrix" or label is not None):
        raise ValueError(
            f"exclude leaves classes out of an average, and this is none: got {list(case.exclude)}"
        )


# ---- Writing: every expression is written once, in two skins -------------------------------------


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
_Skin: TypeAlias = _Plain | _Latex
_PLAIN = _Plain()
_LATEX = _Latex()


def _outside(text: str) -> str:
    """Leave out what stands in parentheses, at any depth."""
    while (shorter := re.sub(r"\([^()]*\)", "", text)) != text:
        text = shorter
    return text


def _chain(subject: str, work: _Work, skin: _Skin) -> str:
    """Join the steps by equals signs, down to the fraction and the decimal."""
    steps = [subject, work.formula, work.substituted]
    if work.result is None:
        return " = ".join([*steps, skin.words("undefined")])
    if work.exact and work.result.denominator <= _READABLE:
        steps.append(skin.exact(work.result))
    decimal = decimal_text(work.result, 4)
    sign = "=" if Fraction(decimal) == work.result else skin.about
    return f"{' = '.join(steps)} {sign} {decimal}"


def _subject(metric: _Metric, case: _Case, skin: _Skin) -> str:
    before = f"{case.average} " if case.average else ""
    before += {"linear": "linearly weighted ", "quadratic": "quadratically weighted "}.get(
        case.weights or "", ""
    )
    if metric.option == "beta":
        head = skin.words(before) + skin.indexed(metric.title, _number(case.beta))
    else:
        head = skin.words(before + metric.title)
    if case.label is not None:
        # "precision of 1" would read like a value.
        head += skin.words(" of " if isinstance(case.label, str) else " of class ")
        head += skin.label(case.label)
    if case.exclude:
        head += skin.words(" without ")
        head += skin.words(", ").join(skin.label(label) for label in case.exclude)
    return head


def _number(value: Fraction) -> str:
    """Write 5, 1.25 or, if no decimal is exact, (10/9)."""
    text = f"{Decimal(value.numerator) / Decimal(value.denominator):f}"
    return text if Fraction(text) == value else f"({value})"


def _sum(terms: Sequence[object], skin: _Skin) -> str:
    return " + ".join(_shown(terms, skin))


def _product(factors: Sequence[object], skin: _Skin) -> str:
    return skin.times.join(_shown(factors, skin))


def _shown(parts: Sequence[object], skin: _Skin) -> list[str]:
    many = len(parts) > _SHOWN
    return list(map(str, [*parts[:3], skin.dots, *parts[-2:]] if many else parts))


def _markdown(text: str) -> str:
    r"""Escape plain text for Markdown: ``a*b`` becomes ``a\*b``."""
    return re.sub(r"([\\`*_{}\[\]<>#$~|&])", r"\\\1", text)


# ---- The metrics ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Work:
    """A metric worked out: how it is written in one skin, and what comes out (None: undefined)."""

    formula: str
    substituted: str
    result: Fraction | None
    legend: str = ""
    note: str = ""
    exact: bool = True
    # Parts of the formula worked out apart, "P_o = …", and what each of them is.
    pieces: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class _Metric:
    """An entry of the table of metrics.

    ``scope`` is "class" (every class has a value: needs a label or an average), "label" (needs a
    label), "classes" (one value, but classes can be excluded) or "matrix" (one value for all
    samples). ``lowest`` is the lower end of the range; the upper end is always 1.
    """

    title: str
    scope: Literal["class", "label", "classes", "matrix"]
    work: Callable[[_Case, _Skin], _Work]
    option: Literal["beta", "weights", "abstained"] | None = None
    lowest: Literal[-1, 0] = 0


# A sum of counts: pairs of a factor ("" is 1, "b" is beta^2, "a" is 1 + beta^2) and a symbol.
_Terms: TypeAlias = Sequence[tuple[str, str]]

_EMPTY = "The matrix holds no samples."
_MEANING = {
    "TP": "samples of {c} predicted as {c}",
    "FN": "samples of {c} predicted as another class",
    "FP": "samples of another class predicted as {c}",
    "TN": "samples of another class not predicted as {c}",
}


@dataclass(frozen=True)
class _Ratio:
    """A metric that divides, for each class, one sum of its four counts by another."""

    top: _Terms
    bottom: _Terms
    empty: str  # when the denominator is 0, with {c} for the class

    def __call__(self, case: _Case, skin: _Skin) -> _Work:
        if case.average == "micro":
            return self._micro(case, skin)
        if case.average is not None:
            return self.mean(case, skin)
        label, tally = case.chosen
        bottom = self._value(self.bottom, tally, case)
        return _Work(
            skin.over(*self._symbols(case, skin)),
            skin.over(
                self._counts(self.top, tally, case, skin),
                self._counts(self.bottom, tally, case, skin),
            ),
            self._value(self.top, tally, case) / bottom if bottom else None,
            _legend([symbol for _, symbol in self.bottom], label, tally),
            "" if bottom else _sentence(self._why(case, repr(label))),
        )

    def mean(self, case: _Case, skin: _Skin) -> _Work:
        """Average over the classes, plainly or weighted by support."""
        weighted = case.average == "weighted"
        parts, note = self.defined(case)
        weights = [support if weighted else 1 for *_, support in parts]
        total = sum(weights)
        values = zip(weights, parts, strict=True)
        result = sum((w * top / bottom for w, (top, bottom, _) in values), Fraction(0))
        shares = [skin.share(_number(top), _number(bottom)) for top, bottom, _ in parts]
        symbols = self._symbols(case, skin, each=True)
        legend = f"For each class $c$: {self.meanings()}; "
        if weighted:
            formula = skin.weighted(*symbols)
            products = [_product(pair, skin) for pair in zip(weights, shares, strict=True)]
            substituted = skin.over(_sum(products, skin), _sum(weights, skin))
            legend += "$s_c$: its support, the number of samples of $c$."
        else:
            formula = skin.macro(*symbols, len(parts))
            substituted = skin.over(_sum(shares, skin), str(total))
            legend += f"$K$: the number of classes averaged ({len(parts)})."
        if not parts:
            substituted = skin.over("0", "0")
        elif not total:
            note = "The classes that have a value have no samples, so all weights are 0."
        return _Work(formula, substituted, result / total if total else None, legend, note)

    def defined(self, case: _Case) -> tuple[list[tuple[Fraction, Fraction, int]], str]:
        """Return numerator, denominator and support of the classes averaged; which are not."""
        parts: list[tuple[Fraction, Fraction, int]] = []
        skipped: list[str] = []
        for label, tally in case.averaged:
            bottom = self._value(self.bottom, tally, case)
            if bottom:
                parts.append((self._value(self.top, tally, case), bottom, tally.TP + tally.FN))
            else:
                skipped.append(f"{label!r} is left out: {self._why(case, repr(label))}")
        if len(skipped) > _SHOWN:
            skipped[_SHOWN:] = [f"so are {len(skipped) - _SHOWN} more classes, for the same reason"]
        return parts, _sentence("; ".join(skipped)) if skipped else ""

    def _micro(self, case: _Case, skin: _Skin) -> _Work:
        tops = [self._value(self.top, tally, case) for _, tally in case.averaged]
        bottoms = [self._value(self.bottom, tally, case) for _, tally in case.averaged]
        bottom = sum(bottoms)
        return _Work(
            skin.micro(*self._symbols(case, skin, each=True)),
            skin.over(*(_sum(list(map(_number, values)), skin) for values in (tops, bottoms))),
            sum(tops) / bottom if bottom else None,
            f"For each class $c$: {self.meanings()}.",
            "" if bottom else _sentence(self._why(case, "a class that is averaged")),
        )

    def _value(self, terms: _Terms, tally: Tally, case: _Case) -> Fraction:
        return sum((_factor(f, case) * getattr(tally, name) for f, name in terms), Fraction(0))

    def _symbols(self, case: _Case, skin: _Skin, *, each: bool = False) -> tuple[str, str]:
        beta = skin.power(_number(case.beta), 2)
        factors = {"": "", "a": f"(1 + {beta}) ", "b": f"{beta} "}
        if case.beta == 1:
            factors = {"": "", "a": "2 ", "b": ""}
        top, bottom = (
            " + ".join(factors[f] + skin.symbol(name, each=each) for f, name in terms)
            for terms in (self.top, self.bottom)
        )
        return top, bottom

    def _counts(self, terms: _Terms, tally: Tally, case: _Case, skin: _Skin) -> str:
        written = []
        for f, name in terms:
            factor = _factor(f, case)
            count = str(getattr(tally, name))
            written.append(count if factor == 1 else _product([_number(factor), count], skin))
        return " + ".join(written)

    def _why(self, case: _Case, name: str) -> str:
        if case.total == 0:
            return "the matrix holds no samples"
        return f"{self.empty.format(c=name)}, so {self._symbols(case, _PLAIN)[1]} = 0"

    def meanings(self) -> str:
        """Say what the symbols stand for, for any class c."""
        return "; ".join(f"{s}: {_MEANING[s].format(c='$c$')}" for _, s in self.bottom)


def _factor(key: str, case: _Case) -> Fraction:
    return {"": Fraction(1), "a": 1 + case.beta**2, "b": case.beta**2}[key]


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _legend(symbols: Sequence[str], label: Label, tally: Tally) -> str:
    meanings = [
        f"{symbol}: {_MEANING[symbol].format(c=f'‘{label}’')} ({getattr(tally, symbol)})"
        for symbol in symbols
    ]
    return _markdown("; ".join(meanings) + ".")


def _accuracy(case: _Case, skin: _Skin) -> _Work:
    return _of_all(case, skin, skin.words("correct"), _sum(case.hits, skin), sum(case.hits))


def _error_rate(case: _Case, skin: _Skin) -> _Work:
    formula = f"{skin.words('total')} - {skin.words('correct')}"
    correct = sum(case.hits)
    return _of_all(case, skin, formula, f"{case.total} - {correct}", case.total - correct)


def _of_all(case: _Case, skin: _Skin, symbols: str, counts: str, count: int) -> _Work:
    return _Work(
        skin.over(symbols, skin.words("total")),
        skin.over(counts, str(case.total)),
        Fraction(count, case.total) if case.total else None,
        "correct: the sum of the diagonal; total: the number of all samples.",
        "" if case.total else "The matrix holds no samples, so total = 0.",
    )


def _kappa(case: _Case, skin: _Skin) -> _Work:
    """Work out (P_o - P_e) / (1 - P_e): document 1, equations 6 and 7; document 2, section 3.2."""
    if case.weights:
        return _weighted_kappa(case, skin)
    total, agreed, squared = case.total, sum(case.hits), case.total**2
    products = [_product(pair, skin) for pair in zip(case.rows, case.columns, strict=True)]
    by_chance = sum(map(mul, case.rows, case.columns))
    observed = skin.share(str(agreed), str(total))
    expected = skin.share(str(by_chance), str(squared))
    counted = skin.over(_sum(case.hits, skin), str(total))
    chance = skin.over(_sum(products, skin), skin.power(str(total), 2))
    defined = by_chance < squared
    return _Work(
        skin.over("P_o - P_e", "1 - P_e"),
        skin.over(f"{observed} - {expected}", f"1 - {expected}"),
        Fraction(agreed * total - by_chance, squared - by_chance) if defined else None,
        note="" if defined else _all_the_same(case, "P_e = 1"),
        pieces=[
            (f"P_o = {counted} = {observed}", "the share of the samples that agree, the accuracy"),
            (
                f"P_e = {chance} = {expected}",
                "the share expected to agree by chance, from the row and the column sum of each "
                "class",
            ),
        ],
    )


def _weighted_kappa(case: _Case, skin: _Skin) -> _Work:
    """Work out 1 - total Σwn / Σwrc, with w the distance of two classes or its square."""
    total, squared = case.total, case.weights == "quadratic"
    counts, products = [], []
    for (i, j), cell in case.others:
        weight = (i - j) ** 2 if squared else abs(i - j)
        counts.append((weight, cell))
        products.append((weight, case.rows[i], case.columns[j]))
    observed, expected = sum(map(prod, counts)), sum(map(prod, products))
    wn, wrc = f"{skin.sum}wn", f"{skin.sum}wrc"

    def written(total: str, observed: str, expected: str) -> str:
        return f"1 - {skin.over(_product([total, observed], skin), expected)}"

    def added(terms: Sequence[tuple[int, ...]]) -> str:
        return _sum([_product(factors, skin) for factors in terms], skin) or "0"

    return _Work(
        written(skin.words("total"), wn, wrc),
        written(str(total), str(observed), str(expected)),
        1 - Fraction(total * observed, expected) if expected else None,
        f"For each cell off the diagonal, $w$: how many places its two classes are apart"
        f"{', squared' * squared}; $n$: its count; $r$, $c$: its row sum and column sum.",
        "" if expected else _all_the_same(case, "Σwrc = 0"),
        pieces=[
            (f"{wn} = {added(counts)} = {observed}", "the disagreement counted"),
            (f"{wrc} = {added(products)} = {expected}", "total times the one expected by chance"),
        ],
    )


def _all_the_same(case: _Case, so: str) -> str:
    if not case.total:
        return _EMPTY
    only = case.matrix.labels[case.rows.index(case.total)]
    return f"Every sample truly is {only!r} and was predicted as {only!r}, so {so}."


def _g_mean(case: _Case, skin: _Skin) -> _Work:
    """Work out the root of the product of the recalls: document 2, section 3.2."""
    parts, note = _RECALL.defined(case)
    degree = len(parts)
    product = prod((top / bottom for top, bottom, _ in parts), start=Fraction(1))
    result = root(product, degree) if parts else None
    recalls = [skin.share(_number(top), _number(bottom)) for top, bottom, _ in parts]
    steps = [skin.root(_product(recalls, skin), degree) if parts else skin.over("0", "0")]
    if degree > 1 and product.denominator <= _READABLE:
        steps.append(skin.root(skin.exact(product), degree))
    return _Work(
        skin.geometric(*_RECALL._symbols(case, skin, each=True), degree),
        " = ".join(steps),
        result,
        f"For each class $c$: {_RECALL.meanings()}; $K$: the number of classes taken ({degree}).",
        note,
        exact=result is None or result**degree == product,
    )


def _mcc(case: _Case, skin: _Skin) -> _Work:
    """Work out Gorodkin's R_K; with two classes in its usual form, document 2, section 3.2."""
    note = _EMPTY
    for sums, says in ((case.columns, "was predicted as"), (case.rows, "truly is")):
        if case.total and max(sums) == case.total:
            only = case.matrix.labels[sums.index(case.total)]
            note = f"Every sample {says} {only!r}, so the denominator is 0."
    if len(case.tallies) == 2:
        return _binary_mcc(case, skin, note)
    total, correct = case.total, sum(case.hits)
    margins = {"rc": (case.rows, case.columns)}
    margins |= {"r": (case.rows, case.rows), "c": (case.columns, case.columns)}
    rc, r2, c2 = (sum(map(mul, *pair)) for pair in margins.values())
    names = [f"{skin.sum}rc", *(skin.sum + skin.power(name, 2) for name in "rc")]
    terms = [_product(pair, skin) for pair in zip(*margins["rc"], strict=True)]
    rows, columns = (
        [skin.power(str(count), 2) for count in counts] for counts in (case.rows, case.columns)
    )

    def written(whole: str, correct: str, rc: str, *squares: str) -> tuple[str, str]:
        spread = [f"({skin.power(whole, 2)} - {square})" for square in squares]
        return f"{_product([whole, correct], skin)} - {rc}", _product(spread, skin)

    return _over_root(
        skin,
        written(skin.words("total"), skin.words("correct"), *names),
        written(*map(str, (total, correct, rc, r2, c2))),
        (total * correct - rc, (total**2 - r2) * (total**2 - c2)),
        "$r$, $c$: the row sum and the column sum of a class; correct: the sum of the diagonal; "
        "total: the number of all samples.",
        note,
        [
            (f"{names[0]} = {_sum(terms, skin)} = {rc}", "row sum times column sum, added up"),
            (f"{names[1]} = {_sum(rows, skin)} = {r2}", "the squares of the row sums"),
            (f"{names[2]} = {_sum(columns, skin)} = {c2}", "the squares of the column sums"),
        ],
    )


def _binary_mcc(case: _Case, skin: _Skin, note: str) -> _Work:
    tally = case.tallies[0]

    def written(tp: str, fn: str, fp: str, tn: str) -> tuple[str, str]:
        margins = [f"({a} + {b})" for a, b in ((tp, fp), (tp, fn), (tn, fp), (tn, fn))]
        return f"{_product([tp, tn], skin)} - {_product([fp, fn], skin)}", _product(margins, skin)

    return _over_root(
        skin,
        written(*(skin.symbol(name, each=False) for name in tally._fields)),
        written(*map(str, tally)),
        (tally.TP * tally.TN - tally.FP * tally.FN, prod(case.rows) * prod(case.columns)),
        _legend(tally._fields, case.matrix.labels[0], tally),
        note,
    )


def _mcc_product(case: _Case, skin: _Skin) -> _Work:
    """Work out document 2's own form for many classes, section 3.2, as its code has it."""
    classes, hits, labels = len(case.tallies), case.hits, case.matrix.labels
    if classes == 2:
        return _mcc(case, skin)
    wrong = [cell for _, cell in case.others]
    # Every cell off the diagonal, with the diagonal cell of its row, then with that of its column.
    pairs = [(at[side], at, cell) for side in (0, 1) for at, cell in case.others]
    factors = [f"({hits[k]} + {cell})" for k, _, cell in pairs]
    note = next(
        (
            f"No sample of {labels[k]!r} was predicted as {labels[k]!r} and none of {labels[i]!r} "
            f"as {labels[j]!r}: the two cells add up to 0 in the denominator."
            for k, (i, j), cell in pairs
            if hits[k] == cell == 0
        ),
        "",
    )
    right = skin.power(_product(hits, skin), classes - 1)
    return _over_root(
        skin,
        skin.products,
        (f"{right} - {_product(wrong, skin) or '1'}", _product(factors, skin) or "1"),
        (prod(hits) ** (classes - 1) - prod(wrong), prod(hits[k] + cell for k, _, cell in pairs)),
        "T: the cells on the diagonal; F: the others, each of them in the denominator once with "
        f"the T of its row and once with the T of its column; $K$: the number of classes "
        f"({classes}).",
        note if case.total else _EMPTY,
    )


def _over_root(
    skin: _Skin,
    symbols: tuple[str, str],
    counts: tuple[str, str],
    values: tuple[int, int],
    legend: str,
    note: str,
    pieces: Sequence[tuple[str, str]] = (),
) -> _Work:
    """Divide by the square root of a whole number; ``note`` is for the case that it is 0."""
    top, radicand = values
    formula, *steps = (skin.over(a, skin.root(b)) for a, b in (symbols, counts, map(str, values)))
    if max(abs(top), radicand) > _READABLE**2:
        del steps[1]
    if not radicand:
        return _Work(formula, " = ".join(steps), None, legend, note, pieces=pieces)
    square = Fraction(top**2, radicand)
    size = root(square, 2)
    return _Work(
        formula,
        " = ".join(steps),
        size if top >= 0 else -size,
        legend,
        exact=size**2 == square,
        pieces=pieces,
    )


def _informedness(case: _Case, skin: _Skin) -> _Work:
    """Work out recall + specificity - 1, Youden's J."""
    label, tally = case.chosen
    belong, others = tally.TP + tally.FN, tally.TN + tally.FP

    def written(tp: str, fn: str, fp: str, tn: str) -> str:
        return f"{skin.over(tp, f'{tp} + {fn}')} + {skin.over(tn, f'{tn} + {fp}')} - 1"

    note = ""
    if not case.total:
        note = _EMPTY
    elif not belong:
        note = f"No sample truly is {label!r}, so TP + FN = 0."
    elif not others:
        note = f"Every sample truly is {label!r}, so TN + FP = 0."
    return _Work(
        written(*(skin.symbol(name, each=False) for name in tally._fields)),
        written(*map(str, tally)),
        None if note else Fraction(tally.TP, belong) + Fraction(tally.TN, others) - 1,
        _legend(tally._fields, label, tally),
        note,
    )


def _r_score(case: _Case, skin: _Skin) -> _Work:
    """Work out a/m - s/w: document 1, equation 12."""
    label, tally = case.chosen
    a, m, s, w = tally.TP, tally.TP + tally.FN, tally.TP + tally.FP, case.total
    note = "" if m else f"No sample truly is {label!r}, so m = 0."
    return _Work(
        f"{skin.over('a', 'm')} - {skin.over('s', 'w')}",
        f"{skin.share(str(a), str(m))} - {skin.share(str(s), str(w))}",
        Fraction(a, m) - Fraction(s, w) if m else None,
        _markdown(
            f"a: samples of ‘{label}’ predicted as ‘{label}’ ({a}); m: samples of ‘{label}’ ({m}); "
            f"s: samples predicted as ‘{label}’ ({s}); w: all samples ({w})."
        ),
        note if w else _EMPTY,
    )


def _r_prime(case: _Case, skin: _Skin) -> _Work:
    """Work out a/m - s/w + m/w: document 1, equations 18 and 22."""
    r = _r_score(case, skin)
    _, tally = case.chosen
    m, w = tally.TP + tally.FN, case.total
    return replace(
        r,
        formula=f"{r.formula} + {skin.over('m', 'w')}",
        substituted=f"{r.substituted} + {skin.share(str(m), str(w))}",
        result=None if r.result is None else r.result + Fraction(m, w),
    )


def _r_prime_overall(case: _Case, skin: _Skin) -> _Work:
    """Work out Σa / x + (x - y) / w: document 1, equation 23."""
    correct, answered, every = sum(case.hits), case.total, case.total + case.abstained
    first = skin.over(_sum(case.hits, skin), str(every))
    second = skin.over(f"{every} - {answered}", str(every))
    return _Work(
        f"{skin.over(f'{skin.sum}a', 'x')} + {skin.over('x - y', 'w')}",
        f"{first} + {second}",
        Fraction(correct + case.abstained, every) if every else None,
        rf"$\sum a$: the correct predictions ({correct}); $x$ and $w$: all samples ({every}); "
        f"$y$: those that got a prediction ({answered}).",
        "" if every else "There are no samples, so x = w = 0.",
    )


_RECALL = _Ratio([("", "TP")], [("", "TP"), ("", "FN")], "no sample truly is {c}")

METRICS: dict[str, _Metric] = {
    "accuracy": _Metric("accuracy", "matrix", _accuracy),
    "error_rate": _Metric("error rate", "matrix", _error_rate),
    "balanced_accuracy": _Metric("balanced accuracy", "classes", _RECALL.mean),
    "precision": _Metric(
        "precision",
        "class",
        _Ratio([("", "TP")], [("", "TP"), ("", "FP")], "no sample was predicted as {c}"),
    ),
    "recall": _Metric("recall", "class", _RECALL),
    "specificity": _Metric(
        "specificity",
        "class",
        _Ratio([("", "TN")], [("", "TN"), ("", "FP")], "every sample truly is {c}"),
    ),
    "negative_predictive_value": _Metric(
        "negative predictive value",
        "class",
        _Ratio([("", "TN")], [("", "TN"), ("", "FN")], "every sample was predicted as {c}"),
    ),
    "f_score": _Metric(
        "F",
        "class",
        _Ratio(
            [("a", "TP")],
            [("a", "TP"), ("b", "FN"), ("", "FP")],
            "no sample is {c}, neither in the truth nor in the predictions",
        ),
        option="beta",
    ),
    "cohen_kappa": _Metric("kappa", "matrix", _kappa, option="weights", lowest=-1),
    "g_mean": _Metric("G-mean", "classes", _g_mean),
    "mcc": _Metric("MCC", "matrix", _mcc, lowest=-1),
    "mcc_product": _Metric("product-form MCC", "matrix", _mcc_product, lowest=-1),
    "informedness": _Metric("informedness", "label", _informedness, lowest=-1),
    "r_score": _Metric("R", "label", _r_score, lowest=-1),
    "r_prime": _Metric("R'", "label", _r_prime, lowest=-1),
    "r_prime_overall": _Metric("overall R'", "matrix", _r_prime_overall, option="abstained"),
}
