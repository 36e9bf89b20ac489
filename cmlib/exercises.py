"""Self-checks for exercises: `check` says whether an answer is right and, if not, what went wrong.

Of a wrong number it asks what would have given it: another class, the other denominator, rows and
columns exchanged, … and says so. Nothing is raised for a wrong answer; errors are for authors.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from math import isfinite, prod
from numbers import Integral, Rational, Real
from operator import mul
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cmlib.explain import METRICS, Explanation, Tally, explain, root, tallies
from cmlib.labels import Label, kind_of, plain
from cmlib.matrix import ConfusionMatrix

__all__ = ["check"]


def check(answer: Any, expected: Any, *, mistakes: Mapping[Any, str] | None = None) -> None:
    """Print one paragraph: whether an answer is right and, if not, what probably went wrong.

    A number is right if it is the value rounded at the decimals given, with at least three
    significant digits: 0.768 for 0.76789. A fraction in quotes, ``"5/8"``, is right if exact.

    Parameters
    ----------
    answer : object
        The reader's answer; ``...`` or None while there is none.
    expected : Explanation, number, str, bool, set, array-like or ConfusionMatrix
        What is right. With an `Explanation`, a wrong number is looked for in its matrix; a str is
        compared without regard to case and spaces; a set without regard to order.
    mistakes : mapping of wrong answer to message, optional
        What to say to the wrong answers that the author foresaw. For a number (the keys may be
        fractions in quotes) and for a str.

    Raises
    ------
    ValueError
        If ``expected`` is undefined or not finite, or ``mistakes`` holds the right answer or, for
        a number, a key that is none.
    TypeError
        If ``expected`` is of no kind listed above, or has no use for ``mistakes``.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix
    >>> from cmlib.explain import explain
    >>> pets = ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])
    >>> check(..., explain("precision", pets, "dog"))
    Not answered yet: replace the dots with your answer.
    >>> check("5/8", explain("precision", pets, "dog"))
    Correct: precision of 'dog' = TP / (TP + FP) = 5 / (5 + 3) = 5/8 = 0.6250
    >>> check(0.5833, explain("f_score", pets, "dog"))
    0.5833 is the F1 of 'cat': right formula, wrong class. The question is about 'dog'.
    """
    mistakes = mistakes or {}
    if isinstance(expected, Explanation):
        feedback = _about_metric(answer, expected, mistakes)
    elif isinstance(expected, bool | np.bool_):
        _refuse_mistakes(mistakes, "a bool")
        feedback = _about_bool(answer, bool(expected))
    elif isinstance(expected, Real | Decimal):
        feedback = _about_number(answer, expected, mistakes)
    elif isinstance(expected, str):
        feedback = _about_word(answer, expected, mistakes)
    elif isinstance(expected, set | frozenset):
        _refuse_mistakes(mistakes, "a set")
        feedback = _about_set(answer, expected)
    elif isinstance(expected, list | tuple | np.ndarray | ConfusionMatrix):
        _refuse_mistakes(mistakes, "a table")
        feedback = _about_table(answer, expected)
    else:
        raise TypeError(
            "expected must be an Explanation, a number, a str, a bool, a set or a table, got "
            f"{type(expected).__name__}"
        )
    # Worked out even if there is no answer yet, so that an author's slip shows at once.
    print(_NO_ANSWER if _is_open(answer) else feedback)


_NO_ANSWER = "Not answered yet: replace the dots with your answer."


def _is_open(answer: Any) -> bool:
    if isinstance(answer, list | tuple | set | frozenset):
        return any(_is_open(part) for part in answer)
    return answer is None or answer is ... or (isinstance(answer, str) and not answer.strip(" .…"))


def _refuse_mistakes(mistakes: Mapping[Any, str], what: str) -> None:
    if mistakes:
        raise TypeError(f"mistakes is for numbers and words; expected is {what}")


def _kind(thing: Any) -> str:
    """Name the kind of a thing in everyday words."""
    names = {
        bool: "a yes or no",
        np.bool_: "a yes or no",
        str: "text",
        list: "a list",
        tuple: "a tuple",
        dict: "a dictionary",
        set: "a set",
        np.ndarray: "an array",
        ConfusionMatrix: "a whole confusion matrix",
        Explanation: "a whole explanation",
    }
    return names.get(type(thing), f"of type {type(thing).__name__}")


# ---- Numbers -------------------------------------------------------------------------------------


class _Number(NamedTuple):
    """A number as the reader wrote it."""

    text: str
    exact: Fraction
    places: int | None  # decimals written; None for whole numbers and fractions, which are exact


class _NotANumber(Exception):
    """An answer is no number; the message says what to do."""


def _read(answer: Any) -> _Number:
    answer = plain(answer[()]) if isinstance(answer, np.ndarray) and answer.ndim == 0 else answer
    if isinstance(answer, bool | np.bool_):
        raise _NotANumber(f"{answer} is a yes or no; here a number is due.")
    if isinstance(answer, Integral | Rational):
        return _Number(str(answer), Fraction(answer), None)
    if isinstance(answer, str):
        return _read_text(answer)
    if isinstance(answer, Real | Decimal):
        # str, not the binary value: 0.1 means one tenth, and float32(0.768) means 0.768.
        text = str(answer)
        if not isfinite(answer):
            raise _NotANumber(
                f"{text} is not a finite number: look for a division by 0 on your way to it."
            )
        return _Number(_shortened(text), Fraction(text), _places(text))
    raise _NotANumber(
        f"Your answer is {_kind(answer)}; here one number is due, such as 0.123 or "
        'a fraction in quotes, "a/b".'
    )


def _read_text(answer: str) -> _Number:
    text = answer.replace(" ", "")
    try:
        if text.endswith("%"):
            return _Number(text, Fraction(text[:-1]), _places(text[:-1]))
        exact = Fraction(text)
    except ZeroDivisionError:
        raise _NotANumber(f"{answer!r} divides by 0: check the denominator.") from None
    except ValueError:
        hint = " Write the decimals after a point, not a comma." if "," in text else ""
        raise _NotANumber(
            f"{answer!r} is text that is not a number; here a number is due, such as 0.123 or a "
            f'fraction in quotes, "a/b".{hint}'
        ) from None
    return _Number(text, exact, None if "/" in text or text.isdecimal() else _places(text))


def _shortened(text: str) -> str:
    """Show no more of a float than its first six decimals."""
    whole, _, decimals = text.partition(".")
    return f"{whole}.{decimals[:6]}…" if decimals.isdecimal() and len(decimals) > 6 else text


def _places(text: str) -> int:
    """Count the decimals, without zeros at the end: a float does not keep them."""
    exponent = Decimal(text).normalize().as_tuple().exponent
    assert isinstance(exponent, int)
    return max(0, -exponent)


def _three_digits(value: Fraction) -> int:
    """Return how many decimals show three significant digits (below 0 from 1000 on)."""
    return 2 - int(f"{float(value):e}".partition("e")[2]) if value else 3


def _verdict(
    given: _Number, value: Fraction, *, in_table: bool = False
) -> Literal["right", "short", "cut", "wrong"]:
    """Compare at the decimals given: right, right but too short, cut off instead of rounded."""
    three = _three_digits(value)
    if in_table:
        # Tables are rounded by columns: three decimals are enough for a small number too.
        three = min(three, 3)
    # Eleven digits are as good as all: what follows is the crumbs of float arithmetic.
    finest = max(0, three + 8)
    off = abs(given.exact - value)
    if given.places is None:
        return "right" if off <= _half_unit(finest) else "wrong"
    if off <= _half_unit(min(max(given.places, three, 0), finest)):
        return "right"
    if given.places == three - 1 and off <= _half_unit(given.places):
        return "short"
    for places in (max(given.places, three, 0), given.places):
        cut = Fraction(int(value * 10**places), 10**places)
        if places >= max(1, three - 1) and given.exact == cut:
            return "cut"
    return "wrong"


def _half_unit(places: int) -> Fraction:
    return Fraction(1, 2 * 10**places)


def _almost(given: _Number, value: Fraction) -> str | None:
    """Say what an answer lacks that is the right value in another form."""
    verdict = _verdict(given, value)
    if verdict == "right" and given.text.endswith("%"):
        return f"{given.text}: drop the percent sign, the number itself is right."
    if verdict == "short":
        return _more_digits(given)
    if verdict == "cut":
        return (
            f"{given.text} is the value cut off, not rounded: the digit that follows is 5 or more, "
            "so the last digit you keep goes up by one."
        )
    if abs(given.exact) >= 1 >= abs(value) and _verdict(_as_share(given), value) != "wrong":
        return f"{given.text} is the right size, but as a percentage: divide it by 100."
    return None


def _more_digits(given: _Number) -> str:
    return (
        f"{given.text} is close: give at least three significant digits, or the exact fraction in "
        'quotes, "a/b".'
    )


def _is_rough(given: _Number, value: Fraction) -> bool:
    """Tell whether an answer is the value rounded to fewer than two digits."""
    return bool(given.places) and abs(given.exact - value) <= _half_unit(given.places or 0)


def _as_share(given: _Number) -> _Number:
    exact = given.places is None and given.exact.denominator != 1
    return _Number(given.text, given.exact / 100, None if exact else (given.places or 0) + 2)


def _foreseen(given: _Number, value: Fraction, mistakes: Mapping[Any, str]) -> str | None:
    """Return the author's message to a wrong number; refuse keys that cannot be wrong numbers."""
    message = None
    for key, text in mistakes.items():
        try:
            wrong = _read(key)
        except _NotANumber as error:
            raise ValueError(f"mistakes has a key that is not a number: {key!r}") from error
        if _verdict(wrong, value) == "right":
            raise ValueError(f"mistakes holds the right answer: {key!r}")
        if message is None and _verdict(given, wrong.exact) == "right":
            message = text
    return message


def _about_number(answer: Any, expected: Any, mistakes: Mapping[Any, str]) -> str:
    if not isfinite(expected):
        raise ValueError(f"expected must be finite, got {expected}")
    value = Fraction(str(expected))
    return _number_feedback(
        answer,
        value,
        mistakes,
        lambda given: f"Correct: {given.text}.",
        lambda given: (
            _more_digits(given)
            if _is_rough(given, value)
            else f"{given.text} is not the value asked for. Next step: write down which counts go "
            "in, and put them in again one by one."
        ),
    )


def _about_metric(answer: Any, expected: Explanation, mistakes: Mapping[Any, str]) -> str:
    if not isfinite(expected.value):
        raise ValueError(f"expected is undefined, so no answer could be right: {expected}")
    return _number_feedback(
        answer,
        _needed(expected),
        mistakes,
        lambda given: f"Correct: {expected}",
        lambda given: _diagnosis(given, expected),
    )


def _number_feedback(
    answer: Any,
    value: Fraction,
    mistakes: Mapping[Any, str],
    right: Callable[[_Number], str],
    wrong: Callable[[_Number], str],
) -> str:
    # The keys of mistakes are checked whatever the answer, so an author sees a slip at once.
    _foreseen(_Number("", value, None), value, mistakes)
    try:
        given = _read(answer)
    except _NotANumber as message:
        return str(message)
    if not given.text.endswith("%") and _verdict(given, value) == "right":
        return right(given)
    return _foreseen(given, value, mistakes) or _almost(given, value) or wrong(given)


# ---- What would have given a wrong number --------------------------------------------------------

# What a metric divides, and by what.
_DIVIDES = {
    "precision": ("TP", "the column sum of {c} (every sample predicted as {c})"),
    "recall": ("TP", "the row sum of {c} (every sample that truly is {c})"),
    "specificity": ("TN", "the number of samples that truly are not {c}"),
    "negative_predictive_value": ("TN", "the number of samples not predicted as {c}"),
}
_COMPLEMENT = {
    "precision": "false discovery rate",
    "recall": "false negative rate",
    "specificity": "false positive rate",
    "negative_predictive_value": "false omission rate",
}
# The two parts of all samples, each with the other.
_OF_ALL = {"accuracy": "error_rate", "error_rate": "accuracy"}
_AVERAGING = {
    "macro": "the plain mean of the classes' values",
    "micro": "one division, after the counts of all classes are added up",
    "weighted": "the mean of the classes' values weighted by support (the row sums)",
}
# How the metrics that have no average are made.
_MADE_OF = {
    "informedness": "recall + specificity - 1",
    "r_score": "the recall a/m minus the share s/w of the predictions",
    "r_prime": "the recall a/m minus the share s/w of the predictions, plus the share m/w of the "
    "truth",
}
# A wrong way to the answer: the number it leads to, and the end of the sentence "<answer> is …".
_Guess: TypeAlias = tuple[Explanation | Fraction | None, str]


def _diagnosis(given: _Number, asked: Explanation) -> str:
    """Name the most plausible mistake that leads to the number given, or the next step."""
    readings = [(given, "")]
    if given.text.endswith("%") or abs(given.exact) > 1:
        readings.append((_as_share(given), ", read as a percentage,"))
    for reading, how in readings:
        for guess, message in _guesses(asked):
            value = _exact(guess) if isinstance(guess, Explanation) else guess
            if value is not None and _verdict(reading, value) == "right":
                return f"{given.text}{how} is {message}"
    lowest = METRICS[asked.name].lowest
    if not lowest <= given.exact <= 1:
        side = "above 1" if given.exact > 1 else f"below {lowest}"
        shares = "" if lowest else ", as shares do"
        return (
            f"{given.text} is {side}, and the {asked.subject} lies between {lowest} and 1{shares}. "
            f"{_next_step(asked)}"
        )
    value = _needed(asked)
    if _is_rough(given, value):
        return _more_digits(given)
    three = _three_digits(value)
    places = three - 1 if given.places == three - 1 else three
    if abs(given.exact - value) <= 3 * _half_unit(max(places, 0)):
        return (
            f"{given.text} is very near, but not a rounding of the {asked.subject}. Did you round "
            "on the way? Keep fractions until the end, then round once."
        )
    return f"{given.text} is not the {asked.subject}. {_next_step(asked)}"


def _guesses(asked: Explanation) -> Iterator[_Guess]:
    """List wrong ways in order of plausibility."""
    if asked.name in _OWN:
        yield from _OWN[asked.name](asked)
    if asked.label is not None:
        yield from _wrong_class(asked)
        yield from _wrong_denominator(asked)
    elif METRICS[asked.name].scope != "matrix":
        yield from _wrong_members(asked)
        yield from _wrong_metric(asked)
    yield _complement(asked)
    yield from _exchanged(asked)
    yield from _wrong_average(asked)
    yield from _wrong_whole(asked)
    if METRICS[asked.name].lowest < 0:
        yield -_needed(asked), f"the {asked.subject} with the wrong sign."


def _exact(explanation: Explanation) -> Fraction | None:
    """Return the value as a fraction, of a float if it is irrational; None if undefined."""
    if explanation.fraction is None and isfinite(explanation.value):
        return Fraction(explanation.value)
    return explanation.fraction


def _needed(asked: Explanation) -> Fraction:
    value = _exact(asked)
    assert value is not None  # _about_metric has seen to it
    return value


def _again(asked: Explanation, **changes: Any) -> Explanation:
    """Work the metric out again with something changed."""
    name = changes.get("name", asked.name)
    metric = METRICS[name]
    label = average = None
    if metric.scope in ("class", "label"):
        label = changes.get("label", asked.label)
        average = changes.get("average", asked.average)
    averaged = average is not None or metric.scope == "classes"
    options = {metric.option: getattr(asked, metric.option)} if metric.option else {}
    options |= {key: changes[key] for key in options if key in changes}
    return explain(
        name,
        changes.get("matrix", asked.matrix),
        label,
        average=average,
        exclude=changes.get("exclude", asked.exclude) if averaged else (),
        **options,
    )


def _value(asked: Explanation, **changes: Any) -> Fraction | None:
    return _exact(_again(asked, **changes))


def _title(asked: Explanation) -> str:
    """Return the metric's name as it stands in sentences: "precision", "F2"."""
    title = asked.subject.partition(" of ")[0] if asked.label is not None else asked.subject
    title = title.partition(" without ")[0] if asked.exclude else title
    return title.removeprefix(f"{asked.average} ")


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


def _listed(labels: Sequence[Label]) -> str:
    return " and ".join(repr(label) for label in labels)


def _wrong_class(asked: Explanation) -> Iterator[_Guess]:
    for label in asked.matrix.labels:
        if label != asked.label:
            other = _again(asked, label=label)
            yield (
                other,
                f"the {other.subject}: right formula, wrong class. The question is about "
                f"{asked.label!r}.",
            )


def _wrong_denominator(asked: Explanation) -> Iterator[_Guess]:
    tally = _tally(asked)
    wholes = {
        "precision": tally.TP + tally.FP,
        "recall": tally.TP + tally.FN,
        "specificity": tally.TN + tally.FP,
        "negative_predictive_value": tally.TN + tally.FN,
    }
    for name in _DIVIDES:
        if name == asked.name:
            continue
        other = _again(asked, name=name)
        top, whole = _divides(name, asked)
        if asked.name in _DIVIDES:
            right_top, right_whole = _divides(asked.name, asked)
            message = (
                f"the {other.subject}: you divided {top} by {whole}, {wholes[name]}. "
                f"{_upper(_title(asked))} divides {right_top} by {right_whole}."
            )
        elif asked.name == "f_score":
            message = (
                f"the {other.subject}, {top} divided by {whole}. {_title(asked)} needs precision "
                "and recall, both of them."
            )
        else:
            message = f"the {other.subject}. {_upper(_title(asked))} is {_MADE_OF[asked.name]}."
        yield other, message
    if asked.name != "f_score":
        yield (
            _value(asked, name="f_score"),
            f"the F1 of {asked.label!r}, which mixes precision and recall. The question asks for "
            f"the {asked.subject} alone.",
        )


def _tally(asked: Explanation) -> Tally:
    assert asked.label is not None
    return tallies(asked.matrix)[asked.matrix.index(asked.label)]


def _divides(name: str, asked: Explanation) -> tuple[str, str]:
    top, whole = _DIVIDES[name]
    return top, whole.format(c=repr(asked.label))


def _wrong_members(asked: Explanation) -> Iterator[_Guess]:
    """Average over the wrong classes, or with the wrong weights."""
    matrix, left_out = asked.matrix, asked.exclude
    if left_out:
        yield (
            _value(asked, exclude=()),
            f"what comes out with {_listed(left_out)} averaged in. The question leaves "
            f"{'it' if len(left_out) == 1 else 'them'} out of the average.",
        )
        kept = [at for at, label in enumerate(matrix.labels) if label not in left_out]
        smaller = ConfusionMatrix(
            matrix.counts[np.ix_(kept, kept)], [matrix.labels[at] for at in kept]
        )
        yield (
            _value(asked, matrix=smaller, exclude=()),
            f"what comes out when the row and the column of {_listed(left_out)} are deleted. A "
            "class left out of an average keeps its samples: they still count as FN and FP of the "
            "other classes.",
        )
    if asked.average == "micro" or asked.name == "g_mean":
        return
    members = [label for label in matrix.labels if label not in left_out]
    values = {label: _value(asked, **_one_class(asked, label)) for label in members}
    undefined = [label for label, value in values.items() if value is None]
    defined = {label: value for label, value in values.items() if value is not None}
    support = dict(zip(matrix.labels, matrix.support.tolist(), strict=True))
    weights = support if asked.average == "weighted" else dict.fromkeys(members, 1)
    if undefined:
        yield (
            _mean(defined, weights, sum(weights[label] for label in members)),
            f"what comes out when {_listed(undefined)} {'is' if len(undefined) == 1 else 'are'} "
            "counted as 0. There it is 0/0: undefined, and left out of the average.",
        )
    if asked.average != "weighted":
        yield (
            _mean(defined, weights, 1),
            f"the sum of the classes' values. A mean still divides it by how many there are, "
            f"{len(defined)}.",
        )


def _one_class(asked: Explanation, label: Label) -> dict[str, Any]:
    """Return what turns an average into the value of one of the classes averaged."""
    name = "recall" if METRICS[asked.name].scope == "classes" else asked.name
    return {"name": name, "label": label, "average": None, "exclude": ()}


def _mean(
    values: Mapping[Label, Fraction], weights: Mapping[Label, int], total: int
) -> Fraction | None:
    weighted = sum((weights[label] * value for label, value in values.items()), Fraction(0))
    return weighted / total if total else None


def _wrong_metric(asked: Explanation) -> Iterator[_Guess]:
    """Average the wrong one of the metrics that classes have."""
    average = asked.average or "macro"
    for name, metric in METRICS.items():
        if metric.scope == "class" and name != asked.name:
            other = _again(asked, name=name, average=average)
            hint = ""
            if asked.name in _DIVIDES:
                top, whole = _DIVIDES[asked.name]
                hint = f": for each class, divide {top} by {whole.format(c='that class')}"
            yield (
                other,
                f"the {other.subject}{_also_accuracy(other)}. The question asks for the "
                f"{asked.subject}{hint}.",
            )


def _complement(asked: Explanation) -> _Guess:
    if asked.name in _OF_ALL:
        other = _OF_ALL[asked.name]
        message = f"the {METRICS[other].title}, which is 1 minus the {asked.subject}."
    elif asked.label is not None and asked.name in _COMPLEMENT:
        message = (
            f"1 minus the {asked.subject}: its {_COMPLEMENT[asked.name]}. You have the other part "
            "of the same whole."
        )
    else:
        message = f"1 minus the {asked.subject}."
    return 1 - _needed(asked), message


def _wrong_f(asked: Explanation) -> Iterator[_Guess]:
    title = _title(asked)
    factor = 1 + asked.beta**2
    if asked.beta != 1:
        yield (
            _value(asked, beta=1 / asked.beta),
            f"{title} with precision and recall exchanged, as if beta were 1/beta. In the counts, "
            "beta² stands before FN: over 1 it makes recall weigh more.",
        )
        if asked.label is not None:
            tally, b = _tally(asked), asked.beta
            yield (
                (1 + b) * tally.TP / ((1 + b) * tally.TP + b * tally.FN + tally.FP),
                f"what comes out with beta in place of beta². In {title} beta is squared.",
            )
        yield _value(asked, beta=Fraction(1)), f"F1. The question asks for {title}."
    pair = [_value(asked, name=name) for name in ("precision", "recall")]
    if pair[0] is None or pair[1] is None:
        return
    precision, recall = pair[0], pair[1]
    of = f"of {asked.label!r}" if asked.label is not None else f"({asked.average} averages)"
    if asked.label is None and precision + recall:
        yield (
            factor * precision * recall / (asked.beta**2 * precision + recall),
            f"the {title} of the {asked.average} precision and the {asked.average} recall. The "
            f"{asked.average} {title} is {_AVERAGING[asked.average or 'macro']}: work out the "
            f"{title} of each class first.",
        )
    yield (
        (precision + recall) / 2,
        f"the arithmetic mean of precision and recall {of}. {title} is a harmonic mean, which "
        "leans towards the smaller of the two.",
    )
    yield (
        _needed(asked) / factor,
        f"the {asked.subject} without the factor 1 + beta² = {factor} in its numerator.",
    )
    yield precision * recall, f"precision times recall {of}, which {title} still divides."


def _margins(asked: Explanation) -> tuple[int, int, list[int], list[int]]:
    """Return total, correct, row sums and column sums, as whole numbers of any size."""
    counted = tallies(asked.matrix)
    rows = [tally.TP + tally.FN for tally in counted]
    columns = [tally.TP + tally.FP for tally in counted]
    return sum(rows), sum(tally.TP for tally in counted), rows, columns


def _wrong_kappa(asked: Explanation) -> Iterator[_Guess]:
    for weights in (None, "linear", "quadratic"):
        if weights != asked.weights:
            other = _again(asked, weights=weights)
            counts = "every confusion the same" if weights is None else f"{weights} weights"
            yield (
                other,
                f"the {other.subject}, with {counts}. The question is about the {asked.subject}.",
            )
    total, correct, rows, columns = _margins(asked)
    by_chance = sum(map(mul, rows, columns))
    agree = Fraction(correct, total)
    if asked.weights:
        yield (
            1 - (1 - _needed(asked)) / total,
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
    yield expected, "P_e, the agreement expected by chance. Kappa is (P_o - P_e) / (1 - P_e)."
    if agree != 1:
        yield (
            (agree - expected) / (1 - agree),
            "what comes out with 1 - P_o in the denominator. It is 1 - P_e.",
        )
    yield _again(asked, name="mcc"), "the MCC. Kappa divides by 1 - P_e, not by a square root."


def _wrong_g_mean(asked: Explanation) -> Iterator[_Guess]:
    members = [label for label in asked.matrix.labels if label not in asked.exclude]
    found = [_value(asked, **_one_class(asked, label)) for label in members]
    recalls = [recall for recall in found if recall is not None]
    product, degree = prod(recalls, start=Fraction(1)), len(recalls)
    takes = f"The G-mean of {degree} classes takes the root of degree {degree}"
    yield (
        _again(asked, name="balanced_accuracy"),
        "the arithmetic mean of the recalls, the balanced accuracy. The G-mean multiplies the "
        "recalls and takes a root.",
    )
    yield product, f"the product of the recalls. {takes} of it."
    for wrong in {2, 3, len(asked.matrix.labels)} - {degree}:
        yield root(product, wrong), f"the root of degree {wrong} of the product. {takes}."
    yield product / degree, f"the product divided by {degree}. {takes}."
    if degree < len(members):
        undefined = [label for label, recall in zip(members, found, strict=True) if recall is None]
        yield (
            Fraction(0),
            f"what comes out when the recall of {_listed(undefined)} is counted as 0. There it is "
            "0/0: undefined, and left out.",
        )
    for label in asked.matrix.labels:
        pair = [_value(asked, name=name, label=label) for name in ("precision", "recall")]
        if pair[0] is not None and pair[1] is not None:
            yield (
                root(pair[0] * pair[1], 2),
                f"the root of precision times recall of {label!r}. The G-mean takes the recall of "
                "every class, and no precision.",
            )


def _wrong_mcc(asked: Explanation) -> Iterator[_Guess]:
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
            _again(asked, name="mcc"),
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
            other = _again(asked, name="mcc_product")
            yield other, f"the {other.subject} of document 2. The question asks for the MCC (R_K)."
            for spread, sums in zip(spreads, ("row", "column"), strict=True):
                yield (
                    Fraction(top, spread),
                    f"what comes out with the {sums} sums alone in the denominator. It needs the "
                    "row sums and the column sums.",
                )
        kappa = _again(asked, name="cohen_kappa")
        yield kappa, "Cohen's kappa. The MCC divides by a square root, not by 1 - P_e."
    yield (
        Fraction(top, bottom),
        "what comes out without the square root in the denominator. Take the root of the product "
        "first, then divide.",
    )
    yield Fraction(top), "the numerator alone. Divide it by the square root."
    yield _needed(asked) ** 2, f"the square of the {asked.subject}: the numerator is not squared."


def _wrong_informedness(asked: Explanation) -> Iterator[_Guess]:
    names = ("recall", "specificity", "precision", "negative_predictive_value")
    recall, specificity, precision, negative = (_value(asked, name=name) for name in names)
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
            "precision plus negative predictive value, minus 1: the markedness. Informedness "
            "divides by row sums.",
        )
    for name in ("r_score", "r_prime"):
        other = _again(asked, name=name)
        yield other, f"the {other.subject}. Informedness is {_MADE_OF['informedness']}."


def _wrong_r(asked: Explanation) -> Iterator[_Guess]:
    tally, total = _tally(asked), int(asked.matrix.total)
    c, title, made_of = repr(asked.label), _title(asked), _MADE_OF[asked.name]
    in_truth = Fraction(tally.TP + tally.FN, total)
    predicted = Fraction(tally.TP + tally.FP, total)
    recall, precision = _value(asked, name="recall"), _value(asked, name="precision")
    assert recall is not None  # R would be undefined
    if asked.name == "r_prime":
        plus = in_truth
        yield (
            _again(asked, name="r_score"),
            f"R of {c}, not R': what is missing is + m/w, the share of {c} in the truth.",
        )
        yield (
            recall + predicted - in_truth,
            f"what comes out with s and m exchanged. R' subtracts the share of {c} in the "
            "predictions, s/w, and adds its share in the truth, m/w.",
        )
        yield (
            _again(asked, name="r_prime_overall"),
            "the overall R'. The question is about one class.",
        )
    else:
        plus = Fraction(0)
        yield (
            _again(asked, name="r_prime"),
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
    yield _again(asked, name="informedness"), f"the informedness of {c}. {title} is {made_of}."


def _wrong_r_overall(asked: Explanation) -> Iterator[_Guess]:
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
    values = [_value(asked, name="r_prime", label=label) for label in labels]
    defined = [value for value in values if value is not None]
    if defined:
        yield (
            sum(defined, Fraction(0)) / len(defined),
            "the mean of the classes' R'. The overall R' is no mean of them: it takes all samples "
            "together.",
        )


_OWN: dict[str, Callable[[Explanation], Iterator[_Guess]]] = {
    "f_score": _wrong_f,
    "cohen_kappa": _wrong_kappa,
    "g_mean": _wrong_g_mean,
    "mcc": _wrong_mcc,
    "mcc_product": _wrong_mcc,
    "informedness": _wrong_informedness,
    "r_score": _wrong_r,
    "r_prime": _wrong_r,
    "r_prime_overall": _wrong_r_overall,
}


def _exchanged(asked: Explanation) -> Iterator[_Guess]:
    matrix = asked.matrix
    yield (
        _value(asked, matrix=ConfusionMatrix(matrix.counts.T, matrix.labels)),
        "what comes out with rows and columns exchanged. Rows are the truth, columns the "
        "predictions.",
    )
    if asked.average == "weighted":
        members = [label for label in matrix.labels if label not in asked.exclude]
        values = {label: _value(asked, **_one_class(asked, label)) for label in members}
        defined = {label: value for label, value in values.items() if value is not None}
        predicted = dict(zip(matrix.labels, matrix.predicted.tolist(), strict=True))
        yield (
            _mean(defined, predicted, sum(predicted[label] for label in defined)),
            "weighted by the column sums (how often each class was predicted). Support is the row "
            "sums: how many samples each class truly has.",
        )


def _wrong_average(asked: Explanation) -> Iterator[_Guess]:
    scope = METRICS[asked.name].scope
    if scope in ("matrix", "label"):
        return
    name = "recall" if scope == "classes" else asked.name
    used = asked.average or ("macro" if asked.label is None else None)
    for average, how in _AVERAGING.items():
        if average == used or asked.name == "g_mean":
            continue
        other = _again(asked, name=name, label=None, average=average)
        also = _also_accuracy(other)
        if used is None:
            message = (
                f"the {other.subject}{also}, {how}. The question is about {asked.label!r} alone."
            )
        else:
            message = (
                f"the {other.subject}{also}: {how}. {_upper(asked.subject)} is {_AVERAGING[used]}."
            )
        yield other, message
    if used is not None:
        for label in asked.matrix.labels:
            single = _again(asked, **_one_class(asked, label))
            yield (
                single,
                f"the {single.subject} alone. The question asks for the {asked.subject}, which "
                "takes in all its classes.",
            )


def _also_accuracy(other: Explanation) -> str:
    equal = other.value == explain("accuracy", other.matrix).value
    return " (which equals the accuracy here)" if equal else ""


def _wrong_whole(asked: Explanation) -> Iterator[_Guess]:
    if asked.name in _OF_ALL:
        yield from _instead_of_accuracy(asked)
        return
    yield (
        _again(asked, name="accuracy"),
        f"the accuracy, all correct samples over all samples. The question asks for the "
        f"{asked.subject}.",
    )
    if asked.label is None:
        return
    total = int(asked.matrix.total)
    tally, title, c = _tally(asked), _upper(_title(asked)), repr(asked.label)
    top, whole = _divides(asked.name, asked) if asked.name in _DIVIDES else ("TP", "")
    count = getattr(tally, top)
    divides = f"{title} divides it by {whole}." if whole else f"{title} leaves TN out."
    if asked.name in _MADE_OF:
        divides = f"{title} is {_MADE_OF[asked.name]}."
    yield Fraction(count, total), f"{top} divided by all {total} samples. {divides}"
    rest = {
        "precision": "FP",
        "recall": "FN",
        "specificity": "FP",
        "negative_predictive_value": "FN",
    }.get(asked.name)
    if rest and getattr(tally, rest):
        yield (
            Fraction(count, getattr(tally, rest)),
            f"{top} divided by {rest} alone. {title} is a share of a whole: {top} belongs in the "
            f"denominator too, {top} + {rest}.",
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


def _instead_of_accuracy(asked: Explanation) -> Iterator[_Guess]:
    matrix = asked.matrix
    total, correct = int(matrix.total), int(matrix.correct)
    wrong = total - correct
    title = _upper(_title(asked))
    count, rest = (correct, wrong) if asked.name == "accuracy" else (wrong, correct)
    yield (
        _value(asked, name="balanced_accuracy"),
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
            f"the diagonal cell of {label!r} alone, over the total. {title} needs the whole "
            "diagonal.",
        )
        for name in ("recall", "precision"):
            single = _again(asked, name=name, label=label)
            yield (
                single,
                f"the {single.subject}. {title} takes all classes together.",
            )
    for name in ("precision", "f_score"):
        other = _again(asked, name=name, average="macro")
        yield (
            other,
            f"the {other.subject}. {title} needs no average over classes: it is one division.",
        )


_TALLIES = (
    "write down TP, FP, FN and TN for {c} first. TP is the cell where row and column {c} meet, FP "
    "the rest of the column, FN the rest of the row, TN everything else. Then choose the ones that "
    "{title} needs."
)
_DIAGONAL = (
    "add up the diagonal, and add up all cells. Then ask which part of which whole is meant."
)
_R_COUNTS = (
    "write down four counts for {c} first: a, the cell where row and column {c} meet; m, the row "
    "sum; s, the column sum; w, all samples. {title} is " + "{made_of}."
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
        c=repr(asked.label),
        title=_title(asked),
        made_of=_MADE_OF.get(asked.name),
        squared=", squared" * (asked.weights == "quadratic"),
        each="recall" if asked.name == "balanced_accuracy" else _title(asked),
        how=_AVERAGING[asked.average or "macro"],
    )
    return f"Next step: {step}"


# ---- Other answers -------------------------------------------------------------------------------


def _about_bool(answer: Any, expected: bool) -> str:
    if not isinstance(answer, bool | np.bool_):
        hint = ", without quotes" if isinstance(answer, str) else ""
        return f"{_shown(answer)} is {_kind_of_value(answer)}; here True or False is due{hint}."
    if bool(answer) == expected:
        return f"Correct: {expected}."
    return f"{answer} is not right: try the statement on a small matrix of your own."


def _kind_of_value(answer: Any) -> str:
    number = isinstance(answer, Real | Decimal) and not isinstance(answer, bool)
    return "a number" if number else _kind(answer)


def _shown(answer: Any) -> str:
    simple = isinstance(answer, str | Real | Decimal)
    return repr(plain(answer)) if simple and len(repr(answer)) <= 40 else "Your answer"


def _about_word(answer: Any, expected: str, mistakes: Mapping[Any, str]) -> str:
    messages = {}
    for key, message in mistakes.items():
        if not isinstance(key, str):
            raise ValueError(f"mistakes has a key that is not a str: {key!r}")
        if _folded(key) == _folded(expected):
            raise ValueError(f"mistakes holds the right answer: {key!r}")
        messages[_folded(key)] = message
    if not isinstance(answer, str):
        return f"{_shown(answer)} is {_kind_of_value(answer)}; here text in quotes is due."
    if _folded(answer) == _folded(expected):
        return f"Correct: {expected}."
    return messages.get(
        _folded(answer), f"{answer!r} is not right: read the question once more, word by word."
    )


def _folded(text: str) -> str:
    return "".join(text.casefold().split())


def _about_set(answer: Any, expected: Collection[Any]) -> str:
    if isinstance(answer, dict) and not answer:
        return "{} is an empty dictionary in Python; the empty set is set()."
    if not isinstance(answer, set | frozenset | list | tuple | np.ndarray):
        return f"{_shown(answer)} is {_kind_of_value(answer)}; here a set is due: {{…, …}}."
    given = [plain(part) for part in (answer.flat if isinstance(answer, np.ndarray) else answer)]
    strange = [part for part in given if kind_of(part) is None]
    if strange:
        return f"Your set holds something that is not a label: {strange[0]!r}."
    # True == 1 in Python, but they are two labels.
    right = {(kind_of(part), part) for part in expected}
    found = dict.fromkeys((kind_of(part), part) for part in given)
    surplus = [repr(label) for kind, label in found if (kind, label) not in right]
    missing = len(right - found.keys())
    if not surplus and not missing:
        return f"Correct: {', '.join(sorted(map(repr, expected))) or 'the empty set'}."
    parts = []
    if surplus:
        verb = "does" if len(surplus) == 1 else "do"
        parts.append(f"{' and '.join(surplus)} {verb} not belong in the set")
    if missing:
        parts.append(f"{missing} {'label is' if missing == 1 else 'labels are'} missing")
    return f"Not yet: {', and '.join(parts)}."


def _about_table(answer: Any, expected: Any) -> str:
    matrix = expected if isinstance(expected, ConfusionMatrix) else None
    right = np.asarray(matrix.counts if matrix else expected)
    if right.dtype.kind not in "iuf" or right.ndim == 0 or not right.size or np.isinf(right).any():
        raise TypeError("expected must hold finite numbers (or nan), at least one")
    if matrix and isinstance(answer, ConfusionMatrix) and answer.labels != matrix.labels:
        return (
            f"The classes of your matrix are {list(answer.labels)}; they should be "
            f"{list(matrix.labels)}, in this order."
        )
    try:
        given = np.asarray(answer.counts if isinstance(answer, ConfusionMatrix) else answer)
    except ValueError:
        return "The rows of your table are not all of the same length."
    if given.ndim == 0:
        return f"{_shown(answer)} is {_kind_of_value(answer)}; here {_shape(right)} is due."
    if given.shape != right.shape:
        turned = given.shape == right.shape[::-1]
        hint = " Rows and columns look exchanged." if turned else ""
        return f"You have {_shape(given)}; it should be {_shape(right)}.{hint}"
    try:
        cells = [None if _is_nan(cell) else _read(plain(cell)) for cell in given.flat]
    except _NotANumber as message:
        return f"One of your cells is not a number. {message}"
    wrong = _differing(cells, right)
    if not wrong:
        return f"Correct: {_shape(right)}, every number right."
    square = right.ndim == 2 and right.shape[0] == right.shape[1]
    if square and not _differing(cells, right.T):
        return (
            "The numbers are right, but rows and columns are exchanged: rows are the truth, and "
            "you have them as columns."
        )
    if square and (form := _other_form(given, right)):
        return form
    at = wrong[0]
    place = tuple(int(i) for i in np.unravel_index(at, right.shape))
    where = _where(place, matrix)
    cell = cells[at]
    shown = "nan" if cell is None else cell.text
    if np.isnan(right[place]):
        problem = f"{where} is undefined (0/0): nan is due there, and you have {shown}."
    elif cell is not None and (almost := _almost(cell, _fraction(right[place]))):
        problem = f"{where}: {almost}"
    else:
        problem = f"{where}: {shown} is not right."
    if len(wrong) == 1:
        return f"All but one of the {right.size} numbers are right. {_upper(problem)}"
    how_many = "None" if len(wrong) == right.size else f"{right.size - len(wrong)}"
    return f"{how_many} of the {right.size} numbers are right. The first that is not is {problem}"


def _is_nan(cell: Any) -> bool:
    return isinstance(cell, float | np.floating) and bool(np.isnan(cell))


def _fraction(number: Any) -> Fraction:
    return Fraction(str(plain(number)))


def _differing(cells: list[_Number | None], right: NDArray[Any]) -> list[int]:
    """Return the positions, row by row, where the cells are not right."""
    return [
        at
        for at, (cell, value) in enumerate(zip(cells, right.flat, strict=True))
        if (cell is None) != bool(np.isnan(value))
        or (cell is not None and _verdict(cell, _fraction(value), in_table=True) != "right")
    ]


def _other_form(given: NDArray[Any], right: NDArray[Any]) -> str | None:
    """Tell counts given for shares from shares given for counts."""
    forms = {
        "true": "divide each row by its sum",
        "pred": "divide each column by its sum",
        "all": "divide every cell by the total",
    }
    if right.dtype.kind in "iu" and given.dtype.kind == "f" and (right >= 0).all():
        for over in forms:
            shares = ConfusionMatrix(right).normalize(over)  # type: ignore[arg-type]
            if np.allclose(given, shares, atol=0.0006, equal_nan=True):
                return "These are shares; the question asks for the counts."
    if right.dtype.kind == "f" and given.dtype.kind in "iu" and (given >= 0).all():
        for over, how in forms.items():
            shares = ConfusionMatrix(given).normalize(over)  # type: ignore[arg-type]
            if np.allclose(shares, right, atol=0.0006, equal_nan=True):
                return f"These are the counts; the question asks for shares: {how}."
    return None


def _shape(array: NDArray[Any]) -> str:
    if array.ndim == 1:
        return f"a list of {len(array)} numbers"
    return f"a table of {' × '.join(map(str, array.shape))} numbers"


def _where(place: tuple[int, ...], matrix: ConfusionMatrix | None) -> str:
    if matrix:
        row, column = (repr(matrix.labels[at]) for at in place)
        return f"row {row} (the truth), column {column} (the prediction)"
    if len(place) == 2:
        return f"row {place[0]}, column {place[1]} (counted from 0)"
    return f"the one at position {', '.join(map(str, place))} (counted from 0)"
