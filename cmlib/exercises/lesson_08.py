"""Lesson 8: Top-k accuracy."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from cmlib.exercises.registry import Draw, Exercise, untrue

_PLACES = (
    "three classes share the first three places; which of these places does the truth get, and is "
    "it within the first two?"
)


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


EXERCISES = (
    Exercise(
        id="8.1a",
        answer=[1, 2, 4, 3],
        mistakes={
            (0, 1, 3, 2): "Those are the numbers of higher scores. Ranks begin at 1: add one.",
            (4, 3, 1, 2): "Those are ranks from the lowest score. Rank 1 is the highest score.",
            (3, 2, 0, 1): "Those are the numbers of lower scores. Count the higher ones, and add "
            "one.",
            (8, 7, 3, 7): "Those are the scores of the truth. Their ranks are asked for.",
            (1, 2, 0, 1): "Those are the classes with the highest score. Where is the truth?",
        },
        next_step="for each sample, find the score of its truth, and count how many are higher; "
        "the rank is one more.",
        draw=_ranks,
    ),
    Exercise(
        id="8.1b",
        next_step="count the ranks of at most 3, and divide by the number of samples.",
        whole=4,
        answer=Fraction(3, 4),
        mistakes={
            "1/4": "One of the four ranks is exactly 3, and one is above 3. Count all ranks of at "
            "most 3.",
            "1/2": "Half of the ranks are at most 2: that is Top-2.",
            3: "That is the number of hits. Divide by the four samples.",
        },
    ),
    Exercise(
        id="8.2a",
        next_step="Top-5 counts the places 1 to 5, Top-3 the places 1 to 3; take the difference of "
        "500 photos.",
        whole=500,
        answer=45,
        mistakes={
            0.09: "That is the share. Of 500 photos, how many is it?",
            9: "That is the percentage. Of 500 photos, how many is it?",
            140: "That takes Top-1 away from Top-5: the places 2 to 5. Take away Top-3.",
            450: "That is how many are in the places 1 to 5.",
            405: "That is how many are in the places 1 to 3.",
            95: "Those are the places 2 and 3: Top-3 less Top-1.",
            50: "Those are the photos whose truth is not among the first five.",
        },
    ),
    Exercise(
        id="8.2b",
        next_step="which share of the 500 photos is not counted by Top-5?",
        whole=500,
        answer=50,
        mistakes={
            0.1: "That is the share. Of 500 photos, how many is it?",
            10: "That is the percentage. Of 500 photos, how many is it?",
            450: "Those are the photos whose truth is among the first five.",
            95: "Those are the photos whose truth is not among the first three.",
            190: "Those are the photos whose truth is not in the first place.",
            45: "Those are the places 4 and 5.",
        },
    ),
    Exercise(
        id="8.3a",
        next_step=_PLACES,
        answer=1,
        mistakes={
            0: "Optimistic: the truth comes first of its equals.",
            "2/3": "That is what it counts on average, *expected*. Here it is 1 or 0.",
            2: "That is a place, or the number of classes on the list. Within the first two or "
            "not: 1 or 0.",
            3: "That is the last place. Is it within the first two? 1 for yes, 0 for no.",
        },
    ),
    Exercise(
        id="8.3b",
        next_step=_PLACES,
        answer=0,
        mistakes={
            1: "Pessimistic: the truth comes last of its equals.",
            "2/3": "That is what it counts on average, *expected*. Here it is 1 or 0.",
            2: "That is a place, or the number of classes on the list. Within the first two or "
            "not: 1 or 0.",
            3: "That is the last place. Is it within the first two? 1 for yes, 0 for no.",
        },
    ),
    Exercise(
        id="8.3c",
        next_step="three classes share the first three places: in how many of these is the truth "
        "within two?",
        answer=Fraction(2, 3),
        mistakes={
            1: "That is optimistic. In one of the three places the truth is not on the list.",
            0: "That is pessimistic. In two of the three places the truth is on the list.",
            2: "That is the mean place. Give the chance that the place is within the first two.",
            "1/3": "That is Top-1: one of the three places. Here two of them count.",
            "1/2": "That is the mean of optimistic and pessimistic. Three classes share three "
            "places: in how many of them is the truth within the first two?",
            "2/5": "That would be right if all five classes were tied. Three are.",
        },
    ),
    Exercise(
        id="8.4a",
        next_step="how many rows hold a hit, of how many?",
        whole=4,
        answer=Fraction(3, 4),
        mistakes={
            "1/4": "That is the mean of all cells, what she prints now. How many of the four "
            "samples are hits?",
            3: "That is the number of hits. Divide it by the number of samples.",
        },
    ),
    Exercise(
        id="8.4b",
        next_step="write 1 or 0 for each of the four names, take their mean, and multiply by k.",
        answer=3,
        mistakes={
            1: "That is the right accuracy, the share of rows with a hit. What does mean times "
            "k give, with the truth in the list three times?",
            "3/4": "That is the mean. He multiplies it by k.",
        },
    ),
    Exercise(
        id="8.5a",
        next_step="which two topics are the most frequent, and how many calls are about them?",
        whole=100,
        answer=Fraction(4, 5),
        mistakes={
            80: "That is how many calls. Divide by all 100.",
            0.79: "That is the program's Top-2. What does a list reach that never changes?",
            "3/10": "That is the second topic alone. The list names the first, too.",
            "2/5": "That is the random list, k / K. A fixed list may hold the two most "
            "frequent topics.",
            "1/2": "That is a list of one. Two topics may be suggested.",
        },
    ),
    untrue("8.5b", "The best list that is the same for everybody reaches 0.80. Compare with that."),
    Exercise(
        id="8.6",
        points=1,
        next_step="Top-k never falls as k grows, and it is 1 when k is the number of classes.",
        choices=("A", "B", "C", "D"),
        answer={"A", "C"},
        mistakes={
            frozenset("AB"): "A curve may stay level, as B's does. But with ten classes Top-10 has "
            "one possible value.",
            frozenset("ABC"): "A curve may stay level, as B's does: then no rank lies between.",
            frozenset("ACD"): "D is odd, but possible: nearly all truths are in the places 2 to 5.",
            frozenset("BD"): "Those are the possible ones. The impossible ones are asked for.",
        },
    ),
    Exercise(
        id="8.7a",
        next_step="how long is the list, and how many bins are there?",
        answer=1,
        mistakes={
            "1/5": "That is a list of one. Top-5 of five classes lists them all.",
            "4/5": "That is a list of four.",
        },
    ),
    Exercise(
        id="8.7b",
        next_step="how long is the list, and how many bins are there?",
        answer=Fraction(4, 5),
        mistakes={
            "1/5": "That is how often the truth is left out of a list of four.",
            1: "That is a list of five, with all bins on it.",
        },
    ),
)
