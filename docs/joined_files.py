"""Join what every page of the book asks for.

The theme and the extensions bring some twenty small styles and scripts, and a reader's first page
would ask for them one by one. Joined, it asks for one style, one script that must run at once and
one that may wait. What only some pages need (MathJax, explorers, the ledger's table) stays apart.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from zlib import crc32

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

# The theme's own styles, which its templates would ask for by themselves: see
# `_templates/static/webpack-macros.html`. Its theme.css only imports basic.css.
THEME_STYLES = ("basic.css", "styles/pydata-sphinx-theme.css")
# Beside the theme's styles, so that what they name by a relative address is found.
STYLE = "styles/book.css"
SCRIPTS = {
    "book.js": (
        "documentation_options.js",
        "doctools.js",
        "sphinx_highlight.js",
        "clipboard.min.js",
        "copybutton.js",
        "scripts/sphinx-book-theme.js",
        "design-tabs.js",
    ),
    "book-later.js": (
        "scripts/bootstrap.js",
        "scripts/pydata-sphinx-theme.js",
        "custom.js",
        "progress.js",
    ),
}
# A map says which line of its own file a line was; no longer so when joined.
SOURCE_MAP = re.compile(r"^(//|/\*)# sourceMappingURL=.*$", re.MULTILINE)


def joined(static: Path, names: tuple[str, ...], end: str) -> str:
    """Write files after one another; `end` ends what a file leaves open at its end."""
    texts = []
    for name in names:
        text = (static / name).read_text(encoding="utf-8")
        addresses = re.findall(r"url\(\s*[\"']?(?!data:|[\"'])([^)\"']+)", text)
        if addresses and name.endswith(".css") and not name.startswith("styles/"):
            raise ExtensionError(f"{name} names {addresses[0]}, which is not found from {STYLE}")
        texts.append(SOURCE_MAP.sub("", text))
    return f"\n{end}\n".join(texts)


class Joiner:
    """Lets each page ask for the joined files, and writes them when what they hold is there."""

    def __init__(self) -> None:
        self.styles: tuple[str, ...] = ()
        self.address = ""

    def join(
        self,
        app: Sphinx,
        pagename: str,
        templatename: str,
        context: dict[str, Any],
        doctree: Any,
    ) -> None:
        static = Path(app.outdir) / "_static"
        found = [filename(file) for file in context["css_files"]]
        styles = (*THEME_STYLES, *found)
        if not self.styles:
            self.styles = styles
            # Some styles come last of all. Their versions are pinned, or stand in their names.
            said = [(static / name) for name in styles if name != "pygments.css"]
            parts = [file.read_bytes() for file in said if file.is_file()]
            digest = crc32(b"".join([*parts, " ".join(styles).encode()]))
            # A browser that has kept the style of an older book asks for the new one.
            self.address = f"_static/{STYLE}?v={digest:08x}"
            for name, scripts in SCRIPTS.items():
                (static / name).write_text(joined(static, scripts, ";"), encoding="utf-8")
        elif styles != self.styles:
            odd = sorted(set(styles).symmetric_difference(self.styles))
            raise ExtensionError(f"{pagename} has other styles than the pages before it: {odd}")
        context["css_files"] = [self.address]
        gone = {name for scripts in SCRIPTS.values() for name in scripts}
        context["script_files"] = [
            file for file in context["script_files"] if filename(file) not in gone
        ]

    def finish(self, app: Sphinx, exception: Exception | None) -> None:
        if exception is None and self.styles:
            static = Path(app.outdir) / "_static"
            (static / STYLE).write_text(joined(static, self.styles, ""), encoding="utf-8")


def filename(file: Any) -> str:
    """Name a file of `_static`; a script in the page itself has none."""
    return str(getattr(file, "filename", None) or "").removeprefix("_static/")


def setup(app: Sphinx) -> dict[str, bool]:
    # Ahead of the first scripts (200), which read what it says about the book.
    app.add_js_file("book.js", priority=100)
    app.add_js_file("book-later.js", priority=900, defer="defer")
    # When all others have said what they need, and have brought it.
    joiner = Joiner()
    app.connect("html-page-context", joiner.join, priority=900)
    app.connect("build-finished", joiner.finish, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
