"""Terms by the lesson that teaches them: feedback uses none that is taught later."""

from __future__ import annotations

import re

# A pattern for each term, with the lesson that teaches it. Lesson 1 teaches precision, recall,
# specificity, negative predictive value, accuracy, error rate, balanced accuracy and F-beta.
TAUGHT_IN = {
    r"macro|micro|weighted|support\b": 2,
    r"kappa|P_[eo]\b|by chance": 3,
    r"G-mean|geometric|MCC|R_K|product.form": 4,
    r"informedness|youden|false positive rate|true positive rate|AUC|average precision": 5,
    r"\bR'|\bR_\d|\bR (?:of|alone)|equation 23": 6,
    r"bootstrap|variance": 7,
    r"top-\d|\branks?\b": 8,
    r"Wilson|Wald\b|Clopper|Jeffreys|McNemar|mid-p|p-value|coverage|Holm\b|confidence interval": 10,
    r"Brier|log loss|calibrat|reliability curve": 11,
    r"\bDask\b|GROUP BY|three vectors": 12,
    # Terms that no lesson uses.
    r"false discovery|false omission|false negative rate|markedness|arithmetic mean": 99,
}


def untaught(text: str, lesson: int) -> list[str]:
    """Return the words of a text that the lesson and those before it have not taught.

    Examples
    --------
    >>> from cmcourse.exercises.vocabulary import untaught
    >>> untaught("the micro precision (which equals the accuracy here)", 1)
    ['micro']
    >>> untaught("the micro precision (which equals the accuracy here)", 2)
    []
    """
    return [
        match[0]
        for pattern, taught in TAUGHT_IN.items()
        if taught > lesson
        for match in re.finditer(pattern, text, flags=re.IGNORECASE)
    ]
