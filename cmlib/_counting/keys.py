"""Equal keys get equal codes: small whole numbers, so that they can be counted in a table."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

# What fits a processor's cache, with what is made of it on the way.
PIECE = 100_000
# Up to so many different keys have codes of one byte, and slots that a cache holds.
_FEW = 256
# Among so many the keys are learnt.
_LOOK = 4096
# Odd numbers without a pattern, the powers of 2**64 over the golden ratio: multiplied with one of
# them, keys are spread as if at random.
_MULTIPLIERS = np.array([pow(0x9E3779B97F4A7C15, n, 2**64) for n in range(1, 65)], np.uint64)


def codes_of(keys: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.intp]]:
    """Give equal keys one code, in ``0 .. different keys - 1``, and each code one of its keys.

    Parameters
    ----------
    keys : ndarray of shape (n,)
        Whole numbers of any kind.

    Returns
    -------
    codes : ndarray of shape (n,)
        uint8, or intp where there are more than 256 different keys.
    where : ndarray
        For each code the position of one of its keys.
    """
    few = codes_of_few(keys)
    if few is not None:
        return few
    import pandas as pd

    # pandas is quicker with numbers that have a sign.
    codes, different = pd.factorize(keys.astype(np.uint64).view(np.int64))
    where = np.empty(len(different), dtype=np.intp)
    where[codes] = np.arange(len(codes))
    return codes, where


def codes_of_few(keys: NDArray[Any]) -> tuple[NDArray[np.uint8], NDArray[np.intp]] | None:
    """Do the same for up to 256 different keys, several times as fast; None if there are more."""
    codes = np.empty(len(keys), dtype=np.uint8)
    known, where = np.empty(0, np.uint64), np.empty(0, np.intp)
    new, start = np.arange(min(len(keys), PIECE)), 0
    # Made once: to get room for each piece anew takes as long as to work on it.
    room = np.empty((3, len(new)), dtype=np.uint64)
    while start < len(keys):
        part = slice(start, start + PIECE)
        piece, slots, there = room[:, : len(codes[part])]
        np.copyto(piece, keys[part], casting="unsafe")
        if len(new):
            # A few thousand hold nearly all that there are, and if not, the next look is soon.
            learnt, at = np.unique(piece[new[:_LOOK]], return_index=True)
            known, where = np.append(known, learnt), np.append(where, start + new[at])
            if len(known) > _FEW:
                return None
            multiplier, shift, key_in, code_in = _slots(known)
        np.multiply(piece, multiplier, out=slots)
        np.right_shift(slots, shift, out=slots)
        # All slots are inside, and to clip is quicker than to check that.
        key_in.take(slots.view(np.int64), out=there, mode="clip")
        new = np.flatnonzero(there != piece)
        if not len(new):
            code_in.take(slots.view(np.int64), out=codes[part], mode="clip")
            start += PIECE
    return codes, where


def _slots(
    known: NDArray[np.uint64],
) -> tuple[np.uint64, np.uint64, NDArray[np.uint64], NDArray[np.uint8]]:
    """Find what sends each key to a slot of its own, and fill the slots with keys and codes."""
    # With so many slots, most multipliers do.
    bits = 2 * len(known).bit_length() + 1
    shift = np.uint64(64 - bits)
    for multiplier in _MULTIPLIERS:
        slots = known * multiplier >> shift
        if len(np.unique(slots)) == len(known):
            break
    else:  # about once in 10**20 times
        raise AssertionError(f"no multiplier separates {known.tolist()}")
    # An empty slot holds a key that is sought in another one, so that nothing is found in it.
    key_in = np.full(2**bits, known[0])
    code_in = np.zeros(2**bits, dtype=np.uint8)
    key_in[slots], code_in[slots] = known, np.arange(len(known))
    return multiplier, shift, key_in, code_in
