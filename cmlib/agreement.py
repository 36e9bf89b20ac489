"""One number for the whole matrix: Kappa and the two multi-class MCCs."""

from __future__ import annotations

from bisect import bisect_left
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cmlib._averages import Matrices, Weights, divide, measure, scalar, sums_for
from cmlib._checks import Array, check_choice, number
from cmlib._sums import sum_of_others
from cmlib._undefined import check_zero_division

# The upper bounds of the bands, on all three scales. A value at a bound belongs to the band below
# it: that settles the bounds that a scale prints twice, and closes the gaps between its bands.
_BOUNDS = (0.2, 0.4, 0.6, 0.8, 1.0)
# The word of each scale for a Kappa below 0, then for each band; None: no word.
_SCALES: dict[str, tuple[str | None, ...]] = {
    "landis_koch": ("poor", "slight", "fair", "moderate", "substantial", "almost perfect"),
    "document1": (None, "very low", "fair", "moderate", "high", "almost perfect"),
    "document2": (None, None, "acceptable", "moderate", "rather high", "almost perfect"),
}


@measure
def cohen_kappa(
    cm: Matrices, *, weights: Weights = None, zero_division: float = np.nan
) -> float | NDArray[np.float64]:
    """Agreement of truth and prediction beyond what their margins alone would give.

    How far accuracy is above p_e, the accuracy expected if predictions with the same margins were
    independent of the truth, in proportion to how far it could be.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    weights : {None, "linear", "quadratic"}, default None
        For ordered classes, how much a confusion costs: all the same, in proportion to the
        distance of the classes in label order, or to its square. Name levels that never occur in
        the labels; otherwise their neighbours count as adjacent.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value where p_e = 1, since truth and prediction are one class throughout, or where there
        are no samples.

    Returns
    -------
    float or ndarray of shape (...)
        In [-1, 1]; 0 for a prediction that is independent of the truth.

    References
    ----------
    Cohen J (1960). A coefficient of agreement for nominal scales. Educational and Psychological
    Measurement 20(1):37-46. Cohen J (1968). Weighted kappa. Psychological Bulletin 70(4):213-220.
    Document 1, equations 6 and 7; document 2, section 3.2.

    Examples
    --------
    >>> round(cohen_kappa([[61, 2], [8, 58]]), 4)
    0.8452
    """
    unscaled = sums_for(cm)
    sums = unscaled.scaled()
    check_choice(weights, "weights", (None, "linear", "quadratic"))
    # As 1 - disagreement / expected disagreement: a sum of terms of one sign, so that a matrix of
    # 10^10 samples with a single error keeps all its digits.
    if weights is None:
        disagreement = sums.misses.sum(-1).astype(float)
        expected = _sum_of_products(sums.support, sum_of_others(sums.predicted))
    else:
        power = 1 if weights == "linear" else 2
        disagreement = unscaled.disagreement(power)
        expected = _expected_disagreement(sums.support, sums.predicted, power)
    share = divide(disagreement * sums.support.sum(-1), expected)
    return scalar(np.where(np.isnan(share), check_zero_division(zero_division), 1 - share))


def kappa_band(
    value: float, *, scale: Literal["landis_koch", "document1", "document2"] = "landis_koch"
) -> str | None:
    """Put a Kappa into words, on one of three published scales.

    The bands are conventions. A value at a printed upper bound belongs to that band, anything
    above it to the next: so 0.2 is still in the first band of document 1, which prints 0.2 in two
    bands, and 0.205 is in the second band of Landis and Koch, who leave 0.20 to 0.21 open.

    Parameters
    ----------
    value : float
        In [-1, 1]; a ValueError for any other, nan included.
    scale : {"landis_koch", "document1", "document2"}, default "landis_koch"

    Returns
    -------
    str or None
        None where the scale has no word: below 0 for document 1, up to 0.20 for document 2.

    References
    ----------
    Landis JR, Koch GG (1977). The measurement of observer agreement for categorical data.
    Biometrics 33(1):159-174. Document 1, table 3; document 2, section 3.2.

    Examples
    --------
    >>> kappa_band(0.6768), kappa_band(-0.1), kappa_band(-0.1, scale="document1")
    ('substantial', 'poor', None)
    """
    number(value, "value", "a number")
    check_choice(scale, "scale", tuple(_SCALES))
    if not -1 <= value <= 1:
        raise ValueError(f"value must be a Kappa, from -1 to 1, got {value!r}")
    below_zero, *bands = _SCALES[scale]
    return below_zero if value < 0 else bands[bisect_left(_BOUNDS, value)]


@measure
def mcc(cm: Matrices, *, zero_division: float = np.nan) -> float | NDArray[np.float64]:
    """Matthews correlation coefficient for any number of classes: Gorodkin's R_K.

    The correlation of truth and prediction, each written as K indicator columns.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value where all samples are of one class, or all are predicted as one. scikit-learn
        takes 0 in both cases, document 2 in the second.

    Returns
    -------
    float or ndarray of shape (...)
        In [-1, 1]; -1 only where no more than two classes occur and each is taken for the other.

    References
    ----------
    Matthews BW (1975). Biochimica et Biophysica Acta 405(2):442-451. Gorodkin J (2004). Comparing
    two K-category assignments by a K-category correlation coefficient. Computational Biology and
    Chemistry 28(5-6):367-374. Document 2, section 3.2, for two classes.

    Examples
    --------
    >>> round(mcc([[61, 2], [8, 58]]), 4)
    0.8489
    """
    sums = sums_for(cm).scaled()
    support, predicted = sums.support, sums.predicted
    # correct * total - sum(support * predicted), class by class: as two large totals, the
    # difference would lose its digits for 10^10 samples of which all but a few are of one class.
    right = sums.hits.astype(float) * sums.correct_rejections
    wrong = sums.false_alarms.astype(float) * sums.misses
    of_truth = _sum_of_products(support, sum_of_others(support))
    of_prediction = _sum_of_products(predicted, sum_of_others(predicted))
    # The root of their product; exact where they are equal, as for a perfect classifier.
    spread = of_truth * np.sqrt(divide(of_prediction, of_truth))
    return scalar(divide((right - wrong).sum(-1), spread, zero_division).clip(-1, 1))


@measure
def mcc_product(cm: Matrices, *, zero_division: float = np.nan) -> float | NDArray[np.float64]:
    """Document 2's MCC for many classes: products of cells in the place of sums.

    ((prod_i T_ii)^(K-1) - prod_{i != j} F_ij) / sqrt(prod_{i != j} (T_ii + F_ij) (T_jj + F_ij)),
    T_ii the diagonal and F_ij the other cells. With two classes it is the MCC. With more it is
    another quantity than `mcc`; lesson 04 compares them.

    Parameters
    ----------
    cm : ConfusionMatrix or array-like of shape (..., K, K)
        Rows are the truth. Leading axes are a batch.
    zero_division : {nan, 0.0, 1.0}, default nan
        The value where a factor of the denominator is 0.

    Returns
    -------
    float or ndarray of shape (...)
        In [-1, 1].

    References
    ----------
    Document 2, section 3.2. Its general formula lets i = j into the product of the F_ij; its
    three-class formula and its code do not, and neither does this function.

    Examples
    --------
    >>> round(mcc_product([[64, 0, 0], [3, 42, 17], [5, 17, 47]]), 4)
    0.452
    """
    sums = sums_for(cm)
    zero_division = check_zero_division(zero_division)
    size, hits = sums.hits.shape[-1], sums.hits.astype(float)
    row, column, cells = sums.off_diagonal()
    of_row, of_column = hits.take(row, -1), hits.take(column, -1)
    in_row, in_column = of_row + cells, of_column + cells
    rights = _product_of_shares(of_row, in_row, of_column, in_column)
    if len(row) == size * (size - 1):
        wrongs = _product_of_shares(cells, in_row, cells, in_column)
        return scalar(np.where(np.isnan(rights), zero_division, rights - wrongs))
    # A cell that is not stored is 0: a factor of 1 in the one product, of 0 in the other, and 0/0
    # where its class has no hits.
    lacks = [np.bincount(classes, minlength=size) < size - 1 for classes in (row, column)]
    undefined = (hits == 0) & (lacks[0] | lacks[1])
    return scalar(np.where(undefined.any(), zero_division, rights))


def _product_of_shares(
    part: Array, whole: Array, second_part: Array, second_whole: Array
) -> NDArray[np.float64]:
    """Multiply shares with second shares, and take the root of the product; nan if one is 0/0."""
    # As a sum of logarithms of shares, which are at most 1: nothing overflows.
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = part / whole
        shares *= second_part / second_whole
        return np.asarray(np.exp(np.log(shares).sum(-1) / 2))


def _expected_disagreement(support: Array, predicted: Array, power: int) -> NDArray[np.float64]:
    """Add up support times predicted times distance to a power, over all pairs of classes.

    The distance d of two classes is the number of borders between them, so each border adds all
    support below it times all predicted above it. For d squared, which is 1 + 3 + … + (2 d - 1),
    the borders of a pair count 2 d - 1, …, 3, 1 in turn. All terms are of one sign.
    """
    expected = np.zeros(support.shape[:-1])
    for one, other in ((support, predicted), (predicted, support)):
        below = one.astype(float).cumsum(-1)[..., :-1]
        above = other.astype(float)[..., :0:-1].cumsum(-1)
        if power == 2:
            above = 2 * above.cumsum(-1) - above
        expected += (below * above[..., ::-1]).sum(-1)
    return expected


def _sum_of_products(first: Array, second: Array) -> NDArray[np.float64]:
    """Add up products of counts as floats: in int64 they would overflow from 10^10 samples on."""
    return np.asarray(np.multiply(first, second, dtype=float).sum(-1))
