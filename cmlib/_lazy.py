"""Arrays and columns of Dask: each block of rows is counted where it lies, and only counts travel.

What is done with a block, and how the results of several blocks become one, the caller says.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import accumulate
from typing import Any

import numpy as np

# How many results become one at a time: as many as in Dask's own reductions.
_SPLIT_EVERY = 8


def is_lazy(values: Any) -> bool:
    """Tell whether this is a Dask collection, which has its values only when it is computed."""
    # Who has not imported Dask has none.
    dask = sys.modules.get("dask.base")
    if dask is None or not hasattr(type(values), "__dask_graph__"):
        return False
    return bool(dask.is_dask_collection(values))


def refuse_lazy(values: Any, name: str, *, rows: bool = True) -> None:
    """Refuse what would be pulled into memory without a word, as a row of a list, too."""
    inside = rows and isinstance(values, list | tuple) and "dask.base" in sys.modules
    if is_lazy(values) or (inside and any(map(is_lazy, _one_of_each_type(values)))):
        raise TypeError(f"{name} is lazy: call .compute() first, if it fits into memory")
    if type(values).__name__ == "LazyFrame":
        raise TypeError(f"{name} is lazy: call .collect() first, and pass one column of it")


@contextmanager
def naming(place: str) -> Iterator[None]:
    """Say before the message of an error which piece it is about."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from error
    except TypeError as error:
        raise TypeError(f"{place}: {error}") from error


def reduce_blocks(
    count: Callable[[tuple[Any, ...]], Any],
    unite: Callable[[list[Any]], Any],
    arrays: dict[str, Any],
) -> Any:
    """Count blocks of rows and unite the results, level by level, on the scheduler that Dask has.

    ``count`` gets a tuple of the same rows of each array, ``unite`` a list of results. One array
    at least is lazy; one that is in memory is cut as the lazy ones are. Blocks without rows are
    left out.
    """
    from uuid import uuid4

    from dask.base import optimize
    from dask.core import flatten
    from dask.delayed import Delayed
    from dask.highlevelgraph import HighLevelGraph

    lazy = {name: values for name, values in arrays.items() if is_lazy(values)}
    held = {name: values for name, values in arrays.items() if name not in lazy}
    for name, values in lazy.items():
        _check_collection(values, name)
    for name, values in held.items():
        _check_held(values, name)
    sizes = _known_sizes(lazy)
    if sizes is not None:
        _check_lengths(arrays)
    elif held:
        raise TypeError(
            f"{_joined(held)} in memory cannot be cut as {_joined(lazy)} in Dask, which does not "
            "know how long its blocks are: pass all as Dask's, or let it find out with "
            "compute_chunk_sizes(), for a column with to_dask_array(lengths=True)"
        )
    lazy = {name: _in_rows(values, sizes) for name, values in lazy.items()}
    blocks = [values.npartitions for values in lazy.values()]
    if len(set(blocks)) > 1:
        raise ValueError(
            f"{_joined(lazy)} must come in equally many blocks, since it is not known how long "
            f"these are, got {_joined(blocks)}: repartition them alike"
        )
    columns = {name: values for name, values in lazy.items() if not _is_array(values)}
    grids = {name: values for name, values in lazy.items() if _is_array(values)}
    # Together, so that what two of them are made from is read once.
    sides = [*_side_by_side(columns), *optimize(*grids.values())]
    keys = list(zip(*(flatten(side.__dask_keys__()) for side in sides), strict=True))
    pieces = [{}] * len(keys) if sizes is None else _cut(held, sizes)

    # A graph by hand: with a Delayed for each, ten thousand blocks would take half a minute.
    token = f"count-{uuid4().hex}"
    graph: dict[Any, Any] = {}
    for at, (of_block, piece) in enumerate(zip(keys, pieces, strict=True)):
        names = tuple(arrays), tuple(columns), tuple(grids)
        task = partial(_count_block, count, f"block {at}", *names, piece)
        graph[token, 0, at] = (task, *of_block)
    level, depth = list(graph), 0
    while len(level) > 1 or depth == 0:
        depth += 1
        groups = [level[at : at + _SPLIT_EVERY] for at in range(0, len(level), _SPLIT_EVERY)]
        level = [(token, depth, at) for at in range(len(groups))]
        graph |= {key: (_unite, unite, group) for key, group in zip(level, groups, strict=True)}
    layers = HighLevelGraph.from_collections(token, graph, dependencies=sides)
    whole = Delayed(level[0], layers, layer=token).compute()
    if whole is None:
        raise ValueError(f"{_joined(arrays)} are empty: there is nothing to count")
    return whole


def _side_by_side(columns: dict[str, Any]) -> list[Any]:
    """Return one collection whose blocks are tuples of the blocks of each column, if there is one.

    What they have in common is then optimized as a whole: a table is read once, and the files of
    a table that are read together are so for all of its columns.
    """
    if not columns:
        return []
    from dask.dataframe import map_partitions

    meta = ("blocks", object)
    return [
        map_partitions(_as_tuple, *columns.values(), meta=meta, enforce_metadata=False).optimize()
    ]


def _as_tuple(*blocks: Any) -> tuple[Any, ...]:
    return blocks


def _count_block(
    count: Callable[[tuple[Any, ...]], Any],
    place: str,
    order: tuple[str, ...],
    columns: tuple[str, ...],
    grids: tuple[str, ...],
    held: dict[str, Any],
    *blocks: Any,
) -> Any:
    """Count the rows of a block, in the order of the arguments; return None if there are none."""
    side_by_side = [*blocks[0], *blocks[1:]] if columns else blocks
    values = held | dict(zip(columns + grids, side_by_side, strict=True))
    if not any(map(len, values.values())):
        return None
    with naming(place):
        return count(tuple(values[name] for name in order))


def _unite(unite: Callable[[list[Any]], Any], results: list[Any]) -> Any:
    some = [result for result in results if result is not None]
    return unite(some) if some else None


def _check_collection(values: Any, name: str) -> None:
    """Refuse what comes in no rows, and a column that does not know its own classes."""
    if not (_is_array(values) or hasattr(type(values), "to_dask_array")):
        raise TypeError(
            f"{name} must be an array or a column of Dask, got a {type(values).__name__}"
        )
    if values.ndim == 0:
        raise ValueError(f"{name} must be one-dimensional, got shape ()")
    if str(getattr(values, "dtype", "")) == "category" and not values.cat.known:
        raise ValueError(
            f"{name} is a categorical of which Dask does not know the categories: "
            f"pass {name}.cat.as_known()"
        )


def _check_held(values: Any, name: str) -> None:
    refuse_lazy(values, name)
    rows = hasattr(values, "__getitem__") and getattr(values, "shape", None) != ()
    if not rows or isinstance(values, str | Mapping):
        raise TypeError(f"{name} must be a list or an array, got {values!r}")


def _check_lengths(arrays: dict[str, Any]) -> None:
    lengths = [len(values) for values in arrays.values()]
    if len(set(lengths)) > 1:
        raise ValueError(f"{_joined(arrays)} must be of equal length, got {_joined(lengths)}")


def _one_of_each_type(values: list[Any] | tuple[Any, ...]) -> Iterable[Any]:
    return {type(value): value for value in values}.values()


def _is_array(values: Any) -> bool:
    # Of the type: a Delayed has an attribute of every name.
    return hasattr(type(values), "rechunk")


def _known_sizes(lazy: dict[str, Any]) -> tuple[int, ...] | None:
    """Return how many rows each block is to have, or None if some array does not know its own."""
    if not all(_is_array(values) and not np.isnan(values.shape[0]) for values in lazy.values()):
        return None
    # Those of the scores, if there are scores: as many rows of them as of labels could be too many.
    sizes: tuple[int, ...] = max(lazy.values(), key=lambda values: values.ndim).chunks[0]
    return sizes


def _in_rows(values: Any, sizes: tuple[int, ...] | None) -> Any:
    """Cut an array into blocks of so many whole rows, lazily; a column has whole rows already."""
    if not _is_array(values):
        return values
    return values.rechunk(dict.fromkeys(range(1, values.ndim), -1) | ({0: sizes} if sizes else {}))


def _cut(held: dict[str, Any], sizes: tuple[int, ...]) -> list[dict[str, Any]]:
    """Cut what is in memory into blocks of so many rows."""
    ends = [0, *accumulate(sizes)]
    return [
        {
            name: (values.iloc if hasattr(values, "iloc") else values)[start : start + size]
            for name, values in held.items()
        }
        for start, size in zip(ends, sizes, strict=False)
    ]


def _joined(names: Iterable[Any]) -> str:
    *others, last = map(str, names)
    return f"{', '.join(others)} and {last}" if others else last
