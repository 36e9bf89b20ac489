"""Tests of bad input: what is given, the error that it raises, and its message."""

import pytest


def refused(use, rows):
    """Return a test: each row holds arguments, the error that they raise, and its message."""

    @pytest.mark.parametrize("row", rows, ids=lambda row: row[-1])
    def test(row):
        *given, error, message = row
        with pytest.raises(error, match=message):
            use(*given)

    return test
