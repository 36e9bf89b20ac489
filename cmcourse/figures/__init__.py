"""Figures that only the lessons need, their captions, and the look that all figures share.

To be imported from here: what `__all__` names.
"""

from cmcourse.figures.captions import caption
from cmcourse.figures.chance_figure import chance
from cmcourse.figures.fold_figure import fold
from cmcourse.figures.number_line_figure import number_line
from cmcourse.figures.pairs_figure import pairs
from cmcourse.figures.people_figure import people
from cmcourse.figures.radar_figure import radar
from cmcourse.figures.ranks_figure import ranks
from cmcourse.figures.scores_figure import scores
from cmcourse.figures.settings import use_course_style
from cmcourse.figures.sketch_figure import box, sketch

__all__ = [
    "box",
    "caption",
    "chance",
    "fold",
    "number_line",
    "pairs",
    "people",
    "radar",
    "ranks",
    "scores",
    "sketch",
    "use_course_style",
]
