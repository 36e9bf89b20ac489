"""Read what `check` said in the notebooks of a class: points for each student, and a report.

The folder holds a folder for each student with the notebooks handed in. Nothing in them is run.
"""

from __future__ import annotations

import csv
import re
import sys
from collections import Counter
from collections.abc import Iterator
from html import escape
from pathlib import Path

import nbformat
import pandas as pd

from cmcourse.exercises.registry import exercise, exercises, lessons
from cmlib.by_hand.explanation import Explanation

CHECK = re.compile(r"""\bcheck\(\s*["']([\d.]+[a-z]?)["']""")
# Behind a text that was written stand the points to tick and a good answer.
BEHIND_TEXT = re.compile(r"^(?:  \[[x ]\] |A good answer: ).*\n?", re.MULTILINE)
RESULTS = ["right", "wrong", "open", "not run", "to read"]
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>What came of the
exercises</title><style>body {{ font: 1rem/1.4 sans-serif; margin: 2rem; max-width: 75rem }}
table {{ border-collapse: collapse }} th, td {{ padding: .3rem .6rem; text-align: left;
vertical-align: top }}</style></head><body>
<h1>What came of the exercises</h1><p>{} students, the most missed first. <strong>The
answers to these exercises are open to everyone, and an output can be forged. This page is for
practice: it shows what to teach again. The exam is the proof. For graded homework nbgrader works
with these notebooks, too; it runs what was handed in, so use it in a container, and keep back its
feedback, which shows hidden tests.</strong></p>{}
<h2>Files that were not read</h2><ul>{}</ul></body></html>"""


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


def read_notebook(path: Path) -> Iterator[tuple[str, ...]]:
    """Yield each exercise that is checked: its id and heading, the result, a named mistake."""
    title = ""
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            title = (re.findall(r"^##+ (.*)", cell.source, re.MULTILINE) or [title])[-1]
        if cell.cell_type != "code" or "solution" in cell.metadata.get("tags", []):
            continue
        ids = CHECK.findall(cell.source)
        text = "".join(it.text for it in cell.outputs if it.get("name") == "stdout")
        lines = [line for line in BEHIND_TEXT.sub("", text).split("\n") if line]
        # Other output stands before what `check` says, unless the cell prints behind it.
        is_last = "print(" not in CHECK.split(cell.source, maxsplit=1)[-1]
        said = [("to read" if lines else "not run", "")] * len(ids)
        if len(lines) == len(ids) or (len(lines) > len(ids) and is_last):
            said = [*map(read_sentence, ids, lines[-len(ids) :])]
        yield from ((exercise(id).id, title, *it) for id, it in zip(ids, said, strict=True))


def collect(folder: Path) -> tuple[pd.DataFrame, list[str]]:
    """Return a row for each exercise of each student, and a sentence for each file not read."""
    rows, refused = [], []
    for path in sorted(folder.rglob("*")):
        file = path.relative_to(folder)
        if path.is_dir() or any(part.startswith(".") for part in file.parts):
            continue
        try:
            if len(file.parts) < 2:
                raise ValueError("it lies in no student's folder")
            # Of two checks with one id the last counts.
            said = {it[0]: (str(file), file.parts[0], *it) for it in read_notebook(path)}
            if not said:
                raise ValueError("it holds no exercise of a lesson, as a lab: read it yourself")
            rows += said.values()
        except Exception as error:  # what is handed in may hold anything
            refused.append(f"{file} can't be read: {str(error)[:80]}")
    columns = ["file", "student", "exercise", "title", "result", "mistake"]
    found = pd.DataFrame(rows, columns=columns, dtype=object)
    twice = found.file[found.duplicated(["student", "exercise"], keep=False)].unique()
    refused += [f"{file} has exercises that another file has, too: keep one" for file in twice]
    return found[~found.file.isin(twice)], refused


def marks(found: pd.DataFrame) -> pd.DataFrame:
    """Return the points: blank what a person must read, "-" what was not handed in."""
    points = found.exercise.map(lambda id: exercise(id).points).where(found.result == "right", 0)
    # A spreadsheet would take a name that starts so for a formula.
    student = found.student.str.replace(r"^(?=\W*[=+@\uff1d-])", "'", regex=True)
    found = found.assign(points=points.mask(found.result == "to read", ""), student=student)
    table = found.pivot(index="student", columns="exercise", values="points").fillna("-")
    every = [id for lesson in lessons() for id in exercises(lesson)]
    return table[[id for id in every if id in table]]


def report(found: pd.DataFrame) -> str:
    """Return a table of what came of each exercise, with its most frequent mistakes, as HTML."""
    by_exercise = found.groupby("exercise")
    table = pd.crosstab(found.exercise, found.result).reindex(columns=RESULTS, fill_value=0)
    named = by_exercise.mistake.agg(lambda them: Counter(filter(None, them)).most_common(3))
    listed = [[f"{times} × {escape(it)}" for it, times in pairs] for pairs in named]
    table["most frequent mistakes"] = [*map("<br>".join, listed)]
    titles = by_exercise.title.agg(lambda it: it.mode()[0].replace("$", ""))
    table.index = [escape(f"{id} {title}") for id, title in titles.items()]
    table = table.sort_values(["wrong", "open", "not run"], ascending=False, kind="stable")
    return table.rename_axis("exercise", axis=1).to_html(escape=False)


def main(folder: Path, out: Path) -> None:
    """Write marks.csv and class.html, and name the files that were not read."""
    if not folder.is_dir():
        raise SystemExit(f"make marks: there is no folder {folder}; FOLDER=… names another")
    found, refused = collect(folder)
    out.mkdir(parents=True, exist_ok=True)
    marks(found).to_csv(out / "marks.csv", quoting=csv.QUOTE_NONNUMERIC)
    listed = "".join(f"<li>{escape(it)}</li>" for it in refused or ["None."])
    students = found.student.nunique()
    (out / "class.html").write_text(PAGE.format(students, report(found), listed), encoding="utf-8")
    print(f"{students} students: {out / 'marks.csv'}, {out / 'class.html'}")
    print(*(f"Not read: {it}" for it in refused), sep="\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
