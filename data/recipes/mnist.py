"""Document 1's first three experiments: LeNet-5 on MNIST.

It needs PyTorch. All runs together take some minutes of one core; an interrupted run goes on where
it was::

    python data/recipes/mnist.py             # everything
    python data/recipes/mnist.py best rates  # some of: best, rates, altered, restored, ...

``mnist_best`` trains with a good setting, ``mnist_rates`` with ten learning rates.
``mnist_altered`` has training labels changed and ``mnist_restored`` is its twin with all labels
right; in ``mnist_removed`` the images whose labels were changed are left out instead: the paper
speaks of both. ``mnist_shares`` changes the labels of ever larger shares, which tells how large the
paper's shares were. ``mnist_seeds`` repeats ``mnist_altered`` with other seeds: how much of its
outcome is luck.

The data set is read as `downloads.load_mnist` says: downloaded, or from the folder that the
environment variable ``CMLIB_DATA`` names.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from downloads import Images, load_mnist
from label_changes import Change, changed, relabel, treatment
from results import DATA, outcome, write_arrays, write_predictions
from torch import nn
from torch_training import CHECKPOINTS, Settings, Trained, describe, predict, train

SETTINGS = Settings(
    epochs=2,
    batch=64,
    learning_rate=0.01,
    schedule="constant",
    momentum=0.9,
    weight_decay=0.0,
    label_smoothing=0.0,
    precision="float32",
    seed=0,
)
BEST = replace(SETTINGS, epochs=8, learning_rate=0.05, schedule="one-cycle", weight_decay=5e-4)
# With these shares the rows of 0 and 6 come near those of Table 8.
CHANGES = (Change(0, 4, 0.6), Change(6, 8, 0.58))
# Differences between the trainings of a file.
VARIED = {
    "rates": (0.0001, 0.0002, 0.0005, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0),
    "shares": (0.5, 0.55, 0.6, 0.65, 0.7, 0.8, 0.9, 1.0),
    "seeds": tuple(range(20)),
}
RUNS = ("best", "rates", "restored", "altered", "removed", "shares", "seeds")
NETWORK = "LeNet-5 with ReLU and max-pooling"


def lenet() -> nn.Module:
    """Build the network."""
    return nn.Sequential(
        *(nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2)),
        nn.Flatten(),
        *(nn.Linear(400, 120), nn.ReLU()),
        *(nn.Linear(120, 84), nn.ReLU()),
        nn.Linear(84, 10),
    )


def about(name: str, samples: Images) -> dict[str, Any]:
    """Return the settings that all trainings share."""
    return {
        "recipe": f"data/recipes/mnist.py {name}",
        "data": {"name": samples.name, "sha256": samples.sha256},
    }


def fit(
    name: str,
    samples: Images,
    settings: Settings,
    checkpoints: Path,
    labels: npt.NDArray[np.uint8],
    rows: npt.NDArray[np.intp] | slice = slice(None),
) -> tuple[Trained, npt.NDArray[np.float32]]:
    """Train on some rows; return the probabilities for the test images too."""
    images = samples.x_train[rows, None]
    trained = train(f"mnist_{name}", lenet, images, labels[rows], settings, folder=checkpoints)
    return trained, predict(trained, samples.x_test[:, None], settings)


def write_one(name: str, samples: Images, folder: Path, checkpoints: Path) -> None:
    """Run one single training and write its predictions for the test images."""
    settings = BEST if name == "best" else SETTINGS
    changes = CHANGES if name in ("altered", "removed") else ()
    drawn = changed(samples.y_train, changes, settings.seed)
    labels, rows = samples.y_train, np.arange(len(samples.y_train))
    if name == "altered":
        labels = relabel(labels, changes, settings.seed)
    elif name == "removed":
        rows = np.setdiff1d(rows, drawn)
    trained, probabilities = fit(name, samples, settings, checkpoints, labels, rows)
    write_predictions(
        folder,
        f"mnist_{name}",
        samples.y_test,
        probabilities,
        {
            **about(name, samples),
            "training_images": len(rows),
            "changed_labels": int((labels != samples.y_train).sum()),
            **treatment(name, changes),
            **describe(trained, settings, network=NETWORK),
        },
        with_top5=name == "best",
    )


def write_many(name: str, samples: Images, folder: Path, checkpoints: Path) -> None:
    """Train once for each learning rate, share of changed labels or seed; write all predictions."""
    predictions, runs = [], []
    for value in VARIED[name]:
        settings, labels = SETTINGS, samples.y_train
        if name == "rates":
            varied = {"learning_rate": value}
            settings = replace(settings, learning_rate=value)
        elif name == "shares":
            varied = {"share": value}
            changes = [replace(change, share=value) for change in CHANGES]
            labels = relabel(labels, changes, settings.seed)
        else:
            # The seed draws the labels that are changed, the first weights and the order of images.
            varied = {"seed": value}
            settings = replace(settings, seed=int(value))
            labels = relabel(labels, CHANGES, settings.seed)
        trained, probabilities = fit(f"{name}_{value:g}", samples, settings, checkpoints, labels)
        predictions.append(probabilities.argmax(axis=1).astype(np.uint8))
        result = outcome(samples.y_test, predictions[-1])
        runs.append(
            {
                **varied,
                "accuracy": result["accuracy"],
                "loss": round(trained.losses[-1], 5),
                "training_seconds": round(trained.seconds, 1),
            }
        )
        print(f"mnist_{name}: {value:g} gives accuracy {result['accuracy']:.4f}", flush=True)
    shared = describe(trained, SETTINGS, network=NETWORK)
    # These three belong to each run, or are varied.
    del shared["mean_loss_of_each_epoch"], shared["training_seconds"]
    if name in ("rates", "seeds"):
        del shared["settings"]["learning_rate" if name == "rates" else "seed"]
    write_arrays(
        folder,
        f"mnist_{name}",
        {"y_true": samples.y_test, "y_pred": np.stack(predictions)},
        {
            **about(name, samples),
            **treatment("altered" if name == "seeds" else name, CHANGES),
            **shared,
            "runs": runs,
        },
    )


def main(arguments: Sequence[str], folder: Path = DATA, checkpoints: Path = CHECKPOINTS) -> None:
    """Run the named trainings, or all, and write the results to a folder."""
    parser = argparse.ArgumentParser(description="LeNet-5 on MNIST.")
    parser.add_argument("runs", nargs="*", choices=(*RUNS, "all"), default="all")
    chosen = parser.parse_args(arguments).runs
    print("Loading MNIST", flush=True)
    samples = load_mnist()
    for name in RUNS if "all" in chosen else chosen:
        do = write_many if name in VARIED else write_one
        do(name, samples, folder, checkpoints)


if __name__ == "__main__":
    main(sys.argv[1:])
