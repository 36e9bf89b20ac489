"""Lesson 3: Kappa."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from cmlib.exercises.registry import Draw, Exercise, untrue
from cmlib.exercises.variants import asks_for
from cmlib.matrix import ConfusionMatrix

_EDITORS = ConfusionMatrix([[26, 6], [4, 14]], labels=["accept", "reject"])
_THREE = ConfusionMatrix([[7, 2, 1], [1, 8, 1], [0, 2, 8]], labels=["red", "green", "blue"])
_INSPECTORS = ConfusionMatrix([[0, 6], [4, 90]], labels=["faulty", "fine"])
_PAIN = ConfusionMatrix([[8, 2, 0], [1, 4, 0], [1, 0, 4]], labels=["none", "some", "strong"])


def _margins(random: Random) -> Draw:
    a, b, c, d = (random.randint(4, 40) for _ in range(4))
    total = a + b + c + d
    return Draw(
        f"Two editors sort {total} manuscripts: `{[[a, b], [c, d]]}`. On what share would they "
        "agree by chance?",
        Fraction((a + b) * (a + c) + (c + d) * (b + d), total**2),
        {Fraction(a + d, total): "That is the observed agreement."},
        total,
    )


EXERCISES = (
    Exercise(
        id="3.1",
        answer=Fraction(66, 125),
        mistakes={
            "4/5": "That is the observed agreement, the diagonal. What would chance give?",
            "48/125": "That is chance agreement on 'accept' alone. They can agree on 'reject' by "
            "chance, too.",
            "18/125": "That is chance agreement on 'reject' alone. They can agree on 'accept' by "
            "chance, too.",
            "1/2": "That would be right if each class were half of either margin. Use the row and "
            "column sums.",
            1320: "Those are the products added up. Divide them by the square of the total, "
            "50 × 50.",
            "132/5": "That is the expected number of agreements. As a share, it is divided by 50.",
            "337/625": "That squares the row sums. Multiply each row sum by the column sum.",
        },
        next_step="write the row sums and the column sums at the edges, multiply the two of each "
        "class, add the products up, and divide by the square of the total.",
        draw=_margins,
    ),
    asks_for("3.2a", "Two editors gave `{counts}`. What is their Kappa?", "cohen_kappa", _EDITORS),
    asks_for("3.2b", "Three classes gave `{counts}`. What is Kappa?", "cohen_kappa", _THREE),
    Exercise(
        id="3.3a",
        points=1,
        answer="B",
        choices=("A", "B", "C", "D"),
        mistakes={
            letter: "On balanced data P_e is 1/10, so Kappa is (accuracy - 0.1) / 0.9. For "
            f"{letter} that gives what is printed."
            for letter in "ACD"
        },
        next_step="the truth is balanced: work out P_e once, and Kappa for each network.",
    ),
    Exercise(
        id="3.3b",
        answer=Fraction(87, 100),
        mistakes={
            0.78: "That is what is printed. Kappa is (accuracy - 0.1) / 0.9 here.",
            0.883: "That is the accuracy. Take away what chance gives.",
            0.783: "That is the gain over chance, P_o - P_e. Divide it by what could be gained, "
            "1 - P_e.",
        },
        next_step="with balanced classes P_e is 1/10; put it into the formula of Kappa.",
    ),
    asks_for(
        "3.4a",
        "Two inspectors gave `{counts}`. What is Kappa?",
        "cohen_kappa",
        _INSPECTORS,
        mistakes={
            0: "Kappa is 0 if they agree just as often as chance gives. Work P_e out, and compare.",
        },
    ),
    Exercise(
        id="3.4b",
        points=1,
        answer="poor",
        choices=("poor", "slight", "fair", "moderate", "substantial", "almost perfect", "very low"),
        mistakes={
            "very low": "That is document 1's word, and not for a negative Kappa. The question "
            "asks for Landis and Koch's.",
            "slight": "Landis and Koch begin 'slight' at 0. This Kappa is below 0.",
            "almost perfect": "That would fit the agreement, 90 of 100. Kappa takes away what "
            "chance gives.",
        },
        next_step="look at the sign of this Kappa, and at Landis and Koch's lowest words.",
    ),
    untrue("3.4c", "Look where document 1's lowest band begins, and at the sign of this Kappa."),
    Exercise(
        id="3.5a",
        points=1,
        answer={"a"},
        choices=("a", "b", "c", "d", "e"),
        next_step="Kappa is undefined where P_e is 1: then 1 - P_e is 0.",
    ),
    Exercise(
        id="3.5b",
        points=1,
        answer={"b", "c", "e"},
        choices=("a", "b", "c", "d", "e"),
        mistakes={
            frozenset("bc"): "Two are found. In one more the agreement is 0, and chance would give "
            "0 as well.",
        },
        next_step="Kappa is 0 where P_o equals P_e, and 1 - P_e is not 0.",
    ),
    Exercise(
        id="3.6",
        answer=Fraction(6, 11),
        mistakes={
            1: "That would need equal margins: 60 mails called ham.",
            "4/5": "That is the largest accuracy. Put it into the formula of Kappa.",
            "14/25": "That is the chance agreement P_e. Put it into the formula of Kappa.",
            "6/25": "That is the numerator alone. Divide by 1 - P_e.",
            "11/25": "That is 1 - P_e, the denominator alone.",
            "3/5": "That takes P_e for 1/2. Multiply the shares of each class: 0.6 × 0.8 and "
            "0.4 × 0.2.",
        },
        next_step="how many of the 60 and of the 40 can be right at best? Then P_e, then Kappa.",
    ),
    asks_for(
        "3.7a",
        "Three grades of pain, in order: `{counts}`. What is the linearly weighted Kappa?",
        "cohen_kappa",
        _PAIN,
        points=3,
        weights="linear",
    ),
    untrue(
        "3.7b",
        "Plain Kappa has no weights. It adds up the diagonal, and row sum times column sum of "
        "each class: does it matter which class stands first?",
    ),
    untrue(
        "3.7c",
        "A weight depends only on how far apart two classes are. Are they further apart when the "
        "order is turned round?",
    ),
)
