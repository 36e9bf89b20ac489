"""The measures by name, random matrices, and what the tests of the measures do with them."""

import tracemalloc
import warnings
from itertools import combinations

import numpy as np
from hypothesis import strategies as st

PER_CLASS = ["precision", "recall", "specificity", "negative_predictive_value", "f_score"]
PER_CLASS += ["informedness", "r_score", "r_prime"]
ONE_NUMBER = ["accuracy", "error_rate", "balanced_accuracy", "g_mean"]
ONE_NUMBER += ["cohen_kappa", "mcc", "mcc_product", "r_prime_overall"]
AVERAGES = ["macro", "micro", "weighted"]


@st.composite
def matrices(draw, low=2, high=50):
    """Random integer matrices; some rows and columns are emptied, so that 0/0 occurs."""
    k = draw(st.integers(low, high))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    counts = rng.integers(0, draw(st.sampled_from([2, 20, 1000])), (k, k))
    counts[rng.random(k) < draw(st.sampled_from([0.0, 0.3]))] = 0
    counts[:, rng.random(k) < draw(st.sampled_from([0.0, 0.3]))] = 0
    counts[0, -1] += 1
    return counts


def all_matrices(classes, total):
    """Every way to write the total as a sum of so many counts."""
    cells = classes**2
    bars = np.array(list(combinations(range(total + cells - 1), cells - 1)))
    ends = np.full((len(bars), 1), total + cells - 1)
    return (np.diff(bars, prepend=-1, append=ends) - 1).reshape(-1, classes, classes)


def as_pairs(counts):
    """Return label arrays whose confusion matrix this is, one sample a cell, and the weights."""
    true, pred = np.indices(counts.shape).reshape(2, -1)
    return true, pred, counts.reshape(-1)


class NeedsDetach:
    """A torch tensor that requires grad, as numpy sees it."""

    dtype = "float32"
    says = "Can't call numpy() on Tensor that requires grad."

    def __len__(self):
        return 1

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError(self.says)


class NeedsFloat(NeedsDetach):
    says = "Got unsupported ScalarType BFloat16"


def peak_of(function):
    """Return the most memory in bytes that a call takes above what there was before it."""
    tracemalloc.start()
    try:
        function()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def quietly(function, *args, **kwargs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*args, **kwargs)
