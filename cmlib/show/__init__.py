"""What you look at: figures, HTML tables, and values of several sources side by side.

Figures are matplotlib's, tables are HTML that a screen reader can follow. Nothing here computes a
measure. To be imported from here: what `__all__` names.
"""

from cmlib.show.chance_figure import chance
from cmlib.show.comparison import side_by_side
from cmlib.show.confusions_figure import confusions
from cmlib.show.curves_figure import curves
from cmlib.show.heatmap_figure import heatmap
from cmlib.show.lit_figure import fold, lit
from cmlib.show.number_line_figure import number_line
from cmlib.show.pairs_figure import pairs
from cmlib.show.people_figure import people
from cmlib.show.per_class_figure import per_class, radar
from cmlib.show.ranks_figure import ranks
from cmlib.show.scores_figure import scores
from cmlib.show.settings import use_course_style
from cmlib.show.svg import caption

__all__ = [
    "caption",
    "chance",
    "confusions",
    "curves",
    "fold",
    "heatmap",
    "lit",
    "number_line",
    "pairs",
    "people",
    "per_class",
    "radar",
    "ranks",
    "scores",
    "side_by_side",
    "use_course_style",
]
