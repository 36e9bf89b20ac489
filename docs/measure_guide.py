"""Which measure when: a few questions, and what their answers lead to.

``measure_guide.toml`` is the whole of it. The directive ``{measure-guide}`` writes it into a page,
every advice with the answers that lead to it in words; the script of the page asks the questions
and shows what is left. Each combination of answers leads to one advice, whatever order they are
given in: a test goes over all of them.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from itertools import product
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.nodes import whitespace_normalize_name
from ledger_pages import listing
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from term_links import pages_of_lessons

Answers = Mapping[str, str]
When = Mapping[str, tuple[str, ...]]
SCRIPT = "measure_guide.js"
GUIDE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Question:
    """A question with its answers: what is asked, and for each answer a few words.

    ``said`` are the same answers in the form that follows "if", and some that go together.
    """

    asked: str
    answers: Mapping[str, str]
    said: Mapping[str, str]


@dataclass(frozen=True)
class Trap:
    """What goes wrong with a measure, and for which answers: for all, if ``when`` is empty."""

    text: str
    when: When


@dataclass(frozen=True)
class Advice:
    """A measure, the answers that lead to it, its reason, what stands beside it, and its traps."""

    title: str
    when: When
    reason: str
    beside: str
    traps: tuple[Trap, ...]
    code: str
    lessons: tuple[int, ...]


def meets(answers: Answers, when: When) -> bool:
    """Return whether answers are among those that a condition names."""
    return all(answers.get(key) in values for key, values in when.items())


def _question(asked: str, answers: Mapping[str, list[str]], said: Mapping[str, str]) -> Question:
    buttons, alone = ({key: it[place] for key, it in answers.items()} for place in (0, 1))
    return Question(asked, buttons, {**alone, **said})


def _when(said: str) -> When:
    """Read a condition such as "use=label|ranking order=no"."""
    pairs = (pair.split("=") for pair in said.split())
    return {key: tuple(values.split("|")) for key, values in pairs}


def _traps(found: str | dict[str, Any]) -> list[Trap]:
    """Read a trap: a text, a text for some answers, or the names of shared ones."""
    if isinstance(found, str):
        return [Trap(whitespace_normalize_name(found), {})]
    if "shared" in found:
        return [trap for name in found["shared"] for trap in _traps(GUIDE["shared"][name])]
    return [Trap(whitespace_normalize_name(found["text"]), _when(found["when"]))]


def _advice(entry: Mapping[str, Any]) -> Advice:
    when = _when(entry["when"])
    own = [trap for found in entry["traps"] for trap in _traps(found)]
    more = [it for it in _traps({"shared": GUIDE["everywhere"]}) if not it.when.keys() & when]
    words = {key: whitespace_normalize_name(entry[key]) for key in ("title", "reason", "beside")}
    lessons = tuple(entry["lessons"])
    return Advice(**words, when=when, traps=(*own, *more), code=entry["code"], lessons=lessons)


QUESTIONS = {
    key: _question(entry["asked"], entry["answers"], entry.get("said", {}))
    for key, entry in GUIDE["questions"].items()
}
ADVICE = {key: _advice(entry) for key, entry in GUIDE["advice"].items()}


def all_answers() -> list[dict[str, str]]:
    """Return every combination of answers to all questions."""
    keys, choices = QUESTIONS.keys(), [question.answers for question in QUESTIONS.values()]
    return [dict(zip(keys, chosen, strict=True)) for chosen in product(*choices)]


def advised(answers: Answers) -> list[str]:
    """Return the keys of the advice for answers to all questions: one, if the rules are right."""
    return [key for key, advice in ADVICE.items() if meets(answers, advice.when)]


def in_words(when: When) -> str:
    """Write a condition as a sentence: "If you use one label per sample, and errors have …"."""
    parts = []
    for key, values in when.items():
        said = QUESTIONS[key].said
        each = " or ".join(said[value] for value in values)
        parts.append(said.get(" or ".join(values), each))
    return f"If {listing(parts)}."


def to_html(lesson_pages: Mapping[int, str]) -> str:
    """Write the guide: the questions, hidden until its script runs, and every advice."""
    rules = {
        "questions": {key: list(question.answers) for key, question in QUESTIONS.items()},
        "asked": {key: question.asked for key, question in QUESTIONS.items()},
        "advice": {key: advice.when for key, advice in ADVICE.items()},
    }
    asked = "\n".join(_question_html(key, question) for key, question in QUESTIONS.items())
    advice = "\n".join(_advice_html(key, it, lesson_pages) for key, it in ADVICE.items())
    return f"""\
<div class="measure-guide" data-rules='{escape(json.dumps(rules))}'>
<form class="guide-questions" aria-label="Questions" hidden>
{asked}
<p><button type="reset">Start again</button></p>
</form>
<p class="guide-left" role="status" tabindex="-1" hidden>Answer what you can.
{len(ADVICE)} measures wait below.</p>
<script>/* Before they are drawn, so that nothing moves. */
document.querySelectorAll(".measure-guide > [hidden]").forEach((it) => (it.hidden = false))</script>
{advice}
</div>
"""


def _question_html(key: str, question: Question) -> str:
    answers = "".join(
        f'<label><input type="radio" name="guide-{key}" value="{value}"> {escape(text)}</label>'
        for value, text in question.answers.items()
    )
    return f"<fieldset><legend>{escape(question.asked)}</legend>{answers}</fieldset>"


def _advice_html(key: str, advice: Advice, lesson_pages: Mapping[int, str]) -> str:
    traps = "".join(f"<li{_condition(trap)}>{_marked(trap.text)}</li>" for trap in advice.traps)
    links = [
        f'<a class="reference internal" href="{lesson_pages[number]}">lesson {number}</a>'
        for number in advice.lessons
    ]
    return f"""\
<section class="guide-advice" id="guide-{key}">
<h2>{escape(advice.title)}</h2>
<p class="guide-when">{escape(in_words(advice.when))}</p>
<p>{_marked(advice.reason)}</p>
<p><strong>Beside it:</strong> {_marked(advice.beside)}</p>
<p><strong>Traps:</strong></p>
<ul>{traps}</ul>
<pre class="guide-code"><code>{escape(advice.code)}</code></pre>
<p>Read on in {listing(links)}.</p>
</section>"""


def _condition(trap: Trap) -> str:
    """Return the answers that a trap is for, for the script; nothing if it is for all."""
    return f" data-when='{escape(json.dumps(trap.when))}'" if trap.when else ""


def _marked(text: str) -> str:
    """Return a text with the words between stars in italics."""
    parts = escape(text).split("*")
    return "".join(f"<em>{part}</em>" if i % 2 else part for i, part in enumerate(parts))


class MeasureGuide(SphinxDirective):
    """The guide, on its page."""

    def run(self) -> list[nodes.Node]:
        pages = pages_of_lessons(self.env)
        addresses = {number: f"{page}.html" for number, page in pages.items()}
        return [nodes.raw("", to_html(addresses), format="html")]


def add_script(app: Sphinx, pagename, templatename, context, doctree) -> None:
    """Load the script on the page that holds the guide."""
    if 'class="measure-guide"' in context.get("body", ""):
        app.add_js_file(SCRIPT)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("measure-guide", MeasureGuide)
    app.connect("html-page-context", add_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
