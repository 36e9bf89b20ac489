"""What a type checker says of a call. `mypy` reads this file (see pyproject.toml); nothing runs it.

A line marked ``type: ignore`` has to be an error: mypy reports an ignore that it does not need.
"""

from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import cmlib
from cmlib import ConfusionMatrix

Values = NDArray[np.float64]

cm = ConfusionMatrix([[5, 7], [3, 7]], labels=np.array(["dog", "cat"]))
batch = np.ones((4, 2, 2))


def returned() -> None:
    """State the type of what each call returns."""
    assert_type(cmlib.precision(cm), Values)
    assert_type(cmlib.precision(batch), Values)
    assert_type(cmlib.precision(cm, average=None, zero_division=0.0), Values)
    assert_type(cmlib.precision(cm, average="macro"), float)
    assert_type(cmlib.recall(cm, average="weighted", exclude=["dog"]), float)
    assert_type(cmlib.f_score(cm, beta=2, average="micro"), float)
    assert_type(cmlib.informedness(cm, average="macro"), float)
    assert_type(cmlib.r_score(cm), Values)
    assert_type(cmlib.r_prime(cm, average="micro"), float)
    # Whether an array is one matrix or a batch its type does not say.
    assert_type(cmlib.specificity(batch, average="macro"), Any)
    assert_type(cmlib.accuracy(batch), Any)

    assert_type(cmlib.accuracy(cm), float)
    assert_type(cmlib.error_rate(cm), float)
    assert_type(cmlib.balanced_accuracy(cm, exclude=["cat"]), float)
    assert_type(cmlib.cohen_kappa(cm, weights="linear"), float)
    assert_type(cmlib.g_mean(cm), float)
    assert_type(cmlib.mcc(cm, zero_division=0), float)
    assert_type(cmlib.mcc_product(cm), float)
    assert_type(cmlib.r_prime_overall(cm, abstained=3), float)

    assert_type(cmlib.top_k_accuracy([0, 1], batch[0], 1), float)
    assert_type(cmlib.top_k_accuracy([0, 1], batch[0], [1, 2]), Values)
    assert_type(ConfusionMatrix.from_labels([0], [0], labels=np.array([0, 1])), ConfusionMatrix)
    assert_type(ConfusionMatrix.from_pieces([cm, ([0], [0])]), ConfusionMatrix)
    assert_type(sum([cm, cm], start=cm), ConfusionMatrix)


def refused() -> None:
    """Make mistakes that a type checker sees."""
    cmlib.precision(cm, average="mean")  # type: ignore[call-overload]
    cmlib.precision(cm, exclud=["dog"])  # type: ignore[call-overload]
    cmlib.f_score(cm, beta="2")  # type: ignore[call-overload]
    cmlib.cohen_kappa(cm, weights="cubic")  # type: ignore[call-overload]
    cmlib.accuracy(cm, cm)  # type: ignore[call-overload]
