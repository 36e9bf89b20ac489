"""What would have given a wrong number: the most plausible mistake, or the next step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from operator import mul
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cmlib._labels import Label
from cmlib.by_hand.explanation import Explanation, explain
from cmlib.by_hand.formulas import METRICS, tallies
from cmlib.by_hand.notation import capitalised
from cmlib.exercises.mistakes import (
    AVERAGING,
    MADE_OF,
    OWN_MISTAKES,
    Guess,
    again,
    averaged_metric,
    exact,
    exact_value,
    listed,
    members,
    named,
    of_class,
    tally_of,
    title_of,
)
from cmlib.exercises.typed_numbers import Number, is_near, judge, readings
from cmlib.exercises.vocabulary import untaught
from cmlib.matrix import ConfusionMatrix

__all__ = [
    "Ways",
    "is_also_another",
    "named_mistake",
    "other_metrics",
    "without_diagnosis",
    "wrong_ways",
]

# Any lesson after all that teach a word.
LAST = 98


class _Division(NamedTuple):
    """What a metric divides, and by what: the count itself and the rest of the whole."""

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
# The two parts of all samples, each with the other.
_OF_ALL = {"accuracy": "error_rate", "error_rate": "accuracy"}


# Wrong numbers, each with the end of the sentence "<answer> is …".
Ways: TypeAlias = Sequence[tuple[Fraction, str]]


def named_mistake(given: Number, ways: Ways) -> str | None:
    """Name the first of the ways that leads to the number given."""
    for reading, how in readings(given):
        found = [way for way in ways if judge(reading, way[0]) == "right"]
        # What the number is exactly comes before what it only rounds.
        for _, message in sorted(found, key=lambda way: way[0] != reading.exact)[:1]:
            return f"{given.text}{how} is {message}"
    return None


def wrong_ways(
    asked: Explanation, lesson: int = LAST, *, also_right: bool = False
) -> Iterator[tuple[Fraction, str]]:
    """List the numbers of wrong ways, most plausible first, with what is said to each.

    A way that leads to the right number all the same is left out unless it is asked for, a message
    with a word that the lesson has not taught always.
    """
    right = exact_value(asked)
    for guess, message in _guesses(asked):
        value = exact(guess) if isinstance(guess, Explanation) else guess
        if value is None or untaught(message, lesson):
            continue
        if also_right or value != right:
            yield value, message


def other_metrics(asked: Explanation) -> Iterator[tuple[Fraction, str]]:
    """List every number of the matrix that has a name, and what 1 minus it is: a last resort."""
    labels = asked.matrix.labels
    cases: list[dict[str, Any]] = []
    for name, metric in METRICS.items():
        if metric.scope in ("class", "label"):
            cases += [{"name": name, "label": label, "average": None} for label in labels]
        if metric.scope == "class":
            cases += [{"name": name, "label": None, "average": how} for how in AVERAGING]
        if metric.scope in ("classes", "matrix"):
            cases.append({"name": name})
    turned = ConfusionMatrix(asked.matrix.counts.T, labels)
    for matrix, where in ((asked.matrix, ""), (turned, " with rows and columns exchanged")):
        for case in cases:
            other = again(asked, cm=matrix, **case)
            if (value := exact(other)) is not None:
                end = f"the {other.subject}{where}. The question asks for the {asked.subject}."
                yield value, end
                yield 1 - value, f"1 minus {end}"


def is_also_another(given: Number, ways: Ways) -> bool:
    """Tell whether an answer could be one of the wrong numbers, rounded to its few digits."""
    # Not finer than nine decimals: what follows is the crumbs of float arithmetic.
    half = Fraction(1, 2 * 10 ** min(given.places or 0, 9))
    return any(abs(given.exact - value) <= half for value, _ in ways)


def without_diagnosis(given: Number, asked: Explanation, ways: Ways) -> str:
    """Say of a wrong number that nothing explains what is certain, and the next step."""
    lowest = METRICS[asked.name].lowest
    if not lowest <= given.exact <= 1:
        side = "above 1" if given.exact > 1 else f"below {lowest}"
        shares = "" if lowest else ", as shares do"
        return (
            f"{given.text} is {side}, and the {asked.subject} lies between {lowest} and 1{shares}. "
            f"{_next_step(asked)}"
        )
    if is_near(given, exact_value(asked)) and not is_also_another(given, ways):
        return (
            f"{given.text} is very near, but not a rounding of the {asked.subject}. Did you round "
            "on the way? Keep fractions until the end, then round once."
        )
    return f"{given.text} is not the {asked.subject}. {_next_step(asked)}"


def _guesses(asked: Explanation) -> Iterator[Guess]:
    """List wrong ways in order of plausibility."""
    if asked.name in OWN_MISTAKES:
        yield from OWN_MISTAKES[asked.name](asked)
    if asked.label is not None:
        yield from _wrong_class(asked)
        yield from _wrong_denominator(asked)
        yield _accuracy_instead(asked)
    elif METRICS[asked.name].scope != "matrix":
        yield from _wrong_members(asked)
        yield from _wrong_metric(asked)
    yield _complement(asked)
    yield from _exchanged(asked)
    yield from _wrong_average(asked)
    yield from _wrong_whole(asked)
    if METRICS[asked.name].lowest < 0:
        yield -exact_value(asked), f"the {asked.subject} with the wrong sign."


def _wrong_class(asked: Explanation) -> Iterator[Guess]:
    for label in asked.matrix.labels:
        if label != asked.label:
            other = again(asked, label=label)
            yield (
                other,
                f"the {other.subject}: right formula, wrong class. The question is about "
                f"{named(asked.label)}.",
            )


def _wrong_denominator(asked: Explanation) -> Iterator[Guess]:
    tally, title = tally_of(asked), title_of(asked)
    for name, division in _DIVIDES.items():
        if name == asked.name:
            continue
        other = again(asked, name=name)
        top, whole = _divides(name, asked)
        if asked.name in _DIVIDES:
            right_top, right_whole = _divides(asked.name, asked)
            size = getattr(tally, division.part) + getattr(tally, division.rest)
            message = (
                f": you divided {top} by {whole}, {size}. "
                f"{capitalised(title)} divides {right_top} by {right_whole}."
            )
        elif asked.name == "f_score":
            message = (
                f", {top} divided by {whole}. {title} needs precision and recall, both of them."
            )
        else:
            message = f". {capitalised(title)} is {MADE_OF[asked.name]}."
        yield other, f"the {other.subject}{message}"
    if asked.name != "f_score":
        yield (
            again(asked, name="f_score"),
            f"the F1 of {named(asked.label)}, which mixes precision and recall. The question asks "
            f"for the {asked.subject} alone.",
        )


def _divides(name: str, asked: Explanation) -> tuple[str, str]:
    return _DIVIDES[name].part, _DIVIDES[name].whole.format(c=named(asked.label))


def _wrong_members(asked: Explanation) -> Iterator[Guess]:
    """Average over the wrong classes, or with the wrong weights."""
    matrix, left_out = asked.matrix, asked.exclude
    if left_out:
        yield (
            again(asked, exclude=()),
            f"what comes out with {listed(left_out)} averaged in. The question leaves "
            f"{'it' if len(left_out) == 1 else 'them'} out of the average.",
        )
        kept = [at for at, label in enumerate(matrix.labels) if label not in left_out]
        smaller = ConfusionMatrix(
            matrix.counts[np.ix_(kept, kept)], [matrix.labels[at] for at in kept]
        )
        yield (
            again(asked, cm=smaller, exclude=()),
            f"what comes out when the row and the column of {listed(left_out)} are deleted. A "
            "class left out of an average keeps its samples: they still count as FN and FP of the "
            "other classes.",
        )
    if asked.average == "micro" or asked.name == "g_mean":
        return
    defined, undefined = members(asked)
    if undefined:
        values = defined | dict.fromkeys(undefined, Fraction(0))
        weights = matrix.support if asked.average == "weighted" else np.ones_like(matrix.support)
        yield (
            _mean(values, matrix, weights),
            f"what comes out when {listed(undefined)} {'is' if len(undefined) == 1 else 'are'} "
            "counted as 0. There it is 0/0: undefined, and left out of the average.",
        )
    if asked.average != "weighted":
        yield (
            sum(defined.values(), Fraction(0)),
            f"the sum of the classes' values. A mean still divides it by how many there are, "
            f"{len(defined)}.",
        )


def _mean(
    values: Mapping[Label, Fraction], matrix: ConfusionMatrix, weights: NDArray[Any]
) -> Fraction | None:
    """Average the values of classes; ``weights`` are in label order."""
    factors = [int(weights[matrix.index(label)]) for label in values]
    total = sum(factors)
    return sum(map(mul, factors, values.values()), Fraction(0)) / total if total else None


def _wrong_metric(asked: Explanation) -> Iterator[Guess]:
    """Average the wrong one of the metrics that classes have."""
    average = asked.average or "macro"
    for name, metric in METRICS.items():
        if metric.scope == "class" and name != asked.name:
            other = again(asked, name=name, average=average)
            hint = ""
            if asked.name in _DIVIDES:
                division = _DIVIDES[asked.name]
                whole = division.whole.format(c="that class")
                hint = f": for each class, divide {division.part} by {whole}"
                if average == "micro":
                    hint = f": add up {division.part} and {division.rest} over the classes first"
            yield (
                other,
                f"the {other.subject}{_also_accuracy(other)}. The question asks for the "
                f"{asked.subject}{hint}.",
            )


def _complement(asked: Explanation) -> Guess:
    if asked.name in _OF_ALL:
        other = _OF_ALL[asked.name]
        message = f"the {METRICS[other].title}, which is 1 minus the {asked.subject}."
    elif asked.label is not None and asked.name in _DIVIDES:
        rest = _DIVIDES[asked.name].rest
        message = (
            f"1 minus the {asked.subject}: {rest} over the same denominator. You have the other "
            "part of the same whole."
        )
    else:
        message = f"1 minus the {asked.subject}."
    return 1 - exact_value(asked), message


def _exchanged(asked: Explanation) -> Iterator[Guess]:
    matrix = asked.matrix
    yield (
        again(asked, cm=ConfusionMatrix(matrix.counts.T, matrix.labels)),
        "what comes out with rows and columns exchanged. Rows are the truth, columns the "
        "predictions.",
    )
    if asked.average == "weighted":
        yield (
            _mean(members(asked)[0], matrix, matrix.predicted),
            "weighted by the column sums (how often each class was predicted). Support is the row "
            "sums: how many samples each class truly has.",
        )


def _wrong_average(asked: Explanation) -> Iterator[Guess]:
    scope = METRICS[asked.name].scope
    if scope in ("matrix", "label"):
        return
    used = asked.average or ("macro" if asked.label is None else None)
    for average, how in AVERAGING.items():
        if average == used or asked.name == "g_mean":
            continue
        other = again(asked, name=averaged_metric(asked), label=None, average=average)
        also = _also_accuracy(other)
        if used is None:
            message = (
                f"the {other.subject}{also}, {how}. The question is about {named(asked.label)} "
                "alone."
            )
        else:
            instead = f"{capitalised(asked.subject)} is {AVERAGING[used]}"
            message = f"the {other.subject}{also}: {how}. {instead}."
        yield other, message
    if used is not None:
        for label in asked.matrix.labels:
            single = of_class(asked, label)
            yield (
                single,
                f"the {single.subject} alone. The question asks for the {asked.subject}, which "
                "takes in all its classes.",
            )


def _also_accuracy(other: Explanation) -> str:
    equal = other.value == explain("accuracy", other.matrix).value
    return " (which equals the accuracy here)" if equal else ""


def _wrong_whole(asked: Explanation) -> Iterator[Guess]:
    if asked.name in _OF_ALL:
        yield from _instead_of_accuracy(asked)
        return
    if asked.label is None:
        yield _accuracy_instead(asked)
        return
    total = int(asked.matrix.total)
    tally, title, c = tally_of(asked), capitalised(title_of(asked)), named(asked.label)
    division = _DIVIDES.get(asked.name)
    top = division.part if division else "TP"
    count = getattr(tally, top)
    if division:
        divides = f"{title} divides it by {_divides(asked.name, asked)[1]}."
    elif asked.name in MADE_OF:
        divides = f"{title} is {MADE_OF[asked.name]}."
    else:
        divides = f"{title} leaves TN out."
    yield Fraction(count, total), f"{top} divided by all {total} samples. {divides}"
    if division and (rest := getattr(tally, division.rest)):
        yield (
            Fraction(count, rest),
            f"{top} divided by {division.rest} alone. {title} is a share of a whole: {top} belongs "
            f"in the denominator too, {top} + {division.rest}.",
        )
    yield (
        Fraction(tally.TP + tally.TN, total),
        f"the accuracy of {c} against all other classes, (TP + TN) / total. The question asks for "
        f"the {asked.subject}.",
    )
    yield (
        Fraction(tally.TP + tally.FN, total),
        f"the share of {c} in the truth, its row sum over the total: it says how common {c} is, "
        "not how well it is predicted.",
    )
    yield (
        Fraction(tally.TP + tally.FP, total),
        f"the share of {c} in the predictions, its column sum over the total: it says how often "
        f"{c} is predicted, not how well.",
    )
    yield Fraction(count), f"a count: {top} of {c}. {divides}"


def _accuracy_instead(asked: Explanation) -> Guess:
    return (
        again(asked, name="accuracy"),
        f"the accuracy, all correct samples over all samples. The question asks for the "
        f"{asked.subject}.",
    )


def _instead_of_accuracy(asked: Explanation) -> Iterator[Guess]:
    matrix = asked.matrix
    total, correct = int(matrix.total), int(matrix.correct)
    wrong = total - correct
    title = capitalised(title_of(asked))
    count, rest = (correct, wrong) if asked.name == "accuracy" else (wrong, correct)
    yield (
        again(asked, name="balanced_accuracy"),
        f"the balanced accuracy, the mean of the classes' recalls. {title} counts every sample the "
        "same, whatever its class.",
    )
    if rest:
        yield (
            Fraction(count, rest),
            "correct and wrong samples divided by each other. Divide by the number of all samples, "
            f"{total}.",
        )
    yield Fraction(count), f"a count of samples. {title} is a share: divide it by {total}."
    for label, tally in zip(matrix.labels, tallies(matrix), strict=True):
        yield (
            Fraction(tally.TP, total),
            f"the diagonal cell of {named(label)} alone, over the total. {title} needs the whole "
            "diagonal.",
        )
        for name in ("recall", "precision"):
            single = again(asked, name=name, label=label)
            yield single, f"the {single.subject}. {title} takes all classes together."
    for name in ("precision", "f_score"):
        other = again(asked, name=name, average="macro")
        yield (
            other,
            f"the {other.subject}. {title} needs no average over classes: it is one division.",
        )


_TALLIES = (
    "write down TP, FP, FN and TN for {c} first. TP is the cell where the row and the column of "
    "{c} meet, FP the rest of the column, FN the rest of the row, TN everything else. Then choose "
    "the ones that {title} needs."
)
_DIAGONAL = (
    "add up the diagonal, and add up all cells. Then ask which part of which whole is meant."
)
_R_COUNTS = (
    "write down four counts for {c} first: a, the cell where the row and the column of {c} "
    "meet; m, the row sum; s, the column sum; w, all samples. {title} is " + "{made_of}."
)
_NEXT = {
    "accuracy": _DIAGONAL,
    "error_rate": _DIAGONAL,
    "cohen_kappa": "write the row sums and the column sums at the edges of the matrix. P_o is the "
    "accuracy; P_e adds up row sum times column sum of each class, over the total squared.",
    "g_mean": "work out the recall of each class on its own first. Then multiply them, and take "
    "the root whose degree is the number of classes.",
    "mcc": "write the row sums and the column sums at the edges of the matrix. Work out the "
    "numerator, then what is under the root, and divide last.",
    "mcc_product": "multiply the cells of the diagonal, and the other cells, apart. Work out the "
    "numerator, then what is under the root, and divide last.",
    "r_score": _R_COUNTS,
    "r_prime": _R_COUNTS,
    "r_prime_overall": "add up the diagonal, and count all samples, those without a prediction "
    "too. Each part is divided by all samples.",
}
_WEIGHTED_KAPPA = (
    "write a weight into each cell: how many places it is off the diagonal{squared}. Then add up "
    "weight times count, and weight times row sum times column sum."
)


def _next_step(asked: Explanation) -> str:
    if asked.weights:
        step = _WEIGHTED_KAPPA
    elif asked.name in _NEXT:
        step = _NEXT[asked.name]
    elif asked.label is not None:
        step = _TALLIES
    elif asked.average == "micro":
        step = "add up each of TP, FP, FN and TN over the classes first, then divide once."
    else:
        step = "work out the {each} of each class on its own first. Then take {how}."
    step = step.format(
        c=named(asked.label),
        title=title_of(asked),
        made_of=MADE_OF.get(asked.name),
        squared=", squared" * (asked.weights == "quadratic"),
        each="recall" if asked.name == "balanced_accuracy" else title_of(asked),
        how=AVERAGING[asked.average or "macro"],
    )
    return f"Next step: {step}"
