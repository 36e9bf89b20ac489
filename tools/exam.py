"""Set an exam from the exercises of the course: versions with other numbers, and a key to each.

A question is drawn again with other numbers. With a question mark behind its id it is multiple
choice, and each wrong option is a mistake that `check` knows by name. What asks for a text or for
the slip in a report is printed as it stands in its lesson. Without questions, this lists them.
"""

import ast
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
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
from cmlib.by_hand.notation import PLAIN

TOOLS = Path(__file__).parent
TEMPLATE = Environment(autoescape=True, loader=FileSystemLoader(TOOLS)).get_template("exam.html")
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
MARKDOWN.use(dollarmath_plugin, renderer=lambda tex, _: mathml(tex))
NUMBER = (Explanation, Fraction, int, float)  # the types of an answer that is one, unlike bool
CORNER = "truth ↓ predicted →"  # of a table that shows a matrix
TRIES = 200  # draws of a question before its values are found too few
# The heading, and what an exercise says about `check`, about Python and how to answer in it.
NOT_ON_PAPER = (
    r"^#.*|[^.]*`check`[^.]*\.( Tick[^.]*\.)?|, with\s+`sklearn[^`]*`| Answer with a set[^.]*\."
)
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
        way = self.asked.reason or self.asked.next_step
        return Markup("{}<p>Way: {}</p>").format(shown(answer), way)


def options(asked: Exercise, random: Random) -> list[tuple[str, str]]:
    """Return the right number and three wrong ones, sorted by size; none if too few are known.

    Each place in the row is as likely, as far as the wrong numbers that are known allow.
    """
    if type(asked.answer) not in NUMBER:
        return []
    right, known = asked.value, [(it[0], text, it[1]) for text, it in wrong_numbers(asked).items()]
    # Whether two numbers differ must not be a matter of rounding.
    apart = [it for it in known if abs(it[0] - right) > abs(right) / 200]
    others = [it for it in apart if it[0].denominator == 1 or right.denominator > 1]
    possible = [it for it in others if abs(it[0]) <= 1]
    pool = possible if right <= 1 and len(possible) >= 3 else others
    smaller, larger = ([it for it in pool if (it[0] < right) is side] for side in (True, False))
    if len(pool) < 3 or not (smaller and larger):
        return []
    before = random.randint(max(0, 3 - len(larger)), min(3, len(smaller)))
    wrong = [*random.sample(smaller, before), *random.sample(larger, 3 - before)]
    return [it[1:] for it in sorted([(right, printed(right, right), "right."), *wrong])]


def mistakes(asked: Exercise) -> list[tuple[str, str]]:
    """Return the wrong answers that are known, or the six likeliest, and what leads to each."""
    if type(asked.answer) not in NUMBER:
        return [(shown(given), says) for given, says in asked.mistakes.items()]
    return [(text, it.says) for text, it in wrong_numbers(asked).items()][:6]


def draws(asked: Exercise, random: Random, versions: int, *, choose: bool) -> list[Item]:
    """Draw a question until each version has another answer, so other numbers, too."""
    found: dict[Any, Item] = {}
    for _ in range(TRIES):
        prompt, drawn = variant(asked, random)
        answers = options(drawn, random) if choose else mistakes(drawn)
        value = drawn.value if type(drawn.answer) in NUMBER else str(drawn.answer)
        if answers or not choose:
            found.setdefault(value, Item(drawn, prompt_html(prompt, drawn), answers, choose))
        if len(found) == versions:
            return [*found.values()]
    what = f"{TRIES} draws gave {len(found)} that differ, for {versions} versions"
    raise ValueError(f"{asked.id} has too few values{' with named mistakes' * choose}: {what}")


def shown(value: Any) -> str:
    """Return a matrix or a frame as a table in HTML, a list or a set as its items."""
    if isinstance(value, cmlib.ConfusionMatrix):
        value = value.to_frame().rename_axis(index=None, columns=CORNER)
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
    table = shown(cmlib.ConfusionMatrix(ast.literal_eval(written[1]), labels))
    if "one in the rows" in prompt:  # two people answer, and nobody knows the truth
        table = table.replace(CORNER, "")
    return f"{table}{MARKDOWN.render(prompt.replace(written[0], 'the matrix above'))}"


def data_of(source: str) -> Iterator[str]:
    """Yield the tables and lists that the cells of an exercise assign."""
    found: dict[str, Any] = {}
    for line in map(ast.unparse, ast.parse(source).body):
        with suppress(NameError):  # it checks, or is worked out by the lesson's own functions
            exec(line, {"pd": pd, "cmlib": cmlib}, found)
    for name, value in found.items():
        if isinstance(value, cmlib.ConfusionMatrix | pd.DataFrame | list):
            yield f"<div><i>{name.replace('_', ' ')}</i>: {shown(value)}</div>"


def as_it_stands(asked: Exercise) -> tuple[str, str]:
    """Return what an exercise gives, as its lesson has it, and the part that is asked, if any."""
    (path,) = TOOLS.parent.glob(f"notebooks/{asked.lesson:02}_*.ipynb")
    cells = nbformat.read(path, as_version=4).cells
    end = next(at for at, cell in enumerate(cells) if f'check("{asked.id}"' in cell.source)
    start = max((at for at in range(end) if "# Exercise" in cells[at].source), default=end)
    parts = cells[start : end + 1]
    text = "\n\n".join(it.source for it in parts if it.cell_type == "markdown")
    source = "\n".join(it.source for it in parts if it.cell_type == "code")
    if asked.kind not in ("write", "judge") or "cmcourse.load(" in source:
        raise ValueError(f"{asked.id} can't be set on paper; `make exam` lists what can be")
    data = "" if "\n| ---" in text and " below" not in text else "".join(data_of(source))
    text = re.sub(NOT_ON_PAPER, "", text, flags=re.MULTILINE)
    # A matrix within a sentence becomes a formula.
    for matrix in re.findall(r"`\[\[.*?\]\]`", text):
        rows = matrix.strip("`[]").replace("], [", r" \\ ").replace(",", " &")
        text = text.replace(matrix, rf"$\begin{{matrix}}{rows}\end{{matrix}}$")
    text, *parts = re.split(r"(?:- )?\([a-c]\) ", text)
    part = parts["abc".index(asked.id[-1])] if parts else ""
    return MARKDOWN.render(text) + data, MARKDOWN.render(part)


def papers(words: list[str], seed: int, versions: int, choose: bool = True) -> list[list[Item]]:
    """Return the items of each version; a ValueError says which question can't be set."""
    columns, first = [], {}
    for word in words:
        asked, mark = exercise(word.removesuffix("?")), word.endswith("?")
        if asked.draw or mark:
            random = Random(f"{seed} {asked.id}")  # the same numbers, whatever else is asked
            columns.append(draws(asked, random, versions, choose=choose and mark))
        else:
            given, part = as_it_stands(asked)
            at = first.setdefault(given, len(columns) + 1)
            known = given if at > len(columns) else f"<p>As in question {at}.</p>"
            columns.append([Item(asked, known + part, mistakes(asked))] * versions)
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
    for asked in (it for lesson in lessons() for it in exercises(lesson).values()):
        if asked.draw:
            prompt, drawn = variant(asked, Random(1))
            mark = "?" if options(drawn, Random(1)) else ""
            yield f"{asked.id + mark:7} {asked.points} p.  {prompt}"
        else:
            with suppress(ValueError):
                as_it_stands(asked)
                yield f"{asked.id:7} {asked.points} p.  as it stands in its lesson"


def main(out: Path, seed: str, versions: str, choice: str, *questions: str) -> None:
    """Write papers and keys to a folder, as PDF; without questions, list what can be asked."""
    if not questions:
        print(*can_be_set(), "Set some of them: QUESTIONS='1.1 1.2a? 10.6'", sep="\n")
        return
    try:
        ids = [it.strip("?") for it in questions]
        if twice := [it for it in ids if ids.count(it) > 1]:
            raise ValueError(f"QUESTIONS names {twice[0]} twice")
        if choice not in ("yes", "no") or int(versions) < 1:
            raise ValueError(f"MC must be yes or no, VERSIONS 1 or more: got {choice}, {versions}")
        what = "Exercise sheet" if choice == "no" else "Exam"
        made = papers([*questions], int(seed), int(versions), choose=choice != "no")
        out.mkdir(parents=True, exist_ok=True)
        with chromium() as browser:
            page = browser.new_page()
            for (number, items), key in product(enumerate(made, 1), (False, True)):
                title = f"{'Key to ' * key}{what}, version {number}, seed {seed}"
                paginate(page, title, items, key=key)
                path = out / f"{what.split()[-1].lower()}-{seed}-{number}{'-key' * key}.pdf"
                page.pdf(path=path, prefer_css_page_size=True, tagged=True)
                print(path)
    except ValueError as refused:
        raise SystemExit(f"make exam: {refused}") from None


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
