"""Train and apply a network with PyTorch, repeatably, and go on after an interruption.

One thread computes: the order of every sum is then the same on one core and on many. Two runs at a
time, one for each core, are no slower than one run on two cores.
"""

from __future__ import annotations

import math
import platform
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from downloads import sha256
from torch import nn
from tqdm import tqdm

# Under build/, which git ignores.
CHECKPOINTS = Path(__file__).resolve().parents[2] / "build" / "predictions"

Augment = Callable[[torch.Tensor, torch.Generator], torch.Tensor]


@dataclass(frozen=True)
class Settings:
    """Hyper-parameters of a training by stochastic gradient descent with Nesterov's momentum.

    ``schedule`` is "constant", or "one-cycle": up to the learning rate within the first quarter of
    the steps, then down along a cosine. ``precision`` is that of convolutions and products.
    """

    epochs: int
    batch: int
    learning_rate: float
    schedule: str
    momentum: float
    weight_decay: float
    label_smoothing: float
    precision: str
    seed: int


@dataclass(frozen=True, eq=False)
class Trained:
    """A trained network, and how it came about."""

    network: nn.Module
    losses: tuple[float, ...]
    seconds: float


def device_kind(device: torch.device) -> str:
    """Name the processor that computes, without naming the machine."""
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    return f"CPU, {platform.machine()}, {torch.backends.cpu.get_cpu_capability()}, one thread"


def factor(settings: Settings, step: int, steps: int) -> float:
    """Return the factor of the learning rate at a step."""
    if settings.schedule == "constant":
        return 1.0
    rise = steps // 4
    if step < rise:
        return (step + 1) / rise
    return 0.5 * (1 + math.cos(math.pi * (step - rise) / (steps - rise)))


def train(
    name: str,
    build: Callable[[], nn.Module],
    images: npt.NDArray[np.uint8],
    labels: npt.NDArray[np.uint8],
    settings: Settings,
    augment: Augment | None = None,
    folder: Path = CHECKPOINTS,
) -> Trained:
    """Train a network on images of shape (n, channels, height, width).

    After each epoch the state is kept in a folder. A later call with the same name, settings and
    data goes on from there, and gives what an uninterrupted training gives: what is drawn in an
    epoch depends on the seed and on the number of the epoch alone.
    """
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(settings.seed)
    network = build().to(device, memory_format=torch.channels_last)
    optimiser = torch.optim.SGD(
        network.parameters(),
        lr=settings.learning_rate,
        momentum=settings.momentum,
        nesterov=True,
        weight_decay=settings.weight_decay,
    )
    data = torch.tensor(images, device=device)
    codes = torch.from_numpy(labels.astype(np.int64)).to(device)
    task = {"settings": asdict(settings), "sha256": sha256(images, labels)}
    per_epoch = len(labels) // settings.batch
    steps = per_epoch * settings.epochs
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.pt"
    losses: list[float] = []
    seconds = 0.0
    if path.is_file():
        state = torch.load(path, map_location=device, weights_only=True)
        if state["task"] == task:
            network.load_state_dict(state["network"])
            optimiser.load_state_dict(state["optimiser"])
            losses, seconds = state["losses"], state["seconds"]
            print(f"{name}: going on after epoch {len(losses)} of {settings.epochs}", flush=True)
        else:
            print(f"{name}: settings or data have changed, starting afresh", flush=True)
    for epoch in range(len(losses), settings.epochs):
        network.train()
        generator = torch.Generator().manual_seed(1000 * settings.seed + epoch)
        order = torch.randperm(len(labels), generator=generator)
        total = torch.zeros((), device=device)
        start = time.perf_counter()
        title = f"{name}: epoch {epoch + 1} of {settings.epochs}"
        # Once in ten seconds, so that a log file stays readable too.
        for batch in tqdm(range(per_epoch), desc=title, unit="batch", mininterval=10):
            rows = order[batch * settings.batch : (batch + 1) * settings.batch].to(device)
            inputs = data[rows]
            if augment is not None:
                inputs = augment(inputs, generator)
            for group in optimiser.param_groups:
                step = epoch * per_epoch + batch
                group["lr"] = settings.learning_rate * factor(settings, step, steps)
            optimiser.zero_grad(set_to_none=True)
            loss = nn.functional.cross_entropy(
                forward(network, inputs, settings),
                codes[rows],
                label_smoothing=settings.label_smoothing,
            )
            loss.backward()
            optimiser.step()
            total += loss.detach()
        seconds += time.perf_counter() - start
        losses.append(float(total) / per_epoch)
        print(
            f"{name}: epoch {epoch + 1} of {settings.epochs}, mean loss {losses[-1]:.4f}, "
            f"{seconds:.0f} s so far",
            flush=True,
        )
        state = {
            "task": task,
            "network": network.state_dict(),
            "optimiser": optimiser.state_dict(),
            "losses": losses,
            "seconds": seconds,
        }
        # An interruption while writing must not lose the earlier epochs.
        torch.save(state, path.with_suffix(".new"))
        path.with_suffix(".new").replace(path)
    return Trained(network, tuple(losses), seconds)


def forward(network: nn.Module, inputs: torch.Tensor, settings: Settings) -> torch.Tensor:
    """Scale grey levels to [-1, 1] and apply the network."""
    scaled = (inputs.float() / 127.5 - 1).contiguous(memory_format=torch.channels_last)
    with torch.autocast(
        inputs.device.type, dtype=torch.bfloat16, enabled=settings.precision == "bfloat16"
    ):
        scores: torch.Tensor = network(scaled)
    return scores.float()


def predict(
    trained: Trained, images: npt.NDArray[np.uint8], settings: Settings, batch: int = 500
) -> npt.NDArray[np.float32]:
    """Probability of each class for each image."""
    device = next(trained.network.parameters()).device
    trained.network.eval()
    with torch.inference_mode():
        parts = [
            forward(trained.network, torch.tensor(images[i : i + batch], device=device), settings)
            .softmax(dim=1)
            .cpu()
            .numpy()
            for i in range(0, len(images), batch)
        ]
    probabilities = np.concatenate(parts)
    if not np.isfinite(probabilities).all():
        raise ValueError("the network gives no finite probabilities: its training has diverged")
    return probabilities


def describe(trained: Trained, settings: Settings, **more: Any) -> dict[str, Any]:
    """Return settings, seed, versions, device, losses and time of a training."""
    return {
        "settings": asdict(settings),
        **more,
        "versions": {"torch": torch.__version__, "numpy": np.__version__},
        "device": device_kind(next(trained.network.parameters()).device),
        "mean_loss_of_each_epoch": [round(loss, 5) for loss in trained.losses],
        "training_seconds": round(trained.seconds, 1),
    }
