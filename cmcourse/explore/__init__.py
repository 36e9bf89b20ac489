"""Explorers: a matrix, a threshold, averages and more to move, live in a notebook.

Each is an ES module beside this file. A notebook runs it through anywidget, and Python reads its
state; the book runs the same module without a kernel. Without a script, a picture is shown.
"""

from cmcourse.explore.explorers import averaging, consistency, matrix, prevalence, threshold

__all__ = ["averaging", "consistency", "matrix", "prevalence", "threshold"]
