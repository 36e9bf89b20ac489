"""The overall R': samples without a prediction."""

import numpy as np
import pytest
from refusals import refused

from cmlib import r_prime_overall


def test_answering_nothing_scores_one():
    nothing = np.zeros((3, 3), dtype=int)
    assert r_prime_overall(nothing, abstained=50) == 1
    assert np.isnan(r_prime_overall(nothing))
    assert r_prime_overall(nothing, zero_division=0.0) == 0


def test_each_matrix_of_a_batch_has_its_own_abstentions():
    batch = np.random.default_rng(2).integers(0, 5, (100, 3, 3))
    abstained = np.arange(100)
    pairs = zip(batch, abstained, strict=True)
    loop = [r_prime_overall(one, abstained=open_) for one, open_ in pairs]
    np.testing.assert_array_equal(r_prime_overall(batch, abstained=abstained), loop)


BAD = [
    ([[1]], -3, ValueError, "abstained .* got -3"),
    ([[1]], 10**400, ValueError, "abstained is too large"),
    ([[2**62]], 2**62, ValueError, r"abstained is too large: .* 9\.22e\+18, over 2\*\*63"),
    (np.ones((4, 2, 2), int), [1, 2], ValueError, r"shape \(4,\), got shape \(2,\)"),
]
test_bad_input_is_named = refused(lambda cm, open_: r_prime_overall(cm, abstained=open_), BAD)


def test_many_samples_without_a_prediction_are_counted_exactly():
    assert r_prime_overall([[5, 7], [3, 7]], abstained=2**62) == pytest.approx(1)
    assert r_prime_overall([[0, 1]] * 2, abstained=2) == 0.75
