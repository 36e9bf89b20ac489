"""What the expressions of the ledger may use, and what each name stands for.

A check that is too long for a row is called by its module, as in ``doc1_table_6.room_for_f1(7)``,
and stands in that file of ``checks``. ``python -m cmcourse.ledger --names`` prints all of them.
"""

from __future__ import annotations

import math
import pkgutil
from fractions import Fraction
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

import cmlib
from cmcourse import tables
from cmcourse.ledger import checks, evidence


@cache
def offered(module: ModuleType) -> dict[str, Any]:
    """Return the checks and the constants that an expression may take from a module of checks."""
    return {
        name: thing
        for name, thing in vars(module).items()
        if name.isupper() or getattr(thing, "__module__", "") == module.__name__
        if not name.startswith("_")
    }


#: The checks that are too long for a row, by the name of their module.
CHECKS = {
    name: import_module(f"{checks.__name__}.{name}")
    for _, name, _ in pkgutil.iter_modules(checks.__path__)
}
# Names beside the measures and the tools that no expression needs.
_NOT_NEEDED = {"Evidence", "Explanation", "UndefinedMetricWarning"}
_KNOWN = {
    **{name: getattr(cmlib, name) for name in cmlib.__all__},
    **offered(evidence),
    **{"Fraction": Fraction, "math": math, "np": np, "tables": tables},
}
#: Everything that an expression may use; a row with a source has ``cm`` and ``data``, too.
NAMES: dict[str, Any] = {
    **{name: _KNOWN[name] for name in sorted(_KNOWN.keys() - _NOT_NEEDED)},
    **CHECKS,
}
#: What an expression may use of Python itself: nothing that opens a file or runs a text.
OF_PYTHON: dict[str, Any] = {
    it.__name__: it
    for it in (
        *(abs, all, enumerate, float, int, len, map, max, min, range, round, set, sorted, sum),
        *(tuple, zip),
    )
}
#: What an expression may read of a result, an array, a table or numpy: nothing here reads or writes
#: a file or takes the name of a function.
ATTRIBUTES = {
    # Attributes of matrices and shipped tables.
    *("counts", "correct", "from_labels", "fraction", "index", "labels", "matrix", "merge"),
    *("normalize", "one_vs_rest", "pages", "predicted", "printed", "source", "support", "total"),
    *("training", "y_pred", "y_score", "y_true"),
    # Attributes of pandas objects.
    *("columns", "count", "dropna", "iloc", "isna", "items", "loc", "nunique", "set_index"),
    "values",
    # Methods of texts.
    *("join", "lower", "split", "startswith"),
    # Cells and classes, as a document calls them.
    *("a", "b", "c", "d", "e", "f", "g", "h", "i", "l", "m", "n", "r", "s", "t", "w"),
    # Functions of numpy and math, methods of arrays.
    *("T", "abs", "all", "allclose", "any", "argmax", "argmin", "argsort", "array", "array_equal"),
    *("astype", "average", "bincount", "ceil", "corrcoef", "diag", "diff", "equal", "exp", "eye"),
    *("floor", "isclose", "isfinite", "isnan", "item", "linspace", "log", "logical_and", "max"),
    *("mean", "min", "minimum", "nanmean", "ndim", "outer", "pow", "prod", "ptp", "reshape"),
    *("roll", "round", "shape", "size", "sort", "sqrt", "subtract", "sum", "take_along_axis"),
    *("tolist", "trace", "transpose", "tril_indices", "unique"),
}
