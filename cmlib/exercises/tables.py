"""Judge a table or a list of numbers: which cells are wrong, and what would explain them all."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from math import isnan
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cmlib.by_hand.notation import capitalised
from cmlib.exercises.feedback import Feedback, almost, right, unclear, wrong
from cmlib.exercises.plain_values import in_words
from cmlib.exercises.registry import Exercise
from cmlib.exercises.typed_numbers import (
    FEW_DIGITS,
    NotANumber,
    Number,
    almost_right,
    is_short,
    judge,
    read_number,
)
from cmlib.matrix import ConfusionMatrix

# A cell that was read: None stands for nan, which is right where a value is undefined.
Cells: TypeAlias = list[Number | None]


def about_table(asked: Exercise, answer: Any) -> Feedback:
    """Judge an answer, in plain values, to an exercise whose answer is a table or a list."""
    expected = asked.answer
    matrix = expected if isinstance(expected, ConfusionMatrix) else None
    values = np.asarray(matrix.counts if matrix else expected)
    cells = read_table(answer, values.shape)
    if isinstance(cells, Feedback):
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
    if not differing:
        return right(f"{shape_in_words(values.shape)}, every number right.")
    for key, message in asked.mistakes.items():
        if not _differing(cells, np.asarray(key)):
            return wrong(message)
    if explained := next(_explanations(cells, values, matrix), None):
        return wrong(explained)
    if asked.kind == "place" and _are_marks(values) and all(cell in (0, 1) for cell in given):
        # Of a mark that is wrong the place would be the answer.
        right_ones = values.size - len(differing) or "None"
        verb = "is" if right_ones == 1 else "are"
        return wrong(
            f"{right_ones} of the {values.size} marks {verb} right. Next step: {asked.next_step}"
        )
    return _first_wrong(cells, values, matrix, differing)


def _are_marks(values: NDArray[Any]) -> bool:
    """Tell whether numbers are nothing but 0 and 1."""
    return set(values.flat) <= {0, 1}


def read_table(answer: Any, shape: tuple[int, ...]) -> Cells | Feedback:
    """Return the cells of a table row by row, or say what is wrong with it as a table."""
    parts = answer.counts.tolist() if isinstance(answer, ConfusionMatrix) else answer
    if not isinstance(parts, tuple | list):
        return unclear(f"{in_words(answer)}; here {shape_in_words(shape)} is due.")
    given = _shape_of(parts)
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
            None if isinstance(cell, float) and isnan(cell) else read_number(cell)
            for cell in _flat(parts)
        ]
    except NotANumber as message:
        return unclear(f"One of your cells is not a number. {message}")


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


def _fraction(number: Any) -> Fraction:
    return Fraction(str(number.item() if isinstance(number, np.generic) else number))


def _differing(cells: Cells, values: NDArray[Any]) -> list[int]:
    """Return the positions, row by row, where the cells are not right."""
    return [
        at
        for at, (cell, value) in enumerate(zip(cells, values.flat, strict=True))
        if (cell is None) != (value != value)
        or (cell is not None and judge(cell, _fraction(value), in_table=True) != "right")
    ]


def _explanations(
    cells: Cells, values: NDArray[Any], matrix: ConfusionMatrix | None
) -> Iterator[str]:
    """Say what one mistake would explain all cells."""
    if values.ndim == 2 and values.shape[0] == values.shape[1]:
        for table, says in _rearranged(values, matrix):
            if not _differing(cells, table):
                yield says
        if form := _other_form(cells, values):
            yield form
    if np.isnan(values.astype(float)).any():
        return
    if values.ndim == 1 and None not in cells:
        yield from _whole_list(cells, values)
    if not _differing(cells, 1 - values.astype(object)):
        yield "Every number is 1 minus the right one: you have the other part of each whole."
    if not _differing(cells, 100 * values.astype(object)) and abs(values).max() <= 1:
        yield "These are percentages; divide each by 100."


def _rearranged(
    values: NDArray[Any], matrix: ConfusionMatrix | None
) -> Iterator[tuple[NDArray[Any], str]]:
    """List a square table with its rows and columns exchanged, and its classes in other orders."""
    yield (
        values.T,
        "The numbers are right, but rows and columns are exchanged: rows are the truth, and "
        "you have them as columns.",
    )
    # In a table of marks another cell would pass for another order of the classes.
    if _are_marks(values):
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
    """Tell counts given for shares from shares given for counts."""
    if any(cell is None for cell in cells):
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
    whole = [_fraction(value) for value in values]
    for by, how in ((1, "large"), (-1, "small")):
        if exact == [value + by for value in whole]:
            yield f"Every number is too {how} by one. Where does the counting start?"
    if not _differing(cells, values[::-1]):
        yield "The numbers are right, but they stand in reverse order."
    sums = {given + value for given, value in zip(exact, whole, strict=True)}
    if len(sums) == 1 and all(number.denominator == 1 for number in whole):
        yield "You counted from the other end: what is largest for you should be smallest."
    if sorted(exact) == sorted(whole):
        yield "The numbers are right, but they stand in another order."


def _first_wrong(
    cells: Cells, values: NDArray[Any], matrix: ConfusionMatrix | None, differing: list[int]
) -> Feedback:
    at = differing[0]
    place = tuple(int(i) for i in np.unravel_index(at, values.shape))
    where, cell, value = _where(place, matrix), cells[at], values[place]
    lacks = None
    if cell is not None and value == value:
        lacks = almost_right(cell, _fraction(value))
        if lacks is None and is_short(cell, _fraction(value)):
            lacks = f"{cell.text} is close: {FEW_DIGITS}."
    if value != value:
        shown = cell.text if cell else "nan"
        problem = f"{where} is undefined (0/0): nan is due there, and you have {shown}."
    elif lacks:
        problem = f"{where}: {lacks}"
    else:
        problem = f"{where}: {cell.text if cell else 'nan'} is not right."
    if len(differing) == 1:
        text = f"All but one of the {values.size} numbers are right. {capitalised(problem)}"
        return almost(text) if lacks else wrong(text)
    how_many = values.size - len(differing) or "None"
    verb = "is" if how_many == 1 else "are"
    return wrong(
        f"{how_many} of the {values.size} numbers {verb} right. The first that is not is {problem}"
    )


def shape_in_words(shape: tuple[int, ...]) -> str:
    """Say what kind of table has a shape."""
    if len(shape) == 1:
        return f"a list of {shape[0]} numbers"
    return f"a table of {' × '.join(map(str, shape))} numbers"


def _where(place: tuple[int, ...], matrix: ConfusionMatrix | None) -> str:
    if matrix:
        row, column = (repr(matrix.labels[at]) for at in place)
        return f"row {row} (the truth), column {column} (the prediction)"
    if len(place) == 2:
        return f"row {place[0]}, column {place[1]} (counted from 0)"
    return f"the one at position {', '.join(map(str, place))} (counted from 0)"
