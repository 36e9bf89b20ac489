"""What the recipes of the experiments share: changed training labels, and how results are written.

The experiments are those of document 1, section 4: ten learning rates, and a training with some
labels changed beside its twin with the labels restored.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cmlib import ConfusionMatrix, accuracy

DATA = Path(__file__).resolve().parents[1]

# How many of the most probable classes are kept for each image.
TOP = 5


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
    """Give the drawn samples their new labels."""
    new = labels.copy()
    targets = np.arange(256, dtype=np.uint8)
    for change in changes:
        targets[change.of] = change.to
    drawn = changed(labels, changes, seed)
    new[drawn] = targets[labels[drawn]]
    return new


def treatment(name: str, changes: Sequence[Change]) -> dict[str, Any]:
    """Say what a run did to the drawn samples: changed their labels, left them out, or nothing."""
    if name == "altered":
        return {"changes": [asdict(change) for change in changes]}
    if name == "removed":
        return {"left_out": [{"of": change.of, "share": change.share} for change in changes]}
    return {}


def sha256(*arrays: npt.NDArray[Any]) -> str:
    """Checksum the content of arrays."""
    return hashlib.sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()


def outcome(truth: npt.NDArray[np.uint8], prediction: npt.NDArray[np.uint8]) -> dict[str, Any]:
    """Give the number of test samples and the accuracy."""
    matrix = ConfusionMatrix.from_labels(truth, prediction)
    return {"samples": int(matrix.total), "accuracy": float(accuracy(matrix))}


def most_probable(
    probabilities: npt.NDArray[np.float32],
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
    """Find the most probable classes of each sample, best first, and their probabilities."""
    order = np.argsort(-probabilities, axis=1, kind="stable")[:, :TOP]
    return order.astype(np.uint8), np.take_along_axis(probabilities, order, axis=1)


def write(
    folder: Path, name: str, arrays: dict[str, npt.NDArray[Any]], about: dict[str, Any]
) -> None:
    """Write an archive of arrays and its side file; the same arrays give the same bytes."""
    np.savez_compressed(folder / f"{name}.npz", **arrays)
    text = json.dumps(about, indent=2)
    (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")
