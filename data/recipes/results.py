"""Summaries of results, and files in the form of the other tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from cmlib import ConfusionMatrix, accuracy

DATA = Path(__file__).resolve().parents[1]

# Number of most probable classes that are kept for each image.
TOP = 5


def outcome(truth: npt.NDArray[np.uint8], prediction: npt.NDArray[np.uint8]) -> dict[str, Any]:
    """Return the number of test samples and the accuracy."""
    matrix = ConfusionMatrix.from_labels(truth, prediction)
    return {"samples": int(matrix.total), "accuracy": float(accuracy(matrix))}


def most_probable(
    probabilities: npt.NDArray[np.float32],
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
    """Return the most probable classes of each sample, best first, and their probabilities."""
    order = np.argsort(-probabilities, axis=1, kind="stable")[:, :TOP]
    return order.astype(np.uint8), np.take_along_axis(probabilities, order, axis=1)


def write_arrays(
    folder: Path, name: str, arrays: dict[str, npt.NDArray[Any]], about: dict[str, Any]
) -> None:
    """Write an archive and its side file; the same arrays give the same bytes."""
    np.savez_compressed(folder / f"{name}.npz", **arrays)
    _write_json(folder, name, about)


def write_predictions(
    folder: Path,
    name: str,
    truth: npt.NDArray[np.uint8],
    probabilities: npt.NDArray[np.float32],
    about: dict[str, Any],
    *,
    with_top5: bool,
) -> None:
    """Write the most probable class of each sample, or with it the five most probable ones."""
    y_top5, p_top5 = most_probable(probabilities)
    prediction = np.ascontiguousarray(y_top5[:, 0])
    arrays = {"y_true": truth, "y_pred": prediction}
    if with_top5:
        arrays |= {"y_top5": y_top5, "p_top5": p_top5}
    result = outcome(truth, prediction)
    write_arrays(folder, name, arrays, {**about, "outcome": result})
    print(f"{name}.npz: accuracy {result['accuracy']:.4f}", flush=True)


def write_table(folder: Path, name: str, table: pd.DataFrame, about: dict[str, Any]) -> None:
    """Write a table and its side file; a float has all digits that read it back exactly."""
    table.to_csv(folder / f"{name}.csv", index=False, lineterminator="\n")
    _write_json(folder, name, about)


def _write_json(folder: Path, name: str, about: dict[str, Any]) -> None:
    text = json.dumps(about, indent=2)
    (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")
