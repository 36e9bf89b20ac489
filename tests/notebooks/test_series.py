"""What holds between lessons: a data set's name is its own."""

import ast
from collections import defaultdict

import nbformat
from guards.reading import code_cells, tags, tree_of
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook
from places import LESSONS

MATRIX_OF = {"cmlib.ConfusionMatrix", "ConfusionMatrix", "cmcourse.load"}


def matrices_of(lesson: NotebookNode) -> dict[str, str]:
    """Return by its name each matrix that a lesson types or loads, as code."""
    found = {}
    for _, cell in code_cells(lesson):
        if {"exercise", "solution"} & set(tags(cell)):
            continue
        for statement in tree_of(cell).body:
            if isinstance(statement, ast.Assign) and _makes_a_matrix(statement.value):
                for target in statement.targets:
                    found[ast.unparse(target)] = ast.unparse(statement.value)
    return found


def _makes_a_matrix(value: ast.expr) -> bool:
    if isinstance(value, ast.Attribute) and value.attr == "matrix":
        value = value.value
    if not isinstance(value, ast.Call) or ast.unparse(value.func) not in MATRIX_OF:
        return False
    # What is computed from other names is not compared, only what is typed or loaded.
    arguments = [*value.args, *(keyword.value for keyword in value.keywords)]
    return not any(isinstance(part, ast.Name) for a in arguments for part in ast.walk(a))


def names_of_several(lessons: dict[str, NotebookNode]) -> dict[str, list[str]]:
    """Return the names that stand for different matrices in different lessons."""
    meanings: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for title, lesson in lessons.items():
        for name, matrix in matrices_of(lesson).items():
            meanings[name][matrix].append(title)
    return {
        name: sorted(title for titles in several.values() for title in titles)
        for name, several in meanings.items()
        if len(several) > 1
    }


def test_a_name_of_a_matrix_is_not_used_for_another_in_another_lesson() -> None:
    assert names_of_several({p.stem: nbformat.read(p, as_version=4) for p in LESSONS}) == {}


def test_a_name_of_two_matrices_is_seen() -> None:
    def lesson(*sources: str) -> NotebookNode:
        return new_notebook(cells=[new_code_cell(source) for source in sources])

    pets = 'pets = cmlib.ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])'
    loaded = 'pets = cmcourse.load("doc4_cat_dog").matrix'
    assert names_of_several({"a": lesson(pets), "b": lesson("x = 1", pets)}) == {}
    assert names_of_several({"a": lesson(pets), "b": lesson(loaded)}) == {"pets": ["a", "b"]}
    other = lesson("pets = cmlib.ConfusionMatrix([[1, 2], [3, 4]])")
    assert names_of_several({"a": lesson(pets), "b": other}) == {"pets": ["a", "b"]}
    computed = lesson("pets = cmlib.ConfusionMatrix(counts)")
    assert names_of_several({"a": lesson(pets), "b": computed}) == {}
