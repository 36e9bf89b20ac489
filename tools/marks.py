"""Read what `check` said in the notebooks of a class, run nothing: points, and a report."""

import re
import sys
from glob import glob
from pathlib import Path

import nbformat
import pandas as pd

from cmcourse.exercises.registry import exercise, exercises, lessons

CHECK = re.compile(r"""\bcheck\(\s*["']([\d.]+[a-z]?)["']""")
# A typed number is left out, since many make the same mistake with other digits.
SAID = re.compile(r"(?<!\S)([\d.]+[a-z]?): (?:-?\d\S*(?:, read as a percentage,)? is )?(.*)", re.M)
RESULTS = {"Correct": "right", "Not answered yet": "open", "": "not run, or an error"}
ORDER = ["wrong", "open", "not run, or an error", "to read", "right"]
NAMES = {id: f"{id} ({it.points} p.)" for at in lessons() for id, it in exercises(at).items()}
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A class</title><style>
* {{ font-family: sans-serif }} th {{ white-space: nowrap }} td {{ white-space: pre-line }}</style>
<h1>What came of the exercises</h1><p>{} students, the most missed first. <strong>The answers to
these exercises are open to everyone, and an output can be forged. This page is for practice: it
shows what to teach again. The exam is the proof. For graded homework nbgrader works with these
notebooks, too; it runs what was handed in, so use it in a container, and keep back its feedback,
which shows hidden tests.</strong></p>{}{}</html>"""


def read_notebook(path: Path) -> list[tuple]:
    """Return each exercise that is checked, its result and points, and a mistake with a name."""
    found = {}
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code" and "solution" not in cell.metadata.get("tags", []):
            said = dict(SAID.findall("".join(it.get("text", "") for it in cell.outputs)))
            for asked in map(exercise, CHECK.findall(cell.source)):
                text, is_text = said.get(asked.id, ""), asked.kind == "write"
                result = RESULTS.get(text.partition(":")[0], "to read" if is_text else "wrong")
                points = {"right": asked.points, "to read": ""}.get(result, 0)
                mistake = text[:300] if result == "wrong" and "Next step:" not in text else None
                found[NAMES[asked.id]] = result, points, mistake
    if not found:
        raise ValueError("no exercise of a lesson is in it; read a lab yourself")
    return [(name, *it) for name, it in found.items()]


def main(folder: Path, out: Path) -> None:
    """Write marks.csv and class.html about a folder with a folder, or a file, for each student."""
    rows, refused, students = [], [], sorted(glob("*", root_dir=folder))
    if not students:
        raise SystemExit(f"make marks: there is nothing in {folder}; FOLDER=… names another folder")
    for file in sorted(glob("**", root_dir=folder, recursive=True)):
        try:
            if Path(folder, file).is_file():
                rows += [(file, Path(file).parts[0], *it) for it in read_notebook(folder / file)]
        except Exception as error:  # what is handed in may hold anything
            refused.append(f"{file} was not read: {str(error)[:80]}")
    found = pd.DataFrame(rows, columns=["file", "student", "exercise", "result", "points", "named"])
    found["exercise"] = pd.Categorical(found.exercise, NAMES.values())
    twice = found.file[found.duplicated(["student", "exercise"], keep=False)].unique()
    refused += [f"{it} was not read: another file has its exercises" for it in twice]
    found = found[~found.file.isin(twice)].sort_values("exercise")
    marks = found.pivot(index="student", columns="exercise", values="points").reindex(students)
    marks.insert(0, "total", marks.replace("", 0).sum(axis=1, min_count=1))
    # A spreadsheet would take a name that starts so, behind a separator, too, for a formula.
    marks.index = marks.index.str.replace(r"^(?=\W*[=+@\uff1d-])|[;\t\r\n]", "'", regex=True)
    counts = pd.crosstab(found.exercise, found.result).reindex(columns=ORDER, fill_value=0)
    counts = counts.sort_values(ORDER[:3], ascending=False, kind="stable")
    counts["most frequent mistakes"] = found.groupby("exercise", observed=True).named.agg(
        lambda it: "\n".join(f"{times} × {text}" for text, times in it.value_counts()[:3].items())
    )
    table = counts.to_html(index_names=False, justify="left", formatters={counts.columns[-1]: str})
    unread = pd.DataFrame(refused or ["Every file was read."])
    unread = unread.to_html(index=False, header=False, formatters=[str])
    out.mkdir(parents=True, exist_ok=True)
    marks.to_csv(out / "marks.csv", na_rep="-", float_format="%g")
    (out / "class.html").write_text(PAGE.format(len(students), table, unread), encoding="utf-8")
    print(f"{len(students)} students: {out}/marks.csv and class.html", *refused, sep="\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
