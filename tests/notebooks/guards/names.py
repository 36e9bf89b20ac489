"""Guard of names: no cell reads a name that two sections before it have bound."""

import ast
import re
from dataclasses import dataclass, field
from dis import get_instructions
from types import CodeType

from .changes import added, code, markdown
from .reading import code_cells, problem, tree_of


@dataclass
class Names:
    """The names that a cell reads before it binds them, and those it binds, at top level."""

    bound: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    # Globals that each function reads when it is called.
    read_by: dict[str, set[str]] = field(default_factory=dict)

    @property
    def needed(self):
        """The names that earlier cells must have bound, those of the functions included."""
        return self.read | (set().union(*self.read_by.values()) - self.bound)


def names_of(cell):
    """Read the names from compiled code, which has resolved scopes and order."""
    names = Names()
    for statement in tree_of(cell).body:
        compiled = compile(ast.Module([statement], []), "<cell>", "exec", dont_inherit=True)
        for step in get_instructions(compiled):
            if step.opname == "STORE_NAME":
                names.bound.add(step.argval)
            elif step.opname == "LOAD_NAME":
                names.read |= {step.argval} - names.bound
            elif isinstance(step.argval, CodeType):
                inner = _globals_of(step.argval)
                if step.argval.co_name.isidentifier():
                    names.read_by[step.argval.co_name] = inner
                else:  # <lambda>, <listcomp>
                    names.read |= inner - names.bound
    return names


def _globals_of(code):
    """Return the globals that a function or a comprehension reads, and those inside of it."""
    steps = list(get_instructions(code))
    return {step.argval for step in steps if step.opname == "LOAD_GLOBAL"}.union(
        *(_globals_of(step.argval) for step in steps if isinstance(step.argval, CodeType))
    )


def _sections(notebook):
    """Return the title of the section that each cell is in."""
    titles, now = [], ""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            found = re.findall(r"^## +(.+)$", cell.source, re.M)
            now = found[-1] if found else now
        titles.append(now)
    return titles


def name_with_two_meanings(notebook):
    """Refuse a cell that reads a name which two sections before it have bound.

    What a cell binds itself before it reads it, such as the variable of its loop, is its own.
    """
    where = _sections(notebook)
    bound_in = {}
    functions = {}
    for i, cell in code_cells(notebook):
        names = names_of(cell)
        functions |= names.read_by
        read = set()
        found = set(names.read)
        while found:
            name = found.pop()
            read.add(name)
            found |= functions.get(name, set()) - read - names.bound
        for name in sorted(read):
            places = bound_in.get(name, [])
            if len(places) > 1:
                cause = (
                    f"it reads {name!r}, which was bound in {places[0]!r} and again in "
                    f"{places[-1]!r}: give one of the two another name"
                )
                yield problem(i, cell, cause)
        for name in names.bound - {"_"}:
            places = bound_in.setdefault(name, [])
            if where[i] not in places:
                places.append(where[i])


def _read_in_a_third_section(source):
    return added(
        markdown("## Part one"),
        code("shares = 0.1\ndef mean():\n    return shares"),
        markdown("## Part two"),
        code("for shares in range(3):\n    print(shares)"),
        markdown("## Part three"),
        code(source),
    )


BAD = {
    name_with_two_meanings: {
        source: (
            _read_in_a_third_section(source),
            "'shares', which was bound in 'Part one' and again in 'Part two'",
        )
        for source in (
            "shares += 1",
            "rows = [shares for _ in range(3)]",
            "first = lambda: shares",
            "for share in shares:\n    shares = share",
            "print(mean())",
        )
    }
}
