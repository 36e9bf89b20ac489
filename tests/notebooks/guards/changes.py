"""Small changes of the sample lesson, each of which makes a bad case.

Beside its guards each module has a table ``BAD``: guard -> name of the case -> how the sample is
changed, and what the guard then says, a part of each problem in turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from .reading import Problems

Guard = Callable[[NotebookNode], Problems]
Change = Callable[[NotebookNode], object]
Cases = dict[Guard, dict[str, tuple[Change, *tuple[str, ...]]]]


def markdown(source: str, **metadata: Any) -> NotebookNode:
    return new_markdown_cell(source, metadata=metadata)


def code(
    source: str = "print(3)",
    *,
    stdout: str = "",
    shown: dict[str, str] | None = None,
    **metadata: Any,
) -> NotebookNode:
    """Make a code cell that has printed a text and shown one output of some kinds."""
    outputs = [new_output("stream", text=stdout)] if stdout else []
    outputs += [new_output("display_data", shown)] if shown else []
    return new_code_cell(source, outputs=outputs, metadata=metadata)


def cell_of(lesson: NotebookNode, name: str) -> NotebookNode:
    """Return the cell of the sample that has this name."""
    (cell,) = (cell for cell in lesson.cells if cell.id == name)
    return cell


def added(*cells: NotebookNode) -> Change:
    return lambda lesson: lesson.cells.extend(cells)


def with_code(source: str = "print(3)", **parts: Any) -> Change:
    return added(code(source, **parts))


def with_prose(source: str, **metadata: Any) -> Change:
    return added(markdown(source, **metadata))


def removed(*names: str) -> Change:
    return lambda lesson: [lesson.cells.remove(cell_of(lesson, name)) for name in names]


def changed(name: str, **parts: Any) -> Change:
    return lambda lesson: cell_of(lesson, name).update(parts)


def rewritten(name: str, old: str, new: str) -> Change:
    def change(lesson: NotebookNode) -> None:
        cell = cell_of(lesson, name)
        assert old in cell.source
        cell.source = cell.source.replace(old, new)

    return change


def with_metadata(name: str, **metadata: Any) -> Change:
    return lambda lesson: cell_of(lesson, name).metadata.update(metadata)
