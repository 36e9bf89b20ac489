"""What the four documents print, row by row: recomputed and judged.

`load` reads the rows (``rows.py``), `recompute` and `compare` work one out and judge it
(``verdicts.py``), ``python -m cmcourse.ledger`` does it for all (``__main__.py``). The expression
of a row may use what ``namespace.py`` lists: the measures, the tools of ``evidence.py``, and the
modules of ``checks``, such as ``doc1_table_6``. To be imported from here: what `__all__` names.
"""

from cmcourse.ledger.evidence import (
    Evidence,
    always,
    every,
    holds,
    label_lists,
    printed,
    random_matrices,
    read_by_python,
    small_matrices,
)
from cmcourse.ledger.rows import (
    DOCUMENTS,
    FAULTS,
    KINDS,
    VERDICTS,
    Entry,
    load,
    read_printed,
)
from cmcourse.ledger.verdicts import Recomputed, compare, recompute, summarise, to_frame

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
    "printed",
    "random_matrices",
    "read_by_python",
    "read_printed",
    "recompute",
    "small_matrices",
    "summarise",
    "to_frame",
]
