"""Set an exam from the exercises of the course: versions with other numbers, and a key to each.

A question is drawn again with other numbers. With a question mark behind its id it is multiple
choice, and each wrong option is a mistake that `check` knows by name. What asks for a text or for
the slip in a report is printed as it stands in its lesson. Without questions, this lists them.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from string import ascii_uppercase
from typing import Any, NamedTuple

import nbformat
import pandas as pd
from browser import chromium
from jinja2 import Environment, FileSystemLoader
from markdown_it import MarkdownIt
from markupsafe import Markup
from mdit_py_plugins.dollarmath import dollarmath_plugin
from playwright.sync_api import Page
from set_formulas import mathml

import cmlib
from cmcourse.exercises.diagnosis import wrong_numbers
from cmcourse.exercises.registry import Exercise, exercise, exercises, lessons
from cmcourse.exercises.typed_numbers import decimals_for_three_digits, printed
from cmcourse.exercises.variants import variant
from cmlib.by_hand import Explanation
from cmlib.by_hand.formulas import METRICS
from cmlib.by_hand.notation import PLAIN

TOOLS = Path(__file__).parent
TEMPLATE = Environment(autoescape=True, loader=FileSystemLoader(TOOLS)).get_template("exam.html")
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
MARKDOWN.use(dollarmath_plugin, renderer=lambda tex, _: mathml(tex))
NUMBER = (Explanation, Fraction, int, float)  # the types of an answer that is one, unlike bool
TRIES = 200  # draws of a question before its values are found too few
# What an exercise says about its cell and about `check`, and what a page of its own lacks.
ON_PAPER = {
    r"[^.]*`check`[^.]*\.( Tick[^.]*\.)?": "",
    r", as a text in quotes| Answer with a set[^.]*\.|, the first list below": "",
    r"in the next cell": "below",
    r"its line of code and its matrix": "the matrix below",
    r"with\s+`sklearn[^`]*`": "of the other three alone",
    r"Compute the AUC of the parts .*?tie\.": "A camera scored eleven parts, four are defective.",
}
# A sentence of a lesson that asks for something; a paper has the part of the exercise instead.
ASKS = re.compile(r"^(\n*) ?(?:Then write|Give the set|.*\?$).*", re.DOTALL)
SIZES = """[...document.querySelectorAll(".room, header, .item")].map(
    it => [it.getBoundingClientRect().height, it.scrollWidth > it.clientWidth])"""


class Item(NamedTuple):
    """A question as HTML, and answers to it, each with what leads to it: options, or wrong ones."""

    asked: Exercise
    question: str
    answers: list[tuple[str, str]]
    is_choice: bool = False

    def solution(self) -> str:
        """Return the answer with its working; the one endless fraction is rounded."""
        answer = self.asked.answer
        if isinstance(answer, Explanation):
            return str(answer)
        if isinstance(answer, Fraction) and answer.denominator > 1:
            decimal = PLAIN.decimal(answer, 1 + decimals_for_three_digits(answer))
            answer = f"{answer} {decimal}" if len(str(answer)) < 40 else decimal
        return Markup("{}\nWay: {}").format(
            shown(answer), self.asked.reason or self.asked.next_step
        )


def options(asked: Exercise, random: Random) -> list[tuple[str, str]]:
    """Return the right number and three wrong ones, sorted by size; none if too few are known.

    Each place in the row is as likely, as far as the wrong numbers that are known allow.
    """
    if type(asked.answer) not in NUMBER:
        return []
    right, others = asked.value, [(it[0], text, it[1]) for text, it in wrong_numbers(asked).items()]
    if right.denominator == 1:
        others = [it for it in others if it[0].denominator == 1]
    else:  # whether two shares differ must not be a matter of rounding
        others = [it for it in others if abs(it[0] - right) > abs(right) / 200]
    lowest = METRICS[asked.answer.name].lowest if isinstance(asked.answer, Explanation) else 0
    possible = [it for it in others if lowest <= it[0] <= 1]
    pool = possible if right <= 1 and len(possible) >= 3 else others
    smaller, larger = ([it for it in pool if (it[0] < right) is side] for side in (True, False))
    if len(pool) < 3 or not (smaller and larger):
        return []
    before = random.randint(max(0, 3 - len(larger)), min(3, len(smaller)))
    wrong = [*random.sample(smaller, before), *random.sample(larger, 3 - before)]
    offered = sorted([(right, printed(right, right), "right."), *wrong])
    return [(text, says) for _, text, says in offered]


def mistakes(asked: Exercise) -> list[tuple[str, str]]:
    """Return the wrong answers that are known, or the six likeliest, and what leads to each."""
    if type(asked.answer) not in NUMBER:
        return [(shown(given), says) for given, says in asked.mistakes.items()]
    return [(text, it.says) for text, it in wrong_numbers(asked).items()][:6]


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


def shown(value: Any, row: str = "truth", column: str = "prediction") -> str:
    """Return a matrix or a frame as a table in HTML, a list or a set as its items."""
    if isinstance(value, cmlib.ConfusionMatrix):
        frame = pd.concat({column: value.to_frame()}, axis=1, names=[None, row])
        return Markup(frame.rename_axis(index=None).to_html(border=0, classes="matrix"))
    if isinstance(value, pd.DataFrame):
        return Markup(value.to_html(border=0))
    items = sorted(value) if isinstance(value, set | frozenset) else value
    return ", ".join(map(str, items)) if isinstance(items, list) else str(value)


def prompt_html(prompt: str, drawn: Exercise) -> str:
    """Return a drawn question, with a matrix that it prints as a table above it."""
    written = re.search(r"(?:the matrix )?`(\[\[[\d, \[\]]+\]\])`", prompt)
    if not written:
        return MARKDOWN.render(prompt)
    labels = drawn.answer.matrix.labels if isinstance(drawn.answer, Explanation) else None
    # Where two people answer, nobody knows the truth.
    sides = ("rows", "columns") if "one in the rows" in prompt else ()
    table = shown(cmlib.ConfusionMatrix(ast.literal_eval(written[1]), labels), *sides)
    return f"{table}{MARKDOWN.render(prompt.replace(written[0], 'the matrix above'))}"


def data_of(source: str, part: str) -> Iterator[str]:
    """Yield the tables that the cells of an exercise assign, and the lists that a part names."""
    found: dict[str, Any] = {}
    for line in map(ast.unparse, ast.parse(source).body):
        with suppress(NameError):  # it checks, or is worked out by the lesson's own functions
            exec(line, {"pd": pd, "cmlib": cmlib}, found)
    for name, value in found.items():
        called, is_table = name.replace("_", " "), cmlib.ConfusionMatrix | pd.DataFrame
        if isinstance(value, is_table) or (isinstance(value, list) and called in part):
            yield f"<div><i>{called}</i>: {shown(value)}</div>"


def as_it_stands(asked: Exercise) -> tuple[str, str]:
    """Return what an exercise gives, as its lesson has it, and the part that is asked, if any."""
    if asked.kind not in ("write", "judge"):
        raise ValueError(f"{asked.id} can't be drawn anew; `make exam` lists what can be")
    (path,) = TOOLS.parent.glob(f"notebooks/{asked.lesson:02}_*.ipynb")
    cells = nbformat.read(path, as_version=4).cells
    end = next(at for at, cell in enumerate(cells) if f'check("{asked.id}"' in cell.source)
    start = max(at for at in range(end) if "# Exercise" in cells[at].source)
    parts = cells[start : end + 1]
    text = "\n\n".join(it.source for it in parts if it.cell_type == "markdown")
    text = text.partition("# Exercise")[2].partition("\n")[2]
    source = "\n".join(it.source for it in parts if it.cell_type == "code")
    if "cmcourse.load(" in source:
        raise ValueError(f"{asked.id} asks to load data, which nobody can on paper: leave it out")
    has_data = "\n| ---" in text and "next cell" not in text
    for written, on_paper in ON_PAPER.items():
        text = re.sub(written, on_paper, text)
    # A matrix within a sentence becomes a formula.
    for matrix in re.findall(r"`\[\[.*?\]\]`", text):
        rows = matrix.strip("`[]").replace("], [", r" \\ ").replace(",", " &")
        text = text.replace(matrix, rf"$\begin{{matrix}}{rows}\end{{matrix}}$")
    text, *parts = re.split(r"(?:- )?\([a-c]\) ", text)
    part = parts["abc".index(asked.id[-1])] if parts else ""
    if asked.part:
        said = re.split(r"(?<=[.?!])(?=\s)|(?=\n\n)", text)
        text, part = "".join(ASKS.sub(r"\1", it) for it in said), asked.part
    data = "" if has_data else "".join(data_of(source, part))
    return MARKDOWN.render(text) + data, MARKDOWN.render(part)


def papers(
    questions: Sequence[str], seed: int, versions: int, *, choose: bool = True
) -> list[list[Item]]:
    """Return the items of each version; a ValueError says which question can't be set."""
    if not 1 <= versions <= len(ascii_uppercase):
        raise ValueError(f"versions must be from 1 to {len(ascii_uppercase)}, got {versions}")
    columns, ids, texts = [], [word.removesuffix("?") for word in questions], []
    if twice := [id for id in ids if ids.count(id) > 1]:
        raise ValueError(f"QUESTIONS names {twice[0]} twice")
    for word, id in zip(questions, ids, strict=True):
        asked, mark, text = exercise(id), word.endswith("?"), id
        if asked.draw:
            random = Random(f"{seed} {id}")  # the same numbers, whatever else is asked
            columns.append(draws(id, random, versions, choose=choose and mark))
        elif mark:
            raise ValueError(f"{id} can't be drawn anew, so it has no options: leave out the mark")
        else:
            text, part = as_it_stands(asked)
            known = f"<p>As in question {texts.index(text) + 1}.</p>" if text in texts else text
            columns.append([Item(asked, known + part, mistakes(asked))] * versions)
        texts.append(text)
    return [list(items) for items in zip(*columns, strict=True)]


def paginate(page: Page, title: str, items: list[Item], *, key: bool = False) -> None:
    """Show a paper or its key as pages of A4; a ValueError names a question that fits on none."""
    numbered, given = [*enumerate(items, 1)], {"title": title, "items": items, "key": key}
    page.set_content(TEMPLATE.render(given, pages=[numbered]))
    (room, _), (used, _), *sizes = page.evaluate(SIZES)
    pages: list[list[tuple[int, Item]]] = [[]]
    for each, (height, is_too_wide) in zip(numbered, sizes, strict=True):
        if is_too_wide or height > room:
            raise ValueError(f"{each[1].asked.id} is too large for a page: leave it out")
        if used + height > room:
            pages.append([])
            used = 0
        pages[-1].append(each)
        used += height
    page.set_content(TEMPLATE.render(given, pages=pages))


def can_be_set() -> Iterator[str]:
    """Yield a line for each question that can be drawn, then those that stand as they are."""
    fixed = []
    for asked in (it for lesson in lessons() for it in exercises(lesson).values()):
        if asked.draw:
            prompt, drawn = variant(asked, Random(1))
            mark = "?" if options(drawn, Random(1)) else ""
            prompt = re.sub(r"(the matrix )?`\[\[.*\]\]`", "a matrix", prompt)
            yield f"{asked.id + mark:7} {asked.points} p.  {prompt}"
        else:
            with suppress(ValueError):
                as_it_stands(asked)
                fixed.append(f"{asked.id} ({asked.points} p.)")
    yield f"As they stand: {', '.join(fixed)}"


def main(out: Path, seed: str, versions: str, choice: str, *questions: str) -> None:
    """Write papers and keys to a folder, as PDF; without questions, list what can be asked."""
    if not questions:
        print(*can_be_set(), "Set some of them: QUESTIONS='1.1 1.2a? 10.6'", sep="\n")
        return
    try:
        if choice not in ("yes", "no"):
            raise ValueError(f"MC must be yes or no, got {choice!r}")
        what = "Exam" if choice == "yes" else "Exercise sheet"
        made = papers(questions, int(seed), int(versions), choose=choice == "yes")
        out.mkdir(parents=True, exist_ok=True)
        with chromium() as browser:
            page = browser.new_page()
            for (letter, items), key in product(zip(ascii_uppercase, made, strict=False), (0, 1)):
                title = f"{'Key to ' * key}{what}, version {letter}, seed {seed}"
                paginate(page, title, items, key=bool(key))
                path = out / f"{what.split()[-1].lower()}-{seed}-{letter}{'-key' * key}.pdf"
                page.pdf(path=path, prefer_css_page_size=True, tagged=True)
                print(path)
    except ValueError as refused:
        raise SystemExit(f"make exam: {refused}") from None


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
