"""What an explorer begins with, checked: plain lists, texts and numbers, as JSON can hold them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from cmlib._checks import check_classes, listed, number
from cmlib.matrix import ConfusionMatrix, as_matrix
from cmlib.show.two_classes import check_names, check_samples, counts_of

State: TypeAlias = dict[str, Any]
# What a reader is to bring about: {"text": …, "all": [[measure, class, comparison, value], …]}.
Goals: TypeAlias = Sequence[Mapping[str, Any]]

_MOST_CLASSES = 10
# What a measure is asked for by, beside the names of the classes: its averages.
_NO_NAMES = ("macro", "micro", "weighted")


def of_matrix(cm: Any, name: str = "cm") -> State:
    """Return the counts and the class names of a matrix of 2 to 10 classes."""
    matrix = as_matrix(cm)
    check_classes(len(matrix.labels), name, 2, _MOST_CLASSES, "to be explored")
    uneven = matrix.counts[matrix.counts != np.round(matrix.counts)]
    if uneven.size:
        raise ValueError(f"{name} must hold whole counts, got {uneven[0].item()!r}")
    labels = [str(label) for label in matrix.labels]
    # A goal asks for a class or for an average by one word, and none of both is no class.
    odd = [label for label in labels if label in _NO_NAMES or not label.strip()]
    if odd:
        raise ValueError(
            f"{name} must have no class called {odd[0]!r} to be explored: "
            f"what is blank, and {', '.join(_NO_NAMES)}, stands for something else"
        )
    return {"counts": matrix.counts.astype(int).tolist(), "labels": labels}


def of_scores(y_true: Any, y_score: Any, names: Any, which: str = "") -> State:
    """Return the truth as 0 and 1, the scores, and what the positives and the others are called."""
    positive, scores = check_samples(y_true, y_score, which)
    both = check_names(names, which)
    return {"y_true": positive.astype(int).tolist(), "scores": scores.tolist(), "names": [*both]}


def line(threshold: float | None, scores: list[float]) -> float | None:
    """Return where the line stands: by default at the middle one of the different scores."""
    if threshold is None:
        different = sorted(set(scores))
        return different[len(different) // 2]
    value = number(threshold, "threshold", "a number, or inf to call nothing positive")
    if math.isnan(value):
        raise ValueError(f"threshold must be a number, got {threshold!r}")
    return None if value == math.inf else value


def of_costs(costs: Any) -> list[float]:
    """Return what a miss and a false alarm cost: finite, and at least 0."""
    given = [number(cost, "costs", "two numbers") for cost in listed(costs, "costs")]
    if len(given) != 2 or not all(0 <= cost < math.inf for cost in given):
        raise ValueError(f"costs must be two finite numbers of at least 0, got {given!r}")
    return given


def share(value: float, name: str) -> float:
    """Return a number from 0 to 1."""
    given = number(value, name, "a number from 0 to 1")
    if not 0 <= given <= 1:
        raise ValueError(f"{name} must be from 0 to 1, got {value!r}")
    return given


def of_goals(goals: Goals) -> list[dict[str, Any]]:
    """Return the goals as lists and dictionaries of their own; refuse what is none."""
    return [_goal(goal) for goal in listed(goals, "goals")]


def _goal(goal: Any) -> dict[str, Any]:
    if not isinstance(goal, Mapping) or set(goal) != {"text", "all"}:
        raise ValueError(f'goals must each have a "text" and "all" its conditions, got {goal!r}')
    conditions = []
    for condition in listed(goal["all"], "goals"):
        parts = listed(condition, "goals")
        if len(parts) != 4 or not all(isinstance(part, str) for part in parts[:3]):
            raise ValueError(
                f"goals must have conditions [measure, class, comparison, number], got {parts!r}"
            )
        measure, label, comparison, value = parts
        if comparison not in ("==", ">=", "<="):
            raise ValueError(f"goals must compare by '==', '>=' or '<=', got {comparison!r}")
        if value != "undefined":
            value = number(value, "goals", "a number to compare with, or 'undefined'")
        conditions.append([measure, label, comparison, value])
    return {"text": str(goal["text"]), "all": conditions}


def matrix_at(state: State) -> ConfusionMatrix:
    """Return the matrix of scores at their threshold, positives first."""
    truth = np.array(state["y_true"]) == 1
    at = math.inf if state["threshold"] is None else state["threshold"]
    called = np.array(state["scores"]) >= at
    return ConfusionMatrix(counts_of(truth, called), labels=state["names"])
