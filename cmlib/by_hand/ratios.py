"""Ratios of counts: for one class, averaged over classes, or added up."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from operator import add
from typing import NamedTuple

from cmlib._labels import Label
from cmlib.by_hand.cells import (
    NO_CELL,
    Averaged,
    Region,
    Term,
    collect,
    diagonal,
    line,
    of_class,
    off_diagonal,
    one,
)
from cmlib.by_hand.notation import PLAIN, SHOWN, Notation, capitalised, escape_markdown, number_text
from cmlib.by_hand.question import ClassCounts, Question, Work


class Ratio(NamedTuple):
    """One of the four counts of a class, divided by a sum that begins with it."""

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


def ratio(which: Ratio, question: Question, write: Notation) -> Work:
    """Work out a ratio of one class, or averaged."""
    if question.average is None:
        return _of_one_class(which, question, write)
    if question.average == "micro":
        return _micro(which, question, write)
    return mean(which, question, write)


def _of_one_class(which: Ratio, question: Question, write: Notation) -> Work:
    label, counts = question.chosen
    term = term_of(which, question, label)
    numbers = [
        str(getattr(counts, name))
        if factor == 1
        else write.product_of([number_text(Fraction(factor)), getattr(counts, name)])
        for name, factor in zip(which.counts, _factors(which, question), strict=True)
    ]
    top, bottom = in_symbols(which, question, write, each=False)
    return Work(
        write.over(top, write.group(bottom)),
        write.over(numbers[0], write.group(" + ".join(numbers))),
        term.fraction,
        legend(which.counts, label, counts),
        "" if term.bottom.value else f"{capitalised(_why(which, question, repr(label)))}.",
        terms=[term],
    )


def _micro(which: Ratio, question: Question, write: Notation) -> Work:
    """Add the counts up over the classes, then divide once."""
    terms = [term_of(which, question, label) for label in question.averaged]
    result = collect(terms, "added up")
    top, bottom = (
        write.grouped_sum([number_text(amount.value) for amount in amounts])
        for amounts in ([term.top for term in terms], [term.bottom for term in terms])
    )
    why = capitalised(_why(which, question, "a class that is averaged"))
    return Work(
        write.average("added up", *in_symbols(which, question, write)),
        write.over(top, bottom),
        result,
        f"For each class $c$: {meanings(which)}.",
        f"{why}." if result is None else "",
        terms=terms,
        collected="added up",
    )


def mean(which: Ratio, question: Question, write: Notation) -> Work:
    """Average the ratio over the classes, plainly or weighted by support."""
    terms = [term_of(which, question, label) for label in question.averaged]
    shares, note = defined(terms, which, question)
    fractions = [share_text(term, write) for term in shares]
    collected: Averaged = "mean"
    divisor = str(len(shares))
    says = f"$K$: the number of classes averaged ({divisor})."
    if question.average == "weighted":
        collected = "weighted mean"
        weights = [term.weight for term in shares]
        fractions = [write.product_of(pair) for pair in zip(weights, fractions, strict=True)]
        divisor = write.grouped_sum(weights)
        says = "$s_c$: its support, the number of samples of $c$."
        if shares and not any(weights):
            note = "The classes that have a value have no samples, so all weights are 0."
    top, bottom = (write.grouped_sum(fractions), divisor) if shares else ("0", "0")
    return Work(
        write.average(collected, *in_symbols(which, question, write), len(shares)),
        write.over(top, bottom),
        collect(terms, collected),
        f"For each class $c$: {meanings(which)}; {says}",
        note,
        terms=terms,
        collected=collected,
    )


def term_of(which: Ratio, question: Question, label: Label) -> Term:
    """Return the ratio of one class: the cells of its counts, each with its factor."""
    at = question.matrix.index(label)
    parts = [
        of_class(name, question.size, at).times(factor)
        for name, factor in zip(which.counts, _factors(which, question), strict=True)
    ]
    top, bottom = in_symbols(which, question, PLAIN, each=False)
    return Term(
        f"{top} / ({bottom})",
        question.amount(parts[0]),
        question.amount(reduce(add, parts)),
        label=label,
        weight=question.rows[at] if question.average == "weighted" else 1,
    )


def defined(terms: Sequence[Term], which: Ratio, question: Question) -> tuple[list[Term], str]:
    """Return the terms that have a value, and a note on those that have none."""
    skipped = [
        f"{term.label!r} is left out: {_why(which, question, repr(term.label))}"
        for term in terms
        if term.fraction is None
    ]
    if (more := len(skipped) - SHOWN) > 0:
        skipped[SHOWN:] = [f"so are {more} more classes, for the same reason"]
    note = capitalised(f"{'; '.join(skipped)}.") if skipped else ""
    return [term for term in terms if term.fraction is not None], note


def _factors(which: Ratio, question: Question) -> list[Fraction | int]:
    """Return how many times each count of the denominator is taken."""
    squared = question.beta**2
    return [1 + squared, squared, 1] if which.has_beta else [1, 1]


def in_symbols(
    which: Ratio, question: Question, write: Notation, *, each: bool = True
) -> tuple[str, str]:
    """Write numerator and denominator in symbols: of each class c, or of the one chosen."""
    terms = list(map(write.symbol_of_each if each else write.symbol, which.counts))
    if which.has_beta:
        squared = write.power(number_text(question.beta), 2)
        first, second = ("2 ", "") if question.beta == 1 else (f"(1 + {squared}) ", f"{squared} ")
        terms = [first + terms[0], second + terms[1], terms[2]]
    return terms[0], " + ".join(terms)


def share_text(term: Term, write: Notation) -> str:
    """Write a term with its numbers, as a single fraction."""
    return write.share(number_text(term.top.value), number_text(term.bottom.value))


def _why(which: Ratio, question: Question, name: str) -> str:
    """Return why the denominator of a class is 0."""
    if question.total == 0:
        return "the matrix holds no samples"
    denominator = in_symbols(which, question, PLAIN, each=False)[1]
    return f"{which.empty.format(c=name)}, so {denominator} = 0"


def meanings(which: Ratio) -> str:
    """Return the meaning of the symbols of a ratio, for any class c."""
    return "; ".join(f"{name}: {_MEANING[name].format(c='$c$')}" for name in which.counts)


def legend(names: Sequence[str], label: Label, counts: ClassCounts) -> str:
    """Return the meaning of symbols, and their counts, for one class."""
    parts = [
        f"{name}: {_MEANING[name].format(c=f'‘{label}’')} ({getattr(counts, name)})"
        for name in names
    ]
    return escape_markdown("; ".join(parts) + ".")


def accuracy(question: Question, write: Notation) -> Work:
    """Work out the diagonal over all samples."""
    counts = write.grouped_sum(question.hits)
    return _of_all(question, write, ["correct"], counts, diagonal(question.size))


def error_rate(question: Question, write: Notation) -> Work:
    """Work out all other cells over all samples."""
    counts = write.group(f"{question.total} - {sum(question.hits)}")
    return _of_all(question, write, ["total", "correct"], counts, off_diagonal(question.size))


def _of_all(
    question: Question, write: Notation, words: list[str], counts: str, top: Region
) -> Work:
    def formula(write: Notation) -> str:
        symbols = " - ".join(map(write.words, words))
        return write.over(write.group(symbols) if words[1:] else symbols, write.words("total"))

    term = Term(formula(PLAIN), question.amount(top), question.amount(line(question.size)))
    return Work(
        formula(write),
        write.over(counts, str(question.total)),
        term.fraction,
        "correct: the sum of the diagonal; total: the number of all samples.",
        "" if question.total else "The matrix holds no samples, so total = 0.",
        terms=[term],
    )


def informedness(question: Question, write: Notation) -> Work:
    """Work out recall + specificity - 1, Youden's J."""
    label, counts = question.chosen
    recall, specificity = (_of_one_class(which, question, write) for which in (RECALL, SPECIFICITY))
    terms = [*recall.terms, *specificity.terms, one(-1)]
    return Work(
        f"{recall.formula} + {specificity.formula} - 1",
        f"{recall.substituted} + {specificity.substituted} - 1",
        collect(terms, "sum"),
        legend(counts._fields, label, counts),
        recall.note or specificity.note,
        terms=terms,
    )


def r_score(question: Question, write: Notation, *, prime: bool = False) -> Work:
    """Work out recall - q, or R' = recall - q + pi: document 1, equations 12, 18 and 22."""
    label, counts = question.chosen
    at, size = question.matrix.index(label), question.size
    truth, predicted, every = map(
        question.amount, (line(size, at), line(size, None, at), line(size))
    )
    terms = [
        Term("TP / (TP + FN)", question.amount(line(size, at, at)), truth, label=label),
        Term("(TP + FP) / n", predicted, every, -1, label),
        Term("(TP + FN) / n", truth, every, label=label),
    ][: 3 if prime else 2]
    in_truth, as_predicted = write.group("TP + FN"), write.group("TP + FP")
    formula = f"{write.over('TP', in_truth)} - {write.over(as_predicted, 'n')}"
    shares = [share_text(term, write) for term in terms]
    return Work(
        formula + (f" + {write.over(in_truth, 'n')}" if prime else ""),
        " + ".join([" - ".join(shares[:2]), *shares[2:]]),
        collect(terms, "sum"),
        legend(("TP", "FN", "FP"), label, counts)[:-1] + f"; n: all samples ({question.total}).",
        "" if truth.value else f"{capitalised(_why(RECALL, question, repr(label)))}.",
        terms=terms,
    )


def r_prime_overall(question: Question, write: Notation) -> Work:
    """Work out the correct and the unanswered, over all samples: document 1, equation 23."""
    correct, answered, abstained = sum(question.hits), question.total, question.abstained
    every = answered + abstained
    whole = question.amount(line(question.size), beside=abstained)
    terms = [
        Term("correct / n", question.amount(diagonal(question.size)), whole),
        Term("(n - answered) / n", question.amount(NO_CELL, beside=abstained), whole),
    ]
    unanswered = write.group(f"n - {write.words('answered')}")
    first = write.over(write.grouped_sum(question.hits), str(every))
    second = write.over(write.group(f"{every} - {answered}"), str(every))
    return Work(
        f"{write.over(write.words('correct'), 'n')} + {write.over(unanswered, 'n')}",
        f"{first} + {second}",
        collect(terms, "sum"),
        f"correct: the sum of the diagonal ({correct}); answered: the samples that got a "
        f"prediction ({answered}); n: all samples ({every}).",
        "" if every else "There are no samples, so n = 0.",
        terms=terms,
    )
