"""What the expressions of the ledger may use, and what each name stands for.

A check that is too long for a row is called by its module, as in ``doc1_table_6.room_for_f1(7)``,
and stands in that file of ``checks``. ``python -m cmcourse.ledger --names`` prints all of them.
"""

from __future__ import annotations

import math
import pkgutil
from fractions import Fraction
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

import cmlib
from cmcourse import tables
from cmcourse.ledger import checks, evidence


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
