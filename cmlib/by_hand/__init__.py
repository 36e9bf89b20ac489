"""Measures worked out by hand, in exact fractions: `explain`.

A second witness: nothing here shares arithmetic with the measures of `cmlib`, so that where the two
agree, both are right. To be imported from here: what `__all__` names.
"""

from cmlib.by_hand.cells import Amount, Term
from cmlib.by_hand.explanation import Explanation, explain

__all__ = ["Amount", "Explanation", "Term", "explain"]
