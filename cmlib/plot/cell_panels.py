"""Small drawings of a matrix, beside one another: cells filled, hatched, outlined or pale.

All lengths are points, 72 to the inch, down from the upper left corner.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path

from cmlib.by_hand.cells import Cell
from cmlib.plot.axes import AS_WRITTEN, FONT, axes_for, families, size_of, wide
from cmlib.plot.style import COLOURS, FILL, GRID_COLOUR, INK, ON_FILL, PAPER, SOFT

# Width of a row of panels: on a telephone, words stay readable.
_WIDEST = 360.0
_SMALL = 8.0  # the font of names and of what stands in margins
_LINE = 1.35 * FONT
_GAP, _OPERATOR = 12.0, 26.0  # between panels; with an operator in between
_EDGE = 3.0
_LONGEST_NAME = 14
_BESIDE = "no answer"
# For each neighbour of a cell, where the edge between them begins and ends.
_SIDES = {(-1, 0): (0, 0, 0, 1), (1, 0): (1, 0, 1, 1), (0, -1): (0, 0, 1, 0), (0, 1): (0, 1, 1, 1)}

_Point: TypeAlias = tuple[float, float]
# Where a place in the matrix is drawn: row and column, counted from its upper left corner.
_Places: TypeAlias = Callable[[float, float], _Point]


@dataclass
class Panel:
    """One drawing of a matrix.

    ``texts`` stand in the cells, row by row, and may be missing. Cells are filled, hatched (the
    second tone; ``crossed`` is a third) and outlined, the others pale. ``names`` are those of the
    rows and of the columns, ``before`` is an operator at the left of the panel and ``below`` what
    stands under it. ``sums`` are the row and the column sums at its sides, boxed if in the
    denominator. ``beside`` stands in a cell of its own, for samples that have none.
    """

    size: int
    texts: Sequence[Sequence[str]] | None = None
    filled: Collection[Cell] = ()
    hatched: Collection[Cell] = ()
    crossed: Collection[Cell] = ()
    outlined: Collection[Cell] = ()
    names: tuple[Sequence[str], Sequence[str]] = ((), ())
    before: str = ""
    below: Sequence[str] = ()
    sums: tuple[Sequence[str], Sequence[str]] = ((), ())
    boxed: bool = False
    beside: str = ""
    beside_filled: bool = False

    def __post_init__(self) -> None:
        """Measure the panel: its font, a cell, the room at its sides, and all of it."""
        columns = _widest(self.names[1])
        self.font = FONT if self.size <= 5 else _SMALL  # of the counts
        if self.texts is None:
            side = min(13.0, max(7.0, 64.0 / max(1, self.size)))
            self.cell = side, side
        else:
            most = _widest([text for row in self.texts for text in row], font=self.font)
            least = {1: 34.0, 2: 34.0, 3: 30.0}.get(self.size, 26.0 if self.size <= 5 else 18.0)
            # Names stand straight where that makes the cells only a little wider.
            roomy = columns + 6 if columns + 6 <= 1.3 * least else 0.0
            self.cell = max(least, most + 7, roomy), max(0.75 * least, 1.9 * self.font)
        self.slanted = columns > self.cell[0] - 2
        self.gap = max(_OPERATOR, wide(self.before, 1.4 * FONT) + 8) if self.before else _GAP
        beside = max(1.3 * self.cell[0], wide(_BESIDE, _SMALL)) + 8 if self.beside else 0.0
        # The cells, with those of margins and of what stands beside.
        self.matrix_width = self.size * self.cell[0] + beside + _widest(self.sums[0], 12)
        # At the left and above: names, and the word that says what they are.
        self.left = _widest(self.names[0], 20)
        self.above = 16.0 if self.beside else 2.0
        if columns:
            self.above = (0.72 * columns + 10 if self.slanted else 14) + 12
        # Text below is centred and may be wider than the cells.
        self.width = self.left + max(self.matrix_width, _widest(self.below, font=FONT))
        sums = 16.0 if self.sums[1] else 0.0
        self.height = self.size * self.cell[1] + sums + _LINE * len(self.below)


def draw_panels(
    panels: Sequence[Panel], *, above: str = "", below: Sequence[str] = (), ax: Axes | None = None
) -> Axes:
    """Draw panels in rows, with words above them and lines of text below."""
    rows = _in_rows(panels)
    lines = [line for text in below for line in wrapped(text, _WIDEST)]
    top = 1.5 * _LINE if above else 0.0
    heights = [max(it.above for it in row) + max(it.height for it in row) + 8 for row in rows]
    slant = max((0.72 * wide(it.names[1][-1], _SMALL) for it in panels if it.slanted), default=0)
    width = max(*(_row_width(row) + slant for row in rows), _widest([above, *lines], font=FONT))
    height = top + sum(heights) + _LINE * len(lines) + 4
    own_figure = ax is None
    ax = axes_for(ax, width + 2 * _EDGE, height + 2 * _EDGE)
    if own_figure:
        # The axes are the whole figure: nothing stands around them to lay out.
        ax.get_figure(root=True).set_layout_engine("none")  # type: ignore[union-attr]
    ax.set(xlim=(-_EDGE, width + _EDGE), ylim=(height + _EDGE, -_EDGE), aspect="equal")
    ax.axis("off")
    across, down = size_of(ax)
    pen = _Pen(ax, min(1.0, across / width, down / height))
    pen.write(0, 0.5 * _LINE, above, ha="left")
    y = top
    for row, tall in zip(rows, heights, strict=True):
        x, line = 0.0, y + max(it.above for it in row)
        middle = line + max(it.size * it.cell[1] for it in row) / 2
        for panel, gap in zip(row, _gaps(row), strict=True):
            pen.write(x + gap / 2, middle, panel.before, font=1.4 * FONT)
            _draw(pen, panel, x + gap, line)
            x += gap + panel.width
        y += tall
    for number, text in enumerate(lines):
        pen.write(0, y + (number + 0.5) * _LINE, text, ha="left")
    return ax


def short_name(text: str) -> str:
    """Return a name that fits beside a small drawing, without the middle of a long one."""
    text = " ".join(text.split()) or text
    room = wide("n" * _LONGEST_NAME, 1)
    for kept in range(len(text), -1, -1):
        head, tail = text[: kept - kept // 2], text[len(text) - kept // 2 :]
        if wide(head + tail, 1) <= room:
            break
    return text if kept == len(text) else f"{head.rstrip()}…{tail.lstrip()}"


def wrapped(text: str, room: float) -> list[str]:
    """Break a line where it is wider than the room: before an equals sign, or else anywhere."""
    lines = [""]
    for step in re.split(r" (?=[=≈] )", text):
        if lines[-1] and wide(f"{lines[-1]} {step}", FONT) > room:
            lines.append("")
        for word in step.split(" "):
            longer = f"{lines[-1]} {word}".strip()
            lines = [*lines, word] if wide(longer, FONT) > room else [*lines[:-1], longer]
    return lines


def _widest(texts: Sequence[str], margin: float = 0.0, *, font: float = _SMALL) -> float:
    """Return the width of the widest text, with a margin; 0 without texts."""
    return max((wide(text, font) + margin for text in texts), default=0.0)


def _in_rows(panels: Sequence[Panel]) -> list[list[Panel]]:
    rows: list[list[Panel]] = [[]]
    for panel in panels:
        if rows[-1] and _row_width([*rows[-1], panel]) > _WIDEST:
            rows.append([])
        rows[-1].append(panel)
    return rows


def _row_width(row: Sequence[Panel]) -> float:
    return sum(it.width + gap for it, gap in zip(row, _gaps(row), strict=True))


def _gaps(row: Sequence[Panel]) -> list[float]:
    """Return the room at the left of each panel: none at the first one without an operator."""
    return [it.gap if at or it.before else 0.0 for at, it in enumerate(row)]


@dataclass(frozen=True)
class _Pen:
    """Draws in axes whose units are points; words shrink with axes that are too small."""

    ax: Axes
    scale: float

    def write(self, x: float, y: float, text: str, font: float = FONT, **look: Any) -> None:
        if text:
            look = {"color": INK, "ha": "center", "va": "center"} | AS_WRITTEN | look
            family = families([text])
            self.ax.text(x, y, text, fontsize=font * self.scale, fontfamily=family, **look)

    def box(self, x: float, y: float, width: float, height: float, **look: Any) -> None:
        self.ax.add_patch(Rectangle((x, y), width, height, **({"linewidth": 0.0} | look)))

    def lines(self, lines: Sequence[Sequence[_Point]], colour: str, width: float) -> None:
        look = {"edgecolor": colour, "linewidth": width * self.scale}
        self.path(lines, facecolor="none", capstyle="projecting", **look)

    def path(self, lines: Sequence[Sequence[_Point]], **look: Any) -> None:
        """Draw lines as one path, each through its points; filled, if it has a colour inside."""
        codes = [Path.LINETO if at else Path.MOVETO for line in lines for at in range(len(line))]
        if codes:
            points = [point for line in lines for point in line]
            self.ax.add_patch(PathPatch(Path(points, codes), **look))


def _draw(pen: _Pen, panel: Panel, x: float, y: float) -> None:
    """Draw one panel: its left edge, row names included, is x; the upper edge of its cells y."""
    size, (wide_cell, tall_cell) = panel.size, panel.cell
    words = _widest(panel.below, font=FONT)
    left = x + panel.left + max(0.0, (words - panel.matrix_width) / 2)

    def place(row: float, column: float) -> _Point:
        return left + column * wide_cell, y + row * tall_cell

    filled = [
        [place(i, j), place(i, end), place(i + 1, end), place(i + 1, j), place(i, j)]
        for i, j, end in _runs(panel.filled)
    ]
    pen.path(filled, facecolor=FILL, linewidth=0.0)
    steps = range(size + 1)
    grid = [(place(at, 0), place(at, size)) for at in steps]
    grid += [(place(0, at), place(size, at)) for at in steps]
    pen.lines(grid, GRID_COLOUR, 0.8)
    for cells, colour in ((panel.hatched, COLOURS[1]), (panel.crossed, COLOURS[2])):
        rising = cells is panel.hatched
        strokes = (_hatching(place(*at), panel.cell, rising=rising) for at in sorted(cells))
        pen.lines([*chain(*strokes)], colour, 1.3)
    edges = _outline(panel.outlined)
    pen.lines([(place(*start), place(*end)) for start, end in edges], INK, 2.2)
    _write_counts(pen, panel, place)
    _write_sides(pen, panel, place)
    right, bottom = place(size, size)
    if panel.beside:
        box = {"facecolor": FILL if panel.beside_filled else "none", "edgecolor": INK}
        pen.box(right + 8, y, 1.3 * wide_cell, tall_cell, linewidth=2.2 * pen.scale, **box)
        ink = ON_FILL if panel.beside_filled else INK
        pen.write(right + 8 + 0.65 * wide_cell, y + tall_cell / 2, panel.beside, color=ink)
        pen.write(right + 8, y - 8, _BESIDE, _SMALL, ha="left", color=SOFT)
    under = bottom + (16 if panel.sums[1] else 0) + 3
    for number, line in enumerate(panel.below):
        pen.write((left + right) / 2, under + (number + 0.5) * _LINE, line)


def _write_counts(pen: _Pen, panel: Panel, place: _Places) -> None:
    hatched = {*panel.hatched, *panel.crossed}
    lit = {*panel.filled, *hatched, *panel.outlined}
    for i, row in enumerate(panel.texts or ()):
        for j, text in enumerate(row):
            x, y = place(i + 0.5, j + 0.5)
            if (i, j) in hatched:
                # Room for the number between the lines.
                room, half = wide(text, panel.font) + 4, 0.62 * panel.font
                pen.box(x - room / 2, y - half, room, 2 * half, facecolor=PAPER)
            colour = ON_FILL if (i, j) in panel.filled else INK if (i, j) in lit else SOFT
            pen.write(x, y, text, panel.font, color=colour)


def _write_sides(pen: _Pen, panel: Panel, place: _Places) -> None:
    """Write the names of the classes and the sums of rows and columns."""
    (left, top), (right, bottom) = place(0, 0), place(panel.size, panel.size)
    rows, columns = panel.names
    side: dict[str, Any] = {"font": _SMALL, "color": SOFT}
    for at, name in enumerate(rows):
        pen.write(left - 5, place(at + 0.5, 0)[1], name, _SMALL, ha="right")
    if rows:
        pen.write(left - _widest(rows) - 12, (top + bottom) / 2, "truth", rotation=90, **side)
    slant = {"ha": "left", "va": "bottom", "rotation": 45, "rotation_mode": "anchor"}
    over, look = (top - 3, slant) if panel.slanted else (top - 8, {})
    for at, name in enumerate(columns):
        pen.write(place(0, at + 0.5)[0], over, name, _SMALL, **look)
    if columns and rows:
        pen.write((left + right) / 2, top - panel.above + 6, "predicted", **side)
    places = [
        (text, right + 6 + wide(text, _SMALL) / 2, place(at + 0.5, 0)[1])
        for at, text in enumerate(panel.sums[0])
    ]
    places += [(text, place(0, at + 0.5)[0], bottom + 10) for at, text in enumerate(panel.sums[1])]
    for text, x, y in places:
        pen.write(x, y, text, _SMALL)
        if panel.boxed:
            room = wide(text, _SMALL) + 6
            look = {"facecolor": "none", "edgecolor": INK, "linewidth": 1.6 * pen.scale}
            pen.box(x - room / 2, y - 7, room, 14, **look)


def _hatching(corner: _Point, cell: _Point, *, rising: bool) -> list[list[_Point]]:
    """Return slanted lines that fill a cell, which can follow a dark page as patterns can't."""
    (x, y), (width, height) = corner, cell
    lines = []
    step = 5.0 if min(width, height) > 14 else 3.5
    for at in np.arange(step / 2, width + height, step):
        # Where the line from (at, 0) down to the left meets the sides of the cell.
        ends = (min(at, width), max(0.0, at - width)), (max(0.0, at - height), min(at, height))
        lines.append([(x + (it if rising else width - it), y + down) for it, down in ends])
    return lines


def _runs(cells: Iterable[Cell]) -> list[tuple[int, int, int]]:
    """Return cells as runs of neighbours in a row: its number, the first column, the one behind."""
    runs: list[tuple[int, int, int]] = []
    for i, j in sorted(cells):
        first = runs.pop()[1] if runs and (runs[-1][0], runs[-1][2]) == (i, j) else j
        runs.append((i, first, j + 1))
    return runs


def _outline(cells: Collection[Cell]) -> list[tuple[Cell, Cell]]:
    """Return the edges between cells and what is around them, from corner to corner."""
    return [
        ((i + down, j + right), (i + low, j + far))
        for i, j in sorted(cells)
        for (row, column), (down, right, low, far) in _SIDES.items()
        if (i + row, j + column) not in cells
    ]
