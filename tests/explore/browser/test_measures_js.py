"""The measures of the explorers, in Chromium, against `cmlib`: the same text to the last digit."""

import re
from math import gcd

import numpy as np
import pytest
from explorer_checks import call
from playwright.sync_api import Error
from sklearn.metrics import average_precision_score, roc_auc_score
from strategies import AVERAGES, ONE_NUMBER, PER_CLASS

import cmlib

# Undefined classes are expected.
pytestmark = pytest.mark.filterwarnings("ignore::cmlib.UndefinedMetricWarning")


@pytest.fixture(scope="module")
def page(browser):
    context = browser.new_context()
    yield context.new_page()
    context.close()


def random_matrices(how_many):
    """Return matrices of 2 to 6 classes, some absent or never predicted, with huge counts, too."""
    rng = np.random.default_rng(2024)
    matrices = []
    for number in range(how_many):
        size = int(rng.integers(2, 7))
        most = (2, 10, 100, 10_000, 10**9)[number % 5]
        counts = rng.integers(0, most, (size, size))
        if number % 3 == 1:
            counts[rng.integers(size)] = 0
        if number % 4 == 1:
            counts[:, rng.integers(size)] = 0
        if number % 7 == 1:
            counts = np.diag(counts.diagonal())
        if number % 100 == 0:
            counts[:] = 0
        if number % 100 == 50:
            counts[:] = 0
            counts[0, 0] = 10
        matrices.append(counts)
    return matrices


def questions(size):
    """Return every measure of a matrix with `size` classes, and its options."""
    asked = [(name, {}) for name in (*ONE_NUMBER, "f_of_macro")]
    for name in PER_CLASS:
        asked += [(name, {"index": index}) for index in range(size)]
        asked += [(name, {"average": average}) for average in AVERAGES]
    return asked


def answer(counts, name, options):
    if name == "f_of_macro":  # the F1 of macro precision and macro recall
        P, R = (float(it(counts, average="macro")) for it in (cmlib.precision, cmlib.recall))
        return 2 * P * R / (P + R) if P + R > 0 else np.nan
    if "index" in options:
        return float(getattr(cmlib, name)(counts)[options["index"]])
    return float(getattr(cmlib, name)(counts, **options))


def test_measures_are_those_of_cmlib(page):
    asked = [(counts, questions(len(counts))) for counts in random_matrices(60)]
    expression = """given.map(([counts, asked]) => asked.map(([name, options]) => {
        const [value, exact] = [it.measure, it.fraction].map(of => of(name, counts, options));
        const divided = exact && Number(exact.top) / Number(exact.bottom);
        return [Number.isNaN(value) ? null : value, exact, divided];
    }))"""
    found = call(page, "measures", expression, [[counts.tolist(), it] for counts, it in asked])
    roots = "g_mean", "mcc", "mcc_product"
    for (counts, asks), theirs in zip(asked, found, strict=True):
        for (name, options), (value, exact, divided) in zip(asks, theirs, strict=True):
            ours, of = answer(counts, name, options), (name, options, counts.tolist())
            near = None if np.isnan(ours) else pytest.approx(ours, abs=1e-12)
            assert value == (near if name in roots or near is None else ours), of
            assert divided == (None if name in (*roots, "f_of_macro") else near), of
            if exact and name == "recall" and "index" in options:
                assert int(exact["bottom"]) == counts[options["index"]].sum(), of
            elif exact and name == "informedness":
                assert gcd(*map(int, exact.values())) == 1 <= int(exact["bottom"]), of


def test_numbers_are_written_as_python_writes_them(page):
    some = np.random.default_rng(1).uniform(-1, 1, 500).tolist()
    ties = [odd / 32 for odd in range(-33, 34, 2)]
    near = [float(np.nextafter(tie, side)) for tie in ties for side in (-2, 2)]
    values = [*ties, *near, 0.0, -0.0, -1e-9, 0.00005, 0.99995, 1.0, *some]
    texts = call(page, "measures", "[...given, NaN].map((x) => it.written(x))", values)
    assert texts == [*(f"{value:z.4f}" for value in values), "undefined"]


def test_arithmetic_computes_to_the_value_it_shows(page):
    lines = call(
        page,
        "arithmetic",
        """given.flatMap(({ counts, per_class, whole }) => {
             const labels = counts.map((_, i) => `c${i}`);
             return [
               ...per_class.flatMap(name => [...labels, ...it.AVERAGES].map(to => [name, to])),
               ...whole.map(name => [name, '']),
             ].map(([name, where]) => it.arithmetic(name, where, counts, labels));
           })""",
        [
            {"counts": it.tolist(), "per_class": PER_CLASS, "whole": ONE_NUMBER[:-1]}
            for it in random_matrices(14)
        ],
    )
    checked = 0
    for line in lines:
        if "undefined, because" in line:
            assert re.search(r"because [a-z0 ,]+\.$", line), line
            assert "because undefined" not in line
            continue
        # A remark on the average may follow the last value.
        steps = re.sub(r"(\d) \((all|the|each) .*\)$", r"\1", line)
        _, *steps, last = re.split(" [=≈] ", steps)
        for step in steps:
            if re.search(r"accuracy|product", step):
                continue  # a formula in words
            # The F1 of the macro means is computed from two rounded numbers.
            tolerance = 2e-4 if line.startswith("F1 of the macro") else 5.1e-5
            assert computed(step) == pytest.approx(float(last), abs=tolerance), line
            if abs(computed(step) - float(last)) > 1e-9:
                assert f"≈ {last}" in line
            checked += 1
    assert checked > 700


def computed(text):
    """Compute a line such as 5 / (5 + 3)."""
    code = text.replace("×", "*").replace("−", "-")
    code = re.sub(r"root (\d+) of (\(.*\))", r"\2 ** (1 / \1)", code)
    code = re.sub(r"√(\(.*\))", r"\1 ** 0.5", code)
    assert re.fullmatch(r"[\d\s.()+*/-]+", code), text
    return float(eval(code))


@pytest.mark.parametrize("size", [2, 3, 5])
def test_cells_are_those_of_explain(page, size):
    counts = np.arange(1, size * size + 1).reshape(size, size).tolist()
    asked = [(name, {}) for name in ONE_NUMBER]
    asked += [(name, {"label": label}) for name in PER_CLASS for label in range(size)]
    expression = "given.map(([name, K, label]) => it.cells(name, K, label))"
    given = [[name, size, options.get("label")] for name, options in asked]
    found = call(page, "measures", expression, given)
    for (name, options), theirs in zip(asked, found, strict=True):
        ours = [
            {
                "sign": term.sign,
                "top": [list(cell) for cell in term.top.cells],
                "bottom": [list(cell) for cell in term.bottom.cells],
            }
            for term in cmlib.explain(name, counts, **options).terms
            if term.top.cells and not term.top.chance
        ]
        assert theirs == ours, (name, options)
    of_macro = call(page, "measures", "it.cells('f_of_macro', given)", size)
    assert of_macro == [it for of in found[len(ONE_NUMBER) :][: 2 * size] for it in of]


def random_scores(how_many):
    """Return sets of truth and scores, with ties; in some of them a class is absent."""
    rng = np.random.default_rng(7)
    sets = []
    for number in range(how_many):
        size = int(rng.integers(1, 60))
        truth = (rng.random(size) < rng.uniform(0, 1)).astype(int)
        scores = rng.integers(0, 2 + number % 40, size) / (1 if number % 2 else 16)
        sets.append((truth.tolist(), [float(score) for score in scores]))
    return sets


CURVES = """given.map(([truth, scores]) => {
    const points = it.curve(truth, scores);
    const rates = points.flatMap(({ tpr, fpr, precision }) => [tpr, fpr, precision]);
    return {
        thresholds: points.map(({ threshold }) => threshold),
        counts: points.map(({ TP, FN, FP, TN }) => [[TP, FN], [FP, TN]]),
        at: points.map(({ threshold }) => it.countsAt(truth, scores, threshold)),
        rates, areas: [it.auc(points), it.averagePrecision(points)],
        costs: it.costs(points, [5, 2]),
    };
})"""


def test_curves_are_those_of_cmlib(page):
    sets = random_scores(60)
    found = call(page, "scores", CURVES, sets)
    each = "given.map((values) => values.map((x) => it.written(x ?? NaN)))"
    written = call(page, "measures", each, [it["rates"] for it in found])
    for (truth, scores), theirs, texts in zip(sets, found, written, strict=True):
        thresholds = [None, *sorted(set(scores), reverse=True)]
        assert theirs["thresholds"] == thresholds
        called = np.array(scores) >= [[np.inf if it is None else it] for it in thresholds]
        positive = np.array(truth) == 1
        cells = [positive & called, positive & ~called, ~positive & called, ~positive & ~called]
        counts = np.moveaxis([cell.sum(1) for cell in cells], 0, -1).reshape(-1, 2, 2)
        assert theirs["counts"] == theirs["at"] == counts.tolist()
        # 1 - specificity would be rounded twice.
        alarms = [np.nan if positive.all() else FP / (~positive).sum() for FP in counts[:, 1, 0]]
        rates = [cmlib.recall(counts)[:, 0], alarms, cmlib.precision(counts)[:, 0]]
        ours = [f"{rate:z.4f}".replace("nan", "undefined") for rate in np.transpose(rates).ravel()]
        assert texts == ours
        if positive.any() and not positive.all():
            areas = [roc_auc_score(truth, scores), average_precision_score(truth, scores)]
            assert theirs["areas"] == pytest.approx(areas)
        costs = 5 * counts[:, 0, 1] + 2 * counts[:, 1, 0]
        cheapest = np.flatnonzero(costs == costs.min()).tolist()
        expected = {"each": costs.tolist(), "least": costs.min(), "cheapest": cheapest}
        assert theirs["costs"] == expected


PETS = {"counts": [[5, 7], [3, 7]], "labels": None}
NAMED = {"counts": [[5, 7], [3, 7]], "labels": ["dog", "big cat"]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5 7\n3 7", PETS),
        ("5,7\n3,7\n", PETS),
        ("5;7\n3;7", PETS),
        ("5 7; 3 7", PETS),
        ("[[5, 7], [3, 7]]", PETS),
        ("array([[5, 7],\n       [3, 7]])", PETS),
        ("\tdog\tbig cat\ndog\t5\t7\nbig cat\t3\t7", NAMED),
        ("dog,big cat\n5,7\n3,7", NAMED),
        ("dog\t5\t7\nbig cat\t3\t7", NAMED),
        ('cmlib.ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "big cat"])', NAMED),
    ],
)
def test_matrix_is_read(page, text, expected):
    assert call(page, "reading", "it.parseCounts(given)", text) == expected


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "nothing to read"),
        ("5 x\n3 7", 'Row 1, column 2: "x" is no whole number'),
        ("5 -7\n3 7", 'Row 1, column 2: "-7" is no whole number'),
        ("5 7\n3 7.5", 'Row 2, column 2: "7.5" is no whole number'),
        ("5 7\n3", "Row 2: as many counts as rows are needed, 2; it has 1"),
        ("9007199254740992 1\n1 1", "Row 1, column 1: 9007199254740992 is more than"),
        ("9007199254740991 1\n1 1", "add up to more than"),
    ],
)
def test_wrong_matrix_is_reported(page, text, says):
    with pytest.raises(Error) as refused:
        call(page, "reading", "it.parseCounts(given)", text)
    assert says in str(refused.value)


def test_labels_are_counted_as_in_from_labels(page):
    expression = "it.fromLabels(it.parseLabels(given[0]), it.parseLabels(given[1]))"
    for truth, called in (
        ("dog dog cat", "dog, cat, cat"),
        ("10\n2\n9\n2", "['2', '2', '9', '10']"),
    ):
        found = call(page, "reading", expression, [truth, called])
        lists = [call(page, "reading", "it.parseLabels(given)", it) for it in (truth, called)]
        if found["labels"][0].isdigit():
            lists = [[int(label) for label in it] for it in lists]
        ours = cmlib.ConfusionMatrix.from_labels(*lists)
        assert found["labels"] == [str(label) for label in ours.labels]
        assert found["counts"] == ours.counts.tolist()
    with pytest.raises(Error, match="The truth has 2 labels and the prediction 1"):
        call(page, "reading", expression, ["a b", "a"])
