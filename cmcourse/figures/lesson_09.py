"""Drawings of lesson 9: sums that do not fit, numbers exchanged, the ledger from end to end."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from cmcourse.figures.sketch_figure import sketch
from cmlib.plot.style import COLOURS, GRID_COLOUR, INK, PAPER, SOFT
from cmlib.plot.svg import describe

# Colour and height of each kind of verdict.
_MARKS = {
    "reproduced": (SOFT, 0.3),
    "not judged": (COLOURS[0], 0.5),
    "misprint": (COLOURS[1], 0.75),
    "wrong": (INK, 1.0),
}


def misfit(
    counts: Sequence[Sequence[int]],
    names: Sequence[str],
    row_sums: Sequence[int],
    column_sums: Sequence[int],
) -> Axes:
    """Draw three classes with their printed sums, one wrong in a row and one in a column.

    A grey band leads back from each wrong sum; the cell where the two cross is hatched.
    """

    def words(printed: int, added: int) -> str:
        return f"{printed}" if printed == added else f"{printed}, not {added}"

    rows = list(map(words, row_sums, np.sum(counts, axis=1)))
    columns = list(map(words, column_sums, np.sum(counts, axis=0)))
    bordered: list[list[Any]] = [["", *names, "sum"]]
    bordered += [[names[i], *counts[i], rows[i]] for i in range(3)]
    bordered += [["sum", *columns, ""]]
    ax = sketch(4.4, 3, x=(-0.5, 5), y=(4.4, -0.4))
    for i, j in np.ndindex(5, 5):
        text = str(bordered[i][j])
        weight = "bold" if "not" in text else "normal"
        look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 11}
        ax.text(j + (j == 4) / 4, i, text, fontweight=weight, **look)
    for i in range(1, 4):
        cells = [(j + 0.5, 1) for j in range(3)]
        ax.broken_barh(cells, (i - 0.5, 1), facecolor="none", edgecolor=GRID_COLOUR)
    band: dict[str, Any] = {"color": GRID_COLOUR, "zorder": 0.9}
    (i,) = (i for i, text in enumerate(rows, start=1) if "not" in text)
    (j,) = (j for j, text in enumerate(columns, start=1) if "not" in text)
    ax.broken_barh([(0.5, 3)], (i - 0.2, 0.4), **band)
    ax.broken_barh([(j - 0.15, 0.3)], (0.5, 3), **band)
    crossed: dict[str, Any] = {"facecolor": "none", "edgecolor": COLOURS[1], "hatch": "///"}
    ax.broken_barh([(j - 0.5, 1)], (i - 0.5, 1), **crossed)
    ax.texts[5 * i + j].set_bbox({"facecolor": PAPER, "edgecolor": "none", "pad": 1.5})
    in_words = "; ".join(
        f"{name} {', '.join(map(str, row))}, sum {text}"
        for name, row, text in zip(names, counts, rows, strict=True)
    )
    return describe(
        ax,
        f"A matrix with its printed sums. Rows: {in_words}. Sums of the columns: "
        f"{', '.join(columns)}. A grey band leads from each wrong sum back along the row "
        f"{names[i - 1]} and up the column {names[j - 1]}; the cell where they cross, "
        f"{counts[i - 1][j - 1]}, is hatched.",
    )


def crossing(computed: Mapping[str, str], printed: Mapping[str, str]) -> Axes:
    """Join each number of a matrix with its equal in a printed table; exchanged ones cross."""
    ax = sketch(4.4, 2.7, x=(-1, 2), y=(5.6, -1.4))
    crossed = [name for name, text in computed.items() if text != printed[name]]
    for i, (name, text) in enumerate(computed.items()):
        look: dict[str, Any] = {"linewidth": 1, "linestyle": ":"}
        j = i
        if name in crossed:
            look = {"linewidth": 2.5, "linestyle": "-"}
            j = list(printed.values()).index(text)
        ax.plot([0, 1], [i, j], color=INK, marker="", **look)
        ax.text(-0.06, i, f"{name}  {text}", ha="right", va="center")
        ax.text(1.06, i, f"{printed[name]}  {name}", ha="left", va="center")
    ax.text(-0.06, -0.9, "from the matrix", ha="right", fontweight="bold")
    ax.text(1.06, -0.9, "Table 5", fontweight="bold")
    left, right = (
        ", ".join(f"{name} {text}" for name, text in side.items()) for side in (computed, printed)
    )
    return describe(
        ax,
        "Two columns of six numbers, left recomputed from Table 4, right printed in Table 5, with "
        f"lines between equal ones. The lines of {' and '.join(crossed)} cross, all others are "
        f"straight. From the matrix: {left}. Printed: {right}.",
    )


def verdict_strips(verdicts: Mapping[str, Iterable[str]]) -> Axes:
    """Draw a strip for each of the four documents, with a mark for every row of the ledger."""
    _, strips = plt.subplots(4, 1, figsize=(5, 4.2), sharex=True)
    in_words = []
    for ax, (document, of_rows) in zip(strips, verdicts.items(), strict=True):
        kinds = [one if one in _MARKS else "not judged" for one in of_rows]
        for kind, (colour, height) in _MARKS.items():
            at = [place for place, one in enumerate(kinds) if one == kind]
            # One line for all marks of a kind: up, down, and a gap.
            up_down = np.tile([0, height, np.nan], len(at))
            ax.plot(np.repeat(at, 3), up_down, "-", color=colour, linewidth=0.9, marker="")
        tallied = Counter(kinds)
        counted = f"{len(kinds)} rows, {tallied['misprint']} misprints, {tallied['wrong']} wrong"
        ax.set_title(f"{document}: {counted}", loc="left", fontsize=10)
        ax.set(xlim=(-1, 445), ylim=(0, 1.05), xticks=[], yticks=[])
        ax.axis("off")
        each = ", ".join(f"{tallied[kind]} {kind}" for kind in _MARKS)
        in_words.append(f"{document.capitalize()}, {len(kinds)} rows: {each}.")
    # The key, where the shortest strip leaves room.
    for x, (kind, (colour, height)) in zip(range(145, 400, 80), _MARKS.items(), strict=True):
        strips[2].plot([x, x], [0, height], "-", color=colour, linewidth=2, marker="")
        strips[2].text(x + 4, 0, kind, fontsize=9, va="bottom")
    return describe(
        strips[0],
        "A strip for each document, with a thin mark for every row of the ledger in reading "
        "order. Most marks are short: reproduced. Those of half the height were not judged "
        "right or wrong, those of three quarters are misprints, the full ones are wrong. "
        + " ".join(in_words),
    )
