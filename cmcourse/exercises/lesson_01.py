"""Lesson 1: two classes."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np

from cmcourse.exercises.feedback import WORDS
from cmcourse.exercises.registry import Draw, Exercise, cells, claim, own, place, quick, slip, text
from cmcourse.exercises.variants import asks_for, exact
from cmlib.by_hand.explanation import Explanation, explain
from cmlib.matrix import ConfusionMatrix

_SPAM = ConfusionMatrix([[32, 18], [8, 122]], labels=["spam", "ham"])
(_CAUGHT, _MISSED), (_LOST, _KEPT) = _SPAM.counts.tolist()
(_SPAMS, _HAMS), (_FLAGGED, _PASSED) = _SPAM.support.tolist(), _SPAM.predicted.tolist()
_VANS = ConfusionMatrix([[52, 12], [9, 83]])
_ROW, _COLUMN = np.indices((2, 2))
_FAULTS = ConfusionMatrix([[10, 40], [15, 935]], labels=["fault", "fine"])
(_FOUND, _), (_ALARMED, _) = _FAULTS.counts.tolist()
_FAULTY, _DAYS = int(_FAULTS.support[0]), int(_FAULTS.total)
_ALWAYS_FINE = 1 - Fraction(_FAULTY, _DAYS)
_ON_THE_BOX = int(100 * exact("accuracy", _FAULTS))
# How many samples the reader's own matrix needs.
ENOUGH = 20
# The town, and the report of exercise 7.
_RATE, _PEOPLE, _ILL = Fraction(9, 10), 1000, 50
_TRUE, _FALSE = _RATE * _ILL, (1 - _RATE) * (_PEOPLE - _ILL)
_REPORTED = ConfusionMatrix([[120, 80], [30, 770]])
(_HITS, _MISSES), (_FALSE_ALARMS, _) = _REPORTED.counts.tolist()
_ALL, _PRINTED = int(_REPORTED.total), 0.93
_FILTER = "A filter gave `{counts}`, *spam* first. "
_VEHICLE = "Two kinds of vehicle gave `{counts}`. What is the "
_OVER_FALSE = "That is TP over FP. The true alarms belong in the denominator, too."
_GUESSED = ConfusionMatrix([[6, 3], [2, 13]], labels=["person", "machine"])


def _story(random: Random) -> Draw:
    counts = [random.randint(20, 60) for _ in range(4)]
    found, missed, false, fine = counts
    return Draw(
        f"A spam filter sees {sum(counts)} e-mails, {found + missed} of them spam. It flags "
        f"{found + false} e-mails, and {found} of those are spam. Write the matrix, spam first.",
        ConfusionMatrix([[found, missed], [false, fine]], labels=["spam", "ham"]),
    )


def _town(random: Random) -> Draw:
    rare = random.choice([4, 5, 10, 20, 25, 50, 100])  # whole people in each cell
    ill = _PEOPLE // rare
    true, false = _RATE * ill, (1 - _RATE) * (_PEOPLE - ill)
    return Draw(
        f"A test has recall {_RATE} and specificity {_RATE}. In a town where one person in "
        f"{rare} is ill, what is its precision?",
        true / (true + false),
        {
            _RATE: "That is the precision where as many are ill as healthy. In this town the "
            "healthy are more, and they cause more false alarms.",
            true / _PEOPLE: "That is TP over all people. Divide by those with an alarm.",
            Fraction(1, rare): "That is the share of the ill among all people, not among those "
            "with an alarm.",
            true / false: _OVER_FALSE,
        },
    )


def too_few(own: ConfusionMatrix) -> str:
    """Return what is wrong with a matrix of too few samples."""
    few = f"Your counts add up to {own.total}. Make it at least {ENOUGH}: fewer say too little."
    return few if own.total < ENOUGH else ""


def _lacks(own: ConfusionMatrix) -> str:
    if len(own.labels) != 2:
        return "Give a matrix of two classes: what you looked for first, the rest second."
    return too_few(own)


def _of_first(name: str, other: str) -> Exercise:
    def right_and_exchanged(own: ConfusionMatrix) -> tuple[Explanation, Any]:
        right, wrong = (explain(each, own, own.labels[0]) for each in (name, other))
        says = f"That is the {other}. Which of the two stays in the row of your first class?"
        return right, {} if wrong.exact is None else {wrong.exact: says}

    return own(
        answer=_GUESSED,
        of_own=right_and_exchanged,
        needs=_lacks,
        next_step="write down TP, FN and FP of your first class; which of them does the measure "
        "divide by?",
    )


EXERCISES = {
    "1.0a": quick(
        answer="c",
        reason="It is 1 - prevalence: each additional ill person is one more mistake.",
        synonyms={"it rises": "a", "rises": "a", "it stays": "b", "it falls": "c", "falls": "c"},
        mistakes={
            "a": "More frequent means more ill people, and the rule is wrong about each of them.",
            "b": "The rule has not changed, but the people have. Its accuracy is 1 - prevalence.",
        },
        next_step="about whom is the rule wrong?",
    ),
    "1.0b": quick(
        answer="a",
        reason="No smuggler is missed, so FN is 0; and the column of the alarms holds all "
        "passengers.",
        mistakes={
            "b": "It is the other way round. Recall is the share of the smugglers who were "
            "stopped: all. Precision is the share of smugglers among those who were stopped.",
            "c": "No smuggler gets through: recall is 1. But look along the column of the alarms: "
            "most of those people are not smugglers.",
        },
        next_step="FN is 0, and the column of the alarms holds everybody.",
    ),
    "1.0c": quick(
        answer="a",
        reason="Recall looks at the ill only, however few they are. In the village an alarm "
        "comes more often from a healthy person.",
        mistakes={
            "b": "An alarm may be true or false. Where few are ill, the false ones are a larger "
            "part of all alarms.",
            "c": "Recall stays. But where few are ill, the false alarms are a larger part of all "
            "alarms, so precision does not.",
        },
        next_step="which of the two looks at the ill people only?",
    ),
    "1.1": Exercise(
        answer=_SPAM,
        mistakes={
            cells(_SPAM.counts[::-1, ::-1]): "The counts are right, but ham stands first. Spam "
            "is asked for first: [[TP, FN], [FP, TN]].",
            ((_KEPT, _MISSED), (_LOST, _CAUGHT)): "TP and TN have changed places. The "
            f"{_CAUGHT} are spam and flagged, so they are the first cell.",
            ((_CAUGHT, _SPAMS), (_FLAGGED, _HAMS)): f"{_SPAMS} is all the spam, and {_FLAGGED} are "
            f"all the flagged e-mails. The {_CAUGHT} that are both are in both sums: take them "
            "away.",
            ((_CAUGHT, _SPAMS), (_FLAGGED, _SPAMS + _HAMS)): f"{_SPAMS}, {_FLAGGED} and "
            f"{_SPAMS + _HAMS} are sums: of the spam, of the flagged e-mails, of all. The matrix "
            "holds the counts inside. How many of the spam were not flagged?",
            ((_CAUGHT, _MISSED), (_LOST, _HAMS)): f"{_HAMS} are all the good e-mails. Some of them "
            "were flagged.",
            cells(_SPAM.counts.T): "Rows and columns are exchanged: the first row is the truth "
            f"spam, and all of it adds up to the {_SPAMS} spam e-mails.",
            cells(_SPAM.counts[:, ::-1]): "The columns are exchanged: the first column holds what "
            "was flagged, that is, predicted as spam.",
            ((_CAUGHT, _MISSED), (_FLAGGED, _PASSED)): "The second row holds the good e-mails "
            f"only. {_FLAGGED} and {_PASSED} are all e-mails, flagged and not flagged, the spam "
            "among them.",
        },
        next_step="begin with the spam that was flagged, the first cell, and fill its row and its "
        "column up to their sums.",
        draw=_story,
    ),
    "1.2a": asks_for(
        _FILTER + "What share of the flagged mail is spam?", "precision", _SPAM, "spam", rare=True
    ),
    "1.2b": asks_for(
        _FILTER + "What share of the spam is flagged?", "recall", _SPAM, "spam", rare=True
    ),
    "1.3a": place(
        answer=(_COLUMN == 1) * 1,
        mistakes={
            cells((_COLUMN == 1) * _VANS.counts): "Those are the right cells, with their counts. "
            "Mark each with 1.",
            cells(_ROW + _COLUMN == 2): "That is the cell that is counted, TN. It is divided by "
            "all that was predicted as 1.",
            cells(_ROW == 1): "That is the row of class 1: specificity divides by it. The "
            "predictive value stays in a column.",
            cells(_COLUMN == 0): "That is the column of what was predicted as 0, so the positive "
            "predictive value, which is the precision of class 0.",
            cells(_ROW == 0): "That is the row of class 0: its recall divides by it.",
            cells(_ROW == _COLUMN): "That is the diagonal: accuracy counts it.",
            cells(_ROW >= 0): "Accuracy divides by all cells. Here only the predicted negatives "
            "matter.",
        },
        next_step="the negative predictive value: of what was predicted negative, that is, as 1. "
        "Which cells are these?",
    ),
    "1.3b": asks_for(
        _VEHICLE + "negative predictive value of class 0?",
        "negative_predictive_value",
        _VANS,
        0,
        rare=True,
    ),
    "1.3c": asks_for(_VEHICLE + "specificity of class 0?", "specificity", _VANS, 0, rare=True),
    "1.4a": Exercise(
        answer=_ALWAYS_FINE,
        mistakes={
            exact("accuracy", _FAULTS): "That is the detector's own accuracy. How often is 'always "
            "fine' right?",
            1 - _ALWAYS_FINE: "That is the share of the days with a fault, on which 'always fine' "
            "is wrong. How often is it right?",
            _DAYS // _FAULTY: f"One day in {_DAYS // _FAULTY} has a fault. On what share of the "
            "days is 'always fine' right?",
            exact("recall", _FAULTS, "fault"): "That is the detector's recall of 'fault'. 'Always "
            "fine' finds no fault.",
        },
        next_step="count the days on which nothing is wrong, and divide by all days.",
        whole=_DAYS,
    ),
    "1.4b": claim(
        False,
        "Put the two accuracies side by side: the detector is right on "
        f"{' + '.join(map(str, _FAULTS.counts.diagonal()))} of {_DAYS:,} days.",
        f"Beside always saying 'fine', the detector gains {_FOUND} days, the faults found, and "
        f"loses {_ALARMED}, the false alarms.",
    ),
    "1.4c": text(
        points=2,
        answer=f"Always saying 'fine' is right on {100 * _ALWAYS_FINE} days of 100, so "
        f"{_ON_THE_BOX} of 100 is nothing to boast of. The detector finds {_FOUND} of the "
        f"{_FAULTY} faults, a recall of {_FOUND / _FAULTY}, and {_FOUND} of its "
        f"{_FOUND + _ALARMED} alarms are real. Let us print these two numbers instead of the "
        "accuracy.",
        rubric=(
            "what 'always fine' scores",
            "how many of the faults are found",
            "what to print instead",
        ),
        next_step="say what 'always fine' scores, how many faults the detector finds, and what you "
        "would print.",
    ),
    "1.5": Exercise(
        answer=_TRUE / (_TRUE + _FALSE),
        mistakes={
            _RATE: "That is the precision where half are ill. In the town there are "
            f"{WORDS[_PEOPLE // _ILL - 1]} healthy people for each ill one, and they cause more "
            "false alarms.",
            _TRUE / _PEOPLE: f"That is TP over all {_PEOPLE:,} people. Divide by the people with "
            "an alarm, ill or not.",
            Fraction(_ILL, _PEOPLE): "That is the prevalence: the share of the ill among all "
            "people, not among those with an alarm.",
            (_TRUE + _FALSE) / _PEOPLE: "That is the share of people with an alarm. How many of "
            "those are ill?",
            _TRUE / _FALSE: _OVER_FALSE,
            1 - _RATE: "That is the share of the healthy who get an alarm, 1 minus the "
            f"specificity. How many people is it, of {_PEOPLE - _ILL}?",
            _FALSE / _PEOPLE: f"That is FP over all {_PEOPLE:,} people. The question is about the "
            "people with an alarm, and how many of them are ill.",
            _TRUE: "That is how many alarms are real. Divide by all alarms.",
            _TRUE + _FALSE: "That is how many alarms there are. How many of them are real?",
            _RATE * (_PEOPLE - _ILL) / (_PEOPLE - _TRUE - _FALSE): "That is the negative "
            "predictive value: it looks at the people without an alarm. Look at those with one.",
            0.5: f"Count the alarms: {_TRUE} of the {_ILL} ill people, and one healthy person in "
            f"{WORDS[(1 - _RATE).denominator]}.",
        },
        next_step=f"imagine {_PEOPLE:,} people, fill in the cells, and look along the column "
        "of the alarms.",
        whole=_PEOPLE,
        draw=_town,
    ),
    "1.6a": asks_for(
        _FILTER + "What is the F2 of *spam*?", "f_score", _SPAM, "spam", rare=True, beta=2
    ),
    "1.6b": Exercise(
        points=1,
        answer="F1/2",
        reason="A genuine e-mail in the spam folder is a false positive, and this score leans "
        "towards precision.",
        choices=("F2", "F1/2"),
        synonyms={
            f"{before}{beta}{after}": choice
            for choice, ways in {"F1/2": ("0.5", "0,5", "1/2", "0.50"), "F2": ("2",)}.items()
            for beta in ways
            for before in ("", "F", "beta = ", "beta ", "β = ")
            for after in ("", " score")
        },
        mistakes={
            "F2": "F2 makes misses (FN) expensive: it leans towards recall. A genuine e-mail in "
            "the spam folder is a false positive, so precision counts.",
        },
        next_step="which of the two costs more here, FN or FP?",
    ),
    "1.7a": slip(
        answer=exact("accuracy", _REPORTED),
        mistakes={
            _PRINTED: "That is what the report prints. Rebuild the matrix: TP first, from the "
            f"recall and the {_HITS + _MISSES} positives.",
            Fraction(_HITS, _ALL): "That counts only the true positives as right. True negatives "
            "are right, too.",
            1 - Fraction(_HITS + _FALSE_ALARMS, _ALL): f"That takes the {_HITS + _FALSE_ALARMS} "
            "alarms for mistakes. Most alarms are true; only FN and FP are mistakes.",
            1 - Fraction(2 * _MISSES, _ALL): f"That takes FP for {_MISSES}, the misses. FP follows "
            f"from the precision: {_HITS} are {100 * exact('precision', _REPORTED, 0)} % of all "
            "alarms.",
            exact("error_rate", _REPORTED): "That is the error rate that they imply. The accuracy "
            "is the rest.",
        },
        next_step="find TP from the recall, then FP from the precision, and count what is right.",
        whole=_ALL,
    ),
    "1.7b": claim(
        True,
        "Round the accuracy that you found to two decimals. Is it the one in the report?",
        f"The accuracy that follows from the first numbers does not round to {_PRINTED}.",
    ),
    "1.8a": _of_first("precision", "recall"),
    "1.8b": _of_first("recall", "precision"),
}
