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
from cmcourse.exercises.checking import judge_answer
from cmcourse.exercises.mistakes import Guess
from cmcourse.exercises.registry import Exercise, exercise, exercises, lessons
from cmcourse.exercises.variants import Variant, variant
from cmlib.by_hand.explanation import Explanation
from cmlib.by_hand.formulas import METRICS
from cmlib.matrix import ConfusionMatrix

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
STYLE = Path(__file__).with_name("exam.css")
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
MARKDOWN.use(
    dollarmath_plugin,
    renderer=lambda tex, options: mathml(tex, displaystyle=options["display_mode"]),
)
# What an exercise says about its cell and about `check`, which paper does not have.
FOR_THE_SCREEN = {
    r" There are many good answers: [^:.]*\.": "",
    r" Tick those [^.]*\.": "",
    r", as a text in quotes": "",
    r"Compute the AUC of the parts .*?tie\.": "A camera has scored eleven parts, four of them "
    "defective.",
}
# Draws of one question before its values are found too few, for one version or for all.
TRIES = 200
# Wrong numbers that the options are chosen from, and that the key to an open question lists.
LIKELY = 6
# Moves the items onto pages, as many as fit, and returns the ids of those that fit on none.
PAGES = """() => {
  const items = [...document.querySelectorAll('.item')], too_tall = [], pages = [];
  const open = () => {
    const page = document.createElement('section');
    page.innerHTML = '<div class="room"></div><footer></footer>';
    document.body.append(page);
    pages.push(page);
    return page.firstChild;
  };
  const full = room =>
    room.scrollHeight > room.clientHeight || room.scrollWidth > room.clientWidth;
  let room = open();
  room.append(document.querySelector('header'));
  for (const item of items) {
    room.append(item);
    if (full(room)) { room = open(); room.append(item); }
    if (full(room)) too_tall.push(item.dataset.id);
  }
  const sum = items => items.reduce((all, item) => all + Number(item.dataset.points), 0);
  pages.forEach((page, at) => {
    const here = sum([...page.querySelectorAll('.item')]);
    page.lastChild.textContent = `${document.title} · page ${at + 1} of ${pages.length} · ` +
      `points on this page: ____ of ${here}, in all ${sum(items)}`;
  });
  return too_tall;
}"""


class Option(NamedTuple):
    """A number to choose: as printed, exact, and the mistake that leads to it ("" if right)."""

    text: str
    value: Fraction
    mistake: str


class Item(NamedTuple):
    """One question of a paper, and what the key says about it, both in HTML."""

    asked: Exercise
    question: str
    key: str


def printed(value: Fraction, *, whole: bool) -> str:
    """Return a number as an option shows it: whole, or with three significant digits at least."""
    if whole:
        return str(value)
    return f"{float(value):.{max(3, 2 - floor(log10(abs(value)))) if value else 3}f}"


def wrong_numbers(asked: Exercise) -> Iterator[Guess]:
    """Yield the wrong numbers with a name, the author's own first, one of each kind."""
    is_metric = isinstance(asked.answer, Explanation)
    ways = diagnosis._ways(asked) if is_metric else diagnosis._ways_of_any_number(asked)
    kinds = set()
    for guess in (*diagnosis._foreseen(asked), *ways):
        kind = re.sub(r"'[^']*'|\d+", "", guess.says)
        if is_metric and kind in kinds:  # the same mistake with another class
            continue
        kinds.add(kind)
        yield guess


def options(asked: Exercise, random: Random) -> list[Option]:
    """Return the right number among three wrong ones, sorted; none where too few are known."""
    if not isinstance(asked.answer, Explanation | Fraction | int):
        return []
    right, whole = asked.value, asked.value.denominator == 1
    found = {printed(right, whole=whole): Option(printed(right, whole=whole), right, "")}
    for value, says in wrong_numbers(asked):
        text = printed(value, whole=whole)
        is_other = judge_answer(asked, text).verdict not in ("right", "almost")
        if is_other and (not whole or value.denominator == 1):
            found.setdefault(text, Option(text, value, says))
    first, *others = found.values()
    is_metric = isinstance(asked.answer, Explanation)
    lowest = METRICS[asked.answer.name].lowest if is_metric else 0
    possible = [it for it in others if lowest <= it.value <= 1]
    pool = possible if right <= 1 and len(possible) >= 3 else others
    if len(pool) < 3:
        return []
    return sorted([first, *random.sample(pool[:LIKELY], 3)], key=lambda option: option.value)


def value_of(asked: Exercise) -> Any:
    """Return the answer as something that two versions can be compared by."""
    number = isinstance(asked.answer, Explanation | Fraction | int)
    return asked.value if number else str(asked.answer)


def draws(
    asked: Exercise, random: Random, versions: int, *, choose: bool
) -> list[tuple[Variant, list[Option]]]:
    """Draw a question until each version has another text and another answer.

    Raises
    ------
    ValueError
        If it has too few values for that, or too few wrong numbers to choose from.
    """
    found: dict[Any, tuple[Variant, list[Option]]] = {}
    prompts, without_options = set(), 0
    for _ in range(TRIES):
        new = variant(asked, random)
        offered = options(new.exercise, random) if choose else []
        if choose and not offered:
            without_options += 1
            if without_options == 20 and not found:
                raise ValueError(
                    f"{asked.id} can't be multiple choice: fewer than three wrong numbers have a "
                    "name. Leave its question mark out."
                )
        elif new.prompt not in prompts and value_of(new.exercise) not in found:
            prompts.add(new.prompt)
            found[value_of(new.exercise)] = new, offered
        if len(found) == versions:
            return [*found.values()]
    raise ValueError(
        f"{asked.id} has too few values: {TRIES} draws gave {len(found)} that differ, and "
        f"{versions} versions are wanted. Take fewer versions or leave it out."
    )


def matrix_table(matrix: ConfusionMatrix) -> str:
    head = "".join(f"<th>{escape(str(label))}</th>" for label in matrix.labels)
    rows = "".join(
        f"<tr><th>{escape(str(label))}</th>{''.join(f'<td>{count}</td>' for count in row)}</tr>"
        for label, row in zip(matrix.labels, matrix.counts.tolist(), strict=True)
    )
    size = len(matrix.labels)
    return (
        f'<table class="matrix"><tr><td></td><th colspan="{size}">prediction</th></tr>'
        f"<tr><th>truth</th>{head}</tr>{rows}</table>"
    )


def prompt_html(prompt: str, answer: Any) -> str:
    """Return a drawn question, with a matrix that it prints as a table above it."""
    written = re.search(r"(?:the matrix )?`(\[\[[\d, \[\]]+\]\])`", prompt)
    if not written:
        return MARKDOWN.render(prompt)
    counts = ast.literal_eval(written[1])
    labels = answer.matrix.labels if isinstance(answer, Explanation) else None
    text = prompt.replace(written[0], "the matrix above")
    return matrix_table(ConfusionMatrix(counts, labels)) + MARKDOWN.render(text)


def data_of(source: str) -> Iterator[str]:
    """Yield what the cell of an exercise assigns before the checks, other than answers."""
    names = {"np": np, "pd": pd, "cmlib": cmlib}
    known = set(names) | {"__builtins__"}
    for statement in ast.parse(source).body:
        line = ast.unparse(statement)
        if isinstance(statement, ast.Assign) and "..." not in line and not line.endswith("''"):
            with suppress(NameError):  # it is worked out from the lesson's own functions
                exec(line, names)
    for name, value in names.items():
        if name in known:
            continue
        yield f"<p><i>{name.replace('_', ' ')}</i>:"
        if isinstance(value, ConfusionMatrix):
            yield f"</p>{matrix_table(value)}"
        elif isinstance(value, pd.DataFrame):
            yield f"</p>{value.to_html(border=0)}"
        else:
            yield f" {escape(str(value))}</p>"


def as_it_stands(asked: Exercise) -> str:
    """Return an exercise as its lesson has it, below the data that its cell holds."""
    (path,) = NOTEBOOKS.glob(f"{asked.lesson:02}_*.ipynb")
    text = source = ""
    for cell in nbformat.read(path, as_version=4).cells:
        tags = cell.metadata.get("tags", [])
        if cell.cell_type == "markdown":
            is_start = "# Exercise" in cell.source
            text = cell.source if is_start else f"{text}\n\n{cell.source}"
            source = "" if is_start else source
        else:
            source += f"\n{cell.source}"
            if "exercise" in tags and f'check("{asked.id}"' in cell.source:
                break
    text = re.sub(r".*^### .*?\n", "", text, flags=re.MULTILINE | re.DOTALL)
    for needless, instead in FOR_THE_SCREEN.items():
        text = re.sub(needless, instead, text)
    needs_data = "next cell" in text or "\n| ---" not in text
    data = "".join(data_of(source)) if needs_data else ""
    (name,) = re.findall(rf'check\("{asked.id}", (\w+)', source)
    answer = f"\n\nAnswer this only: *{name.replace('_', ' ')}*."
    return data + MARKDOWN.render(text.replace("in the next cell", "above") + answer)


def answer_html(asked: Exercise) -> str:
    answer = asked.answer
    if isinstance(answer, ConfusionMatrix):
        return matrix_table(answer)
    if asked.kind == "write":
        points = "".join(f"<li>☐ {escape(point)}</li>" for point in asked.rubric)
        return f"<p>A good answer: {escape(answer)}</p><ul>{points}</ul>"
    if isinstance(answer, Explanation):
        return f"<p>{escape(str(answer))}</p>"
    if isinstance(answer, Fraction):
        shown = printed(answer, whole=answer.denominator == 1)
        equal = f" = {shown}" if str(answer) != shown else ""
        return f"<p>{answer}{equal}. Way: {escape(asked.next_step)}</p>"
    shown = ", ".join(sorted(answer)) if isinstance(answer, set) else str(answer)
    return f"<p>{escape(shown)}. Way: {escape(asked.next_step)}</p>"


def key_html(asked: Exercise, offered: list[Option]) -> str:
    """Return the answer with its working, and which mistake each wrong answer is."""
    if offered:
        letters = dict(zip(ascii_uppercase, offered, strict=False))
        (right,) = (letter for letter, option in letters.items() if not option.mistake)
        mistakes = {f"{it} {option.text}": option.mistake for it, option in letters.items()}
        start = f"<p><b>{right}</b></p>{answer_html(asked)}"
    else:
        start, mistakes = answer_html(asked), {}
        if isinstance(asked.answer, Explanation | Fraction | int):
            for value, says in [*wrong_numbers(asked)][:LIKELY]:
                shown = printed(value, whole=value.denominator == 1)
                mistakes.setdefault(shown, says)
        elif isinstance(asked.answer, str | set):
            for given, says in asked.mistakes.items():
                shown = given if isinstance(given, str) else ", ".join(sorted(given))
                mistakes[shown] = says
    listed = (f"<li><b>{escape(k)}</b>: {escape(it)}</li>" for k, it in mistakes.items() if it)
    return f"{start}<ul>{''.join(listed)}</ul>"


def item_html(at: int, asked: Exercise, text: str, *, named: bool) -> str:
    points = f"{asked.points} point{'' if asked.points == 1 else 's'}"
    points += f", exercise {asked.id}" if named else ""
    return (
        f'<div class="item" data-id="{asked.id}" data-points="{asked.points}">'
        f"<h2>{at}. <small>{points}</small></h2>{text}</div>"
    )


def papers(words: list[str], seed: int, versions: int, *, choose: bool = True) -> list[list[Item]]:
    """Return the items of each version.

    The numbers of a question depend on the seed and on nothing else in the paper.

    Raises
    ------
    ValueError
        If a question is unknown, stands there twice or can't be set.
    """
    columns: list[list[Item]] = []
    if not 1 <= versions <= len(ascii_uppercase):
        raise ValueError(f"versions must be from 1 to {len(ascii_uppercase)}, got {versions}")
    ids = [word.removesuffix("?") for word in words]
    if twice := [id for id in ids if ids.count(id) > 1]:
        raise ValueError(f"{twice[0]} stands there twice")
    for word, id in zip(words, ids, strict=True):
        asked = exercise(id)
        if asked.draw:
            drawn = draws(
                asked, Random(f"{seed} {id}"), versions, choose=choose and word.endswith("?")
            )
        elif word.endswith("?") or asked.kind not in ("write", "judge"):
            raise ValueError(f"{id} has no other numbers; without questions, the list is printed")
        else:
            drawn = [(Variant(as_it_stands(asked), asked), [])] * versions
        columns.append([])
        for (prompt, filled), offered in drawn:
            text = prompt_html(prompt, filled.answer) if asked.draw else prompt
            if offered:
                choices = "".join(f"<li>{option.text}</li>" for option in offered)
                text += f'<ol class="options">{choices}</ol>'
            else:
                text += f'<div class="space {asked.kind}"></div>'
            columns[-1].append(Item(filled, text, key_html(filled, offered)))
    return [list(items) for items in zip(*columns, strict=True)]


def document(title: str, head: str, items: list[tuple[Exercise, str]], *, named: bool) -> str:
    """Return a paper, or a key with the ids of the exercises, as one HTML document."""
    body = "".join(
        item_html(at, asked, text, named=named) for at, (asked, text) in enumerate(items, 1)
    )
    total = sum(asked.points for asked, _ in items)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE.read_text('utf-8')}</style></head><body><header><h1>{title}</h1>"
        f"<p>{len(items)} questions, {total} points. {head}</p></header>{body}</body></html>"
    )


def documents(words: list[str], seed: int, versions: int, *, choose: bool = True) -> dict[str, str]:
    """Return the HTML of each paper and each key by its file's name."""
    what = "Exam" if choose else "Exercise sheet"
    rounding = "Give numbers as fractions or with three significant digits; circle one option."
    head = f'{rounding}</p><p class="name">Name' if choose else rounding
    found = {}
    for letter, items in zip(ascii_uppercase, papers(words, seed, versions, choose=choose)):  # noqa: B905
        name = f"{what.split()[-1].lower()}-{seed}-{letter}"
        title = f"{what}, version {letter}, seed {seed}"
        found[name] = document(title, head, [(it.asked, it.question) for it in items], named=False)
        keys = [(it.asked, it.key) for it in items]
        found[f"{name}-key"] = document(f"Key to {title}", "Not for handing out.", keys, named=True)
    return found


def paginate(page: Page, html: str) -> None:
    """Show a document as pages of A4.

    Raises
    ------
    ValueError
        If a question fits on no page.
    """
    page.set_content(html)
    if too_tall := page.evaluate(PAGES):
        raise ValueError(f"{too_tall[0]} is too large for a page: leave it out")


def can_be_set() -> Iterator[str]:
    """Yield a line for each question that can be drawn, then those that stand as they are."""
    every = [asked for lesson in lessons() for asked in exercises(lesson).values()]
    for asked in every:
        if asked.draw:
            new = variant(asked, Random(1))
            mark = "?" if options(new.exercise, Random(1)) else " "
            prompt = re.sub(r"`\[\[.*\]\]`", "a matrix", new.prompt)
            yield f"{asked.id + mark:7} {asked.points} points  {prompt}"
    fixed = [it.id for it in every if it.kind in ("write", "judge") and not it.draw]
    yield f"As they stand: {' '.join(fixed)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path, help="folder for the PDFs")
    parser.add_argument("questions", nargs="*", help="1.2a is drawn, 1.2a? is multiple choice")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--versions", type=int, required=True)
    parser.add_argument("--choose", choices=("yes", "no"), required=True)
    given = parser.parse_args()
    if not given.questions:
        print(*can_be_set(), "Set some of them: QUESTIONS='1.1 1.2a? 10.6'", sep="\n")
        return
    try:
        made = documents(given.questions, given.seed, given.versions, choose=given.choose == "yes")
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
