"""Arrays and columns of Dask: each block of rows is counted where it lies; only results travel."""

from collections.abc import Callable
from typing import Any

import dask
import numpy as np

from cmlib._checks import check_lengths, naming

# How many results are united at a time.
_SPLIT_EVERY = 8


def reduce_blocks(
    count: Callable[..., Any], unite: Callable[[list[Any]], Any], arrays: dict[str, Any]
) -> Any:
    """Count blocks of rows and unite the results in a tree, on the scheduler that Dask has.

    ``count`` takes the same rows of each array by its name, ``unite`` a list of results. Blocks
    without rows are left out.
    """
    for name, values in arrays.items():
        _check_rows(values, name)
    rows: dict[int, Any] = {}
    if all(_is_array(values) and not np.isnan(values.shape[0]) for values in arrays.values()):
        check_lengths({name: len(values) for name, values in arrays.items()})
        # The blocks of the scores: those cut for labels may hold too many rows of scores.
        rows[0] = max(arrays.values(), key=lambda values: values.ndim).chunks[0]
    grids = [name for name, values in arrays.items() if _is_array(values)]
    columns = [name for name in arrays if name not in grids]
    for name in grids:
        whole_rows = dict.fromkeys(range(1, arrays[name].ndim), -1)
        arrays = arrays | {name: arrays[name].rechunk(rows | whole_rows)}
    numbers = [values.npartitions for values in arrays.values()]
    if len(set(numbers)) > 1:
        raise ValueError(
            f"{' and '.join(arrays)} must come in equally many blocks, since it is not known "
            f"how long these are, got {' and '.join(map(str, numbers))}: repartition them alike"
        )
    blocks: dict[str, Any] = {}
    # Together, so that a table is read once and its columns keep the same blocks.
    for name, values in zip(grids, dask.optimize(*(arrays[name] for name in grids)), strict=True):
        blocks[name] = values.to_delayed(optimize_graph=False).ravel()
    if columns:
        from dask.dataframe import map_partitions

        meta = {"meta": ("blocks", object), "enforce_metadata": False}
        parts = map_partitions(_as_tuple, *(arrays[name] for name in columns), **meta).to_delayed()
        blocks |= {name: [part[at] for part in parts] for at, name in enumerate(columns)}

    task, join = dask.delayed(_count_block, pure=False), dask.delayed(_unite, pure=False)
    sides = zip(*(blocks[name] for name in arrays), strict=True)
    level = [task(count, f"block {at}", [*arrays], *side) for at, side in enumerate(sides)]
    while len(level) > 1:
        groups = range(0, len(level), _SPLIT_EVERY)
        level = [join(unite, level[at : at + _SPLIT_EVERY]) for at in groups]
    whole = level[0].compute()
    if whole is None:
        raise ValueError(f"{' and '.join(arrays)} are empty: there is nothing to count")
    return whole


def _as_tuple(*blocks: Any) -> tuple[Any, ...]:
    return blocks


def _count_block(count: Callable[..., Any], place: str, names: list[str], *sides: Any) -> Any:
    with naming(place):
        return count(**dict(zip(names, sides, strict=True))) if any(map(len, sides)) else None


def _unite(unite: Callable[[list[Any]], Any], results: list[Any]) -> Any:
    some = [result for result in results if result is not None]
    return unite(some) if some else None


def _check_rows(values: Any, name: str) -> None:
    """Refuse what is not of Dask, what has no rows, and a column that does not know its classes."""
    if not (_is_array(values) or hasattr(type(values), "to_dask_array")):
        kind = type(values).__name__
        raise TypeError(f"{name} must be an array or a column of Dask, as the rest, got a {kind}")
    if values.ndim == 0:
        raise ValueError(f"{name} must be one-dimensional, got shape ()")
    if str(getattr(values, "dtype", "")) == "category" and not values.cat.known:
        raise ValueError(f"{name} has categories unknown to Dask: pass {name}.cat.as_known()")


def _is_array(values: Any) -> bool:
    # Check the type: a Delayed has an attribute of every name.
    return hasattr(type(values), "rechunk")
