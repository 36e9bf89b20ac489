"""The documents' tables and the results of the recipes, as shipped with the course.

To be imported from here: what `__all__` names.
"""

from cmcourse.tables.records import Dataset, Printed, Runs
from cmcourse.tables.shipped import load, load_runs, names

__all__ = ["Dataset", "Printed", "Runs", "load", "load_runs", "names"]
