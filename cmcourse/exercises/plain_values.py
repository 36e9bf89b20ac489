"""Turn an answer of any type into plain Python values, or into `Strange`.

The code of an unknown object (its `__array__`, its `__float__`) runs only here, so it can fail only
here. The other modules handle bool, int, float, Fraction, Decimal, str, tuples and sets of them,
and matrices.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import Any

import numpy as np

from cmlib._sparse import is_sparse
from cmlib.by_hand.explanation import Explanation
from cmlib.matrix import ConfusionMatrix

# Limits of an answer's length and nesting, above those of any exercise.
_LONGEST, _DEEPEST = 10_000, 4

_KINDS = {
    bool: "a yes or no",
    str: "text",
    list: "a list",
    tuple: "a list",
    dict: "a dictionary",
    set: "a set",
    frozenset: "a set",
    np.ndarray: "an array",
    ConfusionMatrix: "a whole confusion matrix",
    Explanation: "a whole explanation",
}


@dataclass(frozen=True)
class Strange:
    """An answer that no exercise asks for."""

    kind: str


def _kind_in_words(thing: Any) -> str:
    """Return the kind of a thing in everyday words."""
    if type(thing) in _KINDS:
        return _KINDS[type(thing)]
    if isinstance(thing, Real | Decimal):
        return "a number"
    return (
        "a function, perhaps without its brackets"
        if callable(thing)
        else "something that is no number"
    )


def as_plain_values(answer: Any) -> Any:
    """Return an answer as plain Python values; lists, arrays and frames become tuples.

    Examples
    --------
    >>> import numpy as np
    >>> from cmcourse.exercises.plain_values import as_plain_values
    >>> as_plain_values([np.float32(0.1), np.array(["a", None])])
    (0.1, ('a', Ellipsis))
    >>> as_plain_values(print)
    Strange(kind='a function, perhaps without its brackets')
    """
    try:
        return _plain(answer, 0)
    except Exception:  # an unknown object may raise anything
        return Strange("something that is no number")


def _plain(answer: Any, depth: int) -> Any:
    if answer is None or answer is ...:
        return ...
    if isinstance(answer, str):
        text = str.__str__(answer)
        # A blank cell of a table is not open: there are no dots to replace.
        return text if text.strip(" .…") or (depth and not text.strip()) else ...
    if isinstance(answer, bool | np.bool_):
        return bool(answer)
    if isinstance(answer, np.floating):
        # str first: float32(0.768) means 0.768, not its binary value.
        return float(str(answer))
    if isinstance(answer, Real | Decimal) and not isinstance(answer, np.timedelta64):
        return _number(answer)
    if isinstance(answer, ConfusionMatrix):
        many = is_sparse(answer.counts)
        return Strange(f"a matrix of {len(answer.labels):,} classes") if many else answer
    if isinstance(answer, np.generic):
        return Strange("something that is no number")
    if hasattr(answer, "to_numpy"):
        answer = answer.to_numpy()
    elif hasattr(answer, "__array__") and not isinstance(answer, np.ndarray):
        answer = np.asarray(answer)
    elif isinstance(answer, dict) and not answer:
        return Strange("an empty dictionary")
    if isinstance(answer, np.matrix):  # its rows are matrices, so recursion would not end
        answer = np.asarray(answer)
    if isinstance(answer, np.ndarray) and answer.ndim == 0:
        return _plain(answer[()], depth + 1)
    listed = isinstance(answer, list | tuple | range | set | frozenset | np.ndarray)
    masked = isinstance(answer, np.ma.MaskedArray)
    if not listed or masked or len(answer) > _LONGEST or depth == _DEEPEST:
        return Strange(_kind_in_words(answer))
    parts = tuple(_plain(part, depth + 1) for part in answer)
    return frozenset(parts) if isinstance(answer, set | frozenset) else parts


def _number(answer: Any) -> Any:
    if isinstance(answer, Rational):
        whole = Fraction(int(answer.numerator), int(answer.denominator))
        return int(whole) if whole.denominator == 1 else whole
    if isinstance(answer, Decimal) and answer.is_finite() and abs(answer.adjusted()) < 400:
        return answer
    return float(answer)


def in_words(answer: Any) -> str:
    """Return the start of "… is a number. Answer with a set"."""
    if isinstance(answer, Strange):
        return f"Your answer is {answer.kind}"
    return f"{shown(answer) or 'Your answer'} is {_kind_in_words(answer)}"


def shown(part: Any) -> str:
    """Return the repr of a text, bool or number; ``""`` if it is long."""
    if not isinstance(part, str | bool | int | float | Fraction | Decimal):
        return ""
    # Python refuses to write a whole number of more than 4300 digits.
    if isinstance(part, int | Fraction) and abs(part.numerator) + part.denominator > 10**30:
        return ""
    return repr(part) if len(repr(part)) <= 40 else ""


def is_open(answer: Any) -> bool:
    """Return whether an answer in plain values still has dots."""
    return answer is ... or (isinstance(answer, tuple | frozenset) and any(map(is_open, answer)))
