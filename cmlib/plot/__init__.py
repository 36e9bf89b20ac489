"""Figures of a matrix and of its measures: heat map, confusions, classes, curves, cells.

Figures are matplotlib's; heat map, confusions and cells have a description in words as well.
Nothing here computes a measure. `__all__` is public, and so are the names that `style` lists.
"""

from cmlib.plot.confusions_figure import confusions
from cmlib.plot.curves_figure import curves
from cmlib.plot.heatmap_figure import heatmap
from cmlib.plot.lit_figure import lit
from cmlib.plot.per_class_figure import per_class

__all__ = ["confusions", "curves", "heatmap", "lit", "per_class"]
