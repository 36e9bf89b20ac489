"""Lesson 9: how to check a paper."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from cmlib.exercises.registry import Exercise

_TREES = ("oak", "elm", "fir", "yew")
_ONE_POINT = "A matrix is one point of the ROC curve; the area needs the scores."
_OTHER_WORDS = {words: tree for tree in _TREES for words in (f"always {tree}", f"{tree}s")}


def _not_a_witness(counts: list[int]) -> str:
    """Say why counts do not show that TN / (TN + FP) and TN / (TN + FN) differ."""
    _, false_negatives, false_positives, true_negatives = counts
    if 0 in (true_negatives + false_positives, true_negatives + false_negatives):
        return (
            "A denominator is 0: then nothing is compared. Give counts for which both formulas "
            "have a value."
        )
    if not true_negatives:
        return "With TN = 0 both formulas give 0. Let some negatives be right."
    if false_negatives == false_positives:
        return (
            "Your FN and FP are the same number, so exchanging the letters changes nothing. "
            "Symmetric examples forgive: make them different."
        )
    return ""


_verdict = partial(
    Exercise, points=1, choices=("reproduced", "misprint", "wrong", "not recomputable")
)

EXERCISES = (
    Exercise(
        id="9.1a",
        points=1,
        next_step="add up each row, and compare with its sum.",
        choices=("ant", "bee", "fly", "moth"),
        answer="fly",
        mistakes={
            "bee": "The row bee adds up: 2 + 25 + 3 + 0 = 30. A count belongs to a row and to "
            "a column; here the row is asked for, what the photo shows.",
            "ant": "The row ant adds up to its 20.",
            "moth": "The row moth adds up to its 25.",
        },
    ),
    Exercise(
        id="9.1b",
        points=1,
        next_step="add up each column, and compare with its sum.",
        choices=("ant", "bee", "fly", "moth"),
        answer="bee",
        mistakes={
            "fly": "The column fly adds up: 0 + 3 + 19 + 2 = 24. Add up the others.",
            "ant": "The column ant adds up to its 21.",
            "moth": "The column moth adds up to its 25.",
        },
    ),
    Exercise(
        id="9.1c",
        next_step="what must stand in that cell, so that its row and its column add up?",
        answer=4,
        mistakes={
            7: "That is what is printed. The row is then 3 too large, and so is the column.",
            10: "The cells add up to more than the sums say, so the count is too large: take "
            "the difference away.",
            3: "That is the difference by which row and column are too large. Take it away "
            "from the printed count.",
        },
    ),
    Exercise(
        id="9.2a",
        next_step="multiply each accuracy by 60: which is not near a whole number?",
        answer=Fraction("0.742"),
        mistakes={
            "0.733": "44 of 60 is 0.7333.",
            "0.767": "46 of 60 is 0.7667.",
            "0.783": "47 of 60 is 0.7833.",
        },
    ),
    Exercise(
        id="9.2b",
        next_step="try `possible` with fewer photos than 60.",
        whole=60,
        answer=31,
        mistakes={
            23: "That is how many were right. Of how many?",
            60: "Of 60 photos 0.742 is impossible. Try fewer, with `possible`.",
            29: "That is how many photos were left out, and the number that remained is asked for.",
            62: "46 of 62 is 0.742, true, but there were only 60 photos.",
        },
    ),
    Exercise(
        id="9.3a",
        points=1,
        next_step="work out F1 from the smallest and from the largest precision and recall that "
        "round to what is printed.",
        choices=("oak", "elm", "fir", "ash", "yew"),
        answer="fir",
        mistakes={
            "elm": "From the rounded 0.368 and 0.683 comes 0.4783, and 0.479 is printed. But "
            "with 0.3685 and 0.6835 it is 0.4788: rounding alone explains it.",
            "oak": "2 × 0.360 × 0.900 / 1.260 = 0.514, as printed.",
            "ash": "2 × 0.600 × 0.720 / 1.320 = 0.6545, which rounds to the printed 0.655.",
            "yew": "2 × 0.738 × 0.886 / 1.624 = 0.805, as printed.",
        },
    ),
    Exercise(
        id="9.3b",
        next_step="compute 2PR / (P + R).",
        answer=Fraction(9, 14),
        mistakes={
            "0.634": "That is what is printed. Compute 2PR / (P + R).",
            "0.7": "That is the plain mean of precision and recall. F1 is their harmonic mean.",
            "0.45": "That is the product of the two. F1 is 2PR / (P + R).",
        },
    ),
    Exercise(
        id="9.4a",
        next_step="P_e first: row share times column share of either class, added up.",
        answer=Fraction(29, 44),
        mistakes={
            "0.7": "That is what the paper prints. Compute P_e from the margins first.",
            "0.56": "That is P_e. Now (P_o - P_e) / (1 - P_e).",
            "0.29": "That is the numerator, P_o - P_e. Divide by what was left to gain.",
            "79/109": "That is with P_e = 0.70 × 0.65. P_e has a term for each class: add the "
            "second.",
            "149/179": "That is with P_e = 0.30 × 0.35. P_e has a term for each class: add the "
            "other.",
            "41/56": "That is with P_e = 0.70 × 0.35 + 0.30 × 0.65. Both factors of a term "
            "belong to one class.",
            "9/14": "That is with the row shares squared. Each term of P_e is a row share times "
            "the column share of that class.",
            "61/91": "That is with the column shares squared. Each term of P_e is a row share "
            "times the column share of that class.",
        },
    ),
    Exercise(
        id="9.4b",
        next_step="solve (0.85 - x) / (1 - x) = 0.70 for x.",
        answer=Fraction(1, 2),
        mistakes={
            "0.56": "That is the right P_e, and it gives another Kappa. Solve "
            "(0.85 - x) / (1 - x) = 0.70 for x.",
            "0.15": "That is 1 - 0.85, the error. Solve (0.85 - x) / (1 - x) = 0.70 for x.",
        },
    ),
    Exercise(
        id="9.5a",
        points=1,
        next_step="a constant answer has Kappa 0 and the macro recall 1/4.",
        choices=("A", "B", "C", "D"),
        answer={"B", "C"},
        mistakes={
            frozenset("B"): "B fits, true. Another network shows the same two marks.",
            frozenset("C"): "C fits, true. Another network shows the same two marks.",
            frozenset("BCD"): "D comes near, but its Kappa is 0.0605: a constant answer has "
            "exactly 0.",
        },
    ),
    Exercise(
        id="9.5b",
        points=1,
        next_step="a constant answer is right on as many photos as its class has.",
        choices=_TREES,
        synonyms=_OTHER_WORDS,
        answer="oak",
        mistakes={
            "elm": "Always elm is right 100 times of 400.",
            "fir": "Always fir is right 100 times of 400.",
            "yew": "Always yew is right 80 times of 400.",
        },
    ),
    Exercise(
        id="9.5c",
        points=1,
        next_step="a constant answer is right on as many photos as its class has.",
        choices=_TREES,
        synonyms=_OTHER_WORDS,
        answer={"elm", "fir"},
        mistakes={
            frozenset({"elm"}): "Always elm fits. Is it the only class of its size?",
            frozenset({"fir"}): "Always fir fits. Is it the only class of its size?",
        },
    ),
    Exercise(
        id="9.6",
        answer=[[1, 2], [0, 3]],
        objection=_not_a_witness,
        next_step="choose TN first, then an FP and an FN that differ.",
    ),
    Exercise(
        id="9.7",
        points=1,
        next_step="with classes of equal size one of the averages is the accuracy itself.",
        choices=("accuracy", "macro recall", "macro precision", "Kappa"),
        synonyms={"recall": "macro recall", "precision": "macro precision"},
        answer={"macro recall", "macro precision"},
        mistakes={
            frozenset({"accuracy", "macro precision"}): "These two columns hold the same numbers, "
            "so exchanging their heads changes nothing.",
            frozenset({"accuracy", "macro recall"}): "Then the accuracy of A would be 0.7648 and "
            "its macro recall 0.7667. With classes of equal size the two are one number.",
            frozenset({"accuracy", "Kappa"}): "Then Kappa would be higher than the accuracy, and "
            "it never is.",
        },
    ),
    _verdict(
        id="9.8a",
        next_step="work it out, and look in which ways it may have been shortened.",
        answer="reproduced",
        mistakes={
            "misprint": "7/9 is 0.777…: rounded to two decimals it is 0.78. Cut off it would be "
            "0.77, but numbers are rounded.",
            "wrong": "7/9 is 0.777…: rounded to two decimals it is 0.78.",
            "not recomputable": "All that is needed is there: 7 and 9.",
        },
    ),
    _verdict(
        id="9.8b",
        next_step="put the counts into the formula as printed, and look at the next line.",
        answer="misprint",
        mistakes={
            "wrong": "As printed it doesn't hold, true. But look at the next line: does it "
            "show what was meant?",
            "reproduced": "The row is about the formula, and the formula printed is that of "
            "the recall: 30 / (30 + 20).",
            "not recomputable": "A formula can be tested with any counts, and counts are given.",
        },
    ),
    _verdict(
        id="9.8c",
        next_step="can it be worked out from what is printed?",
        answer="not recomputable",
        mistakes={
            "wrong": "You can't know that. " + _ONE_POINT,
            "misprint": "What would show it? " + _ONE_POINT,
            "reproduced": "From what? " + _ONE_POINT,
        },
    ),
    _verdict(
        id="9.8d",
        next_step="look for one matrix for which it does not hold.",
        answer="wrong",
        mistakes={
            "reproduced": "Try a frequent class that is easy and a rare one that is hard, "
            "such as 90 of 90 and 5 of 10 right.",
            "misprint": "Perhaps 'always lower' was meant, or 'usually': nothing in the row "
            "says so. Without a certain meaning it is not a misprint.",
            "not recomputable": "A claim about all matrices can be refuted by one. Look for it.",
        },
    ),
)
