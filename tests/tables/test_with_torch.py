"""Trainings with PyTorch, where it is installed."""

import sys
from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest


def test_interrupted_training_resumes(tmp_path, capsys, monkeypatch):
    pytest.importorskip("torch", reason="PyTorch is not installed; only some recipes need it")
    for name in ("torch_training", "mnist", "cifar10"):  # imported with a stand-in elsewhere
        monkeypatch.delitem(sys.modules, name, raising=False)
    training, mnist = map(import_module, ("torch_training", "mnist"))
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 10, 64).astype(np.uint8)
    images = rng.integers(0, 25, (64, 1, 28, 28)) + 25 * labels[:, None, None, None]
    images = images.astype(np.uint8)
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
    settings = replace(mnist.SETTINGS, batch=16, learning_rate=1e6)
    with pytest.raises(ValueError, match="no finite probabilities"):
        probabilities("diverged")
