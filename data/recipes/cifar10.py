"""Document 1's fourth experiment: a VGG on CIFAR-10, with training labels changed and restored.

It needs PyTorch. Each run takes up to half an hour of one core. The two may run side by side, and
an interrupted run goes on where it was::

    python data/recipes/cifar10.py             # cifar10_restored, then cifar10_altered
    python data/recipes/cifar10.py altered     # one of the two

The data set is read from the folder that the environment variable ``CMLIB_DATA`` names: the copy as
JPEG, or as `downloads.load_cifar10` says. Without such a folder it is downloaded.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import cifar10_jpeg
import numpy as np
import torch
from downloads import Images
from label_changes import Change, relabel, treatment
from results import DATA, write_predictions
from torch import nn
from torch_training import CHECKPOINTS, Settings, describe, predict, train

CAT, DEER, DOG, HORSE = 3, 4, 5, 7
# As in Table 10: neither class is ever predicted; its images go where the new label points.
CHANGES = {
    "restored": (),
    "altered": (Change(CAT, DOG, 1.0), Change(DEER, HORSE, 1.0)),
}
# Channels of three-by-three convolutions, each followed by batch norm; None halves the size.
LAYERS = (32, None, 64, 64, None, 128, 128, None, 256, 256, None)
# Largest shift of an image, in points.
SHIFT = 4

SETTINGS = Settings(
    epochs=16,
    batch=128,
    learning_rate=0.15,
    schedule="one-cycle",
    momentum=0.9,
    weight_decay=5e-4,
    label_smoothing=0.1,
    precision="bfloat16",
    seed=0,
)


def vgg() -> nn.Module:
    """Build the network: a compact VGG."""
    modules: list[nn.Module] = []
    channels = 3
    for width in LAYERS:
        if width is None:
            modules.append(nn.MaxPool2d(2))
        else:
            modules += [
                nn.Conv2d(channels, width, 3, padding=1, bias=False),
                nn.BatchNorm2d(width),
                nn.ReLU(inplace=True),
            ]
            channels = width
    return nn.Sequential(*modules, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, 10))


def move_and_mirror(images: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Move each image by some points, filling up by reflection, and mirror half of them."""
    count, _, height, width = images.shape
    padded = nn.functional.pad(images.float(), (SHIFT,) * 4, mode="reflect").permute(0, 2, 3, 1)
    down, right = torch.randint(0, 2 * SHIFT + 1, (2, count, 1), generator=generator)
    mirror = torch.rand(count, 1, generator=generator) < 0.5
    rows = (down + torch.arange(height)).to(images.device)
    columns = torch.arange(width).expand(count, -1)
    columns = (right + torch.where(mirror, width - 1 - columns, columns)).to(images.device)
    each = torch.arange(count, device=images.device)[:, None, None]
    return padded[each, rows[:, :, None], columns[:, None, :]].permute(0, 3, 1, 2)


def run(
    name: str, samples: Images, folder: Path, settings: Settings, checkpoints: Path = CHECKPOINTS
) -> None:
    """Train one network, and write what it predicts for the test images."""
    changes = CHANGES[name]
    labels = relabel(samples.y_train, changes, settings.seed)
    images = np.ascontiguousarray(samples.x_train.transpose(0, 3, 1, 2))
    trained = train(f"cifar10_{name}", vgg, images, labels, settings, move_and_mirror, checkpoints)
    test = np.ascontiguousarray(samples.x_test.transpose(0, 3, 1, 2))
    write_predictions(
        folder,
        f"cifar10_{name}",
        samples.y_test,
        predict(trained, test, settings),
        {
            "recipe": f"data/recipes/cifar10.py {name}",
            "data": {"name": samples.name, "sha256": samples.sha256},
            "training_images": len(labels),
            "changed_labels": int((labels != samples.y_train).sum()),
            **treatment(name, changes),
            **describe(
                trained,
                settings,
                network={"layers": [width or "max-pool" for width in LAYERS], "kernel": 3},
                augmentation=f"moved by up to {SHIFT} points, half of the images mirrored",
            ),
        },
        with_top5=True,
    )


def main(arguments: Sequence[str], folder: Path = DATA) -> None:
    """Run one training or both and write the results to a folder."""
    parser = argparse.ArgumentParser(description="A VGG on CIFAR-10, labels changed and restored.")
    parser.add_argument("run", nargs="?", choices=sorted(CHANGES), help="default: both")
    chosen = parser.parse_args(arguments).run
    print("Loading CIFAR-10", flush=True)
    samples = cifar10_jpeg.load()
    for name in [chosen] if chosen else CHANGES:
        run(name, samples, folder, SETTINGS)


if __name__ == "__main__":
    main(sys.argv[1:])
