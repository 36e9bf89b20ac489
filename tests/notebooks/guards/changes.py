"""Small changes of the sample lesson, each of which makes a bad case.

Beside its guards each module has a table ``BAD``: guard -> name of the case -> how the sample is
changed, and what the guard then says, a part of each problem in turn.
"""

from nbformat.v4 import new_code_cell, new_markdown_cell, new_output


def markdown(source, **metadata):
    return new_markdown_cell(source, metadata=metadata)


def code(source="print(3)", *, stdout="", shown=None, **metadata):
    """Make a code cell that has printed a text and shown one output of some kinds."""
    outputs = [new_output("stream", text=stdout)] if stdout else []
    outputs += [new_output("display_data", shown)] if shown else []
    return new_code_cell(source, outputs=outputs, metadata=metadata)


def cell_of(lesson, name):
    """Return the cell of the sample that has this name."""
    (cell,) = (cell for cell in lesson.cells if cell.id == name)
    return cell


def added(*cells):
    return lambda lesson: lesson.cells.extend(cells)


def with_code(source="print(3)", **parts):
    return added(code(source, **parts))


def with_prose(source, **metadata):
    return added(markdown(source, **metadata))


def removed(*names):
    return lambda lesson: [lesson.cells.remove(cell_of(lesson, name)) for name in names]


def changed(name, **parts):
    return lambda lesson: cell_of(lesson, name).update(parts)


def rewritten(name, old, new):
    def change(lesson):
        cell = cell_of(lesson, name)
        assert old in cell.source
        cell.source = cell.source.replace(old, new)

    return change


def with_metadata(name, **metadata):
    return lambda lesson: cell_of(lesson, name).metadata.update(metadata)
