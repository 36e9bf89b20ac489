"""The right option cannot be guessed, and a question shows the numbers that it is judged by."""

import ast
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from asked import ALL, METRIC, QUICK, cells_of, each
from places import LESSONS

from cmcourse.exercises import registry
from cmcourse.exercises.registry import exercises, lessons

LETTERS = {asked.id: asked.answer for asked in QUICK}


def questions():
    """The Markdown before each exercise, and the exercise, by the ids that are checked there."""
    found = {}
    for path in LESSONS:
        for before, cell in pairwise(cells_of(path)):
            if "exercise" in cell["metadata"].get("tags", []):
                for id in re.findall(r'check\(\s*"([\d.a-z]+)"', cell["source"]):
                    found[id] = before["source"], cell["source"]
    return found


QUESTIONS = questions()


def options(prompt):
    """The options of a quick question, by their letters."""
    found = re.split(r"^- \((\w)\) ", prompt, flags=re.MULTILINE)[1:]
    return dict(zip(found[::2], map(str.strip, found[1::2]), strict=True))


def test_true_and_false_are_equally_frequent():
    keys = Counter(asked.answer for asked in ALL if isinstance(asked.answer, bool))
    assert abs(keys[True] - keys[False]) <= 1, keys


def test_letters_are_equally_frequent():
    counts = Counter(LETTERS.values())
    assert set(counts) == set("abc")
    for count in counts.values():
        assert 0.25 <= count / len(LETTERS) <= 0.42, counts


def test_right_option_is_not_the_longest():
    longest = []
    for id, letter in LETTERS.items():
        offered = options(QUESTIONS[id][0])
        assert set(offered) == set("abc"), id
        others = [len(text) for other, text in offered.items() if other != letter]
        if len(offered[letter]) > max(others):
            longest.append(id)
    assert len(longest) <= 0.45 * len(LETTERS), longest


def matrices(text):
    """The tables of numbers that a text holds."""
    found = re.findall(r"\[\s*\[[\d\s,.\[\]]+?\]\s*,?\s*\]", text)
    tables = (ast.literal_eval(table) for table in found)
    return [np.array(table) for table in tables if len({len(row) for row in table}) == 1]


@each(METRIC)
def test_question_shows_its_matrix(asked):
    right = asked.answer.matrix.counts
    shown = [table for table in matrices("".join(QUESTIONS[asked.id])) if table.ndim == 2]
    alike = [table for table in shown if table.shape == right.shape]
    # In lesson 12 the tables of several pieces are added.
    candidates = [*alike, sum(alike)]
    assert not alike or any(np.array_equal(table, right) for table in candidates)


COUNTS = ["three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
# A number, or a word for one; the numbers of figures and tables are checked elsewhere.
TYPED = re.compile(
    rf"(?<![\w.])(?<!Figure )(?<!Table )\d[\d,]*(?:\.\d+)?(?!\w)|\b(?:{'|'.join(COUNTS)})\b", re.I
)
# The ends of every share, the places in a table of marks, and the classes of most matrices.
OF_ALL = {"0", "1"}
# test_open_tasks.py works out the numbers of these model answers.
COMPUTED = {"2.10", "10.10", "11.7", "11.9"}


def numbers(text):
    words = [it.lower().replace(",", "") for it in TYPED.findall(text)]
    return {str(3 + COUNTS.index(it)) if it in COUNTS else it for it in words}


def sentences(node):
    """The strings of code that have a space, without docstrings and what an f-string computes."""
    described = {id(it.value) for it in ast.walk(node) if isinstance(it, ast.Expr)}
    strings = [it for it in ast.walk(node) if isinstance(it, ast.Constant)]
    texts = [it.value for it in strings if isinstance(it.value, str) and id(it) not in described]
    return " ".join(text for text in texts if " " in text)


def typed_keys(node):
    """The numbers that are typed as keys: answers that are foreseen, mostly as printed."""
    keys = [key for it in ast.walk(node) if isinstance(it, ast.Dict) for key in it.keys]
    typed = [str(key.value) for key in keys if isinstance(key, ast.Constant)]
    return {float(it) for it in typed if re.fullmatch(r"[\d.]+", it)}


# A guess, one in a hundred, and two ends that test_open_tasks.py works out.
GUESSED = {"1.5": {0.5}, "5.7b": {0.01}, "10.5b": {0.7949, 0.8055}}


@pytest.mark.parametrize("lesson", lessons())
def test_typed_numbers_of_feedback_stand_in_the_question(lesson):
    source = Path(registry.__file__).with_name(f"lesson_{lesson:02}.py").read_text("utf-8")
    *before, last = ast.parse(source).body
    asked = {key: " ".join(QUESTIONS[key]) for key in exercises(lesson)}
    said = {key.value: it for key, it in zip(last.value.keys, last.value.values, strict=True)}
    assert said.keys() == asked.keys()
    for key in sorted(said.keys() - COMPUTED):
        shown = numbers(asked[key]) | OF_ALL
        assert numbers(sentences(said[key])) <= shown, key
        assert typed_keys(said[key]) - GUESSED.get(key, set()) <= set(map(float, shown)), key
    shared = numbers(sentences(ast.Module(before, [])))
    assert shared <= numbers(" ".join(asked.values())) | OF_ALL
