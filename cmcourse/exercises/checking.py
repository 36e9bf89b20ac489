"""Self-checks for exercises: `check` says whether an answer is right and, if not, what went wrong.

`plain_values` turns an answer into plain values. `diagnosis` judges numbers, `tables` tables,
`open_answers` texts and the reader's own data; words, sets, and yes or no are judged here. Wrong
answers raise nothing; errors are for authors.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np

from cmcourse.exercises.diagnosis import about_number
from cmcourse.exercises.feedback import Feedback, right, unclear, wrong
from cmcourse.exercises.open_answers import about_own_data, about_text, with_frame_read
from cmcourse.exercises.plain_values import Strange, as_plain_values, in_words, is_open, shown
from cmcourse.exercises.registry import Exercise, exercise
from cmcourse.exercises.tables import about_table, are_marks, read_table
from cmcourse.exercises.typed_numbers import NotANumber, is_whole, read_number
from cmlib.by_hand.explanation import Explanation


def check(id: str, answer: Any, ticks: Any = "") -> None:
    """Print the exercise's id and whether an answer is right; if not, what probably went wrong.

    A number is right if it is the value rounded at the decimals given, with at least three
    significant digits: 0.768 for 0.76789. A fraction in quotes, ``"5/8"``, is right if exact. A
    word is compared without regard to case and spaces, a set without regard to order. A text is
    shown a good one and a list of points, which the reader ticks. No answer raises an error.

    Parameters
    ----------
    id : str
        The exercise: lesson, number and, if it asks more than one thing, a letter: ``"1.2a"``.
    answer : object
        The reader's answer; ``...`` or None while there is none.
    ticks : str
        For a text: the letters of the points that the reader finds in it, ``"ac"``.

    Raises
    ------
    ValueError
        If there is no exercise with this id.

    Examples
    --------
    >>> from cmcourse import check
    >>> check("1.2a", ...)
    1.2a: Not answered yet: replace the dots with your answer.
    >>> check("1.6a", 0.7111)
    1.6a: 0.7111 is F1. The question asks for F2.
    """
    print(f"{id}: {judge_answer(exercise(id), answer, ticks).text}")


def judge_answer(asked: Exercise, answer: Any, ticks: Any = "") -> Feedback:
    """Return the feedback to an answer of any type.

    Examples
    --------
    >>> from cmcourse.exercises.checking import judge_answer
    >>> from cmcourse.exercises.registry import exercise
    >>> judge_answer(exercise("1.5"), 0.9).verdict
    'wrong'
    >>> judge_answer(exercise("1.5"), None)
    Feedback(verdict='open', text='Not answered yet: replace the dots with your answer.')
    """
    if asked.of_own and type(answer := with_frame_read(answer)) is Feedback:
        return answer
    given = as_plain_values(answer)
    if is_open(given):
        return Feedback("open", "Not answered yet: replace the dots with your answer.")
    expected = asked.answer
    if asked.kind == "write":
        return about_text(asked, given, as_plain_values(ticks))
    if as_plain_values(ticks) not in ("", ...):
        return unclear("Only a text has points to tick. Leave the ticks out here.")
    if asked.of_own:
        return about_own_data(asked, given)
    if asked.objection:
        return _about_witness(asked, given)
    if isinstance(expected, bool):
        return _about_bool(asked, given)
    if isinstance(expected, Explanation | Real | Decimal):
        return about_number(asked, given)
    if isinstance(expected, str):
        return _about_word(asked, given)
    if isinstance(expected, set | frozenset):
        return _about_set(asked, given)
    return about_table(asked, given)


def _about_bool(asked: Exercise, answer: Any) -> Feedback:
    words = {"true": True, "yes": True, "false": False, "no": False}
    if isinstance(answer, str):
        answer = words.get(folded(answer), answer)
    if not isinstance(answer, bool):
        return unclear(f"{in_words(answer)}. Answer with True or False, without quotes.")
    if answer == asked.answer:
        return right(f"{answer}.", asked.reason)
    hint = asked.mistakes.get(answer) or f"Next step: {asked.next_step}"
    return wrong(f"{answer} is not right. {hint}")


# A letter alone, or with the text of its option: "(b) There is …", "b: it", "It is b.".
_LETTER = re.compile(
    r"""[\s(\[{"'“‘*_`~]*((the|option|answer|it|is)\W+)*
        (?P<letter>[a-z])(?=\W*$|[)\].:]+\s|\s+(?-i:[A-Z])\w)
        (?!\W*((or|and|not|no|is|wrong)\b|[a-z]\b(?!\s+[a-z])))""",
    re.VERBOSE | re.IGNORECASE,
)
_SEVERAL_LETTERS = re.compile(r"(\W*\b[a-z]\b){2,}\W*", re.IGNORECASE)
_LETTERS, _JOINT = r"[^\W\d_]", r"[_\-‐‑–—]+"
# Nouns that may stand before or after the name of a choice.
_THINGS = "class|network|model|report|matrix|sentence|answer|area|step"


def folded(text: str) -> str:
    """Return a word without case, spaces, ornaments and filler words, with ½ written as 1/2.

    Examples
    --------
    >>> from cmcourse.exercises.checking import folded
    >>> folded("The F_{½}") == folded("f1/2")
    True
    """
    text = unicodedata.normalize("NFKC", text).replace("\N{FRACTION SLASH}", "/").casefold()
    text = text.rstrip(" !")
    # the_labels, a-label; not a-b
    text = re.sub(rf"(?<={_LETTERS}){_JOINT}(?={_LETTERS}{_LETTERS})", " ", text)
    text = re.sub(rf"(?<={_LETTERS}{_LETTERS}){_JOINT}(?={_LETTERS})", " ", text)
    # 0.65–0.70, from 0.65 to 0.70, [0.65, 0.70]
    text = re.sub(r"(\d)\s*(?:[-–—,]|\.\.+|and)\s*(?=[\d.])", r"\1 to ", text)
    text = re.sub(
        rf"^[^\w!]*((the|an?|from|between|option|printed|{_THINGS})[\s:]+)+(?=\S)", "", text
    )
    text = re.sub(rf"(?<=\w)(\s+({_THINGS}))+\W*$", "", text)
    text = re.sub(r"\b(the|an?)\s+(?=\w)", "", text)
    return re.sub(r"[\s_{}()\[\]$'\"‘’“”*`.,\-‐‑–—]+", "", text)


def _chosen(text: str, asked: Exercise) -> str | None:
    """Return the choice that a word in the singular or the plural stands for, or None."""
    meant = {folded(other): choice for other, choice in asked.synonyms.items()}
    meant |= {folded(choice): choice for choice in asked.choices if isinstance(choice, str)}
    word = folded(text)
    lettered = all(len(str(choice)) == 1 for choice in asked.choices)
    if lettered and _SEVERAL_LETTERS.fullmatch(text):
        return None
    if lettered and word not in meant:
        letter = _LETTER.match(text)
        word = letter["letter"].casefold() if letter else word
    return meant.get(word) or meant.get(word.removesuffix("s")) or meant.get(f"{word}s")


def _quoted(words: Iterable[Any]) -> str:
    return ", ".join(f'"{word}"' if isinstance(word, str) else str(word) for word in words)


def _about_word(asked: Exercise, answer: Any) -> Feedback:
    if not isinstance(answer, str):
        return unclear(f"{in_words(answer)}. Answer with a word in quotes.")
    choice = _chosen(answer, asked)
    if choice is None:
        return unclear(
            f"{shown(answer) or 'Your text'} is none of the answers here. Choose one of: "
            f"{_quoted(asked.choices)}."
        )
    if choice == asked.answer:
        return right(f"{choice}.", asked.reason)
    return wrong(
        asked.mistakes.get(choice) or f"{choice!r} is not right. Next step: {asked.next_step}"
    )


def _about_set(asked: Exercise, answer: Any) -> Feedback:
    if isinstance(answer, Strange) and answer.kind == "an empty dictionary":
        return unclear("{} is an empty dictionary in Python; the empty set is set().")
    letters = all(isinstance(choice, str) and len(choice) == 1 for choice in asked.choices)
    if isinstance(answer, str) and letters:  # "BCDF", or "B, C, D and F"
        named = re.sub(r"\band\b|\W", "", answer)
        answer = tuple(named) if len(set(named)) == len(named) else answer
    if not isinstance(answer, frozenset | tuple):
        return unclear(f"{in_words(answer)}. Answer with a set: {{…, …}}.")
    found = set()
    for part in answer:
        element = _element(part, asked)
        if element is None:
            return unclear(
                f"Your set holds {shown(part) or 'something else'}, which is none of the answers "
                f"here. Choose from: {_quoted(asked.choices)}."
            )
        found.add(element)
    if found == asked.answer:
        elements = ", ".join(sorted(map(repr, asked.answer))) or "the empty set"
        return right(f"{elements}.", asked.reason)
    if known := asked.mistakes.get(frozenset(found)):
        return wrong(known)
    if not found:
        return unclear(f"Nothing is chosen yet. Next step: {asked.next_step}")
    # Only how many: naming them would give the answer away.
    surplus, missing = len(found - asked.answer), len(asked.answer - found)
    parts = []
    if surplus:
        parts = [f"{'one of yours does' if surplus == 1 else f'{surplus} of yours do'} not belong"]
    if missing:
        parts += ["one is missing" if missing == 1 else f"{missing} are missing"]
    return wrong(f"Not yet: {', and '.join(parts)}. Next step: {asked.next_step}")


def _element(part: Any, asked: Exercise) -> Any:
    """Return the choice that an element of a set stands for, or None."""
    if isinstance(part, str) and (choice := _chosen(part, asked)) is not None:
        return choice
    try:
        number = read_number(part).exact
    except NotANumber:
        return None
    numbers = {choice for choice in asked.choices if not isinstance(choice, str)}
    return int(number) if number in numbers else None


def _about_witness(asked: Exercise, answer: Any) -> Feedback:
    """Judge an answer to a question with many right answers by its `objection`."""
    assert asked.objection
    values = np.asarray(asked.answer)
    cells = read_table(answer, values)
    if isinstance(cells, Feedback):
        return cells
    if are_marks(values) and not all(cell and cell.exact in (0, 1) for cell in cells):
        return unclear("Give zeros and ones.")
    if not all(cell and is_whole(cell) and cell.exact >= 0 for cell in cells):
        return unclear("Give counts: whole numbers, none of them below 0.")
    problem = asked.objection([round(cell.exact) for cell in cells if cell])
    return wrong(problem) if problem else right("it does what was asked for.")
