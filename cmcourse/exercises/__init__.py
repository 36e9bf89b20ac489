"""The lessons' exercises: `check` judges an answer, `readable` makes it an array to draw."""

from cmcourse.exercises.checking import check
from cmcourse.exercises.tables import readable

__all__ = ["check", "readable"]
