"""What the four documents print, row by row: recomputed and judged.

`load` reads the rows, `recompute` and `compare` work one out and judge it; ``python -m
cmlib.replication`` does it for all. To be imported from here: what `__all__` names.
"""

from cmlib.replication.evidence import (
    Evidence,
    always,
    every,
    holds,
    label_lists,
    names,
    printed,
    random_matrices,
    read_by_python,
    small_matrices,
    spelled,
)
from cmlib.replication.ledger import (
    DOCUMENTS,
    FAULTS,
    KINDS,
    VERDICTS,
    Entry,
    Recomputed,
    compare,
    load,
    main,
    read_printed,
    recompute,
    summarise,
    to_frame,
)

__all__ = [
    "DOCUMENTS",
    "FAULTS",
    "KINDS",
    "VERDICTS",
    "Entry",
    "Evidence",
    "Recomputed",
    "always",
    "compare",
    "every",
    "holds",
    "label_lists",
    "load",
    "main",
    "names",
    "printed",
    "random_matrices",
    "read_by_python",
    "read_printed",
    "recompute",
    "small_matrices",
    "spelled",
    "summarise",
    "to_frame",
]
