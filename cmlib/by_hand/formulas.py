"""The metrics by hand: what each is called, what it needs and how it is worked out.

Everything here is computed from whole counts with exact fractions and formulas of its own, so that
it can stand as a witness beside the array code of `cmlib.metrics`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, Literal

from cmlib.by_hand.agreement import g_mean, kappa, mcc, mcc_product
from cmlib.by_hand.cells import (
    NO_CELL,
    Amount,
    Term,
    cell,
    collect,
    column,
    diagonal,
    every_cell,
    off_diagonal,
    one,
    row,
)
from cmlib.by_hand.notation import PLAIN, Notation
from cmlib.by_hand.question import EMPTY, Question, Work
from cmlib.by_hand.ratios import (
    F_SCORE,
    NEGATIVE_PREDICTIVE_VALUE,
    PRECISION,
    RECALL,
    SPECIFICITY,
    legend,
    mean,
    ratio,
    share_text,
    term_of,
)

# What belongs to one metric alone, with the value that it has where it is not given.
OPTIONS: dict[str, Any] = {"beta": Fraction(1), "weights": None, "abstained": 0}


@dataclass(frozen=True)
class Metric:
    """An entry of the table of metrics.

    ``scope`` is "class" (every class has a value: needs a label or an average), "label" (needs a
    label), "classes" (one value, but classes can be excluded) or "matrix" (one value for all
    samples). ``lowest`` is the lower end of the range; the upper end is always 1.
    """

    title: str
    scope: Literal["class", "label", "classes", "matrix"]
    work: Callable[[Question, Notation], Work]
    option: Literal["beta", "weights", "abstained"] | None = None
    lowest: Literal[-1, 0] = 0


def _accuracy(question: Question, write: Notation) -> Work:
    right = question.amount(diagonal(question.size))
    return _of_all(question, write, "correct", write.grouped_sum(question.hits), right)


def _error_rate(question: Question, write: Notation) -> Work:
    counts = write.group(f"{question.total} - {sum(question.hits)}")
    wrong = question.amount(off_diagonal(question.size))
    return _of_all(question, write, "total - correct", counts, wrong)


def _of_all(question: Question, write: Notation, words: str, counts: str, top: Amount) -> Work:
    every = question.amount(every_cell(question.size))

    def formula(write: Notation) -> str:
        symbols = " - ".join(write.words(word) for word in words.split(" - "))
        return write.over(write.group(symbols) if " " in words else symbols, write.words("total"))

    term = Term(formula(PLAIN), top, every)
    return Work(
        formula(write),
        write.over(counts, str(question.total)),
        term.fraction,
        "correct: the sum of the diagonal; total: the number of all samples.",
        "" if question.total else "The matrix holds no samples, so total = 0.",
        terms=[term],
    )


def _informedness(question: Question, write: Notation) -> Work:
    """Work out recall + specificity - 1, Youden's J."""
    label, counts = question.chosen
    recall, specificity = (term_of(which, question, label) for which in (RECALL, SPECIFICITY))
    terms = [recall, specificity, one(-1)]

    def both(tp: str, fn: str, fp: str, tn: str) -> str:
        of_class = write.over(tp, write.group(f"{tp} + {fn}"))
        of_others = write.over(tn, write.group(f"{tn} + {fp}"))
        return f"{of_class} + {of_others} - 1"

    note = ""
    if not question.total:
        note = EMPTY
    elif recall.fraction is None:
        note = f"No sample truly is {label!r}, so TP + FN = 0."
    elif specificity.fraction is None:
        note = f"Every sample truly is {label!r}, so TN + FP = 0."
    return Work(
        both(*(write.symbol(name, each=False) for name in counts._fields)),
        both(*map(str, counts)),
        collect(terms, "sum"),
        legend(counts._fields, label, counts),
        note,
        terms=terms,
    )


def _r_score(question: Question, write: Notation) -> Work:
    """Work out recall - q: document 1, equation 12."""
    label, counts = question.chosen
    in_truth, predicted = counts.TP + counts.FN, counts.TP + counts.FP
    note = "" if in_truth else f"No sample truly is {label!r}, so TP + FN = 0."
    at, size = question.matrix.index(label), question.size
    every = question.amount(every_cell(size))
    hits, truth = question.amount(cell(size, at, at)), question.amount(row(size, at))
    terms = [
        Term("TP / (TP + FN)", hits, truth, label=label),
        Term("(TP + FP) / n", question.amount(column(size, at)), every, -1, label),
    ]
    return Work(
        f"{write.over('TP', write.group('TP + FN'))} - {write.over(write.group('TP + FP'), 'n')}",
        f"{write.share(str(counts.TP), str(in_truth))} - "
        f"{write.share(str(predicted), str(question.total))}",
        collect(terms, "sum"),
        legend(("TP", "FN", "FP"), label, counts).removesuffix(".")
        + f"; n: all samples ({question.total}).",
        note if question.total else EMPTY,
        terms=terms,
    )


def _r_prime(question: Question, write: Notation) -> Work:
    """Work out recall - q + pi: document 1, equations 18 and 22."""
    r = _r_score(question, write)
    recall, predicted = r.terms
    truth = Term("(TP + FN) / n", recall.bottom, predicted.bottom, label=recall.label)
    terms = [recall, predicted, truth]
    return replace(
        r,
        formula=f"{r.formula} + {write.over(write.group('TP + FN'), 'n')}",
        substituted=f"{r.substituted} + {share_text(truth, write)}",
        result=collect(terms, "sum"),
        terms=terms,
    )


def _r_prime_overall(question: Question, write: Notation) -> Work:
    """Work out the correct and the unanswered, over all samples: document 1, equation 23."""
    correct, answered, abstained = sum(question.hits), question.total, question.abstained
    every = answered + abstained
    whole = question.amount(every_cell(question.size), beside=abstained)
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


METRICS: dict[str, Metric] = {
    "accuracy": Metric("accuracy", "matrix", _accuracy),
    "error_rate": Metric("error rate", "matrix", _error_rate),
    "balanced_accuracy": Metric("balanced accuracy", "classes", partial(mean, RECALL)),
    "precision": Metric("precision", "class", partial(ratio, PRECISION)),
    "recall": Metric("recall", "class", partial(ratio, RECALL)),
    "specificity": Metric("specificity", "class", partial(ratio, SPECIFICITY)),
    "negative_predictive_value": Metric(
        "negative predictive value", "class", partial(ratio, NEGATIVE_PREDICTIVE_VALUE)
    ),
    "f_score": Metric("F", "class", partial(ratio, F_SCORE), option="beta"),
    "cohen_kappa": Metric("kappa", "matrix", kappa, option="weights", lowest=-1),
    "g_mean": Metric("G-mean", "classes", g_mean),
    "mcc": Metric("MCC", "matrix", mcc, lowest=-1),
    "mcc_product": Metric("product-form MCC", "matrix", mcc_product, lowest=-1),
    "informedness": Metric("informedness", "label", _informedness, lowest=-1),
    "r_score": Metric("R", "label", _r_score, lowest=-1),
    "r_prime": Metric("R'", "label", _r_prime, lowest=-1),
    "r_prime_overall": Metric("overall R'", "matrix", _r_prime_overall, option="abstained"),
}

# Names that the metrics bear elsewhere, in small letters; who asks for one is told ours.
ALSO_CALLED = {
    "accuracy": {"acc"},
    "balanced_accuracy": {"bacc"},
    "precision": {"ppv", "positive_predictive_value"},
    "recall": {"hit_rate", "sensitivity", "tpr", "true_positive_rate"},
    "specificity": {"selectivity", "tnr", "true_negative_rate"},
    "negative_predictive_value": {"npv"},
    "f_score": {"f", "f1", "f1_score", "f_beta", "f_measure", "fbeta", "fbeta_score"},
    "cohen_kappa": {"cohens_kappa", "kappa"},
    "g_mean": {"geometric_mean", "gmean"},
    "mcc": {"matthews_corrcoef", "phi"},
    "informedness": {"j", "youden", "youden_j"},
    "r_score": {"r"},
    "r_prime": {"r'"},
}
