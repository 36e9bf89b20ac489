"""The lessons' exercises: `check` judges an answer and, if it is wrong, says what went wrong."""

from cmlib.exercises.checking import check

__all__ = ["check"]
