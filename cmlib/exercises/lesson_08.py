"""Lesson 8: its exercises."""

from __future__ import annotations

from fractions import Fraction

from cmlib.exercises.registry import Exercise

__all__ = ["EXERCISES"]

EXERCISES = (
    Exercise(
        id="8.1a",
        points=2,
        answer=[2, 1, 4, 3],
    ),
    Exercise(
        id="8.1b",
        points=2,
        answer=Fraction(3, 4),
        mistakes={
            "1/4": "One of the ranks is exactly 3, and one is exactly 1. Count all ranks of at "
            "most 3.",
            "1/2": "Half of the ranks are at most 2: that is Top-2.",
            3: "That is the number of hits. Divide by the four samples.",
        },
    ),
    Exercise(
        id="8.2a",
        points=2,
        answer=45,
        mistakes={
            0.09: "That is the share. Of 500 photos, how many is it?",
            9: "That is the percentage. Of 500 photos, how many is it?",
            140: "That takes Top-1 away from Top-5: the places 2 to 5. Take away Top-3.",
            450: "That is how many are in the places 1 to 5.",
        },
    ),
    Exercise(
        id="8.2b",
        points=2,
        answer=50,
        mistakes={
            0.1: "That is the share. Of 500 photos, how many is it?",
            10: "That is the percentage. Of 500 photos, how many is it?",
            450: "Those are the photos whose truth is among the first five.",
        },
    ),
    Exercise(
        id="8.3a",
        points=2,
        answer=1,
        mistakes={0: "Optimistic: the truth comes first of its equals."},
    ),
    Exercise(
        id="8.3b",
        points=2,
        answer=0,
        mistakes={1: "Pessimistic: the truth comes last of its equals."},
    ),
    Exercise(
        id="8.3c",
        points=2,
        answer=Fraction(2, 3),
        mistakes={
            "1/3": "That is Top-1: one of the three places. Here two of them count.",
            "1/2": "That is the mean of optimistic and pessimistic. Three classes share three "
            "places: in how many of them is the truth within the first two?",
            "2/5": "That would be right if all five classes were tied. Three are.",
        },
    ),
    Exercise(
        id="8.4a",
        points=2,
        answer=Fraction(3, 4),
        mistakes={
            "1/4": "That is the mean of all cells, what she prints now. How many of the four "
            "samples are hits?",
            3: "That is the number of hits. Divide it by the number of samples.",
        },
    ),
    Exercise(
        id="8.4b",
        points=2,
        answer=2,
        mistakes={
            1: "That is the right accuracy, the share of rows with a hit. What does mean times "
            "k give, with the truth in the list twice?",
            "2/3": "That is the mean. He multiplies it by k.",
        },
    ),
    Exercise(
        id="8.5a",
        points=2,
        answer=Fraction(4, 5),
        mistakes={
            "2/5": "That is the random list, k / K. A fixed list may hold the two most "
            "frequent topics.",
            "1/2": "That is a list of one. Two topics may be suggested.",
        },
    ),
    Exercise(
        id="8.5b",
        points=1,
        answer=False,
        mistakes={
            True: "The best list that is the same for everybody reaches 0.80. Compare with that."
        },
    ),
    Exercise(
        id="8.6",
        points=1,
        answer={"A", "C"},
    ),
    Exercise(
        id="8.7a",
        points=2,
        answer=1,
        mistakes={"1/5": "That is a list of one. Top-5 of five classes lists them all."},
    ),
    Exercise(
        id="8.7b",
        points=2,
        answer=Fraction(4, 5),
        mistakes={"1/5": "That is how often the truth is left out of a list of four."},
    ),
)
