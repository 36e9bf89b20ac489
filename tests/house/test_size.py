"""The measures are to be read in one sitting: nine files, under a thousand lines of code.

A line of code is a logical one: it ends where Python ends a statement, however a formatter breaks
it. Docstrings, comments and blank lines are none.
"""

import ast
import io
import tokenize
from pathlib import Path

import cmlib

FOLDER = Path(cmlib.__file__).parent
SHARED = {"_labels.py", "_checks.py", "_averages.py", "matrix.py"}
MEASURES = {"metrics.py", "agreement.py", "r_measure.py", "top_k.py", "report.py"}
FILES = SHARED | MEASURES
# How large inputs are counted and added up: nobody needs it to read a measure.
MACHINERY = {"_storage.py", "_lazy.py"}


def lines_of_code(source: str) -> int:
    """Count the statements, docstrings left out."""
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    docstrings = {
        node.body[0].end_lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, documented) and ast.get_docstring(node) is not None
    }
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    ends = [token.start[0] for token in tokens if token.type == tokenize.NEWLINE]
    return sum(end not in docstrings for end in ends)


def too_long(folder: Path, files: set[str], most: int) -> dict[str, int]:
    """Return how long each file is if all together are longer than they may be."""
    lengths = {name: lines_of_code((folder / name).read_text("utf-8")) for name in sorted(files)}
    return lengths if sum(lengths.values()) > most else {}


def test_the_measures_are_nine_files() -> None:
    assert {path.name for path in FOLDER.glob("*.py")} == FILES | MACHINERY | {"__init__.py"}


def test_the_measures_are_under_a_thousand_lines_of_code() -> None:
    assert too_long(FOLDER, FILES, 999) == {}


def test_only_code_counts_and_one_line_too_many_is_seen(tmp_path: Path) -> None:
    source = '''"""A module.

It says more.
"""

# A comment.
text = """two
lines"""  # of code


def half(
    x,
):
    """Return a half."""
    return x / 2
'''
    (tmp_path / "a.py").write_text(source)
    assert lines_of_code(source) == 3
    assert too_long(tmp_path, {"a.py"}, 3) == {}
    assert too_long(tmp_path, {"a.py"}, 2) == {"a.py": 3}
