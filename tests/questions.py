"""What `explain` can be asked, and small matrices to ask about."""

from strategies import AVERAGES

from cmlib import ConfusionMatrix
from cmlib.by_hand.formulas import METRICS

PETS = ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])
# 'cat' is never predicted, and no sample truly is 'other'.
GAPS = ConfusionMatrix([[5, 0, 7], [3, 0, 7], [0, 0, 0]], labels=["dog", "cat", "other"])
# Each cell off the diagonal differs from the others.
FRUIT = ConfusionMatrix([[5, 1, 2], [0, 6, 3], [4, 7, 9]], labels=["apple", "pear", "other"])


def ways_to_ask(name, labels):
    """Return the arguments after the matrix for every way to ask for a metric."""
    metric = METRICS[name]
    scopes = [{}]
    if metric.scope in ("class", "label"):
        scopes = [{"label": label} for label in labels]
    if metric.scope == "class":
        scopes += [{"average": average} for average in AVERAGES]
    weights = ("linear", "quadratic") if metric.option == "weights" else ()
    return [*scopes, *({"weights": it} for it in weights)]
