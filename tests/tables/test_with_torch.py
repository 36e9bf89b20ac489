"""Trainings with PyTorch, where it is installed."""

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
