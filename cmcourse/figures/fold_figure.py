"""How a matrix is folded into the four counts of one class."""

from __future__ import annotations

from collections.abc import Mapping

from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from cmlib._checks import check_classes
from cmlib._inputs import as_matrix
from cmlib._labels import Label
from cmlib._text import count_text, label_text
from cmlib.by_hand.cells import of_class
from cmlib.matrix import ConfusionMatrix
from cmlib.plot.cell_panels import Panel, draw_panels, short_name
from cmlib.plot.cell_words import matrix_words
from cmlib.plot.lit_figure import MOST_CLASSES, class_names
from cmlib.plot.svg import describe


def fold(cm: ConfusionMatrix | ArrayLike, label: Label) -> Axes:
    """Draw how a matrix is folded into the four counts of one class.

    At the left stands the matrix, its cells in four tones; at the right the two-by-two matrix into
    which they add up.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (K, K)
        From 2 to 10 classes.
    label : int, str or bool
        The class against all others.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError
        If the label is unknown, or if there are fewer than 2 or more than 10 classes.
    TypeError
        If the matrix holds no numbers.

    Examples
    --------
    >>> ax = fold([[5, 1, 2], [0, 6, 3], [4, 7, 9]], 0)
    >>> [text.get_text() for text in ax.texts if "TP" in text.get_text()]
    ['TP 5']
    """
    cm = as_matrix(cm)
    size = len(cm.labels)
    check_classes(size, "cm", 2, MOST_CLASSES, "to be folded")
    at = cm.index(label)
    cells = {count: of_class(count, size, at).cells for count in ("TP", "FN", "FP", "TN")}
    added = [sum(cm.counts[cell] for cell in cells[count]) for count in cells]
    sums = dict(zip(cells, count_text(added, like=cm.counts), strict=True))
    name = short_name(label_text(cm.labels[at]))
    folded = [name, "others"]
    ax = draw_panels(
        [
            Panel(
                size,
                texts=count_text(cm.counts).tolist(),
                filled=cells["TP"],
                hatched=cells["FN"],
                crossed=cells["FP"],
                names=class_names(cm),
            ),
            Panel(
                2,
                texts=[[f"{it} {sums[it]}" for it in row] for row in (("TP", "FN"), ("FP", "TN"))],
                filled=[(0, 0)],
                hatched=[(0, 1)],
                crossed=[(1, 0)],
                names=(folded, folded),
                before="→",
            ),
        ]
    )
    return describe(ax, _words(cm, label_text(cm.labels[at]), sums))


def _words(matrix: ConfusionMatrix, name: str, sums: Mapping[str, str]) -> str:
    """Return in words how a matrix is folded into the four counts of a class."""
    return (
        f"{matrix_words(matrix)} Folded for {name}: truth {name}, predicted {name} is filled, "
        f"TP ({sums['TP']}); the rest of its row is hatched, FN ({sums['FN']}); the rest of its "
        f"column is hatched the other way, FP ({sums['FP']}); all other cells are pale, TN "
        f"({sums['TN']}). Beside it the matrix of 2 classes, {name} and others: TP {sums['TP']}, "
        f"FN {sums['FN']}, FP {sums['FP']}, TN {sums['TN']}."
    )
