"""Judge what has no fixed answer: a text, or the reader's own matrix with a number of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from string import ascii_lowercase
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cmcourse.exercises.diagnosis import about_number
from cmcourse.exercises.feedback import Feedback, unclear
from cmcourse.exercises.mistakes import the
from cmcourse.exercises.plain_values import Strange, as_plain_values, in_words, is_open
from cmcourse.exercises.registry import Exercise
from cmcourse.exercises.tables import cell_in_words, read_table
from cmcourse.exercises.typed_numbers import is_whole, judge, read_number
from cmlib._checks import is_frame
from cmlib._labels import Label
from cmlib.by_hand.explanation import Explanation
from cmlib.by_hand.notation import capitalised
from cmlib.matrix import ConfusionMatrix

_PAIR = (
    "Hand in a pair, your table and your number: (table, number). The table has one row in "
    "brackets for each class in truth: [[9, 3], [1, 7]]."
)
_HOW_TO_TICK = 'Tick them by their letters: "a", or "ab".'
# Limits of the reader's own matrix: samples in a cell, classes.
_MOST, _CLASSES = 10**9, 20
_PLACES = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)
# Fewest words of a text.
SHORTEST = 10


def about_text(asked: Exercise, answer: Any, ticks: Any = "") -> Feedback:
    """Return a good text and the points to look for; the reader ticks them and judges.

    Examples
    --------
    >>> from cmcourse.exercises.open_answers import about_text
    >>> from cmcourse.exercises.registry import Exercise
    >>> asked = Exercise(id="1.9", kind="write", rubric=("how many mails", "what a slip costs"),
    ...                  answer="Of 1000 mails two were lost. Each costs a customer.",
    ...                  next_step="write two sentences.")
    >>> about_text(asked, "It was right.").text
    'That is 3 words; write at least 10. Next step: write two sentences.'
    >>> print(about_text(asked, "We looked at 1000 mails, and two letters were lost.", "a").text)
    Yours to judge. You ticked 1 of 2 points; still open: b.
      [x] a  how many mails
      [ ] b  what a slip costs
    A good answer: Of 1000 mails two were lost. Each costs a customer.
    """
    if not isinstance(answer, str):
        return unclear(f"{in_words(answer)}. Write a text in quotes.")
    length = len(answer.split())
    if length < SHORTEST:
        return unclear(
            f"That is {_many(length, 'word')}; write at least {SHORTEST}. "
            f"Next step: {asked.next_step}"
        )
    letters = ascii_lowercase[: len(asked.rubric)]
    listed = ticks if isinstance(ticks, tuple | frozenset) else (ticks,)
    if not all(isinstance(part, str) or part is ... for part in listed):
        return unclear(_HOW_TO_TICK)
    text = ",".join(part for part in listed if part is not ...).lower()
    for first, last in re.findall(r"\b([a-z])\s*[-–]\s*([a-z])\b", text):
        text += ascii_lowercase[ascii_lowercase.index(first) : ascii_lowercase.index(last)]
    text = letters if text == "all" else text
    ticked = set(re.sub(r"\band\b|\bnone\b|[\W_]", "", text))
    if unknown := sorted(ticked - set(letters)):
        return unclear(
            f"There is no point {unknown[0]!r} to tick: the points are a to {letters[-1]}."
        )
    still = [letter for letter in letters if letter not in ticked]
    if not ticked:
        said = f"Which of these points does your text make? {_HOW_TO_TICK}"
    elif still:
        said = f"You ticked {len(ticked)} of {len(letters)} points; still open: {', '.join(still)}."
    else:
        said = f"You ticked {'both' if len(letters) == 2 else f'all {len(letters)}'} points."
    lines = [f"Yours to judge. {said}"]
    for letter, point in zip(letters, asked.rubric, strict=True):
        lines.append(f"  [{'x' if letter in ticked else ' '}] {letter}  {point}")
    if still:
        lines.append(f"A good answer: {asked.answer}")
    return Feedback("read", "\n".join(lines))


def about_own_data(asked: Exercise, answer: Any) -> Feedback:
    """Judge a pair: the reader's own matrix and a number of it.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix, explain
    >>> from cmcourse.exercises.open_answers import about_own_data
    >>> from cmcourse.exercises.registry import Exercise
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
    if _are_words(answer) or _are_words(matrix):
        return unclear(
            "Those are labels, not counts. Count them first: "
            "cmlib.ConfusionMatrix.from_labels(y_true, y_pred) is the matrix of your pair."
        )
    if isinstance(number, tuple | ConfusionMatrix) and isinstance(matrix, Real | Decimal | str):
        return unclear("The other way round: (matrix, number).")
    matrix = _counted(matrix)
    if isinstance(matrix, Feedback):
        return matrix
    if _holds_its_sums(matrix):
        return unclear(
            "Your last row and your last column are the sums of the others. Leave the sums out."
        )
    if lacking := asked.needs(matrix) if asked.needs else "":
        return unclear(lacking)
    right, foreseen = asked.of_own(matrix), {}
    if isinstance(right, tuple):
        right, foreseen = right
    if isinstance(right, Explanation) and right.exact is None:
        return unclear(f"For your matrix {the(right)} is undefined: go on until it has a value.")
    of_this = replace(asked, kind="answer", answer=right, of_own=None, needs=None)
    said = about_number(replace(of_this, mistakes=_apart(foreseen, of_this.value)), number)
    return said._replace(text=re.sub(r"'(the \w+ class)'", r"\1", said.text))


def with_frame_read(answer: Any) -> Any:
    """Return a pair of a frame with named classes and a number with its matrix, or what is wrong.

    Anything else comes back as it is.
    """
    try:
        if not (isinstance(answer, tuple | list) and len(answer) == 2 and is_frame(answer[0])):
            return answer
        frame, number = answer
        # Rows without names are classes by their places.
        if type(getattr(frame, "index", None)).__name__ in ("RangeIndex", "NoneType"):
            return answer
        return _frame_read(frame, number)
    except Exception:  # an unknown object: `as_plain_values` names it
        return answer


def _frame_read(frame: Any, number: Any) -> Any:
    try:
        return (ConfusionMatrix.from_frame(frame), number)
    except Exception as error:  # a frame may hold anything at all
        rows = as_plain_values(frame)
        if is_open(rows):
            return (rows, number)
        counts = _counts_of(rows)
        if isinstance(counts, Feedback):
            return counts
        message = f"{error}.".replace("pass frame.T", "turn it with .T")
        return unclear(capitalised(message.replace("frame", "your table", 1)))


def _apart(foreseen: Mapping[Any, str], right: Fraction) -> dict[Any, str]:
    """Leave out mistakes that lead to the right number of this matrix, or to the same number."""
    kept: dict[Any, str] = {}
    values = [right]
    for key, message in foreseen.items():
        number = read_number(key)
        if all(judge(number, value) != "right" for value in values):
            kept[key] = message
            values.append(number.exact)
    return kept


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _are_words(parts: Any) -> bool:
    """Return whether all parts are lists of words, such as labels of samples."""
    words = re.compile(r"[^\W\d_]").search
    return isinstance(parts, tuple) and all(
        isinstance(part, tuple) and all(isinstance(word, str) and words(word) for word in part)
        for part in parts
    )


def _holds_its_sums(matrix: ConfusionMatrix) -> bool:
    """Return whether the last row and the last column are the sums of the others."""
    counts = matrix.counts
    return (
        len(counts) > 2
        and counts.any()
        and all((table[:-1].sum(axis=0) == table[-1]).all() for table in (counts, counts.T))
    )


def _counted(matrix: Any) -> ConfusionMatrix | Feedback:
    """Return the reader's matrix with whole numbers for counts, or feedback if it has none."""
    labels = matrix.labels if isinstance(matrix, ConfusionMatrix) else None
    rows = matrix.counts.tolist() if labels else matrix
    if not (isinstance(rows, tuple | list) and rows and isinstance(rows[0], tuple | list)):
        return unclear(_PAIR)
    widths = {len(row) for row in rows if isinstance(row, tuple | list)}
    if len(widths) == 1 and widths != {len(rows)}:
        return unclear(
            f"Your matrix has {_many(len(rows), 'row')} and {_many(widths.pop(), 'column')}; it "
            "needs as many rows as columns."
        )
    if len(rows) < 2:
        return unclear("Your matrix has one class; it needs two at least.")
    if len(rows) > _CLASSES:
        return unclear(f"Your matrix has {len(rows)} classes; {_CLASSES} are the most here.")
    counts = _counts_of(rows, labels)
    if isinstance(counts, Feedback):
        return counts
    unnamed = labels is None or labels == tuple(range(len(rows)))
    names = [f"the {place} class" for place in _PLACES.split()[: len(rows)]]
    return ConfusionMatrix(counts, names if unnamed else labels)


def _counts_of(rows: Any, labels: Sequence[Label] | None = None) -> NDArray[Any] | Feedback:
    """Return the whole numbers of a table with as many counts in each row, or what is wrong."""
    shape = (len(rows), len(rows[0]))
    cells = read_table(rows, np.full(shape, _MOST))
    if isinstance(cells, Feedback):
        return cells
    for at, cell in enumerate(cells):
        if not (cell and is_whole(cell) and 0 <= cell.exact <= _MOST):
            where = f"{capitalised(cell_in_words(divmod(at, shape[1]), labels))} of your matrix"
            if cell and cell.exact > _MOST:
                return unclear(f"{where}: too large for a count.")
            return unclear(
                f"{where} holds {cell.text if cell else 'nan'}. A count is a whole number, not "
                "below 0."
            )
    return np.array([round(cell.exact) for cell in cells if cell]).reshape(shape)
