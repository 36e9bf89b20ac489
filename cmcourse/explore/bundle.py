"""The ES modules of the explorers, bundled so that one text runs anywhere.

A module imports another that lies beside it as ``import { a, b } from "./measures.js";``. In a
notebook, and on a page opened from a folder, that file cannot be loaded. So the quoted path becomes
a ``data:`` address that holds the other module.
"""

from __future__ import annotations

import base64
import re
from pathlib import Path

FOLDER = Path(__file__).parent
_IMPORT = re.compile(r'(?<=from )"\./(\w+)\.js"(?=;)')


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
    return _IMPORT.findall(source(name))


def with_imports(name: str, *, on_the_way: tuple[str, ...] = ()) -> str:
    """Return a module whose imports are `data:` addresses that hold the other modules.

    Examples
    --------
    >>> "./measures.js" in source("matrix"), "./measures.js" in with_imports("matrix")
    (True, False)
    """
    if name in on_the_way:
        raise ValueError(f"modules import each other in a circle: {', '.join(on_the_way)}, {name}")

    def address(found: re.Match[str]) -> str:
        text = with_imports(found[1], on_the_way=(*on_the_way, name))
        return f'"{data_address("text/javascript", text)}"'

    return _IMPORT.sub(address, source(name))


def data_address(kind: str, text: str) -> str:
    """Return a `data:` address that holds a text."""
    return f"data:{kind};base64,{base64.b64encode(text.encode()).decode()}"
