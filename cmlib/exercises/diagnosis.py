"""Judge a number: right, almost right, or what would have given it; if nothing would, a next step.

What `mistakes` lists comes first, then the form of the number, then anything that has a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import isinf
from typing import Any, NamedTuple

from cmlib.by_hand.explanation import Explanation
from cmlib.by_hand.formulas import METRICS
from cmlib.exercises.feedback import Feedback, almost, right, unclear, wrong
from cmlib.exercises.mistakes import AVERAGING, MADE_OF, Guess, named, wrong_ways
from cmlib.exercises.registry import Exercise
from cmlib.exercises.typed_numbers import (
    FEW_DIGITS,
    NotANumber,
    Number,
    almost_right,
    foreseen,
    is_near,
    is_rough,
    is_short,
    judge,
    read_number,
    readings,
)
from cmlib.exercises.vocabulary import untaught
from cmlib.matrix import ConfusionMatrix


def about_number(asked: Exercise, answer: Any) -> Feedback:
    """Judge an answer, in plain values, to an exercise whose answer is a number."""
    metric = asked.answer if isinstance(asked.answer, Explanation) else None
    if isinstance(answer, float) and isinf(answer) and answer in asked.mistakes:
        return wrong(asked.mistakes[answer])
    try:
        given = read_number(answer)
    except NotANumber as message:
        return unclear(str(message))
    if judge(given, asked.value) == "right":
        # Digits left out at the end are a full stop already.
        return right(str(metric) if metric else f"{given.text}.".replace("….", "…"))
    if known := foreseen(given, asked.mistakes):
        return wrong(known)
    ways = _ways(asked)
    if mistake := _named_mistake(given, ways.likely if metric else _ways_of_any_number(asked)):
        return wrong(mistake)
    if form := almost_right(given, asked.value):
        return almost(form)
    if is_short(given, asked.value) and not _is_also_another(given, ways.likely):
        # With its zeros it may be another number of the matrix to four digits: 0.73 for 0.73004.
        padded = given._replace(places=4)
        if not _is_also_another(padded, ways.every):
            return almost(f"{given.text} is close: {FEW_DIGITS}.")
    ambiguous = (given.places or 3) < 3 and _is_also_another(given, ways.likely)
    if is_rough(given, asked.value) or ambiguous:
        return unclear(f"{given.text} has too few digits to judge it by: {FEW_DIGITS}.")
    if asked.next_step:
        return wrong(f"{given.text} is not the value asked for. Next step: {asked.next_step}")
    assert metric is not None  # the registry has seen to it
    # Of all numbers with a name, one or another begins with any two or three digits.
    precise = given.places is None or given.places >= 4
    other, every = (
        [way for way in some if precise or way.value == given.exact]
        for some in (ways.other, ways.every)
    )
    if mistake := _named_mistake(given, other):
        return wrong(mistake)
    return wrong(_without_diagnosis(given, metric, asked.value, every))


class _WrongNumbers(NamedTuple):
    likely: Sequence[Guess]  # what a typical mistake leads to
    other: Sequence[Guess]  # what any other name stands for
    every: Sequence[Guess]  # both, and those with words that the lesson has not taught


@lru_cache(maxsize=64)
def _ways(asked: Exercise) -> _WrongNumbers:
    """Return the wrong numbers of a metric's matrix; there are none without a metric."""
    if not isinstance(asked.answer, Explanation):
        return _WrongNumbers((), (), ())
    others = [guess for guess in other_metrics(asked.answer) if guess.value != asked.value]
    return _WrongNumbers(
        likely=list(wrong_ways(asked.answer, asked.lesson)),
        other=[guess for guess in others if not untaught(guess.says, asked.lesson)],
        every=[*wrong_ways(asked.answer), *others],
    )


def other_metrics(asked: Explanation) -> Iterator[Guess]:
    """List every number of the matrix that has a name, and what 1 minus it is: a last resort."""
    labels = asked.matrix.labels
    questions: list[dict[str, Any]] = []
    for name, metric in METRICS.items():
        if metric.scope in ("class", "label"):
            questions += [{"name": name, "label": label, "average": None} for label in labels]
        if metric.scope == "class":
            questions += [{"name": name, "label": None, "average": how} for how in AVERAGING]
        if metric.scope in ("classes", "matrix"):
            questions.append({"name": name})
    turned = ConfusionMatrix(asked.matrix.counts.T, labels)
    for matrix, where in ((asked.matrix, ""), (turned, " with rows and columns exchanged")):
        for question in questions:
            other = asked.again(matrix=matrix, **question)
            if other.exact is not None:
                end = f"the {other.subject}{where}. The question asks for the {asked.subject}."
                yield Guess(other.exact, end)
                yield Guess(1 - other.exact, f"1 minus {end}")


def _ways_of_any_number(asked: Exercise) -> Iterator[Guess]:
    """List the mistakes that are made with any number."""
    value = asked.value
    if 0 < value < 1:
        if value != Fraction(1, 2):  # which is its own other part
            yield Guess(1 - value, "1 minus the value asked for: the other part of the whole.")
        yield Guess(1 / value, "the fraction turned upside down.")
    if value < 0:
        yield Guess(-value, "the value asked for with the wrong sign.")
    if asked.whole and value > 1:
        yield Guess(value / asked.whole, "the share. The question asks how many that is.")
    elif asked.whole:
        how_many = f"how many that is. As a share, divide it by {asked.whole}."
        yield Guess(value * asked.whole, how_many)


def _named_mistake(given: Number, ways: Iterable[Guess]) -> str | None:
    """Name the first of the ways that leads to the number given."""
    ways = list(ways)
    for reading, how in readings(given):
        found = [way for way in ways if judge(reading, way.value) == "right"]
        # What the number is exactly comes before what it only rounds.
        if found := sorted(found, key=lambda way: way.value != reading.exact):
            return f"{given.text}{how} is {found[0].says}"
    return None


def _is_also_another(given: Number, ways: Sequence[Guess]) -> bool:
    """Tell whether an answer could be one of the wrong numbers, rounded to its few digits."""
    # Not finer than nine decimals: what follows is the crumbs of float arithmetic.
    half = Fraction(1, 2 * 10 ** min(given.places or 0, 9))
    return any(abs(given.exact - way.value) <= half for way in ways)


def _without_diagnosis(
    given: Number, asked: Explanation, value: Fraction, ways: Sequence[Guess]
) -> str:
    """Say of a wrong number that nothing explains what is certain, and the next step."""
    lowest = METRICS[asked.name].lowest
    if not lowest <= given.exact <= 1:
        side = "above 1" if given.exact > 1 else f"below {lowest}"
        shares = "" if lowest else ", as shares do"
        return (
            f"{given.text} is {side}, and the {asked.subject} lies between {lowest} and 1{shares}. "
            f"{_next_step(asked)}"
        )
    if is_near(given, value) and not _is_also_another(given, ways):
        return (
            f"{given.text} is very near, but not a rounding of the {asked.subject}. Did you round "
            "on the way? Keep fractions until the end, then round once."
        )
    return f"{given.text} is not the {asked.subject}. {_next_step(asked)}"


_FOUR_COUNTS = (
    "write down TP, FP, FN and TN for {c} first. TP is the cell where the row and the column of "
    "{c} meet, FP the rest of the column, FN the rest of the row, TN everything else. Then choose "
    "the ones that {title} needs."
)
_DIAGONAL = (
    "add up the diagonal, and add up all cells. Then ask which part of which whole is meant."
)
_R_COUNTS = (
    "write down three counts for {c} first: TP, the cell where the row and the column of {c} "
    "meet; FN, the rest of the row; FP, the rest of the column. Then n, all samples. {title} is "
    "{made_of}."
)
_NEXT = {
    "accuracy": _DIAGONAL,
    "error_rate": _DIAGONAL,
    "cohen_kappa": "write the row sums and the column sums at the edges of the matrix. p_o is the "
    "accuracy; p_e adds up row sum times column sum of each class, over the total squared.",
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
        step = _FOUR_COUNTS
    elif asked.average == "micro":
        step = "add up each of TP, FP, FN and TN over the classes first, then divide once."
    else:
        step = "work out the {each} of each class on its own first. Then take {how}."
    step = step.format(
        c=named(asked.label),
        title=asked.title,
        made_of=MADE_OF.get(asked.name),
        squared=", squared" if asked.weights == "quadratic" else "",
        each="recall" if asked.name == "balanced_accuracy" else asked.title,
        how=AVERAGING[asked.average or "macro"],
    )
    return f"Next step: {step}"
