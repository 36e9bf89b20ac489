"""Metrics worked by hand: the formula, the counts put in, the exact fraction, the decimal.

Everything here is computed from whole counts with exact fractions and formulas of its own, so that
it can stand as a witness beside the array code of `cmlib.metrics`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from math import inf, nan
from numbers import Real
from typing import Any, Literal, NamedTuple, TypeAlias

from numpy.typing import ArrayLike

from cmlib.labels import Label, plain, shorten
from cmlib.matrix import ConfusionMatrix, as_counts

__all__ = ["METRICS", "Explanation", "Tally", "decimal_text", "explain", "tallies"]

Average: TypeAlias = Literal["macro", "micro", "weighted"]

# Sums of more terms than this are shown with their middle left out.
_SHOWN = 6
# A fraction with a longer denominator is no help to a reader; the decimal alone is shown.
_READABLE = 10**9


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
        The exact value; None if it is undefined or not a fraction.
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
    exclude: Sequence[Label] = (),
) -> Explanation:
    """Work a metric out by hand and show every step.

    Parameters
    ----------
    name : str
        ``"accuracy"``, ``"error_rate"``, ``"balanced_accuracy"``, or one that every class has:
        ``"precision"``, ``"recall"``, ``"specificity"``, ``"negative_predictive_value"``,
        ``"f_score"``.
    cm : ConfusionMatrix or array-like of shape (K, K)
        One matrix of integer counts; rows are the truth.
    label : int, str or bool, optional
        The class. A metric that every class has needs either this or ``average``.
    average : {"macro", "micro", "weighted"}, optional
        Average over the classes instead.
    beta : float, default 1.0
        For ``"f_score"``: how many times as important recall is as precision. It is read as it is
        written: 0.1 is exactly one tenth.
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
        if ``beta`` is not over 0 and finite, or if ``cm`` is a batch or not a valid matrix.
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
    """
    metric = _find(name)
    matrix = _one_matrix(cm)
    case = _Case(
        matrix=matrix,
        tallies=tallies(matrix),
        label=plain(label),
        average=average,
        beta=_exact_beta(beta, name),
        exclude=_left_out(exclude, matrix),
    )
    _check_scope(name, metric, case)
    work = metric.work(case)
    subject_latex, subject = _both(lambda skin: _subject(metric, case, skin))
    formula, formula_text = _both(work.formula)
    substituted, substituted_text = _both(work.substituted)
    fraction = work.result if isinstance(work.result, Fraction) else None
    return Explanation(
        name=name,
        label=case.label,
        average=average,
        formula=formula,
        substituted=substituted,
        fraction=fraction,
        value=nan if work.result is None else float(work.result),
        note=work.note,
        subject=subject,
        text=_chain([subject, formula_text, substituted_text], work.result, _PLAIN),
        legend=work.legend,
        equation=_chain([subject_latex, formula, substituted], work.result, _LATEX),
        matrix=matrix,
        beta=case.beta,
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


# ---- Checking the arguments ----------------------------------------------------------------------


@dataclass(frozen=True)
class _Case:
    """What a metric is worked out from."""

    matrix: ConfusionMatrix
    tallies: list[Tally]
    label: Label | None
    average: Average | None
    beta: Fraction
    exclude: tuple[Label, ...]

    @property
    def total(self) -> int:
        return sum(self.tallies[0])

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


def _exact_beta(beta: float | Fraction, name: str) -> Fraction:
    if isinstance(beta, bool) or not isinstance(beta, Real):
        raise TypeError(f"beta must be a number over 0, got {beta!r}")
    if not 0 < beta < inf:
        raise ValueError(f"beta must be over 0 and finite, got {beta!r}")
    exact = Fraction(str(beta))
    if exact != 1 and not METRICS[name].has_beta:
        raise ValueError(f"beta belongs to 'f_score'; {name!r} has none, got beta={beta!r}")
    return exact


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
    if metric.scope == "class":
        if label is None and average is None:
            raise ValueError(
                f"{name} has a value for every class: give label= (one of "
                f"{shorten(case.matrix.labels)}) or average= ('macro', 'micro' or 'weighted')"
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

    def words(self, text: str) -> str:
        return text

    def label(self, label: Label) -> str:
        return repr(label)

    def symbol(self, name: str, *, each: bool) -> str:
        return name

    def indexed(self, name: str, index: str) -> str:
        return name + index

    def squared(self, number: str) -> str:
        return f"{number}²"

    def over(self, top: str, bottom: str) -> str:
        several_terms = re.search(r" [+-] ", re.sub(r"\([^()]*\)", "", top))
        top = f"({top})" if several_terms else top
        return f"{top} / " + (f"({bottom})" if " " in bottom else bottom)

    def share(self, top: str, bottom: str) -> str:
        return f"{top}/{bottom}"

    def exact(self, value: Fraction) -> str:
        return str(value)

    def macro(self, top: str, bottom: str, classes: int) -> str:
        return f"mean of {self.over(top, bottom)} over {classes} class{'es' * (classes != 1)}"

    def micro(self, top: str, bottom: str) -> str:
        return f"sum of {top} / sum of ({bottom})"

    def weighted(self, top: str, bottom: str) -> str:
        return f"mean of {self.over(top, bottom)} weighted by support"


class _Latex:
    """LaTeX that MathJax reads the same with and without its text extension."""

    times = r" \times "
    dots = r"\cdots"
    about = r"\approx"

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

    def squared(self, number: str) -> str:
        return f"{number}^2"

    def over(self, top: str, bottom: str) -> str:
        return rf"\frac{{{top}}}{{{bottom}}}"

    share = over

    def exact(self, value: Fraction) -> str:
        whole = value.denominator == 1
        return str(value) if whole else self.over(str(value.numerator), str(value.denominator))

    def macro(self, top: str, bottom: str, classes: int) -> str:
        return rf"\frac{{1}}{{K}} \sum_c {self.over(top, bottom)}"

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


def _both(write: Callable[[_Skin], str]) -> tuple[str, str]:
    return write(_LATEX), write(_PLAIN)


def _chain(steps: list[str], result: Fraction | float | None, skin: _Skin) -> str:
    """Join the steps by equals signs, down to the fraction and the decimal."""
    if result is None:
        return " = ".join([*steps, skin.words("undefined")])
    if isinstance(result, Fraction) and result.denominator <= _READABLE:
        steps = [*steps, skin.exact(result)]
    decimal = decimal_text(Fraction(result), 4)
    sign = "=" if Fraction(decimal) == Fraction(result) else skin.about
    return f"{' = '.join(steps)} {sign} {decimal}"


def _subject(metric: _Metric, case: _Case, skin: _Skin) -> str:
    before = f"{case.average} " if case.average else ""
    if metric.has_beta:
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


def _sum(terms: Sequence[str], skin: _Skin) -> str:
    shown = terms if len(terms) <= _SHOWN else [*terms[:3], skin.dots, *terms[-2:]]
    return " + ".join(shown)


def _markdown(text: str) -> str:
    r"""Escape plain text for Markdown: ``a*b`` becomes ``a\*b``."""
    return re.sub(r"([\\`*_{}\[\]<>#$~|&])", r"\\\1", text)


# ---- The metrics ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Work:
    """A metric worked out: how it is written, and what comes out (None if undefined)."""

    formula: Callable[[_Skin], str]
    substituted: Callable[[_Skin], str]
    result: Fraction | float | None
    legend: str
    note: str = ""


@dataclass(frozen=True)
class _Metric:
    """An entry of the table of metrics.

    ``scope`` is "class" (every class has a value: needs a label or an average), "classes" (one
    value, but classes can be excluded) or "matrix" (one value for all samples).
    """

    title: str
    scope: Literal["class", "classes", "matrix"]
    work: Callable[[_Case], _Work]
    has_beta: bool = False


# A sum of counts: pairs of a factor ("" is 1, "b" is beta^2, "a" is 1 + beta^2) and a symbol.
_Terms: TypeAlias = Sequence[tuple[str, str]]

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

    def __call__(self, case: _Case) -> _Work:
        if case.average == "micro":
            return self._micro(case)
        if case.average is not None:
            return self._mean(case, weighted=case.average == "weighted")
        assert case.label is not None  # _check_scope has seen to it
        tally = case.tallies[case.matrix.index(case.label)]
        bottom = self._value(self.bottom, tally, case)
        symbols = [symbol for _, symbol in self.bottom]
        name = f"‘{case.label}’"
        meanings = [
            f"{symbol}: {_MEANING[symbol].format(c=name)} ({getattr(tally, symbol)})"
            for symbol in symbols
        ]
        return _Work(
            lambda skin: skin.over(
                self._symbols(self.top, case, skin), self._symbols(self.bottom, case, skin)
            ),
            lambda skin: skin.over(
                self._counts(self.top, tally, case, skin),
                self._counts(self.bottom, tally, case, skin),
            ),
            self._value(self.top, tally, case) / bottom if bottom else None,
            _markdown("; ".join(meanings) + "."),
            "" if bottom else _sentence(self._why(case, repr(case.label))),
        )

    def _mean(self, case: _Case, *, weighted: bool) -> _Work:
        parts: list[tuple[Fraction, Fraction, int]] = []
        skipped: list[str] = []
        for label, tally in case.averaged:
            bottom = self._value(self.bottom, tally, case)
            if bottom:
                weight = tally.TP + tally.FN if weighted else 1
                parts.append((self._value(self.top, tally, case), bottom, weight))
            else:
                skipped.append(f"{label!r} is left out: {self._why(case, repr(label))}")
        total = sum(weight for *_, weight in parts)
        result = sum((weight * top / bottom for top, bottom, weight in parts), Fraction(0))

        def formula(skin: _Skin) -> str:
            top = self._symbols(self.top, case, skin, each=True)
            bottom = self._symbols(self.bottom, case, skin, each=True)
            if weighted:
                return skin.weighted(top, bottom)
            return skin.macro(top, bottom, len(parts))

        def substituted(skin: _Skin) -> str:
            if not parts:
                return skin.over("0", "0")
            shares = [skin.share(_number(top), _number(bottom)) for top, bottom, _ in parts]
            if not weighted:
                return skin.over(_sum(shares, skin), str(total))
            weights = [str(weight) for *_, weight in parts]
            products = [w + skin.times + share for w, share in zip(weights, shares, strict=True)]
            return skin.over(_sum(products, skin), _sum(weights, skin))

        if len(skipped) > _SHOWN:
            skipped[_SHOWN:] = [f"so are {len(skipped) - _SHOWN} more classes, for the same reason"]
        note = _sentence("; ".join(skipped)) if skipped else ""
        if not total and parts:
            note = _sentence("the classes that have a value have no samples, so all weights are 0")
        legend = f"For each class $c$: {self._meanings()}; "
        legend += (
            "$s_c$: its support, the number of samples of $c$."
            if weighted
            else f"$K$: the number of classes averaged ({len(parts)})."
        )
        return _Work(formula, substituted, result / total if total else None, legend, note)

    def _micro(self, case: _Case) -> _Work:
        tops = [self._value(self.top, tally, case) for _, tally in case.averaged]
        bottoms = [self._value(self.bottom, tally, case) for _, tally in case.averaged]
        bottom = sum(bottoms)
        return _Work(
            lambda skin: skin.micro(
                self._symbols(self.top, case, skin, each=True),
                self._symbols(self.bottom, case, skin, each=True),
            ),
            lambda skin: skin.over(
                _sum([_number(top) for top in tops], skin),
                _sum([_number(bottom) for bottom in bottoms], skin),
            ),
            sum(tops) / bottom if bottom else None,
            f"For each class $c$: {self._meanings()}.",
            "" if bottom else _sentence(self._why(case, "a class that is averaged")),
        )

    def _value(self, terms: _Terms, tally: Tally, case: _Case) -> Fraction:
        return sum((_factor(f, case) * getattr(tally, name) for f, name in terms), Fraction(0))

    def _symbols(self, terms: _Terms, case: _Case, skin: _Skin, *, each: bool = False) -> str:
        beta = skin.squared(_number(case.beta))
        factors = {"": "", "a": f"(1 + {beta}) ", "b": f"{beta} "}
        if case.beta == 1:
            factors = {"": "", "a": "2 ", "b": ""}
        return " + ".join(factors[f] + skin.symbol(name, each=each) for f, name in terms)

    def _counts(self, terms: _Terms, tally: Tally, case: _Case, skin: _Skin) -> str:
        written = []
        for f, name in terms:
            factor = _factor(f, case)
            count = str(getattr(tally, name))
            written.append(count if factor == 1 else _number(factor) + skin.times + count)
        return " + ".join(written)

    def _why(self, case: _Case, name: str) -> str:
        if case.total == 0:
            return "the matrix holds no samples"
        return f"{self.empty.format(c=name)}, so {self._symbols(self.bottom, case, _PLAIN)} = 0"

    def _meanings(self) -> str:
        return "; ".join(f"{s}: {_MEANING[s].format(c='$c$')}" for _, s in self.bottom)


def _factor(key: str, case: _Case) -> Fraction:
    return {"": Fraction(1), "a": 1 + case.beta**2, "b": case.beta**2}[key]


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _of_all(case: _Case, *, wrong: bool) -> _Work:
    """Work out the share of all samples that are correct, or wrong."""
    hits = [tally.TP for tally in case.tallies]
    count = case.total - sum(hits) if wrong else sum(hits)

    def formula(skin: _Skin) -> str:
        total, correct = skin.words("total"), skin.words("correct")
        return skin.over(f"{total} - {correct}" if wrong else correct, total)

    def substituted(skin: _Skin) -> str:
        diagonal = _sum([str(hit) for hit in hits], skin)
        top = f"{case.total} - {sum(hits)}" if wrong else diagonal
        return skin.over(top, str(case.total))

    return _Work(
        formula,
        substituted,
        Fraction(count, case.total) if case.total else None,
        "correct: the sum of the diagonal; total: the number of all samples.",
        "" if case.total else "The matrix holds no samples, so total = 0.",
    )


_RECALL = _Ratio([("", "TP")], [("", "TP"), ("", "FN")], "no sample truly is {c}")

METRICS: dict[str, _Metric] = {
    "accuracy": _Metric("accuracy", "matrix", lambda case: _of_all(case, wrong=False)),
    "error_rate": _Metric("error rate", "matrix", lambda case: _of_all(case, wrong=True)),
    "balanced_accuracy": _Metric(
        "balanced accuracy", "classes", lambda case: _RECALL._mean(case, weighted=False)
    ),
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
        has_beta=True,
    ),
}
