"""Ratios of counts: for one class, averaged over classes, or added up."""

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from operator import add
from typing import NamedTuple

from cmlib._labels import Label
from cmlib.by_hand.cells import (
    NO_CELL,
    Averaged,
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
NPV = Ratio(("TN", "FN"), "every sample was predicted as {c}")
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
    if question.average:
        return mean(which, question, write)
    label, counts = question.chosen
    term = term_of(which, question, label)
    numbers = [
        write.multiple(factor, getattr(counts, name))
        for name, factor in zip(which.counts, _factors(which, question), strict=True)
    ]
    top, bottom = in_symbols(which, question, write, each=False)
    return Work(
        write.over(top, write.group(bottom)),
        write.over(numbers[0], write.group(" + ".join(numbers))),
        term.fraction,
        legend(which.counts, label, counts),
        "" if term.bottom.value else _because(which, question, repr(label)),
        terms=[term],
    )


def mean(which: Ratio, question: Question, write: Notation) -> Work:
    """Average the ratio over the classes, plainly or by support, or add up first: micro."""
    terms = [term_of(which, question, label) for label in question.averaged]
    shares, note = defined(terms, which, question)
    tops, bottom = [share_text(term, write) for term in shares], str(len(shares))
    collected: Averaged = "mean"
    says = f"; $K$: the number of classes averaged ({bottom})."
    if question.average == "weighted":
        collected, says = "weighted mean", "; $s_c$: its support, the number of samples of $c$."
        weights = [term.weight for term in shares]
        tops = [write.product_of(pair) for pair in zip(weights, tops, strict=True)]
        bottom = write.grouped_sum(weights)
        if shares and not any(weights):
            note = "The classes that have a value have no samples, so all weights are 0."
    elif question.average == "micro":
        collected, says = "added up", "."
        tops = [number_text(term.top.value) for term in terms]
        bottom = write.grouped_sum([number_text(term.bottom.value) for term in terms])
        note = "" if shares else _because(which, question, "a class that is averaged")
    return Work(
        write.average(collected, *in_symbols(which, question, write), len(shares)),
        write.over(write.grouped_sum(tops) or "0", bottom or "0"),
        collect(terms, collected),
        f"For each class $c$: {meanings(which)}{says}",
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


def _because(which: Ratio, question: Question, name: str) -> str:
    return f"{capitalised(_why(which, question, name))}."


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


def accuracy(question: Question, write: Notation, *, wrong: bool = False) -> Work:
    """Work out the diagonal, or all other cells, over all samples."""
    size, total, of_all = question.size, question.total, write.words("total")
    cells, text, top = diagonal(size), "correct", write.words("correct")
    counts = write.grouped_sum(question.hits)
    if wrong:
        cells, text, top = off_diagonal(size), "(total - correct)", write.group(f"{of_all} - {top}")
        counts = write.group(f"{total} - {sum(question.hits)}")
    term = Term(f"{text} / total", question.amount(cells), question.amount(line(size)))
    return Work(
        write.over(top, of_all),
        write.over(counts, total),
        term.fraction,
        "correct: the sum of the diagonal; total: the number of all samples.",
        "" if total else "The matrix holds no samples, so total = 0.",
        terms=[term],
    )


def informedness(question: Question, write: Notation) -> Work:
    """Work out recall + specificity - 1, Youden's J."""
    label, counts = question.chosen
    recall, specificity = (ratio(which, question, write) for which in (RECALL, SPECIFICITY))
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
        "" if truth.value else _because(RECALL, question, repr(label)),
        terms=terms,
    )


def r_prime_overall(question: Question, write: Notation) -> Work:
    """Work out the correct and the unanswered, over all samples: document 1, equation 23."""
    correct, answered, abstained = sum(question.hits), question.total, question.abstained
    every, (of_hits, of_answered) = answered + abstained, map(write.words, ("correct", "answered"))
    whole = question.amount(line(question.size), beside=abstained)
    terms = [
        Term("correct / n", question.amount(diagonal(question.size)), whole),
        Term("(n - answered) / n", question.amount(NO_CELL, beside=abstained), whole),
    ]
    unanswered, left = write.group(f"n - {of_answered}"), write.group(f"{every} - {answered}")
    return Work(
        f"{write.over(of_hits, 'n')} + {write.over(unanswered, 'n')}",
        f"{write.over(write.grouped_sum(question.hits), every)} + {write.over(left, every)}",
        collect(terms, "sum"),
        f"correct: the sum of the diagonal ({correct}); answered: the samples that got a "
        f"prediction ({answered}); n: all samples ({every}).",
        "" if every else "There are no samples, so n = 0.",
        terms=terms,
    )
