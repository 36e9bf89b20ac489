"""Lesson 6: R and R'."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from cmcourse import tables
from cmcourse.exercises.feedback import WORDS
from cmcourse.exercises.registry import Exercise, claim, own, place, quick, slip, text
from cmcourse.exercises.variants import asks_for
from cmlib.by_hand.explanation import explain
from cmlib.matrix import ConfusionMatrix

_TABLE_11 = tables.load("doc1_table11").matrix
_CAT_SHARE = Fraction(int(_TABLE_11.predicted[_TABLE_11.index("cat")]), int(_TABLE_11.total))
_COUNTS, _NIGHTS, _ASKED = (60, 100, 240), 50, 200
_VIEWS = sum(_COUNTS)
# Shares: of the pictures in the harbour, of the nights with fog and those with a warning.
_SHIPS, _PLANES, _WATER = (Fraction(pictures, _VIEWS) for pictures in _COUNTS)
# R of the service that misses no frost, and of ours, of twenty nights with eight frosts.
_FROSTS, _WARNINGS, _DRAWN = 8, 18, 20
_ITS_R, _OUR_R = (
    f"{found}/{_FROSTS} - {warnings}/{_DRAWN}"
    for found, warnings in ((_FROSTS, _WARNINGS), (6, 10))
)
_FOG, _WARNED = 10 / _NIGHTS, 15 / _NIGHTS
# Printed R': the four of 6.3a, the first impossible; the five of 6.3b and their wrong overall R'.
_FOUR = (-0.55, -0.35, 0.91, 0.62)
_FIVE = [Fraction(hundredths, 100) for hundredths in (92, 88, 75, 96, 94)]
_WRONG_OVERALL = 0.85
# Digit 0: how many it truly is and is predicted as, the printed R', and the recall behind it.
_TABLE_8 = tables.load("doc1_table08").matrix
_ZEROS, _READ, _IMAGES = map(int, (_TABLE_8.support[0], _TABLE_8.predicted[0], _TABLE_8.total))
_PI, _Q, _PRINTED = Fraction(_ZEROS, _IMAGES), Fraction(_READ, _IMAGES), Fraction("0.1176")
_FOUND = _ZEROS * (_PRINTED + _Q - _PI)
_RIGHT, _ANSWERED = Fraction(90, _ASKED), Fraction(120, _ASKED)
_OVERALL = _RIGHT + 1 - _ANSWERED
_AT_DOCTOR, _IN_CLINIC = Fraction(5, 100), Fraction(60, 100)
_FEWEST = 10  # samples in a matrix of the reader's own
_OLD, _NEW, _SHOWN = 200, 700, 1000  # foxes, among how many pictures
_CARDS = ConfusionMatrix([[2, 4], [5, 9]], labels=["heart", "other"])
_PICTURES = "Ten kinds of picture, {total} in all, gave `{counts}`, *cat* fourth. What is "
_LOWEST = "2 pi - 1"
_R_PRIME, _BY_J = "R' = recall - q + pi", "R' = pi + (1 - pi) J"
_UNDONE = "recall = R' + q - pi"
_NO_Q, _NO_PI = (f"That leaves out {it}: {_UNDONE}." for it in ("q", "pi"))
_AS_RECALL = f"That takes the printed value for the recall. First undo R': {_UNDONE}."
_CAT_PREDICTED = (
    f"That is the share of 'cat' in the predictions, {float(_CAT_SHARE)}. Subtract it from the "
    "recall"
)
_BY_ALL_NIGHTS = "The R' is right. The first number is a share: divide by all nights."
_TO_ANSWERED = "That is the share that is right. The overall R' adds the share unanswered."


def _with_both_kinds(own: ConfusionMatrix) -> str:
    if own.total < _FEWEST:
        return f"Your matrix has fewer than {WORDS[_FEWEST]} samples. Take some more."
    if own.support[0] in (0, own.total):
        return "The matrix needs samples of the first class, and others."
    return ""


def _in_place(ill: Fraction, elsewhere: Fraction, is_elsewhere: str) -> Exercise:
    """Ask for R' of 'ill' where this share is ill: pi + (1 - pi) J."""
    recall, false_alarms = Fraction(9, 10), Fraction(1, 10)
    j = recall - false_alarms
    return Exercise(
        next_step=f"{_BY_J}: work out J first, and take pi of this place.",
        answer=ill + (1 - ill) * j,
        mistakes={
            recall: f"That is the recall, and the accuracy, too. {_BY_J}.",
            j: "That is J. R' is the mean of 1 and J, with weights pi and 1 - pi.",
            (1 - ill) * j: "That is R = (1 - pi) J. R' adds pi.",
            1 - ill + ill * j: "The weights are the wrong way round: pi belongs to the 1, 1 - pi "
            "to J.",
            elsewhere + (1 - elsewhere) * j: f"That is R' {is_elsewhere} patients.",
            ill: "That is pi, which a test that knows nothing gets. Add (1 - pi) J.",
        },
    )


EXERCISES = {
    "6.0a": quick(
        answer="a",
        reason="The second misses no frost. But it warns on nearly every night, so chance alone "
        "gives it nearly all of its recall.",
        mistakes={
            "b": f"Its recall is 1, but {_WARNINGS} warnings on {_DRAWN} nights catch "
            f"{_WARNINGS}/{_DRAWN} of the frost by chance alone. Subtract that.",
            "c": f"Work both out: {_ITS_R}, and {_OUR_R}.",
        },
        next_step="from each recall, subtract the share of the nights with a warning.",
    ),
    "6.0b": quick(
        answer="a",
        reason="R' is never below twice the prevalence minus 1, and for a class of half of the "
        "samples that is 0.",
        mistakes={
            "b": "A detector that does worse than chance gets less than pi, here less than half. "
            f"But it can't get less than {_LOWEST}, which is 0 here.",
            "c": "It can be, for a class of fewer than half of the samples. Where does the range "
            "begin for a class of half?",
        },
        next_step=f"work out {_LOWEST} for a class of half of the samples.",
    ),
    "6.0c": quick(
        answer="c",
        reason="R' is a mean of 1 and J. For the frequent class the 1 weighs more, so for the "
        "same R' its J is lower.",
        mistakes={
            "a": "The frequent class gets more for nothing: its block of height 1 is wider. How "
            "high is its other block, then?",
            "b": "The areas are equal. But the block of height 1 is wider for the frequent class, "
            "so its other block is not as high.",
        },
        next_step="draw both squares with the same area: which class has the wider block for "
        "nothing?",
    ),
    "6.1a": asks_for(
        _PICTURES + "R of *cat*?",
        "r_score",
        _TABLE_11,
        "cat",
        mistakes={round(_CAT_SHARE, 3): _CAT_PREDICTED + "."},
    ),
    "6.1b": asks_for(
        _PICTURES + "R' of *cat*?",
        "r_prime",
        _TABLE_11,
        "cat",
        mistakes={round(_CAT_SHARE, 3): _CAT_PREDICTED + ", and add its share in the truth."},
    ),
    "6.2a": Exercise(
        next_step="write down recall, q and pi of 'ship': the network predicts 'ship' for all "
        f"{_VIEWS} pictures.",
        answer=_SHIPS,
        mistakes={
            1: "That is the recall. Subtract the share predicted, which is 1, and add the "
            "share of the ships.",
            0: "That is R. R' adds the share of the ships in the truth.",
            1 - _SHIPS: "That is the recall minus the share in the truth. R' subtracts the share "
            "predicted, which is 1, and adds the share in the truth.",
            _PLANES: "That is R' of 'plane'.",
            _COUNTS[0]: "That is the number of the ships. R' adds their share of all pictures.",
        },
    ),
    "6.2b": Exercise(
        next_step="write down recall, q and pi of 'plane': the network never predicts it.",
        answer=_PLANES,
        mistakes={
            0: "That is R, and recall. R' adds the share of the planes in the truth.",
            -_PLANES: "That subtracts the share in the truth. R' adds it, and subtracts the share "
            "predicted.",
            _SHIPS: "That is R' of 'ship'.",
            _COUNTS[1]: "That is the number of the planes. R' adds their share of all pictures.",
        },
    ),
    "6.2c": Exercise(
        whole=_VIEWS,
        next_step="every picture gets an answer; what is the overall R' then?",
        answer=_SHIPS,
        mistakes={
            (_SHIPS + _PLANES + _WATER) / len(_COUNTS): "That is the mean R' of the classes, "
            "which is balanced accuracy. The overall R' is accuracy.",
            1: "Every picture gets an answer, but not every answer is right.",
            _PLANES: f"That is R' of 'plane'. Overall: how many of all {_VIEWS} answers are right?",
            _WATER: "That is the share of empty water, which is also its R'. Overall: how many of "
            f"all {_VIEWS} answers are right?",
        },
    ),
    "6.3a": slip(
        next_step=f"R' of a class lies between {_LOWEST} and 1; what is pi of "
        f"{WORDS[len(_FOUR)]} equal classes?",
        answer=_FOUR[0],
        mistakes={
            2 / len(_FOUR) - 1: "That is the lower end itself. Which of the "
            f"{WORDS[len(_FOUR)]} values lies below it?",
            _FOUR[1]: f"R' may be negative, down to {_LOWEST}. What is that if pi is a quarter?",
            **dict.fromkeys(_FOUR[2:], "R' may go up to 1 for every class. What is its lower end?"),
        },
    ),
    "6.3b": slip(
        next_step=f"with equal classes, what is the mean of the {len(_FIVE)} R'?",
        answer=sum(_FIVE) / len(_FIVE),
        mistakes={
            _WRONG_OVERALL: "That is what the paper prints. What is the mean of the "
            f"{len(_FIVE)} R', and what is it when all classes are equally large?",
            sum(_FIVE): f"That is the sum of the {len(_FIVE)} values. Divide by {len(_FIVE)}.",
        },
    ),
    "6.4a": place(
        next_step="the service warns on the forty nights without fog; put recall 0 and this q "
        f"into {_R_PRIME}.",
        answer=[1 - _FOG, 2 * _FOG - 1],
        mistakes={
            (1 - _FOG, _FOG - 1): f"The share of warnings is right, and {_FOG - 1} is R. R' adds "
            "pi, the share of the fog.",
            (1 - _FOG, -1.0): "The share of warnings is right, and -1 is J of a service that is "
            f"always wrong. R' ends at {_LOWEST}.",
            (1 - _FOG, 0.0): "The share of warnings is right. Recall is 0 here, but R' also "
            "subtracts q and adds pi.",
            (1 - _FOG, _FOG): f"The share of warnings is right, and {_FOG} is R' of a service that "
            "knows nothing. One that is always wrong gets less.",
            (_NIGHTS * (1 - _FOG), 2 * _FOG - 1): _BY_ALL_NIGHTS,
            (_FOG, 2 * _FOG - 1): "The R' is right. But a service that is always wrong warns on "
            "every night without fog: on how many of fifty?",
            (_FOG, 1.0): "That is the service that is always right.",
            (1.0, _FOG): "That is the service that always warns. It is right on the nights with "
            "fog.",
            (0.0, _FOG): "That is the service that never warns. It is right on the nights without "
            "fog.",
        },
    ),
    "6.4b": place(
        points=1,
        next_step="for random warnings the recall is on average the share of the nights with a "
        "warning: what is left of R', then?",
        answer=[_WARNED, _FOG],
        mistakes={
            (_WARNED, 0.0): "That is R, which is 0 for a service that knows nothing. R' adds pi.",
            (_WARNED, _WARNED): "That is the expected recall. R' subtracts q and adds pi.",
            (_FOG, _WARNED): "The two numbers are exchanged: first the share of the nights with a "
            "warning.",
            (_WARNED, _WARNED + _FOG): "That is recall plus pi. R' also subtracts q.",
            (_NIGHTS * _WARNED, _FOG): _BY_ALL_NIGHTS,
        },
    ),
    "6.5a": _in_place(_AT_DOCTOR, _IN_CLINIC, "in the clinic. Take pi of the family doctor's"),
    "6.5b": _in_place(_IN_CLINIC, _AT_DOCTOR, "at the family doctor's. Take pi of the clinic's"),
    "6.5c": claim(
        False,
        "Recall and false positive rate are the same in both places. What else goes into R'?",
        "Recall and false positive rate are the same in both places; only the patients differ.",
    ),
    "6.6": Exercise(
        whole=_ZEROS,
        next_step=f"undo {_R_PRIME}, and multiply the recall by the number of zeros.",
        answer=round(_FOUND),
        mistakes={
            **dict.fromkeys((_ZEROS * (_PRINTED + _Q), round(_ZEROS * (_PRINTED + _Q))), _NO_PI),
            **dict.fromkeys((_ZEROS * (_PRINTED - _PI), round(_ZEROS * (_PRINTED - _PI))), _NO_Q),
            **dict.fromkeys((_ZEROS * _PRINTED, round(_ZEROS * _PRINTED)), _AS_RECALL),
            floor(_FOUND): f"That is {float(_FOUND):.2f} cut off. Round to the nearest whole "
            "number.",
            _READ: "That many were read as zero; not all of them are zeros.",
            round(_FOUND, 2): "Right so far. A number of pictures is whole: round it.",
        },
    ),
    "6.7a": Exercise(
        whole=_ASKED,
        next_step=f"add the share of all {_ASKED} that is right to the share that is unanswered.",
        answer=_OVERALL,
        mistakes={
            _RIGHT / _ANSWERED: "That is the share of the answered that is right. The overall R' "
            f"divides by all {_ASKED} and adds the unanswered.",
            _RIGHT: _TO_ANSWERED,
            _ANSWERED: "That is the share answered. The overall R' adds the share that is right to "
            "the share unanswered.",
            1 - _ANSWERED: "That is the share unanswered alone. Add the share of all "
            f"{_ASKED} that is right.",
        },
    ),
    "6.7b": Exercise(
        whole=_ASKED,
        next_step="count what was answered and right, and divide by all samples.",
        answer=_RIGHT,
        mistakes={
            _OVERALL: "That is the overall R'. It counts unanswered samples as right.",
            _RIGHT / _ANSWERED: f"That is of the answered. Of all {_ASKED}?",
            _ANSWERED: "That is the share answered, right or wrong.",
        },
    ),
    "6.7c": Exercise(
        whole=_ASKED,
        next_step="how many samples are unanswered now? The overall R' adds their share to the "
        "share that is right.",
        answer=Fraction(1),
        mistakes={
            _RIGHT: _TO_ANSWERED,
            _OVERALL: f"That still has {_ASKED * (1 - _ANSWERED)} unanswered samples. "
            "Now there are more.",
            1 - _RIGHT: "That is the share unanswered alone. The right answers count, too.",
        },
    ),
    "6.8": text(
        next_step="write two or three sentences: where the values come from, what they say about "
        "the training, what to report.",
        answer="A network that never says fox gets the share of the foxes in the test as its R', "
        f"so {_OLD / _SHOWN} and {_NEW / _SHOWN} are only {_OLD} and {_NEW} of {_SHOWN:,}. The "
        "test pictures have changed; that the training helps is not shown. Please report recall or "
        "J, both 0 before and after, and print the share beside every R'.",
        rubric=(
            f"{_OLD / _SHOWN} and {_NEW / _SHOWN} are the shares of the foxes in the two tests",
            "the rise comes from the test pictures and shows nothing about the training",
            "recall or J, 0 both times, is the number to report",
        ),
    ),
    "6.9a": own(
        answer=_CARDS,
        of_own=lambda own: explain("r_prime", own, own.labels[0]),
        needs=_with_both_kinds,
        next_step="take the recall of the first class, subtract its column sum over the total, and "
        "add its row sum over the total.",
    ),
    "6.9b": own(
        answer=_CARDS,
        of_own=lambda own: explain("informedness", own, own.labels[0]),
        needs=_with_both_kinds,
        next_step="take the recall of the first class, and subtract its false alarms over all "
        "samples of the other classes.",
    ),
}
