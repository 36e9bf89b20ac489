"""All measures with their options, one list for every invariance, and the sums they are made of."""

import pytest
import scipy.sparse
from strategies import AVERAGES, ONE_NUMBER, PER_CLASS

from cmlib import ConfusionMatrix, matrix

CALLS = [
    *((name, {"average": average}) for name in PER_CLASS for average in (None, *AVERAGES)),
    *((name, {"label": 0}) for name in PER_CLASS),
    *((name, {}) for name in ONE_NUMBER),
    *(("cohen_kappa", {"weights": weights}) for weights in ("linear", "quadratic")),
    ("f_score", {"beta": 2, "average": "macro"}),
    ("r_prime_overall", {"abstained": 3}),
]
SUMS = ["hits", "misses", "false_alarms", "correct_rejections", "support", "predicted", "total"]

every_measure = pytest.mark.parametrize("name", [*PER_CLASS, *ONE_NUMBER])
undefined_is_no_matter = pytest.mark.filterwarnings("ignore::cmlib.UndefinedMetricWarning")


def sparsely(counts):
    """Return a matrix that is sparse however few its classes are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matrix, "as_stored", scipy.sparse.csr_array)
        return ConfusionMatrix(scipy.sparse.csr_array(counts))
