"""Judge a table or a list of numbers: which cells are wrong, and what would explain them all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from math import isnan
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cmcourse.exercises.feedback import Feedback, almost, right, unclear, wrong
from cmcourse.exercises.plain_values import as_plain_values, in_words
from cmcourse.exercises.registry import Exercise, exercise
from cmcourse.exercises.typed_numbers import (
    FEW_DIGITS,
    NotANumber,
    Number,
    almost_right,
    is_short,
    is_whole,
    judge,
    read_number,
    rounds_to,
)
from cmlib._labels import Label
from cmlib.by_hand.notation import capitalised
from cmlib.matrix import ConfusionMatrix

# None stands for nan, which is right where a value is undefined.
Cells: TypeAlias = list[Number | None]


def about_table(asked: Exercise, answer: Any) -> Feedback:
    """Judge an answer, in plain values, to an exercise whose answer is a table or a list."""
    expected = asked.answer
    matrix = expected if isinstance(expected, ConfusionMatrix) else None
    values = np.asarray(matrix.counts if matrix else expected)
    cells = read_table(answer, values)
    if isinstance(cells, Feedback):
        for key, message in asked.mistakes.items():  # a foreseen one may have another shape
            other = read_table(answer, np.asarray(key))
            if not isinstance(other, Feedback) and not _differing(other, np.asarray(key)):
                return wrong(message)
        return cells
    differing = _differing(cells, values)
    given = [cell and cell.exact for cell in cells]
    if (
        matrix
        and isinstance(answer, ConfusionMatrix)
        and answer.labels != matrix.labels
        and set(answer.labels) == set(matrix.labels)
    ):
        return wrong(
            f"The classes of your matrix are {list(answer.labels)}; they should be "
            f"{list(matrix.labels)}, in this order."
        )
    if differing and asked.kind == "place" and (ordered := _by_first_column(cells, values)):
        cells, differing = ordered, _differing(ordered, values)
    if not differing:
        if are_marks(values):
            return right("every mark is right.")
        return right(f"{shape_in_words(values.shape)}, every number right.")
    for key, message in asked.mistakes.items():
        if np.shape(key) == values.shape and not _differing(cells, np.asarray(key)):
            return wrong(message)
    if explained := next(_explanations(cells, values, matrix), None):
        return wrong(explained)
    if are_marks(values) and np.array_equal(
        values.ravel(), [cell is not None and cell > 0 for cell in given]
    ):
        return almost("The right cells; put a 1 in each of them, and 0 elsewhere.")
    if asked.kind == "place" and are_marks(values) and all(cell in (0, 1) for cell in given):
        if not any(given):
            return Feedback("open", f"Nothing is marked yet. Next step: {asked.next_step}")
        # Naming the wrong mark gives the answer away.
        count = _how_many(values.size - len(differing), values.size, "marks")
        return wrong(f"{count} right. Next step: {asked.next_step}")
    verdict, text = _first_wrong(cells, values, matrix, differing)
    next_step = f" Next step: {asked.next_step}" if verdict == "wrong" else ""
    return Feedback(verdict, text + next_step)


def are_marks(values: NDArray[Any]) -> bool:
    """Return whether all numbers are 0 or 1."""
    return set(values.flat) <= {0, 1}


def readable(id: str, answer: Any) -> NDArray[Any] | None:
    """Return a table or a list that answers an exercise as an array of numbers, to draw it.

    Counts are whole, not below 0, and not all of them 0; marks are 0 and 1.

    Returns
    -------
    array or None
        None if there is no answer yet, or if it is not of the shape and kind that is asked for.

    Examples
    --------
    >>> from cmcourse.exercises import readable
    >>> readable("6.4a", ["80%", "-3/5"])
    array([ 0.8, -0.6])
    >>> readable("6.4a", [0.8]) is None
    True
    """
    expected = exercise(id).answer
    values = np.asarray(expected)
    cells = read_table(as_plain_values(answer), values)
    if isinstance(cells, Feedback) or not all(cell and abs(cell.exact) < 10**9 for cell in cells):
        return None
    numbers = [cell.exact for cell in cells if cell]
    if values.dtype.kind == "f":
        return np.array(numbers, float).reshape(values.shape)
    whole = all(is_whole(cell) and cell.exact > -1 / 2 for cell in cells if cell)
    if not whole or not any(map(round, numbers)) or (are_marks(values) and round(max(numbers)) > 1):
        return None
    return np.array([round(number) for number in numbers]).reshape(values.shape)


def read_table(answer: Any, values: NDArray[Any]) -> Cells | Feedback:
    """Return the cells of a table row by row, or feedback if its shape or cells do not fit."""
    shape = values.shape
    parts = answer.counts.tolist() if isinstance(answer, ConfusionMatrix) else answer
    if not isinstance(parts, tuple | list):
        return unclear(f"{in_words(answer)}. Answer with {shape_in_words(shape)}.")
    given = _shape_of(parts)
    if len(shape) == 1 and given in ((1, *shape), (*shape, 1)):
        parts, given = list(_flat(parts)), shape
    if given is None:
        return unclear("The rows of your table are not all of the same length.")
    if given != shape:
        turned = given == shape[::-1]
        hint = " Rows and columns look exchanged." if turned else ""
        return unclear(
            f"You have {shape_in_words(given)}; it should be {shape_in_words(shape)}.{hint}"
        )
    try:
        return [
            None
            if isinstance(cell, float) and isnan(cell)
            else read_number(int(cell) if isinstance(cell, bool) and are_marks(values) else cell)
            for cell in _flat(parts)
        ]
    except NotANumber as message:
        if are_marks(values):
            return unclear("Give zeros and ones.")
        return unclear(f"One of your cells cannot be read. {message}")


def _shape_of(parts: Any) -> tuple[int, ...] | None:
    """Return the shape of nested tuples, None if it is ragged."""
    if not isinstance(parts, tuple | list):
        return ()
    shapes = {_shape_of(part) for part in parts}
    if len(shapes) > 1 or None in shapes:
        return None
    return (len(parts), *(shapes.pop() or ())) if shapes else (0,)


def _flat(parts: Any) -> Iterator[Any]:
    for part in parts:
        if isinstance(part, tuple | list):
            yield from _flat(part)
        else:
            yield part


def as_fraction(number: Any) -> Fraction:
    """Return a number as the fraction that its decimals are."""
    return Fraction(str(number.item() if isinstance(number, np.generic) else number))


def _differing(cells: Cells, values: NDArray[Any]) -> list[int]:
    """Return the positions, counted row by row, of the cells that are not right."""
    return [
        at
        for at, (cell, value) in enumerate(zip(cells, values.flat, strict=True))
        if (cell is None) != (value != value)
        or (cell is not None and judge(cell, as_fraction(value), in_table=True) != "right")
        or (cell is not None and isinstance(value, int | np.integer) and not is_whole(cell))
    ]


def _by_first_column(cells: Cells, values: NDArray[Any]) -> Cells | None:
    """Return the cells with the rows sorted by the first column, if it names the rows."""
    if values.ndim != 2 or values.shape[0] == values.shape[1]:
        return None
    names = values[:, 0].tolist()
    rows = {cell and cell.exact: at for at, cell in enumerate(cells[:: values.shape[1]])}
    if len(set(names)) < len(names) or rows.keys() != set(names):
        return None
    width = values.shape[1]
    return [cell for name in names for cell in cells[rows[name] * width :][:width]]


def _explanations(
    cells: Cells, values: NDArray[Any], matrix: ConfusionMatrix | None
) -> Iterator[str]:
    """Yield messages for single mistakes that explain all cells."""
    if values.ndim == 2 and values.shape[0] == values.shape[1]:
        for table, says in rearranged(values, matrix):
            if not _differing(cells, table):
                yield says
        if form := _other_form(cells, values):
            yield form
    if np.isnan(values.astype(float)).any() or are_marks(values):
        return
    if values.ndim == 1 and len(values) > 1 and None not in cells:
        yield from _whole_list(cells, values)
    if not _differing(cells, 1 - values.astype(object)):
        yield "Every number is 1 minus the right one: you have the other part of each whole."
    if not _differing(cells, 100 * values.astype(object)) and abs(values).max() <= 1:
        yield "These are percentages; divide each by 100."


def rearranged(
    values: NDArray[Any], matrix: ConfusionMatrix | None
) -> Iterator[tuple[NDArray[Any], str]]:
    """Yield a square table transposed and with its classes in other orders, and its messages."""
    yield (
        values.T,
        "The numbers are right, but rows and columns are exchanged: rows are the truth, and "
        "you have them as columns.",
    )
    # A mark in another cell is no other order of the classes.
    if are_marks(values):
        return
    order = f": {', '.join(map(repr, matrix.labels))}" if matrix else ""
    says = (
        "The numbers are right, but the classes stand in another order than the one asked "
        f"for{order}."
    )
    if len(values) <= 5:
        for place in permutations(range(len(values))):
            moved = values[np.ix_(place, place)]
            yield moved, says
            yield moved.T, f"{says} Rows and columns are exchanged, too."


def _other_form(cells: Cells, values: NDArray[Any]) -> str | None:
    """Return the message for counts given as shares, or shares as counts, else None."""
    if not all(cell and abs(cell.exact) < 10**9 for cell in cells):
        return None
    given = np.array([float(cell.exact) for cell in cells if cell]).reshape(values.shape)
    whole = all(cell.exact.denominator == 1 for cell in cells if cell)
    forms = {
        "true": "divide each row by its sum",
        "pred": "divide each column by its sum",
        "all": "divide every cell by the total",
    }
    if values.dtype.kind in "iu" and not whole:
        counts, shares = values, given
    elif values.dtype.kind == "f" and whole and (given >= 0).all():
        counts, shares = given, values
    else:
        return None
    for over, how in forms.items():
        divided = ConfusionMatrix(counts.astype(int)).normalize(over)  # type: ignore[arg-type]
        if np.allclose(shares, divided, atol=0.0006, equal_nan=True):
            if counts is values:
                return "These are shares; the question asks for the counts."
            return f"These are the counts; the question asks for shares: {how}."
    return None


def _whole_list(cells: Cells, values: NDArray[Any]) -> Iterator[str]:
    exact = [cell.exact for cell in cells if cell]
    whole = [as_fraction(value) for value in values]
    # For 1 to n, every wrong order is a permutation, so the order explains nothing.
    mixed = sorted(exact) == sorted(whole) != list(range(1, len(whole) + 1))
    if mixed and not _differing(cells, values[::-1]):
        yield "The numbers are right, but they stand in reverse order."
    if mixed:
        yield "The numbers are right, but they stand in another order."


def _first_wrong(
    cells: Cells, values: NDArray[Any], matrix: ConfusionMatrix | None, differing: list[int]
) -> Feedback:
    problems = {at: _problem(at, cells[at], values, matrix) for at in differing}
    # Wrong numbers come before those that only lack digits.
    at = min(problems, key=lambda at: (problems[at].verdict == "almost", at))
    verdict, text = problems[at]
    right_ones = values.size - len(differing)
    close = sum(problem.verdict == "almost" for problem in problems.values())
    count = _how_many(right_ones, values.size, "numbers")
    if close and verdict == "wrong":
        count = _how_many(right_ones + close, values.size, "numbers") + " right or close"
    elif close == values.size:
        return almost(f"Close, but: {text}")
    else:
        count += " right"
    return Feedback(verdict, f"{count}. {capitalised(text)}")


def _problem(
    at: int, cell: Number | None, values: NDArray[Any], matrix: ConfusionMatrix | None
) -> Feedback:
    """Return the feedback to one number that is not right."""
    place = tuple(int(i) for i in np.unravel_index(at, values.shape))
    where = cell_in_words(place, matrix.labels if matrix else None)
    value = values[place]
    if value != value:
        shown = cell.text if cell else "nan"
        return wrong(f"{where} is undefined (0/0): write nan there, not {shown}.")
    if cell is None:
        return wrong(f"{where}: nan is not right.")
    if isinstance(value, int | np.integer):
        lacks = "right" if is_whole(cell) else "a whole number"
        return wrong(f"{where}: {cell.text} is not {lacks}.")
    if form := almost_right(cell, as_fraction(value)):
        return almost(f"{where}: {form}")
    if is_short(cell, as_fraction(value)) or rounds_to(as_fraction(value), cell, least=1):
        return almost(f"{where}: {cell.text} {FEW_DIGITS}.")
    return wrong(f"{where}: {cell.text} is not right.")


def _how_many(count: int, size: int, things: str) -> str:
    """Return the subject of a sentence: "None of the 9 numbers is"."""
    if size == 2 and count < 2:
        return ("Neither of the two numbers is", "One of the two numbers is")[count]
    if count == size - 1:
        return f"All but one of the {size} {things} are"
    return f"{count or 'None'} of the {size} {things} {'is' if count < 2 else 'are'}"


def shape_in_words(shape: tuple[int, ...]) -> str:
    """Return "a list of 2 numbers", "a table of 3 × 3 numbers"."""
    if len(shape) == 1:
        return f"a list of {shape[0]} number{'' if shape[0] == 1 else 's'}"
    return f"a table of {' × '.join(map(str, shape))} numbers"


def cell_in_words(place: tuple[int, ...], labels: Sequence[Label] | None = None) -> str:
    """Return the place of a number in a table or a list."""
    if labels:
        row, column = (repr(labels[at]) for at in place)
        return f"row {row} (the truth), column {column} (the prediction)"
    if len(place) == 2:
        return f"row {place[0]}, column {place[1]} (counted from 0)"
    return f"position {', '.join(map(str, place))} (counted from 0)"
