"""What holds of every measure: in batches, in any order of classes, at the limits, on bad input.

filterwarnings = error turns a RuntimeWarning that leaks into a failure.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from measures import CALLS, every_measure, undefined_is_no_matter
from strategies import ONE_NUMBER, PER_CLASS, matrices

import cmlib
from cmlib import ConfusionMatrix


@pytest.mark.parametrize(("name", "options"), CALLS)
@undefined_is_no_matter
def test_a_batch_equals_a_loop_and_keeps_its_leading_axes(name, options):
    metric, batch = getattr(cmlib, name), np.random.default_rng(0).integers(0, 4, (100, 4, 4))
    batch[::10, 1] = 0
    batch[5::10, :, 2] = 0
    loop = [metric(one, **options) for one in batch]
    per_class = options.get("average", 1) is None
    assert isinstance(loop[0], np.ndarray if per_class else float)
    values = metric(batch.reshape(20, 5, 4, 4), **options)
    assert values.shape == ((20, 5, 4) if per_class else (20, 5))
    # Kappa and the MCCs multiply matrices or add up many terms: the last digit may differ.
    atol = 1e-14 if name in {"cohen_kappa", "g_mean", "mcc", "mcc_product"} else 0
    np.testing.assert_allclose(values.reshape(np.shape(loop)), loop, rtol=0, atol=atol)


@undefined_is_no_matter
@settings(max_examples=40)
@given(counts=matrices(high=8), data=st.data())
def test_class_order_changes_nothing(counts, data):
    order = data.draw(st.permutations(range(len(counts))))
    for name, options in CALLS:
        if "weights" in options:
            continue  # they are for ordered classes
        metric, turned_options = getattr(cmlib, name), dict(options)
        if "label" in options:
            turned_options["label"] = order.index(0)
        turned = metric(counts[np.ix_(order, order)], **turned_options)
        values = metric(counts, **options)
        said = f"{name} {options}"
        if np.ndim(values):
            np.testing.assert_array_equal(turned, values[order], said)
        else:
            assert turned == pytest.approx(values, abs=1e-12, nan_ok=True), said


WITHOUT_ONE = "precision", {"average": "weighted", "exclude": [0]}


@pytest.mark.parametrize(("name", "options"), [*CALLS, WITHOUT_ONE])
def test_tiny_and_huge_counts_change_nothing(name, options):
    metric, counts = getattr(cmlib, name), np.array([[4, 2, 1], [0, 5, 3], [4, 4, 9]])
    for scale in (10**3, 10**9, 10**17, 5e-324, 1e-320, 1e-200, 1e-100, 1e100, 1e200, 1e306):
        # Abstentions are counted in samples, and half of the smallest float is 0.
        if "abstained" not in options and (name != "f_score" or scale > 1e-300):
            scaled, plain = metric(counts * scale, **options), metric(counts, **options)
            np.testing.assert_allclose(scaled, plain, rtol=1e-14, err_msg=f"times {scale}")


@settings(max_examples=40)
@given(counts=matrices(high=6), weight=st.sampled_from([1, 0.3]), data=st.data())
def test_label_gives_the_value_of_one_class(counts, weight, data):
    labels = [f"class {at}" for at in range(len(counts))]
    cm, at = ConfusionMatrix(counts * weight, labels), data.draw(st.integers(0, len(labels) - 1))
    for name in PER_CLASS:
        metric = getattr(cmlib, name)
        value = metric(cm, label=labels[at])
        assert type(value) is float
        np.testing.assert_array_equal(value, metric(cm)[at], name)
        np.testing.assert_array_equal(metric([cm, cm], label=labels[at]), [value, value])
        np.testing.assert_array_equal(metric([cm, cm]), [metric(cm)] * 2, name)
        np.testing.assert_array_equal(metric(counts * weight, label=at), value)
        assert metric(cm, label=labels[at], zero_division=1) == metric(cm, zero_division=1)[at]


# Each way in which a matrix can be bad is tried on ConfusionMatrix: here, that all look.
@every_measure
@pytest.mark.parametrize(
    ("cm", "error", "message"),
    [
        ([[1, -1], [0, 1]], ValueError, "cm must be at least 0, got -1"),
        ([0, 1, 1], ValueError, r"got shape \(3,\); to count labels use ConfusionMatrix.from_lab"),
        (None, TypeError, "cm must hold integers"),
    ],
)
def test_bad_matrices_are_named(name, cm, error, message):
    with pytest.raises(error, match=message):
        getattr(cmlib, name)(cm)


@every_measure
@pytest.mark.parametrize("zero_division", [0.5, 3, 10**400, "warn", True])
def test_bad_zero_division_is_named(name, zero_division):
    error = TypeError if isinstance(zero_division, str | bool) else ValueError
    with pytest.raises(error, match=f"zero_division .* nan, 0.0 or 1.0, got {zero_division!r}"):
        getattr(cmlib, name)([[5, 7], [3, 7]], zero_division=zero_division)


@pytest.mark.parametrize("name", [*PER_CLASS, *ONE_NUMBER, "classification_report"])
def test_two_label_arrays_are_sent_to_from_labels(name):
    said = rf"{name} takes one matrix.*{name}\(Conf.*from_labels\(y_t"
    with pytest.raises(TypeError, match=said):
        getattr(cmlib, name)([0, 1, 1], [0, 1, 0])
