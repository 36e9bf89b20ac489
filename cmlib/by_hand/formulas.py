"""The table of measures by hand: name, arguments, and the function that works it out.

Computed from whole counts in exact fractions, by formulas that `cmlib.metrics` does not share.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from cmlib.by_hand import ratios
from cmlib.by_hand.agreement import g_mean, kappa, mcc, mcc_product
from cmlib.by_hand.notation import Notation
from cmlib.by_hand.question import Question, Work

# Each belongs to one measure alone; the defaults are those of `Question`.
OPTIONS = ("beta", "weights", "abstained")


@dataclass(frozen=True)
class Metric:
    """An entry of the table of measures.

    ``scope`` is "class" (every class has a value: needs a label or an average), "label" (needs a
    label), "classes" (one value, but classes can be excluded) or "matrix" (one value for all
    samples). ``lowest`` is the lower end of the range; the upper end is always 1.
    """

    title: str
    scope: Literal["class", "label", "classes", "matrix"]
    work: Callable[[Question, Notation], Work]
    option: Literal["beta", "weights", "abstained"] | None = None
    lowest: Literal[-1, 0] = 0


METRICS: dict[str, Metric] = {
    "accuracy": Metric("accuracy", "matrix", ratios.accuracy),
    "error_rate": Metric("error rate", "matrix", partial(ratios.accuracy, wrong=True)),
    "balanced_accuracy": Metric(
        "balanced accuracy", "classes", partial(ratios.mean, ratios.RECALL)
    ),
    "precision": Metric("precision", "class", partial(ratios.ratio, ratios.PRECISION)),
    "recall": Metric("recall", "class", partial(ratios.ratio, ratios.RECALL)),
    "specificity": Metric("specificity", "class", partial(ratios.ratio, ratios.SPECIFICITY)),
    "negative_predictive_value": Metric(
        "negative predictive value", "class", partial(ratios.ratio, ratios.NPV)
    ),
    "f_score": Metric("F", "class", partial(ratios.ratio, ratios.F_SCORE), option="beta"),
    "cohen_kappa": Metric("kappa", "matrix", kappa, option="weights", lowest=-1),
    "g_mean": Metric("G-mean", "classes", g_mean),
    "mcc": Metric("MCC", "matrix", mcc, lowest=-1),
    "mcc_product": Metric("product-form MCC", "matrix", mcc_product, lowest=-1),
    "informedness": Metric("informedness", "label", ratios.informedness, lowest=-1),
    "r_score": Metric("R", "label", ratios.r_score, lowest=-1),
    "r_prime": Metric("R'", "label", partial(ratios.r_score, prime=True), lowest=-1),
    "r_prime_overall": Metric("overall R'", "matrix", ratios.r_prime_overall, option="abstained"),
}
