"""Checks of document 2 that are too long for a row of the ledger."""

from __future__ import annotations

import itertools
import math
import warnings
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt

import cmlib
from cmlib import ConfusionMatrix, datasets
from cmlib.datasets import Dataset
from cmlib.replication.evidence import Evidence, label_lists

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "area_and_accuracy",
    "area_under",
    "band_as_printed",
    "chance_agreement",
    "citations_listed",
    "corners_of",
    "curve_axes",
    "curve_counts_samples",
    "diagram_lines",
    "dois_stand_right",
    "enclosing_is_better",
    "every_run_gives",
    "height",
    "library_area",
    "library_curve",
    "library_mean",
    "library_score",
    "line_colours",
    "mean_average_precision",
    "nearness",
    "network_by_hand",
    "one_score_for_all",
    "orders_differ",
    "pair_auc",
    "pairwise_area",
    "precision_of_labels",
    "product_form",
    "products_of_cells",
    "recall_of_labels",
    "refused",
    "root_of_product",
    "runs",
    "scale",
    "scale_as_printed",
    "scaled_then_split",
    "share_apart",
    "some_runs_give",
    "split_gives",
    "steps_give_curve",
    "table_1",
    "table_of_classes",
    "three_class_mcc",
    "two_classes_only",
]

Counts: TypeAlias = npt.NDArray[np.int64]
Rates: TypeAlias = npt.NDArray[np.float64]

# Values closer than this are the same, but for the noise of floats.
_TIE = 1e-12


# ---- Numbers, formulas, code ----


def recall_of_labels(counts: Counts, label: int) -> float:
    """Share of the samples of a class that are predicted as it, from the two lists of labels."""
    truth, prediction = label_lists(counts)
    return float((prediction[truth == label] == label).mean())


def precision_of_labels(counts: Counts, label: int) -> float:
    """Share of the samples predicted as a class that are of it, from the two lists of labels."""
    truth, prediction = label_lists(counts)
    return float((truth[prediction == label] == label).mean())


def chance_agreement(counts: Counts) -> float:
    """Share of all pairs, truth of one sample and prediction of another or the same, that agree."""
    return float(np.equal.outer(*label_lists(counts)).mean())


def library_score(cm: ConfusionMatrix | Counts, name: str, **options: Any) -> Any:
    """Call a metric of scikit-learn as the document does; four decimals, as it prints them."""
    from sklearn import metrics

    counts = cm.counts if isinstance(cm, ConfusionMatrix) else cm
    return np.round(getattr(metrics, name)(*label_lists(counts), **options), 4).tolist()


def library_curve(data: Dataset, label: int, name: str = "roc_curve") -> tuple[Rates, Rates, Rates]:
    """Call scikit-learn's ``roc_curve`` or ``precision_recall_curve`` as the document does."""
    from sklearn import metrics

    truth, score = _one_class(data, label)
    points = getattr(metrics, name)(truth, score[:, label], pos_label=label)
    return cast("tuple[Rates, Rates, Rates]", points)


def library_area(data: Dataset, label: int) -> float:
    """Area under the ROC curve by the document's two calls, ``roc_curve`` and ``auc``."""
    from sklearn.metrics import auc

    return float(auc(*library_curve(data, label)[:2]))


def pair_auc(data: Dataset, label: int) -> Fraction:
    """Area under the ROC curve, by counting pairs that the scores rank the right way round."""
    truth, scores = _one_class(data, label)
    score = scores[:, label]
    inside, outside = score[truth == label][:, None], score[truth != label]
    won, level = int((inside > outside).sum()), int((inside == outside).sum())
    return Fraction(2 * won + level, 2 * inside.size * outside.size)


def curve_counts_samples(data: Dataset, label: int, name: str) -> Evidence:
    """Compare each point of scikit-learn's curve with the samples counted at its threshold."""
    truth, score = _one_class(data, label)
    positive = truth == label
    first, second, thresholds = library_curve(data, label, name)
    called = score[:, label] >= thresholds[:, None]
    found, alarms = (called & positive).sum(axis=1), (called & ~positive).sum(axis=1)
    tpr = found / positive.sum()
    if name == "roc_curve":
        expected = np.array([alarms / (~positive).sum(), tpr])
    else:
        expected = np.array([found / (found + alarms), tpr])
    points = np.array([first[: len(thresholds)], second[: len(thresholds)]])
    same = int(np.isclose(points, expected).all(axis=0).sum())
    return Evidence(
        same == len(thresholds), f"{same} of {len(thresholds)} points are counts of samples"
    )


def steps_give_curve(data: Dataset, label: int) -> Evidence:
    """Draw the ROC curve as the document says, a step for each sample, and compare all corners.

    A positive sample is a step upwards, a negative one a step to the right. Samples that share a
    score are one step together, which the document leaves open.
    """
    truth, score = _one_class(data, label)
    positives, negatives = int((truth == label).sum()), int((truth != label).sum())
    x = y = Fraction(0)
    corners = {(0.0, 0.0)}
    for value in np.unique(score[:, label])[::-1]:
        level = truth[score[:, label] == value] == label
        y += int(level.sum()) * Fraction(1, positives)
        x += int((~level).sum()) * Fraction(1, negatives)
        corners.add((round(float(x), 9), round(float(y), 9)))
    fpr, tpr, _ = library_curve(data, label)
    theirs = {(round(float(a), 9), round(float(b), 9)) for a, b in zip(fpr, tpr, strict=True)}
    return Evidence(
        theirs <= corners and x == y == 1,
        f"{len(theirs & corners)} of {len(theirs)} corners of the curve are met, the last at "
        f"({x}, {y})",
    )


def every_run_gives(cm: ConfusionMatrix, name: str) -> Evidence:
    """Say whether every repeated training gave the matrix."""
    text, same, matrices = _runs_giving(cm, name)
    return Evidence(same > 0 and matrices == 1, text)


def some_runs_give(cm: ConfusionMatrix, name: str) -> Evidence:
    """Say whether some repeated trainings gave the matrix and others did not."""
    text, same, matrices = _runs_giving(cm, name)
    return Evidence(same > 0 and matrices > 1, text)


def split_gives(data: Dataset, class_sizes: Sequence[int]) -> Evidence:
    """Split a table with classes of these sizes as the document does; compare the test set."""
    truth, _ = _one_class(data, 0)
    rows = np.repeat(np.arange(len(class_sizes)), class_sizes)
    drawn = rows[_test_rows(len(rows))]
    same = np.array_equal(drawn, truth)
    return Evidence(
        same,
        f"classes of {', '.join(map(str, class_sizes))}, {len(rows)} together: the test set of "
        f"{len(drawn)} has {', '.join(map(str, np.bincount(drawn).tolist()))}, "
        f"{'' if same else 'not '}in the order of the training that is shipped",
    )


def attempt(action: Callable[[], Any]) -> Evidence:
    """Say whether something runs; the text is the error if it does not."""
    # Warnings are what a reader of the document would see, too, and still get a result.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            action()
        except Exception as error:
            return Evidence(False, f"{type(error).__name__}: {str(error).split(' (')[0]}")
    return Evidence(True, "it runs")


def refused(action: Callable[[], Any]) -> Evidence:
    """Say whether something stops with a ValueError."""
    outcome = attempt(action)
    return Evidence(outcome.text.startswith("ValueError"), outcome.text.partition(":")[0])


def runs(line: str) -> Evidence:
    """Run Python that knows np, pd and math, as the document's program does after its imports."""
    import pandas as pd

    return attempt(lambda: exec(line, {"np": np, "pd": pd, "math": math}))


def table_1() -> pd.DataFrame:
    """Rows 1 to 4 and 647 of the document's Table 1; NaN where it prints dots."""
    import pandas as pd

    shown = [
        (85, 44, 70, 205, 103, 52, 149, 45, 183, "bus"),
        (107, 57, 106, 172, 50, 6, 255, 26, 183, "bus"),
        (97, 43, 73, 173, 65, 6, 153, 42, 204, "bus"),
        (88, 46, 74, 171, 68, 6, 152, 43, 195, "bus"),
        (86, 36, 78, 146, 58, 7, 135, 50, 195, "saab"),
    ]
    names = [*(f"X{i}" for i in range(1, 9)), "X18", "class"]
    columns = [*(f"X{i}" for i in range(1, 19)), "class"]
    return pd.DataFrame(shown, index=[1, 2, 3, 4, 647], columns=names).reindex(columns=columns)


def table_of_classes(sizes: Sequence[int]) -> pd.DataFrame:
    """Make a table laid out as the document's: 18 features, name and number of the class."""
    import pandas as pd

    number = np.repeat(np.arange(len(sizes)), sizes)
    features = np.random.default_rng(0).integers(0, 100_000, (len(number), 18))
    return pd.DataFrame(features).assign(name=number.astype(str), number=number)


def scale(frame: pd.DataFrame) -> pd.DataFrame:
    """Scale every column to [0, 1], as the document means to."""
    return (frame - frame.min()) / (frame.max() - frame.min())


def scale_as_printed(frame: pd.DataFrame) -> pd.DataFrame:
    """Scale with ``np.min(frame)`` and ``np.max(frame)``, as the document's program does."""
    return (frame - np.min(frame)) / (np.max(frame) - np.min(frame))


def scaled_then_split(class_sizes: Sequence[int]) -> Evidence:
    """Scale and split a table in the order of the document's program; look where the ends lie."""
    from sklearn.model_selection import train_test_split

    features = scale(table_of_classes(class_sizes).iloc[:, :18])
    training, test = train_test_split(features, test_size=0.3, random_state=8)
    together = np.concatenate([training, test])
    full = int(((together.min(axis=0) == 0) & (together.max(axis=0) == 1)).sum())
    alone = int(((training.min() == 0) & (training.max() == 1)).sum())
    return Evidence(
        full == features.shape[1] > alone,
        f"of {features.shape[1]} features {full} reach from 0 to 1 in both parts together, "
        f"{alone} in the training part",
    )


def root_of_product(recalls: Sequence[float] | Rates) -> float:
    """G-mean as the document's function has it: all recalls multiplied, then the root."""
    product = 1.0
    for value in recalls:
        product *= float(value)
    return math.pow(product, 1 / len(recalls))


def products_of_cells(counts: Counts) -> float:
    """Product form of the MCC as the document's function has it: multiply first, divide last."""
    right = wrong = np.int64(1)
    rows = columns = 1.0
    # With counts as scikit-learn gives them, what is too large wraps round with a warning.
    with np.errstate(all="ignore"):
        for i in range(len(counts)):
            right = right * counts[i, i]
        for i, j in itertools.permutations(range(len(counts)), 2):
            wrong = wrong * counts[i, j]
            rows *= math.sqrt(float(counts[i, i] + counts[i, j]))
            columns *= math.sqrt(float(counts[j, j] + counts[i, j]))
        return float((math.pow(right, len(counts) - 1) - wrong) / np.float64(rows * columns))


def product_form(counts: Counts, power: int, diagonal_factor: int = 1) -> float:
    """Product form of the MCC in whole numbers of any size, with parts of it as one likes.

    ``power`` is the exponent of the product of right counts; ``diagonal_factor`` stands for all
    F_ii together in the product of wrong counts: 1 leaves them out.
    """
    cells = np.asarray(counts).astype(object)
    pairs = list(itertools.permutations(range(len(cells)), 2))
    right = math.prod(np.diag(cells).tolist()) ** power
    wrong = diagonal_factor * math.prod(cells[i, j] for i, j in pairs)
    square = math.prod((cells[i, i] + cells[i, j]) * (cells[j, j] + cells[i, j]) for i, j in pairs)
    # The square first: it is a fraction of any size, while the root must fit into a float.
    return math.copysign(math.sqrt(Fraction((right - wrong) ** 2, square)), right - wrong)


def three_class_mcc(counts: Counts) -> float:
    """Document 2's MCC for three classes, factor by factor as it is printed."""
    (T00, F01, F02), (F10, T11, F12), (F20, F21, T22) = np.asarray(counts).tolist()
    rows = (T00 + F01) * (T00 + F02) * (T11 + F10) * (T11 + F12) * (T22 + F20) * (T22 + F21)
    columns = (T00 + F10) * (T00 + F20) * (T11 + F01) * (T11 + F21) * (T22 + F02) * (T22 + F12)
    numerator = (T00 * T11 * T22) ** 2 - F01 * F02 * F10 * F12 * F20 * F21
    return float(numerator) / (math.sqrt(rows) * math.sqrt(columns))


def _one_class(data: Dataset, label: int) -> tuple[Counts, Rates]:
    """Give truth and scores of a table that has both, for this class among others."""
    if data.y_true is None or data.y_score is None or label not in data.matrix.labels:
        raise ValueError(f"data: expected scores of class {label}, got {data.name}")
    return data.y_true, data.y_score


def _test_rows(size: int) -> npt.NDArray[np.int64]:
    """Give the rows that the document's split takes for the test set."""
    from sklearn.model_selection import train_test_split

    _, rows = train_test_split(np.arange(size), test_size=0.3, random_state=8)
    return np.asarray(rows)


def _runs_giving(cm: ConfusionMatrix, name: str) -> tuple[str, int, int]:
    counts = datasets.load_runs(name).counts
    same = int(np.all(counts == cm.counts, axis=(1, 2)).sum())
    matrices = len(np.unique(counts, axis=0))
    found = "1 matrix" if matrices == 1 else f"{matrices} different matrices"
    return f"in {same} of {len(counts)} trainings; {found} in all", same, matrices


def network_by_hand(nodes: Sequence[int], steps: int, classes: int) -> Evidence:
    """Train the document's network on toy data, and compute its scores from the weights by hand.

    The hidden layers are counted from the weights, and their function is the logistic one.
    """
    from sklearn.neural_network import MLPClassifier

    draw = np.random.default_rng(0)
    features, truth = draw.normal(size=(60, 4)), np.arange(60) % classes
    network = MLPClassifier(
        solver="lbfgs",
        hidden_layer_sizes=tuple(nodes),
        activation="logistic",
        max_iter=steps,
        random_state=0,
    )
    # It is stopped early, as in the document, and says so.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        network.fit(features, truth)
    values = features
    for weight, offset in zip(network.coefs_[:-1], network.intercepts_[:-1], strict=True):
        values = 1 / (1 + np.exp(-(values @ weight + offset)))
    last = values @ network.coefs_[-1] + network.intercepts_[-1]
    # Two classes share one output node: the other class is the one with the value 0.
    shares = np.exp(last if classes > 2 else np.hstack([np.zeros_like(last), last]))
    scores = shares / shares.sum(axis=1, keepdims=True)
    layers = [len(offset) for offset in network.intercepts_[:-1]]
    same = int(np.isclose(scores, network.predict_proba(features)).all(axis=1).sum())
    return Evidence(
        layers == list(nodes) and same == len(truth) and network.n_iter_ <= steps,
        f"hidden layers of {', '.join(map(str, layers))} nodes; {same} of {len(truth)} samples "
        f"have the scores computed by hand",
    )


def diagram_lines(data: Dataset, *, other_open: bool = False) -> list[str]:
    """Draw the ROC curves as the document's program does; name the lines in the diagram.

    Its lines for Figures 6 and 7 open no figure of their own. With ``other_open`` they follow, in
    the same run and before anything is shown, the line that draws the diagram of one class.
    """
    from matplotlib import pyplot as plt
    from sklearn.metrics import RocCurveDisplay

    first = plt.figure()
    if other_open:
        truth, scores = _one_class(data, 1)
        RocCurveDisplay.from_predictions(truth == 1, scores[:, 1], name="Figure 5", ax=first.gca())
    for label in data.matrix.labels:
        fpr, tpr, _ = library_curve(data, int(label))
        plt.plot(fpr, tpr, label=f"Class{label}")
    lines = [str(line.get_label()).partition(" (")[0] for line in plt.gca().get_lines()]
    plt.close(first)
    return lines


# ---- Claims ----


def orders_differ(first: str, second: str) -> Evidence:
    """Look for two classifiers, tested on 3 positives and 12 negatives, in two different orders."""
    cells = [(found, 3 - found, 12 - kept, kept) for found in range(4) for kept in range(13)]
    counts = np.reshape(cells, (-1, 2, 2))
    one_way, other_way = (getattr(cmlib, name)(counts) for name in (first, second))
    ahead = np.subtract.outer(one_way, one_way) > _TIE
    behind = np.subtract.outer(other_way, other_way) < -_TIE
    if not np.any(ahead & behind):
        return Evidence(False, f"{first} and {second} never disagree")
    i, j = np.argwhere(ahead & behind)[0]
    return Evidence(
        True,
        f"{counts[i].tolist()} and {counts[j].tolist()}: {first} {one_way[i]:.4f} > "
        f"{one_way[j]:.4f}, {second} {other_way[i]:.4f} < {other_way[j]:.4f}",
    )


def two_classes_only(*values: float) -> Evidence:
    """Say whether a measure has no value for three classes, from what several programs give."""
    agree = bool(np.all(np.isfinite(values)) and np.allclose(values, values[0], atol=1e-9))
    ways = f"{len(values)} ways to compute it"
    if agree:
        return Evidence(False, f"for three classes, {ways} give {values[0]:.6f}")
    return Evidence(True, f"for three classes, {ways} give {', '.join(map(str, values))}")


def pairwise_area(data: Dataset) -> float:
    """Area under the ROC curve for many classes, by Hand and Till: a mean over pairs of classes."""
    areas = []
    for i, j in itertools.permutations(data.matrix.labels, 2):
        truth, scores = _one_class(data, int(i))
        ahead = scores[truth == i, int(i)][:, None] - scores[truth == j, int(i)]
        areas.append(float((ahead > 0).mean() + (ahead == 0).mean() / 2))
    return sum(areas) / len(areas)


def mean_average_precision(data: Dataset) -> float:
    """Sum the steps of each class's own P-R curve, and take the mean over the classes."""
    sums = []
    for label in data.matrix.labels:
        precision, recall, _ = library_curve(data, int(label), "precision_recall_curve")
        sums.append(float((-np.diff(recall) * precision[:-1]).sum()))
    return sum(sums) / len(sums)


def library_mean(data: Dataset, name: str, **options: str) -> float:
    """Call scikit-learn's summary of the curves of three classes."""
    from sklearn import metrics

    truth, scores = _one_class(data, 0)
    return float(getattr(metrics, name)(truth, scores, **options))


def area_and_accuracy(truth: Sequence[int], score: Sequence[float]) -> tuple[float, float]:
    """Area under the ROC curve of the class 1, and accuracy at the threshold 0.5."""
    from sklearn.metrics import roc_auc_score

    right = (np.asarray(score) >= 0.5) == (np.asarray(truth) == 1)
    return float(roc_auc_score(truth, score)), float(right.mean())


def band_as_printed(value: float) -> str | None:
    """Document 2's word for a Kappa, its bands taken literally; None where it has none."""
    bands = {
        "acceptable": 0.21 <= value <= 0.40,
        "moderate": 0.41 <= value <= 0.60,
        "rather high": 0.61 <= value <= 0.80,
        "almost perfect": value > 0.81,
    }
    return next((word for word, inside in bands.items() if inside), None)


def share_apart(data: Dataset, label: int) -> float:
    """Of all pairs of thresholds, the share where precision and recall move apart.

    Only pairs count in which both of them change.
    """
    precision, recall, _ = library_curve(data, label, "precision_recall_curve")
    moves = np.subtract.outer(precision[:-1], precision[:-1])
    moves *= np.subtract.outer(recall[:-1], recall[:-1])
    return float((moves < 0).sum() / (moves != 0).sum())


def height(data: Dataset, label: int, fpr: float) -> float:
    """Largest true positive rate that the ROC curve of a class reaches up to an FPR."""
    x, y, _ = library_curve(data, label)
    return float(y[x <= fpr].max())


def enclosing_is_better(measure: Callable[[Rates], float]) -> Evidence:
    """Compare all ROC curves of four positives and four negatives, those that enclose others.

    A curve encloses another if it is nowhere below it. It is better if the measure is not lower.
    """
    curves = []
    for places in itertools.combinations(range(8), 4):
        up = np.isin(np.arange(8), places)
        corners = np.cumsum(np.array([~up, up]), axis=1) / 4
        curves.append(np.concatenate([np.zeros((2, 1)), corners], axis=1))
    # Where the curve leaves each share of the negatives behind, it is highest.
    tops = np.array([[y[x == i / 4].max() for i in range(5)] for x, y in curves])
    values = np.array([measure(curve) for curve in curves])
    enclosed = np.all(tops[:, None] >= tops, axis=2) & ~np.eye(len(curves), dtype=bool)
    kept = values[:, None] - values >= -_TIE
    return Evidence(
        bool(np.all(kept[enclosed])),
        f"{int((enclosed & kept).sum())} of {int(enclosed.sum())} pairs of curves, one around the "
        "other",
    )


def area_under(curve: Rates) -> float:
    """Area under the corners of a curve, by trapezoids."""
    x, y = curve
    return float(np.trapezoid(y, x))


def nearness(curve: Rates) -> float:
    """Minus the distance of the upper left corner from the nearest corner of a curve."""
    x, y = curve
    return -float(np.hypot(x, 1 - y).min())


def corners_of(data: Dataset, label: int) -> Rates:
    """Give the corners of scikit-learn's ROC curve of a class, FPR first."""
    return np.array(library_curve(data, label)[:2])


def one_score_for_all() -> Rates:
    """Give the corners of the ROC curve of a rule that gives every sample the same score."""
    from sklearn.metrics import roc_curve

    x, y, _ = roc_curve(np.arange(20) % 2, np.full(20, 0.5))
    return np.array([x, y])


def line_colours() -> list[str]:
    """Name the colours that matplotlib gives to the first two lines of a diagram."""
    from matplotlib import colors, rcParamsDefault

    # Versions differ in how they write a colour: as "#1f77b4", or as three shares of light.
    given = rcParamsDefault["axes.prop_cycle"].by_key()["color"][:2]
    names = colors.TABLEAU_COLORS.items()
    known = {colors.to_hex(code): name.removeprefix("tab:") for name, code in names}
    return [known[colors.to_hex(code)] for code in given]


def curve_axes(diagram: str) -> tuple[str, str]:
    """Name what scikit-learn puts on the axes of its ROC or P-R diagram, horizontal first."""
    import sklearn.metrics
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots()
    getattr(sklearn.metrics, diagram).from_predictions([0, 1], [0.2, 0.8], ax=axes)
    plt.close(figure)
    # scikit-learn adds the positive class in brackets.
    horizontal, vertical = (
        name.partition(" (")[0] for name in (axes.get_xlabel(), axes.get_ylabel())
    )
    return horizontal, vertical


def citations_listed() -> Evidence:
    """Compare the numbers that document 2 cites, in the order of its text, with its references."""
    cited = "1-7 2-7 1 3 4 1 2 3 4 4 7 8 1 3 7 9 10 7 7 11 12 13"
    listed = "Yang Wang Wisanwanichthan Géron Janusa Beeche Zhang Yu Guo Liu Alizadeh Wang Yang"
    ends = [[int(end) for end in part.split("-")] for part in cited.split()]
    numbers = {n for end in ends for n in range(end[0], end[-1] + 1)}
    expected = set(range(1, len(listed.split()) + 1))
    return Evidence(
        numbers == expected, f"{len(numbers & expected)} of {len(numbers)} cited works are listed"
    )


def dois_stand_right() -> Evidence:
    """Say whether each DOI that ends with the number of a listed article is printed with it."""
    # References of document 2: the article number where it prints one, and the end of the DOI.
    articles = {1: "108549", 2: "201", 5: "106282", 6: "108669", 11: "106646"}
    dois = {
        1: "patcog.2022.108549",
        2: "info11040201",
        3: "ACCESS.2021.3118573",
        4: "landusepol.2022.106282",
        6: "patcog.2022.108669",
        11: "knosys.2020.106646",
    }
    owners = {
        at: [owner for owner, article in articles.items() if doi.endswith(article)]
        for at, doi in dois.items()
    }
    strays = [
        f"[{at}] prints {dois[at]}, [{own[0]}]'s"
        for at, own in owners.items()
        if own and at not in own
    ]
    return Evidence(not strays, "; ".join(strays) or f"{len(dois)} DOIs stand where they belong")
