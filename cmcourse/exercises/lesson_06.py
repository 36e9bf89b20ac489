"""Lesson 6: R and R'."""

from __future__ import annotations

from fractions import Fraction

from cmcourse import tables
from cmcourse.exercises.registry import Exercise, quick, untrue
from cmcourse.exercises.variants import asks_for
from cmlib.by_hand.explanation import explain
from cmlib.matrix import ConfusionMatrix

_TABLE_11 = tables.load("doc1_table11").matrix
_CARDS = ConfusionMatrix([[2, 4], [5, 9]], labels=["heart", "other"])
_PICTURES = "Ten kinds of picture gave `{counts}`, *cat* fourth. What is "
_WITHOUT_Q = "That leaves out q: recall = R' + q - pi."
_AS_RECALL = "That takes the printed value for the recall. First undo R': recall = R' + q - pi."


def _with_both_kinds(own: ConfusionMatrix) -> str:
    if own.total < 10:
        return "Your matrix has fewer than ten samples. Take some more."
    if own.support[0] in (0, own.total):
        return "The matrix needs samples of the first class, and others."
    return ""


_CAT_PREDICTED = (
    "That is the share of 'cat' in the predictions, 0.0966. Subtract it from the recall"
)

EXERCISES = (
    quick(
        id="6.0a",
        answer="a",
        mistakes={
            "b": "Its recall is 1, but 18 warnings on 20 nights catch 18/20 of the frost by chance "
            "alone. Subtract that.",
            "c": "Work both out: 8/8 - 18/20, and 6/8 - 10/20.",
        },
        next_step="from each recall, subtract the share of the nights with a warning.",
    ),
    quick(
        id="6.0b",
        answer="a",
        mistakes={
            "b": "A detector that does worse than chance gets less than pi, here less than 1/2. "
            "But it can't get less than 2 pi - 1, which is 0 here.",
            "c": "It can be, for a class of fewer than half of the samples. Where does the range "
            "begin for a class of half?",
        },
        next_step="work out 2 pi - 1 for a class of half of the samples.",
    ),
    quick(
        id="6.0c",
        answer="c",
        mistakes={
            "a": "The frequent class gets more for nothing: its block of height 1 is wider. How "
            "high is its other block, then?",
            "b": "The areas are equal. But the block of height 1 is wider for the frequent class, "
            "so its other block is not as high.",
        },
        next_step="draw both squares with the same area: which class has the wider block for "
        "nothing?",
    ),
    asks_for(
        "6.1a",
        _PICTURES + "R of *cat*?",
        "r_score",
        _TABLE_11,
        "cat",
        mistakes={"0.097": _CAT_PREDICTED + "."},
    ),
    asks_for(
        "6.1b",
        _PICTURES + "R' of *cat*?",
        "r_prime",
        _TABLE_11,
        "cat",
        mistakes={"0.097": _CAT_PREDICTED + ", and add its share in the truth."},
    ),
    Exercise(
        id="6.2a",
        next_step="write down recall, q and pi of 'ship': the network predicts 'ship' for all 400 "
        "pictures.",
        answer=Fraction(3, 20),
        mistakes={
            1: "That is the recall. Subtract the share predicted, which is 1, and add the "
            "share of the ships.",
            0: "That is R. R' adds the share of the ships in the truth.",
            "17/20": "That is the recall minus the share in the truth. R' subtracts the share "
            "predicted, which is 1, and adds the share in the truth.",
            "1/4": "That is R' of 'plane'.",
            60: "That is the number of the ships. R' adds their share of all pictures.",
        },
    ),
    Exercise(
        id="6.2b",
        next_step="write down recall, q and pi of 'plane': the network never predicts it.",
        answer=Fraction(1, 4),
        mistakes={
            0: "That is R, and recall. R' adds the share of the planes in the truth.",
            "-1/4": "That subtracts the share in the truth. R' adds it, and subtracts the share "
            "predicted.",
            "3/20": "That is R' of 'ship'.",
            100: "That is the number of the planes. R' adds their share of all pictures.",
        },
    ),
    Exercise(
        id="6.2c",
        whole=400,
        next_step="every picture gets an answer; what is the overall R' then?",
        answer=Fraction(3, 20),
        mistakes={
            "1/3": "That is the mean of the three R', which is balanced accuracy. The overall "
            "R' is accuracy.",
            1: "Every picture gets an answer, but not every answer is right.",
            "1/4": "That is R' of 'plane'. Overall: how many of all 400 answers are right?",
            "3/5": "That is the share of empty water, which is also its R'. Overall: how many of "
            "all 400 answers are right?",
        },
    ),
    Exercise(
        id="6.3a",
        kind="judge",
        next_step="R' of a class lies between 2 pi - 1 and 1; what is pi of four equal classes?",
        answer=-0.55,
        mistakes={
            -0.5: "That is the lower end itself. Which of the four values lies below it?",
            -0.35: "R' may be negative, down to 2 pi - 1. What is that if pi is a quarter?",
            0.91: "R' may go up to 1 for every class. What is its lower end?",
            0.62: "R' may go up to 1 for every class. What is its lower end?",
        },
    ),
    Exercise(
        id="6.3b",
        kind="judge",
        next_step="with equal classes, what is the mean of the five R'?",
        answer=0.89,
        mistakes={
            0.85: "That is what the paper prints. What is the mean of the five R', and what is "
            "it when all classes are equally large?",
            4.45: "That is the sum of the five values. Divide by five.",
        },
    ),
    Exercise(
        id="6.4a",
        kind="place",
        next_step="the service warns on the forty nights without fog; put recall 0 and this q "
        "into R' = recall - q + pi.",
        answer=[0.8, -0.6],
        mistakes={
            (0.8, -0.8): "The share of warnings is right, and -0.8 is R. R' adds pi, the share of "
            "the fog.",
            (0.8, -1.0): "The share of warnings is right, and -1 is J of a service that is always "
            "wrong. R' ends at 2 pi - 1.",
            (0.8, 0.0): "The share of warnings is right. Recall is 0 here, but R' also "
            "subtracts q and adds pi.",
            (
                0.8,
                0.2,
            ): "The share of warnings is right, and 0.2 is R' of a service that knows "
            "nothing. One that is always wrong gets less.",
            (40.0, -0.6): "The R' is right. The first number is a share: divide by all nights.",
            (0.2, -0.6): "The R' is right. But a service that is always wrong warns on every "
            "night without fog: on how many of fifty?",
            (0.2, 1.0): "That is the service that is always right.",
            (1.0, 0.2): "That is the service that always warns. It is right on the nights with "
            "fog.",
            (0.0, 0.2): "That is the service that never warns. It is right on the nights without "
            "fog.",
        },
    ),
    Exercise(
        id="6.4b",
        kind="place",
        points=1,
        next_step="for random warnings the recall is on average the share of the nights with a "
        "warning: what is left of R', then?",
        answer=[0.3, 0.2],
        mistakes={
            (0.3, 0.0): "That is R, which is 0 for a service that knows nothing. R' adds pi.",
            (0.3, 0.3): "That is the expected recall. R' subtracts q and adds pi.",
            (0.2, 0.3): "The two numbers are exchanged: first the share of the nights with a "
            "warning.",
            (0.3, 0.5): "That is recall plus pi. R' also subtracts q.",
            (15.0, 0.2): "The R' is right. The first number is a share: divide by all nights.",
        },
    ),
    Exercise(
        id="6.5a",
        next_step="R' = pi + (1 - pi) J: work out J first, and take pi of this place.",
        answer=Fraction(81, 100),
        mistakes={
            "9/10": "That is the recall, and the accuracy, too. R' = pi + (1 - pi) J.",
            "4/5": "That is J. R' is the mean of 1 and J, with weights pi and 1 - pi.",
            "76/100": "That is R = (1 - pi) J. R' adds pi.",
            "99/100": "The weights are the wrong way round: pi belongs to the 1, 1 - pi to J.",
            "92/100": "That is R' in the clinic. Take pi of the family doctor's patients.",
            "1/20": "That is pi, which a test that knows nothing gets. Add (1 - pi) J.",
        },
    ),
    Exercise(
        id="6.5b",
        next_step="R' = pi + (1 - pi) J: work out J first, and take pi of this place.",
        answer=Fraction(92, 100),
        mistakes={
            "9/10": "That is the recall, and the accuracy, too. R' = pi + (1 - pi) J.",
            "4/5": "That is J. R' is the mean of 1 and J, with weights pi and 1 - pi.",
            "32/100": "That is R = (1 - pi) J. R' adds pi.",
            "88/100": "The weights are the wrong way round: pi belongs to the 1, 1 - pi to J.",
            "81/100": "That is R' at the family doctor's. Take pi of the clinic's patients.",
            "3/5": "That is pi, which a test that knows nothing gets. Add (1 - pi) J.",
        },
    ),
    untrue(
        "6.5c",
        "Recall and false positive rate are the same in both places. What else goes into R'?",
    ),
    Exercise(
        id="6.6",
        whole=980,
        next_step="undo R' = recall - q + pi, and multiply the recall by the number of zeros.",
        answer=22,
        mistakes={
            118: "That leaves out pi: recall = R' + q - pi.",
            19: _WITHOUT_Q,
            19.208: _WITHOUT_Q,
            115: _AS_RECALL,
            115.248: _AS_RECALL,
            21: "That is 21.95 cut off. Round to the nearest whole number.",
            28: "That many were read as zero; not all of them are zeros.",
            21.95: "Right so far. A number of pictures is whole: round it.",
        },
    ),
    Exercise(
        id="6.7a",
        whole=200,
        next_step="add the share of all 200 that is right to the share that is unanswered.",
        answer=Fraction(85, 100),
        mistakes={
            "3/4": "That is the share of the answered that is right. The overall R' divides by "
            "all 200 and adds the unanswered.",
            "45/100": "That is the share that is right. The overall R' adds the share unanswered.",
            "3/5": "That is the share answered. The overall R' adds the share that is right to "
            "the share unanswered.",
            "2/5": "That is the share unanswered alone. Add the share of all 200 that is right.",
        },
    ),
    Exercise(
        id="6.7b",
        whole=200,
        next_step="count what was answered and right, and divide by all samples.",
        answer=Fraction(45, 100),
        mistakes={
            "17/20": "That is the overall R'. It counts unanswered samples as right.",
            "3/4": "That is of the answered. Of all 200?",
            "3/5": "That is the share answered, right or wrong.",
        },
    ),
    Exercise(
        id="6.7c",
        whole=200,
        next_step="how many samples are unanswered now? The overall R' adds their share to the "
        "share that is right.",
        answer=Fraction(1),
        mistakes={
            "45/100": "That is the share that is right. The overall R' adds the share unanswered.",
            "85/100": "That still has 80 unanswered samples. Now there are more.",
            "55/100": "That is the share unanswered alone. The right answers count, too.",
        },
    ),
    Exercise(
        id="6.8",
        kind="write",
        points=3,
        next_step="write two or three sentences: where the values come from, what they say about "
        "the training, what to report.",
        answer="A network that never says fox gets the share of the foxes in the test as its R', "
        "so 0.2 and 0.7 are only 200 and 700 of 1,000. The test pictures have changed; that the "
        "training helps is not shown. Please report recall or J, both 0 before and after, and "
        "print the share beside every R'.",
        rubric=(
            "0.2 and 0.7 are the shares of the foxes in the two tests",
            "the rise comes from the test pictures and shows nothing about the training",
            "recall or J, 0 both times, is the number to report",
        ),
    ),
    Exercise(
        id="6.9a",
        kind="own",
        answer=_CARDS,
        of_own=lambda own: explain("r_prime", own, own.labels[0]),
        needs=_with_both_kinds,
        next_step="take the recall of the first class, subtract its column sum over the total, and "
        "add its row sum over the total.",
    ),
    Exercise(
        id="6.9b",
        kind="own",
        answer=_CARDS,
        of_own=lambda own: explain("informedness", own, own.labels[0]),
        needs=_with_both_kinds,
        next_step="take the recall of the first class, and subtract its false alarms over all "
        "samples of the other classes.",
    ),
)
