"""Lesson 6: R and R'."""

from __future__ import annotations

from fractions import Fraction

from cmlib import datasets
from cmlib.exercises.registry import Exercise, untrue
from cmlib.exercises.variants import asks_for
from cmlib.matrix import ConfusionMatrix

_TABLE_11 = datasets.load("doc1_table11").matrix
_TWO = ConfusionMatrix([[30, 10], [18, 42]])
_SMALL = ConfusionMatrix([[2, 1], [2, 5]])
_PICTURES = "Ten kinds of picture gave `{counts}`, *cat* fourth. What is "
_WITHOUT_Q = "That leaves out q: recall = R' + q - pi."
_AS_RECALL = "That takes the printed value for the recall. First undo R': recall = R' + q - pi."

EXERCISES = (
    asks_for("6.1a", _PICTURES + "R of *cat*?", "r_score", _TABLE_11, "cat"),
    asks_for("6.1b", _PICTURES + "R' of *cat*?", "r_prime", _TABLE_11, "cat"),
    Exercise(
        id="6.2a",
        next_step="count a, m, s and w for 'ship': the network says 'ship' to all 400 pictures.",
        answer=Fraction(3, 20),
        mistakes={
            1: "That is the recall. Take off the share predicted, which is 1, and add the "
            "share of the ships.",
            0: "That is R. R' adds the share of the ships in the truth.",
            "17/20": "That is the recall less the share in the truth. R' takes off the share "
            "predicted, which is 1, and adds the share in the truth.",
            "1/4": "That is R' of 'plane'.",
        },
    ),
    Exercise(
        id="6.2b",
        next_step="count a, m, s and w for 'plane': the network never says it.",
        answer=Fraction(1, 4),
        mistakes={
            0: "That is R, and recall. R' adds the share of the planes in the truth.",
            "-1/4": "That takes off the share in the truth. R' adds it, and takes off the share "
            "predicted.",
            "3/20": "That is R' of 'ship'.",
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
        },
    ),
    Exercise(
        id="6.3a",
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
        points=1,
        answer=1,
        mistakes={
            0: "Each share predicted is a column sum over all samples: 48/100 and 52/100.",
            100: "That is the sum of the column sums. Divide each by all samples.",
        },
        next_step="add up the columns, and divide each sum by all samples.",
    ),
    Exercise(
        id="6.4b",
        # (30/40 - 48/100 + 42/60 - 52/100) / 2
        answer=Fraction(9, 40),
        mistakes={
            "9/20": "That is R_1 + R_2. The mean is half of it.",
            "27/100": "That is R_1 alone. Work out R_2, too, and take the mean.",
            "18/100": "That is R_2 alone. Work out R_1, too, and take the mean.",
            "29/40": "That is balanced accuracy, or the mean of the R'. Take off the shares "
            "predicted.",
            "11/50": "That is accuracy less a half. The mean of the recalls is another number.",
        },
        next_step="take each recall, less the share predicted, and then their mean.",
    ),
    asks_for(
        "6.4c",
        "Two classes gave `{counts}`. What is balanced accuracy?",
        "balanced_accuracy",
        _TWO,
        mistakes={"9/40": "That is the mean of R_1 and R_2. Balanced accuracy is larger by 1/2."},
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
            "3/5": "That is pi, which a test that knows nothing gets. Add (1 - pi) J.",
        },
    ),
    untrue(
        "6.5c", "Recall and false alarm rate are the same in both places. What else goes into R'?"
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
            "3/4": "That is the share of the answered that is right. Equation 23 divides by "
            "all 200 and adds the unanswered.",
            "45/100": "That is the first term. Equation 23 adds (x - y) / w.",
            "3/5": "That is the share answered. Equation 23 adds the share that is right and the "
            "share unanswered.",
            "2/5": "That is the share unanswered alone. Add the share of all 200 that is right.",
        },
    ),
    Exercise(
        id="6.7b",
        whole=200,
        next_step="count what was answered and right, and divide by all samples.",
        answer=Fraction(45, 100),
        mistakes={
            "17/20": "That is what equation 23 gives. It counts silence as right.",
            "3/4": "That is of the answered. Of all 200?",
            "3/5": "That is the share answered, right or wrong.",
        },
    ),
    Exercise(
        id="6.7c",
        whole=200,
        next_step="now 90 answers are right and 110 are missing; put both into equation 23.",
        answer=1,
        mistakes={
            "45/100": "That is the first term. 110 samples are unanswered now.",
            "85/100": "That still has 80 unanswered samples. Now there are 110.",
            "55/100": "That is the share unanswered alone. The 90 right answers count, too.",
        },
    ),
    Exercise(
        id="6.8a",
        next_step="work out R of each class, and weight it with the share of the class in the "
        "truth.",
        answer=Fraction(16, 100),
        mistakes={
            "4/21": "That is the plain mean of the two R. Weight each with its share in the "
            "truth, 3/10 and 7/10.",
            "7/10": "That is accuracy, the weighted mean of the recalls. Take off the shares "
            "predicted.",
            "8/21": "That is the sum of the two R. Weight each with its share in the truth, 3/10 "
            "and 7/10.",
            "4/15": "That is R of the first class alone, without its weight.",
            "4/35": "That is R of the second class alone, without its weight.",
            "2/25": "That is one class alone. Both happen to give as much: add them.",
            "8/23": "That is Kappa, which comes last. What is its numerator?",
        },
    ),
    Exercise(
        id="6.8b",
        next_step="multiply the two shares of each class, in the truth and in the predictions, and "
        "add up.",
        answer=Fraction(54, 100),
        mistakes={
            "7/10": "That is the agreement found, the accuracy. What would luck give?",
            "3/25": "That is the first class alone. The second adds a term.",
            "21/50": "That is the second class alone. The first adds a term.",
            "58/100": "That is the sum of the squared shares in the truth. Multiply each by "
            "its share in the predictions.",
            "52/100": "That is the sum of the squared shares in the predictions. Multiply each by "
            "its share in the truth.",
            "1/2": "That would be luck with two equal classes. Here the shares differ.",
        },
    ),
    asks_for("6.8c", "Two classes gave `{counts}`. What is Kappa?", "cohen_kappa", _SMALL),
)
