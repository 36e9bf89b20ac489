"""Checks that the rows of several documents use."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from cmcourse.ledger.evidence import Evidence, label_lists


def counted_shares(
    counts: npt.NDArray[np.int64], among: Literal["truth", "prediction"]
) -> npt.NDArray[np.float64]:
    """Count, sample by sample, how many of those that are of a class, or put into it, are right."""
    truth, prediction = label_lists(counts)
    asked = truth if among == "truth" else prediction
    return np.array([np.mean((truth == prediction)[asked == c]) for c in range(len(counts))])


def code_runs(line: str) -> Evidence:
    """Run Python that knows np, pd and math, as the programs of the documents do."""
    import pandas as pd

    return _attempt(lambda: exec(line, {"np": np, "pd": pd, "math": math}))


def stops_with_value_error(action: Callable[[], Any]) -> Evidence:
    """Return whether something stops with a ValueError."""
    tried = _attempt(action)
    return Evidence(tried.text.startswith("ValueError"), tried.text.partition(":")[0])


def _attempt(action: Callable[[], Any]) -> Evidence:
    """Return whether something runs; the text is the error if it does not."""
    # A reader of the document would see the warnings, too, and still get a result.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            action()
        except Exception as error:
            return Evidence(False, f"{type(error).__name__}: {str(error).split(' (')[0]}")
    return Evidence(True, "it runs")
