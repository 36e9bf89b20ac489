"""Guards of the exercises: each is complete, and no other cell needs or tells its answer."""

import ast

from nbformat.v4 import new_markdown_cell

from .changes import changed, removed, rewritten, with_code
from .names import names_of
from .reading import code_cells, problem, stdout_lines, tags, tree_of

MIN_EXERCISES = 5
SOLUTION_TITLE = "# Solution"
SOLUTION_METADATA = {
    "jupyter": {"source_hidden": True, "outputs_hidden": True},
    "mystnb": {"code_prompt_show": "Show the solution", "code_prompt_hide": "Hide the solution"},
}
UNANSWERED = "Not answered yet"
# A text cannot be called correct: its points are listed, and a good one is shown.
CORRECT = ("Correct", "Yours to judge")


def is_check(statement):
    """Return whether a statement is a call of `check(…)`, under whatever module's name."""
    if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)):
        return False
    return ast.unparse(statement.value.func).split(".")[-1] == "check"


def _feedback_problem(cell, start):
    lines, checks = stdout_lines(cell), sum(map(is_check, tree_of(cell).body))
    if sum(line.startswith(start) for line in lines) == checks > 0:
        return None
    return f"its {checks} check(…) should each print a line that starts with {start!r}: {lines}"


def _stub_problems(before, cell, after):
    causes = []
    if before.cell_type != "markdown" or not before.source.strip():
        causes.append("no Markdown prompt stands before the exercise")
    if "solution" not in tags(after):
        causes.append("no solution follows the exercise")
    return [*causes, _feedback_problem(cell, UNANSWERED)]


def _solution_problems(before, cell):
    causes = []
    if "exercise" not in tags(before):
        causes.append("no exercise stands before the solution")
    # JupyterLab shows the first line of a folded cell, and that was often the answer.
    if not cell.source.startswith(f"{SOLUTION_TITLE}\n"):
        causes.append(f"the solution's first line is not {SOLUTION_TITLE!r}")
    if "hide-cell" not in tags(cell):
        causes.append("the solution lacks the tag 'hide-cell'")
    causes += [
        f"the solution's {key} metadata is not {expected}"
        for key, expected in SOLUTION_METADATA.items()
        if cell.metadata.get(key) != expected
    ]
    return [*causes, _feedback_problem(cell, CORRECT)]


def broken_exercise(notebook):
    """Refuse exercises that are incomplete, out of step with their solutions, or too few."""
    cells = [new_markdown_cell(), *notebook.cells, new_markdown_cell()]
    for i, (before, cell, after) in enumerate(zip(cells, cells[1:], cells[2:], strict=False)):
        causes = _stub_problems(before, cell, after) if "exercise" in tags(cell) else []
        causes += _solution_problems(before, cell) if "solution" in tags(cell) else []
        yield from (problem(i, cell, cause) for cause in causes if cause)
    count = sum("exercise" in tags(cell) for cell in cells)
    if count < MIN_EXERCISES:
        yield f"the lesson has {count} exercises; it needs {MIN_EXERCISES}"


def _left_open(cell):
    """Return the names that a stub sets to `...`, or to something that holds it."""
    return {
        name.id
        for statement in tree_of(cell).body
        if isinstance(statement, ast.Assign)
        if any(isinstance(it, ast.Constant) and it.value is ... for it in ast.walk(statement.value))
        for target in statement.targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    }


def needs_a_solution(notebook):
    """Refuse cells that read, overwrite or tell an answer: a student's edition has no solutions."""
    given = set()
    answers = set()  # the names that stubs leave open
    missing = {}  # name -> the solution that gives it a value
    for i, cell in code_cells(notebook):
        names = names_of(cell)
        bound = names.bound
        if "solution" in tags(cell):
            missing.update({name: i for name in bound - given if name not in missing})
            continue
        open_names = _left_open(cell) if "exercise" in tags(cell) else set()
        for name in sorted(names.needed & missing.keys()):
            cause = f"it needs {name!r}, to which only cell {missing[name]} gives a value"
            yield problem(i, cell, cause)
        for name in sorted((bound - open_names) & answers):
            yield problem(i, cell, f"it overwrites {name!r}, the reader's answer")
        if any(line.startswith(CORRECT) for line in stdout_lines(cell)):
            yield problem(i, cell, "it tells that an answer is right before the reader has one")
        given = (given | bound) - open_names
        answers |= open_names
        missing = {name: at for name, at in missing.items() if name not in bound}
        # The solution stands right after its stub.
        missing.update(dict.fromkeys(open_names, i + 1))


BAD = {
    broken_exercise: {
        "too few": (removed("prompt-5", "stub-5", "solution-5"), "the lesson has 4 exercises"),
        "no prompt": (removed("prompt-2"), "no Markdown prompt"),
        "no solution": (removed("solution-2"), "no solution follows"),
        "no check": (changed("stub-1", source="total_of_twos = ...", outputs=[]), "its 0 check(…)"),
    },
    needs_a_solution: {
        "answer needed later": (
            with_code("print(total_of_twos + 1)"),
            "cell 27 (code: 'print(total_of_twos + 1)'): it needs 'total_of_twos', to which only "
            "cell 10 gives a value",
        ),
        "answer overwritten": (
            with_code("total_of_twos = 5\nprint(total_of_twos)"),
            "it overwrites 'total_of_twos', the reader's answer",
        ),
        "answer told": (
            with_code("check(4, 4)", stdout="Correct: 4\n"),
            "it tells that an answer is right before the reader has one",
        ),
        "name of a solution needed later": (
            lambda lesson: (
                rewritten("solution-1", "2 + 2\n", "2 + 2\ntwo = 2\n")(lesson),
                with_code("def twice():\n    return two + two\n\n\nprint(twice())")(lesson),
            ),
            "it needs 'two', to which only cell 10 gives a value",
        ),
    },
}
