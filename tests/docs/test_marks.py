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


def cell(first, text=TEXT, before="", behind="", source=f"first = ...\n{CHECKS}", **metadata):
    said = [judge_answer(exercise(id), it).text for id, it in (("1.2a", first), ("1.4c", text))]
    shown = new_output("stream", text=before + "\n".join([*said, behind]))
    return new_code_cell(source, outputs=[shown], metadata=metadata)


def read(folder, handed_in):
    """Read what a class handed in: points by student and exercise, and the page in one line."""
    for file, *cells in handed_in:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        cells = [*map(new_markdown_cell, ["### Exercise 2. Spam", "Count."]), *cells]
        nbformat.write(new_notebook(cells=cells), folder / f"{file}.ipynb")
    marks.main(folder, folder / ".out")
    rows = pd.read_csv(folder / ".out/marks.csv", index_col=0, dtype=str).fillna("")
    return rows, re.sub(r"\s*\n\s*", "", (folder / ".out/class.html").read_text(encoding="utf-8"))


def test_a_class_of_thirty(tmp_path):
    given = [PRECISION] * 11 + [WRONG_CLASS] * 9 + ["0.64"] * 5 + ["0.123"] * 3 + [...] * 2
    cells = [cell(first, before="0.5\n" * (at % 2)) for at, first in enumerate(given)]
    rows, page = read(tmp_path, [(f"s{at:02}/01", it) for at, it in enumerate(cells)])
    assert list(rows.loc["(maximum)"]) == ["4", "0", "2", "2"]
    assert list(rows["1.2a"][1:]) == list(rows["total"][1:]) == ["2"] * 11 + ["0"] * 19
    assert set(rows["1.4c"][1:]) == {""}
    assert set(rows["to read"][1:]) == {"2"}
    counts = "".join(f"<td>{count}</td>" for count in (11, 17, 2, 0, 0))
    assert f"<th>1.2a Exercise 2. Spam</th>{counts}<td>9 × the precision of &#39;ham&#39;" in page
    assert "<br>5 × the recall of &#39;spam&#39;: you divided TP by the row sum" in page
    assert "Next step" not in page
    assert page.index("<th>1.2a ") < page.index("<th>1.4c ")


def test_odd_files_are_named_and_nothing_runs(tmp_path, capsys):
    payload, touched = "<img src=x onerror=alert(1)>", tmp_path / "touched"
    (tmp_path / "bob").mkdir()
    (tmp_path / "bob/x.ipynb").write_text("[]")
    rows, page = read(
        tmp_path,
        [
            ("joined/01", cell(WRONG_CLASS, source='ok = check("1.2a", 1); check("1.4c", 2)')),
            ("\t;=ann\r=1+1/01", new_code_cell(f"open({str(touched)!r}, 'w')\n{CHECKS}")),
            (f"{payload}/1", new_code_cell(CHECKS, outputs=[new_output("stream", text=payload)])),
            ("bob/01", cell(WRONG_CLASS), cell(PRECISION, tags=["solution"])),
            ("bob/.ipynb_checkpoints/01", cell(PRECISION)),
            ("edited/01", cell(PRECISION, behind=f"{payload}\n{payload}")),
            ("printed/01", cell(PRECISION, "Hm", source=f"{CHECKS}\nprint(first)", before="7\n")),
            ("twice/01", cell(PRECISION)),
            ("twice/02", cell(WRONG_CLASS)),
            ("other/01", new_code_cell('check("1.99", 1)')),
            ("empty/01",),
            ("lost &", cell(PRECISION)),
        ],
    )
    assert not touched.exists()
    points = dict(zip(rows.index, map("|".join, rows.to_numpy()), strict=True))
    expected = dict.fromkeys(("bob", "edited", "joined"), "0|2|0|")
    expected |= dict.fromkeys(("empty", "other", "twice"), "-|0|-|-")
    expected |= {"'\t;=ann\r=1+1": "0|0|0|0", payload: "0|4||", "printed": "0|4||"}
    assert points == expected | {"(maximum)": "4|0|2|2"}
    said = capsys.readouterr().out
    because = {
        "empty/01": "no exercise of a lesson is in it; read",
        "lost &": "in no student's folder",
    }
    for name in ("twice/01", "twice/02", "empty/01", "other/01", "bob/x", "lost &"):
        assert f"Not read: {name}.ipynb: " in said
        assert f"<li>{escape(name)}.ipynb: " in page
        assert because.get(name, "") in said
    assert payload not in page
    assert f"1 × {escape(payload)}" in page


def test_exercises_missed_alike_stand_in_the_order_of_the_lesson(tmp_path):
    source = 'check("2.10", 1)\ncheck("2.2a", 1)'
    _, page = read(tmp_path, [("ann/02", new_code_cell(source))])
    assert page.index("<th>2.2a ") < page.index("<th>2.10 ")


def test_nothing_handed_in(tmp_path):
    rows, page = read(tmp_path, [])
    assert list(rows.index) == ["(maximum)"]
    assert "0 students" in page
