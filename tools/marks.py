"""Read what `check` said in the notebooks of a class: points for each student, and a report.

The folder holds a folder for each student with the notebooks handed in. Nothing in them is run.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from html import escape
from pathlib import Path

import nbformat
import pandas as pd

from cmcourse.exercises.registry import exercise, exercises, lessons
from cmlib.by_hand.explanation import Explanation

CHECK = re.compile(r"""^(?:cmcourse\.)?check\(\s*["']([\d.]+[a-z]?)["']""", re.MULTILINE)
# Behind a text that was written stand the points to tick and a good answer.
BEHIND_TEXT = re.compile(r"^(?:  \[[x ]\] |A good answer: ).*\n?", re.MULTILINE)
RESULTS = ["right", "wrong", "open", "not run", "to read"]
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>What came of the
exercises</title><style>body {{ font: 1rem/1.4 sans-serif; margin: 2rem; max-width: 75rem }}
table {{ border-collapse: collapse }} th, td {{ padding: .3rem .6rem; text-align: left;
vertical-align: top }}</style></head><body>
<h1>What came of the exercises</h1><p>{students} students, the most missed first. <strong>The
answers to these exercises are open to everyone, and an output can be forged. This page is for
practice: it shows what to teach again. The exam is the proof. For graded homework nbgrader works
with these notebooks, too; it runs what was handed in, so use it in a container, and keep back its
feedback, which shows hidden tests.</strong></p>{table}
<h2>Files that were not read</h2><ul>{refused}</ul></body></html>"""


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


def read_notebook(path: Path) -> dict[str, tuple[str, str, str]]:
    """Return heading, result and mistake by exercise; a ValueError says why it can't be read."""
    found, title = {}, ""
    try:
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "markdown":
                title = (re.findall(r"^##+ (.*)", cell.source, re.MULTILINE) or [title])[-1]
            ids = CHECK.findall(cell.source) if cell.cell_type == "code" else []
            if not ids or "solution" in cell.metadata.get("tags", []):
                continue
            text = "".join(it.text for it in cell.outputs if it.get("name") == "stdout")
            lines = [line for line in BEHIND_TEXT.sub("", text).split("\n") if line]
            # Other output stands before what `check` says, unless the cell prints behind it.
            is_last = "print(" not in cell.source[CHECK.search(cell.source).start() :]
            said = [("to read" if lines else "not run", "")] * len(ids)
            if len(lines) == len(ids) or (len(lines) > len(ids) and is_last):
                said = map(read_sentence, ids, lines[-len(ids) :])
            # The id of an exercise that is unknown raises an error.
            found |= {exercise(id).id: (title, *it) for id, it in zip(ids, said, strict=True)}
    except Exception as error:  # what is handed in may hold anything
        raise ValueError(f"can't be read: {str(error)[:80]}") from error
    if not found:
        raise ValueError("holds no exercise of the lessons, such as a lab: read it yourself")
    return found


def collect(folder: Path) -> tuple[pd.DataFrame, list[str]]:
    """Return a row for each exercise of each student, and a sentence for each file not read."""
    rows, refused = [], []
    for path in sorted(folder.rglob("*")):
        file = path.relative_to(folder)
        if path.is_dir() or any(part.startswith(".") for part in file.parts):
            continue
        try:
            if len(file.parts) < 2:
                raise ValueError("lies in no student's folder")
            said = read_notebook(path).items()
            rows += [(str(file), file.parts[0], id, *it) for id, it in said]
        except ValueError as reason:
            refused.append(f"{file} {reason}")
    columns = ["file", "student", "exercise", "title", "result", "mistake"]
    found = pd.DataFrame(rows, columns=columns, dtype=object)
    twice = found.file[found.duplicated(["student", "exercise"], keep=False)].unique()
    refused += [f"{file} has exercises that another file has, too: keep one" for file in twice]
    return found[~found.file.isin(twice)], refused


def write_marks(found: pd.DataFrame, file: Path) -> None:
    """Write the points as CSV: blank what a person must read, "-" what was not handed in."""
    points = found.exercise.map(lambda id: exercise(id).points).where(found.result == "right", 0)
    found = found.assign(points=points.mask(found.result == "to read", ""))
    # A spreadsheet would take a name that starts so for a formula.
    found["student"] = found.student.str.replace(r"^(?=[=+@-])", "'", regex=True)
    table = found.pivot(index="student", columns="exercise", values="points").fillna("-")
    every = [id for lesson in lessons() for id in exercises(lesson)]
    table[[id for id in every if id in table]].to_csv(file)


def write_report(found: pd.DataFrame, refused: list[str], file: Path) -> None:
    """Write for each exercise what came of it, and its most frequent mistakes, as HTML."""
    rows = {}
    for id, asked in found.groupby("exercise"):
        counts = Counter(asked.result)
        mistakes = Counter(asked.mistake[asked.mistake != ""]).most_common(3)
        named = "<br>".join(f"{times} × {escape(it)}" for it, times in mistakes)
        name = escape(f"{id} {asked.title.mode()[0].replace('$', '')}")
        rows[name] = [*(counts[it] for it in RESULTS), named]
    most_missed = dict(sorted(rows.items(), key=lambda it: -sum(it[1][1:4])))
    columns = [*RESULTS, "most frequent mistakes"]
    table = pd.DataFrame.from_dict(most_missed, orient="index", columns=columns)
    with pd.option_context("display.max_colwidth", None):
        html = table.to_html(escape=False)
    listed = "".join(f"<li>{escape(it)}</li>" for it in refused) or "<li>None.</li>"
    page = PAGE.format(students=found.student.nunique(), table=html, refused=listed)
    file.write_text(page, encoding="utf-8")


def main(folder: Path, out: Path) -> None:
    """Write marks.csv and class.html, and name the files that were not read."""
    if not folder.is_dir():
        raise SystemExit(f"make marks: there is no folder {folder}; FOLDER=… names another")
    found, refused = collect(folder)
    out.mkdir(parents=True, exist_ok=True)
    write_marks(found, out / "marks.csv")
    write_report(found, refused, out / "class.html")
    print(f"{found.student.nunique()} students: {out / 'marks.csv'}, {out / 'class.html'}")
    print(*(f"Not read: {it}" for it in refused), sep="\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
