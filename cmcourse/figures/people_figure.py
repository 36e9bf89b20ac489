"""People as icons: what a 2x2 matrix means for a thousand of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.transforms import Affine2D, ScaledTranslation, Transform
from numpy.typing import ArrayLike, NDArray

from cmlib._checks import check_classes, whole_number
from cmlib._inputs import as_matrix
from cmlib._text import label_text
from cmlib.matrix import ConfusionMatrix
from cmlib.plot.axes import AS_WRITTEN, FONT, axes_for, fit_figure
from cmlib.plot.style import COLOURS, INK, PAPER
from cmlib.plot.svg import describe

Runs = list[tuple[float, float, float]]
Cell = tuple[int, int]

_MOST_PEOPLE = 2000
_TILE = 9.0  # points for one person, to the right and downwards
_LINE = 18.0  # points for one line of the key
# Larger than elsewhere: a telephone shows the widest of these pictures at three quarters.
_KEY_FONT = 1.2 * FONT
# The key and the grid show the cells in this order.
_CELLS = ((0, 0), (0, 1), (1, 0), (1, 1))


def people(cm: ConfusionMatrix | ArrayLike, *, total: int = 1000) -> Axes:
    """Draw a 2x2 matrix as people: one icon for each, its shape the truth, its tone the prediction.

    People of the first class lie, those of the second stand; those predicted as the first class are
    filled, the others hollow. So a lying, hollow one is a miss, and a standing, filled one a false
    alarm.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (2, 2)
        Two classes; the first is the one that is looked for.
    total : int, default 1000
        How many people are drawn, from 10 to 2000. The shares of the four cells are rounded so
        that they add up to it; the one that loses most by rounding down gets the next person.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    TypeError
        If ``cm`` holds no numbers, or ``total`` is not a whole number.
    ValueError
        If there are not two classes or no samples, or ``total`` is out of range.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix
    >>> cm = ConfusionMatrix([[9, 1], [99, 891]], labels=["sick", "healthy"])
    >>> [text.get_text() for text in people(cm).texts]
    ['sick, predicted as sick: 9', 'sick, predicted as healthy: 1',
     'healthy, predicted as sick: 99', 'healthy, predicted as healthy: 891']
    """
    cm = as_matrix(cm)
    check_classes(len(cm.labels), "cm", 2, 2, "to be drawn as people")
    if cm.total == 0:
        raise ValueError("cm has no samples")
    total = check_total(total, "total")

    counts = rounded(cm.counts, total)
    columns = 40 if total > 400 else 25
    rows = -(-total // columns)
    top = 4 * _LINE + 6
    ax = axes_for(None, columns * _TILE, rows * _TILE + top)
    ax.axis("off")
    place = _points_from_corner(ax)

    names = [label_text(label) for label in cm.labels]
    cells = [(names[row], names[column]) for row, column in _CELLS]
    numbers = [counts[cell] for cell in _CELLS]
    first = 0
    for line, (both, cell, count) in enumerate(zip(cells, _CELLS, numbers, strict=True)):
        y = -(line + 0.5) * _LINE
        _draw(ax, [(0.0, _TILE, y)], cell, place)
        ax.text(
            _TILE + 5,
            y,
            f"{', predicted as '.join(both)}: {count:,}",
            transform=place,
            color=INK,
            fontsize=_KEY_FONT,
            va="center",
            **AS_WRITTEN,
        )
        _draw(ax, _runs(first, int(count), columns, top), cell, place)
        first += int(count)
    describe(ax, _words(cm, cells, numbers, total))
    fit_figure(ax)
    return ax


def check_total(total: int, name: str) -> int:
    """Return how many people are drawn: few enough to be told apart."""
    checked = whole_number(total, name, "a whole number of people")
    if not 10 <= checked <= _MOST_PEOPLE:
        raise ValueError(f"{name} must be from 10 to {_MOST_PEOPLE}, got {total!r}")
    return checked


def rounded(counts: NDArray[Any], total: int) -> NDArray[np.int64]:
    """Return the shares of some counts as whole numbers that add up to a total.

    Each is rounded down; those that lose most by it get one more, the first of equal ones first.

    Examples
    --------
    >>> rounded(np.array([[1, 1], [1, 0]]), 10).tolist()
    [[4, 3], [3, 0]]
    """
    exact = counts.astype(np.float64) / float(counts.sum()) * total
    # Float rounding must not make a whole share one less.
    down = np.floor(exact + 1e-9).astype(np.int64)
    most = np.argsort(-(exact - down).ravel(), kind="stable")[: total - int(down.sum())]
    down.ravel()[most] += 1
    return down


def _points_from_corner(ax: Axes) -> Transform:
    """Return the transform of points, 72 to the inch, from the upper left corner of the axes."""
    # The type stubs allow less than the function: any transform places the corner.
    corner = ScaledTranslation(0, 1, ax.transAxes)  # type: ignore[arg-type]
    return Affine2D().scale(1 / 72) + ax.figure.dpi_scale_trans + corner


def _runs(first: int, count: int, columns: int, top: float) -> Runs:
    """Return the stretches of rows (left, right, height) that so many people fill."""
    runs = []
    while count > 0:
        row, column = divmod(first, columns)
        here = min(count, columns - column)
        y = -top - (row + 0.5) * _TILE
        runs.append((column * _TILE, (column + here) * _TILE, y))
        first, count = first + here, count - here
    return runs


def _draw(ax: Axes, runs: Runs, cell: Cell, place: Transform) -> None:
    """Draw people of one kind side by side: a dotted line for heads, a dashed one for bodies.

    Two lines instead of a thousand marks: the drawing stays small.
    """
    lies, filled = cell[0] == 0, cell[1] == 0
    colour = COLOURS[1] if lies else COLOURS[0]
    if lies:
        # The head on the left, the body along the floor.
        head, body = (1.8, -1.0, 3.2), (3.6, -1.2, 4.7, 3.0)
    else:
        head, body = (4.5, 2.5, 3.2), (2.7, -1.7, 3.6, 4.5)
    # Hollow people are drawn again in paper, thinner by an outline on each side.
    for tone, less in ((colour, 0.0),) if filled else ((colour, 0.0), (PAPER, 0.7)):
        x, y, size = head
        _dotted(ax, runs, (x, y, 0.0, size - 2 * less), tone, place)
        x, y, length, width = body
        _dotted(ax, runs, (x + less, y, length - 2 * less, width - 2 * less), tone, place)


def _dotted(
    ax: Axes, runs: Runs, part: tuple[float, float, float, float], colour: str, place: Transform
) -> None:
    """Draw one part of each person: x and y in the tile, length, and width of the line."""
    if not runs:
        return
    x, y, length, width = part
    # A gap restarts the dashes in each row; a row ends before its next dash would begin.
    lines = [[(left + x, at + y), (right - _TILE + x + max(length, 0.01), at + y), (np.nan, np.nan)]
             for left, right, at in runs]  # fmt: skip
    across, up = np.array(lines).reshape(-1, 2).T
    ax.plot(
        across,
        up,
        transform=place,
        color=colour,
        linewidth=width,
        # In line widths, as matplotlib scales dashes.
        linestyle=(0, (max(length, 0.001) / width, (_TILE - max(length, 0.001)) / width)),
        marker="",
        dash_capstyle="butt" if length else "round",
        scalex=False,
        scaley=False,
        clip_on=False,
    )


def _words(
    cm: ConfusionMatrix,
    cells: list[tuple[str, str]],
    numbers: list[int],
    total: int,
) -> str:
    looks = ("lying and filled", "lying and hollow", "standing and filled", "standing and hollow")
    each = [
        f"{count:,} {truth}, predicted as {predicted} ({look})"
        for (truth, predicted), count, look in zip(cells, numbers, looks, strict=True)
    ]
    whole = bool((cm.counts == np.rint(cm.counts)).all())
    if whole and cm.total == total:
        origin = ""
    elif whole:
        origin = f" Rounded from a matrix of {cm.total:,.0f} samples."
    else:
        origin = " Their shares are rounded to whole people."
    predicted, right = numbers[0] + numbers[2], numbers[0]
    return (
        f"{total:,} people as icons: {', '.join(each)}.{origin} "
        f"Of the {predicted:,} predicted as {cells[0][0]}, {right:,} are {cells[0][0]}."
    )
