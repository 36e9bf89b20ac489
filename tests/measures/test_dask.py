"""Arrays and columns of Dask are counted block by block, in threads and in other processes."""

import logging
import os
import re
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
    whole = ConfusionMatrix.from_labels(true, pred)
    weight = np.arange(len(true)) / 4
    weighted = ConfusionMatrix.from_labels(true, pred, sample_weight=weight)
    order = range(9, -4, -1)
    ordered = ConfusionMatrix.from_labels(true, pred, labels=order)
    assert ConfusionMatrix.from_labels(lazy_true, lazy_pred) == whole
    assert ConfusionMatrix.from_labels(lazy_true, pred) == whole
    assert ConfusionMatrix.from_labels(np.array(true), lazy_pred) == whole
    assert ConfusionMatrix.from_labels(lazy_true, lazy_pred, sample_weight=weight) == weighted
    lazy_weight = da.from_array(weight, chunks=7)
    assert ConfusionMatrix.from_labels(true, pred, sample_weight=lazy_weight) == weighted
    assert ConfusionMatrix.from_labels(lazy_true, lazy_pred, labels=order) == ordered


MIXED = {
    "array and list": (Y, PRED.tolist(), None),
    "array and series": (Y, TABLE["p"].set_axis(TRUE), None),
    "array and polars": (Y, pl.Series(PRED), None),
    "columns": (COLUMNS["y"], COLUMNS.p, None),
    "an index": (COLUMNS.set_index("y", sort=False).index, COLUMNS["p"], None),
    "a column and an array of it": (COLUMNS["y"], COLUMNS["p"].to_dask_array(), None),
    "an array of unknown lengths": (UNKNOWN, da.from_array(PRED, chunks=100), None),
    "weights": (Y, P, da.from_array(WEIGHT, chunks=90)),
    "a column of weights": (COLUMNS["y"], COLUMNS["p"], COLUMNS["w"]),
    "a mask": (COLUMNS["y"], COLUMNS["p"], COLUMNS["w"] > 1),
}


@pytest.mark.parametrize("case", MIXED)
def test_lazy_and_held_rows_are_paired(case):
    true, pred, weight = MIXED[case]
    cm = ConfusionMatrix.from_labels(true, pred, sample_weight=weight)
    if weight is None:
        assert cm == WHOLE
    else:
        expected = WEIGHT > 1 if case == "a mask" else WEIGHT
        assert cm == ConfusionMatrix.from_labels(TRUE, PRED, sample_weight=expected)


def test_blocks_without_rows_add_nothing():
    few = COLUMNS[COLUMNS["w"] > 1.6]
    few = few[few["y"] == few["p"]].partitions[:2]
    assert 0 in few.map_partitions(len).compute().tolist() or len(few) < 40
    rows = few.compute()
    assert ConfusionMatrix.from_labels(few["y"], few["p"]) == ConfusionMatrix.from_labels(
        rows["y"], rows["p"]
    )


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


# ------------------------------------------------------------------------- refusals

BAD = {
    "unequal": (
        Y,
        P[:-3],
        ValueError,
        "y_true and y_pred must be of equal length, got 1000 and 997",
    ),
    "unequal within a block": (
        COLUMNS["y"],
        COLUMNS[COLUMNS["y"] > 2]["p"],
        ValueError,
        r"block \d: y_true and y_pred must be of equal length, got 14\d and \d\d",
    ),
    "blocks of unknown lengths": (
        COLUMNS["y"],
        P,
        ValueError,
        r"y_true and y_pred must come in equally many blocks, .* got 7 and 8: repartition",
    ),
    "memory beside unknown lengths": (
        COLUMNS["y"],
        PRED,
        TypeError,
        r"y_pred in memory cannot be cut as y_true in Dask, .* to_dask_array\(lengths=True\)",
    ),
    "a number": (Y.sum(), P, ValueError, r"y_true must be one-dimensional, got shape \(\)"),
    "a table": (COLUMNS, COLUMNS["p"], TypeError, r"block \d: y_true is a DataFrame"),
    "a bag": (dask.bag.from_sequence([1]), P, TypeError, "y_true must be .* of Dask, got a Bag"),
    "delayed": (dask.delayed(TRUE), P, TypeError, "y_true must be an array or a column of Dask"),
    "a string": (Y, "spam", TypeError, "y_pred must be a list or an array, got 'spam'"),
    "no size": (Y, np.array(3), TypeError, "y_pred must be a list or an array"),
    "empty": (Y[:0], P[:0], ValueError, "y_true and y_pred are empty"),
    "all blocks empty": (Y[Y > 9], Y[Y > 9], ValueError, "y_true and y_pred are empty"),
    "missing": (
        da.from_array(np.array(["a", "b", "c", None], object), chunks=3),
        list("abcd"),
        ValueError,
        "block 1: y_true has a missing label, None, at position 0",
    ),
    "two kinds in two blocks": (
        da.from_array(np.array([1, "a"], object), chunks=1),
        da.from_array(np.array([1, "a"], object), chunks=1),
        TypeError,
        "pieces must hold labels of one kind, got 1 in one of them and 'a' in another",
    ),
    "unknown categories": (
        COLUMNS["y"].astype("category"),
        COLUMNS["p"],
        ValueError,
        r"y_true has categories unknown to Dask: pass y_true\.cat\.as_known\(\)",
    ),
    "a lazy frame": (pl.LazyFrame({"y": [1]}), PRED, TypeError, r"y_true is lazy: .*\.collect\(\)"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_lazy_labels_are_named(case):
    true, pred, error, message = BAD[case]
    with pytest.raises(error, match=message):
        ConfusionMatrix.from_labels(true, pred)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"labels": Y}, TypeError, r"labels is lazy: call \.compute\(\)"),
        ({"labels": [0, 1, 2]}, ValueError, r"block \d: y_\w+ holds \d at position .* in labels"),
        ({"labels": [0, 0]}, ValueError, "labels must all differ, got 0 twice"),
        (
            {"sample_weight": -da.from_array(WEIGHT, chunks=100) - 1},
            ValueError,
            r"block \d: sample_weight must be at least 0, got -",
        ),
        (
            {"sample_weight": WEIGHT[:5]},
            ValueError,
            "y_true and y_pred and sample_weight must be of equal length, got 1000 and 1000 and 5",
        ),
    ],
)
def test_bad_lazy_options_are_named(options, error, message):
    with pytest.raises(error, match=message):
        ConfusionMatrix.from_labels(Y, P, **options)


MATRICES = da.ones((4, 3, 3), chunks=1, dtype=int)
TAKES_NO_LAZY = {
    "a matrix": lambda: ConfusionMatrix(MATRICES[0]),
    "labels of a matrix": lambda: ConfusionMatrix(np.eye(3), labels=da.arange(3)),
    "a report": lambda: cmlib.classification_report(MATRICES[0]),
    "excluded classes": lambda: cmlib.recall(np.eye(3), average="macro", exclude=da.arange(1)),
    "pairs": lambda: ConfusionMatrix.from_pairs(Y, P, TRUE),
    "counts of pairs": lambda: ConfusionMatrix.from_pairs(TRUE, PRED, Y),
    "a frame": lambda: cmlib.accuracy(pl.LazyFrame({"a": [1]})),
}


@pytest.mark.parametrize("case", TAKES_NO_LAZY)
def test_lazy_matrices_are_refused(case):
    with pytest.raises(TypeError, match=r"is lazy: call \.(compute|collect)\(\) first"):
        TAKES_NO_LAZY[case]()


def test_error_of_a_block_itself_is_raised():
    def broken(block):
        raise OSError("the disk is gone")

    labels = da.zeros(10, chunks=5, dtype=int).map_blocks(broken, dtype=int, meta=np.ones(0, int))
    with pytest.raises(OSError, match=re.escape("the disk is gone")):
        ConfusionMatrix.from_labels(labels, labels)


@pytest.mark.parametrize("scheduler", ["threads", "processes"])
def test_scheduler_of_the_user_is_used(scheduler):
    def where(block, at):
        return np.full(len(block), os.getpid() if at == 0 else 0)

    at = da.arange(4, chunks=1)
    pids = da.map_blocks(where, da.zeros(4, chunks=1), at, dtype=int)
    with dask.config.set(scheduler=scheduler, num_workers=2):
        cm = ConfusionMatrix.from_labels(pids, pids)
    assert (max(cm.labels) == os.getpid()) == (scheduler == "threads")


# ------------------------------------------------------------------ top_k_accuracy

SCORES = RNG.integers(0, 9, (1000, 5)) / 8  # with many ties
GRID = da.from_array(SCORES, chunks=(90, 2))  # no block has a whole row
NAMED = dd.from_pandas(pd.DataFrame(SCORES, columns=list("vwxyz")), npartitions=7)
LETTERS = pd.Series(np.array(list("vwxyz"))[TRUE])

RANKED = {
    "scores and labels": (Y, GRID, {}),
    "scores": (TRUE, GRID, {}),
    "labels": (Y, SCORES, {}),
    "weights": (Y, GRID, {"sample_weight": P}),
    "weights in memory": (TRUE, GRID, {"sample_weight": PRED}),
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


BAD_RANKS = {
    "one column": (
        Y,
        GRID[:, 0],
        1,
        TypeError,
        r"y_score of shape \(n_samples,\) cannot",
    ),
    "unequal": (Y, GRID[1:], 1, ValueError, "y_true and y_score must be of equal length, got 1000"),
    "k": (Y, GRID, 6, ValueError, r"k must be from 1 to the number of classes, 5, got 6"),
    "not finite": (Y, GRID / 0.0, 1, ValueError, r"block \d: y_score must be finite"),
    "unknown": (Y + 3, GRID, 1, ValueError, r"block \d: y_true holds \d at position \d+, which"),
}


@pytest.mark.parametrize("case", BAD_RANKS)
@pytest.mark.filterwarnings("ignore:(divide by zero|invalid value) encountered:RuntimeWarning")
def test_bad_lazy_scores_are_named(case):
    true, scores, k, error, message = BAD_RANKS[case]
    with pytest.raises(error, match=message):
        cmlib.top_k_accuracy(true, scores, k)


# ------------------------------------------------------- a cluster of several processes


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
    assert len({*pids, os.getpid()}) == 3

    def where(block):
        return np.full(len(block), os.getpid())

    lazy = da.zeros(20, chunks=1).map_blocks(where, dtype=int, meta=np.ones(0, int))
    assert set(ConfusionMatrix.from_labels(lazy, lazy).labels) <= set(pids)
    assert ConfusionMatrix.from_labels(Y, P, sample_weight=WEIGHT) == ConfusionMatrix.from_labels(
        TRUE, PRED, sample_weight=WEIGHT
    )
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
