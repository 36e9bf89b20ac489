"""Exercises that the page of a lesson answers: what its script needs to know, as JSON.

Each choice has the feedback that `check` gives to it. For a number the script reads what is typed
and decides as `cmcourse.exercises.diagnosis` does, from the numbers and the messages given here.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from numbers import Real
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from cmcourse.exercises import diagnosis
from cmcourse.exercises.checking import judge_answer
from cmcourse.exercises.mistakes import the, wrong_ways
from cmcourse.exercises.registry import Exercise, exercise
from cmlib.by_hand.explanation import Explanation
from cmlib.by_hand.formulas import METRICS

SCRIPT = "page_answers.js"
CHECK = re.compile(r'check\("(\d+\.\d+[a-z]?)"')


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


def of_number(asked: Exercise) -> dict[str, Any]:
    value, metric = asked.value, asked.answer if isinstance(asked.answer, Explanation) else None
    ways = [*wrong_ways(metric, asked.lesson)] if metric else diagnosis._ways_of_any_number(asked)
    values = [value] if asked.printed is None else [value, round(value, asked.printed)]
    others = diagnosis._others(asked)
    found: dict[str, Any] = {
        "kind": "number",
        "values": [str(Fraction(it)) for it in values],
        "count": isinstance(asked.answer, int),
        "confirmed": judge_answer(asked, value).text if metric else "",
        "foreseen": [[str(it), says] for it, says in diagnosis._foreseen(asked)],
        "ways": [[str(it), says, diagnosis._means_two_things(it, asked)] for it, says in ways],
        "rivals": exact(diagnosis._rivals(asked).values()),
        # The script compares them with numbers near the right one only.
        "others": exact(
            it for it in others if abs(it - value) < Fraction(1, 10) * max(1, abs(value))
        ),
        "next": asked.next_step,
    }
    if metric:
        found |= {"lowest": METRICS[metric.name].lowest, "name": the(metric)}
        found["step"] = diagnosis._next_step(metric)
    return found


def question(asked: Exercise) -> dict[str, Any] | None:
    """Return what the script needs to judge an exercise, or None for what only Python answers."""
    if asked.kind in ("own", "write") or asked.objection:
        return None
    if isinstance(asked.answer, bool):
        return {"kind": "choice", "choices": [of_choice(asked, it) for it in (True, False)]}
    if isinstance(asked.answer, str):
        return {"kind": "choice", "choices": [of_choice(asked, it) for it in asked.choices]}
    if isinstance(asked.answer, set | frozenset):
        return of_set(asked)
    if isinstance(asked.answer, Explanation | Real):
        return of_number(asked)
    return None


def add_questions(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Give a lesson's page the data and the script."""
    cells = [] if doctree is None else doctree.findall(nodes.container)
    sources = [cell.astext() for cell in cells if "tag_exercise" in cell["classes"]]
    ids = [id for source in sources for id in CHECK.findall(source)]
    if not ids:
        return
    known = {id: found for id in ids if (found := question(exercise(id)))}
    held = json.dumps(known, ensure_ascii=False, separators=(",", ":")).replace("<", r"\u003c")
    context["body"] += f'<script type="application/json" id="page-answers">{held}</script>'
    app.add_js_file(SCRIPT, defer="defer")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("html-page-context", add_questions)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
