"""Set an exam from the exercises of the course: versions with other numbers, and a key to each.

A question is drawn again with other numbers. With a question mark behind its id it is multiple
choice, and each wrong option is a mistake that `check` knows by name. What asks for a text or for
the slip in a report is printed as it stands in its lesson. Without questions, this lists them.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from html import escape
from math import floor, log10
from pathlib import Path
from random import Random
from string import ascii_uppercase
from typing import Any, NamedTuple

import nbformat
import numpy as np
import pandas as pd
from browser import ARGUMENTS, find_browser
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from playwright.sync_api import Page, sync_playwright
from set_formulas import mathml

import cmlib
from cmcourse.exercises import diagnosis
from cmcourse.exercises.mistakes import Guess
from cmcourse.exercises.registry import Exercise, exercise, exercises, lessons
from cmcourse.exercises.typed_numbers import judge, read_number
from cmcourse.exercises.variants import variant
from cmlib.by_hand.explanation import Explanation
from cmlib.by_hand.formulas import METRICS
from cmlib.matrix import ConfusionMatrix

TOOLS = Path(__file__).parent
STYLE, PAGES = (TOOLS.joinpath(name).read_text("utf-8") for name in ("exam.css", "exam.js"))
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
MARKDOWN.use(
    dollarmath_plugin,
    renderer=lambda tex, options: mathml(tex, displaystyle=options["display_mode"]),
)
NUMBER = (Explanation, Fraction, int, float)
# Draws of a question before its values are found too few.
TRIES = 200
# Wrong numbers that three options are chosen from, and that the key to an open question lists.
LIKELY = 6
# What an exercise says about its cell and about `check`, and what a page of its own lacks.
ON_PAPER = {
    r" There are many good answers: [^:.]*\.": "",
    r" Tick those [^.]*\.": "",
    r", as a text in quotes": "",
    r"in the next cell": "above",
    r"first list below": "first list above",
    r"Compute the AUC of the parts .*?tie\.": "A camera scored eleven parts, four are defective.",
}


class Item(NamedTuple):
    """A question with its numbers, as HTML for the paper and for the key."""

    asked: Exercise
    question: str
    key: str


def printed(value: Fraction, *, whole: bool) -> str:
    """Return a number as an option shows it: whole, or with three significant digits at least."""
    if whole:
        return str(value)
    return f"{float(value):.{max(3, 2 - floor(log10(abs(value)))) if value else 3}f}"


def wrong_numbers(asked: Exercise) -> Iterator[Guess]:
    """Yield the wrong numbers that have a name; of a metric, the first of each kind."""
    is_metric, kinds = isinstance(asked.answer, Explanation), set()
    ways = diagnosis._ways(asked) if is_metric else diagnosis._ways_of_any_number(asked)
    for guess in (*diagnosis._foreseen(asked), *ways):
        kind = re.sub(r"'[^']*'|\d+", "", guess.says)
        if not is_metric or kind not in kinds:
            yield guess
        kinds.add(kind)


def options(asked: Exercise, random: Random) -> list[Guess]:
    """Return the right number and three wrong ones, sorted by size; none if too few are known."""
    if not isinstance(asked.answer, NUMBER):
        return []
    right, whole = asked.value, asked.value.denominator == 1
    found = {printed(right, whole=whole): Guess(right, "")}
    for guess in wrong_numbers(asked):
        text = printed(guess.value, whole=whole)
        is_wrong = judge(read_number(text), right) == "wrong"
        if is_wrong and (not whole or guess.value.denominator == 1):
            found.setdefault(text, guess)
    first, *others = found.values()
    lowest = METRICS[asked.answer.name].lowest if isinstance(asked.answer, Explanation) else 0
    possible = [guess for guess in others if lowest <= guess.value <= 1]
    pool = possible if right <= 1 and len(possible) >= 3 else others
    return sorted([first, *random.sample(pool[:LIKELY], 3)]) if len(pool) >= 3 else []


def draws(id: str, random: Random, versions: int, *, choose: bool) -> list[Item]:
    """Draw a question until each version has another text and another answer."""
    found: dict[Any, Item] = {}
    prompts, asked = set(), exercise(id)
    for _ in range(TRIES):
        prompt, drawn = variant(asked, random)
        offered = options(drawn, random) if choose else []
        value = drawn.value if isinstance(drawn.answer, NUMBER) else str(drawn.answer)
        if bool(offered) == choose and prompt not in prompts and value not in found:
            prompts.add(prompt)
            texts = [printed(it.value, whole=drawn.value.denominator == 1) for it in offered]
            listed = "".join(f"<li>{text}</li>" for text in texts)
            room = f'<ol class="options">{listed}</ol>' if choose else '<div class="space"></div>'
            question = prompt_html(prompt, drawn.answer) + room
            found[value] = Item(drawn, question, key_html(drawn, offered))
        if len(found) == versions:
            return [*found.values()]
    raise ValueError(
        f"{id} has too few values{' with three named mistakes' if choose else ''}: {TRIES} draws "
        f"gave {len(found)} that differ, for {versions} versions. Take fewer, or leave it out."
    )


def matrix_table(matrix: ConfusionMatrix) -> str:
    frame = pd.DataFrame(matrix.counts, list(map(str, matrix.labels)), map(str, matrix.labels))
    head = f'<thead><tr><td></td><th colspan="{len(frame)}">prediction</th></tr>'
    table = frame.rename_axis(columns="truth").to_html(border=0, classes="matrix")
    return table.replace("<thead>", head)


def prompt_html(prompt: str, answer: Any) -> str:
    """Return a drawn question, with a matrix that it prints as a table above it."""
    written = re.search(r"(?:the matrix )?`(\[\[[\d, \[\]]+\]\])`", prompt)
    if not written:
        return MARKDOWN.render(prompt)
    labels = answer.matrix.labels if isinstance(answer, Explanation) else None
    matrix = ConfusionMatrix(ast.literal_eval(written[1]), labels)
    return matrix_table(matrix) + MARKDOWN.render(prompt.replace(written[0], "the matrix above"))


def data_of(source: str) -> Iterator[str]:
    """Yield what the cells of an exercise assign, other than answers, as HTML."""
    names = {"np": np, "pd": pd, "cmlib": cmlib}
    known = {*names, "__builtins__"}
    for statement in ast.parse(source).body:
        line = ast.unparse(statement)
        if isinstance(statement, ast.Assign) and "..." not in line and not line.endswith("''"):
            with suppress(NameError):  # it is worked out by the lesson's own functions
                exec(line, names)
    for name in (it for it in names if it not in known):
        value, said = names[name], f"<p><i>{name.replace('_', ' ')}</i>:"
        if isinstance(value, ConfusionMatrix):
            yield f"{said}</p>{matrix_table(value)}"
        elif isinstance(value, pd.DataFrame):
            yield f"{said}</p>{value.to_html(border=0)}"
        elif not isinstance(value, dict) and not isinstance(np.ravel(value)[0], str):
            yield f"{said} {escape(str(value))}</p>"


def as_it_stands(asked: Exercise) -> str:
    """Return an exercise as its lesson has it, below the data that its cells hold."""
    (path,) = TOOLS.parent.glob(f"notebooks/{asked.lesson:02}_*.ipynb")
    text = source = ""
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown" and "# Exercise" in cell.source:
            text, source = cell.source, ""
        elif cell.cell_type == "markdown":
            text += f"\n\n{cell.source}"
        else:
            source += f"\n{cell.source}"
            if f'check("{asked.id}"' in source:
                break
    text = re.sub(r".*^### .*?\n", "", text, flags=re.MULTILINE | re.DOTALL)
    needs_data = "next cell" in text or "\n| ---" not in text
    for written, on_paper in ON_PAPER.items():
        text = re.sub(written, on_paper, text)
    (name,) = re.findall(rf'check\("{asked.id}", (\w+)', source)
    text += f"\n\nAnswer this only: *{name.replace('_', ' ')}*."
    room = f'<div class="space {asked.kind}"></div>'
    return ("".join(data_of(source)) if needs_data else "") + MARKDOWN.render(text) + room


def words(answer: Any) -> str:
    return ", ".join(sorted(answer)) if isinstance(answer, set | frozenset) else str(answer)


def key_html(asked: Exercise, offered: list[Guess]) -> str:
    """Return the answer with its working, and which mistake leads to each wrong answer."""
    answer, way, mistakes = asked.answer, f" Way: {escape(asked.next_step)}", []
    if asked.kind == "write":
        points = "".join(f"<li>☐ {escape(point)}</li>" for point in asked.rubric)
        return f"<p>A good answer: {escape(answer)}</p><ul>{points}</ul>"
    start = f"<p>{escape(words(answer))}.{way}</p>"
    if isinstance(answer, ConfusionMatrix):
        start = matrix_table(answer)
    elif isinstance(answer, Explanation):
        start = f"<p>{escape(str(answer))}</p>"
    elif isinstance(answer, Fraction) and answer.denominator > 1:
        start = f"<p>{answer} = {printed(answer, whole=False)}.{way}</p>"
    if not isinstance(answer, NUMBER) or isinstance(answer, bool):
        mistakes = [(words(given), says) for given, says in asked.mistakes.items()]
    else:
        guesses = offered or [*wrong_numbers(asked)][:LIKELY]
        letters = ascii_uppercase if offered else [""] * LIKELY
        for letter, (value, says) in zip(letters, guesses, strict=False):
            shown = printed(value, whole=value.denominator == 1 and (not offered or value > 1))
            mistakes += [(f"{letter} {shown}", says or "right.")]
    listed = (f"<li><b>{escape(it)}</b>: {escape(says)}</li>" for it, says in mistakes)
    return f"{start}<ul>{''.join(listed)}</ul>"


def papers(questions: list[str], seed: int, versions: int, *, choose: bool) -> list[list[Item]]:
    """Return the items of each version; a ValueError says which question can't be set.

    The numbers of a question depend on the seed and on nothing else in the paper.
    """
    if not 1 <= versions <= len(ascii_uppercase):
        raise ValueError(f"versions must be from 1 to {len(ascii_uppercase)}, got {versions}")
    columns, ids = [], [word.removesuffix("?") for word in questions]
    if twice := [id for id in ids if ids.count(id) > 1]:
        raise ValueError(f"{twice[0]} stands there twice")
    for word, id in zip(questions, ids, strict=True):
        asked, mark = exercise(id), word.endswith("?")
        if asked.draw:
            random = Random(f"{seed} {id}")
            columns.append(draws(id, random, versions, choose=choose and mark))
        elif mark or asked.kind not in ("write", "judge"):
            raise ValueError(f"{id} has no other numbers; without QUESTIONS, those that have some")
        else:
            columns.append([Item(asked, as_it_stands(asked), key_html(asked, []))] * versions)
    return [list(items) for items in zip(*columns, strict=True)]


def document(title: str, head: str, items: list[tuple[Exercise, str]]) -> str:
    """Return a paper or a key as one HTML document; the key has the ids of the exercises."""
    body = ""
    for at, (asked, text) in enumerate(items, 1):
        points = f"{asked.points} point{'' if asked.points == 1 else 's'}"
        points += f", exercise {asked.id}" * title.startswith("Key")
        start = f'<div class="item" data-id="{asked.id}" data-points="{asked.points}">'
        body += f"{start}<h2>{at}. <small>{points}</small></h2>{text}</div>"
    total = sum(asked.points for asked, _ in items)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style></head><body><header><h1>{title}</h1><p>{len(items)} questions, "
        f"{total} points. {head}</p></header>{body}</body></html>"
    )


def documents(questions: list[str], seed: int, versions: int, *, choose: bool) -> dict[str, str]:
    """Return the HTML of each paper and of each key by its file's name."""
    what = "Exam" if choose else "Exercise sheet"
    head = "Give numbers as fractions or with three significant digits."
    head += ' Circle one option.</p><p class="name">Name' if choose else ""
    found = {}
    for letter, items in zip(ascii_uppercase, papers(questions, seed, versions, choose=choose)):  # noqa: B905
        title, name = f"{what}, version {letter}, seed {seed}", f"{what.split()[-1].lower()}"
        keys = [(item.asked, item.key) for item in items]
        shown = [(item.asked, item.question) for item in items]
        found[f"{name}-{seed}-{letter}"] = document(title, head, shown)
        found[f"{name}-{seed}-{letter}-key"] = document(f"Key to {title}", "", keys)
    return found


def paginate(page: Page, html: str) -> None:
    """Show a document as pages of A4; a ValueError names a question that fits on none."""
    page.set_content(html)
    if too_large := page.evaluate(PAGES):
        raise ValueError(f"{too_large[0]} is too large for a page: leave it out")


def can_be_set() -> Iterator[str]:
    """Yield a line for each question that can be drawn, then those that stand as they are."""
    every = [asked for lesson in lessons() for asked in exercises(lesson).values()]
    for asked in (it for it in every if it.draw):
        prompt, drawn = variant(asked, Random(1))
        mark = "?" if options(drawn, Random(1)) else ""
        prompt = re.sub(r"(the matrix )?`\[\[.*\]\]`", "a matrix", prompt)
        yield f"{asked.id + mark:7} {asked.points} p.  {prompt}"
    fixed = [it.id for it in every if it.kind in ("write", "judge") and not it.draw]
    yield f"As they stand: {' '.join(fixed)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path, help="folder for the PDFs")
    parser.add_argument("questions", nargs="*", help="1.2a is drawn, 1.2a? is multiple choice")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--versions", type=int, default=1)
    parser.add_argument("--choose", choices=("yes", "no"), default="yes")
    given = parser.parse_args()
    if not given.questions:
        print(*can_be_set(), "Set some of them: QUESTIONS='1.1 1.2a? 10.6'", sep="\n")
        return
    try:
        choose = given.choose == "yes"
        made = documents(given.questions, given.seed, given.versions, choose=choose)
        chromium = find_browser()
        given.out.mkdir(parents=True, exist_ok=True)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
            page = browser.new_page()
            for name, html in made.items():
                paginate(page, html)
                page.pdf(path=given.out / f"{name}.pdf", prefer_css_page_size=True, tagged=True)
                print(given.out / f"{name}.pdf")
            browser.close()
    except (LookupError, ValueError) as refused:
        raise SystemExit(f"make exam: {refused}") from None


if __name__ == "__main__":
    main()
