"""What `check` said in the notebooks of a class becomes points and a report; nothing is run."""

import re
from contextlib import redirect_stdout
from io import StringIO

import marks
import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from cmcourse import check

CHECKS = 'check("1.2a", first)  # 2 points\ncmcourse.check("1.4c", text)'
TAGS = "<img src=x onerror=alert(1)>"


def cell(first, behind="0.5", **metadata):
    with redirect_stdout(StringIO()) as said:
        check("1.2a", first)
        check("1.4c", "A text of words. " * 9)
    printed = new_output("stream", text=f"0.5 {said.getvalue()}{behind}")
    return new_code_cell(CHECKS, outputs=[printed], metadata=metadata)


def test_points_report_and_what_was_not_read(tmp_path, capsys):
    with pytest.raises(SystemExit, match="there is nothing in"):
        marks.main(tmp_path, tmp_path)
    given = ["0.8"] * 11 + ["122/140"] * 9 + ["0.64"] * 5 + ["0.123"] * 3 + [...] * 2
    handed_in = [
        *[(f"{at}/1", cell(first)) for at, first in enumerate(given, 10)],
        ("\t;=ann\r=1+1/1", new_code_cell(f"open({str(tmp_path / 'file')!r}, 'w')\n{CHECKS}")),
        ("bob/deep/1", cell("0.1"), cell("0.8", tags=["solution"])),
        *[("bob/.ipynb_checkpoints/1", cell("0.8")), ("eve/1", cell("0.8", f"1.2a: {TAGS}"))],
        ("half/2", new_code_cell('check("2.10", 1)\ncheck("2.2a", 1)\ncheck("1.1", 1)')),
        *[("twice/1", cell("0.8")), ("twice/2", cell("0.64"))],
        *[("empty/1",), ("other/1", new_code_cell('check("1.99", 1)'))],
    ]
    for file, *cells in handed_in:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(new_notebook(cells=cells), tmp_path / f"{file}.ipynb")
    (tmp_path / f"{TAGS} bad.ipynb").write_text("[]")
    marks.main(tmp_path, tmp_path / ".out")
    assert not (tmp_path / "file").exists()
    rows, page = [(tmp_path / ".out" / it).read_text("utf-8") for it in ("marks.csv", "class.html")]
    got = dict(row.split(",", 1) for row in rows.splitlines())
    assert [got.pop(f"{at}") for at in range(10, 40)] == ["2,-,2,,-,-"] * 11 + ["0,-,0,,-,-"] * 19
    assert got == {
        "student": "total,1.1 (2 p.),1.2a (2 p.),1.4c (2 p.),2.2a (2 p.),2.10 (3 p.)",
        **{"'''=ann'=1+1": "0,-,0,0,-,-", "half": "0,0,-,-,0,0"},
        **dict.fromkeys(("bob", "eve"), "0,-,0,,-,-"),
        **dict.fromkeys(("twice", "empty", "other", f"{TAGS} bad.ipynb"), "-,-,-,-,-,-"),
    }
    report = re.sub(r"(<.*?>|\s)+", " ", page)
    expected = "1.2a (2 p.) 19 2 1 0 11 9 × the precision of 'ham': right formula"
    assert re.search(rf" {re.escape(expected)}.* 5 × the recall .* 1 × &lt;img src", report)
    assert re.findall(r"(\S+) \(\d p", report) == ["1.2a", "1.1", "1.4c", "2.2a", "2.10"]
    named = re.findall(r"(\S+)\.ipynb was not read: ", capsys.readouterr().out + report)
    assert named == 2 * ["bad", "empty/1", "other/1", "twice/1", "twice/2"]
    assert TAGS not in page
