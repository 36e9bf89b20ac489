"""Answers that nobody can foresee: a text, or the reader's own matrix with a number of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cmlib.by_hand.explanation import Explanation
from cmlib.exercises.diagnosis import about_number
from cmlib.exercises.feedback import Feedback, unclear
from cmlib.exercises.plain_values import Strange, in_words
from cmlib.exercises.registry import Exercise, points_made
from cmlib.matrix import ConfusionMatrix

_PAIR = (
    "Hand in a pair, your matrix and your number: (matrix, number). The matrix is a table, one row "
    "in brackets for each class in truth: [[9, 3], [1, 7]]."
)
# A text of fewer words is no answer yet to "write two sentences".
SHORTEST = 10


def about_text(asked: Exercise, answer: Any) -> Feedback:
    """Say which points of the rubric a text seems to make, and show a good text.

    Words are looked for, not meaning: the reader is told so, and judges.

    Examples
    --------
    >>> from cmlib.exercises.open_answers import about_text
    >>> from cmlib.exercises.registry import Exercise
    >>> rubric = {"how many were looked at": ["1000", "thousand"], "what it costs": ["cost"]}
    >>> asked = Exercise(id="1.9", kind="write", rubric=rubric, next_step="write two sentences.",
    ...                  answer="Of a thousand mails two were lost. Each costs a customer.")
    >>> about_text(asked, "It was right.").text
    'That is 3 words. Next step: write two sentences.'
    """
    if not isinstance(answer, str):
        return unclear(f"{in_words(answer)}; here a text in quotes is due.")
    length = len(answer.split())
    if length < SHORTEST:
        words = "word" if length == 1 else "words"
        return unclear(f"That is {length} {words}. Next step: {asked.next_step}")
    made = points_made(asked, answer)
    missing = [point for point in asked.rubric if point not in made]
    seen = f"Seen in your text: {'; '.join(made)}." if made else ""
    lacking = f"Not seen: {'; '.join(missing)}." if missing else ""
    parts = ("Yours to judge.", seen, lacking, f"One good answer: {asked.answer}")
    return Feedback("read", " ".join(filter(None, parts)))


def about_own_data(asked: Exercise, answer: Any) -> Feedback:
    """Judge a number of a matrix that the reader brings: both are handed in as a pair.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix, explain
    >>> from cmlib.exercises.open_answers import about_own_data
    >>> from cmlib.exercises.registry import Exercise
    >>> asked = Exercise(id="1.9", kind="own", answer=ConfusionMatrix([[3, 1], [2, 4]]),
    ...                  of_own=lambda own: explain("recall", own, own.labels[0]),
    ...                  next_step="count the row of the class.")
    >>> about_own_data(asked, (ConfusionMatrix([[9, 3], [1, 7]]), "9/12")).verdict
    'right'
    """
    assert asked.of_own
    if isinstance(answer, Strange) or not (isinstance(answer, tuple) and len(answer) == 2):
        return unclear(_PAIR)
    matrix, number = answer
    if not isinstance(matrix, ConfusionMatrix):
        if not (isinstance(matrix, tuple) and all(isinstance(row, tuple) for row in matrix)):
            return unclear(_PAIR)
        try:
            matrix = ConfusionMatrix(matrix)
        except (TypeError, ValueError) as error:
            return unclear(f"Your matrix cannot be one: {error}.")
    if lacking := asked.needs(matrix) if asked.needs else "":
        return unclear(lacking)
    right = asked.of_own(matrix)
    if isinstance(right, Explanation) and right.exact is None:
        return unclear(f"For your matrix the {right.subject} is undefined. Count a little more.")
    of_this = replace(asked, kind="answer", answer=right, of_own=None, needs=None, mistakes={})
    return about_number(of_this, number)
