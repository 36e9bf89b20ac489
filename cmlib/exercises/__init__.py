"""The lessons' exercises: `check` judges an answer, `readable` makes it an array to draw."""

from cmlib.exercises.checking import check
from cmlib.exercises.tables import readable

__all__ = ["check", "readable"]
