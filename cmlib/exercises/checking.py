"""Self-checks for exercises: `check` says whether an answer is right and, if not, what went wrong.

Of a wrong number it asks what would have given it: another class, the other denominator, rows and
columns exchanged, … and says so. Nothing is raised for a wrong answer; errors are for authors.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Real
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cmlib.exercises.diagnosis import diagnose
from cmlib.exercises.mistakes import exact_value
from cmlib.exercises.registry import Exercise, exercise
from cmlib.exercises.typed_numbers import (
    NotANumber,
    Number,
    almost_right,
    foreseen,
    judge,
    kind_in_words,
    read_number,
    too_rough,
)
from cmlib.explain import Explanation
from cmlib.labels import kind_of, plain
from cmlib.matrix import ConfusionMatrix
from cmlib.notation import capitalised

__all__ = ["Feedback", "check", "judge_answer"]


class Feedback(NamedTuple):
    """What is said to an answer, and the verdict behind it."""

    verdict: Literal["right", "wrong", "open"]
    text: str


def check(id: str, answer: Any) -> None:
    """Print one paragraph: whether an answer is right and, if not, what probably went wrong.

    A number is right if it is the value rounded at the decimals given, with at least three
    significant digits: 0.768 for 0.76789. A fraction in quotes, ``"5/8"``, is right if exact. A
    word is compared without regard to case and spaces, a set without regard to order. No answer
    raises an error.

    Parameters
    ----------
    id : str
        The exercise: lesson, number and, if it asks more than one thing, a letter: ``"5.2a"``.
    answer : object
        The reader's answer; ``...`` or None while there is none.

    Raises
    ------
    ValueError
        If there is no exercise with this id.

    Examples
    --------
    >>> from cmlib import check
    >>> check("1.2a", ...)
    Not answered yet: replace the dots with your answer.
    >>> check("1.2a", "4/5")
    Correct: precision of 'spam' = TP / (TP + FP) = 24 / (24 + 6) = 4/5 = 0.8000
    >>> check("1.6a", 0.6857)
    0.6857 is F1. The question asks for F2.
    """
    print(judge_answer(exercise(id), answer).text)


def judge_answer(asked: Exercise, answer: Any) -> Feedback:
    """Judge an answer; an exercise that cannot be is refused whatever the answer.

    Raises
    ------
    ValueError
        If the right answer is undefined or not finite, or ``mistakes`` holds the right answer or,
        for a number, a key that is none.
    TypeError
        If the right answer is of no kind that `Exercise` names, or has no use for ``mistakes``.

    Examples
    --------
    >>> from cmlib.exercises.checking import judge_answer
    >>> from cmlib.exercises.registry import exercise
    >>> judge_answer(exercise("1.5"), 0.5)
    Feedback(verdict='right', text='Correct: 0.5.')
    """
    expected, mistakes = asked.answer, asked.mistakes
    if isinstance(expected, bool | np.bool_):
        text = _about_bool(answer, bool(expected), mistakes)
    elif isinstance(expected, Explanation | Real | Decimal):
        text = _about_number(answer, expected, mistakes)
    elif isinstance(expected, str):
        text = _about_word(answer, expected, mistakes)
    elif isinstance(expected, set | frozenset):
        _refuse_mistakes(mistakes, "a set")
        text = _about_set(answer, expected)
    elif isinstance(expected, list | tuple | np.ndarray | ConfusionMatrix):
        _refuse_mistakes(mistakes, "a table")
        text = _about_table(answer, expected)
    else:
        raise TypeError(
            "the answer must be an Explanation, a number, a str, a bool, a set or a table, got "
            f"{type(expected).__name__}"
        )
    # Worked out even if there is no answer yet, so that an author's slip shows at once.
    if _is_open(answer):
        return Feedback("open", _NO_ANSWER)
    return Feedback("right" if text.startswith("Correct: ") else "wrong", text)


_NO_ANSWER = "Not answered yet: replace the dots with your answer."


def _is_open(answer: Any) -> bool:
    if isinstance(answer, list | tuple | set | frozenset):
        return any(_is_open(part) for part in answer)
    return answer is None or answer is ... or (isinstance(answer, str) and not answer.strip(" .…"))


def _refuse_mistakes(mistakes: Mapping[Any, str], what: str) -> None:
    if mistakes:
        raise TypeError(f"mistakes is for numbers, words and bools; the answer is {what}")


def _due(answer: Any, what: str) -> str:
    """Say that an answer is of the wrong kind."""
    simple = isinstance(answer, str | Real | Decimal) and len(repr(answer)) <= 40
    shown = repr(plain(answer)) if simple else "Your answer"
    return f"{shown} is {kind_in_words(answer)}; here {what} is due"


def _about_number(answer: Any, expected: Any, mistakes: Mapping[Any, str]) -> str:
    metric = expected if isinstance(expected, Explanation) else None
    if metric and not isfinite(metric.value):
        raise ValueError(f"the answer is undefined, so none could be right: {metric}")
    if not metric and not isfinite(expected):
        raise ValueError(f"the answer must be finite, got {expected}")
    value = exact_value(metric) if metric else Fraction(str(expected))
    # The keys of mistakes are checked whatever the answer, so an author sees a slip at once.
    foreseen(Number("", value, None), value, mistakes)
    try:
        given = read_number(answer)
    except NotANumber as message:
        return str(message)
    if not given.text.endswith("%") and judge(given, value) == "right":
        # Digits left out at the end are a full stop already.
        return f"Correct: {metric or given.text + '.' * (not given.text.endswith('…'))}"
    if known := foreseen(given, value, mistakes) or almost_right(given, value):
        return known
    return diagnose(given, metric) if metric else _not_the_value(given, value)


def _not_the_value(given: Number, value: Fraction) -> str:
    return too_rough(given, value) or (
        f"{given.text} is not the value asked for. Next step: write down which counts go in, and "
        "put them in again one by one."
    )


def _about_bool(answer: Any, expected: bool, mistakes: Mapping[Any, str]) -> str:
    if expected in mistakes:
        raise ValueError(f"mistakes holds {expected!r}, which is the right answer")
    if not isinstance(answer, bool | np.bool_):
        hint = ", without quotes" if isinstance(answer, str) else ""
        return f"{_due(answer, 'True or False')}{hint}."
    if bool(answer) == expected:
        return f"Correct: {expected}."
    hint = mistakes.get(not expected, "Read the question once more, word by word.")
    return f"{answer} is not right. {hint}"


def _about_word(answer: Any, expected: str, mistakes: Mapping[Any, str]) -> str:
    messages = {}
    for key, message in mistakes.items():
        if not isinstance(key, str):
            raise ValueError(f"mistakes has a key that is not a str: {key!r}")
        if _folded(key) == _folded(expected):
            raise ValueError(f"mistakes holds the right answer: {key!r}")
        messages[_folded(key)] = message
    if not isinstance(answer, str):
        return f"{_due(answer, 'text in quotes')}."
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
        return f"{_due(answer, 'a set')}: {{…, …}}."
    given = [plain(part) for part in (answer.flat if isinstance(answer, np.ndarray) else answer)]
    strange = [part for part in given if kind_of(part) is None]
    if strange:
        return f"Your set holds something that is not a label: {strange[0]!r}."
    # True == 1 in Python, but they are two labels.
    right = {(kind_of(part), part) for part in expected}
    found = dict.fromkeys((kind_of(part), part) for part in given)
    surplus = sorted(repr(label) for kind, label in found if (kind, label) not in right)
    missing = len(right - found.keys())
    if not surplus and not missing:
        return f"Correct: {', '.join(sorted(map(repr, expected))) or 'the empty set'}."
    parts = []
    if surplus:
        verb = "does" if len(surplus) == 1 else "do"
        parts.append(f"{', '.join(surplus)} {verb} not belong in the set")
    if missing:
        parts.append(f"{missing} {'element is' if missing == 1 else 'elements are'} missing")
    return f"Not yet: {', and '.join(parts)}."


def _about_table(answer: Any, expected: Any) -> str:
    matrix = expected if isinstance(expected, ConfusionMatrix) else None
    right = np.asarray(matrix.counts if matrix else expected)
    if right.dtype.kind not in "iuf" or right.ndim == 0 or not right.size or np.isinf(right).any():
        raise TypeError("the answer must hold finite numbers (or nan), at least one")
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
        return f"{_due(answer, _shape(right))}."
    if given.shape != right.shape:
        turned = given.shape == right.shape[::-1]
        hint = " Rows and columns look exchanged." if turned else ""
        return f"You have {_shape(given)}; it should be {_shape(right)}.{hint}"
    try:
        cells = [None if _is_nan(cell) else read_number(plain(cell)) for cell in given.flat]
    except NotANumber as message:
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
    elif cell is not None and (lacks := almost_right(cell, _fraction(right[place]))):
        problem = f"{where}: {lacks}"
    else:
        problem = f"{where}: {shown} is not right."
    if len(wrong) == 1:
        return f"All but one of the {right.size} numbers are right. {capitalised(problem)}"
    how_many = right.size - len(wrong) or "None"
    return f"{how_many} of the {right.size} numbers are right. The first that is not is {problem}"


def _is_nan(cell: Any) -> bool:
    return isinstance(cell, float | np.floating) and bool(np.isnan(cell))


def _fraction(number: Any) -> Fraction:
    return Fraction(str(plain(number)))


def _differing(cells: list[Number | None], right: NDArray[Any]) -> list[int]:
    """Return the positions, row by row, where the cells are not right."""
    return [
        at
        for at, (cell, value) in enumerate(zip(cells, right.flat, strict=True))
        if (cell is None) != bool(np.isnan(value))
        or (cell is not None and judge(cell, _fraction(value), in_table=True) != "right")
    ]


def _other_form(given: NDArray[Any], right: NDArray[Any]) -> str | None:
    """Tell counts given for shares from shares given for counts."""
    forms = {
        "true": "divide each row by its sum",
        "pred": "divide each column by its sum",
        "all": "divide every cell by the total",
    }
    if right.dtype.kind in "iu" and given.dtype.kind == "f":
        counts, shares = right, given
    elif right.dtype.kind == "f" and given.dtype.kind in "iu":
        counts, shares = given, right
    else:
        return None
    for over, how in forms.items() if (counts >= 0).all() else ():
        divided = ConfusionMatrix(counts).normalize(over)  # type: ignore[arg-type]
        if np.allclose(shares, divided, atol=0.0006, equal_nan=True):
            if counts is right:
                return "These are shares; the question asks for the counts."
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
