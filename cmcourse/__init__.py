"""What only the course needs: exercises, explorers, the ledger, lesson figures, shipped tables."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cmcourse import explore as explore
    from cmcourse import figures as figures
    from cmcourse import ledger as ledger
    from cmcourse.exercises import check, readable
    from cmcourse.figures.comparison import side_by_side
    from cmcourse.tables import load, load_runs

__all__ = ["check", "load", "load_runs", "readable", "side_by_side"]

# A lesson needs some of these only, so each is loaded when it is first named.
_PACKAGES = ("exercises", "explore", "figures", "ledger", "tables")
_HOME = {
    "check": "cmcourse.exercises",
    "load": "cmcourse.tables",
    "load_runs": "cmcourse.tables",
    "readable": "cmcourse.exercises",
    "side_by_side": "cmcourse.figures.comparison",
}

if not TYPE_CHECKING:

    def __getattr__(name):
        """Load a subpackage, or the module that a name comes from."""
        if name in _PACKAGES:
            return import_module(f"cmcourse.{name}")
        if name in _HOME:
            return getattr(import_module(_HOME[name]), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List what the lessons use, and nothing else."""
    return sorted([*__all__, *_PACKAGES])
