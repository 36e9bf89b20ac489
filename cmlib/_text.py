"""How labels, counts and shares are written for a reader."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cmlib._labels import Label


def label_text(label: Label) -> str:
    """Write a class label for a reader.

    A label that is invisible, or has spaces at an end, is written with its quotation marks.

    Examples
    --------
    >>> label_text("cat"), label_text(3), label_text(" ")
    ('cat', '3', "' '")
    """
    text = str(label)
    return text if text and text == text.strip() else repr(label)


def class_text(label: Label) -> str:
    """Write a class label within a sentence: ``cat``, but ``class 3``, apart from other numbers."""
    return label_text(label) if isinstance(label, str) else f"class {label_text(label)}"


def count_text(
    counts: ArrayLike, *, like: NDArray[np.int64 | np.float64] | None = None
) -> NDArray[Any]:
    """Write the counts of one matrix, or their sums, all of them in the same way.

    Whole numbers are written in full, with commas between thousands. Weighted counts get as many
    decimals as three figures of the largest one need, and one that is not 0 is not written as 0.
    The format may be chosen by other counts, ``like``, so that sums match their cells.

    Examples
    --------
    >>> count_text([1200, 0]).tolist()
    ['1,200', '0']
    >>> count_text([12.25, 3.0, 0.0, 0.004]).tolist()
    ['12.2', '3.0', '0', '<0.1']
    """
    counts = np.asarray(counts)
    like = counts if like is None else like
    largest = float(like.max())
    # From here on a plain decimal would be mostly zeros, or digits that a float does not hold.
    extreme = like.dtype.kind == "f" and (largest >= 1e15 or 0 < largest < 1e-4)
    whole = not extreme and bool((like == np.rint(like)).all())
    decimals = 0 if extreme or whole else max(0, 2 - int(np.floor(np.log10(largest))))
    texts = np.empty(counts.shape, dtype=object)
    for place, count in np.ndenumerate(counts):
        if count == 0 or whole:
            text = f"{int(count):,}"
        elif extreme:
            text = f"{count:.3g}"
        else:
            text = f"{count:,.{decimals}f}"
            if not text.strip("0."):
                text = f"<{10.0**-decimals:.{decimals}f}"
        texts[place] = text
    return texts


def percent_text(share: float, decimals: int) -> str:
    """Write a share so that only 0 reads as 0% and only 1 reads as 100%.

    Examples
    --------
    >>> percent_text(0.5, 0), percent_text(0.9999, 1), percent_text(0.0004, 1)
    ('50%', '>99.9%', '<0.1%')
    """
    text = f"{share:.{decimals}%}"
    least = 10.0**-decimals
    if share > 0 and text == f"{0:.{decimals}%}":
        return f"<{least:.{decimals}f}%"
    if share < 1 and text == f"{1:.{decimals}%}":
        return f">{100 - least:.{decimals}f}%"
    return text
