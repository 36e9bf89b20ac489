"""The downloads, on small stand-ins: from a file and from OpenML."""

import zlib
from dataclasses import replace
from types import SimpleNamespace
from urllib.error import URLError

import downloads
import numpy as np
import pytest

SOURCES = {"vehicle": downloads.VEHICLE, "mnist": downloads.MNIST, "cifar10": downloads.CIFAR10}
LOADERS = {name: getattr(downloads, f"load_{name}") for name in SOURCES}


# Small stand-ins, which the loaders take for the data sets: the arrays of each


def vehicle():
    return {
        "data": np.arange(6)[:, None] * 10 + np.arange(18),
        "target": np.array(["van", "saab", "bus", "opel", "bus", "saab"]),
    }


def images(*size):
    rng = np.random.default_rng(0)
    colours = np.array([0, 50, 100] if len(size) == 3 else 0, dtype=np.uint8)
    arrays = {}
    for part, count in (("train", 20), ("test", 10)):
        arrays[f"x_{part}"] = rng.integers(0, 100, (count, *size), dtype=np.uint8) + colours
        arrays[f"y_{part}"] = np.arange(count, dtype=np.uint8) % 10
    return arrays


def lines(content):
    rows = zip(content["data"].tolist(), content["target"].tolist(), strict=True)
    return [",".join(map(str, [*row, kind])) for row, kind in rows]


def source(name, content):
    """Return the known content of a stand-in, in place of that of the data set."""
    if name == "vehicle":
        plain, in_order = map(downloads.sha256_of_lines, (lines(content), sorted(lines(content))))
        return replace(downloads.VEHICLE, samples=6, sha256=plain, sorted_sha256=in_order)
    return replace(
        SOURCES[name],
        shapes={part: content[f"x_{part}"].shape for part in ("train", "test")},
        train_mean=tuple(content["x_train"].mean(axis=(0, 1, 2)).ravel().tolist()),
        sha256={key: downloads.sha256(content[key]) for key in SOURCES[name].sha256},
    )


def write(name, content, folder):
    path = folder / SOURCES[name].file
    if name == "vehicle":
        header = ",".join([*downloads.VEHICLE.feature_names, "class"])
        path.write_text("\n".join([header, *lines(content)]) + "\n", encoding="utf-8")
    else:
        np.savez_compressed(path, **content)
    return path


def openml(name, content):
    """Answer as OpenML does: a row holds all red values, then all green, then all blue."""
    if name == "vehicle":
        data, target = content["data"].astype(float), content["target"]
    else:
        pixels, target = (
            np.concatenate([content[f"{it}_train"], content[f"{it}_test"]]) for it in "xy"
        )
        data = np.moveaxis(pixels, -1, 1 if pixels.ndim == 4 else -1)
        data = data.reshape(len(pixels), -1).astype(np.int64)
    return SimpleNamespace(data=data, target=target.astype(str).astype(object))


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    """Return a stand-in as arrays and as a file in the folder of CMLIB_DATA."""

    def make(name):
        content = vehicle() if name == "vehicle" else images(*SOURCES[name].shapes["train"][1:])
        monkeypatch.setattr(downloads, name.upper(), source(name, content))
        monkeypatch.setenv("CMLIB_DATA", str(tmp_path))
        return content, write(name, content, tmp_path)

    return make


@pytest.fixture
def answer(monkeypatch):
    """Replace the download by an answer or an error; return the list of its calls."""

    def make(what):
        calls = []

        def fetch_openml(**arguments):
            calls.append(arguments)
            if isinstance(what, Exception):
                raise what
            return what

        monkeypatch.delenv("CMLIB_DATA", raising=False)
        monkeypatch.setattr(downloads, "fetch_openml", fetch_openml)
        return calls

    return make


@pytest.mark.parametrize(
    ("name", "data_id", "parser"),
    [("vehicle", 54, "liac-arff"), ("mnist", 554, "pandas"), ("cifar10", 40927, "pandas")],
)
def test_file_and_download_are_equal(stand_in, answer, name, data_id, parser):
    content, _ = stand_in(name)
    file = LOADERS[name]()
    calls = answer(openml(name, content))
    downloaded = LOADERS[name]()
    assert calls == [{"data_id": data_id, "as_frame": False, "parser": parser}]
    assert (file.name, file.sha256) == (downloaded.name, downloaded.sha256)
    for loaded in (file, downloaded):
        for key, array in content.items():
            np.testing.assert_array_equal(getattr(loaded, key), array)
            assert getattr(loaded, key).dtype == array.dtype


@pytest.mark.parametrize("error", [URLError("no route to host"), zlib.error("invalid block")])
def test_failed_download_names_the_way_out(answer, error):
    answer(error)
    message = r"OpenML.*cut short, remove .*openml.*put mnist.npz into.*CMLIB_DATA"
    with pytest.raises(ConnectionError, match=message) as caught:
        downloads.load_mnist()
    assert repr(error) in str(caught.value)


def test_missing_file_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("CMLIB_DATA", str(tmp_path / "none"))
    message = r"CMLIB_DATA names the folder .*none, but .*put vehicle.csv there"
    with pytest.raises(FileNotFoundError, match=message):
        downloads.load_vehicle()


FIRST, SECOND, *_, LAST = lines(vehicle())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("compactness", "Compactness", r"vehicle\.csv, line 1: expected the names of the 18"),
        ("\n20,21,22,", "\n20,21,x,", r"the values differ .*wrong checksum"),
        (LAST + "\n", "", r"expected 6 samples of 18 features, got 5 of 18"),
        (f"{FIRST}\n{SECOND}", f"{SECOND}\n{FIRST}", r"are right, but not in the order of the fil"),
    ],
)
def test_wrong_vehicle_file_is_refused(stand_in, old, new, message):
    _, path = stand_in("vehicle")
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, "the damage must hit exactly once"
    path.write_text(text.replace(old, new), encoding="latin-1")
    with pytest.raises(ValueError, match=message):
        downloads.load_vehicle()


def changed(key, change):
    return lambda content: content.update({key: change(content[key])})


@pytest.mark.parametrize(
    ("name", "edit", "message"),
    [
        ("mnist", lambda c: c.pop("y_test"), "not the expected archive.*no array 'y_test'"),
        ("mnist", changed("x_test", lambda x: x ^ 1), "x_test differs .*wrong checksum"),
        ("mnist", changed("x_train", lambda x: x[1:]), r"x_train as uint8 of shape \(20, 28, 28\)"),
        ("cifar10", changed("x_train", lambda x: x[..., ::-1]), "CIFAR-10: the mean of x_train is"),
        ("cifar10", lambda c: c["y_test"].__setitem__(0, 1), r"1 images in y_test, but the cl"),
    ],
)
def test_wrong_images_are_refused(stand_in, tmp_path, name, edit, message):
    content, _ = stand_in(name)
    edit(content)
    write(name, content, tmp_path)
    with pytest.raises(ValueError, match=message):
        LOADERS[name]()


@pytest.mark.parametrize(
    ("name", "edit", "message"),
    [
        ("vehicle", lambda b: b.data.__setitem__((2, 3), 0.5), "are integers, but one is 0.5"),
        ("vehicle", lambda b: setattr(b, "target", b.target[1:]), "expected 6 samples .* 5 of 18"),
        ("mnist", lambda b: setattr(b, "data", b.data[1:]), "expected 30 images of 784 values"),
        ("mnist", lambda b: b.data.__setitem__((3, 4), 256), "no whole number from 0 to 255"),
    ],
)
def test_wrong_download_is_refused(stand_in, answer, name, edit, message):
    content, _ = stand_in(name)
    bunch = openml(name, content)
    edit(bunch)
    answer(bunch)
    with pytest.raises(ValueError, match=message):
        LOADERS[name]()
