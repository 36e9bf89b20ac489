"""Undefined values, 0/0: what may stand for them, and the warning of an average without them."""

import math
import sys
import warnings

import numpy as np
from numpy.typing import NDArray

from cmlib._checks import number
from cmlib._labels import Label


class UndefinedMetricWarning(UserWarning):
    """An average left out classes whose value is 0/0."""


def check_zero_division(zero_division: float) -> float:
    """Return nan, 0.0 or 1.0; refuse anything else."""
    value = number(zero_division, "zero_division", "nan, 0.0 or 1.0")
    if not (math.isnan(value) or value in (0, 1)):
        raise ValueError(f"zero_division must be nan, 0.0 or 1.0, got {zero_division!r}")
    return value


def warn_undefined(
    undefined: NDArray[np.bool_], labels: tuple[Label, ...], name: str, average: str, why: str
) -> None:
    per_matrix = undefined.reshape(-1, undefined.shape[-1])
    anywhere = np.flatnonzero(per_matrix.any(axis=0))
    classes = [repr(labels[position]) for position in anywhere[:8]]
    which = ", ".join(classes) + (", …" if len(anywhere) > 8 else "")
    if len(per_matrix) > 1:
        which += f" in {int(per_matrix.any(1).sum())} of {len(per_matrix)} matrices"
    noun, pronoun = ("class", "it") if len(anywhere) == 1 else ("classes", "them")
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("cmlib."):
        level, frame = level + 1, frame.f_back
    warnings.warn(
        f"{name} is undefined for {noun} {which} ({why}): the {average} average leaves {pronoun} "
        "out",
        UndefinedMetricWarning,
        stacklevel=level,  # the line outside of this package
    )
