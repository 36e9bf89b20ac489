"""Read what `check` said in the notebooks of a class: points for each student, and a report.

The folder holds a folder for each student with the notebooks handed in. Nothing in them is run.
"""

from __future__ import annotations

import argparse
import csv
import re
from collections import Counter, defaultdict
from html import escape
from pathlib import Path

import nbformat

from cmcourse.exercises.registry import exercise, exercises, lessons
from cmlib.by_hand.explanation import Explanation

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
CHECK = re.compile(r"""^(?:cmcourse\.)?check\(\s*["']([\d.]+[a-z]?)["']""", re.MULTILINE)
RESULTS = ("right", "wrong", "open", "not run", "to read")
CAUTION = """The answers to these exercises are open to everyone, and an output can be forged. This
page is for practice: it shows what to teach again. The exam is the proof. For graded homework
nbgrader works with these notebooks, too; it runs what was handed in, so use it in a container, and
keep back its feedback, which shows hidden tests."""
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>What came of the
exercises</title><style>body {{ font: 1rem/1.4 sans-serif; margin: 2rem; max-width: 75rem }}
table {{ border-collapse: collapse }} th, td {{ border: 1px solid #999; padding: .3rem .6rem;
text-align: left; vertical-align: top }} .n {{ text-align: right }}</style></head><body>
<h1>What came of the exercises</h1><p>{students} students, the most missed first.
<strong>{caution}</strong></p><table><tr><th>exercise</th>{heads}<th>most frequent mistakes</th>
</tr>{rows}</table><h2>Files that were not read</h2><ul>{refused}</ul></body></html>"""


def titles() -> dict[str, str]:
    """Return the heading above each exercise in its lesson."""
    found, title = {}, ""
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "markdown":
                title = (re.findall(r"^##+ (.*)", cell.source, re.MULTILINE) or [title])[-1]
            else:
                found |= dict.fromkeys(CHECK.findall(cell.source), title)
    return found


def read_sentence(id: str, line: str) -> tuple[str, str]:
    """Return the result that a sentence of `check` states, and the mistake that it names."""
    if line.startswith(("Correct: ", "Not answered yet")):
        return ("right" if line.startswith("Correct") else "open"), ""
    if exercise(id).kind == "write":
        return "to read", ""
    # The number that was typed comes before a mistake that many make with other digits.
    is_number = isinstance(exercise(id).answer, Explanation)
    named = re.sub(r"^\S+(, read as a percentage,)? is ", "", line) if is_number else line
    return "wrong", "" if "Next step:" in line else named[:300]


def read_notebook(path: Path) -> dict[str, tuple[str, str]]:
    """Return result and mistake by exercise; a ValueError says why a file can't be read."""
    found = {}
    try:
        for cell in nbformat.read(path, as_version=4).cells:
            ids = CHECK.findall(cell.source) if cell.cell_type == "code" else []
            ids = [exercise(id).id for id in ids]  # an unknown one raises an error
            if not ids or "solution" in cell.metadata.get("tags", []):
                continue
            said = [it for it in cell.outputs if it.get("name") == "stdout"]
            text = "".join(it.text for it in said)
            # Behind a text that was written stand the points to tick and a good answer.
            lines = re.sub(r"^(  \[[x ]\] |A good answer: ).*\n?", "", text, flags=re.M).split("\n")
            lines = [line for line in lines if line]
            # Other output stands before what `check` says, unless the cell prints behind it.
            is_last = "print(" not in cell.source[CHECK.search(cell.source).start() :]
            if len(lines) == len(ids) or (len(lines) > len(ids) and is_last):
                said = [read_sentence(*it) for it in zip(ids, lines[-len(ids) :], strict=True)]
            else:
                said = [("to read" if lines else "not run", "")] * len(ids)
            found |= dict(zip(ids, said, strict=True))
    except Exception as error:  # what is handed in may hold anything
        raise ValueError(f"can't be read: {str(error)[:80]}") from error
    if not found:
        raise ValueError("holds no exercise of the lessons")
    return found


def collect(folder: Path) -> tuple[dict[str, dict[str, tuple[str, str]]], list[str]]:
    """Return the results by student and exercise, and a sentence for each file not read."""
    read, refused, students = {}, [], defaultdict(dict)
    for path in sorted(folder.rglob("*")):
        place = path.relative_to(folder)
        if path.is_dir() or any(part.startswith(".") for part in place.parts):
            continue
        try:
            if len(place.parts) < 2:
                raise ValueError("lies in no student's folder")
            read[place] = read_notebook(path)
        except ValueError as reason:
            refused.append(f"{place} {reason}")
    for place, found in read.items():
        others = [it for it in read if it != place and it.parts[0] == place.parts[0]]
        if twice := [it for it in others if not found.keys().isdisjoint(read[it])]:
            refused.append(f"{place} has exercises that {twice[0]} has, too: keep one of them")
        else:
            students[place.parts[0]] |= found
    return dict(students), refused


def write_marks(students: dict[str, dict[str, tuple[str, str]]], file: Path) -> None:
    """Write the points as CSV: blank what a person must read, "-" what was not handed in."""
    every = [id for lesson in lessons() for id in exercises(lesson)]
    ids = [id for id in every if any(id in found for found in students.values())]
    with file.open("w", encoding="utf-8", newline="") as opened:
        rows = csv.writer(opened)
        rows.writerow(["student", *ids])
        for name, found in students.items():
            row = ["'" + name if name[0] in "=+-@" else name]  # no formula of a spreadsheet
            for id in ids:
                result = found[id][0] if id in found else "-"
                points = exercise(id).points * (result == "right")
                row.append({"-": "-", "to read": ""}.get(result, points))
            rows.writerow(row)


def write_report(
    students: dict[str, dict[str, tuple[str, str]]], refused: list[str], file: Path
) -> None:
    """Write for each exercise what came of it, and its most frequent mistakes, as HTML."""
    results, mistakes = defaultdict(Counter), defaultdict(Counter)
    for found in students.values():
        for id, (result, mistake) in found.items():
            results[id][result] += 1
            mistakes[id] += Counter([mistake] if mistake else [])
    rows, title = [], titles()
    for id in sorted(results, key=lambda id: sum(results[id][it] for it in RESULTS[1:4]))[::-1]:
        counts = "".join(f'<td class="n">{results[id][it]}</td>' for it in RESULTS)
        named = [f"{times} × {escape(it)}" for it, times in mistakes[id].most_common(3)]
        rows.append(
            f"<tr><th>{id} {escape(title[id])}</th>{counts}<td>{'<br>'.join(named)}</td></tr>"
        )
    page = PAGE.format(
        students=len(students),
        caution=CAUTION,
        heads="".join(f'<th class="n">{it}</th>' for it in RESULTS),
        rows="".join(rows),
        refused="".join(f"<li>{escape(it)}</li>" for it in refused) or "<li>None.</li>",
    )
    file.write_text(page, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="holds a folder for each student")
    parser.add_argument("out", type=Path, help="where marks.csv and class.html are written")
    given = parser.parse_args()
    if not given.folder.is_dir():
        raise SystemExit(f"make marks: there is no folder {given.folder}; FOLDER=… names another")
    students, refused = collect(given.folder)
    given.out.mkdir(parents=True, exist_ok=True)
    write_marks(students, given.out / "marks.csv")
    write_report(students, refused, given.out / "class.html")
    print(f"{len(students)} students: {given.out / 'marks.csv'}, {given.out / 'class.html'}")
    print(*(f"Not read: {it}" for it in refused), sep="\n")


if __name__ == "__main__":
    main()
