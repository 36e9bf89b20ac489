"""Lessons are stored as `make refresh` writes them, and nbval refuses a changed output."""

import os
import re
import sys

import nbformat
from guards.changes import cell_of
from guards.reading import FIGURE, code_cells, data_of

pytest_plugins = "pytester"


def test_stored_as_refreshed(path):
    stored = path.read_text(encoding="utf-8")
    notebook = nbformat.reads(stored, as_version=4)
    nbformat.validate(notebook)
    assert stored == nbformat.writes(notebook) + "\n", "run make refresh"


def with_other_digit(text):
    """Change the last digit of a text; turn round one without digits."""
    changed = re.sub(r"\d(?=\D*\Z)", lambda digit: str((int(digit[0]) + 1) % 10), text)
    return changed if changed != text else text[::-1]


def test_nbval_fails_changed_cells(sample, pytester, monkeypatch):
    """The whole of nbval fails once, on the sample, which has one of everything.

    So does the item behind the last cell when a number of the prose is not what is computed.
    """
    cells = [cell for _, cell in code_cells(sample)]
    shown = [cell for cell in cells if cell.outputs]
    for cell in shown:
        # The figure, not the "<Figure size …>" beside it, wherever there is one.
        output = cell.outputs[0]
        data = data_of(output)
        kind = FIGURE if FIGURE in data else next(iter(data))
        changed = with_other_digit(data[kind])
        if output.output_type == "stream":
            output.text = changed
        else:
            output.data[kind] = changed
    cell_of(sample, "prose").metadata.numbers[-1] = "1 + beta"
    nbformat.write(sample, pytester.path / "sample.ipynb")

    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    done = pytester.runpytest_subprocess("--nbval", "-p", "lesson_run", "sample.ipynb")
    done.assert_outcomes(failed=len(shown) + 1, passed=len(cells) - len(shown))
    done.stdout.re_match_lines([r"cell 5 .*: 0\.5 from '1 \+ beta': the value is 1\.5$"])
