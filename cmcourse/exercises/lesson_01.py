"""Lesson 1: two classes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from cmcourse.exercises.registry import Draw, Exercise, quick, untrue
from cmcourse.exercises.variants import asks_for
from cmlib.by_hand.explanation import Explanation, explain
from cmlib.matrix import ConfusionMatrix

_SPAM = ConfusionMatrix([[32, 18], [8, 122]], labels=["spam", "ham"])
_VANS = ConfusionMatrix([[52, 12], [9, 83]])
_FILTER = "A filter gave `{counts}`, *spam* first. "
_VEHICLE = "Two kinds of vehicle gave `{counts}`. What is the "
_GUESSED = ConfusionMatrix([[6, 3], [2, 13]], labels=["person", "machine"])
_COUNT_AGAIN = (
    "write down TP, FN and FP of your first class; which of them does the measure divide by?"
)


def _story(random: Random) -> Draw:
    counts = [random.randint(20, 60) for _ in range(4)]
    found, missed, false, fine = counts
    return Draw(
        f"A spam filter sees {sum(counts)} e-mails, {found + missed} of them spam. It flags "
        f"{found + false} e-mails, and {found} of those are spam. Write the matrix, spam first.",
        ConfusionMatrix([[found, missed], [false, fine]], labels=["spam", "ham"]),
    )


def _town(random: Random) -> Draw:
    rare = random.choice([4, 5, 8, 10, 20, 25, 40])
    ill = 1000 // rare
    return Draw(
        "A test has recall 9/10 and specificity 9/10. In a town where one person in "
        f"{rare} is ill, what is its precision?",
        Fraction(9 * ill, 9 * ill + 1000 - ill),
        {
            0.9: "That is the precision where as many are ill as healthy. In this town the healthy "
            "are more, and they cause more false alarms.",
            Fraction(9 * ill, 10000): "That is TP over all people. Divide by those with an alarm.",
            Fraction(1, rare): "That is the share of the ill among all people, not among those "
            "with an alarm.",
            Fraction(9 * ill, 1000 - ill): "That is TP over FP. The true alarms belong in the "
            "denominator, too.",
        },
    )


def _lacks(own: ConfusionMatrix) -> str:
    if len(own.labels) != 2:
        return "Give a matrix of two classes: what you looked for first, the rest second."
    if own.total < 20:
        return f"Your counts add up to {own.total}. Make it at least 20: fewer say too little."
    return ""


def _of_first(name: str, other: str) -> Callable[[ConfusionMatrix], tuple[Explanation, Any]]:
    def right_and_exchanged(own: ConfusionMatrix) -> tuple[Explanation, Any]:
        right, wrong = (explain(each, own, own.labels[0]) for each in (name, other))
        says = f"That is the {other}. Which of the two stays in the row of your first class?"
        return right, {} if wrong.exact is None else {wrong.exact: says}

    return right_and_exchanged


EXERCISES = (
    quick(
        id="1.0a",
        answer="c",
        synonyms={"it rises": "a", "rises": "a", "it stays": "b", "it falls": "c", "falls": "c"},
        mistakes={
            "a": "More frequent means more ill people, and the rule is wrong about each of them.",
            "b": "The rule has not changed, but the people have. Its accuracy is 1 - prevalence.",
        },
        next_step="about whom is the rule wrong?",
    ),
    quick(
        id="1.0b",
        answer="a",
        mistakes={
            "b": "It is the other way round. Recall is the share of the smugglers who were "
            "stopped: all. Precision is the share of smugglers among those who were stopped.",
            "c": "No smuggler gets through: recall is 1. But look along the column of the alarms: "
            "most of those people are not smugglers.",
        },
        next_step="FN is 0, and the column of the alarms holds everybody.",
    ),
    quick(
        id="1.0c",
        answer="a",
        mistakes={
            "b": "An alarm may be true or false. Where few are ill, the false ones are a larger "
            "part of all alarms.",
            "c": "Recall stays. But where few are ill, the false alarms are a larger part of all "
            "alarms, so precision does not.",
        },
        next_step="which of the two looks at the ill people only?",
    ),
    Exercise(
        id="1.1",
        answer=_SPAM,
        mistakes={
            ((122, 8), (18, 32)): "The counts are right, but *ham* stands first. Spam is asked for "
            "first: [[TP, FN], [FP, TN]].",
            ((122, 18), (8, 32)): "TP and TN have changed places. The 32 are spam and flagged, so "
            "they are the first cell.",
            ((32, 50), (40, 130)): "50 is all the spam, and 40 are all the flagged e-mails. The 32 "
            "that are both are in both sums: take them away.",
            ((32, 50), (40, 180)): "50, 40 and 180 are sums: of the spam, of the flagged e-mails, "
            "of all. The matrix holds the four counts inside. How many of the spam were not "
            "flagged?",
            ((32, 18), (8, 130)): "130 are all the good e-mails. Some of them were flagged.",
            ((32, 8), (18, 122)): "Rows and columns are exchanged: the first row is the truth "
            "*spam*, and all of it adds up to the 50 spam e-mails.",
            ((18, 32), (122, 8)): "The columns are exchanged: the first column holds what was "
            "flagged, that is, predicted as spam.",
            ((32, 18), (40, 140)): "The second row holds the good e-mails only. 40 and 140 are "
            "all e-mails, flagged and not flagged, the spam among them.",
        },
        next_step="begin with the spam that was flagged, the first cell, and fill its row and its "
        "column up to their sums.",
        draw=_story,
    ),
    asks_for(
        "1.2a",
        _FILTER + "Which part of the flagged mail is spam?",
        "precision",
        _SPAM,
        "spam",
        rare=True,
    ),
    asks_for(
        "1.2b", _FILTER + "Which part of the spam is flagged?", "recall", _SPAM, "spam", rare=True
    ),
    Exercise(
        id="1.3a",
        kind="place",
        answer=[[0, 1], [0, 1]],
        mistakes={
            ((0, 12), (0, 83)): "Those are the right cells, with their counts. Mark each with 1.",
            ((0, 0), (0, 1)): "That is the cell that is counted, TN. It is divided by all that was "
            "predicted as 1.",
            ((0, 0), (1, 1)): "That is the row of class 1: specificity divides by it. The "
            "predictive value stays in a column.",
            ((1, 0), (1, 0)): "That is the column of what was predicted as 0, so the positive "
            "predictive value, which is the precision of class 0.",
            ((1, 1), (0, 0)): "That is the row of class 0: its recall divides by it.",
            ((1, 0), (0, 1)): "That is the diagonal: accuracy counts it.",
            ((1, 1), (1, 1)): "Accuracy divides by all cells. Here only the predicted negatives "
            "matter.",
        },
        next_step="*negative predictive value*: of what was predicted negative, that is, as 1. "
        "Which cells are these?",
    ),
    asks_for(
        "1.3b",
        _VEHICLE + "negative predictive value of class 0?",
        "negative_predictive_value",
        _VANS,
        0,
        rare=True,
    ),
    asks_for("1.3c", _VEHICLE + "specificity of class 0?", "specificity", _VANS, 0, rare=True),
    Exercise(
        id="1.4a",
        answer=Fraction(95, 100),
        mistakes={
            0.945: "That is the detector's own accuracy. How often is 'always fine' right?",
            0.05: "That is the share of the days with a fault, on which 'always fine' is wrong. "
            "How often is it right?",
            20: "One day in 20 has a fault. On what share of the days is 'always fine' right?",
            "10/50": "That is the detector's recall of *fault*. 'Always fine' finds no fault.",
        },
        next_step="count the days on which nothing is wrong, and divide by all days.",
        whole=1000,
    ),
    untrue(
        "1.4b",
        "Put the two accuracies side by side: the detector is right on 10 + 935 of 1,000 days.",
    ),
    Exercise(
        id="1.4c",
        kind="write",
        answer="Always saying 'fine' is right on 95 days of 100, so the detector is no better than "
        "no detector. It finds 10 of the 50 faults, a recall of 0.2, and 10 of its 25 alarms are "
        "real. Let us print these two numbers instead of the accuracy.",
        rubric=(
            "what 'always fine' scores",
            "how many of the faults are found",
            "what to print instead",
        ),
        next_step="say what 'always fine' scores, how many faults the detector finds, and what you "
        "would print.",
    ),
    Exercise(
        id="1.5",
        answer=Fraction(9, 28),
        mistakes={
            0.9: "That is the precision where half are ill. In the town there are nineteen healthy "
            "people for each ill one, and they cause more false alarms.",
            0.045: "That is TP over all 1,000 people. Divide by the people with an alarm, ill or "
            "not.",
            0.05: "That is the prevalence: the share of the ill among all people, not among those "
            "with an alarm.",
            0.14: "That is the share of people with an alarm. How many of those are ill?",
            "9/19": "That is TP over FP. The true alarms belong in the denominator, too.",
            0.1: "That is the share of the healthy who get an alarm, 1 minus the specificity. How "
            "many people is it, of 950?",
            0.095: "That is FP over all 1,000 people. The question is about the people with an "
            "alarm, and how many of them are ill.",
            45: "That is how many alarms are real. Divide by all alarms.",
            140: "That is how many alarms there are. How many of them are real?",
            "171/172": "That is the negative predictive value: it looks at the people without an "
            "alarm. Look at those with one.",
            0.5: "Count the alarms: 45 of the 50 ill people, and one healthy person in ten.",
        },
        next_step="imagine 1,000 people, fill in the four cells, and look along the column of the "
        "alarms.",
        whole=1000,
        draw=_town,
    ),
    asks_for(
        "1.6a", _FILTER + "What is the F2 of *spam*?", "f_score", _SPAM, "spam", rare=True, beta=2
    ),
    Exercise(
        id="1.6b",
        points=1,
        answer="F1/2",
        choices=("F2", "F1/2"),
        synonyms={
            f"{before}{beta}{after}": choice
            for choice, ways in {"F1/2": ("0.5", "0,5", "1/2", "0.50"), "F2": ("2",)}.items()
            for beta in ways
            for before in ("", "F", "beta = ", "beta ", "β = ")
            for after in ("", "-score", " score")
        },
        mistakes={
            "F2": "F2 makes misses (FN) expensive: it leans towards recall. A genuine e-mail in "
            "the spam folder is a false positive, so precision counts.",
        },
        next_step="which of the two costs more here, FN or FP?",
    ),
    Exercise(
        id="1.7a",
        kind="judge",
        answer=Fraction(89, 100),
        mistakes={
            0.93: "That is what the report prints. Rebuild the matrix: TP first, from the recall "
            "and the 200 positives.",
            0.12: "That counts only the true positives as right. True negatives are right, too.",
            0.85: "That takes the 150 alarms for mistakes. Most alarms are true; only FN and FP "
            "are mistakes.",
            0.84: "That takes FP for 80, the misses. FP follows from the precision: 120 are 80 % "
            "of all alarms.",
            0.11: "That is the error rate that they imply. The accuracy is the rest.",
        },
        next_step="find TP from the recall, then FP from the precision, and count what is right.",
        whole=1000,
    ),
    Exercise(
        id="1.7b",
        points=1,
        answer=True,
        mistakes={
            False: "Round the accuracy that you found to two decimals. Is it the one in the report?"
        },
    ),
    Exercise(
        id="1.8a",
        kind="own",
        answer=_GUESSED,
        of_own=_of_first("precision", "recall"),
        needs=_lacks,
        next_step=_COUNT_AGAIN,
    ),
    Exercise(
        id="1.8b",
        kind="own",
        answer=_GUESSED,
        of_own=_of_first("recall", "precision"),
        needs=_lacks,
        next_step=_COUNT_AGAIN,
    ),
)
