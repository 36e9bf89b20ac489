"""Read numbers as readers type them, and judge whether one is right or almost right.

The ledger reads printed numbers, and the tests of the lessons find numbers in prose; only this
module has to explain what is wrong with one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from math import isfinite, log10
from typing import Any, Literal, NamedTuple

from cmcourse.exercises.plain_values import in_words
from cmlib.by_hand.notation import decimal_text

EXAMPLES = '0.123 or "5/8"'  # of answers, in a message
MORE_DIGITS = 'give at least three significant digits, or the exact fraction, such as "5/8"'
FEW_DIGITS = f"fits so far: {MORE_DIGITS}"


class Number(NamedTuple):
    """A number as the reader typed it."""

    text: str
    exact: Fraction
    places: int | None  # decimals written; None for whole numbers and fractions, which are exact
    percent: bool = False  # it was written with %, and is the share that this stands for


class NotANumber(Exception):
    """The answer is no number; the message explains what to do."""


def read_number(answer: Any) -> Number:
    """Read a number of any type, or written as text, from an answer in plain values."""
    if isinstance(answer, bool):
        raise NotANumber(f"{answer} is a yes or no. Answer with a number.")
    if isinstance(answer, int | Fraction):
        exact = Fraction(answer)
        if max(abs(exact.numerator), exact.denominator) <= 10**30:
            text = str(answer)
        else:  # Python refuses to write a whole number of more than 4300 digits
            text = "Your number" if abs(exact) > 10**30 else _as_written(float(exact))
        return Number(text, exact, None)
    if isinstance(answer, str):
        return _read_text(answer)
    if isinstance(answer, float | Decimal):
        # str, not the binary value: 0.1 means one tenth.
        text = str(answer)
        if not isfinite(answer):
            raise NotANumber(
                f"{text} is not a finite number: look for a division by 0 on your way to it."
            )
        return Number(_as_written(answer), Fraction(text), _places(text))
    raise NotANumber(f"{in_words(answer)}. Answer with one number, such as {EXAMPLES}.")


# Words behind a number that change or deny it.
_NO_UNIT = re.compile(
    "percent|hundred|thousand|mio|millions?|billion|dozen|half|halves|thirds?|quarters?|fourths?|"
    "fifths?|tenths?|squared|cubed|times|negative|not|false|wrong"
)
_DASH = "[\N{HYPHEN}-\N{HORIZONTAL BAR}\N{FULLWIDTH HYPHEN-MINUS}\N{MINUS SIGN}]"
# Exponents have three digits at most: larger ones take too long to work out.
_DECIMAL = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?", re.ASCII)


def _read_text(answer: str) -> Number:
    words = re.sub(r"""^\s*(["'])(.*)\1\s*$""", r"\2", answer).split()
    # The unit of a whole number is dropped, as in "31 photos".
    if len(words) > 1 and words[-2].isdecimal() and re.fullmatch("[A-Za-z]{3,}", words[-1]):
        words = words if _NO_UNIT.fullmatch(words[-1].casefold()) else words[:-1]
    text = re.sub(_DASH, "-", "".join(words)).replace("\N{FRACTION SLASH}", "/")
    text = re.sub(r"^(=|≈|~|about)+", "", text, flags=re.IGNORECASE)
    if re.fullmatch(r"[1-9]\d{0,2}(,\d{3})+", text):  # 2,000,000; not 0,800
        text = text.replace(",", "")
    text = re.sub(r"(?i)percent$", "%", re.sub(r"(?<=\d)of(?=\d)", "/", text))
    if len(text) == 1:  # ½
        text = unicodedata.normalize("NFKC", text).replace("\N{FRACTION SLASH}", "/")
    body = text.removesuffix("%").casefold()
    parts = body.split("/")
    shown = repr(answer) if len(answer) <= 40 else "Your answer"
    if len(parts) > 2 or len(body) > 60 or not all(map(_DECIMAL.fullmatch, parts)):
        if "," in text:
            raise NotANumber(f"{shown}: write the decimals after a point, not a comma.")
        raise NotANumber(f"{shown} is not a number. Answer with one, such as {EXAMPLES}.")
    try:
        exact = Fraction(parts[0]) / Fraction(parts[-1] if len(parts) == 2 else 1)
    except ZeroDivisionError:
        raise NotANumber(f"{shown} divides by 0: check the denominator.") from None
    # In a fraction only the numerator can be rounded: 2.838/4.
    written = _places(parts[0], zeros=True) if "." not in parts[-1] or len(parts) == 1 else 0
    if text.endswith("%"):
        return Number(text, exact / 100, written + 2, True)
    if len(parts) == 2 and re.fullmatch("10+", parts[1]):  # 803/1000 is 0.803, and as rounded
        written = _places(parts[0], zeros=True) + len(parts[1]) - 1
    places = None if written == 0 and ("/" in body or body.isdecimal()) else written
    return Number(text, exact, places)


def _as_written(answer: float | Decimal) -> str:
    """Return a number as text without rounding errors and exponent, and with few digits."""
    number = Decimal(str(answer))
    if not number or not -12 < number.adjusted() < 16:
        return str(answer)
    zeros = max(0, -1 - number.adjusted())
    whole, _, decimals = f"{round(number, zeros + 10).normalize():f}".partition(".")
    if len(decimals) > zeros + 6:
        decimals = f"{decimals[: zeros + 6]}…"
    return f"{whole}.{decimals}" if decimals else whole


def _places(text: str, *, zeros: bool = False) -> int:
    """Return the number of decimals, with or without zeros at the end (a float keeps none)."""
    number = Decimal(text)
    exponent = (number if zeros else number.normalize()).as_tuple().exponent
    assert isinstance(exponent, int)
    return max(0, -exponent)


def decimals_for_three_digits(value: Fraction) -> int:
    """Return how many decimals show three significant digits (below 0 from 1000 on)."""
    if not value:
        return 3
    # Two logarithms, since a float holds neither 10**400 nor 10**-400.
    size = round(log10(abs(value.numerator)) - log10(value.denominator))
    return 2 - size if abs(value) >= Fraction(10) ** size else 3 - size


def printed(value: Fraction, right: Fraction) -> str:
    """Write a wrong or the right number: a count, or three significant digits at least."""
    if value.denominator == 1 and (value > 1 or right.denominator == 1):
        return str(value)
    return decimal_text(value, max(3, decimals_for_three_digits(value)))


def judge(
    given: Number, value: Fraction, *, in_table: bool = False
) -> Literal["right", "short", "cut", "wrong"]:
    """Compare at the decimals given: right, right but too short, cut off instead of rounded.

    A decimal number is right if it is the value rounded at all its digits, three significant ones
    at least and six at most. A fraction or a whole number must be exact.

    Examples
    --------
    >>> from cmcourse.exercises.typed_numbers import judge, read_number
    >>> answers = "0.768 0.7679 0.76791 76.8% 76789/100000 0.77 0.8 0.767 0.76 0.769"
    >>> for typed in answers.split():
    ...     print(f"{typed:12}  {judge(read_number(typed), Fraction(76789, 100000))}")
    0.768         right
    0.7679        right
    0.76791       wrong
    76.8%         right
    76789/100000  right
    0.77          short
    0.8           short
    0.767         cut
    0.76          wrong
    0.769         wrong
    """
    needed = decimals_for_three_digits(value)
    if in_table:
        # Tables are rounded by columns: three decimals are enough for a small number too.
        needed = min(needed, 3)
    off = abs(given.exact - value)
    if given.places is None:
        # A root is only known to many digits.
        return "right" if off <= _half_unit(max(0, needed + 8)) else "wrong"
    # Digits after the sixth significant one are ignored.
    minded = max(needed, decimals_for_three_digits(given.exact)) + 3 if value else 11
    # A share above 1 is wrong, except by a rounding error.
    beyond = abs(value) <= 1 and abs(given.exact) > 1 + _half_unit(9)
    if off <= _half_unit(max(0, min(max(given.places, needed), minded))) and not beyond:
        return "right"
    # Right as far as it goes, even if it looks cut off: 0.80, which is 0.8, for 0.80052.
    if needed - 2 <= given.places < needed and off <= _half_unit(given.places):
        return "short"
    for places in (max(given.places, needed, 0), given.places):
        cut = Fraction(int(value * 10**places), 10**places)
        if places >= max(1, needed) and given.exact == cut:
            return "cut"
    return "wrong"


def is_whole(given: Number) -> bool:
    """Return whether a number is whole, up to the errors of float arithmetic."""
    return abs(given.exact - round(given.exact)) <= _half_unit(8)


def _half_unit(places: int) -> Fraction:
    """Return the largest error of a number rounded to this many decimals."""
    return Fraction(1, 2 * 10**places)


def almost_right(given: Number, value: Fraction) -> str | None:
    """Return what to change in the right value in another form, or None."""
    if given.percent:
        bare = given._replace(exact=given.exact * 100, places=max(0, (given.places or 0) - 2))
        if judge(bare, value) == "right":
            return f"{given.text}: drop the percent sign, the number itself is right."
    if judge(given, value) == "cut":
        return (
            f"{given.text} is the value cut off, not rounded: the digit that follows is 5 or more, "
            "so the last digit you keep goes up by one."
        )
    percentage = not given.percent and 100 >= abs(given.exact) >= 1 >= abs(value)
    if percentage and judge(as_share(given), value) != "wrong":
        return f"{given.text} is the right size, but as a percentage: divide it by 100."
    return None


def is_short(given: Number, value: Fraction) -> bool:
    """Return whether an answer is the value rounded to two significant digits."""
    return judge(given, value) == "short" and given.places == decimals_for_three_digits(value) - 1


def rounds_to(value: Fraction, given: Number, least: int = 2) -> bool:
    """Return whether a value, rounded to as many digits as were typed, is the typed number.

    At least two digits are compared: a float keeps no zeros, and 0.8 may be 0.80.
    """
    fewest = max(0, decimals_for_three_digits(given.exact) - 3 + least)
    # Nine decimals at most: float arithmetic adds errors after them.
    places = 9 if given.places is None else min(max(given.places, fewest), 9)
    return abs(given.exact - value) <= _half_unit(places)


def padded(given: Number) -> Number:
    """Pad a number with zeros to three significant digits."""
    return given._replace(places=max(given.places or 0, decimals_for_three_digits(given.exact)))


def is_near(given: Number, value: Fraction) -> bool:
    """Return whether an answer is off by no more than rounding on the way explains."""
    needed = max(0, decimals_for_three_digits(value))
    enough = given.places is not None and given.places >= needed
    return enough and abs(given.exact - value) <= 3 * _half_unit(needed)


def as_share(given: Number) -> Number:
    """Read a percentage as the share that it stands for."""
    exact = given.places is None and given.exact.denominator != 1
    return given._replace(
        exact=given.exact / 100, places=None if exact else (given.places or 0) + 2
    )


def readings(given: Number, value: Fraction) -> Iterator[tuple[Number, str]]:
    """Yield a number as typed and, if it may be a percentage where a share is due, as a share.

    The words with each say how it was read.
    """
    yield given, ", read as a percentage," if given.percent else ""
    if not given.percent and 1 < abs(given.exact) <= 100 and abs(value) <= 1:
        yield as_share(given), ", read as a percentage,"
