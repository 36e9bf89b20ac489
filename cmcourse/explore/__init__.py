"""Explorers: a matrix, a threshold, a prevalence and averages to move, live in a notebook.

Each is an ES module beside this file. A notebook runs it through anywidget, with its state readable
in Python; the book runs the same module without a kernel. Where nothing runs, a picture stands.
To be imported from here: what `__all__` names.
"""

from cmcourse.explore.explorers import averaging, matrix, prevalence, threshold

__all__ = ["averaging", "matrix", "prevalence", "threshold"]
