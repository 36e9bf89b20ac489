"""The registry: what `check` knows about each exercise, one file per lesson beside this one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from importlib import import_module
from importlib.resources import files
from math import isfinite, isinf
from numbers import Real
from random import Random
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike

from cmcourse.exercises.typed_numbers import NotANumber, judge, read_number
from cmlib.by_hand.explanation import Explanation
from cmlib.matrix import ConfusionMatrix

# answer: a number, a word or a table; place: a point, cells or an order; write: a text; judge: the
# slip in someone's report; own: a number of the reader's own data.
Kind = Literal["answer", "place", "write", "judge", "own"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Exercise:
    """One question that `check` can judge.

    Attributes
    ----------
    id : str
        Lesson, number and, if the exercise asks more than one thing, a letter: ``"1.2a"``. The
        quick questions on the way have the number 0: ``"1.0a"``. In a lesson's file it stands
        before the exercise, which is checked once it has it.
    kind : {"answer", "place", "write", "judge", "own"}, default "answer"
    points : int, default 2
    answer : Explanation, number, str, bool, set, list, array or ConfusionMatrix
        What is right. With an `Explanation`, a wrong number is looked for in its matrix. For a text
        it is a good one, for the reader's own data an example.
    mistakes : mapping of wrong answer to message
        Feedback to the wrong answers that the author foresaw. Fractions may stand in quotes; the
        keys for a table are nested tuples, for a set frozensets.
    reason : str
        For a word, a set, yes or no: why it is right. A right answer is told it.
    next_step : str
        One sentence for a wrong answer that nothing explains. A metric has its own, and a foreseen
        "True" or "False" needs none.
    choices : sequence
        For a word or a set: the options, in the order of the question.
    synonyms : mapping of str to str
        Other spellings, each with the choice that it stands for.
    whole : int or None
        The number of samples that the answer is a share or a count of, so that one given for the
        other is named.
    printed : int or None
        The decimals of the answer in print, if the rounded number is right, too.
    objection : callable or None
        For a question with many right answers, of which ``answer`` is one: takes the numbers of a
        table, row by row, and returns what is wrong with them, or ``""``.
    draw : callable or None
        Draws other numbers for the same question, from a `random.Random`.
    rubric : tuple of str
        The points of a good text, in a few words each, without a full stop ("of how many
        samples"). The reader ticks them.
    of_own : callable or None
        Takes the reader's own matrix and returns what is right for it: an explanation or a number,
        or a pair of that and its foreseen mistakes. The answer is then a pair, matrix and number.
    needs : callable or None
        Takes that matrix and returns what it lacks, or ``""``.

    Raises
    ------
    ValueError, TypeError
        If the answer is undefined or of another kind, if a mistake is right, foreseen twice or no
        possible answer, or if the choices lack the answer.
    """

    id: str = ""
    kind: Kind = "answer"
    points: int = 2
    answer: Any
    mistakes: Mapping[Any, str] = field(default_factory=dict)
    reason: str = ""
    next_step: str = ""
    choices: Sequence[Any] = ()
    synonyms: Mapping[str, str] = field(default_factory=dict)
    whole: int | None = None
    printed: int | None = None
    objection: Callable[[list[int]], str] | None = None
    draw: Callable[[Random], Draw] | None = None
    rubric: tuple[str, ...] = ()
    of_own: Callable[[ConfusionMatrix], Any] | None = None
    needs: Callable[[ConfusionMatrix], str] | None = None

    @property
    def lesson(self) -> int:
        """The number of the lesson: the part of the id before the point."""
        return int(self.id.partition(".")[0])

    @property
    def value(self) -> Fraction:
        """The right number, if the exercise asks for one."""
        if isinstance(self.answer, Explanation):
            assert self.answer.exact is not None  # `_check_answer` refuses undefined answers
            return self.answer.exact
        return Fraction(str(self.answer))

    def __post_init__(self) -> None:
        """Raise an error for a question that could not be answered."""
        if not self.id:
            return
        if not re.fullmatch(r"\d{1,2}\.\d{1,2}[a-z]?", self.id) or self.points < 1:
            raise ValueError(f"{self.id!r} is no id such as '1.2a', or has no points")
        if self.kind not in get_args(Kind):
            raise ValueError(f"{self.id}: kind must be one of {get_args(Kind)}, got {self.kind!r}")
        if (self.kind == "write") != bool(self.rubric) or (self.kind == "own") != bool(self.of_own):
            raise ValueError(f"{self.id}: a text needs a rubric, one's own data of_own, else none")
        if self.kind == "write":
            _check_model_text(self)
        else:
            _check_answer(self)
            _check_mistakes(self)
        if not set(self.synonyms.values()) <= set(self.choices):
            raise ValueError(f"{self.id}: a synonym stands for none of the choices")
        needs_none = isinstance(self.answer, Explanation) or (
            isinstance(self.answer, bool) and self.mistakes
        )
        if not self.next_step and not needs_none:
            raise ValueError(f"{self.id} has no next_step")


# A quick question on the way: one of three options, by its letter.
quick = partial(Exercise, points=1, choices=("a", "b", "c"))
# Exercises of the other kinds; most texts have three points.
place = partial(Exercise, kind="place")
text = partial(Exercise, kind="write", points=3)
slip = partial(Exercise, kind="judge")
own = partial(Exercise, kind="own")


def claim(answer: bool, hint: str, reason: str) -> Exercise:
    """Return an exercise about a statement, true or false: a hint, and the reason afterwards.

    Examples
    --------
    >>> from cmcourse.exercises.registry import claim
    >>> claim(False, "Put the two accuracies side by side.", "The first is lower.").answer
    False
    """
    return Exercise(points=1, answer=answer, mistakes={not answer: hint}, reason=reason)


def cells(table: ArrayLike) -> Any:
    """Return the cells of a table, nested tuples for the key of a mistake; True becomes 1.

    Examples
    --------
    >>> import numpy as np
    >>> from cmcourse.exercises.registry import cells
    >>> cells(np.eye(2) > 0)
    ((1, 0), (0, 1))
    """
    rows = (np.asarray(table) * 1).tolist()
    return tuple(tuple(row) if isinstance(row, list) else row for row in rows)


def _check_model_text(asked: Exercise) -> None:
    """Raise an error for a text to write that lacks what it needs."""
    if not isinstance(asked.answer, str):
        raise TypeError(f"{asked.id}: a text is due, got {type(asked.answer).__name__}")
    if asked.mistakes or not asked.next_step:
        raise ValueError(f"{asked.id}: a text has a next_step and no foreseen mistakes")
    if ended := [point for point in asked.rubric if point.endswith(".")]:
        raise ValueError(f"{asked.id}: a point of a rubric has no full stop: {ended[0]}")


def _check_answer(asked: Exercise) -> None:
    """Raise an error for an answer that could not be given or judged."""
    answer = asked.answer
    if isinstance(answer, str | set | frozenset):
        needed = {answer} if isinstance(answer, str) else answer
        if len(asked.choices) < 2 or not needed <= set(asked.choices):
            raise ValueError(f"{asked.id}: the choices must hold the answer, and something else")
    elif isinstance(answer, Explanation):
        if not isfinite(answer.value):
            raise ValueError(f"{asked.id}: the answer is undefined, so none is right: {answer}")
    elif isinstance(answer, Real | Decimal):
        if not isfinite(answer):
            raise ValueError(f"{asked.id}: the answer must be finite, got {answer}")
    elif isinstance(answer, list | np.ndarray | ConfusionMatrix):
        values = np.asarray(getattr(answer, "counts", answer))
        if values.dtype.kind not in "iuf" or not values.size or np.isinf(values).any():
            raise TypeError(f"{asked.id}: the answer must hold finite numbers (or nan)")
    else:
        raise TypeError(
            f"{asked.id}: the answer must be an Explanation, a number, a str, a bool, a set or a "
            f"table, got {type(answer).__name__}"
        )


def _check_mistakes(asked: Exercise) -> None:
    """Raise an error for mistakes that are right, foreseen twice or no possible answer."""
    answer, keys, choices = asked.answer, list(asked.mistakes), set(asked.choices)
    if isinstance(answer, bool):
        odd, what = [key for key in keys if key != (not answer)], "no possible answer"
    elif isinstance(answer, set | frozenset):
        what = "no possible answer"
        odd = [k for k in keys if not isinstance(k, frozenset) or k == answer or not k <= choices]
    elif isinstance(answer, str):
        odd, what = [key for key in keys if key not in choices - {answer}], "not among the choices"
    elif isinstance(answer, Explanation | Real | Decimal):
        return _check_wrong_numbers(asked)
    else:
        right = np.asarray(getattr(answer, "counts", answer))
        odd = [key for key in keys if np.ndim(key) != right.ndim or np.array_equal(key, right)]
        what = "of another shape"
    if odd:
        raise ValueError(f"{asked.id}: a mistake is right or {what}: {odd[0]}")


def _check_wrong_numbers(asked: Exercise) -> None:
    known = [asked.value]
    for key in asked.mistakes:
        if isinstance(key, float) and isinf(key):
            continue
        try:
            number = read_number(key)
        except NotANumber as error:
            raise ValueError(f"{asked.id}: a mistake is not a number: {key!r}") from error
        if any(judge(number, other) == "right" for other in known):
            raise ValueError(f"{asked.id}: {key!r} is right, or foreseen twice")
        known.append(number.exact)


class Draw(NamedTuple):
    """Other numbers for an exercise: its question in words, and all that changes with it.

    After a `ValueError` while numbers are drawn, others are tried.
    """

    prompt: str
    answer: Any
    mistakes: Mapping[Any, str] = MappingProxyType({})
    whole: int | None = None  # None: as in the exercise


def drawn(base: Draw, draw: Callable[[Random], Draw], **parts: Any) -> Exercise:
    """Return an exercise made from one draw; ``draw`` makes its variants."""
    return Exercise(
        answer=base.answer, mistakes=base.mistakes, whole=base.whole, draw=draw, **parts
    )


def lessons() -> list[int]:
    """Return the numbers of the lessons that have exercises.

    Examples
    --------
    >>> from cmcourse.exercises.registry import lessons
    >>> lessons()
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    """
    found = (re.fullmatch(r"lesson_(\d\d)\.py", file.name) for file in files(__package__).iterdir())
    return sorted(int(match[1]) for match in found if match)


@cache
def exercises(lesson: int) -> Mapping[str, Exercise]:
    """Return the exercises of a lesson by their ids, in the order of the lesson.

    Examples
    --------
    >>> from cmcourse.exercises.registry import exercises
    >>> list(exercises(1))[:5]
    ['1.0a', '1.0b', '1.0c', '1.1', '1.2a']
    """
    module = import_module(f"cmcourse.exercises.lesson_{lesson:02}")
    return {id: replace(asked, id=id) for id, asked in module.EXERCISES.items()}


def exercise(id: str) -> Exercise:
    """Return an exercise of the registry.

    Raises
    ------
    ValueError
        If there is no such exercise; the message lists those of its lesson.

    Examples
    --------
    >>> from cmcourse.exercises.registry import exercise
    >>> exercise("1.5").points
    2
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
