"""Which matrices fit printed values: against all small matrices, measured by cmlib itself."""

import re
from decimal import Decimal
from itertools import product

import numpy as np
import pytest
from refusals import refused
from strategies import all_matrices

import cmlib
from cmlib import consistent
from cmlib.consistency import _MEASURES as MEASURES


def measured(name, matrices):
    """Return a measure of the positive class, or of the matrix, by cmlib."""
    average, _, plain = name.rpartition(" ")
    function = getattr(cmlib, plain)
    if average:  # an average of defined values alone is no fit
        values = function(matrices)
        return np.where(np.isnan(values).any(axis=-1), np.nan, values.mean(axis=-1))
    if plain in ("balanced_accuracy", "g_mean"):
        recalls = cmlib.recall(matrices)
        return recalls.mean(axis=-1) if plain != "g_mean" else recalls.prod(axis=-1) ** 0.5
    per_class = ("accuracy", "error_rate", "cohen_kappa", "mcc")
    return function(matrices) if plain in per_class else function(matrices, label=1)


SMALL = {n: all_matrices(2, n) for n in (1, 2, 9, 17)}


@pytest.mark.parametrize("n", SMALL)
@pytest.mark.parametrize("decimals", [1, 2, 3])
def test_the_fits_are_those_of_all_matrices(n, decimals):
    rng = np.random.default_rng([n, decimals])
    matrices = SMALL[n]
    values = {name: measured(name, matrices) for name in MEASURES}
    for _ in range(40):
        names = rng.choice(list(MEASURES), rng.integers(1, 4), replace=False)
        true = rng.integers(len(matrices))
        exact = {name: np.nan_to_num(values[name][true], nan=0.5) for name in names}
        printed = {name: f"{it:.{decimals}f}" for name, it in exact.items()}
        half = 0.5 * 10**-decimals + 1e-12
        near = [np.abs(values[name] - float(text)) <= half for name, text in printed.items()]
        fits = np.all(near, axis=0)
        found = consistent(n, printed)
        assert found.count == fits.sum()
        expected = {it.tobytes() for it in matrices[fits]}
        assert {it.tobytes() for it in found.matrices} == expected
        sizes = tuple(matrices[true].sum(axis=1).tolist())
        of_sizes = fits & (matrices.sum(axis=2) == sizes).all(axis=1)
        assert consistent(sizes, printed).count == of_sizes.sum()


def test_the_true_matrix_is_always_among_the_fits():
    rng = np.random.default_rng(7)
    for _ in range(150):
        n = int(rng.integers(20, 400))
        cm = rng.multinomial(n, rng.dirichlet([1, 1, 1, 1])).reshape(2, 2)
        names = rng.choice(list(MEASURES), 3, replace=False)
        decimals = rng.integers(2, 5)
        values = {name: float(measured(name, cm[None])[0]) for name in names}
        printed = {name: f"{it:.{decimals}f}" for name, it in values.items() if np.isfinite(it)}
        found = consistent(tuple(cm.sum(axis=1).tolist()), printed)
        assert cm.tolist() in found.matrices.tolist()


def test_both_neighbours_of_a_tie_and_percentages_fit():
    assert consistent((4, 4), {"accuracy": "0.62"})
    assert consistent((4, 4), {"accuracy": "0.63"})
    assert consistent(8, {"accuracy": "62.5 %"}).count == consistent(8, {"accuracy": "0.625"}).count
    assert consistent(8, {"accuracy": Decimal("0.625")})


def test_contradictions_are_the_smallest_that_there_are():
    one = consistent(100, {"accuracy": "0.835", "recall": "0.5"})
    assert one.contradictions == (("accuracy",),)
    pair = consistent((50, 50), {"recall": "0.90", "f_score": "0.99", "specificity": "0.90"})
    assert pair.contradictions == (("recall", "f_score"), ("f_score", "specificity"))
    three = consistent((50, 50), {"recall": "0.90", "specificity": "0.70", "accuracy": "0.85"})
    assert three.contradictions == (("recall", "specificity", "accuracy"),)
    said = "no matrix has this recall and this f_score; none has this f_score and this specificity"
    assert str(pair) == said
    assert not pair
    assert (pair.matrices.shape, pair.matrices.dtype) == ((0, 2, 2), np.int64)


# How many matrices mlscorecheck 1.0.3 finds (`check_1_testset_no_kfold`, eps half a unit of the
# last digit). The first two are its own examples, without the Fowlkes-Mallows index.
@pytest.mark.parametrize(
    ("sizes", "names", "printed", "pairs"),
    [
        ((902, 530), "accuracy recall specificity f_score", "0.62 0.22 0.86 0.30", 36),
        ((902, 530), "accuracy recall specificity f_score", "0.92 0.22 0.86 0.30", 0),
        ((94, 269), "accuracy informedness", "0.7438 0.5020", 1),
        ((91, 40), "f_score negative_predictive_value precision", "0.7556 0.9259 0.6800", 1),
        ((262, 280), "specificity recall balanced_accuracy", "0.7481 0.8786 0.8133", 1),
        ((293, 84), "cohen_kappa f_score", "0.802 0.850", 0),
        ((284, 158), "accuracy mcc balanced_accuracy", "0.793 0.518 0.722", 0),
        ((280, 56), "specificity accuracy g_mean", "0.6852 0.7232 0.7902", 0),
        ((137, 144), "recall informedness precision", "0.649 0.106 0.558", 0),
    ],
)
def test_mlscorecheck_finds_as_many_matrices(sizes, names, printed, pairs):
    values = dict(zip(names.split(), printed.split(), strict=True))
    assert consistent(sizes, values).count == pairs


def test_many_fits_are_counted_and_the_first_are_listed():
    found = consistent(1000, {"accuracy": "0.8"})
    # With h hits there are h + 1 ways to share them out, and 1000 - h + 1 for the errors.
    assert found.count == sum((hits + 1) * (1001 - hits) for hits in range(750, 851))
    assert len(found.matrices) == 10_000
    assert re.match(r"[\d,]+ matrices fit, such as \[\[", str(found))


@pytest.mark.parametrize("sizes", [(3, 2, 2), (4, 1, 3), (2, 2, 2), (2, 1, 1, 2)])
@pytest.mark.parametrize("name", ["balanced_accuracy", "cohen_kappa"])
def test_bounds_for_more_classes_are_those_of_all_matrices(sizes, name):
    rows = [[it for it in product(range(n + 1), repeat=len(sizes)) if sum(it) == n] for n in sizes]
    matrices = np.array(list(product(*rows)))
    values, right = getattr(cmlib, name)(matrices), cmlib.accuracy(matrices)
    for accuracy in np.unique(right):
        near = f"{accuracy:.4f}"
        ends = values[right == accuracy]
        for end, beyond in ((ends.min(), -0.001), (ends.max(), 0.001)):
            assert consistent(sizes, {"accuracy": near, name: f"{end:.4f}"})
            if abs(end + beyond) <= 1:
                found = consistent(sizes, {"accuracy": near, name: f"{end + beyond:.4f}"})
                assert ("accuracy", name) in found.contradictions or (name,) in found.contradictions


def test_nothing_is_counted_for_more_classes():
    found = consistent((50, 30, 20), {"error_rate": "0.1", "cohen_kappa": "0.84"})
    assert (found.count, found.matrices.shape) == (None, (0, 2, 2))
    assert str(found) == "no contradiction was found"
    three = {"accuracy": "0.90", "balanced_accuracy": "0.93", "cohen_kappa": "0.86"}
    assert not consistent((50, 30, 20), three)
    assert consistent((100, 50, 50), {"accuracy": "0.90", "error_rate": "0.11"})


BAD = [
    (100, {"auc": "0.8"}, ValueError, "values has an unknown measure 'auc'"),
    (100, {"recall": 0.8}, TypeError, r"values\['recall'\] must be text, .* got 0.8"),
    (100, {"recall": "8%%"}, ValueError, r"values\['recall'\] must be a number, got '8%%'"),
    (100, {"recall": "83"}, ValueError, r"must be in \[-1, 1\].* got '83'"),
    (100, {"recall": "0.83333"}, ValueError, "at most 4 decimals, got '0.83333'"),
    (100, {"recall": "nan"}, ValueError, "got 'nan'"),
    (100, ["0.8"], TypeError, "values must be a dict of measures, got list"),
    (0, {"recall": "0.8"}, ValueError, "samples must be from 1 to 5,000 in all, .* got 0"),
    ((9, 1.5), {"recall": "0.8"}, TypeError, "^samples must be a whole number"),
    ((), {"recall": "0.8"}, ValueError, r"samples .* got \(\)"),
    ((9, 0, 9), {"accuracy": "0.8"}, ValueError, r"at least 1 of each class, got \(9, 0, 9\)"),
    ((9, 9, 9), {"recall": "0.8"}, ValueError, "unknown measure 'recall': it must be one of"),
    ((9, -1), {"recall": "0.8"}, ValueError, r"got \(9, -1\)"),
    (9.0, {"recall": "0.8"}, TypeError, "must be a whole number, or a tuple of them, got 9.0"),
]
test_bad_input_is_named = refused(consistent, BAD)
