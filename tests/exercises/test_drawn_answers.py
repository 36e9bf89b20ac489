"""The answer to a drawn question, worked out from its text by a library or by counting."""

import re
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest
from scipy import optimize, stats
from sklearn import metrics as sk

from cmcourse.exercises.registry import exercise, exercises, lessons
from cmcourse.exercises.variants import variant
from cmlib.by_hand import Explanation

NEAR_95 = 2 * stats.norm.cdf(2) - 1  # the level of z = 2


def numbers(text):
    found = re.findall(r"\d[\d,]*(?:[./]\d+)?", text)
    return [float(Fraction(it.rstrip(",").replace(",", ""))) for it in found]


def parts(text):
    """Return which parts are defective, their scores, and the numbers behind them."""
    defective, fine, more = re.split(r", fine ones|\. ", text, maxsplit=2)
    scores = [numbers(defective), numbers(fine)]
    return np.repeat([True, False], [*map(len, scores)]), np.concatenate(scores), numbers(more)


def matrix(text):
    return np.array(numbers(text[text.index("[[") :])).reshape(2, 2)


def spam(text):
    every, spam, flagged, hits = numbers(text)
    return [[hits, spam - hits], [flagged - hits, every - spam - flagged + hits]]


def by_bayes(text):
    recall, specificity, _, one_in = numbers(text.replace("one", "1"))
    return recall / (recall + (1 - specificity) * (one_in - 1))


def found_for_g_mean(text):
    classes, samples, least = numbers(text)
    means = stats.gmean([[1] * int(classes - 1) + [it / samples] for it in range(int(samples))], 1)
    return np.flatnonzero(means >= least - 1e-12)[0]


def cheapest(text):
    defective, scores, (price, *_) = parts(text)
    costs = [
        (defective & (scores < it)).sum() + price * (~defective[scores >= it]).sum()
        for it in scores
    ]
    return scores[np.argmin(costs)]


def ranks(text):
    table, truths = text.split("the true classes are")
    rows = [numbers(it) for it in re.findall("`(.*?)`", table)]
    ranked = [stats.rankdata(np.negative(it), method="min") for it in rows]
    return [int(it[int(at)]) for it, at in zip(ranked, numbers(truths), strict=True)]


def impossible(text):
    photos, *printed = numbers(text)
    counts = np.arange(photos + 1) / photos
    (odd,) = [it for it in printed if abs(counts - it).min() > 0.0005 + 1e-9]
    return odd


def kappa_of_sums(text):
    _, first, second, left, _, accuracy = numbers(text)
    cells = next(
        [a, first - a, left - a, second - left + a]
        for a in range(int(first) + 1)
        if np.isclose(a + second - left + a, accuracy * (first + second))
    )
    return sk.cohen_kappa_score([0, 0, 1, 1], [0, 1, 0, 1], sample_weight=cells)


def gain_by_chance(text):
    samples, *sums, accuracy = numbers(text)
    by_chance = np.dot(sums[:2], sums[2:]) / samples**2
    return (accuracy - by_chance) / by_chance


def wilson(text, level=NEAR_95):
    hits, samples, _ = numbers(text)
    return stats.binomtest(int(hits), int(samples)).proportion_ci(level, method="wilson")


def mid_p(text):
    first, second = map(int, numbers(text))
    few, every = min(first, second), first + second
    return 2 * stats.binom.cdf(few, every, 0.5) - stats.binom.pmf(few, every, 0.5)


def brier(text):
    days = [it == "rain" for it in re.findall(r"\brain\b|\bdry\b", text)]
    return sk.brier_score_loss(days, re.findall(r"\d\.\d", text))


def found_in_rooms(text):
    pairs = np.reshape(numbers(text), (-1, 2))
    return pairs[:, 0].sum() / pairs[:, 1].sum()


def pairs_won(text, better):
    defective, scores, _ = parts(text)
    return better.outer(scores[defective], scores[~defective]).mean()


def enough_without_a_slip(text):
    chance = (1 - 1 / numbers(text)[0]) ** np.arange(10_000)
    return np.flatnonzero(chance <= 0.05)[0]


def lowest_auc(text):
    positives, negatives, _ = (numbers(it) for it in re.split("negatives'|Only", text))
    pairs = product(np.floor_divide(positives, 20), np.floor_divide(negatives, 20))
    return np.mean([one > other for one, other in pairs])


def prevalence(text):
    payments, frauds = numbers(text)
    return sk.average_precision_score(np.arange(payments) < frauds, np.ones(int(payments)))


FROM_TEXT = {
    "1.1": spam,
    "1.5": by_bayes,
    "3.1": lambda text: matrix(text).sum(0) @ matrix(text).sum(1) / matrix(text).sum() ** 2,
    "4.2": found_for_g_mean,
    "5.1c": lambda text: (parts(text)[1][~parts(text)[0]] >= parts(text)[2][0]).mean(),
    "5.3a": lambda text: sk.roc_auc_score(*parts(text)[:2]),
    "5.4": lambda text: sk.average_precision_score(*parts(text)[:2]),
    "5.5b": cheapest,
    "5.7b": prevalence,
    "8.1a": ranks,
    "9.2a": impossible,
    "9.5a": kappa_of_sums,
    "10.2a": lambda text: wilson(text).low,
    "10.2b": lambda text: wilson(text).high,
    "10.3a": lambda text: stats.binom.pmf(numbers(text)[1], numbers(text)[1], numbers(text)[0]),
    "10.4a": lambda text: stats.binomtest(*np.cumsum(numbers(text)).astype(int)).pvalue,
    "10.4b": mid_p,
    "10.9a": lambda text: numbers(text)[1] ** 2 / 4 / numbers(text)[0] ** 2,
    "10.9b": lambda text: numbers(text)[0] * 3,
    "11.1a": brier,
    "11.3b": lambda text: optimize.brentq(lambda it: numbers(text)[0] * it - (1 - it), 0, 1),
    "11.6a": found_in_rooms,
    "12.6d": lambda text: np.empty((2, *map(int, numbers(text)))).size,
    "12.6e": lambda text: min(numbers(text)[0] * numbers(text)[2], numbers(text)[1] ** 2),
    "12.7b": lowest_auc,
}


def test_every_drawn_number_that_is_no_metric_is_worked_out_here():
    drawn = [it for lesson in lessons() for it in exercises(lesson).values() if it.draw]
    assert FROM_TEXT.keys() == {it.id for it in drawn if not isinstance(it.answer, Explanation)}


@pytest.mark.parametrize("id", FROM_TEXT)
def test_the_answer_is_worked_out_from_the_text(id):
    for seed in range(20):
        prompt, drawn = variant(exercise(id), Random(f"{seed} {id}"))
        given = getattr(drawn.answer, "counts", drawn.answer)
        given = float(given) if isinstance(given, Fraction) else given
        assert np.asarray(FROM_TEXT[id](prompt)) == pytest.approx(np.asarray(given))


@pytest.mark.parametrize(
    ("id", "wrong"),
    [
        ("5.3a", lambda text: pairs_won(text, np.greater)),
        ("5.3a", lambda text: pairs_won(text, np.greater_equal)),
        ("9.5a", gain_by_chance),
        ("9.5a", lambda text: 1 - (1 - (it := numbers(text))[5]) / (1 - it[1] * it[3] / 10_000)),
        ("10.2a", lambda text: wilson(text, 0.95).low),
        ("10.3a", lambda text: stats.binom.pmf(0, numbers(text)[1], numbers(text)[0])),
        ("10.4a", mid_p),
        ("10.4b", FROM_TEXT["10.4a"]),
        ("10.9b", enough_without_a_slip),
        ("12.6e", lambda text: numbers(text)[1] ** 2),
    ],
)
def test_a_wrong_number_is_foreseen(id, wrong):
    prompt, drawn = variant(exercise(id), Random(id))
    foreseen = [float(Fraction(it)) for it in drawn.mistakes]
    assert any(it == pytest.approx(wrong(prompt), abs=1e-7) for it in foreseen)
