"""The metrics by hand: what each is called, what it needs and how it is worked out.

Everything here is computed from whole counts with exact fractions and formulas of its own, so that
it can stand as a witness beside the array code of `cmlib.metrics`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import prod
from operator import add, mul
from typing import Any, Literal, NamedTuple, TypeAlias

from cmlib._labels import Label
from cmlib.by_hand.notation import (
    PLAIN,
    SHOWN,
    Skin,
    capitalised,
    escape_markdown,
    number_text,
    product_text,
    sum_text,
)
from cmlib.matrix import ConfusionMatrix

__all__ = [
    "ALSO_CALLED",
    "METRICS",
    "OPTIONS",
    "READABLE",
    "Average",
    "Case",
    "Metric",
    "Tally",
    "Weights",
    "Work",
    "root",
    "tallies",
]

Average: TypeAlias = Literal["macro", "micro", "weighted"]
Weights: TypeAlias = Literal["linear", "quadratic"]

# What belongs to one metric alone, with the value that it has where it is not given.
OPTIONS: dict[str, Any] = {"beta": 1, "weights": None, "abstained": 0}
# A fraction with a longer denominator is no help to a reader; the decimal alone is shown.
READABLE = 10**9
# Bits of an irrational root: far more than the 53 of a float, so that rounding it rounds the root.
_BITS = 200


class Tally(NamedTuple):
    """The four one-vs-rest counts of one class."""

    TP: int
    FN: int
    FP: int
    TN: int


def tallies(matrix: ConfusionMatrix) -> list[Tally]:
    """Count TP, FN, FP and TN of every class, in label order, as whole numbers of any size."""
    rows: list[list[int]] = matrix.counts.tolist()
    in_row, in_column = ([sum(line) for line in lines] for lines in (rows, zip(*rows, strict=True)))
    total = sum(in_row)
    return [
        Tally(
            TP=(hit := rows[c][c]),
            FN=in_row[c] - hit,
            FP=in_column[c] - hit,
            TN=total - in_row[c] - in_column[c] + hit,
        )
        for c in range(len(rows))
    ]


def root(value: Fraction, degree: int) -> Fraction:
    """Take a root of a value of at least 0: exactly if it is a fraction, else to 200 bits."""
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


@dataclass(frozen=True)
class Case:
    """What a metric is worked out from."""

    matrix: ConfusionMatrix
    label: Label | None
    average: Average | None
    beta: Fraction
    weights: Weights | None
    abstained: int
    exclude: tuple[Label, ...]

    @cached_property
    def tallies(self) -> list[Tally]:
        """Return the counts of every class."""
        return tallies(self.matrix)

    @property
    def total(self) -> int:
        """Return the number of samples."""
        return sum(self.tallies[0])

    @property
    def hits(self) -> list[int]:
        """Return the diagonal."""
        return [tally.TP for tally in self.tallies]

    @property
    def rows(self) -> list[int]:
        """Return the row sums."""
        return [tally.TP + tally.FN for tally in self.tallies]

    @property
    def columns(self) -> list[int]:
        """Return the column sums."""
        return [tally.TP + tally.FP for tally in self.tallies]

    @property
    def others(self) -> list[tuple[tuple[int, int], int]]:
        """Return the cells off the diagonal: row and column number, count."""
        cells = enumerate(self.matrix.counts.tolist())
        return [((i, j), n) for i, row in cells for j, n in enumerate(row) if i != j]

    @property
    def chosen(self) -> tuple[Label, Tally]:
        """Return the class asked about and its counts."""
        assert self.label is not None  # explain has seen to it
        return self.label, self.tallies[self.matrix.index(self.label)]

    @property
    def averaged(self) -> list[tuple[Label, Tally]]:
        """Return the classes of an average and their counts."""
        pairs = zip(self.matrix.labels, self.tallies, strict=True)
        return [(label, tally) for label, tally in pairs if label not in self.exclude]


@dataclass(frozen=True)
class Work:
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
class Metric:
    """An entry of the table of metrics.

    ``scope`` is "class" (every class has a value: needs a label or an average), "label" (needs a
    label), "classes" (one value, but classes can be excluded) or "matrix" (one value for all
    samples). ``lowest`` is the lower end of the range; the upper end is always 1.
    """

    title: str
    scope: Literal["class", "label", "classes", "matrix"]
    work: Callable[[Case, Skin], Work]
    option: Literal["beta", "weights", "abstained"] | None = None
    lowest: Literal[-1, 0] = 0


_EMPTY = "The matrix holds no samples."
_MEANING = {
    "TP": "samples of {c} predicted as {c}",
    "FN": "samples of {c} predicted as another class",
    "FP": "samples of another class predicted as {c}",
    "TN": "samples of another class not predicted as {c}",
}


@dataclass(frozen=True)
class _Ratio:
    """A metric that divides, for each class, one of its four counts by a sum that it begins."""

    symbols: tuple[str, ...]  # of the denominator; the first is the numerator too
    empty: str  # when the denominator is 0, with {c} for the class
    has_beta: bool = False  # then the factors of the counts are 1 + beta², beta² and 1

    def __call__(self, case: Case, skin: Skin) -> Work:
        if case.average == "micro":
            return self._micro(case, skin)
        if case.average is not None:
            return self.mean(case, skin)
        label, tally = case.chosen
        top, bottom = self._value(tally, case)
        counts = [
            str(count) if factor == 1 else product_text([number_text(factor), count], skin)
            for factor, count in self._terms(tally, case)
        ]
        return Work(
            skin.over(*self.written(case, skin, each=False)),
            skin.over(counts[0], " + ".join(counts)),
            top / bottom if bottom else None,
            _legend(self.symbols, label, tally),
            "" if bottom else capitalised(f"{self._why(case, repr(label))}."),
        )

    def mean(self, case: Case, skin: Skin) -> Work:
        """Average over the classes, plainly or weighted by support."""
        weighted = case.average == "weighted"
        parts, note = self.defined(case)
        weights = [support if weighted else 1 for *_, support in parts]
        total = sum(weights)
        values = zip(weights, parts, strict=True)
        result = sum((w * top / bottom for w, (top, bottom, _) in values), Fraction(0))
        shares = [skin.share(number_text(top), number_text(bottom)) for top, bottom, _ in parts]
        written = self.written(case, skin)
        legend = f"For each class $c$: {self.meanings()}; "
        if weighted:
            formula = skin.weighted(*written)
            products = [product_text(pair, skin) for pair in zip(weights, shares, strict=True)]
            substituted = skin.over(sum_text(products, skin), sum_text(weights, skin))
            legend += "$s_c$: its support, the number of samples of $c$."
        else:
            formula = skin.macro(*written, len(parts))
            substituted = skin.over(sum_text(shares, skin), str(total))
            legend += f"$K$: the number of classes averaged ({len(parts)})."
        if not parts:
            substituted = skin.over("0", "0")
        elif not total:
            note = "The classes that have a value have no samples, so all weights are 0."
        return Work(formula, substituted, result / total if total else None, legend, note)

    def defined(self, case: Case) -> tuple[list[tuple[Fraction, Fraction, int]], str]:
        """Return numerator, denominator and support of the classes averaged; which are not."""
        parts: list[tuple[Fraction, Fraction, int]] = []
        skipped: list[str] = []
        for label, tally in case.averaged:
            top, bottom = self._value(tally, case)
            if bottom:
                parts.append((top, bottom, tally.TP + tally.FN))
            else:
                skipped.append(f"{label!r} is left out: {self._why(case, repr(label))}")
        if len(skipped) > SHOWN:
            skipped[SHOWN:] = [f"so are {len(skipped) - SHOWN} more classes, for the same reason"]
        return parts, capitalised(f"{'; '.join(skipped)}.") if skipped else ""

    def _micro(self, case: Case, skin: Skin) -> Work:
        values = [self._value(tally, case) for _, tally in case.averaged]
        tops, bottoms = zip(*values, strict=True)
        bottom = sum(bottoms)
        return Work(
            skin.micro(*self.written(case, skin)),
            skin.over(*(sum_text(list(map(number_text, part)), skin) for part in (tops, bottoms))),
            sum(tops) / bottom if bottom else None,
            f"For each class $c$: {self.meanings()}.",
            "" if bottom else capitalised(f"{self._why(case, 'a class that is averaged')}."),
        )

    def _terms(self, tally: Tally, case: Case) -> list[tuple[Fraction, int]]:
        """Return the terms of the denominator, each as a factor and a count."""
        counts = [getattr(tally, symbol) for symbol in self.symbols]
        factors = [Fraction(1)] * len(counts)
        if self.has_beta:
            factors[:2] = [1 + case.beta**2, case.beta**2]
        return list(zip(factors, counts, strict=True))

    def _value(self, tally: Tally, case: Case) -> tuple[Fraction, Fraction]:
        """Return numerator and denominator."""
        terms = [factor * count for factor, count in self._terms(tally, case)]
        return terms[0], sum(terms, Fraction(0))

    def written(self, case: Case, skin: Skin, *, each: bool = True) -> tuple[str, str]:
        """Write numerator and denominator in symbols: of each class c, or of the one chosen."""
        terms = [skin.symbol(name, each=each) for name in self.symbols]
        if self.has_beta:
            beta = skin.power(number_text(case.beta), 2)
            factors = ("2 ", "") if case.beta == 1 else (f"(1 + {beta}) ", f"{beta} ")
            terms[:2] = map(add, factors, terms[:2])
        return terms[0], " + ".join(terms)

    def _why(self, case: Case, name: str) -> str:
        if case.total == 0:
            return "the matrix holds no samples"
        denominator = self.written(case, PLAIN, each=False)[1]
        return f"{self.empty.format(c=name)}, so {denominator} = 0"

    def meanings(self) -> str:
        """Say what the symbols stand for, for any class c."""
        return "; ".join(f"{s}: {_MEANING[s].format(c='$c$')}" for s in self.symbols)


def _legend(symbols: Sequence[str], label: Label, tally: Tally) -> str:
    meanings = [
        f"{symbol}: {_MEANING[symbol].format(c=f'‘{label}’')} ({getattr(tally, symbol)})"
        for symbol in symbols
    ]
    return escape_markdown("; ".join(meanings) + ".")


def _accuracy(case: Case, skin: Skin) -> Work:
    return _of_all(case, skin, skin.words("correct"), sum_text(case.hits, skin), sum(case.hits))


def _error_rate(case: Case, skin: Skin) -> Work:
    formula = f"{skin.words('total')} - {skin.words('correct')}"
    correct = sum(case.hits)
    return _of_all(case, skin, formula, f"{case.total} - {correct}", case.total - correct)


def _of_all(case: Case, skin: Skin, symbols: str, counts: str, count: int) -> Work:
    return Work(
        skin.over(symbols, skin.words("total")),
        skin.over(counts, str(case.total)),
        Fraction(count, case.total) if case.total else None,
        "correct: the sum of the diagonal; total: the number of all samples.",
        "" if case.total else "The matrix holds no samples, so total = 0.",
    )


def _kappa(case: Case, skin: Skin) -> Work:
    """Work out (P_o - P_e) / (1 - P_e): document 1, equations 6 and 7; document 2, section 3.2."""
    if case.weights:
        return _weighted_kappa(case, skin)
    total, agreed, squared = case.total, sum(case.hits), case.total**2
    products = [product_text(pair, skin) for pair in zip(case.rows, case.columns, strict=True)]
    by_chance = sum(map(mul, case.rows, case.columns))
    observed = skin.share(str(agreed), str(total))
    expected = skin.share(str(by_chance), str(squared))
    counted = skin.over(sum_text(case.hits, skin), str(total))
    chance = skin.over(sum_text(products, skin), skin.power(str(total), 2))
    defined = by_chance < squared
    return Work(
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


def _weighted_kappa(case: Case, skin: Skin) -> Work:
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
        return f"1 - {skin.over(product_text([total, observed], skin), expected)}"

    def added(terms: Sequence[tuple[int, ...]]) -> str:
        return sum_text([product_text(factors, skin) for factors in terms], skin) or "0"

    return Work(
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


def _all_the_same(case: Case, so: str) -> str:
    if not case.total:
        return _EMPTY
    only = case.matrix.labels[case.rows.index(case.total)]
    return f"Every sample truly is {only!r} and was predicted as {only!r}, so {so}."


def _g_mean(case: Case, skin: Skin) -> Work:
    """Work out the root of the product of the recalls: document 2, section 3.2."""
    parts, note = _RECALL.defined(case)
    degree = len(parts)
    product = prod((top / bottom for top, bottom, _ in parts), start=Fraction(1))
    result = root(product, degree) if parts else None
    recalls = [skin.share(number_text(top), number_text(bottom)) for top, bottom, _ in parts]
    steps = [skin.root(product_text(recalls, skin), degree) if parts else skin.over("0", "0")]
    if degree > 1 and product.denominator <= READABLE:
        steps.append(skin.root(skin.exact(product), degree))
    return Work(
        skin.geometric(*_RECALL.written(case, skin), degree),
        " = ".join(steps),
        result,
        f"For each class $c$: {_RECALL.meanings()}; $K$: the number of classes taken ({degree}).",
        note,
        exact=result is None or result**degree == product,
    )


def _mcc(case: Case, skin: Skin) -> Work:
    """Work out Gorodkin's R_K; with two classes in its usual form, document 2, section 3.2."""
    note = _EMPTY
    for sums, says in ((case.columns, "was predicted as"), (case.rows, "truly is")):
        if case.total and max(sums) == case.total:
            only = case.matrix.labels[sums.index(case.total)]
            note = f"Every sample {says} {only!r}, so the denominator is 0."
    if len(case.tallies) == 2:
        return _binary_mcc(case, skin, note)
    total, correct = case.total, sum(case.hits)
    r, c = case.rows, case.columns
    rc, r2, c2 = (sum(map(mul, *pair)) for pair in ((r, c), (r, r), (c, c)))
    names = [f"{skin.sum}rc", *(skin.sum + skin.power(name, 2) for name in "rc")]
    terms = [product_text(pair, skin) for pair in zip(r, c, strict=True)]
    rows, columns = ([skin.power(str(count), 2) for count in counts] for counts in (r, c))

    def written(whole: str, correct: str, rc: str, *squares: str) -> tuple[str, str]:
        spread = [f"({skin.power(whole, 2)} - {square})" for square in squares]
        return f"{product_text([whole, correct], skin)} - {rc}", product_text(spread, skin)

    return _over_root(
        skin,
        written(skin.words("total"), skin.words("correct"), *names),
        written(*map(str, (total, correct, rc, r2, c2))),
        (total * correct - rc, (total**2 - r2) * (total**2 - c2)),
        "$r$, $c$: the row sum and the column sum of a class; correct: the sum of the diagonal; "
        "total: the number of all samples.",
        note,
        [
            (f"{names[0]} = {sum_text(terms, skin)} = {rc}", "row sum times column sum, added up"),
            (f"{names[1]} = {sum_text(rows, skin)} = {r2}", "the squares of the row sums"),
            (f"{names[2]} = {sum_text(columns, skin)} = {c2}", "the squares of the column sums"),
        ],
    )


def _binary_mcc(case: Case, skin: Skin, note: str) -> Work:
    tally = case.tallies[0]

    def written(tp: str, fn: str, fp: str, tn: str) -> tuple[str, str]:
        margins = [f"({a} + {b})" for a, b in ((tp, fp), (tp, fn), (tn, fp), (tn, fn))]
        return f"{product_text([tp, tn], skin)} - {product_text([fp, fn], skin)}", product_text(
            margins, skin
        )

    return _over_root(
        skin,
        written(*(skin.symbol(name, each=False) for name in tally._fields)),
        written(*map(str, tally)),
        (tally.TP * tally.TN - tally.FP * tally.FN, prod(case.rows) * prod(case.columns)),
        _legend(tally._fields, case.matrix.labels[0], tally),
        note,
    )


def _mcc_product(case: Case, skin: Skin) -> Work:
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
    right = skin.power(product_text(hits, skin), classes - 1)
    return _over_root(
        skin,
        skin.products,
        (f"{right} - {product_text(wrong, skin) or '1'}", product_text(factors, skin) or "1"),
        (prod(hits) ** (classes - 1) - prod(wrong), prod(hits[k] + cell for k, _, cell in pairs)),
        "T: the cells on the diagonal; F: the others, each of them in the denominator once with "
        f"the T of its row and once with the T of its column; $K$: the number of classes "
        f"({classes}).",
        note if case.total else _EMPTY,
    )


def _over_root(
    skin: Skin,
    symbols: tuple[str, str],
    counts: tuple[str, str],
    values: tuple[int, int],
    legend: str,
    note: str,
    pieces: Sequence[tuple[str, str]] = (),
) -> Work:
    """Divide by the square root of a whole number; ``note`` is for the case that it is 0."""
    top, radicand = values
    formula, *steps = (skin.over(a, skin.root(b)) for a, b in (symbols, counts, map(str, values)))
    if max(abs(top), radicand) > READABLE**2:
        del steps[1]
    if not radicand:
        return Work(formula, " = ".join(steps), None, legend, note, pieces=pieces)
    square = Fraction(top**2, radicand)
    size = root(square, 2)
    return Work(
        formula,
        " = ".join(steps),
        size if top >= 0 else -size,
        legend,
        exact=size**2 == square,
        pieces=pieces,
    )


def _informedness(case: Case, skin: Skin) -> Work:
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
    return Work(
        written(*(skin.symbol(name, each=False) for name in tally._fields)),
        written(*map(str, tally)),
        None if note else Fraction(tally.TP, belong) + Fraction(tally.TN, others) - 1,
        _legend(tally._fields, label, tally),
        note,
    )


def _r_score(case: Case, skin: Skin) -> Work:
    """Work out a/m - s/w: document 1, equation 12."""
    label, tally = case.chosen
    a, m, s, w = tally.TP, tally.TP + tally.FN, tally.TP + tally.FP, case.total
    note = "" if m else f"No sample truly is {label!r}, so m = 0."
    return Work(
        f"{skin.over('a', 'm')} - {skin.over('s', 'w')}",
        f"{skin.share(str(a), str(m))} - {skin.share(str(s), str(w))}",
        Fraction(a, m) - Fraction(s, w) if m else None,
        escape_markdown(
            f"a: samples of ‘{label}’ predicted as ‘{label}’ ({a}); m: samples of ‘{label}’ ({m}); "
            f"s: samples predicted as ‘{label}’ ({s}); w: all samples ({w})."
        ),
        note if w else _EMPTY,
    )


def _r_prime(case: Case, skin: Skin) -> Work:
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


def _r_prime_overall(case: Case, skin: Skin) -> Work:
    """Work out Σa / x + (x - y) / w: document 1, equation 23."""
    correct, answered, every = sum(case.hits), case.total, case.total + case.abstained
    first = skin.over(sum_text(case.hits, skin), str(every))
    second = skin.over(f"{every} - {answered}", str(every))
    return Work(
        f"{skin.over(f'{skin.sum}a', 'x')} + {skin.over('x - y', 'w')}",
        f"{first} + {second}",
        Fraction(correct + case.abstained, every) if every else None,
        rf"$\sum a$: the correct predictions ({correct}); $x$ and $w$: all samples ({every}); "
        f"$y$: those that got a prediction ({answered}).",
        "" if every else "There are no samples, so x = w = 0.",
    )


_RECALL = _Ratio(("TP", "FN"), "no sample truly is {c}")
_PRECISION = _Ratio(("TP", "FP"), "no sample was predicted as {c}")
_SPECIFICITY = _Ratio(("TN", "FP"), "every sample truly is {c}")
_NEGATIVE = _Ratio(("TN", "FN"), "every sample was predicted as {c}")
_F = _Ratio(
    ("TP", "FN", "FP"), "no sample is {c}, neither in the truth nor in the predictions", True
)

METRICS: dict[str, Metric] = {
    "accuracy": Metric("accuracy", "matrix", _accuracy),
    "error_rate": Metric("error rate", "matrix", _error_rate),
    "balanced_accuracy": Metric("balanced accuracy", "classes", _RECALL.mean),
    "precision": Metric("precision", "class", _PRECISION),
    "recall": Metric("recall", "class", _RECALL),
    "specificity": Metric("specificity", "class", _SPECIFICITY),
    "negative_predictive_value": Metric("negative predictive value", "class", _NEGATIVE),
    "f_score": Metric("F", "class", _F, option="beta"),
    "cohen_kappa": Metric("kappa", "matrix", _kappa, option="weights", lowest=-1),
    "g_mean": Metric("G-mean", "classes", _g_mean),
    "mcc": Metric("MCC", "matrix", _mcc, lowest=-1),
    "mcc_product": Metric("product-form MCC", "matrix", _mcc_product, lowest=-1),
    "informedness": Metric("informedness", "label", _informedness, lowest=-1),
    "r_score": Metric("R", "label", _r_score, lowest=-1),
    "r_prime": Metric("R'", "label", _r_prime, lowest=-1),
    "r_prime_overall": Metric("overall R'", "matrix", _r_prime_overall, option="abstained"),
}

# Names that the metrics bear elsewhere, in small letters; who asks for one is told ours.
ALSO_CALLED = {
    "acc": "accuracy",
    "bacc": "balanced_accuracy",
    "cohens_kappa": "cohen_kappa",
    "f": "f_score",
    "f1": "f_score",
    "f1_score": "f_score",
    "f_beta": "f_score",
    "f_measure": "f_score",
    "fbeta": "f_score",
    "fbeta_score": "f_score",
    "geometric_mean": "g_mean",
    "gmean": "g_mean",
    "hit_rate": "recall",
    "j": "informedness",
    "kappa": "cohen_kappa",
    "matthews_corrcoef": "mcc",
    "npv": "negative_predictive_value",
    "phi": "mcc",
    "ppv": "precision",
    "positive_predictive_value": "precision",
    "r": "r_score",
    "r'": "r_prime",
    "selectivity": "specificity",
    "sensitivity": "recall",
    "tnr": "specificity",
    "tpr": "recall",
    "true_negative_rate": "specificity",
    "true_positive_rate": "recall",
    "youden": "informedness",
    "youden_j": "informedness",
}
