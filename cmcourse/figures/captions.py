"""A figure in a notebook, with its caption and its description beneath."""

from __future__ import annotations

import sys
from html import escape

from matplotlib import pyplot
from matplotlib.axes import Axes

from cmlib.plot.svg import describe, description, figure_of


def caption(ax: Axes, text: str, *, alt: str | None = None) -> None:
    """Show the figure of these axes in a notebook, with a caption and its description beneath.

    Both stand in the page as text, and the description also in the SVG. So they go wherever the
    figure goes: to JupyterLab, to a page that only displays the notebook, to a printed one.

    Parameters
    ----------
    ax : matplotlib Axes
        One of the axes of the figure. In a notebook the figure is closed afterwards.
    text : str
        What one sees in it: a sentence.
    alt : str, optional
        What the figure shows, for a reader who doesn't see it. By default what the function that
        drew it says of its data, as `heatmap` does.

    Raises
    ------
    TypeError
        If ``ax`` is not a matplotlib Axes.
    ValueError
        If there is neither an ``alt`` nor a description by the function that drew the figure.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix, plot
    >>> pets = ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])
    >>> caption(plot.heatmap(pets), "Seven of the twelve dogs were taken for cats.")
    """
    if alt is not None:
        describe(ax, alt)
    words = description(ax)
    if not words:
        raise ValueError("alt must say what the figure shows: no function has described its data")
    figure = figure_of(ax)
    ipython = sys.modules.get("IPython")
    if ipython is None or ipython.get_ipython() is None:
        return
    from IPython.display import display

    display(figure)  # type: ignore[no-untyped-call]
    pyplot.close(figure)
    display(_Words(" ".join(text.split()), words))  # type: ignore[no-untyped-call]


class _Words:
    """A caption and a description, as a notebook displays them."""

    def __init__(self, caption: str, description: str):
        self.caption, self.description = caption, description

    def __repr__(self) -> str:
        return f"{self.caption}\n{self.description}"

    def _repr_html_(self) -> str:
        return (
            f'<div class="cmlib-caption"><p>{escape(self.caption, quote=False)}</p>\n'
            f"<details><summary>The figure in words</summary>\n"
            f"<p>{escape(self.description, quote=False)}</p></details></div>"
        )
