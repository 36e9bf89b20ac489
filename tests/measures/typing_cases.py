"""What a type checker reports on a call. `mypy` reads this file (see pyproject.toml).

A line marked ``type: ignore`` has to be an error: mypy reports an ignore that it does not need.
"""

from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import cmlib
from cmlib import ConfusionMatrix
from cmlib.typing import Average, Label, Labels, Matrices, Ties

cm = ConfusionMatrix([[5, 7], [3, 7]], labels=np.array(["dog", "cat"]))
batch = np.ones((4, 2, 2))


def returned(
    average: Average, label: Label, labels: Labels, matrices: Matrices, ties: Ties
) -> None:
    """State the type of what each call returns."""
    values = cmlib.precision(matrices, average=average, exclude=labels)
    assert_type(values, float | NDArray[np.float64])
    assert_type(cmlib.accuracy(batch), float | NDArray[np.float64])
    assert_type(cmlib.top_k_accuracy([0, 1], batch[0], 1, ties=ties), float | NDArray[np.float64])
    assert_type(cm["dog", label], int | float)
    assert_type(ConfusionMatrix.from_labels([0], [0], labels=labels), ConfusionMatrix)
    assert_type(ConfusionMatrix.from_pieces([cm, ([0], [0])]), ConfusionMatrix)
    assert_type(sum([cm, cm], start=cm), ConfusionMatrix)


def refused() -> None:
    """Make mistakes that a type checker sees."""
    cmlib.precision(cm, average="mean")  # type: ignore[arg-type]
    cmlib.precision(cm, exclud=["dog"])  # type: ignore[call-arg]
    cmlib.f_score(cm, beta="2")  # type: ignore[arg-type]
    cmlib.cohen_kappa(cm, weights="cubic")  # type: ignore[arg-type]
    cmlib.accuracy(cm, cm)  # type: ignore[arg-type, call-arg]
    cmlib.nothing  # type: ignore[attr-defined]  # noqa: B018
