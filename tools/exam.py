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
from itertools import product
from math import floor, log10
from pathlib import Path
from random import Random
from string import ascii_uppercase
from typing import Any, NamedTuple

import nbformat
import numpy as np
import pandas as pd
from browser import ARGUMENTS, find_browser
from jinja2 import Environment, FileSystemLoader
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
TEMPLATE = Environment(autoescape=True, loader=FileSystemLoader(TOOLS)).get_template("exam.html")
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
MARKDOWN.use(
    dollarmath_plugin,
    renderer=lambda tex, options: mathml(tex, displaystyle=options["display_mode"]),
)
# The types of an answer that is a number; to Python a truth value is a number, too.
NUMBER = (Explanation, Fraction, int, float)
# Draws of a question before its values are found too few.
TRIES = 200
# Wrong numbers that three options are chosen from, and that the key to an open question lists.
LIKELY = 6
# What an exercise says about its cell and about `check`, and what a page of its own lacks.
ON_PAPER = {
    r"[^.]*`check`[^.]*\.( Tick[^.]*\.)?": "",
    r", as a text in quotes": "",
    r"in the next cell": "below",
    r"Compute the AUC of the parts .*?tie\.": "A camera scored eleven parts, four are defective.",
}
SIZES = """[...document.querySelectorAll(".room, header, .item")].map(
    it => [it.getBoundingClientRect().height, it.scrollWidth > it.clientWidth])"""


class Item(NamedTuple):
    """A question as HTML, and answers to it, each with what leads to it: options, or wrong ones."""

    asked: Exercise
    question: str
    answers: list[tuple[str, str]]
    is_choice: bool = False

    def solution(self) -> str:
        """Return the answer with its working."""
        answer = self.asked.answer
        if isinstance(answer, Explanation | ConfusionMatrix):
            return str(answer)
        if isinstance(answer, Fraction) and answer.denominator > 1:
            answer = f"{answer} = {printed(answer, whole=False)}"
        return f"{words(answer)}. Way: {self.asked.next_step}"


def words(answer: Any) -> str:
    return ", ".join(sorted(answer)) if isinstance(answer, set | frozenset) else str(answer)


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


def options(asked: Exercise, random: Random) -> list[tuple[str, str]]:
    """Return the right number and three wrong ones, sorted by size; none if too few are known."""
    if type(asked.answer) not in NUMBER:
        return []
    right, whole = asked.value, asked.value.denominator == 1
    found = {printed(right, whole=whole): Guess(right, "right.")}
    for guess in wrong_numbers(asked):
        text = printed(guess.value, whole=whole)
        is_wrong = judge(read_number(text), right) == "wrong"
        if is_wrong and (not whole or guess.value.denominator == 1):
            found.setdefault(text, guess)
    first, *others = ((value, text, says) for text, (value, says) in found.items())
    lowest = METRICS[asked.answer.name].lowest if isinstance(asked.answer, Explanation) else 0
    possible = [it for it in others if lowest <= it[0] <= 1]
    pool = possible if right <= 1 and len(possible) >= 3 else others
    chosen = random.sample(pool[:LIKELY], 3) if len(pool) >= 3 else []
    return [(text, says) for _, text, says in sorted([first, *chosen])] if chosen else []


def mistakes(asked: Exercise) -> list[tuple[str, str]]:
    """Return the wrong answers that are known, and what leads to each."""
    if type(asked.answer) not in NUMBER:
        return [(words(given), says) for given, says in asked.mistakes.items()]
    found: dict[str, str] = {}
    for value, says in wrong_numbers(asked):
        found.setdefault(printed(value, whole=value.denominator == 1), says)
    return [*found.items()][:LIKELY]


def draws(id: str, random: Random, versions: int, *, choose: bool) -> list[Item]:
    """Draw a question until each version has another answer, so other numbers, too."""
    found: dict[Any, Item] = {}
    for _ in range(TRIES):
        prompt, drawn = variant(exercise(id), random)
        answers = options(drawn, random) if choose else mistakes(drawn)
        value = drawn.value if type(drawn.answer) in NUMBER else str(drawn.answer)
        if answers or not choose:
            found.setdefault(value, Item(drawn, prompt_html(prompt, drawn), answers, choose))
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


def prompt_html(prompt: str, drawn: Exercise) -> str:
    """Return a drawn question, with a matrix that it prints as a table above it."""
    written = re.search(r"(?:the matrix )?`(\[\[[\d, \[\]]+\]\])`", prompt)
    if not written:
        return MARKDOWN.render(prompt)
    labels = drawn.answer.matrix.labels if isinstance(drawn.answer, Explanation) else None
    matrix = ConfusionMatrix(ast.literal_eval(written[1]), labels)
    return matrix_table(matrix) + MARKDOWN.render(prompt.replace(written[0], "the matrix above"))


def data_of(source: str) -> Iterator[str]:
    """Yield what the cells of an exercise assign, other than answers, as HTML."""
    found: dict[str, Any] = {}
    for line in map(ast.unparse, ast.parse(source).body):
        if " = " in line and "..." not in line and not line.endswith("''"):
            with suppress(NameError):  # it is worked out by the lesson's own functions
                exec(line, {"np": np, "pd": pd, "cmlib": cmlib}, found)
    for name, value in found.items():
        shown = matrix_table(value) if isinstance(value, ConfusionMatrix) else escape(str(value))
        shown = value.to_html(border=0) if isinstance(value, pd.DataFrame) else shown
        # Left out: the labels of a matrix, and a name for several.
        if not str(value).startswith(("{", "['")):
            yield f"<div><i>{name.replace('_', ' ')}</i>: {shown}</div>"


def as_it_stands(asked: Exercise) -> tuple[str, str]:
    """Return an exercise as its lesson has it, with its data, and which answer of it is asked."""
    (path,) = TOOLS.parent.glob(f"notebooks/{asked.lesson:02}_*.ipynb")
    cells = nbformat.read(path, as_version=4).cells
    end = next(at for at, cell in enumerate(cells) if f'check("{asked.id}"' in cell.source)
    start = max(at for at in range(end) if "# Exercise" in cells[at].source)
    parts = cells[start : end + 1]
    text = "\n\n".join(it.source for it in parts if it.cell_type == "markdown")
    text = text.partition("# Exercise")[2].partition("\n")[2]
    source = "\n".join(it.source for it in parts if it.cell_type == "code")
    needs_data = "next cell" in text or "\n| ---" not in text
    for written, on_paper in ON_PAPER.items():
        text = re.sub(written, on_paper, text)
    (name,) = re.findall(rf'check\("{asked.id}", (\w+)', source)
    data = "".join(data_of(source)) if needs_data else ""
    return MARKDOWN.render(text) + data, f"<p>Answer this: <i>{name.replace('_', ' ')}</i>.</p>"


def papers(questions: list[str], seed: int, versions: int, *, choose: bool) -> list[list[Item]]:
    """Return the items of each version; a ValueError says which question can't be set.

    The numbers of a question depend on the seed and on nothing else in the paper.
    """
    if not 1 <= versions <= len(ascii_uppercase):
        raise ValueError(f"versions must be from 1 to {len(ascii_uppercase)}, got {versions}")
    columns, ids, texts = [], [word.removesuffix("?") for word in questions], []
    if twice := [id for id in ids if ids.count(id) > 1]:
        raise ValueError(f"{twice[0]} stands there twice")
    for word, id in zip(questions, ids, strict=True):
        asked, mark, text = exercise(id), word.endswith("?"), id
        if asked.draw:
            random = Random(f"{seed} {id}")
            columns.append(draws(id, random, versions, choose=choose and mark))
        elif mark or asked.kind not in ("write", "judge"):
            raise ValueError(f"{id} has no other numbers; without QUESTIONS, those that have some")
        else:
            text, asks = as_it_stands(asked)
            known = f"<p>As in question {texts.index(text) + 1}.</p>" if text in texts else text
            columns.append([Item(asked, known + asks, mistakes(asked))] * versions)
        texts.append(text)
    return [list(items) for items in zip(*columns, strict=True)]


def paginate(page: Page, title: str, items: list[Item], *, key: bool = False) -> None:
    """Show a paper or its key as pages of A4; a ValueError names a question that fits on none."""
    numbered, total = [*enumerate(items, 1)], sum(item.asked.points for item in items)
    given = {"title": title, "items": items, "total": total, "key": key}
    page.set_content(TEMPLATE.render(given, pages=[numbered]))
    (room, _), (used, _), *sizes = page.evaluate(SIZES)
    pages: list[list[tuple[int, Item]]] = [[]]
    for (number, item), (height, is_too_wide) in zip(numbered, sizes, strict=True):
        if is_too_wide or height > room:
            raise ValueError(f"{item.asked.id} is too large for a page: leave it out")
        if used + height > room:
            pages.append([])
            used = 0
        pages[-1].append((number, item))
        used += height
    page.set_content(TEMPLATE.render(given, pages=pages))


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
    what = "Exam" if given.choose == "yes" else "Exercise sheet"
    try:
        made = papers(given.questions, given.seed, given.versions, choose=given.choose == "yes")
        chromium = find_browser()
        given.out.mkdir(parents=True, exist_ok=True)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
            page = browser.new_page()
            for (letter, items), key in product(zip(ascii_uppercase, made, strict=False), (0, 1)):
                title = f"{'Key to ' * key}{what}, version {letter}, seed {given.seed}"
                paginate(page, title, items, key=bool(key))
                name = f"{what.split()[-1].lower()}-{given.seed}-{letter}{'-key' * key}.pdf"
                page.pdf(path=given.out / name, prefer_css_page_size=True, tagged=True)
                print(given.out / name)
            browser.close()
    except (LookupError, ValueError) as refused:
        raise SystemExit(f"make exam: {refused}") from None


if __name__ == "__main__":
    main()
