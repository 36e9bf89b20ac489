"""Judge a number: right, almost right, or what would have given it; if nothing would, a next step.

What `mistakes` lists comes first, then the form of the number, then anything that has a name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import isinf
from typing import Any, NamedTuple

from cmcourse.exercises.feedback import Feedback, almost, right, unclear, wrong
from cmcourse.exercises.mistakes import AVERAGING, MADE_OF, Guess, named, the, wrong_ways
from cmcourse.exercises.registry import Exercise
from cmcourse.exercises.typed_numbers import (
    FEW_DIGITS,
    NotANumber,
    Number,
    almost_right,
    is_near,
    is_short,
    is_whole,
    judge,
    padded,
    read_number,
    readings,
    rounds_to,
)
from cmcourse.exercises.variants import generic_matrix, lettered, lettered_values
from cmcourse.exercises.vocabulary import untaught
from cmlib._labels import Label
from cmlib.by_hand.explanation import Explanation, work_out
from cmlib.by_hand.formulas import METRICS
from cmlib.by_hand.question import Question
from cmlib.matrix import ConfusionMatrix


def about_number(asked: Exercise, answer: Any) -> Feedback:
    """Judge an answer, in plain values, to an exercise whose answer is a number."""
    metric = asked.answer if isinstance(asked.answer, Explanation) else None
    if isinstance(answer, float) and isinf(answer) and answer in asked.mistakes:
        return wrong(asked.mistakes[answer])
    while isinstance(answer, tuple) and len(answer) == 1:
        answer = answer[0]
    try:
        given = read_number(answer)
    except NotANumber as message:
        return unclear(str(message))
    is_count = isinstance(asked.answer, int)
    if is_count and given.percent:
        return unclear(f"{given.text} is a percentage. The answer is a count: leave % out.")
    if judge(given, asked.value) == "right" and (not is_count or is_whole(given)):
        if metric:
            return right(re.sub(r"( = -?1| = 0) = -?[01]\.0000", r"\1", str(metric)))
        # Digits left out at the end are a full stop already.
        return right(f"{given.text.rstrip('.') if given.exact else 0}.".replace("….", "…"))
    ways = _ways(asked)
    likely = ways.likely if metric else list(_ways_of_any_number(asked))
    is_rough = rounds_to(asked.value, given)
    foreseen = _foreseen(asked)
    is_form = any(rounds_to(asked.value, some) for some, _ in readings(given, asked.value))
    is_form = is_form and all(way.value != given.exact for way in foreseen)
    if not is_form and (mistake := _named_mistake(given, foreseen, likely, asked.value, asked)):
        return wrong(mistake)
    form = almost_right(given, asked.value)
    if form and not any(rounds_to(rival, given) for rival in _rivals(asked).found):
        return almost(form)
    # With its zeros it may be another number of the matrix to four digits: 0.73 for 0.73004.
    another = _is_also_another(given, ways.likely) or _is_also_another(
        given._replace(places=4), ways.every
    )
    if is_short(given, asked.value) and not another:
        return almost(f"{given.text} is close: {FEW_DIGITS}.")
    if is_count and not is_whole(given):
        return wrong(
            f"{given.text} is not a whole number, and a count is. Next step: {asked.next_step}"
        )
    if is_rough or rounds_to(asked.value, given, least=1):
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
    if mistake := _named_mistake(given, (), other, asked.value):
        return wrong(f"{mistake} {_next_step(metric)}")
    return wrong(_without_diagnosis(given, metric, asked.value, every))


def _foreseen(asked: Exercise) -> list[Guess]:
    """List the author's messages with their numbers."""
    finite = (key for key in asked.mistakes if not (isinstance(key, float) and isinf(key)))
    return [Guess(read_number(key).exact, asked.mistakes[key]) for key in finite]


class _WrongNumbers(NamedTuple):
    likely: Sequence[Guess] = ()  # what a typical mistake leads to
    other: Sequence[Guess] = ()  # what any other name stands for
    every: Sequence[Guess] = ()  # both, and those with words that the lesson has not taught


@lru_cache(maxsize=64)
def _ways(asked: Exercise) -> _WrongNumbers:
    """Return the wrong numbers of a metric's matrix; there are none without a metric."""
    metric = asked.answer
    if not isinstance(metric, Explanation):
        return _WrongNumbers()
    others = [guess for guess in other_metrics(metric) if guess.value != asked.value]
    return _WrongNumbers(
        likely=list(wrong_ways(metric, asked.lesson)),
        other=[guess for guess in others if not untaught(guess.says, asked.lesson)],
        every=[*wrong_ways(metric), *others],
    )


class _Rivals(NamedTuple):
    found: Collection[Fraction] = ()  # what readers may have found instead, whatever it means
    shared: Collection[Fraction] = ()  # those that mean two things in this matrix, by chance


@lru_cache(maxsize=64)
def _rivals(asked: Exercise) -> _Rivals:
    metric = asked.answer
    if not isinstance(metric, Explanation):
        return _Rivals()
    rivals, size = numbers_of(metric), len(metric.matrix.labels)
    elsewhere = _numbers_elsewhere(lettered(metric).question, size)
    ways, ways_elsewhere = lettered_values(metric, asked.lesson)
    shared = {
        value
        for says, value in ways.items()
        for name, rival in rivals.items()
        # A root is a float, and off by its crumbs.
        if abs(rival - value) < 1e-12 and elsewhere.get(name) != ways_elsewhere.get(says)
    }
    # 0 and 1 are no chance: an empty cell makes many of them.
    return _Rivals({*rivals.values()} - {asked.value}, shared - {0, 1})


@cache
def _numbers_elsewhere(question: Question, size: int) -> dict[Any, Fraction]:
    # Questions are equal whatever their counts.
    return numbers_of(work_out(replace(question, matrix=generic_matrix(size))))


def _questions(labels: Sequence[Label]) -> Iterator[dict[str, Any]]:
    """List what can be asked about a matrix with these labels."""
    for name, metric in METRICS.items():
        if metric.scope in ("class", "label"):
            yield from ({"name": name, "label": label, "average": None} for label in labels)
        if metric.scope == "class":
            yield from ({"name": name, "label": None, "average": how} for how in AVERAGING)
        if metric.scope in ("classes", "matrix"):
            yield {"name": name}


def other_metrics(asked: Explanation) -> Iterator[Guess]:
    """List every number of the matrix that has a name, then what 1 minus each is: a last resort."""
    rest = []
    turned = asked.matrix.counts.T
    for matrix, where in (
        (asked.matrix, ""),
        (ConfusionMatrix(turned, asked.matrix.labels), " with rows and columns exchanged"),
    ):
        for question in _questions(matrix.labels):
            other = asked.again(matrix=matrix, **question)
            if other.exact is not None:
                end = f"{the(other)}{where}."
                yield Guess(other.exact, f"not {the(asked)}, but equal to {end}")
                rest.append(Guess(1 - other.exact, f"not {the(asked)}, but equal to 1 minus {end}"))
    yield from rest


def numbers_of(asked: Explanation) -> dict[Any, Fraction]:
    """Return the numbers that a reader may find in place of a metric, under any key.

    They are the metrics of the matrix; of the one asked for also half, the rest to 1, its value
    when rows and columns are exchanged, and its averages without a class; each count and share.
    """
    found: dict[Any, Fraction | None] = {"half": asked.exact and asked.exact / 2}
    counts = asked.matrix.counts
    turned = ConfusionMatrix(counts.T, asked.matrix.labels)
    for at, question in enumerate(_questions(asked.matrix.labels)):
        value = found[at] = asked.again(**question).exact
        if question["name"] == asked.name:
            found[at, "rest"] = None if value is None else 1 - value
            value = found[at, "turned"] = asked.again(matrix=turned, **question).exact
            found[at, "turned", "rest"] = None if value is None else 1 - value
    if METRICS[asked.name].scope == "class" and len(counts) > 2:
        for label, how in product(range(len(counts)), AVERAGING):
            without = asked.matrix.labels[label]
            average = asked.again(label=None, average=how, exclude=(without,))
            found[label, "without", how] = average.exact
    table = [[int(count) for count in row] for row in counts]
    rows, columns = ([sum(line) for line in lines] for lines in (table, zip(*table, strict=True)))
    total = sum(rows)
    hits = sum(table[i][i] for i in range(len(table)))
    parts: dict[Any, tuple[int, int]] = {
        "total": (total, total),
        "hits": (hits, total),
        "others": (total - hits, total),
    }
    for i, row in enumerate(table):
        parts |= {(i, "row"): (rows[i], total), (i, "column"): (columns[i], total)}
        parts[i, "kept"] = (hits - row[i], total)
        for j, cell in enumerate(row):
            wholes = {"row": rows[i], "column": columns[j], "all": total}
            parts |= {(i, j, whole): (cell, size) for whole, size in wholes.items()}
    for key, (part, whole) in parts.items():
        found[key, "share"] = Fraction(part, whole) if whole else None
        found[key, "count"] = Fraction(part)
    return {key: value for key, value in found.items() if value is not None}


def _ways_of_any_number(asked: Exercise) -> Iterator[Guess]:
    """List the mistakes that are made with any number."""
    value = asked.value
    if asked.whole and 0 < value < 1:
        if value != Fraction(1, 2):  # which is its own other part
            yield Guess(1 - value, "1 minus the value asked for: the other part of the whole.")
        yield Guess(1 / value, "the fraction turned upside down.")
    if value < 0:
        yield Guess(-value, "the value asked for with the wrong sign.")
    if asked.whole and value > 1:
        yield Guess(value / asked.whole, "the share. The question asks how many that is.")
    elif asked.whole:
        count = value * asked.whole
        yield Guess(count, f"the count. The share is {count} divided by {asked.whole}.")


def _named_mistake(
    given: Number,
    foreseen: Sequence[Guess],
    ways: Sequence[Guess],
    value: Fraction,
    asked: Exercise | None = None,
) -> str | None:
    """Name the mistake that leads to the number given, unless more than one may have."""
    for reading, how in readings(given, value):
        if exactly := [way.says for way in foreseen if way.value == reading.exact]:
            return exactly[0]
        # All that follows is much nearer; the many others need no closer look.
        far = abs(reading.exact) / 10 + Fraction(1, 100)
        near = [way for way in (*foreseen, *ways) if abs(way.value - reading.exact) < far]
        found = [way for way in near if judge(reading, way.value) == "right"]
        values = {way.value for way in near if rounds_to(way.value, reading)}
        computed = reading.places is None or reading.places > 4
        if computed and values:
            found = [way for way in found if way.value in values]
        else:
            values |= {way.value for way in found}
        # Two digits are enough for what is foreseen, unless they may stand for something else.
        in_short = not found
        if in_short:
            found = [way for way in near if way in foreseen and is_short(reading, way.value)]
            values |= {way.value for way in found}
        if not found:
            continue
        rivals = _rivals(asked) if asked else _Rivals()
        if how and given.exact > 1 and given.exact in rivals.found:
            break  # a count, no percentage
        if not computed:
            few = reading if in_short else padded(reading)
            values |= {rival for rival in rivals.found if rounds_to(rival, few)}
        first = found[0]
        if len(values) == 1 and (first in foreseen or not values & set(rivals.shared)):
            return first.says if first in foreseen else f"{given.text}{how} is {first.says}"
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
            f"{given.text} is {side}, and {the(asked)} lies between {lowest} and 1{shares}. "
            f"{_next_step(asked)}"
        )
    if is_near(given, value) and not _is_also_another(given, ways):
        return (
            f"{given.text} is very near, but not a rounding of {the(asked)}. Did you round "
            "on the way? Keep fractions until the end, then round once."
        )
    return f"{given.text} is not {the(asked)}. {_next_step(asked)}"


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
