"""The model answers of the tasks on shipped data hold the numbers that the data give."""

import pytest
from statsmodels.stats.proportion import proportion_confint

import cmcourse
import cmlib
from cmcourse.exercises.registry import exercises

PHOTOS = cmcourse.load("cifar10_altered").matrix
DEER = cmcourse.load("cifar10_restored").matrix.one_vs_rest("deer")
RESTORED, REMOVED = cmcourse.load("digits_restored"), cmcourse.load("digits_removed")


def numbers_2_10():
    assert not PHOTOS.predicted[[PHOTOS.index("cat"), PHOTOS.index("deer")]].any()
    assert set(PHOTOS.support) == {1000}
    assert cmlib.accuracy(PHOTOS) == pytest.approx(cmlib.recall(PHOTOS, average="macro"))
    with pytest.warns(cmlib.UndefinedMetricWarning):
        precision = cmlib.precision(PHOTOS, average="macro")
    moved = [f"{PHOTOS['deer', 'horse']} of the deer", f"{PHOTOS['cat', 'dog']} of the cats"]
    return [*moved, f"{cmlib.accuracy(PHOTOS):.3f}", f"{precision:.3f}"]


def numbers_10_10():
    compared = cmlib.compare(RESTORED.y_true, RESTORED.y_pred, REMOVED.y_pred)
    lead = 100 * compared.measures.loc["accuracy"][["low", "high"]].astype(float)
    return [f"cost {-lead['low']:.1f} points of accuracy or gain {lead['high']:.1f}"]


def numbers_11_7():
    sure = cmlib.interval("recall", [[46, 4], [30, 920]], label=0)
    return [f"as few as {100 * sure.low:.0f} or as many as {100 * sure.high:.0f} in a hundred"]


def numbers_11_9():
    cost = cmlib.interval("expected_cost", DEER, cost=[[0, 20], [1, 0]])
    return [f"interval {100 * cost.low:.1f} to {100 * cost.high:.1f}"]


@pytest.mark.parametrize("numbers", [numbers_2_10, numbers_10_10, numbers_11_7, numbers_11_9])
def test_model_answer_holds_the_numbers(numbers):
    lesson, number = numbers.__name__.split("_")[1:]
    answer = exercises(int(lesson))[f"{lesson}.{number}"].answer
    assert [text for text in numbers() if text not in answer] == []


def test_typed_ends_of_other_intervals_are_those_of_statsmodels():
    ends = [proportion_confint(54, 60, method=it)[0] for it in ("beta", "jeffreys")]
    foreseen = exercises(10)["10.5b"].mistakes
    assert [f"{end:.4f}" for end in ends] == [key for key in foreseen if isinstance(key, str)]
