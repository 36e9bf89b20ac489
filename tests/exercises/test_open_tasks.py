"""The model answers of the tasks on shipped data hold the numbers that the data give."""

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

import cmcourse
import cmlib
from cmcourse.exercises.registry import exercises

OPELS = cmcourse.load("vehicle_three_class_scores")
PHOTOS = cmcourse.load("cifar10_altered").matrix
DEER = cmcourse.load("cifar10_restored").matrix.one_vs_rest("deer")
DEER_PRICE = [[0, 20], [1, 0]]
RESTORED, REMOVED = cmcourse.load("digits_restored"), cmcourse.load("digits_removed")


def numbers_2_10():
    assert not PHOTOS.predicted[[PHOTOS.index("cat"), PHOTOS.index("deer")]].any()
    assert set(PHOTOS.support) == {1000}
    assert cmlib.accuracy(PHOTOS) == pytest.approx(cmlib.recall(PHOTOS, average="macro"))
    with pytest.warns(cmlib.UndefinedMetricWarning):
        precision = cmlib.precision(PHOTOS, average="macro")
    moved = [f"{PHOTOS['deer', 'horse']} of the deer", f"{PHOTOS['cat', 'dog']} of the cats"]
    return [*moved, f"{cmlib.accuracy(PHOTOS):.3f}", f"{precision:.3f}"]


def numbers_5_10():
    truth, score = OPELS.y_true == 1, OPELS.y_score[:, 1]
    tried, counts = cmlib.at_thresholds(truth[::2], score[::2], label=True)
    threshold = tried[cmlib.recall(counts, label=1) >= 0.9].max()
    said = [f"threshold {threshold:.3f}"]
    for half, words in ((slice(0, None, 2), "25 of its 27"), (slice(1, None, 2), "24 of 35")):
        chosen = score[half] >= threshold
        found, opels = int((truth[half] & chosen).sum()), int(truth[half].sum())
        assert (words.split()[0], words.split()[-1]) == (str(found), str(opels))
        alarms = int((chosen & ~truth[half]).sum())
        said += [words, f"recall {found / opels:.3f}", f"{alarms} false alarms"]
    return said


def numbers_10_10():
    compared = cmlib.compare(RESTORED.y_true, RESTORED.y_pred, REMOVED.y_pred)
    (_, first), (second, _) = compared.pairs.to_numpy()
    lead = 100 * compared.measures.loc["accuracy"][["low", "high"]].astype(float)
    return [
        f"{len(RESTORED.y_true)} images",
        f"On {first} only the repaired one is right, on {second} only the other",
        f"test is {compared.p_value:.2f}",
        f"cost {-lead['low']:.1f} points of accuracy or gain {lead['high']:.1f}",
    ]


def numbers_11_7():
    sure = cmlib.interval("recall", [[46, 4], [30, 920]], label=0)
    return [f"as few as {100 * sure.low:.0f} or as many as {100 * sure.high:.0f} in a hundred"]


def numbers_11_9():
    (found, _), (warned, _) = DEER.counts
    cost = cmlib.interval("expected_cost", DEER, cost=DEER_PRICE)
    value, low, high = (100 * np.array([cost.value, cost.low, cost.high])).round(1)
    always = cmlib.expected_cost([[1000, 0], [9000, 0]], DEER_PRICE)
    never = cmlib.expected_cost([[0, 1000], [0, 9000]], DEER_PRICE)
    return [
        f"found {found} of {DEER.support[0]} deer and warned {warned} times",
        f"cost {value} for 100 photos (95 % interval {low} to {high})",
        f"always on costs {100 * always:.0f}, one that is always off {100 * never:.0f}",
    ]


@pytest.mark.parametrize(
    "numbers", [numbers_2_10, numbers_5_10, numbers_10_10, numbers_11_7, numbers_11_9]
)
def test_model_answer_holds_the_numbers(numbers):
    lesson, number = numbers.__name__.split("_")[1:]
    answer = exercises(int(lesson))[f"{lesson}.{number}"].answer
    assert [text for text in numbers() if text not in answer] == []


def test_typed_ends_of_other_intervals_are_those_of_statsmodels():
    ends = [proportion_confint(54, 60, method=it)[0] for it in ("beta", "jeffreys")]
    foreseen = exercises(10)["10.5b"].mistakes
    assert [f"{end:.4f}" for end in ends] == [key for key in foreseen if isinstance(key, str)]
