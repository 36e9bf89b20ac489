"""explain: the metrics by hand, against the array code and against fractions worked out here."""

import dataclasses
import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from matplotlib.mathtext import MathTextParser

import cmlib
from cmlib.explain import METRICS, decimal_text, explain
from cmlib.matrix import ConfusionMatrix

PETS = ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])
# 'cat' is never predicted, and no sample truly is 'other'.
GAPS = ConfusionMatrix([[5, 0, 7], [3, 0, 7], [0, 0, 0]], labels=["dog", "cat", "other"])
PER_CLASS = [name for name, metric in METRICS.items() if metric.scope == "class"]
AVERAGES = ["macro", "micro", "weighted"]

matrices = st.integers(1, 5).flatmap(
    lambda k: arrays(np.int64, (k, k), elements=st.one_of(st.just(0), st.integers(0, 10**6)))
)
betas = st.one_of(st.just(1.0), st.floats(0.1, 10).map(lambda beta: round(beta, 2)))


def computed(name, counts, **options):
    """Return what the array code computes; its warnings are tested elsewhere."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", cmlib.UndefinedMetricWarning)
        return getattr(cmlib, name)(counts, **options)


def assert_same(explanation, value):
    assert math.isnan(explanation.value) == math.isnan(value)
    assert math.isnan(value) or abs(explanation.value - value) <= 1e-12
    assert (explanation.fraction is None) == math.isnan(value)


@settings(deadline=None, max_examples=60)
@given(matrices, betas)
def test_every_class_agrees_with_the_array_code(counts, beta):
    for name in PER_CLASS:
        options = {"beta": beta} if METRICS[name].has_beta else {}
        for label, value in enumerate(computed(name, counts, **options)):
            assert_same(explain(name, counts, label, **options), value)


@settings(deadline=None, max_examples=60)
@given(matrices, betas, st.data())
def test_every_average_agrees_with_the_array_code(counts, beta, data):
    labels = list(range(len(counts)))
    exclude = data.draw(st.lists(st.sampled_from(labels), unique=True, max_size=len(labels) - 1))
    for name in PER_CLASS:
        for average in AVERAGES:
            options = {"average": average, "exclude": exclude}
            if METRICS[name].has_beta:
                options["beta"] = beta
            assert_same(explain(name, counts, **options), computed(name, counts, **options))


@settings(deadline=None, max_examples=60)
@given(matrices, st.data())
def test_every_overall_metric_agrees_with_the_array_code(counts, data):
    labels = list(range(len(counts)))
    exclude = data.draw(st.lists(st.sampled_from(labels), unique=True, max_size=len(labels) - 1))
    assert_same(explain("accuracy", counts), computed("accuracy", counts))
    assert_same(explain("error_rate", counts), computed("error_rate", counts))
    assert_same(
        explain("balanced_accuracy", counts, exclude=exclude),
        computed("balanced_accuracy", counts, exclude=exclude),
    )


@pytest.mark.parametrize(
    ("name", "options", "fraction"),
    [
        ("accuracy", {}, "12/22"),
        ("error_rate", {}, "10/22"),
        ("precision", {"label": "dog"}, "5/8"),
        ("recall", {"label": "dog"}, "5/12"),
        ("specificity", {"label": "dog"}, "7/10"),
        ("negative_predictive_value", {"label": "dog"}, "7/14"),
        ("f_score", {"label": "dog"}, "10/20"),
        ("f_score", {"label": "dog", "beta": 2}, "25/56"),
        ("f_score", {"label": "dog", "beta": 0.5}, "25/44"),
        ("f_score", {"label": "dog", "beta": 0.1}, "505/812"),
        ("f_score", {"label": "dog", "beta": Fraction(1, 3)}, "50/84"),
        ("balanced_accuracy", {}, "67/120"),
        ("precision", {"average": "macro"}, "9/16"),
        ("precision", {"average": "micro"}, "12/22"),
        ("precision", {"average": "weighted"}, "25/44"),
        ("precision", {"average": "macro", "exclude": ["cat"]}, "5/8"),
    ],
)
def test_exact_fraction(name, options, fraction):
    assert explain(name, PETS, **options).fraction == Fraction(fraction)


def test_counts_of_any_size_stay_exact():
    big = 2**61
    assert explain("precision", [[big, 1], [2, big]], 0).fraction == Fraction(big, big + 2)


@pytest.mark.parametrize(
    ("name", "options", "text"),
    [
        ("accuracy", {}, "accuracy = correct / total = (5 + 7) / 22 = 6/11 ≈ 0.5455"),
        (
            "error_rate",
            {},
            "error rate = (total - correct) / total = (22 - 12) / 22 = 5/11 ≈ 0.4545",
        ),
        (
            "precision",
            {"label": "dog"},
            "precision of 'dog' = TP / (TP + FP) = 5 / (5 + 3) = 5/8 = 0.6250",
        ),
        (
            "f_score",
            {"label": "dog", "beta": 0.5},
            "F0.5 of 'dog' = (1 + 0.5²) TP / ((1 + 0.5²) TP + 0.5² FN + FP) = "
            "1.25 × 5 / (1.25 × 5 + 0.25 × 7 + 3) = 25/44 ≈ 0.5682",
        ),
        (
            "precision",
            {"average": "macro"},
            "macro precision = mean of TP / (TP + FP) over 2 classes = (5/8 + 7/14) / 2 = "
            "9/16 = 0.5625",
        ),
        (
            "precision",
            {"average": "micro"},
            "micro precision = sum of TP / sum of (TP + FP) = (5 + 7) / (8 + 14) = 6/11 ≈ 0.5455",
        ),
        (
            "recall",
            {"average": "weighted", "exclude": ["cat"]},
            "weighted recall without 'cat' = mean of TP / (TP + FN) weighted by support = "
            "12 × 5/12 / 12 = 5/12 ≈ 0.4167",
        ),
    ],
)
def test_plain_text(name, options, text):
    explanation = explain(name, PETS, **options)
    assert str(explanation) == repr(explanation) == text


def test_latex():
    explanation = explain("precision", PETS, "dog")
    assert explanation.formula == r"\frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FP}}"
    assert explanation.substituted == r"\frac{5}{5 + 3}"
    assert explanation._repr_markdown_() == (
        "$$\n"
        r"\text{precision}\text{ of }\text{dog} = \frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FP}}"
        r" = \frac{5}{5 + 3} = \frac{5}{8} = 0.6250"
        "\n$$\n\n"
        "TP: samples of ‘dog’ predicted as ‘dog’ (5); "
        "FP: samples of another class predicted as ‘dog’ (3).\n"
    )


def test_a_sum_of_many_classes_leaves_out_its_middle():
    explanation = explain("recall", np.eye(7, dtype=int), average="macro")
    assert "(1/1 + 1/1 + 1/1 + … + 1/1 + 1/1) / 7" in str(explanation)
    assert explanation.substituted.count(r"\frac{1}{1}") == 5
    assert r" + \cdots + " in explanation.substituted
    assert r"\cdots" not in explain("recall", np.eye(6, dtype=int), average="macro").substituted


def test_a_fraction_too_long_to_read_is_not_shown():
    counts = [[1, 10006, 0], [10008, 1, 0], [10036, 0, 1]]
    explanation = explain("recall", counts, average="macro")
    assert explanation.fraction.denominator > 10**9
    assert str(explanation.fraction) not in str(explanation)
    assert str(explanation).endswith(") / 3 ≈ 0.0001")


@pytest.mark.parametrize(
    ("name", "cm", "options", "note"),
    [
        (
            "precision",
            GAPS,
            {"label": "cat"},
            "No sample was predicted as 'cat', so TP + FP = 0.",
        ),
        ("recall", GAPS, {"label": "other"}, "No sample truly is 'other', so TP + FN = 0."),
        ("specificity", [[3]], {"label": 0}, "Every sample truly is 0, so TN + FP = 0."),
        (
            "negative_predictive_value",
            [[3]],
            {"label": 0},
            "Every sample was predicted as 0, so TN + FN = 0.",
        ),
        (
            "f_score",
            [[3, 0], [0, 0]],
            {"label": 1, "beta": 2},
            "No sample is 1, neither in the truth nor in the predictions, so "
            "(1 + 2²) TP + 2² FN + FP = 0.",
        ),
        ("precision", [[0]], {"label": 0}, "The matrix holds no samples."),
        ("accuracy", [[0]], {}, "The matrix holds no samples, so total = 0."),
        (
            "precision",
            GAPS,
            {"average": "micro", "exclude": ["dog", "other"]},
            "No sample was predicted as a class that is averaged, so TP + FP = 0.",
        ),
        (
            "precision",
            GAPS,
            {"average": "weighted", "exclude": ["dog", "cat"]},
            "The classes that have a value have no samples, so all weights are 0.",
        ),
        (
            "recall",
            GAPS,
            {"average": "macro", "exclude": ["dog", "cat"]},
            "'other' is left out: no sample truly is 'other', so TP + FN = 0.",
        ),
    ],
)
def test_undefined_values_say_why(name, cm, options, note):
    explanation = explain(name, cm, **options)
    assert explanation.fraction is None
    assert math.isnan(explanation.value)
    assert explanation.note == note
    assert str(explanation).endswith(f" = undefined. {note}")
    assert r"= \text{undefined}" in explanation._repr_markdown_()


def test_averages_name_the_classes_they_leave_out():
    explanation = explain("precision", GAPS, average="macro")
    assert explanation.fraction == Fraction(5, 16)
    assert explanation.note == (
        "'cat' is left out: no sample was predicted as 'cat', so TP + FP = 0."
    )
    counts = np.zeros((9, 9), dtype=int)
    counts[:, 0] = 1
    assert explain("precision", counts, average="macro").note.endswith(
        "; so are 2 more classes, for the same reason."
    )


LABELS = ["dog", "a_b", "50%", "A&B", "{x}", "x}", r"\frac", "$5", "$$", "#1", "a^b", "~", "<b>"]
LABELS += ["`x`", "it's", "né", "", "two\nlines", 7, True]


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("name", PER_CLASS)
def test_any_label_makes_valid_latex(name, label):
    other = {int: 8, bool: False, str: "zz"}[type(label)]
    cm = ConfusionMatrix([[5, 7], [3, 7]], labels=[label, other])
    markdown = explain(name, cm, label)._repr_markdown_()
    start, equation, _ = markdown.split("$$\n", 2)
    assert start == ""
    assert "\n\n" not in equation
    assert "$" not in equation.replace(r"\$", "")
    # Outside \text{} matplotlib reads the same LaTeX, but for three commands.
    assert not set("\\{}$%&#_^~<>`") & set("".join(_texts(equation)))
    readable = equation.strip()
    for command, instead in ((r"\lt", "<"), (r"\gt", ">"), (r"\&", "+")):
        readable = readable.replace(command, instead)
    MathTextParser("path").parse(f"${readable}$")


def _texts(latex):
    return [part.partition("}")[0] for part in latex.split(r"\text{")[1:]]


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("average", AVERAGES)
def test_every_average_makes_valid_latex(name, average):
    options = {"average": average} if METRICS[name].scope == "class" else {}
    explanation = explain(name, PETS, **options)
    for latex in (explanation.formula, explanation.substituted, explanation.equation):
        MathTextParser("path").parse(f"${latex}$")


def test_markdown_below_the_formula_escapes_labels():
    cm = ConfusionMatrix([[5, 7], [3, 7]], labels=["a*b*", "$x$"])
    assert r"‘a\*b\*’" in explain("recall", cm, "a*b*")._repr_markdown_()
    assert r"‘\$x\$’" in explain("recall", cm, "$x$")._repr_markdown_()


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (Fraction(1, 8), 2, "0.12"),
        (Fraction(3, 8), 2, "0.38"),
        (Fraction(2, 3), 4, "0.6667"),
        (Fraction(1), 4, "1.0000"),
        (Fraction(0), 4, "0.0000"),
        # The float nearest to this is under the tie, and would round down.
        (Fraction("1.00500000000000000001"), 2, "1.01"),
        (Fraction(-1, 3), 4, "-0.3333"),
    ],
)
def test_decimals_are_rounded_once_from_the_exact_value(value, places, text):
    assert decimal_text(value, places) == text


def test_an_explanation_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        explain("accuracy", PETS).value = 1.0


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        (("precison", PETS, "dog"), {}, ValueError, r"'precison' .* nearest are \['precision'"),
        (("Recall", PETS, "dog"), {}, ValueError, r"nearest are \['recall'"),
        (("xyzzy", PETS), {}, ValueError, r"must be one of \['accuracy'"),
        ((3, PETS), {}, TypeError, "name must be the name of a metric"),
        (("precision", PETS), {}, ValueError, r"give label= \(one of \['dog', 'cat'\]\) or avera"),
        (("precision", PETS, "dog"), {"average": "macro"}, ValueError, "not both"),
        (("precision", PETS, "dgo"), {}, ValueError, "label 'dgo' is not one of"),
        (("precision", PETS), {"average": "mean"}, ValueError, "average must be .* got 'mean'"),
        (("accuracy", PETS, "dog"), {}, ValueError, "whole matrix: label= .* got 'dog'"),
        (("balanced_accuracy", PETS), {"average": "macro"}, ValueError, "average= does not apply"),
        (("accuracy", PETS), {"exclude": ["dog"]}, ValueError, r"this is none: got \['dog'\]"),
        (("precision", PETS, "dog"), {"exclude": ["cat"]}, ValueError, "this is none"),
        (("recall", PETS), {"average": "macro", "exclude": "dog"}, TypeError, r"write \['dog'\]"),
        (("recall", PETS), {"average": "macro", "exclude": ["x"]}, ValueError, "label 'x'"),
        (
            ("recall", PETS),
            {"average": "macro", "exclude": ["dog", "cat"]},
            ValueError,
            "no class to average",
        ),
        (("f_score", PETS, "dog"), {"beta": 0}, ValueError, "beta must be over 0 .* got 0"),
        (("f_score", PETS, "dog"), {"beta": math.inf}, ValueError, "finite, got inf"),
        (("f_score", PETS, "dog"), {"beta": math.nan}, ValueError, "finite, got nan"),
        (("f_score", PETS, "dog"), {"beta": True}, TypeError, "beta must be a number"),
        (("f_score", PETS, "dog"), {"beta": "2"}, TypeError, "beta must be a number"),
        (("recall", PETS, "dog"), {"beta": 2}, ValueError, "'recall' has none, got beta=2"),
        (("accuracy", [[1.0, 0.5], [2.0, 3.0]]), {}, TypeError, "first other value is 0.5"),
        (("accuracy", [[1.0, 2.0], [2.0, 3.0]]), {}, TypeError, "first other value is 1.0"),
        (("accuracy", np.ones((2, 3, 3), int)), {}, ValueError, r"a batch of shape \(2, 3, 3\)"),
        (("accuracy", [[1, 2]]), {}, ValueError, "square"),
    ],
)
def test_misuse_is_refused(arguments, options, error, message):
    with pytest.raises(error, match=message):
        explain(*arguments, **options)
