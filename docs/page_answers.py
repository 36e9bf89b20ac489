"""Exercises that the page of a lesson answers: what its script needs to know, as JSON.

Each choice has the feedback that `check` gives to it. For a number the script reads what is typed
and decides as `cmcourse.exercises.diagnosis` does, from the numbers and the messages given here.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import product
from numbers import Real
from string import ascii_lowercase
from typing import Any

import numpy as np
from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.application import Sphinx

from cmcourse.exercises import diagnosis, tables
from cmcourse.exercises.checking import judge_answer
from cmcourse.exercises.mistakes import the, wrong_ways
from cmcourse.exercises.open_answers import SHORTEST
from cmcourse.exercises.registry import Exercise, exercise
from cmlib.by_hand.explanation import Explanation
from cmlib.by_hand.formulas import METRICS
from cmlib.by_hand.notation import capitalised
from cmlib.matrix import ConfusionMatrix

SCRIPT = "page_answers.js"
CHECK = re.compile(r'check\("(\d+\.\d+[a-z]?)"')
OPEN = re.compile(r"(\d+\.\d+[a-z]?: Not answered yet[^\n]*\s*)+")
IN_PYTHON = "Replace the dots, run the cell, and read what it tells you"
IN_THE_PAGE = (
    '<span class="on-screen">Answer here, or replace the dots and run the cell in Python, and read '
    'what it says</span><span class="on-paper">Write your answers on the paper, and check them in '
    "the page or in Python afterwards</span>"
)


def of_choice(asked: Exercise, choice: Any) -> list[str]:
    feedback = judge_answer(asked, choice)
    return [str(choice), feedback.verdict, feedback.text]


def exact(values: Any) -> list[str]:
    return [str(value) for value in dict.fromkeys(values)]


def of_set(asked: Exercise) -> dict[str, Any]:
    return {
        "kind": "set",
        "choices": [str(choice) for choice in asked.choices],
        "right": [str(choice) for choice in asked.choices if choice in asked.answer],
        "confirmed": judge_answer(asked, set(asked.answer)).text,
        "mistakes": [[sorted(map(str, key)), says] for key, says in asked.mistakes.items()],
        "next": asked.next_step,
    }


def of_witness(asked: Exercise) -> dict[str, Any]:
    """Judge every list of marks at once: a text for each, found by its marks read as bits."""
    all_marks = product((0, 1), repeat=len(asked.answer))
    said = [judge_answer(asked, list(marks)) for marks in all_marks]
    different = list(dict.fromkeys(said))
    return {
        "kind": "table",
        "marks": True,
        "shape": [len(asked.answer)],
        "texts": different,
        "by_bits": [different.index(feedback) for feedback in said],
    }


def table(values: Any, says: str) -> list[Any]:
    """Return the cells of a table, whether they must be whole numbers, and what is said to it."""
    values = np.asarray(values)
    whole = bool(values.size) and isinstance(values.flat[0], int | np.integer)
    return [[str(tables.as_fraction(it)) for it in values.flat], whole, says]


def of_table(asked: Exercise) -> dict[str, Any]:
    matrix = asked.answer if isinstance(asked.answer, ConfusionMatrix) else None
    values = np.asarray(matrix.counts if matrix else asked.answer)
    marks, square = tables.are_marks(values), len({*values.shape, len(values)}) == 1 < values.ndim
    foreseen = [(np.asarray(key), says) for key, says in asked.mistakes.items()]
    known = [(key, says) for key, says in foreseen if key.shape == values.shape]
    if square:
        known += tables.rearranged(values, matrix)
    counted = square and matrix is not None
    shares = [matrix.normalize(over) for over in ("true", "pred", "all")] if counted else []
    return {
        "kind": "table",
        "marks": marks,
        "shape": values.shape,
        "labels": [*map(repr, matrix.labels)] if matrix else None,
        "right": table(values, judge_answer(asked, asked.answer).text),
        "known": [table(*it) for it in known],
        # No number that is typed is like nan.
        "shares": [share.ravel().tolist() for share in shares if not np.isnan(share).any()],
        "sorts": asked.kind == "place" and values.ndim == 2 and not square,
        "next": asked.next_step,
    }


def of_number(asked: Exercise) -> dict[str, Any]:
    value, metric = asked.value, asked.answer if isinstance(asked.answer, Explanation) else None
    ways = [*wrong_ways(metric, asked.lesson)] if metric else diagnosis.ways_of_any_number(asked)
    values = [value] if asked.printed is None else [value, round(value, asked.printed)]
    others = diagnosis.other_values(asked)
    found: dict[str, Any] = {
        "kind": "number",
        "values": [str(Fraction(it)) for it in values],
        "count": isinstance(asked.answer, int),
        "confirmed": judge_answer(asked, value).text if metric else "",
        "foreseen": [[str(it), says] for it, says in diagnosis.foreseen_guesses(asked)],
        "ways": [[str(it), says, diagnosis.means_two_things(it, asked)] for it, says in ways],
        "rivals": exact(diagnosis.rivals(asked).values()),
        # The script compares them with numbers near the right one only.
        "others": exact(
            it for it in others if abs(it - value) < Fraction(1, 10) * max(1, abs(value))
        ),
        "next": asked.next_step,
    }
    if metric:
        found |= {"lowest": METRICS[metric.name].lowest, "name": the(metric)}
        found["step"] = diagnosis.say_next_step(metric)
    return found


def of_text(asked: Exercise) -> dict[str, Any]:
    return {
        "kind": "text",
        "least": SHORTEST,
        "points": dict(zip(ascii_lowercase, asked.rubric, strict=False)),
        "answer": asked.answer,
        "next": asked.next_step,
    }


def question(asked: Exercise) -> dict[str, Any] | None:
    """Return what the script needs to judge an exercise, or None for what only Python answers."""
    if asked.kind == "own":
        return None
    if asked.kind == "write":
        return of_text(asked)
    if asked.objection:
        return of_witness(asked) if tables.are_marks(np.asarray(asked.answer)) else None
    if isinstance(asked.answer, bool):
        return {"kind": "choice", "choices": [of_choice(asked, it) for it in (True, False)]}
    if isinstance(asked.answer, str):
        return {"kind": "choice", "choices": [of_choice(asked, it) for it in asked.choices]}
    if isinstance(asked.answer, set | frozenset):
        return of_set(asked)
    if isinstance(asked.answer, Explanation | Real):
        return of_number(asked)
    return of_table(asked)


def cells_of(doctree: Any, tag: str = "tag_exercise") -> list[nodes.container]:
    cells = [] if doctree is None else doctree.findall(nodes.container)
    return [cell for cell in cells if tag in cell["classes"]]


def way(code: str) -> str:
    """Return the next steps of a solution's exercises: how it is found, in words.

    Where `check` prints the steps of a metric or a reason, nothing is added.
    """
    ids: dict[str, list[str]] = {}
    asked = [exercise(id) for id in CHECK.findall(code)]
    for it in asked:
        if it.next_step and not it.reason:
            named = "_" in it.next_step.split()[0]
            ids.setdefault((str if named else capitalised)(it.next_step), []).append(it.id[-1])
    if [*map(len, ids.values())] == [len(asked)]:
        return next(iter(ids))
    return " ".join(f"({', '.join(letters)}) {step}" for step, letters in ids.items())


def say_ways(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Begin each solution with its way."""
    for cell in cells_of(doctree, "tag_solution"):
        for folded in cell.findall(HideCodeCellNode):
            if text := way(cell.astext()):
                parts = enumerate(text.split("`"))
                said = [nodes.literal("", it) if at % 2 else nodes.Text(it) for at, it in parts]
                folded.insert(0, nodes.paragraph("", "", nodes.strong("", "The way. "), *said))


def drop_open_outputs(app: Sphinx, doctree: nodes.document) -> None:
    """Drop what `check` prints while nothing is answered: a page asks by itself."""
    for cell in cells_of(doctree):
        for printed in list(cell.findall(nodes.literal_block)):
            text = OPEN.sub("", printed.astext())
            if not text:
                printed.parent.parent.remove(printed.parent)
            elif "Not answered" in printed.astext():
                printed[:] = [nodes.Text(text)]
                printed.rawsource = text  # or it is not taken for code


def add_questions(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Give a lesson's page the data and the script."""
    ids = [id for cell in cells_of(doctree) for id in CHECK.findall(cell.astext())]
    if not ids:
        return
    known = {id: found for id in ids if (found := question(exercise(id)))}
    held = json.dumps(known, ensure_ascii=False, separators=(",", ":")).replace("<", r"\u003c")
    context["body"] = context["body"].replace(IN_PYTHON, IN_THE_PAGE)
    context["body"] += f'<script type="application/json" id="page-answers">{held}</script>'
    app.add_js_file(SCRIPT)


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("doctree-read", drop_open_outputs)
    app.connect("doctree-resolved", say_ways, priority=600)  # no place for terms to be linked
    app.connect("html-page-context", add_questions)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
