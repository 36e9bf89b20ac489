"""The ES modules of the explorers, bundled so that one text runs anywhere.

A module imports another that lies beside it as ``import { a, b } from "./measures.js";``. In a
notebook, and on a page opened from a folder, that file cannot be loaded. So each module becomes a
function in one text; it runs when the first other module imports it, and returns its exports.
"""

from __future__ import annotations

import base64
import re
from pathlib import Path

FOLDER = Path(__file__).parent
_IMPORT = re.compile(r'^import (\{.+\}) from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?:const|function\*?) \[?(\w+(?:, \w+)*)", re.MULTILINE)


def source(name: str) -> str:
    """Return a module as it is written."""
    return (FOLDER / f"{name}.js").read_text(encoding="utf-8")


def explorers() -> list[str]:
    """Return the modules that are explorers: those with a default export."""
    names = sorted(path.stem for path in FOLDER.glob("*.js"))
    return [name for name in names if "export default" in source(name)]


def style() -> str:
    """Return the style sheet that all explorers share."""
    return (FOLDER / "explore.css").read_text(encoding="utf-8")


def imported(name: str) -> list[str]:
    """Return the modules that a module imports."""
    return [other for _, other in _IMPORT.findall(source(name))]


def _local(name: str) -> str:
    return _IMPORT.sub(r'const \1 = imported("\2");', source(name))


def functions(names: list[str]) -> str:
    """Return a script whose ``imported(name)`` is any of these modules, or of those they import."""
    needed: list[str] = []
    waiting = [*names]
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.append(name)
            waiting += imported(name)
    written = ""
    for name in sorted(needed):
        text = re.sub("^export (?!default)", "", _local(name), flags=re.MULTILINE)
        text = text.replace("export default", "return")
        exported = ", ".join(_EXPORT.findall(source(name)))
        written += f"{name}() {{\n{text}return {{ {exported} }};\n}},\n"
    return (
        f"const MODULES = {{\n{written}}};\nconst RUN = {{}};\n"
        "const imported = (name) => (RUN[name] ??= MODULES[name]());\n"
    )


def with_imports(name: str) -> str:
    """Return a module in one text with all that it imports.

    Examples
    --------
    >>> "./measures.js" in source("matrix"), "./measures.js" in with_imports("matrix")
    (True, False)
    """
    return functions(imported(name)) + _local(name)


def data_address(kind: str, text: str) -> str:
    """Return a `data:` address that holds a text."""
    return f"data:{kind};base64,{base64.b64encode(text.encode()).decode()}"
