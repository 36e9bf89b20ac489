"""Arrays and columns of Dask are counted block by block, in threads and in other processes."""

import logging
import os
import weakref

import dask
import dask.array as da
import dask.bag
import dask.dataframe as dd
import distributed
import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused

import cmlib
from cmlib import ConfusionMatrix

RNG = np.random.default_rng(14)
TRUE, PRED = RNG.integers(0, 5, (2, 1000))
WEIGHT = RNG.integers(0, 8, 1000) / 4
WHOLE = ConfusionMatrix.from_labels(TRUE, PRED)
Y, P = da.from_array(TRUE, chunks=100), da.from_array(PRED, chunks=130)
TABLE = pd.DataFrame({"y": TRUE, "p": PRED, "w": WEIGHT})
COLUMNS = dd.from_pandas(TABLE, npartitions=7)
UNKNOWN = da.from_array(TRUE, chunks=100)[Y >= 0]  # of no known length
SIZES = pd.CategoricalDtype(["small", "medium", "large", "huge"])


@pytest.fixture(autouse=True)
def _in_this_thread(request):
    # What is set goes before a client.
    if "client" in request.fixturenames:
        yield
        return
    with dask.config.set(scheduler="synchronous"):
        yield


@st.composite
def cut_up(draw):
    """Return labels of two sides, each in blocks of its own, some of them empty."""
    length = draw(st.integers(1, 40))
    sides = draw(st.tuples(*[st.lists(st.integers(-3, 9), min_size=length, max_size=length)] * 2))
    lazy = []
    for side in sides:
        ends = sorted([0, *draw(st.lists(st.integers(0, length), max_size=12)), length])
        lazy.append(da.from_array(np.array(side), chunks=(tuple(np.diff(ends).tolist()),)))
    return *sides, *lazy


@settings(max_examples=50)
@given(cut_up())
def test_blocks_are_the_whole(sides):
    true, pred, lazy_true, lazy_pred = sides
    weight, order = np.arange(len(true)) / 4, range(9, -4, -1)
    lazy_weight = da.from_array(weight, chunks=7)
    count = ConfusionMatrix.from_labels
    whole = count(true, pred)
    assert count(lazy_true, lazy_pred) == whole
    weighted = count(true, pred, sample_weight=weight)
    assert count(lazy_true, lazy_pred, sample_weight=lazy_weight) == weighted
    assert count(lazy_true, lazy_pred, labels=order) == count(true, pred, labels=order)


MIXED = {
    "columns": (COLUMNS["y"], COLUMNS.p, None, None),
    "an index": (COLUMNS.set_index("y", sort=False).index, COLUMNS["p"], None, None),
    "a column and an array of it": (COLUMNS["y"], COLUMNS["p"].to_dask_array(), None, None),
    "an array of unknown lengths": (UNKNOWN, da.from_array(PRED, chunks=100), None, None),
    "weights": (Y, P, da.from_array(WEIGHT, chunks=90), WEIGHT),
    "a column of weights": (COLUMNS["y"], COLUMNS["p"], COLUMNS["w"], WEIGHT),
    "a mask": (COLUMNS["y"], COLUMNS["p"], COLUMNS["w"] > 1, WEIGHT > 1),
}


@pytest.mark.parametrize("case", MIXED)
def test_rows_are_paired(case):
    true, pred, weight, held = MIXED[case]
    cm = ConfusionMatrix.from_labels(true, pred, sample_weight=weight)
    assert cm == ConfusionMatrix.from_labels(TRUE, PRED, sample_weight=held)


def test_categories_that_dask_knows_keep_their_order():
    names = SIZES.categories[TRUE % 3]
    columns = dd.from_pandas(pd.DataFrame({"y": names, "p": names}), npartitions=5)
    columns = columns.astype({"y": SIZES, "p": SIZES})
    cm = ConfusionMatrix.from_labels(columns["y"], columns["p"])
    assert cm.labels == ("small", "medium", "large", "huge")
    assert cm == ConfusionMatrix.from_labels(names, names, labels=cm.labels)


def test_table_is_read_once_for_two_columns():
    read = []

    def table(at):
        read.append(at)
        return pd.DataFrame({"y": [at, 1], "p": [1, 1], "unused": [0.0, 0.0]})

    columns = dd.from_map(table, range(4), meta=table(0))
    read.clear()
    cm = ConfusionMatrix.from_labels(columns["y"], columns["p"])
    assert cm.total == 8
    assert sorted(read) == [0, 1, 2, 3]


def test_columns_keep_the_same_blocks(tmp_path):
    names = [f"a name that is much longer than a number: {number}" for number in TRUE]
    wide = TABLE.assign(long=names, **{f"unused{at}": names for at in range(8)})
    for at in range(8):
        wide[at::8].to_parquet(tmp_path / f"{at}.parquet")
    columns = dd.read_parquet(tmp_path)
    assert columns["y"].optimize().npartitions < 8  # a few short columns: several files at a time
    assert ConfusionMatrix.from_labels(columns["y"], columns["p"]) == WHOLE
    expected = ConfusionMatrix.from_labels(names, names)
    assert ConfusionMatrix.from_labels(columns["long"], columns["long"]) == expected


def test_few_blocks_are_in_memory_at_a_time():
    alive, most = weakref.WeakSet(), []

    class Block(np.ndarray):
        """An array that a WeakSet may hold."""

        __hash__ = object.__hash__

    def made(block):
        block = np.ones(10, int).view(Block)
        alive.add(block)
        most.append(len(alive))
        return block

    ones = da.zeros(2000, chunks=10, dtype=int).map_blocks(made, dtype=int, meta=np.ones(0, int))
    assert ConfusionMatrix.from_labels(ones, ones).total == 2000
    assert len(most) >= 200
    assert max(most) <= 4


def broken(block):
    raise OSError("the disk is gone")


Y_ROWS = COLUMNS["y"]
LACKING, KINDS = (da.from_array(np.array([1, it], object), chunks=1) for it in (None, "a"))
BROKEN = da.zeros(10, chunks=5, dtype=int).map_blocks(broken, dtype=int, meta=np.ones(0, int))
BAD = [
    (BROKEN, BROKEN, OSError, "the disk is gone"),
    (Y, P[:-3], ValueError, "y_true and y_pred must be of equal length, got 1000 and 997"),
    (Y_ROWS, COLUMNS[Y_ROWS > 2]["p"], ValueError, r"block \d: .* length, got 14\d and \d\d"),
    (Y_ROWS, P, ValueError, "must come in equally many blocks, .* got 7 and 8: repartition"),
    (Y.sum(), P, ValueError, r"y_true must be one-dimensional, got shape \(\)"),
    (COLUMNS, COLUMNS["p"], TypeError, r"block \d: y_true is a DataFrame"),
    (dask.bag.from_sequence([1]), P, TypeError, "y_true must .* Dask, as the rest, got a Bag"),
    (dask.delayed(TRUE), P, TypeError, "y_true must be an array or a column of Dask"),
    (Y, PRED, TypeError, "y_pred must be an array or a column of Dask, as the rest, got a ndarr"),
    (Y[:0], P[:0], ValueError, "y_true and y_pred are empty"),
    (Y[Y > 9], Y[Y > 9], ValueError, "y_true and y_pred are empty"),
    (LACKING, LACKING, ValueError, "block 1: y_true has a missing label, None, at position 0"),
    (KINDS, KINDS, TypeError, "labels must be of one kind, got 1 in one piece and 'a' in another"),
    (Y_ROWS.astype("category"), P, ValueError, r"unknown to Dask: pass y_true\.cat\.as_known\(\)"),
]
test_bad_lazy_labels_are_named = refused(ConfusionMatrix.from_labels, BAD)


BAD_OPTIONS = [
    ({"labels": Y}, TypeError, r"labels is lazy: call \.compute\(\)"),
    ({"labels": [0, 1, 2]}, ValueError, r"block \d: y_\w+ holds \d at position .* in labels"),
    ({"labels": [0, 0]}, ValueError, "labels must all differ, got 0 twice"),
    ({"sample_weight": -Y - 1}, ValueError, r"block \d: sample_weight must be at least 0, got -"),
    ({"sample_weight": Y[:5]}, ValueError, "y_pred and sample_weight .* got 1000 and 1000 and 5"),
]
test_bad_lazy_options_are_named = refused(
    lambda options: ConfusionMatrix.from_labels(Y, P, **options), BAD_OPTIONS
)


MATRICES = da.ones((4, 3, 3), chunks=1, dtype=int)
TAKES_NO_LAZY = {
    "a matrix": lambda: ConfusionMatrix(MATRICES[0]),
    "labels of a matrix": lambda: ConfusionMatrix(np.eye(3), labels=da.arange(3)),
    "a report": lambda: cmlib.classification_report(MATRICES[0]),
    "excluded classes": lambda: cmlib.recall(np.eye(3), average="macro", exclude=da.arange(1)),
    "pairs": lambda: ConfusionMatrix.from_pairs(Y, P, TRUE),
    "counts of pairs": lambda: ConfusionMatrix.from_pairs(TRUE, PRED, Y),
    "a frame": lambda: cmlib.accuracy(pl.LazyFrame({"a": [1]})),
    "a crosstab": lambda: ConfusionMatrix.from_frame(NAMED),
}


@pytest.mark.parametrize("case", TAKES_NO_LAZY)
def test_lazy_matrices_are_refused(case):
    with pytest.raises(TypeError, match=r"is lazy: call \.(compute|collect)\(\) first"):
        TAKES_NO_LAZY[case]()


SCORES = RNG.integers(0, 9, (1000, 5)) / 8  # with many ties
GRID = da.from_array(SCORES, chunks=(90, 2))  # no block has a whole row
NAMED = dd.from_pandas(pd.DataFrame(SCORES, columns=list("vwxyz")), npartitions=7)
LETTERS = pd.Series(np.array(list("vwxyz"))[TRUE])

RANKED = {
    "scores and labels": (Y, GRID, {}),
    "weights": (Y, GRID, {"sample_weight": P}),
    "named classes": (da.from_array(LETTERS.to_numpy(), chunks=80), GRID, {"labels": "vwxyz"}),
    "a table of scores": (dd.from_pandas(LETTERS, npartitions=7), NAMED, {}),
    "a column and an array": (COLUMNS["y"], NAMED.to_dask_array(), {}),
}


@pytest.mark.parametrize("ties", ["optimistic", "pessimistic", "expected"])
@pytest.mark.parametrize("case", RANKED)
def test_blocks_of_scores_are_ranked_as_the_whole(case, ties):
    true, scores, options = RANKED[case]
    if "labels" in options:
        options = {"labels": list(options["labels"])}
    shares = cmlib.top_k_accuracy(true, scores, [1, 2, 5], ties=ties, **options)
    weight = PRED if "sample_weight" in options else None
    expected = cmlib.top_k_accuracy(TRUE, SCORES, [1, 2, 5], ties=ties, sample_weight=weight)
    np.testing.assert_allclose(shares, expected, rtol=1e-12)
    one = cmlib.top_k_accuracy(true, scores, 2, ties=ties, **options)
    assert one == pytest.approx(shares[1], rel=1e-12)
    assert type(one) is float


def test_scores_keep_their_blocks():
    rows = []

    def made(block):
        rows.append(len(block))
        return block

    scores = da.from_array(SCORES, chunks=(50, 5)).map_blocks(made, dtype=float, meta=SCORES[:0])
    rows.clear()
    cmlib.top_k_accuracy(da.from_array(TRUE, chunks=1000), scores, 1)
    assert rows == [50] * 20


BAD_RANKS = [
    (Y, GRID[:, 0], 1, ValueError, r"block \d: y_score .* got \(100,\)"),
    (Y, GRID[1:], 1, ValueError, "y_true and y_score must be of equal length, got 1000"),
    (Y, GRID, 6, ValueError, r"k must be from 1 to the number of classes, 5, got 6"),
    (Y, GRID / 0.0, 1, ValueError, r"block \d: y_score must be finite"),
    (Y + 3, GRID, 1, ValueError, r"block \d: y_true holds \d at position \d+, which"),
]

_divides = pytest.mark.filterwarnings(
    "ignore:(divide by zero|invalid value) encountered:RuntimeWarning"
)
test_bad_lazy_scores_are_named = _divides(refused(cmlib.top_k_accuracy, BAD_RANKS))


@pytest.fixture(scope="module")
def client():
    with (
        dask.config.set(
            {
                "distributed.comm.timeouts.connect": "120s",
                "distributed.scheduler.worker-ttl": None,  # a busy machine is no dead worker
                "distributed.admin.system-monitor.gil.enabled": False,
            }
        ),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            memory_limit="400MB",
            dashboard_address=":0",  # any that is free
            silence_logs=logging.CRITICAL,  # that a worker is killed and starts again
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        client.wait_for_workers(2, timeout=120)
        yield client


def test_a_cluster_counts_in_other_processes(client):
    pids = client.run(os.getpid).values()
    lazy = da.zeros(20, chunks=1).map_blocks(
        lambda block: np.full(len(block), os.getpid()), dtype=int, meta=np.ones(0, int)
    )
    assert set(ConfusionMatrix.from_labels(lazy, lazy).labels) <= set(pids) - {os.getpid()}
    expected = ConfusionMatrix.from_labels(TRUE, PRED, sample_weight=WEIGHT)
    weight = da.from_array(WEIGHT, chunks=90)
    assert ConfusionMatrix.from_labels(Y, P, sample_weight=weight) == expected
    assert ConfusionMatrix.from_labels(COLUMNS["y"], COLUMNS["p"]) == WHOLE


def test_an_error_comes_back_from_another_process(client):
    with pytest.raises(ValueError, match=r"^block \d: y_true holds \d at position \d+, which"):
        ConfusionMatrix.from_labels(Y, P, labels=[0])
    with pytest.raises(TypeError, match=r"^block \d: y_true must hold labels that are int"):
        ConfusionMatrix.from_labels(Y / 2, P)


def test_only_matrices_travel(client):
    before = sum(client.run(lambda dask_worker: dask_worker.transfer_outgoing_bytes_total).values())
    labels = da.zeros(4_000_000, chunks=400_000, dtype=int)
    assert ConfusionMatrix.from_labels(labels, labels).total == 4_000_000
    after = sum(client.run(lambda dask_worker: dask_worker.transfer_outgoing_bytes_total).values())
    assert after - before < 400_000  # of 64 MB of labels, not as much as a tenth of a block
