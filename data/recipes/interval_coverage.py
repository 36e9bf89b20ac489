"""Compute how often each interval that the course uses holds the truth: its coverage at 95 %.

Run it from anywhere; it takes half an hour on one core, less on several, and always starts afresh::

    python data/recipes/interval_coverage.py

A setting is a true confusion matrix (or a true share) and a size of the test set. Test sets are
drawn from it, each gets its interval, and those that hold the true value are counted. Where the
binomial chances can be summed, the coverage is exact, and nothing is drawn.
"""

from __future__ import annotations

import platform
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy
import statsmodels
from results import DATA, write_table
from scipy.stats import binom, multinomial, norm
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

import cmlib

SEED, TESTS, DRAWS = 23, 2_000, 500
Z = norm.ppf(0.975)
# The quantile that is unbiased for few draws: of 500 draws, the ranks 12.5 and 488.5.
MIDDLE: dict[str, Any] = {"q": [0.025, 0.975], "method": "weibull"}

Array = npt.NDArray[Any]
Row = dict[str, object]

MEASURES: dict[str, Callable[[Array], Array]] = {
    "accuracy": cmlib.accuracy,
    "macro recall": lambda matrices: cmlib.recall(matrices, average="macro"),
    "macro F1": lambda matrices: cmlib.f_score(matrices, average="macro"),
    "Kappa": cmlib.cohen_kappa,
    # 0 where all samples are predicted as one class, as scikit-learn has it.
    "MCC": partial(cmlib.mcc, zero_division=0.0),
    "R' of the last class": lambda matrices: cmlib.r_prime(matrices)[..., -1],
}

OF_A_CLASS = [
    *("recall", "specificity", "precision", "negative_predictive_value"),
    *("f_score", "informedness", "r_prime"),
]
LEADS = [
    *(("balanced_accuracy", None), ("cohen_kappa", None), ("mcc", None)),
    ("f_score", "macro"),
]
# Class sizes; the first is always right, the second misses this share of the last class alone.
RARE = [
    *(([500, 10], 0.15), ([200, 20], 0.08), ([50, 10], 0.2), ([300, 60, 12], 0.15)),
    *(([100, 100, 20], 0.1), ([60, 60, 60, 60, 60], 0.1)),
]
# Class sizes, where one side is right on this share of each class and the other on the rest.
ONE_SIDED = [([10, 10], 0.97), ([10, 10, 10], 0.97), ([100, 20, 10], 0.95), ([20] * 10, 0.98)]
# Groups and their size, the shares on which only the first, only the second is right, and how alike
# the groups are: the sum of a Dirichlet distribution's parameters, from which each has its shares.
GROUPS: list[tuple[int, Any, float, float, float]] = [
    *((10, 20, 0.005, 0.0, 1e6), (10, 20, 0.05, 0.02, 1e6), (10, 20, 0.2, 0.1, 20)),
    *((10, 200, 0.05, 0.0, 5), (14, 128, 0.02, 0.01, 20), (30, 10, 0.005, 0.0, 1e6)),
    *((30, 10, 0.05, 0.02, 20), (30, 30, 0.05, 0.0, 5), (100, 5, 0.02, 0.01, 20)),
    *((12, [10, 30] * 6, 0.05, 0.0, 5), (20, [*range(5, 105, 5)], 0.05, 0.0, 5)),
]
COMPARED = 400  # test sets of a comparison, whose draws take long

SIGNED = {"Kappa", "MCC"}  # from -1 to 1; the others from 0 to 1

# Class sizes, and the recall of each class or of all; errors go to other classes by their sizes.
MATRICES: list[tuple[list[int], Any]] = [
    ([10, 10], 0.9),
    ([25, 25], 0.95),
    ([195, 5], [0.98, 0.8]),
    ([190, 10], [0.98, 0.9]),
    ([990, 10], [0.99, 0.5]),
    ([950, 50], [0.99, 0.8]),
    ([150, 150], 0.995),
    ([25, 25, 25], 0.8),
    ([100, 95, 5], [0.9, 0.9, 0.8]),
    ([100, 95, 5], [0.9, 0.9, 0.4]),
    ([95, 90, 5], [0.9, 0.9, 0.2]),
    ([95, 95, 10], 0.9),
    ([180, 10, 10], [0.95, 0.6, 0.6]),
    ([980, 10, 10], [0.98, 0.7, 0.7]),
    ([20, 20, 20], [0.8, 0.8, 1.0]),
    ([20] * 5, 0.8),
    ([400, 50, 30, 15, 5], [0.95, 0.8, 0.8, 0.6, 0.6]),
    ([200] * 5, 0.99),
    ([20] * 10, 0.9),
    ([30] * 10, 0.4),
    ([400, 200, 150, 100, 50, 40, 30, 15, 10, 5], 0.85),
    ([10] * 20, 0.9),
    ([5] * 20, 0.9),
    ([10] * 50, 0.9),
    ([28, 2], [0.95, 0.5]),
    ([27, 3], [0.95, 1.0]),
    ([20, 7, 3], [0.9, 0.8, 0.2]),
    ([10, 10, 10], 0.8),
    ([10] * 10, 0.6),
    ([5] * 20, 0.6),
    ([10] * 20, 0.6),
    ([20] * 20, 0.6),
    ([5] * 30, 0.9),
    ([10] * 50, 0.6),
]
# Of two classes: the share of the second, its recall, and the recall of the first.
WORSE_THAN_CHANCE = [
    *((0.07, 0.4, 0.05), (0.07, 0.1, 0.05), (0.1, 0.5, 0.1), (0.12, 0.6, 0.05), (0.12, 0.6, 0.1)),
    *((0.15, 0.7, 0.02), (0.15, 0.05, 0.02), (0.3, 0.5, 0.02), (0.3, 0.1, 0.05), (0.4, 0.02, 0.02)),
]
# The price of each cell, class sizes, recalls.
COSTS: list[tuple[list[list[int]], list[int], Any]] = [
    ([[0, miss], [alarm, 0]], sizes, recalls)
    for miss, alarm in ((10, 1), (1, 1))
    for sizes in ([10, 10], [50, 50], [150, 150], [30, 270], [500, 500], [100, 900])
    for recalls in ([0.8, 0.9], [0.95, 0.98], [0.995, 0.995])
]
COSTS += [
    ([[0, 1, 5], [50, 0, 50], [5, 5, 0]], sizes, recalls)
    for sizes, recalls in MATRICES
    if len(sizes) == 3
]
# Few errors, of prices that hardly differ.
COSTS += [
    ([[0, 10, 11], [12, 0, 13], [14, 15, 0]], [size] * 3, recall)
    for size, recall in ((20, 0.99), (20, 0.97), (100, 0.997), (100, 0.99), (500, 0.9995))
]
# Samples, and the shares on which only the first, only the second classifier is right.
PAIRS = [
    (n, first, second)
    for n in (50, 200, 1000)
    for first, second in ((0.005, 0.01), (0.01, 0.05), (0.02, 0.02), (0.05, 0.1), (0.1, 0.1))
] + [
    (20, 0.1, 0.1),
    (20, 0.05, 0.2),
    (300, 0.0, 0.02),
    (300, 0.001, 0.01),
    (5000, 0.001, 0.002),
    (20, 0.0, 0.2),
]


def truth(sizes: list[int], recalls: Any) -> Array:
    """Return the true shares of all cells."""
    shares = np.array(sizes) / sum(sizes)
    recall = np.broadcast_to(recalls, shares.shape)
    errors = shares * (1 - np.eye(len(shares)))
    errors *= ((1 - recall) / errors.sum(axis=1))[:, None]
    return shares[:, None] * (errors + np.diag(recall))


def test_sets(rng: np.random.Generator, cells: Array, n: int) -> Array:
    """Draw test sets in which no class is absent."""
    drawn = rng.multinomial(n, cells.ravel(), size=10 * TESTS).reshape(-1, *cells.shape)
    present = drawn[(drawn.reshape(len(drawn), len(cells), -1).sum(axis=2) > 0).all(axis=1)]
    if len(present) < TESTS:
        raise ValueError(f"only {len(present)} of {len(drawn)} test sets have all classes")
    return present[:TESTS]


def smoothed(counts: Array, added: int = 1) -> Array:
    """Add samples to each row: half of them on the diagonal, half spread over the errors."""
    size = counts.shape[-1]
    return counts + added * np.where(np.eye(size), 1 / 2, 1 / (2 * (size - 1)))


def draws_of(rng: np.random.Generator, counts: Array, n: int) -> Array:
    """Draw matrices from each of several, with its shares."""
    cells = counts.reshape(len(counts), 1, -1)
    drawn = rng.multinomial(n, cells / cells.sum(axis=2, keepdims=True), (len(counts), DRAWS))
    return drawn.reshape(len(counts), DRAWS, *counts.shape[1:])


def matrix_intervals(
    rng: np.random.Generator, tests: Array, n: int
) -> dict[tuple[str, str], Array]:
    """Return the low and the high ends of each measure by each method, for all test sets."""
    drawn, smooth = draws_of(rng, tests, n), draws_of(rng, smoothed(tests), n)
    for_kappa = draws_of(rng.spawn(1)[0], smoothed(tests, 2), n)
    ends: dict[tuple[str, str], Array] = {}
    for name, measure in MEASURES.items():
        ends[name, "percentile bootstrap"] = np.nanquantile(measure(drawn), axis=1, **MIDDLE)
        from_smoothed = for_kappa if name == "Kappa" else smooth
        ends[name, "smoothed bootstrap"] = moved_ends(name, tests, from_smoothed)
        if tests.shape[-1] <= 3:
            ends[name, "BCa bootstrap"] = bca(measure, tests, measure(drawn))
    ends["Kappa", "delta method"] = kappa_by_delta(tests)
    return ends


def moved_ends(name: str, tests: Array, drawn: Array) -> Array:
    """Return quantiles of a measure, moved outwards by the mean distance from its value."""
    values = MEASURES[name](drawn)
    shift = MEASURES[name](tests) - np.nanmean(values, axis=1)
    low, high = np.nanquantile(values, axis=1, **MIDDLE)
    moved = [low + np.minimum(shift, 0), high + np.maximum(shift, 0)]
    return np.clip(moved, -1 if name in SIGNED else 0, 1)


def bca(measure: Callable[[Array], Array], tests: Array, drawn: Array) -> Array:
    """Return Efron's bias-corrected and accelerated intervals; each sample is left out once."""
    size, value = tests.shape[-1], measure(tests)
    cells = np.eye(size * size, dtype=np.int64).reshape(-1, size, size)
    left_out = measure(np.maximum(tests[:, None] - cells, 0))
    weights = tests.reshape(len(tests), -1)
    weights = np.where(np.isnan(left_out), 0, weights)
    left_out = np.nan_to_num(left_out)
    stray = (weights * left_out).sum(1, keepdims=True) / weights.sum(1, keepdims=True) - left_out
    spread = (weights * stray**2).sum(axis=1)
    leaning = (weights * stray**3).sum(axis=1) / (6 * np.maximum(spread, 1e-30) ** 1.5)
    below = (drawn < value[:, None]).mean(axis=1) + (drawn == value[:, None]).mean(axis=1) / 2
    bias = norm.ppf(np.clip(below, 1 / DRAWS, 1 - 1 / DRAWS))
    ends = []
    for z in (-Z, Z):
        level = norm.cdf(bias + (bias + z) / (1 - leaning * (bias + z)))
        ends.append([np.nanquantile(one, at) for one, at in zip(drawn, level, strict=True)])
    return np.array(ends)


def kappa_by_delta(tests: Array) -> Array:
    """Return Kappa's intervals by the delta method (Fleiss, Cohen and Everitt, 1969)."""
    error = np.array([cohens_kappa(counts).std_kappa for counts in tests])
    return cmlib.cohen_kappa(tests) + np.array([[-Z], [Z]]) * error


def row(interval: tuple[str, str], setting: str, n: int, held: Any, ends: Array) -> Row:
    """Return a line of the table."""
    measure, method = interval
    width = float(np.nanmean(ends[1] - ends[0]))
    result = {"coverage": round(float(held), 4), "width": round(width, 4)}
    return {"measure": measure, "method": method, "n": n, "setting": setting, **result}


def holds(ends: Array, value: Any) -> Array:
    """Return which intervals hold a value, with a tolerance of its last digit."""
    return (ends[0] <= value + 1e-12) & (value - 1e-12 <= ends[1])


def share_rows() -> Iterator[Row]:
    """Return the exact coverage of a share's intervals."""
    names = {"Wald": "normal", "Wilson": "wilson", "Clopper-Pearson": "beta"}
    for n in (20, 50, 100, 300, 1000):
        hits = np.arange(n + 1)
        found = {name: np.array(proportion_confint(hits, n, method=m)) for name, m in names.items()}
        few = np.minimum(hits, n - hits) < 5
        found["Wilson, Clopper-Pearson below five"] = np.where(
            few, found["Clopper-Pearson"], found["Wilson"]
        )
        plain = np.array(proportion_confint(hits, n, method="jeffreys"))
        found["Jeffreys, unmodified"] = plain
        found["Jeffreys"] = np.where([hits == 0, hits == n], [[0], [1]], plain)
        found["percentile bootstrap"] = binom.ppf([[0.025], [0.975]], n, hits / n) / n
        for share in (0.5, 0.8, 0.9, 0.95, 0.99, 0.999):
            chance = binom.pmf(hits, n, share)
            for name, ends in found.items():
                held = chance @ holds(ends, share)
                yield row(("share", name), f"share {share}", n, held, (ends * chance).sum(1))


def kappa_rows() -> Iterator[Row]:
    """Return the exact coverage of Kappa below 0, where an interval is given."""
    rng = np.random.default_rng(SEED)
    for n in (20, 50):
        every = np.indices([n + 1] * 3).reshape(3, -1).T
        cells = np.column_stack([every, n - every.sum(axis=1)])
        tests = cells[cells.min(axis=1) >= 0].reshape(-1, 2, 2)
        both_classes = (tests.sum(axis=1) > 0).all(axis=1) & (tests.sum(axis=2) > 0).all(axis=1)
        tests = tests[both_classes]
        found = {
            "smoothed by one sample": moved_ends("Kappa", tests, draws_of(rng, smoothed(tests), n)),
            "cmlib.interval": np.stack([*cmlib.interval("cohen_kappa", tests)]),
        }
        for share, recall, other in WORSE_THAN_CHANCE:
            true = truth([1 - share, share], [other, recall])
            chance = multinomial.pmf(tests.reshape(-1, 4), n, true.ravel())
            chance /= chance.sum()
            setting = f"share {share}, recall {recall}; recall of the rest {other}"
            for name, ends in found.items():
                held = chance @ holds(ends, cmlib.cohen_kappa(true))
                yield row(("Kappa below 0", name), setting, n, held, (ends * chance).sum(axis=1))


def matrix_rows(rng: np.random.Generator, sizes: list[int], recalls: Any) -> Iterator[Row]:
    """Return the simulated coverage of the measures of a matrix."""
    cells, n = truth(sizes, recalls), sum(sizes)
    tests = test_sets(rng, cells, n)
    # Few tests at a time, so that the draws of a matrix of many classes fit into memory.
    parts = np.array_split(tests, max(1, len(sizes) ** 2 * TESTS // 50_000))
    by_part = [matrix_intervals(rng, part, n) for part in parts]
    setting = setting_of(sizes, recalls)
    for interval in by_part[0]:
        ends = np.concatenate([part[interval] for part in by_part], axis=1)
        value = MEASURES[interval[0]](cells)
        yield row(interval, setting, n, np.mean(holds(ends, value)), ends)


def named(values: Any) -> str:
    """Write one number where all are the same."""
    several = np.atleast_1d(values)
    return ", ".join(f"{one:g}" for one in (several[:1] if np.ptp(several) == 0 else several))


def setting_of(sizes: list[int], recalls: Any) -> str:
    """Name the truth of a setting: class sizes and recalls."""
    return f"{len(sizes)} classes of {named(sizes)}; recall {named(recalls)}"


def priced(price: Any) -> str:
    """Write the prices of the errors, row by row."""
    return named([one for row in price for one in row if one])


def cost_rows(rng: np.random.Generator) -> Iterator[Row]:
    """Return the simulated coverage of an expected cost."""
    for price, sizes, recalls in COSTS:
        cells, n, size = truth(sizes, recalls), sum(sizes), len(sizes)
        tests = rng.multinomial(n, cells.ravel(), size=TESTS).reshape(-1, size, size)
        costs = (draws_of(rng, tests, n) * price).sum(axis=(2, 3)) / n
        found = {
            "percentile bootstrap": np.quantile(costs, axis=1, **MIDDLE),
            "cmlib.interval": np.stack([*cmlib.interval("expected_cost", tests, cost=price)]),
        }
        setting = f"prices {priced(price)}; {setting_of(sizes, recalls)}"
        for name, ends in found.items():
            held = np.mean(holds(ends, (cells * price).sum()))
            yield row(("expected cost", name), setting, n, held, ends)


def pair_rows(rng: np.random.Generator) -> Iterator[Row]:
    """Return the coverage of a lead in accuracy, on the same test set."""
    for n, first, second in PAIRS:
        tests = rng.multinomial(n, [first, second, 1 - first - second], size=TESTS)
        leads = rng.multinomial(n, tests[:, None, :] / n, (TESTS, DRAWS)) @ [1, -1, 0] / n
        alone = (tests[:, :2] + 1) / (n + 2)
        middle, both = alone @ [1, -1], alone.sum(axis=1)
        step = Z * np.sqrt((both - middle**2) / (n + 2))
        found = {
            "paired percentile bootstrap": np.quantile(leads, axis=1, **MIDDLE),
            "Bonett-Price": np.stack([middle - step, middle + step]),
        }
        setting = f"only the first right {first:g}, only the second {second:g}"
        for name, ends in found.items():
            held = np.mean(holds(ends, first - second))
            yield row(("lead in accuracy, pairs", name), setting, n, held, ends)
        said = ([0, 1, 0], [1, 0, 0])
        tests = [(np.zeros(n, int), *(np.repeat(it, one) for it in said)) for one in tests]
        held, ends = compared(tests, first - second, "accuracy")
        yield row(("lead in accuracy, pairs", "cmlib.compare"), setting, n, held, ends)


def both_answers(first: Array, second: Array) -> Array:
    """Return the true shares of truth x first answer x second answer.

    They are halfway between independent answers and answers that are as alike as they can be.
    """
    cells = []
    for one, other in zip(first, second, strict=True):
        alike = np.minimum(one, other)
        left = np.outer(one - alike, other - alike) / max((one - alike).sum(), 1e-12)
        cells.append((np.outer(one, other) / one.sum() + np.diag(alike) + left) / 2)
    return np.array(cells)


def lead_rows(rng: np.random.Generator, sizes: list[int], recalls: Any) -> Iterator[Row]:
    """Return the simulated coverage of a lead in macro F1, on the same test set and on two."""
    measure, cells, n = MEASURES["macro F1"], truth(sizes, recalls), sum(sizes)
    others = truth(sizes, 0.95 * np.array(recalls))

    def lead(cubes: Array) -> Array:
        return measure(cubes.sum(axis=-1)) - measure(cubes.sum(axis=-2))

    both = both_answers(cells, others)
    tests = test_sets(rng, both, n)
    parts = np.array_split(tests, max(1, len(sizes) ** 3 * TESTS // 50_000))
    paired = [np.nanquantile(lead(draws_of(rng, one, n)), axis=1, **MIDDLE) for one in parts]
    # Two test sets: each matrix is resampled by itself.
    first, second = (
        np.concatenate([measure(draws_of(rng, one, n)) for one in np.array_split(tests, 10)])
        for tests in (test_sets(rng, cells, n), test_sets(rng, others, n))
    )
    setting = f"{setting_of(sizes, recalls)}, 5 % less"
    found = {
        ("lead in macro F1, pairs", "paired percentile bootstrap"): np.concatenate(paired, axis=1),
        ("lead in macro F1, two test sets", "percentile bootstrap"): np.nanquantile(
            first - second, axis=1, **MIDDLE
        ),
    }
    for interval, ends in found.items():
        yield row(interval, setting, n, np.mean(holds(ends, lead(both))), ends)


def class_rows(rng: np.random.Generator, sizes: list[int], recalls: Any) -> Iterator[Row]:
    """Return the simulated coverage of `cmlib.interval` for measures of the last class.

    The first is often the largest: of R' also its coverage.
    """
    cells, n, last = truth(sizes, recalls), sum(sizes), len(sizes) - 1
    tests = test_sets(rng, cells, n)
    setting = setting_of(sizes, recalls)
    for name, at in [*((name, last) for name in OF_A_CLASS), ("r_prime", 0)]:
        found = cmlib.interval(name, tests, at)
        ends = np.stack([*found])[:, ~np.isnan(found.value)]
        held = np.mean(holds(ends, getattr(cmlib, name)(cells, label=at)))
        measure = f"{name} of the {'last' if at else 'first'} class"
        yield row((measure, "cmlib.interval"), setting, n, held, ends)


def compared(
    tests: list[tuple[Array, ...]], value: float, name: str, **options: Any
) -> tuple[float, Array]:
    """Return how many leads of `cmlib.compare` hold a value, and their ends."""
    leads = [cmlib.compare(*answers, [name], **options).measures for answers in tests]
    ends = np.array([lead[["low", "high"]].to_numpy()[0] for lead in leads]).T
    ends = ends[:, ~np.isnan(ends[0])]  # where there is none, none can fail
    return float(np.mean(holds(ends, value))), ends


def compare_rows(
    rng: np.random.Generator, sizes: list[int], recalls: Any, others: Any = None
) -> Iterator[Row]:
    """Return the simulated coverage of `cmlib.compare` for leads on the same test set."""
    cells, n, shape = truth(sizes, recalls), sum(sizes), [len(sizes)] * 3
    both = both_answers(cells, truth(sizes, 0.95 * np.array(recalls) if others is None else others))
    drawn = test_sets(rng, both, n)[:COMPARED].reshape(COMPARED, -1)
    tests = [np.unravel_index(np.arange(both.size).repeat(it), shape) for it in drawn]
    less = "5 % less" if others is None else f"the second's {named(others)}"
    setting = f"{setting_of(sizes, recalls)}, {less}"
    for name, average in LEADS:
        options = {} if average is None else {"average": average}
        measure = partial(getattr(cmlib, name), **options)
        value = measure(both.sum(axis=2)) - measure(both.sum(axis=1))
        interval = f"lead in {average or ''} {name}".replace("  ", " "), "cmlib.compare"
        held, ends = compared(tests, value, name, **options)
        # Under 10 samples of a class there may be no interval; too few of them say little.
        if ends.shape[1] >= COMPARED / 4:
            yield row(interval, setting, n, held, ends)


def cost_lead_rows(rng: np.random.Generator) -> Iterator[Row]:
    """Return the simulated coverage of `cmlib.compare` for leads in cost on the same test set."""
    for price, sizes, recalls in COSTS:
        cells, n = truth(sizes, recalls), sum(sizes)
        both = both_answers(cells, truth(sizes, 0.95 * np.array(recalls)))
        drawn = rng.multinomial(n, both.ravel(), size=TESTS)
        tests = [np.unravel_index(np.arange(both.size).repeat(it), both.shape) for it in drawn]
        value = ((both.sum(axis=2) - both.sum(axis=1)) * price).sum()
        labels = range(len(sizes))
        held, ends = compared(tests, value, "expected_cost", cost=price, labels=labels)
        setting = f"prices {priced(price)}; {setting_of(sizes, recalls)}, 5 % less"
        yield row(("lead in expected_cost", "cmlib.compare"), setting, n, held, ends)


def group_rows(rng: np.random.Generator) -> Iterator[Row]:
    """Return the simulated coverage of `cmlib.compare` for leads with groups.

    Recall is that of a class with a tenth of the samples.
    """
    for groups, size, first, second, alike in GROUPS:
        group, tests = np.repeat(np.arange(groups), size), []
        alpha = alike * np.array([first, max(second, 1e-9), 1 - first - second])
        for _ in range(TESTS):
            # The groups of a test set are drawn, too.
            true = (rng.random(len(group)) < 0.1).astype(int)
            right = rng.random(len(group))[:, None] > rng.dirichlet(alpha, groups)[group].cumsum(1)
            only_first, only_second = ~right[:, 0], right[:, 0] & ~right[:, 1]
            tests.append((true, true ^ only_second, true ^ only_first, group))
        shares = f"only the first right {first:g}, only the second {second:g}"
        sized = named(sorted({*np.atleast_1d(size)}))
        setting = f"{groups} groups of {sized}, {shares}, concentration {alike:g}"
        for name, options in (("accuracy", {}), ("recall", {"label": 1})):
            leads = [compared([it], first - second, name, groups=g, **options) for *it, g in tests]
            ends = np.concatenate([some for _, some in leads], axis=1)
            held = np.mean(holds(ends, first - second))
            yield row((f"lead in {name}, groups", "cmlib.compare"), setting, len(group), held, ends)


def two_set_rows() -> Iterator[Row]:
    """Return the exact coverage of a difference of shares of two test sets, by Newcombe."""
    for n, m in ((10, 16), (20, 20), (50, 50), (30, 300), (200, 200), (20, 1000)):
        hits = np.indices((n + 1, m + 1)).reshape(2, -1)
        by_newcombe = partial(confint_proportions_2indep, method="newcomb")
        ends = np.array([by_newcombe(x, n, y, m) for x, y in hits.T])
        for first, second in ((0.9, 0.75), (0.8, 0.8), (0.95, 0.95), (0.99, 0.9), (0.995, 1.0)):
            chance = binom.pmf(hits[0], n, first) * binom.pmf(hits[1], m, second)
            held = chance @ holds(ends.T, first - second)
            setting = f"shares {first:g} and {second:g}; test sets of {n} and {m}"
            mean = (ends.T * chance).sum(axis=1)
            yield row(("difference of two test sets", "Newcombe"), setting, n + m, held, mean)


def collected(part: Callable[[], Iterator[Row]]) -> list[Row]:
    """Compute the rows of a part of the table."""
    with warnings.catch_warnings():
        # A class absent from a draw is left out of the averages of this draw; cmlib says so.
        warnings.simplefilter("ignore")
        return list(part())


def main() -> None:
    """Compute all coverages and write the table."""
    # Each part has its own random numbers: the table is the same for any number of processes.
    makers = [cost_rows, pair_rows]
    makers += [partial(lead_rows, sizes=s, recalls=r) for s, r in MATRICES if len(s) <= 10]
    makers += [partial(matrix_rows, sizes=s, recalls=r) for s, r in MATRICES]
    makers += [partial(class_rows, sizes=s, recalls=r) for s, r in MATRICES]
    makers += [partial(compare_rows, sizes=s, recalls=r) for s, r in MATRICES if len(s) <= 10]
    makers += [group_rows, cost_lead_rows]
    rare = [(sizes, [1.0] * (len(sizes) - 1) + [1 - miss]) for sizes, miss in RARE]
    makers += [partial(compare_rows, sizes=s, recalls=1.0, others=o) for s, o in rare]
    makers += [partial(compare_rows, sizes=s, recalls=r, others=1 - r) for s, r in ONE_SIDED]
    streams = np.random.default_rng(SEED).spawn(len(makers))
    parts = [share_rows, two_set_rows, kappa_rows]
    parts += [partial(maker, rng) for maker, rng in zip(makers, streams, strict=True)]
    rows: list[Row] = []
    with ProcessPoolExecutor() as pool:
        for some in pool.map(collected, parts):
            rows += some
            for one in some:
                print(*one.values(), sep="; ", flush=True)
    about = {
        "recipe": "data/recipes/interval_coverage.py",
        "date": date.today().isoformat(),
        "level": 0.95,
        "seed": SEED,
        "test_sets": TESTS,
        "compared": COMPARED,
        "draws": DRAWS,
        "exact": ["share", "difference of two test sets", "Kappa below 0"],
        "versions": {
            "python": platform.python_version(),
            "numpy": np.__version__,
            "scipy": scipy.__version__,
            "statsmodels": statsmodels.__version__,
        },
        "columns": {
            "n": "samples of a test set; of both, where there are two",
            "setting": "the truth from which test sets are drawn",
            "method": "cmlib.interval and cmlib.compare choose for themselves",
            "coverage": "share of the test sets whose interval holds the truth",
            "width": "mean width of the intervals",
        },
    }
    folder = DATA / "coverage"
    folder.mkdir(exist_ok=True)
    write_table(folder, "interval_coverage", pd.DataFrame(rows), about)


if __name__ == "__main__":
    main()
