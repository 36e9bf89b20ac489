"""The exercises of all lessons, for the tests."""

import re

import pytest

from cmcourse.exercises.registry import exercises, lessons
from cmlib.by_hand.explanation import Explanation

ALL = [asked for lesson in lessons() for asked in exercises(lesson).values()]
METRIC = [asked for asked in ALL if isinstance(asked.answer, Explanation)]
# A wrong number is never called nearly right.
PRAISE = re.compile(r"close|\bnear|almost|right size|drop the percent|right so far|cut off", re.I)


def each(exercises):
    """Run a test once for each of some exercises."""
    return pytest.mark.parametrize("asked", exercises, ids=[asked.id for asked in exercises])
