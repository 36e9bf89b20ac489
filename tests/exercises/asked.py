"""The exercises of all lessons, for the tests."""

import json
import re
from fractions import Fraction

import pytest

from cmcourse.exercises.registry import exercises, lessons
from cmlib.by_hand.explanation import Explanation

ALL = [asked for lesson in lessons() for asked in exercises(lesson).values()]
METRIC = [asked for asked in ALL if isinstance(asked.answer, Explanation)]
NUMBERS = int | float | Fraction | Explanation
NUMBER = [it for it in ALL if isinstance(it.answer, NUMBERS) and not isinstance(it.answer, bool)]
# Asked on the way, between the sections of a lesson.
QUICK = [asked for asked in ALL if asked.id.partition(".")[2].startswith("0")]
# A wrong number is never called nearly right.
PRAISE = re.compile(r"close|\bnear|almost|right size|drop the percent|right so far|cut off", re.I)


def each(exercises):
    """Run a test once for each of some exercises."""
    return pytest.mark.parametrize("asked", exercises, ids=[asked.id for asked in exercises])


def cells_of(path):
    """Return the cells of a lesson, each with its source as one text."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [{**cell, "source": "".join(cell["source"])} for cell in cells]
