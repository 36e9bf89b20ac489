"""Self-checks for exercises: `check` says whether an answer is right and, if not, what went wrong.

Of a wrong number it asks what would have given it: another class, the other denominator, rows and
columns exchanged, … and says so. Nothing is raised for a wrong answer; errors are for authors.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import isinf
from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from cmlib.by_hand.explanation import Explanation
from cmlib.exercises.diagnosis import (
    Ways,
    is_also_another,
    named_mistake,
    other_metrics,
    without_diagnosis,
    wrong_ways,
)
from cmlib.exercises.feedback import Feedback, almost, right, unclear, wrong
from cmlib.exercises.mistakes import exact_value
from cmlib.exercises.reading import Strange, in_words, is_open, read, shown
from cmlib.exercises.registry import Exercise, exercise
from cmlib.exercises.tables import about_table, read_table
from cmlib.exercises.typed_numbers import (
    FEW_DIGITS,
    NotANumber,
    Number,
    almost_right,
    foreseen,
    is_rough,
    is_short,
    judge,
    read_number,
    readings,
)
from cmlib.exercises.vocabulary import untaught

__all__ = ["check", "judge_answer"]


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
    >>> check("1.6a", 0.7111)
    0.7111 is F1. The question asks for F2.
    """
    print(judge_answer(exercise(id), answer).text)


def judge_answer(asked: Exercise, answer: Any) -> Feedback:
    """Judge an answer, whatever it is, by an exercise.

    Examples
    --------
    >>> from cmlib.exercises.checking import judge_answer
    >>> from cmlib.exercises.registry import exercise
    >>> judge_answer(exercise("1.5"), 0.9).verdict
    'wrong'
    >>> judge_answer(exercise("1.5"), None)
    Feedback(verdict='open', text='Not answered yet: replace the dots with your answer.')
    """
    given = read(answer)
    if is_open(given):
        return Feedback("open", "Not answered yet: replace the dots with your answer.")
    expected = asked.answer
    if asked.objection:
        return _about_witness(asked, given)
    if isinstance(expected, bool):
        return _about_bool(asked, given)
    if isinstance(expected, Explanation | Real | Decimal):
        return _about_number(asked, given)
    if isinstance(expected, str):
        return _about_word(asked, given)
    if isinstance(expected, set | frozenset):
        return _about_set(asked, given)
    return about_table(asked, given)


def _about_number(asked: Exercise, answer: Any) -> Feedback:
    metric = asked.answer if isinstance(asked.answer, Explanation) else None
    value = exact_value(metric) if metric else Fraction(str(asked.answer))
    if isinstance(answer, float) and isinf(answer) and answer in asked.mistakes:
        return wrong(asked.mistakes[answer])
    try:
        given = read_number(answer)
    except NotANumber as message:
        return unclear(str(message))
    if judge(given, value) == "right":
        # Digits left out at the end are a full stop already.
        return right(str(metric) if metric else given.text + "." * (not given.text.endswith("…")))
    if known := foreseen(given, asked.mistakes):
        return wrong(known)
    ways = _ways(asked)
    named = named_mistake(given, ways.likely) if metric else _guessed(given, value, asked)
    if named:
        return wrong(named)
    if form := almost_right(given, value):
        return almost(form)
    if is_short(given, value) and not is_also_another(given, ways.likely):
        # With its zeros it may be another number of the matrix to four digits: 0.73 for 0.73004.
        padded = given._replace(places=4)
        if not is_also_another(padded, ways.every):
            return almost(f"{given.text} is close: {FEW_DIGITS}.")
    ambiguous = (given.places or 3) < 3 and is_also_another(given, ways.likely)
    if is_rough(given, value) or ambiguous:
        return unclear(f"{given.text} has too few digits to judge it by: {FEW_DIGITS}.")
    if metric and not asked.next_step:
        # Of all numbers with a name, one or another begins with any two or three digits.
        precise = given.places is None or given.places >= 4
        other, every = (
            [way for way in some if precise or way[0] == given.exact]
            for some in (ways.other, ways.every)
        )
        if named := named_mistake(given, other):
            return wrong(named)
        return wrong(without_diagnosis(given, metric, every))
    return wrong(f"{given.text} is not the value asked for. Next step: {asked.next_step}")


class _WrongNumbers(NamedTuple):
    likely: Ways  # what a typical mistake leads to
    other: Ways  # what any other name stands for
    every: Ways  # both, and those with words that the lesson has not taught


@lru_cache(maxsize=64)
def _ways(asked: Exercise) -> _WrongNumbers:
    """Return the wrong numbers of a metric's matrix; there are none without a metric."""
    if not isinstance(asked.answer, Explanation):
        return _WrongNumbers((), (), ())
    right = exact_value(asked.answer)
    others = [way for way in other_metrics(asked.answer) if way[0] != right]
    return _WrongNumbers(
        likely=list(wrong_ways(asked.answer, asked.lesson)),
        other=[way for way in others if not untaught(way[1], asked.lesson)],
        every=[*wrong_ways(asked.answer), *others],
    )


def _guessed(given: Number, value: Fraction, asked: Exercise) -> str | None:
    """Name the mistakes that are made with any number."""
    guesses = []
    if 0 < value < 1:
        if value != Fraction(1, 2):  # which is its own other part
            guesses.append((1 - value, "1 minus the value asked for: the other part of the whole."))
        guesses.append((1 / value, "the fraction turned upside down."))
    if value < 0:
        guesses.append((-value, "the value asked for with the wrong sign."))
    if asked.whole and value > 1:
        guesses.append((value / asked.whole, "the share. The question asks how many that is."))
    elif asked.whole:
        guesses.append(
            (value * asked.whole, f"how many that is. As a share, divide it by {asked.whole}.")
        )
    for wrong_value, message in guesses:
        for number, how in readings(given):
            if judge(number, wrong_value) == "right":
                return f"{given.text}{how} is {message}"
    return None


def _about_bool(asked: Exercise, answer: Any) -> Feedback:
    words = {"true": True, "yes": True, "false": False, "no": False}
    if isinstance(answer, str):
        answer = words.get(folded(answer), answer)
    if not isinstance(answer, bool):
        return unclear(f"{in_words(answer)}; here True or False is due, without quotes.")
    if answer == asked.answer:
        return right(f"{answer}.")
    hint = asked.mistakes.get(answer) or f"Next step: {asked.next_step}"
    return wrong(f"{answer} is not right. {hint}")


def folded(text: str) -> str:
    """Return what counts of a word: no case, spaces or ornaments, one way to write ½.

    Examples
    --------
    >>> from cmlib.exercises.checking import folded
    >>> folded("The F_{½}") == folded("f1/2")
    True
    """
    text = unicodedata.normalize("NFKC", text).replace("\N{FRACTION SLASH}", "/").casefold()
    text = re.sub(r"^\s*((the|an?|class|network|model|report|student)\s+)+(?=\S)", "", text)
    return re.sub(r"[\s_{}$'\"*`.-]+", "", text)


def _chosen(text: str, asked: Exercise) -> str | None:
    """Return the choice that a word stands for."""
    meant = {folded(other): choice for other, choice in asked.synonyms.items()}
    meant |= {folded(choice): choice for choice in asked.choices if isinstance(choice, str)}
    return meant.get(folded(text))


def _quoted(words: Iterable[Any]) -> str:
    return ", ".join(f'"{word}"' if isinstance(word, str) else str(word) for word in words)


def _about_word(asked: Exercise, answer: Any) -> Feedback:
    if not isinstance(answer, str):
        return unclear(f"{in_words(answer)}; here text in quotes is due.")
    choice = _chosen(answer, asked)
    if choice is None:
        return unclear(
            f"{shown(answer) or 'Your text'} is none of the answers here. Choose one of: "
            f"{_quoted(asked.choices)}."
        )
    if choice == asked.answer:
        return right(f"{choice}.")
    return wrong(
        asked.mistakes.get(choice) or f"{choice!r} is not right. Next step: {asked.next_step}"
    )


def _about_set(asked: Exercise, answer: Any) -> Feedback:
    if isinstance(answer, Strange) and answer.kind == "an empty dictionary":
        return unclear("{} is an empty dictionary in Python; the empty set is set().")
    if isinstance(answer, Strange) or not isinstance(answer, frozenset | tuple):
        return unclear(f"{in_words(answer)}; here a set is due: {{…, …}}.")
    found = set()
    for part in answer:
        element = _element(part, asked)
        if element is None:
            return unclear(
                f"Your set holds {shown(part) or 'something else'}, which is none of the answers "
                f"here. Choose from: {_quoted(asked.choices)}."
            )
        found.add(element)
    surplus = [choice for choice in asked.choices if choice in found - asked.answer]
    missing = len(asked.answer - found)
    if not surplus and not missing:
        return right(f"{', '.join(sorted(map(repr, asked.answer))) or 'the empty set'}.")
    for key, message in asked.mistakes.items():
        if found == key:
            return wrong(message)
    parts = []
    if surplus:
        verb = "does" if len(surplus) == 1 else "do"
        parts.append(f"{', '.join(map(repr, surplus))} {verb} not belong in the set")
    if missing:
        parts.append(f"{missing} {'element is' if missing == 1 else 'elements are'} missing")
    return wrong(f"Not yet: {', and '.join(parts)}. Next step: {asked.next_step}")


def _element(part: Any, asked: Exercise) -> Any:
    """Return the choice that an element of a set stands for, None if there is none."""
    if isinstance(part, str) and (choice := _chosen(part, asked)) is not None:
        return choice
    try:
        number = read_number(part).exact
    except NotANumber:
        return None
    numbers = {choice for choice in asked.choices if not isinstance(choice, str)}
    return int(number) if number in numbers else None


def _about_witness(asked: Exercise, answer: Any) -> Feedback:
    """Judge an answer of which many are right: whether it does what it should."""
    assert asked.objection
    cells = read_table(answer, np.shape(asked.answer))
    if isinstance(cells, Feedback):
        return cells
    if any(cell is None or cell.exact.denominator != 1 or cell.exact < 0 for cell in cells):
        return unclear("Give counts: whole numbers, none of them below 0.")
    problem = asked.objection([int(cell.exact) for cell in cells if cell])
    return wrong(problem) if problem else right("it does what was asked for.")
