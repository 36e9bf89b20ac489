"""explain: the metrics by hand, against the array code and against fractions worked out here."""

import inspect
import math
import re
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.mathtext import MathTextParser
from questions import FRUIT, GAPS, PETS, ways_to_ask
from refusals import refused
from strategies import PER_CLASS

from cmlib import ConfusionMatrix, explain
from cmlib.by_hand.agreement import root
from cmlib.by_hand.formulas import METRICS
from cmlib.by_hand.notation import decimal_text, escape_markdown


# Those that `test_plain_text` prints are not asked for again.
@pytest.mark.parametrize(
    ("explanation", "fraction"),
    [
        (explain("f_score", PETS, "dog", beta=0.1), "505/812"),
        (explain("f_score", PETS, "dog", beta=Fraction(1, 3)), "50/84"),
        (explain("precision", PETS, average="macro", exclude=["cat"]), "5/8"),
        (explain("precision", [[2**61, 1], [2, 2**61]], 0), f"{2**61}/{2**61 + 2}"),
        (explain("g_mean", [[1, 3], [0, 1]]), "1/2"),
        (explain("g_mean", [[1, 7, 0], [0, 1, 0], [0, 0, 1]]), "1/2"),
        (explain("g_mean", [[0, 3], [0, 1]]), "0"),
        (explain("mcc", [[4, 0], [0, 9]]), "1"),
        (explain("mcc", [[0, 4], [9, 0]]), "-1"),
        (explain("mcc", [[2, 1], [1, 2]]), "1/3"),
        (explain("mcc", [[2, 1, 0], [0, 2, 1], [1, 0, 2]]), "1/2"),
        (explain("mcc_product", [[1, 1, 1], [1, 1, 1], [1, 1, 1]]), "0"),
        (explain("mcc_product", [[3, 0, 0], [0, 4, 0], [0, 0, 5]]), "1"),
        (explain("mcc_product", [[0, 1, 1], [1, 0, 1], [1, 1, 0]]), "-1"),
    ],
)
def test_exact_fraction(explanation, fraction):
    assert explanation.fraction == Fraction(fraction)


@pytest.mark.parametrize(
    ("name", "radicand"), [("g_mean", Fraction(7, 24)), ("mcc", Fraction(14**2, 13440))]
)
def test_a_root_that_is_not_a_fraction_is_the_nearest_float(name, radicand):
    explanation = explain(name, PETS)
    assert explanation.fraction is None
    assert explanation.exact == Fraction(explanation.value)
    # The true root lies between the midpoints to the two neighbours of the nearest float.
    low, high = (
        (Fraction(explanation.value) + Fraction(math.nextafter(explanation.value, to))) / 2
        for to in (0, 1)
    )
    assert low**2 < radicand < high**2


def test_a_tiny_root_keeps_its_digits():
    counts = np.full((9, 9), 10**8) + np.diag([1 - 10**8] * 9)
    explanation = explain("g_mean", counts)
    assert explanation.value == float(Fraction(1, 8 * 10**8 + 1))
    assert float(root(Fraction(1, 2 * 10**400), 2)) == pytest.approx(0.5**0.5 * 1e-200, rel=1e-15)


@settings(max_examples=60)
@given(st.fractions(0, 10**9), st.integers(1, 9))
def test_root(value, degree):
    assert root(value**degree, degree) == value
    found = root(value, degree)
    assert abs(found**degree - value) <= value / 10**50


def test_plain_text():
    """Each line is what `explain` prints, and is run as an example, as are those of its docstring.

    >>> explain("error_rate", PETS)
    error rate = (total - correct) / total = (22 - 12) / 22 = 5/11 ≈ 0.4545
    >>> explain("f_score", PETS, "dog", beta=0.5)
    F0.5 of 'dog' = (1 + 0.5²) TP / ((1 + 0.5²) TP + 0.5² FN + FP) = 1.25 × 5 / (1.25 × 5 + 0.25 × 7
    + 3) = 25/44 ≈ 0.5682
    >>> explain("precision", PETS, average="macro")
    macro precision = mean of TP / (TP + FP) over 2 classes = (5/8 + 7/14) / 2 = 9/16 = 0.5625
    >>> explain("precision", PETS, average="micro")
    micro precision = sum of TP / sum of (TP + FP) = (5 + 7) / (8 + 14) = 6/11 ≈ 0.5455
    >>> explain("precision", GAPS, average="macro")
    macro precision = mean of TP / (TP + FP) over 2 classes = (5/8 + 0/14) / 2 = 5/16 = 0.3125.
    'cat' is left out: no sample was predicted as 'cat', so TP + FP = 0.
    >>> explain("recall", PETS, average="weighted", exclude=["cat"])
    weighted recall without 'cat' = mean of TP / (TP + FN) weighted by support = 12 × 5/12 / 12 =
    5/12 ≈ 0.4167
    >>> explain("cohen_kappa", PETS)
    kappa = (p_o - p_e) / (1 - p_e) = (12/22 - 236/484) / (1 - 236/484) = 7/62 ≈ 0.1129, where p_o =
    (5 + 7) / 22 = 12/22, p_e = (12 × 8 + 10 × 14) / 22² = 236/484
    >>> explain("g_mean", PETS)
    G-mean = geometric mean of TP / (TP + FN) over 2 classes = √(5/12 × 7/10) = √(7/24) ≈ 0.5401
    >>> explain("mcc", PETS)
    MCC = (TP × TN - FP × FN) / √((TP + FP) × (TP + FN) × (TN + FP) × (TN + FN)) = (5 × 7 - 3 × 7) /
    √((5 + 3) × (5 + 7) × (7 + 3) × (7 + 7)) = 14 / √13440 ≈ 0.1208
    >>> explain("informedness", PETS, "dog")
    informedness of 'dog' = TP / (TP + FN) + TN / (TN + FP) - 1 = 5 / (5 + 7) + 7 / (7 + 3) - 1 =
    7/60 ≈ 0.1167
    >>> explain("r_score", PETS, "dog")
    R of 'dog' = TP / (TP + FN) - (TP + FP) / n = 5/12 - 8/22 = 7/132 ≈ 0.0530
    >>> explain("r_prime_overall", PETS, abstained=2)
    overall R' = correct / n + (n - answered) / n = (5 + 7) / 24 + (24 - 22) / 24 = 7/12 ≈ 0.5833
    >>> explain("cohen_kappa", FRUIT, weights="quadratic")
    quadratically weighted kappa = 1 - total × Σwn / Σwrc = 1 - 37 × 35 / 1767 = 472/1767 ≈ 0.2671,
    where Σwn = 1 × 1 + 4 × 2 + 1 × 0 + 1 × 3 + 4 × 4 + 1 × 7 = 35, Σwrc = 1 × 8 × 14 + 4 × 8 × 14 +
    1 × 9 × 9 + 1 × 9 × 14 + 4 × 20 × 9 + 1 × 20 × 14 = 1767
    >>> explain("g_mean", FRUIT)
    G-mean = geometric mean of TP / (TP + FN) over 3 classes = ∛(5/8 × 6/9 × 9/20) = ∛(3/16) ≈
    0.5724
    >>> explain("mcc", FRUIT)
    MCC = (total × correct - Σrc) / √((total² - Σr²) × (total² - Σc²)) = (37 × 20 - 478) / √((37² -
    545) × (37² - 473)) = 262 / √738304 ≈ 0.3049, where Σrc = 8 × 9 + 9 × 14 + 20 × 14 = 478, Σr² =
    8² + 9² + 20² = 545, Σc² = 9² + 14² + 14² = 473
    >>> explain("mcc_product", FRUIT)
    product-form MCC = ((product of T)^(K-1) - product of F) / √(product of (T + F)) = ((5 × 6 × 9)²
    - 1 × 2 × 0 × 3 × 4 × 7) / √((5 + 1) × (5 + 2) × (6 + 0) × … × (5 + 4) × (6 + 7)) = 72900 /
    √254996501760 ≈ 0.1444
    """
    explanation = explain("accuracy", PETS)
    assert str(explanation) == repr(explanation)


@pytest.mark.parametrize("name", METRICS)
def test_ten_classes_stay_readable(name):
    counts = np.arange(100).reshape(10, 10) + np.diag(range(900, 1000, 10))
    for asked in ways_to_ask(name, [3]):
        text = str(explain(name, counts, **asked))
        assert all(len(step) <= 160 for step in re.split(" = |, where ", text))
        assert "…" in text or "label" in asked or name == "error_rate"
        assert "  " not in text


def test_latex():
    explanation = explain("precision", PETS, "dog")
    assert explanation.formula == r"\frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FP}}"
    assert explanation.substituted == r"\frac{5}{5 + 3}"
    weighted = explain("cohen_kappa", PETS, weights="linear")
    assert weighted.legend.endswith(r"total times $\sum we$, the one expected by chance.")
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
    assert r" + \cdots + " in explanation.substituted
    assert r"\cdots" not in explain("recall", np.eye(6, dtype=int), average="macro").substituted


def test_a_fraction_too_long_to_read_is_not_shown():
    counts = np.eye(3, dtype=int) + 10**9 * np.eye(3, k=1, dtype=int)
    explanation = explain("recall", counts, average="macro")
    assert explanation.fraction.denominator > 10**9
    assert str(explanation).endswith(") / 3 ≈ 0.3333")


NOTHING, EMPTY = np.zeros((3, 3), int), "The matrix holds no samples."
UNDEFINED = [
    (explain("precision", GAPS, "cat"), "No sample was predicted as 'cat', so TP + FP = 0."),
    *(
        (explain(name, GAPS, "other"), "No sample truly is 'other', so TP + FN = 0.")
        for name in ("recall", "informedness", "r_score", "r_prime")
    ),
    (explain("specificity", [[3]], 0), "Every sample truly is 0, so TN + FP = 0."),
    (explain("informedness", [[3]], 0), "Every sample truly is 0, so TN + FP = 0."),
    (
        explain("negative_predictive_value", [[3]], 0),
        "Every sample was predicted as 0, so TN + FN = 0.",
    ),
    (
        explain("f_score", [[3, 0], [0, 0]], 1, beta=2),
        "No sample is 1, neither in the truth nor in the predictions, so (1 + 2²) TP + 2² FN + FP "
        "= 0.",
    ),
    *((explain(name, NOTHING, 0), EMPTY) for name in PER_CLASS),
    *((explain(name, NOTHING), EMPTY) for name in ("cohen_kappa", "mcc", "mcc_product")),
    (explain("cohen_kappa", NOTHING, weights="quadratic"), EMPTY),
    (explain("accuracy", NOTHING), "The matrix holds no samples, so total = 0."),
    (explain("r_prime_overall", NOTHING), "There are no samples, so n = 0."),
    (
        explain("precision", GAPS, average="micro", exclude=["dog", "other"]),
        "No sample was predicted as a class that is averaged, so TP + FP = 0.",
    ),
    (
        explain("precision", GAPS, average="weighted", exclude=["dog", "cat"]),
        "The classes that have a value have no samples, so all weights are 0.",
    ),
    (
        explain("g_mean", GAPS, exclude=["dog", "cat"]),
        "'other' is left out: no sample truly is 'other', so TP + FN = 0.",
    ),
    (
        explain("cohen_kappa", [[0, 0], [0, 3]]),
        "Every sample truly is 1 and was predicted as 1, so p_e = 1.",
    ),
    (
        explain("cohen_kappa", [[3, 0], [0, 0]], weights="linear"),
        "Every sample truly is 0 and was predicted as 0, so Σwrc = 0.",
    ),
    (explain("r_prime_overall", [[0, 0], [0, 0]]), "There are no samples, so n = 0."),
    (explain("mcc", [[3, 2], [0, 0]]), "Every sample truly is 0, so the denominator is 0."),
    (
        explain("mcc", [[0, 3, 0], [0, 2, 0], [0, 0, 0]]),
        "Every sample was predicted as 1, so the denominator is 0.",
    ),
    (
        explain("mcc_product", [[5, 1, 1], [1, 0, 0], [1, 1, 5]]),
        "No sample of 1 was predicted as 1 and none of 1 as 2: the two cells add up to 0 in the "
        "denominator.",
    ),
]


@pytest.mark.parametrize(("explanation", "note"), UNDEFINED)
def test_undefined_values_say_why(explanation, note):
    assert explanation.fraction is None
    assert math.isnan(explanation.value)
    assert explanation.note == note
    assert re.search(r" = undefined(, where [^=]+ = .+)?\. ", str(explanation))
    assert str(explanation).endswith(f". {note}")
    markdown = explanation._repr_markdown_()
    assert r"= \text{undefined}" in markdown
    assert markdown.endswith(f"$$\n\n{explanation.legend} {escape_markdown(note)}\n")


def test_an_average_names_six_of_the_classes_it_leaves_out():
    counts = np.zeros((9, 9), dtype=int)
    counts[:, 0] = 1
    note = explain("precision", counts, average="macro").note
    assert note.endswith("; so are 2 more classes, for the same reason.")


LABELS = ["dog", "a_b", "50%", "A&B", "{x}", "x}", r"\frac", "$5", "$$", "#1", "a^b", "~", "<b>"]
LABELS += ["`x`", "it's", "né", "", "two\nlines", 7, True]


@pytest.mark.parametrize(
    ("name", "label"),
    [
        *(("precision", label) for label in LABELS),
        *((name, "".join(map(str, LABELS))) for name in METRICS),
    ],
)
def test_any_label_makes_valid_latex(name, label):
    other = {int: 8, bool: False, str: "zz"}[type(label)]
    cm = ConfusionMatrix([[5, 7], [3, 7]], labels=[label, other])
    of_class = METRICS[name].scope in ("class", "label")
    markdown = explain(name, cm, label if of_class else None)._repr_markdown_()
    start, equation, _ = markdown.split("$$\n", 2)
    assert start == ""
    assert "\n\n" not in equation
    assert "$" not in equation.replace(r"\$", "")
    # Outside \text{} matplotlib reads the same LaTeX, but for three commands.
    texts = [part.partition("}")[0] for part in equation.split(r"\text{")[1:]]
    assert not set("\\{}$%&#_^~<>`") & set("".join(texts))
    readable = equation.strip()
    for command, instead in ((r"\lt", "<"), (r"\gt", ">"), (r"\&", "+")):
        readable = readable.replace(command, instead)
    MathTextParser("path").parse(f"${readable}$")


@pytest.mark.parametrize("cm", [PETS.counts, FRUIT.counts, np.eye(7, dtype=int), [[0]], [[3]]])
@pytest.mark.parametrize("name", METRICS)
def test_every_metric_makes_valid_latex(name, cm):
    for options in ways_to_ask(name, [0]):
        explanation = explain(name, cm, **options)
        legend = explanation.legend
        assert (legend[-1:], legend.count("(")) == (".", legend.count(")"))
        counts = [set(re.findall("TP|FN|FP|TN", it)) for it in (legend, explanation.formula)]
        assert counts[0] == counts[1]
        pieces = re.findall(r"\$([^$]+)\$", legend)
        # The equation holds the formula and what is substituted.
        for latex in (explanation.equation, *pieces):
            MathTextParser("path").parse(f"${latex}$")


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


MISUSES = [
    (("f1", PETS), {}, ValueError, "measure must be 'accuracy', .* or 'r_prime_overall', got 'f1'"),
    (("recall", PETS), {"average": "macro", "exclude": 3}, TypeError, "exclude .* got 3"),
    (("recall", PETS), {"average": np.array([1, 2])}, ValueError, "average must be None"),
    (("cohen_kappa", PETS), {"weights": np.eye(2)}, ValueError, "weights must be None"),
    (("precision", PETS), {}, ValueError, r"give label= \(one of \['dog', 'cat'\]\) or avera"),
    (("precision", PETS, "dog"), {"average": "macro"}, ValueError, "not both"),
    (("precision", PETS, "dgo"), {}, ValueError, "label 'dgo' is not one of"),
    (("precision", PETS), {"average": "mean"}, ValueError, "average must be .* got 'mean'"),
    (("accuracy", PETS, "dog"), {}, ValueError, "the whole matrix, got label='dog'"),
    (("g_mean", PETS), {"average": "macro"}, ValueError, "the whole matrix, .* average='macro'"),
    (("accuracy", PETS), {"exclude": ["dog"]}, ValueError, r"this is none: got \['dog'\]"),
    (("precision", PETS, "dog"), {"exclude": ["cat"]}, ValueError, "this is none"),
    (("f_score", PETS, "dog"), {"beta": 0}, ValueError, "beta must be over 0 .* got 0"),
    (("recall", PETS, "dog"), {"beta": 2}, ValueError, "no option of 'recall', got beta=2"),
    (("mcc", PETS), {"weights": "linear"}, ValueError, "no option of 'mcc', got weights=lin"),
    (("cohen_kappa", PETS), {"weights": "cubic"}, ValueError, "weights must be .* 'cubic'"),
    (("r_prime_overall", PETS), {"abstained": -1}, ValueError, "at least 0, got -1"),
    (("r_prime_overall", PETS), {"abstained": 1.0}, TypeError, "whole number .* got 1.0"),
    (("r_prime", PETS), {}, ValueError, r"one of \['dog', 'cat'\]\), got label=None"),
    (("r_prime", PETS), {"average": "macro"}, ValueError, "r_prime has no average here: "),
    (("accuracy", [[1.0, 0.5], [2.0, 3.0]]), {}, TypeError, "cm must hold integer .* got 0.5"),
    (("accuracy", np.ones((2, 3, 3), int)), {}, ValueError, r"a batch of shape \(2, 3, 3\)"),
]
test_misuse_is_refused = refused(lambda arguments, options: explain(*arguments, **options), MISUSES)


def test_attributes_are_documented():
    explanation = explain("f_score", PETS, average="macro", beta=2)
    listed = inspect.getdoc(explanation).partition("----------\n")[2]
    names = re.findall(r"[a-z]+", " ".join(re.findall(r"^([a-z, ]+?)(?: : .*)?$", listed, re.M)))
    assert {name for name in vars(explanation) if not name.startswith("_")} <= set(names)
    assert (explanation.title, explanation.subject) == ("F2", "macro F2")


@pytest.mark.parametrize(
    ("size", "kinds", "shown"),
    [
        (2, ["text/plain"], 1),
        (2, ["text/markdown", "image/svg+xml"], 2),
        (10, ["text/markdown", "image/svg+xml"], 2),
        (11, ["text/markdown", "image/svg+xml"], 1),
    ],
)
def test_display_adds_a_picture_where_one_is_shown(monkeypatch, size, kinds, shown):
    displayed = []

    def show(data, *, raw):
        assert raw is True
        displayed.append(data)

    shell = SimpleNamespace(display_formatter=SimpleNamespace(active_types=kinds))
    monkeypatch.setattr("IPython.core.getipython.get_ipython", lambda: shell)
    monkeypatch.setattr("IPython.display.display", show)
    monkeypatch.setattr("cmlib.plot.lit_figure.picture", lambda _: {"image/svg+xml": "<svg/>"})
    explanation = explain("accuracy", np.eye(size, dtype=int))
    explanation._ipython_display_()
    formula = {"text/plain": str(explanation), "text/markdown": explanation._repr_markdown_()}
    assert displayed == [formula, {"image/svg+xml": "<svg/>"}][:shown]
