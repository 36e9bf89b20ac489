"""The registry: what `check` knows about each exercise, one file per lesson beside this one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import files
from random import Random
from typing import Any, NamedTuple

__all__ = ["Exercise", "Variant", "exercise", "exercises", "lessons"]


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """One question that `check` can judge.

    Attributes
    ----------
    id : str
        Lesson, number and, if the exercise asks more than one thing, a letter: ``"5.2a"``.
    points : int
    answer : Explanation, number, str, bool, set, array-like or ConfusionMatrix
        What is right. With an `Explanation`, a wrong number is looked for in its matrix.
    mistakes : mapping of wrong answer to message
        What to say to the wrong answers that the author foresaw; fractions may stand in quotes.
    next_step : str
        One sentence that is said when nothing better is known.
    choices : sequence of str
        If a word is due: the words to choose from, in the order of the question.
    synonyms : mapping of str to str
        Other spellings, each with the word that it stands for.
    variant : callable or None
        Draws the same question with other numbers, from a `random.Random`.
    """

    id: str
    points: int
    answer: Any
    mistakes: Mapping[Any, str] = field(default_factory=dict)
    next_step: str = ""
    choices: Sequence[str] = ()
    synonyms: Mapping[str, str] = field(default_factory=dict)
    variant: Callable[[Random], Variant] | None = None

    @property
    def lesson(self) -> int:
        """The number of the lesson, which stands before the point."""
        return int(self.id.partition(".")[0])


class Variant(NamedTuple):
    """An exercise with other numbers, and its question in words."""

    prompt: str
    exercise: Exercise


def lessons() -> list[int]:
    """Return the numbers of the lessons that have exercises.

    Examples
    --------
    >>> from cmlib.exercises.registry import lessons
    >>> lessons()
    [1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    found = (re.fullmatch(r"lesson_(\d\d)\.py", file.name) for file in files(__package__).iterdir())
    return sorted(int(match[1]) for match in found if match)


@cache
def exercises(lesson: int) -> Mapping[str, Exercise]:
    """Return the exercises of a lesson by their ids, in the order of the lesson.

    Examples
    --------
    >>> from cmlib.exercises.registry import exercises
    >>> list(exercises(1))[:3]
    ['1.1', '1.2a', '1.2b']
    """
    module = import_module(f"cmlib.exercises.lesson_{lesson:02}")
    return {exercise.id: exercise for exercise in module.EXERCISES}


def exercise(id: str) -> Exercise:
    """Return an exercise of the registry; only the lesson that it belongs to is loaded.

    Raises
    ------
    ValueError
        If there is no such exercise; the message lists those of its lesson.

    Examples
    --------
    >>> from cmlib.exercises.registry import exercise
    >>> exercise("1.5").answer
    0.5
    """
    match = re.match(r"(\d{1,2})\.", id) if isinstance(id, str) else None
    if match is None or int(match[1]) not in lessons():
        raise ValueError(
            f"there is no exercise {id!r}: an id is a text such as '1.2a', lesson "
            f"({lessons()[0]} to {lessons()[-1]}), point, number"
        )
    known = exercises(int(match[1]))
    if id not in known:
        raise ValueError(
            f"there is no exercise {id!r}; the exercises of lesson {match[1]} are "
            f"{', '.join(known)}"
        )
    return known[id]
