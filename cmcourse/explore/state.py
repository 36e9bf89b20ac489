"""Check the first state of an explorer, and return it as lists, texts and numbers for JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from cmcourse.figures.two_classes import check_names, check_samples, counts_of
from cmlib._checks import check_choice, check_classes, listed, number
from cmlib._inputs import as_matrix
from cmlib.by_hand.formulas import METRICS
from cmlib.consistency import Fits, consistent
from cmlib.matrix import ConfusionMatrix

State: TypeAlias = dict[str, Any]
# What a reader is to reach: {"text": …, "all": [[measure, class, comparison, value], …]}.
Goals: TypeAlias = Sequence[Mapping[str, Any]]

_MOST_CLASSES = 10
# The averages of a measure, which stand beside the names of the classes.
AVERAGES = ("macro", "micro", "weighted")
# The F1 of macro precision and macro recall is no measure of its own in Python.
MEASURES = (*METRICS, "f_of_macro")


def of_matrix(cm: Any) -> State:
    """Return the counts and the class names of a matrix of 2 to 10 classes."""
    matrix = as_matrix(cm)
    check_classes(len(matrix.labels), "cm", 2, _MOST_CLASSES, "to be explored")
    uneven = matrix.counts[matrix.counts != np.round(matrix.counts)]
    if uneven.size:
        raise ValueError(f"cm must hold whole counts, got {uneven[0].item()!r}")
    labels = [str(label) for label in matrix.labels]
    # A goal names a class or an average by one word, and "" for the whole matrix.
    odd = [label for label in labels if label in AVERAGES or not label.strip()]
    if odd:
        raise ValueError(
            f"cm must have no class called {odd[0]!r} to be explored: "
            f"what is blank, and {', '.join(AVERAGES)}, stands for something else"
        )
    return {"counts": matrix.counts.astype(int).tolist(), "labels": labels}


def of_scores(y_true: Any, y_score: Any, names: Any, which: str = "") -> State:
    """Return the truth as 0 and 1, the scores, and the names of positives and others."""
    positive, scores = check_samples(y_true, y_score, which)
    both = check_names(names, which)
    return {"y_true": positive.astype(int).tolist(), "scores": scores.tolist(), "names": [*both]}


def first_threshold(threshold: float | None, scores: list[float]) -> float | None:
    """Return the first threshold: by default the upper median of the different scores."""
    if threshold is None:
        different = sorted(set(scores))
        return different[len(different) // 2]
    value = number(threshold, "threshold", "a number, or inf to predict nothing as positive")
    if math.isnan(value):
        raise ValueError(f"threshold must be a number, got {threshold!r}")
    return None if value == math.inf else value


def of_costs(costs: Any) -> list[float]:
    """Return the costs of a miss and of a false alarm: from 0 to 1e12."""
    given = [number(cost, "costs", "two numbers") for cost in listed(costs, "costs")]
    if len(given) != 2 or not all(0 <= cost <= 1e12 for cost in given):
        raise ValueError(f"costs must be two numbers from 0 to 1e12, got {given!r}")
    return given


def of_printed(samples: Any, values: Any) -> State:
    """Return the sizes and the printed values, checked by a search for what fits them."""
    sizes = (samples,) if np.ndim(samples) == 0 else tuple(listed(samples, "samples"))
    if len(sizes) > 2:
        raise ValueError(f"samples must be one number or two to be explored, got {samples!r}")
    consistent(sizes, values)
    return {
        "samples": [int(size) for size in sizes],
        "values": [[str(name), str(text)] for name, text in values.items()],
    }


def fits_of(state: State) -> Fits:
    """Return the matrices that fit printed values."""
    return consistent(tuple(state["samples"]), dict(state["values"]))


def share(value: float, name: str) -> float:
    """Return a number from 0 to 1."""
    given = number(value, name, "a number from 0 to 1")
    if not 0 <= given <= 1:
        raise ValueError(f"{name} must be from 0 to 1, got {value!r}")
    return given


def of_goals(goals: Goals, places: Sequence[str], own: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Return a copy of the goals; raise ValueError or TypeError for a wrong one.

    ``places`` are the classes and averages of the explorer, ``own`` its quantities that are no
    measures.
    """
    return [_goal(goal, places, own) for goal in listed(goals, "goals")]


def _goal(goal: Any, places: Sequence[str], own: Sequence[str]) -> dict[str, Any]:
    if not isinstance(goal, Mapping) or set(goal) != {"text", "all"}:
        raise ValueError(f'goals must each have a "text" and "all" its conditions, got {goal!r}')
    conditions = []
    for condition in listed(goal["all"], "goals"):
        parts = listed(condition, "goals")
        if len(parts) != 4 or not all(isinstance(part, str) for part in parts[:3]):
            raise ValueError(
                f"goals must have conditions [measure, class, comparison, number], got {parts!r}"
            )
        measure, place, comparison, value = parts
        check_choice(measure, "goals: a measure", (*MEASURES, *own))
        if place not in (known := _places_of(measure, places, own)):
            raise ValueError(f"goals must ask for {measure} of one of {known}, got {place!r}")
        check_choice(comparison, "goals: a comparison", ("==", ">=", "<="))
        if value != "undefined":
            value = number(value, "goals", "a number to compare with, or 'undefined'")
        conditions.append([measure, place, comparison, value])
    return {"text": str(goal["text"]), "all": conditions}


def _places_of(measure: str, places: Sequence[str], own: Sequence[str]) -> list[str]:
    """Return the classes and averages that a measure has; "" is the whole matrix."""
    if measure in own:
        return ["", *places]
    every_class = measure in METRICS and METRICS[measure].scope in ("class", "label")
    return [*places] if every_class else [""]


def matrix_at(state: State) -> ConfusionMatrix:
    """Return the matrix of scores at their threshold, positives first."""
    truth = np.array(state["y_true"]) == 1
    at = math.inf if state["threshold"] is None else state["threshold"]
    predicted = np.array(state["scores"]) >= at
    return ConfusionMatrix(counts_of(truth, predicted), labels=state["names"])
