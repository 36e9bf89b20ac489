"""The script of a lesson's page gives the verdicts and the words of `check`."""

import json
import re
import shutil
import subprocess
from fractions import Fraction
from functools import cache
from math import prod
from random import Random

import numpy as np
import pytest
from page_answers import SCRIPT, question, way
from places import DOCS

from cmcourse.exercises.checking import judge_answer
from cmcourse.exercises.registry import exercises, lessons

ASKED = {id: it for lesson in lessons() for id, it in exercises(lesson).items()}
ODD = re.split(
    ";",
    "half;5/0;1,000;0,5;12 photos;½;three;1e-2;2.;-0.3;−0.3;about 0.5;50 percent;7 of 9;1/2/3;.5;"
    "0.8x;'3/4';\"0.5;3 hundred;100 %;it's 3;0;1;0.000;0.3333333333;99.9;1/100;803/1000;1 / 3;"
    "2 %;~ 1.5;1,5;2.838/4;1/0.3;"
    "0.12345678901234567890123456789012345678901234567890123456789012",
)


@cache  # it takes seconds, which no other test's collection needs to wait for
def served():
    return {id: found for id, it in ASKED.items() if (found := question(it))}


def by_script(asked):
    program = (
        (DOCS / "_static" / SCRIPT).read_text("utf-8").partition("// ---- The page")[0]
        + "const [data, asked] = JSON.parse(require('fs').readFileSync(0, 'utf-8'));"
        "console.log(JSON.stringify(asked.map(([id, answer]) => judged(data[id], answer)))); }"
    )
    done = subprocess.run(
        ["node", "-e", program],
        input=json.dumps([served(), asked]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def typed_numbers(id, random):
    """Return right numbers in many forms, mistakes, near misses and nonsense."""
    found = served()[id]
    keys = [*found["values"], *(it for it, *_ in (*found["foreseen"], *found["ways"]))]
    typed = set(random.sample(ODD, 6))
    for key in [*found["values"], *random.sample(keys, min(6, len(keys)))]:
        value = Fraction(key)
        typed |= {key, f"{float(value):.{random.randint(1, 7)}f}", f"{100 * float(value):.1f} %"}
        typed |= {f"{float(value):.3f}", f"{float(1 - value):.4f}", f"{float(100 * value):.4g}"}
        typed.add(f"{float(value) + random.choice([-2, -1, 1, 2]) / 1000:.3f}")
    return typed


def filled_tables(found, random):
    """Return a table right, with each foreseen mistake, with some cells changed, and as shares."""
    if found["marks"]:
        size = prod(found["shape"])
        some = [[random.choice("01") for _ in range(size)] for _ in range(20)] + [["0"] * size]
        return some + [
            key for key, *_ in [found.get("right", [[*"1" * size]]), *found.get("known", [])]
        ]
    right, tables = found["right"][0], [key for key, *_ in [found["right"], *found["known"]]]
    numbers = [Fraction(it) for it in right]
    tables += [[str(it + by) for it in numbers] for by in (1, -1)]
    tables += [right[::-1], [str(1 - it) for it in numbers], [str(100 * it) for it in numbers]]
    tables += [[f"{share:.4f}" for share in shares] for shares in found["shares"]]
    tables += [[f"{float(it):.{places}f}" for it in numbers] for places in range(5)]
    tables += [random.sample(right, len(right)) for _ in range(4)]
    width = found["shape"][-1]
    tables.append([it for at in range(len(right), 0, -width) for it in right[at - width : at]])
    for _ in range(20):
        changed = random.sample(range(len(right)), random.randint(1, min(3, len(right))))
        tables.append(
            [
                random.choice([*ODD, "7", f"{float(it):.2f}"]) if at in changed else str(it)
                for at, it in enumerate(numbers)
            ]
        )
    return tables


@pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")
def test_the_script_says_what_check_says():
    random, asked = Random(4), []
    for id, found in served().items():
        if found["kind"] == "number":
            asked += [(id, text) for text in sorted(typed_numbers(id, random))]
        elif found["kind"] == "table":
            asked += [(id, cells) for cells in filled_tables(found, random)]
        elif found["kind"] == "set":
            some = [found["right"], [], *(key for key, _ in found["mistakes"])]
            some += [
                random.sample(found["choices"], random.randint(1, len(found["choices"])))
                for _ in range(6)
            ]
            asked += [(id, one) for one in some]
        elif found["kind"] == "text":
            for ticks in ("", "a", "".join(found["points"])):
                texts = ("Too short.", "   word " * found["least"], ASKED[id].answer)
                asked += [(id, {"text": text, "ticks": [*ticks]}) for text in texts]
        else:
            asked += [(id, choice) for choice, *_ in found["choices"]]
    assert len(asked) >= 2_000
    different = []
    for (id, answer), said in zip(asked, by_script(asked), strict=True):
        typed = set(answer) if isinstance(answer, list) else answer
        typed = {"True": True, "False": False}.get(str(answer), typed)
        if served()[id]["kind"] == "table":
            typed = np.reshape(answer, served()[id]["shape"]).tolist()
        if served()[id]["kind"] == "text":
            feedback = judge_answer(ASKED[id], answer["text"], "".join(answer["ticks"]))
            first, _, how = feedback.text.partition("\n")[0].partition(" Tick them")
            assert bool(how) == (feedback.verdict == "read" and not answer["ticks"])
            right = [feedback.verdict, first]
        else:
            right = [*judge_answer(ASKED[id], typed)]
        if said != right:
            different.append((id, answer, said))
    assert different == []


def test_only_own_data_needs_python():
    in_python = [it for id, it in ASKED.items() if id not in served() and not it.objection]
    assert {it.kind for it in in_python} == {"own"}
    assert {it["kind"] for it in served().values()} == {"choice", "number", "set", "table", "text"}


def test_a_solution_begins_with_its_way():
    one = way('# Solution\nanimals = [1]\ncmcourse.check("2.1", animals)')
    assert one.startswith("Put one stroke for each animal")
    code = "".join(f'check("8.6{letter}", 1)\n' for letter in "abc")
    assert way(code).startswith("(a, b) Three classes share")
    assert "(c) Three classes" in way(code)
    assert way('check("9.5a", 1)').startswith("p_e first")
    # The formula of a metric is printed, and the reason for a choice.
    assert way('check("2.3a", 1)') == way('check("2.0b", "b")') == ""
