"""Changed training labels: what document 1 did in sections 4.3 and 4.4.

A training with some labels changed stands beside its twin with the labels restored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Change:
    """A share of one class that gets the label of another."""

    of: int
    to: int
    share: float


def changed(
    labels: npt.NDArray[np.uint8], changes: Sequence[Change], seed: int
) -> npt.NDArray[np.intp]:
    """Draw the samples whose labels are to change, class by class; return their positions."""
    rng = np.random.default_rng(seed)
    drawn = []
    for change in changes:
        members = np.flatnonzero(labels == change.of)
        drawn.append(rng.permutation(members)[: round(change.share * len(members))])
    return np.concatenate([np.empty(0, dtype=np.intp), *drawn])


def relabel(
    labels: npt.NDArray[np.uint8], changes: Sequence[Change], seed: int
) -> npt.NDArray[np.uint8]:
    """Return a copy of the labels in which the drawn samples have their new ones."""
    new = labels.copy()
    targets = np.arange(256, dtype=np.uint8)
    for change in changes:
        targets[change.of] = change.to
    drawn = changed(labels, changes, seed)
    new[drawn] = targets[labels[drawn]]
    return new


def treatment(name: str, changes: Sequence[Change]) -> dict[str, Any]:
    """Return how a run treated the drawn samples: relabelled, left out, or as they are."""
    if name == "altered":
        return {"changes": [asdict(change) for change in changes]}
    if name == "removed":
        return {"left_out": [{"of": change.of, "share": change.share} for change in changes]}
    return {}
