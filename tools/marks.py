"""Read what `check` said in the notebooks of a class: points for each student, and a report.

The folder holds a folder for each student with the notebooks handed in. Nothing in them is run.
"""

from __future__ import annotations

import csv
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pandas as pd
from jinja2 import Template

from cmcourse.exercises.registry import exercise, exercises, lessons
from cmlib.by_hand.explanation import Explanation

CHECK = re.compile(r"""\bcheck\(\s*["']([\d.]+[a-z]?)["']""")
# Behind a text that was written stand the points to tick and a good answer.
BEHIND_TEXT = re.compile(r"^(?:  \[[x ]\] |A good answer: ).*\n?", re.MULTILINE)
RESULTS = ["right", "wrong", "open", "not run", "to read"]
IDS = [id for lesson in lessons() for id in exercises(lesson)]


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
            # If an exercise is checked twice, the last check counts.
            said = {it[0]: (str(file), file.parts[0], *it) for it in read_notebook(path)}
            if not said:
                raise ValueError("no exercise of a lesson is in it; read a lab yourself")
            rows += said.values()
        except Exception as error:  # what is handed in may hold anything
            refused.append(f"{file}: {str(error)[:80]}")
    columns = ["file", "student", "exercise", "title", "result", "mistake"]
    found = pd.DataFrame(rows, columns=columns, dtype=object)
    twice = found.file[found.duplicated(["student", "exercise"], keep=False)].unique()
    refused += [f"{file}: another file has the same exercises, keep one" for file in twice]
    return found[~found.file.isin(twice)], refused


def marks(found: pd.DataFrame, students: list[str]) -> pd.DataFrame:
    """Return the points of each exercise, beneath the most that it gives, and their total.

    Blank is what a person must read: "to read" says for how many points. "-" could not be read.
    """
    results = found.pivot(index="student", columns="exercise", values="result")
    most = pd.Series({id: exercise(id).points for id in IDS if id in results}, dtype=int)
    results = results.reindex(index=["(maximum)", *students], columns=most.index)
    results.loc["(maximum)"] = "right"
    points, to_read = most * (results == "right"), results == "to read"
    table = points.astype(object).mask(to_read, "").mask(results.isna(), "-")
    table.insert(0, "total", points.sum(axis=1).mask(results.isna().all(axis=1), "-"))
    table.insert(1, "to read", (most * to_read).sum(axis=1))
    # A spreadsheet would take a name that starts so for a formula.
    table.index = table.index.str.replace(r"^(?=\W*[=+@\uff1d-])", "'", regex=True)
    return table.rename_axis("student")


def report(found: pd.DataFrame) -> Iterator[tuple[str, pd.Series, list[tuple[str, int]]]]:
    """Yield each exercise, the most missed first: its name, results and most frequent mistakes."""
    table = pd.crosstab(found.exercise, found.result)
    asked = [id for id in IDS if id in table.index]
    table = table.reindex(index=asked, columns=RESULTS, fill_value=0)
    table = table.sort_values(["wrong", "open", "not run"], ascending=False, kind="stable")
    for id, counts in table.iterrows():
        rows = found[found.exercise == id]
        title = rows.title.mode()[0].replace("$", "")
        yield f"{id} {title}", counts, Counter(filter(None, rows.mistake)).most_common(3)


def main(folder: Path, out: Path) -> None:
    """Write marks.csv and class.html, and name the files that were not read."""
    if not folder.is_dir():
        raise SystemExit(f"make marks: there is no folder {folder}; FOLDER=… names another")
    found, refused = collect(folder)
    students = sorted(it.name for it in folder.glob("[!.]*") if it.is_dir())
    out.mkdir(parents=True, exist_ok=True)
    marks(found, students).to_csv(out / "marks.csv", quoting=csv.QUOTE_NONNUMERIC)
    page = Template(Path(__file__).with_suffix(".html").read_text("utf-8"), autoescape=True)
    shown = page.render(
        students=students, results=RESULTS, exercises=report(found), refused=refused
    )
    (out / "class.html").write_text(shown, encoding="utf-8")
    print(f"{len(students)} students: {out / 'marks.csv'}, {out / 'class.html'}")
    print(*(f"Not read: {it}" for it in refused), sep="\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
