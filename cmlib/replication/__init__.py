"""What the four documents print, row by row: recomputed and judged.

`load` reads the rows (``rows.py``), `recompute` and `compare` work one out and judge it
(``ledger.py``); ``python -m cmlib.replication`` does it for all (``__main__.py``). A row's
expression may use `names` (``namespace.py``): the measures, the tools of ``evidence.py``, and the
checks of its document. To be imported from here: what `__all__` names.
"""

from cmlib.replication.evidence import (
    Evidence,
    always,
    attempt,
    code_runs,
    counted_shares,
    every,
    holds,
    label_lists,
    printed,
    random_matrices,
    read_by_python,
    small_matrices,
    spelled,
)
from cmlib.replication.ledger import Recomputed, compare, recompute, summarise, to_frame
from cmlib.replication.namespace import names
from cmlib.replication.rows import (
    DOCUMENTS,
    FAULTS,
    KINDS,
    VERDICTS,
    Entry,
    load,
    read_printed,
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
    "attempt",
    "code_runs",
    "compare",
    "counted_shares",
    "every",
    "holds",
    "label_lists",
    "load",
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
