"""The table of metrics by hand: the name of each, the arguments it needs, and how it is worked out.

Computed from whole counts in exact fractions, by formulas that `cmlib.metrics` does not share.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from cmlib.by_hand.agreement import g_mean, kappa, mcc, mcc_product
from cmlib.by_hand.cells import (
    NO_CELL,
    Region,
    Term,
    collect,
    diagonal,
    line,
    off_diagonal,
    one,
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

# Each belongs to one metric alone; the defaults are those of `Question`.
OPTIONS = ("beta", "weights", "abstained")


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
    """Work out the diagonal over all samples."""
    counts = write.grouped_sum(question.hits)
    return _of_all(question, write, ["correct"], counts, diagonal(question.size))


def _error_rate(question: Question, write: Notation) -> Work:
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


def _r_score(question: Question, write: Notation, *, prime: bool = False) -> Work:
    """Work out recall - q, or R' = recall - q + pi: document 1, equations 12, 18 and 22."""
    label, counts = question.chosen
    at, size = question.matrix.index(label), question.size
    note = "" if counts.TP + counts.FN else f"No sample truly is {label!r}, so TP + FN = 0."
    hits, truth, predicted, every = (
        question.amount(region)
        for region in (line(size, at, at), line(size, at), line(size, None, at), line(size))
    )
    terms = [
        Term("TP / (TP + FN)", hits, truth, label=label),
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
        legend(("TP", "FN", "FP"), label, counts).removesuffix(".")
        + f"; n: all samples ({question.total}).",
        note if question.total else EMPTY,
        terms=terms,
    )


def _r_prime_overall(question: Question, write: Notation) -> Work:
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
    "r_prime": Metric("R'", "label", partial(_r_score, prime=True), lowest=-1),
    "r_prime_overall": Metric("overall R'", "matrix", _r_prime_overall, option="abstained"),
}

# Other names of the metrics, in small letters; the error message for one gives ours.
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
