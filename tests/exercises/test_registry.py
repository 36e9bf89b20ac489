"""Every exercise of the registry accepts its right answer and names its foreseen mistakes."""

import ast
import math
import re
from decimal import Decimal
from fractions import Fraction
from random import Random

import numpy as np
import pandas as pd
import pytest
from asked import ALL, METRIC, NUMBER, PRAISE, QUICK, cells_of, each
from places import LESSONS

from cmcourse.exercises.checking import check, judge_answer
from cmcourse.exercises.mistakes import wrong_ways
from cmcourse.exercises.registry import exercise, exercises
from cmcourse.exercises.variants import collisions, variant
from cmcourse.exercises.vocabulary import untaught
from cmlib import ConfusionMatrix
from cmlib.by_hand.explanation import Explanation, explain
from cmlib.by_hand.notation import decimal_text

each_lesson = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
# Ten parts that a reader can count: no other numbers so small are further apart.
SMALL_BY_DESIGN = {"5.1a"}
# A capital or a number first, and no word in capitals but TPR, AUC and their like.
SENTENCES = r"[^a-z](?!.*[A-Z]{4}).*[.?]"
OWN = ConfusionMatrix([[40, 5, 2], [3, 50, 4], [1, 2, 30]])
TOO_SMALL = [[1]], np.eye(2), [[0, 0], [9, 30]], np.eye(3), np.diag([30] * 3)


# One exercise for each kind of answer; all of a kind are read by the same code.
FORMS = {(asked.kind, type(asked.answer), asked.whole is None): asked for asked in reversed(ALL)}


def said(asked, answer):
    """Return the feedback to an answer: one paragraph, or the list of points for a text."""
    feedback = judge_answer(asked, answer)
    assert feedback.text
    assert ("\n" in feedback.text) == (feedback.verdict == "read")
    assert feedback.text.startswith("Correct: ") == (feedback.verdict == "right")
    assert feedback.text.startswith("Not answered yet") == (feedback.verdict == "open")
    return feedback


def check_calls(source):
    """The calls of check in a cell, in order."""
    found = [node.value for node in ast.parse(source).body if isinstance(node, ast.Expr)]
    calls = [value for value in found if isinstance(value, ast.Call)]
    return [call for call in calls if ast.unparse(call.func) == "cmcourse.check"]


def tagged(path, tag):
    return [it["source"] for it in cells_of(path) if tag in it["metadata"].get("tags", [])]


@each_lesson
@pytest.mark.parametrize("tag", ["exercise", "solution"])
def test_each_id_is_checked_once(path, tag):
    lesson = int(path.stem[:2])
    found = [[call.args[0].value for call in check_calls(it)] for it in tagged(path, tag)]
    assert [id for cell in found for id in cell] == list(exercises(lesson))
    # The quick questions on the way come first, one to a cell; a letter follows their 0.
    quick = [cell for cell in found if exercise(cell[0]) in QUICK]
    assert quick == [[f"{lesson}.0{letter}"] for letter in "abcdefgh"[: len(quick)]]
    assert found[: len(quick)] == quick
    for number, cell in enumerate(found[len(quick) :], start=1):
        letters = [""] if len(cell) == 1 else "abcdefgh"[: len(cell)]
        assert cell == [f"{lesson}.{number}{letter}" for letter in letters]


# The same four decimals, of another matrix that has nothing to do with the question.
COINCIDENCE = {"5.1a"}


def printed_before_the_exercises(path):
    """Yield the sources and outputs of a lesson before its exercises."""
    for cell in cells_of(path):
        if cell["source"].startswith("## Exercises"):
            return
        yield cell["source"]
        for output in cell.get("outputs", []):
            yield "".join(output.get("text", ""))
            yield from map("".join, map(str, output.get("data", {}).values()))


@each_lesson
def test_no_answer_is_printed_before_its_exercise(path):
    texts = "\n".join(printed_before_the_exercises(path))
    shown = set(re.findall(r"(?<![\d.])\d+\.\d{4}(?!\d)", texts))
    asked = [it for it in METRIC if it.lesson == int(path.stem[:2])]
    assert {it.id for it in asked if f"{abs(float(it.value)):.4f}" in shown} <= COINCIDENCE


@each_lesson
def test_lesson_has_every_kind_of_exercise(path):
    asked = exercises(int(path.stem[:2])).values()
    assert {"place", "write", "judge", "own"} <= {exercise.kind for exercise in asked}
    assert 2 <= sum(exercise in QUICK for exercise in asked) <= 3


@each(ALL)
def test_exercise_is_complete(asked):
    assert asked.points in (1, 2, 3)
    assert exercise(asked.id) is asked
    if asked in QUICK:
        # A wrong letter is always explained: there is nothing to look up for it.
        assert asked.choices == ("a", "b", "c")[: len(asked.choices)]
        assert asked.mistakes.keys() == set(asked.choices) - {asked.answer}
    assert not asked.next_step or asked.next_step[-1] in ".?"
    wanting = [asked.needs(ConfusionMatrix(it)) for it in TOO_SMALL] if asked.needs else []
    own = asked.of_own(OWN) if asked.of_own else None
    foreseen = {**asked.mistakes, **(own[1] if isinstance(own, tuple) else {})}
    chosen = asked.kind != "write" and isinstance(asked.answer, str | bool | set | frozenset)
    assert chosen == bool(asked.reason)
    for message in (*foreseen.values(), *filter(None, wanting), *filter(None, [asked.reason])):
        assert re.fullmatch(SENTENCES, message), message


def forms(value):
    """A number as it may be handed in."""
    yield value
    yield f"{value.numerator}/{value.denominator}"
    yield f" {2 * value.numerator} / {2 * value.denominator} "
    number = float(value)
    yield from (number, np.float64(number), np.float32(number), np.array(number))
    yield from (Decimal(number), pd.Series([number]).iloc[0], np.float32(number).item())
    places = 3 - math.ceil(math.log10(abs(value))) if value else 3
    for digits in range(max(places, 0), max(places, 0) + 5):
        rounded = decimal_text(value, digits)
        yield from (rounded, float(rounded), f"+{rounded}" if value > 0 else rounded)
    yield f"{number:.10e}"
    if 0 < abs(value) <= 1:
        yield f"{100 * number:.8f}%"
    if value.denominator == 1:
        yield int(value)
        if 0 <= value < 256:
            yield from (np.int64(int(value)), np.uint8(int(value)))


@each(NUMBER)
def test_right_number_in_every_form(asked):
    value = asked.value
    irrational = value.denominator > 10**9
    for form in forms(value) if asked in FORMS.values() else (float(value), f"{float(value):.4g}"):
        if not (irrational and isinstance(form, str) and "/" in form):
            assert said(asked, form).verdict == "right", form


def tables(answer):
    """A table or a list as it may be handed in."""
    counts = np.asarray(getattr(answer, "counts", answer))
    yield from (counts, counts.tolist(), counts * 1.0)
    yield from (counts.astype(object), counts.astype(str).tolist())
    if counts.ndim == 1:
        yield from (tuple(counts.tolist()), pd.Series(counts))
    else:
        yield from (tuple(map(tuple, counts.tolist())), pd.DataFrame(counts))
        if len(set(counts.shape)) == 1:
            labels = list("pqrst"[: len(counts)])
            yield from (ConfusionMatrix(counts), ConfusionMatrix(counts, labels))


@each([asked for asked in ALL if asked.kind != "write" and asked not in NUMBER])
def test_right_answer_in_every_form(asked):
    answer = asked.answer
    if asked.kind == "own":
        value = asked.of_own(answer)
        value = value[0] if isinstance(value, tuple) else value
        number = float(getattr(value, "exact", value))
        matrices = (answer, answer.counts, answer.counts.tolist(), answer.to_frame())
        forms = [pair for matrix in matrices for pair in ((matrix, number), [matrix, str(number)])]
    elif isinstance(answer, bool):
        forms = [answer, np.bool_(answer), np.array(answer), str(answer), "yes" if answer else "No"]
    elif isinstance(answer, str):
        forms = [answer, answer.upper(), f" {answer.title()}. ", f"the {answer}", np.str_(answer)]
        forms += [other for other, choice in asked.synonyms.items() if choice == answer]
    elif isinstance(answer, set):
        members = sorted(answer, key=str)
        forms = [answer, frozenset(answer), members, tuple(members), [*members, *members]]
        forms += [np.array(members), pd.Series(members), {str(part).upper() for part in answer}]
    else:
        forms = list(tables(answer))
    for form in forms:
        assert said(asked, form).verdict == "right", form


@each(ALL)
def test_foreseen_mistake_gets_its_message(asked):
    for key, message in asked.mistakes.items():
        feedback = said(asked, set(key) if isinstance(key, frozenset) else key)
        if isinstance(asked.answer, bool):
            assert feedback == ("wrong", f"{key} is not right. {message}")
        else:
            assert feedback == ("wrong", message)
        if isinstance(key, int) and not isinstance(key, bool | str) and asked in NUMBER:
            assert said(asked, float(key)) == feedback


@each_lesson
def test_solution_of_a_text_has_all_ticks_and_the_numbers_of_the_answer(path):
    for source in tagged(path, "solution"):
        for call in check_calls(source):
            if (asked := exercise(call.args[0].value)).kind == "write":
                assert f'ticked = "{"abcdefgh"[: len(asked.rubric)]}"' in source
                numbers = re.compile(r"\d[\d.]*\b")
                typed = iter(numbers.findall(source))  # in the same order
                assert all(it in typed for it in numbers.findall(asked.answer)), asked.id


@each(METRIC)
def test_wrong_ways_do_not_collide(asked):
    found = list(collisions(asked))
    if asked.id in SMALL_BY_DESIGN:
        found = [text for text in found if ": right, and" in text]
    assert found == []


@each(ALL)
def test_feedback_uses_taught_words(asked):
    texts = [*asked.mistakes.values(), asked.next_step]
    if isinstance(asked.answer, Explanation):
        texts += [message for _, message in wrong_ways(asked.answer, asked.lesson)]
        texts += [said(asked, answer).text for answer in ("0.123456", "7/3", -3, 0.5)]
        texts.append(said(asked, asked.value).text)
    for text in texts:
        assert untaught(text, asked.lesson) == [], text
        assert not re.search("[A-Z]{4}", text), text


@pytest.mark.parametrize(
    ("id", "answer", "phrase"),
    [
        # Once called close, though a concept was wrong.
        ("1.6a", 0.6, "0.6 is not the F2 of 'spam'. Next step"),
        ("2.4a", round(23 / 41, 1), "0.6 has too few digits to be judged: give"),
        ("4.1a", "19/30", "balanced accuracy"),
        ("4.7c", 0.865, "the accuracy"),
        ("6.5b", 0.9, "the recall"),
        ("5.7b", 0.01, "one in a hundred"),
        # Zeros that were typed count as digits.
        ("2.5b", "0.650", "is not the value asked for"),
        ("1.3c", "0.900", "is not the specificity"),
        ("1.8b", ([[9, 3], [1, 7]], "9/10"), "the precision"),
        ("6.1b", "0.097", "share of 'cat' in the predictions"),
        ("5.7b", "1.00", "1.00 is not the value asked for"),
        ("2.9a", ([[0] * 3] * 3, 0.5), "a sample or more"),
        ("4.5", [2, 1, 0, 0, 1, 1, 1, 0, 0, 0], "Give zeros and ones."),
        ("4.6", 0, "0 is not the MCC. Next step"),
        ("2.9a", ([[9, 3], [1, 7]], 0.5), "at least three classes"),
        ("2.2b", [[39, 3], [18, 115]], "2 of the 4 numbers are right"),
        ("2.2c", "39/58", "the row sum of class 1 (every sample that truly is class 1), 58"),
        ("2.4a", "23/36", "add up TP and FP over the classes first"),
        ("8.2", [[2, 1], [1, 0.5], [3, 1], [4, 1], [5, 1]], "7 of the 10 numbers are right"),
        ("4.1b", (8 / 10 * 5 / 10 * 3 / 5) ** (1 / 3), "the G-mean"),
        ("3.2a", (0.82 - 0.4216) / (1 - 0.4216), "p_e of 'accept' alone"),
        ("3.2a", 1 - 0.5432, "the denominator alone"),
        # Not p_e of one class alone, with which 0.89976 comes out.
        ("3.4a", 0.9, "0.9 is not Kappa. Next step"),
        # Not 10, read as a percentage.
        ("1.7a", 890, "890 is the count. The share is 890 divided by 1000."),
        ("9.2b", "31/60", "the share. The question asks how many that is"),
        ("3.6a", [[50, 20], [20, 10]], "Your rows hold 70 and 30 letters."),
        ("3.7b", True, "Plain Kappa has no weights"),
        ("5.6a", 0.2, "Next step: take one pair"),
        ("9.6", [[1, 2], [3]], "not all of the same length"),
        ("9.6", [[1, 2], [2, 3]], "are the same number"),
        ("9.6", [[1, 0], [0, 0]], "A denominator is 0"),
        ("9.6", [[1, 2], [3, 0]], "With TN = 0"),
        ("9.6", [[1, 2], [-3, 4]], "whole numbers, none of them below 0"),
        ("9.6", [[math.nan, 2], [3, 4]], "whole numbers"),
        ("7.1c", [95, 52.7778], "percentages"),
        ("11.2a", [0.35, 0.2], "Every number is 1 minus the right one"),
    ],
)
def test_readers_mistake_is_named(id, answer, phrase):
    feedback = said(exercise(id), answer)
    assert feedback.verdict in ("wrong", "unclear")
    assert phrase in feedback.text
    assert not PRAISE.search(feedback.text)


@pytest.mark.parametrize(
    ("id", "answer"),
    [
        ("2.2b", exercise("2.2c").answer.matrix.one_vs_rest(1)),
        ("1.0a", "(c)"),
        ("1.6b", "F0.5"),
        ("1.6b", "$F_{1/2}$"),
        ("2.6", "A class is excluded"),
        ("1.6b", "beta = 0.5"),
        ("2.7a", "another definition"),
        ("4.7a", {"MCC", "g-mean"}),
        ("5.3b", "Model b"),
        ("3.5a", {"a"}),
        ("9.8a", ["Recall", "macro precision"]),
        ("8.2", [[5, 1], [1, 0.5], [2, 0.75], [4, 0.875], [3, 0.875]]),
        ("9.6", [[7, 1], [0, 2]]),
        ("7.4", {2.0, "7"}),
        ("1.5", "4.5/14"),
        *[("9.4b", text) for text in ("0.6430", "64.30%", "1286/2000", 0.009 + 0.634, "0.6429")],
        ("9.6", np.array([[1, 2], [0, 3]])),
    ],
)
def test_right_answer_in_other_words(id, answer):
    assert said(exercise(id), answer).verdict == "right"


class Awkward:
    """An object whose operations all raise."""

    def __eq__(self, other):
        raise RuntimeError("no comparison")

    __hash__ = None

    def __getattribute__(self, name):
        raise KeyError(name)

    def __repr__(self):
        raise OSError("no repr")

    def __bool__(self):
        raise ZeroDivisionError


class Array:
    def __array__(self, dtype=None, copy=None):
        raise TypeError("requires grad")


def odd_inputs():
    ring = []
    ring.append(ring)
    nothing = [None, ..., "", "...", [], {}, set(), [[]], [[[]]], [{}], np.array(None), range(0)]
    strange = [b"bytes", object(), print, int, np, lambda: 1, {"a": 1}, {1, "a"}, {frozenset({1})}]
    broken = [Awkward(), [[Awkward()]], Array(), ring, [ring]]
    run_once = [iter([1]), (n for n in (1, 2)), map(str, [1])]
    not_finite = [math.nan, -math.inf, [math.nan], [[math.nan] * 2] * 2, Decimal("sNaN")]
    too_large = [10**5000, [10**5000], 1e308, 5e-324, Decimal("1e999999"), Decimal("1e-999999")]
    too_large += [Fraction(10**400, 7), Fraction(1, 10**5000), "1e999999999", "1e-999999999"]
    not_real = [1j, np.complex128(1), np.datetime64("2020-01-01"), pd.NA, pd.NaT]
    text = ["9" * 10_000, "a" * 10_000, "1/0", "0/0", "%", "/", "1/2/3", "nan", "inf", "-", "١"]
    text += ["½½", "\x00", "\n", "0,7", "1_0", "0x10", "None of these", "quince"]
    arrays = [np.array([]), np.zeros((0, 2)), np.zeros((2, 2, 2)), np.zeros(20_000)]
    arrays += [np.array(["a", 1], dtype=object), np.array([(1, 2.0)], dtype="i8,f8"), np.ma.masked]
    frames = [pd.DataFrame(), pd.Series(dtype=object), pd.DataFrame({"a": ["x"]})]
    lists = [[[1, 2], [3]], [["a", 2], [0, 3]], [[None, 1], [2, 3]], [[True] * 2] * 2]
    ours = [ConfusionMatrix([[9, 9], [9, 9]]), explain("recall", [[1, 2], [3, 4]], 0)]
    ours.append(ConfusionMatrix(np.eye(1500, dtype=int)))  # sparse
    return [
        *(*nothing, *strange, *broken, *run_once, *not_finite, *too_large, *not_real, *text),
        *(*arrays, *frames, *lists, *ours),
    ]


@each(FORMS.values())
def test_odd_input_is_refused(asked):
    for answer in odd_inputs():
        feedback = said(asked, answer)
        # Any matrix of the right kind answers 9.6; a tiny number counts as 0.
        if asked.id != "9.6" and not (asked in NUMBER and asked.value == 0):
            assert feedback.verdict != "right", feedback


def test_check_prints_one_paragraph(capsys):
    assert check("1.5", 0.9) is None
    printed = capsys.readouterr()
    assert printed.out.count("\n") == 1
    assert printed.err == ""


@pytest.mark.parametrize("id", ["1.9", "1.2", "99.1", "x", "", 0.5, None])
def test_unknown_id_raises(id):
    with pytest.raises(ValueError, match="there is no exercise"):
        check(id, 0.5)
    with pytest.raises(ValueError, match=r"exercises of lesson 1 are 1\.0a, .*, 1\.2a, 1\.2b"):
        exercise("1.2")


@each([asked for asked in ALL if asked.draw])
def test_variants_are_exercises(asked):
    # All metrics are drawn by one function: together they see more than 200 seeds.
    metric = isinstance(asked.answer, Explanation)
    seeds = range(6) if metric else range(50)
    prompts = set()
    for seed in seeds:
        prompt, drawn = variant(asked, Random(f"{asked.id} {seed}"))
        prompts.add(prompt)
        assert (drawn.id, drawn.points) == (asked.id, asked.points)
        assert "{" not in prompt
        right = drawn.answer.value if metric else drawn.answer
        assert said(drawn, right).verdict == "right"
        assert said(drawn, ...).verdict == "open"
        for key, message in drawn.mistakes.items():
            assert said(drawn, key) == ("wrong", message)
        for text in (prompt, *drawn.mistakes.values()):
            assert re.fullmatch(SENTENCES, text), text
    assert len(prompts) > 5
    assert variant(asked, Random(7)).prompt == variant(asked, Random(7)).prompt
    assert list(collisions(variant(asked, Random(7)).exercise)) == []


def test_exercise_without_variants():
    with pytest.raises(ValueError, match=r"exercise '1\.6b' has no variants"):
        variant(exercise("1.6b"), Random(1))
