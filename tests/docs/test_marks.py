"""What `check` said in the notebooks of a class becomes points and a report; nothing is run."""

import re
from html import escape

import marks
import nbformat
import pandas as pd
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from cmcourse.exercises.checking import judge_answer
from cmcourse.exercises.registry import exercise

PRECISION, WRONG_CLASS = "0.8", "122/140"
TEXT = "Always saying fine is right on 95 days of 100, so print recall and precision instead."
CHECKS = 'check("1.2a", first)  # 2 points\ncmcourse.check("1.4c", text)'


def answered(first, text=TEXT, source=f"first = ...\n{CHECKS}", before="", **metadata):
    said = [judge_answer(exercise(id), it).text for id, it in (("1.2a", first), ("1.4c", text))]
    shown = new_output("stream", text=before + "\n".join([*said, ""]))
    return new_code_cell(source, outputs=[shown], metadata=metadata)


def hand_in(folder, name, *cells, file="01.ipynb"):
    (folder / name).mkdir(parents=True, exist_ok=True)
    cells = [new_markdown_cell("### Exercise 2. Spam"), *cells]
    nbformat.write(new_notebook(cells=cells), folder / name / file)


def report(folder):
    """Read what a class handed in: points by student and exercise, and the page in one line."""
    out = folder / ".out"
    marks.main(folder, out)
    rows = pd.read_csv(out / "marks.csv", index_col=0, dtype=str).fillna("")
    return rows, re.sub(r"\s*\n\s*", "", (out / "class.html").read_text(encoding="utf-8"))


def test_a_class_of_thirty(tmp_path):
    given = [PRECISION] * 11 + [WRONG_CLASS] * 9 + ["0.64"] * 5 + ["0.123"] * 3 + [...] * 2
    for at, first in enumerate(given):
        hand_in(tmp_path, f"s{at:02}", answered(first, before="0.5\n" * (at % 2)))
    rows, page = report(tmp_path)
    assert list(rows["1.2a"]) == ["2"] * 11 + ["0"] * 19
    assert set(rows["1.4c"]) == {""}
    cells = "".join(f"<td>{count}</td>" for count in (11, 17, 2, 0, 0))
    head = "<th>1.2a Exercise 2. Spam</th>"
    assert f"{head}{cells}<td>9 × the precision of &#x27;ham&#x27;: right formula" in page
    assert "<br>5 × the recall of &#x27;spam&#x27;: you divided" in page
    assert "0.123" not in page
    assert page.index("<th>1.2a ") < page.index("<th>1.4c ")


def test_odd_files_are_named_and_nothing_runs(tmp_path, capsys):
    payload, touched = "<img src=x onerror=alert(1)>", tmp_path / "touched"
    writes = f"open({str(touched)!r}, 'w')"
    hand_in(tmp_path, "=ann", new_code_cell(f"{writes}\n{CHECKS}"))
    hand_in(tmp_path, payload, new_code_cell(CHECKS, outputs=[new_output("stream", text=payload)]))
    hand_in(tmp_path, "bob", answered(PRECISION, tags=["solution"]), answered(WRONG_CLASS))
    hand_in(tmp_path, "twice", answered(PRECISION))
    hand_in(tmp_path, "twice", answered(WRONG_CLASS), file="02.ipynb")
    hand_in(tmp_path, "empty")
    hand_in(tmp_path, "other", new_code_cell('check("1.99", 1)'))
    (tmp_path / "bob/x.ipynb").write_text("{")
    (tmp_path / "lost.ipynb").write_text("{}")
    hand_in(tmp_path, "printed", answered(PRECISION, "Hm", f"{CHECKS}\nprint(first)", "7\n"))
    half = answered(PRECISION)
    half.outputs[0].text += f"{payload}\n{payload}"
    hand_in(tmp_path, "edited", half)
    rows, page = report(tmp_path)
    assert not touched.exists()
    names = ["'=ann", "bob", "edited", payload, "printed"]
    points = [["0", "0"], ["0", ""], ["0", ""], ["", ""], ["", ""]]
    assert rows.loc[names].to_numpy().tolist() == points
    said = capsys.readouterr().out
    for name in ("twice/01", "twice/02", "empty/01", "other/01", "bob/x", "lost"):
        assert f"Not read: {name}.ipynb " in said
        assert f"<li>{name}.ipynb " in page
    assert "twice" not in rows.index
    assert payload not in page
    assert f"1 × {escape(payload)}" in page


def test_nothing_handed_in(tmp_path):
    rows, page = report(tmp_path)
    assert rows.empty
    assert "0 students" in page
