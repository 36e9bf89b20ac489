"""Lesson 12: counting at scale."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from cmcourse.exercises.lesson_09 import lacks, own_kappa
from cmcourse.exercises.registry import Draw, Exercise, quick
from cmcourse.exercises.variants import asks_for
from cmlib.by_hand.explanation import explain
from cmlib.matrix import ConfusionMatrix

# The sum of two belts' matrices, [[6, 2, 0], [1, 5, 2], [0, 1, 3]] and
# [[12, 3, 1], [4, 20, 0], [2, 3, 9]].
_PARCELS = ConfusionMatrix([[18, 5, 1], [5, 25, 2], [2, 4, 12]], labels=["S", "M", "L"])

_WEATHER = ConfusionMatrix(
    [[8, 1, 0, 0], [2, 16, 3, 0], [0, 4, 18, 1], [0, 1, 0, 4]],
    labels=["hail", "rain", "snow", "wind"],
)

# A week of guesses who is at the door, the sum of two halves.
_DOOR = ConfusionMatrix([[9, 2, 1], [3, 7, 0], [1, 1, 12]], labels=["post", "neighbour", "visitor"])


def _three_classes(own: ConfusionMatrix) -> str:
    if len(own.labels) < 3:
        return "Use at least three classes, as the exercise asks."
    return lacks(own)


def _kept_numbers(bins: int, sites: int) -> dict[int, str]:
    return {
        bins: "That is one histogram. Each site has one for each of the two classes.",
        2 * bins: "That is enough for one site.",
        bins * sites: "That is one histogram at each site. There are two classes.",
        bins * bins * sites: "That counts bins against bins. A site has two histograms.",
        4 * bins * sites: "That is four histograms at each site. There are two classes.",
        4 * sites: "That is a matrix at each site. A matrix does not contain the scores.",
    }


def _draw_kept(random: Random) -> Draw:
    bins, sites = random.choice([20, 30, 60, 80]), random.randint(6, 30)
    prompt = (
        f"Two classes, scores in {bins} bins, {sites} sites, each with histograms of its own. How "
        "many counts are kept in all?"
    )
    return Draw(prompt, 2 * bins * sites, _kept_numbers(bins, sites))


def _of_bins(sure: int, tied: int, rightly: int, pairs: int) -> dict[str, str]:
    return {
        f"{rightly}/{pairs}": "That is the AUC of the scores. Here only their bins are known.",
        f"{sure + tied}/{pairs}": "That is the upper end: every pair that shares a bin is counted.",
        f"{2 * sure + tied}/{2 * pairs}": "That is the middle: pairs that share a bin count half.",
        f"{tied}/{pairs}": "That is the share of pairs in one bin, the width between the two ends.",
    }


def _draw_lower_end(random: Random) -> Draw:
    positives = sorted(random.sample(range(20, 100), 4), reverse=True)
    negatives = sorted(random.sample(range(80), 4), reverse=True)
    grid = [(mine, other) for mine in positives for other in negatives]
    if any(mine == other for mine, other in grid):
        raise ValueError("two scores are equal")
    sure = sum(mine // 20 > other // 20 for mine, other in grid)
    tied = sum(mine // 20 == other // 20 for mine, other in grid)
    if not tied:
        raise ValueError("no pair shares a bin")
    prompt = (
        f"The positives' scores are {', '.join(map(str, positives))}, the negatives' "
        f"{', '.join(map(str, negatives))}. What is the lowest AUC that fits their bins of 20?"
    )
    rightly = sum(mine > other for mine, other in grid)
    return Draw(prompt, Fraction(sure, 16), _of_bins(sure, tied, rightly, 16))


def _filled_cells(sites: int, products: int, sales: int) -> dict[int, str]:
    return {
        products
        ** 2: "That is the number of all cells. A sale fills one, and there are far fewer sales.",
        sales: "That is what one shop can fill. Where do the sales of the others go?",
        products: "Those are the hits alone. A mistake fills a cell, too.",
        3 * products: "That is the length of three vectors. The question is about cells.",
        sites
        * products**2: "The sum has each cell only once. And there are far fewer sales than that.",
    }


def _draw_filled(random: Random) -> Draw:
    sites, products = random.randint(2, 9), random.choice([50_000, 80_000, 200_000])
    sales = random.choice([300_000, 400_000, 700_000])
    prompt = (
        f"{sites} shops with the same {products:,} products count {sales:,} sales each. Their "
        "matrices are sparse, and are added. How many cells of the sum can be filled, at most?"
    )
    return Draw(prompt, sites * sales, _filled_cells(sites, products, sales))


_THE_REPORTS = (
    "That is the report's value. The second row is rain in the first piece, and snow in the other."
)
_KEEP = ("matrix", "groups", "scores", "both answers")
_OTHER_WORDS = {
    "one matrix": "matrix",
    "matrix for each group": "groups",
    "matrix for each of several groups": "groups",
    "histogram": "scores",
    "histogram of scores": "scores",
    "histogram of scores for each class": "scores",
    "both": "both answers",
    "answers of both": "both answers",
    "pairs": "both answers",
    **dict.fromkeys(
        (
            "predictions of two programs",
            "two programs' predictions",
            "truth and two programs' predictions",
            "truth and two programs' predictions, counted together",
        ),
        "both answers",
    ),
}

EXERCISES = (
    quick(
        id="12.0a",
        answer="b",
        mistakes={
            "a": "That works for recall, which is a share of the true fours. Precision is a share "
            "of the digits predicted as 4, and their number was not sent.",
            "c": "The plain mean gives a machine that predicted two fours the same weight as one "
            "that predicted a thousand.",
        },
        next_step="of which digits is precision a share?",
    ),
    quick(
        id="12.0b",
        answer="c",
        mistakes={
            "a": "F1 of a class is twice its hits, divided by its row sum plus its column sum.",
            "b": "Kappa needs the hits, and the row and column sums for chance agreement.",
        },
        next_step="which of the three looks at a single cell that is not on the diagonal?",
    ),
    quick(
        id="12.0c",
        answer="b",
        mistakes={
            "a": "McNemar's test needs the number of images on which only one of the two is right. "
            "The two may be right on the same images or on different ones: the matrices look the "
            "same.",
            "c": "Each matrix says how many images its network got right, but not which. They may "
            "be the same images or others.",
        },
        next_step="which of the three needs to know something about one and the same image?",
    ),
    Exercise(
        id="12.1a",
        answer=_PARCELS,
        mistakes={
            ((9, 2.5, 0.5), (2.5, 12.5, 1), (1, 2, 6)): "That is the mean of the two. Add them: "
            "each parcel counts once.",
            ((18, 5, 2), (5, 25, 4), (1, 2, 12)): "Rows and columns have changed places.",
            ((6, 2, 0), (1, 5, 2), (0, 1, 3)): "That is the first belt alone. Add the second.",
            ((12, 3, 1), (4, 20, 0), (2, 3, 9)): "That is the second belt alone. Add the first.",
        },
        next_step="add cell to cell: the first is 6 + 12.",
    ),
    asks_for(
        "12.1b",
        "Two belts' matrices add up to `{counts}`, rows S, M, L. Precision of *M*?",
        "precision",
        _PARCELS,
        "M",
        mistakes={
            "145/208": "That is the mean of the two belts' precisions. Add the counts first, "
            "then divide.",
            "5/8": "That is the precision of the first belt.",
            "10/13": "That is the precision of the second belt.",
        },
    ),
    Exercise(
        id="12.2a",
        kind="place",
        answer=ConfusionMatrix([[11, 2, 0], [4, 9, 0], [3, 0, 0]], labels=["cat", "fox", "badger"]),
        mistakes={
            ((11, 4, 3), (2, 9, 0), (0, 0, 0)): "Your columns hold the truth. The query "
            "names the prediction first, and the truth second.",
            ((0, 0, 3), (0, 11, 2), (0, 4, 9)): "Those are the counts in the order badger, cat, "
            "fox. The agreed order is cat, fox, badger.",
            (
                (11, 2, 0),
                (4, 9, 0),
                (0, 0, 3),
            ): "The badgers were predicted as cats: 3 belongs in the first column.",
        },
        next_step="each line of the answer is one cell; a cell that no line names is 0.",
    ),
    Exercise(
        id="12.2b",
        points=1,
        answer="precision",
        choices=("precision", "recall"),
        synonyms={f"{name} of the badger": name for name in ("precision", "recall")},
        mistakes={
            "recall": "The recall of the badger is 0 of 3, so it is 0. What is the other one "
            "divided by?",
        },
        next_step="how many badgers were there, and how many animals were predicted as one?",
    ),
    Exercise(
        id="12.3a",
        kind="judge",
        points=1,
        answer="the labels",
        choices=("rows and columns", "the labels", "a lost piece"),
        synonyms=dict.fromkeys(
            ("label order", "the order of the labels", "labels' order"), "the labels"
        ),
        mistakes={
            "rows and columns": "Both pieces have the truth in their rows, as the report says.",
            "a lost piece": "All samples of both pieces are in the sum. Is each in the right cell?",
        },
        next_step="what does the second row mean in each of the two pieces?",
    ),
    Exercise(
        id="12.3b",
        kind="judge",
        answer=explain("recall", _WEATHER, "rain"),
        mistakes={
            # Also as the report rounds it.
            **dict.fromkeys(("0.79", "0.792", "19/24"), _THE_REPORTS),
            "9/12": "That is the recall of rain in the first piece only.",
            "7/9": "That is the recall of rain in the second piece only.",
            "55/72": "That is the mean of the two recalls. Add the counts first.",
        },
    ),
    Exercise(
        id="12.4",
        kind="write",
        points=3,
        answer="The mean of thirty values of macro-F1 is not the macro-F1 of the day, because the "
        "shops sell different numbers of each product. Each shop should send its matrix with the "
        "labels instead, and all shops must use the same names for the products; we add the "
        "matrices and compute macro-F1 once. We keep the thirty matrices, so we also see which "
        "shop is worst.",
        rubric=(
            "that the mean of the thirty values is not the value of the day",
            "that each shop should send its matrix or its counts, and that these are added",
            "that all shops must agree on the labels",
        ),
        next_step="write what is wrong with the mean, what each shop should send, and what all "
        "shops must agree on.",
    ),
    Exercise(
        id="12.5",
        kind="own",
        points=3,
        answer=_DOOR,
        of_own=own_kappa,
        needs=_three_classes,
        next_step="add up the hits for the agreement; multiply each row sum by its column sum for "
        "the agreement by chance.",
    ),
    Exercise(
        id="12.6a",
        points=1,
        answer="scores",
        choices=_KEEP,
        synonyms=_OTHER_WORDS,
        mistakes={
            "matrix": "A matrix belongs to today's threshold. It doesn't show which samples "
            "another threshold would move.",
            "groups": "Those are more matrices, and all of them belong to today's threshold.",
            "both answers": "Those are predictions at today's threshold, not scores.",
        },
        next_step="what is compared with a threshold?",
    ),
    Exercise(
        id="12.6b",
        points=1,
        answer="both answers",
        choices=_KEEP,
        synonyms=_OTHER_WORDS,
        mistakes={
            "matrix": "Two matrices don't say on which images the two programs differ.",
            "groups": "A matrix for each program does not say on which images the two differ.",
            "scores": "The scores of each program, counted apart, do not say on which images the "
            "two differ.",
        },
        next_step="what must be known about one and the same image?",
    ),
    Exercise(
        id="12.6c",
        points=1,
        answer="groups",
        choices=_KEEP,
        synonyms=_OTHER_WORDS,
        mistakes={
            "matrix": "In one matrix day and night are added up, and can't be taken apart again.",
            "scores": "The histograms add up day and night, unless each has its own.",
            "both answers": "These counts add up day and night.",
        },
        next_step="what can be added later, while its sum can't be taken apart?",
    ),
    Exercise(
        id="12.6d",
        points=1,
        answer=1200,
        mistakes=_kept_numbers(50, 12),
        next_step="each site keeps one histogram for each of the two classes.",
        draw=_draw_kept,
    ),
    Exercise(
        id="12.6e",
        points=1,
        answer=2_000_000,
        mistakes=_filled_cells(4, 100_000, 500_000),
        next_step="how many cells does one sale fill?",
        draw=_draw_filled,
    ),
    Exercise(
        id="12.7a",
        kind="place",
        answer=[[0, 0, 0, 0], [0, 1, 1, 0], [0, 1, 1, 0], [0, 0, 0, 1]],
        mistakes={
            (
                (1, 1, 1, 1),
                (1, 0, 0, 1),
                (1, 0, 0, 1),
                (1, 1, 1, 0),
            ): "Those are the pairs whose bins differ: 1 and 0 have changed places.",
            (
                (1, 1, 1, 1),
                (0, 0, 0, 1),
                (0, 0, 0, 1),
                (0, 0, 0, 0),
            ): "Those are the pairs that are certainly in the right order. Which are open?",
            (
                (1, 1, 1, 1),
                (0, 0, 1, 1),
                (0, 0, 1, 1),
                (0, 0, 0, 0),
            ): "Those are the pairs that the scores themselves put in the right order. Which "
            "pairs share a bin?",
            (
                (0, 0, 0, 0),
                (0, 1, 0, 0),
                (0, 0, 1, 0),
                (0, 0, 0, 1),
            ): "A bin with two positives and two negatives holds four pairs.",
        },
        next_step="write the bin beside each score: 0 for scores from 0 to 19, 1 for 20 to 39, and "
        "so on.",
    ),
    Exercise(
        id="12.7b",
        answer=Fraction(6, 16),
        whole=16,
        mistakes=_of_bins(6, 5, 8, 16),
        next_step="count the pairs whose positive is in a higher bin, of all 16.",
        draw=_draw_lower_end,
    ),
)
