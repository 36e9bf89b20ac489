"""The Vehicle Silhouettes: the loader, the recipe, and what the recipe wrote."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import sys
import warnings
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from urllib.error import URLError

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import accuracy_score, confusion_matrix, roc_auc_score
from stand_ins import fake_openml, write_checksums

from cmlib import accuracy, datasets
from cmlib.datasets import shipped

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "data"
# Where the data set may lie beside a checkout; a reader's own folder comes first.
FOLDERS = [Path(os.environ.get("CMLIB_DATA") or ROOT), ROOT.parent / "shared" / "data"]
PRINTED = {
    "vehicle_binary": [[61, 2], [8, 58]],
    "vehicle_three_class": [[64, 0, 0], [3, 42, 17], [5, 17, 47]],
}
SIZE = {"vehicle_binary": 129, "vehicle_three_class": 195}
MAX_ITER = {"vehicle_binary": 30, "vehicle_three_class": 200}


def load_recipe() -> ModuleType:
    """Import the script, which is no package."""
    spec = importlib.util.spec_from_file_location("vehicle", DATA / "recipes" / "vehicle.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # dataclasses look their own module up.
    sys.modules["vehicle"] = module
    spec.loader.exec_module(module)
    return module


recipe = load_recipe()


@pytest.fixture
def real(monkeypatch: pytest.MonkeyPatch) -> datasets.Samples:
    """The data set itself, where this machine has it."""
    for folder in FOLDERS:
        if (folder / "vehicle.csv").is_file():
            monkeypatch.setenv("CMLIB_DATA", str(folder))
            return datasets.load_vehicle()
    pytest.skip("vehicle.csv is not on this machine; set CMLIB_DATA to the folder that holds it")


# A small stand-in with the layout of the data set


ROWS = [[10 * i + j for j in range(18)] for i in range(6)]
KINDS = ["van", "saab", "bus", "opel", "bus", "saab"]
LINES = [",".join([*map(str, row), kind]) for row, kind in zip(ROWS, KINDS, strict=True)]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the loader expect the stand-in."""
    monkeypatch.setattr(shipped, "_VEHICLE_ROWS", len(LINES))
    monkeypatch.setattr(shipped, "_VEHICLE_SHA256", shipped._digest(LINES))
    monkeypatch.setattr(shipped, "_VEHICLE_SORTED_SHA256", shipped._digest(sorted(LINES)))


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small: None) -> Path:
    """The stand-in as a file in the folder that CMLIB_DATA names."""
    path = tmp_path / "vehicle.csv"
    header = ",".join([*shipped._VEHICLE_FEATURES, "class"])
    path.write_text("\n".join([header, *LINES]) + "\n", encoding="utf-8")
    monkeypatch.setenv("CMLIB_DATA", str(tmp_path))
    return path


def bunch() -> SimpleNamespace:
    return SimpleNamespace(data=np.array(ROWS, float), target=np.array(KINDS, dtype=object))


# The loader


def test_a_file_is_read(file: Path) -> None:
    samples = datasets.load_vehicle()
    assert samples.data.tolist() == ROWS
    assert samples.data.dtype == np.int64
    assert samples.target.tolist() == KINDS
    assert samples.target.dtype.kind == "U"
    assert len(samples.feature_names) == 18
    assert samples.licence == "CC BY 4.0"
    assert samples.doi == "10.24432/C5HG6N"
    assert "Siebert" in samples.source
    assert samples.sha256 == shipped._digest(LINES)
    assert repr(samples) == (
        "<Samples Vehicle Silhouettes: 6 samples, 18 features, classes bus, opel, saab, van>"
    )
    for array in (samples.data, samples.target):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[1]


def test_a_download_gives_the_same(monkeypatch: pytest.MonkeyPatch, small: None) -> None:
    calls = fake_openml(monkeypatch, bunch)
    samples = datasets.load_vehicle()
    assert calls == [{"data_id": 54, "as_frame": False, "parser": "liac-arff"}]
    assert samples.data.tolist() == ROWS
    assert samples.data.dtype == np.int64
    assert samples.target.tolist() == KINDS
    assert samples.target.dtype.kind == "U"


def test_an_empty_variable_is_no_folder(monkeypatch: pytest.MonkeyPatch, small: None) -> None:
    calls = fake_openml(monkeypatch, bunch)
    monkeypatch.setenv("CMLIB_DATA", "")
    datasets.load_vehicle()
    assert len(calls) == 1


def test_without_a_network_the_way_out_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable() -> object:
        raise URLError("no route to host")

    fake_openml(monkeypatch, unreachable)
    with pytest.raises(ConnectionError, match=r"OpenML.*no route to host.*CMLIB_DATA") as caught:
        datasets.load_vehicle()
    assert isinstance(caught.value.__cause__, URLError)


@pytest.mark.parametrize("value", [0.5, np.nan])
def test_a_download_of_other_than_integers_is_refused(
    monkeypatch: pytest.MonkeyPatch, small: None, value: float
) -> None:
    answer = bunch()
    answer.data[2, 3] = value
    fake_openml(monkeypatch, lambda: answer)
    with pytest.raises(ValueError, match=f"are integers, but one is {value}"):
        datasets.load_vehicle()


def test_a_folder_without_the_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CMLIB_DATA", str(tmp_path / "none"))
    with pytest.raises(FileNotFoundError, match=r"CMLIB_DATA names the folder .*vehicle\.csv"):
        datasets.load_vehicle()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("compactness", "Compactness", r"vehicle\.csv, line 1: expected the names of the 18"),
        ("\n20,21,22,", "\n20,21,x,", r"line 4: distance_circularity is 'x', not a non-negative"),
        ("\n20,21,22,", "\n20,22,", r"line 4: 18 cells, but line 1 has 19"),
        ("\n20,21,22,", "\n20,21,23,", r"the values differ .*wrong checksum"),
        ("van", "bus", r"the values differ .*wrong checksum"),
        (LINES[5] + "\n", "", r"expected 6 samples of 18 features, got \(5, 18\)"),
        (
            f"{LINES[0]}\n{LINES[1]}",
            f"{LINES[1]}\n{LINES[0]}",
            r"the samples are right, but not in the order of the files xaa",
        ),
    ],
)
def test_a_wrong_file_is_refused(file: Path, old: str, new: str, message: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, "the damage must hit exactly once"
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        datasets.load_vehicle()


def test_the_data_set_itself(real: datasets.Samples) -> None:
    assert real.data.shape == (846, 18)
    names, counts = np.unique(real.target, return_counts=True)
    assert dict(zip(names.tolist(), counts.tolist(), strict=True)) == {
        "bus": 218,
        "opel": 212,
        "saab": 217,
        "van": 199,
    }
    # Document 2, Table 1: its first four rows and its last, the columns that it prints.
    rows = [real.data[real.target == name] for name in ("bus", "opel", "saab")]
    table = np.concatenate(rows)[[0, 1, 2, 3, 646]][:, [0, 1, 2, 3, 4, 5, 6, 7, 17]]
    assert table.tolist() == [
        [85, 44, 70, 205, 103, 52, 149, 45, 183],
        [107, 57, 106, 172, 50, 6, 255, 26, 183],
        [97, 43, 73, 173, 65, 6, 153, 42, 204],
        [88, 46, 74, 171, 68, 6, 152, 43, 195],
        [86, 36, 78, 146, 58, 7, 135, 50, 195],
    ]


# The recipe


def stand_in(samples: int = 60) -> datasets.Samples:
    """Three classes that two features tell apart, interleaved with a fourth."""
    rng = np.random.default_rng(0)
    target = np.array(["saab", "van", "bus", "opel"] * (samples // 4))
    centre = {"bus": (0, 0), "opel": (9, 0), "saab": (0, 9), "van": (99, 99)}
    data = np.array([centre[name] for name in target]) * 10 + rng.integers(0, 9, (samples, 2))
    return datasets.Samples(
        name="stand-in",
        data=data.astype(np.int64),
        target=target,
        feature_names=("x", "y"),
        source="drawn",
        doi="",
        url="",
        licence="",
        sha256="0",
    )


def test_selection_keeps_the_documents_order_and_scales_what_is_selected() -> None:
    samples = stand_in()
    features, codes = recipe.select(samples, 2)
    assert codes.tolist() == [0] * 15 + [1] * 15
    assert features.min(axis=0).tolist() == [0, 0]
    assert features.max(axis=0).tolist() == [1, 1]
    bus = samples.data[samples.target == "bus"].astype(float)
    low = samples.data[np.isin(samples.target, ["bus", "opel"])].min(axis=0)
    high = samples.data[np.isin(samples.target, ["bus", "opel"])].max(axis=0)
    np.testing.assert_array_equal(features[:15], (bus - low) / (high - low))
    assert recipe.select(samples, 3)[1].tolist() == [0] * 15 + [1] * 15 + [2] * 15


def test_training_keeps_the_message_of_an_early_stop() -> None:
    network = recipe.Network("short", 3, (3,), 2, ())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = recipe.train(network, *recipe.select(stand_in(), 3))
    assert not result.converged
    assert result.iterations == 2
    assert result.messages[0].startswith("lbfgs failed to converge")
    assert result.scores.shape == (14, 3)
    np.testing.assert_array_equal(result.prediction, result.scores.argmax(axis=1))


def test_training_that_converges_says_so() -> None:
    network = recipe.Network("long", 2, (3,), 5000, ())
    result = recipe.train(network, *recipe.select(stand_in(), 2))
    assert result.converged
    assert result.messages == ()
    assert accuracy(result.matrix) == 1


def test_other_warnings_are_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    fit = recipe.MLPClassifier.fit

    def warn_and_fit(self: Any, x: Any, y: Any) -> Any:
        warnings.warn("something else", RuntimeWarning, stacklevel=1)
        return fit(self, x, y)

    monkeypatch.setattr(recipe.MLPClassifier, "fit", warn_and_fit)
    network = recipe.Network("short", 2, (3,), 2, ())
    with pytest.warns(RuntimeWarning, match="something else") as caught:
        recipe.train(network, *recipe.select(stand_in(), 2))
    assert not [w for w in caught if issubclass(w.category, ConvergenceWarning)]


def test_the_command_writes_what_the_loader_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(DATA / "index.json", tmp_path)
    monkeypatch.setattr(recipe, "load_vehicle", stand_in)
    monkeypatch.setattr(shipped, "data_folder", lambda: tmp_path)
    recipe.main([], tmp_path)
    write_checksums(tmp_path)
    assert capsys.readouterr().out.count("not the document's matrix") == 2
    for network in recipe.NETWORKS:
        table = datasets.load(f"{network.name}_scores")
        expected = recipe.train(network, *recipe.select(stand_in(), network.n_classes))
        np.testing.assert_array_equal(table.y_true, expected.truth)
        np.testing.assert_array_equal(table.y_pred, expected.prediction)
        np.testing.assert_array_equal(table.y_score, expected.scores)
        assert table.training is not None
        assert table.training["outcome"]["converged"] == expected.converged


def test_runs_of_the_installed_versions_are_replaced_and_others_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(DATA / "index.json", tmp_path)
    monkeypatch.setattr(shipped, "data_folder", lambda: tmp_path)
    variations = [("as installed", None), ("input changed", 7)]
    rows = recipe.run_rows(stand_in(), variations)
    assert [(row["variation"], row["seed"]) for row in rows["vehicle_binary"]] == [
        ("as installed", ""),
        ("input changed", 7),
    ]
    network = recipe.NETWORKS[0]
    older = [row | {"scikit_learn": "1.0.2"} for row in rows["vehicle_binary"]]
    recipe.write_runs(network, stand_in(), older, tmp_path)
    for _ in range(2):
        recipe.write_runs(network, stand_in(), rows["vehicle_binary"], tmp_path)
    write_checksums(tmp_path)
    runs = datasets.load_runs("vehicle_binary_runs")
    installed = recipe.versions()["scikit_learn"]
    assert runs.table["scikit_learn"].tolist() == ["1.0.2"] * 2 + [installed] * 2
    assert runs.counts.shape == (4, 2, 2)
    assert repr(runs).startswith("<Runs vehicle_binary_runs: 4 runs, 2 classes, ")


def test_only_the_named_settings_of_openblas_reach_a_new_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def settings() -> dict[str, str]:
        return {name: value for name, value in os.environ.items() if name.startswith("OPENBLAS_")}

    for name in settings():
        monkeypatch.delenv(name)
    monkeypatch.setenv("OPENBLAS_CORETYPE", "Nehalem")
    with recipe.environment(OPENBLAS_NUM_THREADS="1"):
        assert settings() == {"OPENBLAS_NUM_THREADS": "1"}
    assert settings() == {"OPENBLAS_CORETYPE": "Nehalem"}


# What the recipe wrote


def test_two_classes_give_the_documents_numbers() -> None:
    table = datasets.load("vehicle_binary_scores")
    assert table.matrix.counts.tolist() == PRINTED["vehicle_binary"]
    assert table.matrix.counts.tolist() == (
        datasets.load("doc2_vehicle_binary").matrix.counts.tolist()
    )
    assert f"{accuracy(table.matrix):.4f}" == "0.9225"
    assert table.y_score is not None
    for code in (0, 1):
        area = roc_auc_score(table.y_true == code, table.y_score[:, code])
        assert f"{area:.4f}" == "0.9733"


def test_three_classes_have_the_documents_row_sums() -> None:
    table = datasets.load("vehicle_three_class_scores")
    assert table.matrix.support.tolist() == [64, 62, 69]
    assert table.matrix.support.tolist() == (
        datasets.load("doc2_vehicle_three_class").matrix.support.tolist()
    )
    # Not its matrix: where this fails, the index and data/README.md must say something else.
    assert table.matrix.counts.tolist() != PRINTED["vehicle_three_class"]


@pytest.mark.parametrize("network", PRINTED)
def test_scores_and_side_file_agree(network: str) -> None:
    table = datasets.load(f"{network}_scores")
    assert table.kind == "scores"
    assert table.y_score is not None
    assert table.training is not None
    assert table.matrix.total == SIZE[network]
    np.testing.assert_allclose(table.y_score.sum(axis=1), 1, rtol=0, atol=1e-12)
    assert confusion_matrix(table.y_true, table.y_score.argmax(axis=1)).tolist() == (
        table.matrix.counts.tolist()
    )
    with pytest.raises(ValueError, match="read-only"):
        table.y_score[0, 0] = 1
    about = table.training
    assert about["data"]["sha256_of_rows"] == shipped._VEHICLE_SHA256
    assert about["split"] == {"test_size": 0.3, "random_state": 8}
    assert about["network"]["random_state"] == 0
    assert about["network"]["max_iter"] == MAX_ITER[network]
    assert about["outcome"]["samples"] == SIZE[network]
    assert about["outcome"]["accuracy"] == accuracy_score(table.y_true, table.y_pred)
    assert about["outcome"]["iterations"] == MAX_ITER[network]
    assert about["outcome"]["converged"] is False
    assert len(about["outcome"]["messages"]) == 1


@pytest.mark.parametrize("network", PRINTED)
def test_side_files_and_recipe_name_the_same_settings(network: str) -> None:
    (described,) = [item for item in recipe.NETWORKS if item.name == network]
    assert [list(row) for row in described.printed] == PRINTED[network]
    settings = json.loads(json.dumps(described.settings()))
    for suffix in ("scores", "runs"):
        about = json.loads((DATA / f"{network}_{suffix}.json").read_text(encoding="utf-8"))
        assert about["network"] == settings


@pytest.mark.parametrize("path", sorted(DATA.glob("vehicle_*")), ids=lambda path: path.name)
def test_no_file_names_a_place_on_a_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "\\" not in text
    assert "/" not in text.replace("data/recipes/vehicle.py", "")


@pytest.mark.parametrize("network", PRINTED)
def test_runs_are_complete_and_their_accuracy_follows_from_the_counts(network: str) -> None:
    runs = datasets.load_runs(f"{network}_runs")
    table = runs.table
    assert (runs.counts.sum(axis=(1, 2)) == SIZE[network]).all()
    np.testing.assert_array_equal(accuracy(runs.counts), table["accuracy"])
    np.testing.assert_array_equal(
        runs.counts.sum(axis=2), np.tile(np.sum(PRINTED[network], axis=1), (len(table), 1))
    )
    assert not table["converged"].any()
    for _, group in table.groupby("scikit_learn"):
        assert group["variation"].value_counts().to_dict() == {
            "as installed": 1,
            "one thread": 1,
            "kernels for Haswell": 1,
            "kernels for Nehalem": 1,
            "input changed by up to 1e-12": 100,
        }
    changed = table["seed"].notna()
    assert (table["variation"].str.startswith("input changed") == changed).all()
    with pytest.raises(ValueError, match="read-only"):
        runs.counts[0, 0, 0] = 1
    assert "seed" in runs.training["columns"]


def test_training_drifts_for_three_classes_and_not_for_two() -> None:
    two = datasets.load_runs("vehicle_binary_runs")
    three = datasets.load_runs("vehicle_three_class_runs")
    assert len(two.counts) == len(three.counts) == 520
    assert (two.counts == PRINTED["vehicle_binary"]).all()
    # The figures that data/README.md gives.
    assert len(np.unique(three.counts, axis=0)) == 187
    document = (three.counts == PRINTED["vehicle_three_class"]).all(axis=(1, 2))
    assert document.sum() == 9
    # Never without a change of the input.
    assert three.table["seed"][document].notna().all()


def test_the_readme_gives_the_versions_of_the_runs() -> None:
    readme = (DATA / "README.md").read_text(encoding="utf-8")
    table = datasets.load_runs("vehicle_three_class_runs").table
    rows = table[["scikit_learn", "numpy", "scipy"]].drop_duplicates().values.tolist()
    assert len(rows) == 5
    for versions in rows:
        cells = " | ".join(versions)
        assert f"| {cells} |" in readme.replace(" (pinned)", "")


def test_the_committed_scores_are_a_run_of_the_table() -> None:
    scores = datasets.load("vehicle_three_class_scores")
    runs = datasets.load_runs("vehicle_three_class_runs")
    assert scores.training is not None
    same = runs.table["variation"] == f"kernels for {scores.training['blas_kernels']}"
    for name, version in scores.training["versions"].items():
        same &= runs.table[name] == version
    assert runs.counts[same].tolist() == [scores.matrix.counts.tolist()]


@pytest.mark.parametrize("name", [f"{network}_runs" for network in PRINTED])
def test_the_readme_lists_the_runs(name: str) -> None:
    readme = (DATA / "README.md").read_text(encoding="utf-8")
    (row,) = [line for line in readme.splitlines() if line.startswith(f"| `{name}.csv` |")]
    runs = datasets.load_runs(name)
    for text in (runs.title, runs.place, runs.licence):
        assert text in row
    assert runs.note
    assert "Siebert" in runs.source


def test_training_again_gives_the_committed_two_class_predictions(real: datasets.Samples) -> None:
    table = datasets.load("vehicle_binary_scores")
    result = recipe.train(recipe.NETWORKS[0], *recipe.select(real, 2))
    np.testing.assert_array_equal(result.truth, table.y_true)
    np.testing.assert_array_equal(result.prediction, table.y_pred)
    # A change of the input by 1e-12 changes the scores by about 1e-7.
    np.testing.assert_allclose(result.scores, table.y_score, rtol=0, atol=1e-5)


def test_the_texts_order_of_scaling_and_selecting_gives_another_matrix(
    real: datasets.Samples,
) -> None:
    features, codes = recipe.select(real, 3)
    result = recipe.train(recipe.NETWORKS[0], features[:430], codes[:430])
    assert result.matrix.counts.tolist() == [[59, 4], [5, 61]]


@pytest.mark.parametrize(("network", "steps", "drifts"), [(0, 200, True), (1, 30, False)])
def test_the_drift_comes_with_the_steps_and_not_with_the_classes(
    real: datasets.Samples, network: int, steps: int, drifts: bool
) -> None:
    longer = replace(recipe.NETWORKS[network], max_iter=steps)
    features, codes = recipe.select(real, longer.n_classes)
    matrices = set()
    for seed in range(12):
        result = recipe.train(longer, features + recipe.change(seed, features.shape), codes)
        matrices.add(result.matrix.counts.tobytes())
        if len(matrices) > 1:
            break
    assert (len(matrices) > 1) == drifts


def test_the_change_of_the_input_is_small_and_repeatable() -> None:
    first = recipe.change(3, (50, 4))
    np.testing.assert_array_equal(first, recipe.change(3, (50, 4)))
    assert 0 < np.abs(first).max() <= 1e-12
    assert (first != recipe.change(4, (50, 4))).any()
    assert not recipe.change(None, (50, 4)).any()


# Bad files


@pytest.mark.parametrize(
    ("line", "new", "message"),
    [
        (0, "truth,prediction,score_0", r"line 1: expected 'truth,prediction,score_0,score_1'"),
        (1, "1,2,0.1,0.9", r"line 2: '2' is none of the labels \[0, 1\]"),
        (1, "1,1,a,0.9", r"line 2: the score of 0 is 'a', not a finite number"),
        (1, "1,1,0.1,nan", r"line 2: the score of 1 is 'nan', not a finite number"),
        (1, "1,0,0.1,0.9", r"line 2: the prediction is 0, but the largest score is that of 1"),
    ],
)
def test_bad_scores_are_refused(folder: Path, line: int, new: str, message: str) -> None:
    path = folder / "vehicle_binary_scores.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[line] = new
    width = new.count(",") + 1
    cut = [",".join(row.split(",")[:width]) for row in lines]
    path.write_text("\n".join(cut) + "\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"vehicle_binary_scores\.csv, " + message):
        datasets.load("vehicle_binary_scores")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (",n00,n01,", ",n01,n00,", r"line 1: expected the columns n00, n01, n10, n11"),
        (",n11,", ",other,", r"line 1: expected the columns n00, n01, n10, n11"),
        (",as installed,,61,", ",as installed,,-61,", r"line 2: n00 is '-61', not a non-negative"),
    ],
)
def test_bad_runs_are_refused(folder: Path, old: str, new: str, message: str) -> None:
    path = folder / "vehicle_binary_runs.csv"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=r"vehicle_binary_runs\.csv, " + message):
        datasets.load_runs("vehicle_binary_runs")


def test_an_unknown_table_of_runs_suggests_the_nearest() -> None:
    with pytest.raises(ValueError, match=r"'vehicle_binary_run'.*did you mean vehicle_binary_runs"):
        datasets.load_runs("vehicle_binary_run")
    with pytest.raises(
        ValueError, match=r"no table of runs is called 'x'; there are \['digits_rates'"
    ):
        datasets.load_runs("x")


def test_an_incomplete_entry_of_runs_is_refused(folder: Path) -> None:
    path = folder / "index.json"
    index = json.loads(path.read_text(encoding="utf-8"))
    del index["runs"]["vehicle_binary_runs"]["labels"]
    path.write_text(json.dumps(index), encoding="utf-8")
    with pytest.raises(ValueError, match=r"index\.json: 'labels' is missing"):
        datasets.load_runs("vehicle_binary_runs")


@pytest.mark.parametrize("text", ["{", "[]"])
def test_a_broken_side_file_is_refused(folder: Path, text: str) -> None:
    (folder / "vehicle_binary_scores.json").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"vehicle_binary_scores\.json: not "):
        datasets.load("vehicle_binary_scores")


def test_a_missing_side_file_is_named(folder: Path) -> None:
    (folder / "vehicle_binary_scores.json").unlink()
    with pytest.raises(FileNotFoundError, match=r"vehicle_binary_scores\.json is missing"):
        datasets.load("vehicle_binary_scores")
