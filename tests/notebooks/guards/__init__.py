"""Guards for the lessons: what the notebook runner leaves unchecked is checked here.

nbval runs every code cell afresh and compares its outputs with the stored ones. It leaves holes, it
does not read prose, and unchanged is not right: a name may have come to mean something else.
Each hole is closed by one function

    guard(notebook) -> problems

where a problem is a sentence that names the cell and the cause. ``GUARDS`` holds every guard that
only reads the notebook, ``BAD`` for each its bad cases. ``prose_numbers.wrong_prose_values`` also
needs the values of the expressions that prose numbers are bound to: ``evaluating_cell`` prints them
in the notebook's own kernel, once its last cell has run (see ``lesson_run``).
"""

from importlib import import_module
from pkgutil import iter_modules

_MODULES = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
BAD = {guard: cases for module in _MODULES for guard, cases in getattr(module, "BAD", {}).items()}
GUARDS = tuple(BAD)
