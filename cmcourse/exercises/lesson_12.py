"""Lesson 12: counting at scale."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import numpy as np

from cmcourse.exercises.feedback import WORDS
from cmcourse.exercises.lesson_09 import lacks, own_kappa
from cmcourse.exercises.registry import Draw, Exercise, cells, drawn, own, place, quick, slip, text
from cmcourse.exercises.variants import asks_for, exact
from cmlib.by_hand.explanation import explain
from cmlib.matrix import ConfusionMatrix

_BELTS = [
    ConfusionMatrix(counts, labels=["S", "M", "L"])
    for counts in ([[6, 2, 0], [1, 5, 2], [0, 1, 3]], [[12, 3, 1], [4, 20, 0], [2, 3, 9]])
]
_PARCELS = _BELTS[0] + _BELTS[1]
_OF_BELTS = [exact("precision", belt, "M") for belt in _BELTS]
_WIDTH, _SHOPS = 20, "thirty"  # of a bin of scores; how many shops
_FIRST_BIN, _SECOND_BIN = f"0 to {_WIDTH - 1}", f"{_WIDTH} to {2 * _WIDTH - 1}"
_GARDEN = ConfusionMatrix([[11, 2, 0], [4, 9, 0], [3, 0, 0]], labels=["cat", "fox", "badger"])
_PIECES = [
    ConfusionMatrix([[8, 1, 0], [2, 9, 1], [0, 3, 8]], labels=["hail", "rain", "snow"]),
    ConfusionMatrix([[7, 2, 0], [1, 10, 1], [1, 0, 4]], labels=["rain", "snow", "wind"]),
]
_WEATHER = ConfusionMatrix.from_pieces(_PIECES)
_OF_PIECES = [exact("recall", piece, "rain") for piece in _PIECES]
_REPORTED = exact("recall", _PIECES[0].counts + _PIECES[1].counts, 1)
# A week of guesses who is at the door, the sum of two halves.
_DOOR = ConfusionMatrix([[9, 2, 1], [3, 7, 0], [1, 1, 12]], labels=["post", "neighbour", "visitor"])


def _three_classes(own: ConfusionMatrix) -> str:
    if len(own.labels) < 3:
        return "Use at least three classes, as the exercise asks."
    return lacks(own)


def _kept(bins: int, sites: int) -> Draw:
    return Draw(
        f"Two classes, scores in {bins} bins, {sites} sites, each with histograms of its own. How "
        "many counts are kept in all?",
        2 * bins * sites,
        {
            4 * sites: "That is a matrix at each site. A matrix does not contain the scores.",
            bins: "That is one histogram. Each site has one for each of the two classes.",
            2 * bins: "That is enough for one site.",
            bins * sites: "That is one histogram at each site. There are two classes.",
            bins * bins * sites: "That counts bins against bins. A site has two histograms.",
            4 * bins * sites: "That is four histograms at each site. There are two classes.",
        },
    )


def _of_bins(sure: int, tied: int, rightly: int, pairs: int) -> dict[str, str]:
    return {
        f"{rightly}/{pairs}": "That is the AUC of the scores. Here only their bins are known.",
        f"{sure + tied}/{pairs}": "That is the upper end: every pair that shares a bin is counted.",
        f"{2 * sure + tied}/{2 * pairs}": "That is the middle: pairs that share a bin count half.",
        f"{tied}/{pairs}": "That is the share of pairs in one bin, the width between the two ends.",
    }


def _pairs(positives: Sequence[int], negatives: Sequence[int]) -> list[Any]:
    """Return where the positive has the higher bin, the same bin, and the higher score."""
    mine, other = np.array(positives)[:, np.newaxis], np.array(negatives)
    higher, same = mine // _WIDTH > other // _WIDTH, mine // _WIDTH == other // _WIDTH
    return [higher, same, mine > other]


def _draw_lower_end(random: Random) -> Draw:
    positives = sorted(random.sample(range(20, 100), 4), reverse=True)
    negatives = sorted(random.sample(range(80), 4), reverse=True)
    if {*positives} & {*negatives}:
        raise ValueError("two scores are equal")
    sure, tied, rightly = (int(where.sum()) for where in _pairs(positives, negatives))
    pairs = len(positives) * len(negatives)
    if not tied:
        raise ValueError("no pair shares a bin")
    prompt = (
        f"The positives' scores are {', '.join(map(str, positives))}, the negatives' "
        f"{', '.join(map(str, negatives))}. Only the bins {_FIRST_BIN}, {_SECOND_BIN} and so on "
        "were kept. "
        "What is the lowest AUC that fits them?"
    )
    return Draw(prompt, Fraction(sure, pairs), _of_bins(sure, tied, rightly, pairs))


_SURE, _TIED, _RIGHTLY = _pairs([81, 55, 47, 12], [75, 58, 41, 18])
# In the bin of the second positive and the second negative.
_POSITIVES, _NEGATIVES = _TIED[:, 1].sum(), _TIED[1].sum()


def _filled(sites: int, products: int, sales: int) -> Draw:
    return Draw(
        f"{sites} shops with the same {products:,} products count {sales:,} sales each. Their "
        "matrices are sparse, and are added. How many cells of the sum can be filled, at most?",
        sites * sales,
        {
            products**2: "That is the number of all cells. A sale fills one, and there are far "
            "fewer sales.",
            sales: "That is what one shop can fill. It is not the only one.",
            products: "Those are the hits alone. A mistake fills a cell, too.",
            3 * products: "That is the length of three vectors. The question is about cells.",
            sites * products**2: "The sum has each cell only once. And there are far fewer sales "
            "than that.",
        },
    )


_THE_REPORTS = (
    "That is the report's value. The second row is rain in the first piece, and snow in the other."
)
_BOTH = "two programs' predictions"
_keep = partial(
    quick,
    choices=("matrix", "groups", "scores", "both answers"),
    synonyms={
        "one matrix": "matrix",
        **dict.fromkeys(("matrix for each group", "matrix for each of several groups"), "groups"),
        **dict.fromkeys(
            ("histogram", "histogram of scores", "histogram of scores for each class"), "scores"
        ),
        **dict.fromkeys(("both", "answers of both", "pairs"), "both answers"),
        **dict.fromkeys(
            ("predictions of two programs", _BOTH, f"truth and {_BOTH}"), "both answers"
        ),
        f"truth and {_BOTH}, counted together": "both answers",
    },
)

EXERCISES = {
    "12.0a": quick(
        answer="b",
        reason="Precision is a share of the digits predicted as fours, and their number was not "
        "sent.",
        mistakes={
            "a": "That works for recall, which is a share of the true fours. Precision is a share "
            "of the digits predicted as fours, and their number was not sent.",
            "c": "The plain mean gives a machine that predicted two fours the same weight as one "
            "that predicted a thousand.",
        },
        next_step="of which digits is precision a share?",
    ),
    "12.0b": quick(
        answer="c",
        reason="That is a single cell off the diagonal; the vectors hold only the diagonal and "
        "the sums.",
        mistakes={
            "a": "F1 of a class is twice its hits, divided by its row sum plus its column sum.",
            "b": "Kappa needs the hits, and the row and column sums for chance agreement.",
        },
        next_step="which of the three looks at a single cell that is not on the diagonal?",
    ),
    "12.0c": quick(
        answer="b",
        reason="Each matrix gives its accuracy. It doesn't say which images are right, and the "
        "other two questions need that.",
        mistakes={
            "a": "McNemar's test needs the number of images on which only one of the two is right. "
            "The two may be right on the same images or on different ones: the matrices look the "
            "same.",
            "c": "Each matrix says how many images its network got right, but not which. They may "
            "be the same images or others.",
        },
        next_step="which of these needs to know something about one and the same image?",
    ),
    "12.1a": Exercise(
        answer=_PARCELS,
        mistakes={
            cells(_PARCELS.counts / 2): "That is the mean of the two. Add them: each parcel "
            "counts once.",
            cells(_PARCELS.counts.T): "Rows and columns have changed places.",
            cells(_BELTS[0].counts): "That is the first belt alone. Add the second.",
            cells(_BELTS[1].counts): "That is the second belt alone. Add the first.",
        },
        next_step=f"add cell to cell: the first is {_BELTS[0]['S', 'S']} + {_BELTS[1]['S', 'S']}.",
    ),
    "12.1b": asks_for(
        "Two belts' matrices add up to `{counts}`, for S, M, L. What is the precision of *M*?",
        "precision",
        _PARCELS,
        "M",
        mistakes={
            sum(_OF_BELTS) / 2: "That is the mean of the two belts' precisions. Add the counts "
            "first, then divide.",
            _OF_BELTS[0]: "That is the precision of the first belt.",
            _OF_BELTS[1]: "That is the precision of the second belt.",
        },
    ),
    "12.2a": place(
        answer=_GARDEN,
        mistakes={
            cells(_GARDEN.counts.T): "Your columns hold the truth. The query names the prediction "
            "first, and the truth second.",
            cells(_GARDEN.reorder(["badger", "cat", "fox"]).counts): "Those are the counts in the "
            "order badger, cat, fox. The agreed order is cat, fox, badger.",
            cells([*_GARDEN.counts[:2], _GARDEN.counts[2, ::-1]]): "The badgers were predicted as "
            f"cats: {_GARDEN.support[2]} belongs in the first column.",
        },
        next_step="each line of the answer is one cell; a cell that no line names is 0.",
    ),
    "12.2b": Exercise(
        points=1,
        answer="precision",
        reason="Nothing was predicted as a badger, so it is 0 of 0. Recall is 0 of "
        f"{_GARDEN.support[2]}.",
        choices=("precision", "recall"),
        synonyms={f"{name} of the badger": name for name in ("precision", "recall")},
        mistakes={
            "recall": f"The recall of the badger is 0 of {_GARDEN.support[2]}, so it is 0. What is "
            "the other one divided by?",
        },
        next_step="how many badgers were there, and how many animals were predicted as one?",
    ),
    "12.3a": slip(
        points=1,
        answer="the labels",
        reason="Rain is the second class of one piece and the first of the other.",
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
    "12.3b": slip(
        answer=explain("recall", _WEATHER, "rain"),
        mistakes={
            # Also as the report rounds it.
            **dict.fromkeys((round(_REPORTED, 2), round(_REPORTED, 3), _REPORTED), _THE_REPORTS),
            _OF_PIECES[0]: "That is the recall of rain in the first piece only.",
            _OF_PIECES[1]: "That is the recall of rain in the second piece only.",
            sum(_OF_PIECES) / 2: "That is the mean of the two recalls. Add the counts first.",
        },
    ),
    "12.4": text(
        answer=f"The mean of {_SHOPS} values of macro-F1 is not the macro-F1 of the day, because "
        "the shops sell different numbers of each product. Each shop should send its matrix with "
        "the labels instead, and all shops must use the same names for the products; we add the "
        f"matrices and compute macro-F1 once. We keep the {_SHOPS} matrices, so we also see which "
        "shop is worst.",
        rubric=(
            f"that the mean of the {_SHOPS} values is not the value of the day",
            "that each shop should send its matrix or its counts, and that these are added",
            "that all shops must agree on the labels",
        ),
        next_step="write what is wrong with the mean, what each shop should send, and what all "
        "shops must agree on.",
    ),
    "12.5": own(
        points=3,
        answer=_DOOR,
        of_own=own_kappa,
        needs=_three_classes,
        next_step="add up the hits for the agreement; multiply each row sum by its column sum for "
        "the agreement by chance.",
    ),
    "12.6a": _keep(
        answer="scores",
        reason="Only scores show which samples another threshold would move.",
        mistakes={
            "matrix": "A matrix belongs to today's threshold. It doesn't show which samples "
            "another threshold would move.",
            "groups": "Those are more matrices, and all of them belong to today's threshold.",
            "both answers": "Those are predictions at today's threshold, not scores.",
        },
        next_step="what is compared with a threshold?",
    ),
    "12.6b": _keep(
        answer="both answers",
        reason="The test needs the number of images that only one of the two gets right; only "
        "both answers, counted together, give it.",
        mistakes={
            "matrix": "Two matrices don't say on which images the two programs differ.",
            "groups": "A matrix for each program does not say on which images the two differ.",
            "scores": "The scores of each program, counted apart, do not say on which images the "
            "two differ.",
        },
        next_step="what must be known about one and the same image?",
    ),
    "12.6c": _keep(
        answer="groups",
        reason="A matrix of the night can be compared with one of the day.",
        mistakes={
            "matrix": "In one matrix day and night are added up, and can't be taken apart again.",
            "scores": "The histograms add up day and night, unless each has its own.",
            "both answers": "These counts add up day and night.",
        },
        next_step="which of them keeps day and night apart?",
    ),
    "12.6d": drawn(
        _kept(50, 12),
        lambda random: _kept(random.choice([20, 30, 60, 80]), random.randint(6, 30)),
        points=1,
        next_step="each site keeps one histogram for each of the two classes.",
    ),
    "12.6e": drawn(
        _filled(4, 100_000, 500_000),
        lambda random: _filled(
            random.randint(2, 9),
            random.choice([50_000, 80_000, 200_000]),
            random.choice([300_000, 400_000, 700_000]),
        ),
        points=1,
        next_step="how many cells does one sale fill?",
    ),
    "12.7a": place(
        answer=_TIED * 1,
        mistakes={
            cells(~_TIED): "Those are the pairs whose bins differ: 1 and 0 have changed places.",
            cells(_SURE): "Those are the pairs that are certainly in the right order. Which are "
            "open?",
            cells(_RIGHTLY): "Those are the pairs that the scores themselves put in the right "
            "order. Which pairs share a bin?",
            cells(_TIED * np.eye(len(_TIED), dtype=int)): f"A bin with {WORDS[_POSITIVES]} "
            f"positives and {WORDS[_NEGATIVES]} negatives holds "
            f"{WORDS[_POSITIVES * _NEGATIVES]} pairs.",
        },
        next_step=f"write the bin beside each score: 0 for scores from {_FIRST_BIN}, 1 for "
        f"{_SECOND_BIN}, and so on.",
    ),
    "12.7b": Exercise(
        answer=Fraction(int(_SURE.sum()), _SURE.size),
        whole=_SURE.size,
        mistakes=_of_bins(int(_SURE.sum()), int(_TIED.sum()), int(_RIGHTLY.sum()), _SURE.size),
        next_step=f"count the pairs whose positive is in a higher bin, of all {_SURE.size}.",
        draw=_draw_lower_end,
    ),
}
