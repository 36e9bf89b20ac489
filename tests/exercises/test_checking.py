"""check: the answers it accepts, and its message for every typical mistake."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused

from cmcourse.exercises import lesson_04, lesson_09, open_answers
from cmcourse.exercises.checking import judge_answer
from cmcourse.exercises.diagnosis import numbers_of
from cmcourse.exercises.registry import Exercise
from cmcourse.exercises.tables import readable
from cmcourse.exercises.typed_numbers import judge, read_number
from cmlib.by_hand.agreement import root
from cmlib.by_hand.explanation import Explanation, explain
from cmlib.by_hand.notation import decimal_text
from cmlib.matrix import ConfusionMatrix

# Every metric of it differs from every other.
ZOO = ConfusionMatrix([[50, 7, 4], [9, 31, 12], [3, 6, 17]], labels=["cat", "dog", "other"])
# 'cat' is never predicted, and no sample truly is 'other'.
GAPS = ConfusionMatrix([[5, 0, 7], [2, 0, 8], [0, 0, 0]], labels=["dog", "cat", "other"])
P, R = Fraction(31, 44), Fraction(31, 52)
MACRO_P = (Fraction(50, 62) + P + Fraction(17, 33)) / 3
MACRO_R = (Fraction(50, 61) + R + Fraction(17, 26)) / 3


def asking(expected, **options):
    """Wrap an answer in a minimal exercise, of a lesson after all others."""
    if isinstance(expected, str):
        options.setdefault("choices", (expected, *options.get("mistakes", {}), "none of these"))
    if isinstance(expected, set):
        options.setdefault("choices", ("a", "b", "c", "x", "y", 1, 2))
    metric = isinstance(expected, Explanation)
    options.setdefault("next_step", "" if metric else "look again.")
    return Exercise(id="98.1", points=1, answer=expected, **options)


def say(answer, expected, **options):
    """Return what is said to an answer, once it is known to be one paragraph."""
    asked = expected if isinstance(expected, Exercise) else asking(expected, **options)
    feedback = judge_answer(asked, answer)
    text = feedback.text
    assert "\n" not in text
    assert text.endswith(".") or feedback.verdict == "right"
    assert text.startswith("Correct: ") == (feedback.verdict == "right")
    return text


def explained(name, label="dog", **options):
    return explain(name, ZOO, None if "average" in options else label, **options)


# One class and averages of all, and the shares that they are made of.
PRECISION = explained("precision")
F2 = explained("f_score", beta=2)
MACRO = explained("precision", average="macro")
PETS = explained("precision", average="macro", exclude=["other"])
WEIGHTED = explained("precision", average="weighted")
WEIGHTED_R = explained("recall", average="weighted")
WEIGHTED_R_BY_COLUMNS = (62 * Fraction(50, 61) + 44 * R + 33 * Fraction(17, 26)) / 139
MACRO_F1, MACRO_F2 = (explained("f_score", average="macro", beta=it) for it in (1, 2))
# All samples.
ACCURACY = explain("accuracy", ZOO)
BALANCED = explain("balanced_accuracy", ZOO)
PO, PE = Fraction(98, 139), Fraction(61 * 62 + 52 * 44 + 26 * 33, 139**2)
KAPPA = explain("cohen_kappa", ZOO)
LINEAR = explain("cohen_kappa", ZOO, weights="linear")
QUADRATIC = explain("cohen_kappa", ZOO, weights="quadratic")
NEGATIVE = explain("cohen_kappa", [[0, 0, 1], [1, 2, 3], [1, 1, 1]])
G_MEAN = explain("g_mean", ZOO)
RECALLS = Fraction(50, 61) * R * Fraction(17, 26)
NO_OTHER = ConfusionMatrix([[5, 1, 7], [3, 2, 7], [0, 0, 0]], labels=["dog", "cat", "other"])
MCC = explain("mcc", ZOO)
BINARY = explain("mcc", [[5, 7], [3, 7]])
PRODUCT = explain("mcc_product", ZOO)
DIAGONAL, OTHERS = 50 * 31 * 17, 7 * 4 * 9 * 12 * 3 * 6
FACTORS = Fraction(
    (57 * 54 * 40 * 43 * 20 * 23) * (31 + 7) * (17 + 4) * (50 + 9) * (17 + 12) * (50 + 3) * (31 + 6)
)
# Informedness, R and R'.
INFORMED = explained("informedness")
R_SCORE = explained("r_score")
R_PRIME = explained("r_prime")
OVERALL = explain("r_prime_overall", ZOO, abstained=11)
TNR, PI, Q = Fraction(74, 87), Fraction(52, 139), Fraction(44, 139)
MEAN_R_PRIME = MACRO_R + Fraction((61 - 62) + (52 - 44) + (26 - 33), 3 * 139)


def kappa_by(chance):
    return (PO - chance) / (1 - chance)


MISTAKES = [
    # A class: other class, other denominator, other part, other table.
    (PRECISION, Fraction(50, 62), "precision of 'cat': right formula, wrong class"),
    (PRECISION, R, "recall of 'dog': you divided TP by the row sum of 'dog' (every sample that"),
    (PRECISION, Fraction(74, 87), "specificity of 'dog': you divided TN by the number"),
    (PRECISION, Fraction(31, 48), "F1 of 'dog', which mixes precision and recall"),
    (PRECISION, 1 - P, "1 minus the precision of 'dog': FP over the same denominator"),
    (PRECISION, MACRO_P, "macro precision, the plain mean of the classes' values. The question is"),
    (PRECISION, Fraction(31, 139), "TP divided by all 139 samples"),
    (PRECISION, Fraction(31, 13), "TP divided by FP alone"),
    (PRECISION, Fraction(52, 139), "share of 'dog' in the truth"),
    (PRECISION, 31, "a count: TP of 'dog'. Precision divides it by the column sum"),
    (explained("recall"), P, "precision of 'dog': you divided TP by the column sum"),
    (explained("specificity"), Fraction(74, 95), ", 95. Specificity divides TN by"),
    # F of a class.
    (F2, P, "precision of 'dog', TP divided by the column sum"),
    (F2, 5 * P * R / (P + 4 * R), "F2 with precision and recall exchanged"),
    (F2, Fraction(3 * 31, 3 * 31 + 2 * 21 + 13), "beta in place of beta². In F2 beta is squared"),
    (F2, (P + R) / 2, "plain mean of precision and recall of 'dog'. F2 is a harmonic mean"),
    (F2, P * R / (4 * P + R), "without the factor 1 + beta² = 5"),
    (F2, P * R, "precision times recall of 'dog'"),
    # Averages.
    (MACRO, WEIGHTED.fraction, "weighted precision: the mean of the classes' values weighted by"),
    (MACRO, Fraction(98, 139), "micro precision (which equals the accuracy here): one division"),
    (MACRO, 3 * MACRO_P, "the sum of the classes' values. A mean still divides it by how many"),
    (WEIGHTED, MACRO_P, "plain mean of the classes' values. Weighted precision is the mean of"),
    (WEIGHTED, Fraction(98, 139), "weighted recall (which equals the accuracy here)"),
    (WEIGHTED_R, WEIGHTED_R_BY_COLUMNS, "weighted by the column sums"),
    (MACRO_F1, 2 * MACRO_P * MACRO_R / (MACRO_P + MACRO_R), "F1 of the macro precision and the"),
    (MACRO_F2, 5 * MACRO_P * MACRO_R / (4 * MACRO_P + MACRO_R), "F2 of the macro precision and"),
    (PETS, MACRO_P, "with 'other' averaged in. The question leaves it out"),
    (PETS, (Fraction(50, 59) + Fraction(31, 38)) / 2, "row and the column of 'other' are deleted"),
    (explain("precision", GAPS, average="macro"), Fraction(5, 21), "when 'cat' is counted as 0"),
    # All samples.
    (ACCURACY, Fraction(41, 139), "error rate, which is 1 minus the accuracy"),
    (ACCURACY, Fraction(98, 41), "correct and wrong samples divided by each other"),
    (ACCURACY, 98, "a count of samples. Accuracy is a share: divide it by 139"),
    (BALANCED, Fraction(98, 139), "micro recall (which equals the accuracy here)"),
    # Kappa: p_o = 98/139, p_e = 6928/139².
    (KAPPA, kappa_by(Fraction(7101, 139**2)), "what comes out with the row sums squared in p_e"),
    (KAPPA, kappa_by(Fraction(6869, 139**2)), "what comes out with the column sums squared"),
    (KAPPA, kappa_by(Fraction(6928, 139)), "p_e divided by the total, not by its square"),
    (KAPPA, kappa_by(Fraction(1, 3)), "p_e = 1/K, as if chance gave every class equally often"),
    (KAPPA, PO - PE, "p_o - p_e alone. Kappa still divides it by 1 - p_e"),
    (KAPPA, PE, "p_e, the agreement expected by chance"),
    (KAPPA, (PO - PE) / (1 - PO), "with 1 - p_o in the denominator. It is 1 - p_e"),
    (KAPPA, LINEAR.fraction, "the linearly weighted kappa. The question is about Kappa."),
    (LINEAR, QUADRATIC.fraction, "the quadratically weighted kappa"),
    (QUADRATIC, KAPPA.fraction, "is Kappa, which counts every confusion alike"),
    (LINEAR, 1 - (1 - LINEAR.fraction) / 139, "without the factor total"),
    # G-mean.
    (G_MEAN, MACRO_R, "the plain mean of the recalls, the balanced accuracy"),
    (G_MEAN, RECALLS, "the product of the recalls. The G-mean of 3 classes takes the cube root of"),
    (G_MEAN, RECALLS / 3, "the product divided by 3"),
    (explain("g_mean", ZOO, exclude=["other"]), Fraction(50, 61) * R, "the product of the recalls"),
    (explain("g_mean", NO_OTHER), 0, "the recall of 'other' is counted as 0"),
    # MCC: (139 × 98 - 6928) / √((139² - 7101)(139² - 6869)).
    (MCC, 6694, "the numerator alone. Divide it by the square root"),
    (MCC, Fraction(6694, 12220), "with the row sums alone in the denominator"),
    (MCC, Fraction(6694, 12452), "with the column sums alone in the denominator"),
    (MCC, Fraction(6694**2, 12220 * 12452), "the square of the MCC"),
    (BINARY, Fraction(14, 13440), "without the square root in the denominator"),
    (BINARY, Fraction(7, 62), "Cohen's kappa. The MCC divides by a square root"),
    # Informedness, R and R' of 'dog': recall 31/52, specificity 74/87.
    (INFORMED, R + TNR, "recall plus specificity. Informedness still subtracts 1"),
    (INFORMED, (R + TNR) / 2, "the mean of recall and specificity"),
    (INFORMED, R - TNR, "recall minus specificity. Informedness subtracts the false"),
    (INFORMED, P + Fraction(74, 95) - 1, "minus 1. Informedness divides by row sums"),
    (R_PRIME, R - Q, "R of 'dog', not R': what is missing is the share of 'dog'"),
    (R_PRIME, R + Q - PI, "with the two shares exchanged. R' subtracts the share of 'dog' in the"),
    (R_PRIME, R + Q + PI, "with (TP + FP)/n added. R' subtracts it"),
    (R_PRIME, P - Q + PI, "with the precision in place of the recall"),
    (R_SCORE, R - Q + PI, "R' of 'dog', not R: R' adds the share of 'dog' in the truth"),
    (R_SCORE, R - PI, "with the share of 'dog' in the truth, (TP + FN)/n. R subtracts its"),
    # The overall R' with samples that got no prediction.
    (OVERALL, Fraction(98, 150), "the 11 samples without a prediction count as wrong"),
    (OVERALL, PO, "the accuracy of the samples with a prediction. n is all 150"),
    (OVERALL, Fraction(109, 139), "with 139 in the denominator. n is all 150 samples"),
    (OVERALL, Fraction(11, 150), "(n - answered)/n alone. Add the correct share"),
    (explain("r_prime_overall", ZOO), MEAN_R_PRIME, "the mean of the classes' R'. The overall R'"),
]
# Roots, and numbers too small for five decimals.
ROOTS = [
    (MCC, Fraction(6694, 12220 * 12452), "without the square root in the denominator"),
    (G_MEAN, root(RECALLS, 2), "the square root of the product. The G-mean of 3 classes"),
    (G_MEAN, root(P * R, 2), "the root of precision times recall of 'dog'"),
    (G_MEAN, explain("g_mean", ZOO.counts.T).exact, "with rows and columns exchanged"),
    (explain("g_mean", ZOO, exclude=["other"]), root(RECALLS, 3), "with 'other' averaged in"),
    (MCC, PRODUCT.exact, "the product-form MCC of the vehicle paper. The question asks for"),
    (MCC, KAPPA.fraction, "Cohen's kappa. The MCC divides by a square root, not by 1 - p_e"),
    (PRODUCT, MCC.exact, "the MCC (R_K). The question asks for the product-form MCC"),
    (PRODUCT, (DIAGONAL - OTHERS) / root(FACTORS, 2), "without the exponent K - 1"),
    (PRODUCT, (DIAGONAL**2 - OTHERS) / FACTORS, "without the square root"),
    (KAPPA, MCC.exact, "the MCC. Kappa divides by 1 - p_e, not by a square root"),
    (BINARY, (5 * 7 + 7 * 3) / root(Fraction(13440), 2), "with a plus sign in the numerator"),
    (BINARY, -BINARY.exact, "the MCC with the wrong sign"),
]


@pytest.mark.parametrize(("exercise", "wrong", "phrase"), MISTAKES)
def test_typical_mistake_is_named(exercise, wrong, phrase):
    asked = asking(exercise)
    assert phrase in say(str(wrong), asked)
    if wrong != int(wrong):
        typed = float(decimal_text(wrong, 5))
        said = say(typed, asked)
        assert phrase in said
        assert said.startswith(f"{typed} is ")


@pytest.mark.parametrize(("exercise", "wrong", "phrase"), ROOTS)
def test_typical_mistake_with_a_root_is_named(exercise, wrong, phrase):
    assert phrase in say(f"{float(wrong):.4e}", exercise)


@pytest.mark.parametrize(
    ("exercise", "answer", "phrase"),
    [
        (KAPPA, 1.7, "1.7 is above 1, and Kappa lies between -1 and 1. Next step"),
        (R_SCORE, -0.01234, "-0.01234 is not R of 'dog'. Next step"),
        (G_MEAN, -0.3, "-0.3 is below 0, and the G-mean lies between 0 and 1, as shares do."),
        (BINARY, 12.08, "12.08 is the right size, but as a percentage: divide it by 100."),
        (NEGATIVE, "1/13", "1/13 is Kappa with the wrong sign."),
    ],
)
def test_number_outside_the_range_is_named(exercise, answer, phrase):
    assert phrase in say(answer, exercise)


@pytest.mark.parametrize("label", [1, True])
def test_labels_of_any_type(label):
    cm = ConfusionMatrix([[5, 7], [3, 7]], labels=[label, not label if label is True else 2])
    said = say("5/12", explain("r_prime", cm, label))
    assert f"the recall of class {label}. R' is the recall minus" in said


@pytest.mark.parametrize(
    ("answer", "phrase"),
    [
        # The value is 31/44 = 0.704545…
        (0.706, "0.706 is very near, but not a rounding of the precision"),
        (0.7, "0.7 has too few digits to be judged: give at least three"),
        (0.704, "0.704 is the value cut off, not rounded"),
        (70.45, "70.45 is the right size, but as a percentage"),
        ("0.7045%", "0.7045%: drop the percent sign"),
        (59.62, "59.62, read as a percentage, is the recall of 'dog'"),
        (1.7, "1.7 is above 1, and the precision of 'dog' lies between 0 and 1, as shares do."),
        (0.123, "0.123 is not the precision of 'dog'. Next step: write down TP, FP, FN and TN"),
        (True, "True is a yes or no. Answer with a number"),
        ([0.7045, 0.1], "Your answer is a list. Answer with one number"),
        (ZOO, "Your answer is a whole confusion matrix"),
        (np.timedelta64(3, "s"), "Your answer is something that is no number"),
        *[(text, "after a point, not a comma") for text in ("0,7045", "0,704", "0,950", "0,000")],
        ("dog", "'dog' is not a number"),
        *[(f"0.7 {word}", "is not a number") for word in ("thousand", "squared", "is wrong")],
        ("5/0", "'5/0' divides by 0"),
        (-math.inf, "-inf is not a finite number"),
    ],
)
def test_wrong_form_is_named(answer, phrase):
    assert phrase in say(answer, PRECISION)
    assert "0.7045" not in say(answer, PRECISION).replace(str(answer), "")


NEAR_0 = explain("cohen_kappa", [[0, 5], [5, 90]])  # -0.0526…


@pytest.mark.parametrize(
    ("exercise", "answers"),
    [
        (PRECISION, [Fraction(31, 44), "70.45 %", [[31 / 44]], np.array([0.7045])]),
        (PRECISION, ["= 0.705", "≈0.7045", "about 0.705", "705/1000", "0.70455", "0.7045454"]),
        (NEGATIVE, ["-1/13", -1 / 13, -0.0769, *[f"{dash}1/13" for dash in "‐‑‒–—―－−"]]),
        # The note is part of what is confirmed.
        (explain("precision", GAPS, average="macro"), ["5/14"]),
        # Digits after the sixth significant one are ignored.
        (NEAR_0, [-0.05263157, -0.0526, -0.05263, "-0.052631578", -0.052632]),
    ],
)
def test_right_answer_in_any_form(exercise, answers):
    for answer in answers:
        assert say(answer, exercise) == f"Correct: {exercise}"


@settings(max_examples=50)
@given(st.integers(1, 10**6), st.integers(0, 10**6), st.integers(3, 10), st.booleans())
def test_only_roundings_are_accepted(part, rest, places, as_text):
    value = Fraction(part, part + rest)
    rounded = decimal_text(value, places)
    enough = value >= Fraction(1, 10 ** (places - 2))
    if enough:
        assert _is_right(rounded if as_text else float(rounded), value)
    unit = Fraction(1, 10**places)
    # Digits after the sixth significant one are ignored.
    minded = max(unit, Fraction(1, 10 ** (5 - len(str(int(10**4 * value))) + 5)))
    for wrong in (Fraction(rounded) + unit, Fraction(rounded) - unit):
        text = decimal_text(wrong, places)
        # A zero at the end says nothing: 0.770, as a float, is 0.77.
        if abs(wrong - value) > minded / 2 and not text.endswith("0"):
            assert not _is_right(text if as_text else float(text), value)


def _is_right(answer, value):
    return judge_answer(asking(value), answer).verdict == "right"


@pytest.mark.parametrize("answer", [..., None, " … ", "", [[..., 1], [2, 3]], {...}])
@pytest.mark.parametrize("expected", [PRECISION, 0.5, "b", True, {"a"}, ZOO])
def test_no_answer_yet(answer, expected):
    assert say(answer, expected) == "Not answered yet: replace the dots with your answer."


@pytest.mark.parametrize(
    ("answer", "expected", "says"),
    [
        ("12,000", 12_000, "Correct: 12000."),
        (0.768, 0.76789, "Correct: 0.768."),
        (' "5/8"', Fraction(5, 8), "Correct: 5/8."),
        (1 / 3, Fraction(1, 3), "Correct: 0.333, rounded."),
        ("2.838/4", Fraction("0.70952"), "Correct: 2.838/4."),
        # 0.80012, rounded to three decimals, is 0.800: as a float that is 0.8.
        (0.8, 0.80012, "Correct: 0.8."),
        (0.8, 0.8012, "three significant digits"),
        (76.8, 0.76789, "percentage"),
        (-0.0, Fraction(0), "Correct: 0."),
        (Fraction(1, 10**5000), Fraction(0), "Correct: 0.0."),
        (Fraction(10**400, 3 * 10**400 + 1), Fraction(1, 3), "Correct: 0.333, rounded."),
        (11.5, 12, "11.5 is not a whole number, and a count is."),
        (0.91, Fraction(1), "0.91 is not the value asked for. Next step: "),
        (0.13, Fraction(1, 8), "0.13 fits so far: give at least three significant digits"),
        (True, 1, "Answer with a number"),
        ("many", 12, "'many' is not a number. Answer with one, such as 12."),
    ],
)
def test_plain_numbers(answer, expected, says):
    said = say(answer, expected)
    assert said == says if says.startswith("Correct") else says in said


def test_foreseen_mistakes():
    mistakes = {0.5: "Half is chance.", "1/3": "A third."}
    assert say(0.5, 0.768, mistakes=mistakes) == "Half is chance."
    assert say(0.333, 0.768, mistakes=mistakes) == "A third."
    assert say(0.5962, PRECISION, mistakes={0.5962: "Mine first."}) == "Mine first."
    assert say(" fp ", "b", mistakes={"FP": "No."}) == "No."


def test_foreseen_mistakes_of_other_forms():
    options = {"mistakes": {"0.8031": "The mean.", "0.53": "Half.", "9": "Nine.", "1.53": "More."}}
    assert "as a percentage" in say(80.3, Fraction("0.80304"), **options)
    assert say("803/1000", Fraction("0.80304"), **options) == "Correct: 803/1000."
    assert say(900, Fraction("0.80304"), **options).startswith("900 is not the value")
    foreseen = {"0.5278": "Two digits.", "0.872": "One.", "0.874": "Two."}
    assert say(0.53, Fraction("0.92"), mistakes=foreseen) == "Two digits."
    assert say(0.87, Fraction("0.92"), mistakes=foreseen).startswith("0.87 is not the value")
    count = say(60, Fraction(3, 20), whole=400)
    assert count == "60 is the count. The share is 60 divided by 400."
    assert "the other part of the whole" in say(0.85, Fraction(3, 20), whole=400)


def test_words():
    assert say(" false  Positive", "False positive") == "Correct: False positive."
    assert say("c", "b", choices=["a", "b", "c"]) == "'c' is not right. Next step: look again."
    assert say("the c", "b", mistakes={"c": "No."}) == "No."
    said = say("d", "b", choices=["a", "b", "c"])
    assert said == '\'d\' is none of the answers here. Choose one of: "a", "b", "c".'
    for letter in ("(b) There is a kind", "b: it", "b. It", "answer: B", "b It", "it is b"):
        assert say(letter, "b", choices=["a", "b", "c"]) == "Correct: b."
    for unclear in ("a kind", "b or c", "a-b", "b is wrong", "b not a", "!b"):
        assert "none of the answers" in say(unclear, "b", choices=["a", "b", "c"])
    assert say("Be", "b", synonyms={"be": "b"}, reason="It is.") == "Correct: b. It is."
    assert say(3, "b") == "3 is a number. Answer with a word in quotes."
    assert say(["b"], "b") == "Your answer is a list. Answer with a word in quotes."


@pytest.mark.parametrize(
    ("answer", "choice"),
    [
        ("Clopper–Pearson", "Clopper-Pearson"),
        ("from 0.65 to 0.70", "0.65 to 0.70"),
        ("[0.65, 0.70]", "0.65 to 0.70"),
        ("between 0.65 and 0.70", "0.65 to 0.70"),
        ("the groups", "group"),
        *[(dress, "labels") for dress in ("the_labels", "The-Labels", "a_labels", "an labels")],
        ("(b)", "b"),
        ("“fog”", "fog"),
        ("mean of the recalls", "the mean of recalls"),
    ],
)
def test_words_in_other_forms(answer, choice):
    assert say(answer, choice) == f"Correct: {choice}."


def test_bools():
    assert say(False, True) == "False is not right. Next step: look again."
    assert say(True, False, mistakes={True: "Look again."}) == "True is not right. Look again."
    assert say(1, True) == "1 is a number. Answer with True or False, without quotes."


def test_sets():
    assert say({"A", "Class b"}, {"a", "b"}) == "Correct: 'a', 'b'."
    assert say(np.array([1, 2]), {1, 2}) == say({1.0, "2"}, {1, 2}) == "Correct: 1, 2."
    assert say(set(), set()) == "Correct: the empty set."
    assert say({"a"}, {"a", "b"}) == "Not yet: one is missing. Next step: look again."
    assert say({"a", "y", "x"}, {"a"}).startswith("Not yet: 2 of yours do not belong.")
    assert say({7}, {1, 2}).startswith("Your set holds 7, which is none")
    assert say({}, {"a"}) == "{} is an empty dictionary in Python; the empty set is set()."
    for text in ("ab", "a and b"):
        assert say(text, {"a", "b"}, choices="abc") == "Correct: 'a', 'b'."
    assert say("a", {"a"}) == "'a' is text. Answer with a set: {…, …}."


def test_tables_that_are_right():
    right = "Correct: a table of 3 × 3 numbers, every number right."
    assert say(ZOO.to_frame(), ZOO) == right
    assert say(ZOO.normalize("true").round(3), ZOO.normalize("true")) == right
    right = "Correct: a list of 2 numbers, every number right."
    for row in ([[1, 2]], [[1], [2]], np.array([[1, 2]]).view(np.matrix)):
        assert say(row, [1, 2]) == right
    assert say([0.1, math.nan], np.array([0.1, math.nan])) == right


ONE_OFF = ZOO.counts + np.outer([0, 1, 0], [0, 0, 1])


@pytest.mark.parametrize(
    ("answer", "expected", "message"),
    [
        (ZOO.counts.T, ZOO, "rows are the truth, and you have them as columns"),
        (ONE_OFF, ZOO, "All but one of the 9 numbers are right. Row 'dog' (the truth), column"),
        (ONE_OFF, ZOO, "(the prediction): 13 is not right. Next step: look again."),
        (ONE_OFF, ZOO.counts, "Row 1, column 2 (counted from 0): 13 is not right."),
        ([0.1, 0.15, 0.35], [0.1, 0.25, 0.3], "1 of the 3 numbers is right. Position 1"),
        ([0.767], [0.76789], "cut off, not rounded"),
        # Marks are no shares, and no numbers in another order.
        ([1, 0, 0], [0, 1, 1], "None of the 3 numbers is right."),
        ([7, 0, 9], [1, 0, 1], "The right cells; put a 1 in each of them, and 0 elsewhere."),
        (["x", "", "x"], [1, 0, 1], "Give zeros and ones."),
        ([2, 3, 1], [1, 2, 3], "None of the 3 numbers is right."),
        ([2, 9, 4], [4, 9, 2], "The numbers are right, but they stand in"),
        ([0.57, 0.67], [0.5675, 0.6678], "Close, but: position 0 (counted from 0): 0.57 fits"),
        ([0.9, 0.75], [0.875, 0.75], "Position 0 (counted from 0): 0.9 fits so far: give"),
        ([0.57, 0.2, 1], [0.5675, 0.6678, 1], "one of the 3 numbers are right or close."),
        ([3.2], [3], "Position 0 (counted from 0): 3.2 is not a whole number."),
        ([0.5, 0.5], [0.5, math.nan], "is undefined (0/0): write nan there, not 0.5."),
        (ZOO.normalize("pred"), ZOO, "These are shares; the question asks for the counts."),
        (ZOO, ZOO.normalize("true"), "the question asks for shares: divide each row by its sum."),
        ([[5, 0], [3, 7]], [[1 / 3, 0], [0.2, 7 / 15]], "shares: divide every cell by the total."),
        ([[1, 2], [3, 4]], ZOO, "You have a table of 2 × 2 numbers; it should be a table of 3 × 3"),
        ([[1, 2, 3]], [[1], [2], [3]], "Rows and columns look exchanged."),
        ([[1, 2], [3]], ZOO, "The rows of your table are not all of the same length."),
        (5, ZOO, "5 is a number. Answer with a table of 3 × 3 numbers."),
        # Marks on another cell are no other order of the classes.
        ([[0, 1, 0]] + [[0] * 3] * 2, [[0] * 3] * 2 + [[0, 1, 0]], "7 of the 9 numbers are right."),
        (ZOO.reorder(["dog", "cat", "other"]), ZOO, "should be ['cat', 'dog', 'other'], in this"),
    ],
)
def test_tables_that_are_wrong(answer, expected, message):
    assert message in say(answer, expected)


GOOD = {"id": "1.1", "points": 1, "next_step": "look again."}
BAD_EXERCISES = [
    ({"answer": explain("precision", GAPS, "cat")}, ValueError, "the answer is undefined"),
    ({"answer": math.nan}, ValueError, "the answer must be finite, got nan"),
    ({"answer": None}, TypeError, "the answer must be an Explanation"),
    ({"answer": ["a"]}, TypeError, "the answer must hold finite numbers"),
    ({"answer": 0.5, "mistakes": {0.5: "?"}}, ValueError, "0.5 is right, or foreseen twice"),
    ({"answer": 0.5, "mistakes": {"x": "?"}}, ValueError, "a mistake is not a number: 'x'"),
    ({"answer": "b"}, ValueError, "the choices must hold the answer"),
    ({"answer": "b", "choices": "ab", "mistakes": {"b": "?"}}, ValueError, "is right or not"),
    ({"answer": "b", "choices": "ab", "synonyms": {"B.": "c"}}, ValueError, "none of the choi"),
    ({"answer": True, "mistakes": {True: "?"}}, ValueError, "is right or no possible answer"),
    ({"answer": {"a"}, "choices": "ab", "mistakes": {frozenset("a"): ""}}, ValueError, "or no p"),
    ({"answer": ZOO, "mistakes": {"b": "?"}}, ValueError, "of another shape: b"),
    ({"answer": [1, 2], "mistakes": {(1, 2): "?"}}, ValueError, "a mistake is right"),
    ({"answer": 0.5, "next_step": ""}, ValueError, "has no next_step"),
    ({"answer": 0.5, "id": "5,2"}, ValueError, "'5,2' is no id such as '1.2a'"),
    ({"answer": 3, "kind": "sing"}, ValueError, "kind must be one of"),
    ({"answer": "A.", "kind": "write", "rubric": ()}, ValueError, "a text needs a rubric"),
    ({"answer": 3, "kind": "own"}, ValueError, "one's own data of_own"),
    ({"answer": 3, "rubric": ("a point",)}, ValueError, "a text needs a rubric"),
    ({"answer": "A.", "kind": "write", "rubric": ("x.",)}, ValueError, "no full stop: x."),
]
test_bad_exercise_is_refused = refused(lambda options: Exercise(**GOOD | options), BAD_EXERCISES)


TEXT = Exercise(
    id="1.9",
    kind="write",
    answer="Of 1000 mails two letters were lost, and each may cost a customer.",
    rubric=("of how many mails", "what a slip costs"),
    next_step="write two sentences.",
)
OWN_FRAME = ConfusionMatrix([[9, 3], [1, 7]], list("ab")).to_frame()
OWN = Exercise(
    id="1.9",
    kind="own",
    answer=ConfusionMatrix([[3, 1], [2, 4]]),
    of_own=lambda own: explain("recall", own, own.labels[0]),
    needs=lambda own: "" if own.total >= 10 else "Count at least ten.",
    next_step="count the row of the class.",
)


@pytest.mark.parametrize("open_ticks", ["", ..., None, " ", "…"])
def test_text_without_ticks_shows_the_points(open_ticks):
    assert judge_answer(TEXT, TEXT.answer, open_ticks).text.splitlines() == [
        "Yours to judge. Which of these points does your text make? Tick them by their letters: "
        '"a", or "ab".',
        "  [ ] a  of how many mails",
        "  [ ] b  what a slip costs",
        f"A good answer: {TEXT.answer}",
    ]


@pytest.mark.parametrize(
    ("ticks", "start", "marks"),
    [
        ("a", "Yours to judge. You ticked 1 of 2 points; still open: b.", "x "),
        ("a and b", "Yours to judge. You ticked both points.", "xx"),
        ({"a", ...}, "Yours to judge. You ticked 1 of 2 points; still open: b.", "x "),
        ("ac", "There is no point 'c' to tick: the points are a to b.", ""),
        (2, "Tick them by their letters", ""),
    ],
)
def test_ticks_are_counted(ticks, start, marks):
    text = judge_answer(TEXT, TEXT.answer, ticks).text
    assert text.startswith(start)
    assert "".join(re.findall(r"\[(.)\]", text)) == marks
    assert ("A good answer" in text) == ("still open" in text)


@pytest.mark.parametrize("ticks", ["a", 3, ["a"], print])
def test_ticks_need_a_text(ticks):
    feedback = judge_answer(asking(PRECISION), P, ticks)
    assert feedback == ("unclear", "Only a text has points to tick. Leave the ticks out here.")
    assert judge_answer(asking(PRECISION), P, None).verdict == "right"


@pytest.mark.parametrize(
    ("exercise", "answer", "verdict", "phrase"),
    [
        (TEXT, ..., "open", "Not answered yet"),
        (TEXT, 7, "unclear", "7 is a number. Write a text in quotes."),
        (TEXT, "It was fine.", "unclear", "That is 3 words; write at least 10. Next step: write"),
        (OWN, (..., ...), "open", "Not answered yet"),
        (OWN, ([[9, 3], [1, 7]], 0.9), "wrong", "the precision"),
        (OWN, ([[9, 3], [1, 7]], "much"), "unclear", "much"),
        (OWN, ([[2, 1], [1, 2]], 0.5), "unclear", "Count at least ten."),
        (OWN, ([[0, 0], [5, 7]], 0.5), "unclear", "is undefined"),
        (OWN, (np.array([[9.0, 3], [1, 7]]), 0.75), "right", "Correct"),
        (OWN, ([[9, -3], [1, 7]], 0.75), "unclear", "Row 0, column 1 (counted from 0) of your ma"),
        (OWN, ([[9, 3], [1.5, 7]], 0.75), "unclear", "holds 1.5. A count is a whole number"),
        (OWN, ([[9, 3, 1], [1, 7, 1]], 0.75), "unclear", "has 2 rows and 3 columns; it needs"),
        (OWN, (0.75, [[9, 3], [1, 7]]), "unclear", "The other way round: (matrix, number)."),
        (OWN, ([[9, 3], [1, 7]], 0.75), "right", "recall of the first class ="),
        (OWN, (OWN_FRAME[["b", "a"]], 0.75), "right", "recall of 'a'"),
        (OWN, (OWN_FRAME.T, 0.75), "unclear", "Your table has the predictions in its rows"),
        (OWN, (OWN_FRAME.astype(object).replace(3, ...), 0.75), "open", "Not answered yet"),
        (OWN, (["ham", "spam", "ham"], ["ham", "ham", "spam"]), "unclear", "cmlib.ConfusionMatrix"),
        (OWN, ([[9, 3, 12], [1, 7, 8], [10, 10, 20]], 0.75), "unclear", "Leave the sums out."),
        # Sums of the rows, or of the columns, alone may be chance.
        (OWN, ([[9, 3, 12], [1, 7, 8], [10, 10, 21]], 0.375), "right", "Correct"),
        (OWN, 0.75, "unclear", "Hand in a pair"),
    ],
)
def test_text_or_number_of_an_own_matrix(exercise, answer, verdict, phrase):
    feedback = judge_answer(exercise, answer)
    assert feedback.verdict == verdict, feedback
    assert phrase in feedback.text


MARKS = Exercise(id="1.9", kind="place", answer=[[1, 0, 0]] * 3, next_step="look along the column.")


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ([[0, 1, 0], [1, 0, 0], [1, 0, 0]], "7 of the 9 marks are right. Next step: look along"),
        ([[0, 1, 0], [0, 1, 1], [0, 1, 1]], "1 of the 9 marks is right. Next step: look along"),
        ([[0, 0, 0], [0, 0, 0], [0, 0, 0]], "Nothing is marked yet. Next step: look along"),
        ([[7, 0, 0], [1, 0, 0], [1, 0, 0]], "The right cells; put a 1 in each of them"),
        ([[7, 2, 0], [1, 0, 0], [1, 0, 0]], "7 of the 9 numbers are right. Row 0, column 0"),
    ],
)
def test_wrong_mark_keeps_its_place_hidden(answer, text):
    assert judge_answer(MARKS, answer).text.startswith(text)


@pytest.mark.parametrize(
    ("id", "answer", "drawn"),
    [
        ("6.4a", ["80%", "\N{MINUS SIGN}0.6"], [0.8, -0.6]),
        ("3.6a", [["60", 0], (20.0, "20")], [[60, 0], [20, 20]]),
        ("4.5", [2, 1, 0, 0, 0, 0, 0, 0, 0, 0], None),
        ("4.5", [True] * 5 + [False] * 5, [1] * 5 + [0] * 5),
        *[("3.6a", odd, None) for odd in (..., None, [[0, 0], [0, 0]], [[1, -1], [2, 3]], "abc")],
        *[("5.2", odd, None) for odd in ([[0, 1], [1, 1, 1]], [[0, 0.5]] * 9, [[10**400, 1]] * 9)],
    ],
)
def test_readable_answers(id, answer, drawn):
    found = readable(id, answer)
    assert found is None if drawn is None else np.array_equal(found, drawn)


def test_a_percentage_is_rounded_like_its_decimals():
    for text, verdict in (("62.5 %", "right"), ("63 %", "short"), ("60 %", "wrong")):
        assert judge(read_number(text), Fraction(5, 8)) == verdict


def test_own_data_may_be_just_large_enough():
    assert not lesson_04._too_few(ConfusionMatrix(10 * np.eye(3, dtype=int)))
    assert not lesson_09.lacks(ConfusionMatrix([[10, 0], [0, 10]]))
    assert open_answers._counted(np.eye(20, dtype=int).tolist()).total == 20


def test_numbers_that_a_reader_may_find():
    assert 1 - P in numbers_of(PRECISION).values()
