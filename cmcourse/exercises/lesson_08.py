"""Lesson 8: Top-k accuracy."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cmcourse.exercises.feedback import WORDS
from cmcourse.exercises.registry import Draw, Exercise, cells, claim, own, place, quick, slip, text
from cmlib.matrix import ConfusionMatrix


def _curve(heights: ArrayLike) -> Any:
    """Return the points with these heights at k = 1, 2, ..."""
    return tuple(enumerate(np.asarray(heights).tolist(), start=1))


_KINDS, _TOP_KINDS = "three", 0.93  # that a shelter's program names, and its accuracy
# Exercise 1: the scores, the length of the list, and the places of the true classes.
_SCORES, _K = np.array([[1, 8, 3, 5], [7, 2, 9, 4], [6, 5, 4, 3], [2, 9, 7, 8]]), 3
_OF_TRUTH = _SCORES[np.arange(len(_SCORES)), [1, 0, 3, 2]]
_HIGHER = (_OF_TRUTH[:, np.newaxis] < _SCORES).sum(axis=1)
_LOWER = (_OF_TRUTH[:, np.newaxis] > _SCORES).sum(axis=1)
# How often the truth of a bird has each rank.
_BIRDS = np.bincount([2, 1, 5, 1, 3, 1, 2, 1])[1:]
_SHARES = _BIRDS / _BIRDS.sum()
(_NO_BIRD,) = 1 + np.flatnonzero(_BIRDS == 0)
_BIRD_CURVE = _curve(_SHARES.cumsum())
_PHOTOS, _CALLS, _PROGRAM = 500, (50, 30, 10, 6, 4), 0.79
_TOP = {k: int(_PHOTOS * Fraction(it)) for k, it in {1: "0.62", 3: "0.81", 5: "0.9"}.items()}
_ONE, _SHORT, _LONG = _TOP  # lengths of a list of places
_IS_SHARE = f"That is the share. How many of the {_PHOTOS} photos is it?"
_IS_PERCENTAGE = f"That is the percentage. How many of the {_PHOTOS} photos is it?"
_FIXED = Fraction(sum(_CALLS[:2]), sum(_CALLS))
_HITS = np.array([[0, 1, 0], [0, 0, 0], [1, 0, 0], [0, 0, 1]])
_OF_A, _OF_C = {1: 0.93, 5: 0.91}, {3: 0.8, 10: 0.99}  # exercise 7's reports: Top-1, and so on
(_SHORT_A, _LONG_A), (_SHORT_C, _CLASSES) = _OF_A, _OF_C
_ALL_LISTED = f"with {WORDS[_CLASSES]} classes Top-{_CLASSES} has one possible value."
_UNUSUAL = "D is unusual, but possible: most truths are in the second to the fifth place."
_BINS, _OFFERED = "five", "four"  # of waste, in all and on the list
_NAMED = [name == "fox" for name in ("fox", "owl", "fox", "fox")]
# Exercise 6: the truth has one of the highest scores; what it counts at most and at least.
_TIES, _LISTED = [4, 2, 4, 4, 1], 2
_TIED = _TIES.count(max(_TIES))
_ALIKE, _WITHIN = WORDS[_TIED], WORDS[_LISTED]
_SHARED = f"{_ALIKE} classes share the first {_ALIKE} places"
_PLACES = (
    f"{_SHARED}; which of these places does the truth get, and is it within the first {_WITHIN}?"
)
_OPTIMISTIC, _PESSIMISTIC = Fraction(_LISTED >= 1), Fraction(_LISTED >= _TIED)
_EXPECTED = {
    Fraction(_LISTED, _TIED): "That is what it counts on average, 'expected'. Here it is 1 or 0.",
    _LISTED: "That is a place, or the number of classes on the list. Within the first "
    f"{_WITHIN} or not: 1 or 0.",
    _TIED: f"That is the last place. Is it within the first {_WITHIN}? 1 for yes, 0 for no.",
}
# A rank table: one row for each true class, one column for each rank of the truth.
_SINGERS = ConfusionMatrix([[4, 2, 1, 0], [3, 2, 0, 1], [2, 1, 1, 0], [1, 1, 0, 1]])


def _lacks(cm: ConfusionMatrix) -> str:
    if len(cm.labels) < 3:
        return "Use at least three classes: with two, a list of two holds them all."
    return "" if cm.total >= 20 else "Use at least twenty samples: with fewer, Top-2 says little."


def _ranks(random: Random) -> Draw:
    rows = [random.sample(range(1, 10), 4) for _ in range(4)]
    truth = [random.randrange(4) for _ in rows]
    ranks = [
        1 + sum(score > row[true] for score in row) for row, true in zip(rows, truth, strict=True)
    ]
    from_below = [5 - rank for rank in ranks]
    if ranks[::-1] in (ranks, from_below):
        raise ValueError("the list read backwards would be another mistake, too")
    scores = ", ".join("`" + " ".join(map(str, row)) + "`" for row in rows)
    return Draw(
        f"Four samples, classes numbered 0 to 3. The scores are {scores}; the true classes are "
        f"{', '.join(map(str, truth))}. Write down the ranks of the truths.",
        ranks,
        {
            tuple(rank - 1 for rank in ranks): "Ranks begin at 1: add one to each.",
            tuple(from_below): "Those are ranks from the lowest score.",
        },
    )


EXERCISES = {
    "8.0a": quick(
        answer="a",
        reason="A longer list adds the photos whose truth stands in its last place, and here it "
        "adds none.",
        mistakes={
            "b": "A longer list never finds less, but it need not find more. Which photos would "
            "the second place have to add?",
            "c": "Not necessarily: there may be photos whose truth is in third place.",
        },
        next_step="Top-2 minus Top-1 is the share of the photos with one particular rank: which?",
    ),
    "8.0b": quick(
        answer="b",
        reason=f"More than {_TOP_KINDS} of the animals are of the {_KINDS} most frequent kinds, "
        "and naming these needs no photo.",
        mistakes={
            "a": f"It is better than a random list. But which list of {_KINDS} would you give if "
            "you knew the shelter, and not the photo?",
            "c": f"Top-1 would be good to know, but {_TOP_KINDS} can be judged without it. Which "
            f"list of {_KINDS} is the best if nobody looks at a photo?",
        },
        next_step=f"add up the {_KINDS} most frequent kinds of animal.",
    ),
    "8.0c": quick(
        answer="c",
        reason="One class scores higher than the truth. Optimistic puts the truth first among "
        "its equals, so it has the second place.",
        mistakes={
            "a": "That is the pessimistic answer: the truth as the last of its equals. Optimistic "
            "puts it first.",
            "b": "That is the expected answer: one of the tied places is on the list. "
            "Optimistic is 0 or 1.",
        },
        next_step="how many classes score higher than the truth, and how many are tied with it?",
    ),
    "8.1a": Exercise(
        answer=1 + _HIGHER,
        mistakes={
            cells(_HIGHER): "Those are the numbers of higher scores. Ranks begin at 1: add one.",
            cells(1 + _LOWER): "Those are ranks from the lowest score. Rank 1 is the highest "
            "score.",
            cells(_LOWER): "Those are the numbers of lower scores. Count the higher ones, "
            "and add one.",
            cells(_OF_TRUTH): "Those are the scores of the truth. Give their ranks.",
            cells(_SCORES.argmax(axis=1)): "Those are the classes with the highest score. Where "
            "is the truth?",
        },
        next_step="for each sample, find the score of its truth, and count how many are higher; "
        "the rank is one more.",
        draw=_ranks,
    ),
    "8.1b": Exercise(
        next_step=f"count the ranks of at most {_K}, and divide by the number of samples.",
        whole=len(_SCORES),
        answer=Fraction((_HIGHER < _K).mean()),
        mistakes={
            (_HIGHER == _K - 1).mean(): f"One rank is exactly {_K}, and one is above {_K}. Count "
            f"all ranks of at most {_K}.",
            (_HIGHER < _K - 1).mean(): f"Half of the ranks are at most {_K - 1}: that is "
            f"Top-{_K - 1}.",
            int((_HIGHER < _K).sum()): "That is the number of hits. Divide by the "
            f"{len(_SCORES)} samples.",
        },
    ),
    "8.2": place(
        points=3,
        answer=list(map(list, _BIRD_CURVE)),
        mistakes={
            tuple((accuracy, k) for k, accuracy in _BIRD_CURVE): "The two numbers of each point "
            "are exchanged: k comes first, then the accuracy.",
            _curve(_SHARES): "Those are the shares of each rank. Top-k counts all ranks up to "
            "k: add them up.",
            _curve(_BIRDS): "That is how often each rank occurs. Add them up, and divide by all "
            f"{_BIRDS.sum()}.",
            _curve(_BIRDS.cumsum()): "Those are the numbers of hits. Divide by all "
            f"{_BIRDS.sum()}.",
            _curve(_SHARES[::-1].cumsum()[::-1]): "That counts the ranks from k upwards. A hit "
            "has a rank of at most k.",
            _curve(_SHARES[::-1].cumsum()): "That adds up from the last rank. Begin with the "
            "truths of rank 1.",
            _curve(np.cumsum([*_SHARES[_SHARES > 0], 0])): "No truth has the rank "
            f"{_NO_BIRD}, so the curve stays level there; the last one comes with {_NO_BIRD + 1}.",
            _curve([0, *_SHARES.cumsum()[:-1]]): "A truth of rank k is on a list of length k, "
            "too: at most k, not less than k.",
        },
        next_step="count how often each rank occurs, add up from rank 1 to k, and divide by "
        f"{_BIRDS.sum()}.",
    ),
    "8.3a": Exercise(
        next_step=f"Top-{_LONG} counts the places 1 to {_LONG}, Top-{_SHORT} the places 1 to "
        f"{_SHORT}; take the difference of {_PHOTOS} photos.",
        whole=_PHOTOS,
        answer=_TOP[_LONG] - _TOP[_SHORT],
        mistakes={
            Fraction(_TOP[_LONG] - _TOP[_SHORT], _PHOTOS): _IS_SHARE,
            Fraction(_TOP[_LONG] - _TOP[_SHORT], _PHOTOS) * 100: _IS_PERCENTAGE,
            _TOP[_LONG] - _TOP[_ONE]: f"That is Top-{_LONG} minus Top-{_ONE}: all places up "
            f"to {_LONG} but the first. Subtract Top-{_SHORT} instead.",
            _TOP[_LONG]: f"That is how many are in the places 1 to {_LONG}.",
            _TOP[_SHORT]: f"That is how many are in the places 1 to {_SHORT}.",
            _TOP[_SHORT] - _TOP[_ONE]: "Those are the second and the third place: "
            f"Top-{_SHORT} minus Top-{_ONE}.",
            _PHOTOS - _TOP[_LONG]: "Those are the photos whose truth is not among the first "
            f"{WORDS[_LONG]}.",
        },
    ),
    "8.3b": Exercise(
        next_step=f"which share of the {_PHOTOS} photos is not counted by Top-{_LONG}?",
        whole=_PHOTOS,
        answer=_PHOTOS - _TOP[_LONG],
        mistakes={
            1 - Fraction(_TOP[_LONG], _PHOTOS): _IS_SHARE,
            100 - Fraction(_TOP[_LONG], _PHOTOS) * 100: _IS_PERCENTAGE,
            _TOP[_LONG]: f"Those are the photos whose truth is among the first {WORDS[_LONG]}.",
            _PHOTOS - _TOP[_SHORT]: "Those are the photos whose truth is not among the "
            f"first {WORDS[_SHORT]}.",
            _PHOTOS - _TOP[_ONE]: "Those are the photos whose truth is not in the first place.",
            _TOP[_LONG] - _TOP[_SHORT]: f"Those are the places {_SHORT + 1} and {_LONG}.",
        },
    ),
    "8.4a": Exercise(
        next_step="which two topics are the most frequent, and how many calls are about them?",
        whole=sum(_CALLS),
        answer=_FIXED,
        mistakes={
            _PROGRAM: "That is the program's Top-2. What does a list that never changes reach?",
            _CALLS[1] / sum(_CALLS): "That is the second topic alone. The list has the first, too.",
            Fraction(2, len(_CALLS)): "That is the random list, k / K. A fixed list may hold the "
            "two most frequent topics.",
            _CALLS[0] / sum(_CALLS): "That is a list of one. Two topics may be suggested.",
        },
    ),
    "8.4b": claim(
        _FIXED > _PROGRAM,
        f"Compare your number for the best fixed list with {_PROGRAM}, the program's.",
        f"Passwords and printers make up more than {_PROGRAM} of the calls.",
    ),
    "8.5a": slip(
        next_step="how many rows hold a hit, of how many?",
        whole=len(_HITS),
        answer=Fraction(int(_HITS.sum()), len(_HITS)),
        mistakes={
            Fraction(int(_HITS.sum()), _HITS.size): "That is the mean of all cells, what she "
            f"prints now. How many of the {WORDS[len(_HITS)]} samples are hits?",
            int(_HITS.sum()): "That is the number of hits. Divide it by the number of samples.",
        },
    ),
    "8.5b": slip(
        next_step=f"write 1 or 0 for each of the {WORDS[len(_NAMED)]} names, take their mean, "
        "and multiply by k.",
        answer=Fraction(sum(_NAMED)),
        mistakes={
            int(any(_NAMED)): "That is the right accuracy, the share of rows with a hit. What does "
            f"mean times k give when the truth is on the list {WORDS[sum(_NAMED)]} times?",
            sum(_NAMED) / len(_NAMED): "That is the mean. He multiplies it by k.",
        },
    ),
    "8.6a": Exercise(
        next_step=_PLACES,
        answer=_OPTIMISTIC,
        mistakes={_PESSIMISTIC: "Optimistic: the truth comes first among its equals."} | _EXPECTED,
    ),
    "8.6b": Exercise(
        next_step=_PLACES,
        answer=_PESSIMISTIC,
        mistakes={_OPTIMISTIC: "Pessimistic: the truth comes last among its equals."} | _EXPECTED,
    ),
    "8.6c": Exercise(
        next_step=f"{_SHARED}: in how many of these is the truth within {_WITHIN}?",
        answer=Fraction(_LISTED, _TIED),
        mistakes={
            _OPTIMISTIC: f"That is optimistic. In {WORDS[_TIED - _LISTED]} of the {_ALIKE} "
            "places the truth is not on the list.",
            _PESSIMISTIC: f"That is pessimistic. In {_WITHIN} of the {_ALIKE} places the truth is "
            "on the list.",
            Fraction(1 + _TIED, 2): "That is the mean place. Give the chance that the place is "
            f"within the first {_WITHIN}.",
            Fraction(1, _TIED): f"That is Top-1: one of the {_ALIKE} places. Here {_WITHIN} of "
            "them count.",
            Fraction(_OPTIMISTIC + _PESSIMISTIC, 2): "That is the mean of optimistic and "
            f"pessimistic. {_ALIKE.capitalize()} classes share {_ALIKE} places: in how many of "
            f"them is the truth within the first {_WITHIN}?",
            _LISTED / len(_TIES): "That would be right if all classes were tied. "
            f"{_ALIKE.capitalize()} are.",
        },
    ),
    "8.7a": slip(
        points=1,
        next_step="Top-k never falls as k grows, and it is 1 when k is the number of classes.",
        choices=("A", "B", "C", "D"),
        answer={"A", "C"},
        reason="In A a longer list finds less, and in C a list of all classes misses some.",
        mistakes={
            frozenset("AB"): f"A curve may stay level, as B's does. But {_ALL_LISTED}",
            frozenset("ACD"): _UNUSUAL,
            frozenset("A"): f"A is one: a hit among {WORDS[_SHORT_A]} is a hit among "
            f"{WORDS[_LONG_A]}. But {_ALL_LISTED}",
            **dict.fromkeys(
                (frozenset("ABC"), frozenset("B")),
                "A curve may stay level, as B's does: then no rank lies between.",
            ),
            frozenset("BC"): "C is one, but a curve may stay level, as B's does. What can a curve "
            "never do?",
            frozenset("AD"): f"A is one. {_UNUSUAL}",
            frozenset("C"): "C is one. For the other, think of what a longer list can do.",
            frozenset("BD"): "Those are the possible ones. Give the impossible ones.",
        },
    ),
    "8.7b": slip(
        points=1,
        answer=Fraction(1),
        mistakes={
            _OF_C[_CLASSES]: f"That is what report C prints. All {WORDS[_CLASSES]} classes are on "
            "that list.",
            _OF_A[_SHORT_A]: f"Top-{_LONG_A} of report A is at least {_OF_A[_SHORT_A]}; how much "
            "more, nobody can say without the data. Look for a list that holds every class.",
            _OF_C[_SHORT_C]: f"That is Top-{_SHORT_C} of report C, and it can be. Look at its "
            "other number.",
        },
        next_step=f"which of the lists holds all {WORDS[_CLASSES]} classes, and how often is "
        "the truth on it?",
    ),
    "8.8": text(
        answer=f"A random list of {_OFFERED} out of {_BINS} bins is right {_OFFERED} times in "
        f"{_BINS}, so 0.83 is hardly more than chance. A fixed list of the {_OFFERED} most "
        "frequent bins may do even better: how much of the waste goes into each bin? Please send "
        "Top-1 for each bin, since a machine can put a thing into only one bin.",
        rubric=(
            f"what a random list of {_OFFERED} reaches",
            "that a fixed list may reach more, or how frequent each bin is",
            "which numbers are needed instead, such as Top-1",
        ),
        next_step="write what a list that ignores the photo reaches, at random and at best, and "
        "which number a sorting machine needs.",
    ),
    "8.9a": own(
        points=3,
        answer=_SINGERS,
        of_own=lambda cm: Fraction(int(cm.counts[:, :2].sum()), int(cm.total)),
        needs=_lacks,
        next_step="add up the first two columns of your table, and divide by all samples.",
    ),
    "8.9b": own(
        answer=_SINGERS,
        of_own=lambda cm: Fraction(int(np.sort(cm.support)[-2:].sum()), int(cm.total)),
        needs=_lacks,
        next_step="add up the two largest rows of your table, and divide by all samples.",
    ),
}
