"""What only PyTorch itself can show: run where it is installed, as by the recipes' environment."""

import sys
from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest


@pytest.fixture
def recipe(monkeypatch):
    """Import a recipe with PyTorch; another test may have imported it with a stand-in."""
    pytest.importorskip("torch", reason="PyTorch is not installed; only some recipes need it")
    for name in ("torch_training", "mnist", "cifar10"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return import_module


@pytest.fixture
def small_images():
    """Grey images, dark or bright by their class, and their classes."""
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 10, 64).astype(np.uint8)
    images = rng.integers(0, 25, (64, 1, 28, 28)) + 25 * labels[:, None, None, None]
    return images.astype(np.uint8), labels


def test_an_interrupted_training_gives_what_a_straight_one_gives(
    recipe, small_images, tmp_path, capsys, monkeypatch
):
    training, mnist = recipe("torch_training"), recipe("mnist")
    images, labels = small_images
    settings = replace(mnist.BEST, epochs=3, batch=16)

    def probabilities(name):
        trained = training.train(name, mnist.lenet, images, labels, settings, folder=tmp_path)
        return training.predict(trained, images, settings)

    straight = probabilities("straight")
    np.testing.assert_array_equal(straight, probabilities("again"))
    real, calls = training.torch.save, []

    def save(state, path):
        if calls:
            raise InterruptedError
        calls.append(path)
        real(state, path)

    with monkeypatch.context() as patch:
        patch.setattr(training.torch, "save", save)
        with pytest.raises(InterruptedError):
            probabilities("interrupted")
    assert "going on" not in capsys.readouterr().out
    np.testing.assert_array_equal(straight, probabilities("interrupted"))
    assert "interrupted: going on after epoch 1" in capsys.readouterr().out
    # Once it is finished, nothing is trained any more.
    np.testing.assert_array_equal(straight, probabilities("interrupted"))
    assert "mean loss" not in capsys.readouterr().out
    settings = replace(settings, seed=1)
    assert (straight != probabilities("interrupted")).any()
    assert "settings or data have changed" in capsys.readouterr().out
    labels = labels[::-1].copy()
    probabilities("interrupted")
    assert "settings or data have changed" in capsys.readouterr().out


def test_a_diverged_training_is_no_result(recipe, small_images, tmp_path):
    training, mnist = recipe("torch_training"), recipe("mnist")
    images, labels = small_images
    settings = replace(mnist.SETTINGS, batch=16, learning_rate=1e6)
    trained = training.train("x", mnist.lenet, images, labels, settings, folder=tmp_path)
    with pytest.raises(ValueError, match="no finite probabilities"):
        training.predict(trained, images, settings)


def test_images_are_moved_and_mirrored(recipe):
    cifar10, torch = recipe("cifar10"), recipe("torch")
    images = torch.randint(0, 256, (200, 3, 32, 32), dtype=torch.uint8)
    found = cifar10.move_and_mirror(images, torch.Generator().manual_seed(1))
    padded = np.pad(images.numpy(), ((0, 0), (0, 0), (4, 4), (4, 4)), mode="reflect")
    places = [(down, right, step) for down in range(9) for right in range(9) for step in (1, -1)]
    seen = set()
    for image, source in zip(found.numpy(), padded, strict=True):
        matches = [
            (down, right, step)
            for down, right, step in places
            if (source[:, down : down + 32, right : right + 32][:, :, ::step] == image).all()
        ]
        assert len(matches) == 1
        seen.update(matches)
    assert {down for down, _, _ in seen} == {right for _, right, _ in seen} == set(range(9))
    assert {step for _, _, step in seen} == {1, -1}
