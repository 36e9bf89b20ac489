"""Judge a number: right, almost right, a mistake with a name, or wrong with a next step.

The mistakes that `mistakes` lists are tried first, then the form of the number.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import isinf
from typing import Any

from cmcourse.exercises.feedback import Feedback, almost, right, unclear, wrong
from cmcourse.exercises.mistakes import (
    AVERAGING,
    MADE_OF,
    Guess,
    again,
    named,
    the,
    wrong_ways,
)
from cmcourse.exercises.registry import Exercise
from cmcourse.exercises.typed_numbers import (
    EXAMPLES,
    FEW_DIGITS,
    MORE_DIGITS,
    NotANumber,
    Number,
    almost_right,
    is_near,
    is_short,
    is_whole,
    judge,
    padded,
    printed,
    read_number,
    readings,
    rounds_to,
)
from cmcourse.exercises.variants import generic, lettered, lettered_values
from cmlib._labels import Label
from cmlib.by_hand.explanation import Explanation, question_of
from cmlib.by_hand.formulas import METRICS
from cmlib.by_hand.question import Question
from cmlib.matrix import ConfusionMatrix


def about_number(asked: Exercise, answer: Any) -> Feedback:
    """Judge an answer, in plain values, to an exercise whose answer is a number."""
    if isinstance(answer, float) and isinf(answer) and answer in asked.mistakes:
        return wrong(asked.mistakes[answer])
    while isinstance(answer, tuple) and len(answer) == 1:
        answer = answer[0]
    is_count = isinstance(asked.answer, int)
    try:
        given = read_number(answer)
    except NotANumber as error:
        return unclear(str(error).replace(EXAMPLES, "12") if is_count else str(error))
    if is_count and given.percent:
        return unclear(f"{given.text} is a percentage. The answer is a count: leave % out.")
    values = [asked.value]
    if asked.printed is not None:
        values.append(round(asked.value, asked.printed))
    if any(judge(given, value) == "right" for value in values) and (
        not is_count or is_whole(given)
    ):
        return right(_confirmed(given, asked))
    return _about_wrong_number(given, asked)


def _confirmed(given: Number, asked: Exercise) -> str:
    if isinstance(asked.answer, Explanation):
        return re.sub(r"( = -?1| = 0) = -?[01]\.0000", r"\1", str(asked.answer))
    if given.text.endswith("…"):
        return f"{printed(given.exact, asked.value)}, rounded."
    return f"{given.text.rstrip('.') if given.exact else 0}."


def _about_wrong_number(given: Number, asked: Exercise) -> Feedback:
    metric = asked.answer if isinstance(asked.answer, Explanation) else None
    ways = _ways(asked) if metric else list(ways_of_any_number(asked))
    foreseen = foreseen_guesses(asked)
    is_form = any(rounds_to(asked.value, some) for some, _ in readings(given, asked.value))
    is_form = is_form and all(way.value != given.exact for way in foreseen)
    if not is_form and (mistake := _named_mistake(given, foreseen, ways, asked)):
        return wrong(mistake)
    if form := almost_right(given, asked.value):
        # A count of the matrix may be a percentage as well, unless a mistake leads to it.
        shares = [rival for rival in rivals(asked).values() if abs(rival) <= 1]
        others = [*shares, *(way.value for way in ways)]
        if not any(rounds_to(value, given) for value in others):
            return almost(form)
    if is_short(given, asked.value):
        likely = [way.value for way in ways] if metric else []
        if not (_is_another(given, likely) or _is_another(_to_four(given), other_values(asked))):
            return almost(f"{given.text} {FEW_DIGITS}.")
    if isinstance(asked.answer, int) and not is_whole(given):
        return wrong(
            f"{given.text} is not a whole number, and a count is. Next step: {asked.next_step}"
        )
    if rounds_to(asked.value, given, least=1):
        return unclear(f"{given.text} has too few digits to be judged: {MORE_DIGITS}.")
    if asked.next_step:
        return wrong(f"{given.text} is not the value asked for. Next step: {asked.next_step}")
    assert metric is not None  # `Exercise` requires a next_step otherwise
    return wrong(_without_diagnosis(given, metric, asked))


def wrong_numbers(asked: Exercise) -> dict[str, Guess]:
    """Return the wrong numbers that have a name, as printed; of a metric, one of each kind."""
    is_metric, kinds = isinstance(asked.answer, Explanation), set()
    found: dict[str, Guess] = {}
    for guess in (*foreseen_guesses(asked), *(_ways if is_metric else ways_of_any_number)(asked)):
        text = printed(guess.value, asked.value)
        kind = re.sub(r"'[^']*'|\d+", "", guess.says) if is_metric else text
        if kind not in kinds and judge(read_number(text), asked.value) == "wrong":
            found.setdefault(text, guess)
        kinds.add(kind)
    return found


def foreseen_guesses(asked: Exercise) -> list[Guess]:
    """Return the author's messages with their numbers."""
    finite = (key for key in asked.mistakes if not (isinstance(key, float) and isinf(key)))
    return [Guess(read_number(key).exact, asked.mistakes[key]) for key in finite]


@lru_cache(maxsize=256)
def _ways(asked: Exercise) -> list[Guess]:
    """Return the wrong numbers of a metric's matrix."""
    assert isinstance(asked.answer, Explanation)
    return list(wrong_ways(asked.answer, asked.lesson))


@lru_cache(maxsize=256)
def rivals(asked: Exercise) -> dict[Any, Fraction]:
    """Return the other numbers of a metric's matrix, with or without a meaning."""
    if not isinstance(asked.answer, Explanation):
        return {}
    numbers = numbers_of(asked.answer)
    return {name: value for name, value in numbers.items() if value != asked.value}


@lru_cache(maxsize=256)
def _meanings(asked: Exercise) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """Return a metric's right and wrong numbers by their messages, here and elsewhere."""
    assert isinstance(asked.answer, Explanation)
    return lettered_values(asked.answer, asked.lesson)


def means_two_things(value: Fraction, asked: Exercise) -> bool:
    """Return whether a wrong number has two meanings in this matrix by chance."""
    metric = asked.answer
    # 0 and 1 are left out: an empty cell makes many of them.
    if not isinstance(metric, Explanation) or value in (0, 1):
        return False
    # A root is a float, so rounding errors are allowed for.
    names = [name for name, rival in rivals(asked).items() if abs(rival - value) < 1e-12]
    if not names:
        return False
    elsewhere = _numbers_elsewhere(question_of(lettered(metric)), len(metric.matrix.labels))
    ways, ways_elsewhere = _meanings(asked)
    return any(
        elsewhere.get(name) != ways_elsewhere.get(says)
        for says, way in ways.items()
        if way == value
        for name in names
    )


@cache
def _numbers_elsewhere(question: Question, size: int) -> dict[Any, Fraction]:
    # Cached: questions compare equal whatever their counts.
    return numbers_of(generic(question, size))


def _questions(labels: Sequence[Label]) -> Iterator[dict[str, Any]]:
    """Yield each metric of a matrix with these labels, as options of `explain`."""
    for name, metric in METRICS.items():
        if metric.scope in ("class", "label"):
            yield from ({"name": name, "label": label, "average": None} for label in labels)
        if metric.scope == "class":
            yield from ({"name": name, "label": None, "average": how} for how in AVERAGING)
        if metric.scope in ("classes", "matrix"):
            yield {"name": name}


def numbers_of(asked: Explanation) -> dict[Any, Fraction]:
    """Return the numbers that a reader may find in place of a metric, under any key.

    They are all metrics, counts and shares of the matrix. The metric asked for adds its half, 1
    minus it, its value when rows and columns are exchanged, and its averages without a class.
    """
    found: dict[Any, Fraction | None] = {"half": asked.exact and asked.exact / 2}
    counts = asked.matrix.counts
    turned = ConfusionMatrix(counts.T, asked.matrix.labels)
    for at, question in enumerate(_questions(asked.matrix.labels)):
        value = found[at] = again(asked, **question).exact
        if question["name"] == asked.name:
            found[at, "rest"] = None if value is None else 1 - value
            value = found[at, "turned"] = again(asked, matrix=turned, **question).exact
            found[at, "turned", "rest"] = None if value is None else 1 - value
    if METRICS[asked.name].scope == "class" and len(counts) > 2:
        for label, how in product(range(len(counts)), AVERAGING):
            without = asked.matrix.labels[label]
            average = again(asked, label=None, average=how, exclude=(without,))
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


def ways_of_any_number(asked: Exercise) -> Iterator[Guess]:
    """Yield the mistakes that are made with any number."""
    value = asked.value
    if asked.whole and 0 < value < 1:
        if value != Fraction(1, 2):  # 1/2 is 1 minus itself
            yield Guess(1 - value, "1 minus the value asked for: the other part of the whole.")
        yield Guess(1 / value, "the fraction turned upside down.")
    if value < 0:
        yield Guess(-value, "the value asked for with the wrong sign.")
    if asked.whole and value > 1:
        yield Guess(value / asked.whole, "the share. The question asks how many that is.")
    elif asked.whole and asked.whole != 100:  # of 100, the count is the percentage
        count = value * asked.whole
        if count.denominator == 1:
            yield Guess(count, f"the count. The share is {count} divided by {asked.whole}.")


def _named_mistake(
    given: Number,
    foreseen: Sequence[Guess],
    ways: Sequence[Guess],
    asked: Exercise,
) -> str | None:
    """Return the message for the one mistake that leads to the number given, else None."""
    for reading, how in readings(given, asked.value):
        if exactly := [way.says for way in foreseen if way.value == reading.exact]:
            return exactly[0]
        # A cheap filter first: the comparisons below are much stricter.
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
            short = [] if is_whole(reading) else foreseen  # 1.00 is no 0.995
            found = [way for way in near if way in short and is_short(reading, way.value)]
            values |= {way.value for way in found}
        if not found:
            continue
        if how and given.exact > 1 and given.exact in rivals(asked).values():
            break  # a count, no percentage
        if not computed:
            few = reading if in_short else padded(reading)
            values |= {rival for rival in rivals(asked).values() if rounds_to(rival, few)}
        first = found[0]
        if len(values) == 1 and first in foreseen:
            return first.says
        if len(values) == 1 and not means_two_things(first.value, asked):
            return f"{given.text}{how} is {first.says}"
    return None


def _is_another(given: Number, values: Collection[Fraction]) -> bool:
    """Return whether an answer could be one of some numbers, rounded to its few digits."""
    # Nine decimals at most: float arithmetic adds errors after them.
    half = Fraction(1, 2 * 10 ** min(given.places or 0, 9))
    return any(abs(given.exact - value) <= half for value in values)


def _to_four(given: Number) -> Number:
    """Pad a number with zeros to four decimals: 0.73 may be another number, 0.73004."""
    return given._replace(places=max(given.places or 0, 4))


@lru_cache(maxsize=256)
def other_values(asked: Exercise) -> Collection[Fraction]:
    """Return the named numbers of a metric's matrix and of its transpose, and 1 minus each."""
    metric = asked.answer
    if not isinstance(metric, Explanation):
        return ()
    found = {way.value for way in wrong_ways(metric)}.union(rivals(asked).values())
    turned = ConfusionMatrix(metric.matrix.counts.T, metric.matrix.labels)
    for question in _questions(turned.labels):
        value = again(metric, matrix=turned, **question).exact
        found |= set() if value is None else {value}
    return (found | {1 - value for value in found}) - {asked.value}


def _without_diagnosis(given: Number, metric: Explanation, asked: Exercise) -> str:
    """Return what is certain about a wrong number that no mistake explains, and a next step."""
    lowest = METRICS[metric.name].lowest
    if not lowest <= given.exact <= 1:
        side = "above 1" if given.exact > 1 else f"below {lowest}"
        shares = "" if lowest else ", as shares do"
        return (
            f"{given.text} is {side}, and {the(metric)} lies between {lowest} and 1{shares}. "
            f"{say_next_step(metric)}"
        )
    if is_near(given, asked.value) and not _is_another(_to_four(given), other_values(asked)):
        return (
            f"{given.text} is very near, but not a rounding of {the(metric)}. Did you round "
            "on the way? Keep fractions until the end, then round once."
        )
    return f"{given.text} is not {the(metric)}. {say_next_step(metric)}"


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
    "diagonal over the total; p_e adds up row sum times column sum of each class, over the total "
    "squared.",
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
    "weight times count, and weight times row sum times column sum. Kappa is 1 minus the total "
    "times the first sum over the second."
)


def say_next_step(asked: Explanation) -> str:
    """Say what to do next for a metric, in words."""
    if asked.weights:
        step = _WEIGHTED_KAPPA
    elif asked.name in _NEXT:
        step = _NEXT[asked.name]
    elif asked.label is not None:
        step = _FOUR_COUNTS
    elif asked.average == "micro":
        step = "add up TP, FP, FN and TN over the averaged classes first, then divide once."
    else:
        step = "work out the {each} of each averaged class on its own first. Then take {how}."
    step = step.format(
        c=named(asked.label),
        title=asked.title,
        made_of=MADE_OF.get(asked.name),
        squared=", squared" if asked.weights == "quadratic" else "",
        each="recall" if asked.name == "balanced_accuracy" else asked.title,
        how=AVERAGING[asked.average or "macro"],
    )
    return f"Next step: {step}"
