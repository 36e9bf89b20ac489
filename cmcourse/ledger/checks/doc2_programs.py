"""Checks of document 2, section 2: the data, the two programs and the networks."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import numpy as np
import pandas as pd
from sklearn.model_selection import train_test_split
from sklearn.neural_network import MLPClassifier

from cmcourse import tables
from cmcourse.ledger.evidence import Evidence
from cmcourse.tables import Dataset
from cmlib import ConfusionMatrix


def runs_give(cm: ConfusionMatrix, name: str, *, always: bool) -> Evidence:
    """Return whether repeated trainings gave the matrix: always, or some of them and others not."""
    counts = tables.load_runs(name).counts
    same = int(np.all(counts == cm.counts, axis=(1, 2)).sum())
    matrices = len(np.unique(counts, axis=0))
    found = "1 matrix" if matrices == 1 else f"{matrices} different matrices"
    return Evidence(
        same > 0 and (matrices == 1) == always,
        f"in {same} of {len(counts)} trainings; {found} in all",
    )


def split_gives(data: Dataset, class_sizes: Sequence[int]) -> Evidence:
    """Split a table with classes of these sizes as the document does; compare the test set."""
    rows = np.repeat(np.arange(len(class_sizes)), class_sizes)
    _, drawn = train_test_split(rows, test_size=0.3, random_state=8)
    same = np.array_equal(drawn, np.asarray(data.y_true))
    return Evidence(
        same,
        f"classes of {', '.join(map(str, class_sizes))}, {len(rows)} together: the test set of "
        f"{len(drawn)} has {', '.join(map(str, np.bincount(drawn).tolist()))}, "
        f"{'' if same else 'not '}in the order of the training that is shipped",
    )


def table_1() -> pd.DataFrame:
    """Return rows 1 to 4 and 647 of the document's Table 1; NaN where it prints dots."""
    shown = [
        (85, 44, 70, 205, 103, 52, 149, 45, 183, "bus"),
        (107, 57, 106, 172, 50, 6, 255, 26, 183, "bus"),
        (97, 43, 73, 173, 65, 6, 153, 42, 204, "bus"),
        (88, 46, 74, 171, 68, 6, 152, 43, 195, "bus"),
        (86, 36, 78, 146, 58, 7, 135, 50, 195, "saab"),
    ]
    names = [*(f"X{i}" for i in range(1, 9)), "X18", "class"]
    columns = [*(f"X{i}" for i in range(1, 19)), "class"]
    return pd.DataFrame(shown, index=[1, 2, 3, 4, 647], columns=names).reindex(columns=columns)


def table_of_classes(sizes: Sequence[int]) -> pd.DataFrame:
    """Make a table laid out as the document's: 18 features, name and number of the class."""
    number = np.repeat(np.arange(len(sizes)), sizes)
    features = np.random.default_rng(0).integers(0, 100_000, (len(number), 18))
    return pd.DataFrame(features).assign(name=number.astype(str), number=number)


def scaled_columns(frame: pd.DataFrame) -> pd.DataFrame:
    """Scale every column to [0, 1], as the document means to."""
    return (frame - frame.min()) / (frame.max() - frame.min())


def scaled_columns_as_printed(frame: pd.DataFrame) -> pd.DataFrame:
    """Scale with ``np.min(frame)`` and ``np.max(frame)``, as the document's program does."""
    return (frame - np.min(frame)) / (np.max(frame) - np.min(frame))


def scaled_then_split(class_sizes: Sequence[int]) -> Evidence:
    """Scale and split a table in the order of the document's program; look where the ends lie."""
    features = scaled_columns(table_of_classes(class_sizes).iloc[:, :18])
    training, test = train_test_split(features, test_size=0.3, random_state=8)
    together = np.concatenate([training, test])
    full = int(((together.min(axis=0) == 0) & (together.max(axis=0) == 1)).sum())
    alone = int(((training.min() == 0) & (training.max() == 1)).sum())
    return Evidence(
        full == features.shape[1] > alone,
        f"of {features.shape[1]} features {full} reach from 0 to 1 in both parts together, "
        f"{alone} in the training part",
    )


def network_by_hand(nodes: Sequence[int], steps: int, classes: int) -> Evidence:
    """Train the document's network on toy data, and compute its scores from the weights by hand.

    The hidden layers are counted from the weights, and their function is the logistic one.
    """
    draw = np.random.default_rng(0)
    features, truth = draw.normal(size=(60, 4)), np.arange(60) % classes
    network = MLPClassifier(
        solver="lbfgs",
        hidden_layer_sizes=tuple(nodes),
        activation="logistic",
        max_iter=steps,
        random_state=0,
    )
    # Stopped early, as in the document; scikit-learn warns of it.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        network.fit(features, truth)
    values = features
    for weight, offset in zip(network.coefs_[:-1], network.intercepts_[:-1], strict=True):
        values = 1 / (1 + np.exp(-(values @ weight + offset)))
    last = values @ network.coefs_[-1] + network.intercepts_[-1]
    # Two classes share one output node: the other class is the one with the value 0.
    shares = np.exp(last if classes > 2 else np.hstack([np.zeros_like(last), last]))
    scores = shares / shares.sum(axis=1, keepdims=True)
    layers = [len(offset) for offset in network.intercepts_[:-1]]
    same = int(np.isclose(scores, network.predict_proba(features)).all(axis=1).sum())
    return Evidence(
        layers == list(nodes) and same == len(truth) and network.n_iter_ <= steps,
        f"hidden layers of {', '.join(map(str, layers))} nodes; {same} of {len(truth)} samples "
        f"have the scores computed by hand",
    )
