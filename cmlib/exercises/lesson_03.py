"""Lesson 3: its exercises."""

from __future__ import annotations

from fractions import Fraction

from cmlib.exercises.registry import Exercise
from cmlib.explain import explain
from cmlib.matrix import ConfusionMatrix

__all__ = ["EXERCISES"]

_EDITORS = ConfusionMatrix([[24, 6], [6, 14]], labels=["accept", "reject"])
_THREE = ConfusionMatrix([[6, 2, 2], [1, 8, 1], [0, 2, 8]], labels=["red", "green", "blue"])
_INSPECTORS = ConfusionMatrix([[0, 5], [5, 90]], labels=["faulty", "fine"])
_PAIN = ConfusionMatrix([[8, 2, 0], [1, 4, 0], [1, 0, 4]], labels=["none", "some", "strong"])

EXERCISES = (
    Exercise(
        id="3.1",
        points=2,
        answer=Fraction(13, 25),
        mistakes={
            "19/25": "That is the observed agreement, the diagonal. What would chance give?",
            "9/25": "That is chance agreement on 'accept' alone. They can agree on 'reject' "
            "by chance, too.",
            "1/2": "That would be right if each class were half of either margin. Use the row "
            "and column sums.",
            1300: "Nearly there: divide by the square of the total, 50 × 50.",
            26: "That is the expected number of agreements. As a share, it is divided by 50.",
        },
    ),
    Exercise(
        id="3.2a",
        points=2,
        answer=explain("cohen_kappa", _EDITORS),
    ),
    Exercise(
        id="3.2b",
        points=2,
        answer=explain("cohen_kappa", _THREE),
    ),
    Exercise(
        id="3.3a",
        points=1,
        answer="B",
        mistakes={
            letter: "On balanced data P_e is 1/10, so Kappa is (accuracy - 0.1) / 0.9. For "
            f"{letter} that gives what is printed."
            for letter in "ACD"
        },
    ),
    Exercise(
        id="3.3b",
        points=2,
        answer=Fraction(87, 100),
        mistakes={
            0.78: "That is what is printed. Kappa is (accuracy - 0.1) / 0.9 here.",
            0.883: "That is the accuracy. Take away what chance gives.",
            0.783: "That is the gain over chance, P_o - P_e. Divide it by what could be "
            "gained, 1 - P_e.",
        },
    ),
    Exercise(
        id="3.4a",
        points=2,
        answer=explain("cohen_kappa", _INSPECTORS),
    ),
    Exercise(
        id="3.4b",
        points=1,
        answer="poor",
        mistakes={
            "very low": "That is document 1's word, and not for a negative Kappa. The question "
            "asks for Landis and Koch's.",
            "slight": "Landis and Koch begin 'slight' at 0. This Kappa is below 0.",
            "almost perfect": "That would fit the agreement, 90 of 100. Kappa takes away what "
            "chance gives.",
        },
    ),
    Exercise(
        id="3.4c",
        points=1,
        answer=False,
        mistakes={
            True: "Look where document 1's lowest band begins, and at the sign of this Kappa."
        },
    ),
    Exercise(
        id="3.5a",
        points=1,
        answer={"a"},
    ),
    Exercise(
        id="3.5b",
        points=1,
        answer={"b", "c", "e"},
    ),
    Exercise(
        id="3.6",
        points=2,
        answer=Fraction(6, 11),
        mistakes={
            1: "That would need equal margins: 60 mails called ham.",
            "4/5": "That is the largest accuracy. Put it into the formula of Kappa.",
            "14/25": "That is the chance agreement P_e. Put it into the formula of Kappa.",
            "6/25": "That is the numerator alone. Divide by 1 - P_e.",
            "11/25": "That is 1 - P_e, the denominator alone.",
        },
    ),
    Exercise(
        id="3.7a",
        points=2,
        answer=explain("cohen_kappa", _PAIN, weights="linear"),
    ),
    Exercise(
        id="3.7b",
        points=1,
        answer=False,
        mistakes={
            True: "A weight depends only on how far apart two classes are. Are they "
            "further apart when the order is turned round?"
        },
    ),
    Exercise(
        id="3.7c",
        points=1,
        answer=False,
        mistakes={
            True: "A weight depends only on how far apart two classes are. Are they "
            "further apart when the order is turned round?"
        },
    ),
)
