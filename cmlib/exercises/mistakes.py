"""Typical mistakes of each metric: wrong ways to an answer, and the numbers they lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import isfinite, prod
from operator import mul
from typing import Any, TypeAlias

from cmlib._labels import Label
from cmlib.by_hand.explanation import Explanation, explain
from cmlib.by_hand.formulas import METRICS, OPTIONS, Tally, root, tallies

__all__ = [
    "AVERAGING",
    "MADE_OF",
    "OWN_MISTAKES",
    "Guess",
    "again",
    "averaged_metric",
    "exact",
    "exact_value",
    "listed",
    "members",
    "named",
    "of_class",
    "tally_of",
    "title_of",
    "value_again",
]

AVERAGING = {
    "macro": "the plain mean of the classes' values",
    "micro": "one division, after the counts of all classes are added up",
    "weighted": "the mean of the classes' values weighted by support (the row sums)",
}
# How the metrics that have no average are made.
MADE_OF = {
    "informedness": "recall + specificity - 1",
    "r_score": "the recall a/m minus the share s/w of the predictions",
    "r_prime": "the recall a/m minus the share s/w of the predictions, plus the share m/w of the "
    "truth",
}
# A wrong way to the answer: the number it leads to, and the end of the sentence "<answer> is …".
Guess: TypeAlias = tuple[Explanation | Fraction | None, str]


def exact_value(explanation: Explanation) -> Fraction:
    """Return a value that is defined as a fraction, of a float if it is irrational."""
    fraction = explanation.fraction
    return Fraction(explanation.value) if fraction is None else fraction


def exact(explanation: Explanation) -> Fraction | None:
    """Return a value as a fraction, None if it is undefined."""
    return exact_value(explanation) if isfinite(explanation.value) else None


def again(asked: Explanation, **changes: Any) -> Explanation:
    """Work the metric out again with something changed."""
    keep = ("name", "label", "average", "exclude", *OPTIONS)
    new = {"cm": asked.matrix} | {key: getattr(asked, key) for key in keep} | changes
    metric = METRICS[new["name"]]
    if metric.scope in ("classes", "matrix"):
        new |= {"label": None, "average": None}
    if new["average"] is None and metric.scope != "classes":
        new["exclude"] = ()
    for option, default in OPTIONS.items():
        if option != metric.option:
            new[option] = default
    return explain(**new)


def value_again(asked: Explanation, **changes: Any) -> Fraction | None:
    """Return the value with something changed, None if it is undefined."""
    return exact(again(asked, **changes))


def averaged_metric(asked: Explanation) -> str:
    """Return the name of the metric of single classes that an average is made of."""
    return "recall" if METRICS[asked.name].scope == "classes" else asked.name


def of_class(asked: Explanation, label: Label) -> Explanation:
    """Work out the value of one of the classes averaged."""
    return again(asked, name=averaged_metric(asked), label=label, average=None)


def members(asked: Explanation) -> tuple[dict[Label, Fraction], list[Label]]:
    """Return the values of the classes averaged, and the classes that have none."""
    labels = [label for label in asked.matrix.labels if label not in asked.exclude]
    values = {label: exact(of_class(asked, label)) for label in labels}
    defined = {label: value for label, value in values.items() if value is not None}
    return defined, [label for label in labels if label not in defined]


def title_of(asked: Explanation) -> str:
    """Return the metric's name as it stands in sentences: "precision", "F2"."""
    title = asked.subject.partition(" of ")[0] if asked.label is not None else asked.subject
    title = title.partition(" without ")[0] if asked.exclude else title
    return title.removeprefix(f"{asked.average} ")


def named(label: Label | None) -> str:
    """Write a label as it stands in sentences: text in quotes, a number as the class it names."""
    return repr(label) if isinstance(label, str) else f"class {label}"


def listed(labels: Sequence[Label]) -> str:
    """Write labels as they stand in sentences."""
    return " and ".join(named(label) for label in labels)


def tally_of(asked: Explanation) -> Tally:
    """Return the counts of the class asked about."""
    assert asked.label is not None
    return tallies(asked.matrix)[asked.matrix.index(asked.label)]


def _wrong_f(asked: Explanation) -> Iterator[Guess]:
    title = title_of(asked)
    factor = 1 + asked.beta**2
    if asked.beta != 1:
        yield (
            again(asked, beta=1 / asked.beta),
            f"{title} with precision and recall exchanged, as if beta were 1/beta. In the counts, "
            "beta² stands before FN: over 1 it makes recall weigh more.",
        )
        if asked.label is not None:
            tally, b = tally_of(asked), asked.beta
            yield (
                (1 + b) * tally.TP / ((1 + b) * tally.TP + b * tally.FN + tally.FP),
                f"what comes out with beta in place of beta². In {title} beta is squared.",
            )
        yield again(asked, beta=1), f"F1. The question asks for {title}."
    precision, recall = (value_again(asked, name=name) for name in ("precision", "recall"))
    if precision is None or recall is None:
        return
    of = f"of {named(asked.label)}" if asked.label is not None else f"({asked.average} averages)"
    if asked.label is None and precision + recall:
        yield (
            factor * precision * recall / (asked.beta**2 * precision + recall),
            f"the {title} of the {asked.average} precision and the {asked.average} recall. The "
            f"{asked.average} {title} is {AVERAGING[asked.average or 'macro']}: work out the "
            f"{title} of each class first.",
        )
    yield (
        (precision + recall) / 2,
        f"the plain mean of precision and recall {of}. {title} is a harmonic mean, which "
        "leans towards the smaller of the two.",
    )
    yield (
        exact_value(asked) / factor,
        f"the {asked.subject} without the factor 1 + beta² = {factor} in its numerator.",
    )
    yield precision * recall, f"precision times recall {of}, which {title} still divides."


def _margins(asked: Explanation) -> tuple[int, int, list[int], list[int]]:
    """Return total, correct, row sums and column sums, as whole numbers of any size."""
    matrix = asked.matrix
    sums = matrix.support.tolist(), matrix.predicted.tolist()
    return int(matrix.total), int(matrix.correct), *sums


def _wrong_kappa(asked: Explanation) -> Iterator[Guess]:
    for weights in (None, "linear", "quadratic"):
        if weights != asked.weights:
            other = again(asked, weights=weights)
            alike = "" if weights else ", to which every confusion is the same"
            message = f"the {other.subject}{alike}. The question is about the {asked.subject}."
            yield other, message
    total, correct, rows, columns = _margins(asked)
    by_chance = sum(map(mul, rows, columns))
    agree = Fraction(correct, total)
    if asked.weights:
        yield (
            1 - (1 - exact_value(asked)) / total,
            "what comes out without the factor total. It is due because Σwrc adds up products of "
            "two counts, and Σwn single counts.",
        )
        return
    expected = Fraction(by_chance, total**2)
    wrong_chances = [
        (Fraction(sum(map(mul, rows, rows)), total**2), "the row sums squared in P_e"),
        (Fraction(sum(map(mul, columns, columns)), total**2), "the column sums squared in P_e"),
        (Fraction(by_chance, total), "P_e divided by the total, not by its square"),
        (Fraction(1, len(rows)), "P_e = 1/K, as if chance gave every class equally often"),
    ]
    for label, row, column in zip(asked.matrix.labels, rows, columns, strict=True):
        only = f"P_e of {named(label)} alone; every class adds a term"
        wrong_chances.append((Fraction(row * column, total**2), only))
    for chance, how in wrong_chances:
        if chance != 1:
            yield (
                (agree - chance) / (1 - chance),
                f"what comes out with {how}. P_e adds up row sum times column sum of each class, "
                f"and divides by the total squared, {total}².",
            )
    yield (
        agree - expected,
        "P_o - P_e alone. Kappa still divides it by 1 - P_e, the most that it could be.",
    )
    yield 1 - expected, "1 - P_e, the denominator alone. Above it stands P_o - P_e."
    yield expected, "P_e, the agreement expected by chance. Kappa is (P_o - P_e) / (1 - P_e)."
    if agree != 1:
        yield (
            (agree - expected) / (1 - agree),
            "what comes out with 1 - P_o in the denominator. It is 1 - P_e.",
        )
    yield again(asked, name="mcc"), "the MCC. Kappa divides by 1 - P_e, not by a square root."


def _wrong_g_mean(asked: Explanation) -> Iterator[Guess]:
    recalls, undefined = members(asked)
    product, degree = prod(recalls.values(), start=Fraction(1)), len(recalls)
    takes = f"The G-mean of {degree} classes takes the root of degree {degree}"
    yield (
        again(asked, name="balanced_accuracy"),
        "the plain mean of the recalls, the balanced accuracy. The G-mean multiplies the "
        "recalls and takes a root.",
    )
    yield product, f"the product of the recalls. {takes} of it."
    for wrong in {2, 3, len(asked.matrix.labels)} - {degree}:
        yield root(product, wrong), f"the root of degree {wrong} of the product. {takes}."
    yield product / degree, f"the product divided by {degree}. {takes}."
    if undefined:
        yield (
            Fraction(0),
            f"what comes out when the recall of {listed(undefined)} is counted as 0. There it is "
            "0/0: undefined, and left out.",
        )
    for label in asked.matrix.labels:
        precision, recall = (
            value_again(asked, name=name, label=label) for name in ("precision", "recall")
        )
        if precision is not None and recall is not None:
            yield (
                root(precision * recall, 2),
                f"the root of precision times recall of {named(label)}. The G-mean takes the "
                "recall of every class, and no precision.",
            )


def _wrong_mcc(asked: Explanation) -> Iterator[Guess]:
    """Take the steps of either form wrongly; with two classes they are one."""
    total, correct, rows, columns = _margins(asked)
    classes = len(rows)
    if asked.name == "mcc_product" and classes != 2:
        counts = asked.matrix.counts.tolist()
        others = [(i, j) for i in range(classes) for j in range(classes) if i != j]
        right = prod(counts[i][i] for i in range(classes))
        wrong = prod(counts[i][j] for i, j in others)
        top = right ** (classes - 1) - wrong
        bottom = prod(
            (counts[i][i] + counts[i][j]) * (counts[j][j] + counts[i][j]) for i, j in others
        )
        size = root(Fraction(bottom), 2)
        yield (
            (right - wrong) / size,
            "what comes out without the exponent K - 1 of the product of the diagonal.",
        )
        yield (
            again(asked, name="mcc"),
            f"the MCC (R_K). The question asks for the {asked.subject}.",
        )
    else:
        top = total * correct - sum(map(mul, rows, columns))
        spreads = [total**2 - sum(map(mul, sums, sums)) for sums in (rows, columns)]
        bottom = spreads[0] * spreads[1]
        if classes == 2:
            # Both are twice what the form with TP, FN, FP and TN has.
            top, bottom = top // 2, bottom // 4
            tally = tallies(asked.matrix)[0]
            yield (
                (tally.TP * tally.TN + tally.FP * tally.FN) / root(Fraction(bottom), 2),
                "what comes out with a plus sign in the numerator. It is TP × TN minus FP × FN.",
            )
        else:
            other = again(asked, name="mcc_product")
            yield other, f"the {other.subject} of document 2. The question asks for the MCC (R_K)."
            for spread, sums in zip(spreads, ("row", "column"), strict=True):
                yield (
                    Fraction(top, spread),
                    f"what comes out with the {sums} sums alone in the denominator. It needs the "
                    "row sums and the column sums.",
                )
        kappa = again(asked, name="cohen_kappa")
        yield kappa, "Cohen's kappa. The MCC divides by a square root, not by 1 - P_e."
    yield (
        Fraction(top, bottom),
        "what comes out without the square root in the denominator. Take the root of the product "
        "first, then divide.",
    )
    yield Fraction(top), "the numerator alone. Divide it by the square root."
    yield (
        exact_value(asked) ** 2,
        f"the square of the {asked.subject}: the numerator is not squared.",
    )


def _wrong_informedness(asked: Explanation) -> Iterator[Guess]:
    names = ("recall", "specificity", "precision", "negative_predictive_value")
    recall, specificity, precision, negative = (value_again(asked, name=name) for name in names)
    assert recall is not None  # informedness would be undefined
    assert specificity is not None
    yield (
        recall + specificity,
        "recall plus specificity. Informedness still subtracts 1, so that guessing gets 0.",
    )
    yield (
        (recall + specificity) / 2,
        "the mean of recall and specificity. Informedness is their sum minus 1.",
    )
    yield (
        recall - specificity,
        "recall minus specificity. Informedness subtracts the false positive rate, which is "
        "1 - specificity.",
    )
    if precision is not None and negative is not None:
        yield (
            precision + negative - 1,
            "precision plus negative predictive value, minus 1. Informedness divides by row sums.",
        )
    for name in ("r_score", "r_prime"):
        other = again(asked, name=name)
        yield other, f"the {other.subject}. Informedness is {MADE_OF['informedness']}."


def _wrong_r(asked: Explanation) -> Iterator[Guess]:
    tally, total = tally_of(asked), int(asked.matrix.total)
    c, title, made_of = named(asked.label), title_of(asked), MADE_OF[asked.name]
    in_truth = Fraction(tally.TP + tally.FN, total)
    predicted = Fraction(tally.TP + tally.FP, total)
    recall, precision = value_again(asked, name="recall"), value_again(asked, name="precision")
    assert recall is not None  # R would be undefined
    if asked.name == "r_prime":
        plus = in_truth
        yield (
            again(asked, name="r_score"),
            f"R of {c}, not R': what is missing is + m/w, the share of {c} in the truth.",
        )
        yield (
            recall + predicted - in_truth,
            f"what comes out with s and m exchanged. R' subtracts the share of {c} in the "
            "predictions, s/w, and adds its share in the truth, m/w.",
        )
        yield (
            again(asked, name="r_prime_overall"),
            "the overall R'. The question is about one class.",
        )
    else:
        plus = Fraction(0)
        yield (
            again(asked, name="r_prime"),
            f"R' of {c}, not R: R' adds the share of {c} in the truth, m/w, and R does not.",
        )
        yield (
            recall - in_truth,
            f"what comes out with m/w, the share of {c} in the truth. R subtracts its share in the "
            "predictions, s/w.",
        )
    yield (
        recall + predicted + plus,
        f"what comes out with s/w added. {title} subtracts it: {made_of}.",
    )
    if precision is not None:
        yield (
            precision - predicted + plus,
            f"what comes out with the precision a/s in place of the recall a/m. {title} is "
            f"{made_of}.",
        )
    yield again(asked, name="informedness"), f"the informedness of {c}. {title} is {made_of}."


def _wrong_r_overall(asked: Explanation) -> Iterator[Guess]:
    total, correct, *_ = _margins(asked)
    every = total + asked.abstained
    if asked.abstained:
        yield (
            Fraction(correct, every),
            f"what comes out when the {asked.abstained} samples without a prediction count as "
            "wrong. What (x - y) / w adds for them is missing.",
        )
        if total:
            of_all = f"x and w are all {every} samples, those without a prediction too."
            yield (
                Fraction(correct, total),
                f"the accuracy of the samples with a prediction. {of_all}",
            )
            yield (
                Fraction(correct + asked.abstained, total),
                f"what comes out with {total} in the denominator. {of_all}",
            )
        yield Fraction(asked.abstained, every), "(x - y) / w alone. Add the correct share, Σa / x."
    labels = asked.matrix.labels
    values = [value_again(asked, name="r_prime", label=label) for label in labels]
    defined = [value for value in values if value is not None]
    if defined:
        yield (
            sum(defined, Fraction(0)) / len(defined),
            "the mean of the classes' R'. The overall R' is no mean of them: it takes all samples "
            "together.",
        )


def _wrong_balanced_accuracy(asked: Explanation) -> Iterator[Guess]:
    yield (
        again(asked, name="g_mean"),
        "the G-mean, which multiplies the recalls and takes a root. Balanced accuracy is their "
        "plain mean.",
    )


OWN_MISTAKES: dict[str, Callable[[Explanation], Iterator[Guess]]] = {
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
