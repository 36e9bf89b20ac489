"""Numbers as readers type them: how they are read, and what makes one right or almost right."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Integral, Rational, Real
from typing import Any, Literal, NamedTuple

import numpy as np

from cmlib.explain import Explanation
from cmlib.labels import plain
from cmlib.matrix import ConfusionMatrix

__all__ = [
    "NotANumber",
    "Number",
    "almost_right",
    "as_share",
    "foreseen",
    "is_near",
    "judge",
    "kind_in_words",
    "read_number",
    "too_rough",
]


class Number(NamedTuple):
    """A number as the reader typed it."""

    text: str
    exact: Fraction
    places: int | None  # decimals written; None for whole numbers and fractions, which are exact


class NotANumber(Exception):
    """An answer is no number; the message says what to do."""


def kind_in_words(thing: Any) -> str:
    """Name the kind of a thing in everyday words."""
    names = {
        bool: "a yes or no",
        np.bool_: "a yes or no",
        str: "text",
        list: "a list",
        tuple: "a tuple",
        dict: "a dictionary",
        set: "a set",
        np.ndarray: "an array",
        ConfusionMatrix: "a whole confusion matrix",
        Explanation: "a whole explanation",
    }
    number = isinstance(thing, Real | Decimal)
    return names.get(type(thing), "a number" if number else f"of type {type(thing).__name__}")


def read_number(answer: Any) -> Number:
    """Read a number of any type, or written as text."""
    answer = plain(answer[()]) if isinstance(answer, np.ndarray) and answer.ndim == 0 else answer
    if isinstance(answer, bool | np.bool_):
        raise NotANumber(f"{answer} is a yes or no; here a number is due.")
    if isinstance(answer, Integral | Rational):
        return Number(str(answer), Fraction(answer), None)
    if isinstance(answer, str):
        return _read_text(answer)
    if isinstance(answer, Real | Decimal):
        # str, not the binary value: 0.1 means one tenth, and float32(0.768) means 0.768.
        text = str(answer)
        if not isfinite(answer):
            raise NotANumber(
                f"{text} is not a finite number: look for a division by 0 on your way to it."
            )
        return Number(_shortened(text), Fraction(text), _places(text))
    raise NotANumber(
        f"Your answer is {kind_in_words(answer)}; here one number is due, such as 0.123 or "
        'a fraction in quotes, "a/b".'
    )


def _read_text(answer: str) -> Number:
    text = answer.replace(" ", "")
    try:
        if text.endswith("%"):
            return Number(text, Fraction(text[:-1]), _places(text[:-1]))
        exact = Fraction(text)
    except ZeroDivisionError:
        raise NotANumber(f"{answer!r} divides by 0: check the denominator.") from None
    except ValueError:
        hint = " Write the decimals after a point, not a comma." if "," in text else ""
        raise NotANumber(
            f"{answer!r} is text that is not a number; here a number is due, such as 0.123 or a "
            f'fraction in quotes, "a/b".{hint}'
        ) from None
    return Number(text, exact, None if "/" in text or text.isdecimal() else _places(text))


def _shortened(text: str) -> str:
    """Show no more of a float than its first six decimals."""
    whole, _, decimals = text.partition(".")
    return f"{whole}.{decimals[:6]}…" if decimals.isdecimal() and len(decimals) > 6 else text


def _places(text: str) -> int:
    """Count the decimals, without zeros at the end: a float does not keep them."""
    exponent = Decimal(text).normalize().as_tuple().exponent
    assert isinstance(exponent, int)
    return max(0, -exponent)


def _three_digits(value: Fraction) -> int:
    """Return how many decimals show three significant digits (below 0 from 1000 on)."""
    return 2 - int(f"{float(value):e}".partition("e")[2]) if value else 3


def judge(
    given: Number, value: Fraction, *, in_table: bool = False
) -> Literal["right", "short", "cut", "wrong"]:
    """Compare at the decimals given: right, right but too short, cut off instead of rounded."""
    three = _three_digits(value)
    if in_table:
        # Tables are rounded by columns: three decimals are enough for a small number too.
        three = min(three, 3)
    # Eleven digits are as good as all: what follows is the crumbs of float arithmetic.
    finest = max(0, three + 8)
    off = abs(given.exact - value)
    if given.places is None:
        return "right" if off <= _half_unit(finest) else "wrong"
    if off <= _half_unit(min(max(given.places, three, 0), finest)):
        return "right"
    # Right as far as it goes, even if it looks cut off: 0.80, which is 0.8, for 0.80052.
    if three - 2 <= given.places < three and off <= _half_unit(given.places):
        return "short"
    for places in (max(given.places, three, 0), given.places):
        cut = Fraction(int(value * 10**places), 10**places)
        if places >= max(1, three - 1) and given.exact == cut:
            return "cut"
    return "wrong"


def _half_unit(places: int) -> Fraction:
    """Return how far a number rounded to so many decimals may be off."""
    return Fraction(1, 2 * 10**places)


def almost_right(given: Number, value: Fraction) -> str | None:
    """Say what an answer lacks that is the right value in another form."""
    verdict = judge(given, value)
    if verdict == "right" and given.text.endswith("%"):
        return f"{given.text}: drop the percent sign, the number itself is right."
    if verdict == "short":
        return _more_digits(given)
    if verdict == "cut":
        return (
            f"{given.text} is the value cut off, not rounded: the digit that follows is 5 or more, "
            "so the last digit you keep goes up by one."
        )
    if abs(given.exact) >= 1 >= abs(value) and judge(as_share(given), value) != "wrong":
        return f"{given.text} is the right size, but as a percentage: divide it by 100."
    return None


def _more_digits(given: Number) -> str:
    return (
        f"{given.text} is close: give at least three significant digits, or the exact fraction in "
        'quotes, "a/b".'
    )


def too_rough(given: Number, value: Fraction) -> str | None:
    """Ask for more digits of an answer that is the value rounded to fewer than two."""
    rough = given.places and abs(given.exact - value) <= _half_unit(given.places)
    return _more_digits(given) if rough else None


def is_near(given: Number, value: Fraction) -> bool:
    """Tell whether an answer is off by as little as a slip in rounding on the way."""
    three = _three_digits(value)
    places = three - 1 if given.places == three - 1 else three
    return abs(given.exact - value) <= 3 * _half_unit(max(places, 0))


def as_share(given: Number) -> Number:
    """Read a percentage as the share that it stands for."""
    exact = given.places is None and given.exact.denominator != 1
    return Number(given.text, given.exact / 100, None if exact else (given.places or 0) + 2)


def foreseen(given: Number, value: Fraction, mistakes: Mapping[Any, str]) -> str | None:
    """Return the author's message to a wrong number; refuse keys that cannot be wrong numbers."""
    message = None
    for key, text in mistakes.items():
        try:
            wrong = read_number(key)
        except NotANumber as error:
            raise ValueError(f"mistakes has a key that is not a number: {key!r}") from error
        if judge(wrong, value) == "right":
            raise ValueError(f"mistakes holds the right answer: {key!r}")
        if message is None and judge(given, wrong.exact) == "right":
            message = text
    return message
