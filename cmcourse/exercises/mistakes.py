"""Typical mistakes: every wrong way to a metric, the number it leads to, and its message.

Mistakes made with many metrics come first, then those made with one. They share one long file, so
that every message is found in one place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod
from operator import mul
from typing import Any, NamedTuple

import numpy as np

from cmcourse.exercises.vocabulary import untaught
from cmlib._labels import Label
from cmlib.by_hand.agreement import root
from cmlib.by_hand.explanation import Explanation, question_of
from cmlib.by_hand.formulas import METRICS, OPTIONS
from cmlib.by_hand.notation import capitalised
from cmlib.by_hand.question import Question
from cmlib.matrix import ConfusionMatrix

# A lesson number after all lessons that teach a term.
LAST = 98


class Guess(NamedTuple):
    """A wrong way to an answer: the number it leads to, and the end of "<answer> is …"."""

    value: Fraction
    says: str


def again(explanation: Explanation, **changes: Any) -> Explanation:
    """Return a metric worked out with some arguments of `explain` changed, which are not checked.

    What the changed question has no use for is left out.

    Examples
    --------
    >>> from cmlib import explain
    >>> recall = explain("recall", [[5, 7], [3, 7]], 0)
    >>> again(recall, label=1)
    recall of class 1 = TP / (TP + FN) = 7 / (7 + 3) = 7/10 = 0.7000
    >>> again(recall, name="accuracy")
    accuracy = correct / total = (5 + 7) / 22 = 6/11 ≈ 0.5455
    """
    question = replace(question_of(explanation), **changes)
    metric = METRICS[question.name]
    unused = {option: getattr(Question, option) for option in OPTIONS if option != metric.option}
    if metric.scope in ("classes", "matrix"):
        unused |= {"label": None, "average": None}
    if metric.scope == "matrix" or (metric.scope != "classes" and question.average is None):
        unused |= {"exclude": ()}
    return Explanation(replace(question, **unused))


def wrong_ways(
    asked: Explanation, lesson: int = LAST, *, also_right: bool = False
) -> Iterator[Guess]:
    """Yield the wrong ways to a metric, most plausible first.

    Ways that lead to the right number are left out unless ``also_right``. Messages with a term that
    the lesson has not taught are always left out.

    Examples
    --------
    >>> from cmlib import explain
    >>> from cmcourse.exercises.mistakes import wrong_ways
    >>> next(wrong_ways(explain("recall", [[5, 7], [3, 7]], 0))).says
    'the recall of class 1: right formula, wrong class. The question is about class 0.'
    """
    for guess in _all_ways(asked):
        if (also_right or guess.value != asked.exact) and not untaught(guess.says, lesson):
            yield guess


def _all_ways(asked: Explanation) -> Iterator[Guess]:
    scope = METRICS[asked.name].scope
    if asked.name in _OF_ONE_METRIC:
        yield from _OF_ONE_METRIC[asked.name](asked)
    if asked.label is not None:
        yield from _wrong_class(asked)
        yield from _wrong_denominator(asked)
        yield from _accuracy_instead(asked)
    elif scope != "matrix":
        yield from _wrong_members(asked)
        yield from _wrong_metric(asked)
    yield _complement(asked)
    yield from _exchanged(asked)
    if scope in ("class", "classes"):
        yield from _wrong_average(asked)
    if asked.name in ("accuracy", "error_rate"):
        yield from _instead_of_accuracy(asked)
    elif asked.label is None:
        yield from _accuracy_instead(asked)
    else:
        yield from _wrong_whole(asked)
    if METRICS[asked.name].lowest < 0:
        yield Guess(-_right(asked), f"{the(asked)} with the wrong sign.")


# --- words and values -----------------------------------------------------------------------------

AVERAGING = {
    "macro": "the plain mean of the classes' values",
    "micro": "one division, after the counts of all classes are added up",
    "weighted": "the mean of the classes' values weighted by support (the row sums)",
}
KAPPA_TOP, KAPPA_BOTTOM = "p_o - p_e", "1 - p_e"
KAPPA = f"({KAPPA_TOP}) / ({KAPPA_BOTTOM})"
# Definitions of the metrics that have no average.
MADE_OF = {
    "informedness": "recall + specificity - 1",
    "r_score": "the recall minus the share in the predictions, (TP + FP)/n",
    "r_prime": "the recall minus the share in the predictions, (TP + FP)/n, plus the share in the "
    "truth, (TP + FN)/n",
}


class _Division(NamedTuple):
    """A metric's numerator, the rest of its denominator, and the denominator in words."""

    part: str
    rest: str
    whole: str  # in words, with {c} for the class


_DIVIDES = {
    "precision": _Division("TP", "FP", "the column sum of {c} (every sample predicted as {c})"),
    "recall": _Division("TP", "FN", "the row sum of {c} (every sample that truly is {c})"),
    "specificity": _Division("TN", "FP", "the number of samples that truly are not {c}"),
    "negative_predictive_value": _Division(
        "TN", "FN", "the number of samples not predicted as {c}"
    ),
}


def _the_root(degree: int) -> str:
    return {2: "the square root", 3: "the cube root"}.get(degree, f"the root of degree {degree}")


def named(label: Label | None) -> str:
    """Return a label for a sentence: text in quotes, a number as "class 1"."""
    return repr(label) if isinstance(label, str) else f"class {label}"


def the(metric: Explanation) -> str:
    """Return a metric's name for a sentence, with an article unless it is a proper name."""
    if metric.subject == "kappa":
        return "Kappa"
    is_name = metric.name in ("r_score", "r_prime")
    return metric.subject if is_name else f"the {metric.subject}"


def _listed(labels: Sequence[Label]) -> str:
    return " and ".join(named(label) for label in labels)


def _right(asked: Explanation) -> Fraction:
    """Return the right value; it is never undefined in an exercise."""
    assert asked.exact is not None
    return asked.exact


def _instead(other: Explanation, says: str) -> Iterator[Guess]:
    """Yield another value with a message, if it is defined."""
    if other.exact is not None:
        yield Guess(other.exact, says)


def _other(other: Explanation, says: str) -> Iterator[Guess]:
    """Yield another metric, class or average, named in its message: "the recall of 'cat' …"."""
    yield from _instead(other, f"{the(other)}{says}")


def _also_accuracy(other: Explanation) -> str:
    equal = other.value == again(other, name="accuracy").value
    return " (which equals the accuracy here)" if equal else ""


def _of_class(asked: Explanation, label: Label) -> Explanation:
    """Work out the value of one of the classes averaged."""
    name = "recall" if METRICS[asked.name].scope == "classes" else asked.name
    return again(asked, name=name, label=label, average=None)


def _members(asked: Explanation) -> tuple[dict[Label, Fraction], list[Label]]:
    """Return the values of the classes averaged, and the classes that have none."""
    values = {label: _of_class(asked, label).exact for label in question_of(asked).averaged}
    defined = {label: value for label, value in values.items() if value is not None}
    return defined, [label for label in values if label not in defined]


# --- one class ------------------------------------------------------------------------------------


def _wrong_class(asked: Explanation) -> Iterator[Guess]:
    for label in asked.matrix.labels:
        if label != asked.label:
            yield from _other(
                again(asked, label=label),
                f": right formula, wrong class. The question is about {named(asked.label)}.",
            )


def _wrong_denominator(asked: Explanation) -> Iterator[Guess]:
    c, title = named(asked.label), capitalised(asked.title)
    _, counts = question_of(asked).chosen
    right = _DIVIDES.get(asked.name)
    for name, division in _DIVIDES.items():
        if name == asked.name:
            continue
        top, whole = division.part, division.whole.format(c=c)
        if right:
            # The denominator of the wrong metric.
            size = getattr(counts, division.part) + getattr(counts, division.rest)
            says = (
                f": you divided {top} by {whole}, {size}. {title} divides {right.part} by "
                f"{right.whole.format(c=c)}."
            )
        elif asked.name == "f_score":
            says = f", {top} divided by {whole}. {title} needs precision and recall, both of them."
        else:
            says = f". {title} is {MADE_OF[asked.name]}."
        yield from _other(again(asked, name=name), says)
    if asked.name != "f_score":
        yield from _other(
            again(asked, name="f_score"),
            f", which mixes precision and recall. The question asks for {the(asked)} alone.",
        )


def _wrong_whole(asked: Explanation) -> Iterator[Guess]:
    """Divide a count of the class by all samples, by the rest alone, or not at all."""
    _, counts = question_of(asked).chosen
    total, title, c = question_of(asked).total, capitalised(asked.title), named(asked.label)
    division = _DIVIDES.get(asked.name)
    top = division.part if division else "TP"
    count = getattr(counts, top)
    if division:
        divides = f"{title} divides it by {division.whole.format(c=c)}."
    elif asked.name in MADE_OF:
        divides = f"{title} is {MADE_OF[asked.name]}."
    else:
        divides = f"{title} is made of TP, FN and FP, and leaves TN out."
    yield Guess(Fraction(count, total), f"{top} divided by all {total} samples. {divides}")
    if division and (rest := getattr(counts, division.rest)):
        yield Guess(
            Fraction(count, rest),
            f"{top} divided by {division.rest} alone. {title} is a share of a whole: {top} belongs "
            f"in the denominator too, {top} + {division.rest}.",
        )
    yield Guess(
        Fraction(counts.TP + counts.TN, total),
        f"the accuracy of {c} against all other classes, (TP + TN) / total. The question asks for "
        f"{the(asked)}.",
    )
    yield Guess(
        Fraction(counts.TP + counts.FN, total),
        f"the share of {c} in the truth, its row sum over the total: it says how common {c} is, "
        "not how well it is predicted.",
    )
    yield Guess(
        Fraction(counts.TP + counts.FP, total),
        f"the share of {c} in the predictions, its column sum over the total: it says how often "
        f"{c} is predicted, not how well.",
    )
    yield Guess(Fraction(count), f"a count: {top} of {c}. {divides}")


# --- averages -------------------------------------------------------------------------------------


def _wrong_members(asked: Explanation) -> Iterator[Guess]:
    """Average over the wrong classes, or with the wrong weights."""
    matrix, left_out = asked.matrix, asked.exclude
    if left_out:
        yield from _instead(
            again(asked, exclude=()),
            f"what comes out with {_listed(left_out)} averaged in. The question leaves "
            f"{'it' if len(left_out) == 1 else 'them'} out of the average.",
        )
        kept = [at for at, label in enumerate(matrix.labels) if label not in left_out]
        smaller = ConfusionMatrix(
            matrix.counts[np.ix_(kept, kept)], [matrix.labels[at] for at in kept]
        )
        yield from _instead(
            again(asked, matrix=smaller, exclude=()),
            f"what comes out when the row and the column of {_listed(left_out)} are deleted. A "
            "class left out of an average keeps its samples: they still count as FN and FP of the "
            "other classes.",
        )
    if asked.average == "micro" or asked.name == "g_mean":
        return
    defined, undefined = _members(asked)
    if undefined:
        support = question_of(asked).rows
        weights = support if asked.average == "weighted" else [1] * len(matrix.labels)
        yield from _mean(
            asked,
            defined | dict.fromkeys(undefined, Fraction(0)),
            weights,
            f"what comes out when {_listed(undefined)} {'is' if len(undefined) == 1 else 'are'} "
            "counted as 0. There it is 0/0: undefined, and left out of the average.",
        )
    if asked.average != "weighted":
        yield Guess(
            sum(defined.values(), Fraction(0)),
            f"the sum of the classes' values. A mean still divides it by how many there are, "
            f"{len(defined)}.",
        )


def _mean(
    asked: Explanation, values: Mapping[Label, Fraction], weights: Sequence[int], says: str
) -> Iterator[Guess]:
    """Average the values of classes with wrong weights, which are in label order."""
    factors = [weights[asked.matrix.index(label)] for label in values]
    if total := sum(factors):
        yield Guess(sum(map(mul, factors, values.values()), Fraction(0)) / total, says)


def _wrong_metric(asked: Explanation) -> Iterator[Guess]:
    """Yield the averages of the other per-class metrics."""
    average = asked.average or "macro"
    hint = ""
    if division := _DIVIDES.get(asked.name):
        whole = division.whole.format(c="that class")
        hint = f": for each class, divide {division.part} by {whole}"
        if average == "micro":
            hint = f": add up {division.part} and {division.rest} over the classes first"
    for name, metric in METRICS.items():
        if metric.scope == "class" and name != asked.name:
            other = again(asked, name=name, average=average)
            yield from _other(
                other, f"{_also_accuracy(other)}. The question asks for {the(asked)}{hint}."
            )


def _wrong_average(asked: Explanation) -> Iterator[Guess]:
    used = asked.average or ("macro" if asked.label is None else None)
    name = "recall" if METRICS[asked.name].scope == "classes" else asked.name
    for average, how in AVERAGING.items():
        if average == used or asked.name == "g_mean":
            continue
        other = again(asked, name=name, label=None, average=average)
        if used is None:
            says = f", {how}. The question is about {named(asked.label)} alone."
        else:
            says = f": {how}. {capitalised(asked.subject)} is {AVERAGING[used]}."
        yield from _other(other, _also_accuracy(other) + says)
    if used is not None:
        for label in asked.matrix.labels:
            yield from _other(
                _of_class(asked, label),
                f" alone. The question asks for {the(asked)}, which takes in all its classes.",
            )


# --- all samples, and any metric ------------------------------------------------------------------


def _accuracy_instead(asked: Explanation) -> Iterator[Guess]:
    what = ", all correct samples over all samples"
    if asked.name == "cohen_kappa":  # perhaps of two people, and nobody knows what is correct
        what = " or, of two people, the observed agreement, p_o"
    yield from _other(again(asked, name="accuracy"), f"{what}. The question asks for {the(asked)}.")


def _instead_of_accuracy(asked: Explanation) -> Iterator[Guess]:
    given = question_of(asked)
    total, correct = given.total, sum(given.hits)
    wrong, title = total - correct, capitalised(asked.title)
    count, rest = (correct, wrong) if asked.name == "accuracy" else (wrong, correct)
    yield from _other(
        again(asked, name="balanced_accuracy"),
        f", the mean of the classes' recalls. {title} counts every sample the same, whatever its "
        "class.",
    )
    if rest:
        yield Guess(
            Fraction(count, rest),
            "correct and wrong samples divided by each other. Divide by the number of all samples, "
            f"{total}.",
        )
    yield Guess(Fraction(count), f"a count of samples. {title} is a share: divide it by {total}.")
    for label, hits in zip(asked.matrix.labels, given.hits, strict=True):
        yield Guess(
            Fraction(hits, total),
            f"the diagonal cell of {named(label)} alone, over the total. {title} needs the whole "
            "diagonal.",
        )
        for name in ("recall", "precision"):
            yield from _other(
                again(asked, name=name, label=label), f". {title} takes all classes together."
            )
    for name in ("precision", "f_score"):
        yield from _other(
            again(asked, name=name, average="macro"),
            f". {title} needs no average over classes: it is one division.",
        )


def _complement(asked: Explanation) -> Guess:
    says = f"1 minus {the(asked)}."
    if asked.name == "accuracy":
        says = "the error rate, which is 1 minus the accuracy."
    elif asked.name == "error_rate":
        says = "the accuracy, which is 1 minus the error rate."
    elif asked.label is not None and asked.name in _DIVIDES:
        says = (
            f"1 minus {the(asked)}: {_DIVIDES[asked.name].rest} over the same denominator. "
            "You have the other part of the same whole."
        )
    return Guess(1 - _right(asked), says)


def _exchanged(asked: Explanation) -> Iterator[Guess]:
    matrix = asked.matrix
    yield from _instead(
        again(asked, matrix=ConfusionMatrix(matrix.counts.T, matrix.labels)),
        "what comes out with rows and columns exchanged. Rows are the truth, columns the "
        "predictions.",
    )
    if asked.average == "weighted":
        yield from _mean(
            asked,
            _members(asked)[0],
            question_of(asked).columns,
            "weighted by the column sums (how often each class was predicted). Support is the row "
            "sums: how many samples each class truly has.",
        )


# --- metric by metric -----------------------------------------------------------------------------


def _wrong_f(asked: Explanation) -> Iterator[Guess]:
    title, beta = asked.title, asked.beta
    factor = 1 + beta**2
    if beta != 1:
        yield from _instead(
            again(asked, beta=1 / beta),
            f"{title} with precision and recall exchanged, as if beta were 1/beta. In the counts, "
            "beta² stands before FN: above 1 it makes recall weigh more.",
        )
        if asked.label is not None:
            _, counts = question_of(asked).chosen
            top = (1 + beta) * counts.TP
            yield Guess(
                top / (top + beta * counts.FN + counts.FP),
                f"what comes out with beta in place of beta². In {title} beta is squared.",
            )
        yield from _instead(again(asked, beta=Fraction(1)), f"F1. The question asks for {title}.")
    precision, recall = (again(asked, name=name).exact for name in ("precision", "recall"))
    if precision is None or recall is None:
        return
    if asked.label is not None:
        of = f"of {named(asked.label)}"
    else:
        of = f"({asked.average} averages)"
        if precision + recall:
            yield Guess(
                factor * precision * recall / (beta**2 * precision + recall),
                f"the {title} of the {asked.average} precision and the {asked.average} recall. The "
                f"{asked.average} {title} is {AVERAGING[asked.average or 'macro']}: work out the "
                f"{title} of each class first.",
            )
    yield Guess(
        (precision + recall) / 2,
        f"the plain mean of precision and recall {of}. {title} is a harmonic mean, which "
        "leans towards the smaller of the two.",
    )
    yield Guess(
        _right(asked) / factor,
        f"{the(asked)} without the factor "
        f"{'2' if beta == 1 else f'1 + beta² = {factor}'} in its numerator.",
    )
    yield Guess(precision * recall, f"precision times recall {of}, which {title} still divides.")


def _wrong_balanced_accuracy(asked: Explanation) -> Iterator[Guess]:
    yield from _instead(
        again(asked, name="g_mean"),
        "the G-mean, which multiplies the recalls and takes a root. Balanced accuracy is their "
        "plain mean.",
    )


def _wrong_kappa(asked: Explanation) -> Iterator[Guess]:
    for weights in (None, "linear", "quadratic"):
        if weights != asked.weights:
            alike = "" if weights else ", which counts every confusion alike"
            yield from _other(
                again(asked, weights=weights), f"{alike}. The question is about {the(asked)}."
            )
    given = question_of(asked)
    total, rows, columns = given.total, given.rows, given.columns
    if asked.weights:
        yield Guess(
            1 - (1 - _right(asked)) / total,
            "what comes out without the factor total. Weight times row sum times column sum has "
            "two counts in it, weight times count has one: multiply that by the total.",
        )
        return
    agree = Fraction(sum(given.hits), total)
    expected = Fraction(sum(map(mul, rows, columns)), total**2)
    wrong_chances = [
        (Fraction(sum(map(mul, rows, rows)), total**2), "the row sums squared in p_e"),
        (Fraction(sum(map(mul, columns, columns)), total**2), "the column sums squared in p_e"),
        (expected * total, "p_e divided by the total, not by its square"),
        (Fraction(1, len(rows)), "p_e = 1/K, as if chance gave every class equally often"),
    ]
    for label, row, column in zip(asked.matrix.labels, rows, columns, strict=True):
        only = f"p_e of {named(label)} alone; every class adds a term"
        wrong_chances.append((Fraction(row * column, total**2), only))
    for chance, how in wrong_chances:
        if chance != 1:
            yield Guess(
                (agree - chance) / (1 - chance),
                f"what comes out with {how}. p_e adds up row sum times column sum of each class, "
                f"and divides by the total squared, {total}².",
            )
    yield Guess(
        agree - expected,
        f"{KAPPA_TOP} alone. Kappa still divides it by {KAPPA_BOTTOM}, the most that it could be.",
    )
    yield Guess(
        1 - expected, f"{KAPPA_BOTTOM}, the denominator alone. Above it stands {KAPPA_TOP}."
    )
    yield Guess(expected, f"p_e, the agreement expected by chance. Kappa is {KAPPA}.")
    if agree != 1:
        yield Guess(
            (agree - expected) / (1 - agree),
            f"what comes out with 1 - p_o in the denominator. It is {KAPPA_BOTTOM}.",
        )
    says = f". Kappa divides by {KAPPA_BOTTOM}, not by a square root."
    yield from _other(again(asked, name="mcc"), says)


def _wrong_g_mean(asked: Explanation) -> Iterator[Guess]:
    recalls, undefined = _members(asked)
    product, degree = prod(recalls.values(), start=Fraction(1)), len(recalls)
    takes = f"The G-mean of {degree} classes takes {_the_root(degree)}"
    yield from _instead(
        again(asked, name="balanced_accuracy"),
        "the plain mean of the recalls, the balanced accuracy. The G-mean multiplies the "
        "recalls and takes a root.",
    )
    yield Guess(product, f"the product of the recalls. {takes} of it.")
    for wrong in {2, 3, len(asked.matrix.labels)} - {degree}:
        yield Guess(root(product, wrong), f"{_the_root(wrong)} of the product. {takes}.")
    yield Guess(product / degree, f"the product divided by {degree}. {takes}.")
    if undefined:
        yield Guess(
            Fraction(0),
            f"what comes out when the recall of {_listed(undefined)} is counted as 0. There it is "
            "0/0: undefined, and left out.",
        )
    for label in asked.matrix.labels:
        precision, recall = (
            again(asked, name=name, label=label).exact for name in ("precision", "recall")
        )
        if precision is not None and recall is not None:
            yield Guess(
                root(precision * recall, 2),
                f"the root of precision times recall of {named(label)}. The G-mean takes the "
                "recall of every class, and no precision.",
            )


def _wrong_mcc(asked: Explanation) -> Iterator[Guess]:
    """Take the steps of either form wrongly; with two classes they are one."""
    given = question_of(asked)
    rows, columns, hits = given.rows, given.columns, given.hits
    classes, total = len(rows), given.total
    if asked.name == "mcc_product" and classes != 2:
        right, wrong = prod(hits), prod(cell for _, cell in given.others)
        top = right ** (classes - 1) - wrong
        bottom = prod((hits[i] + n) * (hits[j] + n) for (i, j), n in given.others)
        yield Guess(
            (right - wrong) / root(Fraction(bottom), 2),
            "what comes out without the exponent K - 1 of the product of the diagonal.",
        )
        yield from _other(again(asked, name="mcc"), f" (R_K). The question asks for {the(asked)}.")
    else:
        top = total * sum(hits) - sum(map(mul, rows, columns))
        spreads = [total**2 - sum(map(mul, sums, sums)) for sums in (rows, columns)]
        bottom = spreads[0] * spreads[1]
        if classes == 2:
            # Both are twice what the form with TP, FN, FP and TN has.
            top, bottom = top // 2, bottom // 4
            counts = given.counts_of(asked.matrix.labels[0])
            yield Guess(
                (counts.TP * counts.TN + counts.FP * counts.FN) / root(Fraction(bottom), 2),
                "what comes out with a plus sign in the numerator. It is TP × TN minus FP × FN.",
            )
        else:
            yield from _other(
                again(asked, name="mcc_product"),
                " of the vehicle paper. The question asks for the MCC (R_K).",
            )
            for spread, sums in zip(spreads, ("row", "column"), strict=True):
                yield Guess(
                    Fraction(top, spread),
                    f"what comes out with the {sums} sums alone in the denominator. It needs the "
                    "row sums and the column sums.",
                )
        yield from _instead(
            again(asked, name="cohen_kappa"),
            f"Cohen's kappa. The MCC divides by a square root, not by {KAPPA_BOTTOM}.",
        )
    yield Guess(
        Fraction(top, bottom),
        "what comes out without the square root in the denominator. Take the root of the product "
        "first, then divide.",
    )
    yield Guess(Fraction(top), "the numerator alone. Divide it by the square root.")
    yield Guess(_right(asked) ** 2, f"the square of {the(asked)}: the numerator is not squared.")


def _wrong_informedness(asked: Explanation) -> Iterator[Guess]:
    recall, specificity = (_right(again(asked, name=name)) for name in ("recall", "specificity"))
    precision = again(asked, name="precision").exact
    negative = again(asked, name="negative_predictive_value").exact
    yield Guess(
        recall + specificity,
        "recall plus specificity. Informedness still subtracts 1, so that guessing gets 0.",
    )
    yield Guess(
        (recall + specificity) / 2,
        "the mean of recall and specificity. Informedness is their sum minus 1.",
    )
    yield Guess(
        recall - specificity,
        "recall minus specificity. Informedness subtracts the false positive rate, which is "
        "1 - specificity.",
    )
    if precision is not None and negative is not None:
        yield Guess(
            precision + negative - 1,
            "precision plus negative predictive value, minus 1. Informedness divides by row sums.",
        )
    for name in ("r_score", "r_prime"):
        yield from _other(again(asked, name=name), f". Informedness is {MADE_OF['informedness']}.")


def _wrong_r(asked: Explanation) -> Iterator[Guess]:
    _, counts = question_of(asked).chosen
    c, title, made_of = named(asked.label), asked.title, MADE_OF[asked.name]
    in_truth = Fraction(counts.TP + counts.FN, question_of(asked).total)
    predicted = Fraction(counts.TP + counts.FP, question_of(asked).total)
    recall, precision = _right(again(asked, name="recall")), again(asked, name="precision").exact
    if asked.name == "r_prime":
        plus = in_truth
        yield from _instead(
            again(asked, name="r_score"),
            f"R of {c}, not R': what is missing is the share of {c} in the truth, (TP + FN)/n.",
        )
        yield Guess(
            recall + predicted - in_truth,
            f"what comes out with the two shares exchanged. R' subtracts the share of {c} in the "
            "predictions, (TP + FP)/n, and adds its share in the truth, (TP + FN)/n.",
        )
        yield from _other(
            again(asked, name="r_prime_overall"), ". The question is about one class."
        )
    else:
        plus = Fraction(0)
        yield from _instead(
            again(asked, name="r_prime"),
            f"R' of {c}, not R: R' adds the share of {c} in the truth, (TP + FN)/n, and R doesn't.",
        )
        yield Guess(
            recall - in_truth,
            f"what comes out with the share of {c} in the truth, (TP + FN)/n. R subtracts its "
            "share in the predictions, (TP + FP)/n.",
        )
    yield Guess(
        recall + predicted + plus,
        f"what comes out with (TP + FP)/n added. {title} subtracts it: {made_of}.",
    )
    if precision is not None:
        yield Guess(
            precision - predicted + plus,
            f"what comes out with the precision in place of the recall. {title} is {made_of}.",
        )
    yield from _other(again(asked, name="informedness"), f". {title} is {made_of}.")


def _wrong_r_overall(asked: Explanation) -> Iterator[Guess]:
    given, abstained = question_of(asked), asked.abstained
    total, correct = given.total, sum(given.hits)
    if abstained:
        every = total + abstained
        yield Guess(
            Fraction(correct, every),
            f"what comes out when the {abstained} samples without a prediction count as "
            "wrong. What (n - answered)/n adds for them is missing.",
        )
        if total:
            of_all = f"n is all {every} samples, those without a prediction too."
            yield Guess(
                Fraction(correct, total), f"the accuracy of the samples with a prediction. {of_all}"
            )
            yield Guess(
                Fraction(correct + abstained, total),
                f"what comes out with {total} in the denominator. {of_all}",
            )
        yield Guess(Fraction(abstained, every), "(n - answered)/n alone. Add the correct share.")
    values = [again(asked, name="r_prime", label=label).exact for label in asked.matrix.labels]
    if defined := [value for value in values if value is not None]:
        yield Guess(
            sum(defined, Fraction(0)) / len(defined),
            "the mean of the classes' R'. The overall R' is no mean of them: it takes all samples "
            "together.",
        )


_OF_ONE_METRIC: dict[str, Callable[[Explanation], Iterator[Guess]]] = {
    "f_score": _wrong_f,
    "balanced_accuracy": _wrong_balanced_accuracy,
    "cohen_kappa": _wrong_kappa,
    "g_mean": _wrong_g_mean,
    "mcc": _wrong_mcc,
    "mcc_product": _wrong_mcc,
    "informedness": _wrong_informedness,
    "r_score": _wrong_r,
    "r_prime": _wrong_r,
    "r_prime_overall": _wrong_r_overall,
}
