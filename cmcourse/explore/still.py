"""An explorer without a script: a picture, a sentence, the HTML for a page."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from cmcourse.explore.bundle import data_address
from cmcourse.explore.state import State, fits_of, matrix_at
from cmlib.matrix import ConfusionMatrix

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def sentence(kind: str, state: State) -> str:
    """Return a sentence that says what an explorer holds.

    Examples
    --------
    >>> sentence("matrix", {"counts": [[5, 7], [3, 7]], "labels": ["dog", "cat"]})
    'Matrix explorer: 22 samples of 2 classes, dog, cat.'
    """
    if kind == "threshold":
        matrix = matrix_at(state)
        at = "above all scores" if state["threshold"] is None else f"{state['threshold']:g}"
        called = int(matrix.predicted[0])
        held = (
            f"{matrix.total} samples, {matrix.support[0]} of them {matrix.labels[0]}; "
            f"the threshold is {at} and {called} {'is' if called == 1 else 'are'} "
            f"predicted as {matrix.labels[0]}"
        )
    elif kind == "prevalence":
        names = ("sensitivity", "specificity", "prevalence")
        held = ", ".join(f"{name} {state[name]:g}" for name in names)
    elif kind == "consistency":
        printed = ", ".join(f"{name} {text}" for name, text in state["values"])
        held = f"{printed}: {fits_of(state)}"
    else:
        samples, labels = sum(map(sum, state["counts"])), state["labels"]
        held = f"{samples} samples of {len(labels)} classes, {', '.join(labels)}"
    return f"{kind.capitalize()} explorer: {held}."


def to_html(kind: str, state: State) -> str:
    """Return the HTML of an explorer: its state, and the picture shown until it is live."""
    import matplotlib

    from cmcourse.figures.settings import use_course_style
    from cmlib.plot.svg import finished

    # The picture does not depend on the settings of the session.
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        use_course_style()
        picture, words = finished(_draw(kind, state))
    held = json.dumps(state, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    # In single quotes, since JSON is full of double ones.
    held = escape(held, quote=False).replace("'", "&#39;")
    return (
        f'<div class="cmlib-explorer" data-explorer="{kind}" data-state=\'{held}\'>'
        f'<img class="cmlib-explorer-still" alt="{escape(f"{sentence(kind, state)} {words}")}" '
        f'src="{data_address("image/svg+xml", picture)}"></div>'
    )


def _draw(kind: str, state: State) -> Axes:
    from cmcourse import figures
    from cmlib import plot

    if kind == "threshold":
        at = float("inf") if state["threshold"] is None else state["threshold"]
        return figures.scores(state["y_true"], state["scores"], threshold=at, names=state["names"])
    if kind == "prevalence":
        return figures.people(_of_people(state), total=state["people"])
    if kind == "consistency":
        first = fits_of(state).matrices[:1]
        labels = ["negative", "positive"]
        return plot.heatmap(
            ConfusionMatrix(first[0] if len(first) else np.zeros((2, 2), int), labels)
        )
    return plot.heatmap(ConfusionMatrix(state["counts"], labels=state["labels"]))


def _of_people(state: State) -> ConfusionMatrix:
    sick, found, passed = (state[name] for name in ("prevalence", "sensitivity", "specificity"))
    shares = [[sick * found, sick * (1 - found)], [(1 - sick) * (1 - passed), (1 - sick) * passed]]
    # Without rounding errors, whole numbers of people stay whole.
    people = np.round(state["people"] * np.array(shares), 9)
    return ConfusionMatrix(people, labels=["sick", "healthy"])
