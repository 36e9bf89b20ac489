"""Draw other numbers for a question, such that no two mistakes lead to the same number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from numpy.typing import ArrayLike

from cmcourse.exercises.mistakes import again, wrong_ways
from cmcourse.exercises.registry import Draw, Exercise
from cmlib._labels import Label
from cmlib.by_hand.explanation import Explanation, explain, question_of
from cmlib.by_hand.question import Question
from cmlib.matrix import ConfusionMatrix

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Variant(NamedTuple):
    """An exercise with other numbers, and its question in words."""

    prompt: str
    exercise: Exercise


def asks_for(
    prompt: str,
    name: str,
    matrix: ConfusionMatrix,
    label: Any = None,
    *,
    points: int = 2,
    mistakes: Mapping[Any, str] | None = None,
    next_step: str = "",
    rare: bool = False,
    **options: Any,
) -> Exercise:
    """Return an exercise that asks for a metric of a matrix and can draw similar matrices.

    With ``rare``, the first class of two is rare in about half of the matrices drawn.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from random import Random
    >>> from cmlib import ConfusionMatrix
    >>> from cmcourse.exercises.variants import asks_for, variant
    >>> pets = ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])
    >>> asked = asks_for("Precision of *dog* in `{counts}`?", "precision", pets, "dog")
    >>> variant(replace(asked, id="1.2a"), Random(1)).prompt
    'Precision of *dog* in `[[14, 10], [2, 22]]`?'
    """

    def draw(random: Random) -> Draw:
        counts = _counts_like(matrix, random)
        if rare and random.random() < 1 / 2:
            counts[1] = [random.randint(5, 60), random.randint(400, 2000)]
        other = ConfusionMatrix(counts, matrix.labels)
        return Draw(
            prompt.format(counts=other.counts.tolist(), total=other.total),
            explain(name, other, label, **options),
        )

    return Exercise(
        points=points,
        answer=explain(name, matrix, label, **options),
        mistakes=mistakes or {},
        next_step=next_step,
        draw=draw,
    )


def exact(
    name: str, cm: ConfusionMatrix | ArrayLike, label: Label | None = None, **options: Any
) -> Fraction:
    """Return the exact value of a metric, with the arguments of `explain`; it must be defined.

    Examples
    --------
    >>> from cmcourse.exercises.variants import exact
    >>> exact("recall", [[5, 7], [3, 7]], 0)
    Fraction(5, 12)
    """
    value = explain(name, cm, label, **options).exact
    assert value is not None
    return value


def variant(asked: Exercise, random: Random) -> Variant:
    """Return the same question with other numbers, drawn until no two mistakes collide.

    Examples
    --------
    >>> from random import Random
    >>> from cmcourse.exercises.registry import exercise
    >>> from cmcourse.exercises.variants import variant
    >>> variant(exercise("1.5"), Random(1)).exercise.answer
    Fraction(9, 13)
    """
    if asked.draw is None:
        raise ValueError(f"exercise {asked.id!r} has no variants: its numbers are not drawn")
    for _ in range(1000):
        try:
            prompt, answer, mistakes, whole = asked.draw(random)
            whole = whole or asked.whole
            found = replace(asked, answer=answer, mistakes=mistakes, whole=whole, draw=None)
        except ValueError:  # a mistake that is right, or foreseen twice
            continue
        if not any(collisions(found)):
            return Variant(prompt, found)
    raise RuntimeError("1000 draws, and none makes an exercise")


def _counts_like(matrix: ConfusionMatrix, random: Random) -> list[list[int]]:
    """Draw as many counts, with a clear diagonal and no zero."""
    classes = range(len(matrix.labels))
    return [
        [random.randint(6, 40) if row == column else random.randint(1, 12) for column in classes]
        for row in classes
    ]


def collisions(asked: Exercise) -> Iterator[str]:
    """Yield the pairs of right and wrong numbers that are equal in this matrix by chance.

    Pairs that are equal in a generic matrix as well are equal by an identity, and left out.

    Examples
    --------
    >>> from cmcourse.exercises.registry import Exercise
    >>> from cmcourse.exercises.variants import collisions
    >>> from cmlib import explain
    >>> unlucky = Exercise(id="1.1", points=1, answer=explain("recall", [[4, 1], [1, 4]], 0))
    >>> next(collisions(unlucky))
    "0.8: right, and the recall of 'b': right formula, wrong class. The question is about 'a'."
    """
    metric = asked.answer
    if not isinstance(metric, Explanation):
        return
    here, elsewhere = lettered_values(metric, asked.lesson)
    for (one, a), (two, b) in combinations(here.items(), 2):
        if a == b and elsewhere.get(one, 0) != elsewhere.get(two, 1):
            yield f"{float(a):.4g}: {one}, and {two}"


def lettered_values(
    metric: Explanation, lesson: int
) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """Return the right and the wrong numbers by their messages, here and in a generic matrix."""
    asked, size = lettered(metric), len(metric.matrix.labels)
    return _values(asked, lesson), _generic_values(question_of(asked), size, lesson)


def lettered(metric: Explanation) -> Explanation:
    """Return the metric with letters for labels, since labels may be numbers."""
    letter = dict(zip(metric.matrix.labels, _LETTERS, strict=False))
    return again(
        metric,
        matrix=ConfusionMatrix(metric.matrix.counts, list(letter.values())),
        label=None if metric.label is None else letter[metric.label],
        exclude=tuple(letter[label] for label in metric.exclude),
    )


def generic(question: Question, size: int) -> Explanation:
    """Ask a question of a lettered matrix in which metrics are equal only by identities."""
    random = Random(20)
    counts = [[random.randint(101, 999) for _ in range(size)] for _ in range(size)]
    return Explanation(replace(question, matrix=ConfusionMatrix(counts, list(_LETTERS[:size]))))


@cache
def _generic_values(question: Question, size: int, lesson: int) -> dict[str, Fraction]:
    """Return `_values` of a generic matrix.

    Questions compare equal whatever their counts, so the cache has one entry for each kind.
    """
    return _values(generic(question, size), lesson)


def _values(metric: Explanation, lesson: int) -> dict[str, Fraction]:
    """Return the right and the wrong numbers by their messages without digits."""
    assert metric.exact is not None  # defined in exercises, and in matrices without zeros
    values = {"right": metric.exact}
    for value, message in wrong_ways(metric, lesson, also_right=True):
        values.setdefault(re.sub(r"\d+|\(which equals the accuracy here\)", "", message), value)
    return values
