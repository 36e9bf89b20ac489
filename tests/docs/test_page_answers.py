"""The script of a lesson's page gives the verdicts and the words of `check`."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from fractions import Fraction
from random import Random

import pytest
from page_answers import SCRIPT, question
from places import DOCS

from cmcourse.exercises.checking import judge_answer
from cmcourse.exercises.registry import exercises, lessons

ASKED = {id: it for lesson in lessons() for id, it in exercises(lesson).items()}
SERVED = {id: found for id, it in ASKED.items() if (found := question(it))}
ODD = re.split(
    ";",
    "half;5/0;1,000;0,5;12 photos;½;three;1e-2;2.;-0.3;−0.3;about 0.5;50 percent;7 of 9;1/2/3;.5;"
    "0.8x;3 hundred;100 %;it's 3;0;1;0.000;0.3333333333;99.9;1/100;803/1000;1 / 3;2 %;~ 1.5;1,5;"
    "0.12345678901234567890123456789012345678901234567890123456789012",
)


def by_script(asked: list[tuple[str, object]]) -> list[list[str]]:
    program = (
        (DOCS / "_static" / SCRIPT).read_text("utf-8").partition("// ---- The page")[0]
        + "const [data, asked] = JSON.parse(require('fs').readFileSync(0, 'utf-8'));"
        "console.log(JSON.stringify(asked.map(([id, answer]) => judged(data[id], answer)))); }"
    )
    done = subprocess.run(
        ["node", "-e", program],
        input=json.dumps([SERVED, asked]),
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[list[str]] = json.loads(done.stdout)
    return found


def typed_numbers(id: str, random: Random) -> set[str]:
    """Return right numbers in many forms, mistakes, near misses and nonsense."""
    found = SERVED[id]
    keys = [*found["values"], *(it for it, *_ in (*found["foreseen"], *found["ways"]))]
    typed = set(random.sample(ODD, 6))
    for key in [*found["values"], *random.sample(keys, min(6, len(keys)))]:
        value = Fraction(key)
        typed |= {key, f"{float(value):.{random.randint(1, 7)}f}", f"{100 * float(value):.1f} %"}
        typed |= {f"{float(value):.3f}", f"{float(1 - value):.4f}", f"{float(100 * value):.4g}"}
        typed.add(f"{float(value) + random.choice([-2, -1, 1, 2]) / 1000:.3f}")
    return typed


@pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")
def test_the_script_says_what_check_says() -> None:
    random, asked = Random(4), []
    for id, found in SERVED.items():
        if found["kind"] == "number":
            asked += [(id, text) for text in sorted(typed_numbers(id, random))]
        elif found["kind"] == "set":
            some = [found["right"], [], *(key for key, _ in found["mistakes"])]
            some += [
                random.sample(found["choices"], random.randint(1, len(found["choices"])))
                for _ in range(6)
            ]
            asked += [(id, one) for one in some]
        else:
            asked += [(id, choice) for choice, *_ in found["choices"]]
    assert len(asked) >= 2_000
    different = []
    for (id, answer), said in zip(asked, by_script(asked), strict=True):
        typed = set(answer) if isinstance(answer, list) else answer
        typed = {"True": True, "False": False}.get(str(answer), typed)
        if said != [*judge_answer(ASKED[id], typed)]:
            different.append((id, answer, said))
    assert different == []


def test_three_exercises_of_four_are_answered_in_the_page() -> None:
    assert len(SERVED) >= 0.75 * len(ASKED)
    assert {it["kind"] for it in SERVED.values()} == {"choice", "number", "set"}
