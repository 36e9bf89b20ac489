"""Measures worked out by hand, in exact fractions: `explain`.

A second witness: no arithmetic is shared with the measures of `cmlib`. `__all__` is public.
"""

from cmlib.by_hand.cells import Amount, Term
from cmlib.by_hand.explanation import Explanation, explain

__all__ = ["Amount", "Explanation", "Term", "explain"]
