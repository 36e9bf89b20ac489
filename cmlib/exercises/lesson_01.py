"""Lesson 1: its exercises."""

from __future__ import annotations

from cmlib.exercises.registry import Exercise
from cmlib.explain import explain
from cmlib.matrix import ConfusionMatrix

__all__ = ["EXERCISES"]

_SPAM = ConfusionMatrix([[24, 16], [6, 74]], labels=["spam", "ham"])
_VEHICLE = ConfusionMatrix([[61, 2], [8, 58]])

EXERCISES = (
    Exercise(
        id="1.1",
        points=2,
        answer=ConfusionMatrix([[24, 16], [6, 74]], labels=["spam", "ham"]),
    ),
    Exercise(
        id="1.2a",
        points=2,
        answer=explain("precision", _SPAM, "spam"),
    ),
    Exercise(
        id="1.2b",
        points=2,
        answer=explain("recall", _SPAM, "spam"),
    ),
    Exercise(
        id="1.3a",
        points=2,
        answer=explain("specificity", _VEHICLE, 0),
    ),
    Exercise(
        id="1.3b",
        points=2,
        answer=explain("negative_predictive_value", _VEHICLE, 0),
    ),
    Exercise(
        id="1.4a",
        points=2,
        answer=0.95,
        mistakes={
            0.945: "That is the detector's own accuracy. How often is 'always fine' right?",
            0.05: "That is the share of the days with a fault, on which 'always fine' is "
            "wrong. How often is it right?",
        },
    ),
    Exercise(
        id="1.4b",
        points=1,
        answer=False,
        mistakes={
            True: "Put the two accuracies side by side: the detector is right on 10 + 935 "
            "of 1000 days."
        },
    ),
    Exercise(
        id="1.5",
        points=2,
        answer=0.5,
        mistakes={
            0.9: "That is the precision where half are ill. In the town there are nine "
            "healthy people for each ill one, and they cause more false alarms.",
            0.09: "That is TP over all 1000 people. Divide by the people with an alarm, ill "
            "or not.",
            0.1: "That is the prevalence: the share of the ill among all people, not among "
            "those with an alarm.",
            0.18: "That is the share of people with an alarm. How many of those are ill?",
        },
    ),
    Exercise(
        id="1.6a",
        points=2,
        answer=explain("f_score", _SPAM, "spam", beta=2),
    ),
    Exercise(
        id="1.6b",
        points=1,
        answer="F1/2",
        mistakes={
            "F2": "F2 makes misses (FN) expensive: it leans towards recall. A real letter in "
            "the spam folder is a false positive, so precision counts.",
        },
    ),
    Exercise(
        id="1.7a",
        points=2,
        answer=0.89,
        mistakes={
            0.93: "That is what the paper prints. Rebuild the matrix: TP first, from the "
            "recall and the 200 positives.",
            0.12: "That counts only the true positives as right. True negatives are right, too.",
            0.85: "That takes the 150 alarms for mistakes. Most alarms are true; only FN and "
            "FP are mistakes.",
            0.84: "That takes FP for 80, the misses. FP follows from the precision: 120 are "
            "80 % of all alarms.",
        },
    ),
    Exercise(
        id="1.7b",
        points=1,
        answer=False,
        mistakes={
            True: "Round the accuracy that you found to two decimals. Is it what the paper prints?"
        },
    ),
)
