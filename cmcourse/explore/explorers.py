"""The functions that make the five explorers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from cmcourse.explore import state
from cmcourse.explore.state import Goals
from cmcourse.figures.people_figure import check_total
from cmlib._checks import check_choice, check_type, listed
from cmlib.matrix import ConfusionMatrix

if TYPE_CHECKING:
    from cmcourse.explore import widgets


def matrix(
    cm: ConfusionMatrix | ArrayLike,
    *,
    measure: str = "",
    label: str = "",
    measures: Sequence[str] = (),
    goals: Goals = (),
) -> widgets.MatrixExplorer:
    """Explore a confusion matrix: change its counts and see every measure, with its cells lit.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (K, K)
        Whole counts of 2 to 10 classes; rows are the truth.
    measure : str, default ""
        The measure pointed at, as `cmlib` calls it: ``"precision"``.
    label : str, default ""
        The class, or the average, pointed at.
    measures : sequence of str, default ()
        The measures shown at once, as `cmlib` calls them; the others are folded. By default all.
    goals : sequence of dict, default ()
        What to try, each ``{"text": what it says, "all": its conditions}``; a condition is
        ``[measure, class, comparison, number]``. The class is ``""`` for a measure of the whole
        matrix, or ``"macro"``, ``"micro"`` or ``"weighted"`` for an average; the comparison is
        ``"=="``, ``">="`` or ``"<="``; in place of a number may stand ``"undefined"``.

    Returns
    -------
    widget
        Shown as the last line of a cell. ``counts``, ``labels``, ``measure`` and ``label``
        are the state, ``cm`` the `ConfusionMatrix` as it is now.

    Raises
    ------
    ImportError
        If anywidget is not installed.
    ValueError, TypeError
        If the matrix cannot be explored, or an option is not what it must be.

    Examples
    --------
    >>> from cmcourse import explore
    >>> explorer = explore.matrix([[5, 7], [3, 7]], goals=[
    ...     {"text": "Make recall of 0 at least 0.9.", "all": [["recall", "0", ">=", 0.9]]}
    ... ])
    >>> explorer
    Matrix explorer: 22 samples of 2 classes, 0, 1.
    >>> explorer.cm.counts.tolist()
    [[5, 7], [3, 7]]
    """
    held = state.of_matrix(cm)
    places = (*held["labels"], *state.AVERAGES)
    check_choice(measure, "measure", ("", *state.MEASURES))
    check_choice(label, "label", ("", *places))
    met = [str(name) for name in listed(measures, "measures")]
    for name in met:
        check_choice(name, "measures", state.MEASURES)
    aims = state.of_goals(goals, places)
    asked = {"measure": measure, "label": label, "measures": met, "goals": aims}
    from cmcourse.explore.widgets import MatrixExplorer

    return MatrixExplorer(held | asked)


def averaging(cm: ConfusionMatrix | ArrayLike, *, goals: Goals = ()) -> widgets.AveragingExplorer:
    """Explore averages: drag samples from cell to cell, compare macro, micro and weighted averages.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (K, K)
        Whole counts of 2 to 10 classes; rows are the truth.
    goals : sequence of dict, default ()
        What to try, as for `matrix`.

    Returns
    -------
    widget
        ``counts`` and ``labels`` are the state, ``cm`` the `ConfusionMatrix` as it is now.

    Raises
    ------
    ImportError
        If anywidget is not installed.
    ValueError, TypeError
        If the matrix cannot be explored, or an option is not what it must be.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix
    >>> from cmcourse import explore
    >>> explore.averaging(ConfusionMatrix([[90, 0], [8, 2]], labels=["cat", "dog"]))
    Averaging explorer: 100 samples of 2 classes, cat, dog.
    """
    held = state.of_matrix(cm)
    aims = state.of_goals(goals, (*held["labels"], *state.AVERAGES))
    from cmcourse.explore.widgets import AveragingExplorer

    return AveragingExplorer(held | {"goals": aims})


def threshold(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    names: Sequence[str] = ("positive", "negative"),
    threshold: float | None = None,
    costs: Sequence[float] = (1, 1),
    title: str = "these scores",
    others: Mapping[str, tuple[ArrayLike, ArrayLike, Sequence[str]]] | None = None,
    by_hand: bool = False,
    goals: Goals = (),
) -> widgets.ThresholdExplorer:
    """Explore a threshold: move it along the scores and see the matrix, the rates and the costs.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        1 or True for a positive sample, 0 or False for another.
    y_score : array-like of shape (n,)
        The scores; a sample is predicted as positive if its score is at least the threshold.
    names : sequence of two str, default ("positive", "negative")
        The names of the two classes, the positive one first.
    threshold : float, optional
        Where it stands at first; ``inf`` predicts nothing as positive. By default it is the middle
        one of the scores that occur.
    costs : sequence of two numbers, default (1, 1)
        What a miss costs, and what a false alarm.
    title : str, default "these scores"
        What this data set is called, where there are others to choose from.
    others : dict, optional
        More data sets to choose from: by title, ``(y_true, y_score, names)``.
    by_hand : bool, default False
        Whether the reader's moves draw the curves, which are empty at first; costs are folded.
    goals : sequence of dict, default ()
        What to try, as for `matrix`; the class is one of the names. ``"cost"`` is what all errors
        cost at the threshold, and with a class what one error on it costs.

    Returns
    -------
    widget
        ``threshold`` (None where it stands above all scores), ``costs`` and ``chosen`` are the
        state, ``cm`` the `ConfusionMatrix` at the threshold, positives first.

    Raises
    ------
    ImportError
        If anywidget is not installed.
    ValueError, TypeError
        If the scores cannot be explored, or an option is not what it must be.

    Examples
    --------
    >>> from cmcourse import explore
    >>> explorer = explore.threshold(
    ...     [1, 0, 1, 0], [95, 90, 80, 30], names=["spam", "ham"], threshold=80
    ... )
    >>> explorer
    Threshold explorer: 4 samples, 2 of them spam; the threshold is 80 and 3 are predicted as spam.
    >>> explorer.cm
    ConfusionMatrix([[2, 0], [1, 1]], labels=['spam', 'ham'])
    """
    held = state.of_scores(y_true, y_score, names)
    data = {}
    if others:
        check_type(title, "title", str, "a text")
        data[title] = held
        for name, samples in others.items():
            data[str(name)] = state.of_scores(*samples, f"others[{name!r}]: ")
        if len(data) != len(others) + 1:
            raise ValueError(f"title must be another than those of the others, got {title!r}")
    check_type(by_hand, "by_hand", bool, "True or False")
    classes = [name for samples in (held, *data.values()) for name in samples["names"]]
    options = {
        "threshold": state.first_threshold(threshold, held["scores"]),
        "costs": state.of_costs(costs),
        "data": data,
        "chosen": title if others else "",
        "by_hand": by_hand,
        "goals": state.of_goals(goals, list(dict.fromkeys(classes)), own=["cost"]),
    }
    from cmcourse.explore.widgets import ThresholdExplorer

    return ThresholdExplorer(held | options)


def prevalence(
    *,
    sensitivity: float = 0.9,
    specificity: float = 0.9,
    prevalence: float = 0.1,
    people: int = 1000,
    goals: Goals = (),
) -> widgets.PrevalenceExplorer:
    """Explore prevalence: how the measures of a test change with it.

    Parameters
    ----------
    sensitivity, specificity, prevalence : float
        From 0 to 1; by default 0.9, 0.9 and 0.1.
    people : int, default 1000
        How many people are drawn, from 10 to 2000.
    goals : sequence of dict, default ()
        What to try, as for `matrix`; the class is ``"sick"`` or ``"healthy"``.

    Returns
    -------
    widget
        ``sensitivity``, ``specificity`` and ``prevalence`` are the state.

    Raises
    ------
    ImportError
        If anywidget is not installed.
    ValueError, TypeError
        If an option is not what it must be.

    Examples
    --------
    >>> from cmcourse import explore
    >>> explore.prevalence(prevalence=0.01)
    Prevalence explorer: sensitivity 0.9, specificity 0.9, prevalence 0.01.
    """
    shares = {"sensitivity": sensitivity, "specificity": specificity, "prevalence": prevalence}
    held = {name: state.share(value, name) for name, value in shares.items()}
    drawn = check_total(people, "people")
    aims = state.of_goals(goals, ("sick", "healthy"), own=tuple(shares))
    from cmcourse.explore.widgets import PrevalenceExplorer

    return PrevalenceExplorer(held | {"people": drawn, "goals": aims})


def consistency(
    samples: int | Sequence[int], values: Mapping[str, str], *, goals: Goals = ()
) -> widgets.ConsistencyExplorer:
    """Explore printed values of a test of two classes: which matrices fit them, or what cannot be.

    Parameters
    ----------
    samples : int or pair of ints
        The number of samples, or those of the negative and of the positive class.
    values : mapping of str to str
        Measures as they are printed, as for `cmlib.consistent`.
    goals : sequence of dict, default ()
        What to try, as for `matrix`; the one quantity is ``"fits"``, how many matrices fit.

    Returns
    -------
    widget
        ``samples`` and ``values`` are the state.

    Raises
    ------
    ImportError
        If anywidget is not installed.
    ValueError, TypeError
        If `cmlib.consistent` refuses the samples or the values, or there are over two classes.

    Examples
    --------
    >>> from cmcourse import explore
    >>> explore.consistency((60, 40), {"accuracy": "0.83", "recall": "0.625"})
    Consistency explorer: accuracy 0.83, recall 0.625: 1 matrix fits, such as [[58, 2], [15, 25]].
    """
    held = state.of_printed(samples, values)
    aims = state.of_goals(goals, (), own=["fits"])
    from cmcourse.explore.widgets import ConsistencyExplorer

    return ConsistencyExplorer(held | {"goals": aims})
