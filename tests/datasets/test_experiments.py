"""Document 1's experiments run again: loaders of images, recipes, and what the recipes wrote."""

from __future__ import annotations

import importlib
import io
import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from urllib.error import URLError

import numpy as np
import pytest
from PIL import Image
from stand_ins import fake_openml, write_checksums

from cmlib import accuracy, datasets, recall
from cmlib.datasets import shipped

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "data"
INDEX = json.loads((DATA / "index.json").read_text(encoding="utf-8"))
PREDICTIONS = [name for name, entry in INDEX["datasets"].items() if entry["kind"] == "predictions"]
RUNS = [name for name, entry in INDEX["runs"].items() if entry["file"].endswith(".npz")]
# Where the data sets may lie beside a checkout; a reader's own folder comes first.
FOLDERS = [Path(os.environ.get("CMLIB_DATA") or ROOT), ROOT.parent / "shared" / "data"]


@pytest.fixture
def recipe(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    """Import a script of the recipes' folder, which finds its neighbours there."""
    monkeypatch.syspath_prepend(DATA / "recipes")
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    return importlib.import_module


@pytest.fixture
def torch_recipe(recipe: Callable[[str], ModuleType]) -> Callable[[str], ModuleType]:
    """Import a script that needs PyTorch."""
    pytest.importorskip("torch", reason="PyTorch is not installed; only some recipes need it")
    return recipe


# Small stand-ins with the layout of the data sets of images


MNIST_SHAPES = {"train": (20, 28, 28), "test": (10, 28, 28)}
CIFAR10_SHAPES = {"train": (20, 32, 32, 3), "test": (10, 32, 32, 3)}


def stand_in(shapes: dict[str, tuple[int, ...]], top: int) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    arrays: dict[str, Any] = {}
    for part, shape in shapes.items():
        arrays[f"x_{part}"] = rng.integers(0, top, shape, dtype=np.uint8)
        arrays[f"y_{part}"] = np.arange(shape[0], dtype=np.uint8) % 10
    return arrays


def mean_of(images: np.ndarray, colours: int) -> tuple[float, ...]:
    return tuple(images.reshape(-1, colours).mean(axis=0).tolist())


@pytest.fixture
def mnist(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Let the loader expect a small stand-in for MNIST."""
    arrays = stand_in(MNIST_SHAPES, 256)
    known = {key: shipped._sha256(arrays[key]) for key in ("y_train", "x_test", "y_test")}
    monkeypatch.setattr(shipped, "_MNIST_SHAPES", MNIST_SHAPES)
    monkeypatch.setattr(shipped, "_MNIST_SHA256", known)
    monkeypatch.setattr(shipped, "_MNIST_TRAIN_MEAN", mean_of(arrays["x_train"], 1))
    quarters = shipped._quarters(arrays["x_train"], arrays["y_train"])
    monkeypatch.setattr(shipped, "_MNIST_TRAIN_QUARTERS", quarters)
    return arrays


@pytest.fixture
def cifar10(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Let the loader expect a small stand-in for CIFAR-10; its colours have different means."""
    arrays = stand_in(CIFAR10_SHAPES, 100)
    for part in CIFAR10_SHAPES:
        arrays[f"x_{part}"] += np.array([0, 50, 100], dtype=np.uint8)
    monkeypatch.setattr(shipped, "_CIFAR10_SHAPES", CIFAR10_SHAPES)
    monkeypatch.setattr(shipped, "_CIFAR10_TRAIN_MEAN", mean_of(arrays["x_train"], 3))
    return arrays


def jpeg(images: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Encode images as they lie in the file of CIFAR-10."""
    parts = []
    for image in images:
        file = io.BytesIO()
        Image.fromarray(image).save(file, "JPEG", quality=95, subsampling=0)
        parts.append(file.getvalue())
    offsets = np.cumsum([0, *map(len, parts)])
    return np.frombuffer(b"".join(parts), dtype=np.uint8), offsets


def write_mnist(path: Path, arrays: dict[str, Any]) -> None:
    np.savez_compressed(path / "mnist.npz", **arrays)


def write_cifar10(path: Path, arrays: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    stored = {}
    for part in CIFAR10_SHAPES:
        stored[f"jpeg_{part}"], stored[f"offsets_{part}"] = jpeg(arrays[f"x_{part}"])
        stored[f"y_{part}"] = arrays[f"y_{part}"]
    known = {key: shipped._sha256(stored[key]) for key in shipped._CIFAR10_JPEG_SHA256}
    monkeypatch.setattr(shipped, "_CIFAR10_JPEG_SHA256", known)
    np.savez_compressed(path / "cifar10_jpeg.npz", **stored)


def openml(arrays: dict[str, Any]) -> SimpleNamespace:
    """Answer as OpenML does: a row holds all red values, then all green, then all blue."""
    images = np.concatenate([arrays["x_train"], arrays["x_test"]])
    if images.ndim == 4:
        images = images.transpose(0, 3, 1, 2)
    labels = np.concatenate([arrays["y_train"], arrays["y_test"]])
    return SimpleNamespace(
        data=images.reshape(len(images), -1).astype(np.int64),
        target=np.array([str(label) for label in labels], dtype=object),
    )


# The loaders of images


def test_mnist_is_read_from_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mnist: dict[str, Any]
) -> None:
    write_mnist(tmp_path, mnist)
    monkeypatch.setenv("CMLIB_DATA", str(tmp_path))
    images = datasets.load_mnist()
    for key, array in mnist.items():
        np.testing.assert_array_equal(getattr(images, key), array)
        with pytest.raises(ValueError, match="read-only"):
            getattr(images, key)[0] = 1
    assert images.class_names == tuple("0123456789")
    assert "LeCun" in images.source
    assert images.url.endswith("/554")
    assert images.licence
    assert repr(images) == "<Images MNIST: 20 to train on, 10 to test on, 28 x 28>"


def test_a_download_of_mnist_gives_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mnist: dict[str, Any]
) -> None:
    write_mnist(tmp_path, mnist)
    monkeypatch.setenv("CMLIB_DATA", str(tmp_path))
    file = datasets.load_mnist()
    calls = fake_openml(monkeypatch, lambda: openml(mnist))
    images = datasets.load_mnist()
    assert calls == [{"data_id": 554, "as_frame": False, "parser": "pandas"}]
    for key, array in mnist.items():
        np.testing.assert_array_equal(getattr(images, key), array)
    assert images.sha256 == file.sha256


def test_the_checksum_tells_copies_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mnist: dict[str, Any]
) -> None:
    monkeypatch.setenv("CMLIB_DATA", str(tmp_path))
    checksums = set()
    for level in (100, 101):
        # One grey level in one training image: another copy, but MNIST all the same.
        mnist["x_train"][0, 0, 0] = level
        write_mnist(tmp_path, mnist)
        checksums.add(datasets.load_mnist().sha256)
    assert len(checksums) == 2


def test_cifar10_is_decoded_from_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cifar10: dict[str, Any]
) -> None:
    # Noise does not survive JPEG, so each image gets one colour.
    for part in CIFAR10_SHAPES:
        cifar10[f"x_{part}"][:] = cifar10[f"x_{part}"][:, :1, :1]
    monkeypatch.setattr(
        shipped, "_CIFAR10_TRAIN_MEAN", tuple(cifar10["x_train"].mean(axis=(0, 1, 2)))
    )
    monkeypatch.setattr(shipped, "_MEAN_TOLERANCE", 2)
    write_cifar10(tmp_path, cifar10, monkeypatch)
    monkeypatch.setenv("CMLIB_DATA", str(tmp_path))
    images = datasets.load_cifar10()
    for part in CIFAR10_SHAPES:
        np.testing.assert_array_equal(getattr(images, f"y_{part}"), cifar10[f"y_{part}"])
        found = getattr(images, f"x_{part}").astype(int)
        assert np.abs(found - cifar10[f"x_{part}"]).max() <= 4
    assert images.class_names[3:6] == ("cat", "deer", "dog")
    assert repr(images) == "<Images CIFAR-10: 20 to train on, 10 to test on, 32 x 32 x 3>"


def test_a_download_of_cifar10_sorts_the_colours(
    monkeypatch: pytest.MonkeyPatch, cifar10: dict[str, Any]
) -> None:
    calls = fake_openml(monkeypatch, lambda: openml(cifar10))
    images = datasets.load_cifar10()
    assert calls == [{"data_id": 40927, "as_frame": False, "parser": "pandas"}]
    for key, array in cifar10.items():
        np.testing.assert_array_equal(getattr(images, key), array)


def test_colours_in_another_order_are_refused(
    monkeypatch: pytest.MonkeyPatch, cifar10: dict[str, Any]
) -> None:
    answer = openml(cifar10)
    answer.data = answer.data.reshape(-1, 3, 1024).transpose(0, 2, 1).reshape(-1, 3072)
    fake_openml(monkeypatch, lambda: answer)
    with pytest.raises(ValueError, match="CIFAR-10: the mean of x_train is"):
        datasets.load_cifar10()


def test_unequal_classes_are_refused(
    monkeypatch: pytest.MonkeyPatch, cifar10: dict[str, Any]
) -> None:
    cifar10["y_test"][0] = 1
    fake_openml(monkeypatch, lambda: openml(cifar10))
    with pytest.raises(ValueError, match=r"1 images in y_test, but the classes have \[0, 2, 1,"):
        datasets.load_cifar10()


@pytest.mark.parametrize("name", ["mnist", "cifar10"])
def test_without_a_network_the_way_out_is_named(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def unreachable() -> object:
        raise URLError("no route to host")

    fake_openml(monkeypatch, unreachable)
    with pytest.raises(
        ConnectionError, match=rf"OpenML.*no route to host.*put {name}.*\.npz.*CMLIB_DATA"
    ) as caught:
        getattr(datasets, f"load_{name}")()
    assert isinstance(caught.value.__cause__, URLError)


@pytest.mark.parametrize("name", ["mnist", "cifar10"])
def test_a_folder_without_the_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("CMLIB_DATA", str(tmp_path))
    with pytest.raises(FileNotFoundError, match=rf"CMLIB_DATA names the folder .*{name}.*\.npz"):
        getattr(datasets, f"load_{name}")()


def without(key: str) -> Callable[[dict[str, Any]], object]:
    return lambda arrays: arrays.pop(key)


def with_new(key: str, change: Callable[[Any], Any]) -> Callable[[dict[str, Any]], object]:
    return lambda arrays: arrays.update({key: change(arrays[key])})


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (without("y_test"), r"mnist\.npz: not the expected archive.*no array 'y_test'"),
        (with_new("y_test", lambda y: y[::-1]), r"y_test differs .*wrong checksum"),
        (with_new("x_test", lambda x: x ^ 1), r"x_test differs .*wrong checksum"),
        (
            with_new("x_train", lambda x: x[1:]),
            r"expected x_train as uint8 of shape \(20, 28, 28\)",
        ),
        (with_new("x_train", lambda x: x.astype(int)), r"x_train as uint8 .*, got int64"),
        (
            with_new("x_train", lambda x: x[:, :, ::-1]),
            r"images of the digit 0 in x_train have the means",
        ),
        (with_new("x_train", lambda x: x[::-1]), r"images of the digit 0 in x_train"),
        (with_new("x_train", lambda x: x // 2), r"the mean of x_train is .*that of the data set"),
        (
            with_new("y_test", lambda y: np.array([str(i) for i in y], dtype=object)),
            r"mnist\.npz: not the expected archive.*allow_pickle=False",
        ),
    ],
)
def test_a_wrong_file_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    mnist: dict[str, Any],
    edit: Callable[[dict[str, Any]], object],
    message: str,
) -> None:
    edit(mnist)
    write_mnist(tmp_path, mnist)
    monkeypatch.setenv("CMLIB_DATA", str(tmp_path))
    with pytest.raises(ValueError, match=message):
        datasets.load_mnist()


def test_a_broken_archive_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mnist.npz").write_bytes(b"PK\x03\x04 no archive")
    monkeypatch.setenv("CMLIB_DATA", str(tmp_path))
    with pytest.raises(ValueError, match=r"mnist\.npz: not the expected archive"):
        datasets.load_mnist()


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda bunch: setattr(bunch, "data", bunch.data[1:]), r"expected 30 images of 784 values"),
        (lambda bunch: bunch.target.__setitem__(3, "x"), r"the classes are 0 to 9, but one is 'x'"),
        (lambda bunch: bunch.data.__setitem__((3, 4), 256), r"no whole number from 0 to 255"),
        (
            lambda bunch: setattr(bunch, "data", bunch.data + 0.5),
            r"no whole number from 0 to 255",
        ),
    ],
)
def test_a_wrong_download_is_refused(
    monkeypatch: pytest.MonkeyPatch,
    mnist: dict[str, Any],
    edit: Callable[[Any], object],
    message: str,
) -> None:
    answer = openml(mnist)
    edit(answer)
    fake_openml(monkeypatch, lambda: answer)
    with pytest.raises(ValueError, match=message):
        datasets.load_mnist()


def from_here(name: str, file: str, monkeypatch: pytest.MonkeyPatch) -> datasets.Images:
    """Load a data set, where this machine has it."""
    for path in FOLDERS:
        if (path / file).is_file():
            monkeypatch.setenv("CMLIB_DATA", str(path))
            return getattr(datasets, name)()
    pytest.skip(f"{file} is not on this machine; set CMLIB_DATA to the folder that holds it")


def test_mnist_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    images = from_here("load_mnist", "mnist.npz", monkeypatch)
    assert images.y_train[:10].tolist() == [5, 0, 4, 1, 9, 2, 1, 3, 1, 4]
    assert images.y_test[:10].tolist() == [7, 2, 1, 0, 4, 1, 4, 9, 5, 9]
    support = datasets.load("doc1_table08").matrix.support
    np.testing.assert_array_equal(np.bincount(images.y_test), support)


# What the recipes wrote


def test_all_that_is_shipped_stays_small() -> None:
    assert sum(path.stat().st_size for path in DATA.rglob("*") if path.is_file()) < 5_000_000


@pytest.mark.parametrize("name", PREDICTIONS)
def test_the_side_file_says_how_predictions_came_about(name: str) -> None:
    table = datasets.load(name)
    assert table.y_true is not None
    assert table.y_pred is not None
    training = table.training
    assert training is not None
    script = training["recipe"].split()[0]
    assert (ROOT / script).is_file()
    assert script in table.place
    assert training["outcome"] == {
        "samples": len(table.y_true),
        "accuracy": float(accuracy(table.matrix)),
    }
    assert len(training["data"]["sha256"]) == 64
    assert training["versions"]["numpy"]
    assert training["device"].startswith(("CPU", "NVIDIA"))
    assert training["training_seconds"] > 0
    for array in (table.y_true, table.y_pred):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[1]


@pytest.mark.parametrize("name", RUNS)
def test_runs_come_with_truth_and_predictions(name: str) -> None:
    runs = datasets.load_runs(name)
    assert runs.y_true is not None
    assert runs.y_pred is not None
    assert runs.y_pred.shape == (len(runs.table), len(runs.y_true))
    assert runs.counts.shape == (len(runs.table), 10, 10)
    for truth, predicted in np.random.default_rng(0).integers(0, 10, (20, 2)):
        expected = ((runs.y_true == truth) & (runs.y_pred == predicted)).sum(axis=1)
        np.testing.assert_array_equal(runs.counts[:, truth, predicted], expected)
    np.testing.assert_array_equal(runs.table["accuracy"], accuracy(runs.counts))
    assert (runs.table["training_seconds"] > 0).all()
    assert "runs" not in runs.training
    assert len(runs.training["data"]["sha256"]) == 64


@pytest.mark.parametrize("name", RUNS)
def test_the_readme_lists_the_runs(name: str) -> None:
    readme = (DATA / "README.md").read_text(encoding="utf-8")
    (row,) = [line for line in readme.splitlines() if line.startswith(f"| `{name}.npz` |")]
    runs = datasets.load_runs(name)
    for text in (runs.title, runs.place, runs.licence, INDEX["runs"][name]["source"]):
        assert text in row
    assert runs.note


def relabelled(name: str, old: int, new: int) -> float:
    """Share of the samples of a class that are predicted as the class of their new labels."""
    return float(datasets.load(name).matrix.normalize("true")[old, new])


@pytest.mark.parametrize("name", ["digits", "mnist"])
def test_changed_labels_empty_a_class_into_another(name: str) -> None:
    altered = recall(datasets.load(f"{name}_altered").matrix)
    restored = recall(datasets.load(f"{name}_restored").matrix)
    removed = recall(datasets.load(f"{name}_removed").matrix)
    assert altered[0] < 0.1
    assert relabelled(f"{name}_altered", 0, 4) > 0.9
    assert altered[6] < 0.5
    assert relabelled(f"{name}_altered", 6, 8) > 0.5
    # But neither class is gone, so not all of its labels were changed; Table 8 shows the same.
    assert (datasets.load(f"{name}_altered").matrix.predicted[[0, 6]] > 0).all()
    # Restored, or with the same samples left out, both are found.
    assert (restored[[0, 6]] > 0.9).all()
    assert (removed[[0, 6]] > 0.9).all()


@pytest.mark.parametrize("name", ["digits", "mnist"])
def test_some_learning_rates_fail_with_a_constant_class(name: str) -> None:
    runs = datasets.load_runs(f"{name}_rates")
    rates = runs.table["learning_rate"]
    assert len(rates) == 10
    assert rates.is_monotonic_increasing
    constant = (runs.counts.sum(axis=1) > 0).sum(axis=1) == 1
    assert constant.tolist()[-2:] == [True, True]
    assert runs.table["accuracy"].max() > 0.95
    # Too small fails too, in its own way.
    assert runs.table["accuracy"].iloc[0] < 0.5


def test_the_shares_of_table_8_lie_between() -> None:
    runs = datasets.load_runs("mnist_shares")
    found = recall(runs.counts)[:, [0, 6]]
    share = runs.table["share"].to_numpy()
    assert (found[share == 0.5] > 0.8).all()
    assert (found[share >= 0.65] < 0.01).all()
    # With every label changed the class is never predicted, as cat and deer in Table 10.
    assert (runs.counts[share == 1].sum(axis=1)[:, [0, 6]] == 0).all()
    table = datasets.load("doc1_table08").matrix
    assert [f"{value:.2f}" for value in recall(table)[[0, 6]]] == ["0.02", "0.32"]
    # The shares that were taken come near the document's rows.
    ours = datasets.load("mnist_altered").matrix
    for truth, predicted in ((0, 0), (0, 4), (6, 6), (6, 8)):
        assert abs(ours.counts[truth, predicted] - table.counts[truth, predicted]) < 60


def test_near_these_shares_the_seed_decides() -> None:
    runs = datasets.load_runs("mnist_seeds")
    assert runs.table["seed"].tolist() == list(range(20))
    assert runs.training["changes"] == datasets.load("mnist_altered").training["changes"]
    readme = (DATA / "README.md").read_text(encoding="utf-8")
    for digit, word, new in ((0, "zeros", 4), (6, "sixes", 8)):
        found = runs.counts[:, digit, digit]
        size = runs.counts[0, digit].sum()
        assert f"of the {size} {word} between {found.min()} and {found.max()}" in readme.lower()
        mistakes = runs.counts[:, digit].copy()
        mistakes[:, digit] = 0
        assert (mistakes.argmax(axis=1) == new).all()
    # Seed 0 is that of mnist_altered, trained on another processor.
    altered = datasets.load("mnist_altered")
    differing = int((runs.y_pred[0] != altered.y_pred).sum())
    there, here = runs.table["accuracy"].iloc[0], accuracy(altered.matrix)
    assert f"| `mnist_altered` | {differing} | {there:.4f} | {here:.4f} |" in readme


def test_the_lost_classes_go_to_one_other_class_each() -> None:
    tables = {n: datasets.load(f"doc1_table{n}").matrix for n in ("08", "09", "10", "11")}
    readme = (DATA / "README.md").read_text(encoding="utf-8")
    for before, after, old, new in (
        ("08", "09", 0, 4),
        ("08", "09", 6, 8),
        ("10", "11", "cat", "dog"),
        ("10", "11", "deer", "horse"),
    ):
        cells = []
        for name in (before, after):
            matrix = tables[name]
            row = matrix.counts[matrix.index(old)]
            cells.append((int(row[matrix.index(old)]), int(row[matrix.index(new)])))
        (lost, taken), (found, already) = cells
        assert abs(lost + taken - found - already) <= 3
        assert (
            f"| {old} to {new} | {lost} found + {taken} taken for {new} = {lost + taken} "
            f"| {found} + {already} = {found + already} |"
        ) in readme


def test_the_best_mnist_run_reaches_the_documents_accuracy() -> None:
    best = datasets.load("mnist_best")
    assert accuracy(best.matrix) >= accuracy(datasets.load("doc1_table04").matrix)
    assert best.y_top5 is not None


def test_the_largest_rate_ends_as_the_documents_runs_9_and_10() -> None:
    runs = datasets.load_runs("mnist_rates")
    assert (runs.y_pred[-1] == 1).all()
    assert runs.table["accuracy"].iloc[-1] == 0.1135


def test_the_restored_cifar10_run_reaches_the_documents_accuracy() -> None:
    restored = datasets.load("cifar10_restored").matrix
    assert accuracy(restored) >= accuracy(datasets.load("doc1_table11").matrix)
    assert (recall(restored) > 0.7).all()


def test_cat_and_deer_are_never_predicted_when_all_their_labels_were_changed() -> None:
    altered = datasets.load("cifar10_altered").matrix
    table = datasets.load("doc1_table10").matrix
    assert altered.labels == table.labels
    for old, new in (("cat", "dog"), ("deer", "horse")):
        lost, taken = altered.index(old), altered.index(new)
        assert altered.predicted[lost] == table.predicted[lost] == 0
        assert altered.counts[lost, taken] > 800
        # As in the document, the twin's two columns together are the altered run's one.
        restored = datasets.load("cifar10_restored").matrix.counts[lost]
        assert abs(altered.counts[lost, taken] - restored[lost] - restored[taken]) < 50
    assert abs(accuracy(altered) - accuracy(table)) < 0.01


@pytest.mark.parametrize("name", ["mnist_best", "cifar10_restored", "cifar10_altered"])
def test_the_five_most_probable_classes_are_shipped(name: str) -> None:
    table = datasets.load(name)
    assert table.y_top5 is not None
    assert table.p_top5 is not None
    assert table.y_top5.shape == table.p_top5.shape == (10_000, 5)
    assert table.y_top5.dtype == table.y_pred.dtype
    assert (table.p_top5.sum(axis=1) < 1.0001).all()
    # The first of five is at least as probable as each of ten would be if all were equal.
    assert (table.p_top5[:, 0] >= 0.1).all()


# Bad files


def damage(path: Path, **changes: Any) -> None:
    with np.load(path, allow_pickle=False) as archive:
        arrays = dict(archive)
    for key, change in changes.items():
        if change is None:
            del arrays[key]
        else:
            arrays[key] = change(arrays)
    np.savez_compressed(path, **arrays)


def set_first(value: Any) -> Callable[[np.ndarray], np.ndarray]:
    def change(array: np.ndarray) -> np.ndarray:
        changed = array.copy()
        changed[0] = value
        return changed

    return change


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"y_pred": None}, "no array 'y_pred'"),
        ({"y_pred": lambda a: a["y_pred"][1:]}, r"expected y_pred as uint8 of shape \(899,\)"),
        ({"y_pred": lambda a: a["y_pred"].astype(np.int16)}, "as uint8 .* got int16"),
        ({"y_true": lambda a: set_first(10)(a["y_true"])}, "y_true holds 10, but there are 10"),
        ({"y_top5": lambda a: five(a)[0]}, "expected p_top5 as float32"),
        (
            {"y_top5": lambda a: five(a)[0], "p_top5": lambda a: five(a)[1].astype(float)},
            "expected p_top5 as float32",
        ),
        (
            {"y_top5": lambda a: five(a)[0][:, :4], "p_top5": lambda a: five(a)[1]},
            r"expected y_top5 as uint8 of shape \(899, 5\)",
        ),
        (
            {"y_top5": lambda a: (five(a)[0] + 1) % 10, "p_top5": lambda a: five(a)[1]},
            "sample 0: the first of y_top5 is not y_pred",
        ),
        (
            {
                "y_top5": lambda a: a["y_pred"][:, None] + five(a)[0] * 0,
                "p_top5": lambda a: five(a)[1],
            },
            "sample 0: a class is twice",
        ),
        (
            {"y_top5": lambda a: five(a)[0], "p_top5": lambda a: five(a)[1][:, ::-1]},
            "sample 0: p_top5 does not fall",
        ),
        (
            {
                "y_top5": lambda a: five(a)[0],
                "p_top5": lambda a: set_first(np.nan)(five(a)[1]),
            },
            "sample 0: p_top5 does not fall",
        ),
        (
            {"y_top5": lambda a: five(a)[0], "p_top5": lambda a: set_first(1.5)(five(a)[1])},
            r"sample 0: p_top5 is not in \[0, 1\]",
        ),
    ],
)
def test_bad_predictions_are_refused(folder: Path, changes: dict[str, Any], message: str) -> None:
    damage(folder / "digits_altered.npz", **changes)
    with pytest.raises(ValueError, match=rf"digits_altered\.npz.*{message}"):
        datasets.load("digits_altered")


def five(arrays: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Make up five most probable classes that fit the predictions."""
    top = (arrays["y_pred"][:, None] + np.arange(5, dtype=np.uint8)) % 10
    share = np.array([0.4, 0.2, 0.2, 0.1, 0.05], dtype=np.float32)
    return top.astype(np.uint8), np.tile(share, (len(top), 1))


def test_five_most_probable_classes_are_read(folder: Path) -> None:
    damage(folder / "digits_altered.npz", y_top5=lambda a: five(a)[0], p_top5=lambda a: five(a)[1])
    assert write_checksums(folder) == ["digits_altered.npz"]
    table = datasets.load("digits_altered")
    assert table.y_top5 is not None
    assert table.p_top5 is not None
    np.testing.assert_array_equal(table.y_top5[:, 0], table.y_pred)
    assert table.y_top5.shape == table.p_top5.shape == (899, 5)
    for array in (table.y_top5, table.p_top5):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"y_pred": lambda a: a["y_pred"][1:]}, "predictions of 9 runs, but .* describes 10"),
        (
            {"y_pred": lambda a: a["y_pred"][:, 1:]},
            r"expected y_pred as uint8 of shape \(10, 899\)",
        ),
        ({"y_true": lambda a: set_first(99)(a["y_true"])}, "y_true holds 99"),
    ],
)
def test_bad_runs_are_refused(folder: Path, changes: dict[str, Any], message: str) -> None:
    damage(folder / "digits_rates.npz", **changes)
    with pytest.raises(ValueError, match=rf"digits_rates\.npz: .*{message}"):
        datasets.load_runs("digits_rates")


@pytest.mark.parametrize("suffix", [".npz", ".json"])
def test_a_missing_file_is_named(folder: Path, suffix: str) -> None:
    (folder / f"digits_altered{suffix}").unlink()
    with pytest.raises(FileNotFoundError, match=rf"digits_altered\{suffix} is missing"):
        datasets.load("digits_altered")


# What the recipes share


def test_a_share_of_a_class_is_relabelled_and_nothing_else(
    recipe: Callable[[str], ModuleType],
) -> None:
    experiments = recipe("experiments")
    labels = np.random.default_rng(0).integers(0, 10, 2000).astype(np.uint8)
    before = labels.copy()
    changes = (experiments.Change(0, 4, 0.75), experiments.Change(6, 8, 1.0))
    drawn = experiments.changed(labels, changes, 5)
    new = experiments.relabel(labels, changes, 5)
    np.testing.assert_array_equal(labels, before)
    np.testing.assert_array_equal(np.flatnonzero(new != labels), np.sort(drawn))
    zeros, sixes = (labels == 0).sum(), (labels == 6).sum()
    assert (labels[drawn] == 0).sum() == round(0.75 * zeros)
    assert (labels[drawn] == 6).sum() == sixes
    assert set(new[labels == 0].tolist()) == {0, 4}
    assert set(new[labels == 6].tolist()) == {8}
    np.testing.assert_array_equal(new, experiments.relabel(labels, changes, 5))
    assert (new != experiments.relabel(labels, changes, 6)).any()
    np.testing.assert_array_equal(experiments.relabel(labels, (), 5), labels)


def test_the_side_file_names_what_was_done(recipe: Callable[[str], ModuleType]) -> None:
    experiments = recipe("experiments")
    changes = (experiments.Change(0, 4, 0.5),)
    assert experiments.treatment("altered", changes) == {
        "changes": [{"of": 0, "to": 4, "share": 0.5}]
    }
    assert experiments.treatment("removed", changes) == {"left_out": [{"of": 0, "share": 0.5}]}
    assert experiments.treatment("restored", changes) == {}


def test_the_most_probable_classes_come_best_first(recipe: Callable[[str], ModuleType]) -> None:
    experiments = recipe("experiments")
    probabilities = np.array(
        [[0.1, 0.3, 0.05, 0.3, 0.2, 0.04, 0.01]], dtype=np.float32
    )  # of two equals the first comes first
    classes, values = experiments.most_probable(probabilities)
    assert classes.tolist() == [[1, 3, 4, 0, 2]]
    assert classes.dtype == np.uint8
    np.testing.assert_array_equal(values, probabilities[:, [1, 3, 4, 0, 2]])


def test_the_same_arrays_give_the_same_file(
    tmp_path: Path, recipe: Callable[[str], ModuleType]
) -> None:
    experiments = recipe("experiments")
    files = []
    for name in ("a", "b"):
        experiments.write(tmp_path, name, {"y_true": np.arange(9, dtype=np.uint8)}, {"seed": 1})
        files.append((tmp_path / f"{name}.npz").read_bytes())
    assert files[0] == files[1]
    assert json.loads((tmp_path / "a.json").read_text(encoding="utf-8")) == {"seed": 1}


# The digits, which any machine trains within seconds


def test_training_the_digits_again_gives_the_committed_predictions(
    recipe: Callable[[str], ModuleType],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    digits = recipe("digits")
    committed = {
        name: datasets.load(f"digits_{name}") for name in ("altered", "restored", "removed")
    }
    digits.write_twins(digits.halves(), tmp_path)
    assert capsys.readouterr().out.count("accuracy") == 3
    shutil.copy(DATA / "index.json", tmp_path)
    write_checksums(tmp_path)
    monkeypatch.setattr(shipped, "data_folder", lambda: tmp_path)
    for name, table in committed.items():
        again = datasets.load(f"digits_{name}")
        np.testing.assert_array_equal(again.y_true, table.y_true)
        # Other versions and processors may differ in a few samples near a border.
        assert np.mean(again.y_pred == table.y_pred) > 0.97
        assert again.training is not None
        assert table.training is not None
        for key in ("data", "split", "network", "learning_rate", "changed_labels"):
            assert again.training[key] == table.training[key]
    assert committed["altered"].training["changed_labels"] == round(0.8 * 89) + round(0.6 * 90)
    assert committed["removed"].training["training_samples"] == 898 - 125


def test_ten_learning_rates_are_written_as_runs(
    recipe: Callable[[str], ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digits = recipe("digits")
    monkeypatch.setattr(digits, "NETWORK", digits.NETWORK | {"max_iter": 1})
    digits.write_rates(digits.halves(), tmp_path)
    shutil.copy(DATA / "index.json", tmp_path)
    write_checksums(tmp_path)
    monkeypatch.setattr(shipped, "data_folder", lambda: tmp_path)
    runs = datasets.load_runs("digits_rates")
    assert runs.table["learning_rate"].tolist() == list(digits.RATES)
    assert runs.training["network"]["max_iter"] == 1


# Training with PyTorch


def small_images(count: int = 64) -> tuple[np.ndarray, np.ndarray]:
    """Grey images, dark or bright by their class."""
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 10, count).astype(np.uint8)
    images = rng.integers(0, 25, (count, 28, 28)) + 25 * labels[:, None, None]
    return images.astype(np.uint8), labels


def small_mnist() -> datasets.Images:
    images, labels = small_images(400)
    return datasets.Images(
        name="stand-in",
        x_train=images[:300],
        y_train=labels[:300],
        x_test=images[300:],
        y_test=labels[300:],
        class_names=tuple("0123456789"),
        source="drawn",
        url="",
        licence="",
        sha256="0" * 64,
    )


def test_an_interrupted_training_gives_what_a_straight_one_gives(
    torch_recipe: Callable[[str], ModuleType], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    training, mnist = torch_recipe("torch_training"), torch_recipe("mnist")
    images, labels = small_images()
    settings = replace(mnist.BEST, epochs=3, batch=16)

    def probabilities(name: str, save: Callable[..., object] | None = None) -> Any:
        trained = training.train(
            name, mnist.lenet, images[:, None], labels, settings, folder=tmp_path
        )
        return training.predict(trained, images[:, None], settings)

    straight = probabilities("straight")
    np.testing.assert_array_equal(straight, probabilities("again"))

    class Interruption(Exception):
        pass

    real = training.torch.save
    calls = []

    def save(state: Any, path: Path) -> None:
        if calls:
            raise Interruption
        calls.append(path)
        real(state, path)

    training.torch.save = save
    try:
        with pytest.raises(Interruption):
            probabilities("interrupted")
    finally:
        training.torch.save = real
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


def test_a_diverged_training_is_no_result(
    torch_recipe: Callable[[str], ModuleType], tmp_path: Path
) -> None:
    training, mnist = torch_recipe("torch_training"), torch_recipe("mnist")
    images, labels = small_images()
    settings = replace(mnist.SETTINGS, batch=16, learning_rate=1e6)
    trained = training.train("x", mnist.lenet, images[:, None], labels, settings, folder=tmp_path)
    with pytest.raises(ValueError, match="no finite probabilities"):
        training.predict(trained, images[:, None], settings)


def test_the_schedule_rises_and_falls(torch_recipe: Callable[[str], ModuleType]) -> None:
    training, mnist = torch_recipe("torch_training"), torch_recipe("mnist")
    factors = [training.factor(mnist.BEST, step, 100) for step in range(100)]
    assert max(factors) == factors[24] == factors[25] == 1
    assert all(a < b for a, b in pairwise(factors[:25]))
    assert all(a > b for a, b in pairwise(factors[25:]))
    assert 0 < factors[-1] < 0.01
    assert training.factor(mnist.SETTINGS, 99, 100) == 1


def test_images_are_moved_and_mirrored(torch_recipe: Callable[[str], ModuleType]) -> None:
    cifar10 = torch_recipe("cifar10")
    torch = importlib.import_module("torch")
    images = torch.randint(0, 256, (200, 3, 32, 32), dtype=torch.uint8)
    found = cifar10.move_and_mirror(images, torch.Generator().manual_seed(1))
    padded = np.pad(images.numpy(), ((0, 0), (0, 0), (4, 4), (4, 4)), mode="reflect")
    seen = set()
    for image, source in zip(found.numpy(), padded, strict=True):
        matches = [
            (down, right, mirrored)
            for down in range(9)
            for right in range(9)
            for mirrored in (False, True)
            if (
                source[:, down : down + 32, right : right + 32][:, :, :: -1 if mirrored else 1]
                == image
            ).all()
        ]
        assert len(matches) == 1
        seen.add(matches[0])
    assert {down for down, _, _ in seen} == {right for _, right, _ in seen} == set(range(9))
    assert {mirrored for _, _, mirrored in seen} == {False, True}


def test_mnist_runs_are_written_and_read(
    torch_recipe: Callable[[str], ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mnist = torch_recipe("mnist")
    monkeypatch.setattr(mnist, "load_mnist", small_mnist)
    monkeypatch.setitem(mnist.VARIED, "rates", (0.001, 0.01))
    monkeypatch.setitem(mnist.VARIED, "shares", (0.5, 1.0))
    monkeypatch.setitem(mnist.VARIED, "seeds", (0, 3))
    mnist.main([], tmp_path, tmp_path / "checkpoints")
    written = {path.name for path in tmp_path.glob("mnist_*")}
    assert written == {
        f"mnist_{name}.{suffix}" for name in mnist.RUNS for suffix in ("npz", "json")
    }
    altered, removed, restored = (
        json.loads((tmp_path / f"mnist_{name}.json").read_text(encoding="utf-8"))
        for name in ("altered", "removed", "restored")
    )
    drawn = altered["changed_labels"]
    assert drawn > 0
    assert removed["training_images"] == restored["training_images"] - drawn
    assert removed["changed_labels"] == restored["changed_labels"] == 0
    with np.load(tmp_path / "mnist_best.npz", allow_pickle=False) as best:
        np.testing.assert_array_equal(best["y_top5"][:, 0], best["y_pred"])
        assert best["p_top5"].dtype == np.float32
    shares = json.loads((tmp_path / "mnist_shares.json").read_text(encoding="utf-8"))
    assert [run["share"] for run in shares["runs"]] == [0.5, 1.0]
    rates = json.loads((tmp_path / "mnist_rates.json").read_text(encoding="utf-8"))
    assert "learning_rate" not in rates["settings"]
    seeds = json.loads((tmp_path / "mnist_seeds.json").read_text(encoding="utf-8"))
    assert [run["seed"] for run in seeds["runs"]] == [0, 3]
    assert seeds["changes"] == altered["changes"]
    assert "seed" not in seeds["settings"]


def test_cifar10_runs_are_written_and_read(
    torch_recipe: Callable[[str], ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cifar10 = torch_recipe("cifar10")
    rng = np.random.default_rng(0)
    images = rng.integers(0, 256, (60, 32, 32, 3), dtype=np.uint8)
    labels = (np.arange(60) % 10).astype(np.uint8)
    samples = replace(small_mnist(), x_train=images, y_train=labels, x_test=images, y_test=labels)
    settings = replace(cifar10.SETTINGS, epochs=1, batch=20)
    for name in cifar10.CHANGES:
        cifar10.run(name, samples, tmp_path, settings, tmp_path / "checkpoints")
        about = json.loads((tmp_path / f"cifar10_{name}.json").read_text(encoding="utf-8"))
        assert about["changed_labels"] == {"restored": 0, "altered": 12}[name]
        with np.load(tmp_path / f"cifar10_{name}.npz", allow_pickle=False) as archive:
            assert archive["y_top5"].shape == (60, 5)
