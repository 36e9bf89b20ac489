"""Read who imports whom in cmlib, and draw the house from it: ``python docs/house.py``.

The drawing stands on the page on the architecture; the tests hold its arrows against the imports.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FIGURE = ROOT / "docs" / "_static" / "house.svg"

# What each room may import; within a room everything may. Who is not named here has no place.
MAY_IMPORT = {
    "the ground": set(),
    "_counting": {"the ground"},
    "matrix": {"the ground", "_counting"},
    "_averages": {"the ground", "matrix"},
    "the measures": {"the ground", "_counting", "matrix", "_averages"},
    "by_hand": {"the ground", "matrix"},
    "datasets": {"the ground", "matrix"},
    "show": {"the ground", "_counting", "matrix", "by_hand"},
    "exercises": {"the ground", "matrix", "by_hand", "datasets"},
    "explore": {"the ground", "matrix", "by_hand", "show"},
    "replication": {
        *("the ground", "matrix", "_averages", "the measures"),
        *("by_hand", "datasets", "show", "exercises", "the front door"),
    },
    "the front door": {"matrix", "_averages", "the measures"},
}
# They call it when they are shown, as a DataFrame calls matplotlib: inside a method, not before.
CALL_SHOW = {"cmlib.matrix", "cmlib.by_hand.explanation"}
MEASURES = {"metrics", "agreement", "r_measure", "top_k", "report"}


class Import(NamedTuple):
    """One import statement: in which module, of which module, and whether a function holds it."""

    by: str
    of: str
    inside: bool


def modules(package: Path) -> dict[str, Path]:
    """Return the dotted names of a package's modules and where they lie."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(package: Path) -> list[Import]:
    """Return who imports whom inside a package; what only a type checker reads is left out."""
    known = modules(package)
    found = set()
    for name, path in known.items():
        for node, inside in _statements(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                targets = [alias.name for alias in node.names]
            else:
                # `from cmlib import datasets` is of a module, `from cmlib import recall` of a name.
                dotted = [f"{node.module}.{alias.name}" for alias in node.names]
                targets = [it if it in known else str(node.module) for it in dotted]
            found |= {Import(name, it, inside) for it in targets if it in known and it != name}
    return sorted(found)


def _statements(
    node: ast.AST, inside: bool = False
) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, inside
        function = isinstance(child, ast.FunctionDef | ast.Lambda)
        yield from _statements(child, inside or function)


def room(module: str) -> str:
    """Return the room that a module stands in."""
    _, _, inner = module.partition(".")
    first = inner.partition(".")[0]
    if first in ("_labels", "_checks", "_storage", "_lazy"):
        return "the ground"
    return "the measures" if first in MEASURES else first or "the front door"


def arrows(found: list[Import]) -> set[tuple[str, str]]:
    """Return which room imports which, without what is called only when it is shown."""
    return {
        (room(it.by), room(it.of))
        for it in found
        if room(it.by) != room(it.of) and not (it.by in CALL_SHOW and it.inside)
    }


def drawn(found: list[Import]) -> set[tuple[str, str]]:
    """Return the arrows without those that a way over other rooms says already."""
    every = arrows(found)
    below: dict[str, set[str]] = {}
    for user, used in every:
        below.setdefault(user, set()).add(used)

    def reached(start: str) -> set[str]:
        return {it for near in below.get(start, ()) for it in {near, *reached(near)}}

    return {
        (user, used)
        for user, used in every
        if not any(used in reached(other) for other in below[user] - {used})
    }


# Where each room stands in the drawing: the middle of its box, and what is in it.
PLACES = {
    "the ground": (
        5.0,
        0.5,
        "_labels   _checks   _storage\nlabels, options, how counts are stored",
    ),
    "_counting": (1.6, 1.3, "_counting\nlabels of every kind, counted in pairs"),
    "matrix": (5.0, 2.0, "matrix\nthe confusion matrix"),
    "_averages": (8.4, 3.4, "_averages\ndivide, skip, warn"),
    "the measures": (8.4, 4.8, "metrics   agreement   r_measure\ntop_k   report"),
    "the front door": (8.4, 6.2, "cmlib\nthe front door"),
    "by_hand": (5.0, 3.4, "by_hand\nexact fractions"),
    "show": (5.2, 4.8, "show\nfigures and tables"),
    "datasets": (0.9, 3.4, "datasets\ntables and downloads"),
    "exercises": (2.5, 4.8, "exercises\ncheck and diagnose"),
    "explore": (5.2, 6.2, "explore\nlive explorers"),
    "replication": (2.5, 7.6, "replication\nthe four documents, row by row"),
}


def draw(found: list[Import], path: Path) -> None:
    """Draw the rooms and an arrow from each room to each that it imports."""
    import matplotlib.pyplot as plt

    settings = {"svg.hashsalt": "house", "svg.fonttype": "none", "font.family": "sans-serif"}
    with plt.rc_context(settings):
        figure, ax = plt.subplots(figsize=(9, 6.6), layout="constrained")
        ax.set(xlim=(-0.7, 10.4), ylim=(0, 8.1))
        ax.axis("off")
        for name, (x, y, text) in PLACES.items():
            box = {"boxstyle": "round,pad=0.5", "facecolor": "#eef3f8", "edgecolor": "#33557a"}
            ax.text(x, y, text, ha="center", va="center", fontsize=9, bbox=box, zorder=3, gid=name)
        for user, used in sorted(drawn(found)):
            (x, y, _), (u, v, _) = PLACES[user], PLACES[used]
            look = {"arrowstyle": "-|>", "color": "#33557a", "linewidth": 1}
            arrow = ax.annotate("", xy=(u, v + 0.42), xytext=(x, y - 0.35), arrowprops=look)
            arrow.arrow_patch.set_gid(f"{user} imports {used}")
        figure.savefig(path, metadata={"Date": None})
        plt.close(figure)


if __name__ == "__main__":
    draw(imports(ROOT / "cmlib"), FIGURE)
