"""Ratios of TP, FN, FP and TN: what divides once, for one class or averaged over classes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from cmlib._labels import Label
from cmlib.by_hand.notation import PLAIN, SHOWN, Notation, capitalised, escape_markdown, number_text
from cmlib.by_hand.question import ClassCounts, Question, Work


class Ratio(NamedTuple):
    """What divides one of the four counts of a class by a sum that begins with it."""

    counts: tuple[str, ...]  # of the denominator; the first is the numerator too
    empty: str  # when the denominator is 0, with {c} for the class
    has_beta: bool = False  # then the factors of the counts are 1 + beta², beta² and 1


RECALL = Ratio(("TP", "FN"), "no sample truly is {c}")
PRECISION = Ratio(("TP", "FP"), "no sample was predicted as {c}")
SPECIFICITY = Ratio(("TN", "FP"), "every sample truly is {c}")
NEGATIVE_PREDICTIVE_VALUE = Ratio(("TN", "FN"), "every sample was predicted as {c}")
F_SCORE = Ratio(
    ("TP", "FN", "FP"),
    "no sample is {c}, neither in the truth nor in the predictions",
    has_beta=True,
)
_MEANING = {
    "TP": "samples of {c} predicted as {c}",
    "FN": "samples of {c} predicted as another class",
    "FP": "samples of another class predicted as {c}",
    "TN": "samples of another class not predicted as {c}",
}


class Share(NamedTuple):
    """The ratio of one class, in numbers."""

    top: Fraction
    bottom: Fraction
    support: int


def ratio(which: Ratio, question: Question, write: Notation) -> Work:
    """Work out a ratio as it is asked for: of one class, or averaged."""
    if question.average is None:
        return of_class(which, question, write)
    if question.average == "micro":
        return micro(which, question, write)
    return mean(which, question, write)


def of_class(which: Ratio, question: Question, write: Notation) -> Work:
    """Work out the ratio of the class asked about."""
    label, counts = question.chosen
    share = _share(which, question, counts)
    terms = [
        str(count) if factor == 1 else write.product_of([number_text(factor), count])
        for factor, count in _terms(which, question, counts)
    ]
    top, bottom = in_symbols(which, question, write, each=False)
    return Work(
        write.over(top, write.group(bottom)),
        write.over(terms[0], write.group(" + ".join(terms))),
        share.top / share.bottom if share.bottom else None,
        legend(which.counts, label, counts),
        "" if share.bottom else capitalised(f"{_why(which, question, repr(label))}."),
    )


def micro(which: Ratio, question: Question, write: Notation) -> Work:
    """Add the counts up over the classes, then divide once."""
    shares = [_share(which, question, counts) for _, counts in question.averaged]
    top = sum((share.top for share in shares), Fraction(0))
    bottom = sum((share.bottom for share in shares), Fraction(0))
    return Work(
        write.micro(*in_symbols(which, question, write)),
        write.over(
            write.grouped_sum([number_text(share.top) for share in shares]),
            write.grouped_sum([number_text(share.bottom) for share in shares]),
        ),
        top / bottom if bottom else None,
        f"For each class $c$: {meanings(which)}.",
        "" if bottom else capitalised(f"{_why(which, question, 'a class that is averaged')}."),
    )


def mean(which: Ratio, question: Question, write: Notation) -> Work:
    """Average the ratio over the classes, plainly or weighted by support."""
    shares, note = defined_shares(which, question)
    symbols = in_symbols(which, question, write)
    says = f"For each class $c$: {meanings(which)}; "
    fractions = [write.share(number_text(s.top), number_text(s.bottom)) for s in shares]
    if question.average == "weighted":
        weights = [share.support for share in shares]
        products = [write.product_of(pair) for pair in zip(weights, fractions, strict=True)]
        formula = write.weighted(*symbols)
        substituted = write.over(write.grouped_sum(products), write.grouped_sum(weights))
        says += "$s_c$: its support, the number of samples of $c$."
    else:
        weights = [1] * len(shares)
        formula = write.macro(*symbols, len(shares))
        substituted = write.over(write.grouped_sum(fractions), str(len(shares)))
        says += f"$K$: the number of classes averaged ({len(shares)})."
    if not shares:
        substituted = write.over("0", "0")
    total = sum(weights)
    if shares and not total:
        note = "The classes that have a value have no samples, so all weights are 0."
    result = sum(
        (weight * share.top / share.bottom for weight, share in zip(weights, shares, strict=True)),
        Fraction(0),
    )
    return Work(formula, substituted, result / total if total else None, says, note)


def defined_shares(which: Ratio, question: Question) -> tuple[list[Share], str]:
    """Return the ratios of the classes averaged, and a note on those that have none."""
    shares, skipped = [], []
    for label, counts in question.averaged:
        share = _share(which, question, counts)
        if share.bottom:
            shares.append(share)
        else:
            skipped.append(f"{label!r} is left out: {_why(which, question, repr(label))}")
    if len(skipped) > SHOWN:
        more = len(skipped) - SHOWN
        skipped = [*skipped[:SHOWN], f"so are {more} more classes, for the same reason"]
    return shares, capitalised(f"{'; '.join(skipped)}.") if skipped else ""


def _terms(which: Ratio, question: Question, counts: ClassCounts) -> list[tuple[Fraction, int]]:
    """Return the terms of the denominator, each as a factor and a count."""
    squared = question.beta**2
    factors = [1 + squared, squared, Fraction(1)] if which.has_beta else [Fraction(1)] * 2
    numbers = [getattr(counts, name) for name in which.counts]
    return list(zip(factors, numbers, strict=True))


def _share(which: Ratio, question: Question, counts: ClassCounts) -> Share:
    terms = [factor * count for factor, count in _terms(which, question, counts)]
    return Share(terms[0], sum(terms, Fraction(0)), counts.TP + counts.FN)


def in_symbols(
    which: Ratio, question: Question, write: Notation, *, each: bool = True
) -> tuple[str, str]:
    """Write numerator and denominator in symbols: of each class c, or of the one chosen."""
    terms = [write.symbol(name, each=each) for name in which.counts]
    if which.has_beta:
        squared = write.power(number_text(question.beta), 2)
        first, second = ("2 ", "") if question.beta == 1 else (f"(1 + {squared}) ", f"{squared} ")
        terms = [first + terms[0], second + terms[1], terms[2]]
    return terms[0], " + ".join(terms)


def _why(which: Ratio, question: Question, name: str) -> str:
    """Say why the denominator of a class is 0."""
    if question.total == 0:
        return "the matrix holds no samples"
    denominator = in_symbols(which, question, PLAIN, each=False)[1]
    return f"{which.empty.format(c=name)}, so {denominator} = 0"


def meanings(which: Ratio) -> str:
    """Say what the symbols of a ratio stand for, for any class c."""
    return "; ".join(f"{name}: {_MEANING[name].format(c='$c$')}" for name in which.counts)


def legend(names: Sequence[str], label: Label, counts: ClassCounts) -> str:
    """Say what symbols stand for, and their counts, for one class."""
    parts = [
        f"{name}: {_MEANING[name].format(c=f'‘{label}’')} ({getattr(counts, name)})"
        for name in names
    ]
    return escape_markdown("; ".join(parts) + ".")
