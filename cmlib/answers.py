"""Answers of the lessons' exercises whose right answer is no metric of a matrix.

They stand here, not in the lessons, so that a reader who looks at an exercise does not see its
answer. Exercises about a metric need no entry: `cmlib.explain` gives both answer and diagnosis.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from cmlib.matrix import ConfusionMatrix

__all__ = ["answer_key"]

_ANSWERS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "1.1": {"expected": ConfusionMatrix([[24, 16], [6, 74]], labels=["spam", "ham"])},
        "1.4a": {
            "expected": 0.95,
            "mistakes": {
                0.945: "That is the detector's own accuracy. How often is 'always fine' right?",
                0.05: "That is the share of the days with a fault, on which 'always fine' is "
                "wrong. How often is it right?",
            },
        },
        "1.4b": {
            "expected": False,
            "mistakes": {
                True: "Put the two accuracies side by side: the detector is right on 10 + 935 "
                "of 1000 days."
            },
        },
        "1.5": {
            "expected": 0.5,
            "mistakes": {
                0.9: "That is the precision where half are ill. In the town there are nine "
                "healthy people for each ill one, and they cause more false alarms.",
                0.09: "That is TP over all 1000 people. Divide by the people with an alarm, ill "
                "or not.",
                0.1: "That is the prevalence: the share of the ill among all people, not among "
                "those with an alarm.",
                0.18: "That is the share of people with an alarm. How many of those are ill?",
            },
        },
        "1.6": {
            "expected": "F1/2",
            "mistakes": {
                "F2": "F2 makes misses (FN) expensive: it leans towards recall. A real letter in "
                "the spam folder is a false positive, so precision counts.",
            },
        },
        "1.7a": {
            "expected": 0.89,
            "mistakes": {
                0.93: "That is what the paper prints. Rebuild the matrix: TP first, from the "
                "recall and the 200 positives.",
                0.12: "That counts only the true positives as right. True negatives are right, "
                "too.",
                0.85: "That takes the 150 alarms for mistakes. Most alarms are true; only FN and "
                "FP are mistakes.",
                0.84: "That takes FP for 80, the misses. FP follows from the precision: 120 are "
                "80 % of all alarms.",
            },
        },
        "1.7b": {
            "expected": False,
            "mistakes": {
                True: "Round the accuracy that you found to two decimals. Is it what the "
                "paper prints?"
            },
        },
        "2.1": {
            "expected": ConfusionMatrix(
                [[1, 1, 0], [0, 1, 0], [1, 0, 2]], labels=["cat", "dog", "emu"]
            )
        },
        "2.2": {
            "expected": ConfusionMatrix([[42, 20], [17, 116]], labels=["class 1", "not class 1"])
        },
        "2.5": {
            # P = (890/980 + 10/20) / 2, R = (890/900 + 10/100) / 2, then 2PR / (P + R).
            "expected": Fraction(3381, 5506),
            "mistakes": {
                "157/282": "That is the mean of the two F1s. Here the means come first: macro "
                "precision and macro recall, then one F1 of the two.",
                "2753/4410": "That is the plain mean of macro precision and macro recall. Take "
                "their harmonic mean, 2PR / (P + R).",
            },
        },
        "2.6": {
            "expected": "a class excluded",
            "mistakes": {
                "all classes": "Over all classes micro precision, micro recall and accuracy are "
                "one and the same number.",
                "rounding": "Rounding to one decimal moves a number by at most 0.05. Over all "
                "classes the three would be equal before rounding.",
            },
        },
        "2.7": {
            "expected": "other definition",
            "mistakes": {
                "they made a mistake": "Put their precision and recall into 2PR / (P + R) before "
                "you write that.",
                "I made a mistake": "Perhaps not: your number is a mean of F1s, and a mean of F1s "
                "is never above the F1 of the means.",
            },
        },
        "3.1": {
            "expected": Fraction(13, 25),
            "mistakes": {
                "19/25": "That is the observed agreement, the diagonal. What would chance give?",
                "9/25": "That is chance agreement on 'accept' alone. They can agree on 'reject' "
                "by chance, too.",
                "1/2": "That would be right if each class were half of either margin. Use the row "
                "and column sums.",
                1300: "Nearly there: divide by the square of the total, 50 × 50.",
                26: "That is the expected number of agreements. As a share, it is divided by 50.",
            },
        },
        "3.3a": {
            "expected": "B",
            "mistakes": {
                letter: "On balanced data P_e is 1/10, so Kappa is (accuracy - 0.1) / 0.9. For "
                f"{letter} that gives what is printed."
                for letter in "ACD"
            },
        },
        "3.3b": {
            "expected": Fraction(87, 100),
            "mistakes": {
                0.78: "That is what is printed. Kappa is (accuracy - 0.1) / 0.9 here.",
                0.883: "That is the accuracy. Take away what chance gives.",
                0.783: "That is the gain over chance, P_o - P_e. Divide it by what could be "
                "gained, 1 - P_e.",
            },
        },
        "3.4a": {
            "expected": "poor",
            "mistakes": {
                "very low": "That is document 1's word, and not for a negative Kappa. The question "
                "asks for Landis and Koch's.",
                "slight": "Landis and Koch begin 'slight' at 0. This Kappa is below 0.",
                "almost perfect": "That would fit the agreement, 90 of 100. Kappa takes away what "
                "chance gives.",
            },
        },
        "3.4b": {
            "expected": False,
            "mistakes": {
                True: "Look where document 1's lowest band begins, and at the sign of this Kappa."
            },
        },
        "3.5a": {"expected": {"a"}},
        "3.5b": {"expected": {"b", "c", "e"}},
        "3.6": {
            "expected": Fraction(6, 11),
            "mistakes": {
                1: "That would need equal margins: 60 mails called ham.",
                "4/5": "That is the largest accuracy. Put it into the formula of Kappa.",
                "14/25": "That is the chance agreement P_e. Put it into the formula of Kappa.",
                "6/25": "That is the numerator alone. Divide by 1 - P_e.",
                "11/25": "That is 1 - P_e, the denominator alone.",
            },
        },
        "3.7": {
            "expected": False,
            "mistakes": {
                True: "A weight depends only on how far apart two classes are. Are they "
                "further apart when the order is turned round?"
            },
        },
        "4.2": {
            "expected": 349,
            "mistakes": {
                900: "With 900 found, balanced accuracy is 0.99 and the G-mean is higher than 0.9. "
                "Solve (m/1000)^(1/10) = 0.9 for m.",
                348: "Almost: 348 gives a G-mean just below 0.9.",
                350: "350 is enough, but so is one fewer.",
                0.349: "That is the recall. How many of 1000 samples are that?",
                0.9: "That is the G-mean asked for. Which recall of the tenth class gives it?",
                0: "With none found the product is 0, and so is the G-mean.",
            },
        },
        "4.4a": {"expected": {"A", "B"}},
        "4.4b": {"expected": {"D"}},
        "4.6a": {
            # The mean of 0.95, 0.90 and 0.60.
            "expected": Fraction(49, 60),
            "mistakes": {
                0.6: "A G-mean lies above the smallest recall, unless all are equal. It is the "
                "other bound that is broken here.",
                0.95: "0.83 is below the largest recall. There is a closer bound: what is the "
                "G-mean never above?",
            },
        },
        "4.6b": {
            # The third root of 0.95 x 0.90 x 0.60 = 0.513.
            "expected": 0.8005204946165835,
            "mistakes": {
                0.7162: "That is the square root of the product. Three recalls: the third root.",
                0.513: "That is the product. Its third root is due.",
                "49/60": "That is the plain mean, balanced accuracy.",
            },
        },
        "4.8": {
            "expected": "product form",
            "mistakes": {
                "R_K": "With three equal classes R_K = (pK - 1)/(K - 1), and p is 0.9 here.",
                "neither": "Try six factors 90/95, less six factors 5/95.",
            },
        },
        "5.1": {
            "expected": Fraction(1, 5),
            "mistakes": {
                "1/3": "That divides by the three parts called defective: it is 1 - precision. FPR "
                "divides by all fine parts.",
                "4/5": "That is the specificity, the fine parts left alone. FPR is the rest.",
                "1/9": "That divides by all parts. FPR divides by the fine ones.",
            },
        },
        "5.2": {
            "expected": Fraction(31, 40),
            "mistakes": {
                "3/4": "That leaves the tie out. A tie counts one half.",
                "4/5": "That counts the tie as won. It counts one half.",
                "9/40": "That counts the pairs in which the fine part wins. Turn it round.",
                "31/2": "That is the number of pairs won. Divide by all 4 × 5.",
            },
        },
        "5.3": {
            "expected": Fraction(11, 15),
            "mistakes": {
                "37/48": "The fine part with score 6 is missing. At threshold 6 both parts of the "
                "tie are called defective: 3 of 5 are.",
                "31/40": "That is the AUC. Here each quarter of recall is weighted by precision.",
                "57/80": "Those are trapezoids. Sum each gain in recall times the precision at "
                "which it was gained.",
                "44/15": "Each of the four gains in recall is 1/4. Multiply.",
            },
        },
        "5.4a": {
            "expected": 5,
            "mistakes": {
                9: "At 9, J is 1/4 - 0. Go on down the list: all four defects are found with two "
                "false alarms.",
                0.6: "That is the largest J. At which threshold is it reached?",
            },
        },
        "5.4b": {
            "expected": 9,
            "mistakes": {
                5: "At 5 there are two false alarms, and each costs 3. Go up.",
                7: "At 7 two defects are missed and one part is a false alarm: 2 + 3. Go up.",
                8: "At 8 a false alarm has joined and no defect: 3 missed and 3 for the alarm.",
                3: "That is the lowest cost. At which threshold is it reached?",
            },
        },
        "5.5a": {
            "expected": 0.5,
            "mistakes": {
                0.005: "That is the prevalence, the baseline of AP. The ROC diagonal does not "
                "depend on it.",
            },
        },
        "5.5b": {
            "expected": Fraction(1, 200),
            "mistakes": {
                0.5: "That is the baseline of AUC. Whomever a random score calls, how many of "
                "them are frauds?",
                0.995: "That is the share of honest payments. Frauds are the positives.",
            },
        },
        "5.5c": {
            "expected": False,
            "mistakes": {
                True: "A random score gets the prevalence, 0.005. Compare 0.10 with that."
            },
        },
        "5.6a": {
            "expected": 0.91,
            "mistakes": {
                0.09: "Both the class and the scores are exchanged, so each pair is judged as "
                "before.",
            },
        },
        "5.6b": {
            "expected": 0.09,
            "mistakes": {
                0.91: "Only the class is exchanged, not the scores, so each pair won is now lost.",
            },
        },
        "5.7": {
            "expected": "B",
            "mistakes": {
                "A": "0.95 is 38/40: 19 pairs of 20 won.",
                "C": "0.70 is 28/40: 14 pairs of 20 won.",
                "D": "0.85 is 34/40: 17 pairs of 20 won.",
            },
        },
        "6.2a": {
            "expected": Fraction(3, 20),
            "mistakes": {
                1: "That is the recall. Take off the share predicted, which is 1, and add the "
                "share of the ships.",
                0: "That is R. R' adds the share of the ships in the truth.",
            },
        },
        "6.2b": {
            "expected": Fraction(1, 4),
            "mistakes": {
                0: "That is R, and recall. R' adds the share of the planes in the truth.",
            },
        },
        "6.2c": {
            "expected": Fraction(3, 20),
            "mistakes": {
                "1/3": "That is the mean of the three R', which is balanced accuracy. The overall "
                "R' is accuracy.",
            },
        },
        "6.3a": {
            "expected": -0.55,
            "mistakes": {
                -0.35: "R' may be negative, down to 2 pi - 1. What is that if pi is a quarter?",
                0.91: "R' may go up to 1 for every class. What is its lower end?",
                0.62: "R' may go up to 1 for every class. What is its lower end?",
            },
        },
        "6.3b": {
            "expected": 0.89,
            "mistakes": {
                0.85: "That is what the paper prints. What is the mean of the five R', and what is "
                "it when all classes are equally large?",
                4.45: "That is the sum of the five values. Divide by five.",
            },
        },
        "6.4a": {
            "expected": 1,
            "mistakes": {
                0: "Each share predicted is a column sum over all samples: 45/100 and 55/100.",
                100: "That is the sum of the column sums. Divide each by all samples.",
            },
        },
        "6.4b": {
            "expected": Fraction(1, 4),
            "mistakes": {
                "1/2": "That is R_1 + R_2. The mean is half of it.",
                "3/4": "That is balanced accuracy, or the mean of the R'. Take off the shares "
                "predicted.",
            },
        },
        "6.5a": {
            "expected": Fraction(81, 100),
            "mistakes": {
                "4/5": "That is J. R' is the mean of 1 and J, with weights pi and 1 - pi.",
                "76/100": "That is R = (1 - pi) J. R' adds pi.",
                "99/100": "The weights are the wrong way round: pi belongs to the 1, 1 - pi to J.",
            },
        },
        "6.5b": {
            "expected": Fraction(92, 100),
            "mistakes": {
                "4/5": "That is J. R' is the mean of 1 and J, with weights pi and 1 - pi.",
                "32/100": "That is R = (1 - pi) J. R' adds pi.",
                "88/100": "The weights are the wrong way round: pi belongs to the 1, 1 - pi to J.",
            },
        },
        "6.5c": {
            "expected": False,
            "mistakes": {
                True: "Recall and false alarm rate are the same in both places. What else "
                "goes into R'?"
            },
        },
        "6.6": {
            "expected": 22,
            "mistakes": {
                115: "That takes the printed value for the recall. First undo R': recall = R' + q "
                "- pi.",
                28: "That many were read as zero; not all of them are zeros.",
                21.95: "Right so far. A number of pictures is whole: round it.",
            },
        },
        "6.7a": {
            "expected": Fraction(85, 100),
            "mistakes": {
                "3/4": "That is the share of the answered that is right. Equation 23 divides by "
                "all 200 and adds the unanswered.",
                "45/100": "That is the first term. Equation 23 adds (x - y) / w.",
            },
        },
        "6.7b": {
            "expected": Fraction(45, 100),
            "mistakes": {
                "3/4": "That is of the answered. Of all 200?",
                "3/5": "That is the share answered, right or wrong.",
            },
        },
        "6.7c": {
            "expected": 1,
            "mistakes": {
                "45/100": "That is the first term. 110 samples are unanswered now.",
                "85/100": "That still has 80 unanswered samples. Now there are 110.",
            },
        },
        "6.8a": {
            "expected": Fraction(16, 100),
            "mistakes": {
                "4/21": "That is the plain mean of the two R. Weight each with its share in the "
                "truth, 3/10 and 7/10.",
                "7/10": "That is accuracy, the weighted mean of the recalls. Take off the shares "
                "predicted.",
            },
        },
        "6.8b": {
            "expected": Fraction(54, 100),
            "mistakes": {
                "58/100": "That is the sum of the squared shares in the truth. Multiply each by "
                "its share in the predictions.",
                "1/2": "That would be luck with two equal classes. Here the shares differ.",
            },
        },
        "7.1a": {
            "expected": Fraction(89, 100),
            "mistakes": {
                "9/10": "That is A's recall. A calls the class ten times too often; take that "
                "share of the 1000 samples off.",
                "4/5": "That divides the ten calls too many by the 100 samples of the class. They "
                "count as a share of all 1000.",
                "91/100": "The class is called too often, so the ten calls are taken off, not "
                "added.",
            },
        },
        "7.1b": {
            "expected": 160,
            "mistakes": {
                115: "Five calls more are five thousandths of all samples. But B's recall is five "
                "hundredths higher.",
                60: "That is how often B calls it too often. Add the 100 samples of the class.",
                65: "Those are the false alarms of B. It also calls the class for the 95 it finds.",
                110: "That is how often A calls it. Then B, with its higher recall, would have the "
                "higher R'.",
            },
        },
        "7.1c": {
            "expected": Fraction(95, 160),
            "mistakes": {
                "95/100": "That is B's recall. Divide by how often B calls the class.",
                "9/11": "That is A's precision.",
                "95/110": "That divides by how often A calls the class. B calls it more often.",
            },
        },
        "7.2a": {
            "expected": "C",
            "mistakes": {
                "A": "A's macro precision is above its recall, and its F1 lies between them; its "
                "Kappa is (10 x 0.6120 - 1) / 9. It fits.",
                "B": "B's F1 lies between precision and recall, and its Kappa is "
                "(10 x 0.7430 - 1) / 9. It fits.",
                "D": "D's F1 lies between precision and recall, and its Kappa is "
                "(10 x 0.8730 - 1) / 9. It fits.",
            },
        },
        "7.2b": {
            "expected": Fraction(2 * 8011 * 8050, (8011 + 8050) * 10_000),
            "mistakes": {
                "0.8031": "Nearly: that rounds the plain mean of the two. F1 is the harmonic mean, "
                "which is a little smaller.",
                "0.83": "That is what is printed. It is larger than both P and R.",
                "0.8566": "With that macro precision an F1 of 0.8300 would be right. But to get it "
                "from 0.8011, it takes more than two digits that change places.",
            },
        },
        "7.3a": {
            "expected": "few samples",
            "mistakes": {
                "renamed": "A network that was told that pears are plums says plum. Here the "
                "missed pears scatter.",
                "test labels": "All 100 pears are still in the row, so no test label was changed.",
            },
        },
        "7.3b": {
            "expected": "test labels",
            "mistakes": {
                "renamed": "Add up the row: 60 of the test pears are no longer in it.",
                "few samples": "Add up the row: 60 of the test pears are no longer in it.",
            },
        },
        "7.3c": {
            "expected": "renamed",
            "mistakes": {
                "few samples": "A network without a notion of pears would scatter its guesses. "
                "Here 92 of 100 go to one place.",
                "test labels": "All 100 pears are still in the row, so no test label was changed.",
            },
        },
        "7.4": {
            "expected": Fraction(3, 500),
            "mistakes": {
                "11/1000": "That weights the first row with 1/10 each. A yes that is found adds "
                "1/10 to the recall and 1/30 to the share predicted.",
                "1/250": "That is the part of the first row. The false alarms of the other row "
                "vary, too.",
                "1/500": "That is the part of the second row. The first varies, too.",
            },
        },
        "7.5": {"expected": {2, 7}},
        "7.6": {
            "expected": Fraction(11213, 13_000),
            "mistakes": {
                "0.821": "That is the R' of dog in Table 11, with 1000 dogs of 10,000 pictures.",
                "0.881": "That takes the share of dogs for 4000 of 10,000. There are 3000 pictures "
                "more.",
                "0.801": "That is J. Now pull it towards 1 by the share of the dogs.",
            },
        },
        "7.7a": {
            "expected": Fraction(972, 1000),
            "mistakes": {
                "937/1000": "That is the recall in Table 11. An automobile called truck would now "
                "be called automobile, too.",
                "1926/2000": "That is the recall of both kinds together. The test labels stay as "
                "they are, so the row of the automobiles has 1000.",
            },
        },
        "7.7b": {
            "expected": Fraction(972, 2035),
            "mistakes": {
                "937/1022": "That is the precision in Table 11. The column of truck now belongs to "
                "automobile.",
                "1926/2035": "That counts trucks called automobile as right. The test labels stay "
                "as they are.",
                "972/1022": "The numerator is right. The column of truck now belongs to "
                "automobile, too.",
            },
        },
        "7.7c": {
            "expected": Fraction(972, 1000) - Fraction(1035, 10_000),
            "mistakes": {
                "0.7685": "That leaves out the share of the automobiles, which is added again.",
                "0.9348": "That is the R' in Table 11.",
                "0.9698": "The recall is right. How often automobile is predicted now includes the "
                "column of truck, too.",
            },
        },
        "7.8": {"expected": [0.1, 0.1, 0.01, 2 / 110, 0.0]},
        "8.1a": {"expected": [2, 1, 4, 3]},
        "8.1b": {
            "expected": Fraction(3, 4),
            "mistakes": {
                "1/4": "One of the ranks is exactly 3, and one is exactly 1. Count all ranks of at "
                "most 3.",
                "1/2": "Half of the ranks are at most 2: that is Top-2.",
                3: "That is the number of hits. Divide by the four samples.",
            },
        },
        "8.2a": {
            "expected": 45,
            "mistakes": {
                0.09: "That is the share. Of 500 photos, how many is it?",
                9: "That is the percentage. Of 500 photos, how many is it?",
                140: "That takes Top-1 away from Top-5: the places 2 to 5. Take away Top-3.",
                450: "That is how many are in the places 1 to 5.",
            },
        },
        "8.2b": {
            "expected": 50,
            "mistakes": {
                0.1: "That is the share. Of 500 photos, how many is it?",
                10: "That is the percentage. Of 500 photos, how many is it?",
                450: "Those are the photos whose truth is among the first five.",
            },
        },
        "8.3a": {
            "expected": 1,
            "mistakes": {0: "Optimistic: the truth comes first of its equals."},
        },
        "8.3b": {
            "expected": 0,
            "mistakes": {1: "Pessimistic: the truth comes last of its equals."},
        },
        "8.3c": {
            "expected": Fraction(2, 3),
            "mistakes": {
                "1/3": "That is Top-1: one of the three places. Here two of them count.",
                "1/2": "That is the mean of optimistic and pessimistic. Three classes share three "
                "places: in how many of them is the truth within the first two?",
                "2/5": "That would be right if all five classes were tied. Three are.",
            },
        },
        "8.4a": {
            "expected": Fraction(3, 4),
            "mistakes": {
                "1/4": "That is the mean of all cells, what she prints now. How many of the four "
                "samples are hits?",
                3: "That is the number of hits. Divide it by the number of samples.",
            },
        },
        "8.4b": {
            "expected": 2,
            "mistakes": {
                1: "That is the right accuracy, the share of rows with a hit. What does mean times "
                "k give, with the truth in the list twice?",
                "2/3": "That is the mean. He multiplies it by k.",
            },
        },
        "8.5a": {
            "expected": Fraction(4, 5),
            "mistakes": {
                "2/5": "That is the random list, k / K. A fixed list may hold the two most "
                "frequent topics.",
                "1/2": "That is a list of one. Two topics may be suggested.",
            },
        },
        "8.5b": {
            "expected": False,
            "mistakes": {
                True: "The best list that is the same for everybody reaches 0.80. Compare "
                "with that."
            },
        },
        "8.6": {"expected": {"A", "C"}},
        "8.7a": {
            "expected": 1,
            "mistakes": {"1/5": "That is a list of one. Top-5 of five classes lists them all."},
        },
        "8.7b": {
            "expected": Fraction(4, 5),
            "mistakes": {"1/5": "That is how often the truth is left out of a list of four."},
        },
        "9.1a": {
            "expected": "fly",
            "mistakes": {
                "bee": "The row bee adds up: 2 + 25 + 3 + 0 = 30. A count belongs to a row and to "
                "a column; here the row is asked for, what the photo shows.",
                "ant": "The row ant adds up to its 20.",
                "moth": "The row moth adds up to its 25.",
            },
        },
        "9.1b": {
            "expected": "bee",
            "mistakes": {
                "fly": "The column fly adds up: 0 + 3 + 19 + 2 = 24. Add up the others.",
                "ant": "The column ant adds up to its 21.",
                "moth": "The column moth adds up to its 25.",
            },
        },
        "9.1c": {
            "expected": 4,
            "mistakes": {
                7: "That is what is printed. The row is then 3 too large, and so is the column.",
                10: "The cells add up to more than the sums say, so the count is too large: take "
                "the difference away.",
                3: "That is the difference by which row and column are too large. Take it away "
                "from the printed count.",
            },
        },
        "9.2a": {
            "expected": Fraction("0.742"),
            "mistakes": {
                "0.733": "44 of 60 is 0.7333.",
                "0.767": "46 of 60 is 0.7667.",
                "0.783": "47 of 60 is 0.7833.",
            },
        },
        "9.2b": {
            "expected": 31,
            "mistakes": {
                23: "That is how many were right. Of how many?",
                60: "Of 60 photos 0.742 is impossible. Try fewer, with `possible`.",
                29: "That is how many photos were left out, and the number that remained is asked "
                "for.",
                62: "46 of 62 is 0.742, true, but there were only 60 photos.",
            },
        },
        "9.3a": {
            "expected": "fir",
            "mistakes": {
                "elm": "From the rounded 0.368 and 0.683 comes 0.4783, and 0.479 is printed. But "
                "with 0.3685 and 0.6835 it is 0.4788: rounding alone explains it.",
                "oak": "2 × 0.360 × 0.900 / 1.260 = 0.514, as printed.",
                "ash": "2 × 0.600 × 0.720 / 1.320 = 0.6545, which rounds to the printed 0.655.",
                "yew": "2 × 0.738 × 0.886 / 1.624 = 0.805, as printed.",
            },
        },
        "9.3b": {
            "expected": Fraction(9, 14),
            "mistakes": {
                "0.634": "That is what is printed. Compute 2PR / (P + R).",
                "0.7": "That is the plain mean of precision and recall. F1 is their harmonic mean.",
                "0.45": "That is the product of the two. F1 is 2PR / (P + R).",
            },
        },
        "9.4a": {
            # P_e = 0.70 × 0.65 + 0.30 × 0.35 = 0.56, and (0.85 - 0.56) / (1 - 0.56).
            "expected": Fraction(29, 44),
            "mistakes": {
                "0.7": "That is what the paper prints. Compute P_e from the margins first.",
                "0.56": "That is P_e. Now (P_o - P_e) / (1 - P_e).",
                "0.29": "That is the numerator, P_o - P_e. Divide by what was left to gain.",
                "79/109": "That is with P_e = 0.70 × 0.65. P_e has a term for each class: add the "
                "second.",
            },
        },
        "9.4b": {
            "expected": Fraction(1, 2),
            "mistakes": {
                "0.56": "That is the right P_e, and it gives another Kappa. Solve "
                "(0.85 - x) / (1 - x) = 0.70 for x.",
                "0.15": "That is 1 - 0.85, the error. Solve (0.85 - x) / (1 - x) = 0.70 for x.",
            },
        },
        "9.5a": {"expected": {"B", "C"}},
        "9.5b": {
            "expected": "oak",
            "mistakes": {
                "elm": "Always elm is right 100 times of 400.",
                "fir": "Always fir is right 100 times of 400.",
                "yew": "Always yew is right 80 times of 400.",
            },
        },
        "9.5c": {"expected": {"elm", "fir"}},
        "9.6": {
            "expected": "refuted",
            "mistakes": {
                "both are equal": "Your FN and FP are the same number, so exchanging the letters "
                "changes nothing. Symmetric examples forgive: make them different.",
                "both are 0": "With TN = 0 both formulas give 0. Let some negatives be right.",
                "no 2 x 2 table": "Write two rows of two numbers: [[TP, FN], [FP, TN]].",
                "not defined": "A denominator is 0, or a count is negative: then nothing is "
                "compared. Give counts for which both formulas have a value.",
            },
        },
        "9.7": {"expected": {"macro recall", "macro precision"}},
        "9.8a": {
            "expected": "reproduced",
            "mistakes": {
                "misprint": "7/9 is 0.777…: cut off after two decimals it is 0.77. Not the usual "
                "rounding, but one of the three ways.",
                "wrong": "7/9 is 0.777…: cut off after two decimals it is 0.77.",
                "not recomputable": "All that is needed is there: 7 and 9.",
            },
        },
        "9.8b": {
            "expected": "misprint",
            "mistakes": {
                "wrong": "As printed it doesn't hold, true. But look at the next line: does it "
                "show what was meant?",
                "reproduced": "The row is about the formula, and the formula printed is that of "
                "the recall: 30 / (30 + 20).",
                "not recomputable": "A formula can be tested with any counts, and counts are "
                "given.",
            },
        },
        "9.8c": {
            "expected": "not recomputable",
            "mistakes": {
                "wrong": "You can't know that. A matrix is one point of the ROC curve; the area "
                "needs the scores.",
                "misprint": "What would show it? A matrix is one point of the ROC curve; the area "
                "needs the scores.",
                "reproduced": "From what? A matrix is one point of the ROC curve; the area needs "
                "the scores.",
                "drifts": "That would need a training of your own to compare with.",
            },
        },
        "9.8d": {
            "expected": "wrong",
            "mistakes": {
                "reproduced": "Try a frequent class that is easy and a rare one that is hard, "
                "such as 90 of 90 and 5 of 10 right.",
                "misprint": "Perhaps 'always lower' was meant, or 'usually': nothing in the row "
                "says so. Without a certain meaning it is not a misprint.",
                "not recomputable": "A claim about all matrices can be refuted by one. Look for "
                "it.",
            },
        },
    }
)


def answer_key(exercise: str) -> dict[str, Any]:
    """Return what `cmlib.exercises.check` needs to know about an exercise.

    Parameters
    ----------
    exercise : str
        Lesson and number, such as ``"1.5"``.

    Returns
    -------
    dict
        The keyword arguments ``expected`` and, where the author foresaw wrong answers,
        ``mistakes``.

    Raises
    ------
    ValueError
        If there is no such exercise.

    Examples
    --------
    >>> from cmlib.answers import answer_key
    >>> from cmlib.exercises import check
    >>> check(..., **answer_key("1.5"))
    Not answered yet: replace the dots with your answer.
    """
    if exercise not in _ANSWERS:
        raise ValueError(
            f"exercise {exercise!r} has no answer here; there are {', '.join(_ANSWERS)}"
        )
    return dict(_ANSWERS[exercise])
