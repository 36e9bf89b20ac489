"""Kappa, G-mean and both MCCs by hand: the measures that compare with chance or take a root."""

from decimal import Decimal, localcontext
from fractions import Fraction
from math import prod
from operator import mul
from typing import Any

from cmlib.by_hand.cells import NO_CELL, Region, Term, collect, diagonal, line, off_diagonal, one
from cmlib.by_hand.notation import PLAIN, READABLE, Notation, put_in
from cmlib.by_hand.question import EMPTY, Question, Work
from cmlib.by_hand.ratios import RECALL, defined, in_symbols, legend, meanings, share_text, term_of

# Digits of an irrational root: far more than a float's, so that the float is the nearest.
_DIGITS = 60


def kappa(question: Question, write: Notation) -> Work:
    """Work out (p_o - p_e) / (1 - p_e): document 1, equations 6 and 7; document 2, section 3.2."""
    if question.weights:
        return _weighted_kappa(question, write)
    hits, rows, columns = question.hits, question.rows, question.columns
    total, agreed, by_chance = question.total, sum(hits), sum(map(mul, rows, columns))
    terms = _observed_and_expected(question)
    result = collect(terms, "kappa")
    formula = write.over(write.group("p_o - p_e"), write.group("1 - p_e"))
    observed, expected = write.share(agreed, total), write.share(by_chance, total**2)
    products = [write.product_of(pair) for pair in zip(rows, columns, strict=True)]
    counted = write.over(write.grouped_sum(hits), total)
    chance = write.over(write.grouped_sum(products), write.power(total, 2))
    return Work(
        formula,
        put_in(formula, {"p_o": observed, "p_e": expected}),
        result,
        note=_all_the_same(question, "p_e = 1") if result is None else "",
        pieces=[
            (f"p_o = {counted} = {observed}", "the share of the samples that agree, the accuracy"),
            (
                f"p_e = {chance} = {expected}",
                "the share expected to agree by chance, from the row and the column sum of each "
                "class",
            ),
        ],
        terms=terms,
        collected="kappa",
    )


def _observed_and_expected(question: Question) -> list[Term]:
    """Return the share on the diagonal, and the share expected there by chance."""
    right, every = diagonal(question.size), line(question.size)
    by_chance = question.amount(right, chance=True), question.amount(every, chance=True)
    return [
        Term("p_o", question.amount(right), question.amount(every)),
        Term("p_e", *by_chance, sign=-1),
    ]


def _weighted_kappa(question: Question, write: Notation) -> Work:
    """Work out 1 - total Σwn / Σwrc, with w the distance of two classes or its square."""
    total, squared = question.total, question.weights == "quadratic"
    apart = [(at, abs(at[0] - at[1]) ** (1 + squared), count) for at, count in question.others]
    region = Region(question.size, {at: weight for at, weight, _ in apart})
    top, bottom = question.amount(region), question.amount(region, chance=True)
    terms = [one(), Term(f"{PLAIN.sum}wn / {PLAIN.sum}we", top, bottom, sign=-1)]
    result = collect(terms, "sum")
    wn, wrc, we = (f"{write.sum}w{name}" for name in ("n", "rc", "e"))
    of_all = write.words("total")
    formula = f"1 - {write.over(write.product_of([of_all, wn]), wrc)}"
    numbers = {of_all: total, wn: top.value, wrc: total * bottom.value}
    counts = [write.product_of([it, count]) for _, it, count in apart]
    by_chance = [
        write.product_of([it, question.rows[i], question.columns[j]]) for (i, j), it, _ in apart
    ]
    return Work(
        formula,
        put_in(formula, numbers),
        result,
        f"For each cell off the diagonal, $w$: how many places its two classes are apart"
        f"{', squared' if squared else ''}; $n$: its count; $r$, $c$: its row sum and column sum.",
        _all_the_same(question, "Σwrc = 0") if result is None else "",
        pieces=[
            (f"{wn} = {write.sum_of(counts) or 0} = {numbers[wn]}", "the disagreement counted"),
            (
                f"{wrc} = {write.sum_of(by_chance) or 0} = {numbers[wrc]}",
                f"total times ${we}$, the one expected by chance",
            ),
        ],
        terms=terms,
    )


def _all_the_same(question: Question, so: str) -> str:
    if not question.total:
        return EMPTY
    only = question.matrix.labels[question.rows.index(question.total)]
    return f"Every sample truly is {only!r} and was predicted as {only!r}, so {so}."


def g_mean(question: Question, write: Notation) -> Work:
    """Work out the root of the product of the recalls: document 2, section 3.2."""
    terms = [term_of(RECALL, question, label) for label in question.averaged]
    shares, note = defined(terms, RECALL, question)
    degree = len(shares)
    product = Fraction(prod(share.fraction or 0 for share in shares))
    result = root(product, degree) if shares else None
    recalls = write.product_of([share_text(share, write) for share in shares])
    steps = [recalls if shares else write.over(0, 0)]
    if degree > 1:
        steps = [write.root(write.group(recalls), degree)]
    if degree > 1 and product.denominator <= READABLE:
        exact = write.exact(product)
        steps.append(write.root(write.group(exact) if product.denominator > 1 else exact, degree))
    return Work(
        write.average("geometric mean", *in_symbols(RECALL, question, write), degree),
        " = ".join(steps),
        result,
        f"For each class $c$: {meanings(RECALL)}; $K$: the number of classes taken ({degree}).",
        note,
        exact=result is None or result**degree == product,
        terms=terms,
        collected="geometric mean",
    )


def mcc(question: Question, write: Notation) -> Work:
    """Work out Gorodkin's R_K; with two classes in its usual form, document 2, section 3.2."""
    total, correct = question.total, sum(question.hits)
    r, c = question.rows, question.columns
    note = EMPTY
    for sums, says in ((c, "was predicted as"), (r, "truly is")):
        if total and max(sums) == total:
            only = question.matrix.labels[sums.index(total)]
            note = f"Every sample {says} {only!r}, so the denominator is 0."
    if question.size == 2:
        return _binary_mcc(question, write, note)
    rc, r2, c2 = (sum(map(mul, *pair)) for pair in ((r, c), (r, r), (c, c)))
    of_rc, of_r2, of_c2 = (
        write.sum + it for it in ("rc", write.power("r", 2), write.power("c", 2))
    )
    of_all, on_diagonal = map(write.words, ("total", "correct"))
    spreads = [f"({write.power(of_all, 2)} - {it})" for it in (of_r2, of_c2)]
    products = [write.product_of(pair) for pair in zip(r, c, strict=True)]
    rows, columns = ([write.power(count, 2) for count in counts] for counts in (r, c))
    return _over_root(
        write,
        f"{write.product_of([of_all, on_diagonal])} - {of_rc}",
        write.product_of(spreads),
        {of_all: total, on_diagonal: correct, of_rc: rc, of_r2: r2, of_c2: c2},
        (total * correct - rc, (total**2 - r2) * (total**2 - c2)),
        legend="$r$, $c$: the row sum and the column sum of a class; correct: the sum of the "
        "diagonal; total: the number of all samples.",
        note=note,
        pieces=[
            (f"{of_rc} = {write.sum_of(products)} = {rc}", "row sum times column sum, added up"),
            (f"{of_r2} = {write.sum_of(rows)} = {r2}", "the squares of the row sums"),
            (f"{of_c2} = {write.sum_of(columns)} = {c2}", "the squares of the column sums"),
        ],
        terms=_observed_and_expected(question),
        collected="correlation",
    )


def _binary_mcc(question: Question, write: Notation, note: str) -> Work:
    first = question.matrix.labels[0]
    counts = question.counts_of(first)
    terms = _products(question, diagonal(2), off_diagonal(2), "TP × TN", "FP × FN")
    tp, fn, fp, tn = map(write.symbol, counts._fields)
    margins = [f"({a} + {b})" for a, b in ((tp, fp), (tp, fn), (tn, fp), (tn, fn))]
    return _over_root(
        write,
        f"{write.product_of([tp, tn])} - {write.product_of([fp, fn])}",
        write.product_of(margins),
        dict(zip((tp, fn, fp, tn), counts, strict=True)),
        (_difference(terms), prod(question.rows) * prod(question.columns)),
        legend=legend(counts._fields, first, counts),
        note=note,
        terms=terms,
        collected="products",
    )


def _products(question: Question, right: Region, wrong: Region, *texts: str) -> list[Term]:
    """Return the difference of two products of cells, each cell to its power."""
    unit = question.amount(NO_CELL, beside=1)
    first, second = (question.amount(it, multiplied=True) for it in (right, wrong))
    return [Term(texts[0], first, unit), Term(texts[1], second, unit, sign=-1)]


def _difference(terms: list[Term]) -> int:
    return int(terms[0].top.value - terms[1].top.value)


def mcc_product(question: Question, write: Notation) -> Work:
    """Work out document 2's own form for many classes, section 3.2, as its code has it."""
    classes, hits, labels = question.size, question.hits, question.matrix.labels
    if classes == 2:
        return mcc(question, write)
    right, wrong = diagonal(classes).times(classes - 1), off_diagonal(classes)
    terms = _products(question, right, wrong, "(product of T)^(K-1)", "product of F")
    # Every cell off the diagonal, with the diagonal cell of its row, then with that of its column.
    pairs = [(at[side], at, cell) for side in (0, 1) for at, cell in question.others]
    zeros = [(labels[k], labels[i], labels[j]) for k, (i, j), n in pairs if hits[k] == n == 0]
    note = "" if question.total else EMPTY
    if zeros and question.total:
        hit, true, pred = zeros[0]
        note = (
            f"No sample of {hit!r} was predicted as {hit!r} and none of {true!r} as {pred!r}: the "
            "two cells add up to 0 in the denominator."
        )
    of_hits = f"({write.product_of(hits)})" if classes > 1 else str(hits[0])
    others = write.product_of([cell for _, cell in question.others]) or "1"
    factors = write.product_of([f"({hits[k]} + {cell})" for k, _, cell in pairs])
    top, bottom = write.products
    return _over_root(
        write,
        top,
        bottom,
        {
            top: f"{write.power(of_hits, classes - 1)} - {others}",
            write.group(bottom): write.group(factors) if factors else "1",
        },
        (_difference(terms), prod(hits[k] + cell for k, _, cell in pairs)),
        legend="T: the cells on the diagonal; F: the others, each of them in the denominator once "
        "with the T of its row and once with the T of its column; $K$: the number of classes "
        f"({classes}).",
        note=note,
        terms=terms,
        collected="products",
    )


def _over_root(
    write: Notation,
    top: str,
    under: str,
    numbers: dict[str, Any],
    values: tuple[int, int],
    **work: Any,
) -> Work:
    """Return a fraction whose denominator is a square root; its ``note`` is for a root of 0."""
    over, radicand = values
    formula = write.over(write.group(top), write.root(write.group(under), 2))
    steps = [put_in(formula, numbers)]
    if max(abs(over), radicand) <= READABLE**2:
        steps.append(write.over(over, write.root(str(radicand), 2)))
    result, exact = None, True
    if radicand:
        divisor = root(Fraction(radicand), 2)
        result, exact = over / divisor, divisor**2 == radicand
        work["note"] = ""
    return Work(formula, " = ".join(steps), result, exact=exact, **work)


def root(value: Fraction, degree: int) -> Fraction:
    """Return a root of a value of at least 0: exactly if it is a fraction, else to 60 digits."""
    bits = max(value.as_integer_ratio()).bit_length()
    with localcontext() as context:
        context.prec = _DIGITS + bits // 3 // degree  # room for the digits of an exact root
        top, bottom = (Decimal(it) ** (1 / Decimal(degree)) for it in value.as_integer_ratio())
        exact = Fraction(round(top), round(bottom))
        return exact if exact**degree == value else Fraction(top / bottom)
